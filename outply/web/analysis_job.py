"""`analyze`: the values of the moves, deeper and deeper."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from outply.play.analysis import analyze
from outply.play.move_values import AnalysisObserver, MoveValue
from outply.play.searcher import Searcher
from outply.search import Result
from outply.search.engine import Engine
from outply.web.jobs import Updates, WorkerJob
from outply.web.messages import Analysis, AnalyzedMove, AnalyzeRequest
from outply.web.replayed_games import ReplayedGame
from outply.web.result_messages import SearchedPosition, move_values
from outply.web.searching import require_open, searcher_for

__all__ = ["analysis_answer"]

SOME_LINES = 5  # of a position that has more than MANY moves
MANY = 10


def analysis_answer(request: AnalyzeRequest, replayed: ReplayedGame, job: WorkerJob) -> None:
    """Answer `analyze`."""
    require_open(replayed, "analyse")
    AnalysisJob(request, replayed, job).run()


class AnalysisJob(AnalysisObserver):
    """One analysis. The engine finds several lines at once, so that each depth has all of them;
    other searches find the best move, and then the values of the others.
    """

    def __init__(self, request: AnalyzeRequest, replayed: ReplayedGame, job: WorkerJob) -> None:
        self._request, self._replayed = request, replayed
        self._state = replayed.session.state
        self._position = SearchedPosition(replayed.game, self._state)
        self._searcher = searcher_for(request, replayed, job)
        self._job, self._updates = job, Updates(job)

    def run(self) -> None:
        with self._updates.shown():
            message = self._engine_lines() if self._has_lines else self._move_by_move()
        self._job.send(msgspec.structs.replace(message, done=True))

    def on_depth(self, result: Result) -> None:
        self._updates.show(self._message(result, move_values(result)))

    @property
    def _has_lines(self) -> bool:
        return isinstance(self._searcher.search, Engine) and not self._replayed.session.over

    def _engine_lines(self) -> Analysis:
        searcher = self._searcher
        assert isinstance(searcher.search, Engine)
        found = replace(searcher.search, lines=self._lines(searcher)).search(
            *(searcher.game, self._state, searcher.limit),
            compiled=searcher.compiled,
            progress=self.on_depth,
            history=searcher.history,
            started=self._updates.begin,
        )
        return self._message(found, move_values(found))

    def _lines(self, searcher: Searcher) -> int:
        legal = sum(1 for _ in searcher.game.moves(self._state))
        if legal == 1:
            return 2  # so that the engine does not stop at once
        usual = legal if legal <= MANY else SOME_LINES
        return max(1, min(self._request.lines or usual, legal))

    def _move_by_move(self) -> Analysis:
        searcher = replace(self._searcher, started=self._updates.begin)
        analysis = analyze(searcher, self._state, self)
        values = {move: worth for move, worth in analysis.moves.items() if worth}
        message = self._message(analysis.result, values)
        if analysis.outcomes:
            outcomes = self._outcomes(analysis.outcomes)
            return msgspec.structs.replace(message, moves=outcomes)
        return message

    def _outcomes(self, values: dict[int, MoveValue | None]) -> list[AnalyzedMove]:
        """Each outcome with its probability and its value for player 0."""
        probabilities = dict(self._replayed.game.outcomes(self._state))
        return [
            msgspec.structs.replace(
                self._position.move(outcome, worth), probability=probabilities[outcome]
            )
            for outcome, worth in values.items()
            if worth
        ]

    def _message(self, found: Result, values: dict[Any, MoveValue]) -> Analysis:
        position, visits = self._position, dict(found.visits)
        best_first = sorted(
            values.items(),
            key=lambda item: (
                item[0] in visits and item[0] != found.move,
                -_rank(item[1], visits.get(item[0])),
            ),
        )
        return Analysis(
            id=self._request.id,
            depth=found.depth,
            nodes=found.nodes,
            seconds=found.seconds,
            value=position.value(found),
            chance=position.chance_found(found),
            moves=[position.move(move, worth, visits.get(move)) for move, worth in best_first],
            proved=found.proved,
            compiled=found.compiled,
            done=False,
            enough=position.is_enough(found, self._searcher.search, self._request.limits.depth),
            search=self._searcher.search.name,
        )


def _rank(worth: MoveValue, visits: int | None) -> float:
    """By value; by visits where a search simulates, since few visits say little.

    Then its own move still comes first: it may be proved, with fewer visits.
    """
    return worth.value if visits is None else float(visits)
