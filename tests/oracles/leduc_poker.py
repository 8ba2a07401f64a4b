"""Leduc poker by its betting rounds, each written out."""

from __future__ import annotations

from collections.abc import Sequence

MOVES = {
    "": ["check", "raise"],
    "check": ["check", "raise"],
    "raise": ["fold", "call", "raise"],
    "check raise": ["fold", "call", "raise"],
    "raise raise": ["fold", "call"],
    "check raise raise": ["fold", "call"],
}

RAISES = {  # that both have paid when the round is over
    "check check": 0,
    "raise call": 1,
    "check raise call": 1,
    "raise raise call": 2,
    "check raise raise call": 2,
}

FOLDS = {  # who folds, and the raises that they had paid in this round
    "raise fold": (1, 0),
    "check raise fold": (0, 0),
    "raise raise fold": (0, 1),
    "check raise raise fold": (1, 1),
}

DECK = ["Js", "Jh", "Qs", "Qh", "Ks", "Kh"]


def choices(words: Sequence[str]) -> list[str]:
    """What can come after a history: cards or moves; nothing once it is over."""
    if len(words) < 2:
        return [card for card in DECK if card not in words]
    first, public, second = rounds(words)
    if first in MOVES:
        return MOVES[first]
    if first in FOLDS:
        return []
    if not public:
        return [card for card in DECK if card not in words]
    return MOVES.get(second, [])


def payoff(words: Sequence[str]) -> int:
    """What the first player wins at the end of a history."""
    first, public, second = rounds(words)
    if first in FOLDS:
        loser, raises = FOLDS[first]
        return lost(loser, 1 + 2 * raises)
    stake = 1 + 2 * RAISES[first]
    if second in FOLDS:
        loser, raises = FOLDS[second]
        return lost(loser, stake + 4 * raises)
    stake += 4 * RAISES[second]
    mine, theirs = (order(card[0], public[0]) for card in words[:2])
    return stake * ((mine > theirs) - (mine < theirs))


def lost(loser: int, chips: int) -> int:
    return chips if loser == 1 else -chips


def order(rank: str, public: str) -> tuple[bool, int]:
    return rank == public, "JQK".index(rank)


def rounds(words: Sequence[str]) -> tuple[str, str, str]:
    """The first round, the public card and the second round."""
    said = list(words[2:])
    for place, word in enumerate(said):
        if word in DECK:
            return " ".join(said[:place]), word, " ".join(said[place + 1 :])
    return " ".join(said), "", ""
