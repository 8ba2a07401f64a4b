"""`outply analyze`: the best move of a position, and the value of each move."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from outply.cli.batch import Answer, Questions
from outply.cli.formatting import proof_text, value_text
from outply.cli.options import (
    A_SECOND,
    GameOptions,
    QuestionOptions,
    SearchOptions,
    game_options,
    question_options,
    search_options,
)
from outply.cli.output import console, print_message
from outply.cli.progress import Activity, activity
from outply.cli.results import (
    effort_text,
    position_keys,
    print_labelled,
    print_position,
    reason_text,
    value_for,
)
from outply.cli.stuck_rules import ending_stuck_rules
from outply.game import Game, OutplyError
from outply.play.analysis import Analysis, analyze
from outply.play.move_sequences import line_texts
from outply.play.move_values import AnalysisObserver
from outply.play.searcher import Searcher
from outply.search import Result
from outply.search.engine import EngineRun

if TYPE_CHECKING:
    from outply.cli.schemas import AnalyzedMove, AnalyzeDocument, AnalyzedOutcome

__all__ = ["command"]


@click.command
@game_options
@question_options
@search_options
@click.option(
    "--lines",
    type=click.IntRange(min=1),
    help="How many best moves the engine finds.  [default: all of up to 10, else 5]",
)
def command(
    game_options: GameOptions,
    question: QuestionOptions,
    search_options: SearchOptions,
    lines: int | None,
) -> int:
    """Find the best move in a position of GAME, and the values of the moves.

    The search takes a second unless you give a limit. Distances are in plies: the moves of
    both sides count; but a mate, as in chess, is counted in moves of the winner. Ctrl-C stops
    the search with the best result so far, and the exit code is still 0; with --file it is 130,
    because positions are left.

    Where chance is to move, there is no best move: the value is the average for Player 1, and
    each outcome is listed with its probability. Where information is hidden, the value is
    based on what the player to move can know, and the result may be a strategy: a probability
    for each move, and one move that was drawn from it.
    """
    limit = search_options.limit_or(A_SECOND)
    with game_options.loaded() as game, ending_stuck_rules(game, limit):
        searcher = search_options.searcher(game)
        if lines is not None and not hasattr(searcher.search, "lines"):
            raise OutplyError(f"--lines is for the engine; {searcher.search.name} finds one line.")
        questions = Questions(game_options, question, game, _refused)
        return questions.answer(partial(_answer, searcher, lines=lines))


def _answer(searcher: Searcher, states: list[Any], lines: int | None) -> Answer:
    analysis = _analyze(replace(searcher, history=states[:-1]), states[-1], lines)
    document, show = partial(_document, searcher, analysis), partial(_show, searcher, analysis)
    return Answer(document, show, 0, analysis.interrupted)


def _analyze(searcher: Searcher, state: Any, lines: int | None) -> Analysis:
    with activity("Searching…") as shown:
        onlooker = _ShownProgress(searcher.game, state, shown)
        analysis = analyze(searcher, state, onlooker, lines=lines)
    if analysis.interrupted:
        print_message("note: stopped by Ctrl-C; this is the best result so far.")
    return analysis


class _ShownProgress(AnalysisObserver):
    """Shows the progress of an analysis in the last line of the terminal."""

    def __init__(self, game: Game[Any], state: Any, shown: Activity) -> None:
        self._game, self._state, self._shown = game, state, shown

    def on_depth(self, result: Result) -> None:
        line = " ".join(line_texts(self._game, self._state, result.line))
        value = value_text(result.value)
        self._shown.update(f"depth {result.depth}  value {value}  {result.nodes:,} nodes  {line}")

    def on_proof(self, proof: EngineRun) -> None:
        self._shown.update(partial(proof_text, proof))

    def on_other_move(self, done: int, total: int) -> None:
        self._shown.update(f"The other moves: {done} of {total}…")


# -- for programs ----------------------------------------------------------------------


def _refused(**keys: Any) -> AnalyzeDocument:
    from outply.cli.schemas import AnalyzeDocument

    return AnalyzeDocument(**keys)


def _document(searcher: Searcher, analysis: Analysis) -> AnalyzeDocument:
    from outply.cli.analysis_tables import best_first, known_value
    from outply.cli.schemas import AnalyzeDocument

    game, state, result = analysis.game, analysis.state, analysis.result
    moves = {move: known_value(worth) for move, worth in analysis.moves.items()}
    strategy = {game.format_move(state, move): chance for move, chance in result.mix}
    return AnalyzeDocument(
        **position_keys(game, state, result, moves),
        lines=[_analyzed_move(analysis, move) for move in best_first(analysis)],
        outcomes=_analyzed_outcomes(analysis) if analysis.outcomes else None,
        strategy=strategy or None,
        exploitability=result.exploitability,
        interrupted=analysis.interrupted,
        search=searcher.search.name,
        search_reason=searcher.reason,
    )


def _analyzed_move(analysis: Analysis, move: int) -> AnalyzedMove:
    from outply.cli.schemas import AnalyzedMove

    game, state, worth = analysis.game, analysis.state, analysis.moves[move]
    assert worth is not None
    visits = analysis.result.visits
    return AnalyzedMove(
        move=game.format_move(state, move),
        value=worth.value,
        distance=worth.distance,
        depth=worth.depth,
        line=line_texts(game, state, worth.line),
        visits=dict(visits).get(move, 0) if visits else None,
    )


def _analyzed_outcomes(analysis: Analysis) -> list[AnalyzedOutcome]:
    from outply.cli.analysis_tables import known_value
    from outply.cli.schemas import AnalyzedOutcome

    game, state = analysis.game, analysis.state
    return [
        AnalyzedOutcome(
            outcome=game.format_move(state, outcome),
            probability=probability,
            value=known_value(analysis.outcomes[outcome]),
        )
        for outcome, probability in game.outcomes(state)
    ]


# -- for people ------------------------------------------------------------------------


def _show(searcher: Searcher, analysis: Analysis) -> None:
    """The board, the best move with its line, and the values of the moves."""
    from outply.cli.analysis_tables import print_analysis

    people = console()
    print_position(people, analysis.game, analysis.state)
    if analysis.game.is_terminal(analysis.state):
        return
    reason = {"Search": reason_text(searcher)} if searcher.reason else {}
    print_labelled(people, _lines(analysis) | reason)
    people.print()
    print_analysis(people, analysis)


def _lines(analysis: Analysis) -> dict[str, str]:
    game, state, result = analysis.game, analysis.state, analysis.result
    lines = _chosen_move(analysis) | {"Value": value_for(game, state, result)}
    if "Best move" in lines:
        lines["Line"] = " ".join(line_texts(game, state, result.line)) or "none yet"
    if result.exploitability is not None:
        loss = f"exploitability {result.exploitability:.2g}"
        lines["Strategy"] = f"{loss}: what both players lose to best replies, on average"
    return lines | {"Searched": effort_text(result)}


def _chosen_move(analysis: Analysis) -> dict[str, str]:
    """The move, and how it was chosen; nothing where chance is to move."""
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
