"""The messages between a page and the server: JSON objects whose `type` says which.

Requests are numbered by the page, and every answer repeats the number of its request. A request
contains the whole position, so the server keeps nothing between two of them. JSON has no infinity:
an infinite value is null.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

__all__ = [
    "Analysis",
    "AnalyzeRequest",
    "AnalyzedMove",
    "Answer",
    "At",
    "Board",
    "Changed",
    "ChooseRequest",
    "Chosen",
    "ClockInfo",
    "Example",
    "Exported",
    "Failure",
    "Fault",
    "GameInfo",
    "HelloRequest",
    "Info",
    "InfoRequest",
    "Legal",
    "Limits",
    "OutcomeInfo",
    "ParameterInfo",
    "PlyInfo",
    "Position",
    "PositionRequest",
    "Preparing",
    "Progress",
    "Queued",
    "Request",
    "ResultInfo",
    "ReviewDone",
    "ReviewRequest",
    "Reviewed",
    "RollRequest",
    "Rolled",
    "SearchInfo",
    "SearchRequest",
    "StopRequest",
    "Stopped",
    "Tree",
    "TreeChange",
    "TreeEvent",
    "TreeExportRequest",
    "TreeNode",
    "TreeRequest",
    "Welcome",
    "decode_request",
    "encode",
]


class MessagePart(msgspec.Struct, kw_only=True):
    """A part of a message."""


# -- a position, and what a search may spend ------------------------------------------


class At(MessagePart, forbid_unknown_fields=True):
    """A position: moves from the start of a game, or from a position that was set up.

    game: The name of the game.
    settings: Parameters of the game; the others have their defaults.
    start: The first position in the game's notation; null for the game's own.
    moves: The moves and the outcomes of chance. `?…` is one that the viewers may not see, and
        `text?…` one that they see but only the server makes.
    """

    game: str
    settings: dict[str, Any] = {}
    start: str | None = None
    moves: list[str] = []


class Limits(MessagePart, forbid_unknown_fields=True):
    """The budget of a search; the server never searches longer than a minute."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None


class ClockInfo(MessagePart, forbid_unknown_fields=True):
    """A player's clock in seconds."""

    remaining: float
    increment: float = 0.0


# -- requests -------------------------------------------------------------------------


def _tag(name: str) -> str:
    """`ReviewDone` is `review_done`, `HelloRequest` is `hello`."""
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", name.removesuffix("Request")).lower()


class _Request(MessagePart, tag_field="type", tag=_tag):
    id: int


class HelloRequest(_Request):
    """Ask for the games and searches."""


class InfoRequest(_Request):
    """Ask for one game, as it is now."""

    game: str


class StopRequest(_Request):
    """Stop the request with the number `of`."""

    of: int


class PlaceRequest(_Request):
    """A request about a position.

    viewers: The seats of people, in a game with hidden information; null hides nothing.
    """

    at: At
    viewers: list[int] | None = None


class PositionRequest(PlaceRequest):
    """Ask for a position: its board, its legal moves, whether it is over."""


class RollRequest(PlaceRequest):
    """Ask for an outcome of chance.

    seed: Makes it the same each time; null draws any. After a hidden move it is the same anyway.
    """

    seed: int | None = None


class SearchRequest(PlaceRequest):
    """A request that takes a search.

    search: As on the command line, `mcts:simulations=1000`; empty for the one that fits the game.
    channel: A newer request on the same channel stops this one; null for one that nothing stops.
    """

    search: str = ""
    limits: Limits = msgspec.field(default_factory=Limits)
    channel: str | None = None


class ChooseRequest(SearchRequest):
    """Ask for a search's move; answered by `progress` and then `chosen`."""

    clock: ClockInfo | None = None


class AnalyzeRequest(SearchRequest):
    """Ask for the values of the moves; answered by `analysis`, of which the last is `done`.

    lines: How many best moves the engine finds; null for all of a few.
    """

    lines: int | None = None


class ReviewRequest(SearchRequest):
    """Ask for the value of each position of a game; the limits are for each position."""


class TreeRequest(SearchRequest):
    """Ask for the recorded tree of a search, which is also the simplest if none is named.

    nested: A tree of one's own as nested lists, instead of the game in `at`.
    cut_on_equality: Whether alpha-beta cuts when a value equals the bound.
    show_pruned: Whether the values of pruned leaves are computed.
    most_nodes: How many nodes of the tree are sent, the upper ones first.
    """

    nested: Any = None
    cut_on_equality: bool = True
    show_pruned: bool = False
    most_nodes: int = 10_000


class TreeExportRequest(TreeRequest):
    """Ask for a recorded tree as a file.

    format: `svg`, `animated` (an SVG that plays), `tikz`, `json` or `text`.
    """

    format: str = "svg"
    windows: bool = False


Request = (
    HelloRequest
    | InfoRequest
    | StopRequest
    | PositionRequest
    | RollRequest
    | ChooseRequest
    | AnalyzeRequest
    | ReviewRequest
    | TreeRequest
    | TreeExportRequest
)


# -- answers: the games and searches --------------------------------------------------


class ParameterInfo(MessagePart):
    """A parameter of a game or of a search.

    kind: `int`, `float`, `bool`, `str` or another Python type.
    choices: The values that a page may give besides the default; empty if there are others.
    """

    name: str
    kind: str
    default: Any
    choices: list[str] = []


class Fault(MessagePart):
    """Why the rules of a game cannot be used, and where."""

    message: str
    file: str | None = None
    line: int | None = None


class GameInfo(MessagePart):
    """A game.

    source: `shipped` or `file`.
    refused: Each search that cannot take it, and why.
    error: Why it cannot be loaded, if so; then all but name, title and source are empty.
    """

    name: str
    title: str
    source: str
    summary: str = ""
    parameters: list[ParameterInfo] = []
    players: int = 2
    chance: bool = False
    hidden: bool = False
    has_board: bool = False
    default_search: str = ""
    refused: dict[str, str] = {}
    error: Fault | None = None


class SearchInfo(MessagePart):
    """A search; `records_trees` says whether its tree can be shown."""

    name: str
    summary: str
    parameters: list[ParameterInfo]
    records_trees: bool


class Example(MessagePart):
    """A tree to start with: a search of a position, or of nested lists."""

    title: str
    search: str
    depth: int | None = None
    at: At | None = None
    nested: Any = None


class _Answer(MessagePart, tag_field="type", tag=_tag):
    id: int


class Welcome(_Answer):
    """cores: How many processors the server has."""

    version: str
    games: list[GameInfo]
    searches: list[SearchInfo]
    examples: list[Example]
    cores: int = 1


class Info(_Answer):
    """One game."""

    game: GameInfo


# -- answers: a position --------------------------------------------------------------


class Board(MessagePart):
    """A position as a picture.

    rows: The text of each cell, top row first; empty where there is no piece.
    kind: How it is drawn: `grid`, `drop`, `chess`, `checkers`, `points` (backgammon) or `table`.
    """

    rows: list[list[str]]
    column_labels: list[str]
    row_labels: list[str]
    kind: str


class Legal(MessagePart):
    """A legal move.

    cells: The cells to click, as [row, column]; none for a move without a cell of its own.
    label: The move as people read it.
    """

    move: str
    cells: list[tuple[int, int]]
    label: str


class OutcomeInfo(MessagePart):
    """An outcome of chance."""

    move: str
    probability: float


class PlyInfo(MessagePart):
    """A move of the game.

    move: Its text, or a token if it is hidden. `at` has the move as it is to be sent back.
    mover: The player, −1 for chance.
    hidden: Whether the viewers may not see the move.
    """

    move: str
    mover: int
    hidden: bool = False


class Position(_Answer):
    """A position.

    at: The same position with the moves as the game writes them.
    text: In the game's notation, or as the viewer sees it.
    mover: The player to move, −1 for chance; at the end, the player who would be.
    mover_piece: The piece that every move puts down; null if there is no one such piece.
    legal: The moves of the player to move; none if the viewers may not see them.
    outcomes: Where chance is to move, what can happen.
    reason: By what the game ended, if there is more to say than who won.
    utilities: The utility of each player, once the game is over.
    winner: The only player with the highest utility.
    last_cells: The cells of the last move.
    viewer: Whose view this is, in a game with hidden information that is not over.
    """

    at: At
    board: Board | None
    text: str
    mover: int
    player_names: list[str]
    mover_piece: str | None
    legal: list[Legal]
    outcomes: list[OutcomeInfo]
    over: bool
    reason: str
    utilities: list[float] | None
    winner: int | None
    last_cells: list[tuple[int, int]]
    history: list[PlyInfo]
    viewer: int | None = None


class Rolled(_Answer):
    """An outcome of chance; `?…` if the viewers may not see it."""

    move: str


# -- answers: searches ----------------------------------------------------------------


class Queued(_Answer):
    """Other searches come first; `place` is 1 for the next one."""

    place: int


class Preparing(_Answer):
    """The rules are being loaded, or compiled for the first time."""


class Progress(_Answer):
    """A depth is finished. `chance` is the win probability of player 0, from 0 to 1."""

    depth: int
    nodes: int
    seconds: float
    move: str | None
    value: float | None
    chance: float | None
    line: list[str]


class AnalyzedMove(MessagePart):
    """A move with its value.

    value: For the player who makes it; null if it has none.
    chance: The win probability of player 0 after it.
    distance: Plies to the win or loss, if that is known.
    known: Whether it was searched as deeply as the best move.
    visits: The simulations through it, for a search that simulates.
    """

    move: str
    value: float | None
    chance: float | None
    line: list[str]
    distance: int | None
    depth: int
    known: bool
    visits: int | None = None
    probability: float | None = None


class ResultInfo(MessagePart):
    """What a search found; values are for the player to move.

    proved: Whether the value is the game-theoretic truth.
    strategy: The probability of each move, for a search that finds a mixed strategy.
    """

    move: str | None
    value: float | None
    chance: float | None
    line: list[str]
    depth: int
    nodes: int
    seconds: float
    proved: bool
    distance: int | None
    compiled: bool
    lines: list[AnalyzedMove]
    strategy: dict[str, float] = {}


class Chosen(_Answer):
    """A search's move; `?…` if the viewers may not see it, and then there is no result."""

    move: str
    result: ResultInfo | None
    seconds: float


class Analysis(_Answer):
    """What is known of a position so far.

    value: For the player to move, at chance for player 0.
    enough: Whether the search was deep enough, or has visits enough, to show a value.
    search: The search, as on the command line.
    """

    depth: int
    nodes: int
    seconds: float
    value: float | None
    chance: float | None
    moves: list[AnalyzedMove]
    proved: bool
    compiled: bool
    done: bool
    enough: bool
    search: str


class Reviewed(_Answer):
    """A position of a game, and the move that was made there.

    ply: How many moves were made before.
    mover: The player to move; −1 at the end, and where chance is to move.
    value: For the player to move.
    best: The best move; null at the end, and where chance is to move.
    cost: The win probability that the move cost the player who made it; 0 for the best move.
    verdict: `inaccuracy`, `mistake`, `blunder` or empty.
    """

    ply: int
    mover: int
    value: float | None
    chance: float | None
    best: str | None
    line: list[str]
    cost: float | None
    verdict: str


class ReviewDone(_Answer):
    """All positions are reviewed."""


class TreeNode(MessagePart):
    """A node of a recorded tree; numbers are texts as people read them.

    parent: The index of the node above; −1 at a root.
    move: The move or outcome that leads here; empty at a root.
    probability: That of an outcome; empty below a player.
    shape: `max`, `min`, `chance`, `player` (one of many), `end` or `cut`.
    kind: How the visit ended: `utility`, `evaluation`, `value`, `open` (stopped), `cut` (no visit).
    player: The player to move, −1 for chance.
    label: The value, marked where it is a bound or an evaluation.
    alpha, beta: The window on entry; empty if the search has no windows.
    again: Whether the move was searched before, as in a re-search.
    changed: Whether the newest path of a genetic search changed the node.
    principal: Whether the node is on the principal line.
    rank: The place among the children of its parent, best first.
    visits: The simulations through the node, −1 for a search without simulations.
    urgency: What the parent selects it by, such as the UCB value; empty if there is none.
    reason: Why a branch was cut.
    """

    parent: int
    move: str
    probability: str
    shape: str
    kind: str
    player: int
    label: str
    alpha: str
    beta: str
    again: bool
    changed: bool
    principal: bool
    rank: int
    visits: int
    urgency: str
    reason: str


class TreeChange(MessagePart):
    """What a node has after the newest path."""

    node: int
    label: str
    visits: int
    urgency: str


class TreeEvent(MessagePart):
    """A step of a search, with the node's value and window after it.

    kind: `enter`, `update` (a child's value came back), `cut`, `value` (the visit ends) or `path`.
    child: The node whose value came back; −1 if none did.
    cut: The branches that are cut.
    changes: What the newest path changed.
    """

    kind: str
    node: int
    value: str
    alpha: str
    beta: str
    text: str
    child: int
    cut: list[int]
    changes: list[TreeChange]


class Tree(_Answer):
    """The recorded tree of a search, parents first.

    at: The position at the root; the moves of a node lead from there to its position.
    title: The search, the game and the result.
    note: Whose side the values are from, and whether they rest on estimates.
    counts: The number of nodes, leaves and cut branches.
    cuts_on_equality: Whether the search does; null if it has no choice.
    """

    at: At
    title: str
    note: str
    counts: str
    cuts_on_equality: bool | None
    nodes: list[TreeNode]
    events: list[TreeEvent]


class Exported(_Answer):
    """A file for the user to keep."""

    name: str
    text: str


class Stopped(_Answer):
    """The request `of` does not run any more."""

    of: int


# -- what the server says of itself ---------------------------------------------------


class Changed(MessagePart, tag_field="type", tag="changed"):
    """A file was saved; its game is loaded again."""

    game: GameInfo


class Failure(MessagePart, tag_field="type", tag="error"):
    """Why there is no answer.

    id: The request; null if it is not known.
    code: `bad_request`, `refused`, `not_yet` (hidden at present), `rules`, `timeout`, `crashed`,
        `busy` or `internal`.
    file: The file of the rules that raised, and the line.
    """

    id: int | None
    message: str
    code: str
    file: str | None = None
    line: int | None = None


Answer = (
    Welcome
    | Info
    | Position
    | Rolled
    | Queued
    | Preparing
    | Progress
    | Chosen
    | Analysis
    | Reviewed
    | ReviewDone
    | Tree
    | Exported
    | Stopped
    | Changed
    | Failure
)

_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Request)
_encoder = msgspec.json.Encoder(enc_hook=repr)


def decode_request(text: str | bytes) -> Request:
    """Decode a request; raise `msgspec.DecodeError`, with a sentence, for an invalid one."""
    request: Request = _decoder.decode(text)
    return request


def encode(message: msgspec.Struct) -> bytes:
    """Encode a message; what JSON does not know is its `repr`."""
    return _encoder.encode(message)
