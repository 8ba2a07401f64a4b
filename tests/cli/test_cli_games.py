"""`outply games`."""

from outply import games
from outply.games.nim import Nim


def test_every_game_is_listed(outply):
    shown = outply("games").stdout
    assert all(name in shown for name in games.names())
    assert "columns=7" in shown


def test_games_in_json(answered):
    document = answered("games")
    assert [game["name"] for game in document["games"]] == games.names()
    connect_four = next(game for game in document["games"] if game["name"] == "connect-four")
    assert connect_four["parameters"] == {"columns": 7, "rows": 6}
    assert (connect_four["players"], connect_four["chance"], connect_four["hidden"]) == (
        2,
        False,
        False,
    )
    assert connect_four["summary"].startswith("Drop a stone")


def test_a_plain_class_of_another_package_is_listed(monkeypatch, answered):
    class Plain:
        """Not a dataclass; the rest is Nim's."""

        def __init__(self, size: int = 3) -> None:
            self.size = size

        def __getattr__(self, name: str):
            return getattr(Nim(), name)

    monkeypatch.setattr(games, "_known", lambda: {"nim": lambda: Plain})
    monkeypatch.setattr(games, "_shipped", lambda module: {})
    listed = answered("games")["games"]
    assert [game["parameters"] for game in listed] == [{"size": 3}]


def test_nothing_is_cut_where_there_are_few_columns(monkeypatch, outply):
    monkeypatch.setenv("COLUMNS", "50")
    shown = outply("games").stdout
    assert "…" not in shown
    assert set(games.names()) <= {line.split(" ")[0] for line in shown.splitlines()}
