"""Whether the rules of a game are sound, and whether both speeds agree on them.

report = outply.check.check(outply.load("my_game.py"))
outply.check.assert_sound(MyGame())        # in an author's own tests
"""

from outply.check.checker import assert_sound, check, check_path
from outply.check.report import Finding, Report, Unsound

__all__ = ["Finding", "Report", "Unsound", "assert_sound", "check", "check_path"]
