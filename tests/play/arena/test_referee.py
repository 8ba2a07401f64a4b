"""One game of a match: how it ends, whatever its players do."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy
import pytest

from outply import CHANCE, AlphaBeta, Clock, Engine, Limit, Random, load
from outply.play.arena import ArenaPlayer, Ending, move_timer, parse_player, seat
from outply.play.arena.referee import MatchSettings, play_game
from outply.play.arena.schedule import Opening, ScheduledGame
from outply.search import Search
from outply.search.mcts import run as mcts_run
from outply.search.mcts.reuse import take_kept_tree
from tests.play.looping_game import GO, Loop

TIC_TAC_TOE = load("tic-tac-toe")
NO_LIMIT = Limit()


def first_move(game, state):
    return next(iter(game.moves(state)))


def played(first, second, game=TIC_TAC_TOE, opening=(), limit=NO_LIMIT, number=0, **settings):
    players = tuple(
        each if isinstance(each, ArenaPlayer) else ArenaPlayer(f"player {n}", each, limit)
        for n, each in enumerate((first, second))
    )
    fixture = ScheduledGame(number, (0, 1), 0)
    return play_game(MatchSettings(game, players, **settings), fixture, Opening(None, opening))


def test_a_game_is_played_to_its_end():
    game = played(first_move, first_move)
    assert game.moves == ("a1", "b1", "c1", "a2", "b2", "c2", "a3")
    assert (game.ending, game.utilities, game.result) == (Ending.FINISHED, (1.0, -1.0), "1-0")
    assert (game.turns, game.loser, game.reason) == ((4, 3), None, "")
    assert game.ended_at.endswith("+00:00")


def test_the_opening_is_recorded_apart_from_the_moves():
    game = played(first_move, first_move, opening=(0, 3))
    assert game.opening == ("a1", "a2")
    assert game.moves[0] == "b1"


def test_too_many_plies_are_a_draw():
    game = played(first_move, first_move, most_plies=4)
    assert len(game.moves) == 4
    assert (game.ending, game.result, game.utilities) == (Ending.LENGTH, "1/2-1/2", None)


def test_outcomes_of_chance_are_not_plies():
    game = load("backgammon")
    long = played(first_move, first_move, game=game, most_plies=30)
    assert (long.ending, long.reason) == (Ending.LENGTH, "30 plies were played")
    assert sum(long.turns) == 30 < len(long.moves)
    state, players = game.initial(), 0
    for text in long.moves:
        players += game.to_move(state) != CHANCE
        state = game.result(state, game.parse_move(state, text))
    assert players == 30


class Rolling(type(TIC_TAC_TOE)):
    """After the first move of a player, only chance moves, without end."""

    def to_move(self, state):
        return CHANCE if state != self.initial() else super().to_move(state)

    def outcomes(self, state):
        yield 0, 1.0

    def result(self, state, move):
        return state if state != self.initial() else super().result(state, move)


def test_endless_chance_is_a_draw():
    game = played(first_move, first_move, game=Rolling())
    assert (game.ending, game.result, game.turns) == (Ending.LENGTH, "1/2-1/2", (1, 0))
    assert game.reason == "10,000 outcomes of chance in a row were played"


def test_a_result_proved_by_both_players_is_adjudicated():
    perfect = AlphaBeta()
    game = played(perfect, perfect, limit=Limit(depth=9), compiled=False, opening=(0, 3))
    assert game.ending is Ending.ADJUDICATED
    assert game.utilities == (1.0, -1.0)  # first at a1 against a2: won by the first
    assert len(game.moves) == 2  # each has looked once
    rest = played(
        perfect, perfect, limit=Limit(depth=9), compiled=False, opening=(0, 3), adjudicate=False
    )
    assert rest.ending is Ending.FINISHED
    assert rest.utilities == game.utilities
    assert rest.moves[:2] == game.moves


def test_a_result_proved_by_one_player_is_played_out():
    game = played(AlphaBeta(), first_move, limit=Limit(depth=9), compiled=False, opening=(0, 3))
    assert game.ending is Ending.FINISHED


class Sure(Random):
    """Claims to have proved that player 0 has this value in every state."""

    value = 0.0

    def search(self, game, state, limit=None, **options):
        result = super().search(game, state, limit, **options)
        result.__dict__.update(proved=True, value=self.value * (-1) ** game.to_move(state))
        return result


class OtherwiseSure(Sure):
    value = 1.0


def test_contradicting_proofs_are_played_out():
    agreed = played(OtherwiseSure(), OtherwiseSure())
    assert (agreed.ending, agreed.utilities) == (Ending.ADJUDICATED, (1.0, -1.0))
    assert played(Sure(), OtherwiseSure()).ending is Ending.FINISHED


@pytest.mark.parametrize("name", ["backgammon", "kuhn-poker"])
def test_games_with_chance_or_hidden_information_are_not_adjudicated(name):
    game = played(Sure(), Sure(), game=load(name), most_plies=60)
    assert game.ending in (Ending.FINISHED, Ending.LENGTH)


def test_both_games_of_a_pair_have_the_same_outcomes_of_chance():
    game = load("backgammon")
    players = (ArenaPlayer("a", first_move, NO_LIMIT), ArenaPlayer("b", first_move, NO_LIMIT))
    settings = MatchSettings(game, players, seed=3, most_plies=40)
    pair = [
        play_game(settings, ScheduledGame(number, seats, 5), Opening())
        for number, seats in ((10, (0, 1)), (11, (1, 0)))
    ]
    other = play_game(settings, ScheduledGame(12, (0, 1), 6), Opening())
    assert pair[0].moves == pair[1].moves != other.moves


def test_a_random_player_plays_each_game_differently():
    anew, fixed = (
        parse_player(text, TIC_TAC_TOE, NO_LIMIT) for text in ("random", "random:seed=1")
    )
    assert played(anew, anew).moves == played(anew, anew).moves
    assert played(anew, anew).moves != played(anew, anew, number=1).moves
    assert played(fixed, fixed).moves == played(fixed, fixed, number=1).moves


def test_with_hidden_information_each_turn_has_another_seed():
    game, seeds = load("kuhn-poker"), []

    class Noting(Random):
        def search(self, game, state, limit=None, **options):
            seeds.append(self.seed)
            return super().search(game, state, limit, **options)

    for number in range(8):
        noting = ArenaPlayer("noting", Noting(), NO_LIMIT, vary_seed=True)
        played(noting, noting, game=game, number=number)
    assert len(set(seeds)) == len(seeds) > 16


@dataclass(frozen=True)
class Reusing(Random):
    """Records each search object that is run."""

    reuse: bool = True
    asked: ClassVar[list[Search]] = []

    def search(self, game, state, limit=None, **options):
        self.asked.append(self)
        return super().search(game, state, limit, **options)


@pytest.mark.parametrize("vary_seed", [True, False])
@pytest.mark.parametrize("name", ["leduc-poker", "tic-tac-toe"])
def test_a_search_with_reuse_stays_the_same_object_in_a_game(monkeypatch, name, vary_seed):
    monkeypatch.setattr(Reusing, "asked", [])
    reusing = ArenaPlayer("reusing", Reusing(), NO_LIMIT, vary_seed)
    turns = []
    for number in range(6):
        game = played(reusing, reusing, game=load(name), number=number)
        turns += game.turns
    times = Counter(id(search) for search in Reusing.asked)  # all are still there
    assert sorted(times.values()) == sorted(count for count in turns if count)
    assert max(times.values()) > 1
    seeds = {search.seed for search in Reusing.asked}
    assert len(seeds) == (len(times) if vary_seed else 1)


def test_mcts_reuses_its_tree_in_games_with_hidden_information(monkeypatch):
    found = []

    def noted(*given):
        found.append(take_kept_tree(*given))
        return found[-1]

    monkeypatch.setattr(mcts_run, "take_kept_tree", noted)
    game = load("leduc-poker")
    mcts = parse_player("mcts:simulations=20,reuse=True", game, NO_LIMIT)
    turns = played(mcts, mcts, game=game, compiled=False).turns
    assert sum(turns) == len(found) > 2
    assert sum(tree is not None for tree in found) == len(found) - 2  # but for the first of each


class Nonsense:
    """An object all of whose methods fail."""

    def fail(self, *_):
        raise RuntimeError("no")

    __eq__ = __hash__ = __repr__ = fail


class Uncounted(Nonsense):
    __index__ = Nonsense.fail


def raising(game, state):
    raise ValueError("no\n idea.")


def leaving(game, state):
    raise SystemExit(3)


@pytest.mark.parametrize(
    ("player", "ending", "reason"),
    [
        (raising, Ending.CRASH, "ValueError: no idea"),
        (leaving, Ending.CRASH, "SystemExit: 3"),
        (lambda game, state: 99, Ending.ILLEGAL, "a34"),
        (lambda game, state: None, Ending.ILLEGAL, "None"),
        (lambda game, state: 0, Ending.ILLEGAL, "a1"),
        (lambda game, state: 1.0, Ending.ILLEGAL, "1.0"),  # equal to the legal 1
        (lambda game, state: True, Ending.ILLEGAL, "True"),
        (lambda game, state: [1], Ending.ILLEGAL, "[1]"),
        (lambda game, state: numpy.array([1, 2]), Ending.ILLEGAL, "array([1, 2])"),
        (lambda game, state: numpy.float64(1), Ending.ILLEGAL, "np.float64(1.0)"),
        (lambda game, state: Nonsense(), Ending.ILLEGAL, "some Nonsense"),
        (lambda game, state: Uncounted(), Ending.ILLEGAL, "some Uncounted"),
        (lambda game, state: "no " * 99, Ending.ILLEGAL, "'" + "no " * 19 + "n…"),
    ],
)
def test_a_fault_forfeits_the_game(player, ending, reason):
    game = played(first_move, player)
    assert (game.ending, game.loser) == (ending, 1)
    prefix = "returned an illegal move: " if ending is Ending.ILLEGAL else ""
    assert game.reason == prefix + reason
    assert (game.result, game.utilities, game.moves) == ("1-0", None, ("a1",))


def test_a_numpy_integer_is_a_legal_move():
    game = played(lambda game, state: numpy.int64(first_move(game, state)), first_move)
    assert game == replace(
        played(first_move, first_move), seconds=game.seconds, ended_at=game.ended_at
    )


class InWords(type(TIC_TAC_TOE)):
    """Moves may be any hashable value if searches are interpreted."""

    def moves(self, state):
        return ((f"cell {move}",) for move in super().moves(state))

    def result(self, state, move):
        return super().result(state, int(move[0].split()[1]))


def test_moves_need_not_be_numbers():
    game = played(AlphaBeta(), first_move, game=InWords(), limit=Limit(depth=2), compiled=False)
    assert game.ending is Ending.FINISHED
    assert game.moves[1] == "('cell 0',)"  # the first that is left
    assert played(first_move, lambda game, state: 1, game=InWords()).ending is Ending.ILLEGAL


def test_a_player_that_exceeds_its_time_loses():
    def slow(game, state):
        time.sleep(0.06)
        return first_move(game, state)

    in_time = ArenaPlayer("in time", first_move, Limit(seconds=60))
    game = played(in_time, ArenaPlayer("slow", slow, Limit(seconds=0.01)), margin=0.02)
    assert (game.ending, game.loser) == (Ending.TIME, 1)
    assert re.fullmatch(r"took \d+\.\d+ s of 0\.01 s", game.reason)
    assert game.seconds[1] >= 0.06
    assert played(in_time, slow, margin=0.02).ending is Ending.FINISHED  # without a limit
    forgiving = played(in_time, ArenaPlayer("slow", slow, Limit(seconds=0.01)), margin=10)
    assert forgiving.ending is Ending.FINISHED


def test_the_warm_up_is_not_on_the_clock(monkeypatch):
    """Only the player advances this clock."""
    now = [0.0]
    for module in (seat, move_timer):
        monkeypatch.setattr(module, "perf_counter", lambda: now[0])

    class Slow(Random):
        calls = 0
        slow_call = 1

        def search(self, game, state, limit=None, **options):
            Slow.calls += 1
            now[0] += 60.0 if Slow.calls == Slow.slow_call else 0.0
            return super().search(game, state, limit, **options)

    first = ArenaPlayer("slow at first", Slow(), Limit(seconds=0.1))
    assert played(first, first_move, margin=0.4).ending is Ending.FINISHED
    assert now == [60.0]
    Slow.calls, Slow.slow_call = 0, 2  # later calls are moves
    assert played(first, first_move, margin=0.4).ending is Ending.TIME


def test_an_error_in_the_rules_makes_the_game_void():
    class Failing(type(TIC_TAC_TOE)):
        def result(self, state, move):
            raise RuntimeError("broken")

    game = played(first_move, first_move, game=Failing())
    assert (game.ending, game.result, game.loser) == (Ending.VOID, "*", None)
    assert game.reason == "the rules failed: RuntimeError: broken"


def test_a_move_that_is_none_makes_the_game_void():
    class NamelessPass(type(TIC_TAC_TOE)):
        def moves(self, state):
            return [None]

    game = played(first_move, first_move, game=NamelessPass())
    assert (game.ending, game.loser) == (Ending.VOID, None)
    assert "`moves` of nameless-pass gives None at " in game.reason


# -- history, memory and repetition -------------------------------------------------------


def test_a_third_occurrence_is_a_draw():
    game = played(first_move, first_move, game=Loop())
    assert (game.ending, game.utilities, game.result) == (Ending.REPETITION, (0.0, 0.0), "1/2-1/2")
    assert game.reason == "a position occurred for the third time"
    assert len(game.moves) == 8


def test_the_opening_counts_as_occurrences():
    game = played(first_move, first_move, game=Loop(), opening=(GO,) * 6)
    assert (game.ending, len(game.moves)) == (Ending.REPETITION, 2)


@dataclass(frozen=True)
class Noting(Random):
    """Notes the history and the memory that each search is given."""

    seen: ClassVar[list] = []

    def new_memory(self):
        return object()

    def search(self, game, state, limit=None, *, history=(), memory=None, **others):
        self.seen.append(([*history, state], memory))
        return super().search(game, state, limit, history=history, memory=memory, **others)


def test_searches_are_given_the_game_and_their_own_memory():
    Noting.seen.clear()
    game = played(Noting(), Noting(), opening=(0, 3))
    given, memories = zip(*Noting.seen, strict=True)
    assert [len(states) for states in given] == list(range(3, 3 + len(game.moves)))
    assert all(states == given[-1][: len(states)] for states in given)
    assert set(memories[::2]).isdisjoint(memories[1::2])
    assert len(set(memories)) == 2
    played(Noting(), Noting(), opening=(0, 3))
    assert len({memory for _, memory in Noting.seen}) == 4


# -- clocks ---------------------------------------------------------------------------------


class Timed:
    """A player that takes these seconds, one for each turn, of a clock that only it advances."""

    def __init__(self, now, *seconds):
        self._now, self._seconds = now, iter(seconds)

    def __call__(self, game, state):
        self._now[0] += next(self._seconds, 0.0)
        return first_move(game, state)


@pytest.fixture
def now(monkeypatch):
    time = [0.0]
    for module in (seat, move_timer):
        monkeypatch.setattr(module, "perf_counter", lambda: time[0])
    return time


def test_clocks_are_recorded_after_each_move(now):
    players = Timed(now, 1.0, 2.5), Timed(now, 0.5)
    game = played(*players, limit=Limit(clock=Clock(10, 1)))
    assert game.ending is Ending.FINISHED
    assert game.clocks == (10.0, 10.5, 8.5, 11.5, 9.5, 12.5, 10.5)
    assert len(game.clocks) == len(game.moves)
    assert played(first_move, first_move).clocks == ()


def test_only_one_player_may_have_a_clock(now):
    timed = ArenaPlayer("timed", Timed(now, 1.0), Limit(clock=Clock(10)))
    game = played(timed, Timed(now, 60.0))
    assert game.clocks == (9.0, None, 9.0, None, 9.0, None, 9.0)


def test_a_player_whose_clock_runs_out_loses(now):
    game = played(Timed(now), Timed(now, 4.0, 4.0, 4.0), limit=Limit(clock=Clock(10, 0.5)))
    assert (game.ending, game.loser, game.result) == (Ending.TIME, 1, "1-0")
    assert game.reason == "took 4.000 s of 3 s"
    assert game.clocks == (10.5, 6.5, 11.0, 3.0, 11.5)


def test_the_margin_of_a_clock_is_not_time_to_think(now):
    """It forgives the handing over of a move, and leaves the clock at its increment."""
    late = Timed(now, 10.05, 0.3)
    limit = Limit(clock=Clock(10, 0.25))
    game = played(late, first_move, limit=limit, margin=0.1)
    assert game.ending is Ending.FINISHED
    assert game.clocks[::2] == (0.25, 0.25, 0.5, 0.75)
    assert played(Timed(now, 10.05, 0.36), first_move, limit=limit).ending is Ending.TIME


def test_a_limit_of_seconds_holds_beside_a_clock(now):
    limit = Limit(seconds=1, clock=Clock(60))
    game = played(Timed(now, 1.5), first_move, limit=limit)
    assert (game.ending, game.reason) == (Ending.TIME, "took 1.500 s of 1 s")


def test_a_search_is_given_what_its_clock_has_left(now):
    clocks = []

    class Noting(Random):
        def search(self, game, state, limit=None, **options):
            now[0] += 2.0 if clocks else 0.0  # the first search is the warm-up
            clocks.append(limit.clock)
            return super().search(game, state, limit, **options)

    timed = ArenaPlayer("noting its clock", Noting(), Limit(clock=Clock(30, 0.5)))
    played(timed, first_move)
    assert clocks[1:4] == [Clock(30, 0.5), Clock(28.5, 0.5), Clock(27, 0.5)]


def test_a_player_that_computes_too_long_loses_on_time():
    def burning(game, state):
        until = time.process_time() + 0.1
        while time.process_time() < until:
            pass
        return first_move(game, state)

    patient = ArenaPlayer("patient", first_move, Limit(clock=Clock(600)))
    hasty = ArenaPlayer("hasty", burning, Limit(clock=Clock(0.05)))
    game = played(patient, hasty, margin=0.01)
    assert (game.ending, game.loser) == (Ending.TIME, 1)


def test_the_engine_plays_a_game_on_its_clock():
    """With so much time that no machine is too busy."""
    engine = ArenaPlayer("engine", Engine(megabytes=1), Limit(depth=2, clock=Clock(600, 1)))
    game = played(engine, engine, compiled=False, adjudicate=False)
    assert game.ending is Ending.FINISHED
    assert all(left > 500 for left in game.clocks)
