"""A program: its functions for the types they are called with, its constants and its errors."""

from __future__ import annotations

import ast
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from outply.compiler.container_types import Row, Series, Struct, Tuple
from outply.compiler.dependencies import Dependencies
from outply.compiler.encoding import Data, encode
from outply.compiler.flow import DeferredLine
from outply.compiler.object_types import Known, NumberTable, RecordReference
from outply.compiler.records import MOST_ELEMENTS, Record
from outply.compiler.recursion import functions_with_test
from outply.compiler.refusals import CompileError, Refusal
from outply.compiler.repeated_recursion import recurring_more_than_once
from outply.compiler.runtime import (
    CONTEXT_STACK,
    CONTEXT_TABLES,
    COPY,
    GROW,
    POWER,
    QUOTIENT,
    STACK_TEST,
)
from outply.compiler.source import class_hints
from outply.compiler.split import settle_inlining
from outply.compiler.state_types import FITTING
from outply.compiler.type_inference import Misfit, is_numpy, type_of
from outply.compiler.type_join import Endless, join
from outply.compiler.type_parts import is_aggregate, mentions
from outply.compiler.type_relations import as_made_now, has_references, is_changeable
from outply.compiler.types import BITS, BOOL, FLOAT, INT, NONE, WIDE, WIDE_BITS, Type, Value

if TYPE_CHECKING:
    from outply.compiler.source import Code

__all__ = ["Instance", "Module", "RecordTable", "TypesWidened"]

TABLE_LIMIT = 1 << 16  # bytes; larger tables stay where they are and are passed by address
MOST_REWRITES = 200
TOO_DEEP = "maximum recursion depth exceeded"  # as Python says it
FIRST_METADATA = 4  # that is not about every program
INLINING = {
    "": "",
    "always": " alwaysinline",
    "never": " noinline",
    "rarely called": " noinline cold",
    "nearly always": ' "function-inline-threshold"="1000"',
}
NO_TAIL_CALLS = ' "disable-tail-calls"="true"'
SMALL = 4  # words: smaller tuples are passed item by item


class TypesWidened(Exception):
    """What was assumed of an instance was too narrow: it is written again."""

    def __init__(self, instance: Instance | None) -> None:
        self.instance = instance


class Instance:
    """A function for given types of its arguments."""

    def __init__(self, symbol: str, code: Code, kinds: tuple[Type, ...]) -> None:
        self.symbol, self.code, self.kinds = symbol, code, kinds
        self.result: Type | None = None  # not known yet
        self.under_way = True
        self.raises = self.uses_context = self.allocates = False
        self.too_deep = 0  # the status of the error if the stack is full; 0: it is not tested
        self.calls: list[tuple[Instance, bool]] = []  # and whether a `try` is around the call
        self.rest: Instance | None = None  # of a function in two parts
        self.lines: list[str | DeferredLine] = []
        self.allocas: list[str] = []
        self.count = 0
        self.is_refused = self.assumed_nothing = False
        self.inlining = ""  # as LLVM sees fit
        self.builds_in_place = False  # parts of the result are read before it is complete
        self.returns: list[list[str]] = []  # what each `return` gives back

    # -- how it is called ---------------------------------------------------------------------

    @property
    def parts(self) -> tuple[str, ...]:
        """The LLVM types of what is returned directly."""
        if self.result is None or is_aggregate(self.result):
            return ()
        return self.result.parts

    @property
    def has_out(self) -> bool:
        """Whether the result is written to an address that the caller gives."""
        return self.result is not None and is_aggregate(self.result)

    @property
    def returned(self) -> str:
        """The LLVM type of what is returned: the result's parts, then the status."""
        parts = [*self.parts, *(["i32"] if self.raises else [])]
        return parts[0] if len(parts) == 1 else f"{{{', '.join(parts)}}}" if parts else "void"

    @property
    def releases(self) -> bool:
        """Whether it takes back what it put into the region."""
        if self.symbol == "entry" or not (self.allocates and self.uses_context):
            return False
        return not (has_references(self.result) or any(map(is_changeable, self.kinds)))

    # -- its code -----------------------------------------------------------------------------

    def fresh(self) -> str:
        self.count += 1
        return f"%w{self.count}"

    def _release(self) -> list[str]:
        return ["  store ptr %mark, ptr %ctx"] if self.releases else []

    def returning(self, value: Value) -> list[str]:
        lines = self._release()
        operands = list(zip(self.parts, value.parts, strict=False)) if not self.has_out else []
        return lines + self._ret([*operands, ("i32", "0")] if self.raises else operands)

    def failing(self, status: str) -> list[str]:
        if not self.raises:
            return ["  unreachable"]
        operands = [(ir, "poison") for ir in self.parts]
        return self._release() + self._ret([*operands, ("i32", status)])

    def _ret(self, operands: list[tuple[str, str]]) -> list[str]:
        """Go to where the function returns.

        It returns in one place: LLVM knows more of several phis than of one phi of structures.
        """
        if self.symbol == "entry":
            return [f"  ret {ir} {text}" for ir, text in operands]
        self.returns.append([text for _, text in operands])
        return ["  br label %return"]

    def _return_block(self, origins: list[str]) -> list[str]:
        """Where the function returns, coming from these blocks."""
        kinds = [*self.parts, *(["i32"] if self.raises else [])]
        lines, names = ["return:"], []
        for index, ir in enumerate(kinds):
            came = zip(self.returns, origins, strict=True)
            ways = ", ".join(f"[ {texts[index]}, %{origin} ]" for texts, origin in came)
            names.append(self.fresh())
            lines.append(f"  {names[-1]} = phi {ir} {ways}")
        if len(kinds) <= 1:
            return [*lines, f"  ret {kinds[0]} {names[0]}" if kinds else "  ret void"]
        return [*lines, *self._return_of_many(kinds, names)]

    def _return_of_many(self, kinds: list[str], names: list[str]) -> list[str]:
        made, lines = "poison", []
        for index, (ir, name) in enumerate(zip(kinds, names, strict=True)):
            whole = self.fresh()
            lines.append(f"  {whole} = insertvalue {self.returned} {made}, {ir} {name}, {index}")
            made = whole
        return [*lines, f"  ret {self.returned} {made}"]

    def parameters(self) -> list[str]:
        found = ["ptr nofree %ctx"] if self.uses_context else []
        if self.has_out:
            access = "" if self.builds_in_place else " writeonly"
            found.append(f"ptr noalias nocapture nofree{access} %out")
        for index, kind in enumerate(self.kinds):
            found += _parameter(index, kind)
        return found

    def _beginning(self) -> list[str]:
        head = f"define internal fastcc {self.returned} @{self.symbol}"
        given = ", ".join(self.parameters())
        how = INLINING[self.inlining] + (NO_TAIL_CALLS if self.too_deep else "")
        return [f"{head}({given}) nounwind{how} {{", "start:", *self.allocas]

    def _first_lines(self) -> list[str]:
        """What is done before the author's lines: the stack is tested, the region's top noted."""
        mark = ["  %mark = load ptr, ptr %ctx"] if self.releases else []
        if not self.too_deep:
            return mark
        test = STACK_TEST.format(word=CONTEXT_STACK).splitlines()
        operands = [*((ir, "poison") for ir in self.parts), ("i32", str(self.too_deep))]
        return [*test, "too.deep:", *self._ret(operands), "begin:", *mark]

    def text(self) -> str:
        lines = self._beginning()
        self.returns = []
        block, origins = "start", []
        for line in (*self._first_lines(), *self.lines):
            for written in [line] if isinstance(line, str) else line.write(self):
                lines.append(written)
                if written.endswith(":"):
                    block = written[:-1]
                elif written == "  br label %return":
                    origins.append(block)
        if not _is_end(lines[-1]):
            lines.append("  unreachable")
        return "\n".join([*lines, *(self._return_block(origins) if origins else []), "}"])


def _is_end(line: str) -> bool:
    return line.lstrip().startswith(("ret ", "br ", "switch ", "unreachable"))


def is_small(kind: Type) -> bool:
    """Whether a tuple is passed item by item."""
    return isinstance(kind, Struct) and kind.words <= SMALL and _is_flat(kind)


def _is_flat(kind: Struct) -> bool:
    return all(item in (INT, BITS, FLOAT, BOOL) for item in kind.items)


def argument_parts(kind: Type) -> tuple[str, ...]:
    if is_small(kind):
        assert isinstance(kind, Struct)
        return tuple(item.parts[0] for item in kind.items)
    return ("ptr",) if is_aggregate(kind) else kind.parts


class Module:
    """Everything reachable from the functions that are compiled."""

    def __init__(self, roots: Mapping[str, Any] | None = None) -> None:
        self.dependencies = Dependencies(roots or {})
        self.instances: dict[Any, Instance] = {}
        self.stack: list[Instance] = []
        self.globals: list[str] = []
        self.errors: dict[tuple[type, str, str, int], int] = {}
        self.refusals: dict[tuple[str, int, int, str], Refusal] = {}
        self.tables: list[Any] = []
        self.declared: dict[type, Struct] = {}  # the records that states are made of
        self.state: Type | None = None
        self.assumption = FITTING
        self.sites: dict[Any, Type] = {}  # what lists, dicts and sets turned out to hold
        self.attributes: dict[type, dict[str, Type]] = {}  # of objects, in order in memory
        self.factory_nodes: dict[Any, Any] = {}  # what stands for the calls of a default factory
        self.absent: set[tuple[type, str]] = set()  # attributes that were read and not known
        self.changing: set[type] = set()  # dataclasses of which a field is set
        self.widened: dict[Any, tuple[Type, ...]] = {}
        self.yields: dict[Any, Type] = {}
        self.tested: set[ast.expr] = set()  # expressions of which only the truth is asked
        self.refused_names: set[Any] = set()  # variables that inner functions use, by function
        self.order_free: dict[Any, str] = {}  # expressions whose order does not matter
        self.cached: dict[Code, None] = {}  # functions with a cache, which has no effect here
        self.prints: list[Type] = []
        self.needs_power = self.needs_growth = self.needs_quotient = self.needs_copy = False
        self.has_groups = False  # whether groupby is called anywhere
        self.metadata: list[str] = []
        self._bounds: dict[tuple[str, int], list[str]] = {}
        self.rewrites = 0
        self.declarations: set[str] = set()
        self._constants: dict[Any, Any] = {}
        self._data: dict[Any, str] = {}
        self._objects: dict[Any, Any] = {}
        self._kept: list[Any] = []  # objects whose id is part of a key stay alive

    def reads(self, function: Any) -> None:
        """Note that the program depends on a function's source."""
        self.dependencies.function(function)

    def depends(self, code: Code, name: str) -> None:
        """Note that the program depends on a variable of a module."""
        self.dependencies.name(code.scope.get("__name__", ""), name, code.scope[name])

    def members(self, cls: Any) -> tuple[Any, ...]:
        """The members of an enum, as the same object each time."""
        found: tuple[Any, ...] = self._one_object(("members", cls), tuple(cls))
        return found

    def keys(self, items: dict[Any, Any]) -> tuple[Any, ...]:
        """The keys of a dict, as the same object each time."""
        self._kept.append(items)
        found: tuple[Any, ...] = self._one_object(("keys", id(items)), tuple(items))
        return found

    def texts(self, cls: Any) -> tuple[str, ...]:
        """What `str` makes of the members of an enum."""
        texts = tuple(str(member) for member in cls)
        found: tuple[str, ...] = self._one_object(("texts", cls), texts)
        return found

    def same_object(self, value: tuple[Any, ...], kind: Type) -> tuple[Any, ...]:
        """A constant that is written in the program, as the same object each time."""
        found: tuple[Any, ...] = self._one_object((repr(value), kind), value)
        return found

    def _one_object(self, key: Any, value: Any) -> Any:
        return self._objects.setdefault(key, value)

    def refuse(self, error: CompileError, file: str, line: int, column: int = 0) -> None:
        key = (file, line, column, error.reason)
        self.refusals.setdefault(key, Refusal(error.reason, error.hint, file, line, column))

    def error(self, kind: type[BaseException], message: str, file: str, line: int) -> int:
        """The status that stands for an exception raised at a place."""
        return self.errors.setdefault((kind, message, file, line), len(self.errors) + 1)

    def known(self, value: Any) -> Value:
        """An object that exists before the program runs only."""
        self._kept.append(value)
        return Value(Known(value, _identity(value)), known=value)

    # -- constants ----------------------------------------------------------------------------

    def constant(self, value: Any, kind: Type | None = None, annotation: Any = None) -> Any:
        """A constant as a value of its type, or of `kind`; None if it is no such constant."""
        if type(value) in (int, bool, float) or value is None:
            return self._number(value, kind, annotation)
        if is_numpy(value) and value.ndim == 0:
            return self._number(value.item(), kind or type_of(value), annotation)
        key = (id(value), kind, str(annotation))
        if key not in self._constants:
            self._kept.append(value)
            self._constants[key] = self._make_constant(value, kind, annotation)
        return self._constants[key]

    def _make_constant(self, value: Any, kind: Type | None, annotation: Any) -> Any:
        try:
            kind = kind or type_of(value, annotation, class_hints)
            if isinstance(kind, NumberTable):
                return self._array(kind, value)
            words = encode(kind, value)
        except Misfit:
            return None
        if 8 * len(words) > TABLE_LIMIT and all(isinstance(word, int) for word in words):
            return ConstantTable(kind, struct.pack(f"={len(words)}Q", *words), value)
        if is_aggregate(kind):
            return Value(kind, self._data_name(Data(tuple(words))), known=value)
        parts = map(self._constant_part, kind.parts, words)
        return Value(kind, *parts, known=value)

    def _constant_part(self, ir: str, word: int | Data) -> str:
        text = self._data_name(word) if isinstance(word, Data) else str(word)
        return {"1": "true", "0": "false"}[text] if ir == "i1" else text

    def _number(self, value: Any, kind: Type | None, annotation: Any) -> Value:
        if value is None:
            return Value(NONE, known=None)
        if kind is None:
            kind = type_of(value, annotation)
        if kind == FLOAT or isinstance(value, float):
            value = float(value)
            bits = struct.unpack("=Q", struct.pack("=d", value))[0]
            return Value(FLOAT, f"0x{bits:016X}", known=value)
        if kind == BOOL and value in (0, 1):
            return Value(BOOL, "true" if value else "false", known=bool(value))
        if kind in (None, BOOL) or not _fits(kind, value):
            kind = type_of(value if kind != BOOL else int(value))
        return _whole_number(int(value), kind)

    def _data_name(self, data: Data) -> str:
        """The global variable that holds some data."""
        if not data.words and not data.raw:
            return "null"
        if data not in self._data:
            name = f"@d{len(self._data)}"
            self._data[data] = name
            if data.raw:
                content = f'[{len(data.raw)} x i8] c"\\{data.raw.hex(chr(92))}"'
            else:
                words = ", ".join(f"i64 {self._word(word)}" for word in data.words)
                content = f"[{len(data.words)} x i64] [{words}]"
            self.globals.append(f"{name} = private unnamed_addr constant {content}, align 16")
        return self._data[data]

    def _columns(self, place: str, width: int) -> list[list[int]]:
        """The numbers of a constant, whose items have so many."""
        data = next(data for data, name in self._data.items() if name == place)
        columns = [data.words[index::width] for index in range(width)]
        return [list(map(_signed, column)) for column in columns]

    def bounds(self, place: str, item: Type) -> list[str] | None:
        """The bounds of each number in the items of a constant; None if it has other items."""
        if not place.startswith("@d"):
            return None
        numbers = item.items if isinstance(item, (Row, Tuple)) else (item,)
        if len(numbers) > SMALL or any(number != INT for number in numbers):
            return None
        key = (place, len(numbers))
        if key not in self._bounds:
            signed = self._columns(place, len(numbers))
            if any(max(column) - min(column) == (1 << 64) - 1 for column in signed):
                return None  # LLVM has no bounds that bound nothing
            self._bounds[key] = [self._bound(column) for column in signed]
        return self._bounds[key]

    def _bound(self, numbers: Iterable[int]) -> str:
        """Metadata that says between which numbers a loaded one is."""
        several = list(numbers)
        return self._noted(f"!{{i64 {min(several)}, i64 {_signed(max(several) + 1)}}}")

    def unrolled(self) -> str:
        """Metadata of a loop that says to write its body once for each turn."""
        how = self._noted('!{!"llvm.loop.unroll.full"}')
        return self._noted(f"distinct !{{!{FIRST_METADATA + len(self.metadata)}, {how}}}")

    def short(self) -> str:
        """Metadata of a loop that says not to write its body several times."""
        ways = (
            '!{!"llvm.loop.vectorize.enable", i1 false}',
            '!{!"llvm.loop.unroll.runtime.disable"}',
        )
        how = ", ".join(map(self._noted, ways))
        return self._noted(f"distinct !{{!{FIRST_METADATA + len(self.metadata)}, {how}}}")

    def rolled(self) -> str:
        """Metadata of a loop that says to make vectors of it and to keep it a loop."""
        ways = ('!{!"llvm.loop.interleave.count", i32 1}', '!{!"llvm.loop.unroll.disable"}')
        how = ", ".join(map(self._noted, ways))
        return self._noted(f"distinct !{{!{FIRST_METADATA + len(self.metadata)}, {how}}}")

    def _noted(self, text: str) -> str:
        if text not in self.metadata:
            self.metadata.append(text)
        return f"!{FIRST_METADATA + self.metadata.index(text)}"

    def _word(self, word: Any) -> str:
        if not isinstance(word, Data):
            return str(word)
        name = self._data_name(word)
        return "0" if name == "null" else f"ptrtoint (ptr {name} to i64)"

    def _array(self, kind: NumberTable, value: Any) -> Any:
        content = value.astype(value.dtype.newbyteorder("="), order="C", copy=False).tobytes()
        if len(content) > TABLE_LIMIT:
            return ConstantTable(kind, content, value)
        return Value(kind, self._data_name(Data(raw=content)) if content else "null", known=value)

    def table(self, table: ConstantTable | RecordTable) -> int:
        """The word of the context that holds the address of a table or record."""
        for index, known in enumerate(self.tables):
            if known.value is table.value and known.kind == table.kind:
                return CONTEXT_TABLES + index
        self.tables.append(table)
        return CONTEXT_TABLES + len(self.tables) - 1

    # -- functions ----------------------------------------------------------------------------

    def instance(
        self, key: Any, code: Code, kinds: tuple[Type, ...], write: Callable[[Instance], None]
    ) -> Instance:
        """A function for given types: written now, unless it was or is under way."""
        kinds = self._wide_enough(key, kinds)
        full = (key, kinds)
        if full in self.instances:
            return self.instances[full]
        made = Instance(f"f{len(self.instances)}.{_symbol(code.name)}", code, kinds)
        position = len(self.instances)
        self.instances[full] = made
        while True:
            self.stack.append(made)
            try:
                write(made)
                break
            except TypesWidened as again:
                if again.instance is not made:
                    raise
                self.forget(position + 1)
                if made.result is not None:  # it may hold lists that were widened
                    made.result = as_made_now(made.result, self.sites)
            finally:
                self.stack.pop()
        made.under_way = False
        return made

    def again(self, instance: Instance | None, hopeless: bool) -> Exception:
        """What to raise so that an instance, or all that is under way, is written again."""
        if self._attributes_changed():
            instance = None
        return self.rewriting(instance if instance in self.stack else self.stack[0], hopeless)

    def _attributes_changed(self) -> bool:
        """Let attributes hold what the lists in them hold by now, and say whether any changed."""
        changed = False
        for kinds in self.attributes.values():
            for name, kind in kinds.items():
                now = as_made_now(kind, self.sites)
                changed, kinds[name] = changed or now != kind, now
        return changed

    def forget_record(self, cls: type) -> None:
        """Forget types with records of a class: its objects are written as others from now on."""
        several: list[dict[Any, Any]] = [self.sites, self.widened, *self.attributes.values()]
        for remembered in several:
            for key in [key for key, kind in remembered.items() if mentions(kind, cls)]:
                del remembered[key]

    def rewriting(self, instance: Instance | None, hopeless: bool = False) -> Exception:
        """What to raise so that an instance is written again, unless that leads nowhere."""
        self.rewrites += 1
        hopeless = hopeless or self.rewrites > MOST_REWRITES
        return Endless() if hopeless else TypesWidened(instance)

    def forget(self, position: int) -> None:
        """What was written since may rely on what turned out to be too narrow."""
        for key in list(self.instances)[position:]:
            del self.instances[key]

    def _wide_enough(self, key: Any, kinds: tuple[Type, ...]) -> tuple[Type, ...]:
        """Types that also hold what a recursive call of the same function is given."""
        known = self.widened.get(key)
        if known is not None:
            kinds = tuple(map(self._same_shape, known, kinds))
        for instance in self.stack:
            if instance.kinds == kinds or (key, instance.kinds) not in self.instances:
                continue
            if self.instances[key, instance.kinds] is not instance:
                continue
            kinds = self._joint_arguments(key, instance, kinds)
        return kinds

    def _joint_arguments(
        self, key: Any, instance: Instance, kinds: tuple[Type, ...]
    ) -> tuple[Type, ...]:
        """The types of a recursive call; the function is written again if they are wider."""
        wider = tuple(map(self._same_shape, instance.kinds, kinds))
        if wider != instance.kinds:
            self.widened[key] = wider
            del self.instances[key, instance.kinds]
            raise self.rewriting(self.stack[max(self.stack.index(instance) - 1, 0)])
        return wider

    def _same_shape(self, one: Type, other: Type) -> Type:
        """The joint type of two arguments, where they differ in more than the kind of a number."""
        numbers = (INT, BITS, FLOAT, BOOL)
        if one == other or (one in numbers and other in numbers):
            return other
        if one == self.state and isinstance(one, Row) and other == Series(one.item):
            return one  # states keep their length, or LengthChanged is raised
        try:
            return join(one, other)
        except Endless:
            raise
        except CompileError:
            return other

    # -- text ---------------------------------------------------------------------------------

    def text(self, entry: str) -> str:
        self.settle_facts()
        settle_inlining(self.instances.values())
        functions = [instance.text() for instance in self.instances.values()]
        self._refuse_repeated_recursion(functions)
        runtime = [POWER] * self.needs_power + [GROW] * self.needs_growth
        runtime += [QUOTIENT] * self.needs_quotient + [COPY] * self.needs_copy
        before = [*self.globals, *sorted(self.declarations), *runtime]
        return "\n".join([*before, *functions, entry, *self._metadata_lines()])

    def _metadata_lines(self) -> Iterator[str]:
        yield '!0 = !{!"branch_weights", i32 1, i32 2000}\n!1 = !{}'
        yield f"!2 = !{{i64 0, i64 {MOST_ELEMENTS + 1}}}"
        yield '!3 = !{!"branch_weights", i32 2000, i32 1}'
        for number, line in enumerate(self.metadata, FIRST_METADATA):
            yield f"!{number} = {line}"

    def _refuse_repeated_recursion(self, functions: list[str]) -> None:
        """Refuse cached functions that would take forever without their cache."""
        if not self.cached:
            return
        pairs = zip(self.instances.values(), functions, strict=True)
        for code in recurring_more_than_once(
            self.cached, {made.symbol: (made, text) for made, text in pairs}
        ):
            error = CompileError(
                f"{code.name} calls itself more than once and needs its cache, which has no effect",
                "fill a list in a loop, or hand on a dict of the answers",
            )
            self.refuse(error, code.file, code.node.lineno)

    def settle_facts(self) -> None:
        """A function that calls one that can raise can raise too, and so on."""
        self._test_the_stack()
        changed = True
        while changed:
            changed = False
            for instance in self.instances.values():
                for callee, is_handled in instance.calls:
                    for name in ("raises", "uses_context", "allocates"):
                        if name == "raises" and is_handled:
                            continue
                        if getattr(callee, name) and not getattr(instance, name):
                            setattr(instance, name, True)
                            changed = True

    def _test_the_stack(self) -> None:
        """Let recursive functions raise RecursionError before the stack is full."""
        for instance in functions_with_test(self.instances.values()):
            place = (instance.code.file, instance.code.node.lineno)
            instance.too_deep = self.error(RecursionError, TOO_DEEP, *place)
            instance.raises = instance.uses_context = True


class RecordTable(NamedTuple):
    """A record that is reached from a known object: memory that changes, at a fixed address."""

    kind: RecordReference
    value: Record


class ConstantTable:
    """A large constant that the host keeps in memory."""

    def __init__(self, kind: Type, content: bytes, value: Any) -> None:
        self.kind, self.content, self.value = kind, content, value


def _fits(kind: Type | None, value: int) -> bool:
    if kind == INT:
        return -(1 << 63) <= value < 1 << 63
    return kind in (WIDE, WIDE_BITS) or (kind == BITS and 0 <= value < 1 << 64)


def _identity(value: Any) -> Any:
    """What makes two objects the same: methods are made anew whenever they are read."""
    function, owner = getattr(value, "__func__", None), getattr(value, "__self__", None)
    return (id(function), id(owner)) if function is not None else id(value)


def _parameter(index: int, kind: Type) -> list[str]:
    """How an argument is declared, in one or several parts."""
    if isinstance(kind, RecordReference):
        size = f"nonnull align 8 dereferenceable({8 * kind.cls.__words__})"
        return [f"ptr {size} %a{index}.0"]
    if is_aggregate(kind) and not is_small(kind):
        size = f" dereferenceable({8 * kind.words})" if kind.words else ""
        return [f"ptr noalias nocapture nofree readonly{size} %a{index}"]
    return [f"{ir} %a{index}.{part}" for part, ir in enumerate(argument_parts(kind))]


def _whole_number(number: int, kind: Type) -> Value:
    low = (number + (1 << 63)) % (1 << 64) - (1 << 63)
    kinds = (INT, BITS) if kind in (WIDE, WIDE_BITS) else ()
    flags = ["false" if _fits(one, number) else "true" for one in kinds]
    return Value(kind, str(low), *flags, known=number)


def _symbol(name: str) -> str:
    return "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in name)


def _signed(word: int) -> int:
    return (word + (1 << 63)) % (1 << 64) - (1 << 63)
