"""The progress of a match: live standings at a terminal, elsewhere a line every ten seconds."""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack
from time import monotonic
from typing import TYPE_CHECKING, Any

from outply.cli.formatting import count_text
from outply.cli.output import print_message
from outply.cli.progress import activity, is_shown

if TYPE_CHECKING:
    from rich.live import Live

    from outply.play.arena import Arena, GameRecord, Standings

__all__ = ["MatchProgress"]

LINE_EVERY = 10.0  # seconds
TABLE_EVERY = 0.25


class MatchProgress(AbstractContextManager["MatchProgress"]):
    """Shows the progress of a match, and keeps its standings, however it ends.

    `found` is the number of games that were played before.
    """

    def __init__(self, arena: Arena) -> None:
        self._arena, self.found = arena, 0
        self.standings: Standings | None = None
        self._live: Live | None = None
        self._shown, self._last = ExitStack(), monotonic()

    def __enter__(self) -> MatchProgress:
        self._shown.enter_context(activity("Preparing…"))
        return self

    def __exit__(self, *_: object) -> None:
        self._shown.close()

    def began(self, standings: Standings) -> None:
        self.standings, self.found = standings, len(standings.games)
        arena = self._arena
        each = len(arena.schedule) // len(arena.pairings)
        if each != arena.games:
            games = count_text(each, "game")
            print_message(f"note: {games} of each pairing, so that all play every side equally.")
        if arena.openings_repeat:
            different = count_text(len(set(arena.opening_list)), "different opening")
            rounds = count_text(len(arena.opening_list), "round")
            print_message(f"note: {different} for {rounds}: openings repeat.")

    def ended(self, game: GameRecord, standings: Standings) -> None:
        if is_shown():
            self._show(standings)
        elif monotonic() - self._last >= LINE_EVERY:
            self._last = monotonic()
            print_message(self._line(standings))

    def _show(self, standings: Standings) -> None:
        if self._live is None:
            self._live = self._started()
        elif monotonic() - self._last < TABLE_EVERY:
            return
        self._last = monotonic()
        self._live.update(self._picture(standings))

    def _started(self) -> Live:
        """The live table, in place of the line that was shown before."""
        from rich.console import Console
        from rich.live import Live

        self._shown.close()
        people = Console(stderr=True, markup=False, highlight=False, emoji=False)
        live = Live(console=people, transient=True)
        return self._shown.enter_context(live)

    def _picture(self, standings: Standings) -> Any:
        from rich.console import Group
        from rich.text import Text

        from outply.cli.arena_results import standings_table

        return Group(standings_table(standings), Text(f"\n{self._line(standings)}"))

    def _line(self, standings: Standings) -> str:
        from outply.cli.arena_results import sprt_line

        line = f"{len(standings.games):,} of {len(self._arena.schedule):,} games"
        if len(standings.names) == 2 and not is_shown():
            met = standings.between(0, 1)
            line += f"; {standings.names[0]}: {met.wins} won, {met.draws} drawn, {met.losses} lost"
        if self._arena.sprt is not None:
            line += f"; {sprt_line(self._arena.sprt, standings)}"
        return line
