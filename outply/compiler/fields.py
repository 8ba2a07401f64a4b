"""Records (`outply.compiler.records`): their fields and arrays, as loads and stores.

A record, or a view of an element, is its address. The two words of an array field never change
while the record lives, so loads of them may be moved out of loops. Only fields that are marked as
atomic are loaded and stored atomically: LLVM reorders and vectorises the others as it likes.
"""

from __future__ import annotations

from outply.compiler.containers import Containers
from outply.compiler.flow import truth
from outply.compiler.object_types import RecordArray, RecordReference, RefusedType
from outply.compiler.records import OUTSIDE, TOO_WIDE, Field
from outply.compiler.refusals import NO_NUMBER, CompileError
from outply.compiler.type_relations import holds
from outply.compiler.type_text import show
from outply.compiler.types import BITS, BOOL, FLOAT, INT, Scalar, Type, Value, is_number

__all__ = ["Fields"]

KINDS: dict[str, Scalar] = {
    **{"int": INT, "Bits": BITS, "float": FLOAT, "bool": BOOL},
    **{"uint16": BITS, "int16": INT, "int32": INT, "float32": FLOAT},
}
NARROW_TYPES = {"uint16": "i16", "int16": "i16", "int32": "i32", "float32": "float"}  # LLVM's


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
        if isinstance(given, RefusedType):
            raise self.refusal_of(given)
        if not holds(kind, given) and not (kind == FLOAT and is_number(given)):
            reason = NO_NUMBER if kind == INT else f"is of type {show(kind)}, not"
            raise CompileError(f"{what} {reason} {show(given)}")
        return self.convert(value, kind)

    # -- elements -----------------------------------------------------------------------------

    def element_place(self, array: Value, index: Value) -> str:
        """The address of an element; raises IndexError."""
        kind, at = array.type_as(RecordArray), self._as_index(index).text
        if kind.is_checked:
            self.fail_if(self.op(f"icmp uge i64 {at}, {array.parts[1]}"), IndexError, OUTSIDE)
        return self.element_at(array, at)

    def element_at(self, array: Value, at: str) -> str:
        kind = array.type_as(RecordArray)
        if kind.narrow:
            ir = NARROW_TYPES[kind.narrow]
            return self.op(f"getelementptr inbounds {ir}, ptr {array.text}, i64 {at}")
        words = kind.element.cls.__words__ if isinstance(kind.element, RecordReference) else 1
        return self.at(array.text, self._scaled_nuw(at, words))

    def _scaled_nuw(self, at: str, words: int) -> str:
        """An index that is in range, in words: the product cannot overflow."""
        return at if words == 1 else self.op(f"mul nuw nsw i64 {at}, {words}")

    def element(self, array: Value, place: str) -> Value:
        kind = array.type_as(RecordArray)
        if isinstance(kind.element, RecordReference):
            return Value(kind.element, place)
        if kind.narrow:
            return self._load_narrow(place, kind)
        return self.load_word(place, kind.element, kind.is_atomic)

    def _load_narrow(self, place: str, kind: RecordArray) -> Value:
        ir = NARROW_TYPES[kind.narrow]
        number = self.op(f"load {ir}, ptr {place}")
        if kind.element == FLOAT:
            return Value(FLOAT, self.op(f"fpext {ir} {number} to double"))
        return Value(kind.element, self.op(f"{_extension(kind)} {ir} {number} to i64"))

    def _store_narrow(self, place: str, kind: RecordArray, item: Value) -> None:
        """Store a number that fits, or raise OverflowError; a float is rounded."""
        ir = NARROW_TYPES[kind.narrow]
        text = self.fitting(item, kind.element, "an element of the array").text
        if kind.element == FLOAT:
            self.do(f"store {ir} {self.op(f'fptrunc double {text} to {ir}')}, ptr {place}")
            return
        short = self.op(f"trunc i64 {text} to {ir}")
        again = self.op(f"{_extension(kind)} {ir} {short} to i64")
        self.fail_if(self.op(f"icmp ne i64 {again}, {text}"), OverflowError, TOO_WIDE)
        self.do(f"store {ir} {short}, ptr {place}")

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
        if kind.narrow:
            self._store_narrow(place, kind, item)
            return
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


def _extension(kind: RecordArray) -> str:
    """How LLVM makes a word of an element."""
    return "zext" if kind.element == BITS else "sext"


def _array_type(field: Field) -> RecordArray:
    if field.element is not None:
        return RecordArray(RecordReference(field.element), False, field.is_checked)
    narrow = field.kind if field.kind in NARROW_TYPES else ""
    return RecordArray(KINDS[field.kind], field.is_atomic, field.is_checked, narrow)
