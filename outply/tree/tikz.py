"""A recorded tree as a LaTeX document with a TikZ picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from outply.game import CHANCE, OutplyError
from outply.tree.labels import number_text, values_note, window_text
from outply.tree.marks import shape_of
from outply.tree.node import NO_PARENT
from outply.tree.plan import Texts, plan

if TYPE_CHECKING:
    from outply.tree.recorded_tree import RecordedTree

__all__ = ["MOST_NODES", "draw"]

MOST_NODES = 2000
"""TeX runs out of memory above about that."""
POINTS = 0.6
"""Points of a printed page for a unit of the drawing on a screen."""

PREAMBLE = r"""\documentclass[tikz,border=6pt]{standalone}
\usetikzlibrary{shapes.geometric}
\begin{document}
\begin{tikzpicture}[
  x=1pt, y=-1pt, font=\small, every label/.style={font=\scriptsize, inner sep=0pt},
  tree node/.style={draw, inner sep=1pt, minimum size=24pt},
  tree triangle/.style={tree node, minimum size=30pt, regular polygon, regular polygon sides=3},
  tree max/.style={tree triangle, fill=blue!12, draw=blue!70!black},
  tree min/.style={tree triangle, shape border rotate=180, fill=red!12, draw=red!70!black},
  tree chance/.style={tree node, circle, fill=yellow!20, draw=orange!80!black},
  tree player/.style={tree node, regular polygon, regular polygon sides=6, fill=violet!10},
  tree end/.style={tree node, rectangle, minimum size=12pt, fill=black!5},
  tree cut/.style={rectangle, draw=black!30, text=black!50, minimum size=5pt, inner sep=1pt},
  tree evaluation/.style={dashed}, tree open/.style={dotted},
  tree principal/.style={line width=1.4pt},
  tree branch/.style={draw=black!55}, tree cut branch/.style={draw=black!30, dashed},
  tree principal branch/.style={draw=black, line width=1.4pt},
  tree move/.style={font=\scriptsize, fill=white, inner sep=1pt, pos=0.6, text=black!70},
  tree window/.style={font=\tiny, text=black!70, fill=white, below=1pt, inner sep=0.5pt},
  tree note/.style={font=\scriptsize, anchor=north west}]
"""
END = r"""\end{tikzpicture}
\end{document}"""

SPECIAL = {
    **{sign: rf"\{sign}" for sign in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "−": "$-$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "≈": r"$\approx$",
    "∞": r"$\infty$",
    "↻": "(again)",
}


def draw(tree: RecordedTree, *, windows: bool = False) -> str:
    """Draw the tree as a document; the picture alone is between the `tikzpicture` commands."""
    if len(tree.nodes) > MOST_NODES:
        raise OutplyError(
            f"The tree has {len(tree.nodes):,} nodes, and a TikZ picture has at most "
            f"{MOST_NODES:,}; search less deep."
        )
    return PREAMBLE + "\n".join(_TikzPicture(tree, windows=windows).lines()) + "\n" + END


def escaped(text: str) -> str:
    """Text as LaTeX prints it."""
    return "".join(SPECIAL.get(sign, sign) for sign in text)


class _TikzPicture:
    def __init__(self, tree: RecordedTree, *, windows: bool) -> None:
        self._tree, self._windows = tree, windows
        self._principal = set(tree.principal)
        indices = range(len(tree.nodes))
        texts = Texts(
            values=[node.value_text for node in tree.nodes],
            moves=[self._branch_text(index) for index in indices],
            windows=[self._window(index) for index in indices],
        )
        self._texts, self._plan = texts, plan(tree.nodes, self._principal, texts)

    def lines(self) -> Iterator[str]:
        indices = range(len(self._tree.nodes))
        yield from map(self._node, indices)
        yield from (self._branch(i) for i in indices if self._tree.nodes[i].parent != NO_PARENT)
        yield from (self._window_node(i) for i in indices if self._texts.windows[i])
        note = escaped(f"{values_note(self._tree)} {self._tree.counts_text()}.")
        bottom = POINTS * (self._plan.height + 60)
        yield rf"\node[tree note] at (0, {bottom:.1f}) {{{note}}};"

    def _node(self, index: int) -> str:
        node, place = self._tree.nodes[index], self._plan
        styles = [shape_of(self._tree.game, node)]
        styles += [node.kind] if node.kind in ("evaluation", "open") else []
        styles += ["principal"] if index in self._principal else []
        at = f"({POINTS * place.x[index]:.1f}, {POINTS * place.y[index]:.1f})"
        value = escaped(self._texts.values[index])
        look = ", ".join(f"tree {style}" for style in styles)
        if styles[0] in ("end", "cut"):
            return rf"\node[{look}] (n{index}) at {at} {{{value}}};"
        # A label does not stretch the shape: a triangle around a long text is very large.
        return rf"\node[{look}, label=center:{{{value}}}] (n{index}) at {at} {{}};"

    def _branch(self, index: int) -> str:
        node = self._tree.nodes[index]
        style = "cut branch" if node.kind == "cut" else "branch"
        style = "principal branch" if index in self._principal else style
        move = escaped(self._texts.moves[index])
        label = f" node[tree move] {{{move}}}" if move else ""
        return rf"\draw[tree {style}] (n{node.parent}) --{label} (n{index});"

    def _window_node(self, index: int) -> str:
        return rf"\node[tree window] at (n{index}.south) {{{escaped(self._texts.windows[index])}}};"

    def _window(self, index: int) -> str:
        node = self._tree.nodes[index]
        is_shown = self._windows and node.kind != "cut"
        return window_text(node.alpha, node.beta) if is_shown else ""

    def _branch_text(self, index: int) -> str:
        node = self._tree.nodes[index]
        is_outcome = node.parent != NO_PARENT and self._tree.nodes[node.parent].player == CHANCE
        odds = f" ({number_text(node.probability or 0.0)})" if is_outcome else ""
        return self._tree.move_text(index) + odds + (" ↻" if node.again else "")
