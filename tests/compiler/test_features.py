"""Everything that authors write, interpreted and compiled, gives the same."""

from __future__ import annotations

import inspect

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply.compiler import NotCompilable, kernel
from tests.compiler import features, refused


def functions_of(module):
    return [
        function
        for function in vars(module).values()
        if inspect.isfunction(function)
        and function.__module__ == module.__name__
        and list(inspect.signature(function).parameters) == ["game", "state"]
    ]


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


NUMBERS_ONLY = [
    function
    for function in functions_of(features)
    if function.__name__ not in ("recursion", "loops_and_branches", "generators", "big_tables")
]


@pytest.mark.parametrize("function", NUMBERS_ONLY, ids=lambda f: f.__name__)
@settings(max_examples=150, deadline=None)
@given(state=states)
def test_compiled_equals_interpreted_for_any_numbers(function, state):
    game = features.Toy()
    assert outcome(kernel(function, game), state) == outcome(function, game, state)


@pytest.mark.parametrize("function", functions_of(refused), ids=lambda f: f.__name__)
def test_refusal_names_the_line_and_the_reason(function):
    game = features.Toy()
    with pytest.raises(NotCompilable) as caught:
        kernel(function, game)
    source, first = inspect.getsourcelines(refused)
    assert caught.value.file.endswith("refused.py")
    body = inspect.getsource(function if function is not refused.mutual else refused.even)
    assert source[caught.value.line - (first or 1)] in body
    wanted = source[caught.value.line - (first or 1)].split("# refused: ")[1].strip()
    assert wanted in caught.value.reason
    assert str(caught.value).startswith(f"refused.py:{caught.value.line}: ")
