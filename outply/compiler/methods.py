"""Methods of strings, lists, dicts, sets, tuples and numbers: one handler each."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from outply.compiler import library
from outply.compiler.builtin import as_handler, set_plan, sort_list
from outply.compiler.callees import METHODS
from outply.compiler.container_types import Dict, List, Set, Tuple
from outply.compiler.library import letters
from outply.compiler.loops import Plan, Unrolled
from outply.compiler.object_types import Known
from outply.compiler.refusals import CompileError
from outply.compiler.sequences import Span
from outply.compiler.statements import Lowering
from outply.compiler.type_parts import is_sequence
from outply.compiler.type_text import show
from outply.compiler.types import BOOL, INT, NONE, TEXT, Value

__all__ = ["extend"]

Handler = Callable[..., Value]
NOTHING = Value(NONE, known=None)


def method(family: str, *names: str) -> Callable[[Handler], Handler]:
    def register(function: Handler) -> Handler:
        for name in names:
            METHODS.setdefault(family, {})[name] = as_handler(function, name)
        return function

    return register


def in_python(family: str, name: str, function: Any, *parameters: str, **defaults: Any) -> None:
    """A method whose code is in the library."""

    def handle(f: Lowering, node: ast.AST, *given: Value) -> Value:
        arguments = dict(zip(parameters, given, strict=False))
        if len(given) > len(parameters):
            raise CompileError(f"{name}() takes fewer arguments here")
        for parameter in parameters[len(given) :]:
            if parameter not in defaults:
                raise CompileError(f"{name}() misses its argument {parameter!r}")
            arguments[parameter] = f.loaded(f.module.constant(defaults[parameter]))
        letters = arguments.get("letters")
        if letters is not None and letters.type == NONE:
            arguments["letters"] = f.loaded(f.module.constant(library.BLANKS))
        return f.inline(function, arguments)

    METHODS.setdefault(family, {})[name] = as_handler(handle, name)


# -- numbers ---------------------------------------------------------------------------------


@method("int", "bit_count")
def _bit_count(f: Lowering, node: ast.AST, number: Value) -> Value:
    return Value(INT, f.op(f"call i64 @llvm.ctpop.i64(i64 {f.magnitude(f.number(number))})"))


@method("int", "bit_length")
def _bit_length(f: Lowering, node: ast.AST, number: Value) -> Value:
    zeros = f.op(f"call i64 @llvm.ctlz.i64(i64 {f.magnitude(f.number(number))}, i1 false)")
    return Value(INT, f.op(f"sub i64 64, {zeros}"))


@method("float", "is_integer")
def _is_integer(f: Lowering, node: ast.AST, number: Value) -> Value:
    down = f.op(f"call double @llvm.floor.f64(double {number.text})")
    return Value(BOOL, f.op(f"fcmp oeq double {down}, {number.text}"))


# -- tuples ----------------------------------------------------------------------------------


def _index(
    f: Lowering,
    node: ast.AST,
    items: Value,
    wanted: Value,
    start: Value | None = None,
    stop: Value | None = None,
) -> Value:
    if start is None:
        return f.inline(library.index_of, {"items": items, "wanted": wanted})
    last = f.constant_int((1 << 63) - 1) if stop is None else f.integer(stop)
    given = {"items": items, "wanted": wanted, "start": f.integer(start), "stop": last}
    return f.inline(library.index_between, given)


for _family in ("tuple", "NamedTuple", "list"):
    in_python(_family, "count", library.count_of, "items", "wanted")
    METHODS[_family]["index"] = as_handler(_index, "index")


@method("NamedTuple", "_replace")
def _replace(f: Lowering, node: ast.AST, record: Value, **fields: Value) -> Value:
    return f.replaced(record, fields)


@method("NamedTuple", "_asdict")
def _asdict(f: Lowering, node: ast.AST, record: Value) -> Value:
    raise CompileError("_asdict() cannot be compiled", "use the fields")


# -- lists -----------------------------------------------------------------------------------


@method("list", "append")
def _append(f: Lowering, node: ast.AST, items: Value, item: Value) -> Value:
    f.append(items, f.materialized(f.argument(item)))
    return NOTHING


@method("list", "extend")
def _extend(f: Lowering, node: ast.AST, items: Value, others: Value) -> Value:
    kind = others.type
    if (isinstance(kind, List) and kind.item is None) or kind == Tuple(()):
        return NOTHING
    if kind == TEXT or is_sequence(kind) or isinstance(kind, List):
        f.extend(items, f.span_of(others))
        return NOTHING
    kept = f.keep(items)
    f.each(f.plan_of(others), lambda item, _: f.append(kept.get(), item))
    return NOTHING


extend = METHODS["list"]["extend"]


@method("list", "insert")
def _insert(f: Lowering, node: ast.AST, items: Value, index: Value, item: Value) -> Value:
    kind = f.widen(items, item.type)
    size = f.length(items).text
    at = f.integer(index).text
    below = f.op(f"icmp slt i64 {at}, 0")
    at = f.op(f"select i1 {below}, i64 {f.op(f'add i64 {at}, {size}')}, i64 {at}")
    at = f.op(f"call i64 @llvm.smax.i64(i64 {at}, i64 0)")
    at = f.op(f"call i64 @llvm.smin.i64(i64 {at}, i64 {size})")
    f.insert_at(items, at, item, kind)
    return NOTHING


@method("list", "pop")
def _pop(f: Lowering, node: ast.AST, items: Value, index: Value | None = None) -> Value:
    kind = items.type_as(List)
    if kind.item is None:
        raise f.failure(IndexError, "pop from empty list")
    f.widen(items, kind.item)
    span = f.span_of(items)
    f.fail_if(f.op(f"icmp eq i64 {span.size}, 0"), IndexError, "pop from empty list")
    return _pop_last(f, items, span) if index is None else _pop_at(f, items, span, index)


def _pop_last(f: Lowering, items: Value, span: Span) -> Value:
    at = f.op(f"sub i64 {span.size}, 1")
    item = f.copied(f.at_index(span, at))
    f.do(f"store i64 {at}, ptr {f.at(items.text, 1)}")
    return item


def _pop_at(f: Lowering, items: Value, span: Span, index: Value) -> Value:
    at = f.checked_index(f.whole(index), span.size, "pop")
    if index.is_known and index.known == 0:
        return f.pop_first(items)
    item = f.copied(f.at_index(span, at))
    f.remove_at(items, at, span.item)
    return item


@method("list", "remove")
def _remove(f: Lowering, node: ast.AST, items: Value, item: Value) -> Value:
    kind = items.type_as(List)
    f.widen(items, kind.item or item.type)
    span = f.span_of(items)
    at = f.first_index(span.size, lambda at: f.equal(f.at_index(span, at), item).text)
    f.fail_if(f.op(f"icmp slt i64 {at}, 0"), ValueError, "list.remove(x): x not in list")
    f.remove_at(items, at, span.item)
    return NOTHING


@method("list", "clear")
def _clear(f: Lowering, node: ast.AST, items: Value) -> Value:
    f.do(f"store i64 0, ptr {f.at(items.text, 1)}")
    return NOTHING


@method("list", "copy")
def _copy(f: Lowering, node: ast.AST, items: Value) -> Value:
    return f.list_from(items, f.site(node, "copy"))


@method("list", "sort")
def _sort(
    f: Lowering,
    node: ast.AST,
    items: Value,
    *,
    key: Value | None = None,
    reverse: Value | None = None,
) -> Value:
    sort_list(f, node, items, key, reverse)
    return NOTHING


@method("list", "reverse")
def _reverse(f: Lowering, node: ast.AST, items: Value) -> Value:
    if isinstance(items.type, List) and items.type.item is not None:
        f.inline(library.reverse, {"items": items})
    return NOTHING


# -- dicts -----------------------------------------------------------------------------------


@method("dict", "get")
def _get(f: Lowering, node: ast.AST, items: Value, key: Value, default: Value = NOTHING) -> Value:
    return f.get_or(items, key, f.materialized(f.argument(default)))


@method("dict", "setdefault")
def _setdefault(f: Lowering, node: ast.AST, items: Value, key: Value, default: Value) -> Value:
    kept, wanted = f.keep(items), f.keep(f.copied(key))
    miss, end = f.label(), f.label()
    key_type = f.widen(items, key.type, "key")
    item_type = f.widen(items, default.type)
    whole = Value(Dict(key_type, item_type), items.text)
    f.enter_if(f.op(f"icmp slt i64 {f.find_key(whole, key)}, 0"), miss, end)
    f.set_key(kept.get(), wanted.get(), default)
    f.go_on_at(end)
    return f.get_key(Value(Dict(key_type, item_type), kept.get().text), wanted.get())


@method("dict", "pop")
def _pop_key(
    f: Lowering, node: ast.AST, items: Value, key: Value, default: Value | None = None
) -> Value:
    assert isinstance(items.type, Dict)
    if default is None:
        item = f.copied(f.get_key(items, key))
        f.delete_index(items, key)
        return item
    item = f.copied(f.get_or(items, key, default))
    f.discard(items, key, required=False)
    return item


@method("dict", "popitem")
def _popitem(f: Lowering, node: ast.AST, items: Value) -> Value:
    kind, size = items.type_as(Dict), f.length(items)
    message = "popitem(): dictionary is empty"
    if kind.key is None:
        raise f.failure(KeyError, message)
    f.fail_if(f.op(f"icmp eq i64 {size.text}, 0"), KeyError, message)
    span, last = f.entries(items), f.op(f"sub i64 {size.text}, 1")
    key, value = (f.keep(f.copied(at(items, span, last))) for at in (f.key_at, f.value_at))
    f.delete_index(items, key.get())
    return f.tuple_of([key.get(), value.get()])


@method("dict", "update")
def _update(
    f: Lowering, node: ast.AST, items: Value, others: Value | None = None, **named: Value
) -> Value:
    kept = f.keep(items)
    if others is not None and isinstance(others.type, Dict):
        f.update_dict(items, others)
    elif others is not None:
        zero, one, pairs = f.constant_int(0), f.constant_int(1), f.plan_of(others)
        f.each(
            pairs, lambda each, _: f.set_key(kept.get(), f.index(each, zero), f.index(each, one))
        )
    for name, value in named.items():
        f.set_key(kept.get(), f.loaded(f.module.constant(name)), value)
    return NOTHING


@method("dict", "copy")
def _copy_dict(f: Lowering, node: ast.AST, items: Value) -> Value:
    name = f.temporary("dict")
    assert isinstance(items.type, Dict)
    f.set_name(name, f.empty_dict(f.site(node, "copy"), items.type))
    f.update_dict(f.get_name(name), items)
    return f.get_name(name)


METHODS["dict"]["clear"] = METHODS["list"]["clear"]


def _view(f: Lowering, plan: Plan, name: str) -> Value:
    plan.view = name
    return f.module.known(plan)


@method("dict", "keys")
def _keys(f: Lowering, node: ast.AST, items: Value) -> Value:
    return _view(f, f.plan_of(items), "dict_keys")


@method("dict", "values")
def _values(f: Lowering, node: ast.AST, items: Value) -> Value:
    if items.type.key is None:  # type: ignore[attr-defined]
        return _view(f, Unrolled([]), "dict_values")
    return _view(f, f.entries_plan(items, f.value_at), "dict_values")


@method("dict", "items")
def _items(f: Lowering, node: ast.AST, items: Value) -> Value:
    if items.type.key is None:  # type: ignore[attr-defined]
        return _view(f, Unrolled([]), "dict_items")

    def pair(some: Value, span: Span, at: str) -> Value:
        return f.tuple_of([f.key_at(some, span, at), f.value_at(some, span, at)])

    return _view(f, f.entries_plan(items, pair), "dict_items")


# -- sets ------------------------------------------------------------------------------------


@method("set", "add")
def _add(f: Lowering, node: ast.AST, items: Value, item: Value) -> Value:
    f.add_key(items, item)
    return NOTHING


@method("set", "discard")
def _discard(f: Lowering, node: ast.AST, items: Value, item: Value) -> Value:
    f.discard(items, item, required=False)
    return NOTHING


@method("set", "remove")
def _remove_key(f: Lowering, node: ast.AST, items: Value, item: Value) -> Value:
    f.discard(items, item, required=True)
    return NOTHING


METHODS["set"]["clear"] = METHODS["list"]["clear"]


@method("set", "copy")
def _copy_set(f: Lowering, node: ast.AST, items: Value) -> Value:
    return f.chosen_keys(f.site(node, "copy"), items, None)


@method("set", "update")
def _update_set(f: Lowering, node: ast.AST, items: Value, *others: Value) -> Value:
    kept, many = f.keep(items), [_kept(f, other) for other in others]
    for other in many:
        value = other if isinstance(other, Value) else other.get()
        plan = set_plan(f, value) if isinstance(value.type, Set) else f.plan_of(value)
        f.each(plan, lambda item, _: f.add_key(kept.get(), item))
    return NOTHING


def _kept(f: Lowering, value: Value) -> Any:
    return value if isinstance(value.type, Known) else f.keep(value)


def _set_operator(name: str, op: type[ast.operator]) -> None:
    def handle(f: Lowering, node: ast.AST, items: Value, *others: Value) -> Value:
        many, found = [_kept(f, other) for other in others], f.keep(items)
        for number, other in enumerate(many):
            value = other if isinstance(other, Value) else other.get()
            others_set = _as_set(f, node, value, f"other{number}")
            site = f.site(node, f"{name}{number}")
            found = f.keep(f.set_operation(op(), found.get(), others_set, site))
        return found.get() if others else _copy_set(f, node, items)

    METHODS["set"][name] = as_handler(handle, name)


@method("set", "symmetric_difference")
def _symmetric_difference(f: Lowering, node: ast.AST, items: Value, other: Value) -> Value:
    others = _as_set(f, node, other)
    return f.set_operation(ast.BitXor(), items, others, f.site(node, "symmetric_difference"))


def _as_set(f: Lowering, node: ast.AST, value: Value, part: str = "other") -> Value:
    if isinstance(value.type, Set):
        return value
    made = f.empty_set(f.site(node, part))
    f.each(f.plan_of(value), lambda item, _: f.add_key(made, item))
    return made


_set_operator("union", ast.BitOr)
_set_operator("intersection", ast.BitAnd)
_set_operator("difference", ast.Sub)


@method("set", "issubset")
def _issubset(f: Lowering, node: ast.AST, items: Value, others: Value) -> Value:
    return f.all_in(items, _as_set(f, node, others))


@method("set", "issuperset")
def _issuperset(f: Lowering, node: ast.AST, items: Value, others: Value) -> Value:
    return f.all_in(_as_set(f, node, others), items)


@method("set", "isdisjoint")
def _isdisjoint(f: Lowering, node: ast.AST, items: Value, others: Value) -> Value:
    both = f.set_operation(
        ast.BitAnd(), items, _as_set(f, node, others), f.site(node, "isdisjoint")
    )
    return Value(BOOL, f.op(f"icmp eq i64 {f.length(both).text}, 0"))


@method("set", "pop")
def _pop_any(f: Lowering, node: ast.AST, items: Value) -> Value:
    raise CompileError("a set gives its items in no fixed order", "use min(…) and remove it")


# -- strings ---------------------------------------------------------------------------------


@method("str", "join")
def _join(f: Lowering, node: ast.AST, between: Value, parts: Value) -> Value:
    listed = parts
    if isinstance(parts.type, Set):
        raise CompileError("the order of a set is not fixed", "join sorted(…)")
    if not isinstance(parts.type, List) or parts.type.item != TEXT:
        kept = f.keep(between)
        listed = f.listed(f.plan_of(parts), f.site(node, "join"))
        between = kept.get()
    return _joined_list(f, listed, between)


def _joined_list(f: Lowering, listed: Value, between: Value) -> Value:
    kind = listed.type_as(List)
    if kind.item is None:
        return f.loaded(f.module.constant(""))
    if kind.item != TEXT:
        raise CompileError(f"join() takes str, not {show(kind.item)}", "use str(…)")
    return _joined(f, f.span_of(listed), between)


def _joined(f: Lowering, span: Span, between: Value) -> Value:
    length = _joined_length(f, span, between)
    place = f.new_text(length)
    _write_joined(f, span, between, place)
    return Value(TEXT, place, length)


def _joined_length(f: Lowering, span: Span, between: Value) -> str:
    total = f.alloca("i64")
    gaps = f.op(f"call i64 @llvm.smax.i64(i64 {f.op(f'sub i64 {span.size}, 1')}, i64 0)")
    f.do(f"store i64 {f.op(f'mul i64 {gaps}, {between.parts[1]}')}, ptr {total}")

    def measure(at: str) -> None:
        size = f.at_index(span, at).parts[1]
        so_far = f.op(f"load i64, ptr {total}")
        f.do(f"store i64 {f.op(f'add i64 {so_far}, {size}')}, ptr {total}")

    f.repeat(span.size, measure)
    return f.op(f"load i64, ptr {total}")


def _write_joined(f: Lowering, span: Span, between: Value, place: str) -> None:
    cursor = f.alloca("ptr")
    f.do(f"store ptr {place}, ptr {cursor}")

    def put(text: Value) -> None:
        here = f.op(f"load ptr, ptr {cursor}")
        f.copy_text(here, text)
        end = f.op(f"getelementptr i32, ptr {here}, i64 {text.parts[1]}")
        f.do(f"store ptr {end}, ptr {cursor}")

    def add(at: str) -> None:
        if between.parts[1] != "0":
            gap, text = f.label(), f.label()
            f.branch(f.op(f"icmp eq i64 {at}, 0"), text, gap)
            f.start(gap)
            put(between)
            f.go_on_at(text)
        put(f.at_index(span, at))

    f.repeat(span.size, add)


@method("str", "find")
def _find(
    f: Lowering,
    node: ast.AST,
    text: Value,
    part: Value,
    start: Value | None = None,
    end: Value | None = None,
) -> Value:
    if end is not None:
        return _searched(f, library.text_find, text, part, start, end)
    if start is None or start.type == NONE:
        return Value(INT, f.find_text(text, part, "0"))
    given, size = f.integer(start), text.parts[1]
    found = f.find_text(text, part, f._bound(given, size, "0", size, "0"))
    is_behind = f.op(f"icmp sgt i64 {given.text}, {size}")  # where not even "" is found
    return Value(INT, f.op(f"select i1 {is_behind}, i64 -1, i64 {found}"))


def _searched(f: Lowering, function: Any, text: Value, part: Value, *bounds: Value | None) -> Value:
    """What a function of the library finds of a string in another, from one place to another."""
    start, end = (None if b is None or b.type == NONE else f.integer(b) for b in bounds)
    given = {"start": start or f.constant_int(0), "end": end or Value(INT, text.parts[1])}
    return f.inline(function, {"text": text, "part": part, **given})


def _searching(name: str, function: Any) -> None:
    """A method that takes `part[, start[, end]]`."""

    def handle(
        f: Lowering,
        node: ast.AST,
        text: Value,
        part: Value,
        start: Value | None = None,
        end: Value | None = None,
    ) -> Value:
        return _searched(f, function, text, part, start, end)

    METHODS["str"][name] = as_handler(handle, name)


@method("str", "strip")
def _strip(f: Lowering, node: ast.AST, text: Value, letters: Value = NOTHING) -> Value:
    if letters.type == NONE:
        letters = f.loaded(f.module.constant(library.BLANKS))
    text = f.inline(library.text_lstrip, {"text": text, "letters": letters})
    return f.inline(library.text_rstrip, {"text": text, "letters": letters})


def _of_letters(name: str, function: Any, *tables: str) -> None:
    """A method that asks what characters are."""

    def handle(f: Lowering, node: ast.AST, text: Value, *more: Value) -> Value:
        if more:
            raise CompileError(f"{name}() takes fewer arguments here")
        letters.require(*tables)
        return f.inline(function, {"text": text})

    METHODS["str"][name] = as_handler(handle, name)


for _name, (_function, *_tables) in letters.METHODS.items():
    _of_letters(_name, _function, *map(str, _tables))
in_python("str", "isspace", library.text_isspace, "text")
for _name, _search in (
    *(("count", library.text_count), ("index", library.text_index)),
    *(("rfind", library.text_rfind), ("rindex", library.text_rindex)),
):
    _searching(_name, _search)


def _of_some(name: str, one: Any, some: Any, one_between: Any, some_between: Any) -> None:
    """`startswith` and `endswith` take a string, or a tuple of strings, and maybe two places."""

    def handle(
        f: Lowering,
        node: ast.AST,
        text: Value,
        part: Value,
        start: Value | None = None,
        end: Value | None = None,
    ) -> Value:
        if start is not None:
            between = one_between if part.type == TEXT else some_between
            return _searched(f, between, text, part, start, end)
        if part.type == TEXT:
            return f.inline(one, {"text": text, "part": part})
        return f.inline(some, {"text": text, "parts": part})

    METHODS["str"][name] = as_handler(handle, name)


_of_some(
    *("startswith", library.text_starts, library.text_starts_any),
    *(library.text_starts_between, library.text_starts_any_between),
)
_of_some(
    *("endswith", library.text_ends, library.text_ends_any),
    *(library.text_ends_between, library.text_ends_any_between),
)
in_python("str", "replace", library.text_replace, "text", "old", "new", "count", count=-1)
in_python("str", "lstrip", library.text_lstrip, "text", "letters", letters=library.BLANKS)
in_python("str", "rstrip", library.text_rstrip, "text", "letters", letters=library.BLANKS)
in_python("str", "center", library.text_center, "text", "width", "fill", fill=" ")
in_python("str", "ljust", library.text_ljust, "text", "width", "fill", fill=" ")
in_python("str", "rjust", library.text_rjust, "text", "width", "fill", fill=" ")
