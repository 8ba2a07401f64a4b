"""From a Python function to a program: types of its arguments, its code, how it is entered."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from outply.compiler import (  # noqa: F401  (they register handlers)
    builtin_itertools,
    builtin_math,
    codes,
    intrinsics,
    methods,
    standard,
)
from outply.compiler.arithmetic import TOO_LARGE
from outply.compiler.construction import Reshaped
from outply.compiler.container_types import Dict, List, Row, Series, Set, Struct, Tuple, Union, View
from outply.compiler.errors import NumberTooLarge
from outply.compiler.module import Instance, Module, TypesWidened
from outply.compiler.object_types import Known
from outply.compiler.refusals import CompileError, NotCompilable
from outply.compiler.source import Code, Context, code_of
from outply.compiler.state_types import FITTING
from outply.compiler.statements import Lowering
from outply.compiler.type_join import join
from outply.compiler.types import NONE, WIDE, WIDE_BITS, Type, Value

__all__ = ["Program", "compile_program"]

MOST_SHAPES = 40  # how often the types of a state may turn out to be too narrow


@dataclass(frozen=True)
class Program:
    """LLVM code of a function, and what the host must know to call it."""

    text: str
    arguments: tuple[Type, ...]  # of those that are handed over
    result: Type
    errors: list[tuple[type, str, str, int]]
    tables: list[Any]
    prints: list[Type]
    uses_region: bool
    module: Module


@contextmanager
def _garbage_stays() -> Iterator[None]:
    """Collect no garbage for a moment: a compilation makes many small objects, and few cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@_garbage_stays()
def compile_program(
    function: FunctionType,
    statics: Mapping[str, Any],
    kinds: Mapping[str, Type],
    assumption: str = FITTING,
) -> Program:
    """Write a function, some of whose parameters are known objects, for the types of the others.

    The first of them is the type of states; `FITTING` says what is assumed of it. Raises
    NotCompilable with everything that was refused.
    """
    register_others()
    kinds = dict(kinds)
    for _ in range(MOST_SHAPES):
        module = _new_module(statics, kinds, assumption)
        try:
            return _written(module, function, statics, kinds)
        except Reshaped as reshaped:
            known = {name: _reshaped(kind, reshaped) for name, kind in kinds.items()}
            if known == kinds:
                raise NotCompilable(
                    f"the fields of {reshaped.cls.__name__} hold values of too many types"
                ) from None
            kinds = known
    raise NotCompilable("the types of the state cannot be found; annotate its fields")


def _new_module(statics: Mapping[str, Any], kinds: dict[str, Type], assumption: str) -> Module:
    module = Module(statics)
    module.assumption = assumption
    for kind in kinds.values():
        _declare(module, kind)
    module.state = next(iter(kinds.values()), None)
    return module


def register_others() -> None:
    """Handlers for what other packages define, once they are there."""
    import sys

    moves = sys.modules.get("outply.search.move_codes")
    if moves is not None:
        codes.register(moves)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        builtin_math.register_numpy(numpy)


def _written(
    module: Module, function: FunctionType, statics: Mapping[str, Any], kinds: dict[str, Type]
) -> Program:
    code = code_of(function)
    entry = Instance("entry", code, ())
    entry.result, entry.raises, entry.uses_context = NONE, True, True
    module.stack.append(entry)
    while True:
        try:
            f = Lowering(module, entry, Context(code))
            f.node = code.node
            result, arguments = _enter(f, function, statics, kinds)
            break
        except TypesWidened as again:
            if again.instance is not entry:
                raise
            module.instances.clear()
            module.refusals.clear()
        except CompileError as error:
            if not module.refusals:
                module.refuse(error, code.file, code.node.lineno)
            break
    _require_no_refusals(module)
    text = module.text(_LateEntry(entry, f, module))
    _require_no_refusals(module)
    errors = list(module.errors)
    uses_region = any(instance.allocates for instance in module.instances.values())
    return Program(
        text,
        arguments,
        result,
        errors,
        module.tables,
        module.prints,
        uses_region or entry.allocates,
        module,
    )


def _require_no_refusals(module: Module) -> None:
    if module.refusals:
        raise NotCompilable.because(list(module.refusals.values()))


class _LateEntry(str):
    """The text of the entry, which is written after the facts of all functions are settled."""

    def __new__(cls, entry: Instance, f: Lowering, module: Module) -> _LateEntry:
        module.settle_facts()
        lines = [
            "define i32 @kernel(ptr %ctx, ptr %in, ptr %out) nounwind {",
            "start:",
            *f.allocas,
        ]
        for line in f.lines:
            lines.extend([line] if isinstance(line, str) else line.write(entry))
        return super().__new__(cls, "\n".join([*lines, "}"]))


def _enter(
    f: Lowering, function: FunctionType, statics: Mapping[str, Any], kinds: dict[str, Type]
) -> tuple[Type, tuple[Type, ...]]:
    """Read the arguments, call the function, write its result."""
    code: Code = code_of(function)
    values = _read_arguments(f, code, statics, kinds)
    result = f.materialized(f.call_function(function, [], values))
    kind = result.type
    if isinstance(kind, Known):
        raise CompileError(f"{code.name} returns something that only Python knows")
    f.node = code.returns[0] if len(code.returns) == 1 else code.node
    _require_64_bits(f, result)
    f.store("%out", kind, result)
    f.do("ret i32 0")
    return kind, tuple(kinds.values())


def _require_64_bits(f: Lowering, value: Value) -> None:
    """Raise an exception if a result, or a part of it, needs more than 64 bits."""
    if value.type in (WIDE, WIDE_BITS):
        _, not_signed, not_unsigned = value.parts
        f.fail_if(f.op(f"and i1 {not_signed}, {not_unsigned}"), NumberTooLarge, TOO_LARGE)
    elif isinstance(value.type, Tuple):
        for item in f.items(value):
            _require_64_bits(f, item)


def _read_arguments(
    f: Lowering, code: Code, statics: Mapping[str, Any], kinds: dict[str, Type]
) -> dict[str, Value]:
    values: dict[str, Value] = {}
    offset = 0
    for name in (*code.parameters, *code.keyword_only):
        if name in statics:
            values[name] = f.module.known(statics[name])
        elif name in kinds:
            values[name] = f.load(kinds[name], f.at("%in", offset))
            offset += kinds[name].words
    return values


def _declare(module: Module, kind: Type) -> None:
    """The records that an argument is made of have one type for the whole program."""
    if isinstance(kind, Struct):
        known = module.declared.get(kind.cls)
        wider = kind if known is None else join(known, kind)
        assert isinstance(wider, Struct)
        module.declared[kind.cls] = wider
    if isinstance(kind, (Row, Tuple, Struct, Union)):
        for item in set(kind.items):
            _declare(module, item)
    for name in ("item", "key"):
        inner = getattr(kind, name, None) if isinstance(kind, (Series, List, Set, Dict)) else None
        if inner is not None:
            _declare(module, inner)


def _reshaped(kind: Type, change: Reshaped) -> Type:
    """A type in which a record has the wider type that was found."""
    if isinstance(kind, Struct):
        if kind.cls is change.cls:
            joint = join(kind, change.record)
            assert isinstance(joint, Struct)
            kind = joint
        if kind.cls is range:
            return kind
        return Struct(kind.cls, kind.names, tuple(_reshaped(item, change) for item in kind.items))
    if isinstance(kind, Row):
        return Row(_reshaped(kind.item, change), kind.size)
    if isinstance(kind, Tuple):
        return Tuple(tuple(_reshaped(item, change) for item in kind.items))
    if isinstance(kind, Union):
        return Union(tuple(_reshaped(item, change) for item in kind.items))
    if isinstance(kind, View):
        return View(_reshaped(kind.item, change), kind.name)
    if isinstance(kind, Series):
        return Series(_reshaped(kind.item, change))
    return kind
