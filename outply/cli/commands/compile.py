"""`outply compile`: the types and the generated code of a game compiled for a search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outply.cli.completion import complete_search
from outply.cli.options import GameOptions, game_options, json_option, search_named
from outply.cli.output import print_json, print_message, write
from outply.compiler import NotCompilable
from outply.did_you_mean import closest
from outply.game import REQUIRED_METHODS, Game, OutplyError
from outply.package_files import is_of_rules
from outply.play import fitting_search

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
            compiled = _compiled_functions(game, search_text)
        except NotCompilable as reason:
            return _refuse(reason, as_json)
    functions = _named(compiled, function)
    if as_json:
        from outply.cli.schemas import CompileDocument

        described = [_described(instance, function) for instance in functions]
        print_json(CompileDocument(compiled=True, functions=described, refusals=[]))
    else:
        shown = functions if lists_all or function else _of_rules(functions)
        write("\n".join(_lines(shown, function)))
        if others := len(functions) - len(shown):
            print_message(f"{others} functions of the search are not listed; --all lists them.")
    return 0


def _compiled_functions(game: Game[Any], search_text: str | None) -> list[Instance]:
    """Those of the search, with the rules; of the rules alone, if the search interprets them."""
    from outply.check.compiled_search import compiled_programs, compiled_rules

    search = search_named(search_text) if search_text else fitting_search(game)
    functions = _functions(compiled_programs(game, search))
    if _of_rules(functions):
        return functions
    rules = _functions(compiled_rules(game))
    print_message(
        f"{search.name} calls the rules interpreted, and compiles what it does with their answers; "
        "these are the rules as `outply check` compiles them."
    )
    return [*rules, *functions]


def _functions(found: list[Program]) -> list[Instance]:
    """The functions of all programs; one that is in several programs is listed once."""
    functions: list[Instance] = []
    known: set[tuple[str, int, Any]] = set()
    for program in found:
        own = {
            f: (f.code.file, f.code.node.lineno, f.kinds) for f in program.module.instances.values()
        }
        functions += [f for f, identity in own.items() if identity not in known]
        known.update(own.values())
    return functions


def _of_rules(functions: list[Instance]) -> list[Instance]:
    return [f for f in functions if is_of_rules(f.code.file)]


def _named(functions: list[Instance], name: str | None) -> list[Instance]:
    """The functions with a name; all of them without one."""
    if name is None:
        return functions
    named = [f for f in functions if f.code.name == name]
    if named:
        return named
    if name in REQUIRED_METHODS:
        raise OutplyError(
            f"{name} has no code of its own: it is part of the functions that call it."
        )
    rules = {*REQUIRED_METHODS, *(f.code.name for f in _of_rules(functions))}
    meant = closest(name, rules) or closest(name, {f.code.name for f in functions})
    advice = f"did you mean {meant}?" if meant else "leave --show out."
    raise OutplyError(f"No compiled function is called {name!r}; {advice}")


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
    from outply.compiler.type_text import show

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
