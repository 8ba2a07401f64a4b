"""The operators of Python, except that an unsigned operand makes the result unsigned."""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.extending import intrinsic

from outply.native.unsigned import NAMES

__all__ = ["OPERATORS"]


def _common(left: Any, right: Any) -> Any:
    """uint64 when both are integers and either is uint64, else None."""
    plain = (types.unliteral(left), types.unliteral(right))
    integers = all(isinstance(kind, types.Integer | types.Boolean) for kind in plain)
    return types.uint64 if integers and types.uint64 in plain else None


def _contagious(operation: Any) -> Any:
    @intrinsic
    def combined(context, left, right):  # type: ignore[no-untyped-def]
        shared = _common(left, right)
        operands = (shared, shared) if shared else (left, right)
        inner = context.resolve_value_type(operation).get_call_type(context, operands, {})

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            casted = [
                context.cast(builder, arg, given, wanted)
                for arg, given, wanted in zip(args, signature.args, inner.args, strict=True)
            ]
            return context.get_function(operation, inner)(builder, casted)

        return inner.return_type(left, right), codegen

    return combined


OPERATORS = {f"_{name}": _contagious(getattr(operator, name)) for name in NAMES.values()}
