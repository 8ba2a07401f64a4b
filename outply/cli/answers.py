"""What `analyze` and `solve` answer of a position, for programs and for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from outply.cli.words import ending_text, player_name, speed_text, value_text, verdict
from outply.game import CHANCE, Game
from outply.play.move_text import line_texts
from outply.play.states import valued_player
from outply.search import Result

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

__all__ = ["document", "effort", "labelled", "print_position", "value_for"]


def document(
    game: Game[Any], state: Any, result: Result, moves: Mapping[int, float | None]
) -> dict[str, Any]:
    """The fields that both answer with; `moves` has the value of each legal move, where known.

    Where information is hidden, `information_of` is the player, counted from 1, whose knowledge
    the value is of.
    """
    hidden = {"information_of": game.to_move(state) + 1} if knows_in_part(game, state) else {}
    return {
        "game": game.name,
        "position": game.format(state),
        "move": None if result.move is None else game.format_move(state, result.move),
        "value": result.value,
        "line": line_texts(game, state, result.line),
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": result.seconds,
        "proved": result.proved,
        "distance": 0 if game.is_terminal(state) else result.distance,
        "compiled": result.compiled,
        "moves": {game.format_move(state, move): value for move, value in moves.items()},
        **hidden,
    }


def knows_in_part(game: Game[Any], state: Any) -> bool:
    """Whether a player is to move who may not see everything."""
    return game.traits.hidden and not game.is_terminal(state) and game.to_move(state) != CHANCE


# -- for people ------------------------------------------------------------------------


def print_position(people: Console, game: Game[Any], state: Any) -> None:
    """The board and who is to move, or who won."""
    from outply.cli.board import board, mover

    people.print(board(people, game, state), soft_wrap=True)
    people.print()
    if game.is_terminal(state):
        people.print(f"The game is over. {verdict(game, state)}")
        return
    people.print(labelled("To move", mover(people, game, state)))
    if knows_in_part(game, state):
        people.print(labelled("Sees", game.format_view(state, game.to_move(state))))


def labelled(label: str, text: str) -> Text:
    from rich.text import Text

    return Text.assemble((f"{label:<10} ", "dim"), text)


def value_for(game: Game[Any], state: Any, result: Result) -> str:
    """`+1 for Player 1, win in 7 plies, proved`."""
    words = [f"{value_text(result.value)} for {player_name(valued_player(game, state))}"]
    if knows_in_part(game, state):
        words.append("by what that player can know")
    if not game.is_terminal(state) and game.to_move(state) == CHANCE:
        words.append("on average")
    if result.distance is not None:
        plies = "ply" if result.distance == 1 else "plies"
        words.append(f"{ending_text(result.value, result.distance)} {plies}")
    elif result.proved and result.value == 0.0:
        words.append("a draw")
    return ", ".join([*words, "proved" if result.proved else "not proved"])


def effort(result: Result) -> str:
    """What the answer cost; one that was looked up, or is plain to see, cost no nodes."""
    if result.nodes == 0:
        return "without a search"
    words = [
        f"{result.nodes:,} nodes",
        f"{result.seconds:.2f} s",
        speed_text(result.nodes, result.seconds, "nodes"),
        "compiled" if result.compiled else "interpreted",
    ]
    return ", ".join([f"depth {result.depth}", *words] if result.depth else words)
