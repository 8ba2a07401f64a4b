"""Games of Outply's registered as OpenSpiel's."""

from __future__ import annotations

import ctypes
import dataclasses
import re
from typing import Any

from outply.bridges.openspiel.exported import ExportedGame, Rules
from outply.bridges.openspiel.library import pyspiel
from outply.bridges.openspiel.numbering import numberings
from outply.bridges.openspiel.rules import OpenSpielGame
from outply.game import FOREVER, Game, OutplyError

__all__ = ["register"]

LARGE = 1 << 31  # what OpenSpiel takes as a parameter has 32 bits

Kind = pyspiel.GameType


@dataclasses.dataclass(frozen=True)
class _Registration:
    """What was registered under a name; called by OpenSpiel to make the game."""

    name: str
    game: Game[Any]
    moves: int | None
    outcomes: int | None
    made: dict[Any, Rules] = dataclasses.field(default_factory=dict, compare=False)

    def __call__(self, given: dict[str, Any] | None = None) -> ExportedGame:
        rules = self.rules(given or {})
        return ExportedGame(rules, self.kind(), _info(rules), given or {})

    def rules(self, given: dict[str, Any]) -> Rules:
        """With these parameters; made once, since to number the moves takes a while."""
        key = tuple(sorted(given.items()))
        if key not in self.made:
            game = dataclasses.replace(self.game, **given) if given else self.game  # type: ignore[type-var]
            self.made[key] = Rules(game, *numberings(game, self.moves, self.outcomes))
        return self.made[key]

    def kind(self) -> Any:
        traits = self.game.traits
        return Kind(
            short_name=self.name,
            long_name=f"{self.game.name} of Outply",
            dynamics=Kind.Dynamics.SEQUENTIAL,
            chance_mode=_either(
                traits.chance, Kind.ChanceMode, "EXPLICIT_STOCHASTIC", "DETERMINISTIC"
            ),
            information=_either(
                traits.hidden, Kind.Information, "IMPERFECT_INFORMATION", "PERFECT_INFORMATION"
            ),
            utility=_either(traits.zero_sum, Kind.Utility, "ZERO_SUM", "GENERAL_SUM"),
            reward_model=Kind.RewardModel.TERMINAL,
            max_num_players=traits.players,
            min_num_players=traits.players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=False,
            parameter_specification=_parameters(self.game),
        )


_registered: dict[str, _Registration] = {}


def register(game: Game[Any], *, moves: int | None = None, outcomes: int | None = None) -> str:
    """Let `pyspiel.load_game` find a game; its name there, such as `outply_connect_four`.

    Its parameters are OpenSpiel's too, `outply_connect_four(columns=8)`, with those of `game` as
    the default. `moves` and `outcomes` say how many there are, where OpenSpiel's numbers of them
    must not depend on what random plays see: see `numbering`. To register the same again changes
    nothing.
    """
    if isinstance(game, OpenSpielGame):
        raise OutplyError(f"{game.name} is OpenSpiel's own; load it there as {game.text}.")
    name = "outply_" + re.sub(r"\W", "_", game.name)
    new = _Registration(name, game, moves, outcomes)
    if name in _registered and not _is_same(_registered[name], new):
        raise OutplyError(
            f"{name} is registered with other rules, bounds or defaults; give other parameters "
            f'when it is loaded, as in pyspiel.load_game("{name}(…)").'
        )
    if name not in _registered:
        new()  # whatever is wrong with it is told now
        pyspiel.register_game(new.kind(), new)
        # OpenSpiel drops it at the very end, when Python is gone and would abort the process.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(new))
        _registered[name] = new
    return name


def _is_same(one: _Registration, other: _Registration) -> bool:
    return type(one.game) is type(other.game) and one == other


def _either(condition: bool, words: Any, yes: str, no: str) -> Any:
    return getattr(words, yes if condition else no)


def _parameters(game: Game[Any]) -> dict[str, Any]:
    """With their defaults; what OpenSpiel cannot take stays as it is in `game`."""
    if not dataclasses.is_dataclass(game):
        return {}
    values = {field.name: getattr(game, field.name) for field in dataclasses.fields(game)}
    return {name: value for name, value in values.items() if _is_plain(value)}


def _is_plain(value: Any) -> bool:
    if type(value) is int:
        return -LARGE <= value < LARGE
    return type(value) in (bool, float, str)


def _info(rules: Rules) -> Any:
    traits = rules.game.traits
    return pyspiel.GameInfo(
        num_distinct_actions=rules.moves.bound,
        max_chance_outcomes=rules.outcomes.bound if traits.chance else 0,
        num_players=traits.players,
        min_utility=traits.least,
        max_utility=traits.most,
        utility_sum=0.0 if traits.zero_sum else None,
        max_game_length=_longest(rules.game),
    )


def _longest(game: Game[Any]) -> int:
    """Where passes are not counted, there may be as many."""
    plies = game.plies_left(game.initial())
    return FOREVER if plies >= FOREVER else 2 * plies
