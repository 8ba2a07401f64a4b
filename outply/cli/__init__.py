"""The command line: parse, call, show."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from typing import Any, NoReturn

import click

from outply import __version__
from outply.cli import commands
from outply.cli.errors import BAD_INPUT, STOPPED, UNREAD, CommandGroup, usage_sentence
from outply.cli.output import Unwritable, discard_unwritten, prepared_streams, print_message
from outply.game import OutplyError

__all__ = ["main"]


class Commands(CommandGroup):
    """The modules in `commands`, imported when called.

    Exits with the code that a command returns. Bad input is one sentence on stderr and code 2.
    """

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
        with prepared_streams():
            sys.exit(self._exit_code(*args, **extra))

    def _exit_code(self, *args: Any, **extra: Any) -> int:
        try:
            return super().main(*args, **{**extra, "standalone_mode": False}) or 0
        except click.ClickException as error:
            print_message(usage_sentence(error))
        except Unwritable as error:
            return _unwritten(error)
        except OutplyError as error:
            print_message(str(error))
        except OSError as error:
            if error.strerror is None:
                raise
            _print_file_error(error)
        except click.Abort:
            print_message("Stopped.")
            return STOPPED
        return BAD_INPUT


def _unwritten(error: Unwritable) -> int:
    """The exit code where stdout cannot be written; silent if the reading program has ended."""
    discard_unwritten()
    if error.is_unread:
        return UNREAD
    print_message(str(error))
    return BAD_INPUT


def _print_file_error(error: OSError) -> None:
    if error.filename is None:
        discard_unwritten()
    print_message(f"{error.filename or 'Cannot read or write'}: {error.strerror}.")


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="outply %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Game-tree search at native speed for games written in plain Python."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
