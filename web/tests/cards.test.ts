import { expect, it } from "vitest";

import { ownersOf } from "../src/lib/cards";

const NAMES = ["Ann", "Bob"];

it("says whose card is whose", () => {
  expect(ownersOf(["?", "Q", "|", "bet"], NAMES, 1)).toEqual(["Ann", "Bob (you)"]);
  expect(ownersOf(["Ks", "Jh", "|", "check", "|", "Qs"], NAMES, null)).toEqual(["Ann", "Bob"]);
});

it("says nothing where it cannot be known", () => {
  expect(ownersOf(["Q", "?", "|"], NAMES, 1)).toEqual([]);
  expect(ownersOf(["Q", "-"], NAMES, 0)).toEqual([]);
  expect(ownersOf(["Q", "?", "J"], NAMES, 0)).toEqual([]);
});
