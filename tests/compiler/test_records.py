"""Records: the same memory and the same answers, interpreted and compiled."""

from __future__ import annotations

import gc
import mmap
import os
import subprocess
import sys
import threading
import weakref

import pytest

from outply.compiler import NotCompilable, compile_function
from outply.compiler.object_types import RecordArray, RecordReference
from outply.compiler.program import compile_program
from outply.compiler.records import Array, Atomic, Record, overlay, setter_of
from outply.compiler.type_text import show
from outply.compiler.types import INT
from outply.game import Bits
from tests.compiler import shared
from tests.compiler.shared import Item, Pair, Shelf

SAME = [
    *(shared.scalars, shared.an_int_fits_a_float, shared.changed_in_place, shared.views),
    *(shared.arrays, shared.copies, shared.overlaid, shared.inherited, shared.atomics),
]


def memory_of(shelf):
    arrays = (shelf.items, shelf.numbers, shelf.words, shelf.shares, shelf.marks)
    return shelf.count, shelf.seen, *(bytes(array.memory) for array in arrays)


@pytest.mark.parametrize("function", SAME, ids=lambda function: function.__name__)
def test_both_modes_leave_the_same_memory(function):
    interpreted, compiled = Shelf(), Shelf()
    kernel = compile_function(function, compiled, 1)
    for number in (1, 5, 12):
        expected = function(interpreted, number)
        assert kernel(compiled, number) == expected
        assert memory_of(compiled) == memory_of(interpreted)


@pytest.mark.parametrize(
    ("function", "numbers", "error", "message"),
    [
        (shared.beyond, (6, -1, 1 << 40), IndexError, "array index out of range"),
        (shared.beyond_numbers, (6, -1), IndexError, "array index out of range"),
        (shared.too_large, (2, -3), OverflowError, "64 bits"),
        (shared.negative_bits, (1,), OverflowError, "a negative number is not Bits"),
    ],
    ids=lambda given: getattr(given, "__name__", ""),
)
def test_both_modes_raise_the_same(function, numbers, error, message):
    shelf = Shelf()
    kernel = compile_function(function, shelf, 1)
    for number in numbers:
        for run in (function, kernel):
            with pytest.raises(error, match=message) as raised:
                run(shelf, number)
        assert "shared.py" in raised.value.__notes__[0]


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (shared.float_in_int, "Shelf.count is of type int, not float"),
        (shared.int_in_bool, "Item.is_open is of type bool, not int"),
        (shared.text_in_array, "an element of the array is of type int, not str"),
        (shared.unknown_field, "Shelf.counted is not a field of the record; declare it"),
        (shared.host_attribute, "Shelf has no attribute 'host_only' that can be compiled"),
        (shared.another_array, "Shelf.items is an array and stays in its place"),
        (shared.another_element, "the elements of an array stay in their places; use copy_from"),
        (shared.not_atomic, "Shelf.count is not an atomic number"),
        (shared.field_by_variable, "the first argument is the name of a field of Shelf"),
        (shared.global_record, "Shelf is not a constant: .* hand it over as an argument"),
        (shared.returned_view, "a kernel cannot return Item"),
        (shared.two_classes, "Item and Pair meet in one variable"),
    ],
    ids=lambda given: getattr(given, "__name__", ""),
)
def test_what_the_compiler_refuses(function, reason):
    with pytest.raises(NotCompilable, match=reason):
        compile_function(function, Shelf(), 1)


def test_a_kernel_wants_the_class_that_it_was_compiled_for():
    kernel = compile_function(shared.inherited, Shelf(), 1)
    with pytest.raises(NotCompilable, match="is not a record of the class Shelf"):
        kernel(Item(), 1)


def test_interpreted_records_refuse_what_does_not_fit():
    shelf = Shelf()
    with pytest.raises(TypeError):
        shelf.count = 0.5
    with pytest.raises(TypeError):
        shelf.items[0].is_open = 1
    with pytest.raises(TypeError):
        shelf.numbers[0] = "one"
    with pytest.raises(OverflowError):
        shelf.numbers[0] = 1 << 63
    with pytest.raises(TypeError, match="use copy_from"):
        shelf.items[0] = shelf.items[1]
    with pytest.raises(TypeError, match=r"Shelf\.count is not an atomic number"):
        shelf.fetch_add("count", 1)
    with pytest.raises(TypeError, match="same class"):
        shelf.items[0].copy_from(shelf.pairs[0])


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_two_threads_lose_nothing(compiled):
    shelf, number = Shelf(), 200_000 if compiled else 5_000
    run = compile_function(shared.add_many, shelf, 1) if compiled else shared.add_many
    threads = [threading.Thread(target=run, args=(shelf, number)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (shelf.seen, shelf.items[0].total) == (2 * number, float(number))


def test_arrays_begin_on_cache_lines_and_are_zero():
    shelf = Shelf(size=5)
    for name in ("items", "numbers", "words", "shares", "marks"):
        array = getattr(shelf, name)
        assert not any(array.memory)
        assert len(array) == 5
    assert shelf.items[0].address % 64 == shelf.address % 64 == 0
    assert shelf.pairs[0].address == shelf.items[0].address
    assert shelf.items[1].address - shelf.items[0].address == 64


def test_memory_goes_with_its_record():
    """Without the garbage collector, which does not see how large it is."""
    gc.disable()
    try:
        shelf = Shelf()
        array = weakref.ref(shelf.items)
        del shelf
        assert array() is None
    finally:
        gc.enable()


def test_a_view_outlives_its_record():
    view = Shelf().items[3]
    view.move = 8
    assert view.move == 8


def test_what_the_host_does_with_arrays():
    small, large = Shelf(size=3), Shelf(size=9)
    for index in range(3):
        small.numbers[index] = index + 1
    large.numbers.copy_from(small.numbers)
    assert list(large.numbers) == [1, 2, 3, *[0] * 6]
    large.numbers.clear()
    assert not any(large.numbers)
    with pytest.raises(ValueError, match="longer"):
        small.numbers.copy_from(large.numbers)


class Header(Record):
    magic: int
    size: Bits


class Mapped(Record):
    pairs: Array[Pair]

    def __init__(self, memory: memoryview) -> None:
        super().__init__(pairs=memory)


def first_and_last(mapped: Mapped) -> tuple[int, int]:
    return mapped.pairs[0].first, mapped.pairs[len(mapped.pairs) - 1].first


def test_records_over_memory_that_is_given():
    memory = mmap.mmap(-1, 4096)
    header = Header.over(memory)
    header.magic, header.size = -5, (1 << 64) - 1
    assert memory[:16] == b"\xfb" + b"\xff" * 15
    mapped = Mapped(memoryview(memory)[64 : 64 + 3 * 32 + 7])  # what is left over is not used
    assert len(mapped.pairs) == 3
    mapped.pairs[0].first, mapped.pairs[2].first = 11, 13
    assert memory[64] == 11
    assert memory[64 + 64] == 13
    assert compile_function(first_and_last, mapped)(mapped) == first_and_last(mapped) == (11, 13)


class Trusted(Record, checked=False):
    numbers: Array[int]


def number_at(trusted: Trusted, index: int) -> int:
    return trusted.numbers[index]


def test_a_class_that_is_not_checked_is_checked_when_interpreted_only():
    trusted = Trusted(numbers=3)
    trusted.numbers[2] = 7
    assert compile_function(number_at, trusted, 1)(trusted, 2) == number_at(trusted, 2) == 7
    kinds = {"trusted": RecordReference(Trusted), "index": INT}
    assert not compile_program(number_at, {}, kinds).errors
    with pytest.raises(IndexError):
        number_at(trusted, 3)


def test_types_are_shown_as_authors_write_them():
    assert show(RecordReference(Shelf)) == "Shelf"
    assert show(RecordArray(RecordReference(Item))) == "Array[Item]"
    assert show(RecordArray(INT, is_atomic=True)) == "Array[Atomic[int]]"


def test_declarations_that_are_refused():
    with pytest.raises(TypeError, match=r"Bad\.text: a field is an int"):
        type("Bad", (Record,), {"__annotations__": {"text": str}})
    with pytest.raises(TypeError, match=r"Bad\.flags: an array holds int"):
        type("Bad", (Record,), {"__annotations__": {"flags": Array[bool]}})
    with pytest.raises(TypeError, match=r"Bad\.shelves: .* no arrays of their own"):
        type("Bad", (Record,), {"__annotations__": {"shelves": Array[Shelf]}})
    with pytest.raises(TypeError, match=r"Bad\.count is already defined"):
        type("Bad", (Item,), {"__annotations__": {"count": int}, "count": lambda self: 0})
    hints = {"other": Array[int]}
    with pytest.raises(TypeError, match=r"Bad\.other: nothing is not an array"):
        type("Bad", (Record,), {"__annotations__": hints, "other": overlay("nothing")})
    with pytest.raises(TypeError, match="Mapped has the arrays pairs"):
        Record.__init__(Mapped(memoryview(bytearray(32))), others=3)


def test_the_layout_tells_of_every_change():
    def layout(**hints):
        return type("Same", (Record,), {"__annotations__": hints}).__layout__

    plain = layout(one=int, two=int)
    assert plain == layout(one=int, two=int)
    others = [layout(two=int, one=int), layout(one=int, two=float), layout(one=int, two=Bits)]
    others += [layout(one=int, two=Atomic[int]), layout(one=int), layout(one=int, two=Array[int])]
    others += [layout(one=int, two=Array[Item]), layout(one=int, two=Array[Pair])]
    assert len({plain, *others}) == 1 + len(others)


COUNTS = """
from outply.compiler.records import Array, Record


class Pair(Record):
    first: int
    second: int


class Counts(Record):
    pairs: Array[Pair]

    def __init__(self) -> None:
        super().__init__(pairs=1)


def fill(game, state, counts: Counts) -> int:
    counts.pairs[0].first, counts.pairs[0].second = 1, 2
    return 0
"""
RUN = """
from counts import Counts, fill
from outply import load
from outply.compiler import kernel, on_compile
on_compile(lambda what: print("compiling") or __import__("contextlib").nullcontext())
game, counts = load("tic-tac-toe"), Counts()
kernel(fill, game, counts=Counts)(game.initial(), counts)
print(counts.pairs[0].first, counts.pairs[0].second)
"""


def test_a_kernel_on_disk_is_not_used_for_another_layout(tmp_path):
    def printed(text):
        (tmp_path / "counts.py").write_text(text)
        variables = {**os.environ, "OUTPLY_CACHE": str(tmp_path / "cache")}
        variables["PYTHONPATH"] = os.pathsep.join([str(tmp_path), *sys.path])
        command = [sys.executable, "-B", "-c", RUN]
        return subprocess.run(
            command, env=variables, capture_output=True, text=True, check=True
        ).stdout.split("\n")[:-1]

    assert printed(COUNTS) == ["compiling", "1 2"]
    assert printed(COUNTS) == ["1 2"]
    turned = COUNTS.replace(
        "    first: int\n    second: int\n", "    second: int\n    first: int\n"
    )
    assert printed(turned) == ["compiling", "1 2"]


class Neighbours(Record):
    first: int
    second: float
    third: bool
    items: Array[int]
    last: Bits


def test_a_setter_sets_fields_that_lie_side_by_side():
    record = Neighbours(items=1)
    setter_of(Neighbours, "first", "second", "third")(record, -4, 0.5, True)
    setter_of(Neighbours, "last")(record, 1 << 63)
    assert (record.first, record.second, record.third, record.last) == (-4, 0.5, True, 1 << 63)


def test_a_setter_refuses_what_does_not_fit():
    record = Neighbours(items=1)
    with pytest.raises(OverflowError, match="64 bits"):
        setter_of(Neighbours, "first")(record, 1 << 63)
    with pytest.raises(TypeError, match="do not lie side by side"):
        setter_of(Neighbours, "first", "third")
