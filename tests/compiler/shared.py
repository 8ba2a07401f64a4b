"""Records and functions over them, which run interpreted and compiled."""

from __future__ import annotations

from outply.compiler.records import Array, Atomic, Record, overlay
from outply.game import Bits


class Item(Record):
    move: int
    key: Bits
    value: float
    is_open: bool
    visits: Atomic[int]
    total: Atomic[float]
    mark: Atomic[bool]
    lock: Atomic[Bits]

    def twice(self) -> int:
        return 2 * self.move


class Pair(Record):
    """Another view of the same memory: two of them are as long as an item."""

    first: int
    second: Bits
    third: float
    fourth: int


class Base(Record):
    count: int

    def step(self) -> int:
        self.count += 1
        return self.count


class Shelf(Base):
    seen: Atomic[int]
    items: Array[Item]
    pairs: Array[Pair] = overlay("items")
    numbers: Array[int]
    words: Array[Bits]
    shares: Array[float]
    marks: Array[Atomic[Bits]]

    def __init__(self, size: int = 6) -> None:
        super().__init__(items=size, numbers=size, words=size, shares=size, marks=size)
        self.host_only = "not for compiled code"

    def last(self) -> Item:
        return self.items[len(self.items) - 1]

    def swap(self, one: int, other: int, spare: Item) -> None:
        spare.copy_from(self.items[one])
        self.items[one].copy_from(self.items[other])
        self.items[other].copy_from(spare)


def scalars(shelf: Shelf, number: int):
    shelf.count = number
    item = shelf.items[2]
    item.move, item.value = -number, number / 4
    item.key = (1 << 64) - 1
    item.is_open = number > 3
    item.mark = not item.is_open
    item.lock = 7
    return shelf.count, item.move, item.value, item.key, item.is_open, item.mark, item.lock


def an_int_fits_a_float(shelf: Shelf, number: int):
    shelf.shares[0] = number
    shelf.items[0].value = number
    shelf.items[0].total = True
    return shelf.shares[0], shelf.items[0].value, shelf.items[0].total


def changed_in_place(shelf: Shelf, number: int):
    for index in range(number):
        item = shelf.items[index % 6]
        item.move += index
        item.value -= 0.5
        item.visits += 1
        item.total *= 2.0
        item.key ^= 5
        shelf.numbers[index % 6] += index
        shelf.words[index % 6] |= 1 << index
        shelf.shares[index % 6] -= index
        shelf.marks[index % 6] ^= 9
    return (
        tuple([item.move for item in shelf.items]),
        tuple([item.visits for item in shelf.items]),
        tuple(shelf.numbers),
        sum(shelf.shares),
        shelf.words[3],
        shelf.marks[1],
    )


def views(shelf: Shelf, number: int):
    """In variables, in tuples, as arguments and as results."""
    last = shelf.last()
    last.move = number
    both = (shelf.items[0], shelf.last())
    both[0].move = both[1].twice() + 1
    chosen = both[0] if number > 2 else last
    return chosen.move, total_of(both[0], shelf.items[5]), last == both[1], last == both[0]


def total_of(one: Item, other: Item) -> int:
    return one.move + other.move


def arrays(shelf: Shelf, number: int):
    numbers = shelf.numbers
    for index in range(len(numbers)):
        numbers[index] = index * number
    fill(shelf.shares, 0.5)
    return total(shelf.numbers), sum(shelf.shares), len(shelf.items), len(shelf.pairs)


def fill(shares: Array[float], value: float) -> None:
    for index in range(len(shares)):
        shares[index] = value


def total(numbers: Array[int]) -> int:
    found = 0
    for number in numbers:
        found += number
    return found


def copies(shelf: Shelf, number: int):
    shelf.items[1].move, shelf.items[3].move = number, number + 1
    shelf.items[3].lock, shelf.items[1].value = 99, 2.5
    shelf.swap(1, 3, shelf.items[5])
    return shelf.items[1].move, shelf.items[3].move, shelf.items[1].lock, shelf.items[3].value


def overlaid(shelf: Shelf, number: int):
    item = shelf.items[1]
    item.move, item.key, item.value = number, 12, 0.25
    pair = shelf.pairs[2]
    found = pair.first, pair.second, pair.third, pair.fourth
    shelf.pairs[3].first = 40 + number
    return found, item.visits


def inherited(shelf: Shelf, number: int):
    for _ in range(number):
        shelf.step()
    return shelf.count


def atomics(shelf: Shelf, number: int):
    item = shelf.items[0]
    before = shelf.fetch_add("seen", number), item.fetch_add("total", 0.5)
    then = item.exchange("visits", number), item.exchange("total", 8), item.fetch_add("lock", 3)
    return before, then, shelf.seen, item.visits, item.total, item.lock


def beyond(shelf: Shelf, number: int):
    return shelf.items[number].move


def beyond_numbers(shelf: Shelf, number: int):
    shelf.numbers[number] = 1
    return 0


def too_large(shelf: Shelf, number: int):
    shelf.count = (1 << 62) * number
    return shelf.count


def negative_bits(shelf: Shelf, number: int):
    shelf.items[0].key = -number
    return 0


def add_many(shelf: Shelf, number: int) -> int:
    for _ in range(number):
        shelf.fetch_add("seen", 1)
        shelf.items[0].fetch_add("total", 0.5)
    return 0


# -- refused -------------------------------------------------------------------------------------

KEPT = Shelf()


def float_in_int(shelf: Shelf, number: int):
    shelf.count = 0.5


def int_in_bool(shelf: Shelf, number: int):
    shelf.items[0].is_open = number


def text_in_array(shelf: Shelf, number: int):
    shelf.numbers[0] = "one"


def unknown_field(shelf: Shelf, number: int):
    shelf.counted = number


def host_attribute(shelf: Shelf, number: int):
    return shelf.host_only


def another_array(shelf: Shelf, number: int):
    shelf.items = shelf.items


def another_element(shelf: Shelf, number: int):
    shelf.items[0] = shelf.items[1]


def not_atomic(shelf: Shelf, number: int):
    shelf.fetch_add("count", 1)


def field_by_variable(shelf: Shelf, number: int):
    shelf.fetch_add("seen" if number else "count", 1)


def global_record(shelf: Shelf, number: int):
    return KEPT.count


def returned_view(shelf: Shelf, number: int):
    return shelf.items[number]


def two_classes(shelf: Shelf, number: int):
    view = shelf.items[0] if number else shelf.pairs[0]
    return view.move
