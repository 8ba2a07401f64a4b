"""What a game and its analysis can be set to, in a real browser."""

from __future__ import annotations

import re

from tests.tiers import only_full
from tests.web.browser import Site, moves_in, square, wait_for_moves, wait_for_status

pytestmark = only_full

PEOPLE = "seats=person;person"
CLIPBOARD = ["clipboard-read", "clipboard-write"]
PASTED = "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1"


def test_a_position_is_set_up_from_text_and_copied(site: Site) -> None:
    with site.open(f"#game=chess&{PEOPLE}&moves=e4", permissions=CLIPBOARD) as page:
        wait_for_moves(page, 1)
        field = page.get_by_label("Position as text")
        field.fill("8/8/8 nonsense")
        page.get_by_role("button", name="Set up").click()
        page.locator("#set-up-problem").wait_for()
        assert moves_in(page) == ["e4"], "the game is still there"
        field.fill(PASTED)
        page.get_by_role("button", name="Set up").click()
        wait_for_status(page, "Black to move")
        square(page, "e3, black king").wait_for()
        for what, expected in [("position", PASTED), ("link", page.url)]:
            page.get_by_role("button", name=f"Copy {what}").click()
            page.get_by_text(f"Copied the {what}.").wait_for()
            assert page.evaluate("navigator.clipboard.readText()") == expected
        page.go_back()
        wait_for_moves(page, 1)
        page.get_by_role("button", name="Copy game").click()
        page.get_by_text("Copied the game.").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == "e4"


def test_another_move_is_a_variation_and_the_link_reopens_it(site: Site) -> None:
    with site.open(f"#game=tic-tac-toe&{PEOPLE}&moves=b2,a1,c3") as page:
        wait_for_moves(page, 3)
        page.get_by_role("list", name="Moves").get_by_role("button", name="1b2").click()
        wait_for_moves(page, 1)
        square(page, "b1").click()
        wait_for_moves(page, 2)
        variation = page.get_by_role("list", name="Variation")
        assert "b1" in variation.inner_text()
        opened = page.url.removeprefix(site.server.url)
        assert "moves=b2,a1(b1),c3" in opened
        with site.open(opened) as other:
            wait_for_moves(other, 2)
            square(other, "b1, O").wait_for()
        page.get_by_role("button", name="Remove the variation b1").click()
        variation.wait_for(state="detached")
        assert "(" not in page.url


def test_a_clock_runs_down_and_ends_the_game(site: Site) -> None:
    with site.open("#game=tic-tac-toe&seats=person;engine@depth:3&clock=1%2B0") as page:
        wait_for_status(page, "X is out of time; O wins.")
        clocks = page.locator(".clock")
        assert clocks.all_inner_texts() == ["0.0", "1.0"]
        square(page, "b2").click(force=True)
        wait_for_status(page, "X is out of time; O wins.")
        assert moves_in(page) == []


def test_the_settings_of_a_new_game(site: Site) -> None:
    with site.open(f"#game=tic-tac-toe&{PEOPLE}") as page:
        wait_for_moves(page, 0)
        page.keyboard.press("g")
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("m", exact=True).fill("4")
        dialog.get_by_label("n", exact=True).fill("40")
        dialog.get_by_label("Play with clocks").check()
        dialog.get_by_role("button", name="Start").click()
        dialog.get_by_role("alert").wait_for()
        dialog.get_by_label("n", exact=True).fill("4")
        dialog.get_by_role("button", name="Start").click()
        dialog.wait_for(state="detached")
        square(page, "d4").wait_for()
        assert "set=" in page.url and "clock=300%2B3" in page.url
        assert page.locator(".clock").count() == 2


def test_how_much_of_the_analysis_is_shown(site: Site) -> None:
    with site.open(f"#game=tic-tac-toe&{PEOPLE}&moves=b2,b1&tab=analyse") as page:
        lines = page.get_by_role("region", name="Analysis").locator("ol > li")
        lines.nth(4).wait_for()
        page.get_by_text("Options of the analysis").click()
        page.get_by_label("Moves shown").fill("2")
        lines.nth(2).wait_for(state="detached")
        assert lines.count() == 2
        page.get_by_label("Moves in a line").fill("3")
        lines.first.get_by_text("…").wait_for()
        assert lines.first.get_by_role("button").count() == 3
        page.locator("select", has_text="XO").select_option("O")
        page.get_by_text("O wins: 0 %").wait_for()
        page.get_by_label("Paint values on the board").uncheck()
        assert page.locator(".painted").count() == 0


def test_values_are_hidden_until_a_move_was_made(site: Site) -> None:
    with site.open(f"#game=tic-tac-toe&{PEOPLE}&moves=b2,b1&tab=analyse") as page:
        page.locator(".painted.best").wait_for()
        page.get_by_text("Options of the analysis").click()
        page.get_by_label("Hide values until I have moved").check()
        page.get_by_text("The values are hidden until you have moved.").wait_for()
        assert page.locator(".painted").count() == 0
        meter = page.get_by_role("meter")
        assert meter.get_attribute("aria-valuetext") == "not known yet"
        square(page, "b3").click()
        page.get_by_text(re.compile(r"^b3 .*best")).wait_for()
        page.get_by_role("button", name="Previous move").click()
        wait_for_moves(page, 2)
        page.locator(".painted.best").wait_for()  # it was answered


def test_rules_that_never_return_are_shown_with_file_and_line(site: Site) -> None:
    with site.open(f"#game=hangs.py&{PEOPLE}&moves=1,1,1,1") as page:
        wait_for_moves(page, 4)
        page.get_by_role("region", name="Moves", exact=True).get_by_role("button").first.click()
        page.get_by_text("Waiting for the rules…").wait_for()
        told = page.get_by_role("alert").filter(has_text="did not return within")
        told.wait_for()
        assert re.search(r"hangs\.py:\d+", told.inner_text())
        page.locator("header select").select_option("tic-tac-toe")
        wait_for_status(page, "X to move")


def test_a_page_whose_connection_was_lost_connects_again(site: Site) -> None:
    with site.open(f"#game=tic-tac-toe&{PEOPLE}&moves=b2") as page:
        wait_for_moves(page, 1)
        page.evaluate("window.sawLoss = false")
        page.evaluate(
            """new MutationObserver(() => {
                const alert = document.querySelector("[role=alert]");
                window.sawLoss ||= alert.textContent.includes("connects again by itself");
            }).observe(document.body, { subtree: true, childList: true, characterData: true })"""
        )
        site.server.drop_pages()
        page.wait_for_function("window.sawLoss")
        page.get_by_text("connects again by itself").wait_for(state="detached")
        square(page, "a1").click()
        wait_for_moves(page, 2)
