"""The check that learned evaluations are the same, updated incrementally and as a whole."""

from __future__ import annotations

import pytest

import outply
from outply.check import check
from outply.check.incremental_evaluation import AGREEMENT, PLAYS, incremental_difference
from outply.evaluate.network_evaluation import NetworkEvaluation
from outply.evaluate.table_evaluation import LastState
from tests.tiers import only_full, slow

pytestmark = slow
SMALL = {"columns": 4, "rows": 4}


def broken_change(self, cell: int, difference: int) -> None:
    """Moves the first entry of a cell alone."""
    at = self.begins[cell]
    number = self.members[at]
    self.entries[number] = self.entries[number] + difference * self.powers[at]


def broken_network_change(self, first: int, before: int, after: int) -> None:
    """Changes nothing."""


@only_full
@pytest.mark.parametrize(
    "game", [outply.load("connect-four", **SMALL), outply.load("ein-stein")], ids=lambda g: g.name
)
def test_a_game_with_cells_is_told_so(game):
    report = check(game, plays=3, seconds=2)
    assert AGREEMENT in report.passed and not report.findings


def test_a_game_without_cells_is_not():
    assert AGREEMENT not in check(outply.load("tic-tac-toe"), plays=3, seconds=2).passed


def test_interpreted_checks_leave_it_out():
    game = outply.load("connect-four", **SMALL)
    assert AGREEMENT not in check(game, plays=3, seconds=2, compiled=False).passed


@pytest.mark.parametrize(
    ("owner", "name", "broken", "kind"),
    [
        (LastState, "change", broken_change, "tables"),
        (NetworkEvaluation, "change", broken_network_change, "network"),
    ],
    ids=["tables", "network"],
)
def test_a_wrong_update_is_found(monkeypatch, owner, name, broken, kind):
    monkeypatch.setattr(owner, name, broken)
    found = incremental_difference(outply.load("connect-four", columns=5, rows=5))
    assert found is not None
    assert f"the values of learned {kind} depend on the state before" in str(found)


def test_plays_are_different():
    """Each takes luck of its own, so that many moves are made."""
    lucks = [(play + 0.6180339887) / PLAYS for play in range(PLAYS)]
    for _ in range(50):
        lucks.extend(luck * 9301.0 % 1.0 for luck in lucks[-PLAYS:])
    assert len({round(luck, 4) for luck in lucks}) > 190
