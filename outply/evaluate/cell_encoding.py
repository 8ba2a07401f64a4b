"""How a state becomes cells: small numbers that a learned evaluation looks up.

A game that defines `cells` and `cell_values` says itself what they are. Otherwise they follow from
the fields of its states, in some seeded random plays:

    tuple of small ints       one cell for each item
    small int, counter        one cell; if it has more values than the cells of the board, or than
                              16 if there are more such numbers than other cells, in which part of
                              its range it is
    other ints, frozensets    sets of squares: each bit or item is a square; a square that is in
                              several such fields is one cell, whose value says in which
    str of constant length    one cell for each letter

Nobody knows then which values belong to the player to move, so each player has tables of its own.
In a game with chance, states in which chance is to move always have other tables than the rest.
"""

from __future__ import annotations

import enum
import hashlib
import json
import linecache
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, is_dataclass
from typing import Any, NamedTuple

from outply.evaluate.side import side_of
from outply.game import CHANCE, Game, OutplyError
from outply.parameters import parameter_kinds

__all__ = ["Encoding", "encoding_of", "sampled_states"]

STATES, PLIES = 800, 200  # of the random plays that show what states hold; of one play
FEW_STATES = 60  # that tell one encoding from another
MOST_VALUES = 16  # of a cell
MOST_COUNTED = 256  # values of an int that counts something
COUNTED_SHARE = 0.6  # of the numbers between the least and the greatest occur, if it counts
MOST_CELLS = 1 << 12


@dataclass(frozen=True)
class Encoding:
    """What a learned evaluation sees of a state: its cells, and the stage of the game."""

    cells: Callable[[Any, Any], tuple[int, ...]]  # of (game, state)
    stage: Callable[[Any, Any], int]
    count: int  # of cells
    values: int  # that a cell can take
    stages: int
    fingerprint: str  # of what it makes of some states
    unseen: tuple[str, ...] = ()  # parts of a state that are not encoded


def encoding_of(game: Game[Any]) -> Encoding:
    """The encoding of a game's states; raises, in one sentence, if there is none."""
    return _declared(game) if game.cell_values else _by_fields(game)


def sampled_states(game: Game[Any], number: int) -> list[Any]:
    """States that are not over, of seeded random plays; the first is the initial state."""
    states: list[Any] = []
    for play in range(number):
        rng, state = random.Random(play), game.initial()
        for _ in range(PLIES):
            if game.is_terminal(state):
                break
            states.append(state)
            if len(states) == number:
                return states
            state = game.result(state, _random_choice(game, state, rng))
    return states


def _random_choice(game: Game[Any], state: Any, rng: random.Random) -> Any:
    """A move, or an outcome by its probability."""
    if game.to_move(state) != CHANCE:
        return rng.choice(list(game.moves(state)))
    outcomes, weights = zip(*game.outcomes(state), strict=True)
    return rng.choices(outcomes, weights)[0]


# -- declared by the game ------------------------------------------------------------------


def declared_cells(game: Game[Any], state: Any) -> tuple[int, ...]:
    return game.cells(state)


def declared_stage(game: Game[Any], state: Any) -> int:
    stage = game.stage(state)
    if stage < 0 or stage >= game.stages:
        raise ValueError("the stage is not below stages")
    return stage


def declared_stage_or_roll(game: Game[Any], state: Any) -> int:
    stage = declared_stage(game, state)
    return game.stages + stage if game.to_move(state) == CHANCE else stage


def _declared(game: Game[Any]) -> Encoding:
    states = sampled_states(game, FEW_STATES)
    cells = [game.cells(state) for state in states]
    stages = [game.stage(state) for state in states]
    _require_cells(game, cells)
    if game.stages < 1 or not all(0 <= stage < game.stages for stage in stages):
        raise OutplyError(f"stage of {game.name} must be 0 or more and below stages.")
    fingerprint = _fingerprint(zip(cells, stages, strict=True))
    number = len(cells[0])
    if game.traits.chance:
        sizes = number, game.cell_values, 2 * game.stages
        return Encoding(declared_cells, declared_stage_or_roll, *sizes, fingerprint)
    sizes = number, game.cell_values, game.stages
    return Encoding(declared_cells, declared_stage, *sizes, fingerprint)


def _require_cells(game: Game[Any], cells: list[tuple[int, ...]]) -> None:
    values = game.cell_values
    if values < 2:
        raise OutplyError(f"{game.name} defines cells but no cell_values; give at least 2.")
    if len({len(one) for one in cells}) != 1 or not cells[0]:
        raise OutplyError(f"cells of {game.name} must have the same length in all states.")
    if not all(0 <= value < values for one in cells for value in one):
        raise OutplyError(f"cells of {game.name} must be 0 or more and below {values}.")


def _fingerprint(answers: Any) -> str:
    text = json.dumps([[list(map(int, cells)), int(stage)] for cells, stage in answers])
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


# -- by the fields of a state ----------------------------------------------------------------


def side_or_roll(game: Game[Any], state: Any) -> int:
    side = side_of(game, state)
    return game.players + side if game.to_move(state) == CHANCE else side


class _Leaf(NamedTuple):
    """A number, text or enum in a state: the expression that reads it, and its sampled values."""

    expression: str
    values: list[Any]


def _by_fields(game: Game[Any]) -> Encoding:
    states = sampled_states(game, STATES)
    every = list(_leaves("state", states))
    unseen = tuple(leaf.expression for leaf in every if not leaf.values)
    leaves = [leaf for leaf in every if len(set(leaf.values)) > 1]
    squares = [leaf for leaf in leaves if _is_set_of_squares(leaf)]
    small = [leaf for leaf in leaves if not _is_set_of_squares(leaf)]
    numbers = [leaf for leaf in small if _is_number(leaf)]
    items = [*_square_cells(squares)]
    items += [_small_cell(leaf, MOST_VALUES) for leaf in small if leaf not in numbers]
    items += [_small_cell(leaf, _most_values(items, numbers)) for leaf in numbers]
    if not 1 <= len(items) <= MOST_CELLS:
        raise OutplyError(
            f"The states of {game.name} cannot be made cells; define cells(state) and cell_values."
        )
    values = max(count for _, count in items)
    function = _function(game, [text for text, _ in items])
    answers = [(function(game, state), side_of(game, state)) for state in states[:FEW_STATES]]
    fingerprint = _fingerprint(answers)
    if game.traits.chance:
        sizes = len(items), values, 2 * game.players
        return Encoding(function, side_or_roll, *sizes, fingerprint, unseen)
    return Encoding(function, side_of, len(items), values, game.players, fingerprint, unseen)


def _most_values(items: list[tuple[str, int]], numbers: list[_Leaf]) -> int:
    """Of a number: as many as the cells of the board have, which get long tables otherwise."""
    has_board = len(items) > len(numbers)
    return max(count for _, count in items) if has_board else MOST_VALUES


def _leaves(expression: str, values: list[Any]) -> Iterator[_Leaf]:
    """All numbers, texts and enums in states; what has no common shape is a leaf without values."""
    first = values[0]
    kind = type(first)
    is_same = all(type(value) is kind for value in values)
    if isinstance(first, frozenset | enum.Enum | int) and is_same:
        yield _Leaf(expression, values)
    elif kind in (str, tuple) and is_same and len(set(map(len, values))) == 1:
        for index in range(len(first)):
            yield from _items(f"{expression}[{index}]", [value[index] for value in values])
    elif (hasattr(first, "_fields") or is_dataclass(first)) and is_same:
        for name in getattr(first, "_fields", None) or parameter_kinds(kind):
            yield from _leaves(f"{expression}.{name}", [getattr(v, name) for v in values])
    else:
        yield _Leaf(expression, [])


def _items(expression: str, values: list[Any]) -> Iterator[_Leaf]:
    if isinstance(values[0], str) and all(len(value) == 1 for value in values):
        yield _Leaf(expression, values)
    else:
        yield from _leaves(expression, values)


def _is_set_of_squares(leaf: _Leaf) -> bool:
    """Whether an int has more values than a cell, so that each bit is something of its own."""
    if isinstance(leaf.values[0], frozenset):
        return True
    if not all(type(value) is int for value in leaf.values) or _is_counter(leaf):
        return False
    return len(set(leaf.values)) > MOST_VALUES or max(leaf.values) >= MOST_COUNTED


def _is_counter(leaf: _Leaf) -> bool:
    span = max(leaf.values) - min(leaf.values) + 1
    return bool(span <= MOST_COUNTED and len(set(leaf.values)) >= COUNTED_SHARE * span)


def _is_number(leaf: _Leaf) -> bool:
    """Whether a leaf is an int that stands alone, not one of the items of a board."""
    return "[" not in leaf.expression and all(type(value) is int for value in leaf.values)


def _square_cells(leaves: list[_Leaf]) -> Iterator[tuple[str, int]]:
    """A cell for each square that is not always or never in a field: in which fields it is."""
    squares: dict[Any, list[_Leaf]] = {}
    for leaf in leaves:
        _, _, item = leaf.expression.partition("[")  # words of a long board are boards of their own
        for square, flag in _varying_squares(leaf):
            squares.setdefault((item, square), []).append(flag)
    ordered = sorted(squares.items(), key=lambda one: (one[0][0], repr(type(one[0][1])), one[0][1]))
    codes: dict[int, set[int]] = {}  # what occurs, by the number of fields
    for _, flags in ordered:
        codes.setdefault(len(flags), set()).update(_codes(flags))
    for _, flags in ordered:
        yield _square_cell(flags, sorted(codes[len(flags)]))


def _varying_squares(leaf: _Leaf) -> Iterator[tuple[Any, _Leaf]]:
    """The squares of a set, each with whether it is in the set."""
    if isinstance(leaf.values[0], frozenset):
        common = frozenset.intersection(*leaf.values)
        for item in frozenset.union(*leaf.values) - common:
            values = [item in value for value in leaf.values]
            yield item, _Leaf(f"({_literal(item)} in {leaf.expression})", values)
        return
    for place in range(64):
        values = [value >> place & 1 for value in leaf.values]
        if len(set(values)) > 1:
            yield place, _Leaf(f"({leaf.expression} >> {place} & 1)", values)


def _codes(flags: list[_Leaf]) -> set[int]:
    """In which fields a square was, as the bits of a number."""
    together = zip(*(flag.values for flag in flags), strict=True)
    return {sum(bit << at for at, bit in enumerate(bits)) for bits in together}


def _square_cell(flags: list[_Leaf], codes: list[int]) -> tuple[str, int]:
    """The number of a square's code among those that occur."""
    code = " + ".join(f"{flag.expression} * {1 << at}" for at, flag in enumerate(flags))
    numbers = tuple(codes.index(c) if c in codes else 0 for c in range(1 << len(flags)))
    is_same = numbers == tuple(range(1 << len(flags)))
    return (f"int({code})" if is_same else f"{numbers}[{code}]"), len(codes)


def _small_cell(leaf: _Leaf, most: int) -> tuple[str, int]:
    """A cell for a number of few values; what was not seen in the sampled plays is 0."""
    known = list(dict.fromkeys(leaf.values))[:MOST_VALUES]
    if all(type(value) is int for value in known):
        low, high = min(leaf.values), max(leaf.values)
        above = f"{leaf.expression} - {low}"
        if high - low < most:
            return f"min(max({above}, 0), {high - low})", high - low + 1
        share = f"({above}) * {most} // {high - low + 1}"
        return f"min(max({share}, 0), {most - 1})", most
    named = [_literal(value) for value in known[1:]]
    text = "0"
    for index in range(len(named), 0, -1):
        text = f"{index} if {leaf.expression} == {named[index - 1]} else {text}"
    return f"({text})", len(known)


def _literal(value: Any) -> str:
    return f"{type(value).__name__}.{value.name}" if isinstance(value, enum.Enum) else repr(value)


def _function(game: Game[Any], texts: list[str]) -> Callable[[Any, Any], tuple[int, ...]]:
    """A function of these expressions, whose source the compiler can read."""
    source = "def cells(game, state):\n    return (\n"
    source += "".join(f"        {text},\n" for text in texts) + "    )\n"
    name = f"<cells of {game.name} {hashlib.blake2b(source.encode(), digest_size=6).hexdigest()}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    scope: dict[str, Any] = {"__name__": name, **_enums(game.initial())}
    exec(compile(source, name, "exec"), scope)  # noqa: S102  (made of names and numbers above)
    made: Callable[[Any, Any], tuple[int, ...]] = scope["cells"]
    return made


def _enums(state: Any) -> dict[str, Any]:
    """The enums of a state, by name."""
    found: dict[str, Any] = {}
    parts = state if isinstance(state, tuple) else vars(state).values() if _has(state) else ()
    for part in parts:
        if isinstance(part, enum.Enum):
            found[type(part).__name__] = type(part)
        elif isinstance(part, tuple) or _has(part):
            found |= _enums(part)
    return found


def _has(value: Any) -> bool:
    return hasattr(value, "__dict__") and not isinstance(value, enum.Enum | type)
