// From node to node with the arrow keys.

import type { Scene } from "./scene";

/** The shown node that an arrow key leads to; the same one if there is none. */
export function neighbour(scene: Scene, node: number, key: string): number {
  const index = scene.itemOf.get(node);
  if (index === undefined) return scene.items[0]?.node ?? node;
  const item = scene.items[index]!;
  if (key === "ArrowUp") return item.parent < 0 ? node : scene.items[item.parent]!.node;
  if (key === "ArrowDown") {
    const below = scene.items[index + 1];
    return below && below.parent === index && !below.more ? below.node : node;
  }
  const inRow = scene.items.map((each, at) => ({ ...each, at })).filter((each) => each.depth === item.depth && !each.more);
  const place = inRow.findIndex((each) => each.at === index);
  return inRow[place + (key === "ArrowLeft" ? -1 : 1)]?.node ?? node;
}
