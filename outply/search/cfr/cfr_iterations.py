"""The compiled iterations of CFR+ and MCCFR.

Sources: Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014), for `cfr_plus`;
Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo Sampling for Regret Minimization in Extensive
Games" (2009), for `external_sampling`.

These functions do not call the rules, which were called when the game was explored. So there is one
compiled form for all games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from outply.game import CHANCE, INFINITY, MAX, Game
from outply.search.cfr.exploration import OVER, ROOT, Histories
from outply.search.cfr.regret_tables import RegretTables

__all__ = ["NO_RULES", "Iterations", "cfr_plus", "external_sampling"]


class Iterations(NamedTuple):
    """How many iterations to run."""

    wanted: int


@dataclass(frozen=True)
class NoRules(Game[Iterations]):
    """A game without rules, for functions that need none; its state is a number of iterations."""

    @property
    def name(self) -> str:
        return "all games"

    def initial(self) -> Iterations:
        return Iterations(0)


NO_RULES = NoRules()


def cfr_plus(game: Game[Any], state: Iterations, form: RegretTables) -> int:
    """CFR+: players in turn update their regrets; later strategies have larger weights."""
    for _ in range(state.wanted):
        form.visit_all()
        for player in range(2):
            form.follow_regrets(1 - player, 1.0 + form.iterations)
            form.sum_utilities(player)
            form.update_regrets(player)
        form.end_iteration()
    return form.iterations


def external_sampling(
    game: Game[Any], state: Iterations, form: RegretTables, tree: Histories
) -> int:
    """MCCFR: players in turn update their regrets against sampled moves of the other and chance."""
    node = ROOT
    for _ in range(state.wanted):
        for player in range(2):
            sampled_value(form, tree, node, player)
        form.end_iteration()
    return form.iterations


def sampled_value(form: RegretTables, tree: Histories, node: int, player: int) -> float:
    """The value of a node to a player, who tries all moves; other moves and chance are sampled.

    With perfect recall no information set occurs twice on a path, so the values of its moves can be
    kept in the tables.
    """
    form.visit(1)
    turn = tree.turn(node)
    if turn == OVER:
        return tree.utility(node) if player == MAX else -tree.utility(node)
    if turn == CHANCE:
        return sampled_value(form, tree, tree.outcome(node, form.fraction()), player)
    number, child = tree.number(node), tree.child(node)
    first, end = form.first(number), form.first(number + 1)
    if turn != player:
        return sampled_value(form, tree, child + form.sampled(first, end) - first, player)
    for sequence in range(first, end):
        form.set_value(sequence, sampled_value(form, tree, child + sequence - first, player))
    return form.update_regrets_at(first, end, -INFINITY)
