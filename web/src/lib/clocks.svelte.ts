// The players' clocks, which the page keeps: `300+5` is five minutes and five seconds a move.

export class Clocks {
  control = $state("");
  remaining = $state.raw<number[]>([]);
  /** The player whose time ran out. */
  expired = $state.raw<number | null>(null);
  increment = 0;
  private running: number | null = null;
  private since = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** `ranOut` is told when a player's time runs out. */
  constructor(private readonly ranOut: () => void = () => {}) {}

  get isOn(): boolean {
    return this.control !== "";
  }

  reset(control: string, players: number): void {
    this.stop();
    const [base, increment] = readControl(control);
    this.control = base > 0 ? control : "";
    this.increment = increment;
    this.expired = null;
    this.remaining = Array.from({ length: players }, () => base);
  }

  left(player: number): number {
    return this.remaining[player] ?? 0;
  }

  /** Let a player's clock run; it runs already if it was that player's before. */
  run(player: number): void {
    if (!this.isOn || this.running === player || this.expired !== null) return;
    this.stop();
    this.running = player;
    this.since = performance.now();
    this.timer = setInterval(() => this.tick(), 100);
  }

  /** Stop the clock that runs; a move that was made earns the increment. */
  stop(moved = false): void {
    clearInterval(this.timer);
    if (this.running === null) return;
    this.tick();
    if (moved && this.expired === null) this.change(this.running, this.increment);
    this.running = null;
  }

  private tick(): void {
    const now = performance.now();
    if (this.running === null) return;
    this.change(this.running, (this.since - now) / 1000);
    this.since = now;
    if (this.left(this.running) <= 0) {
      this.expired = this.running;
      this.running = null;
      clearInterval(this.timer);
      this.ranOut();
    }
  }

  private change(player: number, by: number): void {
    this.remaining = this.remaining.map((time, index) => (index === player ? Math.max(0, time + by) : time));
  }
}

/** `300+5` as base and increment in seconds; zeros if it is none. */
export function readControl(text: string): [number, number] {
  const [base = 0, increment = 0] = text.split("+").map(Number);
  return Number.isFinite(base) && Number.isFinite(increment) ? [base, increment] : [0, 0];
}
