"""An OpenSpiel game by its text, or why it cannot be taken."""

from __future__ import annotations

import math
from typing import Any

from outply.bridges.openspiel.library import complaint, named_in_full, pyspiel, quietly, spiel_game
from outply.bridges.openspiel.rules import HiddenOpenSpielGame, OpenSpielGame
from outply.game import OutplyError

__all__ = ["load"]

FIRST_PLIES = 8

BROKEN_COPIES = frozenset({"morpion_solitaire"})
"""Games whose copied states in OpenSpiel 2.0.2 use memory of the original after it is freed: the
process may end by that, so they are not even tried out."""

Kind = pyspiel.GameType


def load(text: str, /, **parameters: Any) -> OpenSpielGame:
    """`load("hex(board_size=5)")` or `load("hex", board_size=5)`, as `pyspiel.load_game` has it."""
    written = named_in_full(text.strip(), parameters)
    spiel = spiel_game(written)
    if reason := _refusal(written, spiel):
        raise OutplyError(f"openspiel:{written} {reason}.")
    is_open = spiel.get_type().information == Kind.Information.PERFECT_INFORMATION
    game = OpenSpielGame(written) if is_open else HiddenOpenSpielGame(written)
    _try_out(game)
    return game


def _refusal(text: str, spiel: Any) -> str | None:
    """Why Outply cannot take a game; None if it can."""
    kind = spiel.get_type()
    if kind.dynamics == Kind.Dynamics.SIMULTANEOUS:
        inner = text if text.endswith(")") else f"{text}()"
        in_turn = f"openspiel:turn_based_simultaneous_game(game={inner})"
        return f"lets players move at the same time; have them move in turn by {in_turn}"
    if kind.dynamics != Kind.Dynamics.SEQUENTIAL:
        return "is a mean-field game; give one whose players move in turn"
    if kind.chance_mode == Kind.ChanceMode.SAMPLED_STOCHASTIC:
        return "draws its chance outcomes itself; give a game that lists them"
    if getattr(kind, "action_structs_only", False):
        return "does not number its moves; give a game that does"
    if kind.short_name in BROKEN_COPIES:
        return "has states that OpenSpiel cannot copy safely; give another game"
    if not (math.isfinite(spiel.min_utility()) and math.isfinite(spiel.max_utility())):
        return "has no bounds of its utility; give a game that has"
    if _tells_players_nothing(kind):
        return "hides something, and does not say what players see; give a game that does"
    return None


def _tells_players_nothing(kind: Any) -> bool:
    is_hidden = kind.information != Kind.Information.PERFECT_INFORMATION
    return is_hidden and not (
        kind.provides_information_state_string or kind.provides_observation_string
    )


def _try_out(game: OpenSpielGame) -> None:
    """Some parameters are refused only by the first state, and some games fail soon after."""
    try:
        with quietly():
            state = game.initial()
            for _ in range(FIRST_PLIES):
                choices = game.choices(state)
                if not choices:
                    break
                state = state.after(choices[0])
    except Exception as error:
        raise OutplyError(
            f"{game.name} cannot be played, OpenSpiel says: {complaint(error)}; "
            "give other parameters, or another game."
        ) from None
