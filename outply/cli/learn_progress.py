"""The progress of learning: a line that changes at a terminal, elsewhere one every ten seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from outply.cli.formatting import duration_text
from outply.cli.output import print_message
from outply.cli.progress import Activity, activity, is_shown

if TYPE_CHECKING:
    from outply.learn import LearningProgress, LearningRun
    from outply.play.arena import Standings

__all__ = ["LearnProgress", "match_line", "match_progress", "progress_line"]

LINE_EVERY = 10.0  # seconds


class LearnProgress(AbstractContextManager["LearnProgress"]):
    """Shows how far a run is."""

    def __init__(self, run: LearningRun) -> None:
        self._run, self._stack, self._last = run, ExitStack(), monotonic()

    def __enter__(self) -> LearnProgress:
        self._shown = self._stack.enter_context(activity("Learning…"))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def report(self, progress: LearningProgress) -> None:
        line = progress_line(progress, self._run.share_done(progress))
        if is_shown():
            self._shown.update(line)
        elif monotonic() - self._last >= LINE_EVERY:
            self._last = monotonic()
            print_message(line)


def progress_line(progress: LearningProgress, share: float) -> str:
    """`40 %: 12,300 games, 118,000 moves/s, loss 0.61 (constant 0.88), 7 % drawn`."""
    parts = [f"{progress.games:,} games", f"{progress.moves_per_second:,.0f} moves/s"]
    if progress.loss is not None and progress.constant_loss is not None:
        parts.append(f"loss {progress.loss:.3f} (constant {progress.constant_loss:.3f})")
    if progress.draws is not None:
        parts.append(f"{progress.draws:.0%} drawn")
    return f"{min(share, 1.0):.0%}: {', '.join(parts)}"


class _MatchProgress:
    """Shows how far a match is; `seconds` is the forecast of the whole."""

    def __init__(self, shown: Activity, games: int, seconds: float) -> None:
        self._shown, self._games, self._seconds = shown, games, seconds
        self._last, self._first_game = monotonic(), 0.0

    def report(self, standings: Standings) -> None:
        now, done = monotonic(), len(standings.games)
        self._first_game = self._first_game or now
        line = match_line(done, self._games, self._each(done, now))
        self._shown.advance(line, done, self._games)
        if not is_shown() and now - self._last >= LINE_EVERY:
            self._last = now
            print_message(line)

    def _each(self, done: int, now: float) -> float:
        """The seconds of a game; not of the first, before which processes start."""
        if done < 2:
            return self._seconds / self._games
        return (now - self._first_game) / (done - 1)


@contextmanager
def match_progress(games: int, seconds: float) -> Iterator[Callable[[Standings], None]]:
    """Show how far the match at the end is, and how long it takes; `seconds` is the forecast."""
    first = f"Match of {games} games: about {duration_text(seconds)}"
    with activity(f"{first}…") as shown:
        if not is_shown():
            print_message(f"{first}.")
        yield _MatchProgress(shown, games, seconds).report


def match_line(done: int, games: int, each: float) -> str:
    """`Match: 10 of 40 games, about 30 s left`, if each game takes so many seconds."""
    left = duration_text(each * (games - done))
    return f"Match: {done} of {games} games, about {left} left"
