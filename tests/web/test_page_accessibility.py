"""Each part of the page under axe, in both themes and on a phone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tiers import only_full
from tests.web.browser import AXE, Site, wait_for_status

pytestmark = only_full

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 860}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("tab", ["play", "analyse", "tree", "compare"])
def test_axe_finds_nothing(site: Site, tab: str, theme: Any) -> None:
    link = f"#game=tic-tac-toe&seats=person;person&moves=b2,b1&tab={tab}"
    with site.open(link, color_scheme=theme, viewport=DESKTOP) as page:
        page.locator("[role=grid], svg, canvas").last.wait_for()
        page.wait_for_timeout(500)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run()")["violations"]
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_dialogs(site: Site, theme: Any) -> None:
    with site.open("#game=othello&seats=person;engine@depth:1", color_scheme=theme) as page:
        wait_for_status(page, "Black to move")
        page.evaluate(AXE.read_text(encoding="utf-8"))
        for key in "?g":
            page.keyboard.press(key)
            page.get_by_role("dialog").wait_for()
            found = page.evaluate("axe.run()")["violations"]
            assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
            page.keyboard.press("Escape")
            page.get_by_role("dialog").wait_for(state="detached")


@pytest.mark.parametrize("tab", ["play", "analyse", "compare"])
@pytest.mark.parametrize("game", ["chess", "backgammon", "connect-four"])
def test_nothing_is_wider_than_a_phone(site: Site, game: str, tab: str) -> None:
    link = f"#game={game}&seats=person;person&tab={tab}"
    with site.open(link, viewport=PHONE) as page:
        page.get_by_role("grid").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_theme_follows_the_system_until_it_is_chosen(site: Site) -> None:
    with site.open("", color_scheme="dark") as page:
        theme = "document.documentElement.dataset.theme"
        assert page.evaluate(theme) == "dark"
        page.get_by_role("button", name="Light or dark theme").click()
        assert page.evaluate(theme) == "light"
        page.reload()
        page.locator("header select").wait_for()
        assert page.evaluate(theme) == "light"
