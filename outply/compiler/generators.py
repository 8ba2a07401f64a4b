"""Generators: a `yield` becomes a jump into the body of the loop and back."""

from __future__ import annotations

from outply.compiler.calls import _returning
from outply.compiler.closures import Closures
from outply.compiler.flow import Edge, Env, Handler, SpilledValue
from outply.compiler.loops import Body, GeneratorCall
from outply.compiler.object_types import Iterator_, Known, Maybe
from outply.compiler.source import Code, Context
from outply.compiler.type_join import MOST_NESTING, join
from outply.compiler.type_parts import is_aggregate, nesting
from outply.compiler.types import Type, Value

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
        self.count += 1
        inner = Context(code, f"{code.name}{self.count}.", call.context)
        loop = InlinedGenerator(self, call, inner, body)
        self.lists += [loop.returns, loop.yields]
        self.fixed_point(loop.write)
        self.lists.pop()
        self.lists.pop()

    def join_yields(self, yields: list[Edge], head: Env) -> None:
        """Where the body of the loop begins: after any of the yields."""
        inner = self.label()
        for label, _ in yields:
            self.start(label)
            self.jump(inner)
        self.start(inner)
        self.env = dict(head)

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

    def resume_at(self, place: str, labels: list[str]) -> None:
        if len(labels) == 1:
            self.jump(labels[0])
            return
        self.switch(self.op(f"load i64, ptr {place}"), labels)

    def _loop_over_collected(self, call: GeneratorCall, body: Body) -> None:
        """A generator that calls itself: its items are collected first."""
        first = next((g for g in self.generators if g.code is call.code), None)
        if first is not None:
            self.require_lasting(first, "fill a list")
        bound = {
            name: value.get() if isinstance(value, SpilledValue) else value
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
        self._write_yielding(code)
        self.handlers.pop()
        self.edge(returns)
        del self.lists[-2:]
        self.meet([*returns, *edges])
        if self.env is not None:
            number = self.op(f"zext i32 {self.op(f'load i32, ptr {status}')} to i64")
            self.refuse_groups(self.get_name(name))
            self.leave_with(self.new_iterator(self.get_name(name), number))

    def _write_yielding(self, code: Code) -> None:
        self.inlined.append(code)
        self.block(code.body)
        self.inlined.pop()

    def leave_with(self, value: Value) -> None:
        """Return a value as it is, whatever an annotation says."""
        made = self.instance
        before = None if made.result is None else self.as_made_now(made.result)
        if before is not None and before != value.type:
            made.result = _joint_iterator(before, value.type)
            raise self.module.rewriting(made, hopeless=nesting(made.result) > MOST_NESTING)
        made.result = value.type
        self.lines.append(_returning(value))
        self.env = None


def _joint_iterator(one: Type, other: Type) -> Type:
    """An iterator over the items of two: the list behind it is made anew, with the wider type."""
    if isinstance(one, Iterator_) and isinstance(other, Iterator_):
        return Iterator_(join(one.item, other.item))
    return join(one, other)


def after(head: Env, back: Env | None, known: Env) -> Env:
    """What is known of variables behind a loop over a generator."""
    new = {
        name: kind if isinstance(kind, Maybe) else Maybe(kind)
        for name, kind in (back or {}).items()
        if name not in head
    }
    return {**new, **known}


class InlinedGenerator:
    """A generator's code inside the loop over it: each yield jumps to the loop's body and back."""

    def __init__(self, f: Generators, call: GeneratorCall, inner: Context, body: Body) -> None:
        self.f, self.call, self.inner, self.body = f, call, inner, body
        self.resume = f.alloca("i64")  # which yield to return to
        self.yields: list[Edge] = []
        self.returns: list[Edge] = []
        self.kind: Type | None = None  # of what was yielded so far
        self.is_widened = False  # whether a yield was of a wider type than those before it
        self.slot = f"{inner.prefix}%yield"

    def write(self) -> Env | None:
        """Write generator and body; returns the variables at the end of the body."""
        f = self.f
        head = dict(f.env or {})
        self._write_generator_once(head)
        back = None
        if self.yields:
            back = self._write_loop_body(head)
        ended = [
            (label, after(head, back, {n: env[n] for n in head if n in env}))
            for label, env in self.returns
        ]
        f.meet(ended)
        if f.env is not None:
            f.env = {n: k for n, k in f.env.items() if not n.startswith(self.inner.prefix)}
        return back

    def _write_generator_once(self, head: Env) -> None:
        """Write the generator, and again if a later yield was of a wider type."""
        f = self.f
        mark, lists = len(f.lines), [(items, len(items)) for items in f.lists]
        while True:
            self.is_widened = False
            self._write_generator()
            if not self.is_widened:
                return
            del f.lines[mark:]
            for items, length in lists:
                del items[length:]
            f.env = dict(head)

    def _write_loop_body(self, head: Env) -> Env | None:
        """What is done with each item that is yielded."""
        f, kind = self.f, self.kind
        f.join_yields(self.yields, head)
        assert kind is not None
        back = f.attempt(lambda: self.body(f.get_slot(self.slot, kind)))
        if back is not None:
            f.convert_back(head, back)
            f.resume_at(self.resume, [f"r{label}" for label, _ in self.yields])
        return back

    def _write_generator(self) -> None:
        f, call, code = self.f, self.call, self.call.code
        outer, handlers = f.context, f.handlers
        saved = (f.on_return, f.on_yield, f.loops, f.node, f.file)
        f.on_return, f.on_yield, f.loops = self._returned, self._yielded, []
        f.context = self.inner
        f.inlined.append(code)
        f.generators.append(call)
        self._bind_arguments()
        f.forget_flags(code, self.inner)
        f.block(code.body)
        f.edge(self.returns)
        f.inlined.pop()
        f.generators.pop()
        f.on_return, f.on_yield, f.loops, f.node, f.file = saved
        f.handlers, f.context = handlers, outer

    def _returned(self, value: Value) -> None:
        self.f.edge(self.returns)

    def _bind_arguments(self) -> None:
        for name, value in self.call.given.items():
            given = value.get() if isinstance(value, SpilledValue) else value
            is_stored = name in self.call.code.stored
            self.f.bind_argument(self.inner.prefix + name, given, is_stored)

    def _yielded(self, value: Value) -> None:
        f = self.f
        value = f.argument(f.annotated_yield(value, self.call.code))
        kind = value.type if self.kind is None else f.joint(self.kind, value.type)
        if kind != self.kind:
            self.is_widened = self.is_widened or self.kind is not None
            self.kind = kind
        if not isinstance(kind, Known):
            f.set_slot(self.slot, kind, f.convert(value, kind))
        self._leave_to_loop()

    def _leave_to_loop(self) -> None:
        """Go to the body of the loop, and note where the generator is resumed."""
        f = self.f
        f.do(f"store i64 {len(self.yields)}, ptr {self.resume}")
        env = f.env
        assert env is not None
        f.edge(self.yields)
        f.start(f"r{self.yields[-1][0]}")
        f.env = env
