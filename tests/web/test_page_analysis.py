"""Analysis, review and comparison on the page, in a real browser."""

from __future__ import annotations

import re

from tests.tiers import only_full
from tests.web.browser import Site, moves_in, square, wait_for_moves

pytestmark = only_full

PEOPLE = "seats=person;person"
# O lets X win: after b2, an edge loses.
BLUNDER = f"#game=tic-tac-toe&{PEOPLE}&moves=b2,b1,a1,c3,a2,a3,c2&tab=analyse"


def test_the_analysis_has_values_on_the_moves_and_lines_that_play(site: Site) -> None:
    with site.open(f"#game=tic-tac-toe&{PEOPLE}&moves=b2,b1&tab=analyse") as page:
        page.locator(".painted.best").wait_for()
        assert page.get_by_role("meter").get_attribute("aria-valuetext") == "100 %"
        lines = page.get_by_role("region", name="Analysis").locator("ol > li")
        assert lines.count() == 5
        line = lines.first.get_by_role("button")
        first = line.first.inner_text()
        line.first.hover()
        square(page, f"{first}, X").wait_for()  # the board shows the line
        page.mouse.move(0, 0)
        square(page, f"{first}, empty").wait_for()
        line.nth(1).click()
        wait_for_moves(page, 4)
        assert moves_in(page)[2] == first


def test_no_value_is_shown_before_the_search_is_deep_enough(site: Site) -> None:
    with site.open(f"#game=chess&{PEOPLE}&tab=analyse") as page:
        page.locator(".painted.best").wait_for()
        page.get_by_text("Options of the analysis").click()
        page.get_by_label("Kind of limit for Search").select_option("nodes")
        limit = page.get_by_label("Limit for Search in nodes")
        limit.fill("1")
        limit.press("Enter")
        page.get_by_text("Not deep enough yet for a value.").wait_for()
        page.get_by_text(re.compile(r"\d+ nodes · [\d.]+ s(?! …)")).wait_for()  # it is done
        assert page.get_by_role("meter").get_attribute("aria-valuetext") == "not known yet"
        assert page.locator(".painted").count() == 0
        limit.fill("100000")
        limit.press("Enter")
        page.locator(".painted.best").wait_for()


def test_a_hint_says_when_hidden_hands_can_be_analysed(site: Site) -> None:
    with site.open("#game=kuhn-poker&seats=random@depth:1;person&moves=J,Q&tab=analyse") as page:
        hint = page.get_by_text("analyse at your own turn")
        hint.wait_for()
        assert "problem" not in (hint.get_attribute("class") or "")
        assert page.locator(".problem").count() == 0


def test_a_review_lists_mistakes_and_asks_for_the_better_move(site: Site) -> None:
    with site.open(BLUNDER) as page:
        wait_for_moves(page, 7)
        page.get_by_role("button", name="Review this game").click()
        find = page.get_by_role("button", name="Find the better move")
        find.first.wait_for()
        page.get_by_text(re.compile(r"to improve")).wait_for()
        assert page.get_by_text("blunder", exact=True).first.is_visible()
        page.locator("li", has_text="O b1").get_by_role("button", name="Find the").click()
        wait_for_moves(page, 1)
        assert page.locator("li", has_text="O b1").is_visible(), "though it is not yet made here"
        square(page, "c2").click()  # another edge
        page.get_by_text("Try another move").wait_for()
        square(page, "a1").click()
        page.get_by_text(re.compile("is right")).wait_for()


def test_the_graph_goes_to_a_ply(site: Site) -> None:
    with site.open(BLUNDER) as page:
        wait_for_moves(page, 7)
        page.get_by_role("button", name="Review this game").click()
        page.get_by_text(re.compile(r"to improve")).wait_for()
        graph = page.get_by_role("slider")
        graph.click(position={"x": 1, "y": 10})
        wait_for_moves(page, 0)
        graph.press("ArrowRight")
        wait_for_moves(page, 1)
        assert "50 %" in (graph.get_attribute("aria-valuetext") or "")


def test_two_searches_on_the_same_position(site: Site) -> None:
    link = f"#game=tic-tac-toe&{PEOPLE}&moves=b2,b1&tab=compare"
    with site.open(link) as page:
        columns = page.get_by_role("region", name=re.compile("^Search [12]$"))
        for index in range(2):
            columns.nth(index).locator("dd").first.wait_for()
        agreement = page.get_by_role("region", name="Agreement").get_by_role("status")
        assert re.search("Both choose|They disagree", agreement.inner_text())
        columns.nth(1).get_by_role("combobox").first.select_option("minimax")
        columns.nth(1).get_by_text("proved").wait_for()
        wins = [columns.nth(index).get_by_role("meter") for index in range(2)]
        assert wins[1].get_attribute("aria-valuetext") == "100 %"


def test_two_evaluations_on_the_same_position(site: Site) -> None:
    with site.open(f"#game=othello&{PEOPLE}&moves=d3,c5&tab=compare") as page:
        columns = page.get_by_role("region", name=re.compile("^Search [12]$"))
        other = columns.nth(1)
        other.get_by_role("combobox").first.select_option("engine")
        other.get_by_text("Parameters of engine", exact=True).click()
        other.get_by_label("evaluation").select_option("trained")
        other.get_by_text("Parameters of engine: engine:evaluation=trained").wait_for()
        for column in (columns.nth(0), other):
            column.get_by_text("Move", exact=True).wait_for()
            column.get_by_label("Kind of limit").select_option("depth")
        values = columns.locator("dl div", has_text="Value").locator("dd")
        depths = columns.locator("dl div", has_text="Depth").locator("dd")
        for _ in range(3000):  # at first both may still show the same evaluation
            found = set(depths.all_inner_texts()), len(set(values.all_inner_texts()))
            if found == ({"6"}, 2):
                break
            page.wait_for_timeout(20)
        assert found == ({"6"}, 2)
