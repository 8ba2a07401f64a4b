// From clicked cells to a move. A move lists its cells in the order of the clicks.

import type { Legal } from "./messages";

export type Cell = [number, number];

export interface Picked {
  /** The cells that can be clicked next. */
  next: Cell[];
  /** The moves that the clicks so far make; more than one needs a choice. */
  complete: Legal[];
  /** Whether further clicks could make a longer move. */
  goesOn: boolean;
}

export function same(one: Cell | undefined, other: Cell | undefined): boolean {
  return !!one && !!other && one[0] === other[0] && one[1] === other[1];
}

export function has(cells: Cell[], cell: Cell): boolean {
  return cells.some((each) => same(each, cell));
}

/** What clicks so far mean; `steps` says that pairs of cells may come in any order. */
export function pick(legal: Legal[], clicks: Cell[], steps = false): Picked {
  const next: Cell[] = [];
  const complete: Legal[] = [];
  for (const move of legal) {
    const rest = steps ? restOfSteps(move.cells, clicks) : restOfCells(move.cells, clicks);
    if (!rest) continue;
    if (rest.length === 0 && move.cells.length) complete.push(move);
    for (const cell of rest) if (!has(next, cell)) next.push(cell);
  }
  return { next, complete, goesOn: next.length > 0 };
}

function restOfCells(cells: Cell[], clicks: Cell[]): Cell[] | null {
  if (clicks.length > cells.length || !clicks.every((click, index) => same(click, cells[index]))) return null;
  return cells.slice(clicks.length, clicks.length + 1);
}

/** What may follow, where a move is a set of steps from one cell to another. */
function restOfSteps(cells: Cell[], clicks: Cell[]): Cell[] | null {
  const steps = pairs(cells);
  const done = pairs(clicks.slice(0, clicks.length - (clicks.length % 2)));
  for (const [from, to] of done) {
    const index = steps.findIndex((step) => same(step[0], from) && same(step[1], to));
    if (index < 0) return null;
    steps.splice(index, 1);
  }
  const begun = clicks.length % 2 ? clicks.at(-1) : undefined;
  if (!begun) return steps.map(([from]) => from);
  const goals = steps.filter(([from]) => same(from, begun)).map(([, to]) => to);
  return goals.length ? goals : null;
}

function pairs(cells: Cell[]): [Cell, Cell][] {
  const steps: [Cell, Cell][] = [];
  for (let index = 0; index + 1 < cells.length; index += 2) steps.push([cells[index] as Cell, cells[index + 1] as Cell]);
  return steps;
}

/** The moves that no cell stands for, such as a pass. */
export function withoutCells(legal: Legal[]): Legal[] {
  return legal.filter((move) => move.cells.length === 0);
}

export interface Painted {
  text: string;
  /** The same for screen readers: whose probability it is. */
  words: string;
  best: boolean;
}

/** The value on each cell that the next click may take: that of the best move there. `values` has the best move first; for `steps` see `pick`. */
export function paintedCells(legal: Legal[], values: Map<string, Painted>, clicks: Cell[], steps = false): Map<string, Painted> {
  const moves = new Map(legal.map((move) => [move.move, move]));
  const marks = new Map<string, Painted>();
  for (const [name, value] of values) {
    for (const cell of cellsToPaint(moves.get(name)?.cells ?? [], clicks, steps)) {
      const key = `${cell[0]},${cell[1]}`;
      if (!marks.has(key)) marks.set(key, value);
    }
  }
  return marks;
}

/** Where a move's value stands: where it goes on, or, once all its cells are clicked, on the last one. */
function cellsToPaint(cells: Cell[], clicks: Cell[], steps: boolean): Cell[] {
  const rest = steps ? restOfSteps(cells, clicks) : restOfCells(cells, clicks);
  if (!rest) return [];
  return rest.length || steps ? rest : cells.slice(-1);
}
