"""What is known of a position without looking ahead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from outply.compiler.native_watch import MOST_ROLLS
from outply.game import CHANCE, MAX, Game, OutplyError
from outply.search.base import Result

__all__ = [
    "MOST_MOVE",
    "endless",
    "finished",
    "first_move",
    "likely_move",
    "memory_full",
    "promising_moves",
    "require_moves",
    "stuck",
    "unsearched",
]


def finished(game: Game[Any], state: Any, compiled: bool) -> Result:
    """The result of a game that is over."""
    return _result(None, game.utility(state, game.to_move(state)), compiled, distance=0)


def unsearched(game: Game[Any], state: Any, compiled: bool) -> Result:
    """A legal move and an estimate, for a limit that leaves no time for more.

    Where chance is to move, there is no move, and the estimate is MAX's.
    """
    player = game.to_move(state)
    if player == CHANCE:
        return _result(None, game.evaluate(state, MAX), compiled, distance=None)
    value = game.evaluate(state, player)
    return _result(likely_move(game, state), value, compiled, distance=None)


def _result(move: Any, value: float, compiled: bool, distance: int | None) -> Result:
    return Result(
        move=move,
        value=value + 0.0,  # never -0.0
        line=(),
        depth=0,
        nodes=0,
        seconds=0.0,
        proved=distance == 0,
        compiled=compiled,
        distance=distance,
    )


def promising_moves(game: Game[Any], state: Any) -> Iterator[Any]:
    """The moves that selective searches try: where a game is `selective`, its candidates."""
    if game.selective:
        yield from game.candidates(state)
    else:
        yield from game.moves(state)


def first_move(game: Game[Any], state: Any) -> Any:
    """Of a game that goes on, so there is one."""
    for move in game.moves(state):
        return move
    raise stuck(game, state, "at")


def likely_move(game: Game[Any], state: Any) -> Any:
    """The move that the game would try first, of those that lose nothing by an exchange."""
    first_move(game, state)

    def promise(move: Any) -> tuple[bool, float]:
        return game.exchange(state, move) >= 0.0, game.order(state, move)

    return max(game.moves(state), key=promise)  # of several that are equal, the first


MOST_MOVE = 1 << 61


def require_moves(search: str, game: Game[Any], state: Any) -> None:
    """There are some at `state`, and searches that keep them in 64-bit words can hold them."""
    first_move(game, state)
    for move in game.moves(state):
        if not isinstance(move, int) or abs(move) >= MOST_MOVE:
            raise OutplyError(
                f"{search} cannot search {game.name}: a move is to be a whole number of "
                f"61 bits, and {move!r} is not; use another search, such as alphabeta."
            )


def stuck(game: Game[Any], state: Any, where: str) -> OutplyError:
    """What to raise for a position without moves `where` some state is: at, or at or below."""
    return OutplyError(
        f"{game.name} has a position that is not terminal and has no legal move, or "
        f"values that are not finite, {where} {game.format(state) or 'the start'}; "
        "run `outply check`."
    )


def endless(game: Game[Any], state: Any) -> OutplyError:
    """What to raise where chance may follow chance, on and on, at or below a state."""
    return OutplyError(
        f"{game.name} has a line at or below {game.format(state) or 'the start'} in which chance "
        f"moves more than {MOST_ROLLS:,} times; let it end, as by leaving out outcomes that "
        "change nothing."
    )


def memory_full(game: Game[Any], state: Any) -> OutplyError:
    """What to raise where a search found nothing before its memory was full."""
    return OutplyError(
        f"The memory is full, and nothing is found yet for {game.name} at "
        f"{game.format(state) or 'the start'}; give a smaller depth."
    )
