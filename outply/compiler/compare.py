"""Equality, order, membership and hashes of values of any type."""

from __future__ import annotations

import ast
import dataclasses
import operator
from collections import Counter
from collections.abc import Callable
from types import MethodType
from typing import Any

from outply.compiler.arithmetic import MIRRORED, ORDER
from outply.compiler.container_types import Dict, List, Row, Series, Set, Struct, Tuple, Union, View
from outply.compiler.flow import truth
from outply.compiler.object_types import RANGE, Iterator_, Known, Member, Object
from outply.compiler.refusals import CompileError
from outply.compiler.sequences import Sequences, Span
from outply.compiler.special_methods import has_special_method, may_support
from outply.compiler.type_parts import is_empty_sequence, is_sequence
from outply.compiler.type_text import show, with_article
from outply.compiler.types import (
    BITS,
    BOOL,
    FLOAT,
    INT,
    NONE,
    TEXT,
    WIDE,
    WIDE_BITS,
    Type,
    Value,
    is_number,
    is_whole,
)
from outply.game import LENGTH_WORD, NONE_WORD, SET_WORD, TEXT_WORD, class_word

__all__ = ["Comparisons"]

UNROLLED = 12  # items that are compared one by one without a loop


class Comparisons(Sequences):
    """`==`, `<`, `in`, `is`, truth, and the keys of states."""

    def compare(self, op: ast.cmpop, left: Value, right: Value) -> Value:
        if isinstance(op, (ast.In, ast.NotIn)):
            found = self.contains(right, left)
            return found if isinstance(op, ast.In) else self.negated(found)
        if isinstance(op, (ast.Is, ast.IsNot)):
            found = self._same(left, right)
            return found if isinstance(op, ast.Is) else self.negated(found)
        name = ORDER[type(op)]
        if name in ("eq", "ne"):
            found = self.equal(left, right)
            return found if name == "eq" else self.negated(found)
        return self.ordered(name, left, right)

    def negated(self, value: Value) -> Value:
        if value.is_known:
            return truth(not value.known)
        return Value(BOOL, self.op(f"xor i1 {value.text}, true"))

    def both(self, one: Value, other: Value) -> Value:
        if one.is_known or other.is_known:
            known, rest = (one, other) if one.is_known else (other, one)
            return rest if known.known else known
        return Value(BOOL, self.op(f"and i1 {one.text}, {other.text}"))

    def _same(self, left: Value, right: Value) -> Value:
        """`is`: for None, bools and members of enums; refused where it compares objects."""
        for one, other in ((left, right), (right, left)):
            if isinstance(one.type, Union):
                return self._same_union(one, other)
        kinds = (left.type, right.type)
        if left.type == right.type and (left.type in (NONE, BOOL) or isinstance(left.type, Member)):
            return self.equal(left, right)
        if isinstance(left.type, Known) and isinstance(right.type, Known):
            if isinstance(left.known, MethodType):  # each `x.method` is another object
                raise CompileError("`is` compares objects, not their values", "use == instead")
            return truth(left.type.value is right.type.value)
        single = (NONE, BOOL)
        if any(kind in single or isinstance(kind, (Member, Known)) for kind in kinds):
            return truth(False)
        if all(map(_has_place, kinds)):
            return self.same_place(left, right)
        raise CompileError("`is` compares objects, not their values", "use == instead")

    def _same_union(self, union: Value, other: Value) -> Value:
        return Value(BOOL, self.bit_of(union, lambda one: self._same(one, other).text))

    def same_place(self, left: Value, right: Value) -> Value:
        """Whether two values that have an address are the same object."""
        if type(left.type) is not type(right.type):
            return truth(False)
        return Value(BOOL, self.op(f"icmp eq ptr {left.text}, {right.text}"))

    # -- equality -----------------------------------------------------------------------------

    def equal(self, left: Value, right: Value) -> Value:
        one, other = left.type, right.type
        if isinstance(one, Union) or isinstance(other, Union):
            return self._equal_unions(left, right)
        if isinstance(one, Known) or isinstance(other, Known):
            return self._equal_objects(one, other)
        if isinstance(one, Member) or isinstance(other, Member):
            return self._equal_members(left, right)
        if is_number(one) and is_number(other):
            if left.is_known and right.is_known:
                return truth(bool(left.known == right.known))
            return self.compare_numbers("eq", left, right)
        return self._equal_others(left, right)

    def _equal_objects(self, one: Type, other: Type) -> Value:
        if isinstance(one, Known) and isinstance(other, Known):
            return truth(bool(one.value is other.value or one.value == other.value))
        for kind in (one, other):
            if isinstance(kind, Known) and has_special_method(type(kind.value), {"__eq__"}):
                argument = with_article(other if kind is one else one)
                message = f"== calls {show(kind)}.__eq__ with {argument}"
                raise CompileError(message, "compare its attributes")
        return truth(False)

    def _equal_others(self, left: Value, right: Value) -> Value:
        one, other = left.type, right.type
        if NONE in (one, other) or is_number(one) or is_number(other):
            return truth(one == other)
        if TEXT in (one, other):
            return self._equal_texts(left, right) if one == other else truth(False)
        return self._equal_containers(left, right)

    def _equal_members(self, left: Value, right: Value) -> Value:
        one, other = left.type, right.type
        if one == other:
            if left.is_known and right.is_known:
                return truth(left.known is right.known)
            return Value(BOOL, self.op(f"icmp eq i64 {left.text}, {right.text}"))
        values = [self._without_class(value) for value in (left, right)]
        if any(isinstance(v.type, Member) for v in values):
            return truth(False)
        return self.equal(*values)

    def _without_class(self, value: Value) -> Value:
        """The number or text that a member of an IntEnum or StrEnum is."""
        kind = value.type
        is_plain = isinstance(kind, Member) and issubclass(kind.cls, (int, str))
        return self.member_value(value) if is_plain else value

    def _equal_texts(self, left: Value, right: Value) -> Value:
        if left.is_known and right.is_known:
            return truth(left.known == right.known)
        if left.is_known:
            left, right = right, left
        if right.is_known and len(right.known) <= 4:
            return self._equals_short(left, right)
        alike = self.op(f"icmp eq i64 {left.parts[1]}, {right.parts[1]}")
        size = self._select(alike, self.op(f"shl i64 {left.parts[1]}, 2"), "0")
        return Value(
            BOOL, self.op(f"and i1 {alike}, {self._same_bytes(left.text, right.text, size)}")
        )

    def _equals_short(self, text: Value, known: Value) -> Value:
        """Compared with a short constant, character by character."""
        found = self.alloca("i1")
        end = self.label()
        self.do(f"store i1 false, ptr {found}")
        inner = self.label()
        size = len(known.known)
        self.enter_if(self.op(f"icmp eq i64 {text.parts[1]}, {size}"), inner, end)
        self.do(f"store i1 {self._has_letters(text, known.known)}, ptr {found}")
        self.go_on_at(end)
        return Value(BOOL, self.op(f"load i1, ptr {found}"))

    def _has_letters(self, text: Value, letters: str) -> str:
        same = "true"
        for at, letter in enumerate(letters):
            one = self.op(f"icmp eq i32 {self.character(text, str(at))}, {ord(letter)}")
            same = one if same == "true" else self.op(f"and i1 {same}, {one}")
        return same

    def _same_bytes(self, one: str, other: str, size: str) -> str:
        self.module.declarations.add(
            "declare i32 @memcmp(ptr nocapture, ptr nocapture, i64) nounwind readonly willreturn"
        )
        found = self.op(f"call i32 @memcmp(ptr {one}, ptr {other}, i64 {size})")
        return self.op(f"icmp eq i32 {found}, 0")

    def _equal_unions(self, left: Value, right: Value) -> Value:
        if not isinstance(left.type, Union):
            left, right = right, left
        return Value(BOOL, self.bit_of(left, lambda one: self.equal(one, right).text))

    def _equal_containers(self, left: Value, right: Value) -> Value:
        one, other = left.type, right.type
        if isinstance(one, View) or isinstance(other, View):
            return self._equal_views(left, right)
        if one == RANGE and other == RANGE:
            return self._equal_ranges(left, right)
        if isinstance(one, Struct) and isinstance(other, Struct):
            comparable = one.cls is other.cls or (one.is_tuple and other.is_tuple)
            return self._equal_items(left, right) if comparable else truth(False)
        if is_sequence(one) and is_sequence(other):
            fixed = (Row, Tuple, Struct)
            if isinstance(one, fixed) and isinstance(other, fixed):
                return self._equal_items(left, right)
            return self._equal_runs(left, right)
        if isinstance(one, List) and isinstance(other, List):
            return self._equal_runs(left, right) if one.cls is other.cls else truth(False)
        if isinstance(one, Set) and isinstance(other, Set):
            return self._equal_sets(left, right)
        if isinstance(one, Dict) and isinstance(other, Dict):
            is_counter = one.cls is other.cls is Counter
            return (self._equal_counters if is_counter else self._equal_dicts)(left, right)
        return truth(False)

    def _equal_views(self, left: Value, right: Value) -> Value:
        """`d.keys()` and `d.items()` are compared as sets; `d.values()` only with themselves."""
        for value in (left, right):
            if isinstance(value.type, View) and not value.type.is_set:
                raise CompileError("d.values() equals only itself", "compare list(d.values())")
        if not all(isinstance(value.type, (View, Set)) for value in (left, right)):
            return truth(False)
        same = self.op(f"icmp eq i64 {self.length(left).text}, {self.length(right).text}")
        return self.both(Value(BOOL, same), self._all_of_view(left, right))

    def _all_of_view(self, some: Value, others: Value) -> Value:
        """Whether all items of a set or view are in another one."""
        if isinstance(some.type, Set) and isinstance(others.type, Set):
            return self.all_in(some, others)
        if isinstance(some.type, Set) and some.type.key is None:
            return truth(True)
        is_set = isinstance(some.type, Set)
        span = self.entries(some) if is_set else self.span_of(some)

        def is_missing(at: str) -> str:
            item = self.key_at(some, span, at) if is_set else self.at_index(span, at)
            return self.negated(self.contains(others, item)).text

        found = self.first_index(span.size, is_missing)
        return Value(BOOL, self.op(f"icmp slt i64 {found}, 0"))

    def _equal_ranges(self, left: Value, right: Value) -> Value:
        """By their numbers: where they end matters only as far as it changes these."""
        sizes = [self.length(value).text for value in (left, right)]
        found = Value(BOOL, self.op(f"icmp eq i64 {sizes[0]}, {sizes[1]}"))
        for index, fewest in ((0, 1), (2, 2)):  # the first number, and the step
            pair = [self.item(value, index).text for value in (left, right)]
            alike = self.op(f"icmp eq i64 {pair[0]}, {pair[1]}")
            short = self.op(f"icmp slt i64 {sizes[0]}, {fewest}")
            found = self.both(found, Value(BOOL, self.op(f"or i1 {short}, {alike}")))
        return found

    def _equal_sets(self, left: Value, right: Value) -> Value:
        same = self.op(f"icmp eq i64 {self.length(left).text}, {self.length(right).text}")
        return self.both(Value(BOOL, same), self.all_in(left, right))

    def _equal_counters(self, left: Value, right: Value) -> Value:
        """What is missing in a counter counts as zero."""
        found = truth(True)
        for one, other in ((left, right), (right, left)):
            if isinstance(one.type, Dict) and one.type.key is not None:
                found = self.both(found, self._has_counts(one, other))
        return found

    def _has_counts(self, one: Value, other: Value) -> Value:
        span = self.entries(one)

        def differs(at: str) -> str:
            theirs = self.get_key(other, self.key_at(one, span, at))
            return self.negated(self.equal(self.value_at(one, span, at), theirs)).text

        found = self.first_index(span.size, differs)
        return Value(BOOL, self.op(f"icmp slt i64 {found}, 0"))

    def _equal_items(self, left: Value, right: Value) -> Value:
        one, other = left.type, right.type
        assert isinstance(one, (Row, Tuple, Struct)) and isinstance(other, (Row, Tuple, Struct))
        if one.size != other.size:
            return truth(False)
        if one == other and one.words > UNROLLED and _is_plain(one):
            return Value(BOOL, self._same_bytes(left.text, right.text, str(8 * one.words)))
        if one.size > UNROLLED and isinstance(one, Row) and isinstance(other, Row):
            return self._equal_runs(left, right)
        found = truth(True)
        for index in range(one.size):
            found = self.both(found, self.equal(self.item(left, index), self.item(right, index)))
        return found

    def _equal_runs(self, left: Value, right: Value) -> Value:
        if any(is_empty_sequence(value.type) for value in (left, right)):
            sizes = [self.length(value).text for value in (left, right)]
            return Value(BOOL, self.op(f"icmp eq i64 {sizes[0]}, {sizes[1]}"))
        one, other = self.span_of(left), self.span_of(right)
        alike = self.op(f"icmp eq i64 {one.size}, {other.size}")
        size = self._select(alike, one.size, "0")
        differing = self.first_index(size, lambda at: self._differ_at(one, other, at))
        none = self.op(f"icmp slt i64 {differing}, 0")
        return Value(BOOL, self.op(f"and i1 {alike}, {none}"))

    def _differ_at(self, one: Span, other: Span, at: str) -> str:
        return self.negated(self.equal(self.at_index(one, at), self.at_index(other, at))).text

    def first_index(self, size: str, test: Callable[[str], str]) -> str:
        """The first index below `size` for which a condition holds, or -1."""
        place, found = self.alloca("i64"), self.alloca("i64")
        head, inner, hit, further, end = (self.label() for _ in range(5))
        self.do(f"store i64 0, ptr {place}")
        self.do(f"store i64 -1, ptr {found}")
        self.go_on_at(head)
        at = self.op(f"load i64, ptr {place}")
        self.enter_if(self.op(f"icmp slt i64 {at}, {size}"), inner, end)
        env = self.env
        text = self.attempt(lambda: test(at))
        if text is None:  # the first item raises an error, if there is one
            self.env = env
        else:
            self.enter_if(text, hit, further)
            self.do(f"store i64 {self.op(f'load i64, ptr {place}')}, ptr {found}")
            self.jump(end)
            self.start(further)
            self.next_turn(place, head)
        self.start(end)
        return self.op(f"load i64, ptr {found}")

    # -- order --------------------------------------------------------------------------------

    def ordered(self, name: str, left: Value, right: Value) -> Value:
        """`<`, `<=`, `>` or `>=`."""
        if is_varied(left.type):
            return self.dispatch(left, lambda one: self.ordered(name, one, right))
        if is_varied(right.type):
            return self.dispatch(right, lambda one: self.ordered(name, left, one))
        left = self._comparable(left)
        right = self._comparable(right)
        one, other = left.type, right.type
        if is_number(one) and is_number(other):
            return self._ordered_numbers(name, left, right)
        if all(isinstance(kind, Set) or _is_set_view(kind) for kind in (one, other)):
            return self._subset(name, left, right)
        if isinstance(one, Struct) and isinstance(other, Struct) and _is_ordered(one, other):
            return self.ordered(name, *(self.tuple_of(self.items(v)) for v in (left, right)))
        return self._ordered_sequences(name, left, right)

    def _ordered_sequences(self, name: str, left: Value, right: Value) -> Value:
        one, other = left.type, right.type
        if one == TEXT and other == TEXT:
            return self._ordered_runs(name, left, right)
        are_sequences = is_sequence(one) and is_sequence(other)
        fixed = (Row, Tuple, Struct)
        if are_sequences and isinstance(one, fixed) and isinstance(other, fixed):
            return self._ordered_items(name, left, right)
        if are_sequences or (isinstance(one, List) and isinstance(other, List)):
            return self._ordered_runs(name, left, right)
        asked = ((one, name), (other, MIRRORED[name]))
        kinds = [kind for kind, method in asked if may_support(kind, {f"__{method}__"})]
        raise self.type_error(
            f"{with_article(one)} and {with_article(other)} have no order", *kinds
        )

    def _ordered_numbers(self, name: str, left: Value, right: Value) -> Value:
        if not (left.is_known and right.is_known):
            return self.compare_numbers(name, left, right)
        return truth(getattr(operator, name)(left.known, right.known))

    def _comparable(self, value: Value) -> Value:
        value = self.one_of(value, lambda kind: kind != NONE, "an order")
        if isinstance(value.type, Member) and issubclass(value.type.cls, (int, str)):
            return self.member_value(value)
        return value

    def _subset(self, name: str, left: Value, right: Value) -> Value:
        if name in ("gt", "ge"):
            left, right = right, left
        found = self._all_of_view(left, right)
        if name in ("lt", "gt"):
            less = self.op(f"icmp slt i64 {self.length(left).text}, {self.length(right).text}")
            found = self.both(found, Value(BOOL, less))
        return found

    def _ordered_items(self, name: str, left: Value, right: Value) -> Value:
        """By the first items that differ; else by length."""
        one, other = left.type, right.type
        assert isinstance(one, (Row, Tuple, Struct)) and isinstance(other, (Row, Tuple, Struct))
        shorter = min(one.size, other.size)
        if shorter > UNROLLED:
            return self._ordered_runs(name, left, right)
        found = self.ordered(name, self.constant_int(one.size), self.constant_int(other.size))
        if not all(map(is_number, (*one.items[:shorter], *other.items[:shorter]))):
            return self._ordered_one_by_one(name, left, right, shorter, found)
        for index in reversed(range(shorter)):
            pair = self.item(left, index), self.item(right, index)
            found = self._either_bit(self.equal(*pair), found, self.ordered(name, *pair))
        return found

    def _either_bit(self, condition: Value, one: Value, other: Value) -> Value:
        if condition.is_known:
            return one if condition.known else other
        text = f"select i1 {condition.text}, i1 {one.text}, i1 {other.text}"
        return Value(BOOL, self.op(text))

    def _ordered_one_by_one(
        self, name: str, left: Value, right: Value, size: int, by_length: Value
    ) -> Value:
        """Items that may have no order are compared only if those before them are equal."""
        found, end = self.alloca("i1"), self.label()
        for index in range(size):
            same = self.equal(self.item(left, index), self.item(right, index))
            differing, further = self.label(), self.label()
            self.branch(same.text, further, differing)
            self.start(differing)
            env = self.env
            pair = self.item(left, index), self.item(right, index)
            test = self.attempt(lambda pair=pair: self.ordered(name, *pair))  # type: ignore[misc]
            if test is not None:
                self.do(f"store i1 {test.text}, ptr {found}")
                self.jump(end)
            self.env = env
            self.start(further)
        self.do(f"store i1 {by_length.text}, ptr {found}")
        self.go_on_at(end)
        return Value(BOOL, self.op(f"load i1, ptr {found}"))

    def _compared_item(self, span: Span, at: str) -> Value:
        """An item by which sequences are ordered: of a text, the number of its character."""
        if not span.characters:
            return self.at_index(span, at)
        character = self.character(Value(TEXT, span.place, span.size), at)
        return Value(INT, self.op(f"zext i32 {character} to i64"))

    def _ordered_runs(self, name: str, left: Value, right: Value) -> Value:
        one, other = self.span_of(left), self.span_of(right)
        size = self.op(f"call i64 @llvm.smin.i64(i64 {one.size}, i64 {other.size})")
        differing = self.first_index(
            size,
            lambda at: (
                self.negated(self.equal(self.at_index(one, at), self.at_index(other, at))).text
            ),
        )
        found = self.alloca("i1")
        items, lengths, end = (self.label() for _ in range(3))
        self.branch(self.op(f"icmp slt i64 {differing}, 0"), lengths, items)
        self.start(items)
        pair = [self._compared_item(span, differing) for span in (one, other)]
        env = self.env
        by_items = self.attempt(lambda: self.ordered(name, *pair))
        if by_items is not None:
            self.do(f"store i1 {by_items.text}, ptr {found}")
            self.jump(end)
        self.env = env
        self.start(lengths)
        test = self.ordered(name, Value(INT, one.size), Value(INT, other.size))
        self.do(f"store i1 {test.text}, ptr {found}")
        self.go_on_at(end)
        return Value(BOOL, self.op(f"load i1, ptr {found}"))

    # -- membership ---------------------------------------------------------------------------

    def _is_one_of_items(self, container: Value, item: Value) -> Value:
        """`item in container`, of a short tuple: each item is compared."""
        found = truth(False)
        for each in self.items(container):
            same = self.equal(item, each)
            if same.is_known:
                found = truth(True) if same.known else found
            elif not found.is_known:
                found = Value(BOOL, self.op(f"or i1 {found.text}, {same.text}"))
            elif not found.known:
                found = same
        return found

    def contains(self, container: Value, item: Value) -> Value:
        """`item in container`."""
        if is_varied(container.type):
            wanted = self.keep(item)
            return self.dispatch(container, lambda one: self.contains(one, wanted.get()))
        container = self.one_of(container, lambda kind: kind != NONE, "in")
        kind = container.type
        if kind == TEXT:
            return self._contains_text(container, item)
        if isinstance(kind, (Dict, Set)):
            return Value(BOOL, self.op(f"icmp sge i64 {self.find_key(container, item)}, 0"))
        if kind == RANGE:
            return self._in_range(container, item)
        if isinstance(kind, (Row, Tuple, Struct)) and is_sequence(kind) and kind.size <= UNROLLED:
            return self._is_one_of_items(container, item)
        if is_empty_sequence(kind):
            return truth(False)
        span = self.span_of(container)
        place = self.first_index(
            span.size, lambda at: self.equal(item, self.at_index(span, at)).text
        )
        return Value(BOOL, self.op(f"icmp sge i64 {place}, 0"))

    def _contains_text(self, text: Value, part: Value) -> Value:
        part = self.one_of(part, lambda kind: kind == TEXT, "in")
        if part.type != TEXT:
            raise CompileError(f"a str is in a str, not {with_article(part.type)}")
        if text.is_known and part.is_known:
            return truth(part.known in text.known)
        if text.is_known and part.parts[1] == "1":
            return self._is_letter_of(text.known, part)
        return Value(BOOL, self.op(f"icmp sge i64 {self.find_text(text, part, '0')}, 0"))

    def _is_letter_of(self, letters: str, part: Value) -> Value:
        code, found = self.character(part, "0"), "false"
        for letter in dict.fromkeys(letters):
            one = self.op(f"icmp eq i32 {code}, {ord(letter)}")
            found = one if found == "false" else self.op(f"or i1 {found}, {one}")
        return Value(BOOL, found) if found != "false" else truth(False)

    def find_text(self, text: Value, part: Value, first: str) -> str:
        """Where a string first occurs in another from a place on, or -1."""
        if part.type != TEXT:
            message = f"a str is looked for in a str, not {show(part.type)}"
            raise self.type_error(message, part.type)
        last = self.op(f"sub i64 {text.parts[1]}, {part.parts[1]}")
        count = self.op(f"add i64 {self.op(f'sub i64 {last}, {first}')}, 1")
        size = self.op(f"shl i64 {part.parts[1]}, 2")
        base = self.op(f"getelementptr i32, ptr {text.text}, i64 {first}")

        def test(at: str) -> str:
            here = self.op(f"getelementptr i32, ptr {base}, i64 {at}")
            if part.parts[1] == "1":
                mine = self.op(f"load i32, ptr {here}")
                return self.op(f"icmp eq i32 {mine}, {self.character(part, '0')}")
            return self._same_bytes(here, part.text, size)

        found = self.first_index(count, test)
        none = self.op(f"icmp slt i64 {found}, 0")
        return self.op(f"select i1 {none}, i64 -1, i64 {self.op(f'add i64 {found}, {first}')}")

    def _in_range(self, numbers: Value, item: Value) -> Value:
        if not is_number(item.type) or item.type == FLOAT:
            raise CompileError(f"a range holds ints, not {with_article(item.type)}")
        number = self.integer(item).text
        start, stop, step = (self.item(numbers, index).text for index in range(3))
        if step == "1":
            low = self.op(f"icmp sge i64 {number}, {start}")
            high = self.op(f"icmp slt i64 {number}, {stop}")
            return Value(BOOL, self.op(f"and i1 {low}, {high}"))
        if not step.lstrip("-").isdigit():
            none = self.op(f"icmp eq i64 {step}, 0")
            self.fail_if(none, ValueError, "range() arg 3 must not be zero")
        up = self.op(f"icmp sgt i64 {step}, 0")
        low, high = (
            self.op(f"select i1 {up}, i64 {a}, i64 {b}")
            for a, b in ((start, number), (number, start))
        )
        begun = self.op(f"icmp sle i64 {low}, {high}")
        before = [self.op(f"icmp {sign} i64 {number}, {stop}") for sign in ("slt", "sgt")]
        not_over = self.op(f"select i1 {up}, i1 {before[0]}, i1 {before[1]}")
        size = self.op(f"call i64 @llvm.abs.i64(i64 {step}, i1 false)")
        away = self.op(f"sub i64 {high}, {low}")  # unsigned: up to 64 bits
        fits = self.op(f"icmp eq i64 {self.op(f'urem i64 {away}, {size}')}, 0")
        return Value(BOOL, self.op(f"and i1 {fits}, {self.op(f'and i1 {begun}, {not_over}')}"))

    # -- what the layers above know -----------------------------------------------------------

    def find_key(self, container: Value, key: Value) -> str:
        raise NotImplementedError

    def entries(self, container: Value) -> Span:
        raise NotImplementedError

    def key_at(self, container: Value, span: Span, at: str) -> Value:
        raise NotImplementedError

    def value_at(self, container: Value, span: Span, at: str) -> Value:
        raise NotImplementedError

    def get_key(self, container: Value, key: Value) -> Value:
        raise NotImplementedError

    def all_in(self, some: Value, others: Value) -> Value:
        raise NotImplementedError

    def _equal_dicts(self, left: Value, right: Value) -> Value:
        raise NotImplementedError

    # -- truth --------------------------------------------------------------------------------

    def truth(self, value: Value) -> str:
        """Whether a value counts as true."""
        kind = value.type
        if isinstance(kind, Known):
            return "true" if kind.value else "false"
        if kind == NONE:
            return "false"
        if is_number(kind):
            return self.number_truth(value)
        if isinstance(kind, Member):
            is_plain = issubclass(kind.cls, (int, str))
            return self.truth(self.member_value(value)) if is_plain else "true"
        if isinstance(kind, Union):
            return self.bit_of(value, self.truth)
        if isinstance(kind, Struct) and not kind.is_tuple and kind != RANGE:
            return "true"
        if isinstance(kind, Iterator_):
            return "true"
        return self._is_not_empty(value)

    def _is_not_empty(self, value: Value) -> str:
        size = self.length(value)
        if size.is_known:
            return "true" if size.known else "false"
        return self.op(f"icmp sgt i64 {size.text}, 0")

    # -- keys ---------------------------------------------------------------------------------

    def mixed(self, value: Value) -> Value:
        """`outply.game.mixed`: all bits of a value mixed into 64."""
        place = self.counter()
        self._mix(value, place, nested=False)
        return Value(BITS, self.op(f"load i64, ptr {place}"))

    def _mix(self, value: Value, place: str, nested: bool) -> None:
        kind = value.type
        if isinstance(kind, Row) and kind.item in (INT, BITS) and kind.size > UNROLLED:
            self._mix_span(self.span_of(value), place, nested)
        elif isinstance(kind, (Row, Tuple, Struct)):
            if nested and not isinstance(kind, Struct):
                self.mix_word(str(LENGTH_WORD + kind.size), place)
            elif nested and isinstance(kind, Struct) and not kind.is_tuple:
                self.mix_word(str(class_word(kind.cls)), place)
            for item in self.items(value):
                self._mix(item, place, nested=True)
        elif isinstance(kind, Series):
            self._mix_span(self.span_of(value), place, nested)
        elif isinstance(kind, Set) and kind.frozen:
            self.mix_word(self.op(f"add i64 {SET_WORD}, {self._mixed_set(value)}"), place)
        elif kind == TEXT:
            self.mix_word(self._folded_text(value), place)
        elif isinstance(kind, Union):
            self._each_alternative(value, lambda one: self._mix(one, place, nested))
        elif kind == NONE:
            self.mix_word(str(NONE_WORD), place)
        elif isinstance(kind, Member):
            word = self.op(f"add i64 {class_word(kind.cls)}, {self.bits_of(value)}")
            self.mix_word(word, place)
        else:
            self.mix_word(self.bits_of(value), place)

    def _mixed_set(self, value: Value) -> str:
        """A sum, since a set has no order."""
        total = self.counter()
        if isinstance(value.type, Set) and value.type.key is not None:
            size = self.length(value).text
            span = Span(self.op(f"load ptr, ptr {value.text}"), size, value.type.key)

            def add(at: str) -> None:
                word = self.mixed(self.tuple_of([self.at_index(span, at)])).text
                so_far = self.op(f"load i64, ptr {total}")
                self.do(f"store i64 {self.op(f'add i64 {so_far}, {word}')}, ptr {total}")

            self.repeat(size, add)
        return self.op(f"load i64, ptr {total}")

    def _mix_span(self, span: Span, place: str, nested: bool) -> None:
        if nested:
            self.mix_word(self.op(f"add i64 {LENGTH_WORD}, {span.size}"), place)
        self.repeat(span.size, lambda at: self._mix(self.at_index(span, at), place, nested=True))

    def _folded_text(self, text: Value) -> str:
        """As `outply.game.folded_text`: a polynomial of the characters' codes."""
        total = self.alloca("i64")
        size = self.op(f"add i64 {TEXT_WORD}, {text.parts[1]}")
        self.do(f"store i64 {size}, ptr {total}")

        def fold(at: str) -> None:
            code = self.op(f"zext i32 {self.character(text, at)} to i64")
            so_far = self.op(f"load i64, ptr {total}")
            so_far = self.op(f"mul i64 {so_far}, {0x9E37_79B9_7F4A_7C15}")
            self.do(f"store i64 {self.op(f'add i64 {so_far}, {code}')}, ptr {total}")

        self.repeat(text.parts[1], fold)
        return self.op(f"load i64, ptr {total}")

    def mix_word(self, word: str, place: str) -> None:
        key = self.op(f"load i64, ptr {place}")
        key = self.op(f"add i64 {self.op(f'add i64 {key}, {word}')}, {0x9E37_79B9_7F4A_7C15}")
        for shift, factor in ((30, 0xBF58_476D_1CE4_E5B9), (27, 0x94D0_49BB_1331_11EB)):
            key = self.op(f"xor i64 {key}, {self.op(f'lshr i64 {key}, {shift}')}")
            key = self.op(f"mul i64 {key}, {factor}")
        key = self.op(f"xor i64 {key}, {self.op(f'lshr i64 {key}, 31')}")
        self.do(f"store i64 {key}, ptr {place}")

    def bits_of(self, value: Value) -> str:
        """The 64 bits that hold a number."""
        kind = value.type
        if kind == FLOAT:
            return self.op(f"bitcast double {value.text} to i64")
        if isinstance(kind, Member):
            return value.text
        if kind in (WIDE, WIDE_BITS):
            return self.whole(value).text
        if is_number(kind):
            return self.convert(value, INT).text if kind == BOOL else value.text
        raise CompileError(
            f"{with_article(kind)} has no key", "define `key`, or make the state of numbers"
        )


def _has_place(kind: Type) -> bool:
    """Whether values are objects that can be told apart by their address."""
    if isinstance(kind, Set) and kind.frozen:
        return False
    return isinstance(kind, Object) or (isinstance(kind, (List, Dict, Set)) and not kind.constant)


def _is_set_view(kind: Type) -> bool:
    return isinstance(kind, View) and kind.is_set


def _is_ordered(one: Struct, other: Struct) -> bool:
    """Whether both are of one dataclass, whose instances are ordered by their fields."""
    parameters = getattr(one.cls, "__dataclass_params__", None)
    return one.cls is other.cls and parameters is not None and bool(parameters.order)


def is_varied(kind: Type) -> bool:
    """Whether a union has several alternatives besides None, not all of them whole numbers."""
    if not isinstance(kind, Union):
        return False
    left = [item for item in kind.items if item != NONE]
    return len(left) > 1 and not all(map(is_whole, left))


def _is_plain(kind: Type) -> bool:
    """Whether values are equal just if their memory is."""
    if isinstance(kind, Struct) and not _compares_all_fields(kind.cls):
        return False
    if isinstance(kind, (Row, Tuple, Struct)):
        return kind != RANGE and all(_is_plain(item) for item in set(kind.items))
    return kind in (INT, BITS, BOOL) or isinstance(kind, Member)


def _compares_all_fields(cls: Any) -> bool:
    """Whether records of a class are equal just if all their fields are."""
    if issubclass(cls, tuple) or cls is range:
        return cls is range or cls.__eq__ is tuple.__eq__
    return equality_of(cls) == BY_FIELDS and all(f.compare for f in dataclasses.fields(cls))


BY_FIELDS, BY_IDENTITY, BY_METHOD, BY_FIELDS_OF_ANOTHER = range(4)


def equality_of(cls: Any) -> int:
    """How two objects of a dataclass are compared."""
    owner = next(base for base in cls.__mro__ if "__eq__" in vars(base))
    if owner is object:
        return BY_IDENTITY
    code = getattr(vars(owner)["__eq__"], "__code__", None)
    if code is None or not code.co_filename.startswith("<"):
        return BY_METHOD
    mine, theirs = (getattr(one, "__dataclass_fields__", {}) for one in (cls, owner))
    return BY_FIELDS if list(mine) == list(theirs) else BY_FIELDS_OF_ANOTHER
