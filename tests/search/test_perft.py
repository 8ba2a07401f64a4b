"""Perft: leaves of the game tree, against counts made by others."""

from __future__ import annotations

from pathlib import Path

import pytest

from outply import load
from outply.search.perft import perft

OTHELLO = dict(
    map(int, line.split())
    for line in (Path(__file__).parents[1] / "data/othello/perft.txt").read_text().splitlines()
    if line and not line.startswith("#")
)


@pytest.mark.parametrize("depth", range(1, 10))
def test_othello_compiled(depth):
    game = load("othello")
    assert perft(game, game.initial(), depth, compiled=True) == OTHELLO[depth]


@pytest.mark.parametrize("depth", range(1, 6))
def test_othello_interpreted(depth):
    game = load("othello")
    assert perft(game, game.initial(), depth, compiled=False) == OTHELLO[depth]
