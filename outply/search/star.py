"""Star1 and Star2: expectiminimax without what cannot change its answer.

Sources: Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", Artificial
Intelligence 21 (1983); Hauk, Buro and Schaeffer, "Rediscovering *-Minimax Search" (2004), and
Veness and Blair, "Effective Use of Transposition Tables in Stochastic Game Tree Search" (2007).

A chance node's value is an average, and no term of it is outside the game's range of utilities. So
what is known of some outcomes bounds what the others can make of it: once that is outside the
window, no other matters (Star1; `star_bounds.py` does the sums). Star2 first looks at one reply to
each outcome, since a player who has that reply will do no worse.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, NamedTuple

from outply.compiler.errors import Stuck
from outply.compiler.records import Record
from outply.game import CHANCE, INFINITY, MAX, MIN, Bits, Game, Traits
from outply.search.alphabeta_with_memory import remembered_first
from outply.search.base import (
    EvaluatedSearch,
    Window,
    perfect_information_refusal,
    two_player_refusal,
)
from outply.search.depth import MEGABYTES, DepthSearch, TableSearch, from_the_mover
from outply.search.history_table import HistoryTable
from outply.search.star_bounds import StarBounds
from outply.search.transposition_table import (
    NO_MOVE,
    Entry,
    Table,
    answers_window,
    bound_of,
    recalled,
)
from outply.search.watch import Watch

__all__ = ["Star1", "Star2", "StarMemory", "star"]


class StarMemory(NamedTuple):
    """What all nodes of a search share."""

    watch: Watch
    table: Table
    expectations: StarBounds
    history: HistoryTable


def star(
    game: Game[Any], state: Any, depth: int, window: Window, probing: bool, memory: StarMemory
) -> float:
    """The value v of `state` to MAX, as far as the window needs to know it.

    Returns v exactly if alpha < v < beta; a bound r >= v if r <= alpha; a bound r <= v if
    r >= beta. If `probing`, it is Star2.
    """
    watch, alpha, beta = memory.watch, window.alpha, window.beta
    watch.enter(state, depth, alpha, beta)
    if game.is_terminal(state):
        return watch.utility(game.utility(state, MAX))
    if depth == 0:
        return watch.evaluation(game.evaluate(state, MAX))
    known = memory.table.find(game.key(state))
    if answers_window(known, depth, alpha, beta):
        return recalled(known, watch)
    return expanded(game, state, depth, window, probing, memory)


def expanded(
    game: Game[Any], state: Any, depth: int, window: Window, probing: bool, memory: StarMemory
) -> float:
    """The value of an inner node that the table does not answer; the table has it afterwards."""
    watch = memory.watch
    key: Bits = game.key(state)
    nodes, estimates = watch.entered(), watch.estimates_made()
    if game.to_move(state) == CHANCE:
        value = chance_value(game, state, depth, window, probing, memory)
        choice = memory.table.find(key).move
    else:
        value, choice = player_value(game, state, depth, window, probing, memory)
    estimated = watch.estimates_made() != estimates
    entry = Entry(bound_of(value, *window), value, choice, depth, estimated)
    memory.table.store(key, entry, watch.entered() - nodes)
    return value


def player_value(
    game: Game[Any], state: Any, depth: int, window: Window, probing: bool, memory: StarMemory
) -> tuple[float, int]:
    """The value of a player's node and its best move, by alpha-beta."""
    watch, player = memory.watch, game.to_move(state)
    alpha, beta = window
    choice = memory.table.find(game.key(state)).move
    first = promising(game, state, choice, memory.history)
    value = -INFINITY if player == MAX else INFINITY
    for move in remembered_first(game, state, first):
        after = game.result(state, move)
        found = star(game, after, depth - 1, Window(alpha, beta), probing, memory)
        if (found > value) if player == MAX else (found < value):
            value, choice = found, move
            watch.better(depth, move)
        if player == MAX:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            watch.cut()
            break
    value = watch.value(value)
    memory.history.credit(player, choice, depth)
    return value, choice


def chance_value(
    game: Game[Any], state: Any, depth: int, window: Window, probing: bool, memory: StarMemory
) -> float:
    """The expectation of a chance node, or a bound of it that is outside the window."""
    watch, expectations = memory.watch, memory.expectations
    watch.roll()
    frame = expectations.open(outcome_count(game, state), *game.utility_range, *window)
    if probing:
        probe(game, state, depth, frame, window, memory)
    for index, (outcome, chance) in enumerate(game.outcomes(state)):
        if expectations.is_decided(frame):
            watch.cut()
            break
        if chance == 0.0:
            continue
        after = game.result(state, outcome)
        low = expectations.alpha(frame, index, chance)
        high = expectations.beta(frame, index, chance)
        found = star(game, after, depth, Window(low, high), probing, memory)
        expectations.searched(frame, index, chance, found)
    return watch.expected(depth, expectations.close(frame))


def probe(
    game: Game[Any], state: Any, depth: int, frame: int, window: Window, memory: StarMemory
) -> None:
    """Search one reply to each outcome, until that decides the average (Star2)."""
    watch, expectations = memory.watch, memory.expectations
    for index, (outcome, chance) in enumerate(game.outcomes(state)):
        after = game.result(state, outcome)
        replier = game.to_move(after)
        can_decide = chance > 0.0 and is_worth_a_probe(replier, window)
        if not can_decide or game.is_terminal(after):
            continue
        low = expectations.alpha(frame, index, chance)
        high = expectations.beta(frame, index, chance)
        watch.enter(after, depth, low, high)
        reply = game.result(after, first_reply(game, after, memory))
        found = star(game, reply, depth - 1, Window(low, high), True, memory)
        watch.cut()
        if expectations.learn(frame, index, chance, watch.value(found), replier):
            break


def is_worth_a_probe(replier: int, window: Window) -> bool:
    """Whether what the replier has at least can decide anything."""
    return (replier == MAX and window.beta < INFINITY) or (
        replier == MIN and window.alpha > -INFINITY
    )


def outcome_count(game: Game[Any], state: Any) -> int:
    count = 0
    for _ in game.outcomes(state):
        count += 1
    return count


def first_reply(game: Game[Any], state: Any, memory: StarMemory) -> int:
    """The table's move, or else the one that the game tries first."""
    remembered = memory.table.find(game.key(state)).move
    for move in remembered_first(game, state, promising(game, state, remembered, memory.history)):
        return move
    raise Stuck


def promising(game: Game[Any], state: Any, remembered: int, history: HistoryTable) -> int:
    """The move to try first: the remembered one, or the best by history and the game's order."""
    first, best, most = remembered, -INFINITY, 0
    if remembered == NO_MOVE:
        player = game.to_move(state)
        for move in game.moves(state):
            score, order = history.score(player, move), game.order(state, move)
            if score > most or (score == most and order > best):
                first, best, most = move, order, score
    return first


@dataclass(frozen=True)
class Star1(EvaluatedSearch, TableSearch):
    """Expectiminimax with cuts at chance nodes, by what is left to be gained and lost.

    Utilities and evaluations must keep within the game's `utility_range`. `evaluation` is the file
    of weights that `outply learn` made, or `none` for no evaluation at all.
    """

    name: ClassVar[str] = "star1"
    deepening: ClassVar[Literal["as limited", "always", "never"]] = "always"

    probing: ClassVar[bool] = False

    evaluation: str = ""

    def compiled_in(self) -> DepthSearch:
        return replace(self, megabytes=MEGABYTES, evaluation="")

    def refusal(self, traits: Traits) -> str | None:
        refuse = perfect_information_refusal if traits.players == 2 else two_player_refusal
        return refuse(traits)

    def memory(self) -> dict[str, Record]:
        table = Table(self.megabytes)
        table.clear()  # so that it begins small
        return {"table": table, "expectations": StarBounds(), "history": HistoryTable()}

    def root(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        watch: Watch,
        table: Table,
        expectations: StarBounds,
        history: HistoryTable,
    ) -> float:
        expectations.begin()
        memory, window = (
            StarMemory(watch, table, expectations, history),
            Window(-INFINITY, INFINITY),
        )
        if depth == 0 or game.is_terminal(state):
            value = star(game, state, depth, window, self.probing, memory)
        else:  # whatever the table has of the root, its line is wanted
            watch.enter(state, depth)
            value = expanded(game, state, depth, window, self.probing, memory)
        return from_the_mover(game, state, MAX, value)


@dataclass(frozen=True)
class Star2(Star1):
    """Star1 that first probes one reply to each outcome; the default where there is chance."""

    name: ClassVar[str] = "star2"

    probing: ClassVar[bool] = True
