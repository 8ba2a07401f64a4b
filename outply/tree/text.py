"""A recorded tree as lines of plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outply.game import CHANCE, MAX, MIN
from outply.tree.labels import number_text, values_note, window_text
from outply.tree.node import NO_PARENT, RecordedNode

if TYPE_CHECKING:
    from outply.tree.recorded_tree import RecordedTree

__all__ = ["draw"]


def draw(tree: RecordedTree, *, windows: bool = False) -> str:
    """Draw one line per node: its move, the player to move, its value and its marks."""
    principal = set(tree.principal)
    margins = [""]
    lines = []
    for index, node in enumerate(tree.nodes):
        del margins[node.ply + 1 :]
        joint, below = _joints(tree, index)
        marks = " ★" * (index in principal) + " ✱" * node.changed
        lines.append(margins[-1] + joint + _describe(tree, index, windows=windows) + marks)
        margins.append(margins[-1] + below)
    return "\n".join([*lines, "", _legend(tree)])


def _joints(tree: RecordedTree, index: int) -> tuple[str, str]:
    """What joins a node to its parent, and the margin of the nodes below it."""
    parent = tree.nodes[index].parent
    if parent == NO_PARENT:
        return "", ""
    is_last = tree.children[parent][-1] == index
    return ("└─ ", "   ") if is_last else ("├─ ", "│  ")


def _describe(tree: RecordedTree, index: int, *, windows: bool) -> str:
    node = tree.nodes[index]
    chance = f"({number_text(node.probability)})" if node.probability is not None else ""
    again = "↻" if node.again else ""
    if node.kind == "cut":
        value = f"({node.value_text})" if node.value is not None else ""
        return _joined(tree.move_text(index), chance, "✂ cut", value)
    window = f"  {window_text(node.alpha, node.beta)}" if windows else ""
    start = f"pass {tree.roots.index(index) + 1}" if _is_pass(tree, node) else ""
    move = tree.move_text(index)
    visits = "" if node.visits is None else f"×{node.visits:,}"
    symbol = _symbol(tree, node)
    return _joined(start, move, chance, again, symbol, node.value_text, visits) + window


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _is_pass(tree: RecordedTree, node: RecordedNode) -> bool:
    return node.parent == NO_PARENT and len(tree.roots) > 1


def _symbol(tree: RecordedTree, node: RecordedNode) -> str:
    if node.kind == "utility":
        return "·"
    if node.player == CHANCE:
        return "○"
    if tree.game.players > 2:
        return f"⬡{node.player + 1}"
    return {MAX: "▲", MIN: "▼"}.get(node.player, f"⬡{node.player + 1}")


def _legend(tree: RecordedTree) -> str:
    marks = "★ principal line"
    symbols = {_symbol(tree, node)[0] for node in tree.visits}
    marks += "  ○ chance (probability on its branches)" if "○" in symbols else ""
    marks += "  ⬡ a player to move, by number" if "⬡" in symbols else ""
    marks += "  ✱ changed by the newest path" if any(n.changed for n in tree.nodes) else ""
    marks += "  × simulations" if any(n.visits is not None for n in tree.nodes) else ""
    marks += "  ✂ cut" if tree.cut else ""
    marks += "  ↻ searched again" if any(node.again for node in tree.nodes) else ""
    marks += "  ? not finished" if any(node.kind == "open" for node in tree.nodes) else ""
    return f"{marks}\n{values_note(tree)}\n{tree.counts_text()}"
