"""The states that a player of an OpenSpiel game with hidden information cannot tell apart.

They are found by going through all histories that agree with what the player saw and did. Where
there are too many, some are drawn, the same ones each time: by OpenSpiel, in the games for which
it can, or else by random plays that are given up where they disagree.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from outply.bridges.openspiel.library import Refusal, quietly
from outply.bridges.openspiel.state import SpielState, replayed
from outply.game import CHANCE, OutplyError

if TYPE_CHECKING:
    from outply.bridges.openspiel.rules import HiddenOpenSpielGame

__all__ = ["MOST_HISTORIES", "worlds"]

MOST_HISTORIES = 5_000  # made to list, or to draw; some games take a millisecond for each
DRAWN = 200

Worlds = list[tuple[SpielState, float]]


def worlds(game: HiddenOpenSpielGame, state: SpielState, player: int) -> Worlds:
    """Each with its probability, as far as chance made it; there is at least one."""
    sight = _Sight(game, state, player)
    dice = random.Random(repr(sight.seen))
    found = (
        _listed(sight)
        or _drawn_by_openspiel(game, state, player, dice)
        or _drawn_by_plays(sight, dice)
    )
    if not found:
        raise OutplyError(
            f"{game.name} is too large to find out what player {player + 1} may not see here; use "
            "a search that guesses nothing, such as random."
        )
    total = math.fsum(weight for _, weight in found)
    return [(world, weight / total) for world, weight in found]


class _Prefix(NamedTuple):
    """How a history may have begun."""

    state: SpielState
    weight: float
    turns: int  # of the player


class _Sight:
    """What a player saw and did, and which histories agree with it."""

    def __init__(self, game: HiddenOpenSpielGame, state: SpielState, player: int) -> None:
        self._game, self._player = game, player
        self.seen = game.observation(state, player)

    @property
    def start(self) -> _Prefix:
        return _Prefix(self._game.initial(), 1.0, 0)

    def is_here(self, prefix: _Prefix) -> bool:
        """Whether this may be the real state; at the turns before, `ways` has looked."""
        if prefix.turns != len(self.seen.turns):
            return False
        state, player = prefix.state, self._player
        is_turn = state.spiel.current_player() == player
        return is_turn == self.seen.is_turn and self._game.sight(state, player) == self.seen.sight

    def ways(self, prefix: _Prefix) -> list[tuple[int, float]]:
        """How it may go on, and how likely chance makes that.

        Nowhere, where the player saw something else; at a turn, as the player did.
        """
        mover = prefix.state.spiel.current_player()
        if mover == CHANCE:
            return list(self._game.outcomes(prefix.state))
        if mover != self._player:
            return [(move, 1.0) for move in self._game.moves(prefix.state)]
        if prefix.turns == len(self.seen.turns):
            return []
        sight, move = self.seen.turns[prefix.turns]
        return [(move, 1.0)] if self._game.sight(prefix.state, mover) == sight else []

    def longer(self, prefix: _Prefix, way: tuple[int, float]) -> _Prefix:
        choice, chance = way
        is_turn = prefix.state.spiel.current_player() == self._player
        after = prefix.state.after(choice)
        return _Prefix(after, prefix.weight * chance, prefix.turns + int(is_turn))


def _listed(sight: _Sight) -> Worlds:
    """All of them; none if there are too many histories to look at."""
    found, made = [], 1
    waiting = [sight.start]
    while waiting:
        prefix = waiting.pop()
        if sight.is_here(prefix):
            found.append((prefix.state, prefix.weight))
        ways = sight.ways(prefix)
        made += len(ways)
        if made > MOST_HISTORIES:
            return []
        waiting.extend(sight.longer(prefix, way) for way in reversed(ways))
    return found


def _drawn_by_openspiel(
    game: HiddenOpenSpielGame, state: SpielState, player: int, dice: random.Random
) -> Worlds:
    """None where it cannot, or where what it draws is not what its history leads to."""
    found: dict[SpielState, float] = defaultdict(float)
    try:
        with quietly():
            for _ in range(DRAWN):
                drawn = state.spiel.resample_from_infostate(player, dice.random)
                world = replayed(game.text, drawn.history())
                if str(world.spiel) != str(drawn):
                    return []
                found[world] += 1.0
    except Refusal:
        return []
    return list(found.items())


def _drawn_by_plays(sight: _Sight, dice: random.Random) -> Worlds:
    """Those that random plays come to; none if all are given up."""
    found: dict[SpielState, float] = {}
    made = 0
    while made < MOST_HISTORIES and len(found) < DRAWN:
        for prefix in _random_play(sight, dice):
            made += 1
            if sight.is_here(prefix):
                found[prefix.state] = prefix.weight
    return list(found.items())


def _random_play(sight: _Sight, dice: random.Random) -> Iterator[_Prefix]:
    """From the start to where it cannot be what the player saw."""
    prefix = sight.start
    yield prefix
    while ways := sight.ways(prefix):
        prefix = sight.longer(prefix, dice.choice(ways))
        yield prefix
