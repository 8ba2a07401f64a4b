"""An analysis as people read it."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from outply.cli.board import board
from outply.cli.people import bar, console, labelled
from outply.cli.words import counted, line_texts, player_name, speed_text, value_text, verdict
from outply.play.analysis import Analysis, Worth

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
    people.print(_moves_table(analysis, ascii_only=people.options.ascii_only), soft_wrap=False)
    people.print(_left_out(analysis), end="")


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
    """Best first; a bar reaches from the worst known value to the best."""
    table = Table("Move", "Value", "", box=None, header_style="dim", padding=(0, 2, 0, 0))
    table.columns[1].justify = "right"
    found = {move: worth for move, worth in analysis.moves.items() if worth}
    known = [worth.value for worth in found.values() if worth.known]
    best_first = sorted(found, key=lambda move: _rank(found[move], move == analysis.result.move))
    for move in best_first[:MOST_MOVES]:
        name, worth = analysis.game.format_move(analysis.state, move), found[move]
        if worth.known:
            length = bar(_share(worth.value, known), ascii_only=ascii_only)
            table.add_row(name, value_text(worth.value), length)
        else:
            table.add_row(name, value_text(worth.value), f"at depth {worth.depth}", style="dim")
    return table


def _left_out(analysis: Analysis) -> str:
    found = sum(worth is not None for worth in analysis.moves.values())
    unlisted = len(analysis.moves) - min(found, MOST_MOVES)
    return f"{'and ' if found else ''}{counted(unlisted, 'other move')}\n" if unlisted else ""


def _rank(worth: Worth, is_best: bool) -> tuple[bool, float, bool]:
    """Looked at as deep as the answer, then the highest value, then the answer itself."""
    return not worth.known, -worth.value, not is_best


def _share(value: float, values: list[float]) -> float:
    """How far a value is from the worst towards the best."""
    worst, best = min(values), max(values)
    return (value - worst) / (best - worst) if worst < best else 1.0
