"""`outply analyze`, `solve`, `tree` and `games` where there is chance, more than two players, or
something hidden.
"""

import json
import re
import signal
from pathlib import Path

import pytest
from kinds import DICE_FOR_THREE, PENNIES, SECRET, THREE

from outply.cli.commands import solve

EXPECT = ("--search", "expectiminimax", "--interpreted")
RANDOM = ("--search", "random")


# -- analyze --------------------------------------------------------------------------


@pytest.mark.parametrize("search", ["expectiminimax", "star1", "star2"])
@pytest.mark.parametrize(
    ("moves", "value", "each"),
    [
        ("", -0.25, {"fair": -0.25, "bent": -0.5}),
        ("fair heads", -0.25, {"fair": -0.5, "bent": -0.25}),  # to MIN, who is to move
        ("bent tails", 0.75, {"fair": 0.5, "bent": 0.75}),
    ],
)
def test_moves_before_chance_are_worth_their_average(search, moves, value, each, coins, answered):
    ask = ["analyze", coins, "--moves", moves, "--depth", "4", "--interpreted"]
    document = answered(*ask, "--search", search)
    assert document["value"] == pytest.approx(value)
    assert document["moves"] == pytest.approx(each)
    assert document["proved"]
    assert document["line"] == [document["move"]]
    assert document["outcomes"] is None
    assert document["information_of"] is None


@pytest.mark.parametrize("search", ["expectiminimax", "star2"])
def test_where_chance_is_to_move_each_outcome_is_listed(search, coins, answered):
    ask = ["analyze", coins, "--moves", "bent", "--depth", "4", "--interpreted"]
    document = answered(*ask, "--search", search)
    assert (document["move"], document["line"], document["distance"]) == (None, [], None)
    assert (document["moves"], document["lines"]) == ({}, [])
    assert document["value"] == pytest.approx(0.25 * 0.25 + 0.75 * -0.75)
    assert document["outcomes"] == [
        {"outcome": "heads", "probability": 0.25, "value": pytest.approx(0.25)},
        {"outcome": "tails", "probability": 0.75, "value": pytest.approx(-0.75)},
    ]


def test_outcomes_that_end_the_game_are_known_by_themselves(coins, answered):
    ask = ["analyze", coins, "--moves", "fair heads fair"]
    found = answered(*ask, *RANDOM)["outcomes"]
    assert [each["value"] for each in found] == [1.0, 0.0]


def test_a_search_that_cannot_tell_says_nothing(coins, answered):
    found = answered("analyze", coins, "--moves", "fair", *RANDOM)["outcomes"]
    assert [each["value"] for each in found] == [None, None]
    assert [each["probability"] for each in found] == [0.5, 0.5]


def test_chance_for_people(coins, outply):
    shown = outply("analyze", coins, "--moves", "bent", *EXPECT, "--depth", "4").stdout
    assert "To move    Chance\n" in shown
    assert "Value      −0.500 for Player 1, on average, proved\n" in shown
    assert "Best move" not in shown
    assert "heads     25.0%  +0.250" in shown
    assert "tails     75.0%  −0.750" in shown


def test_many_positions_some_of_them_chances(coins, outply):
    result = outply("analyze", coins, "--file", "-", *EXPECT, stdin="(0, 0, 0)\n(1, 0, 0)\n")
    documents = [json.loads(line) for line in result.stdout.splitlines()]
    assert [document["move"] for document in documents] == ["fair", None]


def test_a_game_that_is_over_has_no_outcomes(coins, answered):
    document = answered("analyze", coins, "--moves", "fair heads fair heads", *EXPECT)
    assert (document["value"], document["distance"]) == (1.0, 0)
    assert document["outcomes"] is None


def test_what_is_hidden_has_the_value_of_what_is_known(answered, outply):
    document = answered("analyze", SECRET, "--moves", "2 0", *RANDOM)
    assert document["information_of"] == 1
    shown = outply("analyze", SECRET, "--moves", "2 0", *RANDOM).stdout
    assert "Sees       Seen(player=1, card=-1, said=0, guess=-1, gloat=-1)\n" in shown
    assert "for Player 2, by what that player can know, not proved\n" in shown


def test_a_move_that_ends_a_hidden_game_does_not_give_the_secret_away(answered):
    assert answered("analyze", PENNIES, "--moves", "0", *RANDOM)["moves"] == {"0": None, "1": None}


def test_where_chance_is_to_move_nobody_knows_in_part(answered):
    assert answered("analyze", SECRET, *RANDOM)["information_of"] is None


def test_of_many_players_only_the_own_values_are_told(answered):
    ask = ["analyze", THREE, "--search", "maxn", "--interpreted"]
    before_the_end = answered(*ask, "--moves", "2 2 2")
    assert before_the_end["moves"] == {"1": None, "2": 1.0}
    assert (before_the_end["value"], before_the_end["proved"]) == (1.0, False)
    start = answered(*ask)
    assert {move for move, value in start["moves"].items() if value is None} == (
        {"1", "2"} - {start["move"]}
    )


FACING_A_BET = ["analyze", "kuhn-poker", "--position", "J Q | bet", "--search", "cfr"]


def test_a_strategy_is_told_in_full(answered):
    document = answered(*FACING_A_BET, "--nodes", "500000")
    assert document["strategy"] == pytest.approx({"fold": 2 / 3, "call": 1 / 3}, abs=0.02)
    assert 0.0 <= document["exploitability"] < 0.01
    assert document["move"] in document["strategy"]
    assert document["value"] == pytest.approx(-1.0, abs=0.01)
    assert (document["moves"], document["lines"]) == ({"fold": None, "call": None}, [])


def test_a_strategy_for_people(outply):
    shown = outply(*FACING_A_BET, "--nodes", "500000").stdout
    assert re.search(r"\nPlays      (fold|call), drawn from the strategy below\n", shown)
    assert re.search(r"\nStrategy   exploitability \d\S*: what both players lose to ", shown)
    assert re.search(r"\nMove  Played\nfold   6\d\.\d%  █+\S?\ncall   3\d\.\d%  █+\S?\n$", shown)
    assert "Best move" not in shown
    assert "\nLine" not in shown


def test_before_the_deal_there_is_no_strategy_but_how_good_it_is(answered, outply):
    ask = ["analyze", "kuhn-poker", "--nodes", "500000"]
    document = answered(*ask)
    assert 0.0 <= document["exploitability"] < 0.01
    assert document["strategy"] is None
    shown = outply(*ask).stdout
    assert "Strategy   exploitability " in shown
    assert "Plays" not in shown


def test_a_search_that_has_no_strategy_tells_none(answered):
    document = answered("analyze", "kuhn-poker", "--moves", "J Q bet", "--search", "pimc")
    assert (document["strategy"], document["exploitability"]) == (None, None)
    assert document["moves"][document["move"]] == document["value"]


# -- solve ----------------------------------------------------------------------------


def test_a_game_of_chance_is_solved_on_average(coins, answered, outply):
    document = answered("solve", coins, "--interpreted")
    assert (document["value"], document["proved"]) == (pytest.approx(-0.25), True)
    assert document["best_moves"] == ["fair"]
    assert document["moves"] == {"fair": pytest.approx(-0.25), "bent": None}
    assert not document["complete"]
    shown = outply("solve", coins, "--interpreted")
    assert "Best move  fair\n" in shown.stdout
    assert shown.stderr == ""


def test_chances_own_turn_is_solved(coins, answered, outply):
    ask = ["solve", coins, "--interpreted", "--moves", "bent"]
    document = answered(*ask)
    assert (document["value"], document["move"]) == (pytest.approx(-0.5), None)
    assert (document["best_moves"], document["moves"], document["distance"]) == ([], {}, None)
    assert "Value      −0.500 for Player 1, on average, proved\n" in outply(*ask).stdout


def test_a_limit_before_the_average_is_proved(coins, outply):
    result = outply("solve", coins, "--interpreted", "--nodes", "12")
    assert result.exit_code == 1
    assert result.stderr == "note: the limit was reached before the value was proved.\n"


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (SECRET, "it has hidden information, so the best play is a strategy"),
        (THREE, "it has 3 players, and one of them can decide who of the others wins"),
        (DICE_FOR_THREE, "it has 3 players, and one of them can decide who of the others wins"),
    ],
)
def test_what_no_proof_can_settle_is_refused(game, told, refused, answered):
    sentence = refused("solve", game)
    assert told in sentence
    [search] = re.findall(rf"; try `outply analyze {game} --search (\S+)`\.$", sentence)
    ask = ["analyze", game, "--search", search, "--nodes", "100"]
    assert answered(*ask, "--interpreted")["game"] in sentence
    assert "cannot be tabulated" in refused("solve", game, "--all")


def test_where_nothing_else_fits_simulations_are_named(tmp_path, refused):
    file = tmp_path / "blind.py"
    blind = "\n    def observation(self, state, player):\n        return player\n"
    file.write_text(Path(THREE).read_text(encoding="utf-8") + blind, encoding="utf-8")
    assert refused("solve", str(file)).endswith(f"try `outply analyze {file} --search mcts`.")


NO_END = "note: positions of pig can repeat, so its proof may never end; stop it with"


def test_a_proof_that_may_never_end_says_so_and_hears_ctrl_c(started, terminal):
    process = started("solve", "pig", "--interpreted", "--json", stderr=terminal.theirs)
    terminal.hear(NO_END)
    terminal.hear(r"Proving…")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=600)
    assert process.returncode in (1, 130)


def test_it_is_said_once_of_many_positions(coins, outply, monkeypatch):
    monkeypatch.setattr(solve, "finds_repetition", lambda game, state: True)
    ask = ["solve", coins, "--interpreted", "--file", "-"]
    result = outply(*ask, stdin="(0, 0, 0)\n(2, 0, 1)\n")
    assert [json.loads(line)["proved"] for line in result.stdout.splitlines()] == [True] * 2
    assert result.stderr.count("note: positions of coins can repeat, ") == 1


@pytest.mark.parametrize("limit", [["--seconds", "0.1"], ["--nodes", "100"]])
def test_under_a_limit_every_proof_ends(limit, outply):
    result = outply("solve", "pig", "--interpreted", *limit)
    assert result.exit_code == 1
    assert result.stderr == "note: the limit was reached before the value was proved.\n"


def test_chance_is_for_one_thread_and_no_table(coins, refused):
    assert "star2 is single-threaded" in refused("solve", coins, "--threads", "2")
    assert "megabytes of star2 is 0" in refused("solve", coins, "--megabytes", "0")
    assert "cannot be tabulated" in refused("solve", coins, "--all")


# -- tree -----------------------------------------------------------------------------


def test_the_plainest_search_that_fits_is_drawn(coins, answered):
    assert answered("tree", "textbook-tree")["search"] == "alphabeta"
    assert answered("tree", THREE)["search"] == "maxn"
    tree = answered("tree", coins)
    assert tree["search"] == "expectiminimax"
    assert tree["nodes"][0]["value"] == pytest.approx(-0.25)
    assert [node["probability"] for node in tree["nodes"][2:4]].count(0.5) >= 1


def test_chance_in_a_printed_tree(coins, outply):
    shown = outply("tree", coins, "--moves", "bent").stdout
    assert shown.startswith("○ −0.5 ★\n├─ heads (0.25) ▼ 0.25\n")
    assert "○ chance (probability on its branches)" in shown


def test_there_is_no_one_tree_where_something_is_hidden(refused):
    assert refused("tree", SECRET).startswith("secret-card has no single tree to draw: ")


# -- games ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players", "chance", "hidden", "traits"),
    [
        ("pig", 2, True, False, ["2 players", "chance"]),
        ("kuhn-poker", 2, True, True, ["2 players", "chance", "hidden"]),
        ("connect-three-players", 3, False, False, ["3 players"]),
    ],
)
def test_traits_are_listed(name, players, chance, hidden, traits, answered, outply):
    [game] = [each for each in answered("games")["games"] if each["name"] == name]
    assert (game["players"], game["chance"], game["hidden"]) == (players, chance, hidden)
    lines = outply("games").stdout.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(f"{name} "))
    listed = [
        line.rstrip().endswith(trait) for line, trait in zip(lines[first:], traits, strict=False)
    ]
    assert all(listed)
