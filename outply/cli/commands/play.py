"""`outply play`: play a game at the terminal."""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from outply.cli.formatting import game_result_text
from outply.cli.interrupts import StuckRules, ending_stuck_rules
from outply.cli.options import (
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
from outply.game import CHANCE, Game, OutplyError
from outply.play.searcher import Searcher
from outply.play.session import Session
from outply.play.states import utilities, winner

if TYPE_CHECKING:
    from rich.console import Console

    from outply.cli.schemas import PlayDocument

__all__ = ["command"]


@click.command
@game_options
@position_options
@click.option(
    "--human",
    metavar="1|2|1,2|...|all|none",
    help="The players that you play; the engine plays the others.  [default: 1]",
)
@search_options
@json_option
def command(
    game_options: GameOptions,
    position_options: PositionOptions,
    search_options: SearchOptions,
    human: str | None,
    as_json: bool,
) -> None:
    """Play GAME against the engine, or let it play itself.

    At your turn, type a move, or hint, undo, moves, quit. The engine takes a second for each
    move unless you give a limit. Ctrl-C makes it play the best move so far, or ends the game if
    the engine plays every side. It plays every side if stdin is not a terminal and --human is
    not given.

    Chance is drawn by --seed, which is random by default; after undo, the same is drawn again.
    Where information is hidden you see what your player sees, and everything when the game is
    over; --json always has the whole game.
    """
    with game_options.loaded() as game:
        seeded = _with_seed(game, search_options)
        searcher = seeded.searcher(game)
        people = _human_players(game, human)
        start, played = position_options.start(game), position_options.played(game)
        session = Session(game, start, people, played)
        _refuse_early(searcher, session)
        _print_notes(session, given=search_options.seed, drawn=seeded.seed)
        with ending_stuck_rules(game.name) as stuck:
            _play(session, searcher, _Setting(seeded.seed or 0, console(as_json), stuck))
            if as_json:
                print_json(_document(session, searcher))


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
    """What a game is played with: the seed of chance, the console, and the watch on Ctrl-C."""

    seed: int
    people: Console
    stuck: StuckRules


def _play(session: Session, searcher: Searcher, setting: _Setting) -> None:
    from outply.cli.seats import Chance, Engine, Left, Person

    people = setting.people
    chance, engine = Chance(setting.seed, people), Engine(searcher, people)
    person = Person(engine, people)
    if searcher.reason:
        people.print(f"Search: {reason_text(searcher)}", soft_wrap=True)
    with suppress(Left, KeyboardInterrupt):
        if searcher.compiled is not False and not session.over and session.mover in session.people:
            searcher.compile_in_background(session.state)
        _draw(people, session)
        while not session.over:
            seat, made = session.mover, len(session.moves)
            player = chance if seat == CHANCE else person if seat in session.people else engine
            player.turn(session)
            setting.stuck.step()
            if len(session.moves) != made:
                _draw(people, session)
    _close(people, session)


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
    if session.over:
        people.print(game_result_text(session.game, session.state))
    else:
        people.print("\nThe game was left.")
    texts = session.public_texts() if session.hides_information else session.texts()
    people.print(f"Moves: {' '.join(texts) or 'none'}", soft_wrap=True)


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
        utilities=list(utilities(game, state)) if session.over else None,
        winner=winner(game, state) if session.over else None,
        players=["human" if each in session.people else searcher.search.name for each in players],
        search_reason=searcher.reason,
    )
