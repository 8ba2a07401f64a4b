"""The stepper of recorded trees as a widget of a notebook (the extra `notebook`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from outply.game import OutplyError
from outply.tree import RecordedTree
from outply.tree.node import NO_PARENT
from outply.web.hidden_moves import HiddenMoves
from outply.web.messages import At, Exported, PositionRequest, encode
from outply.web.position_answers import position_answer
from outply.web.replayed_games import ReplayedGames
from outply.web.tree_message import tree_message
from outply.web.trees import exported

__all__ = ["stepper"]

BUILT = Path(__file__).parent / "static" / "widget"


def stepper(tree: RecordedTree) -> Any:
    """A widget that plays a recorded search step by step, with its quiz and its exports."""
    made = _widget_class()
    message = tree_message(0, At(game=tree.game.name), tree)
    widget = made(tree=msgspec.json.decode(encode(message)))
    widget.on_msg(lambda widget, asked, buffers: widget.send(answer(tree, asked)))
    return widget


def _widget_class() -> Any:
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise OutplyError(
            "The stepper needs anywidget: install it with pip install 'outply[notebook]'."
        ) from None
    members = {**_built_files(), "tree": traitlets.Dict().tag(sync=True)}
    return type("TreeStepper", (anywidget.AnyWidget,), members)


def _built_files() -> dict[str, str]:
    """The script and the style of the widget, by the names that anywidget has for them."""
    files = {"_esm": BUILT / "stepper.js", "_css": BUILT / "stepper.css"}
    if not files["_esm"].exists():
        raise OutplyError("The stepper is not built; run `make web`, which needs Node.")
    return {name: file.read_text(encoding="utf-8") for name, file in files.items()}


def answer(tree: RecordedTree, asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to what a widget asks: a position of the tree, or the tree as a file."""
    try:
        found = _position(tree, asked) if asked["type"] == "position" else _export(tree, asked)
    except OutplyError as problem:
        return {"id": asked["id"], "problem": str(problem)}
    return {"id": asked["id"], "answer": msgspec.json.decode(encode(found))}


def _position(tree: RecordedTree, asked: dict[str, Any]) -> msgspec.Struct:
    """The position at a node, as the server answers it."""
    at = At(game=tree.game.name, moves=_moves_to(tree, asked["node"]))
    start = tree.game.format(tree.nodes[0].state)
    games = ReplayedGames(HiddenMoves(b""))
    replayed = games.replay(tree.game, msgspec.structs.replace(at, start=start), None)
    return position_answer(PositionRequest(id=asked["id"], at=at), replayed)


def _moves_to(tree: RecordedTree, node: int) -> list[str]:
    moves: list[str] = []
    while node != NO_PARENT:
        moves.append(tree.move_text(node))
        node = tree.nodes[node].parent
    return [move for move in reversed(moves) if move]


def _export(tree: RecordedTree, asked: dict[str, Any]) -> Exported:
    suffix, text = exported(tree, asked["format"], windows=bool(asked["windows"]))
    return Exported(id=asked["id"], name=f"{tree.search}-{tree.game.name}{suffix}", text=text)
