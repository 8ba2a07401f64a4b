"""One Monte-Carlo tree search: its trees, its threads and its result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from outply.compiler.errors import EndlessChance
from outply.game import CHANCE, INFINITY, NO_MOVE, Game, OutplyError
from outply.search.base import Request, Result
from outply.search.mcts.reuse import keep_tree, take_kept_tree
from outply.search.mcts.root_statistics import RootStatistics
from outply.search.mcts.search_tree import ROOT, SearchTree
from outply.search.mcts.simulation import Simulation
from outply.search.mcts.tree_thread import (
    SIMULATIONS_PER_WORLD,
    TreeThread,
    Worlds,
    run_simulations,
)
from outply.search.run_within_limit import Run
from outply.search.runner import Budget, Runner
from outply.search.threads import SharedWork, ThreadTask, run_at_once
from outply.search.unsearched_positions import endless, require_moves, stuck, unsearched
from outply.search.watch import Watch

if TYPE_CHECKING:
    from outply.search.mcts.mcts import MCTS

__all__ = ["MctsRun"]

BETWEEN_REPORTS = 0.25  # seconds, about
FIRST_REPORT = 4 * SIMULATIONS_PER_WORLD  # simulations
MOST_GROWTH = 4  # times as many simulations before the next report, at most
WORLDS_SHARE = 0.5  # of the time, at most, to list the worlds
SEED_STEP = 0x9E37_79B9  # between the seeds of two threads


class MctsRun(Run):
    """Runs simulations in one or several threads; `trees` are what they grow."""

    def __init__(self, search: MCTS, game: Game[Any], state: Any, request: Request) -> None:
        super().__init__(game, state, request)
        self._search, self._most = search, search.most_simulations(self.limit)
        self._threads: list[TreeThread] = []
        self.runner = Runner(
            *(run_simulations, game),
            records={"tree": SearchTree, "simulation": Simulation},
            compiled=request.compiled,
            watch=None if request.watch is None else Watch,  # which gets the tree afterwards
        )
        self.start()

    @property
    def trees(self) -> list[SearchTree]:
        return list(dict.fromkeys(thread.tree for thread in self._threads))

    def result(self) -> Result:
        found = super().result()
        if self._search.reuse and self._threads and not found.interrupted:
            keep_tree(self._search, self.game, self.state, self.trees[0])
        return found

    def iterations(self) -> Iterator[Result]:
        """Run all simulations; reports in between do not change the answer."""
        if self._unsearched.move is not None and not self.runner.compiled:
            require_moves(self._search.name, self.game, self.state)
        if 0 in (self._most, self.limit.depth, self.limit.seconds):
            return
        self._threads = self._new_threads()
        simulations = FIRST_REPORT if self.progress else INFINITY
        while not self._is_done and not self.is_stopped:
            began = perf_counter()
            self._run(simulations)
            if self.progress:
                yield self.as_of_now(None)
                growth = BETWEEN_REPORTS / max(perf_counter() - began, 1e-9)
                worlds = int(simulations * min(growth, MOST_GROWTH)) // SIMULATIONS_PER_WORLD
                simulations = max(worlds, 1) * SIMULATIONS_PER_WORLD

    def as_of_now(self, best: Result | None) -> Result:
        """What the trees say, or a first move if there are none yet."""
        found = self._unsearched
        if self._threads:
            found = RootStatistics(self.game, self.state, self.trees).added_to(found)
        return replace(found, nodes=self.nodes, seconds=self.seconds)

    def stop(self) -> None:
        self.is_stopped = True
        for thread in self._threads:
            thread.stop()

    def end_by(self, deadline: float) -> None:
        for thread in self._threads:
            thread.end_by(deadline)

    @cached_property
    def _unsearched(self) -> Result:
        return unsearched(self.game, self.state, self.runner.compiled)

    # -- simulations ------------------------------------------------------------------

    @property
    def _is_done(self) -> bool:
        is_spent = self._most is not None and self.nodes >= self._most
        return is_spent or any(tree.is_solved(ROOT) for tree in self.trees)

    def _run(self, simulations: float) -> None:
        """Run `simulations` simulations, or as many as are left."""
        left = INFINITY if self._most is None else self._most - self.nodes
        try:
            self._run_threads(SharedWork(min(left, simulations), len(self._threads)))
        except EndlessChance:
            raise endless(self.game, self.state) from None
        except IndexError as error:
            if not self.runner.compiled and error.args != (NO_MOVE,):
                raise
            raise stuck(self.game, self.state, "at or below") from None
        finally:
            self.nodes = sum(thread.count for thread in self._threads)

    def _run_threads(self, work: SharedWork) -> None:
        """Run all threads until the work is done; before several start, one makes room."""
        first, *others = self._threads
        budget = Budget(deadline=self.deadline)
        if not others:
            first.run_all(work, budget)
            return
        if first.tree.is_full():
            first.collect_garbage()
        try:
            threads = self._threads
            run_at_once([ThreadTask(partial(t.run_all, work, budget), t.stop) for t in threads])
        finally:
            for thread in self._threads:
                thread.write_batches()

    # -- trees ------------------------------------------------------------------------

    def _new_threads(self) -> list[TreeThread]:
        search, game = self._search, self.game
        count = search.threads if self.runner.compiled else 1
        has_one_tree = search.parallel == "tree" and not game.traits.hidden
        trees = [self._new_tree()]
        trees += (
            trees * (count - 1) if has_one_tree else [self._new_tree() for _ in range(1, count)]
        )
        worlds = self._worlds()
        threads = [
            TreeThread(self.runner, worlds, tree, search.seed + SEED_STEP * number)
            for number, tree in enumerate(trees)
        ]
        self._reuse_tree(threads)
        for thread in threads:
            thread.tree.set_threads(sum(each.tree is thread.tree for each in threads))
        return threads

    def _new_tree(self) -> SearchTree:
        search = self._search
        try:
            return SearchTree(search.megabytes, search.settings(self.game, self.limit))
        except (OSError, MemoryError):
            raise OutplyError(
                f"This machine has no {search.megabytes:,} megabytes for a tree; give fewer."
            ) from None

    def _reuse_tree(self, threads: list[TreeThread]) -> None:
        """Continue with the tree of the search before, if it contains the state."""
        if not self._search.reuse:
            return
        kept = take_kept_tree(self._search, self.game, self.state)
        if kept is not None and len({thread.tree for thread in threads}) == 1:
            kept.tree.apply(self._search.settings(self.game, self.limit))
            for thread in threads:
                thread.tree = kept.tree
            threads[0].collect_garbage(kept.node)

    def _worlds(self) -> Worlds:
        """The states in which simulations start, as many as there is time to list."""
        game, state = self.game, self.state
        player = game.to_move(state)
        if player == CHANCE or not game.traits.hidden:
            return [(state, 1.0)]
        worlds = []
        until = self.began + WORLDS_SHARE * (self.deadline - self.began)
        for world in game.worlds(state, player):
            worlds.append(world)
            if perf_counter() > until:
                break
        return worlds
