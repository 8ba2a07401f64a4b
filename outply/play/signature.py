"""The engine's signature: how many nodes it visits in fixed positions of every game.

It is the same interpreted and compiled, and on every machine; it changes only if the engine or the
rules change. Each game contributes the start and two positions of one random playout. In each
position, the engine deepens until it has used up its nodes; the last finished depth counts.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from outply import games
from outply.compiler import fully_optimised
from outply.game import Game, OutplyError
from outply.search import Limit, Result
from outply.search.engine import Engine

__all__ = ["NODES", "Count", "Signature", "game_names", "positions", "signature_of"]

NODES = 1_000_000
"""The limit of nodes for each position."""

LONGEST_PLAYOUT = 200  # plies
LIMIT_LINE = "nodes per position"
TOTAL_LINE = "total"


class Count(NamedTuple):
    """The depth reached in each position of a game, and the nodes of all positions together."""

    game: str
    depths: tuple[int, ...]
    nodes: int
    seconds: float = 0.0
    compiled: bool = True

    def matches(self, other: Count) -> bool:
        return (self.depths, self.nodes) == (other.depths, other.nodes)


@dataclass(frozen=True)
class Signature:
    """The counts of several games, each position with `limit` nodes; times are not compared."""

    limit: int
    counts: tuple[Count, ...]

    @property
    def nodes(self) -> int:
        return sum(count.nodes for count in self.counts)

    def text(self) -> str:
        """Format the signature so that `parse` can read it."""
        rows = [(c.game, " ".join(map(str, c.depths)), c.nodes) for c in self.counts]
        lines = [f"{LIMIT_LINE}: {self.limit}"]
        lines += [f"{game}: depth {depths}, {nodes} nodes" for game, depths, nodes in rows]
        return "\n".join([*lines, f"{TOTAL_LINE}: {self.nodes} nodes"]) + "\n"

    @classmethod
    def parse(cls, text: str) -> Signature:
        try:
            (_, limit), *rows, (total, _) = (line.split(": ") for line in text.splitlines())
            if total != TOTAL_LINE:
                raise ValueError
            return cls(int(limit), tuple(_parse_count(game, rest) for game, rest in rows))
        except ValueError:
            raise OutplyError(
                "The file does not contain a signature; `outply bench --update FILE` writes one."
            ) from None

    def only(self, names: Iterable[str]) -> Signature:
        """Return the part of the signature for these games."""
        wanted = set(names)
        return Signature(self.limit, tuple(c for c in self.counts if c.game in wanted))

    def differences(self, expected: Signature) -> list[str]:
        """Describe each game whose counts differ from the expected ones."""
        found, before = ({c.game: c for c in s.counts} for s in (self, expected))
        names = sorted(found.keys() | before.keys())
        phrases = (_difference(name, found.get(name), before.get(name)) for name in names)
        return [phrase for phrase in phrases if phrase]


def _parse_count(game: str, text: str) -> Count:
    depths, nodes = text.removeprefix("depth ").removesuffix(" nodes").split(", ")
    return Count(game, tuple(map(int, depths.split())), int(nodes))


def _difference(name: str, found: Count | None, before: Count | None) -> str:
    if found is None:
        return f"{name} is missing"
    if before is None:
        return f"{name} is new, {_count_text(found)}"
    return (
        ""
        if found.matches(before)
        else f"{name} has {_count_text(found)}, expected {_count_text(before)}"
    )


def _count_text(count: Count) -> str:
    return f"{count.nodes:,} nodes at depth {' '.join(map(str, count.depths))}"


# -- counting -------------------------------------------------------------------------


def game_names() -> list[str]:
    """List the included games that the engine can play."""
    return [name for name in games.names() if _is_included(games.load(name))]


def _is_included(game: Game[Any]) -> bool:
    shipped = type(game).__module__.startswith(f"{games.__name__}.")
    return shipped and Engine().refusal(game.traits) is None


def signature_of(game: Game[Any], nodes: int = NODES, *, compiled: bool = True) -> Count:
    """Count the engine's nodes in the positions of one game."""
    with fully_optimised():
        results = [_last_finished_depth(game, state, nodes, compiled) for state in positions(game)]
    return Count(
        game.name,
        tuple(result.depth for result in results),
        sum(result.nodes for result in results),
        sum(result.seconds for result in results),
        all(result.compiled for result in results),
    )


def _last_finished_depth(game: Game[Any], state: Any, nodes: int, compiled: bool) -> Result:
    """Return the result of the last finished depth: the nodes after it only show the limit."""
    finished: list[Result] = []
    end = Engine().search(
        game, state, Limit(nodes=nodes), compiled=compiled, progress=finished.append
    )
    if end.interrupted:
        raise KeyboardInterrupt
    return finished[-1] if finished else end


def positions(game: Game[Any]) -> list[Any]:
    """Return the start and the positions at a quarter and at half of a random playout, in order."""
    playout = list(_random_playout(game))
    return [playout[ply] for ply in sorted({0, len(playout) // 4, len(playout) // 2})]


def _random_playout(game: Game[Any]) -> Iterator[Any]:
    """Yield every state of a random playout but the last."""
    rng = random.Random(game.name)
    state = game.initial()
    for _ in range(LONGEST_PLAYOUT):
        if game.is_terminal(state):
            return
        yield state
        state = game.result(state, rng.choice(list(game.moves(state))))
