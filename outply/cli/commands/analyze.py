"""`outply analyze`: what to play in a position, and what each move is worth."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TextIO

import click

from outply.cli.blame import rules_of
from outply.cli.commands import BAD_INPUT, STOPPED
from outply.cli.options import (
    Place,
    Rules,
    Thinking,
    json_option,
    place_options,
    rules_options,
    thinking_options,
)
from outply.cli.output import answer, console, print_table, say
from outply.cli.progress import doing
from outply.cli.words import counted, player_name, speed_text, value_text, verdict
from outply.game import Game, OutplyError
from outply.play.analysis import Analysis, Worth, analyze
from outply.play.outcome import line_texts
from outply.play.thinker import Thinker
from outply.search import Progress, Result

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

__all__ = ["command"]

MOST_MOVES = 16
BAR_WIDTH = 16
EIGHTHS = " ▏▎▍▌▋▊▉"


@click.command
@rules_options
@place_options
@click.option(
    "--file",
    type=click.File(encoding="utf-8-sig", errors="replace"),
    help="Many positions, one a line (- is stdin), answered with one JSON document a line.",
)
@thinking_options
@json_option
def command(
    rules: Rules, place: Place, thinking: Thinking, file: TextIO | None, as_json: bool
) -> int:
    """Say what to play in a position of GAME, and what each move is worth.

    Looks ahead for a second unless told otherwise. Ctrl-C stops the search with the best
    answer so far, and the exit code is still 0; with --file it is 130, for the positions
    that were not answered.
    """
    with rules.loaded() as game:
        thinker = thinking.thinker(game)
        if file is not None:
            return _answer_lines(file, rules, place, thinker)
        analysis = _analyze(thinker, place.state(game))
        if as_json:
            answer(_document(analysis))
        else:
            _show(analysis)
    return 0


def _analyze(thinker: Thinker, state: Any) -> Analysis:
    with _watching(thinker.game, state) as (progress, on_move):
        analysis = analyze(thinker, state, progress, on_move)
    if analysis.interrupted:
        say("note: stopped by Ctrl-C; this is the best answer so far.")
    return analysis


@contextmanager
def _watching(game: Game[Any], state: Any) -> Iterator[tuple[Progress, Any]]:
    with doing("Looking ahead…") as change:

        def progress(result: Result) -> None:
            line = " ".join(line_texts(game, state, result.line))
            value = value_text(result.value)
            change(f"depth {result.depth}  value {value}  {result.nodes:,} nodes  {line}")

        yield progress, lambda done, of: change(f"The other moves: {done} of {of}…")


def _document(analysis: Analysis) -> dict[str, Any]:
    game, state, result = analysis.game, analysis.state, analysis.result
    line = line_texts(game, state, result.line)
    return {
        "game": game.name,
        "position": game.format(state),
        "move": None if result.move is None else game.format_move(state, result.move),
        "value": result.value,
        "line": line,
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": result.seconds,
        "proved": result.proved,
        "distance": analysis.distance,
        "compiled": result.compiled,
        "moves": {
            game.format_move(state, move): worth.value if worth and worth.known else None
            for move, worth in analysis.moves.items()
        },
    }


# -- many positions -------------------------------------------------------------------


def _answer_lines(file: TextIO, rules: Rules, place: Place, thinker: Thinker) -> int:
    if place.position is not None:
        raise OutplyError("Give the positions by --file or one by --position, not both.")
    code = 0
    for line in map(str.strip, file):
        if not line or line.startswith("#"):
            continue
        try:
            with rules_of(thinker.game, rules.game):
                analysis = _analyze(thinker, replace(place, position=line).state(thinker.game))
                document = _document(analysis)
        except OutplyError as refusal:
            answer({"position": line, "error": str(refusal)})
            code = BAD_INPUT
            continue
        answer(document)
        if analysis.interrupted:
            return STOPPED
    return code


# -- for people ------------------------------------------------------------------------


def _show(analysis: Analysis) -> None:
    """The board, the best move and why, and what the others are worth."""
    from outply.cli.board import board

    people = console()
    people.print(board(people, analysis.game, analysis.state), soft_wrap=True)
    people.print()
    if analysis.result.move is None:
        people.print(f"The game is over. {verdict(analysis.game, analysis.state)}")
        return
    _print_answer(people, analysis)
    people.print()
    print_table(people, _moves_table(analysis, ascii_only=people.options.ascii_only))
    people.print(_left_out(analysis), end="")


def _print_answer(people: Console, analysis: Analysis) -> None:
    from outply.cli.board import mover

    game, state, result = analysis.game, analysis.state, analysis.result
    assert result.move is not None
    player = player_name(game.to_move(state))
    proof = "proved" if result.proved else "not proved"
    people.print(_labelled("To move", mover(people, game, state)))
    people.print(_labelled("Best move", game.format_move(state, result.move)))
    people.print(_labelled("Value", f"{value_text(result.value)} for {player}, {proof}"))
    people.print(_labelled("Line", " ".join(line_texts(game, state, result.line)) or "none yet"))
    people.print(_labelled("Searched", _effort(analysis)))


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
    from rich.table import Table

    table = Table("Move", "Value", "", box=None, header_style="dim", padding=(0, 2, 0, 0))
    table.columns[1].justify = "right"
    found = {move: worth for move, worth in analysis.moves.items() if worth}
    known = [worth.value for worth in found.values() if worth.known]
    best_first = sorted(found, key=lambda move: _rank(found[move], move == analysis.result.move))
    for move in best_first[:MOST_MOVES]:
        name, worth = analysis.game.format_move(analysis.state, move), found[move]
        if worth.known:
            length = _bar(_share(worth.value, known), ascii_only=ascii_only)
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


def _labelled(label: str, text: str) -> Text:
    from rich.text import Text

    return Text.assemble((f"{label:<10} ", "dim"), text)


def _bar(share: float, *, ascii_only: bool) -> str:
    """A share from 0 to 1 as a bar."""
    if ascii_only:
        return "#" * round(share * BAR_WIDTH)
    full, rest = divmod(round(share * BAR_WIDTH * 8), 8)
    return "█" * full + EIGHTHS[rest].strip()
