"""What else is refused in a statement behind the first refusal in it.

The function is refused in any case, so what is written here is never run: each part of the
statement is written by itself, and what it sets stays unknown.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from outply.compiler.calls import Refused
from outply.compiler.container_types import Set
from outply.compiler.flow import Unreachable
from outply.compiler.materializing import LIBRARY
from outply.compiler.object_types import RefusedType
from outply.compiler.operators import Narrowing
from outply.compiler.refusals import CompileError
from outply.compiler.scans import Scans
from outply.compiler.source import Context
from outply.compiler.syntax import walk
from outply.compiler.types import Value

__all__ = ["Unreached", "inner_bodies"]

# These cannot be written by themselves; their parts can.
PART_OF_ANOTHER = (ast.FormattedValue, ast.Slice, ast.Yield, ast.YieldFrom, ast.Await)


class Unreached(Scans):
    """The parts of a refused statement, each by itself."""

    def note_refusal(self, error: CompileError, otherwise: ast.AST) -> None:
        """Remember what was refused, at the author's line."""
        node = getattr(error, "node", otherwise)
        if self.context.code.file in LIBRARY or not hasattr(node, "lineno"):
            node = self.node
        self.instance.is_refused = True
        if not isinstance(error, Refused):
            self.module.refuse(error, self.file, node.lineno, getattr(node, "col_offset", 0))

    def look_through(self, node: ast.AST) -> None:
        """Note what is refused in the expressions of a statement, or of another node."""
        if self.context.code.file in LIBRARY:
            return
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self._look_at(child)
            elif isinstance(child, (ast.keyword, ast.match_case)):
                self.look_through(child)

    def _look_at(self, node: ast.expr) -> None:
        """Note what is refused in an expression, if anything is."""
        if isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
            return
        if isinstance(node, PART_OF_ANOTHER):
            self.look_through(node)
            return
        if self._is_written(lambda: self._write_all(node), node):
            return
        match node:
            case ast.BoolOp() | ast.IfExp():
                self._look_at_choice(node)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                self._look_at_comprehension(node)
            case ast.Lambda() | ast.NamedExpr():
                pass
            case _:
                self.look_through(node)

    def _write_all(self, node: ast.expr) -> None:
        """Write an expression, and the items of a generator expression, too."""
        value = self.expr(node.value if isinstance(node, ast.Starred) else node)
        if isinstance(node, ast.GeneratorExp):
            self.each(value.known, lambda item, ends: None)

    def _is_written(self, write: Callable[[], Any], node: ast.AST) -> bool:
        """Whether nothing was refused; the variables are then as they were before."""
        before, env, context = self.under_way(), self.env, self.context
        try:
            write()
        except Unreachable:
            self.end_block()
        except CompileError as error:
            self.note_refusal(error, node)
            return False
        finally:
            self.take_up(before)
            self.env, self.context = env, context
            self.start(self.label())
        return True

    def _look_at_choice(self, node: ast.BoolOp | ast.IfExp) -> None:
        """Each operand where those before it have the value that leads to it."""
        env = self.env
        if isinstance(node, ast.IfExp):
            self._look_at(node.test)
            for part, holds in ((node.body, True), (node.orelse, False)):
                self._look_behind(node.test, holds, part)
                self.env = env
            return
        holds = isinstance(node.op, ast.And)
        self._look_at(node.values[0])
        for test, part in zip(node.values, node.values[1:], strict=False):
            self._look_behind(test, holds, part)
        self.env = env

    def _look_behind(self, test: ast.expr, holds: bool, part: ast.expr) -> None:
        """Note what is refused in an operand, unless what comes before says it is not reached."""
        if self.env is not None:
            self.narrow_or_end(self.narrowings(test), holds)
        if self.env is not None:
            self._look_at(part)

    def narrow_or_end(self, narrowed: list[Narrowing], holds: bool) -> None:
        """Narrow what a test says of a variable; it may say that the branch is never reached."""
        try:
            self.narrow(narrowed, holds)
        except Unreachable:
            self.end_block()
            self.env = None

    def _look_at_comprehension(self, node: Any) -> None:
        self.count += 1
        names = {name for part in node.generators for name in _names(part.target)}
        prefix = f"{self.context.prefix}%{self.count}."
        env, outer = self.env, self.context
        inner = Context(outer.code, prefix, outer, names)
        self._look_at_loop(node, 0, inner)
        self.env, self.context = env, outer

    def _look_at_loop(self, node: Any, index: int, inner: Context) -> None:
        """One `for` of a comprehension with its conditions, and what is inside of it."""
        if index == len(node.generators):
            is_dict = isinstance(node, ast.DictComp)
            for part in (node.key, node.value) if is_dict else (node.elt,):
                self._look_at(part)
            return
        part = node.generators[index]

        def go_on() -> None:
            self.context = inner
            for condition in part.ifs:
                self._look_at(condition)
                if self.env is not None:
                    self.narrow_or_end(self.narrowings(condition), True)
            if self.env is not None:
                self._look_at_loop(node, index + 1, inner)

        def loop() -> None:
            value = self.expr(part.iter)
            plan = self.plan_of_set(value) if isinstance(value.type, Set) else self.plan_of(value)
            self.context = inner
            self.each(plan, turn)

        def turn(item: Value, _: Any) -> None:
            self.assign(part.target, item)
            env = self.env
            go_on()
            self.env = env

        if not self._is_written(loop, part.iter):
            self.look_through(part.iter)
            self.context = inner
            self.forget(part.target)
            go_on()

    def forget(self, node: ast.AST) -> None:
        """Say that the values of the variables that a node sets are not known."""
        assert self.env is not None
        for name in _names(node):
            owner = self.context.owner(name)
            if owner is not None:
                self.env = {**self.env, owner.prefix + name: RefusedType()}


def _names(node: ast.AST) -> list[str]:
    """The variables that a node sets."""
    parts = walk(node)
    found = (part for part in parts if isinstance(part, ast.Name))
    captured = (getattr(part, field, None) for part in parts for field in ("name", "rest"))
    names = [part.id for part in found if isinstance(part.ctx, ast.Store)]
    return names + [name for name in captured if isinstance(name, str)]


def inner_bodies(statement: ast.stmt) -> list[list[ast.stmt]]:
    """The blocks of statements inside of one that is neither an `if` nor a function."""
    match statement:
        case ast.With():
            return [statement.body]
        case ast.For() | ast.While():
            return [statement.body, statement.orelse]
        case ast.Match():
            return [case.body for case in statement.cases]
        case ast.Try():
            handlers = [handler.body for handler in statement.handlers]
            return [statement.body, *handlers, statement.orelse, statement.finalbody]
    return []
