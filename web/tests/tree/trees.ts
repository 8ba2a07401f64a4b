// The textbook tree under alpha-beta, as the server sends it.

import type { Tree, TreeEvent, TreeNode } from "../../src/lib/messages";

export function node(parent: number, given: Partial<TreeNode> = {}): TreeNode {
  return {
    parent, move: "", probability: "", shape: "end", kind: "utility", player: 0, label: "", alpha: "−∞", beta: "∞",
    again: false, changed: false, principal: false, rank: 0, visits: -1, urgency: "", reason: "", ...given,
  };
}

export function event(kind: string, at: number, given: Partial<TreeEvent> = {}): TreeEvent {
  return { kind, node: at, value: "", alpha: "−∞", beta: "∞", text: "", child: -1, cut: [], changes: [], ...given };
}

/** `[[3, 12], [2, 4]]`: the last leaf is cut. */
export function small(): Tree {
  const nodes = [
    node(-1, { shape: "max", kind: "value", label: "3" }),
    node(0, { shape: "min", kind: "value", label: "3", move: "1" }),
    node(1, { label: "3", move: "1" }),
    node(1, { label: "12", move: "2", beta: "3" }),
    node(0, { shape: "min", kind: "value", label: "≤2", move: "2", alpha: "3" }),
    node(4, { label: "2", move: "1", alpha: "3" }),
    node(4, { shape: "cut", kind: "cut", label: "4", move: "2", alpha: "", beta: "", reason: "Prune" }),
  ];
  const events = [
    event("enter", 0), event("enter", 1),
    event("value", 2, { value: "3" }), event("update", 1, { value: "3", beta: "3", child: 2 }),
    event("value", 3, { value: "12", beta: "3" }), event("update", 1, { value: "3", beta: "3", child: 3 }),
    event("value", 1, { value: "3", beta: "3" }), event("update", 0, { value: "3", alpha: "3", child: 1 }),
    event("enter", 4, { alpha: "3" }), event("value", 5, { value: "2", alpha: "3" }),
    event("update", 4, { value: "2", alpha: "3", beta: "2", child: 5 }),
    event("cut", 4, { value: "2", alpha: "3", beta: "2", cut: [6], text: "Prune: value 2 ≤ alpha 3" }),
    event("value", 4, { value: "2", alpha: "3", beta: "2" }),
    event("update", 0, { value: "3", alpha: "3", child: 4 }), event("value", 0, { value: "3", alpha: "3" }),
  ];
  return {
    type: "tree", id: 1, at: { game: "tree" }, title: "alphabeta on tree: value 3, move 1", note: "", counts: "6 nodes",
    cuts_on_equality: true, nodes, events,
  };
}
