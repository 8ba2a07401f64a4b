"""Outply's games as OpenSpiel's: its algorithms run on them, and find what they should."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability, get_all_states, mcts, minimax

from outply import CHANCE, Game, OutplyError, load
from outply.bridges.openspiel import register
from outply.bridges.openspiel.numbering import numberings
from outply.search import named

SHIPPED = ["tic-tac-toe", "nim", "kuhn-poker", "pig", "connect-three-players", "ein-stein"]


def registered(name, **parameters):
    return pyspiel.load_game(register(load(name, **parameters)))


def random_play(spiel, seed):
    """The states of it; OpenSpiel's own are changed by a move, so these are copies."""
    dice = random.Random(seed)
    state = spiel.new_initial_state()
    yield state.clone()
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
        yield state.clone()


# -- the same game -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_plays_are_those_of_the_game(name):
    """Each action is looked up by what it says, in a game where texts tell moves apart."""
    game, spiel = load(name), registered(name)
    for seed in range(3):
        ours = game.initial()
        for before, after in _steps(random_play(spiel, seed)):
            assert before.current_player() == game.to_move(ours)
            texts = {before.action_to_string(action) for action in before.legal_actions()}
            assert texts == {game.format_move(ours, choice) for choice in _choices(game, ours)}
            text = before.action_to_string(after.history()[-1])
            ours = game.result(ours, game.parse_move(ours, text))
            assert str(after) == game.format(ours)
        assert after.is_terminal() and game.is_terminal(ours)
        seats = range(game.traits.players)
        assert after.returns() == [game.utility(ours, seat) for seat in seats]


def _steps(states):
    before = next(states)
    for after in states:
        yield before, after
        before = after


def _choices(game, state):
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in game.outcomes(state)]
    return list(game.moves(state))


@pytest.mark.parametrize("name", SHIPPED)
def test_traits_are_openspiels(name):
    traits, spiel = load(name).traits, registered(name)
    kind = spiel.get_type()
    assert spiel.num_players() == traits.players
    assert (kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC) == traits.chance
    hidden = kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert hidden == traits.hidden
    assert (spiel.min_utility(), spiel.max_utility()) == (traits.least, traits.most)
    assert spiel.utility_sum() == 0.0


@pytest.mark.parametrize("name", SHIPPED)
def test_there_and_back_again(name):
    """Outply's game, registered, and loaded through the bridge."""
    game = load(name)
    again = load(f"openspiel:{register(game)}")
    assert again.traits == game.traits
    dice = random.Random(3)
    here, there = game.initial(), again.initial()
    while not game.is_terminal(here):
        texts = {game.format_move(here, choice): choice for choice in _choices(game, here)}
        assert texts.keys() == {again.format_move(there, choice) for choice in again.choices(there)}
        text = dice.choice(sorted(texts))
        here = game.result(here, texts[text])
        there = again.result(there, again.parse_move(there, text))
    assert again.is_terminal(there)
    seats = range(game.traits.players)
    assert [again.utility(there, p) for p in seats] == [game.utility(here, p) for p in seats]


def test_a_state_pickles_and_its_copy_goes_its_own_way():
    state = registered("tic-tac-toe").new_initial_state()
    state.apply_action(4)
    twin, loaded = state.clone(), pickle.loads(pickle.dumps(state))
    state.apply_action(0)
    assert str(twin) == str(loaded) != str(state)
    assert twin.history() == [4]


def test_a_searched_value_survives_the_way_there_and_back():
    game = load(f"openspiel:{register(load('kuhn-poker'))}")
    result = named("cfr:iterations=500").search(game, game.initial(), compiled=False)
    assert result.value == pytest.approx(-1 / 18, abs=1e-4)


# -- OpenSpiel's algorithms --------------------------------------------------------------------


def test_openspiels_alpha_beta_finds_what_ours_does():
    spiel, game = registered("tic-tac-toe"), load("tic-tac-toe")
    state, ours = spiel.new_initial_state(), game.initial()
    for action in (0, 1, 2, 3):
        state.apply_action(action)
        ours = game.result(ours, action)
    value, _ = minimax.alpha_beta_search(spiel, state)
    assert value == named("mtdf").search(game, ours, compiled=False).value == 1.0


def test_openspiels_mcts_takes_a_win():
    spiel = registered("tic-tac-toe")
    state = spiel.new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    dice = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    bot = mcts.MCTSBot(spiel, 2.0, 100, evaluator, random_state=dice)
    assert bot.step(state) == 2


def test_exploitability_is_that_of_openspiels_own_kuhn_poker():
    ours, theirs = registered("kuhn-poker"), pyspiel.load_game("kuhn_poker")
    found = exploitability.exploitability(ours, policy.UniformRandomPolicy(ours))
    own = exploitability.exploitability(theirs, policy.UniformRandomPolicy(theirs))
    assert found == pytest.approx(own)


def test_kuhn_poker_has_twelve_information_states():
    states = get_all_states.get_all_states(registered("kuhn-poker"), include_terminals=False)
    turns = [state for state in states.values() if state.is_player_node()]
    assert len({(s.current_player(), s.information_state_string()) for s in turns}) == 12


def test_information_states_remember_and_observations_need_not():
    one, other = (registered("tic-tac-toe").new_initial_state() for _ in range(2))
    for state, actions in ((one, (0, 1, 2)), (other, (2, 1, 0))):
        for action in actions:
            state.apply_action(action)
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_string(0) != other.information_state_string(0)


# -- names and parameters ----------------------------------------------------------------------


def test_parameters_are_openspiels_too():
    name = register(load("connect-four"))
    assert name == "outply_connect_four"
    assert pyspiel.load_game(name).num_distinct_actions() == 7
    assert pyspiel.load_game(f"{name}(columns=8)").num_distinct_actions() == 8


def test_a_bad_parameter_is_refused_with_the_games_own_sentence():
    name = register(load("connect-four"))
    with pytest.raises(OutplyError, match="99 columns and 6 rows does not fit"):
        pyspiel.load_game(f"{name}(columns=99)")


def test_to_register_again_changes_nothing():
    assert register(load("connect-four")) == register(load("connect-four"))


def test_other_defaults_under_the_same_name_are_refused():
    register(load("connect-four"))
    with pytest.raises(OutplyError, match=r"outply_connect_four is registered with other rules"):
        register(load("connect-four", columns=8))


def test_openspiels_own_games_are_not_registered():
    with pytest.raises(OutplyError, match=r"openspiel:hex is OpenSpiel's own; load it there"):
        register(load("openspiel:hex"))


# -- actions -----------------------------------------------------------------------------------


class Count(NamedTuple):
    left: int
    player: int


@dataclass(frozen=True)
class Sparse(Game[Count]):
    """Take 1 or 2 of some counters, by moves that are far apart; who takes the last one wins."""

    start: int = 5
    step: int = 10**15

    def initial(self) -> Count:
        return Count(self.start, 0)

    def to_move(self, state: Count) -> int:
        return state.player

    def moves(self, state: Count) -> Iterator[int]:
        for amount in range(min(2, state.left), 0, -1):
            yield amount * self.step

    def result(self, state: Count, move: int) -> Count:
        return Count(state.left - move // self.step, 1 - state.player)

    def is_terminal(self, state: Count) -> bool:
        return state.left == 0

    def utility(self, state: Count, player: int) -> float:
        return -1.0 if player == state.player else 1.0


def test_small_moves_are_their_own_actions():
    moves, outcomes = numberings(load("pig"))
    assert (moves.bound, moves.by_place) == (2, False)
    assert (outcomes.bound, outcomes.by_place) == (7, False)


@pytest.mark.parametrize("step", [10**15, -1])
def test_other_moves_are_places_among_the_legal_ones(step):
    moves, _ = numberings(Sparse(step=step))
    assert moves.by_place
    legal = [2 * step, step]
    assert moves.actions(legal) == [0, 1]
    assert [moves.choice(action, legal) for action in (0, 1)] == sorted(legal)


def test_a_game_of_sparse_moves_is_played_to_its_known_end():
    """With 5 counters who begins takes 2, and leaves a multiple of 3."""
    value, action = minimax.alpha_beta_search(pyspiel.load_game(register(Sparse())))
    assert (value, action) == (1.0, 1)


def test_a_move_beyond_the_bound_is_refused_and_never_another():
    moves, _ = numberings(Sparse(step=1), moves=3)
    assert moves.actions([2, 1]) == [1, 2]
    with pytest.raises(OutplyError, match=r"moves below 3, but has 3; register it with moves=N"):
        moves.actions([1, 3])
    with pytest.raises(OutplyError, match="Action 2 is not legal in sparse here"):
        moves.choice(2, [1])


def test_bounds_that_are_given_are_openspiels():
    moves, outcomes = numberings(load("pig"), moves=5, outcomes=9)
    assert (moves.bound, outcomes.bound) == (5, 9)
    with pytest.raises(OutplyError, match="moves of pig is 0; give a whole number, 1 or more"):
        numberings(load("pig"), moves=0)
