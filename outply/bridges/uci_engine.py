"""Other programs' engines as players: `uci:PATH,Option=Value`, and `ugi:PATH` for other games."""

from __future__ import annotations

import math
import threading
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from types import SimpleNamespace
from typing import Any, ClassVar

from outply.bridges.uci.info import MARGIN
from outply.bridges.uci.protocol_notation import move_text, parsed_move
from outply.bridges.uci_process import EngineProcess, command_of
from outply.game import Game, OutplyError, Traits
from outply.search.base import Limit, Line, Request, Result, Search, two_player_refusal
from outply.search.run_within_limit import Run
from outply.search.unsearched_positions import unsearched

__all__ = ["UciEngine", "parsed_engine"]

GRACE = 5.0  # seconds beyond the limit, before an engine is told to stop
STOP_SECONDS = 2.0  # for `bestmove` after `stop`
INSIDE = 0.999  # of the range of utilities, for values that are not sure
NUMBERS = ("depth", "nodes", "multipv")


@dataclass(frozen=True)
class UciEngine(Search):
    """Another program's engine, which plays through its protocol.

    `path` is the program, with arguments if it needs some. It is started when it is first asked,
    and ended with this object. Copies share it, and tell it that another game begins.
    """

    name: ClassVar[str] = "uci"
    manages_clock: ClassVar[bool] = True

    path: str = ""
    options: tuple[tuple[str, str], ...] = ()
    protocol: str = "uci"

    _shared: ClassVar[_SharedProcess]  # of each object, but no parameter
    _game: ClassVar[object]  # which tells one copy from another

    def __post_init__(self) -> None:
        self.__dict__.update(_shared=_SharedProcess(), _game=object())

    def __copy__(self) -> UciEngine:
        made = replace(self)
        made.__dict__["_shared"] = self._shared
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {"path": self.path, "options": self.options, "protocol": self.protocol}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__post_init__()

    def refusal(self, traits: Traits) -> str | None:
        return two_player_refusal(traits)

    def require(self, game: Game[Any]) -> None:
        """Raise also if there is no such program."""
        super().require(game)
        command_of(self.path)

    def begin_game(self) -> None:
        with self._shared.lock:
            self._shared.process_of(self)

    def answer(self, game: Game[Any], state: Any, request: Request) -> Result:
        with self._shared.lock:
            process = self._shared.process_of(self)
            try:
                return UciRun(process, self._shared.game_so_far, game, state, request).result()
            except OutplyError:
                self._shared.close()  # whatever state it is in: the next search starts it again
                raise


def parsed_engine(protocol: str, text: str) -> UciEngine:
    """`PATH[,Option=Value…]`."""
    path, *rest = text.split(",")
    if not path.strip():
        raise OutplyError(f"Name the program: {protocol}:PATH.")
    options = []
    for part in rest:
        name, equals, value = part.partition("=")
        if not equals:
            raise OutplyError(f"{part!r} is not an option of an engine; write Name=Value.")
        options.append((name.strip(), value.strip()))
    return UciEngine(path.strip(), tuple(options), protocol)


class _SharedProcess:
    """The process that an engine and its copies share; it ends when the last of them does."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.game_so_far = _GameSoFar()
        self._process: EngineProcess | None = None
        self._game: object = None  # the copy that asked last

    def process_of(self, engine: UciEngine) -> EngineProcess:
        if self._process is None:
            self._process = EngineProcess(engine.path, engine.options, engine.protocol)
            self._finalizer = weakref.finalize(self, self._process.close)
        elif self._game is not engine._game:
            self._process.new_game()
        self._game = engine._game
        return self._process

    def close(self) -> None:
        if self._process:
            self._finalizer()
            self._process = None


@dataclass
class _GameSoFar:
    """The states of a game and the texts of the moves between them, as far as they were found."""

    states: list[Any] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def position(self, game: Game[Any], history: Sequence[Any], state: Any) -> str:
        """The command `position`: with all moves, if the earlier states are known."""
        states = [*history, state]
        if not self._extend_to(game, states):
            states, self.texts = [state], []
            self.states = states
        first = states[0]
        start = "startpos" if first == game.initial() else f"fen {game.format(first)}"
        return f"position {start}{' moves ' if self.texts else ''}{' '.join(self.texts)}"

    def _extend_to(self, game: Game[Any], states: list[Any]) -> bool:
        """Find the moves between these states; return False if some states have none."""
        if states[: len(self.states)] != self.states or not self.states:
            self.states, self.texts = states[:1], []
        for after in states[len(self.states) :]:
            before = self.states[-1]
            moves = (move for move in game.moves(before) if game.result(before, move) == after)
            move = next(moves, None)
            if move is None:
                return False
            self.texts.append(move_text(game, before, move))
            self.states.append(after)
        return True


class UciRun(Run):
    """One search by another engine, from `go` to `bestmove`."""

    runner: Any = SimpleNamespace(compiled=False)

    def __init__(
        self,
        process: EngineProcess,
        so_far: _GameSoFar,
        game: Game[Any],
        state: Any,
        request: Request,
    ) -> None:
        super().__init__(game, state, request)
        self._process, self._so_far = process, so_far
        self._infos: dict[int, dict[str, Any]] = {}  # by the number of the line
        self._is_searching = False

    # -- for other threads ------------------------------------------------------------

    def stop(self) -> None:
        self.is_stopped = True
        self._process.wake()

    def end_by(self, deadline: float) -> None:
        self._process.wake()

    # -- the search -------------------------------------------------------------------

    def iterations(self) -> Iterator[Result]:
        self._process.send(self._so_far.position(self.game, self.request.history, self.state))
        self._process.send(self._go())
        self._is_searching = True
        try:
            while True:
                words = self._next_words()
                if words[0] == "bestmove":
                    self._is_searching = False
                    yield self._answer(words[1] if len(words) > 1 else "")
                    return
                if words[0] == "info" and self._note(words[1:]) and self.progress:
                    yield self._result()
        finally:
            if self._is_searching:
                self._abandon()

    def _go(self) -> str:
        limit, words = self.limit, ["go"]
        if limit.depth is not None:
            words.append(f"depth {limit.depth}")
        if limit.nodes is not None:
            words.append(f"nodes {limit.nodes}")
        if limit.clock is not None:
            words += self._clock_words(limit)
        elif limit.seconds is not None and limit.seconds < math.inf:
            words.append(f"movetime {max(1, int(1000 * limit.seconds))}")
        return " ".join(words if len(words) > 1 else ["go", "infinite"])

    def _clock_words(self, limit: Limit) -> Iterator[str]:
        """Both players' clocks: the other one is not known, so it is the same."""
        clock = limit.clock
        assert clock is not None
        is_ugi = self._process.is_ugi
        for player in ("p1", "p2") if is_ugi else ("w", "b"):
            yield f"{player}time {int(1000 * clock.remaining)}"
            yield f"{player}inc {int(1000 * clock.increment)}"
        if clock.moves_to_go is not None:
            yield f"movestogo {clock.moves_to_go}"

    def _next_words(self) -> list[str]:
        """The next line that says something. Tells a late engine to stop, and then gives up."""
        stop_at = math.inf
        while True:
            if stop_at == math.inf and (self.is_stopped or perf_counter() >= self._stop_deadline):
                self._process.send("stop")
                stop_at = perf_counter() + STOP_SECONDS
            wait_until = min(stop_at, self._stop_deadline if stop_at == math.inf else stop_at)
            left = wait_until - perf_counter()
            if line := self._process.read(None if left == math.inf else max(0.0, left)):
                return line.split()
            if perf_counter() >= stop_at:
                self._is_searching = False  # as far as anyone knows
                raise OutplyError(f"{self._process.name} gave no move in the time it had.")

    @property
    def _stop_deadline(self) -> float:
        """When an engine that has not answered is told to stop."""
        limit, clock = self.request.limit, self.request.limit.clock
        if limit.seconds is None or limit.seconds == math.inf:
            return self.deadline  # of which it was not told: another thread may have set it since
        allowed = limit.seconds if clock is None else clock.remaining + clock.increment
        return self.began + allowed + GRACE

    def _abandon(self) -> None:
        """Stop a search whose answer nobody wants, as after Ctrl-C."""
        self._process.send("stop")
        until = perf_counter() + STOP_SECONDS
        while (left := until - perf_counter()) > 0:
            line = self._process.read(left)
            if line is not None and line.startswith("bestmove"):
                return
        raise OutplyError(f"{self._process.name} did not stop.")

    # -- what the engine says ---------------------------------------------------------

    def _note(self, words: Sequence[str]) -> bool:
        """Keep what an `info` says about a line; return whether it says something new."""
        try:
            info = _parsed_info(words)
        except (ValueError, IndexError):
            return False  # it is no business of ours what else engines say
        if "pv" not in info or "score" not in info:
            return False
        number: int = info.get("multipv", 1)
        self._infos[number] = info
        self.nodes = info.get("nodes", self.nodes)
        return number == 1

    def _answer(self, text: str) -> Result:
        try:
            move = parsed_move(self.game, self.state, text)
        except (ValueError, LookupError):
            where = self.game.format(self.state) or "the start"
            raise OutplyError(
                f"{self._process.name} answered with {text or 'nothing'!r}, which is no legal "
                f"move at {where}."
            ) from None
        found = self._result()
        if found.move != move:
            found = replace(found, move=move, line=(move,), lines=())
        return found

    def _result(self) -> Result:
        """The result as of the last `info`."""
        lines = [self._line(self._infos[number]) for number in sorted(self._infos)]
        if not lines or not lines[0].line:
            return replace(
                unsearched(self.game, self.state, False), nodes=self.nodes, seconds=self.seconds
            )
        best = lines[0]
        return Result(
            move=best.move,
            value=best.value,
            line=best.line,
            depth=self._infos[min(self._infos)].get("depth", 1),
            nodes=self.nodes,
            seconds=self.seconds,
            proved=False,
            compiled=False,
            distance=best.distance,
            lines=tuple(line for line in lines if line.line),
        )

    def _line(self, info: dict[str, Any]) -> Line:
        state, moves = self.state, list[Any]()
        for text in info["pv"]:
            try:
                moves.append(parsed_move(self.game, state, text))
                state = self.game.result(state, moves[-1])
            except (ValueError, LookupError):
                break
        value, distance = self._value(*info["score"])
        return Line(moves[0] if moves else None, value, tuple(moves), distance)

    def _value(self, kind: str, amount: int) -> tuple[float, int | None]:
        """A score as a value, and the plies to the end if it is a mate."""
        least, most = self.game.utility_range
        if kind == "mate":
            return (most, 2 * amount - 1) if amount > 0 else (least, -2 * amount)
        value = amount / MARGIN * (self.game.margin or 1.0)
        return min(max(value, INSIDE * least), INSIDE * most), None


def _parsed_info(words: Sequence[str]) -> dict[str, Any]:
    """The depth, the nodes, the score and the line of an `info`; bounds of scores are left out."""
    info: dict[str, Any] = {}
    for place, word in enumerate(words):
        if word == "string":
            return {}
        if word in NUMBERS:
            info[word] = int(words[place + 1])
        elif word == "score":
            info["score"] = words[place + 1], int(words[place + 2])
        elif word in ("lowerbound", "upperbound"):
            return {}
        elif word == "pv":
            return info | {"pv": words[place + 1 :]}
    return info
