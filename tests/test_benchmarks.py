"""The benchmarks' own parts: positions, scores, and a page whose sections stay."""

from __future__ import annotations

import json

import pytest

from benchmarks import (
    browser_probes,
    chess_positions,
    connect_four_sets,
    endgames,
    make_positions,
    page,
    uci_games,
    words,
)
from benchmarks.settings import DATA
from benchmarks.uci_referee import Crash, Overrun, Record, Time, play
from outply import Engine, load

SETS = sorted(file.name for file in DATA.iterdir() if file.is_file() and file.suffix == "")


@pytest.mark.parametrize("name", SETS)
def test_connect_four_sets(name):
    positions = connect_four_sets.read(DATA / name)
    game = load("connect-four")
    assert len({position.columns for position in positions}) == len(positions)
    assert not any(game.is_terminal(game.parse(position.columns)) for position in positions)


def test_scores_are_those_of_the_test_sets():
    game = load("connect-four")
    for columns, score in connect_four_sets.read(DATA / "Test_L3_R1")[:20]:
        result = Engine().search(game, game.parse(columns))
        assert connect_four_sets.score(result, len(columns)) == score


@pytest.mark.parametrize("kind", make_positions.KINDS, ids=lambda kind: kind.file)
def test_random_positions_are_as_described(kind):
    positions = connect_four_sets.read(DATA / kind.file)
    assert len(positions) == kind.positions
    assert all(len(position.columns) in kind.stones for position in positions)


def test_random_positions_are_made_again_the_same():
    kind = make_positions.KINDS[0]
    assert next(make_positions.made(kind)) == connect_four_sets.read(DATA / kind.file)[0]


def test_endgames():
    assert [problem.value for problem in endgames.problems()] == [38, 0, 6, -12, -14]
    assert [problem.empties for problem in endgames.problems()] == [20, 22, 22, 23, 23]


def test_sections_that_are_not_measured_again_stay():
    old = page.merged("", ["A", "B", "C"], {"A": "\nfirst\n", "C": "\nthird\n"})
    new = page.merged(old, ["A", "B", "C"], {"B": "\nsecond\n", "A": "\nagain\n"})
    assert new == page.HEAD + "\n## A\n\nagain\n\n## B\n\nsecond\n\n## C\n\nthird\n"


def test_a_page_without_its_old_sections_forgets_them():
    assert "Gone" not in page.merged(page.HEAD + "\n## Gone\n\nx\n", ["A"], {"A": "\nx\n"})


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(12.34e-6, "12.3 µs"), (0.00456, "4.56 ms"), (7.891, "7.89 s"), (1234.5, "1,234 s")],
)
def test_durations(seconds, text):
    assert words.duration(seconds) == text


@pytest.mark.parametrize(
    ("number", "text"), [(51.3, "51.3"), (3296.4, "3,296"), (112_400_000, "112.4 M")]
)
def test_counts(number, text):
    assert words.count(number) == text


# -- games over UCI ----------------------------------------------------------------------------


class Scripted:
    """An engine that answers with these moves, and then ends."""

    cpu_seconds, kilobytes = 0.0, 2048

    def __init__(self, moves):
        self._moves, self.told = moves.split(), []

    def tell(self, line):
        self.told.append(line)

    def ask(self, line, answer, seconds=0.0):
        self.tell(line)
        if answer == "bestmove" and not self._moves:
            raise Crash("it ended")
        return f"bestmove {self._moves.pop(0)}" if answer == "bestmove" else answer


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.parametrize(
    ("white", "black", "plies", "ending", "result"),
    [
        ("f2f3 g2g4", "e7e5 d8h4", 200, "checkmate", "0-1"),
        ("f2f3 g2g4", "e7e5 d8h4", 4, "checkmate", "0-1"),  # which is looked for first
        ("f2f3 g2g4", "e7e5 d8h4", 3, "adjudicated", "1/2-1/2"),
        ("e2e5", "", 200, "illegal move: bestmove e2e5", "0-1"),
        ("e2e4", "(none)", 200, "illegal move: bestmove (none)", "1-0"),
        ("e2e4", "", 200, "crash: it ended", "1-0"),
        *[("g1f3 f3g1 " * 2, "g8f6 f6g8 " * 2, 200, "threefold repetition", "1/2-1/2")],
    ],
)
def test_the_referee(white, black, plies, ending, result):
    engines = Scripted(white), Scripted(black)
    record = play(0, START, engines, Time(move=1000.0), plies)
    assert (record.ending, record.result, record.overruns) == (ending, result, [])
    assert engines[0].told[:2] == ["ucinewgame", "isready"]
    assert "go movetime 1000000" in engines[0].told


def test_the_referee_counts_late_moves_and_goes_on():
    engines = Scripted("f2f3 g2g4"), Scripted("e7e5 d8h4")
    record = play(0, START, engines, Time(game=0.0, increment=0.0), 200)
    assert record.ending == "checkmate"
    assert len(record.overruns) == 4
    assert engines[0].told[-1] == "go wtime 1 btime 1 winc 0 binc 0"


def test_late_moves_with_and_without_a_margin():
    late = [Overrun(0.02, 0.01, 0.05), Overrun(0.2, 0.01, 0.05), Overrun(0.3, 0.3, 0.05)]
    records = [Record(0, START, overruns=late), Record(1, START, overruns=late[:1])]
    found = uci_games.lateness(records, 0.1)
    assert (found["moves"], found["games"], found["latest_ms"]) == (2, 1, 300.0)
    assert found["moves_with_too_much_processor_time"] == 1
    assert uci_games.lateness(records, 0.0)["moves"] == 4


def test_openings_are_the_same_for_the_same_seed(tmp_path):
    file = tmp_path / "openings.epd"
    file.write_text(f"{START}\n")
    assert uci_games.openings(file, 1, 2) == [START, START]
    made = uci_games.openings(None, 1, 3)
    assert made == uci_games.openings(None, 1, 3) != uci_games.openings(None, 2, 3)


@pytest.mark.parametrize("file", ["wacnew.epd", "mate1.fen", "mate2.fen", "mate3.fen"])
def test_positions_of_chess_are_read(file):
    game = chess_positions.GAME
    for state, known in chess_positions.positions(file, 20):
        assert not game.is_terminal(state)
        best = [game.parse_move(state, text) for text in known.get("bm", "").split()]
        assert set(best) <= set(game.moves(state)) and bool(best) == file.endswith("epd")


def test_a_mate_is_told_from_other_ends():
    game = chess_positions.GAME
    mate_in_one = game.parse("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    assert chess_positions._played(mate_in_one, 4) == (1, True)
    assert chess_positions._played(mate_in_one, 1) == (1, False)
    assert chess_positions._played(game.parse("7k/8/8/8/8/8/6r1/7K w - - 0 1"), 9) == (1, False)


def test_the_work_of_a_click_is_its_handlers_and_one_frame():
    def event(name, ts, tdur, **data):
        args = {"data": data} if data else {}
        return {"name": name, "ts": ts, "dur": 10, "tdur": tdur, "pid": 1, "tid": 2, "args": args}

    main = {"name": "CrRendererMain"}
    trace = [
        {"name": "thread_name", "pid": 1, "tid": 2, "args": main},
        event("Paint", 50, 9000),  # before the click
        event("EventDispatch", 100, 3000, type="click"),
        event("Layout", 105, 500),  # inside the handler, which counts it
        event("Layout", 120, 1000),
        event("Commit", 130, 200),
        event("Paint", 140, 7000),  # of the next frame
        {**event("Paint", 125, 8000), "tid": 3},
    ]
    text = json.dumps({"traceEvents": trace}).encode()
    assert browser_probes.click_work(text) == [pytest.approx(4.2)]
