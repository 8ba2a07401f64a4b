"""Positions and moves as people see them: what is written can be read back, pictures fit."""

from __future__ import annotations

from typing import Any

from outply.check.check_report import FAILURES, NotChecked, shown
from outply.check.checked_position import CheckedPosition, players_of
from outply.check.checks.registry import at_end, position_check
from outply.check.equality import same
from outply.game import BoardView, OutplyError, is_defined

MOVES_READ = 8
DISTANCES = range(9)  # plies
BOARD = ("board", "the picture is rectangular, its clicks are legal moves")


@position_check("format", "positions can be written and read back", costly=True)
def positions_read_back(at: CheckedPosition) -> None:
    text = at.ask("format")
    if not isinstance(text, str):
        raise at.broken("format", f"`format` gives {shown(text)}, not text,")
    state = _read(at, "parse", text)
    if not same(state, at.state):
        message = f"`parse` reads {text!r} as {shown(state)}, not as {shown(at.state)},"
        raise at.broken("parse", message)


@position_check("format_move", "moves can be written and read back", costly=True)
def moves_read_back(at: CheckedPosition) -> None:
    for text, move in _some(list(_written(at).items()), at.ply):
        if not same(read := _read(at, "parse_move", text), move):
            message = f"`parse_move` reads {text!r} as {shown(read)}, not as {shown(move)},"
            raise at.broken("parse_move", message)


def _written(at: CheckedPosition) -> dict[str, Any]:
    """The moves or outcomes by their texts, all different."""
    written: dict[str, Any] = {}
    for choice in at.choices:
        text = at.ask("format_move", choice)
        if not isinstance(text, str):
            raise at.broken("format_move", f"`format_move` gives {shown(text)}, not text,")
        other = written.setdefault(text, choice)
        if not same(other, choice):
            message = f"`format_move` writes both {shown(other)} and {shown(choice)} as {text!r}"
            raise at.broken("format_move", message)
    return written


def _read(at: CheckedPosition, method: str, text: str) -> Any:
    """What a reader makes of a text that the game wrote."""
    given = (text,) if method == "parse" else (at.state, text)
    try:
        return getattr(at.game, method)(*given)
    except OutplyError as error:
        if method == "parse" and not is_defined(at.game, "parse"):
            raise NotChecked("Positions cannot be read back; define `parse` for that.") from None
        writer = "format" if method == "parse" else "format_move"
        message = f"`{method}` refuses {text!r}, which `{writer}` wrote ({shown(str(error))}),"
        raise at.broken(method, message) from None
    except FAILURES as error:
        raise at.raised(method, error, text) from error


def _some(moves: list[Any], shift: int) -> list[Any]:
    """A few moves, others at each ply."""
    stride = max(1, len(moves) // MOVES_READ)
    return moves[shift % stride :: stride]


@position_check(
    "format_ending", "a finished game says by what it ended", needs="format_ending", where=at_end
)
def endings_are_text(at: CheckedPosition) -> None:
    text = at.ask("format_ending")
    if not isinstance(text, str):
        raise at.broken("format_ending", f"`format_ending` gives {shown(text)}, not text,")


@position_check(
    "format_player", "each player has a name of its own", needs="format_player", costly=True
)
def players_have_names(at: CheckedPosition) -> None:
    names = [at.consult("format_player", player) for player in players_of(at.game)]
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise at.broken("format_player", f"`format_player` gives {shown(name)}, not a name,")
    if len(set(names)) < len(names):
        raise at.broken("format_player", f"`format_player` calls two players {shown(names[0])}")


@position_check("format_distance", "a win has a name", needs="format_distance", costly=True)
def distances_are_text(at: CheckedPosition) -> None:
    for value in at.game.utility_range:
        for plies in DISTANCES:
            text = at.consult("format_distance", value, plies)
            if not isinstance(text, str):
                message = f"`format_distance` gives {shown(text)}, not text,"
                raise at.broken("format_distance", message)


# -- pictures -------------------------------------------------------------------------


@position_check(*BOARD, needs="board", costly=True)
def board_is_rectangular(at: CheckedPosition) -> None:
    view = _view(at)
    if view is None:
        return
    widths = {len(row) for row in view.rows}
    if len(widths) != 1:
        raise at.broken("board", f"`board` gives rows of {_listed(widths)} cells")
    _expect_labels(at, "row", view.row_labels, len(view.rows))
    _expect_labels(at, "column", view.column_labels, widths.pop())


def _expect_labels(at: CheckedPosition, what: str, labels: tuple[str, ...], lines: int) -> None:
    if len(labels) not in (0, lines):
        message = f"`board` gives {len(labels)} {what} labels for {lines} {what}s"
        raise at.broken("board", message)


@position_check(*BOARD, needs="board", costly=True)
def clicks_are_legal(at: CheckedPosition) -> None:
    view = _view(at)
    if view is None:
        return
    if at.is_over and view.clicks:
        raise at.broken("board", "`board` has clicks", "once the game is over, give none")
    for move, cells in view.clicks.items():
        if move not in at.choices:
            raise at.broken("board", f"`board` has clicks for {shown(move)}, which is not legal,")
        for row, column in cells:
            if not (0 <= row < len(view.rows) and 0 <= column < len(view.rows[row])):
                message = f"`board` puts {shown(move)} on cell {(row, column)}, off the board,"
                raise at.broken("board", message)


def _view(at: CheckedPosition) -> BoardView | None:
    view = at.ask("board")
    if view is not None and not isinstance(view, BoardView):
        raise at.broken("board", f"`board` gives {shown(view)}, not a BoardView,")
    return view


def _listed(numbers: set[int]) -> str:
    return " and ".join(map(str, sorted(numbers))) or "no"
