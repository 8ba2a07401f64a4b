"""A game of Outply's as OpenSpiel has its games: a game, its states, and what players observe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.bridges.openspiel.library import pyspiel
from outply.bridges.openspiel.numbering import Numbering
from outply.choices import choices
from outply.game import CHANCE, Game

__all__ = ["ExportedGame", "Rules"]

TERMINAL = int(pyspiel.PlayerId.TERMINAL)


@dataclass(frozen=True)
class Rules:
    """A game, and how its moves and outcomes are numbered."""

    game: Game[Any]
    moves: Numbering
    outcomes: Numbering


@dataclass(frozen=True)
class Standing:
    """Where a game stands, and what each player saw and did at each turn of their own."""

    rules: Rules
    state: Any
    turns: tuple[tuple[Any, ...], ...]

    def __deepcopy__(self, memo: Any) -> Standing:
        return self  # it never changes, and OpenSpiel copies at each move

    @property
    def mover(self) -> int:
        """The player to move, CHANCE or TERMINAL, which are OpenSpiel's numbers too."""
        game = self.rules.game
        return TERMINAL if game.is_terminal(self.state) else game.to_move(self.state)

    @property
    def numbering(self) -> Numbering:
        return self.rules.outcomes if self.mover == CHANCE else self.rules.moves

    @property
    def choices(self) -> list[int]:
        return [] if self.mover == TERMINAL else choices(self.rules.game, self.state)

    @property
    def actions(self) -> list[int]:
        return self.numbering.actions(self.choices)

    def choice(self, action: int) -> int:
        return self.numbering.choice(action, self.choices)

    def after(self, action: int) -> Standing:
        state = self.rules.game.result(self.state, self.choice(action))
        return Standing(self.rules, state, self._turns_with(action))

    def _turns_with(self, action: int) -> tuple[tuple[Any, ...], ...]:
        """Where nothing is hidden, nobody asks."""
        game, mover = self.rules.game, self.mover
        if mover == CHANCE or not game.traits.hidden:
            return self.turns
        turn = (game.observation(self.state, mover), action)
        return tuple(
            (*turns, turn) if player == mover else turns for player, turns in enumerate(self.turns)
        )


class ExportedGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, rules: Rules, kind: Any, info: Any, parameters: dict[str, Any]) -> None:
        super().__init__(kind, info, parameters)
        players = rules.game.traits.players
        self.start = Standing(rules, rules.game.initial(), ((),) * players)

    def new_initial_state(self) -> ExportedState:
        return ExportedState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(bool(iig_obs_type and iig_obs_type.perfect_recall))


class ExportedState(pyspiel.State):  # type: ignore[misc]
    """Of the names, those with an underscore are OpenSpiel's for what a game in Python defines."""

    def __init__(self, game: ExportedGame) -> None:
        super().__init__(game)
        self.standing = game.start

    def current_player(self) -> int:
        return self.standing.mover

    def is_terminal(self) -> bool:
        return self.standing.mover == TERMINAL

    def returns(self) -> list[float]:
        game, state = self.standing.rules.game, self.standing.state
        players, over = range(game.traits.players), self.is_terminal()
        return [game.utility(state, player) if over else 0.0 for player in players]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        game, state = self.standing.rules.game, self.standing.state
        by_outcome = sorted(game.outcomes(state))
        probabilities = [probability for _, probability in by_outcome]
        return list(zip(self.standing.actions, probabilities, strict=True))

    def _legal_actions(self, player: int) -> list[int]:
        return self.standing.actions

    def _apply_action(self, action: int) -> None:
        self.standing = self.standing.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        standing = self.standing
        return standing.rules.game.format_move(standing.state, standing.choice(action))

    def __str__(self) -> str:
        return self.standing.rules.game.format(self.standing.state)


class Observer:
    """What a player sees as text; there are no tensors."""

    def __init__(self, remembers: bool) -> None:
        self.remembers = remembers
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: ExportedState, player: int) -> None:
        """There is no tensor to set."""

    def string_from(self, state: ExportedState, player: int) -> str:
        """Where nothing is hidden, the position, or all moves to it if they are remembered."""
        standing = state.standing
        game = standing.rules.game
        if not game.traits.hidden:
            return str(state.history_str() if self.remembers else state)
        seen = game.observation(standing.state, player)
        return repr((seen, standing.turns[player]) if self.remembers else seen)
