"""`outply tree`: draw the tree that a search visits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outply.cli.options import (
    GameOptions,
    PositionOptions,
    SearchOptions,
    game_options,
    grouped,
    json_option,
    position_options,
    search_options,
)
from outply.cli.output import print_json, print_message, write
from outply.cli.progress import activity
from outply.cli.stuck_rules import ending_stuck_rules
from outply.game import Game, OutplyError
from outply.play.default_search import Fitting
from outply.play.searcher import Searcher
from outply.search import Limit
from outply.search.alphabeta import with_cut_on_equality
from outply.search.genetic import ReservationSearch

if TYPE_CHECKING:
    from outply.cli.schemas import TreeDocument
    from outply.tree import RecordedTree

__all__ = ["command"]

SMALL = Limit(nodes=4000)
MOST_STEPS = 99
SIMULATIONS = 200
SHALLOW = Limit(depth=3)


@dataclass(frozen=True)
class DrawingOptions:
    """The file of a drawing, and what it shows."""

    out: str | None
    windows: bool
    animated: bool
    pruned: bool
    steps: bool


drawing_options = grouped(
    "drawing",
    DrawingOptions,
    click.option(
        "--out", metavar="FILE", help="Write the tree to a .svg, .tex (TikZ), .txt or .json file."
    ),
    click.option("--windows", is_flag=True, help="Show alpha and beta of each node."),
    click.option("--animated", is_flag=True, help="Let the .svg file play the search."),
    click.option("--pruned", is_flag=True, help="Show the values of what was cut, in grey."),
    click.option(
        "--steps", is_flag=True, help="Draw the tree after each path of genetic or lasvegas."
    ),
)


@click.command
@game_options
@position_options
@search_options
@click.option(
    "--cut-on-equality/--no-cut-on-equality",
    default=None,
    help="Cut where a value is equal to alpha or beta, or only beyond them.",
)
@drawing_options
@json_option
def command(
    game_options: GameOptions,
    position_options: PositionOptions,
    search_options: SearchOptions,
    cut_on_equality: bool | None,
    drawing: DrawingOptions,
    as_json: bool,
) -> None:
    """Draw the tree that a search of GAME visits.

    The default search is alpha-beta; in games of chance it is expectiminimax, and in games of
    more than two players max^n. By default, a small tree is searched to the end and a larger
    one three plies deep; mcts makes 200 simulations. Without --out the tree is printed as text.
    Searches are recorded interpreted. With --steps, the tree of a genetic or lasvegas search is
    drawn after each path, up to --nodes of them.
    """
    if drawing.out is not None:
        from outply.tree.recorded_tree import require_format

        require_format(drawing.out)
    if drawing.animated and Path(drawing.out or "").suffix.lower() != ".svg":
        raise OutplyError("--animated makes a .svg file; name it with --out.")
    limit = search_options.limit_or(SMALL)
    with game_options.loaded() as game, ending_stuck_rules(game, limit):
        searcher = search_options.searcher(game, SMALL, default=_drawn_search)
        if cut_on_equality is not None:
            search = with_cut_on_equality(searcher.search, cut_on_equality)
            searcher = replace(searcher, search=search)
        searcher = replace(searcher, limit=_drawable_limit(searcher))
        _draw(searcher, position_options.state(game), drawing, as_json)


def _draw(searcher: Searcher, state: Any, drawing: DrawingOptions, as_json: bool) -> None:
    if drawing.steps:
        _output_steps(_recorded_steps(searcher, state), drawing, as_json)
        return
    tree = _recorded(searcher, state)
    if drawing.pruned:
        from outply.tree import with_pruned_values

        tree = with_pruned_values(tree)
    if tree.result and tree.result.interrupted:
        print_message("note: stopped by Ctrl-C; this is the tree so far.")
    _output(tree, drawing, as_json)


def _drawn_search(game: Game[Any]) -> Fitting:
    from outply.tree.simplest_search import simplest_search

    return Fitting(simplest_search(game), "the simplest search that takes the game")


def _drawable_limit(searcher: Searcher) -> Limit:
    """The limit; of simulations, as many as a drawing can show, unless a number is given."""
    from outply.search.mcts import MCTS

    search, limit = searcher.search, searcher.limit
    is_unlimited = limit == SMALL or (limit.nodes is None and limit.seconds is None)
    if isinstance(search, MCTS) and search.simulations == 0 and is_unlimited:
        return replace(limit, nodes=SIMULATIONS)
    return limit


def _recorded_steps(searcher: Searcher, state: Any) -> list[RecordedTree]:
    """The tree after each path, each by another search with the same seed."""
    search, limit = searcher.search, searcher.limit
    if not isinstance(search, ReservationSearch):
        raise OutplyError(f"{search.name} has no steps to draw; --steps takes genetic or lasvegas.")
    if limit.nodes is None or not 1 <= limit.nodes <= MOST_STEPS or limit.seconds is not None:
        raise OutplyError(f"--steps draws each path; say how many with --nodes, 1 to {MOST_STEPS}.")
    from outply.tree import record_steps

    with activity(f"Recording {search.name}…"):
        paths = range(1, limit.nodes + 1)
        return record_steps(search, searcher.game, state, limit, paths)


def _output_steps(trees: list[RecordedTree], drawing: DrawingOptions, as_json: bool) -> None:
    if as_json:
        from outply.cli.schemas import TreeStepsDocument

        print_json(TreeStepsDocument(trees=[_document(tree) for tree in trees]))
    for number, tree in enumerate(trees, start=1):
        if drawing.out is not None:
            path = Path(drawing.out)
            out = str(path.with_stem(f"{path.stem}-{number:02}"))
            _output(tree, replace(drawing, out=out), as_json=False)
        elif not as_json:
            write(f"Path {number}\n{tree.text(windows=drawing.windows)}\n")


def _recorded(searcher: Searcher, state: Any) -> RecordedTree:
    from outply.tree import record

    with activity(f"Recording {searcher.search.name}…"):
        tree = record(searcher.search, searcher.game, state, searcher.limit)
        if searcher.limit == SMALL and not (tree.result and tree.result.proved):
            tree = record(searcher.search, searcher.game, state, SHALLOW)
    return tree


def _output(tree: RecordedTree, drawing: DrawingOptions, as_json: bool) -> None:
    if drawing.out is not None:
        _save(tree, drawing.out, drawing)
        print_message(f"Wrote {drawing.out}: {tree.counts_text()}.")
    if as_json:
        print_json(_document(tree))
    elif drawing.out is None:
        write(tree.text(windows=drawing.windows))


def _save(tree: RecordedTree, out: str, drawing: DrawingOptions) -> None:
    try:
        if Path(out).suffix.lower() == ".json":
            from outply.cli.schemas import encode

            Path(out).write_bytes(encode(_document(tree)) + b"\n")
        else:
            tree.save(out, windows=drawing.windows, animated=drawing.animated)
    except OSError as problem:
        raise OutplyError(f"{out}: {problem.strerror}.") from problem


def _document(tree: RecordedTree) -> TreeDocument:
    import msgspec

    from outply.cli.schemas import TreeDocument

    return msgspec.convert(tree.to_dict(), TreeDocument)
