"""OpenSpiel's expectiminimax on its backgammon, after an opening 31: depth and runs."""

import json
import sys
import time

import pyspiel
from open_spiel.python.algorithms import minimax

depth, runs = int(sys.argv[1]), int(sys.argv[2])
leaves = 0


def value(state) -> float:
    global leaves
    leaves += 1
    return 0.0


def opened():
    """The state after the opening roll 31."""
    state = pyspiel.load_game("backgammon").new_initial_state()
    for outcome, _ in state.chance_outcomes():
        if "(roll: 31)" in state.action_to_string(outcome):
            return state.child(outcome)
    raise SystemExit("no roll 31 among the opening rolls")


seconds = []
for _ in range(runs):
    leaves, state = 0, opened()
    began = time.perf_counter()
    minimax.expectiminimax(state, depth, value, state.current_player())
    seconds.append(time.perf_counter() - began)
print(json.dumps({"leaves": leaves, "seconds": min(seconds)}))
