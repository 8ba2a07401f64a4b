"""Whole matches: played, resumed, extended and refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from outply import OutplyError, load
from outply.games import nim
from outply.play.arena import ArenaPlayer, Ending, Sprt, Store, ranking
from tests.play.arena.matches import SHORTLY, TIC_TAC_TOE, arena, first_move

GUIDE = Path(__file__).parents[3] / "docs" / "arena.md"


def moves(standings) -> list[tuple[int, tuple[str, ...]]]:
    return sorted((game.number, game.moves) for game in standings.games)


def test_a_match_plays_the_same_games_in_other_processes(tmp_path):
    (tmp_path / "here").mkdir()
    here = arena(tmp_path / "here", games=10).run()
    there = arena(tmp_path, games=10, jobs=2).run()
    assert moves(here) == moves(there)
    assert len(here.games) == here.scheduled == 10
    assert here.between(0, 1) == there.between(0, 1)
    assert here.between(0, 1).pairs == 5


def test_each_game_is_stored_and_reported_when_it_ends(tmp_path):
    reported, begun = [], []
    match = arena(tmp_path)

    def ended(game, standings):
        with Store(match.file, read_only=True) as store:
            reported.append((game.number, [kept.number for kept in store.games()]))

    standings = match.run(ended, lambda standings: begun.append(len(standings.games)))
    assert reported == [(0, [0]), (1, [0, 1]), (2, [0, 1, 2]), (3, [0, 1, 2, 3])]
    assert begun == [0]
    assert len(standings.games) == 4


def test_an_interrupted_match_resumes(tmp_path):
    def stop(game, standings):
        if game.number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena(tmp_path).run(stop)
    played = []
    standings = arena(tmp_path).run(lambda game, _: played.append(game.number))
    assert played == [3]
    assert moves(standings) == moves(arena(tmp_path, store=tmp_path / "other.sqlite").run())


def test_a_match_can_be_extended(tmp_path):
    few = arena(tmp_path, games=4).run()
    played = []
    many = arena(tmp_path, games=10).run(lambda game, _: played.append(game.number))
    assert played == [4, 5, 6, 7, 8, 9]
    assert moves(many)[:4] == moves(few)
    assert arena(tmp_path, games=4).run().scheduled == 10  # none is lost by asking for fewer


def test_a_round_robin_and_a_gauntlet_of_three_players(tmp_path):
    players = ("random", "alphabeta:depth=1", "alphabeta:depth=2")
    all_with_all = arena(tmp_path, *players, games=2).run()
    assert all_with_all.meetings == [(0, 1), (0, 2), (1, 2)]
    first = arena(tmp_path, *players, games=2, gauntlet=True, store=tmp_path / "g.sqlite").run()
    assert first.meetings == [(0, 1), (0, 2)]
    assert (len(all_with_all.games), len(first.games)) == (6, 4)


def test_a_match_in_a_game_for_three(tmp_path):
    game = load("connect-three-players", columns=4, rows=3)
    players = ("random", "maxn:depth=1", "random:seed=1", "random:seed=2")
    standings = arena(tmp_path, *players, game=game, games=1).run()
    assert len(standings.games) == standings.scheduled == 4 * 3
    assert standings.meetings == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert {standings.games_of(player) for player in range(4)} == {3 * 3}
    assert {standings.against_all(player).games for player in range(4)} == {
        3 * 3 * 2
    }  # comparisons
    assert [len(results) for results in standings.rounds] == [3] * 4
    assert {games for results in standings.rounds for _, games in results.values()} == {3}
    assert standings.against_all(0).pairs == 0  # pairs are for two


def test_other_processes_load_the_file_of_a_game(tmp_path):
    file = tmp_path / "pile.py"
    file.write_text(Path(nim.__file__).read_text())
    game = load(str(file), piles=(2, 3))
    standings = arena(tmp_path, "random", "alphabeta", game=game, jobs=1, limit=SHORTLY).run()
    assert standings.endings == {Ending.FINISHED: 4}


def test_the_sequential_test_ends_the_match(tmp_path):
    test = Sprt(0, 300, alpha=0.2, beta=0.2)
    match = arena(tmp_path, "alphabeta:depth=4", "random", games=1000, sprt=test)
    standings = match.run()
    assert match.is_decided(standings)
    assert 2 < len(standings.games) < 200
    played = []
    match.run(lambda game, _: played.append(game))
    assert played == []


def test_the_name_of_the_file_depends_on_the_settings(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    same = {"store": None}
    names = {
        arena(tmp_path, **same, **changes).file.name
        for changes in (
            {},
            {"games": 50},
            {"jobs": 2},
            {"seed": 1},
            {"gauntlet": True},
            {"game": load("tic-tac-toe")},
        )
    }
    assert len(names) == 3
    assert all(name.startswith("arena-tic-tac-toe-") for name in names)


def test_a_match_with_other_rules_is_refused(tmp_path):
    class Reversed(type(TIC_TAC_TOE)):
        name = "tic-tac-toe"

        def evaluate(self, state, player):
            return -super().evaluate(state, player) or 0.125

    arena(tmp_path).run()
    with pytest.raises(OutplyError, match="the rules of the game have changed since"):
        arena(tmp_path, game=Reversed()).run()
    with pytest.raises(OutplyError, match="holds another match: players="):
        arena(tmp_path, "random", "random").run()


def test_a_changed_file_of_openings_is_refused(tmp_path):
    book = tmp_path / "book.txt"
    wanted = str(book)
    book.write_text("a1\nb2\n")
    arena(tmp_path, games=2, openings=wanted).run()
    assert len(arena(tmp_path, games=4, openings=wanted).run().games) == 4
    book.write_text("c3\nb2\n")
    with pytest.raises(OutplyError, match="holds another match: openings="):
        arena(tmp_path, games=6, openings=wanted).run()


def test_a_file_of_openings_may_be_called_random(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    setups = []
    for content in ("a1", "c3"):
        Path("random-book.txt").write_text(content)
        setups.append(arena(tmp_path, openings="random-book.txt").setup["openings"])
    assert setups[0] != setups[1]
    assert all(setup.startswith("random-book.txt ") for setup in setups)


def test_names_that_look_numbered_stay_unique(tmp_path):
    players = [ArenaPlayer(name, first_move, SHORTLY) for name in ("x", "x", "x (2)")]
    standings = arena(tmp_path, *players, games=2).run()
    assert standings.names == ["x", "x (3)", "x (2)"]
    assert sorted(row.name for row in ranking(standings)) == ["x", "x (2)", "x (3)"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 0}, "games is 0; give 1 or more"),
        ({"most_plies": 0}, "most_plies is 0; give 1 or more"),
        ({"jobs": -1}, "jobs is -1; give 0 or more"),
        ({"margin": -0.1}, "margin is -0.1; give 0 or more"),
        ({"margin": float("nan")}, "margin is nan"),
        ({"on": "mars"}, "Games are played on local or ray, not on 'mars'"),
        ({"on": "ray", "jobs": 0}, "jobs is 0, but a cluster needs a process; give 1 or more"),
        ({"openings": "nowhere"}, "The file of openings nowhere does not exist"),
        ({"game": load("connect-three-players")}, "is for 3 players, and 2 were given"),
    ],
)
def test_refusals_leave_no_file(tmp_path, changes, message):
    with pytest.raises(OutplyError, match=message):
        arena(tmp_path, **changes).run()
    assert list(tmp_path.iterdir()) == []


def test_a_sequential_test_of_three_players_is_refused(tmp_path):
    with pytest.raises(OutplyError, match="is for two players; name two"):
        arena(tmp_path, "random", "random", "random", sprt=Sprt(0, 10))


def test_the_example_of_the_guide_prints_what_it_says(tmp_path, monkeypatch, capsys):
    [code] = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(code, {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print\(.*\)  # (.+)", code)
