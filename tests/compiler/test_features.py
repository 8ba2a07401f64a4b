"""Everything that authors write, interpreted and compiled, gives the same."""

from __future__ import annotations

import inspect

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply.compiler import NotCompilable, kernel
from tests.compiler import features, refused
from tests.compiler.answers import functions_of
from tests.tiers import examples, only_full, sampled


@pytest.mark.parametrize("function", functions_of(features), ids=lambda f: f.__name__)
def test_compiled_equals_interpreted(function):
    game = features.Toy()
    state = game.initial()
    expected = function(game, state)
    found = kernel(function, game)(state)
    assert found == expected
    assert isinstance(found, float) == isinstance(expected, float)


states = st.builds(
    features.Cell,
    number=st.integers(-(2**31), 2**31) | st.integers(-70, 70),
    bits=st.integers(0, 2**64 - 1) | st.sampled_from([0, 1, 2**63, 2**64 - 1]),
    row=st.tuples(*[st.integers(-9, 9)] * 4),
    share=st.floats(-100, 100),
    flag=st.booleans(),
    inner=st.builds(features.Inner, x=st.integers(-9, 9), y=st.floats(-9, 9)),
)


def outcome(function, *arguments):
    """What a function returns, or the kind of its error."""
    try:
        return function(*arguments)
    except (ValueError, IndexError, ZeroDivisionError, AssertionError) as error:
        return AssertionError if isinstance(error, AssertionError) else type(error)


SLOW = ("recursion", "loops_and_branches", "generators", "big_tables")
MIXED = [features.largest_of_signed_and_unsigned, features.either_signed_or_unsigned]
NUMBERS_ONLY = [
    function
    for function in functions_of(features)
    if function.__name__ not in SLOW and function not in MIXED
]


@only_full
@settings(max_examples=examples(150), deadline=None)
@given(state=states)
def test_compiled_equals_interpreted_for_any_numbers(state):
    game = features.Toy()
    for function in NUMBERS_ONLY:
        expected = outcome(function, game, state)
        assert outcome(kernel(function, game), state) == expected, function.__name__


# -- numbers that leave 64 bits -------------------------------------------------------------


@pytest.mark.parametrize("function", MIXED, ids=lambda f: f.__name__)
@settings(max_examples=examples(150), deadline=None)
@given(state=states)
def test_a_variable_of_signed_and_unsigned_numbers_is_right_or_an_error(function, state):
    game = features.Toy()
    try:
        found = kernel(function, game)(state)
    except OverflowError:
        assert state.bits >= 1 << 63
    else:
        assert found == function(game, state)


def sum_of_bits(game: features.Toy, state: features.Cell) -> int:
    return sum((state.bits, features.TOP, features.TOP)) % 7


def bits_returned_as_int(game: features.Toy, state: features.Cell) -> int:
    return state.bits | features.TOP


def power(game: features.Toy, state: features.Cell) -> int:
    return (state.number + 7) ** 40 % 3


def product(game: features.Toy, state: features.Cell) -> int:
    return (state.number << 40) * (state.number << 40) % 5


@pytest.mark.parametrize("function", [sum_of_bits, bits_returned_as_int, power, product])
def test_a_number_of_more_than_64_bits_is_an_error_with_its_line(function):
    game = features.Toy()
    assert function(game, game.initial()) >= 0
    with pytest.raises(OverflowError, match="a number needs more than 64 bits") as caught:
        kernel(function, game)(game.initial())
    [note] = caught.value.__notes__
    line = function.__code__.co_firstlineno + 1
    assert note == f"raised by compiled code: {__file__}, line {line}"


# -- refusals -------------------------------------------------------------------------------

LINES = inspect.getsource(refused).splitlines()
REFUSED = [f for f in functions_of(refused) if not f.__name__.endswith("_rewritten")]
STATES = [
    features.Toy().initial(),
    features.Cell(1, 2**63, (4, 0, -1, 1), -0.5, True, features.Inner(1, -1.5)),
    features.Cell(2, 0, (0, 3, 0, 3), 2.5, True, features.Inner(0, 0.0)),
]


def reason_above(line: int) -> str:
    """What the comment above a line of `refused` says, which may take several lines."""
    start = line - 2
    while start > 0 and LINES[start].strip().startswith("#   "):
        start -= 1
    comment = " ".join(text.strip().removeprefix("#").strip() for text in LINES[start : line - 1])
    return comment.removeprefix("refused: ") if comment.startswith("refused: ") else ""


def refusals_of(function):
    with pytest.raises(NotCompilable) as caught:
        kernel(function, features.Toy())
    return caught.value


@pytest.mark.parametrize("function", REFUSED, ids=lambda f: f.__name__)
def test_refusal_names_the_line_and_the_reason(function):
    error = refusals_of(function)
    for refusal in error.refusals:
        assert refusal.file == refused.__file__
        wanted = f"{refusal.reason}; {refusal.hint}" if refusal.hint else refusal.reason
        assert wanted == reason_above(refusal.line)
        assert str(refusal) == f"refused.py:{refusal.line}: {wanted}"
    first, more = error.refusals[0], len(error.refusals) - 1
    assert (error.file, error.line, error.reason) == (first.file, first.line, first.reason)
    assert str(error) == f"{first}" + (f" (and {more} more)" if more else "")


@pytest.mark.parametrize("function", REFUSED, ids=lambda f: f.__name__)
def test_every_refused_line_is_reported_at_once(function):
    first = function.__code__.co_firstlineno
    length = len(inspect.getsource(function).splitlines())
    lines = [n for n in range(first, first + length) if not LINES[n - 1].strip().startswith("#")]
    marked = {line for line in lines if reason_above(line)}
    assert marked <= {refusal.line for refusal in refusals_of(function).refusals}


@sampled(3)
@pytest.mark.parametrize("function", REFUSED, ids=lambda f: f.__name__)
def test_the_suggested_rewrite_compiles_and_gives_the_same(function):
    game = features.Toy()
    rewritten = getattr(refused, f"{function.__name__}_rewritten", None)
    if rewritten is None:
        assert not any(refusal.hint for refusal in refusals_of(function).refusals)
        return
    native = kernel(rewritten, game)
    for state in STATES:
        expected = rewritten(game, state)
        found = native(state)
        assert found == expected
        assert type(found) is type(expected)
        try:
            original = function(game, state)
        except (TypeError, AttributeError):
            continue  # an error in Python as well
        assert original == expected
