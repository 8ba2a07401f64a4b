"""From a request's `at` to the game so far: its states, its moves and their texts."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from outply.choices import choices
from outply.game import Game, OutplyError
from outply.play.session import Session
from outply.web.hidden_moves import HiddenMoves, is_hidden, is_token, without_text
from outply.web.messages import At

__all__ = ["ReplayedGame", "ReplayedGames"]

MOST_MOVES = 2000
KEPT = 256  # games: those of the pages that are open
LOOKED_BACK = 40  # plies, to find a game that this one continues


@dataclass(frozen=True)
class ReplayedGame:
    """A game so far. `texts` has the moves in plain text; `place` identifies game and viewers.

    `sent` has the moves as pages send them: tokens stay tokens.
    """

    session: Session
    texts: tuple[str, ...]
    sent: tuple[str, ...]
    place: str

    @property
    def game(self) -> Game[Any]:
        return self.session.game

    @property
    def shown(self) -> tuple[str, ...]:
        """The moves so far as the page is to send them; when the game is over, all in plain text.

        A hidden move that a page has sent in plain text stays so: the page knows it.
        """
        return self.sent if self.session.hides_information else self.texts

    @property
    def token_place(self) -> str:
        """What a token of the next move is bound to: the game and its moves, as they were sent.

        Were they in plain text, a token that opens after a guess would say that the guess is right.
        """
        return f"{self.place} {json.dumps(self.sent)}"

    @property
    def needs_token(self) -> bool:
        """Whether the next move must come from the server: another player's, or chance's.

        Otherwise a page could end the game as it likes, see what was hidden, and take the moves
        back. A page that knows all moves learns nothing, and may send any.
        """
        has_secrets = any(map(is_hidden, self.sent))
        return has_secrets and self.session.mover not in self.session.people

    def extended(self, move: Any, token: str = "") -> ReplayedGame:
        """The game after one more move, which the page has sent as a token, or as text."""
        session = copy(self.session)
        session.states, session.moves = [*session.states], [*session.moves]
        text = self.game.format_move(session.state, move)
        shown = text if not token or session.is_public(move) else ""
        session.make(move)
        return ReplayedGame(session, (*self.texts, text), (*self.sent, shown + token), self.place)


@dataclass
class ReplayedGames:
    """Replays games; those replayed last are kept, since most requests add one move to one."""

    hidden: HiddenMoves
    _kept: OrderedDict[tuple[str, tuple[str, ...]], ReplayedGame] = field(
        default_factory=OrderedDict
    )

    def replay(self, game: Game[Any], at: At, viewers: Sequence[int] | None) -> ReplayedGame:
        """Replay a game; refuses an invalid one in one sentence."""
        if len(at.moves) > MOST_MOVES:
            raise OutplyError(f"The game has {len(at.moves):,} moves; give at most {MOST_MOVES:,}.")
        place = json.dumps(
            [at.game, at.settings, at.start, sorted(set(viewers or ()))], sort_keys=True
        )
        moves = tuple(at.moves)
        replayed, done = self._longest_kept(place, moves)
        if replayed is None:
            replayed = self._first(game, at, viewers, place)
        for count in range(done, len(moves)):
            token = without_text(moves[count]) if _is_token(game, moves[count]) else ""
            replayed = replayed.extended(self._move(replayed, moves[count], token), token)
        self._keep((place, moves), replayed)
        return replayed

    def _longest_kept(self, place: str, moves: tuple[str, ...]) -> tuple[ReplayedGame | None, int]:
        for count in range(len(moves), max(-1, len(moves) - LOOKED_BACK), -1):
            if replayed := self._kept.get((place, moves[:count])):
                return replayed, count
        return None, 0

    def _keep(self, key: tuple[str, tuple[str, ...]], replayed: ReplayedGame) -> None:
        self._kept[key] = replayed
        self._kept.move_to_end(key)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _first(
        self, game: Game[Any], at: At, viewers: Sequence[int] | None, place: str
    ) -> ReplayedGame:
        seats = range(game.traits.players)
        if viewers and not set(viewers) <= set(seats):
            raise OutplyError(f"{game.name} has the players {', '.join(map(str, seats))}.")
        start = game.initial() if at.start is None else _parsed(game, at.start)
        return ReplayedGame(Session(game, start, frozenset(viewers or ())), (), (), place)

    def _move(self, replayed: ReplayedGame, text: str, token: str) -> Any:
        """The move that a text or a token means."""
        game, session, ply = replayed.game, replayed.session, len(replayed.texts)
        if session.over:
            raise OutplyError(f"Move {ply + 1}, {text!r}, comes after the game was over.")
        if token:
            text = self.hidden.text(token, replayed.token_place)
        elif replayed.needs_token:
            raise OutplyError(f"Move {ply + 1}, {text!r}, is not yours: another is to move.")
        legal = choices(game, session.state)
        try:
            move = game.parse_move(session.state, text)
        except OutplyError as error:
            raise OutplyError(f"Move {ply + 1}: {error}") from None
        if move not in legal:
            raise OutplyError(f"Move {ply + 1}: {text!r} is not a legal move in {game.name} here.")
        return move

    def move_text(self, replayed: ReplayedGame, move: Any) -> str:
        """A move in the last position as a page is to send it.

        It is a token if the viewers may not see it, and a text with a token if they may not
        choose it.
        """
        text = replayed.game.format_move(replayed.session.state, move)
        if not replayed.session.hides_information:
            return text
        is_public = replayed.session.is_public(move)
        if is_public and not replayed.needs_token:
            return text
        return (text if is_public else "") + self.hidden.token(text, replayed.token_place)

    def roll_seed(self, replayed: ReplayedGame) -> bytes | None:
        """What decides the next roll, if it must be the same each time; None if any will do.

        Cards that are never dealt, however often one is asked for, would be those that are hidden.
        """
        return self.hidden.seed(replayed.token_place) if replayed.needs_token else None


def _is_token(game: Game[Any], text: str) -> bool:
    return game.traits.hidden and is_token(text)


def _parsed(game: Game[Any], text: str) -> Any:
    try:
        return game.parse(text)
    except OutplyError:
        raise
    except Exception as error:
        reason = f"`parse` raises {type(error).__name__}: {error}".rstrip(": .")
        raise OutplyError(f"{text!r} is not a position of {game.name}: {reason}.") from error
