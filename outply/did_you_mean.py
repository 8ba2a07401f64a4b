"""What was meant by a mistyped name: of a game, a search, a parameter, a command, an option."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["closest", "did_you_mean"]


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is most like this one, if any is."""
    return next(iter(difflib.get_close_matches(word, list(known), n=1)), None)


def did_you_mean(word: str, known: Iterable[str], otherwise: str) -> str:
    """End a sentence with the known word that was meant, or with something else if none is."""
    meant = closest(word, known)
    return f"did you mean {meant}?" if meant else otherwise
