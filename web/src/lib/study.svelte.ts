// The analysis of a game: values of positions, the review, and a mistake to improve on.

import { Analyser, keyOf } from "./analyser.svelte";
import { costOf, finalChance, seenFrom } from "./chances";
import type { Analysis, Reviewed } from "./messages";
import { atNode, lineOf, nodeAt, type GameRecord } from "./record";
import type { Session } from "./session.svelte";
import { waitOf } from "./waiting";

export interface Puzzle {
  node: number;
  best: string;
  line: string[];
  cost: number;
  played: string;
  state: "asked" | "right" | "wrong" | "shown";
  tried: string;
}

const GOOD_ENOUGH = 0.02;
export const SYMBOLS: Record<string, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class Study {
  on = $state(true);
  viewpoint = $state(0);
  lineLength = $state(7);
  hideVerdict = $state(false);
  paintValues = $state(true);
  puzzle = $state.raw<Puzzle | null>(null);
  reviewed = $state.raw<Map<number, Reviewed>>(new Map());
  reviewing = $state(false);
  /** What the review waits for; empty while it runs. */
  reviewWaits = $state("");
  reviewSeconds = $state(0.3);
  problem = $state("");
  /** Why there is no review yet, though nothing is wrong. */
  hint = $state("");
  /** The newest analysis of each position that was looked at. */
  private known = $state.raw<Map<string, Analysis>>(new Map());
  private path: number[] = [];
  private request = 0;
  readonly analyser: Analyser;

  constructor(readonly session: Session) {
    this.analyser = new Analyser(session.socket, "analyse", (key, analysis) => {
      if (analysis.enough) this.known = new Map(this.known).set(key, analysis);
    });
  }

  analysisAt(record: GameRecord, node: number): Analysis | undefined {
    return this.known.get(keyOf(atNode(record, node)));
  }

  /** Whether the value of the position on show may be seen. */
  get isOpen(): boolean {
    const { record, position } = this.session;
    if (this.puzzle?.node === record.current && (this.puzzle.state === "asked" || this.puzzle.state === "wrong")) return false;
    return !this.hideVerdict || !!position?.over || nodeAt(record, record.current).children.length > 0;
  }

  analyse(): void {
    const { session } = this;
    if (!this.on || !session.position || session.position.over) return this.analyser.stop();
    this.analyser.run(session.at, session.viewers, this.doneAlready());
  }

  /** A finished analysis is shown again, not made again. */
  private doneAlready(): Analysis | undefined {
    const analysis = this.known.get(keyOf(this.session.at));
    return analysis?.done && analysis.moves.length >= Math.min(this.analyser.lines, this.session.position?.legal.length ?? 0) ? analysis : undefined;
  }

  forget(): void {
    this.known = new Map();
  }

  /** The win probability of the viewpoint at each ply of the line on show. */
  get graph(): { node: number; chance: number | null }[] {
    const { record, position } = this.session;
    return lineOf(record).map((node) => {
      const over = position?.over && node === record.current ? finalChance(position) : null;
      const chance = over ?? this.reviewed.get(node)?.chance ?? this.analysisAt(record, node)?.chance ?? null;
      return { node, chance: seenFrom(chance, this.viewpoint) };
    });
  }

  review(): void {
    const { session } = this;
    this.stopReview();
    this.path = lineOf(session.record);
    this.reviewed = new Map();
    this.problem = this.hint = "";
    this.reviewing = true;
    const at = atNode(session.record, this.path.at(-1));
    const request = { type: "review", at, viewers: session.viewers, search: this.analyser.search, limits: { seconds: this.reviewSeconds }, channel: "review" };
    this.request = session.socket.send(request, (message) => {
      this.reviewWaits = waitOf(message);
      if (message.type === "reviewed") this.add(message as unknown as Reviewed);
      else if (message.type === "review_done" || message.type === "error") this.reviewing = false;
      if (message.type === "error" && message.code === "not_yet") this.hint = String(message.message);
      else if (message.type === "error") this.problem = String(message.message);
    });
  }

  private add(reviewed: Reviewed): void {
    const node = this.path[reviewed.ply];
    if (node !== undefined) this.reviewed = new Map(this.reviewed).set(node, reviewed);
  }

  stopReview(): void {
    if (this.reviewing) this.session.socket.stop(this.request);
    this.reviewing = false;
    this.reviewWaits = "";
  }

  clear(): void {
    this.stopReview();
    this.analyser.stop();
    this.analyser.analysis = null;
    this.forget();
    this.reviewed = new Map();
    this.path = [];
    this.puzzle = null;
  }

  get reviewLength(): number {
    return this.path.length;
  }

  /** The moves that cost something, the most expensive first. */
  get mistakes(): { node: number; reviewed: Reviewed; played: string }[] {
    const found = [...this.reviewed.entries()].flatMap(([node, reviewed]) => {
      const next = this.path[reviewed.ply + 1];
      return reviewed.verdict && next !== undefined ? [{ node, reviewed, played: nodeAt(this.session.record, next).move }] : [];
    });
    return found.sort((one, other) => (other.reviewed.cost ?? 0) - (one.reviewed.cost ?? 0));
  }

  /** The mark of each mistake in the list of moves. */
  get notes(): Map<number, string> {
    return new Map(
      this.mistakes.flatMap(({ reviewed }) => {
        const made = this.path[reviewed.ply + 1];
        return made === undefined ? [] : [[made, SYMBOLS[reviewed.verdict] ?? ""] as [number, string]];
      }),
    );
  }

  /** Show the position before a mistake and ask for a better move. */
  ask(node: number, reviewed: Reviewed, played: string): void {
    this.puzzle = { node, best: reviewed.best ?? "", line: reviewed.line, cost: reviewed.cost ?? 0, played, state: "asked", tried: "" };
    void this.session.jump(node);
  }

  /** Judge a move that was tried; false if no question is open here. */
  answer(move: string): boolean {
    const puzzle = this.puzzle;
    const { record, position } = this.session;
    if (!puzzle || puzzle.node !== record.current || puzzle.state === "right" || puzzle.state === "shown") return false;
    const cost = costOf(this.analysisAt(record, puzzle.node), move, position?.mover ?? 0);
    const right = move === puzzle.best || (cost !== null && cost <= GOOD_ENOUGH && move !== puzzle.played);
    this.puzzle = { ...puzzle, tried: move, state: right ? "right" : "wrong" };
    return true;
  }
}
