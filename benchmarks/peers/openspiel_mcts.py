"""OpenSpiel's MCTSBot, in C++, at the start of a game: `openspiel_mcts.py connect_four 20000`.

Prints the seconds of so many simulations with one random playout each. Where chance begins, it has
rolled first, as its first outcome says.
"""

import json
import sys
import time

import pyspiel

name, simulations = sys.argv[1], int(sys.argv[2])
game = pyspiel.load_game(name)
playouts = pyspiel.RandomRolloutEvaluator(1, 1)
bot = pyspiel.MCTSBot(game, playouts, 2.0, simulations, 1000, False, 1, False)
state = game.new_initial_state()
while state.is_chance_node():
    state.apply_action(state.chance_outcomes()[0][0])
began = time.perf_counter()
bot.mcts_search(state)
print(json.dumps({"seconds": time.perf_counter() - began}))
