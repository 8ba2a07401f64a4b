// One WebSocket to the server. A request has an id, and every answer repeats it.

// A message as it travels; callers narrow it by its type.
export type Message = { type: string; id?: number | null } & Record<string, any>;
export type Listener = (message: Message) => void;

export interface Socket {
  /** Send a request; `listen` gets every answer to it. Returns the request's id. */
  send(request: { type: string } & Record<string, unknown>, listen: Listener): number;
  /** Tell the server to stop a request, and hear no more of it. */
  stop(id: number): void;
  /** Hear what the server sends without being asked, and the state of the connection. */
  subscribe(listen: Listener): () => void;
}

const FINAL = new Set([
  "welcome", "position", "rolled", "chosen", "review_done", "tree", "stopped", "error", "exported",
]);

export function isFinal(message: Message): boolean {
  return FINAL.has(message.type) || (message.type === "analysis" && message.done === true);
}

/** The first final answer to a request; an error answer rejects. */
export function ask<T>(socket: Socket, request: { type: string } & Record<string, unknown>): Promise<T> {
  return new Promise((resolve, reject) => {
    socket.send(request, (message) => {
      if (message.type === "error") reject(new ServerError(message));
      else if (isFinal(message)) resolve(message as unknown as T);
    });
  });
}

export class ServerError extends Error {
  readonly file: string | null;
  readonly line: number | null;
  readonly code: string;

  constructor(message: Message) {
    super(String(message.message));
    this.file = message.file ?? null;
    this.line = message.line ?? null;
    this.code = message.code ?? "";
  }
}

const LONGEST_WAIT = 5000;

/** A socket that connects again by itself and reports `open` and `closed` to subscribers. */
export class LiveSocket implements Socket {
  private connection: WebSocket | null = null;
  private listeners = new Map<number, Listener>();
  private subscribers = new Set<Listener>();
  private waiting: string[] = [];
  private next = 1;
  private delay = 250;

  constructor(private readonly address: string) {
    this.connect();
  }

  send(request: { type: string } & Record<string, unknown>, listen: Listener): number {
    const id = this.next++;
    this.listeners.set(id, listen);
    this.transmit(JSON.stringify({ ...request, id }));
    return id;
  }

  stop(id: number): void {
    if (!this.listeners.delete(id)) return;
    this.transmit(JSON.stringify({ type: "stop", id: this.next++, of: id }));
  }

  subscribe(listen: Listener): () => void {
    this.subscribers.add(listen);
    return () => this.subscribers.delete(listen);
  }

  private transmit(text: string): void {
    if (this.connection?.readyState === WebSocket.OPEN) this.connection.send(text);
    else this.waiting.push(text);
  }

  private connect(): void {
    const connection = new WebSocket(this.address);
    this.connection = connection;
    connection.onopen = () => {
      this.delay = 250;
      const waiting = this.waiting;
      this.waiting = [];
      this.tell({ type: "open" });
      for (const text of waiting) connection.send(text);
    };
    connection.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as Message);
    connection.onclose = () => this.reconnect();
  }

  private reconnect(): void {
    this.waiting = [];
    const lost = [...this.listeners.entries()];
    this.listeners.clear();
    for (const [id, listen] of lost) {
      listen({ type: "error", id, code: "closed", message: "The connection to the server was lost." });
    }
    this.tell({ type: "closed" });
    setTimeout(() => this.connect(), this.delay);
    this.delay = Math.min(2 * this.delay, LONGEST_WAIT);
  }

  private receive(message: Message): void {
    if (message.id === undefined || message.id === null) {
      this.tell(message);
      return;
    }
    const listen = this.listeners.get(message.id);
    if (isFinal(message)) this.listeners.delete(message.id);
    listen?.(message);
  }

  private tell(message: Message): void {
    for (const listen of this.subscribers) listen(message);
  }
}
