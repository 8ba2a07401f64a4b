"""In games with hidden information a page is sent nothing that its viewers may not see."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import outply
from outply.game import OutplyError
from outply.web.hidden_moves import HiddenMoves, is_hidden, is_token, public_text
from tests.tiers import only_full, slow
from tests.web.running_server import Page, RunningServer, running_server

HIDDEN = ("kuhn-poker", "leduc-poker", "liars-dice")


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running_server() as running:
        yield running


def play(page: Page, name: str, viewer: int, seed: int) -> Iterator[tuple[dict[str, Any], Any]]:
    """Each position of a game between a person and a search, and the state that it really is."""
    game, rng = outply.load(name), random.Random(seed)
    moves: list[str] = []
    while True:
        place = {"game": name, "moves": moves}
        position = page.answer("position", at=place, viewers=[viewer])
        assert position["type"] == "position", position
        yield position, game
        if position["over"]:
            return
        if position["mover"] == outply.CHANCE:
            move = page.answer("roll", at=place, viewers=[viewer], seed=seed)["move"]
        elif position["mover"] == viewer:
            move = rng.choice(position["legal"])["move"]
        else:
            chosen = page.answer("choose", at=place, viewers=[viewer], search="random")
            assert chosen["result"] is None
            move = chosen["move"]
        moves = [*position["at"]["moves"], move]


@slow
@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("name", HIDDEN)
def test_a_viewer_sees_its_own_view_until_the_end(
    server: RunningServer, name: str, viewer: int
) -> None:
    for seed in range(3):
        with server.page() as page:
            positions = [position for position, _ in play(page, name, viewer, seed)]
        *running, last = positions
        assert running and last["over"]
        texts = last["at"]["moves"]
        assert not any(map(is_token, texts))
        game = outply.load(name)
        state = game.initial()
        for ply, position in enumerate(running):
            assert position["text"] == game.format_view(state, viewer)
            assert position["board"] is None and position["outcomes"] == []
            assert position["viewer"] == viewer
            if position["mover"] != viewer:
                assert position["legal"] == []
            for shown, ply_info, text in zip(
                position["at"]["moves"], position["history"], texts, strict=False
            ):
                assert public_text(shown) == ply_info["move"]
                assert is_hidden(shown) == ply_info["hidden"]
                assert is_hidden(shown) or public_text(shown) == text
            state = game.result(state, game.parse_move(state, texts[ply]))
        assert any(map(is_hidden, running[-1]["at"]["moves"]))


@slow
def test_no_search_looks_for_a_viewer_into_the_other_hand(server: RunningServer) -> None:
    with server.page() as page:
        place = {"game": "kuhn-poker", "moves": ["J", "Q"]}
        for kind in ("analyze", "review"):
            error = page.answer(kind, at=place, viewers=[1])
            assert error["code"] == "not_yet" and "hides information" in error["message"]
        own = page.answer("analyze", at=place, viewers=[0], limits={"nodes": 2000})
        assert own["done"] and all(len(each["line"]) == 1 for each in own["moves"])


@slow
def test_a_token_opens_only_for_its_viewer(server: RunningServer) -> None:
    with server.page() as page:
        roll = page.answer("roll", at={"game": "kuhn-poker", "moves": ["J"]}, viewers=[0], seed=1)
        token = roll["move"]
        assert is_token(token)
        place = {"game": "kuhn-poker", "moves": ["J", token]}
        assert page.answer("position", at=place, viewers=[0])["type"] == "position"
        for viewers in ([1], [0, 1], None):
            error = page.answer("position", at=place, viewers=viewers)
            assert "belongs to another game" in error["message"]
        elsewhere = {"game": "kuhn-poker", "moves": ["Q", token]}
        assert page.answer("position", at=elsewhere, viewers=[0])["code"] == "refused"


def dealt(page: Page, viewer: int) -> list[str]:
    """The moves of a hand of Kuhn poker after the cards are dealt."""
    moves: list[str] = []
    for _ in range(2):
        place = {"game": "kuhn-poker", "moves": moves}
        moves = [*moves, page.answer("roll", at=place, viewers=[viewer])["move"]]
    return moves


@slow
def test_a_page_cannot_end_a_hand_with_moves_of_the_other_player(server: RunningServer) -> None:
    with server.page() as page:
        cards = dealt(page, 0)
        for text in ("call", "fold", "nonsense"):
            place = {"game": "kuhn-poker", "moves": [*cards, "bet", text]}
            for kind in ("position", "choose", "analyze", "review"):
                error = page.answer(kind, at=place, viewers=[0])
                assert error["code"] == "refused" and "is not yours" in error["message"]
        place = {"game": "kuhn-poker", "moves": [*cards, "bet"]}
        chosen = page.answer("choose", at=place, viewers=[0], search="random")["move"]
        assert is_token(chosen) and public_text(chosen) in ("call", "fold")
        place["moves"] = [*place["moves"], chosen]
        over = page.answer("position", at=place, viewers=[0])
        assert over["over"] and over["at"]["moves"][-1] == public_text(chosen)


@slow
def test_a_page_cannot_choose_its_card_after_a_hidden_one(server: RunningServer) -> None:
    """Otherwise the card that is refused would be the hidden one."""
    with server.page() as page:
        first, second = dealt(page, 1)
        assert is_hidden(first) and public_text(second) in ("J", "Q", "K")
        errors = set()
        for card in "JQK":
            place = {"game": "kuhn-poker", "moves": [first, card]}
            error = page.answer("position", at=place, viewers=[1])
            errors.add(error["message"].replace(repr(card), ""))
        assert len(errors) == 1


@slow
def test_a_card_after_a_hidden_one_is_the_same_each_time(server: RunningServer) -> None:
    """Otherwise the card that is never dealt would be the hidden one."""
    hands = set()
    with server.page() as page:
        for _ in range(20):
            first, second = dealt(page, 1)
            place = {"game": "kuhn-poker", "moves": [first]}
            rolls = [page.answer("roll", at=place, viewers=[1], seed=seed) for seed in range(10)]
            assert {public_text(each["move"]) for each in rolls} == {public_text(second)}
            hands.add(public_text(second))
    assert len(hands) > 1  # which 20 hands fail to show once in a billion times


@slow
def test_a_token_does_not_tell_whether_a_guess_is_right(server: RunningServer) -> None:
    with server.page() as page:
        mine, theirs = dealt(page, 0)
        place = {"game": "kuhn-poker", "moves": [mine, theirs, "check"]}
        reply = page.answer("choose", at=place, viewers=[0], search="random")["move"]
        for card in {*"JQK"} - {mine}:
            guess = {"game": "kuhn-poker", "moves": [mine, card, "check", reply]}
            error = page.answer("position", at=guess, viewers=[0])
            assert "belongs to another game" in error["message"]


@slow
def test_a_hand_that_is_over_can_be_looked_through(server: RunningServer) -> None:
    with server.page() as page:
        *_, (last, _) = play(page, "kuhn-poker", 0, 1)
        moves = last["at"]["moves"]
        for count in range(len(moves) + 1):
            place = {"game": "kuhn-poker", "moves": moves[:count]}
            position = page.answer("position", at=place, viewers=[0])
            assert position["type"] == "position" and position["at"]["moves"] == moves[:count]


def test_tokens_differ_and_hide_the_text() -> None:
    hidden = HiddenMoves(b"secret" * 5)
    tokens = {hidden.token("Q", "here") for _ in range(20)}
    assert len(tokens) == 20 and len({len(token) for token in tokens}) == 1
    assert len(hidden.token("a much longer text", "here")) == len(tokens.pop())


def test_a_changed_token_is_refused() -> None:
    hidden, rng = HiddenMoves(b"secret" * 5), random.Random(0)
    token = hidden.token("Q", "here")
    assert hidden.text(token, "here") == "Q"
    for place, other in (("there", hidden), ("here", HiddenMoves(b"another"))):
        with pytest.raises(OutplyError):
            other.text(token, place)
    for _ in range(200):
        index = rng.randrange(1, len(token) - 1)
        letter = rng.choice("abcXYZ019-_")
        if letter != token[index]:
            with pytest.raises(OutplyError):
                hidden.text(token[:index] + letter + token[index + 1 :], "here")


@only_full
def test_a_text_that_is_too_long_cannot_be_hidden() -> None:
    with pytest.raises(OutplyError, match="cannot be hidden"):
        HiddenMoves(b"secret").token("x" * 64, "here")
