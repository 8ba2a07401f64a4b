"""What sound rules keep. A new rule is a new function in one of these modules."""

from outply.check.rules import (
    basics,
    declarations,
    knowledge,
    pictures,
    symmetry,
    text,
    values,
)
from outply.check.rules.registry import (
    GAME_RULES,
    PLAY_RULES,
    RULES,
    GameRule,
    PlayRule,
    Rule,
    game_rule,
    play_rule,
    rule,
)

__all__ = [
    "GAME_RULES",
    "PLAY_RULES",
    "RULES",
    "GameRule",
    "PlayRule",
    "Rule",
    "basics",
    "declarations",
    "game_rule",
    "knowledge",
    "pictures",
    "play_rule",
    "rule",
    "symmetry",
    "text",
    "values",
]
