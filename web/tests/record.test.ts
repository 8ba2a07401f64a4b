import { describe, expect, it } from "vitest";

import { atNode, cut, goTo, lineOf, movesTo, newRecord, play, plyOf, ROOT, withTexts } from "../src/lib/record";
import { playAll } from "./playAll";

const opened = playAll(newRecord("othello"), ["d3", "c5", "f6"]);

describe("a game record", () => {
  it("keeps the moves in order", () => {
    expect(movesTo(opened, opened.current)).toEqual(["d3", "c5", "f6"]);
    expect(plyOf(opened)).toBe(3);
  });

  it("adds a variation beside the main line and keeps both", () => {
    const varied = play(goTo(opened, 1), "c3");
    expect(movesTo(varied, varied.current)).toEqual(["d3", "c3"]);
    expect(lineOf(goTo(varied, ROOT))).toEqual([0, 1, 2, 3]);
  });

  it("follows a move that it has already", () => {
    const again = play(goTo(opened, 1), "c5");
    expect(again.nodes.length).toBe(opened.nodes.length);
    expect(again.current).toBe(2);
  });

  it("leaves the record before as it was", () => {
    play(goTo(opened, 1), "c3");
    expect(opened.nodes[1]?.children).toEqual([2]);
  });

  it("removes a variation and moves up if it was on show", () => {
    const varied = play(goTo(opened, 1), "c3");
    const removed = cut(varied, varied.current);
    expect(removed.current).toBe(1);
    expect(removed.nodes[1]?.children).toEqual([2]);
  });

  it("takes over the texts of the server", () => {
    const typed = playAll(newRecord("chess"), ["e2e4", "E5"]);
    expect(atNode(withTexts(typed, typed.current, ["e4", "e5"])).moves).toEqual(["e4", "e5"]);
  });
});
