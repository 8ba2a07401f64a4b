"""OpenSpiel's games for Outply's searches, and Outply's games for OpenSpiel's algorithms.

`load("hex(board_size=5)")` is what `outply.load("openspiel:hex(board_size=5)")` calls;
`register(game)` lets `pyspiel.load_game` find a game of Outply's. See docs/openspiel.md.

OpenSpiel: Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games" (2019).
"""

from outply.bridges.openspiel.loading import load
from outply.bridges.openspiel.registering import register
from outply.bridges.openspiel.rules import HiddenOpenSpielGame, OpenSpielGame
from outply.bridges.openspiel.state import SpielState

__all__ = ["HiddenOpenSpielGame", "OpenSpielGame", "SpielState", "load", "register"]
