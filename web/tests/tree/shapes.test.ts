import { describe, expect, test } from "vitest";

import { layout } from "../../src/tree/layout";
import { neighbour } from "../../src/tree/navigation";
import { parseNested } from "../../src/tree/nested";
import { childrenOf } from "../../src/tree/playback";
import { fitted, itemAt, makeScene, placeX, placeY, READABLE_SCALE, readableExtent, revealing, zoomed } from "../../src/tree/scene";
import { movesTo } from "../../src/tree/source";
import { isFolded, visibleItems } from "../../src/tree/visible";
import { node, small } from "./trees";

const NONE: ReadonlySet<number> = new Set();
const wide = () => [node(-1), ...Array.from({ length: 20 }, (_, index) => node(0, { rank: 19 - index }))];

describe("which nodes are shown", () => {
  test("a wide node shows its best moves, in their order, and how many more there are", () => {
    const nodes = wide();
    const items = visibleItems(nodes, childrenOf(nodes), { collapsed: NONE, opened: NONE, widest: 3 });
    expect(items.map((item) => [item.node, item.more])).toEqual([[0, 0], [18, 0], [19, 0], [20, 0], [0, 17]]);
  });

  test("an opened node shows all, a collapsed one none", () => {
    const nodes = wide();
    const shown = (collapsed: number[], opened: number[]) =>
      visibleItems(nodes, childrenOf(nodes), { collapsed: new Set(collapsed), opened: new Set(opened), widest: 3 }).length;
    expect(shown([], [0])).toBe(21);
    expect(shown([0], [])).toBe(1);
  });

  test("one node more is shown rather than counted", () => {
    const nodes = wide().slice(0, 5);
    expect(visibleItems(nodes, childrenOf(nodes), { collapsed: NONE, opened: NONE, widest: 3 })).toHaveLength(5);
  });
});

describe("where they are", () => {
  const scene = () => makeScene(small().nodes, childrenOf(small().nodes), { collapsed: NONE, opened: NONE, widest: 9 });

  test("parents are over the middle of their children, and siblings do not meet", () => {
    const { items } = scene();
    const { x } = layout(items);
    expect(x[0]).toBeCloseTo((x[1]! + x[4]!) / 2);
    expect(x[1]).toBeCloseTo((x[2]! + x[3]!) / 2);
    expect(x[3]! - x[2]!).toBeGreaterThanOrEqual(1);
  });

  test("everything fits, is found where it is drawn, and stays under the pointer", () => {
    const drawn = scene();
    const view = fitted(drawn, 640, 400);
    drawn.items.forEach((_, item) => {
      const [x, y] = [placeX(drawn, view, item), placeY(drawn, view, item)];
      expect(x > 0 && x < 640 && y > 0 && y < 400).toBe(true);
      expect(itemAt(drawn, view, x, y)).toBe(item);
      const near = zoomed(view, 2, x, y);
      expect([placeX(drawn, near, item), placeY(drawn, near, item)]).toEqual([expect.closeTo(x), expect.closeTo(y)]);
    });
  });

  test("what is outside is brought in", () => {
    const drawn = scene();
    const view = revealing({ x: -5000, y: 0, scale: 1, leastLevel: 0 }, drawn, 2, 640, 400);
    expect(placeX(drawn, view, 2)).toBeGreaterThan(0);
  });

  test("arrow keys go to parents, children and neighbours", () => {
    const drawn = scene();
    expect(neighbour(drawn, 0, "ArrowDown")).toBe(1);
    expect(neighbour(drawn, 3, "ArrowRight")).toBe(5);
    expect(neighbour(drawn, 5, "ArrowLeft")).toBe(3);
    expect(neighbour(drawn, 5, "ArrowUp")).toBe(4);
    expect(neighbour(drawn, 0, "ArrowUp")).toBe(0);
  });
});

describe("texts", () => {
  test("moves lead to a node", () => {
    expect(movesTo(small(), 3)).toEqual(["1", "2"]);
    expect(movesTo(small(), 0)).toEqual([]);
  });

  test("a pasted tree may be Python or JSON", () => {
    expect(parseNested("[[3, 12], [2, 4]]")).toEqual({ nested: [[3, 12], [2, 4]] });
    expect(parseNested("((3, 12), (2,))")).toEqual({ nested: [[3, 12], [2]] });
  });

  test.each(["", "3", "[[3, 12", "hello", "null"])("%j is refused in one sentence", (text) => {
    const found = parseNested(text);
    expect("problem" in found && /^[A-Z].*\.$/.test(found.problem)).toBe(true);
  });
});

/** A tree in which each node has so many children. */
function bushy(branching: number, depth: number, shape = "max") {
  const nodes = [node(-1, { shape })];
  let level = [0];
  for (let ply = 0; ply < depth; ply += 1) {
    level = level.flatMap((parent) => Array.from({ length: branching }, (_, rank) => nodes.push(node(parent, { rank, shape: "max" })) - 1));
  }
  return nodes;
}

describe("what is shown at first", () => {
  const shown = (nodes: ReturnType<typeof bushy>, width: number) => {
    const extent = readableExtent(nodes, childrenOf(nodes), width);
    return { ...extent, scene: makeScene(nodes, childrenOf(nodes), { collapsed: NONE, opened: NONE, ...extent }) };
  };
  const childrenOfRoot = (scene: ReturnType<typeof makeScene>) => scene.items.filter((item) => item.parent === 0 && !item.more);

  test("a narrow canvas shows fewer moves of a node", () => {
    expect(shown(wide(), 900).widest).toBe(12);
    const { widest, scene } = shown(wide(), 320);
    expect(widest).toBeLessThan(12);
    expect(fitted(scene, 320, 500).scale).toBeGreaterThanOrEqual(0.5); // at which labels are drawn
  });

  test.each([[320, 3, 1], [400, 2, 2], [900, 3, 2]])("a deep tree on %i pixels has %i children of a node and is folded below ply %i", (width, children, plies) => {
    const { widest, deepest, scene } = shown(bushy(5, 5), width);
    expect([widest, deepest]).toEqual([children, plies]);
    expect(childrenOfRoot(scene)).toHaveLength(children);
    expect(scene.items.filter((item) => item.depth === plies && !item.more).length).toBe(children ** plies);
    expect(fitted(scene, width, 500, READABLE_SCALE).scale).toBeGreaterThanOrEqual(0.5);
  });

  test("as many plies are shown as can be read", () => {
    expect(shown(bushy(2, 4), 600).deepest).toBe(3);
    expect(shown(bushy(2, 4), 1000).deepest).toBe(Infinity);
  });

  test("a chance node shows its outcomes, up to six", () => {
    expect(childrenOfRoot(shown(bushy(6, 3, "chance"), 320).scene)).toHaveLength(6);
    expect(childrenOfRoot(shown(bushy(21, 3, "chance"), 320).scene)).toHaveLength(6);
  });

  test("a folded node counts its children, and is unfolded by itself", () => {
    const nodes = bushy(3, 3);
    const folding = { collapsed: NONE, opened: NONE, widest: 3, deepest: 1 };
    const items = visibleItems(nodes, childrenOf(nodes), folding);
    expect(items.map((item) => item.more)).toEqual([0, 0, 3, 0, 3, 0, 3]);
    expect(isFolded(folding, 1, 1)).toBe(true);
    const unfolded = { ...folding, unfolded: new Set([1]) };
    expect(isFolded(unfolded, 1, 1)).toBe(false);
    expect(visibleItems(nodes, childrenOf(nodes), unfolded)).toHaveLength(12);
  });

  test.each([280, 320, 600, 900, 1400])("nothing is beside a canvas of %i pixels, however long the moves' names are", (width) => {
    for (const [branching, depth, name] of [[5, 5, "3"], [8, 3, "13/8 13/8"], [40, 2, "a name that is much too long"], [2, 9, "12x19"]] as const) {
      const { scene } = shown(bushy(branching, depth).map((each) => ({ ...each, move: name })), width);
      const view = fitted(scene, width, 400, READABLE_SCALE);
      const places = scene.items.map((_, item) => placeX(scene, view, item));
      expect(Math.min(...places)).toBeGreaterThan(0);
      expect(Math.max(...places)).toBeLessThan(width);
      expect(view.scale, `${width} ${name}`).toBeGreaterThan(0.35);
    }
  });
});
