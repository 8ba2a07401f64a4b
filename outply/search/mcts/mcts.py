"""Monte-Carlo tree search: moves are judged by many simulated games.

One simulation has four phases: selection.py, expansion.py, playout.py and backpropagation.py;
tree_thread.py runs them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import Game, OutplyError, Traits
from outply.search.base import Limit, Request, Result, Search
from outply.search.mcts.recording import record_tree
from outply.search.mcts.run import MctsRun
from outply.search.mcts.settings import (
    BY_EVALUATION,
    BY_ORDER,
    ORDERED,
    PUCT,
    RANDOM,
    RAVE,
    TUNED,
    UCB1,
    UNIFORM,
    MctsSettings,
    utility_scale,
)
from outply.search.mcts.simulation import MOST_PLAYERS, MOST_STEPS
from outply.search.open_information import warn_of_hidden_information

__all__ = ["MCTS"]

SIMULATIONS = 10_000  # without any limit
POLICIES = {"ucb1": UCB1, "tuned": TUNED, "rave": RAVE, "grave": RAVE, "puct": PUCT}
FIRST_PLAY = {"puct": 0.5}
EVERY_MOVE_FIRST = 10.0
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
    """Grows a tree towards the moves that do well in simulations.

    Without `simulations` there are as many as the limit of seconds or nodes allows, or 10,000;
    `nodes` counts simulations. A limit of depth is one of the tree.

    `policy` selects moves: `ucb1`, `tuned` (UCB1-tuned, by the variance of values), `rave` and
    `grave` (a move is also judged by simulations that have it later; `bias` says how soon its own
    visits count more, and `grave` uses the nearest node with `reference` visits) or `puct` (by
    `priors`: the game's `order`, the `evaluation` after each move, or `uniform`). `exploration` is
    its constant, for values from 0 to 1; each policy has its own default. `first_play` is the value
    of a move that was never tried: 10, so that every move is tried once first, or 0.5 with `puct`.

    A `playout` is `random`, or `ordered` (the better of two random moves by the game's order), or
    there is `none`: then, and after `playout_plies`, the game's evaluation counts. A node is
    expanded when it has more than `expand_after` visits.

    `solver` proves wins, losses and draws, in games of two players without hidden information.
    `reuse` continues with the tree of the move before, so answers depend on it. `threads` share
    one tree, or with `parallel=root` have one each (always, if information is hidden). A tree that
    would need more than `megabytes` (each, with `parallel=root`) gives up its least-visited nodes.
    The same seed and number of simulations always give the same answer, with one thread and without
    reuse.
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

    def answer(self, game: Game[Any], state: Any, request: Request) -> Result:
        self.require(game)
        warn_of_hidden_information(self.name, game)
        watch = request.watch
        if watch is not None and game.traits.hidden:
            raise OutplyError(
                "A game with hidden information has no one tree to record; record another game."
            )
        run = MctsRun(self, game, state, request)
        result = run.result()
        if watch is not None and result.nodes:
            record_tree(game, state, run.trees[0], watch)
        return result

    def limit_note(self, limit: Limit) -> str:
        is_by_default = not self.simulations and limit.nodes is None and limit.seconds is None
        if limit.depth is None or not is_by_default:
            return ""
        return (
            f"a depth limits the tree of {self.name}, not its {SIMULATIONS:,} simulations; "
            "limit seconds or nodes, too."
        )

    def most_simulations(self, limit: Limit) -> int | None:
        """How many simulations to run; None if only the clock ends them."""
        given = [number for number in (self.simulations or None, limit.nodes) if number is not None]
        return min(given, default=SIMULATIONS if limit.seconds is None else None)

    def settings(self, game: Game[Any], limit: Limit) -> MctsSettings:
        """The parameters as the tree keeps them, with defaults and what the game needs."""
        traits = game.traits
        worst, best = utility_scale(traits)
        exploration = EXPLORATION[self.policy] if self.exploration is None else self.exploration
        usual = FIRST_PLAY.get(self.policy, EVERY_MOVE_FIRST)
        return MctsSettings(
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
