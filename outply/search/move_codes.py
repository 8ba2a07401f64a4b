"""Codes for moves: searches store moves as numbers, whatever type the game's moves have.

    code   1 << 60 | (n - 1) << 57 | n numbers of 57 // n bits                 ints, tuples of ints
           1 << 59 | shape << 45 | (n - 1) << 42 | n numbers of 42 // n bits   of ints, enums, texts
           1 << 58 | letters of 7 bits each                                    short texts
           below zero                                                          others: a hash

The shape distinguishes moves that consist of the same numbers: Drop(1, 2), Shift(1, 2), ((1, 2),).
A text in a tuple is a number: its letters, or the index of one of the words in the rules.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import threading
import zlib
from collections.abc import Iterator
from typing import Any

from outply.game import CHANCE, Game, mixed

__all__ = ["move_code", "move_of", "result_of"]

PACKED = 1 << 60
COUNT, BITS, MOST = 57, 57, 8  # the place of the count, bits for all numbers, most numbers
SHAPED = 1 << 59
SHAPED_COUNT, SHAPED_BITS = 42, 42
SHAPE, SHAPES = 45, 1 << 14  # the place of the shape, the number of shapes
TEXT, LETTER, LETTERS = 1 << 58, 7, 8  # bits of a letter, most letters
TEXT_SHAPE, NONE_SHAPE = 7, 11  # of texts and None in tuples
NO_CODE = 0  # for moves that cannot be packed
NO_NUMBER = 1 << 62  # for texts that cannot be packed


def move_code(move: Any, words: tuple[str, ...] = ()) -> int:
    """The number that stands for a move; `outply.compiler.codes` compiles it.

    `words` are those that texts in tuples may be; see `words_of`.
    """
    if isinstance(move, str) and not isinstance(move, enum.Enum):
        return _code_of_text(move) or _hashed(move)
    parts, shape = _parts_of(move) or [], shape_of_move(move)
    bits = _bits_of_each(len(parts), shape)
    numbers = tuple(number_of_text(p, bits, words) if isinstance(p, str) else p for p in parts)
    return _code_of_numbers(numbers, shape) or _hashed(move)


def _hashed(move: Any) -> int:
    return -((mixed((move,)) ^ class_shape(move.__class__)) >> 4) - 1


@functools.cache
def class_shape(cls: Any) -> int:
    """A number that stands for a class of moves; 0 for those of Python."""
    is_own = dataclasses.is_dataclass(cls) or issubclass(cls, enum.Enum) or hasattr(cls, "_fields")
    return zlib.crc32(cls.__qualname__.encode()) << 8 | 0xFF if is_own else 0


def shape_of_move(move: Any) -> int:
    """A number that distinguishes moves that consist of the same numbers; 0 for tuples of ints."""
    return _shape_of_items(move, nested=False)


def tuple_shape(size: int, items: int, nested: bool) -> int:
    """The shape of a tuple of `size` items; `items` sums up their shapes times their places."""
    if nested or items:
        return 31 * items + 101 * size + (3 if nested else 5)
    return 1 if size == 1 else 0


def _shape_of_items(value: Any, nested: bool) -> int:
    shape = class_shape(value.__class__) >> 8
    if nested and value is None:
        return NONE_SHAPE
    if nested and isinstance(value, str) and not isinstance(value, enum.Enum):
        return TEXT_SHAPE
    items = _items_of(value)
    if isinstance(value, enum.Enum) or not (items or type(value) is tuple):
        return shape % SHAPES
    for index, item in enumerate(items, 1):
        shape += index * _shape_of_items(item, nested=True)
    return (tuple_shape(len(items), shape, nested) if type(value) is tuple else shape) % SHAPES


def _items_of(value: Any) -> tuple[Any, ...]:
    """The items of a tuple, the fields of a dataclass; nothing of any other value."""
    if dataclasses.is_dataclass(value):
        return tuple(getattr(value, field.name) for field in dataclasses.fields(value))
    return value if isinstance(value, tuple) else ()


def _parts_of(move: Any) -> list[int | str] | None:
    """The whole numbers and texts that a move is made of; None if of anything else."""
    if move is None:
        return []
    if isinstance(move, enum.Enum):
        return [list(type(move)).index(move)]
    if isinstance(move, int):
        return [int(move)]
    if isinstance(move, str):
        return [move]
    if not isinstance(move, tuple) and not dataclasses.is_dataclass(move):
        return None
    parts = [_parts_of(item) for item in _items_of(move)]
    return None if None in parts else [n for part in parts if part is not None for n in part]


def move_of(game: Game[Any], state: Any, code: int, words: tuple[str, ...] = ()) -> Any:
    """The legal move or outcome with a code; `outply.compiler.codes` compiles it.

    A search asks for the moves of one state in the order in which it got them, so each is coded
    once, however many there are.
    """
    last = _last.moves
    if last is None or last.game is not game or last.state is not state or last.words != words:
        last = _last.moves = _MovesOfState(game, state, words)
    if code in last.known or last.find(code):
        return last.known[code]
    _last.moves = None
    return _find_move(game, state, code, words)  # if the state itself was changed


class _MovesOfState:
    """The moves and outcomes at one state by their codes, as far as they were looked for."""

    def __init__(self, game: Game[Any], state: Any, words: tuple[str, ...]) -> None:
        self.game, self.state, self.words = game, state, words
        self.known: dict[int, Any] = {}
        self._others = _moves_and_outcomes(game, state)

    def find(self, code: int) -> bool:
        """Code further moves until one has this code."""
        for move in self._others:
            found = move_code(move, self.words)
            self.known.setdefault(found, move)
            if found == code:
                return True
        return False


class _Last(threading.local):
    moves: _MovesOfState | None = None


_last = _Last()


def _moves_and_outcomes(game: Game[Any], state: Any) -> Iterator[Any]:
    if game.to_move(state) == CHANCE:
        for outcome, _ in game.outcomes(state):
            yield outcome
    yield from game.moves(state)


def result_of(game: Game[Any], state: Any, move: Any) -> Any:
    """The state after a move; `outply.compiler.codes` compiles it."""
    return game.result(state, move)


def _find_move(game: Game[Any], state: Any, code: int, words: tuple[str, ...]) -> Any:
    """`move_of` as it is compiled for codes from which no move can be unpacked."""
    if game.to_move(state) == CHANCE:
        for outcome, _ in game.outcomes(state):
            if move_code(outcome, words) == code:
                return outcome
    for move in game.moves(state):
        if move_code(move, words) == code:
            return move
    raise LookupError("no legal move has this code")


def _code_of_numbers(numbers: tuple[int, ...], shape: int) -> int:
    """The code of a move that consists of these numbers, or NO_CODE."""
    count = len(numbers)
    if count == 0 or count > MOST:
        return NO_CODE
    bits = _bits_of_each(count, shape)
    half = 1 << (bits - 1)
    code = 0
    for number in numbers:
        if number < -half or number >= half:
            return NO_CODE
        code = code << bits | number & (2 * half - 1)
    return header(count, shape) | code


def _bits_of_each(count: int, shape: int) -> int:
    """How many bits each of the numbers of a move has."""
    return (SHAPED_BITS if shape else BITS) // max(count, 1)


def header(count: int, shape: int) -> int:
    """The bits above the numbers in a code."""
    if shape:
        return SHAPED | shape << SHAPE | (count - 1) << SHAPED_COUNT
    return PACKED | (count - 1) << COUNT


def shape_of_series(shape: int, count: int) -> int:
    """The shape of a tuple of `count` items that have one shape."""
    return tuple_shape(count, count * (count + 1) // 2 * shape, nested=False) % SHAPES


def _is_of_series(code: int, shape: int, numbers: int) -> bool:
    """Whether a code is of a tuple of items that have one shape and `numbers` numbers each."""
    if code < SHAPED:
        return False
    count = (code >> (COUNT if code >= PACKED else SHAPED_COUNT) & 7) + 1
    found = 0 if code >= PACKED else code >> SHAPE & (SHAPES - 1)
    return count % numbers == 0 and found == shape_of_series(shape, count // numbers)


def _numbers_of_code(code: int) -> tuple[int, ...]:
    """The numbers that `_code_of_numbers` packed."""
    is_shaped = code < PACKED
    count = (code >> (SHAPED_COUNT if is_shaped else COUNT) & 7) + 1
    bits = (SHAPED_BITS if is_shaped else BITS) // count
    half = 1 << (bits - 1)
    numbers = []
    for index in range(count):
        number = code >> bits * (count - 1 - index) & (2 * half - 1)
        numbers.append(number - 2 * half if number >= half else number)
    return tuple(numbers)


def _code_of_text(text: str) -> int:
    """The code of a short text, or NO_CODE."""
    if len(text) > LETTERS:
        return NO_CODE
    code = 0
    for letter in text:
        number = ord(letter)
        if number == 0 or number >= 1 << LETTER:
            return NO_CODE
        code = code << LETTER | number
    return TEXT | code


def _text_of_code(code: int) -> str:
    """The text that `_code_of_text` packed."""
    rest = code & (TEXT - 1)
    text = ""
    while rest:
        text = chr(rest & ((1 << LETTER) - 1)) + text
        rest >>= LETTER
    return text


def number_of_text(text: str, bits: int, words: tuple[str, ...]) -> int:
    """A text as a number of `bits` bits, or NO_NUMBER: its letters, or below zero a word."""
    code = NO_CODE
    if LETTER * len(text) < bits:
        code = _code_of_text(text)
    if code != NO_CODE:
        return code - TEXT
    for index, word in enumerate(words):
        if word == text:
            return -1 - index
    return NO_NUMBER


def text_of_number(number: int, words: tuple[str, ...]) -> str:
    """The text that `number_of_text` made a number of."""
    return words[-1 - number] if number < 0 else _text_of_code(number)
