"""Recorded trees for a page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from outply.game import Game, OutplyError
from outply.games import load
from outply.play.session import Session
from outply.search import Limit, Search
from outply.search.alphabeta import with_cut_on_equality
from outply.tree import RecordedTree, grows, record, record_growth, with_pruned_values
from outply.tree.simplest_search import simplest_search
from outply.web.allowed_settings import given_search
from outply.web.jobs import WorkerJob
from outply.web.messages import At, Exported, Tree, TreeExportRequest, TreeRequest
from outply.web.tree_examples import examples
from outply.web.tree_message import tree_message

__all__ = ["examples", "export_answer", "recorded", "tree_answer"]

MOST_NODES = 20_000
MOST_SECONDS = 20.0
MOST_PATHS = 1_000
PATHS = 60
SMALL = Limit(nodes=4000, seconds=MOST_SECONDS)
DEEPEST = 3  # plies of a tree that is not searched to its end
SHALLOW = Limit(depth=DEEPEST, seconds=MOST_SECONDS)


def tree_answer(request: TreeRequest, session: Session, job: WorkerJob) -> Tree:
    """The answer to `tree`."""
    job.started()  # recorded searches are interpreted, so nothing is compiled first
    at, tree = recorded(request, session.game, session.state)
    return tree_message(request.id, at, tree)


def export_answer(request: TreeExportRequest, session: Session, job: WorkerJob) -> Exported:
    """The answer to `tree_export`."""
    job.started()
    _, tree = recorded(request, session.game, session.state)
    suffix, text = exported(tree, request.format, windows=request.windows)
    return Exported(id=request.id, name=f"{tree.search}-{tree.game.name}{suffix}", text=text)


def exported(tree: RecordedTree, format: str, *, windows: bool) -> tuple[str, str]:
    """The end of a file's name, and its text."""
    match format:
        case "svg":
            return ".svg", tree.svg(windows=windows)
        case "animated":
            return "-animated.svg", tree.svg(windows=windows, animated=True)
        case "tikz":
            return ".tex", tree.tikz(windows=windows) + "\n"
        case "json":
            return ".json", tree.to_json()
        case "text":
            return ".txt", tree.text(windows=windows) + "\n"
    raise OutplyError(f"{format!r} is no format of trees; use svg, animated, tikz, json or text.")


def recorded(request: TreeRequest, game: Game[Any], state: Any) -> tuple[At, RecordedTree]:
    """The tree that a request asks for, and where its root is."""
    at = request.at
    if request.nested is not None:
        game = nested_game(request.nested)
        at, state = At(game="tree", settings={"leaves": request.nested}), game.initial()
    tree = _recorded(request, game, state)
    return at, with_pruned_values(tree) if request.show_pruned else tree


def nested_game(nested: Any) -> Game[Any]:
    """The game of a tree as nested lists; a sentence says what is wrong with another one."""
    if not isinstance(nested, list | dict):
        raise OutplyError("A tree is a list of branches, such as [[3, 12, 8], [2, 4, 6]].")
    return load("tree", leaves=nested)


def _recorded(request: TreeRequest, game: Game[Any], state: Any) -> RecordedTree:
    search, limits = _search(request, game), request.limits
    most_nodes = min(max(request.most_nodes, 1), MOST_NODES)
    if grows(search):
        paths = min(max(limits.nodes or PATHS, 1), MOST_PATHS)
        limit = Limit(nodes=paths, depth=limits.depth)
        return record_growth(search, game, state, limit, most_nodes=most_nodes)
    if limits.depth is None and limits.nodes is None:
        if request.nested is not None:  # which is no larger than a message
            return record(search, game, state, most_nodes=most_nodes)
        tree = record(search, game, state, SMALL, most_nodes=most_nodes)
        if _is_whole_or_shallow(tree):
            return tree
        return record(search, game, state, SHALLOW, most_nodes=most_nodes)
    seconds = min(limits.seconds or MOST_SECONDS, MOST_SECONDS)
    limit = Limit(seconds=seconds, depth=limits.depth, nodes=limits.nodes)
    return record(search, game, state, limit, most_nodes=most_nodes)


def _is_whole_or_shallow(tree: RecordedTree) -> bool:
    """Whether a search of few nodes is worth showing as it is: another one would be no better."""
    result = tree.result
    return result is not None and (result.proved or 1 <= result.depth <= DEEPEST)


def _search(request: TreeRequest, game: Game[Any]) -> Search:
    search = given_search(request.search, game) if request.search else simplest_search(game)
    if grows(search):
        return _single_threaded(search)
    if hasattr(search, "cut_on_equality"):
        return with_cut_on_equality(search, request.cut_on_equality)
    return search


def _single_threaded(search: Search) -> Search:
    """The same search with one thread, so that it does the same each time."""
    if getattr(search, "threads", 1) == 1:
        return search
    changed: Search = replace(search, threads=1)  # type: ignore[type-var]
    return changed
