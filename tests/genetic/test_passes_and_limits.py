"""Genetic minimax under limits: passes, signals, progress, and when it gives up."""

from __future__ import annotations

import _thread
from threading import Thread
from time import process_time, sleep

import pytest

from outply import Genetic, LasVegas, Limit, Minimax, load
from tests.positions import played
from tests.tiers import only_full

PASSING = "OOOOOOO-OOOOOOOXOXXOOXOX-XOOXXOXOOOOXXXXOOOOXOXX-OOXXXXX-OOOXXXX X"


def endgames(empties: int, count: int):
    """Positions of Othello from random play, with so many cells left."""
    game, seed = load("othello"), 0
    while count:
        state = played(game, 60 - empties, seed)
        seed += 1
        if not game.is_terminal(state) and game.plies_left(state) == empties:
            yield game, state
            count -= 1


def test_a_game_with_passes_is_searched_to_its_end():
    game = load("othello")
    state = game.parse(PASSING)
    truth = Minimax().search(game, state, Limit(depth=12))
    result = Genetic().search(game, state, Limit(seconds=600))
    assert (result.proved, result.value) == (truth.proved, truth.value) == (True, 4)


def test_endgames_are_proved_whatever_passes_there_are():
    for game, state in endgames(empties=4, count=60):
        truth = Minimax().search(game, state)
        result = Genetic().search(game, state, Limit(nodes=200_000))
        assert truth.proved and result.proved
        assert result.value == truth.value


@only_full
@pytest.mark.fully_optimised
def test_an_interrupt_is_answered_soon_however_large_the_tree():
    """By the time that this process itself computes, whatever else the machine does."""
    game = load("othello")
    state = played(game, 10, 1)
    search = LasVegas(megabytes=128)
    search.search(game, state, Limit(nodes=1))
    began = process_time()

    def interrupt():
        while process_time() < began + 2:
            sleep(0.02)
        _thread.interrupt_main()

    Thread(target=interrupt).start()
    result = search.search(game, state, Limit(depth=12, seconds=60))
    assert result.interrupted
    assert result.nodes > 100_000  # it takes seconds to walk such a tree in Python
    assert process_time() < began + 4


def test_rare_children_are_waited_for():
    """So few are born that many generations have none; that does not mean there are none."""
    game = load("gomoku")
    rare = {"challenges": 0, "crossover": 0.0, "mutation": 0.001, "ordered": False}
    search = Genetic(**rare, whole_last_ply=False, generations=20_000)
    result = search.search(game, game.initial(), Limit(depth=4))
    assert result.nodes > 400  # the first forty, and then one in 25 generations


def test_without_any_children_it_ends():
    game = load("gomoku")
    search = Genetic(challenges=0, deepening=False, crossover=0.0, mutation=0.0)
    result = search.search(game, game.initial(), Limit(depth=4, seconds=600))
    assert result.nodes <= 40
    assert result.seconds < 600


def test_progress_is_called_after_each_depth():
    game = load("connect-four")
    reported = []
    result = Genetic().search(
        game, game.initial(), Limit(nodes=20_000), progress=lambda found: reported.append(found)
    )
    depths = [found.depth for found in reported]
    assert depths == sorted(depths)
    assert len(set(depths)) > 3
    assert reported[-1] == result


@pytest.mark.parametrize("paths", [1, 100, 1000])
def test_random_paths_are_as_many_as_asked_for(paths):
    game = load("random-tree", branching=7, depth=5)
    assert LasVegas(paths=paths).search(game, game.initial(), Limit(depth=5)).nodes == paths
