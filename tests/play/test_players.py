"""Players of games in which something is hidden."""

from __future__ import annotations

import pytest

from outply import Limit, load, player


def test_a_strategy_is_played_as_mixed_as_it_is():
    """At `J Q | bet` the second player folds two times of three, or near it."""
    game = load("kuhn-poker")
    state = game.parse("J Q | bet")
    choose = player("cfr", Limit())
    moves = [game.format_move(state, choose(game, state)) for _ in range(60)]
    assert 25 < moves.count("fold") < 55


@pytest.mark.parametrize("name", ["cfr", "mccfr", "pimc", "random"])
def test_what_is_not_seen_changes_nothing(name):
    game = load("kuhn-poker")
    for seen in ("J", "Q", "K"):
        others = [card for card in "JQK" if card != seen]
        states = [game.parse(f"{seen} {other} |".rstrip(" |")) for other in others]
        moves = {player(name, Limit())(game, state) for state in states}
        assert len(moves) == 1
