"""One check of a game, from the first look to the report."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from outply.check.check_report import FAILURES, Broken, Finding, Report, shown
from outply.check.compiled_comparison import CompiledComparison
from outply.check.compiled_search import NO_SEARCH, CompiledSearch, try_fitting_search
from outply.check.contract import misspelt_methods, name_of
from outply.check.incremental_evaluation import AGREEMENT, incremental_difference
from outply.check.odd_looking import odd_looking
from outply.check.play_statistics import PlayStatistics, TimeBudget, statistics_of
from outply.check.random_plays import RandomPlays
from outply.check.throughput import compiled_speed, interpreted_speed
from outply.compiler import NotCompilable
from outply.compiler.refusals import Refusal
from outply.endless_calls import LOOP, EndlessCall, endless_calls_interrupted, unreturned_call
from outply.game import Game, OutplyError
from outply.games import LoadError, load
from outply.source_lines import files_of, line_of_class

__all__ = ["assert_sound", "check", "check_path"]

Progress = Callable[[int, int], None]

SECONDS = 10.0
SHARE_OF_PLAYS = 0.5  # the rest is for proofs and for comparing compiled rules
SHARE_OF_PROOFS = 0.2
SHARE_OF_STATISTICS = 0.1
LEAST_SHARE_OF_COMPARING = 0.1


def check(
    game: Game[Any],
    plays: int = 1000,
    seed: int = 0,
    seconds: float | None = None,
    progress: Progress | None = None,
    *,
    compiled: bool = True,
) -> Report:
    """Whether the rules are sound and agree interpreted and compiled, and how fast they are.

    Looks at random plays, drawn from `seed`: as many as `plays`, or as `seconds` allow (10
    unless told; `math.inf` for no cap). `compiled=False` leaves the compiled rules out.
    `progress(done, total)` hears how far it all is; `total` is `plays`.
    """
    began = perf_counter()
    seconds = SECONDS if seconds is None else seconds
    bar = Bar(progress, plays)
    share = SHARE_OF_PLAYS if compiled else 1.0
    end_of_plays = began + SHARE_OF_PLAYS * seconds
    seen = RandomPlays(game, seed, end_of_plays, SHARE_OF_PROOFS * seconds)
    measured = Measured()
    try:
        with endless_calls_interrupted(game):
            seen.run(plays, lambda played: bar.move(share * played / plays))
            if compiled and seen.states:
                measured.comparison = _compare(seen, game, began, seconds, bar)
                measured.search = _fitting_search(seen, game)
                _note_optional_methods(seen, measured)
            bar.move(1.0)
            measured.statistics = _statistics(game, seen, seed, seconds)
            _measure_speeds(game, seen, measured)
    except EndlessCall as error:
        seen.record(_endless(game, error))
    return _report(game, seen, measured)


def _endless(game: Game[Any], error: EndlessCall) -> Broken:
    """What is wrong; the call tells it where no position was looked at, as in a search."""
    if isinstance(error.finding, Broken):
        return error.finding
    call = unreturned_call(error, files_of(game))
    if call is None:
        return Broken(
            f"{error.text(type(game).__name__)}; {LOOP}", line_of_class(type(game)), "returns"
        )
    position = f" at position {shown(call.arguments[0])}" if call.arguments else ""
    return Broken(f"{error.text(call.method)}{position}; {LOOP}", call.place, "returns")


@dataclass
class Measured:
    """What there is to report besides what random plays find, as far as the check came."""

    comparison: CompiledComparison | None = None
    search: CompiledSearch = NO_SEARCH
    statistics: PlayStatistics | None = None
    interpreted_speed: float | None = None
    compiled_speed: float | None = None

    @property
    def has_compiled_rules(self) -> bool:
        return self.comparison is not None and self.comparison.compiled

    @property
    def is_compiled(self) -> bool:
        """Whether searches run compiled, which need more than the rules to be."""
        return self.has_compiled_rules and self.search.not_compiled is None

    @property
    def not_compiled(self) -> str | None:
        in_rules = self.comparison.not_compiled if self.comparison else None
        return self.search.not_compiled or in_rules

    @property
    def interpreted_search(self) -> str:
        return self.search.name if self.search.not_compiled else ""

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Those of the search first, each once."""
        in_rules = self.comparison.refusals if self.comparison else ()
        return tuple(dict.fromkeys((*self.search.refusals, *in_rules)))


class Bar:
    """Progress through all that takes its time, as one number that only grows."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0

    def move(self, share: float) -> None:
        """Move on to a share of the whole."""
        done = round(share * self._total)
        if self._progress and done > self._done:
            self._done = done
            self._progress(done, self._total)


def _compare(
    seen: RandomPlays, game: Game[Any], began: float, seconds: float, bar: Bar
) -> CompiledComparison:
    comparison = CompiledComparison(game)
    if not comparison.compiled:
        return comparison
    least = perf_counter() + LEAST_SHARE_OF_COMPARING * seconds
    deadline = max(began + seconds, least)
    difference, states = comparison.first_difference(_counted(seen.states, bar), deadline)
    if difference:
        seen.record(difference)
    else:
        seen.say(f"compiled and interpreted rules agree in {states} states")
        _compare_evaluations(seen, game)
    return comparison


def _fitting_search(seen: RandomPlays, game: Game[Any]) -> CompiledSearch:
    """Compile the search that fits the game, unless something is wrong with the rules."""
    if seen.findings or not game.compilable:
        return NO_SEARCH
    return try_fitting_search(game)


def _note_optional_methods(seen: RandomPlays, measured: Measured) -> None:
    """Note what is not compiled although the search is, which does not call it."""
    if measured.comparison is None or measured.search.not_compiled:
        return
    for method, reason in measured.comparison.options_not_compiled.items():
        seen.notes[f"`{method}` is not compiled: {reason}."] = None


def _compare_evaluations(seen: RandomPlays, game: Game[Any]) -> None:
    """Compare learned evaluations in both modes, if the game says what they see."""
    if not game.cell_values or seen.findings:
        return
    try:
        if difference := incremental_difference(game):
            seen.record(difference)
        else:
            seen.say(AGREEMENT)
    except OutplyError as reason:
        seen.notes[f"Learned evaluations were not compared: {reason}"] = None
    except FAILURES as error:
        seen.record(seen.surprise("a learned evaluation", error, "cells"))


def _counted(states: Collection[Any], bar: Bar) -> Iterator[Any]:
    for count, state in enumerate(states, 1):
        yield state
        bar.move(SHARE_OF_PLAYS + (1 - SHARE_OF_PLAYS) * count / len(states))


def _statistics(
    game: Game[Any], seen: RandomPlays, seed: int, seconds: float
) -> PlayStatistics | None:
    """Those of as many random plays as were checked, of rules in which nothing is wrong."""
    if seen.findings or not seen.states:
        return None
    try:
        now = perf_counter()
        budget = TimeBudget(now + SHARE_OF_STATISTICS * seconds, now + SHARE_OF_PLAYS * seconds)
        return statistics_of(game, seen.plays, seed, budget)
    except FAILURES as error:
        seen.record(seen.surprise("a random play", error))
        return None


def _report(game: Game[Any], seen: RandomPlays, measured: Measured) -> Report:
    statistics = measured.statistics
    return Report(
        game=name_of(game),
        findings=seen.findings,
        passed=seen.passed,
        notes=tuple(seen.notes),
        remarks=(*misspelt_methods(game), *(odd_looking(statistics) if statistics else ())),
        statistics=statistics,
        plays=seen.plays,
        states=seen.number_of_states,
        compiled=measured.is_compiled,
        interpreted_search=measured.interpreted_search,
        not_compiled=measured.not_compiled,
        refusals=measured.refusals,
        interpreted_speed=measured.interpreted_speed,
        compiled_speed=measured.compiled_speed,
    )


def _measure_speeds(game: Game[Any], seen: RandomPlays, measured: Measured) -> None:
    measured.interpreted_speed = _speed(seen, game, interpreted_speed, "a random play", "raises")
    if measured.has_compiled_rules:
        what = "a compiled random play"
        measured.compiled_speed = _speed(seen, game, compiled_speed, what, "compiled")


def _speed(
    seen: RandomPlays,
    game: Game[Any],
    measure: Callable[[Game[Any]], float],
    what: str,
    rule: str,
) -> float | None:
    """States a second; plays that raise are one more finding."""
    if seen.findings or not seen.states:
        return None  # rules that are not sound may never end
    try:
        return measure(game)
    except NotCompilable as reason:
        seen.notes[f"The compiled speed cannot be measured: {reason}."] = None
    except FAILURES as error:
        seen.record(seen.surprise(what, error, rule=rule))
    return None


def assert_sound(game: Game[Any], **effort: Any) -> Report:
    """Check a game, for its author's own tests: an AssertionError lists what is wrong."""
    report = check(game, **effort)
    report.raise_for_findings()
    return report


def check_path(name: str, parameters: Mapping[str, Any] | None = None, **effort: Any) -> Report:
    """Check a game by its name or file, as for `outply.load`.

    A file that is there but cannot be loaded is a finding; a name that stands for nothing
    is the user's mistake and raises.
    """
    try:
        game = load(name, **(parameters or {}))
    except LoadError as error:
        return Report(name, (Finding("load", f"{error.reason}.", error.file, error.line),))
    return check(game, **effort)
