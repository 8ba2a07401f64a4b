"""Loading a game from a file leaves nothing behind."""

import sys
from pathlib import Path

import outply

GAME = Path(__file__).parents[1] / "check" / "broken" / "not_zero_sum.py"


def test_the_folder_of_a_game_does_not_stay_on_the_path():
    before = list(sys.path)
    outply.load(str(GAME))  # imports a file next to it
    assert sys.path == before
