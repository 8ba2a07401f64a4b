import { cleanup, render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";

import App from "../src/App.svelte";
import { costOf } from "../src/lib/chances";
import type { Analysis } from "../src/lib/messages";
import { GAME, rowsServer, settle } from "./rows";

const move = (text: string, chance: number) => ({ move: text, value: 0, chance, line: [text], distance: null, depth: 3, known: true, visits: null, probability: null });
const ANALYSIS: Analysis = {
  type: "analysis", id: 0, depth: 3, nodes: 12345, seconds: 0.1, value: 0.2, chance: 0.6, moves: [move("b1", 0.6), move("a1", 0.2)],
  proved: false, compiled: true, done: false, enough: true, search: "engine",
};

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "#");
});

async function analysed() {
  history.replaceState(null, "", "#game=rows&seats=person;person&tab=analyse");
  const server = rowsServer();
  render(App, { socket: server });
  await settle();
  const answer = async (message: object) => {
    server.answer(server.last("analyze")?.id, { ...ANALYSIS, ...message });
    await settle();
  };
  return { server, answer, user: userEvent.setup() };
}

const meter = () => screen.getByRole("meter").getAttribute("aria-valuetext");

describe("the analysis", () => {
  it("shows no value before the search has seen enough", async () => {
    const { answer } = await analysed();
    await answer({ enough: false });
    expect(meter()).toBe("not known yet");
    expect(screen.queryByText("60 %")).toBeNull();
    await answer({});
    expect(meter()).toBe("60 %");
  });

  it("gives a hint, and no error, where what is hidden cannot be analysed yet", async () => {
    const { server, user } = await analysed();
    const refused = (type: string, code: string) => server.answer(server.last(type)?.id, { type: "error", message: `${type} later`, code });
    refused("analyze", "not_yet");
    await settle();
    expect(screen.getByText("analyze later").className).not.toContain("problem");
    expect(screen.queryByText("Not deep enough yet for a value.")).toBeNull();
    await user.click(screen.getByRole("button", { name: /^b1, empty/ }));
    await settle();
    expect(screen.queryByText("analyze later")).toBeNull();
    refused("analyze", "refused");
    await user.click(screen.getByRole("button", { name: "Review this game" }));
    refused("review", "not_yet");
    await settle();
    expect(screen.getByText("analyze later").className).toContain("problem");
    expect(screen.getByText("review later").className).not.toContain("problem");
  });

  it("says whose probabilities the percentages are", async () => {
    const { answer, user } = await analysed();
    await answer({});
    expect(screen.getByText("Moves with the win probability of Player 1")).toBeTruthy();
    expect(screen.getByText("Player 1 wins: 60 %")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^b1, empty.*Player 1 wins with 60 %/ })).toBeTruthy();
    await user.click(screen.getByText("Options of the analysis"));
    await user.selectOptions(screen.getByLabelText("Win probability of"), "Player 2");
    expect(screen.getByText("Player 2 wins: 40 %")).toBeTruthy();
    expect(screen.getByText(/^The numbers on the moves are the win probability of Player 2/)).toBeTruthy();
  });

  it("keeps one viewpoint, whoever is to move", async () => {
    const { answer, user } = await analysed();
    await answer({});
    await user.click(screen.getByRole("button", { name: /^b1, empty/ }));
    await settle();
    await answer({ chance: 0.7, moves: [move("a1", 0.7)] });
    expect(meter()).toBe("70 %");
    expect(screen.getByText(/is the best move/)).toBeTruthy();
  });

  it("asks for as many moves as are shown, and stops the search before", async () => {
    const { server, user } = await analysed();
    const first = server.last("analyze");
    expect(first).toMatchObject({ lines: 5, channel: "analyse" });
    await user.click(screen.getByText("Options of the analysis"));
    await user.clear(screen.getByLabelText("Moves shown"));
    await user.type(screen.getByLabelText("Moves shown"), "2");
    await settle();
    expect(server.last("analyze")?.lines).toBe(2);
    expect(server.stopped).toContain(first?.id);
  });

  it("analyses again after the file was saved", async () => {
    const { server, answer } = await analysed();
    await answer({ done: true });
    expect(meter()).toBe("60 %");
    const before = server.last("analyze");
    server.push({ type: "changed", game: GAME });
    await settle();
    expect(server.last("analyze")?.id).not.toBe(before?.id);
    expect(meter()).toBe("not known yet");
  });

  it("hides the values until the user has moved", async () => {
    const { answer, user } = await analysed();
    await user.click(screen.getByText("Options of the analysis"));
    await user.click(screen.getByLabelText("Hide values until I have moved"));
    await answer({});
    expect(meter()).toBe("not known yet");
    await user.click(screen.getByRole("button", { name: /^a1, empty/ }));
    await settle();
    expect(screen.getByText(/costs Player 1 40 % of win probability/)).toBeTruthy();
  });

  it("lists mistakes by cost and asks for the better move", async () => {
    const { server, user } = await analysed();
    for (const cell of [/^a1/, /^b1/]) {
      await user.click(screen.getByRole("button", { name: new RegExp(`${cell.source}, empty`) }));
      await settle();
    }
    await user.click(screen.getByRole("button", { name: "Review this game" }));
    const id = server.last("review")?.id;
    const reviewed = { type: "reviewed", value: 0, chance: 0.5, line: [] };
    server.answer(id, { ...reviewed, ply: 0, best: "c1", cost: 0.1, verdict: "inaccuracy" });
    server.answer(id, { ...reviewed, ply: 1, best: "c1", cost: 0.4, verdict: "blunder" });
    server.answer(id, { ...reviewed, ply: 2, best: null, cost: null, verdict: "" });
    server.answer(id, { type: "review_done" });
    await settle();
    const find = screen.getAllByRole("button", { name: "Find the better move" });
    expect(screen.getAllByText(/^(blunder|inaccuracy)$/).map((each) => each.textContent)).toEqual(["blunder", "inaccuracy"]);
    await user.click(find[0] as HTMLElement);
    await settle();
    await user.click(screen.getByRole("button", { name: /^b1, empty/ }));
    await settle();
    expect(screen.getByText(/Try another move/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /^c1, empty/ }));
    await settle();
    expect(screen.getByText(/is right/)).toBeTruthy();
  });
});

describe("the cost of a move", () => {
  it("is told for the player who made it", () => {
    expect(costOf(ANALYSIS, "a1", 0)).toBeCloseTo(0.4);
    expect(costOf(ANALYSIS, "b1", 1)).toBeCloseTo(0.4);
    expect(costOf(ANALYSIS, "z9", 0)).toBeNull();
    expect(costOf({ ...ANALYSIS, enough: false }, "a1", 0)).toBeNull();
  });

  it("is not told after a few simulations", () => {
    const moves = [{ ...move("b1", 0.6), visits: 1000 }, { ...move("a1", 0.2), visits: 2 }];
    expect(costOf({ ...ANALYSIS, moves }, "a1", 0)).toBeNull();
  });
});
