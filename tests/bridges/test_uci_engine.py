"""Other programs' engines as players, with a scripted engine."""

from __future__ import annotations

import copy
import gc
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
from pathlib import Path
from time import monotonic, sleep

import pytest

from outply import Limit, OutplyError, load, named, player
from outply.bridges import uci_engine, uci_process
from outply.bridges.uci_engine import UciEngine
from outply.play import play
from outply.play.arena import parse_player
from outply.play.arena.move_timer import MoveTimer
from outply.play.arena.seat import Seat
from outply.search.base import Clock
from tests.bridges.uci_session import Session
from tests.tiers import only_full, slow

pytestmark = slow

FAKE = """
import sys, time
how, log = sys.argv[1], open(sys.argv[2], "a")
def say(text): print(text, flush=True)
for line in sys.stdin:
    log.write(line); log.flush()
    words = line.split()
    if words == ["quit"]:
        break
    if words[0] in ("uci", "ugi"):
        if how == "mute": continue
        say("Fake 1.0 by nobody")
        say("id name Fake")
        say("option name Skill Level type spin default 20 min 0 max 20")
        say("option name Hash type spin default 16 min 1 max 1024")
        say(words[0] + "ok")
    elif words == ["isready"]:
        say("readyok")
    elif words[0] == "go":
        if how == "die": sys.exit(3)
        if how in ("hang", "late") or "infinite" in words:
            say("info depth 2 score cp 10 nodes 5 pv 3")
            continue
        if how == "garbage":
            say("info depth x score cp"); say("\\x01 %%"); say("info string pv")
            say("info score mate")
            sys.stdout.buffer.write(b"\\xff\\xfe\\n"); say("")
        if how == "illegal":
            say("bestmove 9"); continue
        if how == "nothing":
            say("bestmove"); continue
        if how == "silent":
            say("bestmove 4"); continue
        if how == "lines":
            say("info depth 6 multipv 1 score cp 30 nodes 90 pv 4 4 4")
            say("info depth 6 multipv 2 score mate -2 nodes 95 pv 1 9 9")
        say("info depth 5 score cp 99 lowerbound nodes 20 pv 1")
        if how == "mate": say("info depth 7 score mate 3 nodes 70 pv 4 4")
        elif how != "lines": say("info depth 7 seldepth 9 score cp 25 nodes 70 nps 7 pv 4 4 3")
        say("bestmove 4 ponder 4")
    elif words == ["stop"]:
        if how != "hang": say("bestmove 3")
"""
GAME = load("connect-four")
START = GAME.initial()
MOVE = Limit(depth=3)


@pytest.fixture
def fake(tmp_path):
    """Makes an engine that behaves in some way; `fake.log()` is what it was told."""
    script, log = tmp_path / "fake.py", tmp_path / "log"
    script.write_text(FAKE)

    def make(how="well", **given) -> UciEngine:
        return UciEngine(f"{sys.executable} {script} {how} {log}", **given)

    make.log = lambda: [line for line in log.read_text().splitlines() if line != "quit"]
    make.text = lambda how="well": f"uci:{sys.executable} {script} {how} {log}"
    return make


def process_of(engine: UciEngine) -> subprocess.Popen[bytes]:
    return engine._shared._process._process  # type: ignore[union-attr]


# -- results -----------------------------------------------------------------------------------


def test_a_result(fake):
    found = fake().search(GAME, START, MOVE)
    assert (found.move, found.line, found.depth, found.nodes) == (3, (3, 3, 2), 7, 70)
    assert found.value == 0.25
    assert not found.proved


def test_a_mate(fake):
    found = fake("mate").search(GAME, START, MOVE)
    assert (found.value, found.distance) == (1.0, 5)


def test_several_lines(fake):
    found = fake("lines").search(GAME, START, MOVE)
    assert [(line.move, line.value, line.distance) for line in found.lines] == [
        *((3, 0.3, None), (0, -1.0, 4)),
    ]
    assert found.lines[1].line == (0,)


@pytest.mark.parametrize("how", ["garbage", "silent"])
def test_whatever_else_it_says(how, fake):
    assert fake(how).search(GAME, START, MOVE).move == 3


def test_progress(fake):
    seen = []
    fake().search(GAME, START, MOVE, progress=seen.append)
    assert [each.depth for each in seen] == [7, 7]


def test_a_finished_game_is_not_asked_about(fake):
    state = START
    for move in (3, 0, 3, 0, 3, 0, 3):
        state = GAME.result(state, move)
    assert fake().search(GAME, state, MOVE).move is None


# -- what it is told ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "line"),
    [
        (Limit(depth=5), "go depth 5"),
        (Limit(nodes=7), "go nodes 7"),
        (Limit(seconds=0.25), "go movetime 250"),
        (Limit(depth=5, seconds=0.0001), "go depth 5 movetime 1"),
        (Limit(clock=Clock(2.0, 0.1, 7)), "go wtime 2000 winc 100 btime 2000 binc 100 movestogo 7"),
    ],
)
def test_limits(limit, line, fake):
    fake().search(GAME, START, limit)
    assert fake.log()[-1] == line


def test_the_clock_in_ugi(fake):
    fake(protocol="ugi").search(GAME, START, Limit(clock=Clock(2.0)))
    assert fake.log()[0] == "ugi"
    assert fake.log()[-1] == "go p1time 2000 p1inc 0 p2time 2000 p2inc 0"


def test_positions(fake):
    engine, states = fake(), [START]
    for move in (3, 3, 2, 0):
        states.append(GAME.result(states[-1], move))
    for count in (0, 1, 3, 4):
        engine.search(GAME, states[count], MOVE, history=states[:count])
    engine.search(GAME, states[2], MOVE)
    engine.search(GAME, states[4], MOVE, history=states[2:4])
    engine.search(GAME, states[4], MOVE, history=states[:2])  # with a gap
    positions = [line for line in fake.log() if line.startswith("position")]
    fens = [f"fen {GAME.format(state)}" for state in states]
    assert positions == [
        "position startpos",
        "position startpos moves 4",
        "position startpos moves 4 4 3",
        "position startpos moves 4 4 3 1",
        f"position {fens[2]}",
        f"position {fens[2]} moves 3 1",
        f"position {fens[4]}",
    ]


def test_options(fake):
    engine = fake(options=(("skill level", "5"), ("Hash", "2")))
    engine.search(GAME, START, MOVE)
    told = [line for line in fake.log() if line.startswith("setoption")]
    assert told == ["setoption name skill level value 5", "setoption name Hash value 2"]


# -- what goes wrong ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("die", r"ended without an answer \(exit code 3\)\.$"),
        ("illegal", "answered with '9', which is no legal move at the start.$"),
        ("nothing", "answered with 'nothing', which is no legal move"),
        ("hang", "gave no move in the time it had.$"),
        ("mute", "did not answer with uciok within 0.3 s.$"),
    ],
)
def test_bad_engines(how, sentence, fake, monkeypatch):
    monkeypatch.setattr(uci_process, "START_SECONDS", 0.3 if how == "mute" else 60.0)
    monkeypatch.setattr(uci_engine, "GRACE", 0.1)
    monkeypatch.setattr(uci_engine, "STOP_SECONDS", 0.2)
    engine = fake(how)
    for _ in range(2):  # the next search starts another process
        with pytest.raises(OutplyError, match=sentence):
            engine.search(GAME, START, Limit(seconds=0.01))
    assert engine._shared._process is None


def test_an_engine_that_is_late_is_told_to_stop(fake, monkeypatch):
    monkeypatch.setattr(uci_engine, "GRACE", 0.0)
    monkeypatch.setattr(uci_engine, "STOP_SECONDS", 60.0)
    assert fake("late").search(GAME, START, Limit(seconds=0.01)).move == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("uci:", "Name the program: uci:PATH."),
        ("uci:nosuchprogram", "There is no program 'nosuchprogram'"),
        ("uci:cat,Hash", "'Hash' is not an option of an engine; write Name=Value."),
        ("uci:/", "There is no program '/'"),
        ("uci:'", 'There is no program "\'"'),
    ],
)
def test_bad_names(text, sentence):
    with pytest.raises(OutplyError) as refusal:
        named(text).require(GAME)
    assert str(refusal.value).startswith(sentence)


def test_an_unknown_option(fake):
    with pytest.raises(OutplyError, match="no option 'Skil Level'; did you mean Skill Level"):
        fake(options=(("Skil Level", "5"),)).search(GAME, START, MOVE)


def test_games_it_is_not_for(fake):
    with pytest.raises(OutplyError, match="uci cannot search pig"):
        fake().require(load("pig"))


# -- processes ---------------------------------------------------------------------------------


def test_nothing_is_started_before_it_is_needed(fake):
    engine = fake()
    engine.require(GAME)
    assert engine._shared._process is None


def test_the_process_ends_with_the_engine(fake):
    engine = fake()
    engine.search(GAME, START, MOVE)
    process = process_of(engine)
    assert process.poll() is None
    del engine
    gc.collect()
    assert process.poll() is not None


def test_an_engine_that_does_not_quit_is_killed(tmp_path):
    script = tmp_path / "stubborn.py"
    script.write_text(
        "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "print('uciok', flush=True)\nprint('readyok', flush=True)\ntime.sleep(1000)\n"
    )
    process = uci_process.EngineProcess(f"{sys.executable} {script}", (), "uci")
    process.close()
    assert process._process.poll() == -signal.SIGKILL


def test_copies_share_a_process_and_begin_another_game(fake):
    engine = fake()
    engine.search(GAME, START, MOVE)
    other = copy.copy(engine)
    other.search(GAME, START, MOVE)
    other.search(GAME, START, MOVE)
    assert process_of(engine) is process_of(other)
    assert fake.log().count("ucinewgame") == 1
    assert other == engine


def test_a_match_starts_the_process_of_each_game_before_the_clock_runs(fake, monkeypatch):
    contender, running = parse_player(fake.text(), GAME, Limit(seconds=60.0)), []

    def choose(seat, state, history):
        running.append(seat._agent._shared._process is not None)
        return 3

    monkeypatch.setattr(Seat, "_choose", choose)
    for _ in range(2):  # as in a process that is sent one game after another
        again = pickle.loads(pickle.dumps(contender))
        Seat(again, GAME, None).choose(START, MoveTimer(60.0, killable=False))
    assert running == [True, True]


def test_a_pickled_engine_starts_its_own(fake):
    engine = fake(options=(("Hash", "2"),))
    engine.search(GAME, START, MOVE)
    other = pickle.loads(pickle.dumps(engine))
    assert other == engine
    assert other._shared._process is None
    assert other.search(GAME, START, MOVE).move == 3


def test_another_thread_stops_it(fake):
    engine, results, runs = fake(), [], []
    begun = threading.Event()

    def started(run):
        runs.append(run)
        begun.set()

    def work():
        endless = Limit(seconds=float("inf"))
        results.append(engine.search(GAME, START, endless, started=started))

    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait(60)
    runs[0].stop()
    thread.join(60)
    assert results[0].move == 2


def test_a_server_ponders_with_another_engine(fake):
    session = Session(search=fake())
    session.ask("go ponder p1time 200 p2time 200", "^info depth 2")
    session.ask("ponderhit", "^bestmove 3")
    session.ask("go infinite", "^info depth 2")
    session.ask("stop", "^bestmove 3")
    session.ask("go depth 3", "^bestmove 4")


def test_ctrl_c_stops_it_and_the_best_so_far_is_the_answer(fake, tmp_path):
    engine = fake()

    def press_when_it_searches():
        until = monotonic() + 60
        while "go infinite" not in fake.log() and monotonic() < until:
            sleep(0.01)
        sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    engine.search(GAME, START, MOVE)  # so that there is a log
    threading.Thread(target=press_when_it_searches).start()
    found = engine.search(GAME, START, Limit(seconds=float("inf")), progress=lambda result: None)
    assert found.interrupted
    assert found.move == 2
    assert engine.search(GAME, START, MOVE).move == 3


# -- as a player -------------------------------------------------------------------------------


def test_it_plays(fake):
    fake_text = fake.text()
    match = play(GAME, [player("random:seed=1", MOVE), player("random:seed=2", MOVE)])
    assert match.moves
    with pytest.raises(OutplyError, match="answered with '4'"):  # when the column is full
        play(GAME, [player(fake_text, MOVE)] * 2)


def test_its_name_in_an_arena(fake):
    parsed = parse_player(f"{fake.text()},Skill Level=5,seconds=0.5,nodes=9", GAME, MOVE)
    assert parsed.agent.options == (("Skill Level", "5"),)
    assert parsed.limit == Limit(seconds=0.5, nodes=9)
    assert parse_player(fake.text(), GAME, MOVE).limit == MOVE
    assert pickle.loads(pickle.dumps(parsed)) == parsed


@only_full
def test_outply_plays_outply_by_ugi():
    text = f"ugi:{sys.executable} -m outply ugi connect-four,Hash=1"
    engine = named(text)
    found = engine.search(GAME, START, Limit(depth=5))
    assert found.depth == 5
    assert found.move in list(GAME.moves(START))
    match = play(GAME, [player(engine, Limit(nodes=50))] * 2)
    assert GAME.is_terminal(match.states[-1])


@only_full
@pytest.mark.parametrize("jobs", ["0", "1"])
def test_it_plays_a_match(jobs, tmp_path, fake):
    text = f"ugi:{sys.executable} -m outply ugi connect-four,Hash=1"
    done = outply_command(
        *("arena", "run", "connect-four", text, fake.text(), "--games", "2"),
        *("--jobs", jobs, "--limit", "nodes=20", "--store", str(tmp_path / "match"), "--json"),
    )
    document = json.loads(done.stdout)
    best = document["standings"][0]
    assert (document["games"], best["player"], best["wins"]) == (2, 0, 2), document["reasons"]


def test_it_analyses_and_plays(fake):
    done = outply_command(
        *("analyze", "connect-four", "--search", fake.text(), "--depth", "2", "--json")
    )
    document = json.loads(done.stdout)
    assert (document["move"], document["depth"]) == ("4", 7)
    done = outply_command("play", "connect-four", "--human", "none", "--search", fake.text("die"))
    assert done.returncode == 2
    assert done.stderr.strip().endswith("ended without an answer (exit code 3).")


def outply_command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "outply", *arguments], capture_output=True, text=True, timeout=120
    )


STOCKFISH = next(
    (
        str(path)
        for path in map(Path, ("/usr/games/stockfish", "/usr/bin/stockfish"))
        if path.exists()
    ),
    None,
)


@pytest.mark.skipif(STOCKFISH is None, reason="Stockfish is not installed")
def test_a_real_engine():
    game = load("chess")
    engine = named(f"uci:{STOCKFISH},Threads=1,Hash=4")
    found = engine.search(game, game.initial(), Limit(depth=6))
    assert found.depth >= 6
    assert len(found.line) > 1
