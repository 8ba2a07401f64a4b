"""Answers about one position, or about each position of a file with one line of JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from outply.cli.errors import BAD_INPUT, STOPPED, rule_errors
from outply.cli.options import GameOptions, QuestionOptions
from outply.cli.output import print_json
from outply.game import Game, OutplyError

if TYPE_CHECKING:
    from outply.cli.schemas import PositionDocument

__all__ = ["Answer", "Questions"]


class Answer(NamedTuple):
    """How to document and show an answer, its exit code, and whether Ctrl-C ended the search."""

    document: Callable[[], PositionDocument]
    show: Callable[[], None]
    code: int
    interrupted: bool


class Questions(NamedTuple):
    """The positions of a command line, in one game; `refused` makes a document of a bad line."""

    game_options: GameOptions
    options: QuestionOptions
    game: Game[Any]
    refused: Callable[..., PositionDocument]

    def answer(self, answer: Callable[[Any], Answer]) -> int:
        """Answer the position, or each one of the file; returns the exit code."""
        if self.options.file is not None:
            return self._answer_file(self.options.file, answer)
        answered = answer(self.options.state(self.game))
        if self.options.as_json:
            print_json(answered.document())
        else:
            answered.show()
        return answered.code

    def _answer_file(self, file: TextIO, answer: Callable[[Any], Answer]) -> int:
        """Answer each position; the exit code is the greatest of all, or that of Ctrl-C."""
        if self.options.position is not None:
            raise OutplyError("Give the positions by --file or one by --position, not both.")
        code = 0
        for line in map(str.strip, file):
            if not line or line.startswith("#"):
                continue
            line_code, interrupted = self._answer_line(line, answer)
            if interrupted:
                return STOPPED
            code = max(code, line_code)
        return code

    def _answer_line(self, line: str, answer: Callable[[Any], Answer]) -> tuple[int, bool]:
        """Print the document of a line; returns its exit code, and whether to stop."""
        try:
            with rule_errors(self.game, self.game_options.game):
                answered = answer(replace(self.options, position=line).state(self.game))
                document = answered.document()
        except OutplyError as refusal:
            print_json(self.refused(game=self.game.name, position=line, error=str(refusal)))
            return BAD_INPUT, False
        print_json(document)
        return answered.code, answered.interrupted
