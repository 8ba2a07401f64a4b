"""A game on the page goes on after what interrupts it."""

from __future__ import annotations

from tests.tiers import only_full
from tests.web.browser import Site, square, wait_for_moves

pytestmark = only_full


def test_a_search_goes_on_after_another_part_was_looked_at(site: Site) -> None:
    with site.open("#game=othello&seats=person;engine@seconds:2") as page:
        wait_for_moves(page, 0)
        square(page, "d3").click()
        wait_for_moves(page, 1)
        page.keyboard.press("2")
        page.get_by_role("heading", name="Review").wait_for()
        page.keyboard.press("1")
        wait_for_moves(page, 2)


def test_a_new_game_during_the_roll_rolls_again(site: Site) -> None:
    with site.open("#game=backgammon&seats=person;person") as page:
        wait_for_moves(page, 1)
        for _ in range(3):
            page.keyboard.press("n")
            page.wait_for_timeout(150)  # shorter than the dice are seen to roll
        wait_for_moves(page, 1)
        page.locator("[role=grid] button.target").first.wait_for()
