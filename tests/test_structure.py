"""The size of functions, and how many files a reader of one engine call has to open."""

from __future__ import annotations

import ast
import re
import statistics
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import outply
from outply.compiler.syntax import statements

PACKAGE = Path(outply.__file__).parent
MOST_LINES, MOST_PARAMETERS = 60, 7
MOST_FILES = 18  # that one call enters


class Function(NamedTuple):
    place: str
    lines: int  # from `def` on
    documentation: int  # lines of these that are the docstring
    parameters: int  # without `self` and `cls`


@cache
def functions() -> tuple[Function, ...]:
    """Every function of the package, nested ones as well."""
    return tuple(
        Function(f"{path.relative_to(PACKAGE)}:{node.lineno} {node.name}", *size_of(node))
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in statements(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def size_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[int, int, int]:
    """Lines, lines of documentation and the number of parameters."""
    given = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
    named = [each for each in given if each.arg not in ("self", "cls")]
    documented = 0 if ast.get_docstring(node) is None else lines_of(node.body[0])
    return lines_of(node), documented, len(named)


def lines_of(node: ast.stmt) -> int:
    return (node.end_lineno or 0) - node.lineno + 1


def median_and_90th_percentile(sizes: list[int]) -> tuple[float, int]:
    sizes.sort()
    return statistics.median(sizes), sizes[int(0.9 * len(sizes))]


def test_functions_are_short() -> None:
    found = functions()
    assert [each for each in found if each.lines > MOST_LINES] == []
    median, most = median_and_90th_percentile([each.lines for each in found])
    assert median <= 6
    assert most <= 14
    median, most = median_and_90th_percentile([each.lines - each.documentation for each in found])
    assert median <= 5
    assert most <= 14


def test_functions_have_few_parameters() -> None:
    assert [each for each in functions() if each.parameters > MOST_PARAMETERS] == []


def test_an_engine_call_passes_through_few_files() -> None:
    game = outply.load("connect-four")
    limit = outply.Limit(depth=5)
    outply.Engine().search(game, game.initial(), limit)  # from now on the kernel is known
    entered: set[str] = set()

    def note(frame: object, event: str, _argument: object) -> None:
        path = Path(frame.f_code.co_filename)  # type: ignore[attr-defined]
        if event == "call" and path.is_relative_to(PACKAGE):
            entered.add(str(path.relative_to(PACKAGE)))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        outply.Engine().search(game, game.initial(), limit)
    finally:
        sys.setprofile(before)
    assert "search/engine/run.py" in entered
    assert len(entered) <= MOST_FILES, sorted(entered)


def test_packages_list_modules_that_exist() -> None:
    missing = [
        f"{path.parent.relative_to(PACKAGE)}: {name}"
        for path in sorted(PACKAGE.rglob("__init__.py"))
        for name in modules_listed(path)
        if not (path.parent / name).is_dir() and not (path.parent / f"{name}.py").is_file()
    ]
    assert missing == []


def modules_listed(path: Path) -> list[str]:
    """The names that begin the lines of a package's table of modules, two spaces after them."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    rows = re.findall(r"^(?: {4})?([a-z_]+(?:, [a-z_]+)*)  +\S", text, re.MULTILINE)
    return [name for row in rows for name in row.split(", ")]
