"""The page of results, docs/benchmarks.md: sections that are replaced one by one."""

from __future__ import annotations

import platform
from datetime import date
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

from benchmarks.words import Table, markdown

FILE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

Read the figures as ratios within a table: everything in one table that is not marked as quoted ran
in the same minutes on the same machine. Each section says when and how it was measured.
"""
SECTION = "\n## "


def section(benchmark: ModuleType, rows: Table, command: str) -> str:
    """A benchmark's part of the page, without its title."""
    return f"\n{measured(command)}\n{benchmark.ABOUT}\n\n{markdown(rows)}\n"


def measured(command: str) -> str:
    machine = f"{platform.machine()}, {platform.system()}"
    versions = f"Python {platform.python_version()}, llvmlite {version('llvmlite')}"
    return f"*Measured {date.today()} by `{command}` on {machine}, {versions}.*"


def merged(page: str, titles: list[str], new: dict[str, str]) -> str:
    """The page in the order of `titles`; sections that are not `new` stay as they are."""
    sections = {**sections_of(page), **new}
    return HEAD + "".join(
        f"{SECTION}{title}\n{sections[title]}" for title in titles if title in sections
    )


def sections_of(page: str) -> dict[str, str]:
    """The text below each title, up to the next one."""
    _, *parts = page.split(SECTION)
    bodies = {title: body for title, _, body in (part.partition("\n") for part in parts)}
    return {title: body.rstrip("\n") + "\n" for title, body in bodies.items()}
