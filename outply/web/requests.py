"""Answer each kind of request, in a worker process."""

from __future__ import annotations

from typing import Any

from outply.game import Game, OutplyError
from outply.source_lines import authored_files, last_line
from outply.web.analysis_job import analysis_answer
from outply.web.catalogue import Catalogue
from outply.web.game_names import file_of
from outply.web.hidden_moves import HiddenMoves
from outply.web.jobs import WorkerJob
from outply.web.messages import (
    AnalyzeRequest,
    ChooseRequest,
    HelloRequest,
    Info,
    InfoRequest,
    PlaceRequest,
    PositionRequest,
    Request,
    ReviewRequest,
    RollRequest,
    TreeExportRequest,
    TreeRequest,
)
from outply.web.position_answers import position_answer, roll_answer
from outply.web.replayed_games import ReplayedGames
from outply.web.review import review_answer
from outply.web.searching import chosen_answer
from outply.web.trees import export_answer, tree_answer

__all__ = ["Requests"]


class Requests:
    """Answers requests; `game` is that of the last one, once it is loaded."""

    def __init__(self, files: dict[str, str], secret: bytes) -> None:
        self._catalogue = Catalogue(files)
        self._replayed_games = ReplayedGames(HiddenMoves(secret))
        self.game: Game[Any] | None = None

    @property
    def files(self) -> set[str]:
        """The paths of the games of the command line."""
        paths = map(file_of, self._catalogue.files.values())
        return {str(path) for path in paths if path}

    def answer(self, request: Request, job: WorkerJob) -> None:
        """Send the answers to a request."""
        self.game = None
        if isinstance(request, HelloRequest):
            job.send(self._catalogue.welcome(request.id))
        elif isinstance(request, InfoRequest):
            job.send(Info(id=request.id, game=self._catalogue.info(request.game)))
        elif isinstance(request, PlaceRequest):
            self.game = self._catalogue.load(request.at.game, request.at.settings)
            self._answer_with_line(request, job)

    def _answer_with_line(self, request: PlaceRequest, job: WorkerJob) -> None:
        """Answer a request. Compiled rules that raise do not say where: they run again."""
        try:
            self._answer(request, job)
        except OutplyError:
            raise
        except Exception as error:
            assert self.game is not None
            files = authored_files(self.game)
            if not files or last_line(error, files) or job.compiled is False:
                raise
            self._answer(request, WorkerJob(_ignore, _ignore, job.started, compiled=False))
            raise

    def _answer(self, request: PlaceRequest, job: WorkerJob) -> None:
        assert self.game is not None
        replayed = self._replayed_games.replay(self.game, request.at, request.viewers)
        match request:
            case PositionRequest():
                job.send(position_answer(request, replayed))
            case RollRequest():
                job.send(roll_answer(request, replayed, self._replayed_games))
            case ChooseRequest():
                chosen_answer(request, replayed, self._replayed_games, job)
            case AnalyzeRequest():
                analysis_answer(request, replayed, job)
            case ReviewRequest():
                review_answer(request, replayed, job)
            case TreeExportRequest():
                job.send(export_answer(request, replayed.session, job))
            case TreeRequest():
                job.send(tree_answer(request, replayed.session, job))


def _ignore(message: Any) -> None:
    """Nobody waits for the answers of rules that run again."""
