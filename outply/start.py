"""Where the command begins: what it needs is imported here, so that Ctrl-C may come at any time."""

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
