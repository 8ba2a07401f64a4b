"""Values in memory: loading, storing, copying, converting; unions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from outply.compiler.container_types import Dict, List, Row, Series, Set, Struct, Tuple, Union
from outply.compiler.errors import LengthChanged
from outply.compiler.memory_region import MemoryRegion
from outply.compiler.object_types import Known, Member, RefusedType
from outply.compiler.refusals import CompileError
from outply.compiler.type_join import join_all
from outply.compiler.type_parts import is_aggregate, is_int_member, tuple_type
from outply.compiler.type_relations import alternative, has_references, holds
from outply.compiler.type_text import show, with_article
from outply.compiler.types import BOOL, TEXT, Type, Value, is_number, is_whole

__all__ = ["Values"]

PIECE, MOST_PIECES = 32, 4  # words that are copied without a call, and how often in a row
UNROLLED = 16  # items that are converted one by one without a loop


class Values(MemoryRegion):
    """What can be done with a value of any type."""

    # -- memory -------------------------------------------------------------------------------

    def at(self, place: str, words: int | str) -> str:
        """An address so many words on."""
        if words in (0, "0"):
            return place
        return self.op(f"getelementptr inbounds i64, ptr {place}, i64 {words}")

    def copy_words(self, place: str, source: str, count: int | str) -> None:
        if isinstance(count, str) and not count.isdigit():
            self.module.needs_copy = True
            self.do(f"call fastcc void @copy(ptr {place}, ptr {source}, i64 {count})")
        elif place == source:
            return
        elif int(count) <= MOST_PIECES * PIECE:
            for start in range(0, int(count), PIECE):
                size = min(PIECE, int(count) - start)
                self._move(self.at(place, start), self.at(source, start), size)
        else:
            self._move(place, source, int(count))

    def _move(self, place: str, source: str, count: int) -> None:
        self.do(
            f"call void @llvm.memmove.p0.p0.i64(ptr align 8 {place}, ptr align 8 {source}, "
            f"i64 {8 * count}, i1 false)"
        )

    def load(self, kind: Type, place: str) -> Value:
        """The value of a type that is at an address."""
        if is_aggregate(kind):
            return Value(kind, place)
        if kind == BOOL:
            return Value(BOOL, self.op(f"trunc i64 {self.op(f'load i64, ptr {place}')} to i1"))
        if isinstance(kind, Known):
            return Value(kind, known=kind.value)
        parts = [self._load_part(ir, self.at(place, at)) for at, ir in enumerate(kind.parts)]
        return Value(kind, *parts)

    def _load_part(self, ir: str, place: str) -> str:
        if ir == "i1":
            return self.op(f"trunc i64 {self.op(f'load i64, ptr {place}')} to i1")
        return self.op(f"load {ir}, ptr {place}, align 8")

    def store(self, place: str, kind: Type, value: Value) -> None:
        """Put a value at an address, as a type."""
        if is_aggregate(kind) and value.type != kind and self._store_items(place, kind, value):
            return
        value = self.convert(value, kind)
        if is_aggregate(kind):
            self.copy_words(place, value.text, kind.words)
            return
        for index, (ir, part) in enumerate(zip(kind.parts, value.parts, strict=True)):
            self._store_part(ir, part, self.at(place, index))

    def _store_part(self, ir: str, part: str, place: str) -> None:
        if ir == "i1":
            part = {"true": "1", "false": "0"}.get(part) or self.op(f"zext i1 {part} to i64")
            ir = "i64"
        self.do(f"store {ir} {part}, ptr {place}, align 8")

    def _store_items(self, place: str, kind: Type, value: Value) -> bool:
        """Convert a tuple item by item, straight into its place."""
        fixed = (Row, Tuple, Struct)
        if not (isinstance(kind, fixed) and isinstance(value.type, fixed)):
            return False
        if kind.size != value.type.size or kind.size > UNROLLED:
            return False
        for index, item in enumerate(kind.items):
            self.store(self.at(place, kind.offset(index)), item, self.item(value, index))
        return True

    def item(self, value: Value, index: int) -> Value:
        """An item of a tuple or record, whose index is known."""
        kind = value.type
        assert isinstance(kind, (Row, Tuple, Struct, Union))
        found = self.load(kind.items[index], self.at(value.text, kind.offset(index)))
        if is_aggregate(found.type) and self.is_lasting(value.text):
            self.lasting_places.add(found.text)
        if isinstance(value.known, tuple) and not isinstance(kind, Union):
            return self.module.constant(value.known[index], found.type) or found
        return found

    def items(self, value: Value) -> list[Value]:
        kind = value.type
        assert isinstance(kind, (Row, Tuple, Struct))
        return [self.item(value, index) for index in range(kind.size)]

    def tuple_of(self, values: list[Value], kind: Type | None = None) -> Value:
        """A tuple or record of these values."""
        kind = kind or tuple_type(value.type for value in values)
        assert isinstance(kind, (Row, Tuple, Struct))
        if len(values) != kind.size:
            raise CompileError(f"{show(kind)} has {kind.size} items, not {len(values)}")
        place = self.words(kind.words)
        for index, value in enumerate(values):
            self.store(self.at(place, kind.offset(index)), kind.items[index], value)
        return Value(kind, place)

    def copied(self, value: Value) -> Value:
        """A value that does not change if a variable does."""
        if not is_aggregate(value.type) or value.is_known or self.is_lasting(value.text):
            return value
        place = self.words(value.type.words)
        self.copy_words(place, value.text, value.type.words)
        return Value(value.type, place)

    def repeat(self, size: str, body: Callable[[str], None], how: str = "") -> None:
        """Code for each index below `size`, in which no variable changes."""
        place = self.alloca("i64")
        head, inner, end = self.label(), self.label(), self.label()
        self.do(f"store i64 0, ptr {place}")
        self.go_on_at(head)
        at = self.op(f"load i64, ptr {place}")
        self.enter_if(self.op(f"icmp slt i64 {at}, {size}"), inner, end)
        env = self.env
        self.attempt(lambda: body(at))
        if self.env is not None:
            self.next_turn(place, head, how)
        self.start(end)
        self.env = env

    # -- copies ---------------------------------------------------------------------------------

    def deep_copied(self, value: Value) -> Value:
        """A value with all that it refers to, copied to the top of the region."""
        kind = value.type
        if not has_references(kind):
            return self.copied(value)
        if kind == TEXT:
            return self._copied_text(value)
        if isinstance(kind, Series):
            return self._deep_copied_span(value, kind)
        assert isinstance(kind, (Row, Tuple, Struct, Union))
        made = Value(kind, self.words(kind.words))
        self.copy_words(made.text, value.text, kind.words)
        self._deepen(made, kind)
        return made

    def _copied_text(self, value: Value) -> Value:
        size = self.op(f"lshr i64 {self.op(f'add i64 {value.parts[1]}, 1')}, 1")
        place = self.allocate(size)
        letters = self.op(f"shl i64 {value.parts[1]}, 2")
        ends = f"ptr align 4 {place}, ptr align 4 {value.text}"
        self.do(f"call void @llvm.memmove.p0.p0.i64({ends}, i64 {letters}, i1 false)")
        return Value(TEXT, place, value.parts[1])

    def _deepen(self, made: Value, kind: Row | Tuple | Struct | Union) -> None:
        """Make the items of a copy copies, too."""
        if isinstance(kind, Union):
            self._each_alternative(
                made, lambda one: self._put_into_union(made.text, kind, self.deep_copied(one))
            )
            return
        for index, item in enumerate(kind.items):
            if has_references(item):
                there = self.at(made.text, kind.offset(index))
                self.store(there, item, self.deep_copied(self.load(item, there)))

    def _deep_copied_span(self, value: Value, kind: Series) -> Value:
        words = kind.item.words
        place = self.allocate(self._scaled(value.parts[1], words))
        if not has_references(kind.item):
            self.copy_words(place, value.text, self._scaled(value.parts[1], words))
            return Value(kind, place, value.parts[1])

        def copy(at: str) -> None:
            offset = self._scaled(at, words)
            item = self.load(kind.item, self.at(value.text, offset))
            self.store(self.at(place, offset), kind.item, self.deep_copied(item))

        self.repeat(value.parts[1], copy)
        return Value(kind, place, value.parts[1])

    # -- conversions --------------------------------------------------------------------------

    def convert(self, value: Value, kind: Type) -> Value:
        """The value as another type that holds it."""
        given = value.type
        if given == kind:
            return value if given is kind else Value(kind, *value.parts, known=value.known)
        if isinstance(given, RefusedType):
            raise self.refusal_of(given)
        if is_number(given) and is_number(kind):
            return self.convert_number(value, kind)
        if isinstance(kind, Union):
            return self._as_union(value, kind)
        if isinstance(given, Union):
            return self._out_of_union(value, kind)
        if isinstance(kind, Series):
            return self._as_series(value, kind)
        if isinstance(kind, (Row, Tuple, Struct)):
            return self._as_tuple(value, kind)
        if isinstance(kind, (List, Dict, Set)) and type(given) is type(kind):
            return self._as_container(value, kind)
        if isinstance(given, Member) and is_number(kind) and issubclass(given.cls, int):
            return self.convert(self.member_value(value), kind)
        raise CompileError(f"expected {with_article(kind)}, found {with_article(given)}")

    def _as_container(self, value: Value, kind: Type) -> Value:
        """A list without items becomes one of any."""
        for name in ("item", "key"):
            mine, theirs = getattr(value.type, name, None), getattr(kind, name, None)
            if mine != theirs and mine is not None:
                raise CompileError(
                    f"expected {with_article(kind)}, found {with_article(value.type)}"
                )
        return Value(kind, *value.parts)

    def _as_union(self, value: Value, kind: Union) -> Value:
        place = self.words(kind.words)
        if isinstance(value.type, Union):
            self._each_alternative(value, lambda one: self._put_into_union(place, kind, one))
        else:
            self._put_into_union(place, kind, value)
        return Value(kind, place)

    def _put_into_union(self, place: str, kind: Union, value: Value) -> None:
        if (index := alternative(kind, value.type)) is None:
            raise CompileError(f"expected {with_article(kind)}, found {with_article(value.type)}")
        self.do(f"store i64 {index}, ptr {place}")
        self.store(self.at(place, kind.offset(index)), kind.items[index], value)

    def _each_alternative(self, value: Value, body: Callable[[Value], None]) -> None:
        """Code for each alternative of a union, in which no variable changes."""
        kind = value.type_as(Union)
        tag = self.op(f"load i64, ptr {value.text}")
        labels = [self.label() for _ in kind.items]
        end = self.label()
        self.switch(tag, labels)
        env = self.env
        for index, name in enumerate(labels):
            self.start(name)
            self.env = env
            self.attempt(lambda index=index: body(self.item(value, index)))  # type: ignore[misc]
            if self.env is not None:
                self.jump(end)
        self.start(end)
        self.env = env

    def by_alternative(self, value: Value, kind: Type, convert: Callable[[Value], Value]) -> Value:
        """A value of one type, made from whichever alternative a union is."""
        place = self.words(max(kind.words, 1))
        self._each_alternative(value, lambda one: self.store(place, kind, convert(one)))
        return self.load(kind, place)

    def bit_of(self, value: Value, test: Callable[[Value], str]) -> str:
        """A condition on whichever alternative a union is."""
        found = self.alloca("i1")
        self._each_alternative(value, lambda one: self.do(f"store i1 {test(one)}, ptr {found}"))
        return self.op(f"load i1, ptr {found}")

    def alternatives(self, value: Value) -> Iterator[Value]:
        """Each alternative of a union, in a block of its own; variables may change there.

        The caller leaves each block by an edge.
        """
        kind = value.type_as(Union)
        tag = self.op(f"load i64, ptr {value.text}")
        labels = [self.label() for _ in kind.items]
        self.switch(tag, labels)
        env = self.env
        for index, name in enumerate(labels):
            self.start(name)
            self.env = env
            yield self.item(value, index)

    def _out_of_union(self, value: Value, kind: Type) -> Value:
        """A union as one type: an alternative that does not fit is an error when it runs."""
        union = value.type_as(Union)
        if not any(holds(kind, item, promote=True) for item in union.items):
            raise CompileError(f"expected {with_article(kind)}, found {with_article(union)}")

        def fitting(one: Value) -> Value:
            if holds(kind, one.type, promote=True):
                return one
            if is_number(kind) and is_int_member(one.type):
                return self.member_value(one)
            raise self.type_error(f"expected {show(kind)}, found {show(one.type)}", one.type)

        return self.by_alternative(value, kind, fitting)

    def is_split(self, value: Value, wanted: Callable[[Type], bool]) -> bool:
        """Whether no single type holds those alternatives of a union that are wanted."""
        kind = value.type
        if not isinstance(kind, Union):
            return False
        fitting = [item for item in kind.items if wanted(item)]
        return len(fitting) > 1 and isinstance(join_all(fitting), Union)

    def one_of(self, value: Value, wanted: Callable[[Type], bool], what: str) -> Value:
        """A union as those of its alternatives that are wanted; the others raise TypeError."""
        kind = value.type
        if not isinstance(kind, Union):
            return value
        fitting = [item for item in kind.items if wanted(item)]
        if not fitting:
            raise self.type_error(f"{what} does not work on {with_article(kind)}", kind)
        joint = _joint_alternative(fitting)
        if isinstance(joint, Union):
            hint = "test with isinstance(…) first"
            raise CompileError(f"{what} does not work on {with_article(joint)}", hint)
        return self._out_of_union(value, joint)

    def _as_series(self, value: Value, kind: Series) -> Value:
        given = value.type
        if isinstance(given, Series):
            place = self.allocate(self._scaled(value.parts[1], kind.item.words))
            self.convert_span(place, kind.item, Value(given, *value.parts))
            return Value(kind, place, value.parts[1])
        if not isinstance(given, (Row, Tuple)) and not (
            isinstance(given, Struct) and given.is_tuple
        ):
            raise CompileError(f"expected {with_article(kind)}, found {with_article(given)}")
        place = self.allocate(given.size * kind.item.words) if given.size else "null"
        if isinstance(given, Row) and given.item == kind.item:
            self.copy_words(place, value.text, given.words)
        else:
            for index, item in enumerate(self.items(value)):
                self.store(self.at(place, index * kind.item.words), kind.item, item)
        return Value(kind, place, str(given.size))

    def convert_span(self, place: str, item: Type, source: Value) -> None:
        """Convert the items of a tuple of varying length to an address."""
        assert isinstance(source.type, Series)
        inner = source.type.item
        if inner == item:
            self.copy_words(place, source.text, self._scaled(source.parts[1], item.words))
            return

        def body(at: str) -> None:
            one = self.load(inner, self.at(source.text, self._scaled(at, inner.words)))
            self.store(self.at(place, self._scaled(at, item.words)), item, one)

        self.repeat(source.parts[1], body)

    def _scaled(self, count: str, words: int) -> str:
        if words == 1:
            return count
        return self.op(f"mul i64 {count}, {words}") if words else "0"

    def _converted_row(self, source: Value, kind: Row) -> Value:
        place = self.words(kind.words)
        self.convert_span(place, kind.item, source)
        return Value(kind, place)

    def _as_tuple(self, value: Value, kind: Row | Tuple | Struct) -> Value:
        given = value.type
        if isinstance(kind, Struct) and isinstance(given, Struct) and kind.cls is not given.cls:
            raise CompileError(f"expected {with_article(kind)}, found {with_article(given)}")
        if isinstance(given, Series):
            return self._series_as_tuple(value, kind)
        if not isinstance(given, (Row, Tuple, Struct)) or given.size != kind.size:
            raise CompileError(f"expected {with_article(kind)}, found {with_article(given)}")
        if isinstance(kind, Row) and isinstance(given, Row) and kind.size > UNROLLED:
            source = Value(Series(given.item), value.text, str(given.size))
            return self._converted_row(source, kind)
        return self.tuple_of(self.items(value), kind)

    def _series_as_tuple(self, value: Value, kind: Row | Tuple | Struct) -> Value:
        assert isinstance(value.type, Series)
        wrong = self.op(f"icmp ne i64 {value.parts[1]}, {kind.size}")
        self.fail_if(wrong, LengthChanged, f"a tuple of {kind.size} items has another length")
        if isinstance(kind, Row):
            place = self.words(kind.words)
            self.convert_span(place, kind.item, Value(value.type, value.text, str(kind.size)))
            return Value(kind, place)
        row = Row(value.type.item, kind.size)
        return self.tuple_of(self.items(Value(row, value.text)), kind)

    # -- what the layers above know -----------------------------------------------------------

    def convert_number(self, value: Value, kind: Type) -> Value:
        raise NotImplementedError

    def dispatch(self, value: Value, operation: Callable[[Value], Value]) -> Value:
        raise NotImplementedError

    def member_value(self, value: Value) -> Value:
        raise NotImplementedError

    def refusal_of(self, kind: RefusedType) -> CompileError:
        raise NotImplementedError


def _joint_alternative(fitting: list[Type]) -> Type:
    """The joint type of alternatives; a bool among whole numbers is one of them."""
    if all(map(is_whole, fitting)) and fitting != [BOOL]:
        return join_all(item for item in fitting if item != BOOL)
    return join_all(fitting)
