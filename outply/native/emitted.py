"""A function of the generated module."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

__all__ = ["Emitted", "Handle"]


@dataclass(frozen=True)
class Handle:
    """A parameter that stays a run-time number but has the methods of `cls`."""

    cls: type


@dataclass
class Emitted:
    """One function of the generated module, and where it came from."""

    name: str
    tree: ast.FunctionDef
    file: str
    calls: set[str] = field(default_factory=set)
    lines: dict[int, int] = field(default_factory=dict)  # line in `text` -> line in `file`

    def text(self) -> str:
        """The source, after which `lines` says where each of its lines came from."""
        text = ast.unparse(self.tree)
        again = ast.parse(text).body[0]
        for here, there in zip(ast.walk(again), ast.walk(self.tree), strict=True):
            if hasattr(there, "lineno"):
                self.lines.setdefault(here.lineno, there.lineno)  # type: ignore[attr-defined]
        return text
