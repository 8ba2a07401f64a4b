"""The engine's signature: how many nodes it visits in fixed positions of every game.

It is the same at both speeds and on every machine, and changes only with what the engine or
the rules do. Each game gives the start and two positions of one random play; in each, the
engine deepens until its nodes are spent, and the last depth that it finished counts.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from outply import games
from outply.game import Game, OutplyError
from outply.search import Limit, Result
from outply.search.engine import Engine

__all__ = ["NODES", "Count", "Signature", "game_names", "positions", "signature_of"]

NODES = 1_000_000
"""How many nodes each position may cost."""

LONGEST_PLAY = 200  # plies
LIMIT_LINE = "nodes per position"
TOTAL_LINE = "total"


class Count(NamedTuple):
    """The depth reached in each position of a game, and the nodes of all."""

    game: str
    depths: tuple[int, ...]
    nodes: int
    seconds: float = 0.0
    compiled: bool = True

    def matches(self, other: Count) -> bool:
        return (self.depths, self.nodes) == (other.depths, other.nodes)


@dataclass(frozen=True)
class Signature:
    """The counts of several games, at so many nodes a position; times are not part of it."""

    limit: int
    counts: tuple[Count, ...]

    @property
    def nodes(self) -> int:
        return sum(count.nodes for count in self.counts)

    def text(self) -> str:
        """Lines that `parse` reads back."""
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
            return cls(int(limit), tuple(_read(game, rest) for game, rest in rows))
        except ValueError:
            raise OutplyError(
                "This is no signature; `outply bench --update FILE` writes one."
            ) from None

    def only(self, names: Iterable[str]) -> Signature:
        """The part of it that is about these games."""
        wanted = set(names)
        return Signature(self.limit, tuple(c for c in self.counts if c.game in wanted))

    def differences(self, expected: Signature) -> list[str]:
        """What is not as expected, a phrase for each game."""
        found, before = ({c.game: c for c in s.counts} for s in (self, expected))
        names = sorted(found.keys() | before.keys())
        phrases = (_difference(name, found.get(name), before.get(name)) for name in names)
        return [phrase for phrase in phrases if phrase]


def _read(game: str, text: str) -> Count:
    depths, nodes = text.removeprefix("depth ").removesuffix(" nodes").split(", ")
    return Count(game, tuple(map(int, depths.split())), int(nodes))


def _difference(name: str, found: Count | None, before: Count | None) -> str:
    if found is None:
        return f"{name} is expected and not there"
    if before is None:
        return f"{name} is new, {_words(found)}"
    return "" if found.matches(before) else f"{name} has {_words(found)}, expected {_words(before)}"


def _words(count: Count) -> str:
    return f"{count.nodes:,} nodes at depth {' '.join(map(str, count.depths))}"


# -- counting -------------------------------------------------------------------------


def game_names() -> list[str]:
    """The games that come with Outply and that the engine takes."""
    return [name for name in games.names() if _is_ours(games.load(name))]


def _is_ours(game: Game[Any]) -> bool:
    shipped = type(game).__module__.startswith(f"{games.__name__}.")
    return shipped and Engine().refusal(game.traits) is None


def signature_of(game: Game[Any], nodes: int = NODES, *, compiled: bool = True) -> Count:
    """The engine's nodes in the positions of one game."""
    results = [_reached(game, state, nodes, compiled) for state in positions(game)]
    return Count(
        game.name,
        tuple(result.depth for result in results),
        sum(result.nodes for result in results),
        sum(result.seconds for result in results),
        all(result.compiled for result in results),
    )


def _reached(game: Game[Any], state: Any, nodes: int, compiled: bool) -> Result:
    """The last depth that was finished; the nodes of the one that was not are the limit's."""
    finished: list[Result] = []
    end = Engine().search(
        game, state, Limit(nodes=nodes), compiled=compiled, progress=finished.append
    )
    if end.interrupted:
        raise KeyboardInterrupt
    return finished[-1] if finished else end


def positions(game: Game[Any]) -> list[Any]:
    """The start, and the positions at a quarter and a half of a random play, in the order met."""
    play = list(_random_play(game))
    return [play[ply] for ply in sorted({0, len(play) // 4, len(play) // 2})]


def _random_play(game: Game[Any]) -> Iterator[Any]:
    """Every state before the last."""
    rng = random.Random(game.name)
    state = game.initial()
    for _ in range(LONGEST_PLAY):
        if game.is_terminal(state):
            return
        yield state
        state = game.result(state, rng.choice(list(game.moves(state))))
