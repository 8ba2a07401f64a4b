"""Counterfactual regret minimisation: strategies for games in which something is hidden.

cfr           what is asked of it: CFR, MCCFR
learning      one game under a limit: explored, learned, summed up
exploration   the whole of a game: its histories and information sets
sequences     the sequence form, with regrets and averages; what CFR+ goes through
histories     the tree of all histories; what sampling walks through
rounds        what is compiled: rounds of learning, and replies
strategy      what comes of it
"""

from outply.search.cfr.cfr import CFR, MCCFR
from outply.search.cfr.strategy import Strategy

__all__ = ["CFR", "MCCFR", "Strategy"]
