"""Which operators of generated code must know signed from unsigned.

Numba makes `uint64 op int64` an int64 whose bits are right, after which `>>`, `//` and `%` are
wrong for boards that use bit 63; and it shifts by 64 or more as the processor does, by none.
So operators are replaced by calls of their twins in `outply.native.operators`:

    << >>        always: a shift by 64 or more leaves nothing, a negative one is an error
    & | ^ // %   where there are Bits: unsigned when either side is
    + - *        where there are Bits: as signed numbers, unless their result goes straight into
                 a bitwise operator or a shift (`b & (b - 1)`, `b & -b`), which wants all 64 bits

Comparisons are left to Numba, which compares signed with unsigned as numbers.
"""

from __future__ import annotations

import ast

__all__ = ["OPERATORS", "SignedAndUnsigned"]

SHIFTS: dict[type[ast.AST], str] = {ast.LShift: "lshift", ast.RShift: "rshift"}
BITWISE: dict[type[ast.AST], str] = {ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor"}
DIVISION: dict[type[ast.AST], str] = {ast.FloorDiv: "floordiv", ast.Mod: "mod"}
ARITHMETIC: dict[type[ast.AST], str] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}

OPERATORS = [
    *(*SHIFTS.values(), *BITWISE.values(), *DIVISION.values()),
    *(f"{name}_{kind}" for name in ARITHMETIC.values() for kind in ("signed", "unsigned")),
    *("neg_signed", "neg_unsigned"),
]
"""The names of all twins; generated code writes them with an underscore in front."""


class SignedAndUnsigned(ast.NodeTransformer):
    """Turns `a >> b` into `_rshift(a, b)`, and so on; `bits` says whether there are Bits."""

    def __init__(self, bits: bool) -> None:
        self._bits = bits
        self._wanted = "signed"  # of the arithmetic that is visited next

    def visit(self, node: ast.AST) -> ast.AST:
        """Only what stands directly in a bitwise operator is wanted unsigned."""
        if not isinstance(node, ast.BinOp | ast.UnaryOp | ast.AugAssign):
            wanted, self._wanted = self._wanted, "signed"
            super().visit(node)
            self._wanted = wanted
            return node
        made: ast.AST = super().visit(node)
        return made

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        wanted = self._wanted
        self._visit_operands(node.op, node, ("left", "right"))
        self._wanted = wanted
        return self._call(node.op, node.left, node.right) or node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self._visit_operands(node.op, node, ("value",))
        self._wanted = "signed"
        if not isinstance(node.target, ast.Name):
            return node
        call = self._call(node.op, ast.Name(node.target.id, ast.Load()), node.value)
        return ast.copy_location(ast.Assign([node.target], call), node) if call else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        wanted = self._wanted
        self._wanted = "unsigned" if isinstance(node.op, ast.Invert) else wanted
        node.operand = self.visit(node.operand)  # type: ignore[assignment]
        self._wanted = wanted
        if self._bits and isinstance(node.op, ast.USub):
            return _called(f"neg_{wanted}", node.operand)
        return node

    def _visit_operands(self, op: ast.AST, node: ast.AST, names: tuple[str, ...]) -> None:
        if type(op) in BITWISE or type(op) in SHIFTS:
            self._wanted = "unsigned"
        elif type(op) not in ARITHMETIC:
            self._wanted = "signed"
        wanted = self._wanted
        for name in names:
            setattr(node, name, self.visit(getattr(node, name)))
            self._wanted = wanted

    def _call(self, op: ast.AST, left: ast.expr, right: ast.expr) -> ast.Call | None:
        if type(op) in SHIFTS and (self._bits or not _is_small(right)):
            return _called(SHIFTS[type(op)], left, right)
        name = BITWISE.get(type(op)) or DIVISION.get(type(op))
        if self._bits and name:
            return _called(name, left, right)
        if self._bits and type(op) in ARITHMETIC:
            return _called(f"{ARITHMETIC[type(op)]}_{self._wanted}", left, right)
        return None


def _is_small(node: ast.expr) -> bool:
    """Whether this is a distance that every shift can go."""
    return isinstance(node, ast.Constant) and node.value in range(64)


def _called(name: str, *operands: ast.expr) -> ast.Call:
    return ast.copy_location(
        ast.Call(ast.Name(f"_{name}", ast.Load()), [*operands], []), operands[0]
    )
