"""The server of UCI and UGI, talked to in this process."""

from __future__ import annotations

import itertools
import random
import re
import threading
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from outply import MCTS, Engine, OutplyError, load
from outply.bridges.uci import UciServer
from outply.bridges.uci.go import parsed_go
from outply.bridges.uci.info import info_lines, score_text, win_draw_loss
from outply.search.base import Limit, Line, Result
from tests.bridges.uci_session import WAIT, Held, Session
from tests.tiers import slow, tiered

pytestmark = slow

WON = "position startpos moves 4 1 4 1 4 1"  # the first player has three in a column
LOST = "position startpos moves 4 1 4 1 4 2 4"  # and now four


# -- introductions ---------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", ["uci", "ugi"])
def test_it_introduces_itself(protocol):
    session = Session(protocol=protocol)
    session.ask(protocol, f"^{protocol}ok$")
    assert session.heard[0] == "id name Outply"
    assert session.heard[1].startswith("id author ")
    assert "option name Hash type spin default 1 min 1 max 65536" in session.heard
    assert ("option name UCI_ShowWDL type check default false" in session.heard) == (
        protocol == "uci"
    )


@pytest.mark.parametrize("name", ["pig", "kuhn-poker", "connect-three-players"])
def test_games_that_the_protocol_is_not_for_are_refused(name):
    with pytest.raises(OutplyError, match="is for two players without chance"):
        UciServer(load(name), Engine(), print, protocol="ugi")


# -- go --------------------------------------------------------------------------------------

FORMS = [
    *("go depth 4", "go nodes 500", "go movetime 20", "go movetime 0", "go depth 0", "go nodes 0"),
    *("go p1time 500 p2time 500", "go wtime 500 btime 500 winc 10 binc 10 movestogo 3"),
    *("go p1time 0 p2time 0", "go wtime -40 btime 500", "go p2time 300", "go p1time 300"),
    *("go depth 3 searchmoves 1 7", "go searchmoves 2 depth 3", "go mate 1", "go mate 2 depth 3"),
    *("go depth 2 nodes 10 movetime 1000", "go depth 99999999", "go movestogo 0 p1time 100"),
    *("go depth x movetime 10", "go nonsense depth 2", "go winc 5 p1time 50", "go depth 2 depth 3"),
]


@pytest.mark.parametrize("form", FORMS)
def test_every_go_has_one_legal_bestmove(form):
    session = Session()
    for position in ("position startpos", "position startpos moves 4 4 3"):
        session.tell(position)
        if form == "go depth 99999999":  # it would take some time
            session.tell(form)
            session.tell("stop")
            answer = session.hear("^bestmove")
        else:
            answer = session.ask(form, "^bestmove")
        game, state = session.game, session.state
        assert answer.split()[1] in [game.format_move(state, move) for move in game.moves(state)]
    session.settle()
    assert len(session.bestmoves) == 2


@pytest.mark.parametrize("form", ["go infinite", "go", "go infinite depth 1", "go ponder infinite"])
@pytest.mark.parametrize("position", ["position startpos", WON])
def test_bestmove_waits_for_stop(form, position):
    """Also if all is known before: the first player wins at once in one of the positions."""
    session = Session()
    session.tell(position)
    session.ask(form, "^info depth")
    session.settle()
    assert not session.bestmoves
    session.ask("stop", "^bestmove")


def test_a_forced_win_is_announced_and_waited_with():
    session = Session()
    session.tell(WON)
    session.ask("go infinite", "score mate 1 .* pv 4$")
    session.settle()
    assert not session.bestmoves
    assert session.ask("stop", "^bestmove") == "bestmove 4"


@pytest.mark.parametrize("game", ["gomoku", "connect-four"])
def test_a_search_that_ponders_ends_after_ponderhit(game):
    session = Session(game)
    session.ask("go ponder p1time 400 p2time 400", "^info depth 2")
    session.settle()
    assert not session.bestmoves
    session.ask("ponderhit", "^bestmove")
    session.tell("ponderhit", "stop")
    session.settle()
    assert len(session.bestmoves) == 1


def test_a_search_that_ponders_can_be_stopped():
    session = Session("gomoku")
    session.ask("go ponder p1time 400 p2time 400", "^info depth 2")
    session.ask("stop", "^bestmove")


def test_pondering_ends_at_its_depth_but_answers_after_ponderhit():
    session = Session()
    session.ask("go ponder depth 3", "^info depth 3")
    session.settle()
    assert not session.bestmoves
    session.ask("ponderhit", "^bestmove")


def test_a_second_go_ends_the_first():
    session = Session("gomoku")
    session.tell("go infinite")
    session.tell("go infinite")
    session.ask("go depth 1", "^bestmove")
    for _ in range(2):
        session.hear("^bestmove")
    assert len(session.bestmoves) == 3


@pytest.mark.parametrize(("moves", "expected"), [("1", {"1"}), ("2 6 6", {"2", "6"})])
def test_searchmoves(moves, expected):
    session = Session()
    session.tell("setoption name MultiPV value 7")
    session.ask(f"go depth 3 searchmoves {moves}", "^bestmove")
    first = {line.split(" pv ")[1].split()[0] for line in session.heard if " pv " in line}
    assert first == expected


def test_searchmoves_that_are_not_legal():
    session = Session()
    session.ask("go depth 1 searchmoves 9 1", "^info string '9' is not a legal move")
    assert session.hear("^bestmove").split()[1] == "1"
    session.ask("go depth 1 searchmoves 9", "^bestmove")


def test_a_search_that_considers_all_moves_says_so():
    session = Session(search=MCTS(simulations=50))
    session.ask("go nodes 50 searchmoves 1", "^info string mcts considers all moves")
    session.hear("^bestmove")


def test_mate_ends_the_search():
    session = Session()
    session.tell(WON)
    session.ask("go mate 1", "score mate 1 ")
    assert session.hear("^bestmove") == "bestmove 4"


def test_other_searches_play_and_stop():
    session = Session(search=MCTS())
    session.ask("go infinite", "^info depth .* pv")
    session.ask("stop", "^bestmove")
    session.ask("go ponder p1time 300 p2time 300", "^info depth")
    session.ask("ponderhit", "^bestmove")


def test_several_lines():
    session = Session()
    session.tell("setoption name multipv value 3")
    session.ask("go depth 3", "^bestmove")
    numbers = [line.split()[4] for line in session.heard if line.startswith("info depth 3 ")]
    assert numbers == ["1", "2", "3"]


def test_a_finished_game_has_no_move():
    session = Session()
    session.tell(LOST)
    session.ask("go depth 3", "^info depth 0 score mate 0$")
    assert session.hear("^bestmove") == "bestmove (none)"
    session.ask("go infinite", "^info depth 0")
    session.settle()
    assert len(session.bestmoves) == 1
    session.ask("stop", "^bestmove")


@pytest.mark.parametrize("error", ["ZeroDivisionError", "SystemExit", "KeyboardInterrupt"])
def test_rules_that_fail_still_give_a_move(error, tmp_path):
    file = tmp_path / "broken.py"
    file.write_text(BROKEN.replace("ERROR", error))
    session = Session(str(file), compiled=False)
    session.tell("go depth 3")
    if error != "KeyboardInterrupt":  # which ends a search with its best move so far
        session.hear(f"^info string {error}")
    assert session.hear("^bestmove") == "bestmove 1"


BROKEN = """
from dataclasses import dataclass
from typing import NamedTuple
from outply import Game

class Pile(NamedTuple):
    left: int
    player: int

@dataclass(frozen=True)
class Broken(Game[Pile]):
    def initial(self): return Pile(7, 0)
    def to_move(self, state): return state.player
    def moves(self, state): return range(1, min(2, state.left) + 1)
    def result(self, state, move): raise ERROR
    def is_terminal(self, state): return state.left == 0
    def utility(self, state, player): return 1.0
"""


# -- compiling -------------------------------------------------------------------------------


def test_isready_is_answered_while_compiling():
    search = Held()
    session = Session(search=search)
    session.settle()
    assert search.begun.wait(WAIT)
    session.settle()
    search.let_go.set()


def test_a_search_waits_until_all_is_compiled():
    search = Held()
    session = Session(search=search)
    session.tell("go depth 1")
    assert search.begun.wait(WAIT)
    session.settle()
    assert not session.bestmoves
    search.let_go.set()
    session.hear("^bestmove")


@pytest.mark.parametrize("form", ["go infinite", "go depth 5", "go movetime 100000"])
def test_stop_is_answered_while_compiling(form):
    search = Held()
    session = Session(search=search)
    session.tell(form)
    assert search.begun.wait(WAIT)
    session.ask("stop", "^info string The rules are still being compiled")
    session.hear("^bestmove")
    search.let_go.set()


@pytest.mark.parametrize(
    "forms", [["go movetime 30"], ["go p1time 100 p2time 100"], ["go ponder movetime 30"]]
)
def test_the_time_is_kept_while_compiling(forms):
    search = Held()
    session = Session(search=search)
    session.tell(*forms)
    assert search.begun.wait(WAIT)
    session.tell("ponderhit")
    session.hear("^bestmove")
    search.let_go.set()


@pytest.mark.parametrize(
    ("form", "depth", "seconds"),
    [("go movetime 400", 4, 0.2), ("go movetime 400 depth 2", 2, 0.2), ("go wtime 1000", 4, 0.2)],
)
def test_a_quick_answer_has_part_of_the_time(form, depth, seconds):
    search = Held()
    session = Session(search=search)
    session.tell(form)
    session.hear("^bestmove")
    assert [limit.depth for limit in search.quick] == [depth]
    assert 0 < search.quick[0].seconds <= seconds
    search.let_go.set()


def test_the_end_says_whether_a_thread_still_compiles():
    search = Held()
    session = Session(search=search)
    assert session.server.close()
    session.settle()
    assert not session.server.close()
    search.let_go.set()


# -- positions -------------------------------------------------------------------------------


def test_moves_from_a_position():
    session = Session("tic-tac-toe")
    session.tell("position fen .../.O./X.. X moves c3 a1")
    expected = session.game.parse(".../.O./X.. X")
    for text in ("c3", "a1"):
        expected = session.game.result(expected, session.game.parse_move(expected, text))
    assert session.state == expected


def test_after_an_illegal_move_the_others_are_left_out():
    session = Session()
    session.ask("position startpos moves 4 9 4", "^info string Move 2: '9' is not a legal move")
    assert session.server._position.texts == ("4",)


@pytest.mark.parametrize("line", ["position fen abc", "position", "position startpos moves 9"])
def test_a_bad_position_is_one_line(line):
    session = Session()
    session.ask(line, "^info string ")
    session.ask("go depth 1", "^bestmove")


def table_of(session):
    return session.server._memory._memory.table


def test_one_memory_for_one_game():
    """The table is the same one for all games, and cleared between them."""
    session = Session()
    generations = []
    for position in (
        *("startpos moves 4", "startpos moves 4 4 3", "startpos", "startpos moves 1 1"),
        *("startpos moves 2", "startpos moves 2 2"),
        "startpos moves 2 3 4",  # after another move than was expected
    ):
        session.tell(f"position {position}")
        session.ask("go depth 1", "^bestmove")
        generations.append(table_of(session).generation)
    same = [one == other for one, other in itertools.pairwise(generations)]
    assert same == [True, True, True, False, True, True]
    table = table_of(session)
    session.tell("uginewgame", "position startpos moves 2 2 2")
    session.ask("go depth 1", "^bestmove")
    assert table_of(session) is table
    assert table.generation != generations[-1]


def test_the_whole_table_is_allocated_before_the_first_search():
    session = Session(search=Engine(megabytes=2))
    session.settle()
    session.server._warm_up.wait(WAIT)
    table = table_of(session)
    assert table.shift == table.final_shift
    session.tell("setoption name Hash value 4")
    session.settle()
    session.server._warm_up.wait(WAIT)
    assert len(table_of(session).slots) == 2 * len(table.slots)


def test_earlier_states_are_told_to_the_search():
    class Noting(Held):
        def answer(self, game, state, request):
            self.history = request.history
            return super().answer(game, state, request)

    search = Noting()
    search.let_go.set()
    session = Session(search=search)
    session.tell("position startpos moves 4 4 3")
    session.ask("go depth 1", "^bestmove")
    assert len(search.history) == 3
    assert search.history[0] == session.game.initial()


# -- queries, options, garbage ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "answers"),
    [
        ("position startpos", ("false", "true", "none")),
        ("position startpos moves 4", ("false", "false", "none")),
        (LOST, ("true", "false", "p1win")),
        ("position startpos moves 7 4 1 4 1 4 2 4", ("true", "true", "p2win")),
    ],
)
def test_queries(position, answers):
    session = Session()
    session.tell(position)
    for question, answer in zip(("gameover", "p1turn", "result"), answers, strict=True):
        assert session.ask(f"query {question}", "^response") == f"response {answer}"


def test_a_draw_is_one():
    session = Session("tic-tac-toe")
    session.tell("position startpos moves a1 b1 c1 b2 a2 c2 b3 a3 c3")
    assert session.ask("query result", "^response") == "response draw"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("setoption name Hash value many", "Hash is 'many'; give 1 to 65536."),
        ("setoption name Hash value 0", "Hash is '0'; give 1 to 65536."),
        ("setoption name MultiPV value", "MultiPV is ''; give 1 to 500."),
        ("setoption name Skill value 3", "There is no option 'Skill'."),
        ("setoption", "Write setoption name NAME value VALUE."),
        ("setoption name Ponder value maybe", "Ponder is 'maybe'; give true or false."),
        ("setoption name Contempt value 100", "The engine's contempt is 1; in connect-four give"),
        ("query", "Ask query gameover, p1turn, result."),
        ("query weather", "Ask query gameover, p1turn, result."),
        ("debug perhaps", "Write debug on, or debug off."),
        ("flip", "There is no command 'flip'."),
        ("\x00\x01 é", "There is no command"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(line, sentence):
    session = Session()
    assert session.ask(line, "^info string").startswith(f"info string {sentence}")
    session.settle()
    assert len(session.heard) == 2


def test_options_change_the_search():
    session = Session()
    session.tell(
        *("setoption name hash value 2", "setoption name Threads value 2"),
        *("setoption name Contempt value -50", "setoption name Clear Hash"),
        *("setoption name Ponder value true", ""),
    )
    search = session.server._settings.search
    assert (search.megabytes, search.threads, search.contempt) == (2, 2, -0.5)
    session.ask("go depth 3", "^bestmove")


@dataclass(frozen=True)
class ManyStarts(type(load("connect-four"))):
    chess960: bool = False


def test_chess960_is_a_parameter_of_the_game():
    session = Session(ManyStarts(), protocol="uci", compiled=False)
    session.ask("uci", "^option name UCI_Chess960 type check default false$")
    session.tell("position startpos moves 4", "setoption name UCI_Chess960 value true")
    assert session.server._settings.game == ManyStarts(chess960=True)
    assert session.state == session.game.initial()
    session.ask("go depth 1", "^bestmove")


def test_debug_tells_where_an_error_was():
    session = Session()
    session.tell("debug on")
    session.ask("flip", "^info string Traceback")
    session.tell("debug off")


WORDS = """
    go depth nodes movetime wtime btime winc binc movestogo infinite ponder searchmoves mate
    stop ponderhit isready ucinewgame uginewgame position startpos fen moves 1 2 3 4 5 6 7 8 0
    -1 30 100000000000000000000 x é setoption name value Hash MultiPV Threads Contempt true
    false debug on off query gameover p1turn result ugi uci register p1time p2time p1inc p2inc
    nan 1e5 0x10 -
"""
VOCABULARY = re.split(r"\s+", WORDS.strip())
STARTS = ["go depth 2", "go", "go infinite", "go movetime 5", "stop", "ponderhit", "isready"]
STARTS += ["go ponder p1time 50 p2time 50", "position startpos moves", "query", "go nodes 100"]
STARTS += ["setoption name MultiPV value", "setoption name", "", "go searchmoves", "ucinewgame"]
TOO_LARGE = {"Hash", "Threads"}  # a table of 30 megabytes for each line takes too long


def test_nothing_upsets_it(monkeypatch):
    """Random lines: no exception anywhere, no hang, and one bestmove for each go."""
    errors: list[object] = []
    monkeypatch.setattr(threading, "excepthook", errors.append)
    rng, session, gos = random.Random(7), Session(), 0
    for _ in range(tiered(2_000, full=10_000)):
        words = rng.choice(STARTS).split() + rng.choices(VOCABULARY, k=rng.randrange(5))
        if TOO_LARGE & set(words):
            continue
        gos += words[:1] == ["go"]
        session.tell(" ".join(words))
    session.tell("stop", "go depth 1")
    for _ in range(gos + 1):
        session.hear("^bestmove")
    session.settle()
    assert len(session.bestmoves) == gos + 1
    assert not errors


# -- parts -----------------------------------------------------------------------------------


def asked(text):
    return parsed_go(text.split())


def test_the_clock_of_the_player_to_move():
    go, strange = asked("wtime 1000 btime 2000 winc 100 binc 200 movestogo 5 b00m")
    assert strange == ["b00m"]
    for player, (remaining, increment) in enumerate([(1.0, 0.1), (2.0, 0.2)]):
        clock = go.limit(player, 0.0).clock
        assert (clock.remaining, clock.increment, clock.moves_to_go) == (remaining, increment, 5)
    assert go.limit(0, 0.25).clock.remaining == 0.75
    assert go.limit(0, 5.0).clock.remaining == 0.0


def test_limits():
    assert asked("depth 5 nodes 7")[0].limit(0, 0.0) == Limit(depth=5, nodes=7)
    assert asked("movetime 500")[0].limit(1, 0.2).seconds == pytest.approx(0.3)
    assert asked("movetime 500")[0].limit(1, 9.0).seconds > 0


def test_time_is_kept_for_handing_a_move_over():
    assert asked("movetime 500")[0].limit(1, 0.2, 0.01).seconds == pytest.approx(0.29)
    assert asked("movetime 50")[0].limit(1, 0.0, 0.01).seconds == pytest.approx(0.045)
    assert asked("wtime 500")[0].limit(0, 0.2, 0.01).clock.remaining == pytest.approx(0.29)
    session = Session()
    session.tell("setoption name Move Overhead value 300")
    assert session.server._settings.overhead == 0.3


class WithMargin(type(load("connect-four"))):
    margin = 0.25


@pytest.mark.parametrize(
    ("value", "distance", "score"),
    [
        *((0.5, None, "cp 200"), (-0.126, None, "cp -50"), (0.0, 7, "cp 0")),
        *((1.0, 1, "mate 1"), (1.0, 2, "mate 1"), (1.0, 3, "mate 2")),
        *((-1.0, 0, "mate 0"), (-1.0, 2, "mate -1"), (-1.0, 4, "mate -2")),
    ],
)
def test_scores(value, distance, score):
    assert score_text(WithMargin(), value, distance) == score


def test_scores_of_games_without_a_margin():
    assert score_text(load("connect-four"), 0.5, None) == "cp 50"


@pytest.mark.parametrize("value", [-1.0, -0.5, 0.0, 0.1, 1.0])
def test_odds_add_up(value):
    win, draw, loss = map(int, win_draw_loss(WithMargin(), Line(1, value, (), None), False).split())
    assert win + draw + loss == 1000
    assert min(win, draw, loss) >= 0
    assert (win > loss) == (value > 0)
    assert win_draw_loss(WithMargin(), Line(1, 1.0, (), 3), False) == "1000 0 0"
    assert win_draw_loss(WithMargin(), Line(1, 0.0, (), None), True) == "0 1000 0"


def test_info_about_the_run():
    game = load("connect-four")
    found = Result(3, 0.25, (3, 3, 2), 7, 1000, 0.5, False, True)
    run = SimpleNamespace(deepest_ply=11, table_use=0.0257)
    assert list(info_lines(game, game.initial(), found, False, run)) == [
        "info depth 7 seldepth 11 multipv 1 score cp 25 nodes 1000 nps 2000 hashfull 26 time 500 "
        "pv 4 4 3"
    ]


def test_a_search_tells_how_full_its_table_is():
    session = Session("gomoku", protocol="uci")
    session.ask("go depth 3", "^bestmove")
    full = [int(line.split(" hashfull ")[1].split()[0]) for line in session.heard if "full" in line]
    assert len(full) >= 3
    assert all(0 <= each <= 1000 for each in full)


def test_a_line_of_info():
    game = load("connect-four")
    found = Result(3, 0.25, (3, 3, 2), 7, 1000, 0.5, False, True)
    assert list(info_lines(game, game.initial(), found, False)) == [
        "info depth 7 multipv 1 score cp 25 nodes 1000 nps 2000 time 500 pv 4 4 3"
    ]
