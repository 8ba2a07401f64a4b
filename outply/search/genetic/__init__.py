"""Genetic minimax, and the search by random paths, over one reservation tree.

genetic       what is asked of them: Genetic, LasVegas
reserved      the budget around both, at either speed
evolution     the paper's steps: what is compiled
population    the individuals, their fitness, and chance
reservation   the tree that their values are reserved in, kept within its memory
replay        that tree told to a recorder
"""

from outply.search.genetic.genetic import Genetic, LasVegas

__all__ = ["Genetic", "LasVegas"]
