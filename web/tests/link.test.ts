import { describe, expect, it } from "vitest";

import { readLink, writeLink, type Link } from "../src/lib/link";
import { goTo, movesTo, newRecord, play, type GameRecord } from "../src/lib/record";
import { PERSON } from "../src/lib/seats";
import { playAll } from "./playAll";

function linkOf(record: GameRecord, rest: Partial<Link> = {}): Link {
  return { record, seats: null, clock: "", tab: "Play", ...rest };
}

function reopened(link: Link): Link {
  const read = readLink(writeLink(link));
  if (!read) throw new Error("The link does not open.");
  return read;
}

describe("a link", () => {
  it("reads as people expect", () => {
    const record = playAll(newRecord("othello", { size: 6 }), ["d3", "c5"]);
    expect(writeLink(linkOf(record))).toBe("#game=othello&set=size:6&moves=d3,c5");
  });

  it("reopens settings with their types", () => {
    const record = newRecord("chess", { chess960: true, start: 518, name: "a:b,c" });
    expect(reopened(linkOf(record)).record.settings).toEqual(record.settings);
  });

  it("reopens moves that contain the delimiters", () => {
    const moves = ["('left', 1)", "(0, 1)", "a&b=c#d", "100%", "24/23 24/22", "über; @"];
    const read = reopened(linkOf(playAll(newRecord("coins.py"), moves)));
    expect(movesTo(read.record, read.record.current)).toEqual(moves);
  });

  it("reopens variations and the position on show", () => {
    let record = playAll(newRecord("othello"), ["d3", "c5", "f6"]);
    record = playAll(goTo(record, 1), ["c3", "c4"]);
    record = play(goTo(record, 1), "e3");
    for (const node of record.nodes.keys()) {
      const shown = goTo(record, node);
      const read = reopened(linkOf(shown)).record;
      expect(movesTo(read, read.current)).toEqual(movesTo(shown, node));
      expect(read.nodes.map((each) => each.move).sort()).toEqual(record.nodes.map((each) => each.move).sort());
    }
  });

  it("reopens seats, clock, first position and tab", () => {
    const seats = [PERSON, { search: "mcts:simulations=1000,policy=ucb1", limits: { nodes: 5000 } }];
    const link = reopened(linkOf(newRecord("nim", {}, "3 4 5 X"), { seats, clock: "300+5", tab: "Analyse" }));
    expect(link).toMatchObject({ seats, clock: "300+5", tab: "Analyse" });
    expect(link.record.start).toBe("3 4 5 X");
  });

  it("opens nothing without a game, and survives nonsense", () => {
    expect(readLink("")).toBeNull();
    expect(readLink("#moves=d3")).toBeNull();
    for (const hash of ["#game=x&moves=(((", "#game=x&moves=a),,(b&at=9v9.z", "#game=%E0%A4%A&set=:::"]) expect(readLink(hash)).not.toBeUndefined();
  });
});
