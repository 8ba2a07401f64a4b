"""How often Connect Four's evaluations lose a position's value, one ply ahead."""

from __future__ import annotations

from benchmarks.connect_four_sets import Position, read
from benchmarks.settings import Settings
from benchmarks.words import Table, tell
from outply import Engine, load
from outply.game import Game

TITLE = "Connect Four, one ply ahead"
ABOUT = """
The move whose after-state has the best evaluation, without any search. It is a mistake if the
exact value, win, draw or loss, is then no longer that of the position. `trained` are the learned
tables that come with Outply, `none` takes the first move unless one wins at once."""

SETS = ("Test_L2_R1", "Test_L1_R1")
EVALUATIONS = ("none", "by hand", "trained")
MEGABYTES = 128


def chosen(game: Game, state: object) -> int:
    """The move with the best after-state, to the player who makes it."""
    player = game.to_move(state)

    def value(move: int) -> float:
        after = game.result(state, move)
        ended = game.is_terminal(after)
        return game.utility(after, player) if ended else game.evaluate(after, player)

    return max(game.moves(state), key=value)


def is_mistake(game: Game, position: Position, engine: Engine) -> bool:
    state = game.parse(position.columns)
    after = game.result(state, chosen(game, state))
    rules = load("connect-four")
    if rules.is_terminal(after):
        value = rules.utility(after, rules.to_move(state))
    else:
        value = -engine.search(rules, after).value
    return sign(value) != sign(position.score)


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def row(name: str, settings: Settings) -> list[str]:
    tell(f"{name} …")
    positions = read(settings.test_sets / name)[: settings.few(1000, 2)]
    cells = [name, str(len(positions))]
    for evaluation in EVALUATIONS:
        game = load("connect-four")
        game = game if evaluation == "by hand" else game.with_evaluation(evaluation)
        engine = Engine(megabytes=MEGABYTES)
        mistakes = sum(is_mistake(game, position, engine) for position in positions)
        cells.append(f"{100 * mistakes / len(positions):.1f} %")
    return cells


def table(settings: Settings) -> Table:
    head = ["positions", "number", *(f"mistakes, {name}" for name in EVALUATIONS)]
    return [head, *(row(name, settings) for name in SETS)]
