"""Budgets, stops and edges of a search."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from outply import AlphaBeta, Game, Limit, Minimax, OutplyError, Random, Traits, load, named, search
from outply.games.connect_four import Board, ConnectFour
from outply.search.base import MAX_DEPTH, Result
from outply.search.threads import recursion_allowed
from tests.clock import computing_at_most, interrupted_after, with_enough_seconds
from tests.positions import played
from tests.tiers import slow

SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])


@SPEEDS
def test_seconds_are_kept(compiled):
    game = load("connect-four")
    AlphaBeta().search(game, game.initial(), Limit(depth=1), compiled=compiled)

    def search_for(seconds: float) -> Result:
        with computing_at_most(10 * seconds):  # generous: closeness is a matter for benchmarks
            found = AlphaBeta().search(
                game, game.initial(), Limit(seconds=seconds), compiled=compiled
            )
        assert found.seconds >= seconds
        return found

    result = with_enough_seconds(search_for, lambda found: found.depth >= 1, 0.2)
    assert result.depth >= 1 and len(result.line) >= 1
    assert not result.proved


@SPEEDS
def test_nodes_are_kept_exactly(compiled):
    game = load("connect-four")
    result = AlphaBeta().search(game, game.initial(), Limit(nodes=1000), compiled=compiled)
    assert result.nodes == 1000
    deeper = AlphaBeta().search(game, game.initial(), Limit(nodes=2000), compiled=compiled)
    assert deeper.depth >= result.depth


@SPEEDS
@pytest.mark.parametrize("limit", [Limit(seconds=0), Limit(nodes=0), Limit(depth=0)], ids=repr)
def test_a_limit_of_zero_still_gives_a_legal_move(limit, compiled):
    game = load("connect-four")
    result = AlphaBeta().search(game, game.initial(), limit, compiled=compiled)
    assert result.move in list(game.moves(game.initial()))
    assert (result.depth, result.nodes, result.proved) == (0, 0, False)


@SPEEDS
def test_a_finished_game(compiled):
    game = load("connect-four")
    state = game.parse("1212121")
    result = AlphaBeta().search(game, state, Limit(seconds=1), compiled=compiled)
    assert (result.move, result.value, result.line) == (None, -1, ())
    assert result.proved and result.depth == 0


def test_deepening_stops_when_the_result_is_proved():
    game = load("tic-tac-toe")
    result = AlphaBeta().search(game, game.initial(), Limit(seconds=600))
    assert result.proved and result.depth == 9
    assert result.seconds < 600


def test_progress_is_told_depth_by_depth():
    game = load("tic-tac-toe")
    seen = []
    AlphaBeta().search(game, game.initial(), Limit(nodes=10**9), progress=seen.append)
    assert [result.depth for result in seen] == list(range(1, 10))
    assert seen[-1].proved and not seen[-2].proved


@slow
@SPEEDS
def test_a_longer_limit_never_proves_a_different_value(compiled):
    game = load("connect-four", columns=4, rows=4)
    for seed in range(20):
        state = played(game, 8, seed)
        proofs = []
        for nodes in (10, 100, 1000, 30_000):
            result = AlphaBeta().search(game, state, Limit(nodes=nodes), compiled=compiled)
            if result.proved:
                proofs.append(result.value)
        assert len(set(proofs)) == 1, "the largest limit always proves it"


@slow
@SPEEDS
def test_ctrl_c_gives_the_best_answer_so_far(compiled):
    game = load("connect-four")
    AlphaBeta().search(game, game.initial(), Limit(depth=1), compiled=compiled)
    limits = [Limit(seconds=600), Limit(depth=40)]  # many iterations, and one without end
    for limit in limits:
        with computing_at_most(10), interrupted_after(0.3):
            result = AlphaBeta().search(game, game.initial(), limit, compiled=compiled)
        assert result.interrupted
        assert result.move in list(game.moves(game.initial()))
        assert (result.depth >= 1) == (limit.seconds is not None)


@SPEEDS
def test_deep_searches_do_not_overflow_the_stack(compiled):
    """One branch a node and nothing cut: as deep as a search may go."""
    game = load("random-tree", branching=1, depth=MAX_DEPTH)
    result = Minimax().search(game, game.initial(), compiled=compiled)
    assert (result.depth, result.nodes) == (MAX_DEPTH, MAX_DEPTH + 1)
    assert len(result.line) == MAX_DEPTH and result.proved


def test_the_recursion_limit_is_restored_when_the_last_search_ends():
    before = sys.getrecursionlimit()
    flat, deep = (load("random-tree", branching=1, depth=plies) for plies in (2, MAX_DEPTH))
    with recursion_allowed(MAX_DEPTH):
        Minimax().search(flat, flat.initial(), compiled=False)
        assert sys.getrecursionlimit() > 4 * MAX_DEPTH > before
    assert sys.getrecursionlimit() == before
    Minimax().search(deep, deep.initial(), compiled=False)
    assert sys.getrecursionlimit() == before


@pytest.mark.parametrize(
    "limit",
    [
        *({"seconds": -1}, {"depth": -1}, {"nodes": -5}, {"depth": 10**6}),
        *({"depth": 2.5}, {"nodes": "many"}, {"seconds": float("nan")}),
    ],
)
def test_senseless_limits_are_refused(limit):
    with pytest.raises(OutplyError, match="limit"):
        Limit(**limit)


@dataclass(frozen=True)
class Stuck(ConnectFour):
    """Connect Four in which nobody may move once some stones are played."""

    stones: int = 0

    def moves(self, state: Board) -> Iterator[int]:
        if state.both.bit_count() < self.stones:
            yield from super().moves(state)


@SPEEDS
@pytest.mark.parametrize(("stones", "where"), [(0, "finite, at"), (2, "at or below")])
def test_a_position_without_moves_is_the_rules_fault(stones, where, compiled):
    game = Stuck(stones=stones)
    with pytest.raises(OutplyError, match=f"no legal move.* {where} the start; run `outply check`"):
        AlphaBeta().search(game, game.initial(), Limit(depth=4), compiled=compiled)


class Traited(Game[Any]):
    """A game of which only the traits are known."""

    def __init__(self, traits: Traits) -> None:
        self._traits = traits

    @property
    def traits(self) -> Traits:
        return self._traits


DICE = {"expectiminimax", "star1", "star2", "pimc", "cfr", "mccfr"}
MANY = {"minimax", "maxn", "paranoid", "best-reply", "expectiminimax"}
SECRETS = {"pimc", "cfr", "mccfr"}
TRAITED = [
    (Traits(players=3), "two players and this game has 3", MANY),
    (Traits(chance=True), "cannot handle chance; use ", DICE),
    (Traits(hidden=True), "hides some; use ", SECRETS),
    (Traits(zero_sum=False), "gain is not the other's loss", {"maxn"}),
]


def test_mcts_refuses_only_crowds():
    with pytest.raises(OutplyError, match=r"mcts cannot search traited: .*at most 64 players"):
        named("mcts").search(Traited(Traits(players=65)), None)


@pytest.mark.parametrize("name", [name for name in search.names() if name != "random"])
@pytest.mark.parametrize(("traits", "reason", "takers"), TRAITED)
def test_a_search_refuses_what_it_cannot_take(name, traits, reason, takers):
    refusal = named(name).refusal(traits)
    if name in takers or name == "mcts":
        assert refusal is None
        return
    if name == "best-reply":
        reason = "for more than two players"
    with pytest.raises(OutplyError, match=f"{name} cannot search traited: .*{reason}"):
        named(name).search(Traited(traits), None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("alphabetta", "did you mean alphabeta"),
        ("zzz", "known: "),
        ("random:speed=3", "random has no parameter 'speed'; did you mean seed\\? It takes seed"),
        ("minimax:a=1", "it takes none"),
        ("random:seed", "write name=value"),
        ("random:seed=abc", "seed of random is 'abc'; give a whole number"),
        ("genetic:population=0", "population of genetic is 0; give a whole number, 2 to"),
        ("genetic:crossover=1.5", "crossover of genetic is 1.5; give a rate, 0 to 1"),
        ("genetic:mutation=-0.1", "mutation of genetic is -0.1; give a rate, 0 to 1"),
        ("genetic:depth=0", "depth of genetic is 0; give a whole number, 1 to"),
        ("genetic:generations=10000000000000", "generations of genetic is .* give a whole number"),
        ("genetic:challenges=99", "challenges of genetic is 99; give a whole number, 0 to"),
        ("genetic:repair=last", "repair of genetic is 'last'; give next or nearest or random"),
        ("genetic:genes=dna", "genes of genetic is 'dna'; give moves or branches"),
        ("lasvegas:paths=-1", "paths of lasvegas is -1; give a whole number, 0 to"),
        ("pimc:samples=0", "samples of pimc is 0; give a whole number, 1 to"),
        ("pimc:seed=-1", "seed of pimc is -1; give a whole number, 0 to"),
        ("pimc:depth=2", "it takes samples, seed"),
    ],
)
def test_searches_by_name_refuse(text, message):
    with pytest.raises(OutplyError, match=message):
        named(text)


def test_searches_by_name():
    assert named("random:seed=3") == Random(seed=3)
    assert named("alphabeta") == AlphaBeta()


def test_random_is_seeded_and_legal():
    game = load("othello")
    states = [played(game, plies, 1) for plies in range(0, 70, 3)]
    moves = [Random(seed=5).search(game, state).move for state in states]
    assert moves == [Random(seed=5).search(game, state).move for state in states]
    assert moves != [Random(seed=6).search(game, state).move for state in states]
    for state, move in zip(states, moves, strict=True):
        assert move in list(game.moves(state)) or game.is_terminal(state)
