"""Solves small games: every state with its value, in memory or in a file."""

from __future__ import annotations

from outply.solve.solved_table_file import Endings, TableLookup, save
from outply.solve.tabulate import SolvedValue, Tabulation, tabulate

__all__ = ["Endings", "SolvedValue", "TableLookup", "Tabulation", "save", "tabulate"]
