from __future__ import annotations

import pytest

from outply.game import CHANCE, OutplyError
from outply.games.kuhn_poker import BET, PASS, Hand, KuhnPoker
from tests.games.hidden_information import assert_both_modes_know_the_same, assert_tells_apart
from tests.oracles import kuhn_poker as oracle
from tests.oracles import strategies

GAME = KuhnPoker()
HISTORIES = list(strategies.histories(GAME))
VALUE = -1 / 18  # Kuhn, A simplified two-person poker, 1950


def words(state: Hand) -> list[str]:
    return [GAME.format_move(state, move) for move in GAME.moves(state)]


def test_every_history_is_as_written_out() -> None:
    for said, state, _ in HISTORIES:
        cards, history = "".join(said[:2]), " ".join(said[2:])
        assert GAME.is_terminal(state) == (history not in oracle.MOVES)
        if len(cards) < 2:
            assert (GAME.to_move(state), words(state)) == (CHANCE, [])
        elif GAME.is_terminal(state):
            expected = oracle.payoff(cards, history)
            assert (GAME.utility(state, 0), GAME.utility(state, 1)) == (expected, -expected)
        else:
            assert words(state) == oracle.MOVES[history]
            assert GAME.to_move(state) == len(said) % 2


def test_there_are_12_information_sets_and_30_ends() -> None:
    decisions = [state for _, state, _ in HISTORIES if strategies.is_decision(GAME, state)]
    ends = [state for _, state, _ in HISTORIES if GAME.is_terminal(state)]
    assert len({GAME.observation(state, GAME.to_move(state)) for state in decisions}) == 12
    assert len(ends) == len(set(ends)) == 30


def test_every_deal_is_as_likely() -> None:
    chances = {tuple(said): chance for said, _, chance in HISTORIES if len(said) == 2}
    assert len(chances) == 6
    assert list(chances.values()) == pytest.approx([1 / 6] * 6)
    assert all(first != second for first, second in chances)


def test_it_is_worth_a_loss_of_an_eighteenth() -> None:
    low, high = strategies.value_bounds(GAME, iterations=500)
    assert low <= VALUE <= high
    assert high - low < 1e-3


def test_worlds_are_the_states_that_a_player_cannot_tell_apart() -> None:
    for (player, _), group in strategies.indistinguishable(GAME).items():
        for state in group:
            found = list(GAME.worlds(state, player))
            assert len(found) == len(dict(found))
            assert dict(found) == pytest.approx(group)


def test_a_player_sees_the_own_card_and_the_moves() -> None:
    state = GAME.parse("K Q | check bet")
    assert GAME.observation(state, 0) == GAME.observation(GAME.parse("K J | check bet"), 0)
    assert GAME.observation(state, 1) == GAME.observation(GAME.parse("J Q | check bet"), 1)
    others = ("J Q | check bet", "K Q | check", "K Q | bet", "K Q", "K -")
    assert_tells_apart(GAME, state, others)


def test_it_is_openspiels_game() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    assert list(strategies.differences(GAME, pyspiel.load_game("kuhn_poker"))) == []


def test_both_speeds_agree() -> None:
    assert_both_modes_know_the_same(GAME, (state for _, state, _ in HISTORIES))


def test_the_traits() -> None:
    traits = GAME.traits
    assert (traits.players, traits.chance, traits.hidden, traits.zero_sum) == (2, True, True, True)
    utilities = {GAME.utility(state, 0) for _, state, _ in HISTORIES if GAME.is_terminal(state)}
    assert (min(utilities), max(utilities)) == (traits.least, traits.most)


def test_text_comes_back() -> None:
    for said, state, _ in HISTORIES:
        assert GAME.parse(GAME.format(state)) == state
        for choice, _ in strategies.choices(GAME, state):
            assert GAME.parse_move(state, GAME.format_move(state, choice)) == choice
        assert said == GAME.format(state).replace("|", " ").replace("-", " ").split()


def test_a_position_reads_as_people_write_it() -> None:
    assert GAME.format(GAME.initial()) == "- -"
    assert GAME.format(Hand((2, -1), 1)) == "K -"
    state = GAME.parse(" k q |  Check bet ")
    assert GAME.format(state) == "K Q | check bet"
    assert words(state) == ["fold", "call"]
    assert GAME.format(GAME.result(state, PASS)) == "K Q | check bet fold"
    assert GAME.utility(GAME.result(state, BET), 0) == 2


def test_a_player_is_shown_the_own_card_alone() -> None:
    state = GAME.parse("K Q | check bet")
    assert GAME.format_view(state, 0) == "K ? | check bet"
    assert GAME.format_view(state, 1) == "? Q | check bet"
    assert [GAME.format_view(GAME.parse("K -"), player) for player in (0, 1)] == ["K -", "? -"]


@pytest.mark.parametrize("text", ["", "fold", "raise", "0", "K"])
def test_impossible_moves_are_refused(text: str) -> None:
    with pytest.raises(OutplyError, match="legal: check, bet"):
        GAME.parse_move(GAME.parse("K Q"), text)
