"""Whether the rules of a game are sound, and whether they agree interpreted and compiled.

`check` reports; `assert_sound` raises, for an author's own tests; `check_path` takes the
name or file of a game and also reports one that cannot be loaded.
"""

from outply.check.check_report import Finding, Report, Unsound
from outply.check.checker import assert_sound, check, check_path

__all__ = ["Finding", "Report", "Unsound", "assert_sound", "check", "check_path"]
