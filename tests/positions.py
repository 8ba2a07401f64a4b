"""Positions reached by random play, for tests of every game."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from outply import CHANCE, Game, OutplyError, games, load, named, search
from tests.tiers import FULL

OTHERS = {
    "chess": [{"chess960": True, "start": 100, "evaluation": "material"}],
    "connect-four": [
        {"columns": 4, "rows": 4},
        {"columns": 8, "rows": 7},
        {"columns": 2, "rows": 31},
    ],
    "gomoku": [{"size": 7}, {"size": 15, "reach": 1}],
    "inc-square": [{"start": 3, "length": 7, "modulus": 100}],
    "liars-dice": [{"dice": 2, "sides": 3}, {"sides": 4, "wild": False}],
    "nim": [{"piles": (1, 2, 3, 4), "misere": True}],
    "random-tree": [
        {"branching": 3, "depth": 6, "seed": s, "correlated": s % 2 == 1} for s in (1, 2)
    ],
    "tic-tac-toe": [{"m": 5, "n": 4, "k": 4}],
}
"""Parameters under which games are tested, besides their defaults."""

LARGE = {"backgammon", "chess", "gomoku"}  # games whose rules take seconds to optimise


def other_games(name: str) -> list[Game[Any]]:
    """Those that a search takes."""
    several = [load(name, **given) for name, each in OTHERS.items() for given in each]
    return [game for game in several if takes(name, game)]


@cache
def typical_pairs() -> tuple[tuple[str, str], ...]:
    """Games and searches that take them, by name: each search on the games that it is for.

    A search for dice, for secrets or for many players also takes simpler games; one is enough.
    So is one tree that is written out.
    """
    known = set(games.names()) - {"textbook-tree", "lecture-tree"}
    pairs = itertools.product(sorted(known), sorted(set(search.names()) - {"random"}))
    return tuple(pair for pair in pairs if is_typical(*pair) and takes(pair[1], load(pair[0])))


@cache
def optimised_pairs() -> frozenset[tuple[str, str]]:
    """The pairs that tests compile with full optimisation: all, or a sample.

    The sample has the pairs that users meet first, a search for each game, which takes the one that
    the games before it have used least, and a small game for each other search.
    """
    pairs = typical_pairs()
    if FULL:
        return frozenset(pairs)
    used: Counter[str] = Counter()
    chosen = {("connect-four", "engine"), ("othello", "engine"), ("connect-four", "mcts")}
    for game in dict.fromkeys(game for game, _ in pairs):
        own = sorted((name for each, name in pairs if each == game), key=used.__getitem__)
        chosen.add((game, own[0]))
        used[own[0]] += 1
    small = {name: game for game, name in reversed(pairs) if game not in LARGE}
    return frozenset(chosen | {(small[name], name) for name in small if not used[name]})


def optimised(pairs: Iterable[tuple[Any, str]]) -> list[Any]:
    """Pairs as parameters of a test that optimises those which are meant to be."""
    chosen = {(load(game), name) for game, name in optimised_pairs()} | optimised_pairs()
    full = pytest.mark.fully_optimised
    return [pytest.param(*pair, marks=full if pair in chosen else ()) for pair in pairs]


def is_typical(game: str, name: str) -> bool:
    traits = load(game).traits
    simple = replace(traits, players=2, chance=False, hidden=False)
    is_for_more = name != "minimax" and (
        named(name).refusal(replace(simple, chance=True)) is None
        or named(name).refusal(replace(simple, hidden=True)) is None
        or named(name).refusal(replace(simple, players=3)) is None
    )
    if name == "mcts":
        return traits != simple or game in ("tic-tac-toe", "connect-four", "othello", "gomoku")
    if named(name).refusal(replace(simple, hidden=True)) is None:
        return traits.hidden or game == "tic-tac-toe"
    return not is_for_more or traits != simple or game == "tic-tac-toe"


def brief(name: str) -> str:
    """A search that a limit of depth does not end soon, with limits of its own."""
    return "mcts:simulations=60,playout_plies=8" if name == "mcts" else name


def takes(name: str, game: Game[Any]) -> bool:
    """Whether a search says that it can take a game."""
    try:
        named(name).require(game)
    except OutplyError:
        return False
    return True


def played(game: Game[Any], plies: int, seed: int) -> Any:
    """The state after so many random moves and outcomes, or the end of the game if sooner."""
    rng = random.Random(seed)
    state = game.initial()
    for _ in range(plies):
        if game.is_terminal(state):
            break
        state = game.result(state, rng.choice(ways_on(game, state)))
    return state


def ways_on(game: Game[Any], state: Any) -> list[int]:
    """The moves, or the outcomes where chance is to move."""
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in game.outcomes(state)]
    return list(game.moves(state))


def label(thing: Any) -> str:
    return thing if isinstance(thing, str) else repr(thing)
