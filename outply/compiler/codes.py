"""Codes of moves, compiled: packing a move's numbers into a word, and taking them out again."""

from __future__ import annotations

import ast
from typing import Any

from outply.compiler.builtin import as_handler
from outply.compiler.callees import BUILTINS
from outply.compiler.statements import Lowering
from outply.compiler.types import (
    BITS,
    BOOL,
    INT,
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
    """Compile `move_code` and `move_of` of `outply.search.moves` in a way of their own."""
    BUILTINS[moves.move_code] = as_handler(lambda f, node, move: _code(f, move, moves), "move_code")
    BUILTINS[moves.move_of] = as_handler(
        lambda f, node, game, state, code: _move(f, node, (game, state, code), moves), "move_of"
    )


def _code(f: Lowering, move: Value, moves: Any) -> Value:
    if isinstance(move.type, Union):
        return f.dispatch(move, lambda one: _code(f, one, moves))
    if isinstance(move.type, Series) and _is_packable(move.type.item):
        return _series_code(f, move, moves)
    numbers = _numbers(f, move)
    if numbers is None or not 1 <= len(numbers) <= moves.MOST:
        return _hashed(f, move)
    bits = moves.BITS // len(numbers)
    half, fits, code = 1 << (bits - 1), "true", "0"
    for number in numbers:
        moved = f.op(f"add i64 {number}, {half}")
        near = f.op(f"icmp ult i64 {moved}, {2 * half}")
        fits = near if fits == "true" else f.op(f"and i1 {fits}, {near}")
        low = f.op(f"and i64 {number}, {2 * half - 1}")
        code = low if code == "0" else f.op(f"or i64 {f.op(f'shl i64 {code}, {bits}')}, {low}")
    head = moves.PACKED | (len(numbers) - 1) << moves.COUNT
    packed = Value(INT, f.op(f"or i64 {code}, {head}"))
    yes, no = f.label(), f.label()
    f.branch(fits, yes, no)
    return f.select_value(yes, lambda: packed, no, lambda: _hashed(f, move))


def _series_code(f: Lowering, move: Value, moves: Any) -> Value:
    """Of a tuple of varying length, which is a run of words."""
    assert isinstance(move.type, Series)
    size = f._scaled(move.parts[1], move.type.item.words)
    words, kept = Value(Series(INT), move.text, size), f.keep(move)
    code = f.call_function(moves.__dict__["_code_of_numbers"], [words], {})
    code = f.convert(code, INT)
    yes, no = f.label(), f.label()
    f.branch(f.op(f"icmp ne i64 {code.text}, {moves.NO_CODE}"), yes, no)
    return f.select_value(yes, lambda: code, no, lambda: _hashed(f, kept.get()))


def _hashed(f: Lowering, move: Value) -> Value:
    word = f.mixed(f.tuple_of([move])).text
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
    kind = _move_type(f, game, state)
    found = f.keep(code)

    def search() -> Value:
        return f.call_function(moves.__dict__["_found"], [game, state, found.get()], {})

    if isinstance(kind, Series) and _is_packable(kind.item):
        yes, no = f.label(), f.label()
        f.branch(f.op(f"icmp sgt i64 {code.text}, 0"), yes, no)
        return f.select_value(yes, lambda: _series_move(f, kind, found.get(), moves), no, search)
    if kind is None or not _is_packable(kind) or len(list(leaves(kind))) > moves.MOST:
        return search()
    bits = moves.BITS // len(list(leaves(kind)))
    yes, no = f.label(), f.label()
    f.branch(f.op(f"icmp sgt i64 {code.text}, 0"), yes, no)
    return f.select_value(yes, lambda: _unpacked(f, kind, found.get().text, bits), no, search)


def _series_move(f: Lowering, kind: Series, code: Value, moves: Any) -> Value:
    numbers = f.call_function(moves.__dict__["_numbers_of_code"], [code], {})
    numbers = f.convert(numbers, Series(INT))
    size = numbers.parts[1]
    if kind.item.words != 1:
        size = f.op(f"sdiv i64 {size}, {kind.item.words}")
    return Value(kind, numbers.text, size)


def _move_type(f: Lowering, game: Value, state: Value) -> Type | None:
    """The type of a game's moves; None where outcomes of chance have another."""
    found = []
    for name in ("moves", "outcomes"):
        plan = f.plan_of(f.call(f.attribute(game, name), [state], {}, ast.Pass()))
        found.append(f.probe(plan))
    moves, outcomes = found
    if isinstance(outcomes, Row | Tuple) and outcomes.items[0] != moves:
        return None
    return moves


def _is_packable(kind: Type) -> bool:
    return all(is_whole(leaf) or isinstance(leaf, Member) for leaf in leaves(kind))


def _unpacked(f: Lowering, kind: Type, code: str, bits: int) -> Value:
    count = len(list(leaves(kind)))
    numbers = []
    for index in range(count):
        up = f.op(f"shl i64 {code}, {64 - bits * (count - index)}")
        numbers.append(f.op(f"ashr i64 {up}, {64 - bits}"))
    return _made(f, kind, iter(numbers))


def _made(f: Lowering, kind: Type, numbers: Any) -> Value:
    if isinstance(kind, Row | Tuple | Record):
        return f.tuple_of([_made(f, item, numbers) for item in kind.items], kind)
    text = next(numbers)
    if kind == BOOL:
        return Value(BOOL, f.op(f"trunc i64 {text} to i1"))
    return Value(kind, text)
