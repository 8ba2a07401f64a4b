"""`outply analyze`: what to play in a position, and what each move is worth."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TextIO

import click

from outply.cli.blame import rules_of
from outply.cli.options import (
    Place,
    Rules,
    Thinking,
    json_option,
    place_options,
    rules_options,
    thinking_options,
)
from outply.cli.stderr import doing, say
from outply.cli.words import answer, line_texts, value_text
from outply.game import Game, OutplyError
from outply.play.analysis import Analysis, analyze
from outply.play.thinker import Thinker
from outply.search import Progress, Result

__all__ = ["command"]

BAD_LINES = 2
STOPPED = 130


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


def _show(analysis: Analysis) -> None:
    from outply.cli.report import show

    show(analysis)


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
                answer(_document(analysis))
        except OutplyError as refusal:
            answer({"position": line, "error": str(refusal)})
            code = BAD_LINES
            continue
        if analysis.interrupted:
            return STOPPED
    return code
