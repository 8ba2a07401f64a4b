import { expect, it } from "vitest";

import { Preview } from "../src/lib/preview.svelte";
import { rowsServer, settle } from "./rows";

it("shows positions that it has asked for again, until the rules are saved", async () => {
  const server = rowsServer();
  const preview = new Preview(server);
  const at = { game: "rows", settings: {}, start: null, moves: [] };
  const asked = () => server.asked.length;
  await preview.play(at, null, ["a1"], 1);
  await preview.play(at, null, ["a1"], 1);
  expect(asked()).toBe(1);
  preview.forget();
  expect(preview.position).toBeNull();
  await preview.play(at, null, ["a1"], 1);
  await settle();
  expect(asked()).toBe(2);
});
