"""`outply analyze`: what to play in a position, and what each move is worth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TextIO

import click

from outply.cli import answers
from outply.cli.many import Answer, answer_lines
from outply.cli.options import (
    Place,
    Rules,
    Thinking,
    file_option,
    json_option,
    place_options,
    rules_options,
    thinking_options,
)
from outply.cli.output import answer, console, print_table, say
from outply.cli.progress import Change, doing
from outply.cli.words import counted, ending_text, proof_text, value_text
from outply.game import Game, OutplyError
from outply.play.analysis import Analysis, analyze
from outply.play.move_text import line_texts
from outply.play.move_values import AnalysisObserver, MoveValue
from outply.play.searcher import Searcher
from outply.search import Result
from outply.search.engine import EngineRun

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = ["command"]

MOST_MOVES = 16
WIDEST = 20  # characters of a move that a long line does not cut
BAR_WIDTH = 16
EIGHTHS = " ▏▎▍▌▋▊▉"


@click.command
@rules_options
@place_options
@file_option
@thinking_options
@click.option(
    "--lines",
    type=click.IntRange(min=1),
    help="How many best moves the engine finds.  [default: all of up to 10, else 5]",
)
@json_option
def command(
    rules: Rules,
    place: Place,
    thinking: Thinking,
    file: TextIO | None,
    lines: int | None,
    as_json: bool,
) -> int:
    """Say what to play in a position of GAME, and what the moves are worth.

    Looks ahead for a second unless told otherwise. A win in 7 is one in seven plies: the
    moves of both sides count. Ctrl-C stops the search with the best answer so far, and the
    exit code is still 0; with --file it is 130, for the positions that were not answered.

    Where chance is to move, there is no best move: the value is what Player 1 gets on average,
    and each outcome is listed with its probability. Where information is hidden, the value is
    by what the player to move can know, and the answer may be a strategy: how likely each move
    is to be played, and one that was drawn.
    """
    with rules.loaded() as game:
        thinker = thinking.thinker(game)
        if lines is not None and not hasattr(thinker.search, "lines"):
            raise OutplyError(f"--lines is for the engine; {thinker.search.name} finds one line.")
        ask = partial(_analyze, thinker, lines=lines)
        if file is not None:
            return answer_lines(file, rules, place, game, lambda state: _answer(ask(state)))
        analysis = ask(place.state(game))
        if as_json:
            answer(_document(analysis))
        else:
            _show(analysis)
    return 0


def _analyze(thinker: Searcher, state: Any, lines: int | None) -> Analysis:
    with doing("Looking ahead…") as change:
        onlooker = _Shown(thinker.game, state, change)
        analysis = analyze(thinker, state, onlooker, lines=lines)
    if analysis.interrupted:
        say("note: stopped by Ctrl-C; this is the best answer so far.")
    return analysis


class _Shown(AnalysisObserver):
    """How far it is, in the last line of the terminal."""

    def __init__(self, game: Game[Any], state: Any, change: Change) -> None:
        self._game, self._state, self._change = game, state, change

    def on_depth(self, result: Result) -> None:
        line = " ".join(line_texts(self._game, self._state, result.line))
        value = value_text(result.value)
        self._change(f"depth {result.depth}  value {value}  {result.nodes:,} nodes  {line}")

    def on_proof(self, proof: EngineRun) -> None:
        self._change(partial(proof_text, proof))

    def on_other_move(self, done: int, total: int) -> None:
        self._change(f"The other moves: {done} of {total}…")


def _answer(analysis: Analysis) -> Answer:
    return Answer(_document(analysis), 0, analysis.interrupted)


def _document(analysis: Analysis) -> dict[str, Any]:
    moves = {
        move: worth.value if worth and worth.known else None
        for move, worth in analysis.moves.items()
    }
    plain = answers.document(analysis.game, analysis.state, analysis.result, moves)
    lines = [_line_document(analysis, move) for move in _best_first(analysis)]
    outcomes = {"outcomes": list(_outcome_documents(analysis))} if analysis.outcomes else {}
    return {**plain, "lines": lines, **outcomes, **_strategy_document(analysis)}


def _strategy_document(analysis: Analysis) -> dict[str, Any]:
    """What there is of it."""
    game, state, result = analysis.game, analysis.state, analysis.result
    strategy = {game.format_move(state, move): chance for move, chance in result.mix}
    known = {"strategy": strategy or None, "exploitability": result.exploitability}
    return {name: value for name, value in known.items() if value is not None}


def _outcome_documents(analysis: Analysis) -> Iterator[dict[str, Any]]:
    for outcome, probability in analysis.game.outcomes(analysis.state):
        worth = analysis.outcomes[outcome]
        yield {
            "outcome": analysis.game.format_move(analysis.state, outcome),
            "probability": probability,
            "value": worth.value if worth and worth.known else None,
        }


def _line_document(analysis: Analysis, move: int) -> dict[str, Any]:
    worth = analysis.moves[move]
    assert worth is not None
    return {
        "move": analysis.game.format_move(analysis.state, move),
        "value": worth.value,
        "distance": worth.distance,
        "depth": worth.depth,
        "line": line_texts(analysis.game, analysis.state, worth.line),
        **({"visits": dict(visits).get(move, 0)} if (visits := analysis.result.visits) else {}),
    }


def _best_first(analysis: Analysis) -> list[int]:
    found = {move: worth for move, worth in analysis.moves.items() if worth}
    return sorted(found, key=lambda move: _rank(found[move], move == analysis.result.move))


# -- for people ------------------------------------------------------------------------


def _show(analysis: Analysis) -> None:
    """The board, the best move and why, and what the others are worth."""
    people = console()
    answers.print_position(people, analysis.game, analysis.state)
    if analysis.game.is_terminal(analysis.state):
        return
    for label, text in _answer_lines(analysis).items():
        people.print(answers.labelled(label, text))
    people.print()
    _print_table(people, analysis)


def _print_table(people: Console, analysis: Analysis) -> None:
    ascii_only = people.options.ascii_only
    if analysis.outcomes:
        print_table(people, _outcomes_table(analysis, ascii_only=ascii_only))
    elif analysis.result.mix:
        print_table(people, _strategy_table(analysis, ascii_only=ascii_only))
    else:
        print_table(people, _moves_table(analysis, ascii_only=ascii_only))
        people.print(_left_out(analysis), end="")


def _answer_lines(analysis: Analysis) -> dict[str, str]:
    game, state, result = analysis.game, analysis.state, analysis.result
    lines = _choice(analysis) | {"Value": answers.value_for(game, state, result)}
    if "Best move" in lines:
        lines["Line"] = " ".join(line_texts(game, state, result.line)) or "none yet"
    if result.exploitability is not None:
        loss = f"exploitability {result.exploitability:.2g}"
        lines["Strategy"] = f"{loss}: what both players lose to the best replies, on average"
    return lines | {"Searched": answers.effort(result)}


def _choice(analysis: Analysis) -> dict[str, str]:
    """What to play, and why; nothing where chance is to move."""
    result = analysis.result
    if result.move is None:
        return {}
    move = analysis.game.format_move(analysis.state, result.move)
    if result.mix:
        return {"Plays": f"{move}, drawn from the strategy below"}
    if result.depth or result.proved:
        return {"Best move": move}
    if result.line:
        return {"Plays": f"{move}, without looking ahead"}
    when = "before Ctrl-C" if result.interrupted else "within the limit"
    return {"Best move": f"none yet, no search was finished {when}"}


def _outcomes_table(analysis: Analysis, *, ascii_only: bool) -> Table:
    """In the order of the rules; a bar reaches from the worst known value to the best."""
    from rich.table import Table

    table = Table("Outcome", box=None, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("Chance", justify="right")
    table.add_column("Value", justify="right")
    table.add_column("", no_wrap=True)
    documents = list(_outcome_documents(analysis))
    known = [each["value"] for each in documents if each["value"] is not None]
    for each in documents:
        value = each["value"]
        bar = "" if value is None else _bar(_share(value, known), ascii_only=ascii_only)
        table.add_row(each["outcome"], f"{each['probability']:.1%}", value_text(value), bar)
    return table


def _strategy_table(analysis: Analysis, *, ascii_only: bool) -> Table:
    """Every legal move, the likeliest first; a full bar is a certainty."""
    from rich.table import Table

    table = Table("Move", box=None, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("Played", justify="right")
    table.add_column("", no_wrap=True)
    for move, chance in sorted(analysis.result.mix, key=lambda each: -each[1]):
        name = analysis.game.format_move(analysis.state, move)
        table.add_row(name, f"{chance:.1%}", _bar(chance, ascii_only=ascii_only))
    return table


def _moves_table(analysis: Analysis, *, ascii_only: bool) -> Table:
    """Best first; a bar reaches from the worst known value to the best."""
    from rich.table import Table

    table = Table("Move", box=None, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("Value", justify="right")
    table.add_column("", no_wrap=True)
    visits = dict(analysis.result.visits)
    if visits:
        table.add_column("Visits", justify="right")
    table.add_column("Line", no_wrap=True, overflow="ellipsis")
    found = {move: worth for move, worth in analysis.moves.items() if worth}
    known = [worth.value for worth in found.values() if worth.known]
    for move in _best_first(analysis)[:MOST_MOVES]:
        worth = found[move]
        line = " ".join(line_texts(analysis.game, analysis.state, worth.line))
        name = analysis.game.format_move(analysis.state, move)
        length = _bar(_share(worth.value, known), ascii_only=ascii_only) if worth.known else ""
        style = "" if worth.known else "dim"
        effort = [f"{visits.get(move, 0):,}"] if visits else []
        cells = [name, value_text(worth.value), _how_sure(worth) or length, *effort, line]
        table.add_row(*cells, style=style)
        for column, cell in zip(table.columns[:-1], cells, strict=False):  # the line may be cut
            least = column.min_width or len(str(column.header))
            column.min_width = max(least, min(len(cell), WIDEST))
    return table


def _how_sure(worth: MoveValue) -> str:
    """In how many plies a move wins or loses, or that it was looked at less deeply."""
    if not worth.known:
        return f"at depth {worth.depth}"
    return ending_text(worth.value, worth.distance)


def _left_out(analysis: Analysis) -> str:
    found = sum(worth is not None for worth in analysis.moves.values())
    unlisted = len(analysis.moves) - min(found, MOST_MOVES)
    return f"{'and ' if found else ''}{counted(unlisted, 'other move')}\n" if unlisted else ""


def _rank(worth: MoveValue, is_best: bool) -> tuple[bool, float, bool, int]:
    """Looked at as deep as the answer, then the highest value, then the answer itself, then
    the soonest win and the latest loss.
    """
    delay = worth.distance or 0
    return not worth.known, -worth.value, not is_best, delay if worth.value > 0 else -delay


def _share(value: float, values: list[float]) -> float:
    """How far a value is from the worst towards the best."""
    worst, best = min(values), max(values)
    return (value - worst) / (best - worst) if worst < best else 1.0


def _bar(share: float, *, ascii_only: bool) -> str:
    """A share from 0 to 1 as a bar."""
    if ascii_only:
        return "#" * round(share * BAR_WIDTH)
    full, rest = divmod(round(share * BAR_WIDTH * 8), 8)
    return "█" * full + EIGHTHS[rest].strip()
