"""Random plays, with every rule looked at on the way."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from time import perf_counter
from typing import Any

from outply.check.check_report import FAILURES, Broken, Finding, NotChecked, named
from outply.check.checked_position import RETURN_MISSING, CheckedPosition, Subject
from outply.check.checks import END_CHECKS, GAME_CHECKS, PLAY_CHECKS, POSITION_CHECKS, Check
from outply.game import Game
from outply.play.game_length import LONGEST_PLAY
from outply.source_lines import SourceLine, line_of_error, line_of_method

__all__ = ["RandomPlays"]

LONGEST_PLAY_ONCE_ENDLESS = 500
CLOSE_LOOKS_AT_FIRST = 1500  # each at one move of one state
CLOSE_LOOKS_LATER = 0.5  # a state, on average


class RandomPlays:
    """What random plays of a game bring to light."""

    def __init__(
        self, game: Game[Any], seed: int, deadline: float, spare: float = math.inf
    ) -> None:
        """Play until `deadline`; checks that search get `spare` seconds more."""
        self.plays = 0
        self.states: dict[Any, None] = {}  # those that can be hashed, in the order met
        self.notes: dict[str, None] = {}
        self._game = game
        self._subject = Subject(game)
        self._findings: dict[tuple[str, SourceLine], Finding] = {}
        self._unhashable_states = 0
        self._interrupted: set[str] = set()  # rules that met the breach of another one
        self._not_checked: set[str] = set()  # rules that a note is about
        self._words = {"raises": "no method raises"}
        self._longest_play = LONGEST_PLAY
        self._close_looks = 0
        self._rng = random.Random(seed)
        self._deadline, self._spare = deadline, spare

    # -- what was found ---------------------------------------------------------------

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(self._findings.values())

    @property
    def passed(self) -> tuple[str, ...]:
        broken = {finding.rule for finding in self.findings}
        broken |= self._interrupted | self._not_checked
        if not self.number_of_states:
            broken.add("raises")  # no method was called
        return tuple(said for name, said in self._words.items() if name not in broken)

    @property
    def number_of_states(self) -> int:
        return len(self.states) + self._unhashable_states

    def record(self, broken: Broken, rule: str = "") -> None:
        """Keep the first finding of a rule at a place."""
        name = broken.rule or rule
        finding = Finding(name, broken.message, *broken.place)
        self._findings.setdefault((name, broken.place), finding)

    def say(self, words: str) -> None:
        """Add to what was found in order."""
        self._words[words] = words

    # -- playing ----------------------------------------------------------------------

    def run(self, plays: int, played: Callable[[int], None]) -> None:
        """Play `plays` times, if there is time; call `played` with the number of each play."""
        for check in GAME_CHECKS:
            self._look(check, self._game)
        while not self._is_hopeless() and self.plays < plays:
            if self.plays and self._is_out_of_time():
                self.notes[f"There was time for {self.plays:,} plays of {plays:,}."] = None
                break
            self._play()
            self.plays += 1
            played(self.plays)
        if self.number_of_states > 1 and not self._findings:
            self._look_at_the_end()

    def _look_at_the_end(self) -> None:
        self._subject.deadline = min(self._deadline, perf_counter()) + self._spare
        for last in END_CHECKS:
            self._look(last, self._subject)

    def _is_hopeless(self) -> bool:
        """Whether something is wrong already and not one state was reached."""
        return bool(self._findings) and not self.number_of_states

    def _is_out_of_time(self) -> bool:
        return perf_counter() > self._deadline

    def _play(self) -> None:
        try:
            path = self._path()
        except Broken as broken:
            self.record(broken)
            return
        except FAILURES as error:
            self.record(self.surprise("a play", error))
            return
        if path[-1].is_over:
            self._words["ends"] = "plays end"
            for check in PLAY_CHECKS:
                self._look(check, path)

    def _path(self) -> list[CheckedPosition]:
        path = [self._first()]
        self._inspect(path[0])
        while path[-1].choices and not self._is_out_of_time():
            if len(path) > self._longest_play:
                self._longest_play = LONGEST_PLAY_ONCE_ENDLESS
                raise _endless(path[-1])
            path.append(self._next(path[-1]))
            self._inspect(path[-1])
        return path

    def _first(self) -> CheckedPosition:
        state = CheckedPosition(self._subject, None).consult("initial")
        if state is None:
            place = line_of_method(self._game, "initial")
            raise Broken(f"`initial` gives None; {RETURN_MISSING}", place, "initial")
        return CheckedPosition(self._subject, state, sampled=self._closely(1))

    def _next(self, at: CheckedPosition) -> CheckedPosition:
        return at.after(self._choice(at), sampled=self._closely(len(at.choices)))

    def _closely(self, choices: int) -> bool:
        """Whether to look closely at a state, which costs the more the more choices it has."""
        at_first = self._close_looks < CLOSE_LOOKS_AT_FIRST
        closely = at_first or self._rng.random() * choices < CLOSE_LOOKS_LATER
        self._close_looks += choices if closely else 0
        return closely

    def _choice(self, at: CheckedPosition) -> Any:
        if not at.is_chance:
            return self._rng.choice(at.choices)
        weights = [max(probability, 0.0) for _, probability in at.outcomes]
        return self._rng.choices(at.choices, weights if any(weights) else None)[0]

    # -- looking ----------------------------------------------------------------------

    def _inspect(self, at: CheckedPosition) -> None:
        if self._is_known(at):
            return
        for check in POSITION_CHECKS:
            if at.sampled or not check.costly:
                self._look(check, at)

    def _is_known(self, at: CheckedPosition) -> bool:
        before = len(self.states)
        try:
            self.states[at.state] = None
        except FAILURES:
            self._unhashable_states += 1
            return False
        return len(self.states) == before

    def _look(self, check: Check[Any], at: Any) -> None:
        if not check.concerns(self._game):
            return
        try:
            if check.where is not None and not check.where(at):
                return
            check.run(at)
        except Broken as broken:
            self._interrupted.add(check.name)
            self.record(broken, check.name)
        except NotChecked as reason:
            self._not_checked.add(check.name)
            self.notes[str(reason)] = None
        except FAILURES as error:
            self._interrupted.add(check.name)
            self.record(self.surprise(f"checking {check.name}", error, check.needs))
        else:
            self._words[check.name] = check.words

    def surprise(
        self, what: str, error: BaseException, method: str = "", rule: str = "raises"
    ) -> Broken:
        """An exception where no method was being asked, as from the `__eq__` of a state."""
        place = line_of_error(self._game, error, method or "result")
        return Broken(f"{what} fails with {named(error)}.", place, rule)


def _endless(at: CheckedPosition) -> Broken:
    message = f"`is_terminal` did not come true in {at.ply} moves of a play that stands"
    return at.broken("is_terminal", message, "count the moves or forbid repetition", "ends")
