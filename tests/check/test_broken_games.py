"""Every broken game gets one clear sentence, with file and line.

Each file in `broken/` starts with the rule that it breaks and what the check has to say about
it (… stands for what chance decides); a comment marks the line that it has to name.
"""

import ast
import re
from pathlib import Path

import pytest

from outply import endless_calls
from outply.check import check_path

GAMES = sorted(Path(__file__).parent.glob("broken/[a-z]*.py"))
MARK = "# <- here"


def expected_of(file: Path) -> tuple[str, str]:
    """The rule that a game breaks, and a pattern of the sentence about it."""
    text = file.read_text()
    rule, _, message = " ".join(ast.get_docstring(ast.parse(text)).split()).partition(": ")
    line = next(n for n, text in enumerate(text.splitlines(), 1) if text.endswith(MARK))
    return rule, re.escape(f"{file.name}:{line}: {message}").replace("…", ".+")


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_broken_game_gets_one_sentence(file, monkeypatch):
    monkeypatch.setattr(endless_calls, "PROCESSOR_SECONDS", 1.0)
    rule, sentence = expected_of(file)
    report = check_path(str(file), plays=50, compiled=False)
    assert [finding.rule for finding in report.findings] == [rule], report.findings
    assert re.fullmatch(sentence, str(report.findings[0])), str(report.findings[0])
    assert not report.ok
