"""Figures and tables as the page writes them, and what is said while they are made."""

from __future__ import annotations

import sys

Table = list[list[str]]  # the first row is the header


def markdown(rows: Table) -> str:
    head, *body = rows
    lines = [head, ["---"] * len(head), *body]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)


def duration(seconds: float) -> str:
    """`12.3 µs`, `4.56 ms`, `7.89 s`."""
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}" if seconds < 1000 else f"{seconds:,.0f} s"
    return f"{seconds / 1e-6:.3g} µs"


def count(number: float) -> str:
    """`51.3`, `3,296`, `112.4 M`."""
    if number >= 1e7:
        return f"{number / 1e6:,.1f} M"
    return f"{number:,.0f}" if number >= 1000 else f"{number:.4g}"


def times(ratio: float) -> str:
    """`0.45×`, `12.3×`, `1,234×`."""
    return f"{ratio:,.0f}×" if ratio >= 100 else f"{ratio:.3g}×"


def tell(sentence: str) -> None:
    """Progress, for whoever waits."""
    print(f"  {sentence}", file=sys.stderr, flush=True)
