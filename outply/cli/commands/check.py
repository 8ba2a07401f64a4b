"""`outply check`: whether the rules of a game are sound."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from outply.cli.options import Rules, json_option, rules_options
from outply.cli.output import answer, apart_from_prints, write
from outply.cli.progress import doing
from outply.cli.words import counted, speed_text
from outply.search import Limit

if TYPE_CHECKING:
    from outply.check import Report
    from outply.check.play_statistics import PlayStatistics

__all__ = ["command"]

BAR_WIDTH = 30
MOST_LINES = 12  # of the rules, that are listed as never executed


@click.command
@rules_options
@click.option("--plays", type=click.IntRange(min=1), default=1000, help="How many random plays.")
@click.option("--seconds", type=float, help="How long to look, at most.")
@click.option("--seed", type=int, default=0, help="The seed of the random plays.")
@click.option("--interpreted", is_flag=True, help="Leave the compiled rules out.")
@json_option
def command(
    rules: Rules,
    plays: int,
    seconds: float | None,
    seed: int,
    interpreted: bool,
    as_json: bool,
) -> int:
    """Check whether the rules of GAME are sound, and how fast they are.

    The exit code is 0 if they are, 1 if something was found, 2 if there is no such game.
    """
    from outply.check import check_path

    Limit(seconds)  # refuses what is no time
    effort = {"plays": plays, "seconds": seconds, "seed": seed, "compiled": not interpreted}
    with apart_from_prints(), doing("Checking…") as change:
        report = check_path(
            rules.game,
            rules.parameters,
            progress=lambda done, total: change(_progress(done, total)),
            **effort,
        )
    if as_json:
        answer(report.to_dict())
    else:
        write("\n".join(_lines(report)))
    return 0 if report.ok else 1


def _progress(done: int, total: int) -> str:
    share = done / total if total else 1.0
    full = round(BAR_WIDTH * share)
    return f"Checking {'━' * full}{'╌' * (BAR_WIDTH - full)} {share:.0%}"


def _lines(report: Report) -> Iterator[str]:
    yield from (f"✓ {held}" for held in report.passed)
    yield from (f"· {note}" for note in report.notes)
    yield from (f"✗ {finding}" for finding in report.findings)
    if report.states:
        yield f"\n{counted(report.plays, 'random play')}, {counted(report.states, 'state')}."
    if report.statistics and report.statistics.plays:
        yield from _statistics(report.statistics)
    yield from _speeds(report)
    yield from (f"? {remark}" for remark in report.remarks)
    yield f"\n{report.game}: {_verdict(report)}"


def _verdict(report: Report) -> str:
    if not report.ok:
        return counted(len(report.findings), "finding") + "."
    if report.remarks:
        return "the rules break no rule of the contract, but see what looks odd (?)."
    return "the rules are sound."


def _statistics(found: PlayStatistics) -> Iterator[str]:
    for name, spread in (
        ("Plies in a play", found.length),
        ("Moves to choose from", found.branching),
    ):
        yield f"{name}: {spread.least} to {spread.most}, on average {spread.average:.1f}."
    for player, (turns, result) in enumerate(zip(found.turns, found.results, strict=True)):
        yield (
            f"Player {player}: {counted(turns, 'turn')}, {counted(result['win'], 'win')}, "
            f"{counted(result['draw'], 'draw')}, {result['loss']} lost."
        )
    if found.never_run:
        shown = ", ".join(found.never_run[:MOST_LINES])
        more = f" and {len(found.never_run) - MOST_LINES} more" * (
            len(found.never_run) > MOST_LINES
        )
        yield f"Never executed in these plays: {shown}{more}."


def _speeds(report: Report) -> Iterator[str]:
    if report.interpreted_speed:
        yield f"Interpreted: {speed_text(report.interpreted_speed, 1.0, 'states')}."
    if report.compiled_speed:
        yield f"Compiled: {speed_text(report.compiled_speed, 1.0, 'states')}."
    if report.not_compiled:
        yield f"Not compiled: {report.not_compiled}"
    for refusal in report.refusals:
        if refusal.file:
            yield f"\n{refusal.pictured()}"
