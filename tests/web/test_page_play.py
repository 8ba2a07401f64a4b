"""Whole games on the page, in a real browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import outply
from tests.tiers import only_full
from tests.web.browser import Site, moves_in, square, status, wait_for_moves, wait_for_status

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = only_full

PEOPLE = "seats=person;person"
PROMOTION = "d2d4 c7c5 d4c5 g7g6 d1d5 d8b6 c5b6 a7a6 d5f5 a8a7 b6a7 d7d5 a7b8q g6g5 b8c8"
"""A game in which a pawn becomes a queen, which mates."""


def test_a_game_of_othello_with_the_mouse(site: Site) -> None:
    with site.open(f"#game=othello&{PEOPLE}") as page:
        wait_for_moves(page, 0)
        made = 0
        while not re.search("wins|Draw", status(page)):
            passing = page.get_by_role("button", name="pass", exact=True)
            legal = page.locator('[role=grid] button[aria-label*="legal move"]')
            (legal.first if legal.count() else passing).click()
            made += 1
            wait_for_moves(page, made)
        assert made >= 9, "no game of Othello is shorter"
        assert finished_as_shown(page, "othello")


def test_moves_are_shown_on_hover_and_what_changed_is_animated(site: Site) -> None:
    with site.open(f"#game=othello&{PEOPLE}&moves=d3") as page:
        wait_for_moves(page, 1)
        square(page, "c5").hover()
        page.locator(".ghost").wait_for()  # the disc to be placed
        assert page.locator(".dot").count() == 2, "the other legal moves"
        square(page, "c5").click()
        wait_for_moves(page, 2)
        assert page.locator(".piece.turned").count() == 1
        assert page.locator(".square.last").count() == 1
    with site.open(f"#game=chess&{PEOPLE}&moves=e4,d5") as page:
        wait_for_moves(page, 2)
        square(page, "e4").click()
        square(page, "d5").click()
        wait_for_moves(page, 3)
        assert page.locator(".piece.moved").count() == 1
        named = square(page, "d5").get_attribute("aria-label")
        assert named == "d5, white pawn, last move"
        assert fading(page) == ["d5"], "the captured pawn"
    with site.open(f"#game=checkers&{PEOPLE}&moves=11-15,22-18") as page:
        wait_for_moves(page, 2)
        square(page, "square 15").click()
        square(page, "square 22").click()
        wait_for_moves(page, 3)
        assert fading(page) == ["square 18"], "the man that was jumped over"
        page.get_by_role("button", name="Undo").click()
        wait_for_moves(page, 2)
        assert fading(page) == [], "it comes back"


def fading(page: Page) -> list[str]:
    """The squares on which a piece that was taken fades."""
    taken = page.locator("[role=gridcell] button:has(.taken)").all()
    assert all(
        "fade" in each.locator(".taken").evaluate("it => getComputedStyle(it).animationName")
        for each in taken
    )
    return [(each.get_attribute("aria-label") or "").split(",")[0] for each in taken]


def test_a_game_of_tic_tac_toe_with_the_keyboard_only(site: Site) -> None:
    with site.open(f"#game=tic-tac-toe&{PEOPLE}") as page:
        wait_for_moves(page, 0)
        # The middle, the corner above, then a line through the middle from left to right.
        ways = (
            "b ArrowDown ArrowRight; ArrowUp ArrowLeft; ArrowDown; ArrowUp ArrowRight;"
            "ArrowDown ArrowRight"
        )
        for ply, keys in enumerate(ways.split(";")):
            for key in keys.split():
                page.keyboard.press(key)
            page.keyboard.press("Enter")
            wait_for_moves(page, ply + 1)
        wait_for_status(page, "X wins")
        assert moves_in(page) == ["b2", "a1", "a2", "b1", "c2"]
        page.keyboard.press("u")
        wait_for_moves(page, 4)
        page.keyboard.press("n")
        wait_for_moves(page, 0)


def test_a_game_of_chess_with_a_promotion(site: Site) -> None:
    with site.open(f"#game=chess&{PEOPLE}") as page:
        wait_for_moves(page, 0)
        for ply, move in enumerate(PROMOTION.split()):
            square(page, move[:2]).click()
            square(page, move[2:4]).click()
            if move[4:]:
                page.get_by_role("dialog").get_by_role("button", name="queen").click()
            wait_for_moves(page, ply + 1)
        wait_for_status(page, "White wins")
        assert moves_in(page)[12] == "axb8=Q"
        assert finished_as_shown(page, "chess")


def test_a_promotion_can_be_cancelled(site: Site) -> None:
    link = f"#game=chess&{PEOPLE}&start=8/P6k/8/8/8/8/8/K7%20w%20-%20-%200%201"
    with site.open(link) as page:
        wait_for_moves(page, 0)
        square(page, "a7").click()
        square(page, "a8").click()
        page.get_by_role("dialog").get_by_text("Which piece?").wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        square(page, "a7").click()
        square(page, "a8").click()
        page.get_by_role("dialog").get_by_role("button", name="knight").click()
        wait_for_moves(page, 1)
        assert moves_in(page) == ["a8=N"]


def test_a_file_with_tuple_moves_and_no_board(site: Site) -> None:
    with site.open("#game=coins.py&seats=person;engine@depth:3") as page:
        moves = page.get_by_role("region", name="Moves", exact=True).get_by_role("button")
        while True:
            moves.first.or_(page.locator(".over")).first.wait_for()
            if page.locator(".over").count():
                break
            plies = int(page.locator("[data-plies]").get_attribute("data-plies") or 0)
            moves.first.click()
            page.locator(f'[data-plies]:not([data-plies="{plies}"])').wait_for()
        assert moves_in(page)[0] == "('left', 1)"
        assert re.search("wins|Draw", status(page))
        opened = page.url
    with site.open(opened.removeprefix(site.server.url)) as page:
        page.locator(".over").wait_for()


def test_backgammon_rolls_dice_and_takes_steps_by_clicks(site: Site) -> None:
    with site.open(f"#game=backgammon&{PEOPLE}", reduced_motion="reduce") as page:
        for ply in range(1, 9, 2):
            wait_for_moves(page, ply)  # the dice are rolled without being asked
            assert page.locator(".middle .die").count() == 2
            while int(page.locator("[data-plies]").get_attribute("data-plies") or 0) == ply:
                legal = page.locator("[role=grid] button.target")
                passing = page.get_by_role("region", name="Moves without a square")
                made = page.locator(f'[data-plies]:not([data-plies="{ply}"])')
                legal.first.or_(passing).or_(made).first.wait_for()
                if not made.count():
                    (legal if legal.count() else passing.get_by_role("button")).first.click()
        game = outply.load("backgammon")
        state = game.initial()
        for text in moves_in(page):
            state = game.result(state, game.parse_move(state, text))


def test_a_link_reopens_variations_and_undo_takes_the_search_back_too(site: Site) -> None:
    with site.open("#game=tic-tac-toe&seats=person;engine@depth:2&moves=b2,a1(b1)") as page:
        wait_for_moves(page, 2)
        page.get_by_role("button", name="Previous move").click()
        wait_for_moves(page, 1)
        assert "moves=b2,a1(b1)&at=1" in page.url
        page.get_by_role("button", name="Next move").click()
        wait_for_moves(page, 2)
        page.get_by_role("button", name="Undo").click()
        wait_for_moves(page, 0)
        square(page, "c3").click()
        wait_for_moves(page, 2)  # and the search answers
        assert moves_in(page)[0].startswith("c3") or "(c3" in page.url


def test_hidden_cards_are_nowhere_on_the_page(site: Site) -> None:
    with site.open("#game=kuhn-poker&seats=person;random@depth:1") as page:
        wait_for_moves(page, 2)
        page.get_by_role("button", name="check", exact=True).wait_for()
        shown = page.locator(".card:not(.back)")
        assert shown.count() == 1 and page.locator(".card.back").count() == 1
        mine = shown.inner_text()
        others = "".join(card for card in "JQK" if card != mine)
        assert not re.search(rf"\b[{others}]\b", page.locator("main").inner_text())


def test_a_hand_whose_cards_were_shown_is_not_taken_back(site: Site) -> None:
    with site.open("#game=kuhn-poker&seats=person;random@depth:1") as page:
        over = page.locator(".over")
        move = page.get_by_role("region", name="Moves", exact=True).get_by_role("button").first
        while True:
            move.or_(over).first.wait_for()
            if over.count():
                break
            plies = page.locator("[data-plies]").get_attribute("data-plies")
            move.click()
            page.locator(f'[data-plies]:not([data-plies="{plies}"])').wait_for()
        page.get_by_role("button", name="New deal").wait_for()
        assert page.get_by_role("button", name="Undo").count() == 0
        ended = moves_in(page)
        page.keyboard.press("u")
        page.get_by_role("button", name="Previous move").click()
        page.get_by_role("button", name="New deal").wait_for()
        assert moves_in(page) == ended
        page.get_by_role("button", name="New deal").click()
        page.get_by_role("button", name="Undo").wait_for()


def test_rules_that_raise_are_shown_with_file_and_line(site: Site) -> None:
    with site.open(f"#game=raises.py&{PEOPLE}&moves=1,1,1,1") as page:
        wait_for_moves(page, 4)
        page.get_by_role("region", name="Moves", exact=True).get_by_role("button").first.click()
        alert = page.get_by_role("alert").locator("code")
        alert.wait_for()
        assert re.search(r"raises\.py:\d+", alert.inner_text())
        told = page.get_by_role("alert").inner_text()
        assert told.count("raises.py:") == 1
        page.locator("header select").select_option("tic-tac-toe")
        wait_for_status(page, "X to move")


def finished_as_shown(page: Page, name: str) -> bool:
    """Whether the moves in the address end the game with the result on the page."""
    game = outply.load(name)
    state = game.initial()
    for text in moves_in(page):
        state = game.result(state, game.parse_move(state, text))
    first = game.utility(state, 0)
    names = {"othello": ("Black", "White"), "chess": ("White", "Black")}[name]
    shown = f"{names[first < 0]} wins" if first else "Draw"
    return bool(game.is_terminal(state)) and shown in status(page)
