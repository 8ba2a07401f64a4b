"""Calls whose result is only tested for emptiness: no list is built.

    def captures(cells, square):                   def captures.truth(cells, square):
        found = []                                     found = False
        for target in targets(square):                 for target in targets(square):
            if cells[target] == ENEMY:          →          if cells[target] == ENEMY:
                found.append(8 * target)                       8 * target
        return found                                           found = True
                                                       return not not found

Rules often ask `if captures(…)`, `any(captures(…) for …)` and `not self.moves(state)`. Everything
is still computed, in the same order, and raises what it raised; only lists are not built. A list
counts if its variable is used in no way but these:

    line = []     line.append(x)     line += other, line += […]     not line, if line, return line
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Any

from outply.compiler.source import COMPREHENSIONS, Code, remembered
from outply.compiler.syntax import SCOPES, walk

__all__ = ["tested_parts", "without_items"]

Parents = dict[ast.AST, ast.AST]


def tested_parts(node: ast.expr) -> Iterator[ast.expr]:
    """The parts of a condition of which only the truth is asked."""
    if isinstance(node, ast.BoolOp):
        for part in node.values:
            yield from tested_parts(part)
    elif isinstance(node, ast.IfExp):
        yield from tested_parts(node.body)
        yield from tested_parts(node.orelse)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield from tested_parts(node.operand)
    else:
        yield node


def without_items(code: Code) -> Code | None:
    """The code of a function that returns whether its result is true; None if it has no list."""
    return remembered(code, "_without_items", lambda: _without_items(code))


def _without_items(code: Code) -> Code | None:
    if code.is_generator or code.makes_first or not isinstance(code.node, ast.FunctionDef):
        return None
    if any(isinstance(node, SCOPES) for node in code.nodes):
        return None
    names = _flags(code)
    returned = [p for r in code.returns if r.value is not None for p in tested_parts(r.value)]
    if not any(isinstance(p, ast.ListComp) or _is_one_of(p, names) for p in returned):
        return None
    return _rewritten(code, names)


def _rewritten(code: Code, names: set[str]) -> Code:
    """A function whose lists are replaced by whether they have items."""
    node = _Rewriting(names).visit(copy.deepcopy(code.node))
    node.name = f"{code.name}.truth"
    hints = {name: hint for name, hint in code.hints.items() if name != "return"}
    made = Code(node, code.file, code.scope, code.cells, hints, code.defaults)
    made.is_rare = code.is_rare
    return made


def _flags(code: Code) -> set[str]:
    """The variables that hold lists of which only whether they are empty matters."""
    parents = code.parents
    uses = [node for node in code.nodes if isinstance(node, ast.Name)]
    names = {name.id for name in uses if isinstance(name.ctx, ast.Store)}
    names -= {*code.parameters, *code.keyword_only, *code.nonlocals, code.rest or ""}
    names -= _names_of_comprehensions(code)
    while True:
        wrong = {n.id for n in uses if n.id in names and not _is_flag(n, parents, names)}
        if not wrong:
            return names
        names -= wrong


def _names_of_comprehensions(code: Code) -> set[str]:
    """The variables of comprehensions, which are none of the function's own."""
    inner = [node for node in code.nodes if isinstance(node, COMPREHENSIONS)]
    targets = [part.target for node in inner for part in node.generators]
    return {n.id for target in targets for n in walk(target) if isinstance(n, ast.Name)}


def _is_flag(name: ast.Name, parents: Parents, names: set[str]) -> bool:
    """Whether a use of a list asks for no item of it."""
    parent: Any = parents.get(name)
    match parent:
        case ast.Assign(targets=[target], value=ast.List(elts=[])) if target is name:
            return True
        case ast.AnnAssign(target=target, value=ast.List(elts=[])) if target is name:
            return True
        case ast.AugAssign(op=ast.Add(), target=target, value=value) if target is name:
            return _is_flag_or_list(value, names)
        case ast.AugAssign(op=ast.Add(), target=ast.Name(id=target)):
            return target in names
        case ast.Attribute(attr="append"):
            return _is_plain_call(parents[parent], parent, parents)
    return isinstance(name.ctx, ast.Load) and _is_tested(name, parents)


def _is_flag_or_list(node: ast.expr, names: set[str]) -> bool:
    return isinstance(node, ast.ListComp) or _is_one_of(node, names)


def _is_plain_call(node: ast.AST, function: ast.AST, parents: Parents) -> bool:
    """Whether a statement calls a function with one argument."""
    match node:
        case ast.Call(args=[argument], keywords=[]):
            is_plain = node.func is function and not isinstance(argument, ast.Starred)
            return is_plain and isinstance(parents.get(node), ast.Expr)
    return False


def _is_one_of(node: ast.AST, names: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _is_tested(node: ast.AST, parents: Parents) -> bool:
    """Whether only the truth of an expression is asked, here or by who called the function."""
    parent = parents.get(node)
    match parent:
        case ast.Return() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.If() | ast.While():
            return node is parent.test
        case ast.IfExp():
            return node is parent.test or _is_tested(parent, parents)
        case ast.BoolOp():
            return _is_tested(parent, parents)
    return False


class _Rewriting(ast.NodeTransformer):
    """Lists become flags; what is returned becomes whether it is true."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if _is_one_of(node.targets[0], self.names):
            node.value = ast.copy_location(ast.Constant(False), node.value)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if not isinstance(node.target, ast.Name) or node.target.id not in self.names:
            return node
        empty = ast.copy_location(ast.Constant(False), node)
        return ast.copy_location(ast.Assign([node.target], empty), node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        match node.value:
            case ast.Call(func=ast.Attribute(value=ast.Name() as name, attr="append"), args=[item]):
                if name.id in self.names:
                    return [_statement(name), _statement(item), _raised(name)]
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        name = node.target
        if not isinstance(name, ast.Name) or name.id not in self.names:
            return node
        read = ast.copy_location(ast.Name(name.id, ast.Load()), name)
        some = ast.copy_location(ast.If(node.value, [_raised(name)], []), node)
        return [_statement(read), some]

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if node.value is not None:
            for _ in range(2):
                node.value = ast.copy_location(ast.UnaryOp(ast.Not(), node.value), node.value)
        return node


def _statement(value: ast.expr) -> ast.stmt:
    return ast.copy_location(ast.Expr(value), value)


def _raised(name: ast.Name) -> ast.stmt:
    """A flag becomes true."""
    target = ast.copy_location(ast.Name(name.id, ast.Store()), name)
    true = ast.copy_location(ast.Constant(True), name)
    return ast.copy_location(ast.Assign([target], true), name)
