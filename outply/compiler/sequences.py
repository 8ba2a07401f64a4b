"""Tuples, lists and strings: items, slices, joining, growing."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import NamedTuple

from outply.compiler.arithmetic import Numbers
from outply.compiler.container_types import Dict, List, Row, Series, Set, Struct, Tuple, Union, View
from outply.compiler.errors import NumberTooLarge, RegionFull
from outply.compiler.memory_region import FULL
from outply.compiler.object_types import RANGE, NumberTable
from outply.compiler.refusals import CompileError
from outply.compiler.special_methods import may_support
from outply.compiler.type_join import join_all
from outply.compiler.type_parts import is_empty_sequence, is_sequence, tuple_type
from outply.compiler.type_text import show, with_article
from outply.compiler.types import BITS, BOOL, FLOAT, INT, NONE, TEXT, Type, Value, is_number

__all__ = ["LONGEST", "Sequences", "Span"]

HEADER = 3  # words of a list: where its items are, how many, how many have room
FRAME = 128  # words of a list's items that may lie in the frame
ROOM = 16  # words that a list without items has in the frame
FIRST_ROOM = 4  # words that a list without items has in the region
LONGEST = 1 << 31  # items of a sequence that is made by repeating
ELEMENTS = {
    **{"i8": ("i8", "sext"), "i16": ("i16", "sext"), "i32": ("i32", "sext"), "i64": ("i64", "")},
    **{"u8": ("i8", "zext"), "u16": ("i16", "zext"), "u32": ("i32", "zext"), "u64": ("i64", "")},
    **{"f32": ("float", "fpext"), "f64": ("double", ""), "b8": ("i8", "bool")},
}


class Span(NamedTuple):
    """Items of one type in memory, one after the other; characters where `item` is TEXT."""

    place: str
    size: str
    item: Type
    characters: bool = False


class Sequences(Numbers):
    """What can be done with tuples, lists and strings."""

    def span_of(self, value: Value) -> Span:
        """The items of a sequence."""
        kind = value.type
        if isinstance(kind, Row):
            return Span(value.text, str(kind.size), kind.item)
        if isinstance(kind, Series):
            return Span(value.text, value.parts[1], kind.item)
        if kind == TEXT:
            return Span(value.text, value.parts[1], TEXT, True)
        if isinstance(kind, List):
            return self._run_of_list(value, kind)
        if isinstance(kind, (Tuple, Struct)) and is_sequence(kind):
            return self.span_of(self.uniform(value))
        if is_number(kind) or kind == NONE:
            raise self.type_error(f"{with_article(kind)} has no items")
        raise CompileError(
            f"{with_article(kind)} has no items here", "make a tuple or list of it first"
        )

    def uniform(self, value: Value) -> Value:
        """A tuple of several types as one of their joint type."""
        kind = value.type
        assert isinstance(kind, (Tuple, Struct))
        if not kind.items:
            return Value(Row(INT, 0), "null")
        row = Row(join_all(kind.items), kind.size)
        place = self.words(row.words)
        for index, item in enumerate(self.items(value)):
            self.store(self.at(place, row.offset(index)), row.item, item)
        return Value(row, place)

    def at_index(self, span: Span, at: str) -> Value:
        """The item at an index that is in range."""
        if span.characters:
            return Value(
                TEXT, self.op(f"getelementptr inbounds i32, ptr {span.place}, i64 {at}"), "1"
            )
        place = self.item_place(span, at)
        bounds = self.module.bounds(span.place, span.item)
        return self._bounded(span.item, place, bounds) if bounds else self.load(span.item, place)

    def _bounded(self, kind: Type, place: str, bounds: list[str]) -> Value:
        """An item of a constant, with the bounds of its numbers: LLVM drops checks by them."""
        numbers = [
            self.op(f"load i64, ptr {self.at(place, index)}, align 8, !range {bound}")
            for index, bound in enumerate(bounds)
        ]
        if kind == INT:
            return Value(INT, numbers[0])
        copy = self.words(len(numbers))
        for index, number in enumerate(numbers):
            self.do(f"store i64 {number}, ptr {self.at(copy, index)}")
        return Value(kind, copy)

    def item_place(self, span: Span, at: str) -> str:
        words = span.item.words
        if words == 1:
            return self.at(span.place, at)
        return self.at(span.place, self.op(f"mul i64 {at}, {words}"))

    def _run_of_list(self, value: Value, kind: List) -> Span:
        place = self.op(f"load ptr, ptr {value.text}")
        if kind.size is not None:
            return Span(place, str(kind.size), kind.item or INT)
        return Span(place, self.op(f"load i64, ptr {self.at(value.text, 1)}"), kind.item or INT)

    def length(self, value: Value) -> Value:
        if self.is_split(value, _has_length):
            return self.dispatch(value, self.length)
        value = self.one_of(value, _has_length, "len()")
        kind = value.type
        if isinstance(kind, (Row, Tuple)) or (isinstance(kind, Struct) and kind.is_tuple):
            return self.constant_int(kind.size)
        if isinstance(kind, Series) or kind == TEXT:
            known = len(value.known) if value.is_known else None
            return self.constant_int(known) if known is not None else Value(INT, value.parts[1])
        return self._length_of_container(value)

    def _length_of_container(self, value: Value) -> Value:
        kind = value.type
        if isinstance(kind, NumberTable):
            return self.constant_int(kind.shape[0])
        if kind == RANGE:
            return Value(INT, self.range_size(value))
        if isinstance(kind, List) and kind.size is not None:
            return self.constant_int(kind.size)
        if _has_length(kind):
            return Value(INT, self.op(f"load i64, ptr {self.at(value.text, 1)}"))
        raise self.type_error(f"{with_article(kind)} has no length", kind)

    def constant_int(self, number: int) -> Value:
        found: Value = self.module.constant(number)
        return found

    # -- items --------------------------------------------------------------------------------

    def index(self, value: Value, index: Value) -> Value:
        """`value[index]`, of one type with items in a row."""
        kind = value.type
        if isinstance(kind, NumberTable):
            return self._array_item(value, [index])
        if isinstance(kind, View):
            raise self.type_error(f"{kind.name!r} object is not subscriptable")
        index = self._as_index(index)
        if isinstance(kind, (Row, Tuple, Struct)) and is_sequence(kind) and index.is_known:
            if not -kind.size <= index.known < kind.size:
                raise self.failure(IndexError, "tuple index out of range")
            return self.item(value, index.known % kind.size)
        if kind == RANGE:
            return self.range_item(
                value, self.checked_index(index, self.range_size(value), "range object")
            )
        span = self.span_of(value)
        return self.at_index(span, self.checked_index(index, span.size, name_of(kind)))

    def _as_index(self, index: Value) -> Value:
        index = self.one_of(
            self.plain_numbers(index), lambda kind: kind in (INT, BITS, BOOL), "an index"
        )
        if index.type == FLOAT:
            raise CompileError("an index is a whole number, not a float", "use // or int(…)")
        return self.whole(index)

    def checked_index(self, index: Value, size: str, what: str) -> str:
        """An index counted from the start, that is in range or raises IndexError.

        Where it is out of range, the code jumps to the nearest `try`, or leaves the kernel with a
        number; the host raises the error of this number, with file and line (`Flow.fail_if`,
        `kernels.py`).
        """
        at = index.text
        if index.is_known and index.known < 0:
            at = self.op(f"add i64 {size}, {index.known}")
        elif index.type == INT and not index.is_known:
            below = self.op(f"icmp slt i64 {at}, 0")
            at = self.op(f"select i1 {below}, i64 {self.op(f'add i64 {at}, {size}')}, i64 {at}")
        far = self.op(f"icmp uge i64 {at}, {size}")
        self.fail_if(far, IndexError, f"{what} index out of range")
        return at

    def _array_item(self, value: Value, indices: list[Value]) -> Value:
        kind = value.type_as(NumberTable)
        if indices and isinstance(indices[0].type, (Row, Tuple)):
            indices = self.items(indices[0])
        place, shape = value.text, list(kind.shape)
        ir, widening = ELEMENTS[kind.element]
        offset = "0"
        for index in indices:
            size = shape.pop(0)
            at = self.checked_index(self._as_index(index), str(size), "array")
            stride = 1
            for inner in shape:
                stride *= inner
            moved = self.op(f"mul nuw nsw i64 {at}, {stride}") if stride > 1 else at
            offset = moved if offset == "0" else self.op(f"add nuw nsw i64 {offset}, {moved}")
        place = self.op(f"getelementptr inbounds {ir}, ptr {place}, i64 {offset}")
        if shape:
            return Value(NumberTable(kind.element, tuple(shape)), place)
        return self._element(self.op(f"load {ir}, ptr {place}"), ir, widening, kind.element)

    def _element(self, text: str, ir: str, widening: str, element: str) -> Value:
        if element[0] == "f":
            return Value(FLOAT, self.op(f"fpext float {text} to double") if widening else text)
        if widening == "bool":
            return Value(BOOL, self.op(f"trunc {ir} {text} to i1"))
        if element == "u64":
            return Value(BITS, text)
        return Value(INT, self.op(f"{widening} {ir} {text} to i64") if widening else text)

    # -- slices -------------------------------------------------------------------------------

    def sliced(self, value: Value, ends: list[Value | None]) -> Value:
        """`value[start:stop:step]`."""
        if self.is_split(value, _has_slices):
            kept = [None if end is None else self.keep(end) for end in ends]
            return self.dispatch(
                value, lambda one: self.sliced(one, [None if k is None else k.get() for k in kept])
            )
        if value.type == RANGE:
            return self._part_of_range(value, ends)
        value = self.one_of(value, _has_slices, "[:]")
        kind = value.type
        if isinstance(kind, List) and kind.cls is not list:
            raise self.type_error("sequence index must be integer, not 'slice'")
        if isinstance(kind, (Row, Tuple, Struct)) and is_sequence(kind):
            if ends[2] is not None and ends[2].known == 0:
                raise CompileError("slice step cannot be zero")
            known = [None if e is None else e.known if e.is_known else "?" for e in ends]
            if "?" not in known:
                return self._known_slice(value, slice(*known))
        span = self.span_of(value)
        start, count, step = self._slice_bounds(ends, span.size)
        if isinstance(kind, List) and kind.item is None:  # of what items, is not known yet
            return Value(List(None, site=kind.site), self.new_list(INT, "0")[0].text)
        if step == "1":
            return self._part(value, span, start, count)
        return self.collected(
            kind,
            span,
            count,
            lambda at: self.op(f"add i64 {start}, {self.op(f'mul i64 {at}, {step}')}"),
        )

    def _known_slice(self, value: Value, part: slice) -> Value:
        kind = value.type
        assert isinstance(kind, (Row, Tuple, Struct))
        chosen = range(kind.size)[part]
        if isinstance(kind, Row) and chosen.step == 1 and len(chosen):
            place = self.at(value.text, kind.offset(chosen.start))
            return Value(Row(kind.item, len(chosen)), place)
        return self.tuple_of([self.item(value, index) for index in chosen])

    def _require_step(self, step: Value) -> None:
        if step.is_known and step.known == 0:
            raise CompileError("slice step cannot be zero")
        if not step.is_known:
            none = self.op(f"icmp eq i64 {step.text}, 0")
            self.fail_if(none, ValueError, "slice step cannot be zero")

    def _part_of_range(self, value: Value, ends: list[Value | None]) -> Value:
        """A slice of a range, which is a range."""
        first, last, by, _ = self._slice_ends(ends, self.range_size(value))
        start, _, step = (self.item(value, index) for index in range(3))

        def number(at: str) -> Value:
            return self.arithmetic("add", start, self.arithmetic("mul", Value(INT, at), step))

        return self.tuple_of([number(first), number(last), self.arithmetic("mul", step, by)], RANGE)

    def _slice_bounds(self, ends: list[Value | None], size: str) -> tuple[str, str, str]:
        """Where a slice begins, how many items it has and their distance."""
        start, stop, step, down = self._slice_ends(ends, size)
        return start, self._slice_count(start, stop, step, down), step.text

    def _slice_ends(self, ends: list[Value | None], size: str) -> tuple[str, str, Value, str]:
        """Where a slice begins and ends, the distance, and whether that is negative."""
        (first, no_first), (last, no_last), (by, _) = (
            self._slice_end(end, default) for end, default in zip(ends, (0, 0, 1), strict=True)
        )
        step = by or self.constant_int(1)
        self._require_step(step)
        down = "true" if step.is_known and step.known < 0 else "false"
        if not step.is_known:
            down = self.op(f"icmp slt i64 {step.text}, 0")
        low = self._select(down, "-1", "0")
        high = self._select(down, self.op(f"sub i64 {size}, 1"), size)
        left, right = self._select(down, high, low), self._select(down, low, high)
        start = self._select(no_first, left, self._bound(first, size, low, high, left))
        stop = self._select(no_last, right, self._bound(last, size, low, high, right))
        return start, stop, step, down

    def _slice_end(self, end: Value | None, default: int) -> tuple[Value | None, str]:
        """A number of a slice, and whether it is None when the code runs: then it is absent."""
        if end is None or end.type == NONE:
            return None, "false"
        if not isinstance(end.type, Union) or NONE not in end.type.items:
            return self.integer(end), "false"

        def number(one: Value) -> Value:
            return self.constant_int(default) if one.type == NONE else self.integer(one)

        is_none = self.bit_of(end, lambda one: "true" if one.type == NONE else "false")
        return self.by_alternative(end, INT, number), is_none

    def _select(self, condition: str, one: str, other: str) -> str:
        if condition in ("true", "false"):
            return one if condition == "true" else other
        return self.op(f"select i1 {condition}, i64 {one}, i64 {other}")

    def _bound(self, end: Value | None, size: str, low: str, high: str, none: str) -> str:
        if end is None:
            return none
        at = end.text
        if not (end.is_known and end.known >= 0):
            below = self.op(f"icmp slt i64 {at}, 0")
            at = self.op(f"select i1 {below}, i64 {self.op(f'add i64 {at}, {size}')}, i64 {at}")
        at = self.op(f"call i64 @llvm.smax.i64(i64 {at}, i64 {low})")
        return self.op(f"call i64 @llvm.smin.i64(i64 {at}, i64 {high})")

    def _slice_count(self, start: str, stop: str, step: Value, down: str) -> str:
        if step.is_known and step.known == 1:
            span = self.op(f"sub i64 {stop}, {start}")
        else:
            one = self._select(down, "1", "-1")
            span = self.op(f"add i64 {self.op(f'sub i64 {stop}, {start}')}, {one}")
            span = self.op(f"add i64 {self.op(f'sdiv i64 {span}, {step.text}')}, 1")
            some = self.op(f"icmp slt i64 {start}, {stop}")
            back = self.op(f"icmp sgt i64 {start}, {stop}")
            there = back if down == "true" else some
            if down not in ("true", "false"):
                there = self.op(f"select i1 {down}, i1 {back}, i1 {some}")
            span = self.op(f"select i1 {there}, i64 {span}, i64 0")
        return self.op(f"call i64 @llvm.smax.i64(i64 {span}, i64 0)")

    def _part(self, value: Value, span: Span, start: str, count: str) -> Value:
        """Some items in a row: shared where nobody can change them."""
        if span.characters:
            place = self.op(f"getelementptr inbounds i32, ptr {span.place}, i64 {start}")
            return Value(TEXT, place, count)
        place = self.item_place(span, start)
        if isinstance(value.type, Series):
            return Value(value.type, place, count)
        words = count if span.item.words == 1 else self.op(f"mul i64 {count}, {span.item.words}")
        made, data = self.new_span(value.type, span.item, count)
        self.copy_words(data, place, words)
        return made

    def new_span(self, like: Type, item: Type, count: str) -> tuple[Value, str]:
        """A new list, or tuple of varying length, with room for its items; and where they are."""
        if isinstance(like, List):
            return self.new_list(item, count, like.site)
        place = self.allocate(self._scaled(count, item.words))
        return Value(Series(item), place, count), place

    def new_list(self, item: Type, count: str, site: object = None) -> tuple[Value, str]:
        words = self._scaled(count, item.words)
        whole = (
            str(int(words) + HEADER) if words.isdigit() else self.op(f"add i64 {words}, {HEADER}")
        )
        header = self.allocate(int(whole) if whole.isdigit() else whole)
        data = self.at(header, HEADER)
        self.write_header(header, data, count, count)
        return Value(List(item, site=site), header), data

    def write_header(self, header: str, data: str, count: str, room: str) -> None:
        self.do(f"store ptr {data}, ptr {header}")
        for index, number in enumerate((count, room), 1):
            self.do(f"store i64 {number}, ptr {self.at(header, index)}")

    def fixed_list(self, value: Value, site: object, node: ast.AST) -> Value | None:
        """A new list of a tuple's items in the frame or the result, if its length is known."""
        span = self.span_of(value)
        item = self.site_item(site, span.item)
        if span.characters or not span.size.isdigit():
            return None
        row = Row(item, int(span.size))
        data = self.place_in_result(node, row)
        if not data and row.words > FRAME:
            return None
        header, data = self.words(HEADER), data or self.words(max(row.words, 1))
        self.write_header(header, data, span.size, span.size)
        self.convert_span(data, item, Value(Series(span.item), span.place, span.size))
        return Value(List(item, site=site, size=int(span.size)), header)

    def _collected_letters(self, span: Span, count: str, place: Callable[[str], str]) -> Value:
        data = self.new_text(count)

        def copy_character(at: str) -> None:
            letter = self.character(Value(TEXT, span.place, span.size), place(at))
            there = self.op(f"getelementptr i32, ptr {data}, i64 {at}")
            self.do(f"store i32 {letter}, ptr {there}")

        self.repeat(count, copy_character)
        return Value(TEXT, data, count)

    def collected(self, like: Type, span: Span, count: str, place: Callable[[str], str]) -> Value:
        """The items at some places of a run, as a sequence like the one they are from."""
        if span.characters:
            return self._collected_letters(span, count, place)
        made, data = self.new_span(like, span.item, count)
        new = Span(data, count, span.item)

        def copy_item(at: str) -> None:
            self.store(self.item_place(new, at), span.item, self.at_index(span, place(at)))

        self.repeat(count, copy_item)
        return made

    # -- strings ------------------------------------------------------------------------------

    def new_text(self, count: str) -> str:
        """Room for so many characters."""
        if count.isdigit():
            return self.allocate((int(count) + 1) // 2)
        return self.allocate(self.op(f"lshr i64 {self.op(f'add i64 {count}, 1')}, 1"))

    def character(self, text: Value, at: str) -> str:
        """The code of a character of a string."""
        if text.is_known and at.isdigit():
            return str(ord(text.known[int(at)]))
        return self.op(
            f"load i32, ptr {self.op(f'getelementptr inbounds i32, ptr {text.text}, i64 {at}')}"
        )

    def copy_text(self, place: str, text: Value) -> None:
        if text.parts[1] == "1":
            self.do(f"store i32 {self.character(text, '0')}, ptr {place}, align 4")
            return
        size = self.op(f"shl i64 {text.parts[1]}, 2")
        self.do(
            f"call void @llvm.memmove.p0.p0.i64(ptr align 4 {place}, ptr align 4 {text.text}, "
            f"i64 {size}, i1 false)"
        )

    def join_texts(self, texts: list[Value]) -> Value:
        """Strings one after the other."""
        total = "0"
        for text in texts:
            total = self._sum(total, text.parts[1])
        place = self.new_text(total)
        at = "0"
        for text in texts:
            self.copy_text(self.op(f"getelementptr i32, ptr {place}, i64 {at}"), text)
            at = self._sum(at, text.parts[1])
        return Value(TEXT, place, total)

    def _sum(self, one: str, other: str) -> str:
        if one.isdigit() and other.isdigit():
            return str(int(one) + int(other))
        return other if one == "0" else self.op(f"add i64 {one}, {other}")

    # -- joining and repeating ----------------------------------------------------------------

    def concatenated(self, values: list[Value]) -> Value:
        """`a + b + …` of sequences of one kind."""
        if all(value.type == TEXT for value in values):
            return self.join_texts(values)
        kinds = [value.type for value in values]
        if any(isinstance(kind, List) and kind.cls is not list for kind in kinds):
            raise CompileError("+ of a deque cannot be compiled", "use extend")
        if all(isinstance(kind, List) for kind in kinds):
            return self._joined_runs(values, List(None))
        if not all(is_sequence(kind) for kind in kinds):
            names = ["__add__"] + ["__radd__"] * (len(kinds) - 1)
            own = [k for k, n in zip(kinds, names, strict=True) if may_support(k, {n})]
            raise self.type_error(f"{' + '.join(map(show, kinds))} is not possible", *own)
        if all(isinstance(kind, (Row, Tuple, Struct)) for kind in kinds):
            return self._joined_tuples(values)
        return self._joined_runs(values, kinds[0])

    def _joined_tuples(self, values: list[Value]) -> Value:
        kinds = [kind for value in values for kind in value.type.items]  # type: ignore[attr-defined]
        kind = tuple_type(kinds)
        place = self.words(kind.words)
        offset = 0
        for value in values:
            self.copy_words(self.at(place, offset), value.text, value.type.words)
            offset += value.type.words
        return Value(kind, place)

    def _joined_runs(self, values: list[Value], like: Type) -> Value:
        spans = [self.span_of(value) for value in values if not is_empty_sequence(value.type)]
        if not spans:
            return values[0] if isinstance(like, Tuple) else self.new_list(INT, "0")[0]
        item = functools.reduce(self.joint, (span.item for span in spans))
        total = functools.reduce(self._sum, (span.size for span in spans), "0")
        made, data = self.new_span(like, item, total)
        self._copy_spans(spans, Span(data, total, item))
        return made

    def _copy_spans(self, spans: list[Span], whole: Span) -> None:
        at = "0"
        for span in spans:
            source = Value(Series(span.item), span.place, span.size)
            self.convert_span(self.item_place(whole, at), whole.item, source)
            at = self._sum(at, span.size)

    def repeated(self, value: Value, times: Value) -> Value:
        """`value * times` of a sequence."""
        kind = value.type
        if isinstance(kind, List) and kind.cls is not list:
            raise CompileError("* of a deque cannot be compiled", "use a list")
        if isinstance(kind, (Row, Tuple)) and times.is_known and times.known * kind.words <= 4096:
            return self._repeated_tuple(value, times.known)
        total = self._repeated_size(self.integer(times), self.length(value))
        span = self.span_of(value)
        if isinstance(kind, List) and kind.item is None:
            return self.new_list(INT, "0", kind.site)[0]
        return self.collected(
            kind,
            span,
            total,
            lambda at: self.op(f"urem i64 {at}, {span.size}") if span.size != "1" else "0",
        )

    def _repeated_size(self, count: Value, size: Value) -> str:
        """The product of two sizes, which must not be too large."""
        often = self.op(f"call i64 @llvm.smax.i64(i64 {count.text}, i64 0)")
        product = self.op(
            f"call {{i64, i1}} @llvm.smul.with.overflow.i64(i64 {often}, i64 {size.text})"
        )
        total = self.op(f"extractvalue {{i64, i1}} {product}, 0")
        lost = self.op(f"extractvalue {{i64, i1}} {product}, 1")
        large = self.op(f"icmp ugt i64 {total}, {LONGEST}")
        large = self.op(f"or i1 {lost}, {large}")
        self.fail_if(large, RegionFull, "a sequence is too long")
        return total

    def _repeated_tuple(self, value: Value, times: int) -> Value:
        kind = value.type
        assert isinstance(kind, (Row, Tuple))
        if times <= 0 or not kind.size:
            return self.tuple_of([])
        made = (
            tuple_type(kind.items * times)
            if isinstance(kind, Tuple)
            else Row(kind.item, kind.size * times)
        )
        place = self.words(made.words)
        if times * kind.size <= 32:
            for index in range(times):
                self.copy_words(self.at(place, index * kind.words), value.text, kind.words)
        else:
            self.repeat(
                str(times),
                lambda at: self.copy_words(
                    self.at(place, self._scaled(at, kind.words)), value.text, kind.words
                ),
            )
        return Value(made, place)

    # -- lists --------------------------------------------------------------------------------

    def list_from(self, value: Value, site: object = None) -> Value:
        """A new list of a sequence's items."""
        kind = value.type
        if is_empty_sequence(kind):
            return Value(List(self.known_items(site), site=site), self.new_list(INT, "0")[0].text)
        span = self.span_of(value)
        item = self.site_item(site, span.item)
        if span.characters:
            made, data = self.new_list(TEXT, span.size, site)
            new = Span(data, span.size, TEXT)
            self.repeat(
                span.size,
                lambda at: self.store(self.item_place(new, at), TEXT, self.at_index(span, at)),
            )
            return made
        made, data = self.new_list(item, span.size, site)
        self.convert_span(data, item, Value(Series(span.item), span.place, span.size))
        return made

    def place_in_result(self, made: ast.AST, kind: Row) -> str:
        raise NotImplementedError

    def site_item(self, site: object, item: Type) -> Type:
        """The type of a new list's items: at least what was put into it later."""
        raise NotImplementedError

    def known_items(self, site: object, name: str = "item") -> Type | None:
        """What a container that is made somewhere turned out to hold."""
        raise NotImplementedError

    def widen(self, container: Value, item: Type, name: str = "item") -> Type:
        """The type of a container's items, to which an item is going to be added."""
        raise NotImplementedError

    def reserve(self, value: Value, item: Type, extra: str = "1") -> tuple[str, str]:
        """Make room for more items of a list; where they go, and how many there were."""
        size = self.op(f"load i64, ptr {self.at(value.text, 1)}")
        room = self.op(f"load i64, ptr {self.at(value.text, 2)}")
        wanted = self.op(f"add i64 {size}, {extra}")
        grow, done = self.label(), self.label()
        self.enter_if(self.op(f"icmp sgt i64 {wanted}, {room}"), grow, done, unlikely=grow)
        self.instance.uses_context = self.instance.allocates = True
        self.module.needs_growth = True
        before = self.op(f"load ptr, ptr {value.text}")
        given = f"ptr {before}, i64 {size}, i64 {room}, i64 {wanted}, i64 {8 * item.words}"
        grown = self.op(f"call preserve_mostcc {{ptr, i64}} @grow(ptr %ctx, {given})")
        place = self.op(f"extractvalue {{ptr, i64}} {grown}, 0")
        self.fail_if(self.op(f"icmp eq ptr {place}, null"), RegionFull, FULL)
        self.do(f"store ptr {place}, ptr {value.text}")
        more = self.op(f"extractvalue {{ptr, i64}} {grown}, 1")
        self.do(f"store i64 {more}, ptr {self.at(value.text, 2)}")
        self.go_on_at(done)
        self.do(f"store i64 {wanted}, ptr {self.at(value.text, 1)}")
        data = self.op(f"load ptr, ptr {value.text}")
        return self.at(data, self._scaled(size, item.words)), size

    # -- ranges -------------------------------------------------------------------------------

    def range_size(self, value: Value) -> str:
        start, stop, step = (self.item(value, index) for index in range(3))
        return self.span(start.text, stop.text, step.text)

    def span(self, start: str, stop: str, step: str) -> str:
        """How many numbers a range has; less than one means none."""
        if step == "1" and start == "0":
            return stop
        if _is_literal(start) and _is_literal(stop) and _is_literal(step):
            return str(len(range(int(start), int(stop), int(step))))
        return self._numbers_between(*self._upwards(start, stop, step))

    def _numbers_between(self, low: str, high: str, size: str) -> str:
        some = self.op(f"icmp slt i64 {low}, {high}")
        count = self.op(f"sub i64 {high}, {low}")
        if size != "1":  # as unsigned numbers, so that nothing is lost
            whole = self.op(f"udiv i64 {self.op(f'sub i64 {count}, 1')}, {size}")
            count = self.op(f"add i64 {whole}, 1")
        long = self.op(f"and i1 {some}, {self.op(f'icmp slt i64 {count}, 0')}")
        self.fail_if(long, NumberTooLarge, "a range has too many numbers")
        return self.op(f"select i1 {some}, i64 {count}, i64 0")

    def _upwards(self, start: str, stop: str, step: str) -> tuple[str, str, str]:
        """A range with as many numbers, in ascending order."""
        if _is_literal(step):
            return (start, stop, step) if int(step) > 0 else (stop, start, str(-int(step)))
        none = self.op(f"icmp eq i64 {step}, 0")
        self.fail_if(none, ValueError, "range() arg 3 must not be zero")
        up = self.op(f"icmp sgt i64 {step}, 0")
        size = self.op(f"call i64 @llvm.abs.i64(i64 {step}, i1 false)")
        return self._select(up, start, stop), self._select(up, stop, start), size

    def range_item(self, value: Value, at: str) -> Value:
        start, _, step = (self.item(value, index) for index in range(3))
        return Value(INT, self.op(f"add i64 {start.text}, {self.op(f'mul i64 {at}, {step.text}')}"))


def _is_literal(text: str) -> bool:
    return text.lstrip("-").isdigit()


def name_of(kind: Type) -> str:
    return "list" if isinstance(kind, List) else "string" if kind == TEXT else "tuple"


def _has_length(kind: Type) -> bool:
    is_container = isinstance(kind, (List, Dict, Set, NumberTable, View))
    return is_sequence(kind) or kind in (TEXT, RANGE) or is_container


def _has_slices(kind: Type) -> bool:
    return is_sequence(kind) or kind == TEXT or isinstance(kind, List)


def is_indexable(kind: Type) -> bool:
    return is_sequence(kind) or kind in (TEXT, RANGE) or isinstance(kind, (List, Dict, NumberTable))
