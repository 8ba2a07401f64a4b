"""Links rules and a search into the source of one module that Numba can compile.

Linking starts at one function and follows every call. What is known before the program
runs — the game, its fields and methods, module constants, helper functions — is *static*
and is resolved here: `self.columns` becomes a constant, `game.moves(state)` a plain call of
an emitted function, and parameters that only carry static objects disappear. What is left
is functions over numbers and tuples.

    one Python function  --FunctionLinker-->  one emitted function
    all of them          --Source---------->  one module
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from types import FunctionType
from typing import Any

from outply.native.constants import TUPLE_LIMIT, Constants
from outply.native.emitted import Emitted, Handle
from outply.native.errors import NotCompilable
from outply.native.rewrite import FunctionLinker
from outply.native.shapes import Record, Scalar, Shape, hints_of, scalar_of

__all__ = ["Linker"]


class Linker:
    """Collects everything reachable from the functions that are linked."""

    def __init__(self) -> None:
        self.constants = Constants()
        self.functions: dict[str, Emitted] = {}
        self.records: dict[type, str] = {}
        self._shapes: dict[type, Record] = {}
        self._names: dict[Any, str] = {}
        self._kept: list[Any] = []  # objects whose id is part of a key stay alive

    def add_record(self, shape: Record) -> str:
        """The emitted name of a NamedTuple class."""
        known = self._shapes.setdefault(shape.cls, shape)
        if known != shape:
            raise NotCompilable(
                f"two states of {shape.cls.__name__} differ in their tuples' lengths"
            )
        if shape.cls not in self.records:
            self.records[shape.cls] = f"{shape.cls.__name__}__{len(self.records)}"
            for item in shape.items:
                if isinstance(item, Record):
                    self.add_record(item)
            self.constants.unsigned |= _has_unsigned(shape)
        return self.records[shape.cls]

    def record_named(self, cls: type, file: str, line: int) -> str:
        """The emitted name of a NamedTuple class that some code constructs."""
        if cls in self.records:
            return self.records[cls]
        hints = hints_of(cls)
        kinds = [scalar_of(hints.get(name)) for name in cls._fields]  # type: ignore[attr-defined]
        if None in kinds:
            raise NotCompilable(f"the fields of {cls.__name__} are not all numbers", file, line)
        names = cls._fields  # type: ignore[attr-defined]
        return self.add_record(Record(cls, names, tuple(kinds)))  # type: ignore[arg-type]

    def record_with_fields(self, names: set[str]) -> tuple[str, tuple[str, ...]] | None:
        """The one record class that has all these fields, with all its fields."""
        fitting = [s for s in self._shapes.values() if names <= set(s.names)]
        return (self.records[fitting[0].cls], fitting[0].names) if len(fitting) == 1 else None

    def link(self, function: FunctionType, static: Mapping[str, Any]) -> str:
        """Emit `function` with some parameters bound to static objects; return its name."""
        key = (function, tuple((name, _identity(value)) for name, value in sorted(static.items())))
        if key not in self._names:
            self._kept.append(static)
            name = f"{function.__name__}__{len(self._names)}"
            self._names[key] = name
            emitted = FunctionLinker(self, function, static, name).emit()
            self.functions[name] = emitted
        return self._names[key]

    def add(self, emitted: Emitted) -> None:
        """A function that a rewrite made, such as the loop behind `any(…)`."""
        self.functions[emitted.name] = emitted

    def fresh_name(self, stem: str) -> str:
        name = f"{stem}__{len(self._names)}"
        self._names[name] = name
        return name

    def refuse_mutual_recursion(self) -> None:
        """Cached mutual recursion can crash the process that loads it; so it never gets there."""
        by_line = sorted(self.functions.items(), key=lambda item: item[1].tree.lineno)
        for name, emitted in by_line:
            for other in self._reachable(name) - {name}:
                if name in self._reachable(other):
                    first, second = name.rsplit("__", 1)[0], other.rsplit("__", 1)[0]
                    raise NotCompilable(
                        f"{first} and {second} call each other; make them one function",
                        emitted.file,
                        emitted.tree.lineno,
                    )

    def _reachable(self, name: str) -> set[str]:
        seen: set[str] = set()
        todo = list(self.functions[name].calls)
        while todo:
            callee = todo.pop()
            if callee not in seen:
                seen.add(callee)
                todo.extend(self.functions[callee].calls)
        return seen

    def needing_tables(self) -> set[str]:
        """The functions that read a large table, themselves or through others."""
        direct = {
            name
            for name, emitted in self.functions.items()
            if any(
                isinstance(node, ast.Name) and node.id in self.constants.tables
                for node in ast.walk(emitted.tree)
            )
        }
        return {name for name in self.functions if name in direct or self._reachable(name) & direct}

    def record_source(self) -> Iterator[str]:
        """Each NamedTuple class, and a constructor that gives its fields their types."""
        for cls, name in reversed(self.records.items()):
            shape = self._shapes[cls]
            fields = ", ".join(shape.names)
            casts = ", ".join(
                self.cast(item, label) for item, label in zip(shape.items, shape.names, strict=True)
            )
            yield f"{name} = _record({name!r}, {list(shape.names)!r})"
            yield f"@_function\ndef new_{name}({fields}):\n    return {name}({casts})\n"

    def cast(self, shape: Shape, text: str) -> str:
        """The source of a value, converted to a shape."""
        if isinstance(shape, Scalar):
            return f"_{shape.kind}({text})"
        if isinstance(shape, Record):
            return text
        row = f"_row({text}, ({'0, ' * len(shape.items)}))"
        if len(shape.items) > TUPLE_LIMIT:
            return row
        items = (self.cast(item, f"{row}[{i}]") for i, item in enumerate(shape.items))
        return f"({', '.join(items)},)"


def _identity(value: Any) -> Any:
    return value if isinstance(value, Handle) else id(value)


def _has_unsigned(shape: Shape) -> bool:
    if isinstance(shape, Scalar):
        return shape.kind == "uint64"
    return any(_has_unsigned(item) for item in shape.items)
