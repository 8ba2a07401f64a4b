"""What compiled code can use of `collections`, `copy`, `functools`, `itertools` and `operator`.

`builtin.py` has the functions that work on any items; here are those that make an object of their
own: a deque, a counter, a function with some of its arguments.
"""

from __future__ import annotations

import ast
import bisect
import collections
import copy
import functools
import itertools
import operator
from collections.abc import Callable
from dataclasses import astuple, is_dataclass
from typing import Any

from outply.compiler import library, texts
from outply.compiler.builtin import Comparison, _list, _stored, as_handler, builtin, inline
from outply.compiler.builtin_itertools import generator
from outply.compiler.callees import BUILTINS, INSTANCES, METHODS, SPREAD
from outply.compiler.container_types import Dict, List, Row, Series, Set, Struct, Tuple, Union
from outply.compiler.containers import Site
from outply.compiler.local_functions import Partial
from outply.compiler.loops import Indexed
from outply.compiler.methods import NOTHING, Handler, in_python, method
from outply.compiler.object_types import Known, Object
from outply.compiler.refusals import CompileError
from outply.compiler.sequences import Span
from outply.compiler.statements import Lowering
from outply.compiler.type_join import join_all
from outply.compiler.type_parts import changeable
from outply.compiler.type_relations import is_changeable
from outply.compiler.type_text import show
from outply.compiler.types import INT, NONE, Type, Value

__all__: list[str] = []


# -- defaultdict and Counter -----------------------------------------------------------------


@builtin(collections.defaultdict)
def _defaultdict(
    f: Lowering,
    node: ast.AST,
    factory: Value | None = None,
    items: Value | None = None,
    **named: Value,
) -> Value:
    if factory is None or factory.known is None:
        return BUILTINS[dict](f, node, [] if items is None else [items], named)
    if not isinstance(factory.type, Known):
        raise CompileError("defaultdict() takes a function here")
    like = Dict(None, None, cls=collections.defaultdict, factory=factory.type)
    return _filled(f, node, like, items, named)


def _filled(
    f: Lowering, node: ast.AST, like: Dict, items: Value | None, named: dict[str, Value]
) -> Value:
    name = f.temporary("dict")
    f.set_name(name, f.empty_dict(f.site(node, "dict"), like))
    if items is not None or named:
        given = [f.get_name(name)] if items is None else [f.get_name(name), items]
        METHODS["dict"]["update"](f, node, given, named)
    return f.get_name(name)


@builtin(collections.Counter)
def _counter(f: Lowering, node: ast.AST, items: Value | None = None, **named: Value) -> Value:
    like = Dict(None, None, cls=collections.Counter)
    if items is None or items.known is None or isinstance(items.type, Dict):
        return _filled(
            f, node, like, None if items is None or items.known is None else items, named
        )
    made = f.keep(_filled(f, node, like, None, named))
    return _count(f, made.get(), items)


def _count(f: Lowering, found: Value, items: Value) -> Value:
    if isinstance(items.type, Set):
        raise CompileError("the order of a set is not fixed", "count sorted(…)")
    name = f.temporary("counter")
    f.set_name(name, found)
    f.inline(library.count_items, {"found": f.get_name(name), "items": items})
    return f.get_name(name)


METHODS["Counter"] = dict(METHODS["dict"])
del METHODS["Counter"]["update"]


def _counted(name: str, sign: int) -> None:
    def handle(f: Lowering, node: ast.AST, found: Value, items: Value) -> Value:
        if isinstance(items.type, Dict):
            pairs = METHODS["dict"]["items"](f, node, [items], {})
            given = {"found": found, "pairs": pairs, "sign": f.constant_int(sign)}
            f.inline(library.count_pairs, given)
        elif sign > 0:
            _count(f, found, items)
        else:
            raise CompileError("subtract() takes a Counter here", "use subtract(Counter(…))")
        return NOTHING

    METHODS["Counter"][name] = as_handler(handle, name)


_counted("update", 1)
_counted("subtract", -1)


@method("Counter", "most_common")
def _most_common(f: Lowering, node: ast.AST, found: Value, n: Value | None = None) -> Value:
    if isinstance(found.type, Dict) and found.type.key is None:
        return f.empty_list(f.site(node, "common"))
    pairs = f.inline(library.most_common, {"found": found})
    return pairs if n is None or n.known is None else f.sliced(pairs, [None, f.integer(n), None])


@method("Counter", "total")
def _total(f: Lowering, node: ast.AST, found: Value) -> Value:
    return BUILTINS[sum](f, node, [METHODS["dict"]["values"](f, node, [found], {})], {})


@method("Counter", "elements")
def _elements(f: Lowering, node: ast.AST, found: Value) -> Value:
    return generator(f, library.elements, found=found)


# -- deque -----------------------------------------------------------------------------------


@builtin(collections.deque)
def _deque(
    f: Lowering, node: ast.AST, items: Value | None = None, maxlen: Value | None = None
) -> Value:
    if maxlen is not None and maxlen.known is not None:
        raise CompileError(
            "a deque with maxlen cannot be compiled", "use popleft() when it is full"
        )
    return f.deque_of(_list(f, node, items))


def _as_list(items: Value) -> Value:
    kind = items.type_as(List)
    return Value(List(kind.item, kind.constant, kind.site), *items.parts)


def _like_list(*names: str) -> None:
    def register(name: str) -> None:
        def handle(f: Lowering, node: ast.AST, items: Value, *given: Value) -> Value:
            return METHODS["list"][name](f, node, [_as_list(items), *given], {})

        METHODS.setdefault("deque", {})[name] = as_handler(handle, name)

    for name in names:
        register(name)


_like_list("append", "clear", "count", "extend", "index", "insert", "remove", "reverse")


@method("deque", "pop")
def _pop(f: Lowering, node: ast.AST, items: Value) -> Value:
    return METHODS["list"]["pop"](f, node, [_as_list(items)], {})


@method("deque", "popleft")
def _popleft(f: Lowering, node: ast.AST, items: Value) -> Value:
    return METHODS["list"]["pop"](f, node, [_as_list(items), f.constant_int(0)], {})


@method("deque", "appendleft")
def _appendleft(f: Lowering, node: ast.AST, items: Value, item: Value) -> Value:
    given = [_as_list(items), f.constant_int(0), f.materialized(f.argument(item))]
    return METHODS["list"]["insert"](f, node, given, {})


@method("deque", "extendleft")
def _extendleft(f: Lowering, node: ast.AST, items: Value, others: Value) -> Value:
    kept = f.keep(items)
    f.each(f.plan_of(others), lambda item, _: _put_first(f, node, kept.get(), item))
    return NOTHING


def _put_first(f: Lowering, node: ast.AST, items: Value, item: Value) -> None:
    METHODS["list"]["insert"](f, node, [_as_list(items), f.constant_int(0), item], {})


@method("deque", "copy")
def _copy_deque(f: Lowering, node: ast.AST, items: Value) -> Value:
    return f.deque_of(f.list_from(items, f.site(node, "copy")))


@method("deque", "rotate")
def _rotate(f: Lowering, node: ast.AST, items: Value, n: Value | None = None) -> Value:
    steps = f.constant_int(1) if n is None else f.integer(n)
    if isinstance(items.type, List) and items.type.item is not None:
        f.widen(items, items.type.item)
        f.inline(library.rotated, {"items": _as_list(items), "steps": steps})
    return NOTHING


# -- functools and operator ------------------------------------------------------------------


@builtin(functools.partial)
def _partial(
    f: Lowering, node: ast.AST, function: Value, *given: Value, **keywords: Value
) -> Value:
    name = getattr(function.known, "__name__", "partial")
    return f.partial_value(
        Partial(name, len(given), tuple(keywords)), [function, *given, *keywords.values()]
    )


def _call_partial(
    f: Lowering, thing: Any, given: list[Value], keywords: dict[str, Value], node: ast.AST
) -> Value:
    first = [f.static(value) for value in thing.args]
    named = {name: f.static(value) for name, value in thing.keywords.items()}
    return f.call(f.static(thing.func), [*first, *given], {**named, **keywords}, node)


INSTANCES[functools.partial] = _call_partial


@builtin(functools.cmp_to_key)
def _cmp_to_key(f: Lowering, node: ast.AST, mycmp: Value) -> Value:
    return f.module.known(Comparison(mycmp))


def _call_comparison(
    f: Lowering, thing: Comparison, given: list[Value], keywords: dict[str, Value], node: ast.AST
) -> Value:
    raise CompileError("cmp_to_key() is only compiled as a key of sorted() and sort()", "use those")


INSTANCES[Comparison] = _call_comparison


def _getter(cls: Any) -> None:
    """`itemgetter(1)` and the like, which are made before the program runs."""

    def handle(f: Lowering, node: ast.AST, *given: Value) -> Value:
        if not all(value.is_known for value in given):
            raise CompileError(f"{cls.__name__}() of a variable cannot be compiled", "use a lambda")
        arguments = tuple(value.known for value in given)
        return f.module.known(f.module._one_object((cls, arguments), cls(*arguments)))

    BUILTINS[cls] = as_handler(handle, cls.__name__)


for _cls in (operator.itemgetter, operator.attrgetter, operator.methodcaller):
    _getter(_cls)


def _get_items(
    f: Lowering, thing: Any, given: list[Value], keywords: dict[str, Value], node: ast.AST
) -> Value:
    names = thing.__reduce__()[1]
    owner = f.keep(f.materialized(given[0]))
    found = [f.index(owner.get(), f.static(name)) for name in names]
    return found[0] if len(found) == 1 else f.tuple_of(found)


def _get_attributes(
    f: Lowering, thing: Any, given: list[Value], keywords: dict[str, Value], node: ast.AST
) -> Value:
    owner = f.keep(f.materialized(given[0]))
    found = []
    for path in thing.__reduce__()[1]:
        value = owner.get()
        for name in path.split("."):
            value = f.attribute(value, name)
        found.append(value)
    return found[0] if len(found) == 1 else f.tuple_of(found)


def _call_named(
    f: Lowering, thing: Any, given: list[Value], keywords: dict[str, Value], node: ast.AST
) -> Value:
    name, *rest = thing.__reduce__()[1]
    return f.call(f.attribute(given[0], name), [f.static(value) for value in rest], {}, node)


INSTANCES[operator.itemgetter] = _get_items
INSTANCES[operator.attrgetter] = _get_attributes
INSTANCES[operator.methodcaller] = _call_named


# -- itertools -------------------------------------------------------------------------------


@builtin(itertools.groupby)
def _groupby(f: Lowering, node: ast.AST, items: Value, key: Value | None = None) -> Value:
    f.module.has_groups = True
    name = f.name_that_changes(node, f.context) if isinstance(node, ast.expr) else None
    if name is not None:
        reason = f"groupby(…) reads a group at once, and {name} may change before it is used"
        raise CompileError(reason, "use groupby(list(…))")
    if key is None or key.known is None:
        return generator(f, library.grouped, items=items)
    return generator(f, library.grouped_by, items=items, function=key)


class Cycle(Indexed):
    """`cycle(…)`: looped over by index, modulo how many items there are."""

    def __init__(self, f: Lowering, pool: Indexed) -> None:
        size = pool.size.get().text
        some = f.op(f"icmp sgt i64 {size}, 0")
        length = f.keep(Value(INT, f.op(f"select i1 {some}, i64 {(1 << 63) - 1}, i64 0")))
        self.pool = pool

        def getter(at: str) -> Value:
            return pool.getter(f.op(f"urem i64 {at}, {pool.size.get().text}"))

        super().__init__(length, getter)

    def value(self, f: Any) -> Value:
        """An iterator that begins again."""
        made: Value = f.new_iterator(f.listed(self.pool, f.site(f.node, "cycle")), "-1")
        return made


@builtin(itertools.cycle)
def _cycle(f: Lowering, node: ast.AST, items: Value) -> Value:
    plan = f.plan_of(items)
    if not isinstance(plan, Indexed) or plan.check is not None:
        plan = _stored(f, plan, node, 0)
    return f.module.known(Cycle(f, plan))


# -- functions that are given a sequence of arguments ------------------------------------------


def spread(*things: Any) -> Callable[[Handler], Handler]:
    """What becomes of a function that is called with `*items`, whose length varies."""

    def register(function: Handler) -> Handler:
        for thing in things:
            SPREAD[thing] = function
        return function

    return register


@spread(zip)
def _zip_rows(f: Lowering, node: ast.AST, rows: Value) -> Value:
    return generator(f, library.transposed, rows=rows)


@spread(itertools.chain)
def _chain_rows(f: Lowering, node: ast.AST, rows: Value) -> Value:
    return BUILTINS[itertools.chain.from_iterable](f, node, [rows], {})


@spread(min, max)
def _extreme(f: Lowering, node: ast.AST, items: Value) -> Value:
    assert isinstance(node, ast.Call)
    function = f.expr(node.func).known
    f.inline(library.require_two, {"items": items})
    return BUILTINS[function](f, node, [items], {})


# -- bisect ----------------------------------------------------------------------------------


def _place(
    f: Lowering, function: Any, items: Value, x: Value, ends: tuple[Value | None, ...]
) -> Value:
    """Where an item belongs in a sorted sequence."""
    low = f.constant_int(0) if ends[0] is None else f.integer(ends[0])
    has_end = ends[1] is not None and ends[1].type != NONE
    high = f.integer(ends[1]) if has_end and ends[1] is not None else f.length(items)
    return f.inline(function, {"items": items, "wanted": x, "low": low, "high": high})


def _bisect(function: Any, *things: Any) -> None:
    def handle(
        f: Lowering,
        node: ast.AST,
        a: Value,
        x: Value,
        lo: Value | None = None,
        hi: Value | None = None,
    ) -> Value:
        return _place(f, function, a, x, (lo, hi))

    builtin(*things)(handle)


def _insort(function: Any, *things: Any) -> None:
    def handle(
        f: Lowering,
        node: ast.AST,
        a: Value,
        x: Value,
        lo: Value | None = None,
        hi: Value | None = None,
    ) -> Value:
        kept, item = f.keep(a), f.keep(f.copied(x))
        at = _place(f, function, a, x, (lo, hi))
        return METHODS["list"]["insert"](f, node, [kept.get(), at, item.get()], {})

    builtin(*things)(handle)


_bisect(library.bisect_left, bisect.bisect_left)
_bisect(library.bisect_right, bisect.bisect_right)
_insort(library.bisect_left, bisect.insort_left)
_insort(library.bisect_right, bisect.insort_right)


# -- attributes and fields -------------------------------------------------------------------


@builtin(getattr)
def _getattr(f: Lowering, node: ast.AST, value: Value, name: Value) -> Value:
    if not isinstance(name.known, str):
        raise CompileError("getattr() of a name that varies cannot be compiled", "use if and elif")
    found = f.attribute(value, name.known)
    return f.copied(found) if isinstance(value.type, Object) else found


@builtin(astuple)
def _astuple(f: Lowering, node: ast.AST, obj: Value) -> Value:
    kind = obj.type
    if not isinstance(kind, Struct) or not is_dataclass(kind.cls) or _has_containers(kind):
        message = "astuple() takes a frozen dataclass of plain values here"
        raise CompileError(message, "name its fields")
    return _as_tuple(f, obj)


def _as_tuple(f: Lowering, value: Value) -> Value:
    """A dataclass as a tuple, and so are the dataclasses in it."""
    kind = value.type
    if not isinstance(kind, Struct) or not is_dataclass(kind.cls):
        return value
    return f.tuple_of([_as_tuple(f, f.item(value, index)) for index in range(len(kind.items))])


def _has_containers(kind: Type) -> bool:
    """Whether there is something in a dataclass that `astuple` copies, or looks into."""
    if isinstance(kind, Struct) and is_dataclass(kind.cls):
        return any(map(_has_containers, kind.items))
    if isinstance(kind, (Row, Tuple, Struct, Union, Series)):
        items = (kind.item,) if isinstance(kind, Series) else kind.items
        return any(_has_containers(item) or _is_dataclass(item) for item in items)
    return is_changeable(kind)


def _is_dataclass(kind: Type) -> bool:
    return isinstance(kind, Struct) and is_dataclass(kind.cls)


# -- copy ------------------------------------------------------------------------------------


@builtin(copy.copy)
def _copy(f: Lowering, node: ast.AST, value: Value) -> Value:
    value = f.materialized(value)
    kind = value.type
    own = f.call_own(value, "__copy__")
    if own is not None:
        return own
    if isinstance(kind, Object):
        return f.object_copied(value, lambda _, item: item)
    if isinstance(kind, (List, Dict)) or (isinstance(kind, Set) and not kind.frozen):
        family = {List: "list", Dict: "dict", Set: "set"}[type(kind)]
        if isinstance(kind, List) and kind.cls is not list:
            family = "deque"
        return METHODS[family]["copy"](f, node, [value], {})
    return value


@builtin(copy.deepcopy)
def _deepcopy(f: Lowering, node: ast.AST, value: Value) -> Value:
    value = f.materialized(value)
    # Equal constants may lie at one address, so whether parts are the same is asked of Python.
    is_constant = value.is_known and is_changeable(value.type)
    thaws = is_constant and not f.module.dependencies.sharing(value.known)
    return DeepCopy(f, node, value, thaws).of(value) if is_changeable(value.type) else value


class DeepCopy:
    """`deepcopy`: what can change is copied once, also where it is referred to twice.

    If it `thaws`, the value is a constant that refers to each of its parts once.
    """

    def __init__(self, f: Lowering, node: ast.AST, whole: Value, thaws: bool) -> None:
        self.f, self.node, self.whole, self.thaws = f, node, whole, thaws
        self.under_way: list[Type] = []
        # a list of addresses: of each object, and of its copy
        self.memo = "" if thaws else f.new_list(INT, "0")[0].text

    def site(self, kind: Type) -> Site:
        """Where copies of a type are made: all in one place, as one may be found in two."""
        return self.f.site(self.node, ("deepcopy", changeable(kind)))

    def made(self, kind: Type, is_part: bool = False) -> Type:
        """The type of a copy. What is part of a constant can be changed only if it thaws."""
        f, site = self.f, self.site(kind)
        if not is_changeable(kind):
            return kind
        if isinstance(kind, Row):
            return Row(self.made(kind.item, True), kind.size)
        if isinstance(kind, (Tuple, Struct)):
            return kind.replace(items=tuple(self.made(item, True) for item in kind.items))
        if isinstance(kind, Union):
            return join_all(self.made(item, is_part) for item in kind.items)
        if not isinstance(kind, (List, Dict, Set)):
            return kind
        constant = kind.constant and is_part and not self.thaws
        key = f.site_type(site, "key", getattr(kind, "key", None))
        if isinstance(kind, Set):
            return Set(key, constant=constant, site=site)
        item = f.site_type(site, "item", kind.item and self.made(kind.item, True))
        if isinstance(kind, List):
            return List(item, constant, site, kind.cls)
        return kind.replace(key=key, item=item, constant=constant, site=site)

    def of(self, value: Value) -> Value:
        f, kind = self.f, value.type
        if not is_changeable(kind):
            return value
        if isinstance(kind, (Row, Tuple, Struct)):
            return f.tuple_of([self.of(item) for item in f.items(value)], self.made(kind))
        if isinstance(kind, Union):
            return f.by_alternative(value, self.made(kind), self.of)
        if isinstance(kind, (List, Dict, Set, Object)):
            return self._of_container(value, kind)
        hint = "copy its items one by one"
        raise CompileError(f"deepcopy() of {show(kind)} cannot be compiled", hint)

    def _place_in_memo(self, pairs: Value, address: str) -> str:
        """The index of the pair of an original with its copy, or -1."""
        f = self.f
        span = f.span_of(pairs)
        half = f.op(f"lshr i64 {span.size}, 1")

        def is_of_address(at: str) -> str:
            original = f.at_index(span, f.op(f"shl i64 {at}, 1")).text
            return f.op(f"icmp eq i64 {original}, {address}")

        return f.first_index(half, is_of_address)

    def _of_container(self, value: Value, kind: Type) -> Value:
        f = self.f
        if kind in self.under_way:
            raise CompileError(
                f"deepcopy() of {show(kind)}, which refers to itself, cannot be compiled",
                "write a method that copies it",
            )
        if value is self.whole or self.thaws:
            return self._fresh(value, kind)
        pairs = Value(List(INT), self.memo)
        address = f.op(f"ptrtoint ptr {value.text} to i64")
        at = self._place_in_memo(pairs, address)
        place, known, new, end = f.alloca("ptr"), f.label(), f.label(), f.label()
        f.enter_if(f.op(f"icmp sge i64 {at}, 0"), known, new)
        span = f.span_of(pairs)
        second = f.op(f"add i64 {f.op(f'shl i64 {at}, 1')}, 1")
        found = f.op(f"inttoptr i64 {f.at_index(span, second).text} to ptr")
        f.do(f"store ptr {found}, ptr {place}")
        f.jump(end)
        f.start(new)
        made = self._fresh(value, kind)
        for number in (address, f.op(f"ptrtoint ptr {made.text} to i64")):
            f.append(pairs, Value(INT, number))
        f.do(f"store ptr {made.text}, ptr {place}")
        f.go_on_at(end)
        return Value(made.type, f.op(f"load ptr, ptr {place}"))

    def _fresh(self, value: Value, kind: Type) -> Value:
        """A copy of a container or object that was not copied before."""
        self.under_way.append(kind)
        if isinstance(kind, Object):
            made = self.f.object_copied(value, lambda _, item: self.of(item))
        else:
            made = self._fresh_container(value, kind)
        self.under_way.pop()
        return made

    def _fresh_container(self, value: Value, kind: Type) -> Value:
        f, made = self.f, self.made(kind, len(self.under_way) > 1)
        span = f.span_of(value) if isinstance(kind, List) else f.entries(value)
        entry = made.item or INT if isinstance(made, List) else f._entry(made)
        if getattr(kind, "item" if isinstance(kind, List) else "key") is None:  # it is empty
            return Value(made, f.new_list(INT, "0")[0].text)
        new, data = f.new_list(entry, span.size)
        there = Span(data, span.size, entry)
        if not is_changeable(span.item):
            f.convert_span(data, entry, Value(Series(span.item), span.place, span.size))
        else:
            f.repeat(span.size, lambda at: self._copy_entry(span, there, at))
        return Value(made, new.text)

    def _copy_entry(self, span: Span, there: Span, at: str) -> None:
        """Copy an item of a list, or a key of a dict with its item."""
        f = self.f
        item = f.load(span.item, f.item_place(span, at))
        f.store(f.item_place(there, at), there.item, self.of(item))


# -- text ------------------------------------------------------------------------------------


@builtin(repr)
def _repr(f: Lowering, node: ast.AST, value: Value) -> Value:
    return texts.shown(f, f.materialized(f.argument(value)))


@builtin(format)
def _format(f: Lowering, node: ast.AST, value: Value, spec: Value | None = None) -> Value:
    if spec is None:
        return f.to_text(value)
    if not isinstance(spec.known, str):
        raise CompileError("format() takes a format that is written there", "use an f-string")
    return texts.formatted(f, value, texts.parsed(f, spec.known, []))


def _in_base(function: Any, kind: str) -> None:
    def handle(f: Lowering, node: ast.AST, number: Value) -> Value:
        return texts.formatted(f, f.integer(number), texts.Format(alternate=True, kind=kind))

    BUILTINS[function] = as_handler(handle, function.__name__)


_in_base(bin, "b")
_in_base(oct, "o")
_in_base(hex, "x")


@method("str", "format")
def _format_text(f: Lowering, node: ast.AST, text: Value, *given: Value, **named: Value) -> Value:
    if not isinstance(text.known, str):
        raise CompileError("format() of a text that varies cannot be compiled", "use an f-string")
    return texts.formatted_by_template(f, text.known, list(given), named)


@builtin(str.maketrans)
def _maketrans(f: Lowering, node: ast.AST, *given: Value) -> Value:
    assert isinstance(node, ast.Call)
    try:
        arguments = tuple(
            value.known if value.is_known else ast.literal_eval(each)
            for value, each in zip(given, node.args, strict=True)
        )
    except ValueError:
        raise CompileError("maketrans() takes what is written there", "use replace()") from None
    table = str.maketrans(*arguments)
    return f.module.known(f.module._one_object(("maketrans", repr(arguments)), table))


@method("str", "translate")
def _translate(f: Lowering, node: ast.AST, text: Value, table: Value) -> Value:
    known = table.known
    if not isinstance(known, dict):
        raise CompileError("translate() takes a table of the module", "use str.maketrans(…)")
    pairs = {
        chr(key) if isinstance(key, int) else key: _replacement(item) for key, item in known.items()
    }
    letters = f.loaded(f.module.constant("".join(pairs)))
    found = f.module._one_object(("translate", repr(pairs)), tuple(pairs.values()))
    items = f.loaded(f.module.constant(found))
    return f.inline(
        library.text_translate, {"text": text, "letters": letters, "replacements": items}
    )


def _replacement(item: Any) -> str:
    if item is None:
        return ""
    return chr(item) if isinstance(item, int) else str(item)


@method("str", "splitlines")
def _splitlines(f: Lowering, node: ast.AST, text: Value, keepends: Value | None = None) -> Value:
    keep = f.module.constant(False) if keepends is None else keepends
    return f.inline(library.text_lines, {"text": text, "keepends": keep})


@method("str", "rsplit")
def _rsplit(
    f: Lowering, node: ast.AST, text: Value, sep: Value = NOTHING, maxsplit: Value | None = None
) -> Value:
    if sep.type == NONE:
        return _split(f, node, text, sep, maxsplit)
    most = f.constant_int(-1) if maxsplit is None else f.integer(maxsplit)
    return inline(f, library.text_rsplit, text=text, part=sep, most=most)


@method("str", "split")
def _split(
    f: Lowering, node: ast.AST, text: Value, sep: Value = NOTHING, maxsplit: Value | None = None
) -> Value:
    if sep.type == NONE:
        if maxsplit is not None:
            raise CompileError("split() at blanks takes no maxsplit here", "give the separator")
        return inline(f, library.text_words, text=text)
    if maxsplit is None:
        return inline(f, library.text_split, text=text, part=sep)
    return inline(f, library.text_split_often, text=text, part=sep, most=f.integer(maxsplit))


in_python("str", "title", library.text_title, "text")
for _name, _of_part in (
    *(("partition", library.text_partition), ("rpartition", library.text_rpartition)),
    *(("removeprefix", library.text_removeprefix), ("removesuffix", library.text_removesuffix)),
):
    in_python("str", _name, _of_part, "text", "part")
in_python("str", "zfill", library.text_zfill, "text", "width")
