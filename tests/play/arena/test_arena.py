"""A match as a whole: played, gone on with, extended, whatever happens to its processes."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import re
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from outply import Limit, OutplyError, load
from outply.games import nim
from outply.play.arena import Arena, ArenaPlayer, Ending, Sprt, Store, ranking
from outply.play.arena.dispatcher import Dispatcher
from outply.play.arena.fingerprint import describe_player
from outply.play.arena.game_record import Journal, LastEntry, read_journal
from outply.play.arena.schedule import Opening
from outply.play.arena.workers import InProcess, LocalWorkers

TIC_TAC_TOE = load("tic-tac-toe")
SHORTLY = Limit(seconds=0.2)
GUIDE = Path(__file__).parents[3] / "docs" / "arena.md"


def arena(tmp_path: Path, *players, **said) -> Arena:
    given = {"games": 4, "jobs": 0, "compiled": False, "store": tmp_path / "match.sqlite"}
    game = said.pop("game", TIC_TAC_TOE)
    return Arena(game, players or ("random", "alphabeta:depth=2"), **given | said)


def first_move(game, state):
    return next(iter(game.moves(state)))


def moves(standings) -> list[tuple[int, tuple[str, ...]]]:
    return sorted((game.number, game.moves) for game in standings.games)


# -- whole matches ---------------------------------------------------------------------


def test_a_match_is_the_same_wherever_it_is_played(tmp_path):
    (tmp_path / "here").mkdir()
    here = arena(tmp_path / "here", games=10).run()
    there = arena(tmp_path, games=10, jobs=2).run()
    assert moves(here) == moves(there)
    assert len(here.games) == here.scheduled == 10
    assert here.between(0, 1) == there.between(0, 1)
    assert here.between(0, 1).pairs == 5


def test_each_game_is_told_and_kept_as_it_ends(tmp_path):
    told, begun = [], []
    match = arena(tmp_path)

    def ended(game, standings):
        with Store(match.file, read_only=True) as store:
            told.append((game.number, [kept.number for kept in store.games()]))

    standings = match.run(ended, lambda standings: begun.append(len(standings.games)))
    assert told == [(0, [0]), (1, [0, 1]), (2, [0, 1, 2]), (3, [0, 1, 2, 3])]
    assert begun == [0]
    assert len(standings.games) == 4


def test_a_match_goes_on_where_it_was(tmp_path):
    def stop(game, standings):
        if game.number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena(tmp_path).run(stop)
    played = []
    standings = arena(tmp_path).run(lambda game, _: played.append(game.number))
    assert played == [3]
    assert moves(standings) == moves(arena(tmp_path, store=tmp_path / "other.sqlite").run())


def test_a_match_is_extended(tmp_path):
    few = arena(tmp_path, games=4).run()
    played = []
    many = arena(tmp_path, games=10).run(lambda game, _: played.append(game.number))
    assert played == [4, 5, 6, 7, 8, 9]
    assert moves(many)[:4] == moves(few)
    assert arena(tmp_path, games=4).run().scheduled == 10  # none is lost by asking for fewer


def test_three_players_and_a_gauntlet(tmp_path):
    players = ("random", "alphabeta:depth=1", "alphabeta:depth=2")
    all_with_all = arena(tmp_path, *players, games=2).run()
    assert all_with_all.meetings == [(0, 1), (0, 2), (1, 2)]
    first = arena(tmp_path, *players, games=2, gauntlet=True, store=tmp_path / "g.sqlite").run()
    assert first.meetings == [(0, 1), (0, 2)]
    assert (len(all_with_all.games), len(first.games)) == (6, 4)


def test_a_game_for_three(tmp_path):
    game = load("connect-three-players", columns=4, rows=3)
    players = ("random", "maxn:depth=1", "random:seed=1", "random:seed=2")
    standings = arena(tmp_path, *players, game=game, games=1).run()
    assert len(standings.games) == standings.scheduled == 4 * 3
    assert standings.meetings == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert {standings.games_of(player) for player in range(4)} == {3 * 3}
    assert {standings.against_all(player).games for player in range(4)} == {
        3 * 3 * 2
    }  # comparisons
    assert [len(results) for results in standings.rounds] == [3] * 4
    assert {games for results in standings.rounds for _, games in results.values()} == {3}
    assert standings.against_all(0).pairs == 0  # pairs are for two


def test_a_games_own_file_reaches_other_processes(tmp_path):
    file = tmp_path / "pile.py"
    file.write_text(Path(nim.__file__).read_text())
    game = load(str(file), piles=(2, 3))
    standings = arena(tmp_path, "random", "alphabeta", game=game, jobs=1, limit=SHORTLY).run()
    assert standings.endings == {Ending.FINISHED: 4}


def test_the_test_stops_the_match(tmp_path):
    test = Sprt(0, 300, alpha=0.2, beta=0.2)
    match = arena(tmp_path, "alphabeta:depth=4", "random", games=1000, sprt=test)
    standings = match.run()
    assert match.is_decided(standings)
    assert 2 < len(standings.games) < 200
    played = []
    match.run(lambda game, _: played.append(game))
    assert played == []


def test_the_file_is_named_by_what_makes_the_match(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    same = {"store": None}
    names = {
        arena(tmp_path, **same, **said).file.name
        for said in (
            {},
            {"games": 50},
            {"jobs": 2},
            {"seed": 1},
            {"gauntlet": True},
            {"game": load("tic-tac-toe")},
        )
    }
    assert len(names) == 3
    assert all(name.startswith("arena-tic-tac-toe-") for name in names)


def test_other_rules_are_another_match(tmp_path):
    class Reversed(type(TIC_TAC_TOE)):
        name = "tic-tac-toe"

        def evaluate(self, state, player):
            return -super().evaluate(state, player) or 0.125

    arena(tmp_path).run()
    with pytest.raises(OutplyError, match="the rules of the game have changed since"):
        arena(tmp_path, game=Reversed()).run()
    with pytest.raises(OutplyError, match="holds another match: its players was"):
        arena(tmp_path, "random", "random").run()


def test_a_book_that_has_changed_is_another_match(tmp_path):
    book = tmp_path / "book.txt"
    wanted = str(book)
    book.write_text("a1\nb2\n")
    arena(tmp_path, games=2, openings=wanted).run()
    assert len(arena(tmp_path, games=4, openings=wanted).run().games) == 4
    book.write_text("c3\nb2\n")
    with pytest.raises(OutplyError, match="holds another match: its openings was"):
        arena(tmp_path, games=6, openings=wanted).run()


def test_a_book_beside_us_may_be_called_random(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    setups = []
    for content in ("a1", "c3"):
        Path("random-book.txt").write_text(content)
        setups.append(arena(tmp_path, openings="random-book.txt").setup["openings"])
    assert setups[0] != setups[1]
    assert all(setup.startswith("random-book.txt ") for setup in setups)


# -- players known again ---------------------------------------------------------------


def choosing(place: int):
    return lambda game, state: list(game.moves(state))[place]


def from_the_end(game, state, place=-1):
    return list(game.moves(state))[place]


@dataclass(frozen=True)
class Choosing:
    place: int

    def __call__(self, game, state):
        return list(game.moves(state))[self.place]

    def choose(self, game, state):
        return self(game, state)


class Counting:
    """Changes while it plays."""

    def __init__(self):
        self.turns = 0

    def __call__(self, game, state):
        self.turns += 1
        return first_move(game, state)


MINDS = {
    "one lambda": lambda game, state: next(iter(game.moves(state))),
    "another lambda": lambda game, state: list(game.moves(state))[-1],
    "another constant": lambda game, state: list(game.moves(state))[-2],
    "one set": lambda game, state: state in {"a", "b"},
    "another set": lambda game, state: state in {"a", "c"},
    "the first": choosing(0),
    "the last": choosing(-1),
    "a function": from_the_end,
    "a function with less": partial(from_the_end, place=0),
    "an object": Choosing(0),
    "another object": Choosing(-1),
    "a method": Choosing(0).choose,
    "another's method": Choosing(-1).choose,
}


def told(mind) -> str:
    return describe_player(ArenaPlayer("p", mind, SHORTLY))["search"]


def test_different_players_are_different_matches(tmp_path):
    assert len({told(mind) for mind in MINDS.values()}) == len(MINDS)
    first, other = (ArenaPlayer("p", MINDS[name], SHORTLY) for name in ("the first", "the last"))
    arena(tmp_path, first, "random", games=2).run()
    with pytest.raises(OutplyError, match="holds another match: its players was"):
        arena(tmp_path, other, "random").run()


def test_the_same_player_goes_on(tmp_path):
    assert told(choosing(3)) == told(choosing(3))
    assert told(Choosing(3).choose) == told(Choosing(3).choose)
    assert told(first_move).startswith(f"{__name__}.first_move ")
    counting = Counting()
    arena(tmp_path, ArenaPlayer("p", counting, SHORTLY), "random", games=2).run()
    assert counting.turns
    again = arena(tmp_path, ArenaPlayer("p", counting, SHORTLY), "random", games=4).run()
    assert len(again.games) == 4


TELL = """
from outply import Limit
from outply.play.arena import ArenaPlayer
from outply.play.arena.fingerprint import describe_player

def recursive():
    def choose(game, state, kind="b"):
        return 0 if kind in {"a", "b", "c", "d"} else choose(game, state)
    return choose

print(describe_player(ArenaPlayer("p", recursive(), Limit()))["search"])
"""


def test_a_player_is_the_same_in_every_process():
    """Though sets of texts have another order there, and functions another address."""
    told = {
        subprocess.run(
            [sys.executable, "-c", TELL],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in (1, 2, 3)
    }
    assert len(told) == 1
    assert re.fullmatch(r"__main__\.recursive\.<locals>\.choose [0-9a-f]{16}\n", told.pop())


def test_names_that_look_numbered_stay_apart(tmp_path):
    players = [ArenaPlayer(name, first_move, SHORTLY) for name in ("x", "x", "x (2)")]
    standings = arena(tmp_path, *players, games=2).run()
    assert standings.names == ["x", "x (3)", "x (2)"]
    assert sorted(row.name for row in ranking(standings)) == ["x", "x (2)", "x (3)"]


# -- refusals --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"games": 0}, "games is 0; give 1 or more"),
        ({"most_plies": 0}, "most_plies is 0; give 1 or more"),
        ({"jobs": -1}, "jobs is -1; give 0 or more"),
        ({"margin": -0.1}, "margin is -0.1; give 0 or more"),
        ({"margin": float("nan")}, "margin is nan"),
        ({"on": "mars"}, "Games are played on local or ray, not on 'mars'"),
        ({"on": "ray", "jobs": 0}, "jobs is 0, and a cluster is not this process; give 1 or"),
        ({"openings": "nowhere"}, "There is no file nowhere of openings"),
        ({"game": load("connect-three-players")}, "is for 3 players and 2 were given"),
    ],
)
def test_refusals_leave_no_file(tmp_path, said, message):
    with pytest.raises(OutplyError, match=message):
        arena(tmp_path, **said).run()
    assert list(tmp_path.iterdir()) == []


def test_a_test_is_for_two(tmp_path):
    with pytest.raises(OutplyError, match="is for two players; name two"):
        arena(tmp_path, "random", "random", "random", sprt=Sprt(0, 10))


# -- processes that die ----------------------------------------------------------------


def dying(game, state):
    os._exit(3)


def crashing(game, state):
    ctypes.string_at(0)


def stuck(game, state):
    ctypes.PyDLL(None).sleep(600)  # which never lets Python run


@pytest.mark.parametrize(
    ("player", "ending", "reason"),
    [
        (dying, Ending.CRASH, "its process died (EXIT(3))"),
        (crashing, Ending.CRASH, "its process died (SIGSEGV(-11))"),
        (stuck, Ending.TIME, "took more than "),
    ],
)
def test_what_ends_its_process_loses_the_game(tmp_path, player, ending, reason):
    players = (ArenaPlayer("sound", first_move, SHORTLY), ArenaPlayer("unsound", player, SHORTLY))
    standings = arena(tmp_path, *players, games=2, jobs=2, openings="random:0").run()
    assert (standings.between(0, 1).wins, standings.forfeits(1)) == (2, {ending: 2})
    by_number = {game.number: game for game in standings.games}
    assert [by_number[n].moves for n in (0, 1)] == [("a1",), ()]
    assert all(game.reason.startswith(reason) for game in standings.games)


LEADER = os.environ.setdefault("OUTPLY_TEST_LEADER", str(os.getpid()))


class DyingRules(type(TIC_TAC_TOE)):
    """Rules that end every process but the one that leads the match."""

    def is_terminal(self, state):
        if str(os.getpid()) != LEADER:
            os._exit(4)
        return super().is_terminal(state)


def test_a_game_that_nobody_lost_is_void_at_the_second_death(tmp_path):
    players = (ArenaPlayer("a", first_move, SHORTLY), ArenaPlayer("b", first_move, SHORTLY))
    match = arena(tmp_path, *players, game=DyingRules())
    workers = LocalWorkers(1)
    try:
        [game] = Dispatcher(match.settings, {0: Opening()}, workers).play(match.schedule[:1])
    finally:
        workers.close()
    assert (game.ending, game.loser) == (Ending.VOID, None)
    assert game.reason == "its process died (EXIT(4)), 2 times"


def test_a_diary_may_be_cut_short(tmp_path):
    file = tmp_path / "journal"
    assert read_journal(str(file)) == read_journal(None) == LastEntry()
    journal = Journal(str(file))
    assert read_journal(str(file)) == LastEntry()
    journal.write_turn(1)
    journal.write_move("e 4")
    assert read_journal(str(file)) == LastEntry(("e 4",))
    journal.write_turn(0)
    journal.close()
    last = read_journal(str(file))
    assert (last.moves, last.seat) == (("e 4",), 0)
    assert 0 <= time.time() - last.since < 60
    file.write_bytes(file.read_bytes()[:-3])
    assert read_journal(str(file)) == LastEntry(("e 4",))


def test_who_died_between_two_games_is_replaced():
    workers = LocalWorkers(1)
    try:
        pid = workers.submit(os.getpid).result(60)
        os.kill(pid, 9)
        until = time.monotonic() + 30
        while not workers._free[0]._flags.broken and time.monotonic() < until:
            time.sleep(0.01)
        assert workers.submit(os.getpid).result(60) != pid
    finally:
        workers.close()


def test_workers_leave_nothing_behind():
    workers = LocalWorkers(2)
    pids = [workers.submit(os.getpid) for _ in range(2)]
    pids = [pid.result(60) for pid in pids]
    folder = Path(workers.journal_file(0)).parent
    assert folder.is_dir()
    workers.close()
    assert not folder.exists()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def lead_and_die(told) -> None:
    workers = LocalWorkers(1)
    told.send((workers.submit(os.getpid).result(60), workers.journal_file(0)))
    os.kill(os.getpid(), 9)


def test_workers_do_not_outlive_their_leader():
    ours, theirs = multiprocessing.Pipe()
    leader = multiprocessing.get_context("fork").Process(target=lead_and_die, args=(theirs,))
    leader.start()
    pid, journal = ours.recv()
    leader.join()
    until = time.monotonic() + 30
    while _is_running(pid) or Path(journal).parent.exists():
        assert time.monotonic() < until
        time.sleep(0.02)


def _is_running(pid: int) -> bool:
    """Whether it is there, and not only waiting for someone to hear of its end."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_what_cannot_be_sent_is_told(tmp_path):
    held = threading.Lock()
    players = (ArenaPlayer("a", lambda game, state: held, SHORTLY), "random")
    with pytest.raises(OutplyError, match="Other processes cannot play this: "):
        arena(tmp_path, *players, jobs=1).run()


def test_an_error_of_ours_is_not_a_players(tmp_path):
    match = arena(tmp_path)
    with pytest.raises(KeyError):
        next(Dispatcher(match.settings, {}, InProcess()).play(match.schedule))


# -- as the guide has it ---------------------------------------------------------------


def test_the_guide_says_what_is_printed(tmp_path, monkeypatch, capsys):
    [code] = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(code, {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print\(.*\)  # (.+)", code)
