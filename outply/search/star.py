"""Star1 and Star2: expectiminimax without what cannot change its answer.

Sources: Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", Artificial
Intelligence 21 (1983); Hauk, Buro and Schaeffer, "Rediscovering *-Minimax Search" (2004), and
Veness and Blair, "Effective Use of Transposition Tables in Stochastic Game Tree Search" (2007).

A chance node's value is an average, and no term of it is outside the game's range of utilities. So
what is known of some outcomes bounds what the others can make of it: once that is outside the
window, no other matters (Star1). Star2 first looks at one reply to each outcome, since a player who
has that reply will do no worse.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from outply.compiler.records import Record
from outply.game import CHANCE, INFINITY, MAX, MIN, Bits, Game, Traits
from outply.search.averages import Averages
from outply.search.base import sighted_refusal, two_player_refusal
from outply.search.depth import TableSearch, from_the_mover
from outply.search.favourites import Favourites
from outply.search.memory import remembered_first, settles
from outply.search.table import AT_LEAST, AT_MOST, EXACT, NO_MOVE, Table
from outply.search.watch import Stuck, Watch

__all__ = ["Star1", "Star2", "star"]


def star(
    game: Game[Any],
    state: Any,
    depth: int,
    alpha: float,
    beta: float,
    recall: bool,
    probing: bool,
    watch: Watch,
    table: Table,
    averages: Averages,
    favourites: Favourites,
) -> float:
    """The value v of `state` to MAX, as far as the window needs to know it.

    Returns v exactly if alpha < v < beta; a bound r >= v if r <= alpha; a bound r <= v if
    r >= beta. If `recall`, the table may answer; below `state` it always may.
    """
    watch.enter(state, depth, alpha, beta)
    if game.is_terminal(state):
        return watch.truth(game.utility(state, MAX))
    if depth == 0:
        return watch.guess(game.evaluate(state, MAX))
    key: Bits = game.key(state)
    known = table.find(key)
    if recall and settles(known, depth, alpha, beta):
        if known.guessed:
            watch.relies_on_guess()
        return watch.value(known.value)
    nodes, guesses = watch.entered(), watch.guesses_made()
    player, choice = game.to_move(state), known.move
    if player == CHANCE:
        watch.roll()
        least, most = game.utility_range
        frame = averages.open(outcome_count(game, state), least, most, alpha, beta)
        for index, (outcome, chance) in enumerate(game.outcomes(state)):
            after = game.result(state, outcome)
            replier = game.to_move(after)
            worth_a_probe = chance > 0.0 and is_worth_a_probe(replier, alpha, beta)
            if probing and worth_a_probe and not game.is_terminal(after):
                low = averages.alpha(frame, index, chance)
                high = averages.beta(frame, index, chance)
                watch.enter(after, depth, low, high)
                reply = game.result(after, first_reply(game, after, table, favourites))
                found = star(
                    game,
                    reply,
                    depth - 1,
                    low,
                    high,
                    True,
                    probing,
                    watch,
                    table,
                    averages,
                    favourites,
                )
                watch.cut()
                if averages.learn(frame, index, chance, watch.value(found), replier):
                    break
        for index, (outcome, chance) in enumerate(game.outcomes(state)):
            if averages.is_decided(frame):
                watch.cut()
                break
            if chance == 0.0:
                continue
            after = game.result(state, outcome)
            low = averages.alpha(frame, index, chance)
            high = averages.beta(frame, index, chance)
            found = star(
                game, after, depth, low, high, True, probing, watch, table, averages, favourites
            )
            averages.searched(frame, index, chance, found)
        value = watch.expected(depth, averages.close(frame))
    else:
        low, high = alpha, beta
        value = -INFINITY if player == MAX else INFINITY
        for move in remembered_first(game, state, promising(game, state, known.move, favourites)):
            after = game.result(state, move)
            found = star(
                game, after, depth - 1, low, high, True, probing, watch, table, averages, favourites
            )
            if (found > value) if player == MAX else (found < value):
                value, choice = found, move
                watch.better(depth, move)
            if player == MAX:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                watch.cut()
                break
        value = watch.value(value)
        favourites.praise(player, choice, depth)
    bound = AT_MOST if value <= alpha else AT_LEAST if value >= beta else EXACT
    guessed = watch.guesses_made() != guesses
    table.store(key, bound, value, choice, depth, guessed, watch.entered() - nodes)
    return value


def is_worth_a_probe(replier: int, alpha: float, beta: float) -> bool:
    """Whether what the replier has at least can decide anything."""
    return (replier == MAX and beta < INFINITY) or (replier == MIN and alpha > -INFINITY)


def outcome_count(game: Game[Any], state: Any) -> int:
    count = 0
    for _ in game.outcomes(state):
        count += 1
    return count


def first_reply(game: Game[Any], state: Any, table: Table, favourites: Favourites) -> int:
    """What the table has, or else what the game tries first."""
    remembered = table.find(game.key(state)).move
    for move in remembered_first(game, state, promising(game, state, remembered, favourites)):
        return move
    raise Stuck


def promising(game: Game[Any], state: Any, remembered: int, favourites: Favourites) -> int:
    """The move to try first: as remembered, or by the game's order where that pays."""
    first, best, praised = remembered, -INFINITY, 0
    if remembered == NO_MOVE:
        player = game.to_move(state)
        for move in game.moves(state):
            praises, order = favourites.praises(player, move), game.order(state, move)
            if praises > praised or (praises == praised and order > best):
                first, best, praised = move, order, praises
    return first


@dataclass(frozen=True)
class Star1(TableSearch):
    """Expectiminimax with cuts at chance nodes, by what is left to be gained and lost.

    Utilities and evaluations must keep within the game's `utility_range`.
    """

    name: ClassVar[str] = "star1"
    deepening: ClassVar[Literal["as limited", "always", "never"]] = "always"

    probing: ClassVar[bool] = False

    def refusal(self, traits: Traits) -> str | None:
        return sighted_refusal(traits) if traits.players == 2 else two_player_refusal(traits)

    def memory(self) -> dict[str, Record]:
        table = Table(self.megabytes)
        table.clear()  # so that it begins small
        return {"table": table, "averages": Averages(), "favourites": Favourites()}

    def root(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        watch: Watch,
        table: Table,
        averages: Averages,
        favourites: Favourites,
    ) -> float:
        averages.begin()
        value = star(
            game,
            state,
            depth,
            -INFINITY,
            INFINITY,
            False,
            self.probing,
            watch,
            table,
            averages,
            favourites,
        )
        return from_the_mover(game, state, MAX, value)


@dataclass(frozen=True)
class Star2(Star1):
    """Star1 that first probes one reply to each outcome; the default where there is chance."""

    name: ClassVar[str] = "star2"

    probing: ClassVar[bool] = True
