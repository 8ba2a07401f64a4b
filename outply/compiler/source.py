"""What can be read off a Python function before it runs: its syntax tree, names, annotations."""

from __future__ import annotations

import ast
import builtins
import contextlib
import functools
import importlib.util
import linecache
import sys
import typing
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, cast, get_type_hints

from outply.compiler.refusals import NotCompilable
from outply.compiler.syntax import SCOPES, children, own_nodes, statements, walk
from outply.game import Game
from outply.package_files import is_of_outply

__all__ = [
    "Code",
    "Context",
    "class_hint",
    "class_hints",
    "code_of",
    "evaluated",
    "free_names",
    "global_object",
    "global_path",
    "hints_of",
    "name_hint",
]

T = TypeVar("T")

LAMBDA = "<lambda>"  # the name that Python gives them
YIELDS = frozenset({ast.Yield, ast.YieldFrom})
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Code:
    """One function, method, nested function or lambda."""

    def __init__(
        self,
        node: ast.FunctionDef | ast.Lambda,
        file: str,
        scope: dict[str, Any],
        cells: dict[str, Any],
        hints: dict[str, Any],
        defaults: dict[str, Any],
    ) -> None:
        self.node, self.file, self.scope = node, file, scope
        self.cells, self.hints, self.defaults = cells, hints, defaults
        self.name = node.name if isinstance(node, ast.FunctionDef) else "lambda"
        self.body: list[ast.stmt] = _body(node)
        self.parameters = [
            *(a.arg for a in node.args.posonlyargs),
            *(a.arg for a in node.args.args),
        ]
        self.keyword_only = [a.arg for a in node.args.kwonlyargs]
        self.rest = node.args.vararg.arg if node.args.vararg else None
        trees = [walk(statement) for statement in self.body]
        self.nodes = [node for tree in trees for node in tree]  # inner functions included
        has_scopes = any(isinstance(node, SCOPES) for node in self.nodes)
        own = own_nodes(self.body) if has_scopes else self.nodes
        self.locals, self.nonlocals = _bound_names(own)
        self.locals |= {*self.parameters, *self.keyword_only, *([self.rest] if self.rest else [])}
        self.yields = sum(type(n) in YIELDS for n in own)
        self.is_generator = self.yields > 0
        self.returns = [n for n in own if isinstance(n, ast.Return)]
        self.stored = _names_set(self.nodes)
        self.deleted = _deleted_names(own)
        self.unsure = _unsure_names(self.body, trees) | self.deleted
        self.path = ""  # as `Board.moves` in its module; empty of what another function defines
        self.is_rare = False  # whether `outply.compiler.primitives.rare` marks it
        self.makes_first = False  # a `__post_init__` that returns its first argument

    def nested(self, node: ast.FunctionDef | ast.Lambda) -> Code:
        """The code of a function that is defined in this one."""
        known = self.__dict__.setdefault("_nested", {})
        if id(node) not in known:
            hints = {
                a.arg: evaluated(a.annotation, self.scope)
                for a in [*node.args.args, *node.args.posonlyargs, *node.args.kwonlyargs]
                if a.annotation is not None
            }
            if isinstance(node, ast.FunctionDef) and node.returns is not None:
                hints["return"] = evaluated(node.returns, self.scope)
            known[id(node)] = Code(node, self.file, self.scope, self.cells, hints, {})
        found: Code = known[id(node)]
        return found

    @functools.cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """The node that each of them is right below."""
        return {child: node for node in self.nodes for child in children(node)}

    @functools.cached_property
    def stores(self) -> Counter[str]:
        """How often it sets each name, its inner functions included."""
        names = (n for n in self.nodes if isinstance(n, ast.Name))
        return Counter(n.id for n in names if isinstance(n.ctx, ast.Store))

    @functools.cached_property
    def set_in_loops(self) -> set[str]:
        """The names that it sets in the turns of a loop."""
        loops = [n for n in self.nodes if isinstance(n, (ast.For, ast.While))]
        return set().union(*map(_stores, loops))

    @functools.cached_property
    def outer_names(self) -> set[str]:
        """The names that it or its inner functions declare `nonlocal`."""
        declared = (n for n in self.nodes if isinstance(n, ast.Nonlocal))
        return {name for node in declared for name in node.names}

    @functools.cached_property
    def set_in_expressions(self) -> set[str]:
        """The names that an expression may set: by `:=`, or by calling an inner function."""
        named = (n.target.id for n in self.nodes if isinstance(n, ast.NamedExpr))
        return self.outer_names | set(named)

    @functools.cached_property
    def free_names(self) -> set[str]:
        """The names that it and its inner functions use and that are not their own."""
        return (free_names(self.node) - self.locals) | self.nonlocals


class Context:
    """Where names are looked up: the variables of one function, then those around it."""

    def __init__(
        self,
        code: Code,
        prefix: str = "",
        parent: Context | None = None,
        own: set[str] | None = None,
    ) -> None:
        self.code, self.prefix, self.parent = code, prefix, parent
        self.locals = code.locals if own is None else own

    def owner(self, name: str) -> Context | None:
        """The function among those around here whose variable this is."""
        context: Context | None = self
        while context is not None:
            if name in context.locals and name not in context.code.nonlocals:
                return context
            context = context.parent
        return None

    def of(self, code: Code) -> Context | None:
        """The context of a function that is under way around here."""
        context: Context | None = self
        while context is not None:
            if context.code is code and context.locals is code.locals:
                return context
            context = context.parent
        return None

    @property
    def depth(self) -> int:
        return 0 if self.parent is None else 1 + self.parent.depth


def _body(node: ast.FunctionDef | ast.Lambda) -> list[ast.stmt]:
    if isinstance(node, ast.Lambda):
        return [ast.copy_location(ast.Return(node.body), node.body)]
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return node.body[1:] or [ast.copy_location(ast.Pass(), first)]
    return node.body


def _stores(tree: ast.AST) -> set[str]:
    """The names that a tree sets."""
    return _names_set(walk(tree))


def _names_set(nodes: list[ast.AST]) -> set[str]:
    names = (node for node in nodes if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}


def remembered(code: Code, name: str, find: Callable[[], T]) -> T:
    """A fact about a function, found once."""
    if name not in code.__dict__:
        code.__dict__[name] = find()
    return cast("T", code.__dict__[name])


def global_object(node: ast.expr, code: Code) -> Any:
    """The object that a name means which no function sets."""
    if not isinstance(node, ast.Name) or node.id in code.locals or node.id in code.cells:
        return None
    return code.scope.get(node.id, getattr(builtins, node.id, None))


def global_path(node: ast.expr, code: Code) -> Any:
    """As `global_object`, also of what a module holds."""
    if isinstance(node, ast.Attribute):
        module = global_object(node.value, code)
        return getattr(module, node.attr, None) if isinstance(module, ModuleType) else None
    return global_object(node, code)


def _bound_names(own: list[ast.AST]) -> tuple[set[str], set[str]]:
    """The names that a function sets; and those among them that belong to one around it.

    The variables of comprehensions are not among them.
    """
    loops = (node for node in own if isinstance(node, ast.comprehension))
    targets = {id(target) for loop in loops for target in walk(loop.target)}
    found: set[str] = set()
    elsewhere: set[str] = set()
    for node in own:
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load) and id(node) not in targets:
                found.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Nonlocal, ast.Global)):
            elsewhere.update(node.names)
        elif isinstance(node, (ast.MatchAs, ast.MatchStar, ast.ExceptHandler)) and node.name:
            found.add(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            found.add(node.rest)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update((a.asname or a.name).partition(".")[0] for a in node.names)
    return found, elsewhere


def free_names(node: ast.AST) -> set[str]:
    """The names in a tree, without those that its comprehensions and functions define."""
    if isinstance(node, ast.Name):
        return {node.id}
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        return _free_names_of_function(node)
    found = set().union(*map(free_names, children(node)))
    if isinstance(node, COMPREHENSIONS):
        targets = set().union(*(_stores(part.target) for part in node.generators))
        return (found - targets) | free_names(node.generators[0].iter)  # which is read outside
    return found


def _free_names_of_function(node: ast.FunctionDef | ast.Lambda) -> set[str]:
    body = _body(node)
    bound, elsewhere = _bound_names(own_nodes(body))
    arguments = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    used = set().union(*map(free_names, body))
    return (used - ((arguments | bound) - elsewhere)) | free_names(node.args)


def _deleted_names(own: list[ast.AST]) -> set[str]:
    """The variables that `del` may unset, among a function's own nodes."""
    names = (node for node in own if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Del)}


def _unsure_names(body: list[ast.stmt], trees: list[list[ast.AST]]) -> set[str]:
    """The variables that may be read before they are set: those first set in a branch or loop.

    `trees` has the nodes of each statement.
    """
    sure: set[str] = set()
    unsure: set[str] = set()
    for statement, nodes in zip(body, trees, strict=True):
        targets: list[ast.AST] = []
        if isinstance(statement, ast.Assign):
            targets = list(statement.targets)
        elif isinstance(statement, (ast.AnnAssign, ast.AugAssign)):
            targets = [statement.target]
        elif isinstance(statement, ast.FunctionDef):
            sure.add(statement.name)
        names = set().union(*map(_stores, targets)) if targets else set()
        matches = (node for node in nodes if isinstance(node, (ast.MatchAs, ast.MatchStar)))
        within = (_names_set(nodes) - names) | {node.name for node in matches if node.name}
        unsure |= within - sure
        sure |= names - unsure
    return unsure


# -- finding a function's source -------------------------------------------------------------


@functools.cache
def code_of(function: FunctionType) -> Code:
    """The code of a function."""
    code = Code(
        _function_tree(function),
        function.__code__.co_filename,
        function.__globals__,
        _cells(function),
        contract_hints(function),
        _defaults(function),
    )
    code.is_rare = "is_rare" in vars(function)
    code.path = "" if "<" in function.__qualname__ else function.__qualname__
    return code


def _cells(function: FunctionType) -> dict[str, Any]:
    cells = function.__closure__ or ()
    found = {}
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        with contextlib.suppress(ValueError):  # not set yet
            found[name] = cell.cell_contents
    return found


def _defaults(function: FunctionType) -> dict[str, Any]:
    code = function.__code__
    names, given = code.co_varnames[: code.co_argcount], function.__defaults__ or ()
    found = dict(zip(names[len(names) - len(given) :], given, strict=True))
    return {**found, **(function.__kwdefaults__ or {})}


def _function_tree(function: FunctionType) -> ast.FunctionDef | ast.Lambda:
    file, first = function.__code__.co_filename, function.__code__.co_firstlineno
    if not file.startswith("<"):
        linecache.checkcache(file)
    name = function.__code__.co_name
    find = _lambdas_in if name == LAMBDA else _functions_in
    found = find("".join(linecache.getlines(file)), file).get((name, first), [])
    if not found:
        raise NotCompilable(f"the source of {function.__name__} cannot be read", file, first)
    for tree, code in found:
        if _content(code) == _content(function.__code__):
            return tree
    raise NotCompilable(f"{function.__name__} was changed after it was loaded", file, first)


Place = tuple[str, int]  # the name of a function and its first line, decorators included
Found = dict[Place, list[tuple[ast.FunctionDef | ast.Lambda, CodeType]]]


@functools.lru_cache(maxsize=64)
def _functions_in(text: str, file: str) -> Found:
    """Each function in a file that has a name."""
    found: Found = {}
    for node in statements(_tree_of(text)):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            place = node.name, first
            found.setdefault(place, []).extend((node, c) for c in _codes_at(place, text, file))
    return found


@functools.lru_cache(maxsize=64)
def _lambdas_in(text: str, file: str) -> Found:
    """Each lambda in a file; several may begin on one line."""
    nodes: dict[Place, list[ast.Lambda]] = {}
    for node in walk(_tree_of(text)):
        if isinstance(node, ast.Lambda):
            nodes.setdefault((LAMBDA, node.lineno), []).append(node)
    found: Found = {}
    for place, several in nodes.items():
        for code in _codes_at(place, text, file):
            around = [node for node in several if _is_within(code, node.body)]
            if around:
                innermost = max(around, key=lambda node: (node.body.lineno, node.body.col_offset))
                found.setdefault(place, []).append((innermost, code))
    return found


def _is_within(code: CodeType, body: ast.expr) -> bool:
    """Whether all instructions of a lambda come from an expression; False if Python cannot say."""
    first, last = (body.lineno, body.col_offset), (body.end_lineno or 0, body.end_col_offset or 0)
    spans = [
        ((line, column), (end_line, end_column))
        for line, end_line, column, end_column in code.co_positions()
        if line and end_line and column is not None and end_column  # it does more than begin
    ]
    return bool(spans) and all(first <= start and end <= last for start, end in spans)


@functools.lru_cache(maxsize=64)
def _tree_of(text: str) -> ast.Module:
    """The syntax tree of a file, which is empty if it is not Python any more."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def _codes_at(place: Place, text: str, file: str) -> list[CodeType]:
    return _codes_by_place(text, file).get(place, [])


@functools.lru_cache(maxsize=64)
def _codes_by_place(text: str, file: str) -> dict[Place, list[CodeType]]:
    found: dict[Place, list[CodeType]] = {}
    for code in _codes(_compiled_file(text, file)):
        found.setdefault((code.co_name, code.co_firstlineno), []).append(code)
    return found


def _compiled_file(text: str, file: str) -> CodeType:
    """What Python makes of a file; of Outply's own, the bytecode that is on disk."""
    if is_of_outply(file):
        code = SourceFileLoader("outply", file).get_code("outply")
        if code is not None:
            return code
    return compile(text, "", "exec", dont_inherit=True)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _content(code: CodeType) -> tuple[Any, ...]:
    """What a function and those within it do, apart from where they stand."""
    constants = [_content(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    return code.co_code, code.co_names, code.co_varnames, *constants


# -- annotations -----------------------------------------------------------------------------


@functools.cache
def contract_hints(function: FunctionType) -> dict[str, Any]:
    """A function's annotations; for a game's method without them, those of the contract."""
    owner = function.__qualname__.rpartition(".")[0]
    is_method = bool(owner) and not owner.endswith("<locals>")
    inherited = getattr(Game, function.__name__, None) if is_method else None
    known = hints_of(inherited) if isinstance(inherited, FunctionType) else {}
    return {**known, **hints_of(function)}


def hints_of(thing: Any) -> dict[str, Any]:
    """The annotations of a function, class or module, those that resolve.

    An annotation that cannot be evaluated at run time (a name imported for type checkers only)
    is left out rather than spoiling the others.
    """
    try:
        return get_type_hints(thing, include_extras=True)
    except Exception:
        return dict(_resolvable_hints(thing))


def _resolvable_hints(thing: Any) -> Iterator[tuple[str, Any]]:
    name = getattr(thing, "__module__", None) or getattr(thing, "__name__", "")
    scope = getattr(thing, "__globals__", None) or vars(sys.modules.get(str(name), typing))
    for name, annotation in getattr(thing, "__annotations__", {}).items():
        with contextlib.suppress(Exception):
            # The author's own annotation, in the author's own module.
            known = eval(annotation, dict(scope)) if isinstance(annotation, str) else annotation  # noqa: S307
            yield name, known


class_hints = functools.cache(hints_of)


def name_hint(code: Code, name: str) -> Any:
    """The annotation of a module's constant, also of one that is imported from another."""
    own = code.scope.get("__annotations__", {})
    if name in own:
        annotation = own[name]
        if isinstance(annotation, str):
            return evaluated(ast.parse(annotation, mode="eval").body, code.scope)
        return annotation
    source, original = _imported(code).get(name, ("", ""))
    module = sys.modules.get(source)
    return class_hints(module).get(original) if isinstance(module, ModuleType) else None


def _imported(code: Code) -> dict[str, tuple[str, str]]:
    """Each name that a file imports from a module, with that module and its name there."""
    text = "".join(linecache.getlines(code.file))
    return _imports_in(text, code.scope.get("__package__") or "")


@functools.lru_cache(maxsize=64)
def _imports_in(text: str, package: str) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for node in statements(_tree_of(text)):
        if isinstance(node, ast.ImportFrom):
            dots = "." * node.level
            source = f"{dots}{node.module or ''}"
            full = importlib.util.resolve_name(source, package) if dots and package else source
            found |= {alias.asname or alias.name: (full, alias.name) for alias in node.names}
    return found


def class_hint(cls: type, name: str) -> Any:
    """The annotation of a field, class attribute or property."""
    for base in cls.__mro__:
        member = vars(base).get(name)
        getter = getattr(member, "fget", None) or getattr(member, "func", None)
        if getter is not None:
            return class_hints(getter).get("return")
    return class_hints(cls).get(name)


def evaluated(annotation: ast.expr | None, scope: dict[str, Any]) -> Any:
    if annotation is None:
        return None
    try:
        return eval(ast.unparse(annotation), scope)  # noqa: S307  (the author's own)
    except Exception:
        return None
