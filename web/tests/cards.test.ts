import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it } from "vitest";

import CardTable from "../src/board/CardTable.svelte";
import { cardName, readTable } from "../src/lib/cards";

const NAMES = ["Ann", "Bob"];

describe("the text of a hand", () => {
  it("says whose card is whose, and which lie open", () => {
    expect(readTable("leduc-poker", "J ? | raise call | K | check", 2)).toEqual({ hands: [["J"], ["?"]], shared: ["K"], isDice: false });
    expect(readTable("leduc-poker", "Ks Jh", 2)?.hands).toEqual([["Ks"], ["Jh"]]);
    expect(readTable("kuhn-poker", "Q -", 2)?.hands).toEqual([["Q"], ["-"]]);
  });

  it("has the dice under each cup", () => {
    expect(readTable("liars-dice", "13 ?? | 1x3", 2)).toEqual({ hands: [["1", "3"], ["?", "?"]], shared: [], isDice: true });
  });

  it("is no table where each player has no card", () => {
    expect(readTable("kuhn-poker", "Q ? J", 2)).toBeNull();
    expect(readTable("my_game.py", "pot 3", 2)).toBeNull();
    expect(readTable("kuhn-poker", "", 2)).toBeNull();
  });

  it("names cards for screen readers", () => {
    expect(["Kh", "10s", "?", "-"].map(cardName)).toEqual(["K♥", "10♠", "hidden", "not dealt"]);
  });
});

describe("a table of cards", () => {
  afterEach(cleanup);
  const table = { hands: [["?"], ["Q"]], shared: ["K"], isDice: false };
  const history = [{ move: "?token", mover: -1, hidden: true }, { move: "bet", mover: 0, hidden: false }];

  it("keeps the viewer below when all cards are open", () => {
    render(CardTable, { table: { ...table, hands: [["J"], ["Q"]] }, names: NAMES, viewer: 1, mover: -1, history });
    const seats = screen.getAllByRole("group", { name: /: [JQ]/ }).map((seat) => seat.getAttribute("aria-label"));
    expect(seats).toEqual(["Ann: J, said bet", "Bob (you): Q"]);
  });

  it("shows hands, what was said, and hides what is hidden", () => {
    const { container } = render(CardTable, { table, names: NAMES, viewer: 1, mover: 1, history });
    expect(screen.getByRole("group", { name: "Ann: hidden, said bet" })).toBeTruthy();
    expect(screen.getByRole("group", { name: "Bob (you): Q" }).className).toContain("mover");
    expect(screen.getByRole("group", { name: "On the table: K" })).toBeTruthy();
    expect(container.querySelectorAll(".card.back")).toHaveLength(1);
    expect([...container.querySelectorAll(".card:not(.back)")].map((card) => card.textContent?.trim())).toEqual(["K", "Q"]);
  });
});
