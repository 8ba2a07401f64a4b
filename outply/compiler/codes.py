"""Codes of moves, compiled: packing a move's numbers into a word, and taking them out again."""

from __future__ import annotations

import ast
from typing import Any

from outply.compiler.builtin import as_handler
from outply.compiler.callees import BUILTINS
from outply.compiler.samples import ALL
from outply.compiler.statements import Lowering
from outply.compiler.types import (
    BITS,
    BOOL,
    INT,
    TEXT,
    Member,
    Record,
    Row,
    Series,
    Tuple,
    Type,
    Union,
    Value,
    is_whole,
    leaves,
)

__all__ = ["register"]


def register(moves: Any) -> None:
    """Compile `move_code` and `move_of` of `outply.search.move_codes` in a way of their own."""
    BUILTINS[moves.move_code] = as_handler(lambda f, node, move: _code(f, move, moves), "move_code")
    BUILTINS[moves.result_of] = as_handler(
        lambda f, node, game, state, move: _result(f, node, game, state, move), "result_of"
    )
    BUILTINS[moves.move_of] = as_handler(
        lambda f, node, game, state, code: _move(f, node, (game, state, code), moves), "move_of"
    )


def _code(f: Lowering, move: Value, moves: Any) -> Value:
    kind = move.type
    if isinstance(kind, Union):
        return f.dispatch(move, lambda one: _code(f, one, moves))
    if kind == TEXT:
        return _packed_or_hashed(f, move, moves, "_code_of_text")
    if isinstance(kind, Series) and _is_packable(kind.item):
        return _series_code(f, move, moves)
    numbers = _numbers(f, move)
    if numbers is None or not 1 <= len(numbers) <= moves.MOST:
        return _hashed(f, move, moves)
    shape = _shape(kind, moves)
    bits = _bits(len(numbers), shape, moves)
    half, fits, code = 1 << (bits - 1), "true", "0"
    for number in numbers:
        moved = f.op(f"add i64 {number}, {half}")
        near = f.op(f"icmp ult i64 {moved}, {2 * half}")
        fits = near if fits == "true" else f.op(f"and i1 {fits}, {near}")
        low = f.op(f"and i64 {number}, {2 * half - 1}")
        code = low if code == "0" else f.op(f"or i64 {f.op(f'shl i64 {code}, {bits}')}, {low}")
    packed = Value(INT, f.op(f"or i64 {code}, {moves.header(len(numbers), shape)}"))
    yes, no = f.label(), f.label()
    f.branch(fits, yes, no)
    return f.select_value(yes, lambda: packed, no, lambda: _hashed(f, move, moves))


def _bits(count: int, shape: int, moves: Any) -> int:
    """How many bits each of the numbers of a move has."""
    bits: int = (moves.SHAPED_BITS if shape else moves.BITS) // count
    return bits


def _shape(kind: Type, moves: Any, nested: bool = False) -> int:
    """What `shape_of_move` gives for the moves of a type."""
    shape = 0
    if isinstance(kind, Member | Record):
        shape = moves.class_shape(kind.cls) >> 8
    if isinstance(kind, Row | Tuple | Record):
        for index, item in enumerate(kind.items, 1):
            shape += index * _shape(item, moves, nested=True)
    if isinstance(kind, Row | Tuple):
        shape = moves.tuple_shape(kind.size, shape, nested)
    found: int = shape % moves.SHAPES
    return found


def _series_code(f: Lowering, move: Value, moves: Any) -> Value:
    """Of a tuple of varying length, which is a run of words."""
    assert isinstance(move.type, Series)
    size = f._scaled(move.parts[1], move.type.item.words)
    words = Value(Series(INT), move.text, size)
    shape = f.constant_int(_shape(move.type.item, moves, nested=True))
    count = Value(INT, move.parts[1])
    shape = f.call_function(moves.__dict__["shape_of_series"], [shape, count], {})
    return _packed_or_hashed(f, move, moves, "_code_of_numbers", words, shape)


def _packed_or_hashed(f: Lowering, move: Value, moves: Any, function: str, *given: Value) -> Value:
    kept = f.keep(move)
    code = f.convert(f.call_function(moves.__dict__[function], [*(given or (move,))], {}), INT)
    yes, no = f.label(), f.label()
    f.branch(f.op(f"icmp ne i64 {code.text}, {moves.NO_CODE}"), yes, no)
    return f.select_value(yes, lambda: code, no, lambda: _hashed(f, kept.get(), moves))


def _hashed(f: Lowering, move: Value, moves: Any) -> Value:
    word = f.mixed(f.tuple_of([move])).text
    shape = moves.class_shape(move.type.cls) if isinstance(move.type, Member | Record) else 0
    word = f.op(f"xor i64 {word}, {shape}") if shape else word
    return Value(INT, f.op(f"sub i64 -1, {f.op(f'lshr i64 {word}, 4')}"))


def _numbers(f: Lowering, value: Value) -> list[str] | None:
    """The numbers that a move is made of, if it has a fixed number of them and nothing else."""
    kind = value.type
    if kind == BOOL:
        return [f.convert(value, INT).text]
    if kind in (INT, BITS) or isinstance(kind, Member):
        return [value.text]
    if not isinstance(kind, Row | Tuple | Record) or kind.words > 8:
        return None
    found: list[str] = []
    for item in f.items(value):
        part = _numbers(f, item)
        if part is None:
            return None
        found += part
    return found


def _move(f: Lowering, node: ast.AST, given: tuple[Value, Value, Value], moves: Any) -> Value:
    game, state, code = given
    kinds = _move_types(f, game, state)
    found, kept_state = f.keep(code), f.keep(state)

    def search() -> Value:
        given = [game, kept_state.get(), found.get()]
        return f.call_function(moves.__dict__["_find_move"], given, {})

    def unpack(left: list[Type]) -> Value:
        if not left:
            return search()
        kind, rest = left[0], left[1:]
        yes, no = f.label(), f.label()
        f.branch(_fits(f, kind, found.get(), moves, alone=len(kinds) == 1), yes, no)
        return f.select_value(
            yes, lambda: _unpacked(f, kind, found.get(), moves), no, lambda: unpack(rest)
        )

    return unpack([kind for kind in kinds if _has_own_code(kind, kinds, moves)])


def _result(f: Lowering, node: ast.AST, game: Value, state: Value, move: Value) -> Value:
    """The state after a move; of moves of several types, for each type on its own if need be."""
    kept = f.keep(state)

    def result(one: Value) -> Value:
        found = f.call(f.attribute(game, "result"), [kept.get(), one], {}, node)
        if f.module.assumption != ALL or f.module.state is None:
            return found
        return f.assumed(f.solid(f.argument(found)), f.module.state)

    if f.module.assumption == ALL and isinstance(move.type, Union):
        return f.dispatch(move, result)
    return result(move)


def _move_types(f: Lowering, game: Value, state: Value) -> list[Type]:
    """The types of a game's moves and outcomes of chance."""
    found: list[Type] = []
    for name in ("moves", "outcomes"):
        plan = f.plan_of(f.call(f.attribute(game, name), [state], {}, ast.Pass()))
        kind = f.probe(plan)
        if name == "outcomes":
            if not isinstance(kind, Row | Tuple | Record) or kind.size != 2:
                continue
            kind = kind.items[0]
        found += kind.items if isinstance(kind, Union) else [] if kind is None else [kind]
    return list(dict.fromkeys(found))


def _has_own_code(kind: Type, kinds: list[Type], moves: Any) -> bool:
    """Whether moves of a type can be told from those of the others by their codes alone."""
    if kind == TEXT:
        return True
    if isinstance(kind, Series):
        rivals = [k for k in kinds if k != kind and isinstance(k, Row | Tuple | Series)]
        return _is_packable(kind.item) and not any(map(_is_packable, rivals))
    head = _header(kind, moves)
    return head is not None and [_header(k, moves) for k in kinds].count(head) == 1


def _header(kind: Type, moves: Any) -> int | None:
    """What stands above the numbers in the codes of a type; None if they may have no numbers."""
    count = len(list(leaves(kind)))
    if isinstance(kind, Series) or not _is_packable(kind) or not 1 <= count <= moves.MOST:
        return None
    head: int = moves.header(count, _shape(kind, moves))
    return head


def _fits(f: Lowering, kind: Type, code: Value, moves: Any, alone: bool) -> str:
    """Whether a code is that of a move of this type, which is packed in it."""
    if alone:
        return f.op(f"icmp sgt i64 {code.text}, 0")
    if kind == TEXT:
        return f.op(f"icmp eq i64 {f.op(f'udiv i64 {code.text}, {moves.TEXT}')}, 1")
    if isinstance(kind, Series):
        shape = f.constant_int(_shape(kind.item, moves, nested=True))
        given = [code, shape, f.constant_int(kind.item.words)]
        return f.truth(f.call_function(moves.__dict__["_is_of_series"], given, {}))
    head = _header(kind, moves)
    assert head is not None
    place = moves.COUNT if head >= moves.PACKED else moves.SHAPED_COUNT
    return f.op(f"icmp eq i64 {f.op(f'ashr i64 {code.text}, {place}')}, {head >> place}")


def _unpacked(f: Lowering, kind: Type, code: Value, moves: Any) -> Value:
    """The move that is packed in a code."""
    if kind == TEXT:
        return f.call_function(moves.__dict__["_text_of_code"], [code], {})
    if isinstance(kind, Series):
        return _series_move(f, kind, code, moves)
    count = len(list(leaves(kind)))
    bits = _bits(count, _shape(kind, moves), moves)
    numbers = []
    for index in range(count):
        up = f.op(f"shl i64 {code.text}, {64 - bits * (count - index)}")
        numbers.append(f.op(f"ashr i64 {up}, {64 - bits}"))
    return _made(f, kind, iter(numbers))


def _series_move(f: Lowering, kind: Series, code: Value, moves: Any) -> Value:
    numbers = f.call_function(moves.__dict__["_numbers_of_code"], [code], {})
    numbers = f.convert(numbers, Series(INT))
    size = numbers.parts[1]
    if kind.item.words != 1:
        size = f.op(f"sdiv i64 {size}, {kind.item.words}")
    return Value(kind, numbers.text, size)


def _is_packable(kind: Type) -> bool:
    if isinstance(kind, Series):
        return _is_packable(kind.item)
    return all(is_whole(leaf) or isinstance(leaf, Member) for leaf in leaves(kind))


def _made(f: Lowering, kind: Type, numbers: Any) -> Value:
    if isinstance(kind, Row | Tuple | Record):
        return f.tuple_of([_made(f, item, numbers) for item in kind.items], kind)
    text = next(numbers)
    if kind == BOOL:
        return Value(BOOL, f.op(f"trunc i64 {text} to i1"))
    return Value(kind, text)
