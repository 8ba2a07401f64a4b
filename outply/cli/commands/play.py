"""`outply play`: a game at the terminal."""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from outply.cli.options import (
    Place,
    Rules,
    Thinking,
    json_option,
    place_options,
    rules_options,
    thinking_options,
)
from outply.cli.output import answer, console, say
from outply.cli.words import verdict
from outply.game import CHANCE, Game, OutplyError
from outply.play.searcher import Searcher
from outply.play.session import Session
from outply.play.states import utilities, winner

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["command"]


@click.command
@rules_options
@place_options
@click.option(
    "--human",
    metavar="1|2|1,2|...|all|none",
    help="Which player you are, or players; the engine plays the others.  [default: 1]",
)
@thinking_options
@json_option
def command(
    rules: Rules, place: Place, thinking: Thinking, human: str | None, as_json: bool
) -> None:
    """Play GAME against the engine, or let it play itself.

    At your turn, type a move, or hint, undo, moves, quit. The engine thinks for a second
    a move unless told otherwise; Ctrl-C makes it play the best it has, or leaves the game
    where it plays every side. It does so where stdin is not a terminal and --human is not
    given.

    Chance is drawn from --seed, from any if it is not given; after undo the same comes again.
    Where information is hidden you see what your player sees, and all of it once the game is
    over; the record that --json gives is whole.
    """
    with rules.loaded() as game:
        seeded = _seeded(game, thinking)
        thinker = seeded.thinker(game)
        seats = _seats(game, human)
        session = Session(game, place.start(game), seats, place.played(game))
        _refuse_early(thinker, session)
        _say_what_to_know(session, given=thinking.seed, drawn=seeded.seed)
        _play(session, thinker, seeded.seed or 0, as_json)
        if as_json:
            answer(_document(session, thinker))


def _seeded(game: Game[Any], thinking: Thinking) -> Thinking:
    """With the seed that was given; if none was, another each time, where there is chance."""
    if thinking.seed is not None or not game.traits.chance:
        return thinking
    return replace(thinking, seed=random.randrange(1_000_000))


def _say_what_to_know(session: Session, given: int | None, drawn: int | None) -> None:
    if given != drawn:
        say(f"note: chance is drawn from seed {drawn}; --seed {drawn} brings the same again.")
    if session.hides_information and len(session.people) > 1:
        say("note: players at one screen can see what the others were shown.")


def _refuse_early(thinker: Searcher, session: Session) -> None:
    """A search of no time, so that one without a depth says so before anything was played.

    It is interpreted, since nobody should wait for a compiler before the board is shown.
    """
    if thinker.limit.depth is not None:
        if getattr(thinker.search, "threads", 1) == 1:
            thinker = replace(thinker, compiled=False)
        thinker.run(session.state, replace(thinker.limit, seconds=0.0))


def _seats(game: Game[Any], human: str | None) -> frozenset[int]:
    everyone = range(game.traits.players)
    if human is None and not (sys.stdin and sys.stdin.isatty()):
        say("note: stdin is not a terminal, so the engine plays every side.")
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


def _play(session: Session, thinker: Searcher, seed: int, as_json: bool) -> None:
    from outply.cli.turns import Chance, Engine, Left, Person

    people = console(as_json)
    chance, engine = Chance(seed, people), Engine(thinker, people)
    person = Person(engine, people)
    with suppress(Left, KeyboardInterrupt):
        if thinker.compiled is not False and not session.over and session.mover in session.people:
            thinker.compile_in_background(session.state)
        _draw(people, session)
        while not session.over:
            seat, made = session.mover, len(session.moves)
            player = chance if seat == CHANCE else person if seat in session.people else engine
            player.turn(session)
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
    """What the person sees whose turn it is, or who plays alone against engines."""
    if session.viewer is None:
        return ""
    return session.game.format_view(session.state, session.viewer)


def _close(people: Console, session: Session) -> None:
    if session.over:
        people.print(verdict(session.game, session.state))
    else:
        people.print("\nThe game was left.")
    texts = session.public_texts() if session.hides_information else session.texts()
    people.print(f"Moves: {' '.join(texts) or 'none'}", soft_wrap=True)


def _document(session: Session, thinker: Searcher) -> dict[str, Any]:
    game, state = session.game, session.state
    won = winner(game, state) if session.over else None
    seats = range(game.traits.players)
    return {
        "game": game.name,
        "start": game.format(session.start),
        "moves": session.texts(),
        "position": game.format(state),
        "over": session.over,
        "utilities": utilities(game, state) if session.over else None,
        "winner": None if won is None else won + 1,
        "players": ["human" if seat in session.people else thinker.search.name for seat in seats],
    }
