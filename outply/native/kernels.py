"""A compiled function, called like the Python one it came from."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from outply.native.cache import cached, digest
from outply.native.emitted import Handle
from outply.native.errors import NotCompilable
from outply.native.linker import Linker
from outply.native.machine import WORD, Call, callable_code, exception
from outply.native.shapes import (
    PACKED,
    Record,
    Scalar,
    hints_of,
    pack,
    record_shape,
    scalar_of,
    scalars,
)
from outply.native.source import RESULTS, Source

__all__ = ["Kernel", "compile_kernel"]

RESULT = Call.words
GIVEN = RESULT + WORD * RESULTS


class Kernel:
    """A compiled function of a state and numbers."""

    def __init__(
        self,
        code: tuple[Callable[..., int], Any],
        facts: dict[str, Any],
        shape: Record,
        parameters: list[Scalar],
        tables: list[Any],
    ) -> None:
        self._function, self._engine = code
        self._pack = pack(shape)
        self._tables = tables  # kept alive: the code reads them by their addresses
        kinds = "".join(PACKED[scalar.kind] for scalar in parameters)
        self._given = struct.Struct(f"={WORD * len(list(scalars(shape)))}s{kinds}")
        self._calls: list[Call] = []  # that are not under way
        self._results = struct.Struct("=" + "".join(PACKED[kind] for kind in facts["returns"]))
        self._is_tuple = facts["is_tuple"]
        self._truths = [kind == "boolean" for kind in facts["returns"]]
        self._has_truths = any(self._truths)

    def __call__(self, state: Any, *numbers: float) -> Any:
        try:
            call = self._calls.pop()
        except IndexError:
            call = self._new_call()
        self._given.pack_into(call.memory, GIVEN, self._pack(state), *numbers)
        status = self._function(*call.arguments)
        if status:
            raise exception(status, call.failure)
        found = self._results.unpack_from(call.memory, RESULT)
        self._calls.append(call)
        if self._has_truths:
            found = tuple(bool(f) if t else f for f, t in zip(found, self._truths, strict=True))
        return found if self._is_tuple else found[0]

    def _new_call(self) -> Call:
        """Its words: what it returns, what it is given, where the tables are."""
        places = [table.ctypes.data for table in self._tables]
        end = GIVEN + self._given.size
        call = Call(end - RESULT + WORD * len(places))
        struct.pack_into(f"={len(places)}q", call.memory, end, *places)
        return call


def compile_kernel(
    function: Callable[..., Any],
    static: dict[str, Any],
    example: Any,
    handles: dict[str, type],
    announce: Callable[[], Any],
) -> Kernel:
    """Compile `function(state, …)`, with parameters bound to static objects or handles.

    `example` is any state; its class and the lengths of its tuples give the types.
    """
    assert isinstance(function, FunctionType)
    shape = record_shape(example)
    linker = Linker()
    linker.add_record(shape)
    bound = {**static, **{name: Handle(cls) for name, cls in handles.items()}}
    root = linker.link(function, bound)
    linker.refuse_mutual_recursion()
    parameters = list(_parameters(function, static, handles))
    source = Source(linker, root, shape, parameters)
    machine, facts = _machine_code(source, announce)
    code = callable_code(machine, facts["symbol"], facts["needs"])
    return Kernel(code, facts, shape, parameters, list(linker.constants.tables.values()))


def _machine_code(source: Source, announce: Callable[[], Any]) -> tuple[bytes, dict[str, Any]]:
    name = digest(source.text)

    def build() -> Any:
        with announce():
            from outply.native.build import build

            try:
                return build(f"outply_{name}", source.text)
            except Exception as error:
                raise source.explain(error) from None

    return cached(name, source.text, build)


def _parameters(
    function: FunctionType, static: dict[str, Any], handles: dict[str, type]
) -> Iterator[Scalar]:
    """The run-time parameters after the state."""
    hints = hints_of(function)
    code = function.__code__
    names = [n for n in code.co_varnames[: code.co_argcount] if n not in static]
    for name in names[1:]:
        scalar = Scalar("int64") if name in handles else scalar_of(hints.get(name))
        if scalar is None:
            raise NotCompilable(f"parameter {name} of {function.__name__} is not a number")
        yield scalar
