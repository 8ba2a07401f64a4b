"""Counterfactual regret minimization: the searches CFR and MCCFR.

Sources: Zinkevich, Johanson, Bowling and Piccione (2007); Tammelin (2014), for CFR+; Lanctot,
Waugh, Zinkevich and Bowling (2009), for external sampling.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from outply.compiler.records import Record
from outply.game import Game, OutplyError, Traits
from outply.search.base import UNLIMITED, Limit, Request, Result, Search
from outply.search.cfr.cfr_iterations import NO_RULES, cfr_plus, external_sampling
from outply.search.cfr.exploration import Exploration, Histories, Unexplored, require_small
from outply.search.cfr.regret_tables import RegretTables
from outply.search.cfr.run import RegretRun
from outply.search.cfr.strategy import Strategy
from outply.search.runner import Runner

__all__ = ["CFR", "MCCFR", "RegretSearch"]

MOST = 2**53  # of any parameter


@dataclass(frozen=True)
class RegretSearch(Search):
    """Minimizes regret in the whole game, by playing against itself.

    The whole game is explored first, from its start, and refused if it has more than `most_nodes`
    histories; an exploration is kept for the next search of the same game. Then
    `iterations` iterations follow, or fewer if the limit is reached; by default, there are as many
    as the limit of seconds or nodes allows, or the `usual` number. `nodes` counts the histories
    explored, and those that iterations visit. A search whose time is over before the game is
    explored answers by `pimc`; the next one continues the exploration.
    """

    usual: ClassVar[int] = 1000
    recurs: ClassVar[bool] = False  # whether an iteration calls itself at each ply

    iterations: int = 0
    seed: int = 0
    most_nodes: int = 2_000_000

    def __post_init__(self) -> None:
        for name, least in (("iterations", 0), ("seed", 0), ("most_nodes", 1)):
            given = getattr(self, name)
            if type(given) is not int or not least <= given <= MOST:
                raise OutplyError(
                    f"{name} of {self.name} is {given!r}; give a whole number, {least} or more."
                )

    def refusal(self, traits: Traits) -> str | None:
        if traits.players != 2:
            return f"it is for two players and this game has {traits.players}"
        return None if traits.zero_sum else "one player's gain is not the other's loss here"

    def require(self, game: Game[Any]) -> None:
        super().require(game)
        require_small(self.name, game, self.most_nodes)

    @abstractmethod
    def runner(self, compiled: bool) -> Runner:
        """Calls the function that runs iterations; it raises Stopped when no visits are left."""

    @abstractmethod
    def records(self, explored: Exploration, form: RegretTables) -> tuple[Record, ...]:
        """The records that the function takes."""

    def solve(
        self, game: Game[Any], limit: Limit | None = None, *, compiled: bool | None = None
    ) -> Strategy:
        """A strategy for both players; after Ctrl-C, that of the iterations so far."""
        request = Request(limit or UNLIMITED, compiled)
        self._require(game, request.limit)
        run = RegretRun(self, game, game.initial(), request)
        try:
            return run.strategy()
        except Unexplored as spent:
            raise OutplyError(
                f"The limit was spent before {game.name} was explored, after "
                f"{spent.histories:,} histories; raise the limit or remove it."
            ) from None

    def answer(self, game: Game[Any], state: Any, request: Request) -> Result:
        """A move drawn from the strategy: the same for the same seed and observation of `state`."""
        self._require(game, request.limit)
        if request.watch is not None:
            raise OutplyError(f"{self.name} searches no tree that it could record.")
        return RegretRun(self, game, state, request).result()

    def _require(self, game: Game[Any], limit: Limit) -> None:
        self.require(game)
        if limit.depth is not None:
            raise OutplyError(
                f"{self.name} has no depth limit, since it searches to the end of the game; "
                "limit its seconds, its nodes or its iterations."
            )


@dataclass(frozen=True)
class CFR(RegretSearch):
    """CFR+: each iteration traverses the whole game."""

    name: ClassVar[str] = "cfr"

    def runner(self, compiled: bool) -> Runner:
        records = {"form": RegretTables}
        return Runner(cfr_plus, NO_RULES, records=records, compiled=compiled, has_watch=False)

    def records(self, explored: Exploration, form: RegretTables) -> tuple[Record, ...]:
        return (form,)


@dataclass(frozen=True)
class MCCFR(RegretSearch):
    """External sampling: an iteration tries all moves of one player, and samples all else."""

    name: ClassVar[str] = "mccfr"
    usual: ClassVar[int] = 100_000
    recurs: ClassVar[bool] = True

    def runner(self, compiled: bool) -> Runner:
        return Runner(
            *(external_sampling, NO_RULES),
            records={"form": RegretTables, "tree": Histories},
            compiled=compiled,
            has_watch=False,
        )

    def records(self, explored: Exploration, form: RegretTables) -> tuple[Record, ...]:
        return (form, explored.tree)
