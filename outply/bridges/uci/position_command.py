"""The command `position`: a game from its start, with all its states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outply.bridges.uci.protocol_notation import parsed_move
from outply.game import Game, OutplyError

__all__ = ["UciPosition", "first_position", "parsed_position"]

START = "startpos"


@dataclass(frozen=True)
class UciPosition:
    """Where a game stands: its start, the texts of its moves, and all states up to now."""

    start: str
    texts: tuple[str, ...]
    states: tuple[Any, ...]

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def history(self) -> tuple[Any, ...]:
        return self.states[:-1]

    def belongs_to(self, other: UciPosition) -> bool:
        """Whether this one follows another in one game, or goes back to an earlier position.

        The other's last move may have been another: it was expected, while a search pondered.
        """
        shared = _shared(self.texts, other.texts)
        goes_on, goes_back = shared >= len(other.texts) - 1, shared == len(self.texts)
        return self.start == other.start and (goes_on or goes_back)


def first_position(game: Game[Any]) -> UciPosition:
    return UciPosition(START, (), (game.initial(),))


def parsed_position(
    game: Game[Any], words: Sequence[str], before: UciPosition
) -> tuple[UciPosition, str | None]:
    """The position that the words after `position` mean, and what is wrong with its moves.

    After a move that is not legal, the others are left out. The states of the position before are
    used again, as far as the moves are the same.
    """
    place = words.index("moves") if "moves" in words else len(words)
    start, texts = _start(words[:place]), tuple(words[place + 1 :])
    shared = _shared(before.texts, texts) if start == before.start else 0
    states = list(before.states[: shared + 1]) if start == before.start else [_state(game, start)]
    for count, text in enumerate(texts[shared:], start=shared):
        try:
            move = parsed_move(game, states[-1], text)
        except (ValueError, LookupError) as refusal:
            return UciPosition(start, texts[:count], tuple(states)), f"Move {count + 1}: {refusal}"
        states.append(game.result(states[-1], move))
    return UciPosition(start, texts, tuple(states)), None


def _start(words: Sequence[str]) -> str:
    if not words:
        raise OutplyError("Give a position: startpos, or fen and its text.")
    return START if list(words) == [START] else " ".join(words[words[0] == "fen" :])


def _state(game: Game[Any], start: str) -> Any:
    if start == START:
        return game.initial()
    try:
        return game.parse(start)
    except OutplyError:
        raise
    except Exception as error:
        raise OutplyError(f"{start!r} is not a position of {game.name}: {error}.") from error


def _shared(some: Sequence[str], others: Sequence[str]) -> int:
    """How many texts are the same, from the first on."""
    pairs = zip(some, others, strict=False)
    return next(
        (index for index, (one, other) in enumerate(pairs) if one != other),
        min(len(some), len(others)),
    )
