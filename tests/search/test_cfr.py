"""Counterfactual regret: equilibria that are known, and an oracle for all the others."""

from __future__ import annotations

import os
import random
import re
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar, NamedTuple

import pytest

from outply import CHANCE, Game, Limit, Minimax, OutplyError, Traits, load, named
from outply.game import INFINITY
from outply.games.kuhn_poker import BET, PASS, KuhnPoker
from outply.games.leduc_poker import LeducPoker
from outply.games.liars_dice import LiarsDice
from outply.games.nim import Nim
from outply.games.random_tree import RandomTree
from outply.search.cfr import CFR, MCCFR, Strategy
from outply.search.cfr import exploration as explorations
from outply.search.cfr.exploration import KEPT, Unexplored, exploration_of
from outply.search.watch import Watch
from tests.clock import computing_at_most
from tests.oracles import best_response as oracle

SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
BOTH = pytest.mark.parametrize("kind", [CFR, MCCFR])

KUHN, LEDUC = KuhnPoker(), LeducPoker()


# -- little games ---------------------------------------------------------------------


class Coins(NamedTuple):
    hidden: int
    guess: int


UNKNOWN = -1
HEADS, TAILS, GIFT = range(3)


@dataclass(frozen=True)
class Pennies(Game[Coins]):
    """MAX hides a coin, MIN guesses; heads that are not found pay twice. No chance.

    A gift is to be given only by mistake: MIN sees it and takes 3, or 5.
    """

    utility_range: ClassVar[tuple[float, float]] = (-5.0, 5.0)

    def initial(self) -> Coins:
        return Coins(UNKNOWN, UNKNOWN)

    def to_move(self, state: Coins) -> int:
        return int(state.hidden != UNKNOWN)

    def moves(self, state: Coins) -> Iterator[int]:
        if state.hidden == UNKNOWN:
            yield from (HEADS, TAILS, GIFT)
        elif state.guess == UNKNOWN:
            yield from (HEADS, TAILS)

    def result(self, state: Coins, move: int) -> Coins:
        return Coins(move, UNKNOWN) if state.hidden == UNKNOWN else Coins(state.hidden, move)

    def is_terminal(self, state: Coins) -> bool:
        return state.guess != UNKNOWN

    def utility(self, state: Coins, player: int) -> float:
        if state.hidden == GIFT:
            to_max = -3.0 if state.guess == HEADS else -5.0
        elif state.hidden == state.guess:
            to_max = -1.0
        else:
            to_max = 2.0 if state.hidden == HEADS else 1.0
        return to_max if player == 0 else -to_max

    def observation(self, state: Coins, player: int) -> tuple[int, ...]:
        is_seen = player == 0 or state.hidden in (UNKNOWN, GIFT)
        return (player, state.hidden if is_seen else HEADS, state.guess)

    def worlds(self, state: Coins, player: int) -> Iterator[tuple[Coins, float]]:
        if player == 0 or state.hidden in (UNKNOWN, GIFT):
            yield state, 1.0
        else:
            yield from ((Coins(hidden, state.guess), 0.5) for hidden in (HEADS, TAILS))


class Unequal(Pennies):
    """MIN may do more if the coin shows tails, and so could tell."""

    def moves(self, state: Coins) -> Iterator[int]:
        yield from super().moves(state)
        if state == Coins(TAILS, UNKNOWN):
            yield GIFT


class Stuck(Pennies):
    def moves(self, state: Coins) -> Iterator[int]:
        if state.hidden == UNKNOWN:
            yield from super().moves(state)


class Forgetful(KuhnPoker):
    """A player who was bet against no longer knows what was done before."""

    def observation(self, state: Any, player: int) -> Any:
        seen = super().observation(state, player)
        return seen._replace(history=min(seen.history, 0b11))


class Turns(NamedTuple):
    first: int
    second: int


@dataclass(frozen=True)
class TwoTurns(Game[Turns]):
    """MAX chooses twice, and does not see the first choice at the second, which costs 5 or not."""

    utility_range: ClassVar[tuple[float, float]] = (-6.0, 1.0)

    def initial(self) -> Turns:
        return Turns(UNKNOWN, UNKNOWN)

    def to_move(self, state: Turns) -> int:
        return 0

    def moves(self, state: Turns) -> Iterator[int]:
        if state.second == UNKNOWN:
            yield from (0, 1)

    def result(self, state: Turns, move: int) -> Turns:
        return Turns(move, UNKNOWN) if state.first == UNKNOWN else Turns(state.first, move)

    def is_terminal(self, state: Turns) -> bool:
        return state.second != UNKNOWN

    def utility(self, state: Turns, player: int) -> float:
        to_max = float(state.second if state.first == 0 else -5 - state.second)
        return to_max if player == 0 else -to_max

    def observation(self, state: Turns, player: int) -> tuple[int, ...]:
        return (int(state.first != UNKNOWN), state.second)


GAMES = [
    *(KUHN, LEDUC, LiarsDice(sides=3), LiarsDice(dice=2, sides=2)),
    *(Pennies(), RandomTree(branching=3, depth=3)),
]


def followed(strategy: Strategy, game: Game[Any]) -> oracle.Strategy:
    """A strategy as the oracle takes it; states are remembered, some games ask often."""
    known: dict[Any, dict[int, float]] = {}

    def probabilities(state: Any) -> dict[int, float]:
        if state not in known:
            known[state] = strategy.probabilities(game, state)
        return known[state]

    return probabilities


def decisions(game: Game[Any], state: Any = None) -> Iterator[Any]:
    """All states at which a player is to move."""
    state = game.initial() if state is None else state
    if game.is_terminal(state):
        return
    if game.to_move(state) == CHANCE:
        ways = [outcome for outcome, _ in game.outcomes(state)]
    else:
        yield state
        ways = list(game.moves(state))
    for way in ways:
        yield from decisions(game, game.result(state, way))


def dealt(game: Game[Any], *outcomes: int) -> Any:
    state = game.initial()
    for outcome in outcomes:
        state = game.result(state, outcome)
    return state


# -- what is known of games -----------------------------------------------------------


@SPEEDS
def test_kuhn_poker_is_solved(compiled):
    strategy = CFR().solve(KUHN, compiled=compiled)
    assert strategy.value == pytest.approx(-1 / 18, abs=1e-4)
    assert strategy.exploitability < 0.001
    assert strategy.iterations == 1000


def test_kuhn_poker_is_played_as_kuhn_found():
    """He has a family of equilibria for the first player, and one for the second."""
    strategy = CFR(iterations=20_000).solve(KUHN)

    def chance_to_bet(text: str) -> float:
        return strategy.probabilities(KUHN, KUHN.parse(text))[BET]

    alpha = chance_to_bet("J Q")
    assert 0 <= alpha <= 1 / 3 + 0.01
    assert chance_to_bet("K Q") == pytest.approx(3 * alpha, abs=0.02)
    assert chance_to_bet("Q J") == pytest.approx(0, abs=0.01)
    assert chance_to_bet("Q J | check bet") == pytest.approx(alpha + 1 / 3, abs=0.02)
    assert chance_to_bet("Q J | bet") == pytest.approx(0, abs=0.01)
    assert chance_to_bet("J Q | bet") == pytest.approx(1 / 3, abs=0.02)
    assert chance_to_bet("J K | bet") == pytest.approx(1, abs=0.01)
    assert chance_to_bet("Q J | check") == pytest.approx(1 / 3, abs=0.02)


def test_leduc_poker_is_solved():
    strategy = CFR().solve(LEDUC)
    assert strategy.value == pytest.approx(-0.0856, abs=0.001)
    assert strategy.exploitability < 0.001
    assert strategy.nodes == 9457 * 1001


@SPEEDS
def test_a_hidden_coin_without_chance(compiled):
    game = Pennies()
    strategy = CFR(iterations=3000).solve(game, compiled=compiled)
    assert strategy.value == pytest.approx(0.2, abs=0.001)
    hide = strategy.probabilities(game, game.initial())
    assert hide == pytest.approx({HEADS: 0.4, TAILS: 0.6, GIFT: 0}, abs=0.02)
    guess = strategy.probabilities(game, Coins(TAILS, UNKNOWN))
    assert guess == pytest.approx({HEADS: 0.6, TAILS: 0.4}, abs=0.02)


@pytest.mark.parametrize(
    "game",
    [
        *(RandomTree(branching=3, depth=4, seed=seed) for seed in range(3)),
        *(Nim(piles=(1, 2)), Nim(piles=(2, 2)), Nim(piles=(1, 2, 2), misere=True)),
    ],
    ids=repr,
)
def test_with_nothing_hidden_it_is_minimax(game):
    truth = Minimax().search(game, game.initial()).value
    least, most = game.utility_range
    strategy = CFR(iterations=2000).solve(game)
    assert strategy.value == pytest.approx(truth, abs=0.01 * (most - least))


def test_more_sampling_is_better():
    worst = MCCFR(iterations=100).solve(LEDUC).exploitability
    better = MCCFR(iterations=10_000).solve(LEDUC).exploitability
    best = MCCFR(iterations=300_000).solve(LEDUC).exploitability
    assert best < 0.5 * better < 0.25 * worst
    assert MCCFR().solve(KUHN).exploitability < 0.01


# -- against the oracle ---------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("iterations", [1, 5])
def test_values_and_exploitability_are_what_an_oracle_finds(game, iterations, kind):
    strategy = kind(iterations=iterations, seed=7).solve(game)
    follow = followed(strategy, game)
    assert strategy.value == pytest.approx(oracle.expected(game, follow, game.initial(), 0))
    found = oracle.exploitability(game, follow)
    assert found > 1e-6, "or nothing is compared"
    assert strategy.exploitability == pytest.approx(found)


@pytest.mark.parametrize("game", [KUHN, LiarsDice(sides=2), Pennies()], ids=repr)
def test_values_of_information_sets_are_what_an_oracle_finds(game):
    strategy = CFR(iterations=1).solve(game)
    follow = followed(strategy, game)
    compared = 0
    for state in decisions(game):
        player = game.to_move(state)
        found = CFR(iterations=1).search(game, state)
        truth = oracle.value_of_group(game, follow, player, state)
        assert found.value == pytest.approx(truth)
        compared += 1
    assert compared > 2


def test_where_the_other_never_comes_by_chance_alone_counts():
    game = Pennies()
    strategy = CFR(iterations=500).solve(game)
    state = Coins(GIFT, UNKNOWN)
    assert strategy.probabilities(game, game.initial())[GIFT] == 0
    share = strategy.probabilities(game, state)
    assert strategy.value_to_mover(game, state) == pytest.approx(
        3 * share[HEADS] + 5 * share[TAILS]
    )


def test_an_observation_that_forgets_is_remembered():
    """The player knows the own moves, even where what is seen does not tell them."""
    strategy = CFR(iterations=300).solve(Forgetful())
    assert strategy.value == pytest.approx(-1 / 18, abs=0.001)
    assert strategy.exploitability < 0.002


def test_of_sets_that_look_the_same_the_one_met_most_counts():
    game = TwoTurns()
    strategy = CFR(iterations=100).solve(game)
    assert strategy.value == pytest.approx(1, abs=0.05)
    for first in (0, 1):
        assert strategy.probabilities(game, Turns(first, UNKNOWN))[1] > 0.9


# -- both speeds ----------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_same_at_both_speeds(game, kind):
    search = kind(iterations=20, seed=3)
    slow, fast = (search.solve(game, compiled=speed) for speed in (False, True))
    assert (slow.value, slow.exploitability) == (fast.value, fast.exploitability)
    assert (slow.nodes, slow.iterations) == (fast.nodes, fast.iterations)
    states = list(decisions(game))
    for state in random.Random(1).sample(states, min(50, len(states))):
        assert slow.probabilities(game, state) == fast.probabilities(game, state)
        assert slow.value_to_mover(game, state) == fast.value_to_mover(game, state)


def test_long_walks_have_room():
    """A thousand plies, one move each, at both speeds."""
    game = RandomTree(branching=1, depth=1000)
    slow, fast = (MCCFR(iterations=2).solve(game, compiled=speed) for speed in (False, True))
    assert slow.value == fast.value
    assert slow.nodes == fast.nodes == 5 * 1001


# -- a search -------------------------------------------------------------------------


@SPEEDS
@BOTH
def test_a_result(kind, compiled):
    state = KUHN.parse("K Q")
    found = kind(iterations=50).search(KUHN, state, compiled=compiled)
    assert found.move in (PASS, BET)
    assert found.line == (found.move,)
    assert not found.proved and not found.interrupted
    assert (found.depth, found.compiled) == (5, compiled)
    assert found.nodes > 58


def test_moves_are_mixed_over_seeds():
    state = KUHN.parse("J Q | bet")
    wanted = CFR().solve(KUHN).probabilities(KUHN, state)
    drawn = Counter(CFR(seed=seed).search(KUHN, state).move for seed in range(400))
    assert drawn[BET] / 400 == pytest.approx(wanted[BET], abs=0.08)
    assert 0.2 < wanted[BET] < 0.5


@BOTH
def test_what_is_not_seen_changes_nothing(kind):
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


def test_progress_is_told():
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


@SPEEDS
def test_whole_iterations_within_the_nodes(compiled):
    state = KUHN.parse("K Q")
    found = CFR().search(KUHN, state, Limit(nodes=58 * 10 + 57), compiled=compiled)
    assert found.nodes == 580
    same = CFR(iterations=9).search(KUHN, state, compiled=compiled)
    assert (found.move, found.value, found.nodes) == (same.move, same.value, same.nodes)


@SPEEDS
def test_sampling_keeps_nodes_exactly(compiled):
    found = MCCFR().search(KUHN, KUHN.parse("K Q"), Limit(nodes=1234), compiled=compiled)
    assert found.nodes == 1234


@SPEEDS
@BOTH
@pytest.mark.parametrize("limit", [Limit(seconds=0), Limit(nodes=0), Limit(nodes=57)], ids=repr)
def test_too_little_still_gives_a_legal_move(limit, kind, compiled):
    for state in (KUHN.parse("K Q"), KUHN.initial()):
        found = kind().search(KUHN, state, limit, compiled=compiled)
        assert found.move in [*KUHN.moves(state), None]
        assert (found.move is None) == (KUHN.to_move(state) == CHANCE)
        assert (found.depth, found.nodes) == (0, limit.nodes or 0)


@SPEEDS
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


def test_exploration_goes_on_where_time_ended_it():
    game = LiarsDice(sides=4, wild=False)
    progress = [0]
    while progress[-1] < 8181:
        try:
            explored = exploration_of("cfr", game, 10**6, INFINITY, perf_counter() + 0.01)
            progress.append(explored.histories)
        except Unexplored as spent:
            progress.append(spent.histories)
    assert progress == sorted(progress) and len(progress) > 2
    assert exploration_of("cfr", game, 10**6, INFINITY, INFINITY) is explored


def test_few_games_are_kept():
    for depth in range(KEPT + 3):
        CFR(iterations=1).solve(RandomTree(branching=2, depth=depth))
    assert len(explorations._kept) <= KEPT


@SPEEDS
@BOTH
def test_ctrl_c_gives_what_was_learned(kind, compiled):
    search = kind(iterations=2**50)
    kind(iterations=1).solve(LEDUC, compiled=compiled)
    threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
    with computing_at_most(10):
        found = search.search(LEDUC, LEDUC.parse("Ks Qh"), compiled=compiled)
    assert found.interrupted
    assert found.move in list(LEDUC.moves(LEDUC.parse("Ks Qh")))
    assert found.nodes > 9457


def test_ctrl_c_while_exploring(monkeypatch):
    game = LiarsDice(sides=3, wild=False)
    plain = LiarsDice.is_terminal

    def interrupted(self, state):
        if state.said:
            raise KeyboardInterrupt
        return plain(self, state)

    with monkeypatch.context() as patch:
        patch.setattr(LiarsDice, "is_terminal", interrupted)
        patch.setattr(explorations, "estimate", lambda game: 1.0)
        state = dealt(game, 1, 2)
        assert CFR().search(game, state).interrupted
    whole = 1 + 3 + 9 * sum(1 for _ in bids(game, dealt(game, 1, 1)))
    assert CFR(iterations=1).solve(game).nodes == 2 * whole, "what was left half-way is forgotten"


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
def test_senseless_parameters(kind, parameters, message):
    with pytest.raises(OutplyError, match=message):
        kind(**parameters)


@BOTH
def test_it_has_no_depth(kind):
    for ask in (
        lambda: kind().search(KUHN, KUHN.initial(), Limit(depth=3)),
        lambda: kind().solve(KUHN, Limit(depth=3)),
    ):
        with pytest.raises(OutplyError, match=r"has no depth.*limit its seconds, its nodes"):
            ask()


def test_it_has_no_tree_to_record():
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
    with pytest.raises(OutplyError, match="never comes from its start to"):
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
