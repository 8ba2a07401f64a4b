// The record of a game: a tree of moves, in which the first child of a node is the main line.
// A record never changes; functions return a new one.

import type { At } from "./messages";

export type FullAt = Required<At>;
export type Settings = Record<string, unknown>;

export interface Node {
  /** The move that leads here; empty at the root. */
  move: string;
  parent: number;
  children: number[];
}

export interface GameRecord {
  game: string;
  settings: Settings;
  start: string | null;
  nodes: Node[];
  current: number;
}

export const ROOT = 0;

export function newRecord(game: string, settings: Settings = {}, start: string | null = null): GameRecord {
  return { game, settings, start, nodes: [{ move: "", parent: -1, children: [] }], current: ROOT };
}

export function nodeAt(record: GameRecord, node: number): Node {
  const found = record.nodes[node];
  if (!found) throw new Error(`The record has no node ${node}.`);
  return found;
}

/** The nodes from the root to a node, both included. */
export function pathTo(record: GameRecord, node: number): number[] {
  const path: number[] = [];
  for (let each = node; each !== -1; each = nodeAt(record, each).parent) path.push(each);
  return path.reverse();
}

/** The nodes from the root through the current one to the end of its line. */
export function lineOf(record: GameRecord): number[] {
  const line = pathTo(record, record.current);
  for (let next = nodeAt(record, record.current).children[0]; next !== undefined; ) {
    line.push(next);
    next = nodeAt(record, next).children[0];
  }
  return line;
}

export function movesTo(record: GameRecord, node: number): string[] {
  return pathTo(record, node).slice(1).map((each) => nodeAt(record, each).move);
}

export function atNode(record: GameRecord, node: number = record.current): FullAt {
  return { game: record.game, settings: record.settings, start: record.start, moves: movesTo(record, node) };
}

export function plyOf(record: GameRecord, node: number = record.current): number {
  return pathTo(record, node).length - 1;
}

export function goTo(record: GameRecord, node: number): GameRecord {
  nodeAt(record, node);
  return { ...record, current: node };
}

/** Make a move in the current position: go on if the record has it, else add a variation. */
export function play(record: GameRecord, move: string): GameRecord {
  const here = nodeAt(record, record.current);
  const known = here.children.find((child) => nodeAt(record, child).move === move);
  if (known !== undefined) return goTo(record, known);
  const nodes = [...record.nodes];
  nodes[record.current] = { ...here, children: [...here.children, nodes.length] };
  nodes.push({ move, parent: record.current, children: [] });
  return { ...record, nodes, current: nodes.length - 1 };
}

/** The move texts of the current path as the server writes them, in place of what was typed. */
export function withTexts(record: GameRecord, node: number, texts: string[]): GameRecord {
  const path = pathTo(record, node).slice(1);
  if (path.every((each, ply) => nodeAt(record, each).move === texts[ply])) return record;
  const nodes = [...record.nodes];
  path.forEach((each, ply) => {
    const text = texts[ply];
    if (text !== undefined) nodes[each] = { ...nodeAt(record, each), move: text };
  });
  return { ...record, nodes };
}

/** Remove a node and all below it; the current node moves up if it was among them. */
export function cut(record: GameRecord, node: number): GameRecord {
  if (node === ROOT) return newRecord(record.game, record.settings, record.start);
  const parent = nodeAt(record, node).parent;
  const nodes = [...record.nodes];
  nodes[parent] = { ...nodeAt(record, parent), children: nodeAt(record, parent).children.filter((each) => each !== node) };
  const current = pathTo(record, record.current).includes(node) ? parent : record.current;
  return { ...record, nodes, current };
}
