"""Random plays, with every rule looked at on the way."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter
from typing import Any

from outply.check.blame import Place, place_of_error
from outply.check.broken import Broken, NotChecked, shown
from outply.check.position import Position, Subject
from outply.check.report import Finding
from outply.check.rules import GAME_RULES, PLAY_RULES, RULES, GameRule, PlayRule, Rule
from outply.game import Game

__all__ = ["Exploration", "Progress"]

Progress = Callable[[int, int], None]
AnyRule = GameRule | Rule | PlayRule

LONGEST_PLAY = 10_000
LONGEST_PLAY_ONCE_ENDLESS = 500
STATES_LOOKED_AT_CLOSELY = 200
SHARE_LOOKED_AT_CLOSELY = 1 / 16


class Exploration:
    """What random plays of a game bring to light."""

    def __init__(self, game: Game[Any], seed: int, deadline: float) -> None:
        self.plays = 0
        self.states: dict[Any, None] = {}  # those that can be hashed, in the order met
        self.unhashable_states = 0
        self.notes: dict[str, None] = {}
        self._game = game
        self._subject = Subject(game)
        self._findings: dict[tuple[str, Place], Finding] = {}
        self._words = {"raises": "no method raises", "ends": "plays end"}
        self._longest_play = LONGEST_PLAY
        self._rng = random.Random(seed)  # noqa: S311
        self._deadline = deadline

    # -- what was found ---------------------------------------------------------------

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(self._findings.values())

    @property
    def passed(self) -> tuple[str, ...]:
        broken = {finding.rule for finding in self.findings}
        return tuple(said for name, said in self._words.items() if name not in broken)

    def record(self, broken: Broken, rule: str = "") -> None:
        """Keep the first finding of a rule at a place."""
        name = broken.rule or rule
        finding = Finding(name, broken.message, *broken.place)
        self._findings.setdefault((name, broken.place), finding)

    def say(self, words: str) -> None:
        """Add to what was found in order."""
        self._words[words] = words

    # -- playing ----------------------------------------------------------------------

    def run(self, plays: int, progress: Progress | None) -> None:
        for rule in GAME_RULES:
            self._look(rule, self._game)
        while not self._is_hopeless() and self.plays < plays:
            if self._is_out_of_time():
                self.notes[f"There was time for {self.plays} plays of {plays}."] = None
                break
            self._play()
            self.plays += 1
            if progress:
                progress(self.plays, plays)

    def _is_hopeless(self) -> bool:
        """Whether something is wrong already and not one state was reached."""
        return bool(self._findings and not self.states and not self.unhashable_states)

    def _is_out_of_time(self) -> bool:
        return perf_counter() > self._deadline

    def _play(self) -> None:
        try:
            path = self._path()
        except Broken as broken:
            self.record(broken)
            return
        if path[-1].is_over:
            for rule in PLAY_RULES:
                self._look(rule, path)

    def _path(self) -> list[Position]:
        path = [self._first()]
        self._inspect(path[0])
        while path[-1].choices and not self._is_out_of_time():
            if len(path) > self._longest_play:
                self._longest_play = LONGEST_PLAY_ONCE_ENDLESS
                raise _endless(path[-1])
            path.append(path[-1].after(self._choice(path[-1]), sampled=self._closely()))
            self._inspect(path[-1])
        return path

    def _first(self) -> Position:
        state = Position(self._subject, None).consult("initial")
        return Position(self._subject, state, sampled=self._closely())

    def _closely(self) -> bool:
        few = len(self.states) < STATES_LOOKED_AT_CLOSELY
        return few or self._rng.random() < SHARE_LOOKED_AT_CLOSELY

    def _choice(self, at: Position) -> Any:
        if not at.is_chance:
            return self._rng.choice(at.choices)
        weights = [max(probability, 0.0) for _, probability in at.outcomes]
        return self._rng.choices(at.choices, weights if any(weights) else None)[0]

    # -- looking ----------------------------------------------------------------------

    def _inspect(self, at: Position) -> None:
        if self._is_known(at):
            return
        for rule in RULES:
            if at.sampled or not rule.costly:
                self._look(rule, at)

    def _is_known(self, at: Position) -> bool:
        before = len(self.states)
        try:
            self.states[at.state] = None
        except Exception:
            self.unhashable_states += 1
            return False
        return len(self.states) == before

    def _look(self, rule: AnyRule, at: Any) -> None:
        if not rule.concerns(self._game):
            return
        self._words[rule.name] = rule.words
        try:
            rule.check(at)
        except Broken as broken:
            self.record(broken, rule.name)
        except NotChecked as reason:
            self.notes[str(reason)] = None
        except Exception as error:
            self.record(self._surprise(error))

    def _surprise(self, error: Exception) -> Broken:
        """An exception from elsewhere than the game's methods, such as a state's `__eq__`."""
        text = f"{type(error).__name__} is raised while the rules are checked: {shown(str(error))}."
        return Broken(text, place_of_error(self._game, error, "result"), "raises")


def _endless(at: Position) -> Broken:
    message = f"`is_terminal` did not come true in {at.ply} moves of a play that stands"
    return at.broken("is_terminal", message, "count the moves or forbid repetition", "ends")
