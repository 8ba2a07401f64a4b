"""The report: Markdown, a page, plots, rows."""

from __future__ import annotations

import csv
import re
from dataclasses import replace

import pytest

from outply.experiments.genetic_minimax_paper.report import plots, write_report
from outply.experiments.genetic_minimax_paper.report.blocks import (
    Grid,
    Panel,
    Picture,
    PlotSeries,
    Text,
    duration,
    enumeration,
    with_interval,
)
from outply.experiments.genetic_minimax_paper.report.rendering import html_page, markdown
from tests.tiers import only_full, slow

pytestmark = slow

SECTIONS = [
    "Table 1: ",
    "Tables 2 and 3: ",
    "Figure 11: ",
    "Figure 12: ",
    "The Las Vegas ",
    "Real games",
]


@pytest.fixture(scope="module")
def written(tiny_study, tmp_path_factory):
    folder = tmp_path_factory.mktemp("paper")
    files = write_report(tiny_study, folder)
    assert sorted(file.name for file in files) == sorted(file.name for file in folder.iterdir())
    return folder


@only_full
def test_both_forms_have_every_section(written):
    text, html = ((written / name).read_text() for name in ("report.md", "report.html"))
    for section in SECTIONS:
        assert f"\n## {section}" in text
        assert f"<h2>{section}" in html
    assert "partial" not in text
    assert "| the paper, one tree | 1 | 1 | 2 | 1 | 2 | 1 | 2 |" in text


@only_full
def test_the_page_needs_nothing_else(written):
    html = (written / "report.html").read_text()
    assert html.count("<figure") == html.count("<svg") == 7
    assert not re.search(r"<(script|link|img)|url\(http|@import", html)
    assert "prefers-color-scheme: dark" in html and 'name="viewport"' in html
    assert "currentColor" in html and plots.INK not in html


@only_full
def test_the_plots_are_files_that_the_markdown_shows(written):
    text = (written / "report.md").read_text()
    shown = re.findall(r"!\[.+?\]\((.+?)\)", text)
    assert sorted(shown) == sorted(file.name for file in written.glob("*.svg"))


@only_full
def test_the_rows(written, tiny_study):
    for name, rows in tiny_study.rows.items():
        with (written / f"{name}.csv").open(newline="") as stream:
            header, *lines = csv.reader(stream)
        assert tuple(header) == rows[0]._fields
        assert len(lines) == len(rows)


@only_full
def test_a_plot_is_the_same_again():
    series = PlotSeries("a", [1, 2, 3], [0.1, None, 0.3], [[0, 0.2], None, [0.3, 0.4]])
    picture = Picture("plot", "Title", "x", "y", (Panel("panel", (series,)),), True)
    drawn = plots.draw(picture)
    assert drawn == plots.draw(picture)
    assert "<dc:date>" not in drawn


def test_without_matplotlib(study, tmp_path, monkeypatch):
    monkeypatch.setattr(
        "outply.experiments.genetic_minimax_paper.report.write.can_draw", lambda: False
    )
    write_report(study, tmp_path)
    assert not list(tmp_path.glob("*.svg"))
    for name in ("report.md", "report.html"):
        text = (tmp_path / name).read_text()
        assert "pip install 'outply[plots]'" in text
        assert "<svg" not in text and ".svg" not in text


def test_a_partial_report_says_so(study, tmp_path):
    study.interrupted = True
    study.rows["tables"] = study.rows["tables"][:9]
    for name in ("figure11", "figure12", "lasvegas", "agreement", "matches"):
        study.rows[name] = []
    write_report(study, tmp_path)
    text = (tmp_path / "report.md").read_text()
    assert "**This report is partial.** It was stopped by Ctrl-C." in text
    assert "Tables 2 and 3 (9 of 112 rows)" in text
    assert "## Figure 11" not in text
    assert "<strong>This report is partial.</strong>" in (tmp_path / "report.html").read_text()
    assert not (tmp_path / "figure11.csv").exists()


def test_the_report_says_what_was_not_compiled(study, tmp_path, monkeypatch):
    monkeypatch.setattr(
        "outply.experiments.genetic_minimax_paper.report.write.can_draw", lambda: False
    )
    study.sizes = replace(study.sizes, compiled=None)
    write_report(study, tmp_path)
    assert "**Not all searches were compiled**" in (tmp_path / "report.md").read_text()


@only_full
def test_an_experiment_with_one_row_is_written(study, tmp_path):
    study.rows = {name: rows[:1] for name, rows in study.rows.items()}
    assert write_report(study, tmp_path)


def test_texts_are_escaped():
    blocks = [Text("1 < 2 in `a|b`"), Grid(("h", "i"), (("a|b", "1 [0, 2]"),), "c")]
    assert "a\\|b" in markdown(blocks, [])
    html = html_page("T", blocks, {})
    assert "<p>1 &lt; 2 in <code>a|b</code></p>" in html
    assert "<td>1<br><small>[0, 2]</small></td>" in html


def test_wording():
    assert [enumeration(list("abc"[:n])) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert [duration(s) for s in (None, 2e-6, 0.0034, 1.25)] == ["–", "2 µs", "3.4 ms", "1.25 s"]
    assert with_interval(1.0, [1.0, 1.0]) == "1.00"
    assert with_interval(1.5, [1.25, 1.75]) == "1.50 [1.25, 1.75]"
    assert with_interval(None, None) == "–"
