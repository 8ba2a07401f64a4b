"""Where games begin: after random plies, or at the positions of a file.

The n-th opening depends on the seed and on those before it alone, so that a match can be extended.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outply.game import CHANCE, Game, OutplyError
from outply.play.match import draw_outcome
from outply.play.outcome import line_texts
from outply.play.record import replay

__all__ = ["Opening", "are_random", "opening_list", "random_openings", "read_openings"]

RANDOM = "random"
PLIES = 2  # random ones where nothing else was said; more once these are used up
MOST_PLIES = 12
TRIES = 60  # draws of an opening that was not there before, of one number of plies


@dataclass(frozen=True)
class Opening:
    """Moves from a position; from the start where there is none."""

    position: str | None = None
    moves: tuple[int, ...] = ()

    def start(self, game: Game[Any]) -> Any:
        return game.initial() if self.position is None else game.parse(self.position)

    def state(self, game: Game[Any]) -> Any:
        state = self.start(game)
        for move in self.moves:
            state = game.result(state, move)
        return state

    def move_texts(self, game: Game[Any]) -> list[str]:
        return line_texts(game, self.start(game), self.moves)


def are_random(wanted: str | None) -> bool:
    """Whether openings are drawn, not read from a file: `random`, `random:PLIES` or nothing said.

    A file may be called `random.txt`.
    """
    return wanted is None or wanted.partition(":")[0] == RANDOM


def opening_list(game: Game[Any], wanted: str | None, seed: int) -> Iterator[Opening]:
    """Openings without end: `random`, `random:PLIES`, or those of a file, again and again.

    Where nothing is wanted they are random, but for games with chance or hidden information:
    there the start is the only opening, since chance itself makes games differ.
    """
    if wanted is None and (game.traits.chance or game.traits.hidden):
        return itertools.repeat(Opening())
    if wanted is not None and not are_random(wanted):
        return itertools.cycle(read_openings(game, Path(wanted)))
    plies = (wanted or RANDOM).partition(":")[2]
    return random_openings(game, _plies(plies) if plies else None, seed)


def _plies(text: str) -> int:
    if not text.isdecimal():
        raise OutplyError(f"random:{text} is no opening; write random:PLIES, as in random:4.")
    return int(text)


# -- random plies ----------------------------------------------------------------------


def random_openings(game: Game[Any], plies: int | None, seed: int) -> Iterator[Opening]:
    """Random openings of so many plies, none twice until there are no others.

    Where no number is given it is 2, and one more whenever these are used up. Positions are told
    apart up to symmetry, and the game is not over in any.
    """
    dice = random.Random(f"openings {seed}")
    depths = list(range(PLIES, MOST_PLIES + 1)) if plies is None else [plies]
    found: list[Opening] = []
    met: set[Hashable] = set()
    while depths:
        opening = _new_opening(game, depths[0], dice, met)
        if opening is None:
            depths.pop(0)
        else:
            found.append(opening)
            yield opening
    if not found and plies:
        raise OutplyError(f"After {plies} random plies {game.name} is over; give fewer.")
    yield from itertools.cycle(found or [Opening()])


def _new_opening(
    game: Game[Any], plies: int, dice: random.Random, met: set[Hashable]
) -> Opening | None:
    for _ in range(TRIES):
        moves, state = _random_plies(game, plies, dice)
        if state is None:
            continue
        if game.traits.chance:  # what comes later differs anyway
            return Opening(None, moves)
        twins = game.canonical(state)
        if twins not in met:
            met.add(twins)
            return Opening(None, moves)
    return None


def _random_plies(
    game: Game[Any], plies: int, dice: random.Random
) -> tuple[tuple[int, ...], Any | None]:
    """So many moves of players at random, with what chance brings before them, and the state
    after them; None instead of one in which the game is over.
    """
    state, moves, left = game.initial(), [], plies
    while left and not game.is_terminal(state):
        if game.to_move(state) == CHANCE:
            move = draw_outcome(game, state, dice)
        else:
            move = dice.choice(list(game.moves(state)))
            left -= 1
        moves.append(move)
        state = game.result(state, move)
    return tuple(moves), None if game.is_terminal(state) else state


# -- files -----------------------------------------------------------------------------


def read_openings(game: Game[Any], file: Path) -> list[Opening]:
    """The openings of a file, one a line: moves from the start, or a position.

    Empty lines and those that begin with # are left out.
    """
    if not file.is_file():
        raise OutplyError(
            f"There is no file {file} of openings; write random:PLIES for random ones."
        )
    lines = file.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    openings = [
        _read(game, line.strip(), f"{file}, line {number}")
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not openings:
        raise OutplyError(f"{file} has no opening; write moves or a position on each line.")
    return openings


def _read(game: Game[Any], line: str, place: str) -> Opening:
    opening = _first_that_reads(game, line, place)
    if game.is_terminal(opening.state(game)):
        raise OutplyError(f"{place}: the game is over in {line!r}.")
    return opening


def _first_that_reads(game: Game[Any], line: str, place: str) -> Opening:
    try:
        return Opening(None, tuple(replay(game, line)[1]))
    except (OutplyError, ValueError, LookupError) as refusal:
        no_moves = refusal
    try:
        game.parse(line)
    except (OutplyError, ValueError, LookupError):
        why = str(no_moves).rstrip(".")
        raise OutplyError(f"{place}: no position of {game.name}, and no moves: {why}.") from None
    return Opening(line)
