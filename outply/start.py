"""The entry point of the command, which imports the rest so that Ctrl-C works from the start."""

from __future__ import annotations

import sys

__all__ = ["main"]

STOPPED = 130


def main() -> None:
    try:
        from outply.cli import main as commands

        commands(prog_name="outply")
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(STOPPED)
