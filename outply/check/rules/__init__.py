"""What sound rules keep. A new rule is a new function in one of these modules."""

from outply.check.rules import basics, knowledge, presentation, values
from outply.check.rules.registry import GAME_RULES, PLAY_RULES, RULES, Rule

__all__ = [
    "GAME_RULES",
    "PLAY_RULES",
    "RULES",
    "Rule",
    "basics",
    "knowledge",
    "presentation",
    "values",
]
