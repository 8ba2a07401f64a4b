"""Positions from a file, each answered with one line of JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from outply.cli.errors import BAD_INPUT, STOPPED, rule_errors
from outply.cli.options import GameOptions, PositionOptions
from outply.cli.output import print_json
from outply.game import Game, OutplyError

if TYPE_CHECKING:
    from outply.cli.schemas import PositionDocument

__all__ = ["Answer", "Batch"]


class Answer(NamedTuple):
    """A document, its exit code, and whether Ctrl-C ended the search."""

    document: PositionDocument
    code: int
    interrupted: bool


class Batch(NamedTuple):
    """The positions of a file, in one game; `document` makes a document of a refused line."""

    file: TextIO
    game_options: GameOptions
    position_options: PositionOptions
    game: Game[Any]
    document: Callable[..., PositionDocument]

    def run(self, answer: Callable[[Any], Answer]) -> int:
        """Answer each position; the exit code is the greatest of all, or that of Ctrl-C."""
        if self.position_options.position is not None:
            raise OutplyError("Give the positions by --file or one by --position, not both.")
        code = 0
        for line in map(str.strip, self.file):
            if not line or line.startswith("#"):
                continue
            answered = self._answered(line, answer)
            print_json(answered.document)
            if answered.interrupted:
                return STOPPED
            code = max(code, answered.code)
        return code

    def _answered(self, line: str, answer: Callable[[Any], Answer]) -> Answer:
        try:
            with rule_errors(self.game, self.game_options.game):
                return answer(replace(self.position_options, position=line).state(self.game))
        except OutplyError as refusal:
            refused = self.document(game=self.game.name, position=line, error=str(refusal))
            return Answer(refused, BAD_INPUT, False)
