"""What a check finds: on the way as exceptions, in the end as a report."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from outply.check.play_statistics import PlayStatistics
from outply.compiler.refusals import Refusal
from outply.game import OutplyError
from outply.source_lines import SourceLine

__all__ = ["FAILURES", "Broken", "Finding", "NotChecked", "Report", "Unsound", "named", "shown"]

FAILURES = (Exception, SystemExit)
"""What rules may raise that becomes a finding; Ctrl-C is none."""


class Broken(Exception):
    """A rule that the game breaks. Without `rule`, it is the one that was being checked."""

    def __init__(self, message: str, place: SourceLine, rule: str = "") -> None:
        super().__init__(message)
        self.message, self.place, self.rule = message, place, rule


class NotChecked(Exception):
    """Why a rule cannot be checked at a position; becomes a note."""


class Unsound(OutplyError, AssertionError):
    """The rules of a game are broken; the text lists the findings."""


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with the rules: which rule it breaks, what, and where."""

    rule: str
    message: str
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        return f"{Path(self.file).name}:{self.line}: {self.message}" if self.file else self.message


@dataclass(frozen=True)
class Report:
    """All that a check has to say about one game.

    `passed` says in words what was looked at and held, `notes` what could not be looked at.
    `statistics` are those of random plays, `remarks` what looks odd in them and may be meant.
    `compiled` says whether the search that fits the game can be compiled together with the rules;
    if not, it is the `interpreted_search`. `not_compiled` is the line that says why, `refusals`
    every place that cannot be compiled, each with a rewrite that can. The speeds are states a
    second in random plays, which call the required methods only.
    """

    game: str
    findings: tuple[Finding, ...] = ()
    passed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    statistics: PlayStatistics | None = None
    plays: int = 0
    states: int = 0
    compiled: bool = False
    interpreted_search: str = ""
    not_compiled: str | None = None
    refusals: tuple[Refusal, ...] = ()
    interpreted_speed: float | None = None
    compiled_speed: float | None = None

    @property
    def ok(self) -> bool:
        return not self.findings

    def raise_for_findings(self) -> None:
        """Raise `Unsound`, an AssertionError, if anything is wrong."""
        if self.findings:
            listed = "\n".join(f"  {finding}" for finding in self.findings)
            raise Unsound(f"The rules of {self.game} are broken:\n{listed}")

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data, ready for JSON."""
        lists = {name: list(getattr(self, name)) for name in ("passed", "notes", "remarks")}
        findings = [asdict(finding) for finding in self.findings]
        return {"ok": self.ok, **asdict(self), **lists, "findings": findings}


def shown(value: Any, most: int = 100) -> str:
    """A value on one line, not too long."""
    try:
        text = " ".join((value if isinstance(value, str) else repr(value)).split())
    except FAILURES:
        text = f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= most else text[: most - 1] + "…"


def named(error: BaseException) -> str:
    """An exception by its class and what it says, if anything."""
    return f"{type(error).__name__}: {shown(str(error))}".removesuffix(": ")
