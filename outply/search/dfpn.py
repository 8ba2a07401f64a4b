"""Depth-first proof-number search (df-pn): who wins, by the line that is easiest to prove.

Sources: Allis, van der Meulen and van den Herik, "Proof-Number Search", Artificial Intelligence
66 (1994); Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications", thesis,
University of Tokyo (2002); Pawlewicz and Lew, "Improving Depth-First PN-Search: 1 + ε Trick"
(2007), for the slack that a move gets before another takes its turn.

A question is asked for one player, the prover: can the prover force a win? A position has two
numbers: of how many positions below it the answer is still wanted to prove it, and to disprove
it. The player to move needs one move that works, the other player an answer to each:

                 prover to move          opponent to move
    proof        least over the moves    sum over the moves
    disproof     sum over the moves      least over the moves

Here the number that is a least is called the mover's `own`, the sum the `other`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

from outply.compiler.records import Array, Record
from outply.game import Bits, Game, mixed
from outply.search.depth import TableSearch
from outply.search.transposition_table import ABSENT, EXACT, Entry, Table
from outply.search.watch import Stopped, Stuck, Watch

__all__ = ["DFPN", "Path", "ProofNumbers", "prove"]

NEVER = 1 << 40  # the proof number of what is disproved, and the other way round
MOST_MOVES = 1 << 20  # on one path


class ProofNumbers(NamedTuple):
    proof: int
    disproof: int
    estimated: bool  # the horizon counts as disproved; a proof never rests on it


class Survey(NamedTuple):
    """The numbers of a position, from those of its moves."""

    best: int  # where the most promising move is
    own: int
    second: int  # the mover's own number for the second-best move
    other: int
    estimated: bool


class NumberedMove(Record):
    """A move of a position on the path, with the numbers of the position behind it."""

    move: int
    proof: int
    disproof: int
    estimated: bool


class Path(Record):
    """The moves of the positions that lead to the present one, with the numbers they have.

    Numbers that are kept here are not lost when the table gives way. So each look at a move
    starts from more than the one before, and the search ends, with a table of any size.
    """

    moves: Array[NumberedMove]

    def __init__(self) -> None:
        super().__init__(moves=MOST_MOVES)

    def put(self, index: int, move: int, numbers: ProofNumbers) -> None:
        if index >= MOST_MOVES:
            raise Stopped
        self.moves[index].move = move
        self.revise(index, numbers)

    def revise(self, index: int, numbers: ProofNumbers) -> None:
        numbered = self.moves[index]
        numbered.proof, numbered.disproof = numbers.proof, numbers.disproof
        numbered.estimated = numbers.estimated

    def move(self, index: int) -> int:
        return self.moves[index].move

    def number(self, index: int, of_proof: bool) -> int:
        return self.moves[index].proof if of_proof else self.moves[index].disproof

    def estimated(self, index: int) -> bool:
        return self.moves[index].estimated

    def survey(self, first: int, end: int, proving: bool) -> Survey:
        best, own, second = first, NEVER, NEVER
        other, most, estimated = 0, 0, False
        for index in range(first, end):
            mine, theirs = self.number(index, proving), self.number(index, not proving)
            if mine < own:
                best, own, second = index, mine, own
            else:
                second = min(second, mine)
            other, most = other + theirs, max(most, theirs)
            estimated = estimated or self.estimated(index)
        other = NEVER if most == NEVER else min(other, NEVER - 1)
        return Survey(best, own, second, other, self.estimated(best) if own == 0 else estimated)


class ProofMemory(NamedTuple):
    """What all nodes of a search share."""

    watch: Watch
    table: Table
    path: Path


class Thresholds(NamedTuple):
    """How large the numbers of a position may get before another one takes its turn."""

    proof: int
    disproof: int


def prove(
    game: Game[Any],
    state: Any,
    depth: int,
    prover: int,
    thresholds: Thresholds,
    base: int,
    memory: ProofMemory,
) -> ProofNumbers:
    """The numbers of `state`, searched until one of them reaches its threshold.

    (0, NEVER) if the prover can force a utility above 0 within `depth` plies; (NEVER, 0) if not,
    and `estimated` if that might be otherwise further on. Both thresholds at NEVER make it one of
    the two. The moves of `state` are put on the path from `base` on.
    """
    watch, table, path = memory
    watch.enter(state, depth)
    if depth == 0 or game.is_terminal(state):
        return leaf(game, state, depth, prover, watch, table)
    nodes = watch.entered()
    proving = game.to_move(state) == prover
    most_own, most_other = turned(*thresholds, proving)
    end = expand(game, state, depth, prover, base, memory)
    seen = path.survey(base, end, proving)
    while seen.own < most_own and seen.other < most_other:
        move = path.move(seen.best)
        own = min(most_own, seen.second + seen.second // 4 + 1)
        other = NEVER
        if most_other < NEVER:
            other = most_other - seen.other + path.number(seen.best, not proving)
        below = Thresholds(*turned(own, other, proving))
        after = game.result(state, move)
        found = prove(game, after, depth - 1, prover, below, end, memory)
        path.revise(seen.best, found)
        watch.better(depth, move)
        seen = path.survey(base, end, proving)
    proof, disproof = turned(seen.own, seen.other, proving)
    numbers = ProofNumbers(proof, disproof, seen.estimated)
    keep(game, state, depth, prover, numbers, watch.entered() - nodes, table)
    watch.value(1.0 if seen.own == 0 else -1.0 if seen.other == 0 else 0.0)
    return numbers


def turned(first: int, second: int, proving: bool) -> tuple[int, int]:
    """Proof and disproof numbers as the mover's own and the other one, or back."""
    return (first, second) if proving else (second, first)


def leaf(
    game: Game[Any], state: Any, depth: int, prover: int, watch: Watch, table: Table
) -> ProofNumbers:
    """The end of the game, or the horizon, where nothing is proved."""
    over = game.is_terminal(state)
    won = over and game.utility(state, prover) > 0.0
    numbers = ProofNumbers(0 if won else NEVER, NEVER if won else 0, not over)
    keep(game, state, depth, prover, numbers, 1, table)
    if over:
        watch.utility(game.utility(state, game.to_move(state)))
    else:
        watch.value(0.0)
    return numbers


def expand(
    game: Game[Any], state: Any, depth: int, prover: int, base: int, memory: ProofMemory
) -> int:
    """Put the moves of `state` on the path, from `base` on; returns where they end."""
    table, path = memory.table, memory.path
    end = base
    for move in game.moves(state):
        path.put(end, move, known(game, game.result(state, move), depth - 1, prover, table))
        end += 1
    if end == base:
        raise Stuck
    return end


def known(game: Game[Any], state: Any, depth: int, prover: int, table: Table) -> ProofNumbers:
    """What the table has of `state`: nothing, if that was estimated nearer to it."""
    entry = table.find(question(game, state, prover))
    if entry.bound == ABSENT or (entry.estimated and entry.depth < depth):
        return ProofNumbers(1, 1, False)
    return ProofNumbers(int(entry.value), entry.move, entry.estimated)


def keep(
    game: Game[Any],
    state: Any,
    depth: int,
    prover: int,
    numbers: ProofNumbers,
    work: int,
    table: Table,
) -> None:
    """An entry's value is the proof number here, and its move the disproof number."""
    key: Bits = question(game, state, prover)
    proof, disproof, estimated = numbers
    table.store(key, Entry(EXACT, float(proof), disproof, depth, estimated), work)


def question(game: Game[Any], state: Any, prover: int) -> Bits:
    """A key for a position and whose win in it is to be proved."""
    return mixed((game.key(state), prover))


@dataclass(frozen=True)
class DFPN(TableSearch):
    """Proves who wins, by two questions at most: can the player to move win, or else lose?

    The value is 1, 0 or -1, for a game won, drawn or lost, however high the utilities are. It is
    proved, unless the answer lies beyond a limit of depth: then it is the evaluation. Out of
    nodes or seconds it has no answer but the evaluation. On the line the winner's moves win; in a
    draw the player to move keeps the draw, and the opponent's moves are ones that fail to win.
    """

    name: ClassVar[str] = "dfpn"
    values_for: ClassVar[str] = "mover"
    deepening: ClassVar[Literal["as limited", "always", "never"]] = "never"

    def memory(self) -> dict[str, Record]:
        return {**super().memory(), "path": Path()}

    def root(
        self, game: Game[Any], state: Any, depth: int, watch: Watch, table: Table, path: Path
    ) -> float:
        player, memory = game.to_move(state), ProofMemory(watch, table, path)
        unlimited = Thresholds(NEVER, NEVER)
        win = prove(game, state, depth, player, unlimited, 0, memory)
        if win.proof == 0:
            return 1.0
        loss = prove(game, state, depth, 1 - player, unlimited, 0, memory)
        if loss.proof == 0:
            return -1.0
        if win.estimated or loss.estimated:
            watch.relies_on_estimate()
            return game.evaluate(state, player)
        return 0.0
