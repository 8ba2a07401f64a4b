// Which nodes of a tree are shown: not those below a folded node, and of many siblings the best.

import type { TreeNode } from "../lib/messages";

/** A node that is shown; or, where `more` is not 0, so many children of `node` that are not. */
export interface Item {
  node: number;
  more: number;
  /** The index of the item above; −1 at a root. */
  parent: number;
  depth: number;
}

export interface Folding {
  /** The nodes whose children are not shown. */
  collapsed: ReadonlySet<number>;
  /** The nodes whose children are all shown, however many there are. */
  opened: ReadonlySet<number>;
  /** How many children of another node are shown; of a chance node at least `OUTCOMES`. */
  widest: number;
  /** How many plies are shown; below them, only the children of nodes that are unfolded or opened. */
  deepest?: number;
  unfolded?: ReadonlySet<number>;
}

const OUTCOMES = 6;

/** Whether no child of a node at this depth is shown. */
export function isFolded(folding: Folding, node: number, depth: number): boolean {
  return folding.collapsed.has(node) || isTooDeep(folding, node, depth);
}

function isTooDeep(folding: Folding, node: number, depth: number): boolean {
  return depth >= (folding.deepest ?? Infinity) && !folding.unfolded?.has(node) && !folding.opened.has(node);
}

/** The items in preorder, siblings in the order of the search. */
export function visibleItems(nodes: TreeNode[], children: number[][], folding: Folding): Item[] {
  const items: Item[] = [];
  const waiting: Item[] = [];
  for (let node = nodes.length - 1; node >= 0; node--) {
    if (nodes[node]!.parent < 0) waiting.push({ node, more: 0, parent: -1, depth: 0 });
  }
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    const parent = items.push(item) - 1;
    if (item.more || folding.collapsed.has(item.node)) continue;
    const below = isTooDeep(folding, item.node, item.depth) ? [] : shownChildren(nodes, children[item.node]!, folding, item.node);
    const more = children[item.node]!.length - below.length;
    const depth = item.depth + 1;
    if (more) waiting.push({ node: item.node, more, parent, depth });
    for (const node of below.reverse()) waiting.push({ node, more: 0, parent, depth });
  }
  return items;
}

function shownChildren(nodes: TreeNode[], below: number[], folding: Folding, node: number): number[] {
  const widest = nodes[node]!.shape === "chance" ? Math.max(folding.widest, OUTCOMES) : folding.widest;
  const all = below.length <= widest + 1 || folding.opened.has(node);
  return all ? [...below] : below.filter((child) => nodes[child]!.rank < widest);
}
