// A backgammon board read from its cells: stacks above and below, dice between them.

import type { Board } from "./messages";
import type { Cell } from "./picking";

export interface Stack {
  cell: Cell;
  label: string;
  owner: "X" | "O" | "";
  count: number;
}

export interface PointsBoard {
  upper: Stack[];
  lower: Stack[];
  dice: { column: number; face: number }[];
}

const STACK = 5;
const MIDDLE = STACK;
const BOTTOM = 2 * STACK;

/** The stacks after the steps that are picked already, from cell to cell. */
export function readPoints(board: Board, steps: Cell[] = []): PointsBoard {
  const columns = [...Array(board.rows[0]?.length ?? 0).keys()];
  const cell = (row: number, column: number) => board.rows[row]?.[column] ?? "";
  const read = (rows: number[], foot: number, column: number, label: string): Stack => {
    const pieces = rows.map((row) => cell(row, column)).filter(Boolean);
    const number = pieces.find((piece) => /^\d+$/.test(piece));
    const owner = pieces.find((piece) => piece === "X" || piece === "O") ?? "";
    return { cell: [foot, column], label, owner: owner as Stack["owner"], count: number ? Number(number) : pieces.length };
  };
  const upperRows = [...Array(STACK).keys()];
  const lowerRows = upperRows.map((row) => BOTTOM - row);
  const points: PointsBoard = {
    upper: columns.map((column) => read(upperRows, 0, column, board.column_labels[column] ?? "")),
    lower: columns.map((column) => read(lowerRows, BOTTOM, column, cell(BOTTOM + 1, column))),
    dice: columns.filter((column) => cell(MIDDLE, column)).map((column) => ({ column, face: Number(cell(MIDDLE, column)) })),
  };
  for (let index = 0; index + 1 < steps.length; index += 2) applyStep(points, steps[index] as Cell, steps[index + 1] as Cell);
  return points;
}

function stackAt(points: PointsBoard, cell: Cell): Stack | undefined {
  return (cell[0] === 0 ? points.upper : points.lower)[cell[1]];
}

/** Move a checker from one stack to another; one that is hit leaves the board for now. */
function applyStep(points: PointsBoard, from: Cell, to: Cell): void {
  const source = stackAt(points, from);
  const goal = stackAt(points, to);
  if (!source || !goal || source.count === 0) return;
  const owner = source.owner;
  source.count -= 1;
  if (source.count === 0) source.owner = "";
  goal.count = goal.owner === owner || goal.owner === "" ? goal.count + 1 : 1;
  goal.owner = owner;
}
