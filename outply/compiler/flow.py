"""Blocks, edges and variables: the control flow of one function. Knows nothing of Python.

Types flow forward with the code. `env` holds the type of each variable where we are, or is None
where nothing arrives. Each (variable, type) has memory of its own, which LLVM turns into
registers. Where paths meet, values are converted to the joint type. A loop whose body widens a
variable is written again with the wider type.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from outply.compiler.object_types import Known, Maybe, Member, Reference, RefusedType
from outply.compiler.refusals import CompileError
from outply.compiler.special_methods import may_support
from outply.compiler.type_join import join
from outply.compiler.type_parts import is_aggregate
from outply.compiler.types import BOOL, Type, Value

if TYPE_CHECKING:
    from outply.compiler.module import Instance, Module

__all__ = ["DeferredLine", "Edge", "Env", "Fail", "Flow", "Handler", "Return", "SpilledValue"]

T = TypeVar("T")
Env = dict[str, Type]
Edge = tuple[str, Env]
UNLIKELY, LIKELY = "!prof !0", "!prof !3"
LARGE, VECTOR = 32, 32  # words of a value that is copied in vectors; bytes of a vector
ENDS = ("ret ", "br ", "switch ", "unreachable")


class DeferredLine:
    """A piece of code that is written once the whole program is known."""

    def write(self, instance: Instance) -> list[str]:
        raise NotImplementedError


class Return(DeferredLine):
    def __init__(self, value: Value) -> None:
        self.value = value

    def write(self, instance: Instance) -> list[str]:
        return instance.returning(self.value)


class Fail(DeferredLine):
    """Leaves the function with a status that is not zero."""

    def __init__(self, status: str) -> None:
        self.status = status

    def write(self, instance: Instance) -> list[str]:
        return instance.failing(self.status)


class Handler:
    """A `try` that is under way: the ways that lead to its handlers, each with its status."""

    def __init__(self, status: str, edges: list[Edge]) -> None:
        self.status, self.edges = status, edges


class SpilledValue:
    """An operand in memory: it outlives a `yield`, behind which code is reached on several ways."""

    def __init__(self, flow: Flow, value: Value) -> None:
        self._flow, self._value = flow, value
        self._slots: list[str] = []
        if all(not part.startswith("%") or part.startswith("%a") for part in value.parts):
            return  # constants and parameters are the same everywhere
        for part, ir in zip(value.parts, value.type.parts, strict=True):
            slot = flow.alloca(ir)
            flow.do(f"store {ir} {part}, ptr {slot}")
            self._slots.append(slot)

    @property
    def type(self) -> Type:
        return self._value.type

    def get(self) -> Value:
        if not self._slots:
            return self._value
        pairs = zip(self._value.type.parts, self._slots, strict=True)
        parts = [self._flow.op(f"load {ir}, ptr {slot}") for ir, slot in pairs]
        return Value(self._value.type, *parts, known=self._value.known)


class Flow:
    """The state while one function is written."""

    def __init__(self, module: Module, instance: Instance) -> None:
        self.module, self.instance = module, instance
        self.lines: list[str | DeferredLine] = []
        self.allocas: list[str] = []
        self.count = 0
        self.env: Env | None = {}
        self.slots: dict[tuple[str, Type], tuple[str, ...]] = {}
        self.flags: dict[str, str] = {}
        self.lasting_places: set[str] = set()  # addresses in arguments and constants
        self.unset_reads: set[str] = set()  # variables that were read where they were not set
        self.unset: set[str] = set()  # variables that were deleted somewhere
        self.parts: set[str] = set()  # parts of variables of which a test told the type
        self.lists: list[list[Any]] = []  # edges that wait for their target
        self.loops: list[tuple[list[Edge], list[Edge]]] = []  # of continue, of break
        self.handlers: list[Handler] = []
        self.loop_key: Any = None  # of the author's loop that is about to be written
        self.heads: dict[Any, Env] = {}  # the types with which the author's loops began
        self.node: Any = None  # the author's statement that is written
        self.container_types: dict[ast.AST, Type] = {}  # for each `a[b]`, of `a`

    # -- text ---------------------------------------------------------------------------------

    def op(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def do(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def label(self) -> str:
        self.count += 1
        return f"b{self.count}"

    def start(self, label: str) -> None:
        self.lines.append(f"{label}:")

    def jump(self, label: str) -> None:
        self.lines.append(f"  br label %{label}")

    def go_on_at(self, label: str) -> None:
        """End a block, and begin the one to which it leads."""
        self.jump(label)
        self.start(label)

    def switch(self, number: str, labels: list[str]) -> None:
        """Go to the label with this number; to the first one by default."""
        cases = " ".join(f"i64 {i}, label %{label}" for i, label in enumerate(labels[1:], 1))
        self.do(f"switch i64 {number}, label %{labels[0]} [{cases}]")

    def end_block(self) -> None:
        """Say that what follows is never reached, unless that has been said."""
        last = self.lines[-1]
        if isinstance(last, str) and not last.lstrip().startswith(ENDS):
            self.do("unreachable")

    def branch(self, condition: str, yes: str, no: str, unlikely: str = "") -> None:
        """Go to one of two places, of which one may be unlikely."""
        prof = {yes: f", {UNLIKELY}", no: f", {LIKELY}"}.get(unlikely, "")
        self.lines.append(f"  br i1 {condition}, label %{yes}, label %{no}{prof}")

    def enter_if(self, condition: str, inner: str, end: str, unlikely: str = "") -> None:
        """Write the branch before a block, and begin the block."""
        self.branch(condition, inner, end, unlikely)
        self.start(inner)

    def alloca(self, ir: str, start: str = "", align: int = 8) -> str:
        """Memory in the function's frame."""
        self.count += 1
        self.allocas.append(f"  %m{self.count} = alloca {ir}, align {align}")
        if start:
            self.allocas.append(f"  store {ir} {start}, ptr %m{self.count}")
        return f"%m{self.count}"

    def counter(self) -> str:
        """Memory for a number that is 0 from here on."""
        place = self.alloca("i64")
        self.do(f"store i64 0, ptr {place}")
        return place

    def step(self, place: str, number: str) -> None:
        """Set a counter to the number behind this one."""
        self.do(f"store i64 {self.op(f'add nuw nsw i64 {number}, 1')}, ptr {place}")

    def next_turn(self, place: str, head: str, how: str = "") -> None:
        """Count up, and go back to the head of a loop; `how` tells LLVM how to write it."""
        at = self.op(f"load i64, ptr {place}")
        self.step(place, at)
        self.do(f"br label %{head}{how}")

    def words(self, count: int) -> str:
        """Memory in the function's frame for so many words; a board's vectors cross no line."""
        return self.alloca(f"[{count} x i64]", align=VECTOR if count >= LARGE else 8)

    # -- where paths part and meet ------------------------------------------------------------

    def edge(self, edges: list[Edge]) -> None:
        """Go from here to where `edges` will meet."""
        if self.env is not None:
            label = self.label()
            self.jump(label)
            edges.append((label, self.env))
            self.env = None

    def end_at(self, edges: list[Edge]) -> None:
        """Go on where these edges arrive, and the code that ends here."""
        self.edge(edges)
        self.meet(edges)

    def meet(self, edges: list[Edge]) -> None:
        """Go on where these edges arrive, with the joint types of what they bring."""
        self.env = None
        if not edges:
            return
        env = self._joint_env(edges)
        if len(edges) == 1:
            self.start(edges[0][0])
        else:
            self._convert_edges(edges, env)
        self.env = env

    def _joint_env(self, edges: list[Edge]) -> Env:
        env = dict(edges[0][1])
        for _, other in edges[1:]:
            for name in [*env, *(n for n in other if n not in env)]:
                env[name] = self.met(env.get(name), other.get(name))
        return env

    def _convert_edges(self, edges: list[Edge], env: Env) -> None:
        target = self.label()
        for label, given in edges:
            self.start(label)
            self.env = given  # a conversion may raise an error, to where a handler is
            self.convert_all(given, env)
            self.jump(target)
        self.start(target)

    def met(self, one: Type | None, other: Type | None) -> Type:
        """The joint type of a variable; Maybe, if it is not set on one of the ways."""
        if one is None or other is None:
            kind = one or other
            assert kind is not None
            return kind if isinstance(kind, (Maybe, RefusedType)) else Maybe(kind)
        try:
            return self.joint(one, other)
        except CompileError as error:
            return NoJointType(error.reason, error.hint)

    def convert_all(self, given: Env, wanted: Env) -> None:
        for name, kind in given.items():
            target = wanted[name]
            inner = kind.type if isinstance(kind, Maybe) else kind
            outer = target.type if isinstance(target, Maybe) else target
            if inner == outer or isinstance(outer, RefusedType):
                continue
            if isinstance(kind, Maybe) and "ptr" in inner.parts:
                self._convert_if_set(name, inner, outer)
            else:
                self.set_slot(name, outer, self.convert(self.get_slot(name, inner), outer))

    def _convert_if_set(self, name: str, inner: Type, outer: Type) -> None:
        """Nothing is at the address of a variable that is not set."""
        there, end = self.label(), self.label()
        self.enter_if(self.op(f"load i1, ptr {self.flag(name)}"), there, end)
        self.set_slot(name, outer, self.convert(self.get_slot(name, inner), outer))
        self.go_on_at(end)

    def fixed_point(self, write: Callable[[], Env | None]) -> None:
        """Write a loop, and again if its end brings wider types than it began with."""
        key, self.loop_key = self.loop_key, None
        self._widen_head(key)
        lists = [(items, len(items)) for items in self.lists]
        mark = len(self.lines)
        while True:
            head = dict(self.env or {})
            if key is not None:
                self.heads[key] = head
            back = write()
            wider, new = self._widened(head, back), self._set_in_loop(head, back)
            if not new and all(head[name] == kind for name, kind in wider.items()):
                self._tell_edges(lists, head, back)
                return
            head |= new
            del self.lines[mark:]
            for items, length in lists:
                del items[length:]
            self.env = head  # a conversion that fails leads to a handler from here
            self.convert_all(head, {**head, **wider})
            self.env = {**head, **wider}
            mark = len(self.lines)  # these conversions stay, also if others follow,
            lists = [(items, len(items)) for items in self.lists]  # and so do the ways out of them

    def _widened(self, head: Env, back: Env | None) -> Env:
        """The variables whose types at the end of a loop are wider than at its beginning."""
        wider = {
            name: self.met(kind, back[name])
            for name, kind in head.items()
            if back and name in back and back[name] != kind
        }
        gone = self.unset.intersection(head) - set(back or head)
        return wider | {name: self.met(head[name], None) for name in gone}

    def _set_in_loop(self, head: Env, back: Env | None) -> Env:
        """The variables that a loop sets, and that are read where they may not be set."""
        return {
            name: self.met(kind, None)
            for name, kind in (back or {}).items()
            if name not in head and name in self.unset_reads and self.is_own(name)
        }

    def _widen_head(self, key: Any) -> None:
        """Begin a loop that is written again, since one around it is, with the types found before.

        Otherwise each loop would double the work of those within it.
        """
        known, env = self.heads.get(key, {}), self.env or {}
        wider = {name: self._as_before(kind, known.get(name, kind)) for name, kind in env.items()}
        self.convert_all(env, wider)
        self.env = wider

    def _as_before(self, kind: Type, before: Type) -> Type:
        """The joint type of a variable and what it was before, if there is one."""
        if before == kind or isinstance(kind, Maybe):
            return kind
        joint = self.met(kind, before.type if isinstance(before, Maybe) else before)
        return kind if isinstance(joint, RefusedType) else joint

    def _tell_edges(self, lists: list[tuple[list[Any], int]], head: Env, back: Env | None) -> None:
        """Ways out of a loop, such as a `break`, may come after a turn that set more variables."""
        new = {n: self.met(k, None) for n, k in (back or {}).items() if n not in head}
        for items, length in lists:
            for index in range(length, len(items)):
                label, env = items[index]
                items[index] = (label, {**new, **env})

    def convert_back(self, head: Env | None, back: Env | None) -> None:
        """Before a jump back to where a loop begins: variables as the types they have there."""
        if head is None or back is None:
            return
        for name, kind in back.items():
            target = head.get(name)
            if target is not None and kind != target and self.met(target, kind) == target:
                self.convert_all({name: kind}, {name: target})

    def attempt(self, write: Callable[[], T]) -> T | None:
        """Write a part of a statement. None if its end is never reached; the rest may be."""
        before = self.under_way()
        try:
            return write()
        except Unreachable:
            self.end_block()
            self.take_up(before)
            self.env = None
            return None

    def under_way(self) -> list[tuple[str, Any, int]]:
        """What is under way here: loops, handlers and so on."""
        things = ((name, getattr(self, name)) for name in self.UNDER_WAY)
        return [
            (name, thing, len(thing) if isinstance(thing, list) else 0) for name, thing in things
        ]

    def take_up(self, before: list[tuple[str, Any, int]]) -> None:
        """Go on with what was under way before a part was left."""
        for name, thing, length in before:
            setattr(self, name, thing)
            if isinstance(thing, list):
                del thing[length:]

    UNDER_WAY: tuple[str, ...] = ("lists", "loops", "handlers")

    # -- errors -------------------------------------------------------------------------------

    def fail_if(self, condition: str, kind: type[BaseException], message: str = "") -> None:
        """Raise an exception if a condition holds."""
        if condition == "false":
            return
        bad, good = self.label(), self.label()
        self.enter_if(condition, bad, good, unlikely=bad)
        env = self.env
        self.fail(kind, message)
        self.env = env
        self.start(good)

    def fail(self, kind: type[BaseException], message: str = "") -> None:
        """Raise an exception."""
        self.fail_with(str(self.module.error(kind, message, *self.place())))

    def failure(self, kind: type[BaseException], message: str = "") -> Unreachable:
        """Raise an exception here; the compiler raises what this returns."""
        self.fail(kind, message)
        return Unreachable()

    def fail_with(self, status: str) -> None:
        """Leave with a status, to the nearest `try` or out of the function."""
        if self.handlers:
            handler = self.handlers[-1]
            self.do(f"store i32 {status}, ptr {handler.status}")
            self.edge(handler.edges)
        else:
            self.instance.raises = True
            self.lines.append(Fail(status))
        self.env = None

    def place(self) -> tuple[str, int]:
        """The author's file and line."""
        raise NotImplementedError

    # -- variables ----------------------------------------------------------------------------

    def slot(self, name: str, kind: Type) -> tuple[str, ...]:
        key = (name, kind)
        if key not in self.slots:
            if is_aggregate(kind):
                self.slots[key] = (self.words(kind.words),)
            else:
                starts = (_zero(ir) for ir in kind.parts)
                pairs = zip(kind.parts, starts, strict=True)
                self.slots[key] = tuple(self.alloca(ir, start) for ir, start in pairs)
        return self.slots[key]

    def get_slot(self, name: str, kind: Type) -> Value:
        if isinstance(kind, Known):
            return Value(kind, known=kind.value)
        slots = self.slot(name, kind)
        if is_aggregate(kind):
            return Value(kind, *slots)
        if isinstance(kind, Reference):
            place = self.op(f"load ptr, ptr {slots[0]}")
            self.lasting_places.add(place)
            return Value(kind.type, place)
        pairs = zip(kind.parts, slots, strict=True)
        return Value(kind, *(self.op(f"load {ir}, ptr {slot}") for ir, slot in pairs))

    def set_slot(self, name: str, kind: Type, value: Value) -> None:
        slots = self.slot(name, kind)
        if is_aggregate(kind):
            self.store(slots[0], kind, value)
            return
        for ir, slot, part in zip(kind.parts, slots, value.parts, strict=True):
            self.do(f"store {ir} {part}, ptr {slot}")

    def is_lasting(self, place: str) -> bool:
        """Whether what is at an address stays as it is until the function returns."""
        return place.startswith("%a") or place in self.lasting_places

    def flag(self, name: str) -> str:
        """Where it is kept whether a variable is set."""
        if name not in self.flags:
            self.flags[name] = self.alloca("i1", "false")
        return self.flags[name]

    def keep(self, value: Value) -> SpilledValue:
        return SpilledValue(self, value)

    def choice(self, kind: Type, condition: str, one: Value, other: Value) -> Value:
        """One of two values of a type, by a condition."""
        parts = [
            a if a == b else self.op(f"select i1 {condition}, {ir} {a}, {ir} {b}")
            for ir, a, b in zip(kind.parts, one.parts, other.parts, strict=True)
        ]
        return Value(kind, *parts)

    # -- what the layers above know -----------------------------------------------------------

    def is_own(self, variable: str) -> bool:
        """Whether a variable belongs to the function that is written, or to one around it."""
        raise NotImplementedError

    def joint(self, one: Type, other: Type) -> Type:
        return join(one, other)

    def type_error(self, message: str, *kinds: Type) -> Exception:
        """What Python would raise a TypeError for raises one here, if it is ever reached.

        It is refused where a class of the author's may support it, by types that are given.
        """
        if any(map(may_support, kinds)):
            is_member = any(isinstance(kind, Member) for kind in kinds)
            hint = "use its value: member.value" if is_member else "use its attributes"
            return CompileError(message, hint)
        return self.failure(TypeError, message)

    def convert(self, value: Value, kind: Type) -> Value:
        raise NotImplementedError

    def store(self, place: str, kind: Type, value: Value) -> None:
        raise NotImplementedError


class Unreachable(Exception):
    """The rest of a statement is never reached."""


class NoJointType(RefusedType):
    """Of a variable in which values met that no type holds; it may not be used."""

    def __init__(self, reason: str, hint: str) -> None:
        object.__setattr__(self, "reason", reason)
        object.__setattr__(self, "hint", hint)

    reason: str
    hint: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NoJointType) and other.reason == self.reason

    def __hash__(self) -> int:
        return hash(self.reason)


def _zero(ir: str) -> str:
    return {"i1": "false", "double": "0.0", "ptr": "null"}.get(ir, "0")


def truth(text: bool) -> Value:
    return Value(BOOL, "true" if text else "false", known=text)
