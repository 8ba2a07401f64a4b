"""`outply solve --all`: every position of a game, and the file of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from outply.cli.answers import labelled
from outply.cli.commands import STOPPED
from outply.cli.options import Effort, Rules
from outply.cli.output import answer, console, say
from outply.cli.progress import doing
from outply.cli.words import counted, ending_text, value_text
from outply.game import Game, OutplyError

if TYPE_CHECKING:
    from outply.solve import Tabulation

__all__ = ["tabulate_all"]


def tabulate_all(rules: Rules, effort: Effort, out: str | None, as_json: bool) -> int:
    """Solve every position, write the file if one is wanted, and say what there is."""
    with rules.loaded() as game:
        _require_place_for(out, game)
        began, looked_at = perf_counter(), [0]
        try:
            tabulation = _tabulated(game, effort, looked_at.append)
            _save(tabulation, out)
        except KeyboardInterrupt:
            nothing = "" if out is None else f"; {out} was not written"
            say(f"note: stopped by Ctrl-C after {counted(looked_at[-1], 'position')}{nothing}.")
            return STOPPED
        summary = _summary(tabulation, out, perf_counter() - began)
    if as_json:
        answer(summary)
    else:
        _show(summary)
    return 0


def _require_place_for(out: str | None, game: Game[Any]) -> None:
    """Refuse before the work what could not be written after it."""
    from outply.solve.rules_digest import require_lasting_keys

    if out is None:
        return
    if Path(out).is_dir() or not Path(out).absolute().parent.is_dir():
        raise OutplyError(f"{out} cannot be written: there is no such place for a file.")
    require_lasting_keys(game)


def _tabulated(game: Game[Any], effort: Effort, count: Callable[[int], None]) -> Tabulation:
    from outply.solve import tabulate

    effort.limit  # noqa: B018 (refuses what is no limit)
    most = {} if effort.nodes is None else {"most_states": effort.nodes}
    with doing("Finding all positions…") as change:

        def progress(states: int) -> None:
            count(states)
            change(f"Finding all positions… {states:,}")

        return tabulate(game, compiled=effort.compiled, progress=progress, **most)


def _save(tabulation: Tabulation, out: str | None) -> None:
    from outply.solve import save

    if out is not None:
        with doing(f"Writing {out}…"):
            save(tabulation, out)


def _summary(tabulation: Tabulation, out: str | None, seconds: float) -> dict[str, Any]:
    game = tabulation.game
    start = tabulation.of(game.initial())
    wins, draws, losses = tabulation.counts
    longest = int(tabulation.distances.max(initial=-1))
    return {
        "game": game.name,
        "value": start and start.value,
        "distance": start and start.distance,
        "states": len(tabulation),
        "folded": type(game).canonical is not Game.canonical,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "longest": longest if longest >= 0 else None,
        "can_repeat": tabulation.can_repeat,
        "file": out,
        "bytes": None if out is None else Path(out).stat().st_size,
        "seconds": seconds,
        "compiled": tabulation.compiled,
    }


# -- for people ------------------------------------------------------------------------


def _show(summary: dict[str, Any]) -> None:
    people = console()
    for label, text in _lines(summary).items():
        people.print(labelled(label, text))


def _lines(summary: dict[str, Any]) -> dict[str, str]:
    twins = ", symmetric ones counted once" if summary["folded"] else ""
    wins, draws, losses = (f"{summary[kind]:,}" for kind in ("wins", "draws", "losses"))
    lines = {
        "Game": summary["game"],
        "Value": _start_text(summary),
        "Positions": f"{summary['states']:,}{twins}",
        "To move": f"{wins} won, {draws} drawn, {losses} lost",
        "Longest": "none is won" if summary["longest"] is None else f"{summary['longest']} plies",
        "Repetition": "positions can repeat" if summary["can_repeat"] else "none can repeat",
    }
    if summary["file"] is not None:
        lines["File"] = f"{summary['file']}, {_size_text(summary['bytes'])}"
    speed = "compiled" if summary["compiled"] else "interpreted"
    return lines | {"Took": f"{summary['seconds']:.2f} s, {speed}"}


def _start_text(summary: dict[str, Any]) -> str:
    ending = ending_text(summary["value"], summary["distance"])
    value = f"{value_text(summary['value'])} for who begins"
    return f"{value}, {ending} plies" if ending else value


def _size_text(size: int) -> str:
    for unit, letters in ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")):
        if size >= unit:
            return f"{size / unit:.1f} {letters}"
    return f"{size} bytes"
