"""Determinised search: an oracle that looks at everything, and what is wrong with seeing it."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import pytest

from outply import CHANCE, Game, Limit, Minimax, OutplyError, OutplyWarning, Traits, load, named
from outply.compiler import kernel
from outply.games.kuhn_poker import KuhnPoker
from outply.games.leduc_poker import LeducPoker
from outply.games.liars_dice import LiarsDice
from outply.games.nim import Nim
from outply.search.cfr import CFR
from outply.search.expectiminimax import Expectiminimax
from outply.search.open_information import with_open_information
from outply.search.perft import perft
from outply.search.pimc import PIMC
from outply.search.watch import Watch
from tests.clock import computing_at_most, interrupted_after, with_enough_seconds
from tests.tiers import slow

SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])

KUHN, LEDUC = KuhnPoker(), LeducPoker()


class Toss(NamedTuple):
    coin: int
    choice: int
    guess: int


UNKNOWN = -1
SAFE, GAMBLE = range(2)


@dataclass(frozen=True)
class SafeOrGuess(Game[Toss]):
    """A coin is tossed and covered. MAX takes a half for sure, or guesses for one point.

    Who thinks that the coin will be seen by then guesses, and wins on paper: strategy fusion.
    """

    utility_range: ClassVar[tuple[float, float]] = (-1.0, 1.0)

    def initial(self) -> Toss:
        return Toss(UNKNOWN, UNKNOWN, UNKNOWN)

    def to_move(self, state: Toss) -> int:
        return CHANCE if state.coin == UNKNOWN else 0

    def outcomes(self, state: Toss) -> Iterator[tuple[int, float]]:
        yield 0, 0.5
        yield 1, 0.5

    def moves(self, state: Toss) -> Iterator[int]:
        if state.coin != UNKNOWN and not self.is_terminal(state):
            yield 0
            yield 1

    def result(self, state: Toss, move: int) -> Toss:
        if state.coin == UNKNOWN:
            return Toss(move, UNKNOWN, UNKNOWN)
        if state.choice == UNKNOWN:
            return Toss(state.coin, move, UNKNOWN)
        return Toss(state.coin, state.choice, move)

    def is_terminal(self, state: Toss) -> bool:
        return state.choice == SAFE or state.guess != UNKNOWN

    def utility(self, state: Toss, player: int) -> float:
        won = 1.0 if state.guess == state.coin else -1.0
        to_max = 0.5 if state.choice == SAFE else won
        return to_max if player == 0 else -to_max

    def observation(self, state: Toss, player: int) -> tuple[int, ...]:
        return (int(state.coin != UNKNOWN), state.choice, state.guess)

    def worlds(self, state: Toss, player: int) -> Iterator[tuple[Toss, float]]:
        if state.coin == UNKNOWN:
            yield state, 1.0
        else:
            yield Toss(0, state.choice, state.guess), 0.5
            yield Toss(1, state.choice, state.guess), 0.5


def to_max(game: Game[Any], state: Any) -> float:
    """The oracle: everything seen, everything looked at."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    mover = game.to_move(state)
    if mover == CHANCE:
        return sum(p * to_max(game, game.result(state, o)) for o, p in game.outcomes(state))
    below = [to_max(game, game.result(state, move)) for move in game.moves(state)]
    return max(below) if mover == 0 else min(below)


def means(game: Game[Any], state: Any) -> dict[int, float]:
    """What each move is worth to the mover on the average of all worlds."""
    player = game.to_move(state)
    sign = 1 if player == 0 else -1
    return {
        move: sum(
            p * sign * to_max(game, game.result(world, move))
            for world, p in game.worlds(state, player)
        )
        for move in game.moves(state)
    }


def random_states(game: Game[Any], count: int) -> Iterator[Any]:
    """Of random plays, all at which a player is to move."""
    for seed in range(count):
        dice = random.Random(seed)
        state = game.initial()
        while not game.is_terminal(state):
            if game.to_move(state) == CHANCE:
                ways = [outcome for outcome, _ in game.outcomes(state)]
            else:
                yield state
                ways = list(game.moves(state))
            state = game.result(state, dice.choice(ways))


@pytest.mark.parametrize(
    ("game", "compiled"),
    [
        *((game, speed) for game in (KUHN, SafeOrGuess()) for speed in (False, True)),
        *((LiarsDice(sides=3), False), (LiarsDice(dice=2, sides=2), False)),
    ],
    ids=str,
)
def test_values_are_the_averages_of_all_worlds(game, compiled):
    for state in random_states(game, 5):
        found = PIMC(samples=100).search(game, state, compiled=compiled)
        wanted = means(game, state)
        assert found.value == pytest.approx(max(wanted.values()))
        assert wanted[found.move] == pytest.approx(found.value)
        assert found.line == (found.move,)
        assert not found.proved and found.compiled == compiled


def test_leduc_poker_with_all_cards_shown():
    for text in ("Ks Qh | raise", "Jh Kh | check check | Js | raise"):
        state = LEDUC.parse(text)
        found = PIMC(samples=100).search(LEDUC, state)
        assert found.value == pytest.approx(max(means(LEDUC, state).values()))


def test_strategy_fusion():
    """It believes that it will know where to go, which it will not."""
    game = SafeOrGuess()
    state = game.result(game.initial(), 0)
    fooled = PIMC().search(game, state)
    assert (fooled.move, fooled.value) == (GAMBLE, 1.0)
    wise = CFR().solve(game)
    assert wise.probabilities(game, state)[SAFE] > 0.99
    assert wise.value == pytest.approx(0.5, abs=0.01)


@SPEEDS
@pytest.mark.parametrize("game", [KUHN, SafeOrGuess()], ids=repr)
def test_chance_has_no_move_and_the_value_is_for_max(game, compiled):
    found = PIMC().search(game, game.initial(), compiled=compiled)
    assert (found.move, found.line) == (None, ())
    assert found.value == pytest.approx(to_max(game, game.initial()))


@SPEEDS
def test_with_nothing_hidden_it_is_a_proof(compiled):
    game = Nim(piles=(1, 2, 3))
    for move in game.moves(game.initial()):
        state = game.result(game.initial(), move)
        found = PIMC().search(game, state, compiled=compiled)
        truth = Minimax().search(game, state, compiled=False)
        assert (found.value, found.proved) == (truth.value, True)


def test_with_dice_alone_it_is_expectiminimax():
    game = load("pig", target=10)
    state = game.initial()
    for depth in (1, 2, 3):
        limit = Limit(depth=depth)
        found = PIMC().search(game, state, limit, compiled=False)
        truth = Expectiminimax().search(game, state, limit, compiled=False)
        assert found.value == pytest.approx(truth.value)


# -- both speeds ----------------------------------------------------------------------


@pytest.mark.parametrize("game", [KUHN, LEDUC, LiarsDice(), SafeOrGuess()], ids=repr)
@pytest.mark.parametrize("limit", [Limit(depth=2), Limit(nodes=300), Limit(depth=0)], ids=repr)
def test_the_same_at_both_speeds(game, limit):
    for state in random_states(game, 2):
        slow, fast = (PIMC(samples=4).search(game, state, limit, compiled=c) for c in (False, True))
        assert (slow.move, slow.value, slow.line) == (fast.move, fast.value, fast.line)
        assert (slow.depth, slow.nodes, slow.proved) == (fast.depth, fast.nodes, fast.proved)


# -- worlds ---------------------------------------------------------------------------


def test_all_worlds_if_they_are_few():
    state = LEDUC.parse("Ks Qh")
    assert PIMC().worlds(LEDUC, state) == list(LEDUC.worlds(state, 0))


def test_worlds_are_drawn_by_seed_if_they_are_many():
    game = LiarsDice(dice=2, sides=6)
    state = game.parse("12 34")
    every = dict(game.worlds(state, 0))
    assert len(every) == 21
    drawn = [PIMC(seed=seed, samples=10).worlds(game, state) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    for worlds in drawn:
        assert sum(weight for _, weight in worlds) == pytest.approx(1)
        assert all(world in every for world, _ in worlds)


def test_worlds_are_drawn_as_likely_as_chance_made_them():
    game = LiarsDice(dice=2, sides=6)
    state = game.parse("12 34")
    drawn = dict(PIMC(samples=20, seed=3).worlds(game, state))
    many: dict[Any, float] = {}
    for seed in range(300):
        for world, weight in PIMC(samples=20, seed=seed).worlds(game, state):
            many[world] = many.get(world, 0) + weight / 300
    assert len(drawn) < 21
    assert many == pytest.approx(dict(game.worlds(state, 0)), abs=0.01)


def test_what_is_not_seen_changes_nothing():
    for one, other in (("Q J", "Q K"), ("J Q | bet", "K Q | bet")):
        first, second = (PIMC().search(KUHN, KUHN.parse(text)) for text in (one, other))
        assert (first.move, first.value) == (second.move, second.value)


# -- a hidden game, opened ------------------------------------------------------------


def test_an_opened_game_is_the_same_game_with_nothing_hidden():
    game = LiarsDice(sides=4)
    open_game = with_open_information(game)
    assert game.traits.hidden and not open_game.traits.hidden
    assert (open_game.name, open_game.sides) == (game.name, 4)
    state = game.parse("1 2")
    assert open_game.observation(state, 0) == state
    assert list(open_game.worlds(state, 0)) == [(state, 1.0)]
    assert type(open_game) is type(with_open_information(LiarsDice(sides=3)))
    assert with_open_information(open_game) is open_game
    assert with_open_information(load("nim")) == load("nim")


def test_an_opened_game_compiles():
    game = with_open_information(KUHN)
    state = KUHN.parse("K Q")
    assert perft(game, state, 3, compiled=True) == perft(KUHN, state, 3, compiled=False)
    assert kernel(first_utility, game)(KUHN.parse("K Q | bet fold")) == 1.0


def first_utility(game: Game[Any], state: Any) -> float:
    return game.utility(state, 0)


@dataclass(frozen=True, slots=True)
class Slotted(SafeOrGuess):
    stake: int = 3


class Declared(SafeOrGuess):
    @property
    def traits(self) -> Traits:
        return Traits(chance=True, hidden=True, least=-7.0)


def test_other_ways_to_write_a_game():
    assert with_open_information(Slotted(4)).stake == 4
    assert with_open_information(Declared()).traits == Traits(chance=True, hidden=False, least=-7.0)


# -- limits ---------------------------------------------------------------------------


@SPEEDS
@pytest.mark.parametrize("limit", [Limit(seconds=0), Limit(nodes=0), Limit(depth=0)], ids=repr)
def test_a_limit_of_zero_still_gives_a_legal_move(limit, compiled):
    for state in (LEDUC.parse("Ks Qh"), LEDUC.initial()):
        found = PIMC().search(LEDUC, state, limit, compiled=compiled)
        assert (found.depth, found.nodes, found.proved) == (0, 0, False)
        assert (found.move is None) == (LEDUC.to_move(state) == CHANCE)


@SPEEDS
def test_nodes_are_kept_exactly(compiled):
    state = LEDUC.parse("Ks Qh")
    found = PIMC().search(LEDUC, state, Limit(nodes=700), compiled=compiled)
    assert found.nodes == 700
    assert found.depth >= 1


@SPEEDS
def test_seconds_are_kept(compiled):
    game = load("connect-four")
    PIMC().search(game, game.initial(), Limit(depth=1), compiled=compiled)

    def search_for(seconds: float) -> Any:
        with computing_at_most(10 * seconds):
            found = PIMC().search(game, game.initial(), Limit(seconds=seconds), compiled=compiled)
        assert found.seconds >= seconds
        return found

    found = with_enough_seconds(search_for, lambda found: found.depth >= 1, 0.3)
    assert found.depth >= 1 and not found.proved


def test_rounds_are_told_and_end_when_nothing_is_guessed():
    seen: list[Any] = []
    found = PIMC().search(KUHN, KUHN.parse("K Q"), Limit(seconds=600), progress=seen.append)
    assert [each.depth for each in seen] == [1, 2, 3]
    assert found.depth == 3 and found.seconds < 600


def test_a_depth_alone_is_gone_to_straight():
    seen: list[Any] = []
    PIMC().search(LEDUC, LEDUC.parse("Ks Qh"), Limit(depth=3), progress=seen.append)
    assert [each.depth for each in seen] == [3]


@slow
@SPEEDS
def test_ctrl_c_gives_the_best_answer_so_far(compiled):
    game = load("connect-four")
    PIMC().search(game, game.initial(), Limit(depth=1), compiled=compiled)
    with computing_at_most(10), interrupted_after(0.4):
        found = PIMC().search(game, game.initial(), Limit(seconds=600), compiled=compiled)
    assert found.interrupted and found.depth >= 1
    assert found.move in list(game.moves(game.initial()))


def test_a_finished_game():
    found = PIMC().search(KUHN, KUHN.parse("K Q | bet fold"))
    assert (found.move, found.proved, abs(found.value)) == (None, True, 1.0)


# -- refusals -------------------------------------------------------------------------


class Traited(Game[Any]):
    """A game of which only the traits are known."""

    def __init__(self, traits: Traits) -> None:
        self._traits = traits

    @property
    def traits(self) -> Traits:
        return self._traits


@pytest.mark.parametrize(
    ("traits", "reason"),
    [
        (Traits(players=3, hidden=True), "two players and this game has 3"),
        (Traits(zero_sum=False, hidden=True), "gain is not the other's loss"),
    ],
)
def test_a_search_refuses_what_it_cannot_take(traits, reason):
    with pytest.raises(OutplyError, match=f"pimc cannot search traited: .*{reason}"):
        PIMC().search(Traited(traits), None)


def test_it_has_no_tree_to_record():
    with pytest.raises(OutplyError, match="pimc searches many trees, and records none"):
        PIMC().search(KUHN, KUHN.initial(), watch=Watch)


class NoMoves(SafeOrGuess):
    def moves(self, state: Toss) -> Iterator[int]:
        if state.choice == UNKNOWN and state.coin != UNKNOWN:
            yield GAMBLE


@SPEEDS
def test_a_position_without_moves_is_the_rules_fault(compiled):
    game = NoMoves()
    state = game.result(game.initial(), 1)
    with pytest.raises(OutplyError, match=r"no legal move.* at or below .*run `outply check`"):
        PIMC().search(game, state, compiled=compiled)


class KuhnWithoutWorlds(KuhnPoker):
    worlds = Game.worlds


@pytest.mark.parametrize("search", ["pimc", "mcts:simulations=10"])
def test_a_search_that_sees_what_is_hidden_says_so(search):
    game = KuhnWithoutWorlds()
    state = game.result(game.initial(), next(iter(game.outcomes(game.initial())))[0])
    with pytest.warns(OutplyWarning, match="hides, since the game does not define worlds"):
        named(search).search(game, state, Limit(depth=1, nodes=50), compiled=False)


@pytest.mark.parametrize("search", ["pimc", "mcts:simulations=10"])
def test_a_search_that_is_given_worlds_warns_of_nothing(search):
    state = KUHN.result(KUHN.initial(), next(iter(KUHN.outcomes(KUHN.initial())))[0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        named(search).search(KUHN, state, Limit(depth=1, nodes=50), compiled=False)
