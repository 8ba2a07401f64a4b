"""Objects that a module makes: one of several, chosen when the program runs."""

from __future__ import annotations

from tests.compiler.constructs.registry import construct


class King:
    def __init__(self, reach):
        self.reach = reach

    def steps(self):
        return [(0, self.reach), (self.reach, 0)]


class Rook(King):
    def steps(self):
        return [(0, step) for step in range(1, self.reach)]


class Price:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return isinstance(other, Price) and self.value == other.value

    def __hash__(self):
        return hash(self.value)


PIECES = {"k": King(1), "r": Rook(4)}
PRICES = {"k": Price(1), "r": Price(2), "q": Price(1)}
MIXED = {"k": King(1), "r": Rook(3), "q": Price(7)}
KEYS = [("k",), ("r",), ("q",)]  # of which one is missing in PIECES


@construct(*KEYS)
def object_of_a_dict(key):
    piece = PIECES[key]
    return piece.steps(), piece.reach


@construct(*KEYS)
def key_of_a_dict_of_objects(key):
    return key in PIECES, "r" in PIECES, PIECES[key].reach if key in PIECES else 0


@construct(*KEYS)
def object_in_a_list_of_objects(key):
    return PRICES[key] in [PRICES["k"]], PRICES[key] in list(PRICES.values())


@construct(*KEYS)
def equal_objects_are_not_the_same(key):
    price = PRICES[key]
    return price is PRICES["k"], price == PRICES["k"], price is not PRICES["q"]


@construct(*KEYS)
def class_of_a_chosen_object(key):
    thing = MIXED[key]
    if isinstance(thing, Rook):
        return "rook", thing.reach
    return ("king", thing.reach) if isinstance(thing, King) else ("price", thing.value)


@construct(*KEYS)
def best_of_several_objects(key):
    best = PIECES["k"]
    for piece in PIECES.values():
        if piece.reach > best.reach:
            best = piece
    return best.steps(), best is PIECES["r"]


@construct(("aB", True), ("aB", False), ("", True))
def method_of_a_class_chosen(text, upper):
    test = str.isupper if upper else str.islower
    return [test(letter) for letter in text], (str.upper if upper else str.lower)(text)


@construct((0,), (1,))
def attribute_that_a_number_lacks(n):
    if n:
        return n.token
    return 0


@construct((1,), (0,))
def attribute_that_one_alternative_lacks(n):
    found = "text" if n else (1, 2)
    try:
        return found.upper()
    except AttributeError:
        return "none"
