"""Every broken game gets one clear sentence, with file and line.

The first line of each file in `broken/` says which rule it breaks and what the check has to
say about it; a comment marks the line that it has to name.
"""

import ast
from pathlib import Path

import pytest

from outply.check import check_path

GAMES = sorted(Path(__file__).parent.glob("broken/[a-z]*.py"))
MARK = "# <- here"


def expected_of(file: Path) -> tuple[str, str]:
    lines = file.read_text().splitlines()
    rule, _, message = lines[0].strip('"').partition(": ")
    line = next((n for n, text in enumerate(lines, 1) if text.endswith(MARK)), 1)
    return rule, f"{file.name}:{line}: {message}"


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_broken_game_gets_one_sentence(file):
    report = check_path(str(file), plays=50, compiled=False)
    assert [(f.rule, str(f)) for f in report.findings] == [expected_of(file)]
    assert not report.ok
