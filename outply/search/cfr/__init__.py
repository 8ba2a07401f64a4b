"""Counterfactual regret minimization: strategies for games with hidden information.

cfr                   the searches: CFR, MCCFR
run                   one run under a limit: explore, iterate, answer
exploration           the whole game: its histories and information sets
regret_tables         the game in sequence form, with regrets and average strategies
cfr_iterations        iterations of CFR+ and MCCFR, which are compiled
exploitability        the values of best responses to a strategy
strategy              the result: how likely each move is at each information set
"""

from outply.search.cfr.cfr import CFR, MCCFR
from outply.search.cfr.strategy import Strategy

__all__ = ["CFR", "MCCFR", "Strategy"]
