import { expect, it } from "vitest";

import { Session } from "../src/lib/session.svelte";
import { Study } from "../src/lib/study.svelte";
import { rowsServer } from "./rows";

async function reviewed() {
  const server = rowsServer();
  const session = new Session(server);
  await session.start("#game=rows&seats=person;person&moves=a1,b1");
  const study = new Study(session);
  study.review();
  return { server, study, id: server.last("review")?.id as number };
}

it("says that a review is queued, until it runs", async () => {
  const { server, study, id } = await reviewed();
  server.answer(id, { type: "queued", place: 2 });
  expect(study.reviewWaits).toBe("Queued at 2: other searches come first.");
  server.answer(id, { type: "preparing" });
  expect(study.reviewWaits).toBe("Preparing the rules…");
  server.answer(id, { type: "reviewed", ply: 0, verdict: "" });
  expect(study.reviewWaits).toBe("");
});

it("stops a review that waits when the game is another", async () => {
  const { server, study, id } = await reviewed();
  server.answer(id, { type: "queued", place: 1 });
  study.clear();
  expect(server.stopped).toContain(id);
  expect(study.reviewWaits).toBe("");
});
