"""Expressions: each kind of Python expression, as code that computes it."""

from __future__ import annotations

import ast
import builtins
import enum
import functools
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from types import FunctionType, MethodType, ModuleType
from typing import Any

from outply.compiler.calls import BoundMethod, LocalFunction, Refused
from outply.compiler.compare import is_varied
from outply.compiler.errors import CompileError
from outply.compiler.flow import Clash, Edge, Unreachable, truth
from outply.compiler.loops import Chained, Filtered, Mapped, Plan, Unrolled
from outply.compiler.objects import (
    MADE_BY_CLASS,
    MISSING,
    Objects,
    Parent,
    inspect_static,
    is_plain_class,
)
from outply.compiler.records import Record as SharedRecord
from outply.compiler.shapes import fields_of, is_record
from outply.compiler.source import Context, class_hint, code_of, name_hint
from outply.compiler.turns import free_names
from outply.compiler.types import (
    BITS,
    BOOL,
    FLOAT,
    INT,
    NONE,
    TEXT,
    Array,
    Closure,
    Dict,
    Iterator_,
    Known,
    List,
    Maybe,
    Member,
    Object,
    Poison,
    Record,
    RecordReference,
    Row,
    Series,
    Set,
    Spread,
    Tuple,
    Type,
    Union,
    Value,
    is_number,
    is_sequence,
    join,
    show,
    tuple_type,
)

__all__ = ["Expressions"]

MOST_OBJECTS = 64  # of a constant, one of which is chosen when the program runs


class Expressions(Objects):
    """The value of an expression."""

    def expr(self, node: ast.expr) -> Value:
        method = getattr(self, f"of_{type(node).__name__}", None)
        if method is None:
            raise CompileError(f"{_construct(node)} cannot be compiled", _advice(node))
        try:
            value: Value = method(node)
        except CompileError as error:
            if not hasattr(error, "node"):
                error.node = node  # type: ignore[attr-defined]
            raise
        return value

    def place(self) -> tuple[str, int]:
        return self.file, getattr(self.node, "lineno", self.context.code.node.lineno)

    def poisoned(self, kind: Poison) -> CompileError:
        if isinstance(kind, Clash) and kind.reason:
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
        return self.named(node.id)

    def named(self, name: str) -> Value:
        owner = self.context.owner(name)
        if owner is not None:
            return self.variable(owner.prefix + name, name)
        code = self.context.code
        if name in code.cells:
            return self.static(code.cells[name])
        if name in code.scope:
            self.module.depends(code, name)
            return self.static(code.scope[name], name_hint(code, name))
        thing = getattr(builtins, name, MISSING)
        if thing is MISSING:
            raise CompileError(f"{name} is not defined")
        return self.module.known(thing)

    def variable(self, variable: str, name: str) -> Value:
        assert self.env is not None
        kind = self.env.get(variable)
        if kind is None:
            self.unset_reads.add(variable)
            self.fail(UnboundLocalError, f"{name!r} has no value here")
            raise Unreachable
        if isinstance(kind, Maybe):
            self.require_set(variable, name)
            kind = kind.type
        if isinstance(kind, Poison):
            raise self.poisoned(kind)
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

    def require_set(self, variable: str, name: str) -> None:
        unset = self.op(f"xor i1 {self.op(f'load i1, ptr {self.flag(variable)}')}, true")
        message = f"cannot access local variable {name!r} where it is not associated with a value"
        self.fail_if(unset, UnboundLocalError, message)

    def of_NamedExpr(self, node: ast.NamedExpr) -> Value:
        value = self.copied(self.solid(self.argument(self.expr(node.value))))
        self.assign(node.target, value)
        return value

    # -- attributes ---------------------------------------------------------------------------

    def of_Attribute(self, node: ast.Attribute) -> Value:
        owner = self.expr(node.value)
        found = self.attribute(owner, node.attr)
        return self.copied(found) if isinstance(owner.type, Object) else found

    def attribute(self, value: Value, name: str) -> Value:
        kind = value.type
        if isinstance(kind, Known):
            return self._static_attribute(kind.value, name)
        if isinstance(kind, Union):
            if is_varied(kind):
                return self.dispatch(value, lambda one: self.attribute(one, name))
            value = self.one_of(value, lambda item: _has_attribute(item, name), f".{name}")
            kind = value.type
        if isinstance(kind, Record) and name in kind.names:
            return self.item(value, kind.names.index(name))
        if isinstance(kind, RecordReference):
            field = self.field_of(kind, name)
            if field is not None:
                return self.get_field(value, field)
        if isinstance(kind, Object):
            own = self.object_attribute(value, name)
            if own is not None:
                return own
        is_own = isinstance(kind, RecordReference) and name in METHODS["record"]
        if isinstance(kind, Record | Member | RecordReference | Object) and not is_own:
            found = self._class_attribute(value, kind.cls, name)
            if found is not None:
                return found
        if is_number(kind) and name in ("real", "numerator"):
            return value
        if isinstance(kind, Array) and name in ("shape", "size", "ndim"):
            return self._array_fact(kind, name)
        if name not in METHODS.get(method_family(kind), {}):
            raise CompileError(f"{show(kind)} has no attribute {name!r} that can be compiled")
        return self.module.known(BoundMethod(self.keep(value), name))

    def _array_fact(self, kind: Array, name: str) -> Value:
        if name == "shape":
            return self.loaded(self.module.constant(kind.shape))
        size = 1
        for one in kind.shape:
            size *= one
        return self.constant_int(size if name == "size" else len(kind.shape))

    def _static_attribute(self, owner: Any, name: str) -> Value:
        if isinstance(owner, Parent):
            return self.parent_attribute(owner, name)
        if isinstance(owner, BoundMethod | LocalFunction | Plan):
            raise CompileError(f"a function has no attribute {name!r} that can be compiled")
        if isinstance(owner, SharedRecord):
            raise CompileError(
                f"a {type(owner).__name__} is not a constant: its memory changes",
                "hand it over as an argument",
            )
        try:
            thing = getattr(owner, name)
        except AttributeError as error:
            raise CompileError(str(error)) from None
        if not isinstance(owner, super):
            self.module.dependencies.attribute(owner, name, thing)
        if isinstance(owner, ModuleType):
            from outply.compiler.source import class_hints

            return self.static(thing, class_hints(owner).get(name))
        if isinstance(owner, super):
            return self.static(thing)
        cls = owner if isinstance(owner, type) else type(owner)
        return self.static(thing, class_hint(cls, name))

    def _class_attribute(self, value: Value, cls: Any, name: str) -> Value | None:
        """A property, method or constant of a value's class."""
        if isinstance(value.type, Member) and name in ("value", "name", "_value_", "_name_"):
            return self.member_fact(value, name.strip("_"))
        thing = inspect_static(cls, name)
        if thing is MISSING or (cls is range and name not in ("start", "stop", "step")):
            return None
        self.module.dependencies.attribute(cls, name, getattr(cls, name))
        if isinstance(thing, property):
            return self.call_function(thing.fget, [value], {})
        if isinstance(thing, functools.cached_property):
            return self.call_function(thing.func, [value], {})
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

    def member_fact(self, value: Value, name: str) -> Value:
        """The value or name of an enum's member."""
        kind = value.type
        assert isinstance(kind, Member)
        if value.is_known:
            return self.static(getattr(value.known, name))
        facts = tuple(getattr(member, name) for member in kind.cls)
        if name == "value" and facts == tuple(range(len(facts))):
            return Value(INT, value.text)
        constant = self.module.constant(facts)
        if constant is None:
            raise CompileError(
                f"the values of {kind.cls.__name__} are objects",
                "give its members numbers, texts or tuples as values",
            )
        table = self.loaded(constant)
        run = self.run_of(table)
        return self.at_index(run, value.text)

    # -- items --------------------------------------------------------------------------------

    def of_Subscript(self, node: ast.Subscript) -> Value:
        value = self.expr(node.value)
        if isinstance(node.slice, ast.Slice):
            ends = (node.slice.lower, node.slice.upper, node.slice.step)
            return self.sliced(value, [None if e is None else self.expr(e) for e in ends])
        index = self.expr(node.slice)
        if isinstance(value.type, Dict):
            return self.get_key(value, index)
        if isinstance(value.type, Known):
            if isinstance(value.known, type) and issubclass(value.known, enum.Enum):
                return self.static(value.known[index.known])
            return self._item_of_objects(value.known, index)
        if is_varied(value.type):
            kept = self.keep(index)
            return self.dispatch(value, lambda one: self.index(one, kept.get()))
        return self.index(value, index)

    def _item_of_objects(self, container: Any, index: Value) -> Value:
        """An item of a constant that holds functions or other objects."""
        if not isinstance(container, dict | list | tuple):
            raise CompileError(f"{show(Known(container))} has no items that can be compiled")
        if index.is_known and not isinstance(index.type, Known):
            try:
                return self.static(container[index.known])
            except (KeyError, IndexError) as error:
                self.fail(type(error), str(error))
                raise Unreachable from None
        things = list(container.values()) if isinstance(container, dict) else list(container)
        if not 0 < len(things) <= MOST_OBJECTS:
            raise CompileError(
                f"one of {len(things)} functions or objects is chosen", "use if and elif"
            )
        if isinstance(container, dict):
            keys = self.loaded(self.module.constant(self.module.keys(container)))
            run = self.run_of(keys)
            wanted = self.keep(index)
            at = self.first_index(
                run.size, lambda at: self.equal(self.at_index(run, at), wanted.get()).text
            )
            self.fail_if(self.op(f"icmp slt i64 {at}, 0"), KeyError, "a key is missing")
        else:
            at = self.checked_index(self._as_index(index), str(len(things)), "sequence")
        labels = [self.label() for _ in things]
        cases = " ".join(f"i64 {i}, label %{name}" for i, name in enumerate(labels[1:], 1))
        self.do(f"switch i64 {at}, label %{labels[0]} [{cases}]")
        return self.select_among(
            [
                (label, partial(self.static, thing))
                for label, thing in zip(labels, things, strict=True)
            ]
        )

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
        return self.tuple_of([self.solid(self.argument(value)) for value in values])

    def of_List(self, node: ast.List) -> Value:
        site = self.site(node)
        parts = self._elements(node.elts)
        values = _single_values(parts)
        if values is None:
            return self.listed(self._spread(parts), site)
        if not values:
            return self.empty_list(site)
        values = [self.solid(self.argument(value)) for value in values]
        item = values[0].type
        for value in values[1:]:
            item = join(item, value.type)
        item = self.site_item(site, item)
        made, data = self.new_list(item, str(len(values)), site)
        for index, value in enumerate(values):
            self.store(self.at(data, index * item.words), item, value)
        return made

    def _elements(self, nodes: list[ast.expr]) -> list[tuple[Value, bool]]:
        """The values of a display, and whether each is spread."""
        found: list[tuple[Value, bool]] = []
        for index, node in enumerate(nodes):
            inner = node.value if isinstance(node, ast.Starred) else node
            value = self.expr(inner)
            if any(map(_has_walrus, nodes[index + 1 :])):
                value = self.copied(value)
            if not isinstance(node, ast.Starred):
                found.append((value, False))
            elif isinstance(value.type, Row | Tuple) and value.type.size <= 256:
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

        solid = [(v if s else self.solid(self.argument(v)), s) for v, s in parts]
        return Chained([plan(*part) for part in solid])

    def of_Dict(self, node: ast.Dict) -> Value:
        return self.filled(self.site(node), lambda: self._dict_of(node))

    def _dict_of(self, node: ast.Dict) -> Value:
        name = self.temporary("dict")
        self.set_name(name, self.empty_dict(self.site(node)))
        for key, item in zip(node.keys, node.values, strict=True):
            if key is None:
                self.update_dict(self.get_name(name), self.expr(item))
                continue
            pair = self.expr(key), self.solid(self.argument(self.expr(item)))
            self.set_key(self.get_name(name), *pair)
        return self.get_name(name)

    def update_dict(self, target: Value, source: Value) -> None:
        kind = source.type
        if not isinstance(kind, Dict):
            raise CompileError(f"a dict belongs here, not {show(kind)}")
        if kind.key is None:
            return
        run = self.entries(source)
        self.repeat(
            run.size,
            lambda at: self.set_key(
                target, self.key_at(source, run, at), self.value_at(source, run, at)
            ),
        )

    def of_Set(self, node: ast.Set) -> Value:
        return self.filled(self.site(node), lambda: self._set_of(node))

    def _set_of(self, node: ast.Set) -> Value:
        made = self.empty_set(self.site(node))
        for element in node.elts:
            if isinstance(element, ast.Starred):
                plan = self.plan_of(self.expr(element.value))
                self.each(plan, lambda item, _: self.add_key(made, item))
            else:
                self.add_key(made, self.expr(element))
        return made

    # -- operators ----------------------------------------------------------------------------

    def of_UnaryOp(self, node: ast.UnaryOp) -> Value:
        value = self.expr(node.operand)
        if isinstance(node.op, ast.Not):
            text = self.truth(value)
            return (
                truth(text == "false")
                if text in ("true", "false")
                else Value(BOOL, self.op(f"xor i1 {text}, true"))
            )
        return self.unary(node.op, value)

    def of_BinOp(self, node: ast.BinOp) -> Value:
        if isinstance(node.op, ast.Add):
            parts = _summands(node)
            if len(parts) > 2:
                return self._sum_of(parts, node)
        left = self.copied_for(self.expr(node.left), node.right)
        return self.operate(node.op, left, self.expr(node.right), node)

    def copied_for(self, value: Value, later: ast.expr) -> Value:
        """A value that stays as it is while another expression is computed."""
        return self.copied(value) if _has_walrus(later) else value

    def _sum_of(self, parts: list[ast.expr], node: ast.BinOp) -> Value:
        """`a + b + c`: strings and tuples are joined in one go."""
        values = [self.expr(part) for part in parts]
        if all(value.type == TEXT for value in values) or all(
            is_sequence(value.type) for value in values
        ):
            return self.concatenated(values)
        found = values[0]
        for value in values[1:]:
            found = self.operate(node.op, found, value, node)
        return found

    def operate(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        """A binary operator on any two values."""
        own = self.own_method(left.type, f"__{OPERATORS[type(op)]}__")
        if own is not None:
            return self.call_function(own, [left, right], {})
        own = self.own_method(right.type, f"__r{OPERATORS[type(op)]}__")
        if own is not None:
            return self.call_function(own, [right, left], {})
        if is_varied(left.type):
            return self.dispatch(left, lambda one: self.operate(op, one, right, node))
        if is_varied(right.type):
            return self.dispatch(right, lambda one: self.operate(op, left, one, node))
        left, right = (self._operand(value) for value in (left, right))
        one, other = left.type, right.type
        if isinstance(one, Set) and isinstance(other, Set):
            return self.set_operation(op, left, right, self.site(node))
        if isinstance(one, Dict) and one.cls is Counter:
            return self.counter_operation(op, left, right, node)
        if isinstance(one, Dict) and isinstance(other, Dict) and isinstance(op, ast.BitOr):
            made = self.empty_dict(self.site(node), one)
            name = self.temporary("dict")
            self.set_name(name, made)
            for value in (left, right):
                self.update_dict(self.get_name(name), value)
            return self.get_name(name)
        if isinstance(op, ast.Add) and (_is_joinable(one) or _is_joinable(other)):
            return self._with_site(self.concatenated([left, right]), node)
        if isinstance(op, ast.Mult) and (_is_joinable(one) or _is_joinable(other)):
            value, times = (left, right) if _is_joinable(one) else (right, left)
            return self._with_site(self.repeated(value, self.whole(times)), node)
        if isinstance(op, ast.Mod) and one == TEXT:
            from outply.compiler import texts

            if not isinstance(left.known, str):
                raise CompileError("% of a text that varies cannot be compiled", "use an f-string")
            return texts.formatted_by_percent(self, left.known, right)
        return self.binary(op, left, right)

    def counter_operation(
        self, op: ast.operator, left: Value, right: Value, node: ast.AST
    ) -> Value:
        """`a + b`, `a - b`, `a & b` and `a | b` of counters: what is positive is kept."""
        from outply.compiler import library

        names = {ast.Add: "sum", ast.Sub: "difference", ast.BitAnd: "least", ast.BitOr: "most"}
        name = names.get(type(op))
        if name is None or not (isinstance(right.type, Dict) and right.type.cls is Counter):
            raise self.type_error(f"this operator does not work on {show(right.type)}")
        assert isinstance(left.type, Dict)
        made = self.empty_dict(self.site(node), left.type)
        function = getattr(library, f"counters_{name}")
        return self.inline(function, {"one": left, "other": right, "found": made})

    def _with_site(self, value: Value, node: ast.AST) -> Value:
        if isinstance(value.type, List):
            site = self.site(node)
            if self.module.sites.get((site, "item")) not in (None, value.type.item):
                return self.list_from(value, site)
            return Value(List(value.type.item, site=site), *value.parts)
        return value

    def _operand(self, value: Value) -> Value:
        if isinstance(value.type, Known) and not isinstance(value.known, Plan):
            value = self.solid(value)
        if isinstance(value.type, Union):
            return self.one_of(value, lambda kind: kind != NONE, "an operator")
        return value

    def set_operation(self, op: ast.operator, left: Value, right: Value, site: Any) -> Value:
        def is_in(key: Value) -> str:
            return self.op(f"icmp sge i64 {self.find_key(right, key)}, 0")

        def is_out(key: Value) -> str:
            return self.op(f"icmp slt i64 {self.find_key(right, key)}, 0")

        def is_other(key: Value) -> str:
            return self.op(f"icmp slt i64 {self.find_key(left, key)}, 0")

        if isinstance(op, ast.BitAnd):
            made = self.chosen_keys(site, left, is_in)
        elif isinstance(op, ast.Sub):
            made = self.chosen_keys(site, left, is_out)
        elif isinstance(op, ast.BitOr):
            made = self.chosen_keys(site, right, None, self.chosen_keys(site, left, None))
        elif isinstance(op, ast.BitXor):
            made = self.chosen_keys(site, right, is_other, self.chosen_keys(site, left, is_out))
        else:
            raise CompileError("this operator does not work on sets")
        assert isinstance(made.type, Set) and isinstance(left.type, Set)
        return Value(Set(made.type.key, left.type.frozen, site=site), *made.parts)

    def of_Compare(self, node: ast.Compare) -> Value:
        left = self.expr(node.left)
        if len(node.ops) == 1:
            left = self.copied_for(left, node.comparators[0])
            return self._compare(node.ops[0], left, self.expr(node.comparators[0]))
        end, place = self.label(), self.alloca("i1")
        self.do(f"store i1 false, ptr {place}")
        env = self.env
        for op, each in zip(node.ops, node.comparators, strict=True):
            pair = self.attempt(lambda op=op, left=left, each=each: self._link(op, left, each))  # type: ignore[misc]
            if pair is None:
                break  # an earlier comparison may still decide
            further = self.label()
            self.branch(pair[0], further, end)
            self.start(further)
            left = pair[1]
        else:
            self.do(f"store i1 true, ptr {place}")
            self.jump(end)
        if pair is None:
            if each is node.comparators[0]:
                raise Unreachable
            self.env = env
        self.start(end)
        return Value(BOOL, self.op(f"load i1, ptr {place}"))

    def _link(self, op: ast.cmpop, left: Value, node: ast.expr) -> tuple[str, Value]:
        """Whether a comparison holds, and its right side."""
        right = self.expr(node)
        return self._compare(op, left, right).text, right

    def _compare(self, op: ast.cmpop, left: Value, right: Value) -> Value:
        if isinstance(right.known, Plan) and right.known.value(self) is not None:
            right = self.solid(right)
        is_iterator = isinstance(right.type, Iterator_)
        if isinstance(op, ast.In | ast.NotIn) and (
            is_iterator or isinstance(right.known, Plan | type)
        ):
            found = self._among(left, self.plan_of(right))
            return found if isinstance(op, ast.In) else self.negated(found)
        own = self.own_method(left.type, f"__{COMPARISONS.get(type(op))}__")
        if own is not None:
            return self.call_function(own, [left, right], {})
        pair = [
            self.solid(v)
            if isinstance(v.type, Known) and not isinstance(v.known, type | FunctionType)
            else v
            for v in (left, right)
        ]
        return self.compare(op, *pair)

    def _among(self, item: Value, plan: Plan) -> Value:
        """Whether a plan gives an item: it stops at the first one."""
        found, wanted = self.alloca("i1"), self.keep(item)
        self.do(f"store i1 false, ptr {found}")

        def test(each: Value, ends: list[Edge]) -> None:
            self.stop_if(
                self.equal(wanted.get(), each).text,
                ends,
                lambda: self.do(f"store i1 true, ptr {found}"),
            )

        self.each(plan, test)
        return Value(BOOL, self.op(f"load i1, ptr {found}"))

    def stop_if(self, condition: str, ends: list[Edge], action: Callable[[], None]) -> None:
        """End a loop if a condition holds, after an action."""
        yes, no = self.label(), self.label()
        self.branch(condition, yes, no)
        self.start(yes)
        env = self.env
        action()
        self.edge(ends)
        self.env = env
        self.start(no)

    def of_BoolOp(self, node: ast.BoolOp) -> Value:
        is_and = isinstance(node.op, ast.And)
        first, *rest = node.values
        value = self.expr(first)
        for each in rest:
            text = self.truth(value)
            if text in ("true", "false"):
                if (text == "true") == is_and:
                    value = self.expr(each)
                    continue
                return value
            value = self._either(text, is_and, value, each)
        return value

    def _either(self, text: str, is_and: bool, value: Value, other: ast.expr) -> Value:
        """The first value if it decides, else the other."""
        done, further = self.label(), self.label()
        kept = self.copied(value)
        self.branch(text, further if is_and else done, done if is_and else further)

        def first() -> Value:
            kind = kept.type
            if not is_and and isinstance(kind, Union) and NONE in kind.items:
                left = [item for item in kind.items if item != NONE]
                joint = Union(tuple(left)) if len(left) > 1 else left[0]
                return self._cut_union(kept, joint)
            return kept

        return self.select_value(done, first, further, lambda: self.expr(other))

    def select_value(
        self, first: str, one: Callable[[], Value], second: str, other: Callable[[], Value]
    ) -> Value:
        """The value of one of two branches, of their joint type."""
        return self.select_among([(first, one), (second, other)])

    def select_among(self, branches: list[tuple[str, Callable[[], Value]]]) -> Value:
        """The value of one of several branches, of their joint type."""
        env = self.env
        found: list[tuple[str, Value, Any]] = []
        for label, write in branches:
            self.start(label)
            self.env = env
            value = self.attempt(lambda write=write: self.solid(self.argument(write())))  # type: ignore[misc]
            if value is None:
                continue
            end = self.label()
            self.jump(end)
            found.append((end, value, self.env))
        if not found:
            self.env = None
            raise Unreachable
        kind = found[0][1].type
        for _, value, _ in found[1:]:
            kind = self.joint(kind, value.type)
        name = self.temporary("value")
        edges: list[Edge] = []
        for end, value, after in found:
            self.start(end)
            self.env = after
            if isinstance(kind, Known):
                assert self.env is not None
                self.env = {**self.env, name: kind}
            else:
                self.set_name(name, self.convert(value, kind))
            self.edge(edges)
        self.meet(edges)
        value = self.get_name(name)
        assert self.env is not None
        self.env = {n: k for n, k in self.env.items() if n != name}
        return value

    def dispatch(self, value: Value, operation: Callable[[Value], Value]) -> Value:
        """An operation on a union: on each alternative, by what it is when it runs."""
        kind = value.type
        assert isinstance(kind, Union)
        labels = [self.label() for _ in kind.items]
        tag = self.op(f"load i64, ptr {value.text}")
        cases = " ".join(f"i64 {i}, label %{name}" for i, name in enumerate(labels[1:], 1))
        self.do(f"switch i64 {tag}, label %{labels[0]} [{cases}]")

        def branch(index: int) -> Callable[[], Value]:
            return lambda: operation(self.item(value, index))

        return self.select_among([(name, branch(i)) for i, name in enumerate(labels)])

    def of_IfExp(self, node: ast.IfExp) -> Value:
        known = self.known_truth(node.test)
        if known is not None:
            return self.expr(node.body if known else node.orelse)
        yes, no = self.label(), self.label()
        self.test(node.test, yes, no)
        narrowed = self.narrowings(node.test)

        def side(expression: ast.expr, holds: bool) -> Callable[[], Value]:
            def write() -> Value:
                self.narrow(narrowed, holds)
                return self.expr(expression)

            return write

        return self.select_value(yes, side(node.body, True), no, side(node.orelse, False))

    def test(self, node: ast.expr, yes: str, no: str) -> None:
        """Go to one of two places."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.test(node.operand, no, yes)
            return
        if isinstance(node, ast.BoolOp) and not _has_walrus(node):
            env = self.env
            for index, each in enumerate(node.values):
                is_and, is_last = isinstance(node.op, ast.And), each is node.values[-1]
                further = "" if is_last else self.label()
                ways = (yes, no) if is_last else (further, no) if is_and else (yes, further)
                written = self.attempt(lambda each=each, ways=ways: self.test(each, *ways) or True)  # type: ignore[misc, func-returns-value]
                if written is None:
                    if index == 0:
                        raise Unreachable
                    break  # an earlier operand may still decide
                if not is_last:
                    self.start(further)
                    try:
                        self.narrow(self.narrowings(each), is_and)
                    except Unreachable:
                        self.do("unreachable")
                        break
            self.env = env
            return
        self.branch(self.truth(self.expr(node)), yes, no)

    def known_truth(self, node: ast.expr) -> bool | None:
        """A condition that is known before the program runs leaves only one side."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            known = self.known_truth(node.operand)
            return None if known is None else not known
        if isinstance(node, ast.BoolOp):
            ends = isinstance(node.op, ast.Or)
            for each in node.values:
                known = self.known_truth(each)
                if known is ends:
                    return ends
                if known is None:
                    return None
            return not ends
        if not _is_static(node) or not self._has_known_names(node):
            return None
        mark, count, env = len(self.lines), self.count, self.env
        before, edges = self.under_way(), [(items, len(items)) for items in self.lists]
        try:
            value = self.expr(node)
        except (CompileError, Unreachable):
            value = Value(NONE)
            self.take_up(before)
            self.env = env
            for items, length in edges:
                del items[length:]
        if len(self.lines) != mark or (value.type == NONE and not value.is_known):
            del self.lines[mark:]
            self.count = max(self.count, count)
            return None
        if isinstance(value.type, Known):
            return None if isinstance(value.known, Plan) else bool(value.known)
        return bool(value.known) if value.is_known and is_number(value.type) else None

    def _has_known_names(self, node: ast.expr) -> bool:
        """Whether no name in an expression is a variable that only the run knows."""
        for name in (n.id for n in ast.walk(node) if isinstance(n, ast.Name)):
            owner = self.context.owner(name)
            if owner is not None and not isinstance(
                (self.env or {}).get(owner.prefix + name), Known
            ):
                return False
        return True

    # -- narrowing ----------------------------------------------------------------------------

    def narrowings(self, node: ast.expr) -> tuple[str, Callable[[Type], bool], bool] | None:
        """`x is None` and `isinstance(x, …)`: a variable, which types it has then, if it holds."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.narrowings(node.operand)
            return None if inner is None else (inner[0], inner[1], not inner[2])
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.left, ast.Name):
            op, right = node.ops[0], node.comparators[0]
            if isinstance(right, ast.Constant) and right.value is None:
                if isinstance(op, ast.Is | ast.Eq):
                    return node.left.id, lambda kind: kind == NONE, True
                if isinstance(op, ast.IsNot | ast.NotEq):
                    return node.left.id, lambda kind: kind == NONE, False
        if isinstance(node, ast.Name):
            return node.id, may_be_true, True
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "isinstance"
            and isinstance(node.args[0], ast.Name)
        ):
            wanted = self.classes(node.args[1])
            if wanted:
                return node.args[0].id, lambda kind: is_instance(kind, wanted), True
        return None

    def classes(self, node: ast.expr) -> tuple[type, ...]:
        value = self.expr(node)
        if isinstance(value.known, type):
            return (value.known,)
        if isinstance(node, ast.Tuple):
            return tuple(cls for each in node.elts for cls in self.classes(each))
        if isinstance(node, ast.BinOp):
            return (*self.classes(node.left), *self.classes(node.right))
        return ()

    def narrow(
        self, narrowed: tuple[str, Callable[[Type], bool], bool] | None, holds: bool
    ) -> None:
        """Give a variable of a union the type that a test left."""
        if narrowed is None or self.env is None:
            return
        name, wanted, positive = narrowed
        owner = self.context.owner(name)
        if owner is None:
            return
        variable = owner.prefix + name
        kind = self.env.get(variable)
        if wanted is may_be_true and positive != holds:
            return  # `if x:` says nothing of x where it is false
        if not isinstance(kind, Union):
            if kind == NONE and wanted(kind) != (positive == holds):
                raise Unreachable
            return
        left = [item for item in kind.items if wanted(item) == (positive == holds)]
        if not left or len(left) == len(kind.items):
            return
        joint = Union(tuple(left)) if len(left) > 1 else left[0]
        self.set_name(variable, self._cut_union(self.get_slot(variable, kind), joint))

    def _cut_union(self, value: Value, kind: Type) -> Value:
        """A union of which only some alternatives are left."""
        union = value.type
        assert isinstance(union, Union)
        if not isinstance(kind, Union):
            return self.item(value, union.items.index(kind))
        place = self.words(kind.words)

        def put(one: Value) -> None:
            if one.type in kind.items:
                self._put_into_union(place, kind, one)

        self._each_alternative(value, put)
        return Value(kind, place)

    # -- comprehensions -----------------------------------------------------------------------

    def comprehension(self, node: Any, element: Callable[[], Value]) -> Plan:
        """The plan of a comprehension; its variables are its own."""
        names = {
            n.id
            for part in node.generators
            for n in ast.walk(part.target)
            if isinstance(n, ast.Name)
        }
        self.count += 1
        outer = self.context
        inner = Context(outer.code, f"{outer.prefix}%{self.count}.", outer, names)
        source = node.generators[0].iter
        value = self.unaliased(source, node) if _has_walrus(node) else self.expr(source)
        first = self.plan_of(value)

        def within(write: Callable[[], Any]) -> Any:
            saved, self.context = self.context, inner
            try:
                return write()
            finally:
                self.context = saved

        def level(index: int, plan: Plan) -> Plan:
            part = node.generators[index]
            if part.is_async:
                raise CompileError("async for cannot be compiled", "use for")

            def bound(item: Value) -> Value:
                within(lambda: self.assign(part.target, item))
                return item

            found: Plan = Mapped(plan, bound)
            for condition in part.ifs:
                found = Filtered(found, self._condition(within, condition))
            if index + 1 == len(node.generators):
                return Mapped(found, lambda _: within(element))
            return Nested(
                found,
                lambda: level(
                    index + 1,
                    within(lambda: self.plan_of(self.expr(node.generators[index + 1].iter))),
                ),
            )

        return level(0, first)

    def _condition(
        self, within: Callable[[Callable[[], Any]], Any], node: ast.expr
    ) -> Callable[[Value], str]:
        return lambda _: str(within(lambda: self.truth(self.expr(node))))

    def of_ListComp(self, node: ast.ListComp) -> Value:
        plan = self.comprehension(node, lambda: self.solid(self.argument(self.expr(node.elt))))
        return self.listed(plan, self.site(node))

    def of_GeneratorExp(self, node: ast.GeneratorExp) -> Value:
        plan = self.comprehension(node, lambda: self.solid(self.argument(self.expr(node.elt))))
        plan.reads = free_names(node)
        return self.module.known(plan)

    def of_SetComp(self, node: ast.SetComp) -> Value:
        return self.filled(self.site(node), lambda: self._set_comprehension(node))

    def _set_comprehension(self, node: ast.SetComp) -> Value:
        made = self.empty_set(self.site(node))
        plan = self.comprehension(node, lambda: self.expr(node.elt))
        self.each(plan, lambda item, _: self.add_key(made, item))
        return made

    def of_DictComp(self, node: ast.DictComp) -> Value:
        return self.filled(self.site(node), lambda: self._dict_comprehension(node))

    def _dict_comprehension(self, node: ast.DictComp) -> Value:
        made = self.empty_dict(self.site(node))
        pairs: list[tuple[Value, Value]] = []

        def element() -> Value:
            pairs[:] = [(self.expr(node.key), self.solid(self.argument(self.expr(node.value))))]
            return pairs[0][0]

        plan = self.comprehension(node, element)
        self.each(plan, lambda item, _: self.set_key(made, *pairs[0]))
        return made

    # -- calls --------------------------------------------------------------------------------

    def of_Lambda(self, node: ast.Lambda) -> Value:
        return self.define(node)

    def define(self, node: ast.FunctionDef | ast.Lambda) -> Value:
        """A nested function; its defaults are computed now."""
        code = self.context.code.nested(node)
        function_context = self.context
        while (
            function_context.parent is not None
            and function_context.code is function_context.parent.code
        ):
            function_context = function_context.parent
        local = LocalFunction(code, function_context.code)
        local.scope = self.context
        positional = [*node.args.posonlyargs, *node.args.args]
        defaults = node.args.defaults
        pairs = [
            *zip(positional[len(positional) - len(defaults) :], defaults, strict=True),
            *zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True),
        ]
        for parameter, default in pairs:
            if default is not None:
                self.count += 1
                variable = f"%default{self.count}"
                self.set_name(variable, self.solid(self.argument(self.expr(default))))
                local.defaults[parameter.arg] = variable
        known = Known(local, ("local", id(code), tuple(local.defaults.values())))
        self.module.known(local)
        return Value(known, known=local)

    def of_Call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Name) and node.func.id == "super":
            return self._super(node)
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            return self._isinstance(node)
        target = self.expr(node.func)
        given: list[Value] = []
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                given += self._spread_argument(argument)
            else:
                given.append(self.copied_for_call(argument, node))
        keywords: dict[str, Value] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise CompileError("** in a call cannot be compiled", "name each argument")
            keywords[keyword.arg] = self.expr(keyword.value)
        return self.call(target, given, keywords, node)

    def copied_for_call(self, argument: ast.expr, node: ast.Call) -> Value:
        value = self.expr(argument)
        return self.copied(value) if _has_walrus(node) else value

    def _spread_argument(self, node: ast.Starred) -> list[Value]:
        value = self.expr(node.value)
        if isinstance(value.type, Row | Tuple | Record) and is_sequence(value.type):
            return self.items(value)
        if isinstance(value.known, Plan) and isinstance(value.type, Known):
            value = self.tupled(value.known, self.site(node, "spread"))
            return self._spread_value(value)
        if isinstance(value.type, Set):
            raise CompileError("* of a set gives its items in no fixed order", "use *sorted(…)")
        if isinstance(value.type, List | Series | Dict) or value.type == TEXT:
            value = self.tupled(self.plan_of(value), self.site(node, "spread"))
        return self._spread_value(value)

    def _spread_value(self, value: Value) -> list[Value]:
        if isinstance(value.type, Row | Tuple | Record) and is_sequence(value.type):
            return self.items(value)
        if not isinstance(value.type, Series):
            raise self.type_error(f"argument after * must be an iterable, not {show(value.type)}")
        return [Value(Spread(value.type), *value.parts)]

    def _super(self, node: ast.Call) -> Value:
        """`super()`, or `super(Name, self)`."""
        if len(node.args) == 2:
            cls, first = self.expr(node.args[0]).known, self.expr(node.args[1])
        else:
            owner = self.context.code
            cls = owner.cells.get("__class__")
            if not owner.parameters or cls is None:
                raise CompileError("super() works in methods only")
            name = owner.parameters[0]
            first = self.variable(self.context.prefix + name, name)
        if isinstance(first.type, Record | Object | Member):
            return self.module.known(Parent(self.keep(first), cls))
        if not isinstance(first.type, Known):
            raise CompileError("super() works in methods only")
        return self.module.known(super(cls, first.known))

    def call(
        self, target: Value, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """A call of anything that can be called."""
        if any(isinstance(value.type, Spread) for value in given):
            return self._call_spread(target, given, keywords, node)
        if isinstance(target.type, Closure):
            return self.call_closure(target, given, keywords)
        thing = target.known
        if isinstance(target.type, Union):
            return self._call_one_of(target, given, keywords, node)
        if isinstance(thing, LocalFunction):
            return self.call_local(thing, given, keywords)
        if isinstance(thing, BoundMethod):
            return self._call_method(thing, given, keywords, node)
        thing = unwrap(thing)
        builtin = BUILTINS.get(thing) if is_hashable(thing) else None
        if builtin is not None:
            return builtin(self, node, given, keywords)
        if getattr(thing, "__name__", "") == "_make" and is_record(getattr(thing, "__self__", 0)):
            raise CompileError("_make cannot be compiled", "call the class: Name(*items)")
        if isinstance(thing, FunctionType | MethodType):
            return self.call_function(thing, given, keywords)
        if type(thing) in INSTANCES:
            return INSTANCES[type(thing)](self, thing, given, keywords, node)
        if is_record(thing) and thing not in self.module.changing:
            return self.construct(thing, given, keywords)
        if is_record(thing) or is_plain_class(thing):
            return self.make_object(thing, given, keywords, node)
        own = self.own_method(target.type, "__call__")
        if own is not None:
            return self.call_function(own, [target, *given], keywords)
        if isinstance(thing, type) and issubclass(thing, enum.Enum):
            return self._member_of(thing, given)
        if isinstance(thing, type) and issubclass(thing, BaseException):
            return self.module.known(thing)
        owner = getattr(thing, "__self__", None)
        if (
            owner is not None
            and not isinstance(owner, ModuleType | type)
            and is_builtin_method(thing)
        ):
            constant = self.module.constant(owner)
            if constant is not None:
                method = self.attribute(self.loaded(constant), thing.__name__)
                return self.call(method, given, keywords, node)
            if isinstance(owner, dict):
                return self._call_of_objects(owner, thing.__name__, given)
        raise not_callable(thing, target.type)

    def _call_spread(
        self, target: Value, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        """A call with `*items`, whose length varies."""
        *first, last = given
        rest = Value(last.type.type, *last.parts) if isinstance(last.type, Spread) else None
        if rest is None or any(isinstance(value.type, Spread) for value in first):
            raise CompileError(
                "* of a sequence whose length varies is not the last argument",
                "hand over the sequence itself",
            )
        thing = unwrap(target.known)
        handler = SPREAD.get(thing) if is_hashable(thing) else None
        if handler is not None and not first and not keywords:
            return handler(self, node, rest)
        wanted = self._wanted_arguments(target, thing)
        if wanted is None:
            raise CompileError(
                "* of a sequence whose length varies cannot be compiled here",
                "hand over the sequence itself",
            )
        count, takes_more = wanted
        count -= len(first)
        if takes_more and count <= 0:
            self.rest = rest
            return self.call(target, first, keywords, node)
        wrong = self.op(f"icmp ne i64 {rest.parts[1]}, {count}")
        self.fail_if(wrong, TypeError, f"{count} arguments are wanted behind *")
        run = self.run_of(rest)
        items = [self.copied(self.at_index(run, str(index))) for index in range(count)]
        return self.call(target, [*first, *items], keywords, node)

    def _wanted_arguments(self, target: Value, thing: Any) -> tuple[int, bool] | None:
        """How many arguments a function takes by position, and whether it takes more."""
        if is_record(thing):
            return len(fields_of(thing)), False
        skipped = 0
        if isinstance(thing, BoundMethod | MethodType):
            thing, skipped = thing.function if isinstance(thing, BoundMethod) else thing.__func__, 1
        if isinstance(thing, FunctionType):
            code = code_of(thing)
        elif isinstance(thing, LocalFunction):
            code = thing.code
        else:
            return None
        return len(code.parameters) - skipped, code.rest is not None

    def _call_of_objects(self, owner: dict[Any, Any], name: str, given: list[Value]) -> Value:
        """A method of a constant dict that holds functions or other objects."""
        if name == "get" and given:
            if given[0].is_known and not isinstance(given[0].type, Known):
                thing = owner.get(given[0].known, MISSING)
                if thing is not MISSING:
                    return self.static(thing)
                return given[1] if len(given) > 1 else Value(NONE, known=None)
            keys = self.loaded(self.module.constant(self.module.keys(owner)))
            wanted = self.keep(self.copied(given[0]))
            yes, no = self.label(), self.label()
            self.branch(self.contains(keys, wanted.get()).text, yes, no)
            default = given[1] if len(given) > 1 else Value(NONE, known=None)
            return self.select_value(
                yes, lambda: self._item_of_objects(owner, wanted.get()), no, lambda: default
            )
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
        return self.dispatch(
            target,
            lambda one: self.call(
                one,
                [value.get() for value in many],
                {name: value.get() for name, value in named.items()},
                node,
            ),
        )

    def _call_method(
        self, method: BoundMethod, given: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> Value:
        owner = method.owner.get()
        if method.function is not None:
            return self.call_function(method.function, [owner, *given], keywords)
        return METHODS[method_family(owner.type)][method.name](
            self, node, [owner, *given], keywords
        )

    def _member_of(self, cls: type[enum.Enum], given: list[Value]) -> Value:
        """`Colour(value)`."""
        if len(given) != 1:
            raise CompileError(f"{cls.__name__}(…) takes one value")
        if isinstance(given[0].type, Member):
            return given[0]
        values = self.loaded(self.module.constant(tuple(member.value for member in cls)))
        run = self.run_of(values)
        wanted = self.keep(given[0])
        at = self.first_index(
            run.size, lambda at: self.equal(self.at_index(run, at), wanted.get()).text
        )
        message = f"not a valid {cls.__name__}"
        self.fail_if(self.op(f"icmp slt i64 {at}, 0"), ValueError, message)
        return Value(Member(cls), at)

    def plan_of_class(self, cls: type) -> Plan:
        if not issubclass(cls, enum.Enum):
            raise CompileError(f"{cls.__name__} cannot be looped over")
        return self.plan_of(self.loaded(self.module.constant(self.module.members(cls))))

    def _isinstance(self, node: ast.Call) -> Value:
        value, wanted = self.expr(node.args[0]), self.classes(node.args[1])
        if not wanted:
            raise CompileError("isinstance takes a class or a tuple of classes")
        kind = value.type
        if isinstance(kind, Known):
            return truth(isinstance(kind.value, wanted))
        if not isinstance(kind, Union):
            return truth(is_instance(kind, wanted))
        found = self.alloca("i1")

        def put(one: Value) -> None:
            text = "true" if is_instance(one.type, wanted) else "false"
            self.do(f"store i1 {text}, ptr {found}")

        self._each_alternative(value, put)
        return Value(BOOL, self.op(f"load i1, ptr {found}"))

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
        how, holes, pattern = None, list[Value](), ""
        if isinstance(node.format_spec, ast.JoinedStr):
            for part in node.format_spec.values:
                if isinstance(part, ast.Constant):
                    pattern += str(part.value)
                    continue
                assert isinstance(part, ast.FormattedValue)
                number = self.expr(part.value)
                if number.is_known:
                    pattern += str(number.known)
                else:
                    pattern += texts.HOLE
                    holes.append(number)
            how = texts.parsed(self, pattern, holes) if pattern else None
        conversion = None if node.conversion == -1 else chr(node.conversion)
        return texts.converted(self, value, conversion, how)

    def to_text(self, value: Value) -> Value:
        """`str(value)`."""
        from outply.compiler import library

        kind = value.type
        if isinstance(kind, Known):
            value = self.solid(value)
            kind = value.type
        if kind == TEXT:
            return value
        own = self.own_text(value)
        if own is not None:
            return own
        if value.is_known and (is_number(kind) or kind == NONE):
            return self.loaded(self.module.constant(str(value.known)))
        if isinstance(kind, Union):
            place = self.words(TEXT.words)
            self._each_alternative(value, lambda one: self.store(place, TEXT, self.to_text(one)))
            return self.load(TEXT, place)
        if kind == BOOL:
            pair = [self.loaded(self.module.constant(word)) for word in ("True", "False")]
            return self.choice(TEXT, value.text, *pair)
        if isinstance(kind, Member):
            return self._member_text(value)
        if is_number(kind) and kind != FLOAT:
            return self.inline(library.text_of_int, {"number": self.whole(value)})
        from outply.compiler import texts

        return texts.shown(self, value)

    def _member_text(self, value: Value) -> Value:
        kind = value.type
        assert isinstance(kind, Member)
        names = self.loaded(self.module.constant(self.module.texts(kind.cls)))
        return self.at_index(self.run_of(names), value.text)

    # -- hashes -------------------------------------------------------------------------------

    def python_hash(self, value: Value) -> Value:
        """As CPython computes it: numbers modulo 2**61 - 1, tuples by xxHash."""
        kind = value.type
        if isinstance(kind, Union):
            return self.dispatch(value, self.python_hash)
        if isinstance(kind, Row | Tuple) or (isinstance(kind, Record) and kind.is_tuple):
            return self._tuple_hash(value)
        if kind == FLOAT:
            return self._float_hash(value.text)
        if not is_number(kind):
            raise CompileError(f"hash() of {show(kind)} cannot be compiled", "use game.key")
        number = self.whole(value)
        rest = self.op(f"urem i64 {self.magnitude(number)}, {(1 << 61) - 1}")
        if number.type == INT:
            below = self.op(f"icmp slt i64 {number.text}, 0")
            minus = self.op(f"sub i64 0, {rest}")
            rest = self.op(f"select i1 {below}, i64 {minus}, i64 {rest}")
        taken = self.op(f"icmp eq i64 {rest}, -1")
        return Value(INT, self.op(f"select i1 {taken}, i64 -2, i64 {rest}"))

    def _float_hash(self, text: str) -> Value:
        """Its fraction, turned by its exponent, modulo 2**61 - 1."""
        prime = (1 << 61) - 1
        bits = self.op(f"bitcast double {text} to i64")
        exponent = self.op(f"and i64 {self.op(f'lshr i64 {bits}, 52')}, 2047")
        fraction = self.op(f"and i64 {bits}, {(1 << 52) - 1}")
        small = self.op(f"icmp eq i64 {exponent}, 0")
        full = self.op(f"or i64 {fraction}, {1 << 52}")
        size = self.op(f"select i1 {small}, i64 {fraction}, i64 {full}")
        power = self.op(f"select i1 {small}, i64 1, i64 {exponent}")
        turn = self.op(f"urem i64 {self.op(f'add i64 {power}, {61 * 18 - 1075}')}, 61")
        low = self.op(f"and i64 {self.op(f'shl i64 {size}, {turn}')}, {prime}")
        high = self.op(f"lshr i64 {size}, {self.op(f'sub i64 61, {turn}')}")
        endless = self.op(f"icmp eq i64 {exponent}, 2047")
        found = self.op(f"select i1 {endless}, i64 314159, i64 {self.op(f'or i64 {low}, {high}')}")
        minus = self.op(f"sub i64 0, {found}")
        below = self.op(f"icmp slt i64 {bits}, 0")
        found = self.op(f"select i1 {below}, i64 {minus}, i64 {found}")
        taken = self.op(f"icmp eq i64 {found}, -1")
        return Value(INT, self.op(f"select i1 {taken}, i64 -2, i64 {found}"))

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

    def assign(self, target: ast.expr, value: Value) -> None:
        raise NotImplementedError


class Nested(Plan):
    """For each item of a plan, another plan: the inner loop of a comprehension."""

    def __init__(self, outer: Plan, inner: Callable[[], Plan]) -> None:
        self.outer, self.inner = outer, inner

    def emit(self, f: Any, body: Any, ends: list[Edge]) -> None:
        def each(_: Value) -> Any:
            done: list[Edge] = []
            f.lists.append(done)
            self.inner().emit(f, body, done)
            f.lists.pop()
            f.edge(done)
            f.meet(done)
            return f.env

        self.outer.emit(f, each, ends)


OPERATORS: dict[type, str] = {
    **{ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Mod: "mod"},
    **{ast.FloorDiv: "floordiv", ast.Pow: "pow", ast.MatMult: "matmul", ast.BitAnd: "and"},
    **{ast.BitOr: "or", ast.BitXor: "xor", ast.LShift: "lshift", ast.RShift: "rshift"},
}
COMPARISONS: dict[type, str] = {
    **{ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"},
}

BUILTINS: dict[Any, Callable[..., Value]] = {}
"""What compiled code can call besides functions written in Python, by the object called."""

SPREAD: dict[Any, Callable[..., Value]] = {}
"""What can be called with `*items`, whose number varies."""

INSTANCES: dict[type, Callable[..., Value]] = {}
"""What compiled code can call of objects that Python made: a partial function, an itemgetter."""

METHODS: dict[str, dict[str, Callable[..., Value]]] = {}
"""The methods of values, by the family of their type and by their name."""


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
    return CompileError(f"{name} is not a function that can be compiled", "write it out in Python")


def is_of_library(cls: type) -> bool:
    """Whether a class is of Python's own library."""
    return cls.__module__.partition(".")[0] in sys.stdlib_module_names


def method_family(kind: Type) -> str:
    if kind == TEXT:
        return "str"
    if is_number(kind):
        return "float" if kind == FLOAT else "int"
    if isinstance(kind, Record) and kind.is_tuple:
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


def is_instance(kind: Type, wanted: tuple[type, ...]) -> bool:
    """Whether values of a type are instances of one of some classes."""
    if isinstance(kind, Record | Member | RecordReference | Object):
        return issubclass(kind.cls, wanted)
    names = {INT: int, BITS: int, BOOL: bool, FLOAT: float, TEXT: str, NONE: type(None)}
    if kind in names:
        return issubclass(names[kind], wanted)
    if is_number(kind):
        return issubclass(int, wanted)
    if isinstance(kind, Set):
        return issubclass(frozenset if kind.frozen else set, wanted)
    if isinstance(kind, List | Dict):
        return issubclass(kind.cls, wanted)
    return is_sequence(kind) and issubclass(tuple, wanted)


def _has_attribute(kind: Type, name: str) -> bool:
    if isinstance(kind, Object):
        return True
    if isinstance(kind, Record | Member | RecordReference):
        return hasattr(kind.cls, name) or name in getattr(kind, "names", ())
    return name in METHODS.get(method_family(kind), {})


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


def _summands(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_summands(node.left), node.right]
    return [node]


def _is_joinable(kind: Type) -> bool:
    return kind == TEXT or is_sequence(kind) or isinstance(kind, List)


def may_be_true(kind: Type) -> bool:
    return kind != NONE


STATIC = (
    *(ast.Name, ast.Attribute, ast.Constant, ast.Compare, ast.Call, ast.BinOp),
    *(ast.expr_context, ast.cmpop, ast.operator),
)


def _is_static(node: ast.AST) -> bool:
    """Whether an expression may be known before the program runs: names and attributes."""
    if isinstance(node, ast.Call):
        called = node.func
        if not (isinstance(called, ast.Name) and called.id in ("isinstance", "len")):
            return False
    inner = ast.iter_child_nodes(node)
    return isinstance(node, STATIC) and all(_is_static(n) for n in inner)


def _single_values(parts: list[tuple[Value, bool]]) -> list[Value] | None:
    """The values of a display; None if it spreads something whose length varies."""
    return None if any(is_spread for _, is_spread in parts) else [value for value, _ in parts]


def _stored_names(node: ast.AST) -> frozenset[str]:
    names = (n for n in ast.walk(node) if isinstance(n, ast.Name))
    return frozenset(n.id for n in names if isinstance(n.ctx, ast.Store))


def _has_walrus(node: ast.AST) -> bool:
    found: bool | None = getattr(node, "has_walrus", None)
    if found is None:
        inner = map(_has_walrus, ast.iter_child_nodes(node))
        found = isinstance(node, ast.NamedExpr) or any(list(inner))
        node.has_walrus = found  # type: ignore[attr-defined]
    return found


def _construct(node: ast.AST) -> str:
    names = {
        **{"Await": "await", "Starred": "*", "YieldFrom": "yield from", "Yield": "yield"},
        **{"Slice": "a slice here"},
    }
    return names.get(type(node).__name__, type(node).__name__)


def _advice(node: ast.AST) -> str:
    if isinstance(node, ast.Yield):
        return "use yield as a statement of its own"
    return ""
