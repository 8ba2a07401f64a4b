"""A compiled function, called like the Python one it came from.

`compile_kernel` looks for it on disk first (a warm start, `cache.py`), then compiles it.
"""

from __future__ import annotations

import contextlib
import ctypes
import inspect
import mmap
import re
import struct
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import FunctionType
from typing import TYPE_CHECKING, Any

from outply.compiler.cache import (
    Facts,
    cached_code,
    facts_of,
    find_request,
    keep_program,
    known_kernel,
    request_name,
)
from outply.compiler.cache_folder import Code
from outply.compiler.container_types import Struct
from outply.compiler.effort import FULL, QUICK, chosen_effort
from outply.compiler.encoding import PACKED, LengthMisfit, decoder, encoder
from outply.compiler.errors import LengthChanged, NumberTooLarge, RegionFull
from outply.compiler.later_optimisation import LaterOptimisation, can_run_python
from outply.compiler.llvm import callable_code, machine_code
from outply.compiler.object_types import RecordReference
from outply.compiler.records import PRIVATE, Record
from outply.compiler.refusals import NotCompilable, Refusal
from outply.compiler.runtime import CONTEXT_STACK, CONTEXT_TABLES
from outply.compiler.source import class_hints, contract_hints
from outply.compiler.stack import thread_stack
from outply.compiler.state_types import ALL, FITTING, NOTHING, sampled_type, with_varying_lengths
from outply.compiler.type_inference import Misfit, fields_of, is_record, scalar_of, type_of
from outply.compiler.type_parts import changeable
from outply.compiler.types import BOOL, NONE, WORD, Type
from outply.game import Game

if TYPE_CHECKING:
    from outply.compiler.program import Program

__all__ = ["Kernel", "ReplaceableKernel", "compile_function", "compile_kernel"]

REGION = 1 << 28  # bytes
written: list[Program] | None = None  # programs since `outply.compiler.programs` began
_regions: list[Region] = []  # that are not in use
PRINT = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64)


class Region:
    """Address space for values of varying size; memory is used as it is touched."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, REGION, **PRIVATE)
        self.start = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self.ends = struct.pack("=2Q", self.start, self.start + REGION)


class Call:
    """The memory of one call at a time: context, arguments, result."""

    def __init__(self, kernel: Kernel) -> None:
        words = kernel.context_words
        size = WORD * (words + kernel.in_words + kernel.out_words)
        self.memory = (ctypes.c_char * max(size, WORD))()
        start = ctypes.addressof(self.memory)
        self.given, self.found = WORD * words, WORD * (words + kernel.in_words)
        self.result = start + self.found
        self.arguments = tuple(
            ctypes.c_void_p(start + WORD * offset) for offset in (0, words, words + kernel.in_words)
        )
        self.kept = [_copy_for_call(table) for table in kernel.tables]
        addresses = (0, 0, kernel.print_address, 0, *map(ctypes.addressof, self.kept))
        struct.pack_into(f"={words}Q", self.memory, 0, *addresses)
        self.stack_limit = ctypes.c_uint64.from_buffer(self.memory, WORD * CONTEXT_STACK)


class Kernel:
    """A compiled function of some values."""

    def __init__(self, program: Facts, code: Code) -> None:
        self._function, self._engine = callable_code(code[0], "kernel", code[1])
        self._errors = program.errors
        self.tables = [_kept_table(table) for table in program.tables]
        self.context_words = CONTEXT_TABLES + len(self.tables)
        self.in_words = sum(kind.words for kind in program.arguments)
        self.out_words = max(program.result.words, 1)
        self.uses_region = program.uses_region
        self._prints = [decoder(kind) for kind in program.prints]
        self.print_address = 0
        if self._prints:
            self._print = PRINT(self._show)  # kept as long as the code that calls it
            self.print_address = ctypes.cast(self._print, ctypes.c_void_p).value or 0
        self._encode = _arguments_encoder(program.arguments)
        self._decode = _result_decoder(program.result)
        self._calls: list[Call] = []  # that are not under way

    def __call__(self, *arguments: Any) -> Any:
        call = self._calls.pop() if self._calls else Call(self)
        kept = self._encode(call, arguments)
        if self.uses_region:
            region = _regions.pop() if _regions else Region()
            ctypes.memmove(call.memory, region.ends, len(region.ends))
        call.stack_limit.value = thread_stack.limit
        status = self._function(*call.arguments)
        found = None if status else self._decode(call)
        if self.uses_region:
            _regions.append(region)
        self._calls.append(call)
        if status:
            raise _exception(*self._errors[status - 1])
        del kept
        return found

    def _show(self, number: int, place: int) -> None:
        values, sep, end = self._prints[number](place)
        print(*values, sep=sep, end=end)


class ReplaceableKernel:
    """A kernel whose code is replaced by a wider one, or by a faster one.

    Wider code is compiled when a state of another type is met, or given. Faster code replaces code
    that LLVM made quickly, when another process has made it: see `later_optimisation.py`. A call
    that is under way in another thread keeps the code and the memory that it began with.
    """

    def __init__(
        self,
        kernel: Kernel,
        wider: Callable[[], Kernel],
        later: LaterOptimisation | None = None,
        faster: Callable[[], Kernel | None] = lambda: None,
    ) -> None:
        self._kernel = kernel
        self._wider: Callable[[], Kernel] | None = wider
        self.later, self._faster = later, faster
        self._lock = threading.RLock()  # a signal handler may search while this is held

    def __call__(self, *arguments: Any) -> Any:
        if later := self.later and self.take_faster():
            later.begin_call()
        try:
            while True:  # once for each code: quick, faster, wider
                kernel = self._kernel
                try:
                    return kernel(*arguments)
                except (LengthChanged, NotCompilable):
                    if not self._widen(kernel):
                        raise
        finally:
            if later:
                later.end_call()

    def _widen(self, kernel: Kernel) -> bool:
        """Whether there is another kernel than this one, which may be wider."""
        with self._lock:
            if self._wider is not None and self._kernel is kernel:
                self._kernel, self._wider, self.later = self._wider(), None, None
            return self._kernel is not kernel

    def take_faster(self) -> LaterOptimisation | None:
        """Use faster code if it is ready; return what makes it if it is still to come."""
        if self.later is None:
            return None
        with self._lock:
            if self.later is not None and self.later.is_ready():
                faster = self._faster()
                if faster is None:
                    self.later.fail()
                self._kernel, self.later = faster or self._kernel, None
            elif self.later is not None and self.later.has_failed:
                self.later = None
            return self.later


def _kept_table(table: bytes | Record) -> Any:
    """Memory that stays as long as the kernel: a copy of a constant, or the record itself."""
    if isinstance(table, Record):
        return table
    return ctypes.create_string_buffer(table, len(table))


def _copy_for_call(table: Any) -> Any:
    """Memory that no other call uses at the same time, if a record is declared so."""
    is_own = isinstance(table, Record) and table.__per_call__
    return table.copy_for_call() if is_own else table


PUBLIC: dict[type, type] = {NumberTooLarge: OverflowError, RegionFull: MemoryError}


def _exception(kind: type, message: str, file: str, line: int) -> BaseException:
    """What compiled code raised, with the author's file and line as a note."""
    kind = PUBLIC.get(kind, kind)
    error = kind(message) if message else kind()
    if isinstance(error, Exception):
        error.add_note(f"raised by compiled code: {file}, line {line}")
        error.place = (file, line)  # type: ignore[attr-defined]
    return error  # type: ignore[no-any-return]


def _arguments_encoder(kinds: tuple[Type, ...]) -> Callable[[Call, tuple[Any, ...]], Any]:
    first = kinds[0] if kinds else NONE
    flat = isinstance(first, Struct) and first.is_tuple and all(i in PACKED for i in first.items)
    if flat and all(kind in PACKED or isinstance(kind, RecordReference) for kind in kinds[1:]):
        assert isinstance(first, Struct)
        return _flat_encoder(first, kinds)
    return _encoder_of_each([encoder(kind) for kind in kinds])


def _encoder_of_each(encoders: list[Any]) -> Callable[[Call, tuple[Any, ...]], Any]:
    """Of arguments that are encoded one after the other."""

    def place(call: Call, arguments: tuple[Any, ...]) -> Any:
        kept, at = [], call.given
        try:
            for encode, value in zip(encoders, arguments, strict=True):
                words, others = encode(value)
                ctypes.memmove(ctypes.addressof(call.memory) + at, words, len(words))
                at += len(words)
                kept.append(others)
        except LengthMisfit as error:
            raise LengthChanged(str(error)) from None
        except Misfit as error:
            raise NotCompilable(str(error)) from None
        return kept

    return place


def _flat_encoder(first: Struct, kinds: tuple[Type, ...]) -> Callable[[Call, tuple[Any, ...]], Any]:
    """Of a state that is made of numbers, and then numbers and records: packed in one go."""
    letters = [PACKED[i] for i in first.items]
    letters += ["q" if isinstance(kind, RecordReference) else PACKED[kind] for kind in kinds[1:]]
    layout = struct.Struct("=" + "".join(letters))
    records = [(at, k.cls) for at, k in enumerate(kinds[1:]) if isinstance(k, RecordReference)]

    def pack(call: Call, arguments: tuple[Any, ...]) -> Any:
        state, *rest = arguments
        try:
            for at, cls in records:
                record = rest[at]
                if type(record) is not cls:
                    _complain(kinds, arguments)
                rest[at] = record.address
            layout.pack_into(call.memory, call.given, *state, *rest)
        except struct.error:
            _complain(kinds, arguments)

    return pack


def _result_decoder(kind: Type) -> Callable[[Call], Any]:
    """Of a number, which is unpacked in one go, or of anything else."""
    if kind in PACKED and kind != BOOL:
        layout = struct.Struct("=" + PACKED[kind])
        return lambda call: layout.unpack_from(call.memory, call.found)[0]
    decode = decoder(kind)
    return lambda call: decode(call.result)


def _complain(kinds: tuple[Type, ...], arguments: tuple[Any, ...]) -> None:
    for kind, value in zip(kinds, arguments, strict=True):
        try:
            encoder(kind)(value)
        except Misfit as error:
            raise NotCompilable(str(error)) from None
    raise NotCompilable("an argument does not fit 64-bit words")


@dataclass(frozen=True)
class Job:
    """What is compiled: some parameters of the function are known objects."""

    function: FunctionType
    static: dict[str, Any]
    effort: str  # of LLVM
    request: str | None = None  # the name by which a warm start asks for it
    announce: Callable[[], Any] | None = None  # if None, the code is not kept on disk
    is_first: bool = False  # another process will optimise the code that is kept on disk


def compile_kernel(
    function: Callable[..., Any],
    static: dict[str, Any],
    example: Any,
    records: dict[str, type[Record]],
    announce: Callable[[], Any],
    *,
    quick_first: bool = False,
) -> ReplaceableKernel:
    """Compile `function(state, …)`, some of whose parameters are known objects or records.

    `example` is any state; it gives the types. With `quick_first` LLVM optimises fully only once
    the kernel has run for a while.
    """
    assert isinstance(function, FunctionType)
    kinds = dict(_parameters(function, static, records, example))
    game = static.get("game")
    name = next(iter(kinds))

    def job(effort: str, is_first: bool = False) -> Job:
        request = request_name(function, static, kinds, effort)
        return Job(function, static, effort, request, announce, is_first)

    def sampled() -> dict[str, Type]:
        known = kinds[name]
        return {**kinds, name: sampled_type(game, known) if isinstance(game, Game) else known}

    def wider() -> Kernel:
        wide = sampled()
        wide[name] = with_varying_lengths(wide[name])
        return _compiled(last, wide, NOTHING)

    chosen = chosen_effort()
    last = job(chosen or FULL)
    found = _cached(last)
    if found is None and quick_first and chosen is None and last.request and can_run_python():
        first = job(QUICK, is_first=True)
        found = _cached(first) or _compiled_for(first, sampled())
        if first.request and (known := find_request(first.request)):
            later = LaterOptimisation(known[0], last.request)
            optimised = replace(last, request=later.result)
            return ReplaceableKernel(found, wider, later, lambda: _cached(optimised))
    return ReplaceableKernel(found or _compiled_for(last, sampled()), wider)


def _cached(job: Job) -> Kernel | None:
    """The kernel of a warm start."""
    known = known_kernel(job.request, job.static) if job.request and written is None else None
    return None if known is None else Kernel(*known)


def _compiled_for(job: Job, kinds: dict[str, Type]) -> Kernel:
    """Compile for any states; if that is refused, for states of the types that were sampled.

    Where players' moves and outcomes of chance are of different types, `result` seems to put
    either of them into a state.
    """
    try:
        return _compiled(job, kinds)
    except NotCompilable as reason:
        game = job.static.get("game")
        if not isinstance(game, Game):
            raise
        try:
            return _compiled(job, kinds, ALL)
        except NotCompilable:
            from outply.compiler.all_refusals import with_all_refusals

            raise with_all_refusals(reason, game, next(iter(kinds.values()))) from None


def compile_function(function: Callable[..., Any], *examples: Any) -> Kernel:
    """Compile a plain function for the types of example arguments."""
    assert isinstance(function, FunctionType)
    code, hints = function.__code__, contract_hints(function)
    kinds: dict[str, Type] = {}
    names = code.co_varnames[: code.co_argcount]
    if len(examples) != len(names):
        reason = f"{function.__name__} has {len(names)} parameters; give an example of each"
        raise NotCompilable(reason, code.co_filename, code.co_firstlineno)
    for name, value in zip(names, examples, strict=True):
        if isinstance(value, Record):
            kinds[name] = RecordReference(type(value))
            continue
        try:
            kinds[name] = changeable(type_of(value, hints.get(name), class_hints))
        except Misfit as error:
            raise NotCompilable(str(error), code.co_filename, code.co_firstlineno) from None
    return _compiled(Job(function, {}, chosen_effort() or FULL), kinds)


def _compiled(job: Job, kinds: dict[str, Type], assumption: str = FITTING) -> Kernel:
    from outply.compiler.program import compile_program

    program = compile_program(job.function, job.static, kinds, assumption)
    if written is not None:
        written.append(program)
    code, name = _machine_code_of(job, program.text)
    if job.request and program.module.dependencies.is_complete:
        keep_program(job.request, program, name)
    if job.is_first and not (job.request and find_request(job.request)):
        optimised = replace(job, effort=FULL, announce=contextlib.nullcontext)
        code, _ = _machine_code_of(optimised, program.text)
    return Kernel(facts_of(program), code)


def _machine_code_of(job: Job, text: str) -> tuple[Code, str]:
    """The code of a program, and the name by which it is kept, if it is."""
    announce = job.announce
    if announce is None:
        return machine_code(text, job.effort), ""

    def build() -> Code:
        with announce():
            return machine_code(text, job.effort)

    return cached_code(text, job.effort, build)


def _parameters(
    function: FunctionType,
    static: dict[str, Any],
    records: dict[str, type[Record]],
    example: Any,
) -> Iterator[tuple[str, Type]]:
    """The parameters that are given when the kernel is called, with their types."""
    code, hints = function.__code__, contract_hints(function)
    names = [name for name in code.co_varnames[: code.co_argcount] if name not in static]
    yield names[0], state_type(example)
    for name in names[1:]:
        scalar = scalar_of(hints.get(name))
        if name in records:
            yield name, RecordReference(records[name])
        elif scalar is not None:
            yield name, scalar
        else:
            raise NotCompilable(f"parameter {name} of {function.__name__} is not a number")


def state_type(example: Any) -> Type:
    try:
        return changeable(type_of(example, None, class_hints))
    except Misfit as error:
        raise NotCompilable.because([_state_refusal(example, error)]) from None


def _state_refusal(state: Any, error: Misfit) -> Refusal:
    """Why a state cannot be compiled: at the field that holds what cannot be."""
    cls = type(state)
    for name in fields_of(cls) if is_record(cls) else ():
        value = getattr(state, name)
        try:
            type_of(value, None, class_hints)
        except Misfit as misfit:
            if is_record(type(value)):
                return _state_refusal(value, misfit)
            reason = f"the field {name} of a state cannot be compiled: {misfit}"
            return Refusal(reason, _hint_for(value), *_place_of(cls, name))
    for item in state if cls is tuple else ():
        try:
            type_of(item, None, class_hints)
        except Misfit as misfit:
            return _state_refusal(item, misfit)
    return Refusal(f"a state cannot be compiled: {error}", _hint_for(state), *_place_of(cls))


def _hint_for(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        plain = [item for item in value if isinstance(item, (bytes, bytearray, complex))]
        value = plain[0] if plain else value
    if isinstance(value, (bytes, bytearray)):
        return "use a tuple of ints, or a str"
    if isinstance(value, complex):
        return "use two floats"
    return "make it a NamedTuple or a frozen dataclass"


def _place_of(cls: type, field: str = "") -> tuple[str, int, int]:
    """File, line and column of a class or of its field, as far as they can be known."""
    try:
        file, (lines, first) = inspect.getsourcefile(cls) or "", inspect.getsourcelines(cls)
    except (OSError, TypeError):
        return "", 0, 0
    for at, line in enumerate(lines if field else ()):
        if found := re.match(rf"(\s+){field}\s*[:=]", line):
            return file, first + at, len(found[1])
    return file, first, 0
