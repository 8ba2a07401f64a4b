"""Searches whose trees are inspected."""

from __future__ import annotations

from typing import Any

import pytest

from outply import MCTS, Game, Result
from outply.search.base import Request
from outply.search.mcts.run import MctsRun
from outply.search.mcts.search_tree import SearchTree

__all__ = ["MODES", "POLICIES", "result_and_tree"]

MODES = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
POLICIES = ("ucb1", "tuned", "rave", "grave", "puct")


def result_and_tree(
    search: MCTS, game: Game[Any], state: Any, compiled: bool = False
) -> tuple[Result, SearchTree]:
    """The result of a search, and its only tree."""
    run = MctsRun(search, game, state, Request(compiled=compiled))
    result = run.result()
    (tree,) = run.trees
    return result, tree
