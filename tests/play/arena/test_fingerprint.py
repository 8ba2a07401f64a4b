"""Fingerprints of players: a stored match recognizes the same player."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import partial

import pytest

from outply import OutplyError
from outply.play.arena import ArenaPlayer
from outply.play.arena.fingerprint import describe_player
from outply.search import named
from tests.play.arena.matches import SHORTLY, arena, first_move


def choosing(place: int):
    return lambda game, state: list(game.moves(state))[place]


def from_the_end(game, state, place=-1):
    return list(game.moves(state))[place]


@dataclass(frozen=True)
class Choosing:
    place: int

    def __call__(self, game, state):
        return list(game.moves(state))[self.place]

    def choose(self, game, state):
        return self(game, state)


class Counting:
    """A player whose state changes during a game."""

    def __init__(self):
        self.turns = 0

    def __call__(self, game, state):
        self.turns += 1
        return first_move(game, state)


AGENTS = {
    "one lambda": lambda game, state: next(iter(game.moves(state))),
    "another lambda": lambda game, state: list(game.moves(state))[-1],
    "another constant": lambda game, state: list(game.moves(state))[-2],
    "one set": lambda game, state: state in {"a", "b"},
    "another set": lambda game, state: state in {"a", "c"},
    "the first": choosing(0),
    "the last": choosing(-1),
    "a function": from_the_end,
    "a function with less": partial(from_the_end, place=0),
    "an object": Choosing(0),
    "another object": Choosing(-1),
    "a method": Choosing(0).choose,
    "another's method": Choosing(-1).choose,
}


def fingerprint(agent) -> str:
    return describe_player(ArenaPlayer("p", agent, SHORTLY))["search"]


def test_different_players_have_different_fingerprints(tmp_path):
    assert len({fingerprint(agent) for agent in AGENTS.values()}) == len(AGENTS)
    first, other = (ArenaPlayer("p", AGENTS[name], SHORTLY) for name in ("the first", "the last"))
    arena(tmp_path, first, "random", games=2).run()
    with pytest.raises(OutplyError, match="holds another match: players="):
        arena(tmp_path, other, "random").run()


def test_the_same_player_has_the_same_fingerprint(tmp_path):
    assert fingerprint(choosing(3)) == fingerprint(choosing(3))
    assert fingerprint(Choosing(3).choose) == fingerprint(Choosing(3).choose)
    assert fingerprint(from_the_end).startswith(f"{__name__}.from_the_end ")
    counting = Counting()
    arena(tmp_path, ArenaPlayer("p", counting, SHORTLY), "random", games=2).run()
    assert counting.turns
    again = arena(tmp_path, ArenaPlayer("p", counting, SHORTLY), "random", games=4).run()
    assert len(again.games) == 4


def test_included_weights_are_part_of_the_fingerprint(tmp_path, monkeypatch):
    found = []
    for content in (b"one", b"other"):
        (tmp_path / "connect-four.safetensors.gz").write_bytes(content)
        module = sys.modules[describe_player.__module__]
        monkeypatch.setattr(module, "FOLDER", tmp_path)
        found.append(fingerprint(named("engine:evaluation=trained")))
    assert found[0] != found[1]


PRINT_FINGERPRINT = """
from outply import Limit
from outply.play.arena import ArenaPlayer
from outply.play.arena.fingerprint import describe_player

def recursive():
    def choose(game, state, kind="b"):
        return 0 if kind in {"a", "b", "c", "d"} else choose(game, state)
    return choose

print(describe_player(ArenaPlayer("p", recursive(), Limit()))["search"])
"""


def test_a_fingerprint_is_the_same_in_every_process():
    """The order of sets of strings and the addresses of functions differ between processes."""
    fingerprints = {
        subprocess.run(
            [sys.executable, "-c", PRINT_FINGERPRINT],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in (1, 2, 3)
    }
    assert len(fingerprints) == 1
    assert re.fullmatch(r"__main__\.recursive\.<locals>\.choose [0-9a-f]{16}\n", fingerprints.pop())
