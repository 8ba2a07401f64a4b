// How a board is drawn. The server says what kind of board it is; the shipped games have looks of
// their own, and every other game gets plain squares with its pieces as letters.

import type { Board } from "./messages";

export interface Look {
  surface: "plain" | "checker" | "felt" | "wood" | "drop";
  pieces: "token" | "disc" | "stone" | "mark" | "chess" | "draught" | "counter";
}

const LOOKS: Record<string, Look> = {
  othello: { surface: "felt", pieces: "disc" },
  gomoku: { surface: "wood", pieces: "stone" },
  "tic-tac-toe": { surface: "plain", pieces: "mark" },
  nim: { surface: "plain", pieces: "counter" },
};

const KINDS: Record<string, Look> = {
  drop: { surface: "drop", pieces: "disc" },
  chess: { surface: "checker", pieces: "chess" },
  checkers: { surface: "checker", pieces: "draught" },
};

export function lookOf(game: string, board: Board): Look {
  return KINDS[board.kind] ?? LOOKS[game] ?? { surface: "plain", pieces: "token" };
}

/** Whose a piece is, on boards where it may become another one on its way. */
export function ownerWhenPromoted(look: Look): ((piece: string) => string) | undefined {
  if (look.pieces === "chess") return (piece) => (piece === piece.toUpperCase() ? "white" : "black");
  return look.pieces === "draught" ? (piece) => piece.charAt(0) : undefined;
}

const CHESS_NAMES: Record<string, string> = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

const OWNERS = ["X", "O", "Y"];

/** A piece in words, for screen readers; one that is drawn in a player's colour by that player's name. */
export function pieceName(piece: string, look: Look, names: string[] = []): string {
  if (piece === "") return "empty";
  const name = look.pieces === "chess" ? CHESS_NAMES[piece.toLowerCase()] : undefined;
  if (name) return `${piece === piece.toUpperCase() ? "white" : "black"} ${name}`;
  if (look.pieces === "draught") return `${piece.startsWith("X") ? "black" : "white"} ${piece.length > 1 ? "king" : "man"}`;
  if (look.pieces === "disc" && look.surface === "felt") return piece === "X" ? "black" : "white";
  if (look.pieces === "stone") return piece === "X" ? "black" : "white";
  const owner = look.surface === "drop" ? names[OWNERS.indexOf(piece)] : undefined;
  return owner ?? piece;
}

/** A stack of checkers in words. */
export function stackName(count: number, owner: string, names: string[]): string {
  return count ? `${count} ${names[OWNERS.indexOf(owner)] ?? owner}` : "empty";
}

/** A cell in words: its labels where the board has any, else its row and column. */
export function cellName(board: Board, row: number, column: number): string {
  const number = squareNumber(board, row, column);
  if (number) return `square ${number}`;
  const column_label = board.column_labels[column];
  const row_label = board.row_labels[row];
  if (column_label && row_label) return `${column_label}${row_label}`;
  return `row ${row_label ?? row + 1}, column ${column_label ?? column + 1}`;
}

/** The number of a dark square of checkers, by which moves are written; "" elsewhere. */
export function squareNumber(board: Board, row: number, column: number): string {
  const isNumbered = board.kind === "checkers" && (row + column) % 2 === 1;
  return isNumbered ? String(4 * row + Math.floor(column / 2) + 1) : "";
}
