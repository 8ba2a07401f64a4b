"""The search of a request, with its limit; and `choose`, the search's move."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from outply.game import CHANCE, OutplyError
from outply.play.searcher import Searcher
from outply.search import Clock, Limit, Search
from outply.search import Result as Found
from outply.web.allowed_settings import given_search
from outply.web.jobs import Job, Updates
from outply.web.messages import ChooseRequest, Chosen, SearchRequest
from outply.web.records import Record, Records
from outply.web.results import SearchedPosition
from outply.web.search_seconds import search_seconds

__all__ = ["chosen_answer", "require_open", "searcher_for"]


def searcher_for(request: SearchRequest, record: Record, job: Job) -> Searcher:
    """The search of a request in its position."""
    session, limits = record.session, request.limits
    return Searcher(
        game=record.game,
        search=given_search(request.search, record.game),
        limit=Limit(search_seconds(request), limits.depth, limits.nodes),
        compiled=job.compiled,
        history=tuple(session.states[:-1]),
    )


def require_open(record: Record, what: str) -> None:
    """Refuse what would tell the viewers something that is hidden from them."""
    session = record.session
    if session.hides_information and session.mover not in session.people:
        raise OutplyError(f"The player to move hides information; {what} at your own turn.")


def chosen_answer(request: ChooseRequest, record: Record, records: Records, job: Job) -> None:
    """Answer `choose`: search, with progress unless it is hidden, and send the move."""
    session, game = record.session, record.game
    if session.over:
        raise OutplyError(f"{game.name} is over; there is no move to choose.")
    if session.mover == CHANCE:
        raise OutplyError(f"Chance is to move in {game.name}; roll first.")
    searcher = searcher_for(request, record, job)
    search = _seeded(searcher.search, request.search, record)
    is_secret = session.hides_information and session.mover not in session.people
    found = _run(replace(searcher, search=search), request, session.state, job, is_secret)
    job.send(
        Chosen(
            id=request.id,
            move=records.move_text(record, found.move),
            result=None if is_secret else SearchedPosition(game, session.state).result(found),
            seconds=found.seconds,
        )
    )


def _run(
    searcher: Searcher, request: ChooseRequest, state: Any, job: Job, is_secret: bool
) -> Found:
    position, updates = SearchedPosition(searcher.game, state), Updates(job)

    def show(found: Found) -> None:
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


def _seeded(search: Search, text: str, record: Record) -> Search:
    """A search whose moves cannot be foreseen, where information is hidden."""
    if not record.game.traits.hidden or not hasattr(search, "seed"):
        return search
    seed = (
        search.seed + len(record.texts)
        if "seed=" in text
        else random.SystemRandom().getrandbits(31)
    )
    return replace(search, seed=seed)  # type: ignore[type-var]
