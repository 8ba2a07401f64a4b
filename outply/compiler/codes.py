"""Codes of moves, compiled: packing a move's numbers into a word, and taking them out again."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, product
from typing import Any

from outply.compiler.builtin import as_handler
from outply.compiler.callees import BUILTINS
from outply.compiler.container_types import Row, Series, Struct, Tuple, Union
from outply.compiler.loops import Plan
from outply.compiler.object_types import Member
from outply.compiler.state_types import ALL
from outply.compiler.statements import Lowering
from outply.compiler.type_parts import leaves, tuple_type
from outply.compiler.types import BITS, BOOL, INT, NONE, TEXT, Type, Value, is_whole

__all__ = ["register"]


MOST_KINDS = 16  # of moves that are told apart by their codes


def register(moves: Any) -> None:
    """Compile `move_code` and `move_of` of `outply.search.move_codes` in a way of their own."""

    def code(f: Lowering, node: ast.AST, move: Value, words: Value | None = None) -> Value:
        return _code(f, move, moves, words.known if words is not None else ())

    def move(
        f: Lowering, node: ast.AST, game: Value, state: Value, code: Value, words: Value
    ) -> Value:
        return _move(f, (game, state, code, words), moves)

    BUILTINS[moves.move_code] = as_handler(code, "move_code")
    BUILTINS[moves.result_of] = as_handler(_result, "result_of")
    BUILTINS[moves.move_of] = as_handler(move, "move_of")


def _code(f: Lowering, move: Value, moves: Any, words: tuple[str, ...]) -> Value:
    kind = move.type
    if isinstance(kind, Union):
        return f.dispatch(move, lambda one: _code(f, one, moves, words))
    if kind == TEXT:
        return _packed_or_hashed(f, move, moves, "_code_of_text")
    if isinstance(kind, Series) and _is_packable(kind.item):
        return _series_code(f, move, moves)
    numbers = _numbers(f, move)
    if numbers is None:
        return _Packing(f, moves, words).code(move)
    if not 1 <= len(numbers) <= moves.MOST:
        return _hashed(f, move, moves)
    shape = _shape(kind, moves)
    code, fits = _packed_numbers(f, numbers, _bits(len(numbers), shape, moves))
    packed = Value(INT, f.op(f"or i64 {code}, {moves.header(len(numbers), shape)}"))
    yes, no = f.label(), f.label()
    f.branch(fits, yes, no)
    return f.select_value(yes, lambda: packed, no, lambda: _hashed(f, move, moves))


def _packed_numbers(f: Lowering, numbers: list[str], bits: int) -> tuple[str, str]:
    """Numbers in so many bits each; and whether they fit."""
    half, fits, code = 1 << (bits - 1), "true", "0"
    for number in numbers:
        moved = f.op(f"add i64 {number}, {half}")
        near = f.op(f"icmp ult i64 {moved}, {2 * half}")
        fits = near if fits == "true" else f.op(f"and i1 {fits}, {near}")
        low = f.op(f"and i64 {number}, {2 * half - 1}")
        code = low if code == "0" else f.op(f"or i64 {f.op(f'shl i64 {code}, {bits}')}, {low}")
    return code, fits


class _Packing:
    """The code of a move whose parts are texts, or whose shape is known when it runs."""

    def __init__(self, f: Lowering, moves: Any, words: tuple[str, ...]) -> None:
        self.f, self.moves, self.words = f, moves, words
        self.count, self.code_place, self.bad = (f.alloca("i64") for _ in range(3))

    def code(self, move: Value) -> Value:
        f, moves = self.f, self.moves
        if not _has_parts(move.type):
            return _hashed(f, move, moves)
        for place in (self.count, self.code_place, self.bad):
            f.do(f"store i64 0, ptr {place}")
        kept = f.keep(move)
        shape = self._shape(kept.get(), nested=False)
        count = f.op(f"load i64, ptr {self.count}")
        self._pack(kept, count, shape)
        bad = self._is_bad()
        low = f.op(f"load i64, ptr {self.code_place}")
        head = f.call_function(moves.header, [Value(INT, count), Value(INT, shape)], {})
        packed = Value(INT, f.op(f"or i64 {low}, {f.convert(head, INT).text}"))
        yes, no = f.label(), f.label()
        f.branch(bad, no, yes)
        return f.select_value(yes, lambda: packed, no, lambda: _hashed(f, kept.get(), moves))

    def _is_bad(self) -> str:
        """Whether a part was found that cannot be packed."""
        return self.f.op(f"icmp ne i64 {self.f.op(f'load i64, ptr {self.bad}')}, 0")

    def _pack(self, kept: Any, count: str, shape: str) -> None:
        """Put all parts into the code, unless there are too many or some cannot be packed."""
        f = self.f
        above = f.op(f"icmp uge i64 {f.op(f'sub i64 {count}, 1')}, {self.moves.MOST}")
        bad = self._is_bad()
        pack, decide = f.label(), f.label()
        f.do(f"store i64 1, ptr {self.bad}")
        f.branch(f.op(f"or i1 {above}, {bad}"), decide, pack)
        f.start(pack)
        f.do(f"store i64 0, ptr {self.bad}")
        self.bits = self._bits_of_part(count, shape)
        self._put(kept.get())
        f.go_on_at(decide)

    def _bits_of_part(self, count: str, shape: str) -> str:
        f, moves = self.f, self.moves
        is_shaped = f.op(f"icmp ne i64 {shape}, 0")
        room = f.op(f"select i1 {is_shaped}, i64 {moves.SHAPED_BITS}, i64 {moves.BITS}")
        return f.op(f"udiv i64 {room}, {count}")

    def _shape(self, value: Value, nested: bool) -> str:
        """What `shape_of_move` gives; count the parts meanwhile."""
        f, kind = self.f, value.type
        if isinstance(kind, Union):
            return f.dispatch(value, lambda one: Value(INT, self._shape(one, nested))).text
        if _is_part(kind):
            self._add(self.count, "1")
            return str(_shape(kind, self.moves, nested))
        total = f.counter()
        if kind == NONE:
            return str(_shape(kind, self.moves, nested))
        if not isinstance(kind, (Series, Row, Tuple, Struct)):
            self._add(self.bad, "1")
            return "0"
        size = self._add_shapes(value, total)
        items = f.op(f"load i64, ptr {total}")
        if isinstance(kind, Struct):
            items = f.op(f"add i64 {items}, {self.moves.class_shape(kind.cls) >> 8}")
        else:
            given = [Value(INT, size), Value(INT, items), f.static(nested)]
            items = f.convert(f.call_function(self.moves.tuple_shape, given, {}), INT).text
        return f.op(f"and i64 {items}, {self.moves.SHAPES - 1}")

    def _add_shapes(self, value: Value, total: str) -> str:
        """Add up the shapes of the items of a sequence; how many there are."""
        f = self.f

        def add(item: Value, place: str) -> None:
            shape = self._shape(item, nested=True)
            self._add(total, f.op(f"mul i64 {shape}, {place}"))

        if isinstance(value.type, Series):
            span = f.span_of(value)
            f.repeat(span.size, lambda at: add(f.at_index(span, at), f.op(f"add i64 {at}, 1")))
            return span.size
        items = f.items(value)
        for index, item in enumerate(items, 1):
            add(item, str(index))
        return str(len(items))

    def _put(self, value: Value) -> None:
        """Put the parts of a value behind those that are in the code."""
        f, kind = self.f, value.type
        if isinstance(kind, Union):
            f.dispatch(value, self._put_one)
        elif isinstance(kind, Series):
            span = f.span_of(value)
            f.repeat(span.size, lambda at: self._put(f.at_index(span, at)))
        elif isinstance(kind, (Row, Tuple, Struct)):
            for item in f.items(value):
                self._put(item)
        elif kind == TEXT:
            self._put_number(self._number_of_text(value))
        elif _is_part(kind):
            self._put_number(f.convert(value, INT).text if kind == BOOL else value.text)

    def _number_of_text(self, value: Value) -> str:
        f = self.f
        given = [value, Value(INT, self.bits), f.loaded(f.module.constant(self.words))]
        return f.convert(f.call_function(self.moves.number_of_text, given, {}), INT).text

    def _put_one(self, value: Value) -> Value:
        self._put(value)
        return self.f.constant_int(0)

    def _put_number(self, number: str) -> None:
        f, bits = self.f, self.bits
        half = f.op(f"shl i64 1, {f.op(f'sub i64 {bits}, 1')}")
        whole = f.op(f"shl i64 1, {bits}")
        far = f.op(f"icmp uge i64 {f.op(f'add i64 {number}, {half}')}, {whole}")
        self._add(self.bad, f.op(f"zext i1 {far} to i64"))
        low = f.op(f"and i64 {number}, {f.op(f'sub i64 {whole}, 1')}")
        up = f.op(f"shl i64 {f.op(f'load i64, ptr {self.code_place}')}, {bits}")
        f.do(f"store i64 {f.op(f'or i64 {up}, {low}')}, ptr {self.code_place}")

    def _add(self, place: str, number: str) -> None:
        before = self.f.op(f"load i64, ptr {place}")
        self.f.do(f"store i64 {self.f.op(f'add i64 {before}, {number}')}, ptr {place}")


def _is_part(kind: Type) -> bool:
    """Whether a value becomes one number of a code."""
    return kind in (INT, BITS, BOOL, TEXT) or isinstance(kind, Member)


def _has_parts(kind: Type) -> bool:
    """Whether some moves of a type can be packed."""
    if isinstance(kind, Union):
        return any(map(_has_parts, kind.items))
    if isinstance(kind, Series):
        return _has_parts(kind.item)
    if isinstance(kind, (Row, Tuple, Struct)):
        return all(map(_has_parts, kind.items))
    return kind == NONE or _is_part(kind)


def _bits(count: int, shape: int, moves: Any) -> int:
    """How many bits each of the numbers of a move has."""
    bits: int = (moves.SHAPED_BITS if shape else moves.BITS) // count
    return bits


def _shape(kind: Type, moves: Any, nested: bool = False) -> int:
    """What `shape_of_move` gives for the moves of a type."""
    shape = 0
    if nested and kind in (NONE, TEXT):
        shape = moves.NONE_SHAPE if kind == NONE else moves.TEXT_SHAPE
    if isinstance(kind, (Member, Struct)):
        shape = moves.class_shape(kind.cls) >> 8
    if isinstance(kind, (Row, Tuple, Struct)):
        for index, item in enumerate(kind.items, 1):
            shape += index * _shape(item, moves, nested=True)
    if isinstance(kind, (Row, Tuple)):
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
    shape = moves.class_shape(move.type.cls) if isinstance(move.type, (Member, Struct)) else 0
    word = f.op(f"xor i64 {word}, {shape}") if shape else word
    return Value(INT, f.op(f"sub i64 -1, {f.op(f'lshr i64 {word}, 4')}"))


def _numbers(f: Lowering, value: Value) -> list[str] | None:
    """The numbers that a move is made of, if it has a fixed number of them and nothing else."""
    kind = value.type
    if kind == BOOL:
        return [f.convert(value, INT).text]
    if kind in (INT, BITS) or isinstance(kind, Member):
        return [value.text]
    if not isinstance(kind, (Row, Tuple, Struct)) or kind.words > 8:
        return None
    found: list[str] = []
    for item in f.items(value):
        part = _numbers(f, item)
        if part is None:
            return None
        found += part
    return found


def _move(f: Lowering, given: tuple[Value, Value, Value, Value], moves: Any) -> Value:
    game, state, code, words = given
    kinds = _move_types(f, game, state)
    found, kept_state = f.keep(code), f.keep(state)

    def search() -> Value:
        arguments = [game, kept_state.get(), found.get(), f.module.known(words.known)]
        return f.call_function(moves.__dict__["_find_move"], arguments, {})

    def unpack(left: list[Type]) -> Value:
        if not left:
            return search()
        kind, rest = left[0], left[1:]
        yes, no = f.label(), f.label()
        f.branch(_fits(f, kind, found.get(), moves, alone=len(kinds) == 1), yes, no)
        return f.select_value(
            yes, lambda: _unpacked(f, kind, found.get(), moves, words), no, lambda: unpack(rest)
        )

    if len(kinds) > MOST_KINDS:
        return search()
    return unpack([kind for kind in kinds if _has_own_code(kind, kinds, moves)])


def _result(f: Lowering, node: ast.AST, game: Value, state: Value, move: Value) -> Value:
    """The state after a move; of moves of several types, for each type on its own if need be."""
    kept = f.keep(state)

    def result(one: Value) -> Value:
        found = f.call(f.attribute(game, "result"), [kept.get(), one], {}, node)
        if f.module.assumption != ALL or f.module.state is None:
            return found
        return f.assumed(f.materialized(f.argument(found)), f.module.state)

    if f.module.assumption == ALL and isinstance(move.type, Union):
        return f.dispatch(move, result)
    return result(move)


def _move_types(f: Lowering, game: Value, state: Value) -> list[Type]:
    """The types of a game's moves and outcomes of chance."""
    found: list[Type] = []

    def plan(name: str) -> Plan:
        return f.plan_of(f.call(f.attribute(game, name), [state], {}, ast.Pass()))

    for name in ("moves", "outcomes"):
        kind = f.probe_made(partial(plan, name))
        if name == "outcomes":
            if not isinstance(kind, (Row, Tuple, Struct)) or kind.size != 2:
                continue
            kind = kind.items[0]
        found += [] if kind is None else _alternatives(kind)
    return list(dict.fromkeys(found))


def _alternatives(kind: Type) -> list[Type]:
    """The types without unions of the values of a type, or of too many of them."""
    if isinstance(kind, Union):
        return [each for item in kind.items for each in _alternatives(item)][: MOST_KINDS + 1]
    if isinstance(kind, Tuple) or (isinstance(kind, Row) and isinstance(kind.item, Union)):
        ways = product(*map(_alternatives, kind.items))
        return [tuple_type(way) for way in islice(ways, MOST_KINDS + 1)]
    return [kind]


def _has_own_code(kind: Type, kinds: list[Type], moves: Any) -> bool:
    """Whether moves of a type can be told from those of the others by their codes alone."""
    if kind == TEXT:
        return True
    rivals = [rival for rival in kinds if rival != kind and _has_parts(rival)]
    if isinstance(kind, Series):
        rivals = [rival for rival in rivals if isinstance(rival, (Row, Tuple, Series))]
        return _is_packable(kind.item) and not rivals
    head = _header(kind, moves)
    if head is None or any(map(_is_loose, rivals)):
        return False
    return [_header(k, moves) for k in kinds].count(head) == 1


def _is_loose(kind: Type) -> bool:
    """Whether the values of a type have many shapes, other than those of plain tuples."""
    if isinstance(kind, (Row, Tuple, Struct)):
        return any(isinstance(leaf, (Series, Union)) for leaf in leaves(kind))
    return isinstance(kind, Series) and not is_whole(kind.item)


def _header(kind: Type, moves: Any) -> int | None:
    """What stands above the numbers in the codes of a type; None if they may have no numbers."""
    count = _count(kind)
    if not all(leaf == NONE or _is_part(leaf) for leaf in leaves(kind)):
        return None
    if not 1 <= count <= moves.MOST:
        return None
    head: int = moves.header(count, _shape(kind, moves))
    return head


def _count(kind: Type) -> int:
    """How many numbers are in the codes of a type."""
    return sum(leaf != NONE for leaf in leaves(kind))


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


def _unpacked_numbers(f: Lowering, code: Value, count: int, bits: int) -> list[str]:
    """The numbers that a code holds, in so many bits each."""
    ups = (f.op(f"shl i64 {code.text}, {64 - bits * (count - index)}") for index in range(count))
    return [f.op(f"ashr i64 {up}, {64 - bits}") for up in ups]


def _unpacked(f: Lowering, kind: Type, code: Value, moves: Any, words: Value) -> Value:
    """The move that is packed in a code."""
    if kind == TEXT:
        return f.call_function(moves.__dict__["_text_of_code"], [code], {})
    if isinstance(kind, Series):
        return _series_move(f, kind, code, moves)
    count = _count(kind)
    numbers = _unpacked_numbers(f, code, count, _bits(count, _shape(kind, moves), moves))

    def text(number: str) -> Value:
        if not words.known:
            return f.call_function(moves.__dict__["_text_of_code"], [Value(INT, number)], {})
        return f.call_function(moves.text_of_number, [Value(INT, number), words], {})

    return _made(f, kind, iter(numbers), text)


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


def _made(f: Lowering, kind: Type, numbers: Iterator[str], text: Callable[[str], Value]) -> Value:
    if isinstance(kind, (Row, Tuple, Struct)):
        return f.tuple_of([_made(f, item, numbers, text) for item in kind.items], kind)
    if kind == NONE:
        return Value(NONE, known=None)
    number = next(numbers)
    if kind == TEXT:
        return text(number)
    if kind == BOOL:
        return Value(BOOL, f.op(f"trunc i64 {number} to i1"))
    return Value(kind, number)
