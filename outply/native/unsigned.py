"""Arithmetic in which unsigned is contagious.

Numba makes `uint64 op int64` an int64, after which `>>`, `//`, `%` and comparisons are
wrong for boards that use bit 63. In a module that has `Bits` anywhere, every operator is
replaced by a call of its twin in `outply.native.operators`, which makes the result unsigned
when either side is, and is the ordinary operator otherwise.
"""

from __future__ import annotations

import ast

__all__ = ["NAMES", "UnsignedOperators"]

NAMES: dict[type[ast.AST], str] = {
    ast.BitAnd: "and_",
    ast.BitOr: "or_",
    ast.BitXor: "xor",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}


class UnsignedOperators(ast.NodeTransformer):
    """Turns `a & b` into `_and_(a, b)`, and likewise for every operator above."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return self._call(node.op, node.left, node.right) or node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        target = node.target
        if not isinstance(target, ast.Name):
            return node
        call = self._call(node.op, ast.Name(target.id, ast.Load()), node.value)
        return ast.copy_location(ast.Assign([target], call), node) if call else node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) != 1:
            return node
        return self._call(node.ops[0], node.left, node.comparators[0]) or node

    def _call(self, op: ast.AST, left: ast.expr, right: ast.expr) -> ast.Call | None:
        name = NAMES.get(type(op))
        if name is None:
            return None
        return ast.copy_location(
            ast.Call(ast.Name(f"_{name}", ast.Load()), [left, right], []), left
        )
