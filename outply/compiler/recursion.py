"""Which functions test whether the stack is nearly full.

Every cycle of calls must have a test in it. A function in two parts (see `split.py`) has it in its
rest, which few calls reach; its beginning has one only where a cycle leads through beginnings
alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outply.compiler.module import Instance

__all__ = ["functions_with_test"]


def functions_with_test(instances: Iterable[Instance]) -> list[Instance]:
    """The functions that test the stack when they begin, in the order in which they are given."""
    everything = dict.fromkeys(instances)
    found = {instance for instance in _in_cycles(set(everything)) if instance.rest is None}
    found |= _in_cycles(set(everything) - found)
    return [instance for instance in everything if instance in found]


def _in_cycles(instances: set[Instance]) -> set[Instance]:
    """The functions that can lead back to themselves by calls among these functions."""
    return {instance for instance in instances if instance in _called_by(instance, instances)}


def _called_by(start: Instance, among: set[Instance]) -> set[Instance]:
    """All that a function calls, and what that calls, and so on."""
    found: set[Instance] = set()
    left = [start]
    while left:
        for callee, _ in left.pop().calls:
            if callee in among and callee not in found:
                found.add(callee)
                left.append(callee)
    return found
