"""Random plies of every game, on which compiled rules must say the same as interpreted ones.

    python -m tests.compiler.plies                       a million plies of every game
    python -m tests.compiler.plies --plies 1000 othello

`play` plays at random, in both modes with the same moves, and sums up what the rules say on the
way. A share of the states is compared in all optional methods and in all moves.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Iterator
from time import perf_counter
from typing import Any

from outply import CHANCE, Bits, Game, games, load
from outply.check.compiled_comparison import CompiledComparison
from outply.compiler import NotCompilable, kernel

AT_ONCE = 10_000  # plies, in one call of the compiled function
ALL: Bits = (1 << 64) - 1


def play(game: Game[Any], state: Any, plies: int, seed: Bits) -> Any:
    """A random play, from `state` again whenever it is over, and what the rules say to it."""
    start = state
    chance: Bits = seed
    digest: Bits = seed
    values = 0.0
    for _ in range(plies):
        digest = (digest << 7 & ALL | digest >> 57) ^ game.key(state)
        mover = game.to_move(state)
        if game.is_terminal(state):
            for player in range(game.traits.players):
                values = values / 2 + game.utility(state, player)
            state = start
            continue
        chance ^= chance << 13 & ALL
        chance ^= chance >> 7
        chance ^= chance << 17 & ALL
        if mover == CHANCE:
            count = 0
            for _outcome, probability in game.outcomes(state):
                values = values / 2 + probability
                count += 1
            chosen = chance % count
            for index, (outcome, _probability) in enumerate(game.outcomes(state)):
                if index == chosen:
                    state = game.result(state, outcome)
                    break
        else:
            values = values / 2 + game.evaluate(state, mover)
            count = 0
            for _move in game.moves(state):
                count += 1
            chosen = chance % count
            for index, move in enumerate(game.moves(state)):
                if index == chosen:
                    state = game.result(state, move)
                    break
        digest ^= count
    return state, digest, values


def difference(game: Game[Any], plies: int, seed: int) -> str | None:
    """Where the two modes part, or why there is only one; None if they agree."""
    try:
        compiled = kernel(play, game)
    except NotCompilable as reason:
        return f"not compiled: {reason}"
    start = game.initial()
    rng = random.Random(seed)
    for done in range(0, plies, AT_ONCE):
        given = (start, min(AT_ONCE, plies - done), rng.getrandbits(63) + 1)
        native, interpreted = compiled(*given), play(game, *given)
        if native != interpreted:
            return f"differ within plies {done} to {done + AT_ONCE}: {native}, {interpreted}"
    return None


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
        comparison = CompiledComparison(game)
        states = random_states(game, given.plies // 100, given.seed)
        broken = comparison.first_difference(states, math.inf)[0]
        refused = comparison.not_compiled or ", ".join(comparison.options_not_compiled)
        broken = broken or refused or difference(game, given.plies, given.seed)
        failed |= bool(broken)
        seconds = perf_counter() - began
        print(f"{name}: {given.plies:,} plies, {broken or 'agree'} ({seconds:.0f} s)", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
