"""easyAI's Negamax on one of its own games: `easyai.py othello seconds 1`."""

import importlib
import sys

from easyAI import AI_Player, Negamax
from easyAI.games.ConnectFour import ConnectFour
from easyAI.games.Reversi import Reversi
from measured import measure


class QuickerConnectFour(ConnectFour):
    """A column is free if its top cell is: the shipped rules look at all six."""

    def possible_moves(self):
        return [column for column in range(7) if self.board[-1][column] == 0]


games = {"connect_four": QuickerConnectFour, "othello": Reversi}


def search(depth: int) -> None:
    Negamax(depth)(games[sys.argv[1]]([AI_Player(None), AI_Player(None)]))


measure(search, importlib.import_module("easyAI.AI.Negamax"), "negamax")
