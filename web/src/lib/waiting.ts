// What a request waits for before its search runs, in words.

import type { Message } from "./socket";

export function waitText(queued: number, preparing: boolean): string {
  if (queued) return `Queued at ${queued}: other searches come first.`;
  return preparing ? "Preparing the rules…" : "";
}

/** The same from an answer; any other answer ends the wait. */
export function waitOf(message: Message): string {
  return waitText(message.type === "queued" ? Number(message.place) : 0, message.type === "preparing");
}
