"""Comprehensions and generator expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from outply.compiler.errors import SET_ORDER, CompileError
from outply.compiler.flow import Edge
from outply.compiler.loops import Filtered, Mapped, Plan
from outply.compiler.operators import Operators, has_walrus
from outply.compiler.source import Context
from outply.compiler.types import BOOL, Set, Value
from outply.compiler.unordered import ALL_ITEMS, is_exact, is_free_of_effects

__all__ = ["Comprehensions"]


class Comprehensions(Operators):
    """The value of a comprehension."""

    # -- comprehensions -----------------------------------------------------------------------

    def comprehension(self, node: Any, element: Callable[[], Value]) -> Plan:
        """The plan of a comprehension; its variables are its own."""
        names = {
            n.id
            for part in node.generators
            for n in ast.walk(part.target)
            if isinstance(n, ast.Name)
        }
        self.count += 1
        outer = self.context
        inner = Context(outer.code, f"{outer.prefix}%{self.count}.", outer, names)
        source = node.generators[0].iter
        value = self.unaliased(source, node) if has_walrus(node) else self.expr(source)
        use = self.module.order_free.get(node)
        if use and not is_free_of_effects(node, use, lambda name: inner.owner(name) is not None):
            use = None
        seen: list[bool] = []  # one for each set that is looped over

        def plan_over(items: Value) -> Plan:
            if use is None or not isinstance(items.type, Set):
                return self.plan_of(items)
            seen.append(True)
            return self.plan_of_set(items)

        def checked() -> Value:
            made = element()
            if seen and use == ALL_ITEMS and not is_exact(made.type):
                raise CompileError(SET_ORDER, "loop over sorted(…)")
            return made

        first = plan_over(value)

        def within(write: Callable[[], Any]) -> Any:
            saved, self.context = self.context, inner
            try:
                return write()
            finally:
                self.context = saved

        def level(index: int, plan: Plan) -> Plan:
            part = node.generators[index]
            if part.is_async:
                raise CompileError("async for cannot be compiled", "use for")

            def bound(item: Value) -> Value:
                within(lambda: self.assign(part.target, item))
                return item

            found: Plan = Mapped(plan, bound)
            for condition in part.ifs:
                found = Filtered(found, self._condition(within, condition))
            if index + 1 == len(node.generators):
                return Mapped(found, lambda _: within(checked))
            return Nested(
                found,
                lambda: level(
                    index + 1,
                    within(lambda: plan_over(self.expr(node.generators[index + 1].iter))),
                ),
            )

        return level(0, first)

    def _condition(
        self, within: Callable[[Callable[[], Any]], Any], node: ast.expr
    ) -> Callable[[Value], str]:
        return lambda _: str(within(lambda: self.truth_of(node)))

    def of_ListComp(self, node: ast.ListComp) -> Value:
        plan = self.comprehension(node, lambda: self.solid(self.argument(self.expr(node.elt))))
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
        plan = self.comprehension(node, lambda: self.solid(self.argument(self.expr(node.elt))))
        return self.module.known(plan)

    def of_SetComp(self, node: ast.SetComp) -> Value:
        return self.filled(self.site(node), lambda: self._set_comprehension(node))

    def plan_of_set(self, items: Value) -> Plan:
        """The items of a set, where their order does not matter."""
        from outply.compiler.builtin import set_plan

        return set_plan(self, items)  # type: ignore[arg-type]

    def _set_comprehension(self, node: ast.SetComp) -> Value:
        self.module.order_free[node] = ALL_ITEMS
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
            pairs[:] = [(self.expr(node.key), self.solid(self.argument(self.expr(node.value))))]
            return pairs[0][0]

        plan = self.comprehension(node, element)
        self.each(plan, lambda item, _: self.set_key(made, *pairs[0]))
        return made


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
            f.edge(done)
            f.meet(done)
            return f.env

        self.outer.emit(f, each, ends)
