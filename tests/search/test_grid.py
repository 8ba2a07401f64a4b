"""Every search on every game: it works, or it says in one sentence why not and what to use."""

from __future__ import annotations

import itertools
import re

import pytest

from outply import CHANCE, Limit, OutplyError, games, load, named, search
from tests.positions import played
from tests.tiers import sampled, tiered

GRID = list(itertools.product(games.names(), search.names()))


@sampled(6)
@pytest.mark.parametrize(("name", "search_name"), GRID)
def test_it_works_or_refuses(name, search_name):
    game = load(name)
    for plies in tiered((0, 6), full=(0, 1, 6), quick=(6,)):
        state = played(game, plies, seed=plies)
        found = found_or_refused(search_name, game, state)
        if isinstance(found, str):
            sentence = rf"{search_name} cannot search {name}: [^.]+; use ([^.]+)\."
            advised = re.split(",| or ", re.fullmatch(sentence, found)[1])[0]
            assert named(advised).refusal(game.traits) is None
            continue
        if game.is_terminal(state) or game.to_move(state) == CHANCE:
            assert found.move is None
        else:
            assert found.move in list(game.moves(state))
            assert found.depth > 0 or search_name == "random"
        assert game.traits.least <= found.value <= game.traits.most


def found_or_refused(search_name, game, state):
    learns = "cfr" in search_name
    brief = f":iterations=2,most_nodes={tiered(20_000, full=20_000, quick=2_000)}"
    few = {"cfr": brief, "mccfr": brief}
    few["mcts"] = ":simulations=60" + (",playout_plies=20" if game.name == "chess" else "")
    chosen = named(search_name + few.get(search_name, ""))
    try:
        return chosen.search(game, state, None if learns else Limit(depth=1), compiled=False)
    except OutplyError as refused:
        return str(refused)


@pytest.mark.parametrize("name", games.names())
def test_some_search_takes_each_game(name):
    traits = load(name).traits
    takers = [each for each in search.names() if named(each).refusal(traits) is None]
    assert len(takers) > 1  # one of them is `random`
