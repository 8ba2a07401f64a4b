"""The progress of learning: a line that changes at a terminal, elsewhere one every ten seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from outply.cli.output import print_message
from outply.cli.progress import activity, is_shown

if TYPE_CHECKING:
    from outply.learn import LearningRun, Progress
    from outply.play.arena import Standings

__all__ = ["LearnProgress", "match_progress", "progress_line"]

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
def match_progress(games: int) -> Iterator[Callable[[Standings], None]]:
    """Show a bar while the match at the end is played."""
    with activity("Measuring the strength…") as shown:
        yield lambda standings: shown.advance("Match", len(standings.games), games)
