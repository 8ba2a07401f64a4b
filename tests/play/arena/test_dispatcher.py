"""Games whose process dies, or cannot be started."""

from __future__ import annotations

import ctypes
import os
import threading

import pytest

from outply import Clock, Limit, OutplyError, load
from outply.play.arena import ArenaPlayer, Ending
from outply.play.arena.dispatcher import Dispatcher
from outply.play.arena.schedule import Opening
from outply.play.arena.workers import InProcess, LocalWorkers
from tests.play.arena.matches import SHORTLY, TIC_TAC_TOE, arena, first_move
from tests.tiers import only_full, slow

pytestmark = slow


def dying(game, state):
    os._exit(3)


def crashing(game, state):
    ctypes.string_at(0)


def stuck(game, state):
    ctypes.PyDLL(None).sleep(600)  # which never lets Python run


@only_full
@pytest.mark.parametrize(
    ("player", "ending", "reason"),
    [
        (dying, Ending.CRASH, "its process died (EXIT(3))"),
        (crashing, Ending.CRASH, "its process died (SIGSEGV(-11))"),
        (stuck, Ending.TIME, "took more than "),
    ],
)
def test_a_player_that_kills_its_process_loses(tmp_path, player, ending, reason):
    players = (ArenaPlayer("sound", first_move, SHORTLY), ArenaPlayer("unsound", player, SHORTLY))
    standings = arena(tmp_path, *players, games=2, jobs=2, openings="random:0").run()
    assert (standings.between(0, 1).wins, standings.forfeits(1)) == (2, {ending: 2})
    by_number = {game.number: game for game in standings.games}
    assert [by_number[n].moves for n in (0, 1)] == [("a1",), ()]
    assert all(game.reason.startswith(reason) for game in standings.games)


@only_full
def test_a_player_that_never_returns_loses_on_its_clock(tmp_path):
    limit = Limit(clock=Clock(0.2, 0.1))
    players = (ArenaPlayer("sound", first_move, limit), ArenaPlayer("unsound", stuck, limit))
    standings = arena(tmp_path, *players, games=2, jobs=2, openings="random:0").run()
    assert standings.forfeits(1) == {Ending.TIME: 2}
    for game in standings.games:
        assert game.reason.endswith(" s of 0.2 s, and was killed")


DISPATCHER = os.environ.setdefault("OUTPLY_TEST_DISPATCHER", str(os.getpid()))


class DyingRules(type(TIC_TAC_TOE)):
    """Rules that end every process but that of the dispatcher."""

    def is_terminal(self, state):
        if str(os.getpid()) != DISPATCHER:
            os._exit(4)
        return super().is_terminal(state)


def test_a_game_is_void_if_its_process_dies_twice(tmp_path):
    players = (ArenaPlayer("a", first_move, SHORTLY), ArenaPlayer("b", first_move, SHORTLY))
    match = arena(tmp_path, *players, game=DyingRules())
    workers = LocalWorkers(1)
    try:
        [game] = Dispatcher(match.settings, {0: Opening()}, workers).play(match.schedule[:1])
    finally:
        workers.close()
    assert (game.ending, game.loser) == (Ending.VOID, None)
    assert game.reason == "its process died (EXIT(4)), 2 times"


ENUM_MOVES = """
from enum import Enum

from outply import Game


class Step(Enum):
    ONE = 1
    TWO = 2


class Steps(Game):
    def initial(self): return (0, 0)
    def to_move(self, state): return state[1]
    def moves(self, state): return list(Step)
    def result(self, state, move): return (state[0] + move.value, 1 - state[1])
    def is_terminal(self, state): return state[0] > 8
    def utility(self, state, player): return 1.0 if state[1] == player else -1.0
"""


def test_moves_of_a_class_in_the_file_of_a_game_reach_its_worker(tmp_path):
    """Each game has a new process, which must load the file before it reads the opening."""
    file = tmp_path / "steps.py"
    file.write_text(ENUM_MOVES)
    match = arena(tmp_path, "random:seed=1", "random", game=load(str(file)))
    openings = dict(enumerate(match.opening_list))
    assert all(opening.moves for opening in openings.values())
    for scheduled in match.schedule:
        workers = LocalWorkers(1)
        try:
            [game] = Dispatcher(match.settings, openings, workers).play([scheduled])
        finally:
            workers.close()
        assert (game.ending, game.reason) == (Ending.FINISHED, "")


def test_the_process_of_the_dispatcher_keeps_the_game_that_it_was_given(tmp_path):
    """Another load would make other classes, to which the moves of an opening do not belong."""
    file = tmp_path / "steps.py"
    file.write_text(ENUM_MOVES)
    match = arena(tmp_path, "random:seed=1", "random", game=load(str(file)))
    assert match.settings.load_game() is match.game


class Unreadable:
    """A move that no process can unpickle."""

    def __reduce__(self):
        return int, ("no number",)


def test_a_void_game_says_what_its_process_could_not_read(tmp_path):
    match = arena(tmp_path)
    openings = {0: Opening(moves=(Unreadable(),))}
    workers = LocalWorkers(1)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Opening, "move_texts", lambda opening, game: [])
            [game] = Dispatcher(match.settings, openings, workers).play(match.schedule[:1])
    finally:
        workers.close()
    assert game.ending is Ending.VOID
    assert game.reason.startswith("its process died (ValueError: invalid literal for int()")


def test_an_error_says_that_a_player_cannot_be_pickled(tmp_path):
    held = threading.Lock()
    players = (ArenaPlayer("a", lambda game, state: held, SHORTLY), "random")
    with pytest.raises(OutplyError, match="Other processes cannot play this match: "):
        arena(tmp_path, *players, jobs=1).run()


def test_an_internal_error_is_not_attributed_to_a_player(tmp_path):
    match = arena(tmp_path)
    with pytest.raises(KeyError):
        next(Dispatcher(match.settings, {}, InProcess()).play(match.schedule))
