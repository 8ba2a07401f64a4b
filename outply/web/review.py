"""`review`: every position of a game, and what each move cost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from outply.game import CHANCE
from outply.play.states import utilities
from outply.search import Result
from outply.web.error_messages import NotYet
from outply.web.jobs import WorkerJob
from outply.web.messages import ReviewDone, Reviewed, ReviewRequest
from outply.web.replayed_games import ReplayedGame
from outply.web.result_messages import SearchedPosition
from outply.web.searching import searcher_for
from outply.web.win_chance import chance_for

__all__ = ["review_answer", "verdict"]

VERDICTS = ((0.2, "blunder"), (0.1, "mistake"), (0.05, "inaccuracy"))
"""By how much a move lowers its player's win probability."""


def verdict(cost: float | None) -> str:
    """The name of a mistake of this size; empty if it is none."""
    return next((name for least, name in VERDICTS if cost is not None and cost >= least), "")


@dataclass(frozen=True)
class _Seen:
    """What the search says of one position."""

    position: SearchedPosition
    value: float | None
    chance: float | None
    found: Result | None


def review_answer(request: ReviewRequest, replayed: ReplayedGame, job: WorkerJob) -> None:
    """Answer `review`: a position is sent when the one after it is known, too."""
    session = replayed.session
    if session.hides_information:
        raise NotYet("The game hides information; review it when it is over.")
    before: _Seen | None = None
    for ply in range(len(session.states)):
        seen = _seen(request, replayed, ply, job)
        if before is not None:
            move = session.moves[ply - 1]
            job.send(_reviewed(request.id, ply - 1, before, move, seen))
        before = seen
    if before is not None:
        job.send(_reviewed(request.id, len(session.moves), before, None, None))
    job.send(ReviewDone(id=request.id))


def _seen(request: ReviewRequest, replayed: ReplayedGame, ply: int, job: WorkerJob) -> _Seen:
    session, game = replayed.session, replayed.game
    state = session.states[ply]
    position = SearchedPosition(game, state)
    if ply == len(session.moves) and session.over:
        utility = 0.0 if session.reason else utilities(game, state)[position.player]
        return _Seen(position, utility, position.chance(utility, True), None)
    searcher = replace(
        searcher_for(request, replayed, job),
        history=tuple(session.states[:ply]),
        started=lambda run: job.started(),
    )
    found = searcher.run(state)
    return _Seen(position, position.value(found), position.chance_found(found), found)


def _reviewed(number: int, ply: int, seen: _Seen, move: Any, after: _Seen | None) -> Reviewed:
    found, position = seen.found, seen.position
    has_choice = found is not None and position.game.to_move(position.state) != CHANCE
    cost = _cost(seen, move, after) if has_choice and after is not None else None
    return Reviewed(
        id=number,
        ply=ply,
        mover=position.player if has_choice else CHANCE,
        value=seen.value,
        chance=seen.chance,
        best=position.text(found.move) if found is not None and has_choice else None,
        line=position.texts(found.line) if found is not None else [],
        cost=cost,
        verdict=verdict(cost),
    )


def _cost(seen: _Seen, move: Any, after: _Seen) -> float | None:
    """The win probability that the move cost its player; 0 for the search's own move."""
    if seen.found is not None and move == seen.found.move:
        return 0.0
    if seen.chance is None or after.chance is None or seen.position.game.traits.players != 2:
        return None
    player = seen.position.player
    return max(0.0, chance_for(player, seen.chance) - chance_for(player, after.chance))
