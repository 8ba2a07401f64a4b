"""Statements: each kind of Python statement, as code that carries it out."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import Any

from outply.compiler.container_types import Dict, List, Row, Set, Struct, Tuple, Union
from outply.compiler.errors import NumberTooLarge, RegionFull
from outply.compiler.escape import private_lists, shared_lists
from outply.compiler.flow import DeferredLine, Edge, Env, Handler, NoJointType, Unreachable
from outply.compiler.local_functions import BoundMethod, LocalFunction
from outply.compiler.loops import GeneratorCall, Indexed, ListPlan, Plan, While, after_loop
from outply.compiler.materializing import LIBRARY, is_set_again
from outply.compiler.module import Instance
from outply.compiler.object_types import RANGE, Iterator_, Known, Maybe
from outply.compiler.operands import has_effect, mark_as_followed, mark_operands
from outply.compiler.operators import Narrowing, in_place_name
from outply.compiler.refusals import CompileError
from outply.compiler.sequences import HEADER
from outply.compiler.source import evaluated
from outply.compiler.syntax import walk
from outply.compiler.type_parts import is_sequence
from outply.compiler.type_text import show
from outply.compiler.types import NONE, Type, Value
from outply.compiler.unreached import Unreached, inner_bodies
from outply.compiler.used_at_once import is_used_at_once

__all__ = ["Lowering"]

LEAVING = (ast.Break, ast.Return, ast.Yield, ast.YieldFrom)
MOST_TURNS = 8  # of a loop over a constant that LLVM is asked to unroll, as over directions,
SHORT = 104  # if its body has no more nodes, nor the loop over a generator's items that it yields


WayOut = tuple[list[Edge], Callable[[], None]]


class Caught(DeferredLine):
    """Which handler a status leads to, written once all errors are known."""

    def __init__(
        self, module: Any, status: str, kinds: tuple[type, ...], yes: str, no: str
    ) -> None:
        self.module, self.status, self.kinds, self.yes, self.no = module, status, kinds, yes, no

    def write(self, instance: Instance) -> list[str]:
        numbers = [
            number
            for (kind, *_), number in self.module.errors.items()
            if issubclass(kind, self.kinds) and not issubclass(kind, (NumberTooLarge, RegionFull))
        ]
        cases = " ".join(f"i32 {number}, label %{self.yes}" for number in numbers)
        return [f"  switch i32 {self.status}, label %{self.no} [{cases}]"]


class Lowering(Unreached):
    """One function for given types of its arguments, as LLVM code."""

    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            if self.env is None:
                return
            if self.context.code.file not in LIBRARY:
                self.node, self.file = statement, self.context.code.file
            method = getattr(self, f"do_{type(statement).__name__}", None)
            before = self.under_way()
            try:
                if method is None:
                    raise _refused(statement)
                method(statement)
            except Unreachable:
                self.end_block()
                self.take_up(before)
                self.env = None
            except CompileError as error:
                self.take_up(before)
                self.refuse(error, statement)

    def refuse(self, error: CompileError, statement: ast.stmt) -> None:
        """Remember what was refused, and go on behind it."""
        self.note_refusal(error, statement)
        if self.env is None:
            return
        env = self.env
        self.look_through(statement)
        if isinstance(statement, (ast.Return, ast.Raise)):
            self.env = None
            return
        self._look_at_bodies(statement)
        self.env = env
        self.forget(statement)

    def _look_at_bodies(self, statement: ast.stmt) -> None:
        """Note what else is refused in the statements inside of a refused one."""
        env = self.env
        if isinstance(statement, ast.If):
            narrowed = self.narrowings(statement.test)
            for body, holds in ((statement.body, True), (statement.orelse, False)):
                self.env = env
                self.start(self.label())
                self.narrow_or_end(narrowed, holds)
                self.block(body)
            return
        self.forget(statement)
        for body in inner_bodies(statement):
            self.env = env
            self.start(self.label())
            self.forget(statement)
            if isinstance(statement, (ast.For, ast.While)):
                self.body_of(lambda body=body: self.block(body), [])  # type: ignore[misc]
            else:
                self.block(body)

    # -- simple statements --------------------------------------------------------------------

    def do_Pass(self, node: ast.Pass) -> None:
        pass

    def do_Import(self, node: ast.Import) -> None:
        import importlib

        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            module = importlib.import_module(alias.name if alias.asname else name)
            self.assign(ast.Name(name, ast.Store()), self.module.known(module))

    def do_ImportFrom(self, node: ast.ImportFrom) -> None:
        import importlib

        package = self.context.code.scope.get("__package__")
        module = importlib.import_module("." * node.level + (node.module or ""), package)
        for alias in node.names:
            thing = self.static(getattr(module, alias.name))
            self.assign(ast.Name(alias.asname or alias.name, ast.Store()), thing)

    def do_Nonlocal(self, node: ast.Nonlocal) -> None:
        pass

    def do_Global(self, node: ast.Global) -> None:
        raise CompileError(
            "a function changes a variable of its module", "pass the value on in the state"
        )

    def do_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Yield):
            if self.on_yield is None:
                raise CompileError("yield outside of a generator")
            value = node.value.value
            self.on_yield(self.expr(value) if value else Value(NONE, known=None))
        elif isinstance(node.value, ast.YieldFrom):
            self._yield_from(node.value)
        else:
            self.expr(node.value)

    def _yield_from(self, node: ast.YieldFrom) -> None:
        plan = self.plan_of(self.expr(node.value))
        yielding = self.on_yield
        assert yielding is not None
        breaks: list[Edge] = []
        self.lists.append(breaks)

        def body(item: Value) -> Env | None:
            yielding(item)
            return self.env

        plan.emit(self, body, breaks)
        self.lists.pop()
        self.end_at(breaks)

    def _assign_items(self, node: ast.Assign, target: ast.Tuple, value: ast.Tuple) -> None:
        """`a, b = b, a`: all values are computed before the first is assigned."""
        if len(target.elts) != len(value.elts) or len(node.targets) > 1:
            made = self.expr(value)
            for each in node.targets:
                self.assign(each, made)
            return
        mark_operands(value)
        values = [self.copied(self.forced(self.expr(each))) for each in value.elts]
        for each, one in zip(target.elts, values, strict=True):
            self.assign(each, one)

    def do_Assign(self, node: ast.Assign) -> None:
        target, value = node.targets[0], node.value
        if is_used_at_once(node, self.context.code):
            return
        if (
            isinstance(target, ast.Tuple)
            and isinstance(value, ast.Tuple)
            and not any(isinstance(e, ast.Starred) for e in (*target.elts, *value.elts))
        ):
            self._assign_items(node, target, value)
            return
        is_unpacked = isinstance(target, (ast.Tuple, ast.List)) and len(node.targets) == 1
        made = self.expr(value) if is_unpacked else self.made_for(target, value)
        if len(node.targets) > 1 or any(map(has_effect, node.targets)):
            made = self.copied(made)
        if made.type.parts == ("ptr",) and made.text in self.result_places.values():
            self._alias_name(target, made)
            return
        for target in node.targets:
            self.assign(target, made)

    def _alias_name(self, target: ast.expr, value: Value) -> None:
        """Make a variable, which is set but once, a name for what is at an address."""
        assert isinstance(target, ast.Name) and self.env is not None
        variable = self.context.prefix + target.id
        self.slots[variable, value.type] = (value.text,)
        self.env = {**self.env, variable: value.type}

    def made_for(self, target: ast.expr, node: ast.expr) -> Value:
        """The value of an expression, for a target.

        The header of a list to which nothing else will refer lies in the function's frame.
        """
        code = self.context.code
        if not isinstance(target, ast.Name) or target.id not in private_lists(code):
            return self.forced(self.expr(node))
        if isinstance(node, ast.List) and not node.elts:
            is_shared = target.id in shared_lists(code)
            return self.empty_list_in_frame(self.site(node), has_room=not is_shared)
        made = self.expr(node)
        if not isinstance(made.type, List):
            return self.forced(made)
        if made.type.size is not None:
            return made
        header = self.words(HEADER)
        self.copy_words(header, made.text, HEADER)
        return Value(made.type, header)

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is None:
            return
        hint = evaluated(node.annotation, self.context.code.scope)
        self.assign(node.target, self.annotated(self.made_for(node.target, node.value), hint))

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Subscript):
            self._augment_item(node, target)
        elif isinstance(target, ast.Attribute):
            self._augment_attribute(node, target)
        else:
            self.assign(target, self._augmented(node, self.named(target.id)))

    def _augment_item(self, node: ast.AugAssign, target: ast.Subscript) -> None:
        container = self.keep(self.expr(target.value))
        index = self.keep(self.copied(self.expr(target.slice)))
        value = self._augmented(node, self.index(container.get(), index.get()))
        self.set_index(container.get(), index.get(), value)

    def _augment_attribute(self, node: ast.AugAssign, target: ast.Attribute) -> None:
        owner = self.keep(self.expr(target.value))
        before = self.copied(self.attribute(owner.get(), target.attr))
        self.set_attribute(owner.get(), target.attr, self._augmented(node, before))

    def _augmented(self, node: ast.AugAssign, before: Value) -> Value:
        """`a += b` changes a list, dict or set itself, and an object as its class says."""
        before = self.copied(before) if has_effect(node.value) else before
        value = self.expr(node.value)
        kinds = before.type.items if isinstance(before.type, Union) else (before.type,)
        if any(self.own_method(kind, in_place_name(node.op)) for kind in kinds):
            return self._changed_in_its_way(node, before, value)
        if isinstance(before.type, Set) and isinstance(value.known, Plan) and value.known.view:
            raise CompileError("a set is changed by a view of a dict", "use set(…) of the dict")
        if isinstance(before.type, List) and isinstance(node.op, ast.Add):
            from outply.compiler.methods import extend

            extend(self, node, [before, value], {})
            return before
        if isinstance(before.type, List) and isinstance(node.op, ast.Mult):
            self.replace_content(before, self.operate(node.op, before, value, node))
            return before
        if isinstance(before.type, Set) and not before.type.frozen and isinstance(value.type, Set):
            return self._changed_set(node, before, value)
        if isinstance(before.type, Dict) and isinstance(node.op, ast.BitOr):
            self.update_dict(before, value)
            return before
        return self.operate(node.op, before, value, node)

    def _changed_in_its_way(self, node: ast.AugAssign, before: Value, value: Value) -> Value:
        """By the method `__iadd__` or the like of an object's class."""
        if isinstance(before.type, Union):
            message = f"{show(before.type)} is changed by an operator"
            raise CompileError(message, "test with isinstance(…) first")
        found = self.call_own(before, in_place_name(node.op), value)
        assert found is not None
        return found

    def _changed_set(self, node: ast.AugAssign, before: Value, value: Value) -> Value:
        """`a &= b` and so on: the keys are chosen anew and put into the place of the old ones."""
        kind, other = before.type, value.type
        assert isinstance(kind, Set) and isinstance(other, Set)
        if isinstance(node.op, ast.BitOr):
            self.chosen_keys(self.site(node), value, None, before)
            return before
        key = other.key if isinstance(node.op, ast.BitXor) and other.key is not None else kind.key
        if key is not None:
            self.widen(before, key, "key")
        made = self.set_operation(node.op, before, value, self.site(node))
        if getattr(made.type, "key", None) is not None:
            self.replace_content(before, made)
        return before

    def replace_content(self, container: Value, other: Value) -> None:
        """Give a list or set the items of another one, which is used nowhere else."""
        self.copy_words(container.text, other.text, 3)

    def assign(self, target: ast.expr, value: Value) -> None:
        """Give a target a value."""
        assert self.env is not None
        if isinstance(target, ast.Name):
            self._assign_name(target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._unpack(target.elts, value, target)
        elif isinstance(target, ast.Subscript):
            self._set_item(target, value)
        elif isinstance(target, ast.Attribute):
            owner = self.keep(self.expr(target.value))
            self.set_attribute(owner.get(), target.attr, value)
        else:
            raise CompileError("this cannot be assigned to")

    def _assign_name(self, name: str, value: Value) -> None:
        owner = self.context.owner(name)
        if owner is None:
            raise CompileError(f"{name} is a variable of the module and cannot be changed")
        value = self.forced(value)
        if isinstance(value.known, LocalFunction) and is_set_again(owner, name):
            value = self.argument(value)  # one of several functions
        if isinstance(value.known, BoundMethod):
            value = self.argument(value)
        variable = owner.prefix + name
        self.set_name(variable, value)
        if name in owner.code.unsure or owner.locals is not owner.code.locals:
            self.do(f"store i1 true, ptr {self.flag(variable)}")

    def _set_item(self, target: ast.Subscript, value: Value) -> None:
        if isinstance(target.slice, ast.Slice):
            self._set_slice(target, value)
            return
        container = self.keep(self.expr(target.value))
        index = self.expr(target.slice)
        self.set_index(container.get(), index, self.materialized(self.argument(value)))

    def _set_slice(self, target: ast.Subscript, value: Value) -> None:
        """`items[a:b] = values`: the list is made anew and put in its place."""
        assert isinstance(target.slice, ast.Slice)
        container = self.keep(self.expr(target.value))
        kind = container.type
        if not isinstance(kind, List):
            raise CompileError(f"a slice of {show(kind)} cannot be set")
        if target.slice.step is not None:
            raise CompileError("a slice with a step is set", "write a loop")
        new = self.list_from(self.materialized(self.argument(value)), self.site(target))
        if isinstance(new.type, List) and new.type.item is not None:
            self.widen(container.get(), new.type.item)
        self._replace_slice(container, target.slice, new)

    def _replace_slice(self, container: Any, place: ast.Slice, new: Value) -> None:
        lower, upper = place.lower, place.upper
        ends = [None if e is None else self.expr(e) for e in (lower, upper)]
        size = self.length(container.get())
        start, count, _ = self._slice_bounds([*ends, None], size.text)
        stop = self.op(f"add i64 {start}, {count}")
        first = self.sliced(container.get(), [self.constant_int(0), self._int(start), None])
        last = self.sliced(container.get(), [self._int(stop), None, None])
        is_empty = isinstance(new.type, List) and new.type.item is None
        whole = self.concatenated([first, last] if is_empty else [first, new, last])
        self.replace_content(container.get(), whole)

    def _int(self, text: str) -> Value:
        from outply.compiler.types import INT

        return Value(INT, text)

    def _unpack(self, targets: list[ast.expr], value: Value, node: ast.expr) -> None:
        value = self._with_items(value, node)
        if isinstance(value.type, Union):
            if len(self._fitting(value.type, targets)) > 1:
                self._unpack_each(targets, value, node)
                return
            self._unpack(targets, self._unpackable(value, targets), node)
            return
        stars = [i for i, t in enumerate(targets) if isinstance(t, ast.Starred)]
        kind = value.type
        if isinstance(kind, (Row, Tuple, Struct)) and is_sequence(kind) and not stars:
            self._unpack_tuple(targets, value, kind)
        else:
            self._unpack_span(targets, stars, self.keep(value))

    def _with_items(self, value: Value, node: ast.expr) -> Value:
        """A plan, a range, an iterator or an object with `__iter__` as a tuple."""
        if isinstance(value.known, Plan) and isinstance(value.type, Known):
            value = self.tupled(value.known, self.site(node))
        is_iterator = isinstance(value.type, Iterator_) or value.type == RANGE
        is_iterator = is_iterator or bool(self.own_method(value.type, "__iter__"))
        return self.tupled(self.plan_of(value), self.site(node)) if is_iterator else value

    def _unpack_tuple(
        self, targets: list[ast.expr], value: Value, kind: Row | Tuple | Struct
    ) -> None:
        if kind.size != len(targets):
            more = "too many" if kind.size > len(targets) else "not enough"
            self.fail(ValueError, f"{more} values to unpack (expected {len(targets)})")
            raise Unreachable
        value = self.copied(value) if len(targets) > 1 else value
        for target, item in zip(targets, self.items(value), strict=True):
            self.assign(target, item)

    def _fitting(self, kind: Union, targets: list[ast.expr]) -> list[Type]:
        """Those alternatives of a union that may have as many items as there are targets."""
        has_star = any(isinstance(target, ast.Starred) for target in targets)

        def fits(kind: Type) -> bool:
            fixed = isinstance(kind, (Row, Tuple, Struct))
            return kind != NONE and (has_star or not fixed or kind.size == len(targets))  # type: ignore[attr-defined]

        return [item for item in kind.items if fits(item)]

    def _unpackable(self, value: Value, targets: list[ast.expr]) -> Value:
        """Of a union, the alternative with as many items as there are targets."""
        kind = value.type_as(Union)
        fitting = self._fitting(kind, targets)
        if not fitting:
            return self.one_of(value, lambda kind: kind != NONE, "unpacking")
        index = kind.items.index(fitting[0])
        other = self.op(f"icmp ne i64 {self.op(f'load i64, ptr {value.text}')}, {index}")
        self.fail_if(other, ValueError, f"not {len(targets)} values to unpack")
        return self.item(value, index)

    def _unpack_each(self, targets: list[ast.expr], value: Value, node: ast.expr) -> None:
        """Unpack a union of which several alternatives fit: each in its own way."""
        ends: list[Edge] = []
        self.lists.append(ends)
        for one in self.alternatives(value):
            self.attempt(lambda one=one: self._unpack(targets, one, node))  # type: ignore[misc]
            self.edge(ends)
        self.lists.pop()
        self.meet(ends)

    def _unpack_span(self, targets: list[ast.expr], stars: list[int], kept: Any) -> None:
        size = self.length(kept.get())
        wanted, test = len(targets) - len(stars), "slt" if stars else "ne"
        if size.is_known:
            wrong = "true" if (size.known < wanted if stars else size.known != wanted) else "false"
        else:
            wrong = self.op(f"icmp {test} i64 {size.text}, {wanted}")
        self.fail_if(wrong, ValueError, f"not enough or too many values to unpack, {wanted} wanted")
        for index, target in enumerate(targets):
            if isinstance(target, ast.Starred):
                self._unpack_rest(target, index, len(targets) - index - 1, kept)
                continue
            at = index if not stars or index < stars[0] else index - len(targets)
            self.assign(target, self.index(kept.get(), self.constant_int(at)))

    def do_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
                self._set_slice(target, self.empty_list(self.site(target, "none")))
            elif isinstance(target, ast.Subscript):
                container = self.keep(self.expr(target.value))
                self.delete_index(container.get(), self.expr(target.slice))
            elif isinstance(target, ast.Name) and target.id in self.context.locals:
                self._unset_name(target.id)
            else:
                raise CompileError("this cannot be deleted")

    def _unset_name(self, name: str) -> None:
        """`del name`: the variable is not set from here on."""
        owner = self.context.owner(name)
        if owner is not self.context:
            raise CompileError("this cannot be deleted")
        variable = owner.prefix + name
        kind = (self.env or {}).get(variable)
        if kind is None or isinstance(kind, Maybe):
            self.variable(variable, name)  # it must be set
        assert self.env is not None
        self.do(f"store i1 false, ptr {self.flag(variable)}")
        self.unset.add(variable)
        self.env = {n: k for n, k in self.env.items() if n != variable}

    def do_Return(self, node: ast.Return) -> None:
        made = self.construct_result(node.value)
        if made is None:
            made = self.expr(node.value) if node.value else Value(NONE, known=None)
        self.on_return(made)

    def do_FunctionDef(self, node: ast.FunctionDef) -> None:
        for decorator in node.decorator_list:
            if not self._is_cache(decorator):
                raise CompileError(
                    "a nested function with a decorator cannot be compiled", "remove the decorator"
                )
        value = self.define(node)
        assert isinstance(value.known, LocalFunction)
        if node.decorator_list:
            self.module.cached[value.known.code] = None
        self._assign_name(node.name, value)

    def _is_cache(self, node: ast.expr) -> bool:
        """Whether a decorator is `functools.cache`, which changes no answer."""
        called = node.func if isinstance(node, ast.Call) else node
        return self.expr(called).known in (functools.cache, functools.lru_cache)

    # -- branches and loops -------------------------------------------------------------------

    def do_If(self, node: ast.If) -> None:
        known = self.known_truth(node.test)
        if known is not None:
            self.block(node.body if known else node.orelse)
            return
        yes, no = self.label(), self.label()
        edges: list[Edge] = []
        self.lists.append(edges)
        self.test(node.test, yes, no, yes if isinstance(node.body[-1], ast.Raise) else "")
        env, narrowed = self.env, self.narrowings(node.test)
        for label, body, holds in ((yes, node.body, True), (no, node.orelse, False)):
            self.env = env
            self.start(label)
            self.narrow_or_end(narrowed, holds)
            self.block(body)
            self.edge(edges)
        self.lists.pop()
        self.meet(edges)

    def _unpack_rest(self, target: ast.Starred, index: int, later: int, kept: Any) -> None:
        """`*rest` among the targets."""
        stop = self.constant_int(-later) if later else None
        part = self.sliced(kept.get(), [self.constant_int(index), stop, None])
        self.assign(target.value, self.list_from(part, self.site(target)))

    def do_Continue(self, node: ast.Continue) -> None:
        self.edge(self.loops[-1][0])

    def do_Break(self, node: ast.Break) -> None:
        self.edge(self.loops[-1][1])

    def do_While(self, node: ast.While) -> None:
        known = self.known_truth(node.test)
        breaks: list[Edge] = []
        mark = self.mark_region()

        def write() -> Env | None:
            head, body, end = self.label(), self.label(), self.label()
            self.go_on_at(head)
            begin = env = self.env
            narrowed: list[Narrowing] = []
            if known is None:
                self.test(node.test, body, end)
                env, narrowed = self.env, self.narrowings(node.test)
            else:
                self.jump(body if known else end)
            self.start(body)
            self.narrow_or_end(narrowed, True)
            back = (
                self.body_of(lambda: self.block(node.body), breaks) if known is not False else None
            )
            if back is not None:
                self.release_turn(mark)
                self.convert_back(begin, back)
                self.jump(head)
            elif known is False:
                self.jump(end)
            self.env = None
            if not known:
                self.start(end)
                self.env = after_loop(env, back)
                self.narrow_or_end(narrowed, False)
            return back

        self.lists.append(breaks)
        self.loop_key = self._key_of(node)
        self.fixed_point(write)
        self._finish_loop(node, breaks)

    def do_For(self, node: ast.For) -> None:
        breaks: list[Edge] = []
        ends: list[Edge] = []
        self.lists += [ends, breaks]
        mark_as_followed(node.iter)
        value = self.unaliased(node.iter, node)
        plan = self.plan_of(value)
        if isinstance(plan, GeneratorCall):
            plan.is_short = self._is_short(node.body)
        elif isinstance(plan, Indexed) and value.is_known and (plan.known_size or 99) <= MOST_TURNS:
            plan.unrolled = self._is_short(node.body)
            plan.is_left = any(isinstance(inner, LEAVING) for inner in walk(node))
        last, scan = plan.known_size, self.scan(node, plan)
        plan, statements = (scan or plan), (_within_if(node) if scan else node.body)
        mark = self.mark_region() if isinstance(plan, (Indexed, ListPlan, While)) else ""

        def body(item: Value) -> Env | None:
            def write() -> None:
                self.assign(node.target, item)
                self.block(statements)

            back = self.body_of(write, breaks)
            if mark:
                self.release_turn(mark)
            return back

        self.loop_key = self._key_of(node)
        plan.emit(self, body, ends)
        self.loop_key = None
        self.end_at(ends)
        self.lists.pop(-2)
        if scan and last is not None and self.env is not None:
            self.assign(node.target, self.constant_int(last - 1))
        self._finish_loop(node, breaks)

    def _is_short(self, body: list[ast.stmt]) -> bool:
        """Whether several copies of a loop's body, and of what it yields to, are no burden."""
        nodes = [node for statement in body for node in walk(statement)]
        if len(nodes) > SHORT:
            return False
        if not any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes):
            return True
        if not self.generators or any(isinstance(node, (ast.For, ast.While)) for node in nodes):
            return False
        return self.generators[-1].is_short and self.generators[-1].code.yields == 1

    def _key_of(self, node: ast.stmt) -> Any:
        return id(node), tuple(map(id, self.inlined))

    def _finish_loop(self, node: ast.For | ast.While, breaks: list[Edge]) -> None:
        if self.env is not None:
            self.block(node.orelse)
        self.lists.pop()
        self.end_at(breaks)

    # -- exceptions ---------------------------------------------------------------------------

    def do_Raise(self, node: ast.Raise) -> None:
        if node.exc is None:
            if not self.caught:
                raise CompileError("there is no exception to raise again")
            self.fail_with(self.op(f"load i32, ptr {self.caught[-1]}"))
            return
        kind = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        thing = self.expr(kind).known
        if not (isinstance(thing, type) and issubclass(thing, BaseException)):
            raise CompileError("expected an exception")
        self.fail(thing, _message(node.exc))

    def do_Assert(self, node: ast.Assert) -> None:
        yes, no = self.label(), self.label()
        self.test(node.test, yes, no, unlikely=no)
        env, narrowed = self.env, self.narrowings(node.test)
        self.start(no)
        self.fail(AssertionError, "")
        self.env = env
        self.start(yes)
        self.narrow(narrowed, True)

    def do_Try(self, node: ast.Try) -> None:
        if node.finalbody:
            self._try_finally(node)
        else:
            self._try_except(node)

    def _try_finally(self, node: ast.Try) -> None:
        """The last lines stand on each way out: the end, an error, return, break and continue."""
        if any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in walk(node)):
            hint = "write its lines behind the try"
            raise CompileError("a yield in a try with finally cannot be compiled", hint)
        status, result = self.alloca("i32", "0"), self.temporary("result")
        ways = [list[Edge]() for _ in range(5)]
        self.lists += ways
        self._protected_body(node, status, result, ways)
        after: list[Edge] = []
        self.lists.append(after)
        self._final_bodies(node.finalbody, self._ways_out(status, result, ways, after))
        del self.lists[-6:]
        self.meet(after)

    def _protected_body(
        self, node: ast.Try, status: str, result: str, ways: list[list[Edge]]
    ) -> None:
        """What stands before `finally`, with all ways out of it noted."""
        errors, returns, breaks, continues, ends = ways
        outer = self.on_return

        def returned(value: Value) -> None:
            self.set_name(result, self.copied(self.materialized(self.argument(value))))
            self.edge(returns)

        self.handlers.append(Handler(status, errors))
        self.loops.append((continues, breaks))
        self.on_return = returned
        if node.handlers:
            self._try_except(node)
        else:
            self.block([*node.body, *node.orelse])
        self.on_return = outer
        self.loops.pop()
        self.handlers.pop()
        self.edge(ends)

    def _ways_out(
        self, status: str, result: str, ways: list[list[Edge]], after: list[Edge]
    ) -> tuple[WayOut, ...]:
        """Each way out of a `try`, and how it goes on behind `finally`."""
        errors, returns, breaks, continues, ends = ways
        return (
            (errors, lambda: self.fail_with(self.op(f"load i32, ptr {status}"))),
            (returns, lambda: self._return_kept(result)),
            (breaks, lambda: self.edge(self.loops[-1][1])),
            (continues, lambda: self.edge(self.loops[-1][0])),
            (ends, lambda: self.edge(after)),
        )

    def _final_bodies(self, body: list[ast.stmt], ways_out: tuple[WayOut, ...]) -> None:
        """The lines of `finally`, once on each way out."""
        for edges, leave in ways_out:
            self.meet(edges)
            if self.env is not None:
                self.block(body)
            if self.env is not None:
                leave()

    def _return_kept(self, name: str) -> None:
        value = self.get_name(name)
        assert self.env is not None
        self.env = {n: k for n, k in self.env.items() if n != name}
        self.on_return(value)

    def _try_except(self, node: ast.Try) -> None:
        status, edges = self.alloca("i32", "0"), list[Edge]()
        ends: list[Edge] = []
        self.lists += [edges, ends]
        self._tried_body(node, Handler(status, edges))
        self.edge(ends)
        self.meet(edges)
        if self.env is not None:
            self._write_handlers(node, status, ends)
        del self.lists[-2:]
        self.meet(ends)

    def _tried_body(self, node: ast.Try, handler: Handler) -> None:
        self.handlers.append(handler)
        self.block(node.body)
        self.handlers.pop()
        if self.env is not None:
            self.block(node.orelse)

    def _write_handlers(self, node: ast.Try, status: str, ends: list[Edge]) -> None:
        caught = self.op(f"load i32, ptr {status}")
        env = self.env
        for handler in node.handlers:
            yes, no = self.label(), self.label()
            kinds = self.classes(handler.type) if handler.type else (Exception,)
            if not kinds:
                raise CompileError("an exception belongs behind except")
            self.lines.append(Caught(self.module, caught, kinds, yes, no))
            self.start(yes)
            self.env = env
            self.caught.append(status)
            if handler.name is not None:
                self._name_exception(handler.name)
            self.block(handler.body)
            self.caught.pop()
            self.edge(ends)
            self.start(no)
        self.env = env
        self.fail_with(caught)

    def _name_exception(self, name: str) -> None:
        """`as error`: compiled code knows which exception it was, not what it said."""
        owner = self.context.owner(name)
        assert owner is not None and self.env is not None
        clash = NoJointType("the text of an exception is not known", "use a text of your own")
        self.env = {**self.env, owner.prefix + name: clash}

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.caught: list[str] = []

    UNDER_WAY = (*Unreached.UNDER_WAY, "caught")


def _within_if(loop: ast.For) -> list[ast.stmt]:
    """The statements of the `if` that is the body of a loop."""
    assert isinstance(loop.body[0], ast.If)
    return loop.body[0].body


def _refused(statement: ast.stmt) -> CompileError:
    """Why a kind of statement cannot be compiled."""
    if isinstance(statement, ast.ClassDef):
        return CompileError(
            "a class in a function cannot be compiled", "define it outside of the function"
        )
    if isinstance(statement, ast.TryStar):
        return CompileError("except* cannot be compiled", "use except")
    if isinstance(statement, ast.AsyncFunctionDef):
        return CompileError("async def cannot be compiled", "use def")
    return CompileError("with cannot be compiled", "write its lines without it")


def _message(node: ast.expr) -> str:
    """What an exception says: its text, or its source where that is computed."""
    if not isinstance(node, ast.Call) or not node.args:
        return ""
    first = node.args[0]
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        return first.value
    return ast.unparse(first)
