"""Find the weights of backgammon's evaluation: `python -m benchmarks.backgammon_weights FILE`.

GNU Backgammon (`pip install gnubg`) plays against itself, now well, now badly, and says what
all positions are worth that may follow; two networks learn to say the same. FILE becomes a
`weights.py`. `--seconds` of play give the more positions the longer they are.
"""

from __future__ import annotations

import argparse
import math
import random
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from outply.games.backgammon import BAR, Backgammon, CheckerCounts, Position, count
from outply.games.backgammon.evaluation import (
    LEVEL_BITS,
    LEVEL_ONE,
    LEVELS,
    ONE,
    OUTPUT_ONE,
    THINGS,
    glances,
    rear,
)

UNITS = 32  # of each network
SLOTS = 2 * 26
SLOT_WEIGHTS = 4 * SLOTS  # one checker, two, three, and two more
WEIGHTS = SLOT_WEIGHTS + 2 * THINGS
WIDTH = 48  # at least as many weights as one position uses
CAREFUL = (0.0, 0.0, 0.02, 0.05, 0.1, 0.2, 0.5)  # equity given away freely, game by game
CLOSE = 0.15  # equity; plays this near to the best are those that a player must tell apart
SPARE = 0.2  # of the others, so many are looked at too
PLIES = 300
BATCH = 512
RATES = (2.5e-3, 5e-6)  # of learning, at first and in the end
GAME = Backgammon()

HEAD = (Path(__file__).parents[1] / "outply/games/backgammon/weights.py").read_text()
HEAD = HEAD[: HEAD.index("OFFSETS =")]


class Labelled(NamedTuple):
    state: Position
    equity: float  # of the player on roll
    gap: float  # to the best play


class Network(NamedTuple):
    weights: Any
    biases: Any
    outputs: Any
    offset: Any


# -- play -----------------------------------------------------------------------------


def play(seconds: float, seed: int) -> Iterator[Labelled]:
    """Positions after all plays that were possible in games of that many seconds."""
    dice = random.Random(seed)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        state, freely = GAME.initial(), dice.choice(CAREFUL)
        for _ in range(PLIES):
            state = GAME.result(state, 10 * max(roll := two(dice)) + min(roll))
            after = [GAME.result(state, move) for move in GAME.moves(state)]
            if any(map(GAME.is_terminal, after)):
                break
            equities = [their_equity(each) for each in after]
            for each, equity in zip(after, equities, strict=True):
                yield Labelled(each, equity, equity - min(equities))
            state = chosen(after, equities, freely, dice)


def two(dice: random.Random) -> tuple[int, int]:
    return dice.randint(1, 6), dice.randint(1, 6)


def chosen(
    after: list[Position], equities: list[float], freely: float, dice: random.Random
) -> Position:
    least = min(equities)
    if freely == 0:
        return after[equities.index(least)]
    return dice.choices(after, [math.exp((least - equity) / freely) for equity in equities])[0]


def their_equity(state: Position) -> float:
    """What GNU Backgammon gives for the player on roll, without looking ahead."""
    import gnubg

    sides = [[count(side, slot) for slot in range(1, 26)] for side in (state.theirs, state.mine)]
    return float(gnubg.evaluate(sides, gnubg.cubeinfo(), gnubg.evalcontext())[5])


def is_race(state: Position) -> bool:
    return rear(*state.mine) + rear(*state.theirs) <= BAR


# -- what a network sees --------------------------------------------------------------


def inputs(state: Position, race: bool) -> Iterator[tuple[int, float]]:
    """The numbers of the weights that a position uses, and how much of each."""
    for side, checkers in enumerate((state.mine, state.theirs)):
        yield from slots(checkers, side)
    levels = 0 if race else glances(*state.mine, *state.theirs)
    for thing in range(2 * THINGS):
        if level := levels >> LEVEL_BITS * thing & LEVELS - 1:
            yield SLOT_WEIGHTS + thing, level / LEVEL_ONE


def slots(checkers: CheckerCounts, side: int) -> Iterator[tuple[int, float]]:
    for slot in range(26):
        first = 4 * (26 * side + slot)
        if number := count(checkers, slot):
            yield first + min(number, 3) - 1, 1.0
        if number > 3:
            yield first + 3, (number - 3) / 2


def arrays(positions: list[Labelled], race: bool) -> tuple[Any, Any, Any]:
    which = np.zeros((len(positions), WIDTH), np.uint8)
    much = np.zeros((len(positions), WIDTH), np.float32)
    for row, position in enumerate(positions):
        for column, (weight, amount) in enumerate(inputs(position.state, race)):
            which[row, column], much[row, column] = weight, amount
    return which, much, np.array([position.equity for position in positions], np.float32)


# -- learning -------------------------------------------------------------------------


def learned(data: tuple[Any, Any, Any], epochs: int, seed: int) -> Network:
    """A network by Adam: Kingma and Ba's steps, scaled by each weight's own past gradients."""
    chance = np.random.default_rng(seed)
    network = Network(
        chance.normal(0, 0.15, (WEIGHTS, UNITS)).astype(np.float32),
        np.full(UNITS, 0.3, np.float32),
        chance.normal(0, UNITS**-0.5, UNITS).astype(np.float32),
        np.zeros(1, np.float32),
    )
    means, squares = ([np.zeros_like(part) for part in network] for _ in "ms")
    batches = len(data[2]) // BATCH
    step = 0
    for epoch in range(epochs):
        wave = 0.5 * (1 + math.cos(math.pi * epoch / epochs))
        rate = RATES[1] + (RATES[0] - RATES[1]) * wave
        total = 0.0
        for batch in chance.permutation(len(data[2]))[: batches * BATCH].reshape(-1, BATCH):
            step += 1
            error, *gradients = descent(*data, batch, *network)
            total += error
            for part, slope, mean, square in zip(network, gradients, means, squares, strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                size = rate * math.sqrt(1 - 0.999**step) / (1 - 0.9**step)
                part -= size * mean / (np.sqrt(square) + 1e-7)
        print(f"epoch {epoch + 1}: mean squared error {total / batches:.5f}", flush=True)
    unused = np.bincount(data[0][data[1] != 0], minlength=WEIGHTS) == 0
    network.weights[unused] = 0
    return network


def descent(
    which: Any,
    much: Any,
    equities: Any,
    batch: Any,
    weights: Any,
    biases: Any,
    outputs: Any,
    offset: Any,
) -> Any:
    """The mean squared error of a batch, and its gradients (halved)."""
    seen = np.zeros((len(batch), WEIGHTS), np.float32)  # how much of each weight, by position
    np.add.at(seen, (np.arange(len(batch))[:, None], which[batch]), much[batch])
    sums = biases + seen @ weights
    units = np.clip(sums, 0, 1)
    off = offset[0] + units @ outputs - equities[batch]
    error = float(np.mean(off * off))
    off /= len(batch)
    back = np.where((sums > 0) & (sums < 1), off[:, None] * outputs, np.float32(0))
    return error, seen.T @ back, back.sum(axis=0), off @ units, off.sum(keepdims=True)


# -- the file -------------------------------------------------------------------------


def written(networks: list[Network]) -> str:
    """The source of `weights.py`: each row has contact's units, then the race's."""
    contact, race = networks
    weights = whole(np.concatenate([contact.weights, race.weights], axis=1), ONE)
    offsets = tuple(int(whole(network.offset[0], ONE * OUTPUT_ONE)) for network in networks)
    parts = {
        "BIASES": whole(np.concatenate([contact.biases, race.biases]), ONE),
        "OUTPUTS": whole(np.concatenate([contact.outputs, race.outputs]), OUTPUT_ONE),
        "SEEN_WEIGHTS": weights[SLOT_WEIGHTS:],
        "SLOT_WEIGHTS": weights[:SLOT_WEIGHTS],
    }
    return f"{HEAD}OFFSETS = {offsets}\n" + "".join(block(*part) for part in parts.items())


def whole(numbers: Any, scale: int) -> Any:
    return np.rint(numbers * scale).astype(int)


def block(name: str, numbers: Any) -> str:
    text = textwrap.fill(" ".join(map(str, numbers.ravel())), 98, break_on_hyphens=False)
    return f'\n{name}: tuple[int, ...] = numbers("""\n{text}\n""")\n'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    positions: dict[bool, list[Labelled]] = {False: [], True: []}
    for position in play(asked.seconds, asked.seed):
        if chance.random() < max(SPARE, math.exp(-position.gap / CLOSE)):
            positions[is_race(position.state)].append(position)
    networks = []
    for race, found in positions.items():
        print(f"{'race' if race else 'contact'}: {len(found)} positions", flush=True)
        networks.append(learned(arrays(found, race), asked.epochs, asked.seed))
    asked.file.write_text(written(networks))


if __name__ == "__main__":
    main()
