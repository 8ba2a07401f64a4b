from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from outply import Limit, play, player
from outply.compiler import kernel
from outply.game import Game
from outply.games.backgammon import Backgammon, Position, bearoff, evaluation
from outply.games.backgammon.bearoff import bears_off, wins
from outply.games.backgammon.evaluation import equity
from outply.games.backgammon.seen import held_back, longest_prime, masks, shots
from tests.oracles import backgammon as oracle
from tests.oracles import backgammon_bearoff as brute_force
from tests.tiers import only_full, tiered

DATA = Path(__file__).parents[1] / "data" / "backgammon"
GAME = Backgammon()
ROLLS = [(one, other) for one in range(1, 7) for other in range(1, 7)]


# -- positions ------------------------------------------------------------------------


def words_of(board: oracle.Board) -> tuple[int, int]:
    """The two words of the player whose checkers are above 0."""
    counts = [max(0, number) for number in board]
    counts[0] = 15 - sum(counts[1:])
    near = sum(number << 4 * slot for slot, number in enumerate(counts[:13]))
    return near, sum(number << 4 * slot for slot, number in enumerate(counts[13:]))


def all_words(board: oracle.Board) -> tuple[int, int, int, int]:
    return (*words_of(board), *words_of(oracle.turned(board)))


def state_of(board: oracle.Board) -> Position:
    start = GAME.initial()
    mine, theirs = words_of(board), words_of(oracle.turned(board))
    return Position(type(start.mine)(*mine), type(start.theirs)(*theirs), 0, 0)


def home(points: tuple[int, ...]) -> int:
    return 15 - len(points) | sum(1 << 4 * point for point in points)


def plays(seed: int, games: int) -> Iterator[oracle.Board]:
    """Positions of random plays, as the player on roll sees them."""
    dice = random.Random(seed)
    for _ in range(games):
        board = oracle.start()
        while not oracle.is_over(board):
            yield board
            after = oracle.results(board, dice.randint(1, 6), dice.randint(1, 6))
            board = oracle.turned(dice.choice(sorted(after)))


def scattered(seed: int, number: int) -> list[oracle.Board]:
    dice = random.Random(seed)
    return [oracle.scattered(dice) for _ in range(number)]


BOARDS = [*list(plays(seed=1, games=6))[::3], *scattered(seed=2, number=100)]


# -- what is seen ---------------------------------------------------------------------


def mask(points: list[int]) -> int:
    return sum(1 << point for point in points)


@pytest.mark.parametrize("board", BOARDS[::4], ids=str)
def test_masks_are_those_of_the_board(board):
    occupied, blots, blocks = masks(*words_of(board))
    assert occupied == mask([p for p in range(1, 26) if board[p] > 0])
    assert blots == mask([25 - p for p in range(1, 25) if board[p] == 1])
    assert blocks == mask([25 - p for p in range(1, 25) if board[p] > 1])


def shots_on(board: oracle.Board) -> tuple[int, int]:
    hitters, _, _ = masks(*words_of(board))
    _, blots, blocks = masks(*words_of(oracle.turned(board)))
    return shots(hitters, board[25], blots, blocks)


WAYS = {1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3}
WAYS |= {13: 0, 14: 0, 15: 1, 16: 1, 17: 0, 18: 1, 19: 0, 20: 1, 21: 0, 22: 0, 23: 0}


@pytest.mark.parametrize("away", WAYS)
def test_shots_at_a_lone_blot_are_those_of_every_textbook(away):
    board = [0] * 26
    board[24], board[24 - away] = 1, -1
    assert shots_on(tuple(board)) == (WAYS[away], WAYS[away] * (24 - away))


def hits(before: oracle.Board, after: oracle.Board) -> list[int]:
    points = range(1, 25) if after[0] < before[0] else range(0)
    return [p for p in points if before[p] == -1 and after[p] != -1]


def shots_by_playing(board: oracle.Board) -> tuple[int, int]:
    """The rolls, and the pips of the dearest blot, over all plays of some of the dice."""
    dearest = []
    for one, other in ROLLS:
        orders = [[one] * 4] if one == other else [[one, other], [other, one]]
        reached = [oracle.reachable(board, order) for order in orders]
        after = {b for by_number in reached for boards in by_number.values() for b in boards}
        dearest.append(max((p for b in after for p in hits(board, b)), default=0))
    return sum(pips > 0 for pips in dearest), sum(dearest)


@pytest.mark.parametrize("board", BOARDS[::4], ids=str)
def test_shots_are_what_playing_all_rolls_finds(board):
    assert shots_on(board) == shots_by_playing(board)


def run(blocked: set[int], one: int, other: int) -> int:
    """The most pips that one checker can run, where so many pips ahead are blocked."""
    dice = [(one,) * 4] if one == other else [(one, other), (other, one)]
    best = 0
    for order in dice:
        pips = 0
        for die in order:
            if pips + die in blocked:
                break
            pips += die
            best = max(best, pips)
    return best


def test_what_is_held_back_is_what_running_finds():
    dice = random.Random(3)
    for _ in range(200):
        start, checkers = dice.randint(13, 25), dice.randint(1, 4)
        blocks = {point for point in range(1, 25) if point != start and dice.random() < 0.4}
        ahead = {start - point for point in blocks if 0 < start - point <= 12}
        pips = [run(ahead, *roll) for roll in ROLLS]
        seen = held_back(checkers << 4 * (start - 13), mask(sorted(blocks)))
        stays = sum(far <= 6 for far in pips)
        assert seen == (checkers * stays, checkers * (300 - sum(pips)))


@pytest.mark.parametrize(
    ("points", "length"),
    [([], 0), ([5], 1), ([1, 2, 4, 5, 6, 9], 3), ([3, 4, 5, 6, 7, 8], 6), ([24, 22], 1)],
)
def test_longest_prime(points, length):
    assert longest_prime(mask(points)) == length


# -- bearing off ----------------------------------------------------------------------

SIDES = [s for number in (1, 2, 3) for s in combinations_with_replacement(range(1, 7), number)]
LONGER = [(1, 2, 3, 4), (6, 6, 6, 6), (1, 1, 5, 6)]
LONGER += tiered([], full=[(1, 2, 3, 4, 5), (2, 2, 2, 4, 6, 6)])  # which take seconds


@only_full
@pytest.mark.parametrize("side", SIDES[:: tiered(5, full=5, quick=60)] + LONGER, ids=str)
def test_the_chance_to_win_is_exact(side):
    for other in SIDES[::7] + LONGER:
        chance = wins(home(side), home(other))
        assert chance == pytest.approx(float(brute_force.chance_to_win(side, other)), abs=1e-12)


def test_the_table_has_six_checkers_at_home():
    assert bears_off(home((6,) * 6), 0)
    assert not bears_off(home((1,) * 7), 0)
    assert not bears_off(home((7,)), 0)
    assert not bears_off(home((1,)) - 1, 1)


def test_all_homes_have_numbers_of_their_own():
    numbers = {bearoff.number(side) for side in bearoff.homes()}
    assert numbers == set(range(924))
    assert len(bearoff.TABLE.within) == 924 * bearoff.ROLLS


def test_it_never_hurts_to_be_on_roll_in_a_race():
    dice = random.Random(4)
    for _ in range(300):
        one, other = (
            home(tuple(dice.randint(1, 6) for _ in range(dice.randint(1, 6)))) for _ in "ab"
        )
        assert wins(one, other) + wins(other, one) >= 1 - 1e-12


def test_the_end_of_a_race_is_read_from_the_table():
    board = [0] * 26
    board[6] = board[5] = 1
    board[24] = -2  # both go with any roll
    chance = brute_force.chance_to_win((5, 6), (1, 1))
    assert equity(*all_words(tuple(board))) == pytest.approx(2 * float(chance) - 1)


# -- equity ---------------------------------------------------------------------------


def value(game: Game[Any], state: Position) -> float:
    mine, theirs = state.mine, state.theirs
    return equity(mine.near, mine.far, theirs.near, theirs.far)


def test_both_speeds_give_the_same_number():
    compiled = kernel(value, GAME)
    for board in BOARDS:
        state = state_of(board)
        assert compiled(state) == value(GAME, state)


@pytest.mark.parametrize("board", BOARDS[::5], ids=str)
def test_equity_stays_within_the_stakes(board):
    assert -3 < equity(*all_words(board)) < 3


def test_being_on_roll_is_worth_something_where_both_sides_have_the_same():
    assert 0 < equity(*all_words(oracle.start())) < 0.2


def test_a_prime_a_hit_and_a_lead_are_good():
    start = oracle.start()
    primed = [0, -2, 0, 2, 2, 2, 3, 2, 2, 0, 0, 0, -5, 2, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 0, 0]
    hit = [-1, *start[1:19], -4, *start[20:]]
    ahead = [0, 3, 3, 3, 2, 2, 2, *[0] * 9, *[-3] * 5, *[0] * 5]
    for board in (primed, hit, ahead):
        assert equity(*all_words(tuple(board))) > equity(*all_words(start)) + 0.1
        assert equity(*all_words(oracle.turned(tuple(board)))) < equity(*all_words(start))


def most(slots: list[list[int]]) -> int:
    """The most that fifteen checkers can add up to: by slot and number, what each adds."""
    best = [0] + [-(10**9)] * 15
    for adds in slots:
        best = [max(best[all_ - n] + adds[n] for n in range(all_ + 1)) for all_ in range(16)]
    return best[15]


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("block", range(4))
def test_no_sum_of_a_unit_can_leave_its_lane(block, sign):
    """Over any placement of the checkers, and whatever is seen."""
    start, *rows = evaluation.rows(block)
    for unit, first in enumerate(start):
        adds = [sign * row[unit] for row in rows]
        slots = [adds[16 * slot : 16 * slot + 16] for slot in range(52)]
        seen = [adds[16 * 52 + 64 * thing :][:64] for thing in range(10)]
        total = most(slots[:26]) + most(slots[26:]) + sum(map(max, seen))
        zero = 1 << 14
        assert sign * (first - zero) + total < zero


# -- how good it is -------------------------------------------------------------------


def decisions() -> Iterator[tuple[list[float], list[oracle.Board]]]:
    """Equities by GNU Backgammon for who moved, and the boards as the other one sees them."""
    text = (DATA / "gnubg_decisions_2ply_125.json").read_text()
    for item in json.loads(text)["items"]:
        after = [(-m["after"][0], *m["after"][1:]) for m in item["moves"]]
        yield [m["eq"] for m in item["moves"]], [oracle.turned(board) for board in after]


def test_the_best_looking_play_loses_little():
    """0.011 when this was written; pubeval loses 0.056, GNU Backgammon at 0 plies 0.004."""
    ask = kernel(value, GAME)
    lost = []
    for equities, boards in decisions():
        looks = [-ask(state_of(board)) for board in boards]
        lost.append(max(equities) - equities[looks.index(max(looks))])
    assert len(lost) == 125
    assert sum(lost) / len(lost) < 0.02


def test_equities_are_near_those_of_gnu_backgammon():
    ask = kernel(value, GAME)
    off = [
        abs(given + ask(state_of(board)))
        for equities, boards in decisions()
        for given, board in zip(equities, boards, strict=True)
    ]
    assert sum(off) / len(off) < 0.1


@only_full
def test_two_plies_beat_a_random_player():
    rng = random.Random(5)
    players = [
        player("star2", Limit(depth=2)),
        lambda game, state: rng.choice(list(game.moves(state))),
    ]
    points = 0.0
    for seed in range(10):
        match = play(GAME, players if seed % 2 else players[::-1], seed=seed)
        points += match.utilities[1 - seed % 2]
    assert points >= 10
