"""All that is refused in a game is listed at once."""

from __future__ import annotations

from pathlib import Path

import pytest

import outply
from outply.check import check
from outply.compiler import NotCompilable
from tests.compiler import many_refusals

LINES = Path(many_refusals.__file__).read_text(encoding="utf8").splitlines()
MARKED = {number for number, line in enumerate(LINES, 1) if line.endswith("# refused")}


@pytest.mark.parametrize("name", ["engine", "alphabeta", "mcts:simulations=10"])
def test_a_search_lists_all_of_them(name):
    game = many_refusals.Many()
    with pytest.raises(NotCompilable) as caught:
        outply.named(name).search(game, game.initial(), outply.Limit(depth=1), compiled=True)
    assert {refusal.line for refusal in caught.value.refusals} == MARKED


def test_check_lists_all_of_them():
    report = check(many_refusals.Many(), plays=2, seconds=2)
    assert {refusal.line for refusal in report.refusals} == MARKED
