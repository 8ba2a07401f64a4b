"""Random programs in plain Python, for comparing the compiler with Python itself.

A program is the text of a module that ends in `def program(a, b, c)` with an int, a tuple of four
ints and a str. Its number is its seed: `make(7)` is the same program everywhere. What is written
follows types, so that nearly every program is well-typed; loops are short and recursion carries
fuel, so that every program ends.

Each program uses a random part of the language only (see FEATURES): what would refuse or break
every second program, if it were everywhere, stays in a few.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from hypothesis import strategies as st


class Type(NamedTuple):
    kind: str
    parts: tuple[Type, ...] = ()
    name: str = ""


INT, BOOL, FLOAT, STR = (Type(kind) for kind in ("int", "bool", "float", "str"))
NUM = Type("num")  # now an int, now a float
FUEL = Type("fuel")  # a small int that recursion counts down
HIDDEN = Type("hidden")  # a name that another one hides here
SCALARS = (INT, BOOL, FLOAT, STR, NUM)


def list_of(part: Type) -> Type:
    return Type("list", (part,))


def set_of(part: Type) -> Type:
    return Type("set", (part,))


def many(part: Type) -> Type:
    """A tuple of any length."""
    return Type("many", (part,))


def row(*parts: Type) -> Type:
    """A tuple of this length."""
    return Type("row", parts)


def dict_of(key: Type, value: Type) -> Type:
    return Type("dict", (key, value))


def maybe(part: Type) -> Type:
    return Type("maybe", (part,))


def generator_of(part: Type) -> Type:
    return Type("generator", (part,))


def function(result: Type, *parameters: Type) -> Type:
    return Type("function", (result, *parameters))


def annotation(type_: Type) -> str | None:
    inner = [annotation(part) for part in type_.parts]
    if None in inner:
        return None
    first = ", ".join(map(str, inner))
    match type_.kind:
        case "int" | "bool" | "float" | "str":
            return type_.kind
        case "fuel":
            return "int"
        case "num":
            return "int | float"  # float alone would declare a float
        case "list" | "set" | "dict":
            return f"{type_.kind}[{first}]"
        case "many":
            return f"tuple[{first}, ...]"
        case "row":
            return f"tuple[{first}]"
        case "maybe":
            return f"{first} | None"
        case "record":
            return type_.name
    return None


class Variable(NamedTuple):
    type: Type
    sure: bool = True  # certainly set
    fixed: bool = False  # not to be assigned: a counter, a name of a comprehension
    narrow: bool = False  # known not to be None, here only
    lasting: bool = False  # it never changes, and neither does what it reads
    cost: int = 0  # of a call, for functions


class Parameter(NamedTuple):
    name: str
    type: Type
    default: str | None = None


class Method(NamedTuple):
    name: str
    result: Type
    parameters: tuple[Type, ...]
    is_property: bool
    cost: int


class Record(NamedTuple):
    name: str
    fields: list[Parameter]
    methods: list[Method]
    is_tuple: bool


Scope = dict[str, Variable]


class Frame:
    """What is known within one function while it is written."""

    def __init__(self, names: Iterator[int], captured: Scope, result: Type | None) -> None:
        self.names = names
        self.captured = captured
        self.result = result
        self.scope: Scope = {}
        self.yields: Type | None = None
        self.heat = 1  # how often what is written now is run, at most
        self.cost = 0
        self.loops = 0
        self.blocks = 0
        self.inner = 0  # within comprehensions and lambdas, where no walrus is
        self.lazy = 0  # runs later, when a dict may have another size
        self.direct = False  # iterates over a dict itself
        self.locked = 0  # within such an iteration
        self.pure = False  # without calls
        self.ended = False  # what follows is never reached
        self.has_functions = False
        self.pending: list[str] = []  # names that a comprehension may have set


class Program(NamedTuple):
    seed: int
    text: str
    arguments: list[tuple[int, tuple[int, int, int, int], str]]


FEATURES = {
    "floats": 0.5,
    "strings": 0.65,
    "lists": 0.8,
    "tuples": 0.7,
    "dicts": 0.5,
    "sets": 0.4,
    "records": 0.35,
    "optionals": 0.35,
    "closures": 0.45,
    "lambdas": 0.5,
    "helpers": 0.7,
    "recursion": 0.7,
    "generators": 0.6,
    "exceptions": 0.5,
    "matches": 0.4,
    "walrus": 0.3,
    "unset": 0.2,
    "huge": 0.4,
    "mixed": 0.2,
    "comprehensions": 0.7,
    "slices": 0.6,
    "whiles": 0.5,
    "sorting": 0.5,
    "nesting": 0.3,  # lists of lists
    "idioms": 0.6,
    "trail": 0.6,
    "order": 0.2,  # a log of the order of evaluation
    "nonlocals": 0.3,
    "varying": 0.2,  # tuples of varying length
    "unalike": 0.05,  # returns of several types
    "unicode": 0.05,
    "constants": 0.3,
    "tables": 0.3,  # lambdas of the module, and dicts and tuples of functions
    "risky": 0.75,
    "extras": 0.15,
    "empties": 0.2,  # [] where nothing says of what
    "finally": 0.45,
    "odd": 0.02,  # None where a number should be
    "changing": 0.06,  # generators and lambdas are kept while what they read changes: refused
}
LARGE = 0.03  # the part of the programs that are long; short ones take less time to compile
FEWER = 0.7  # how much rarer a feature is in a short program

ITERATIONS = 4  # what a loop is thought to make
HOTTEST = 600
CALL_LIMIT = 20_000
COST_LIMIT = 60_000

HUGE = (
    *("9223372036854775807", "-9223372036854775807", "(-9223372036854775807 - 1)"),
    *("4611686018427387904", "-4611686018427387905", "9007199254740993", "3037000500"),
    *("2147483647", "-2147483648", "4294967296"),
)
FLOATS = (
    *("0.0", "1.0", "-1.0", "0.5", "2.0", "-0.0", "1.5", "-2.25", "0.1", "3.75", "10.0"),
    *("1e10", "1e-3", "100.25", "-7.5", "-0.1", "-33.0"),
)
WORDS = (
    "",
    "a",
    "b",
    "ab",
    "xyz",
    "hello",
    "A",
    "0",
    " ",
    "aa",
    "-7",
    "abcabc",
    "it's",
    "Zz",
    "\n",
)
UNICODE = ("é", "ß", "日本", "𝄞a", "Ωx")
COMPREHENSION_NAMES = ("x", "y", "z", "i", "j", "k", "m", "q", "s", "t", "u", "w")
ERRORS = (
    *("ValueError", "IndexError", "KeyError", "ZeroDivisionError", "TypeError", "OverflowError"),
)
CAUGHT = (
    *("ValueError", "IndexError", "KeyError", "ZeroDivisionError", "OverflowError"),
    *("(IndexError, KeyError)", "(ValueError, ZeroDivisionError)", "LookupError"),
    *("ArithmeticError", "Exception"),
)


def is_hashable(type_: Type) -> bool:
    if type_.kind in ("row", "many"):
        return all(map(is_hashable, type_.parts))
    return type_ in (INT, BOOL, STR)


def is_ordered(type_: Type) -> bool:
    if type_.kind in ("row", "many", "list"):
        return all(map(is_ordered, type_.parts))
    return type_ in SCALARS


def is_row(type_: Type) -> bool:
    """A tuple of numbers and strings."""
    return type_.kind == "row" and all(part in SCALARS for part in type_.parts)


def is_value(type_: Type) -> bool:
    """It can be returned and compared."""
    kinds = ("function", "generator", "hidden", "fuel")
    return type_.kind not in kinds and all(map(is_value, type_.parts))


def indented(lines: Iterable[str]) -> list[str]:
    return ["    " + line for line in lines]


class Maker:
    """Writes one program."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.large = rng.random() < LARGE
        often = 1.0 if self.large else FEWER
        self.on = {name: rng.random() < often * chance for name, chance in FEATURES.items()}
        risk = rng.choice((0.02, 0.05, 0.1)) if self.on["risky"] else 0.0
        self.risk = risk if self.large else 4 * risk
        self.records: dict[str, Record] = {}
        self.signatures: dict[str, list[Parameter]] = {}
        self.globals: Scope = {}
        self.frame = Frame(itertools.count(1), {}, None)
        self.returns: list[tuple[str, Scope]] = []
        self.result: Type | list[Type] = INT  # of the program
        self.is_program = False
        self.called: set[str] = set()
        self.moods = rng.choices((0.2, 1, 4), (2, 5, 2), k=40)

    # Choices

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def pick(self, *values: Any) -> Any:
        return self.rng.choice(values)

    def any_of(self, *options: tuple[float, Callable[[], Any]]) -> Any:
        """One of these by weight; an option that is not possible here makes None."""
        left = [option for option in options if option[0] > 0]
        while left:
            weights = [weight for weight, _ in left]
            index = self.rng.choices(range(len(left)), weights)[0]
            made = left.pop(index)[1]()
            if made is not None:
                return made
        return None

    def risks(self) -> bool:
        return self.chance(self.risk)

    # Names

    def fresh(self, letter: str = "v") -> str:
        return f"{letter}{next(self.frame.names)}"

    def visible(self) -> Scope:
        return {**self.globals, **self.frame.captured, **self.frame.scope}

    def named(self, type_: Type) -> list[str]:
        return [n for n, v in self.visible().items() if v.type == type_ and v.sure]

    def of_kind(self, *kinds: str) -> list[tuple[str, Type]]:
        there = self.visible().items()
        return [(n, v.type) for n, v in there if v.type.kind in kinds and v.sure]

    def writable(self, wanted: Callable[[Variable], bool]) -> list[str]:
        return [n for n, v in self.frame.scope.items() if not v.fixed and wanted(v)]

    def bind(self, name: str, type_: Type, **more: Any) -> None:
        self.frame.scope.pop(name, None)  # so that the last names are those set last
        self.frame.scope[name] = Variable(type_, **more)

    def one_name(self, names: list[str]) -> str:
        """More often one that was set not long ago."""
        tries = 3 if self.frame.inner else 2
        return names[max(self.rng.randrange(len(names)) for _ in range(tries))]

    def grows(self) -> bool:
        """What is written here may be run many times, so that a doubling would explode."""
        return self.frame.heat > 1 or not self.is_program or self.frame.result is not None

    @contextmanager
    def hotter(self, times: int = ITERATIONS) -> Iterator[None]:
        self.frame.heat *= times
        yield
        self.frame.heat //= times

    @contextmanager
    def overlay(self, hidden: Iterable[str] = (), **known: Type) -> Iterator[None]:
        """Within a comprehension or lambda: these names, and no walrus."""
        frame, saved = self.frame, self.frame.scope
        frame.scope = {**saved, **{name: Variable(HIDDEN) for name in hidden}}
        for name, type_ in known.items():
            self.bind(name, type_, fixed=True)
        frame.inner += 1
        yield
        frame.inner -= 1
        frame.scope = saved

    @contextmanager
    def inside(self, later: bool = False) -> Iterator[None]:
        """Within another function or a comprehension, which perhaps runs later."""
        self.frame.inner += 1
        self.frame.lazy += later
        yield
        self.frame.inner -= 1
        self.frame.lazy -= later

    @contextmanager
    def pure(self) -> Iterator[None]:
        """Only numbers and strings, and no calls: a key while a list is sorted in place."""
        frame, saved = self.frame, self.frame.scope
        was = frame.pure
        hidden = {n: Variable(HIDDEN) for n, v in self.visible().items() if v.type not in SCALARS}
        frame.scope, frame.pure = {**saved, **hidden}, True
        yield
        frame.scope, frame.pure = saved, was

    @contextmanager
    def lasting(self) -> Iterator[None]:
        """Only what never changes: what a generator or function that is kept may read."""
        frame, saved = self.frame, self.frame.scope
        if not self.on["changing"]:
            seen = self.visible().items()
            hidden = {n: Variable(HIDDEN) for n, v in seen if not self.lasts(n, v)}
            frame.scope = {**saved, **hidden}
        yield
        frame.scope = saved

    def lasts(self, name: str, variable: Variable) -> bool:
        if self.on["changing"] or variable.lasting:
            return True
        kinds = {part.kind for part in variable.type.parts[1:]}
        return self.globals.get(name) is variable and not kinds & {"list", "dict", "set"}

    def copies(self) -> list[str]:
        """Sets new variables, which last, to the values of others."""
        if self.frame.inner:
            return []
        there = self.frame.scope.items()
        names = [n for n, v in there if v.sure and not v.narrow and v.type in (INT, STR, FLOAT)]
        names += [n for n, v in there if v.sure and is_row(v.type)]
        lines = []
        for name in self.rng.sample(names, min(len(names), self.pick(0, 1, 1, 2))):
            made = self.fresh()
            self.bind(made, self.frame.scope[name].type, fixed=True, lasting=True)
            lines.append(f"{made} = {name}")
        return lines

    # Types

    def scalar(self) -> Type:
        kinds = [(6, INT), (1, BOOL), (2 * self.on["floats"], FLOAT), (3 * self.on["strings"], STR)]
        return self.rng.choices([t for _, t in kinds], [w for w, _ in kinds])[0]

    def hashable(self) -> Type:
        if self.on["tuples"] and self.chance(0.15):
            return row(INT, INT)
        return STR if self.on["strings"] and self.chance(0.35) else INT

    def element(self) -> Type:
        if self.on["tuples"] and self.chance(0.15):
            return row(self.scalar(), self.scalar())
        if self.on["nesting"] and self.on["lists"] and self.chance(0.3):
            return list_of(INT)
        if self.records and self.chance(0.12):
            return self.record_type()
        if self.on["optionals"] and self.chance(0.06):
            return maybe(INT)
        if self.on["mixed"] and self.chance(0.06):
            return NUM
        return self.scalar()

    def record_type(self) -> Type:
        return Type("record", (), self.rng.choice(list(self.records)))

    def some_type(self) -> Type:
        on = self.on
        return self.any_of(
            (7, self.scalar),
            (1.5 * on["mixed"], lambda: NUM),
            (5 * on["lists"], lambda: list_of(self.element())),
            (2 * on["tuples"], lambda: row(*(self.element() for _ in range(self.pick(2, 2, 3))))),
            (1.5 * on["tuples"], lambda: many(self.element())),
            (1.5 * on["sets"], lambda: set_of(self.hashable())),
            (2 * on["dicts"], lambda: dict_of(self.hashable(), self.element())),
            (2 * on["optionals"], lambda: maybe(self.pick(INT, INT, self.scalar(), row(INT, INT)))),
            (0.5 * on["optionals"] * on["lists"], lambda: maybe(list_of(self.scalar()))),
            (0.5 * on["optionals"] * on["sets"], lambda: maybe(set_of(self.hashable()))),
            (0.5 * on["optionals"] * on["dicts"], lambda: maybe(dict_of(self.hashable(), INT))),
            (2 * bool(self.records), self.record_type),
        )

    # Literals and atoms

    def literal(self, type_: Type) -> str:
        rng, parts = self.rng, type_.parts
        match type_.kind:
            case "int":
                if self.on["huge"] and self.chance(0.25):
                    return self.pick(*HUGE)
                if self.chance(0.8):
                    return str(rng.randint(-3, 10))
                return str(rng.randint(-1000, 1000))
            case "fuel":
                return str(rng.randint(0, 5))
            case "bool":
                return self.pick("True", "False")
            case "float":
                if self.on["huge"] and self.chance(0.1):
                    return self.pick("1e308", "-1e300", "1e-320", "9007199254740993.0")
                return self.pick(*FLOATS)
            case "num":
                return self.literal(self.pick(INT, FLOAT))
            case "str":
                if self.on["unicode"] and self.chance(0.4):
                    return repr(self.pick(*UNICODE))
                return repr(self.pick(*WORDS))
            case "maybe":
                return "None" if self.chance(0.5) else self.literal(parts[0])
            case "list":
                return f"[{self.literals(parts[0])}]"
            case "set":
                return f"{{{self.literals(parts[0], 1)}}}"
            case "many" | "row" | "dict" | "record":
                return self.container(type_, self.literal)
            case "function":
                names = self.lambda_names(len(parts) - 1)
                return f"(lambda {', '.join(names)}: {self.literal(parts[0])})"
            case "generator":
                return f"iter({self.literal(list_of(parts[0]))})"
        raise ValueError(type_)

    def container(self, type_: Type, item: Callable[[Type], str]) -> str:
        """A tuple, dict or record whose items are written by a function."""
        parts = type_.parts
        if type_.kind == "many":
            texts = [item(parts[0]) for _ in range(self.few(4))]
            return f"({', '.join(texts)}{',' * (len(texts) == 1)})"
        if type_.kind == "row":
            return f"({', '.join(map(item, parts))})"
        if type_.kind == "dict":
            pairs = range(self.few(3))
            return f"{{{', '.join(': '.join(map(item, parts)) for _ in pairs)}}}"
        fields = self.records[type_.name].fields
        return f"{type_.name}({', '.join(item(field.type) for field in fields)})"

    def literals(self, part: Type, least: int = 0) -> str:
        return ", ".join(self.literal(part) for _ in range(max(self.few(4), least)))

    def few(self, most: int) -> int:
        """How many items are written out. None at all says nothing about their type."""
        return self.rng.randint(0 if self.on["empties"] else 1, most)

    def atom(self, type_: Type) -> str:
        if self.on["unset"] and self.frame.inner == 0 and self.chance(0.04):
            unsure = [n for n, v in self.frame.scope.items() if v.type == type_ and not v.sure]
            if unsure:
                return self.rng.choice(unsure)
        names = self.named(type_)
        if type_ == INT:
            names += self.named(FUEL)
        if type_.kind == "maybe":
            names += self.named(type_.parts[0])
        if type_ == NUM and self.chance(0.4):
            names += self.named(INT) + self.named(FLOAT)
        if names and self.chance(0.85):
            return self.one_name(names)
        numbers = self.named(INT)
        if type_ == BOOL and numbers and self.chance(0.8):
            return self.balanced(self.one_name(numbers))
        if numbers and self.chance(0.6):
            return self.written(type_)
        return self.literal(type_)

    def balanced(self, number: str) -> str:
        """A test that is now true, now false."""
        size = self.pick(2, 2, 3, 4)
        return self.pick(
            f"({number} % {size} == {self.rng.randrange(size)})",
            f"({number} % {size} != {self.rng.randrange(size)})",
            f"({number} {self.pick('<', '>', '<=', '>=')} {self.rng.randint(-2, 4)})",
        )

    def written(self, type_: Type) -> str:
        """A literal with names in it."""
        parts = type_.parts
        match type_.kind:
            case "list":
                return f"[{', '.join(self.atom(parts[0]) for _ in range(self.few(4)))}]"
            case "set":
                return f"{{{', '.join(self.atom(parts[0]) for _ in range(self.pick(1, 2, 3)))}}}"
            case "many" | "row" | "dict" | "record":
                return self.container(type_, self.atom)
        return self.literal(type_)

    # Expressions

    def expr(self, type_: Type, depth: int = 3) -> str:
        frame = self.frame
        frame.cost += frame.heat
        depth = depth if self.large else min(depth, 2)
        if depth <= 0 or frame.cost > COST_LIMIT or self.chance(0.12):
            return self.atom(type_)
        made = getattr(self, f"make_{type_.kind}")(type_, depth)
        return self.atom(type_) if made is None else made

    def common(self, type_: Type, depth: int) -> list[tuple[float, Callable[[], str | None]]]:
        """What makes a value of any type."""
        on = self.on
        return [
            (3, lambda: self.atom(type_)),
            (5, lambda: self.access(type_, depth)),
            (1.2, lambda: self.conditional(type_, depth)),
            (0.7, lambda: self.boolean_value(type_, depth)),
            (2, lambda: self.call_any(type_, depth)),
            (0.3 * on["lambdas"], lambda: self.applied_lambda(type_, depth)),
            (0.5, lambda: self.extreme(type_, depth)),
            (0.5 * (on["comprehensions"] and on["generators"]), lambda: self.first(type_, depth)),
            (0.6 * on["walrus"], lambda: self.walrus(type_, depth)),
            (0.3 * on["tuples"], lambda: self.one_of_several(type_, depth)),
        ]

    def conditional(self, type_: Type, depth: int) -> str:
        yes, no = self.expr(type_, depth - 1), self.expr(type_, depth - 1)
        return f"({yes} if {self.condition(depth - 1)} else {no})"

    def boolean_value(self, type_: Type, depth: int) -> str | None:
        if type_.kind in ("function", "generator"):
            return None
        word = self.pick(" and ", " or ")
        return f"({word.join(self.expr(type_, depth - 1) for _ in range(self.pick(2, 2, 3)))})"

    def applied_lambda(self, type_: Type, depth: int) -> str | None:
        if type_.kind in ("function", "generator"):
            return None
        part = self.scalar()
        (name,) = self.lambda_names(1)
        given = self.expr(part, depth - 1)
        with self.overlay(**{name: part}):
            body = self.expr(type_, depth - 1)
        return f"(lambda {name}: {body})({given})"

    def walrus(self, type_: Type, depth: int) -> str | None:
        names = self.writable(lambda v: v.type == type_ and v.sure)
        if self.frame.inner or not names or type_.kind in ("function", "generator", "fuel"):
            return None
        return f"({self.rng.choice(names)} := {self.reduced(type_, depth - 1)})"

    def one_of_several(self, type_: Type, depth: int) -> str | None:
        if not is_value(type_):
            return None
        texts = [self.expr(type_, depth - 1) for _ in range(self.pick(2, 3))]
        index = self.expr(INT, depth - 1)
        return f"({', '.join(texts)})[{index} % {len(texts)}]"

    def extreme(self, type_: Type, depth: int) -> str | None:
        """By min or max."""
        if not is_ordered(type_):
            return None
        word = self.pick("min", "max")
        if self.chance(0.5):
            several = [self.expr(type_, depth - 1) for _ in range(self.pick(2, 2, 3))]
            return f"{word}({', '.join(several)})"
        if type_ == NUM or not self.is_cool():
            return None
        key = f", key={self.key(type_, depth)}" if self.chance(0.4) else ""
        items = self.iterable(type_, depth - 1)
        if self.risks():
            return f"{word}({items}{key})"
        return f"{word}({items}{key}, default={self.expr(type_, depth - 1)})"

    def first(self, type_: Type, depth: int) -> str | None:
        if not is_value(type_) or not self.is_cool():
            return None
        generators = self.named(generator_of(type_))
        if generators and self.chance(0.6):
            return f"next({self.rng.choice(generators)}, {self.atom(type_)})"
        made = self.clauses(depth, partial(self.expr, type_, depth - 2), type_, condition=True)
        return f"next(({made}), {self.atom(type_)})"

    def is_cool(self) -> bool:
        return self.frame.heat * ITERATIONS <= HOTTEST

    def access(self, type_: Type, depth: int) -> str | None:
        """A part of something that a name stands for."""
        ways: list[Callable[[], str | None]] = []
        for name, variable in self.visible().items():
            if not variable.sure:
                continue
            kind, parts = variable.type.kind, variable.type.parts
            if kind in ("list", "many") and parts[0] == type_:
                ways.append(partial(self.indexed, name, type_, depth))
            elif kind == "list" and parts[0] == list_of(type_):
                ways.append(partial(self.indexed_twice, name, type_, depth))
            elif kind == "row" and type_ in parts:
                ways.append(partial(self.part_of_row, name, variable.type, type_, depth))
            elif kind == "dict" and parts[1] == type_:
                ways.append(partial(self.looked_up, name, variable.type, depth))
            elif kind == "maybe" and parts[0] == type_:
                ways.append(partial(self.unwrapped, name, type_, depth))
            elif kind == "record":
                ways += self.parts_of_record(name, self.records[variable.type.name], type_, depth)
        return self.rng.choice(ways)() if ways else None

    def indexed(self, name: str, type_: Type, depth: int) -> str:
        index = self.expr(INT, depth - 1)
        if self.risks():
            return f"{name}[{self.pick(index, '0', '-1', '1', '-2', '5')}]"
        other = self.atom(type_)
        return self.pick(
            f"({name}[{index} % len({name})] if {name} else {other})",
            f"({name}[{self.pick('0', '-1')}] if {name} else {other})",
            f"({name}[2] if len({name}) > 2 else {other})",
            f"({name}[-(len({name}))] if len({name}) else {other})",
        )

    def indexed_twice(self, name: str, type_: Type, depth: int) -> str:
        if self.risks():
            return f"{name}[{self.pick('0', '-1', '1')}][{self.expr(INT, depth - 1)} % 3]"
        return f"({name}[0][-1] if {name} and {name}[0] else {self.atom(type_)})"

    def part_of_row(self, name: str, held: Type, type_: Type, depth: int) -> str:
        size = len(held.parts)
        if set(held.parts) == {type_} and self.chance(0.35):
            index = self.expr(INT, depth - 1)
            if self.risks():
                return f"{name}[{self.pick(*[index] * 5, size, -size - 1)}]"
            return f"{name}[{index} % {size}]"
        index = self.rng.choice([i for i, part in enumerate(held.parts) if part == type_])
        return f"{name}[{self.pick(index, index, index - size)}]"

    def looked_up(self, name: str, held: Type, depth: int) -> str:
        key, value = (self.expr(part, depth - 1) for part in held.parts)
        if self.risks():
            return f"{name}[{key}]"
        if self.chance(0.5):
            return f"{name}.get({key}, {value})"
        key = self.atom(held.parts[0])
        return f"({name}[{key}] if {key} in {name} else {value})"

    def unwrapped(self, name: str, type_: Type, depth: int) -> str:
        if self.risks():
            return name
        other = self.expr(type_, depth - 1)
        return self.pick(
            f"({name} if {name} is not None else {other})",
            f"({other} if {name} is None else {name})",
            f"({name} or {other})",
        )

    def parts_of_record(
        self, name: str, record: Record, type_: Type, depth: int
    ) -> list[Callable[[], str | None]]:
        ways: list[Callable[[], str | None]] = []
        for index, field in enumerate(record.fields):
            if field.type == type_:
                by_name = f"{name}.{field.name}"
                by_index = f"{name}[{index}]" if record.is_tuple else by_name
                text = self.pick(by_name, by_name, by_index)
                ways.append(lambda text=text: text)
        methods = [method for method in record.methods if method.result == type_]
        return ways + [partial(self.call_method, name, method, depth) for method in methods]

    def call_method(self, name: str, method: Method, depth: int) -> str | None:
        frame = self.frame
        if frame.pure or frame.heat * method.cost > CALL_LIMIT:
            return None
        frame.cost += frame.heat * method.cost
        if method.is_property:
            return f"{name}.{method.name}"
        given = [self.expr(part, depth - 1) for part in method.parameters]
        return f"{name}.{method.name}({', '.join(given)})"

    # Calls

    def callable_for(self, result: Type) -> list[str]:
        if self.frame.pure:
            return []
        heat = self.frame.heat
        return [
            name
            for name, v in self.visible().items()
            if v.type.kind == "function"
            and v.type.parts[0] == result
            and v.sure
            and heat * v.cost <= CALL_LIMIT
        ]

    def call_any(self, result: Type, depth: int) -> str | None:
        names = self.callable_for(result)
        return self.call(self.rng.choice(names), depth) if names else None

    def call(self, name: str, depth: int) -> str:
        variable = self.visible()[name]
        self.frame.cost += self.frame.heat * variable.cost
        parameters = self.signatures.get(name)
        if parameters is None:
            given = [self.argument(part, depth - 1) for part in variable.type.parts[1:]]
            return f"{name}({', '.join(given)})"
        texts = []
        keyed = False
        for parameter in parameters:
            if parameter.default is not None and self.chance(0.5):
                keyed = True
                continue
            keyed = keyed or self.chance(0.1)
            text = self.argument(parameter.type, depth - 1)
            texts.append(f"{parameter.name}={text}" if keyed else text)
        return f"{name}({', '.join(texts)})"

    def argument(self, type_: Type, depth: int) -> str:
        if type_ == FUEL:
            return self.fuel(depth)
        return self.expr(type_, depth)

    def fuel(self, depth: int) -> str:
        if self.chance(0.5):
            return self.literal(FUEL)
        return f"({self.expr(INT, depth - 1)} % {self.pick(3, 4, 5, 6)})"

    def lambda_names(self, count: int) -> list[str]:
        return self.rng.sample(COMPREHENSION_NAMES, count)

    def make_function(self, type_: Type, depth: int) -> str:
        result, *parameters = type_.parts
        seen = self.visible()
        known = [n for n in self.named(type_) if seen[n].cost <= 40 and self.lasts(n, seen[n])]
        if known and not self.frame.pure and self.chance(0.5):
            return self.rng.choice(known)
        names = self.lambda_names(len(parameters))
        with self.lasting(), self.overlay(**dict(zip(names, parameters, strict=True))):
            frame = self.frame
            was, frame.pure = frame.pure, True  # so that a call of it costs little
            body = self.expr(result, depth - 1)
            frame.pure = was
        return f"(lambda {', '.join(names)}: {body})"

    def make_generator(self, type_: Type, depth: int) -> str | None:
        part = type_.parts[0]
        if not self.is_cool():
            return None
        name = self.call_any(type_, depth) if self.chance(0.6) else None
        if name is not None:
            return name
        with self.inside(later=True):
            made = self.clauses(depth, partial(self.expr, part, depth - 2), part)
        return f"({made})"

    def key(self, type_: Type, depth: int) -> str:
        """A function that sorts values of this type."""
        named = [n for n in self.named(function(INT, type_)) if self.visible()[n].cost <= 40]
        if named and not self.frame.pure and self.chance(0.4):
            return self.rng.choice(named)
        if self.chance(0.15):
            simple = {"int": "abs", "str": "len", "float": "abs", "list": "len", "many": "len"}
            if type_.kind in simple:
                return simple[type_.kind]
        (name,) = self.lambda_names(1)
        simple = self.simple_keys(name, type_)
        if simple and self.chance(0.7):
            return f"lambda {name}: {self.pick(*simple)}"
        result = self.pick(INT, INT, row(INT, INT), STR if self.on["strings"] else BOOL)
        with self.overlay(**{name: type_}), self.hotter():
            body = self.expr(result, min(depth, 2))
        return f"lambda {name}: {body}"

    def simple_keys(self, name: str, type_: Type) -> list[str]:
        """Keys that are often equal for values that are not."""
        match type_.kind:
            case "int":
                return [f"{name} % {self.pick(2, 3)}", f"-{name}", f"({name} % 3, -{name})"]
            case "float":
                return [f"-{name}", f"{name} > 0.5", f"int({name} % 3.0)"]
            case "str":
                return [f"len({name})", f"{name}[-1:]", f"{name}.upper()", f"(len({name}), {name})"]
            case "list" | "many":
                return [f"len({name})", f"-len({name})", f"{name}[1:]"]
            case "row" if type_.parts[0] == INT:
                return [f"{name}[0] % 2", f"({name}[1], -{name}[0])", f"{name}[1]", f"-{name}[0]"]
            case "row":
                return [f"{name}[1]", f"({name}[1], {name}[0])"]
        return []

    # Iteration

    def iterable(self, part: Type, depth: int) -> str:
        """Something that gives values of this type, a few."""
        on = self.on
        options: list[tuple[float, Callable[[], str | None]]] = [
            (4 * on["lists"], lambda: self.expr(list_of(part), depth - 1)),
            (2 * on["tuples"], lambda: self.expr(many(part), depth - 1)),
            (1, lambda: self.several(part, depth)),
            (2 * on["generators"], lambda: self.run_generator(part, depth)),
            (0.6 * on["lists"], lambda: f"reversed({self.expr(list_of(part), depth - 1)})"),
            (2, lambda: self.equal_row(part)),
        ]
        if is_hashable(part):
            of_set = partial(self.expr, set_of(part), depth - 1)
            options.append((1.5 * on["sets"], lambda: f"sorted({of_set()})"))
        options.append((2 * on["dicts"], lambda: self.over_dict(part, depth)))
        if part == INT:
            options.append((5, lambda: self.range_text(depth)))
            options.append((0.5, lambda: f"reversed({self.range_text(depth)})"))
        if part == STR:
            options.append((5, lambda: self.expr(STR, depth - 1)))
        if part.kind == "row" and len(part.parts) == 2:
            first, second = part.parts
            options.append((2, lambda: self.zipped(part.parts, depth)))
            if first == INT:
                options.append((2, lambda: self.enumerated(second, depth)))
        if is_ordered(part) and on["sorting"] and on["lists"]:
            options.append((0.6, lambda: self.sorted_text(part, depth)))
        if self.is_cool() and on["comprehensions"] and on["generators"]:
            options.append((0.6, lambda: self.lazily(part, depth)))
        return self.any_of(*options)

    def lazily(self, part: Type, depth: int) -> str:
        with self.inside(later=True):
            return f"({self.clauses(depth - 1, partial(self.expr, part, depth - 2), part)})"

    def several(self, part: Type, depth: int) -> str:
        count = self.rng.randint(1, 3)
        texts = [self.expr(part, depth - 1) for _ in range(count)]
        return self.pick(f"({', '.join(texts)},)", f"[{', '.join(texts)}]")

    def equal_row(self, part: Type) -> str | None:
        rows = [n for n, t in self.of_kind("row") if set(t.parts) == {part}]
        return self.rng.choice(rows) if rows else None

    def run_generator(self, part: Type, depth: int) -> str | None:
        names = self.named(generator_of(part))
        if names and self.chance(0.5):
            return self.rng.choice(names)
        return self.call_any(generator_of(part), depth)

    def over_dict(self, part: Type, depth: int) -> str | None:
        dicts = [(n, t) for n, t in self.of_kind("dict")]
        ways = [f"{n}" for n, t in dicts if t.parts[0] == part]
        ways += [f"{n}.keys()" for n, t in dicts if t.parts[0] == part]
        ways += [f"{n}.values()" for n, t in dicts if t.parts[1] == part]
        ways += [f"{n}.items()" for n, t in dicts if row(*t.parts) == part]
        if not ways:
            return None
        return self.dict_iteration(self.rng.choice(ways))

    def dict_iteration(self, text: str) -> str:
        if self.frame.lazy or self.chance(0.2):
            return f"list({text})"
        self.frame.direct = True
        return text

    def zipped(self, parts: Iterable[Type], depth: int) -> str:
        return f"zip({', '.join(self.iterable(part, depth - 1) for part in parts)})"

    def enumerated(self, part: Type, depth: int) -> str:
        inner = self.iterable(part, depth - 1)
        if self.chance(0.6):
            return f"enumerate({inner})"
        start = self.pick("1", "-2", self.atom(INT))
        return self.pick(f"enumerate({inner}, {start})", f"enumerate({inner}, start={start})")

    def sorted_text(self, part: Type, depth: int) -> str:
        key = f", key={self.key(part, depth)}" if self.chance(0.5) else ""
        turn = f", reverse={self.pick(*['True'] * 9, self.atom(BOOL))}" if self.chance(0.5) else ""
        return f"sorted({self.iterable(part, depth - 1)}{key}{turn})"

    def range_text(self, depth: int) -> str:
        sub = partial(self.expr, INT, depth - 1)
        lists = self.of_kind("list", "many", "str")
        step = self.pick(-3, -2, -1, 1, 2, 3)
        first = self.rng.randint(-3, 6)
        last = first + self.rng.randint(-1, 6) * (1 if step > 0 else -1)
        if self.risks() and self.chance(0.4):
            return f"range({first}, {last}, {self.atom(INT)} % {self.pick(2, 3, 4)})"
        if self.on["huge"] and self.chance(0.2):
            return self.pick(
                "range(9223372036854775800, 9223372036854775807, 3)",
                "range(0, 9223372036854775807, 4611686018427387904)",
                "range(-9223372036854775807, 9223372036854775807, 6000000000000000000)",
                "range(9223372036854775807, -9223372036854775807, -5000000000000000000)",
            )
        if lists and self.chance(0.3):
            name = self.rng.choice(lists)[0]
            return self.pick(
                f"range(len({name}))",
                f"range(len({name}) - 1, -1, -1)",
                f"range(1, len({name}))",
                f"range(0, len({name}), 2)",
            )
        atom = self.atom(INT)
        end = self.pick(-1, 0) if step < 0 else self.pick(5, 8)
        return self.pick(
            f"range({self.rng.randint(0, 6)})",
            f"range({sub()} % {self.rng.randint(2, 6)})",
            f"range({min(first, last)}, {max(first, last)})",
            f"range({first}, {last}, {step})",
            f"range({atom} % 7, {end}, {step})",
            f"range({sub()} % 4, {sub()} % 9)",
            f"range({atom}, {atom} + {self.pick(1, 3, 5)})",
            f"range(min({sub()}, 5))",
            f"range({self.rng.randint(1, 5)}, -1, -1)",
        )

    def clause(
        self, depth: int, name_for: Callable[[Type], str], part: Type | None = None
    ) -> tuple[str, dict[str, Type], str]:
        """A target of a loop, the names in it, and what the loop is over."""
        self.frame.direct = False
        known: dict[str, Type] = {}
        if part is None:
            part = INT if self.chance(0.4) else self.element()
        second = INT if self.chance(0.5) else self.scalar()

        def target(type_: Type, bare: bool = False) -> str:
            if type_.kind == "row" and self.chance(0.75):
                inner = ", ".join(map(target, type_.parts))
                return inner if bare else f"({inner})"
            name = name_for(type_)
            known[name] = type_
            return name

        def over_items() -> tuple[str, str] | None:
            dicts = self.of_kind("dict")
            if not dicts:
                return None
            name, held = self.rng.choice(dicts)
            text = self.dict_iteration(f"{name}.items()")
            return target(row(*held.parts), True), text

        def over_zip() -> tuple[str, str]:
            parts = [part, second] if self.chance(0.8) else [part, second, INT]
            text = self.zipped(parts, depth)
            return target(row(*parts), True), text

        def over_enumerate() -> tuple[str, str]:
            text = self.enumerated(part, depth)
            return target(row(INT, part), True), text

        def over_values() -> tuple[str, str]:
            text = self.iterable(part, depth)
            return target(part, True), text

        def over_range() -> tuple[str, str]:
            text = self.range_text(depth)
            return target(INT), text

        pattern, text = self.any_of(
            (4, over_values),
            (3, over_range),
            (1.3, over_enumerate),
            (1 * self.on["tuples"], over_zip),
            (2 * self.on["dicts"], over_items),
        )
        return pattern, known, text

    def clauses(
        self,
        depth: int,
        body: Callable[[], str],
        part: Type | None = None,
        condition: bool = False,
    ) -> str:
        """`body for … in … if …`. The values of the first loop are often of the given type."""
        frame, saved = self.frame, self.frame.scope
        pool = list(COMPREHENSION_NAMES)
        if self.chance(0.15):
            pool += [n for n, v in self.frame.scope.items() if not v.lasting]
        pool = self.rng.sample(pool, 10)
        unused = iter(pool)
        texts = []
        after: str | None = None
        was_direct, was_heat = frame.direct, frame.heat
        several = 2 if self.chance(0.15) and frame.heat * ITERATIONS**2 <= HOTTEST else 1
        part = part if part is not None and is_value(part) and self.chance(0.6) else None
        frame.inner += 1
        for _ in range(several):
            pattern, known, text = self.clause(depth - 1, lambda _: next(unused), part)
            if not texts:
                hidden = {name: Variable(HIDDEN) for name in pool}
                frame.scope = {**frame.scope, **hidden}
            for name, type_ in known.items():
                self.bind(name, type_, fixed=True)
            frame.heat *= ITERATIONS
            texts.append(f"for {pattern} in {text}")
            if condition or self.chance(0.35):
                texts.append(f"if {self.condition(depth - 1)}")
                if self.chance(0.1):
                    texts.append(f"if {self.condition(depth - 2)}")
        is_eager = not frame.lazy and frame.inner == 1
        if self.on["walrus"] and is_eager and not condition and self.chance(0.25):
            after = self.fresh()
            texts.append(f"if ({after} := {self.expr(INT, depth - 2)}) > {self.atom(INT)}")
            self.bind(after, INT, fixed=True)
        made = body()
        frame.inner -= 1
        frame.heat, frame.direct, frame.scope = was_heat, was_direct, saved
        if after is not None:
            frame.pending.append(after)
        return f"{made} {' '.join(texts)}"

    def comprehension(self, part: Type, depth: int) -> str | None:
        if not self.on["comprehensions"] or not self.is_cool():
            return None
        return self.clauses(depth, partial(self.expr, part, depth - 1), part)

    def slicing(self, depth: int) -> str:
        def bound() -> str:
            if self.on["huge"] and self.chance(0.15):
                return self.pick("9223372036854775807", "-9223372036854775807")
            return self.pick(
                *("", "", "0", "1", "2", "3", "-1", "-2", "-3", "7", "-7", "None"),
                self.expr(INT, depth - 1),
            )

        if self.risks() and self.chance(0.3):
            return f"[{bound()}:{bound()}:{self.atom(INT)} % 2]"
        step = self.pick("", "", "", "", ":", ":1", ":2", ":-1", ":-1", ":-2", ":3", ":-3")
        return f"[{bound()}:{bound()}{step}]"

    # Conditions

    def condition(self, depth: int) -> str:
        if self.chance(0.75):
            return self.expr(BOOL, depth)
        holders = self.of_kind("int", "str", "list", "many", "dict", "set", "maybe", "float")
        if holders and self.chance(0.7):
            name = self.rng.choice(holders)[0]
            return self.pick(name, f"not {name}")
        return f"{self.rng.choice(self.named(INT) or ['7'])} % {self.pick(2, 3)}"

    def make_bool(self, type_: Type, depth: int) -> str:
        on = self.on
        return self.any_of(
            *self.common(type_, depth),
            (6, lambda: self.comparison(INT, depth)),
            (6, lambda: self.balanced(self.expr(INT, depth - 1))),
            (1.5 * on["floats"], lambda: self.comparison(FLOAT, depth)),
            (1 * on["floats"], lambda: self.mixed_comparison(depth)),
            (2.5 * on["strings"], lambda: self.comparison(STR, depth)),
            (2, lambda: self.comparison(self.some_type(), depth)),
            (1.5, lambda: f"(not {self.condition(depth - 1)})"),
            (2.5, lambda: self.contained(depth)),
            (3 * on["optionals"], lambda: self.is_none()),
            (1.2 * on["comprehensions"], lambda: self.any_or_all(depth)),
            (0.5, lambda: f"bool({self.atom(self.some_type())})"),
            (1 * on["sets"], lambda: self.subset(depth)),
            (0.5 * on["extras"], lambda: f"isinstance({self.atom(NUM)}, int)"),
            (0.5 * (on["extras"] and on["strings"]), lambda: self.begins(depth)),
        )

    def comparison(self, part: Type, depth: int) -> str | None:
        if not is_value(part):
            return None
        signs = ["==", "!="]
        if is_ordered(part):
            signs += ["<", "<=", ">", ">="] * 3
        count = 2 if self.chance(0.8) or depth < 2 else 3
        text = self.expr(part, depth - 1)
        for _ in range(count - 1):
            text += f" {self.pick(*signs)} {self.expr(part, depth - 1)}"
        return f"({text})"

    def mixed_comparison(self, depth: int) -> str:
        sign = self.pick("==", "!=", "<", "<=", ">", ">=")
        left, right = self.rng.sample((INT, FLOAT, BOOL, NUM), 2)
        return f"({self.expr(left, depth - 1)} {sign} {self.expr(right, depth - 1)})"

    def contained(self, depth: int) -> str:
        word = self.pick("in", "in", "not in")
        on, sub = self.on, partial(self.expr, depth=depth - 1)
        part = self.element()
        key = self.hashable()
        known = self.of_kind("dict")
        dict_name, held = self.rng.choice(known) if known else ("", INT)
        item, holder = self.any_of(
            (3 * on["lists"], lambda: (sub(part), sub(list_of(part)))),
            (2 * on["tuples"], lambda: (sub(part), sub(many(part)))),
            (2 * on["strings"], lambda: (sub(STR), sub(STR))),
            (2 * on["sets"], lambda: (sub(key), sub(set_of(key)))),
            (3 * bool(known), lambda: (sub(held.parts[0]), dict_name)),
            (1, lambda: (sub(INT), f"({sub(INT)}, {sub(INT)}, {sub(INT)})")),
            (1, lambda: (sub(INT), self.range_text(depth - 1))),
        )
        return f"({item} {word} {holder})"

    def is_none(self) -> str | None:
        names = self.of_kind("maybe")
        if not names:
            return None
        return f"({self.rng.choice(names)[0]} {self.pick('is', 'is not')} None)"

    def any_or_all(self, depth: int) -> str | None:
        if not self.is_cool():
            return None
        made = self.clauses(depth, partial(self.condition, depth - 2))
        word = self.pick("any", "all")
        if self.on["generators"]:
            return f"{word}({made})"
        return f"{word}([{made}])"

    def subset(self, depth: int) -> str:
        key = self.hashable()
        left, right = (self.expr(set_of(key), depth - 1) for _ in range(2))
        if self.chance(0.3):
            return f"({left}).{self.pick('issubset', 'isdisjoint', 'issuperset')}({right})"
        return f"({left} {self.pick('<=', '<', '>=', '>', '==')} {right})"

    def begins(self, depth: int) -> str:
        word = self.pick("startswith", "endswith")
        return f"{self.expr(STR, depth - 1)}.{word}({self.expr(STR, depth - 1)})"

    # Numbers

    def make_int(self, type_: Type, depth: int) -> str:
        on = self.on
        return self.any_of(
            *self.common(type_, depth),
            (14, lambda: self.int_binary(depth)),
            (10 * on["order"], lambda: self.noted(depth)),
            (1.5, lambda: f"({self.pick('-', '~', '-', '+')}{self.expr(INT, depth - 1)})"),
            (1, lambda: f"abs({self.expr(INT, depth - 1)})"),
            (1, lambda: self.of_bool(depth)),
            (2.5, lambda: self.length(depth)),
            (1.5, lambda: self.int_sum(depth)),
            (1.5 * on["strings"], lambda: self.int_of_string(depth)),
            (1.0 * on["lists"], lambda: self.counted(depth)),
            (1.0 * on["floats"], lambda: self.int_of_float(depth)),
            (0.6 * on["extras"], lambda: self.int_extra(depth)),
            (0.5 * on["odd"], self.int_of_none),
        )

    def int_binary(self, depth: int) -> str:
        sub = partial(self.expr, INT, depth - 1)
        sign = self.rng.choices(
            ("+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "**"),
            (9, 8, 5, 3, 5, 2, 1.5, 2, 1, 1, 1),
        )[0]
        if sign in ("//", "%"):
            return f"({sub()} {sign} {self.divisor(depth)})"
        if sign == "*":
            if self.on["huge"] and self.chance(0.3):
                return f"({sub()} * {sub()})"
            right = self.pick(str(self.rng.randint(-3, 9)), f"({sub()} % {self.pick(5, 10, 100)})")
            return f"({sub()} % {self.pick(10, 100, 1000)} * {right})"
        if sign == "<<":
            if self.risks():
                return f"({sub()} << {sub()} % 9 - 2)"
            if self.on["huge"] and self.chance(0.4):
                return f"({self.atom(INT)} << {self.pick(0, 1, 31, 62, 63, 64)})"
            return f"({sub()} % 100 << {self.pick('1', '3', f'({sub()} & 7)')})"
        if sign == ">>":
            if self.risks():
                return f"({sub()} >> {sub()})"
            return f"({sub()} >> {self.pick('0', '1', '2', '63', '64', '70', f'({sub()} & 7)')})"
        if sign == "**":
            if self.on["huge"] and self.chance(0.3):
                return f"({sub()} ** {self.pick(2, 3, 7)})"
            base = self.pick(f"{sub()} % 7", f"-({sub()} % 5)", self.pick("2", "-2", "-1", "10"))
            return f"(({base}) ** {self.pick('0', '1', '2', '3', f'({sub()} % 5)')})"
        return f"({sub()} {sign} {sub()})"

    def noted(self, depth: int) -> str | None:
        """Leaves a trace of when it is evaluated."""
        if "note" not in self.callable_for(INT):
            return None
        return f"note({self.expr(INT, depth - 1)})"

    def divisor(self, depth: int) -> str:
        if self.risks():
            return self.expr(INT, depth - 1)
        plain = self.pick(-7, -3, -2, -1, 1, 2, 3, 5, 7, 10, 97)
        inner = self.atom(INT)
        return self.pick(
            *(str(plain), str(plain), str(abs(plain)), str(abs(plain))),
            *(f"({inner} or 3)", f"(abs({inner}) % 100 + 1)", f"({inner} | 1)"),
        )

    def of_bool(self, depth: int) -> str:
        text = self.expr(BOOL, depth - 1)
        return self.pick(
            f"({text} + {self.expr(INT, depth - 1)})",
            f"({text} * {self.literal(INT)})",
            f"int({text})",
            f"(1 - {text})",
            f"({self.literal(INT)} if {text} else {self.expr(INT, depth - 1)})",
        )

    def length(self, depth: int) -> str:
        holders = self.of_kind("list", "many", "dict", "set", "str", "row")
        if holders and self.chance(0.8):
            return f"len({self.rng.choice(holders)[0]})"
        return f"len({self.expr(list_of(INT) if self.on['lists'] else STR, depth - 1)})"

    def int_sum(self, depth: int) -> str | None:
        if not self.is_cool():
            return None
        start = f", {self.atom(INT)}" if self.chance(0.2) else ""
        if self.on["comprehensions"] and self.on["generators"] and self.chance(0.6):
            body = partial(self.expr, self.pick(INT, INT, BOOL), depth - 1)
            made = self.clauses(depth, body, INT)
            return f"sum(({made}){start})" if start else f"sum({made})"
        return f"sum({self.iterable(INT, depth - 1)}{start})"

    def int_of_string(self, depth: int) -> str:
        sub = partial(self.expr, STR, depth - 1)
        plain = self.atom(STR)
        options = [
            f"{sub()}.find({sub()})",
            f"{sub()}.count({sub()})",
            f"(ord({plain}[0]) if {plain} else {self.literal(INT)})",
            f"int(str({self.expr(INT, depth - 1)}))",
            f"ord({self.pick(*(repr(word) for word in WORDS if len(word) == 1))})",
        ]
        if self.risks():
            options = [f"ord({sub()})", f"int({sub()})", f"{sub()}.index({sub()})"]
        return self.pick(*options)

    def counted(self, depth: int) -> str:
        part = self.pick(INT, STR if self.on["strings"] else INT)
        held, item = self.expr(list_of(part), depth - 1), self.expr(part, depth - 1)
        if self.risks():
            return f"{held}.index({item})"
        names = self.named(list_of(part))
        if names and self.chance(0.4):
            name, item = self.rng.choice(names), self.atom(part)
            return f"({name}.index({item}) if {item} in {name} else -1)"
        return f"{held}.count({item})"

    def int_of_float(self, depth: int) -> str:
        text = self.expr(FLOAT, depth - 1)
        return f"{self.pick('int', 'int', 'round')}({text})"

    def int_extra(self, depth: int) -> str:
        text = self.expr(INT, depth - 1)
        return self.pick(
            f"divmod({text}, {self.divisor(depth)})[{self.pick(0, 1)}]",
            f"({text}).bit_length()",
            f"pow({text} % 10, {self.pick(2, 3)})",
            f"sum(map(abs, {self.iterable(INT, depth - 1)}))",
        )

    def int_of_none(self) -> str | None:
        names = self.named(maybe(INT))
        return f"({self.rng.choice(names)} + {self.literal(INT)})" if names else None

    def make_float(self, type_: Type, depth: int) -> str:
        return self.any_of(
            *self.common(type_, depth),
            (10, lambda: self.float_binary(depth)),
            (2, lambda: f"({self.expr(INT, depth - 1)} / {self.divisor(depth)})"),
            (1.5 * self.on["huge"], lambda: f"({self.pick(*HUGE)} / {self.divisor(depth)})"),
            (1.5, lambda: f"float({self.expr(self.pick(INT, INT, BOOL, FLOAT), depth - 1)})"),
            (1, lambda: f"(-{self.expr(FLOAT, depth - 1)})"),
            (1, lambda: f"abs({self.expr(FLOAT, depth - 1)})"),
            (1, lambda: self.float_sum(depth)),
            (0.5 * self.on["mixed"], lambda: f"float({self.expr(NUM, depth - 1)})"),
        )

    def float_binary(self, depth: int) -> str:
        sub = partial(self.expr, depth=depth - 1)
        sign = self.rng.choices(("+", "-", "*", "/", "//", "%", "**"), (6, 6, 5, 4, 3, 3, 1))[0]
        left, right = self.rng.choice(((FLOAT, FLOAT), (FLOAT, INT), (INT, FLOAT)))
        if sign == "**":
            return self.pick(
                f"({sub(FLOAT)} ** {self.pick(0, 1, 2)})", f"(abs({sub(FLOAT)}) ** 0.5)"
            )
        if sign in ("/", "//", "%"):
            if self.risks():
                return f"({sub(left)} {sign} {sub(right)})"
            under = self.pick("2.0", "-0.5", "3.0", "-7.0", "0.1", f"(abs({sub(FLOAT)}) + 1.0)")
            return f"({sub(left)} {sign} {under})"
        if sign == "*":
            return f"({sub(FLOAT)} * {self.pick('0.5', '-1.5', '2.0', '3', f'({sub(INT)} % 5)')})"
        return f"({sub(left)} {sign} {sub(right)})"

    def float_sum(self, depth: int) -> str | None:
        """A sum that certainly is a float."""
        if not self.is_cool():
            return None
        return f"sum({self.iterable(FLOAT, depth - 1)}, 0.0)"

    def make_num(self, type_: Type, depth: int) -> str:
        sub = partial(self.expr, depth=depth - 1)

        def sum_of_floats() -> str:
            return f"sum({self.iterable(FLOAT, depth - 1)})"

        return self.any_of(
            *self.common(type_, depth),
            (2, lambda: sub(INT)),
            (2, lambda: sub(FLOAT)),
            (3, lambda: f"({sub(INT)} if {self.condition(depth - 1)} else {sub(FLOAT)})"),
            (3, lambda: f"({sub(NUM)} {self.pick('+', '-')} {sub(self.pick(INT, NUM, FLOAT))})"),
            (1, lambda: f"({sub(NUM)} * {self.pick('2', '0.5', '-1')})"),
            (0.5, lambda: f"({sub(NUM)} {self.pick('//', '%')} {self.pick('2', '0.5', '-3')})"),
            (0.5, lambda: f"(-{sub(NUM)})"),
            (0.3, lambda: f"({sub(INT)} and {sub(FLOAT)})"),
            (0.2, lambda: f"({sub(INT)} {self.pick('and', 'or')} {sub(BOOL)})"),
            (0.3 * self.is_cool(), sum_of_floats),
            (0.2 * self.on["odd"], lambda: f"(({sub(INT)} % 9 + 1) ** ({sub(INT)} % 6 - 2))"),
        )

    # Strings

    def make_str(self, type_: Type, depth: int) -> str:
        sub = partial(self.expr, STR, depth - 1)
        return self.any_of(
            *self.common(type_, depth),
            (4, lambda: self.short(f"({sub()} + {sub()})")),
            (
                1,
                lambda: self.short(
                    f"({sub()} * {self.pick('2', '3', '0', '-1', self.fuel(depth))})"
                ),
            ),
            (3 * self.on["slices"], lambda: f"{sub()}{self.slicing(depth)}"),
            (2, lambda: self.character(depth)),
            (2, lambda: f"str({self.expr(INT, depth - 1)})"),
            (3, lambda: self.short(self.formatted(depth))),
            (2, lambda: self.joined(depth)),
            (1, lambda: self.short(f"{sub()}.replace({sub()}, {sub()})")),
            (1, lambda: f"{sub()}.{self.pick('upper', 'upper', 'lower')}()"),
            (1, lambda: self.from_code(depth)),
            (0.5 * self.on["extras"], lambda: f"{sub()}.strip()"),
        )

    def short(self, text: str) -> str:
        return f"{text}[:12]" if self.grows() else text

    def character(self, depth: int) -> str:
        name, index = self.atom(STR), self.expr(INT, depth - 1)
        if self.risks():
            return f"{name}[{self.pick('0', '-1', index)}]"
        return self.pick(
            f"({name}[{index} % len({name})] if {name} else '?')",
            f"({name}[{self.pick('0', '-1')}] if {name} else {self.literal(STR)})",
        )

    def from_code(self, depth: int) -> str:
        text = self.expr(INT, depth - 1)
        if self.risks():
            return f"chr({text} % 200 - 20)"
        if self.on["unicode"]:
            return f"chr({text} % 1000)"
        return f"chr(97 + {text} % 26)"

    def formatted(self, depth: int) -> str:
        pieces = ['f"']
        for _ in range(self.rng.randint(1, 3)):
            part = self.pick(INT, STR)
            text = self.expr(part, min(depth - 1, 1))
            if any(sign in text for sign in "'\"\\{:"):
                text = self.rng.choice(self.named(part) or ["7"])
            pieces.append(self.pick("", "x", "-", "a=", "{{"))
            if self.on["extras"] and self.chance(0.15):
                text += self.pick(":>4", "!s") if part == STR else self.pick(":03d", ":5", ":x")
            pieces.append(f"{{{text}}}")
        return "".join([*pieces, '"'])

    def joined(self, depth: int) -> str | None:
        if not self.is_cool():
            return None
        glue = repr(self.pick("", ",", "-", "ab"))
        if self.on["comprehensions"] and self.on["generators"] and self.chance(0.5):
            made = self.clauses(depth, partial(self.expr, STR, depth - 2), STR)
            return self.short(f"{glue}.join({made})")
        return self.short(f"{glue}.join({self.iterable(STR, depth - 1)})")

    # Containers

    def make_list(self, type_: Type, depth: int) -> str:
        on, part = self.on, type_.parts[0]
        sub = partial(self.expr, type_, depth - 1)

        def written() -> str:
            count = self.few(4)
            return f"[{', '.join(self.expr(part, depth - 1) for _ in range(count))}]"

        def starred() -> str:
            items = [f"*{self.iterable(part, depth - 1)}", self.expr(part, depth - 1)]
            self.rng.shuffle(items)
            return self.limited(f"[{', '.join(items)}]")

        def comprehension() -> str | None:
            made = self.comprehension(part, depth)
            return f"[{made}]" if made else None

        def repeated() -> str:
            return self.limited(f"({sub()} * {self.pick('2', '0', '-1', self.fuel(depth))})")

        def in_order() -> str | None:
            return self.sorted_text(part, depth) if is_ordered(part) else None

        return self.any_of(
            *self.common(type_, depth),
            (4, written),
            (1, starred),
            (4, comprehension),
            (2, lambda: self.limited(f"({sub()} + {sub()})")),
            (0.7, repeated),
            (2.5 * on["slices"], lambda: f"{sub()}{self.slicing(depth)}"),
            (1.5, lambda: f"list({self.iterable(part, depth - 1)})"),
            (2 * on["sorting"], in_order),
            (0.5, lambda: f"{sub()}.copy()"),
        )

    def limited(self, text: str) -> str:
        return f"{text}[:6]" if self.grows() else text

    def make_many(self, type_: Type, depth: int) -> str:
        part = type_.parts[0]
        sub = partial(self.expr, type_, depth - 1)

        def written() -> str:
            texts = [self.expr(part, depth - 1) for _ in range(self.few(4))]
            return f"({', '.join(texts)}{',' * (len(texts) == 1)})"

        def comprehension() -> str | None:
            made = self.comprehension(part, depth) if self.on["generators"] else None
            return f"tuple({made})" if made else None

        def starred() -> str:
            return self.limited(f"(*{sub()}, {self.expr(part, depth - 1)})")

        def cut_row() -> str | None:
            name = self.equal_row(part)
            return f"{name}{self.slicing(depth)}" if name else None

        return self.any_of(
            *self.common(type_, depth),
            (3, written),
            (2, comprehension),
            (2 * self.on["slices"], lambda: f"{sub()}{self.slicing(depth)}"),
            (1.5 * self.on["slices"], cut_row),
            (1.5, lambda: self.limited(f"({sub()} + {sub()})")),
            (0.5, lambda: self.limited(f"({sub()} * {self.fuel(depth)})")),
            (1.5, lambda: f"tuple({self.iterable(part, depth - 1)})"),
            (0.7, starred),
        )

    def make_row(self, type_: Type, depth: int) -> str:
        def written() -> str:
            return f"({', '.join(self.expr(part, depth - 1) for part in type_.parts)})"

        def divided() -> str | None:
            if type_ != row(INT, INT) or not self.on["extras"]:
                return None
            return f"divmod({self.expr(INT, depth - 1)}, {self.divisor(depth)})"

        def parts_of_row() -> str | None:
            for name, held in self.of_kind("row"):
                for start in range(len(held.parts)):
                    if held.parts[start : start + len(type_.parts)] == type_.parts:
                        return f"{name}[{start}:{start + len(type_.parts)}]"
            return None

        return self.any_of(
            *self.common(type_, depth),
            (6, written),
            (0.5, divided),
            (1 * self.on["slices"], parts_of_row),
        )

    def make_set(self, type_: Type, depth: int) -> str:
        part = type_.parts[0]
        sub = partial(self.expr, type_, depth - 1)

        def written() -> str:
            texts = [self.expr(part, depth - 1) for _ in range(self.rng.randint(1, 4))]
            return f"{{{', '.join(texts)}}}"

        def comprehension() -> str | None:
            made = self.comprehension(part, depth)
            return f"{{{made}}}" if made else None

        return self.any_of(
            *self.common(type_, depth),
            (4, written),
            (3, comprehension),
            (2, lambda: f"set({self.iterable(part, depth - 1)})"),
            (4, lambda: f"({sub()} {self.pick('|', '&', '-', '^')} {sub()})"),
            (0.5, lambda: f"{sub()}.{self.pick('union', 'intersection', 'difference')}({sub()})"),
            (0.5, lambda: f"{sub()}.copy()"),
            (0.3 * self.on["empties"], lambda: "set()"),
        )

    def make_dict(self, type_: Type, depth: int) -> str:
        key, value = type_.parts
        sub = partial(self.expr, depth=depth - 1)

        def written() -> str:
            count = self.few(3)
            return f"{{{', '.join(f'{sub(key)}: {sub(value)}' for _ in range(count))}}}"

        def comprehension() -> str | None:
            if not self.on["comprehensions"] or not self.is_cool():
                return None
            return f"{{{self.clauses(depth, lambda: f'{sub(key)}: {sub(value)}', key)}}}"

        def changed() -> str:
            pieces = [f"**{sub(type_)}", f"{sub(key)}: {sub(value)}"]
            self.rng.shuffle(pieces)
            return f"{{{', '.join(pieces)}}}"

        return self.any_of(
            *self.common(type_, depth),
            (4, written),
            (3, comprehension),
            (1, changed),
            (1, lambda: f"dict({self.zipped((key, value), depth)})"),
            (0.7, lambda: f"({sub(type_)} | {sub(type_)})"),
            (0.5, lambda: f"{sub(type_)}.copy()"),
        )

    def make_maybe(self, type_: Type, depth: int) -> str:
        part = type_.parts[0]
        sub = partial(self.expr, depth=depth - 1)

        def found() -> str | None:
            dicts = [(n, t) for n, t in self.of_kind("dict") if t.parts[1] == part]
            if not dicts:
                return None
            name, held = self.rng.choice(dicts)
            return f"{name}.get({sub(held.parts[0])})"

        def first() -> str | None:
            if not self.on["generators"] or not self.is_cool():
                return None
            made = self.clauses(depth, partial(self.expr, part, depth - 2), part, condition=True)
            return f"next(({made}), None)"

        return self.any_of(
            *self.common(type_, depth),
            (1.5, lambda: "None"),
            (3, lambda: sub(part)),
            (2, lambda: f"({sub(part)} if {self.condition(depth - 1)} else None)"),
            (1, lambda: f"(None if {self.condition(depth - 1)} else {sub(type_)})"),
            (2, found),
            (1, first),
        )

    def make_record(self, type_: Type, depth: int) -> str:
        record = self.records[type_.name]

        def built() -> str:
            texts = []
            keyed = False
            for field in record.fields:
                if field.default is not None and self.chance(0.4):
                    keyed = True
                    continue
                keyed = keyed or self.chance(0.15)
                text = self.expr(field.type, depth - 1)
                texts.append(f"{field.name}={text}" if keyed else text)
            return f"{record.name}({', '.join(texts)})"

        def replaced() -> str:
            fields = self.rng.sample(record.fields, self.rng.randint(1, len(record.fields)))
            texts = [f"{field.name}={self.expr(field.type, depth - 1)}" for field in fields]
            old = self.expr(type_, depth - 1)
            if record.is_tuple:
                return f"{old}._replace({', '.join(texts)})"
            return f"replace({', '.join([old, *texts])})"

        return self.any_of(*self.common(type_, depth), (5, built), (3, replaced))

    # Blocks

    def block(self, count: int, depth: int) -> list[str]:
        """At most this many statements."""
        self.frame.blocks += 1
        lines: list[str] = []
        for _ in range(count):
            before = dict(self.frame.scope)
            made = self.statement(depth)
            lines += made
            if self.on["trail"] and not self.frame.ended:
                lines += self.trail(before)
            for name in self.frame.pending:
                if any(f"({name} :=" in line for line in made):
                    self.bind(name, INT, sure=False)
            self.frame.pending.clear()
            if self.frame.ended:
                break
        self.frame.blocks -= 1
        return lines or ["pass"]

    def trail(self, before: Scope) -> list[str]:
        """Keeps what was just computed, so that it is seen even if it is lost later."""
        frame = self.frame
        if not self.is_program or frame.result is not None or self.chance(0.5):
            return []
        changed = [(n, v) for n, v in frame.scope.items() if before.get(n) is not v and v.sure]
        for name, variable in reversed(changed):
            kind, parts = variable.type.kind, variable.type.parts
            if variable.type == INT:
                return [f"trail.append({name})"]
            if kind in ("list", "many") and parts[0] == INT:
                return [f"trail.extend({name})"]
            if kind == "bool":
                return [f"trail.append(int({name}))"]
            if kind in ("str", "list", "many", "dict", "set"):
                return [f"trail.append(len({name}))"]
            if kind == "row" and parts[0] == INT:
                return [f"trail.append({name}[0])"]
            if kind == "float":
                return [f"trail.append(int({name} * 8.0) if -1e9 < {name} < 1e9 else 0)"]
        return []

    def branch(self, make: Callable[[], list[str]]) -> tuple[list[str], Scope | None]:
        """What runs only perhaps, and what is known at its end, if the end is reached."""
        frame, saved = self.frame, self.frame.scope
        frame.scope = dict(saved)
        lines = make()
        reached = None if frame.ended else frame.scope
        frame.scope, frame.ended = saved, False
        return indented(lines), reached

    def merge(self, *ends: Scope | None) -> None:
        """After branches of which one has run."""
        scope = self.frame.scope
        alive = [end for end in ends if end is not None]
        self.frame.ended = not alive
        for end in alive:
            for name, variable in end.items():
                everywhere = all(name in other and other[name].sure for other in alive)
                if name in scope:
                    known = scope[name]
                    scope[name] = known._replace(sure=known.sure or everywhere)
                elif is_value(variable.type):
                    scope[name] = variable._replace(sure=everywhere, fixed=False, narrow=False)

    def maybe_run(self, make: Callable[[], list[str]]) -> list[str]:
        """A branch that may be left out."""
        lines, end = self.branch(make)
        self.merge(end, dict(self.frame.scope))
        return lines

    def statement(self, depth: int) -> list[str]:
        on, frame = self.on, self.frame
        deep = depth > 0 and frame.cost < COST_LIMIT
        loop = deep and self.is_cool()
        options = [
            (9, self.do_assign),
            (4 + 3 * (frame.blocks > 1), self.do_augmented),
            (2.5, self.do_unpack),
            (3 + self.is_program, self.do_call),
            (5 * deep, lambda: self.do_if(depth)),
            (1.5 * deep, self.do_choose),
            (4 * loop, lambda: self.do_for(depth)),
            (3 * (loop and on["whiles"]), lambda: self.do_while(depth)),
            (4 * on["lists"], self.do_list),
            (2.5 * on["dicts"], self.do_dict),
            (2 * on["sets"], self.do_set),
            (1.2 * (deep and on["closures"]), lambda: self.do_function(depth)),
            (0.8 * on["lambdas"], self.do_lambda),
            (0.8 * on["generators"], self.do_generator),
            (2 * (deep and on["exceptions"]), lambda: self.do_try(depth)),
            (0.7 * on["exceptions"], self.do_raise),
            (3.5 * (deep and on["matches"]), lambda: self.do_match(depth)),
            ((7 if frame.blocks == 1 else 2.5) * on["idioms"], self.do_idiom),
            (1 * (deep and on["walrus"]), lambda: self.do_walrus(depth)),
            (2 * (deep and on["optionals"]), lambda: self.do_narrow(depth)),
            (1.5 * (frame.loops > 0), self.do_jump),
            (0.8 * deep, self.do_return),
            (6 * (frame.yields is not None), self.do_yield),
            (0.4 * (deep and on["nonlocals"]), self.do_nonlocal),
            (0.15, lambda: ["pass"]),
        ]
        return self.any_of(*self.by_mood(options))

    def by_mood(self, options: list[tuple[float, Any]]) -> list[tuple[float, Any]]:
        """Every program likes some statements more than others."""
        pairs = zip(self.moods, options, strict=False)
        return [(mood * weight, make) for mood, (weight, make) in pairs]

    def reduced(self, type_: Type, depth: int = 3) -> str:
        """A value that does not grow without end when a loop assigns it again and again."""
        text = self.expr(type_, depth)
        if not self.grows() or self.chance(0.25):
            return text
        if type_ == INT:
            limits = ("% 1000", "% 97", "& 255", "% -50", "% 1000003")
            return f"({text}) {self.pick(*limits)}"
        if type_ == FLOAT:
            return f"({text}) % 64.0" if self.chance(0.5) else f"min({text}, 1e6)"
        return text

    # Simple statements

    def do_assign(self) -> list[str]:
        frame = self.frame
        names = self.writable(lambda v: is_value(v.type))
        if names and self.chance(0.45 if frame.blocks == 1 else 0.65):
            name = self.rng.choice(names)
            known = frame.scope[name]
            type_ = self.some_type() if self.can_retype() else known.type
            text = self.reduced(type_)
            empty = {"list": "[]", "dict": "{}", "set": "set()", "many": "()", "maybe": "None"}
            if type_ == known.type and type_.kind in empty and self.chance(0.12):
                text = empty[type_.kind]
            self.bind(name, type_)
            return [f"{name} = {text}"]
        type_ = self.some_type()
        if type_.kind in ("list", "dict", "set") and self.chance(0.2):
            return self.start_empty(type_)
        text = self.some_value(type_)
        name = self.fresh()
        self.bind(name, type_)
        if self.chance(0.05):
            other = self.fresh()
            self.bind(other, type_)
            return [f"{name} = {other} = {text}"]
        if self.chance(0.05) and (hint := annotation(type_)):
            return [f"{name}: {hint} = {text}"]
        return [f"{name} = {text}"]

    def some_value(self, type_: Type, depth: int = 3) -> str:
        """What a new name stands for: not None for good."""
        text = self.reduced(type_, depth)
        if type_.kind == "maybe" and "None" in text and not self.on["empties"]:
            return f"({self.expr(type_.parts[0], 1)} if {self.condition(1)} else None)"
        return text

    def start_empty(self, type_: Type) -> list[str]:
        """A container that is filled later."""
        name, item = self.fresh(), self.fresh()
        loops = type_.parts[0] == INT and self.is_cool() and self.chance(0.5)
        text = self.iterable(INT, 2) if loops else ""
        first = item if loops else self.expr(type_.parts[0], 2)
        start, line = {
            "list": ("[]", f"{name}.append({first})"),
            "set": ("set()", f"{name}.add({first})"),
            "dict": ("{}", f"{name}[{first}] = {self.expr(type_.parts[-1], 2)}"),
        }[type_.kind]
        lines = [f"{name} = {start}"]
        if loops:
            lines += [f"for {item} in {text}:", f"    {line}"]
            self.bind(item, INT, sure=False)
        elif self.chance(0.4):
            lines += [f"if {self.condition(2)}:", f"    {line}"]
        else:
            lines.append(line)
        self.bind(name, type_)
        return lines

    def can_retype(self) -> bool:
        frame = self.frame
        is_plain = frame.blocks == 1 and not frame.has_functions and not frame.inner
        return self.on["unalike"] and is_plain and frame.heat == 1 and self.chance(0.3)

    def do_augmented(self) -> list[str] | None:
        kinds = ("int", "float", "num", "str", "many", "set", "list")
        names = self.writable(lambda v: v.type.kind in kinds and v.sure and not v.narrow)
        if self.on["unset"] and self.chance(0.03):
            names = self.writable(lambda v: v.type.kind in kinds and not v.sure) or names
        if not names:
            return None
        name = self.rng.choice(names)
        type_ = self.frame.scope[name].type
        lines = self.augmented(name, type_)
        self.bind(name, type_)
        return lines

    def augmented(self, target: str, type_: Type) -> list[str]:
        sub = self.expr
        match type_.kind:
            case "int":
                sign = self.rng.choices(
                    ("+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>"),
                    (8, 6, 2, 1.5, 2, 1, 1, 1, 0.7, 0.7),
                )[0]
                if sign in ("//", "%"):
                    return [f"{target} {sign}= {self.divisor(2)}"]
                if sign in ("<<", ">>"):
                    lines = [f"{target} {sign}= {self.pick(0, 1, 2, 3)}"]
                elif sign == "*":
                    lines = [f"{target} *= {self.rng.randint(-3, 5)}"]
                else:
                    return [f"{target} {sign}= {sub(INT, 2)}"]
                return [*lines, f"{target} %= {self.pick(997, 64, -31)}"] if self.grows() else lines
            case "float":
                if self.chance(0.3):
                    return [f"{target} /= {self.pick('2.0', '-4', '0.5', '3')}"]
                if self.chance(0.2):
                    return [f"{target} *= {self.pick('0.5', '-1', '0.25')}"]
                return [f"{target} {self.pick('+', '-')}= {sub(self.pick(FLOAT, INT), 2)}"]
            case "num":
                return [f"{target} {self.pick('+', '-')}= {sub(self.pick(FLOAT, INT, NUM), 2)}"]
            case "str":
                return self.guarded(target, [f"{target} += {sub(STR, 2)}[:3]"])
            case "many":
                return self.guarded(target, [f"{target} += {sub(type_, 2)}[:2]"])
            case "set":
                return [f"{target} {self.pick('|', '&', '-', '^')}= {sub(type_, 2)}"]
            case "list":
                more = sub(type_, 2)
                return self.guarded(target, [f"{target} += {more}[:3]"])
        raise ValueError(type_)

    def guarded(self, name: str, lines: list[str]) -> list[str]:
        """What grows no further than this."""
        if not self.grows():
            return lines
        return [f"if len({name}) < {self.pick(5, 7, 9)}:", *indented(lines)]

    def do_unpack(self) -> list[str] | None:
        return self.any_of(
            (3 * self.on["tuples"], self.unpack_row),
            (1.5, self.swap),
            (2 * self.on["lists"], self.unpack_starred),
            (1, self.unpack_b),
            (1, self.assign_two),
            (1.5 * bool(self.records), self.unpack_record),
        )

    def target_for(self, type_: Type) -> str:
        names = self.writable(lambda v: v.type == type_)
        if names and self.chance(0.3):
            return self.rng.choice(names)
        return self.fresh()

    def targets_for(self, types: Iterable[Type]) -> list[str]:
        names: list[str] = []
        for type_ in types:
            name = self.target_for(type_)
            names.append(self.fresh() if name in names else name)
        return names

    def unpack_row(self) -> list[str]:
        parts = [self.element() for _ in range(self.pick(2, 2, 3))]
        text = self.expr(row(*parts), 3)
        names = self.targets_for(parts)
        pieces = list(names)
        for index, (name, part) in enumerate(zip(names, parts, strict=True)):
            if part.kind == "row" and self.chance(0.6):
                inner = self.targets_for(part.parts)
                if set(inner) & set(names):
                    inner = [self.fresh() for _ in part.parts]
                pieces[index] = f"({', '.join(inner)})"
                for each, type_ in zip(inner, part.parts, strict=True):
                    self.bind(each, type_)
            else:
                self.bind(name, part)
        return [f"{', '.join(pieces)} = {text}"]

    def swap(self) -> list[str] | None:
        names = self.writable(lambda v: is_value(v.type) and v.sure and not v.narrow)
        type_ = self.frame.scope[self.rng.choice(names)].type if names else INT
        names = [name for name in names if self.frame.scope[name].type == type_]
        if len(names) < 2:
            return None
        first, second = self.rng.sample(names, 2)
        if type_ == INT and self.chance(0.4):
            return [f"{first}, {second} = {second}, ({first} + {second}) % 1000"]
        return [f"{first}, {second} = {second}, {first}"]

    def unpack_starred(self) -> list[str]:
        part = self.element()
        text = self.iterable(part, 2)
        if not self.risks():
            text = f"[{self.literal(part)}, *{text}, {self.atom(part)}]"
        form = self.pick("a*", "*a", "ab*", "a*b", "*")
        names = {}
        for sign in form:
            type_ = list_of(part) if sign == "*" else part
            names[sign] = self.fresh()
            self.bind(names[sign], type_)
        target = ", ".join(f"*{names['*']}" if sign == "*" else names[sign] for sign in form)
        return [f"{target}{',' * (form == '*')} = {text}"]

    def unpack_b(self) -> list[str] | None:
        rows = [(n, t) for n, t in self.of_kind("row") if set(t.parts) == {INT}]
        if not rows:
            return None
        name, held = self.rng.choice(rows)
        size = len(held.parts)
        if self.risks() and self.chance(0.3):
            size += self.pick(-1, 1)
        if size > 2 and self.chance(0.5):
            first, rest = self.fresh(), self.fresh()
            self.bind(first, INT)
            self.bind(rest, list_of(INT))
            return [f"{first}, *{rest} = {name}"]
        names = self.targets_for([INT] * size)
        for each in names:
            self.bind(each, INT)
        return [f"{', '.join(names)} = {name}"]

    def assign_two(self) -> list[str]:
        types = [self.scalar(), self.scalar()]
        texts = [self.reduced(type_, 2) for type_ in types]
        names = self.targets_for(types)
        for name, type_ in zip(names, types, strict=True):
            self.bind(name, type_)
        return [f"{', '.join(names)} = {', '.join(texts)}"]

    def unpack_record(self) -> list[str] | None:
        type_ = self.record_type()
        fields = self.records[type_.name].fields
        if not self.records[type_.name].is_tuple:
            return None
        text = self.expr(type_, 2)
        names = [self.fresh() for _ in fields]
        for name, field in zip(names, fields, strict=True):
            self.bind(name, field.type)
        return [f"{', '.join(names)}{',' * (len(names) == 1)} = {text}"]

    def do_list(self) -> list[str] | None:
        names = self.of_kind("list")
        if not names:
            name, part = self.fresh(), self.element()
            text = self.expr(list_of(part), 2)
            self.bind(name, list_of(part))
            return [f"{name} = {text}"]
        name, type_ = self.rng.choice(names)
        part = type_.parts[0]
        item = self.expr(part, 2)
        index = self.expr(INT, 2)
        guard = partial(self.guarded, name)
        safely = f"{index} % len({name})"
        cut = self.slicing(1)

        def when_there(line: str) -> list[str]:
            return [line] if self.risks() else [f"if {name}:", f"    {line}"]

        def alias() -> list[str]:
            other = self.fresh()
            self.bind(other, type_)
            change = self.pick(f"{other}.append({item})", f"{name}.append({item})")
            return [f"{other} = {name}", *guard([change])]

        def popped() -> list[str]:
            text = f"{name}.pop({self.pick('', '0', '-1', safely)})"
            other = self.fresh()
            if self.risks() or self.chance(0.2):
                lines = when_there(f"{other} = {text}")
                self.bind(other, part, sure=len(lines) == 1)
                return lines
            default = self.atom(part)
            self.bind(other, part)
            return [f"{other} = {text} if {name} else {default}"]

        def in_place() -> list[str]:
            turn = f"reverse={self.pick('True', 'False')}"
            if not is_ordered(part):
                return [f"{name}.reverse()"]
            with self.pure():
                key = f"key={self.key(part, 2)}"
            return [f"{name}.sort({self.pick('', turn, key, f'{key}, {turn}')})"]

        def changed_twice() -> list[str] | None:
            if part.kind != "list":
                return None
            value = self.expr(part.parts[0], 2)
            lines = [f"{name}[0][{self.pick('0', '-1')}] = {value}"]
            return [f"if {name} and {name}[0]:", *indented(lines)]

        def part_changed() -> list[str] | None:
            if part.kind not in ("int", "float", "str"):
                return None
            lines = self.augmented(f"{name}[{self.pick('0', '-1', safely)}]", part)
            return [f"if {name}:", *indented(lines)]

        def cut_changed() -> list[str] | None:
            if not self.on["slices"]:
                return None
            more = self.expr(type_, 2)
            plain = cut if cut.count(":") == 1 else "[1:2]"
            gone = cut if self.chance(0.15) else plain
            return self.pick(guard([f"{name}{plain} = {more}[:3]"]), [f"del {name}{gone}"])

        return self.any_of(
            (5, lambda: guard([f"{name}.append({item})"])),
            (1.5, lambda: guard([f"{name}.insert({self.pick('0', '1', '-1', index)}, {item})"])),
            (1, lambda: guard([f"{name}.extend({self.expr(type_, 2)}[:3])"])),
            (2.5, popped),
            (2, lambda: when_there(f"{name}[{self.pick('0', '-1', safely)}] = {item}")),
            (2, part_changed),
            (1, lambda: when_there(f"del {name}[{self.pick('0', '-1', safely)}]")),
            (0.7, lambda: [f"if {item} in {name}:", f"    {name}.remove({item})"]),
            (0.5 * self.risks(), lambda: [f"{name}.remove({item})"]),
            (3 * self.on["sorting"], in_place),
            (1, lambda: [f"{name}.reverse()"]),
            (0.3, lambda: [f"{name}.clear()"]),
            (2, alias),
            (1, cut_changed),
            (3, changed_twice),
        )

    def do_dict(self) -> list[str] | None:
        """Only a function's own dicts change, and none while a loop runs over one."""
        frame = self.frame
        names = [n for n, v in frame.scope.items() if v.type.kind == "dict" and v.sure]
        has_given = any(v.fixed for v in frame.scope.values() if v.type.kind == "dict")
        if not names or has_given:
            name, type_ = self.fresh(), dict_of(self.hashable(), self.element())
            text = self.expr(type_, 2)
            self.bind(name, type_)
            return [f"{name} = {text}"]
        if frame.locked or frame.lazy:
            return None
        name = self.rng.choice(names)
        key, value = frame.scope[name].type.parts
        item = partial(self.expr, value, 2)
        by = self.expr(key, 2)
        plain = self.atom(key)

        def popped() -> list[str]:
            text = f"{name}.pop({by})" if self.risks() else f"{name}.pop({by}, {item()})"
            other = self.fresh()
            self.bind(other, value)
            return [f"{other} = {text}"]

        def counted() -> list[str] | None:
            if value not in (INT, FLOAT):
                return None
            zero = "0" if value == INT else "0.0"
            if self.risks():
                return [f"{name}[{by}] += {item()}"]
            return self.pick(
                [f"{name}[{plain}] = {name}.get({plain}, {zero}) + {item()}"],
                [f"if {plain} in {name}:", f"    {name}[{plain}] += {item()}"],
            )

        def collected() -> list[str] | None:
            if value.kind != "list":
                return None
            return [f"{name}.setdefault({by}, []).append({self.expr(value.parts[0], 2)})"]

        return self.any_of(
            (5, lambda: [f"{name}[{by}] = {item()}"]),
            (1, popped),
            (3, counted),
            (3, collected),
            (0.7, lambda: [f"{name}.setdefault({by}, {item()})"]),
            (0.7, lambda: [f"{name}.update({self.expr(dict_of(key, value), 2)})"]),
            (0.7, lambda: [f"if {plain} in {name}:", f"    del {name}[{plain}]"]),
            (0.5 * self.risks(), lambda: [f"del {name}[{by}]"]),
            (0.2, lambda: [f"{name}.clear()"]),
        )

    def do_set(self) -> list[str]:
        names = [
            (n, v.type) for n, v in self.frame.scope.items() if v.type.kind == "set" and v.sure
        ]
        if not names:
            name, type_ = self.fresh(), set_of(self.hashable())
            text = self.expr(type_, 2)
            self.bind(name, type_)
            return [f"{name} = {text}"]
        name, type_ = self.rng.choice(names)
        item = self.expr(type_.parts[0], 2)
        if self.risks():
            return [f"{name}.remove({item})"]
        word = self.pick("add", "add", "add", "discard", "update")
        return [f"{name}.{word}({self.expr(type_, 2) if word == 'update' else item})"]

    # Functions within

    def do_call(self) -> list[str] | None:
        """Calls a function, one that was not called before if there is one."""
        if self.records and self.chance(0.3):
            return self.do_method()
        names = [n for n, t in self.of_kind("function") if n in self.callable_for(t.parts[0])]
        new = [name for name in names if name not in self.called]
        if not names:
            return None
        name = self.rng.choice(new or names)
        self.called.add(name)
        variable = self.visible()[name]
        result = variable.type.parts[0]
        if result.kind == "generator" and self.lasts(name, variable) and self.chance(0.3):
            with self.lasting():
                text = self.call(name, 3)
            made = self.fresh("g")
            self.bind(made, result, fixed=True)
            return [f"{made} = {text}"]
        text = self.call(name, 3)
        if result.kind == "generator":
            result = self.pick(list_of, many)(result.parts[0])
            text = f"{'list' if result.kind == 'list' else 'tuple'}({text})"
        made = self.fresh()
        if result.kind == "function":
            made = self.fresh("f")
            self.bind(made, result, fixed=True, cost=40)
            return [f"{made} = {text}"]
        if self.chance(0.06):
            return [text]
        old = self.writable(lambda v: v.type == result)
        if old and self.chance(0.5):
            made = self.rng.choice(old)
        self.bind(made, result)
        return [f"{made} = {text}"]

    def nested_scope(self, lasting: bool = False) -> Scope:
        """What a function that is defined here may read."""
        frame = self.frame
        usable = {
            name: variable
            for name, variable in {**frame.captured, **frame.scope}.items()
            if variable.sure and not variable.narrow and (variable.lasting or not lasting)
        }
        for name, variable in list(usable.items()):
            if variable.type.kind in ("hidden", "generator"):
                del usable[name]
        return usable

    @contextmanager
    def nested(self, captured: Scope, result: Type, yields: Type | None = None) -> Iterator[Frame]:
        outer = self.frame
        outer.has_functions = True
        self.frame = Frame(outer.names, captured, result)
        self.frame.yields = yields
        self.frame.lazy = int(yields is not None)
        yield self.frame
        self.frame = outer

    def parameters(self, count: int, defaults: bool = False) -> list[Parameter]:
        made = []
        for _ in range(count):
            type_ = INT if self.chance(0.45) else self.some_type()
            made.append(Parameter(self.fresh("p"), type_))
        if defaults and self.chance(0.3):
            last = made[-1]
            if last.type.kind in ("int", "bool", "float", "str", "maybe", "row", "many"):
                made[-1] = last._replace(default=self.literal(last.type))
        return made

    def enter(self, parameters: Iterable[Parameter], lasting: float = 0.4) -> None:
        for parameter in parameters:
            if parameter.type == FUEL:
                self.bind(parameter.name, INT, fixed=True, lasting=True)
            elif parameter.type in SCALARS or is_row(parameter.type):
                lasts = self.chance(lasting)
                self.bind(parameter.name, parameter.type, fixed=lasts, lasting=lasts)
            else:
                is_fixed = parameter.type.kind in ("dict", "generator", "function")
                self.bind(parameter.name, parameter.type, fixed=is_fixed)
                if parameter.type.kind == "function":
                    self.bind(parameter.name, parameter.type, fixed=True, cost=40, lasting=True)

    def header(self, name: str, parameters: Iterable[Parameter], result: Type, plain: bool) -> str:
        texts = []
        for parameter in parameters:
            hint = None if plain else annotation(parameter.type)
            text = f"{parameter.name}: {hint}" if hint else parameter.name
            if parameter.default is not None:
                text += f" = {parameter.default}" if hint else f"={parameter.default}"
            texts.append(text)
        hint = None if plain else annotation(result)
        return f"def {name}({', '.join(texts)}){f' -> {hint}' if hint else ''}:"

    def do_function(self, depth: int) -> list[str] | None:
        frame = self.frame
        if frame.heat > ITERATIONS or frame.blocks > 3:
            return None
        is_generator = self.on["generators"] and self.chance(0.25)
        is_recursive = not is_generator and self.on["recursion"] and self.chance(0.25)
        name = self.fresh("f")
        parameters = self.parameters(self.pick(0, 1, 1, 2))
        part = self.scalar() if is_generator else self.some_type()
        result = generator_of(part) if is_generator else part
        if is_recursive:
            parameters = [Parameter(self.fresh("n"), FUEL), *parameters]
        lasts = self.chance(0.3)
        captured = self.nested_scope(lasts)
        with self.nested(captured, result, part if is_generator else None) as inner:
            self.enter(parameters)
            if is_recursive:
                body = self.recursive_body(name, parameters, part)
                inner.cost *= 6
            else:
                body = self.function_body(self.pick(1, 2, 3), min(depth - 1, 1))
        text = self.header(name, parameters, result, self.chance(0.6))
        kinds = function(result, *(parameter.type for parameter in parameters))
        lasts = lasts and not is_generator
        self.bind(name, kinds, fixed=True, cost=inner.cost + 1, lasting=lasts)
        return [text, *indented(body)]

    def function_body(self, count: int, depth: int) -> list[str]:
        frame = self.frame
        result = frame.result
        assert result is not None
        body = self.block(count if self.large else min(count, 2), depth if self.large else 1)
        if frame.yields is not None:
            if not any("yield" in line for line in body):
                body.insert(0, f"yield {self.literal(frame.yields)}")
            if not frame.ended and self.chance(0.5):
                body += self.do_yield()
        elif not frame.ended:
            if result.kind == "maybe" and self.chance(0.3):
                return body  # falls off its end
            body.append(f"return {self.expr(result, 2)}")
        return body

    def recursive_body(self, name: str, parameters: list[Parameter], result: Type) -> list[str]:
        """Counts its first parameter down; `name` may be another function that does."""
        fuel, *others = parameters
        body = self.block(1, 0) if self.chance(0.3) else []
        stop = self.expr(result, 2)
        test = self.pick(f"{fuel.name} <= 0", f"not {fuel.name}", f"{fuel.name} < 1")
        if test.startswith("not"):
            test = f"{fuel.name} <= 0 or {self.condition(1)}"
        body += [f"if {test}:", f"    return {stop}"]

        def again() -> str:
            given = [self.expr(parameter.type, 2) for parameter in others]
            return f"{name}({', '.join([f'{fuel.name} - 1', *given])})"

        if self.chance(0.3):
            return [*body, f"return {again()}"]
        made = self.fresh()
        body.append(f"{made} = {again()}")
        self.bind(made, result)
        if self.chance(0.4):
            body += self.block(1, 1)
            if self.frame.ended:
                return body
        return [*body, f"return {self.reduced(result)}"]

    def do_method(self) -> list[str] | None:
        every = [(n, m) for n, record in self.records.items() for m in record.methods]
        if not every:
            return None
        name, method = self.rng.choice(every)
        holder = self.expr(Type("record", (), name), 2)
        text = self.call_method(holder, method, 2)
        if text is None:
            return None
        made = self.fresh()
        self.bind(made, method.result)
        return [f"{made} = {text}"]

    def do_lambda(self) -> list[str] | None:
        if self.frame.heat > ITERATIONS:
            return None
        type_ = function(self.scalar(), *(self.scalar() for _ in range(self.pick(0, 1, 1, 2))))
        result, *parts = type_.parts
        names = self.lambda_names(len(parts))
        lasts = self.chance(0.4)
        captured = self.nested_scope(lasts)
        with self.nested(captured, result) as inner:
            for name, part in zip(names, parts, strict=True):
                self.bind(name, part, fixed=True)
            inner.inner = 1
            body = self.expr(result, 2)
        name = self.fresh("f")
        self.bind(name, type_, fixed=True, cost=inner.cost + 1, lasting=lasts)
        return [f"{name} = lambda {', '.join(names)}: {body}".replace("lambda :", "lambda:")]

    def do_generator(self) -> list[str] | None:
        type_ = generator_of(self.scalar())
        if not self.is_cool():
            return None
        lines = self.copies()
        with self.lasting():
            text = self.make_generator(type_, 3)
        name = self.fresh("g")
        self.bind(name, type_, fixed=True)
        return [*lines, f"{name} = {text}"]

    def do_yield(self) -> list[str]:
        part = self.frame.yields
        assert part is not None
        if self.chance(0.2) and self.is_cool():
            return [f"yield from {self.iterable(part, 2)}"]
        return [f"yield {self.expr(part, 2)}"]

    def do_nonlocal(self) -> list[str] | None:
        frame = self.frame
        if frame.heat > 1 or frame.blocks > 1:
            return None
        kept, name, given = self.fresh(), self.fresh("f"), self.fresh("p")
        start = self.literal(INT)
        self.bind(kept, INT)
        frame.has_functions = True
        change = self.pick(
            f"{kept} += {given}",
            f"{kept} = ({kept} * 3 + {given}) % 1000",
            f"{kept} = max({kept}, {given})",
        )
        self.bind(name, function(INT, INT), fixed=True, cost=4)
        return [
            f"{kept} = {start}",
            *("", f"def {name}({given}):", f"    nonlocal {kept}", f"    {change}"),
            *(f"    return {self.pick(kept, given, f'{kept} - {given}')}", ""),
        ]

    # Compound statements

    def do_if(self, depth: int) -> list[str]:
        lines = [f"if {self.condition(2)}:"]
        ends: list[Scope | None] = []
        body, end = self.branch(partial(self.block, self.pick(1, 1, 2, 3), depth - 1))
        lines += body
        ends.append(end)
        while self.chance(0.2):
            lines.append(f"elif {self.condition(2)}:")
            body, end = self.branch(partial(self.block, self.pick(1, 2), depth - 1))
            lines += body
            ends.append(end)
        if self.chance(0.5):
            body, end = self.branch(partial(self.block, self.pick(1, 1, 2), depth - 1))
            lines += ["else:", *body]
            ends.append(end)
        else:
            ends.append(dict(self.frame.scope))
        self.merge(*ends)
        return lines

    def do_choose(self) -> list[str]:
        """The same new name in every branch."""
        type_ = self.some_type()
        name = self.fresh()
        lines = [f"if {self.condition(2)}:", f"    {name} = {self.some_value(type_, 2)}"]
        if self.chance(0.3):
            lines += [f"elif {self.condition(2)}:", f"    {name} = {self.expr(type_, 2)}"]
        if self.on["unset"] and self.chance(0.4):
            self.bind(name, type_, sure=False)
            return lines
        lines += ["else:", f"    {name} = {self.expr(type_, 2)}"]
        self.bind(name, type_)
        return lines

    def loop_body(self, known: dict[str, Type], depth: int, count: int) -> list[str]:
        frame = self.frame

        def make() -> list[str]:
            for name, type_ in known.items():
                self.bind(name, type_)
            return self.block(count, depth - 1)

        frame.loops += 1
        with self.hotter():
            lines, end = self.branch(make)
        frame.loops -= 1
        self.merge(end, dict(frame.scope))
        return lines

    def loop_else(self, depth: int) -> list[str]:
        if not self.chance(0.15):
            return []
        return ["else:", *self.maybe_run(partial(self.block, self.pick(1, 2), min(depth - 1, 1)))]

    def do_for(self, depth: int) -> list[str]:
        frame = self.frame
        taken: set[str] = set()

        def name_for(type_: Type) -> str:
            name = self.target_for(type_) if self.chance(0.4) else self.fresh()
            name = self.fresh() if name in taken else name
            taken.add(name)
            return name

        pattern, known, text = self.clause(2, name_for)
        locks = frame.direct
        frame.locked += locks
        lines = [f"for {pattern} in {text}:"]
        lines += self.loop_body(known, depth, self.pick(1, 2, 2, 3))
        frame.locked -= locks
        return lines + self.loop_else(depth)

    def do_while(self, depth: int) -> list[str]:
        frame = self.frame
        counter = self.fresh("n")
        times = self.rng.randint(1, 6)
        count = self.pick(1, 2, 3)
        if self.chance(0.25) and self.on["lists"]:
            return self.work_list(depth, counter, times, count)
        self.bind(counter, INT, fixed=True)
        kind = self.pick("up", "down", "true", "walrus" if self.on["walrus"] else "up")
        if kind == "up":
            test = f"{counter} < {times}"
            if self.chance(0.4):
                test += f" and {self.condition(2)}"
            top, start = [f"{counter} += {self.pick(1, 1, 2)}"], "0"
        elif kind == "down":
            test, top, start = counter, [f"{counter} -= 1"], str(times)
            if self.chance(0.3):
                test = f"{self.condition(1)} and {counter}"
        elif kind == "walrus":
            test, top, start = f"({counter} := {counter} + 1) < {times}", [], "0"
        else:
            test, start = "True", "0"
            top = [f"{counter} += 1", f"if {counter} > {times}:", "    break"]
        lines = [f"{counter} = {start}", f"while {test}:"]
        lines += indented(top) + self.loop_body({}, depth, count)
        frame.scope[counter] = Variable(INT)
        return lines + self.loop_else(depth)

    def work_list(self, depth: int, counter: str, times: int, count: int) -> list[str]:
        """A list that is emptied, and perhaps filled again."""
        part = self.element()
        text = self.expr(list_of(part), 2)
        work, item = self.fresh(), self.fresh()
        lines = [f"{work} = {text}", f"{counter} = {times}", f"while {work} and {counter}:"]
        lines += [f"    {counter} -= 1", f"    {item} = {work}.pop({self.pick('', '0')})"]
        self.bind(work, list_of(part))
        self.bind(counter, INT, fixed=True)
        lines += self.loop_body({item: part}, depth, count)
        return lines

    def do_jump(self) -> list[str]:
        frame = self.frame
        word = self.pick("break", "continue")
        if self.chance(0.1):
            frame.ended = True
            return [word]
        return [f"if {self.condition(2)}:", f"    {word}"]

    def do_return(self) -> list[str] | None:
        frame = self.frame
        if not self.chance(0.6):
            return None
        if frame.yields is not None:
            text = "return"
        elif frame.result is not None:
            text = f"return {self.expr(frame.result, 2)}"
        elif self.is_program:
            token = f"@{len(self.returns)}@"
            self.returns.append((token, dict(self.frame.scope)))
            text = f"return {token}"
        else:
            return None
        if frame.blocks > 2 and self.chance(0.2):
            frame.ended = True
            return [text]
        test = f"{self.rng.choice(self.named(INT) or ['5'])} % {self.pick(5, 7)} == 1"
        return [f"if {test if self.chance(0.6) else self.condition(2)}:", f"    {text}"]

    def do_raise(self) -> list[str]:
        error = self.pick(*ERRORS)
        message = repr(self.pick("no", "out of range"))
        text = self.pick(f"raise {error}({message})", f"raise {error}")
        if self.frame.blocks > 2 and self.chance(0.08):
            self.frame.ended = True
            return [text]
        number = self.rng.choice(self.named(INT) or ["5"])
        rare = f"{number} % {self.pick(5, 7, 11)} == {self.pick(1, 2, 3)}"
        return [f"if {rare if self.chance(0.8) else self.condition(2)}:", f"    {text}"]

    def do_try(self, depth: int) -> list[str]:
        frame, risk = self.frame, self.risk
        before = dict(frame.scope)
        unsure = {}
        name = self.fresh()
        shared = self.some_type() if self.chance(0.5) else None

        def attempt() -> list[str]:
            self.risk = 0.35
            lines = self.block(self.pick(1, 2), depth - 1)
            if shared is not None and not frame.ended:
                lines.append(f"{name} = {self.expr(shared, 3)}")
                self.bind(name, shared)
            elif self.chance(0.3) and not frame.ended:
                lines += self.do_raise()
            self.risk = risk
            return lines

        lines, end = self.branch(attempt)
        lines = ["try:", *lines]
        ends = []
        for known, variable in (end or {}).items():
            if known not in before and is_value(variable.type):
                unsure[known] = variable._replace(sure=False, fixed=False, narrow=False)

        def handle() -> list[str]:
            frame.scope.update(unsure)
            made: list[str] = []
            if shared is None or self.chance(0.3):
                made += self.block(1, depth - 1)
            if shared is not None and not frame.ended:
                made.append(f"{name} = {self.expr(shared, 1)}")
                self.bind(name, shared)
            return made

        caught = self.rng.sample(CAUGHT, self.pick(1, 1, 2))
        for error in sorted(caught, key=lambda error: error == "Exception"):
            as_name = f" as {self.fresh('e')}" if self.chance(0.15) else ""
            body, after = self.branch(handle)
            if self.chance(0.05):
                body, after = [*body, "    raise"], None
            lines += [f"except {error}{as_name}:", *body]
            ends.append(after)
        if self.chance(0.15) and end is not None:
            frame.scope, saved = end, frame.scope
            body, end = self.branch(partial(self.block, 1, depth - 1))
            frame.scope = saved
            lines += ["else:", *body]
        self.merge(end, *ends)
        kept = [n for n, v in before.items() if v.type == INT and v.sure and not v.fixed]
        if self.on["finally"] and self.chance(0.5) and frame.yields is None and kept:
            given = self.pick(self.literal(INT), *kept)
            lines += ["finally:", f"    {self.rng.choice(kept)} = {given}"]
        return lines

    def do_walrus(self, depth: int) -> list[str]:
        type_ = INT if self.chance(0.6) else self.some_type()
        text = self.some_value(type_, 2)
        name = self.fresh()
        test = f"({name} := {text})"
        if type_ == INT:
            test += self.pick(" > 3", " % 2 == 0", " < 0", "")
        elif type_.kind == "maybe":
            test += " is not None"
        self.bind(name, type_)

        def make() -> list[str]:
            if type_.kind == "maybe":
                self.bind(name, type_.parts[0], fixed=True, narrow=True)
            return self.block(self.pick(1, 2), depth - 1)

        return [f"if {test}:", *self.maybe_run(make)]

    def do_narrow(self, depth: int) -> list[str] | None:
        names = [n for n, t in self.of_kind("maybe") if n in self.frame.scope]
        if not names:
            name, type_ = self.fresh(), maybe(self.scalar())
            text = self.some_value(type_)
            self.bind(name, type_)
            return [f"{name} = {text}"]
        name = self.rng.choice(names)
        part = self.frame.scope[name].type.parts[0]

        def make() -> list[str]:
            self.bind(name, part, fixed=True, narrow=True)
            return self.block(self.pick(1, 2), depth - 1)

        if self.chance(0.5):
            return [f"if {name} is not None:", *self.maybe_run(make)]
        other, end = self.branch(partial(self.block, 1, depth - 1))
        body, reached = self.branch(make)
        self.merge(end, reached)
        return [f"if {name} is None:", *other, "else:", *body]

    # Where the order of things matters

    def do_idiom(self) -> list[str] | None:
        on = self.on
        options = [
            (6 * on["order"], self.several_notes),
            (2 * on["lists"], self.change_while_looping),
            (2 * on["generators"], self.lazy_generator),
            (2 * on["generators"], self.partly_consumed),
            (1.5 * on["generators"], self.interleaved),
            (1 * (on["lambdas"] or on["closures"]), self.late_binding),
            (5 * on["finally"], self.jumps_through_finally),
            (2 * on["exceptions"], self.partly_done),
            (3 * (on["lists"] or on["closures"]), self.changed_operand),
            (4 * (on["lists"] and on["sorting"] and on["tuples"]), self.stable_sort),
            (1.5 * on["lists"], self.grid),
        ]
        return self.any_of(*self.by_mood(options))

    def int_variable(self) -> str | None:
        names = self.writable(lambda v: v.type == INT and v.sure and not v.narrow)
        return self.one_name(names) if names else None

    def several_notes(self) -> list[str] | None:
        if "note" not in self.callable_for(INT) or not self.is_cool():
            return None
        x, y, z = (f"note({self.expr(INT, 2)})" for _ in range(3))
        sign = self.pick("<", "<=", "!=", ">")
        type_, text = self.pick(
            (INT, f"{x} - {y} % 1000 * ({z} % 100)"),
            (INT, f"{x} + ({y} + {z})"),
            (list_of(INT), f"[{x}, {y}, {z}]"),
            (row(INT, INT), f"({x}, {y})"),
            (BOOL, f"{x} {sign} {y} {sign} {z}"),
            (INT, f"{x} if {y} % 2 else {z}"),
            (INT, f"({x} and {y}) or {z}"),
            (dict_of(INT, INT), f"{{{x}: {y}, {z}: 0}}"),
            (INT, f"max({x}, {y}, {z})"),
            (INT, f"[{x}, {y}][{z} % 2]"),
            (many(INT), f"({x}, {y}, {z})[{x} % 3:]"),
        )
        name = self.fresh()
        self.bind(name, type_)
        return [f"{name} = {text}"]

    def change_while_looping(self) -> list[str] | None:
        names = self.named(list_of(INT))
        if not names or not self.is_cool():
            return None
        name, item = self.rng.choice(names), self.fresh()
        more = self.pick(f"{item} % 5", f"len({name})", f"{item} - 1")
        change = self.pick(
            f"{name}.append({more})",
            f"{name}.insert(0, {more})",
            f"{name}.pop()",
            f"{name}.remove({item})",
            f"{name}[-1] = {more}",
            f"{name}.reverse()",
        )
        test = self.pick(f"{item} % 2", f"{item} > 1", f"len({name}) > 2")
        text = self.pick(name, name, f"reversed({name})", f"enumerate({name})")
        target = f"{self.fresh()}, {item}" if text.startswith("enum") else item
        lines = [f"for {target} in {text}:", f"    if len({name}) < 8 and {test}:"]
        lines += [f"        {change}"]
        other = self.int_variable()
        if other:
            lines.append(f"    {other} = ({other} * 3 + {item}) % 1000")
        self.frame.cost += self.frame.heat * 20
        return lines

    def lazy_generator(self) -> list[str] | None:
        other = self.int_variable()
        if not other or not self.is_cool():
            return None
        made, kept, item = self.fresh("g"), self.fresh(), self.lambda_names(1)[0]
        lines, read = [], other
        if not self.on["changing"]:
            read = self.fresh()
            lines.append(f"{read} = {other}")
            self.bind(read, INT, fixed=True, lasting=True)
        with self.lasting(), self.inside(later=True):
            items = self.iterable(INT, 2)
        lines += [f"{made} = ({item} % 100 * 3 + {read} for {item} in {items})"]
        lines += [f"{other} {self.pick('+=', '-=', '^=')} {self.pick(1, 5)}"]
        if self.chance(0.4):
            first = self.fresh()
            lines += [f"{first} = next({made}, {other})", f"{other} = ({other} + {first}) % 100"]
            self.bind(first, INT)
        lines.append(f"{kept} = list({made})")
        self.bind(kept, list_of(INT))
        return lines

    def partly_consumed(self) -> list[str] | None:
        """Some take one value more than they give."""
        if not self.is_cool():
            return None
        made, first, rest = self.fresh("g"), self.fresh(), self.fresh()
        item = self.lambda_names(1)[0]
        lines = self.copies()
        with self.lasting(), self.inside(later=True):
            source = self.expr(list_of(INT), 2) if self.on["lists"] else self.several(INT, 2)
            start = self.run_generator(INT, 2) if self.chance(0.5) else None
        if start is None or start in self.named(generator_of(INT)):
            start = f"({item} for {item} in {source})"
        type_, text = self.pick(
            (BOOL, f"any({item} % 3 == 1 for {item} in {made})"),
            (BOOL, f"all({item} % 3 for {item} in {made})"),
            (list_of(row(INT, INT)), f"list(zip({made}, range({self.pick(1, 2)})))"),
            (list_of(row(INT, INT)), f"list(zip(range({self.pick(1, 2)}), {made}))"),
            (INT, f"next({made}, -1) - next({made}, 7) % 10"),
            (INT, f"next(({item} for {item} in {made} if {item} > 2), -5)"),
        )
        lines += [f"{made} = {start}", f"{first} = {text}", f"{rest} = list({made})"]
        self.bind(first, type_)
        self.bind(rest, list_of(INT))
        return lines

    def interleaved(self) -> list[str] | None:
        """What a generator does and what its loop does take turns."""
        frame = self.frame
        if not self.is_cool() or frame.heat > ITERATIONS or frame.blocks > 3:
            return None
        out, name, item, other = self.fresh(), self.fresh("f"), self.fresh(), self.fresh()
        with self.inside(later=True):
            items = self.range_text(2) if self.chance(0.5) else self.several(INT, 2)
        frame.has_functions = True
        self.bind(out, list_of(INT), fixed=True)
        leave = [f"    if {item} % {self.pick(3, 4)} == 1:", "        break"]
        return [
            f"{out} = []",
            f"def {name}():",
            f"    for {other} in {items}:",
            f"        {out}.append({other})",
            f"        yield {other} + {self.pick(1, 10)}",
            f"    {out}.append(-1)",
            f"for {item} in {name}():",
            f"    {out}.append({item})",
            *(leave if self.chance(0.6) else []),
        ]

    def late_binding(self) -> list[str] | None:
        other, made = self.int_variable(), self.fresh()
        if not other:
            return None
        name, item = self.fresh("f"), self.lambda_names(1)[0]
        self.frame.has_functions = True
        body = self.pick(f"{item} - {other}", f"({item}, {other})[{item} % 2]", f"{other} * 2")
        if self.on["lambdas"] and self.chance(0.5):
            lines = [f"{name} = lambda {item}: {body}"]
        else:
            lines = [f"def {name}({item}):", f"    return {body}"]
        change = self.pick(f"{other} = {other} % 50 + 1", f"{other} -= 3")
        given = self.expr(INT, 2)
        self.bind(name, function(INT, INT), fixed=True, cost=4)
        self.bind(made, INT)
        return [*lines, change, f"{made} = {name}({given}) % 1000"]

    def jumps_through_finally(self) -> list[str] | None:
        first, item = self.int_variable(), self.fresh()
        if not first or not self.is_cool() or self.frame.yields is not None:
            return None
        count, items = self.fresh(), self.range_text(2)
        step = self.pick(f"{first} + {item}", f"{first} // {item}", f"{item} % ({first} % 3)")
        caught = self.pick("", "", "except ZeroDivisionError:")
        lines = [
            f"{count} = 0",
            f"for {item} in {items}:",
            "    try:",
            f"        if {item} % 3 == {self.pick(0, 1)}:",
            f"            {self.pick('continue', 'break')}",
            f"        {first} = ({step}) % 1000",
        ]
        if caught or "//" in step or " % (" in step:
            lines += ["    except ZeroDivisionError:", f"        {first} = {self.literal(INT)}"]
        lines += ["    finally:", f"        {count} += {self.pick('1', f'{item} % 10')}"]
        self.bind(count, INT)
        return lines

    def partly_done(self) -> list[str] | None:
        """An error in the midst of what changes something."""
        first, second = self.int_variable(), self.fresh()
        if not first:
            return None
        bad = self.pick(
            f"1 // ({first} % 3)",
            f"(1, 2, 3)[{first} % 5]",
            f"{{0: 5, 1: 6}}[{first} % 3]",
            f"int('1x'[{first} % 2])",
        )
        caught = self.pick(
            *("ZeroDivisionError", "IndexError", "KeyError", "ValueError", "LookupError"),
            *("(KeyError, ZeroDivisionError, IndexError)", "Exception", "Exception"),
        )
        lines = [f"{second} = 0", "try:", f"    {second} = 1"]
        lines += [f"    {self.pick(first, second)} += {bad}", f"    {second} = 2"]
        lines += [f"except {caught}:", f"    {second} = {second} * 10 + 3"]
        if self.chance(0.3):
            lines += ["else:", f"    {second} += 5"]
        if caught not in ("Exception",):
            lines += ["except Exception:", f"    {second} = -1"] if "else:" not in lines else []
        self.bind(second, INT)
        return lines

    def changed_operand(self) -> list[str] | None:
        """An operand behind another changes what the first was read from."""
        if not self.is_cool() or self.frame.blocks > 3:
            return None
        held, change, item = self.fresh(), self.fresh("f"), self.lambda_names(1)[0]
        one, other, value = (self.expr(INT, 1) for _ in range(3))
        first, second = f"({one}, {other})", f"({item}, {item} % 7)"
        part = self.pick(*(["0"] * 3), "1")
        number = f"{held}[0][{part}]"
        if self.chance(0.4):  # a variable of this function
            lines = [f"{held} = ({first}, 0)", f"def {change}({item}):", f"    nonlocal {held}"]
            lines += [f"    {held} = ({second}, {item})", f"    return {item} % 2"]
        elif self.chance(0.3):  # a number that may be a float
            first, number = f"{one} if {one} % 2 else 0.5", f"{held}[0]"
            lines = [f"{held} = [{first}]", f"def {change}({item}):"]
            lines += [f"    {held}[0] = {item} % 9 / 2", f"    return {item} % 2"]
        else:
            lines = [f"{held} = [{first}]", f"def {change}({item}):"]
            lines += [f"    {held}[0] = {second}", f"    return {item} % 2"]
        call, now, pair = f"{change}({value})", f"{held}[0]", row(INT, INT)
        options = [
            (row(pair, INT, pair), f"({now}, {call}, {now})"),
            (list_of(pair), f"[{now}, ({call}, 0), {now}]"),
            (row(pair, INT), f"({now} or ({call}, 0), {call})"),
            (row(pair, INT), f"({now} if {one} % 2 else {now}, {call})"),
            (row(INT, INT, INT), f"{now} + ({call},)"),
            (pair, f"max({now}, ({call}, 9))"),
            (BOOL, f"{now} < ({call}, 0)"),
            (INT, f"{now}[{call}]"),
            (INT, f"{number} + {call} + {number}"),
            (list_of(INT), f"[x for x in {now} if {call} + x]"),
        ]
        if number == now:
            options = [(row(NUM, INT, NUM), f"({now}, {call}, {now})")]
            options += [(NUM, f"{now} + {call} + {now}"), (NUM, f"{now} * {call}")]
        made, text = self.pick(*options)
        self.frame.has_functions, out = True, self.fresh()
        self.bind(out, made)
        lines.append(f"{out} = {text}")
        if made.parts[:1] == (pair,):  # which nothing else looks into
            seen = self.fresh()
            self.bind(seen, INT)
            lines.append(f"{seen} = {out}[0][0] * 3 + {out}[0][1]")
        return lines

    def stable_sort(self) -> list[str] | None:
        if not self.is_cool():
            return None
        name, items = self.fresh(), self.lambda_names(2)
        with self.inside():
            text = self.iterable(INT, 2)
        item, other = items
        turn = self.pick("", ", reverse=True", ", reverse=True")
        pairs = f"[({item} % 3, {other}) for {other}, {item} in enumerate({text})]"
        key = self.pick(f"lambda {item}: {item}[0]", f"lambda {item}: {item}[0] % 2")
        self.bind(name, list_of(row(INT, INT)))
        if self.chance(0.4):
            return [f"{name} = {pairs}", f"{name}.sort(key={key}{turn})"]
        word = self.pick("sorted", "sorted", "max", "min")
        if word != "sorted":
            self.bind(name, row(INT, INT))
            return [f"{name} = {word}({pairs}, key={key}, default=(9, 9))"]
        return [f"{name} = sorted({pairs}, key={key}{turn})"]

    def grid(self) -> list[str]:
        """Rows that may be one and the same list."""
        name, size = self.fresh(), self.pick(2, 3)
        value, index = self.expr(INT, 2), self.expr(INT, 1)
        text = self.pick(
            f"[[0] * {size}] * 2",
            f"[[0] * {size} for _ in range(2)]",
            f"[list(range({size})), [7] * {size}]",
        )
        self.bind(name, list_of(list_of(INT)))
        lines = [f"{name} = {text}", f"{name}[{index} % 2][{self.pick('0', '-1', '1')}] = {value}"]
        if self.chance(0.5):
            lines.append(f"{name}[0][{index} % {size}] {self.pick('+=', '-=', '|=')} 3")
        if self.chance(0.3):
            lines.append(f"{name}[1] = {name}[0]{self.pick('', '[:]', '[::-1]')}")
        return lines

    # Match

    def do_match(self, depth: int) -> list[str]:
        kinds: list[Type] = [INT, INT]
        if self.on["strings"]:
            kinds.append(STR)
        if self.on["tuples"]:
            kinds += [row(INT, INT), row(self.scalar(), INT), many(INT)]
        if self.on["lists"]:
            kinds.append(list_of(INT))
        if self.on["optionals"]:
            kinds.append(maybe(INT))
        if self.records:
            kinds.append(self.record_type())
        type_ = self.rng.choice(kinds)
        subject = self.expr(type_, 2)
        lines = [f"match {subject}:"]
        ends: list[Scope | None] = []
        for _ in range(self.rng.randint(1, 3)):
            known: dict[str, Type] = {}
            pattern = self.pattern(type_, known)
            if pattern in known:
                pattern = f"{pattern} if {pattern} == {self.atom(type_)}"
            elif self.chance(0.25):
                with self.overlay(**known):
                    pattern += f" if {self.condition(2)}"
            body, end = self.branch(partial(self.case, known, depth))
            lines += [f"    case {pattern}:", *indented(body)]
            ends.append(end)
        if self.chance(0.6):
            body, end = self.branch(partial(self.case, {}, depth))
            lines += ["    case _:", *indented(body)]
            ends.append(end)
        else:
            ends.append(dict(self.frame.scope))
        self.merge(*ends)
        return lines

    def case(self, known: dict[str, Type], depth: int) -> list[str]:
        for name, type_ in known.items():
            self.bind(name, type_)
        lines = self.block(self.pick(1, 1, 2), depth - 1)
        for name in known:
            self.frame.scope.pop(name, None)
        return lines

    def pattern(self, type_: Type, known: dict[str, Type], nested: bool = False) -> str:
        def capture() -> str:
            name = self.fresh()
            known[name] = type_
            return name

        if nested and self.chance(0.5):
            return "_" if self.chance(0.4) else capture()
        match type_.kind:
            case "int":
                texts = [str(self.rng.randint(-2, 6)) for _ in range(self.pick(1, 1, 2, 3))]
                return " | ".join(texts)
            case "str":
                texts = [repr(self.pick(*WORDS[:8])) for _ in range(self.pick(1, 1, 2))]
                return " | ".join(texts)
            case "bool":
                return self.pick("True", "False")
            case "maybe":
                if self.chance(0.3):
                    return capture()
                return self.pick("None", "None", str(self.rng.randint(-2, 6)))
            case "row":
                return f"({', '.join(self.pattern(part, known, True) for part in type_.parts)})"
            case "list" | "many":
                part = type_.parts[0]
                count = self.rng.randint(0, 3)
                pieces = [self.pattern(part, known, True) for _ in range(count)]
                if self.chance(0.4):
                    rest = self.fresh()
                    known[rest] = list_of(part)
                    pieces.insert(self.rng.randint(0, count), self.pick(f"*{rest}", "*_"))
                    if f"*{rest}" not in pieces:
                        del known[rest]
                return f"[{', '.join(pieces)}]"
            case "record":
                fields = self.records[type_.name].fields
                chosen = self.rng.sample(fields, self.rng.randint(1, len(fields)))
                texts = [f"{f.name}={self.pattern(f.type, known, True)}" for f in chosen]
                return f"{type_.name}({', '.join(texts)})"
        return capture()

    # What a module defines

    def make_record_class(self) -> list[str]:
        name = f"R{len(self.records) + 1}"
        fields = []
        kinds = (INT, INT, INT, STR, BOOL, FLOAT, many(INT), row(INT, INT), maybe(INT))
        for letter in "xyzw"[: self.rng.randint(1, 4)]:
            type_ = self.rng.choice(kinds)
            if type_ == FLOAT and not self.on["floats"]:
                type_ = INT
            fields.append(Parameter(letter, type_))
        if self.chance(0.3):
            fields[-1] = fields[-1]._replace(default=self.literal(fields[-1].type))
        record = Record(name, fields, [], self.chance(0.6))
        self.records[name] = record
        own = Type("record", (), name)
        lines = [f"class {name}(NamedTuple):"]
        if not record.is_tuple:
            lines = ["@dataclass(frozen=True)", f"class {name}:"]
        for field in fields:
            default = f" = {field.default}" if field.default is not None else ""
            lines.append(f"    {field.name}: {annotation(field.type)}{default}")
        for number in range(self.pick(0, 1, 1, 2)):
            is_property = self.chance(0.4)
            result = self.pick(self.scalar(), INT, own)
            types = () if is_property else tuple(self.scalar() for _ in range(self.pick(0, 1)))
            names = [self.fresh("p") for _ in types]
            with self.nested({}, result) as inner:
                self.bind("self", own, fixed=True)
                for each, type_ in zip(names, types, strict=True):
                    self.bind(each, type_)
                body = self.function_body(self.pick(0, 1, 2), 1)
            if body[0] == "pass" and len(body) > 1:
                del body[0]
            given = ", ".join(["self", *names])
            lines += ["", *(["    @property"] if is_property else [])]
            lines += [f"    def m{number}({given}):", *indented(indented(body))]
            record.methods.append(Method(f"m{number}", result, types, is_property, inner.cost))
        return lines

    def make_constant(self) -> list[str]:
        kinds = [INT, many(INT), row(INT, INT), STR, FLOAT, many(row(INT, INT)), many(STR)]
        type_ = self.rng.choice(kinds)
        name = f"K{len(self.globals)}"
        self.globals[name] = Variable(type_, fixed=True)
        return [f"{name} = {self.literal(type_)}"]

    def make_table(self) -> list[str]:
        """Lambdas of the module, and a dict or tuple of functions; most of them on one line."""
        type_ = function(self.scalar(), *(self.scalar() for _ in range(self.pick(1, 1, 2))))
        lines = []
        for _ in range(self.pick(0, 1, 2)):
            name = f"F{len(self.globals)}"
            lines.append(f"{name} = {self.make_function(type_, 3)}")
            self.globals[name] = Variable(type_, fixed=True, cost=10)
        parts = [self.make_function(type_, 2) for _ in range(self.pick(2, 3))]
        name = f"T{len(self.globals)}"
        keys: list[Any] = list(range(len(parts)))
        if self.chance(0.6):
            keys = self.rng.sample(("+", "-", "x", ""), len(parts))
            pairs = zip(keys, parts, strict=True)
            lines.append(f"{name} = {{{', '.join(f'{key!r}: {part}' for key, part in pairs)}}}")
        else:
            lines.append(f"{name} = ({', '.join(parts)})")
        for key in keys:
            self.globals[f"{name}[{key!r}]"] = Variable(type_, fixed=True, cost=50)
        return lines

    def make_helper(self) -> list[str]:
        on = self.on
        return self.any_of(
            (5, self.plain_helper),
            (4 * on["recursion"], self.recursive_helper),
            (2 * on["recursion"], self.mutual_helpers),
            (5 * on["generators"], self.generator_helper),
            (2 * on["lambdas"], self.higher_helper),
            (2 * on["closures"], self.closure_helper),
            (4 * on["varying"], self.varying_helper),
            (3 * on["optionals"], lambda: self.plain_helper(maybe(self.element()))),
            (4 * on["extras"], self.starred_helper),
        )

    def publish(self, name: str, parameters: list[Parameter], result: Type, cost: int) -> None:
        type_ = function(result, *(parameter.type for parameter in parameters))
        self.globals[name] = Variable(type_, fixed=True, cost=cost + 1)
        self.signatures[name] = parameters

    def plain_helper(self, result: Type | None = None, count: int = 3) -> list[str]:
        name = self.fresh("h")
        result = result or self.some_type()
        parameters = self.parameters(self.pick(1, 2, 2, 3), defaults=True)
        with self.nested({}, result) as inner:
            self.enter(parameters)
            body = self.function_body(self.rng.randint(1, count), 2)
        self.publish(name, parameters, result, inner.cost)
        return [self.header(name, parameters, result, self.chance(0.5)), *indented(body)]

    def recursive_helper(self) -> list[str]:
        if self.on["lists"] and self.chance(0.3):
            return self.list_recursion()
        if self.chance(0.25):
            return self.double_recursion()
        name = self.fresh("h")
        result = self.some_type()
        parameters = [Parameter(self.fresh("n"), FUEL), *self.parameters(self.pick(0, 1, 2))]
        with self.nested({}, result) as inner:
            self.enter(parameters)
            body = self.recursive_body(name, parameters, result)
        self.publish(name, parameters, result, inner.cost * 6)
        return [self.header(name, parameters, result, self.chance(0.5)), *indented(body)]

    def list_recursion(self) -> list[str]:
        """Along a list or tuple, item by item."""
        name, given, start = self.fresh("h"), self.fresh("p"), self.scalar()
        part = self.scalar()
        held = self.pick(list_of, many)(part)
        first, rest = self.fresh(), self.fresh()
        parameters = [Parameter(given, held)]
        with self.nested({}, start) as inner:
            stop = self.literal(start)
            self.bind(first, part)
            self.bind(rest, start)
            end = self.expr(start, 2)
        lines = [f"if not {given}:", f"    return {stop}", f"{first} = {given}[0]"]
        lines += [f"{rest} = {name}({given}[1:])", f"return {end}"]
        self.publish(name, parameters, start, inner.cost * 8)
        return [self.header(name, parameters, start, self.chance(0.5)), *indented(lines)]

    def double_recursion(self) -> list[str]:
        name, fuel, given = self.fresh("h"), self.fresh("n"), self.fresh("p")
        parameters = [Parameter(fuel, FUEL), Parameter(given, INT)]
        join = self.pick("+", "-", "^", "|")
        steps = [self.pick("2", "-3", f"{fuel}", f"{given}") for _ in range(2)]
        lines = [
            f"if {fuel} <= 0:",
            f"    return {self.pick(given, f'{given} % 5', '1')}",
            f"return {name}({fuel} - 1, {given} % 100 + {steps[0]}) {join} "
            f"{name}({fuel} - {self.pick(1, 2)}, {given} % 50 - {steps[1]})",
        ]
        self.publish(name, parameters, INT, 200)
        return [self.header(name, parameters, INT, self.chance(0.5)), *indented(lines)]

    def mutual_helpers(self) -> list[str]:
        names = [self.fresh("h"), self.fresh("h")]
        result = self.scalar()
        others = self.parameters(self.pick(0, 1))
        lines: list[str] = []
        cost = 0
        parameters = [Parameter(self.fresh("n"), FUEL), *others]
        for other in reversed(names):
            with self.nested({}, result) as inner:
                self.enter(parameters)
                body = self.recursive_body(other, parameters, result)
            cost = max(cost, inner.cost)
            own = names[1 - names.index(other)]
            header = self.header(own, parameters, result, self.chance(0.5))
            lines += [*([""] * 2 if lines else []), header, *indented(body)]
        for name in names:
            self.publish(name, parameters, result, cost * 6)
        return lines

    def generator_helper(self) -> list[str]:
        name = self.fresh("h")
        part = self.element() if self.chance(0.3) else self.scalar()
        result = generator_of(part)
        parameters = self.parameters(self.pick(0, 1, 1, 2))
        if self.on["recursion"] and self.chance(0.25):
            parameters = [Parameter(self.fresh("n"), FUEL), *parameters]
            fuel, *others = parameters
            with self.nested({}, result, part) as inner:
                self.enter(parameters)
                body = [f"if {fuel.name} > 0:", f"    yield {self.expr(part, 2)}"]
                given = [f"{fuel.name} - 1", *(self.expr(p.type, 2) for p in others)]
                body.append(f"    yield from {name}({', '.join(given)})")
                if self.chance(0.5):
                    body.append(f"    yield {self.expr(part, 2)}")
            self.publish(name, parameters, result, inner.cost * 8)
        else:
            with self.nested({}, result, part) as inner:
                self.enter(parameters)
                body = self.function_body(self.pick(1, 2, 3), 2)
            self.publish(name, parameters, result, inner.cost)
        return [self.header(name, parameters, result, self.chance(0.5)), *indented(body)]

    def higher_helper(self) -> list[str]:
        """Takes a function."""
        name, given = self.fresh("h"), self.fresh("f")
        part, result = self.scalar(), self.scalar()
        parameters = [Parameter(given, function(result, part)), *self.parameters(1)]
        with self.nested({}, result) as inner:
            self.enter(parameters)
            body = self.function_body(self.pick(0, 1, 2), 1)
            if not self.frame.ended and self.chance(0.7):
                body[-1] = f"return {given}({self.expr(part, 2)})"
        self.publish(name, parameters, result, inner.cost + 40)
        return [self.header(name, parameters, result, self.chance(0.5)), *indented(body)]

    def closure_helper(self) -> list[str]:
        """Makes a function."""
        name, inside = self.fresh("h"), self.fresh("f")
        part, result = self.scalar(), self.scalar()
        parameters = self.parameters(self.pick(1, 2))
        own = Parameter(self.fresh("p"), part)
        type_ = function(result, part)
        with self.nested({}, type_):
            self.enter(parameters, 1 - self.on["changing"])
            lines = self.do_assign() if self.chance(0.4) else []
            with self.nested(self.nested_scope(), result) as inner:
                self.enter([own])
                if self.chance(0.4):
                    text = f"lambda {own.name}: {self.expr(result, 2)}"
                    inner_lines = []
                else:
                    text = inside
                    inner_lines = self.function_body(self.pick(0, 1, 1, 2), 1)
                    inner_lines = [f"def {inside}({own.name}):", *indented(inner_lines), ""]
        if inner.cost <= 40:
            self.publish(name, parameters, type_, 5)
        header = self.header(name, parameters, type_, self.chance(0.5))
        return [header, *indented([*lines, *inner_lines, f"return {text}"])]

    def varying_helper(self) -> list[str]:
        """Gives tuples of several lengths."""
        result = many(self.pick(INT, INT, self.scalar()))
        name = self.fresh("h")
        parameters = self.parameters(self.pick(1, 2))
        with self.nested({}, result) as inner:
            self.enter(parameters)
            body = self.block(1, 1) if self.chance(0.5) else []
            for _ in range(self.pick(1, 2)):
                if not self.frame.ended:
                    test = self.condition(2)
                    body += [f"if {test}:", f"    return {self.written_tuple(result)}"]
            if not self.frame.ended:
                body.append(f"return {self.written_tuple(result)}")
        self.publish(name, parameters, result, inner.cost)
        return [self.header(name, parameters, result, self.chance(0.5)), *indented(body)]

    def written_tuple(self, type_: Type) -> str:
        texts = [self.expr(type_.parts[0], 2) for _ in range(self.rng.randint(0, 3))]
        return f"({', '.join(texts)}{',' * (len(texts) == 1)})"

    def starred_helper(self) -> list[str]:
        """Takes any number of ints; what calls it passes a tuple."""
        inner_name, name, given = self.fresh("h"), self.fresh("h"), self.fresh("p")
        with self.nested({}, INT) as inner:
            self.bind(given, many(INT))
            body = self.function_body(self.pick(0, 1, 2), 1)
        parameter = Parameter(self.fresh("p"), many(INT))
        self.publish(name, [parameter], INT, inner.cost)
        return [
            *(f"def {inner_name}(*{given}):", *indented(body)),
            *("", "", f"def {name}({parameter.name}):"),
            f"    return {inner_name}({self.literal(INT)}, *{parameter.name})",
        ]

    def make_program(self) -> list[str]:
        self.is_program = True
        self.called.clear()
        outer = self.frame
        self.frame = frame = Frame(itertools.count(1), {}, None)
        given = Parameter("a", INT), Parameter("b", row(INT, INT, INT, INT)), Parameter("c", STR)
        self.enter(given)
        lines: list[str] = []
        if self.on["order"]:
            self.bind("log", list_of(INT), fixed=True)
            self.bind("note", function(INT, INT), fixed=True, cost=4)
            lines += ["log = []", "", "def note(value):", "    if len(log) < 20:"]
            lines += ["        log.append(value)", "    return value", ""]
            frame.has_functions = True
        if self.on["trail"]:
            lines.append("trail = []")
        body = self.block(self.rng.randint(3, 12), 3) if self.large else self.short_block()
        while not frame.ended and self.uncalled() and self.chance(0.95):
            body += self.do_call() or []
        if not frame.ended:
            body.append(f"return {self.final(frame)}")
        body = self.fill_returns(lines + body)
        hints = "a: int, b: tuple[int, int, int, int], c: str"
        self.frame = outer
        return [f"def program({self.pick('a, b, c', hints)}):", *indented(body)]

    def short_block(self) -> list[str]:
        return self.block(self.rng.randint(1, 4), self.pick(1, 1, 2))

    def uncalled(self) -> bool:
        there = self.of_kind("function")
        return any(n not in self.called and self.callable_for(t.parts[0]) for n, t in there)

    def final(self, frame: Frame) -> str:
        """As much of what was computed as can be returned."""
        frame.ended = False
        names = [n for n, v in frame.scope.items() if is_value(v.type) and v.sure]
        names = [name for name in names if name not in ("b", "c")] or ["a"]
        chosen = self.rng.sample(names, min(len(names), self.pick(1, 4, 7, 10)))
        if self.on["order"] and "log" not in chosen:
            chosen.append("log")
        self.result = [frame.scope[name].type for name in chosen]
        if self.on["trail"]:
            chosen.append("trail")
            self.result.append(list_of(INT))
        if len(chosen) == 1 and self.chance(0.7):
            self.result = self.result[0]
            return chosen[0]
        return f"({', '.join(chosen)},)"

    def fill_returns(self, lines: list[str]) -> list[str]:
        """Early returns are of the type of the last one."""
        text = "\n".join(lines)
        frame = self.frame
        for token, scope in self.returns:
            frame.scope = scope
            frame.inner = 1  # no walrus, and nothing that may be unset
            if self.on["unalike"] and self.chance(0.5):
                made = self.pick("None", self.expr(INT, 1), self.expr(self.some_type(), 1))
            elif isinstance(self.result, Type):
                made = self.expr(self.result, 2)
            else:
                texts = list(map(self.atom, self.result))
                if self.on["trail"]:
                    texts[-1] = "trail"
                made = f"({', '.join(texts)},)"
            text = text.replace(token, made)
        return text.split("\n")

    def module(self) -> str:
        parts: list[list[str]] = []
        if self.on["records"]:
            parts.append(["from typing import NamedTuple"])
            parts += [self.make_record_class() for _ in range(self.pick(1, 1, 2))]
            parts[0] += ["from dataclasses import dataclass, replace"]
        if self.on["constants"]:
            constants = [self.make_constant() for _ in range(self.rng.randint(1, 2))]
            parts.append(list(itertools.chain.from_iterable(constants)))
        if self.on["helpers"]:
            count = self.rng.randint(1, 3) if self.large else 1
            parts += [self.make_helper() for _ in range(count)]
        if self.on["tables"]:
            parts.append(self.make_table())
        parts.append(self.make_program())
        return "\n\n\n".join("\n".join(line.rstrip() for line in part) for part in parts) + "\n"


def program(rng: random.Random) -> str:
    """The text of a random program."""
    return Maker(rng).module()


EDGES = (2**63 - 1, -(2**63), 2**62, -(2**62) - 1, 2**53 + 1, 2**32, -(2**31), 2**31 - 1)


def arguments(rng: random.Random) -> list[tuple[int, tuple[int, int, int, int], str]]:
    """Several calls for one program: ordinary ones, zeros and edges."""

    def call(width: int, words: Iterable[str]) -> tuple[int, tuple[int, int, int, int], str]:
        first, *four = (rng.randint(-width, width) for _ in range(5))
        return first, tuple(four), rng.choice(tuple(words))

    words = ("abc", "hello world", "a", "Zebra9", "aXbXc", "12345", "  pad ", "-42", "aaaa")
    calls = [call(10, words), (0, (0, 0, 0, 0), ""), call(3, words), call(100, words)]
    calls += [call(10, words), call(20, words)]
    ordered = sorted(rng.randint(0, 20) for _ in range(4))
    calls.append((rng.randint(0, 7), tuple(ordered), rng.choice(words)))
    if rng.random() < 0.5:
        edge = rng.choice(EDGES)
        four = tuple(rng.choice((*EDGES, 0, 1, -1, 7)) for _ in range(4))
        calls.append((edge, four, "edge"))
    if rng.random() < 0.12:
        calls.append(call(10, ("é", "straße", "日本語", "a𝄞b")))
    return calls


def make(seed: int) -> Program:
    rng = random.Random(seed)
    return Program(seed, program(rng), arguments(rng))


seeds = st.integers(0, 2**32 - 1)
programs = seeds.map(make)
