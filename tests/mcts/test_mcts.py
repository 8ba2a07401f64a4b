"""Monte-Carlo tree search: what it finds, what it proves, and that its books are right."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply import MCTS, Expectiminimax, Game, Limit, Minimax, OutplyError, load, named
from outply.game import CHANCE
from outply.search.mcts.growth import Growth
from outply.search.mcts.nodes import ROOT, Nodes
from outply.search.mcts.replay import replay
from outply.search.mcts.walk import grow
from outply.search.mcts.walker import Walker
from outply.search.watch import Watch
from tests.clock import computing_at_most
from tests.positions import played
from tests.search.dice_games import LoadedDice
from tests.tiers import tiered

SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
POLICIES = ("ucb1", "tuned", "rave", "grave", "puct")

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


@pytest.mark.parametrize("solver", [True, False], ids=["solver", "plain"])
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


# -- what it proves --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "size", [{}, {"m": 4, "n": 3, "k": 3}, {"m": 4, "n": 4, "k": 3}, {"m": 3, "n": 3, "k": 2}]
)
def test_small_boards_are_proved(size):
    game = load("tic-tac-toe", **size)
    found = MCTS(simulations=1_000_000).search(game, game.initial(), compiled=True)
    truth = named("engine").search(game, game.initial())
    assert found.proved and truth.proved
    assert found.value == math.copysign(min(abs(truth.value), 1), truth.value)
    after = game.result(game.initial(), found.move)
    assert named("engine").search(game, after).value == -found.value


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), branching=st.integers(2, 3), depth=st.integers(1, 4))
def test_what_is_proved_is_minimax(seed, branching, depth):
    game = load("random-tree", branching=branching, depth=depth, seed=seed)
    found = MCTS(simulations=20_000, seed=seed).search(game, game.initial(), compiled=False)
    truth = Minimax().search(game, game.initial(), compiled=False)
    assert found.proved
    assert found.value == pytest.approx(truth.value)
    behind = Minimax().search(game, game.result(game.initial(), found.move), compiled=False)
    assert from_root(game, behind.value) == pytest.approx(truth.value)


def from_root(game, value):
    """Of a state one ply on, to who is to move at the root."""
    after = game.result(game.initial(), next(iter(game.moves(game.initial()))))
    return value if game.to_move(after) == game.to_move(game.initial()) else -value


@SPEEDS
def test_dice_are_proved_by_their_average(compiled):
    game = LoadedDice()
    found = MCTS(simulations=1000).search(game, game.initial(), compiled=compiled)
    assert (found.move, found.value, found.proved) == (1, pytest.approx(2.0), True)
    rolling = MCTS(simulations=1000).search(game, game.result(game.initial(), 0), compiled=compiled)
    assert (rolling.move, rolling.value, rolling.proved) == (None, pytest.approx(1.0), True)


@pytest.mark.parametrize("seed", range(5))
def test_values_with_dice_come_close_to_the_truth(seed):
    game = load("dice-tree", seed=seed)
    truth = Expectiminimax().search(game, game.initial(), compiled=False)
    found = MCTS(simulations=200_000, seed=seed).search(game, game.initial(), compiled=True)
    assert found.value == pytest.approx(
        truth.value, abs=0.03 * (game.traits.most - game.traits.least)
    )


class Pick(NamedTuple):
    taken: int  # 0 is nothing yet
    turn: int


@dataclass(frozen=True)
class Lopsided(Game[Pick]):
    """MAX takes 1 or 2, then MIN; what it is worth is not in the middle of the utility range."""

    utility_range: ClassVar[tuple[float, float]] = (-10.0, 5.0)

    def initial(self) -> Pick:
        return Pick(0, 0)

    def to_move(self, state: Pick) -> int:
        return state.turn & 1

    def moves(self, state: Pick) -> Iterator[int]:
        if state.turn < 2:
            yield 1
            yield 2

    def result(self, state: Pick, move: int) -> Pick:
        return Pick(3 * state.taken + move, state.turn + 1)

    def is_terminal(self, state: Pick) -> bool:
        return state.turn == 2

    def utility(self, state: Pick, player: int) -> float:
        value = float((4, -2, 0, 3)[state.taken - 4 if state.taken < 6 else state.taken - 5])
        return value if player == 0 else -value


@SPEEDS
def test_proofs_are_true_where_utilities_are_lopsided(compiled):
    game = Lopsided()
    truth = Minimax().search(game, game.initial(), compiled=compiled)
    found = MCTS(simulations=100).search(game, game.initial(), compiled=compiled)
    assert (truth.value, found.value, found.proved) == (0, pytest.approx(0), True)


class Throw(NamedTuple):
    thrown: int


@dataclass(frozen=True)
class Fair(Game[Throw]):
    """A die whose probabilities do not quite sum to one, as floats; it always wins for MAX."""

    faces: int = 9

    def initial(self) -> Throw:
        return Throw(-1)

    def to_move(self, state: Throw) -> int:
        return CHANCE if state.thrown < 0 else 0

    def moves(self, state: Throw) -> Iterator[int]:
        yield from range(0)

    def outcomes(self, state: Throw) -> Iterator[tuple[int, float]]:
        for face in range(self.faces):
            yield face, 1 / self.faces

    def result(self, state: Throw, move: int) -> Throw:
        return Throw(move)

    def is_terminal(self, state: Throw) -> bool:
        return state.thrown >= 0

    def utility(self, state: Throw, player: int) -> float:
        return 1.0 if player == 0 else -1.0


@pytest.mark.parametrize("faces", [6, 7, 9, 11, 13])
def test_rounding_keeps_nothing_from_being_proved(faces):
    game = Fair(faces)
    found = MCTS(simulations=500).search(game, game.initial(), compiled=False)
    assert (found.value, found.proved) == (pytest.approx(1.0), True)


class Rolling(Fair):
    """Chance never ends."""

    def is_terminal(self, state: Throw) -> bool:
        return False

    def to_move(self, state: Throw) -> int:
        return CHANCE


class Blindfold(Rolling):
    def observation(self, state: Throw, player: int) -> int:
        return player


@pytest.mark.parametrize("rules", [Rolling, Blindfold])
def test_chance_without_end_is_refused(rules):
    game = rules()
    with pytest.raises(OutplyError, match="chance moves more than 1,200 times"):
        MCTS(simulations=5).search(game, game.initial(), compiled=False)


def test_proofs_hold_only_where_two_see_everything():
    for name in ("connect-three-players", "kuhn-poker"):
        game = load(name)
        state = played(game, 2 if game.traits.chance else 0, 1)
        assert not MCTS(simulations=500).search(game, state, compiled=False).proved


# -- more players, and secrets ---------------------------------------------------------------


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


@SPEEDS
def test_nobody_looks_at_hidden_cards(compiled):
    """States that look the same to the player to move give the same answer, visit for visit."""
    for name in ("kuhn-poker", "leduc-poker"):
        game = load(name)
        for seed in range(4):
            state = played(game, 3, seed)
            if game.is_terminal(state) or game.to_move(state) == CHANCE:
                continue
            twins = [world for world, _ in game.worlds(state, game.to_move(state))]
            found = [MCTS(simulations=300).search(game, twin, compiled=compiled) for twin in twins]
            assert len(twins) > 1
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


@SPEEDS
def test_before_the_deal_the_value_is_what_max_gets_on_average(compiled):
    game = load("kuhn-poker")
    found = MCTS(simulations=3000).search(game, game.initial(), compiled=compiled)
    assert found.move is None
    assert found.value != 0
    assert found.value == pytest.approx(-1 / 18, abs=0.15)


# -- its books -------------------------------------------------------------------------------


def grown(search, game, state, compiled=False):
    growth = Growth(search, game, state, Limit(), None if not compiled else kernel_of(game))
    return growth.result(None), growth.trees[0]


def kernel_of(game):
    from outply.search.mcts.mcts import _native

    return _native(game, insist=True)


def families(tree):
    family = tree.first_family()
    while family < tree.top():
        yield family
        family += 1 + tree.count(family)


def children(tree, family):
    return range(family + 1, family + 1 + tree.count(family))


@SPEEDS
@pytest.mark.parametrize("megabytes", [1, 64])
@pytest.mark.parametrize("policy", POLICIES)
def test_the_tree_adds_up(policy, megabytes, compiled):
    """Visits are those of the moves, and a value is what the moves behind it gave, and some of
    its own; after recycling, too.
    """
    game = load("connect-four")
    simulations = tiered(20_000, full=40_000) if compiled else 600
    search = MCTS(simulations=simulations, policy=policy, megabytes=megabytes, seed=3)
    result, tree = grown(search, game, game.initial(), compiled)
    assert sum(visits for _, visits in result.visits) == result.nodes == simulations
    assert tree.top() <= tree.capacity()
    for family in families(tree):
        owner, nodes = tree.owner(family), children(tree, family)
        assert tree.family(owner) == family
        assert sum(map(tree.visits, nodes)) <= tree.visited(family)
        if owner != ROOT:
            behind = sum(tree.visits(node) - tree.value(node) for node in nodes)  # to the other
            unknown = tree.visits(owner) - sum(map(tree.visits, nodes))
            assert -1e-6 <= tree.value(owner) - behind <= unknown + 1e-6
    if policy in ("rave", "grave"):
        for node in children(tree, tree.family(ROOT)):
            assert tree.later_visits(node) >= tree.visits(node)


def test_a_full_tree_gives_up_what_was_visited_least():
    game = load("connect-four")
    _, tree = grown(MCTS(simulations=100_000, megabytes=1), game, game.initial(), True)
    _, large = grown(MCTS(simulations=100_000, megabytes=64), game, game.initial(), True)
    assert tree.top() <= tree.capacity() < large.top()
    kept = [tree.visited(family) for family in families(tree)]
    assert sum(visits <= 1 for visits in kept) < len(kept)
    assert tree.visits(ROOT) == 100_001  # one more than there were


@pytest.mark.parametrize("policy", ["ucb1", "tuned", "puct"])
def test_the_next_simulation_goes_where_the_formula_says(policy):
    """The books of n simulations and the formula of the papers tell where the next one goes."""
    game = load("connect-four")
    for simulations in (7, 20, 50, 90, 150, 333):
        search = MCTS(simulations=simulations, policy=policy, exploration=0.9, priors="uniform")
        before, tree = grown(search, game, game.initial())
        after = MCTS(
            simulations=simulations + 1, policy=policy, exploration=0.9, priors="uniform"
        ).search(game, game.initial(), compiled=False)
        grew = [move for move, visits in after.visits if dict(before.visits).get(move, 0) < visits]
        urgencies = {
            tree.move(node): urgency(tree, node, simulations, policy)
            for node in children(tree, tree.family(ROOT))
        }
        assert urgencies[grew[0]] == pytest.approx(max(urgencies.values()))


def urgency(tree, node, simulations, policy):
    visits, constant = tree.visits(node), 0.9
    mean = tree.value(node) / visits if visits else 10.0
    if policy == "puct":
        return mean + constant / 7 * math.sqrt(simulations + 1) / (1 + visits)
    logarithm = math.log(simulations + 1) / max(visits, 1)
    if policy == "tuned" and visits:
        spread = tree.share(node) / visits - mean**2 + math.sqrt(2 * logarithm)
        return mean + constant * math.sqrt(logarithm * min(0.25, spread))
    return mean + constant * math.sqrt(logarithm)


def test_every_move_is_tried_once_before_any_is_tried_twice():
    game = load("connect-four")
    found = MCTS(simulations=7).search(game, game.initial(), compiled=False)
    assert sorted(found.visits) == [(move, 1) for move in range(7)]


def test_without_urgency_some_are_never_tried():
    game = load("gomoku", reach=0)
    search = MCTS(simulations=60, first_play=0.2, exploration=0.1, playout_plies=4)
    assert len(search.search(game, game.initial(), compiled=False).visits) < 60


MANNERS = [
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


@pytest.mark.parametrize("manner", MANNERS)
def test_every_manner_is_the_same_at_both_speeds(manner):
    game = load("tic-tac-toe", m=4, n=4, k=3)
    for seed in range(3):
        state = played(game, seed, seed)
        search = named(f"mcts:simulations=400,seed={seed},{manner}")
        one, other = (search.search(game, state, compiled=speed) for speed in (False, True))
        assert (one.move, one.value, one.line) == (other.move, other.value, other.line)
        assert (one.visits, one.lines, one.nodes) == (other.visits, other.lines, other.nodes)


def test_recycling_is_the_same_at_both_speeds():
    game = load("gomoku", size=7)
    state = played(game, 8, 1)
    search = MCTS(simulations=1200, megabytes=1, playout="none")
    one, other = (search.search(game, state, compiled=speed) for speed in (False, True))
    assert (one.visits, one.value) == (other.visits, other.value)


# -- limits, threads, reuse ------------------------------------------------------------------


def test_time_that_ends_in_a_playout_leaves_no_trace():
    game = load("gomoku")
    for milliseconds in (1, 5, 20, 60):
        result = MCTS().search(
            game, game.initial(), Limit(seconds=milliseconds / 1000), compiled=False
        )
        assert sum(visits for _, visits in result.visits) == result.nodes


@SPEEDS
def test_a_tree_is_used_again(compiled):
    game = load("connect-four")
    state, search = game.initial(), MCTS(simulations=400, reuse=True)
    first = search.search(game, state, compiled=compiled)
    for move in first.line[:2]:
        state = game.result(state, move)
    second = search.search(game, state, compiled=compiled)
    assert sum(visits for _, visits in second.visits) > second.nodes == 400
    elsewhere = search.search(game, played(game, 9, 4), compiled=compiled)
    assert sum(visits for _, visits in elsewhere.visits) == 400


def test_what_is_proved_stays_proved_when_a_tree_is_used_again():
    game = load("tic-tac-toe")
    state, search = game.parse("XX./OO./... X"), MCTS(simulations=5000, reuse=True)
    answers = [search.search(game, state, compiled=False) for _ in range(2)]
    assert [(each.move, each.value, each.proved) for each in answers] == [(2, 1.0, True)] * 2


def test_a_limit_of_depth_is_not_kept_with_the_tree():
    game = load("connect-four")
    search = MCTS(reuse=True)
    assert search.search(game, game.initial(), Limit(depth=1, nodes=500), compiled=True).depth == 1
    assert search.search(game, game.initial(), Limit(nodes=5000), compiled=True).depth > 3


@pytest.mark.parametrize("name", ["tic-tac-toe", "leduc-poker"])
def test_reports_change_nothing(name, monkeypatch):
    monkeypatch.setattr("outply.search.mcts.growth.BETWEEN_REPORTS", 0.001)
    game = load(name)
    state, told = played(game, 3, 1), []
    search = MCTS(simulations=1500, solver=False)
    quiet = search.search(game, state, compiled=False)
    loud = search.search(game, state, compiled=False, progress=told.append)
    assert quiet.visits == loud.visits and len(told) > 2


def test_many_moves_are_ranked_in_time():
    game = load("gomoku", size=19, reach=0)
    search, state = MCTS(playout="none"), played(game, 4, 1)
    search.search(game, state, Limit(nodes=1))  # compiled by now
    with computing_at_most(1):  # generous: it took ten times as long as the limit
        result = search.search(game, state, Limit(seconds=0.2))
    assert len(result.visits) > 300


class Corridor(Fair):
    """One way on, for two thousand plies."""

    def to_move(self, state: Throw) -> int:
        return state.thrown & 1

    def is_terminal(self, state: Throw) -> bool:
        return state.thrown > 2000

    def moves(self, state: Throw) -> Iterator[int]:
        if state.thrown <= 2000:
            yield state.thrown + 1


def test_a_deep_tree_can_be_told():
    game, depth = Corridor(), 1500
    tree, node = Nodes(1, MCTS().manner(game, Limit())), ROOT
    for ply in range(depth):
        family = tree.taken(1)
        tree.found(family, node, 1, ply & 1)
        tree.write(family + 1, ply)
        tree.publish(family, node)
        node = family + 1
        tree.visit(family, node, 1)
    told = Watch(depth + 1)
    replay(game, game.initial(), tree, lambda _depth: told)
    assert told.nodes == depth + 1


def test_each_player_has_a_reference_of_its_own():
    """GRAVE: what is known of a move is known of the same player's."""
    game = load("tic-tac-toe")
    walker, seen = Walker(1), []
    search = MCTS(policy="grave", reference=30)
    tree = Nodes(1, search.manner(game, Limit()))
    for _ in range(300):
        grow(game, game.initial(), ROOT, 1, Watch(0), tree, walker)
        for player in range(2):
            family = walker.reference(player)
            if family:
                seen.append(tree.player(family) == player)
    assert len(seen) > 300 and all(seen)


def test_the_depth_limit_is_the_trees():
    game = load("connect-four")
    result = MCTS(simulations=2000).search(game, game.initial(), Limit(depth=2), compiled=True)
    assert result.depth == len(result.line) == 2
    assert result.nodes == 2000


def test_progress_is_told_while_it_grows():
    game = load("connect-four")
    told = []
    MCTS().search(game, game.initial(), Limit(seconds=0.8), compiled=True, progress=told.append)
    assert len(told) >= 2
    assert [each.nodes for each in told] == sorted(each.nodes for each in told)


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


def test_nothing_is_recorded_of_what_is_hidden():
    game = load("kuhn-poker")
    with pytest.raises(OutplyError, match="no one tree to record"):
        MCTS().search(game, game.initial(), watch=object)
