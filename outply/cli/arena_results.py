"""How a match stands, for programs and for people."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from outply.cli.formatting import count_text, value_text
from outply.cli.output import console, print_table
from outply.play.arena import Ending, RankedPlayer, Sprt, Standings, Tally, ranking
from outply.play.arena.elo import (
    Estimate,
    draw_ratio,
    elo,
    likelihood_of_superiority,
    normalized_elo,
    pairs_ratio,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from outply.cli import schemas

__all__ = ["document", "games_document", "print_standings", "sprt_line", "standings_table"]

REASONS_SHOWN = 5
NARROW_COLUMNS = ("Elo", "±", "Games", "Points")
NARROW = 60  # columns; a terminal that is no wider shows fewer numbers
COMPARED = "Ahead, level, behind: of each other player of a game"
AT_LEAST = "* won or lost every game against some players: the difference may be greater"


# -- for programs ----------------------------------------------------------------------


def document(
    standings: Standings, sprt: Sprt | None, file: Path, interrupted: bool = False
) -> schemas.ArenaDocument:
    from outply.cli import schemas

    return schemas.ArenaDocument(
        game=standings.setup["game"],
        file=str(file),
        match=standings.setup,
        scheduled=standings.scheduled,
        games=len(standings.games),
        interrupted=interrupted,
        endings=_counts(standings.endings),
        reasons=dict(_reasons(standings)),
        standings=[_player(standings, row) for row in ranking(standings)],
        meetings=[_meeting(standings, *both) for both in standings.meetings],
        sprt=None if sprt is None else _tested(sprt, standings),
    )


def games_document(standings: Standings) -> schemas.ArenaGamesDocument:
    import msgspec

    from outply.cli import schemas

    games = msgspec.to_builtins(standings.games)
    return schemas.ArenaGamesDocument(
        match=standings.setup, games=msgspec.convert(games, list[schemas.ArenaGame])
    )


def _counts(found: Counter[Ending]) -> dict[str, int]:
    """How many games ended in each way."""
    return {ending.value: found[ending] for ending in Ending}


def _player(standings: Standings, row: RankedPlayer) -> schemas.ArenaPlayer:
    from outply.cli import schemas

    return schemas.ArenaPlayer(
        player=row.player,
        name=row.name,
        elo=_estimate(row.elo),
        at_least=row.at_least,
        games=row.games,
        wins=row.tally.wins,
        draws=row.tally.draws,
        losses=row.tally.losses,
        points=row.tally.points,
        superior_to_next=row.superior,
        forfeits=_counts(standings.forfeits(row.player)),
        mean_utility=standings.mean_utility(row.player),
        seconds_a_turn=standings.seconds_per_turn(row.player),
    )


def _meeting(standings: Standings, player: int, other: int) -> schemas.ArenaMeeting:
    from outply.cli import schemas

    tally = standings.between(player, other)
    return schemas.ArenaMeeting(
        player=player,
        other=other,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        pentanomial=list(tally.pentanomial),
        pairs_ratio=pairs_ratio(tally),
        draw_ratio=draw_ratio(tally),
        elo=_estimate(elo(tally)),
        normalized_elo=_estimate(normalized_elo(tally)),
        superiority=likelihood_of_superiority(tally),
    )


def _estimate(found: Estimate) -> schemas.Estimate:
    from outply.cli import schemas

    return schemas.Estimate(value=found.value, low=found.low, high=found.high)


def _tested(sprt: Sprt, standings: Standings) -> schemas.ArenaTest:
    """The test by the pairs of games that are finished."""
    from outply.cli import schemas

    tally = standings.between(0, 1)
    paired = tally if tally.pairs else Tally()
    return schemas.ArenaTest(
        elo0=sprt.elo0,
        elo1=sprt.elo1,
        alpha=sprt.alpha,
        beta=sprt.beta,
        model=sprt.model,
        llr=sprt.llr(paired),
        bounds=list(sprt.bounds),
        verdict=sprt.verdict(paired),
    )


def _reasons(standings: Standings) -> Counter[str]:
    """Why games were lost by a fault or are void, and how many; without times."""
    reasons: Counter[str] = Counter()
    for game in standings.games:
        if game.ending.is_forfeit and game.loser is not None:
            name = standings.names[game.seats[game.loser]]
            reason = "exceeded its time" if game.ending is Ending.TIME else game.reason
            reasons[f"{name}: {reason}"] += 1
        elif game.ending is Ending.VOID:
            reasons[f"void: {game.reason}"] += 1
    return reasons


# -- for people ------------------------------------------------------------------------


def print_standings(standings: Standings, sprt: Sprt | None) -> None:
    people = console()
    print_table(people, standings_table(standings, narrow=people.width <= NARROW))
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


def standings_table(standings: Standings, *, narrow: bool = False) -> Table:
    """The players, best first; a narrow table has only Elo, games and points."""
    from rich.table import Table

    results = ["Won", "Drawn", "Lost"] if standings.seats == 2 else ["Ahead", "Level", "Behind"]
    headers = ["Elo", "±", "Games", *results, "Points", "LOS"]
    headers += ["Mean"] if standings.has_scores else []
    kept = [header for header in headers if not narrow or header in NARROW_COLUMNS]
    table = Table("", "Player", box=None, padding=(0, 2, 0, 0))
    table.columns[1].overflow = "fold"  # a long name takes two lines, not room from the numbers
    for header in kept:
        table.add_column(header, justify="right", no_wrap=True)
    for number, row in enumerate(ranking(standings), 1):
        mean = value_text(standings.mean_utility(row.player))
        cells = dict(zip(headers, [*_cells(row), mean], strict=False))
        table.add_row(str(number), row.name, *(cells[header] for header in kept))
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
    """The points of each row's player against each column's, and the number of games."""
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


def _pairs_text(tally: Tally) -> str:
    """How many pairs of games had how many points."""
    pairs = zip(tally.pentanomial, ("0", "½", "1", "1½", "2"), strict=True)
    return ", ".join(f"{count} with {points}" for count, points in pairs)


def _two_player_lines(standings: Standings) -> list[str]:
    """Statistics of pairs of games, if there are two players."""
    tally = standings.between(0, 1)
    if len(standings.names) != 2 or not tally.pairs:
        return []
    name, ratio, drawn = standings.names[0], pairs_ratio(tally), draw_ratio(tally)
    normalized = normalized_elo(tally)
    return [
        f"Pairs by the points of {name}: {_pairs_text(tally)}",
        f"Pairs won for each lost: {'–' if ratio is None else _ratio_text(ratio)}; "
        f"drawn: {drawn or 0:.0%}",
        f"Normalized Elo of {name}: {_elo_text(normalized.value)} ± {_error_text(normalized)}",
    ]


def _ratio_text(ratio: float) -> str:
    return "∞" if math.isinf(ratio) else f"{ratio:.2f}"


def _ending_lines(standings: Standings) -> list[str]:
    """How games ended, and the faults by which games were lost, the most frequent first."""
    endings = standings.endings
    played = f"{len(standings.games):,} of {standings.scheduled:,}"
    lines = [", ".join(f"{count:,} {ENDINGS[ending]}" for ending, count in endings.most_common())]
    reasons = _reasons(standings).most_common()
    lines += [
        f"{reason} ({count_text(count, 'game')})" for reason, count in reasons[:REASONS_SHOWN]
    ]
    if len(reasons) > REASONS_SHOWN:
        lines.append(f"… and {count_text(len(reasons) - REASONS_SHOWN, 'other reason')}")
    return [f"Games: {played}{': ' if endings else ''}{lines[0]}", *lines[1:]]


ENDINGS = {
    Ending.FINISHED: "finished",
    Ending.REPETITION: "drawn by repetition",
    Ending.ADJUDICATED: "adjudicated",
    Ending.LENGTH: "too long",
    Ending.TIME: "lost on time",
    Ending.ILLEGAL: "lost by an illegal move",
    Ending.CRASH: "lost by an error",
    Ending.VOID: "void",
}


def sprt_line(sprt: Sprt, standings: Standings) -> str:
    """`SPRT elo0=0 elo1=10: LLR 1.23 of −2.94 to 2.94, undecided`."""
    test = _tested(sprt, standings)
    ratio, lower, upper = map(_decimals, (test.llr, *test.bounds))
    hypotheses = f"elo0={sprt.elo0:g} elo1={sprt.elo1:g}"
    verdict = test.verdict or "undecided"
    return f"SPRT {hypotheses}: LLR {ratio} of {lower} to {upper}, {verdict}"


def _decimals(number: schemas.Number) -> str:
    return f"{float(number or 0.0):.2f}".replace("-", "−")
