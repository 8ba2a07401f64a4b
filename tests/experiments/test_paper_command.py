"""`outply paper`."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

import msgspec
import pytest
from click.testing import CliRunner

from outply.cli import main
from outply.cli.schemas import PaperDocument, encode
from outply.experiments.genetic_minimax_paper import EXPERIMENTS, TINY
from tests.tiers import slow

KEYS = {"table1", "table2", "table3", "figure11", "figure12", "lasvegas", "games"}


@pytest.fixture
def paper(monkeypatch):
    """The command, with the tiny sizes for the quick ones, and no plots."""
    monkeypatch.setattr(
        "outply.experiments.genetic_minimax_paper.report.write.can_draw", lambda: False
    )
    small = replace(TINY, trees=1, games=())
    monkeypatch.setattr(
        "outply.experiments.genetic_minimax_paper.QUICK", replace(small, name="quick")
    )

    def run(*arguments):
        result = CliRunner().invoke(main, ["paper", *map(str, arguments)])
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@slow
def test_json(paper, tmp_path):
    out = tmp_path / "a" / "b"
    result = paper("--quick", "--out", out, "--seed", 5, "--json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    read = msgspec.json.decode(result.stdout, type=PaperDocument)
    assert json.loads(encode(read)) == document
    assert list(document) == list(PaperDocument.__struct_fields__)
    assert document.keys() >= KEYS
    assert (document["seed"], document["size"]) == (5, "quick")
    assert document["table1"]["fitness"] == [2, 2, 4, 3, 3, 1, 2, 1]
    for table in ("table2", "table3"):
        for kind in ("independent", "correlated"):
            assert len(document[table][kind]["rank"]) == len(document[table][kind]["bias"]) == 7
    assert sorted(document["files"]) == sorted(str(file) for file in out.iterdir())
    assert {"report.md", "report.html", "tables.csv"} <= {file.name for file in out.iterdir()}


@slow
def test_for_people(paper, tmp_path):
    result = paper("--quick", "--out", tmp_path)
    assert result.stdout.startswith("Mean rank by levels")
    assert "the paper, after" in result.stdout
    assert f"Wrote {tmp_path / 'report.html'}" in result.stderr


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("file", "is a file; give a folder for the report"),
        ("file/below", "file/below cannot be written to: Not a directory."),
        ("/proc/nowhere", "/proc/nowhere cannot be written to: No such file or directory."),
    ],
)
def test_a_place_that_cannot_be_written(paper, tmp_path, place, sentence):
    (tmp_path / "file").touch()
    result = paper("--quick", "--out", tmp_path / place)
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--seed", "-1"], ["--seed", "x"], ["--slow"], ["extra"]])
def test_bad_options(paper, arguments):
    result = paper(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1


def test_ctrl_c_writes_what_there_is(paper, tmp_path, monkeypatch):
    def stopped(sizes, seed):
        raise KeyboardInterrupt
        yield

    broken = replace(EXPERIMENTS["tables"], rows=stopped)
    monkeypatch.setitem(EXPERIMENTS, "tables", broken)
    result = paper("--quick", "--out", tmp_path, "--json")
    assert result.exit_code == 130
    assert "stopped by Ctrl-C; the report is partial" in result.stderr
    document = json.loads(result.stdout)
    read = msgspec.json.decode(result.stdout, type=PaperDocument)
    assert json.loads(encode(read)) == document
    assert list(document) == list(PaperDocument.__struct_fields__)
    assert document["interrupted"] and document["table1"] and document["table2"] is None
    assert "stopped by Ctrl-C" in (tmp_path / "report.md").read_text()
    assert paper("--quick", "--out", tmp_path).stdout == ""


def test_help_imports_no_experiment():
    code = (
        "import sys\nfrom outply.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "print({'outply.experiments', 'matplotlib'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr == "set()\n"
    assert "\n  paper " in done.stdout
