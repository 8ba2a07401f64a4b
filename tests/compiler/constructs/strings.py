"""Strings, and numbers as text."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from tests.compiler.constructs.registry import construct
from tests.compiler.constructs.values_and_types import (
    LETTERS,
    Clock,
    Point,
)

# -- strings ------------------------------------------------------------------------------------


@construct(("abc", "b"), ("abc", "x"), ("", ""))
def string_in(text, part):
    return part in text, part not in text


@construct(("hello world", "o"), ("hello", "zz"))
def string_find_and_count(text, part):
    return text.find(part), text.count(part), text.rfind(part)


@construct(("hello", "l"), ("hello", "z"))
def string_index(text, part):
    return text.index(part)


@construct((["a", "b", "c"],), ([],))
def string_join(words):
    return "".join(words), "-".join(words), ", ".join(words)


@construct((4,), (0,))
def string_join_generator(n):
    return " ".join(str(i) for i in range(n))


@construct(("banana",), ("",))
def string_replace(text):
    return text.replace("an", "AN"), text.replace("a", "", 1)


@construct(("banana",), ("",), ("nab",))
def string_starts_and_ends(text):
    return text.startswith("ba"), text.endswith("na"), text.startswith(("n", "x"))


@construct(("Hello",), ("ABC",), ("",), ("a1",))
def string_case(text):
    return text.upper(), text.lower(), text.isupper(), text.islower(), text.swapcase()


@construct(("a",), ("7",), (" ",), ("",))
def string_kinds(text):
    return text.isalpha(), text.isdigit(), text.isspace(), text.isalnum()


@construct(("a,b,,c",), ("",))
def string_split(text):
    return text.split(",")


@construct(("  a b  c ",), ("",))
def string_split_on_spaces(text):
    return text.split()


@construct(("  ab  ",), ("",))
def string_strip(text):
    return text.strip(), text.lstrip(), text.rstrip(), text.strip(" a")


@construct(("ab\ncd",), ("",))
def string_split_lines(text):
    return text.splitlines()


@construct((3, -7), (0, 0))
def f_string_of_ints(a, b):
    return f"{a} and {b}: {a + b}"


@construct((3, "x"), (12, ""))
def f_string_with_format(n, text):
    return f"{n:3d}|{n:03}|{text}{n}"


@construct(("a",), ("z",))
def ord_and_chr(letter):
    return ord(letter) - ord("a"), chr(ord(letter) + 1)


@construct(("12",), ("-7",), ("x",), ("",), ("é",), ("3é",), ("²",), ("½",))
def int_of_string(text):
    return int(text)


@construct((12,), (-7,), (0,))
def string_of_int(n):
    return str(n), repr(n), len(str(n))


@construct(("ab", 3), ("", 5), ("x", 0))
def string_multiplied(text, n):
    return text * n, n * "-"


@construct(("abc", "abd"), ("b", "abc"), ("", ""))
def string_comparison(a, b):
    return a < b, a == b, a >= b, a != b, max(a, b)


@construct(("hello",), ("",))
def string_iteration(text):
    found = ""
    for letter in text:
        found = letter + found
    return found


@construct(("abc",), ("",))
def string_enumerate(text):
    return [(i, letter) for i, letter in enumerate(text)]


@construct(("abcd", 2, "X"), ("abcd", 0, ""))
def string_with_one_letter_changed(text, i, letter):
    return text[:i] + letter + text[i + 1 :]


@construct(("",), ("x",))
def string_truth(text):
    return bool(text), not text, text or "empty", len(text)


@construct((3, 4), (0, 7))
def square_names(row, col):
    return LETTERS[col] + str(row + 1), LETTERS.index("c")


@construct(("e4",), ("a1",))
def square_from_name(name):
    col, row = name
    return LETTERS.index(col) + 8 * (int(row) - 1)


@construct(("X.O/.X./O.X",), ("/",))
def board_from_text(text):
    return [list(row) for row in text.split("/")]


@construct(("abc",), ("",))
def string_of_sorted_letters(text):
    return "".join(sorted(text, reverse=True)), "".join(reversed(text))


@construct(("hello",), ("",))
def string_translate_by_dict(text):
    return "".join({"l": "L", "o": "0"}.get(letter, letter) for letter in text)


@construct(("7",), ("42",))
def string_padding(text):
    return text.zfill(4), text.rjust(4), text.ljust(4, "."), text.center(5)


@construct((5,), (255,))
def binary_and_hex_text(n):
    return bin(n), hex(n), f"{n:b}", f"{n:08b}"


@construct(("key=value",), ("none",))
def string_partition(text):
    return text.partition("=")


@construct(("é→∞",), ("ascii",))
def string_beyond_ascii(text):
    return len(text), text[0], text[::-1], text + "ü"


@construct((["abc", "de"],), ([],))
def transposed_texts(rows):
    return ["".join(column) for column in zip(*rows)]


@construct(("straße",), ("ΩÉ日本",), ("ǅx",), ("²½٣",), ("a\u00a0b",))
def letters_of_all_alphabets(text):
    kinds = text.isalpha(), text.isalnum(), text.isspace()
    digits = text.isdecimal(), text.isdigit(), text.isnumeric()
    cases = text.isupper(), text.islower(), text.swapcase()
    return text.upper(), text.lower(), kinds, digits, cases, text.split(), text.strip()


@construct((3,))
def code_of_a_constant_that_is_too_long(n):
    found = 0
    try:
        found = ord("ab") + n
    except TypeError:
        found += 1
    try:
        found = ord("")
    except TypeError:
        found += 1
    return found


@construct(("straße ŉ Ǆ ﬃ",), ("Ωx éÀ",), ("aB zZ",), ("𐐨𐐀",))
def cases_of_letters(text):
    return text.upper(), text.casefold(), text.swapcase(), [x.islower() for x in text]


# -- text of numbers ----------------------------------------------------------------------------


@construct((1.5,), (100.0,), (1e-7,), (0.1,))
def string_of_float(x):
    return str(x), f"{x:.2f}"


@construct((3,), (0,))
def strings_of_other_values(n):
    return str(n > 0), str(None), str((n, "a")), str([n])


@construct((3, 5), (-42, 3), (0, 1), (1234567, 12))
def formats_of_ints(n, width):
    return (
        *(f"{n}|{n:5}|{n:<5}|{n:^5}|{n:>5}|{n:05}|{n:+d}|{n: d}|{n:=+6d}|{n:*^7d}"),
        *(f"{n:b}|{n:#x}|{n:X}|{n:o}|{n:,}|{n:_}|{n:{width}}|{n:0{width}d}|{n:>{width}}"),
        *(f"{n:3d}{n!r:>4}{n!s:<4}", bin(n), hex(n), oct(n), format(n, "04d"), format(n)),
    )


@construct(("ab", 4), ("", 0), ("it's", 9))
def formats_of_texts(text, width):
    return (
        *(
            f"{text:5}|{text:>5}|{text:^5}|{text:.1}|{text:<{width}}|{text!r}|{text!r:>9}|{text:-^6}"
        ),
        *("{} and {}".format(text, width), "{1}{0:>3}{name}".format(text, width, name=1)),
        *("%s-%3d|%-4s|%05d%%" % (text, width, text, width), repr(text), "%d" % width),
    )


@construct((2.675,), (-0.125,), (1e-9,), (12345.6789,), (0.5,), (-2.5,), (1e15,))
def formats_of_floats(x):
    return f"{x:.2f}|{x:8.1f}|{x:<7.0f}|{x:+.3f}|{x:06.2f}|{x:.1%}", "%.2f %5.1f" % (x, x)


@construct((2.675, 2), (-0.125, 2), (1e300, 1), (0.5, 0), (2.5, 0), (1.005, 2), (-0.001, 1))
def round_to_so_many_digits(x, digits):
    return round(x, digits), round(x, 3), round(x, 0), round(1234, -2), round(1250, -2)


@construct((3, "a"), (-1, "'"))
def texts_of_values(n, text):
    pair, point = (n, text), Point(n)
    return (
        *(str(pair), str([n, 2]), str((n,)), repr(()), str([]), f"{pair}", f"{[pair]}"),
        *(str(point), repr(point), str(None), str((None, True)), f"{Clock(n)}", str([[n]])),
    )


@construct(("hello WORLD a1b",), ("",))
def more_text_methods(text):
    return (
        *(text.title(), text.capitalize(), text.casefold(), text.removeprefix("he")),
        *(text.removesuffix("b"), text.rpartition(" "), text.partition("l"), text.zfill(17)),
        *("-4".zfill(5), text.split(" ", 1), text.split("l", maxsplit=1)),
        *("a\nb\r\nc\n".splitlines(), "a\nb".splitlines(True), text.translate(SWAPPED)),
        *(text.translate(str.maketrans({"l": None, "o": "00"})),),
    )


SWAPPED = str.maketrans("lo", "01", "W")


@dataclass(frozen=True)
class Money:
    cents: int

    def __radd__(self, other):
        return Money(self.cents + other)

    def __rmul__(self, times):
        return Money(times * self.cents)

    def __lt__(self, other):
        return self.cents < other.cents

    def __abs__(self):
        return Money(abs(self.cents))


@construct((3,), (-1,))
def operators_of_the_right_side(n):
    return n + Money(5), 2 * Money(n), sorted([Money(n), Money(1)])


@construct((3,), (-1,))
def sum_of_objects(n):
    return sum([Money(n), Money(2)][:1])


@construct((4,), (0,))
def cached_inner_function(n):
    @functools.cache
    def triangle(k):
        return k if k < 2 else k + triangle(k - 1)

    @functools.cache
    def double(k):
        return 2 * k

    return triangle(n), double(n)


class Branch:
    def __init__(self, value):
        self.value = value
        self.branches = []

    def add(self, branch):
        self.branches.append(branch)
        return branch

    def total(self):
        return self.value + sum(branch.total() for branch in self.branches)


@construct((4,), (0,))
def tree_of_objects(n):
    root = Branch(n)
    here = root
    for i in range(n):
        here = here.add(Branch(i))
    return root.total(), len(root.branches)


def _ways(n):
    return 1 + sum(_ways(i) for i in range(n))


@construct((4,), (0,))
def recursion_in_a_generator_expression(n):
    return _ways(n), max([_depth(i) for i in range(n)], default=0)


def _depth(n):
    return 1 + max((_depth(i) for i in range(n)), default=0)


@construct(([(1, 2), (3, 4)],))
def item_given_beside_its_list(items):
    return _replace_first(items[0], items), items


def _replace_first(item, items):
    items[0] = (7, 7)
    return item


class Token:
    def __init__(self, place):
        self.place = place

    def jump(self, before):
        self.place = (9, 9)
        return before


@construct((3,))
def attribute_given_beside_its_object(n):
    token = Token((n, n))
    tokens = [token, token]
    return token.jump(token.place), token.place, tokens[0] is tokens[1], tokens.index(token)


@construct((-(2**63), 0), (-(2**63), 8), (2**63 - 1, 0), (-1, 0), (-10, 0), (-109, 9), (0, 0))
def text_of_the_lowest_number(n, more):
    return str(n + more), f"{n + more}", str([n, more])


@construct(("ßa",), ("",), ("ǆX",), ("éÀ",), ("hELLO",), ("ŉ",))
def text_capitalized_by_its_first_letter(text):
    return text.capitalize()
