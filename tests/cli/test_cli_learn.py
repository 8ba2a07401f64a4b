"""`outply learn`."""

import json
import signal
import time

import pytest

from outply.cli.formatting import duration_text
from outply.cli.learn_progress import match_line
from tests.tiers import only_full, slow


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@slow
def test_it_learns_measures_and_tells_how_to_play(outply):
    done = outply("learn", "tic-tac-toe", "--games", "300", "--match", "2", "--jobs", "0")
    assert done.exit_code == 0
    assert "300 games, " in done.stdout
    assert "Elo against engine:evaluation=none (" in done.stdout
    play = (
        "outply play tic-tac-toe --search engine:evaluation=learn-tic-tac-toe/weights.safetensors"
    )
    assert play in done.stdout
    assert "Learning tic-tac-toe (compiled): 12 tuples of cells, " in done.stderr


def test_a_game_with_dice_is_played_by_star2(outply, answered):
    game = ("pig", "--set", "target=6")
    done = outply("learn", *game, "--games", "300", "--match", "2", "--jobs", "0")
    assert done.exit_code == 0
    assert "Elo against star2:evaluation=none (" in done.stdout
    search = "star2:evaluation=learn-pig/weights.safetensors"
    assert f"outply play pig --set target=6 --search {search}" in done.stdout
    found = answered("analyze", *game, "--search", search, "--depth", "1")
    assert found["search"] == "star2"
    assert found["value"] != 0


def test_every_command_takes_the_evaluation(outply, answered):
    outply("learn", "tic-tac-toe", "--games", "300", "--match", "0", "--out", "w.safetensors")
    search = "engine:evaluation=w.safetensors"
    found = answered("analyze", "tic-tac-toe", "--search", search, "--depth", "1")
    assert found["search"] == "engine"
    assert not all(value == 0 for value in found["moves"].values())
    players = ("engine:evaluation=w.safetensors", "engine:evaluation=none", "engine")
    options = ("--games", "2", "--jobs", "0", "--depth", "2")
    match = answered("arena", "run", "tic-tac-toe", *players, *options)
    assert [player["name"] for player in match["standings"]] != []
    assert match["games"] == 6


TUNED = "from tests.learn.tuned_games import Grab as Rules\n\n\nclass Grab(Rules):\n    pass\n"


@only_full
def test_parameters_are_tuned_and_used(outply, answered, tmp_path):
    (tmp_path / "grab.py").write_text(TUNED)
    options = ("--kind", "parameters", "--games", "400", "--jobs", "0")
    done = outply("learn", "grab.py", *options, "--match", "2")
    assert done.exit_code == 0
    assert "points      -0.05 → 0.0" in done.stdout
    assert "moves_left  3 → " in done.stdout
    assert " held-out positions: " in done.stdout
    assert "Elo against engine:evaluation=none (" in done.stdout
    found = answered("learn", "grab.py", *options, "--match", "0")
    assert found["tuning"]["before"] == {"points": -0.05, "moves_left": 3}
    assert found["tuning"]["loss_after"] < found["tuning"]["loss_before"]
    search = f"engine:evaluation={found['weights']}"
    analyzed = answered("analyze", "grab.py", "--search", search, "--depth", "1")
    assert analyzed["move"] == "6"  # the coin that is worth most, which is now good


def test_an_evaluation_is_fitted_and_used(outply, answered):
    options = ("--method", "fit", "--nodes", "50", "--jobs", "0")
    done = outply("learn", "tic-tac-toe", *options, "--games", "100", "--match", "2")
    assert done.exit_code == 0
    assert "by searches of 50 nodes; 100 games" in done.stderr
    assert "100 games, " in done.stdout
    assert "Elo against engine:evaluation=none (" in done.stdout
    started = ("--start", "learn-tic-tac-toe", "--folder", "second", "--match", "0")
    assert answered("learn", "tic-tac-toe", *options, *started, "--games", "5")["games"] == 5
    more = ("--games", "120", "--match", "0", "--jobs", "0", "--resume", "learn-tic-tac-toe")
    found = answered("learn", "tic-tac-toe", *more)
    assert (found["games"], found["kind"]) == (120, "tables")
    search = f"engine:evaluation={found['weights']}"
    analyzed = answered("analyze", "tic-tac-toe", "--search", search, "--depth", "1")
    assert not all(value == 0 for value in analyzed["moves"].values())


def test_a_run_is_resumed(answered):
    first = answered("learn", "tic-tac-toe", "--games", "200", "--match", "0", "--seed", "4")
    more = ("--games", "500", "--match", "0", "--resume", first["folder"])
    second = answered("learn", "tic-tac-toe", *more)
    whole = answered("learn", "tic-tac-toe", "--games", "500", "--match", "0", "--seed", "4")
    assert (first["games"], second["games"]) == (200, 500)
    assert (second["moves"], second["strength"]) == (whole["moves"], None)
    assert (first["folder"], whole["folder"]) == ("learn-tic-tac-toe", "learn-tic-tac-toe-2")


@only_full
def test_ctrl_c_keeps_what_was_learned(started, tmp_path):
    process = started("learn", "tic-tac-toe", "--minutes", "60", "--json")
    metrics = tmp_path / "learn-tic-tac-toe" / "metrics.jsonl"
    while process.poll() is None and not metrics.exists():
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate()
    assert process.returncode == 130, stderr
    found = json.loads(stdout)
    assert found["interrupted"]
    assert found["games"] > 0
    assert (tmp_path / found["weights"]).exists()
    assert "Traceback" not in stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("kuhn-poker", "An evaluation of kuhn-poker cannot be learned: it hides information."),
        (
            "connect-three-players",
            "An evaluation of connect-three-players cannot be learned: "
            "it is not a game of two players, one against the other.",
        ),
        ("pig --kind parameters", "The parameters of pig cannot be tuned: it has chance."),
        (
            "othello --kind parameters",
            "othello declares no evaluation_parameters; list the fields that its evaluate uses,"
            ' as in evaluation_parameters = ("mobility",).',
        ),
        (
            "pig --method fit",
            "pig has chance, and fit labels by the engine; use --method td.",
        ),
        (
            "tic-tac-toe --nodes 50",
            "--nodes is for --method fit; give that, too.",
        ),
        (
            "tic-tac-toe --method fit --endings none.table",
            "none.table cannot be read: No such file or directory.",
        ),
        ("tic-tac-toe --minutes 0", "The minutes are 0; give a number above 0."),
        ("tic-tac-toe --games 0", "The games are 0; give 1 or more."),
        ("tic-tac-toe --resume none", "none is not the folder of a run of outply learn."),
        (
            "tic-tac-toe --out none/w.safetensors",
            "none/w.safetensors cannot be written: its folder does not exist.",
        ),
        (
            "tic-tac-toe --resume none --start none",
            "A run that is resumed has its seed and folder; give --resume alone.",
        ),
        (
            "tic-tac-toe --resume none --seed 3",
            "A run that is resumed has its seed and folder; give --resume alone.",
        ),
    ],
)
def test_refusals(refused, arguments, sentence):
    assert refused("learn", *arguments.split()) == sentence


@pytest.mark.parametrize(
    ("search", "sentence"),
    [
        ("engine:evaluation=none.st", "none.st cannot be read: No such file or directory."),
        (
            "engine:evaluation=text.st",
            "text.st is not a file of weights; make one with outply learn.",
        ),
        ("engine:evaluation=f.py:f", "f.py cannot be read: No such file or directory."),
        ("engine:evaluation=text.py:bald", "text.py defines no 'bald'; did you mean bold?"),
    ],
)
def test_wrong_files_are_refused(refused, tmp_path, search, sentence):
    (tmp_path / "text.st").write_text("not weights, but a text that is longer than a header")
    (tmp_path / "text.py").write_text("def bold(state, player):\n    return 0.5 - player\n")
    assert refused("analyze", "tic-tac-toe", "--search", search, "--depth", "1") == sentence
    assert refused("arena", "run", "tic-tac-toe", search, "engine") == sentence


@slow
def test_the_first_line_says_how_long_it_takes(outply):
    options = ("--games", "100", "--match", "2", "--jobs", "0")
    first = outply("learn", "tic-tac-toe", *options).stderr.splitlines()
    forecast = next(line for line in first if line.startswith("Learning"))
    assert "; 100 games; " in forecast
    assert forecast.endswith(" Then a match of 2 games, about 4 s; --match 0 plays none.")


@slow
def test_minutes_are_those_of_the_training(outply):
    done = outply("learn", "tic-tac-toe", "--minutes", "0.01", "--match", "0")
    [forecast] = [line for line in done.stderr.splitlines() if line.startswith("Learning")]
    assert "; 0.01 min of training; " in forecast
    assert forecast.endswith(" No match follows.")


def test_the_progress_of_the_match_says_what_is_left():
    assert match_line(10, 40, 2.0) == "Match: 10 of 40 games, about 60 s left"
    assert match_line(40, 40, 2.0) == "Match: 40 of 40 games, about 1 s left"


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "1 s"), (89, "89 s"), (100, "1.5 min"), (7000, "2 h")]
)
def test_durations(seconds, text):
    assert duration_text(seconds) == text


LATE = """\
def late(state, player):
    return 0.5 / (state.theirs - 2)

def sometimes(state, player):
    if state.theirs != 2:
        return 0.5
"""


@pytest.mark.parametrize("mode", [[], ["--interpreted"]])
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("late", "late.py:2: ZeroDivisionError: "),
        ("sometimes", "The function of evaluation=FILE.py:NAME must always return a number."),
    ],
)
def test_an_evaluation_that_fails_later_is_named(refused, tmp_path, mode, name, sentence):
    """At the first ply one stone is on one of 16 squares; only one of these raises."""
    (tmp_path / "late.py").write_text(LATE)
    size = ("--set", "m=4", "--set", "n=4", "--depth", "1")
    search = ("--search", f"engine:evaluation=late.py:{name}")
    assert refused("analyze", "tic-tac-toe", *size, *search, *mode).startswith(sentence)
