"""Fitting to labelled games: exact labels, which positions count, exact repetition, refusals."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import outply
from outply.evaluate import read_tensors
from outply.game import OutplyError
from outply.learn import Learning, LearningRun, fit_trainer
from outply.learn.fit import RESULT_SHARE, Fit, labels_of
from outply.learn.labelled_games import LabelledGame, Labelling, play_labelled_game
from outply.learn.recorded_games import DROPPED, HELD_OUT, TRAINING
from outply.learn.table_trainer import TableTrainer
from outply.solve import save, tabulate
from tests.learn.tuned_games import NoisyGrab
from tests.oracles.solved import by_recursion
from tests.tiers import only_full, sampled, slow

NODES, FIRST_GAMES = 30, 40
TIC_TAC_TOE = outply.load("tic-tac-toe")


@pytest.fixture(autouse=True)
def short_generations(monkeypatch):
    monkeypatch.setattr(fit_trainer, "FIRST_GAMES", FIRST_GAMES)


def run_of(folder, games, game=TIC_TAC_TOE, **settings):
    settings = {"method": "fit", "nodes": NODES, "jobs": 0, **settings}
    learning = Learning(game, folder, games=games, **settings)
    return LearningRun(learning, is_resumed=(folder / "run.json").exists())


def learned(folder, games, game=TIC_TAC_TOE, **settings):
    run = run_of(folder, games, game, **settings)
    run.run()
    return run.write_weights()


def tensors(file):
    return read_tensors(file).tensors


def played(number, game=TIC_TAC_TOE, nodes=NODES, **settings):
    return play_labelled_game(Labelling(game, nodes, **settings), "", number)


def states_of(game, record):
    """The states of a recorded game, one before each move after the opening."""
    states = [game.initial()]
    for index in record.moves:
        state = states[-1]
        states.append(game.result(state, list(game.moves(state))[index]))
    return states[record.opening : -1]


# -- labels ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def truths():
    """The value of each state for the player to move, found naively."""
    return {state: value for state, (value, _) in by_recursion(TIC_TAC_TOE).items()}


def test_proofs_are_exact_labels_whatever_the_result(truths):
    exact = others = 0
    for number in range(60):
        record = played(number)
        labels = labels_of(record, RESULT_SHARE)
        for at, state in enumerate(states_of(TIC_TAC_TOE, record)):
            if record.exact[at]:
                assert labels[at] == record.values[at] == truths[state]
                exact += 1
            else:
                mixture = RESULT_SHARE * record.results[at]
                assert labels[at] == pytest.approx(mixture + (1 - RESULT_SHARE) * record.values[at])
                others += 1
    assert exact > 50
    assert others > 50


def test_a_proof_is_the_result_of_the_positions_before_it():
    for number in range(20):
        record = played(number)
        known = None
        for at in reversed(range(len(record.values))):
            known = record.values[at] if record.exact[at] else None if known is None else -known
            if known is not None:
                assert record.results[at] == known


def test_tables_of_endings_label_every_position(tmp_path, truths):
    table = tmp_path / "all.table"
    save(tabulate(TIC_TAC_TOE), table)
    record = played(3, nodes=1, endings=str(table))
    assert record.exact == [1] * len(record.values)
    assert record.values == [truths[s] for s in states_of(TIC_TAC_TOE, record)]


def test_a_number_stands_for_one_game():
    assert played(4) == played(4) == played(4, compiled=False)
    assert played(4) != played(5)
    assert played(4) != played(4, seed=1)
    assert LabelledGame.from_json(played(4).to_json()) == played(4)


# -- which positions count -------------------------------------------------------------------


def uses_of(game, records):
    """What each position of each game is used for, and all labels."""
    positions = Fit(TableTrainer(game, 0))._positions(records, 0)
    ends = np.cumsum([len(record.moves) for record in records])
    uses, targets = list(positions.games.uses), list(positions.games.targets)
    begins = [0, *ends]
    places = [slice(begins[at], end) for at, end in enumerate(ends)]
    return [uses[place] for place in places], [targets[place] for place in places]


def test_games_are_held_out_as_a_whole():
    records = [played(number) for number in range(40)]
    for record, uses in zip(records, uses_of(TIC_TAC_TOE, records)[0], strict=True):
        assert set(uses) <= {DROPPED, HELD_OUT if record.number % 5 == 0 else TRAINING}
        assert set(uses[: record.opening]) <= {DROPPED}


def test_of_symmetric_positions_one_counts():
    """The same game in a mirror: each position is there once, an exact one if there is one."""
    game = outply.load("connect-four")
    quiet, flat = [1] * 3, [0.25] * 3
    record = LabelledGame(1, 0, [0, 1, 0], flat, [0, 1, 0], quiet, flat, False)
    mirrored = record._replace(number=2, moves=[6, 5, 6], values=[0.5] * 3, exact=[0] * 3)
    uses, targets = uses_of(game, [record, mirrored])
    assert uses == [[DROPPED, TRAINING, DROPPED], [TRAINING, DROPPED, TRAINING]]
    assert targets[0][1] == 0.25


def test_positions_with_a_noisy_best_move_are_dropped():
    game = NoisyGrab(points=0.05)
    records = [played(number, game, nodes=200) for number in range(1, 5)]
    assert any(0 in record.quiet for record in records)
    for record, uses in zip(records, uses_of(game, records)[0], strict=True):
        for state, move, is_quiet, use in zip(
            states_of(game, record),
            record.moves[record.opening :],
            record.quiet,
            uses[record.opening :],
            strict=True,
        ):
            is_noisy = list(game.moves(state))[move] in game.noisy_moves(state)
            assert is_quiet == (not is_noisy)
            assert is_quiet or use == DROPPED


def test_the_weights_with_the_least_loss_on_held_out_games_stay(monkeypatch):
    trainer = TableTrainer(TIC_TAC_TOE, 0)
    fit, losses = Fit(trainer), []
    replayed = fit._replayed

    def noted(games, order, task):
        loss = replayed(games, order, task)
        if task == HELD_OUT:
            losses.append(loss)
        return loss

    monkeypatch.setattr(fit, "_replayed", noted)
    records = [played(number) for number in range(60)]
    fit.run(records, 0, 1)
    assert losses[-1] > min(losses) < losses[0]
    positions = fit._positions(records, 0)
    assert replayed(positions.games, positions.held_out, HELD_OUT) == min(losses)


# -- runs ------------------------------------------------------------------------------------


@sampled(3)
@pytest.mark.parametrize("kind", ["tables", "linear", "network"])
def test_each_kind_is_fitted(tmp_path, kind):
    metadata = read_tensors(learned(tmp_path, 400, kind=kind, nodes=100)).metadata
    lines = [json.loads(line) for line in (tmp_path / "metrics.jsonl").open()]
    assert (metadata["kind"], lines[-1]["games"]) == (kind, 400)
    assert json.loads(metadata["training"])["method"].startswith("fit")
    trainer = Learning(TIC_TAC_TOE, tmp_path, kind=kind).trainer()
    fit = Fit(trainer)
    records = [played(number, seed=99) for number in range(100)]
    untrained = sum(fit.loss(record, 0)[0] for record in records)
    trainer.return_to(read_tensors(tmp_path / "checkpoint.safetensors"))
    assert sum(fit.loss(record, 0)[0] for record in records) < 0.9 * untrained


@only_full
def test_the_seed_decides(tmp_path):
    runs = [tensors(learned(tmp_path / str(n), 60, seed=seed)) for n, seed in enumerate((1, 1, 2))]
    assert runs[0] == runs[1] != runs[2]


def test_both_modes_learn_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(fit_trainer, "FIRST_GAMES", 6)
    runs = [tensors(learned(tmp_path / str(c), 9, compiled=c)) for c in (False, True)]
    assert runs[0] == runs[1]


def test_a_run_that_is_stopped_and_resumed_ends_with_the_same_weights(tmp_path):
    whole = learned(tmp_path / "whole", 110, seed=7)
    for games in (7, 40, 41, 110):
        weights = learned(tmp_path / "parts", games, seed=7)
    assert tensors(weights) == tensors(whole)


@only_full
def test_old_games_are_forgotten_but_not_by_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(fit_trainer, "MOST_MOVES", 200)
    whole = learned(tmp_path / "whole", 130)
    for games in (45, 130):
        run = run_of(tmp_path / "parts", games)
        run.run()
    assert len(run.trainer._games) < 80
    assert games_in(tmp_path / "parts") == run.trainer.learner.games == 130
    assert tensors(run.write_weights()) == tensors(whole)


@only_full
def test_a_line_that_was_being_written_is_played_again(tmp_path):
    """Killed within a line, and before the checkpoint of its last fit."""
    whole = tensors(learned(tmp_path / "whole", 60))
    learned(tmp_path / "run", 30)
    learned(tmp_path / "other", 55)
    lines = (tmp_path / "other" / "games.jsonl").read_text()
    (tmp_path / "run" / "games.jsonl").write_text(lines[:-40])
    assert tensors(learned(tmp_path / "run", 60)) == whole


@only_full
def test_it_begins_with_the_weights_of_another_run(tmp_path):
    """Then the values of the first games count, too, and the other folder is not needed again."""
    start = tmp_path / "td"
    learned(start, 3_000, method="td", nodes=None)
    run = run_of(tmp_path / "fit", 3, start=start)
    assert run.trainer.learner.games == 0
    assert (
        bytes(run.trainer.learner.weights.memory)
        == tensors(start / "checkpoint.safetensors")["weights"].data
    )
    run.run()
    assert any(value not in (-1, 0, 1) for value in run.trainer._games[0].values)
    whole = tensors(learned(tmp_path / "whole", 50, start=start))
    shutil.rmtree(start)
    assert tensors(learned(tmp_path / "fit", 50)) == whole


def test_other_runs_to_begin_with_are_refused(tmp_path):
    learned(tmp_path / "nim", 20, outply.load("nim"), method="td", nodes=None)
    for start, settings, reason in (
        ("nim", {}, "nim learns nim with .*; name the same game"),
        ("none", {}, "none is not the folder of a run"),
        ("nim", {"game": outply.load("nim"), "kind": "network"}, "learns tables; begin with a run"),
    ):
        with pytest.raises(OutplyError, match=reason):
            run_of(tmp_path / "run", 5, start=tmp_path / start, **settings)
    (tmp_path / "nim" / "checkpoint.safetensors").unlink()
    with pytest.raises(OutplyError, match="has no weights for these rules; leave --start out"):
        run_of(tmp_path / "run", 5, outply.load("nim"), start=tmp_path / "nim")
    assert not (tmp_path / "run").exists()


@only_full
@slow
def test_processes_learn_the_same(tmp_path):
    alone = learned(tmp_path / "alone", 60)
    assert tensors(learned(tmp_path / "two", 60, jobs=2)) == tensors(alone)


def test_a_game_whose_process_died_is_played_again(tmp_path, monkeypatch):
    whole = tensors(learned(tmp_path / "whole", 20))
    monkeypatch.setattr(fit_trainer, "InProcess", DyingWorker)
    assert tensors(learned(tmp_path / "dying", 20)) == whole
    monkeypatch.setattr(DyingWorker, "lives", 0)
    with pytest.raises(OutplyError, match="could not be played: it died, 3 times in a row"):
        learned(tmp_path / "dead", 20)


class DyingWorker(fit_trainer.InProcess):
    """Every other game is lost, or every one."""

    lives = 2

    def submit(self, function, *arguments):
        future = super().submit(function, *arguments)
        type(self).lives = self.lives and 3 - self.lives
        if self.lives == 2:
            return future
        failed = type(future)()
        failed.set_exception(fit_trainer.WorkerDied("it died"))
        return failed


@only_full
def test_a_run_that_is_killed_loses_the_game_in_progress_only(tmp_path):
    code = (
        "import sys, pathlib, outply; from outply.learn import Learning, LearningRun, fit_trainer\n"
        f"fit_trainer.FIRST_GAMES = {FIRST_GAMES}\n"
        "folder = pathlib.Path(sys.argv[1])\n"
        "learning = Learning(outply.load('tic-tac-toe'), folder, games=10**6, method='fit',\n"
        "                    nodes=30, jobs=0)\n"
        "LearningRun(learning, is_resumed=(folder / 'run.json').exists()).run()\n"
    )
    folder, games = tmp_path / "killed", 0
    for _ in range(5):
        process = subprocess.Popen([sys.executable, "-c", code, str(folder)])
        while process.poll() is None and games_in(folder) <= games + 70:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert games_in(folder) > games
        games = games_in(folder)
    total = games + 10
    assert tensors(learned(folder, total)) == tensors(learned(tmp_path / "whole", total))


def games_in(folder):
    file = folder / "games.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0


# -- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "settings", "reason"),
    [
        ("pig", {}, r"pig has chance, and fit labels by the engine; use --method td\."),
        ("nim", {"kind": "parameters"}, r"by a method of their own; leave --method out\."),
        ("nim", {"method": "td"}, r"--nodes is for --method fit; give that, too\."),
        ("nim", {"nodes": 0}, r"The nodes are 0; give 1 or more\."),
        ("nim", {"method": "best"}, r"The method is 'best'; give auto, td, fit\."),
        ("nim", {"endings": "none.table"}, r"none\.table"),
    ],
)
def test_refusals_leave_no_folder(tmp_path, name, settings, reason):
    with pytest.raises(OutplyError, match=reason):
        learned(tmp_path / "run", 5, outply.load(name), **settings)
    assert not (tmp_path / "run").exists()


def test_too_few_games_are_refused(tmp_path):
    with pytest.raises(OutplyError, match=r"too few labelled positions in 1 games .* --games"):
        learned(tmp_path, 1)


def test_damaged_games_are_refused(tmp_path):
    learned(tmp_path, 5)
    file = tmp_path / "games.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    for damaged in ("{}\n", "text\n", lines[1].replace('"opening": ', '"opening": 1')):
        file.write_text(lines[0] + damaged)
        with pytest.raises(
            OutplyError, match=r"Line 2 of the games .* is damaged; begin a new run"
        ):
            learned(tmp_path, 6)


def test_other_rules_are_refused(tmp_path, monkeypatch):
    learned(tmp_path, 5)
    moves = type(TIC_TAC_TOE).moves
    monkeypatch.setattr(
        type(TIC_TAC_TOE), "moves", lambda self, state: list(moves(self, state))[::-1]
    )
    with pytest.raises(OutplyError, match=r"The rules of tic-tac-toe have changed since"):
        learned(tmp_path, 6)


@pytest.mark.parametrize("settings", [{"nodes": 31}, {"method": "td", "nodes": None}])
def test_a_run_keeps_its_method(tmp_path, settings):
    learned(tmp_path, 5)
    with pytest.raises(OutplyError, match=r"is (30|fit); leave --(nodes|method) out\."):
        learned(tmp_path, 6, **settings)
    learned(tmp_path, 6, method="auto", nodes=None)
    assert games_in(tmp_path) == 6
