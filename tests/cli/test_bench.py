"""`outply bench`: the engine's signature."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from outply import Engine, Limit, OutplyError, games, load
from outply.games.tic_tac_toe import TicTacToe
from outply.play.signature import Count, Signature, game_names, positions, signature_of
from tests.tiers import slow

QUICK = ["tic-tac-toe", "nim", "--nodes", "300"]


@pytest.fixture
def kept(tmp_path, outply):
    """A file with the signature of two small games."""
    file = tmp_path / "bench.txt"
    assert outply("bench", *QUICK, "--update", str(file)).exit_code == 0
    return file


def test_both_speeds_agree(answered):
    compiled, interpreted = (
        answered("bench", *QUICK, *speed)["games"] for speed in ([], ["--interpreted"])
    )
    assert [game.pop("compiled") for game in compiled] == [True, True]
    assert [game.pop("compiled") for game in interpreted] == [False, False]
    for game in (*compiled, *interpreted):
        game.pop("seconds")
    assert compiled == interpreted


@slow
def test_the_nodes_are_those_of_a_search_to_that_depth():
    game = load("othello")
    count = signature_of(game, 500, compiled=False)
    found = [
        Engine().search(game, state, Limit(depth=depth), compiled=False).nodes
        for state, depth in zip(positions(game), count.depths, strict=True)
    ]
    assert count.nodes == sum(found)


def test_for_people(outply):
    shown = outply("bench", *QUICK).stdout.splitlines()
    assert [line.split()[0] for line in shown] == ["Game", "tic-tac-toe", "nim", "total"]
    assert shown[1].endswith("nodes/s")


def test_as_it_was(kept, outply):
    result = outply("bench", "--check", str(kept), "tic-tac-toe", "nim")
    assert (result.exit_code, result.stderr) == (0, "")


def test_only_the_games_that_are_named_are_compared(kept, outply):
    assert outply("bench", "--check", str(kept), "nim").exit_code == 0


def test_a_difference_is_told_with_the_way_to_accept_it(kept, outply, answered):
    nodes = Signature.parse(kept.read_text()).counts[1].nodes
    kept.write_text(kept.read_text().replace(f"{nodes} nodes", f"{nodes + 1} nodes", 1))
    result = outply("bench", "--check", str(kept), "tic-tac-toe", "nim")
    assert result.exit_code == 1
    told, advice = result.stderr.splitlines()
    assert f"nim has {nodes:,} nodes" in told
    assert f"expected {nodes + 1:,} nodes" in told
    assert "tic-tac-toe" not in told
    assert advice == f"If that is intended, run: outply bench --update {kept}"
    document = answered("bench", "--check", str(kept), "nim", code=1)
    assert len(document["differences"]) == 1


def test_games_that_come_and_go_are_differences():
    old, new = Count("old", (3,), 40), Count("new", (2, 1), 50)
    assert Signature(9, (new,)).differences(Signature(9, (old,))) == [
        "new is new, 50 nodes at depth 2 1",
        "old is missing",
    ]


def test_the_text_is_read_back():
    signature = Signature(1000, (Count("nim", (11, 7), 7022), Count("tree", (2,), 12)))
    assert Signature.parse(signature.text()) == signature


@pytest.mark.parametrize("text", ["", "nim 3", "nodes per position: 3\nnim: depth 3, many nodes"])
def test_a_file_that_is_no_signature(tmp_path, refused, text):
    file = tmp_path / "bench.txt"
    file.write_text(text)
    assert "does not contain a signature" in refused("bench", "nim", "--check", str(file))


def test_refusals(tmp_path, kept, refused):
    assert "There is no game 'nimm'" in refused("bench", "nimm")
    assert "leave --nodes out" in refused("bench", "--check", str(kept), "--nodes", "7")
    assert "No such file" in refused("bench", "--check", str(tmp_path / "none.txt"))


def test_a_game_of_ones_own(my_game, answered):
    document = answered("bench", my_game(), "--nodes", "100", "--interpreted")
    assert document["games"][0]["game"] == "take"


def test_a_game_that_does_not_compile_is_refused(my_game, refused):
    file = my_game("state.left == 0", "eval('state.left == 0')")
    assert "my_game.py:" in refused("bench", file, "--nodes", "100")


def test_every_game_that_the_engine_takes_is_there():
    taken = [name for name in games.names() if not Engine().refusal(load(name).traits)]
    assert game_names() == taken


def test_games_of_other_packages_are_left_out(monkeypatch):
    monkeypatch.setattr(games, "names", lambda: ["nim", "theirs"])
    monkeypatch.setattr(games, "load", lambda name: {"nim": load("nim"), "theirs": Theirs()}[name])
    assert game_names() == ["nim"]


@dataclass(frozen=True)
class Theirs(TicTacToe):
    pass


@pytest.mark.parametrize("name", game_names())
def test_positions_are_fixed_and_not_over(name):
    game = load(name)
    states = positions(game)
    assert states == positions(game)
    assert states[0] == game.initial()
    assert not any(game.is_terminal(state) for state in states)


def test_a_random_play_without_end_is_cut_off():
    @dataclass(frozen=True)
    class Endless(TicTacToe):
        def is_terminal(self, state) -> bool:
            return False

        def moves(self, state):
            yield 0

        def result(self, state, move):
            return state

    assert len(positions(Endless())) == 3


def test_ctrl_c_stops_it(monkeypatch, outply):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("outply.cli.commands.bench.signature_of", interrupted)
    result = outply("bench", "nim")
    assert (result.exit_code, result.stderr.strip()) == (130, "Stopped.")


def test_an_interrupted_search_counts_for_nothing(monkeypatch):
    real = Engine.search

    def stopped(*arguments, **keywords):
        from dataclasses import replace

        return replace(real(*arguments, **keywords), interrupted=True)

    monkeypatch.setattr(Engine, "search", stopped)
    with pytest.raises(KeyboardInterrupt):
        signature_of(load("nim"), 100, compiled=False)


def test_the_text_must_be_whole():
    with pytest.raises(OutplyError, match="does not contain a signature"):
        Signature.parse("nodes per position: 5\nnim: depth 3, 7 nodes\n")
