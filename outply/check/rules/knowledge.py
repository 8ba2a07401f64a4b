"""What rules may tell a search besides: order, noisy moves, keys, features, observations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Integral

from outply.blame import is_defined
from outply.check.broken import shown
from outply.check.position import Position, is_finite, players_of
from outply.check.rules.registry import rule
from outply.check.sameness import is_hashable


@rule("order", "the order of moves is by finite numbers", needs="order", costly=True)
def order_is_finite(at: Position) -> None:
    if at.is_over or at.is_chance:
        return
    for move in at.moves:
        value = at.ask("order", move)
        if not is_finite(value):
            message = f"`order` gives {shown(value)} for move {shown(move)}, not a finite number,"
            raise at.broken("order", message)


@rule("noisy_moves", "noisy moves are legal moves", needs="noisy_moves")
def noisy_moves_are_legal(at: Position) -> None:
    if at.is_over or at.is_chance:
        return
    for move in at.several("noisy_moves"):
        if move not in at.moves:
            message = f"`noisy_moves` gives {shown(move)}, which is not a legal move,"
            raise at.broken("noisy_moves", message)


@rule("key", "positions with the same key are alike")
def positions_with_one_key_are_alike(at: Position) -> None:
    key = _key(at)
    if key is None:
        return
    worth = round(at.utilities[at.player], 6) if at.is_over else math.nan
    likeness = (at.is_over, len(at.choices), str(worth))
    known, state = at.memory.setdefault("keys", {}).setdefault(key, (likeness, at.state))
    if known != likeness:
        other = at.beside(state).text
        message = f"`key` gives {key}, as it does for the different position {other},"
        raise at.broken("key", message, "mix in the side to move and all that matters")


@rule("key", "positions with the same key are alike", costly=True)
def equal_positions_have_one_key(at: Position) -> None:
    for choice in at.choices[:1]:
        one, other = at.after(choice), at.after(choice)
        if one.state == other.state and _key(one) != _key(other):
            advice = "if the class has __eq__, give it a __hash__ to match"
            raise one.broken("key", "`key` gives two equal states different keys", advice)


def _key(at: Position) -> int | None:
    """The key of a state, if it can have one."""
    if not is_hashable(at.state) and not is_defined(at.game, "key"):
        return None
    key = at.ask("key")
    if not isinstance(key, Integral):
        raise at.broken("key", f"`key` gives {shown(key)}, not an int,")
    return int(key)


@rule("features", "features are as many finite numbers everywhere", needs="features")
def features_are_finite(at: Position) -> None:
    features = at.ask("features")
    if not isinstance(features, Sequence) or not all(map(is_finite, features)):
        raise at.broken("features", f"`features` gives {shown(features)}, not finite numbers,")
    usual = at.memory.setdefault("features", len(features))
    if len(features) != usual:
        message = f"`features` gives {len(features)} numbers where it gave {usual} before,"
        raise at.broken("features", message)


@rule("observation", "observations can be made", needs="observation", costly=True)
def observations_can_be_made(at: Position) -> None:
    for player in players_of(at.game):
        at.ask("observation", player)
