import { cleanup, render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it } from "vitest";

import App from "../src/App.svelte";
import { rowsServer, settle } from "./rows";

beforeAll(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
});
afterEach(() => {
  cleanup();
  history.replaceState(null, "", "#");
});

async function page(hash = "#game=rows&seats=person;person") {
  history.replaceState(null, "", hash);
  const server = rowsServer();
  render(App, { socket: server });
  await settle();
  return { server, user: userEvent.setup() };
}

const square = (name: RegExp) => screen.getByRole("button", { name });

describe("the page", () => {
  it("plays a game with the mouse and says who won", async () => {
    const { user } = await page();
    for (const cell of [/^b1/, /^a1/, /^c1/]) {
      await user.click(square(cell));
      await settle();
    }
    expect(screen.getAllByRole("status")[0]?.textContent).toContain("wins");
    expect(location.hash).toContain("moves=b1,a1,c1");
  });

  it("restores discarded moves with the browser's Back", async () => {
    const { user } = await page();
    const back = async () => {
      history.back();
      await new Promise((done) => window.addEventListener("hashchange", done, { once: true }));
      await settle();
    };
    await user.click(square(/^b1/));
    await settle();
    for (const key of ["n", "u"]) {
      await user.keyboard(key);
      await settle();
      expect(location.hash).not.toContain("moves");
      await back();
      expect(location.hash).toContain("moves=b1");
      expect(square(/^b1, X/)).toBeTruthy();
    }
  });

  it("plays with the keyboard only, with one tab stop on the board", async () => {
    const { user } = await page();
    expect(within(screen.getByRole("grid")).getAllByRole("button").filter((each) => each.tabIndex === 0)).toHaveLength(1);
    await user.keyboard("b");
    await user.keyboard("{ArrowRight}{Enter}");
    await settle();
    expect(square(/^b1, X/)).toBe(document.activeElement);
    await user.keyboard("u");
    await settle();
    expect(location.hash).not.toContain("moves");
  });

  it("says in words what a square holds and whether it is legal", async () => {
    await page("#game=rows&seats=person;person&moves=b1");
    expect(square(/^b1, X/).getAttribute("aria-label")).toBe("b1, X");
    expect(square(/^a1/).getAttribute("aria-label")).toBe("a1, empty, legal move");
  });

  it("types a move, and shows why one is refused", async () => {
    const { user } = await page();
    await user.type(screen.getByLabelText("Type a move"), "z9{Enter}");
    await settle();
    expect(screen.getByRole("alert").textContent).toContain("'z9' is not a legal move here.");
  });

  it("keeps the game where the text of a position is wrong, and says so at the field", async () => {
    const { user } = await page("#game=rows&seats=person;person&moves=b1");
    await user.type(screen.getByLabelText("Position as text"), "nonsense{Enter}");
    await settle();
    expect(document.getElementById("set-up-problem")?.textContent).toBe("'nonsense' is no position.");
    expect(square(/^b1, X/)).toBeTruthy();
    await user.keyboard("{Tab}");
    screen.getByRole("grid").querySelector("button")?.focus();
    await user.keyboard("g");
    const dialog = within(screen.getByRole("dialog"));
    await user.type(dialog.getByLabelText("Start from a position (text)"), "worse");
    await user.click(dialog.getByRole("button", { name: "Start the game" }));
    await settle();
    expect(dialog.getByRole("alert").textContent).toBe("'worse' is no position.");
    expect(location.hash).toContain("moves=b1");
    await user.clear(dialog.getByLabelText("Start from a position (text)"));
    await user.click(dialog.getByRole("button", { name: "Start the game" }));
    await settle();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(location.hash).not.toContain("moves");
  });

  it("makes a variation and removes it", async () => {
    const { user } = await page("#game=rows&seats=person;person&moves=b1,a1");
    await user.click(screen.getByRole("button", { name: /^1\s*b1/ }));
    await settle();
    await user.click(square(/^c1/));
    await settle();
    expect(location.hash).toContain("moves=b1,a1(c1)");
    await user.click(screen.getByRole("button", { name: "Remove the variation c1" }));
    await settle();
    expect(location.hash).toContain("moves=b1,a1&");
  });

  it("makes a form from the parameters of a search", async () => {
    const { user } = await page();
    await user.click(screen.getByRole("button", { name: "Change who plays Player 2" }));
    await user.selectOptions(screen.getByLabelText("Player 2"), "engine");
    await settle();
    await user.type(screen.getByLabelText("threads"), "2{Enter}");
    await user.click(screen.getByLabelText("quiescence"));
    await settle();
    expect(decodeURIComponent(location.hash)).toContain("engine:threads=2,quiescence=False@seconds:1");
    await user.selectOptions(screen.getByLabelText("evaluation"), "trained");
    await settle();
    expect(decodeURIComponent(location.hash)).toContain("quiescence=False,evaluation=trained@seconds:1");
    await user.selectOptions(screen.getByLabelText("evaluation"), "the game's own");
    await settle();
    expect(decodeURIComponent(location.hash)).not.toContain("evaluation");
    expect((screen.getByRole("option", { name: /star1/ }) as HTMLOptionElement).disabled).toBe(true);
  });

  it("remembers that single keys are turned off", async () => {
    const { user } = await page();
    await user.keyboard("?");
    await user.click(screen.getByLabelText("Use single keys as shortcuts"));
    cleanup();
    const again = await page();
    await again.user.keyboard("?");
    expect(screen.queryByRole("dialog")).toBeNull();
    localStorage.clear();
  });

  it("lists the keys", async () => {
    const { user } = await page();
    await user.keyboard("?");
    expect(screen.getByRole("dialog").textContent).toContain("Previous move");
  });
});
