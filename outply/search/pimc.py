"""Determinisation: guess what is hidden, many times, and search each guess as if it were seen.

Sources: Ginsberg, "GIB: Imperfect Information in a Computationally Challenging Game", Journal of
Artificial Intelligence Research 14 (2001); Frank and Basin, "Search in Games with Incomplete
Information", Artificial Intelligence 100 (1998), for what is wrong with it; Long, Sturtevant, Buro
and Furtak, "Understanding the Success of Perfect Information Monte Carlo Sampling" (2010), for
when it works all the same.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from outply.compiler import Stopped
from outply.game import CHANCE, MAX, Game, OutplyError, Traits
from outply.search.base import MAX_DEPTH, Request, Result, Search
from outply.search.depth import DepthRun, from_the_mover
from outply.search.open_information import warn_of_hidden_information, with_open_information
from outply.search.run_within_limit import Run
from outply.search.star import Star2

__all__ = ["PIMC"]

MOST_SAMPLES = 1 << 20
INNER = Star2()


@dataclass(frozen=True)
class PIMC(Search):
    """Perfect-information Monte Carlo: plays what is best on the average of sampled worlds.

    A world is a state that the player to move cannot tell from the real one. If there are more
    than `samples`, `samples` are drawn, each as likely as chance made it. Each legal move is looked
    at in each world by star2, to the depth limit, which counts players' moves. So the value is
    what it would be if all were seen from the next move on: an estimate, unless nothing is hidden.
    """

    name: ClassVar[str] = "pimc"

    samples: int = 20
    seed: int = 0

    def __post_init__(self) -> None:
        for name, least, most in (("samples", 1, MOST_SAMPLES), ("seed", 0, 2**62)):
            given = getattr(self, name)
            if type(given) is not int or not least <= given <= most:
                wanted = f"a whole number, {least} to {most:,}"
                raise OutplyError(f"{name} of {self.name} is {given!r}; give {wanted}.")

    def refusal(self, traits: Traits) -> str | None:
        return INNER.refusal(replace(traits, hidden=False))

    def answer(self, game: Game[Any], state: Any, request: Request) -> Result:
        self.require(game)
        warn_of_hidden_information(self.name, game)
        if request.watch is not None:
            raise OutplyError(f"{self.name} searches many trees, and records none.")
        return PimcRun(self, game, state, request).result()

    def worlds(self, game: Game[Any], state: Any) -> list[tuple[Any, float]]:
        """Those to look at, with weights that sum to one; where chance is to move, the real one."""
        player = game.to_move(state)
        if player == CHANCE:
            return [(state, 1.0)]
        every = list(game.worlds(state, player))
        if len(every) <= self.samples:
            return every
        rng = random.Random(f"{self.seed} {game.observation(state, player)}")
        weights = [chance for _, chance in every]
        drawn = Counter(rng.choices(range(len(every)), weights, k=self.samples))
        return [(every[index][0], times / self.samples) for index, times in drawn.items()]


class PimcRun(Run):
    """All worlds are searched to depth 1, then to depth 2, and so on."""

    def __init__(self, search: PIMC, game: Game[Any], state: Any, request: Request) -> None:
        super().__init__(game, state, request)
        inner = DepthRun(INNER, with_open_information(game), state, request)
        self.runner, self._memory = inner.runner, inner.memory  # they serve all worlds
        self._worlds = [] if game.is_terminal(state) else search.worlds(game, state)
        self._estimated = False  # whether anything in the present iteration was
        self.start()

    def iterations(self) -> Iterator[Result]:
        for depth in self._depths():
            yield self._searched(depth)
            if not self._estimated:
                return

    def _depths(self) -> Iterator[int]:
        """With a limit of depth alone, only that depth."""
        limit = self.limit
        deepest = MAX_DEPTH if limit.depth is None else limit.depth
        straight = limit.depth is not None and limit.seconds is None and limit.nodes is None
        return iter(range(deepest if straight and deepest else 1, deepest + 1))

    def _searched(self, depth: int) -> Result:
        self._estimated = False
        move = None
        if self.game.to_move(self.state) == CHANCE:
            value = self._value_to_max(self.state, depth)
        else:
            means = self._mean_values(depth)
            move = max(means, key=means.__getitem__)
            value = means[move]
        return Result(
            move=move,
            value=value + 0.0,  # never -0.0
            line=() if move is None else (move,),
            depth=depth,
            nodes=self.nodes,
            seconds=self.seconds,
            proved=not self._estimated and not self.game.traits.hidden,
            compiled=self.runner.compiled,
        )

    def _mean_values(self, depth: int) -> dict[int, float]:
        """What each move is worth to the player to move, on the average of all worlds."""
        game = self.game
        sign = 1.0 if game.to_move(self.state) == MAX else -1.0
        means = dict.fromkeys(game.moves(self.state), 0.0)
        for world, weight in self._worlds:
            for move in means:
                value = self._value_to_max(game.result(world, move), depth - 1)
                means[move] += sign * weight * value
        return means

    def _value_to_max(self, state: Any, depth: int) -> float:
        """Raises Stopped when nodes or time are spent."""
        if self.is_out_of_time:
            raise Stopped
        runner = self.runner
        try:
            value = runner(state, depth, records=self._memory, depth=depth, budget=self.budget)
        finally:
            self.nodes += runner.watch.nodes
            self._estimated |= runner.watch.estimated
        return from_the_mover(self.game, state, MAX, value)
