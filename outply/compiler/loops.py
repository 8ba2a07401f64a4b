"""Loops: over numbers, over items, over generators, and over what is made of these.

A *plan* says how something is looped over without being made: `range(9)`, `enumerate(row)`, a
generator that was called. Its code is written where it is used. A generator's code stands in the
place of the loop that uses it, with jumps to the loop's body and back where it yields.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from outply.compiler.container_types import Dict, List, Row, Series, Set, Struct, Tuple, Union, View
from outply.compiler.errors import NumberTooLarge
from outply.compiler.fields import Fields
from outply.compiler.flow import Edge, Env, SpilledValue, Unreachable
from outply.compiler.object_types import (
    RANGE,
    Closure,
    Iterator_,
    Known,
    Maybe,
    NumberTable,
    Object,
    RecordArray,
    Reference,
)
from outply.compiler.refusals import SET_ORDER, CompileError
from outply.compiler.sequences import Span
from outply.compiler.type_join import join_all
from outply.compiler.type_parts import is_aggregate, is_sequence, item_types
from outply.compiler.type_relations import is_changeable
from outply.compiler.type_text import show
from outply.compiler.types import INT, TEXT, Type, Value

if TYPE_CHECKING:
    from outply.compiler.source import Code, Context

__all__ = [
    "Chained",
    "Counted",
    "EitherPlan",
    "Filtered",
    "GeneratorCall",
    "Indexed",
    "Loops",
    "Mapped",
    "Plan",
    "RangePlan",
    "Unrolled",
    "While",
    "Zipped",
]

ENDLESS = str((1 << 63) - 1)
ENDLESS_STATUS = -1  # of an iterator that begins again at its end
MOST_UNROLLED = 64
LONG, MANY = 150, 4  # lines of a function that may be inlined late; calls of one that is not
LARGE = 8  # words; a larger constant or part of an argument is not copied into a variable
Body = Callable[[Value], "Env | None"]


class Plan:
    """How something is looped over."""

    known_size: int | None = None  # how many items there are, if that is known
    is_authors = False  # a generator function of the author's that was called
    view = ""  # the name of a view of a dict: it has a length, and may be looped over again
    made: ast.expr | None = None  # the author's expression whose value this is
    made_in: Context | None = None  # where that expression stands

    @property
    def shown(self) -> str:
        """What Python calls it, as far as that is known."""
        if self.view:
            return self.view
        if isinstance(self, RangePlan):
            return "range"
        match self.made:
            case ast.GeneratorExp():
                return "generator"
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                return "generator" if self.is_authors else name
        return "iterator"

    def value(self, f: Loops) -> Value | None:
        """The plan as a value, if it has one that is not its items: a range."""
        return None

    def emit(self, f: Loops, body: Body, ends: list[Edge]) -> None:
        """Write the loop. `ends` are edges to its normal end; `body` says what follows an item."""
        raise NotImplementedError


class Indexed(Plan):
    """Items by their index; `unrolled` asks for code of its own for each of them.

    `is_left` says that its loop may be left before its last turn: if LLVM merged the end of a turn
    with a way out, it could no longer count the turns, and would warn that it unrolls no such loop.
    `is_part` says that they are a part of something: most parts are too short for vectors.
    `check` writes what is tested before each turn: whether a dict still has as many keys.
    """

    unrolled = is_left = is_part = False

    def __init__(
        self,
        size: SpilledValue,
        getter: Callable[[str], Value],
        known_size: int | None = None,
        check: Callable[[], None] | None = None,
    ) -> None:
        self.size, self.getter, self.known_size, self.check = size, getter, known_size, check

    def emit(self, f: Loops, body: Body, ends: list[Edge]) -> None:
        if self.known_size == 0:
            return
        index = f.counter()

        def write() -> Env | None:
            head, inner, end = f.label(), f.label(), f.label()
            f.go_on_at(head)
            env, calls = f.env, len(f.instance.calls)
            if self.check is not None:
                self.check()
            at = f.op(f"load i64, ptr {index}")
            f.enter_if(f.op(f"icmp slt i64 {at}, {self.size.get().text}"), inner, end)
            back = f.attempt(lambda: body(self.getter(at)))
            if back is not None:
                at = f.op(f"load i64, ptr {index}")
                f.step(index, at)
                f.convert_back(env, back)
                if self.unrolled and self.is_left:
                    f.do("call void @llvm.sideeffect()")
                f.do(f"br label %{head}{self._turns(f, calls)}")
            f.start(end)
            f.env = after_loop(env, back)
            return back

        f.fixed_point(write)

    def _turns(self, f: Loops, calls: int) -> str:
        """What LLVM is told of how many turns there are; the body makes all calls from here on.

        LLVM does not unroll a loop with the last call of a function, which it inlines later, and
        warns of that. So it may be with a long function that is called twice.
        """
        if self.unrolled:
            called = Counter(one for one, _ in f.instance.calls[calls:] if len(one.lines) > LONG)
            if not any(1 < times < MANY for times in called.values()):
                return f", !llvm.loop {f.module.unrolled()}"
        return f", !llvm.loop {f.module.short()}" if self.is_part else ""


class RangePlan(Indexed):
    """`range(…)` that is looped over; as a value it is a range."""

    def __init__(self, f: Loops, ends: list[Value]) -> None:
        plan = f.range_plan(*ends)
        assert isinstance(plan, Indexed)
        super().__init__(plan.size, plan.getter, plan.known_size)
        self.ends = [f.keep(end) for end in ends]
        self.is_part = not (ends[0].is_known or ends[1].is_known)

    def value(self, f: Loops) -> Value:
        return f.tuple_of([end.get() for end in self.ends], RANGE)


class Unrolled(Plan):
    """A few items of different types, each with code of its own."""

    def __init__(self, values: Sequence[Value | SpilledValue]) -> None:
        self.values, self.known_size = values, len(values)

    def emit(self, f: Loops, body: Body, ends: list[Edge]) -> None:
        for kept in self._kept(f):
            if f.env is None:
                return
            body(kept.get())

    def items(self, f: Loops) -> list[Value]:
        return [kept.get() for kept in self._kept(f)]

    def _kept(self, f: Loops) -> list[SpilledValue]:
        """All of them: the code of one may yield, and is then left and entered again."""
        return [f.keep(value) if isinstance(value, Value) else value for value in self.values]


class While(Plan):
    """Items from a function that says where they end, such as an iterator."""

    def __init__(self, write_next: Callable[[str], Value]) -> None:
        self.write_next = write_next

    def emit(self, f: Loops, body: Body, ends: list[Edge]) -> None:
        def write() -> Env | None:
            head, end = f.label(), f.label()
            f.go_on_at(head)
            env = f.env
            item = self.write_next(end)
            back = f.attempt(lambda: body(item))
            if back is not None:
                f.convert_back(env, back)
                f.jump(head)
            f.start(end)
            f.env = after_loop(env, back)
            return back

        f.fixed_point(write)


class EitherPlan(While):
    """The items of a value that is a list in one case and a tuple in another."""

    def __init__(self, write_next: Callable[[str], Value], kept: SpilledValue) -> None:
        super().__init__(write_next)
        self.kept = kept


class Mapped(Plan):
    """Each item changed: `map`, and what a generator expression gives."""

    def __init__(self, source: Plan, change: Callable[[Value], Value]) -> None:
        self.source, self.change, self.known_size = source, change, source.known_size

    def emit(self, f: Loops, body: Body, ends: list[Edge]) -> None:
        def changed(item: Value) -> Env | None:
            try:
                value = self.change(item)
            except Unreachable:  # a loop without items still ends
                f.end_block()
                f.env = None
                return None
            return body(value)

        self.source.emit(f, changed, ends)


class Filtered(Plan):
    """The items for which a condition holds."""

    def __init__(
        self,
        source: Plan,
        test: Callable[[Value], str],
        narrow: Callable[[], None] | None = None,
    ) -> None:
        self.source, self.test, self.narrow = source, test, narrow

    def emit(self, f: Loops, body: Body, ends: list[Edge]) -> None:
        def passed(item: Value) -> Env | None:
            if self.narrow is not None:
                self.narrow()
            return body(item)

        def tested(item: Value) -> Env | None:
            yes, no = f.label(), f.label()
            f.branch(self.test(item), yes, no)
            env = f.env
            assert env is not None
            f.start(yes)
            edges: list[Edge] = [(no, env)]
            f.env = env
            f.env = f.attempt(lambda: passed(item))
            f.end_at(edges)
            return f.env

        self.source.emit(f, tested, ends)


class Counted(Plan):
    """`enumerate`."""

    def __init__(self, source: Plan, first: SpilledValue) -> None:
        self.source, self.first, self.known_size = source, first, source.known_size

    def emit(self, f: Loops, body: Body, ends: list[Edge]) -> None:
        index = f.alloca("i64")
        f.do(f"store i64 {self.first.get().text}, ptr {index}")

        def counted(item: Value) -> Env | None:
            first = self.first.get()
            number = f.op(f"load i64, ptr {index}")
            if not first.is_known or first.known >= 1 << 62:
                wrapped = f.op(f"icmp slt i64 {number}, {first.text}")
                f.fail_if(wrapped, NumberTooLarge, "the number of an item needs more than 64 bits")
            f.do(f"store i64 {f.op(f'add i64 {number}, 1')}, ptr {index}")
            return body(f.tuple_of([Value(INT, number), item]))

        self.source.emit(f, counted, ends)


class Zipped(Plan):
    """`zip`: the first plan leads; of the others, the next item each, until one of them ends."""

    def __init__(self, plans: list[Plan]) -> None:
        self.plans = plans
        sizes = [plan.known_size for plan in plans]
        self.known_size = None if None in sizes else min(s for s in sizes if s is not None)

    def emit(self, f: Loops, body: Body, ends: list[Edge]) -> None:
        index = f.counter()

        def zipped(item: Value) -> Env | None:
            at = f.op(f"load i64, ptr {index}")
            f.step(index, at)
            parts = [item, *(self._next(f, plan, at, ends) for plan in self.plans[1:])]
            return body(f.tuple_of(parts))

        self.plans[0].emit(f, zipped, ends)

    def _next(self, f: Loops, plan: Plan, at: str, ends: list[Edge]) -> Value:
        outside, env = f.label(), f.env
        assert env is not None
        ends.append((outside, env))
        if isinstance(plan, While):
            return plan.write_next(outside)
        assert isinstance(plan, Indexed)
        if plan.check is not None:
            plan.check()
        inside = f.label()
        f.enter_if(f.op(f"icmp slt i64 {at}, {plan.size.get().text}"), inside, outside)
        return plan.getter(at)


class Chained(Plan):
    """One after the other; each is planned when the one before has ended."""

    def __init__(self, plans: list[Callable[[], Plan]]) -> None:
        self.plans = plans

    def emit(self, f: Loops, body: Body, ends: list[Edge]) -> None:
        for plan in self.plans:
            if f.env is None:
                return
            inner: list[Edge] = []
            f.lists.append(inner)
            plan().emit(f, body, inner)
            f.lists.pop()
            f.end_at(inner)


class GeneratorCall(Plan):
    """A generator function that was called, and its arguments.

    `is_short` says that the body of the loop over it is so short that it may stand several times.
    """

    is_short = False

    def __init__(
        self,
        code: Code,
        context: Context | None,
        given: dict[str, SpilledValue | Value],
        key: object,
    ) -> None:
        self.code, self.context, self.given, self.key = code, context, given, key
        self.is_authors = not (isinstance(key, tuple) and key[:1] == ("library",))

    def emit(self, f: Loops, body: Body, ends: list[Edge]) -> None:
        f.loop_over_generator(self, body)


class Loops(Fields):
    """Loops over anything."""

    collecting: int = 0  # loops under way that keep what they are given
    UNDER_WAY = (*Fields.UNDER_WAY, "collecting")

    def body_of(self, write: Callable[[], None], breaks: list[Edge]) -> Env | None:
        """The body of a loop; what follows it is also where `continue` leads."""
        continues: list[Edge] = []
        self.loops.append((continues, breaks))
        self.lists.append(continues)
        write()
        self.edge(continues)
        self.lists.pop()
        self.loops.pop()
        self.meet(continues)
        return self.env

    def each(self, plan: Plan, action: Callable[[Value, list[Edge]], None]) -> None:
        """Do something with each item; an edge added to the list ends the loop."""
        ends: list[Edge] = []
        self.lists.append(ends)
        self.collecting += 1

        def body(item: Value) -> Env | None:
            action(item, ends)
            return self.env

        plan.emit(self, body, ends)
        self.collecting -= 1
        self.lists.pop()
        self.end_at(ends)

    # -- plans --------------------------------------------------------------------------------

    def joint_tuple(self, value: Value) -> Value:
        """A union of tuples of different items as one tuple; any other value as it is."""
        kind = value.type_as(Union)
        tuples = [one for one in kind.items if isinstance(one, (Row, Tuple, Series))]
        if tuples != [one for one in kind.items if _is_iterable(one)]:
            return value
        joint = Series(join_all(one for kind in tuples for one in item_types(kind)))

        def iterable(one: Value) -> Value:
            if one.type not in tuples:
                raise self.type_error(f"{show(one.type)!r} object is not iterable", one.type)
            return one

        return self.by_alternative(value, joint, iterable)

    def is_either(self, value: Value) -> bool:
        """Whether a value is a list in one case and a tuple, a text or a range in another."""
        if not self.is_split(value, _is_iterable):
            return False
        fitting = [kind for kind in value.type_as(Union).items if _is_iterable(kind)]
        return all(map(_has_places, fitting))

    def either_plan(self, value: Value, is_down: bool = False) -> Plan:
        """The items of a value that is a list or a tuple; each turn reads whichever it is."""
        value = self._with_places(value)
        kinds = [kind for kind in value.type_as(Union).items if not _is_empty_span(kind)]
        joint = join_all(map(_item_of, kinds))
        kept, index = self.keep(value), self.alloca("i64")
        last = f"sub i64 {self.length(value).text}, 1" if is_down else ""
        self.do(f"store i64 {self.op(last) if last else 0}, ptr {index}")

        def write_next(end: str) -> Value:
            at = self.op(f"load i64, ptr {index}")
            item = self.by_alternative(
                kept.get(), joint, lambda one: self._item_or_end(one, at, end)
            )
            self.do(f"store i64 {self.op(f'add i64 {at}, {-1 if is_down else 1}')}, ptr {index}")
            return item

        return EitherPlan(write_next, kept)

    def _item_or_end(self, value: Value, at: str, end: str) -> Value:
        """The item at an index, if there is one; else the loop ends."""
        if _is_empty_span(value.type):
            self.jump(end)
            self.env = None
            raise Unreachable
        is_range = value.type == RANGE
        span = None if is_range else self.span_of(value)
        size = self.range_size(value) if span is None else span.size
        least = self.op(f"call i64 @llvm.smax.i64(i64 {size}, i64 0)")
        self.enter_if(self.op(f"icmp ult i64 {at}, {least}"), self.label(), end)
        return self.range_item(value, at) if span is None else self.at_index(span, at)

    def _with_places(self, value: Value) -> Value:
        """A union of what has its items in a row; what cannot be looped over raises TypeError."""
        fitting = [kind for kind in value.type_as(Union).items if _is_iterable(kind)]
        kinds = dict.fromkeys(_as_span(kind) for kind in fitting)
        joint = Union(tuple(sorted(kinds, key=show)))

        def span(one: Value) -> Value:
            if not _is_iterable(one.type):
                raise self.type_error(f"{show(one.type)!r} object is not iterable", one.type)
            is_tuple = isinstance(one.type, (Tuple, Struct)) and one.type != RANGE
            return self.uniform(one) if is_tuple else one

        return self.by_alternative(value, joint, span)

    def plan_of(self, value: Value) -> Plan:
        """How a value is looped over."""
        if isinstance(value.known, Plan):
            return value.known
        if self.is_split(value, _is_iterable):
            value = self.joint_tuple(value)
        if self.is_either(value):
            return self.either_plan(value)
        value = self.one_of(value, _is_iterable, "a loop")
        kind = value.type
        if isinstance(kind, Known) and isinstance(kind.value, type):
            return self.plan_of_class(kind.value)
        if isinstance(kind, Known) and isinstance(kind.value, (tuple, list, dict)):
            return Unrolled([self.static(thing) for thing in kind.value])
        own = self.call_own(value, "__iter__")
        if own is not None and own.type == kind:
            message = f"{show(kind)} is its own iterator"
            raise CompileError(message, "write a generator: a function with yield")
        if own is not None:
            return self.plan_of(own)
        return self._plan_of_container(value)

    def _plan_of_container(self, value: Value) -> Plan:
        kind = value.type
        if kind == RANGE:
            return self._range_plan(value)
        if isinstance(kind, (Tuple, Struct)) and is_sequence(kind):
            return self._tuple_plan(value)
        if isinstance(kind, Dict):
            return self.entries_plan(value, self.key_at)
        if isinstance(kind, Set):
            raise CompileError(SET_ORDER, "use sorted(…)")
        if isinstance(kind, Iterator_):
            return self._iterator_plan(value)
        return self._plan_of_items(value)

    def _plan_of_items(self, value: Value) -> Plan:
        kind = value.type
        if isinstance(kind, NumberTable):
            return self._array_plan(value, kind)
        if isinstance(kind, List):
            return self._list_plan(value)
        if isinstance(kind, RecordArray):
            return self._record_array_plan(value)
        return self._run_plan(value)

    def _array_plan(self, value: Value, kind: NumberTable) -> Plan:
        """The items, or the rows, of a NumPy array."""
        kept, length = self.keep(value), kind.shape[0]
        size = self.keep(self.constant_int(length))
        return Indexed(size, lambda at: self._array_item(kept.get(), [Value(INT, at)]), length)

    def _record_array_plan(self, value: Value) -> Plan:
        kept, size = self.keep(value), self.keep(self.length(value))
        return Indexed(size, lambda at: self.element(kept.get(), self.element_at(kept.get(), at)))

    def entries_plan(self, value: Value, getter: Callable[[Value, Span, str], Value]) -> Indexed:
        """What a dict or set holds, by a function of it, its entries and an index."""
        kept, size = self.keep(value), self.keep(self.length(value))
        what = "dictionary" if isinstance(value.type, Dict) else "Set"

        def check() -> None:
            now = self.length(kept.get()).text
            changed = self.op(f"icmp ne i64 {now}, {size.get().text}")
            self.fail_if(changed, RuntimeError, f"{what} changed size during iteration")

        def item(at: str) -> Value:
            return getter(kept.get(), self.entries(kept.get()), at)

        return Indexed(size, item, check=check)

    def _tuple_plan(self, value: Value) -> Plan:
        kind = value.type
        assert isinstance(kind, (Tuple, Struct))
        if not kind.items:
            return Unrolled([])
        has_known = any(isinstance(item, (Known, Closure)) for item in kind.items)
        joint = None if has_known else join_all(kind.items)
        if joint is None or (isinstance(joint, Union) and kind.size <= MOST_UNROLLED):
            return Unrolled([self.keep(item) for item in self.items(value)])
        return self._run_plan(self.uniform(value))

    def _run_plan(self, value: Value) -> Plan:
        span = self.span_of(value)
        known = int(span.size) if span.size.isdigit() else None
        if isinstance(value.type, Row) and not value.type.size:
            return Unrolled([])
        place = self._kept_span(span)

        def getter(at: str) -> Value:
            return self.at_index(Span(place.get().text, span.size, span.item, span.characters), at)

        return Indexed(self.keep(Value(INT, span.size)), getter, known)

    def _list_plan(self, value: Value) -> Plan:
        """A list may change while it is looped over."""
        kind = value.type_as(List)
        if kind.item is None:
            return Unrolled([])
        kept, index = self.keep(value), self.alloca("i64")
        self.do(f"store i64 0, ptr {index}")
        before = None if kind.cls is list else self._kept_span(self.span_of(value))

        def write_next(end: str) -> Value:
            span = self.span_of(kept.get())
            if before is not None:
                self._require_same(span, before.get())
            at = self.op(f"load i64, ptr {index}")
            inner = self.label()
            self.enter_if(self.op(f"icmp slt i64 {at}, {span.size}"), inner, end)
            self.step(index, at)
            return self.at_index(span, at)

        return ListPlan(While(write_next), kept)

    def _kept_span(self, span: Span) -> SpilledValue:
        """The place and the number of items, for the turns of a loop."""
        return self.keep(Value(TEXT, span.place, span.size))

    def _require_same(self, span: Span, before: Value) -> None:
        """A deque may not change while it is looped over."""
        place, size = before.parts
        moved = self.op(f"icmp ne ptr {span.place}, {place}")
        grown = self.op(f"icmp ne i64 {span.size}, {size}")
        changed = self.op(f"or i1 {moved}, {grown}")
        self.fail_if(changed, RuntimeError, "deque mutated during iteration")

    def reversed_list(self, kept: SpilledValue) -> Plan:
        """From the end of a list, which may change meanwhile, to its start."""
        index = self.alloca("i64")
        last = self.op(f"sub i64 {self.length(kept.get()).text}, 1")
        self.do(f"store i64 {last}, ptr {index}")

        def write_next(end: str) -> Value:
            span = self.span_of(kept.get())
            at = self.op(f"load i64, ptr {index}")
            inner = self.label()
            self.enter_if(self.op(f"icmp ult i64 {at}, {span.size}"), inner, end)
            self.do(f"store i64 {self.op(f'sub i64 {at}, 1')}, ptr {index}")
            return self.at_index(span, at)

        return While(write_next)

    def _range_plan(self, value: Value) -> Plan:
        start, stop, step = (self.item(value, index) for index in range(3))
        return self.range_plan(start, stop, step)

    def range_plan(self, start: Value, stop: Value, step: Value) -> Plan:
        ends = (start, stop, step)
        known = len(range(*(e.known for e in ends))) if all(e.is_known for e in ends) else None
        if known is not None:
            size = self.constant_int(known)
        else:
            size = Value(INT, self.span(start.text, stop.text, step.text))
        kept, low, by = self.keep(size), self.keep(start), self.keep(step)

        def getter(at: str) -> Value:
            by_text, low_text = by.get().text, low.get().text
            moved = at if by_text == "1" else self.op(f"mul i64 {at}, {by_text}")
            return Value(INT, moved if low_text == "0" else self.op(f"add i64 {low_text}, {moved}"))

        return Indexed(kept, getter, known)

    def _iterator_plan(self, value: Value) -> Plan:
        kept = self.keep(value)
        return While(lambda end: self.next_or(kept.get(), end))

    def next_or(self, value: Value, end: str) -> Value:
        """The next item of an iterator, or a jump to where it has none left."""
        kind = value.type_as(Iterator_)
        place = self.op(f"load ptr, ptr {value.text}")
        size = self.op(f"load i64, ptr {self.at(value.text, 1)}")
        position = self.at(value.text, 2)
        head, more, none = self.label(), self.label(), self.label()
        self.go_on_at(head)
        at = self.op(f"load i64, ptr {position}")
        self.branch(self.op(f"icmp slt i64 {at}, {size}"), more, none)
        self.start(none)
        status = self.op(f"load i64, ptr {self.at(value.text, 3)}")
        first, last, bad = self.label(), self.label(), self.label()
        endless = self.op(f"icmp eq i64 {status}, {ENDLESS_STATUS}")
        some = self.op(f"icmp sgt i64 {size}, 0")
        self.enter_if(self.op(f"and i1 {endless}, {some}"), first, last)
        self.do(f"store i64 0, ptr {position}")
        self.jump(head)
        self.start(last)
        status = self.op(f"select i1 {endless}, i64 0, i64 {status}")
        self.enter_if(self.op(f"icmp ne i64 {status}, 0"), bad, end, unlikely=bad)
        env = self.env
        self.fail_with(self.op(f"trunc i64 {status} to i32"))
        self.env = env
        self.start(more)
        self.step(position, at)
        return self.at_index(Span(place, size, kind.item), at)

    def new_iterator(self, items: Value, status: str = "0") -> Value:
        """An iterator over the items of a list."""
        assert isinstance(items.type, List)
        place = self.allocate(4)
        data = self.op(f"load ptr, ptr {items.text}")
        size = self.op(f"load i64, ptr {self.at(items.text, 1)}")
        self.do(f"store ptr {data}, ptr {place}")
        for index, text in enumerate((size, "0", status), 1):
            self.do(f"store i64 {text}, ptr {self.at(place, index)}")
        return Value(Iterator_(items.type.item or INT), place)

    # -- collecting ---------------------------------------------------------------------------

    def listed(self, plan: Plan, site: object) -> Value:
        """A new list of what a plan gives."""
        return self.filled(site, lambda: self._listed(plan, site))

    def _listed(self, plan: Plan, site: object) -> Value:
        name = self.temporary("list")
        self.set_name(name, self.empty_list(site))  # type: ignore[arg-type]
        self.each(plan, lambda item, _: self.append(self.get_name(name), item))
        if self.env is None:
            raise Unreachable
        return self.get_name(name)

    def tupled(self, plan: Plan, site: object) -> Value:
        """A tuple of what a plan gives: of known length where the plan's is known."""
        if isinstance(plan, Unrolled):
            return self.tuple_of(plan.items(self))
        size = plan.known_size
        if size is not None and 0 < size <= 4096:
            return self._tuple_of_size(plan, size, site)
        made = self.listed(plan, site)
        kind = made.type_as(List)
        if kind.item is None:
            return self.tuple_of([])
        span = self.span_of(made)
        return Value(Series(span.item), span.place, span.size)

    def _tuple_of_size(self, plan: Plan, size: int, site: object) -> Value:
        index, found = self.alloca("i64"), list[Value]()
        self.do(f"store i64 0, ptr {index}")
        role = (site, "item")

        def put(item: Value, _: list[Edge]) -> None:
            known, now = self.module.sites.get(role), self.known_items(site)
            kind = item.type if now is None else self.joint(now, item.type)
            if known is not None and kind != known:
                self.module.sites[role] = kind
                raise self.module.again(self.instance, False)
            if known is None:
                self.module.sites[role] = kind
            row = Row(kind, size)
            if not found or found[0].type != row:
                found[:] = [Value(row, self.words(row.words))]
            at = self.op(f"load i64, ptr {index}")
            self.store(self.item_place(Span(found[0].text, str(size), kind), at), kind, item)
            self.step(index, at)

        self.each(plan, put)
        return found[0]

    # -- what the layers above know -----------------------------------------------------------

    def plan_of_class(self, cls: type) -> Plan:
        raise NotImplementedError

    def static(self, thing: Any, hint: Any = None) -> Value:
        raise NotImplementedError

    def call_own(self, value: Value, name: str, *given: Value) -> Value | None:
        raise NotImplementedError

    def loop_over_generator(self, call: GeneratorCall, body: Body) -> None:
        raise NotImplementedError

    def temporary(self, stem: str) -> str:
        self.count += 1
        return f"%{stem}{self.count}"

    def set_name(self, name: str, value: Value) -> None:
        """Give a variable a value."""
        assert self.env is not None
        kind = value.type
        if self._can_be_referred_to(value):
            kind = Reference(kind)
            self.do(f"store ptr {value.text}, ptr {self.slot(name, kind)[0]}")
        elif not isinstance(kind, Known):
            self.set_slot(name, kind, value)
        self.env = {**self.env, name: kind}
        if self.parts:
            self._forget_parts(name)

    def _forget_parts(self, name: str) -> None:
        """What was known of parts of a variable does not hold for its new value."""
        gone = {part for part in self.parts if part.startswith(f"{name}%.")}
        self.unset |= gone
        self.env = {n: kind for n, kind in (self.env or {}).items() if n not in gone}

    def _can_be_referred_to(self, value: Value) -> bool:
        """Whether a variable can hold the address of a large value instead of a copy."""
        kind = value.type
        if not is_aggregate(kind) or kind.words <= LARGE:
            return False
        is_fixed = isinstance(kind, (Row, Tuple, Struct)) and not is_changeable(kind)
        return value.is_known or (is_fixed and self.is_lasting(value.text))

    def get_name(self, name: str) -> Value:
        assert self.env is not None
        kind = self.env[name]
        return self.get_slot(name, kind.type if isinstance(kind, Maybe) else kind)


class ListPlan(Plan):
    """A list, which its loop may change."""

    def __init__(self, general: While, kept: SpilledValue) -> None:
        self.general, self.kept = general, kept

    def emit(self, f: Loops, body: Body, ends: list[Edge]) -> None:
        self.general.emit(f, body, ends)


def after_loop(head: Env | None, back: Env | None) -> Env:
    """What is known of variables behind a loop that may have had no turn."""
    new = {
        name: kind if isinstance(kind, Maybe) else Maybe(kind)
        for name, kind in (back or {}).items()
        if name not in (head or {})
    }
    return {**new, **(head or {})}


def _has_places(kind: Type) -> bool:
    """Whether the items of a value can be read by their index, as Python's own loop does."""
    if isinstance(kind, Struct) and kind != RANGE:
        return kind.is_tuple and "__iter__" not in vars(kind.cls)
    if isinstance(kind, List):
        return kind.cls is list
    return isinstance(kind, (Row, Tuple, Series)) or kind in (TEXT, RANGE)


def _as_span(kind: Type) -> Type:
    """The type of a tuple of several types whose items all have their joint type."""
    if not isinstance(kind, (Tuple, Struct)) or kind == RANGE:
        return kind
    return Row(join_all(kind.items), kind.size) if kind.items else Row(INT, 0)


def _is_empty_span(kind: Type) -> bool:
    is_list = isinstance(kind, List) and kind.item is None
    return is_list or (isinstance(kind, Row) and not kind.size)


def _item_of(kind: Type) -> Type:
    return INT if kind == RANGE else TEXT if kind == TEXT else kind.item  # type: ignore[attr-defined]


def _is_iterable(kind: Type) -> bool:
    return (
        is_sequence(kind)
        or kind in (TEXT, RANGE)
        or isinstance(kind, (List, Dict, Set, Iterator_, NumberTable, RecordArray, Object, View))
        or (isinstance(kind, Known) and isinstance(kind.value, (Plan, type, tuple, list, dict)))
    )
