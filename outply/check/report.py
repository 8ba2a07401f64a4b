"""What a check found, and what it found in order."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from outply.game import OutplyError

__all__ = ["Finding", "Report", "Unsound"]


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
    `not_compiled` is the line that says why the rules run interpreted only. The speeds are
    states a second in random plays.
    """

    game: str
    findings: tuple[Finding, ...] = ()
    passed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    plays: int = 0
    states: int = 0
    compiled: bool = False
    not_compiled: str | None = None
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
        lists = {name: list(getattr(self, name)) for name in ("passed", "notes")}
        findings = [asdict(finding) for finding in self.findings]
        return {"ok": self.ok, **asdict(self), **lists, "findings": findings}
