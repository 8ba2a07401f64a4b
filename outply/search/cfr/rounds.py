"""Rounds of learning, and what a strategy is worth: what is compiled.

Sources: Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014), for `improve`;
Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo Sampling for Regret Minimization in Extensive
Games" (2009), for `sample`.

None of it asks the rules: they were asked while the game was explored. So the compiled form is one
for all games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from outply.compiler import kernel
from outply.compiler.memory import NativeWatch
from outply.game import CHANCE, INFINITY, MAX, Game
from outply.search.cfr.histories import OVER, ROOT, Histories
from outply.search.cfr.sequences import Sequences
from outply.search.host import run_kernel
from outply.search.threads import allow_recursion

__all__ = ["Rounds", "Speed"]


class Rounds(NamedTuple):
    """How many to go through now."""

    wanted: int


@dataclass(frozen=True)
class CounterfactualRegret(Game[Rounds]):
    """Stands where a kernel has its game."""

    def initial(self) -> Rounds:
        return Rounds(0)


def improve(game: Game[Any], state: Rounds, form: Sequences) -> int:
    """CFR+: players in turn learn against the other's strategy; later ones weigh more."""
    for _ in range(state.wanted):
        form.visit_all()
        for player in range(2):
            form.follow(1 - player, 1.0 + form.rounds)
            form.gather_stakes(player)
            form.learn(player)
        form.end_round()
    return form.rounds


def sample(game: Game[Any], state: Rounds, form: Sequences, tree: Histories) -> int:
    """MCCFR: players in turn learn against what the other and chance happen to do."""
    node = ROOT
    for _ in range(state.wanted):
        for player in range(2):
            walk(form, tree, node, player)
        form.end_round()
    return form.rounds


def walk(form: Sequences, tree: Histories, node: int, player: int) -> float:
    """The value of a node to a player who tries everything; of all else one is drawn.

    With nothing forgotten no set is met twice on a walk, so its slots hold what its moves gave.
    """
    form.visit(1)
    turn = tree.turn(node)
    if turn == OVER:
        return tree.utility(node) if player == MAX else -tree.utility(node)
    if turn == CHANCE:
        return walk(form, tree, tree.outcome(node, form.fraction()), player)
    number, child = tree.number(node), tree.child(node)
    first, end = form.first(number), form.first(number + 1)
    if turn != player:
        return walk(form, tree, child + form.drawn(first, end) - first, player)
    for slot in range(first, end):
        form.set_gain(slot, walk(form, tree, child + slot - first, player))
    return form.learn_at(first, end, -INFINITY)


def reply(game: Game[Any], state: Rounds, player: int, best: bool, form: Sequences) -> float:
    """What the best reply to the other's average strategy is worth, or the player's own average.

    The latter leaves gains and masses of all the player's sets behind.
    """
    form.follow_average(1 - player)
    if not best:
        form.gather_masses(player)
        form.back_up(player, best)
        form.note_masses(player)
    form.gather_stakes(player)
    return form.back_up(player, best)


class Speed:
    """The functions above, at one of the two speeds; the first two raise Stopped."""

    def __init__(self, compiled: bool) -> None:
        self.compiled = compiled
        if compiled:
            self._improve = kernel(improve, TABLES, form=Sequences)
            self._sample = kernel(sample, TABLES, form=Sequences, tree=Histories)
            self._reply = kernel(reply, TABLES, form=Sequences)

    def improve(self, rounds: Rounds, form: Sequences) -> None:
        if self.compiled:
            self._improve(rounds, form)
        else:
            improve(TABLES, rounds, form)

    def sample(self, rounds: Rounds, form: Sequences, tree: Histories, height: int) -> None:
        if self.compiled:
            run_kernel(
                *(self._sample, height, NativeWatch(0), INFINITY, INFINITY),
                *(rounds, form, tree),
            )
        else:
            allow_recursion(height)
            sample(TABLES, rounds, form, tree)

    def reply(self, player: int, best: bool, form: Sequences) -> float:
        if self.compiled:
            return float(self._reply(START, player, best, form))
        return reply(TABLES, START, player, best, form)


TABLES = CounterfactualRegret()
START = TABLES.initial()
