"""Operators: arithmetic, comparisons, `and` and `or`, conditions, and what these tell of types."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from functools import partial, reduce
from itertools import pairwise
from types import FunctionType
from typing import Any, NamedTuple

from outply.compiler.arithmetic import ARITHMETIC
from outply.compiler.compare import is_varied
from outply.compiler.container_types import Dict, List, Row, Set, Struct, Tuple, Union, View
from outply.compiler.emptiness import tested_parts
from outply.compiler.flow import Edge, Unreachable, truth
from outply.compiler.loops import Plan
from outply.compiler.object_types import Iterator_, Known, Maybe, Member, Object, Reference
from outply.compiler.objects import (
    Objects,
)
from outply.compiler.operands import has_effect
from outply.compiler.refusals import CompileError
from outply.compiler.source import Context
from outply.compiler.syntax import children, walk
from outply.compiler.type_parts import is_sequence
from outply.compiler.type_relations import class_of, has_references, is_instance
from outply.compiler.type_text import show
from outply.compiler.types import BOOL, INT, NONE, TEXT, Type, Value, is_number

__all__ = ["Operators", "has_walrus"]

OPERATORS: dict[type, str] = {
    **{ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Mod: "mod"},
    **{ast.FloorDiv: "floordiv", ast.Pow: "pow", ast.MatMult: "matmul", ast.BitAnd: "and"},
    **{ast.BitOr: "or", ast.BitXor: "xor", ast.LShift: "lshift", ast.RShift: "rshift"},
}

BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor)  # of two bools, they give a bool

COMPARISONS: dict[type, str] = {
    **{ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"},
}

STATIC = (
    *(ast.Name, ast.Attribute, ast.Constant, ast.Compare, ast.Call, ast.BinOp),
    *(ast.expr_context, ast.cmpop, ast.operator),
)


class Operators(Objects):
    """The value of an operator's expression."""

    # -- operators ----------------------------------------------------------------------------

    def of_UnaryOp(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            text = self.truth_of(node.operand)
            return (
                truth(text == "false")
                if text in ("true", "false")
                else Value(BOOL, self.op(f"xor i1 {text}, true"))
            )
        value = self.expr(node.operand)
        if isinstance(value.type, Dict) and value.type.cls is Counter:
            return self._signed_counter(node, value)
        return self.unary(node.op, value)

    def _signed_counter(self, node: ast.UnaryOp, counter: Value) -> Value:
        """`+a` and `-a` of a counter: it, added to an empty one or subtracted from it."""
        kept = self.keep(counter)
        nothing = self.empty_dict(self.site(node, "nothing"), counter.type_as(Dict))
        if isinstance(node.op, ast.UAdd):
            return self.counter_operation(ast.Add(), kept.get(), nothing, node)
        if isinstance(node.op, ast.USub):
            return self.counter_operation(ast.Sub(), nothing, kept.get(), node)
        raise self.type_error("bad operand type for unary ~: 'Counter'")

    def truth_of(self, node: ast.expr) -> str:
        """Whether an expression is true, of which nothing else is asked."""
        self.module.tested.update(tested_parts(node))
        return self.truth(self.expr(node))

    def of_BinOp(self, node: ast.BinOp) -> Value:
        if isinstance(node.op, ast.Add):
            parts = _summands(node)
            if len(parts) > 2:
                return self._sum_of(parts, node)
        if self._needs_lowest_bits(node):
            return self.operate(node.op, self._wrapped(node.left), self.expr(node.right), node)
        left = self.expr(node.left)
        return self.operate(node.op, left, self.expr(node.right), node)

    def _needs_lowest_bits(self, node: ast.BinOp) -> bool:
        """Whether an operator takes the lowest bits of a sum: `(x + 1) % 8`, `(x - y) & 7`."""
        right = node.right
        if isinstance(node.op, (ast.Mod, ast.BitAnd)) and (
            isinstance(right, ast.Constant)
            or (isinstance(right, ast.Name) and self.context.owner(right.id) is None)
        ):
            value = self.expr(right)
            number = value.known if value.type == INT and value.is_known else 0
            return number > 0 and (isinstance(node.op, ast.BitAnd) or number.bit_count() == 1)
        return False

    def _wrapped(self, node: ast.expr) -> Value:
        """A number of which only the lowest 64 bits count: a sum of ints may overflow."""
        if not isinstance(node, ast.BinOp) or type(node.op) not in ARITHMETIC:
            return self.expr(node)
        left, right = self.expr(node.left), self.expr(node.right)
        are_ints = {left.type, right.type} <= {INT, BOOL}
        if not are_ints or (left.is_known and right.is_known):
            return self.operate(node.op, left, right, node)
        one, other = self.convert(left, INT).text, self.convert(right, INT).text
        return Value(INT, self.op(f"{ARITHMETIC[type(node.op)]} i64 {one}, {other}"))

    def _sum_of(self, parts: list[ast.expr], node: ast.BinOp) -> Value:
        """`a + b + c`: strings and tuples are joined in one go.

        Lists, too, unless what is added last may change those before it.
        """
        values: list[Value] = []
        for part in parts:
            if len(values) > 1 and has_effect(part) and not all(map(self._is_joined_late, values)):
                values = [self._total(values, node)]
            values.append(self.expr(part))
        return self._total(values, node)

    def _is_joined_late(self, value: Value) -> bool:
        """Whether nothing changes a value, and adding to it has no effect."""
        kind = value.type
        is_tuple = isinstance(kind, (Row, Tuple, Struct)) and is_sequence(kind)
        return kind == TEXT or (is_tuple and self.own_method(kind, "__add__") is None)

    def _total(self, values: list[Value], node: ast.BinOp) -> Value:
        is_own = any(self.own_method(v.type, n) for v in values for n in ("__add__", "__radd__"))
        if is_own:
            return self._folded_sum(values, node)
        if all(value.type == TEXT for value in values) or all(
            is_sequence(value.type) for value in values
        ):
            return self.concatenated(values)
        return self._folded_sum(values, node)

    def _folded_sum(self, values: list[Value], node: ast.BinOp) -> Value:
        """One value after the other is added."""
        found = values[0]
        for value in values[1:]:
            found = self.operate(node.op, found, value, node)
        return found

    def operate(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        """A binary operator on any two values."""
        own = self._own_operator(op, left, right)
        if own is not None:
            return own
        names = [f"__{before}{OPERATORS[type(op)]}__" for before in ("", "r")]
        if is_varied(left.type) or self.has_own(left.type, *names):
            return self.dispatch(left, lambda one: self.operate(op, one, right, node))
        if is_varied(right.type) or self.has_own(right.type, *names):
            return self.dispatch(right, lambda one: self.operate(op, left, one, node))
        if isinstance(op, BITWISE) and _may_be_bool(left.type) and _may_be_bool(right.type):
            if isinstance(left.type, Union):
                return self.dispatch(left, lambda one: self.operate(op, one, right, node))
            if isinstance(right.type, Union):
                return self.dispatch(right, lambda one: self.operate(op, left, one, node))
        return self._operate(op, self._operand(left), self._operand(right), node)

    def _operate(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        one, other = left.type, right.type
        if isinstance(one, Set) and isinstance(other, Set):
            return self.set_operation(op, left, right, self.site(node))
        if isinstance(one, View) or isinstance(other, View):
            return self._view_operation(op, left, right, node)
        if isinstance(one, Dict) and one.cls is Counter:
            return self.counter_operation(op, left, right, node)
        if isinstance(one, Dict) and isinstance(other, Dict) and isinstance(op, ast.BitOr):
            return self._merged_dict(one, left, right, node)
        if _is_joinable(one) or _is_joinable(other):
            joined = self._joined_sequences(op, left, right)
            if joined is not None:
                return self._with_site(joined, node)
        if isinstance(op, ast.Mod) and one == TEXT:
            return self._formatted_by_percent(left, right)
        return self.binary(op, left, right)

    def _view_operation(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        """`d.keys() & s` and so on: a new set."""
        for kind in (left.type, right.type):
            if not (isinstance(kind, Set) or (isinstance(kind, View) and kind.is_set)):
                message = f"this operator does not work on {show(left.type)} and {show(right.type)}"
                raise CompileError(message, "make sets of both: set(…)")
        one = self._as_set(left, self.site(node, "left"))
        return self.set_operation(
            op, one, self._as_set(right, self.site(node, "right")), self.site(node)
        )

    def _as_set(self, value: Value, site: Any) -> Value:
        """The items of a view, or of a set that cannot be changed, in a set."""
        if isinstance(value.type, Set):
            return Value(value.type.replace(frozen=False), *value.parts)
        made = self.empty_set(site)
        span = self.span_of(value)
        self.repeat(span.size, lambda at: self.add_key(made, self.at_index(span, at)))
        return made

    def _own_operator(self, op: ast.operator, left: Value, right: Value) -> Value | None:
        """By a method that the class of an operand defines: `__add__` or `__radd__`."""
        name = OPERATORS[type(op)]
        own = self.own_method(left.type, f"__{name}__")
        if own is not None:
            return self.call_function(own, [left, right], {})
        own = self.own_method(right.type, f"__r{name}__")
        return None if own is None else self.call_function(own, [right, left], {})

    def _merged_dict(self, kind: Dict, left: Value, right: Value, node: ast.AST) -> Value:
        """`left | right` of two dicts."""
        name = self.temporary("dict")
        self.set_name(name, self.empty_dict(self.site(node), kind))
        for value in (left, right):
            self.update_dict(self.get_name(name), value)
        return self.get_name(name)

    def _joined_sequences(self, op: ast.operator, left: Value, right: Value) -> Value | None:
        """`one + other`, or `sequence * times`; None if it is another operator."""
        if isinstance(op, ast.Add):
            return self.concatenated([left, right])
        if not isinstance(op, ast.Mult):
            return None
        value, times = (left, right) if _is_joinable(left.type) else (right, left)
        return self.repeated(value, self.whole(times))

    def _formatted_by_percent(self, left: Value, right: Value) -> Value:
        from outply.compiler import texts

        if not isinstance(left.known, str):
            raise CompileError("% of a text that varies cannot be compiled", "use an f-string")
        return texts.formatted_by_percent(self, left.known, right)

    def counter_operation(
        self, op: ast.operator, left: Value, right: Value, node: ast.AST
    ) -> Value:
        """`a + b`, `a - b`, `a & b` and `a | b` of counters: what is positive is kept."""
        from outply.compiler import library

        names = {ast.Add: "sum", ast.Sub: "difference", ast.BitAnd: "least", ast.BitOr: "most"}
        name = names.get(type(op))
        if name is None or not (isinstance(right.type, Dict) and right.type.cls is Counter):
            raise self.type_error(f"this operator does not work on {show(right.type)}", right.type)
        assert isinstance(left.type, Dict)
        made = self.empty_dict(self.site(node), left.type)
        function = getattr(library, f"counters_{name}")
        return self.inline(function, {"one": left, "other": right, "found": made})

    def _with_site(self, value: Value, node: ast.AST) -> Value:
        if isinstance(value.type, List):
            site = self.site(node)
            if self.known_items(site) not in (None, value.type.item):
                return self.list_from(value, site)
            return Value(List(value.type.item, site=site), *value.parts)
        return value

    def _operand(self, value: Value) -> Value:
        plan = value.known
        if not isinstance(plan, Plan) or plan.view or plan.value(self) is not None:
            value = self.materialized(value)
        if isinstance(value.type, Union):
            return self.one_of(value, lambda kind: kind != NONE, "an operator")
        if isinstance(value.type, Member) and issubclass(value.type.cls, str):
            return self.member_value(value)
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
        if (tested := self._tested_class(node)) is not None:
            return self._has_class(*tested)
        left = self.expr(node.left)
        if len(node.ops) == 1:
            return self._compare(node.ops[0], left, self.expr(node.comparators[0]))
        return self._chained(node, left)

    def _tested_class(self, node: ast.expr) -> tuple[ast.expr, tuple[type, ...], bool] | None:
        """Of `type(x) is C` or `type(x) in (C, D)`: x, the classes, and whether it must be one."""
        match node:
            case ast.Compare(
                left=ast.Call(func=ast.Name(id="type") as name, args=[value], keywords=[]),
                ops=[op],
                comparators=[right],
            ) if self.expr(name).known is type:
                if isinstance(op, (ast.In, ast.NotIn)) and isinstance(right, ast.Tuple):
                    classes = tuple(self.expr(each).known for each in right.elts)
                elif isinstance(op, (ast.Is, ast.Eq, ast.IsNot, ast.NotEq)):
                    classes = (self.expr(right).known,)
                else:
                    return None
                if all(isinstance(cls, type) for cls in classes):
                    return value, classes, isinstance(op, (ast.Is, ast.Eq, ast.In))
        return None

    def _has_class(self, node: ast.expr, classes: tuple[type, ...], positive: bool) -> Value:
        value = self.forced(self.expr(node))
        if isinstance(value.type, Known):
            return truth((type(value.known) in classes) == positive)
        if not isinstance(value.type, Union):
            return truth((class_of(value.type) in classes) == positive)
        return Value(
            BOOL,
            self.bit_of(value, lambda one: truth((class_of(one.type) in classes) == positive).text),
        )

    def _chained(self, node: ast.Compare, left: Value) -> Value:
        """`a < b < c`."""
        end, place = self.label(), self.alloca("i1")
        self.do(f"store i1 false, ptr {place}")
        env = self.env
        for op, each in zip(node.ops, node.comparators, strict=True):
            pair = self.attempt(lambda op=op, left=left, each=each: self._link(op, left, each))  # type: ignore[misc]
            if pair is None:
                break  # an earlier comparison may still decide
            further = self.label()
            self.enter_if(pair[0], further, end)
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
            right = self.materialized(right)
        is_iterator = isinstance(right.type, Iterator_)
        if isinstance(op, (ast.In, ast.NotIn)) and (
            is_iterator or isinstance(right.known, (Plan, type))
        ):
            found = self.among(left, self.plan_of(right))
            return found if isinstance(op, ast.In) else self.negated(found)
        own = self.own_method(left.type, f"__{COMPARISONS.get(type(op))}__")
        if own is not None:
            return self.call_function(own, [left, right], {})
        return self.compare(op, *(self._as_compared(value) for value in (left, right)))

    def _as_compared(self, value: Value) -> Value:
        if not isinstance(value.type, Known) or isinstance(value.known, (type, FunctionType)):
            return value
        return self.materialized(value)

    def among(self, item: Value, plan: Plan) -> Value:
        """Whether a plan gives an item: it stops at the first one."""
        found, wanted = self.alloca("i1"), self.keep(item)
        self.do(f"store i1 false, ptr {found}")

        def test(each: Value, ends: list[Edge]) -> None:
            same = self.equal(wanted.get(), each).text
            self.stop_if(same, ends, lambda: self.do(f"store i1 true, ptr {found}"))

        self.each(plan, test)
        return Value(BOOL, self.op(f"load i1, ptr {found}"))

    def stop_if(self, condition: str, ends: list[Edge], action: Callable[[], None]) -> None:
        """End a loop if a condition holds, after an action."""
        yes, no = self.label(), self.label()
        self.enter_if(condition, yes, no)
        env = self.env
        action()
        self.edge(ends)
        self.env = env
        self.start(no)

    def of_BoolOp(self, node: ast.BoolOp) -> Value:
        is_and = isinstance(node.op, ast.And)
        value = self.expr(node.values[0])
        for before, each in pairwise(node.values):
            text = self.truth(value)
            if text in ("true", "false"):
                if (text == "true") == is_and:
                    value = self.expr(each)
                    continue
                return value
            value = self._either(text, is_and, value, each, self.narrowings(before))
        return value

    def _either(
        self, text: str, is_and: bool, value: Value, other: ast.expr, narrowed: list[Narrowing]
    ) -> Value:
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

        def second() -> Value:
            self.narrow(narrowed, is_and)
            return self.expr(other)

        return self.select_value(done, first, further, second)

    def select_value(
        self, first: str, one: Callable[[], Value], second: str, other: Callable[[], Value]
    ) -> Value:
        """The value of one of two branches, of their joint type."""
        return self.select_among([(first, one), (second, other)])

    def _written_branches(
        self, branches: list[tuple[str, Callable[[], Value]]]
    ) -> list[tuple[str, Value, Any]]:
        """The code of each branch that can end: where it ends, its value and the variables then."""
        env = self.env
        found: list[tuple[str, Value, Any]] = []
        for label, write in branches:
            self.start(label)
            self.env = env
            value = self.attempt(lambda write=write: self.materialized(self.argument(write())))  # type: ignore[misc]
            if value is not None:
                end = self.label()
                self.jump(end)
                found.append((end, value, self.env))
        return found

    def _meet_branches(self, found: list[tuple[str, Value, Any]], kind: Type, name: str) -> None:
        """Where all branches have ended, with their values as a variable of one type."""
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

    def select_among(self, branches: list[tuple[str, Callable[[], Value]]]) -> Value:
        """The value of one of several branches, of their joint type."""
        found = self._written_branches(branches)
        if not found:
            self.env = None
            raise Unreachable
        kind = reduce(self.joint, (value.type for _, value, _ in found))
        name = self.temporary("value")
        self._meet_branches(found, kind, name)
        value = self.get_name(name)
        assert self.env is not None
        self.env = {n: k for n, k in self.env.items() if n != name}
        return value

    def dispatch(self, value: Value, operation: Callable[[Value], Value]) -> Value:
        """An operation on a union: on each alternative, by what it is when it runs."""
        kind = value.type_as(Union)
        labels = [self.label() for _ in kind.items]
        tag = self.op(f"load i64, ptr {value.text}")
        self.switch(tag, labels)

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

    def test(self, node: ast.expr, yes: str, no: str, unlikely: str = "") -> None:
        """Go to one of two places, of which one may be unlikely."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.test(node.operand, no, yes, unlikely)
            return
        if isinstance(node, ast.IfExp) and not self._may_set_variables(node):
            self._test_either(node, yes, no, unlikely)
            return
        if isinstance(node, ast.BoolOp) and not self._may_set_variables(node):
            env = self.env
            self._test_operands(node, yes, no, unlikely)
            self.env = env
            return
        self.branch(self.truth_of(node), yes, no, unlikely)

    def _may_set_variables(self, test: ast.expr) -> bool:
        """Whether a part of a test that may be left out can set a variable of this function."""
        if has_walrus(test):
            return True
        context: Context | None = self.context
        while context is not None:
            if context.code.outer_names:  # an inner function that is called may set these
                return any(isinstance(each, ast.Call) for each in walk(test))
            context = context.parent
        return False

    def _test_operands(self, node: ast.BoolOp, yes: str, no: str, unlikely: str) -> None:
        """Test the operands of `and` or `or` one after the other, until one decides."""
        is_and = isinstance(node.op, ast.And)
        for each in node.values:
            is_last = each is node.values[-1]
            further = "" if is_last else self.label()
            ways = (yes, no) if is_last else (further, no) if is_and else (yes, further)
            written = self.attempt(partial(self._tested, each, *ways, unlikely))
            if written is None:
                if each is node.values[0]:
                    raise Unreachable
                return  # an earlier operand may still decide
            if not is_last:
                self.start(further)
                try:
                    self.narrow(self.narrowings(each), is_and)
                except Unreachable:
                    self.do("unreachable")
                    return

    def _tested(self, node: ast.expr, yes: str, no: str, unlikely: str) -> bool:
        self.test(node, yes, no, unlikely)
        return True

    def _test_either(self, node: ast.IfExp, yes: str, no: str, unlikely: str) -> None:
        """Test `a if b else c`: b first, then a or c, each with a branch of its own."""
        known = self.known_truth(node.test)
        if known is not None:
            self.test(node.body if known else node.orelse, yes, no, unlikely)
            return
        first, second = self.label(), self.label()
        self.test(node.test, first, second)
        env, narrowed = self.env, self.narrowings(node.test)
        is_reached = False
        for label, side, holds in ((first, node.body, True), (second, node.orelse, False)):
            self.start(label)
            self.env = env

            def write(side: ast.expr = side, holds: bool = holds) -> bool:
                self.narrow(narrowed, holds)
                return self._tested(side, yes, no, unlikely)

            is_reached |= self.attempt(write) is not None
        if not is_reached:
            raise Unreachable
        self.env = env

    def _known_truth_of_operands(self, node: ast.BoolOp) -> bool | None:
        """As `known_truth`, of `and` and `or`."""
        ends = isinstance(node.op, ast.Or)
        for each in node.values:
            known = self.known_truth(each)
            if known is ends:
                return ends
            if known is None:
                return None
        return not ends

    def _tried(self, node: ast.expr) -> Value:
        """The value of an expression; None of no known value, and no trace, if it has none."""
        env = self.env
        before, edges = self.under_way(), [(items, len(items)) for items in self.lists]
        try:
            return self.expr(node)
        except (CompileError, Unreachable):
            self.take_up(before)
            self.env = env
            for items, length in edges:
                del items[length:]
            return Value(NONE)

    def known_truth(self, node: ast.expr) -> bool | None:
        """A condition that is known before the program runs leaves only one side."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            known = self.known_truth(node.operand)
            return None if known is None else not known
        if isinstance(node, ast.BoolOp):
            return self._known_truth_of_operands(node)
        if isinstance(node, ast.Call):
            match node:
                case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), classes]):
                    return self._known_instance(name, classes)
        if not _is_static(node) or not self._has_known_names(node):
            return None
        mark, count = len(self.lines), self.count
        value = self._tried(node)
        if len(self.lines) != mark or (value.type == NONE and not value.is_known):
            del self.lines[mark:]
            self.count = max(self.count, count)
            return None
        if isinstance(value.type, Known):
            return None if isinstance(value.known, Plan) else bool(value.known)
        return bool(value.known) if value.is_known and is_number(value.type) else None

    def _known_instance(self, name: str, classes: ast.expr) -> bool | None:
        """Whether a variable is of some classes, if all values that it can have here agree."""
        owner = self.context.owner(name)
        kind = (self.env or {}).get(owner.prefix + name) if owner is not None else None
        if not isinstance(kind, Type) or isinstance(kind, (Union, Known)):
            return None
        wanted = self.classes(classes)
        return is_instance(kind, wanted) if wanted else None

    def _has_known_names(self, node: ast.expr) -> bool:
        """Whether no name in an expression is a variable that only the run knows."""
        for name in (n.id for n in walk(node) if isinstance(n, ast.Name)):
            owner = self.context.owner(name)
            if owner is not None and not isinstance(
                (self.env or {}).get(owner.prefix + name), Known
            ):
                return False
        return True

    # -- narrowing ----------------------------------------------------------------------------

    def narrowings(self, node: ast.expr) -> list[Narrowing]:
        """What a test such as `x is None` says of variables, where it holds or does not."""
        found = [*self._narrowings(node, True), *self._narrowings(node, False)]
        return [fact for fact in found if self._keeps_its_value(fact.place, node)]

    def _narrowings(self, node: ast.expr, holds: bool) -> list[Narrowing]:
        """What follows for variables from the truth of a test."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return [fact._replace(holds=holds) for fact in self._narrowings(operand, not holds)]
            case ast.BoolOp(op=op, values=values):
                if isinstance(op, ast.And) != holds:
                    return []  # one operand decided, and nobody knows which
                return [fact for each in values for fact in self._narrowings(each, holds)]
        place, wanted, positive = self._tested_place(node) or (None, may_be_true, True)
        if place is None or (_is_one_sided(wanted) and positive != holds):
            return []  # `if x:` says nothing of x where it is false
        return [Narrowing(place, wanted, positive == holds, holds)]

    def _keeps_its_value(self, place: ast.expr, test: ast.expr) -> bool:
        """Whether the rest of a test cannot set the variable that a part of it asked about."""
        name = _root_of(place)
        is_called = any(isinstance(each, ast.Call) for each in walk(test))
        if is_called and self._is_set_inside(name):
            return False
        if not has_walrus(test):
            return True
        sets = [n for n in walk(test) if isinstance(n, ast.NamedExpr) and n.target.id == name]
        return not sets or [each.target for each in sets] == [place]

    def _is_set_inside(self, name: str) -> bool:
        """Whether an inner function sets a variable."""
        owner = self.context.owner(name)
        nodes = owner.code.nodes if owner is not None else []
        return any(isinstance(each, ast.Nonlocal) and name in each.names for each in nodes)

    def _tested_place(self, node: ast.expr) -> tuple[ast.expr, Callable[[Type], bool], bool] | None:
        """A test of a variable: which, its types then, and whether it has or lacks them."""
        tested = self._tested_class(node)
        if tested is not None:
            return tested[0], lambda kind: class_of(kind) in tested[1], tested[2]
        match node:
            case ast.Compare(left=ast.NamedExpr(target=target), ops=[op], comparators=[right]):
                return self._narrowed_by_comparison(target, op, right)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._narrowed_by_comparison(left, op, right)
            case ast.NamedExpr(target=target):
                return target, may_be_true, True
            case ast.Call(func=ast.Name(id="isinstance"), args=[place, classes, *_]):
                wanted = self.classes(classes) if _root_of(place) else None
                return (place, lambda kind: is_instance(kind, wanted), True) if wanted else None
        return node, may_be_true, True

    def _narrowed_by_comparison(
        self, place: ast.expr, op: ast.cmpop, right: ast.expr
    ) -> tuple[ast.expr, Callable[[Type], bool], bool] | None:
        """As `_tested_place`, of `name is None`, `name == 3` and the like."""
        if isinstance(right, ast.Constant) and right.value is None:
            if isinstance(op, (ast.Is, ast.Eq, ast.IsNot, ast.NotEq)):
                return place, lambda kind: kind == NONE, isinstance(op, (ast.Is, ast.Eq))
        elif isinstance(op, (ast.Eq, ast.NotEq)) and self._is_constant(right):
            mark = len(self.lines)
            kind = self.expr(right).type
            del self.lines[mark:]  # nothing is computed here
            return place, MayEqual(self, kind), isinstance(op, ast.Eq)
        return None

    def _is_constant(self, node: ast.expr) -> bool:
        """Whether an expression is a constant, or a variable or enum of the module."""
        if isinstance(node, ast.Attribute):
            node = node.value
        if isinstance(node, ast.Name):
            return self.context.owner(node.id) is None
        return isinstance(node, ast.Constant)

    def classes(self, node: ast.expr) -> tuple[type, ...]:
        """The classes that `isinstance` or `except` is given; none if they are not known."""
        if isinstance(node, ast.Tuple):
            return tuple(cls for each in node.elts for cls in self.classes(each))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return (*self.classes(node.left), *self.classes(node.right))
        if isinstance(node, ast.Constant) and node.value is None:
            return (type(None),)
        return _known_classes(self.expr(node).known)

    def narrow(self, narrowed: list[Narrowing], holds: bool) -> None:
        """Give variables of unions the types that a test left."""
        for fact in narrowed:
            if fact.holds == holds and self.env is not None:
                self._narrow_place(fact)

    def _narrow_place(self, fact: Narrowing) -> None:
        owner = self.context.owner(_root_of(fact.place))
        if owner is None:
            return
        root = owner.prefix + _root_of(fact.place)
        if isinstance(fact.place, ast.Name):
            self._narrow_variable(root, fact)
        elif (value := self._part_of_variable(fact.place, root)) is not None:
            left = self._alternatives(value.type, fact)
            if left is not None and left.words <= LONGEST_PART and not has_references(left):
                name = part_name(owner.prefix, fact.place)
                self.parts.add(name)
                self.set_name(name, self._cut_union(value, left))

    def _part_of_variable(self, node: ast.expr, root: str) -> Value | None:
        """A field of a tuple or frozen object in a variable: it changes only if that is set."""
        kind = (self.env or {}).get(root)
        for each in _steps(node) or []:
            kind = _type_of_part(kind, each)
        if not isinstance(kind, Union) or self._is_set_inside(_root_of(node)):
            return None
        return self.expr(node)

    def narrowed_part(self, node: ast.Attribute | ast.Subscript) -> Value | None:
        """A part of a variable of which a test has told the type."""
        owner = self.context.owner(_root_of(node)) if self.parts else None
        name = part_name(owner.prefix, node) if owner is not None else ""
        kind = (self.env or {}).get(name) if name in self.parts else None
        return None if kind is None or isinstance(kind, Maybe) else self.get_slot(name, kind)

    def _narrow_variable(self, variable: str, fact: Narrowing) -> None:
        kind = (self.env or {}).get(variable)
        if kind == NONE and fact.wanted(kind) != fact.positive:
            raise Unreachable
        if kind is not None and (left := self._alternatives(kind, fact)) is not None:
            self.set_name(variable, self._cut_union(self.get_slot(variable, kind), left))

    def _alternatives(self, kind: Type, fact: Narrowing) -> Type | None:
        """What is left of a union; None if all is left, or nothing."""
        if not isinstance(kind, Union):
            return None
        left = [item for item in kind.items if fact.wanted(item) == fact.positive]
        if not left or len(left) == len(kind.items):
            return None
        return Union(tuple(left)) if len(left) > 1 else left[0]

    def _cut_union(self, value: Value, kind: Type) -> Value:
        """A union of which only some alternatives are left."""
        union = value.type_as(Union)
        if not isinstance(kind, Union):
            return self.item(value, union.items.index(kind))
        place = self.words(kind.words)

        def put(one: Value) -> None:
            if one.type in kind.items:
                self._put_into_union(place, kind, one)

        self._each_alternative(value, put)
        return Value(kind, place)

    # -- what the layers above know -----------------------------------------------------------

    def expr(self, node: ast.expr) -> Value:
        raise NotImplementedError

    def assign(self, target: ast.expr, value: Value) -> None:
        raise NotImplementedError

    def variable(self, variable: str, name: str) -> Value:
        raise NotImplementedError

    def unaliased(self, node: ast.expr, loop: ast.AST) -> Value:
        raise NotImplementedError

    def update_dict(self, target: Value, source: Value) -> None:
        raise NotImplementedError

    def item_of_objects(self, container: Any, index: Value) -> Value:
        raise NotImplementedError


def _known_classes(thing: Any) -> tuple[type, ...]:
    """A class, or those of a tuple or of `int | str` that has a name."""
    if isinstance(thing, type):
        return (thing,)
    several = thing if isinstance(thing, tuple) else getattr(thing, "__args__", ())
    return several if all(isinstance(cls, type) for cls in several) else ()


def in_place_name(op: ast.operator) -> str:
    """The method that `a += b` calls first."""
    return f"__i{OPERATORS[type(op)]}__"


def _summands(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_summands(node.left), node.right]
    return [node]


def _may_be_bool(kind: Type) -> bool:
    return BOOL in (kind.items if isinstance(kind, Union) else (kind,))


def _is_joinable(kind: Type) -> bool:
    return kind == TEXT or is_sequence(kind) or isinstance(kind, List)


class Narrowing(NamedTuple):
    """What a test says of a variable, or of a part of it, such as `state.last`."""

    place: ast.expr
    wanted: Callable[[Type], bool]
    positive: bool  # whether the types are the wanted ones, or all others
    holds: bool  # whether it is so where the test holds, or where it does not


LONGEST_PART = 4  # words of a part of a variable that is kept apart once its type is known


def _is_one_sided(wanted: Callable[[Type], bool]) -> bool:
    return wanted is may_be_true or isinstance(wanted, MayEqual)


def _steps(place: ast.expr) -> list[str | int] | None:
    """The fields and constant indices of `state.pairs[0]`; None of anything else."""
    match place:
        case ast.Name():
            return []
        case ast.Attribute(value=value, attr=attr):
            inner = _steps(value)
            return None if inner is None else [*inner, attr]
        case ast.Subscript(value=value, slice=ast.Constant(value=int(index))):
            inner = _steps(value)
            return None if inner is None else [*inner, index]
    return None


def part_name(prefix: str, place: ast.expr) -> str:
    """The name under which a part of a variable is kept apart."""
    return f"{prefix}{_root_of(place)}%.{'.'.join(map(str, _steps(place) or []))}"


def _root_of(place: ast.expr) -> str:
    """The variable of `state.last`, `pair[0]` and the like; no name of anything else."""
    if _steps(place) is None:
        return ""
    while isinstance(place, (ast.Attribute, ast.Subscript)):
        place = place.value
    return place.id if isinstance(place, ast.Name) else ""


def _type_of_part(kind: Type | None, step: str | int) -> Type | None:
    """The type of a field or item, in a value of which nothing can be set."""
    kind = kind.type if isinstance(kind, Reference) else kind
    if isinstance(kind, Struct) and isinstance(step, str) and step in kind.names:
        return kind.items[kind.names.index(step)]
    if isinstance(kind, (Tuple, Row)) and isinstance(step, int) and 0 <= step < len(kind.items):
        return kind.items[step]
    return None


def may_be_true(kind: Type) -> bool:
    return kind != NONE


class MayEqual:
    """Whether a value of a type may equal a constant of another one."""

    def __init__(self, f: Operators, constant: Type) -> None:
        self._f, self._constant = f, constant

    def __call__(self, kind: Type) -> bool:
        constant = self._constant
        if self._f.own_method(kind, "__eq__") or isinstance(kind, (Object, Known, Union)):
            return True
        if constant == TEXT:
            return kind == TEXT or (isinstance(kind, Member) and issubclass(kind.cls, str))
        if is_number(constant):
            return is_number(kind) or (
                isinstance(kind, Member) and issubclass(kind.cls, (int, float))
            )
        is_scalar = isinstance(kind, Member) or kind == TEXT or is_number(kind)
        return is_scalar or not isinstance(constant, Member)


def _is_static(node: ast.AST) -> bool:
    """Whether an expression may be known before the program runs: names and attributes."""
    if isinstance(node, ast.Call):
        called = node.func
        if not (isinstance(called, ast.Name) and called.id in ("isinstance", "len")):
            return False
    inner = children(node)
    return isinstance(node, STATIC) and all(_is_static(n) for n in inner)


def has_walrus(node: ast.AST) -> bool:
    found: bool | None = getattr(node, "has_walrus", None)
    if found is None:
        inner = map(has_walrus, children(node))
        found = isinstance(node, ast.NamedExpr) or any(list(inner))
        node.has_walrus = found  # type: ignore[attr-defined]
    return found
