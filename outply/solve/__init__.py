"""Small games solved outright: every state with its value, in memory or in a file."""

from __future__ import annotations

from outply.solve.endings import Ending, Endings
from outply.solve.tablefile import save
from outply.solve.tabulate import Known, Tabulation, tabulate

__all__ = ["Ending", "Endings", "Known", "Tabulation", "save", "tabulate"]
