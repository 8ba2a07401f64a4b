"""Searches to a fixed depth: their base classes, and how they deepen under a limit."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from outply.compiler.records import Record
from outply.game import CHANCE, MAX, Game, OutplyError, Traits
from outply.search.base import (
    MAX_DEPTH,
    Request,
    Result,
    Search,
    deterministic_refusal,
    two_player_refusal,
)
from outply.search.run_within_limit import Run
from outply.search.runner import PlainRunner, Runner
from outply.search.transposition_table import Table
from outply.search.watch import Watch

__all__ = [
    "MEGABYTES",
    "CoalitionSearch",
    "DepthRun",
    "DepthSearch",
    "TableSearch",
    "TwoPlayerDepthSearch",
    "from_the_mover",
    "protagonist",
]

MEGABYTES = 16
MOST_MEGABYTES = 1 << 16


class DepthSearch(Search):
    """A search that looks a given number of plies ahead, by a recursive function.

    Under a limit of seconds or nodes it is run to depth 1, 2, 3, … and answers with the
    deepest finished one; so it is with `deepening` always, or never.
    """

    deepening: ClassVar[Literal["as limited", "always", "never"]] = "as limited"

    @abstractmethod
    def root(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        watch: Watch,
        *records: Any,
    ) -> float:
        """The value of `state` to the player to move. Runs interpreted and compiled.

        After `watch` it takes the records of `memory`, if there are any.
        """

    def memory(self) -> dict[str, Record]:
        """New memory for one search, which keeps it from one depth to the next."""
        return {}

    def proves(self, traits: Traits) -> bool:
        """Whether a value without estimates is proved: among more players it depends on others."""
        return traits.players <= 2

    def compiled_in(self) -> DepthSearch:
        """This search, with the parameters that `root` never reads at their defaults."""
        return self

    def answer(self, game: Game[Any], state: Any, request: Request) -> Result:
        self.require(game)
        return DepthRun(self, game, state, request).result()


def protagonist(game: Game[Any], state: Any) -> int:
    """Whose value is maximized: MAX of two players or at a chance node, else the player to move."""
    mover = game.to_move(state)
    return MAX if game.players == 2 or mover == CHANCE else mover


def from_the_mover(game: Game[Any], state: Any, player: int, value: float) -> float:
    """Convert a value for `player` to one for the player to move; at a chance node it stays."""
    mover = game.to_move(state)
    return value if mover in (player, CHANCE) else -value


class CoalitionSearch(DepthSearch):
    """A depth search for one player against all others, nothing hidden, no dice."""

    def refusal(self, traits: Traits) -> str | None:
        return deterministic_refusal(traits)


class TwoPlayerDepthSearch(DepthSearch):
    """A depth search for two players, one against the other, nothing hidden, no dice."""

    def refusal(self, traits: Traits) -> str | None:
        return two_player_refusal(traits)


@dataclass(frozen=True)
class TableSearch(TwoPlayerDepthSearch):
    """A two-player depth search that is given a transposition table, `table`, after `watch`."""

    megabytes: int = MEGABYTES

    def __post_init__(self) -> None:
        if type(self.megabytes) is not int or not 1 <= self.megabytes <= MOST_MEGABYTES:
            raise OutplyError(
                f"megabytes of {self.name} is {self.megabytes!r}; "
                f"give a whole number, 1 to {MOST_MEGABYTES}."
            )

    def memory(self) -> dict[str, Record]:
        return {"table": Table(self.megabytes)}

    def compiled_in(self) -> DepthSearch:
        return replace(self, megabytes=MEGABYTES)


class DepthRun(Run):
    """A depth search that is run to one depth, or to depth 1, 2, 3, …"""

    def __init__(self, search: DepthSearch, game: Game[Any], state: Any, request: Request) -> None:
        super().__init__(game, state, request)
        memory = search.memory()
        self._search, self.memory = search, tuple(memory.values())
        self.runner = (Runner if memory else PlainRunner)(
            *(type(search).root, game, search.compiled_in()),
            records={name: type(record) for name, record in memory.items()},
            compiled=request.compiled,
            watch=request.watch,
        )
        self.start()

    def iterations(self) -> Iterator[Result]:
        for depth in self._depths():
            if self.is_out_of_time:
                return
            found = self._searched(depth)
            yield found
            if not self.runner.watch.estimated:
                return  # a deeper search finds nothing new

    def _depths(self) -> Iterator[int]:
        deepest = MAX_DEPTH if self.limit.depth is None else self.limit.depth
        limited = self.limit.seconds is not None or self.limit.nodes is not None
        if self._search.deepening == "always" or (limited and self._search.deepening != "never"):
            return iter(range(1, deepest + 1))
        return iter([deepest] if deepest else [])

    def _searched(self, depth: int) -> Result:
        runner, memory = self.runner, self.memory
        try:
            value = runner(self.state, depth, records=memory, depth=depth, budget=self.budget)
        finally:
            self.nodes += runner.watch.nodes
        line = runner.watch.line(depth)
        return Result(
            move=None if self.game.to_move(self.state) == CHANCE else line[0],
            value=value + 0.0,  # never -0.0
            line=line,
            depth=depth,
            nodes=self.nodes,
            seconds=self.seconds,
            proved=not runner.watch.estimated and self._search.proves(self.game.traits),
            compiled=runner.compiled,
        )
