"""Which moves the engine tries, and in which order.

`MoveOrdering`, of the exact search:
1. the table's move (`principal_variation_search.py` tries it before it lists any others);
2. the others by the game's `order`; among equals killers, then the counter-move, then history. In a
   proof history does not count, if the game defines `order`.

`StagedMoves`, of the selective search; the moves of a stage are listed when it begins:
1. the table's move, if it is legal;
2. noisy moves by the game's `order`, but those that lose by exchanges come last of all;
3. quiet moves, by `order`; among equals by history, with a bonus for killers.

History is how often a move caused cutoffs elsewhere in the tree, deep ones counting more; in the
selective search also as a reply to the last two moves, and less where it was tried in vain
(`killers_and_history.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.game import INFINITY, Game
from outply.search.engine.killers_and_history import MOST_SCORE, QUIET_KILLER_SCORE
from outply.search.engine.memory import Memory, SelectiveMemory
from outply.search.engine.move_stack import MoveStack
from outply.search.engine.pruning_and_reductions import NodeFacts
from outply.search.engine.quiescence import Quiescence
from outply.search.engine.root import Ply
from outply.search.transposition_table import NO_MOVE

__all__ = [
    *("ALL_MOVES", "ENDLESS", "LOST", "NOISY_MOVES", "TABLE_MOVE"),
    *("MoveOrdering", "StagedMoves"),
]

ENDLESS = 0xFFFF
"""A depth that does not run out: to the end of the game."""

FEW = 16  # moves whose entries are worth prefetching
SCORES = 8.0 * MOST_SCORE  # more than any score of history, so that the game's order comes first
LOSING = -1.0e9  # added to the order of a move that loses by exchanges
LOST = LOSING / 2.0  # the orders of such moves are below
TABLE_MOVE, NOISY_MOVES, ALL_MOVES = range(3)  # stages: which moves are listed


@dataclass(frozen=True, kw_only=True)
class MoveOrdering:
    has_order: bool  # the game defines `order`
    has_candidates: bool  # the game defines `candidates`

    def uses_history(self, depth: int) -> bool:
        """Whether to use history: not in a proof, if the game defines `order`, which is better."""
        return depth != ENDLESS or not self.has_order

    def canonical(self, game: Game[Any], state: Any) -> Any:
        """The state that stands for this one and its mirror images in the table."""
        return game.canonical(state) if game.use_symmetry(state) else state

    def list_moves(
        self, game: Game[Any], state: Any, depth: int, first: int, moves: MoveStack
    ) -> int:
        """Put the moves to try on the stack, from `first` on; returns where they end."""
        end = first
        if depth < 2:
            for move in game.moves(state):
                moves.put(end, move)
                end += 1
        else:
            for move in game.candidates(state):
                moves.put(end, move)
                end += 1
        return end

    def list_others(
        self, game: Game[Any], state: Any, first: int, end: int, moves: MoveStack
    ) -> int:
        """Put the moves that are no candidates behind those from `first` to `end`."""
        last = end
        for move in game.moves(state):
            if moves.find(first, end, move) == end:
                moves.put(last, move)
                last += 1
        return last

    def count_candidates(self, game: Game[Any], state: Any) -> int:
        count = 0
        for _ in game.candidates(state):
            count += 1
        return count

    def rate_moves(self, game: Game[Any], state: Any, depth: int, ply: Ply, memory: Memory) -> None:
        """Rate the moves from `ply.first` to `ply.end`, and prefetch their entries if few."""
        player = game.to_move(state)
        for index in range(ply.first, ply.end):
            move = memory.moves.move(index)
            if ply.end - ply.first <= FEW:
                after = game.result(state, move)
                memory.table.prefetch(game.key(self.canonical(game, after)))
            score = 0
            if self.uses_history(depth):
                score = memory.history.score(move, player, ply.remaining, ply.previous)
            memory.moves.rate(index, game.order(state, move), score)

    def list_root_moves(self, game: Game[Any], state: Any, memory: Memory) -> int:
        """List all moves at the root, sorted; those that are no candidates come last."""
        moves = memory.moves
        middle = self.list_moves(game, state, ENDLESS, 0, moves)
        ply = Ply(memory.root.remaining, 0, middle, NO_MOVE)
        self.rate_moves(game, state, ENDLESS, ply, memory)
        moves.sort(0, middle)
        return self.list_others(game, state, 0, middle, moves) if self.has_candidates else middle


@dataclass(frozen=True, kw_only=True)
class StagedMoves(Quiescence):
    """The order of the selective search."""

    has_legality: bool = False  # the game defines `is_legal`

    def list_root_moves(self, game: Game[Any], state: Any, memory: SelectiveMemory) -> int:
        """List all moves at the root, the table's first, the others sorted by the game's order."""
        moves, end = memory.moves, 0
        for move in game.moves(state):
            moves.put(end, move)
            moves.rate(end, game.order(state, move), 0)
            end += 1
        moves.sort(0, end)
        known = memory.table.find(game.key(state))
        if known.move != NO_MOVE:
            moves.bring_to_front(0, end, known.move)
        return end

    def list_first(
        self, game: Game[Any], state: Any, facts: NodeFacts, memory: SelectiveMemory
    ) -> int:
        """Put the table's move on the stack, if it is legal, before any others are generated."""
        ply, hint = facts.ply, facts.known.move
        if ply.end:
            return ply.end
        if hint == NO_MOVE or not self.has_legality or not game.is_legal(state, hint):
            return ply.first
        memory.moves.put(ply.first, hint)
        return ply.first + 1

    def next_stage(self, stage: int, facts: NodeFacts) -> int:
        """After the table's move noisy moves, then all; in check, all at once."""
        has_stages = self.has_legality and self.use_quiescence and not facts.is_checked
        return NOISY_MOVES if has_stages and stage == TABLE_MOVE else ALL_MOVES

    def list_stage(
        self,
        game: Game[Any],
        state: Any,
        facts: NodeFacts,
        stage: int,
        start: int,
        memory: SelectiveMemory,
    ) -> int:
        """Put the moves of a stage on the stack, behind those that are there; returns their end."""
        if stage == ALL_MOVES:
            return self.list_rest(game, state, facts, start, memory)
        moves, end = memory.moves, start
        for move in game.noisy_moves(state):
            if moves.find(facts.ply.first, start, move) == start:
                moves.put(end, move)
                moves.rate(end, game.order(state, move), 0)
                end += 1
        return end

    def list_rest(
        self, game: Game[Any], state: Any, facts: NodeFacts, start: int, memory: SelectiveMemory
    ) -> int:
        """Put the other moves on the stack, rated: first the game's order, then history."""
        moves, ply, player = memory.moves, facts.ply, game.to_move(state)
        hint = facts.known.move
        end = start
        for move in game.moves(state):
            quiet = game.reducible(state, move)
            if (not quiet or move == hint) and moves.find(ply.first, start, move) < start:
                continue
            moves.put(end, move)
            order = game.order(state, move)
            if move == hint:
                order = INFINITY
            elif quiet:
                score = memory.history.score(move, player, ply.remaining, memory.path)
                if memory.history.is_killer(move, ply.remaining):
                    score += QUIET_KILLER_SCORE
                order += score / SCORES  # one number is compared faster than two
            moves.rate(end, order, 0)
            end += 1
        return end

    def pick_move(
        self, game: Game[Any], state: Any, index: int, end: int, moves: MoveStack
    ) -> None:
        """Put the next move to try at `index`; noisy moves that lose by exchanges come last."""
        moves.pick(index, end)
        if not self.use_exchanges:
            return
        while LOST < moves.moves[index].order < INFINITY:
            move = moves.move(index)
            if game.reducible(state, move) or game.exchange(state, move) >= 0.0:
                return
            moves.moves[index].order += LOSING
            moves.pick(index, end)
