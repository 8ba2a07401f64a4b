"""More games of strangers, whose moves or outcomes have several shapes or classes."""

from __future__ import annotations

from pathlib import Path

import pytest

import outply
from tests.tiers import only_full

GAMES = sorted((Path(__file__).parent / "shapes").glob("*.py"))


@only_full
@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_compiled_unchanged_and_the_same_as_interpreted(file):
    """A plain search of each game that is allowed to see it visits the same nodes."""
    game = outply.load(str(file))
    names = ("alphabeta", "expectiminimax", "pimc:samples=2,seed=1")
    search = next(s for s in map(outply.named, names) if not s.refusal(game.traits))
    state = game.initial()
    while game.traits.hidden and game.to_move(state) == outply.CHANCE:
        state = game.result(state, next(iter(game.outcomes(state)))[0])
    slow, fast = (search.search(game, state, outply.Limit(depth=2), compiled=c) for c in (False, 1))
    assert fast.compiled and (fast.move, fast.value) == (slow.move, slow.value)
    assert (fast.nodes, fast.line) == (slow.nodes, slow.line)
    assert fast.move in list(game.moves(state))
