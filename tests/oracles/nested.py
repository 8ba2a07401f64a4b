"""Minimax on a tree of nested lists (or dicts) of numbers."""

from __future__ import annotations

from typing import Any


def value(tree: Any, maximize: bool = True) -> float:
    if isinstance(tree, int | float):
        return tree
    subtrees = tree.values() if isinstance(tree, dict) else tree
    values = [value(subtree, not maximize) for subtree in subtrees]
    return max(values) if maximize else min(values)


def leaves(tree: Any) -> list[float]:
    """From left to right."""
    if isinstance(tree, int | float):
        return [tree]
    subtrees = tree.values() if isinstance(tree, dict) else tree
    return [leaf for subtree in subtrees for leaf in leaves(subtree)]
