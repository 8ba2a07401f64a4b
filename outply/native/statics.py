"""What is known of a function's names before it runs."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from types import FunctionType, ModuleType
from typing import Any

from outply.native.emitted import Handle
from outply.native.errors import NotCompilable
from outply.native.reading import (
    bound_names,
    class_hint,
    closure,
    element,
    function_tree,
    module_hints,
    parameters,
)
from outply.native.shapes import Scalar, hints_of

__all__ = ["NOT_STATIC", "Statics", "is_handle"]

NOT_STATIC = object()


class Statics:
    """The names of one function: parameters bound to objects, closures, globals, locals."""

    def __init__(self, function: FunctionType, bound: Mapping[str, Any]) -> None:
        self.function = function
        self.tree = function_tree(function)
        self.bound = {**bound, **closure(function)}
        self.locals = bound_names(self.tree) - set(bound)

    def resolve(self, node: ast.AST) -> Any:
        """The object that an expression is known to be, or NOT_STATIC."""
        if isinstance(node, ast.Name):
            return self._name(node.id)
        if isinstance(node, ast.Attribute):
            owner = self.resolve(node.value)
            if owner is NOT_STATIC or is_handle(owner):
                return NOT_STATIC
            return self._attribute(owner, node)
        if _is_super_call(node):
            itself = parameters(self.tree)[0].arg
            return super(self.bound["__class__"], self.bound[itself])
        return NOT_STATIC

    def _name(self, name: str) -> Any:
        if name in self.bound:
            return self.bound[name]
        if name in self.locals:
            return NOT_STATIC
        scope = self.function.__globals__
        return scope[name] if name in scope else getattr(builtins, name, NOT_STATIC)

    def _attribute(self, owner: Any, node: ast.Attribute) -> Any:
        try:
            return getattr(owner, node.attr)
        except AttributeError as error:
            raise self.refusal(node, str(error)) from None

    def declared_kind(self, node: ast.expr) -> Scalar | None:
        """The scalar that a constant was annotated with, where it was defined."""
        if isinstance(node, ast.Name):
            return element(module_hints(self.function).get(node.id))
        if isinstance(node, ast.Attribute):
            owner = self.resolve(node.value)
            if isinstance(owner, ModuleType):
                return element(hints_of(owner).get(node.attr))
            cls = owner if isinstance(owner, type) else type(owner)
            return element(class_hint(cls, node.attr))
        return None

    def is_run_time(self, name: str) -> bool:
        """Whether a name stands for something that only the run knows."""
        return name in self.locals or is_handle(self.bound.get(name))

    def refusal(self, node: ast.AST, reason: str) -> NotCompilable:
        line = getattr(node, "lineno", self.tree.lineno)
        return NotCompilable(reason, self.function.__code__.co_filename, line)


def is_handle(value: Any) -> bool:
    return isinstance(value, Handle)


def _is_super_call(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "super"
        and not node.args
    )
