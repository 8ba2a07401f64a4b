"""OpenSpiel's Python alpha-beta on its C++ Connect Four; prints nodes and seconds."""

import sys

import pyspiel
from measured import measure
from open_spiel.python.algorithms import minimax

depth = int(sys.argv[1])
game = pyspiel.load_game("connect_four")


def search() -> None:
    minimax.alpha_beta_search(
        game, value_function=lambda state: 0, maximum_depth=depth, maximizing_player_id=0
    )


measure(search, minimax, "_alpha_beta")
