"""The commands as one group: found by folder, imported when called, refused in one sentence."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import Any, NoReturn

import click

from outply.cli import commands
from outply.cli.stderr import say, speaking
from outply.game import OutplyError

__all__ = ["Commands"]

BAD_INPUT = 2
STOPPED = 130


class Commands(click.Group):
    """Exits with what a command returns; bad input is one sentence on stderr and code 2."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(context):
            return None
        module = importlib.import_module(f"{commands.__name__}.{name}")
        command: click.Command = module.command
        command.name = name
        return command

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        with speaking():
            sys.exit(self._exit_code(*args, **extra))

    def _exit_code(self, *args: Any, **extra: Any) -> int:
        try:
            return super().main(*args, **{**extra, "standalone_mode": False}) or 0
        except click.ClickException as refusal:
            say(refusal.format_message())
        except OutplyError as refusal:
            say(str(refusal))
        except OSError as problem:
            if problem.filename is None:
                raise
            say(f"{problem.filename}: {problem.strerror}.")
        except click.Abort:
            say("Stopped.")
            return STOPPED
        return BAD_INPUT
