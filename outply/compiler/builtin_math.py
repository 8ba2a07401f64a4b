"""The functions of `math`, `operator` and NumPy on numbers."""

from __future__ import annotations

import ast
import math
import operator
import struct
import sys
from typing import Any

from outply.compiler import library
from outply.compiler.builtin import Handler, as_handler, builtin, by_kind
from outply.compiler.callees import BUILTINS, is_hashable
from outply.compiler.refusals import CompileError
from outply.compiler.statements import Lowering
from outply.compiler.types import BOOL, FLOAT, Value, is_whole

INFINITE = "0x7FF0000000000000"


def _intrinsic(name: str) -> Handler:
    def handle(f: Lowering, node: ast.AST, x: Value) -> Value:
        return Value(FLOAT, f.op(f"call double @llvm.{name}.f64(double {f.as_float(x).text})"))

    return handle


def _library_function(name: str) -> Handler:
    def handle(f: Lowering, node: ast.AST, x: Value) -> Value:
        return Value(FLOAT, f.c_function(name, f.as_float(x).text))

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
    for name in ("atan", "asinh", "tanh", "cbrt"):
        BUILTINS[getattr(math, name)] = as_handler(_library_function(name), name)
    for name in ("sin", "cos", "tan", "asin", "acos", "acosh"):
        BUILTINS[getattr(math, name)] = as_handler(_defined(_library_function(name)), name)
    for name in ("atanh", "log1p"):
        finite = _finite(_library_function(name), ValueError, domain)
        BUILTINS[getattr(math, name)] = as_handler(_defined(finite), name)
    for name in ("sinh", "cosh", "exp", "exp2", "expm1"):
        finite = _finite(_library_function(name), OverflowError, "math range error")
        BUILTINS[getattr(math, name)] = as_handler(finite, name)
    BUILTINS[math.fabs] = as_handler(_intrinsic("fabs"), "fabs")
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        register_numpy(numpy)


def _finite(inner: Handler, error: type[Exception], message: str) -> Handler:
    """A function that raises an error where a finite number has an infinite result."""

    def handle(f: Lowering, node: ast.AST, x: Value) -> Value:
        number = f.as_float(x)
        found = inner(f, node, number)
        f.fail_if(_is_newly_infinite(f, found, number), error, message)
        return found

    return handle


def _defined(inner: Handler) -> Handler:
    """A function that raises ValueError where its result is nan and no argument is."""

    def handle(f: Lowering, node: ast.AST, *given: Value) -> Value:
        numbers = [f.as_float(value) for value in given]
        found = inner(f, node, *numbers)
        f.fail_if(_is_newly_nan(f, found, *numbers), ValueError, "math domain error")
        return found

    return handle


def _is_newly_infinite(f: Lowering, found: Value, *given: Value) -> str:
    """Whether a result is infinite and all arguments are finite."""
    infinite = f._is_infinite(found.text)
    for number in given:
        finite = f.op(f"xor i1 {f._is_infinite(number.text)}, true")
        infinite = f.op(f"and i1 {infinite}, {finite}")
    return infinite


def _is_newly_nan(f: Lowering, found: Value, *given: Value) -> str:
    """Whether a result is nan and no argument is."""
    undefined = f.op(f"fcmp uno double {found.text}, 0.0")
    for number in given:
        known = f.op(f"fcmp ord double {number.text}, 0.0")
        undefined = f.op(f"and i1 {undefined}, {known}")
    return undefined


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


@builtin(math.isclose)
def _isclose(
    f: Lowering,
    node: ast.AST,
    a: Value,
    b: Value,
    *,
    rel_tol: Value | None = None,
    abs_tol: Value | None = None,
) -> Value:
    defaults = (f.loaded(f.module.constant(number)) for number in (1e-9, 0.0))
    tolerances = [
        default if given is None else f.as_float(given)
        for given, default in zip((rel_tol, abs_tol), defaults, strict=True)
    ]
    names = ("a", "b", "relative", "absolute")
    values = (f.as_float(a), f.as_float(b), *tolerances)
    return f.inline(library.is_close, dict(zip(names, values, strict=True)))


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
    base, power = f.as_float(x), f.as_float(y)
    result = Value(FLOAT, f.c_function("pow", base.text, power.text))
    f.fail_if(_is_newly_nan(f, result, base, power), ValueError, "math domain error")
    infinite = _is_newly_infinite(f, result, base, power)
    pole = f.op(f"and i1 {infinite}, {f.op(f'fcmp oeq double {base.text}, 0.0')}")
    f.fail_if(pole, ValueError, "math domain error")
    f.fail_if(infinite, OverflowError, "math range error")
    return result


def _of_two(name: str) -> Handler:
    def handle(f: Lowering, node: ast.AST, x: Value, y: Value) -> Value:
        return Value(FLOAT, f.c_function(name, f.as_float(x).text, f.as_float(y).text))

    return handle


BUILTINS[math.atan2] = as_handler(_of_two("atan2"), "atan2")
BUILTINS[math.fmod] = as_handler(_defined(_of_two("fmod")), "fmod")


@builtin(math.hypot)
def _hypot(f: Lowering, node: ast.AST, x: Value, y: Value) -> Value:
    """Python rounds the exact length to the nearest float; C's function may be one off."""
    sizes = [f.op(f"call double @llvm.fabs.f64(double {f.as_float(v).text})") for v in (x, y)]
    order = f.op(f"fcmp ogt double {sizes[0]}, {sizes[1]}")
    large = f.op(f"select i1 {order}, double {sizes[0]}, double {sizes[1]}")
    small = f.op(f"select i1 {order}, double {sizes[1]}, double {sizes[0]}")
    scale, back = _scales(f, large)
    found = _length(f, *(f.op(f"fmul double {size}, {scale}") for size in (large, small)))
    found = f.op(f"fmul double {found}, {back}")
    none = f.op(f"fcmp oeq double {f.op(f'fadd double {large}, {small}')}, 0.0")
    found = f.op(f"select i1 {none}, double 0.0, double {found}")
    infinite = f.op(f"or i1 {f._is_infinite(large)}, {f._is_infinite(small)}")
    return Value(FLOAT, f.op(f"select i1 {infinite}, double {INFINITE}, double {found}"))


def _scales(f: Lowering, large: str) -> tuple[str, str]:
    """A power of two by which a number's square neither overflows nor underflows; its inverse."""
    up, down = (_hexadecimal(2.0**power) for power in (600, -600))
    is_large = f.op(f"fcmp ogt double {large}, {_hexadecimal(2.0**400)}")
    is_small = f.op(f"fcmp olt double {large}, {_hexadecimal(2.0**-400)}")
    scale = f.op(f"select i1 {is_small}, double {up}, double 1.0")
    back = f.op(f"select i1 {is_small}, double {down}, double 1.0")
    return (
        f.op(f"select i1 {is_large}, double {down}, double {scale}"),
        f.op(f"select i1 {is_large}, double {up}, double {back}"),
    )


def _length(f: Lowering, large: str, small: str) -> str:
    """The root of the sum of two squares; one step of Newton's method removes its error."""
    (one, one_error), (other, other_error) = _square(f, large), _square(f, small)
    total = f.op(f"fadd double {one}, {other}")
    lost = f.op(f"fadd double {f.op(f'fsub double {one}, {total}')}, {other}")
    errors = f.op(f"fadd double {one_error}, {other_error}")
    lost = f.op(f"fadd double {lost}, {errors}")
    root = f.op(f"call double @llvm.sqrt.f64(double {total})")
    again, again_error = _square(f, root)
    left = f.op(f"fsub double {f.op(f'fsub double {total}, {again}')}, {again_error}")
    left = f.op(f"fadd double {left}, {lost}")
    step = f.op(f"fdiv double {left}, {f.op(f'fadd double {root}, {root}')}")
    return f.op(f"fadd double {root}, {step}")


def _square(f: Lowering, number: str) -> tuple[str, str]:
    """The square of a number, and what rounding took from it."""
    found = f.op(f"fmul double {number}, {number}")
    minus = f.op(f"fneg double {found}")
    error = f"call double @llvm.fma.f64(double {number}, double {number}, double {minus})"
    return found, f.op(error)


def _hexadecimal(number: float) -> str:
    """A float as LLVM reads it exactly."""
    return f"0x{struct.pack('>d', number).hex().upper()}"


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
    return Value(BOOL, f.op(f"fcmp olt double {size}, {INFINITE}"))


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
