"""Limits of compiled code: where Python would go on, the program's own handlers catch nothing."""

# No future import here: the annotation of a nested function must not look like a change.

import pytest

from outply.compiler import compile_function
from outply.compiler.library import strings


def caught_by_name(number):
    try:
        return number**4
    except OverflowError:
        return 0


def caught_by_any(number):
    try:
        return number * number * number * number
    except:  # noqa: E722
        return 0


def passed_on(number):
    try:
        power = number**4
    finally:
        number = 0
    return power


@pytest.mark.parametrize("function", [caught_by_name, caught_by_any, passed_on])
def test_a_large_number_is_not_caught(function):
    compiled = compile_function(function, 3)
    assert compiled(7) == function(7)
    with pytest.raises(OverflowError, match="more than 64 bits"):
        compiled(10**5)


def quoted(text):
    try:
        return repr(text)
    except (OverflowError, ValueError):
        return ""


def read(text):
    try:
        return str(int(text))
    except ArithmeticError:
        return ""


def lower(text):
    try:
        return text.lower()
    except ArithmeticError:
        return ""


def title(text):
    try:
        return text.title()
    except ArithmeticError:
        return ""


def decimals(number):
    try:
        return f"{number:.2f}"
    except ArithmeticError:
        return ""


@pytest.mark.parametrize(
    ("function", "compilable", "other"),
    [
        (quoted, "1é", "\x80"),
        (read, "12", "\u0663"),
        (lower, "Ä", "\u0391\u03a3"),
        (title, "ab", "\u01c4"),
        (decimals, 1.5, float("inf")),
        (decimals, 1.5, float("nan")),
    ],
)
def test_what_is_not_compiled_is_not_caught(function, compilable, other):
    compiled = compile_function(function, compilable)
    assert compiled(compilable) == function(compilable)
    with pytest.raises(OverflowError, match="compiled") as caught:
        compiled(other)
    assert caught.value.place == (__file__, function.__code__.co_firstlineno + 2)


def large(number):
    wide = number << 62
    return wide  # noqa: RET504


def large_item(number):
    return number, 1 << (60 + number)


def large_of_several(number):
    if number == 1:
        return 1
    return 1 << (60 + number)


@pytest.mark.parametrize(("function", "line"), [(large, 2), (large_item, 1), (large_of_several, 0)])
def test_a_large_result_is_an_error_of_the_author(function, line):
    compiled = compile_function(function, 1)
    assert compiled(1) == function(1)
    with pytest.raises(OverflowError, match="more than 64 bits") as caught:
        compiled(9)
    assert caught.value.place == (__file__, function.__code__.co_firstlineno + line)


def letters(text):
    return repr(text)


def test_printable_letters_are_quoted_as_they_are():
    compiled = compile_function(letters, "a")
    for first, last in strings.PRINTABLE:
        text = "".join(map(chr, range(first, last + 1)))
        assert text.isprintable()
        assert compiled(text) == repr(text)


def annotated_within(number):
    def more(other: int) -> int:
        return other + 1

    return more(number)


def test_a_nested_function_may_have_annotations():
    assert compile_function(annotated_within, 3)(4) == 5
