"""The benchmarks' own parts: positions, scores, and a page whose sections stay."""

from __future__ import annotations

import pytest

from benchmarks import connect_four_sets, endgames, make_positions, page, words
from benchmarks.settings import DATA
from outply import Engine, load

SETS = sorted(file.name for file in DATA.iterdir() if file.suffix == "")


@pytest.mark.parametrize("name", SETS)
def test_connect_four_sets(name):
    positions = connect_four_sets.read(DATA / name)
    game = load("connect-four")
    assert len({position.columns for position in positions}) == len(positions)
    assert not any(game.is_terminal(game.parse(position.columns)) for position in positions)


def test_scores_are_those_of_the_test_sets():
    game = load("connect-four")
    for columns, score in connect_four_sets.read(DATA / "Test_L3_R1")[:20]:
        result = Engine().search(game, game.parse(columns))
        assert connect_four_sets.score(result, len(columns)) == score


@pytest.mark.parametrize("kind", make_positions.KINDS, ids=lambda kind: kind.file)
def test_random_positions_are_as_described(kind):
    positions = connect_four_sets.read(DATA / kind.file)
    assert len(positions) == kind.positions
    assert all(len(position.columns) in kind.stones for position in positions)


def test_random_positions_are_made_again_the_same():
    kind = make_positions.KINDS[0]
    assert next(make_positions.made(kind)) == connect_four_sets.read(DATA / kind.file)[0]


def test_endgames():
    assert [problem.value for problem in endgames.problems()] == [38, 0, 6, -12, -14]
    assert [problem.empties for problem in endgames.problems()] == [20, 22, 22, 23, 23]


def test_sections_that_are_not_measured_again_stay():
    old = page.merged("", ["A", "B", "C"], {"A": "\nfirst\n", "C": "\nthird\n"})
    new = page.merged(old, ["A", "B", "C"], {"B": "\nsecond\n", "A": "\nagain\n"})
    assert new == page.HEAD + "\n## A\n\nagain\n\n## B\n\nsecond\n\n## C\n\nthird\n"


def test_a_page_without_its_old_sections_forgets_them():
    assert "Gone" not in page.merged(page.HEAD + "\n## Gone\n\nx\n", ["A"], {"A": "\nx\n"})


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(12.34e-6, "12.3 µs"), (0.00456, "4.56 ms"), (7.891, "7.89 s"), (1234.5, "1,234 s")],
)
def test_durations(seconds, text):
    assert words.duration(seconds) == text


@pytest.mark.parametrize(
    ("number", "text"), [(51.3, "51.3"), (3296.4, "3,296"), (112_400_000, "112.4 M")]
)
def test_counts(number, text):
    assert words.count(number) == text
