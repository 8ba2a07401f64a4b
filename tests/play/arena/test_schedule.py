"""The schedule of a match, and its openings."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outply import OutplyError, load
from outply.play.arena.schedule import (
    Opening,
    are_random,
    generate_openings,
    read_openings,
    schedule,
)

TIC_TAC_TOE = load("tic-tac-toe")

# -- the schedule ----------------------------------------------------------------------


def test_two_players_swap_seats_on_each_opening():
    games = list(schedule(2, 2, 4))
    assert [(game.number, game.seats, game.opening) for game in games] == [
        (0, (0, 1), 0),
        (1, (1, 0), 0),
        (2, (0, 1), 1),
        (3, (1, 0), 1),
    ]


@given(
    contenders=st.integers(2, 5),
    seats=st.integers(2, 3),
    games=st.integers(1, 12),
    gauntlet=st.booleans(),
)
def test_every_player_sits_on_every_seat_equally_often(contenders, seats, games, gauntlet):
    if contenders < seats:
        return
    played = list(schedule(contenders, seats, games, gauntlet=gauntlet))
    assert [game.number for game in played] == list(range(len(played)))
    each_group = Counter(frozenset(game.seats) for game in played)
    assert len(set(each_group.values())) == 1
    assert games <= min(each_group.values()) < games + seats
    assert all(len(set(game.seats)) == seats for game in played)
    seated = Counter((seat, player) for game in played for seat, player in enumerate(game.seats))
    assert all(seated[seat, p] == seated[0, p] for seat in range(seats) for p in range(contenders))
    if gauntlet:
        assert all(0 in game.seats for game in played)
    else:
        assert len(each_group) == len(list(_combinations(contenders, seats)))


def _combinations(count: int, size: int):
    """Enumerate combinations by bits, unlike the schedule."""
    return (bits for bits in range(2**count) if bits.bit_count() == size)


@given(st.integers(1, 20), st.integers(1, 20))
def test_a_longer_schedule_begins_with_the_shorter(few, many):
    few, many = sorted((few, many))
    short, long = list(schedule(3, 2, few)), list(schedule(3, 2, many))
    assert long[: len(short)] == short


def test_too_few_players_are_refused():
    with pytest.raises(OutplyError, match="is for 3 players, and 2 were given; name more"):
        list(schedule(2, 3, 1))
    with pytest.raises(OutplyError, match="two or more players"):
        list(schedule(2, 1, 1))


# -- random openings -------------------------------------------------------------------


def test_random_openings_differ_up_to_symmetry():
    openings = list(islice(generate_openings(TIC_TAC_TOE, "random:2", seed=5), 12))
    assert {len(opening.moves) for opening in openings} == {2}
    pictures = [_all_symmetric_pictures(opening.moves) for opening in openings]
    assert len(set(pictures)) == 12  # 12 ways to set two different stones on the board


def _all_symmetric_pictures(moves: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """Return the places of both stones in all rotations and reflections of the board."""
    places = [divmod(move, 3) for move in moves]
    pictures = set()
    for _ in range(4):
        places = [(column, 2 - row) for row, column in places]
        for mirrored in (False, True):
            shown = [(row, 2 - column) if mirrored else (row, column) for row, column in places]
            pictures.add(tuple(3 * row + column for row, column in shown))
    return frozenset(pictures)


def test_default_openings_get_longer_when_they_are_used_up():
    openings = list(islice(generate_openings(TIC_TAC_TOE, None, seed=1), 30))
    lengths = [len(opening.moves) for opening in openings]
    assert lengths == sorted(lengths)
    assert lengths[:12] == [2] * 12
    assert lengths[12:] == [3] * 18
    assert len(set(openings)) == 30


def test_a_game_with_few_openings_repeats_them():
    openings = list(islice(generate_openings(load("nim", piles=(2,)), "random:1", seed=0), 5))
    assert openings == [Opening(None, openings[0].moves)] * 5


def test_a_very_short_game_begins_at_the_start():
    tiny = load("nim", piles=(1,))
    assert next(generate_openings(tiny, None, seed=0)) == Opening()
    with pytest.raises(OutplyError, match="After 3 random plies, nim is over; give fewer"):
        next(generate_openings(tiny, "random:3", seed=0))


def test_no_random_opening_ends_the_game():
    for opening in islice(generate_openings(TIC_TAC_TOE, "random:6", seed=3), 40):
        state = opening.state(TIC_TAC_TOE)
        assert not TIC_TAC_TOE.is_terminal(state)


def test_the_seed_determines_the_openings():
    first, again, other = (
        list(islice(generate_openings(TIC_TAC_TOE, "random:3", seed), 10)) for seed in (7, 7, 8)
    )
    assert first == again != other


@pytest.mark.parametrize("name", ["pig", "kuhn-poker"])
def test_games_with_chance_begin_at_the_start(name):
    assert list(islice(generate_openings(load(name), None, 0), 3)) == [Opening()] * 3


def test_only_players_moves_count_as_random_plies():
    game = load("backgammon")
    opening = next(generate_openings(game, "random:2", seed=0))
    state, players = game.initial(), 0
    for move in opening.moves:
        players += game.to_move(state) >= 0
        state = game.result(state, move)
    assert players == 2 < len(opening.moves)


@pytest.mark.parametrize(
    ("wanted", "drawn"),
    [
        (None, True),
        ("random", True),
        ("random:4", True),
        ("random-book.txt", False),
        ("random.txt", False),
        ("book.txt", False),
        ("", False),
    ],
)
def test_random_openings_and_files_are_distinguished(wanted, drawn):
    assert are_random(wanted) is drawn


@pytest.mark.parametrize("text", ["random:x", "random:-1", "random:1.5"])
def test_invalid_numbers_of_plies_are_refused(text):
    with pytest.raises(OutplyError, match="write random:PLIES, as in random:4"):
        generate_openings(TIC_TAC_TOE, text, 0)


# -- files -----------------------------------------------------------------------------


def test_a_file_may_have_moves_and_positions(tmp_path):
    game = load("othello")
    position = game.format(game.result(game.initial(), next(iter(game.moves(game.initial())))))
    file = tmp_path / "openings.txt"
    file.write_text(f"\ufeff# two\n\nd3 c5\n  {position}\n", encoding="utf-8")
    moves, placed = read_openings(game, file)
    assert moves.move_texts(game) == ["d3", "c5"]
    assert game.format(placed.state(game)) == position
    assert placed.move_texts(game) == []
    again = list(islice(generate_openings(game, str(file), 0), 5))
    assert again == [moves, placed, moves, placed, moves]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "has no opening; write moves or a position on each line"),
        ("# nothing\n", "has no opening"),
        ("a1\na1 a1", "line 2: this is neither a position of .* nor a list of moves: 'a1' is not"),
        ("a1 b1 a2 b2 a3", "line 1: the game is over in 'a1 b1 a2 b2 a3'"),
    ],
)
def test_invalid_files_of_openings_are_refused(tmp_path, content, message):
    file = tmp_path / "openings.txt"
    file.write_text(content)
    with pytest.raises(OutplyError, match=message):
        read_openings(TIC_TAC_TOE, file)


def test_a_missing_file_of_openings_is_refused():
    with pytest.raises(OutplyError, match="openings nowhere does not exist; write random:"):
        generate_openings(TIC_TAC_TOE, "nowhere", 0)
