"""Every kernel of every search on every game, in two processes, the second of which loads it.

Machine code that is read back from disk can crash the process that runs it. Other tests
catch an exception; only these catch a crash. Kernels are kept where all tests keep
them, so that each is compiled once: by the first process here, or by a test before it, which
is yet another process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.positions import brief, typical_pairs

RUN = """
import json, sys
import outply
from outply.check import check
from outply.search.perft import perft
is_first, game = sys.argv[1] == "first", outply.load(sys.argv[2])
deep, flat = int(sys.argv[3]), int(sys.argv[4])
state = game.initial()
if game.to_move(state) == outply.CHANCE:
    state = game.result(state, next(game.outcomes(state))[0])
answers = {}
for name in sys.argv[5:]:
    found = outply.named(name).search(game, state, outply.Limit(depth=deep), compiled=True)
    answers[name] = [found.move, found.value, found.line, found.nodes, found.proved]
    stopped = outply.named(name).search(
        game, state, outply.Limit(nodes=5), compiled=True)
    answers[name].append(stopped.nodes)
    quick = outply.named(name).search(game, state, outply.Limit(depth=flat), compiled=True)
    answers[name] += [quick.value, quick.nodes, quick.line]
    if is_first:
        plain = outply.named(name).search(game, state, outply.Limit(depth=flat), compiled=False)
        assert (plain.value, plain.nodes, plain.line) == (quick.value, quick.nodes, quick.line)
answers["perft"] = perft(game, state, flat, compiled=True)
if is_first:
    assert answers["perft"] == perft(game, state, flat, compiled=False)
assert check(game, plays=3 if is_first else 1).ok
print(json.dumps(answers))
"""

EVERYTHING = """
from outply.compiler import kernel
from tests.compiler import features
from tests.compiler.test_features import functions_of

game = features.Toy()
for function in functions_of(features):
    assert kernel(function, game)(game.initial()) == function(game, game.initial()), function
print(len(functions_of(features)))
"""

STRATEGIES = """
import json
import outply
answers = []
for name in ("kuhn-poker", "leduc-poker"):
    game = outply.load(name)
    state = game.parse("K Q | check" if name == "kuhn-poker" else "Ks Qs | check")
    for search in (outply.CFR(iterations=20), outply.MCCFR(iterations=200)):
        slow, fast = (search.search(game, state, compiled=c) for c in (False, True))
        assert (slow.move, slow.value, slow.nodes) == (fast.move, fast.value, fast.nodes)
        answers.append([fast.move, fast.value, fast.nodes])
print(json.dumps(answers))
"""

PAIRS = [(game, name) for game, name in typical_pairs() if "cfr" not in name]
DEPTHS = {"backgammon": (2, 1)}  # compiled, and both


def twice(*command: str, cache: str = os.environ["OUTPLY_CACHE"]) -> str:
    """What a process prints, and another one after it, alike.

    The first compares with interpreted searches; the second runs what the first compiled.
    """
    environment = {**os.environ, "OUTPLY_CACHE": cache, "PYTHONPATH": os.getcwd()}
    printed = []
    code, *arguments = command
    for turn in ("first", "second"):
        done = subprocess.run(
            [sys.executable, "-c", code, turn, *arguments],
            env=environment,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        printed.append(done.stdout)
    assert printed[0] == printed[1]
    return printed[0]


@pytest.mark.parametrize("game", dict.fromkeys(game for game, _ in PAIRS))
def test_every_search_on_every_game(game):
    searches = [brief(name) for each, name in PAIRS if each == game]
    answers = json.loads(twice(RUN, game, *map(str, DEPTHS.get(game, (3, 2))), *searches))
    assert len(answers) == len(searches) + 1


def test_strategies():
    assert len(json.loads(twice(STRATEGIES))) == 4


def test_everything_that_authors_write(tmp_path):
    assert int(twice(EVERYTHING, cache=str(tmp_path))) > 40
