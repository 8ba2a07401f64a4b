"""A result as a table, for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outply.search.base import Result

__all__ = ["result_html"]

MOST_LINES = 20
LONGEST_LINE = 12


def result_html(result: Result) -> str:
    """The move, its value and its line, and below them the other moves, if the search has them."""
    rows = [
        ("move", _text(result.move)),
        ("value", _value(result)),
        ("line", _moves(result.line)),
        ("depth", f"{result.depth:,}"),
        ("nodes", f"{result.nodes:,}"),
        ("seconds", f"{result.seconds:.3f}"),
    ]
    body = "".join(f"<tr><th>{name}</th><td>{escape(text)}</td></tr>" for name, text in rows)
    return f'<table class="outply-result">{body}</table>{_lines(result)}'


def _value(result: Result) -> str:
    known = " (proved)" if result.proved else ""
    distance = "" if result.distance is None else f", in {result.distance} plies"
    return f"{result.value:.4g}{known}{distance}"


def _lines(result: Result) -> str:
    """A row for each move that the search has a value of."""
    visits = dict(result.visits)
    head = ["move", "value", *(["simulations"] if visits else []), "line"]
    body = ""
    for each in result.lines[:MOST_LINES]:
        cells = [_text(each.move), f"{each.value:.4g}"]
        cells += [f"{visits.get(each.move, 0):,}"] if visits else []
        body += "".join(f"<td>{escape(cell)}</td>" for cell in [*cells, _moves(each.line)]).join(
            ["<tr>", "</tr>"]
        )
    names = "".join(f"<th>{name}</th>" for name in head)
    return f"<table><tr>{names}</tr>{body}</table>" if body else ""


def _moves(line: tuple[Any, ...]) -> str:
    shown = " ".join(map(_text, line[:LONGEST_LINE]))
    return shown + (" …" if len(line) > LONGEST_LINE else "")


def _text(move: Any) -> str:
    return "–" if move is None else str(move)
