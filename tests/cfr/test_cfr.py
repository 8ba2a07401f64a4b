"""Counterfactual regret minimization as a search: results, limits and refusals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from outply import CHANCE, Game, Limit, OutplyError, Traits, load, named
from outply.games.kuhn_poker import BET, PASS
from outply.games.liars_dice import LiarsDice
from outply.games.nim import Nim
from outply.games.random_tree import RandomTree
from outply.search.cfr import CFR, MCCFR
from outply.search.cfr import exploration as explorations
from outply.search.cfr.exploration import MOST_KEPT, Unexplored, exploration_of
from outply.search.runner import UNBOUNDED, Budget
from outply.search.watch import Watch
from tests.cfr.hidden_games import (
    BOTH,
    KUHN,
    LEDUC,
    MODES,
    Stuck,
    Unequal,
    dealt,
    followed,
)
from tests.clock import computing_at_most, interrupted_after
from tests.oracles import best_response as oracle
from tests.tiers import only_full, slow

# -- results --------------------------------------------------------------------------


@MODES
@BOTH
def test_a_result(kind, compiled):
    state = KUHN.parse("K Q")
    found = kind(iterations=50).search(KUHN, state, compiled=compiled)
    assert found.move in (PASS, BET)
    assert found.line == (found.move,)
    assert not found.proved and not found.interrupted
    assert (found.depth, found.compiled) == (5, compiled)
    assert found.nodes > 58


@only_full
def test_moves_are_mixed_over_seeds():
    state = KUHN.parse("J Q | bet")
    wanted = CFR().solve(KUHN).probabilities(KUHN, state)
    drawn = Counter(CFR(seed=seed).search(KUHN, state).move for seed in range(400))
    assert drawn[BET] / 400 == pytest.approx(wanted[BET], abs=0.08)
    assert 0.2 < wanted[BET] < 0.5


@BOTH
def test_hidden_cards_do_not_influence_the_answer(kind):
    for seed in range(10):
        search = kind(iterations=30, seed=seed)
        one, other = (search.search(KUHN, KUHN.parse(text)) for text in ("Q J", "Q K"))
        assert (one.move, one.value) == (other.move, other.value)


def test_chance_has_no_move_and_the_value_is_for_max():
    found = CFR().search(KUHN, KUHN.initial())
    assert (found.move, found.line) == (None, ())
    assert found.value == pytest.approx(-1 / 18, abs=1e-3)


def test_chance_in_the_middle_of_a_game():
    state = LEDUC.parse("Ks Qh | check check")
    assert LEDUC.to_move(state) == CHANCE
    strategy = CFR(iterations=10).solve(LEDUC)
    truth = oracle.expected(LEDUC, followed(strategy, LEDUC), state, 0)
    assert CFR(iterations=10).search(LEDUC, state).value == pytest.approx(truth)


def test_a_finished_game():
    found = CFR().search(KUHN, KUHN.parse("K Q | check check"))
    assert (found.move, found.proved, abs(found.value)) == (None, True, 1.0)


def test_progress_is_reported():
    seen: list[Any] = []
    found = CFR(iterations=5).search(KUHN, KUHN.parse("K Q"), progress=seen.append)
    assert seen == [found]


def test_by_name():
    assert named("cfr:iterations=10") == CFR(iterations=10)
    assert named("mccfr:seed=2") == MCCFR(seed=2)


def test_a_player_mixes_from_hand_to_hand():
    strategy = CFR().solve(KUHN)
    state = KUHN.parse("J Q | bet")
    first, second = strategy.player(seed=1), strategy.player(seed=1)
    moves = [first(KUHN, state) for _ in range(300)]
    assert moves == [second(KUHN, state) for _ in range(300)]
    wanted = strategy.probabilities(KUHN, state)[BET]
    assert moves.count(BET) / 300 == pytest.approx(wanted, abs=0.08)


# -- limits ---------------------------------------------------------------------------


@MODES
def test_whole_iterations_within_the_nodes(compiled):
    state = KUHN.parse("K Q")
    found = CFR().search(KUHN, state, Limit(nodes=58 * 10 + 57), compiled=compiled)
    assert found.nodes == 580
    same = CFR(iterations=9).search(KUHN, state, compiled=compiled)
    assert (found.move, found.value, found.nodes) == (same.move, same.value, same.nodes)


@MODES
def test_sampling_keeps_nodes_exactly(compiled):
    found = MCCFR().search(KUHN, KUHN.parse("K Q"), Limit(nodes=1234), compiled=compiled)
    assert found.nodes == 1234


@MODES
@BOTH
@pytest.mark.parametrize("limit", [Limit(seconds=0), Limit(nodes=0), Limit(nodes=57)], ids=repr)
def test_too_little_still_gives_a_legal_move(limit, kind, compiled):
    for state in (KUHN.parse("K Q"), KUHN.initial()):
        found = kind().search(KUHN, state, limit, compiled=compiled)
        assert found.move in [*KUHN.moves(state), None]
        assert (found.move is None) == (KUHN.to_move(state) == CHANCE)
        assert (found.depth, found.nodes) == (0, limit.nodes or 0)


@only_full
@slow
@MODES
@BOTH
def test_seconds_are_kept(kind, compiled):
    with computing_at_most(3):
        found = kind().search(LEDUC, LEDUC.parse("Ks Qh"), Limit(seconds=0.7), compiled=compiled)
    assert found.seconds >= 0.7
    assert not found.interrupted


@BOTH
def test_iterations_count_where_no_limit_does(kind):
    assert kind().solve(KUHN).iterations == kind.usual
    assert kind(iterations=7).solve(KUHN, Limit(seconds=5)).iterations == 7
    longer = kind().solve(KUHN, Limit(nodes=58 * 4 * kind.usual))
    assert longer.iterations > kind.usual


def test_the_next_search_continues_an_exploration():
    game = LiarsDice(sides=4, wild=False)
    progress = [0]
    while progress[-1] < 8181:
        try:
            explored = exploration_of("cfr", game, 10**6, Budget(deadline=perf_counter() + 0.01))
            progress.append(explored.histories)
        except Unexplored as spent:
            progress.append(spent.histories)
    assert progress == sorted(progress) and len(progress) > 2
    assert exploration_of("cfr", game, 10**6, UNBOUNDED) is explored


def test_few_games_are_kept():
    for depth in range(MOST_KEPT + 3):
        CFR(iterations=1).solve(RandomTree(branching=2, depth=depth))
    assert len(explorations._kept) <= MOST_KEPT


@slow
@MODES
@BOTH
def test_ctrl_c_returns_the_strategy_so_far(kind, compiled):
    search = kind(iterations=2**50)
    kind(iterations=1).solve(LEDUC, compiled=compiled)
    with computing_at_most(10), interrupted_after(0.3):
        found = search.search(LEDUC, LEDUC.parse("Ks Qh"), compiled=compiled)
    assert found.interrupted
    assert found.move in list(LEDUC.moves(LEDUC.parse("Ks Qh")))
    assert found.nodes > 9457


def test_ctrl_c_while_exploring(monkeypatch):
    game = LiarsDice(sides=3, wild=False)
    original = LiarsDice.is_terminal

    def interrupted(self, state):
        if state.said:
            raise KeyboardInterrupt
        return original(self, state)

    with monkeypatch.context() as patch:
        patch.setattr(LiarsDice, "is_terminal", interrupted)
        patch.setattr(explorations, "estimated_histories", lambda game: 1.0)
        state = dealt(game, 1, 2)
        assert CFR().search(game, state).interrupted
    whole = 1 + 3 + 9 * sum(1 for _ in bids(game, dealt(game, 1, 1)))
    assert CFR(iterations=1).solve(game).nodes == 2 * whole, "interrupted, it starts again"


def bids(game: Game[Any], state: Any) -> Iterator[Any]:
    """A state and all after it."""
    yield state
    for move in () if game.is_terminal(state) else game.moves(state):
        yield from bids(game, game.result(state, move))


# -- refusals -------------------------------------------------------------------------


class Traited(Game[Any]):
    """A game of which only the traits are known."""

    def __init__(self, traits: Traits) -> None:
        self._traits = traits

    @property
    def traits(self) -> Traits:
        return self._traits


@BOTH
@pytest.mark.parametrize(
    ("traits", "reason"),
    [
        (Traits(players=3), "two players and this game has 3"),
        (Traits(zero_sum=False), "gain is not the other's loss"),
    ],
)
def test_a_search_refuses_what_it_cannot_take(kind, traits, reason):
    with pytest.raises(OutplyError, match=f"{kind.name} cannot search traited: .*{reason}"):
        kind().search(Traited(traits), None)


@BOTH
@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"iterations": -1}, "iterations of .*cfr is -1; give a whole number, 0 or more"),
        ({"iterations": 2.5}, "iterations of .*cfr is 2.5"),
        ({"seed": -1}, "seed of .*cfr is -1; give a whole number, 0 or more"),
        ({"most_nodes": True}, "most_nodes of .*cfr is True; give a whole number, 1 or more"),
    ],
)
def test_bad_parameters_are_refused(kind, parameters, message):
    with pytest.raises(OutplyError, match=message):
        kind(**parameters)


@BOTH
def test_a_depth_limit_is_refused(kind):
    for call in (
        lambda: kind().search(KUHN, KUHN.initial(), Limit(depth=3)),
        lambda: kind().solve(KUHN, Limit(depth=3)),
    ):
        with pytest.raises(OutplyError, match=r"has no depth limit.*limit its seconds, its nodes"):
            call()


def test_there_is_no_tree_to_record():
    with pytest.raises(OutplyError, match="cfr searches no tree that it could record"):
        CFR().search(KUHN, KUHN.initial(), watch=Watch)


@BOTH
def test_a_large_game_is_refused_at_once(kind):
    game = load("connect-four")
    with pytest.raises(
        OutplyError, match=r"connect-four: it has more than 2,000,000 hist.*use pimc"
    ):
        kind().search(game, game.initial())


def test_a_game_that_is_a_little_too_large():
    with pytest.raises(OutplyError, match="kuhn-poker: it has more than 57 histories"):
        CFR(most_nodes=57).solve(KUHN)
    assert CFR(most_nodes=58, iterations=1).solve(KUHN).nodes == 2 * 58


def test_a_limit_that_does_not_suffice_to_solve():
    with pytest.raises(OutplyError, match="spent before kuhn-poker was explored, after 40 hist"):
        CFR().solve(KUHN, Limit(nodes=40))


def test_rules_that_are_not_sound():
    with pytest.raises(
        OutplyError, match=r"look the same .* have different moves.* `outply check`"
    ):
        CFR().solve(Unequal())
    with pytest.raises(OutplyError, match=r"no legal move.*`outply check`"):
        CFR().solve(Stuck())


def test_a_strategy_knows_its_game_only():
    strategy = CFR(iterations=1).solve(KUHN)
    with pytest.raises(OutplyError, match="for kuhn-poker as it was solved, not for this leduc"):
        strategy.probabilities(LEDUC, LEDUC.initial())
    with pytest.raises(OutplyError, match=r"Nobody is to move at .*: it is chance's turn"):
        strategy.probabilities(KUHN, KUHN.initial())
    with pytest.raises(OutplyError, match=r"Nobody is to move at .*: the game is over"):
        strategy.probabilities(KUHN, KUHN.parse("K Q | bet fold"))
    nim = CFR(iterations=1).solve(Nim(piles=(1, 2)))
    with pytest.raises(OutplyError, match="never leads from its start to"):
        nim.probabilities(Nim(piles=(1, 2)), Nim(piles=(1, 7)).initial())


# -- the page -------------------------------------------------------------------------


PAGE = Path(__file__).parents[2] / "docs/hidden-information.md"


def test_the_code_on_the_page(capsys):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    for code in blocks:
        exec(code, {})
    promised = re.findall(r"print\(.*\) +# (.+)", "".join(blocks))
    assert len(promised) == 5
    assert capsys.readouterr().out.splitlines() == promised
