"""A position that occurs for the third time ends the game as a draw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from outply import Engine, Limit, Random, best_move, load, play, player
from outply.play import Searcher, analyze, replay
from outply.play.session import Session
from outply.repetition import is_drawn_by_repetition
from tests.play.looping_game import GO, LEAVE, Loop, Unending

SHUFFLE = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"


def states_of(game, moves, state=None):
    states = [game.initial() if state is None else state]
    for move in moves:
        states.append(game.result(states[-1], move))
    return states


def go(game, state):
    return GO


def test_the_third_occurrence_ends_a_game():
    match = play(Loop(), [go, go])
    assert len(match.moves) == 8  # the start is the first occurrence
    assert match.utilities == (0.0, 0.0)
    assert match.reason == "threefold repetition"


def test_an_end_by_the_rules_has_no_other_reason():
    match = play(Loop(), [lambda game, state: LEAVE, go])
    assert (match.utilities, match.reason) == ((-1.0, 1.0), "")


def test_only_reversible_plies_count():
    class Forgetful(Loop):
        def reversible_plies(self, state):
            return min(state.plies, 7)

    assert not is_drawn_by_repetition(Forgetful(), states_of(Forgetful(), [GO] * 8))
    assert is_drawn_by_repetition(Loop(), states_of(Loop(), [GO] * 8))


def test_a_game_without_reversible_plies_is_never_drawn_so():
    game = Unending()
    assert not is_drawn_by_repetition(game, states_of(game, [GO] * 40))


@pytest.mark.parametrize("plies", range(8))
def test_every_prefix_of_a_repetition_goes_on(plies):
    assert not is_drawn_by_repetition(Loop(), states_of(Loop(), [GO] * plies))


def test_chess_repeats_by_python_chess():
    """The same verdict, after every ply of games that shuffle pieces about."""
    chess = pytest.importorskip("chess")
    game = load("chess")
    for text in (
        SHUFFLE,
        "e4 e5 " + SHUFFLE,
        "Nf3 Nf6 Rg1 Rg8 Rh1 Rh8 Ng1 Ng8 " + SHUFFLE,  # castling rights were lost on the way
        "a3 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1",
        "Nf3 Nf6 Ng1 Ng8 e4 " + "Nf6 Nf3 Ng8 Ng1 " * 3,
    ):
        board, states = chess.Board(), [game.initial()]
        for move in text.split():
            board.push_san(move)
            states.append(game.result(states[-1], game.parse_move(states[-1], move)))
            assert is_drawn_by_repetition(game, states) == board.is_repetition(3), (text, move)


def test_a_session_is_over_by_repetition():
    game = load("chess")
    moves = replay(game, SHUFFLE)[1]
    session = Session(game, game.initial(), frozenset({0, 1}), moves[:-1])
    assert not session.over
    assert session.reason == ""
    session.make(moves[-1])
    assert session.over
    assert (session.reason, session.utilities, session.winner) == (
        "threefold repetition",
        (0.0, 0.0),
        None,
    )
    assert session.take_back()
    assert not session.over


class Recorded(Random):
    """Notes what each search is given."""

    def new_memory(self):
        return object()

    def search(self, game, state, limit=None, *, history=(), memory=None, **others):
        seen.append((state, list(history), memory, id(self)))
        return super().search(game, state, limit, history=history, memory=memory, **others)


seen: list = []


@pytest.fixture(autouse=True)
def nothing_seen():
    seen.clear()


def test_players_get_the_earlier_states_and_their_own_memory():
    game = load("tic-tac-toe")
    one = player(Recorded(seed=1), Limit(depth=1))
    match = play(game, [one, one])
    assert [state for state, *_ in seen] == list(match.states[: len(seen)])
    for turn, (_, history, memory, _) in enumerate(seen):
        assert history == list(match.states[:turn])
        assert memory is seen[turn % 2][2]
    assert seen[0][2] is not seen[1][2]
    before = {id(memory) for _, _, memory, _ in seen}, list(seen)
    seen.clear()
    play(game, [one, one])
    assert not {id(memory) for _, _, memory, _ in seen} & before[0]


def test_a_player_called_alone_keeps_nothing():
    game = load("tic-tac-toe")
    one = player(Recorded(), Limit(depth=1))
    one(game, game.initial())
    assert seen[0][1:3] == ([], None)


def winning_and_repeated(depth):
    """A won position of chess, the engine's move, and a history in which it occurs twice after it.

    Searches see keys alone: that no game has this history does not matter.
    """
    game = load("chess")
    state = game.parse("7k/8/8/8/8/8/8/K5Q1 w - - 20 40")
    move = Engine(megabytes=1).search(game, state, Limit(depth=depth), compiled=False).move
    after = game.result(state, move)
    return game, state, move, [state, after, state, after]


@pytest.mark.parametrize("depth", [2, 3])
def test_the_engine_avoids_a_repetition_when_it_is_winning(depth):
    game, state, move, history = winning_and_repeated(depth)
    engine = Engine(megabytes=1)
    found = engine.search(game, state, Limit(depth=depth), compiled=False, history=history)
    assert found.move != move
    assert found.value > 0.1


def test_best_move_takes_a_history():
    game, state, move, history = winning_and_repeated(2)
    assert best_move(game, state, depth=2) == move
    assert best_move(game, state, depth=2, history=history) != move


def test_an_analysis_takes_a_history():
    game, state, move, history = winning_and_repeated(2)
    searcher = Searcher(game, Engine(megabytes=1), Limit(depth=2), compiled=False)
    assert analyze(searcher, state).result.move == move
    assert analyze(replace(searcher, history=history), state).result.move != move
