"""The engine: the tuned search for two-player games.

engine                       its parameters: Engine
run                          iterative deepening and proofs within a limit
runner                       calls the search from the root, in one thread or several
root_search                  the exact search from the root; it proves by null windows
principal_variation_search   an inner node of the exact search
leaves                       nodes at the horizon and near the end of the game
move_ordering                which moves to try, and in which order; move_stack has them
killers_and_history          which moves caused cutoffs elsewhere, for both searches
selective_search             the selective search: inner nodes, which may leave out moves
pruning_and_reductions       its conditions, margins and late-move reductions
quiescence                   its leaves
windows_and_values           aspiration windows, distances to a win or loss, contempt
memory                       what the nodes share: the table and all of these
root, path                   what is asked of the search and what it found; the line to a node
solved_endings               answers from the table of a solved game
"""

from outply.search.engine.engine import Engine
from outply.search.engine.run import EngineRun, Solution

__all__ = ["Engine", "EngineRun", "Solution"]
