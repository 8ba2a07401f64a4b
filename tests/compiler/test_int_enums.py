"""Rules that return members of an IntEnum: searches take their numbers, the game its members."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import pytest

import outply
from outply import Game, Limit


class Player(IntEnum):
    LEFT = 0
    RIGHT = 1

    @property
    def other(self):
        return Player.RIGHT if self is Player.LEFT else Player.LEFT


class Result(IntEnum):
    WIN = 1
    LOSS = -1


class Heap(NamedTuple):
    size: int
    player: Player


@dataclass(frozen=True)
class MemberNim(Game):
    """Take one to three; whoever takes the last one wins."""

    def initial(self):
        return Heap(7, Player.LEFT)

    def to_move(self, state):
        return state.player

    def moves(self, state):
        return range(1, min(3, state.size) + 1)

    def result(self, state, move):
        return Heap(state.size - move, self.to_move(state).other)

    def is_terminal(self, state):
        return state.size == 0

    def utility(self, state, player):
        return Result.LOSS if state.player == player else Result.WIN


class MixedNim(MemberNim):
    def to_move(self, state):
        return state.player if state.size > 3 else int(state.player)

    def result(self, state, move):
        return Heap(state.size - move, state.player.other)

    def utility(self, state, player):
        return Result.LOSS if state.player == player else 1


@pytest.mark.parametrize("game", [MemberNim(), MixedNim()], ids=["members", "members and ints"])
@pytest.mark.parametrize("name", ["alphabeta", "engine"])
def test_searches_take_members_as_numbers(game, name):
    search = outply.named(name)
    found = [search.search(game, game.initial(), Limit(depth=7), compiled=c) for c in (True, False)]
    assert [(one.move, one.value, one.line) for one in found] == [(3, 1, found[1].line)] * 2
    assert found[0].compiled
