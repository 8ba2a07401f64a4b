import { describe, expect, it } from "vitest";

import { changes } from "../src/lib/changes";
import { cellName, lookOf, ownerWhenPromoted, pieceName, squareNumber, stackName } from "../src/lib/drawing";
import type { Legal } from "../src/lib/messages";
import { paintedCells, pick, type Cell } from "../src/lib/picking";
import { readPoints } from "../src/lib/points";

const legal = (move: string, ...cells: Cell[]): Legal => ({ move, cells, label: move });

describe("picking a move", () => {
  it("takes one click where a move is one cell", () => {
    expect(pick([legal("a1", [0, 0])], [[0, 0]])).toEqual({ next: [], complete: [legal("a1", [0, 0])], goesOn: false });
  });

  it("offers the goals of a piece after the first click", () => {
    const moves = [legal("e3", [6, 4], [5, 4]), legal("e4", [6, 4], [4, 4]), legal("d4", [6, 3], [4, 3])];
    expect(pick(moves, []).next).toEqual([[6, 4], [6, 3]]);
    expect(pick(moves, [[6, 4]]).next).toEqual([[5, 4], [4, 4]]);
  });

  it("finds all promotions", () => {
    const moves = ["q", "r", "b", "n"].map((piece) => legal(`a8=${piece}`, [1, 0], [0, 0]));
    expect(pick(moves, [[1, 0], [0, 0]]).complete).toHaveLength(4);
  });

  it("lets a longer capture go on", () => {
    const moves = [legal("short", [0, 0], [2, 2]), legal("long", [0, 0], [2, 2], [4, 4])];
    const picked = pick(moves, [[0, 0], [2, 2]]);
    expect(picked.complete.map((move) => move.move)).toEqual(["short"]);
    expect(picked.next).toEqual([[4, 4]]);
  });

  it("takes the steps of a backgammon play in any order", () => {
    const play = legal("8/5 6/5", [10, 4], [10, 8], [10, 7], [10, 8]);
    const clicks: Cell[] = [[10, 7], [10, 8], [10, 4], [10, 8]];
    expect(pick([play], clicks, true).complete).toEqual([play]);
    expect(pick([play], clicks.slice(0, 3), true).next).toEqual([[10, 8]]);
    expect(pick([play], [[10, 7], [10, 4]], true).next).toEqual([]);
  });
});

describe("values on squares", () => {
  const moves = [legal("e3", [6, 4], [5, 4]), legal("e4", [6, 4], [4, 4]), legal("d4", [6, 3], [4, 3])];
  const values = new Map(["60 d4", "55 e4", "40 e3"].map((each) => {
    const [text = "", move = ""] = each.split(" ");
    return [move, { text, words: `White wins with ${text} %`, best: move === "d4" }];
  }));
  const texts = (clicks: Cell[]) => Object.fromEntries([...paintedCells(moves, values, clicks)].map(([cell, value]) => [cell, value.text]));

  it("are those of the best move that begins there", () => {
    expect(texts([])).toEqual({ "6,3": "60", "6,4": "55" });
  });

  it("are those of the goals after the first click", () => {
    expect(texts([[6, 4]])).toEqual({ "4,4": "55", "5,4": "40" });
  });
});

describe("values on the points of backgammon", () => {
  const play = legal("8/5 6/5", [10, 4], [10, 8], [10, 7], [10, 8]);
  const other = legal("8/4", [10, 4], [10, 9]);
  const values = new Map([["8/5 6/5", { text: "60", words: "", best: true }], ["8/4", { text: "40", words: "", best: false }]]);
  const texts = (clicks: Cell[]) => Object.fromEntries([...paintedCells([play, other], values, clicks, true)].map(([cell, value]) => [cell, value.text]));

  it("are where a step of a play begins, and then where it ends", () => {
    expect(texts([])).toEqual({ "10,4": "60", "10,7": "60" });
    expect(texts([[10, 4]])).toEqual({ "10,8": "60", "10,9": "40" });
    expect(texts([[10, 7], [10, 8]])).toEqual({ "10,4": "60" });
  });
});

describe("changes between boards", () => {
  it("tells a placed piece from a turned one", () => {
    const { arrived, taken } = changes([["O", ""]], [["X", "X"]]);
    expect(arrived.get("0,0")).toEqual({ kind: "turned", from: "O" });
    expect(arrived.get("0,1")).toEqual({ kind: "placed" });
    expect(taken.size).toBe(0);
  });

  it("finds where a piece came from, also when it captures", () => {
    const { arrived, taken } = changes([["N", "", "p"]], [["", "", "N"]]);
    expect([...arrived]).toEqual([["0,2", { kind: "moved", rows: 0, columns: -2 }]]);
    expect([...taken]).toEqual([["0,2", "p"]]);
  });

  it("finds the pieces that were taken on the way, of the same kind too", () => {
    const { arrived, taken } = changes([["X", "", ""], ["", "O", ""], ["", "", ""]], [["", "", ""], ["", "", ""], ["", "", "X"]]);
    expect([...arrived.keys()]).toEqual(["2,2"]);
    expect([...taken]).toEqual([["1,1", "O"]]);
    expect([...changes([["P", "p", ""]], [["", "", "P"]]).taken]).toEqual([["0,1", "p"]]);
  });

  it("sees a promotion as a move, also when it captures", () => {
    const chess = ownerWhenPromoted(lookOf("chess", { kind: "chess", rows: [], column_labels: [], row_labels: [] }));
    const { arrived, taken } = changes([["", "r"], ["P", ""]], [["", "Q"], ["", ""]], chess);
    expect([...arrived]).toEqual([["0,1", { kind: "moved", rows: 1, columns: -1 }]]);
    expect([...taken]).toEqual([["0,1", "r"]]);
    const checkers = ownerWhenPromoted(lookOf("checkers", { kind: "checkers", rows: [], column_labels: [], row_labels: [] }));
    expect(changes([["", ""], ["O", ""]], [["", "OO"], ["", ""]], checkers).arrived.get("0,1")?.kind).toBe("moved");
  });

  it("takes a stone back where a move is undone", () => {
    expect([...changes([["X", "X", "X"]], [["X", "O", ""]]).taken]).toEqual([["0,2", "X"]]);
  });

  it("has nothing to animate on a board of another size", () => {
    expect(changes([["X"]], [["X", "O"]])).toEqual({ arrived: new Map(), taken: new Map() });
  });
});

describe("backgammon points", () => {
  const rows = Array.from({ length: 12 }, () => ["", ""]);
  for (let row = 0; row < 4; row += 1) (rows[row] as string[])[0] = "X";
  (rows[4] as string[])[0] = "7";
  (rows[5] as string[])[1] = "3";
  (rows[10] as string[])[1] = "O";
  (rows[11] as string[])[1] = "11";
  const board = { rows, column_labels: ["13", "14"], row_labels: [], kind: "points" };

  it("reads stacks, their numbers, labels and dice", () => {
    const points = readPoints(board);
    expect(points.upper[0]).toEqual({ cell: [0, 0], label: "13", owner: "X", count: 7 });
    expect(points.lower[1]).toEqual({ cell: [10, 1], label: "11", owner: "O", count: 1 });
    expect(points.dice).toEqual([{ column: 1, face: 3 }]);
  });

  it("shows the steps picked so far, and a hit", () => {
    const points = readPoints(board, [[0, 0], [10, 1]]);
    expect(points.upper[0]?.count).toBe(6);
    expect(points.lower[1]).toMatchObject({ owner: "X", count: 1 });
  });
});

describe("a piece in words", () => {
  it("has the name of its player where it is drawn in a colour", () => {
    const look = { surface: "drop", pieces: "disc" } as const;
    expect(pieceName("O", look, ["Red", "Yellow"])).toBe("Yellow");
    expect(pieceName("", look, ["Red", "Yellow"])).toBe("empty");
    expect(pieceName("X", { surface: "plain", pieces: "mark" }, ["Ann", "Bob"])).toBe("X");
    expect(stackName(5, "X", ["White", "Black"])).toBe("5 White");
    expect(stackName(0, "", ["White", "Black"])).toBe("empty");
  });
});

describe("a board of checkers", () => {
  const rows = Array.from({ length: 8 }, () => Array<string>(8).fill(""));
  const board = { rows, column_labels: [], row_labels: [], kind: "checkers" };

  it("has men and kings", () => {
    const look = lookOf("checkers", board);
    expect(["X", "O", "XX", "OO", ""].map((piece) => pieceName(piece, look))).toEqual([
      "black man", "white man", "black king", "white king", "empty",
    ]);
  });

  it("has numbers on its dark squares", () => {
    expect(squareNumber(board, 0, 1)).toBe("1");
    expect(squareNumber(board, 1, 0)).toBe("5");
    expect(squareNumber(board, 7, 6)).toBe("32");
    expect(squareNumber(board, 0, 0)).toBe("");
    expect(squareNumber({ ...board, kind: "chess" }, 0, 1)).toBe("");
    expect(cellName(board, 2, 5)).toBe("square 11");
  });
});
