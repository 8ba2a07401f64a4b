import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Clocks } from "../src/lib/clocks.svelte";
import { movesTo } from "../src/lib/record";
import { Session } from "../src/lib/session.svelte";
import { statusText } from "../src/lib/statusText";
import { positionOf, rowsServer } from "./rows";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function played() {
  const server = rowsServer();
  server.replies.choose = () => null;
  const session = new Session(server);
  await session.start("#game=rows&seats=person;engine@seconds:1&clock=10%2B2");
  await vi.advanceTimersByTimeAsync(3000);
  await session.makeMove("b1");
  return { server, session, moves: () => movesTo(session.record, session.record.current) };
}

it("takes the time of a move and adds the increment", async () => {
  const { session } = await played();
  expect(session.clocks.left(0)).toBeCloseTo(9);
  expect(session.clocks.left(1)).toBeCloseTo(10);
});

it("tells once that the time ran out", () => {
  const ranOut = vi.fn();
  const clocks = new Clocks(ranOut);
  clocks.reset("5", 2);
  clocks.run(1);
  vi.advanceTimersByTime(6000);
  clocks.stop(true);
  expect(clocks.expired).toBe(1);
  expect(clocks.left(1)).toBe(0);
  expect(ranOut).toHaveBeenCalledOnce();
});

it("stops a search that is out of time, and takes no move of it", async () => {
  const { server, session, moves } = await played();
  const asked = server.last("choose");
  await vi.advanceTimersByTimeAsync(11_000);
  expect(session.clocks.expired).toBe(1);
  expect(server.stopped).toContain(asked?.id);
  expect(session.thinking).toBeNull();
  server.answer(asked?.id, { type: "chosen", move: "a1" });
  await vi.advanceTimersByTimeAsync(100);
  expect(moves()).toEqual(["b1"]);
  await session.makeMove("a1");
  expect(moves()).toEqual(["b1"]);
  expect(session.waitsForStart).toBe(false);
});

it("lets positions be looked at after the time ran out", async () => {
  const { session } = await played();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(session.personToMove).toBe(false);
  session.tab = "Analyse";
  expect(session.personToMove).toBe(true);
});

it("names the winner", () => {
  expect(statusText(positionOf(["b1"]), 1)).toBe("Player 2 is out of time; Player 1 wins.");
});
