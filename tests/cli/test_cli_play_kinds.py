"""`outply play` where there is chance, more than two players, or something hidden."""

import json
import re
from dataclasses import replace

import pytest
from kinds import PENNIES, SECRET, THREE

import outply as library
from outply.cli.formatting import game_result_text
from outply.search.random import Random
from tests.tiers import slow

RANDOM = ("--search", "random")


def states_of(file: str, moves: list[str]) -> list:
    game = library.load(file)
    states = [game.initial()]
    for move in moves:
        states.append(game.result(states[-1], game.parse_move(states[-1], move)))
    return states


# -- chance ---------------------------------------------------------------------------


def test_a_seed_that_was_not_given_is_told_and_brings_the_same_again(coins, outply, answered):
    told = set()
    for _ in range(3):
        result = outply("play", coins, "--human", "none", *RANDOM, "--json")
        [seed] = re.findall(r"chance is drawn by seed (\d+); --seed \1", result.stderr)
        again = answered("play", coins, "--human", "none", *RANDOM, "--seed", seed)
        assert again == json.loads(result.stdout)
        told.add(seed)
    assert len(told) > 1


@pytest.mark.parametrize("arguments", [["nim"], ["coins", "--seed", "3"]])
def test_no_seed_is_told_where_it_is_known_or_does_not_matter(arguments, coins, outply):
    arguments = [coins if word == "coins" else word for word in arguments]
    assert "seed" not in outply("play", *arguments, "--human", "none", *RANDOM).stderr


def test_what_chance_brings_is_shown(coins, outply):
    shown = outply("play", coins, "--human", "none", *RANDOM, "--seed", "1").stdout
    assert len(re.findall(r"^Chance: (heads|tails)$", shown, re.MULTILINE)) == 2


@slow
def test_chance_is_drawn_by_its_probabilities(coins, outply):
    flips = []
    for seed in range(60):
        ask = ["play", coins, "--human", "1", *RANDOM, "--seed", str(seed)]
        flips += re.findall(r"Chance: (\w+)", outply(*ask, stdin="bent\n").stdout)[:1]
    assert 5 <= flips.count("heads") <= 25  # 15 on average


def test_undo_steps_back_over_chance_to_the_persons_own_choice(coins, answered):
    ask = ["play", coins, "--human", "all", *RANDOM, "--seed", "1"]
    assert len(answered(*ask, stdin="fair\n")["moves"]) == 2
    assert answered(*ask, stdin="fair\nundo\n")["moves"] == []
    twice = answered(*ask, stdin="fair\nundo\nbent\n")["moves"]
    assert (twice[0], len(twice)) == ("bent", 2)


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_who_takes_back_meets_the_same_luck_again(seed, coins, answered):
    ask = ["play", coins, "--human", "all", *RANDOM, "--seed", seed]
    straight = answered(*ask, stdin="fair\nbent\n")
    assert straight["over"]
    for again in (
        "fair\nundo\nfair\nbent\n",
        "fair\nundo\nfair\nundo\nbent\nundo\nfair\nbent\n",
        "fair\nfoo\nundo\nundo\nfair\nbent\n",
    ):
        assert answered(*ask, stdin=again) == straight


@slow
def test_luck_differs_from_ply_to_ply(coins, answered):
    ask = ["play", coins, "--human", "all", *RANDOM]
    both = [
        answered(*ask, "--seed", str(seed), stdin="fair\nfair\n")["moves"][1::2]
        for seed in range(20)
    ]
    assert {tuple(flips) for flips in both} == {
        (one, other) for one in ("heads", "tails") for other in ("heads", "tails")
    }


def test_outcomes_can_be_given(coins, answered):
    ask = ["play", coins, "--human", "all", "--moves", "fair heads"]
    assert answered(*ask, *RANDOM)["moves"] == ["fair", "heads"]


# -- more than two players ------------------------------------------------------------


def test_several_people_and_an_engine(answered):
    document = answered("play", THREE, "--human", "1,3", *RANDOM, stdin="2\n1\n2\n1\n")
    assert document["players"] == ["human", "random", "human"]
    assert (document["moves"][0], document["moves"][2]) == ("2", "1")


def test_without_a_terminal_the_engine_has_every_seat(answered):
    document = answered("play", THREE, *RANDOM)
    assert document["players"] == ["random"] * 3
    assert sorted(document["utilities"]) == [-0.5, -0.5, 1.0]


def test_everyone_hears_what_they_got(outply):
    shown = outply("play", THREE, "--human", "all", *RANDOM, stdin="2\n2\n2\n2\n").stdout
    assert "Player 1 won: Player 1 +1, Player 2 −0.500, Player 3 −0.500.\n" in shown
    assert "Player 3, your move" in shown


@pytest.mark.parametrize("human", ["4", "1,4", "0", "one", "1,", "none,1"])
def test_seats_that_are_not_there(human, refused):
    sentence = refused("play", THREE, *RANDOM, "--human", human)
    assert "a player from 1 to 3, several with commas, all or none" in sentence


class Ended(library.Game):
    """A game that is over, with these utilities."""

    def __init__(self, *got: float) -> None:
        self.got = got
        self.players = len(got)

    def utility(self, state, player):
        return self.got[player]


@pytest.mark.parametrize(
    ("got", "told"),
    [
        ((1.0, -1.0), "Player 1 won."),
        ((0.0, 0.0), "A draw."),
        ((-2.0, 2.0), "Player 2 won: −2 to +2."),
        ((0.0, 0.0, 0.0), "A draw: Player 1 0, Player 2 0, Player 3 0."),
        (
            (0.5, -1.0, 0.5),
            "Player 1 and Player 3 share the win: Player 1 +0.500, Player 2 −1, Player 3 +0.500.",
        ),
        ((1.0,), "Player 1 won."),
    ],
)
def test_the_game_result_text(got, told):
    assert game_result_text(Ended(*got), None) == told


# -- hidden information ---------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_person_is_never_shown_what_is_hidden(seed, outply):
    ask = ["play", SECRET, "--human", "2", *RANDOM, "--seed", str(seed), "--json"]
    result = outply(*ask, stdin="hint\nmoves\n?\n1\n")
    document = json.loads(result.stdout)
    assert document["over"]
    game, states = library.load(SECRET), states_of(SECRET, document["moves"])
    for state in states[1:-1]:
        assert game.format(state) not in result.stderr
        assert game.format_view(state, 0) not in result.stderr
        assert game.format_view(state, 1) in result.stderr
    assert "Chance: hidden\n" in result.stderr


@pytest.mark.parametrize("human", ["1", "2", "all"])
def test_at_the_end_everything_is_shown_to_everybody(human, outply):
    ask = ["play", SECRET, "--human", human, *RANDOM, "--seed", "1", "--json"]
    result = outply(*ask, stdin="1\n1\n1\n")
    document = json.loads(result.stdout)
    assert document["over"]
    before, end = result.stderr.split(document["position"])
    assert end.endswith(f" won.\nMoves: {' '.join(document['moves'])}\n")
    assert "Moves: " not in before


def test_who_leaves_is_not_shown_what_was_hidden(outply):
    ask = ["play", SECRET, "--human", "2", *RANDOM, "--moves", "2 0"]
    shown = outply(*ask, stdin="quit\n").stdout
    assert shown.endswith("\nThe game was left.\nMoves: ? 0\n")
    assert "(2, 0, -1, -1)" not in shown


def test_a_person_who_takes_back_sees_no_more(outply):
    ask = ["play", PENNIES, "--human", "2", *RANDOM, "--moves", "1"]
    result = outply(*ask, stdin="undo\nundo\nquit\n")
    assert result.stdout.count("There is no move to undo.") == 2
    assert result.stdout.endswith("Moves: ?\n")
    assert "1" not in result.stdout.replace("Player 2", "")


def test_a_person_sees_the_own_card(outply):
    ask = ["play", SECRET, "--human", "1", *RANDOM, "--seed", "1", "--moves", "2"]
    shown = outply(*ask, stdin="0\n0\n").stdout
    assert "Seen(player=0, card=2, said=0" in shown
    assert re.search(r"\nMoves: 2 0 \d 0\n", shown)


def test_a_move_that_others_cannot_see_is_not_told(outply):
    result = outply("play", PENNIES, "--human", "2", *RANDOM, stdin="1\n")
    assert "Player 1 moves, hidden\n" in result.stdout
    assert "\n\nhidden\n\nPlayer 2, your move" in result.stdout
    assert re.search(r"\n\(([01]), 1\)\n\nPlayer [12] won.\nMoves: \1 1\n$", result.stdout)


def test_the_engine_does_not_say_what_it_thinks_of_its_secrets(outply, monkeypatch):
    search = Random.search
    monkeypatch.setattr(Random, "search", lambda *given, **more: deep(search(*given, **more)))
    told = outply("play", SECRET, "--human", "2", *RANDOM, "--moves", "2", stdin="quit\n").stdout
    assert re.search(r"\nPlayer 1 plays [01]\n", told)
    in_the_open = outply("play", THREE, "--human", "2", *RANDOM, stdin="quit\n").stdout
    assert re.search(r"\nPlayer 1 plays [12]  \(value ", in_the_open)


def deep(result):
    """The result of a search that looked ahead, and so has something to say of the value."""
    return replace(result, depth=5)


def test_people_at_one_screen_are_warned(outply):
    result = outply("play", SECRET, "--human", "all", *RANDOM, "--seed", "1", stdin="")
    assert "note: players at one screen can see what the others were shown.\n" in result.stderr
    for human in ("1", "none"):
        alone = outply("play", SECRET, "--human", human, *RANDOM, "--seed", "1", stdin="")
        assert "one screen" not in alone.stderr


def test_people_at_one_screen_see_their_own_view_at_their_turn(outply):
    ask = ["play", SECRET, "--human", "all", *RANDOM, "--seed", "1"]
    shown = outply(*ask, "--moves", "2", stdin="0\n1\n").stdout
    views = re.findall(r"Seen\(player=(\d), card=(-?\d)", shown)
    assert views == [("0", "2"), ("1", "-1"), ("0", "2")]


@pytest.mark.parametrize("human", ["none", "1", "all"])
def test_a_limit_that_the_search_does_not_know_is_refused_before_the_first_turn(human, refused):
    ask = ["play", "kuhn-poker", "--human", human, "--depth", "3"]
    assert refused(*ask).startswith("cfr has no depth limit, ")


def test_engines_alone_are_shown_whole(outply):
    shown = outply("play", SECRET, "--human", "none", *RANDOM, "--moves", "2").stdout
    assert "(2, -1, -1, -1)" in shown
    assert "hidden" not in shown
