"""easyAI's Negamax on its own Connect Four; prints nodes and seconds."""

import importlib
import json
import sys
import time
from statistics import median

from easyAI import AI_Player, Negamax
from easyAI.games.ConnectFour import ConnectFour

module = importlib.import_module("easyAI.AI.Negamax")

depth = int(sys.argv[1])


class Indifferent(ConnectFour):
    def scoring(self):
        return -100 if self.lose() else 0

    def possible_moves(self):
        return [column for column in range(7) if self.board[-1][column] == 0]


def search() -> None:
    Negamax(depth)(Indifferent([AI_Player(None), AI_Player(None)]))


def timed() -> float:
    began = time.perf_counter()
    search()
    return time.perf_counter() - began


seconds = median(timed() for _ in range(3))

nodes = 0
plain = module.negamax


def counting(*arguments, **keywords):
    global nodes
    nodes += 1
    return plain(*arguments, **keywords)


module.negamax = counting
search()
print(json.dumps({"nodes": nodes, "seconds": seconds}))
