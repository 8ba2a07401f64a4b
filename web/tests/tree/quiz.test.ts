import { describe, expect, test } from "vitest";

import { isRight, questions, type Question } from "../../src/tree/quiz";
import { small } from "./trees";

const asked = (answer: string[]): Question => ({ kind: "value", step: 0, node: 0, text: "", answer, fields: [] });

describe("quiz", () => {
  test("the same seed asks the same, and another one something else", () => {
    const orders = [1, 1, 2, 3, 4].map((seed) => JSON.stringify(questions(small(), seed, 3)));
    expect(orders[0]).toBe(orders[1]);
    expect(new Set(orders).size).toBeGreaterThan(1);
  });

  test("asks for values, windows and cuts in the order of the search", () => {
    const all = questions(small(), 7, 50);
    expect(new Set(all.map((each) => each.kind))).toEqual(new Set(["value", "window", "cut"]));
    const steps = all.map((each) => each.step);
    expect(steps).toEqual([...steps].sort((one, other) => one - other));
  });

  test("answers are what the search did", () => {
    const all = questions(small(), 7, 50);
    const of = (kind: string, node: number) => all.filter((each) => each.kind === kind && each.node === node).map((each) => each.answer);
    expect(of("value", 4)).toEqual([["2"]]);
    expect(of("cut", 4)).toEqual([["yes"]]);
    expect(of("cut", 1)).toEqual([["no"]]);
    expect(of("window", 0)).toContainEqual(["3", "∞"]);
  });

  test("infinity and minus signs may be typed in any way", () => {
    for (const typed of ["-inf", "−∞", "-∞", " -Infinity "]) expect(isRight(asked(["−∞"]), [typed])).toBe(true);
    expect(isRight(asked(["−2"]), ["-2.0"])).toBe(true);
    expect(isRight(asked(["0.333"]), ["0.333"])).toBe(true);
    expect(isRight(asked(["3", "∞"]), ["3", "inf"])).toBe(true);
  });

  test("a wrong or an empty answer is wrong", () => {
    for (const typed of ["", "2", "∞", "three"]) expect(isRight(asked(["3"]), [typed])).toBe(false);
    expect(isRight(asked(["0"]), [""])).toBe(false);
    expect(isRight(asked(["3", "∞"]), ["3"])).toBe(false);
  });
});
