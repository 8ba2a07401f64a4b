"""The options of the protocols: `option` declares them, `setoption` sets them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, NamedTuple

from outply.bridges.uci.book import Book
from outply.bridges.uci.info import MARGIN
from outply.bridges.uci.tablebase import Tablebase
from outply.game import Game, OutplyError
from outply.search.base import Search

__all__ = ["UciOptions", "UciSettings"]

MOST_MEGABYTES, MOST_THREADS, MOST_LINES = 1 << 16, 1 << 10, 500
MOST_OVERHEAD = 5000  # milliseconds
EMPTY = "<empty>"


@dataclass(frozen=True)
class UciSettings:
    """What a search is run with."""

    game: Game[Any]
    search: Search
    show_wdl: bool = False
    overhead: float = 0.01  # seconds that it takes to hand a move over
    own_book: bool = False
    book: Book | None = None
    tablebase: Tablebase | None = None

    @property
    def lines(self) -> int:
        return getattr(self.search, "lines", 1)


class UciOption(NamedTuple):
    name: str
    kind: str  # check, spin, string or button
    change: Callable[[UciSettings, Any], UciSettings]
    default: str = ""
    least: int = 0
    most: int = 0

    @property
    def text(self) -> str:
        """As `option` declares it."""
        default = f" default {self.default}" if self.kind != "button" else ""
        bounds = f" min {self.least} max {self.most}" if self.kind == "spin" else ""
        return f"option name {self.name} type {self.kind}{default}{bounds}"

    def parsed(self, text: str) -> Any:
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise OutplyError(f"{self.name} is {text!r}; give true or false.")
            return text.lower() == "true"
        if self.kind == "spin":
            try:
                number = int(text)
            except ValueError:
                number = self.least - 1
            if not self.least <= number <= self.most:
                raise OutplyError(f"{self.name} is {text!r}; give {self.least} to {self.most}.")
            return number
        return "" if text == EMPTY else text


class UciOptions:
    """The options that a game and a search have, and the settings that they make."""

    def __init__(self, settings: UciSettings, protocol: str) -> None:
        self.settings = settings
        options = [*_of_search(settings.search), UciOption("Ponder", "check", _nothing, "false")]
        milliseconds = str(round(1000 * settings.overhead))
        options.append(
            UciOption("Move Overhead", "spin", _overhead, milliseconds, 0, MOST_OVERHEAD)
        )
        if protocol == "uci":
            options += _of_chess(settings.game)
        self._options = {option.name.lower(): option for option in options}

    def declared(self) -> Iterator[str]:
        for option in self._options.values():
            yield option.text

    def set(self, words: Sequence[str]) -> None:
        """Set what the words after `setoption` say: `name … value …`."""
        if not words or words[0] != "name":
            raise OutplyError("Write setoption name NAME value VALUE.")
        place = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:place]), " ".join(words[place + 1 :])
        option = self._options.get(name.lower())
        if option is None:
            raise OutplyError(f"There is no option {name!r}.")
        self.settings = option.change(self.settings, option.parsed(value))


def _of_search(search: Search) -> Iterator[UciOption]:
    """The options that are parameters of the search."""
    known: set[str] = {field.name for field in fields(search)} if is_dataclass(search) else set()
    for name, parameter, most in (
        ("Hash", "megabytes", MOST_MEGABYTES),
        ("Threads", "threads", MOST_THREADS),
        ("MultiPV", "lines", MOST_LINES),
    ):
        if parameter in known:
            default = str(getattr(search, parameter))
            yield UciOption(name, "spin", _parameter(parameter), default, 1, most)
    if "megabytes" in known:
        yield UciOption("Clear Hash", "button", _nothing)
    if "contempt" in known:
        yield UciOption("Contempt", "spin", _contempt, "0", -MARGIN, MARGIN)


def _of_chess(game: Game[Any]) -> Iterator[UciOption]:
    if is_dataclass(game) and any(field.name == "chess960" for field in fields(game)):
        yield UciOption("UCI_Chess960", "check", _chess960, "false")
    yield UciOption("UCI_ShowWDL", "check", _field("show_wdl"), "false")
    yield UciOption("OwnBook", "check", _field("own_book"), "false")
    yield UciOption("BookFile", "string", _book, EMPTY)
    yield UciOption("SyzygyPath", "string", _tablebase, EMPTY)


# -- what options change --------------------------------------------------------------------


def _nothing(settings: UciSettings, value: Any) -> UciSettings:
    return settings


def _field(name: str) -> Callable[[UciSettings, Any], UciSettings]:
    return lambda settings, value: replace(settings, **{name: value})


def _parameter(name: str) -> Callable[[UciSettings, Any], UciSettings]:
    def change(settings: UciSettings, value: Any) -> UciSettings:
        return replace(settings, search=_changed(settings.search, name, value))

    return change


def _changed(owner: Any, name: str, value: Any) -> Any:
    return owner if getattr(owner, name) == value else replace(owner, **{name: value})


def _overhead(settings: UciSettings, value: int) -> UciSettings:
    return replace(settings, overhead=value / 1000)


def _contempt(settings: UciSettings, value: int) -> UciSettings:
    """In hundredths of the game's margin, as values are shown."""
    worth = value / MARGIN * (settings.game.margin or 1.0)
    search = _changed(settings.search, "contempt", worth)
    search.require(settings.game)
    return replace(settings, search=search)


def _chess960(settings: UciSettings, value: bool) -> UciSettings:
    return replace(settings, game=_changed(settings.game, "chess960", value))


def _book(settings: UciSettings, value: str) -> UciSettings:
    return replace(settings, book=Book(value) if value else None)


def _tablebase(settings: UciSettings, value: str) -> UciSettings:
    return replace(settings, tablebase=Tablebase(value) if value else None)
