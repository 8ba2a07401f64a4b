"""Genetic minimax, and the search by random paths, over one reservation tree.

genetic           the searches and their parameters: Genetic, LasVegas
run               one run under a limit: its depths, its islands, its answer
island            a reservation tree with its population
evolution         the paper's steps, which are compiled
genes             which legal move a gene stands for
leaf_values       the values of leaves
population        the individuals, their fitness, and random numbers
reservation_tree  the tree that reserves the values of all paths
pruning           which nodes stay when the tree is full
tree_replay       the tree for a recorder
"""

from outply.search.genetic.genetic import Genetic, LasVegas, ReservationSearch

__all__ = ["Genetic", "LasVegas", "ReservationSearch"]
