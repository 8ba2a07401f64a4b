"""A paper's experiments, run again: its tables and figures, and a report of them.

T.-P. Hong, K.-Y. Huang and W.-Y. Lin, "Adversarial Search by Evolutionary Computation",
Evolutionary Computation 9 (2001).
"""

from outply.experiments.genetic_minimax_paper.sizes import FULL, QUICK, TINY, Sizes
from outply.experiments.genetic_minimax_paper.study import EXPERIMENTS, Study, run_study

__all__ = ["EXPERIMENTS", "FULL", "QUICK", "TINY", "Sizes", "Study", "run_study"]
