"""The list of constructs, and how a function is added to it."""

from __future__ import annotations

CONSTRUCTS = []


def construct(*calls):
    """Register a function with the arguments of some calls."""

    def register(function):
        CONSTRUCTS.append((function, list(calls)))
        return function

    return register
