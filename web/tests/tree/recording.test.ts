import { expect, it } from "vitest";

import { record, type TreeOptions } from "../../src/tree/source";
import { FakeSocket } from "../fakeSocket";

const OPTIONS: TreeOptions = {
  at: { game: "nim", moves: [] }, nested: null, search: "minimax", depth: null, paths: null, cutOnEquality: true, showPruned: false,
};

it("tells what a recording waits for", async () => {
  const server = new FakeSocket({});
  const waits: string[] = [];
  const { tree } = record(server, OPTIONS, (text) => waits.push(text));
  const id = server.last("tree")?.id as number;
  server.answer(id, { type: "queued", place: 3 });
  server.answer(id, { type: "tree", title: "minimax" });
  expect((await tree).title).toBe("minimax");
  expect(waits).toEqual(["Queued at 3: other searches come first.", ""]);
});

it("rejects with the server's sentence", async () => {
  const server = new FakeSocket({ tree: () => ({ type: "error", message: "Too many nodes." }) });
  await expect(record(server, OPTIONS, () => {}).tree).rejects.toThrow("Too many nodes.");
});

it("can be stopped", () => {
  const server = new FakeSocket({});
  record(server, OPTIONS, () => {}).stop();
  expect(server.stopped).toEqual([server.last("tree")?.id]);
});
