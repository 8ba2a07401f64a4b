"""`outply arena`: what it prints, what it refuses, and how it stops."""

import json
import os
import re
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from outply import load
from outply.cli import arena_progress
from tests.play import looping_game
from tests.tiers import only_full, slow

QUICK = ("random", "alphabeta:depth=1", "--interpreted", "--jobs", "0")
SIZES = "return -3.0 if player == state.player else 3.0"
SLOWER = ("random", "alphabeta:depth=1", "--interpreted")


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def numbers(file: Path) -> list[int]:
    """Of the games in a file, read without any of our code."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return [row[0] for row in database.execute("SELECT number FROM games ORDER BY rowid")]


# -- what it says ----------------------------------------------------------------------


@slow
def test_two_players(outply):
    result = outply("arena", "run", "tic-tac-toe", *QUICK, "--games", "20")
    lines = result.stdout.splitlines()
    assert lines[0].split() == [
        "Player",
        "Elo",
        "±",
        "Games",
        "Won",
        "Drawn",
        "Lost",
        "Points",
        "LOS",
    ]
    assert re.match(
        r"1  alphabeta:depth=1  +\+\d+ +\d+ +20 +\d+ +\d+ +\d+ +[\d.]+ +\d+\.\d%", lines[1]
    )
    assert re.match(r"2  random +−\d+ +\d+ +20 ", lines[2])
    assert re.search(
        r"^Pairs by the points of random: (\d+ with [012½]+,? ?){5}$", result.stdout, re.M
    )
    assert re.search(r"^Pairs won for each lost: [\d.]+; drawn: \d+%$", result.stdout, re.M)
    assert re.search(r"^Games: 20 of 20: 20 finished$", result.stdout, re.M)
    assert re.fullmatch(
        r"The games are in arena-tic-tac-toe-[0-9a-f]{8}\.sqlite\.\n", result.stderr
    )
    assert max(map(len, lines)) <= 80
    assert not re.search(r" $", result.stdout, re.M)


def test_the_document(answered):
    found = answered(
        "arena", "run", "tic-tac-toe", *QUICK, "--games", "10", "--sprt", "elo0=0", "elo1=5"
    )
    assert (found["game"], found["games"], found["scheduled"]) == ("tic-tac-toe", 10, 10)
    best, last = found["standings"]
    assert (best["name"], last["name"]) == ("alphabeta:depth=1", "random")
    assert best["wins"] == last["losses"]
    assert best["points"] + last["points"] == 10
    [meeting] = found["meetings"]
    assert sum(meeting["pentanomial"]) == 5
    assert found["sprt"]["verdict"] is None
    assert found["sprt"]["bounds"] == pytest.approx([-2.944, 2.944], abs=1e-3)
    assert found["match"]["players"][1]["limit"] == {"depth": 1}
    assert numbers(Path(found["file"])) == list(range(10))


def test_more_players_have_a_crosstable(outply):
    result = outply("arena", "run", "nim", "random", *QUICK, "--games", "3")
    table = result.stdout.split("\n\n")[1].splitlines()
    assert table[0].split() == ["Points", "against", "1", "2", "3"]
    assert all(re.search(r"–|\d/4", line) for line in table[1:])
    assert "note: 4 games of each pairing, so that all play every side equally." in result.stderr
    assert "random (2)" in result.stdout
    assert "Ahead" not in result.stdout


def test_a_long_name_takes_no_room_from_the_numbers(outply):
    name = "alphabeta:depth=1,nodes=100000000,seconds=1000000"
    result = outply("arena", "run", "nim", "random", name, *QUICK[2:], "--games", "2")
    lines = result.stdout.splitlines()
    assert lines[0].split()[1:] == ["Elo", "±", "Games", "Won", "Drawn", "Lost", "Points", "LOS"]
    assert "…" not in result.stdout
    assert max(map(len, lines[:5])) <= 80


def test_a_game_for_more_players(answered):
    small = ("--set", "columns=4", "--set", "rows=3")
    found = answered(
        *("arena", "run", "connect-three-players", *small, "random", "random", "random"),
        *("--games", "3", "--jobs", "0"),
    )
    assert found["games"] == 3
    assert [row["games"] for row in found["standings"]] == [3, 3, 3]
    compared = [row["wins"] + row["draws"] + row["losses"] for row in found["standings"]]
    assert compared == [6, 6, 6]  # each with each of two others


def test_the_table_of_a_game_for_more_players(outply):
    small = ("--set", "columns=4", "--set", "rows=3", "--games", "3", "--jobs", "0")
    result = outply("arena", "run", "connect-three-players", *small, *("random",) * 4)
    lines = result.stdout.splitlines()
    assert lines[0].split()[1:8] == ["Elo", "±", "Games", "Ahead", "Level", "Behind", "Points"]
    assert all(re.search(r"random(?: \(\d\))? +\S+ +\d+ +9 ", line) for line in lines[1:5])
    assert "\nAhead, level, behind: of each other player of a game\n" in result.stdout
    assert "Games: 12 of 12: " in result.stdout


def test_sizes_of_wins_are_shown_where_there_are_any(outply, my_game):
    doubled = my_game("return -1.0 if player == state.player else 1.0", SIZES)
    words = ("--games", "2", "--jobs", "0", "--openings", "random:0", "--interpreted")
    result = outply("arena", "run", doubled, "random", "random:seed=1", *words)
    assert result.stdout.splitlines()[0].endswith("LOS  Mean")
    means = [line.split()[-1] for line in result.stdout.splitlines()[1:3]]
    assert means in (["+3", "−3"], ["0", "0"])


def test_the_same_command_finds_all_played(outply):
    first = outply("arena", "run", "nim", *QUICK, "--games", "4")
    again = outply("arena", "run", "nim", *QUICK, "--games", "4")
    assert again.stdout == first.stdout
    assert re.match(
        r"note: all games of .* were played before; another --seed plays others", again.stderr
    )


def test_faults_are_told_with_their_reason(outply, my_game):
    failing = "    def evaluate(self, state, player):\n        raise RuntimeError('no\\nidea.')\n\n"
    file = my_game("    def utility(", f"{failing}    def utility(")
    result = outply("arena", "run", file, *QUICK, "--games", "2")
    assert result.exit_code == 0
    assert "\nGames: 2 of 2: 2 lost by an error\n" in result.stdout
    assert "\nalphabeta:depth=1: RuntimeError: no idea (1 game)\n" in result.stdout


def test_openings_that_come_again_are_noted(outply):
    Path("two.txt").write_text("a1\nb2\n")
    result = outply("arena", "run", "tic-tac-toe", *QUICK, "--games", "6", "--openings", "two.txt")
    assert "note: 2 different openings for 3 rounds: openings repeat." in result.stderr


def test_a_test_that_is_decided(outply):
    words = ("--sprt", "elo0=0,elo1=300", "alpha=0.2", "beta=0.2", "model=logistic")
    result = outply(
        "arena", "run", "tic-tac-toe", "alphabeta:depth=4", *QUICK[:1], *QUICK[2:], *words
    )
    assert re.search(
        r"^SPRT elo0=0 elo1=300: LLR .* of −1.39 to 1.39, accepted$", result.stdout, re.M
    )
    assert re.search(r"the test is decided; \d+ games need not be played", result.stderr)


def test_lines_where_there_is_no_terminal(outply, monkeypatch):
    monkeypatch.setattr(arena_progress, "LINE_EVERY", 0.0)
    result = outply("arena", "run", "nim", *QUICK, "--games", "2", "--sprt", "elo0=0", "elo1=5")
    lines = result.stderr.splitlines()
    assert re.match(
        r"1 of 2 games; random: \d won, 0 drawn, \d lost; SPRT .* LLR 0.00 of", lines[0]
    )
    assert lines[1].startswith("2 of 2 games; ")


def test_at_a_terminal_the_standings_are_shown_while_it_goes_on(started, terminal):
    ends = dict.fromkeys(("stdin", "stdout", "stderr"), terminal.theirs)
    started("arena", "run", "tic-tac-toe", *SLOWER, "--games", "40", "--jobs", "1", **ends)
    terminal.hear("alphabeta:depth=1", r"[1-9]\d* of 40 games", "Games: 40 of 40")
    assert "Traceback" not in terminal.heard


# -- stored matches --------------------------------------------------------------------


@pytest.fixture
def stored(outply) -> str:
    outply("arena", "run", "tic-tac-toe", *QUICK, "--games", "4", "--store", "match.sqlite")
    return "match.sqlite"


def test_a_stored_match_is_shown(outply, answered, stored):
    shown = outply("arena", "show", stored)
    again = outply("arena", "run", "tic-tac-toe", *QUICK, "--games", "4", "--store", stored)
    assert shown.stdout == again.stdout
    assert answered("arena", "show", stored)["games"] == 4
    tested = answered("arena", "show", stored, "--sprt", "elo0=0", "elo1=5")
    assert tested["sprt"]["elo1"] == 5


def test_a_stored_match_of_three_has_no_test(outply, refused):
    outply("arena", "run", "nim", "random", *QUICK, "--games", "2", "--store", "three.sqlite")
    told = refused("arena", "show", "three.sqlite", "--sprt", "elo0=0", "elo1=5")
    assert told == "A sequential test (SPRT) is for two players; three.sqlite has others."


def test_clocks_of_a_match_are_stored(outply, answered):
    players = ("random", "alphabeta:depth=1,clock=20+1")
    options = ("--clock", "10+0.5s", "--games", "2", "--jobs", "0", "--store", "timed.sqlite")
    document = answered("arena", "run", "tic-tac-toe", *players, *options, "--interpreted")
    limits = [player["limit"]["clock"] for player in document["match"]["players"]]
    assert [(each["remaining"], each["increment"]) for each in limits] == [(600, 0.5), (1200, 1)]
    for game in answered("arena", "export", "timed.sqlite")["games"]:
        assert len(game["clocks"]) == len(game["moves"])
        first, second = (min(game["clocks"][seat::2]) for seat in (0, 1))
        assert (first > 610) == (game["seats"] == [1, 0])
        assert (second > 610) == (game["seats"] == [0, 1])


def test_a_match_drawn_by_repetition_is_told(outply):
    game = str(Path(looping_game.__file__))
    command = ("arena", "run", f"{game}:Loop", "alphabeta:depth=1", "alphabeta:depth=1")
    shown = outply(*command, "--games", "2", "--jobs", "0", "--interpreted", "--store", "l.sqlite")
    assert "2 drawn by repetition" in shown.stdout
    exported = outply("arena", "export", "l.sqlite").stdout
    assert "1/2-1/2  (repetition, a position occurred for the third time)" in exported


def test_games_as_text(outply, stored):
    text = outply("arena", "export", stored).stdout
    assert text.startswith("Game 1: random v alphabeta:depth=1  ")
    assert text.count("\n  Moves: ") == text.count("\n  Opening: ") == 4


def test_games_as_pgn(outply, stored):
    text = outply("arena", "export", stored, "--format", "pgn").stdout
    assert text.count("[Event ") == 4
    assert '[White "random"]\n[Black "alphabeta:depth=1"]\n[Result "' in text
    for game in text.split("[Event ")[1:]:
        result = re.search(r'\[Result "(.*?)"\]', game)[1]
        assert game.rstrip().endswith(f" {result}")
        assert re.search(r"\n1\. [abc][123] [abc][123] 2\. ", game)


def test_games_as_a_document(outply, stored):
    document = json.loads(outply("arena", "export", stored, "--json").stdout)
    games = document["games"]
    assert [game["number"] for game in games] == [0, 1, 2, 3]
    rules = load("tic-tac-toe")
    for game in games:
        state = rules.initial()
        for text in [*game["opening"], *game["moves"]]:
            state = rules.result(state, rules.parse_move(state, text))
        assert rules.is_terminal(state)
        assert game["utilities"] == [rules.utility(state, seat) for seat in (0, 1)]


# -- refusals --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "Give a command: export, run or show."),
        ("run nim", "is for 2 players, and 0 were given; name more"),
        ("run nim random", "is for 2 players, and 1 were given; name more"),
        ("run nimm random random", "did you mean nim"),
        ("run nim random rndom", "did you mean random"),
        ("run nim random random:deep=1", "random has no parameter 'deep'"),
        ("run nim random random --games 0", "games is 0; give 1 or more"),
        ("run nim random random --games many", "'many' is not a valid integer"),
        ("run nim random random --jobs -1", "jobs is -1; give 0 or more"),
        ("run nim random random --margin -1", "margin is -1.0; give 0 or more"),
        ("run nim random random --max-plies 0", "most_plies is 0; give 1 or more"),
        ("run nim random random --limit tomorrow", "'tomorrow' is not a limit; write seconds="),
        ("run nim random random --limit seconds=", "'seconds' is not a limit; write seconds="),
        ("run nim random random --limit depth=-3", "The limit of depth is -3"),
        ("run nim random random --limit depth=3 --depth 4", "not both"),
        ("run nim random random --seconds -1", "The limit of seconds is -1"),
        ("run nim random random --openings nowhere", "The file of openings nowhere does not exist"),
        ("run nim random random --openings random:x", "write random:PLIES"),
        ("run nim random random --openings random:99", "After 99 random plies, nim is over"),
        ("run nim random random --set pile=3", "nim has no parameter 'pile'"),
        ("run nim random random --set pile", "write --set name=value"),
        ("run nim random random --on mars", "'mars' is not one of"),
        ("run nim random random --sprt", "requires an argument"),
        (
            "run nim random random --sprt elo0=0",
            "needs both hypotheses; write --sprt elo0=0 elo1=10",
        ),
        ("run nim random random --sprt elo0=0 elo1=x", "elo1 of --sprt is 'x'; give a number"),
        ("run nim random random --sprt elo0=5 elo1=5", "give an elo1 above elo0"),
        ("run nim random random --sprt elo0=0,elo1=5,gamma=1", "--sprt has no parameter 'gamma'"),
        ("run nim random random elo1=5", "'elo1=5' is not a player; write --sprt before it"),
        ("run nim random random random --sprt elo0=0 elo1=5", "is for two players; name two"),
        ("run nim random random --store nowhere/x.sqlite", "the folder does not exist"),
        ("run nim random random --store /dev/null", "cannot be used"),
        ("show nowhere.sqlite", "The file nowhere.sqlite does not exist."),
        ("export nowhere.sqlite", "The file nowhere.sqlite does not exist."),
        ("nim random random", "No such command 'nim'; use export, run or show."),
        ("sho x.sqlite", "No such command 'sho'; did you mean show?"),
        ("run", "Missing argument 'GAME'"),
        ("show", "Missing argument 'FILE'"),
        ("run nim random random --game 3", "No such option '--game'; did you mean --games?"),
        ("run nim random alphabeta:dept=3", "did you mean depth, the player's limit?"),
        ("show x.sqlite --format pgn", "No such option '--format'"),
        ("show x.sqlite elo0=1", "write --sprt before it"),
        ("export x.sqlite --format pgn --json", "Give --format or --json, not both."),
        ("export x.sqlite --format csv", "'csv' is not one of"),
        ("run backgammon engine random", "engine cannot search backgammon"),
        ("run nim random cfr --depth 3 --interpreted", "cfr has no depth"),
    ],
)
def test_bad_input_is_one_sentence_and_code_2(words, sentence, refused, tmp_path):
    assert sentence in refused("arena", *words.split())
    assert list(tmp_path.iterdir()) == []


def test_a_book_that_has_changed_is_refused(outply, refused):
    words = (
        "arena",
        "run",
        "tic-tac-toe",
        *QUICK,
        "--openings",
        "random-book.txt",
        "--store",
        "m.sqlite",
    )
    Path("random-book.txt").write_text("a1\n")
    outply(*words, "--games", "2")
    Path("random-book.txt").write_text("b2\n")
    assert "holds another match: openings=" in refused(*words, "--games", "4")


@slow
def test_another_match_in_the_file_is_refused(stored, refused):
    told = refused("arena", "run", "tic-tac-toe", *QUICK, "--seed", "4", "--store", stored)
    assert told == f"{stored} holds another match: seed=0, not 4; give another --store."


# -- stopped, and gone on with -----------------------------------------------------------


def _wait_for(file: Path, games: int) -> None:
    until = time.monotonic() + 600
    while not (file.exists() and _has_tables(file) and len(numbers(file)) >= games):
        assert time.monotonic() < until
        time.sleep(0.02)


def _has_tables(file: Path) -> bool:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return bool(database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


@only_full
@pytest.mark.parametrize("jobs", ["0", "2"])
@pytest.mark.parametrize("moment", [0, 1, 30])
def test_ctrl_c_shows_how_things_stand(started, tmp_path, jobs, moment):
    """Once the file is there, or so many games; all processes hear it, as at a terminal."""
    file = tmp_path / "match.sqlite"
    words = ("arena", "run", "connect-four", *SLOWER, "--games", "1000", "--store", str(file))
    process = started(*words, "--jobs", jobs, start_new_session=True)
    _wait_for(file, moment)
    os.killpg(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=600)
    assert process.returncode == 130, stderr
    assert stderr.count("\n") == 1, stderr
    assert stderr.startswith("note: stopped by Ctrl-C")
    if stdout:
        played = int(re.search(r"^Games: ([\d,]+) of 1,000", stdout, re.M)[1].replace(",", ""))
        assert played == len(numbers(file)) >= moment
    else:
        assert moment == 0


def test_two_at_once_are_one_too_many(started, refused, tmp_path):
    file = tmp_path / "match.sqlite"
    words = ("connect-four", *SLOWER, "--games", "1000", "--jobs", "0", "--store", str(file))
    process = started("arena", "run", *words)
    _wait_for(file, 1)
    assert "is in use by another process" in refused("arena", "run", *words)
    process.send_signal(signal.SIGINT)
    document = process.communicate(timeout=600)[0]
    assert "Games: " in document


def test_a_document_of_what_was_stopped(started, tmp_path):
    file = tmp_path / "match.sqlite"
    words = ("connect-four", *SLOWER, "--games", "1000", "--jobs", "0", "--store", str(file))
    process = started("arena", "run", *words, "--json")
    _wait_for(file, 2)
    process.send_signal(signal.SIGINT)
    found = json.loads(process.communicate(timeout=600)[0])
    assert found["interrupted"] is True
    assert found["games"] == len(numbers(file))
