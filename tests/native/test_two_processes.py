"""Every kernel of every search on every game, cold and then warm, in two processes.

Recursive code that Numba cached has crashed the second process before; an exception would
be caught by the other tests, a crash only by these.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from outply import games, search

RUN = """
import json, sys
import outply
game = outply.load(sys.argv[1])
answers = {}
for name in sys.argv[2:]:
    found = outply.named(name).search(game, game.initial(), outply.Limit(depth=3), compiled=True)
    answers[name] = [found.move, found.value, found.line, found.nodes, found.proved]
    stopped = outply.named(name).search(
        game, game.initial(), outply.Limit(nodes=5), compiled=True)
    answers[name].append(stopped.nodes)
print(json.dumps(answers))
"""

SEARCHES = [name for name in search.names() if name != "random"]


@pytest.mark.parametrize("game", games.names())
def test_cold_and_warm(game, tmp_path):
    command = [sys.executable, "-c", RUN, game, *SEARCHES]
    environment = {**os.environ, "OUTPLY_CACHE": str(tmp_path)}
    answers = []
    for _ in range(2):
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr
        answers.append(json.loads(done.stdout))
    assert answers[0] == answers[1]
    assert len(answers[0]) == len(SEARCHES)
