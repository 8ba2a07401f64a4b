"""An analysis as people read it."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from outply.cli.analysis import Analysis
from outply.cli.board import board
from outply.cli.people import bar, console, labelled
from outply.cli.words import line_texts, player_name, speed_text, value_text, verdict

__all__ = ["show"]

MOST_MOVES = 16


def show(analysis: Analysis) -> None:
    """The board, the best move and why, and what the others are worth."""
    people = console()
    people.print(board(people, analysis.game, analysis.state), soft_wrap=True)
    people.print()
    if analysis.result.move is None:
        people.print(f"The game is over. {verdict(analysis.game, analysis.state)}")
        return
    _print_answer(people, analysis)
    people.print()
    people.print(_moves_table(analysis, ascii_only=people.options.ascii_only))


def _print_answer(people: Console, analysis: Analysis) -> None:
    game, state, result = analysis.game, analysis.state, analysis.result
    assert result.move is not None
    player = player_name(game.to_move(state))
    proof = "proved" if result.proved else "not proved"
    people.print(labelled("To move", player))
    people.print(labelled("Best move", game.format_move(state, result.move)))
    people.print(labelled("Value", f"{value_text(result.value)} for {player}, {proof}"))
    people.print(labelled("Line", " ".join(line_texts(game, state, result.line)) or "none yet"))
    people.print(labelled("Searched", _effort(analysis)))


def _effort(analysis: Analysis) -> str:
    result = analysis.result
    return ", ".join(
        [
            f"depth {result.depth}",
            f"{result.nodes:,} nodes",
            f"{result.seconds:.2f} s",
            speed_text(result.nodes, result.seconds, "nodes"),
            "compiled" if result.compiled else "interpreted",
        ]
    )


def _moves_table(analysis: Analysis, *, ascii_only: bool) -> Table:
    known = {move: value for move, value in analysis.values.items() if value is not None}
    best_first = sorted(known, key=lambda move: (-known[move], move != analysis.result.move))
    table = Table("Move", "Value", "", box=None, header_style="dim", padding=(0, 2, 0, 0))
    table.columns[1].justify = "right"
    for move in best_first[:MOST_MOVES]:
        name = analysis.game.format_move(analysis.state, move)
        share = _share(known[move], list(known.values()))
        table.add_row(name, value_text(known[move]), bar(share, ascii_only=ascii_only))
    left_out = len(analysis.values) - min(len(known), MOST_MOVES)
    if left_out:
        unknown = len(analysis.values) - len(known)
        table.add_row("…", f"{left_out} more", f"{unknown} of unknown value" if unknown else "")
    return table


def _share(value: float, values: list[float]) -> float:
    """How far a value is from the worst towards the best."""
    worst, best = min(values), max(values)
    return (value - worst) / (best - worst) if worst < best else 1.0
