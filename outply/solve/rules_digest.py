"""Identifies the game of a table: by its parameters, and by a digest of its rules.

The digest is of the behaviour of the rules on a few hundred states, not of their source: a digest
of the source would change with every comment, and not with a helper in another file. It also
changes if keys differ from run to run, so that a table of such keys is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from outply.game import MAX, Game, OutplyError, mixed
from outply.parameters import parameter_kinds

__all__ = ["parameters_of", "require_lasting_keys", "rules_digest"]

PLAYS = 48
MOST_PLIES = 48


def parameters_of(game: Game[Any]) -> str:
    """The parameters of a game, as people give them."""
    names = parameter_kinds(type(game))
    return ", ".join(f"{name}={getattr(game, name, None)!r}" for name in names) or "none"


def rules_digest(game: Game[Any]) -> str:
    """A digest of the rules along some plays; it does not depend on the order of moves."""
    digest = blake2b(digest_size=16)
    for play in range(PLAYS):
        for facts in _play(game, play):
            digest.update(repr(facts).encode())
    return digest.hexdigest()


def _play(game: Game[Any], play: int) -> Iterator[tuple[Any, ...]]:
    """The facts of each state of one play, whose moves are chosen by a hash."""
    state = game.initial()
    for ply in range(MOST_PLIES):
        facts = game.key(game.canonical(state)), game.to_move(state)
        if game.is_terminal(state):
            yield (*facts, game.utility(state, MAX))
            return
        moves = sorted(game.moves(state))
        yield (*facts, moves)
        state = game.result(state, moves[mixed((play, ply)) % len(moves)])


def require_lasting_keys(game: Game[Any]) -> None:
    """Refuse a game whose keys come from Python's hash of a text, which differs in every run."""
    if type(game).key is Game.key and not _is_of_numbers(game.initial()):
        raise OutplyError(
            f"The states of {game.name} are not made of numbers, so their keys differ from run to "
            "run; give it a `key` of its own, and its table can be kept."
        )


def _is_of_numbers(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_is_of_numbers(item) for item in value)
    return isinstance(value, int | float)
