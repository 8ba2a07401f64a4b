"""The contract: what the rules of a game are, and what they may declare.

A game is a frozen dataclass of pure methods over an immutable state. Its fields
are its parameters. This module imports nothing else of Outply but how plain texts and
pictures are made, so that an author's file depends on it alone.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import hashlib
import importlib
import math
import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from outply.plain_texts import plain_text, readable_repr, typed_choice

__all__ = [
    "CHANCE",
    "INFINITY",
    "MAX",
    "MIN",
    "Bits",
    "BoardView",
    "Game",
    "OutplyError",
    "OutplyWarning",
    "Traits",
    "is_defined",
    "lost_in",
    "mixed",
    "place_of_bit",
    "won_in",
]

MAX = 0
MIN = 1
CHANCE = -1
INFINITY = math.inf

Bits = Annotated[int, "uint64"]
"""An int that uses all 64 bits of a machine word, as a bitboard does.

Plain `int` is signed 64-bit once compiled. A value annotated `Bits` is unsigned, and so
is everything computed from it. Interpreted, it is an ordinary int: mask what may grow
past 64 bits (`(b << 8) & FULL`), and compiled code agrees.
"""

FOREVER = 1 << 20

EVALUATIONS = "outply.evaluate"  # found by name: the contract imports nothing of ours

NO_MOVE = "there is no legal move"

SURE = 2.0**20
"""A value this high would be a win at once; see `won_in`."""

REQUIRED_METHODS = ("initial", "to_move", "moves", "result", "is_terminal", "utility")
SEARCH_HINTS = (
    *("bounds", "candidates", "key", "canonical", "use_symmetry", "plies_left", "passed"),
    *("may_pass", "in_check", "gives_check", "ends_early", "reversible_plies", "exchange"),
    *("is_legal", "extension", "reducible", "pick"),
)
"""The methods of `Game` that only engine builders need: see there."""

State = TypeVar("State")


def place_of_bit(bits: Bits, index: int) -> int:
    """Position of the index-th set bit, lowest first."""
    for _ in range(index):
        bits &= bits - 1
    return (bits & -bits).bit_length() - 1


def won_in(plies: int) -> float:
    """The value of a game that is won in `plies` plies: above all utilities, sooner is more."""
    return SURE - plies


def lost_in(plies: int) -> float:
    """The value of a game that is lost in `plies` plies: below all utilities, sooner is less."""
    return plies - SURE


WORD = (1 << 64) - 1


def mixed(state: Any) -> Bits:
    """All bits of all numbers in a state, mixed into 64; the same interpreted and compiled.

    Each number in turn is added to the key, which then goes through the finaliser of
    Steele, Lea and Flood's SplitMix64. What is not made of numbers is hashed by Python.
    """
    key = 0
    for number in _numbers(state):
        key = (key + number + 0x9E37_79B9_7F4A_7C15) & WORD
        key = (key ^ key >> 30) * 0xBF58_476D_1CE4_E5B9 & WORD
        key = (key ^ key >> 27) * 0x94D0_49BB_1331_11EB & WORD
        key ^= key >> 31
    return key


# What is no number must not be taken for a small one: 0, None, "" and () have keys of their own.
NONE_WORD, TEXT_WORD = 0x9216_D5D9_8979_FB1B, 0xB8E1_AFED_6A26_7E96
LENGTH_WORD, SET_WORD = 0xD131_0BA6_98DF_B5AC, 0x2FFD_72DB_D01A_DFB7


def _numbers(value: Any, nested: bool = False) -> Iterator[int]:
    """The numbers of a state, each as the 64 bits that hold it; before a row in it, its length."""
    if value is None:
        yield NONE_WORD
    elif isinstance(value, enum.Enum):
        yield class_word(type(value)) + list(type(value)).index(value) & WORD
    elif isinstance(value, tuple):
        if nested and type(value) is tuple:
            yield LENGTH_WORD + len(value) & WORD
        for item in value:
            yield from _numbers(item, nested=True)
    elif isinstance(value, frozenset):
        yield SET_WORD + sum(mixed((item,)) for item in value) & WORD
    elif dataclasses.is_dataclass(value):
        if nested:
            yield class_word(value.__class__)
        for field in dataclasses.fields(value):
            yield from _numbers(getattr(value, field.name), nested=True)
    else:
        yield bits_of_number(value)


@functools.cache
def class_word(cls: Any) -> Bits:
    """64 bits that stand for a class."""
    return mixed((folded_text(cls.__qualname__),))


def bits_of_number(value: Any) -> Bits:
    """The 64 bits that hold a number; of a text or a longer number, 64 that stand for it."""
    if isinstance(value, str):
        return folded_text(value)
    if isinstance(value, float):
        return int(struct.unpack("=Q", struct.pack("=d", value))[0])
    if isinstance(value, int) and -(1 << 63) <= value <= WORD:
        return int(value) & WORD
    if isinstance(value, int | bytes):
        return int.from_bytes(hashlib.blake2b(repr(value).encode(), digest_size=8).digest())
    return hash(value) & WORD


def folded_text(text: str) -> Bits:
    """64 bits that stand for a text: its length, then a polynomial of its characters' codes."""
    total = TEXT_WORD + len(text)
    for letter in text:
        total = (total * 0x9E37_79B9_7F4A_7C15 + ord(letter)) & WORD
    return total


class OutplyError(ValueError):
    """What was wrong with what the user gave, and what to do, in one sentence."""


class OutplyWarning(UserWarning):
    """Outply did something other than what was asked: what, and why, in one sentence."""


@dataclass(frozen=True)
class Traits:
    """What a search must know of a game before it can take it."""

    players: int = 2
    chance: bool = False
    hidden: bool = False
    zero_sum: bool = True
    least: float = -1.0  # the lowest utility of any player
    most: float = 1.0  # and the highest


@dataclass(frozen=True)
class BoardView:
    """A position as a picture: cells in rows, top row first, and where each move clicks.

    A cell is the text of its piece, `""` when empty. `clicks` maps a legal move to the
    cells, as (row, column), that a person clicks to make it; a move with no cell of its
    own (a pass) maps to no cells. Once the game is over there is nothing to click.
    `kind` says how a page draws it: `grid`; `drop`, stones that fall in columns; `chess`,
    pieces on squares of two colours; `checkers`, where `XX` and `OO` are kings and the dark squares
    have numbers; `points`, the board of backgammon; `table`, facts in words, each with its row's
    label.
    """

    rows: tuple[tuple[str, ...], ...]
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    clicks: Mapping[Any, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    kind: str = "grid"

    def _repr_html_(self) -> str:
        """What a notebook shows: the cells as a picture."""
        from outply.board_svg import board_svg

        return board_svg(self.rows, self.column_labels, self.row_labels, self.kind)


class Game(Generic[State]):
    """The rules of one game. Six methods are required; the others have defaults.

    The others come in four groups: knowledge, chance and hidden information, text and pictures,
    and search hints. A newcomer needs none of them.

    Every method is pure: it changes nothing and answers the same for the same state. A move, or
    an outcome of chance, is any value that can be hashed; only a move cannot be None.
    Values are always asked for a player and given from that player's side.
    """

    players: ClassVar[int] = 2
    zero_sum: ClassVar[bool] = True
    utility_range: ClassVar[tuple[float, float]] = (-1.0, 1.0)
    compilable: ClassVar[bool] = True
    """Whether the rules are Python that may be compiled; if False, the game runs
    interpreted without a warning."""

    # -- required ----------------------------------------------------------------------

    def initial(self) -> State:
        """The state in which the game starts."""
        raise NotImplementedError

    def to_move(self, state: State) -> int:
        """Whose turn it is: 0 is MAX, 1 is MIN, 2… more players; or CHANCE.

        At a terminal state any player will do, but it must be one.
        """
        raise NotImplementedError

    def moves(self, state: State) -> Iterable[Any]:
        """All legal moves, in the order a plain search tries them; a pass is a move, but not None.

        Searches do not ask for the moves of a finished game, unless it defines `ends_early`: then
        `moves` yields none where that is why the game is over.
        """
        raise NotImplementedError

    def result(self, state: State, move: Any) -> State:
        """The state after `move` (or after an outcome, at CHANCE). A new state."""
        raise NotImplementedError

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        raise NotImplementedError

    def utility(self, state: State, player: int) -> float:
        """The truth at a terminal state, from `player`'s side."""
        raise NotImplementedError

    # -- knowledge ---------------------------------------------------------------------

    def evaluate(self, state: State, player: int) -> float:
        """A static estimate of a state that is not terminal, on utility's scale."""
        return 0.0

    evaluation_parameters: ClassVar[tuple[str, ...]] = ()
    """The numeric fields of the game that `evaluate` uses and `outply learn` may tune."""

    def features(self, state: State) -> tuple[float, ...]:
        """What a linear evaluation sees, from the side of the player to move."""
        raise NotImplementedError

    cell_values: ClassVar[int] = 0
    """How many values a cell of `cells` can take."""
    stages: ClassVar[int] = 1
    """How many stages a game has; each has weights of its own."""

    def cells(self, state: State) -> tuple[int, ...]:
        """What is on each cell, as the player to move sees it: 0 or more, below `cell_values`.

        A learned evaluation looks up tuples of cells in its tables. The same number of cells in
        every state, also where chance is to move; there, the side of whose turn it is fits best.
        """
        raise NotImplementedError

    def stage(self, state: State) -> int:
        """The stage of the game, 0 or more and below `stages`."""
        return 0

    @property
    def cell_grid(self) -> tuple[int, int]:
        """Rows and columns, if the cells are those of a board, row by row."""
        return (0, 0)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Permutations of the cells that change nothing: what is on `p[i]` comes to cell i."""
        return ()

    @property
    def tuples(self) -> tuple[tuple[int, ...], ...]:
        """The tuples of cells that have a table each; by default they follow from the grid."""
        return ()

    def order(self, state: State, move: Any) -> float:
        """How early to try a move: higher first."""
        return 0.0

    def noisy_moves(self, state: State) -> Iterable[Any]:
        """The moves that quiescence search goes on with: captures, say; in check, all moves."""
        yield from range(0)

    # -- chance and hidden information -------------------------------------------------

    def outcomes(self, state: State) -> Iterable[tuple[Any, float]]:
        """At CHANCE: each outcome that is possible, with its probability; they sum to one."""
        for outcome in range(0):
            yield outcome, 1.0

    def observation(self, state: State, player: int) -> Any:
        """All that `player` has seen so far, where information is hidden.

        With perfect recall, states that look alike must have alike pasts: where two states look
        the same to the player to move, so did the way there, and the legal moves are the same.
        """
        return state

    def worlds(self, state: State, player: int) -> Iterable[tuple[State, float]]:
        """Where information is hidden: each state that `player` cannot tell from `state`.

        With its probability, as far as chance made it; they sum to one.
        """
        yield state, 1.0

    # -- text and pictures -------------------------------------------------------------

    def format(self, state: State) -> str:
        """The position as people write it; `parse` reads it back."""
        if isinstance(state, tuple):
            return readable_repr(tuple(state))
        if type(state).__str__ is object.__str__ and type(state).__repr__ is object.__repr__:
            fields = ", ".join(
                f"{name}={readable_repr(value)}" for name, value in vars(state).items()
            )
            return f"{type(state).__name__}({fields})"
        return plain_text(state)

    def parse(self, text: str) -> State:
        """The state that `format` wrote as `text`."""
        kind = type(self.initial())
        if not (issubclass(kind, tuple) and hasattr(kind, "_fields")):
            raise OutplyError(f"{self.name} cannot read positions; give the moves instead.")
        try:
            return kind(*ast.literal_eval(text))
        except (ValueError, SyntaxError, TypeError):
            example = self.format(self.initial())
            raise OutplyError(
                f"{text!r} is not a position of {self.name}; write it as {example}."
            ) from None

    def format_view(self, state: State, player: int) -> str:
        """The position as `player` sees it; the whole position where nothing is hidden."""
        if type(self).observation is Game.observation:
            return self.format(state)
        return plain_text(self.observation(state, player))

    def format_move(self, state: State, move: Any) -> str:
        """A move (or an outcome) as people write it."""
        return plain_text(move)

    def parse_move(self, state: State, text: str) -> Any:
        """The legal move (or the outcome) that people write as `text`.

        It is compared with the texts of the legal moves, also without signs and names of classes
        and fields: `3 0 2 0` is `Move(src=(3, 0), dst=(2, 0))`. A game with a notation of its own
        defines this itself, as chess does (`games/chess/notation.py`).
        """
        moves: Iterable[Any] = ()
        if not self.is_terminal(state):
            chance = self.to_move(state) == CHANCE
            moves = (face for face, _ in self.outcomes(state)) if chance else self.moves(state)
        texts = {self.format_move(state, move): move for move in moves}
        try:
            return typed_choice(text, texts)
        except LookupError:
            shown = ", ".join(list(texts)[:12]) + (", …" if len(texts) > 12 else "")
            why = f"legal: {shown}" if texts else "the game is over"
            raise OutplyError(f"{text.strip()!r} is not a legal move here; {why}.") from None

    def format_ending(self, state: State) -> str:
        """By what the game ended, if there is more to say than who won: `stalemate`."""
        return ""

    def format_player(self, player: int) -> str:
        """What people call a player: `White`."""
        return f"Player {player + 1}"

    def format_distance(self, value: float, plies: int) -> str:
        """What players call a win (a value above 0) or loss in `plies` plies: `mate in 2`.

        Where this is empty, it is called `win in 3 plies`.
        """
        return ""

    def board(self, state: State) -> BoardView | None:
        """The position as a picture, or None where text must do."""
        return None

    # -- search hints, for engine builders ---------------------------------------------

    # Searches believe what these say; `outply check` compares it with a plain search. Most games
    # need none of them.

    selective: ClassVar[bool] = False
    """Whether `candidates` may leave out good moves. Then a search that tries candidates only
    proves nothing by it; the engine tries all moves before it says that a position is lost."""
    tail_plies: ClassVar[int] = 0
    """So many plies before the end a good order of moves no longer pays. A game that says so
    yields no candidates once it is over."""
    margin: ClassVar[float] = 0.0
    """What a small advantage is worth to `evaluate`, in chess a pawn: the unit of the engine's
    pruning margins. With 0, nothing is pruned by its evaluation."""

    def bounds(self, state: State, player: int) -> tuple[float, float]:
        """The least and the most utility that `player` can still get by best play.

        Asked before the game is over only.

        In a game of win, draw and loss a bound can say more: `won_in(3)` as the most, that
        `player` wins in three plies at the soonest; `lost_in(2)` as the most, that `player`
        loses in two at the latest. Unless the bounds are equal, `evaluate` keeps within them.
        """
        return self.utility_range

    def candidates(self, state: State) -> Iterable[Any]:
        """The moves worth a look: those left out certainly lose within two plies.

        There is at least one, unless `bounds` says that `state` is lost or won. A game that
        leaves out other moves as well, as unlikely to be good, declares `selective = True`.
        """
        yield from self.moves(state)

    def key(self, state: State) -> Bits:
        """A 64-bit number that stands for the state in a transposition table."""
        return mixed(state)

    def canonical(self, state: State) -> State:
        """One state for all that are symmetric to `state`: the same to move, worth the same."""
        return state

    def use_symmetry(self, state: State) -> bool:
        """Whether a search should use `canonical` here; the same for all symmetric positions."""
        return True

    def plies_left(self, state: State) -> int:
        """The most plies that the game can still last, passes not counted."""
        return FOREVER

    def passed(self, state: State) -> State:
        """The state if the player to move did nothing, where that is hardly ever best.

        Defining it allows null-move pruning, which cuts where even that is too good, and
        best-reply search, in which all opponents but one do nothing.
        """
        raise NotImplementedError

    def may_pass(self, state: State) -> bool:
        """Whether passing is safe to think of: False where having to move may be a disadvantage."""
        return True

    def in_check(self, state: State) -> bool:
        """Whether the mover is under attack and has to answer it.

        Then the engine tries every move, looks a ply further and never passes.
        """
        return False

    def gives_check(self, state: State, move: Any) -> bool:
        """Whether the opponent is in check after a move; define it if that is quicker to see."""
        return self.in_check(self.result(state, move))

    def ends_early(self, state: State) -> bool:
        """Whether the game is over although there may be moves.

        Define it where `is_terminal` has to look for moves: without moves the game is over, too.
        """
        return self.is_terminal(state)

    def reversible_plies(self, state: State) -> int:
        """The most plies after which a position can occur again.

        A position that comes back is a draw: the third time in the game. Below the root of a
        selective search, the second time.
        """
        return 0

    def exchange(self, state: State, move: Any) -> float:
        """What a move wins if both sides go on capturing on its square, on the scale of `evaluate`.

        Below 0 it loses something.
        """
        return 0.0

    def is_legal(self, state: State, move: Any) -> bool:
        """Whether a move that was legal in some state is legal in this one."""
        return any(other == move for other in self.moves(state))

    def extension(self, state: State, move: Any) -> int:
        """How many plies deeper to look after a move, such as one that forces the reply."""
        return 0

    def reducible(self, state: State, move: Any) -> bool:
        """Whether a move that comes late in the order may be looked at less deeply."""
        return False

    def pick(self, state: State, luck: float) -> Any:
        """The legal move that a number stands for, 0 or more and less than 1.

        Each has an equal share; if the game is `selective`, each candidate. Playouts ask for it
        at each ply: define it where there is a quicker way than through all the moves.
        """
        count = 0
        for _ in self.candidates(state) if self.selective else self.moves(state):
            count += 1
        index = int(luck * count)
        for move in self.candidates(state) if self.selective else self.moves(state):
            if index == 0:
                return move
            index -= 1
        raise IndexError(NO_MOVE)

    # -- other evaluations -------------------------------------------------------------

    def with_evaluation(self, source: str) -> Any:
        """The same game with another `evaluate`.

        `weights.safetensors` is a file that `outply learn` made, `my_eval.py:cautious` a function
        of a Python file, `trained` the included evaluation, and `none` no evaluation at all.
        """
        return importlib.import_module(EVALUATIONS).with_evaluation(self, source)

    # -- what follows from the rules ---------------------------------------------------

    @property
    def name(self) -> str:
        """The game's name on the command line: `ConnectFour` is `connect-four`."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", type(self).__name__).lower()

    @property
    def traits(self) -> Traits:
        """Declared, or following from which methods the rules define."""
        least, most = self.utility_range
        return Traits(
            players=self.players,
            chance=type(self).outcomes is not Game.outcomes,
            hidden=type(self).observation is not Game.observation,
            zero_sum=self.zero_sum,
            least=least,
            most=most,
        )


def is_defined(game: Game[Any], method: str) -> bool:
    """Whether the author wrote this method; otherwise it is inherited from `Game`."""
    return getattr(type(game), method) is not getattr(Game, method)
