"""Records (`outply.compiler.records`): their fields and arrays, as loads and stores.

A record, or a view of an element, is its address. The two words of an array field never change
while the record lives, so loads of them may be moved out of loops. Only fields that are marked as
atomic are loaded and stored atomically: LLVM reorders and vectorises the others as it likes.
"""

from __future__ import annotations

from outply.compiler.containers import Containers
from outply.compiler.errors import NO_NUMBER, CompileError
from outply.compiler.flow import truth
from outply.compiler.records import OUTSIDE, Field
from outply.compiler.relations import holds
from outply.compiler.types import (
    BITS,
    BOOL,
    FLOAT,
    INT,
    Poison,
    RecordArray,
    RecordReference,
    Scalar,
    Type,
    Value,
    is_number,
    show,
)

__all__ = ["Fields"]

KINDS: dict[str, Scalar] = {"int": INT, "Bits": BITS, "float": FLOAT, "bool": BOOL}


class Fields(Containers):
    """What is done with records."""

    # -- fields -------------------------------------------------------------------------------

    def field_of(self, kind: RecordReference, name: str) -> Field | None:
        """A field of a record; the program depends on the layout from now on."""
        field: Field | None = kind.cls.__fields__.get(name)
        if field is not None:
            self.module.dependencies.attribute(kind.cls, "__layout__", kind.cls.__layout__)
        return field

    def get_field(self, record: Value, field: Field) -> Value:
        place = self.at(record.text, field.word)
        if not field.is_array:
            return self.load_word(place, KINDS[field.kind], field.is_atomic)
        data = self.op(f"load ptr, ptr {place}, align 8, !invariant.load !1")
        length = self.at(record.text, field.word + 1)
        size = self.op(f"load i64, ptr {length}, align 8, !invariant.load !1, !range !2")
        return Value(_array_type(field), data, size)

    def set_field(self, record: Value, name: str, value: Value) -> None:
        kind = record.type_as(RecordReference)
        field = self.field_of(kind, name)
        what = f"{kind.cls.__name__}.{name}"
        if field is None:
            raise CompileError(f"{what} is not a field of the record", "declare it in the class")
        if field.is_array:
            raise CompileError(f"{what} is an array and stays in its place", "set its elements")
        place = self.at(record.text, field.word)
        self.store_word(place, KINDS[field.kind], value, field.is_atomic, what)

    def load_word(self, place: str, kind: Type, is_atomic: bool) -> Value:
        """A number in memory that is shared."""
        if not is_atomic:
            return self.load(kind, place)
        word = self.op(f"load atomic i64, ptr {place} monotonic, align 8")
        if kind == FLOAT:
            return Value(FLOAT, self.op(f"bitcast i64 {word} to double"))
        return Value(kind, self.op(f"trunc i64 {word} to i1") if kind == BOOL else word)

    def store_word(self, place: str, kind: Type, value: Value, is_atomic: bool, what: str) -> None:
        value = self.fitting(value, kind, what)
        if not is_atomic:
            self.store(place, kind, value)
            return
        text = value.text
        if kind == FLOAT:
            text = self.op(f"bitcast double {text} to i64")
        elif kind == BOOL:
            text = self.op(f"zext i1 {text} to i64")
        self.do(f"store atomic i64 {text}, ptr {place} monotonic, align 8")

    def fitting(self, value: Value, kind: Type, what: str) -> Value:
        """A value as the type of a field, which must hold it."""
        given = value.type
        if isinstance(given, Poison):
            raise self.poisoned(given)
        if not holds(kind, given) and not (kind == FLOAT and is_number(given)):
            reason = NO_NUMBER if kind == INT else f"is of type {show(kind)}, not"
            raise CompileError(f"{what} {reason} {show(given)}")
        return self.convert(value, kind)

    # -- elements -----------------------------------------------------------------------------

    def element_place(self, array: Value, index: Value) -> str:
        """The address of an element; raises IndexError."""
        kind = array.type_as(RecordArray)
        at = self._as_index(index).text
        if kind.is_checked:
            self.fail_if(self.op(f"icmp uge i64 {at}, {array.parts[1]}"), IndexError, OUTSIDE)
        return self.element_at(array, at)

    def element_at(self, array: Value, at: str) -> str:
        kind = array.type_as(RecordArray)
        words = kind.element.cls.__words__ if isinstance(kind.element, RecordReference) else 1
        return self.at(array.text, self._scaled_nuw(at, words))

    def _scaled_nuw(self, at: str, words: int) -> str:
        """An index that is in range, in words: the product cannot overflow."""
        return at if words == 1 else self.op(f"mul nuw nsw i64 {at}, {words}")

    def element(self, array: Value, place: str) -> Value:
        kind = array.type_as(RecordArray)
        if isinstance(kind.element, RecordReference):
            return Value(kind.element, place)
        return self.load_word(place, kind.element, kind.is_atomic)

    # -- what other values can do as well -----------------------------------------------------

    def index(self, value: Value, index: Value) -> Value:
        if isinstance(value.type, RecordArray):
            return self.element(value, self.element_place(value, index))
        return super().index(value, index)

    def set_index(self, container: Value, index: Value, item: Value) -> None:
        kind = container.type
        if not isinstance(kind, RecordArray):
            super().set_index(container, index, item)
            return
        if isinstance(kind.element, RecordReference):
            raise CompileError("the elements of an array stay in their places", "use copy_from")
        place = self.element_place(container, index)
        self.store_word(place, kind.element, item, kind.is_atomic, "an element of the array")

    def length(self, value: Value) -> Value:
        if isinstance(value.type, RecordArray):
            return Value(INT, value.parts[1])
        return super().length(value)

    def equal(self, left: Value, right: Value) -> Value:
        if isinstance(left.type, RecordReference) and isinstance(right.type, RecordReference):
            if left.type != right.type:
                return truth(False)
            return Value(BOOL, self.op(f"icmp eq ptr {left.text}, {right.text}"))
        return super().equal(left, right)

    def truth(self, value: Value) -> str:
        kind = value.type
        if not isinstance(kind, RecordReference):
            return super().truth(value)
        if hasattr(kind.cls, "__len__") or hasattr(kind.cls, "__bool__"):
            raise CompileError(f"whether {show(kind)} is true cannot be compiled", "call a method")
        return "true"


def _array_type(field: Field) -> RecordArray:
    if field.element is not None:
        return RecordArray(RecordReference(field.element), False, field.is_checked)
    return RecordArray(KINDS[field.kind], field.is_atomic, field.is_checked)
