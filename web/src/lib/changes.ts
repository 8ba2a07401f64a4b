// What changed between two boards, so that it can be animated.

export type Change =
  | { kind: "placed" }
  | { kind: "turned"; from: string }
  | { kind: "moved"; rows: number; columns: number };

type Rows = readonly (readonly string[])[];

/** The change of each cell that holds a piece now, by `row,column`. */
export function changes(before: Rows | null, after: Rows): Map<string, Change> {
  const found = new Map<string, Change>();
  if (!before || before.length !== after.length || before[0]?.length !== after[0]?.length) return found;
  const vacated = vacatedCells(before, after);
  after.forEach((row, r) =>
    row.forEach((piece, c) => {
      const was = before[r]?.[c] ?? "";
      if (piece === "" || piece === was) return;
      const origin = takeNearest(vacated.get(piece), r, c);
      if (origin) found.set(`${r},${c}`, { kind: "moved", rows: origin[0] - r, columns: origin[1] - c });
      else found.set(`${r},${c}`, was === "" ? { kind: "placed" } : { kind: "turned", from: was });
    }),
  );
  return found;
}

/** Cells that a piece has left, by piece. */
function vacatedCells(before: Rows, after: Rows): Map<string, [number, number][]> {
  const vacated = new Map<string, [number, number][]>();
  before.forEach((row, r) =>
    row.forEach((piece, c) => {
      if (piece === "" || after[r]?.[c] === piece) return;
      vacated.set(piece, [...(vacated.get(piece) ?? []), [r, c]]);
    }),
  );
  return vacated;
}

function takeNearest(cells: [number, number][] | undefined, row: number, column: number): [number, number] | null {
  if (!cells?.length) return null;
  let best = 0;
  const distance = (cell: [number, number]) => Math.abs(cell[0] - row) + Math.abs(cell[1] - column);
  cells.forEach((cell, index) => {
    if (distance(cell) < distance(cells[best] as [number, number])) best = index;
  });
  return cells.splice(best, 1)[0] ?? null;
}
