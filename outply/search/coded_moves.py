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
from outply.game import CHANCE, Bits, Game, OutplyError, Traits
from outply.search.move_codes import move_code, move_of, result_of
from outply.search.move_words import words_of

if TYPE_CHECKING:
    from outply.search.base import Request, Result

    Answer = Callable[[Game[Any], Any, Request], Any]

__all__ = [
    *("CodedMoves", "NoneMove", "has_coded_moves", "listed_moves"),
    *("refuse_none_moves", "refuse_none_moves_at", "with_any_moves"),
]

SAMPLED_PLAYS, SAMPLED_PLIES = 4, 40
SAMPLING_SECONDS = 0.01  # after that no further play begins, and none goes on for nothing
SLOW_DECODING, REST = 0.02, 9.0  # seconds; the pause after that, as a multiple of it


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


class NoneMove(OutplyError):
    """A legal move is None, which in a result stands for no move."""

    def __init__(self, game: Game[Any], state: Any) -> None:
        super().__init__(
            f"`moves` of {game.name} gives None at {game.format(state) or 'the start'}, "
            "but None means that the game is over; give another value, such as 'pass'."
        )


def listed_moves(game: Game[Any], state: Any) -> list[Any]:
    """The legal moves, where a player is to move; raises if one of them is None."""
    moves = list(game.moves(state))
    if any(move is None for move in moves):
        raise NoneMove(game, state)
    return moves


def refuse_none_moves(game: Game[Any]) -> None:
    """Raise if a move is None in a few sampled plays."""
    has_coded_moves(game)


def refuse_none_moves_at(game: Game[Any], state: Any) -> None:
    """Raise if a player is to move and a legal move is None."""
    if not game.is_terminal(state) and game.to_move(state) != CHANCE:
        listed_moves(game, state)


@functools.lru_cache(maxsize=256)
def _needs_codes(game: Game[Any]) -> bool:
    """Whether a move of the game is not an int, in a few sampled plays."""
    began = perf_counter()
    needed = False
    try:
        for play in range(SAMPLED_PLAYS):
            for move in _sampled_moves(game, play):
                needed = needed or type(move) is not int
                if needed and perf_counter() - began > SAMPLING_SECONDS:
                    return True
            if perf_counter() - began > SAMPLING_SECONDS:
                return needed
    except NoneMove:
        raise
    except Exception:
        return needed  # the search will meet the same error
    return needed


def _sampled_moves(game: Game[Any], play: int) -> Iterator[Any]:
    """All moves at the states of one play, which chooses another move at each ply."""
    state = game.initial()
    for ply in range(SAMPLED_PLIES):
        if game.is_terminal(state):
            return
        chance = game.to_move(state) == CHANCE
        moves = [o for o, _ in game.outcomes(state)] if chance else listed_moves(game, state)
        yield from moves
        state = game.result(state, moves[ply * (play + 1) % len(moves)])


_with_rare_moves: set[Game[Any]] = set()
"""Games with ints as moves in the sampled plays, and others later: the compiler found them."""


def has_coded_moves(game: Game[Any]) -> bool:
    """Whether a search needs codes for the moves of a game."""
    if isinstance(game, CodedMoves) or not game.compilable:
        return False
    try:
        return (bool(_with_rare_moves) and game in _with_rare_moves) or _needs_codes(game)
    except TypeError:
        return False  # a game that cannot be hashed


# -- decoding --------------------------------------------------------------------------------


_last_uncoded: Game[Any] | None = None  # most often the next search is of the same game


def with_any_moves(answer: Answer, game: Game[Any], state: Any, request: Request) -> Any:
    """The answer of a search that works on codes, with the author's moves.

    A Ctrl-C while moves are sampled becomes part of the request: the run answers to it.
    """
    global _last_uncoded
    is_coded = False
    if game is not _last_uncoded:
        try:
            is_coded = has_coded_moves(game)
            _last_uncoded = None if is_coded else game
        except KeyboardInterrupt:
            request = request._replace(is_interrupted=True)
    if not is_coded:
        try:
            return answer(game, state, request)
        except NotCompilable as reason:
            if isinstance(game, CodedMoves) or not reason.is_about_moves:
                raise
            _with_rare_moves.add(game)
            _last_uncoded = None
    decoder = _Decoder(game, state)
    coded = _with_codes(decoder, request)
    return decoder.with_moves(answer(with_coded_moves(game), state, coded))


def _with_codes(decoder: _Decoder, request: Request) -> Request:
    """A request with codes in place of moves; its progress gets the author's moves."""
    codes = [move_code(move, decoder.words) for move in request.root_moves]
    progress = request.progress
    if progress is None:
        return request._replace(root_moves=codes)
    seconds, ended = 0.0, 0.0  # that the last decoding took, and when it ended

    def decoded(found: Result) -> None:
        nonlocal seconds, ended
        began = perf_counter()
        if seconds > SLOW_DECODING and began - ended < REST * seconds:
            return  # so that the search has most of the time
        progress(decoder.with_moves(found))
        ended = perf_counter()
        seconds = ended - began

    return request._replace(root_moves=codes, progress=decoded)


class _Decoder:
    """Puts the author's moves in place of codes, in the results of one search.

    It keeps what it found, for the moves of the root are asked for again and again.
    """

    def __init__(self, game: Game[Any], state: Any) -> None:
        cls: Any = game.__class__
        self._game, self.words = game, words_of(cls)
        self._states: dict[tuple[int, ...], Any] = {(): state}  # by the codes that lead there
        self._moves: dict[tuple[int, ...], dict[int, Any]] = {}

    def with_moves(self, found: Any) -> Any:
        """A result, or a solution, with the author's moves in place of their codes."""
        if hasattr(found, "best_moves"):
            moves = tuple(map(self._move, found.best_moves))
            return found._replace(result=self._result(found.result), best_moves=moves)
        return self._result(found)

    def _result(self, found: Result) -> Result:
        is_unsearched = found.depth == 0 and not found.line
        is_move = is_unsearched and not isinstance(found.move, int)
        return replace(
            found,
            move=found.move if is_move else self._move(found.move),
            line=self._line(found.line),
            lines=tuple(
                line._replace(move=self._move(line.move), line=self._line(line.line))
                for line in found.lines
            ),
            mix=tuple((self._move(code), share) for code, share in found.mix),
            visits=tuple((self._move(code), visits) for code, visits in found.visits),
        )

    def _move(self, code: int | None) -> Any:
        return None if code is None else self._line((code,))[0]

    def _line(self, codes: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(self._move_after(codes[:ply], code) for ply, code in enumerate(codes))

    def _move_after(self, before: tuple[int, ...], code: int) -> Any:
        if before not in self._moves:
            self._moves[before] = self._moves_after(before)
        try:
            return self._moves[before][code]
        except KeyError:
            raise LookupError("no legal move has this code") from None

    def _moves_after(self, before: tuple[int, ...]) -> dict[int, Any]:
        """The legal moves and outcomes by their codes; of two with one code, the first."""
        game, state = self._game, self._state_after(before)
        is_chance = game.to_move(state) == CHANCE
        moves = [o for o, _ in game.outcomes(state)] if is_chance else list(game.moves(state))
        return {move_code(move, self.words): move for move in reversed(moves)}

    def _state_after(self, codes: tuple[int, ...]) -> Any:
        if codes not in self._states:
            *before, code = codes
            move = self._move_after(tuple(before), code)
            self._states[codes] = self._game.result(self._state_after(tuple(before)), move)
        return self._states[codes]
