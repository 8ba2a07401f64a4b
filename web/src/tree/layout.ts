// Where the nodes of a drawing are: leaves side by side, a parent over the middle of its children.

import type { Item } from "./visible";

const COUSINS_APART = 1.3;

export interface Layout {
  x: Float64Array;
  depth: number;
  width: number;
}

/** The place of each item, in widths of a node; its depth says how far down it is. */
export function layout(items: Item[]): Layout {
  const x = new Float64Array(items.length);
  const isLeaf = new Uint8Array(items.length).fill(1);
  const first = new Int32Array(items.length).fill(-1);
  for (const item of items) if (item.parent >= 0) isLeaf[item.parent] = 0;
  let next = 0;
  let before = -1;
  let depth = 0;
  items.forEach((item, index) => {
    depth = Math.max(depth, item.depth);
    if (item.parent >= 0 && first[item.parent] === -1) first[item.parent] = index;
    if (!isLeaf[index]) return;
    if (before >= 0) next += items[before]!.parent === item.parent ? 1 : COUSINS_APART;
    x[index] = next;
    before = index;
  });
  centreParents(items, x, first);
  return { x, depth, width: next };
}

function centreParents(items: Item[], x: Float64Array, first: Int32Array): void {
  const last = new Int32Array(items.length).fill(-1);
  items.forEach((item, index) => {
    if (item.parent >= 0) last[item.parent] = index;
  });
  for (let index = items.length - 1; index >= 0; index--) {
    if (last[index]! >= 0) x[index] = (x[first[index]!]! + x[last[index]!]!) / 2;
  }
}
