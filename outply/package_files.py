"""Which files belong to Outply; all others are an author's, or a library's."""

from __future__ import annotations

from pathlib import Path

__all__ = ["PACKAGE", "is_of_outply", "is_of_rules"]

PACKAGE = Path(__file__).resolve().parent


def is_of_outply(file: str) -> bool:
    """Whether a file is part of this package."""
    return Path(file).resolve().is_relative_to(PACKAGE)


def is_of_rules(file: str) -> bool:
    """Whether a file may hold the rules of a game: an included game's, or any outside Outply."""
    return not is_of_outply(file) or Path(file).resolve().is_relative_to(PACKAGE / "games")
