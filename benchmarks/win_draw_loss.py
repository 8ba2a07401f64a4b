"""Fit the odds of `UCI_ShowWDL` to games of the engine against itself.

    python -m benchmarks.win_draw_loss --games 200 --nodes 3000 --openings FILE

prints the two constants of `outply/bridges/uci/info.py`: with a lead of so many centipawns a player
wins with probability 1 / (1 + exp((EVEN_ODDS - lead) / SPREAD)), and loses with that of the
opponent's lead. They maximize the likelihood of the results, given the values of all positions.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.uci_games import openings
from outply import Engine, Limit, load
from outply.bridges.uci.info import centipawns
from outply.repetition import is_drawn_by_repetition

MOST_PLIES = 200
DECIDED = 3000  # centipawns: beyond, positions say nothing about the odds
BIN = 10  # centipawns
GAME = load("chess")


class Sample(NamedTuple):
    """A position: the lead of the player to move, rounded, and what the player got."""

    lead: int
    utility: int


def played(fen: str, nodes: int) -> Iterator[Sample]:
    """The positions of one game."""
    engine = Engine(megabytes=4)
    memories = engine.new_memory(), engine.new_memory()
    states, leads = [GAME.parse(fen)], []
    while not GAME.is_terminal(states[-1]) and len(leads) < MOST_PLIES:
        if is_drawn_by_repetition(GAME, states):
            break
        player = GAME.to_move(states[-1])
        found = engine.search(
            GAME, states[-1], Limit(nodes=nodes), history=states[:-1], memory=memories[player]
        )
        leads.append((player, found.distance, centipawns(GAME, found.value)))
        states.append(GAME.result(states[-1], found.move))
    is_over = GAME.is_terminal(states[-1])
    for player, distance, lead in leads:
        if distance is None and abs(lead) < DECIDED:
            utility = GAME.utility(states[-1], player) if is_over else 0.0
            yield Sample(BIN * round(lead / BIN), round(utility))


def win(lead: float, even: float, spread: float) -> float:
    return 1 / (1 + math.exp(max(-50.0, min(50.0, (even - lead) / spread))))


def loss(counts: Counter[Sample], even: float, spread: float) -> float:
    """The negative logarithm of the likelihood, for each position."""
    total = 0.0
    for (lead, utility), count in counts.items():
        won, lost = win(lead, even, spread), win(-lead, even, spread)
        odds = {1: won, -1: lost, 0: 1 - won - lost}[utility]
        total -= count * math.log(max(odds, 1e-9))
    return total / counts.total()


def fitted(counts: Counter[Sample]) -> tuple[float, float]:
    """The best constants in steps of five."""
    grid = [(even, spread) for even in range(5, 600, 5) for spread in range(5, 400, 5)]
    return min(grid, key=lambda each: loss(counts, *each))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.win_draw_loss")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--openings", type=Path, metavar="FILE")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    counts: Counter[Sample] = Counter()
    for number, fen in enumerate(openings(given.openings, given.seed, given.games), start=1):
        counts.update(played(fen, given.nodes))
        if number % 20 == 0 or number == given.games:
            even, spread = fitted(counts)
            print(
                f"{number} games, {counts.total()} positions: EVEN_ODDS = {even}, "
                f"SPREAD = {spread}, loss {loss(counts, even, spread):.4f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
