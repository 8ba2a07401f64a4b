"""`outply check`: check the rules of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from outply.cli.formatting import count_text, speed_text
from outply.cli.options import GameOptions, game_options, json_option
from outply.cli.output import apart_from_prints, print_json, write
from outply.cli.progress import activity
from outply.search import Limit

if TYPE_CHECKING:
    from outply.check import Report
    from outply.check.play_statistics import PlayStatistics

__all__ = ["command"]

USUAL_COST = "Compiled rules are usually 100 to 400 times faster."
MOST_LINES = 12  # lines of the rules that are listed as never executed


@click.command
@game_options
@click.option(
    "--plays",
    type=click.IntRange(min=1),
    default=1000,
    help="The number of random plays.  [default: 1000]",
)
@click.option("--seconds", type=float, help="Limit the time of the check.")
@click.option("--seed", type=int, default=0, help="The seed of the random plays.  [default: 0]")
@click.option("--interpreted", is_flag=True, help="Do not check the compiled rules.")
@json_option
def command(
    game_options: GameOptions,
    plays: int,
    seconds: float | None,
    seed: int,
    interpreted: bool,
    as_json: bool,
) -> int:
    """Check whether the rules of GAME are sound, and measure how fast they are.

    The exit code is 0 if they are sound, 1 if something is wrong with them, and 2 if there is no
    such game.
    """
    from outply.check import check_path

    Limit(seconds)  # refuses an invalid time
    effort = {"plays": plays, "seconds": seconds, "seed": seed, "compiled": not interpreted}
    with apart_from_prints(), activity("Checking…") as shown:
        report = check_path(
            game_options.game,
            game_options.parameters,
            progress=lambda done, total: shown.advance("Checking", done, total),
            **effort,
        )
    if as_json:
        _print_document(report)
    else:
        write("\n".join(_lines(report)))
    return 0 if report.ok else 1


def _print_document(report: Report) -> None:
    import msgspec

    from outply.cli.schemas import CheckDocument

    print_json(msgspec.convert(msgspec.to_builtins(report.to_dict()), CheckDocument))


def _lines(report: Report) -> Iterator[str]:
    yield from (f"✓ {held}" for held in report.passed)
    yield from (f"· {note}" for note in report.notes)
    yield from (f"✗ {finding}" for finding in report.findings)
    if report.states:
        yield f"\n{count_text(report.plays, 'random play')}, {count_text(report.states, 'state')}."
    if report.statistics and report.statistics.plays:
        yield from _statistics(report.statistics)
    yield from _speeds(report)
    yield from (f"? {remark}" for remark in report.remarks)
    yield f"\n{report.game}: {_verdict(report)}"


def _verdict(report: Report) -> str:
    if not report.ok:
        return count_text(len(report.findings), "finding") + "."
    if report.remarks:
        return "no errors found, but some things look odd (marked ?)."
    return "the rules are sound."


def _statistics(found: PlayStatistics) -> Iterator[str]:
    for name, spread in (
        ("Plies in a play", found.length),
        ("Moves to choose from", found.branching),
    ):
        yield f"{name}: {spread.least} to {spread.most}, on average {spread.average:.1f}."
    for player, (turns, result) in enumerate(zip(found.turns, found.results, strict=True)):
        yield (
            f"Player {player + 1}: {count_text(turns, 'turn')}, "
            f"{count_text(result['win'], 'win')}, {count_text(result['draw'], 'draw')}, "
            f"{result['loss']} lost."
        )
    if found.never_run:
        shown = ", ".join(found.never_run[:MOST_LINES])
        unlisted = len(found.never_run) - MOST_LINES
        more = f" and {unlisted} more" if unlisted > 0 else ""
        yield f"Never executed in the first plays, which are traced: {shown}{more}."


def _speeds(report: Report) -> Iterator[str]:
    if report.interpreted_speed:
        yield f"Interpreted: {speed_text(report.interpreted_speed, 1.0, 'states')}."
    if report.compiled_speed and report.compiled:
        yield f"Compiled: {speed_text(report.compiled_speed, 1.0, 'states')}."
    if report.not_compiled:
        yield from _why_not_compiled(report)
    else:
        yield from (f"\n{refusal.pictured()}" for refusal in report.refusals if refusal.file)


def _why_not_compiled(report: Report) -> Iterator[str]:
    """Say which search runs interpreted, what that costs and why: every place once."""
    places = [refusal.pictured() for refusal in report.refusals if refusal.file]
    places = places or [f"{report.not_compiled}."]
    if report.interpreted_search:
        yield f"Not compiled: {report.interpreted_search} runs interpreted. {_cost(report)}"
        yield from (f"\n{place}" for place in places)
    else:
        yield "\n\n".join([f"Not compiled: {places[0]}", *places[1:]])


def _cost(report: Report) -> str:
    """What interpretation costs: measured, if the rules alone can be compiled."""
    if not (report.compiled_speed and report.interpreted_speed):
        return USUAL_COST
    times = report.compiled_speed / report.interpreted_speed
    return f"Compiled, random plays are {max(times, 1):.0f} times faster."
