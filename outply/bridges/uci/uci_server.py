"""Reads the commands of another program and answers them."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from outply.bridges.uci.go import parsed_go
from outply.bridges.uci.position_command import UciPosition, first_position, parsed_position
from outply.bridges.uci.running_search import RunningSearch, SearchTask, one_line
from outply.bridges.uci.uci_options import UciOptions, UciSettings
from outply.bridges.uci.warm_up import WarmUp
from outply.game import Game, OutplyError
from outply.repetition import is_drawn_by_repetition
from outply.search.base import Search

__all__ = ["PROTOCOLS", "UciServer"]

PROTOCOLS = ("uci", "ugi")
AUTHOR = "the Outply authors"
STOP_TIMEOUT = 2.0  # seconds for a search that was stopped to end
LOADING = 1.0  # seconds for compiled code to be loaded, before `readyok`

Words = Sequence[str]


class UciServer:
    """Plays one game for another program, in the protocol `uci` or `ugi`.

    `handle` answers a line; a search goes on in a thread while the next lines are handled. `write`
    is called with one line at a time, from several threads.
    """

    def __init__(
        self,
        game: Game[Any],
        search: Search,
        write: Callable[[str], None],
        *,
        protocol: str = "uci",
        name: str = "Outply",
        compiled: bool | None = None,
    ) -> None:
        traits = game.traits
        if traits.players != 2 or traits.chance or traits.hidden:
            raise OutplyError(
                f"{protocol.upper()} is for two players without chance and hidden information; "
                f"{game.name} is not such a game."
            )
        search.require(game)
        self._protocol, self._name, self._compiled = protocol, name, compiled
        self._options = UciOptions(UciSettings(game, search), protocol)
        self._position = self._searched = first_position(game)
        self._memory = search.new_memory(reserved=True)
        self._output, self._writing = write, threading.Lock()
        self._changed = threading.Condition(threading.RLock())
        self._search: RunningSearch | None = None
        self._warm_up = self._new_warm_up()
        self._is_debugging = False
        self._commands: dict[str, Callable[[Words], None]] = {
            **{protocol: self._identify, f"{protocol}newgame": self._new_game},
            **{"isready": self._ready, "setoption": self._set_option, "debug": self._debug},
            **{"position": self._set_position, "go": self._go, "query": self._query},
            **{"stop": self._stop, "ponderhit": self._ponderhit},
            "register": lambda words: None,  # nothing to register
        }

    def run(self, lines: Iterable[str]) -> None:
        """Answer all lines, up to `quit` or the last one."""
        try:
            for line in lines:
                if not self.handle(line):
                    break
        finally:
            self.close()

    def handle(self, line: str) -> bool:
        """Answer a line; return False if it is `quit`. Whatever it says, nothing is raised."""
        words = line.split()
        if not words:
            return True
        if words[0] == "quit":
            return False
        try:
            if words[0] not in self._commands:
                raise OutplyError(f"There is no command {words[0]!r}.")
            self._commands[words[0]](words[1:])
        except Exception as error:
            self._complain(error)
        return True

    def close(self) -> bool:
        """Stop the search; return whether all threads have ended, or will soon."""
        search = self._search
        if search is None:
            return not self._warm_up.is_running
        search.stop()
        return search.wait(STOP_TIMEOUT) and not self._warm_up.is_running

    # -- answers ----------------------------------------------------------------------

    def _write(self, line: str) -> None:
        with self._writing:
            self._output(line)

    def _complain(self, error: Exception) -> None:
        self._write(f"info string {one_line(error)}")
        if self._is_debugging:
            for line in "".join(traceback.format_exception(error)).splitlines():
                self._write(f"info string {line}")

    @property
    def _settings(self) -> UciSettings:
        return self._options.settings

    # -- commands ---------------------------------------------------------------------

    def _identify(self, words: Words) -> None:
        self._write(f"id name {self._name}")
        self._write(f"id author {AUTHOR}")
        for line in self._options.declared():
            self._write(line)
        self._write(f"{self._protocol}ok")

    def _ready(self, words: Words) -> None:
        """Answer at once; but first wait a little for code that only has to be loaded."""
        if self._warm_up.start() and (self._search is None or self._search.is_done):
            self._warm_up.wait(LOADING)
        self._write("readyok")

    def _debug(self, words: Words) -> None:
        if list(words) not in (["on"], ["off"]):
            raise OutplyError("Write debug on, or debug off.")
        self._is_debugging = words[0] == "on"

    def _set_option(self, words: Words) -> None:
        before = self._settings
        self._options.set(words)
        if " ".join(words).lower() == "name clear hash":
            self._clear_memory()
        if self._settings.game != before.game:
            self._position = self._searched = first_position(self._settings.game)
        if (self._settings.game, self._settings.search) != (before.game, before.search):
            self._warm_up = self._new_warm_up()

    def _new_warm_up(self) -> WarmUp:
        game, search = self._settings.game, self._settings.search
        return WarmUp(game, search, self._compiled, self._memory, self._changed)

    def _clear_memory(self) -> None:
        self._memory = self._settings.search.memory_of_next_game(self._memory)

    def _new_game(self, words: Words) -> None:
        self._clear_memory()
        self._position = self._searched = first_position(self._settings.game)

    def _set_position(self, words: Words) -> None:
        self._position, refusal = parsed_position(self._settings.game, words, self._position)
        if refusal:
            raise OutplyError(refusal)

    def _go(self, words: Words) -> None:
        go, strange = parsed_go(words)
        if strange:
            self._write(f"info string go: nothing is known of {' '.join(strange)}.")
        self._finish()
        self._warm_up.start()
        if not self._position.belongs_to(self._searched):
            self._clear_memory()
        self._searched = self._position
        given = self._settings, self._memory, self._compiled, self._warm_up
        self._search = RunningSearch(
            SearchTask(go, self._position, *given), self._write, self._changed
        )
        self._search.start()

    def _finish(self) -> None:
        """End the search that another one follows, with its `bestmove`."""
        if self._search and not self._search.is_done:
            self._search.stop()
            self._search.wait()

    def _stop(self, words: Words) -> None:
        if self._search:
            self._search.stop()

    def _ponderhit(self, words: Words) -> None:
        if self._search:
            self._search.ponderhit()

    def _query(self, words: Words) -> None:
        questions = {
            "gameover": self._game_over,
            "p1turn": self._first_turn,
            "result": self._result,
        }
        if len(words) != 1 or words[0] not in questions:
            raise OutplyError(f"Ask query {', '.join(questions)}.")
        self._write(f"response {questions[words[0]](self._position)}")

    # -- queries ----------------------------------------------------------------------

    def _game_over(self, position: UciPosition) -> str:
        return "false" if self._result(position) == "none" else "true"

    def _first_turn(self, position: UciPosition) -> str:
        return "true" if self._settings.game.to_move(position.state) == 0 else "false"

    def _result(self, position: UciPosition) -> str:
        game = self._settings.game
        if game.is_terminal(position.state):
            utility = game.utility(position.state, 0)
            return "p1win" if utility > 0 else "p2win" if utility < 0 else "draw"
        return "draw" if is_drawn_by_repetition(game, position.states) else "none"
