"""Rewrites one Python function into its emitted form: static names resolved, types pinned."""

from __future__ import annotations

import ast
import builtins
import copy
import functools
import inspect
import math
import sys
from collections.abc import Iterator, Mapping
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any, get_args, get_origin

from outply.native.constants import is_plain
from outply.native.emitted import Emitted
from outply.native.errors import NotCompilable, Stopped, Stuck
from outply.native.loops import LOOPS
from outply.native.primitives import PRIMITIVES
from outply.native.reading import (
    contract_hints,
    element,
    evaluated,
    parameters,
    without_docstring,
)
from outply.native.shapes import Scalar, scalar_of
from outply.native.statics import NOT_STATIC, Statics, is_handle

if TYPE_CHECKING:
    from outply.native.linker import Linker

__all__ = ["FunctionLinker"]

KEPT_BUILTINS: set[Any] = {
    *(abs, bool, divmod, enumerate, float, hash, int, len, max, min, pow, range, reversed),
    *(round, sum, tuple, zip),
}

REFUSED = {
    ast.Try: "try",
    ast.With: "with",
    ast.Lambda: "lambda",
    ast.ClassDef: "class",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Match: "match",
    ast.Dict: "a dict",
    ast.DictComp: "a dict",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.JoinedStr: "an f-string",
    ast.Delete: "del",
    ast.Starred: "*",
    ast.NamedExpr: ":=",
}


class FunctionLinker(ast.NodeTransformer):
    """The rewriting of one function, some of whose parameters are static."""

    def __init__(
        self, linker: Linker, function: FunctionType, static: Mapping[str, Any], name: str
    ) -> None:
        self.linker = linker
        self.function = function
        self.name = name
        self.calls: set[str] = set()
        self.file = function.__code__.co_filename
        self.hints = contract_hints(function)
        self.statics = Statics(function, static)
        self.resolve = self.statics.resolve
        self.refusal = self.statics.refusal

    def emit(self) -> Emitted:
        tree = self.statics.tree
        names = [arg.arg for arg in parameters(tree) if self.statics.is_run_time(arg.arg)]
        body = self._visited(without_docstring(tree.body))
        arguments = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
        made = ast.FunctionDef(self.name, arguments, body, [], lineno=tree.lineno)
        return Emitted(self.name, ast.fix_missing_locations(made), self.file, self.calls)

    def constant(self, node: ast.expr, value: Any) -> ast.expr:
        """The expression for a static value that is used as a number."""
        if not is_plain(value):
            found = type(value).__name__
            raise self.refusal(node, f"{ast.unparse(node)} is a {found}, not a number or tuple")
        declared = self.statics.declared_kind(node)
        stem = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "c")
        try:
            text = self.linker.constants.source_of(value, declared, stem)
        except NotCompilable as reason:
            raise self.refusal(node, reason.reason) from None
        made = ast.parse(text, mode="eval").body
        for inner in ast.walk(made):
            ast.copy_location(inner, node)
        return made

    # -- expressions ------------------------------------------------------------------

    def visit(self, node: ast.AST) -> Any:
        construct = REFUSED.get(type(node))
        if construct:
            raise self.refusal(node, f"compiled rules cannot use {construct}")
        return super().visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """A number that needs all 64 bits makes its module one with unsigned numbers."""
        is_wide = type(node.value) is int and node.value >= 1 << 63
        return self.constant(node, node.value) if is_wide else node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        value = self.resolve(node)
        if isinstance(node.ctx, ast.Store) or value is NOT_STATIC or is_handle(value):
            return node
        return self.constant(node, value)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        value = self.resolve(node)
        if value is NOT_STATIC:
            self.generic_visit(node)
            return node
        return self.constant(node, value)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        made = self._method_of_handle(node) or self._method_of_value(node)
        if made is None:
            made = self._call_of(node, self.resolve(node.func))
        return ast.copy_location(made, node)

    def _method_of_handle(self, node: ast.Call) -> ast.expr | None:
        func = node.func
        if not isinstance(func, ast.Attribute):
            return None
        owner = self.resolve(func.value)
        if not is_handle(owner):
            return None
        method = getattr(owner.cls, func.attr)
        return self._linked(node, method, {}, [func.value, *node.args])

    def _method_of_value(self, node: ast.Call) -> ast.expr | None:
        """A method of a number or state: the few that exist there."""
        func = node.func
        if not isinstance(func, ast.Attribute) or self.resolve(func) is not NOT_STATIC:
            return None
        value = self.visit(func.value)
        if func.attr in ("bit_count", "bit_length"):
            return _call(f"_{func.attr}", value)
        if func.attr == "_replace":
            return self._replaced(node, value)
        if node.keywords:
            raise self.refusal(node, f"{func.attr} takes no keywords when compiled")
        return ast.Call(
            ast.Attribute(value, func.attr, ast.Load()), [self.visit(a) for a in node.args], []
        )

    def _replaced(self, node: ast.Call, value: ast.expr) -> ast.expr:
        changed = {keyword.arg or "": self.visit(keyword.value) for keyword in node.keywords}
        found = self.linker.record_with_fields(set(changed))
        if found is None or not isinstance(value, ast.Name):
            raise self.refusal(node, "write the new state out instead of using _replace here")
        name, fields = found
        kept = (ast.Attribute(value, field, ast.Load()) for field in fields)
        return _call(
            f"new_{name}",
            *(changed.get(f, old) for f, old in zip(fields, kept, strict=True)),
        )

    def _call_of(self, node: ast.Call, target: Any) -> ast.expr:
        if target in PRIMITIVES:
            return _call(f"_{target.__name__}", *(self.visit(argument) for argument in node.args))
        target = _unwrapped(target)
        if isinstance(target, MethodType):
            function = _unwrapped(target.__func__)
            first = next(iter(inspect.signature(function).parameters))
            return self._linked(node, function, {first: target.__self__}, node.args)
        if isinstance(target, FunctionType) and not _is_library(target):
            return self._linked(node, target, {}, node.args)
        if isinstance(target, type) and hasattr(target, "_fields"):
            name = self.linker.record_named(target, self.file, node.lineno)
            arguments = _in_order(self, node, target._fields, _field_defaults(target))
            return _call(f"new_{name}", *arguments)
        if isinstance(target, type) and issubclass(target, BaseException):
            return node
        return self._library_call(node, target)

    def _library_call(self, node: ast.Call, target: Any) -> ast.expr:
        if node.args and isinstance(node.args[0], ast.GeneratorExp):
            return self._comprehension(node, target)
        if node.keywords:
            raise self.refusal(node, f"{ast.unparse(node.func)} takes no keywords when compiled")
        folded = self._folded(node, target)
        if folded is not None:
            return folded
        arguments = [self.visit(argument) for argument in node.args]
        if target in KEPT_BUILTINS:
            return _call(target.__name__, *arguments)
        name = getattr(target, "__name__", "")
        for prefix, library in (("math", math), ("np", sys.modules.get("numpy"))):
            if library and vars(library).get(name) is target:
                return _call(f"{prefix}.{name}", *arguments)
        shown = ast.unparse(node.func)
        raise self.refusal(node, f"{shown} is not a function that compiled rules can call")

    def _folded(self, node: ast.Call, target: Any) -> ast.expr | None:
        """`len` of a constant tuple, or a method such as `bit_count` of a constant."""
        arguments = [self.resolve(argument) for argument in node.args]
        if target is len and arguments and arguments[0] is not NOT_STATIC:
            return ast.Constant(len(arguments[0]))
        if isinstance(target, BuiltinFunctionType) and is_plain(target.__self__) and not arguments:
            value: Any = target()
            return self.constant(node, value)
        return None

    def _linked(
        self, node: ast.Call, function: Any, static: dict[str, Any], args: list[ast.expr]
    ) -> ast.expr:
        """A call of a function that is emitted too."""
        if any(keyword.arg is None for keyword in node.keywords):
            raise self.refusal(node, "compiled rules cannot use **")
        static = dict(static)
        given: list[tuple[str, ast.expr]] = []
        for name, argument in self._bound_arguments(node, function, static, args):
            value = self.resolve(argument)
            if value is not NOT_STATIC and not is_plain(value):
                static[name] = value
            if value is NOT_STATIC or is_plain(value) or is_handle(value):
                given.append((name, argument))
        name = self.linker.link(function, static)
        self.calls.add(name)
        hints = contract_hints(function)
        return _call(name, *(_cast(hints.get(p), self.visit(a)) for p, a in given))

    def _bound_arguments(
        self, node: ast.Call, function: Any, static: dict[str, Any], args: list[ast.expr]
    ) -> Iterator[tuple[str, ast.expr]]:
        """Each parameter with its argument, in order; defaults filled in."""
        signature = inspect.signature(function, follow_wrapped=False)
        open_parameters = [p for n, p in signature.parameters.items() if n not in static]
        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        try:
            bound = signature.replace(parameters=open_parameters).bind(*args, **keywords)  # type: ignore[arg-type]
        except TypeError as error:
            raise self.refusal(node, f"{ast.unparse(node.func)}: {error}") from None
        for parameter in open_parameters:
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                raise self.refusal(node, "compiled functions take a fixed list of parameters")
            if parameter.name in bound.arguments:
                yield parameter.name, bound.arguments[parameter.name]
            else:
                yield parameter.name, self._default(node, parameter.default)

    def _default(self, node: ast.Call, value: Any) -> ast.expr:
        if not is_plain(value):
            raise self.refusal(node, f"the default {value!r} is not a number")
        text = self.linker.constants.source_of(value, None, "default")
        return ast.copy_location(ast.parse(text, mode="eval").body, node)

    # -- loops over generator expressions ---------------------------------------------

    def _comprehension(self, node: ast.Call, target: Any) -> ast.expr:
        """`any(… for …)` and its kin, as a function of its own with the loop written out."""
        loop = copy.deepcopy(node.args[0])
        assert isinstance(loop, ast.GeneratorExp)
        template = LOOPS.get(target)
        if template is None or len(loop.generators) != 1 or len(node.args) != 1:
            raise self.refusal(node, "compiled rules take one loop in sum, any, all or tuple")
        part = loop.generators[0]
        if target is tuple and part.ifs:
            raise self.refusal(node, "a tuple of numbers that are filtered has no fixed length")
        captured = sorted(self._captured(loop))
        length = self._as_long_as(copy.deepcopy(part.iter)) if target is tuple else None
        outer_calls, self.calls = self.calls, set()
        text = template.format(
            name=self.linker.fresh_name(f"{target.__name__}_loop"),
            captured=", ".join(captured),
            target=ast.unparse(part.target),
            source=ast.unparse(self.visit(part.iter)),
            condition=" and ".join(f"({ast.unparse(self.visit(c))})" for c in part.ifs) or "True",
            item=ast.unparse(self.visit(loop.elt)),
        )
        made = self._add_loop(text, node)
        self.calls |= outer_calls
        call = _call(made, *(ast.Name(name, ast.Load()) for name in captured))
        return call if length is None else _call("_collect", length, call)

    def _captured(self, loop: ast.GeneratorExp) -> set[str]:
        names = [node for node in ast.walk(loop) if isinstance(node, ast.Name)]
        own = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        used = {name.id for name in names}
        return {name for name in used - own if self.statics.is_run_time(name)}

    def _add_loop(self, text: str, node: ast.Call) -> str:
        tree = ast.parse(text).body[0]
        assert isinstance(tree, ast.FunctionDef)
        for inner in ast.walk(tree):
            if hasattr(inner, "lineno"):
                inner.lineno = node.lineno
        self.linker.add(Emitted(tree.name, tree, self.file, self.calls))
        self.calls = {tree.name}
        return tree.name

    def _as_long_as(self, source: ast.expr) -> ast.expr:
        """A tuple as long as what a loop runs over."""
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Name):
            if source.func.id in ("enumerate", "zip"):
                return self._as_long_as(source.args[0])
            if source.func.id == "range" and len(source.args) == 1:
                count = self.visit(source.args[0])
                if isinstance(count, ast.Constant) and isinstance(count.value, int):
                    return ast.Tuple([ast.Constant(0)] * count.value, ast.Load())
        return self.visit(source)  # type: ignore[no-any-return]

    # -- statements -------------------------------------------------------------------

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if node.value is not None:
            node.value = _cast(self.hints.get("return"), self.visit(node.value))
        return node

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        if node.value is None:
            raise self.refusal(node, "yield what?")
        kinds = get_args(self.hints.get("return"))
        node.value = _cast(kinds[0] if kinds else None, self.visit(node.value))
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.YieldFrom):
            each = ast.Name(self.linker.fresh_name("item"), ast.Store())
            again = ast.Expr(ast.Yield(ast.Name(each.id, ast.Load())))
            loop = ast.For(each, self.visit(node.value.value), [again], [])
            return ast.fix_missing_locations(ast.copy_location(loop, node))
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        annotation = evaluated(node.annotation, self.function)
        value = _cast(annotation, self.visit(node.value))
        self.linker.constants.unsigned |= element(annotation) == Scalar("uint64")
        return ast.copy_location(ast.Assign([node.target], value), node)

    def visit_If(self, node: ast.If) -> Any:
        """A condition that is known before the program runs leaves only one side."""
        known = self._known_truth(node.test)
        if known is None:
            return self.generic_visit(node)
        kept = self._visited(node.body if known else node.orelse)
        return kept or ast.copy_location(ast.Pass(), node)

    def _visited(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        visited = (self.visit(statement) for statement in statements)
        return [s for made in visited if made for s in (made if isinstance(made, list) else [made])]

    def _known_truth(self, test: ast.expr) -> bool | None:
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            known = self._known_truth(test.operand)
            return None if known is None else not known
        if isinstance(test, ast.BoolOp):
            first = self._known_truth(test.values[0])
            ends = isinstance(test.op, ast.Or)
            return first if first is ends else None
        value = self.resolve(test)
        return value if isinstance(value, bool) else None

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return ast.copy_location(ast.Assert(self.visit(node.test), None), node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        """The same kind of exception, with its source for words; an author's own, as ValueError."""
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        value = self.resolve(raised) if raised is not None else None
        name = str(getattr(value, "__name__", ""))
        if value in (Stopped, Stuck):
            return ast.copy_location(ast.Raise(ast.Name(f"_{name}", ast.Load()), None), node)
        kind = name if getattr(builtins, name, None) is value else "ValueError"
        message = ast.Constant(ast.unparse(node.exc) if node.exc else "raised")
        return ast.copy_location(ast.Raise(_call(kind, message), None), node)


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    function = ast.parse(name, mode="eval").body
    return ast.Call(function, list(arguments), [])


def _cast(annotation: Any, value: ast.expr) -> ast.expr:
    """The expression, made the type that an annotation names if that is a number."""
    scalar = scalar_of(annotation)
    if scalar is not None and isinstance(value, ast.IfExp):
        branches = _cast(annotation, value.body), _cast(annotation, value.orelse)
        return ast.copy_location(ast.IfExp(value.test, *branches), value)
    if scalar is not None:
        return ast.copy_location(_call(f"_{scalar.kind}", value), value)
    if get_origin(annotation) is tuple and isinstance(value, ast.Tuple):
        kinds = get_args(annotation)
        if len(kinds) == len(value.elts) and Ellipsis not in kinds:
            pairs = zip(kinds, value.elts, strict=True)
            return ast.copy_location(ast.Tuple([_cast(k, v) for k, v in pairs], ast.Load()), value)
    return value


def _field_defaults(cls: Any) -> dict[str, Any]:
    return dict(cls._field_defaults)


def _in_order(
    linker: FunctionLinker, node: ast.Call, fields: tuple[str, ...], defaults: dict[str, Any]
) -> list[ast.expr]:
    """The arguments of a NamedTuple's constructor, one for each field."""
    given = dict(zip(fields, node.args, strict=False))
    given.update({keyword.arg or "": keyword.value for keyword in node.keywords})
    missing = [name for name in fields if name not in given and name not in defaults]
    if missing or len(given) > len(fields) or len(node.args) > len(fields):
        raise linker.refusal(node, f"{ast.unparse(node.func)} takes {', '.join(fields)}")
    return [
        linker.visit(given[name]) if name in given else linker._default(node, defaults[name])
        for name in fields
    ]


def _is_library(function: FunctionType) -> bool:
    return (function.__module__ or "").split(".")[0] in ("numpy", "math")


def _unwrapped(target: Any) -> Any:
    """What `functools.cache` or Numba's own decorator was put around: they change no answer."""
    if isinstance(target, functools._lru_cache_wrapper):
        return target.__wrapped__
    return getattr(target, "py_func", target)
