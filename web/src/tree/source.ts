// Where recorded trees come from: the server of the page, or the kernel of a notebook.

import type { At, Exported, Position, Tree } from "../lib/messages";
import { ask, isFinal, ServerError, type Socket } from "../lib/socket";
import { waitOf } from "../lib/waiting";

/** What is recorded. */
export interface TreeOptions {
  at: At;
  nested: unknown;
  search: string;
  depth: number | null;
  paths: number | null;
  cutOnEquality: boolean;
  showPruned: boolean;
}

export interface TreeSource {
  /** The position at a node of the shown tree. */
  position(node: number): Promise<Position>;
  /** The shown tree as a file. */
  exported(format: string, windows: boolean): Promise<Exported>;
}

/** The moves that lead from the root to a node. */
export function movesTo(tree: Pick<Tree, "nodes">, node: number): string[] {
  const moves: string[] = [];
  for (let at = node; at >= 0; at = tree.nodes[at]!.parent) moves.unshift(tree.nodes[at]!.move);
  return moves.filter((move) => move !== "");
}

export function request(options: TreeOptions): Record<string, unknown> {
  return {
    at: options.at,
    nested: options.nested ?? null,
    search: options.search,
    limits: { depth: options.depth, nodes: options.paths },
    cut_on_equality: options.cutOnEquality,
    show_pruned: options.showPruned,
    channel: "tree",
  };
}

export interface Recording {
  /** Never settled once the recording is stopped. */
  tree: Promise<Tree>;
  stop: () => void;
}

/** Record a tree; `waits` is told what the recording waits for, and "" when it runs. */
export function record(socket: Socket, options: TreeOptions, waits: (text: string) => void): Recording {
  let id = 0;
  const tree = new Promise<Tree>((resolve, reject) => {
    id = socket.send({ type: "tree", ...request(options) }, (message) => {
      waits(waitOf(message));
      if (message.type === "error") reject(new ServerError(message));
      else if (isFinal(message)) resolve(message as unknown as Tree);
    });
  });
  return { tree, stop: () => socket.stop(id) };
}

export class ServerSource implements TreeSource {
  constructor(
    private readonly socket: Socket,
    private readonly tree: Tree,
    private readonly options: TreeOptions,
  ) {}

  position(node: number): Promise<Position> {
    const moves = [...(this.tree.at.moves ?? []), ...movesTo(this.tree, node)];
    return ask<Position>(this.socket, { type: "position", at: { ...this.tree.at, moves } });
  }

  exported(format: string, windows: boolean): Promise<Exported> {
    const asked = { ...request(this.options), channel: null, format, windows };
    return ask<Exported>(this.socket, { type: "tree_export", ...asked });
  }
}
