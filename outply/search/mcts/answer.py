"""What trees say of the moves at their root."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from outply.game import CHANCE, Game
from outply.search.base import Line, Result
from outply.search.mcts.manner import scale_of
from outply.search.mcts.nodes import NONE, ROOT, Nodes
from outply.search.mcts.walk import family_at

__all__ = ["Answer"]


FOLLOWED = 5  # moves whose lines go on: to follow all of them would take its time


class Choice(NamedTuple):
    """A move at the root, as all trees together see it; values are from 0 to 1."""

    move: int
    visits: int
    total: float
    least: float
    most: float

    @property
    def is_solved(self) -> bool:
        return self.least >= self.most

    @property
    def value(self) -> float:
        """The truth if it is known; or else the mean, as far as it is possible."""
        mean = self.total / self.visits if self.visits else 0.0
        return min(max(mean, self.least), self.most)


class Answer:
    def __init__(self, game: Game[Any], state: Any, trees: list[Nodes]) -> None:
        self._game, self._state, self._trees = game, state, trees
        self._player = game.to_move(state)
        self._is_secret = self._player == CHANCE and game.traits.hidden
        self._families = [NONE if self._is_secret else self._family(tree) for tree in trees]

    def _family(self, tree: Nodes) -> int:
        return family_at(self._game, self._state, ROOT, tree)

    def added_to(self, found: Result) -> Result:
        if self._is_secret:
            return replace(found, value=self._utility(self._mean_of_all()), depth=1)
        choices = sorted(self._choices, key=self._rank, reverse=True)
        if not choices:
            return found
        if self._player == CHANCE:
            return replace(found, value=self._expected(), depth=1, proved=self._is_proved)
        best = choices[0]
        line = self._moves_on(best.move)
        tried = [choice for choice in choices if choice.visits]
        lines = [self._line(choice, self._moves_on(choice.move)) for choice in tried[:FOLLOWED]]
        lines += [self._line(choice, (choice.move,)) for choice in tried[FOLLOWED:]]
        return replace(
            found,
            move=best.move,
            value=self._utility(best.value),
            line=line,
            depth=len(line),
            proved=self._is_proved,
            lines=tuple(lines),
            visits=tuple((choice.move, choice.visits) for choice in tried),
        )

    @property
    def _is_proved(self) -> bool:
        return any(tree.is_solved(ROOT) for tree in self._trees)

    def _rank(self, choice: Choice) -> tuple[float, float, int]:
        """What is proved to be as good as anything comes first, what is proved to be worse last.

        Of the others it is the most visited, unless a sure value is higher than its mean.
        """
        if choice.most < self._floor:
            return (0.0, choice.value, choice.visits)
        if choice.is_solved and choice.least == self._floor == self._ceiling:
            return (2.0, self._ends(choice.move), choice.visits)
        if choice.is_solved:
            return (1.0, *self._sure_rank(choice))
        return (1.0, float(choice.visits), choice.visits)

    def _ends(self, move: int) -> float:
        """1 if the game is over at once; of what is as good as anything, that is preferred."""
        return float(self._game.is_terminal(self._game.result(self._state, move)))

    def _sure_rank(self, choice: Choice) -> tuple[float, int]:
        favourite = self._open_favourite
        if favourite is None or choice.value >= favourite.value:
            return float("inf"), choice.visits
        return -1.0, choice.visits

    @cached_property
    def _open_favourite(self) -> Choice | None:
        """Of the moves that are not solved, the most visited."""
        open_ones = [each for each in self._choices if not each.is_solved and each.visits]
        return max(open_ones, key=lambda each: each.visits, default=None)

    @cached_property
    def _floor(self) -> float:
        """What can be had for sure."""
        return max(each.least for each in self._choices)

    @cached_property
    def _ceiling(self) -> float:
        """What nothing can be better than."""
        return max(each.most for each in self._choices)

    @cached_property
    def _choices(self) -> list[Choice]:
        """All moves at the root."""
        summed: dict[int, Choice] = {}
        for tree, family in zip(self._trees, self._families, strict=True):
            for choice in _choices_of(tree, family):
                before = summed.get(choice.move)
                summed[choice.move] = choice if before is None else _together(before, choice)
        return list(summed.values())

    def _line(self, choice: Choice, moves: tuple[int, ...]) -> Line:
        return Line(choice.move, self._utility(choice.value), moves, distance=None)

    def _utility(self, value: float) -> float:
        worst, best = scale_of(self._game.traits)
        return worst + value * (best - worst) + 0.0  # never -0.0

    def _expected(self) -> float:
        """To MAX, where chance is to move."""
        mean = 0.0
        chances = dict(self._game.outcomes(self._state))
        choices = [choice for choice in self._choices if choice.visits or choice.is_solved]
        seen = sum(chances[choice.move] for choice in choices)
        for choice in choices:
            mean += chances[choice.move] / seen * choice.value
        return self._utility(mean)

    def _mean_of_all(self) -> float:
        """Of all simulations, to MAX."""
        visits = sum(tree.visits(ROOT) - 1 for tree in self._trees)
        return sum(tree.value(ROOT) for tree in self._trees) / max(visits, 1)

    def _moves_on(self, move: int) -> tuple[int, ...]:
        """A move and best play behind it, as far as the first tree knows it and nobody rolls."""
        tree = self._trees[0]
        moves, node = [move], _child(tree, self._families[0], move)
        while node != NONE and not self._game.traits.hidden:
            family = tree.family(node)
            if family == NONE or tree.player(family) == CHANCE or tree.is_full():
                break
            node = _favourite(tree, family)
            if not tree.visits(node):
                break
            moves.append(tree.move(node))
        return tuple(moves)


def _choices_of(tree: Nodes, family: int) -> Iterator[Choice]:
    if family != NONE:
        for node in range(family + 1, family + 1 + tree.count(family)):
            yield Choice(
                *(tree.move(node), tree.visits(node), tree.value(node)),
                *(tree.least(node), tree.most(node)),
            )


def _together(one: Choice, other: Choice) -> Choice:
    return Choice(
        *(one.move, one.visits + other.visits, one.total + other.total),
        *(max(one.least, other.least), min(one.most, other.most)),
    )


def _child(tree: Nodes, family: int, move: int) -> int:
    nodes = range(family + 1, family + 1 + tree.count(family)) if family != NONE else range(0)
    return next((node for node in nodes if tree.move(node) == move), NONE)


def _favourite(tree: Nodes, family: int) -> int:
    """The surest of its moves, and of equals the most visited."""
    floor = tree.surest(family)
    nodes = range(family + 1, family + 1 + tree.count(family))
    known = tree.has_narrowed(family) and floor == tree.hopes(family)
    return max(
        (node for node in nodes if tree.most(node) >= floor),
        key=lambda node: (known and tree.least(node) == floor, tree.visits(node)),
    )
