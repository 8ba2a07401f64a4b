"""Players, matches, and moves written as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from outply import CHANCE, MCTS, Game, Limit, OutplyError, best_move, load, play, player
from outply.play import fitting_search, replay


class Coin(NamedTuple):
    tosses: int
    heads: int


@dataclass(frozen=True)
class Tosses(Game[Coin]):
    """Three tosses of a coin; nobody chooses anything."""

    def initial(self) -> Coin:
        return Coin(0, 0)

    def to_move(self, state: Coin) -> int:
        return CHANCE if state.tosses < 3 else 0

    def moves(self, state: Coin) -> Iterator[int]:
        yield from range(0)

    def outcomes(self, state: Coin) -> Iterator[tuple[int, float]]:
        yield 0, 0.25
        yield 1, 0.75

    def result(self, state: Coin, move: int) -> Coin:
        return Coin(state.tosses + 1, state.heads + move)

    def is_terminal(self, state: Coin) -> bool:
        return state.tosses == 3

    def utility(self, state: Coin, player: int) -> float:
        return (1 if player == 0 else -1) * (state.heads - 1.5) / 1.5

    def format_move(self, state: Coin, move: int) -> str:
        return "heads" if move else "tails"


def test_best_move_blocks_and_wins():
    game = load("connect-four")
    assert best_move(game, game.parse("12121"), depth=4) == 0
    assert best_move(game, game.parse("121212"), seconds=600) == 0  # a proof ends it
    assert best_move(game, game.parse("121212"), depth=2) == 0
    assert best_move(game, game.parse("7371715"), nodes=500) == 6


def test_a_won_game_is_won_in_as_many_plies_as_the_engine_says():
    game = load("connect-four")
    searcher = player(fitting_search(game), Limit(nodes=200_000))
    match = play(game, [searcher, searcher], game.parse("4445533226"))
    assert match.utilities == (1.0, -1.0)
    assert len(match.moves) == 13


def test_best_move_where_there_is_none():
    game = load("connect-four")
    with pytest.raises(OutplyError, match="is over"):
        best_move(game, game.parse("1212121"))


class Blind(Tosses):
    players = 3

    def observation(self, state: Coin, player: int) -> int:
        return player


def test_what_no_other_search_takes_is_simulated():
    assert fitting_search(Blind()) == MCTS()


def test_a_game_that_no_search_takes_is_refused():
    class Crowd(Blind):
        players = 65

    with pytest.raises(OutplyError, match="No search fits crowd, for 65 players; name one: random"):
        fitting_search(Crowd())


def test_a_match_keeps_every_state_and_move():
    game = load("tic-tac-toe")
    seen = []
    searcher = player("alphabeta", Limit(depth=9))
    match = play(game, [searcher, searcher], on_move=lambda *told: seen.append(told))
    assert match.utilities == (0.0, 0.0)
    assert len(match.states) == len(match.moves) + 1 == 10
    assert [move for _, move, _ in seen] == list(match.moves)
    for before, move, after in seen:
        assert game.result(before, move) == after


def test_a_match_from_another_state():
    game = load("tic-tac-toe")
    state, _ = replay(game, "a1 b1 a2 b2")
    match = play(game, [player("alphabeta", Limit(depth=2))] * 2, state)
    assert match.utilities == (1.0, -1.0)
    assert len(match.moves) == 1


def test_chance_is_drawn_from_the_seed():
    outcomes = {seed: play(Tosses(), [None, None], seed=seed).moves for seed in range(200)}
    assert outcomes == {s: play(Tosses(), [None, None], seed=s).moves for s in range(200)}
    heads = sum(map(sum, outcomes.values()))
    assert 0.68 < heads / 600 < 0.82


def test_chance_without_outcomes_is_refused():
    class Mute(Tosses):
        outcomes = Game.outcomes

    with pytest.raises(OutplyError, match="mute says that chance is to move and gives no outcomes"):
        play(Mute(), [None, None])


def test_a_move_that_is_not_legal_is_refused():
    game = load("connect-four")
    with pytest.raises(OutplyError, match="Player 0 chose 99, which is not legal"):
        play(game, [lambda game, state: 99] * 2)


def test_a_player_who_is_not_there_is_refused():
    class Third(Tosses):
        def to_move(self, state):
            return 2

    with pytest.raises(OutplyError, match="third says that player 2 moves; it has 2"):
        play(Third(), [player("random", Limit())] * 2)


def test_the_number_of_players_must_fit():
    game = load("connect-four")
    with pytest.raises(OutplyError, match="for 2 players and 1 were given"):
        play(game, [player("random", Limit())])


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("connect-four", "44455", 5),
        ("connect-four", " 4 4,4; 5 5 ", 5),
        ("othello", "d3c5f6", 3),
        ("othello", "D3 c5", 2),
        ("tic-tac-toe", "a1b2", 2),
        ("nim", "c5", 1),
        ("inc-square", "incsqr inc", 3),
        ("connect-four", "", 0),
    ],
)
def test_moves_apart_or_together(name, text, count):
    game = load(name)
    state, moves = replay(game, text)
    assert len(moves) == count
    again = game.initial()
    for move in moves:
        assert move in list(game.moves(again))
        again = game.result(again, move)
    assert again == state


def test_outcomes_of_chance_are_read_too():
    state, moves = replay(Tosses(), "heads tails heads")
    assert (state.heads, moves) == (2, [1, 0, 1])


@pytest.mark.parametrize("text", ["31 8/5 6/5 42 24/22 13/9 65", "31, 6/5 8/5; 42, 13/9 24/22, 65"])
def test_moves_of_several_words(text):
    game = load("backgammon")
    state, moves = replay(game, text)
    assert len(moves) == 5
    assert game.format_move(game.parse("4HPwATDgc/ABMA 31"), moves[1]) == "8/5 6/5"
    assert game.format(state).endswith(" 65")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("connect-four", "4499", "'99' is not a legal move here"),
        ("connect-four", "1212121 1", "'1' comes after the game was over"),
        ("othello", "a1", "'a1' is not a legal move here; legal: "),
    ],
)
def test_moves_that_are_none(name, text, message):
    with pytest.raises(OutplyError, match=message):
        replay(load(name), text)


def test_a_careless_parse_move_is_not_believed():
    class Careless(type(load("nim"))):
        def parse_move(self, state, text):
            return int(text)

    with pytest.raises(OutplyError, match="'999' is not a legal move"):
        replay(Careless(), "999")


def test_chance_is_not_asked_for_its_best_move():
    game = load("pig")
    state = game.result(game.initial(), next(iter(game.moves(game.initial()))))
    assert game.to_move(state) == CHANCE
    with pytest.raises(OutplyError, match="Chance is to move in pig; apply one of its outcomes"):
        best_move(game, state, seconds=0.1)
