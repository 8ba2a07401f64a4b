"""Comprehensions and generator expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

from outply.compiler.container_types import Set
from outply.compiler.flow import Edge
from outply.compiler.loops import Filtered, Mapped, Plan
from outply.compiler.operators import Operators
from outply.compiler.refusals import SET_ORDER, CompileError
from outply.compiler.source import Context
from outply.compiler.syntax import walk
from outply.compiler.types import BOOL, Value
from outply.compiler.unordered import SET_ITEMS, SOME_ITEMS, is_exact, is_free_of_effects

__all__ = ["Comprehensions"]


class Comprehensions(Operators):
    """The value of a comprehension."""

    # -- comprehensions -----------------------------------------------------------------------

    def comprehension(self, node: Any, element: Callable[[], Value]) -> Plan:
        """The plan of a comprehension; its variables are its own."""
        self.count += 1
        outer = self.context
        inner = Context(outer.code, f"{outer.prefix}%{self.count}.", outer, _variables(node))
        value = self.expr(node.generators[0].iter)
        loops = _ComprehensionLoops(self, node, element, inner)
        return loops.loop(0, loops.plan_over(value))

    def of_ListComp(self, node: ast.ListComp) -> Value:
        plan = self.comprehension(
            node, lambda: self.materialized(self.argument(self.expr(node.elt)))
        )
        if node in self.module.tested:
            return self._has_items(plan)
        return self.listed(plan, self.site(node))

    def _has_items(self, plan: Plan) -> Value:
        """Whether a list would have items, all of which are computed."""
        found = self.alloca("i1")
        self.do(f"store i1 false, ptr {found}")
        self.each(plan, lambda item, _: self.do(f"store i1 true, ptr {found}"))
        return Value(BOOL, self.op(f"load i1, ptr {found}"))

    def of_GeneratorExp(self, node: ast.GeneratorExp) -> Value:
        plan = self.comprehension(
            node, lambda: self.materialized(self.argument(self.expr(node.elt)))
        )
        return self.module.known(plan)

    def of_SetComp(self, node: ast.SetComp) -> Value:
        return self.filled(self.site(node), lambda: self._set_comprehension(node))

    def plan_of_set(self, items: Value) -> Plan:
        """The items of a set, where their order does not matter."""
        from outply.compiler.builtin import set_plan

        return set_plan(self, items)  # type: ignore[arg-type]

    def note_order_free(self, node: ast.expr, use: str | None) -> None:
        """Note which items of an expression are looked at, if their order does not matter."""
        self.module.order_free.pop(node, None)
        is_comprehension = isinstance(node, (ast.GeneratorExp, ast.ListComp))
        if use and (is_comprehension or (isinstance(node, ast.Call) and use == SET_ITEMS)):
            self.module.order_free[node] = use

    def _set_comprehension(self, node: ast.SetComp) -> Value:
        self.module.order_free[node] = SET_ITEMS
        made = self.empty_set(self.site(node))
        plan = self.comprehension(node, lambda: self.expr(node.elt))
        self.each(plan, lambda item, _: self.add_key(made, item))
        return made

    def of_DictComp(self, node: ast.DictComp) -> Value:
        return self.filled(self.site(node), lambda: self._dict_comprehension(node))

    def _dict_comprehension(self, node: ast.DictComp) -> Value:
        made = self.empty_dict(self.site(node))
        pairs: list[tuple[Value, Value]] = []

        def element() -> Value:
            pairs[:] = [
                (self.expr(node.key), self.materialized(self.argument(self.expr(node.value))))
            ]
            return pairs[0][0]

        plan = self.comprehension(node, element)
        self.each(plan, lambda item, _: self.set_key(made, *pairs[0]))
        return made


def _variables(node: Any) -> set[str]:
    """The names that a comprehension binds."""
    targets = (name for part in node.generators for name in walk(part.target))
    return {name.id for name in targets if isinstance(name, ast.Name)}


class _ComprehensionLoops:
    """The loops of one comprehension, each around the next; `element` writes its items."""

    def __init__(
        self, f: Comprehensions, node: Any, element: Callable[[], Value], inner: Context
    ) -> None:
        self._f, self._node, self._element, self._inner = f, node, element, inner
        self._loops_over_sets = False
        self._use = f.module.order_free.get(node)
        if self._use and not is_free_of_effects(node, self._use, self._is_variable):
            self._use = None

    def loop(self, index: int, plan: Plan) -> Plan:
        """The loop of one `for` with its conditions, over a plan, and the loops inside it."""
        part = self._node.generators[index]
        if part.is_async:
            raise CompileError("async for cannot be compiled", "use for")
        found: Plan = Mapped(plan, partial(self._bound, part.target))
        for condition in part.ifs:
            test, narrow = partial(self._condition, condition), partial(self._narrow, condition)
            found = Filtered(found, test, narrow)
        if index + 1 == len(self._node.generators):
            return Mapped(found, lambda _: self._within(self._checked_element))
        return Nested(found, lambda: self.loop(index + 1, self._within_plan(index + 1)))

    def plan_over(self, items: Value) -> Plan:
        """The plan of what is looped over; a set only if its order does not matter."""
        if self._use is None or not isinstance(items.type, Set):
            return self._f.plan_of(items)
        self._loops_over_sets = True
        return self._f.plan_of_set(items)

    def _within_plan(self, index: int) -> Plan:
        iterated = self._node.generators[index].iter
        plan: Plan = self._within(lambda: self.plan_over(self._f.expr(iterated)))
        return plan

    def _is_variable(self, name: str) -> bool:
        return self._inner.owner(name) is not None

    def _bound(self, target: ast.expr, item: Value) -> Value:
        self._within(lambda: self._f.assign(target, item))
        return item

    def _condition(self, node: ast.expr, _: Value) -> str:
        return str(self._within(lambda: self._f.truth_of(node)))

    def _narrow(self, node: ast.expr) -> None:
        """What a condition that holds says of variables."""
        self._within(lambda: self._f.narrow(self._f.narrowings(node), True))

    def _checked_element(self) -> Value:
        made = self._element()
        if self._loops_over_sets and self._use != SOME_ITEMS and not is_exact(made.type):
            raise CompileError(SET_ORDER, "use sorted(…)")
        return made

    def _within(self, write: Callable[[], Any]) -> Any:
        """Write code in which the names are the comprehension's own."""
        f = self._f
        saved, f.context = f.context, self._inner
        try:
            return write()
        finally:
            f.context = saved


class Nested(Plan):
    """For each item of a plan, another plan: the inner loop of a comprehension."""

    def __init__(self, outer: Plan, inner: Callable[[], Plan]) -> None:
        self.outer, self.inner = outer, inner

    def emit(self, f: Any, body: Any, ends: list[Edge]) -> None:
        def each(_: Value) -> Any:
            done: list[Edge] = []
            f.lists.append(done)
            self.inner().emit(f, body, done)
            f.lists.pop()
            f.end_at(done)
            return f.env

        self.outer.emit(f, each, ends)
