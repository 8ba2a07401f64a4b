from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from outply.compiler import kernel
from outply.game import CHANCE, Game, OutplyError
from outply.games.backgammon import PASS, Backgammon, CheckerCounts, Position
from tests.oracles import backgammon as oracle
from tests.tiers import examples, only_full, slow, tiered

DATA = Path(__file__).parents[1] / "data" / "backgammon"
GAME = Backgammon()
START = GAME.initial()
ROLLS = [10 * high + low for high in range(1, 7) for low in range(1, high + 1)]
START_ID = "4HPwATDgc/ABMA"

speeds = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])


# -- the same questions at both speeds ------------------------------------------------


def move_number(game: Game[Any], state: Position, wanted: int) -> int:
    for number, move in enumerate(game.moves(state)):
        if number == wanted:
            return move
    return -1


def how_many(game: Game[Any], state: Position) -> int:
    number = 0
    for _ in game.moves(state):
        number += 1
    return number


def after_move(game: Game[Any], state: Position, wanted: int, field: int) -> int:
    """One word of the position after one of the moves."""
    after = game.result(state, move_number(game, state, wanted))
    words = (after.mine.near, after.mine.far, after.theirs.near, after.theirs.far)
    return words[field] if field < 4 else after.player


def leaves(game: Game[Any], state: Position, depth: int) -> int:
    """Positions so many plays on, over all rolls."""
    if depth == 0:
        return 1
    number = 0
    for outcome, _ in game.outcomes(state):
        rolled = game.result(state, outcome)
        for move in game.moves(rolled):
            number += leaves(game, game.result(rolled, move), depth - 1)
    return number


def digest(game: Game[Any], state: Position, seed: int, plies: int) -> int:
    """A number made of all that is asked in some random plays, in the order of the answers."""
    mixed = seed
    first = state
    for _ in range(plies):
        number = 0
        if game.to_move(state) == CHANCE:
            for outcome, probability in game.outcomes(state):
                number += 1
                mixed = (mixed * 31 + outcome + int(probability * 1000)) % 1_000_003
        for move in game.moves(state):
            number += 1
            mixed = (mixed * 31 + move) % 1_000_003
        mixed = (mixed * 31 + int(1e9 * game.evaluate(state, 0))) % 1_000_003
        if game.is_terminal(state):
            mixed = (mixed * 31 + int(game.utility(state, 1))) % 1_000_003
            state = first
        else:
            state = game.result(state, chosen(game, state, mixed % number))
    return mixed


def chosen(game: Game[Any], state: Position, wanted: int) -> int:
    if game.to_move(state) != CHANCE:
        return move_number(game, state, wanted)
    for number, (outcome, _) in enumerate(game.outcomes(state)):
        if number == wanted:
            return outcome
    return -1


def asked(function: Any, compiled: bool, *given: Any) -> int:
    return int(kernel(function, GAME)(*given) if compiled else function(GAME, *given))


# -- states and the oracle's boards ---------------------------------------------------


def counted(side: CheckerCounts) -> list[int]:
    """How many are off, on the points 1 to 24, and on the bar."""
    word = side.near | side.far << 52
    counts = [word >> 4 * slot & 15 for slot in range(26)]
    assert sum(counts) == 15
    assert word >> 104 == 0
    return counts


def board_of(state: Position) -> oracle.Board:
    """As the player on roll sees it."""
    mine, theirs = counted(state.mine), counted(state.theirs)
    points = [mine[point] - theirs[25 - point] for point in range(1, 25)]
    return (-theirs[25], *points, mine[25])


def state_of(board: oracle.Board, dice: int = 0, player: int = 0) -> Position:
    sides = []
    for seen in (board, oracle.turned(board)):
        counts = [max(0, number) for number in seen]
        counts[0] = 15 - sum(counts[1:])
        near = sum(number << 4 * slot for slot, number in enumerate(counts[:13]))
        far = sum(number << 4 * slot for slot, number in enumerate(counts[13:]))
        sides.append(CheckerCounts(near, far))
    return Position(sides[0], sides[1], player, dice)


def placed(mine: dict[int, int], theirs: dict[int, int], dice: int = 0) -> Position:
    """A state from both sides' checkers by their own points; 25 is the bar."""
    board = [0] * 26
    for point, number in mine.items():
        board[point] = number
    for point, number in theirs.items():
        assert board[25 - point] == 0
        board[25 - point] = -number
    return state_of(tuple(board), dice)


def boards_after(state: Position, compiled: bool = False) -> list[oracle.Board]:
    """What the moves lead to, in their order, as the player who moved sees it."""
    if compiled:
        number = asked(how_many, True, state)
        afters = []
        for wanted in range(number):
            words = [asked(after_move, True, state, wanted, field) for field in range(5)]
            assert words[4] == 1 - state.player
            afters.append(
                Position(CheckerCounts(*words[:2]), CheckerCounts(*words[2:4]), words[4], 0)
            )
    else:
        afters = [GAME.result(state, move) for move in GAME.moves(state)]
    return [oracle.turned(board_of(after)) for after in afters]


def agrees_with_oracle(board: oracle.Board, roll: int, compiled: bool) -> list[oracle.Board]:
    boards = boards_after(state_of(board, roll), compiled)
    assert len(boards) == len(set(boards)), (board, roll)
    assert set(boards) == oracle.results(board, roll // 10, roll % 10), (board, roll)
    return boards


def names(state: Position) -> list[str]:
    return [GAME.format_move(state, move) for move in GAME.moves(state)]


def play(seed: int, game: Backgammon = GAME) -> Iterator[Position]:
    """The states of one random play."""
    dice = random.Random(seed)
    state = game.initial()
    yield state
    while not game.is_terminal(state):
        if game.to_move(state) == CHANCE:
            move = dice.choice([outcome for outcome, _ in game.outcomes(state)])
        else:
            move = dice.choice(list(game.moves(state)))
        state = game.result(state, move)
        yield state


def read(name: str) -> Any:
    return json.loads((DATA / name).read_text())


# -- known numbers of plays -----------------------------------------------------------


@speeds
def test_the_start_has_the_known_number_of_plays_by_roll(compiled: bool) -> None:
    known = {
        int(roll): number for roll, number in read("bg_perft.json")["per_roll_at_start"].items()
    }
    assert {roll: asked(how_many, compiled, GAME.result(START, roll)) for roll in ROLLS} == known


@pytest.mark.fully_optimised
def test_perft() -> None:
    known = read("bg_perft.json")["perft"]
    assert leaves(GAME, START, 1) == known["1"]
    depths = range(1, tiered(2, full=3) + 1)
    assert [asked(leaves, True, START, d) for d in depths] == [known[str(d)] for d in depths]


@only_full
@slow
@pytest.mark.parametrize(("compiled", "every"), [(True, 1), (False, 25)])
def test_a_thousand_positions_have_the_known_numbers_of_plays(compiled: bool, every: int) -> None:
    data = read("movegen_counts_1000.json")
    assert [10 * high + low for high, low in data["rolls"]] == ROLLS
    assert len(data["positions"]) == 1000
    for position in data["positions"][::every]:
        state = GAME.parse(position["position_id"])
        for roll, known in zip(ROLLS, position["counts"], strict=True):
            rolled = GAME.result(state, roll)
            number = asked(how_many, compiled, rolled)
            passes = number == 1 and asked(move_number, compiled, rolled, 0) == PASS
            assert (0 if passes else number) == known


def test_position_ids_stand_for_the_known_boards() -> None:
    for position in read("movegen_counts_1000.json")["positions"]:
        state = GAME.parse(position["position_id"])
        assert board_of(state) == tuple(position["board"])
        assert GAME.format(state) == position["position_id"]


def test_all_that_may_follow_from_known_decisions() -> None:
    items = read("gnubg_decisions_2ply_125.json")["items"]
    assert len(items) == 125
    for item in items:
        state = GAME.parse("{} {}{}".format(item["position_id"], *item["dice"]))
        assert board_of(state) == tuple(item["board_onroll"])
        known = [(-move["after"][0], *move["after"][1:]) for move in item["moves"]]
        assert sorted(boards_after(state)) == sorted(known)


# -- the oracle -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("compiled", "seed"), [(False, seed) for seed in range(examples(60))] + [(True, 60)]
)
def test_random_games_agree_with_the_oracle(compiled: bool, seed: int) -> None:
    dice = random.Random(seed)
    board, player = oracle.start(), 0
    while not oracle.is_over(board):
        assert not GAME.is_terminal(state_of(board))
        boards = agrees_with_oracle(board, dice.choice(ROLLS), compiled)
        board, player = oracle.turned(dice.choice(boards)), 1 - player
    end = state_of(board, player=player)
    assert GAME.is_terminal(end)
    assert GAME.utility(end, player) == -oracle.stake(board)
    assert GAME.utility(end, 1 - player) == oracle.stake(board)


@only_full
@slow
@pytest.mark.parametrize(("compiled", "seed"), [(False, 1), (False, 2), (True, 3)])
def test_scattered_checkers_agree_with_the_oracle(compiled: bool, seed: int) -> None:
    dice = random.Random(seed)
    passes = forced = bearing = entering = 0
    for _ in range(150 if compiled else 250):
        board = oracle.scattered(dice)
        if oracle.is_over(board):
            continue
        for roll in dice.sample(ROLLS, 2 if compiled else 7):
            boards = agrees_with_oracle(board, roll, compiled)
            passes += boards == [board]
            forced += len(boards) == 1
            bearing += max(map(oracle.borne_off, boards)) > oracle.borne_off(board)
            entering += board[25] > 0
    assert min(passes, forced - passes, bearing, entering) > (5 if compiled else 50)


def test_both_speeds_agree_on_everything_in_its_order() -> None:
    for seed in range(4):
        plain = digest(GAME, START, seed, 400)
        assert plain == asked(digest, True, START, seed, 400)
    assert len({digest(GAME, START, seed, 20) for seed in range(4)}) == 4


def test_both_speeds_agree_on_the_roll_off() -> None:
    game = Backgammon(opening_roll=True)
    for seed in range(4):
        state = game.initial()
        assert digest(game, state, seed, 60) == kernel(digest, game)(state, seed, 60)


# -- OpenSpiel ------------------------------------------------------------------------


class Spiel:
    """OpenSpiel's game, asked in the oracle's words. X is player 0 and moves upwards."""

    def __init__(self, pyspiel: Any) -> None:
        self.game = pyspiel.load_game("backgammon(scoring_type=full_scoring)")

    def board(self, state: Any, player: int) -> oracle.Board:
        on_points = [
            [state.board(side, point) for point in range(24)][:: -1 if side == 0 else 1]
            for side in (0, 1)
        ]
        on_bar = [state.board(side, 100) for side in (0, 1)]
        own, other = on_points[player], on_points[1 - player][::-1]
        points = [one - two for one, two in zip(own, other, strict=True)]
        return (-on_bar[1 - player], *points, on_bar[player])

    def roll(self, state: Any) -> int:
        dice = re.search("Dice: ([1-6])([1-6])", str(state))
        assert dice is not None
        return int("".join(sorted(dice.groups(), reverse=True)))

    def afters(self, state: Any) -> dict[oracle.Board, Any]:
        """What may follow; doubles are played in two turns of two steps each."""
        player, found = state.current_player(), {}
        for action in state.legal_actions():
            child = state.child(action)
            found.setdefault(self.board(child, player), child)
        if "Extra turn: 1" in str(state) or not self.again(found, player):
            return found
        twice: dict[oracle.Board, Any] = {}
        for child in found.values():
            twice |= self.afters(child) if self.again({(): child}, player) else {}
        return twice

    def again(self, found: dict[Any, Any], player: int) -> bool:
        return any(child.current_player() == player for child in found.values())


@pytest.mark.parametrize("seed", range(examples(10)))
def test_random_games_agree_with_openspiel(seed: int) -> None:
    spiel = Spiel(pytest.importorskip("pyspiel"))
    dice = random.Random(seed)
    state = spiel.game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(dice.choice(state.legal_actions()))
            continue
        player = state.current_player()
        afters = spiel.afters(state)
        ours = boards_after(state_of(spiel.board(state, player), spiel.roll(state), player))
        assert set(ours) == set(afters)
        state = afters[dice.choice(sorted(afters))]
    ended = state_of(oracle.turned(spiel.board(state, player)), player=1 - player)
    assert GAME.is_terminal(ended)
    assert [GAME.utility(ended, side) for side in (0, 1)] == state.returns()


# -- rules ----------------------------------------------------------------------------


def test_the_game_starts_with_a_roll_of_max() -> None:
    assert board_of(START) == oracle.start()
    assert GAME.to_move(START) == CHANCE
    assert list(GAME.moves(START)) == []
    assert GAME.traits.chance and not GAME.traits.hidden
    assert (GAME.traits.least, GAME.traits.most) == (-3.0, 3.0)


def test_doubles_are_half_as_likely_as_other_rolls() -> None:
    chances = dict(GAME.outcomes(START))
    assert sorted(chances) == ROLLS
    assert all(chances[roll] == (1 / 36 if roll % 11 == 0 else 1 / 18) for roll in ROLLS)


def test_who_rolls_plays_and_then_the_other_rolls() -> None:
    rolled = GAME.result(START, 31)
    assert (GAME.to_move(rolled), rolled.dice) == (0, 31)
    after = GAME.result(rolled, next(GAME.moves(rolled)))
    assert (GAME.to_move(after), after.player, after.dice) == (CHANCE, 1, 0)
    assert GAME.to_move(GAME.result(after, 66)) == 1


def test_the_larger_die_begins_after_a_roll_off() -> None:
    game = Backgammon(opening_roll=True)
    start = game.initial()
    assert game.to_move(start) == CHANCE
    chances = dict(game.outcomes(start))
    assert len(chances) == 30
    assert set(chances.values()) == {1 / 30}
    assert game.result(start, 31) == GAME.result(START, 31)
    assert game.result(start, 13) == GAME.result(START, 31)._replace(player=1)
    assert dict(game.outcomes(START)) == dict(GAME.outcomes(START))


@pytest.mark.parametrize("value", [1, "yes", None])
def test_opening_roll_is_yes_or_no(value: Any) -> None:
    with pytest.raises(OutplyError, match="True or False"):
        Backgammon(opening_roll=value)


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "plays"),
    [
        # from the bar first, with whichever die can
        ({25: 1, 6: 2}, {5: 2}, 51, {"bar/24 6/1", "bar/19"}),
        ({25: 2, 6: 2}, {5: 2}, 51, {"bar/24"}),
        ({25: 1, 6: 2}, {5: 2, 1: 2}, 51, {"pass"}),
        ({25: 3, 6: 2}, {5: 2}, 11, {"bar/24(3) 6/5", "bar/23 bar/24(2)"}),
        # one die only: the higher if possible
        ({10: 1}, {22: 2}, 61, {"10/4"}),
        ({10: 1}, {22: 2, 21: 2}, 61, {"10/9"}),
        ({10: 1}, {22: 2, 21: 2, 16: 2}, 61, {"pass"}),
        # both dice where one way allows both
        ({10: 1}, {16: 2}, 61, {"10/3"}),
        ({10: 1}, {21: 2}, 61, {"10/3"}),
        ({20: 1, 10: 1}, {6: 2, 12: 2, 16: 2}, 61, {"10/3"}),
        # doubles as often as possible
        ({20: 1}, {14: 2}, 33, {"20/14"}),
        ({20: 1, 6: 1}, {14: 2}, 33, {"20/14 6/3"}),
        # bearing off: exactly, or from the rear if the die is too large
        ({6: 2, 5: 1}, {1: 2}, 65, {"6/off 5/off", "6/1 6/off"}),
        ({3: 1, 2: 1}, {1: 2}, 65, {"3/off 2/off"}),
        ({6: 1, 2: 1}, {1: 2}, 54, {"6/1 2/off", "6/off"}),
        ({7: 1, 2: 1}, {1: 2}, 21, {"7/5 2/1", "7/6 2/off", "7/4"}),
        ({4: 3}, {1: 2}, 66, {"4/off(3)"}),
        ({2: 1}, {1: 2}, 61, {"2/off"}),
        ({1: 1}, {1: 2}, 61, {"1/off"}),
        # hits, on the way too
        ({13: 1}, {18: 1}, 62, {"13/7*/5", "13/5"}),
        ({13: 1}, {18: 1, 14: 1}, 62, {"13/7*/5", "13/11*/5"}),
        ({13: 1}, {18: 1, 20: 1}, 62, {"13/7*/5*", "13/5*"}),
        ({13: 2}, {20: 1}, 44, {"13/5*(2)", "13/5*/1 13/9"}),
        ({25: 1}, {4: 1}, 44, {"bar/21*/9"}),
    ],
)
def test_plays_by_hand(
    mine: dict[int, int], theirs: dict[int, int], dice: int, plays: set[str]
) -> None:
    assert set(names(placed(mine, theirs, dice))) == plays


def test_a_hit_puts_the_other_side_on_its_bar() -> None:
    state = placed({13: 1}, {18: 1, 20: 1, 3: 2}, 62)
    after = GAME.result(state, GAME.parse_move(state, "13/7*/5*"))
    assert counted(after.mine)[25] == 2
    assert counted(after.mine)[3] == 2
    assert counted(after.theirs)[5] == 1


def test_passing_changes_nothing_but_the_turn() -> None:
    state = placed({25: 1, 6: 2}, {5: 2, 1: 2}, 51)
    assert list(GAME.moves(state)) == [PASS]
    assert GAME.result(state, PASS) == Position(state.theirs, state.mine, 1, 0)


@pytest.mark.parametrize(
    ("loser", "stake"),
    [
        ({3: 14}, 1.0),
        ({24: 14}, 1.0),
        ({25: 1, 6: 13}, 1.0),
        ({6: 15}, 2.0),
        ({18: 1, 6: 14}, 2.0),
        ({19: 1, 6: 14}, 3.0),
        ({25: 1, 6: 14}, 3.0),
    ],
)
def test_gammons_count_twice_and_backgammons_three_times(
    loser: dict[int, int], stake: float
) -> None:
    for player in (0, 1):
        end = placed(loser, {})._replace(player=player)
        assert GAME.is_terminal(end)
        assert GAME.to_move(end) == player
        assert list(GAME.moves(end)) == []
        assert (GAME.utility(end, player), GAME.utility(end, 1 - player)) == (-stake, stake)


@slow
def test_random_plays_end_in_all_three_ways() -> None:
    stakes = set()
    for seed in range(40):
        *_, end = play(seed)
        stakes.add(abs(GAME.utility(end, 0)))
    assert stakes == {1.0, 2.0, 3.0}


# -- evaluation -----------------------------------------------------------------------


def test_evaluation_is_inside_the_range_zero_sum_and_the_same_for_both() -> None:
    for state in play(1):
        guess = GAME.evaluate(state, 0)
        assert -3 < guess < 3
        assert guess == -GAME.evaluate(state, 1)
        assert guess == GAME.evaluate(state._replace(player=1 - state.player), 1)


def test_evaluation_prefers_to_be_ahead_most_of_all_near_the_end() -> None:
    ahead = GAME.evaluate(placed({6: 1}, {12: 1}), 0)
    assert ahead > GAME.evaluate(placed({6: 1}, {6: 1}), 0) > 0
    assert GAME.evaluate(placed({12: 1}, {1: 1}), 0) < 0
    assert ahead > GAME.evaluate(placed({6: 15}, {6: 14, 12: 1}), 0) > 0


# -- text -----------------------------------------------------------------------------


def test_positions_as_people_write_them() -> None:
    assert GAME.format(START) == START_ID
    assert GAME.format(GAME.result(START, 31)) == START_ID + " 31"
    assert GAME.format(START._replace(player=1, dice=66)) == START_ID + " 66 O"
    for text in ("31", "13", "3-1", "1-3 x", " 31  X "):
        assert GAME.parse(f"{START_ID} {text}") == GAME.result(START, 31)
    assert GAME.parse(START_ID + " o") == START._replace(player=1)
    roll_off = Backgammon(opening_roll=True).initial()
    assert GAME.format(roll_off) == START_ID + " roll-off"
    assert GAME.parse(START_ID + " roll-off") == roll_off


@only_full
@slow
@pytest.mark.parametrize("opening_roll", [False, True])
def test_positions_and_moves_come_back_from_text(opening_roll: bool) -> None:
    game = Backgammon(opening_roll=opening_roll)
    for seed in range(3):
        for state in play(seed, game):
            assert game.parse(game.format(state)) == state
            if game.to_move(state) == CHANCE:
                moves = [outcome for outcome, _ in game.outcomes(state)]
            else:
                moves = list(game.moves(state))[::7]
            for move in moves:
                assert game.parse_move(state, game.format_move(state, move)) == move


def test_every_play_has_a_text_of_its_own() -> None:
    several = 0
    for seed in range(5):
        for state in play(seed):
            texts = names(state)
            assert len(texts) == len(set(texts))
            several += any("*/" in text for text in texts)
    assert several > 20


@pytest.mark.parametrize(
    ("dice", "texts"),
    [
        (62, ["24/18 13/11", "13/11 24/18", " 13/11  24/18 "]),
        (62, ["24/16", "24/18/16", "24/22/16", "18/16 24/18"]),
        (62, ["13/5", "13/11/5", "13/7/5"]),
        (33, ["8/5(2) 6/3(2)", "6/3(2) 8/5(2)", "8/5 6/3 8/5 6/3", "8/5(2) 6/3 6/3"]),
        (33, ["24/15 13/10", "13/10 24/21/18/15", "24/18/15 13/10", "24/21 21/15 13/10"]),
        (33, ["13/7(2)", "13/10/7(2)", "13/10(2) 10/7(2)", "13/7 13/10 10/7"]),
    ],
)
def test_one_play_may_be_written_in_many_ways(dice: int, texts: list[str]) -> None:
    state = GAME.result(START, dice)
    meant = {GAME.parse_move(state, text) for text in texts}
    assert len(meant) == 1
    assert GAME.format_move(state, meant.pop()) == texts[0]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("13/7/5", "13/7*/5"),
        ("13/7*/5", "13/7*/5"),
        ("7/5 13/7", "13/7*/5"),
        ("13/5", "13/5"),
        ("13/11/5", "13/5"),
    ],
)
def test_a_play_without_hits_is_meant_unless_one_is_named(text: str, meant: str) -> None:
    state = placed({13: 1}, {18: 1}, 62)
    assert GAME.format_move(state, GAME.parse_move(state, text)) == meant


def test_the_only_way_need_not_be_named() -> None:
    state = placed({13: 1}, {18: 1, 14: 2}, 62)
    assert names(state) == ["13/7*/5"]
    assert GAME.parse_move(state, "13/5") == next(GAME.moves(state))


def test_a_play_that_hits_on_either_way_must_say_where() -> None:
    state = placed({13: 1}, {18: 1, 14: 1}, 62)
    with pytest.raises(OutplyError, match=r"two ways; say 13/7\*/5 or 13/11\*/5"):
        GAME.parse_move(state, "13/5")


def test_bar_and_off_in_any_case_and_as_numbers() -> None:
    state = placed({25: 1}, {4: 1}, 41)
    assert GAME.parse_move(state, "BAR/21/20") == GAME.parse_move(state, "25/21*/20")
    state = placed({6: 2}, {1: 1}, 66)
    assert GAME.parse_move(state, "6/Off(2)") == GAME.parse_move(state, "6/0 6/off")


@pytest.mark.parametrize(
    "text",
    [
        *("", "hello", "24/17", "24/18", "24/18 24/18", "24/18 13/11 8/2", "bar/23 24/18", "24"),
        *("24/18* 13/11*/9", "13/12/5", "13/9/5", "24/18/", "/18", "24/off", "24/18(5)", "pass"),
        *("18/24 13/11", "24/18 13/11 24/24", "24/18(0) 13/11", "31", "24/18-13/11"),
    ],
)
def test_illegal_moves_are_refused(text: str) -> None:
    with pytest.raises(OutplyError, match="not a legal move here; legal: "):
        GAME.parse_move(GAME.result(START, 62), text)


def test_a_star_where_nothing_is_hit_is_no_harm() -> None:
    state = GAME.result(START, 62)
    assert GAME.parse_move(state, "24/18* 13/11") == GAME.parse_move(state, "24/18 13/11")


def test_no_move_once_the_game_is_over() -> None:
    with pytest.raises(OutplyError, match="the game is over"):
        GAME.parse_move(placed({6: 15}, {}), "31")


def test_rolls_are_read_in_either_order_but_for_the_roll_off() -> None:
    assert {GAME.parse_move(START, text) for text in ("31", "13", "3-1", " 1-3 ")} == {31}
    assert GAME.format_move(START, 31) == "31"
    roll_off = Backgammon(opening_roll=True).initial()
    assert [GAME.parse_move(roll_off, text) for text in ("31", "1-3")] == [31, 13]
    with pytest.raises(OutplyError, match="'33' is not a legal move"):
        GAME.parse_move(roll_off, "33")


@pytest.mark.parametrize("text", ["", "7", "70", "01", "3", "311", "24/18", "3--1"])
def test_impossible_rolls_are_refused(text: str) -> None:
    with pytest.raises(OutplyError, match=f"{text!r} is not a legal move"):
        GAME.parse_move(START, text)


@pytest.mark.parametrize(
    ("state", "complaint"),
    [
        (Position(CheckerCounts(0x7_0000_0880, 0), CheckerCounts(0x10E, 0), 0, 0), "more than 15"),
        (Position(CheckerCounts(0x10E, 0), CheckerCounts(0x7_0000_0880, 0), 0, 0), "more than 15"),
        (
            Position(CheckerCounts(0x10E, 0), CheckerCounts(0xE, 1 << 4 * 10), 0, 0),
            "both sides on one point",
        ),
        (placed({}, {6: 3}), "player on roll has borne off all"),
        (placed({6: 3}, {}, 31), "the game is over; leave the dice out"),
        (
            placed(
                {25: 1} | dict.fromkeys(range(1, 7), 2), {25: 2} | dict.fromkeys(range(1, 7), 2)
            ),
            "both are on the bar, and neither can enter",
        ),
    ],
)
def test_impossible_positions_are_refused(state: Position, complaint: str) -> None:
    with pytest.raises(OutplyError, match=complaint):
        GAME.parse(GAME.format(state))


# -- picture --------------------------------------------------------------------------


def column(state: Position, number: int) -> list[str]:
    return [row[number] for row in GAME.board(state).rows]


def test_the_board_of_the_start() -> None:
    view = GAME.board(GAME.result(START, 31))
    assert view.column_labels == (
        *("13", "14", "15", "16", "17", "18", "bar", "19", "20", "21", "22", "23", "24", "off"),
    )
    assert "".join(cell or "." for cell in view.rows[0]) == "X...O..O....X."
    assert "".join(cell or "." for cell in view.rows[4]) == "X......O......"
    assert "".join(cell or "." for cell in view.rows[5]) == ".........31..."
    assert "".join(cell or "." for cell in view.rows[10]) == "O...X..X....O."
    assert view.rows[11] == (
        *("12", "11", "10", "9", "8", "7", "bar", "6", "5", "4", "3", "2", "1", "off"),
    )


def test_points_are_numbered_for_the_player_on_roll() -> None:
    view = GAME.board(GAME.result(START, 31)._replace(player=1))
    assert view.column_labels[0] == "12"
    assert view.rows[11][0] == "13"
    assert "".join(cell or "." for cell in view.rows[0]) == "X...O..O....X."
    assert "".join(cell or "." for cell in view.rows[5]) == "..31.........."


def test_high_stacks_the_bar_and_what_is_off() -> None:
    state = placed({6: 7, 25: 2}, {6: 5, 1: 1})
    assert column(state, 7) == ["O"] * 5 + ["", "7", "X", "X", "X", "X", "6"]
    assert column(state, 6) == ["X", "X", "", "", "", "", "", "", "", "", "", "bar"]
    assert column(state, 13) == ["O"] * 4 + ["9", "", "6", "X", "X", "X", "X", "off"]
    flipped = Position(state.theirs, state.mine, 1, 0)
    assert GAME.board(flipped).rows[:11] == GAME.board(state).rows[:11]


@pytest.mark.parametrize("player", [0, 1])
def test_clicks_go_from_point_to_point(player: int) -> None:
    state = placed({25: 1, 6: 1}, {3: 2}, 61)._replace(player=player)
    view = GAME.board(state)
    labels = {(0, number): label for number, label in enumerate(view.column_labels)}
    labels |= {(10, number): label for number, label in enumerate(view.rows[11])}
    said = {
        GAME.format_move(state, move): " ".join(labels[cell] for cell in cells)
        for move, cells in view.clicks.items()
    }
    assert said == {"bar/18": "bar 19 19 18", "bar/19 6/5": "bar 19 6 5"}
    bar_row = 0 if player == 0 else 10
    assert {cells[0] for cells in view.clicks.values()} == {(bar_row, 6)}


def test_each_side_bears_off_beside_its_own_home() -> None:
    state = placed({6: 1}, {6: 1}, 61)
    off_row = {0: 10, 1: 0}
    for player in (0, 1):
        (cells,) = GAME.board(state._replace(player=player)).clicks.values()
        assert cells[-1] == (off_row[player], 13)


def test_there_is_nothing_to_click_before_the_roll_or_for_a_pass() -> None:
    assert GAME.board(START).clicks == {}
    assert GAME.board(placed({25: 1, 6: 2}, {5: 2, 1: 2}, 51)).clicks == {PASS: ()}
