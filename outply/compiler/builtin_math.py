"""The functions of `math`, `operator` and NumPy on numbers."""

from __future__ import annotations

import ast
import math
import operator
import sys
from typing import Any

from outply.compiler import library
from outply.compiler.builtin import Handler, as_handler, builtin, by_kind
from outply.compiler.callees import BUILTINS, is_hashable
from outply.compiler.errors import CompileError
from outply.compiler.statements import Lowering
from outply.compiler.types import (
    BOOL,
    FLOAT,
    Value,
    is_whole,
)


def _intrinsic(name: str) -> Handler:
    def handle(f: Lowering, node: ast.AST, x: Value) -> Value:
        number = f.as_float(x)
        return Value(FLOAT, f.op(f"call double @llvm.{name}.f64(double {number.text})"))

    return handle


def _library_function(name: str) -> Handler:
    def handle(f: Lowering, node: ast.AST, x: Value) -> Value:
        f.module.declarations.add(f"declare double @{name}(double) nounwind readnone willreturn")
        number = f.as_float(x)
        return Value(FLOAT, f.op(f"call double @{name}(double {number.text})"))

    return handle


def _guarded(inner: Handler, test: str, message: str) -> Handler:
    """A function that raises ValueError where it is not defined."""

    def handle(f: Lowering, node: ast.AST, x: Value) -> Value:
        number = f.as_float(x)
        f.fail_if(f.op(f"fcmp {test} double {number.text}, 0.0"), ValueError, message)
        return inner(f, node, number)

    return handle


def _register_math() -> None:
    domain = "math domain error"
    BUILTINS[math.sqrt] = as_handler(_guarded(_intrinsic("sqrt"), "olt", domain), "sqrt")
    for name in ("log2", "log10"):
        thing = getattr(math, name)
        BUILTINS[thing] = as_handler(_guarded(_library_function(name), "ole", domain), name)
    for name in ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh"):
        BUILTINS[getattr(math, name)] = as_handler(_library_function(name), name)
    for name in ("exp", "expm1"):
        BUILTINS[getattr(math, name)] = as_handler(_finite(_library_function(name)), name)
    BUILTINS[math.fabs] = as_handler(_intrinsic("fabs"), "fabs")
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        register_numpy(numpy)


def _finite(inner: Handler) -> Handler:
    def handle(f: Lowering, node: ast.AST, x: Value) -> Value:
        number = f.as_float(x)
        found = inner(f, node, number)
        given = f.op(f"xor i1 {f._is_infinite(number.text)}, true")
        large = f.op(f"and i1 {f._is_infinite(found.text)}, {given}")
        f.fail_if(large, OverflowError, "math range error")
        return found

    return handle


def register_numpy(numpy: Any) -> None:
    """NumPy's functions of one number, where an author uses them."""
    if is_hashable(numpy.exp) and numpy.exp in BUILTINS:
        return
    for name in ("exp", "tanh", "sin", "cos", "log"):
        BUILTINS[getattr(numpy, name)] = as_handler(_library_function(name), name)
    for name in ("sqrt", "floor", "ceil"):
        BUILTINS[getattr(numpy, name)] = as_handler(_intrinsic(name), name)
    BUILTINS[numpy.abs] = BUILTINS[abs]


@builtin(math.log)
def _log(f: Lowering, node: ast.AST, x: Value, base: Value | None = None) -> Value:
    guarded = _guarded(_library_function("log"), "ole", "math domain error")
    found = guarded(f, node, x)
    return found if base is None else f.binary(ast.Div(), found, guarded(f, node, base))


@builtin(math.floor)
@by_kind
def _floor(f: Lowering, node: ast.AST, x: Value) -> Value:
    x = f.number(x)
    return f.whole(x) if is_whole(x.type) else f.to_int(_intrinsic("floor")(f, node, x))


@builtin(math.ceil)
@by_kind
def _ceil(f: Lowering, node: ast.AST, x: Value) -> Value:
    x = f.number(x)
    return f.whole(x) if is_whole(x.type) else f.to_int(_intrinsic("ceil")(f, node, x))


@builtin(math.trunc)
def _trunc(f: Lowering, node: ast.AST, x: Value) -> Value:
    return f.to_int(x)


@builtin(math.pow)
def _math_pow(f: Lowering, node: ast.AST, x: Value, y: Value) -> Value:
    return f.power(f.as_float(x), f.as_float(y))


def _of_two(name: str) -> Handler:
    def handle(f: Lowering, node: ast.AST, x: Value, y: Value) -> Value:
        f.module.declarations.add(
            f"declare double @{name}(double, double) nounwind readnone willreturn"
        )
        one, other = (f.as_float(v).text for v in (x, y))
        return Value(FLOAT, f.op(f"call double @{name}(double {one}, double {other})"))

    return handle


BUILTINS[math.atan2] = as_handler(_of_two("atan2"), "atan2")
BUILTINS[math.hypot] = as_handler(_of_two("hypot"), "hypot")


@builtin(math.isnan)
def _isnan(f: Lowering, node: ast.AST, x: Value) -> Value:
    number = f.as_float(x)
    return Value(BOOL, f.op(f"fcmp uno double {number.text}, 0.0"))


@builtin(math.isinf)
def _isinf(f: Lowering, node: ast.AST, x: Value) -> Value:
    return Value(BOOL, f._is_infinite(f.as_float(x).text))


@builtin(math.isfinite)
def _isfinite(f: Lowering, node: ast.AST, x: Value) -> Value:
    size = f.op(f"call double @llvm.fabs.f64(double {f.as_float(x).text})")
    return Value(BOOL, f.op(f"fcmp olt double {size}, 0x7FF0000000000000"))


@builtin(math.copysign)
def _copysign(f: Lowering, node: ast.AST, x: Value, y: Value) -> Value:
    one, other = (f.as_float(v).text for v in (x, y))
    return Value(FLOAT, f.op(f"call double @llvm.copysign.f64(double {one}, double {other})"))


def _in_python(thing: Any, function: Any, *names: str) -> None:
    def handle(f: Lowering, node: ast.AST, *given: Value) -> Value:
        if len(given) != len(names):
            raise CompileError(f"{thing.__name__}() takes {len(names)} arguments here")
        return f.inline(function, dict(zip(names, given, strict=True)))

    BUILTINS[thing] = as_handler(handle, thing.__name__)


def _of_numbers(thing: Any, two: Any, many: Any) -> None:
    def handle(f: Lowering, node: ast.AST, *given: Value) -> Value:
        if len(given) == 2:
            return f.inline(two, {"one": given[0], "other": given[1]})
        return f.inline(many, {"numbers": f.tuple_of([f.integer(number) for number in given])})

    BUILTINS[thing] = as_handler(handle, thing.__name__)


_of_numbers(math.gcd, library.gcd, library.gcd_of)
_of_numbers(math.lcm, library.lcm, library.lcm_of)
_in_python(math.isqrt, library.isqrt, "number")
_in_python(math.comb, library.comb, "n", "k")
_in_python(math.factorial, library.factorial, "n")


# -- operator --------------------------------------------------------------------------------


def _register_operators() -> None:
    binary = {
        **{operator.add: ast.Add, operator.sub: ast.Sub, operator.mul: ast.Mult},
        **{operator.floordiv: ast.FloorDiv, operator.mod: ast.Mod, operator.truediv: ast.Div},
        **{operator.and_: ast.BitAnd, operator.or_: ast.BitOr, operator.xor: ast.BitXor},
        **{operator.lshift: ast.LShift, operator.rshift: ast.RShift, operator.pow: ast.Pow},
    }
    for thing, op in binary.items():
        BUILTINS[thing] = as_handler(
            lambda f, node, a, b, op=op: f.operate(op(), a, b, node), thing.__name__
        )
    compared = {
        **{operator.eq: ast.Eq, operator.ne: ast.NotEq, operator.lt: ast.Lt},
        **{operator.le: ast.LtE, operator.gt: ast.Gt, operator.ge: ast.GtE},
    }
    for other, comparison in compared.items():
        BUILTINS[other] = as_handler(
            lambda f, node, a, b, op=comparison: f.compare(op(), a, b), other.__name__
        )
    BUILTINS[operator.neg] = as_handler(lambda f, node, a: f.unary(ast.USub(), a), "neg")


_register_math()
_register_operators()
