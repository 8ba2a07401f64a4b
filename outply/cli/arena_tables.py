"""How a match stands, for people."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from outply.cli.arena_document import reasons, tested
from outply.cli.output import console, print_table
from outply.cli.words import counted, value_text
from outply.play.arena import Ending, RankedPlayer, Sprt, Standings, ranking
from outply.play.arena.statistics import Estimate, draw_ratio, normalized_elo, pairs_ratio

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = ["show", "sprt_line", "standings_table"]

REASONS_SHOWN = 5
COMPARED = "Ahead, level, behind: of each other player of a game"
AT_LEAST = "* won or lost every game against some: may be farther from them"


def show(standings: Standings, sprt: Sprt | None) -> None:
    people = console()
    print_table(people, standings_table(standings))
    if len(standings.names) > 2:
        people.print()
        print_table(people, _crosstable(standings))
    lines = [AT_LEAST] if any(row.at_least for row in ranking(standings)) else []
    lines += [COMPARED] if standings.seats > 2 else []
    lines += [*_two_player_lines(standings), *_ending_lines(standings)]
    if sprt is not None:
        lines.append(sprt_line(sprt, standings))
    _print_lines(people, lines)


def _print_lines(people: Console, lines: list[str]) -> None:
    if lines:
        people.print()
    for line in lines:
        people.print(line)


def standings_table(standings: Standings) -> Table:
    from rich.table import Table

    plain = not standings.has_scores
    results = ["Won", "Drawn", "Lost"] if standings.seats == 2 else ["Ahead", "Level", "Behind"]
    heads = ["Elo", "±", "Games", *results, "Points", "LOS"]
    table = Table("", "Player", box=None, padding=(0, 2, 0, 0))
    table.columns[1].overflow = "fold"  # a long name takes two lines, not room from the numbers
    for head in heads + ([] if plain else ["Mean"]):
        table.add_column(head, justify="right", no_wrap=True)
    for place, row in enumerate(ranking(standings), 1):
        mean = [] if plain else [value_text(standings.mean_utility(row.player))]
        table.add_row(str(place), row.name, *_cells(row), *mean)
    return table


def _cells(row: RankedPlayer) -> list[str]:
    tally = row.tally
    counts = (row.games, tally.wins, tally.draws, tally.losses)
    superior = "" if row.superior is None else f"{row.superior:.1%}"
    points = f"{tally.points:g}"
    rated = _elo_text(row.elo.value) + "*" * row.at_least if row.games else "–"
    return [rated, _error_text(row.elo), *map(str, counts), points, superior]


def _elo_text(value: float) -> str:
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    return f"{value:+.0f}".replace("-", "−") if round(value) else "0"


def _error_text(estimate: Estimate) -> str:
    return "?" if not math.isfinite(estimate.error) else f"{estimate.error:.0f}"


def _crosstable(standings: Standings) -> Table:
    """What the player of a line got against that of a column, of how many games."""
    from rich.table import Table

    rows = ranking(standings)
    table = Table("", "Points against", box=None, padding=(0, 2, 0, 0))
    table.columns[1].overflow = "fold"  # a long name takes two lines, not room from the numbers
    for place in range(1, len(rows) + 1):
        table.add_column(str(place), justify="right", no_wrap=True)
    for place, row in enumerate(rows, 1):
        cells = [_against(standings, row.player, other.player) for other in rows]
        table.add_row(str(place), row.name, *cells)
    return table


def _against(standings: Standings, player: int, other: int) -> str:
    tally = standings.between(player, other)
    return f"{tally.points:g}/{tally.games}" if tally.games else "–"


def _two_player_lines(standings: Standings) -> list[str]:
    """What pairs say, where there are two players."""
    tally = standings.between(0, 1)
    if len(standings.names) != 2 or not tally.pairs:
        return []
    name, ratio, drawn = standings.names[0], pairs_ratio(tally), draw_ratio(tally)
    per_pair = ", ".join(
        f"{count} with {points}"
        for count, points in zip(tally.pentanomial, ("0", "½", "1", "1½", "2"), strict=True)
    )
    normalized = normalized_elo(tally)
    return [
        f"Pairs by the points of {name}: {per_pair}",
        f"Pairs won for each lost: {'–' if ratio is None else _ratio_text(ratio)}; "
        f"drawn: {drawn or 0:.0%}",
        f"Normalized Elo of {name}: {_elo_text(normalized.value)} ± {_error_text(normalized)}",
    ]


def _ratio_text(ratio: float) -> str:
    return "∞" if math.isinf(ratio) else f"{ratio:.2f}"


def _ending_lines(standings: Standings) -> list[str]:
    """How games ended, and for what games were lost, the most frequent first."""
    endings = standings.endings
    played = f"{len(standings.games):,} of {standings.scheduled:,}"
    lines = [", ".join(f"{count:,} {ENDINGS[ending]}" for ending, count in endings.most_common())]
    told = reasons(standings).most_common()
    lines += [f"{reason} ({counted(count, 'game')})" for reason, count in told[:REASONS_SHOWN]]
    if len(told) > REASONS_SHOWN:
        lines.append(f"… and {counted(len(told) - REASONS_SHOWN, 'other reason')}")
    return [f"Games: {played}{': ' if endings else ''}{lines[0]}", *lines[1:]]


ENDINGS = {
    Ending.FINISHED: "finished",
    Ending.ADJUDICATED: "adjudicated",
    Ending.LENGTH: "too long",
    Ending.TIME: "lost on time",
    Ending.ILLEGAL: "lost by an illegal move",
    Ending.CRASH: "lost by an error",
    Ending.VOID: "void",
}


def sprt_line(sprt: Sprt, standings: Standings) -> str:
    """`SPRT elo0=0 elo1=10: LLR 1.23 of −2.94 to 2.94, undecided`."""
    test = tested(sprt, standings)
    ratio, lower, upper = (_decimals(number) for number in (test["llr"], *test["bounds"]))
    hypotheses = f"elo0={sprt.elo0:g} elo1={sprt.elo1:g}"
    verdict = test["verdict"] or "undecided"
    return f"SPRT {hypotheses}: LLR {ratio} of {lower} to {upper}, {verdict}"


def _decimals(number: float) -> str:
    return f"{number:.2f}".replace("-", "−")
