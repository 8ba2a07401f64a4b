"""Monte-Carlo tree search: what it finds, with which settings, and within which limits."""

from __future__ import annotations

import random

import pytest

from outply import MCTS, Limit, OutplyError, load, named
from outply.game import CHANCE
from outply.search import Result
from tests.clock import computing_at_most, with_enough_seconds
from tests.mcts.running import MODES, POLICIES
from tests.mcts.throws import Blindfold, Rolling
from tests.positions import played
from tests.tiers import only_full, sampled, slow, tiered

# -- what it finds ---------------------------------------------------------------------------


def puzzles():
    """Wins in one ply and threats of one, of positions that arise at random: the only good move."""
    found = {}
    for name, plies in (("tic-tac-toe", range(3, 8)), ("connect-four", range(6, 30))):
        game = load(name)
        for seed in range(400):
            state = played(game, random.Random(seed).choice(plies), seed)
            if game.is_terminal(state):
                continue
            kind, moves = forced(game, state)
            if len(moves) == 1:
                found.setdefault((name, kind, game.to_move(state)), (state, moves[0]))
    return found


def forced(game, state):
    """The moves that win at once; or if none does, those that alone do not lose to one reply."""
    mover = game.to_move(state)
    after = {move: game.result(state, move) for move in game.moves(state)}
    wins = [move for move, then in after.items() if wins_for(game, then, mover)]
    if wins:
        return "win", wins
    safe = [move for move, then in after.items() if not any_win(game, then)]
    return "block", safe if len(safe) < len(after) else []


def any_win(game, state):
    if game.is_terminal(state):
        return False
    mover = game.to_move(state)
    return any(wins_for(game, game.result(state, move), mover) for move in game.moves(state))


def wins_for(game, state, player):
    return game.is_terminal(state) and game.utility(state, player) == 1


FORCED = puzzles()


def test_there_are_puzzles_of_all_kinds():
    assert len(FORCED) == 8  # two games, a win or a block, either side


@pytest.mark.parametrize("solver", [True, False], ids=["solver", "without solver"])
@pytest.mark.parametrize("puzzle", FORCED, ids=lambda puzzle: "-".join(map(str, puzzle)))
def test_forced_moves_are_found_with_every_seed(puzzle, solver):
    game, (state, move) = load(puzzle[0]), FORCED[puzzle]
    for seed in range(tiered(40, full=100)):
        search = MCTS(simulations=2000, seed=seed, solver=solver)
        assert search.search(game, state, compiled=True).move == move


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_finds_them(policy):
    for (name, _, _), (state, move) in FORCED.items():
        for seed in range(10):
            search = MCTS(simulations=2000, seed=seed, policy=policy)
            assert search.search(load(name), state, compiled=True).move == move


# -- more players, hidden information --------------------------------------------------------


def test_each_of_three_players_wins_where_it_can():
    game = load("connect-three-players")
    seen = set()
    for seed in range(300):
        state = played(game, 12 + seed % 20, seed)
        if game.is_terminal(state) or game.to_move(state) in seen:
            continue
        kind, moves = forced(game, state)
        if kind == "win" and len(moves) == 1:
            seen.add(game.to_move(state))
            found = MCTS(simulations=3000, seed=seed).search(game, state, compiled=True)
            assert found.move == moves[0]
    assert seen == {0, 1, 2}


@only_full
@slow
@MODES
def test_hidden_cards_do_not_influence_the_answer(compiled):
    """States that look the same to the player to move give the same answer, visit for visit."""
    for name in ("kuhn-poker", "leduc-poker"):
        game = load(name)
        for seed in range(4):
            state = played(game, 3, seed)
            if game.is_terminal(state) or game.to_move(state) == CHANCE:
                continue
            worlds = [world for world, _ in game.worlds(state, game.to_move(state))]
            found = [MCTS(simulations=300).search(game, each, compiled=compiled) for each in worlds]
            assert len(worlds) > 1
            assert len({(each.move, each.value, each.visits) for each in found}) == 1


def test_cards_are_played_by_what_they_are_worth():
    """In Kuhn poker, against a bet, the king calls and the jack folds."""
    game = load("kuhn-poker")
    for cards, wanted in ((("J", "K"), "call"), (("K", "J"), "fold"), (("Q", "J"), "fold")):
        state = game.initial()
        for card in cards:
            state = game.result(state, game.parse_move(state, card))
        state = game.result(state, game.parse_move(state, "bet"))
        for seed in range(20):
            found = MCTS(simulations=3000, seed=seed).search(game, state, compiled=True)
            assert game.format_move(state, found.move) == wanted


@slow
@MODES
def test_before_the_deal_the_value_is_what_max_gets_on_average(compiled):
    game = load("kuhn-poker")
    found = MCTS(simulations=3000).search(game, game.initial(), compiled=compiled)
    assert found.move is None
    assert found.value != 0
    assert found.value == pytest.approx(-1 / 18, abs=0.15)


# -- settings --------------------------------------------------------------------------------


def test_every_move_is_tried_once_before_any_is_tried_twice():
    game = load("connect-four")
    found = MCTS(simulations=7).search(game, game.initial(), compiled=False)
    assert sorted(found.visits) == [(move, 1) for move in range(7)]


@only_full
@slow
def test_without_urgency_some_are_never_tried():
    game = load("gomoku", reach=0)
    search = MCTS(simulations=60, first_play=0.2, exploration=0.1, playout_plies=4)
    assert len(search.search(game, game.initial(), compiled=False).visits) < 60


SETTINGS = [
    *(f"policy={policy}" for policy in POLICIES),
    *("playout=ordered", "playout=none", "playout_plies=3", "priors=evaluation,policy=puct"),
    *(
        "solver=False",
        "expand_after=5",
        "first_play=0.6",
        "megabytes=1",
        "reference=5,policy=grave",
    ),
]


@sampled(3)
@slow
@pytest.mark.parametrize("setting", SETTINGS)
def test_interpreted_and_compiled_agree_with_every_setting(setting):
    game = load("tic-tac-toe", m=4, n=4, k=3)
    for seed in range(3):
        state = played(game, seed, seed)
        search = named(f"mcts:simulations=400,seed={seed},{setting}")
        one, other = (search.search(game, state, compiled=mode) for mode in (False, True))
        assert (one.move, one.value, one.line) == (other.move, other.value, other.line)
        assert (one.visits, one.lines, one.nodes) == (other.visits, other.lines, other.nodes)


@slow
def test_interpreted_and_compiled_collect_the_same_garbage():
    game = load("gomoku", size=7)
    state = played(game, 8, 1)
    search = MCTS(simulations=1200, megabytes=1, playout="none")
    one, other = (search.search(game, state, compiled=mode) for mode in (False, True))
    assert (one.visits, one.value) == (other.visits, other.value)


# -- limits, reports, reuse ------------------------------------------------------------------


def test_a_simulation_that_the_clock_ends_is_not_counted():
    game = load("gomoku")
    for milliseconds in (1, 5, 20, 60):
        result = MCTS().search(
            game, game.initial(), Limit(seconds=milliseconds / 1000), compiled=False
        )
        assert sum(visits for _, visits in result.visits) == result.nodes


@slow
@MODES
def test_a_tree_is_reused(compiled):
    game = load("connect-four")
    state, search = game.initial(), MCTS(simulations=400, reuse=True)
    first = search.search(game, state, compiled=compiled)
    for move in first.line[:2]:
        state = game.result(state, move)
    second = search.search(game, state, compiled=compiled)
    assert sum(visits for _, visits in second.visits) > second.nodes == 400
    elsewhere = search.search(game, played(game, 9, 4), compiled=compiled)
    assert sum(visits for _, visits in elsewhere.visits) == 400


def test_a_reused_tree_keeps_its_proofs():
    game = load("tic-tac-toe")
    state, search = game.parse("XX./OO./... X"), MCTS(simulations=5000, reuse=True)
    answers = [search.search(game, state, compiled=False) for _ in range(2)]
    assert [(each.move, each.value, each.proved) for each in answers] == [(2, 1.0, True)] * 2


def test_a_limit_of_depth_is_not_kept_with_the_tree():
    game = load("connect-four")
    search = MCTS(reuse=True)
    assert search.search(game, game.initial(), Limit(depth=1, nodes=500), compiled=True).depth == 1
    assert search.search(game, game.initial(), Limit(nodes=5000), compiled=True).depth > 3


@slow
@pytest.mark.parametrize("name", ["tic-tac-toe", "leduc-poker"])
def test_reports_change_nothing(name, monkeypatch):
    monkeypatch.setattr("outply.search.mcts.run.BETWEEN_REPORTS", 0.001)
    game = load(name)
    state, reports = played(game, 3, 1), []
    search = MCTS(simulations=1500, solver=False)
    silent = search.search(game, state, compiled=False)
    reported = search.search(game, state, compiled=False, progress=reports.append)
    assert silent.visits == reported.visits and len(reports) > 2


def test_many_moves_are_ranked_in_time():
    game = load("gomoku", size=19, reach=0)
    search, state = MCTS(playout="none"), played(game, 4, 1)
    search.search(game, state, Limit(nodes=1))  # compiled by now

    def search_for(seconds: float) -> Result:
        with computing_at_most(5 * seconds):  # generous: it took ten times as long as the limit
            return search.search(game, state, Limit(seconds=seconds))

    found = with_enough_seconds(search_for, lambda found: len(found.visits) > 300, 0.2)
    assert len(found.visits) > 300


def test_the_depth_limit_is_one_of_the_tree():
    game = load("connect-four")
    result = MCTS(simulations=2000).search(game, game.initial(), Limit(depth=2), compiled=True)
    assert result.depth == len(result.line) == 2
    assert result.nodes == 2000


def test_progress_is_reported():
    game = load("connect-four")

    def reports_within(seconds: float) -> list[Result]:
        reports: list[Result] = []
        limit = Limit(seconds=seconds)
        MCTS().search(game, game.initial(), limit, compiled=True, progress=reports.append)
        return reports

    reports = with_enough_seconds(reports_within, lambda reports: len(reports) >= 2, 0.8)
    assert len(reports) >= 2
    assert [each.nodes for each in reports] == sorted(each.nodes for each in reports)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"policy": "ucb"}, "ucb1 or tuned or rave or grave or puct"),
        ({"playout": "all"}, "random or ordered or none"),
        ({"priors": "x"}, "order or evaluation or uniform"),
        ({"parallel": "x"}, "tree or root"),
        ({"simulations": -1}, "a whole number, 0 to"),
        ({"threads": 0}, "a whole number, 1 to 256"),
        ({"megabytes": 0}, "a whole number, 1 to"),
        ({"exploration": -0.1}, "a number, 0 or more"),
        ({"first_play": float("nan")}, "a number, 0 or more"),
        ({"solver": 1}, "True or False"),
        ({"seed": 1.5}, "a whole number"),
    ],
)
def test_bad_parameters_are_refused(given, wanted):
    (name,) = given
    with pytest.raises(OutplyError, match=f"{name} of mcts is .*; give {wanted}"):
        MCTS(**given)


def test_more_memory_than_there_is_is_refused(monkeypatch):
    def full(*_given, **_named):
        raise OSError

    monkeypatch.setattr("outply.compiler.records.mmap.mmap", full)
    game = load("tic-tac-toe")
    with pytest.raises(OutplyError, match="no 256 megabytes for a tree; give fewer"):
        MCTS().search(game, game.initial(), compiled=False)


def test_a_game_with_hidden_information_is_not_recorded():
    game = load("kuhn-poker")
    with pytest.raises(OutplyError, match="no one tree to record"):
        MCTS().search(game, game.initial(), watch=object)


@pytest.mark.parametrize("rules", [Rolling, Blindfold])
def test_chance_without_end_is_refused(rules):
    game = rules()
    with pytest.raises(OutplyError, match="chance moves more than 1,200 times"):
        MCTS(simulations=5).search(game, game.initial(), compiled=False)
