"""Runs: killed and resumed, they end with the same weights; folders of others are refused."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

import outply
from outply.evaluate import read_tensors
from outply.game import OutplyError
from outply.learn import Learning, LearningRun
from tests.tiers import only_full

GAMES = 6_000


def learned(folder, game="tic-tac-toe", games=GAMES, **settings):
    learning = Learning(outply.load(game), folder, games=games, **settings)
    run = LearningRun(learning, is_resumed=(folder / "run.json").exists())
    run.run()
    return run.write_weights()


def test_a_run_writes_weights_metrics_and_a_checkpoint(tmp_path):
    weights = learned(tmp_path / "run")
    metadata = read_tensors(weights).metadata
    training = json.loads(metadata["training"])
    assert (metadata["game"], metadata["kind"]) == ("tic-tac-toe", "tables")
    assert json.loads(metadata["parameters"]) == {"m": "3", "n": "3", "k": "3"}
    assert (training["games"], training["seed"]) == (GAMES, 0)
    assert 0 < training["loss"] < training["constant_loss"] < 1
    lines = [json.loads(line) for line in (tmp_path / "run" / "metrics.jsonl").open()]
    assert lines[-1]["games"] == GAMES


def test_a_run_that_is_stopped_and_resumed_ends_with_the_same_weights(tmp_path):
    whole = learned(tmp_path / "whole", seed=7)
    for games in (1, 1999, 2500, GAMES):
        weights = learned(tmp_path / "parts", games=games, seed=7)
    assert read_tensors(weights).tensors == read_tensors(whole).tensors


@only_full
def test_a_run_that_is_killed_resumes_from_its_last_checkpoint(tmp_path):
    """SIGKILL at any time: the rest is played again, with the same random numbers."""
    code = (
        "import sys, pathlib, outply.learn.run as run; run.CHECKPOINT_SECONDS = 0.05\n"
        "import outply; from outply.learn import Learning, LearningRun\n"
        "folder = pathlib.Path(sys.argv[1])\n"
        "learning = Learning(outply.load('tic-tac-toe'), folder, games=10**9)\n"
        "LearningRun(learning, is_resumed=(folder / 'run.json').exists()).run()\n"
    )
    folder = tmp_path / "killed"
    games = 0
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", code, str(folder)])
        while process.poll() is None and games_in(folder) <= games:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert games_in(folder) > games
        games = games_in(folder)
    total = games + 1000
    killed = read_tensors(learned(folder, games=total)).tensors
    assert killed == read_tensors(learned(tmp_path / "whole", games=total)).tensors


def games_in(folder):
    checkpoint = folder / "checkpoint.safetensors"
    return int(read_tensors(checkpoint).metadata["games"]) if checkpoint.exists() else 0


def test_metrics_after_the_checkpoint_are_dropped(tmp_path):
    learned(tmp_path, games=100)
    with (tmp_path / "metrics.jsonl").open("a") as file:
        file.write('{"games": 5000}\n{"games": 60')
    run = LearningRun(Learning(outply.load("tic-tac-toe"), tmp_path, games=100), is_resumed=True)
    assert [line["games"] for line in run.folder.metrics()] == [100]


def test_other_games_and_folders_are_refused(tmp_path):
    learned(tmp_path / "run", games=10)
    nim = Learning(outply.load("nim"), tmp_path / "run", games=10)
    with pytest.raises(OutplyError, match=r"learns tic-tac-toe .*; name the same game"):
        LearningRun(nim, is_resumed=True)
    with pytest.raises(OutplyError, match="has a run already; continue it with --resume"):
        LearningRun(nim)
    with pytest.raises(OutplyError, match="is not the folder of a run of outply learn"):
        LearningRun(Learning(outply.load("nim"), tmp_path / "none"), is_resumed=True)


@pytest.mark.parametrize(
    ("settings", "reason"),
    [({"minutes": 0.0}, "minutes are 0"), ({"minutes": float("nan")}, "minutes are nan")],
)
def test_wrong_limits_are_refused(tmp_path, settings, reason):
    with pytest.raises(OutplyError, match=reason):
        Learning(outply.load("nim"), tmp_path, **settings)
