"""Games of self-play whose positions have labels: what a search found, how the game ended, or the
truth.

After some random plies both sides move as the engine says, within a limit of nodes. Where the
engine proved the value of a position, or looked it up in a table of endings, that is the label. It
also takes the place of the game's result for all positions before it. What is fitted is half the
value that was found and half the result, but an exact value alone (`labels_of` in `fit.py`).
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from outply.compiler import fully_optimised
from outply.game import Game
from outply.learn.self_play import MOST_PLIES
from outply.play.arena.workers import Picklable
from outply.search import Limit, Result
from outply.search.engine import Engine
from outply.search.random_numbers import random_choice

__all__ = ["LabelledGame", "Labelling", "play_labelled_game"]

MEGABYTES = 1  # of the engine's table, which a few thousand nodes do not fill
DIGITS = 6  # of a value


class LabelledGame(NamedTuple):
    """The moves of a game by their numbers among the legal ones; what is known of its positions.

    The lists are of the positions after the opening. Values and results are from -1 to 1, for the
    player to move.
    """

    number: int
    opening: int  # random plies at the beginning, whose positions have no labels
    moves: list[int]  # of the opening, too
    values: list[float]  # that the search found
    exact: list[int]  # 1 where the value was proved or looked up
    quiet: list[int]  # 1 where the best move is not one of `noisy_moves`
    results: list[float]  # of the game, or the next exact value
    is_drawn: bool

    def to_json(self) -> str:
        return json.dumps(self._asdict())

    @classmethod
    def from_json(cls, line: str) -> LabelledGame:
        """Read a line; raises ValueError, TypeError or AttributeError if it is none."""
        found = cls(**json.loads(line))
        lists = found.values, found.exact, found.quiet, found.results
        if {len(one) + found.opening for one in lists} != {len(found.moves)}:
            raise ValueError("the labels are not as many as the moves")
        return found


@dataclass(frozen=True)
class Labelling:
    """How games are played; processes get it with the number of a game."""

    rules: Picklable  # without an evaluation
    nodes: int  # of each search
    endings: str = ""  # a file that `outply solve --all` made
    seed: int = 0
    compiled: bool | None = None
    opening: int = 6  # the most random plies at the beginning

    def game(self, evaluation: str) -> Game[Any]:
        """The game with the evaluation of a file; with its own, if none is named."""
        game = self.rules if isinstance(self.rules, Game) else self.rules.load()
        return game.with_evaluation(evaluation) if evaluation else game

    @cached_property
    def engine(self) -> Engine:
        return Engine(megabytes=MEGABYTES, endings=self.endings)

    def searched(self, game: Game[Any], history: Sequence[Any], memory: Any = None) -> Result:
        """What the engine finds in the last state of a history, each time the same."""
        with fully_optimised():
            found = self.engine.search(
                *(game, history[-1], Limit(nodes=self.nodes)),
                compiled=self.compiled,
                history=history[:-1],
                memory=memory,
            )
        if found.interrupted:
            raise KeyboardInterrupt
        return found


_memory: Any = None  # of this process: to allocate it takes longer than some searches


def play_labelled_game(labelling: Labelling, evaluation: str, number: int) -> LabelledGame:
    """Play one game; the same number and evaluation give the same game in any process."""
    global _memory
    _memory = labelling.engine.memory_of_next_game(_memory or labelling.engine.new_memory())
    return _Play(labelling, labelling.game(evaluation), number).played(_memory)


class _Play:
    """One game under way."""

    def __init__(self, labelling: Labelling, game: Game[Any], number: int) -> None:
        self._labelling, self._game, self._number = labelling, game, number
        self._rng = random.Random(f"{labelling.seed} {number}")
        self._states, self._moves = [game.initial()], list[int]()
        self._found: list[Result] = []
        self._opening = 0

    @property
    def _is_over(self) -> bool:
        return self._game.is_terminal(self._states[-1]) or len(self._moves) == MOST_PLIES

    def _make(self, move: Any) -> None:
        state = self._states[-1]
        self._moves.append(list(self._game.moves(state)).index(move))
        self._states.append(self._game.result(state, move))

    def played(self, memory: Any) -> LabelledGame:
        for _ in range(self._random_plies()):
            if not self._is_over:
                self._make(random_choice(self._game, self._states[-1], self._rng.random()))
        self._opening = len(self._moves)
        while not self._is_over:
            found = self._labelling.searched(self._game, self._states, memory)
            self._found.append(found)
            self._make(found.move)
        return self._record()

    def _random_plies(self) -> int:
        """Rarely only a few: games from the same position would be the same."""
        most = self._labelling.opening
        return max(self._rng.randint(0, most), self._rng.randint(0, most))

    def _record(self) -> LabelledGame:
        game, end, after = self._game, self._states[-1], self._opening
        positions = list(zip(self._states[after:], self._found, strict=False))
        values = [self._share(found.value) for found in self._found]
        return LabelledGame(
            number=self._number,
            opening=after,
            moves=self._moves,
            values=values,
            exact=[int(found.proved) for found in self._found],
            quiet=[int(found.move not in game.noisy_moves(state)) for state, found in positions],
            results=self._results(values),
            is_drawn=game.is_terminal(end) and self._share(game.utility(end, 0)) == 0.0,
        )

    def _results(self, values: list[float]) -> list[float]:
        """What each position came to: the next exact value, or the end of the game."""
        game, end, results = self._game, self._states[-1], list[float]()
        result = 0.0  # for player 0
        if game.is_terminal(end):
            result = self._share(game.utility(end, 0))
        elif values:
            result = values[-1] * self._sign(len(values) - 1)
        for at in reversed(range(len(values))):
            if self._found[at].proved:
                result = values[at] * self._sign(at)
            results.append(result * self._sign(at) + 0.0)
        return results[::-1]

    def _sign(self, at: int) -> int:
        """1 where player 0 is to move, else -1."""
        return 1 if self._game.to_move(self._states[self._opening + at]) == 0 else -1

    def _share(self, utility: float) -> float:
        """A utility, from -1 to 1."""
        least, most = self._game.utility_range
        share = (2.0 * utility - least - most) / (most - least)
        return round(min(max(share, -1.0), 1.0), DIGITS) + 0.0
