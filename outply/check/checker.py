"""One check of a game, from the first look to the report."""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

from outply.check.agreement import Agreement
from outply.check.broken import shown
from outply.check.exploration import Exploration, Progress
from outply.check.report import Finding, Report
from outply.check.speeds import compiled_speed, interpreted_speed
from outply.game import Game, OutplyError
from outply.games import load

__all__ = ["assert_sound", "check", "check_path"]

SECONDS = 10.0
SHARE_OF_PLAYS = 0.5
LEAST_SHARE_OF_COMPARING = 0.1
SAID_WITH_PLACE = re.compile(r"(?P<file>.+\.py):(?P<line>\d+):? (?P<message>.+)", re.DOTALL)


def check(
    game: Game[Any],
    plays: int = 1000,
    seed: int = 0,
    seconds: float | None = None,
    progress: Progress | None = None,
    *,
    compiled: bool = True,
) -> Report:
    """Whether the rules are sound, whether both speeds agree, and how fast they are.

    Looks at random plays, drawn from `seed`: as many as `plays`, or as `seconds` allow (10
    unless told; `math.inf` for no cap). `compiled=False` leaves the compiled rules out.
    `progress(done, total)` hears of each play.
    """
    began = perf_counter()
    seconds = SECONDS if seconds is None else seconds
    seen = Exploration(game, seed, began + SHARE_OF_PLAYS * seconds)
    seen.run(plays, progress)
    agreement = Agreement(game) if compiled and seen.states else None
    if agreement and agreement.compiled:
        least = perf_counter() + LEAST_SHARE_OF_COMPARING * seconds
        _compare(seen, agreement, max(began + seconds, least))
    return _report(game, seen, agreement)


def _report(game: Game[Any], seen: Exploration, agreement: Agreement | None) -> Report:
    is_compiled = agreement is not None and agreement.compiled
    is_sound = bool(seen.states) and not seen.findings  # what is not may never end
    return Report(
        game=game.name,
        findings=seen.findings,
        passed=seen.passed,
        notes=tuple(seen.notes),
        plays=seen.plays,
        states=seen.number_of_states,
        compiled=is_compiled,
        not_compiled=agreement.not_compiled if agreement else None,
        interpreted_speed=interpreted_speed(game) if is_sound else None,
        compiled_speed=compiled_speed(game) if is_sound and is_compiled else None,
    )


def _compare(seen: Exploration, agreement: Agreement, deadline: float) -> None:
    difference, states = agreement.first_difference(seen.states, deadline)
    if difference:
        seen.record(difference)
    else:
        seen.say(f"compiled and interpreted rules agree in {states} states")
    for method, reason in agreement.options_not_compiled.items():
        seen.notes[f"`{method}` is not compiled: {reason}."] = None


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
    except OutplyError as error:
        said = SAID_WITH_PLACE.fullmatch(str(error))
        if said:
            finding = Finding("load", said["message"], said["file"], int(said["line"]))
            return Report(name, (finding,))
        if error.__cause__ is None or parameters:
            raise
        return Report(name, (_load_finding(name, str(error), error.__cause__),))
    except Exception as error:
        text = f"cannot be loaded: {type(error).__name__}: {shown(str(error))}."
        return Report(name, (_load_finding(name, text, error),))
    return check(game, **effort)


def _load_finding(name: str, text: str, error: BaseException) -> Finding:
    """What went wrong, at the last line of the game's file that the exception passed."""
    file = re.sub(r"\.py:\w+$", ".py", name)
    passed = traceback.extract_tb(error.__traceback__)
    lines = [f.lineno for f in passed if Path(f.filename).resolve() == Path(file).resolve()]
    return Finding("load", text, file, (lines[-1] if lines else None) or 1)
