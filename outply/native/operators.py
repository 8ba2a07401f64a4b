"""The twins of Python's operators that know signed from unsigned."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from outply.native.unsigned import OPERATORS

__all__ = ["TWINS"]


def _common(left: Any, right: Any) -> Any:
    """uint64 when both are whole numbers and either is uint64, else None."""
    plain = (types.unliteral(left), types.unliteral(right))
    whole = all(isinstance(kind, types.Integer | types.Boolean) for kind in plain)
    return types.uint64 if whole and types.uint64 in plain else None


def _binary(operation: Any, signed: bool) -> Any:
    """The operator, on operands made alike where one of them is unsigned."""

    @intrinsic
    def combined(context, left, right):
        shared = _common(left, right)
        if shared and signed:
            shared = types.int64
        operands = (shared, shared) if shared else (left, right)
        inner = context.resolve_value_type(operation).get_call_type(context, operands, {})

        def codegen(context, builder, signature, args):
            casted = [
                context.cast(builder, arg, given, wanted)
                for arg, given, wanted in zip(args, signature.args, inner.args, strict=True)
            ]
            return context.get_function(operation, inner)(builder, casted)

        return inner.return_type(left, right), codegen

    return combined


def _negation(kind: Any) -> Any:
    @intrinsic
    def negated(context, value):
        wanted = kind if types.unliteral(value) == types.uint64 else value
        inner = context.resolve_value_type(operator.neg).get_call_type(context, (wanted,), {})
        result = kind if types.unliteral(value) == types.uint64 else inner.return_type

        def codegen(context, builder, signature, args):
            if result is kind:
                return builder.neg(args[0])
            casted = context.cast(builder, args[0], signature.args[0], inner.args[0])
            return context.get_function(operator.neg, inner)(builder, [casted])

        return result(value), codegen

    return negated


def _shift(left_shift: bool) -> Any:
    """By 64 or more nothing is left, or only the sign; a negative distance is an error."""

    @intrinsic
    def shifted(context, number, distance):
        sides = (types.unliteral(number), types.unliteral(distance))
        if not all(isinstance(side, types.Integer | types.Boolean) for side in sides):
            return None
        kind = types.uint64 if sides[0] == types.uint64 else types.int64

        def codegen(context, builder, signature, args):
            word = ir.IntType(64)
            bits = context.cast(builder, args[0], signature.args[0], kind)
            steps = context.cast(builder, args[1], signature.args[1], types.int64)
            with builder.if_then(builder.icmp_signed("<", steps, word(0)), likely=False):
                context.call_conv.return_user_exc(builder, ValueError, ("negative shift count",))
            far = builder.icmp_signed(">", steps, word(63))
            if left_shift:
                return builder.select(far, word(0), builder.shl(bits, steps))
            if kind == types.uint64:
                return builder.select(far, word(0), builder.lshr(bits, steps))
            return builder.ashr(bits, builder.select(far, word(63), steps))

        return kind(number, distance), codegen

    return shifted


def _twin(name: str) -> Any:
    if name in ("lshift", "rshift"):
        return _shift(name == "lshift")
    if name in ("neg_signed", "neg_unsigned"):
        return _negation(types.int64 if name == "neg_signed" else types.uint64)
    plain = name.removesuffix("_signed").removesuffix("_unsigned")
    return _binary(getattr(operator, plain), signed=name.endswith("_signed"))


TWINS = {f"_{name}": _twin(name) for name in OPERATORS}
