"""One search from its trees to its result, under a limit."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from outply.compiler import Stopped, Stuck
from outply.game import CHANCE, INFINITY, NO_MOVE, Game, OutplyError
from outply.search.base import Limit, Progress, Result
from outply.search.mcts.answer import Answer
from outply.search.mcts.grower import BATCH, Grower, Worlds
from outply.search.mcts.nodes import ROOT, Nodes
from outply.search.mcts.reuse import keep, kept_tree
from outply.search.positions import endless, finished, require_moves, stuck, unsearched
from outply.search.threads import SharedWork, Task, run_at_once

if TYPE_CHECKING:
    from outply.compiler.kernels import Kernel
    from outply.search.mcts.mcts import MCTS

__all__ = ["Growth"]

BETWEEN_REPORTS = 0.25  # seconds, about
FEW = 4 * BATCH  # simulations, before the first report
FASTER = 4  # times as many before the next, at most
WORLDS = 0.5  # of the time, at most, to list the states that may be
OTHER_SEED = 0x9E37_79B9


class Growth:
    def __init__(
        self, search: MCTS, game: Game[Any], state: Any, limit: Limit, kernel: Kernel | None
    ) -> None:
        self._search, self._game, self._state, self._limit = search, game, state, limit
        self._kernel = kernel
        self._began = perf_counter()
        self._deadline = INFINITY if limit.seconds is None else self._began + limit.seconds
        self._most = search.most_simulations(limit)
        self._growers: list[Grower] = []
        self._interrupted = False
        self._stretch_length = INFINITY  # simulations between reports

    @property
    def trees(self) -> list[Nodes]:
        return list(dict.fromkeys(grower.tree for grower in self._growers))

    def result(self, progress: Progress | None) -> Result:
        game, state, compiled = self._game, self._state, self._kernel is not None
        if game.is_terminal(state):
            return finished(game, state, compiled)
        found = unsearched(game, state, compiled)
        if found.move is not None and not compiled:
            require_moves(self._search.name, game, state)
        if self._most == 0 or self._limit.depth == 0 or self._limit.seconds == 0:
            return found
        self._grow(found, progress)
        if self._search.reuse and not self._interrupted:
            keep(self._search, game, state, self.trees[0])
        return self._answered(found)

    def _grow(self, found: Result, progress: Progress | None) -> None:
        try:
            self._growers = self._new_growers()
            self._to_the_end(found, progress)
        except Stopped:
            pass
        except KeyboardInterrupt:
            self._interrupted = True
        except MemoryError:
            raise endless(self._game, self._state) from None
        except Stuck:
            raise stuck(self._game, self._state, "at or below") from None
        except IndexError as error:
            if self._kernel is None and error.args != (NO_MOVE,):
                raise
            raise stuck(self._game, self._state, "at or below") from None

    def _to_the_end(self, found: Result, progress: Progress | None) -> None:
        """In stretches of whole simulations, so that reports between them change nothing."""
        self._stretch_length = FEW if progress else INFINITY
        while not self._is_over:
            began = perf_counter()
            self._stretch()
            if progress:
                progress(self._answered(found))
                faster = BETWEEN_REPORTS / max(perf_counter() - began, 1e-9)
                longer = int(self._stretch_length * min(faster, FASTER))
                self._stretch_length = max(longer // BATCH * BATCH, BATCH)

    @property
    def _made(self) -> int:
        return sum(grower.made for grower in self._growers)

    @property
    def _is_over(self) -> bool:
        is_spent = self._most is not None and self._made >= self._most
        return is_spent or any(tree.is_solved(ROOT) for tree in self.trees)

    def _stretch(self) -> None:
        """All threads at once; one alone makes room first, if there is none."""
        first, *others = self._growers
        if others and first.tree.is_full():
            first.grow(0)
        pool = SharedWork(self._wanted, len(self._growers))
        for grower in self._growers:
            grower.draw_from(pool, self._deadline)
        if others:
            self._at_once()
        else:
            first.go_on()

    def _at_once(self) -> None:
        try:
            run_at_once([Task(grower.go_on, grower.stop) for grower in self._growers])
        finally:
            for grower in self._growers:
                grower.pay_debts()

    @property
    def _wanted(self) -> float:
        """Simulations before the next report, or the end."""
        left = INFINITY if self._most is None else self._most - self._made
        return min(left, self._stretch_length)

    # -- trees ------------------------------------------------------------------------

    def _new_growers(self) -> list[Grower]:
        search, game = self._search, self._game
        count = search.threads if self._kernel is not None else 1
        apart = search.parallel == "root" or game.traits.hidden
        trees = [self._new_tree()]
        trees += [self._new_tree() for _ in range(count - 1)] if apart else trees * (count - 1)
        worlds = self._worlds()
        growers = [
            Grower(game, worlds, self._kernel, tree, search.seed + OTHER_SEED * number)
            for number, tree in enumerate(trees)
        ]
        self._take_kept_tree(growers)
        for grower in growers:
            grower.tree.be_grown_by(sum(each.tree is grower.tree for each in growers))
        return growers

    def _new_tree(self) -> Nodes:
        search = self._search
        try:
            return Nodes(search.megabytes, search.manner(self._game, self._limit))
        except (OSError, MemoryError):
            raise OutplyError(
                f"This machine has no {search.megabytes:,} megabytes for a tree; give fewer."
            ) from None

    def _take_kept_tree(self, growers: list[Grower]) -> None:
        """The first grows on what is left of the tree of the move before, if there is one."""
        if self._search.reuse:
            tree, node = kept_tree(self._search, self._game, self._state)
            if tree is not None and len({grower.tree for grower in growers}) == 1:
                tree.behave(self._search.manner(self._game, self._limit))
                for grower in growers:
                    grower.tree = tree
                growers[0].grow(0, node)

    def _worlds(self) -> Worlds:
        """Where a simulation may begin, as far as there is time to list that."""
        game, state = self._game, self._state
        player = game.to_move(state)
        if player == CHANCE or not game.traits.hidden:
            return [(state, 1.0)]
        worlds = []
        until = self._began + WORLDS * (self._deadline - self._began)
        for world in game.worlds(state, player):
            worlds.append(world)
            if perf_counter() > until:
                break
        return worlds

    # -- the answer -------------------------------------------------------------------

    def _answered(self, found: Result) -> Result:
        answer = Answer(self._game, self._state, self.trees)
        return replace(
            answer.added_to(found) if self._growers else found,
            nodes=self._made,
            seconds=perf_counter() - self._began,
            interrupted=self._interrupted,
        )
