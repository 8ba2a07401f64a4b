"""OpenSpiel's rules through the bridge, held against OpenSpiel asked directly."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter, defaultdict

import pyspiel
import pytest

from outply import CHANCE, OutplyError, load
from outply.bridges.openspiel import SpielState
from outply.bridges.openspiel import worlds as worlds_module
from outply.bridges.openspiel.keys import TOLD_BY_THEIR_PICTURE
from outply.check import check
from tests.bridges.dozen import DOZEN, LONG, TURN_BASED_GOOFSPIEL
from tests.tiers import only_full, slow


def bridged(text):
    return load(f"openspiel:{text}")


# -- what OpenSpiel says itself: states that are changed and taken back by copying -----------


def leaves(spiel, depth):
    """The states so many moves and outcomes away, or over before; each by its history."""
    if depth == 0 or spiel.is_terminal():
        return {tuple(spiel.history()): facts(spiel)}
    found = {}
    for action in spiel.legal_actions():  # at chance these are the outcomes
        copied = spiel.clone()
        copied.apply_action(action)
        found |= leaves(copied, depth - 1)
    return found


def facts(spiel):
    chance = spiel.is_chance_node()
    return (
        spiel.is_terminal(),
        -1 if chance else max(spiel.current_player(), 0),
        [] if chance else spiel.legal_actions(),
        spiel.chance_outcomes() if chance else [],
        spiel.returns() if spiel.is_terminal() else None,
    )


# -- and through the bridge ------------------------------------------------------------------


def bridged_leaves(game, state, depth):
    if depth == 0 or game.is_terminal(state):
        return {state.history: bridged_facts(game, state)}
    chance = game.to_move(state) == CHANCE
    ways = [o for o, _ in game.outcomes(state)] if chance else list(game.moves(state))
    return {
        history: fact
        for way in ways
        for history, fact in bridged_leaves(game, game.result(state, way), depth - 1).items()
    }


def bridged_facts(game, state):
    over = game.is_terminal(state)
    chance = not over and game.to_move(state) == CHANCE
    return (
        over,
        game.to_move(state),
        list(game.moves(state)),
        list(game.outcomes(state)) if chance else [],
        [game.utility(state, player) for player in range(game.players)] if over else None,
    )


DEPTHS = {"backgammon": 2, "chinese_checkers(players=3)": 2, "bargaining": 1, "othello": 4}
DEEP = {"kuhn_poker": 99, "catch(rows=5,columns=3)": 99, "tiny_hanabi": 99, "tic_tac_toe": 5}


@slow
@pytest.mark.parametrize("text", DOZEN)
def test_the_tree_is_that_of_openspiel(text):
    depth = (DEPTHS | DEEP).get(text, 3)
    game = bridged(text)
    expected = leaves(pyspiel.load_game(text).new_initial_state(), depth)
    assert bridged_leaves(game, game.initial(), depth) == expected
    assert len(expected) > 1


def test_the_perft_of_tic_tac_toe_is_known():
    """9 · 8 · 7 · 6 · 5 plays of five moves; they are counted in many places."""
    game = bridged("tic_tac_toe")
    assert len(bridged_leaves(game, game.initial(), 5)) == 15120


DRAWN_WORLDS = "phantom_ttt"  # in the middle of a play there are too many to list


@slow
@pytest.mark.parametrize("text", sorted(DOZEN.keys() - {DRAWN_WORLDS} - LONG))
def test_the_rules_are_sound(text):
    report = check(bridged(text), plays=2, compiled=False)
    assert report.ok, report.findings


@only_full
@slow
def test_drawn_worlds_may_miss_the_state_and_all_else_is_sound():
    report = check(bridged(DRAWN_WORLDS), plays=2, compiled=False)
    assert all("leaves out the state itself" in finding.message for finding in report.findings)


def random_states(game, seed, most=60):
    dice = random.Random(seed)
    state = game.initial()
    yield state
    for _ in range(most):
        if game.is_terminal(state):
            return
        state = game.result(state, dice.choice(game.choices(state)))
        yield state


# -- states as values ------------------------------------------------------------------------


@pytest.mark.parametrize("text", DOZEN)
def test_states_pickle_and_copy(text):
    game = bridged(text)
    again = pickle.loads(pickle.dumps(game))
    assert again == game and again.traits == game.traits and type(again) is type(game)
    for state in random_states(game, seed=1, most=12):
        twin = pickle.loads(pickle.dumps(state))
        assert twin == state and hash(twin) == hash(state)
        assert str(twin.spiel) == str(state.spiel)
        assert game.key(twin) == game.key(state)
        assert copy.deepcopy(state) == state


def test_states_of_different_games_or_histories_differ():
    small, large = bridged("hex(board_size=3)"), bridged("hex(board_size=4)")
    assert small.initial() != large.initial()
    assert small.initial() != small.result(small.initial(), 0)
    assert small.initial() != ()


def test_a_result_changes_nothing():
    game = bridged("tic_tac_toe")
    state = game.initial()
    after = game.result(state, 4)
    assert str(state.spiel) == "...\n...\n..."
    assert str(after.spiel) == "...\n.x.\n..."
    assert game.result(state, 4) == after


PICTURED = {
    "breakthrough": "breakthrough(rows=4,columns=3)",
    "clobber": "clobber(rows=3,columns=3)",
    "connect_four": "connect_four(rows=4,columns=4)",
    "hex": "hex(board_size=3,swap=True)",
    "mnk": "mnk(m=3,n=3,k=3)",
    "nim": "nim(pile_sizes=1;2;3)",
    "othello": "othello",
    "tic_tac_toe": "tic_tac_toe",
    "y": "y(board_size=3)",
}


def test_every_game_told_by_its_picture_is_tested():
    assert set(PICTURED) == TOLD_BY_THEIR_PICTURE


@only_full
@slow
@pytest.mark.parametrize("text", PICTURED.values())
def test_positions_with_one_key_have_one_future(text):
    """Of states with the same key: the same moves, and the same keys after each."""
    game = bridged(text)
    alike = defaultdict(dict)
    for seed in range(60):
        for state in random_states(game, seed):
            alike[game.key(state)][state.history] = state
    for states in alike.values():
        futures = {future(game, state) for state in states.values()}
        assert len(futures) == 1
    merged = sum(len(states) - 1 for states in alike.values())
    assert merged > 0  # or nothing was tested


def future(game, state):
    if game.is_terminal(state):
        return game.utility(state, 0)
    mover = game.to_move(state)
    return mover, tuple((m, game.key(game.result(state, m))) for m in game.moves(state))


def test_other_games_are_told_by_their_history():
    """Of chess, a picture does not tell how often a position has been there."""
    game = bridged("chess")
    there_and_back = ["Nf3", "Nf6", "Ng1", "Ng8"]
    state = game.initial()
    for text in there_and_back:
        state = game.result(state, game.parse_move(state, text))
    assert game.key(state) != game.key(game.initial())


# -- text ------------------------------------------------------------------------------------


def test_a_position_is_the_numbers_of_its_history():
    game = bridged("tic_tac_toe")
    state = game.parse("4 0 8")
    assert game.format(state) == "4 0 8"
    assert str(state.spiel) == "o..\n.x.\n..x"
    assert game.parse("") == game.initial()
    assert [row[0] for row in game.board(state).rows] == ["o..", ".x.", "..x"]


@pytest.mark.parametrize(
    ("text", "word"), [("4 4", "'4'"), ("4 9", "'9'"), ("x", "'x'"), ("-1", "")]
)
def test_a_position_that_cannot_be_is_refused(text, word):
    with pytest.raises(OutplyError, match=f"is not a position of openspiel:tic_tac_toe: {word}"):
        bridged("tic_tac_toe").parse(text)


def test_a_move_is_read_by_its_text_or_its_number():
    game = bridged("tic_tac_toe")
    start = game.initial()
    assert game.format_move(start, 4) == "x(1,1)"
    assert game.parse_move(start, " X(1,1) ") == 4
    assert game.parse_move(start, "4") == 4
    with pytest.raises(OutplyError, match=r"'5x' is not a legal move here; legal: x\(0,0\), "):
        game.parse_move(start, "5x")


def test_texts_that_differ_in_case_are_told_apart():
    """Banqi turns pieces up: `Reveal:G` is one side's general, `Reveal:g` the other's."""
    game = bridged("banqi")
    state = game.parse("8")
    red, black = game.parse_move(state, "Reveal:G"), game.parse_move(state, "Reveal:g")
    assert red != black
    assert game.format_move(state, black) == "Reveal:g"
    with pytest.raises(OutplyError, match="'reveal:g' is not a legal move here"):
        game.parse_move(state, "reveal:g")  # which of them is not clear


class Failing:
    """OpenSpiel's state of a game whose rules are broken, as some are in rare positions."""

    def current_player(self):
        return 0

    def legal_actions(self):
        raise pyspiel.SpielError("/x/quoridor.cc:619 board_[move.xy] == kPlayerNone")

    def child(self, action):
        self.legal_actions()


def test_where_openspiel_itself_fails_it_is_told():
    game = bridged("tic_tac_toe")
    state = SpielState("broken", (3, 1), Failing())
    said = r"OpenSpiel fails in broken at 3 1: board_\[move.xy\] == kPlayerNone; give another"
    with pytest.raises(OutplyError, match=said):
        list(game.moves(state))
    with pytest.raises(OutplyError, match=said):
        game.result(state, 0)


def test_nothing_is_legal_once_it_is_over():
    game = bridged("tic_tac_toe")
    over = game.parse("0 3 1 4 2")
    assert game.is_terminal(over) and list(game.moves(over)) == []
    assert [game.utility(over, player) for player in (0, 1)] == [1.0, -1.0]
    with pytest.raises(OutplyError, match="the game is over"):
        game.parse_move(over, "5")


def test_what_is_paid_on_the_way_is_the_evaluation():
    game = bridged("cliff_walking(height=3,width=4,horizon=8)")
    state = game.result(game.initial(), 0)
    assert game.evaluate(game.initial(), 0) == -5.0  # nothing paid yet, and -5 is the most
    for _ in range(6):
        state = game.result(state, 0)
    assert game.evaluate(state, 0) == -7.0


# -- hidden information ----------------------------------------------------------------------


def test_kuhn_poker_shows_a_player_one_card():
    game = bridged("kuhn_poker")
    dealt = {
        (mine, theirs): game.observation(game.parse(f"{mine} {theirs}"), 0)
        for mine in range(3)
        for theirs in range(3)
        if mine != theirs
    }
    assert dealt[0, 1] == dealt[0, 2] != dealt[1, 2]
    assert len(set(dealt.values())) == 3


def test_the_worlds_of_kuhn_poker():
    game = bridged("kuhn_poker")
    worlds = dict(game.worlds(game.parse("1 2 0"), 1))
    assert worlds == {game.parse("0 2 0"): 0.5, game.parse("1 2 0"): 0.5}


def test_players_remember_what_openspiel_forgets():
    """Of Leduc poker's rounds in a row, OpenSpiel tells only the present one."""
    game = bridged("repeated_leduc_poker")
    one, other = game.parse("4 3 2 2 0 3 3 4 5"), game.parse("5 2 2 0 3 3 4 1")
    assert game.sight(one, 0) == game.sight(other, 0)
    assert game.observation(one, 0) != game.observation(other, 0)


def all_states(spiel):
    yield spiel
    for action in spiel.legal_actions():
        copied = spiel.clone()
        copied.apply_action(action)
        yield from all_states(copied)


def chance_of(text, history):
    spiel, probability = pyspiel.load_game(text).new_initial_state(), 1.0
    for action in history:
        if spiel.is_chance_node():
            probability *= dict(spiel.chance_outcomes())[action]
        spiel.apply_action(action)
    return probability


@pytest.mark.parametrize("text", ["kuhn_poker", "liars_dice(dice_sides=3)", TURN_BASED_GOOFSPIEL])
def test_worlds_are_all_states_with_the_same_information_state(text):
    """By a walk through the whole game, with OpenSpiel's own information states."""
    game = bridged(text)
    by_sight = defaultdict(dict)
    for spiel in all_states(pyspiel.load_game(text).new_initial_state()):
        if spiel.is_player_node():
            history = tuple(spiel.history())
            sight = spiel.information_state_string(spiel.current_player())
            by_sight[spiel.current_player(), sight][history] = chance_of(text, history)
    some = random.Random(1).sample(sorted(by_sight), 12)
    for player, sight in some:
        histories = by_sight[player, sight]
        state = game.parse(" ".join(map(str, next(iter(histories)))))
        total = sum(histories.values())
        found = {world.history: chance for world, chance in game.worlds(state, player)}
        expected = {history: chance / total for history, chance in histories.items()}
        assert found == pytest.approx(expected)


def test_too_many_worlds_are_drawn_by_openspiel_where_it_can():
    game = bridged("leduc_poker")
    state = game.parse("0 1 1")
    few = worlds_of(game, state, most=3)
    assert few == worlds_of(game, state, most=3)
    every = dict(game.worlds(state, 1))
    assert set(few) <= set(every) and len(few) > 1
    assert sum(few.values()) == pytest.approx(1.0)


def test_too_many_worlds_are_drawn_by_plays_elsewhere():
    game = bridged("phantom_ttt")
    state = game.parse("4 8 2")
    few = worlds_of(game, state, most=60, player=1)
    every = dict(game.worlds(state, 1))
    assert few and set(few) < set(every)
    assert sum(few.values()) == pytest.approx(1.0)


def test_where_no_world_is_found_it_is_said():
    game = bridged("crazy_eights(players=2)")
    state = next(s for s in random_states(game, seed=1) if game.to_move(s) != CHANCE)
    with pytest.raises(OutplyError, match=r"too large to find out what player \d may not see here"):
        worlds_of(game, state, most=50)


def worlds_of(game, state, most, player=None):
    before = worlds_module.MOST_HISTORIES
    worlds_module.MOST_HISTORIES = most
    try:
        return dict(game.worlds(state, game.to_move(state) if player is None else player))
    finally:
        worlds_module.MOST_HISTORIES = before


def test_outcomes_of_no_probability_are_left_out():
    for text, traits in DOZEN.items():
        if traits.chance:
            game = bridged(text)
            states = [s for s in random_states(game, seed=2) if game.to_move(s) == CHANCE]
            counts = Counter(p > 0 for s in states for _, p in game.outcomes(s))
            assert set(counts) == {True}
