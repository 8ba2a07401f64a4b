"""Analyse, Review, Tree and Compare on games of every kind, in a real browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

import pytest

from tests.tiers import only_full
from tests.web.browser import AXE, Site, moves_in, wait_for_moves

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = only_full

PHONE = {"width": 360, "height": 740}


class Case(NamedTuple):
    """A game, its first moves (the last one is a mistake), and whose win probability is shown."""

    game: str
    moves: tuple[str, ...]
    viewpoint: str
    mover: str
    """The player to move after all moves but the last."""
    start: str = ""

    def link(self, tab: str, plies: int | None = None) -> str:
        moves = ",".join(quote(move, safe="") for move in self.moves[:plies])
        start = f"&start={quote(self.start)}" if self.start else ""
        return f"#game={self.game}{start}&seats=person;person&moves={moves}&tab={tab}"


LAST_ROLL = "AQAABAEAAAAAAA 61"
"""Two checkers to bear off with this roll, and one of the other side's on its last point."""
CASES = [
    Case("tic-tac-toe", ("b2", "b1"), "X", "O"),
    Case("othello", ("d3", "c3", "b3", "b2"), "Black", "White"),
    Case("chess", ("e4", "e5", "Qh5", "Ke7"), "White", "Black"),
    Case("backgammon", ("6/off",), "White", "White", LAST_ROLL),
    Case("coins.py", ("('left', 1)", "('right', 1)", "('left', 1)"), "Player 1", "Player 1"),
]
every_game = pytest.mark.parametrize("case", CASES, ids=[case.game for case in CASES])


def before_the_mistake(case: Case, tab: str) -> str:
    return case.link(tab, len(case.moves) - 1)


def picture(page: Page) -> str:
    """What the position shows, as a screen reader hears it."""
    stage = page.get_by_role("region", name="The position")
    cells = stage.get_by_role("grid").get_by_role("button")
    names = [cell.get_attribute("aria-label") or "" for cell in cells.all()]
    return "; ".join(names) or stage.get_by_role("table").inner_text()


def lines_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Analysis").locator("ol > li")


@every_game
def test_the_analysis(site: Site, case: Case) -> None:
    plies = len(case.moves) - 1
    with site.open(before_the_mistake(case, "analyse")) as page:
        wait_for_moves(page, plies)
        page.locator(".painted, .value.best").first.wait_for()
        meter = page.get_by_role("meter")
        assert meter.get_attribute("aria-label") == f"Win probability of {case.viewpoint}"
        assert re.fullmatch(r"\d+ %", meter.get_attribute("aria-valuetext") or "")
        page.get_by_text(f"Moves with the win probability of {case.viewpoint}").wait_for()
        page.get_by_text(
            f"numbers on the moves are the win probability of {case.viewpoint}"
        ).wait_for()
        page.get_by_text(re.compile(r"nodes · [\d.]+ s(?! …)")).wait_for()  # it is done
        shown = picture(page)
        first = lines_of(page).first.get_by_role("button").first
        move = first.inner_text()
        first.hover()
        while picture(page) == shown:  # the board follows the line
            page.wait_for_timeout(20)
        page.mouse.move(0, 0)
        while picture(page) != shown:
            page.wait_for_timeout(20)
        first.click()
        wait_for_moves(page, plies + 1)
        assert moves_in(page)[plies].startswith(move)


@every_game
def test_the_review(site: Site, case: Case) -> None:
    with site.open(case.link("analyse")) as page:
        wait_for_moves(page, len(case.moves))
        page.get_by_role("button", name="Review this game").click()
        page.get_by_text(re.compile("to improve|No mistakes found")).wait_for()
        graph = page.get_by_role("slider")
        graph.wait_for()
        assert graph.get_attribute("aria-label") == (
            f"Win probability of {case.viewpoint} over the game"
        )
        entry = page.locator("li", has_text=f"{len(case.moves)}. {case.mover} {case.moves[-1]}")
        entry.get_by_role("button", name="Find the better move").click()
        wait_for_moves(page, len(case.moves) - 1)
        asked = page.get_by_role("region", name="Find the better move")
        asked.get_by_text(re.compile(rf"and cost {case.mover} \d+ % of win probability")).wait_for()
        assert page.locator(".painted, li button .value").count() == 0, "the answer is not told"
        asked.get_by_role("button", name="Show the move").click()
        better = asked.locator("b").inner_text()
        assert better != case.moves[-1]
        asked.get_by_role("button", name="Play the line").click()
        page.get_by_role("region", name="Find the better move").wait_for(state="detached")
        graph.focus()
        graph.press("Home")
        wait_for_moves(page, 0)
        graph.press("End")
        page.locator('[data-plies]:not([data-plies="0"])').wait_for()


@every_game
def test_two_searches(site: Site, case: Case) -> None:
    with site.open(before_the_mistake(case, "compare")) as page:
        columns = page.get_by_role("region", name=re.compile("^Search [12]$"))
        for column in (columns.nth(0), columns.nth(1)):
            column.get_by_text("Move", exact=True).wait_for()
            move = column.locator("dd").first.inner_text()
            assert move in column.locator("ol").inner_text()
            assert case.viewpoint in (column.get_by_role("meter").get_attribute("aria-label") or "")
        agreement = page.get_by_role("region", name="Agreement").get_by_role("status")
        assert re.search("Both choose|They disagree", agreement.inner_text())
        columns.nth(1).get_by_role("combobox").first.select_option("random")
        columns.nth(1).get_by_text("Chooses any legal move").or_(
            columns.nth(1).locator("p.muted")
        ).first.wait_for()


@every_game
def test_the_tree(site: Site, case: Case) -> None:
    with site.open(before_the_mistake(case, "tree")) as page:
        name = case.game.removesuffix(".py")
        page.get_by_role("heading", name=re.compile(f" on {name}", re.IGNORECASE)).wait_for()
        details = page.get_by_role("region", name="Selected node")
        details.get_by_role("grid").or_(details.get_by_role("table")).wait_for()
        canvas = page.locator("canvas")
        canvas.focus()
        canvas.press("ArrowDown")
        details.get_by_text(re.compile("^(Value|State)$")).wait_for()
        assert details.get_by_role("heading").inner_text() != "Root"
        canvas.press("Home")
        page.get_by_text("Nothing is searched yet").wait_for()
        canvas.press(".")
        assert page.locator(".controls output").inner_text().startswith("1 / ")


@pytest.mark.parametrize("tab", ["play", "analyse", "tree", "compare"])
@pytest.mark.parametrize("game", ["chess", "backgammon", "kuhn-poker", "coins.py", "pig"])
def test_axe_finds_nothing(site: Site, game: str, tab: str) -> None:
    link = f"#game={game}&seats=person;random@depth:1&tab={tab}"
    with site.open(link, viewport=PHONE) as page:
        page.get_by_role("main").locator(
            "[role=grid], table, canvas, pre, p:visible"
        ).first.wait_for()
        page.wait_for_timeout(500)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run()")["violations"]
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
