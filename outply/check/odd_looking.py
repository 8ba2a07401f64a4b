"""What looks odd in random plays: mistakes that break no rule, as a turn that never passes."""

from __future__ import annotations

from collections.abc import Iterator

from outply.check.play_statistics import PlayStatistics

__all__ = ["odd_looking"]

ENOUGH = 20  # plays, before something looks odd


def odd_looking(statistics: PlayStatistics) -> Iterator[str]:
    """What is seldom meant, in words."""
    plays = statistics.plays
    if plays < ENOUGH:
        return
    for player, turns in enumerate(statistics.turns, 1):
        if turns == 0:
            yield f"Player {player} never moved in {plays} plays; does `result` pass the turn on?"
    decided = sum(statistics.last_mover.values())
    if not any(result["win"] or result["loss"] for result in statistics.results):
        yield f"All {plays} plays are draws; does `utility` see who has won?"
    elif decided >= ENOUGH and not statistics.last_mover["win"] and len(statistics.turns) > 1:
        yield (
            f"In all {decided} plays with a winner, the player who moved last has lost; does "
            "`utility` have the right sign?"
        )
    for player, result in enumerate(statistics.results, 1):
        if result["win"] == plays and len(statistics.results) > 1:
            yield f"Player {player} won all {plays} plays; is `utility` right for every player?"
    if statistics.branching.most <= 1:
        yield "There was never more than one legal move; does `moves` yield all of them?"
