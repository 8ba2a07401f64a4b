"""Searches of games whose moves are tuples, strings or enums, with codes in place of the moves.

`CodedMoves` stands between a search and such a game. `with_any_moves` converts codes in results
back to the moves that the author yielded.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from outply.compiler.refusals import NotCompilable
from outply.game import CHANCE, Bits, Game, Traits
from outply.search.move_codes import move_code, move_of, result_of
from outply.search.move_words import words_of

if TYPE_CHECKING:
    from outply.search.base import Line, Request, Result

    Answer = Callable[[Game[Any], Any, Request], Any]

__all__ = ["CodedMoves", "has_coded_moves", "with_any_moves"]

SAMPLED_PLAYS, SAMPLED_PLIES = 4, 40
SAMPLING_SECONDS = 0.01  # no further play begins after that


class CodedMoves(Game[Any]):
    """A game whose moves are codes; `_class_for` adds the optional methods that it defines."""

    game: Game[Any]
    words: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.game.name

    @property
    def traits(self) -> Traits:
        return self.game.traits

    def initial(self) -> Any:
        return self.game.initial()

    def to_move(self, state: Any) -> int:
        return self.game.to_move(state)

    def moves(self, state: Any) -> Iterator[int]:
        for move in self.game.moves(state):
            yield move_code(move, self.words)

    def result(self, state: Any, move: int) -> Any:
        return result_of(self.game, state, move_of(self.game, state, move, self.words))

    def is_terminal(self, state: Any) -> bool:
        return self.game.is_terminal(state)

    def utility(self, state: Any, player: int) -> float:
        return self.game.utility(state, player)

    def format(self, state: Any) -> str:
        return self.game.format(state)

    def format_move(self, state: Any, move: int) -> str:
        return self.game.format_move(state, move_of(self.game, state, move, self.words))


class _OptionalMethods(CodedMoves):
    """The methods that a game need not define."""

    def evaluate(self, state: Any, player: int) -> float:
        return self.game.evaluate(state, player)

    def features(self, state: Any) -> tuple[float, ...]:
        return self.game.features(state)

    def cells(self, state: Any) -> tuple[int, ...]:
        return self.game.cells(state)

    def stage(self, state: Any) -> int:
        return self.game.stage(state)

    def outcomes(self, state: Any) -> Iterator[tuple[int, float]]:
        for outcome, probability in self.game.outcomes(state):
            yield move_code(outcome, self.words), probability

    def noisy_moves(self, state: Any) -> Iterator[int]:
        for move in self.game.noisy_moves(state):
            yield move_code(move, self.words)

    def order(self, state: Any, move: int) -> float:
        return self.game.order(state, move_of(self.game, state, move, self.words))

    def bounds(self, state: Any, player: int) -> tuple[float, float]:
        return self.game.bounds(state, player)

    def candidates(self, state: Any) -> Iterator[int]:
        for move in self.game.candidates(state):
            yield move_code(move, self.words)

    def pick(self, state: Any, luck: float) -> int:
        return move_code(self.game.pick(state, luck), self.words)

    def plies_left(self, state: Any) -> int:
        return self.game.plies_left(state)

    def passed(self, state: Any) -> Any:
        return self.game.passed(state)

    def reducible(self, state: Any, move: int) -> bool:
        return self.game.reducible(state, move_of(self.game, state, move, self.words))

    def extension(self, state: Any, move: int) -> int:
        return self.game.extension(state, move_of(self.game, state, move, self.words))

    def may_pass(self, state: Any) -> bool:
        return self.game.may_pass(state)

    def in_check(self, state: Any) -> bool:
        return self.game.in_check(state)

    def gives_check(self, state: Any, move: int) -> bool:
        return self.game.gives_check(state, move_of(self.game, state, move, self.words))

    def ends_early(self, state: Any) -> bool:
        return self.game.ends_early(state)

    def reversible_plies(self, state: Any) -> int:
        return self.game.reversible_plies(state)

    def exchange(self, state: Any, move: int) -> float:
        return self.game.exchange(state, move_of(self.game, state, move, self.words))

    def key(self, state: Any) -> Bits:
        return self.game.key(state)

    def canonical(self, state: Any) -> Any:
        return self.game.canonical(state)

    def use_symmetry(self, state: Any) -> bool:
        return self.game.use_symmetry(state)

    def observation(self, state: Any, player: int) -> Any:
        return self.game.observation(state, player)

    def worlds(self, state: Any, player: int) -> Iterator[tuple[Any, float]]:
        yield from self.game.worlds(state, player)


CONSTANTS = (
    *("players", "zero_sum", "utility_range", "compilable"),
    *("selective", "tail_plies", "margin", "stages"),
)


@functools.cache
def _class_for(cls: Any) -> type[CodedMoves]:
    """The subclass of CodedMoves for a class of games, with the optional methods it defines."""
    members: dict[str, Any] = {
        name: method
        for name, method in vars(_OptionalMethods).items()
        if name[0] != "_" and getattr(cls, name) is not getattr(Game, name)
    }
    members |= {name: getattr(cls, name) for name in CONSTANTS}
    members["__annotations__"] = {"game": "Game[Any]", "words": "tuple[str, ...]"}
    made = type("CodedMoves", (CodedMoves,), members)
    return dataclass(frozen=True)(made)


def with_coded_moves(game: Game[Any]) -> Any:
    """A game with codes in place of its moves."""
    cls: Any = game.__class__
    make: Any = _class_for(cls)
    return make(game, words_of(cls))


@functools.lru_cache(maxsize=256)
def _needs_codes(game: Game[Any]) -> bool:
    """Whether a move of the game is not an int, in a few sampled plays."""
    began = perf_counter()
    try:
        for play in range(SAMPLED_PLAYS):
            if any(type(move) is not int for move in _sampled_moves(game, play)):
                return True
            if perf_counter() - began > SAMPLING_SECONDS:
                return False
    except Exception:
        return False  # the search will meet the same error
    return False


def _sampled_moves(game: Game[Any], play: int) -> Iterator[Any]:
    """All moves at the states of one play, which chooses another move at each ply."""
    state = game.initial()
    for ply in range(SAMPLED_PLIES):
        if game.is_terminal(state):
            return
        chance = game.to_move(state) == CHANCE
        moves = [o for o, _ in game.outcomes(state)] if chance else list(game.moves(state))
        yield from moves
        state = game.result(state, moves[ply * (play + 1) % len(moves)])


_with_rare_moves: set[Game[Any]] = set()
"""Games with ints as moves in the sampled plays, and others later: the compiler found them."""


def has_coded_moves(game: Game[Any]) -> bool:
    """Whether a search needs codes for the moves of a game."""
    if isinstance(game, CodedMoves) or not game.compilable:
        return False
    try:
        return game in _with_rare_moves or _needs_codes(game)
    except TypeError:
        return False  # a game that cannot be hashed


# -- decoding --------------------------------------------------------------------------------


def with_any_moves(answer: Answer, game: Game[Any], state: Any, request: Request) -> Any:
    """The answer of a search that works on codes, with the author's moves.

    A Ctrl-C while moves are sampled becomes part of the request: the run answers to it.
    """
    try:
        is_coded = has_coded_moves(game)
    except KeyboardInterrupt:
        is_coded, request = False, request._replace(is_interrupted=True)
    if not is_coded:
        try:
            return answer(game, state, request)
        except NotCompilable as reason:
            if isinstance(game, CodedMoves) or not reason.is_about_moves:
                raise
            _with_rare_moves.add(game)
    coded = _with_codes(game, state, request)
    return _with_moves(game, state, answer(with_coded_moves(game), state, coded))


def _with_codes(game: Game[Any], state: Any, request: Request) -> Request:
    """A request with codes in place of moves; its progress gets the author's moves."""
    cls: Any = game.__class__
    codes, progress = [move_code(m, words_of(cls)) for m in request.root_moves], request.progress
    if progress is None:
        return request._replace(root_moves=codes)

    def decoded(found: Result) -> None:
        progress(_with_moves(game, state, found))

    return request._replace(root_moves=codes, progress=decoded)


def _with_moves(game: Game[Any], state: Any, found: Any) -> Any:
    """A result with the author's moves in place of their codes."""
    if hasattr(found, "best_moves"):
        moves = tuple(_decoded(game, state, (code,))[0] for code in found.best_moves)
        return found._replace(result=_with_moves(game, state, found.result), best_moves=moves)
    return _result_with_moves(game, state, found)


def _result_with_moves(game: Game[Any], state: Any, found: Result) -> Result:
    def one(code: Any) -> Any:
        return None if code is None else _decoded(game, state, (code,))[0]

    def line_of(line: Line) -> Line:
        return line._replace(move=one(line.move), line=_decoded(game, state, line.line))

    is_unsearched = found.depth == 0 and not found.line
    return replace(
        found,
        move=found.move if is_unsearched and not isinstance(found.move, int) else one(found.move),
        line=_decoded(game, state, found.line),
        lines=tuple(map(line_of, found.lines)),
        mix=tuple((one(code), share) for code, share in found.mix),
        visits=tuple((one(code), visits) for code, visits in found.visits),
    )


def _decoded(game: Game[Any], state: Any, codes: tuple[Any, ...]) -> tuple[Any, ...]:
    cls: Any = game.__class__
    moves, words = [], words_of(cls)
    for code in codes:
        move = move_of(game, state, code, words)
        moves.append(move)
        state = game.result(state, move)
    return tuple(moves)
