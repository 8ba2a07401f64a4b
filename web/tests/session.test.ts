import { describe, expect, it } from "vitest";

import { movesTo } from "../src/lib/record";
import { PERSON } from "../src/lib/seats";
import { Session } from "../src/lib/session.svelte";
import { positionOf, rowsServer, settle } from "./rows";

async function opened(hash = "#game=rows&seats=person;person") {
  const server = rowsServer();
  const session = new Session(server);
  await session.start(hash);
  await settle();
  return { server, session, moves: () => movesTo(session.record, session.record.current) };
}

describe("a session", () => {
  it("opens the user's own file first", async () => {
    const { session } = await opened("");
    expect(session.record.game).toBe("rows");
    expect(session.seats[1]).toEqual({ search: "engine", limits: { seconds: 1 } });
  });

  it("makes moves, and the link reopens them", async () => {
    const { session } = await opened();
    await session.makeMove("b1");
    expect(session.position?.board?.rows).toEqual([["", "X", ""]]);
    const again = await opened(session.link);
    expect(again.moves()).toEqual(["b1"]);
  });

  it("keeps the legal moves of a link, and says which one is dropped", async () => {
    const { session, moves } = await opened("#game=rows&seats=person;person&moves=b1,a1,z9,c1");
    expect(moves()).toEqual(["b1", "a1"]);
    expect(session.position?.history).toHaveLength(2);
    expect(session.fault?.message).toBe("The link's move 3, z9, and what follows were dropped. 'z9' is not a legal move here.");
    expect(session.link).toContain("moves=b1,a1&");
    expect((await opened("#game=rows&moves=z9")).moves()).toEqual([]);
  });

  it("lets a search answer, and takes back to the person's turn", async () => {
    const { session, moves } = await opened("#game=rows&seats=person;engine@seconds:1");
    await session.makeMove("b1");
    await settle();
    expect(moves()).toEqual(["b1", "a1"]);
    await session.undo();
    expect(moves()).toEqual([]);
    expect(session.personToMove).toBe(true);
  });

  it("does not keep a move that the server refuses", async () => {
    const { session, moves } = await opened();
    await session.makeMove("z9");
    await settle();
    expect(moves()).toEqual([]);
    expect(session.fault?.message).toContain("z9");
    expect(session.record.nodes).toHaveLength(1);
  });

  it("turns the board of chess to the only person", async () => {
    const { server, session } = await opened("#game=rows&seats=engine@seconds:1;person&moves=a1");
    expect(session.isTurned).toBe(false);
    server.replies.position = ({ at }) => {
      const position = positionOf(at.moves);
      return { ...position, board: { ...position.board, kind: "chess" } } as never;
    };
    await session.refresh();
    expect(session.isTurned).toBe(true);
    session.flipped = true;
    expect(session.isTurned).toBe(false);
    session.flipped = false;
    session.seats = [PERSON, PERSON];
    expect(session.isTurned).toBe(false);
  });

  it("waits after a jump until the person goes on", async () => {
    const { session, moves } = await opened("#game=rows&seats=person;engine@seconds:1");
    await session.makeMove("b1");
    await settle();
    await session.jump(1);
    await settle();
    expect(moves()).toEqual(["b1"]);
    expect(session.waitsForStart).toBe(true);
    session.resume();
    await settle();
    expect(moves()).toEqual(["b1", "a1"]);
  });

  it("stops a search when the game moves on", async () => {
    const { server, session } = await opened();
    session.seats = [PERSON, { search: "engine", limits: {} }];
    const send = server.send.bind(server);
    server.send = (request, listen) => (request.type === "choose" ? send({ ...request, type: "silent" }, listen) : send(request, listen));
    await session.makeMove("b1");
    await settle();
    const asked = server.last("silent");
    await session.jump(0);
    expect(server.stopped).toContain(asked?.id);
    expect(session.thinking).toBeNull();
  });

  it("goes on after another part was looked at", async () => {
    const { server, session, moves } = await opened("#game=rows&seats=person;engine@seconds:1&clock=60");
    const send = server.send.bind(server);
    let isSilent = true;
    server.send = (request, listen) => send(isSilent && request.type === "choose" ? { ...request, type: "silent" } : request, listen);
    await session.makeMove("b1");
    expect(session.thinking).not.toBeNull();
    session.tab = "Analyse";
    expect(session.thinking).toBeNull();
    isSilent = false;
    session.tab = "Play";
    await settle();
    expect(moves()).toEqual(["b1", "a1"]);
  });

  it("answers in Play a move that was made in Analyse", async () => {
    const { session, moves } = await opened("#game=rows&seats=person;engine@seconds:1");
    session.tab = "Analyse";
    await session.makeMove("c1");
    await settle();
    expect(moves()).toEqual(["c1"]);
    session.tab = "Play";
    await settle();
    expect(moves()).toEqual(["c1", "a1"]);
  });

  it("lets a person's clock run again after another part was looked at", async () => {
    const { session } = await opened("#game=rows&seats=person;person&clock=60");
    session.tab = "Analyse";
    const left = session.clocks.left(0);
    await new Promise((done) => setTimeout(done, 20));
    session.halt();
    expect(session.clocks.left(0)).toBe(left);
    session.tab = "Play";
    await new Promise((done) => setTimeout(done, 20));
    session.halt();
    expect(session.clocks.left(0)).toBeLessThan(left);
  });

  it("rolls again when a new game begins during a roll", async () => {
    const { server, session, moves } = await opened();
    server.replies.position = ({ at }) => ({ ...positionOf(at.moves), mover: at.moves.length ? 0 : -1 }) as never;
    await session.newGame("rows");
    expect(session.rolling).toBe(true);
    const first = server.last("roll");
    await session.newGame("rows");
    const second = server.last("roll");
    expect(second?.id).not.toBe(first?.id);
    server.answer(first?.id, { type: "rolled", move: "a1" });
    server.answer(second?.id, { type: "rolled", move: "b1" });
    await new Promise((done) => setTimeout(done, session.rollTime + 50));
    expect(moves()).toEqual(["b1"]);
    expect(session.rolling).toBe(false);
  });

  it("needs a new game for other people at a table with hidden cards", async () => {
    const { session } = await opened("#game=rows&seats=person;engine@seconds:1&moves=a1,b1");
    const search = { search: "mcts", limits: {} };
    expect(session.needsNewGame([PERSON, PERSON])).toBe(false);
    session.games = session.games.map((game) => ({ ...game, hidden: true }));
    expect(session.needsNewGame([PERSON, PERSON])).toBe(true);
    expect(session.needsNewGame([search, search])).toBe(true);
    expect(session.needsNewGame([PERSON, search])).toBe(false);
  });

  it("does not play on a hand whose end has shown the cards", async () => {
    const { session, moves } = await opened("#game=rows&seats=person;engine@seconds:1&moves=a1,b1");
    session.games = session.games.map((game) => ({ ...game, hidden: true }));
    expect(session.canUndo).toBe(true);
    await session.makeMove("c1");
    expect(session.position?.over).toBe(true);
    expect(session.canUndo).toBe(false);
    await session.undo();
    expect(moves()).toEqual(["a1", "b1", "c1"]);
    await session.jump(2);
    expect([session.personToMove, session.waitsForStart, session.canUndo]).toEqual([false, false, false]);
    await session.again();
    expect([moves(), session.personToMove]).toEqual([[], true]);
  });

  it("shows the error of a file that was saved, and recovers", async () => {
    const { server, session } = await opened();
    const broken = { ...session.games[0], error: { message: "name 'x' is not defined", file: "rows.py", line: 3 } };
    server.push({ type: "changed", game: broken });
    expect(session.fault).toEqual({ message: "name 'x' is not defined", file: "rows.py", line: 3 });
    server.push({ type: "changed", game: { ...broken, error: null } });
    await settle();
    expect(session.fault).toBeNull();
  });
});
