"""Every refusal that the compiler can give stands in `refused.py`, with its rewrite."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import pytest

import outply.compiler
from outply.compiler import NotCompilable, compile_function, errors
from tests.compiler import refused

SOURCES = sorted(Path(outply.compiler.__file__).parent.glob("*.py"))
COMMENTS = re.sub(r"\n *#   ", " ", inspect.getsource(refused))
REASONS = [line.strip() for line in re.findall(r"# refused: (.*)", COMMENTS)]


OF_SEARCHES = ("fields", "intrinsics")
"""What refuses a use of records, which games do not have; `test_records.py` has examples."""

GUARDS = (
    "is put into",
    "is called where the variables around it are gone",
    "cannot be handed on from here",
    "yield outside of a generator",
    "super() works in methods only",
    "this cannot be assigned to",
    "items, not",
    "expected a bool, found a float",
    "is not a constant: its memory changes",
    "attributes",
)
"""Messages that no author has seen: limits, and what Python refuses before us."""


def pattern_of(node: ast.expr) -> str:
    """What a message looks like: text as it is, and anything where it is computed."""
    if isinstance(node, ast.Constant):
        return re.escape(str(node.value))
    if isinstance(node, ast.JoinedStr):
        return "".join(pattern_of(part) for part in node.values)
    if isinstance(node, ast.Name) and node.id in errors.__all__:
        return re.escape(getattr(errors, node.id))
    return ".*"


def messages_in(file: Path) -> list[tuple[int, str]]:
    """The reason of each refusal in a file, as a pattern, with its line."""
    found = []
    for node in ast.walk(ast.parse(file.read_text())):
        is_refusal = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if is_refusal and node.func.id in ("CompileError", "Clash") and node.args:
            pattern = pattern_of(node.args[0])
            if pattern.replace(".*", ""):
                found.append((node.lineno, pattern))
    return found


MESSAGES = [
    pytest.param(pattern, id=f"{file.stem}:{line}")
    for file in SOURCES
    for line, pattern in messages_in(file)
    if file.stem not in OF_SEARCHES
    if not any(pattern.endswith((re.escape(text), f"{re.escape(text)}\\ .*")) for text in GUARDS)
]


def test_there_are_messages():
    assert len(MESSAGES) > 100


@pytest.mark.parametrize("pattern", MESSAGES)
def test_each_refusal_has_an_example(pattern):
    assert any(re.match(pattern, reason) for reason in REASONS), pattern


def grows(items: list[int]) -> int:
    items.append("text")  # type: ignore[arg-type]
    return len(items)


def with_a_default(number: int, step: int = 1) -> int:
    return number + step


def test_an_example_is_needed_of_each_parameter():
    with pytest.raises(NotCompilable, match="with_a_default has 2 parameters; give an example"):
        compile_function(with_a_default, 3)


def test_a_list_of_the_host_keeps_its_type():
    with pytest.raises(NotCompilable, match=r"str is put into list\[int\]; annotate the list"):
        compile_function(grows, [1])
