"""Hidden information: what players see, remember, are shown, and must reckon with."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from outply.check.check_report import Broken, NotChecked, shown
from outply.check.checked_position import CheckedPosition, Subject, player_text, players_of
from outply.check.checks.basics import expect_probabilities
from outply.check.checks.registry import at_decisions, end_check, play_check, position_check
from outply.check.equality import is_hashable, same
from outply.check.unhashable import unhashable_part
from outply.game import is_defined
from outply.source_lines import line_of_method

LOOKS = ("looks", "states that look the same to a player are alike to that player")
WORLDS = ("worlds", "worlds are what a player cannot tell apart")
ALL_WORLDS = "give all states with the same `observation`"
WORLDS_LOOKED_AT = 100


class Look(NamedTuple):
    """What a player who sees a state must be able to tell."""

    state: Any
    is_turn: bool
    moves: frozenset[str]  # where it is that player's turn


@position_check("observation", "observations can be made", needs="observation")
def observations_can_be_made(at: CheckedPosition) -> None:
    for player in players_of(at.game):
        if not is_hashable(seen := at.ask("observation", player)):
            part = unhashable_part(seen)
            message = f"`observation` gives {part.description(seen)}, which cannot be hashed,"
            advice = part.advice if part.path else "give a NamedTuple or a tuple"
            raise at.broken("observation", message, advice)


@position_check(*LOOKS, needs="observation")
def who_sees_the_same_can_do_the_same(at: CheckedPosition) -> None:
    for player in players_of(at.game):
        look = _look_of(at, player)
        looks = at.memory.setdefault("looks", {})
        known = looks.setdefault((player, _seen(at, player)), look)
        if not same(known.state, at.state):
            at.memory["hides"] = True
        _expect_alike(at, player, look, known)


def _look_of(at: CheckedPosition, player: int) -> Look:
    is_turn = not at.is_over and at.player == player
    return Look(at.state, is_turn, frozenset(map(shown, at.moves)) if is_turn else frozenset())


def _expect_alike(at: CheckedPosition, player: int, look: Look, known: Look) -> None:
    if look[1:] == known[1:]:
        return
    description = (
        f"`observation` shows {player_text(player)} the same as {at.beside(known.state).where}"
    )
    if look.is_turn != known.is_turn:
        other = "it is that player's turn" if known.is_turn else "it is not that player's turn"
        raise at.broken("observation", f"{description}, where {other},", "show whose turn it is")
    advice = "show all that decides which moves are legal"
    raise at.broken("observation", f"{description}, where other moves are legal,", advice)


def _seen(at: CheckedPosition, player: int) -> Any:
    """What a player has seen; what cannot be hashed is found out elsewhere."""
    seen = at.ask("observation", player)
    return seen if is_hashable(seen) else shown(seen)


@position_check(*LOOKS, needs="observation", costly=True)
def choices_may_look_the_same(at: CheckedPosition) -> None:
    """Takes note; whoever sees all of every choice sees everything."""
    if "hides" in at.memory:
        return
    following = [at.after(choice) for choice in at.choices]
    for player in players_of(at.game):
        if len({_seen(after, player) for after in following}) < len(following):
            at.memory["hides"] = True


@end_check("hides", "something is hidden from somebody", needs="observation")
def something_is_hidden(subject: Subject) -> None:
    if "hides" not in subject.memory:
        message = (
            "`observation` shows everybody everything, and searches take the game for one with "
            "hidden information; leave it out."
        )
        raise Broken(message, line_of_method(subject.game, "observation"))


@play_check("recall", "players remember what they saw and did", needs="observation")
def players_forget_nothing(path: Sequence[CheckedPosition]) -> None:
    """Where a player sees the same, that player saw and did the same before."""
    for player in players_of(path[-1].game):
        before: tuple[Any, Any] | None = None
        for at, after in pairwise(path):
            if at.player == player:
                seen = _seen(at, player)
                _expect_one_way(at, player, seen, before)
                before = seen, after.reached_by


def _expect_one_way(at: CheckedPosition, player: int, seen: Any, before: Any) -> None:
    ways = at.memory.setdefault("ways", {})
    known, state = ways.setdefault((player, seen), (before, at.state))
    if known != before:
        where = at.beside(state).where
        message = (
            f"`observation` shows {player_text(player)} the same as {where}, which that player "
        )
        advice = "show what was seen and done before as well"
        raise at.broken("observation", f"{message}reached by another way,", advice)


# -- what players are shown -----------------------------------------------------------


@position_check(
    "format_view", "players are shown what they have seen", needs="observation", costly=True
)
def views_show_no_more_than_was_seen(at: CheckedPosition) -> None:
    for player in players_of(at.game):
        text = at.ask("format_view", player)
        if not isinstance(text, str):
            raise at.broken("format_view", f"`format_view` gives {shown(text)}, not text,")
        views = at.memory.setdefault("views", {})
        known, state = views.setdefault((player, _seen(at, player)), (text, at.state))
        if known != text:
            where = at.beside(state).where
            message = (
                f"`format_view` shows {player_text(player)} {shown(text)!r}, and {shown(known)!r} "
            )
            advice = "show no more than `observation` does"
            raise at.broken("format_view", f"{message}at {where}, which looks the same,", advice)


# -- what players must reckon with ----------------------------------------------------


@position_check(*WORLDS, needs="observation", costly=True)
def worlds_are_given(at: CheckedPosition) -> None:
    if not is_defined(at.game, "worlds"):
        raise NotChecked(
            "`worlds` is not defined, so searches cannot sample what a player does not see; it "
            "yields the states that a player cannot tell apart."
        )


@position_check(*WORLDS, needs="worlds", costly=True, where=at_decisions)
def worlds_look_the_same(at: CheckedPosition) -> None:
    for player in players_of(at.game):
        worlds = at.weighted("worlds", "state", player)
        expect_probabilities(at, "worlds", worlds)
        states = [state for state, _ in worlds]
        _expect_itself_once(at, player, states)
        _note_left_out(at, player, states)
        stride = max(1, len(states) // WORLDS_LOOKED_AT)
        for state in states[at.ply % stride :: stride]:
            _expect_same_look(at, player, state)


def _expect_itself_once(at: CheckedPosition, player: int, states: list[Any]) -> None:
    if not any(same(state, at.state) for state in states):
        message = f"`worlds` for {player_text(player)} leaves out the state itself"
        raise at.broken("worlds", message, "the state is one of those that it may be")
    if len({shown(state, 1000) for state in states}) < len(states):
        message = f"`worlds` for {player_text(player)} gives a state twice"
        raise at.broken("worlds", message, "add up its probabilities")


def _note_left_out(at: CheckedPosition, player: int, states: list[Any]) -> None:
    """A state of an earlier play that looked the same must be there, too."""
    known = at.memory.get("looks", {}).get((player, _seen(at, player)))
    if known and known.is_turn and not any(same(state, known.state) for state in states):
        message = f"`worlds` for {player_text(player)} leaves out {at.beside(known.state).where}"
        at.memory.setdefault("left out", at.broken("worlds", message, ALL_WORLDS))


@end_check(*WORLDS, needs="worlds")
def worlds_leave_nothing_out(subject: Subject) -> None:
    """What was noted; where it is `observation` that forgets something, that is found before."""
    if left_out := subject.memory.get("left out"):
        raise left_out


def _expect_same_look(at: CheckedPosition, player: int, state: Any) -> None:
    world = at.beside(state)
    if not same(_seen(world, player), _seen(at, player)):
        message = (
            f"`worlds` for {player_text(player)} gives {shown(world.text)}, which looks different,"
        )
        raise at.broken("worlds", message, "give the states with the same `observation`")
    if _look_of(world, player)[1:] != _look_of(at, player)[1:]:
        message = (
            f"`worlds` for {player_text(player)} gives {shown(world.text)}, with other legal moves"
        )
        raise at.broken("worlds", message)
