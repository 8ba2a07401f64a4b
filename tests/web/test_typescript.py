"""The page's types are those of the server's messages."""

from __future__ import annotations

from pathlib import Path

from outply.web.typescript import typescript

FILE = Path(__file__).parents[2] / "web/src/lib/messages.ts"


def test_messages_ts_is_up_to_date() -> None:
    hint = "run `python -m outply.web.typescript web/src/lib/messages.ts`"
    assert FILE.read_text(encoding="utf-8") == typescript(), hint
