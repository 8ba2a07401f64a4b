"""The engine: the tuned search for two-player games.

engine       its parameters: Engine
run          iterative deepening, aspiration windows, proofs within a limit
runner       calls the search from the root, in one thread or several
proof        the search from the root, which is compiled; it proves by null windows
pvs          principal variation search: an inner node
leaves       nodes at the horizon and near the end of the game; quiescence
ordering     which moves to try, and in which order
values       windows, distances to a win or loss, contempt
memory       what the nodes of a search share; move_stack and history are parts of it
endings      answers from the table of a solved game
"""

from outply.search.engine.engine import Engine
from outply.search.engine.run import EngineRun, Solution

__all__ = ["Engine", "EngineRun", "Solution"]
