"""Monte-Carlo tree search."""

from outply.search.mcts.mcts import MCTS

__all__ = ["MCTS"]
