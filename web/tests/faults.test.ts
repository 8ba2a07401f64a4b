import { expect, it } from "vitest";

import { faultParts } from "../src/lib/faults";

it("tells the place of a fault once", () => {
  const at = { file: "mine.py", line: 29 };
  expect(faultParts({ message: "mine.py:29: ZeroDivisionError: division by zero.", ...at })).toEqual({
    text: "ZeroDivisionError: division by zero.", place: "mine.py:29",
  });
  expect(faultParts({ message: "Cannot load mine.py:29, since x is unknown.", ...at }).place).toBe("");
  expect(faultParts({ message: "The rules hang.", ...at })).toEqual({ text: "The rules hang.", place: "mine.py:29" });
  expect(faultParts({ message: "No.", file: null, line: null })).toEqual({ text: "No.", place: "" });
});
