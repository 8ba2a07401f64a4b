// A search that chooses a move: one request at a time, with its progress.

import type { Progress } from "./messages";
import { ServerError, type Message, type Socket } from "./socket";

export interface Thinking {
  seat: number;
  progress: Progress | null;
  queued: number;
  preparing: boolean;
}

export class MoveChooser {
  thinking = $state.raw<Thinking | null>(null);
  private request = 0;

  constructor(
    private readonly socket: Socket,
    private readonly chosen: (move: string) => void,
    private readonly failed: (error: ServerError) => void,
  ) {}

  start(seat: number, fields: Record<string, unknown>): void {
    this.stop();
    this.thinking = { seat, progress: null, queued: 0, preparing: false };
    const id = this.socket.send({ type: "choose", channel: "play", ...fields }, (message) => {
      if (id === this.request) this.hear(message);
    });
    this.request = id;
  }

  stop(): void {
    if (this.request) this.socket.stop(this.request);
    this.finish();
  }

  private finish(): void {
    this.request = 0;
    this.thinking = null;
  }

  private hear(message: Message): void {
    const before = this.thinking;
    if (message.type === "chosen") {
      this.finish();
      this.chosen(String(message.move));
    } else if (message.type === "error") {
      this.finish();
      this.failed(new ServerError(message));
    } else if (!before) return;
    else if (message.type === "progress") this.thinking = { ...before, progress: message as unknown as Progress, queued: 0, preparing: false };
    else if (message.type === "queued") this.thinking = { ...before, queued: Number(message.place) };
    else if (message.type === "preparing") this.thinking = { ...before, queued: 0, preparing: true };
  }
}
