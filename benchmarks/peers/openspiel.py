"""OpenSpiel's Python alpha-beta on its C++ Connect Four; prints nodes and seconds."""

import json
import sys
import time
from statistics import median

import pyspiel
from open_spiel.python.algorithms import minimax

depth = int(sys.argv[1])
game = pyspiel.load_game("connect_four")


def search() -> None:
    minimax.alpha_beta_search(
        game, value_function=lambda state: 0, maximum_depth=depth, maximizing_player_id=0
    )


def timed() -> float:
    began = time.perf_counter()
    search()
    return time.perf_counter() - began


seconds = median(timed() for _ in range(3))

# Counted apart, so that counting costs the timed runs nothing.
nodes = 0
plain = minimax._alpha_beta


def counting(*arguments, **keywords):
    global nodes
    nodes += 1
    return plain(*arguments, **keywords)


minimax._alpha_beta = counting
search()
print(json.dumps({"nodes": nodes, "seconds": seconds}))
