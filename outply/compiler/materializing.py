"""Lazy values that are computed where they are stored or passed: what they read must last.

`lazy_values.py` finds in the text of a function what happens before their last use.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

from outply.compiler import library
from outply.compiler.changes import changed_names, receives_changes
from outply.compiler.container_types import Dict, List, Row, Series, Set, Struct, Tuple, Union, View
from outply.compiler.flow import Edge, Handler, SpilledValue, Unreachable
from outply.compiler.lazy_values import (
    Lifetime,
    called_at_once,
    eager_names,
    is_endless,
    lazy_names,
    lifetime_of,
    values_of,
)
from outply.compiler.local_functions import LocalFunction, captured_names
from outply.compiler.loops import GeneratorCall, Loops, Plan
from outply.compiler.object_types import Iterator_, Known, Maybe, RecordArray, RecordReference
from outply.compiler.refusals import CompileError
from outply.compiler.source import Code, Context, free_names
from outply.compiler.type_relations import is_changeable
from outply.compiler.types import INT, Type, Value

__all__ = ["LIBRARY", "Materializing", "has_iterator", "is_set_again"]

LIBRARY = frozenset(map(str, Path(library.__file__).parent.glob("*.py")))


class Materializing(Loops):
    """What computes lazy values, and refuses those that may have changed by their use."""

    context: Context

    def _materialized_plan(self, plan: Plan) -> Value:
        made = plan.value(self)
        if made is not None:
            return made
        self.require_lasting(plan)
        if plan.view:
            return self._view_of(plan)
        return self.iterator_over(plan)

    def _view_of(self, plan: Plan) -> Value:
        """A view of a dict, with the items that it has now."""
        made = self.listed(plan, self._site_of(plan))
        if made.type_as(List).item is None:
            return Value(View(INT, plan.view), "null", "0")
        span = self.span_of(made)
        return Value(View(span.item, plan.view), span.place, span.size)

    def materialized(self, value: Value) -> Value:
        """A value that can be kept in a variable: a plan becomes an iterator."""
        if isinstance(value.known, Plan) and isinstance(value.type, Known):
            return self._materialized_plan(value.known)
        if isinstance(value.type, Known):
            constant = self.module.constant(value.known)
            if constant is not None:
                return self.loaded(constant)
        return value

    def truth(self, value: Value) -> str:
        is_view = isinstance(value.known, Plan) and isinstance(value.type, Known)
        is_view = is_view and (value.known.view or value.known.value(self) is not None)
        return super().truth(self.materialized(value) if is_view else value)

    def forced(self, value: Value) -> Value:
        """A value as a variable can hold it: a lazy one is computed."""
        is_lazy = isinstance(value.known, Plan) and isinstance(value.type, Known)
        return self.materialized(value) if is_lazy else value

    def note_laziness(self, value: Value, node: ast.expr) -> None:
        """Keep in mind where a lazy value was made; one that is computed already must last."""
        plan = value.known
        if isinstance(plan, Plan) and isinstance(value.type, Known):
            if plan.made is None:
                plan.made, plan.made_in = node, self.context
        elif isinstance(node, ast.Call) and has_iterator(value.type):
            self.require_unchanged(node, self.context)

    def require_lasting(self, plan: Plan, hint: str = "use list(…)") -> None:
        """A lazy value that is computed at once: what it reads must not change before its use."""
        if plan.made is None or plan.made_in is None:
            return
        if isinstance(plan, GeneratorCall):
            self._require_given_lasting(plan, hint)
        self.require_unchanged(plan.made, plan.made_in, bool(plan.view), hint)

    def _require_given_lasting(self, plan: GeneratorCall, hint: str) -> None:
        """A generator that is computed at once may not change what it was given."""
        assert plan.made is not None
        if _changes_what_it_reads(plan.code):
            for name, value in self._given(plan).items():
                if _may_change(value.type):
                    raise _changing(plan.made, name, hint)
        if not plan.is_authors:
            given = [v.known for v in plan.given.values() if isinstance(v, Value)]
            for one in given:
                if isinstance(one, GeneratorCall) and one.made is plan.made:
                    self._require_given_lasting(one, hint)

    def _given(self, plan: GeneratorCall) -> dict[str, Value]:
        found = {n: v.get() if isinstance(v, SpilledValue) else v for n, v in plan.given.items()}
        captured = self._captured(plan.code, plan.context)
        return {**found, **{n.partition(".")[2]: v for n, v in captured.items()}}

    def require_unchanged(
        self, made: ast.expr, context: Context, is_view: bool = False, hint: str = "use list(…)"
    ) -> None:
        """What a lazy value reads must not change before it is used for the last time."""
        name = self.name_that_changes(made, context, is_view)
        if name is None:
            return
        if any(is_endless(part, context.code) for part in self._lazy_parts(made, context)):
            hint = "write it into the for loop that uses it"
        raise _changing(made, name, hint)

    def name_that_changes(
        self, made: ast.expr, context: Context, is_view: bool = False
    ) -> str | None:
        """A variable that a lazy value reads and that may change before it is used."""
        if not _is_authors(context.code):
            return None
        lifetime = lifetime_of(context.code, made)
        lifetime = lifetime.of_view() if is_view else lifetime
        parts = self._lazy_parts(made, context)
        names = (self._name_in_part(part, lifetime, context) for part in parts)
        return next((name for name in names if name is not None), None)

    def _name_in_part(self, made: ast.expr, lifetime: Lifetime, context: Context) -> str | None:
        lazy, reached, changed = self._names_behind(made, context)
        for name in sorted(lazy):
            if self._is_set_meanwhile(name, lifetime, context):
                return name
        eager = eager_names(made, lambda part: self._is_copied(part, context))
        for name in sorted(lazy | eager | reached):
            kind = self._kind_of(name, context)
            if kind is None or not _may_change(kind):
                continue
            if name in changed or self._is_changed_meanwhile(name, kind, lifetime, context):
                return name
        return None

    def _lazy_parts(self, made: ast.expr, context: Context) -> list[ast.expr]:
        """A lazy value, and those in variables of which it takes items."""
        found, seen = [made], set[str]()
        for part in found:
            for name in sorted(free_names(part) - seen):
                kind, owner = self._kind_of(name, context), context.owner(name)
                if owner is not None and (kind is None or has_iterator(kind)):
                    seen.add(name)
                    found += values_of(name, owner.code)
        return found

    def _names_behind(
        self, made: ast.expr, context: Context
    ) -> tuple[set[str], set[str], set[str]]:
        """The variables that a lazy value reads later, reads at once, and changes."""
        lazy, reached, changed = lazy_names(made), set[str](), set[str]()
        at_once = called_at_once(made)
        for name in free_names(made) - at_once:
            self._add_reads(name, context, lazy, changed)
        for name in at_once:
            self._add_reads(name, context, reached, set())
        return lazy, reached, changed | changed_names(made, context.code)

    def _add_reads(self, name: str, context: Context, lazy: set[str], changed: set[str]) -> None:
        """The variables that a nested function reads when a lazy value calls it."""
        kind = self._kind_of(name, context)
        local = kind.value if isinstance(kind, Known) else None
        if not isinstance(local, LocalFunction):
            return
        changed |= changed_names(local.code.node, local.code)
        for used in captured_names(local.code) - lazy:
            lazy.add(used)
            self._add_reads(used, context, lazy, changed)

    def _kind_of(self, name: str, context: Context) -> Type | None:
        owner = context.owner(name)
        kind = (self.env or {}).get(owner.prefix + name) if owner is not None else None
        return kind.type if isinstance(kind, Maybe) else kind

    def _is_set_meanwhile(self, name: str, lifetime: Lifetime, context: Context) -> bool:
        owner = context.owner(name)
        if owner is None:
            return False
        if owner.code is context.code:
            return owner.locals is owner.code.locals and lifetime.sets(name)
        is_suspended = context.code.is_generator and name in owner.code.set_in_loops
        return is_suspended or is_set_again(context, name)

    def _is_changed_meanwhile(
        self, name: str, kind: Type, lifetime: Lifetime, context: Context
    ) -> bool:
        if has_iterator(kind):
            return lifetime.uses(name) or not (name in context.code.stored or lifetime.returned)
        is_deep = any(map(_may_change, _parts(kind)))
        return lifetime.changes(name, is_deep, lambda other: self._can_be_changed(other, context))

    def _can_be_changed(self, name: str, context: Context) -> bool:
        """Whether a variable may hold something that can be changed, or a function that does so."""
        if context.owner(name) is None:
            return False
        kind = self._kind_of(name, context)
        if isinstance(kind, Known) and isinstance(kind.value, LocalFunction):
            return receives_changes(kind.value.code)
        if isinstance(kind, Iterator_):
            return _may_change(kind.item)
        return kind is None or _may_change(kind)

    def _is_copied(self, node: ast.expr, context: Context) -> bool:
        """Whether a copy of a container shares nothing with it that can be changed."""
        kind = self._kind_of(node.id, context) if isinstance(node, ast.Name) else None
        is_container = isinstance(kind, (List, Set, Dict))
        return is_container and not any(map(_may_change, _parts(kind)))

    def iterator_over(self, plan: Plan) -> Value:
        """An iterator over what a plan gives; an error is raised when its items are used up."""
        name = self.temporary("items")
        self.set_name(name, self.empty_list(self._site_of(plan)))
        status = self.alloca("i32")
        self.do(f"store i32 0, ptr {status}")
        self._until_error(
            status,
            lambda: self.each(plan, lambda item, _: self.append(self.get_name(name), item)),
        )
        self.refuse_groups(self.get_name(name))
        wide = self.op(f"zext i32 {self.op(f'load i32, ptr {status}')} to i64")
        return self.new_iterator(self.get_name(name), wide)

    def refuse_groups(self, items: Value) -> None:
        """A group of `groupby` is empty once the next one is asked for, so none can be stored."""
        if self.module.has_groups and has_iterator(items.type):
            raise CompileError(
                "a groupby cannot be stored or passed to a function",
                "write the groupby into the for loop",
            )

    def _until_error(self, status: str, write: Callable[[], None]) -> None:
        """Write code that ends where it raises an exception, whose status is kept."""
        edges: list[Edge] = []
        self.lists.append(edges)
        self.handlers.append(Handler(status, edges))
        self.attempt(write)
        self.handlers.pop()
        self.lists.pop()
        self.end_at(edges)
        if self.env is None:
            raise Unreachable

    def _site_of(self, plan: Plan) -> Any:
        """The same for the same plan, whenever its function is written again."""
        key = plan.key if isinstance(plan, GeneratorCall) else type(plan).__name__
        return self.site(self.node if plan.made is None else plan.made, f"plan{key}")

    # -- of classes that follow in the chain ------------------------------------------------

    def loaded(self, constant: Any) -> Value:
        raise NotImplementedError

    def _captured(self, code: Code, context: Context | None) -> dict[str, Value]:
        raise NotImplementedError


def has_iterator(kind: Type) -> bool:
    """Whether a value contains an iterator."""
    if isinstance(kind, (Row, Tuple, Struct, Union)):
        return any(has_iterator(item) for item in set(kind.items))
    if isinstance(kind, (Series, List)):
        return kind.item is not None and has_iterator(kind.item)
    return isinstance(kind, Iterator_)


def _parts(kind: Type | None) -> list[Type]:
    """The types of what a container or object refers to; of an object anything."""
    if isinstance(kind, (List, Set, Dict)):
        parts = [getattr(kind, part, None) for part in ("key", "item")]
        return [part for part in parts if part is not None]
    return [] if kind is None else [kind]


def _is_authors(code: Code) -> bool:
    return code.file not in LIBRARY


def _changes_what_it_reads(code: Code) -> bool:
    return _is_authors(code) and receives_changes(code)


def _may_change(kind: Type) -> bool:
    return isinstance(kind, (RecordReference, RecordArray)) or is_changeable(kind)


def _changing(made: ast.expr, name: str, hint: str = "use list(…)") -> CompileError:
    what = "a generator" if isinstance(made, ast.GeneratorExp) else ast.unparse(made)
    return CompileError(
        f"{what} is stored or passed to a function, and {name} may change before it is used", hint
    )


def is_set_again(context: Context, name: str) -> bool:
    """Whether a variable around a nested function is set more than once."""
    owner = context.owner(name)
    if owner is None:
        return False
    given = name in (*owner.code.parameters, *owner.code.keyword_only)
    return owner.code.stores[name] + given > 1
