"""`outply solve`: the truth about a position, or about all of them."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any, TextIO

import click

from outply.cli import answers
from outply.cli.commands import UNPROVED
from outply.cli.many import Answer, answer_lines
from outply.cli.options import (
    Effort,
    Place,
    Rules,
    effort_options,
    file_option,
    json_option,
    place_options,
    rules_options,
)
from outply.cli.output import answer, console, say
from outply.cli.progress import doing
from outply.cli.solved import Solved, from_table, on_average
from outply.cli.tables import tabulate_all
from outply.cli.words import counted, proof_text, value_text
from outply.game import Game, OutplyError, OutplyWarning
from outply.play import fitting_search
from outply.play.move_text import line_texts
from outply.play.searcher import Searcher
from outply.play.states import finds_repetition
from outply.search import Limit, Result
from outply.search.base import Request
from outply.search.engine import Engine

__all__ = ["command"]


@click.command
@rules_options
@place_options
@file_option
@effort_options
@click.option("--all", "everything", is_flag=True, help="Solve every position of the game.")
@click.option("--out", metavar="FILE", help="Where --all writes its table.")
@click.option("--table", metavar="FILE", help="Look it up in a table that --all has written.")
@json_option
def command(
    rules: Rules,
    place: Place,
    effort: Effort,
    file: TextIO | None,
    everything: bool,
    out: str | None,
    table: str | None,
    as_json: bool,
) -> int:
    """Prove what a position of GAME is worth, and which moves are best.

    Goes on until that is proved, unless there is a limit. The exit code is 0 if it is
    proved, and 1 if the limit or Ctrl-C came first; with --file 130 after Ctrl-C, for
    the positions that were not answered. Distances are in plies: the moves of both sides
    count, and the loser delays. In a game of chance, what is proved is the average; where
    its positions can repeat, the proof may never end.

    With --all, every position that play can reach is solved; --nodes then says how many
    there may be at most.
    """
    if everything:
        _refuse_beside_all(place, effort, file, table)
        return tabulate_all(rules, effort, out, as_json)
    if out is not None:
        raise OutplyError("--out is where --all writes its table; give --all as well.")
    with rules.loaded() as game:
        _refuse_what_no_proof_can_settle(game, rules.game)
        ask = _asking(game, effort, table)
        if file is not None:
            return answer_lines(file, rules, place, game, lambda state: _answer(ask(state)))
        solved = ask(place.state(game))
        if as_json:
            answer(_document(solved))
        else:
            _show(solved)
    return _code(solved)


def _refuse_beside_all(
    place: Place, effort: Effort, file: TextIO | None, table: str | None
) -> None:
    given = {
        "--position": place.position,
        "--moves": place.moves,
        "--file": file,
        "--table": table,
        "--seconds": effort.seconds,
        "--threads": effort.threads,
        "--megabytes": effort.megabytes,
    }
    for option, value in given.items():
        if value is not None:
            raise OutplyError(f"--all solves every position, to the end; leave {option} out.")


def _refuse_what_no_proof_can_settle(game: Game[Any], name: str) -> None:
    traits = game.traits
    if traits.hidden:
        reason = "some of it is hidden, so what is best is a matter of odds"
    elif traits.players != 2:
        reason = f"it has {traits.players} players, and whom one of them favours can decide"
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


def _asking(game: Game[Any], effort: Effort, table: str | None) -> Callable[[Any], Solved]:
    if table is None:
        effort.limit  # noqa: B018 (refuses what is no limit)
        if game.traits.chance:
            return partial(_averaged, effort.chance_thinker(game))
        return partial(_proved, effort.engine(game), game, effort=effort)
    from outply.solve import Endings

    return partial(from_table, Endings(table, game))


def _proved(engine: Engine, game: Game[Any], state: Any, effort: Effort) -> Solved:
    latest: list[Result] = []
    with doing("Proving…") as change:
        request = Request(effort.limit, effort.compiled, None, latest.append)
        thinking = engine.run(game, state, request)
        change(lambda: proof_text(thinking, latest[-1] if latest else None))
        solved = Solved(game, state, thinking.solution())
    if solved.shortfall:
        say(f"note: {solved.shortfall}")
    return solved


def _averaged(thinker: Searcher, state: Any) -> Solved:
    if thinker.limit == Limit() and finds_repetition(thinker.game, state):
        _warn_of_no_end(thinker.game)
    with doing("Proving…") as change:
        result = thinker.run(
            state,
            progress=lambda latest: change(
                f"Proving… depth {latest.depth}  value {value_text(latest.value)}"
            ),
        )
    solved = on_average(thinker.game, state, result)
    if solved.shortfall:
        say(f"note: {solved.shortfall}")
    return solved


def _warn_of_no_end(game: Game[Any]) -> None:
    """Once, however many positions are asked for."""
    sentence = (
        f"positions of {game.name} can repeat, so its proof may never end; "
        "Ctrl-C stops it, and so does a limit: --seconds or --nodes."
    )
    warnings.warn(sentence, OutplyWarning, stacklevel=2)


def _code(solved: Solved) -> int:
    return 0 if solved.solution.result.proved else UNPROVED


def _answer(solved: Solved) -> Answer:
    return Answer(_document(solved), _code(solved), solved.solution.result.interrupted)


def _document(solved: Solved) -> dict[str, Any]:
    game, state, solution = solved.game, solved.state, solved.solution
    common = answers.document(game, state, solution.result, solved.moves)
    if solved.is_blank:
        common |= {"move": None, "value": None}
    return common | {
        "best_moves": [game.format_move(state, move) for move in solution.best_moves],
        "complete": solution.complete,
        "all_nodes": solution.nodes,
        "all_seconds": solution.seconds,
    }


# -- for people ------------------------------------------------------------------------


def _show(solved: Solved) -> None:
    """The board, what it is worth, and how to play."""
    people = console()
    answers.print_position(people, solved.game, solved.state)
    for label, text in _lines(solved).items():
        people.print(answers.labelled(label, text))


def _lines(solved: Solved) -> dict[str, str]:
    game, state, solution = solved.game, solved.state, solved.solution
    result = solution.result
    if game.is_terminal(state):
        return {}
    effort = _effort(solved)
    if solved.is_blank:
        return {"Value": "not proved"} | effort
    if result.move is None:
        return {"Value": answers.value_for(game, state, result)} | effort
    best = [game.format_move(state, move) for move in solution.best_moves or (result.move,)]
    return {
        "Value": answers.value_for(game, state, result),
        "Best moves" if len(best) > 1 else "Best move": " ".join(best),
        "Line": " ".join(line_texts(game, state, result.line)),
    } | effort


def _effort(solved: Solved) -> dict[str, str]:
    solution = solved.solution
    if solved.is_looked_up:
        return {"Looked up": counted(solution.nodes, "position")}
    searched = {"Searched": answers.effort(solution.result)}
    if solution.nodes == solution.result.nodes:
        return searched
    return searched | {"In all": f"{solution.nodes:,} nodes, {solution.seconds:.2f} s"}
