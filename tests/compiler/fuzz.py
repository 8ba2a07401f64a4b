"""Random programs run by Python and by the compiler, and compared.

    python -m tests.compiler.fuzz --programs 1000 --seed 0 --jobs 2

Each program is first run with its operations watched: how many steps it takes, so that nothing
runs without end, and whether an int leaves 64 bits, so that an OverflowError of compiled code can
be told from a wrong one. Compiled code runs in a process of its own, which may hang or crash.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import itertools
import linecache
import math
import multiprocessing
import operator
import os
import re
import sys
import threading
import time
import traceback
import types
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from copy import deepcopy
from typing import Any, NamedTuple

from tests.compiler import programs
from tests.compiler.coverage import FEATURES, features

AGREE = "agree"
OVERFLOW = "overflow"  # compiled code stopped where an int left 64 bits
REFUSED = "refused"
UNCLEAR = "unclear"  # the order and the identity of nan are nobody's promise
LONG = "long"  # takes too many steps: not compared
DISAGREE = "DISAGREE"
COMPARED = (AGREE, OVERFLOW, DISAGREE)
VERDICTS = (AGREE, OVERFLOW, UNCLEAR, LONG, REFUSED, DISAGREE)

STEPS = 20_000
LONGEST = 5_000  # items of a container
BITS = 10_000  # of an int
TIMEOUT = 120.0  # seconds for one program, compiling included
MEMORY = 8 << 30
OPTIMISED = {False: 16, True: 100}  # one in so many short and long programs is optimised
LONG_TEXT = 1000  # letters of a long program
LIFETIME = 2000  # programs that one process compares, so that its memory stays small

Outcome = tuple[str, Any]


# Outcomes


def outcome(function: Callable[..., Any], arguments: Iterable[Any]) -> Outcome:
    """("value", value) or ("error", name of its type)."""
    try:
        return "value", function(*arguments)
    except Exception as error:
        return "error", type(error).__name__


def shape(value: Any) -> Any:
    """Equal for values that are equal in every part, types included."""
    kind = type(value)
    name = f"{kind.__module__}.{kind.__qualname__}"
    if isinstance(value, float):
        return name, "nan" if math.isnan(value) else value.hex()
    if isinstance(value, (tuple, list)):
        return name, tuple(map(shape, value))
    if isinstance(value, (set, frozenset)):
        return name, frozenset(map(shape, value))
    if isinstance(value, dict):
        return name, tuple((shape(key), shape(item)) for key, item in value.items())
    if value is None or isinstance(value, (int, str)):
        return name, value
    return name, repr(value)


def same(first: Outcome, second: Outcome) -> bool:
    return first[0] == second[0] and shape(first[1]) == shape(second[1])


# Python, watched


class Exhausted(BaseException):
    """A program takes too many steps, or makes something too large."""


OPERATORS: dict[type[ast.AST], tuple[Callable[..., Any], Callable[..., Any]]] = {
    ast.Add: (operator.add, operator.iadd),
    ast.Sub: (operator.sub, operator.isub),
    ast.Mult: (operator.mul, operator.imul),
    ast.Div: (operator.truediv, operator.itruediv),
    ast.FloorDiv: (operator.floordiv, operator.ifloordiv),
    ast.Mod: (operator.mod, operator.imod),
    ast.Pow: (operator.pow, operator.ipow),
    ast.LShift: (operator.lshift, operator.ilshift),
    ast.RShift: (operator.rshift, operator.irshift),
    ast.BitAnd: (operator.and_, operator.iand),
    ast.BitOr: (operator.or_, operator.ior),
    ast.BitXor: (operator.xor, operator.ixor),
}
BY_NAME = {kind.__name__: both for kind, both in OPERATORS.items()}
UNARY = {"USub": operator.neg, "UAdd": operator.pos, "Invert": operator.invert}


class Watch:
    """What the operations of a watched program call.

    If `narrow`, an int that leaves 64 bits raises OverflowError, as it does in compiled code.
    """

    def __init__(self, narrow: bool) -> None:
        self.narrow = narrow
        self.start()

    def start(self) -> None:
        """Before each call."""
        self.steps = 0
        self.left = False  # an int left 64 bits
        self.nan = False  # nan was sorted, or looked for in a container

    def names(self) -> dict[str, Any]:
        known = ("step", "checked", "binary", "augmented", "unary", "sum", "enumerate", "sorted")
        known += ("sort", "range", "operand", "member", "abs")
        return {f"_{name}": getattr(self, name) for name in known}

    def step(self) -> bool:
        self.steps += 1
        if self.steps > STEPS:
            raise Exhausted("steps")
        return True

    def leave(self) -> None:
        self.left = True
        if self.narrow:
            raise OverflowError("an int leaves 64 bits")

    def checked(self, value: Any) -> Any:
        if type(value) is int:
            if not -(2**63) <= value < 2**63:
                self.leave()
                if value.bit_length() > BITS:
                    raise Exhausted("bits")
        elif isinstance(value, (str, list, tuple, set, dict)):
            if len(value) > LONGEST:
                raise Exhausted("items")
            if type(value) is tuple and len(value) == 2:  # as divmod makes them
                for each in value:
                    if type(each) is int:
                        self.checked(each)
        return value

    def binary(self, name: str, left: Any, right: Any, in_place: bool = False) -> Any:
        if isinstance(right, int) and isinstance(left, int):
            if name == "Pow" and right < 0:
                self.leave()  # a float in Python: the known difference of compiled code
            is_power = name == "Pow" and abs(left) > 1 and right * left.bit_length() > BITS
            if is_power or (name == "LShift" and left and right > BITS):
                self.leave()
                raise Exhausted("bits")
        elif name == "Mult":
            for many, times in ((left, right), (right, left)):
                if isinstance(many, (str, list, tuple)) and isinstance(times, int):
                    self.of_length(len(many) * times)
        return self.checked(BY_NAME[name][in_place](left, right))

    def of_length(self, length: int) -> None:
        if length > LONGEST:
            raise Exhausted("items")

    def augmented(self, name: str, left: Any, right: Any) -> Any:
        return self.binary(name, left, right, in_place=True)

    def unary(self, name: str, value: Any) -> Any:
        return self.checked(UNARY[name](value))

    def abs(self, value: Any) -> Any:
        return self.checked(builtins.abs(value))

    def sum(self, items: Iterable[Any], start: Any = 0) -> Any:
        seen = []
        total: int | None = start if isinstance(start, int) else None
        for item in items:
            self.step()
            seen.append(item)
            total = total + item if isinstance(item, int) and total is not None else None
            self.checked(total)
        return self.checked(builtins.sum(seen, start))

    def enumerate(self, items: Iterable[Any], start: int = 0) -> Iterator[tuple[int, Any]]:
        for index, item in builtins.enumerate(items, start):
            yield self.checked(index), item

    def sorted(self, items: Iterable[Any], **options: Any) -> list[Any]:
        return builtins.sorted(self.member(list(items)), **options)

    def sort(self, items: list[Any], **options: Any) -> None:
        self.member(items).sort(**options)

    def range(self, *bounds: int) -> Any:
        made = builtins.range(*bounds)
        step = bounds[2] if len(bounds) == 3 else 1
        first, last = (bounds[0], bounds[1]) if len(bounds) > 1 else (0, bounds[0])
        if (last - first) // step > STEPS:
            raise Exhausted("range")
        return made

    def operand(self, value: Any) -> Any:
        if isinstance(value, (list, tuple, dict)):
            items = value.values() if isinstance(value, dict) else value
            for item in items:
                self.member(item)
        return value

    def member(self, value: Any) -> Any:
        self.nan = self.nan or (isinstance(value, float) and math.isnan(value))
        return self.operand(value)


class Watcher(ast.NodeTransformer):
    """Rewrites a program so that a Watch sees its operations."""

    REPLACED = ("sum", "enumerate", "sorted", "range")

    def call(self, name: str, *arguments: ast.expr) -> ast.Call:
        return ast.Call(ast.Name(f"_{name}", ast.Load()), list(arguments), [])

    def stepping(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [ast.Expr(self.call("step")), *body]

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        name = ast.Constant(type(node.op).__name__)
        return self.call("binary", name, node.left, node.right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            return node
        return self.call("unary", ast.Constant(type(node.op).__name__), node.operand)

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        self.generic_visit(node)
        name = ast.Constant(type(node.op).__name__)
        target = node.target
        before: list[ast.stmt] = []
        if isinstance(target, ast.Subscript):
            index: ast.expr = target.slice
            if isinstance(index, ast.Slice):
                bounds = [part or ast.Constant(None) for part in (index.lower, index.upper)]
                last = index.step or ast.Constant(None)
                index = ast.Call(ast.Name("slice", ast.Load()), [*bounds, last], [])
            before += [self.keep("_holder", target.value), self.keep("_index", index)]
            parts = ast.Name("_holder", ast.Load()), ast.Name("_index", ast.Load())
            target = ast.Subscript(*parts, ast.Store())
        read = deepcopy(target)
        read.ctx = ast.Load()
        value = self.call("augmented", name, read, node.value)
        return [*before, ast.Assign([target], value)]

    def keep(self, name: str, value: ast.expr) -> ast.stmt:
        return ast.Assign([ast.Name(name, ast.Store())], value)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id == "abs":  # also where it is a key
            node.id = "_abs"
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        called = node.func
        if isinstance(called, ast.Name) and called.id in self.REPLACED:
            called.id = f"_{called.id}"
            return node
        if isinstance(called, ast.Attribute) and called.attr == "sort":
            node.func = ast.Name("_sort", ast.Load())
            node.args.insert(0, called.value)
            return node
        if isinstance(called, ast.Attribute) and called.attr in ("index", "count", "remove"):
            node.args = [self.call("member", argument) for argument in node.args]
        return self.call("checked", node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        if not any(isinstance(sign, (ast.Is, ast.IsNot)) for sign in node.ops):
            looks = any(isinstance(sign, (ast.In, ast.NotIn)) for sign in node.ops)
            name = "member" if looks else "operand"
            node.left = self.call(name, node.left)
            node.comparators = [self.call(name, part) for part in node.comparators]
        return node

    def visit_loop(self, node: Any) -> Any:
        self.generic_visit(node)
        node.body = self.stepping(node.body)
        return node

    def visit_For(self, node: ast.For) -> Any:
        return self.visit_loop(node)

    def visit_While(self, node: ast.While) -> Any:
        return self.visit_loop(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return self.visit_loop(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.ifs.insert(0, self.call("step"))
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        node.body = [made for part in node.body for made in self.statements(part)]
        node.guard = self.visit(node.guard) if node.guard is not None else None
        return node

    def statements(self, node: ast.stmt) -> list[ast.stmt]:
        made = self.visit(node)
        return made if isinstance(made, list) else [made]


MODULE = "outply_fuzz"
numbers = itertools.count()


def new_module(**names: Any) -> types.ModuleType:
    module = types.ModuleType(MODULE)
    module.__dict__.update(names)
    return module


@contextmanager
def known_as(module: types.ModuleType) -> Iterator[None]:
    """While inside, a module can be found by its name."""
    before = sys.modules.get(MODULE)
    sys.modules[MODULE] = module
    try:
        yield
    finally:
        del sys.modules[MODULE]
        if before is not None:
            sys.modules[MODULE] = before


@contextmanager
def loaded(text: str) -> Iterator[Callable[..., Any]]:
    """The function `program` of this text, whose source can be read."""
    filename = f"<{MODULE} {next(numbers)}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    module = new_module()
    try:
        with known_as(module):
            exec(quietly_compiled(text, filename), module.__dict__)
            yield module.__dict__["program"]
    finally:
        del linecache.cache[filename]


def quietly_compiled(source: Any, filename: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        return compile(source, filename, "exec", dont_inherit=True)


class Watched:
    """A program whose calls are watched."""

    def __init__(self, text: str) -> None:
        tree = ast.fix_missing_locations(Watcher().visit(ast.parse(text)))
        self.code = quietly_compiled(tree, "<watched>")
        self.modules: dict[bool, tuple[types.ModuleType, Watch]] = {}

    def __call__(self, arguments: Iterable[Any], narrow: bool) -> tuple[Outcome | None, Watch]:
        """What Python makes of a call, or None if that takes too long."""
        if narrow not in self.modules:
            watch = Watch(narrow)
            self.modules[narrow] = new_module(**watch.names()), watch
            with known_as(self.modules[narrow][0]):
                exec(self.code, self.modules[narrow][0].__dict__)
        module, watch = self.modules[narrow]
        watch.start()
        try:
            return outcome(module.__dict__["program"], arguments), watch
        except Exhausted:
            return None, watch


# Comparison


class Compiler(NamedTuple):
    compile: Callable[..., Callable[..., Any]]
    refusal: type[Exception]


def the_compiler() -> Compiler:
    from outply.compiler import NotCompilable, compile_function

    return Compiler(compile_function, NotCompilable)


def effort(seed: int, text: str) -> str:
    """How hard LLVM optimises a program: mostly little, which takes a fraction of the time."""
    return "full" if seed % OPTIMISED[len(text) > LONG_TEXT] == 0 else "quick"


class NoRefusal(Exception):
    pass


INTERPRETED = Compiler(lambda function, *_: function, NoRefusal)  # for a look at the programs


class Report(NamedTuple):
    seed: int | None
    verdict: str
    text: str
    reason: str = ""  # of a refusal, a crash or a failure of the compiler
    arguments: Any = None  # those for which the outcomes differ
    python: str = ""
    compiled: str = ""
    symptom: str = ""  # the kind of disagreement
    calls: tuple[tuple[str, str], ...] = ()  # of each call, the verdict and how Python ended
    left: int = 0  # calls in which an int left 64 bits
    seconds: float = 0.0  # of the slowest call of Python, not watched
    features: frozenset[str] = frozenset()

    def __str__(self) -> str:
        lines = [f"seed {self.seed}: {self.verdict} {self.reason}".rstrip(), "", self.text]
        if self.arguments is not None:
            lines += [f"arguments: {self.arguments!r}", f"Python:    {self.python}"]
            lines += [f"compiled:  {self.compiled}"]
        return "\n".join(lines)


def show(result: Outcome) -> str:
    return f"{result[0]} {result[1]!r}"


def symptom(expected: Outcome, got: Outcome) -> str:
    kinds = [result[0] if result[0] == "value" else result[1] for result in (expected, got)]
    if kinds == ["value", "value"] and expected[1] == got[1]:
        return "other types"
    return " → ".join(kinds)


def run(seed: int, compiler: Compiler | None = None) -> Report:
    """Compares one program, in this process."""
    _, text, calls = programs.make(seed)
    os.environ["OUTPLY_OPTIMIZE"] = effort(seed, text)
    return check(text, calls, compiler)._replace(seed=seed, features=features(text))


def check(text: str, calls: Iterable[Any], compiler: Compiler | None = None) -> Report:
    calls = list(calls)
    compiler = compiler or the_compiler()
    watched = Watched(text)
    with loaded(text) as function:
        try:
            compiled = compiler.compile(function, *calls[0])
        except compiler.refusal as error:
            return Report(None, REFUSED, text, getattr(error, "reason", "") or str(error))
        except Exception as error:
            reason = f"the compiler failed\n{traceback.format_exc()}"
            return Report(None, DISAGREE, text, reason, symptom=f"fails {type(error).__name__}")
        done: list[tuple[str, str]] = []
        slowest, left = 0.0, 0
        for arguments in calls:
            expected, watch = watched(arguments, narrow=False)
            left += watch.left
            if expected is None:
                done.append((LONG, LONG))
                continue
            start = time.perf_counter()
            plain = outcome(function, arguments)
            slowest = max(slowest, time.perf_counter() - start)
            assert same(plain, expected), f"the watch changes {arguments}: {plain} {expected}"
            try:
                got = outcome(passing(compiled, compiler.refusal), arguments)
            except Refused as refused:
                return Report(None, REFUSED, text, f"when called: {refused.__cause__}")
            verdict = judge(watched, arguments, got, expected)
            if verdict == DISAGREE:
                shown = show(expected), show(got), symptom(expected, got)
                return Report(None, verdict, text, "", arguments, *shown, tuple(done))
            done.append((verdict, "value" if expected[0] == "value" else expected[1]))
    verdicts = [verdict for verdict, _ in done]
    worst = max(verdicts, key=VERDICTS.index)
    return Report(None, worst, text, calls=tuple(done), left=left, seconds=slowest)


class Refused(BaseException):
    pass


def passing(compiled: Callable[..., Any], refusal: type[Exception]) -> Callable[..., Any]:
    """A refusal when it is called is no outcome."""

    def call(*arguments: Any) -> Any:
        try:
            return compiled(*arguments)
        except refusal as error:
            raise Refused from error

    return call


def judge(watched: Watched, arguments: Any, got: Outcome, expected: Outcome) -> str:
    if same(got, expected):
        return AGREE
    _, watch = watched.modules[False]
    if watch.left:
        if got == ("error", "OverflowError"):
            return OVERFLOW
        narrow, _ = watched(arguments, narrow=True)  # a handler may have caught the error
        if narrow is not None and same(got, narrow):
            return OVERFLOW
    return UNCLEAR if watch.nan else DISAGREE


# Smaller programs


def check_one(text: str, arguments: Any) -> Report:
    return check(text, [arguments])


def shrink(
    text: str,
    arguments: Any,
    compare: Callable[[str, Any], Report] = check_one,
    tries: int = 3000,
) -> tuple[str, Any]:
    """Deletes and simplifies, one thing after another, while the disagreement stays of its kind.

    `compare` runs in this process, unless it is that of a Worker.
    """

    def found(text: str, arguments: Any) -> str:
        try:
            return compare(text, arguments).symptom
        except Exception:  # not even a program
            return ""

    symptom = found(text, arguments)
    text = ast.unparse(ast.parse(text))
    tried: set[str] = set()
    progress = bool(symptom)
    while progress:
        progress = False
        for simpler in simpler_arguments(arguments):
            if found(text, simpler) == symptom:
                arguments, progress = simpler, True
                break
        position = 0
        while (edit := edited(text, position)) is not None and len(tried) < tries:
            position, smaller = edit
            is_new = smaller not in tried and len(smaller) < len(text)
            tried.add(smaller)
            if is_new and found(smaller, arguments) == symptom:
                text, progress = smaller, True  # what comes next now has this position
            else:
                position += 1
    return text, arguments


def simpler_arguments(arguments: Any) -> Iterator[Any]:
    first, four, word = arguments
    for number in (0, 1, -1, 2):
        if abs(number) < abs(first):
            yield number, four, word
        for index, old in enumerate(four):
            if abs(number) < abs(old):
                yield first, (*four[:index], number, *four[index + 1 :]), word
    if word:
        yield first, four, word[1:]
        yield first, four, word[:-1]


CONSTANTS = (0, 1, "", True, None, ())


def edited(text: str, position: int) -> tuple[int, str] | None:
    """The text after the edit with this number, or the next one that is possible."""
    for number in itertools.count(position):
        tree = ast.parse(text)
        edits = list(itertools.islice(all_edits(tree), number, number + 1))
        if not edits:
            return None
        edits[0]()
        with suppress(Exception):
            return number, ast.unparse(ast.fix_missing_locations(tree))
    return None


def all_edits(tree: ast.Module) -> Iterator[Callable[[], None]]:
    """Large deletions come first."""
    lists = []
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            if isinstance(value, list) and value:
                lists.append((node, field, value))
    for node, field, value in lists:
        if field in ("body", "orelse", "finalbody", "handlers", "cases", "ifs", "generators"):
            for index in range(len(value)):
                yield from edits_of_item(node, field, value, index)
        elif isinstance(node, ast.arguments):
            continue  # whoever calls it passes them
        elif field in ("args", "elts", "keywords", "values", "decorator_list", "targets"):
            for index in range(len(value)):
                yield lambda value=value, index=index: value.pop(index)
    for node in list(ast.walk(tree)):
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                yield from edits_of_expression(node, field, None, value)
            elif isinstance(value, list):
                for index, each in enumerate(value):
                    if isinstance(each, ast.expr):
                        yield from edits_of_expression(node, field, index, each)


def edits_of_item(
    node: ast.AST, field: str, value: list[Any], index: int
) -> Iterator[Callable[[], None]]:
    def delete() -> None:
        del value[index]
        if not value and field == "body" and not isinstance(node, ast.Module):
            value.append(ast.Pass())

    yield delete
    for inner in ("body", "orelse"):
        statements = getattr(value[index], inner, None)
        if isinstance(statements, list) and isinstance(value[index], ast.stmt) and statements:

            def unfold(statements: list[Any] = statements) -> None:
                value[index : index + 1] = statements

            yield unfold


def edits_of_expression(
    node: ast.AST, field: str, index: int | None, value: ast.expr
) -> Iterator[Callable[[], None]]:
    def put(new: ast.expr) -> Callable[[], None]:
        def change() -> None:
            if index is None:
                setattr(node, field, new)
            else:
                getattr(node, field)[index] = new

        return change

    if isinstance(getattr(value, "ctx", None), ast.Store) or field == "func":
        return
    if field in ("annotation", "returns"):
        if not isinstance(node, ast.AnnAssign):
            yield lambda: setattr(node, field, None)
        return
    if not isinstance(value, ast.Constant):
        for constant in CONSTANTS:
            yield put(ast.Constant(constant))
        yield put(ast.List([], ast.Load()))
    elif isinstance(value.value, int) and abs(value.value) > 1:
        yield put(ast.Constant(1))
    elif isinstance(value.value, str) and len(value.value) > 1:
        yield put(ast.Constant(value.value[:1]))
    for inner in ast.iter_child_nodes(value):
        if isinstance(inner, ast.expr):
            yield put(inner)
        elif isinstance(inner, ast.comprehension):
            yield put(inner.iter)


# Many programs


Job = int | tuple[str, Any]  # a seed, or a text and the arguments of one call


def serve(connection: Any) -> None:
    """Compares programs for another process until that ends."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with suppress(EOFError, KeyboardInterrupt):
        while True:
            job = connection.recv()
            try:
                report = run(job) if isinstance(job, int) else check(job[0], [job[1]])
            except Exception:
                report = traceback.format_exc()
            connection.send(report)


class Worker:
    """A process that compares programs and is replaced when it hangs or dies."""

    def __init__(self, timeout: float = TIMEOUT) -> None:
        self.timeout = timeout
        self.process: Any = None
        self.done = 0

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        process = context.Process(target=serve, args=(other,), daemon=True)
        process.start()
        other.close()
        self.process = process

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.connection.close()
            self.process = None
            self.done = 0

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, job: Job) -> Report:
        if self.done >= LIFETIME:
            self.close()
        if self.process is None:
            self.start()
        self.done += 1
        try:
            self.connection.send(job)
            if self.connection.poll(self.timeout):
                report = self.connection.recv()
                if isinstance(report, str):
                    raise RuntimeError(f"{job}: the comparison itself failed\n{report}")
                return report
            reason = f"hangs (more than {self.timeout:.0f} seconds)"
        except (EOFError, BrokenPipeError, ConnectionResetError):
            self.process.join()
            reason = f"dies (exit code {self.process.exitcode})"
        self.close()
        if isinstance(job, int):
            return Report(job, DISAGREE, programs.make(job).text, reason, symptom=reason)
        return Report(None, DISAGREE, job[0], reason, job[1], symptom=reason)

    def check_one(self, text: str, arguments: Any) -> Report:
        return self.run((text, arguments))


def run_many(
    seeds: Iterable[int], jobs: int, timeout: float = TIMEOUT, interpreted: bool = False
) -> Iterator[Report]:
    if interpreted:
        yield from (run(seed, INTERPRETED) for seed in seeds)
        return
    here = threading.local()
    workers: list[Worker] = []

    def work(seed: int) -> Report:
        if not hasattr(here, "worker"):
            here.worker = Worker(timeout)
            workers.append(here.worker)
        return here.worker.run(seed)

    pool = ThreadPoolExecutor(jobs)
    try:
        yield from pool.map(work, seeds)
    finally:
        pool.shutdown(cancel_futures=True)
        for worker in workers:
            worker.close()


def reduced(report: Report, worker: Worker, tries: int) -> str:
    """A small program that fails like the one reported, as text."""
    calls = programs.make(report.seed).arguments if report.seed is not None else []
    calls = [report.arguments] if report.arguments is not None else calls
    for arguments in calls:
        if worker.check_one(report.text, arguments).symptom == report.symptom:
            smaller = shrink(report.text, arguments, worker.check_one, tries)
            return str(worker.check_one(*smaller))
    return "(no single call fails when repeated)"


def in_general(reason: str) -> str:
    """A reason without the names that this program happens to use."""
    first = reason.strip().splitlines()[-1] if reason.strip() else ""
    return re.sub(r"\b[vpfhgne]\d+\b", "…", first)


class Summary:
    def __init__(self) -> None:
        self.programs: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self.endings: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.symptoms: Counter[str] = Counter()
        self.examples: dict[str, int | None] = {}
        self.features: Counter[str] = Counter()
        self.left = 0
        self.slowest = (0.0, 0)

    def add(self, report: Report) -> None:
        self.programs[report.verdict] += 1
        for verdict, end in report.calls:
            self.calls[verdict] += 1
            self.endings[end] += 1
        if report.verdict == DISAGREE:
            self.symptoms[report.symptom] += 1
        if report.verdict == REFUSED:
            reason = in_general(report.reason)
            self.reasons[reason] += 1
            self.examples.setdefault(reason, report.seed)
        if report.verdict in COMPARED:
            self.features.update(report.features)
        self.left += report.left
        self.slowest = max(self.slowest, (report.seconds, report.seed or 0))

    def __str__(self) -> str:
        return "\n".join([*self._verdicts(), *self._calls(), *self._coverage(), *self._failures()])

    def _verdicts(self) -> Iterator[str]:
        total = self.programs.total() or 1
        yield f"{total} programs"
        for verdict in VERDICTS:
            count = self.programs[verdict]
            yield f"  {verdict:9} {count:7}  {count / total:6.1%}"

    def _calls(self) -> Iterator[str]:
        calls = self.calls.total() or 1
        values = self.endings["value"]
        yield f"{self.calls.total()} calls"
        yield f"  give a value in Python                {values:7}  {values / calls:6.1%}"
        raised = self.calls.total() - values - self.endings[LONG]
        yield f"  raise an error in Python              {raised:7}  {raised / calls:6.1%}"
        for end, count in self.endings.most_common():
            if end not in ("value", LONG):
                yield f"    {end:18} {count:7}"
        yield f"  an int leaves 64 bits                 {self.left:7}  {self.left / calls:6.1%}"
        for verdict in (AGREE, OVERFLOW, UNCLEAR, LONG):
            yield f"  {verdict:9} {self.calls[verdict]:7}"
        seconds, seed = self.slowest
        yield f"  slowest call in Python: {seconds * 1000:.1f} ms (seed {seed})"

    def _coverage(self) -> Iterator[str]:
        compared = sum(self.programs[verdict] for verdict in COMPARED) or 1
        yield f"used in {compared} programs that were compared"
        cells = [f"{name:24} {self.features[name] / compared:6.1%}" for name in FEATURES]
        half = -(-len(cells) // 2)
        for left, right in itertools.zip_longest(cells[:half], cells[half:], fillvalue=""):
            yield f"  {left}   {right}".rstrip()

    def _failures(self) -> Iterator[str]:
        if self.reasons:
            yield "reasons of refusals"
        for reason, count in self.reasons.most_common():
            yield f"  {count:6}  {reason}  (seed {self.examples[reason]})"
        if self.symptoms:
            yield "disagreements"
        for symptom, count in self.symptoms.most_common():
            yield f"  {count:6}  {symptom}"


class Progress:
    """Says on stderr, now and then, how far a run is."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.begin = self.last = time.monotonic()
        self.every = 1.0 if sys.stderr.isatty() else 30.0

    def show(self, summary: Summary) -> None:
        now = time.monotonic()
        done = summary.programs.total()
        if now - self.last < self.every and done < self.total:
            return
        self.last = now
        rate = done / (now - self.begin)
        counts = ", ".join(f"{summary.programs[verdict]} {verdict}" for verdict in VERDICTS)
        line = f"{done} of {self.total} programs, {rate:.1f} per second: {counts}"
        end = "\r" if sys.stderr.isatty() and done < self.total else "\n"
        print(line, end=end, file=sys.stderr, flush=True)


def parsed(given: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare compiled programs with Python.")
    parser.add_argument("--programs", type=int, default=1000, help="how many programs")
    parser.add_argument("--seed", type=int, default=0, help="of the first program")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--timeout", type=float, default=TIMEOUT, help="seconds for a program")
    parser.add_argument("--shrink", action="store_true", help="make what disagrees smaller")
    parser.add_argument("--tries", type=int, default=1000, help="how many smaller programs to try")
    parser.add_argument("--show", action="store_true", help="only print the programs")
    parser.add_argument("--interpreted", action="store_true", help="do not compile: only Python")
    return parser.parse_args(given)


def main(given: list[str] | None = None) -> int:
    options = parsed(given)
    seeds = range(options.seed, options.seed + options.programs)
    if options.show:
        for seed in seeds:
            made = programs.make(seed)
            print(f"# seed {seed}\n{made.text}\n# {made.arguments}\n")
        return 0
    summary, progress = Summary(), Progress(len(seeds))
    with Worker(options.timeout) as worker:
        for report in run_many(seeds, options.jobs, options.timeout, options.interpreted):
            summary.add(report)
            progress.show(summary)
            if report.verdict == DISAGREE:
                print(f"{'=' * 80}\n{report}", flush=True)
                if options.shrink:
                    print(f"{'-' * 80}\n{reduced(report, worker, options.tries)}", flush=True)
    print(summary)
    return int(summary.programs[DISAGREE] > 0)


if __name__ == "__main__":
    from tests.compiler import fuzz  # so that what processes send each other has one name

    sys.exit(fuzz.main())
