"""Everything that authors write, interpreted and compiled, gives the same."""

from __future__ import annotations

import inspect

import pytest

from outply.native import NotCompilable, kernel
from tests.native import features, refused


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


@pytest.mark.parametrize("function", functions_of(refused), ids=lambda f: f.__name__)
def test_refusal_names_the_line_and_the_reason(function):
    game = features.Toy()
    with pytest.raises(NotCompilable) as caught:
        kernel(function, game)
    source, first = inspect.getsourcelines(refused)
    marked = [number for number, line in enumerate(source, first or 1) if "# refused: " in line]
    assert caught.value.file.endswith("refused.py")
    assert caught.value.line in marked
    wanted = source[caught.value.line - (first or 1)].split("# refused: ")[1].strip()
    assert wanted in caught.value.reason
    assert str(caught.value).startswith(f"refused.py:{caught.value.line}: ")
