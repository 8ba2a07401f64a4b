"""Players made from searches."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from outply.game import CHANCE, Game, OutplyError
from outply.play.default_search import fitting_search
from outply.play.match import GamePlayer
from outply.play.search_texts import is_fitting, parse_search
from outply.play.time_control import after_move
from outply.search import Limit, Result, Search

__all__ = ["SearchPlayer", "best_move", "player"]


class SearchPlayer(GamePlayer):
    """Runs a search within a limit at each of its turns.

    In a game it hands the earlier states to the search, and keeps the search's memory from one
    turn to the next. A clock of the limit runs down, but nobody loses by it. Ctrl-C during a search
    ends the game, not only the search. In a game with hidden information, a search with a seed gets
    a new one at each turn.
    """

    def __init__(self, search: Search, limit: Limit) -> None:
        self._search, self._limit = search, limit
        self._turns = itertools.count()
        self._memory = search.new_memory()

    def new_game(self) -> SearchPlayer:
        return SearchPlayer(copy(self._search), self._limit)

    def choose(self, game: Game[Any], states: Sequence[Any]) -> Any:
        result = self.result(game, states[-1], states[:-1], self._memory)
        if self._limit.clock is not None:
            self._limit = replace(self._limit, clock=after_move(self._limit.clock, result.seconds))
        return result.move

    def __call__(self, game: Game[Any], state: Any) -> Any:
        """The move in one state, of whose game nothing is known; nothing is kept for the next."""
        return self.result(game, state).move

    def result(
        self, game: Game[Any], state: Any, history: Sequence[Any] = (), memory: Any = None
    ) -> Result:
        """What the search finds, which has a move."""
        if not game.is_terminal(state) and game.to_move(state) == CHANCE:
            raise OutplyError(f"Chance is to move in {game.name}; apply one of its outcomes first.")
        search = self._seeded_for_turn(game)
        result = search.search(game, state, self._limit, history=history, memory=memory)
        if result.interrupted:
            raise KeyboardInterrupt
        if result.move is None:
            raise OutplyError(f"{game.name} is over; there is no move to choose.")
        return result

    def _seeded_for_turn(self, game: Game[Any]) -> Search:
        seed = getattr(self._search, "seed", None)
        if seed is None or not game.traits.hidden:
            return self._search
        return replace(self._search, seed=seed + next(self._turns))  # type: ignore[type-var]


class FittingPlayer(GamePlayer):
    """Plays with the search that fits the game: `fitting`, with parameters if there are any."""

    def __init__(self, text: str, limit: Limit) -> None:
        self._text, self._limit = text, limit
        self._player: SearchPlayer | None = None  # in one game

    def new_game(self) -> FittingPlayer:
        return FittingPlayer(self._text, self._limit)

    def choose(self, game: Game[Any], states: Sequence[Any]) -> Any:
        self._player = self._player or self._player_of(game).new_game()
        return self._player.choose(game, states)

    def __call__(self, game: Game[Any], state: Any) -> Any:
        return self._player_of(game)(game, state)

    def _player_of(self, game: Game[Any]) -> SearchPlayer:
        parsed = parse_search(self._text, game)
        return SearchPlayer(parsed.search, parsed.limit or self._limit)


def player(search: Search | str, limit: Limit) -> GamePlayer:
    """Return a player that runs `search` within `limit` at each of its turns.

    It is a function `(game, state) -> move`. `outply.play` also tells it of the earlier states.
    As in the arena, a text may be `fitting`, for the search that fits the game, and may have a
    limit of its own, which replaces `limit`: `alphabeta:depth=2`.
    """
    if isinstance(search, Search):
        return SearchPlayer(search, limit)
    if is_fitting(search):
        return FittingPlayer(search, limit)
    parsed = parse_search(search, None)
    return SearchPlayer(parsed.search, parsed.limit or limit)


def best_move(
    game: Game[Any],
    state: Any,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    *,
    history: Sequence[Any] = (),
) -> Any:
    """Return the move of the search that fits the game; by default it gets one second.

    `history` is the earlier states of the game, if they are known: a position may have occurred.
    """
    if seconds is None and depth is None and nodes is None:
        seconds = 1.0
    chosen = SearchPlayer(fitting_search(game), Limit(seconds, depth, nodes))
    return chosen.result(game, state, history).move
