"""Search hints that are wrong are found, interpreted and compiled."""

from collections.abc import Iterator

import pytest

from outply import Engine, Limit, Minimax, load
from outply.check import check, compiled_comparison
from outply.check.checks.hints_against_plain_search import defined_hints, without_hint
from outply.game import SEARCH_HINTS, Game
from outply.games.tic_tac_toe import Board, TicTacToe
from tests.check.test_compiled_comparison import Counting, Number
from tests.positions import played
from tests.tiers import slow


class OneCandidate(TicTacToe):
    """Its one candidate loses many games."""

    def candidates(self, state: Board) -> Iterator[int]:
        for move in self.moves(state):
            yield move
            return


@slow
def test_one_candidate_is_not_enough():
    game = OneCandidate()
    assert {finding.rule for finding in check(game, plays=20, compiled=False).findings} == {
        "candidates"
    }
    wrong = 0
    for seed in range(20):
        state = played(game, 3, seed)
        found = Engine().search(game, state, Limit(), compiled=False)
        wrong += found.proved and found.value != Minimax().search(game, state).value
    assert wrong  # which is why it must be found


def test_a_hint_can_be_taken_away():
    game = load("connect-four", columns=4, rows=4)
    plain = without_hint(game, "candidates")
    assert "candidates" in defined_hints(game)
    assert "candidates" not in defined_hints(plain)
    assert plain.columns == 4
    assert list(plain.candidates(plain.initial())) == [0, 1, 2, 3]


class Hinted(Counting):
    """A game with every hint, all of them right."""

    def candidates(self, state: Number):
        yield 1
        yield 2

    def plies_left(self, state: Number) -> int:
        return 5 - state.turn

    def use_symmetry(self, state: Number) -> bool:
        return state.turn < 3

    def passed(self, state: Number) -> Number:
        return Number(state.value, state.turn + 1)

    def extension(self, state: Number, move: int) -> int:
        return 0

    def reducible(self, state: Number, move: int) -> bool:
        return True

    def pick(self, state: Number, luck: float) -> int:
        return 1 + int(luck * 2)

    def may_pass(self, state: Number) -> bool:
        return True

    def in_check(self, state: Number) -> bool:
        return False

    def gives_check(self, state: Number, move: int) -> bool:
        return False

    def ends_early(self, state: Number) -> bool:
        return self.is_terminal(state)

    def reversible_plies(self, state: Number) -> int:
        return 0

    def exchange(self, state: Number, move: int) -> float:
        return 0.0

    def is_legal(self, state: Number, move: int) -> bool:
        return move == 1 or move == 2


def wrong(answer):
    return [*answer, *answer] if isinstance(answer, list) else not answer


@slow
@pytest.mark.parametrize("hint", sorted({*SEARCH_HINTS} & {*vars(Hinted)}))
def test_a_hint_that_is_compiled_wrongly_is_found(hint, monkeypatch):
    def kernel(part, game, answers):
        def compiled(state):
            found = part(answers, game, state)
            return wrong(found) if part.__name__ == hint else found

        return compiled

    monkeypatch.setattr(compiled_comparison, "kernel", kernel)
    [finding] = check(Hinted(), plays=20).findings
    assert finding.rule == "compiled"
    assert f"disagree on `{hint}`" in finding.message


def test_the_list_of_hints_is_complete():
    methods = [name for name, what in vars(Game).items() if callable(what)]
    first, last = methods.index("bounds"), methods.index("pick")
    assert sorted(methods[first : last + 1]) == sorted(SEARCH_HINTS)
    assert {*SEARCH_HINTS} - {*vars(Hinted)} == {"bounds", "key", "canonical"}  # tested elsewhere
