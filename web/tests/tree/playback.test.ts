import { describe, expect, test } from "vitest";

import { CUT, DONE, OPEN, Playback, UNSEEN } from "../../src/tree/playback";
import { event, node, small } from "./trees";

describe("playback", () => {
  test("starts with nothing and ends with every label", () => {
    const playback = new Playback(small());
    expect([...playback.state]).toEqual(Array(7).fill(UNSEEN));
    playback.seek(1e9);
    expect(playback.step).toBe(15);
    expect(playback.label).toEqual(["3", "3", "3", "12", "≤2", "2", "4"]);
    expect(playback.state[6]).toBe(CUT);
  });

  test("knows what is known in the middle", () => {
    const playback = new Playback(small());
    playback.seek(4);
    expect(playback.state[1]).toBe(OPEN);
    expect(playback.label[1]).toBe("3");
    expect(playback.beta[1]).toBe("3");
    expect(playback.state[2]).toBe(DONE);
    expect(playback.state[3]).toBe(UNSEEN);
  });

  test("going back is the same as never having been ahead", () => {
    const ahead = new Playback(small());
    ahead.seek(15);
    for (let step = 14; step >= 0; step--) {
      ahead.seek(step);
      const fresh = new Playback(small());
      fresh.seek(step);
      expect([[...ahead.state], ahead.label, ahead.alpha, ahead.beta]).toEqual([[...fresh.state], fresh.label, fresh.alpha, fresh.beta]);
      expect(ahead.event).toEqual(fresh.event);
    }
  });

  test("what lies below a cut is cut with it", () => {
    const nodes = [node(-1, { shape: "max", kind: "value" }), node(0, { kind: "cut" }), node(1, { kind: "cut", label: "9" })];
    const playback = new Playback({ nodes, events: [event("enter", 0), event("cut", 0, { cut: [1] })] });
    playback.seek(2);
    expect([playback.state[2], playback.label[2]]).toEqual([CUT, "9"]);
  });

  test("a path marks what it changed, and not what it left", () => {
    const nodes = [node(-1), node(0), node(0)];
    const change = (at: number, label: string, visits: number) => ({ node: at, label, visits, urgency: "1" });
    const events = [
      event("path", 1, { changes: [change(0, "1", 1), change(1, "1", 1)] }),
      event("path", 2, { changes: [change(0, "0", 2), change(1, "1", 1), change(2, "-1", 1)] }),
    ];
    const playback = new Playback({ nodes, events });
    playback.seek(2);
    expect([...playback.fresh].sort()).toEqual([0, 2]);
    expect(playback.visits).toEqual([2, 1, 1]);
  });
});
