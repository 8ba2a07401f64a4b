// The places of a drawn tree in its own units, and the view of it.

import type { TreeNode } from "../lib/messages";
import { layout } from "./layout";
import { visibleItems, type Folding, type Item } from "./visible";

export const RADIUS = 20;
export const LEVEL = 96;
const LETTER = 8.5;
const NARROWEST = 58;
const WIDEST = 124;
const MARGIN = 34;

export interface Scene {
  items: Item[];
  x: Float64Array;
  width: number;
  /** The plies below the root. */
  depth: number;
  /** From one node to the next. */
  pitch: number;
  /** The item of each shown node. */
  itemOf: Map<number, number>;
}

export interface View {
  /** Where the scene's origin is on the canvas, and how many pixels a unit takes. */
  x: number;
  y: number;
  scale: number;
  /** The pixels from one ply to the next, at least: a wide tree fills the canvas's height, too. */
  leastLevel: number;
}

/** The pixels from one ply to the next. */
export function level(view: View): number {
  return Math.max(LEVEL * view.scale, view.leastLevel);
}

export function placeX(scene: Scene, view: View, item: number): number {
  return view.x + scene.x[item]! * view.scale;
}

export function placeY(scene: Scene, view: View, item: number): number {
  return view.y + scene.items[item]!.depth * level(view);
}

export function makeScene(nodes: TreeNode[], children: number[][], folding: Folding): Scene {
  const items = visibleItems(nodes, children, folding);
  const places = layout(items);
  const pitch = pitchOf(nodes);
  const itemOf = new Map<number, number>();
  items.forEach((item, index) => {
    if (!item.more) itemOf.set(item.node, index);
  });
  return {
    items,
    x: places.x.map((x) => (x + 0.5) * pitch),
    width: (places.width + 1) * pitch,
    depth: places.depth,
    pitch,
    itemOf,
  };
}

function pitchOf(nodes: TreeNode[]): number {
  let longest = 0;
  for (const node of nodes) {
    const window = node.alpha ? 0.8 * (node.alpha.length + node.beta.length + 3) : 0;
    const selection = node.urgency ? 0.85 * (node.urgency.length + 4) : 0;
    longest = Math.max(longest, node.label.length, node.move.length, window, selection);
  }
  return Math.min(WIDEST, Math.max(NARROWEST, longest * LETTER + 14));
}

export const READABLE_SCALE = 0.55;
const WIDTHS = [12, 8, 5, 3];
/** What is shown of a tree of which no more can be read, the most first. */
const LEAST: Extent[] = [{ widest: 3, deepest: 2 }, { widest: 2, deepest: 2 }, { widest: 3, deepest: 1 }, { widest: 2, deepest: 1 }];

/** How many children of a node, and how many plies, to show of a tree. */
export interface Extent {
  widest: number;
  /** Infinite if no ply is folded. */
  deepest: number;
}

/** What can be read on a canvas of this width: fewer plies rather than fewer than three children of a node, but two plies if it can be. */
export function readableExtent(nodes: TreeNode[], children: number[][], width: number): Extent {
  const none: ReadonlySet<number> = new Set();
  const scene = (extent: Extent) => makeScene(nodes, children, { collapsed: none, opened: none, ...extent });
  const fits = (drawn: Scene) => drawn.width * READABLE_SCALE <= width - 2 * MARGIN;
  const widest = WIDTHS.at(-1)!;
  for (const each of WIDTHS) {
    const whole = { widest: each, deepest: Infinity };
    if (fits(scene(whole))) return whole;
  }
  let deepest = scene({ widest, deepest: Infinity }).depth - 1;
  for (; deepest > 2; deepest -= 1) if (fits(scene({ widest, deepest }))) return { widest, deepest };
  return LEAST.find((extent) => fits(scene(extent))) ?? LEAST.at(-1)!;
}

const LARGEST_SCALE = 1.25;
const TALLEST_LEVEL = 150;

/** The view that shows the whole scene, never larger than is easy to read. A tall scene of a least scale is pressed together, or cut off below. */
export function fitted(scene: Scene, width: number, height: number, leastScale = 0): View {
  const plies = Math.max(1, scene.depth);
  const down = (height - 3 * MARGIN) / plies;
  const across = (width - 2 * MARGIN) / scene.width;
  const scale = Math.min(across, Math.max(down / LEVEL, leastScale), LARGEST_SCALE);
  const leastLevel = Math.min(down, TALLEST_LEVEL);
  return { x: width / 2 - scale * (scene.width / 2), y: MARGIN, scale, leastLevel };
}

/** The same view with another scale, which keeps a point of the canvas where it is. */
export function zoomed(view: View, factor: number, x: number, y: number): View {
  const scale = Math.min(4, Math.max(0.002, view.scale * factor));
  const ratio = scale / view.scale;
  const changed = { ...view, scale };
  const down = level(changed) / level(view);
  return { ...changed, x: x - (x - view.x) * ratio, y: y - (y - view.y) * down };
}

/** The view moved so that an item is inside the canvas. */
export function revealing(view: View, scene: Scene, item: number, width: number, height: number): View {
  if (item < 0) return view;
  const x = placeX(scene, view, item);
  const y = placeY(scene, view, item);
  const left = Math.min(Math.max(x, MARGIN), width - MARGIN);
  const top = Math.min(Math.max(y, MARGIN), height - MARGIN);
  return left === x && top === y ? view : { ...view, x: view.x + left - x, y: view.y + top - y };
}

/** The item at a point of the canvas; −1 if there is none. */
export function itemAt(scene: Scene, view: View, x: number, y: number): number {
  const reach = Math.max(RADIUS * view.scale, 8);
  let nearest = -1;
  let least = reach * reach;
  for (let item = 0; item < scene.items.length; item++) {
    const distance = (placeX(scene, view, item) - x) ** 2 + (placeY(scene, view, item) - y) ** 2;
    if (distance <= least) [nearest, least] = [item, distance];
  }
  return nearest;
}
