"""The code in docs/solving.md says what it claims."""

from __future__ import annotations

import re
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs/solving.md"


def test_the_code_in_the_guide(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    exec(code, {})
    promised = re.findall(r"print\(.*\) +# (.+)", code)
    assert len(promised) == 3
    assert capsys.readouterr().out.splitlines() == promised
