"""Random programs give the same compiled and in Python; and the comparison sees what differs.

For many more programs, run `python -m tests.compiler.fuzz --programs 100000 --seed 0 --jobs 2`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.compiler import fuzz, programs
from tests.compiler.coverage import FEATURES, features
from tests.tiers import only_full, slow

PROGRAMS = 60
REFUSED = 0.1  # the part of the programs that may be refused

nan = float("nan")


@pytest.fixture(scope="module")
def worker() -> Iterator[fuzz.Worker]:
    with fuzz.Worker() as worker:
        yield worker


@slow
@settings(
    max_examples=PROGRAMS,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],  # `fuzz.shrink` makes a program smaller; a smaller seed does not
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(program=programs.programs)
def test_compiled_is_python(worker, program):
    report = worker.run(program.seed)
    assert report.verdict != fuzz.DISAGREE, str(report)


@only_full
@slow
def test_few_programs_are_refused_and_some_overflow(worker):
    """The same programs each time; one of them is optimised in full."""
    summary = fuzz.Summary()
    for seed in range(PROGRAMS):
        summary.add(worker.run(seed))
    assert summary.programs[fuzz.DISAGREE] == 0, str(summary)
    assert summary.programs[fuzz.REFUSED] <= REFUSED * PROGRAMS
    assert summary.calls[fuzz.OVERFLOW] > 0
    assert len(summary.endings) > 3


@only_full
@slow
def test_every_feature_is_generated():
    found = set().union(*(features(programs.make(seed).text) for seed in range(400)))
    assert set(FEATURES) == found


@slow
def test_the_command_reports_agreement(capsys):
    assert fuzz.main(["--programs", "20", "--seed", "5", "--interpreted"]) == 0
    told = capsys.readouterr()
    assert "20 programs\n  agree          20  100.0%" in told.out
    assert "20 of 20 programs" in told.err


def test_the_command_fails_where_outcomes_differ(capsys, monkeypatch):
    wrong = fuzz.Compiler(lambda function, *_: lambda *given: "wrong", fuzz.NoRefusal)
    monkeypatch.setattr(fuzz, "INTERPRETED", wrong)
    assert fuzz.main(["--programs", "2", "--seed", "5", "--interpreted"]) == 1
    assert "seed 5: DISAGREE" in capsys.readouterr().out


@only_full
@slow
def test_programs_mostly_give_values():
    """They end soon, and some raise: otherwise they would test little."""
    summary = fuzz.Summary()
    for seed in range(150):
        summary.add(fuzz.run(seed, fuzz.INTERPRETED))
    calls = summary.endings.total()
    assert summary.programs[fuzz.AGREE] > 0.98 * summary.programs.total()
    assert 0.75 * calls < summary.endings["value"] < 0.95 * calls
    assert not {"NameError", "AttributeError", "RuntimeError"} & set(summary.endings)
    assert summary.left > 0


def test_the_same_seed_makes_the_same_program():
    assert programs.make(5) == programs.make(5)
    assert len({programs.make(seed).text for seed in range(30)}) == 30


@pytest.mark.parametrize(
    ("first", "second", "equal"),
    [
        (1, True, False),
        (1, 1.0, False),
        (0.0, -0.0, False),
        (nan, nan, True),
        ((1, 2), [1, 2], False),
        ([1, (2, None)], [1, (2, None)], True),
        ([1, (2, None)], [1, (2, 0)], False),
        ({1: 2, 3: 4}, {3: 4, 1: 2}, False),
        ({1, 2}, {2, 1}, True),
        ({1}, {True}, False),
    ],
)
def test_values_are_compared_with_their_types(first, second, equal):
    assert fuzz.same(("value", first), ("value", second)) is equal
    assert not fuzz.same(("value", "KeyError"), ("error", "KeyError"))


def compiler(change: Callable[[Callable[..., Any]], Callable[..., Any]]) -> fuzz.Compiler:
    return fuzz.Compiler(lambda function, *_: change(function), fuzz.NoRefusal)


def verdict(text: str, change: Any, *arguments: Any) -> str:
    return fuzz.check(text, [arguments or (7, (1, 2, 3, 4), "abc")], compiler(change)).verdict


def test_a_wrong_value_is_seen():
    text = "def program(a, b, c):\n    return a // 2, a / 2\n"
    assert verdict(text, lambda function: function) == fuzz.AGREE
    assert verdict(text, lambda function: lambda a, b, c: (3, 3.5)) == fuzz.AGREE
    assert verdict(text, lambda function: lambda a, b, c: (3.0, 3.5)) == fuzz.DISAGREE
    assert verdict(text, lambda function: lambda a, b, c: [3, 3.5]) == fuzz.DISAGREE
    assert verdict(text, lambda function: lambda a, b, c: {}[a]) == fuzz.DISAGREE


def test_an_overflow_is_right_only_where_an_int_leaves_64_bits():
    def overflow(function):
        def call(*arguments):
            raise OverflowError

        return call

    inside = "def program(a, b, c):\n    return a * 2**60\n"
    beyond = "def program(a, b, c):\n    return a * 2**62 % 5\n"
    total = "def program(a, b, c):\n    return sum([2**63 - 1, a, -a])\n"
    changed = "def program(a, b, c):\n    v = [1]\n    v[0] <<= 70\n    return v[0] % 5\n"
    assert verdict(inside, overflow) == fuzz.DISAGREE
    for text in (beyond, total, changed):
        assert verdict(text, overflow) == fuzz.OVERFLOW
        assert verdict(text, lambda function: function) == fuzz.AGREE
        assert verdict(text, lambda function: lambda a, b, c: -1) == fuzz.DISAGREE


def test_an_overflow_that_the_program_catches():
    text = """
def program(a, b, c):
    try:
        return a * 2**62
    except OverflowError:
        return "caught"
"""
    assert verdict(text, lambda function: lambda a, b, c: "caught") == fuzz.OVERFLOW
    assert verdict(text, lambda function: lambda a, b, c: "other") == fuzz.DISAGREE


def test_programs_without_end_are_not_run():
    endless = "def program(a, b, c):\n    while True:\n        pass\n"
    larger = "def program(a, b, c):\n    while True:\n        a = a * a\n"
    longer = "def program(a, b, c):\n    v = [1]\n    for x in v:\n        v.append(x)\n"
    for text in (endless, larger, longer):
        assert verdict(text, lambda function: function) == fuzz.LONG


def test_refusals_keep_their_reasons():
    def refuse(function, *_):
        raise fuzz.NoRefusal("no")

    report = fuzz.run(3, fuzz.Compiler(refuse, fuzz.NoRefusal))
    assert (report.verdict, report.reason) == (fuzz.REFUSED, "no")


class Truncating(ast.NodeTransformer):
    """Divides as C does."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.FloorDiv):
            return ast.Call(ast.Name("divide", ast.Load()), [node.left, node.right], [])
        return node


def truncating(text: str, arguments: Any) -> fuzz.Report:
    def divide(x, y):
        return x // y if isinstance(x, float) or isinstance(y, float) else int(x / y)

    def wrong(function, *_):
        tree = ast.fix_missing_locations(Truncating().visit(ast.parse(text)))
        names = {"divide": divide, "__name__": function.__module__}
        exec(compile(tree, "<wrong>", "exec"), names)
        return names["program"]

    return fuzz.check(text, [arguments], fuzz.Compiler(wrong, fuzz.NoRefusal))


@only_full
@slow
def test_shrinking_leaves_what_matters():
    text = """
def h(x):
    return [y + 1 for y in range(x)]

def program(a, b, c):
    v = h(3)
    for w in v:
        if w % 2 == 0:
            v[0] = (w + len(c)) // -2 + a
    try:
        c += "x"
    except ValueError:
        pass
    return v, c
"""
    smaller, arguments = fuzz.shrink(text, (5, (1, 2, 3, 4), "abc"), truncating)
    report = truncating(smaller, arguments)
    assert report.symptom == "value → value"
    assert "//" in smaller and len(smaller.splitlines()) < 8
    assert arguments[1] == (0, 0, 0, 0)
