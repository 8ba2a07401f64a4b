"""Play one game from a state to its end."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from outply.game import CHANCE, Game, OutplyError
from outply.play.game_length import LONGEST_PLAY, GameLength
from outply.repetition import REPETITION, is_drawn_by_repetition

__all__ = ["GamePlayer", "Match", "Player", "draw_outcome", "play"]

Player = Callable[[Game[Any], Any], int]
"""A function that chooses a move: `(game, state) -> move`.

It receives the whole state, even in a game with hidden information; there, an honest player uses
only `game.observation(state, player)`.
"""


class GamePlayer(ABC):
    """A player that sees the whole game so far, and keeps what it found between its moves.

    It is also a `Player`, which knows nothing but the state.
    """

    @abstractmethod
    def new_game(self) -> GamePlayer:
        """The same player at the start of a game, at one seat: it shares nothing with others."""

    @abstractmethod
    def choose(self, game: Game[Any], states: Sequence[Any]) -> Any:
        """The move in the last of the states of a game."""

    def __call__(self, game: Game[Any], state: Any) -> Any:
        return self.new_game().choose(game, [state])


@dataclass(frozen=True)
class Match:
    """A finished game: all its states, the moves between them, and the utility of each player.

    `reason` says why it ended if not by its rules: `threefold repetition`, a draw.
    """

    states: tuple[Any, ...]
    moves: tuple[int, ...]
    utilities: tuple[float, ...]
    reason: str = ""


def play(
    game: Game[Any],
    players: Sequence[Player],
    state: Any = None,
    *,
    seed: int = 0,
    on_move: Callable[[Any, int, Any], None] | None = None,
    most_plies: int = LONGEST_PLAY,
) -> Match:
    """Play a game between players, one for each seat, from `state` or from the start.

    `on_move(before, move, after)` is called after each move. Outcomes of chance are drawn with
    `seed`. In a game that defines `reversible_plies`, a position that occurs for the third time
    ends the game as a draw. A game without an end is refused after `most_plies`.
    """
    _require_players(game, len(players))
    rng = random.Random(seed)
    players = [each.new_game() if isinstance(each, GamePlayer) else each for each in players]
    states, moves = [game.initial() if state is None else state], []
    length = GameLength(most_plies)
    while not game.is_terminal(states[-1]) and not is_drawn_by_repetition(game, states):
        before = states[-1]
        _refuse_endless(game, length)
        length.add(game.to_move(before))
        move = _choice(game, players, states, rng)
        states.append(game.result(before, move))
        moves.append(move)
        if on_move:
            on_move(before, move, states[-1])
    return _match(game, states, moves)


def _require_players(game: Game[Any], given: int) -> None:
    wanted = game.traits.players
    if given != wanted:
        raise OutplyError(f"{game.name} is for {wanted} players, and {given} were given.")


def _refuse_endless(game: Game[Any], length: GameLength) -> None:
    if excess := length.excess:
        raise OutplyError(
            f"{game.name} was not over after {excess}; run `outply check` on its rules, or "
            "give a larger `most_plies`."
        )


def _match(game: Game[Any], states: list[Any], moves: list[int]) -> Match:
    """The record of a game that is over, or drawn by repetition."""
    seats, last = range(game.traits.players), states[-1]
    if not game.is_terminal(last):
        return Match(tuple(states), tuple(moves), (0.0,) * len(seats), REPETITION)
    return Match(tuple(states), tuple(moves), tuple(game.utility(last, seat) for seat in seats))


def draw_outcome(game: Game[Any], state: Any, rng: random.Random) -> int:
    """Draw one of the outcomes of a state in which chance is to move."""
    weighted = list(game.outcomes(state))
    if not weighted:
        raise OutplyError(
            f"Chance is to move in {game.name}, but it has no outcomes; run `outply check`."
        )
    outcomes, weights = zip(*weighted, strict=True)
    drawn: int = rng.choices(outcomes, weights)[0]
    return drawn


def _choice(
    game: Game[Any], players: Sequence[Player | GamePlayer], states: list[Any], rng: random.Random
) -> int:
    state = states[-1]
    seat = game.to_move(state)
    if seat == CHANCE:
        return draw_outcome(game, state, rng)
    if not 0 <= seat < len(players):
        raise OutplyError(
            f"Player {seat} is to move in {game.name}, which has {len(players)} players."
        )
    player = players[seat]
    move = player.choose(game, states) if isinstance(player, GamePlayer) else player(game, state)
    if move not in list(game.moves(state)):
        raise OutplyError(f"Player {seat} returned an illegal move in {game.name}: {move!r}.")
    return move
