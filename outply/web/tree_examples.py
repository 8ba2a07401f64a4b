"""Trees to start with: those of textbooks, lectures and papers, and positions of small games."""

from __future__ import annotations

from outply.web.messages import At, Example

__all__ = ["examples"]

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
LECTURE = [[3, 9], [4], [6, 7, 5]]
PRUNING = [[5, 7], [1, [2, 9], [3, 4]]]
EQUAL = [[3, 12], [3, 9], [[3, 5], [4, 3]]]
DEEP = [
    [[[5, 6], [7, 4, 5]], [[3]]],
    [[[6], [6, 9]], [[7]]],
    [[[5]], [[9, 8], [6]]],
]
NEARLY_OVER = ["a1", "b2", "c3", "c1", "a3"]


def examples() -> list[Example]:
    """The examples, the simplest first."""
    return [
        Example(title="Textbook tree, minimax", search="minimax", nested=TEXTBOOK),
        Example(title="Textbook tree, alpha-beta", search="alphabeta", nested=TEXTBOOK),
        Example(title="Lecture tree, minimax", search="minimax", nested=LECTURE),
        Example(title="Lecture: 1 is already lower than 5", search="alphabeta", nested=PRUNING),
        Example(title="Equal values: cut or not?", search="alphabeta", nested=EQUAL),
        Example(title="Four plies, alpha-beta", search="alphabeta", nested=DEEP),
        Example(title="Four plies, NegaScout", search="negascout", nested=DEEP),
        Example(title="Add one or square", search="alphabeta", at=At(game="inc-square")),
        Example(title="Dice, expectiminimax", search="expectiminimax", at=At(game="dice-tree")),
        Example(
            title="Tic-tac-toe, nearly over",
            search="alphabeta",
            at=At(game="tic-tac-toe", moves=NEARLY_OVER),
        ),
        Example(title="Tic-tac-toe, MCTS", search="mcts:seed=1", at=At(game="tic-tac-toe")),
        Example(
            title="Genetic minimax, path by path",
            search="genetic:seed=1",
            depth=3,
            at=At(game="random-tree", settings={"branching": 3, "depth": 3, "seed": 1}),
        ),
    ]
