"""Played games and recorded trees: the documents of `play` and `tree`."""

from __future__ import annotations

import msgspec

from outply.cli.schemas.base import Document, Number

__all__ = [
    "PlayDocument",
    "TreeCounts",
    "TreeDocument",
    "TreeNode",
    "TreeResult",
    "TreeStepsDocument",
]


class PlayDocument(Document, kw_only=True):
    """`outply play --json`.

    game: The name of the game.
    start: The position in which the game began.
    moves: The moves and the outcomes of chance, in order.
    position: The last position.
    over: Whether the game was finished.
    utilities: What each player got; null if the game was not finished, or was lost on time.
    winner: The player who got the most; null if several did, or the game was not finished.
    loser: The player who ran out of time.
    reason: By what the game ended: `threefold repetition`, `time`, or what the game itself says,
        such as `checkmate`; null if it says nothing.
    players: For each player, `human` or the name of the search.
    search_reason: Why this search was chosen; null if --search named it.
    clocks: The seconds that each player has left; null without --clock.
    """

    game: str
    start: str
    moves: list[str]
    position: str
    over: bool
    utilities: list[float] | None
    winner: int | None
    loser: int | None
    reason: str | None
    players: list[str]
    search_reason: str | None
    clocks: list[float] | None


class TreeCounts(msgspec.Struct, kw_only=True):
    """The size of a recorded tree.

    nodes: The nodes that the last iteration visited.
    kept: How many of them are in the document.
    leaves: How many of those are leaves.
    cut: The branches in the document that were cut.
    """

    nodes: int
    kept: int
    leaves: int
    cut: int


class TreeResult(msgspec.Struct, kw_only=True):
    """What the recorded search found.

    move: The best move.
    value: Its value for the player to move.
    line: The principal variation.
    depth: The depth of the last complete iteration.
    nodes_of_all_iterations: The nodes visited, also by earlier iterations.
    seconds: The time of the search.
    proved: Whether the value is the game-theoretic value.
    compiled: Whether the search ran compiled; recorded searches do not.
    interrupted: Whether Ctrl-C ended the search.
    distance: The plies to the end of the game under best play, where known.
    """

    move: str | None
    value: Number
    line: list[str]
    depth: int
    nodes_of_all_iterations: int
    seconds: float
    proved: bool
    compiled: bool
    interrupted: bool
    distance: int | None


class TreeNode(msgspec.Struct, kw_only=True):
    """A node of a recorded tree; a cut branch has the first five keys and its `reason`.

    With --pruned it has a `value`, too. The other keys are null.

    parent: The index of the parent in `nodes`; null for a root.
    move: The move or outcome that leads here; null for a root.
    probability: The probability of the outcome, below a chance node.
    again: Whether this is a second visit by the same move, as in a re-search.
    kind: How the visit ended: `utility` or `evaluation` by one of these, `value` by a value
        from below; `open` if the search was stopped; `cut` if there was no visit.
    position: The position as text.
    player: The player to move; -1 is chance.
    window: Alpha and beta.
    value: The value, for the player that `values_for` names; in max^n, one for each player.
    bound: `exact`, or `upper` or `lower` if the value is only a bound.
    changed: Whether the newest path of a reservation tree changed the node.
    visits: The simulations through the node, of a search that simulates.
    urgency: What the parent selects the node by, such as its UCB value.
    reason: Why a branch was cut.
    """

    parent: int | None
    move: str | None
    probability: float | None
    again: bool
    kind: str
    position: str | None = None
    player: int | None = None
    window: list[Number] | None = None
    value: Number | list[Number] = None
    bound: str | None = None
    changed: bool | None = None
    visits: int | None = None
    urgency: float | None = None
    reason: str | None = None


class TreeDocument(Document, kw_only=True):
    """`outply tree --json`, and the file of `outply tree --out tree.json`.

    game: The name of the game.
    search: The name of the search.
    values_for: Whose values the nodes have: `MAX` is player 0, `mover` the player to move.
    counts: The size of the tree.
    principal: The indices of the nodes of the principal variation.
    result: What the search found.
    nodes: The nodes, parents before their children.
    """

    game: str
    search: str
    values_for: str
    counts: TreeCounts
    principal: list[int]
    result: TreeResult | None
    nodes: list[TreeNode]


class TreeStepsDocument(Document, kw_only=True):
    """`outply tree --steps --json`.

    trees: The tree after each path.
    """

    trees: list[TreeDocument]
