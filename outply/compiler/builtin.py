"""Built-in functions: one handler each, which takes exactly the arguments that it supports."""

from __future__ import annotations

import ast
import builtins
import dataclasses
import functools
import inspect
import math
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from outply.compiler import library, texts
from outply.compiler.arithmetic import TOO_LARGE
from outply.compiler.callees import BUILTINS, PYTHONS_OWN
from outply.compiler.container_types import Dict, List, Row, Series, Set, Struct, Tuple, Union, View
from outply.compiler.errors import NumberTooLarge
from outply.compiler.escape import is_fixed_list, is_last_use
from outply.compiler.flow import truth
from outply.compiler.loops import (
    Counted,
    EitherPlan,
    Filtered,
    Indexed,
    ListPlan,
    Mapped,
    Plan,
    RangePlan,
    Unrolled,
    While,
    Zipped,
)
from outply.compiler.object_types import Iterator_, Known, Member, Object
from outply.compiler.refusals import CompileError
from outply.compiler.runtime import CONTEXT_PRINT
from outply.compiler.statements import Lowering
from outply.compiler.type_join import join
from outply.compiler.type_parts import is_mixed_number, is_sequence
from outply.compiler.type_relations import class_of
from outply.compiler.type_text import show
from outply.compiler.types import (
    BITS,
    BOOL,
    FLOAT,
    INT,
    NONE,
    TEXT,
    Type,
    Value,
    is_number,
    is_whole,
)
from outply.compiler.unordered import has_subsets, tells_apart
from outply.game import mixed

__all__ = ["as_handler"]

Handler = Callable[..., Value]
ASCII = "".join(map(chr, range(128)))


def as_handler(function: Handler, name: str) -> Handler:
    """A handler that refuses arguments which its function does not have."""
    signature = inspect.signature(function)

    def handle(f: Lowering, node: ast.AST, given: list[Value], keywords: dict[str, Value]) -> Value:
        try:
            bound = signature.bind(f, node, *given, **keywords)
        except TypeError as error:
            raise CompileError(f"{name}() does not take these arguments here: {error}") from None
        return function(*bound.args, **bound.kwargs)

    return handle


def builtin(*things: Any) -> Callable[[Handler], Handler]:
    def register(function: Handler) -> Handler:
        for thing in things:
            name = getattr(thing, "__name__", str(thing))
            BUILTINS[thing] = as_handler(function, name)
            if getattr(builtins, name, None) is thing:
                PYTHONS_OWN[name] = thing
        return function

    return register


def by_kind(function: Handler) -> Handler:
    """An operation on numbers: of one that may be an int or a float, on what it is when it runs."""

    @functools.wraps(function)
    def handle(f: Lowering, node: ast.AST, *given: Value) -> Value:
        given = tuple(None if one is None else f.plain_numbers(one) for one in given)
        for index, value in enumerate(given):
            if value is not None and is_mixed_number(value.type):
                before, behind = given[:index], given[index + 1 :]
                return f.dispatch(value, partial(_with, handle, f, node, before, behind))
        return function(f, node, *given)

    return handle


def _with(
    handle: Handler,
    f: Lowering,
    node: ast.AST,
    before: tuple[Value, ...],
    behind: tuple[Value, ...],
    one: Value,
) -> Value:
    return handle(f, node, *before, one, *behind)


def inline(f: Lowering, code: Any, /, **arguments: Value) -> Value:
    """The code of a function of the library, here."""
    return f.inline(code, arguments)


# -- numbers ---------------------------------------------------------------------------------


@builtin(abs)
@by_kind
def _abs(f: Lowering, node: ast.AST, x: Value) -> Value:
    if f.has_own(x.type, "__abs__"):
        return f.dispatch(x, lambda one: _abs(f, node, one))
    own = None if isinstance(x.type, Member) else f.call_own(x, "__abs__")
    if own is not None:
        return own
    x = f.number(x)
    if x.is_known:
        return f.loaded(f.module.constant(abs(x.known)))
    if x.type == FLOAT:
        return Value(FLOAT, f.op(f"call double @llvm.fabs.f64(double {x.text})"))
    x = f.whole(x)
    if x.type == BITS:
        return x
    least = f.op(f"icmp eq i64 {x.text}, {-(1 << 63)}")
    f.fail_if(least, NumberTooLarge, TOO_LARGE)
    return Value(INT, f.op(f"call i64 @llvm.abs.i64(i64 {x.text}, i1 false)"))


@builtin(int)
@by_kind
def _int(f: Lowering, node: ast.AST, x: Value | None = None, base: Value | None = None) -> Value:
    if x is None:
        return f.constant_int(0)
    if f.is_split(x, lambda kind: kind != NONE):
        return f.dispatch(x, lambda one: _int(f, node, one, base))
    x = f.one_of(x, lambda kind: kind != NONE, "int()")
    if base is not None:
        if x.type != TEXT:
            raise f.type_error("int() can't convert non-string with explicit base", x.type)
        return inline(f, library.int_of_text_in_base, text=x, base=f.integer(base))
    return inline(f, library.int_of_text, text=x) if x.type == TEXT else f.to_int(x)


@builtin(float)
def _float(f: Lowering, node: ast.AST, x: Value | None = None) -> Value:
    if x is None:
        return f.loaded(f.module.constant(0.0))
    if x.type == TEXT and x.is_known:
        return f.loaded(f.module.constant(float(x.known)))
    if x.type == TEXT:
        raise CompileError("float() of a str cannot be compiled", "use int(…), and divide")
    return f.as_float(x)


@builtin(bool)
def _bool(f: Lowering, node: ast.AST, x: Value | None = None) -> Value:
    if x is None:
        return truth(False)
    text = f.truth(x)
    return truth(text == "true") if text in ("true", "false") else Value(BOOL, text)


@builtin(round)
@by_kind
def _round(f: Lowering, node: ast.AST, x: Value, ndigits: Value | None = None) -> Value:
    if ndigits is not None and isinstance(ndigits.type, Union):
        return f.dispatch(ndigits, lambda one: _round(f, node, x, one))
    x = f.number(x)
    if ndigits is not None and ndigits.type != NONE:
        return _rounded(f, x, f.integer(ndigits))
    if is_whole(x.type):
        return f.whole(x)
    return f.to_int(Value(FLOAT, f.op(f"call double @llvm.roundeven.f64(double {x.text})")))


def _rounded(f: Lowering, x: Value, digits: Value) -> Value:
    """To so many digits behind the point."""
    if is_whole(x.type) and digits.is_known:
        if digits.known >= 0:
            return f.whole(x)
        arguments = {"number": f.whole(x), "digits": f.constant_int(-digits.known)}
        return f.inline(library.rounded_to_tens, arguments)
    if is_whole(x.type) or (digits.is_known and digits.known < 0):
        raise CompileError("round() to tens cannot be compiled here", "divide first: round(x / 10)")
    return texts.rounded_to_digits(f, x, digits)


@builtin(divmod)
@by_kind
def _divmod(f: Lowering, node: ast.AST, x: Value, y: Value) -> Value:
    x, y = f.number(x), f.number(y)
    return f.tuple_of([f.divide(False, x, y), f.divide(True, x, y)])


@builtin(pow)
def _pow(f: Lowering, node: ast.AST, base: Value, exp: Value, mod: Value | None = None) -> Value:
    if mod is not None and isinstance(mod.type, Union):
        return f.dispatch(mod, lambda one: _pow(f, node, base, exp, one))
    if mod is not None and mod.type != NONE:
        given = {"base": base, "exponent": exp, "modulus": mod}
        return f.inline(library.power_modulo, {name: f.integer(n) for name, n in given.items()})
    return f.operate(ast.Pow(), base, exp, node)


@builtin(type)
def _type(f: Lowering, node: ast.AST, x: Value) -> Value:
    cls = type(x.known) if isinstance(x.type, Known) else class_of(x.type)
    if cls is None:
        outer = f.context.code.parents.get(node)
        is_called = isinstance(outer, ast.Call) and outer.func is node
        hint = "compare it with a class: type(x) is int"
        hint = "change a copy: replace(x, field=value)" if is_called else hint
        raise CompileError(f"type() of {show(x.type)} cannot be compiled here", hint)
    return f.module.known(cls)


@builtin(hash)
def _hash(f: Lowering, node: ast.AST, x: Value) -> Value:
    return f.python_hash(x)


@builtin(ord)
def _ord(f: Lowering, node: ast.AST, c: Value) -> Value:
    if isinstance(c.type, Union):
        return f.dispatch(c, lambda one: _ord_of_one(f, node, one))
    if c.type != TEXT:
        raise CompileError("ord() takes a str")
    if c.is_known:
        if len(c.known) != 1:
            raise f.failure(TypeError, "ord() expected a character")
        return f.constant_int(ord(c.known))
    wrong = f.op(f"icmp ne i64 {c.parts[1]}, 1")
    f.fail_if(wrong, TypeError, "ord() expected a character")
    return Value(INT, f.op(f"zext i32 {f.character(c, '0')} to i64"))


def _ord_of_one(f: Lowering, node: ast.AST, c: Value) -> Value:
    if c.type != TEXT:
        raise f.type_error("ord() expected string of length 1", c.type)
    return _ord(f, node, c)


@builtin(chr)
def _chr(f: Lowering, node: ast.AST, i: Value) -> Value:
    number = f.integer(i)
    f.fail_if(f.op(f"icmp ugt i64 {number.text}, {0x10FFFF}"), ValueError, "chr() arg not in range")
    return _character(f, number.text)


def _new_character(f: Lowering, code: str) -> str:
    made = f.new_text("1")
    f.do(f"store i32 {f.op(f'trunc i64 {code} to i32')}, ptr {made}")
    return made


def _character(f: Lowering, code: str) -> Value:
    """A string of one character; those of ASCII are constants."""
    ascii_letters = f.loaded(f.module.constant(ASCII)).text
    place = f.alloca("ptr")
    common, rare, end = f.label(), f.label(), f.label()
    f.enter_if(f.op(f"icmp ult i64 {code}, {len(ASCII)}"), common, rare)
    f.do(f"store ptr {f.op(f'getelementptr i32, ptr {ascii_letters}, i64 {code}')}, ptr {place}")
    f.jump(end)
    f.start(rare)
    f.do(f"store ptr {_new_character(f, code)}, ptr {place}")
    f.go_on_at(end)
    return Value(TEXT, f.op(f"load ptr, ptr {place}"), "1")


@builtin(str)
def _str(f: Lowering, node: ast.AST, x: Value | None = None) -> Value:
    return f.to_text(x) if x is not None else f.loaded(f.module.constant(""))


# -- sequences -------------------------------------------------------------------------------


@builtin(len)
def _len(f: Lowering, node: ast.AST, items: Value) -> Value:
    if isinstance(items.type, Known):
        if isinstance(items.known, type):
            members: Any = items.known
            return f.constant_int(len(list(members)))
        if isinstance(items.known, (tuple, list, dict)):
            return f.constant_int(len(items.known))
        items = f.materialized(items)
    return f.length(items)


@builtin(range)
def _range(f: Lowering, node: ast.AST, *ends: Value) -> Value:
    if not 1 <= len(ends) <= 3:
        raise CompileError("range() takes one to three arguments")
    given = [f.integer(end) for end in ends]
    if len(given) == 1:
        given = [f.constant_int(0), *given]
    if len(given) == 2:
        given.append(f.constant_int(1))
    if given[2].is_known and given[2].known == 0:
        raise f.failure(ValueError, "range() arg 3 must not be zero")
    return f.module.known(RangePlan(f, given))


def plan_by_index(f: Lowering, value: Value) -> Plan:
    return f.plan_of(value)


@builtin(enumerate)
def _enumerate(f: Lowering, node: ast.AST, items: Value, start: Value | None = None) -> Value:
    first = f.integer(start) if start is not None else f.constant_int(0)
    plan = plan_by_index(f, items)
    if isinstance(plan, Indexed):
        kept, inner = f.keep(first), plan

        def getter(at: str) -> Value:
            number = Value(INT, at)
            if not (first.is_known and first.known == 0):
                number = f.binary(ast.Add(), kept.get(), number)
            return f.tuple_of([number, inner.getter(at)])

        return f.module.known(Indexed(plan.size, getter, plan.known_size, plan.check))
    return f.module.known(Counted(plan, f.keep(first)))


@builtin(zip)
def _zip(f: Lowering, node: ast.AST, *many: Value, strict: Value | None = None) -> Value:
    if strict is not None and not (strict.is_known and not strict.known):
        return _zip_strict(f, node, *many)
    if not many:
        return f.module.known(Unrolled([]))
    plans = [_zippable(f, value, number) for number, value in enumerate(many)]
    if all(isinstance(plan, Indexed) and plan.check is None for plan in plans):
        return f.module.known(_zipped_by_index(f, plans))
    return f.module.known(Zipped(plans))


def _zippable(f: Lowering, value: Value, number: int) -> Plan:
    """A plan that can take turns with others."""
    plan = f.plan_of(value)
    plan = plan.general if isinstance(plan, ListPlan) else plan
    if number == 0 or isinstance(plan, (Indexed, While)):
        return plan
    f.require_lasting(plan)
    return f.plan_of(f.iterator_over(plan))  # which raises an error where its item is asked for


def _zipped_by_index(f: Lowering, plans: list[Any]) -> Plan:
    known = [plan.known_size for plan in plans]
    smallest = None if None in known else min(known)
    size = f.constant_int(smallest) if smallest is not None else _smallest_size(f, plans)
    return Indexed(
        f.keep(size),
        lambda at: f.tuple_of([plan.getter(at) for plan in plans]),
        smallest,
        _joint_check([plan.check for plan in plans if plan.check is not None]),
    )


def _smallest_size(f: Lowering, plans: list[Any]) -> Value:
    text = plans[0].size.get().text
    for plan in plans[1:]:
        text = f.op(f"call i64 @llvm.smin.i64(i64 {text}, i64 {plan.size.get().text})")
    return Value(INT, text)


def _joint_check(checks: list[Callable[[], None]]) -> Callable[[], None] | None:
    def check_all() -> None:
        for check in checks:
            check()

    return check_all if checks else None


def _zip_strict(f: Lowering, node: ast.AST, *many: Value) -> Value:
    plans = [_stored_or_indexed(f, value, node, i) for i, value in enumerate(many)]
    first = plans[0].size.get().text
    for plan in plans[1:]:
        if plan.known_size is None or plan.known_size != plans[0].known_size:
            other = f.op(f"icmp ne i64 {first}, {plan.size.get().text}")
            f.fail_if(other, ValueError, "zip() arguments differ in length")
    return f.module.known(_zipped_by_index(f, list(plans)))


def _stored_or_indexed(f: Lowering, value: Value, node: ast.AST, number: int) -> Indexed:
    plan = plan_by_index(f, value)
    return plan if isinstance(plan, Indexed) else _stored(f, plan, node, number)


def _stored(f: Lowering, plan: Plan, node: ast.AST, number: int) -> Indexed:
    """A plan whose items are collected first."""
    f.require_lasting(plan)
    items = f.listed(plan, f.site(node, f"zip{number}"))
    f.refuse_groups(items)
    if isinstance(items.type, List) and items.type.item is None:
        return Indexed(f.keep(f.constant_int(0)), lambda at: Value(NONE), 0)
    found = f._run_plan(items)
    assert isinstance(found, Indexed)
    return found


@builtin(map)
def _map(f: Lowering, node: ast.AST, function: Value, *many: Value) -> Value:
    if len(many) != 1:
        source = f.plan_of(_zip(f, node, *many))
        return f.module.known(
            Mapped(source, lambda item: f.materialized(f.call(function, f.items(item), {}, node)))
        )
    source = f.plan_of(many[0])
    return f.module.known(
        Mapped(source, lambda item: f.materialized(f.argument(f.call(function, [item], {}, node))))
    )


@builtin(filter)
def _filter(f: Lowering, node: ast.AST, function: Value, items: Value) -> Value:
    source = f.plan_of(items)
    if function.type == NONE:
        return f.module.known(Filtered(source, f.truth))
    return f.module.known(
        Filtered(source, lambda item: f.truth(f.call(function, [item], {}, node)))
    )


@builtin(reversed)
def _reversed(f: Lowering, node: ast.AST, items: Value) -> Value:
    plan = plan_by_index(f, items)
    if isinstance(plan, ListPlan):
        return f.module.known(f.reversed_list(plan.kept))
    if isinstance(plan, EitherPlan):
        return f.module.known(f.either_plan(plan.kept.get(), is_down=True))
    if isinstance(plan, Unrolled):
        return f.module.known(Unrolled(plan.values[::-1]))
    if not isinstance(plan, Indexed):
        raise CompileError("reversed() takes a sequence", "use reversed(list(…))")
    return f.module.known(_backwards(f, plan))


def _backwards(f: Lowering, plan: Indexed) -> Indexed:
    last = f.keep(Value(INT, f.op(f"sub i64 {plan.size.get().text}, 1")))

    def getter(at: str) -> Value:
        return plan.getter(f.op(f"sub i64 {last.get().text}, {at}"))

    return Indexed(plan.size, getter, plan.known_size, plan.check)


@builtin(tuple)
def _tuple(f: Lowering, node: ast.AST, items: Value | None = None) -> Value:
    if items is None:
        return f.tuple_of([])
    items = in_any_order(f, node, items)
    items = f.joint_tuple(items) if f.is_split(items, lambda kind: kind != NONE) else items
    if f.is_either(items):
        return f.tupled(f.plan_of(items), f.site(node, "tuple"))
    items = f.one_of(items, lambda kind: kind != NONE, "tuple()")
    kind = items.type
    if f.own_method(kind, "__iter__") is not None:
        return f.tupled(f.plan_of(items), f.site(node, "tuple"))
    if isinstance(kind, View):
        return Value(Series(kind.item), *items.parts)
    if isinstance(kind, (Row, Tuple, Series)):
        return items
    if isinstance(kind, Struct) and kind.is_tuple:
        return f.tuple_of(f.items(items))
    if isinstance(kind, List):
        return f.tuple_of([]) if kind.item is None else _tuple_of_list(f, node, items, kind)
    return f.tupled(f.plan_of(items), f.site(node, "tuple"))


def _tuple_of_list(f: Lowering, node: ast.AST, items: Value, kind: List) -> Value:
    """The items of a list as a tuple; without a copy if nothing else uses the list."""
    span = f.span_of(items)
    if kind.size is not None:
        row = Value(Row(span.item, kind.size), span.place)
        found = f.tuple_in_result(node, Row(span.item, kind.size))
        if found is not None:
            return found
        return row if is_last_use(node, f.context.code) else f.copied(row)
    if is_last_use(node, f.context.code):
        return Value(Series(span.item), span.place, span.size)
    place = f.allocate(f._scaled(span.size, span.item.words))
    f.copy_words(place, span.place, f._scaled(span.size, span.item.words))
    return Value(Series(span.item), place, span.size)


@builtin(list)
def _list(f: Lowering, node: ast.AST, items: Value | None = None) -> Value:
    site = f.site(node, "list")
    if items is None:
        return f.empty_list(site)
    items = in_any_order(f, node, items)
    items = f.joint_tuple(items) if f.is_split(items, lambda kind: kind != NONE) else items
    if f.is_either(items):
        return f.listed(f.plan_of(items), site)
    items = f.one_of(items, lambda kind: kind != NONE, "list()")
    kind = items.type
    if f.own_method(kind, "__iter__") is not None:
        return f.listed(f.plan_of(items), site)
    if is_sequence(kind) and kind != Tuple(()) and is_fixed_list(node, f.context.code):
        made = f.fixed_list(items, site, node)
        if made is not None:
            return made
    if is_sequence(kind) or kind == TEXT or isinstance(kind, List):
        return f.list_from(items, site)
    return f.listed(f.plan_of(items), site)


@builtin(set, frozenset)
def _set(f: Lowering, node: ast.AST, items: Value | None = None) -> Value:
    made = f.empty_set(f.site(node, "set"))
    if items is not None and isinstance(items.type, Set):
        return f.chosen_keys(f.site(node, "set"), items, None)
    if items is not None:
        f.each(f.plan_of(items), lambda item, _: f.add_key(made, item))
    return made


def _frozenset(f: Lowering, node: ast.AST, items: Value | None = None) -> Value:
    made = _set(f, node, items)
    assert isinstance(made.type, Set)
    return Value(Set(made.type.key, True, site=made.type.site), *made.parts)


BUILTINS[frozenset] = as_handler(_frozenset, "frozenset")


@builtin(dict)
def _dict(f: Lowering, node: ast.AST, items: Value | None = None, **named: Value) -> Value:
    name = f.temporary("dict")
    f.set_name(name, f.empty_dict(f.site(node, "dict")))
    if items is not None and isinstance(items.type, Dict):
        f.update_dict(f.get_name(name), items)
    elif items is not None:
        f.each(
            f.plan_of(items),
            lambda item, _: f.set_key(
                f.get_name(name),
                f.index(item, f.constant_int(0)),
                f.index(item, f.constant_int(1)),
            ),
        )
    for key, value in named.items():
        f.set_key(f.get_name(name), f.loaded(f.module.constant(key)), value)
    return f.get_name(name)


@builtin(dict.fromkeys)
def _fromkeys(f: Lowering, node: ast.AST, items: Value, value: Value | None = None) -> Value:
    name = f.temporary("dict")
    f.set_name(name, f.empty_dict(f.site(node, "fromkeys")))
    kept = f.keep(value or Value(NONE, known=None))
    f.each(f.plan_of(items), lambda item, _: f.set_key(f.get_name(name), item, kept.get()))
    return f.get_name(name)


@builtin(sorted)
def _sorted(
    f: Lowering,
    node: ast.AST,
    items: Value,
    *,
    key: Value | None = None,
    reverse: Value | None = None,
) -> Value:
    site, is_set = f.site(node, "sorted"), isinstance(items.type, Set)
    if is_set:
        _require_one_order(node, items.type_as(Set), key)
    made = f.listed(set_plan(f, items), site) if is_set else _list(f, node, items)
    sort_list(f, node, made, key, reverse)
    return made


def _require_one_order(node: ast.AST, kind: Set, key: Value | None) -> None:
    """Of items that a key does not tell apart, the one that comes first in the set is first."""
    if key is None or key.known is None:
        if has_subsets(kind.key):
            raise CompileError("a set of sets has no order", "use key=lambda it: sorted(it)")
    elif not tells_apart(_keyword(node, "key"), kind.key):
        reason = "items of a set with equal keys are in no fixed order"
        raise CompileError(reason, "use sorted(sorted(…), key=…)")


def _keyword(node: Any, name: str) -> ast.expr | None:
    keywords = getattr(node, "keywords", ())
    return next((each.value for each in keywords if each.arg == name), None)


def set_plan(f: Lowering, items: Value) -> Plan:
    """The items of a set, where their order does not matter."""
    if items.type.key is None:  # type: ignore[attr-defined]
        return Unrolled([])
    return f.entries_plan(items, f.key_at)


def in_any_order(f: Lowering, node: ast.AST, items: Value) -> Value:
    """Items that a call gives in any order, if nobody sees which."""
    return _unordered(f, items) if node in f.module.order_free else items


class Comparison:
    """What `functools.cmp_to_key` makes of a function."""

    def __init__(self, function: Value) -> None:
        self.function = function


def sort_list(
    f: Lowering, node: ast.AST, items: Value, key: Value | None, reverse: Value | None
) -> None:
    down = "false" if reverse is None else _descends(f, reverse)
    if isinstance(items.type, List) and items.type.item is None:
        return
    order = f.keep(Value(BOOL, down))
    if key is None or key.known is None:
        given, suffix = {"items": items}, ""
    elif isinstance(key.known, Comparison):
        given, suffix = {"items": items, "compare": key.known.function}, "_by_comparison"
    else:
        given, suffix = _items_and_keys(f, node, items, key), "_by"
    if down in ("true", "false"):
        name = "sort_down" if down == "true" else "sort"
    else:
        name, given = "sort_either", {**given, "down": order.get()}
    f.inline(getattr(library, name + suffix), given)


def _descends(f: Lowering, reverse: Value) -> str:
    """Whether a list is sorted downwards. Before Python 3.12, only whole numbers say so."""
    if sys.version_info < (3, 12):
        if isinstance(reverse.type, Union):
            reverse = f.one_of(reverse, _is_integer, "reverse=")
        if not _is_integer(reverse.type):
            message = f"{show(reverse.type)!r} object cannot be interpreted as an integer"
            raise f.type_error(message, reverse.type)
    return f.truth(reverse)


def _is_integer(kind: Type) -> bool:
    return is_whole(kind) or (isinstance(kind, Member) and issubclass(kind.cls, int))


def _items_and_keys(f: Lowering, node: ast.AST, items: Value, key: Value) -> dict[str, Value]:
    """A list with the keys by which it is sorted."""
    kept = f.keep(items)
    plan = Mapped(f._run_plan(items), lambda item: f.materialized(f.call(key, [item], {}, node)))
    return {"keys": f.listed(plan, f.site(node, "keys")), "items": kept.get()}


@builtin(any)
def _any(f: Lowering, node: ast.AST, items: Value) -> Value:
    return inline(f, library.any_of, items=_unordered(f, items))


@builtin(all)
def _all(f: Lowering, node: ast.AST, items: Value) -> Value:
    return inline(f, library.all_of, items=_unordered(f, items))


def _unordered(f: Lowering, items: Value) -> Value:
    """A set may be looped over where the order does not matter."""
    if isinstance(items.type, Set):
        return f.module.known(set_plan(f, items))
    return items


@builtin(sum)
def _sum(f: Lowering, node: ast.AST, items: Value, start: Value | None = None) -> Value:
    first = start or f.constant_int(0)
    if first.type == TEXT:
        raise f.type_error("sum() can't sum strings [use ''.join(seq) instead]")
    if isinstance(items.type, Set) and items.type.key in (INT, BITS, BOOL, None):
        items = _unordered(f, items)
    if is_number(first.type) and f.probe(f.plan_of(items)) == FLOAT:
        is_new = sys.version_info >= (3, 12)
        function = library.compensated_total if is_new else library.float_total
        return inline(f, function, items=items, start=first)
    return inline(f, library.total, items=items, start=first)


@builtin(math.prod)
def _prod(f: Lowering, node: ast.AST, items: Value, *, start: Value | None = None) -> Value:
    return inline(f, library.product_of, items=items, start=start or f.constant_int(1))


def _extreme(name: str) -> Handler:
    word = "smallest" if name == "min" else "largest"

    def handle(
        f: Lowering,
        node: ast.AST,
        *items: Value,
        key: Value | None = None,
        default: Value | None = None,
    ) -> Value:
        if not items:
            raise f.type_error(f"{name} expected at least 1 argument, got 0")
        if len(items) > 1 and default is not None:
            raise f.type_error(f"{name}() takes a default only with one argument")
        if key is not None and key.known is None:
            key = None
        if len(items) > 1 and key is None and all(is_number(item.type) for item in items):
            return _extreme_number(f, name, items)
        return _extreme_item(f, word, _joint_items(f, items, key), key, default)

    return handle


def _joint_items(f: Lowering, items: tuple[Value, ...], key: Value | None) -> Value:
    """What `min` or `max` goes over: its arguments, or the items of the only one."""
    if len(items) > 1:
        return f.module.known(Unrolled(list(items)))
    is_ordered = key is not None or has_subsets(getattr(items[0].type, "key", None))
    return items[0] if is_ordered else _unordered(f, items[0])


def _extreme_item(
    f: Lowering, word: str, items: Value, key: Value | None, default: Value | None
) -> Value:
    others = {"key": key, "default": default}
    given = {name: value for name, value in others.items() if value is not None}
    suffix = "_by" * (key is not None) + "_or" * (default is not None)
    return f.inline(getattr(library, word + suffix), {"items": items, **given})


def _extreme_number(f: Lowering, name: str, items: tuple[Value, ...]) -> Value:
    if all(item.is_known for item in items):
        chosen = (min if name == "min" else max)(item.known for item in items)
        return next(item for item in items if item.known == chosen)
    found = items[0]
    for item in items[1:]:
        is_other = f.ordered("lt" if name == "min" else "gt", item, found)
        kind = join(found.type, item.type)
        found = f.choice(kind, is_other.text, f.convert(item, kind), f.convert(found, kind))
    return found


BUILTINS[min] = as_handler(_extreme("min"), "min")
BUILTINS[max] = as_handler(_extreme("max"), "max")


@builtin(functools.reduce)
def _reduce(
    f: Lowering, node: ast.AST, function: Value, items: Value, initial: Value | None = None
) -> Value:
    if initial is None:
        return inline(f, library.reduced, function=function, items=items)
    return inline(f, library.reduced_from, function=function, items=items, start=initial)


@builtin(iter)
def _iter(f: Lowering, node: ast.AST, items: Value) -> Value:
    if isinstance(items.type, Iterator_):
        return items
    made = f.listed(f.plan_of(items), f.site(node, "iter"))
    f.refuse_groups(made)
    return f.new_iterator(made)


@builtin(next)
def _next(f: Lowering, node: ast.AST, items: Value, default: Value | None = None) -> Value:
    if isinstance(items.known, Plan) and isinstance(items.type, Known):
        return _first(f, items.known, default)
    if not isinstance(items.type, Iterator_):
        raise CompileError("next() takes an iterator", "use iter(…)")
    return _next_of_iterator(f, items, items.type.item, default)


def _next_of_iterator(f: Lowering, items: Value, item: Type, default: Value | None) -> Value:
    kind = item if default is None else join(item, default.type)
    place, end, done = f.words(max(kind.words, 1)), f.label(), f.label()
    f.store(place, kind, f.next_or(items, end))
    f.jump(done)
    f.start(end)
    if default is None:
        env = f.env
        f.fail(StopIteration, "")
        f.env = env
    else:
        f.store(place, kind, default)
        f.jump(done)
    f.start(done)
    return f.load(kind, place)


def _first(f: Lowering, plan: Plan, default: Value | None) -> Value:
    if default is None:
        return f.inline(library_first, {"items": f.module.known(plan)})
    return f.inline(library_first_or, {"items": f.module.known(plan), "default": default})


def library_first(items):  # type: ignore[no-untyped-def]
    for item in items:
        return item
    raise StopIteration


def library_first_or(items, default):  # type: ignore[no-untyped-def]
    for item in items:
        return item
    return default


@builtin(print)
def _print(
    f: Lowering,
    node: ast.AST,
    *values: Value,
    sep: Value | None = None,
    end: Value | None = None,
    flush: Value | None = None,
) -> Value:
    row = f.tuple_of([f.materialized(f.argument(value)) for value in values])
    nothing = Value(NONE, known=None)
    whole = f.tuple_of([row, sep or nothing, end or nothing])
    return _print_words(f, whole)


def _print_words(f: Lowering, whole: Value) -> Value:
    number = len(f.module.prints)
    f.module.prints.append(whole.type)
    f.instance.uses_context = True
    function = f.op(f"load ptr, ptr {f.at('%ctx', CONTEXT_PRINT)}")
    f.do(f"call void {function}(i64 {number}, ptr {whole.text})")
    return Value(NONE, known=None)


@builtin(dataclasses.replace)
def _replace(f: Lowering, node: ast.AST, item: Value, **fields: Value) -> Value:
    item = f.materialized(item)
    if isinstance(item.type, Union):
        return f.dispatch(item, lambda one: _replace(f, node, one, **fields))
    if isinstance(item.type, Object) and dataclasses.is_dataclass(item.type.cls):
        return f.replaced_object(item, fields, node)
    if not isinstance(item.type, Struct) or item.type.is_tuple:
        raise f.type_error("replace() takes a dataclass")
    return f.replaced(item, fields)


@builtin(object.__setattr__)
def _setattr(f: Lowering, node: ast.AST, owner: Value, name: Value, value: Value) -> Value:
    f.set_new_field(node, owner, name, value)
    return Value(NONE, known=None)


@builtin(mixed)
def _mixed(f: Lowering, node: ast.AST, state: Value) -> Value:
    return f.mixed(state)
