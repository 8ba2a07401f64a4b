"""Boards that are built where they are returned, so that nothing is copied.

    cells = list(state.cells)                          cells = list(state.cells)
    cells[move] = player                        or     …
    return State(tuple(cells), 1 - player)             board = tuple(cells)
                                                       return State(board, 1 - player)

The items of such a list lie in the record that the caller has made room for. The list belongs to
one variable alone and keeps its length; it is made once, and no loop is around; nothing changes it
once it is a tuple; and every `return` behind it makes the record of that tuple.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from outply.compiler.escape import is_fixed_list, private_lists
from outply.compiler.source import COMPREHENSIONS, Code, remembered
from outply.compiler.syntax import SCOPES, walk

__all__ = ["InPlace", "plan_of_alias", "plan_of_list", "plan_of_return"]


class InPlace(NamedTuple):
    """A list whose items lie in the result."""

    made: ast.expr  # list(…)
    tuples: tuple[ast.Call, ...]  # tuple(cells)
    alias: ast.Assign | None  # board = tuple(cells)
    returned: tuple[ast.Call, ...]  # State(…)
    position: int  # of the tuple among the fields


def plan_of_list(made: ast.AST, code: Code) -> InPlace | None:
    return next((plan for plan in _plans(code) if plan.made is made), None)


def plan_of_alias(node: ast.AST, code: Code) -> InPlace | None:
    """The plan that a statement `board = tuple(cells)`, or the call in it, belongs to."""
    return next((plan for plan in _plans(code) if node is plan.alias or node in plan.tuples), None)


def plan_of_return(value: ast.AST | None, code: Code) -> InPlace | None:
    return next((plan for plan in _plans(code) if value in plan.returned), None)


def _plans(code: Code) -> list[InPlace]:
    return remembered(code, "_in_place", lambda: list(_found(code))[:1])


def _found(code: Code) -> Iterator[InPlace]:
    unusual = (ast.Try, ast.NamedExpr, ast.Delete, ast.Starred)
    if code.is_generator or any(isinstance(node, unusual) for node in code.nodes):
        return
    for statement in code.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=made):
                if name in private_lists(code) and is_fixed_list(made, code):
                    plan = _plan(name, statement, code)
                    if plan is not None:
                        yield plan


def _plan(name: str, statement: ast.Assign, code: Code) -> InPlace | None:
    uses = [node for node in code.nodes if isinstance(node, ast.Name) and node.id == name]
    if sum(isinstance(node.ctx, ast.Store) for node in uses) != 1 or _has_methods(name, code):
        return None
    calls = [node for node in code.nodes if isinstance(node, ast.Call)]
    tuples = [call for call in calls if _is_tuple_of(call, name)]
    alias = _alias(tuples, uses, code)
    returns = [node for node in code.nodes if isinstance(node, ast.Return)]
    later = [node for node in returns if node.lineno >= statement.lineno]
    places = [_place_of_board(node, name, alias) for node in later]
    returned = [node.value for node in later if isinstance(node.value, ast.Call)]
    functions = {call.func.id for call in returned if isinstance(call.func, ast.Name)}
    place = places[0] if len(set(places)) == 1 else None
    if place is None or len(functions) != 1:
        return None
    if alias is None and not all(any(node in call.args for call in returned) for node in tuples):
        return None
    return InPlace(statement.value, tuple(tuples), alias, tuple(returned), place)


def _is_board(node: ast.expr, name: str, alias: ast.Assign | None) -> bool:
    if alias is None:
        return _is_tuple_of(node, name)
    target = alias.targets[0]
    return isinstance(node, ast.Name) and isinstance(target, ast.Name) and node.id == target.id


def _alias(tuples: list[ast.Call], uses: list[ast.Name], code: Code) -> ast.Assign | None:
    """The statement `board = tuple(cells)`, if nothing is done with the list from there on."""
    for statement in code.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=board)], value=value) if [value] == tuples:
                end = (value.end_lineno, value.end_col_offset)
                is_last = all((use.end_lineno, use.end_col_offset) < end for use in uses)
                is_single = sum(_is_stored(node, board) for node in code.nodes) == 1
                given = {*code.parameters, *code.keyword_only, *code.nonlocals}
                if is_last and is_single and board not in given | _inner_names(code):
                    return statement
    return None


def _inner_names(code: Code) -> set[str]:
    """Names in nested functions and comprehensions."""
    inner = [node for node in code.nodes if isinstance(node, (*SCOPES, *COMPREHENSIONS))]
    return {n.id for node in inner for n in walk(node) if isinstance(n, ast.Name)}


def _is_stored(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)


def _is_tuple_of(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="tuple"), args=[ast.Name(id=found)], keywords=[]):
            return found == name
    return False


def _place_of_board(node: ast.Return, name: str, alias: ast.Assign | None) -> int | None:
    """Which argument of the record that is returned is the list; None if it is not one."""
    call = node.value
    if not isinstance(call, ast.Call) or call.keywords or not isinstance(call.func, ast.Name):
        return None
    places = [i for i, part in enumerate(call.args) if _is_board(part, name, alias)]
    return places[0] if len(places) == 1 else None


def _has_methods(name: str, code: Code) -> bool:
    owners = (node.value for node in code.nodes if isinstance(node, ast.Attribute))
    return any(isinstance(owner, ast.Name) and owner.id == name for owner in owners)
