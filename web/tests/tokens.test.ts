import { expect, test } from "vitest";
import { withoutToken } from "../src/lib/tokens";

test("a move is shown without its token", () => {
  expect(withoutToken("bet?" + "aB3_-".repeat(24))).toBe("bet");
  expect(withoutToken("e4")).toBe("e4");
  expect(withoutToken("really?")).toBe("really?");
});
