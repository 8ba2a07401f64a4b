"""Memory by address, and what threads may do to it at once: how each primitive is compiled."""

from __future__ import annotations

import ast
from collections.abc import Callable

from outply.compiler import primitives
from outply.compiler.builtin import as_handler
from outply.compiler.expressions import BUILTINS
from outply.compiler.statements import Lowering
from outply.compiler.types import BITS, FLOAT, INT, NONE, Scalar, Value, is_number

__all__: list[str] = []

NOTHING = Value(NONE, known=None)


def _place(f: Lowering, block: Value, index: Value) -> str:
    base = f.op(f"inttoptr i64 {block.text} to ptr")
    return f.op(f"getelementptr i64, ptr {base}, i64 {f.integer(index).text}")


def _reader(kind: Scalar) -> Callable[..., Value]:
    def read(f: Lowering, node: ast.AST, block: Value, index: Value) -> Value:
        word = f.op(f"load atomic i64, ptr {_place(f, block, index)} monotonic, align 8")
        return Value(kind, f.op(f"bitcast i64 {word} to double") if kind == FLOAT else word)

    return read


def _writer(kind: Scalar) -> Callable[..., Value]:
    def write(f: Lowering, node: ast.AST, block: Value, index: Value, value: Value) -> Value:
        text = f.convert(value, kind).text
        f.do(f"store {kind.parts[0]} {text}, ptr {_place(f, block, index)}, align 8")
        return NOTHING

    return write


def _atomic(operation: str, kind: Scalar) -> Callable[..., Value]:
    def change(f: Lowering, node: ast.AST, block: Value, index: Value, value: Value) -> Value:
        text = f.convert(value, kind).text
        place = _place(f, block, index)
        word = f"{kind.parts[0]} {text}"
        return Value(kind, f.op(f"atomicrmw {operation} ptr {place}, {word} acq_rel, align 8"))

    return change


def _prefetch(f: Lowering, node: ast.AST, block: Value, index: Value) -> Value:
    f.do(f"call void @llvm.prefetch.p0(ptr {_place(f, block, index)}, i32 0, i32 3, i32 1)")
    return NOTHING


def _call(f: Lowering, node: ast.AST, function: Value, argument: Value) -> Value:
    place = f.op(f"inttoptr i64 {function.text} to ptr")
    f.do(f"call void {place}(i64 {argument.text})")
    return NOTHING


def _above(f: Lowering, node: ast.AST, value: Value) -> Value:
    text = f.convert(value, FLOAT).text
    up = f.op(f"fcmp oge double {text}, 0.0")
    size = f.op(f"and i64 {f.op(f'bitcast double {text} to i64')}, {(1 << 63) - 1}")
    more = f.op(f"add i64 {size}, 1")
    less = f.op(f"or i64 {f.op(f'sub i64 {size}, 1')}, {-(1 << 63)}")
    bits = f.op(f"select i1 {up}, i64 {more}, i64 {less}")
    return Value(FLOAT, f.op(f"bitcast i64 {bits} to double"))


def _bits_of(f: Lowering, node: ast.AST, number: Value) -> Value:
    assert is_number(number.type)
    return Value(BITS, f.bits_of(number))


HANDLERS: dict[Callable[..., object], Callable[..., Value]] = {
    **{primitives.peek: _reader(INT), primitives.poke: _writer(INT)},
    **{primitives.peek_bits: _reader(BITS), primitives.poke_bits: _writer(BITS)},
    **{primitives.peek_float: _reader(FLOAT), primitives.poke_float: _writer(FLOAT)},
    **{primitives.add: _atomic("add", INT), primitives.exchange: _atomic("xchg", INT)},
    **{primitives.add_float: _atomic("fadd", FLOAT), primitives.prefetch: _prefetch},
    **{primitives.call: _call, primitives.above: _above, primitives.bits_of: _bits_of},
}
for _function, _handler in HANDLERS.items():
    BUILTINS[_function] = as_handler(_handler, _function.__name__)
