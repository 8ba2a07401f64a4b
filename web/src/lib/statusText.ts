// A position in one sentence.

import type { Position } from "./messages";

/** `deals` says that chance deals cards, which players hide; else it rolls dice. */
export function statusText(position: Position, expired: number | null = null, deals = false): string {
  const names = position.player_names;
  if (expired !== null) return timeText(names, expired);
  if (position.over) return endText(position);
  return position.mover < 0 ? (deals ? "Dealing…" : "Rolling…") : `${nameOf(names, position.mover)} to move`;
}

/** With two players, the other one wins. */
function timeText(names: string[], expired: number): string {
  const winner = names.length === 2 ? `; ${nameOf(names, 1 - expired)} wins` : "";
  return `${nameOf(names, expired)} is out of time${winner}.`;
}

function endText(position: Position): string {
  const reason = position.reason ? ` (${position.reason})` : "";
  if (position.winner !== null) return `${nameOf(position.player_names, position.winner)} wins${margin(position)}${reason}.`;
  const draw = !position.utilities || position.utilities.every((each) => each === position.utilities?.[0]);
  return draw ? `Draw${reason}.` : `The game is over${reason}.`;
}

/** By how much, where a win is worth more than one. */
function margin(position: Position): string {
  const best = position.winner === null ? 0 : (position.utilities?.[position.winner] ?? 0);
  return Math.abs(best) > 1 ? ` by ${Math.abs(best)}` : "";
}

export function nameOf(names: string[], player: number): string {
  return names[player] ?? `Player ${player + 1}`;
}
