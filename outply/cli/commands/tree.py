"""`outply tree`: what a search visited, drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outply.cli.options import (
    Place,
    Rules,
    Thinking,
    json_option,
    place_options,
    rules_options,
    thinking_options,
)
from outply.cli.output import answer, say, write
from outply.cli.progress import doing
from outply.game import Game, OutplyError
from outply.play.searcher import Searcher
from outply.search import Limit, Search
from outply.search.alphabeta import AlphaBeta
from outply.search.expectiminimax import Expectiminimax
from outply.search.genetic import Genetic, ReservationSearch
from outply.search.maxn import MaxN

if TYPE_CHECKING:
    from outply.tree import Tree

__all__ = ["command"]

SMALL = Limit(nodes=4000)
MOST_STEPS = 99
SHALLOW = Limit(depth=3)


@click.command
@rules_options
@place_options
@thinking_options
@click.option("--out", metavar="FILE", help="Where to draw it: a .svg, .txt or .json file.")
@click.option("--windows", is_flag=True, help="Also show each node's alpha and beta.")
@click.option(
    "--steps", is_flag=True, help="One drawing for each path of a genetic or lasvegas search."
)
@json_option
def command(
    rules: Rules,
    place: Place,
    thinking: Thinking,
    out: str | None,
    windows: bool,
    steps: bool,
    as_json: bool,
) -> None:
    """Draw the tree that a search of GAME visits: alpha-beta, unless told otherwise.

    Where there is chance that is expectiminimax, of more than two players max^n.

    A small tree is searched to the end, a larger one three plies deep, unless told
    otherwise. Without --out it is printed as text. Searches are recorded interpreted. With
    --steps, a tree of reserved paths is drawn after each path, up to --nodes of them.
    """
    with rules.loaded() as game:
        thinker = thinking.thinker(game, SMALL, default=_drawn_search)
        if steps:
            _give_steps(_steps(thinker, place.state(game)), out, windows, as_json)
            return
        tree = _recorded(thinker, place.state(game))
        if tree.result and tree.result.interrupted:
            say("note: stopped by Ctrl-C; this is the tree so far.")
        _give(tree, out, windows, as_json)


def _drawn_search(game: Game[Any]) -> Search:
    """The plainest search that takes a game; the first, to say why, where none does."""
    if game.traits.hidden:
        raise OutplyError(
            f"{game.name} has no one tree to draw: something is hidden, and searches of such "
            "games look at many states at once."
        )
    plainest: list[Search] = [AlphaBeta(), Expectiminimax(), MaxN()]
    if game.traits.players != 2:
        plainest = [MaxN(), Expectiminimax()]
    fitting = (search for search in plainest if not search.refusal(game.traits))
    return next(fitting, plainest[0])


def _steps(thinker: Searcher, state: Any) -> list[Tree]:
    """The tree after each path, which another search of the same seed repeats."""
    from outply.tree import record

    search, limit = thinker.search, thinker.limit
    if not isinstance(search, ReservationSearch):
        raise OutplyError(f"{search.name} has no steps to draw; --steps takes genetic or lasvegas.")
    if limit.nodes is None or not 1 <= limit.nodes <= MOST_STEPS or limit.seconds is not None:
        raise OutplyError(f"--steps draws each path; say how many with --nodes, 1 to {MOST_STEPS}.")
    if isinstance(search, Genetic):  # so that there is one tree, which grows
        search = replace(search, deepening=False, islands=1)
    trees: list[Tree] = []
    with doing(f"Recording {search.name}…"):
        for nodes in range(1, limit.nodes + 1):
            trees.append(record(search, thinker.game, state, replace(limit, nodes=nodes)))
            if trees[-1].result and trees[-1].result.nodes < nodes:
                return trees[:-1]  # there are no more paths
    return trees


def _give_steps(trees: list[Tree], out: str | None, windows: bool, as_json: bool) -> None:
    if as_json:
        answer([tree.to_dict() for tree in trees])
    for number, tree in enumerate(trees, start=1):
        if out is not None:
            path = Path(out)
            _give(tree, str(path.with_stem(f"{path.stem}-{number:02}")), windows, as_json=False)
        elif not as_json:
            write(f"Path {number}\n{tree.text(windows=windows)}\n")


def _recorded(thinker: Searcher, state: Any) -> Tree:
    from outply.tree import record

    with doing(f"Recording {thinker.search.name}…"):
        tree = record(thinker.search, thinker.game, state, thinker.limit)
        if thinker.limit == SMALL and not (tree.result and tree.result.proved):
            tree = record(thinker.search, thinker.game, state, SHALLOW)
    return tree


def _give(tree: Tree, out: str | None, windows: bool, as_json: bool) -> None:
    if out is not None:
        _save(tree, out, windows)
        say(f"Wrote {out}: {tree.counts_text()}.")
    if as_json:
        answer(tree.to_dict())
    elif out is None:
        write(tree.text(windows=windows))


def _save(tree: Tree, out: str, windows: bool) -> None:
    try:
        tree.save(out, windows=windows)
    except OSError as problem:
        raise OutplyError(f"{out}: {problem.strerror}.") from problem
