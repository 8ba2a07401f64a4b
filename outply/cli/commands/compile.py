"""`outply compile`: the types and the generated code of a game compiled for a search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outply.cli.completion import complete_search
from outply.cli.options import GameOptions, game_options, json_option, search_named
from outply.cli.output import print_json, print_message, write
from outply.compiler import NotCompilable, programs
from outply.game import Game, OutplyError
from outply.package_files import is_of_rules
from outply.play import fitting_search
from outply.search import Limit

if TYPE_CHECKING:
    from outply.cli.schemas import CompiledFunction
    from outply.compiler.module import Instance
    from outply.compiler.program import Program

__all__ = ["command"]


@click.command
@game_options
@click.option(
    *("--search", "search_text"),
    metavar="NAME[:KEY=VALUE,...]",
    shell_complete=complete_search,
    help="The search.  [default: one that fits the game]",
)
@click.option("--show", "function", metavar="NAME", help="Print the LLVM code of this function.")
@click.option("--all", "lists_all", is_flag=True, help="List the functions of the search, too.")
@json_option
def command(
    game_options: GameOptions,
    search_text: str | None,
    function: str | None,
    lists_all: bool,
    as_json: bool,
) -> int:
    """Compile GAME for a search, and list the functions of its rules with the types found.

    The exit code is 1 if the rules cannot be compiled; every place is then listed.
    """
    with game_options.loaded() as game:
        try:
            found = _compiled(game, search_text)
        except NotCompilable as reason:
            return _refuse(reason, as_json)
    functions = _functions(found, function)
    if as_json:
        from outply.cli.schemas import CompileDocument

        described = [_described(instance, function) for instance in functions]
        print_json(CompileDocument(compiled=True, functions=described, refusals=[]))
    else:
        rules = [
            f for f in functions if is_of_rules(f.code.file)
        ]  # none where cfr has its own tables
        shown = functions if lists_all or function or not rules else rules
        write("\n".join(_lines(shown, function)))
        if others := len(functions) - len(shown):
            print_message(f"{others} functions of the search are not listed; --all lists them.")
    return 0


def _functions(found: list[Program], name: str | None) -> list[Instance]:
    """The compiled functions, or those with a name."""
    functions = [f for program in found for f in program.module.instances.values()]
    if name is None:
        return functions
    functions = [f for f in functions if f.code.name == name]
    if not functions:
        raise OutplyError(f"No compiled function is called {name!r}; leave --show out.")
    return functions


def _compiled(game: Game[Any], search_text: str | None) -> list[Program]:
    search = search_named(search_text) if search_text else fitting_search(game)
    with programs() as found:
        search.search(game, game.initial(), Limit(nodes=1), compiled=True)
    return found


def _refuse(reason: NotCompilable, as_json: bool) -> int:
    if as_json:
        from outply.cli.schemas import CompileDocument, CompileRefusal

        refusals = [CompileRefusal(**vars(refusal)) for refusal in reason.refusals]
        print_json(CompileDocument(compiled=False, functions=[], refusals=refusals))
    else:
        write("\n\n".join(refusal.pictured() for refusal in reason.refusals))
    return 1


def _described(instance: Instance, function: str | None) -> CompiledFunction:
    from outply.cli.schemas import CompiledFunction
    from outply.compiler.types import show

    code = instance.code
    return CompiledFunction(
        name=code.name,
        file=code.file,
        line=code.node.lineno,
        arguments=[show(kind) for kind in instance.kinds],
        result=show(instance.result),
        code=instance.text() if function else None,
    )


def _lines(functions: list[Instance], function: str | None) -> Iterator[str]:
    for instance in functions:
        found = _described(instance, function)
        line = f"{Path(found.file).name}:{found.line}"
        yield f"{found.name}({', '.join(found.arguments)}) -> {found.result}   {line}"
        if found.code is not None:
            yield found.code
