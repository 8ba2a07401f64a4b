"""The code in the documentation runs, and says what it claims."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from outply import AlphaBeta, Limit, load
from outply.check import check, check_path
from outply.check.contract import METHODS, TRAITS
from outply.learn.parameter_trainer import ParameterTrainer
from outply.play.arena import Arena
from tests.tiers import only_full

ROOT = Path(__file__).parents[1]


def blocks(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)


def test_the_tour_in_the_readme_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    *tour, race, use = blocks("README.md")
    (tmp_path / "race.py").write_text(race)
    code = "\n".join([*tour, use])
    exec(code, {})
    printed = capsys.readouterr().out.splitlines()
    promised = re.findall(r"print\(.*\) +# ([^:\n]+)", code)
    assert len(promised) == 4
    for claim in promised:
        assert claim.strip() in printed
    assert (tmp_path / "tree.svg").stat().st_size > 1000


def test_the_game_in_the_readme_is_whole(tmp_path):
    file = tmp_path / "race.py"
    file.write_text(blocks("README.md")[-2])
    report = check_path(str(file), plays=50)
    assert report.ok
    assert report.compiled


def test_the_game_in_the_guide_is_sound_and_compiled(tmp_path):
    file = tmp_path / "race_to.py"
    file.write_text(blocks("docs/add-a-game.md")[0])
    game = load(str(file))
    report = check(game, plays=50)
    assert report.ok and report.compiled
    result = AlphaBeta().search(game, game.initial(), Limit(depth=30), compiled=True)
    assert (result.move, result.value, result.proved) == (1, 1.0, True)


def test_the_guide_shows_a_board(tmp_path):
    rules, method, _ = blocks("docs/add-a-game.md")
    file = tmp_path / "race_to.py"
    file.write_text(rules.replace("import Game", "import BoardView, Game") + "\n" + method)
    game = load(str(file), target=5)
    assert check(game, plays=20, compiled=False).ok
    view = game.board(game.result(game.initial(), 2))
    assert view.rows == (("", "X", "", "", ""),)
    assert view.clicks == {1: ((0, 2),), 2: ((0, 3),), 3: ((0, 4),)}


def test_the_guide_lists_everything_that_a_game_may_define():
    page = (ROOT / "docs/add-a-game.md").read_text()
    own = {"with_evaluation", "zero_sum", "compilable"}
    assert [
        name for name in (*METHODS, *TRAITS) if name not in own and f"`{name}" not in page
    ] == []


def test_the_guide_shows_a_test_that_authors_can_write(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    game, _, test = blocks("docs/add-a-game.md")
    (tmp_path / "race_to.py").write_text(game)
    scope: dict[str, object] = {}
    exec(test, scope)
    scope["test_the_rules_are_sound"]()  # type: ignore[operator]


def test_the_search_in_the_guide_works_interpreted_and_compiled(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "first_moves_search.py").write_text(blocks("docs/add-a-search.md")[0])
    from first_moves_search import FirstMoves  # type: ignore[import-not-found]

    game = load("connect-four")
    found = [
        FirstMoves(breadth=2).search(game, game.initial(), Limit(depth=5), compiled=speed)
        for speed in (True, False)
    ]
    assert found[0].nodes == found[1].nodes == 2**6 - 1
    assert found[0].value == found[1].value


def test_the_page_on_the_compiler_shows_what_it_does(tmp_path, monkeypatch, capsys):
    """Snippets that begin with a file name are files; each line of LLVM code is in the program."""
    monkeypatch.syspath_prepend(tmp_path)
    page = (ROOT / "docs/compiler.md").read_text()
    code = ""
    for block in blocks("docs/compiler.md"):
        if file := re.match(r"# (\w+\.py)\n", block):
            (tmp_path / file[1]).write_text(block)
        else:
            code += block
    scope: dict[str, Any] = {}
    exec(code, scope)
    printed = capsys.readouterr().out.splitlines()
    promised = re.findall(r"print\(.*\) +# (.+)", code)
    assert promised
    assert set(promised) <= set(printed)
    program = without_numbers(scope["program"].text)
    (llvm,) = re.findall(r"```llvm\n(.*?)```", page, re.DOTALL)
    for line in llvm.splitlines():
        for part in without_numbers(line.partition(";")[0]).split("…"):
            assert part.strip() in program, line


def without_numbers(llvm: str) -> str:
    """LLVM code with all registers and labels alike."""
    return re.sub(r"(%[a-z]|\bb)\d+", r"\1", llvm)


@pytest.mark.parametrize(
    "page",
    [
        *("arena-statistics", "chance", "chess", "hidden-information", "many-players", "mcts"),
        *("protocols", "trees"),
    ],
)
def test_what_a_page_prints_is_what_it_says(page, capsys):
    code = "\n".join(blocks(f"docs/{page}.md"))
    exec(code, {})
    printed = capsys.readouterr().out.splitlines()
    promised = [claim.strip() for claim in re.findall(r"print\(.*\) +# (.+)", code)]
    assert promised
    assert [line for line in dict.fromkeys(printed) if line in promised] == list(
        dict.fromkeys(promised)
    )


@only_full
def test_the_corners_of_the_page_are_tuned(tmp_path):
    (block,) = (b for b in blocks("docs/learning.md") if b.startswith("# corners.py"))
    (tmp_path / "corners.py").write_text(block)
    trainer = ParameterTrainer(load(str(tmp_path / "corners.py")), seed=0)
    trainer.play(1000)
    assert trainer.tuning.before == {"discs": 0.01, "corners": -0.1}
    assert 5.0 < trainer.tuning.after["corners"] < 20.0  # discs
    assert trainer.tuning.loss_after < trainer.tuning.loss_before


@only_full
def test_the_evaluations_by_hand_meet(tmp_path, monkeypatch):
    """The match of the page, with less time for it."""
    monkeypatch.chdir(tmp_path)
    (block,) = (b for b in blocks("docs/learning.md") if b.startswith("# my_eval.py"))
    (tmp_path / "my_eval.py").write_text(block)
    page = (ROOT / "docs/learning.md").read_text()
    (players,) = re.findall(r"arena run othello (.+) --seconds", page)
    arena = Arena(load("othello"), players.split(), games=2, limit=Limit(depth=2), jobs=0)
    tally = arena.run().between(0, 1)
    assert tally.wins + tally.draws + tally.losses == 2


@pytest.mark.parametrize("page", ["README.md", *map(str, (ROOT / "docs").glob("*.md"))])
def test_links_lead_somewhere(page):
    file = ROOT / page
    for target in re.findall(r"\]\(([^)#:]+)\)", file.read_text()):
        assert (file.parent / target).exists(), f"{page} links to {target}"
