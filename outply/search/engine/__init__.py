"""The engine: the tuned search for two-player games.

engine      what is asked of it: Engine
thinking    iterative deepening, proofs and results, within a limit
runners     the core at either speed, helpers its threads, workplace its memory
core        what is compiled: values, leaves, ordering, pvs, proof
desk        lists of moves, and what is learned about moves
lookup      answers from the table of a solved game
"""

from outply.search.engine.engine import Engine
from outply.search.engine.thinking import Solution, Thinking

__all__ = ["Engine", "Solution", "Thinking"]
