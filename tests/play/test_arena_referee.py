"""One game of a match: how it ends, whatever its players do."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy
import pytest

from outply import CHANCE, AlphaBeta, Limit, OutplyError, Random, load
from outply.play.arena import Contender, Ending, PlayedGame, contender, seated
from outply.play.arena.contenders import numbered
from outply.play.arena.openings import Opening
from outply.play.arena.referee import Terms, play_fixture
from outply.play.arena.schedule import Fixture
from outply.search import Search
from outply.search.mcts import run as mcts_run
from outply.search.mcts.reuse import take_kept_tree

TIC_TAC_TOE = load("tic-tac-toe")
NO_LIMIT = Limit()


def first_move(game, state):
    return next(iter(game.moves(state)))


def played(first, second, game=TIC_TAC_TOE, opening=(), limit=NO_LIMIT, number=0, **terms):
    players = tuple(
        each if isinstance(each, Contender) else Contender(f"player {n}", each, limit)
        for n, each in enumerate((first, second))
    )
    fixture = Fixture(number, (0, 1), 0)
    return play_fixture(Terms(game, players, **terms), fixture, Opening(None, opening))


# -- games that end well ---------------------------------------------------------------


def test_a_game_to_its_end():
    game = played(first_move, first_move)
    assert game.moves == ("a1", "b1", "c1", "a2", "b2", "c2", "a3")
    assert (game.ending, game.utilities, game.result) == (Ending.FINISHED, (1.0, -1.0), "1-0")
    assert (game.turns, game.loser, game.reason) == ((4, 3), None, "")
    assert game.ended_at.endswith("+00:00")


def test_an_opening_is_not_among_the_moves():
    game = played(first_move, first_move, opening=(0, 3))
    assert game.opening == ("a1", "a2")
    assert game.moves[0] == "b1"


def test_too_many_plies_are_a_draw():
    game = played(first_move, first_move, most_plies=4)
    assert len(game.moves) == 4
    assert (game.ending, game.result, game.utilities) == (Ending.LENGTH, "1/2-1/2", None)


def test_dice_are_no_plies():
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
    """Chance rolls for ever, once a player has moved."""

    def to_move(self, state):
        return CHANCE if state != self.initial() else super().to_move(state)

    def outcomes(self, state):
        yield 0, 1.0

    def result(self, state, move):
        return state if state != self.initial() else super().result(state, move)


def test_chance_without_end_is_a_draw():
    game = played(first_move, first_move, game=Rolling())
    assert (game.ending, game.result, game.turns) == (Ending.LENGTH, "1/2-1/2", (1, 0))
    assert game.reason == "10000 outcomes of chance in a row"


def test_a_result_that_both_have_proved_is_the_result():
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


def test_what_one_side_has_proved_is_played_out():
    game = played(AlphaBeta(), first_move, limit=Limit(depth=9), compiled=False, opening=(0, 3))
    assert game.ending is Ending.FINISHED


class Sure(Random):
    """Says that it has proved what it is worth to player 0, whatever it is."""

    worth = 0.0

    def search(self, game, state, limit=None, **options):
        result = super().search(game, state, limit, **options)
        result.__dict__.update(proved=True, value=self.worth * (-1) ** game.to_move(state))
        return result


class OtherwiseSure(Sure):
    worth = 1.0


def test_only_what_both_have_proved_the_same_ends_a_game():
    agreed = played(OtherwiseSure(), OtherwiseSure())
    assert (agreed.ending, agreed.utilities) == (Ending.ADJUDICATED, (1.0, -1.0))
    assert played(Sure(), OtherwiseSure()).ending is Ending.FINISHED


@pytest.mark.parametrize("name", ["backgammon", "kuhn-poker"])
def test_where_there_is_chance_or_a_secret_nothing_is_adjudicated(name):
    game = played(Sure(), Sure(), game=load(name), most_plies=60)
    assert game.ending in (Ending.FINISHED, Ending.LENGTH)


def test_both_games_of_a_pair_have_the_same_luck():
    game = load("backgammon")
    players = (Contender("a", first_move, NO_LIMIT), Contender("b", first_move, NO_LIMIT))
    terms = Terms(game, players, seed=3, most_plies=40)
    pair = [
        play_fixture(terms, Fixture(number, seats, 5), Opening())
        for number, seats in ((10, (0, 1)), (11, (1, 0)))
    ]
    other = play_fixture(terms, Fixture(12, (0, 1), 6), Opening())
    assert pair[0].moves == pair[1].moves != other.moves


def test_one_that_plays_at_random_plays_each_game_otherwise():
    anew, fixed = (contender(text, TIC_TAC_TOE, NO_LIMIT) for text in ("random", "random:seed=1"))
    assert played(anew, anew).moves == played(anew, anew).moves
    assert played(anew, anew).moves != played(anew, anew, number=1).moves
    assert played(fixed, fixed).moves == played(fixed, fixed, number=1).moves


def test_where_something_is_hidden_each_turn_is_drawn_anew():
    game, seeds = load("kuhn-poker"), []

    class Noting(Random):
        def search(self, game, state, limit=None, **options):
            seeds.append(self.seed)
            return super().search(game, state, limit, **options)

    for number in range(8):
        noting = Contender("noting", Noting(), NO_LIMIT, draws_anew=True)
        played(noting, noting, game=game, number=number)
    assert len(set(seeds)) == len(seeds) > 16


@dataclass(frozen=True)
class Reusing(Random):
    """Notes which search it is that is asked, and of which game."""

    reuse: bool = True
    asked: ClassVar[list[Search]] = []

    def search(self, game, state, limit=None, **options):
        self.asked.append(self)
        return super().search(game, state, limit, **options)


@pytest.mark.parametrize("draws_anew", [True, False])
@pytest.mark.parametrize("name", ["leduc-poker", "tic-tac-toe"])
def test_what_reuses_what_it_found_is_one_search_for_each_game(monkeypatch, name, draws_anew):
    monkeypatch.setattr(Reusing, "asked", [])
    reusing = Contender("reusing", Reusing(), NO_LIMIT, draws_anew)
    turns = []
    for number in range(6):
        game = played(reusing, reusing, game=load(name), number=number)
        turns += game.turns
    times = Counter(id(search) for search in Reusing.asked)  # all are still there
    assert sorted(times.values()) == sorted(count for count in turns if count)
    assert max(times.values()) > 1
    seeds = {search.seed for search in Reusing.asked}
    assert len(seeds) == (len(times) if draws_anew else 1)


def test_mcts_finds_its_tree_again_where_something_is_hidden(monkeypatch):
    found = []

    def noted(*given):
        found.append(take_kept_tree(*given))
        return found[-1]

    monkeypatch.setattr(mcts_run, "take_kept_tree", noted)
    game = load("leduc-poker")
    mcts = contender("mcts:simulations=20,reuse=True", game, NO_LIMIT)
    turns = played(mcts, mcts, game=game, compiled=False).turns
    assert sum(turns) == len(found) > 2
    assert sum(tree is not None for tree in found) == len(found) - 2  # but for the first of each


# -- games that are lost by a player's fault -------------------------------------------


class Nonsense:
    """Fails whatever one does with it."""

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
        (lambda game, state: 99, Ending.ILLEGAL, "chose a34"),
        (lambda game, state: None, Ending.ILLEGAL, "chose None"),
        (lambda game, state: 0, Ending.ILLEGAL, "chose a1"),
        (lambda game, state: 1.0, Ending.ILLEGAL, "chose 1.0"),  # equal to the legal 1
        (lambda game, state: True, Ending.ILLEGAL, "chose True"),
        (lambda game, state: [1], Ending.ILLEGAL, "chose [1]"),
        (lambda game, state: numpy.array([1, 2]), Ending.ILLEGAL, "chose array([1, 2])"),
        (lambda game, state: numpy.float64(1), Ending.ILLEGAL, "chose np.float64(1.0)"),
        (lambda game, state: Nonsense(), Ending.ILLEGAL, "chose some Nonsense"),
        (lambda game, state: Uncounted(), Ending.ILLEGAL, "chose some Uncounted"),
        (lambda game, state: "no " * 99, Ending.ILLEGAL, "chose '" + "no " * 19 + "n…"),
    ],
)
def test_a_fault_loses_the_game(player, ending, reason):
    game = played(first_move, player)
    assert (game.ending, game.loser, game.reason) == (ending, 1, reason)
    assert (game.result, game.utilities, game.moves) == ("1-0", None, ("a1",))


def test_a_whole_number_of_numpys_is_a_move():
    game = played(lambda game, state: numpy.int64(first_move(game, state)), first_move)
    assert game == replace(
        played(first_move, first_move), seconds=game.seconds, ended_at=game.ended_at
    )


class InWords(type(TIC_TAC_TOE)):
    """Moves may be anything that can be hashed, where searches are interpreted."""

    def moves(self, state):
        return ((f"cell {move}",) for move in super().moves(state))

    def result(self, state, move):
        return super().result(state, int(move[0].split()[1]))


def test_moves_that_are_no_numbers():
    game = played(AlphaBeta(), first_move, game=InWords(), limit=Limit(depth=2), compiled=False)
    assert game.ending is Ending.FINISHED
    assert game.moves[1] == "('cell 0',)"  # the first that is left
    assert played(first_move, lambda game, state: 1, game=InWords()).ending is Ending.ILLEGAL


def test_who_is_late_loses():
    def slow(game, state):
        time.sleep(0.06)
        return first_move(game, state)

    in_time = Contender("in time", first_move, Limit(seconds=60))
    game = played(in_time, Contender("slow", slow, Limit(seconds=0.01)), margin=0.02)
    assert (game.ending, game.loser) == (Ending.TIME, 1)
    assert re.fullmatch(r"took \d+\.\d+ s of 0\.01 s", game.reason)
    assert game.seconds[1] >= 0.06
    assert played(in_time, slow, margin=0.02).ending is Ending.FINISHED  # without a limit
    forgiving = played(in_time, Contender("slow", slow, Limit(seconds=0.01)), margin=10)
    assert forgiving.ending is Ending.FINISHED


def test_getting_ready_takes_no_time_of_the_player(monkeypatch):
    """By a clock that only the player moves on."""
    now = [0.0]
    monkeypatch.setattr(seated, "perf_counter", lambda: now[0])

    class Slow(Random):
        calls = 0
        slow_call = 1

        def search(self, game, state, limit=None, **options):
            Slow.calls += 1
            now[0] += 60.0 if Slow.calls == Slow.slow_call else 0.0
            return super().search(game, state, limit, **options)

    first = Contender("slow at first", Slow(), Limit(seconds=0.1))
    assert played(first, first_move, margin=0.4).ending is Ending.FINISHED
    assert now == [60.0]
    Slow.calls, Slow.slow_call = 0, 2  # the first call is to get ready, the second is a move
    assert played(first, first_move, margin=0.4).ending is Ending.TIME


def test_rules_that_fail_make_the_game_void():
    class Failing(type(TIC_TAC_TOE)):
        def result(self, state, move):
            raise RuntimeError("broken")

    game = played(first_move, first_move, game=Failing())
    assert (game.ending, game.result, game.loser) == (Ending.VOID, "*", None)
    assert game.reason == "the rules failed: RuntimeError: broken"


# -- points ----------------------------------------------------------------------------


def a_game(**said) -> PlayedGame:
    given = {"ending": Ending.FINISHED, "seats": (0, 1)} | said
    return PlayedGame(number=0, position=None, opening=(), moves=(), **given)


@pytest.mark.parametrize(
    ("game", "points", "result"),
    [
        (a_game(utilities=(1.0, -1.0)), 1.0, "1-0"),
        (a_game(utilities=(-3.0, 3.0)), 0.0, "0-1"),
        (a_game(utilities=(0.0, 0.0)), 0.5, "1/2-1/2"),
        (a_game(ending=Ending.LENGTH), 0.5, "1/2-1/2"),
        (a_game(ending=Ending.TIME, loser=0), 0.0, "0-1"),
        (a_game(ending=Ending.CRASH, loser=1), 1.0, "1-0"),
        (a_game(ending=Ending.VOID), None, "*"),
    ],
)
def test_what_a_game_brings(game, points, result):
    assert game.points(0, 1) == points
    assert game.points(1, 0) == (None if points is None else 1 - points)
    assert game.result == result


def test_among_three_each_is_compared_with_each():
    game = a_game(seats=(0, 1, 2), utilities=(2.0, -1.0, -1.0))
    assert [game.points(*seats) for seats in ((0, 1), (1, 2), (2, 0))] == [1.0, 0.5, 0.0]
    lost = a_game(seats=(0, 1, 2), ending=Ending.ILLEGAL, loser=1)
    assert [lost.points(*seats) for seats in ((0, 1), (1, 2), (2, 0))] == [1.0, 0.0, 0.5]
    assert (game.result, lost.result) == ("2 -1 -1", "2 lost")


# -- players as people write them ------------------------------------------------------


def test_a_limit_among_the_parameters_is_the_players_own():
    match_limit = Limit(seconds=1)
    own = contender("alphabeta:depth=4,nodes=50", TIC_TAC_TOE, match_limit)
    assert (own.mind, own.limit) == (AlphaBeta(), Limit(depth=4, nodes=50))
    assert contender("alphabeta", TIC_TAC_TOE, match_limit).limit == match_limit
    both = contender("engine:megabytes=1,seconds=0.5", TIC_TAC_TOE, match_limit)
    assert (both.mind.megabytes, both.limit) == (1, Limit(seconds=0.5))
    assert contender("fitting", load("backgammon"), match_limit).mind.name == "star2"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("x|x|x (2)", "x|x (3)|x (2)"),
        ("x (2)|x|x", "x (2)|x|x (3)"),
        ("x|x|x (2)|x (2)", "x|x (3)|x (2)|x (2) (2)"),
        ("x|y|x|x", "x|y|x (2)|x (3)"),
        ("", ""),
    ],
)
def test_names_are_numbered_until_no_two_are_the_same(given, told):
    players = [Contender(name, first_move, NO_LIMIT) for name in given.split("|")]
    assert [each.name for each in numbered(players)] == told.split("|")


def test_the_same_player_twice_is_numbered():
    engine = contender("engine", TIC_TAC_TOE, NO_LIMIT)
    assert [each.name for each in numbered([engine, engine, engine])] == [
        "engine",
        "engine (2)",
        "engine (3)",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("engin", "did you mean engine"),
        ("engine:deep=4", "engine has no parameter 'deep'"),
        ("engine:depth=-1", "The limit of depth is -1"),
        ("engine:seconds=soon", "The limit of seconds is 'soon'"),
        ("engine:depth", "'depth' is not a limit; write seconds=, depth= or nodes="),
    ],
)
def test_players_that_are_none(text, message):
    with pytest.raises(OutplyError, match=message):
        contender(text, TIC_TAC_TOE, NO_LIMIT)


def test_a_search_that_does_not_take_the_game_is_refused():
    with pytest.raises(OutplyError, match="engine cannot search backgammon: "):
        contender("engine", load("backgammon"), NO_LIMIT)
