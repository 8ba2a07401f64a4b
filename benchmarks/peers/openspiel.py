"""OpenSpiel's Python alpha-beta on one of its C++ games: `openspiel.py connect_four depth 10`."""

import sys

import pyspiel
from measured import measure
from open_spiel.python.algorithms import minimax

game = pyspiel.load_game(sys.argv[1])


def search(depth: int) -> None:
    minimax.alpha_beta_search(
        game, value_function=lambda state: 0, maximum_depth=depth, maximizing_player_id=0
    )


measure(search, minimax, "_alpha_beta")
