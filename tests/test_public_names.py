"""The names that users import, and how games are found."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import outply
from outply import OutplyError, games, load
from tests.tiers import slow


def test_every_public_name_is_there():
    assert sorted(outply.__all__, key=lambda n: (not n.isupper(), n.islower(), n)) == outply.__all__
    for name in outply.__all__:
        assert getattr(outply, name) is not None


@pytest.mark.parametrize(
    "module",
    [m.name for m in pkgutil.walk_packages(outply.__path__, "outply.") if "__main__" not in m.name],
)
def test_every_module_imports_and_keeps_its_promises(module):
    loaded = importlib.import_module(module)
    for name in getattr(loaded, "__all__", []):
        assert hasattr(loaded, name)


def test_importing_outply_is_light(tmp_path):
    code = (
        "import outply, sys; print([m for m in ('llvmlite', 'numpy', 'rich') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", games.names())
def test_every_game_loads_by_its_name(name):
    assert load(name).name == name


def test_parameters():
    assert load("connect-four", columns=8).columns == 8


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        (
            "conect-four",
            {},
            r"^There is no game 'conect-four'; did you mean connect-four\? The path of a .py file "
            r"works, too\.$",
        ),
        ("chekers", {}, r"did you mean checkers\?"),
        ("draughts", {}, r"There is no game 'draughts'; did you mean checkers\?"),
        ("Drafts", {}, r"There is no game 'Drafts'; did you mean checkers\?"),
        ("reversi", {}, r"did you mean othello\?"),
        ("zzzzz", {}, r"known: backgammon, checkers, chess, connect-four, .*\. The path of a"),
        ("connect-four", {"depth": 3}, "has no parameter 'depth'; it takes columns, rows"),
        ("othello", {"size": 6}, "has no parameter 'size'; it takes none"),
        ("connect-four", {"columns": "wide"}, "columns of connect-four is 'wide'; give a whole"),
        ("connect-four", {"columns": True}, "give a whole number"),
        ("nowhere.py", {}, "There is no file nowhere.py"),
        (".", {}, "There is no game '.'"),
    ],
)
def test_refusals(name, parameters, message):
    with pytest.raises(OutplyError, match=message):
        load(name, **parameters)


@pytest.mark.parametrize(
    ("text", "wanted", "message"),
    [
        ("x = 1", "", "defines no subclass of outply.Game"),
        ("import outply\nclass A(outply.Game): pass", "B", "defines no game class B"),
        (
            "import outply\nclass A(outply.Game): pass\nclass B(outply.Game): pass",
            "",
            r"defines several games \(A, B\); say which",
        ),
        ("x = 1\ny = 1 / 0", "", r"^mine.py:2: cannot be imported: ZeroDivisionError"),
        ("x = 1\ndef f(:\n", "", r"^mine.py:2: cannot be imported: SyntaxError"),
        ("import nothing_of_the_kind", "", "^mine.py:1: cannot be imported: ModuleNotFoundError"),
        ("import broken_helper", "", "^broken_helper.py:2: cannot be imported: KeyError"),
        ("import garbled_helper", "", "^garbled_helper.py:1: cannot be imported: SyntaxError"),
        ("x = '\0'", "", "^mine.py:1: cannot be imported"),
        ("import sys\nsys.exit(3)", "", "^mine.py:2: cannot be imported: SystemExit: 3"),
        (
            "import outply\nclass A(outply.Game):\n    def __init__(self):\n        [][1]",
            "",
            "^mine.py:4: a cannot be made with its defaults: IndexError",
        ),
    ],
)
def test_files_that_are_no_games(tmp_path, text, wanted, message):
    file = tmp_path / "mine.py"
    file.write_text(text)
    (tmp_path / "broken_helper.py").write_text("x = {}\nx[1]")
    (tmp_path / "garbled_helper.py").write_text("def")
    with pytest.raises(OutplyError, match=message):
        load(f"{file}:{wanted}" if wanted else str(file))


def test_files_by_path_and_class(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "from outply.games.nim import Nim\n"
        "class Small(Nim):\n    pass\n"
        "class Large(Nim):\n    pass\n"
    )
    assert type(load(f"{file}:Large")).__name__ == "Large"


def test_a_plain_class_takes_what_its_constructor_takes(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "import outply\n"
        "class A(outply.Game):\n"
        "    def __init__(self, size: int = 3):\n"
        "        self.size = size\n"
    )
    assert load(str(file), size=5).size == 5
    with pytest.raises(OutplyError, match="has no parameter 'width'; it takes size"):
        load(str(file), width=5)


def test_games_of_installed_packages(monkeypatch):
    from importlib.metadata import EntryPoint

    point = EntryPoint("their-game", "outply.games.nim:Nim", "outply.games")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    assert "their-game" in games.names()
    assert load("their-game", piles=(1, 2)).piles == (1, 2)


RULES = """
    def initial(self): return 0
    def to_move(self, state): return 0
    def moves(self, state): return [1]
    def result(self, state, move): return state + move
"""


def test_a_base_of_a_game_is_no_game(tmp_path):
    """A class that lacks methods, from which another one derives, is not chosen."""
    file = tmp_path / "mine.py"
    base = (
        "import outply\nclass Base(outply.Game):\n    def is_terminal(self, state): return True\n"
    )
    file.write_text(
        f"{base}    def utility(self, state, player): return 0.0\nclass Mine(Base):{RULES}"
    )
    assert type(load(str(file))).__name__ == "Mine"


TYPED_GAME = """
from collections.abc import Iterator

from outply import BoardView, Game

State = tuple[int, int]
Move = tuple[int, int]


class Typed(Game[State]):
    def initial(self) -> State:
        return (0, 0)

    def to_move(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> Iterator[Move]:
        yield (1, 2)

    def candidates(self, state: State) -> list[Move]:
        return [(1, 2)]

    def result(self, state: State, move: Move) -> State:
        return state

    def is_terminal(self, state: State) -> bool:
        return True

    def utility(self, state: State, player: int) -> float:
        return 0.0

    def order(self, state: State, move: Move) -> float:
        return 0.0

    def board(self, state: State) -> BoardView:
        clicks: dict[Move, tuple[tuple[int, int], ...]] = {(1, 2): ((0, 0),)}
        return BoardView((("",),), clicks=clicks)
"""


@slow
def test_moves_may_have_any_type_for_type_checkers(tmp_path):
    pytest.importorskip("mypy")
    file = tmp_path / "typed_game.py"
    file.write_text(TYPED_GAME)
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


WHOLE = """
class Mine({base}):
    def initial(self): return 0
    def to_move(self, state): return 0
    def moves(self, state): return [1]
    def result(self, state, move): return 1
    def is_terminal(self, state): return state == 1
    def utility(self, state, player): return 0.0
"""
BASE = "from outply import Game\n\n\nclass Board(Game):\n    def size(self): return 3\n"


@pytest.mark.parametrize("base", ["Board", "Game"])
def test_a_class_without_the_required_methods_is_no_game_of_a_file(base, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(BASE + WHOLE.format(base=base))
    assert load(str(file)).name == "mine"
    two = tmp_path / "two.py"
    two.write_text(file.read_text() + WHOLE.format(base=base).replace("Mine", "Other"))
    with pytest.raises(OutplyError, match=r"several games \(Mine, Other\)"):
        load(str(two))


def test_a_class_with_an_abstract_method_is_no_game_of_a_file(tmp_path):
    base = WHOLE.format(base="Game").replace("Mine", "Heaps")
    split = "    @abstractmethod\n    def split(self): ...\n"
    mine = "class Mine(Heaps):\n    def split(self): return 1\n"
    file = tmp_path / "heaps.py"
    imports = "from abc import abstractmethod\nfrom outply import Game\n"
    file.write_text(imports + base + split + mine)
    assert load(str(file)).name == "mine"


def test_the_source_package_has_all_that_its_readers_need():
    root = Path(outply.__file__).parents[1]
    settings = tomllib.loads((root / "pyproject.toml").read_text())
    included = settings["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert {"benchmarks", "CONTRIBUTING.md", "SECURITY.md"} <= {*included}
    assert all((root / name).exists() for name in included)
