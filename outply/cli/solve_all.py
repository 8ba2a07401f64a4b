"""`outply solve --all` solves every position of a game; `--table` looks one up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from outply.cli.errors import STOPPED
from outply.cli.formatting import count_text, distance_text, size_text, value_text
from outply.cli.options import GameOptions, ProofOptions, grouped
from outply.cli.output import console, print_json, print_message
from outply.cli.progress import activity
from outply.cli.results import Solved, print_labelled
from outply.game import Game, OutplyError
from outply.search import Result
from outply.search.coded_moves import refuse_none_moves
from outply.search.engine import Solution
from outply.search.engine.solved_endings import BestPlay

if TYPE_CHECKING:
    from outply.cli.schemas import SolveAllDocument
    from outply.solve import Endings, Tabulation

__all__ = ["TableOptions", "look_up", "solve_all", "table_options"]


@dataclass(frozen=True)
class TableOptions:
    """Whether to solve every position, and the tables to write and to read."""

    every_position: bool
    out: str | None
    table: str | None


table_options = grouped(
    "table_options",
    TableOptions,
    click.option("--all", "every_position", is_flag=True, help="Solve every position of the game."),
    click.option("--out", metavar="FILE", help="Write the table of --all to this file."),
    click.option("--table", metavar="FILE", help="Look the position up in a table of --all."),
)


def solve_all(
    game_options: GameOptions, proof_options: ProofOptions, out: str | None, as_json: bool
) -> int:
    """Solve every position, write the table if a file is given, and print a summary."""
    with game_options.loaded() as game:
        _require_writable(out, game)
        refuse_none_moves(game)
        began, counts = perf_counter(), [0]
        try:
            tabulation = _tabulated(game, proof_options, counts.append)
            _save(tabulation, out)
        except KeyboardInterrupt:
            _print_stopped(counts[-1], out)
            return STOPPED
        document = _document(tabulation, out, perf_counter() - began)
    if as_json:
        print_json(document)
    else:
        print_labelled(console(), _lines(document))
    return 0


def _print_stopped(states: int, out: str | None) -> None:
    unwritten = "" if out is None else f"; {out} was not written"
    found = count_text(states, "position")
    print_message(f"note: stopped by Ctrl-C after {found}{unwritten}.")


def _require_writable(out: str | None, game: Game[Any]) -> None:
    """Refuse a file that cannot be written before anything is solved."""
    from outply.solve.rules_digest import require_lasting_keys

    if out is None:
        return
    if Path(out).is_dir():
        raise OutplyError(f"{out} cannot be written: it is a folder; name a file.")
    if not Path(out).absolute().parent.is_dir():
        raise OutplyError(f"{out} cannot be written: the folder does not exist.")
    require_lasting_keys(game)


def _tabulated(
    game: Game[Any], proof_options: ProofOptions, count: Callable[[int], None]
) -> Tabulation:
    from outply.solve import tabulate

    proof_options.limit  # noqa: B018 (refuses an invalid limit)
    most = {} if proof_options.nodes is None else {"most_states": proof_options.nodes}
    with activity("Finding all positions…") as shown:

        def progress(states: int) -> None:
            count(states)
            shown.update(f"Finding all positions… {states:,}")

        return tabulate(game, compiled=proof_options.compiled, progress=progress, **most)


def _save(tabulation: Tabulation, out: str | None) -> None:
    from outply.solve import save

    if out is not None:
        with activity(f"Writing {out}…"):
            save(tabulation, out)


def _document(tabulation: Tabulation, out: str | None, seconds: float) -> SolveAllDocument:
    from outply.cli.schemas import SolveAllDocument

    game = tabulation.game
    start = tabulation.of(game.initial())
    wins, draws, losses = tabulation.counts
    longest = int(tabulation.distances.max(initial=-1))
    return SolveAllDocument(
        game=game.name,
        value=start.value if start else None,
        distance=start.distance if start else None,
        states=len(tabulation),
        symmetric_once=type(game).canonical is not Game.canonical,
        wins=wins,
        draws=draws,
        losses=losses,
        longest=longest if longest >= 0 else None,
        can_repeat=tabulation.can_repeat,
        file=out,
        bytes=None if out is None else Path(out).stat().st_size,
        seconds=seconds,
        compiled=tabulation.compiled,
    )


def _lines(found: SolveAllDocument) -> dict[str, str]:
    symmetric = ", symmetric ones counted once" if found.symmetric_once else ""
    lines = {
        "Game": found.game,
        "Value": _value_line(found),
        "Positions": f"{found.states:,}{symmetric}",
        "To move": f"{found.wins:,} won, {found.draws:,} drawn, {found.losses:,} lost",
        "Longest": "none is won" if found.longest is None else f"{found.longest} plies",
        "Repetition": "positions can repeat" if found.can_repeat else "none can repeat",
    }
    if found.file is not None and found.bytes is not None:
        lines["File"] = f"{found.file}, {size_text(found.bytes)}"
    mode = "compiled" if found.compiled else "interpreted"
    return lines | {"Took": f"{found.seconds:.2f} s, {mode}"}


def _value_line(found: SolveAllDocument) -> str:
    assert not isinstance(found.value, str)  # only a document that was read has texts
    value = f"{value_text(found.value)} for the player who begins"
    ending = distance_text(None, found.value or 0.0, found.distance, with_unit=True)
    return f"{value}, {ending}" if ending else value


# -- looking up one position -------------------------------------------------------------


def look_up(endings: Endings, state: Any) -> Solved:
    """The value of a state in a table, with best play from there."""
    began, play = perf_counter(), BestPlay(endings)
    value, distance = play.of(state)
    line, best = play.line(state), play.best_moves(state)
    values = {move: known.value for move, known in play.moves(state).items()}
    result = Result(
        move=best[0] if best else None,
        value=value,
        line=line,
        depth=len(line),
        nodes=play.count,
        seconds=perf_counter() - began,
        proved=True,
        compiled=False,
        distance=distance,
    )
    solution = Solution(result, tuple(best), result.nodes, result.seconds, True)
    return Solved(endings.game, state, solution, values)
