"""Cached functions that call themselves more than once: without a cache they take forever."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outply.compiler.module import Instance
    from outply.compiler.source import Code

__all__ = ["recurring_more_than_once"]

CALL = re.compile(r"call fastcc .*?@([\w.]+)\(")
TARGET = re.compile(r"label %([\w.]+)")


def recurring_more_than_once(
    cached: Iterable[Code], texts: Mapping[str, tuple[Instance, str]]
) -> list[Code]:
    """Those of some functions of which one call may lead to several of the same function.

    `texts` has the LLVM code of each function by its symbol.
    """
    blocks = {symbol: _blocks(text) for symbol, (_, text) in texts.items()}
    calls = {
        symbol: {callee for called, _ in parts.values() for callee in called}
        for symbol, parts in blocks.items()
    }
    reached = {symbol: _reachable(symbol, calls) for symbol in calls}
    found = []
    for code in cached:
        own = [symbol for symbol, (instance, _) in texts.items() if instance.code is code]
        circles = ({s for s in reached[symbol] if symbol in reached[s]} for symbol in own)
        if any(_calls_twice(blocks[symbol], circle) for circle in circles for symbol in circle):
            found.append(code)
    return found


Blocks = dict[str, tuple[list[str], list[str]]]  # label -> symbols that are called, next labels


def _blocks(text: str) -> Blocks:
    found: Blocks = {}
    label = "start"
    for line in text.splitlines()[1:]:
        if line.endswith(":"):
            label = line[:-1]
        called, following = found.setdefault(label, ([], []))
        called += CALL.findall(line)
        if line.lstrip().startswith(("br ", "switch ")):
            following += TARGET.findall(line)
    return found


def _calls_twice(blocks: Blocks, circle: set[str]) -> bool:
    """Whether a function calls one of the circle and may do so again before it returns."""
    following = {label: set(labels) for label, (_, labels) in blocks.items()}
    calling = [label for label, (called, _) in blocks.items() if circle & set(called)]
    return any(
        len(circle & set(blocks[label][0])) > 1 or set(calling) & _reachable(label, following)
        for label in calling
    )


def _reachable(start: str, following: Mapping[str, set[str]]) -> set[str]:
    """What can be reached from a place by at least one step."""
    found: set[str] = set()
    left = [start]
    while left:
        for each in following.get(left.pop(), ()):
            if each not in found:
                found.add(each)
                left.append(each)
    return found
