"""Calls of functions and methods: annotations, arguments, instances, and values that are kept.

A function is compiled once for each set of types that it is called with. What is known before
the program runs, such as the game, takes part as a type and takes no argument. A nested function
is handed the variables around it that it uses.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import inspect
import sysconfig
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any

from outply.compiler.container_types import List, Row, Struct, Tuple, Union
from outply.compiler.emptiness import without_items
from outply.compiler.flow import DeferredLine, Fail, Unreachable
from outply.compiler.in_place import InPlace
from outply.compiler.local_functions import BoundMethod, LocalFunction, Partial, captured_names
from outply.compiler.loops import GeneratorCall, Plan, RangePlan
from outply.compiler.materializing import LIBRARY, Materializing
from outply.compiler.module import Instance, Module, RecordTable, argument_parts, is_small
from outply.compiler.object_types import (
    Closure,
    Known,
    Maybe,
    RecordReference,
    RefusedType,
)
from outply.compiler.records import Record
from outply.compiler.refusals import CompileError
from outply.compiler.source import Code, Context, code_of
from outply.compiler.split import split
from outply.compiler.type_inference import annotated_type, scalar_of
from outply.compiler.type_join import MOST_NESTING
from outply.compiler.type_parts import is_aggregate, is_int_member, is_mixed_number, nesting
from outply.compiler.type_relations import holds, is_changeable
from outply.compiler.types import (
    BITS,
    BOOL,
    FLOAT,
    INT,
    NONE,
    WIDE,
    WIDE_BITS,
    Type,
    Value,
    is_number,
    is_whole,
)
from outply.package_files import is_of_rules

__all__ = ["Calls", "not_a_function"]

NUMBERS = ("to_move", "is_terminal", "utility", "evaluate", "order")
"""The rules that give searches a number."""

STANDARD = sysconfig.get_paths()["stdlib"]


class CallLine(DeferredLine):
    """A call, written once it is known what the callee needs and whether it can raise."""

    def __init__(
        self, callee: Instance, arguments: list[str], names: list[str], out: str, tail: list[str]
    ) -> None:
        self.callee, self.arguments, self.names = callee, arguments, names
        self.out, (self.status, self.bad, self.good) = out, tail

    def write(self, instance: Instance) -> list[str]:
        return [*self._call(instance), *self._test_of_status(instance)]

    def _call(self, instance: Instance) -> list[str]:
        """The call itself, and the parts of what it returns."""
        call, returned = self._call_text(), self.callee.returned
        parts = [*self.names, *([self.status] if self.callee.raises else [])]
        if not parts:
            return [f"  {call}"]
        if len(parts) == 1:
            return [f"  {parts[0]} = {call}"]
        whole = instance.fresh()
        taken = enumerate(parts)
        items = [f"  {name} = extractvalue {returned} {whole}, {index}" for index, name in taken]
        return [f"  {whole} = {call}", *items]

    def _call_text(self) -> str:
        context = ["ptr %ctx"] if self.callee.uses_context else []
        out = [f"ptr {self.out}"] if self.out else []
        arguments = ", ".join([*context, *out, *self.arguments])
        return f"call fastcc {self.callee.returned} @{self.callee.symbol}({arguments})"

    def _test_of_status(self, instance: Instance) -> list[str]:
        if not self.callee.raises:
            return [f"  {self.status} = add i32 0, 0", f"  br label %{self.good}"]
        test = instance.fresh()
        return [
            f"  {test} = icmp ne i32 {self.status}, 0",
            f"  br i1 {test}, label %{self.bad}, label %{self.good}, !prof !0",
        ]


class Calls(Materializing):
    """Calls of anything that is written in Python."""

    context: Context
    file: str
    on_return: Callable[[Value], None]
    on_yield: Callable[[Value], None] | None
    inlined: list[Code]
    generators: list[GeneratorCall]  # those whose code is being written here
    rest: Value | None = None  # `*items` of a call under way, whose number varies
    returned: tuple[str, ...] = ()  # variables of functions around this one, returned with a result
    UNDER_WAY = (
        *Materializing.UNDER_WAY,
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
        return self._annotated_number(value, wanted)

    def _annotated_number(self, value: Value, wanted: Type) -> Value:
        given = value.type
        if wanted == FLOAT and given != BOOL:
            return self.convert(value, FLOAT)
        if wanted == BITS and is_whole(given):
            return self.convert(value, WIDE_BITS if given in (WIDE, WIDE_BITS) else BITS)
        if wanted == INT and given in (WIDE, WIDE_BITS, BITS):
            return self.convert(value, INT)
        return value

    def _annotated_container(self, value: Value, hint: Any) -> Value:
        if isinstance(value.type, List) and value.type.item is None and not value.type.constant:
            wanted = annotated_type(hint)
            if isinstance(wanted, List):
                self.widen(value, wanted.item or INT)
        if isinstance(value.type, (Row, Tuple)):
            wanted = annotated_type(hint)
            if isinstance(wanted, (Row, Tuple)) and wanted.size == value.type.size:
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
        found = _named_arguments(code, given, keywords)
        for name in (*code.parameters, *code.keyword_only):
            if name not in found:
                found[name] = _default_argument(code, name, default)
        if code.rest is not None:
            found[code.rest] = self._rest_arguments(given[len(code.parameters) :])
        return {
            name: self.annotated(self.argument(value), code.hints.get(name))
            for name, value in found.items()
        }

    def argument(self, value: Value) -> Value:
        """A value that is handed to another function."""
        if isinstance(value.known, Plan) and isinstance(value.type, Known):
            return self.materialized(value)
        if isinstance(value.known, LocalFunction):
            return self.closure_of(value.known)
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
        values = [self.materialized(self.argument(value)) for value in values]
        names = tuple((None, str(index)) for index in range(len(values)))
        kind = Closure(partial, names, tuple(value.type for value in values))
        place = self.words(max(kind.words, 1))
        for index, value in enumerate(values):
            if not isinstance(value.type, Known):
                self.store(self.at(place, kind.offset(index)), value.type, value)
        return Value(kind, place)

    def call_partial(self, closure: Value, given: list[Value], keywords: dict[str, Value]) -> Value:
        kind = closure.type_as(Closure)
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

    def _rest_arguments(self, extra: list[Value]) -> Value:
        """The tuple of a parameter `*rest`."""
        found = self.tuple_of([self.argument(value) for value in extra])
        rest, self.rest = self.rest, None
        return found if rest is None else self.concatenated([found, rest]) if extra else rest

    def loaded(self, constant: Any) -> Value:
        """A constant; a large table is at an address that the context holds."""
        if isinstance(constant, Value):
            return constant
        self.instance.uses_context = True
        place = self.at("%ctx", self.module.table(constant))
        text = self.op(f"load ptr, ptr {place}, !invariant.load !1")
        return Value(constant.kind, text, known=constant.value)

    # -- functions ----------------------------------------------------------------------------

    def changes_default(self) -> bool:
        defaults = self.context.code.defaults.items()
        names = {name for name, value in defaults if isinstance(value, (list, dict, set))}
        parts = ast.walk(self.node) if names and self.node is not None else ()
        return any(isinstance(part, ast.Name) and part.id in names for part in parts)

    def call_function(
        self,
        function: Any,
        given: list[Value],
        keywords: dict[str, Value],
        is_tested: bool = False,
    ) -> Value:
        """A call of a function of the author's, or of ours; perhaps only its truth is asked."""
        function = self.uncached(function)
        if isinstance(function, MethodType):
            return self.call_function(
                function.__func__,
                [self.module.known(function.__self__), *given],
                keywords,
                is_tested,
            )
        _require_compilable(function)
        code = code_of(function)
        self.module.reads(function)
        bound = self.bind(code, given, keywords, functools.partial(self._constant_default, code))
        if is_tested and code not in self.module.cached:
            code = without_items(code) or code
        found = self._call_code(code, None, bound, ("function", id(code)))
        file = self.context.code.file
        is_asked = code.name in NUMBERS and file not in LIBRARY and not is_of_rules(file)
        return self._as_number(found) if is_asked else found

    def _as_number(self, value: Value) -> Value:
        """What a rule gives to a search: a number, where it is a member of an IntEnum."""
        is_member = is_int_member(value.type)
        return self.number(value) if is_member else self.plain_numbers(value)

    def _constant_default(self, code: Code, name: str) -> Value | None:
        return self.static(code.defaults[name]) if name in code.defaults else None

    def uncached(self, thing: Any) -> Any:
        """What `functools.cache` was put around: it changes no answer."""
        inner = unwrapped(thing)
        if inner is not thing and isinstance(inner, FunctionType) and not is_of_python(inner):
            self.module.cached[code_of(inner)] = None
        return inner

    def static(self, thing: Any, hint: Any = None) -> Value:
        """An object that is known before the program runs, as a constant if it can be one."""
        _refuse_flags(thing)
        if isinstance(thing, Record):
            return self._known_record(thing)
        if is_object(thing):
            return self.module.known(thing)
        constant = self.module.constant(thing, None, hint)
        if constant is None:
            return self.module.known(thing)
        if isinstance(thing, range):  # as `range(…)` in its place: its length is known
            ends = (thing.start, thing.stop, thing.step)
            return self.module.known(RangePlan(self, [self.constant_int(end) for end in ends]))
        return self.loaded(constant)

    def _known_record(self, record: Record) -> Value:
        """A record that a game holds, such as the weights of its evaluation.

        Its address is in the context, as that of a large table: other weights need no other code.
        """
        path = self.module.dependencies.path_of(record)
        if path is None or path[0] != "root":
            return self.module.known(record)
        self.instance.uses_context = True
        kind = RecordReference(type(record))
        place = self.at("%ctx", self.module.table(RecordTable(kind, record)))
        return Value(kind, self.op(f"load ptr, ptr {place}, !invariant.load !1, !nonnull !1"))

    def _call_code(
        self, code: Code, context: Context | None, bound: dict[str, Value], key: Any
    ) -> Value:
        if code.is_generator:
            kept = {name: self.keep(value) for name, value in bound.items()}
            return self._planned(GeneratorCall(code, context, dict(kept), key))
        captured = self._captured(code, context)
        if context is not None and self.sets_outside(code, context, set()):
            if self.calls_itself(code, context):
                return self.call_and_set(code, context, bound, captured)
            return self.call_here(code, context, bound)
        return self.call_instance(
            self._instance(code, context, bound, captured, key), bound, captured
        )

    def _planned(self, plan: Plan) -> Value:
        return self.module.known(plan)

    def _captured(self, code: Code, context: Context | None) -> dict[str, Value]:
        """The variables around a nested function that it uses."""
        found: dict[str, Value] = {}
        names = sorted(captured_names(code)) if context is not None else []
        for name in names:
            owner = context.owner(name) if context is not None else None
            variable = owner.prefix + name if owner is not None else ""
            if owner is not None and self.env is not None and variable in self.env:
                kind = self._set_type(variable, name)
                if isinstance(kind, Known) and isinstance(kind.value, LocalFunction):
                    names += sorted(captured_names(kind.value.code) - set(names))
                if isinstance(kind, RefusedType):
                    self.module.refused_names.add((owner.code, name))
                else:
                    found[f"^{owner.depth}.{name}"] = self.get_slot(variable, kind)
        return found

    def _set_type(self, variable: str, name: str) -> Type:
        """The type of a variable, which must have a value."""
        assert self.env is not None
        kind = self.env[variable]
        if not isinstance(kind, Maybe):
            return kind
        self.require_set(variable, name, is_handed_on=True)
        return kind.type

    def _instance(
        self,
        code: Code,
        context: Context | None,
        bound: dict[str, Value],
        captured: dict[str, Value],
        key: Any,
        returned: tuple[str, ...] = (),
    ) -> Instance:
        """The function for arguments of these types; `returned` are variables that it returns."""
        names = (*bound, *captured)
        kinds = tuple(value.type for value in (*bound.values(), *captured.values()))
        outer = shim(context)

        def write(made: Instance) -> None:
            self.write_instance(made, names, Context(code, "", outer), returned)

        return self.module.instance((key, names), code, kinds, write)

    def write_instance(
        self,
        made: Instance,
        names: tuple[str, ...],
        context: Context,
        returned: tuple[str, ...] = (),
    ) -> None:
        """Write the code of a function for the types of its arguments."""
        code = made.code
        made.raises = made.uses_context = made.allocates = made.builds_in_place = False
        made.calls, made.rest = [], None
        if code.is_rare:
            made.inlining = "rarely called"
        f = type(self)(self.module, made, context)
        f.returned = returned
        for index, (name, kind) in enumerate(zip(names, made.kinds, strict=True)):
            f.take_argument(index, name, kind, name in code.stored or name in returned)
        if code.deleted:
            f.forget_flags(code, context)
        f._write_whole(code)
        self._settle_result(made)
        made.lines, made.allocas, made.count = f.lines, f.allocas, f.count

    def _write_whole(self, code: Code) -> None:
        if code.is_generator:
            self.collect_yields(code)
            return
        self.write_body(code)
        if self.env is not None:
            self.leave(Value(NONE))

    def _settle_result(self, made: Instance) -> None:
        """Write a function again whose recursive calls were assumed to return nothing."""
        if made.result is None:
            made.result = NONE
        elif made.assumed_nothing:
            made.assumed_nothing = False
            raise self.module.rewriting(made)

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
        if all(_is_handed_on(self.env[name]) for name in names):
            bound = {name: self.get_slot(name, self.env[name]) for name in names}
            self._call_rest(code, parts.rest(names), bound)
        else:
            self.block(code.body[len(parts.beginning) :])

    def _call_rest(self, code: Code, behind: Code, bound: dict[str, Value]) -> None:
        """Leave with what the rest of a function returns, which is a function of its own."""
        rest = self._instance(behind, None, bound, {}, ("rest", id(code)))
        self.instance.rest = rest
        try:
            self.leave(self.call_instance(rest, bound, {}))
        except Refused:
            self.instance.is_refused, self.env = True, None

    def take_argument(self, index: int, name: str, kind: Type, is_stored: bool) -> None:
        """Make an argument a variable."""
        if isinstance(kind, Known):
            self._declare_variable(name, kind)
        elif is_small(kind):
            self._take_small_record(index, name, kind)
        elif is_aggregate(kind) and not is_stored:
            self.slots[name, kind] = (f"%a{index}",)
            self._declare_variable(name, kind)
        elif is_aggregate(kind):
            self.set_name(name, Value(kind, f"%a{index}"))
        else:
            parts = [f"%a{index}.{at}" for at in range(len(kind.parts))]
            self.set_name(name, Value(kind, *parts))

    def _declare_variable(self, name: str, kind: Type) -> None:
        assert self.env is not None
        self.env = {**self.env, name: kind}

    def _take_small_record(self, index: int, name: str, kind: Type) -> None:
        """A record that is passed in parts."""
        assert isinstance(kind, Struct)
        place = self.slot(name, kind)[0]
        for at, item in enumerate(kind.items):
            self.store(self.at(place, at), item, Value(item, f"%a{index}.{at}"))
        self._declare_variable(name, kind)

    def call_instance(
        self, callee: Instance, bound: dict[str, Value], captured: dict[str, Value]
    ) -> Value:
        kind = callee.result or NONE
        if callee.is_refused and not callee.under_way:
            raise Refused
        arguments = self._passed_arguments(callee, (*bound.values(), *captured.values()))
        self.instance.calls.append((callee, bool(self.handlers)))
        out = self.words(kind.words) if is_aggregate(kind) else ""
        names = [] if out else [self._fresh() for _ in kind.parts]
        status, bad, good = self._fresh(), self.label(), self.label()
        self.lines.append(CallLine(callee, arguments, names, out, [status, bad, good]))
        self._hand_on_error(status, bad, good, callee.code.file in LIBRARY)
        if callee.result is None:  # it is under way: so far it returns nothing, but may raise
            callee.assumed_nothing = True
            self.do("unreachable")
            self.env = None
            raise Unreachable
        return Value(kind, out) if out else Value(kind, *names)

    def _passed_arguments(self, callee: Instance, values: tuple[Value, ...]) -> list[str]:
        arguments: list[str] = []
        may_change = any(map(is_changeable, callee.kinds))
        for value, wanted in zip(values, callee.kinds, strict=True):
            given = self.convert(value, wanted)
            if may_change and is_aggregate(wanted) and given.text.startswith("%v"):
                given = self.copied(given)  # it may be an item of a list that the callee changes
            arguments += self._passed(given)
        return arguments

    def _hand_on_error(self, status: str, bad: str, good: str, is_library: bool) -> None:
        """Write where a call leads that raised an exception, and go on where it did not."""
        self.start(bad)
        env = self.env
        if is_library and self.file not in LIBRARY:
            status = self._at_this_line(status)
        if self.handlers:
            self.fail_with(status)
        else:
            self.lines.append(Fail(status))
        self.env = env
        self.start(good)

    def _at_this_line(self, status: str) -> str:
        """The error of a function of the library, at the author's line that called it."""
        of_library = [e for e in self.module.errors.items() if e[0][2] in LIBRARY]
        for (kind, message, *_), number in of_library:
            here = self.module.error(kind, message, *self.place())
            is_it = self.op(f"icmp eq i32 {status}, {number}")
            status = self.op(f"select i1 {is_it}, i32 {here}, i32 {status}")
        return status

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
        if isinstance(value.type, RefusedType):
            raise self.refusal_of(value.type)
        if self.returned:
            value = self.tuple_of([value, *map(self.get_name, self.returned)])
        kind = self._widen_result(value.type)
        value = self.convert(value, kind)
        if is_aggregate(kind):
            self.store("%out", kind, value)
        self.lines.append(_returning(value))
        self.env = None

    def _widen_result(self, kind: Type) -> Type:
        """The type of what the function returns; it is written again if that becomes wider."""
        made = self.instance
        before = None if made.result is None else self.as_made_now(made.result)
        joint = kind if before in (None, kind) else self.joint(before, kind)
        if made.result in (None, joint):
            made.result = made.result or joint
            return made.result
        made.result = joint
        raise self.module.rewriting(made, hopeless=nesting(joint) > MOST_NESTING)

    def is_own(self, variable: str) -> bool:
        context: Context | None = self.context
        while context is not None:
            name = variable.removeprefix(context.prefix)
            if variable == context.prefix + name and name in context.locals:
                return True
            context = context.parent
        return False  # of code that stood here, under a name that is used only once

    # -- what the layers above know -----------------------------------------------------------

    def closure_of(self, local: LocalFunction) -> Value:
        raise NotImplementedError

    def sets_outside(self, code: Code, context: Context, seen: set[Code]) -> bool:
        raise NotImplementedError

    def call_here(self, code: Code, context: Context, bound: dict[str, Value]) -> Value:
        raise NotImplementedError

    def calls_itself(self, code: Code, context: Context) -> bool:
        raise NotImplementedError

    def call_and_set(
        self, code: Code, context: Context, bound: dict[str, Value], captured: dict[str, Value]
    ) -> Value:
        raise NotImplementedError

    def collect_yields(self, code: Code) -> None:
        raise NotImplementedError

    def forget_flags(self, code: Code, context: Context) -> None:
        raise NotImplementedError

    def block(self, statements: list[ast.stmt]) -> None:
        raise NotImplementedError

    def call(
        self, target: Value, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        raise NotImplementedError

    def attribute(self, value: Value, name: str) -> Value:
        raise NotImplementedError

    def require_set(self, variable: str, name: str, is_handed_on: bool = False) -> None:
        raise NotImplementedError

    def __init__(self, module: Module, instance: Instance, context: Context) -> None:
        super().__init__(module, instance)
        self.context = context
        self.file = context.code.file  # of the author's statement that is written
        self.on_return, self.on_yield = self.leave, None
        self.result_places: dict[InPlace, str] = {}  # of lists whose items are in the result
        self.inlined, self.generators = [], []


class Refused(CompileError):
    """A call of a function that was refused, which has been said already."""

    def __init__(self) -> None:
        super().__init__("")


def _named_arguments(
    code: Code, given: list[Value], keywords: dict[str, Value]
) -> dict[str, Value]:
    """The arguments of a call by the names of their parameters."""
    count = len(code.parameters)
    if len(given) > count and code.rest is None:
        raise CompileError(f"{code.name}() takes {count} arguments, not {len(given)}: too many")
    found = dict(zip(code.parameters, given, strict=False))
    for name in keywords:
        if name in found or name not in (*code.parameters, *code.keyword_only):
            raise CompileError(f"{code.name}() has no parameter {name!r} to give here")
    return found | keywords


def _default_argument(code: Code, name: str, default: Callable[[str], Value | None]) -> Value:
    found = default(name)
    if found is None:
        raise CompileError(f"{code.name}() misses its argument {name!r}")
    return found


def _require_compilable(function: Any) -> None:
    if not isinstance(function, FunctionType):
        raise not_a_function(getattr(function, "__name__", str(function)), function)
    if is_of_python(function):
        raise not_a_function(f"{function.__module__}.{function.__qualname__}", function)


HOST = {  # what only Python can do, by function or package
    **dict.fromkeys(("eval", "exec", "compile"), "write what it evaluates into the function"),
    **dict.fromkeys(("open", "input"), "read it when the module is loaded, and keep the result"),
    "re": "use the methods of str, such as split and startswith",
}


def not_a_function(name: str, thing: Any) -> CompileError:
    """Why a function of a package cannot be compiled, and what to use in its place."""
    package, hint = _package_of(thing), "write a function that does it"
    hint = HOST.get(name, HOST.get(package, hint))
    if package == "random":
        hint = "give the game a method `outcomes`: chance belongs there"
    elif package == "numpy":
        name, hint = f"numpy.{getattr(thing, '__name__', name)}", "use tuples or lists"
    return CompileError(f"{name} is not a function that can be compiled", hint)


def _package_of(thing: Any) -> str:
    """The package that a function, or the object whose method it is, comes from."""
    owner = getattr(thing, "__self__", None)
    named = (thing, type(thing)) if owner is None or inspect.ismodule(owner) else (type(owner),)
    modules = [str(getattr(one, "__module__", None) or "") for one in named]
    return next((m.partition(".")[0] for m in modules if m not in ("", "builtins")), "")


def _items(kind: Type) -> tuple[Type, ...]:
    return kind.items if isinstance(kind, Union) else (kind,)


def shim(context: Context | None) -> Context | None:
    """The functions around a nested one, with the variables that it was handed."""
    if context is None:
        return None
    return Context(context.code, f"^{context.depth}.", shim(context.parent), context.locals)


def _is_handed_on(kind: Type) -> bool:
    """Whether a variable of this type means the same in another function."""
    if isinstance(kind, Known):
        return not isinstance(kind.value, (Plan, LocalFunction, BoundMethod))
    return not isinstance(kind, (Maybe, RefusedType)) and not is_changeable(kind)


def _returning(value: Value) -> DeferredLine:
    from outply.compiler.flow import Return

    return Return(value)


def is_of_python(function: FunctionType) -> bool:
    """Whether a function is of Python's own library, which is not written for compiling."""
    file = function.__code__.co_filename
    return file.startswith(STANDARD) and "site-packages" not in file


def unwrapped(target: Any) -> Any:
    """What `functools.cache` was put around: it changes no answer."""
    while isinstance(target, functools._lru_cache_wrapper):
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
