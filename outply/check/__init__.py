"""Whether the rules of a game are sound, and whether both speeds agree on them.

`check` reports; `assert_sound` raises, for an author's own tests; `check_path` takes the
name or file of a game and also reports one that cannot be loaded.
"""

from outply.check.checker import assert_sound, check, check_path
from outply.check.report import Finding, Report, Unsound

__all__ = ["Finding", "Report", "Unsound", "assert_sound", "check", "check_path"]
