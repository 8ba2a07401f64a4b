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
from time import perf_counter
from typing import Any, ClassVar

from outply.compiler import NotCompilable, Stopped, Stuck
from outply.game import CHANCE, INFINITY, MAX, Game, OutplyError, Traits
from outply.search.base import (
    MAX_DEPTH,
    UNLIMITED,
    Limit,
    Progress,
    Result,
    Search,
    WatchMaker,
)
from outply.search.depth import (
    CompiledRunner,
    InterpretedRunner,
    Runner,
    from_the_mover,
    warn_interpreted,
)
from outply.search.moves import takes_any_moves
from outply.search.opened import opened
from outply.search.star import Star2
from outply.search.static import endless, finished, stuck, unsearched
from outply.search.watch import Watch

__all__ = ["PIMC"]

MOST_SAMPLES = 1 << 20
INNER = Star2()


@dataclass(frozen=True)
class PIMC(Search):
    """Perfect-information Monte Carlo: plays what is best on the average of sampled worlds.

    A world is a state that the player to move cannot tell from the real one. If there are more
    than `samples`, so many are drawn, each as likely as chance made it. Each legal move is looked
    at in each world by star2, to the depth limit, which counts players' moves. So the value is
    what it would be if all were seen from the next move on: a guess, unless nothing is hidden.
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
        self.require(game)
        if watch is not None:
            raise OutplyError(f"{self.name} searches many trees, and records none.")
        run = _runner(opened(game), compiled)
        if game.is_terminal(state):
            return finished(game, state, run.compiled)
        worlds = self.worlds(game, state)
        return _Rounds(game, state, worlds, run, limit or UNLIMITED, progress).result()

    def worlds(self, game: Game[Any], state: Any) -> list[tuple[Any, float]]:
        """Those to look at, with weights that sum to one; where chance is to move, the real one."""
        player = game.to_move(state)
        if player == CHANCE:
            return [(state, 1.0)]
        every = list(game.worlds(state, player))
        if len(every) <= self.samples:
            return every
        dice = random.Random(f"{self.seed} {game.observation(state, player)}")
        weights = [chance for _, chance in every]
        drawn = Counter(dice.choices(range(len(every)), weights, k=self.samples))
        return [(every[index][0], times / self.samples) for index, times in drawn.items()]


def _runner(game: Game[Any], compiled: bool | None) -> Runner:
    """Star2 at either speed; its memory serves all worlds."""
    if compiled is not False:
        try:
            return CompiledRunner(INNER, game)
        except NotCompilable as reason:
            if compiled:
                raise
            warn_interpreted(game, reason)
    return InterpretedRunner(INNER, game, Watch)


class _Rounds:
    """One search under a limit: all worlds to depth 1, then to depth 2, and so on."""

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        worlds: list[tuple[Any, float]],
        run: Runner,
        limit: Limit,
        progress: Progress | None,
    ) -> None:
        self._game, self._state, self._worlds = game, state, worlds
        self._run, self._limit, self._progress = run, limit, progress
        self._began = perf_counter()
        self._deadline = INFINITY if limit.seconds is None else self._began + limit.seconds
        self._nodes = 0
        self._guessed = False  # whether anything in the present round was

    def result(self) -> Result:
        best = unsearched(self._game, self._state, self._run.compiled)
        try:
            for depth in self._depths():
                best = self._round(best, depth)
                if self._progress:
                    self._progress(best)
                if not self._guessed:
                    break
        except Stopped:
            pass
        except KeyboardInterrupt:
            best = replace(best, interrupted=True)
        except Stuck:
            raise stuck(self._game, self._state, "at or below") from None
        except MemoryError:
            if best.depth == 0:
                raise endless(self._game, self._state) from None
        return replace(best, nodes=self._nodes, seconds=perf_counter() - self._began)

    def _depths(self) -> Iterator[int]:
        """With a depth alone, straight to it."""
        limit = self._limit
        deepest = MAX_DEPTH if limit.depth is None else limit.depth
        straight = limit.depth is not None and limit.seconds is None and limit.nodes is None
        return iter(range(deepest if straight and deepest else 1, deepest + 1))

    def _round(self, best: Result, depth: int) -> Result:
        self._guessed = False
        move, value = self._best_move(depth) if best.move is not None else self._no_move(depth)
        return replace(
            best,
            move=move,
            value=value + 0.0,  # never -0.0
            line=() if move is None else (move,),
            depth=depth,
            nodes=self._nodes,
            seconds=perf_counter() - self._began,
            proved=not self._guessed and not self._game.traits.hidden,
        )

    def _no_move(self, depth: int) -> tuple[None, float]:
        """Where chance is to move."""
        return None, self._to_max(self._state, depth)

    def _best_move(self, depth: int) -> tuple[int, float]:
        means = self._means(depth)
        move = max(means, key=means.__getitem__)
        return move, means[move]

    def _means(self, depth: int) -> dict[int, float]:
        """What each move is worth to the player to move, on the average of all worlds."""
        game = self._game
        sign = 1.0 if game.to_move(self._state) == MAX else -1.0
        means = dict.fromkeys(game.moves(self._state), 0.0)
        for world, weight in self._worlds:
            for move in means:
                value = self._to_max(game.result(world, move), depth - 1)
                means[move] += sign * weight * value
        return means

    def _to_max(self, state: Any, depth: int) -> float:
        """Raises Stopped when nodes or time are over."""
        nodes = INFINITY if self._limit.nodes is None else self._limit.nodes - self._nodes
        if perf_counter() >= self._deadline:
            raise Stopped
        try:
            value = self._run(state, depth, nodes, self._deadline)
        finally:
            self._nodes += self._run.books.nodes
            self._guessed |= self._run.books.guessed
            self._run.books = Watch(0)
        return from_the_mover(self._game, state, MAX, value)
