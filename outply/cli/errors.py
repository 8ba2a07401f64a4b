"""Exit codes, and errors as one sentence: what was wrong, and a remedy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from outply.did_you_mean import closest, did_you_mean
from outply.endless_calls import LOOP, EndlessCall, unreturned_call
from outply.file_modules import described, imported_files
from outply.game import Game, OutplyError
from outply.source_lines import authored_files, files_of, last_line, missing_methods

__all__ = [
    "BAD_INPUT",
    "STOPPED",
    "UNFINISHED",
    "UNPROVED",
    "UNREAD",
    "CommandGroup",
    "parse_errors",
    "rule_errors",
    "usage_sentence",
]

UNPROVED = 1  # the limit was reached, or Ctrl-C pressed, before there was a proof
UNFINISHED = 1  # the game was too long
UNREAD = 1  # the program that reads stdout ended before the answer was complete
BAD_INPUT = 2
STOPPED = 130  # by Ctrl-C, with something left undone


# -- errors in an author's rules -------------------------------------------------------


@contextmanager
def rule_errors(game: Game[Any], name: str) -> Iterator[None]:
    """Turn an exception in an author's rules or evaluation into one sentence that names the line.

    An exception in the rules of an included game is a bug of Outply and keeps its traceback.
    """
    try:
        yield
    except OutplyError:
        raise
    except EndlessCall as error:
        raise OutplyError(_endless_text(game, error, name)) from error
    except (Exception, SystemExit) as error:
        if line := last_line(error, imported_files("evaluation")):
            text = f"{Path(line.file).name}:{line.line}: {described(error)}"
            raise OutplyError(f"{text.rstrip(': .')}.") from error
        files = authored_files(game)
        if not files:
            raise
        reason = _missing_methods(game, error) or f"{type(error).__name__}: {error}"
        sentence = f"{_line_text(error, files)}: {reason}"
        raise OutplyError(f"{sentence.rstrip(': .')}; run `outply check {name}`.") from error


@contextmanager
def parse_errors(game: Game[Any], text: str) -> Iterator[None]:
    """Say which text an author's `parse` could not read, whatever it raises."""
    try:
        yield
    except OutplyError:
        raise
    except Exception as error:
        reason = f"`parse` raises {type(error).__name__}: {error}".rstrip(": .")
        raise OutplyError(f"{text!r} is not a position of {game.name}: {reason}.") from error


def _endless_text(game: Game[Any], error: EndlessCall, name: str) -> str:
    """The line and the method that did not return."""
    files = files_of(game) | imported_files("evaluation")
    call = unreturned_call(error, files)
    text = error.text(call.method if call else type(game).__name__)
    return f"{_line_text(error, files)}: {text}; {LOOP} Run `outply check {name}`."


def _line_text(error: BaseException, files: set[str]) -> str:
    """The line of the rules that raised an error, or their file if the line is not known."""
    line = last_line(error, files)
    return f"{Path(line.file).name}:{line.line}" if line else Path(min(files)).name


def _missing_methods(game: Game[Any], error: BaseException) -> str:
    """What the rules lack, if that is why they raised an error."""
    if not isinstance(error, NotImplementedError) or str(error):
        return ""
    missing = [f"`{method}`" for method in missing_methods(type(game))]
    return f"{type(game).__name__} does not define {', '.join(missing)}" if missing else ""


# -- mistyped commands and options -----------------------------------------------------


class CommandGroup(click.Group):
    """A group that names its commands where none is given, and the one that was meant."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        if not (args or self.invoke_without_command or context.resilient_parsing):
            raise click.UsageError(f"Give a command: {self._choice(context)}.", context)
        return super().parse_args(context, args)

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(context)
        if args[0] in known or args[0].startswith("-"):
            return super().resolve_command(context, args)
        hint = did_you_mean(args[0], known, otherwise=f"use {self._choice(context)}.")
        raise click.UsageError(f"No such command {args[0]!r}; {hint}", context)

    def _choice(self, context: click.Context) -> str:
        """`show or clear`."""
        *others, last = self.list_commands(context)
        return f"{', '.join(others)} or {last}" if others else last


def usage_sentence(error: click.ClickException) -> str:
    """What is wrong with a command line; a mistyped option comes with the one that was meant."""
    if not isinstance(error, click.NoSuchOption):
        return error.format_message()
    others = _commands_with(error.option_name, error.ctx)
    meant = closest(error.option_name.lstrip("-"), _long_options(error.ctx))
    hint = f"; {others}." if others else f"; did you mean --{meant}?" if meant else "."
    return f"No such option {error.option_name!r}{hint}"


def _long_options(context: click.Context | None) -> list[str]:
    """The options of a command, without their dashes."""
    options = context.command.params if context else []
    return [name[2:] for option in options for name in option.opts if name.startswith("--")]


def _commands_with(option: str, context: click.Context | None) -> str:
    """`analyze, play and tree have it`; empty if no other command has the option."""
    root = context.find_root() if context else None
    if root is None or not isinstance(root.command, click.Group):
        return ""
    names = root.command.list_commands(root)
    commands = {name: root.command.get_command(root, name) for name in names}
    having = [name for name, each in commands.items() if each and _has_option(each, option)]
    *others, last = having or [""]
    if not others:
        return f"{last} has it" if last else ""
    return f"{', '.join(others)} and {last} have it"


def _has_option(command: click.Command, option: str) -> bool:
    return any(option in each.opts for each in command.params)
