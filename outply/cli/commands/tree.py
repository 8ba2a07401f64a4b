"""`outply tree`: what a search visited, drawn."""

from __future__ import annotations

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
from outply.game import OutplyError
from outply.play.thinker import Thinker
from outply.search import Limit
from outply.search.alphabeta import AlphaBeta

if TYPE_CHECKING:
    from outply.tree import Tree

__all__ = ["command"]

SMALL = Limit(nodes=4000)
SHALLOW = Limit(depth=3)


@click.command
@rules_options
@place_options
@thinking_options
@click.option("--out", metavar="FILE", help="Where to draw it: a .svg, .txt or .json file.")
@click.option("--windows", is_flag=True, help="Also show each node's alpha and beta.")
@json_option
def command(
    rules: Rules, place: Place, thinking: Thinking, out: str | None, windows: bool, as_json: bool
) -> None:
    """Draw the tree that a search of GAME visits: alpha-beta, unless told otherwise.

    A small tree is searched to the end, a larger one three plies deep, unless told
    otherwise. Without --out it is printed as text. Searches are recorded interpreted.
    """
    with rules.loaded() as game:
        thinker = thinking.thinker(game, SMALL, default=lambda game: AlphaBeta())
        tree = _recorded(thinker, place.state(game))
        if tree.result and tree.result.interrupted:
            say("note: stopped by Ctrl-C; this is the tree so far.")
        _give(tree, out, windows, as_json)


def _recorded(thinker: Thinker, state: Any) -> Tree:
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
