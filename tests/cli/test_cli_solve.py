"""`outply solve`."""

import json
import os
import random
import signal
from pathlib import Path

import pytest

import outply as library

FIELDS = [
    *(
        "schema",
        "game",
        "position",
        "error",
        "move",
        "value",
        "line",
        "depth",
        "nodes",
        "seconds",
        "proved",
    ),
    *("distance", "compiled", "moves", "information_of", "best_moves", "complete", "all_nodes"),
    *("all_seconds", "interrupted"),
]
SOLVED = Path(__file__).parents[1] / "data" / "connect_four" / "solved_positions.txt"
HARD = "44"  # stones, of Connect Four
EASY = "4445533226"
SEVERAL_BEST = "7767577667556433322422232111"


def documents(result) -> list[dict]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def position_after(game: str, plies: int, seed: int) -> str:
    rules, rng = library.load(game), random.Random(seed)
    state = rules.initial()
    for _ in range(plies):
        if not rules.is_terminal(state):
            state = rules.result(state, rng.choice(list(rules.moves(state))))
    return rules.format(state)


# -- one position ---------------------------------------------------------------------


def test_answers_with_every_field(answered):
    document = answered("solve", "connect-four", "--position", SEVERAL_BEST)
    assert list(document) == FIELDS
    assert document["proved"]
    assert document["complete"]
    assert document["compiled"]
    assert (document["value"], document["distance"], len(document["line"])) == (-1.0, 12, 12)
    assert document["best_moves"] == ["5", "6"]
    assert document["moves"] == {**dict.fromkeys("134"), "5": -1.0, "6": -1.0}
    assert document["nodes"] < document["all_nodes"]
    assert document["seconds"] <= document["all_seconds"]


@pytest.mark.parametrize("options", [["--interpreted"], ["--threads", "2"], ["--megabytes", "1"]])
def test_however_it_is_proved_it_is_the_same(options, answered):
    ask = ["solve", "connect-four", "--position", SEVERAL_BEST]
    plain, other = answered(*ask), answered(*ask, *options)
    for field in ("value", "distance", "best_moves", "proved", "moves"):
        assert other[field] == plain[field]
    assert other["compiled"] == ("--interpreted" not in options)


@pytest.mark.parametrize("game", ["tic-tac-toe", "nim", "connect-four"])
def test_best_moves_are_those_whose_results_are_worst_for_the_other(game, answered):
    settings = ["--set", "columns=4", "--set", "rows=4"] if game == "connect-four" else []
    document = answered("solve", game, *settings)
    below = {}
    for move in document["moves"]:
        after = answered("solve", game, *settings, "--moves", move)
        delay = after["distance"] or 0
        below[move] = -after["value"], delay if after["value"] > 0 else -delay
    best = [move for move in below if below[move] == max(below.values())]
    assert document["best_moves"] == best
    assert document["value"] == max(below.values())[0]


def test_a_graded_game(answered):
    document = answered("solve", "inc-square")
    assert (document["value"], document["distance"], document["proved"]) == (5.0, None, True)
    assert document["best_moves"] == [document["move"]]


def test_the_end_of_a_game(answered, outply):
    ask = ["solve", "connect-four", "--position", "4142434"]
    document = answered(*ask)
    assert (document["move"], document["value"], document["distance"]) == (None, -1.0, 0)
    assert (document["line"], document["moves"], document["best_moves"]) == ([], {}, [])
    assert document["proved"] and document["complete"]
    assert outply(*ask).stdout.endswith("The game is over. Player 1 won.\n")


def test_for_people(outply):
    shown = outply("solve", "connect-four", "--position", SEVERAL_BEST).stdout
    assert "  . O O . . X O\n" in shown
    assert "Value      −1 for Player 1, loss in 12 plies, proved\n" in shown
    assert "Best moves 5 6\n" in shown
    assert "Line       6 " in shown
    assert "In all     " in shown


def test_a_draw_and_a_single_best_move_are_called_so(outply):
    shown = outply("solve", "tic-tac-toe", "--moves", "b2 a1 c2").stdout
    assert "Value      0 for Player 2, a draw, proved\nBest move  a2\n" in shown


# -- limits ---------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [["--nodes", "500"], ["--seconds", "0.05"]])
def test_a_limit_may_come_before_the_proof(limit, outply, answered):
    ask = ["solve", "connect-four", "--position", HARD, *limit]
    document = answered(*ask, code=1)
    assert not document["proved"] and not document["complete"]
    assert (document["move"], document["value"], document["distance"]) == (None, None, None)
    assert document["best_moves"] == []
    assert set(document["moves"].values()) == {None}
    shown = outply(*ask)
    assert shown.exit_code == 1
    assert "\nValue      not proved\n" in shown.stdout
    assert shown.stderr == "note: the limit was reached before the value was proved.\n"


def test_a_limit_may_come_before_all_best_moves(outply, answered):
    ask = ["solve", "connect-four", "--position", SEVERAL_BEST]
    limited = [*ask, "--nodes", str(answered(*ask)["all_nodes"] - 10)]
    document = answered(*limited)
    assert document["proved"] and not document["complete"]
    assert document["move"] in document["best_moves"]
    assert set(document["best_moves"]) <= {"5", "6"}
    assert (
        outply(*limited).stderr == "note: the limit was reached; there may be other best moves.\n"
    )


def test_a_guess_is_not_called_proved(outply, answered):
    ask = ["solve", "othello", "--nodes", "20000"]
    document = answered(*ask, code=1)
    assert not document["proved"]
    assert document["depth"] > 0
    assert document["move"] == document["line"][0]
    assert set(document["moves"].values()) == {None}
    assert ", not proved\nBest move  " in outply(*ask).stdout


# -- many positions -------------------------------------------------------------------


def test_positions_with_known_scores(outply):
    known = [line.split() for line in SOLVED.read_text().splitlines()]
    positions = "\n".join(position for position, _ in known)
    result = outply("solve", "connect-four", "--file", "-", stdin=positions)
    assert result.exit_code == 0
    for (position, score), found in zip(known, documents(result), strict=True):
        sign = (int(score) > 0) - (int(score) < 0)
        assert found["value"] == sign, position
        if sign:
            assert (44 - len(position) - found["distance"]) // 2 == abs(int(score)), position
        else:
            assert found["distance"] is None


def test_what_one_line_comes_to_does_not_stop_the_others(outply):
    lines = f"{EASY}\n49\n{HARD}\n4142434\n"
    result = outply("solve", "connect-four", "--nodes", "20000", "--file", "-", stdin=lines)
    good, bad, unproved, over = documents(result)
    assert result.exit_code == 2
    assert (good["proved"], unproved["proved"], over["distance"]) == (True, False, 0)
    assert "'9' is not a legal move" in bad["error"]


@pytest.mark.parametrize(("lines", "code"), [("", 0), ("# none\n\n", 0), (f"{HARD}\n{EASY}\n", 1)])
def test_the_exit_code_says_whether_all_was_proved(lines, code, outply):
    result = outply("solve", "connect-four", "--nodes", "20000", "--file", "-", stdin=lines)
    assert result.exit_code == code
    assert len(documents(result)) == (2 if code else 0)


# -- Ctrl-C, and what is going on -----------------------------------------------------


@pytest.mark.parametrize("speed", [[], ["--interpreted"]])
def test_ctrl_c_says_what_is_known(speed, started, terminal):
    process = started("solve", "connect-four", "--json", *speed, stderr=terminal.theirs)
    terminal.hear(r"Proving… [1-9][\d,]* nodes  \d+ s")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=600)
    terminal.hear("stopped by Ctrl-C before the value was proved")
    assert not json.loads(out)["proved"]
    assert process.returncode == 1
    assert "Traceback" not in terminal.heard


def test_ctrl_c_among_many_positions_leaves_the_rest(started, terminal):
    process = started("solve", "connect-four", "--file", "-", stderr=terminal.theirs)
    process.stdin.write(f"{HARD}\n{EASY}\n")
    process.stdin.flush()
    terminal.hear(r"Proving… [1-9]")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=600)
    assert [json.loads(line)["proved"] for line in out.splitlines()] == [False]
    assert process.returncode == 130


def test_a_graded_game_also_shows_its_depth(started, terminal):
    process = started("solve", "othello", stderr=terminal.theirs)
    terminal.hear(r"Proving… depth \d+  value \S+  [\d,]+ nodes  \d+ s")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=600)
    assert ", not proved\n" in out
    assert process.returncode == 1


# -- every position, and its table ----------------------------------------------------


@pytest.fixture
def table(tmp_path, outply):
    file = tmp_path / "positions.table"
    assert outply("solve", "tic-tac-toe", "--all", "--out", str(file)).exit_code == 0
    return str(file)


def test_every_position(answered, tmp_path):
    file = tmp_path / "ttt.table"
    document = answered("solve", "tic-tac-toe", "--all", "--out", str(file))
    assert document | {"seconds": None, "file": None} == {
        "schema": 1,
        "game": "tic-tac-toe",
        "value": 0.0,
        "distance": None,
        "states": 765,
        "symmetric_once": True,
        "wins": 390,
        "draws": 151,
        "losses": 224,
        "longest": 5,
        "can_repeat": False,
        "file": None,
        "bytes": file.stat().st_size,
        "seconds": None,
        "compiled": True,
    }
    assert document["file"] == str(file)


def test_every_position_without_a_file(outply, my_game):
    shown = outply("solve", my_game(), "--all", "--interpreted").stdout
    assert "Value      +1 for the player who begins, win in 5 plies\n" in shown
    assert "Positions  14\n" in shown
    assert "Longest    5 plies\n" in shown
    assert "File" not in shown


@pytest.mark.parametrize("plies", range(9))
def test_a_table_says_what_a_proof_says(plies, table, answered):
    ask = ["solve", "tic-tac-toe", "--position", position_after("tic-tac-toe", plies, seed=3)]
    proved, known = answered(*ask), answered(*ask, "--table", table)
    for field in ("position", "value", "distance", "proved", "best_moves"):
        assert known[field] == proved[field]
    assert list(known) == FIELDS
    for move, value in proved["moves"].items():
        assert value is None or known["moves"][move] == value
    assert None not in known["moves"].values()


def test_a_table_for_people_and_for_many_positions(table, outply):
    ask = ["solve", "tic-tac-toe", "--table", table]
    shown = outply(*ask, "--moves", "a1 b1").stdout
    assert "win in 5 plies, proved\nBest moves a2 b2 a3\n" in shown
    assert "Looked up  " in shown
    result = outply(*ask, "--file", "-", stdin=".../.../... X\nXX./OO./... X\n")
    assert [document["value"] for document in documents(result)] == [0.0, 1.0]
    assert result.exit_code == 0


def test_a_table_of_a_game_without_end(tmp_path, my_game, answered):
    file = my_game("        yield from", "        yield -1\n        yield from")
    file = my_game_limited(file)
    table = str(tmp_path / "table")
    assert answered("solve", file, "--all", "--out", table)["can_repeat"]
    document = answered("solve", file, "--table", table)
    assert document["proved"]
    assert len(document["line"]) < 20


def my_game_limited(file: str) -> str:
    """Counters may be put back, up to as many as there were."""
    text = Path(file).read_text().replace("state.left - move", "min(self.start, state.left - move)")
    Path(file).write_text(text)
    return file


def test_ctrl_c_writes_no_table(started, terminal, tmp_path):
    out = tmp_path / "c4.table"
    ask = ["solve", "connect-four", "--all", "--interpreted", "--out", str(out)]
    process = started(*ask, stderr=terminal.theirs)
    terminal.hear(r"Finding all positions… [1-9]")
    process.send_signal(signal.SIGINT)
    answer, _ = process.communicate(timeout=600)
    terminal.hear(r"stopped by Ctrl-C after [\d,]+ positions; .* was not written")
    assert (process.returncode, answer, os.listdir(tmp_path)) == (130, "", [])


# -- refusals -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("connect-four --position 49", "'9' is not a legal move"),
        ("connect-four --moves 49", "'9' is not a legal move"),
        ("connect-four --seconds -1", "The limit of seconds is -1"),
        ("connect-four --nodes -1", "The limit of nodes is -1"),
        ("connect-four --depth 3", "No such option '--depth'"),
        ("connect-four --search alphabeta", "No such option '--search'"),
        ("connect-four --threads 0", "--threads is 0; give 1 or more"),
        (
            "nim --threads 2 --interpreted",
            "Interpreted searches are single-threaded; use --threads 1",
        ),
        ("connect-four --file nope.txt", "No such file"),
        ("connect-four --file - --position 4", "not both"),
        ("connect-four --out x.table", "--out is where --all writes its table"),
        ("connect-four --all --position 4", "leave --position out"),
        ("connect-four --all --moves 4", "leave --moves out"),
        ("connect-four --all --file -", "leave --file out"),
        ("connect-four --all --seconds 1", "leave --seconds out"),
        ("connect-four --all --threads 2", "leave --threads out"),
        ("connect-four --all --megabytes 2", "leave --megabytes out"),
        ("connect-four --megabytes 0", "megabytes is 0; give a whole number"),
        ("connect-four --all --table x", "leave --table out"),
        ("connect-four --all --nodes 1000", "has more than 1000 positions"),
        ("connect-four --all --nodes 0", "most_states is 0"),
        ("nim --all --out /nowhere/nim.table", "/nowhere/nim.table cannot be written"),
        ("nim --all --out /", "/ cannot be written"),
        ("nim --table nope.table", "nope.table cannot be read: No such file or directory"),
    ],
)
def test_bad_input_is_one_sentence_and_code_2(arguments, sentence, refused):
    assert sentence in refused("solve", *arguments.split())


def test_games_that_cannot_be_solved(my_game, refused):
    for trait, told in [("players = 3", "has 3"), ("zero_sum = False", "is not the other's loss")]:
        file = my_game("    start: int = 7", f"    start: int = 7\n    {trait}")
        assert told in refused("solve", file)
        assert "cannot be tabulated" in refused("solve", file, "--all")


def test_keys_that_do_not_last_are_refused_before_the_work(my_game, refused, tmp_path):
    file = my_game("return Pile(self.start, 0)", "return Pile('x' * self.start, 0)")
    sentence = refused("solve", file, "--all", "--out", str(tmp_path / "table"))
    assert "their keys differ from run to run" in sentence


def test_files_that_are_no_table_of_the_game(table, tmp_path, refused):
    written = Path(table).read_bytes()
    bad = tmp_path / "bad.table"
    for content, told in [
        (b"", "is too short"),
        (bytes(100), "is not a table of a solved game"),
        (written[:-8], "make it again"),
        (written[:-8] + bytes(8), "is damaged"),
    ]:
        bad.write_bytes(content)
        sentence = refused("solve", "tic-tac-toe", "--table", str(bad))
        assert str(bad) in sentence and told in sentence
    assert "is a table of tic-tac-toe, not of nim" in refused("solve", "nim", "--table", table)
    wide = ["--set", "m=4"]
    assert "not with" in refused("solve", "tic-tac-toe", *wide, "--table", table)


def test_a_position_that_play_does_not_reach(tmp_path, answered, refused):
    table = str(tmp_path / "nim.table")
    ask = ["solve", "nim", "--set", "piles=1,2,3"]
    answered(*ask, "--all", "--out", table)
    sentence = refused(*ask, "--position", "9 9 9 X", "--table", table)
    assert "play from the start of nim does not reach it" in sentence


def test_where_positions_repeat_the_nearest_win_is_looked_for(outply):
    """Depth first, a line of chess goes on for hundreds of plies, and no mate is ever found."""
    mate = "1r4k1/8/5PP1/K7/6NR/7B/1r6/7R w - - 0 1"
    result = outply("solve", "chess", "--position", mate)
    assert result.exit_code == 0
    assert "Value      +1 for White, mate in 3, proved\nBest move  Nh6+\n" in result.stdout
    assert "positions of chess can repeat, so its proof may never end" in result.stderr


def test_a_game_that_repeats_is_searched_to_the_limit(outply):
    result = outply("solve", "chess", "--nodes", "500", "--interpreted")
    assert result.exit_code == 1
    assert result.stderr == "note: the limit was reached before the value was proved.\n"
