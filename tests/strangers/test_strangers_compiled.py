"""Games in the style of strangers: compiled unchanged, and the same as interpreted."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import outply
from outply.check import check
from outply.compiler import kernel
from outply.search.move_codes import move_code, move_of
from outply.search.perft import count_leaves
from tests.tiers import FULL, only_full, sampled, slow

pytestmark = slow

HERE = Path(__file__).parent
GAMES = sorted(file for file in HERE.glob("*.py") if not file.stem.startswith(("test", "__")))
SIMULATED = "mcts:simulations=60"
IN_TURN = ("alphabeta", "negascout", "genetic", "mtdf")


def started(game):
    """The first state in which a player is to move."""
    state = game.initial()
    while game.to_move(state) == outply.CHANCE:
        state = game.result(state, next(iter(game.outcomes(state)))[0])
    return state


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_as_many_leaves(file):
    game = outply.load(str(file))
    compiled = kernel(count_leaves, game)
    for depth in range(4):
        assert compiled(started(game), depth) == count_leaves(game, started(game), depth)


def pairs():
    """Each game with those searches that call all of its methods, and with one other in turn.

    These are the engine, mcts and, if there are dice, star2. In `make test`, each second game has
    no mcts, and the others have no other search.
    """
    for number, file in enumerate(GAMES):
        traits = outply.load(str(file)).traits
        others = [name for name in IN_TURN if not outply.named(name).refusal(traits)]
        turn = number % 4 if FULL else number // 2 % 4
        last = [SIMULATED, *others[turn : turn + 1]]
        if not FULL:
            last = last[:1] if number % 2 else last[-1:]
        names = ["engine", *(["star2"] if traits.chance else []), *last]
        for name in names:
            if not outply.named(name).refusal(traits):
                yield pytest.param(file, name, id=f"{name}-{file.stem}")


@sampled(10)
@pytest.mark.parametrize(("file", "name"), list(pairs()))
def test_searches_agree(file, name):
    game, search = outply.load(str(file)), outply.named(name)
    state = started(game)
    limit = outply.Limit(depth=3)
    slow, fast = (search.search(game, state, limit, compiled=c) for c in (False, True))
    assert (slow.move, slow.value, slow.nodes, slow.line) == (
        *(fast.move, fast.value, fast.nodes, fast.line),
    )
    assert fast.compiled and slow.move in list(game.moves(state))


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_rules_agree_in_random_plays(file):
    game = outply.load(str(file))
    rng = random.Random(file.stem)
    results = kernel(outcomes_of_moves, game)
    for _ in range(4):
        state = started(game)
        while not game.is_terminal(state):
            if game.to_move(state) == outply.CHANCE:
                state = game.result(state, rng.choice([o for o, _ in game.outcomes(state)]))
                continue
            assert results(state) == outcomes_of_moves(game, state)
            state = game.result(state, rng.choice(list(game.moves(state))))


def outcomes_of_moves(game, state):
    return [
        (game.key(game.result(state, move)), game.is_terminal(game.result(state, move)))
        for move in game.moves(state)
    ]


@sampled(12)
@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_the_check_compares_both_modes(file):
    report = check(outply.load(str(file)), plays=2, seconds=600)
    assert report.findings == ()
    assert report.compiled and report.not_compiled is None
    assert f"compiled and interpreted rules agree in {report.states} states" in report.passed
    assert report.compiled_speed > 0


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_each_move_has_a_code_of_its_own(file):
    game = outply.load(str(file))
    state = started(game)
    moves = list(game.moves(state))
    assert len({move_code(move) for move in moves}) == len(moves)
    assert [move_of(game, state, move_code(move)) for move in moves] == moves


@only_full
def test_players_of_any_moves_meet():
    game = outply.load(str(HERE / "breakthrough_enum.py"))
    players = [outply.player(name, outply.Limit(depth=2)) for name in ("engine", "random:seed=1")]
    assert sorted(outply.play(game, players).utilities) == [-1.0, 1.0]
    state = game.initial()
    assert outply.best_move(game, state, seconds=0.1) in list(game.moves(state))


@only_full
@pytest.mark.parametrize("name", ["draughts_text", "skirmish", "tricks"])
def test_long_searches_need_little_memory(name):
    """Each simulation makes many states of varying size; they are not kept."""
    game = outply.load(str(HERE / f"{name}.py"))
    search = outply.MCTS(simulations=6_000, seed=1)
    assert search.search(game, game.initial(), compiled=True).nodes > 5_000


@only_full
def test_states_of_texts_outlive_the_loops_that_look_at_them():
    """A loop that takes back memory must leave alone what its function was given."""
    game = outply.load(str(HERE / "ataxx_strings.py"))
    board = ("..O..", "...OO", "OOO.O", ".O...", ".O..X")
    state = game.initial()._replace(board=board)
    search = outply.MCTS(simulations=50, playout_plies=5, seed=1)
    slow, fast = (search.search(game, state, compiled=c) for c in (False, True))
    assert (fast.move, fast.nodes) == (slow.move, slow.nodes)


@only_full
@pytest.mark.parametrize("name", ["alphabeta", "engine", "mcts:simulations=20", "genetic"])
def test_trees_of_any_moves_are_drawn(name):
    game = outply.load(str(HERE / "ataxx_strings.py"))
    drawn = outply.tree.record(outply.named(name), game, limit=outply.Limit(depth=2))
    moves = list(game.moves(game.initial()))
    assert {node.move for node in drawn.nodes if node.ply == 1} <= set(moves)
