"""Draws plots with Matplotlib."""

from __future__ import annotations

import importlib.util
import io
import re
from typing import TYPE_CHECKING, Any

from outply.experiments.genetic_minimax_paper.report.blocks import Panel, Picture, PlotSeries

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["HOW_TO_GET_THEM", "can_draw", "draw", "for_a_page"]

HOW_TO_GET_THEM = (
    "The plots are left out, since Matplotlib is not installed: "
    "`pip install 'outply[plots]'` gets it."
)
INK, PAPER, FAINT = "#1b1c1d", "#fffffe", "#8f8f93"
COLOURS = ("#0072b2", "#56b4e9", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#7f6fd0")
MARKERS = "osD^vPX"
SIZE = (4.6, 3.6)  # of a panel, in inches


def can_draw() -> bool:
    return importlib.util.find_spec("matplotlib") is not None


def draw(picture: Picture) -> str:
    """Draw a picture as SVG; the same figures always give the same file."""
    import matplotlib as mpl

    with mpl.rc_context(_style(picture.name)):
        figure = _figure(picture)
        drawn = io.StringIO()
        nothing: Any = {"Date": None, "Creator": None}
        figure.savefig(drawn, format="svg", metadata=nothing)
    return drawn.getvalue()


def for_a_page(svg: str) -> str:
    """The SVG for use in a page, with its background and the colour of its text."""
    inline = svg[svg.index("<svg") :].replace(INK, "currentColor").replace(PAPER, "none")
    return re.sub(r"\n\s*", "\n", inline)


def _style(name: str) -> Any:
    inked = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")
    blank = ("figure.facecolor", "axes.facecolor", "savefig.facecolor")
    return {
        **dict.fromkeys(inked, INK),
        **dict.fromkeys(blank, PAPER),
        "svg.hashsalt": name,
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans", "Arial", "Helvetica"],
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "legend.frameon": False,
    }


def _figure(picture: Picture) -> Figure:
    from matplotlib.figure import Figure

    width, height = SIZE
    figure = Figure(figsize=(width * len(picture.panels), height), layout="constrained")
    panels = figure.subplots(1, len(picture.panels), sharey=True, squeeze=False)[0]
    for axes, panel in zip(panels, picture.panels, strict=True):
        _draw_panel(axes, panel, picture)
    panels[0].set_ylabel(picture.y)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=min(3, len(labels)))
    figure.suptitle(picture.title, fontsize=11)
    return figure


def _draw_panel(axes: Axes, panel: Panel, picture: Picture) -> None:
    for index, series in enumerate(panel.series):
        _draw_series(axes, series, index)
    axes.set_title(panel.title, fontsize=10)
    axes.set_xlabel(picture.x)
    if picture.logarithmic:
        axes.set_yscale("log")
    if not picture.x:  # the points are named
        axes.tick_params(axis="x", rotation=25)
    axes.grid(True, color=FAINT, alpha=0.3, linewidth=0.6)


def _draw_series(axes: Axes, series: PlotSeries, index: int) -> None:
    there = [place for place, y in enumerate(series.ys) if y is not None]
    if not there:
        return
    xs: Any = [series.xs[place] for place in there]
    ys: Any = [series.ys[place] for place in there]
    axes.errorbar(
        *(xs, ys, _reach(series, there)),
        label=series.name,
        color=FAINT if series.dashed else COLOURS[index % len(COLOURS)],
        marker=MARKERS[index % len(MARKERS)],
        markersize=4,
        linewidth=1.3,
        capsize=2,
        linestyle=("--" if series.dashed else "-") if series.joined else "none",
    )


def _reach(series: PlotSeries, there: list[int]) -> Any:
    """How far the intervals go below and above the points."""
    if not series.intervals:
        return None
    pairs = [(series.ys[place], series.intervals[place]) for place in there]
    known = [(y, interval) for y, interval in pairs if y is not None and interval is not None]
    below = [max(0.0, y - low) for y, (low, _) in known]
    return [below, [max(0.0, high - y) for y, (_, high) in known]]
