"""Solves small games: every state with its value, in memory or in a file."""

from __future__ import annotations

from outply.solve.table_file import Ending, Endings, save
from outply.solve.tabulate import Known, Tabulation, tabulate

__all__ = ["Ending", "Endings", "Known", "Tabulation", "save", "tabulate"]
