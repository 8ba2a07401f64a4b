// A small game for tests: three cells in a row, X and O in turn; the third piece ends it.

import type { GameInfo, Position, Welcome } from "../src/lib/messages";
import { FakeSocket } from "./fakeSocket";

export const GAME: GameInfo = {
  name: "rows", title: "Rows", source: "file", summary: "Fill the row.", parameters: [], players: 2, chance: false,
  hidden: false, has_board: true, default_search: "engine", refused: { star1: "it needs chance" }, error: null,
};

const CELLS = ["a1", "b1", "c1"];

export const WELCOME = {
  type: "welcome", id: 1, version: "0", games: [GAME], examples: [], cores: 1,
  searches: [
    { name: "engine", summary: "Finds the best move.", parameters: [
      { name: "threads", kind: "int", default: 1, choices: [] }, { name: "quiescence", kind: "bool", default: true, choices: [] },
      { name: "evaluation", kind: "str", default: "", choices: ["none", "trained"] },
    ], records_trees: false },
    { name: "star1", summary: "For dice.", parameters: [], records_trees: false },
  ],
} satisfies Welcome;

export function positionOf(moves: string[]): Position {
  const row = CELLS.map((cell) => ["", "X", "O"][moves.indexOf(cell) < 0 ? 0 : 1 + (moves.indexOf(cell) % 2)] ?? "");
  const over = moves.length === 3;
  return {
    type: "position", id: 0, at: { game: "rows", settings: {}, start: null, moves },
    board: { rows: [row], column_labels: ["a", "b", "c"], row_labels: ["1"], kind: "grid" },
    text: row.join("|"), mover: moves.length % 2, player_names: ["Player 1", "Player 2"], mover_piece: "XO".charAt(moves.length % 2),
    legal: over ? [] : CELLS.filter((cell) => !moves.includes(cell)).map((move) => ({ move, cells: [[0, CELLS.indexOf(move)]], label: move })),
    outcomes: [], over, reason: "", utilities: over ? [1, -1] : null, winner: over ? 0 : null, last_cells: [],
    history: moves.map((move, ply) => ({ move, mover: ply % 2, position_text: null, hidden: false })), viewer: null,
  };
}

export function rowsServer(): FakeSocket {
  return new FakeSocket({
    hello: () => WELCOME as never,
    position: (request) => {
      if (request.at.start) return { type: "error", code: "refused", message: `'${request.at.start}' is no position.` };
      const bad = request.at.moves.find((move: string) => !CELLS.includes(move));
      if (bad) return { type: "error", code: "refused", message: `'${bad}' is not a legal move here.` };
      return positionOf(request.at.moves) as never;
    },
    choose: (request) => ({ type: "chosen", move: CELLS.find((cell) => !request.at.moves.includes(cell)), result: null, seconds: 0 }) as never,
  });
}

/** Let the answers that are due arrive. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setTimeout(done, 0));
}
