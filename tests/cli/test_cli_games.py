"""`outply games`."""

from outply import games, search


def test_every_game_and_search_is_listed(outply):
    shown = outply("games").stdout
    assert all(name in shown for name in (*games.names(), *search.names()))
    assert "columns=7" in shown


def test_games_in_json(answered):
    document = answered("games")
    assert document["searches"] == search.names()
    assert [game["name"] for game in document["games"]] == games.names()
    connect_four = next(game for game in document["games"] if game["name"] == "connect-four")
    assert connect_four["parameters"] == {"columns": 7, "rows": 6}
    assert (connect_four["players"], connect_four["chance"], connect_four["hidden"]) == (
        2,
        False,
        False,
    )
    assert connect_four["summary"].startswith("Drop a stone")
