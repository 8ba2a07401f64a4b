"""Methods of strings and sequences from one place to another, and numbers in any base."""

# ruff: noqa: E721

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply.compiler import NotCompilable, compile_function
from tests.tiers import only_full

TEXTS = st.text("ab", max_size=6)
PLACES = st.integers(-9, 9)


def outcome(function, *arguments):
    try:
        return function(*arguments)
    except (ValueError, OverflowError) as error:
        return type(error)


def found_from(text: str, part: str, start: int) -> list[int]:
    return [text.find(part, start), text.rfind(part, start), text.count(part, start)]


def found_between(text: str, part: str, start: int, end: int) -> list[int]:
    return [
        text.find(part, start, end),
        text.rfind(part, start, end),
        text.count(part, start, end),
    ]


def ends_between(text: str, part: str, start: int, end: int) -> list[bool]:
    return [
        text.startswith(part, start),
        text.endswith(part, start),
        text.startswith(part, start, end),
        text.endswith(part, start, end),
        text.startswith((part, "ab"), start, end),
        text.endswith((part, "ab"), start, end),
    ]


def index_between(text: str, part: str, start: int, end: int) -> int:
    return text.index(part, start, end)


def rindex_from(text: str, part: str, start: int) -> int:
    return text.rindex(part, start)


def index_of_item(text: str, part: str, start: int, end: int) -> int:
    return list(text).index("a", start, end)


FUNCTIONS = (*(found_from, found_between, ends_between, index_between, rindex_from, index_of_item),)


@cache
def compiled(function):
    return compile_function(function, *("a", "b", 1, 2)[: function.__code__.co_argcount])


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
@settings(deadline=None)  # the first example compiles
@given(text=TEXTS, part=st.text("ab", max_size=2), start=PLACES, end=PLACES)
def test_the_same_between_any_two_places(function, text, part, start, end):
    arguments = (text, part, start, end)[: function.__code__.co_argcount]
    assert outcome(compiled(function), *arguments) == outcome(function, *arguments)


def number(text: str, base: int) -> int:
    return int(text, base)


@cache
def compiled_number():
    return compile_function(number, "1", 2)


@only_full
@settings(deadline=None)  # the first example compiles
@given(
    text=st.from_regex(r" ?[-+]?(0[boxBOX])?[01a-f_zZ²éΣ]{0,5} ?", fullmatch=True),
    base=st.sampled_from([0, 2, 3, 8, 10, 16, 35, 36, 1, 37, -2]),
)
def test_numbers_in_any_base(text, base):
    assert outcome(compiled_number(), text, base) == outcome(number, text, base)


def test_numbers_too_large_are_refused_when_they_come():
    assert outcome(compiled_number(), "z" * 20, 36) is OverflowError


# -- the class of a value ----------------------------------------------------------------


def kinds(number, flag, text, pair):
    same = type(number) is type(flag)
    return (
        *(type(number) is int, type(flag) is int, type(flag) == bool, type(text) is not str),
        *(type(pair) is tuple, type(pair) == list, same, type(text).__name__),
    )


def one_or_other(turn):
    value = 3 if turn else "three"
    if type(value) is int:
        return value + 1
    return len(value) + (10 if type(value) != str else 20)


def of_a_union(turn):
    value = 3 if turn else "three"
    return type(value).__name__


def test_the_class_of_a_value():
    given = (1, True, "a", (1, 2))
    assert compile_function(kinds, *given)(*given) == kinds(*given)
    compiled = compile_function(one_or_other, True)
    assert [compiled(turn) for turn in (True, False)] == [4, 25]


def test_the_class_of_one_of_several_is_only_compared():
    with pytest.raises(NotCompilable, match=r"cannot be compiled here; compare it with a class"):
        compile_function(of_a_union, True)
