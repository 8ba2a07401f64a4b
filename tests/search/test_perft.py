"""Perft: leaves of the game tree, against counts made by others."""

from __future__ import annotations

from pathlib import Path

import pytest

from outply import load
from outply.search.perft import perft
from tests.tiers import only_full, slow

OTHELLO = dict(
    map(int, line.split())
    for line in (Path(__file__).parents[1] / "data/othello/perft.txt").read_text().splitlines()
    if line and not line.startswith("#")
)


@pytest.mark.parametrize("depth", range(1, 10))
def test_othello_compiled(depth):
    game = load("othello")
    assert perft(game, game.initial(), depth, compiled=True) == OTHELLO[depth]


@only_full
@slow
@pytest.mark.parametrize("compiled", [True, False])
def test_games_that_end_sooner_have_no_leaves(compiled):
    game = load("tic-tac-toe")
    plays = dict(enumerate([1, 9, 72, 504, 3024, 15120, 9 * 8 * 7 * 6 * 5 * 4 - 1440 * 4]))
    plays |= {9: 46080 + 81792, 10: 0}
    counts = {each: perft(game, game.initial(), each, compiled=compiled) for each in plays}
    assert counts == plays


@pytest.mark.parametrize("depth", range(1, 6))
def test_othello_interpreted(depth):
    game = load("othello")
    assert perft(game, game.initial(), depth, compiled=False) == OTHELLO[depth]
