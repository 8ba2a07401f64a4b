"""Generators: a `yield` becomes a jump into the body of the loop and back."""

from __future__ import annotations

from collections.abc import Callable

from outply.compiler.calls import _returning
from outply.compiler.closures import Closures
from outply.compiler.flow import Edge, Env, Handler, Kept
from outply.compiler.loops import Body, GeneratorCall
from outply.compiler.source import Code, Context
from outply.compiler.types import (
    Known,
    Maybe,
    Type,
    Value,
    is_aggregate,
    join,
)

__all__ = ["Generators"]


class Generators(Closures):
    """Loops over what a function yields."""

    def loop_over_generator(self, call: GeneratorCall, body: Body) -> None:
        """The generator's code here, with jumps to the loop's body and back where it yields."""
        code = call.code
        if code in self.inlined:
            self._loop_over_collected(call, body)
            return
        assert self.env is not None
        outer = self.context
        self.count += 1
        inner = Context(code, f"{code.name}{self.count}.", call.context)
        resume = self.alloca("i64")
        yields: list[Edge] = []
        returns: list[Edge] = []
        kinds: list[Type] = []
        widened: list[bool] = []  # whether a yield was of a wider type than those before it
        slot = f"{inner.prefix}%yield"

        def yielded(value: Value) -> None:
            value = self.argument(self.annotated_yield(value, code))
            kind = self.joint(kinds[0], value.type) if kinds else value.type
            if not kinds or kind != kinds[0]:
                widened[:] = [True] * len(kinds)
                kinds[:] = [kind]
            if not isinstance(kind, Known):
                self.set_slot(slot, kind, self.convert(value, kind))
            self.do(f"store i64 {len(yields)}, ptr {resume}")
            env = self.env
            assert env is not None
            self.edge(yields)
            self.start(f"r{yields[-1][0]}")
            self.env = env

        def write_generator(head: Env) -> None:
            saved = (self.on_return, self.on_yield, self.loops, self.node, self.file)
            handlers = self.handlers
            self.on_return, self.on_yield, self.loops = self._generator_end(returns), yielded, []
            self.context = inner
            self.inlined.append(code)
            self.generators.append(call)
            for name, value in call.given.items():
                given = value.get() if isinstance(value, Kept) else value
                self.bind_argument(inner.prefix + name, given, name in code.stored)
            self.forget_flags(code, inner)
            self.block(code.body)
            self.edge(returns)
            self.inlined.pop()
            self.generators.pop()
            self.on_return, self.on_yield, self.loops, self.node, self.file = saved
            self.handlers = handlers
            self.context = outer

        def write() -> Env | None:
            mark, head = len(self.lines), dict(self.env or {})
            lists = [(items, len(items)) for items in self.lists]
            while True:
                widened.clear()
                write_generator(head)
                if not widened:
                    break
                del self.lines[mark:]  # a later yield was of a wider type
                for items, length in lists:
                    del items[length:]
                self.env = dict(head)
            back = None
            if yields:
                self._join_yields(yields, head)
                back = self.attempt(lambda: body(self.get_slot(slot, kinds[0])))
                if back is not None:
                    self.convert_back(head, back)
                    self._resume(resume, [f"r{label}" for label, _ in yields])
            ended = [
                (label, after(head, back, {n: env[n] for n in head if n in env}))
                for label, env in returns
            ]
            self.meet(ended)
            if self.env is not None:
                self.env = {n: k for n, k in self.env.items() if not n.startswith(inner.prefix)}
            return back

        self.lists += [returns, yields]
        self.fixed_point(write)
        self.lists.pop()
        self.lists.pop()

    def _join_yields(self, yields: list[Edge], head: Env) -> None:
        """Where the body of the loop begins: after any of the yields."""
        inner = self.label()
        for label, _ in yields:
            self.start(label)
            self.jump(inner)
        self.start(inner)
        self.env = dict(head)

    def _generator_end(self, returns: list[Edge]) -> Callable[[Value], None]:
        return lambda value: self.edge(returns)

    def annotated_yield(self, value: Value, code: Code) -> Value:
        from typing import get_args

        kinds = get_args(code.hints.get("return"))
        return self.annotated(value, kinds[0]) if kinds else value

    def bind_argument(self, name: str, value: Value, is_stored: bool) -> None:
        """Make a value a parameter of code that stands here."""
        assert self.env is not None
        if is_aggregate(value.type) and not is_stored and value.text.startswith(("%m", "%a", "@")):
            self.slots[name, value.type] = (value.text,)
            self.env = {**self.env, name: value.type}
        else:
            self.set_name(name, value)

    def _resume(self, place: str, labels: list[str]) -> None:
        if len(labels) == 1:
            self.jump(labels[0])
            return
        cases = " ".join(f"i64 {i}, label %{label}" for i, label in enumerate(labels[1:], 1))
        self.do(f"switch i64 {self.op(f'load i64, ptr {place}')}, label %{labels[0]} [{cases}]")

    def _loop_over_collected(self, call: GeneratorCall, body: Body) -> None:
        """A generator that calls itself: its items are collected first."""
        first = next((g for g in self.generators if g.code is call.code), None)
        if first is not None:
            self.require_lasting(first)
        bound = {
            name: value.get() if isinstance(value, Kept) else value
            for name, value in call.given.items()
        }
        captured = self._captured(call.code, call.context)
        instance = self._instance(call.code, call.context, bound, captured, ("all", call.key))
        found = self.call_instance(instance, bound, captured)
        ends: list[Edge] = []
        self.plan_of(found).emit(self, body, ends)

    def collect_yields(self, code: Code) -> None:
        """A generator as a function that returns an iterator over all that it yields.

        An exception that it raises is raised when its items are used up, as Python would.
        """
        name = "%yields"
        self.set_name(name, self.empty_list(self.site(code, "yields")))
        status, edges = self.alloca("i32", "0"), list[Edge]()
        returns: list[Edge] = []
        self.lists += [edges, returns]
        self.on_yield = lambda value: self.append(
            self.get_name(name), self.argument(self.annotated_yield(value, code))
        )
        self.on_return = lambda value: self.edge(returns)
        self.handlers.append(Handler(status, edges))
        self.inlined.append(code)
        self.block(code.body)
        self.inlined.pop()
        self.handlers.pop()
        self.edge(returns)
        del self.lists[-2:]
        self.meet([*returns, *edges])
        if self.env is None:
            return
        number = self.op(f"zext i32 {self.op(f'load i32, ptr {status}')} to i64")
        items = self.get_name(name)
        self.leave_with(self.new_iterator(items, number))

    def leave_with(self, value: Value) -> None:
        """Return a value as it is, whatever an annotation says."""
        made = self.instance
        if made.result not in (None, value.type):
            made.result = join(made.result, value.type)
        made.result = made.result or value.type
        self.lines.append(_returning(self.convert(value, made.result)))
        self.env = None


def after(head: Env, back: Env | None, known: Env) -> Env:
    """What is known of variables behind a loop over a generator."""
    new = {
        name: kind if isinstance(kind, Maybe) else Maybe(kind)
        for name, kind in (back or {}).items()
        if name not in head
    }
    return {**new, **known}
