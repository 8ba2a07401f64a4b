"""One place for how Numba compiles: what every generated module starts from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from outply.native.parts import shared
from outply.native.pipeline import MIXED, PartCompiler

__all__ = [
    "above",
    "add",
    "add_float",
    "as_boolean",
    "as_float64",
    "as_int64",
    "as_uint64",
    "bit_count",
    "bit_length",
    "bits_of",
    "call",
    "collect",
    "exchange",
    "function",
    "mixed",
    "peek",
    "peek_bits",
    "peek_float",
    "pointer",
    "poke",
    "poke_bits",
    "poke_float",
    "prefetch",
    "put",
    "row",
    "unshared",
]


PART = {
    "boundscheck": True,
    "nogil": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": PartCompiler,
}


def unshared(python: Callable[..., Any]) -> Any:
    """Compiled when a kernel needs it."""
    return njit(**PART)(python)


def function(python: Callable[..., Any]) -> Any:
    """Compiled when the first kernel needs it."""
    return shared(python, unshared)


# The types that annotations ask for. A float is never made an int: Numba makes one where an
# int and a Bits value meet in one variable, and its 53 bits would silently lose the rest.


def _conversion(wanted: Any, taken: tuple[Any, ...], complaint: str) -> Any:
    @intrinsic
    def convert(context, value):
        if not isinstance(types.unliteral(value), taken):
            raise TypingError(f"{complaint}, not {types.unliteral(value)}")

        def codegen(context, builder, signature, args):
            if (types.unliteral(value), wanted) == (types.uint64, types.int64):
                _refuse_upper_half(context, builder, args[0])
            return context.cast(builder, args[0], signature.args[0], wanted)

        return wanted(value), codegen

    return convert


def _refuse_upper_half(context: Any, builder: Any, number: Any) -> None:
    """A Bits value with bit 63 set is no int."""
    with builder.if_then(builder.icmp_signed("<", number, ir.IntType(64)(0)), likely=False):
        said = ("a Bits value of 2**63 or more met an int; annotate that Bits too",)
        context.call_conv.return_user_exc(builder, OverflowError, said)


_WHOLE = (types.Integer, types.Boolean)

as_int64 = _conversion(types.int64, _WHOLE, MIXED)
as_uint64 = _conversion(types.uint64, _WHOLE, MIXED)
as_float64 = _conversion(types.float64, (types.Number, types.Boolean), "a number belongs here")
as_boolean = _conversion(types.boolean, (types.Number, types.Boolean), "a truth value belongs here")


@intrinsic
def row(context, value, template):
    """A tuple, which must be as long as the state's field that it becomes."""
    if not isinstance(value, types.BaseTuple) or len(value) != len(template):
        wanted = f"a tuple of {len(template)} belongs here, as in the first state"
        raise TypingError(f"{wanted}, not {value}")

    def codegen(context, builder, signature, args):
        return args[0]

    return value(value, template), codegen


# Memory by address. An array argument costs a recursive function 13–17 ns a node; an
# address costs nothing. The loads are atomic: another thread may write, to stop a search.


def _word(builder: Any, args: Any, kind: Any) -> Any:
    return builder.gep(builder.inttoptr(args[0], kind.as_pointer()), [args[1]])


def _reader(kind: Any) -> Any:
    """Reads a word at `address[index]`."""

    @intrinsic
    def read(context, address, index):
        def codegen(context, builder, signature, args):
            word = builder.load_atomic(_word(builder, args, ir.IntType(64)), "monotonic", 8)
            return builder.bitcast(word, context.get_value_type(kind))

        return kind(types.int64, types.int64), codegen

    return read


def _writer(kind: Any) -> Any:
    """Writes a word to `address[index]`."""

    @intrinsic
    def write(context, address, index, value):
        def codegen(context, builder, signature, args):
            builder.store(args[2], _word(builder, args, context.get_value_type(kind)))
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, kind), codegen

    return write


peek, peek_bits, peek_float = map(_reader, (types.int64, types.uint64, types.float64))
poke, poke_bits, poke_float = map(_writer, (types.int64, types.uint64, types.float64))


def _atomic(operation: str, kind: Any) -> Any:
    """Changes the word at `address[index]` in one go, and says what it was."""

    @intrinsic
    def change(context, address, index, value):
        def codegen(context, builder, signature, args):
            word = _word(builder, args, context.get_value_type(kind))
            return builder.atomic_rmw(operation, word, args[2], "acq_rel")

        return kind(types.int64, types.int64, kind), codegen

    return change


add, exchange = _atomic("add", types.int64), _atomic("xchg", types.int64)
add_float = _atomic("fadd", types.float64)


@intrinsic
def prefetch(context, address, index):
    """Say that `address[index]` will be read soon."""

    def codegen(context, builder, signature, args):
        flag, place = ir.IntType(32), ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [place, flag, flag, flag])
        hint = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        where = builder.bitcast(_word(builder, args, ir.IntType(64)), place)
        builder.call(hint, [where, flag(0), flag(3), flag(1)])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), codegen


@intrinsic
def call(context, function, argument):
    """Call the host's function at an address."""

    def codegen(context, builder, signature, args):
        word = ir.IntType(64)
        kind = ir.FunctionType(ir.VoidType(), [word])
        builder.call(builder.inttoptr(args[0], kind.as_pointer()), [args[1]])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), codegen


@intrinsic
def above(context, value):
    """The least float greater than a finite one: its bits are the next number."""

    def codegen(context, builder, signature, args):
        word = ir.IntType(64)
        positive = builder.fcmp_ordered(">=", args[0], ir.DoubleType()(0.0))
        magnitude = builder.and_(builder.bitcast(args[0], word), word(2**63 - 1))
        up = builder.add(magnitude, word(1))
        down = builder.or_(builder.sub(magnitude, word(1)), word(-(2**63)))
        return builder.bitcast(builder.select(positive, up, down), ir.DoubleType())

    return types.float64(types.float64), codegen


@intrinsic
def put(context, address, result):
    """Write a result, a number or a tuple of numbers, to words from `address` on."""

    def codegen(context, builder, signature, args):
        for index, (kind, value) in enumerate(_numbers(context, builder, result, args[1])):
            wide = types.float64 if isinstance(kind, types.Float) else types.int64
            place = _word(builder, (args[0], ir.IntType(64)(index)), context.get_value_type(wide))
            builder.store(context.cast(builder, value, kind, wide), place)
        return context.get_dummy_value()

    return types.void(types.int64, result), codegen


def _numbers(context: Any, builder: Any, kind: Any, value: Any) -> Iterator[tuple[Any, Any]]:
    if not isinstance(kind, types.BaseTuple):
        yield kind, value
        return
    for index, item in enumerate(kind):
        yield from _numbers(context, builder, item, builder.extract_value(value, index))


@intrinsic
def pointer(context, address):
    """An address as a pointer, of which `numba.carray` makes an array."""

    def codegen(context, builder, signature, args):
        return builder.inttoptr(args[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.int64), codegen


def _magnitude(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Without its sign, as Python counts bits."""
    word = context.cast(builder, value, kind, types.int64)
    if types.unliteral(kind) == types.uint64:
        return word
    negative = builder.icmp_signed("<", word, ir.IntType(64)(0))
    return builder.select(negative, builder.neg(word), word)


@intrinsic
def bit_count(context, number):
    """`int.bit_count`."""

    def codegen(context, builder, signature, args):
        word = _magnitude(context, builder, signature.args[0], args[0])
        return builder.ctpop(word)

    return types.int64(number), codegen


@intrinsic
def bit_length(context, number):
    """`int.bit_length`."""

    def codegen(context, builder, signature, args):
        word = _magnitude(context, builder, signature.args[0], args[0])
        leading = builder.ctlz(word, ir.IntType(1)(0))
        return builder.sub(ir.IntType(64)(64), leading)

    return types.int64(number), codegen


def collect(template: Any, generator: Any) -> Any:
    """`tuple(generator)`, as long as the tuple `template`."""
    raise NotImplementedError


@overload(collect, jit_options=PART)
def _collect(template, generator):
    """Written out item by item, which LLVM turns into code without a loop."""
    if not isinstance(template, types.BaseTuple) or not isinstance(generator, types.Generator):
        return None
    items = ", ".join("next(generator)" for _ in range(len(template)))
    scope: dict[str, Any] = {}
    exec(f"def collected(template, generator): return ({items},)", scope)  # noqa: S102
    return scope["collected"]


def _bits(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.Float):
        return builder.bitcast(context.cast(builder, value, kind, types.float64), ir.IntType(64))
    return context.cast(builder, value, kind, types.int64)


@intrinsic
def bits_of(context, number):
    """The 64 bits that hold a float or an int."""

    def codegen(context, builder, signature, args):
        return _bits(context, builder, signature.args[0], args[0])

    return types.uint64(number), codegen


def _mixed_words(
    context: Any, builder: Any, kind: Any, value: Any, nested: bool = True
) -> Iterator[Any]:
    """The words of a state that its key is mixed from: its numbers, and how long its rows are."""
    if not isinstance(kind, types.BaseTuple):
        yield _bits(context, builder, kind, value)
        return
    if nested and not isinstance(kind, types.BaseNamedTuple):
        yield ir.IntType(64)(len(kind))
    for index, item in enumerate(kind):
        yield from _mixed_words(context, builder, item, builder.extract_value(value, index))


@intrinsic
def mixed(context, state):
    """The twin of `outply.game.mixed`."""

    def codegen(context, builder, signature, args):
        word = ir.IntType(64)
        key = word(0)
        for number in _mixed_words(context, builder, state, args[0], nested=False):
            key = builder.add(builder.add(key, number), word(0x9E37_79B9_7F4A_7C15))
            for shift, factor in ((30, 0xBF58_476D_1CE4_E5B9), (27, 0x94D0_49BB_1331_11EB)):
                key = builder.mul(builder.xor(key, builder.lshr(key, word(shift))), word(factor))
            key = builder.xor(key, builder.lshr(key, word(31)))
        return key

    return types.uint64(state), codegen
