"""Many positions from a file, answered one JSON document a line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple, TextIO

from outply.cli.blame import rules_of
from outply.cli.commands import BAD_INPUT, STOPPED
from outply.cli.options import Place, Rules
from outply.cli.output import answer
from outply.game import Game, OutplyError

__all__ = ["Answer", "answer_lines"]


class Answer(NamedTuple):
    """A document, the exit code that goes with it, and whether Ctrl-C ended the work on it."""

    document: dict[str, Any]
    code: int
    interrupted: bool


def answer_lines(
    file: TextIO, rules: Rules, place: Place, game: Game[Any], ask: Callable[[Any], Answer]
) -> int:
    """Ask for each position; the greatest of their exit codes, or that of Ctrl-C, which
    leaves the rest.
    """
    if place.position is not None:
        raise OutplyError("Give the positions by --file or one by --position, not both.")
    code = 0
    for line in map(str.strip, file):
        if not line or line.startswith("#"):
            continue
        try:
            with rules_of(game, rules.game):
                asked = ask(replace(place, position=line).state(game))
        except OutplyError as refusal:
            asked = Answer({"position": line, "error": str(refusal)}, BAD_INPUT, False)
        answer(asked.document)
        if asked.interrupted:
            return STOPPED
        code = max(code, asked.code)
    return code
