"""The documents of `games`, `searches` and `cache`."""

from __future__ import annotations

from typing import Any

import msgspec

from outply.cli.schemas.base import Document, Number

__all__ = [
    "CacheDocument",
    "GameEntry",
    "GamesDocument",
    "ParameterEntry",
    "SearchEntry",
    "SearchesDocument",
]


class GameEntry(msgspec.Struct, kw_only=True):
    """A game.

    name: Its name.
    summary: The first line of its description.
    parameters: Its parameters and their defaults.
    players: The number of players.
    chance: Whether it has chance.
    hidden: Whether it has hidden information.
    zero_sum: Whether one player's gain is the other's loss.
    least: The lowest utility.
    most: The highest utility.
    """

    name: str
    summary: str
    parameters: dict[str, Any]
    players: int
    chance: bool
    hidden: bool
    zero_sum: bool
    least: Number
    most: Number


class GamesDocument(Document, kw_only=True):
    """`outply games --json`.

    games: The games.
    """

    games: list[GameEntry]


class ParameterEntry(msgspec.Struct, kw_only=True):
    """A parameter of a search.

    name: Its name.
    type: Its type.
    default: Its default.
    """

    name: str
    type: str
    default: Any


class SearchEntry(msgspec.Struct, kw_only=True):
    """A search, and the games that it takes.

    name: Its name.
    summary: The first line of its description.
    two_players: Whether it takes games of two players, without chance and hidden information.
    more_players: The same for games of three players or more.
    chance: Whether it takes games with chance.
    hidden: Whether it takes games with hidden information.
    general_sum: Whether it takes games of two players that are not zero-sum.
    parameters: Its parameters.
    """

    name: str
    summary: str
    two_players: bool
    more_players: bool
    chance: bool
    hidden: bool
    general_sum: bool
    parameters: list[ParameterEntry]


class SearchesDocument(Document, kw_only=True):
    """`outply searches --json`.

    searches: The searches.
    """

    searches: list[SearchEntry]


class CacheDocument(Document, kw_only=True):
    """`outply cache show --json` and `outply cache clear --json`.

    folder: The folder of the compiled kernels.
    kernels: How many there are.
    bytes: Their size.
    removed_kernels: How many kernels `clear` removed.
    removed_bytes: Their size.
    """

    folder: str
    kernels: int
    bytes: int
    removed_kernels: int | None = None
    removed_bytes: int | None = None
