"""Solves small games: every state with its value, in memory or in a file."""

from __future__ import annotations

from outply.solve.table_file import Ending, Endings, save
from outply.solve.tabulate import SolvedValue, Tabulation, tabulate

__all__ = ["Ending", "Endings", "SolvedValue", "Tabulation", "save", "tabulate"]
