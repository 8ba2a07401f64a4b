"""The analysis of a position as tables for people."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.table import Table

from outply.cli.formatting import count_text, distance_text, value_text
from outply.cli.output import print_table
from outply.play.move_sequences import line_texts

if TYPE_CHECKING:
    from rich.console import Console

    from outply.game import Game
    from outply.play.analysis import Analysis
    from outply.play.move_values import MoveValue

__all__ = ["best_first", "known_value", "print_analysis"]

MOST_MOVES = 16
MOST_OUTCOMES = 36  # as many as two dice have
NARROW = 60  # columns; a terminal that is no wider shows no bars
SHORTEST_LINE = 8  # columns; a principal variation of fewer is left out
GAP = 2  # columns between two columns of a table
BAR_WIDTH = 16
EIGHTHS = " ▏▎▍▌▋▊▉"


def print_analysis(people: Console, analysis: Analysis) -> None:
    """Print the outcomes of chance, the strategy, or the moves, best first."""
    bars = _Bars(people)
    if analysis.outcomes:
        print_table(people, _outcomes_table(analysis, bars))
        people.print(_unlisted_outcomes_text(analysis), end="")
    elif analysis.result.mix:
        print_table(people, _strategy_table(analysis, bars))
    else:
        print_table(people, _moves_table(analysis, bars, people.width))
        people.print(_unlisted_text(analysis), end="")


def best_first(analysis: Analysis) -> list[int]:
    """The moves that were searched: the best move, then the deepest searched, by value.

    The best move of simulations may not have the highest value, but it has the most visits.
    """
    found = {move: worth for move, worth in analysis.moves.items() if worth}
    best = analysis.result.move
    return sorted(found, key=lambda move: (move != best, *_rank(found[move])))


def known_value(worth: MoveValue | None) -> float | None:
    """The value of a move that was searched as deep as the best move."""
    return worth.value if worth and worth.known else None


def _rank(worth: MoveValue) -> tuple[bool, float, int]:
    delay = worth.distance or 0
    return not worth.known, -worth.value, delay if worth.value > 0 else -delay


class _Bars:
    """Shares from 0 to 1 as bars; empty where the terminal is narrow."""

    def __init__(self, people: Console) -> None:
        self._are_shown, self._ascii_only = people.width > NARROW, people.options.ascii_only

    def of_value(self, value: float | None, values: list[float]) -> str:
        """A bar that reaches from the worst value towards the best."""
        if value is None:
            return ""
        worst, best = min(values), max(values)
        return self.of_share((value - worst) / (best - worst) if worst < best else 1.0)

    def of_share(self, share: float) -> str:
        if not self._are_shown:
            return ""
        if self._ascii_only:
            return "#" * round(share * BAR_WIDTH)
        full, rest = divmod(round(share * BAR_WIDTH * 8), 8)
        return "█" * full + EIGHTHS[rest].strip()


def _table(*headers: str) -> Table:
    """A first column of moves, which wraps and is never cut, and columns that do not wrap."""
    table = Table(box=None, header_style="dim", padding=(0, GAP, 0, 0))
    for header in headers:
        justify = "left" if header in ("Move", "Outcome", "", "Line") else "right"
        table.add_column(header, justify=justify, no_wrap=True, overflow="ellipsis")  # type: ignore[arg-type]
    table.columns[0].no_wrap, table.columns[0].overflow = False, "fold"
    return table


def _outcomes_table(analysis: Analysis, bars: _Bars) -> Table:
    """The first outcomes, in the order of the rules."""
    table = _table("Outcome", "Chance", "Value", "")
    values = [known_value(worth) for worth in analysis.outcomes.values()]
    known = [value for value in values if value is not None]
    for outcome, probability in islice(analysis.game.outcomes(analysis.state), MOST_OUTCOMES):
        value = known_value(analysis.outcomes[outcome])
        name = analysis.game.format_move(analysis.state, outcome)
        bar = bars.of_value(value, known)
        table.add_row(name, f"{probability:.1%}", value_text(value), bar)
    return table


def _unlisted_outcomes_text(analysis: Analysis) -> str:
    unlisted = len(analysis.outcomes) - MOST_OUTCOMES
    return (
        f"and {count_text(unlisted, 'other outcome')}; --json lists all\n" if unlisted > 0 else ""
    )


def _strategy_table(analysis: Analysis, bars: _Bars) -> Table:
    """Every legal move, the likeliest first."""
    table = _table("Move", "Played", "")
    for move, chance in sorted(analysis.result.mix, key=lambda each: -each[1]):
        name = analysis.game.format_move(analysis.state, move)
        table.add_row(name, f"{chance:.1%}", bars.of_share(chance))
    return table


def _table_of_widths(headers: list[str], widths: list[int]) -> Table:
    table = _table(*headers[: len(widths)])
    for column, width in zip(table.columns, widths, strict=True):
        column.width = width
    return table


def _moves_table(analysis: Analysis, bars: _Bars, width: int) -> Table:
    """Best first. A principal variation that does not fit is shortened, a move or value never."""
    visits = ["Visits"] if analysis.result.visits else []
    headers = ["Move", "Value", "", *visits, "Line"]
    known = [worth.value for worth in analysis.moves.values() if worth and worth.known]
    rows = {
        move: _move_cells(analysis, move, known, bars) for move in best_first(analysis)[:MOST_MOVES]
    }
    table = _table_of_widths(headers, _fitting_widths([headers, *rows.values()], width))
    for move, row in rows.items():
        worth = analysis.moves[move]
        style = "" if worth and worth.known else "dim"
        table.add_row(*row[: len(table.columns)], style=style)
    return table


def _fitting_widths(cells: list[list[str]], width: int) -> list[int]:
    """The widths of the columns: the last one, the line, gets the rest, or none if that is little.

    Then moves that do not fit are wrapped.
    """
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    room = width - sum(each + GAP for each in widths[:-1]) - GAP
    if room >= min(widths[-1], SHORTEST_LINE):
        return [*widths[:-1], min(room, widths[-1])]
    others = sum(each + GAP for each in widths[1:-1]) + GAP
    return [max(1, min(widths[0], width - others)), *widths[1:-1]]


def _move_cells(analysis: Analysis, move: int, known: list[float], bars: _Bars) -> list[str]:
    """The move, its value, how sure that is, its visits if there are any, and its line."""
    game, state, worth = analysis.game, analysis.state, analysis.moves[move]
    assert worth is not None
    visits = dict(analysis.result.visits)
    return [
        game.format_move(state, move),
        value_text(worth.value),
        _certainty(game, worth) or bars.of_value(worth.value, known),
        *([f"{visits.get(move, 0):,}"] if visits else []),
        " ".join(line_texts(game, state, worth.line)),
    ]


def _certainty(game: Game[Any], worth: MoveValue) -> str:
    """The plies in which a move wins or loses, or the depth if it was searched less deeply."""
    if not worth.known:
        return f"at depth {worth.depth}"
    return distance_text(game, worth.value, worth.distance)


def _unlisted_text(analysis: Analysis) -> str:
    found = sum(worth is not None for worth in analysis.moves.values())
    unlisted = len(analysis.moves) - min(found, MOST_MOVES)
    return f"{'and ' if found else ''}{count_text(unlisted, 'other move')}\n" if unlisted else ""
