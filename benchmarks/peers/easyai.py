"""easyAI's Negamax on its own Connect Four; prints nodes and seconds."""

import importlib
import sys

from easyAI import AI_Player, Negamax
from easyAI.games.ConnectFour import ConnectFour
from measured import measure

depth = int(sys.argv[1])


class Indifferent(ConnectFour):
    def scoring(self):
        return -100 if self.lose() else 0

    def possible_moves(self):
        return [column for column in range(7) if self.board[-1][column] == 0]


def search() -> None:
    Negamax(depth)(Indifferent([AI_Player(None), AI_Player(None)]))


measure(search, importlib.import_module("easyAI.AI.Negamax"), "negamax")
