// Win probabilities, always told from one fixed side.

import type { Analysis, AnalyzedMove, Position } from "./messages";
import { percent } from "./numbers";

/** The win probability of `viewpoint`, from that of player 0; only two players share one number. */
export function seenFrom(chance: number | null, viewpoint: number): number | null {
  return chance === null ? null : viewpoint === 1 ? 1 - chance : chance;
}

/** The win probability of player 0 once the game is over. */
export function finalChance(position: Position): number | null {
  if (!position.over) return null;
  if (position.winner === null) return 0.5;
  return position.winner === 0 ? 1 : 0;
}

/** What there is to show of a position: nothing before the search has seen enough. */
export function shownChance(position: Position | null, analysis: Analysis | null): number | null {
  if (position?.over) return finalChance(position);
  return analysis?.enough ? analysis.chance : null;
}

const LEAST_VISITS = 50;

/** Whether a move has a value worth showing: searched as deep as the best, or simulated often. */
export function hasValue(move: AnalyzedMove): boolean {
  return move.known && move.chance !== null && (move.visits === null || move.visits >= LEAST_VISITS);
}

/** What a move cost the player who made it, in win probability; null if it is not known. */
export function costOf(analysis: Analysis | undefined, move: string, mover: number): number | null {
  if (!analysis?.enough) return null;
  const side = (chance: number) => (mover === 0 ? chance : 1 - chance);
  const chances = analysis.moves.flatMap((each) => (each.chance === null || !hasValue(each) ? [] : [side(each.chance)]));
  const made = analysis.moves.find((each) => each.move === move && hasValue(each))?.chance;
  return made === undefined || made === null || !chances.length ? null : Math.max(...chances) - side(made);
}

/** Whose the percentages are, in words. */
export function winsText(name: string, chance: number | null): string {
  return `${name} wins with ${percent(chance)}`;
}
