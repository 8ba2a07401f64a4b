"""Whether what a lazy value reads may change before the lazy value is used.

Compiled code computes a generator, `zip(…)`, `iter(…)` or `d.values()` that is kept, returned or
handed on at once. Python computes it when it is used. Both agree if nothing that it reads changes
in between. What may happen in between, the *lifetime*, is found in the text of the function:

    kept in a variable that is only consumed   what follows, as far as its last use
    consumed or handed on where it is made     the rest of the statement; of a `for`, its body
    returned                                   `finally` blocks; the caller looks at its own
    kept in anything else                      all that follows
    made in a loop, used in another turn       the whole loop

`changes.py` finds what changes a value. A variable is *sole* if nothing else refers to its value:
then only what names the variable changes the value. Otherwise any change of a value that is not
sole counts.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count, cycle, repeat
from typing import Any

from outply.compiler.changes import changes_by, is_pythons, stores
from outply.compiler.escape import fresh_variables, sole_variables
from outply.compiler.source import (
    COMPREHENSIONS,
    Code,
    free_names,
    global_object,
    global_path,
    remembered,
)
from outply.compiler.syntax import SCOPES, children, walk
from outply.compiler.used_at_once import is_used_at_once

__all__ = [
    "Lifetime",
    "called_at_once",
    "eager_names",
    "is_endless",
    "lazy_names",
    "lifetime_of",
    "values_of",
]

KEEPING = {"append", "add", "insert", "appendleft", "setdefault"}  # methods that keep what they get
COPIES = {
    *("list", "tuple", "sorted", "set", "frozenset", "dict", "len", "sum", "min", "max", "any"),
    *("all", "str", "bool", "int", "range", "deepcopy"),
}
LOOPS = ast.For | ast.While
YIELDS = ast.Yield | ast.YieldFrom


# -- names ------------------------------------------------------------------------------------


def lazy_names(made: ast.AST) -> set[str]:
    """The names that an expression reads only when its value is used."""
    found: set[str] = set()
    for node in walk(made):
        if isinstance(node, ast.Lambda):
            found |= _of_lambda(node)
        elif isinstance(node, ast.GeneratorExp):
            first, *others = node.generators
            parts = [node.elt, *first.ifs, *others]
            found |= set().union(*map(free_names, parts)) - _targets(node)
    return found


def called_at_once(made: ast.AST) -> set[str]:
    """The functions that an expression only calls to compute the arguments of its own call."""
    arguments = (
        [*made.args, *(k.value for k in made.keywords)] if isinstance(made, ast.Call) else []
    )
    inner = [node for argument in arguments for node in walk(argument)]
    if any(isinstance(node, (ast.Lambda, ast.GeneratorExp)) for node in inner):
        return set()
    called = [node.func for node in inner if isinstance(node, ast.Call)]
    names = {function.id for function in called if isinstance(function, ast.Name)}
    others = [n for n in walk(made) if isinstance(n, ast.Name) and n not in called]
    return names - {n.id for n in others}


def eager_names(made: ast.AST, is_copied: Callable[[ast.expr], bool]) -> set[str]:
    """The names whose values an expression refers to, without those that it copies first."""
    if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id in COPIES:
        if all(map(is_copied, made.args)):
            return set()
    elif isinstance(made, ast.Subscript) and isinstance(made.slice, ast.Slice):
        if is_copied(made.value):
            return set()
    elif isinstance(made, (ast.ListComp, ast.SetComp, ast.DictComp, ast.Compare)):
        return set()
    if isinstance(made, ast.Name):
        return {made.id}
    parts = children(made)
    found = set().union(*(eager_names(part, is_copied) for part in parts))
    if isinstance(made, COMPREHENSIONS):
        found -= _targets(made)
        found |= eager_names(made.generators[0].iter, is_copied)
    if isinstance(made, ast.Lambda):
        found -= {n.arg for n in walk(made.args) if isinstance(n, ast.arg)}
    return found


def _targets(node: Any) -> set[str]:
    return set().union(*(free_names(part.target) for part in node.generators))


def _of_lambda(node: ast.Lambda) -> set[str]:
    return free_names(node.body) - {n.arg for n in walk(node.args) if isinstance(n, ast.arg)}


def values_of(name: str, code: Code) -> list[ast.expr]:
    """The expressions that a function gives a variable."""
    found: list[ast.expr] = []
    for node in code.nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=value):
                found += [value] * (target == name)
            case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value):
                found += [value] * (target == name)
            case ast.NamedExpr(target=ast.Name(id=target), value=value):
                found += [value] * (target == name)
    return found


def is_endless(made: ast.AST, code: Code) -> bool:
    """Whether an expression reads an iterator that never ends, so that no list can be made."""
    calls = [node for node in walk(made) if isinstance(node, ast.Call)]
    called = [(global_path(call.func, code), len(call.args)) for call in calls]
    return any(f in (count, cycle) or (f is repeat and size == 1) for f, size in called)


# -- lifetimes ------------------------------------------------------------------------------------


@dataclass
class Lifetime:
    """What a function may do between the making of a lazy value and its last use."""

    code: Code
    made: ast.AST
    nodes: list[ast.AST]
    outlives: bool = False  # the value may be used after the function has returned, or elsewhere
    returned: bool = False
    is_handed_on: bool = False  # another function receives it
    kept_in: str = ""  # the variable that it is assigned to
    later: list[ast.AST] = field(default_factory=list)  # all that may happen after the making

    def of_view(self) -> Lifetime:
        """The same for a view of a dict, which the callers of the function do not look at."""
        nodes = self.later if self.is_handed_on else self.nodes
        return replace(self, nodes=nodes, outlives=self.outlives or self.returned)

    def sets(self, name: str) -> bool:
        """Whether a variable may be set meanwhile."""
        is_set = any(isinstance(n, ast.Name) and n.id == name and stores(n) for n in self.nodes)
        return is_set or _is_nonlocal(self.code, name)

    def uses(self, name: str) -> bool:
        """Whether the value of a variable may be used afterwards."""
        if name == self.kept_in:
            return False
        return any(isinstance(n, ast.Name) and n.id == name for n in self.later)

    def changes(self, name: str, is_deep: bool, may_change: Callable[[str], bool]) -> bool:
        """Whether the value of a variable may be changed meanwhile, if deep also its items."""
        is_sole = name in sole_variables(self.code) and not is_deep
        if not is_sole and (self.outlives or any(isinstance(n, YIELDS) for n in self.nodes)):
            return True
        for node in self.nodes:
            if not is_sole and _calls_inside(node, self.code):
                return True
            for change in changes_by(node, self.code, self.made):
                other = change.name
                if other == name:
                    return True
                if other == self.kept_in or is_sole or not may_change(other):
                    continue
                if not self._is_another(other, change.is_deep, name, is_deep):
                    return True
        return False

    def _is_another(self, other: str, other_deep: bool, name: str, is_deep: bool) -> bool:
        """Whether two variables cannot refer to one value."""
        if other_deep:
            return False
        if other in sole_variables(self.code):
            return True
        fresh = fresh_variables(self.code)
        is_given = name in self.code.parameters and name not in self.code.stored
        return not is_deep and other in fresh and (name in fresh or is_given)


def lifetime_of(code: Code, made: ast.AST) -> Lifetime:
    """What may happen before a lazy value that an expression makes is used for the last time."""
    known: dict[ast.AST, Lifetime] = code.__dict__.setdefault("_lifetimes", {})
    if made not in _order(code):  # it stands in no statement: a default
        return Lifetime(code, made, code.nodes, outlives=True, later=code.nodes)
    if made not in known:
        known[made] = _Finder(code, made).lifetime()
    return known[made]


CONSUMERS = (
    *(ast.For, ast.comprehension, ast.Expr, ast.Compare, ast.YieldFrom, ast.Starred, ast.Attribute),
    *(ast.FormattedValue, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.If, ast.While, ast.Match),
)
"""What uses up a lazy value within its statement."""


class _Finder:
    def __init__(self, code: Code, made: ast.AST) -> None:
        self.code, self.made = code, made
        self.parents = _parents(code)
        self.order = _order(code)

    def lifetime(self) -> Lifetime:
        later = self._rest(None) + self._loops_around()
        lifetime = Lifetime(self.code, self.made, later, later=later)
        match parent := self._user():
            case None:  # the whole body of a lambda
                lifetime.nodes, lifetime.returned = [], True
            case ast.Return():
                lifetime.nodes, lifetime.returned = self._finally(), True
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                self._kept(lifetime, name, parent)
            case ast.Tuple() if name := self._unpacked_into(parent):
                self._kept(lifetime, name, self.parents[parent])
            case _:
                self._set_use(lifetime, parent)
        return lifetime

    def _user(self) -> ast.AST | None:
        """The statement or expression that uses the value."""
        parent = self.parents.get(self.made)
        while isinstance(parent, (ast.IfExp, ast.BoolOp, ast.keyword)):
            parent = self.parents.get(parent)
        return parent

    def _set_use(self, lifetime: Lifetime, parent: ast.AST) -> None:
        """Where the value is not given a name and not returned."""
        match parent:
            case ast.Assign(targets=[ast.Tuple() | ast.List()]) | ast.AugAssign():
                lifetime.nodes = self._rest(parent)
            case ast.NamedExpr():
                pass
            case ast.Call() if not self._keeps(parent):
                lifetime.nodes = self._rest(self._last_statement(parent))
                lifetime.is_handed_on = not is_pythons(global_object(parent.func, self.code))
            case _ if isinstance(parent, CONSUMERS):
                lifetime.nodes = self._rest(self._last_statement(parent))
            case _:
                lifetime.outlives = True

    def _unpacked_into(self, row: ast.Tuple) -> str:
        """The variable that `a, b = …, …` gives the value."""
        match self.parents.get(row):
            case ast.Assign(targets=[ast.Tuple(elts=targets)]) if self.made in row.elts:
                if len(targets) == len(row.elts):
                    target = targets[row.elts.index(self.made)]
                    return target.id if isinstance(target, ast.Name) else ""
        return ""

    def _keeps(self, call: ast.Call) -> bool:
        """Whether a call stores its argument in a container or object."""
        function = call.func
        if isinstance(function, ast.Attribute):
            return function.attr in KEEPING
        thing = global_object(function, self.code)
        return inspect.isclass(thing) and thing.__module__ not in ("builtins", "itertools")

    def _kept(self, lifetime: Lifetime, name: str, statement: ast.AST) -> None:
        """A value in a variable: it is used as far as the last place that reads the variable."""
        lifetime.kept_in = name
        reads = [
            n for n in self.code.nodes if isinstance(n, ast.Name) and n.id == name and not stores(n)
        ]
        if any(self._is_inside(n) for n in reads) or _is_nonlocal(self.code, name):
            lifetime.outlives = True
            return
        parents = [self.parents.get(n) for n in reads]
        lifetime.returned = any(isinstance(p, ast.Return) for p in parents)
        calls = [p for p in parents if isinstance(p, ast.Call)]
        called = [global_object(call.func, self.code) for call in calls]
        lifetime.is_handed_on = not all(map(is_pythons, called))
        if not all(_is_consuming(p, self) for p in parents):
            lifetime.outlives = True
            return
        following = self._following(statement)
        within = {id(n) for each in following for n in walk(each)}
        is_local = all(id(n) in within for n in reads)
        loops = [] if is_local else self._loops_around()
        last = max((self.order[n] for n in reads), default=(0, 0))
        ends = [self._end_of_use(n) for n in reads]
        last_order = max((self.order[n][1] for n in ends), default=last[1])
        lifetime.nodes = [n for n in self._rest(None) if self.order[n][0] <= last_order] + loops

    def _end_of_use(self, read: ast.AST) -> ast.AST:
        """The statement or loop that is over when a place has read a variable."""
        mine = set(map(id, self._ancestors(self.made)))
        found = self._statement(read)
        for node in self._ancestors(read):
            if isinstance(node, LOOPS) and id(node) not in mine:
                found = node
        return found

    def _ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        parent = self.parents.get(node)
        while parent is not None:
            yield parent
            parent = self.parents.get(parent)

    def _statement(self, node: ast.AST) -> ast.AST:
        """The statement of a node; the test alone of an `if`."""
        while not isinstance(node, ast.stmt):
            parent = self.parents.get(node)
            if parent is None or (isinstance(parent, ast.If) and node is parent.test):
                return node
            node = parent
        return node

    def _last_statement(self, node: ast.AST) -> ast.AST:
        """The statement of a node, or the next one where that one alone uses what it makes."""
        statement = self._statement(node)
        if isinstance(statement, ast.Assign) and is_used_at_once(statement, self.code):
            return self._following(statement)[0]
        return statement

    def _following(self, statement: ast.AST) -> list[ast.stmt]:
        """The statements that follow one in its block."""
        parent = self.parents.get(statement, self.code)
        for name in ("body", "orelse", "finalbody"):
            found = getattr(parent, name, None)
            if isinstance(found, list) and statement in found:
                return found[found.index(statement) + 1 :]
        return []

    def _rest(self, end: ast.AST | None) -> list[ast.AST]:
        """What comes behind the making in the text, as far as a node: its statement included."""
        start = self._statement(self.made)
        first, last = self.order[start][0], self.order[end][1] if end is not None else None
        own = {id(n) for n in walk(self.made)}
        # Before the value in the same statement nothing changes what it reads.
        return [
            n
            for n in self.order
            if self.order[n][0] >= first
            and (last is None or self.order[n][0] <= last)
            and id(n) not in own
        ]

    def _loops_around(self) -> list[ast.AST]:
        found: list[ast.AST] = []
        own = {id(n) for n in walk(self.made)}
        child: ast.AST = self.made
        for node in self._ancestors(self.made):
            is_repeated = isinstance(node, ast.While) or (
                isinstance(node, ast.For) and child in node.body
            )
            if is_repeated:
                found = [n for n in walk(node) if id(n) not in own]
            child = node
        return found

    def _finally(self) -> list[ast.AST]:
        tries = (node for node in self._ancestors(self.made) if isinstance(node, ast.Try))
        return [n for node in tries for each in node.finalbody for n in walk(each)]

    def _is_inside(self, node: ast.AST) -> bool:
        """Whether a node is in an inner function."""
        return any(isinstance(n, SCOPES) for n in self._ancestors(node))


def _is_consuming(parent: ast.AST | None, finder: _Finder) -> bool:
    """Whether a place takes items from a variable without keeping the iterator in another one."""
    if isinstance(parent, ast.Call):
        return not finder._keeps(parent)
    loops = ast.For | ast.comprehension | ast.Starred | ast.YieldFrom
    tests = ast.Compare | ast.If | ast.While | ast.UnaryOp
    return isinstance(parent, (loops, tests, ast.Return, ast.Attribute))


def _parents(code: Code) -> dict[ast.AST, ast.AST]:
    def find() -> dict[ast.AST, ast.AST]:
        return {child: node for node in code.nodes for child in children(node)}

    return remembered(code, "_parents", find)


def _order(code: Code) -> dict[ast.AST, tuple[int, int]]:
    """Each node with its number in the text and that of the last node in it."""
    known: dict[ast.AST, tuple[int, int]] | None = code.__dict__.get("_order")
    if known is None:
        known = code.__dict__["_order"] = {}
        for statement in code.body:
            _number(statement, known)
    return known


def _number(node: ast.AST, known: dict[ast.AST, tuple[int, int]]) -> None:
    first = len(known)
    known[node] = first, first
    for child in children(node):
        if not isinstance(child, (ast.expr_context, ast.operator, ast.cmpop, ast.boolop)):
            _number(child, known)
    known[node] = first, len(known) - 1


def _calls_inside(node: ast.AST, code: Code) -> bool:
    """Whether a node calls a function that is no global one: it may change what it can reach."""
    if not isinstance(node, ast.Call) or isinstance(node.func, ast.Attribute):
        return False
    thing = global_object(node.func, code)
    return not (inspect.isclass(thing) or inspect.isbuiltin(thing) or callable(thing))


def _is_nonlocal(code: Code, name: str) -> bool:
    """Whether an inner function sets a variable."""
    return any(isinstance(n, ast.Nonlocal) and name in n.names for n in code.nodes)
