"""Objects of an author's own classes, whose attributes can change.

An object is the address of a word that says which attributes are set, and of the attributes
behind it, in the order in which the compiler met them. All objects of a class have the same
attributes of the same types. Where an attribute turns out to be of a wider type than was assumed,
the whole program is written again.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

from outply.compiler import library
from outply.compiler.calls import is_of_python
from outply.compiler.compare import (
    BY_FIELDS,
    BY_FIELDS_OF_ANOTHER,
    BY_IDENTITY,
    BY_METHOD,
    equality_of,
)
from outply.compiler.construction import Construction, can_change, is_given, post_init
from outply.compiler.container_types import Struct, Union
from outply.compiler.flow import DeferredLine, SpilledValue, truth
from outply.compiler.local_functions import BoundMethod
from outply.compiler.loops import Plan
from outply.compiler.module import Instance, Module
from outply.compiler.object_types import MADE_BY_CLASS, Member, Object, RecordReference
from outply.compiler.refusals import CompileError
from outply.compiler.source import Code, class_hints, code_of
from outply.compiler.syntax import walk
from outply.compiler.type_inference import is_record
from outply.compiler.type_relations import is_changeable
from outply.compiler.type_text import show
from outply.compiler.types import BOOL, NONE, TEXT, WIDE, WIDE_BITS, Type, Value

__all__ = [
    "Objects",
    "Parent",
    "inspect_static",
    "is_generated",
    "is_object_class",
    "is_plain_class",
]

MISSING = object()
MOST_ATTRIBUTES = 64  # one bit each


class Parent:
    """`super()` in a method of a value: the value, and the class whose method is running."""

    def __init__(self, owner: SpilledValue, cls: type) -> None:
        self.owner, self.cls = owner, cls


class SizeLine(DeferredLine):
    """The size of an object, once all its attributes are known."""

    def __init__(self, module: Module, cls: type, name: str) -> None:
        self.module, self.cls, self.name = module, cls, name

    def write(self, instance: Instance) -> list[str]:
        kinds = self.module.attributes.get(self.cls, {}).values()
        return [f"  {self.name} = add i64 0, {1 + sum(kind.words for kind in kinds)}"]


class Objects(Construction):
    """Making objects, reading and setting their attributes, and their special methods."""

    _compared_classes: tuple[type, ...] = ()  # whose fields are being compared

    def make_object(
        self, cls: Any, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """`Name(…)`."""
        size = self._fresh()
        self.lines.append(SizeLine(self.module, cls, size))
        place = self.allocate(size)
        self.do(f"store i64 0, ptr {place}")
        made = self.keep(Value(Object(cls), place))
        init = inspect_static(cls, "__init__")
        if isinstance(init, FunctionType) and is_generated(init) and dataclasses.is_dataclass(cls):
            self._initialise_fields(made, cls, given, keywords)
        elif isinstance(init, FunctionType):
            self.module.dependencies.attribute(cls, "__init__", init)
            self.call_function(init, [made.get(), *given], keywords)
        elif given or keywords:
            raise CompileError(f"{cls.__name__}() takes no arguments")
        return made.get()

    def _set_fields(
        self, made: SpilledValue, cls: Any, given: list[Value], keywords: dict[str, Value]
    ) -> None:
        names = tuple(field.name for field in dataclasses.fields(cls) if is_given(field))
        for name, value in self.field_values(cls, given, keywords, names).items():
            self.set_attribute(made.get(), name, value)

    def replaced_object(self, owner: Value, changes: dict[str, Value], node: ast.AST) -> Value:
        """`dataclasses.replace(owner, name=…)`."""
        cls: Any = owner.type.cls  # type: ignore[attr-defined]
        fields = [field.name for field in dataclasses.fields(cls) if field.init]
        kept = {name: changes.get(name) or self.object_attribute(owner, name) for name in fields}
        given = {name: value for name, value in kept.items() if value is not None}
        return self.make_object(cls, [], {**given, **changes}, node)

    # -- attributes ---------------------------------------------------------------------------

    def _initialise_fields(
        self, made: SpilledValue, cls: Any, given: list[Value], keywords: dict[str, Value]
    ) -> None:
        check = post_init(cls)
        self._set_fields(made, cls, given, keywords)
        if check is not None:
            self.call_function(check, [made.get()], {})

    def _note_change(self, kind: Type) -> None:
        """Write the program again with objects, if a field of a dataclass is set."""
        if isinstance(kind, Struct) and can_change(kind.cls):
            self.make_changeable(kind.cls)

    def set_attribute(self, owner: Value, name: str, value: Value) -> None:
        """`owner.name = value`."""
        kind = owner.type
        if isinstance(kind, RecordReference):
            self.set_field(owner, name, self.materialized(self.argument(value)))
            return
        if isinstance(kind, Union):
            self._set_attribute_of_either(owner, name, value)
            return
        self._note_change(kind)
        if kind == NONE:
            raise self.failure(AttributeError, f"'NoneType' object has no attribute {name!r}")
        if not isinstance(kind, Object):
            raise CompileError("a field of an object is changed", _hint_for_change(kind))
        setter = inspect_static(kind.cls, name)
        if isinstance(setter, property):
            if setter.fset is None:
                raise self.failure(AttributeError, f"property {name!r} has no setter")
            self.call_function(setter.fset, [owner, value], {})
        else:
            self._store_attribute(owner, kind, name, self.materialized(self.argument(value)))

    def _set_attribute_of_either(self, owner: Value, name: str, value: Value) -> None:
        """`owner.name = value`, where the owner may be None, or of one of several classes."""
        for kind in owner.type_as(Union).items:
            self._note_change(kind)
        kept = self.keep(self.materialized(self.argument(value)))

        def set_in(one: Value) -> Value:
            self.set_attribute(one, name, kept.get())
            return Value(NONE)

        self.dispatch(owner, set_in)

    def _store_attribute(self, owner: Value, kind: Object, name: str, value: Value) -> None:
        if value.type in (WIDE, WIDE_BITS):
            value = self.whole(value)
        wanted = self._attribute_type(kind.cls, name, value.type)
        value = self.copied(value)
        index, offset = self._attribute_place(kind.cls, name)
        self.store(self.at(owner.text, offset), wanted, value)
        if name not in sure_attributes(kind.cls):
            known = self.op(f"load i64, ptr {owner.text}")
            known = self.op(f"or i64 {known}, {_bit(index)}")
            self.do(f"store i64 {known}, ptr {owner.text}")

    def set_new_field(self, node: Any, owner: Value, name: Value, value: Value) -> None:
        """`object.__setattr__(self, "name", value)`, in the `__post_init__` of a dataclass."""
        kind, code = owner.type, self.context.code
        if isinstance(kind, Object) and isinstance(name.known, str):
            self.set_attribute(owner, name.known, value)
            return
        first = node.args[0]
        is_new = isinstance(first, ast.Name) and code.makes_first and first.id == code.parameters[0]
        if not (isinstance(kind, Struct) and is_new and name.known in kind.names):
            raise CompileError(
                "object.__setattr__ sets fields of a new dataclass only, in its __post_init__",
                "make a new one: replace(state, field=value)",
            )
        items = dict(zip(kind.names, self.items(owner), strict=True))
        hint = class_hints(kind.cls).get(name.known)
        items[name.known] = self._field(self.materialized(self.argument(value)), hint)
        kinds = [item.type for item in items.values()]
        made = self.tuple_of(list(items.values()), self.record_type(kind.cls, kind.names, kinds))
        self.set_name(self.context.prefix + code.parameters[0], made)

    def _attribute_type(self, cls: type, name: str, kind: Type) -> Type:
        """The type of an attribute, which is going to be set."""
        known = self.module.attributes.setdefault(cls, {})
        if name not in known:
            if len(known) == MOST_ATTRIBUTES:
                raise CompileError(
                    f"{cls.__name__} has more than {MOST_ATTRIBUTES} attributes", "use a list"
                )
            known[name] = kind
            if (cls, name) in self.module.absent:
                raise self.module.again(None, False)
            return kind
        wider = self.joint(self.as_made_now(known[name]), kind)
        if wider != known[name]:
            known[name] = wider
            raise self.module.again(None, False)
        return wider

    def object_copied(self, owner: Value, change: Callable[[str, Value], Value]) -> Value:
        """A new object with the same attributes, each of which may be changed."""
        kind = owner.type_as(Object)
        kept, size = self.keep(owner), self._fresh()
        self.lines.append(SizeLine(self.module, kind.cls, size))
        made = self.keep(Value(kind, self.allocate(size)))
        self.copy_words(made.get().text, kept.get().text, size)
        for name, item in list(self.module.attributes.get(kind.cls, {}).items()):
            _, offset = self._attribute_place(kind.cls, name)
            if is_changeable(item):
                if name not in sure_attributes(kind.cls):
                    raise CompileError(
                        f"{name} may not be set in {kind.cls.__name__}", "set it in __init__"
                    )
                place = self.at(made.get().text, offset)
                self.store(place, item, change(name, self.load(item, place)))
        return made.get()

    def _attribute_place(self, cls: type, name: str) -> tuple[int, int]:
        """The number of an attribute, and how many words it is from the beginning."""
        offset = 1
        for index, (each, kind) in enumerate(self.module.attributes[cls].items()):
            if each == name:
                return index, offset
            offset += kind.words
        raise AssertionError(name)

    def object_attribute(self, owner: Value, name: str) -> Value | None:
        """`owner.name`, if it is an attribute of the object and not of its class."""
        kind = owner.type_as(Object)
        inherited = inspect_static(kind.cls, name)
        if isinstance(inherited, property):
            return None
        known = self.module.attributes.get(kind.cls, {})
        if name not in known:
            self.module.absent.add((kind.cls, name))
            if inherited is not MISSING and not _is_slot(inherited):
                return None
            raise self.failure(
                AttributeError, f"{kind.cls.__name__!r} object has no attribute {name!r} yet"
            )
        index, offset = self._attribute_place(kind.cls, name)
        found = self.load(known[name], self.at(owner.text, offset))
        if name not in sure_attributes(kind.cls):
            self._require_attribute(owner, name, index, inherited)
        return found

    def _require_attribute(self, owner: Value, name: str, index: int, inherited: Any) -> None:
        """Raise an exception if an attribute is not set yet."""
        kind = owner.type_as(Object)
        mask = self.op(f"and i64 {self.op(f'load i64, ptr {owner.text}')}, {_bit(index)}")
        unset = self.op(f"icmp eq i64 {mask}, 0")
        if inherited is not MISSING and not _is_slot(inherited):
            message = f"{name} is set in {kind.cls.__name__}, and in some of its objects"
            raise CompileError(message, "set it in __init__")
        message = f"{kind.cls.__name__!r} object has no attribute {name!r}"
        self.fail_if(unset, AttributeError, message)

    # -- super() ------------------------------------------------------------------------------

    def parent_attribute(self, parent: Parent, name: str) -> Value:
        """`super().name` in a method of a value."""
        owner = parent.owner.get()
        cls = owner.type.cls  # type: ignore[attr-defined]
        mro = cls.__mro__
        for base in mro[mro.index(parent.cls) + 1 :]:
            if name in vars(base):
                thing = vars(base)[name]
                break
        else:
            raise CompileError(f"no class above {parent.cls.__name__} has {name}")
        self.module.dependencies.attribute(base, name, getattr(base, name))
        return self._inherited(parent, owner, name, thing)

    def _inherited(self, parent: Parent, owner: Value, name: str, thing: Any) -> Value:
        if isinstance(thing, property):
            return self.call_function(thing.fget, [owner], {})
        if isinstance(thing, staticmethod):
            return self.module.known(thing.__func__)
        if isinstance(thing, classmethod):
            cls = owner.type.cls  # type: ignore[attr-defined]
            return self.module.known(getattr(super(parent.cls, cls), name))
        if isinstance(thing, FunctionType):
            return self.module.known(BoundMethod(self.keep(owner), name, thing))
        if name == "__init__":
            return self.module.known(_nothing)
        hint = "call a function of your own"
        raise CompileError(f"super().{name} is a method of Python's own", hint)

    # -- special methods ----------------------------------------------------------------------

    def own_method(self, kind: Type, name: str) -> Any:
        """A special method, such as `__add__`, that the author wrote for a class."""
        if not isinstance(kind, (Struct, Member, Object)):
            return None
        found = inspect_static(kind.cls, name)
        if not isinstance(found, FunctionType) or is_generated(found):
            return None
        own = _from_total_ordering(found) if is_of_python(found) else found
        if own is not None:
            self.module.dependencies.attribute(kind.cls, name, found)
        return own

    def has_own(self, kind: Type, *names: str) -> bool:
        """Whether an alternative of a union has a special method that the author wrote."""
        if not isinstance(kind, Union):
            return False
        return any(self.own_method(one, name) for one in kind.items for name in names)

    def call_own(self, value: Value, name: str, *given: Value) -> Value | None:
        """What a special method of a value gives; None if it has no such method."""
        own = self.own_method(value.type, name)
        return None if own is None else self.call_function(own, [value, *given], {})

    def truth(self, value: Value) -> str:
        for name in ("__bool__", "__len__"):
            if (found := self.call_own(value, name)) is not None:
                return super().truth(found)
        return "true" if isinstance(value.type, Object) else super().truth(value)

    def length(self, value: Value) -> Value:
        if self.has_own(value.type, "__len__"):
            return self.dispatch(value, self.length)
        found = self.call_own(value, "__len__")
        if found is None and isinstance(value.type, Object):
            message = f"object of type {show(value.type)!r} has no len()"
            raise self.type_error(message, value.type)
        return super().length(value) if found is None else found

    def equal(self, left: Value, right: Value) -> Value:
        if isinstance(left.type, (Struct, Object)) and isinstance(right.type, (Struct, Object)):
            found = self.call_own(left, "__eq__", right)
            if found is not None:
                return Value(BOOL, self.truth(found))
        if isinstance(left.type, Object) or isinstance(right.type, Object):
            if not (isinstance(left.type, Object) and isinstance(right.type, Object)):
                return super().equal(left, right)
            if left.type == right.type and self._how_compared(left.type) == BY_FIELDS:
                return self._equal_fields(left, right)
            return self.same_place(left, right)
        is_one_class = getattr(left.type, "cls", None) is getattr(right.type, "cls", None)
        if isinstance(left.type, Struct) and is_one_class:
            self._require_equality(left.type)
        return super().equal(self._compared(left), self._compared(right))

    def _how_compared(self, kind: Struct | Object) -> int:
        """How two objects are compared for which the author wrote no method."""
        found = equality_of(kind.cls) if dataclasses.is_dataclass(kind.cls) else BY_METHOD
        if found == BY_FIELDS_OF_ANOTHER:
            message = f"{show(kind)} is compared by the fields of another class"
            raise CompileError(message, "leave out eq=False")
        return found

    def _require_equality(self, kind: Struct) -> None:
        """Refuse to compare values that Python tells apart, although their fields are equal."""
        if self._how_compared(kind) == BY_IDENTITY:
            message = f"whether two values of {show(kind)} are one object is not known"
            raise CompileError(message, "leave out eq=False")

    def ordered(self, name: str, left: Value, right: Value) -> Value:
        if self.has_own(left.type, *ORDERS):
            return self.dispatch(left, lambda one: self.ordered(name, one, right))
        if self.has_own(right.type, *ORDERS):
            return self.dispatch(right, lambda one: self.ordered(name, left, one))
        found = self.call_own(left, f"__{name}__", right)
        if found is None and not _has_generated(left.type, f"__{name}__"):
            found = self.call_own(right, f"__{REFLECTED[name]}__", left)
        if found is not None:
            return Value(BOOL, self.truth(found))
        if left.type == right.type:
            left, right = self._compared(left), self._compared(right)
        return super().ordered(name, left, right)

    def _compared(self, value: Value) -> Value:
        """A dataclass as those of its fields that are compared, where those are not all."""
        kind = value.type
        if not isinstance(kind, Struct) or not dataclasses.is_dataclass(kind.cls):
            return value
        fields: dict[str, Any] = kind.cls.__dataclass_fields__
        if all(fields[name].compare for name in kind.names):
            return value
        indices = [i for i, name in enumerate(kind.names) if fields[name].compare]
        made = Struct(
            kind.cls,
            tuple(kind.names[i] for i in indices),
            tuple(kind.items[i] for i in indices),
        )
        return self.tuple_of([self.item(value, index) for index in indices], made)

    def unary(self, op: ast.unaryop, value: Value) -> Value:
        names = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}
        if self.has_own(value.type, names[type(op)]):
            return self.dispatch(value, lambda one: self.unary(op, one))
        found = self.call_own(value, names[type(op)])
        return super().unary(op, value) if found is None else found

    def _equal_fields(self, left: Value, right: Value) -> Value:
        found = truth(True)
        cls: Any = left.type.cls  # type: ignore[attr-defined]
        if cls in self._compared_classes:
            message = f"== of {show(left.type)}, which may hold another {show(left.type)}"
            raise CompileError(message, "write a method __eq__ that compares the fields")
        around, self._compared_classes = self._compared_classes, (*self._compared_classes, cls)
        try:
            for field in dataclasses.fields(cls):
                if field.compare:
                    mine, theirs = (self.object_attribute(v, field.name) for v in (left, right))
                    assert mine is not None and theirs is not None
                    found = self.both(found, self.equal(mine, theirs))
        finally:
            self._compared_classes = around
        return found

    def among(self, item: Value, plan: Plan) -> Value:
        """Whether a plan gives an item."""
        raise NotImplementedError

    def contains(self, container: Value, item: Value) -> Value:
        if self.has_own(container.type, "__contains__", "__iter__"):
            return self.dispatch(container, lambda one: self.contains(one, item))
        found = self.call_own(container, "__contains__", item)
        if found is None and self.own_method(container.type, "__iter__") is not None:
            return self.among(item, self.plan_of(container))
        if found is None:
            return super().contains(container, item)
        return Value(BOOL, self.truth(found))

    def index(self, value: Value, index: Value) -> Value:
        if self.has_own(value.type, "__getitem__"):
            return self.dispatch(value, lambda one: self.index(one, index))
        found = self.call_own(value, "__getitem__", index)
        return super().index(value, index) if found is None else found

    def set_index(self, container: Value, index: Value, item: Value) -> None:
        if self.call_own(container, "__setitem__", index, item) is None:
            super().set_index(container, index, item)

    def delete_index(self, container: Value, index: Value) -> None:
        if self.call_own(container, "__delitem__", index) is None:
            super().delete_index(container, index)

    def own_text(self, value: Value) -> Value | None:
        """What `str` gives by a method that the author wrote."""
        for name in ("__str__", "__repr__"):
            found = self.call_own(value, name)
            if found is not None:
                return self.convert(found, TEXT)
        return None


def _nothing() -> None:
    """In place of `object.__init__`."""


def _bit(index: int) -> int:
    return (1 << index) - (1 << 64 if index == 63 else 0)


def _is_slot(thing: Any) -> bool:
    return type(thing).__name__ == "member_descriptor"


def is_object_class(cls: Any) -> bool:
    """Whether new objects of a dataclass are told apart, although their fields are equal."""
    return can_change(cls) and equality_of(cls) == BY_IDENTITY


def _hint_for_change(kind: Type) -> str:
    """How a new value is made of one whose fields cannot be changed."""
    is_dataclass = dataclasses.is_dataclass(getattr(kind, "cls", None))
    how = "dataclasses.replace(it, field=value)" if is_dataclass else "_replace(field=value)"
    return f"make a new one: {how}"


def is_plain_class(cls: Any) -> bool:
    """Whether a class is written in Python and holds attributes, and nothing else."""
    if not isinstance(cls, type) or is_record(cls) or issubclass(cls, BaseException):
        return False
    if type(cls) is not type and type(cls).__name__ != "ABCMeta":
        return False
    special = ("__new__", "__getattr__", "__getattribute__", "__setattr__")
    if any(inspect_static(cls, name) is not vars(object).get(name, MISSING) for name in special):
        return False
    return all(base.__flags__ & MADE_BY_CLASS for base in cls.__mro__[:-1])


def inspect_static(cls: Any, name: str) -> Any:
    """What a class has under a name, without asking for it as Python would."""
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), MISSING)


REFLECTED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
ORDERS = [f"__{name}__" for name in REFLECTED]


def _has_generated(kind: Type, name: str) -> bool:
    """Whether Python made a comparison for a class itself, other than that of every object."""
    cls = getattr(kind, "cls", None)
    return cls is not None and getattr(cls, name) is not getattr(object, name)


def is_generated(function: FunctionType) -> bool:
    """Whether Python made a method itself, as for a dataclass."""
    return function.__code__.co_filename.startswith("<")


# -- attributes that are set in any case -----------------------------------------------------


@functools.cache
def sure_attributes(cls: Any) -> frozenset[str]:
    """The attributes that every object of a class has, once it can be used by others."""
    return _sure_from(cls.__mro__)


def _sure_from(mro: tuple[type, ...]) -> frozenset[str]:
    for position, base in enumerate(mro):
        init = vars(base).get("__init__")
        if init is None:
            continue
        if not isinstance(init, FunctionType):
            return frozenset()
        if is_generated(init) and dataclasses.is_dataclass(base):
            return frozenset(f.name for f in dataclasses.fields(base) if is_given(f))
        return _set_by(code_of(init), mro[position + 1 :])
    return frozenset()


def _set_by(code: Code, mro: tuple[type, ...]) -> frozenset[str]:
    """The attributes that an `__init__` sets before anything else can see the object."""
    if not code.parameters:
        return frozenset()
    me, found = code.parameters[0], set[str]()
    for statement in code.body:
        if _calls_parent(statement):
            found |= _sure_from(mro)
            continue
        if _shows(statement, me, found):
            break
        targets: list[ast.expr] = []
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            targets = [statement.target]
        for target in targets:
            parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
            found |= {part.attr for part in parts if _is_own(part, me)}  # type: ignore[attr-defined]
    return frozenset(found)


def _calls_parent(statement: ast.stmt) -> bool:
    """Whether a statement is `super().__init__(…)`."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "__init__"
        and isinstance(call.func.value, ast.Call)
        and isinstance(call.func.value.func, ast.Name)
        and call.func.value.func.id == "super"
    )


def _shows(statement: ast.stmt, me: str, known: set[str]) -> bool:
    """Whether a statement uses the object other than by attributes that are set, or returns."""
    fine = set[int]()
    for node in walk(statement):
        if isinstance(node, (ast.Return, ast.Try)):
            return True
        if _is_own(node, me):
            assert isinstance(node, ast.Attribute)
            if isinstance(node.ctx, ast.Store) or node.attr in known:
                fine.add(id(node.value))
    return any(
        isinstance(node, ast.Name) and node.id == me and id(node) not in fine
        for node in walk(statement)
    )


def _is_own(node: ast.AST, me: str) -> bool:
    return (
        isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == me
    )


def _from_total_ordering(function: FunctionType) -> Any:
    """What stands for a comparison that `functools.total_ordering` added; None for others."""
    if function.__module__ != "functools":
        return None
    return getattr(library, function.__code__.co_name.removeprefix("_"), None)
