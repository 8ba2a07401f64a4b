"""A server and a browser for the tests of the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.browser import Site, opened_site


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A server with the files of the tests, and Chromium."""
    with opened_site("coins.py", "raises.py", "hangs.py") as site:
        yield site
