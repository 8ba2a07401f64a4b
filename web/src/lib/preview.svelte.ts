// A position that is looked at without going there, as when the pointer is on a line.

import { keyOf } from "./analyser.svelte";
import type { Position } from "./messages";
import { named } from "./playerNames";
import type { FullAt } from "./record";
import { ask, type Socket } from "./socket";

const MOST_KEPT = 300;
const STEP = 700;

export class Preview {
  position = $state.raw<Position | null>(null);
  /** How many moves of the line are shown. */
  length = $state(0);
  line = $state.raw<string[]>([]);
  private kept = new Map<string, Position>();
  private wanted = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly socket: Socket) {}

  /** Show a line up to one of its moves and play on from there. */
  async play(at: FullAt, viewers: number[] | null, line: string[], length: number): Promise<void> {
    clearTimeout(this.timer);
    this.line = line;
    this.length = length;
    const there = { ...at, moves: [...at.moves, ...line.slice(0, length)] };
    const key = keyOf(there);
    this.wanted = key;
    const kept = this.kept;
    try {
      const position = kept.get(key) ?? named(await ask<Position>(this.socket, { type: "position", at: there, viewers }));
      if (kept.size > MOST_KEPT) kept.clear();
      kept.set(key, position);
      if (this.wanted !== key) return;
      this.position = position;
      if (length < line.length) this.timer = setTimeout(() => void this.play(at, viewers, line, length + 1), STEP);
    } catch {
      this.end();
    }
  }

  /** Rules were saved: their positions are others now. */
  forget(): void {
    this.kept = new Map();
    this.end();
  }

  end(): void {
    clearTimeout(this.timer);
    this.wanted = "";
    this.position = null;
    this.line = [];
    this.length = 0;
  }
}
