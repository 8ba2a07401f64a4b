"""The code in the guide runs, and prints what it claims."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[2] / "docs" / "openspiel.md"
BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_the_guide_tells_the_truth(block, capsys):
    exec(block, {})
    claims = [claim.strip() for claim in re.findall(r"print\(.*\) +# (.*)", block)]
    assert capsys.readouterr().out.splitlines() == claims
    assert claims
