"""Nested functions: called, inlined where they set variables around them, and handed on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from outply.compiler.calls import Calls
from outply.compiler.flow import Edge, Unreachable
from outply.compiler.local_functions import LocalFunction, Partial, captured_names
from outply.compiler.loops import GeneratorCall, Plan
from outply.compiler.materializing import is_set_again
from outply.compiler.object_types import Closure, Known
from outply.compiler.refusals import CompileError
from outply.compiler.source import Code, Context, code_of
from outply.compiler.type_join import join_all
from outply.compiler.types import NONE, Type, Value

__all__ = ["Closures"]


class Closures(Calls):
    """Calls of functions that other functions define."""

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
            if variable is not None and variable not in (self.env or {}):
                raise CompileError(
                    f"the default of {name!r} is not known where {local.code.name}() is called",
                    "give the argument in each call",
                )
            return self.get_name(variable) if variable is not None else None

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

    def sets_outside(self, code: Code, context: Context, seen: set[Code]) -> bool:
        """Whether a nested function, or one that it calls, sets variables of those around it."""
        return any(names for names, _ in self._sets(code, context, seen))

    def _sets(
        self, code: Code, context: Context, seen: set[Code]
    ) -> Iterator[tuple[set[str], Context]]:
        """What a nested function, and each that it calls, sets of those around it."""
        if code in seen:
            return
        seen.add(code)
        yield code.outer_names - (code.locals - code.nonlocals), context
        for local in self._nested_in(code, context):
            around = self._context_of(local)
            if around is not None:
                yield from self._sets(local.code, around, seen)

    def _nested_in(self, code: Code, context: Context) -> Iterator[LocalFunction]:
        """The functions of those around it that a nested function uses."""
        for name in sorted(captured_names(code)):
            owner = context.owner(name)
            kind = (self.env or {}).get(owner.prefix + name) if owner is not None else None
            if isinstance(kind, Known) and isinstance(kind.value, LocalFunction):
                yield kind.value

    def calls_itself(self, code: Code, context: Context) -> bool:
        """Whether a nested function calls itself, or others that call it."""
        seen, waiting = set[Code](), [(code, context)]
        while waiting:
            for local in self._nested_in(*waiting.pop()):
                if local.code is code:
                    return True
                around = self._context_of(local)
                if around is not None and local.code not in seen:
                    seen.add(local.code)
                    waiting.append((local.code, around))
        return False

    def call_and_set(
        self, code: Code, context: Context, bound: dict[str, Value], captured: dict[str, Value]
    ) -> Value:
        """A call of a recursive function that sets variables around it: it returns them, too."""
        places = dict(sorted(self._places_set(code, context)))
        if self.handlers:
            raise CompileError(
                f"{code.name} sets a variable of the function around it and calls itself in a try",
                "return the new value, or keep it in a list of one item",
            )
        if not captured.keys() >= places.keys():
            raise CompileError(
                f"{code.name} is called before a variable that it sets has a value",
                "set the variable first",
            )
        key = ("local", id(code), "sets")
        callee = self._instance(code, context, bound, captured, key, tuple(places))
        found = self.keep(self.call_instance(callee, bound, captured))
        for index, variable in enumerate(places.values(), 1):
            self.set_name(variable, self.item(found.get(), index))
        return self.item(found.get(), 0)

    def _places_set(self, code: Code, context: Context) -> Iterator[tuple[str, str]]:
        """The variables that a call may set: their names in the called function, and here."""
        for names, around in self._sets(code, context, set()):
            for owner, name in ((around.owner(name), name) for name in names):
                if owner is not None:
                    yield f"^{owner.depth}.{name}", owner.prefix + name

    def call_here(self, code: Code, context: Context, bound: dict[str, Value]) -> Value:
        """A call whose code stands here: it sets variables of the function around it."""
        self.count += 1
        return self._write_here(code, Context(code, f"{code.name}{self.count}.", context), bound)

    def _write_here(self, code: Code, inner: Context, bound: dict[str, Value]) -> Value:
        """The code of a function, here: a return leads behind it."""
        result, returns = self.temporary("result"), list[Edge]()
        saved = (self.context, self.on_return, self.on_yield, self.loops, self.node, self.file)
        self.lists.append(returns)
        self.on_yield, self.loops = None, []

        def returned(value: Value) -> None:
            self.set_name(result, self.materialized(self.argument(value)))
            self.edge(returns)

        self.on_return = returned
        self._write_inlined(code, inner, bound)
        self.lists.pop()
        self.context, self.on_return, self.on_yield, self.loops, self.node, self.file = saved
        self.meet(returns)
        return self._taken_result(result, inner)

    def _write_inlined(self, code: Code, inner: Context, bound: dict[str, Value]) -> None:
        """The statements of a function that is written here, with its arguments as variables."""
        self.inlined.append(code)
        for name, value in bound.items():
            self.set_name(inner.prefix + name, value)
        self.context = inner
        self.forget_flags(code, inner)
        self.block(code.body)
        if self.env is not None:
            self.on_return(Value(NONE, known=None))
        self.inlined.pop()

    def _taken_result(self, result: str, inner: Context) -> Value:
        """The result of a function that was written here; its variables are gone."""
        if self.env is None:
            raise Unreachable
        found = self.get_name(result)
        left = (result, inner.prefix)
        self.env = {n: k for n, k in self.env.items() if not n.startswith(left)}
        return found

    def forget_flags(self, code: Code, context: Context) -> None:
        """Code that stands here may be in a loop: its variables are not set at its beginning."""
        given = {*code.parameters, *code.keyword_only, code.rest}
        for name in sorted(code.unsure):  # in one order, so that the kernel is found again
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
        return self.probe_made(lambda: plan)

    def probe_made(self, make: Callable[[], Plan]) -> Type | None:
        """The type of the items of a plan, of which nothing is written, nor of how it is made."""
        env, calls = self.env, len(self.instance.calls)
        lists = [(items, len(items)) for items in (self.lines, *self.lists)]
        found: list[Type] = []
        self.attempt(lambda: self.each(make(), lambda item, _: found.append(item.type)))
        for items, length in lists:
            del items[length:]
        del self.instance.calls[calls:]
        self.env = env
        return None if not found else found[0] if len(set(found)) == 1 else join_all(found)

    def closure_of(self, local: LocalFunction) -> Value:
        """A nested function that is handed on, with the variables that it uses as they are."""
        context = self._context_of(local)
        if context is None:
            raise CompileError(f"{local.code.name} cannot be handed on from here")
        self._require_unchanged_captures(local.code, context)
        captured = self._captured(local.code, context)
        for parameter, variable in local.defaults.items():
            if self.env is not None and variable in self.env:
                captured[f"={parameter}"] = self.get_name(variable)
        local.context = context
        owners = {name: context.owner(name) for name in captured_names(local.code)}
        local.of_one_turn = any(
            owner is not None and name in owner.code.set_in_loops for name, owner in owners.items()
        )
        return self._stored_closure(local, captured)

    def _require_unchanged_captures(self, code: Code, context: Context) -> None:
        """Refuse a function that is handed on if a variable around it changes."""
        changed = [n for n in captured_names(code) if is_set_again(context, n)]
        changed += [n for n in captured_names(code) if _is_of_comprehension(context, n)]
        if changed or self.sets_outside(code, context, set()):
            raise CompileError(
                f"{code.name} is stored or passed to a function, and a variable around it changes",
                "give the value as a default: lambda x, y=y: …",
            )

    def _stored_closure(self, local: LocalFunction, captured: dict[str, Value]) -> Value:
        """A closure with its captured variables in memory."""
        kinds = tuple(value.type for value in captured.values())
        kind = Closure(local, tuple((None, name) for name in captured), kinds)
        place = self.words(max(kind.words, 1))
        for index, value in enumerate(captured.values()):
            if not isinstance(value.type, Known):
                self.store(self.at(place, kind.offset(index)), value.type, value)
        return Value(kind, place)

    def call_closure(self, closure: Value, given: list[Value], keywords: dict[str, Value]) -> Value:
        kind = closure.type_as(Closure)
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
            raise CompileError(
                f"the generator {local.code.name} is stored or passed to a function", "pass a list"
            )
        key = ("local", id(local.code))
        instance = self._instance(local.code, local.context, bound, captured, key)
        return self.call_instance(instance, bound, captured)


def _is_of_comprehension(context: Context, name: str) -> bool:
    """Whether a variable has another value in each turn of a comprehension."""
    owner = context.owner(name)
    return owner is not None and owner.locals is not owner.code.locals
