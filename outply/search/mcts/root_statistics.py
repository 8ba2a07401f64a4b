"""The answer of a search: what its trees say of the moves at the root."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from outply.game import CHANCE, Game
from outply.search.base import Line, Result
from outply.search.mcts.search_tree import NONE, ROOT, SearchTree
from outply.search.mcts.selection import children_at
from outply.search.mcts.settings import utility_scale

__all__ = ["RootStatistics"]

FULL_LINES = 5  # moves whose whole line is found: all of them would take too long


class RootMove(NamedTuple):
    """A move at the root, summed over all trees; values are from 0 to 1."""

    move: int
    visits: int
    value_sum: float
    lower: float
    upper: float

    @property
    def is_solved(self) -> bool:
        return self.lower >= self.upper

    @property
    def value(self) -> float:
        """The mean, within the bounds that are proved."""
        mean = self.value_sum / self.visits if self.visits else 0.0
        return min(max(mean, self.lower), self.upper)


class RootStatistics:
    """The moves at the root of one or several trees: their order, values and lines."""

    def __init__(self, game: Game[Any], state: Any, trees: list[SearchTree]) -> None:
        self._game, self._state, self._trees = game, state, trees
        self._player = game.to_move(state)
        self._worst, self._best = utility_scale(game.traits)
        self._is_hidden = game.traits.hidden
        self._is_hidden_chance = self._player == CHANCE and self._is_hidden
        self._children = [self._children_of(tree) for tree in trees]

    def _children_of(self, tree: SearchTree) -> int:
        if self._is_hidden_chance:
            return NONE
        return children_at(self._game, self._state, ROOT, tree)

    def added_to(self, found: Result) -> Result:
        """A result with the best move, its value, its line and all visited moves."""
        if self._is_hidden_chance:
            return replace(found, value=self._utility(self._mean_of_all()), depth=1)
        moves = sorted(self._moves, key=self._rank, reverse=True)
        if not moves:
            return found
        if self._player == CHANCE:
            return replace(found, value=self._expected(), depth=1, proved=self._is_proved)
        best = moves[0]
        line = self._best_line(best.move)
        visited = [each for each in moves if each.visits]
        lines = [self._line(each, self._best_line(each.move)) for each in visited[:FULL_LINES]]
        lines += [self._line(each, (each.move,)) for each in visited[FULL_LINES:]]
        return replace(
            found,
            move=best.move,
            value=self._utility(best.value),
            line=line,
            depth=len(line),
            proved=self._is_proved,
            lines=tuple(lines),
            visits=tuple((each.move, each.visits) for each in visited),
        )

    @property
    def _is_proved(self) -> bool:
        """A tree of candidates alone proves nothing."""
        return not self._game.selective and any(tree.is_solved(ROOT) for tree in self._trees)

    def _rank(self, root_move: RootMove) -> tuple[float, float, int]:
        """Moves that are proved best come first, those that are proved worse come last.

        Of the others the most visited is best, unless an exact value is higher than its mean.
        """
        if root_move.upper < self._best_lower:
            return (0.0, root_move.value, root_move.visits)
        if root_move.is_solved and root_move.lower == self._best_lower == self._best_upper:
            return (2.0, self._ends_game(root_move.move), root_move.visits)
        if root_move.is_solved:
            return (1.0, *self._rank_of_solved(root_move))
        return (1.0, float(root_move.visits), root_move.visits)

    def _ends_game(self, move: int) -> float:
        """1 if the move ends the game, which is preferred among the best; or else 0."""
        return float(self._game.is_terminal(self._game.result(self._state, move)))

    def _rank_of_solved(self, root_move: RootMove) -> tuple[float, int]:
        rival = self._most_visited_unsolved
        if rival is None or root_move.value >= rival.value:
            return float("inf"), root_move.visits
        return -1.0, root_move.visits

    @cached_property
    def _most_visited_unsolved(self) -> RootMove | None:
        unsolved = [each for each in self._moves if not each.is_solved and each.visits]
        return max(unsolved, key=lambda each: each.visits, default=None)

    @cached_property
    def _best_lower(self) -> float:
        return max(each.lower for each in self._moves)

    @cached_property
    def _best_upper(self) -> float:
        return max(each.upper for each in self._moves)

    @cached_property
    def _moves(self) -> list[RootMove]:
        """All moves at the root."""
        summed: dict[int, RootMove] = {}
        for tree, children in zip(self._trees, self._children, strict=True):
            for found in _root_moves(tree, children):
                before = summed.get(found.move)
                summed[found.move] = found if before is None else _sum(before, found)
        return list(summed.values())

    def _line(self, root_move: RootMove, moves: tuple[int, ...]) -> Line:
        return Line(root_move.move, self._utility(root_move.value), moves, distance=None)

    def _utility(self, value: float) -> float:
        return self._worst + value * (self._best - self._worst) + 0.0  # never -0.0

    def _expected(self) -> float:
        """The expectation to MAX, where chance is to move."""
        mean = 0.0
        probabilities = dict(self._game.outcomes(self._state))
        known = [each for each in self._moves if each.visits or each.is_solved]
        total = sum(probabilities[each.move] for each in known)
        for each in known:
            mean += probabilities[each.move] / total * each.value
        return self._utility(mean)

    def _mean_of_all(self) -> float:
        """The mean of all simulations, to MAX."""
        visits = sum(tree.visits(ROOT) - 1 for tree in self._trees)
        return sum(tree.value_sum(ROOT) for tree in self._trees) / max(visits, 1)

    def _best_line(self, move: int) -> tuple[int, ...]:
        """A move and the best moves after it in the first tree, up to a chance node."""
        tree = self._trees[0]
        moves, node = [move], _child_with_move(tree, self._children[0], move)
        while node != NONE and not self._is_hidden:
            children = tree.children(node)
            if children == NONE or tree.player(children) == CHANCE or tree.is_full():
                break
            node = _best_child(tree, children)
            if not tree.visits(node):
                break
            moves.append(tree.move(node))
        return tuple(moves)


def _root_moves(tree: SearchTree, children: int) -> Iterator[RootMove]:
    if children != NONE:
        for node in tree.child_nodes(children):
            yield RootMove(
                *(tree.move(node), tree.visits(node), tree.value_sum(node)),
                *(tree.lower(node), tree.upper(node)),
            )


def _sum(one: RootMove, other: RootMove) -> RootMove:
    return RootMove(
        *(one.move, one.visits + other.visits, one.value_sum + other.value_sum),
        *(max(one.lower, other.lower), min(one.upper, other.upper)),
    )


def _child_with_move(tree: SearchTree, children: int, move: int) -> int:
    nodes = tree.child_nodes(children) if children != NONE else range(0)
    return next((node for node in nodes if tree.move(node) == move), NONE)


def _best_child(tree: SearchTree, children: int) -> int:
    """A child that is proved best, or else the most visited that is not proved worse."""
    floor = tree.best_lower(children)
    is_solved = tree.has_bounds(children) and floor == tree.best_upper(children)
    return max(
        (node for node in tree.child_nodes(children) if tree.upper(node) >= floor),
        key=lambda node: (is_solved and tree.lower(node) == floor, tree.visits(node)),
    )
