from __future__ import annotations

import pytest

from outply.game import CHANCE, OutplyError
from outply.games.leduc_poker import CALL, LeducPoker
from tests.games.hidden_information import assert_both_modes_know_the_same, assert_tells_apart
from tests.oracles import leduc_poker as oracle
from tests.oracles import strategies
from tests.tiers import only_full, slow

GAME = LeducPoker()
HISTORIES = list(strategies.histories(GAME))
VALUE = -0.085606  # by a linear program over the sequence form of OpenSpiel's tree


def test_every_history_is_as_the_rounds_say() -> None:
    for said, state, _ in HISTORIES:
        choices = [GAME.format_move(state, choice) for choice, _ in strategies.choices(GAME, state)]
        assert choices == oracle.choices(said)
        if GAME.is_terminal(state):
            expected = oracle.payoff(said)
            assert (GAME.utility(state, 0), GAME.utility(state, 1)) == (expected, -expected)
        elif choices[0] in oracle.DECK:
            assert (GAME.to_move(state), list(GAME.moves(state))) == (CHANCE, [])
        else:
            first, public, second = oracle.rounds(said)
            assert GAME.to_move(state) == len((second if public else first).split()) % 2


def test_information_sets_with_suits_and_without() -> None:
    with_suits, seen = set(), set()
    for said, state, _ in HISTORIES:
        if strategies.is_decision(GAME, state):
            player = GAME.to_move(state)
            with_suits.add((player, said[player], *said[2:]))
            seen.add(GAME.observation(state, player))
    assert len(with_suits) == 936
    assert len(seen) == 288


def test_the_ends() -> None:
    ends = [(state, chance) for _, state, chance in HISTORIES if GAME.is_terminal(state)]
    assert len(ends) == len(set(ends)) == 5520
    utilities = {GAME.utility(state, 0) for state, _ in ends}
    assert (min(utilities), max(utilities)) == (GAME.traits.least, GAME.traits.most) == (-13, 13)


def test_every_deal_is_as_likely() -> None:
    privates = [chance for said, _, chance in HISTORIES if len(said) == 2]
    assert privates == pytest.approx([1 / 30] * 30)
    turned = [
        chance for said, _, chance in HISTORIES if said[2:4] == ["check"] * 2 and len(said) == 5
    ]
    assert turned == pytest.approx([1 / 120] * 120)


@only_full
@slow
def test_it_is_worth_a_small_loss() -> None:
    low, high = strategies.value_bounds(GAME, iterations=600)
    assert low <= VALUE <= high
    assert high - low < 2e-3


@slow
def test_worlds_are_the_states_that_a_player_cannot_tell_apart() -> None:
    for (player, _), group in strategies.indistinguishable(GAME).items():
        for state in (min(group), max(group)):
            found = list(GAME.worlds(state, player))
            assert len(found) == len(dict(found))
            assert dict(found) == pytest.approx(group)


def test_a_player_sees_ranks_and_moves() -> None:
    state = GAME.parse("Ks Qh | raise call | Js | check")
    for twin in ("Kh Qh | raise call | Js | check", "Ks Jh | raise call | Js | check"):
        assert GAME.observation(state, 0) == GAME.observation(GAME.parse(twin), 0)
    others = (
        "Qs Qh | raise call | Js | check",
        "Ks Qh | raise call | Kh | check",
        "Ks Qh | check check | Js | check",
        "Ks Qh | check raise call | Js | check",
        "Ks Qh | raise call | Js | raise",
        "Ks Qh | raise call | Js",
        "Ks Qh | raise call",
    )
    assert_tells_apart(GAME, state, others)


def test_it_is_openspiels_game() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    assert list(strategies.differences(GAME, pyspiel.load_game("leduc_poker"))) == []


@only_full
@slow
def test_both_speeds_agree() -> None:
    assert_both_modes_know_the_same(GAME, (state for _, state, _ in HISTORIES[::5]))


def test_the_traits() -> None:
    traits = GAME.traits
    assert (traits.players, traits.chance, traits.hidden, traits.zero_sum) == (2, True, True, True)


@slow
def test_text_comes_back() -> None:
    for said, state, _ in HISTORIES[::3]:
        text = GAME.format(state)
        assert GAME.parse(text) == state
        assert said == text.replace("|", " ").replace("-", " ").split()


def test_a_position_reads_as_people_write_it() -> None:
    assert GAME.format(GAME.initial()) == "- -"
    state = GAME.parse(" ks QH | raise Call | kH | check raise ")
    assert GAME.format(state) == "Ks Qh | raise call | Kh | check raise"
    end = GAME.result(state, CALL)
    assert GAME.format(end) == "Ks Qh | raise call | Kh | check raise call"
    assert GAME.utility(end, 0) == 7


def test_a_player_is_shown_ranks_and_moves() -> None:
    state = GAME.parse("Ks Qh | raise call | Js | check")
    assert GAME.format_view(state, 0) == "K ? | raise call | J | check"
    assert GAME.format_view(state, 1) == "? Q | raise call | J | check"
    assert [GAME.format_view(GAME.parse("Ks -"), player) for player in (0, 1)] == ["K -", "? -"]


@pytest.mark.parametrize(
    ("text", "utility"),
    [
        ("Js Ks | check check | Jh | check check", 1),  # a pair beats a king
        ("Js Ks | check check | Qh | check check", -1),
        ("Js Jh | raise raise call | Qh | raise raise call", 0),
        ("Js Kh | raise raise call | Jh | raise raise call", 13),
        ("Js Kh | raise raise fold", -3),
        ("Js Kh | check raise call | Qh | raise fold", 3),
    ],
)
def test_who_wins_what(text: str, utility: int) -> None:
    end = GAME.parse(text)
    assert GAME.is_terminal(end)
    assert (GAME.utility(end, 0), GAME.utility(end, 1)) == (utility, -utility)


@pytest.mark.parametrize("text", ["", "fold", "call", "bet", "Ks"])
def test_impossible_moves_are_refused(text: str) -> None:
    with pytest.raises(OutplyError, match="legal: check, raise"):
        GAME.parse_move(GAME.parse("Ks Qs"), text)
