"""Matches that were played: shown, or their games written out."""

from __future__ import annotations

from pathlib import Path

from outply.cli.arena_document import document
from outply.cli.arena_tables import show as show_standings
from outply.cli.output import answer, write
from outply.game import OutplyError
from outply.play.arena import Sprt, Standings, Store
from outply.play.arena.game_record import FORMATS

__all__ = ["answer_standings", "from_file"]


def from_file(
    words: tuple[str, ...],
    show: Path | None,
    export: Path | None,
    form: str | None,
    as_json: bool,
    sprt: Sprt | None,
) -> int:
    """Show the match in a file, or write its games."""
    file = _one_file(words, show, export)
    if form is not None and (export is None or as_json):
        raise OutplyError("--format is for --export, without --json.")
    standings = _read(file, sprt)
    if show is not None:
        answer_standings(standings, sprt, file, as_json)
    elif as_json:
        answer({"match": standings.setup, "games": standings.games})
    else:
        _write_games(standings, form or "text")
    return 0


def _one_file(words: tuple[str, ...], show: Path | None, export: Path | None) -> Path:
    file = show or export
    if words or file is None or (show is not None and export is not None):
        raise OutplyError("Give --show FILE or --export FILE alone, without a game and players.")
    return file


def _read(file: Path, sprt: Sprt | None) -> Standings:
    with Store(file, read_only=True) as store:
        standings = store.standings()
    if sprt is not None and (len(standings.names), standings.seats) != (2, 2):
        raise OutplyError(f"A sequential test (SPRT) is for two players; {file} has others.")
    return standings


def _write_games(standings: Standings, form: str) -> None:
    for game in standings.games:
        write(FORMATS[form](standings.setup, game))


def answer_standings(
    standings: Standings, sprt: Sprt | None, file: Path, as_json: bool, interrupted: bool = False
) -> None:
    """How a match stands, for people or programs."""
    if as_json:
        answer(document(standings, sprt, file, interrupted))
    else:
        show_standings(standings, sprt)
