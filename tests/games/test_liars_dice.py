from __future__ import annotations

import random
from typing import Any

import pytest

from outply.check import assert_sound
from outply.compiler import kernel
from outply.game import CHANCE, OutplyError
from outply.games.liars_dice import LiarsDice
from tests.oracles import liars_dice as oracle
from tests.oracles import strategies
from tests.tiers import only_full, slow

GAME = LiarsDice()
SMALL = [
    LiarsDice(sides=2),
    LiarsDice(sides=4),
    LiarsDice(sides=4, wild=False),
    LiarsDice(dice=2, sides=2),
    LiarsDice(dice=2, sides=2, wild=False),
]
LARGEST = LiarsDice(dice=2)
VALUE_OF_THREE_SIDES = 1 / 9  # by a linear program over the sequence form of OpenSpiel's tree
OPENSPIELS_FACES = {face: face - 1 for face in range(1, 7)}


def played(game: LiarsDice, seed: int) -> list[tuple[list[str], Any]]:
    """The histories of one random play, with their states."""
    rng, said, state = random.Random(seed), [], game.initial()
    path = [(list(said), state)]
    while not game.is_terminal(state):
        choice, _ = rng.choice(strategies.choices(game, state))
        said.append(game.format_move(state, choice))
        state = game.result(state, choice)
        path.append((list(said), state))
    return path


def assert_is_as_listed(game: LiarsDice, said: list[str], state: Any) -> None:
    choices = [game.format_move(state, choice) for choice, _ in strategies.choices(game, state)]
    assert choices == oracle.choices(said, game.dice, game.sides)
    rolled = len(said) >= 2 * game.dice
    if not game.is_terminal(state):
        moves = [game.format_move(state, move) for move in game.moves(state)]
        assert moves == (choices if rolled else [])
    assert (game.to_move(state) == CHANCE) == (not rolled)
    if game.is_terminal(state):
        expected = oracle.payoff(said, game.dice, game.sides, game.wild)
        assert (game.utility(state, 0), game.utility(state, 1)) == (expected, -expected)
    elif rolled:
        assert game.to_move(state) == len(said) % 2


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_every_history_is_as_listed(game: LiarsDice) -> None:
    for said, state, _ in strategies.histories(game):
        assert_is_as_listed(game, said, state)


@pytest.mark.parametrize("game", [GAME, LARGEST, LiarsDice(dice=2, wild=False)], ids=repr)
def test_random_plays_are_as_listed(game: LiarsDice) -> None:
    for seed in range(300):
        for said, state in played(game, seed):
            assert_is_as_listed(game, said, state)


@only_full
@slow
def test_there_are_24576_information_sets() -> None:
    seen, ends = set(), 0
    for _, state, _ in strategies.histories(GAME):
        if GAME.is_terminal(state):
            ends += 1
        elif GAME.to_move(state) != CHANCE:
            seen.add(GAME.observation(state, GAME.to_move(state)))
    assert len(seen) == 24_576
    assert ends == 36 * 4095  # for each roll, each set of bids but the empty one


@slow
def test_it_is_worth_a_ninth_with_three_sides() -> None:
    low, high = strategies.value_bounds(LiarsDice(sides=3), iterations=200)
    assert low <= VALUE_OF_THREE_SIDES <= high
    assert high - low < 1e-3


@slow
@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_worlds_are_the_states_that_a_player_cannot_tell_apart(game: LiarsDice) -> None:
    for (player, _), group in strategies.indistinguishable(game).items():
        for state in group:
            found = list(game.worlds(state, player))
            assert len(found) == len(dict(found))
            assert dict(found) == pytest.approx(group)


def test_a_player_sees_the_own_dice_and_what_was_said() -> None:
    state = LARGEST.parse("34 15 | 1x3 2x3")
    twin = LARGEST.result(LARGEST.result(LARGEST.initial(), 4), 3)  # rolled the other way
    for face in (6, 6):
        twin = LARGEST.result(twin, face)
    for bid in ("1x3", "2x3"):
        twin = LARGEST.result(twin, LARGEST.parse_move(twin, bid))
    assert LARGEST.observation(state, 0) == LARGEST.observation(twin, 0)
    assert LARGEST.observation(state, 1) != LARGEST.observation(twin, 1)
    for other in ("33 15 | 1x3 2x3", "34 15 | 2x3", "34 15 | 1x3", "34 15", "34 1-", "34 --"):
        assert LARGEST.observation(state, 0) != LARGEST.observation(LARGEST.parse(other), 0)
    assert LARGEST.observation(state, 0) != LARGEST.observation(state, 1)


@only_full
@slow
@pytest.mark.parametrize(("dice", "sides"), [(1, 6), (1, 3), (2, 2)])
def test_it_is_openspiels_game(dice: int, sides: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("liars_dice", {"numdice": dice, "dice_sides": sides})
    game = LiarsDice(dice=dice, sides=sides)
    assert list(strategies.differences(game, theirs, OPENSPIELS_FACES)) == []
    tame = LiarsDice(dice=dice, sides=sides, wild=False)
    assert next(strategies.differences(tame, theirs, OPENSPIELS_FACES), None) is not None


@only_full
@slow
@pytest.mark.parametrize("game", [LARGEST, LiarsDice(sides=3, wild=False)], ids=repr)
def test_both_speeds_agree(game: LiarsDice) -> None:
    report = assert_sound(game, plays=100)
    assert report.compiled, report.not_compiled
    compiled = kernel(strategies.knowledge, game)
    for seed in range(100):
        for _, state in played(game, seed):
            assert compiled(state) == strategies.knowledge(game, state)


def test_the_traits() -> None:
    traits = GAME.traits
    assert (traits.players, traits.chance, traits.hidden, traits.zero_sum) == (2, True, True, True)
    assert (traits.least, traits.most) == (-1, 1)


@pytest.mark.parametrize("game", [GAME, LARGEST], ids=repr)
def test_text_comes_back(game: LiarsDice) -> None:
    for seed in range(100):
        for said, state in played(game, seed):
            text = game.format(state)
            assert game.parse(text) == state
            assert text.partition(" | ")[2].split() == said[2 * game.dice :]


def test_a_position_reads_as_people_write_it() -> None:
    assert GAME.format(GAME.initial()) == "- -"
    assert LARGEST.format(LARGEST.initial()) == "-- --"
    state = GAME.parse(" 3  5 | 1X3 2x3 ")
    assert GAME.format(state) == "3 5 | 1x3 2x3"
    end = GAME.result(state, GAME.parse_move(state, "Liar"))
    assert GAME.format(end) == "3 5 | 1x3 2x3 liar"
    assert GAME.utility(end, 0) == 1  # there is one three only, and the second player bid two


def test_a_player_is_shown_the_own_dice_alone() -> None:
    state = LARGEST.parse("34 15 | 1x3")
    assert LARGEST.format_view(state, 0) == "34 ?? | 1x3"
    assert LARGEST.format_view(state, 1) == "?? 15 | 1x3"
    assert LARGEST.format_view(LARGEST.parse("34 1-"), 0) == "34 ?-"


@pytest.mark.parametrize(
    ("text", "wild", "winner"),
    [
        ("6 1 | 1x3 liar", True, 0),
        ("6 1 | 1x3 liar", False, 1),
        ("6 3 | 2x3 liar", True, 0),
        ("3 3 | 2x6 liar", True, 1),
        ("6 6 | 2x6 liar", True, 0),
        ("6 6 | 1x1 2x6 liar", False, 1),
    ],
)
def test_the_highest_face_may_be_wild(text: str, wild: bool, winner: int) -> None:
    game = LiarsDice(wild=wild)
    end = game.parse(text)
    assert [game.utility(end, player) for player in (winner, 1 - winner)] == [1, -1]


def test_dice_are_written_lowest_first() -> None:
    with pytest.raises(OutplyError, match=r"write '34 15 \| 1x3'"):
        LARGEST.parse("43 15 | 1x3")


@pytest.mark.parametrize("text", ["", "liar", "0x1", "1x7", "5"])
def test_impossible_moves_are_refused(text: str) -> None:
    with pytest.raises(OutplyError, match="legal: 1x1, 1x2"):
        GAME.parse_move(GAME.parse("3 5"), text)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"dice": 0}, "dice is 0; give each player 1 to 2"),
        ({"dice": 3}, "dice is 3"),
        ({"dice": "1"}, "dice is '1'"),
        ({"dice": True}, "dice is True"),
        ({"sides": 1}, "sides is 1; give 2 to 6"),
        ({"sides": 7}, "sides is 7"),
        ({"sides": 2.0}, "sides is 2.0"),
        ({"wild": 1}, "wild is 1; give True or False"),
    ],
)
def test_impossible_parameters_are_refused(given: dict[str, Any], why: str) -> None:
    with pytest.raises(OutplyError, match=why):
        LiarsDice(**given)
