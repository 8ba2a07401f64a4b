"""OpenSpiel's CFR+ on one of its games: `openspiel_cfr.py leduc_poker python 10`.

Prints the seconds of so many iterations, and how exploitable the average policy is then. The
solver is in Python, or in C++ with `cpp`.
"""

import json
import sys
import time

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

name, language, iterations = sys.argv[1], sys.argv[2], int(sys.argv[3])
game = pyspiel.load_game(name)
solver = cfr.CFRPlusSolver(game) if language == "python" else pyspiel.CFRPlusSolver(game)
began = time.perf_counter()
for _ in range(iterations):
    solver.evaluate_and_update_policy()
seconds = time.perf_counter() - began
average = solver.average_policy()
if language == "python":
    exploited = exploitability.exploitability(game, average)
else:
    exploited = pyspiel.exploitability(game, average)
print(json.dumps({"seconds": seconds, "exploitability": exploited}))
