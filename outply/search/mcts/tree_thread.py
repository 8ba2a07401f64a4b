"""One thread of a search: it runs simulations, each of four phases.

Sources: Coulom, "Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search" (2006);
Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning" (2006); Browne et al., "A Survey of Monte
Carlo Tree Search Methods" (2012), for the four phases; Cowling, Powley and Whitehouse, "Information
Set Monte Carlo Tree Search" (2012), for hidden information.
"""

from __future__ import annotations

import random
from time import perf_counter
from typing import Any

from outply.compiler import Stopped
from outply.game import Game
from outply.search.mcts.backpropagation import backpropagate
from outply.search.mcts.expansion import expand
from outply.search.mcts.garbage_collection import collect_garbage, keep_below
from outply.search.mcts.playout import play_out
from outply.search.mcts.search_tree import ROOT, SearchTree
from outply.search.mcts.selection import select
from outply.search.mcts.simulation import Simulation, write_batches
from outply.search.runner import UNBOUNDED, Budget, Runner
from outply.search.threads import SharedWork
from outply.search.watch import Watch

__all__ = ["SIMULATIONS_PER_WORLD", "TreeThread", "Worlds", "run_simulations"]

SIMULATIONS_PER_WORLD = 16  # before another world is drawn
MOST_AT_ONCE = 1 << 40  # simulations

Worlds = list[tuple[Any, float]]


def run_simulations(
    game: Game[Any],
    state: Any,
    root: int,
    simulations: int,
    watch: Watch,
    tree: SearchTree,
    simulation: Simulation,
) -> int:
    """Run `simulations` simulations from a node, the new root; returns how many were run.

    They end when the tree is full or the root is solved. Garbage is collected first if the tree
    is full; but if several threads share it, only when no simulations are wanted.
    """
    if root != ROOT:
        keep_below(tree, root)
    if tree.is_full() and (simulations == 0 or not tree.is_shared()):
        collect_garbage(tree)
    count = 0
    while count < simulations and not tree.is_full() and not tree.is_solved(ROOT):
        watch.enter(state, 0)
        leaf = select(game, state, tree, simulation)
        leaf = expand(game, leaf, tree, simulation)
        play_out(game, leaf, watch, tree, simulation)
        backpropagate(tree, simulation)
        count += 1
    return count


class TreeThread:
    """Runs simulations on a tree; each starts in one of the worlds, drawn with its probability."""

    def __init__(self, runner: Runner, worlds: Worlds, tree: SearchTree, seed: int) -> None:
        self._runner, self.tree = runner.renewed(), tree
        self._worlds, self._weights = [each[0] for each in worlds], [each[1] for each in worlds]
        self._rng, self._simulation = random.Random(seed), Simulation(seed)
        self.count = 0  # simulations

    def run_all(self, work: SharedWork, budget: Budget) -> None:
        """Run simulations until no work is left or the root is solved.

        Raises Stopped when the time is over. If other threads use the tree too, it also returns
        when the tree is full.
        """
        until: float = self.count
        while not self.tree.is_solved(ROOT):
            if self.count >= until:
                until = self.count + work.take()
            if self.count >= until or (self.tree.is_full() and self.tree.is_shared()):
                return
            self.run(until - self.count, budget)

    def run(self, simulations: float, budget: Budget) -> None:
        """Run up to `simulations` simulations, all in one world."""
        world, wanted = self._worlds[0], int(min(simulations, MOST_AT_ONCE))
        if len(self._worlds) > 1:
            if perf_counter() >= budget.deadline:  # the kernel looks at the clock too rarely
                raise Stopped
            world = self._rng.choices(self._worlds, self._weights)[0]
            wanted = min(wanted, SIMULATIONS_PER_WORLD)
        self._call(world, ROOT, wanted, budget)

    def collect_garbage(self, root: int = ROOT) -> None:
        """Make a node the root, and make room if the tree is full."""
        self._call(self._worlds[0], root, 0, UNBOUNDED)

    def _call(self, world: Any, root: int, wanted: int, budget: Budget) -> None:
        runner, records = self._runner, (self.tree, self._simulation)
        try:
            runner(world, root, wanted, records=records, budget=budget)
        except (Stopped, KeyboardInterrupt):
            self.count -= self._simulation.undo(self.tree)
            raise
        finally:
            self.count += runner.watch.nodes

    def write_batches(self) -> None:
        """Complete the statistics of the tree, when no thread is running."""
        write_batches(self.tree, self._simulation)

    def stop(self) -> None:
        """Stop for good; from another thread."""
        self._runner.stop()

    def end_by(self, deadline: float) -> None:
        """Stop at this time at the latest; from another thread."""
        self._runner.end_by(deadline)
