"""A dozen games of OpenSpiel's, no two with the same traits and size, and what is known of them.

The traits are written down from the rules of these games, not asked of OpenSpiel.
"""

from __future__ import annotations

from outply import Traits

TURN_BASED_GOOFSPIEL = "turn_based_simultaneous_game(game=goofspiel(num_cards=3))"

DOZEN = {
    "tic_tac_toe": Traits(),
    "connect_four": Traits(),
    "breakthrough(rows=5,columns=4)": Traits(),
    "hex(board_size=3)": Traits(),
    "othello": Traits(),
    "backgammon": Traits(chance=True),
    "pig(horizon=30,players=3)": Traits(players=3, chance=True),
    "chinese_checkers(players=3)": Traits(players=3, most=2.0),
    "kuhn_poker": Traits(chance=True, hidden=True, least=-2.0, most=2.0),
    "kuhn_poker(players=3)": Traits(3, chance=True, hidden=True, least=-2.0, most=4.0),
    "leduc_poker": Traits(chance=True, hidden=True, least=-13.0, most=13.0),
    "liars_dice(dice_sides=3)": Traits(chance=True, hidden=True),
    "phantom_ttt": Traits(hidden=True),
    TURN_BASED_GOOFSPIEL: Traits(chance=True, hidden=True),
    "tiny_hanabi": Traits(chance=True, hidden=True, zero_sum=False, least=0.0, most=10.0),
    "bargaining": Traits(chance=True, hidden=True, zero_sum=False, least=0.0, most=10.0),
    "catch(rows=5,columns=3)": Traits(1, chance=True, zero_sum=False),
    "cliff_walking(height=3,width=4,horizon=8)": Traits(1, zero_sum=False, least=-107, most=-5),
}

LONG = {"backgammon", "chinese_checkers(players=3)"}  # random plays of hundreds of plies
