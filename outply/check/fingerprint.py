"""What a game says of one state, as a few numbers: one source, run at both speeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import CHANCE, Game

__all__ = ["OPTIONAL", "RULES", "ChanceFingerprint", "Fingerprint"]

RULES = (
    *("to_move", "is_terminal", "utility", "utility"),
    *("evaluate", "evaluate", "moves", "moves", "result"),
)
"""The method behind each number of `Fingerprint.rules`."""

OPTIONAL = (
    *("order", "noisy_moves", "bounds", "key", "canonical", "features"),
    *("observation", "worlds"),
)
"""The methods with a fingerprint of their own, taken where a game defines them."""


@dataclass(frozen=True)
class Fingerprint:
    """Of a game without chance."""

    name: ClassVar[str] = "the check"

    def rules(
        self, game: Game[Any], state: Any
    ) -> tuple[int, bool, float, float, float, float, int, int, int]:
        player = game.to_move(state)
        if game.is_terminal(state):
            first, others = game.utility(state, 0), self.utility_of_others(game, state)
            return player, True, first, others, 0.0, 0.0, 0, 0, 0
        first, others = game.evaluate(state, 0), self.evaluation_of_others(game, state)
        count, moves, results = self.choices(game, state)
        return player, False, 0.0, 0.0, first, others, count, moves, results

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

    def choices(self, game: Game[Any], state: Any) -> tuple[int, int, int]:
        """How many moves there are, which, and to what they lead."""
        return self.after_moves(game, state)

    def after_moves(self, game: Game[Any], state: Any) -> tuple[int, int, int]:
        count = moves = results = 0
        for move in game.moves(state):
            count += 1
            moves = mixed(moves, hash(move))
            results = mixed(results, hash(game.result(state, move)))
        return count, moves, results

    # -- what is optional -------------------------------------------------------------

    def order(self, game: Game[Any], state: Any) -> float:
        total = 0.0
        if is_a_players(game, state):
            for move in game.moves(state):
                total = total / 2 + game.order(state, move)
        return total

    def noisy_moves(self, game: Game[Any], state: Any) -> int:
        total = 0
        if is_a_players(game, state):
            for move in game.noisy_moves(state):
                total = mixed(total, hash(move))
        return total

    def bounds(self, game: Game[Any], state: Any) -> float:
        total = 0.0
        for player in range(game.traits.players):
            least, most = game.bounds(state, player)
            total += (player + 1) * least + (player + 2) * most
        return total

    def key(self, game: Game[Any], state: Any) -> int:
        return mixed(0, game.key(state))

    def canonical(self, game: Game[Any], state: Any) -> int:
        return mixed(0, hash(game.canonical(state)))

    def features(self, game: Game[Any], state: Any) -> float:
        total = 0.0
        for feature in game.features(state):
            total = total / 2 + feature
        return total

    def observation(self, game: Game[Any], state: Any) -> int:
        total = 0
        for player in range(game.traits.players):
            total = mixed(total, hash(game.observation(state, player)))
        return total

    def worlds(self, game: Game[Any], state: Any) -> int:
        total = 0
        if is_a_players(game, state):
            for player in range(game.traits.players):
                for world, probability in game.worlds(state, player):
                    total = mixed(mixed(total, hash(world)), hash(probability))
        return total


@dataclass(frozen=True)
class ChanceFingerprint(Fingerprint):
    """Of a game in which chance moves too."""

    def choices(self, game: Game[Any], state: Any) -> tuple[int, int, int]:
        if game.to_move(state) == CHANCE:
            return self.after_outcomes(game, state)
        return self.after_moves(game, state)

    def after_outcomes(self, game: Game[Any], state: Any) -> tuple[int, int, int]:
        count = outcomes = results = 0
        for outcome, probability in game.outcomes(state):
            count += 1
            outcomes = mixed(mixed(outcomes, hash(outcome)), hash(probability))
            results = mixed(results, hash(game.result(state, outcome)))
        return count, outcomes, results


def is_a_players(game: Game[Any], state: Any) -> bool:
    """Whether a player is to move, the game not being over."""
    return not game.is_terminal(state) and game.to_move(state) != CHANCE


def mixed(total: int, number: int) -> int:
    """A running hash; nothing in it outgrows 64 bits, so that both speeds compute the same."""
    low, high = number & 0x7FFFFFFF, (number >> 31) & 0x7FFFFFFF
    return (total * 1_000_003 + low * 31 + high) % 2_147_483_647
