"""The functions of `itertools`."""

from __future__ import annotations

import ast
import itertools
import operator
from collections.abc import Callable
from typing import Any

from outply.compiler import library
from outply.compiler.builtin import _stored, as_handler, builtin, in_any_order, plan_by_index
from outply.compiler.callees import BUILTINS
from outply.compiler.container_types import Row, Series, Union
from outply.compiler.flow import SpilledValue
from outply.compiler.loops import (
    Chained,
    Indexed,
    Mapped,
    Plan,
    Unrolled,
)
from outply.compiler.object_types import Known
from outply.compiler.refusals import CompileError
from outply.compiler.statements import Lowering
from outply.compiler.type_parts import is_sequence
from outply.compiler.types import INT, NONE, TEXT, Value


def generator(f: Lowering, code: Any, /, **arguments: Value) -> Value:
    """A generator of the library, called."""
    return f.plan_inline(code, arguments)


def require_least(f: Lowering, number: Value, least: int, message: str) -> None:
    """Raise ValueError for a number that is too small, at once and not when items are asked for."""
    if not number.is_known:
        f.fail_if(f.op(f"icmp slt i64 {number.text}, {least}"), ValueError, message)
    elif number.known < least:
        raise f.failure(ValueError, message)


@builtin(itertools.chain)
def _chain(f: Lowering, node: ast.AST, *many: Value) -> Value:
    many = tuple(in_any_order(f, node, value) for value in many)
    kept = [f.keep(value) if not isinstance(value.type, Known) else value for value in many]

    def plan(value: Any) -> Callable[[], Plan]:
        return lambda: f.plan_of(value if isinstance(value, Value) else value.get())

    return f.module.known(Chained([plan(value) for value in kept]))


@builtin(itertools.product)
def _product(f: Lowering, node: ast.AST, *many: Value, repeat: Value | None = None) -> Value:
    times = 1 if repeat is None else repeat.known
    if repeat is not None:
        require_least(f, f.integer(repeat), 0, "repeat argument cannot be negative")
    if not isinstance(times, int) or len(many) * times > 4:
        return _product_of_many(f, node, list(many), repeat)
    pools = []
    for number, value in enumerate(many):
        plan = plan_by_index(f, value)
        pools.append(plan if isinstance(plan, Indexed) else _stored(f, plan, node, number))
    pools *= times
    if not pools:
        return f.module.known(Unrolled([f.tuple_of([])]))
    names = ("one", "other", "third", "fourth")
    arguments = {name: f.module.known(pool) for name, pool in zip(names, pools, strict=False)}
    return generator(f, getattr(library, f"product_{len(pools)}"), **arguments)


def _product_of_many(f: Lowering, node: ast.AST, many: list[Value], repeat: Value | None) -> Value:
    """`product` of five or more, or of as many as a variable says."""
    found = generator(f, library.product_of_many, pools=_pools(f, node, many, repeat))
    if repeat is not None and not repeat.is_known:
        return found
    size = len(many) * (1 if repeat is None else repeat.known)

    def fixed(item: Value) -> Value:
        assert isinstance(item.type, Series)
        return f.convert(item, Row(item.type.item, size))

    return f.module.known(Mapped(f.plan_of(found), fixed))


def _pools(f: Lowering, node: ast.AST, many: list[Value], repeat: Value | None) -> Value:
    """A list of the lists of which `product` takes one item each."""
    site = f.site(node, "pool")
    lists = [f.keep(f.listed(f.plan_of(value), site)) for value in many]
    whole = f.empty_list(f.site(node, "pools"))
    for one in lists:
        f.append(whole, one.get())
    return whole if repeat is None else _repeated_pool(f, lists, f.integer(repeat))


def _repeated_pool(f: Lowering, lists: list[SpilledValue], times: Value) -> Value:
    if len(lists) != 1:
        raise CompileError("product() of several, repeated, cannot be compiled", "write loops")
    return f.inline(library.times_of, {"pool": lists[0].get(), "times": times})


def _pool(f: Lowering, node: ast.AST, items: Value) -> Value:
    if is_sequence(items.type) or items.type == TEXT:
        return f.materialized(items)
    made = f.listed(f.plan_of(items), f.site(node, "pool"))
    f.refuse_groups(made)
    return made


@builtin(itertools.combinations)
def _combinations(f: Lowering, node: ast.AST, items: Value, r: Value) -> Value:
    pool = _pool(f, node, items)
    require_least(f, f.integer(r), 0, "r must be non-negative")
    if r.is_known and r.known in (2, 3):
        return generator(f, library.pairs_of if r.known == 2 else library.triples_of, pool=pool)
    return generator(f, library.combinations, pool=pool, size=f.integer(r))


@builtin(itertools.combinations_with_replacement)
def _combinations_with_replacement(f: Lowering, node: ast.AST, items: Value, r: Value) -> Value:
    pool = _pool(f, node, items)
    require_least(f, f.integer(r), 0, "r must be non-negative")
    return generator(f, library.combinations_with_replacement, pool=pool, size=f.integer(r))


@builtin(itertools.compress)
def _compress(f: Lowering, node: ast.AST, data: Value, selectors: Value) -> Value:
    pairs = BUILTINS[zip](f, node, [data, selectors], {})
    return generator(f, library.compressed, pairs=pairs)


@builtin(itertools.permutations)
def _permutations(f: Lowering, node: ast.AST, items: Value, r: Value | None = None) -> Value:
    pool = _pool(f, node, items)
    if r is not None and r.is_known and r.known == 2:
        return generator(f, library.ordered_pairs_of, pool=pool)
    size = f.length(pool) if r is None or r.known is None else f.integer(r)
    require_least(f, size, 0, "r must be non-negative")
    return generator(f, library.permutations, pool=pool, size=size)


@builtin(itertools.accumulate)
def _accumulate(
    f: Lowering,
    node: ast.AST,
    items: Value,
    func: Value | None = None,
    *,
    initial: Value | None = None,
) -> Value:
    func = None if func is None or func.type == NONE else func
    if initial is not None and isinstance(initial.type, Union) and NONE in initial.type.items:
        reason = "accumulate() with an initial value that may be None cannot be compiled"
        raise CompileError(reason, "test it first: if initial is None")
    if initial is not None and initial.type != NONE:
        function = func or f.module.known(operator.add)
        given = {"items": items, "function": function, "initial": f.materialized(initial)}
        return generator(f, library.accumulated_from, **given)
    if func is None:
        return generator(f, library.accumulated, items=items)
    return generator(f, library.accumulated_by, items=items, function=func)


@builtin(itertools.pairwise)
def _pairwise(f: Lowering, node: ast.AST, items: Value) -> Value:
    return generator(f, library.pairs, items=items)


@builtin(itertools.takewhile)
def _takewhile(f: Lowering, node: ast.AST, test: Value, items: Value) -> Value:
    return generator(f, library.taken_while, test=test, items=items)


@builtin(itertools.dropwhile)
def _dropwhile(f: Lowering, node: ast.AST, test: Value, items: Value) -> Value:
    return generator(f, library.dropped_while, test=test, items=items)


@builtin(itertools.starmap)
def _starmap(f: Lowering, node: ast.AST, function: Value, items: Value) -> Value:
    plan = f.plan_of(items)
    return f.module.known(
        Mapped(plan, lambda item: f.materialized(f.call(function, f.items(item), {}, node)))
    )


@builtin(itertools.count)
def _count(
    f: Lowering, node: ast.AST, start: Value | None = None, step: Value | None = None
) -> Value:
    first = f.keep(f.integer(start) if start else f.constant_int(0))
    by = f.keep(f.integer(step) if step else f.constant_int(1))
    most = f.keep(f.constant_int((1 << 63) - 1))

    def getter(at: str) -> Value:
        return f.arithmetic("add", first.get(), f.arithmetic("mul", Value(INT, at), by.get()))

    return f.module.known(Indexed(most, getter))


@builtin(itertools.repeat)
def _repeat(f: Lowering, node: ast.AST, item: Value, times: Value | None = None) -> Value:
    kept = f.keep(f.copied(item))
    number = f.integer(times) if times is not None else f.constant_int((1 << 63) - 1)
    known = max(number.known, 0) if times is not None and number.is_known else None
    return f.module.known(Indexed(f.keep(number), lambda at: kept.get(), known))


@builtin(itertools.islice)
def _islice(f: Lowering, node: ast.AST, items: Value, *ends: Value) -> Value:
    if not 1 <= len(ends) <= 3:
        raise CompileError("islice() takes an iterable and one to three numbers")
    start, stop, step = ([None, *ends, None] if len(ends) == 1 else [*ends, None])[:3]
    first = f._slice_end(start, 0)[0] or f.constant_int(0)
    by = f._slice_end(step, 1)[0] or f.constant_int(1)
    stop = f._slice_end(stop, (1 << 63) - 1)[0]
    for number, least in ((first, 0), (stop, 0), (by, 1)):
        if number is not None:
            require_least(f, number, least, "Indices for islice() must be None or at least 0")
    if stop is None:
        return generator(f, library.sliced_to_the_end, items=items, start=first, step=by)
    return generator(f, library.sliced, items=items, start=first, stop=stop, step=by)


@builtin(itertools.zip_longest)
def _zip_longest(
    f: Lowering, node: ast.AST, one: Value, other: Value, *, fillvalue: Value | None = None
) -> Value:
    fill = fillvalue or Value(NONE, known=None)
    pools = [_pool(f, node, one), _pool(f, node, other)]
    return generator(f, library.zipped_longest, one=pools[0], other=pools[1], fill=fill)


BUILTINS[itertools.chain.from_iterable] = as_handler(
    lambda f, node, items: _flattened(f, node, items), "from_iterable"
)


def _flattened(f: Lowering, node: ast.AST, items: Value) -> Value:
    return generator(f, library.flattened, items=items)
