"""`outply solve`: the proved value of a position, or of all positions."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from outply.cli.batch import Answer, Questions
from outply.cli.errors import UNPROVED
from outply.cli.formatting import count_text, proof_text, value_text
from outply.cli.options import (
    GameOptions,
    ProofOptions,
    QuestionOptions,
    game_options,
    proof_options,
    question_options,
)
from outply.cli.output import console, print_message
from outply.cli.progress import activity
from outply.cli.results import (
    Solved,
    effort_text,
    position_keys,
    print_labelled,
    print_position,
    value_for,
)
from outply.cli.solve_all import TableOptions, look_up, solve_all, table_options
from outply.cli.stuck_rules import ending_stuck_rules
from outply.game import Game, OutplyError, OutplyWarning, is_defined
from outply.play import fitting_search
from outply.play.move_sequences import line_texts
from outply.play.searcher import Searcher
from outply.play.states import finds_repetition
from outply.search import Limit, Result
from outply.search.engine import Engine, Solution

if TYPE_CHECKING:
    from outply.cli.schemas import SolveDocument

__all__ = ["command"]


@click.command
@game_options
@question_options
@proof_options
@table_options
def command(
    game_options: GameOptions,
    question: QuestionOptions,
    proof_options: ProofOptions,
    table_options: TableOptions,
) -> int:
    """Prove the value of a position of GAME, and find all best moves.

    The search ends when the value is proved, or when a limit is reached. The exit code is 0 if
    the value is proved, and 1 if a limit or Ctrl-C came first; with --file it is 130 after
    Ctrl-C, because positions are left. Distances are in plies: the moves of both sides count,
    and the loser delays. In a game of chance, the value is an average. Where positions can
    repeat, as in chess, the nearest win or loss is looked for; the search may never end.

    With --all, every position that play can reach is solved; --nodes is then the greatest
    number of positions.
    """
    if table_options.every_position:
        _refuse_options_of_one_position(question, proof_options, table_options.table)
        return solve_all(game_options, proof_options, table_options.out, question.as_json)
    if table_options.out is not None:
        raise OutplyError("--out is where --all writes its table; give --all as well.")
    with (
        game_options.loaded() as game,
        ending_stuck_rules(game, proof_options.limit),
    ):
        _refuse_unsolvable(game, game_options.game)
        solve = _solver(game, proof_options, table_options.table)
        questions = Questions(game_options, question, game, _refused)
        return questions.answer(lambda states: _answer(solve(states[-1])))


def _refuse_options_of_one_position(
    question: QuestionOptions, proof: ProofOptions, table: str | None
) -> None:
    given = {
        "--position": question.position,
        "--moves": question.moves,
        "--file": question.file,
        "--table": table,
        "--seconds": proof.seconds,
        "--threads": proof.threads,
        "--megabytes": proof.megabytes,
    }
    for option, value in given.items():
        if value is not None:
            raise OutplyError(f"--all solves every position, to the end; leave {option} out.")


def _refuse_unsolvable(game: Game[Any], name: str) -> None:
    traits = game.traits
    if traits.hidden:
        reason = "it has hidden information, so the best play is a strategy"
    elif traits.players != 2:
        reason = (
            f"it has {traits.players} players, and one of them can decide who of the others wins"
        )
    elif not traits.zero_sum:
        reason = "one player's gain is not the other's loss"
    else:
        return
    raise OutplyError(f"{game.name} cannot be solved: {reason}{_advice(game, name)}.")


def _advice(game: Game[Any], name: str) -> str:
    """The search that takes the game, if there is one."""
    try:
        return f"; try `outply analyze {name} --search {fitting_search(game).name}`"
    except OutplyError:
        return ""


# -- solving ---------------------------------------------------------------------------


def _solver(
    game: Game[Any], proof_options: ProofOptions, table: str | None
) -> Callable[[Any], Solved]:
    if table is None:
        proof_options.limit  # noqa: B018 (refuses an invalid limit)
        if game.traits.chance:
            return partial(_prove_average, proof_options.chance_searcher(game))
        if is_defined(game, "reversible_plies"):
            return partial(_prove_win, proof_options.deepening_searcher(game))
        return partial(_prove, proof_options.engine(game), game, proof_options=proof_options)
    from outply.solve import Endings

    return partial(look_up, Endings(table, game))


def _prove(engine: Engine, game: Game[Any], state: Any, proof_options: ProofOptions) -> Solved:
    latest: list[Result] = []
    with activity("Proving…") as shown:
        solution = engine.solve(
            *(game, state, proof_options.limit),
            compiled=proof_options.compiled,
            progress=latest.append,
            started=lambda run: shown.update(
                lambda: proof_text(run, latest[-1] if latest else None)
            ),
        )
        solved = Solved(game, state, solution)
    _print_missing(solved)
    return solved


def _print_missing(solved: Solved) -> None:
    if solved.missing:
        print_message(f"note: {solved.missing}")


def _prove_average(searcher: Searcher, state: Any) -> Solved:
    """The value of a game of chance, and one move that attains it."""
    if searcher.limit == Limit() and finds_repetition(searcher.game, state):
        _warn_of_repetition(searcher.game)
    return _one_move(searcher, state)


def _prove_win(searcher: Searcher, state: Any) -> Solved:
    """A win or loss of a game whose positions can repeat, the nearest one, and one best move.

    It is looked for ply by ply: a line could go on for hundreds of plies.
    """
    if searcher.limit.nodes is None and searcher.limit.seconds == math.inf:
        _warn_of_repetition(searcher.game)
    return _one_move(searcher, state)


def _one_move(searcher: Searcher, state: Any) -> Solved:
    with activity("Proving…") as shown:
        result = searcher.run(
            state,
            progress=lambda latest: shown.update(
                f"Proving… depth {latest.depth}  value {value_text(latest.value)}"
            ),
        )
    best = () if result.move is None else (result.move,)
    solution = Solution(result, best, result.nodes, result.seconds, complete=False)
    solved = Solved(searcher.game, state, solution, is_one_move=True)
    _print_missing(solved)
    return solved


def _warn_of_repetition(game: Game[Any]) -> None:
    """Warn once, even for a file of positions."""
    sentence = (
        f"positions of {game.name} can repeat, so its proof may never end; "
        "stop it with Ctrl-C, or give a limit: --seconds or --nodes."
    )
    warnings.warn(sentence, OutplyWarning, stacklevel=2)


# -- for programs ----------------------------------------------------------------------


def _answer(solved: Solved) -> Answer:
    result = solved.solution.result
    document, show = partial(_document, solved), partial(_show, solved)
    return Answer(document, show, 0 if result.proved else UNPROVED, result.interrupted)


def _refused(**keys: Any) -> SolveDocument:
    from outply.cli.schemas import SolveDocument

    return SolveDocument(**keys)


def _document(solved: Solved) -> SolveDocument:
    from outply.cli.schemas import SolveDocument

    game, state, solution = solved.game, solved.state, solved.solution
    keys = position_keys(game, state, solution.result, solved.moves)
    if solved.is_empty:
        keys |= {"move": None, "value": None}
    return SolveDocument(
        **keys,
        best_moves=[game.format_move(state, move) for move in solution.best_moves],
        complete=solution.complete,
        all_nodes=solution.nodes,
        all_seconds=solution.seconds,
        interrupted=solution.result.interrupted,
    )


# -- for people ------------------------------------------------------------------------


def _show(solved: Solved) -> None:
    """The board, its value, and the best moves."""
    people = console()
    print_position(people, solved.game, solved.state)
    print_labelled(people, _lines(solved))


def _lines(solved: Solved) -> dict[str, str]:
    game, state, solution = solved.game, solved.state, solved.solution
    result = solution.result
    if game.is_terminal(state):
        return {}
    effort = _effort_lines(solved)
    if solved.is_empty:
        return {"Value": "not proved"} | effort
    if result.move is None:
        return {"Value": value_for(game, state, result)} | effort
    best = [game.format_move(state, move) for move in solution.best_moves or (result.move,)]
    return {
        "Value": value_for(game, state, result),
        "Best moves" if len(best) > 1 else "Best move": " ".join(best),
        "Line": " ".join(line_texts(game, state, result.line)),
    } | effort


def _effort_lines(solved: Solved) -> dict[str, str]:
    solution = solved.solution
    if solved.is_looked_up:
        return {"Looked up": count_text(solution.nodes, "position")}
    searched = {"Searched": effort_text(solution.result)}
    if solution.nodes == solution.result.nodes:
        return searched
    return searched | {"In all": f"{solution.nodes:,} nodes, {solution.seconds:.2f} s"}
