"""Calls: of functions, methods, nested functions and generators; and making records.

A function is compiled once for each set of types that it is called with. What is known before
the program runs, such as the game, takes part as a type and takes no argument. A nested function
is handed the variables around it that it uses.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import enum
import functools
import sysconfig
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any

from outply.compiler import library
from outply.compiler.errors import CompileError
from outply.compiler.flow import Edge, Env, Fail, Handler, Kept, Line, Unreachable
from outply.compiler.lasting import (
    Span,
    called_at_once,
    changed_names,
    eager_names,
    free_names,
    lazy_names,
    receives_changes,
    span_of,
)
from outply.compiler.loops import Body, GeneratorCall, Loops, Plan
from outply.compiler.module import Instance, Module, argument_parts, is_small
from outply.compiler.shapes import annotated_type, fields_of, scalar_of
from outply.compiler.source import Code, Context, class_hints, code_of
from outply.compiler.split import branches, split
from outply.compiler.types import (
    BITS,
    BOOL,
    FLOAT,
    INT,
    NONE,
    WIDE,
    WIDE_BITS,
    Closure,
    Dict,
    Iterator_,
    Known,
    List,
    Maybe,
    Poison,
    Record,
    RecordArray,
    RecordReference,
    Row,
    Series,
    Set,
    Tuple,
    Type,
    Union,
    Value,
    is_aggregate,
    is_mixed_number,
    is_number,
    is_whole,
    join,
    join_all,
    nesting,
)
from outply.compiler.values import holds, is_changeable

__all__ = ["BoundMethod", "Calls", "LocalFunction", "Partial", "require_no_cache"]

MOST_NESTING = 12  # of the types of results


LIBRARY = frozenset(map(str, Path(library.__file__).parent.glob("*.py")))
STANDARD = sysconfig.get_paths()["stdlib"]


class LocalFunction:
    """A function that another one defines."""

    def __init__(self, code: Code, parent: Code) -> None:
        self.code, self.parent = code, parent
        self.scope: Context | None = None  # where it is defined: perhaps in a comprehension
        self.defaults: dict[str, str] = {}  # parameter -> variable that holds its default
        self.context: Context | None = None  # where it was handed on from
        self.of_one_turn = False  # it uses a variable that the next turn of a loop sets

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LocalFunction) and other.code is self.code

    def __hash__(self) -> int:
        return id(self.code)


@dataclasses.dataclass(frozen=True)
class Partial:
    """What a closure calls: its first item, with the other ones before what it is given.

    `method` is the name of a method of Python's own; the first item is then the method's owner.
    """

    name: str
    positional: int
    keywords: tuple[str, ...] = ()
    method: str = ""


class BoundMethod:
    """A method of a value, with the value."""

    def __init__(self, owner: Kept, name: str, function: Any = None) -> None:
        self.owner, self.name, self.function = owner, name, function


class CallLine(Line):
    """A call, written once it is known what the callee needs and whether it can raise."""

    def __init__(
        self, callee: Instance, arguments: list[str], names: list[str], out: str, tail: list[str]
    ) -> None:
        self.callee, self.arguments, self.names = callee, arguments, names
        self.out, (self.status, self.bad, self.good) = out, tail

    def write(self, instance: Instance) -> list[str]:
        callee = self.callee
        context = ["ptr %ctx"] if callee.uses_context else []
        out = [f"ptr {self.out}"] if self.out else []
        arguments = ", ".join([*context, *out, *self.arguments])
        call = f"call fastcc {callee.returned} @{callee.symbol}({arguments})"
        parts = [*self.names, *([self.status] if callee.raises else [])]
        lines = []
        if not parts:
            lines.append(f"  {call}")
        elif len(parts) == 1:
            lines.append(f"  {parts[0]} = {call}")
        else:
            whole = instance.fresh()
            lines.append(f"  {whole} = {call}")
            lines += [
                f"  {name} = extractvalue {callee.returned} {whole}, {index}"
                for index, name in enumerate(parts)
            ]
        if not callee.raises:
            return [*lines, f"  {self.status} = add i32 0, 0", f"  br label %{self.good}"]
        test = instance.fresh()
        return [
            *lines,
            f"  {test} = icmp ne i32 {self.status}, 0",
            f"  br i1 {test}, label %{self.bad}, label %{self.good}, !prof !0",
        ]


class Calls(Loops):
    """Calls of anything that is written in Python."""

    context: Context
    file: str
    on_return: Callable[[Value], None]
    on_yield: Callable[[Value], None] | None
    inlined: list[Code]
    generators: list[GeneratorCall]  # those whose code is being written here
    rest: Value | None = None  # `*items` of a call under way, whose number varies
    UNDER_WAY = (
        *Loops.UNDER_WAY,
        "inlined",
        "generators",
        "context",
        "on_return",
        "on_yield",
        "node",
        "file",
    )

    # -- annotations --------------------------------------------------------------------------

    def annotated(self, value: Value, hint: Any) -> Value:
        """A number as the kind that an annotation names; anything else as it is."""
        wanted = scalar_of(hint)
        if wanted == FLOAT and is_mixed_number(value.type) and NONE not in _items(value.type):
            return self.convert(value, FLOAT)
        if wanted is None or not is_number(value.type):
            return self._annotated_container(value, hint) if hint is not None else value
        given = value.type
        if wanted == FLOAT and given != BOOL:
            return self.convert(value, FLOAT)
        if wanted == BITS and is_whole(given):
            return self.convert(value, WIDE_BITS if given in (WIDE, WIDE_BITS) else BITS)
        if wanted == INT and given in (WIDE, WIDE_BITS, BITS):
            return self.convert(value, INT)
        return value

    def _annotated_container(self, value: Value, hint: Any) -> Value:
        if isinstance(value.type, List) and value.type.item is None:
            wanted = annotated_type(hint)
            if isinstance(wanted, List):
                self.widen(value, wanted.item or INT)
        if isinstance(value.type, Row | Tuple):
            wanted = annotated_type(hint)
            if isinstance(wanted, Row | Tuple) and wanted.size == value.type.size:
                fits = holds(wanted, value.type, promote=True)
                return self.convert(value, wanted) if fits else value
        return value

    # -- arguments ----------------------------------------------------------------------------

    def bind(
        self,
        code: Code,
        given: list[Value],
        keywords: dict[str, Value],
        default: Callable[[str], Value | None],
    ) -> dict[str, Value]:
        """Each parameter with its value."""
        if code.node.args.kwarg is not None:
            raise CompileError("a compiled function cannot take **keywords", "name each parameter")
        found = dict(zip(code.parameters, given, strict=False))
        extra = given[len(code.parameters) :]
        if extra and code.rest is None:
            raise CompileError(
                f"{code.name}() takes {len(code.parameters)} arguments, not {len(given)}: too many"
            )
        for name, value in keywords.items():
            if name in found or name not in (*code.parameters, *code.keyword_only):
                raise CompileError(f"{code.name}() has no parameter {name!r} to give here")
            found[name] = value
        for name in (*code.parameters, *code.keyword_only):
            if name not in found:
                given_by_default = default(name)
                if given_by_default is None:
                    raise CompileError(f"{code.name}() misses its argument {name!r}")
                found[name] = given_by_default
        if code.rest is not None:
            found[code.rest] = self.tuple_of([self.argument(value) for value in extra])
            if self.rest is not None:
                rest, self.rest = self.rest, None
                found[code.rest] = self.concatenated([found[code.rest], rest]) if extra else rest
        return {
            name: self.annotated(self.argument(value), code.hints.get(name))
            for name, value in found.items()
        }

    def argument(self, value: Value) -> Value:
        """A value that is handed to another function."""
        if isinstance(value.known, Plan) and isinstance(value.type, Known):
            return self.solid(value)
        if isinstance(value.known, LocalFunction):
            return self._closure(value.known)
        if isinstance(value.known, BoundMethod):
            return self.method_value(value.known)
        return value

    def method_value(self, bound: BoundMethod) -> Value:
        """A method of a value as a value of its own."""
        owner = bound.owner.get()
        if bound.function is None:
            return self.partial_value(Partial(bound.name, 0, method=bound.name), [owner])
        function = self.module.known(bound.function)
        return self.partial_value(Partial(bound.name, 1), [function, owner])

    def partial_value(self, partial: Partial, values: list[Value]) -> Value:
        """A closure of a function and of some of its arguments."""
        values = [self.solid(self.argument(value)) for value in values]
        names = tuple((None, str(index)) for index in range(len(values)))
        kind = Closure(partial, names, tuple(value.type for value in values))
        place = self.words(max(kind.words, 1))
        for index, value in enumerate(values):
            if not isinstance(value.type, Known):
                self.store(self.at(place, kind.offset(index)), value.type, value)
        return Value(kind, place)

    def call_partial(self, closure: Value, given: list[Value], keywords: dict[str, Value]) -> Value:
        kind = closure.type
        assert isinstance(kind, Closure)
        partial: Partial = kind.function
        target, *held = (
            self.copied(self.load(item, self.at(closure.text, kind.offset(index))))
            for index, item in enumerate(kind.items)
        )
        if partial.method:
            target = self.attribute(target, partial.method)
        named = dict(zip(partial.keywords, held[partial.positional :], strict=True))
        return self.call(
            target, [*held[: partial.positional], *given], {**named, **keywords}, self.node
        )

    def solid(self, value: Value) -> Value:
        """A value that can be kept in a variable: a plan becomes an iterator."""
        if isinstance(value.known, Plan) and isinstance(value.type, Known):
            made = value.known.value(self)
            if made is not None:
                return made
            self.require_lasting(value.known)
            if value.known.is_view:
                return self.tupled(value.known, self._site_of(value.known))
            return self._iterator_over(value.known)
        if isinstance(value.type, Known):
            constant = self.module.constant(value.known)
            if constant is not None:
                return self.loaded(constant)
        return value

    def truth(self, value: Value) -> str:
        is_view = isinstance(value.known, Plan) and isinstance(value.type, Known)
        is_view = is_view and (value.known.is_view or value.known.value(self) is not None)
        return super().truth(self.solid(value) if is_view else value)

    def lasting(self, value: Value) -> Value:
        """A value as a variable can hold it: a lazy one is computed."""
        is_lazy = isinstance(value.known, Plan) and isinstance(value.type, Known)
        return self.solid(value) if is_lazy else value

    def note_laziness(self, value: Value, node: ast.expr) -> None:
        """Keep in mind where a lazy value was made; one that is computed already must last."""
        plan = value.known
        if isinstance(plan, Plan) and isinstance(value.type, Known):
            if plan.made is None:
                plan.made, plan.made_in = node, self.context
        elif isinstance(node, ast.Call) and has_iterator(value.type):
            self._require_unchanged(node, self.context)

    def require_lasting(self, plan: Plan) -> None:
        """A lazy value that is computed at once: what it reads must not change before its use."""
        if plan.made is None or plan.made_in is None:
            return
        if isinstance(plan, GeneratorCall) and _changes_what_it_reads(plan.code):
            for name, value in self._given(plan).items():
                if _may_change(value.type):
                    raise _changing(plan.made, name)
        self._require_unchanged(plan.made, plan.made_in, plan.is_view)

    def _given(self, plan: GeneratorCall) -> dict[str, Value]:
        found = {n: v.get() if isinstance(v, Kept) else v for n, v in plan.given.items()}
        captured = self._captured(plan.code, plan.context)
        return {**found, **{n.partition(".")[2]: v for n, v in captured.items()}}

    def _require_unchanged(self, made: ast.expr, context: Context, is_view: bool = False) -> None:
        if not _is_authors(context.code):
            return
        span = span_of(context.code, made)
        span = span.of_view() if is_view else span
        lazy, changed = lazy_names(made), set[str]()
        at_once = called_at_once(made)
        for name in free_names(made) - at_once:
            self._add_reads(name, context, lazy, changed)
        reached = set[str]()
        for name in at_once:
            self._add_reads(name, context, reached, set())
        changed |= changed_names(made, context.code)
        for name in sorted(lazy):
            if self._is_set_meanwhile(name, span, context):
                raise _changing(made, name)
        eager = eager_names(made, lambda part: self._is_copied(part, context))
        for name in sorted(lazy | eager | reached):
            kind = self._kind_of(name, context)
            if kind is None or not _may_change(kind):
                continue
            if name in changed or self._is_changed_meanwhile(name, kind, span, context):
                raise _changing(made, name)

    def _add_reads(self, name: str, context: Context, lazy: set[str], changed: set[str]) -> None:
        """The variables that a nested function reads when a lazy value calls it."""
        kind = self._kind_of(name, context)
        local = kind.value if isinstance(kind, Known) else None
        if not isinstance(local, LocalFunction):
            return
        changed |= changed_names(local.code.node, local.code)
        for used in local.code.free_names - lazy:
            lazy.add(used)
            self._add_reads(used, context, lazy, changed)

    def _kind_of(self, name: str, context: Context) -> Type | None:
        owner = context.owner(name)
        kind = (self.env or {}).get(owner.prefix + name) if owner is not None else None
        return kind.type if isinstance(kind, Maybe) else kind

    def _is_set_meanwhile(self, name: str, span: Span, context: Context) -> bool:
        owner = context.owner(name)
        if owner is None:
            return False
        if owner.code is context.code:
            return owner.locals is owner.code.locals and span.sets(name)
        is_suspended = context.code.is_generator and name in owner.code.set_in_loops
        return is_suspended or _is_changed(context, name)

    def _is_changed_meanwhile(self, name: str, kind: Type, span: Span, context: Context) -> bool:
        if has_iterator(kind):
            is_given = name not in context.code.stored
            return span.uses(name) or (is_given and not span.returned)
        is_deep = any(map(_may_change, _parts(kind)))
        return span.changes(name, is_deep, lambda other: self._can_be_changed(other, context))

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
        is_container = isinstance(kind, List | Set | Dict)
        return is_container and not any(map(_may_change, _parts(kind)))

    def _iterator_over(self, plan: Plan) -> Value:
        """An iterator over what a plan gives; an error is raised when its items are used up."""
        name = self.temporary("items")
        self.set_name(name, self.empty_list(self._site_of(plan)))
        status, edges = self.alloca("i32"), list[Edge]()
        self.do(f"store i32 0, ptr {status}")
        self.lists.append(edges)
        self.handlers.append(Handler(status, edges))
        self.attempt(
            lambda: self.each(plan, lambda item, _: self.append(self.get_name(name), item))
        )
        self.handlers.pop()
        self.lists.pop()
        self.edge(edges)
        self.meet(edges)
        if self.env is None:
            raise Unreachable
        wide = self.op(f"zext i32 {self.op(f'load i32, ptr {status}')} to i64")
        return self.new_iterator(self.get_name(name), wide)

    def _site_of(self, plan: Plan) -> Any:
        """The same for the same plan, whenever its function is written again."""
        key = plan.key if isinstance(plan, GeneratorCall) else type(plan).__name__
        return self.site(self.node if plan.made is None else plan.made, f"plan{key}")

    def loaded(self, constant: Any) -> Value:
        """A constant; a large table is at an address that the context holds."""
        if isinstance(constant, Value):
            return constant
        self.instance.uses_context = True
        place = self.at("%ctx", self.module.table(constant))
        text = self.op(f"load ptr, ptr {place}, !invariant.load !1")
        return Value(constant.kind, text, known=constant.value)

    # -- functions ----------------------------------------------------------------------------

    def call_function(self, function: Any, given: list[Value], keywords: dict[str, Value]) -> Value:
        """A call of a function of the author's, or of ours."""
        is_cached, function = isinstance(function, CACHED), unwrapped(function)
        if isinstance(function, MethodType):
            return self.call_function(
                function.__func__, [self.module.known(function.__self__), *given], keywords
            )
        if not isinstance(function, FunctionType):
            raise CompileError(f"{getattr(function, '__name__', function)} cannot be compiled")
        if is_of_python(function):
            name = f"{function.__module__}.{function.__qualname__}"
            raise CompileError(
                f"{name} is not a function that can be compiled", "write it out in Python"
            )
        code = code_of(function)
        if is_cached:
            require_no_cache(code)
        self.module.reads(function)

        def default(name: str) -> Value | None:
            if name not in code.defaults:
                return None
            return self.static(code.defaults[name])

        bound = self.bind(code, given, keywords, default)
        return self._call_code(code, None, bound, ("function", id(code)))

    def static(self, thing: Any, hint: Any = None) -> Value:
        """An object that is known before the program runs, as a constant if it can be one."""
        _refuse_flags(thing)
        if is_object(thing):
            return self.module.known(thing)
        constant = self.module.constant(thing, None, hint)
        return self.module.known(thing) if constant is None else self.loaded(constant)

    def _call_code(
        self, code: Code, context: Context | None, bound: dict[str, Value], key: Any
    ) -> Value:
        if code.is_generator:
            kept = {name: self.keep(value) for name, value in bound.items()}
            return self._planned(GeneratorCall(code, context, dict(kept), key))
        captured = self._captured(code, context)
        if context is not None and self._sets_outside(code, context, set()):
            return self._call_here(code, context, bound)
        return self.call_instance(
            self._instance(code, context, bound, captured, key), bound, captured
        )

    def _planned(self, plan: Plan) -> Value:
        return self.module.known(plan)

    def _captured(self, code: Code, context: Context | None) -> dict[str, Value]:
        """The variables around a nested function that it uses."""
        found: dict[str, Value] = {}
        names = sorted(code.free_names) if context is not None else []
        for name in names:
            owner = context.owner(name) if context is not None else None
            variable = owner.prefix + name if owner is not None else ""
            if owner is not None and self.env is not None and variable in self.env:
                kind = self.env[variable]
                if isinstance(kind, Maybe):
                    self.require_set(variable, name)
                    kind = kind.type
                if isinstance(kind, Known) and isinstance(kind.value, LocalFunction):
                    names += sorted(kind.value.code.free_names - set(names))
                if not isinstance(kind, Poison):
                    found[f"^{owner.depth}.{name}"] = self.get_slot(variable, kind)
        return found

    def _instance(
        self,
        code: Code,
        context: Context | None,
        bound: dict[str, Value],
        captured: dict[str, Value],
        key: Any,
    ) -> Instance:
        names = (*bound, *captured)
        kinds = tuple(value.type for value in (*bound.values(), *captured.values()))
        outer = shim(context)

        def write(made: Instance) -> None:
            self.write_instance(made, names, Context(code, "", outer))

        return self.module.instance((key, names), code, kinds, write)

    def write_instance(self, made: Instance, names: tuple[str, ...], context: Context) -> None:
        """Write the code of a function for the types of its arguments."""
        code = made.code
        made.raises = made.uses_context = made.allocates = False
        made.calls = []
        f = type(self)(self.module, made, context)
        for index, (name, kind) in enumerate(zip(names, made.kinds, strict=True)):
            f.take_argument(index, name, kind, name in code.stored)
        if code.deleted:
            f.forget_flags(code, context)
        if code.is_generator:
            f.collect_yields(code)
        else:
            f.write_body(code)
            if f.env is not None:
                f.leave(Value(NONE))
        if made.result is None:
            made.result = NONE
        elif made.assumed_nothing:
            made.assumed_nothing = False
            raise self.module.rewriting(made)
        made.lines, made.allocas, made.count = f.lines, f.allocas, f.count

    def write_body(self, code: Code) -> None:
        """Write the statements of a function, the rest of a recursive one as another function."""
        parts = split(code) if self.context.parent is None else None
        if parts is None:
            self.block(code.body)
            return
        self.block(parts.beginning)
        if self.env is None:
            return
        names = tuple(name for name in self.env if name in parts.names)
        if not all(_is_handed_on(self.env[name]) for name in names):
            self.block(code.body[len(parts.beginning) :])
            return
        bound = {name: self.get_slot(name, self.env[name]) for name in names}
        rest = self._instance(parts.rest(names), None, bound, {}, ("rest", id(code)))
        rest.inlining, self.instance.inlining = "never", "nearly always"
        try:
            self.leave(self.call_instance(rest, bound, {}))
        except Refused:
            self.instance.is_refused, self.env = True, None

    def take_argument(self, index: int, name: str, kind: Type, is_stored: bool) -> None:
        """Make an argument a variable."""
        assert self.env is not None
        if isinstance(kind, Known):
            self.env = {**self.env, name: kind}
            return
        if is_small(kind):
            assert isinstance(kind, Record)
            place = self.slot(name, kind)[0]
            for at, item in enumerate(kind.items):
                self.store(self.at(place, at), item, Value(item, f"%a{index}.{at}"))
            self.env = {**self.env, name: kind}
        elif is_aggregate(kind) and not is_stored:
            self.slots[name, kind] = (f"%a{index}",)
            self.env = {**self.env, name: kind}
        elif is_aggregate(kind):
            self.set_name(name, Value(kind, f"%a{index}"))
        else:
            parts = [f"%a{index}.{at}" for at in range(len(kind.parts))]
            self.set_name(name, Value(kind, *parts))

    def call_instance(
        self, callee: Instance, bound: dict[str, Value], captured: dict[str, Value]
    ) -> Value:
        kind = callee.result
        if kind is None:  # it is under way, and nothing is known of what it returns
            callee.assumed_nothing = True
            self.do("unreachable")
            self.env = None
            raise Unreachable
        if callee.is_refused and not callee.under_way:
            raise Refused
        arguments: list[str] = []
        values = (*bound.values(), *captured.values())
        may_change = any(map(is_changeable, callee.kinds))
        for value, wanted in zip(values, callee.kinds, strict=True):
            given = self.convert(value, wanted)
            if may_change and is_aggregate(wanted) and given.text.startswith("%v"):
                given = self.copied(given)  # it may be an item of a list that the callee changes
            arguments += self._passed(given)
        self.instance.calls.append((callee, bool(self.handlers)))
        out = self.words(kind.words) if is_aggregate(kind) else ""
        names = [] if out else [self._fresh() for _ in kind.parts]
        status, bad, good = self._fresh(), self.label(), self.label()
        line = CallLine(callee, arguments, names, out, [status, bad, good])
        self.lines.append(line)
        self.start(bad)
        env = self.env
        if self.handlers:
            self.fail_with(status)
        else:
            self.lines.append(Fail(status))
        self.env = env
        self.start(good)
        return Value(kind, out) if out else Value(kind, *names)

    def _fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def _passed(self, value: Value) -> list[str]:
        kind = value.type
        if isinstance(kind, Known):
            return []
        if is_small(kind):
            return [f"{item.type.parts[0]} {item.text}" for item in self.items(value)]
        return [f"{ir} {text}" for ir, text in zip(argument_parts(kind), value.parts, strict=True)]

    def leave(self, value: Value) -> None:
        """Return from the function."""
        value = self.argument(value)
        value = self.annotated(value, self.context.code.hints.get("return"))
        if isinstance(value.type, Poison):
            raise self.poisoned(value.type)
        made = self.instance
        if made.result is None:
            made.result = value.type
        elif made.result != value.type:
            joint = self.joint(made.result, value.type)
            if joint != made.result:
                made.result = joint
                raise self.module.rewriting(made, hopeless=nesting(joint) > MOST_NESTING)
        value = self.convert(value, made.result)
        if is_aggregate(made.result):
            self.store("%out", made.result, value)
        self.lines.append(_returning(value))
        self.env = None

    def is_own(self, variable: str) -> bool:
        context: Context | None = self.context
        while context is not None:
            name = variable.removeprefix(context.prefix)
            if variable == context.prefix + name and name in context.locals:
                return True
            context = context.parent
        return False  # of code that stood here, under a name that is used only once

    # -- nested functions ---------------------------------------------------------------------

    def call_local(
        self, local: LocalFunction, given: list[Value], keywords: dict[str, Value]
    ) -> Value:
        context = self._context_of(local)
        if context is None:
            raise CompileError(
                f"{local.code.name} is called where the variables around it are gone",
                "hand them over as arguments",
            )

        def default(name: str) -> Value | None:
            variable = local.defaults.get(name)
            return (
                self.get_name(variable) if variable and self.env and variable in self.env else None
            )

        bound = self.bind(local.code, given, keywords, default)
        return self._call_code(local.code, context, bound, ("local", id(local.code)))

    def _context_of(self, local: LocalFunction) -> Context | None:
        """Where the variables around a nested function are, as seen from here."""
        context: Context | None = self.context
        while context is not None:
            if context is local.scope:
                return context
            context = context.parent
        return self.context.of(local.parent)

    def _sets_outside(self, code: Code, context: Context, seen: set[Code]) -> bool:
        """Whether a nested function, or one that it calls, sets variables of those around it."""
        if code in seen:
            return False
        seen.add(code)
        if not code.outer_names <= code.locals - code.nonlocals:
            return True
        for name in code.free_names:
            owner = context.owner(name)
            kind = (self.env or {}).get(owner.prefix + name) if owner is not None else None
            if isinstance(kind, Known) and isinstance(kind.value, LocalFunction):
                around = self._context_of(kind.value)
                if around is not None and self._sets_outside(kind.value.code, around, seen):
                    return True
        return False

    def _call_here(self, code: Code, context: Context, bound: dict[str, Value]) -> Value:
        """A call whose code stands here: it sets variables of the function around it."""
        if code in self.inlined:
            raise CompileError(
                f"{code.name} sets a variable of the function around it and calls itself",
                "return the new value, or keep it in a list of one item",
            )
        self.count += 1
        return self._write_here(code, Context(code, f"{code.name}{self.count}.", context), bound)

    def _write_here(self, code: Code, inner: Context, bound: dict[str, Value]) -> Value:
        """The code of a function, here: a return leads behind it."""
        result, returns = self.temporary("result"), list[Edge]()
        saved = (self.context, self.on_return, self.on_yield, self.loops, self.node, self.file)
        self.lists.append(returns)
        self.on_yield, self.loops = None, []

        def returned(value: Value) -> None:
            self.set_name(result, self.solid(self.argument(value)))
            self.edge(returns)

        self.on_return = returned
        self.inlined.append(code)
        for name, value in bound.items():
            self.set_name(inner.prefix + name, value)
        self.context = inner
        self.forget_flags(code, inner)
        self.block(code.body)
        if self.env is not None:
            returned(Value(NONE, known=None))
        self.inlined.pop()
        self.lists.pop()
        self.context, self.on_return, self.on_yield, self.loops, self.node, self.file = saved
        self.meet(returns)
        if self.env is None:
            raise Unreachable
        found = self.get_name(result)
        left = (result, inner.prefix)
        self.env = {n: k for n, k in self.env.items() if not n.startswith(left)}
        return found

    def forget_flags(self, code: Code, context: Context) -> None:
        """Code that stands here may be in a loop: its variables are not set at its beginning."""
        given = {*code.parameters, *code.keyword_only, code.rest}
        for name in code.unsure:
            is_set = "true" if name in given else "false"
            self.do(f"store i1 {is_set}, ptr {self.flag(context.prefix + name)}")

    def inline(self, function: Any, arguments: dict[str, Value]) -> Value:
        """A call whose code stands here; what is looped over need not be collected first."""
        code = code_of(function)
        self.module.reads(function)
        self.count += 1
        context = Context(code, f"{code.name}{self.count}.", self.context)
        return self._write_here(code, context, arguments)

    def plan_inline(self, function: Any, arguments: dict[str, Value]) -> Value:
        """A generator of the library, whose code will stand where it is looped over."""
        code = code_of(function)
        self.module.reads(function)
        kept = {
            name: value if isinstance(value.type, Known) else self.keep(value)
            for name, value in arguments.items()
        }
        return self._planned(GeneratorCall(code, self.context, dict(kept), ("library", id(code))))

    def probe(self, plan: Plan) -> Type | None:
        """The type of a plan's items."""
        mark, env = len(self.lines), self.env
        lists = [(items, len(items)) for items in self.lists]
        found: list[Type] = []
        self.each(plan, lambda item, _: found.append(item.type))
        del self.lines[mark:]
        for items, length in lists:
            del items[length:]
        self.env = env
        return None if not found else found[0] if len(set(found)) == 1 else join_all(found)

    def _closure(self, local: LocalFunction) -> Value:
        """A nested function that is handed on, with the variables that it uses as they are."""
        context = self._context_of(local)
        if context is None:
            raise CompileError(f"{local.code.name} cannot be handed on from here")
        changed = [n for n in local.code.free_names if _is_changed(context, n)]
        changed += [n for n in local.code.free_names if _is_of_comprehension(context, n)]
        if changed or self._sets_outside(local.code, context, set()):
            raise CompileError(
                f"{local.code.name} is handed on, and a variable around it changes",
                "hand the value over as a default: lambda x, y=y: …",
            )
        captured = self._captured(local.code, context)
        for parameter, variable in local.defaults.items():
            if self.env is not None and variable in self.env:
                captured[f"={parameter}"] = self.get_name(variable)
        local.context = context
        owners = {name: context.owner(name) for name in local.code.free_names}
        local.of_one_turn = any(
            owner is not None and name in owner.code.set_in_loops for name, owner in owners.items()
        )
        kinds = tuple(value.type for value in captured.values())
        kind = Closure(local, tuple((None, name) for name in captured), kinds)
        place = self.words(max(kind.words, 1))
        for index, value in enumerate(captured.values()):
            if not isinstance(value.type, Known):
                self.store(self.at(place, kind.offset(index)), value.type, value)
        return Value(kind, place)

    def call_closure(self, closure: Value, given: list[Value], keywords: dict[str, Value]) -> Value:
        kind = closure.type
        assert isinstance(kind, Closure)
        if isinstance(kind.function, Partial):
            return self.call_partial(closure, given, keywords)
        local: LocalFunction = kind.function
        held = {
            name: self.load(item, self.at(closure.text, kind.offset(index)))
            for index, ((_, name), item) in enumerate(zip(kind.names, kind.items, strict=True))
        }
        bound = self.bind(local.code, given, keywords, lambda name: held.get(f"={name}"))
        captured = {name: value for name, value in held.items() if name[0] == "^"}
        if local.code.is_generator:
            raise CompileError(f"the generator {local.code.name} is handed on", "hand on a list")
        key = ("local", id(local.code))
        instance = self._instance(local.code, local.context, bound, captured, key)
        return self.call_instance(instance, bound, captured)

    # -- generators ---------------------------------------------------------------------------

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

    # -- records ------------------------------------------------------------------------------

    def construct(self, cls: Any, given: list[Value], keywords: dict[str, Value]) -> Value:
        """A NamedTuple or dataclass of these fields."""
        names = fields_of(cls)
        check = post_init(cls)
        items = list(self.field_values(cls, given, keywords).values())
        made = self.tuple_of(items, self.record_type(cls, names, [item.type for item in items]))
        if check is None:
            return made
        code = code_of(check)
        self.module.reads(check)
        bound = {code.parameters[0]: made}
        return self._call_code(returning_first(code), None, bound, ("post_init", id(code)))

    def field_values(
        self, cls: Any, given: list[Value], keywords: dict[str, Value]
    ) -> dict[str, Value]:
        """The value of each field of a new NamedTuple or dataclass."""
        names = fields_of(cls)
        taken = [name for name in names if _is_taken(cls, name)]
        found = dict(zip(taken, given, strict=False))
        if len(given) > len(taken) or any(n in found or n not in taken for n in keywords):
            raise CompileError(f"{cls.__name__} takes {', '.join(taken)}")
        found |= keywords
        defaults = _field_defaults(cls)
        missing = [name for name in names if name not in found and name not in defaults]
        if missing:
            if missing[0] not in taken:
                raise CompileError(
                    f"{cls.__name__} is made without a value for {missing[0]}",
                    "give that field a default",
                )
            raise CompileError(f"{cls.__name__} takes {', '.join(taken)}; {missing[0]} is missing")
        hints = class_hints(cls)
        for name in names:
            value = found.get(name) or self._default_value(cls, name, defaults[name])
            found[name] = self._field(self.solid(self.argument(value)), hints.get(name))
        return {name: found[name] for name in names}

    def made_by(self, factory: Known, site: Any) -> Value:
        node = self.module.factory_nodes.setdefault((factory, site), ast.Pass())
        made = self.call(self.module.known(factory.value), [], {}, node)
        return self.solid(self.argument(made))

    def _default_value(self, cls: Any, name: str, default: Any) -> Value:
        """The default of a field; a list, dict or set is made anew for each object."""
        if type(default) not in (list, dict, set) and self.module.constant(default) is not None:
            return self.static(default)
        fields = {f.name: f for f in dataclasses.fields(cls)} if not issubclass(cls, tuple) else {}
        factory = fields[name].default_factory if name in fields else dataclasses.MISSING
        if factory is dataclasses.MISSING:
            return self.static(default)
        return self.call(self.module.known(factory), [], {}, _factory_node(cls, name))

    def _field(self, value: Value, hint: Any) -> Value:
        value = self.annotated(value, hint)
        if value.type == WIDE_BITS and scalar_of(hint) == BITS:
            return self.convert(value, BITS)
        return self.whole(value) if value.type in (WIDE, WIDE_BITS) else value

    def record_type(self, cls: type, names: tuple[str, ...], kinds: list[Type]) -> Record:
        """The type of a new record; for those that states are made of, one for all."""
        made = Record(cls, names, tuple(kinds))
        known = self.module.declared.get(cls)
        if known is None:
            return made
        if all(map(_fits, known.items, made.items)):
            return known
        wider = join(known, made)
        assert isinstance(wider, Record)
        raise Reshaped(cls, wider)

    def replaced(self, value: Value, keywords: dict[str, Value]) -> Value:
        """`value._replace(field=…)`, or `dataclasses.replace`."""
        kind = value.type
        assert isinstance(kind, Record)
        unknown = [name for name in keywords if name not in kind.names]
        if unknown:
            raise CompileError(f"{kind.cls.__name__} has no field {unknown[0]!r}")
        pairs = zip(kind.names, self.items(value), strict=True)
        old = {name: item for name, item in pairs if _is_taken(kind.cls, name)}
        return self.construct(kind.cls, [], {**old, **keywords})

    # -- what the layers above know -----------------------------------------------------------

    def block(self, statements: list[ast.stmt]) -> None:
        raise NotImplementedError

    def call(
        self, target: Value, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        raise NotImplementedError

    def attribute(self, value: Value, name: str) -> Value:
        raise NotImplementedError

    def require_set(self, variable: str, name: str) -> None:
        raise NotImplementedError

    def __init__(self, module: Module, instance: Instance, context: Context) -> None:
        super().__init__(module, instance)
        self.context = context
        self.file = context.code.file  # of the author's statement that is written
        self.on_return, self.on_yield = self.leave, None
        self.inlined, self.generators = [], []


class Refused(CompileError):
    """A call of a function that was refused, which has been said already."""

    def __init__(self) -> None:
        super().__init__("")


class Reshaped(Exception):
    """The records that states are made of are of a wider type than was assumed."""

    def __init__(self, cls: type, record: Record) -> None:
        self.cls, self.record = cls, record


def _items(kind: Type) -> tuple[Type, ...]:
    return kind.items if isinstance(kind, Union) else (kind,)


def _fits(kind: Type, other: Type) -> bool:
    """Whether a field holds a value, as far as can be known before the program runs."""
    if isinstance(kind, Row | Tuple) and isinstance(other, Series):
        return all(_fits(item, other.item) for item in kind.items)
    if isinstance(kind, Record) and isinstance(other, Record) and kind.cls is other.cls:
        return all(map(_fits, kind.items, other.items))
    if isinstance(kind, Union) and isinstance(other, Union):
        return all(any(_fits(mine, item) for mine in kind.items) for item in other.items)
    if isinstance(kind, Union):
        return any(_fits(mine, other) for mine in kind.items)
    if isinstance(other, Union):  # a value that does not fit is an error when it runs
        return any(_fits(kind, item) for item in other.items)
    if isinstance(kind, Row | Tuple) and isinstance(other, Row | Tuple):
        return kind.size == other.size and all(map(_fits, kind.items, other.items))
    return holds(kind, other)


def shim(context: Context | None) -> Context | None:
    """The functions around a nested one, with the variables that it was handed."""
    if context is None:
        return None
    return Context(context.code, f"^{context.depth}.", shim(context.parent), context.locals)


def _is_of_comprehension(context: Context, name: str) -> bool:
    """Whether a variable has another value in each turn of a comprehension."""
    owner = context.owner(name)
    return owner is not None and owner.locals is not owner.code.locals


def has_iterator(kind: Type) -> bool:
    """Whether a value contains an iterator."""
    if isinstance(kind, Row | Tuple | Record | Union):
        return any(has_iterator(item) for item in set(kind.items))
    if isinstance(kind, Series | List):
        return kind.item is not None and has_iterator(kind.item)
    return isinstance(kind, Iterator_)


def _parts(kind: Type | None) -> list[Type]:
    """The types of what a container or object refers to; of an object anything."""
    if isinstance(kind, List | Set | Dict):
        parts = [getattr(kind, part, None) for part in ("key", "item")]
        return [part for part in parts if part is not None]
    return [] if kind is None else [kind]


def _is_authors(code: Code) -> bool:
    return code.file not in LIBRARY


def _changes_what_it_reads(code: Code) -> bool:
    return _is_authors(code) and receives_changes(code)


def _may_change(kind: Type) -> bool:
    return isinstance(kind, RecordReference | RecordArray) or is_changeable(kind)


def _changing(made: ast.expr, name: str) -> CompileError:
    what = "a generator" if isinstance(made, ast.GeneratorExp) else ast.unparse(made)
    return CompileError(
        f"{what} is kept or handed on, and {name} may change before it is used", "use list(…)"
    )


def _is_changed(context: Context, name: str) -> bool:
    """Whether a variable around a nested function is set more than once."""
    owner = context.owner(name)
    if owner is None:
        return False
    given = name in (*owner.code.parameters, *owner.code.keyword_only)
    return owner.code.stores[name] + given > 1


def after(head: Env, back: Env | None, known: Env) -> Env:
    """What is known of variables behind a loop over a generator."""
    new = {
        name: kind if isinstance(kind, Maybe) else Maybe(kind)
        for name, kind in (back or {}).items()
        if name not in head
    }
    return {**new, **known}


def _is_handed_on(kind: Type) -> bool:
    """Whether a variable of this type means the same in another function."""
    if isinstance(kind, Known):
        return not isinstance(kind.value, Plan | LocalFunction | BoundMethod)
    return not isinstance(kind, Maybe | Poison) and not is_changeable(kind)


def _returning(value: Value) -> Line:
    from outply.compiler.flow import Return

    return Return(value)


def is_of_python(function: FunctionType) -> bool:
    """Whether a function is of Python's own library, which is not written for compiling."""
    file = function.__code__.co_filename
    return file.startswith(STANDARD) and "site-packages" not in file


CACHED = functools._lru_cache_wrapper


def require_no_cache(code: Code) -> None:
    """Without its cache, a function that branches would take ages."""
    if branches(code):
        raise CompileError(
            f"{code.name} needs its cache, which compiled code does not have",
            "make a table of its answers when the module is loaded",
        )


def unwrapped(target: Any) -> Any:
    """What `functools.cache` was put around: it changes no answer."""
    while isinstance(target, CACHED):
        target = target.__wrapped__
    return target


def _refuse_flags(thing: Any) -> None:
    """A combination of a Flag's members is a member that no list of members has."""
    cls = thing if isinstance(thing, type) else type(thing)
    if issubclass(cls, enum.Flag):
        raise CompileError(
            f"{cls.__name__} is a Flag, whose members cannot be compiled",
            "use ints: one constant for each bit",
        )


def is_object(thing: Any) -> bool:
    """Whether a static object is used through its attributes, not as a value."""
    return dataclasses.is_dataclass(thing) and not isinstance(thing, type)


def post_init(cls: Any) -> FunctionType | None:
    """The `__post_init__` of a dataclass, which may check and set its fields."""
    check = getattr(cls, "__post_init__", None)
    if issubclass(cls, tuple) or not isinstance(check, FunctionType):
        return None
    code = code_of(check)
    if code.is_generator or len(code.parameters) != 1:
        raise CompileError(
            f"__post_init__ of {cls.__name__} takes more than the object",
            "keep what it takes in a field",
        )
    return check


def _is_taken(cls: Any, name: str) -> bool:
    """Whether a new object is given a field, which `field(init=False)` prevents."""
    field = getattr(cls, "__dataclass_fields__", {}).get(name)
    return field is None or bool(field.init)


@functools.cache
def _factory_node(cls: type, name: str) -> ast.AST:
    """What stands for the call of a `default_factory`: the same object each time."""
    return ast.Pass()


@functools.cache
def returning_first(code: Code) -> Code:
    """The code of a function, changed so that it returns its first argument."""
    node = copy.deepcopy(code.node)
    assert isinstance(node, ast.FunctionDef)
    last = node.body[-1]
    first = ast.Name(code.parameters[0], ast.Load())
    for each in ast.walk(node):
        if isinstance(each, ast.Return):
            each.value = ast.copy_location(ast.Name(first.id, ast.Load()), each)
    node.body.append(ast.copy_location(ast.Return(ast.copy_location(first, last)), last))
    made = Code(node, code.file, code.scope, code.cells, {}, {})
    made.makes_first = True
    made.stored.add(code.parameters[0])
    return made


def _field_defaults(cls: Any) -> dict[str, Any]:
    if issubclass(cls, tuple):
        return dict(cls._field_defaults)
    found = {}
    for field in dataclasses.fields(cls):
        if field.default is not dataclasses.MISSING:
            found[field.name] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            found[field.name] = field.default_factory()
    return found
