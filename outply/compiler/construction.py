"""Making records: named tuples and frozen dataclasses."""

from __future__ import annotations

import ast
import copy
import dataclasses
import functools
from types import FunctionType
from typing import Any

from outply.compiler import in_place
from outply.compiler.container_types import Row, Series, Struct, Tuple, Union, View
from outply.compiler.errors import LengthChanged
from outply.compiler.generators import Generators
from outply.compiler.object_types import Known
from outply.compiler.refusals import CompileError
from outply.compiler.source import Code, class_hints, code_of
from outply.compiler.state_types import ALL, NOTHING
from outply.compiler.syntax import walk
from outply.compiler.type_inference import fields_of, scalar_of
from outply.compiler.type_join import join
from outply.compiler.type_relations import alternative, holds
from outply.compiler.type_text import show
from outply.compiler.types import BITS, WIDE, WIDE_BITS, Type, Value

__all__ = ["Construction", "Reshaped", "can_change", "is_given", "post_init"]


class Construction(Generators):
    """Values of the classes of the author's states."""

    def construct(self, cls: Any, given: list[Value], keywords: dict[str, Value]) -> Value:
        """A NamedTuple or dataclass of these fields."""
        names = fields_of(cls)
        check = post_init(cls)
        items = self.assumed_fields(cls, list(self.field_values(cls, given, keywords).values()))
        made = self.tuple_of(items, self.record_type(cls, names, [item.type for item in items]))
        if check is None:
            return made
        code = code_of(check)
        self.module.reads(check)
        bound = {code.parameters[0]: made}
        return self._call_code(returning_first(code), None, bound, ("post_init", id(code)))

    # -- in the place of the result -----------------------------------------------------------

    def place_in_result(self, made: ast.AST, kind: Row) -> str:
        """Where the items of a new list go, if that is in the record that is returned."""
        plan = in_place.plan_of_list(made, self.context.code)
        is_own = self.context.parent is None and self.on_return == self.leave
        if plan is None or not is_own or plan in self.result_places:
            return ""
        cls = self.expr(plan.returned[0].func).known
        record = self.module.declared.get(cls) if isinstance(cls, type) else None
        if record is None or self.instance.result not in (None, record):
            return ""
        if post_init(cls) is not None or not all(
            _is_positional(cls, name) for name in record.names
        ):
            return ""
        if len(plan.returned[0].args) > record.size or record.items[plan.position] != kind:
            return ""
        self.instance.builds_in_place = True
        place = self.at("%out", record.offset(plan.position))
        self.result_places[plan] = place
        return place

    def tuple_in_result(self, node: ast.AST, kind: Row) -> Value | None:
        """`tuple(cells)`, if the items are in the record that is returned."""
        plan = in_place.plan_of_alias(node, self.context.code)
        place = self.result_places.get(plan, "") if plan is not None else ""
        return Value(kind, place) if place else None

    def construct_result(self, node: ast.AST | None) -> Value | None:
        """The record that is returned, if a part of it is there already."""
        plan = in_place.plan_of_return(node, self.context.code)
        if plan is None or plan not in self.result_places:
            return None
        assert isinstance(node, ast.Call)
        cls = self.expr(node.func).known
        items = list(self.field_values(cls, [self.expr(arg) for arg in node.args], {}).values())
        kind = self.record_type(cls, fields_of(cls), [item.type for item in items])
        for index, item in enumerate(items):
            if index != plan.position:
                self.store(self.at("%out", kind.offset(index)), kind.items[index], item)
        return Value(kind, "%out")

    def make_changeable(self, cls: type) -> None:
        """Write the program again with objects of a dataclass that can be changed."""
        if cls not in self.module.changing:
            self.module.changing.add(cls)
            self.module.forget_record(cls)
            raise self.module.again(None, False)

    def field_values(
        self,
        cls: Any,
        given: list[Value],
        keywords: dict[str, Value],
        names: tuple[str, ...] | None = None,
    ) -> dict[str, Value]:
        """The value of each field of a new NamedTuple or dataclass, or of some of its fields."""
        names = fields_of(cls) if names is None else names
        found = _given_fields(cls, given, keywords)
        defaults, hints = _field_defaults(cls), class_hints(cls)
        missing = [name for name in names if name not in found and name not in defaults]
        if missing:
            if can_change(cls) and post_init(cls) and not _is_taken(cls, missing[0]):
                self.make_changeable(cls)  # its __post_init__ sets the field
            raise _missing_field(cls, missing[0])
        for name in names:
            value = found.get(name) or self._default_value(cls, name, defaults[name])
            found[name] = self._field(self.materialized(self.argument(value)), hints.get(name))
        return {name: found[name] for name in names}

    def made_by(self, factory: Known, site: Any) -> Value:
        node = self.module.factory_nodes.setdefault((factory, site), ast.Pass())
        made = self.call(self.module.known(factory.value), [], {}, node)
        return self.materialized(self.argument(made))

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

    def record_type(self, cls: type, names: tuple[str, ...], kinds: list[Type]) -> Struct:
        """The type of a new record; for those that states are made of, one for all."""
        made = Struct(cls, names, tuple(kinds))
        known = self.module.declared.get(cls)
        if known is None:
            return made
        fits = _fits if self.module.assumption != NOTHING else _surely_fits
        if all(map(fits, known.items, made.items)):
            return known
        wider = join(known, made)
        assert isinstance(wider, Struct)
        raise Reshaped(cls, wider)

    # -- states that keep their types ---------------------------------------------------------

    def assumed_fields(self, cls: type, items: list[Value]) -> list[Value]:
        """The fields of a new record, as far as is assumed of the types that states have."""
        known, assumption = self.module.declared.get(cls), self.module.assumption
        if known is None or assumption == NOTHING:
            return items
        return [
            self.assumed(item, kind) if assumption == ALL or _fits(kind, item.type) else item
            for item, kind in zip(items, known.items, strict=True)
        ]

    def assumed(self, value: Value, kind: Type) -> Value:
        """A value as the type that sampled states had there; any other raises LengthChanged."""
        given = value.type
        if given == kind:
            return value
        if isinstance(given, View):  # it lies in memory as a tuple does, but is none
            raise self._unlike(given, kind)
        if isinstance(given, Union):
            return self.by_alternative(value, kind, lambda one: self.assumed(one, kind))
        if isinstance(kind, Union):
            value = self._assumed_alternative(value, kind)
        elif isinstance(kind, (Row, Tuple)) and isinstance(given, Series):
            value = self.convert(value, Row(given.item, kind.size))
        return self._assumed_as_it_is(value, kind)

    def _assumed_alternative(self, value: Value, kind: Union) -> Value:
        """A value as the alternative of a union that may hold it."""
        for item in kind.items:
            if _may_hold(item, value.type) and alternative(kind, value.type) is None:
                return self.assumed(value, item)
        return value

    def _assumed_as_it_is(self, value: Value, kind: Type) -> Value:
        given, fixed = value.type, Row | Tuple | Struct
        if isinstance(kind, fixed) and isinstance(given, fixed) and _may_hold(kind, given):
            pairs = zip(self.items(value), kind.items, strict=True)
            return self.tuple_of([self.assumed(item, inner) for item, inner in pairs], kind)
        if isinstance(kind, Series) and isinstance(given, (Row, Tuple)):
            items = [self.assumed(item, kind.item) for item in self.items(value)]
            return self.convert(self.tuple_of(items), kind)
        if isinstance(kind, Series) and isinstance(given, Series):
            return self._assumed_series(value, kind)
        if holds(kind, given):
            return self.convert(value, kind)
        raise self._unlike(given, kind)

    def _unlike(self, given: Type, kind: Type) -> Exception:
        message = f"a state has {show(given)} where {show(kind)} was assumed"
        return self.failure(LengthChanged, message)

    def _assumed_series(self, value: Value, kind: Series) -> Value:
        inner = value.type.item  # type: ignore[attr-defined]
        place = self.allocate(self._scaled(value.parts[1], kind.item.words))

        def put(at: str) -> None:
            item = self.load(inner, self.at(value.text, self._scaled(at, inner.words)))
            there = self.at(place, self._scaled(at, kind.item.words))
            self.store(there, kind.item, self.assumed(item, kind.item))

        self.repeat(value.parts[1], put)
        return Value(kind, place, value.parts[1])

    def replaced(self, value: Value, keywords: dict[str, Value]) -> Value:
        """`value._replace(field=…)`, or `dataclasses.replace`."""
        kind = value.type_as(Struct)
        unknown = [name for name in keywords if name not in kind.names]
        if unknown:
            raise CompileError(f"{kind.cls.__name__} has no field {unknown[0]!r}")
        pairs = zip(kind.names, self.items(value), strict=True)
        old = {name: item for name, item in pairs if _is_taken(kind.cls, name)}
        return self.construct(kind.cls, [], {**old, **keywords})

    def expr(self, node: ast.expr) -> Value:
        raise NotImplementedError


class Reshaped(Exception):
    """The records that states are made of are of a wider type than was assumed."""

    def __init__(self, cls: type, record: Struct) -> None:
        self.cls, self.record = cls, record


def _may_hold(kind: Type, other: Type) -> bool:
    """Whether some values of another type may be values of this one."""
    if isinstance(kind, Struct) or isinstance(other, Struct):
        return getattr(kind, "cls", kind) is getattr(other, "cls", other)
    if isinstance(kind, (Row, Tuple)) and isinstance(other, (Row, Tuple)):
        return kind.size == other.size
    if isinstance(kind, Series):
        return isinstance(other, (Row, Tuple, Series))
    return holds(kind, other) or (isinstance(kind, (Row, Tuple)) and isinstance(other, Series))


def _given_fields(cls: Any, given: list[Value], keywords: dict[str, Value]) -> dict[str, Value]:
    """The fields of a new object for which there are arguments."""
    taken = [name for name in fields_of(cls) if _is_taken(cls, name)]
    positional = [name for name in taken if _is_positional(cls, name)]
    found = dict(zip(positional, given, strict=False))
    if len(positional) < len(taken) and len(given) > len(positional):
        named = [name for name in taken if name not in positional]
        message = f"{cls.__name__} takes {', '.join(named)} by name only"
        raise CompileError(message, f"write {named[0]}=…")
    if len(given) > len(taken) or any(n in found or n not in taken for n in keywords):
        raise CompileError(f"{cls.__name__} takes {', '.join(taken)}")
    return found | keywords


def _missing_field(cls: Any, name: str) -> CompileError:
    taken = [one for one in fields_of(cls) if _is_taken(cls, one)]
    if name in taken:
        return CompileError(f"{cls.__name__} takes {', '.join(taken)}; {name} is missing")
    message = f"{cls.__name__} is made without a value for {name}"
    return CompileError(message, "give that field a default")


def _fits(kind: Type, other: Type) -> bool:
    """Whether a field holds a value, as far as can be known before the program runs."""
    if isinstance(kind, (Row, Tuple)) and isinstance(other, Series):
        return all(_fits(item, other.item) for item in kind.items)
    if isinstance(kind, Struct) and isinstance(other, Struct) and kind.cls is other.cls:
        return all(map(_fits, kind.items, other.items))
    if isinstance(kind, Union) and isinstance(other, Union):
        return all(any(_fits(mine, item) for mine in kind.items) for item in other.items)
    if isinstance(kind, Union):
        return any(_fits(mine, other) for mine in kind.items)
    if isinstance(other, Union):
        return any(_fits(kind, item) for item in other.items)
    if isinstance(kind, (Row, Tuple)) and isinstance(other, (Row, Tuple)):
        return kind.size == other.size and all(map(_fits, kind.items, other.items))
    return holds(kind, other)


def _surely_fits(kind: Type, other: Type) -> bool:
    """Whether a field holds a value, whatever it is."""
    if isinstance(other, Union):
        return all(_surely_fits(kind, item) for item in other.items)
    if isinstance(kind, Struct) and isinstance(other, Struct) and kind.cls is other.cls:
        return all(map(_surely_fits, kind.items, other.items))
    return holds(kind, other)


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


def _is_positional(cls: Any, name: str) -> bool:
    """Whether a new object is given a field by position."""
    field = getattr(cls, "__dataclass_fields__", {}).get(name)
    return field is None or bool(field.init and not field.kw_only)


def _is_taken(cls: Any, name: str) -> bool:
    """Whether a new object is given a field, which `field(init=False)` prevents."""
    field = getattr(cls, "__dataclass_fields__", {}).get(name)
    return field is None or bool(field.init)


def is_given(field: dataclasses.Field[Any]) -> bool:
    """Whether a new object has a value in a field before its `__post_init__` is called."""
    missing = dataclasses.MISSING
    return field.init or field.default is not missing or field.default_factory is not missing


def can_change(cls: Any) -> bool:
    """Whether fields of a class's objects can be set."""
    parameters = getattr(cls, "__dataclass_params__", None)
    return parameters is not None and not parameters.frozen


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
    for each in walk(node):
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
