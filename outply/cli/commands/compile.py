"""`outply compile`: what becomes of a game's rules under a search: types and generated code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outply.cli.options import Rules, json_option, rules_options
from outply.cli.output import answer, write
from outply.compiler import NotCompilable, programs
from outply.game import Game, OutplyError
from outply.play import fitting_search
from outply.search import Limit, named

if TYPE_CHECKING:
    from outply.compiler.module import Instance
    from outply.compiler.program import Program

__all__ = ["command"]


@click.command
@rules_options
@click.option("--search", "search_name", help="The search; by default the one that fits the game.")
@click.option("--show", "function", help="Print the generated code of this function.")
@json_option
def command(rules: Rules, search_name: str | None, function: str | None, as_json: bool) -> int:
    """Compile GAME for a search, and list the functions with the types found for them.

    The exit code is 1 if the rules cannot be compiled; every place is then listed.
    """
    with rules.loaded() as game:
        try:
            found = _compiled(game, search_name)
        except NotCompilable as reason:
            return _refuse(reason, as_json)
    functions = [f for program in found for f in program.module.instances.values()]
    if function is not None:
        functions = [f for f in functions if f.code.name == function]
        if not functions:
            raise OutplyError(f"No compiled function is called {function!r}; leave --show out.")
    if as_json:
        answer({"compiled": True, "functions": [_described(f, function) for f in functions]})
    else:
        write("\n".join(_lines(functions, function)))
    return 0


def _compiled(game: Game[Any], search_name: str | None) -> list[Program]:
    search = named(search_name) if search_name else fitting_search(game)
    with programs() as found:
        search.search(game, game.initial(), Limit(nodes=1), compiled=True)
    return found


def _refuse(reason: NotCompilable, as_json: bool) -> int:
    if as_json:
        refusals = [vars(refusal) for refusal in reason.refusals]
        answer({"compiled": False, "refusals": refusals})
    else:
        write("\n\n".join(refusal.pictured() for refusal in reason.refusals))
    return 1


def _described(instance: Instance, function: str | None) -> dict[str, Any]:
    from outply.compiler.types import show

    code = instance.code
    found = {
        "name": code.name,
        "file": code.file,
        "line": code.node.lineno,
        "arguments": [show(kind) for kind in instance.kinds],
        "result": show(instance.result),
    }
    return {**found, "code": instance.text()} if function else found


def _lines(functions: list[Instance], function: str | None) -> Iterator[str]:
    for instance in functions:
        facts = _described(instance, function)
        place = f"{Path(facts['file']).name}:{facts['line']}"
        yield f"{facts['name']}({', '.join(facts['arguments'])}) -> {facts['result']}   {place}"
        if function:
            yield facts["code"]
