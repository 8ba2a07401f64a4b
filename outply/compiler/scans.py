"""Loops over the squares of a board whose body is one `if`: all squares are tested first.

    for square in range(64):                       found = 0
        if cells[square] == mine:                  for square in range(64):
            moves += steps(cells, square)   →          found |= (cells[square] == mine) << square
                                                   while found:
                                                       square = index of the lowest bit
                                                       found &= found - 1
                                                       moves += steps(cells, square)

LLVM makes vectors of the first loop. A processor guesses badly which squares a board's pieces are
on, and each wrong guess costs as much as the test of several squares.

The test must not raise an exception, read what the body changes, or call what does more than
return a number; the body must go through all turns, and be long enough for that to pay.
"""

from __future__ import annotations

import ast
import re

from outply.compiler.calls import CallLine
from outply.compiler.container_types import Row, Struct, Tuple
from outply.compiler.flow import DeferredLine, Fail, Return, Unreachable
from outply.compiler.local_functions import BoundMethod, LocalFunction
from outply.compiler.loops import Plan, RangePlan, While
from outply.compiler.module import Instance
from outply.compiler.object_types import Known, Reference
from outply.compiler.patterns import Patterns
from outply.compiler.refusals import CompileError
from outply.compiler.syntax import walk
from outply.compiler.types import BITS, BOOL, FLOAT, INT, Type, Value

__all__ = ["Scans"]

FEWEST, MOST = 16, 64  # turns: with fewer it does not pay, and more do not fit one number
PLAIN = (
    *(ast.Name, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Subscript),
    *(ast.Attribute, ast.Call, ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop),
)
LEAVING = (
    *(ast.Break, ast.Return, ast.Raise, ast.Yield, ast.YieldFrom, ast.Try, ast.TryStar),
    *(ast.With, ast.Match, ast.FunctionDef, ast.Lambda, ast.Nonlocal, ast.ClassDef),
)
HARMLESS = re.compile(
    r"\w+:$|  br |  store .*, ptr %m\d+$|  %\w+ = (load|icmp|fcmp|add|sub|mul|and|or|xor|shl|lshr"
    r"|ashr|zext|sext|trunc|select|getelementptr) "
)


class Scans(Patterns):
    """Loops over a range whose body is one `if`."""

    scanned: tuple[object, str, int] | None = None  # whose variable, its name, and its bound

    def scan(self, node: ast.For, plan: Plan) -> While | None:
        """A loop over those numbers for which the body's `if` holds; None if it stays as it is."""
        size = plan.known_size or 0
        if not (FEWEST <= size <= MOST and isinstance(plan, RangePlan) and self._is_scan(node)):
            return None
        mark, env, before = len(self.lines), self.env, self.under_way()
        assert isinstance(node.target, ast.Name)
        self.scanned = (self.context, node.target.id, size)
        try:
            place = self._mask(node, size)
        except (CompileError, Unreachable):
            place = ""
            self.take_up(before)
        self.scanned = None
        self.env = env
        if not (place and are_harmless(self.lines[mark:])):
            del self.lines[mark:]
            return None
        return While(lambda end: self._next_of(place, size, end))

    def of_Subscript(self, node: ast.Subscript) -> Value:
        if self.scanned is None or not isinstance(node.slice, ast.Name):
            return super().of_Subscript(node)
        context, name, bound = self.scanned
        if context is not self.context or name != node.slice.id:
            return super().of_Subscript(node)
        value, index = self.expr(node.value), self.expr(node.slice)
        self.container_types[node] = value.type
        if isinstance(value.type, Row) and value.type.size >= bound:
            return self.at_index(self.span_of(value), index.text)
        return self._item_at(value, index)

    def _is_scan(self, node: ast.For) -> bool:
        """Whether a loop can be written so, as far as its text tells."""
        match node:
            case ast.For(
                target=ast.Name(),
                iter=ast.Call(func=ast.Name(id="range"), args=[_]),
                body=[ast.If(test=test, body=body, orelse=[])],
            ):
                inner = [each for statement in body for each in walk(statement)]
            case _:
                return False
        if self.handlers or any(isinstance(each, LEAVING) for each in inner):
            return False
        if not any(isinstance(each, ast.Call) for each in inner):
            return False
        own = walk(self.context.code.node)
        return self._is_plain(test, node) and not any(isinstance(n, ast.Nonlocal) for n in own)

    def _is_plain(self, test: ast.expr, loop: ast.For) -> bool:
        """Whether a test reads only numbers and tuples, which the loop leaves as they are."""
        nodes = list(walk(test))
        if not all(isinstance(node, PLAIN) for node in nodes):
            return False
        target = loop.target.id if isinstance(loop.target, ast.Name) else ""
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        found = [n for s in loop.body for n in walk(s) if isinstance(n, ast.Name)]
        changed = {name.id for name in found if not isinstance(name.ctx, ast.Load)}
        if target not in names or changed & names:
            return False
        return all(map(self._is_steady, names - {target}))

    def _is_steady(self, name: str) -> bool:
        owner = self.context.owner(name)
        if owner is None:
            return True
        kind = (self.env or {}).get(owner.prefix + name)
        return owner is self.context and kind is not None and _is_fixed(kind)

    def _mask(self, node: ast.For, size: int) -> str:
        """Where the number is kept whose bits say for which squares the test holds."""
        assert isinstance(node.body[0], ast.If)
        test, place = node.body[0].test, self.counter()
        written = []

        def add(at: str) -> None:
            self.assign(node.target, Value(INT, at))
            bit = self.op(f"zext i1 {self._bit(test)} to i64")
            moved = self.op(f"shl i64 {bit}, {at}")
            before = self.op(f"load i64, ptr {place}")
            self.do(f"store i64 {self.op(f'or i64 {before}, {moved}')}, ptr {place}")
            written.append(at)

        self.repeat(str(size), add, f", !llvm.loop {self.module.rolled()}")
        return place if written else ""

    def _bit(self, node: ast.expr) -> str:
        """Whether a condition holds; all its parts are computed, for none of them can fail."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.op(f"xor i1 {self._bit(node.operand)}, true")
        if not isinstance(node, ast.BoolOp):
            return self.truth_of(node)
        first, *others = node.values
        found = self._bit(first)
        for each in others:
            bit = self._bit(each)
            ways = f"i1 {bit}, i1 false" if isinstance(node.op, ast.And) else f"i1 true, i1 {bit}"
            found = self.op(f"select i1 {found}, {ways}")
        return found

    def _next_of(self, place: str, size: int, end: str) -> Value:
        """The index of the lowest bit, which is taken away."""
        bits, further = self.op(f"load i64, ptr {place}"), self.label()
        self.enter_if(self.op(f"icmp ne i64 {bits}, 0"), further, end)
        at = self.op(f"call i64 @llvm.cttz.i64(i64 {bits}, i1 true)")
        lower = self.op(f"add i64 {bits}, -1")
        self.do(f"store i64 {self.op(f'and i64 {bits}, {lower}')}, ptr {place}")
        if size < MOST:
            self.do(f"call void @llvm.assume(i1 {self.op(f'icmp ult i64 {at}, {size}')})")
        return Value(INT, at)


def are_harmless(lines: list[str | DeferredLine]) -> bool:
    """Whether code computes something and does nothing else, whatever the values are."""
    calls = [line for line in lines if isinstance(line, CallLine)]
    if not all(_is_pure(call.callee) and not call.out for call in calls):
        return False
    never = {call.status for call in calls}  # of calls that cannot raise
    return all(_is_harmless(line, never) for line in lines)


def _is_harmless(line: str | DeferredLine, never: set[str]) -> bool:
    if isinstance(line, Fail):
        return line.status in never
    return isinstance(line, CallLine) or (isinstance(line, str) and bool(HARMLESS.match(line)))


def _is_pure(callee: Instance) -> bool:
    """Whether a function is finished, and computes a number from others in a straight line."""
    if callee.under_way or callee.raises or callee.uses_context or callee.has_out:
        return False
    *inner, last = callee.lines
    is_straight = all(isinstance(line, str) and HARMLESS.match(line) for line in inner)
    return isinstance(last, Return) and is_straight and not callee.calls


def _is_fixed(kind: Type) -> bool:
    if isinstance(kind, Reference):
        return _is_fixed(kind.type)
    if isinstance(kind, (Row, Tuple, Struct)):
        return all(map(_is_fixed, set(kind.items)))
    if isinstance(kind, Known):  # a function in a function may read what the loop changes
        return not isinstance(kind.value, (LocalFunction, BoundMethod, Plan))
    return kind in (INT, BITS, FLOAT, BOOL)
