"""How games of OpenSpiel's are found, and what is said of those that cannot be taken."""

from __future__ import annotations

import subprocess
import sys

import pytest

from outply import OutplyError, load
from outply.bridges.openspiel import HiddenOpenSpielGame, OpenSpielGame
from tests.bridges.dozen import DOZEN


@pytest.mark.parametrize("text", DOZEN)
def test_traits_are_those_of_the_game(text):
    assert load(f"openspiel:{text}").traits == DOZEN[text]


def test_parameters_may_stand_in_the_text_or_beside_it():
    game = load("openspiel:hex(board_size=4)")
    assert game == load("openspiel:hex", board_size=4)
    assert game == load("openspiel:hex(board_size=3)", board_size=4)
    assert game.name == "openspiel:hex(board_size=4)"
    assert len(list(game.moves(game.initial()))) == 16


def test_the_name_of_a_game_loads_it_again():
    for text in DOZEN:
        game = load(f"openspiel:{text}")
        assert load(game.name) == game


def test_hidden_information_makes_another_class():
    assert type(load("openspiel:tic_tac_toe")) is OpenSpielGame
    assert type(load("openspiel:kuhn_poker")) is HiddenOpenSpielGame


def test_games_that_openspiel_has_in_python_are_found():
    game = load("openspiel:python_tic_tac_toe")
    state = game.result(game.result(game.initial(), 4), 0)
    assert list(game.moves(state)) == [1, 2, 3, 5, 6, 7, 8]
    assert list(game.moves(game.initial())) == list(range(9))


REFUSED = {
    "nosuch": "OpenSpiel has no game 'nosuch'; pyspiel.registered_names() lists those it has.",
    "hex(board_size=": "Missing closing bracket",
    "hex(board_size=big)": "Wrong type for parameter board_size",
    "hex(colour=1)": "Unknown parameter 'colour'",
    "": "No 'name' parameter",
    "kuhn_poker(players=99)": "max_num_players = 10",
    "go(board_size=40)": "supports board size up to 19",
    "breakthrough(rows=0)": "rows_ > 1",
    "matrix_rps": "move in turn by openspiel:turn_based_simultaneous_game(game=matrix_rps())",
    "goofspiel(num_cards=3)": "openspiel:turn_based_simultaneous_game(game=goofspiel(num_cards=3))",
    "mfg_garnet": "is a mean-field game; give one whose players move in turn",
    "negotiation": "draws its chance outcomes itself; give a game that lists them",
    "crossword": "does not number its moves; give a game that does",
    "morpion_solitaire": "has states that OpenSpiel cannot copy safely; give another game",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_taken_is_refused_in_one_quiet_sentence(text, capfd):
    with pytest.raises(OutplyError) as refusal:
        load(f"openspiel:{text}")
    said = str(refusal.value)
    assert REFUSED[text] in said
    assert said.endswith(".") and "\n" not in said
    assert ".cc:" not in said
    assert capfd.readouterr() == ("", "")


def test_a_parameter_of_no_kind_that_openspiel_knows_is_refused(capfd):
    with pytest.raises(OutplyError, match=r"OpenSpiel cannot load 'hex'"):
        load("openspiel:hex", board_size=[1])
    assert capfd.readouterr() == ("", "")


def test_the_advice_for_simultaneous_moves_helps():
    game = load("openspiel:turn_based_simultaneous_game(game=matrix_rps())")
    assert game.traits.hidden and game.traits.players == 2


def test_a_prefix_that_is_no_bridge_is_an_unknown_game():
    with pytest.raises(OutplyError, match=r"There is no game 'openspeil:hex'"):
        load("openspeil:hex")


def test_stderr_is_back_after_a_refusal(capfd):
    with pytest.raises(OutplyError):
        load("openspiel:nosuch")
    print("still here", file=sys.stderr, flush=True)
    assert capfd.readouterr().err == "still here\n"


def test_a_warning_of_openspiels_is_passed_on_once(capfd):
    load("openspiel:quoridor(board_size=4)")
    assert capfd.readouterr().err.count("'quoridor' has known issues") == 1


WITHOUT = """
import sys
sys.modules["pyspiel"] = None
from outply.cli import main
main(["analyze", "openspiel:hex"])
"""


def test_without_openspiel_the_extra_is_named():
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    assert done.returncode == 2
    said = "OpenSpiel is not installed; install it with pip install 'outply[openspiel]'."
    assert done.stderr.strip() == said
    assert done.stdout == ""


def test_other_games_load_without_openspiel():
    code = "import sys; sys.modules['pyspiel'] = None; import outply; outply.load('nim')"
    subprocess.run([sys.executable, "-c", code], check=True)
