// Names of the players: by the colour of their pieces where the page draws them in colours.

import { lookOf } from "./drawing";
import type { Position } from "./messages";

const NAMES: Record<string, string[]> = {
  chess: ["White", "Black"],
  drop: ["Red", "Yellow", "Green"],
  points: ["White", "Black"],
  felt: ["Black", "White"],
  wood: ["Black", "White"],
  mark: ["X", "O"],
};

/** The position with the players named as they are drawn; names that a game gives itself stay. */
export function named(position: Position): Position {
  const { board, player_names: given } = position;
  if (!board || !given.every((name, player) => name === `Player ${player + 1}`)) return position;
  const look = lookOf(position.at.game, board);
  const names = NAMES[board.kind] ?? NAMES[look.surface] ?? NAMES[look.pieces];
  return names && names.length >= given.length ? { ...position, player_names: names.slice(0, given.length) } : position;
}
