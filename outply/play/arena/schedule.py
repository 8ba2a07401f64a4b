"""The games of a match: who plays whom, in which order, and from which openings.

An opening depends only on the seed and on the openings before it, so that a match can be extended.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import accumulate, combinations
from pathlib import Path
from typing import Any

from outply.game import CHANCE, Game, OutplyError
from outply.play.match import draw_outcome
from outply.play.move_sequences import line_texts, replay
from outply.search.coded_moves import listed_moves

__all__ = [
    "Opening",
    "ScheduledGame",
    "are_random",
    "generate_openings",
    "pairings",
    "random_openings",
    "read_openings",
    "rounded_up",
    "schedule",
]

RANDOM = "random"
DEFAULT_PLIES = 2  # of random openings; more when all openings of that length are used up
MOST_PLIES = 12
TRIES = 60  # draws of a new opening before all openings of that length are taken to be used up


# -- games -----------------------------------------------------------------------------


@dataclass(frozen=True)
class ScheduledGame:
    """A game to be played: its number, the player of each seat, and the number of its opening.

    Games that differ only in their seats follow one another: two of them are a pair.
    """

    number: int
    seats: tuple[int, ...]
    opening: int


def schedule(
    players: int, seats: int, games: int, *, gauntlet: bool = False
) -> Iterator[ScheduledGame]:
    """Yield the games: `games` for each pairing, rounded up to a whole number of rotations.

    In each round, every pairing plays one opening once in each rotation of its seats. A longer
    schedule begins with the shorter one.
    """
    number = 0
    all_pairings = pairings(players, seats, gauntlet=gauntlet)
    for opening in range(rounded_up(games, seats) // seats):
        for pairing in all_pairings:
            for turn in range(seats):
                yield ScheduledGame(number, pairing[turn:] + pairing[:turn], opening)
                number += 1


def pairings(players: int, seats: int, *, gauntlet: bool = False) -> list[tuple[int, ...]]:
    """List the groups of players that meet: all groups, or only those with the first player."""
    if seats < 2:
        raise OutplyError("A match needs a game for two or more players; this game is for one.")
    if players < seats:
        raise OutplyError(f"The game is for {seats} players, and {players} were given; name more.")
    groups = list(combinations(range(players), seats))
    return [group for group in groups if 0 in group] if gauntlet else groups


def rounded_up(games: int, seats: int) -> int:
    """Round up a number of games so that every player sits on every seat equally often."""
    return -(-games // seats) * seats


# -- openings --------------------------------------------------------------------------


@dataclass(frozen=True)
class Opening:
    """Moves from a position, or from the start of the game."""

    position: str | None = None
    moves: tuple[int, ...] = ()

    def start(self, game: Game[Any]) -> Any:
        return game.initial() if self.position is None else game.parse(self.position)

    def state(self, game: Game[Any]) -> Any:
        """Return the state after the moves."""
        return self.states(game)[-1]

    def states(self, game: Game[Any]) -> list[Any]:
        """Return the states from the start to the one after the moves."""
        return list(accumulate(self.moves, game.result, initial=self.start(game)))

    def move_texts(self, game: Game[Any]) -> list[str]:
        return line_texts(game, self.start(game), self.moves)


def are_random(source: str | None) -> bool:
    """Whether openings are random, not read from a file: `random`, `random:PLIES` or None.

    A file may be called `random.txt`.
    """
    return source is None or source.partition(":")[0] == RANDOM


def generate_openings(game: Game[Any], source: str | None, seed: int) -> Iterator[Opening]:
    """Return an endless sequence of openings: `random`, `random:PLIES`, or those of a file.

    By default, openings are random; but games with chance or hidden information begin at the
    start, since their games differ anyway.
    """
    if source is None and (game.traits.chance or game.traits.hidden):
        return itertools.repeat(Opening())
    if source is not None and not are_random(source):
        return itertools.cycle(read_openings(game, Path(source)))
    plies = (source or RANDOM).partition(":")[2]
    return random_openings(game, _parse_plies(plies) if plies else None, seed)


def _parse_plies(text: str) -> int:
    if not text.isdecimal():
        raise OutplyError(f"random:{text} is not an opening; write random:PLIES, as in random:4.")
    return int(text)


def random_openings(game: Game[Any], plies: int | None, seed: int) -> Iterator[Opening]:
    """Yield random openings; none is repeated before all have been used.

    By default, openings are two random plies, and one more when all openings of that length are
    used up. Symmetric positions count as equal, and the game is over in none of them.
    """
    rng = random.Random(f"openings {seed}")
    lengths = list(range(DEFAULT_PLIES, MOST_PLIES + 1)) if plies is None else [plies]
    found: list[Opening] = []
    seen: set[Hashable] = set()
    while lengths:
        opening = _new_opening(game, lengths[0], rng, seen)
        if opening is None:
            lengths.pop(0)
        else:
            found.append(opening)
            yield opening
    if not found and plies:
        raise OutplyError(f"After {plies} random plies, {game.name} is over; give fewer.")
    yield from itertools.cycle(found or [Opening()])


def _new_opening(
    game: Game[Any], plies: int, rng: random.Random, seen: set[Hashable]
) -> Opening | None:
    for _ in range(TRIES):
        moves, state = _random_plies(game, plies, rng)
        if state is None:
            continue
        if game.traits.chance:  # games differ even after equal openings
            return Opening(None, moves)
        canonical = game.canonical(state)
        if canonical not in seen:
            seen.add(canonical)
            return Opening(None, moves)
    return None


def _random_choice(game: Game[Any], state: Any, rng: random.Random) -> Any:
    """Draw a move, or an outcome of chance."""
    if game.to_move(state) == CHANCE:
        return draw_outcome(game, state, rng)
    return rng.choice(listed_moves(game, state))


def _random_plies(
    game: Game[Any], plies: int, rng: random.Random
) -> tuple[tuple[int, ...], Any | None]:
    """Play random moves, with the outcomes of chance before them.

    Return all of these, and the state after them; None instead of a state if the game is over.
    """
    state, moves, left = game.initial(), [], plies
    while left and not game.is_terminal(state):
        left -= game.to_move(state) != CHANCE
        moves.append(_random_choice(game, state, rng))
        state = game.result(state, moves[-1])
    return tuple(moves), None if game.is_terminal(state) else state


def read_openings(game: Game[Any], file: Path) -> list[Opening]:
    """Read a file with one opening on each line: moves from the start, or a position.

    Empty lines and lines that begin with # are ignored.
    """
    if not file.is_file():
        raise OutplyError(
            f"The file of openings {file} does not exist; write random:PLIES for random openings."
        )
    lines = file.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    openings = [
        _parse_opening(game, line.strip(), f"{file}, line {number}")
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not openings:
        raise OutplyError(f"{file} has no opening; write moves or a position on each line.")
    return openings


def _parse_opening(game: Game[Any], line: str, place: str) -> Opening:
    opening = _parse_moves_or_position(game, line, place)
    if game.is_terminal(opening.state(game)):
        raise OutplyError(f"{place}: the game is over in {line!r}.")
    return opening


def _parse_moves_or_position(game: Game[Any], line: str, place: str) -> Opening:
    try:
        return Opening(None, tuple(replay(game, line)[1]))
    except (OutplyError, ValueError, LookupError) as error:
        moves_error = error
    try:
        game.parse(line)
    except (OutplyError, ValueError, LookupError):
        reason = str(moves_error).rstrip(".")
        raise OutplyError(
            f"{place}: this is neither a position of {game.name} nor a list of moves: {reason}."
        ) from None
    return Opening(line)
