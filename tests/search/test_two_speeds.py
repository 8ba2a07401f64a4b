"""Interpreted and compiled visit the same nodes and find the same, everywhere."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outply import CHANCE, Limit, games, load, named
from outply.search.perft import perft
from tests.positions import brief, label, optimised, other_games, played, typical_pairs
from tests.tiers import sampled, slow, tiered

PAIRS = [
    *((load(game), name) for game, name in typical_pairs() if "cfr" not in name),
    *((game, name) for name in ("alphabeta", "engine") for game in other_games(name)),
    *((game, "pimc") for game in other_games("pimc") if game.traits.hidden),
]
EXAMPLES = tiered(6, full=25)
NODES = {"gomoku": 30}  # each of its nodes has two hundred children


def facts(result):
    return (result.move, result.value, result.line, result.depth, result.nodes, result.proved)


@slow
@sampled(10)
@pytest.mark.parametrize(("game", "search_name"), optimised(PAIRS), ids=label)
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(plies=st.integers(0, 40), seed=st.integers(0, 2**32), depth=st.integers(0, 3))
def test_the_same_at_both_speeds(game, search_name, plies, seed, depth):
    state = played(game, plies, seed)
    algorithm = named(brief(search_name))
    for limit in (Limit(depth=depth, nodes=NODES.get(game.name, 150)), Limit(depth=min(depth, 1))):
        interpreted = algorithm.search(game, state, limit, compiled=False)
        compiled = algorithm.search(game, state, limit, compiled=True)
        assert compiled.compiled and not interpreted.compiled
        assert facts(compiled) == facts(interpreted)


@pytest.mark.parametrize("name", games.names())
def test_as_many_leaves_at_both_speeds(name):
    game = load(name)
    state = game.initial()
    if game.to_move(state) == CHANCE:
        state = game.result(state, next(game.outcomes(state))[0])
    depth = 1 if name == "backgammon" else 2
    leaves = perft(game, state, depth, compiled=True)
    assert leaves == perft(game, state, depth, compiled=False)
