"""Expressions: each kind of Python expression, as code that computes it."""

from __future__ import annotations

import ast
import builtins
import enum
import functools
import math
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from functools import partial
from types import FunctionType, ModuleType
from typing import Any, get_origin

from outply.compiler.callees import METHODS, PYTHONS_OWN, Callees, method_family
from outply.compiler.calls import Refused
from outply.compiler.compare import is_varied
from outply.compiler.container_types import Dict, List, Row, Set, Struct, Tuple, Union
from outply.compiler.dependencies import PROPERTIES
from outply.compiler.flow import NoJointType, truth
from outply.compiler.local_functions import BoundMethod, LocalFunction
from outply.compiler.loops import Chained, Plan, RangePlan
from outply.compiler.object_types import (
    Known,
    Maybe,
    Member,
    NumberTable,
    Object,
    RecordReference,
    RefusedType,
)
from outply.compiler.objects import (
    MISSING,
    Parent,
    inspect_static,
)
from outply.compiler.operands import is_unchanging, mark_operands
from outply.compiler.records import MemoryProperty, Record
from outply.compiler.refusals import CompileError
from outply.compiler.source import class_hint, class_hints, name_hint
from outply.compiler.syntax import walk
from outply.compiler.type_parts import tuple_type
from outply.compiler.type_relations import class_of
from outply.compiler.type_text import show
from outply.compiler.types import BOOL, FLOAT, INT, NONE, TEXT, Type, Value, is_number
from outply.compiler.unordered import SET_ITEMS
from outply.compiler.used_at_once import expression_of

__all__ = ["Expressions"]

BUILT_IN = (int, bool, float, str, tuple, list, dict, set, frozenset)
GENERIC = (*BUILT_IN, deque, defaultdict, Counter)
MOST_OBJECTS = 64  # of a constant, one of which is chosen when the program runs


ATTRIBUTES = {  # what to write in the place of an attribute that is not compiled
    "isascii": "use all(letter < '\\x80' for letter in text)",
    "to_bytes": "use x >> 8 * i & 255 for each byte",
    "__class__": "use type(x)",
}
PLANS = {"index": "use list(…).index(x)", "count": "use list(…).count(x)"}


class Expressions(Callees):
    """The value of an expression."""

    def expr(self, node: ast.expr) -> Value:
        method = getattr(self, f"of_{type(node).__name__}", None)
        if method is None:
            raise CompileError(f"{_construct(node)} cannot be compiled", _advice(node))
        mark_operands(node)
        try:
            value: Value = method(node)
        except CompileError as error:
            if not hasattr(error, "node"):
                error.node = node  # type: ignore[attr-defined]
            raise
        self.note_laziness(value, node)
        return self._lasting(value, node) if hasattr(node, "is_followed") else value

    def _lasting(self, value: Value, node: ast.expr) -> Value:
        """An operand, which keeps its value while those behind it are computed."""
        is_kept = is_unchanging(node, self.context, self.container_types)
        return value if is_kept else self.copied(value)

    def place(self) -> tuple[str, int]:
        return self.file, getattr(self.node, "lineno", self.context.code.node.lineno)

    def refusal_of(self, kind: RefusedType) -> CompileError:
        if isinstance(kind, NoJointType) and kind.reason:
            return CompileError(kind.reason, kind.hint)
        return Refused()

    # -- names --------------------------------------------------------------------------------

    def of_Constant(self, node: ast.Constant) -> Value:
        if isinstance(node.value, bytes):
            raise CompileError("bytes cannot be compiled", "use a str or a tuple of numbers")
        if isinstance(node.value, complex):
            raise CompileError("complex numbers cannot be compiled", "use two floats")
        if node.value is Ellipsis:
            raise CompileError("... is no value in compiled code", "use None")
        return self.loaded(self.module.constant(node.value))

    def of_Name(self, node: ast.Name) -> Value:
        expression = expression_of(node, self.context.code)
        if expression is None:
            return self.named(node.id)
        before, self.node = self.node, expression
        try:
            return self.expr(expression)
        finally:
            self.node = before

    def named(self, name: str) -> Value:
        owner = self.context.owner(name)
        if owner is not None:
            variable = owner.prefix + name
            if variable not in (self.env or {}) and (owner.code, name) in self.module.refused_names:
                raise Refused()
            return self.variable(variable, name)
        code = self.context.code
        if name in code.cells:
            return self.static(code.cells[name])
        if name in code.scope:
            self.module.depends(code, name)
            return self.static(code.scope[name], name_hint(code, name))
        thing = PYTHONS_OWN.get(name, getattr(builtins, name, MISSING))
        if thing is MISSING:
            raise CompileError(f"{name} is not defined")
        return self.module.known(thing)

    def variable(self, variable: str, name: str) -> Value:
        assert self.env is not None
        kind = self.env.get(variable)
        if kind is None:
            self.unset_reads.add(variable)
            raise self.failure(*self._unset_error(name))
        if isinstance(kind, Maybe):
            self.require_set(variable, name)
            kind = kind.type
        if isinstance(kind, RefusedType):
            raise self.refusal_of(kind)
        value = self.get_slot(variable, kind)
        return self.copied(value) if name in self.to_copy else value

    def unaliased(self, node: ast.expr, loop: ast.AST) -> Value:
        """What a loop goes over, which stays as it is where the loop sets a variable anew."""
        before, self.to_copy = self.to_copy, _stored_names(loop)
        try:
            return self.expr(node)
        finally:
            self.to_copy = before

    to_copy: frozenset[str] = frozenset()

    def require_set(self, variable: str, name: str, is_handed_on: bool = False) -> None:
        """Raise for a variable without a value, which an inner function may be about to read."""
        unset = self.op(f"xor i1 {self.op(f'load i1, ptr {self.flag(variable)}')}, true")
        self.fail_if(unset, *self._unset_error(name, is_handed_on))

    def _unset_error(self, name: str, is_free: bool = False) -> tuple[type[NameError], str]:
        """What Python raises for a variable without a value, which may be of a function around.

        Before Python 3.12, the variables around a comprehension are free in it.
        """
        here, owner = self.context, self.context.owner(name)
        if owner is not None and owner is not here:
            is_free = sys.version_info < (3, 12) or owner.code is not here.code
        if is_free:
            place = "where it is not associated with a value in enclosing scope"
            return NameError, f"cannot access free variable {name!r} {place}"
        place = "where it is not associated with a value"
        return UnboundLocalError, f"cannot access local variable {name!r} {place}"

    def of_NamedExpr(self, node: ast.NamedExpr) -> Value:
        value = self.copied(self.materialized(self.argument(self.expr(node.value))))
        self.assign(node.target, value)
        return value

    # -- attributes ---------------------------------------------------------------------------

    def of_Attribute(self, node: ast.Attribute) -> Value:
        if (known := self.narrowed_part(node)) is not None:
            return known
        return self.attribute_at(self.expr(node.value), node)

    def attribute_at(self, owner: Value, node: ast.Attribute) -> Value:
        found = self.attribute(owner, node.attr)
        return self.copied(found) if isinstance(owner.type, Object) else found

    def attribute(self, value: Value, name: str) -> Value:
        if isinstance(value.known, RangePlan) and name in ("start", "stop", "step"):
            value = self.materialized(value)
        kind = value.type
        if isinstance(kind, Known):
            return self._static_attribute(kind.value, name)
        if isinstance(kind, Union):
            if is_varied(kind):
                return self.dispatch(value, lambda one: self.attribute(one, name))
            self.require_not_none(value, name)
            value = self.one_of(value, lambda item: _has_attribute(item, name), f".{name}")
        return self._attribute_of_one(value, name)

    def _attribute_of_one(self, value: Value, name: str) -> Value:
        kind, found = value.type, self._value_of_field(value, name)
        if found is None:
            is_own = isinstance(kind, RecordReference) and name in METHODS["record"]
            if isinstance(kind, (Struct, Member, RecordReference, Object)) and not is_own:
                found = self._class_attribute(value, kind.cls, name)
        return found if found is not None else self._attribute_of_builtin(value, name)

    def _value_of_field(self, value: Value, name: str) -> Value | None:
        """What a field of a value holds; None if it has no such field."""
        kind = value.type
        if isinstance(kind, Struct) and name in kind.names:
            return self.item(value, kind.names.index(name))
        if isinstance(kind, RecordReference):
            field = self.field_of(kind, name)
            return None if field is None else self.get_field(value, field)
        return self.object_attribute(value, name) if isinstance(kind, Object) else None

    def _attribute_of_builtin(self, value: Value, name: str) -> Value:
        """An attribute of a number, a text, a list and so on: mostly a method."""
        kind = value.type
        if kind == NONE and not hasattr(None, name):
            raise self.failure(AttributeError, _none_lacks(name))
        if is_number(kind) and name in ("real", "numerator"):
            return value
        if isinstance(kind, NumberTable) and name in ("shape", "size", "ndim"):
            return self._array_fact(kind, name)
        if name not in METHODS.get(method_family(kind), {}):
            cls = class_of(kind)
            if cls in BUILT_IN and not hasattr(cls, name):
                message = f"{cls.__name__!r} object has no attribute {name!r}"
                raise self.failure(AttributeError, message)
            raise CompileError(
                f"{show(kind)} has no attribute {name!r} that can be compiled",
                ATTRIBUTES.get(name, ""),
            )
        return self.module.known(BoundMethod(self.keep(value), name))

    def require_not_none(self, value: Value, name: str) -> None:
        """None has no attributes but those that every object has."""
        kind = value.type_as(Union)
        if NONE in kind.items and not hasattr(None, name):
            tag = self.op(f"load i64, ptr {value.text}")
            is_none = self.op(f"icmp eq i64 {tag}, {kind.items.index(NONE)}")
            self.fail_if(is_none, AttributeError, _none_lacks(name))

    def _array_fact(self, kind: NumberTable, name: str) -> Value:
        if name == "shape":
            return self.loaded(self.module.constant(kind.shape))
        return self.constant_int(math.prod(kind.shape) if name == "size" else len(kind.shape))

    def _static_attribute(self, owner: Any, name: str) -> Value:
        if isinstance(owner, Parent):
            return self.parent_attribute(owner, name)
        if isinstance(owner, Plan) and owner.view:
            raise CompileError(f"{owner.view} has no method {name} here", "use set(…) or list(…)")
        if isinstance(owner, (BoundMethod, LocalFunction, Plan)):
            what = "a function"
            if isinstance(owner, Plan):
                what = f"a {owner.shown}"
            raise CompileError(
                f"{what} has no attribute {name!r} that can be compiled", PLANS.get(name, "")
            )
        if isinstance(owner, Record):
            message = f"a {type(owner).__name__} is not a constant: its memory changes"
            raise CompileError(message, "hand it over as an argument")
        found = inspect_static(type(owner), name)
        if isinstance(found, MemoryProperty):
            self.module.dependencies.memory_property(owner, name, found)
            return self.call_function(found.fget, [self.module.known(owner)], {})
        thing = _attribute_of(owner, name)
        if isinstance(owner, super):
            return self.static(thing)
        self.module.dependencies.attribute(owner, name, thing)
        return self.static(thing, _hint_of_attribute(owner, name))

    def _class_attribute(self, value: Value, cls: Any, name: str) -> Value | None:
        """A property, method or constant of a value's class."""
        if isinstance(value.type, Member) and name in ("value", "name", "_value_", "_name_"):
            return self.member_fact(value, name.strip("_"))
        thing = inspect_static(cls, name)
        if isinstance(value.type, Member) and thing is MISSING:
            return self._member_attribute(value, name)
        if thing is MISSING or (cls is range and name not in ("start", "stop", "step")):
            return None
        is_property = isinstance(thing, PROPERTIES)
        self.module.dependencies.attribute(cls, name, thing if is_property else getattr(cls, name))
        if is_property:
            return self.call_function(thing.fget, [value], {})
        if isinstance(thing, functools.cached_property):
            return self.call_function(thing.func, [value], {})
        return self._method_or_constant(value, cls, name, thing)

    def _method_or_constant(self, value: Value, cls: Any, name: str, thing: Any) -> Value | None:
        if isinstance(thing, staticmethod):
            return self.module.known(thing.__func__)
        if isinstance(thing, classmethod):
            return self.module.known(getattr(cls, name))
        if isinstance(thing, FunctionType) and name not in ("_replace", "_asdict"):
            return self.module.known(BoundMethod(self.keep(value), name, thing))
        if name in METHODS.get(method_family(value.type), {}):
            return None
        if callable(thing) and not isinstance(thing, type):
            return None
        return self.static(thing, class_hint(cls, name))

    def member_value(self, value: Value) -> Value:
        return self.member_fact(value, "value")

    def _member_attribute(self, value: Value, name: str) -> Value | None:
        """What an enum's `__init__` set in each of its members."""
        kind = value.type_as(Member)
        members = tuple(kind.cls)
        if not all(name in vars(member) for member in members):
            return None
        for member in members:
            self.module.dependencies.attribute(kind.cls, member.name, member)
            self.module.dependencies.attribute(member, name, getattr(member, name))
        return self.member_fact(value, name)

    def member_fact(self, value: Value, name: str) -> Value:
        """The value or name of an enum's member, or what it holds under another name."""
        kind = value.type_as(Member)
        if value.is_known:
            return self.static(getattr(value.known, name))
        facts = tuple(getattr(member, name) for member in kind.cls)
        if name == "value" and facts == tuple(range(len(facts))):
            return Value(INT, value.text)
        return self.at_index(self.span_of(self._table_of_facts(kind, facts)), value.text)

    def _table_of_facts(self, kind: Member, facts: tuple[Any, ...]) -> Value:
        if (constant := self.module.constant(facts)) is None:
            hint = "give its members numbers, texts or tuples as values"
            raise CompileError(f"the values of {kind.cls.__name__} are objects", hint)
        return self.loaded(constant)

    # -- items --------------------------------------------------------------------------------

    def of_Subscript(self, node: ast.Subscript) -> Value:
        if (known := self.narrowed_part(node)) is not None:
            return known
        value = self.expr(node.value)
        if _takes_types(value):  # `list[int]` makes what `list` makes
            return value
        self.container_types[node] = value.type
        if isinstance(value.known, RangePlan):
            value = self.materialized(value)
        if isinstance(node.slice, ast.Slice):
            ends = (node.slice.lower, node.slice.upper, node.slice.step)
            return self.sliced(value, [None if e is None else self.expr(e) for e in ends])
        return self._item_at(value, self.expr(node.slice))

    def _item_at(self, value: Value, index: Value) -> Value:
        if isinstance(value.known, Plan) and value.known.view:
            raise self.type_error(f"{value.known.view!r} object is not subscriptable")
        if isinstance(value.type, Known):
            if isinstance(value.known, type) and issubclass(value.known, enum.Enum):
                return self.static(value.known[index.known])
            return self.item_of_objects(value.known, index)
        if is_varied(value.type):
            kept = self.keep(index)
            return self.dispatch(value, lambda one: self.index(one, kept.get()))
        return self.index(value, index)

    def item_of_objects(self, container: Any, index: Value) -> Value:
        """An item of a constant that holds functions or other objects."""
        if not isinstance(container, (dict, list, tuple)):
            raise CompileError(f"{show(Known(container))} has no items that can be compiled")
        if index.is_known and not isinstance(index.type, Known):
            try:
                return self.static(container[index.known])
            except (KeyError, IndexError) as error:
                raise self.failure(type(error), str(error)) from None
        return self._chosen_object(container, index)

    def contains(self, container: Value, item: Value) -> Value:
        kind = container.type
        if isinstance(kind, Known) and isinstance(kind.value, (dict, list, tuple)):
            return self._is_one_of_objects(kind.value, item)
        return super().contains(container, item)

    def _is_one_of_objects(self, container: Any, item: Value) -> Value:
        """`item in container`, of a constant that holds functions or other objects."""
        if isinstance(container, dict):
            keys = self.module.keys(container)
            return self.contains(self.loaded(self.module.constant(keys)), item)
        wanted = self.keep(item)
        found = truth(False)
        for thing in container:
            same = self.equal(wanted.get(), self.static(thing))
            found = self.negated(self.both(self.negated(found), self.negated(same)))
        return found

    def _chosen_object(self, container: Any, index: Value) -> Value:
        things = list(container.values()) if isinstance(container, dict) else list(container)
        if not 0 < len(things) <= MOST_OBJECTS:
            message = f"one of {len(things)} functions or objects is chosen"
            raise CompileError(message, "use if and elif")
        if isinstance(container, dict):
            at = self._place_of_key(container, index)
        else:
            at = self.checked_index(self._as_index(index), str(len(things)), "sequence")
        return self._one_of_objects(at, things)

    def _place_of_key(self, container: dict[Any, Any], key: Value) -> str:
        """Which key of a constant dict it is; a missing one is an error."""
        span = self.span_of(self.loaded(self.module.constant(self.module.keys(container))))
        wanted = self.keep(key)
        at = self.first_index(
            span.size, lambda at: self.equal(self.at_index(span, at), wanted.get()).text
        )
        self.fail_if(self.op(f"icmp slt i64 {at}, 0"), KeyError, "a key is missing")
        return at

    def _one_of_objects(self, at: str, things: list[Any]) -> Value:
        """The object with an index that is known when the program runs."""
        labels = [self.label() for _ in things]
        self.switch(at, labels)
        pairs = zip(labels, things, strict=True)
        return self.select_among([(label, partial(self.static, thing)) for label, thing in pairs])

    def of_Tuple(self, node: ast.Tuple) -> Value:
        parts = self._elements(node.elts)
        values = _single_values(parts)
        if values is None:
            return self.tupled(self._spread(parts), self.site(node))
        if all(value.is_known and not isinstance(value.type, Known) for value in values) and values:
            known = tuple(value.known for value in values)
            kinds = tuple_type(value.type for value in values)
            constant = self.module.constant(self.module.same_object(known, kinds), kinds)
            if isinstance(constant, Value):
                return constant
        return self.tuple_of([self.materialized(self.argument(value)) for value in values])

    def of_List(self, node: ast.List) -> Value:
        site = self.site(node)
        parts = self._elements(node.elts)
        values = _single_values(parts)
        if values is None:
            return self.listed(self._spread(parts), site)
        if not values:
            return self.empty_list(site)
        return self._list_of([self.materialized(self.argument(v)) for v in values], site)

    def _list_of(self, values: list[Value], site: Any) -> Value:
        item = values[0].type
        for value in values[1:]:
            item = self.joint(item, value.type)
        item = self.site_item(site, item)
        made, data = self.new_list(item, str(len(values)), site)
        for index, value in enumerate(values):
            self.store(self.at(data, index * item.words), item, value)
        return made

    def _element_value(self, node: ast.expr, later: list[ast.expr]) -> Value:
        """A value of a display, which those behind it leave as it is."""
        value = self.expr(node.value if isinstance(node, ast.Starred) else node)
        if isinstance(node, ast.Starred) and self.is_either(value):
            return self.listed(self.plan_of(value), self.site(node))
        is_list = isinstance(node, ast.Starred) and isinstance(value.type, List)
        if is_list and any(map(_has_call, later)):  # which may change the list
            return self.list_from(value, self.site(node))
        return value

    def _elements(self, nodes: list[ast.expr]) -> list[tuple[Value, bool]]:
        """The values of a display, and whether each is spread."""
        found: list[tuple[Value, bool]] = []
        for index, node in enumerate(nodes):
            value = self._element_value(node, nodes[index + 1 :])
            if not isinstance(node, ast.Starred):
                found.append((value, False))
            elif isinstance(value.type, (Row, Tuple)) and value.type.size <= 256:
                found += [(item, False) for item in self.items(value)]
            else:
                found.append((value, True))
        return found

    def _spread(self, parts: list[tuple[Value, bool]]) -> Plan:
        def plan(value: Value, is_spread: bool) -> Callable[[], Plan]:
            if isinstance(value.type, Known):
                return lambda: self.plan_of(value if is_spread else self.tuple_of([value]))
            kept = self.keep(value)
            if is_spread:
                return lambda: self.plan_of(kept.get())
            return lambda: self.plan_of(self.tuple_of([kept.get()]))

        items = [(v if s else self.materialized(self.argument(v)), s) for v, s in parts]
        return Chained([plan(*part) for part in items])

    def of_Dict(self, node: ast.Dict) -> Value:
        return self.filled(self.site(node), lambda: self._dict_of(node))

    def _dict_of(self, node: ast.Dict) -> Value:
        name = self.temporary("dict")
        self.set_name(name, self.empty_dict(self.site(node)))
        for key, item in zip(node.keys, node.values, strict=True):
            if key is None:
                self.update_dict(self.get_name(name), self.expr(item))
                continue
            pair = self.expr(key), self.materialized(self.argument(self.expr(item)))
            self.set_key(self.get_name(name), *pair)
        return self.get_name(name)

    def update_dict(self, target: Value, source: Value) -> None:
        kind = source.type
        if not isinstance(kind, Dict):
            raise CompileError(f"expected a dict, found {show(kind)}")
        if kind.key is None:
            return
        span = self.entries(source)
        self.repeat(
            span.size,
            lambda at: self.set_key(
                target, self.key_at(source, span, at), self.value_at(source, span, at)
            ),
        )

    def of_Set(self, node: ast.Set) -> Value:
        return self.filled(self.site(node), lambda: self._set_of(node))

    def _set_of(self, node: ast.Set) -> Value:
        made = self.empty_set(self.site(node))
        for element in node.elts:
            if isinstance(element, ast.Starred):
                self.note_order_free(element.value, SET_ITEMS)
                value = self.expr(element.value)
                is_set = isinstance(value.type, Set)
                plan = self.plan_of_set(value) if is_set else self.plan_of(value)
                self.each(plan, lambda item, _: self.add_key(made, item))
            else:
                self.add_key(made, self.expr(element))
        return made

    # -- text ---------------------------------------------------------------------------------

    def of_JoinedStr(self, node: ast.JoinedStr) -> Value:
        parts = []
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                parts.append(self._formatted(value))
            else:
                parts.append(self.expr(value))
        return self.join_texts(parts) if parts else self.loaded(self.module.constant(""))

    def _formatted(self, node: ast.FormattedValue) -> Value:
        """`{value!r:>5}` in an f-string."""
        from outply.compiler import texts

        value = self.expr(node.value)
        pattern, holes = self._format_pattern(node.format_spec)
        how = texts.parsed(self, pattern, holes) if pattern else None
        conversion = None if node.conversion == -1 else chr(node.conversion)
        return texts.converted(self, value, conversion, how)

    def _format_pattern(self, spec: ast.expr | None) -> tuple[str, list[Value]]:
        """What stands behind the colon, and the numbers in it that are computed."""
        pattern, holes = "", list[Value]()
        for part in spec.values if isinstance(spec, ast.JoinedStr) else ():
            text, hole = self._format_part(part)
            pattern += text
            holes += hole
        return pattern, holes

    def _format_part(self, part: ast.expr) -> tuple[str, list[Value]]:
        from outply.compiler import texts

        if isinstance(part, ast.Constant):
            return str(part.value), []
        assert isinstance(part, ast.FormattedValue)
        number = self.expr(part.value)
        return (str(number.known), []) if number.is_known else (texts.HOLE, [number])

    def to_text(self, value: Value) -> Value:
        """`str(value)`."""
        value = self.materialized(value) if isinstance(value.type, Known) else value
        kind = value.type
        if kind == TEXT:
            return value
        own = self.own_text(value)
        if own is not None:
            return own
        if kind == NONE:
            return self.loaded(self.module.constant("None"))
        if value.is_known and is_number(kind):
            return self.loaded(self.module.constant(str(value.known)))
        if isinstance(kind, Union):
            return self.by_alternative(value, TEXT, self.to_text)
        return self._text_of_one(value)

    def _text_of_one(self, value: Value) -> Value:
        from outply.compiler import library, texts

        kind = value.type
        if kind == BOOL:
            pair = [self.loaded(self.module.constant(word)) for word in ("True", "False")]
            return self.choice(TEXT, value.text, *pair)
        if isinstance(kind, Member):
            return self._member_text(value)
        if is_number(kind) and kind != FLOAT:
            return self.inline(library.text_of_int, {"number": self.whole(value)})
        return texts.shown(self, value)

    def _member_text(self, value: Value) -> Value:
        kind = value.type_as(Member)
        names = self.loaded(self.module.constant(self.module.texts(kind.cls)))
        return self.at_index(self.span_of(names), value.text)

    # -- hashes -------------------------------------------------------------------------------

    def python_hash(self, value: Value) -> Value:
        """As CPython computes it: numbers modulo 2**61 - 1, tuples by xxHash."""
        kind = value.type
        if isinstance(kind, Union):
            return self.dispatch(value, self.python_hash)
        if isinstance(kind, (Row, Tuple)) or (isinstance(kind, Struct) and kind.is_tuple):
            return self._tuple_hash(value)
        if kind == FLOAT:
            return self._float_hash(value.text)
        if not is_number(kind):
            is_key = self.context.code.name == "key"
            hint = "leave key out: the default mixes the whole state" if is_key else "use game.key"
            raise CompileError(f"hash() of {show(kind)} cannot be compiled", hint)
        return self._whole_hash(self.whole(value))

    def _whole_hash(self, number: Value) -> Value:
        rest = self.op(f"urem i64 {self.magnitude(number)}, {(1 << 61) - 1}")
        if number.type == INT:
            below = self.op(f"icmp slt i64 {number.text}, 0")
            minus = self.op(f"sub i64 0, {rest}")
            rest = self.op(f"select i1 {below}, i64 {minus}, i64 {rest}")
        return self._as_hash(rest)

    def _as_hash(self, number: str) -> Value:
        """-1 stands for an error in CPython, so no hash is -1."""
        taken = self.op(f"icmp eq i64 {number}, -1")
        return Value(INT, self.op(f"select i1 {taken}, i64 -2, i64 {number}"))

    def _turned(self, size: str, power: str) -> tuple[str, str]:
        """The low and the high bits of a fraction, turned by a power of two."""
        turn = self.op(f"urem i64 {self.op(f'add i64 {power}, {61 * 18 - 1075}')}, 61")
        low = self.op(f"and i64 {self.op(f'shl i64 {size}, {turn}')}, {(1 << 61) - 1}")
        return low, self.op(f"lshr i64 {size}, {self.op(f'sub i64 61, {turn}')}")

    def _float_hash(self, text: str) -> Value:
        """Its fraction, turned by its exponent, modulo 2**61 - 1."""
        bits = self.op(f"bitcast double {text} to i64")
        exponent = self.op(f"and i64 {self.op(f'lshr i64 {bits}, 52')}, 2047")
        fraction = self.op(f"and i64 {bits}, {(1 << 52) - 1}")
        small = self.op(f"icmp eq i64 {exponent}, 0")
        full = self.op(f"or i64 {fraction}, {1 << 52}")
        size = self.op(f"select i1 {small}, i64 {fraction}, i64 {full}")
        power = self.op(f"select i1 {small}, i64 1, i64 {exponent}")
        low, high = self._turned(size, power)
        endless = self.op(f"icmp eq i64 {exponent}, 2047")
        found = self.op(f"select i1 {endless}, i64 314159, i64 {self.op(f'or i64 {low}, {high}')}")
        minus = self.op(f"sub i64 0, {found}")
        below = self.op(f"icmp slt i64 {bits}, 0")
        return self._as_hash(self.op(f"select i1 {below}, i64 {minus}, i64 {found}"))

    def _tuple_hash(self, value: Value) -> Value:
        first, second, fifth = 11400714785074694791, 14029467366897019727, 2870177450012600261
        total = str(fifth)
        items = self.items(value)
        for item in items:
            lane = self.op(f"mul i64 {self.python_hash(item).text}, {second}")
            total = self.op(f"add i64 {total}, {lane}")
            total = self.op(f"call i64 @llvm.fshl.i64(i64 {total}, i64 {total}, i64 31)")
            total = self.op(f"mul i64 {total}, {first}")
        total = self.op(f"add i64 {total}, {len(items) ^ fifth ^ 3527539}")
        taken = self.op(f"icmp eq i64 {total}, -1")
        return Value(INT, self.op(f"select i1 {taken}, i64 1546275796, i64 {total}"))


def _none_lacks(name: str) -> str:
    return f"'NoneType' object has no attribute {name!r}"


def _attribute_of(owner: Any, name: str) -> Any:
    try:
        return getattr(owner, name)
    except AttributeError as error:
        raise CompileError(str(error)) from None


def _hint_of_attribute(owner: Any, name: str) -> Any:
    if isinstance(owner, ModuleType):
        return class_hints(owner).get(name)
    return class_hint(owner if isinstance(owner, type) else type(owner), name)


def _has_attribute(kind: Type, name: str) -> bool:
    if isinstance(kind, Object):
        return True
    if isinstance(kind, (Struct, Member, RecordReference)):
        return hasattr(kind.cls, name) or name in getattr(kind, "names", ())
    return name in METHODS.get(method_family(kind), {})


def _single_values(parts: list[tuple[Value, bool]]) -> list[Value] | None:
    """The values of a display; None if it spreads something whose length varies."""
    return None if any(is_spread for _, is_spread in parts) else [value for value, _ in parts]


def _stored_names(node: ast.AST) -> frozenset[str]:
    names = (n for n in walk(node) if isinstance(n, ast.Name))
    return frozenset(n.id for n in names if isinstance(n.ctx, ast.Store))


def _has_call(node: ast.expr) -> bool:
    return any(isinstance(inner, ast.Call) for inner in walk(node))


CONSTRUCTS = {
    **{"Await": "await", "Starred": "*", "YieldFrom": "yield from", "Yield": "yield"},
    **{"Slice": "a slice here"},
}


def _construct(node: ast.AST) -> str:
    return CONSTRUCTS.get(type(node).__name__, type(node).__name__)


def _advice(node: ast.AST) -> str:
    if isinstance(node, ast.Yield):
        return "use yield as a statement of its own"
    return ""


def _takes_types(value: Value) -> bool:
    """Whether square brackets behind a value hold types, as in `list[int]()`."""
    if not isinstance(value.type, Known):
        return False
    cls = get_origin(value.known) or value.known  # of `typing.List`, `list`
    return isinstance(cls, type) and cls in GENERIC
