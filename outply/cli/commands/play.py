"""`outply play`: play a game at the terminal."""

from __future__ import annotations

import random
import sys
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from outply.cli.errors import UNFINISHED
from outply.cli.formatting import game_result_text, player_name
from outply.cli.options import (
    A_SECOND,
    GameOptions,
    PositionOptions,
    SearchOptions,
    game_options,
    json_option,
    position_options,
    search_options,
)
from outply.cli.output import console, print_json, print_message
from outply.cli.results import reason_text
from outply.cli.stuck_rules import StuckRules, ending_stuck_rules
from outply.game import CHANCE, Game, OutplyError
from outply.play.game_length import GameLength
from outply.play.searcher import Searcher
from outply.play.session import Session
from outply.play.time_control import parse_clock
from outply.search import Limit

if TYPE_CHECKING:
    from rich.console import Console

    from outply.cli.schemas import PlayDocument

__all__ = ["command"]


@click.command
@game_options
@position_options
@click.option(
    "--human",
    metavar="1|2|1,2|...|both|all|none",
    help="The players that you play; the engine plays the others.  [default: 1]",
)
@search_options
@click.option(
    "--clock",
    metavar="TIME+INCREMENT",
    help="The time of each player for the game, as in 5+3 (five minutes, and three seconds for "
    "each move), 90s+1s or 0:30+0.5.",
)
@click.option("--ponder", is_flag=True, help="Let the engine search while you think.")
@json_option
def command(
    game_options: GameOptions,
    position_options: PositionOptions,
    search_options: SearchOptions,
    human: str | None,
    clock: str | None,
    ponder: bool,
    as_json: bool,
) -> int:
    """Play GAME against the engine, or let it play itself.

    At your turn, type a move, or hint, undo, moves, quit. The engine takes a second for each
    move unless you give a limit. Ctrl-C makes it play the best move so far, or ends the game if
    the engine plays every side. It plays every side if stdin is not a terminal and --human is
    not given. A game between engines is stopped after 1,000 plies; the exit code is then 1.

    With --clock, your clock runs while you think, and the engine's while it searches. A player
    whose time runs out has lost. A move that is taken back does not bring its time back. With
    --ponder, the engine searches the position after the move that it expects while you think.

    Chance is drawn by --seed, which is random by default; after undo, the same is drawn again.
    Where information is hidden you see what your player sees, and everything when the game is
    over; --json always has the whole game.
    """
    given = None if clock is None else parse_clock(clock)
    otherwise = A_SECOND if given is None else Limit(clock=given)
    limit = search_options.limit_or(otherwise)
    with (
        game_options.loaded() as game,
        ending_stuck_rules(game, limit, stepwise=True) as stuck,
    ):
        seeded = _with_seed(game, search_options)
        searcher = seeded.searcher(game, otherwise)
        people = _human_players(game, human)
        start, played = position_options.start(game), position_options.played(game)
        session = Session(game, start, people, played)
        if given is not None:
            session.clocks = [given] * game.traits.players
        _refuse_early(searcher, session)
        _print_notes(session, given=search_options.seed, drawn=seeded.seed)
        setting = _Setting(seeded.seed or 0, console(as_json), stuck, ponder)
        excess = _play(session, searcher, setting)
        if as_json:
            print_json(_document(session, searcher))
        return _stopped_code(game_options.game, excess) if excess else 0


def _with_seed(game: Game[Any], options: SearchOptions) -> SearchOptions:
    """With the seed that was given; in a game of chance, with a random one if none was."""
    if options.seed is not None or not game.traits.chance:
        return options
    return replace(options, seed=random.randrange(1_000_000))


def _print_notes(session: Session, given: int | None, drawn: int | None) -> None:
    if given != drawn:
        print_message(f"note: chance is drawn by seed {drawn}; --seed {drawn} draws the same.")
    if session.hides_information and len(session.people) > 1:
        print_message("note: players at one screen can see what the others were shown.")


def _refuse_early(searcher: Searcher, session: Session) -> None:
    """Search for no time, so that a search that takes no depth is refused before the game.

    It runs interpreted, so that nobody waits for the compiler before the board is shown.
    """
    if searcher.limit.depth is not None:
        if getattr(searcher.search, "threads", 1) == 1:
            searcher = replace(searcher, compiled=False)
        searcher.run(session.state, replace(searcher.limit, seconds=0.0))


def _human_players(game: Game[Any], human: str | None) -> frozenset[int]:
    everyone = range(game.traits.players)
    if human is None and not (sys.stdin and sys.stdin.isatty()):
        print_message("note: stdin is not a terminal, so the engine plays every side.")
        return frozenset()
    everyone_by_name = {str(player + 1): player for player in everyone}
    words = (human or "1").split(",")
    if words in (["none"], ["all"], ["both"]):
        return frozenset() if words == ["none"] else frozenset(everyone)
    if not {word.strip() for word in words} <= set(everyone_by_name):
        all_of_them = "both" if len(everyone) == 2 else "all"
        raise OutplyError(
            f"--human is {human!r}; give a player from 1 to {len(everyone)}, several with "
            f"commas, {all_of_them} or none."
        )
    return frozenset(everyone_by_name[word.strip()] for word in words)


class _Setting(NamedTuple):
    """What a game is played with: the seed of chance, the console, the watch on Ctrl-C, and whether
    the engine ponders.
    """

    seed: int
    people: Console
    stuck: StuckRules | None
    ponder: bool


def _play(session: Session, searcher: Searcher, setting: _Setting) -> str:
    """Play to the end; or until engines alone played too long, and return how long."""
    from outply.cli.seats import Chance, EngineSeat, Left
    from outply.cli.typed_moves import Person

    people = setting.people
    chance, engine = (
        Chance(setting.seed, people),
        EngineSeat(searcher, people, ponders=setting.ponder),
    )
    person, length = Person(engine, people), GameLength()
    if searcher.reason:
        people.print(f"Search: {reason_text(searcher)}", soft_wrap=True)
    with ExitStack() as cleanup, suppress(Left, KeyboardInterrupt):
        cleanup.callback(engine.stop_pondering)
        if searcher.compiled is not False and not session.over and session.mover in session.people:
            searcher.compile_in_background(session.state)
        _draw(people, session)
        while not session.over and not (length.excess and not session.people):
            seat, made = session.mover, len(session.moves)
            player = chance if seat == CHANCE else person if seat in session.people else engine
            player.turn(session)
            if setting.stuck:
                setting.stuck.step()
            length.add(seat)
            if len(session.moves) != made:
                _draw(people, session)
    _close(people, session)
    return "" if session.over or session.people else length.excess


def _stopped_code(name: str, excess: str) -> int:
    """Say that the game was stopped because it was too long."""
    print_message(
        f"The game was stopped after {excess}, without an end; run `outply check {name}` to see "
        "whether its rules come to an end."
    )
    return UNFINISHED


def _draw(people: Console, session: Session) -> None:
    from outply.cli.board import board

    if session.hides_information:
        picture: Any = _view(session)
    else:
        picture = board(people, session.game, session.state, session.last_cells())
    if picture:
        people.print()
        people.print(picture, soft_wrap=True)
        people.print()


def _view(session: Session) -> str:
    """What the person to move sees, or the only person."""
    if session.viewer is None:
        return ""
    return session.game.format_view(session.state, session.viewer)


def _close(people: Console, session: Session) -> None:
    people.print(_result_text(session) if session.over else "\nThe game was left.")
    texts = session.public_texts() if session.hides_information else session.texts()
    people.print(f"Moves: {' '.join(texts) or 'none'}", soft_wrap=True)


def _result_text(session: Session) -> str:
    if session.late is not None:
        ran_out = f"{player_name(session.game, session.late)} ran out of time"
        winner = session.winner
        won = "" if winner is None else f"{player_name(session.game, winner)} won: "
        return f"{won}{ran_out}."
    if session.reason:
        return f"The game is drawn by {session.reason}."
    return game_result_text(session.game, session.state)


def _document(session: Session, searcher: Searcher) -> PlayDocument:
    from outply.cli.schemas import PlayDocument

    game, state = session.game, session.state
    players = range(game.traits.players)
    return PlayDocument(
        game=game.name,
        start=game.format(session.start),
        moves=session.texts(),
        position=game.format(state),
        over=session.over,
        utilities=None if session.utilities is None else list(session.utilities),
        winner=session.winner,
        loser=session.late,
        reason=_reason(session),
        players=["human" if each in session.people else searcher.search.name for each in players],
        search_reason=searcher.reason,
        clocks=_seconds_left(session),
    )


def _reason(session: Session) -> str | None:
    if session.reason or not session.over:
        return session.reason or None
    return session.game.format_ending(session.state) or None


def _seconds_left(session: Session) -> list[float] | None:
    if session.clocks is None:
        return None
    return [round(clock.remaining, 3) for clock in session.clocks]
