// A server for tests: it answers each request from a table and remembers what was asked.

import { isFinal, type Listener, type Message, type Socket } from "../src/lib/socket";

type Request = { type: string } & Record<string, any>;
type Reply = (request: Request) => Message | Message[] | null;

export class FakeSocket implements Socket {
  asked: Request[] = [];
  stopped: number[] = [];
  private listeners = new Map<number, Listener>();
  private subscribers = new Set<Listener>();
  private next = 1;

  constructor(readonly replies: Record<string, Reply>) {}

  send(request: Request, listen: Listener): number {
    const id = this.next++;
    this.asked.push({ ...request, id });
    this.listeners.set(id, listen);
    const reply = this.replies[request.type]?.(request) ?? null;
    if (reply) queueMicrotask(() => [reply].flat().forEach((message) => this.answer(id, message)));
    return id;
  }

  answer(id: number, message: Message): void {
    const listen = this.listeners.get(id);
    if (isFinal(message)) this.listeners.delete(id);
    listen?.({ ...message, id });
  }

  stop(id: number): void {
    this.stopped.push(id);
    this.listeners.delete(id);
  }

  subscribe(listen: Listener): () => void {
    this.subscribers.add(listen);
    return () => this.subscribers.delete(listen);
  }

  push(message: Message): void {
    for (const listen of this.subscribers) listen(message);
  }

  last(type: string): Request | undefined {
    return this.asked.filter((request) => request.type === type).at(-1);
  }
}
