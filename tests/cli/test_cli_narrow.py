"""Narrow terminals, and long moves."""

import io

import pytest
from rich.console import Console

from outply import Limit, load
from outply.cli.analysis_tables import print_analysis
from outply.cli.arena_results import standings_table
from outply.cli.formatting import value_text
from outply.play.analysis import analyze
from outply.play.searcher import Searcher
from outply.search import named
from tests.tiers import slow

WIDTHS = [40, 50, 60, 80, 120]


def shown(width: int, game, search: str, limit: Limit, state=None) -> tuple[list[str], object]:
    """The lines of the table on a terminal of this width, and the analysis."""
    searcher = Searcher(game, named(search), limit, compiled=False)
    analysis = analyze(searcher, game.initial() if state is None else state)
    stream = io.StringIO()
    people = Console(file=stream, force_terminal=True, width=width, color_system=None)
    print_analysis(people, analysis)
    return stream.getvalue().splitlines(), analysis


class LongMoves:
    """A game whose moves have long texts."""

    def __init__(self, game, length: int) -> None:
        self._game, self._length = game, length

    def __getattr__(self, name: str):
        return getattr(self._game, name)

    def format_move(self, state, move) -> str:
        return self._game.format_move(state, move) + "-" + "x" * self._length


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("search", ["alphabeta", "mcts:simulations=50"])
def test_moves_and_values_are_shown_and_bars_where_there_is_room(width, search):
    game = load("connect-four")
    limit = Limit() if "mcts" in search else Limit(depth=2)
    lines, analysis = shown(width, game, search, limit)
    assert all(len(line) <= width for line in lines)
    for move, worth in analysis.moves.items():
        row = next(line.split() for line in lines if line.split()[0] == str(move + 1))
        assert row[1] == value_text(worth.value)
    assert any("█" in line for line in lines) == (width > 60)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("length", [10, 25, 70])
def test_long_moves_are_never_cut(width, length):
    game = load("tic-tac-toe")
    searcher = Searcher(game, named("alphabeta"), Limit(depth=2), compiled=False)
    analysis = analyze(searcher, game.initial())
    stream = io.StringIO()
    people = Console(file=stream, force_terminal=True, width=width, color_system=None)
    object.__setattr__(analysis, "game", LongMoves(game, length))
    print_analysis(people, analysis)
    lines = stream.getvalue().splitlines()
    assert all(len(line) <= width for line in lines)
    assert lines[0].split()[:2] == ["Move", "Value"]
    moves = "".join(line.split()[0] for line in lines[1:])
    for move, worth in analysis.moves.items():
        assert analysis.game.format_move(analysis.state, move) in moves
        assert any(value_text(worth.value) in line.split() for line in lines[1:])


@pytest.mark.parametrize("width", WIDTHS)
def test_a_strategy_and_outcomes_drop_only_bars(width):
    lines, _ = shown(width, load("pig"), "expectiminimax", Limit(depth=1))
    assert all(len(line) <= width for line in lines)
    poker = load("kuhn-poker")
    lines, _ = shown(width, poker, "cfr", Limit(nodes=500), poker.parse("J Q | bet"))
    assert {line.split()[0] for line in lines[1:]} == {"fold", "call"}
    assert all("%" in line for line in lines[1:])
    assert any("█" in line for line in lines) == (width > 60)


@slow
@pytest.mark.parametrize("width", [40, 60])
def test_narrow_standings_keep_elo_games_and_points(width, tmp_path):
    from outply.play.arena import Arena

    players = ["random", "alphabeta:depth=1"]
    store = tmp_path / "m.sqlite"
    arena = Arena(load("nim"), players, games=2, jobs=0, compiled=False, store=store)
    stream = io.StringIO()
    people = Console(file=stream, force_terminal=True, width=width, color_system=None)
    people.print(standings_table(arena.run(), narrow=True))
    lines = stream.getvalue().splitlines()
    assert lines[0].split() == ["Player", "Elo", "±", "Games", "Points"]
    assert "…" not in stream.getvalue()
    assert max(map(len, lines)) <= width


@pytest.mark.parametrize(
    ("faces", "last"), [(36, ""), (40, "and 4 other outcomes; --json lists all")]
)
def test_many_outcomes_are_not_all_listed(faces, last):
    game = load("dice-tree", faces=faces)
    state = game.result(game.initial(), 0)
    lines, _ = shown(80, game, "expectiminimax", Limit(depth=1), state)
    assert len(lines) == 37 + bool(last)
    assert lines[-1] == last or (not last and "other" not in lines[-1])


@pytest.mark.parametrize("width", [20, 30, 40, 50, 60, 80, 120])
@pytest.mark.parametrize("command", ["games", "searches"])
def test_lists_keep_words_whole(command, width, outply, answered, monkeypatch):
    document = answered(command)[command]
    monkeypatch.setenv("COLUMNS", str(width))
    shown = outply(command).stdout
    lines = shown.splitlines()
    assert "…" not in shown
    assert {each["name"] for each in document} <= {line.split(" ")[0] for line in lines}
    if width >= 30:
        assert max(map(len, lines)) <= max(width, len("`outply searches` lists the searches."))
    words = [word.partition("=")[0].rstrip(":") for word in shown.split()]
    for each in document:
        parameters = each["parameters"]
        names = [p["name"] for p in parameters] if command == "searches" else [*parameters]
        assert set(names) <= set(words)
