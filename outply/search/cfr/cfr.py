"""Counterfactual regret minimisation: what is asked of it.

Sources: Zinkevich, Johanson, Bowling and Piccione (2007); Tammelin (2014), for CFR+; Lanctot,
Waugh, Zinkevich and Bowling (2009), for external sampling.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import Game, OutplyError, Traits
from outply.search.base import UNLIMITED, Limit, Progress, Result, Search, WatchMaker
from outply.search.cfr.exploration import Exploration, Unexplored, require_small
from outply.search.cfr.learning import Learning
from outply.search.cfr.rounds import Rounds, Speed
from outply.search.cfr.sequences import Sequences
from outply.search.cfr.strategy import Strategy
from outply.search.coded_moves import takes_any_moves
from outply.search.positions import finished

__all__ = ["CFR", "MCCFR", "RegretSearch"]

MOST = 2**53  # of any parameter


@dataclass(frozen=True)
class RegretSearch(Search):
    """Plays a game against itself and learns from what it regrets.

    The whole game is explored first, from its start, and refused if it has more than `most_nodes`
    histories; what was explored is kept for the next search of the same game. Then there are so
    many `iterations`, or fewer if the limit says so; without, there are as many as the limit of
    seconds or nodes allows, or the `usual` number. `nodes` counts the histories explored, and
    those that iterations visit. A search whose time is over before the game is explored answers
    with what `pimc` finds meanwhile; the next one goes on exploring.
    """

    usual: ClassVar[int] = 1000

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
        if not traits.zero_sum:
            return "one player's gain is not the other's loss here"
        return None

    def require(self, game: Game[Any]) -> None:
        super().require(game)
        require_small(self.name, game, self.most_nodes)

    @abstractmethod
    def learn(self, speed: Speed, rounds: Rounds, explored: Exploration, form: Sequences) -> None:
        """Go through some rounds; raises Stopped when all visits allowed are spent."""

    def solve(
        self, game: Game[Any], limit: Limit | None = None, *, compiled: bool | None = None
    ) -> Strategy:
        """A strategy for both players. Ctrl-C ends learning with what was learned."""
        self._require(game, limit or UNLIMITED)
        learning = Learning(self, game, limit or UNLIMITED, compiled is not False)
        try:
            return learning.strategy()
        except Unexplored as spent:
            raise OutplyError(
                f"The limit was spent before {game.name} was explored, after "
                f"{spent.histories:,} histories; give more, or none."
            ) from None

    @takes_any_moves
    def search(
        self,
        game: Game[Any],
        state: Any,
        limit: Limit | None = None,
        *,
        compiled: bool | None = None,
        watch: WatchMaker | None = None,
        progress: Progress | None = None,
    ) -> Result:
        """A move drawn from the strategy: the same for the same seed and sight of `state`."""
        self._require(game, limit or UNLIMITED)
        if watch is not None:
            raise OutplyError(f"{self.name} searches no tree that it could record.")
        if game.is_terminal(state):
            return finished(game, state, compiled is not False)
        learning = Learning(self, game, limit or UNLIMITED, compiled is not False)
        result = learning.result(state)
        if progress:
            progress(result)
        return result

    def _require(self, game: Game[Any], limit: Limit) -> None:
        self.require(game)
        if limit.depth is not None:
            raise OutplyError(
                f"{self.name} has no depth, it looks to the end of the game; "
                "limit its seconds, its nodes or its iterations."
            )


@dataclass(frozen=True)
class CFR(RegretSearch):
    """CFR+: each iteration goes through the whole game."""

    name: ClassVar[str] = "cfr"

    def learn(self, speed: Speed, rounds: Rounds, explored: Exploration, form: Sequences) -> None:
        speed.improve(rounds, form)


@dataclass(frozen=True)
class MCCFR(RegretSearch):
    """External sampling: each iteration tries all moves of one player against one of all else."""

    name: ClassVar[str] = "mccfr"
    usual: ClassVar[int] = 100_000

    def learn(self, speed: Speed, rounds: Rounds, explored: Exploration, form: Sequences) -> None:
        speed.sample(rounds, form, explored.tree, explored.height + 1)
