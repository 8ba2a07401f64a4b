"""Random plies of every game, on which compiled rules must say the same as interpreted ones.

    python -m tests.compiler.plies                       a million plies of every game
    python -m tests.compiler.plies --plies 1000 othello

Each state of each random play is compared in all rules and optional methods.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Iterator
from time import perf_counter
from typing import Any

from outply import CHANCE, Game, games, load
from outply.check.agreement import Agreement


def random_states(game: Game[Any], plies: int, seed: int) -> Iterator[Any]:
    """The states of random plays, one after the other."""
    rng = random.Random(seed)
    state = game.initial()
    for _ in range(plies):
        yield state
        if game.is_terminal(state):
            state = game.initial()
            continue
        if game.to_move(state) == CHANCE:
            choices = [outcome for outcome, _ in game.outcomes(state)]
        else:
            choices = list(game.moves(state))
        state = game.result(state, rng.choice(choices))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.compiler.plies")
    parser.add_argument("games", nargs="*", default=games.names())
    parser.add_argument("--plies", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    failed = False
    for name in given.games:
        began, game = perf_counter(), load(name)
        agreement = Agreement(game)
        states = random_states(game, given.plies, given.seed)
        broken, compared = agreement.first_difference(states, math.inf)
        refused = agreement.not_compiled or ", ".join(agreement.options_not_compiled)
        failed |= bool(broken or refused)
        verdict = broken or (f"not compiled: {refused}" if refused else "agree")
        print(f"{name}: {compared:,} plies, {verdict} ({perf_counter() - began:.0f} s)", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
