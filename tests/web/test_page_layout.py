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


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_steps_of_a_tree_are_above_it_and_on_the_first_screen(
    site: Site, size: dict[str, int]
) -> None:
    with site.open("#game=tic-tac-toe&seats=person;person&tab=tree", viewport=size) as page:
        canvas = page.get_by_label("Tree of").bounding_box()
        sentence = page.locator(".explanation").bounding_box()
        steps = page.get_by_role("group", name="Steps of the search").bounding_box()
        assert canvas and sentence and steps
        assert sentence["y"] < steps["y"] < canvas["y"]
        assert steps["y"] + steps["height"] < 0.75 * size["height"]
        if size is LAPTOP:
            assert canvas["height"] > 300 and canvas["y"] + canvas["height"] < size["height"]
