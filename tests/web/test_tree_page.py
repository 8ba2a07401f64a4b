"""The tree part of the page, in a real browser."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from outply import AlphaBeta, load
from outply.tree import record
from outply.web.stepper import answer
from tests.tiers import only_full
from tests.web.browser import Site

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = only_full

ROOT = Path(__file__).parents[2]
EXPLANATION = ".explanation"


@contextmanager
def opened(site: Site, example: str | None = None, link: str = "") -> Iterator[Page]:
    """The tree part, with an example."""
    start = link or "#game=tic-tac-toe&seats=person;person&moves=b2,b1,a1,c3,c1&tab=tree"
    with site.open(start, viewport={"width": 1280, "height": 900}) as page:
        page.get_by_label("Tree of").wait_for()
        if example:
            page.get_by_label("Example").select_option(example)
            page.locator(".options [role=status]").filter(has_text="Recording").wait_for(
                state="detached"
            )
        yield page


def press(page: Page, *keys: str) -> None:
    page.locator("canvas").focus()
    for key in keys:
        page.keyboard.press(key)


def step_of(page: Page) -> str:
    return page.locator(".controls output").inner_text()


def test_it_stands_still_until_it_is_played(site: Site) -> None:
    with opened(site, "Textbook tree, alpha-beta") as page:
        page.get_by_text("11 nodes, 7 leaves, 2 cut.").wait_for()
        before = step_of(page)
        page.wait_for_timeout(1500)
        assert step_of(page) == before == "26 / 26"
        page.locator(".controls select").select_option("20")
        page.locator(".controls button.main").click()
        page.get_by_role("button", name="Pause").wait_for()
        page.get_by_text("11 nodes, 7 leaves, 2 cut.").wait_for()
        assert step_of(page) == "26 / 26"


def test_the_keyboard_steps_through_and_every_cut_has_a_reason(site: Site) -> None:
    with opened(site, "Textbook tree, alpha-beta") as page:
        press(page, "Home")
        assert "Nothing is searched yet" in page.locator(EXPLANATION).inner_text()
        press(page, *["."] * 14)
        assert page.locator(EXPLANATION).inner_text() == (
            "Prune: value 2 ≤ alpha 3, so MAX, who has 3 elsewhere, never comes here."
        )
        press(page, ",")
        assert page.locator(EXPLANATION).inner_text() == "MIN has 2 so far."
        page.locator(".controls input").fill("10")
        assert step_of(page) == "10 / 26"


def test_a_node_shows_its_board_and_window(site: Site) -> None:
    with opened(site) as page:
        press(page, "ArrowDown")
        details = page.get_by_role("region", name="Selected node")
        details.get_by_text("Window on entry", exact=True).wait_for()
        told = details.get_by_role("status").inner_text()
        assert "to move. Value: " in told, "a screen reader hears the node"
        squares = details.get_by_role("grid").get_by_role("button")
        squares.first.wait_for()
        names = [square.get_attribute("aria-label") or "" for square in squares.all()]
        assert len(names) == 9 and sum("empty" not in name for name in names) == 6
        page.get_by_role("button", name="Fold this node").click()
        page.get_by_role("button", name="Unfold this node").wait_for()


def test_cutting_on_equality_is_a_switch(site: Site) -> None:
    with opened(site, "Equal values: cut or not?") as page:
        page.get_by_text("13 nodes, 7 leaves, 1 cut").wait_for()
        page.get_by_label("Cut on equality").uncheck()
        page.get_by_text("14 nodes, 8 leaves, 0 cut").wait_for()
        page.get_by_label("Cut on equality").check()
        page.get_by_label("Show pruned leaves").check()
        page.get_by_text("13 nodes, 7 leaves, 1 cut").wait_for()


def test_a_pasted_tree_is_searched_or_refused(site: Site) -> None:
    with opened(site) as page:
        page.get_by_text("Paste a tree").click()
        text = page.get_by_label("Nested lists")
        for given, problem in [("[[3,", "no tree of nested lists"), ("[[3], []]", "no branches")]:
            text.fill(given)
            page.get_by_role("button", name="Search this tree").click()
            page.get_by_role("alert").filter(has_text=problem).wait_for()
        text.fill("[[7, 1], [4, 9]]")
        page.get_by_role("button", name="Search this tree").click()
        page.get_by_role("heading", name="value 4, move 2").wait_for()


def test_a_quiz_reports_a_score(site: Site) -> None:
    tree = record(AlphaBeta(), load("textbook-tree"))
    assert tree.cut == 2
    with opened(site, "Textbook tree, alpha-beta") as page:
        page.get_by_role("button", name="Start the quiz").click()
        quiz = page.get_by_role("region", name="Quiz")
        asked = 0
        while not quiz.get_by_role("status").count():
            asked += 1
            if quiz.get_by_role("button", name="Yes").count():
                quiz.get_by_role("button", name="Yes").click()
            else:
                for field in quiz.get_by_role("textbox").all():
                    field.fill("3")
                quiz.get_by_role("button", name="Answer").click()
            quiz.get_by_text(f"of {asked}", exact=False).last.wait_for()
            quiz.get_by_role("button", name="Next question").or_(
                quiz.get_by_role("button", name="Result")
            ).click()
        assert asked == 10
        score = quiz.get_by_role("status").inner_text()
        right = int(score.split()[2])
        assert score == f"Your score: {right} of 10" and 0 < right < 10
        quiz.get_by_role("button", name="End the quiz").click()
        page.get_by_role("button", name="Start the quiz").wait_for()


@pytest.mark.parametrize(
    ("name", "file", "start"),
    [
        ("SVG", "alphabeta-tree.svg", b"<svg"),
        ("PNG", "alphabeta-tree.png", b"\x89PNG"),
        ("Animated SVG", "alphabeta-tree-animated.svg", b"<svg"),
        ("TikZ", "alphabeta-tree.tex", rb"\documentclass"),
    ],
)
def test_exports(site: Site, name: str, file: str, start: bytes) -> None:
    with opened(site, "Textbook tree, alpha-beta") as page:
        page.get_by_role("heading", name="alphabeta on tree").wait_for()
        with page.expect_download() as download:
            page.get_by_role("button", name=name, exact=True).click()
        assert download.value.suggested_filename == file
        assert Path(download.value.path()).read_bytes().startswith(start)


def grown(depth: int, rng: random.Random) -> Any:
    return [grown(depth - 1, rng) for _ in range(3)] if depth else rng.randint(0, 99)


SCRUBBING = """async () => {
  const range = document.querySelector("input[type=range]");
  for (let step = 0; step < 60; step++) {
    range.value = String(Math.round((Number(range.max) * ((step * 7) % 60)) / 60));
    range.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
}"""


TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]


def slowest_task(trace: bytes) -> float:
    """The most milliseconds of processor time that one task of the page's main thread took."""
    events = json.loads(trace)["traceEvents"]
    main = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [event for event in events if event["name"] == "RunTask" and "tdur" in event]
    return max(each["tdur"] / 1000 for each in tasks if (each["pid"], each["tid"]) in main)


def test_nine_thousand_nodes_are_stepped_through_without_long_frames(site: Site) -> None:
    with opened(site) as page:
        page.get_by_label("Search", exact=True).select_option("minimax")
        page.get_by_text("Paste a tree").click()
        page.get_by_label("Nested lists").fill(json.dumps(grown(8, random.Random(1))))
        page.get_by_role("button", name="Search this tree").click()
        page.get_by_text("9,841 nodes").wait_for()
        page.get_by_label("Moves shown at a node").select_option("all")
        page.wait_for_timeout(1000)
        site.browser.start_tracing(page=page, categories=TRACED)
        page.evaluate(SCRUBBING)
        assert slowest_task(site.browser.stop_tracing()) < 100


def test_the_widget_of_notebooks_is_the_same_stepper(site: Site) -> None:
    """A page with a model like that of a notebook; the tree's kernel answers through Python."""
    tree = record(AlphaBeta(), load("textbook-tree"))
    widget = ROOT / "outply" / "web" / "static" / "widget"
    from outply.web.messages import At, encode
    from outply.web.tree_message import tree_message

    message = encode(tree_message(0, At(game="textbook-tree"), tree)).decode()
    # A notebook has no policy that forbids code from a blob.
    with site.open(bypass_csp=True) as page:
        page.expose_function("kernel", lambda asked: answer(tree, asked))
        page.evaluate("document.body.innerHTML = '<div id=widget></div>'")
        page.add_style_tag(content=(widget / "stepper.css").read_text(encoding="utf-8"))
        page.evaluate(
            """async ([code, tree]) => {
                const file = new Blob([code], { type: "text/javascript" });
                const made = await import(URL.createObjectURL(file));
                let listen;
                const model = {
                    get: () => JSON.parse(tree),
                    on: (_, wanted) => (listen = wanted),
                    off: () => {},
                    send: async (asked) => listen(await window.kernel(asked)),
                };
                made.default.render({ model, el: document.getElementById("widget") });
            }""",
            [(widget / "stepper.js").read_text(encoding="utf-8"), message],
        )
        page.get_by_role("heading", name="alphabeta on textbook-tree: value 3, move 1").wait_for()
        page.get_by_role("table").filter(has_text="Branch 1").wait_for()
        with page.expect_download() as download:
            page.get_by_role("button", name="TikZ").click()
        assert download.value.suggested_filename == "alphabeta-textbook-tree.tex"


SEARCHES = [
    ("tic-tac-toe&moves=b2,b1,a1,c3,c1", "minimax", "Value"),
    ("tic-tac-toe&moves=b2,b1,a1,c3,c1", "alphabeta", "Window on entry"),
    ("tic-tac-toe&moves=b2,b1,a1,c3,c1", "negascout", "Window on entry"),
    ("dice-tree", "expectiminimax", "Value"),
    ("tic-tac-toe", "mcts", "UCB value"),
    ("random-tree&set=depth:3", "genetic", "Value"),
]


@pytest.mark.parametrize(("game", "search", "fact"), SEARCHES, ids=[each[1] for each in SEARCHES])
def test_every_kind_of_search(site: Site, game: str, search: str, fact: str) -> None:
    with opened(site, link=f"#game={game}&seats=person;person&tab=tree") as page:
        page.get_by_label("Search", exact=True).select_option(search)
        page.get_by_role("heading", name=re.compile(f"^{search} on ")).wait_for()
        press(page, "ArrowDown")
        details = page.get_by_role("region", name="Selected node")
        details.get_by_text(fact, exact=True).wait_for()
        press(page, "Home", ".", ".")
        page.locator(".controls output").filter(has_text=re.compile(r"^2 / ")).wait_for()
        assert page.locator(EXPLANATION).inner_text()


def test_pruned_leaves_have_their_values(site: Site) -> None:
    with opened(site, "Textbook tree, alpha-beta") as page:
        page.get_by_label("Show pruned leaves").check()
        page.locator(".options [role=status]").filter(has_text="Recording").wait_for(
            state="detached"
        )
        # MIN's second node has 2, so its other leaves, 4 and 6, are pruned.
        press(page, "ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight")
        details = page.get_by_role("region", name="Selected node")
        details.get_by_text("Value, had it been searched", exact=True).wait_for()
        assert details.locator("dd").all_inner_texts()[-1] == "4"
        assert "so MAX, who has 3 elsewhere, never comes here" in details.inner_text()


def test_the_view_zooms_pans_and_folds(site: Site) -> None:
    def shown() -> bytes:
        page.mouse.move(0, 0)
        page.wait_for_timeout(100)  # until the picture is painted
        return canvas.screenshot()

    with opened(site) as page:
        canvas = page.locator("canvas")
        pictures = [shown()]
        canvas.press("+")
        pictures.append(shown())
        box = canvas.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 200, box["y"] + 300)
        page.mouse.down()
        page.mouse.move(box["x"] + 260, box["y"] + 340)
        page.mouse.up()
        pictures.append(shown())
        canvas.press("0")
        canvas.press("Enter")  # folds the root
        page.get_by_role("button", name="Unfold this node").wait_for()
        pictures.append(shown())
        assert len(set(pictures)) == 4


def test_a_wide_node_shows_its_best_moves_and_the_others_when_asked(site: Site) -> None:
    with opened(site, link="#game=othello&seats=person;person&moves=d3,c5&tab=tree") as page:
        page.get_by_label("Moves shown at a node").select_option("2")
        few = count_of_row(page)
        press(page, "ArrowUp", "m")
        assert few == 2 and count_of_row(page) == 5, "Black has five moves"


def count_of_row(page: Page) -> int:
    """How many children of the root are shown: the arrow keys go through them."""
    press(page, *["ArrowUp"] * 9, "ArrowDown")
    seen = [heading_of(page)]
    while True:
        press(page, "ArrowRight")
        if heading_of(page) == seen[-1]:
            return len(seen)
        seen.append(heading_of(page))


def heading_of(page: Page) -> str:
    return page.get_by_role("region", name="Selected node").get_by_role("heading").inner_text()


def test_the_tree_of_a_game_with_hidden_cards_is_refused(site: Site) -> None:
    with site.open("#game=kuhn-poker&seats=person;random@depth:1&tab=tree") as page:
        page.get_by_text("The tree of this game would show hidden cards.").wait_for()
