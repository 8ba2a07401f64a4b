"""What learning is worth: a table of Connect Four beats the engine that has no evaluation."""

from __future__ import annotations

import pytest

import outply
from outply.evaluate import write_evaluation
from outply.learn.strength import measure_strength
from outply.learn.table_trainer import TableTrainer
from outply.search import Limit
from tests.tiers import only_full, slow


@only_full
@slow
@pytest.mark.fully_optimised
def test_a_table_beats_the_engine_without_an_evaluation(tmp_path):
    """After 40,000 games, at the same depth: no result depends on how busy the machine is."""
    game = outply.load("connect-four")
    trainer = TableTrainer(game, 0)
    trainer.play(40_000)
    weights = tmp_path / "weights.safetensors"
    write_evaluation(weights, game, trainer.evaluation(), {})
    found = measure_strength(
        game, weights, tmp_path / "match.sqlite", games=60, limit=Limit(depth=6), jobs=0
    )
    assert found.wins + found.draws + found.losses == 60
    assert found.wins > 4 * found.losses
    assert found.elo > found.error
