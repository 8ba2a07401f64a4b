"""Finding every state of a game: one source, run at both speeds.

Breadth first from the start, each state being numbered when it is found and expanded in
turn. Compiled code has nowhere to put states, so it keeps the move by which each was first
reached and plays it again from the start: breadth-first ways are short, cycles do no harm,
and nothing recurses, however deep the game is.
"""

from __future__ import annotations

from typing import Any

from outply.game import MAX, Bits, Game
from outply.solve.stores import NONE, Edges, Nodes, Routes, Slots, States

__all__ = ["CLASH", "DONE", "FULL", "MORE", "STUCK", "expanded", "explore"]

DONE, MORE, FULL, STUCK, CLASH = 0, 1, -2, -3, -4
"""How an exploration ended; after MORE and FULL it can go on."""


def explore(
    game: Game[Any],
    start: Any,
    first: int,
    most: int,
    nodes: Nodes,
    routes: Routes | States,
    slots: Slots,
    edges: Edges,
) -> tuple[int, int]:
    """Expand up to `most` states from number `first` on: how that ended, and the next number.

    Where room runs out, what was found of that state's moves is dropped, and it is expanded
    again by the next call; states found stay found.
    """
    slots.catch_up(nodes)
    if nodes.count == 0:
        numbered(game, start, start, NONE, 0, nodes, routes, slots)
    for number in range(first, first + most):
        if number == nodes.count:
            return DONE, number
        known_edges = edges.count
        ending = expanded(game, start, number, nodes, routes, slots, edges)
        if ending != MORE:
            edges.cut_back(known_edges)
            return ending, number
    return MORE, first + most


def expanded(
    game: Game[Any],
    start: Any,
    number: int,
    nodes: Nodes,
    routes: Routes | States,
    slots: Slots,
    edges: Edges,
) -> int:
    """Describe a state and follow its moves: MORE if all is well."""
    state = routes.restored(game, start, number)
    player = game.to_move(state)
    if game.is_terminal(state):
        nodes.describe(number, player, True, 0, game.utility(state, MAX))
        return MORE
    moves = 0
    for move in game.moves(state):
        after = game.result(state, move)
        if edges.is_full():
            return FULL
        reached = numbered(game, start, after, number, move, nodes, routes, slots)
        if reached < 0:
            return reached
        edges.add(reached)
        moves += 1
    nodes.describe(number, player, False, moves, 0.0)
    return MORE if moves else STUCK


def numbered(
    game: Game[Any],
    start: Any,
    state: Any,
    before: int,
    move: int,
    nodes: Nodes,
    routes: Routes | States,
    slots: Slots,
) -> int:
    """The number of a state or of its twin, a new one if need be; or FULL, or CLASH."""
    folded = game.canonical(state)
    key: Bits = game.key(folded)
    known = slots.find(key, nodes)
    if known != NONE:
        twin = game.canonical(routes.restored(game, start, known))
        return known if twin == folded else CLASH
    if nodes.is_full():
        return FULL
    number = nodes.add(key)
    slots.add(key, number)
    routes.keep(state, number, before, move)
    return number
