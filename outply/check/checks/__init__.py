"""What is true of sound rules. A new check is a new function in one of these modules."""

from outply.check.checks import (
    basics,
    bounds,
    declarations,
    hidden,
    hints,
    hints_against_plain_search,
    knowledge,
    payoffs,
    presentation,
    selective_hints,
    worlds_of_all_histories,
)
from outply.check.checks.registry import (
    END_CHECKS,
    GAME_CHECKS,
    PLAY_CHECKS,
    POSITION_CHECKS,
    Check,
)

__all__ = [
    "END_CHECKS",
    "GAME_CHECKS",
    "PLAY_CHECKS",
    "POSITION_CHECKS",
    "Check",
    "basics",
    "bounds",
    "declarations",
    "hidden",
    "hints",
    "hints_against_plain_search",
    "knowledge",
    "payoffs",
    "presentation",
    "selective_hints",
    "worlds_of_all_histories",
]
