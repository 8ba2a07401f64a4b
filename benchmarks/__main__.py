"""Run every benchmark and write docs/benchmarks.md.

Each benchmark is a module here with `TITLE`, `ABOUT` and `table() -> list[list[str]]`, the
first row being the header.
"""

from __future__ import annotations

import platform
import sys
from importlib.metadata import version
from pathlib import Path

from benchmarks import connect_four, startup, throughput, trees

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

Made by `make bench` on {machine}, Python {python}, Numba {numba}. Read them as ratios within a
table: everything in one table ran in the same minute on the same machine.
"""


def markdown(rows: list[list[str]]) -> str:
    head, *body = rows
    lines = [head, ["---"] * len(head), *body]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)


def main() -> None:
    machine = f"{platform.machine()}, {platform.system()}"
    page = HEAD.format(machine=machine, python=platform.python_version(), numba=version("numba"))
    for benchmark in (connect_four, startup, throughput, trees):
        print(f"{benchmark.TITLE} …", file=sys.stderr)
        section = f"\n## {benchmark.TITLE}\n{benchmark.ABOUT}\n\n{markdown(benchmark.table())}\n"
        print(section)
        page += section
    PAGE.write_text(page)


main()
