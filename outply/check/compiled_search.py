"""Whether the search that fits a game can be compiled together with its rules."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

from outply.check.check_report import named
from outply.check.compiled_comparison import CompiledComparison
from outply.compiler import NotCompilable, programs
from outply.compiler.refusals import Refusal
from outply.game import Game, OutplyError, OutplyWarning
from outply.play.default_search import fitting_search
from outply.search import Limit, Search

if TYPE_CHECKING:
    from outply.compiler.program import Program

__all__ = [
    *("NO_SEARCH", "CompiledSearch"),
    *("compiled_programs", "compiled_rules", "try_fitting_search"),
]


class CompiledSearch(NamedTuple):
    """The name of a search; if it cannot be compiled for a game, why, and every place."""

    name: str = ""
    not_compiled: str | None = None
    refusals: tuple[Refusal, ...] = ()


NO_SEARCH = CompiledSearch()


def try_fitting_search(game: Game[Any]) -> CompiledSearch:
    """Compile the search that `outply` chooses for a game; without a name if none fits."""
    try:
        search = fitting_search(game)
    except OutplyError:
        return NO_SEARCH
    try:
        _search(game, search)
    except NotCompilable as reason:
        return CompiledSearch(search.name, str(reason), reason.refusals)
    except OutplyError:
        pass  # nothing to search from the initial state
    except Exception as error:
        return CompiledSearch(search.name, f"the compiler fails with {named(error)}")
    return CompiledSearch(search.name)


def _search(game: Game[Any], search: Search) -> None:
    """Search compiled as little as possible; raises NotCompilable."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OutplyWarning)
        search.search(game, game.initial(), Limit(nodes=1), compiled=True)


def compiled_programs(game: Game[Any], search: Search) -> list[Program]:
    """What a search of a game compiles, also if it is in the cache; raises NotCompilable."""
    with programs() as found:
        _search(game, search)
    return found


def compiled_rules(game: Game[Any]) -> list[Program]:
    """What `check` compiles to compare the rules; raises NotCompilable if it cannot."""
    with programs() as found:
        comparison = CompiledComparison(game)
    if comparison.refusals:
        raise NotCompilable.because(comparison.refusals)
    return found
