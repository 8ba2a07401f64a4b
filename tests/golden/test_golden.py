"""What every game and search did when it was last right, as text that people can read.

A new game or search has no golden text yet and fails here until one is written, on purpose:
`pytest tests/golden --snapshot-update`, then read it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from outply import Limit, games, load, named
from tests.positions import brief, optimised, played, typical_pairs, ways_on
from tests.tiers import sampled

DEPTH = {"gomoku": 2, "backgammon": 1, "ein-stein": 3, "chess": 3}
PLIES = {"backgammon": 40, "checkers": 40, "chess": 40}
PAIRS = [(game, name) for game, name in typical_pairs() if "cfr" not in name]


def playthrough(game) -> Iterator[str]:
    rng = random.Random(game.name)
    state = game.initial()
    for _ in range(PLIES.get(game.name, 1000)):
        if game.is_terminal(state):
            break
        moves = ways_on(game, state)
        shown = ", ".join(game.format_move(state, move) for move in moves)
        yield f"{game.format(state)}  player {game.to_move(state)}  moves {shown}"
        yield f"    evaluation {game.evaluate(state, 0):.6g}"
        move = rng.choice(moves)
        yield f"    plays {game.format_move(state, move)}"
        state = game.result(state, move)
    if game.is_terminal(state):
        utilities = [game.utility(state, player) for player in range(game.players)]
        yield f"{game.format(state)}  over: {utilities}"


@pytest.mark.parametrize("name", games.names())
def test_playthroughs(name, snapshot):
    assert "\n".join(playthrough(load(name))) == snapshot


@sampled(12)
@pytest.mark.parametrize(("name", "search_name"), optimised(PAIRS))
def test_signatures(name, search_name, snapshot):
    """Nodes, value and line from the start and from a random position."""
    game = load(name)
    lines = []
    for plies in (0, 7):
        state = played(game, plies, seed=1)
        found = named(brief(search_name)).search(game, state, Limit(depth=DEPTH.get(name, 4)))
        lines.append(f"after {plies}: {found.nodes} nodes, {found.value:.6g}, {found.line}")
    assert "\n".join(lines) == snapshot
