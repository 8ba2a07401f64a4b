"""A game of OpenSpiel's as rules for Outply's searches, which take it interpreted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from outply.bridges.openspiel.keys import TOLD_BY_THEIR_PICTURE, key_by_history, key_by_picture
from outply.bridges.openspiel.library import Refusal, pyspiel, spiel_game
from outply.bridges.openspiel.state import SpielState, replayed
from outply.bridges.openspiel.worlds import worlds
from outply.game import CHANCE, MAX, Bits, BoardView, Game, OutplyError, Traits

__all__ = ["HiddenOpenSpielGame", "ObservedTurn", "OpenSpielGame", "Seen"]

SHOWN = 12  # legal moves, in a refusal


@dataclass(frozen=True)
class OpenSpielGame(Game[SpielState]):
    """A game of OpenSpiel's in which players move in turn, and nothing is hidden."""

    compilable: ClassVar[bool] = False

    text: str  # as OpenSpiel writes the game: hex(board_size=5)

    def __post_init__(self) -> None:
        """The traits are the game's own, and not those of all games of this class."""
        spiel = spiel_game(self.text)
        vars(self).update(
            players=spiel.num_players(),
            zero_sum=spiel.utility_sum() == 0.0,
            utility_range=(float(spiel.min_utility()), float(spiel.max_utility())),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.text,)

    @cached_property
    def kind(self) -> Any:
        """OpenSpiel's description of the game."""
        return spiel_game(self.text).get_type()

    @property
    def name(self) -> str:
        return f"openspiel:{self.text}"

    @property
    def traits(self) -> Traits:
        least, most = self.utility_range
        return Traits(
            players=self.players,
            chance=self.kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC,
            hidden=type(self).observation is not Game.observation,
            zero_sum=self.zero_sum,
            least=least,
            most=most,
        )

    # -- rules ------------------------------------------------------------------------

    def initial(self) -> SpielState:
        return replayed(self.text, ())

    def to_move(self, state: SpielState) -> int:
        player: int = state.spiel.current_player()
        return player if player >= CHANCE else MAX  # OpenSpiel has a number for "it is over"

    def moves(self, state: SpielState) -> Iterator[int]:
        if state.spiel.current_player() >= 0:
            yield from self.legal(state)

    def legal(self, state: SpielState) -> list[int]:
        try:
            return state.spiel.legal_actions()  # type: ignore[no-any-return]
        except Refusal as error:
            raise state.failure(error) from None

    def outcomes(self, state: SpielState) -> Iterator[tuple[int, float]]:
        for outcome, probability in state.spiel.chance_outcomes():
            if probability > 0.0:
                yield outcome, probability

    def pick(self, state: SpielState, luck: float) -> int:
        moves = self.legal(state)
        return moves[int(luck * len(moves))]

    def result(self, state: SpielState, move: int) -> SpielState:
        return state.after(move)

    def is_terminal(self, state: SpielState) -> bool:
        return bool(state.spiel.is_terminal())

    def utility(self, state: SpielState, player: int) -> float:
        return float(state.spiel.player_return(player))

    # -- knowledge --------------------------------------------------------------------

    @cached_property
    def pays_on_the_way(self) -> bool:
        return bool(self.kind.reward_model == pyspiel.GameType.RewardModel.REWARDS)

    def evaluate(self, state: SpielState, player: int) -> float:
        """What was paid out so far, or 0; if that is no utility, the nearest that is one."""
        least, most = self.utility_range
        paid = self.utility(state, player) if self.pays_on_the_way else 0.0
        return min(max(paid, least), most)

    @cached_property
    def has_telling_picture(self) -> bool:
        return self.kind.short_name in TOLD_BY_THEIR_PICTURE

    def key(self, state: SpielState) -> Bits:
        return key_by_picture(state) if self.has_telling_picture else key_by_history(state)

    # -- text and pictures ------------------------------------------------------------

    def format(self, state: SpielState) -> str:
        """The history by OpenSpiel's numbers of moves and outcomes: `4 0 8`."""
        return " ".join(map(str, state.history))

    def parse(self, text: str) -> SpielState:
        state = self.initial()
        for word in text.split():
            if not word.isdecimal() or int(word) not in self.choices(state):
                raise OutplyError(
                    f"{text!r} is not a position of {self.name}: {word!r} is not possible after "
                    f"{self.format(state) or 'the start'!r}; write the numbers of all moves and "
                    "outcomes so far."
                )
            state = state.after(int(word))
        return state

    def format_move(self, state: SpielState, move: int) -> str:
        """OpenSpiel's text, on one line."""
        return one_line(state.spiel.action_to_string(move))

    def parse_move(self, state: SpielState, text: str) -> int:
        """OpenSpiel's text of a move, in any case where that is clear, or else its number."""
        wanted = one_line(text)
        written = {self.format_move(state, choice): choice for choice in self.choices(state)}
        alike = [name for name in written if name.lower() == wanted.lower()]
        if wanted in written:
            return written[wanted]
        if len(alike) == 1:
            return written[alike[0]]
        if wanted.isdecimal() and int(wanted) in written.values():
            return int(wanted)
        shown = ", ".join(list(written)[:SHOWN]) + (", …" if len(written) > SHOWN else "")
        why = f"legal: {shown}" if written else "the game is over"
        raise OutplyError(f"{wanted!r} is not a legal move here; {why}.")

    def choices(self, state: SpielState) -> list[int]:
        """The moves or outcomes that can come next."""
        if state.spiel.is_chance_node():
            return [outcome for outcome, _ in self.outcomes(state)]
        return list(self.moves(state))

    def board(self, state: SpielState) -> BoardView:
        """OpenSpiel's picture, a row a line: where a move clicks is not known."""
        lines = str(state.spiel).rstrip().splitlines() or [""]
        width = max(map(len, lines))
        rows = tuple((line.ljust(width),) for line in lines)
        return BoardView(rows, clicks=dict.fromkeys(self.moves(state), ()))


def one_line(text: str) -> str:
    return " ".join(text.split())


class ObservedTurn(NamedTuple):
    """What a player saw at a turn of their own, and did."""

    sight: str
    move: int


class Seen(NamedTuple):
    """What a player knows: OpenSpiel's texts need not tell what was seen before."""

    player: int
    is_turn: bool  # that player's
    sight: str
    turns: tuple[ObservedTurn, ...]  # before


@dataclass(frozen=True)
class HiddenOpenSpielGame(OpenSpielGame):
    """A game of OpenSpiel's in which players move in turn, and something is hidden."""

    def observation(self, state: SpielState, player: int) -> Seen:
        is_turn = state.spiel.current_player() == player
        return Seen(player, is_turn, self.sight(state, player), self.turns(state, player))

    @cached_property
    def has_information_states(self) -> bool:
        return bool(self.kind.provides_information_state_string)

    def sight(self, state: SpielState, player: int) -> str:
        """By OpenSpiel: the information state, or else the observation."""
        if self.has_information_states:
            return str(state.spiel.information_state_string(player))
        return str(state.spiel.observation_string(player))

    def turns(self, state: SpielState, player: int) -> tuple[ObservedTurn, ...]:
        """Those of a player so far; kept with each state on the way, for those that follow it."""
        way = [state]
        while player not in way[-1].turns and way[-1].before is not None:
            way.append(way[-1].before)
        turns: tuple[ObservedTurn, ...] = way[-1].turns.setdefault(player, ())
        for before, after in pairwise(reversed(way)):
            if before.spiel.current_player() == player:
                turns = (*turns, ObservedTurn(self.sight(before, player), after.history[-1]))
            after.turns[player] = turns
        return turns

    def worlds(self, state: SpielState, player: int) -> Iterator[tuple[SpielState, float]]:
        yield from worlds(self, state, player)

    def format_view(self, state: SpielState, player: int) -> str:
        return self.sight(state, player)
