"""What compiled searches answer, as JSON: run in the tests' process, and in another one."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Sequence
from types import FunctionType, ModuleType

import outply
from outply.check import check, throughput
from outply.compiler import kernel
from outply.search.perft import perft
from tests.compiler import features
from tests.positions import LARGE
from tests.tiers import FULL, shorten_checks

DEPTHS = {"backgammon": (2, 1), "gomoku": (2, 1)}  # of a deep search, and of a flat one


def of_searches(name: str, searches: Sequence[str]) -> str:
    """Every answer that a search gives, and its node counts, under three limits."""
    game = outply.load(name)
    deep, flat = DEPTHS.get(name, (3, 2))
    state = game.initial()
    if game.to_move(state) == outply.CHANCE:
        state = game.result(state, next(game.outcomes(state))[0])
    limits = [outply.Limit(depth=deep), outply.Limit(nodes=5), outply.Limit(depth=flat)]
    answers = []
    for text in searches:
        for limit in limits:
            found = outply.named(text).search(game, state, limit, compiled=True)
            facts = found.move, found.value, found.line, found.nodes, found.proved
            answers.append([text, repr(limit), *facts])
    answers.append(["perft", perft(game, state, flat, compiled=True)])
    if FULL or name not in LARGE:  # to check a large game takes longer than to search it
        assert check(game, plays=1).ok
    return json.dumps(answers)


def of_strategies(compiled: bool = True) -> str:
    """What strategies for cards are worth, after a few iterations."""
    answers = []
    for name, position in (("kuhn-poker", "K Q | check"), ("leduc-poker", "Ks Qs | check")):
        game = outply.load(name)
        state = game.parse(position)
        for search in (outply.CFR(iterations=20), outply.MCCFR(iterations=200)):
            found = search.search(game, state, compiled=compiled)
            answers.append([found.move, found.value, found.nodes])
    return json.dumps(answers)


def of_features() -> str:
    """What everything that authors write gives."""
    game = features.Toy()
    functions = functions_of(features)
    return json.dumps([repr(kernel(function, game)(game.initial())) for function in functions])


def functions_of(module: ModuleType) -> list[FunctionType]:
    """The functions of a game and a state that are written in a module."""
    return [
        function
        for function in vars(module).values()
        if inspect.isfunction(function)
        and function.__module__ == module.__name__
        and list(inspect.signature(function).parameters) == ["game", "state"]
    ]


if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    shorten_checks()
    throughput.LONG_ENOUGH = 0.01  # what `check` measures is not asked for
    if what == "searches":
        print(of_searches(arguments[0], arguments[1:]))
    else:
        print({"strategies": of_strategies, "features": of_features}[what]())
    assert "outply.compiler.program" not in sys.modules, "something was compiled again"
