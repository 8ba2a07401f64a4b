"""Numbers and other values as text: `str`, `repr`, formats of f-strings, `%` and `str.format`."""

from __future__ import annotations

import ast
import re
import string
from typing import Any, NamedTuple

from outply.compiler import library
from outply.compiler.container_types import List, Row, Series, Struct, Tuple, Union
from outply.compiler.errors import NumberTooLarge
from outply.compiler.library import letters
from outply.compiler.object_types import Member
from outply.compiler.refusals import CompileError
from outply.compiler.type_parts import is_sequence
from outply.compiler.type_text import show
from outply.compiler.types import BOOL, FLOAT, INT, NONE, TEXT, Type, Value, is_number, is_whole

__all__ = ["Format", "formatted", "formatted_by_percent", "formatted_by_template", "shown"]

HOLE = "\0"  # in a format: where a number that is computed belongs
BASES = {"b": 2, "o": 8, "x": 16, "X": 16, "d": 10, "": 10, "n": 10}
PARTS = re.compile(
    r"((?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<alternate>#)?(?P<zero>0)?"
    r"(?P<width>\d+|\0)?(?P<grouping>[,_])?(\.(?P<precision>\d+))?(?P<kind>[a-zA-Z%])?",
    re.DOTALL,
)
PERCENT = re.compile(r"%(?P<flags>[-+ 0#]*)(?P<width>\d+)?(\.(?P<precision>\d+))?(?P<kind>.)")


class Format(NamedTuple):
    """What stands behind the colon: `{number:>+5d}`."""

    fill: str = ""
    align: str = ""
    sign: str = ""
    alternate: bool = False
    width: Value | None = None
    grouping: str = ""
    precision: int | None = None
    kind: str = ""


def parsed(f: Any, text: str, holes: list[Value]) -> Format:
    """The parts of a format; `holes` are the numbers in it that are computed."""
    found = PARTS.fullmatch(text)
    if found is None or text.count(HOLE) > 1:
        raise CompileError(f"the format {text.replace(HOLE, '{…}')!r} cannot be compiled", PADDING)
    width = found["width"]
    number = None
    if width == HOLE:
        number = f.integer(holes[0])
    elif width is not None:
        number = f.constant_int(int(width))
    fill, align = found["fill"] or "", found["align"] or ""
    if found["zero"]:
        fill, align = fill or "0", align or "="
    precision = None if found["precision"] is None else int(found["precision"])
    return Format(
        *(fill, align, found["sign"] or "", bool(found["alternate"]), number),
        *(found["grouping"] or "", precision, found["kind"] or ""),
    )


PADDING = "use a width, such as {number:>3} or {number:03d}"


def formatted(f: Any, value: Value, how: Format) -> Value:
    """`format(value, …)`."""
    value = f.materialized(f.argument(value))
    kind = value.type
    if isinstance(kind, Union):
        return f.by_alternative(value, TEXT, lambda one: formatted(f, f.copied(one), how))  # type: ignore[no-any-return]
    if isinstance(kind, Member) and issubclass(kind.cls, (int, str)):
        raise CompileError(
            f"a format of {kind.cls.__name__} cannot be compiled", "use its value: {member.value}"
        )
    if kind == TEXT or isinstance(kind, Member):
        return _formatted_text(f, f.to_text(value), how)
    return _formatted_number(f, value, how)


def _formatted_number(f: Any, value: Value, how: Format) -> Value:
    kind = value.type
    if is_whole(kind) and how.kind in (*BASES, "c"):
        return _formatted_whole(f, f.whole(value), how)
    if is_number(kind) and how.kind in ("f", "F", "%"):
        return _formatted_float(f, f.convert(value, FLOAT), how)
    if is_number(kind):
        raise CompileError(
            f"the format {how.kind or 'of this width'} of {show(kind)} cannot be compiled",
            "give the digits: {number:.2f}",
        )
    raise f.type_error(f"unsupported format string passed to {show(kind)}", kind)


def _constant(f: Any, text: str) -> Value:
    found: Value = f.loaded(f.module.constant(text))
    return found


def _padded(f: Any, head: Value, body: Value, how: Format, align: str) -> Value:
    """A text with its sign, filled up to a width."""
    align = how.align or align
    if how.width is None:
        return f.join_texts([head, body])  # type: ignore[no-any-return]
    fill = _constant(f, how.fill or " ")
    names = {"<": "text_ljust", ">": "text_rjust", "^": "text_centered"}
    if align == "=":
        size = f.op(f"sub i64 {how.width.text}, {f.length(head).text}")
        given = {"text": body, "width": Value(INT, size), "fill": fill}
        return f.join_texts([head, f.inline(library.text_rjust, given)])  # type: ignore[no-any-return]
    whole = f.join_texts([head, body])
    given = {"text": whole, "width": how.width, "fill": fill}
    return f.inline(getattr(library, names[align]), given)  # type: ignore[no-any-return]


def _formatted_text(f: Any, text: Value, how: Format) -> Value:
    if how.kind not in ("", "s") or how.sign or how.alternate or how.grouping or how.align == "=":
        raise f.failure(ValueError, "unknown format code for a str")
    if how.precision is not None:
        text = f.sliced(text, [None, f.constant_int(how.precision), None])
    return _padded(f, _constant(f, ""), text, how, "<")


def _formatted_whole(f: Any, number: Value, how: Format) -> Value:
    if how.precision is not None:
        raise f.failure(ValueError, "precision not allowed in integer format specifier")
    if how.kind == "c":
        from outply.compiler.callees import BUILTINS

        return _padded(f, _constant(f, ""), BUILTINS[chr](f, None, [number], {}), how, "<")
    return _formatted_digits(f, number, how)


def _grouped(f: Any, digits: Value, how: Format, size: int) -> Value:
    if how.fill == "0" and how.align == "=":
        raise CompileError("zeros in front of grouped digits cannot be compiled", PADDING)
    given = {"digits": digits, "size": f.constant_int(size), "mark": _constant(f, how.grouping)}
    return f.inline(library.grouped_digits, given)  # type: ignore[no-any-return]


def _formatted_digits(f: Any, number: Value, how: Format) -> Value:
    base = BASES[how.kind]
    given = {"number": number, "base": f.constant_int(base)}
    digits = f.inline(library.digits_in_base, given)
    if how.kind == "X":
        digits = f.inline(letters.digits_upper, {"text": digits})
    if how.grouping:
        digits = _grouped(f, digits, how, 3 if base == 10 else 4)
    prefix = {2: "0b", 8: "0o", 16: "0" + how.kind}.get(base, "") if how.alternate else ""
    return _padded(f, _signed(f, _is_negative(f, number), how, prefix), digits, how, ">")


def _signed(f: Any, is_negative: str, how: Format, prefix: str = "") -> Value:
    plus = how.sign if how.sign in ("+", " ") else ""
    pair = [_constant(f, sign + prefix) for sign in ("-", plus)]
    found: Value = f.choice(TEXT, is_negative, *pair)
    return found


def _formatted_float(f: Any, number: Value, how: Format) -> Value:
    digits = 6 if how.precision is None else how.precision
    if how.alternate or how.grouping or digits > MOST_DIGITS:
        raise CompileError("this format of a float cannot be compiled", "use {number:.2f}")
    if how.kind == "%":
        factor = f.module.constant(100.0)
        number = f.binary(ast.Mult(), number, factor)
    text = _decimal(f, number, digits)
    if how.kind == "%":
        text = f.join_texts([text, _constant(f, "%")])
    bits = f.op(f"bitcast double {number.text} to i64")
    negative = f.op(f"icmp slt i64 {bits}, 0")
    return _padded(f, _signed(f, negative, how), text, how, ">")


MOST_DIGITS = 15
POWERS = tuple(10.0**digits for digits in range(MOST_DIGITS + 1))


def _decimal(f: Any, number: Value, digits: int) -> Value:
    """The digits of a float without its sign, so many of them behind the point."""
    size = f.op(f"call double @llvm.fabs.f64(double {number.text})")
    unknown = f.op(f"fcmp ueq double {size}, 0x7FF0000000000000")
    f.fail_if(unknown, NumberTooLarge, "the text of inf and nan is not compiled")
    place, whole, broken, end = f.words(TEXT.words), f.label(), f.label(), f.label()
    f.enter_if(f.op(f"fcmp oeq double {_floor(f, size)}, {size}"), whole, broken)
    given = {"number": f.to_int(Value(FLOAT, size)), "digits": f.constant_int(digits)}
    f.store(place, TEXT, f.inline(library.text_of_whole, given))
    f.jump(end)
    f.start(broken)
    scaled = scaled_to_digits(f, Value(FLOAT, size), f.constant_int(digits))
    given = {"number": f.to_int(scaled), "digits": f.constant_int(digits)}
    f.store(place, TEXT, f.inline(library.text_of_decimal, given))
    f.go_on_at(end)
    found: Value = f.load(TEXT, place)
    return found


def _floor(f: Any, text: str) -> str:
    return str(f.op(f"call double @llvm.floor.f64(double {text})"))


def _is_negative(f: Any, number: Value) -> str:
    return f.op(f"icmp slt i64 {number.text}, 0") if number.type == INT else "false"


# -- rounding --------------------------------------------------------------------------------


def rounded_to_digits(f: Any, value: Value, digits: Value) -> Value:
    """`round(value, digits)` of a float."""
    place = f.alloca("double")
    f.do(f"store double {value.text}, ptr {place}")
    size = f.op(f"call double @llvm.fabs.f64(double {value.text})")
    small, end = f.label(), f.label()
    is_broken = f.op(f"fcmp one double {_floor(f, size)}, {size}")
    f.enter_if(is_broken, small, end)
    whole = scaled_to_digits(f, value, digits)
    found = f.op(f"fdiv double {whole.text}, {_power_of_ten(f, digits)}")
    f.do(f"store double {found}, ptr {place}")
    f.go_on_at(end)
    return Value(FLOAT, f.op(f"load double, ptr {place}"))


def scaled_to_digits(f: Any, value: Value, digits: Value) -> Value:
    """`value * 10**digits`, rounded to the nearest whole float, of two to the even one.

    What the product loses by rounding decides between two that are equally near.
    """
    power = _power_of_ten(f, digits)
    product = f.op(f"fmul double {value.text}, {power}")
    size = f.op(f"call double @llvm.fabs.f64(double {product})")
    large = f.op(f"fcmp uge double {size}, {WHOLE}")
    f.fail_if(large, NumberTooLarge, "a number has too many digits to be rounded exactly")
    minus = f.op(f"fneg double {product}")
    given = f"double {value.text}, double {power}, double {minus}"
    lost = f.op(f"call double @llvm.fma.f64({given})")
    whole = f.op(f"call double @llvm.roundeven.f64(double {product})")
    rest = f.op(f"fsub double {product}, {whole}")
    for half, sign, step in (("5.0e-1", "ogt", "fadd"), ("-5.0e-1", "olt", "fsub")):
        is_half = f.op(f"fcmp oeq double {rest}, {half}")
        is_more = f.op(f"fcmp {sign} double {lost}, 0.0")
        other = f.op(f"{step} double {whole}, 1.0")
        both = f.op(f"and i1 {is_half}, {is_more}")
        whole = f.op(f"select i1 {both}, double {other}, double {whole}")
    return Value(FLOAT, whole)


def _power_of_ten(f: Any, digits: Value) -> str:
    if digits.is_known and 0 <= digits.known <= MOST_DIGITS:
        return str(f.module.constant(POWERS[digits.known]).text)
    many = f.op(f"icmp ugt i64 {digits.text}, {MOST_DIGITS}")
    f.fail_if(many, NumberTooLarge, f"compiled code rounds to 0 to {MOST_DIGITS} digits")
    powers = f.span_of(f.loaded(f.module.constant(POWERS)))
    return str(f.at_index(powers, digits.text).text)


WHOLE = "4503599627370496.0"  # 2**52: floats from here on are whole numbers


# -- repr ------------------------------------------------------------------------------------


def shown(f: Any, value: Value) -> Value:
    """`repr(value)`."""
    kind = value.type
    own = f.call_own(value, "__repr__")
    if own is not None:
        return f.convert(own, TEXT)  # type: ignore[no-any-return]
    if kind == TEXT:
        return f.inline(library.text_quoted, {"text": value})  # type: ignore[no-any-return]
    if isinstance(kind, Union):
        return f.by_alternative(value, TEXT, lambda one: shown(f, f.copied(one)))  # type: ignore[no-any-return]
    if kind in (NONE, BOOL) or is_whole(kind):
        return f.to_text(value)  # type: ignore[no-any-return]
    return _shown_container(f, value)


def _shown_container(f: Any, value: Value) -> Value:
    kind = value.type
    if isinstance(kind, Struct):
        return _shown_record(f, value, kind)
    if isinstance(kind, (Row, Tuple)):
        return _shown_items(f, f.items(value), ("(", ",)" if kind.size == 1 else ")"))
    is_list = isinstance(kind, List) and kind.cls is list
    if is_list or (isinstance(kind, Series) and is_sequence(kind)):
        return _shown_span(f, value)
    raise CompileError(f"the text of {show(kind)} cannot be compiled", HINTS.get(_name(kind), ""))


HINTS = {
    "dict": "join the texts of its keys and values",
    **dict.fromkeys(("set", "frozenset"), "use sorted(…)"),
    "float": "give the digits: {number:.2f}",
    **dict.fromkeys(("dict_keys", "dict_values", "dict_items"), "use list(…)"),
}


def _name(kind: Type) -> str:
    return show(kind).partition("[")[0]


def _shown_items(f: Any, items: list[Value], ends: tuple[str, str]) -> Value:
    parts = [_constant(f, ends[0])]
    for index, item in enumerate(items):
        if index:
            parts.append(_constant(f, ", "))
        parts.append(shown(f, item))
    found: Value = f.join_texts([*parts, _constant(f, ends[1])])
    return found


def _shown_record(f: Any, value: Value, kind: Struct) -> Value:
    if kind.cls is range or (not kind.is_tuple and not kind.cls.__dataclass_params__.repr):  # type: ignore[attr-defined]
        raise CompileError(f"the text of {show(kind)} cannot be compiled")
    fields: dict[str, Any] = getattr(kind.cls, "__dataclass_fields__", {})
    names = [name for name in kind.names if name not in fields or fields[name].repr]
    own = kind.cls.__name__ if kind.is_tuple else kind.cls.__qualname__
    parts = [_constant(f, f"{own}(")]
    for index, name in enumerate(names):
        parts.append(_constant(f, f"{', ' if index else ''}{name}="))
        parts.append(shown(f, f.item(value, kind.names.index(name))))
    found: Value = f.join_texts([*parts, _constant(f, ")")])
    return found


def _shown_span(f: Any, value: Value) -> Value:
    """A list, or a tuple of varying length: each item, with commas between them."""
    is_list = isinstance(value.type, List)
    if is_list and value.type.item is None:  # type: ignore[attr-defined]
        return _constant(f, "[]")
    texts = f.module.known(_shown_plan(f, value))
    given = {"texts": texts, "is_list": f.module.constant(is_list)}
    found: Value = f.inline(library.text_of_items, given)
    return found


def _shown_plan(f: Any, value: Value) -> Any:
    from outply.compiler.loops import Mapped

    return Mapped(f.plan_of(value), lambda item: shown(f, item))


# -- templates -------------------------------------------------------------------------------


def converted(f: Any, value: Value, conversion: str | None, how: Format | None) -> Value:
    """A value as `{value!r:>5}` shows it."""
    if conversion == "a":
        raise CompileError("!a cannot be compiled", "use !r")
    if conversion == "r":
        value = shown(f, f.materialized(f.argument(value)))
    elif conversion == "s":
        value = f.to_text(value)
    return f.to_text(value) if how is None else formatted(f, value, how)


def formatted_by_template(
    f: Any, template: str, given: list[Value], keywords: dict[str, Value]
) -> Value:
    """`"{} of {name}".format(…)`."""
    parts: list[Value] = []
    position = 0
    for text, name, spec, conversion in string.Formatter().parse(template):
        if text:
            parts.append(_constant(f, text))
        if name is None:
            continue
        if not name:
            name, position = str(position), position + 1
        if name.isdigit() and int(name) < len(given):
            value = given[int(name)]
        elif name in keywords:
            value = keywords[name]
        else:
            raise CompileError(f"{{{name}}} in a text cannot be compiled", "use an f-string")
        how = parsed(f, spec, []) if spec else None
        parts.append(converted(f, value, conversion, how))
    return f.join_texts(parts) if parts else _constant(f, "")


def formatted_by_percent(f: Any, template: str, value: Value) -> Value:
    """`"%d of %s" % (…)`."""
    kind = value.type
    values = f.items(value) if is_sequence(kind) and not isinstance(kind, Series) else [value]
    parts: list[Value] = []
    at = 0
    for found in PERCENT.finditer(template):
        parts.append(_constant(f, template[at : found.start()]))
        at = found.end()
        if found["kind"] == "%":
            parts.append(_constant(f, "%"))
        elif not values or found["kind"] not in "disrxXof":
            raise CompileError("this % of a text cannot be compiled", "use an f-string")
        else:
            parts.append(_by_percent(f, values.pop(0), found))
    if values:
        raise f.type_error("not all arguments converted during string formatting")
    parts.append(_constant(f, template[at:]))
    return f.join_texts(parts)  # type: ignore[no-any-return]


def _value_by_percent(f: Any, value: Value, kind: str) -> Value:
    if kind in "di" and value.type == FLOAT:
        value = f.to_int(value)
    if kind in "sr":
        return converted(f, value, "r" if kind == "r" else "s", None)
    if isinstance(value.type, Member) and issubclass(value.type.cls, int):
        value = f.number(value)
    if not is_number(value.type):
        message = f"%{kind} format: a number is required, not {show(value.type)}"
        raise f.type_error(message, value.type)
    return value


def _by_percent(f: Any, value: Value, found: re.Match[str]) -> Value:
    kind, flags = found["kind"], found["flags"]
    if isinstance(value.type, Union):
        return f.dispatch(value, lambda one: _by_percent(f, one, found))  # type: ignore[no-any-return]
    value = _value_by_percent(f, value, kind)
    kind = "s" if kind in "sr" else kind
    align = "<" if "-" in flags else "=" if "0" in flags and kind != "s" else ">"
    sign = "+" if "+" in flags else " " if " " in flags else ""
    width = None if found["width"] is None else f.constant_int(int(found["width"]))
    precision = None if found["precision"] is None else int(found["precision"])
    fill = "0" if align == "=" else ""
    kind = "d" if kind in "di" else kind
    how = Format(fill, align, sign, "#" in flags, width, "", precision, kind)
    return formatted(f, value, how)
