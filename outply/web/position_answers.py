"""A position as a page shows it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from outply.game import CHANCE, BoardView, Game, OutplyError
from outply.play.match import draw_outcome
from outply.play.pieces import piece_of_mover
from outply.play.session import Session
from outply.web.hidden_moves import is_hidden, public_text
from outply.web.messages import (
    At,
    Board,
    Legal,
    OutcomeInfo,
    PlyInfo,
    Position,
    PositionRequest,
    Rolled,
    RollRequest,
)
from outply.web.replayed_games import ReplayedGame, ReplayedGames
from outply.web.state_table import state_table

__all__ = ["position_answer", "roll_answer"]


def position_answer(request: PositionRequest, replayed: ReplayedGame) -> Position:
    """The answer to `position`."""
    session, game = replayed.session, replayed.game
    view = None if session.hides_information else _view(game, session.state)
    return Position(
        id=request.id,
        at=At(
            game=request.at.game,
            settings=request.at.settings,
            start=request.at.start,
            moves=list(replayed.shown),
        ),
        board=_board(view),
        text=_text(session),
        mover=session.mover,
        player_names=[game.format_player(seat) for seat in range(game.traits.players)],
        mover_piece=None if session.over else piece_of_mover(game, session.state),
        legal=_legal(session, view),
        outcomes=_outcomes(session),
        over=session.over,
        reason=_reason(session),
        utilities=None if session.utilities is None else list(session.utilities),
        winner=session.winner if session.over else None,
        last_cells=[] if session.hides_information else list(session.last_cells()),
        history=_plies(session, replayed.shown),
        viewer=session.viewer if session.hides_information else None,
    )


def roll_answer(request: RollRequest, replayed: ReplayedGame, games: ReplayedGames) -> Rolled:
    """The answer to `roll`."""
    session = replayed.session
    if session.over or session.mover != CHANCE:
        raise OutplyError(f"Chance is not to move in {replayed.game.name} here.")
    rng: random.Random = random.SystemRandom()
    if seed := games.roll_seed(replayed):
        rng = random.Random(seed)
    elif request.seed is not None:
        rng = random.Random(f"{request.seed} {len(replayed.texts)}")
    return Rolled(
        id=request.id,
        move=games.move_text(replayed, draw_outcome(replayed.game, session.state, rng)),
    )


def _view(game: Game[Any], state: Any) -> BoardView | None:
    return game.board(state) or state_table(game, state)


def _board(view: BoardView | None) -> Board | None:
    if view is None:
        return None
    return Board(
        rows=[list(row) for row in view.rows],
        column_labels=list(view.column_labels),
        row_labels=list(view.row_labels),
        kind=view.kind,
    )


def _text(session: Session) -> str:
    """The position, or as much of it as its viewer may see."""
    if not session.hides_information:
        return session.game.format(session.state)
    if session.viewer is None:
        return ""
    return session.game.format_view(session.state, session.viewer)


def _legal(session: Session, view: BoardView | None) -> list[Legal]:
    """The moves of the player to move; those of a player who hides some are not shown."""
    is_secret = session.hides_information and session.mover not in session.people
    if session.over or session.mover == CHANCE or is_secret:
        return []
    game, state = session.game, session.state
    clicks: Mapping[Any, Sequence[tuple[int, int]]] = {} if view is None else view.clicks
    texts = {move: game.format_move(state, move) for move in game.moves(state)}
    return [
        Legal(move=text, cells=list(clicks.get(move, ())), label=text)
        for move, text in texts.items()
    ]


def _outcomes(session: Session) -> list[OutcomeInfo]:
    if session.over or session.mover != CHANCE or session.hides_information:
        return []
    game, state = session.game, session.state
    return [
        OutcomeInfo(move=game.format_move(state, outcome), probability=probability)
        for outcome, probability in game.outcomes(state)
    ]


def _reason(session: Session) -> str:
    if not session.over:
        return ""
    return session.reason or session.game.format_ending(session.state)


def _plies(session: Session, shown: Sequence[str]) -> list[PlyInfo]:
    return [
        PlyInfo(
            move=public_text(text),
            mover=session.game.to_move(session.states[ply]),
            hidden=is_hidden(text),
        )
        for ply, text in enumerate(shown)
    ]
