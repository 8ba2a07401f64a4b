"""Genetic minimax, and the search by random paths, over one reservation tree.

genetic       what is asked of them: Genetic, LasVegas
reserved      what both have in common, and their kernel
attempt       one search under a limit: its depths, its islands, its result
island        a tree with its population, at either speed; reuse keeps it for the next move
evolution     the paper's steps: what is compiled; choice of moves, leaf the worth of paths
population    the individuals, their fitness, and chance
reservation   the tree that their values are reserved in, kept within its memory
replay        that tree told to a recorder
"""

from outply.search.genetic.genetic import Genetic, LasVegas

__all__ = ["Genetic", "LasVegas"]
