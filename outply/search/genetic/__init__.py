"""Genetic minimax, and the search by random paths, over one reservation tree.

genetic       what is asked of them: Genetic, LasVegas
evolution     the paper's steps: what is compiled
population    the individuals, their fitness, and chance
reservation   the tree that their values are reserved in
pruning       how the tree is kept within its memory
"""

from outply.search.genetic.genetic import Genetic, LasVegas

__all__ = ["Genetic", "LasVegas"]
