"""Which positions of an OpenSpiel game are the same, however they came about."""

from __future__ import annotations

from outply.bridges.openspiel.state import SpielState
from outply.game import Bits, bits_of_number

__all__ = ["TOLD_BY_THEIR_PICTURE", "key_by_history", "key_by_picture"]

TOLD_BY_THEIR_PICTURE = frozenset(
    {"breakthrough", "clobber", "connect_four", "hex", "mnk", "nim", "othello", "tic_tac_toe", "y"}
)
"""Games in which the picture that OpenSpiel prints and whose turn it is decide all that follows.

They have neither a rule about repetition nor a limit of moves, and their pictures leave nothing
out. OpenSpiel cannot be asked for that, so in all other games only the history tells the state.
"""


def key_by_picture(state: SpielState) -> Bits:
    return bits_of_number(f"{state.spiel.current_player()} {state.spiel}")


def key_by_history(state: SpielState) -> Bits:
    return bits_of_number(repr(state.history))
