"""What sound rules keep. A new rule is a new function in one of these modules."""

from outply.check.rules import (
    basics,
    bounds,
    declarations,
    hidden,
    hints,
    hints_against_plain_search,
    knowledge,
    presentation,
    selective_hints,
    values,
    worlds_of_all_histories,
)
from outply.check.rules.registry import END_RULES, GAME_RULES, PLAY_RULES, RULES, Rule

__all__ = [
    "END_RULES",
    "GAME_RULES",
    "PLAY_RULES",
    "RULES",
    "Rule",
    "basics",
    "bounds",
    "declarations",
    "hidden",
    "hints",
    "hints_against_plain_search",
    "knowledge",
    "presentation",
    "selective_hints",
    "values",
    "worlds_of_all_histories",
]
