"""Call expressions: what is called, with which arguments."""

from __future__ import annotations

import ast
import enum
import inspect
import itertools
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from types import FunctionType, MethodDescriptorType, MethodType, ModuleType
from typing import Any, NamedTuple, NewType, get_origin

from outply.compiler import library
from outply.compiler.calls import not_a_function
from outply.compiler.compare import is_varied
from outply.compiler.comprehensions import Comprehensions
from outply.compiler.container_types import Dict, List, Row, Series, Set, Struct, Tuple, Union
from outply.compiler.emptiness import tested_parts
from outply.compiler.flow import truth
from outply.compiler.local_functions import BoundMethod, LocalFunction
from outply.compiler.loops import Plan, Unrolled
from outply.compiler.object_types import (
    MADE_BY_CLASS,
    Closure,
    Known,
    Member,
    Object,
    RecordReference,
    Unpacked,
)
from outply.compiler.objects import MISSING, Parent, is_object_class, is_plain_class
from outply.compiler.refusals import CompileError
from outply.compiler.source import code_of
from outply.compiler.type_inference import is_record
from outply.compiler.type_parts import is_sequence
from outply.compiler.type_relations import class_of, is_instance
from outply.compiler.type_text import show
from outply.compiler.types import BOOL, FLOAT, INT, NONE, TEXT, Type, Value, is_number
from outply.compiler.unordered import PASSING_ON, use_of

__all__ = ["BUILTINS", "INSTANCES", "METHODS", "SPREAD", "Callees", "is_hashable", "method_family"]

BUILTINS: dict[Any, Callable[..., Value]] = {}
PYTHONS_OWN: dict[str, Any] = {}
"""Python's functions by name, as they were when this was imported: Ray replaces `print`."""
"""What compiled code can call besides functions written in Python, by the object called."""

SPREAD: dict[Any, Callable[..., Value]] = {}
"""What can be called with `*items`, whose number varies."""

INSTANCES: dict[type, Callable[..., Value]] = {}
"""What compiled code can call of objects that Python made: a partial function, an itemgetter."""

OF_TEXTS = {
    *("count", "endswith", "find", "index", "join", "partition", "removeprefix", "removesuffix"),
    *("replace", "rfind", "rindex", "rpartition", "startswith"),
}
"""Methods of strings whose arguments are never None, but for where to begin and to end."""

OF_PLACES = {"count", "endswith", "find", "index", "rfind", "rindex", "startswith"}
"""Methods of strings whose arguments behind the first say where to begin and to end."""

CHOICES = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The parameters of the library's `one_of`: a generator for each class that an object may have."""

METHODS: dict[str, dict[str, Callable[..., Value]]] = {}
"""The methods of values, by the family of their type and by their name."""


class Callees(Comprehensions):
    """The value of a call."""

    # -- calls --------------------------------------------------------------------------------

    def of_Lambda(self, node: ast.Lambda) -> Value:
        return self.define(node)

    def define(self, node: ast.FunctionDef | ast.Lambda) -> Value:
        """A nested function; its defaults are computed now."""
        code = self.context.code.nested(node)
        local = LocalFunction(code, self.context.code)
        local.scope = self.context
        for parameter, default in _defaults(node.args):
            if default is not None:
                self.count += 1
                variable = f"%default{self.count}"
                self.set_name(variable, self.materialized(self.argument(self.expr(default))))
                local.defaults[parameter.arg] = variable
        known = Known(local, ("local", id(code), tuple(local.defaults.values())))
        self.module.known(local)
        return Value(known, known=local)

    def of_Call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Name) and node.func.id == "super":
            return self._super(node)
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            return self._isinstance(node)
        if isinstance(node.func, ast.Attribute):
            owner = self.expr(node.func.value)
            if is_varied(owner.type) and (
                methods := self._generator_methods(owner, node.func.attr)
            ):
                return self._generator_of_one(owner, methods, node)
            target = self.attribute_at(owner, node.func)
        else:
            target = self.expr(node.func)
        match node:
            case ast.Call(args=[ast.GeneratorExp() as parts], keywords=[]):
                if target.known == itertools.chain.from_iterable:
                    return self._flattened_generator(parts)
        self._note_use(target, node)
        given = self._given_arguments(node)
        return self.call(target, given, self._keyword_arguments(node), node)

    def _generator_methods(self, owner: Value, name: str) -> list[tuple[int, Any]]:
        """The methods of each class in a union, with its number there, if all are generators."""
        kinds = owner.type_as(Union).items
        found = [(i, self.own_method(k, name)) for i, k in enumerate(kinds) if k != NONE]
        are_generators = all(own is not None and code_of(own).is_generator for _, own in found)
        are_in_a_row = [i for i, _ in found] == list(range(found[0][0], found[-1][0] + 1))
        return found if are_generators and are_in_a_row and len(found) <= len(CHOICES) else []

    def _generator_of_one(self, owner: Value, methods: list[tuple[int, Any]], node: Any) -> Value:
        """A generator of the class that the object has when the program runs."""
        self.require_not_none(owner, node.func.attr)
        owner = self.copied(owner)
        tag = self.keep(Value(INT, self.op(f"load i64, ptr {owner.text}")))
        many = [self.keep(self.copied(value)) for value in self._given_arguments(node)]
        keywords = self._keyword_arguments(node)
        named = {name: self.keep(self.copied(value)) for name, value in keywords.items()}

        def called(index: int, function: Any) -> Value:
            given = [self.item(owner, index), *(value.get() for value in many)]
            plan = self.call_function(function, given, {n: v.get() for n, v in named.items()})
            plan.known.made, plan.known.made_in = node, self.context
            return plan

        plans = {name: self.module.known(Unrolled([])) for name in CHOICES}
        for name, (index, function) in zip(CHOICES, methods, strict=False):
            plans[name] = called(index, function)
        first = self.op(f"sub i64 {tag.get().text}, {methods[0][0]}")
        return self.plan_inline(library.one_of, {"which": Value(INT, first), **plans})

    def _flattened_generator(self, node: Any) -> Value:
        """`chain.from_iterable(part for …)`, as one generator with an inner loop over the part."""
        made = getattr(node, "flattened", None)
        if made is None:
            name = ast.Name("%item", ast.Store())
            inner = ast.comprehension(name, node.elt, [], is_async=0)
            made = ast.GeneratorExp(ast.Name("%item", ast.Load()), [*node.generators, inner])
            node.flattened = ast.fix_missing_locations(ast.copy_location(made, node))
        return self.of_GeneratorExp(made)

    def _note_use(self, target: Value, node: ast.Call) -> None:
        """Note of which arguments only the truth is asked, or the items in any order."""
        use = use_of(target.known, node)
        if any(target.known is function for function in PASSING_ON):
            use = self.module.order_free.get(node)
        for argument in node.args:
            self.note_order_free(argument, use)
        self.module.tested.update(_tested(target.known, node.args))

    def _given_arguments(self, node: ast.Call) -> list[Value]:
        given: list[Value] = []
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                given += self._spread_argument(argument)
            else:
                given.append(self.expr(argument))
        return given

    def _keyword_arguments(self, node: ast.Call) -> dict[str, Value]:
        keywords: dict[str, Value] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise CompileError("** in a call cannot be compiled", "name each argument")
            keywords[keyword.arg] = self.expr(keyword.value)
        return keywords

    def _spread_argument(self, node: ast.Starred) -> list[Value]:
        value = self.expr(node.value)
        if isinstance(value.type, (Row, Tuple, Struct)) and is_sequence(value.type):
            return self.items(value)
        if isinstance(value.known, Plan) and isinstance(value.type, Known):
            value = self.tupled(value.known, self.site(node, "spread"))
            return self._spread_value(value)
        if self.is_either(value):
            return self._spread_value(self.tupled(self.plan_of(value), self.site(node, "spread")))
        if isinstance(value.type, Union):
            raise CompileError(
                f"* of {show(value.type)} cannot be compiled", "unpack it first, in each case"
            )
        if isinstance(value.type, Set):
            raise CompileError("* of a set gives its items in no fixed order", "use *sorted(…)")
        is_own = self.own_method(value.type, "__iter__") is not None
        if is_own or isinstance(value.type, (List, Series, Dict)) or value.type == TEXT:
            value = self.tupled(self.plan_of(value), self.site(node, "spread"))
        return self._spread_value(value)

    def _spread_value(self, value: Value) -> list[Value]:
        if isinstance(value.type, (Row, Tuple, Struct)) and is_sequence(value.type):
            return self.items(value)
        if not isinstance(value.type, Series):
            message = f"argument after * must be an iterable, not {show(value.type)}"
            raise self.type_error(message, value.type)
        return [Value(Unpacked(value.type), *value.parts)]

    def _super(self, node: ast.Call) -> Value:
        """`super()`, or `super(Name, self)`."""
        cls, first = self._class_and_self(node)
        if isinstance(first.type, (Struct, Object, Member)):
            return self.module.known(Parent(self.keep(first), cls))
        if not isinstance(first.type, Known):
            raise CompileError("super() works in methods only")
        return self.module.known(super(cls, first.known))

    def _class_and_self(self, node: ast.Call) -> tuple[Any, Value]:
        """The arguments of `super`, or what stands for them."""
        if len(node.args) == 2:
            return self.expr(node.args[0]).known, self.expr(node.args[1])
        owner = self.context.code
        cls = owner.cells.get("__class__")
        if not owner.parameters or cls is None:
            raise CompileError("super() works in methods only")
        name = owner.parameters[0]
        return cls, self.variable(self.context.prefix + name, name)

    def call(
        self, target: Value, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """A call of anything that can be called."""
        if any(isinstance(value.type, Unpacked) for value in given):
            return self._call_spread(target, given, keywords, node)
        if isinstance(target.type, Closure):
            return self.call_closure(target, given, keywords)
        if isinstance(target.type, Union):
            return self._call_one_of(target, given, keywords, node)
        if isinstance(target.known, LocalFunction):
            return self.call_local(target.known, given, keywords)
        if isinstance(target.known, BoundMethod):
            return self._call_method(target.known, given, keywords, node)
        called = self._call_known(self.uncached(target.known), given, keywords, node)
        if called is not None:
            return called
        return self._call_other(target, given, keywords, node)

    def _call_known(
        self, thing: Any, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value | None:
        """A call of a function or a class that is known before the program runs."""
        if isinstance(thing, NewType) and len(given) == 1 and not keywords:
            return given[0]
        if isinstance(origin := get_origin(thing), type) and getattr(thing, "_inst", True):
            thing = origin  # as of `list[int]()`; `typing.List` cannot be called
        builtin = BUILTINS.get(thing) if is_hashable(thing) else None
        if builtin is not None:
            return builtin(self, node, given, keywords)
        if getattr(thing, "__name__", "") == "_make" and is_record(getattr(thing, "__self__", 0)):
            return self._make(thing.__self__, given, keywords, node)
        if isinstance(thing, MethodDescriptorType) and given:
            return self._call_unbound(thing, given, keywords, node)
        if isinstance(thing, (FunctionType, MethodType)):
            return self.call_function(thing, given, keywords, self._is_tested_often(node))
        if type(thing) in INSTANCES:
            return INSTANCES[type(thing)](self, thing, given, keywords, node)
        is_state = thing in self.module.declared if is_hashable(thing) else False
        is_value = is_record(thing) and (is_state or not is_object_class(thing))
        if is_value and thing not in self.module.changing:
            return self.construct(thing, given, keywords)
        if is_record(thing) or is_plain_class(thing):
            return self.make_object(thing, given, keywords, node)
        return None

    def _make(
        self, cls: Any, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """`Name._make(items)`: as many items as fields."""
        items = given[0] if len(given) == 1 and not keywords else Value(NONE)
        if not isinstance(items.type, (Row, Tuple, Struct)) or not is_sequence(items.type):
            raise CompileError(
                "_make takes a tuple of a fixed length", "call the class: Name(*items)"
            )
        if len(items.type.items) != len(cls._fields):
            raise self.failure(TypeError, f"Expected {len(cls._fields)} arguments")
        return self.call(self.module.known(cls), self.items(items), {}, node)

    def _call_unbound(
        self, thing: Any, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """`str.lower(text)`: a method that is called as a function."""
        first, *rest = given
        owner = self.materialized(first)
        if isinstance(owner.type, Union):
            return self.dispatch(
                owner, lambda one: self._call_unbound(thing, [one, *rest], keywords, node)
            )
        cls = class_of(owner.type)
        if cls is None or not issubclass(cls, thing.__objclass__):
            message = f"{thing.__qualname__} takes a {thing.__objclass__.__name__}"
            raise self.type_error(f"{message}, not {show(owner.type)}", owner.type)
        return self.call(self.attribute(owner, thing.__name__), rest, keywords, node)

    def _call_other(
        self, target: Value, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """A call of an object with `__call__`, an enum, an exception or a method of a constant."""
        thing = self.uncached(target.known)
        own = self.own_method(target.type, "__call__")
        if own is not None:
            return self.call_function(own, [target, *given], keywords)
        if isinstance(thing, type) and issubclass(thing, enum.Enum):
            return self._member_of(thing, given)
        if isinstance(thing, type) and issubclass(thing, BaseException):
            return self.module.known(thing)
        found = self._call_of_constant(thing, given, keywords, node)
        if found is None:
            raise not_callable(thing, target.type)
        return found

    def _call_of_constant(
        self, thing: Any, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value | None:
        """A call of a method of a constant, if it is one."""
        owner = getattr(thing, "__self__", None)
        if owner is None or isinstance(owner, (ModuleType, type)) or not is_builtin_method(thing):
            return None
        constant = self.module.constant(owner)
        if constant is not None:
            method = self.attribute(self.loaded(constant), thing.__name__)
            return self.call(method, given, keywords, node)
        is_dict = isinstance(owner, dict)
        return self._call_of_objects(owner, thing.__name__, given) if is_dict else None

    def _is_tested_often(self, node: ast.AST) -> bool:
        """Whether only the truth of a call is asked, in a loop.

        Elsewhere a second version of the function costs more than its lists: processors predict
        the branches of code that runs again.
        """
        return node in self.module.tested and bool(self.loops or self.collecting)

    def _call_spread(
        self, target: Value, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """A call with `*items`, whose length varies."""
        thing = unwrap(target.known)
        if thing in (min, max) and len(given) > 1 and not keywords:
            return SPREAD[thing](self, node, self._all_arguments(given, node))
        first, rest = _spread_last(given)
        handler = SPREAD.get(thing) if is_hashable(thing) else None
        if handler is not None and not first and not keywords:
            return handler(self, node, rest)
        wanted = self._wanted_arguments(thing)
        if wanted is None:
            raise _varying("cannot be compiled here", "loop over its items")
        if keywords.keys() & wanted.names:
            raise _varying("cannot be compiled beside a keyword for one of its arguments")
        kept, span = [self.keep(value) for value in first], self.span_of(rest)

        def called(count: int) -> Value:
            items = [self.copied(self.at_index(span, str(index))) for index in range(count)]
            return self.call(target, [*(each.get() for each in kept), *items], keywords, node)

        fewest, most = (max(number - len(first), 0) for number in (wanted.fewest, wanted.most))
        self._require_items(rest, fewest, None if wanted.takes_rest else most)
        if wanted.takes_rest:
            self.rest = self._behind(rest, fewest, most)
        return called(most) if fewest == most else self._by_size(rest, fewest, most, called)

    def _all_arguments(self, given: list[Value], node: ast.AST) -> Value:
        """A list of all arguments of a call, `*items` among them."""
        kept = [
            self.keep(Value(v.type.type, *v.parts) if isinstance(v.type, Unpacked) else v)
            for v in given
        ]
        whole = self.temporary("arguments")
        self.set_name(whole, self.empty_list(self.site(node, "arguments")))
        for value, one in zip(given, kept, strict=True):
            if isinstance(value.type, Unpacked):
                plan = self.plan_of(one.get())
                self.each(plan, lambda item, _: self.append(self.get_name(whole), item))
            else:
                self.append(self.get_name(whole), one.get())
        return self.get_name(whole)

    def _require_items(self, items: Value, fewest: int, most: int | None) -> None:
        """Raise TypeError where `*items` are too few or too many arguments."""
        size = items.parts[1]
        wrong = self.op(f"icmp slt i64 {size}, {fewest}")
        self.fail_if(wrong, TypeError, f"{fewest} arguments are wanted behind *, or more")
        if most is not None:
            self.fail_if(self.op(f"icmp sgt i64 {size}, {most}"), TypeError, "too many arguments")

    def _behind(self, items: Value, fewest: int, most: int) -> Value:
        """The items that a function's `*rest` gets: those behind the first `most`."""
        if fewest < most:
            raise _varying("cannot be compiled for a function with defaults and *")
        words = most * items.type_as(Series).item.words
        left = self.op(f"sub i64 {items.parts[1]}, {most}")
        return Value(items.type, self.at(items.parts[0], words), left)

    def _by_size(
        self, items: Value, fewest: int, most: int, called: Callable[[int], Value]
    ) -> Value:
        """A call for each number of items that a function with defaults can take."""
        size = items.parts[1]
        labels = [self.label() for _ in range(fewest, most + 1)]
        self.switch(self.op(f"sub i64 {size}, {fewest}"), labels)
        return self.select_among(
            [(label, partial(called, fewest + at)) for at, label in enumerate(labels)]
        )

    def _wanted_arguments(self, thing: Any) -> Wanted | None:
        """The arguments that something takes by position; None if that is not known."""
        bound = isinstance(thing, (BoundMethod, MethodType))
        if bound:
            thing = thing.function if isinstance(thing, BoundMethod) else thing.__func__
        if is_record(thing):
            return _wanted_by_class(thing)
        if not isinstance(thing, (FunctionType, LocalFunction)):
            return None
        code = thing.code if isinstance(thing, LocalFunction) else code_of(thing)
        given = code.node.args
        names = code.parameters[bound:]
        fewest = max(len(names) - len(given.defaults), 0)
        return Wanted(frozenset(names), fewest, len(names), given.vararg is not None)

    def _get_of_objects(self, owner: dict[Any, Any], key: Value, default: Value) -> Value:
        """`owner.get(key, default)` of a constant dict that holds functions or other objects."""
        if key.is_known and not isinstance(key.type, Known):
            thing = owner.get(key.known, MISSING)
            return default if thing is MISSING else self.static(thing)
        keys = self.loaded(self.module.constant(self.module.keys(owner)))
        wanted = self.keep(self.copied(key))
        yes, no = self.label(), self.label()
        self.branch(self.contains(keys, wanted.get()).text, yes, no)
        return self.select_value(
            yes, lambda: self.item_of_objects(owner, wanted.get()), no, lambda: default
        )

    def _call_of_objects(self, owner: dict[Any, Any], name: str, given: list[Value]) -> Value:
        """A method of a constant dict that holds functions or other objects."""
        if name == "get" and given:
            default = given[1] if len(given) > 1 else Value(NONE, known=None)
            return self._get_of_objects(owner, given[0], default)
        pairs = [(self.static(key), self.static(thing)) for key, thing in owner.items()]
        if name == "items":
            return self.module.known(Unrolled([self.tuple_of(list(pair)) for pair in pairs]))
        if name in ("keys", "values"):
            return self.module.known(Unrolled([pair[name == "values"] for pair in pairs]))
        raise CompileError(
            f"{name}() of a dict of functions cannot be compiled", "use [key] or .items()"
        )

    def _call_one_of(
        self, target: Value, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """A call of one of several functions; which one is known when it runs."""
        many = [self.keep(self.copied(value)) for value in given]
        named = {name: self.keep(self.copied(value)) for name, value in keywords.items()}

        def call(one: Value) -> Value:
            keywords = {name: value.get() for name, value in named.items()}
            return self.call(one, [value.get() for value in many], keywords, node)

        return self.dispatch(target, call)

    def _call_method(
        self, method: BoundMethod, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        owner = method.owner.get()
        if method.function is not None:
            is_tested = self._is_tested_often(node)
            return self.call_function(method.function, [owner, *given], keywords, is_tested)
        return self._call_pythons_method(method, owner, given, keywords, node)

    def _call_pythons_method(
        self,
        method: BoundMethod,
        owner: Value,
        given: list[Value],
        keywords: dict[str, Value],
        node: ast.AST,
    ) -> Value:
        family = method_family(owner.type)
        if family == "str" and method.name in OF_TEXTS:
            texts = 1 if method.name in OF_PLACES else len(given)
            index = next((i for i in range(texts, len(given)) if _may_be_none(given[i].type)), None)
            if index is not None:
                before, behind = given[:index], given[index + 1 :]
                return self.dispatch(
                    given[index],
                    lambda one: self._call_method(method, [*before, one, *behind], keywords, node),
                )
            first = [self._text_argument(value, method.name) for value in given[:texts]]
            given = [*first, *given[texts:]]
        elif family == "str" and given and isinstance(given[0].type, Union):
            return self.dispatch(
                given[0], lambda one: self._call_method(method, [one, *given[1:]], keywords, node)
            )
        return METHODS[family][method.name](self, node, [owner, *given], keywords)

    def _text_argument(self, value: Value, method: str) -> Value:
        """An argument of a method that takes strings: None raises TypeError."""
        if method == "join" and self.is_either(value):
            return self.tupled(self.plan_of(value), self.site(self.node, "join"))
        if isinstance(value.type, Union):
            value = self.one_of(value, lambda kind: kind != NONE, f"{method}()")
        if value.type == NONE:
            raise self.type_error(f"{method}() takes a str, not None")
        return value

    def _member_of(self, cls: type[enum.Enum], given: list[Value]) -> Value:
        """`Colour(value)`."""
        if len(given) != 1:
            raise CompileError(f"{cls.__name__}(…) takes one value")
        if isinstance(given[0].type, Member):
            return given[0]
        at = self._index_of_member(cls, given[0])
        message = f"not a valid {cls.__name__}"
        self.fail_if(self.op(f"icmp slt i64 {at}, 0"), ValueError, message)
        return Value(Member(cls), at)

    def _index_of_member(self, cls: type[enum.Enum], value: Value) -> str:
        """Which member of an enum has a value; -1 if none has."""
        values = self.loaded(self.module.constant(tuple(member.value for member in cls)))
        span, wanted = self.span_of(values), self.keep(value)
        return self.first_index(
            span.size, lambda at: self.equal(self.at_index(span, at), wanted.get()).text
        )

    def plan_of_class(self, cls: type) -> Plan:
        if not issubclass(cls, enum.Enum):
            raise CompileError(f"{cls.__name__} cannot be looped over")
        return self.plan_of(self.loaded(self.module.constant(self.module.members(cls))))

    def _isinstance(self, node: ast.Call) -> Value:
        value, wanted = self.forced(self.expr(node.args[0])), self.classes(node.args[1])
        if not wanted:
            raise CompileError("isinstance takes a class or a tuple of classes")
        kind = value.type
        if isinstance(kind, Known):
            return truth(isinstance(kind.value, wanted))
        if not isinstance(kind, Union):
            return truth(is_instance(kind, wanted))
        return Value(
            BOOL, self.bit_of(value, lambda one: truth(is_instance(one.type, wanted)).text)
        )

    # -- what the layer above knows -----------------------------------------------------------

    def attribute_at(self, owner: Value, node: ast.Attribute) -> Value:
        raise NotImplementedError

    def require_not_none(self, value: Value, name: str) -> None:
        raise NotImplementedError


def _may_be_none(kind: Type) -> bool:
    return isinstance(kind, Union) and NONE in kind.items


def _tested(thing: Any, arguments: list[ast.expr]) -> Iterator[ast.expr]:
    """The parts of a call's arguments of which only the truth is asked."""
    match arguments:
        case [argument] if thing is bool:
            yield from tested_parts(argument)
        case [ast.GeneratorExp(elt=item) | ast.ListComp(elt=item)] if thing is any or thing is all:
            yield from tested_parts(item)


def not_callable(thing: Any, kind: Type) -> CompileError:
    """Why something cannot be called in compiled code."""
    if isinstance(thing, type) and thing.__flags__ & MADE_BY_CLASS and not is_of_library(thing):
        for base in thing.__mro__[1:-1]:
            if not base.__flags__ & MADE_BY_CLASS:
                return CompileError(
                    f"{thing.__name__} is derived from {base.__name__}",
                    f"write a class of its own that keeps a {base.__name__}",
                )
    name = getattr(thing, "__qualname__", None) or show(kind)
    return not_a_function(name, thing)


def is_of_library(cls: type) -> bool:
    """Whether a class is of Python's own library."""
    return cls.__module__.partition(".")[0] in sys.stdlib_module_names


def _spread_last(given: list[Value]) -> tuple[list[Value], Value]:
    """The arguments before `*items`, and the items."""
    *first, last = given
    if not isinstance(last.type, Unpacked) or any(isinstance(v.type, Unpacked) for v in first):
        raise _varying("is not the last argument")
    return first, Value(last.type.type, *last.parts)


class Wanted(NamedTuple):
    """The arguments that a function takes by position."""

    names: frozenset[str]
    fewest: int
    most: int
    takes_rest: bool


def _wanted_by_class(cls: Any) -> Wanted | None:
    """Of a NamedTuple or dataclass, whose fields may have defaults."""
    try:
        parameters = inspect.signature(cls).parameters.values()
    except (TypeError, ValueError):
        return None
    by_position = [each for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]
    required = [each for each in by_position if each.default is each.empty]
    names = frozenset(each.name for each in by_position)
    return Wanted(names, len(required), len(by_position), False)


def _varying(what: str, hint: str = "hand over the sequence itself") -> CompileError:
    message = f"* of a sequence whose length varies {what}"
    return CompileError(message, hint)


def method_family(kind: Type) -> str:
    if kind == TEXT:
        return "str"
    if is_number(kind):
        return "float" if kind == FLOAT else "int"
    if isinstance(kind, Struct) and kind.is_tuple:
        return "NamedTuple"
    if isinstance(kind, Member):
        return "int" if issubclass(kind.cls, int) else "str" if issubclass(kind.cls, str) else ""
    if is_sequence(kind):
        return "tuple"
    if isinstance(kind, RecordReference):
        return "record"
    if isinstance(kind, List) and kind.cls is not list:
        return "deque"
    if isinstance(kind, Dict) and kind.cls is Counter:
        return "Counter"
    return {List: "list", Dict: "dict", Set: "set"}.get(type(kind), "")


def is_hashable(thing: Any) -> bool:
    try:
        hash(thing)
    except TypeError:
        return False
    return True


def is_builtin_method(thing: Any) -> bool:
    return type(thing).__name__ in ("builtin_function_or_method", "method-wrapper")


def unwrap(thing: Any) -> Any:
    from outply.compiler.calls import unwrapped

    return unwrapped(thing)


def _defaults(arguments: ast.arguments) -> list[tuple[ast.arg, ast.expr | None]]:
    """Each parameter that may have a default, with it."""
    positional, defaults = [*arguments.posonlyargs, *arguments.args], arguments.defaults
    return [
        *zip(positional[len(positional) - len(defaults) :], defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
