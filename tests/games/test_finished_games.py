"""Nobody asks for the moves of a game that is over, so games need not care what they yield."""

import random

import pytest

import outply
from outply import CHANCE, Game, Limit, OutplyError, games, load, named
from outply.check import check
from outply.search.perft import perft
from tests.positions import brief, takes
from tests.tiers import sampled, slow, tiered

METHODS = ("moves", "outcomes", "noisy_moves", "pick", "order", "reducible", "extension")


SMALLER = {"gomoku": {"size": 6}}  # the rules are those of every size
NARROW = 12  # moves: three plies are soon counted


def strict(name):
    """A game that raises if somebody asks for moves once it is over.

    A game that tells early ends from others is asked: having no moves is what ends it.
    """
    cls = type(load(name))
    methods = METHODS if cls.tail_plies else (*METHODS, "candidates")
    if cls.ends_early is not Game.ends_early:
        methods = tuple(method for method in methods if "moves" not in method)
    defined = [method for method in methods if getattr(cls, method) is not getattr(Game, method)]
    return type(cls.__name__, (cls,), {method: _guarded(cls, method) for method in defined})(
        **SMALLER.get(name, {})
    )


def _guarded(cls, method):
    original = getattr(cls, method)

    def guarded(self, state, *arguments):
        assert not self.is_terminal(state), f"somebody asks for {method} of a finished game"
        return original(self, state, *arguments)

    return guarded


def random_play(game):
    dice, states = random.Random(game.name), [game.initial()]
    while not game.is_terminal(states[-1]) and len(states) < 2000:
        state = states[-1]
        chance = game.to_move(state) == CHANCE
        choices = [o for o, _ in game.outcomes(state)] if chance else list(game.moves(state))
        states.append(game.result(state, dice.choice(choices)))
    return states


@slow
@sampled(8)
@pytest.mark.parametrize("name", games.names())
def test_nobody_asks_for_the_moves_of_a_finished_game(name):
    game = strict(name)
    states = random_play(game)
    end = states[-1]
    with pytest.raises(OutplyError, match="the game is over"):
        game.parse_move(end, "a1")
    view = game.board(end)
    assert view is None or not view.clicks
    assert check(game, plays=tiered(3, full=3, quick=1), seconds=600, compiled=False).findings == ()
    perft(game, states[-2], 2, compiled=False)  # one ply beyond the end
    if len(states) > 3 and len(list(game.moves(states[-4]))) <= NARROW:
        perft(game, states[-4], 3, compiled=False)


SEARCHES = sorted(set(outply.search.names()) - {"random"})


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("name", ["tic-tac-toe", "othello", "pig", "kuhn-poker"])
def test_no_search_asks_for_the_moves_of_a_finished_game(name, search):
    game = strict(name)
    if not takes(search, game):
        pytest.skip("the search does not take the game")
    states = random_play(game)
    limit = Limit(depth=2) if "cfr" not in search else Limit(nodes=300)
    for state in states[-4:]:
        named(brief(search)).search(game, state, limit, compiled=False)
