"""What a game says of one state: one source, run interpreted and compiled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import CHANCE, SEARCH_HINTS, Bits, Game

__all__ = ["OPTIONAL", "RULES", "Answers", "ChanceAnswers"]

RULES = (
    *("to_move", "is_terminal", "utility", "utility"),
    *("evaluate", "evaluate", "moves", "result"),
)
"""The method behind each part of `Answers.rules`."""

OPTIONAL = (
    *("order", "noisy_moves", "features", "cells", "stage"),
    *(*SEARCH_HINTS, "observation", "worlds"),
)
"""The methods that are asked one by one, where a game defines them."""


@dataclass(frozen=True)
class Answers:
    """Those of a game without chance.

    States and moves are given as they are: hash() of a text differs between processes.
    """

    name: ClassVar[str] = "the check"

    def rules(
        self, game: Game[Any], state: Any
    ) -> tuple[int, bool, float, float, float, float, list[Any], list[Any]]:
        player = game.to_move(state)
        if game.is_terminal(state):
            first, others = game.utility(state, 0), self.utility_of_others(game, state)
            return player, True, first, others, 0.0, 0.0, [], []
        first, others = game.evaluate(state, 0), self.evaluation_of_others(game, state)
        moves, results = self.choices(game, state)
        return player, False, 0.0, 0.0, first, others, moves, results

    def utility_of_others(self, game: Game[Any], state: Any) -> float:
        total = 0.0
        for player in range(1, game.traits.players):
            total += player * game.utility(state, player)
        return total

    def evaluation_of_others(self, game: Game[Any], state: Any) -> float:
        total = 0.0
        for player in range(1, game.traits.players):
            total += player * game.evaluate(state, player)
        return total

    def choices(self, game: Game[Any], state: Any) -> tuple[list[Any], list[Any]]:
        """The moves, and the states to which they lead."""
        return self.after_moves(game, state)

    def after_moves(self, game: Game[Any], state: Any) -> tuple[list[Any], list[Any]]:
        moves = list(game.moves(state))
        return moves, [game.result(state, move) for move in moves]

    # -- what is optional -------------------------------------------------------------

    def order(self, game: Game[Any], state: Any) -> float:
        total = 0.0
        if is_a_players(game, state):
            for move in game.moves(state):
                total = total / 2 + game.order(state, move)
        return total

    def noisy_moves(self, game: Game[Any], state: Any) -> list[Any]:
        return list(game.noisy_moves(state)) if is_a_players(game, state) else []

    def bounds(self, game: Game[Any], state: Any) -> float:
        total = 0.0
        if not game.is_terminal(state):
            for player in range(game.traits.players):
                least, most = game.bounds(state, player)
                total += (player + 1) * least + (player + 2) * most
        return total

    def candidates(self, game: Game[Any], state: Any) -> list[Any]:
        return list(game.candidates(state)) if is_a_players(game, state) else []

    def plies_left(self, game: Game[Any], state: Any) -> int:
        return game.plies_left(state)

    def use_symmetry(self, game: Game[Any], state: Any) -> bool:
        return game.use_symmetry(state)

    def passed(self, game: Game[Any], state: Any) -> list[Any]:
        return [game.passed(state)] if is_a_players(game, state) else []

    def extension(self, game: Game[Any], state: Any) -> list[int]:
        if not is_a_players(game, state):
            return []
        return [game.extension(state, move) for move in game.moves(state)]

    def reducible(self, game: Game[Any], state: Any) -> list[bool]:
        if not is_a_players(game, state):
            return []
        return [game.reducible(state, move) for move in game.moves(state)]

    def may_pass(self, game: Game[Any], state: Any) -> bool:
        return is_a_players(game, state) and game.may_pass(state)

    def in_check(self, game: Game[Any], state: Any) -> bool:
        return game.in_check(state)

    def gives_check(self, game: Game[Any], state: Any) -> list[bool]:
        if not is_a_players(game, state):
            return []
        return [game.gives_check(state, move) for move in game.moves(state)]

    def ends_early(self, game: Game[Any], state: Any) -> bool:
        return game.ends_early(state)

    def reversible_plies(self, game: Game[Any], state: Any) -> int:
        return game.reversible_plies(state)

    def exchange(self, game: Game[Any], state: Any) -> list[float]:
        if not is_a_players(game, state):
            return []
        return [game.exchange(state, move) for move in game.moves(state)]

    def is_legal(self, game: Game[Any], state: Any) -> list[bool]:
        if not is_a_players(game, state):
            return []
        return [game.is_legal(state, move) for move in game.moves(state)]

    def pick(self, game: Game[Any], state: Any) -> list[Any]:
        if not is_a_players(game, state):
            return []
        return [game.pick(state, luck) for luck in (0.0, 0.3, 0.5, 0.7, 0.999)]

    def key(self, game: Game[Any], state: Any) -> Bits:
        return game.key(state)

    def canonical(self, game: Game[Any], state: Any) -> Any:
        return game.canonical(state)

    def features(self, game: Game[Any], state: Any) -> float:
        total = 0.0
        for feature in game.features(state):
            total = total / 2 + feature
        return total

    def cells(self, game: Game[Any], state: Any) -> list[int]:
        if game.cell_values == 0 or not is_a_players(game, state):
            return []
        return list(game.cells(state))

    def stage(self, game: Game[Any], state: Any) -> int:
        return game.stage(state) if game.cell_values and is_a_players(game, state) else 0

    def observation(self, game: Game[Any], state: Any) -> list[Any]:
        return [game.observation(state, player) for player in range(game.traits.players)]

    def worlds(self, game: Game[Any], state: Any) -> list[tuple[int, Any, float]]:
        found = []
        if is_a_players(game, state):
            for player in range(game.traits.players):
                for world, probability in game.worlds(state, player):
                    found.append((player, world, probability))
        return found


@dataclass(frozen=True)
class ChanceAnswers(Answers):
    """Those of a game in which chance moves too."""

    def choices(self, game: Game[Any], state: Any) -> tuple[list[Any], list[Any]]:
        if game.to_move(state) == CHANCE:
            return self.after_outcomes(game, state)
        return self.after_moves(game, state)

    def after_outcomes(self, game: Game[Any], state: Any) -> tuple[list[Any], list[Any]]:
        outcomes = list(game.outcomes(state))
        return outcomes, [game.result(state, outcome) for outcome, _ in outcomes]


def is_a_players(game: Game[Any], state: Any) -> bool:
    """Whether a player is to move, the game not being over."""
    return not game.is_terminal(state) and game.to_move(state) != CHANCE
