"""Where things are on the page, at the sizes of a laptop and of a phone."""

from __future__ import annotations

import pytest

from tests.tiers import only_full
from tests.web.browser import Site, wait_for_moves

pytestmark = only_full

LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("game", ["gomoku", "gomoku&set=size:19", "chess"])
def test_squares_are_square(site: Site, game: str, size: dict[str, int]) -> None:
    with site.open(f"#game={game}&seats=person;person", viewport=size) as page:
        wait_for_moves(page, 0)
        boxes = [
            square.bounding_box() for square in page.locator("[role=gridcell] button").all()[:40]
        ]
        assert all(box and abs(box["width"] - box["height"]) < 1 for box in boxes)
