"""A match while it is played: live standings at a terminal, a line now and then elsewhere."""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack
from time import monotonic
from typing import TYPE_CHECKING, Any

from outply.cli.output import say
from outply.cli.progress import doing, is_shown
from outply.cli.words import counted

if TYPE_CHECKING:
    from rich.live import Live

    from outply.play.arena import Arena, GameRecord, Standings

__all__ = ["Watching"]

LINE_EVERY = 10.0  # seconds
TABLE_EVERY = 0.25


class Watching(AbstractContextManager["Watching"]):
    """Shows how far a match is, and remembers how it stands, however it ends.

    `found` is how many games were there when it began.
    """

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self.standings: Standings | None = None
        self.found = 0
        self._shown: ExitStack = ExitStack()
        self._live: Live | None = None
        self._last = monotonic()

    def __enter__(self) -> Watching:
        self._shown.enter_context(doing("Getting ready…"))
        return self

    def __exit__(self, *_: object) -> None:
        self._shown.close()

    def began(self, standings: Standings) -> None:
        self.standings, self.found = standings, len(standings.games)
        arena = self._arena
        each = len(arena.schedule) // len(arena.pairings)
        if each != arena.games:
            say(f"note: {counted(each, 'game')} each, so that all sit on every seat equally often.")
        if arena.openings_repeat:
            different = counted(len(set(arena.opening_list)), "different opening")
            rounds = counted(len(arena.opening_list), "round")
            say(f"note: {different} for {rounds}: they come again.")

    def ended(self, game: GameRecord, standings: Standings) -> None:
        if is_shown():
            self._show(standings)
        elif monotonic() - self._last >= LINE_EVERY:
            self._last = monotonic()
            say(self._line(standings))

    def _show(self, standings: Standings) -> None:
        if self._live is None:
            self._live = self._started()
        elif monotonic() - self._last < TABLE_EVERY:
            return
        self._last = monotonic()
        self._live.update(self._picture(standings))

    def _started(self) -> Live:
        """In place of the line that says that it is about to begin."""
        from rich.console import Console
        from rich.live import Live

        self._shown.close()
        people = Console(stderr=True, markup=False, highlight=False, emoji=False)
        live = Live(console=people, transient=True)
        return self._shown.enter_context(live)

    def _picture(self, standings: Standings) -> Any:
        from rich.console import Group
        from rich.text import Text

        from outply.cli.arena_tables import standings_table

        return Group(standings_table(standings), Text(f"\n{self._line(standings)}"))

    def _line(self, standings: Standings) -> str:
        from outply.cli.arena_tables import sprt_line

        line = f"{len(standings.games):,} of {len(self._arena.schedule):,} games"
        if len(standings.names) == 2 and not is_shown():
            met = standings.between(0, 1)
            line += f"; {standings.names[0]}: {met.wins} won, {met.draws} drawn, {met.losses} lost"
        if self._arena.sprt is not None:
            line += f"; {sprt_line(self._arena.sprt, standings)}"
        return line
