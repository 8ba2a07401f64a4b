"""Monte-Carlo tree search: what is good is found out by playing on, again and again.

The algorithm is in walk.py, with its sources.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from outply.compiler import NotCompilable, kernel
from outply.compiler.memory import NativeWatch
from outply.game import Game, OutplyError, Traits
from outply.search.base import UNLIMITED, Limit, Progress, Result, Search, WatchMaker
from outply.search.coded_moves import takes_any_moves
from outply.search.mcts.growth import Growth
from outply.search.mcts.manner import Manner, scale_of
from outply.search.mcts.nodes import Nodes
from outply.search.mcts.playouts import ORDERED, RANDOM
from outply.search.mcts.policies import PUCT, RAVE, TUNED, UCB1
from outply.search.mcts.priors import BY_EVALUATION, BY_ORDER, UNIFORM
from outply.search.mcts.replay import replay
from outply.search.mcts.walk import grow
from outply.search.mcts.walker import MOST_PLAYERS, MOST_STEPS, Walker
from outply.search.runner import warn_interpreted

if TYPE_CHECKING:
    from outply.compiler.kernels import Kernel

__all__ = ["MCTS"]

SIMULATIONS = 10_000  # if nothing else is a limit
POLICIES = {"ucb1": UCB1, "tuned": TUNED, "rave": RAVE, "grave": RAVE, "puct": PUCT}
FIRST_PLAY = {"puct": 0.5}
EVERYTHING_FIRST = 10.0
EXPLORATION = {"ucb1": 0.4, "tuned": 0.7, "rave": 0.3, "grave": 0.3, "puct": 1.25}
PLAYOUTS = {"random": RANDOM, "ordered": ORDERED, "none": RANDOM}
PRIORS = {"order": BY_ORDER, "evaluation": BY_EVALUATION, "uniform": UNIFORM}
CHOICES = {"policy": POLICIES, "playout": PLAYOUTS, "priors": PRIORS, "parallel": ("tree", "root")}
WHOLE = {
    "simulations": (0, 1 << 40),
    "playout_plies": (0, 1 << 20),
    "reference": (0, 1 << 40),
    "expand_after": (0, 1 << 40),
    "threads": (1, 256),
    "megabytes": (1, 1 << 16),
    "seed": (0, 1 << 62),
}


@dataclass(frozen=True)
class MCTS(Search):
    """Grows a tree towards what does well in simulations.

    Without `simulations` there are as many as the limit of seconds or nodes allows, or 10,000:
    `nodes` counts simulations. A limit of depth is one of the tree.

    `policy` says which move a simulation goes on with: `ucb1`, `tuned` (by the spread of values),
    `rave` and `grave` (a move is also judged by simulations that have it later; `bias` says how
    soon its own count more, and `grave` looks at the nearest family that has had `reference`
    visits) or `puct` (by `priors`: the game's `order`, the `evaluation` behind each move, or
    `uniform`). `exploration` is its constant, for values from 0 to 1; each policy has one of its
    own. `first_play` is what a move counts that was never tried: 10, which has all of them tried
    first, or with `puct` 0.5.

    A `playout` goes on at `random`, or `ordered` (of two at random the better by the game's
    order), or there is `none`: then, and after `playout_plies`, the game's evaluation is asked.
    A state's moves join the tree when it was visited more than `expand_after` times.

    `solver` proves wins, losses and draws, of two players who see everything. `reuse` goes on with
    the tree of the move before, so answers depend on that. `threads` grow one tree together, or
    with `parallel=root` one each (as they do where something is hidden). A tree that would take
    more than `megabytes` (each, with `parallel=root`) gives up what was visited least. The same
    seed and number of simulations always give the same answer, with one thread and without reuse.
    """

    name: ClassVar[str] = "mcts"
    values_for: ClassVar[str] = "chooser"
    values_every_move: ClassVar[bool] = True

    simulations: int = 0
    policy: str = "ucb1"
    exploration: float | None = None
    first_play: float | None = None
    bias: float = 1e-4
    reference: int = 50
    priors: str = "order"
    playout: str = "random"
    playout_plies: int = 1000
    expand_after: int = 1
    solver: bool = True
    reuse: bool = False
    threads: int = 1
    parallel: str = "tree"
    megabytes: int = 256
    seed: int = 0

    def __post_init__(self) -> None:
        for name, (least, most) in WHOLE.items():
            wanted = f"a whole number, {least} to {most:,}"
            self._require(name, _is_whole(getattr(self, name), least, most), wanted)
        for name, known in CHOICES.items():
            self._require(name, getattr(self, name) in known, " or ".join(known))
        for name in ("exploration", "first_play", "bias"):
            given = getattr(self, name)
            is_default = given is None and name != "bias"
            self._require(name, is_default or _is_amount(given), "a number, 0 or more")
        for name in ("solver", "reuse"):
            self._require(name, type(getattr(self, name)) is bool, "True or False")

    def _require(self, name: str, is_right: bool, wanted: str) -> None:
        if not is_right:
            raise OutplyError(f"{name} of mcts is {getattr(self, name)!r}; give {wanted}.")

    def refusal(self, traits: Traits) -> str | None:
        if traits.players > MOST_PLAYERS:
            return f"it is for at most {MOST_PLAYERS} players"
        return None

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
        if watch is not None and compiled:
            raise OutplyError("A search that is watched runs interpreted; leave compiled out.")
        if watch is not None and game.traits.hidden:
            raise OutplyError("What is hidden has no one tree to record; record another game.")
        native = None
        if compiled is not False and watch is None:
            native = _native(game, insist=compiled is True)
        growth = Growth(self, game, state, limit or UNLIMITED, native)
        result = growth.result(progress)
        if watch is not None and result.nodes:
            replay(game, state, growth.trees[0], watch)
        return result

    def most_simulations(self, limit: Limit) -> int | None:
        """None if only the clock ends it."""
        given = [number for number in (self.simulations or None, limit.nodes) if number is not None]
        if given:
            return min(given)
        return SIMULATIONS if limit.seconds is None else None

    def manner(self, game: Game[Any], limit: Limit) -> Manner:
        traits = game.traits
        worst, best = scale_of(traits)
        exploration = EXPLORATION[self.policy] if self.exploration is None else self.exploration
        usual = FIRST_PLAY.get(self.policy, EVERYTHING_FIRST)
        return Manner(
            policy=POLICIES[self.policy],
            exploration=float(exploration),
            first_play=float(usual if self.first_play is None else self.first_play),
            bias=float(self.bias),
            reference=0 if self.policy == "rave" else self.reference,
            priors=PRIORS[self.priors],
            playout=PLAYOUTS[self.playout],
            playout_plies=0 if self.playout == "none" else self.playout_plies,
            expand_after=self.expand_after,
            most_plies=MOST_STEPS if limit.depth is None else min(limit.depth, MOST_STEPS),
            solver=self.solver and traits.players == 2 and traits.zero_sum and not traits.hidden,
            hidden=traits.hidden,
            chance=traits.chance,
            players=traits.players,
            worst=worst,
            best=best,
        )


def _is_whole(given: Any, least: int, most: int) -> bool:
    return type(given) is int and least <= given <= most


def _is_amount(given: Any) -> bool:
    return type(given) in (int, float) and 0 <= given < float("inf")


def _native(game: Game[Any], insist: bool) -> Kernel | None:
    try:
        return kernel(grow, game, watch=NativeWatch, tree=Nodes, walker=Walker)
    except NotCompilable as reason:
        if insist:
            raise
        warn_interpreted(game, reason)
    return None
