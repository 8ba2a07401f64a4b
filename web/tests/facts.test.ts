import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, it } from "vitest";

import Facts from "../src/board/Facts.svelte";
import Points from "../src/board/Points.svelte";
import type { Board } from "../src/lib/messages";

afterEach(cleanup);

const facts = (...values: string[]): Board => ({
  kind: "table", rows: values.map((value) => [value]), row_labels: ["Player 1", "This turn"], column_labels: [],
});

it("shows a position in words, and marks what the last move changed", () => {
  render(Facts, { board: facts("12", "7"), before: facts("12", "2"), label: "Position of pig" });
  expect(screen.getByRole("table", { name: "Position of pig" })).toBeTruthy();
  const rows = screen.getAllByRole("row");
  const words = rows.map((row) => [...row.children].map((cell) => cell.textContent));
  expect(words).toEqual([["Player 1", "12"], ["This turn", "7"]]);
  expect(rows.map((row) => row.className.includes("new"))).toEqual([false, true]);
});

it("marks nothing where the facts are others than before", () => {
  const before = { ...facts("1", "2"), row_labels: ["Branch 1", "Branch 2"] };
  render(Facts, { board: facts("12", "7"), before, label: "Position" });
  expect(screen.getAllByRole("row").some((row) => row.className.includes("new"))).toBe(false);
});

it("says on a point of backgammon what a play that begins there is worth", () => {
  const rows = Array.from({ length: 12 }, () => ["", ""]);
  (rows[0] as string[])[0] = "X";
  const board = { kind: "points", rows, row_labels: [], column_labels: ["13", "14"] };
  const painted = new Map([["0,0", { text: "59", words: "White wins with 59 %", best: true }]]);
  const nothing = { picked: [], last: [], rolling: false, onpick: () => {} };
  render(Points, { board, label: "Board", names: ["White", "Black"], active: true, targets: [[0, 0]], painted, ...nothing });
  const point = screen.getByRole("button", { name: "point 13, 1 White, legal, White wins with 59 %" });
  expect(point.querySelector(".painted.best")?.textContent).toBe("59");
});
