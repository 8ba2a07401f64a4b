"""Primitives, and what threads may do to a record at once: how they are compiled."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable

from outply.compiler import primitives
from outply.compiler.builtin import as_handler
from outply.compiler.callees import BUILTINS
from outply.compiler.fields import KINDS
from outply.compiler.methods import method
from outply.compiler.object_types import RecordReference
from outply.compiler.refusals import NO_NUMBER, CompileError
from outply.compiler.statements import Lowering
from outply.compiler.type_text import show
from outply.compiler.types import BITS, FLOAT, NONE, Value, is_number

__all__: list[str] = []

NOTHING = Value(NONE, known=None)
CLOCK = getattr(time, "CLOCK_MONOTONIC", 1)
NANO = "0x3E112E0BE826D695"  # 1e-9


def _prefetch(f: Lowering, node: ast.AST, record: Value) -> Value:
    assert isinstance(record.type, RecordReference)
    f.do(f"call void @llvm.prefetch.p0(ptr {record.text}, i32 0, i32 3, i32 1)")
    return NOTHING


def _call(f: Lowering, node: ast.AST, function: Value, record: Value) -> Value:
    place = f.op(f"inttoptr i64 {function.text} to ptr")
    assert isinstance(record.type, RecordReference)
    address = f.op(f"ptrtoint ptr {record.text} to i64")
    f.do(f"call void {place}(i64 {address})")
    return NOTHING


def _clock(f: Lowering, node: ast.AST, function: Value) -> Value:
    """clock_gettime(clock, {seconds, nanoseconds}), whose numbers have 64 bits."""
    place = f.op(f"inttoptr i64 {function.text} to ptr")
    made = f.alloca("[2 x i64]")
    f.do(f"call i32 {place}(i32 {CLOCK}, ptr {made})")
    parts = [f.op(f"load i64, ptr {f.at(made, word)}") for word in range(2)]
    seconds, nanoseconds = (f.op(f"sitofp i64 {part} to double") for part in parts)
    fraction = f.op(f"fmul double {nanoseconds}, {NANO}")
    return Value(FLOAT, f.op(f"fadd double {seconds}, {fraction}"))


def _above(f: Lowering, node: ast.AST, value: Value) -> Value:
    text = f.convert(value, FLOAT).text
    up = f.op(f"fcmp oge double {text}, 0.0")
    size = f.op(f"and i64 {f.op(f'bitcast double {text} to i64')}, {(1 << 63) - 1}")
    more = f.op(f"add i64 {size}, 1")
    less = f.op(f"or i64 {f.op(f'sub i64 {size}, 1')}, {-(1 << 63)}")
    bits = f.op(f"select i1 {up}, i64 {more}, i64 {less}")
    return Value(FLOAT, f.op(f"bitcast i64 {bits} to double"))


def _bits_of(f: Lowering, node: ast.AST, number: Value) -> Value:
    if not is_number(number.type):
        raise CompileError(f"the argument of bits_of {NO_NUMBER} {show(number.type)}")
    return Value(BITS, f.bits_of(number))


# -- methods of records ----------------------------------------------------------------------


def _changed(operation: str, f: Lowering, record: Value, name: Value, value: Value) -> Value:
    """A field of a record, changed at once; what it was before."""
    kind = record.type_as(RecordReference)
    field = f.field_of(kind, name.known) if isinstance(name.known, str) else None
    if field is None:
        raise CompileError(f"the first argument is the name of a field of {show(kind)}")
    if not field.is_atomic or field.is_array or field.kind == "bool":
        raise CompileError(f"{show(kind)}.{field.name} is not an atomic number")
    scalar = KINDS[field.kind]
    text = f.fitting(value, scalar, f"{show(kind)}.{field.name}").text
    if operation == "add" and scalar == FLOAT:
        operation = "fadd"
    word, place = f"{scalar.parts[0]} {text}", f.at(record.text, field.word)
    return Value(scalar, f.op(f"atomicrmw {operation} ptr {place}, {word} acq_rel, align 8"))


@method("record", "fetch_add")
def _fetch_add(f: Lowering, node: ast.AST, record: Value, field: Value, amount: Value) -> Value:
    return _changed("add", f, record, field, amount)


@method("record", "exchange")
def _exchange(f: Lowering, node: ast.AST, record: Value, field: Value, value: Value) -> Value:
    return _changed("xchg", f, record, field, value)


@method("record", "copy_from")
def _copy_from(f: Lowering, node: ast.AST, record: Value, other: Value) -> Value:
    """Word by word, whatever they hold."""
    kind = record.type_as(RecordReference)
    fields = kind.cls.__fields__.values()
    if other.type != kind or any(field.is_array for field in fields):
        raise CompileError("copy_from takes a record of the same class, without arrays")
    for field in fields:
        assert f.field_of(kind, field.name) is not None  # noted as a dependency
        order = (" atomic", " monotonic") if field.is_atomic else ("", "")
        source, place = (f.at(value.text, field.word) for value in (other, record))
        word = f.op(f"load{order[0]} i64, ptr {source}{order[1]}, align 8")
        f.do(f"store{order[0]} i64 {word}, ptr {place}{order[1]}, align 8")
    return NOTHING


HANDLERS: dict[Callable[..., object], Callable[..., Value]] = {
    **{primitives.above: _above, primitives.bits_of: _bits_of},
    **{primitives.call: _call, primitives.clock: _clock, primitives.prefetch: _prefetch},
}
for _function, _handler in HANDLERS.items():
    BUILTINS[_function] = as_handler(_handler, _function.__name__)
