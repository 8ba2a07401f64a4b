"""The search of a request, with its limit; and `choose`, the search's move.

`time_limits.py` says how many seconds a search may take. `connection.py` stops the searches of a
page that closes, and `task_timeouts.py` ends a process whose search does not stop.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from outply.game import CHANCE, OutplyError
from outply.play.searcher import Searcher
from outply.search import Clock, Limit, Result, Search
from outply.web.allowed_settings import given_search
from outply.web.error_messages import NotYet
from outply.web.jobs import Updates, WorkerJob
from outply.web.messages import ChooseRequest, Chosen, SearchRequest
from outply.web.replayed_games import ReplayedGame, ReplayedGames
from outply.web.result_messages import SearchedPosition
from outply.web.time_limits import search_seconds

__all__ = ["chosen_answer", "require_open", "searcher_for"]


def searcher_for(request: SearchRequest, replayed: ReplayedGame, job: WorkerJob) -> Searcher:
    """The search of a request in its position."""
    session, limits = replayed.session, request.limits
    return Searcher(
        game=replayed.game,
        search=given_search(request.search, replayed.game),
        limit=Limit(search_seconds(request), limits.depth, limits.nodes),
        compiled=job.compiled,
        history=tuple(session.states[:-1]),
    )


def require_open(replayed: ReplayedGame, what: str) -> None:
    """Refuse what would tell the viewers something that is hidden from them."""
    session = replayed.session
    if session.hides_information and session.mover not in session.people:
        raise NotYet(f"The player to move hides information; {what} at your own turn.")


def chosen_answer(
    request: ChooseRequest, replayed: ReplayedGame, games: ReplayedGames, job: WorkerJob
) -> None:
    """Answer `choose`: search, with progress unless it is hidden, and send the move."""
    session, game = replayed.session, replayed.game
    if session.over:
        raise OutplyError(f"{game.name} is over; there is no move to choose.")
    if session.mover == CHANCE:
        raise OutplyError(f"Chance is to move in {game.name}; roll first.")
    searcher = searcher_for(request, replayed, job)
    search = _seeded(searcher.search, request.search, replayed)
    is_secret = session.hides_information and session.mover not in session.people
    found = _run(replace(searcher, search=search), request, session.state, job, is_secret)
    job.send(
        Chosen(
            id=request.id,
            move=games.move_text(replayed, found.move),
            result=None if is_secret else SearchedPosition(game, session.state).result(found),
            seconds=found.seconds,
        )
    )


def _run(
    searcher: Searcher, request: ChooseRequest, state: Any, job: WorkerJob, is_secret: bool
) -> Result:
    position, updates = SearchedPosition(searcher.game, state), Updates(job)

    def show(found: Result) -> None:
        if not is_secret:
            updates.show(position.progress(request.id, found))

    with updates.shown():
        return searcher.search.search(
            *(searcher.game, state, _with_clock(searcher.limit, request)),
            compiled=searcher.compiled,
            progress=show,
            history=searcher.history,
            started=updates.begin,
        )


def _with_clock(limit: Limit, request: ChooseRequest) -> Limit:
    """The limit with the player's clock, which then says how long to search."""
    if request.clock is None:
        return limit
    clock = Clock(request.clock.remaining, request.clock.increment)
    return replace(limit, clock=clock)


def _seeded(search: Search, text: str, replayed: ReplayedGame) -> Search:
    """A search whose moves cannot be foreseen, where information is hidden."""
    if not replayed.game.traits.hidden or not hasattr(search, "seed"):
        return search
    seed = (
        search.seed + len(replayed.texts)
        if "seed=" in text
        else random.SystemRandom().getrandbits(31)
    )
    return replace(search, seed=seed)  # type: ignore[type-var]
