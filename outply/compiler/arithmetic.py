"""Arithmetic as Python does it, on 64 bits: a result that does not fit raises OverflowError.

An intermediate result may be wide (`WIDE` in `types.py`): it is tested where it is used, so a mask
may make it fit. Operators on constants are computed here, by Python.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from outply.compiler.container_types import Union
from outply.compiler.errors import NumberTooLarge
from outply.compiler.flow import truth
from outply.compiler.object_types import Member
from outply.compiler.refusals import CompileError
from outply.compiler.special_methods import NUMERIC, has_special_method
from outply.compiler.type_parts import is_int_member, is_mixed_number
from outply.compiler.type_text import show, with_article
from outply.compiler.types import (
    BITS,
    BOOL,
    FLOAT,
    INT,
    WIDE,
    WIDE_BITS,
    Scalar,
    Type,
    Value,
    is_number,
    is_whole,
)
from outply.compiler.values import Values

__all__ = ["Numbers"]

BITWISE: dict[type, str] = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
ARITHMETIC: dict[type, str] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
ORDER: dict[type, str] = {
    **{ast.Eq: "eq", ast.NotEq: "ne", ast.Is: "eq", ast.IsNot: "ne"},
    **{ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"},
}
IN_PYTHON: dict[type, Callable[..., Any]] = {
    **{ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul},
    **{ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor},
    **{ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.Pow: operator.pow},
    **{ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Div: operator.truediv},
    **{ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert},
}
MIRRORED = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
TOO_LARGE = "a number needs more than 64 bits"
LEAST, MOST_EXACT = -(1 << 63), 1 << 53  # of an int; of an int that a float holds exactly
MOST_FOLDED = 1 << 200  # larger constants are not computed here
COMPLEX = "a fractional power of a negative number is complex"


class Numbers(Values):
    """Operators on numbers."""

    # -- conversions --------------------------------------------------------------------------

    def convert_number(self, value: Value, kind: Type) -> Value:
        given = value.type
        if given == kind:
            return value
        if value.is_known and kind not in (WIDE, WIDE_BITS):
            found: Value | None = self.module.constant(value.known, kind)
            if found is not None and found.type == kind:
                return found
        if kind in (WIDE, WIDE_BITS):
            return Value(kind, *self._wide_parts(value))
        if kind == FLOAT:
            return self._as_float(value)
        if kind == BOOL:
            return self._as_bool(value)
        return self._as_whole(value, kind)

    def _as_whole(self, value: Value, kind: Type) -> Value:
        given = value.type
        if given == BOOL:
            return Value(kind, self.op(f"zext i1 {value.text} to i64"))
        if given == FLOAT:
            raise CompileError(f"expected {with_article(kind)}, found a float", "use int(…)")
        if given in (WIDE, WIDE_BITS):
            self.fail_if(value.parts[1 if kind == INT else 2], NumberTooLarge, TOO_LARGE)
        else:
            below = self.op(f"icmp slt i64 {value.text}, 0")
            message = TOO_LARGE if kind == INT else "a negative number is not Bits"
            self.fail_if(below, NumberTooLarge, message)
        return Value(kind, value.text)

    def _as_bool(self, value: Value) -> Value:
        """0 or 1, where an annotation says bool."""
        if value.type == FLOAT:
            raise CompileError("expected a bool, found a float", "compare it with 0")
        other = self.op(f"icmp ugt i64 {value.text}, 1")
        self.fail_if(other, NumberTooLarge, "a bool is 0 or 1")
        return Value(BOOL, self.op(f"trunc i64 {value.text} to i1"))

    def _as_float(self, value: Value) -> Value:
        given = value.type
        if given in (WIDE, WIDE_BITS):
            word, not_signed, not_unsigned = value.parts
            lost = self.op(f"and i1 {not_signed}, {not_unsigned}")
            self.fail_if(lost, NumberTooLarge, TOO_LARGE)
            one, other = (self.op(f"{name} i64 {word} to double") for name in ("sitofp", "uitofp"))
            text = self.op(f"select i1 {not_unsigned}, double {one}, double {other}")
            return Value(FLOAT, text)
        name = "sitofp" if given == INT else "uitofp"
        return Value(FLOAT, self.op(f"{name} {given.parts[0]} {value.text} to double"))

    def _wide_parts(self, value: Value) -> tuple[str, ...]:
        """The lowest 64 bits, and whether they are another number if signed, if unsigned."""
        if len(value.parts) == 3:
            return value.parts
        if value.type == BOOL:
            return self.convert(value, INT).text, "false", "false"
        if value.is_known:
            return (
                value.text,
                "false" if LEAST <= value.known < -LEAST else "true",
                "false" if 0 <= value.known < 1 << 64 else "true",
            )
        top = self.op(f"icmp slt i64 {value.text}, 0")
        return (value.text, top, "false") if value.type == BITS else (value.text, "false", top)

    def number(self, value: Value) -> Value:
        """A value as a number: a member of an IntEnum, or a union of numbers."""
        if isinstance(value.type, Member) and is_int_member(value.type):
            if has_special_method(value.type.cls, NUMERIC, int):
                message = f"{show(value.type)} is taken as a number in its own way"
                raise CompileError(message, "use its value: member.value")
            return self.member_value(value)
        value = self.one_of(self.plain_numbers(value), is_number, "arithmetic")
        if not is_number(value.type):
            raise self.type_error(
                f"expected a number, found {with_article(value.type)}", value.type
            )
        return value

    def plain_numbers(self, value: Value) -> Value:
        """A union in which members of an IntEnum are the numbers that they stand for."""
        if not isinstance(value.type, Union) or not any(map(is_int_member, value.type.items)):
            return value
        return self.dispatch(
            value, lambda one: self.number(one) if is_int_member(one.type) else one
        )

    def whole(self, value: Value) -> Value:
        """A whole number that is exact: an int or Bits."""
        value = self.plain_numbers(value)
        value = self.one_of(value, is_whole, "this") if is_mixed_number(value.type) else value
        value = self.number(value)
        if value.type == FLOAT:
            raise CompileError("expected a whole number, found a float", "use int(…)")
        if value.type == BOOL:
            return self.convert(value, INT)
        if value.type in (WIDE, WIDE_BITS):
            return self.convert(value, INT if value.type == WIDE else BITS)
        return value

    def integer(self, value: Value) -> Value:
        """A whole number as an int, such as an index."""
        return self.convert(self.whole(value), INT)

    def as_float(self, value: Value) -> Value:
        """A number as a float, as `float(x)` makes it."""
        value = self.plain_numbers(value)
        if is_mixed_number(value.type):
            return self.convert(value, FLOAT)
        return self.convert(self.number(value), FLOAT)

    # -- unary --------------------------------------------------------------------------------

    def unary(self, op: ast.unaryop, value: Value) -> Value:
        value = self.plain_numbers(value)
        if is_mixed_number(value.type):
            return self.dispatch(value, lambda one: self.unary(op, one))
        value = self.number(value)
        if value.is_known:
            return self._folded(type(op), value)
        if value.type == FLOAT:
            if isinstance(op, ast.Invert):
                raise CompileError("~ takes a whole number, not a float")
            return value if isinstance(op, ast.UAdd) else self._float("fneg double " + value.text)
        if value.type == BOOL:
            value = self.convert(value, INT)
        return value if isinstance(op, ast.UAdd) else self._unary_whole(op, value)

    def _unary_whole(self, op: ast.unaryop, value: Value) -> Value:
        if isinstance(op, ast.Invert):
            if value.type == INT:
                return Value(INT, self.op(f"xor i64 {value.text}, -1"))
            return self._wide("sub", self.module.constant(-1), value, WIDE)
        if value.type == INT:
            return self._negative(value)
        return self.arithmetic("sub", self.module.constant(0), value)

    def _negative(self, value: Value) -> Value:
        """-x of an int, with a check of its own, so that LLVM sees what `x & -x` is."""
        self.fail_if(self.op(f"icmp eq i64 {value.text}, {LEAST}"), NumberTooLarge, TOO_LARGE)
        return Value(INT, self.op(f"sub nsw i64 0, {value.text}"))

    def _float(self, text: str) -> Value:
        return Value(FLOAT, self.op(text))

    def _folded(self, op: type, *values: Value) -> Value:
        """An operator on constants."""
        known = [value.known for value in values]
        try:
            found = IN_PYTHON[op](*known)
        except (ArithmeticError, ValueError) as error:
            raise self.failure(type(error), str(error)) from None
        if isinstance(found, complex):
            raise self.failure(NumberTooLarge, COMPLEX)
        wanted = BITS if any(value.type == BITS for value in values) else None
        folded: Value = self.module.constant(found, wanted)
        return folded

    # -- binary -------------------------------------------------------------------------------

    def binary(self, op: ast.operator, left: Value, right: Value) -> Value:
        """An operator on two numbers."""
        left, right, cls = self.number(left), self.number(right), type(op)
        if left.is_known and right.is_known and _is_small(cls, left.known, right.known):
            return self._folded(cls, left, right)
        if cls in ARITHMETIC:
            return self.arithmetic(ARITHMETIC[cls], left, right)
        if cls in BITWISE:
            return self._bitwise(BITWISE[cls], left, right)
        if cls in (ast.LShift, ast.RShift):
            return self._shift(cls is ast.LShift, left, right)
        if cls is ast.Div:
            return self._quotient(left, right)
        if cls in (ast.FloorDiv, ast.Mod):
            return self.divide(cls is ast.Mod, left, right)
        if cls is ast.Pow:
            return self.power(left, right)
        raise CompileError(f"{cls.__name__} is not an operator on numbers")

    def arithmetic(self, name: str, left: Value, right: Value) -> Value:
        if FLOAT in (left.type, right.type):
            one, other = self.convert(left, FLOAT).text, self.convert(right, FLOAT).text
            return self._float(f"f{name} double {one}, {other}")
        if {left.type, right.type} <= {INT, BOOL}:
            one, other = self.convert(left, INT).text, self.convert(right, INT).text
            call = f"@llvm.s{name}.with.overflow.i64(i64 {one}, i64 {other})"
            pair = self.op(f"call {{i64, i1}} {call}")
            lost = self.op(f"extractvalue {{i64, i1}} {pair}, 1")
            self.fail_if(lost, NumberTooLarge, TOO_LARGE)
            return Value(INT, self.op(f"extractvalue {{i64, i1}} {pair}, 0"))
        return self._wide(name, left, right, WIDE)

    def _wide(self, name: str, left: Value, right: Value, kind: Scalar) -> Value:
        """The lowest 64 bits of a result, and whether it needs more."""
        one, other = self._wide_parts(left), self._wide_parts(right)
        if all(_is_unsigned(value) for value in (left, right)):
            return self._unsigned(name, one, other, kind)
        word = self.op(f"{name} i64 {one[0]}, {other[0]}")
        exact = self.op(f"{name} i128 {self._exact(one)}, {self._exact(other)}")
        lost = [self.op(f"and i1 {p[1]}, {p[2]}") for p in (one, other) if p[1:] != ("false",) * 2]
        return self._checked(word, exact, lost, kind)

    def _unsigned(
        self, name: str, one: tuple[str, ...], other: tuple[str, ...], kind: Scalar
    ) -> Value:
        """Of numbers that are not negative; if one of them may be, and is, the result is lost."""
        call = f"@llvm.u{name}.with.overflow.i64(i64 {one[0]}, i64 {other[0]})"
        pair = self.op(f"call {{i64, i1}} {call}")
        word = self.op(f"extractvalue {{i64, i1}} {pair}, 0")
        carry = self.op(f"extractvalue {{i64, i1}} {pair}, 1")
        top = self.op(f"icmp slt i64 {word}, 0")
        lost = self._or(one[2], other[2])
        signed = self.op(f"{'xor' if name == 'sub' else 'or'} i1 {carry}, {top}")
        return Value(kind, word, self._or(signed, lost), self._or(carry, lost))

    def _or(self, one: str, other: str) -> str:
        if "false" in (one, other):
            return other if one == "false" else one
        return self.op(f"or i1 {one}, {other}")

    def _exact(self, parts: tuple[str, ...]) -> str:
        """A whole number of up to 65 bits."""
        word, _, not_unsigned = parts
        if not_unsigned == "false":
            return self.op(f"zext i64 {word} to i128")
        signed = self.op(f"sext i64 {word} to i128")
        if not_unsigned == "true":
            return signed
        unsigned = self.op(f"zext i64 {word} to i128")
        return self.op(f"select i1 {not_unsigned}, i128 {signed}, i128 {unsigned}")

    def _checked(self, word: str, exact: str, lost: list[str], kind: Scalar) -> Value:
        flags = []
        for name in ("sext", "zext"):
            back = self.op(f"{name} i64 {word} to i128")
            flag = self.op(f"icmp ne i128 {back}, {exact}")
            for each in lost:
                flag = self.op(f"or i1 {flag}, {each}")
            flags.append(flag)
        return Value(kind, word, *flags)

    def _bitwise(self, name: str, left: Value, right: Value) -> Value:
        kinds = {left.type, right.type}
        if FLOAT in kinds:
            raise CompileError("a bitwise operator takes whole numbers, not a float")
        if kinds == {BOOL}:
            return Value(BOOL, self.op(f"{name} i1 {left.text}, {right.text}"))
        if kinds <= {INT, BOOL}:
            mine, theirs = self.convert(left, INT).text, self.convert(right, INT).text
            return Value(INT, self.op(f"{name} i64 {mine}, {theirs}"))
        return self._bitwise_wide(name, left, right)

    def _bitwise_wide(self, name: str, left: Value, right: Value) -> Value:
        kinds, sides = {left.type, right.type}, (left, right)
        is_natural = [v.type in (BITS, BOOL) or (v.is_known and v.known >= 0) for v in sides]
        one, other = self._wide_parts(left), self._wide_parts(right)
        if all(is_natural) or (name == "and" and any(is_natural)):
            return self._masked(name, one, other, sides, is_natural)
        kind = WIDE_BITS if BITS in kinds or WIDE_BITS in kinds else WIDE
        if name == "and":
            return self._wide_and(one, other, kind)
        if name == "or":
            return self._wide_or(one, other, kind)
        word = self.op(f"{name} i64 {one[0]}, {other[0]}")
        exact = self.op(f"{name} i128 {self._exact(one)}, {self._exact(other)}")
        lost = [self.op(f"and i1 {p[1]}, {p[2]}") for p in (one, other) if p[1:] != ("false",) * 2]
        return self._checked(word, exact, lost, kind)

    def _wide_and(self, one: tuple[str, ...], other: tuple[str, ...], kind: Scalar) -> Value:
        """If one of the two is not negative, its 64 bits mask whatever the other has."""
        word = self.op(f"and i64 {one[0]}, {other[0]}")
        top = self.op(f"icmp slt i64 {word}, 0")
        below = self.op(f"and i1 {one[2]}, {other[2]}")
        lost = self.op(f"or i1 {one[1]}, {other[1]}")
        return Value(kind, word, self.op(f"select i1 {below}, i1 {lost}, i1 {top}"), below)

    def _wide_or(self, one: tuple[str, ...], other: tuple[str, ...], kind: Scalar) -> Value:
        """Negative if one of the two is, and then it fits 64 bits if both do."""
        word = self.op(f"or i64 {one[0]}, {other[0]}")
        top = self.op(f"icmp slt i64 {word}, 0")
        below = self._or(one[2], other[2])
        lost = "false"
        for part in (one, other):
            if "false" not in part[1:]:
                lost = self._or(lost, self.op(f"and i1 {part[1]}, {part[2]}"))
        above = self.op(f"and i1 {top}, {self.op(f'xor i1 {below}, true')}")
        return Value(kind, word, self._or(above, lost), below)

    def _masked(
        self,
        name: str,
        one: tuple[str, ...],
        other: tuple[str, ...],
        sides: tuple[Value, Value],
        is_natural: list[bool],
    ) -> Value:
        """Of numbers that are not negative, or masked by one; an int, if the mask is an int."""
        word = self.op(f"{name} i64 {one[0]}, {other[0]}")
        masks = [v for v, natural in zip(sides, is_natural, strict=True) if natural]
        is_int = name == "and" and any(v.is_known and v.known < -LEAST for v in masks)
        if is_int and not any(v.type == BITS for v in sides):
            return Value(INT, word)
        if any(v.is_known and v.known >= 1 << 64 for v in masks):
            raise CompileError("this mask has more than 64 bits", "mask with (1 << 64) - 1")
        return Value(BITS, word)

    def _shift(self, is_left: bool, left: Value, right: Value) -> Value:
        if FLOAT in (left.type, right.type):
            raise CompileError("a shift takes whole numbers, not a float")
        left = self.convert(left, INT) if left.type == BOOL else left
        steps = self.whole(right)
        if not steps.is_known and steps.type == INT:
            below = self.op(f"icmp slt i64 {steps.text}, 0")
            self.fail_if(below, ValueError, "negative shift count")
        elif steps.is_known and steps.known < 0:
            raise CompileError("negative shift count")
        near = steps.is_known and steps.known < 64
        far = "false" if near else self.op(f"icmp ugt i64 {steps.text}, 63")
        count = steps.text if near else self.op(f"and i64 {steps.text}, 63")
        return self._left(left, count, far) if is_left else self._right(left, count, far)

    def _left(self, value: Value, count: str, far: str) -> Value:
        parts = self._wide_parts(value)
        word = self._unless(far, self.op(f"shl i64 {parts[0]}, {count}"), "0")
        if value.type in (BITS, WIDE_BITS, INT):
            return self._left_checked(value, parts, word, count, far)
        long = self.op(f"zext i64 {count} to i128")
        exact = self._unless(far, self.op(f"shl i128 {self._exact(parts)}, {long}"), "0", "i128")
        lost = [self.op(f"and i1 {parts[1]}, {parts[2]}")]
        if far != "false":
            some = self.op(f"icmp ne i64 {parts[0]}, 0")
            lost.append(self.op(f"and i1 {far}, {some}"))
        kind = WIDE if value.type in (INT, WIDE) else WIDE_BITS
        return self._checked(word, exact, lost, kind)

    def _left_checked(
        self, value: Value, parts: tuple[str, ...], word: str, count: str, far: str
    ) -> Value:
        """Shifted back, it is the same number if nothing was lost."""
        lost = "false"
        if far != "false":
            some = "true"
            if not (value.is_known and value.known):
                some = self.op(f"icmp ne i64 {parts[0]}, 0")
            lost = far if some == "true" else self.op(f"and i1 {far}, {some}")
        up, down = (self.op(f"{name} i64 {word}, {count}") for name in ("lshr", "ashr"))
        moved = self.op(f"icmp ne i64 {up}, {parts[0]}")
        if value.is_known and value.known == 1:
            moved = "false"
        unsigned = self._or(self._or(lost, moved), parts[2])
        if value.type == INT:
            signed = self._or(lost, self.op(f"icmp ne i64 {down}, {parts[0]}"))
            return Value(WIDE, word, signed, unsigned)
        top = self.op(f"icmp slt i64 {word}, 0")
        return Value(WIDE_BITS, word, self._or(unsigned, top), unsigned)

    def _unless(self, condition: str, text: str, other: str, ir: str = "i64") -> str:
        if condition == "false":
            return text
        return self.op(f"select i1 {condition}, {ir} {other}, {ir} {text}")

    def _right(self, value: Value, count: str, far: str) -> Value:
        if value.type == INT:
            steps = self._unless(far, count, "63")
            return Value(INT, self.op(f"ashr i64 {value.text}, {steps}"))
        if value.type == BITS:
            return Value(BITS, self._unless(far, self.op(f"lshr i64 {value.text}, {count}"), "0"))
        word, not_signed, not_unsigned = value.parts
        self.fail_if(self.op(f"and i1 {not_signed}, {not_unsigned}"), NumberTooLarge, TOO_LARGE)
        up = self._unless(far, self.op(f"lshr i64 {word}, {count}"), "0")
        down = self.op(f"ashr i64 {word}, {self._unless(far, count, '63')}")
        found = self.op(f"select i1 {not_unsigned}, i64 {down}, i64 {up}")
        top = self.op(f"icmp slt i64 {found}, 0")
        none = self.op(f"xor i1 {not_unsigned}, true")
        return Value(value.type, found, self.op(f"and i1 {top}, {none}"), not_unsigned)

    # -- division -----------------------------------------------------------------------------

    def _quotient(self, left: Value, right: Value) -> Value:
        if FLOAT not in (left.type, right.type):
            left, right = self.whole(left), self.whole(right)
            self._require_divisor(right, f"icmp eq i64 {right.text}, 0", "division by zero")
            return self._whole_quotient(left, right)
        one, other = self.convert(left, FLOAT).text, self.convert(right, FLOAT).text
        self._require_divisor(right, f"fcmp oeq double {other}, 0.0", "division by zero")
        return self._float(f"fdiv double {one}, {other}")

    def _whole_quotient(self, left: Value, right: Value) -> Value:
        """The float nearest to a quotient, also of numbers that a float does not hold."""
        one, other = self.convert(left, FLOAT).text, self.convert(right, FLOAT).text
        large = "false"
        for value in (left, right):
            if not (value.is_known and abs(value.known) <= MOST_EXACT):
                large = self._or(large, self._is_inexact(value))
        if large == "false":
            return self._float(f"fdiv double {one}, {other}")
        self.module.needs_quotient = True
        found = self.alloca("double")
        near, far, end = self.label(), self.label(), self.label()
        self.branch(large, far, near, unlikely=far)
        self.start(near)
        self.do(f"store double {self.op(f'fdiv double {one}, {other}')}, ptr {found}")
        self.jump(end)
        self.start(far)
        sizes = [self.magnitude(value) for value in (left, right)]
        size = self.op(f"call double @quotient(i64 {sizes[0]}, i64 {sizes[1]})")
        signs = [self.op(f"bitcast double {text} to i64") for text in (one, other)]
        sign = self.op(f"bitcast i64 {self.op(f'xor i64 {signs[0]}, {signs[1]}')} to double")
        text = self.op(f"call double @llvm.copysign.f64(double {size}, double {sign})")
        self.do(f"store double {text}, ptr {found}")
        self.go_on_at(end)
        return self._float(f"load double, ptr {found}")

    def _is_inexact(self, value: Value) -> str:
        """Whether a float may not hold a whole number as it is."""
        if value.type == BITS:
            return self.op(f"icmp ugt i64 {value.text}, {MOST_EXACT}")
        moved = self.op(f"add i64 {value.text}, {MOST_EXACT}")
        return self.op(f"icmp ugt i64 {moved}, {2 * MOST_EXACT}")

    def _require_divisor(self, value: Value, test: str, message: str) -> None:
        if not (value.is_known and value.known != 0):
            self.fail_if(self.op(test), ZeroDivisionError, message)

    def divide(self, is_mod: bool, left: Value, right: Value) -> Value:
        """Rounded down; the rest has the sign of the divisor."""
        if FLOAT in (left.type, right.type):
            left, right = self.convert(left, FLOAT), self.convert(right, FLOAT)
            return self._divide_floats(is_mod, left, right)
        left, right = self.whole(left), self.whole(right)
        if BITS in (left.type, right.type):
            if all(v.type == BITS or (v.is_known and v.known >= 0) for v in (left, right)):
                return self._divide_bits(is_mod, left, right)
            if is_mod:
                return self._mixed_rest(left, right)
            left, right = self.integer(left), self.integer(right)
        self._require_divisor(right, f"icmp eq i64 {right.text}, 0", _by_zero(is_mod))
        return self._divide_ints(is_mod, left, right)

    def _mixed_rest(self, left: Value, right: Value) -> Value:
        """The rest where one number is signed and one is not; it has the divisor's type."""
        self._require_divisor(right, f"icmp eq i64 {right.text}, 0", _by_zero(True))
        signed = left if left.type == INT else right
        below = self.op(f"icmp slt i64 {signed.text}, 0")
        one, other = self.magnitude(left), self.magnitude(right)
        rest = self.op(f"urem i64 {one}, {other}")
        if right.type == INT:
            turned = self.op(f"add i64 {rest}, {right.text}")
        else:
            turned = self.op(f"sub i64 {right.text}, {rest}")
        some = self.op(f"icmp ne i64 {rest}, 0")
        wrong = self.op(f"and i1 {below}, {some}")
        return Value(right.type, self.op(f"select i1 {wrong}, i64 {turned}, i64 {rest}"))

    def _divide_bits(self, is_mod: bool, left: Value, right: Value) -> Value:
        self._require_divisor(right, f"icmp eq i64 {right.text}, 0", _by_zero(is_mod))
        name = "urem" if is_mod else "udiv"
        return Value(BITS, self.op(f"{name} i64 {left.text}, {right.text}"))

    def _divide_ints(self, is_mod: bool, left: Value, right: Value) -> Value:
        one, other = left.text, right.text
        if right.is_known and right.known > 0 and right.known & (right.known - 1) == 0:
            if is_mod:
                return Value(INT, self.op(f"and i64 {one}, {right.known - 1}"))
            return Value(INT, self.op(f"ashr i64 {one}, {right.known.bit_length() - 1}"))
        if not right.is_known or right.known == -1:  # the least number has no opposite
            minus = self.op(f"icmp eq i64 {other}, -1")
            least = self.op(f"icmp eq i64 {one}, {LEAST}")
            if not is_mod:
                self.fail_if(self.op(f"and i1 {minus}, {least}"), NumberTooLarge, TOO_LARGE)
            one = self.op(f"select i1 {self.op(f'and i1 {minus}, {least}')}, i64 0, i64 {one}")
        rest = self.op(f"srem i64 {one}, {other}")
        signs = self.op(f"icmp slt i64 {self.op(f'xor i64 {rest}, {other}')}, 0")
        wrong = self.op(f"and i1 {self.op(f'icmp ne i64 {rest}, 0')}, {signs}")
        if is_mod:
            moved = self.op(f"add i64 {rest}, {other}")
            return Value(INT, self.op(f"select i1 {wrong}, i64 {moved}, i64 {rest}"))
        whole = self.op(f"sdiv i64 {one}, {other}")
        return Value(INT, self.op(f"sub i64 {whole}, {self.op(f'zext i1 {wrong} to i64')}"))

    def _divide_floats(self, is_mod: bool, left: Value, right: Value) -> Value:
        """As CPython's float_floor_div and float_rem compute it."""
        one, other = left.text, right.text
        what = "float modulo by zero" if is_mod else "float floor division by zero"
        self._require_divisor(right, f"fcmp oeq double {other}, 0.0", what)
        rest = self.op(f"frem double {one}, {other}")
        some = self.op(f"fcmp une double {rest}, 0.0")
        signs = [self.op(f"fcmp olt double {x}, 0.0") for x in (rest, other)]
        wrong = self.op(f"and i1 {some}, {self.op(f'xor i1 {signs[0]}, {signs[1]}')}")
        if is_mod:
            moved = self.op(f"fadd double {rest}, {other}")
            found = self.op(f"select i1 {wrong}, double {moved}, double {rest}")
            none = self.op(f"call double @llvm.copysign.f64(double 0.0, double {other})")
            return self._float(f"select i1 {some}, double {found}, double {none}")
        part = self.op(f"fdiv double {self.op(f'fsub double {one}, {rest}')}, {other}")
        part = self._unless(wrong, part, self.op(f"fsub double {part}, 1.0"), "double")
        return self._rounded_down(one, other, part)

    def _rounded_down(self, one: str, other: str, part: str) -> Value:
        """The floor of a quotient, which may be a little below a whole number."""
        down = self.op(f"call double @llvm.floor.f64(double {part})")
        far = self.op(f"fcmp ogt double {self.op(f'fsub double {part}, {down}')}, 0.5")
        down = self._unless(far, down, self.op(f"fadd double {down}, 1.0"), "double")
        whole = self.op(f"fdiv double {one}, {other}")
        none = self.op(f"call double @llvm.copysign.f64(double 0.0, double {whole})")
        zero = self.op(f"fcmp oeq double {part}, 0.0")
        return Value(FLOAT, self._unless(zero, down, none, "double"))

    def power(self, left: Value, right: Value) -> Value:
        if FLOAT in (left.type, right.type):
            return self._float_power(self.convert(left, FLOAT), self.convert(right, FLOAT))
        left, right = self.integer(left), self.integer(right)
        if right.is_known and right.known < 0:
            return self._float_power(self.convert(left, FLOAT), self.convert(right, FLOAT))
        return self._whole_power(left, right)

    def _whole_power(self, left: Value, right: Value) -> Value:
        if not right.is_known:
            below = self.op(f"icmp slt i64 {right.text}, 0")
            message = "a negative power of an int is a float; write float(…) ** …"
            self.fail_if(below, NumberTooLarge, message)
        self.module.needs_power = True
        pair = self.op(f"call {{i64, i1}} @power(i64 {left.text}, i64 {right.text})")
        lost = self.op(f"extractvalue {{i64, i1}} {pair}, 1")
        self.fail_if(lost, NumberTooLarge, TOO_LARGE)
        return Value(INT, self.op(f"extractvalue {{i64, i1}} {pair}, 0"))

    def _float_power(self, left: Value, right: Value) -> Value:
        one, other = left.text, right.text
        none = self.op(f"fcmp oeq double {one}, 0.0")
        below = self._is_finite_below_zero(other)
        message = "0.0 cannot be raised to a negative power"
        self.fail_if(self.op(f"and i1 {none}, {below}"), ZeroDivisionError, message)
        whole = self.op(f"call double @llvm.floor.f64(double {other})")
        broken = self.op(f"fcmp one double {whole}, {other}")
        minus = self._is_finite_below_zero(one)
        self.fail_if(self.op(f"and i1 {broken}, {minus}"), NumberTooLarge, COMPLEX)
        return self._finite_power(one, other)

    def _finite_power(self, one: str, other: str) -> Value:
        found = self.c_function("pow", one, other)
        large = self._is_infinite(found)
        for text in (one, other):
            large = self.op(f"and i1 {large}, {self.op(f'xor i1 {self._is_infinite(text)}, true')}")
        self.fail_if(large, OverflowError, "Numerical result out of range")
        return Value(FLOAT, found)

    def c_function(self, name: str, *floats: str) -> str:
        """The result of a function of the C library, as Python calls it.

        LLVM may not put another one in its place: its square root for pow(x, 0.5) rounds better.
        """
        kinds = ", ".join("double" for _ in floats)
        attributes = "nobuiltin nounwind readnone willreturn"
        self.module.declarations.add(f"declare double @{name}({kinds}) {attributes}")
        given = ", ".join(f"double {text}" for text in floats)
        return self.op(f"call double @{name}({given})")

    def _is_finite_below_zero(self, text: str) -> str:
        below = self.op(f"fcmp olt double {text}, 0.0")
        return self.op(f"and i1 {below}, {self.op(f'fcmp ogt double {text}, 0xFFF0000000000000')}")

    def _is_infinite(self, text: str) -> str:
        size = self.op(f"call double @llvm.fabs.f64(double {text})")
        return self.op(f"fcmp oeq double {size}, 0x7FF0000000000000")

    # -- comparison and truth -----------------------------------------------------------------

    def compare_numbers(self, name: str, left: Value, right: Value) -> Value:
        kinds = {left.type, right.type}
        if FLOAT in kinds:
            if left.type == FLOAT:
                return self._compare_float(name, left, right)
            return self._compare_float(MIRRORED[name], right, left)
        sign = "" if name in ("eq", "ne") else "s"
        if kinds == {BOOL}:
            sign = sign and "u"
            return Value(BOOL, self.op(f"icmp {sign}{name} i1 {left.text}, {right.text}"))
        if kinds <= {INT, BOOL}:
            one, other = self.convert(left, INT).text, self.convert(right, INT).text
            return Value(BOOL, self.op(f"icmp {sign}{name} i64 {one}, {other}"))
        if all(v.type == BITS or (v.is_known and 0 <= v.known < 1 << 64) for v in (left, right)):
            sign = sign and "u"
            return Value(BOOL, self.op(f"icmp {sign}{name} i64 {left.text}, {right.text}"))
        return self._compare_wide(f"{sign}{name}", left, right)

    def _compare_wide(self, test: str, left: Value, right: Value) -> Value:
        sides = [self._wide_parts(value) for value in (left, right)]
        for _, not_signed, not_unsigned in sides:
            if "false" not in (not_signed, not_unsigned):
                lost = self.op(f"and i1 {not_signed}, {not_unsigned}")
                self.fail_if(lost, NumberTooLarge, TOO_LARGE)
        one, other = (self._exact(side) for side in sides)
        return Value(BOOL, self.op(f"icmp {test} i128 {one}, {other}"))

    def _compare_float(self, name: str, left: Value, right: Value) -> Value:
        """A float and any number, as exact as Python compares them."""
        one, other = left.text, self.convert(right, FLOAT).text
        found = self.op(f"fcmp o{name} double {one}, {other}")
        if right.type in (FLOAT, BOOL) or (right.is_known and abs(right.known) <= MOST_EXACT):
            return Value(BOOL, found)
        # Rounding keeps the order, so only a number that rounds to the float needs another look.
        right = self.whole(right)
        near = self.op(f"fcmp oeq double {one}, {other}")
        same = self._compare_exactly(name, one, right)
        return Value(BOOL, self.op(f"select i1 {near}, i1 {same}, i1 {found}"))

    def _compare_exactly(self, name: str, one: str, right: Value) -> str:
        """A float that a whole number is rounded to, compared with that number."""
        sign, top = ("u", 1 << 64) if right.type == BITS else ("s", 1 << 63)
        exact = self.op(f"call i64 @llvm.fpto{sign}i.sat.i64.f64(double {one})")
        test = name if name == "eq" else f"{sign}{name}"
        same = self.op(f"icmp {test} i64 {exact}, {right.text}")
        limit = self.module.constant(float(top)).text
        above = self.op(f"fcmp oge double {one}, {limit}")
        return self.op(f"select i1 {above}, i1 {truth(name in ('gt', 'ge')).text}, i1 {same}")

    def number_truth(self, value: Value) -> str:
        if value.type == BOOL:
            return value.text
        if value.is_known:
            return truth(bool(value.known)).text
        if value.type == FLOAT:
            return self.op(f"fcmp une double {value.text}, 0.0")
        if value.type in (WIDE, WIDE_BITS):
            lost = self.op(f"and i1 {value.parts[1]}, {value.parts[2]}")
            some = self.op(f"icmp ne i64 {value.text}, 0")
            unclear = self.op(f"and i1 {lost}, {self.op(f'xor i1 {some}, true')}")
            self.fail_if(unclear, NumberTooLarge, TOO_LARGE)
            return some
        return self.op(f"icmp ne i64 {value.text}, 0")

    def to_int(self, value: Value) -> Value:
        """`int(x)` of a number: of a float, what is left without its fraction."""
        if is_mixed_number(value.type):
            return self.dispatch(value, self.to_int)
        value = self.number(value)
        if value.type != FLOAT:
            return self.convert(value, INT) if value.type == BOOL else value
        return self._truncated(value.text)

    def _truncated(self, text: str) -> Value:
        nan = self.op(f"fcmp uno double {text}, 0.0")
        self.fail_if(nan, ValueError, "cannot convert float NaN to integer")
        message = "cannot convert float infinity to integer"
        self.fail_if(self._is_infinite(text), OverflowError, message)
        low = self.op(f"fcmp olt double {text}, 0xC3E0000000000000")
        high = self.op(f"fcmp oge double {text}, 0x43E0000000000000")
        self.fail_if(self.op(f"or i1 {low}, {high}"), NumberTooLarge, TOO_LARGE)
        return Value(INT, self.op(f"fptosi double {text} to i64"))

    def magnitude(self, value: Value) -> str:
        """Without its sign, as Python counts bits."""
        if (value := self.whole(value)).type == BITS:
            return value.text
        return self.op(f"call i64 @llvm.abs.i64(i64 {value.text}, i1 false)")


def _is_unsigned(value: Value) -> bool:
    return value.type in (BITS, WIDE_BITS, BOOL) or (value.is_known and value.known >= 0)


def _is_small(op: type, one: Any, other: Any) -> bool:
    """Whether the operator on two constants can be computed here."""
    if op in (ast.LShift, ast.Pow):
        return isinstance(other, (int, float)) and abs(other) <= 200 and abs(one) <= MOST_FOLDED
    return True


def _by_zero(is_mod: bool) -> str:
    return "integer modulo by zero" if is_mod else "integer division or modulo by zero"
