"""The results of `analyze` and `solve` for a position, for programs and for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outply.cli.formatting import (
    distance_text,
    game_result_text,
    player_name,
    speed_text,
    value_text,
)
from outply.game import CHANCE, Game
from outply.play.move_sequences import line_texts
from outply.play.searcher import Searcher
from outply.play.states import valued_player
from outply.search import Result
from outply.search.engine import Solution

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

__all__ = [
    "Solved",
    "effort_text",
    "labelled",
    "position_keys",
    "print_labelled",
    "print_position",
    "reason_text",
    "value_for",
]


@dataclass(frozen=True)
class Solved:
    """A solved position; `move_values` are the values of all moves, if a table has them.

    `is_one_move` says that only one best move was searched for.
    """

    game: Game[Any]
    state: Any
    solution: Solution
    move_values: Mapping[int, float] | None = None
    is_one_move: bool = False

    @property
    def moves(self) -> dict[int, float | None]:
        """The value of each legal move, where it is proved."""
        if self.solution.result.move is None:
            return {}
        best, value = self.solution.best_moves, self.solution.result.value
        known = self.move_values or dict.fromkeys(best, value)
        return {move: known.get(move) for move in self.game.moves(self.state)}

    @property
    def is_looked_up(self) -> bool:
        return self.move_values is not None

    @property
    def is_empty(self) -> bool:
        """Whether the search ended before it found any value."""
        result = self.solution.result
        return not result.proved and result.depth == 0

    @property
    def missing(self) -> str | None:
        """What could not be proved, and why."""
        result, complete = self.solution.result, self.solution.complete
        if result.proved and (complete or self.is_one_move):
            return None
        reason = "stopped by Ctrl-C" if result.interrupted else "the limit was reached"
        if result.proved:
            return f"{reason}; there may be other best moves."
        return f"{reason} before the value was proved."


# -- for programs ----------------------------------------------------------------------


def position_keys(
    game: Game[Any], state: Any, result: Result, moves: Mapping[int, float | None]
) -> dict[str, Any]:
    """The keys of both documents; `moves` has the value of each legal move, where known."""
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
        "information_of": game.to_move(state) if _sees_part(game, state) else None,
    }


def _sees_part(game: Game[Any], state: Any) -> bool:
    """Whether the player to move may not see the whole state."""
    return game.traits.hidden and not game.is_terminal(state) and game.to_move(state) != CHANCE


# -- for people ------------------------------------------------------------------------


def print_position(people: Console, game: Game[Any], state: Any) -> None:
    """The board and the player to move, or the winner."""
    from outply.cli.board import board, mover

    people.print(board(people, game, state), soft_wrap=True)
    people.print()
    if game.is_terminal(state):
        people.print(f"The game is over. {game_result_text(game, state)}")
        return
    people.print(labelled("To move", mover(people, game, state)))
    if _sees_part(game, state):
        people.print(labelled("Sees", game.format_view(state, game.to_move(state))))


def print_labelled(people: Console, lines: Mapping[str, str]) -> None:
    for label, text in lines.items():
        people.print(labelled(label, text))


def labelled(label: str, text: str) -> Text:
    from rich.text import Text

    return Text.assemble((f"{label:<10} ", "dim"), text)


def value_for(game: Game[Any], state: Any, result: Result) -> str:
    """`+1 for Player 1, win in 7 plies, proved`."""
    parts = [f"{value_text(result.value)} for {player_name(game, valued_player(game, state))}"]
    if _sees_part(game, state):
        parts.append("by what that player can know")
    if not game.is_terminal(state) and game.to_move(state) == CHANCE:
        parts.append("on average")
    if result.distance is not None:
        parts.append(distance_text(game, result.value, result.distance, with_unit=True))
    elif result.proved and result.value == 0.0:
        parts.append("a draw")
    return ", ".join([*parts, "proved" if result.proved else "not proved"])


def reason_text(searcher: Searcher) -> str:
    """`mcts: the game defines no evaluate, …`."""
    return f"{searcher.search.name}: {searcher.reason}"


def effort_text(result: Result) -> str:
    """The nodes and the time of a search; a result that was looked up has none."""
    if result.nodes == 0:
        return "without a search"
    parts = [
        f"{result.nodes:,} nodes",
        f"{result.seconds:.2f} s",
        speed_text(result.nodes, result.seconds, "nodes"),
        "compiled" if result.compiled else "interpreted",
    ]
    return ", ".join([f"depth {result.depth}", *parts] if result.depth else parts)
