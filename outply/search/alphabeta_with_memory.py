"""Alpha-beta with memory: what was found of a position is not searched again.

Source: Plaat, Schaeffer, Pijls and de Bruin, "Best-First Fixed-Depth Minimax Algorithms",
Artificial Intelligence 87 (1996), where it is the part that SSS* and MTD(f) are made of.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from outply.game import INFINITY, Bits, Game
from outply.search.base import Window
from outply.search.transposition_table import (
    EXACT,
    NO_MOVE,
    Entry,
    Table,
    answers_window,
    bound_of,
    recalled,
)
from outply.search.watch import Watch

__all__ = ["alphabeta_with_memory", "remembered_first"]


def alphabeta_with_memory(
    game: Game[Any],
    state: Any,
    depth: int,
    window: Window,
    recall: bool,
    watch: Watch,
    table: Table,
) -> float:
    """The value v of `state` to the player to move, fail-soft.

    Returns v exactly if alpha < v < beta; a bound r >= v if r <= alpha; a bound r <= v if
    r >= beta. If `recall`, the table may answer; below `state` it always may. The move that it
    has is tried first. The line goes as far as moves are known to be best.
    """
    alpha, beta = window
    watch.enter(state, depth, alpha, beta)
    key: Bits = game.key(state)
    known = table.find(key)
    if recall and answers_window(known, depth, alpha, beta):
        return recalled(known, watch)
    if depth == 0 or game.is_terminal(state):
        return leaf(game, state, depth, key, watch, table)
    player = game.to_move(state)
    nodes, estimates = watch.entered(), watch.estimates_made()
    value, choice, floor = -INFINITY, known.move, alpha
    for move in remembered_first(game, state, known.move):
        after = game.result(state, move)
        same = game.to_move(after) == player
        below = Window(floor, beta) if same else Window(-beta, -floor)
        child = alphabeta_with_memory(game, after, depth - 1, below, True, watch, table)
        value = max(value, child if same else -child)
        if value > floor:
            floor, choice = value, move
            watch.better(depth, move)
        if value >= beta:
            watch.cut()
            break
    estimated = watch.estimates_made() != estimates
    entry = Entry(bound_of(value, alpha, beta), value, choice, depth, estimated)
    table.store(key, entry, watch.entered() - nodes)
    return watch.value(value)


def leaf(game: Game[Any], state: Any, depth: int, key: Bits, watch: Watch, table: Table) -> float:
    """The utility, or the evaluation at the horizon; the table has it from now on."""
    estimated = not game.is_terminal(state)
    player = game.to_move(state)
    value = game.evaluate(state, player) if estimated else game.utility(state, player)
    table.store(key, Entry(EXACT, value, NO_MOVE, depth, estimated), 1)
    return watch.evaluation(value) if estimated else watch.utility(value)


def remembered_first(game: Game[Any], state: Any, remembered: int) -> Iterator[int]:
    """The legal moves, one of them first."""
    if remembered != NO_MOVE:
        for move in game.moves(state):
            if move == remembered:
                yield move
    for move in game.moves(state):
        if move != remembered:
            yield move
