// One search that analyses positions: at most one request at a time, and its newest answer.

import type { Analysis, Limits } from "./messages";
import type { FullAt } from "./record";
import type { Socket } from "./socket";

export function keyOf(at: FullAt): string {
  return JSON.stringify([at.game, at.settings, at.start, at.moves]);
}

export class Analyser {
  search = $state("");
  limits = $state.raw<Limits>({ seconds: 5 });
  lines = $state(5);
  /** The newest answer; null before the first. */
  analysis = $state.raw<Analysis | null>(null);
  running = $state(false);
  queued = $state(0);
  preparing = $state(false);
  problem = $state("");
  /** Why there is nothing to analyse here, though nothing is wrong. */
  hint = $state("");
  private request = 0;

  constructor(
    private readonly socket: Socket,
    private readonly channel: string,
    private readonly heard: (key: string, analysis: Analysis) => void = () => {},
  ) {}

  run(at: FullAt, viewers: number[] | null, known: Analysis | undefined = undefined): void {
    this.stop();
    this.analysis = known ?? null;
    this.problem = this.hint = "";
    this.queued = 0;
    if (known?.done) return;
    this.running = true;
    const key = keyOf(at);
    const request = { type: "analyze", at, viewers, search: this.search, limits: this.limits, lines: this.lines, channel: this.channel };
    const id = this.socket.send(request, (message) => {
      if (id !== this.request) return;
      if (message.type === "analysis") this.hear(key, message as unknown as Analysis);
      else if (message.type === "queued") this.queued = Number(message.place);
      else if (message.type === "preparing") this.preparing = true;
      else if (message.type === "error") {
        if (message.code === "not_yet") this.hint = String(message.message);
        else this.problem = String(message.message);
        this.running = false;
      }
    });
    this.request = id;
  }

  private hear(key: string, analysis: Analysis): void {
    this.queued = 0;
    this.preparing = false;
    this.analysis = analysis;
    this.heard(key, analysis);
    if (analysis.done) this.running = false;
  }

  stop(): void {
    if (this.running) this.socket.stop(this.request);
    this.request = 0;
    this.running = false;
    this.preparing = false;
    this.queued = 0;
  }
}
