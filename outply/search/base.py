"""What a search is: parameters, a limit in, a result out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypedDict, Unpack

from outply.game import Game, OutplyError, Traits
from outply.search.coded_moves import (
    CodedMoves,
    refuse_none_moves_at,
    with_any_moves,
)
from outply.search.time_management import Clock
from outply.search.watch import Watch

if TYPE_CHECKING:
    from outply.search.run_within_limit import Run

__all__ = [
    "MAX_DEPTH",
    "UNLIMITED",
    "Clock",
    "EvaluatedSearch",
    "Limit",
    "Line",
    "Progress",
    "Request",
    "Result",
    "Search",
    "SearchArguments",
    "WatchMaker",
    "Window",
    "deterministic_refusal",
    "perfect_information_refusal",
    "quick_result",
    "two_player_refusal",
]

MAX_DEPTH = 1000
"""No search looks further ahead than this many plies."""


@dataclass(frozen=True)
class Limit:
    """The budget of one search: whichever is reached first ends it.

    With `depth` alone, textbook searches go straight to that depth, and the engine deepens. With
    `seconds` or `nodes` every search deepens ply by ply and answers with the deepest iteration that
    it finished. With nothing at all it looks to the end of the game. Compiling a game for the first
    time is not counted. With a `clock` a search spends a share of what is left; the engine spends
    more where its best move changes, and less where the choice is clear.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    clock: Clock | None = None

    def __post_init__(self) -> None:
        for name, kind in (("seconds", int | float), ("depth", int), ("nodes", int)):
            amount = getattr(self, name)
            if amount is None:
                continue
            if not isinstance(amount, kind) or not amount >= 0:
                wanted = "a whole number" if kind is int else "a number"
                raise OutplyError(f"The limit of {name} is {amount!r}; give {wanted}, 0 or more.")
        if self.clock is not None and not isinstance(self.clock, Clock):
            raise OutplyError(f"The limit's clock is {self.clock!r}; give Clock(seconds).")
        if self.depth is not None and self.depth > MAX_DEPTH:
            raise OutplyError(f"The depth limit is {self.depth}; give at most {MAX_DEPTH}.")


UNLIMITED = Limit()


class Window(NamedTuple):
    """Alpha and beta: a search needs the exact value only if it lies between them."""

    alpha: float
    beta: float


class Line(NamedTuple):
    """A move with its value and line, and in how many plies the game ends, if that is known."""

    move: Any
    value: float
    line: tuple[Any, ...]
    distance: int | None


@dataclass(frozen=True)
class Result:
    """What a search found.

    `value` is from the side to move of the searched state; `proved` means that it is the
    game-theoretic truth. `move` is None if the game is over, or if chance is to move: then `value`
    is MAX's. If the limit is too small for one ply, `move` is a legal move and `depth` is 0.
    `interrupted` means that Ctrl-C ended the search. `distance` is the number of plies to the end
    under best play, of a proved win or loss.

    A search for several moves has them in `lines`, best first. A search for a strategy draws
    `move` from it: `mix` has the probability of each legal move, and `exploitability` is what both
    players' strategies lose to the best replies, on average. A search that simulates has the
    simulations through each move in `visits`, and their values in `lines`.
    """

    move: Any
    value: float
    line: tuple[Any, ...]
    depth: int
    nodes: int
    seconds: float
    proved: bool
    compiled: bool
    interrupted: bool = False
    distance: int | None = None
    lines: tuple[Line, ...] = ()
    mix: tuple[tuple[Any, float], ...] = ()
    exploitability: float | None = None
    visits: tuple[tuple[Any, int], ...] = ()

    def _repr_html_(self) -> str:
        """What a notebook shows: the result as a table."""
        from outply.search.result_html import result_html

        return result_html(self)


_DEFAULTS = {each.name: each.default for each in fields(Result) if each.default is not MISSING}


def quick_result(**given: Any) -> Result:
    """A result with these fields, made without `__init__`, which sets each by a call."""
    made = object.__new__(Result)
    made.__dict__.update(_DEFAULTS, **given)
    return made


Progress = Callable[[Result], None]
"""Called after each finished depth."""

WatchMaker = Callable[..., Watch]
"""Makes the watch of one iteration: `(depth, nodes=, deadline=)`; searches it interpreted."""


def two_player_refusal(traits: Traits) -> str | None:
    """Why a search for two players, one against the other, refuses a game; None if it takes it."""
    if traits.players != 2:
        return f"it is for two players and this game has {traits.players}"
    return deterministic_refusal(traits)


def perfect_information_refusal(traits: Traits) -> str | None:
    """Why a search for perfect information refuses a game; None if it takes it."""
    if traits.players == 2 and not traits.zero_sum:
        return "one player's gain is not the other's loss here"
    return "it needs perfect information and this game hides some" if traits.hidden else None


def deterministic_refusal(traits: Traits) -> str | None:
    """Why a search for games without chance and hidden information refuses; None if it takes it."""
    reason = perfect_information_refusal(traits)
    return reason or ("it cannot handle chance" if traits.chance else None)


class SearchArguments(TypedDict, total=False):
    """What `Search.search` can be told by name.

    `compiled`: True insists, False interprets, None compiles where the game allows. A `watch`
    sees each node, and makes the search interpreted. `progress` is called with better and
    better results. `history` is the earlier states of the game, in their order: the engine sees
    repetitions in it. `memory` is what `new_memory` gave: the search finds there what it found
    at its last turn. Of the moves of the state only the `root_moves` are considered, if there are
    any. `started` is called with the run, once everything is compiled: another thread can stop
    it, or give it less time.
    """

    compiled: bool | None
    watch: WatchMaker | None
    progress: Progress | None
    history: Sequence[Any]
    memory: Any
    root_moves: Sequence[Any]
    started: Callable[[Run], None] | None


class Request(NamedTuple):
    """What a search is asked for, besides the state: the arguments of `Search.search`.

    `is_proof` means that nothing but the truth is wanted. `is_interrupted` means that Ctrl-C was
    pressed before the run began.
    """

    limit: Limit = UNLIMITED
    compiled: bool | None = None
    watch: WatchMaker | None = None
    progress: Progress | None = None
    history: Sequence[Any] = ()
    memory: Any = None
    root_moves: Sequence[Any] = ()
    started: Callable[[Run], None] | None = None
    is_proof: bool = False
    is_interrupted: bool = False


class Search(ABC):
    """An algorithm with its parameters. `search` returns a value and keeps nothing."""

    name: ClassVar[str]
    values_for: ClassVar[str] = "MAX"  # whose side its watch is told values from; or "mover", …
    manages_clock: ClassVar[bool] = False  # whether it may exceed the usual share of a clock
    takes_root_moves: ClassVar[bool] = False  # whether it can be asked about some moves only
    values_every_move: ClassVar[bool] = False  # whether one search says what all moves are worth

    def search(
        self,
        game: Game[Any],
        state: Any,
        limit: Limit | None = None,
        **options: Unpack[SearchArguments],
    ) -> Result:
        """Look ahead from `state` within `limit`; `SearchArguments` lists the other arguments."""
        require_game(game)
        if options.get("root_moves") and not self.takes_root_moves:
            raise OutplyError(f"{self.name} considers all moves; use engine for some of them.")
        request = Request(self.within_clock(limit or UNLIMITED), **options)
        game = self.as_evaluated(game)
        found: Result = with_any_moves(self.answer, game, state, request)
        if found.move is None:
            refuse_none_moves_at(game, state)
        return found

    def as_evaluated(self, game: Game[Any]) -> Game[Any]:
        """The game with the evaluation that this search was given, if it was given one."""
        return game

    def within_clock(self, limit: Limit) -> Limit:
        """The limit with the seconds that its clock allows."""
        if limit.clock is None:
            return limit
        allowed = limit.clock.hard if self.manages_clock else limit.clock.soft
        seconds = allowed if limit.seconds is None else min(allowed, limit.seconds)
        return replace(limit, seconds=seconds)

    def begin_game(self) -> None:  # noqa: B027 (most need nothing)
        """Prepare for a game before any clock runs, as by starting another program."""

    def new_memory(self, *, reserved: bool = False) -> Any:
        """What this search keeps between the moves of one game; None if nothing.

        If it is `reserved`, the first search allocates all of it, and later ones need not wait.
        """
        return None

    def memory_of_next_game(self, memory: Any) -> Any:
        """The same memory, cleared, where that is sooner done than to make another."""
        return self.new_memory(reserved=True)

    @abstractmethod
    def answer(self, game: Game[Any], state: Any, request: Request) -> Result:
        """Do what `search` is asked for, in a game whose moves are numbers."""

    def limit_note(self, limit: Limit) -> str:
        """What such a limit means here, if it is not what people expect; empty if it is."""
        return ""

    def refusal(self, traits: Traits) -> str | None:
        """Why this search cannot take a game with these traits; None if it can."""
        return None

    def require(self, game: Game[Any]) -> None:
        """Raise, in one sentence, if this search cannot take the game."""
        require_game(game)
        if reason := self.refusal(game.traits):
            advice = _advice(game.traits)
            raise OutplyError(f"{self.name} cannot search {game.name}: {reason}; use {advice}.")


class EvaluatedSearch(Search):
    """A search with the parameter `evaluation`.

    It is the file of weights that `outply learn` made, `trained` for those that come with Outply,
    FILE.py:NAME for a function, `none` for no evaluation at all, or empty for the game's own.
    """

    evaluation: str

    def require(self, game: Game[Any]) -> None:
        """Raise also if the evaluation is not one of this game."""
        super().require(game)
        self.as_evaluated(game)

    def as_evaluated(self, game: Game[Any]) -> Game[Any]:
        if not self.evaluation or isinstance(game, CodedMoves):  # which has it already
            return game
        evaluated: Game[Any] = game.with_evaluation(self.evaluation)
        return evaluated


def require_game(game: Any) -> None:
    """Raise, in one sentence, if this is no game: a class of games, or the name of one."""
    if isinstance(game, Game):
        return
    if isinstance(game, type) and issubclass(game, Game):
        raise OutplyError(f"{game.__name__} is a class; make a game of it: {game.__name__}().")
    if isinstance(game, str):
        raise OutplyError(f"{game!r} is a text; load the game first: outply.load({game!r}).")
    raise OutplyError(f"{game!r} is not a game; give what outply.load(…) returns.")


ADVISED = (
    "engine",
    "star2",
    "expectiminimax",
    "maxn",
    "paranoid",
    "best-reply",
    "cfr",
    "pimc",
    "mcts",
)


def _advice(traits: Traits) -> str:
    """The searches that take such a game."""
    from outply.search import named

    fitting = [name for name in ADVISED if named(name).refusal(traits) is None] or ["random"]
    return " or ".join(filter(None, (", ".join(fitting[:-1]), fitting[-1])))
