"""The progress of learning: a line that changes at a terminal, elsewhere one every ten seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from outply.cli.formatting import duration_text
from outply.cli.output import print_message
from outply.cli.progress import activity, is_shown

if TYPE_CHECKING:
    from outply.learn import LearningRun, Progress
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

    def report(self, progress: Progress) -> None:
        line = progress_line(progress, self._run.share_done(progress))
        if is_shown():
            self._shown.update(line)
        elif monotonic() - self._last >= LINE_EVERY:
            self._last = monotonic()
            print_message(line)


def progress_line(progress: Progress, share: float) -> str:
    """`40 %: 12,300 games, 118,000 moves/s, loss 0.61 (constant 0.88), 7 % drawn`."""
    parts = [f"{progress.games:,} games", f"{progress.moves_per_second:,.0f} moves/s"]
    if progress.loss is not None and progress.constant_loss is not None:
        parts.append(f"loss {progress.loss:.3f} (constant {progress.constant_loss:.3f})")
    if progress.draws is not None:
        parts.append(f"{progress.draws:.0%} drawn")
    return f"{min(share, 1.0):.0%}: {', '.join(parts)}"


@contextmanager
def match_progress(games: int, seconds: float) -> Iterator[Callable[[Standings], None]]:
    """Show how far the match at the end is, and how long it takes; `seconds` is the forecast."""
    first = f"Match of {games} games: about {duration_text(seconds)}"
    began = last = monotonic()

    def report(standings: Standings) -> None:
        nonlocal last
        now, done = monotonic(), len(standings.games)
        line = match_line(done, games, now - began)
        shown.advance(line, done, games)
        if not is_shown() and now - last >= LINE_EVERY:
            last = now
            print_message(line)

    with activity(f"{first}…") as shown:
        if not is_shown():
            print_message(f"{first}.")
        yield report


def match_line(done: int, games: int, seconds: float) -> str:
    """`Match: 10 of 40 games, about 30 s left`, by the time that the games took so far."""
    left = seconds / done * (games - done)
    return f"Match: {done} of {games} games, about {duration_text(left)} left"
