"""The process of another program's engine: its start, its lines, its end."""

from __future__ import annotations

import queue
import re
import shlex
import shutil
import subprocess
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import IO

from outply.did_you_mean import closest
from outply.game import OutplyError

__all__ = ["EngineProcess", "command_of"]

START_SECONDS = 10.0  # for `uciok`
READY_SECONDS = 60.0  # for `readyok`: a large table takes time to allocate
QUIT_SECONDS = 0.5  # to end after `quit`
OPTION = re.compile(r"option name (.+?) type \w+")


def command_of(path: str) -> list[str]:
    """The program that a path or a name means, with its arguments if there are some."""
    for words in ([path], _words(path)):
        found = shutil.which(words[0]) if words and words[0] else None
        if found and not Path(found).is_dir():
            return [found, *words[1:]]
    raise OutplyError(f"There is no program {path!r}; give its path, or a name that is in PATH.")


def _words(path: str) -> list[str]:
    try:
        return shlex.split(path)
    except ValueError:
        return []


class EngineProcess:
    """An engine that has been started and told its options. Only `read` waits for its lines."""

    def __init__(self, path: str, options: Iterable[tuple[str, str]], protocol: str) -> None:
        self.name, self._protocol = path, protocol
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(  # noqa: S603 (the user named it)
                command_of(path),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C at the terminal is for this program
            )
        except OSError as error:
            raise OutplyError(f"{path} cannot be started: {error.strerror}.") from None
        given = self._process.stdout, self._lines
        threading.Thread(target=_copy_lines, args=given, daemon=True).start()
        try:
            self._introduce(options)
        except BaseException:
            self.close()
            raise

    @property
    def is_ugi(self) -> bool:
        return self._protocol == "ugi"

    # -- lines ------------------------------------------------------------------------

    def send(self, line: str) -> None:
        """Write a line; whether the engine is there to read it, `read` says."""
        assert self._process.stdin
        with suppress(OSError, ValueError):
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()

    def read(self, seconds: float | None = None) -> str | None:
        """The next line; None if there is none within some time. Raises if the engine has ended."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)  # for the next call
            raise OutplyError(f"{self.name} ended without an answer{self._exit_text()}.")
        return line

    def wake(self) -> None:
        """Let a `read` that waits in another thread return an empty line."""
        self._lines.put("")

    def _exit_text(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            return f" (exit code {self._process.wait(QUIT_SECONDS)})"
        return ""

    # -- from the start to the end ----------------------------------------------------

    def _introduce(self, options: Iterable[tuple[str, str]]) -> None:
        self.send(self._protocol)
        lines = self._read_until(f"{self._protocol}ok", START_SECONDS)
        known = [found[1] for line in lines if (found := OPTION.match(line))]
        for name, value in options:
            self._require_option(name, known)
            self.send(f"setoption name {name} value {value}")
        self.wait_until_ready()

    def _require_option(self, name: str, known: Sequence[str]) -> None:
        by_lower = {each.lower(): each for each in known}
        if name.lower() in by_lower:
            return
        meant = closest(name.lower(), by_lower)
        hint = f"did you mean {by_lower[meant]}?" if meant else f"it has {', '.join(known)}."
        raise OutplyError(f"{self.name} has no option {name!r}; {hint}")

    def new_game(self) -> None:
        self.send(f"{self._protocol}newgame")
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        self.send("isready")
        self._read_until("readyok", READY_SECONDS)

    def _read_until(self, wanted: str, seconds: float) -> list[str]:
        """All lines up to the one that is wanted."""
        lines, until = list[str](), monotonic() + seconds
        while (left := until - monotonic()) > 0:
            line = self.read(left)
            if line is None:
                break
            if line.split() == [wanted]:
                return lines
            lines.append(line)
        raise OutplyError(f"{self.name} did not answer with {wanted} within {seconds:g} s.")

    def close(self) -> None:
        """End the process, whatever it does."""
        self.send("quit")
        try:
            self._process.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        with suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()


def _copy_lines(stream: IO[bytes], lines: queue.SimpleQueue[str | None]) -> None:
    """Read what the engine writes, in a thread; it knows no more, so that all else can end."""
    with suppress(OSError, ValueError), stream:
        for line in stream:
            lines.put(line.decode(errors="replace").strip())
    lines.put(None)
