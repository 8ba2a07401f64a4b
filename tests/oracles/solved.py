"""Every state of a small game with its truth, found naively: no folding, no keys, no arrays."""

from __future__ import annotations

from typing import Any

Truth = tuple[float, int | None]  # to the player to move; plies to the end unless worth 0


def by_recursion(game: Any) -> dict[Any, Truth]:
    """Minimax with distances, for games that end."""
    truths: dict[Any, Truth] = {}

    def truth(state: Any) -> Truth:
        if state not in truths:
            truths[state] = ended(game, state) if game.is_terminal(state) else best_of(state)
        return truths[state]

    def best_of(state: Any) -> Truth:
        choices = []
        for move in game.moves(state):
            after = game.result(state, move)
            value, distance = truth(after)
            mine = value if game.to_move(after) == game.to_move(state) else -value
            choices.append((mine, None if distance is None else distance + 1))
        most = max(value for value, _ in choices)
        distances = [distance for value, distance in choices if value == most]
        if most == 0:
            return 0.0, None
        return most, min(distances) if most > 0 else max(distances)

    truth(game.initial())
    return truths


def ended(game: Any, state: Any) -> Truth:
    utility = game.utility(state, game.to_move(state))
    return utility, 0 if utility else None


def by_horizon(game: Any) -> tuple[dict[Any, float], dict[Any, int]]:
    """Values when play is broken off as worth 0 after 0, 1, 2, … plies, until none changes.

    Also after how many plies each value last changed: the distance in a game of win and loss.
    """
    states = reachable(game)
    values = dict.fromkeys(states, 0.0)
    changed: dict[Any, int] = {}
    for plies in range(len(states) + 1):
        values_now = {state: looked_ahead(game, state, values) for state in states}
        changed.update({state: plies for state in states if values_now[state] != values[state]})
        values = values_now
    return values, changed


def reachable(game: Any) -> list[Any]:
    found = [game.initial()]
    seen = set(found)
    for state in found:
        if not game.is_terminal(state):
            for move in game.moves(state):
                after = game.result(state, move)
                if after not in seen:
                    seen.add(after)
                    found.append(after)
    return found


def looked_ahead(game: Any, state: Any, values: dict[Any, float]) -> float:
    player = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, player)
    after = [game.result(state, move) for move in game.moves(state)]
    return max(values[s] if game.to_move(s) == player else -values[s] for s in after)
