"""All experiments, tiny."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace

import pytest

from outply.experiments.genetic_minimax_paper import (
    EXPERIMENTS,
    FULL,
    QUICK,
    TINY,
    compared_searches,
    real_games,
    run_study,
    tables_2_and_3,
)
from outply.experiments.genetic_minimax_paper import study as module
from outply.experiments.genetic_minimax_paper.compile_ahead import compiling_ahead
from outply.games import load
from tests.tiers import slow


def quiet(*_):
    pass


@slow
def test_every_experiment_gives_the_rows_that_it_promises(study):
    assert {name: len(rows) for name, rows in study.rows.items()} == {
        name: experiment.total(TINY) for name, experiment in EXPERIMENTS.items()
    }
    assert study.missing() == {}


@slow
def test_the_document(study):
    document = json.loads(json.dumps(study.document()))
    assert document["complete"] and not document["interrupted"]
    for table in ("table2", "table3"):
        for kind in ("independent", "correlated"):
            of = document[table][kind]
            assert len(of["rank"]) == len(of["bias"]) == 7
            assert of["bias"] == [rank - 1 for rank in of["rank"]]
            assert len(of["as_in_the_paper"]["rank"]) == 7
            assert of["rank"][0] == 1
    assert document["figure11"]["independent"].keys() >= {"minimax", "alphabeta", "genetic"}
    assert document["figure12"]["correlated"].keys() >= {*compared_searches.COMPARED, "straight"}
    assert document["figure12"]["others"][0]["levels"] == 2
    assert document["lasvegas"]["rows"][0]["formula"] == 0.5
    assert document["games"]["agreement"]["connect-four"]["positions"] == 2
    assert document["games"]["matches"][0]["games"] == 2


def test_the_paper_has_what_it_has():
    assert tables_2_and_3.PAPER == {
        "table2": (1, 1, 2, 1, 2, 1, 2),
        "table3": (1, 1, 1, 1, 1, 1, 2),
    }


@slow
def test_the_same_seed_gives_the_same_tables(study):
    def choices(rows):
        return [row[:-1] for row in rows]  # all but the seconds

    again = list(tables_2_and_3.rows(replace(TINY, trees=1), 3))
    assert choices(again) == choices(study.rows["tables"][: len(again)])
    other = list(tables_2_and_3.rows(replace(TINY, trees=1), 99))
    assert choices(other) != choices(again)


def test_enough_trees_and_complete_tables():
    assert FULL.trees >= 100
    for sizes in (FULL, QUICK):
        assert (sizes.branching, sizes.levels, sizes.generations) == (7, 7, (40, 200))
        assert set(sizes.games) == {"gomoku", "othello", "connect-four"}
        assert max(n for n, _ in sizes.timed) > 7


def test_what_is_stopped_keeps_its_rows(monkeypatch):
    def stopped(sizes, seed):
        yield "a row"
        raise KeyboardInterrupt

    broken = replace(EXPERIMENTS["figure11"], rows=stopped)
    monkeypatch.setitem(EXPERIMENTS, "figure11", broken)
    monkeypatch.setattr(module, "ON_TREES", ("table1", "figure11"))
    study = run_study(TINY, 0, quiet)
    assert study.interrupted
    assert (len(study.rows["table1"]), study.rows["figure11"]) == (8, ["a row"])
    assert study.missing()["figure11"] == (1, EXPERIMENTS["figure11"].total(TINY))
    assert not study.rows["matches"]


def test_an_experiment_that_takes_too_long_is_cut_short(monkeypatch):
    monkeypatch.setattr(module, "ON_TREES", ("lasvegas",))
    caps = replace(TINY.caps, lasvegas=0.0, games=0.0)
    study = run_study(replace(TINY, caps=caps, games=()), 0, quiet)
    assert len(study.rows["lasvegas"]) == 1
    assert study.document()["games"] is None


def test_other_games_are_begun_only_in_time(monkeypatch):
    monkeypatch.setattr(module, "ON_TREES", ())
    caps = replace(TINY.caps, agreement=0.0, matches=0.0, games=0.0)
    study = run_study(replace(TINY, caps=caps, games=("connect-four", "othello")), 0, quiet)
    assert {row.game for row in study.rows["agreement"]} == {"connect-four"}


@slow
def test_the_study_says_what_was_not_compiled(study):
    assert study.interpreted() == []  # it was not meant to be
    study.sizes = replace(TINY, compiled=None)
    assert study.interpreted() == ["figure11", "figure12", "agreement"]
    study.rows["figure11"] = [row._replace(compiled=True) for row in study.rows["figure11"]]
    assert study.document()["interpreted"] == ["figure12", "agreement"]


def test_progress_is_called(monkeypatch):
    told = []
    monkeypatch.setattr(module, "ON_TREES", ("table1", "lasvegas"))
    run_study(replace(TINY, games=()), 0, lambda *progress: told.append(progress))
    assert ("Table 1", 0, 8) in told and ("Table 1", 8, 8) in told
    assert {title for title, *_ in told} == {"Table 1", "Las Vegas"}


@pytest.mark.parametrize("name", real_games.STAGES)
def test_positions_are_fixed_and_leave_a_choice(name):
    game = load(name)
    for plies in real_games.STAGES[name].values():
        state = real_games.random_position(game, plies, 5)
        assert (
            state
            == real_games.random_position(game, plies, 5)
            != real_games.random_position(game, plies, 6)
        )
        assert len(list(game.moves(state))) > 1


@slow
def test_both_sides_play_each_opening(study):
    begins = [row.genetic_begins for row in study.rows["matches"]]
    assert begins == [True, False]
    assert all(row.result in (0.0, 0.5, 1.0) for row in study.rows["matches"])
    assert real_games.matches_document([], TINY) == []


def test_warming_ends_with_its_block(monkeypatch):
    begun = []

    class Noted(subprocess.Popen):
        def __init__(self, *given, **named):
            super().__init__(*given, **named)
            begun.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    with compiling_ahead(()) as wait:
        wait()
    (process,) = begun
    assert process.returncode is not None
