"""Moves of any type: a game whose moves are not numbers, searched as one whose moves are.

A search keeps moves in its memory as numbers. `CodedMoves` stands between such a search and a game
whose moves are tuples, strings or enums: each move has a code, and results are given back with the
moves that the author yielded.

    code   1 << 60 | (n - 1) << 57 | n numbers of 57 // n bits                 ints, tuples of ints
           1 << 59 | shape << 45 | (n - 1) << 42 | n numbers of 42 // n bits   of ints and enums
           1 << 58 | letters of 7 bits each                                    short texts
           below zero                                                          others: a hash

The shape tells moves apart that are made of the same numbers: Drop(1, 2), Shift(1, 2), ((1, 2),).
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar, cast

from outply.compiler.errors import NotCompilable
from outply.game import CHANCE, Bits, Game, Traits, mixed

if TYPE_CHECKING:
    from outply.search.base import Line, Result

__all__ = ["CodedMoves", "has_coded_moves", "move_code", "move_of", "takes_any_moves"]

PACKED = 1 << 60
COUNT, BITS, MOST = 57, 57, 8  # where the count stands, bits for all numbers, most numbers
SHAPED = 1 << 59
SHAPED_COUNT, SHAPED_BITS = 42, 42
SHAPE, SHAPES = 45, 1 << 14  # where the shape stands, how many there are
TEXT, LETTER, LETTERS = 1 << 58, 7, 8  #  bits of a letter, most letters
NO_CODE = 0  # of numbers that cannot be packed
PLAYS, SAMPLED, SECONDS = 4, 40, 0.01  # plays, plies of each, when no further play begins


def move_code(move: Any) -> int:
    """The number that stands for a move; compiled by `outply.compiler.codes`."""
    if isinstance(move, str) and not isinstance(move, enum.Enum):
        return _code_of_text(move) or _hashed(move)
    numbers = _numbers_of(move)
    return _code_of_numbers(tuple(numbers or ()), shape_of_move(move)) or _hashed(move)


def _hashed(move: Any) -> int:
    return -((mixed((move,)) ^ class_shape(move.__class__)) >> 4) - 1


@functools.cache
def class_shape(cls: Any) -> int:
    """A number that stands for a class of moves; 0 for those of Python."""
    is_own = dataclasses.is_dataclass(cls) or issubclass(cls, enum.Enum) or hasattr(cls, "_fields")
    return zlib.crc32(cls.__qualname__.encode()) << 8 | 0xFF if is_own else 0


def shape_of_move(move: Any) -> int:
    """What tells a move from others that are made of the same numbers; 0 for tuples of ints."""
    return _shape_of_items(move, nested=False)


def tuple_shape(size: int, items: int, nested: bool) -> int:
    """The shape of a tuple of so many items, whose shapes, times their places, have this sum."""
    if nested or items:
        return 31 * items + 101 * size + (3 if nested else 5)
    return 1 if size == 1 else 0


def _shape_of_items(value: Any, nested: bool) -> int:
    shape = class_shape(value.__class__) >> 8
    if isinstance(value, enum.Enum) or not (items := _items_of(value)):
        return shape % SHAPES
    for index, item in enumerate(items, 1):
        shape += index * _shape_of_items(item, nested=True)
    return (tuple_shape(len(items), shape, nested) if type(value) is tuple else shape) % SHAPES


def _items_of(value: Any) -> tuple[Any, ...]:
    """The items of a tuple, the fields of a dataclass; nothing of any other value."""
    if dataclasses.is_dataclass(value):
        return tuple(getattr(value, field.name) for field in dataclasses.fields(value))
    return value if isinstance(value, tuple) else ()


def _numbers_of(move: Any) -> list[int] | None:
    """The whole numbers that a move is made of; None if it is made of anything else."""
    if isinstance(move, enum.Enum):
        return [list(type(move)).index(move)]
    if isinstance(move, int):
        return [int(move)]
    if not isinstance(move, tuple) and not dataclasses.is_dataclass(move):
        return None
    parts = [_numbers_of(item) for item in _items_of(move)]
    return None if None in parts else [n for part in parts if part is not None for n in part]


def move_of(game: Game[Any], state: Any, code: int) -> Any:
    """The legal move, or the outcome, of a code; compiled by `outply.compiler.codes`."""
    return _found(game, state, code)


def result_of(game: Game[Any], state: Any, move: Any) -> Any:
    """The state after a move; compiled by `outply.compiler.codes`."""
    return game.result(state, move)


def _found(game: Game[Any], state: Any, code: int) -> Any:
    if game.to_move(state) == CHANCE:
        for outcome, _ in game.outcomes(state):
            if move_code(outcome) == code:
                return outcome
    for move in game.moves(state):
        if move_code(move) == code:
            return move
    raise LookupError("no legal move has this code")


def _code_of_numbers(numbers: tuple[int, ...], shape: int) -> int:
    """The code of a move that is made of these numbers, or NO_CODE."""
    count = len(numbers)
    if count == 0 or count > MOST:
        return NO_CODE
    bits = (SHAPED_BITS if shape else BITS) // count
    half = 1 << (bits - 1)
    code = 0
    for number in numbers:
        if number < -half or number >= half:
            return NO_CODE
        code = code << bits | number & (2 * half - 1)
    return header(count, shape) | code


def header(count: int, shape: int) -> int:
    """What stands above the numbers in a code."""
    if shape:
        return SHAPED | shape << SHAPE | (count - 1) << SHAPED_COUNT
    return PACKED | (count - 1) << COUNT


def shape_of_series(shape: int, count: int) -> int:
    """The shape of a tuple of so many items that have one shape."""
    return tuple_shape(count, count * (count + 1) // 2 * shape, nested=False) % SHAPES


def _is_of_series(code: int, shape: int, numbers: int) -> bool:
    """Whether a code is of a tuple of items that have one shape and so many numbers each."""
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


# -- the game that a search sees ---------------------------------------------------------------


class CodedMoves(Game[Any]):
    """A game with a code for each move; see `_class_for`, which adds what the game defines."""

    game: Game[Any]

    @property
    def name(self) -> str:
        return self.game.name

    @property
    def traits(self) -> Traits:
        return self.game.traits

    def initial(self) -> Any:
        return self.game.initial()

    def to_move(self, state: Any) -> int:
        return self.game.to_move(state)

    def moves(self, state: Any) -> Iterator[int]:
        for move in self.game.moves(state):
            yield move_code(move)

    def result(self, state: Any, move: int) -> Any:
        return result_of(self.game, state, move_of(self.game, state, move))

    def is_terminal(self, state: Any) -> bool:
        return self.game.is_terminal(state)

    def utility(self, state: Any, player: int) -> float:
        return self.game.utility(state, player)

    def format(self, state: Any) -> str:
        return self.game.format(state)

    def format_move(self, state: Any, move: int) -> str:
        return self.game.format_move(state, move_of(self.game, state, move))


class _Optional(CodedMoves):
    """What a game may define besides."""

    def evaluate(self, state: Any, player: int) -> float:
        return self.game.evaluate(state, player)

    def outcomes(self, state: Any) -> Iterator[tuple[int, float]]:
        for outcome, probability in self.game.outcomes(state):
            yield move_code(outcome), probability

    def noisy_moves(self, state: Any) -> Iterator[int]:
        for move in self.game.noisy_moves(state):
            yield move_code(move)

    def order(self, state: Any, move: int) -> float:
        return self.game.order(state, move_of(self.game, state, move))

    def bounds(self, state: Any, player: int) -> tuple[float, float]:
        return self.game.bounds(state, player)

    def candidates(self, state: Any) -> Iterator[int]:
        for move in self.game.candidates(state):
            yield move_code(move)

    def pick(self, state: Any, luck: float) -> int:
        return move_code(self.game.pick(state, luck))

    def plies_left(self, state: Any) -> int:
        return self.game.plies_left(state)

    def passed(self, state: Any) -> Any:
        return self.game.passed(state)

    def reducible(self, state: Any, move: int) -> bool:
        return self.game.reducible(state, move_of(self.game, state, move))

    def extension(self, state: Any, move: int) -> int:
        return self.game.extension(state, move_of(self.game, state, move))

    def key(self, state: Any) -> Bits:
        return self.game.key(state)

    def canonical(self, state: Any) -> Any:
        return self.game.canonical(state)

    def use_symmetry(self, state: Any) -> bool:
        return self.game.use_symmetry(state)

    def observation(self, state: Any, player: int) -> Any:
        return self.game.observation(state, player)

    def worlds(self, state: Any, player: int) -> Iterator[tuple[Any, float]]:
        yield from self.game.worlds(state, player)


CONSTANTS = ("players", "zero_sum", "utility_range", "compilable", "tail_plies")


@functools.cache
def _class_for(cls: Any) -> type[CodedMoves]:
    """The coded form of a class of games, with just the optional methods that it defines."""
    members: dict[str, Any] = {
        name: method
        for name, method in vars(_Optional).items()
        if name[0] != "_" and getattr(cls, name) is not getattr(Game, name)
    }
    members |= {name: getattr(cls, name) for name in CONSTANTS}
    members["__annotations__"] = {"game": "Game[Any]"}
    made = type("CodedMoves", (CodedMoves,), members)
    return dataclass(frozen=True)(made)


def coded(game: Game[Any]) -> Any:
    """A game as one whose moves are numbers."""
    cls: Any = game.__class__
    make: Any = _class_for(cls)
    return make(game)


@functools.lru_cache(maxsize=256)
def _is_coded(game: Game[Any]) -> bool:
    """Whether some move of the game is not a number, as far as a few plays show."""
    began = perf_counter()
    try:
        for play in range(PLAYS):
            if any(type(move) is not int for move in _moves_of_a_play(game, play)):
                return True
            if perf_counter() - began > SECONDS:
                return False
    except (Exception, KeyboardInterrupt):
        return False  # the search itself will meet what is wrong, or be interrupted again
    return False


def _moves_of_a_play(game: Game[Any], play: int) -> Iterator[Any]:
    """All moves of the states of a play, in which another move is chosen at each ply."""
    state = game.initial()
    for ply in range(SAMPLED):
        if game.is_terminal(state):
            return
        chance = game.to_move(state) == CHANCE
        moves = [o for o, _ in game.outcomes(state)] if chance else list(game.moves(state))
        yield from moves
        state = game.result(state, moves[ply * (play + 1) % len(moves)])


_with_rare_moves: set[Game[Any]] = set()
"""Games whose first plies have numbers as moves, and others not: the compiler found it out."""


def has_coded_moves(game: Game[Any]) -> bool:
    """Whether a search needs codes for the moves of a game."""
    if isinstance(game, CodedMoves) or not game.compilable:
        return False
    try:
        return game in _with_rare_moves or _is_coded(game)
    except TypeError:
        return False  # a game that cannot be hashed


# -- the way back ---------------------------------------------------------------------------------


Method = TypeVar("Method", bound=Callable[..., Any])


def takes_any_moves(search: Method) -> Method:
    """A decorator of `search` methods: they see numbers, and callers see the author's moves."""

    @functools.wraps(search)
    def searched(self: Any, game: Game[Any], state: Any, *limit: Any, **options: Any) -> Any:
        if not has_coded_moves(game):
            try:
                return search(self, game, state, *limit, **options)
            except NotCompilable as reason:
                if isinstance(game, CodedMoves) or not reason.is_about_moves:
                    raise
                _with_rare_moves.add(game)
        progress = options.get("progress")
        if progress is not None:
            options["progress"] = lambda found: progress(_with_moves(game, state, found))
        return _with_moves(game, state, search(self, coded(game), state, *limit, **options))

    return cast("Method", searched)


def _with_moves(game: Game[Any], state: Any, found: Any) -> Any:
    """A result with the author's moves in place of their codes."""
    if hasattr(found, "best_moves"):
        moves = tuple(_decoded(game, state, (code,))[0] for code in found.best_moves)
        result = _with_moves(game, state, found.result)
        return replace(found, result=result, best_moves=moves)
    return _result_with_moves(game, state, found)


def _result_with_moves(game: Game[Any], state: Any, found: Result) -> Result:
    def one(code: Any) -> Any:
        return None if code is None else _decoded(game, state, (code,))[0]

    def line_of(line: Line) -> Line:
        return line._replace(move=one(line.move), line=_decoded(game, state, line.line))

    is_plain = found.depth == 0 and not found.line
    return replace(
        found,
        move=found.move if is_plain and not isinstance(found.move, int) else one(found.move),
        line=_decoded(game, state, found.line),
        lines=tuple(map(line_of, found.lines)),
        mix=tuple((one(code), share) for code, share in found.mix),
        visits=tuple((one(code), visits) for code, visits in found.visits),
    )


def _decoded(game: Game[Any], state: Any, codes: tuple[Any, ...]) -> tuple[Any, ...]:
    moves = []
    for code in codes:
        move = move_of(game, state, code)
        moves.append(move)
        state = game.result(state, move)
    return tuple(moves)
