// What of a recorded search is known after some of its events.

import type { TreeEvent, TreeNode } from "../lib/messages";

export const UNSEEN = 0;
export const OPEN = 1;
export const DONE = 2;
export const CUT = 3;

export interface Recorded {
  nodes: TreeNode[];
  events: TreeEvent[];
}

/** The children of each node, in the order of the search. */
export function childrenOf(nodes: TreeNode[]): number[][] {
  const children: number[][] = nodes.map(() => []);
  nodes.forEach((node, index) => {
    if (node.parent >= 0) children[node.parent]!.push(index);
  });
  return children;
}

/** The state of each node after `step` events. */
export class Playback {
  readonly length: number;
  readonly children: number[][];
  step = 0;
  state: Uint8Array;
  label: string[] = [];
  alpha: string[] = [];
  beta: string[] = [];
  visits: number[] = [];
  urgency: string[] = [];
  /** The nodes that the newest path changed. */
  fresh = new Set<number>();

  constructor(private readonly tree: Recorded) {
    this.length = tree.events.length;
    this.children = childrenOf(tree.nodes);
    this.state = new Uint8Array(tree.nodes.length);
    this.reset();
  }

  /** The event that led to the present step; null at the start. */
  get event(): TreeEvent | null {
    return this.tree.events[this.step - 1] ?? null;
  }

  /** Go to a step, which is the number of events that have happened. */
  seek(step: number): void {
    const wanted = Math.max(0, Math.min(this.length, Math.round(step)));
    if (wanted < this.step) this.reset();
    while (this.step < wanted) this.apply(this.tree.events[this.step++]!);
  }

  private reset(): void {
    this.step = 0;
    this.state.fill(UNSEEN);
    const count = this.tree.nodes.length;
    this.label = new Array<string>(count).fill("");
    this.alpha = this.tree.nodes.map((node) => node.alpha);
    this.beta = this.tree.nodes.map((node) => node.beta);
    this.visits = new Array<number>(count).fill(-1);
    this.urgency = new Array<string>(count).fill("");
    this.fresh.clear();
  }

  private apply(event: TreeEvent): void {
    const node = event.node;
    this.fresh.clear();
    if (event.kind === "path") return this.applyPath(event);
    this.alpha[node] = event.alpha;
    this.beta[node] = event.beta;
    if (event.kind === "cut") event.cut.forEach((branch) => this.cut(branch));
    else this.state[node] = event.kind === "value" ? DONE : OPEN;
    this.label[node] = event.kind === "value" ? this.tree.nodes[node]!.label : event.value;
  }

  private applyPath(event: TreeEvent): void {
    for (const change of event.changes) {
      this.state[change.node] = DONE;
      if (this.label[change.node] !== change.label || this.visits[change.node] !== change.visits) {
        this.fresh.add(change.node);
      }
      this.label[change.node] = change.label;
      this.visits[change.node] = change.visits;
      this.urgency[change.node] = change.urgency;
    }
  }

  private cut(branch: number): void {
    const below = [branch];
    for (let node = below.pop(); node !== undefined; node = below.pop()) {
      this.state[node] = CUT;
      this.label[node] = this.tree.nodes[node]!.label;
      below.push(...this.children[node]!);
    }
  }
}
