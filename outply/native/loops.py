"""`any(… for …)` and its kin, written out as functions with a loop."""

from __future__ import annotations

from typing import Any

__all__ = ["LOOPS"]

LOOPS: dict[Any, str] = {
    any: """
def {name}({captured}):
    for {target} in {source}:
        if {condition} and ({item}):
            return True
    return False
""",
    all: """
def {name}({captured}):
    for {target} in {source}:
        if {condition} and not ({item}):
            return False
    return True
""",
    sum: """
def {name}({captured}):
    total = 0
    for {target} in {source}:
        if {condition}:
            total = total + ({item})
    return total
""",
    tuple: """
def {name}({captured}):
    for {target} in {source}:
        yield {item}
""",
}
