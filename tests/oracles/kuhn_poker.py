"""Kuhn poker, written out: the game has nine histories."""

from __future__ import annotations

MOVES = {
    "": ["check", "bet"],
    "check": ["check", "bet"],
    "bet": ["fold", "call"],
    "check bet": ["fold", "call"],
}

SHOWDOWNS = {"check check": 1, "bet call": 2, "check bet call": 2}
FOLDS = {"bet fold": 1, "check bet fold": -1}  # what the first player gets


def payoff(cards: str, history: str) -> int:
    """What the first player wins; cards as in `KQ`."""
    if history in FOLDS:
        return FOLDS[history]
    first_wins = cards in ("KQ", "KJ", "QJ")
    return SHOWDOWNS[history] if first_wins else -SHOWDOWNS[history]
