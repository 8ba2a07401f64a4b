// What changed between two boards, so that it can be animated.

export type Change =
  | { kind: "placed" }
  | { kind: "turned"; from: string }
  | { kind: "moved"; rows: number; columns: number };

export interface Changes {
  /** The change of each cell that holds a piece now, by `row,column`. */
  arrived: Map<string, Change>;
  /** The piece that was taken from the board at each cell: it went nowhere else. */
  taken: Map<string, string>;
}

type Rows = readonly (readonly string[])[];
type Spot = [number, number];
type Owner = (piece: string) => string;

/**
 * A piece comes from the nearest cell that such a piece left. With `ownerOf`, which games have whose pieces
 * are promoted, it may also have been another piece of its owner there.
 */
export function changes(before: Rows | null, after: Rows, ownerOf?: Owner): Changes {
  const found: Changes = { arrived: new Map(), taken: new Map() };
  if (!before || before.length !== after.length || before[0]?.length !== after[0]?.length) return found;
  const left = changedCells(after, before);
  const come = changedCells(before, after);
  takeMoves(left, come, (piece) => piece, found.arrived);
  if (ownerOf) takeMoves(left, come, ownerOf, found.arrived);
  for (const { spot } of come) {
    const was = before[spot[0]]?.[spot[1]] ?? "";
    found.arrived.set(key(spot), was === "" ? { kind: "placed" } : { kind: "turned", from: was });
  }
  for (const { piece, spot } of left) {
    const now = found.arrived.get(key(spot))?.kind;
    if (now === undefined || now === "moved") found.taken.set(key(spot), piece);
  }
  return found;
}

interface Placed {
  piece: string;
  spot: Spot;
}

function key(spot: Spot): string {
  return `${spot[0]},${spot[1]}`;
}

/** The pieces of a board that are not at the same cells of another. */
function changedCells(other: Rows, board: Rows): Placed[] {
  return board.flatMap((row, r) =>
    row.flatMap((piece, c) => (piece === "" || other[r]?.[c] === piece ? [] : [{ piece, spot: [r, c] as Spot }])),
  );
}

/** Pair the pieces that came with those that left and are the same by `identity`, and remove both. */
function takeMoves(left: Placed[], come: Placed[], identity: Owner, arrived: Map<string, Change>): void {
  for (const each of [...come]) {
    const origin = takeNearest(left, (other) => identity(other.piece) === identity(each.piece), each.spot);
    if (!origin) continue;
    come.splice(come.indexOf(each), 1);
    arrived.set(key(each.spot), { kind: "moved", rows: origin[0] - each.spot[0], columns: origin[1] - each.spot[1] });
  }
}

function takeNearest(left: Placed[], isWanted: (other: Placed) => boolean, to: Spot): Spot | null {
  const distance = ({ spot }: Placed) => Math.abs(spot[0] - to[0]) + Math.abs(spot[1] - to[1]);
  const wanted = left.filter(isWanted);
  const nearest = wanted.reduce<Placed | null>((best, each) => (best && distance(best) <= distance(each) ? best : each), null);
  if (nearest) left.splice(left.indexOf(nearest), 1);
  return nearest?.spot ?? null;
}
