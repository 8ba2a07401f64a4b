"""Statistics of random plays; `odd_looking.py` says what looks odd in them."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from types import CodeType, FrameType
from typing import Any, NamedTuple

from outply.game import CHANCE, Game, is_defined
from outply.source_lines import files_of

__all__ = ["PlayStatistics", "TimeBudget", "statistics_of"]

MOST_TRACED_PLAYS = 300  # whose lines are noted, which takes much longer
LONGEST_PLAY = 2_000
RULES = ("initial", "to_move", "moves", "result", "is_terminal", "utility", "outcomes")


class TimeBudget(NamedTuple):
    """When to stop noting lines, and when to stop playing."""

    traced: float
    all: float


@dataclass(frozen=True)
class Spread:
    """The least, the average and the most of some numbers."""

    least: int = 0
    average: float = 0.0
    most: int = 0


@dataclass
class PlayStatistics:
    """What happened in random plays.

    `results` counts the wins, draws and losses of each seat, `turns` the moves of each player.
    `last_mover` counts the wins and losses of the player who made the last move. `never_run`
    lists the lines of the rules that none of the first plays executed, each as file:line.
    """

    plays: int = 0
    length: Spread = field(default_factory=Spread)
    branching: Spread = field(default_factory=Spread)
    turns: list[int] = field(default_factory=list)
    results: list[dict[str, int]] = field(default_factory=list)
    last_mover: dict[str, int] = field(default_factory=dict)
    never_run: list[str] = field(default_factory=list)


def statistics_of(game: Game[Any], plays: int, seed: int, budget: TimeBudget) -> PlayStatistics:
    """Play `plays` times at random, if there is time, and count."""
    counts = _Counts(game)
    lines = _Lines(game)
    rng = random.Random(seed)
    with lines:
        while counts.begun < min(plays, MOST_TRACED_PLAYS) and perf_counter() < budget.traced:
            counts.play(rng)
    while counts.begun < plays and perf_counter() < budget.all:
        counts.play(rng)
    return counts.statistics(list(lines.never_run()))


class _Counts:
    """Counts over plays that came to an end."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, players = game, game.traits.players
        self.begun = 0
        self.lengths: list[int] = []
        self.choices: list[int] = []
        self.turns = [0] * players
        self.results = [Counter(win=0, draw=0, loss=0) for _ in range(players)]
        self.last_mover = Counter(win=0, loss=0)

    def play(self, rng: random.Random) -> None:
        self.begun += 1
        game, state, mover, plies = self.game, self.game.initial(), None, 0
        while not game.is_terminal(state) and plies < LONGEST_PLAY:
            player = game.to_move(state)
            if player == CHANCE:
                outcomes, weights = zip(*game.outcomes(state), strict=True)
                state = game.result(state, rng.choices(outcomes, weights)[0])
                continue
            moves = list(game.moves(state))
            self.choices.append(len(moves))
            self.turns[player] += 1
            mover, plies = player, plies + 1
            state = game.result(state, rng.choice(moves))
        if game.is_terminal(state):
            self.lengths.append(plies)
            self._note_results(state, mover)

    def _note_results(self, state: Any, mover: int | None) -> None:
        utilities = [self.game.utility(state, player) for player in range(len(self.turns))]
        level = 0.0 if self.game.zero_sum else sum(utilities) / len(utilities)
        for player, utility in enumerate(utilities):
            result = "win" if utility > level else "loss" if utility < level else "draw"
            self.results[player][result] += 1
            if player == mover and result != "draw":
                self.last_mover[result] += 1

    def statistics(self, never_run: list[str]) -> PlayStatistics:
        return PlayStatistics(
            plays=len(self.lengths),
            length=_spread(self.lengths),
            branching=_spread(self.choices),
            turns=self.turns,
            results=[dict(result) for result in self.results],
            last_mover=dict(self.last_mover),
            never_run=never_run,
        )


def _spread(numbers: list[int]) -> Spread:
    if not numbers:
        return Spread()
    return Spread(min(numbers), sum(numbers) / len(numbers), max(numbers))


class _Lines:
    """Which lines of a game's files run while inside, of functions that run at all."""

    def __init__(self, game: Game[Any]) -> None:
        self._files = files_of(game)
        self._codes = {code for code in map(_code_of(game), RULES) if code is not None}
        self._run: set[tuple[str, int]] = set()

    def __enter__(self) -> None:
        self._before = sys.gettrace()
        if self._before is None:  # a debugger has its own
            sys.settrace(self._call)

    def __exit__(self, *_: object) -> None:
        if self._before is None:
            sys.settrace(None)

    def _call(self, frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename not in self._files:
            return None
        self._codes.add(frame.f_code)
        return self._line

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        self._run.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line

    def never_run(self) -> Iterator[str]:
        """The lines that did not run, as file:line."""
        lines = {place for code in self._codes for place in _lines_of(code)} if self._run else set()
        for file, line in sorted(lines - self._run):
            yield f"{Path(file).name}:{line}"


def _code_of(game: Game[Any]) -> Any:
    def code_of(method: str) -> CodeType | None:
        function = getattr(type(game), method)
        return getattr(function, "__code__", None) if is_defined(game, method) else None

    return code_of


def _lines_of(code: CodeType) -> Iterator[tuple[str, int]]:
    for _, _, line in code.co_lines():
        if line and line != code.co_firstlineno:
            yield code.co_filename, line
