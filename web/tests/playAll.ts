import { play, type GameRecord } from "../src/lib/record";

/** A record after several moves. */
export function playAll(record: GameRecord, moves: string[]): GameRecord {
  return moves.reduce(play, record);
}
