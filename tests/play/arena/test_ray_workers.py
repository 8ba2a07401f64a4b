"""Matches on a Ray cluster with one process on this machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from outply import Limit, OutplyError, load
from outply.play.arena import Arena, ArenaPlayer, Ending
from outply.play.arena.dispatcher import Dispatcher
from outply.play.arena.schedule import Opening
from outply.play.arena.workers import RayWorkers
from tests.tiers import only_full, slow

SHORTLY = Limit(seconds=0.2)


def arena(file: Path, *players, **changes) -> Arena:
    defaults = {"games": 4, "compiled": False, "store": file}
    game = load("tic-tac-toe")
    return Arena(game, players or ("random", "alphabeta:depth=2"), **defaults | changes)


def first_move(game, state):
    return next(iter(game.moves(state)))


def dying(game, state):
    os._exit(3)


@pytest.fixture(scope="module")
def ray():
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield ray
    ray.shutdown()


@only_full
def test_a_match_on_ray_plays_the_same_games(tmp_path, ray):
    there = arena(tmp_path / "there.sqlite", on="ray").run()
    here = arena(tmp_path / "here.sqlite", jobs=0).run()
    assert sorted((game.number, game.moves) for game in there.games) == [
        (game.number, game.moves) for game in here.games
    ]
    assert ray.is_initialized()  # a cluster that was there before stays


@only_full
def test_a_player_that_kills_a_process_of_the_cluster_loses(tmp_path, ray):
    players = (ArenaPlayer("sound", first_move, SHORTLY), ArenaPlayer("unsound", dying, SHORTLY))
    match = arena(tmp_path / "match.sqlite", *players)
    [game] = Dispatcher(match.settings, {0: Opening()}, RayWorkers(1)).play(match.schedule[:1])
    assert (game.ending, game.loser, game.moves) == (Ending.CRASH, 1, ("a1",))


def test_an_error_says_that_ray_is_not_installed(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OutplyError, match=r"Ray is not installed; install outply\[ray\]"):
        arena(tmp_path / "match.sqlite", on="ray").run()


@slow
def test_an_error_says_that_the_cluster_does_not_answer(tmp_path, monkeypatch):
    ray = pytest.importorskip("ray")

    def nobody(**options):
        raise ConnectionError("no cluster\nthere.")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", nobody)
    with pytest.raises(OutplyError, match="The Ray cluster does not answer: no cluster there\\."):
        RayWorkers()
