"""`outply play`, scripted through stdin."""

import json
import re
import signal
import threading

import pytest
from conftest import run_for_refusal

import outply as library
from outply.cli import seats, typed_moves
from outply.cli.typed_moves import Person
from outply.compiler import kernels
from outply.play import game_length
from tests.tiers import slow

DICE = '''
from dataclasses import dataclass
from typing import NamedTuple

from outply import CHANCE, Game


class Roll(NamedTuple):
    turn: int
    total: int


@dataclass(frozen=True)
class Dice(Game[Roll]):
    """Three players each add one or two; a die is thrown at last."""

    players = 3

    def initial(self):
        return Roll(0, 0)

    def to_move(self, state):
        return CHANCE if state.turn == 3 else state.turn % 3

    def moves(self, state):
        yield 1
        yield 2

    def outcomes(self, state):
        for face in range(1, 7):
            yield face, 1 / 6

    def result(self, state, move):
        return Roll(state.turn + 1, state.total + move)

    def is_terminal(self, state):
        return state.turn == 4

    def utility(self, state, player):
        return 1.0 if state.total % 3 == player else -0.5
'''

FAST = ["--depth", "2"]


@pytest.fixture
def dice(tmp_path):
    file = tmp_path / "dice.py"
    file.write_text(DICE)
    return str(file)


def test_without_a_terminal_the_engine_plays_both_sides(outply):
    result = outply("play", "tic-tac-toe")
    assert result.exit_code == 0
    assert result.stderr.startswith("note: stdin is not a terminal")
    assert "A draw." in result.stdout
    assert re.search(r"\nMoves:( [abc][123]){9}\n", result.stdout)


def test_the_engine_plays_both_sides_when_asked(answered):
    document = answered("play", "tic-tac-toe", "--human", "none")
    assert document == {
        "schema": 1,
        "game": "tic-tac-toe",
        "start": ".../.../... X",
        "moves": document["moves"],
        "position": document["position"],
        "over": True,
        "utilities": [0.0, 0.0],
        "winner": None,
        "loser": None,
        "reason": None,
        "players": ["engine", "engine"],
        "search_reason": "the strongest search for two players without chance",
        "clocks": None,
    }
    assert len(document["moves"]) == 9


def test_a_person_plays_to_the_end(outply):
    moves = "a1\nb1\nc1\n"
    result = outply("play", "nim", "--set", "piles=1,1,1", "--human", "both", stdin=moves)
    assert result.exit_code == 0
    assert result.stdout.endswith("Player 1 won.\nMoves: a1 b1 c1\n")


def test_the_winner_is_named_in_json(answered):
    document = answered("play", "connect-four", "--human", "both", "--moves", "414243", stdin="4\n")
    assert document["winner"] == 0
    assert document["utilities"] == [1.0, -1.0]
    assert document["moves"] == list("4142434")
    assert document["players"] == ["human", "human"]


def test_the_second_player_is_a_person(answered):
    document = answered("play", "connect-four", *FAST, "--human", "2", stdin="4\nquit\n")
    assert document["players"] == ["engine", "human"]
    assert document["moves"][1] == "4"
    assert len(document["moves"]) == 3
    assert not document["over"]
    assert document["utilities"] is None


def test_the_board_is_drawn_with_the_last_move_marked(outply):
    shown = outply("play", "connect-four", *FAST, "--human", "both", stdin="4\n4\nquit\n").stdout
    assert "Player 1 (X), your move" in shown
    assert "  . . .(X). . .\n" in shown
    assert "  . . .(O). . .\n  . . . X . . .\n" in shown


def test_bad_input_is_told_and_asked_again(outply):
    script = "9\nzzz\n\n4\nquit\n"
    shown = outply("play", "connect-four", *FAST, "--human", "both", stdin=script).stdout
    assert "'9' is not a legal move here; legal: 1, 2, 3, 4, 5, 6, 7." in shown
    assert "'zzz' is not a legal move here" in shown
    assert shown.endswith("Moves: 4\n")


def test_input_that_is_not_text_is_bad_input(started):
    process = started("play", "nim", "--human", "1", text=False, encoding=None)
    out, err = process.communicate(b"\xff\nquit\n", timeout=600)
    assert b"is not a legal move here" in out
    assert (process.returncode, err) == (0, b"")


def test_a_game_with_no_legal_move_is_refused(my_game, outply):
    file = my_game("min(2, state.left) + 1", "1")
    for human, script in (("none", ""), ("1", "hint\n")):
        result = outply("play", file, "--search", "random", "--human", human, stdin=script)
        assert (result.exit_code, result.stderr) == (
            2,
            "take has no legal move here, but is not over.\n",
        )


def test_a_move_that_is_none_is_refused(my_game, outply):
    file = my_game("yield from range(1, min(2, state.left) + 1)", "yield None")
    store = ("--store", file.replace(".py", ".sqlite"))
    commands = "analyze", "solve", "tree", "compile", "solve --all"
    for command, *options in map(str.split, commands):
        refusal = run_for_refusal(command, file, *options)
        assert refusal.startswith("`moves` of take gives None at (7, 0), but None means that ")
    assert run_for_refusal("arena", "run", file, "random", "random:seed=1", *store) == refusal
    for options in ((), ("--search", "random")):
        played = outply("play", file, *options)
        assert played.exit_code == 2 and played.stderr.strip().endswith(refusal.strip())


@pytest.mark.parametrize("parse", ["int(text)", "{'one': 1}[text]", "7"])
def test_a_careless_parse_move_loses_nothing(parse, my_game, outply):
    method = f"    def parse_move(self, state, text):\n        return {parse}\n\n"
    file = my_game("    def is_terminal", method + "    def is_terminal")
    shown = outply("play", file, "--human", "1", "--interpreted", stdin="much\nquit\n").stdout
    assert "'much' is not a legal move here." in shown


def test_hint(outply):
    shown = outply("play", "nim", "--set", "piles=1,2", "--human", "1", stdin="hint\n").stdout
    assert "Hint: b1  (value +1, win in 3, proved, depth " in shown


@pytest.mark.parametrize(
    ("human", "script", "left"),
    [
        ("1", "4\n3\nundo\n", 2),
        ("1", "4\n3\nundo\nundo\n", 0),
        ("2", "4\nundo\n", 1),
        ("both", "4\n3\n2\nundo\n", 2),
    ],
)
def test_undo_goes_back_to_the_persons_turn(human, script, left, answered):
    document = answered("play", "connect-four", *FAST, "--human", human, stdin=script)
    assert len(document["moves"]) == left


def test_undo_at_the_start(outply):
    shown = outply("play", "nim", "--human", "1", stdin="undo\n").stdout
    assert "There is no move to undo." in shown


def test_undo_takes_back_moves_that_were_given(answered):
    given = ["--human", "both", "--moves", "4 4"]
    assert answered("play", "connect-four", *given, stdin="undo\n")["moves"] == ["4"]


@pytest.mark.parametrize("word", ["moves", "?", "MOVES"])
def test_the_legal_moves_are_listed(word, outply):
    shown = outply("play", "othello", "--human", "1", stdin=f"{word}\n").stdout
    assert "Legal moves: d3 c4 f5 e6\n" in shown
    assert "hint" in shown


def test_a_move_called_like_a_command_is_a_move(my_game, answered):
    method = (
        "    def format_move(self, state, move):\n        return ['', 'undo', 'quit'][move]\n\n"
    )
    file = my_game("    def is_terminal", method + "    def is_terminal")
    document = answered("play", file, "--human", "both", "--interpreted", stdin="undo\nquit\n")
    assert document["moves"] == ["undo", "quit"]


def test_the_end_of_input_is_polite(outply):
    result = outply("play", "nim", "--human", "1", stdin="")
    assert result.exit_code == 0
    assert result.stdout.endswith("The game was left.\nMoves: none\n")


def test_a_position_that_is_over(outply):
    shown = outply("play", "connect-four", "--human", "1", "--position", "4142434").stdout
    assert "Player 1 won." in shown


def test_chance_is_drawn_from_the_seed_and_announced(dice, outply, answered):
    ask = ["play", dice, "--human", "none", "--search", "random", "--seed"]
    assert "Chance: " in outply(*ask, "5").stdout
    plays = [answered(*ask, str(seed)) for seed in (5, 5, 6, 7, 8)]
    assert plays[0] == plays[1]
    assert len({tuple(play["moves"]) for play in plays}) > 1


def test_more_players_each_have_a_seat(dice, answered, refused):
    document = answered("play", dice, "--human", "3", "--search", "random", stdin="2\n")
    assert document["players"] == ["random", "random", "human"]
    assert document["moves"][2] == "2"
    assert len(document["utilities"]) == 3
    sentence = refused("play", dice, "--search", "random", "--human", "4")
    assert "a player from 1 to 3" in sentence


def test_where_nothing_else_fits_games_are_simulated(dice, outply):
    with open(dice, "a") as file:
        file.write(
            "\n    def observation(self, state, player):\n        return player, state.turn\n"
        )
    result = outply("play", dice, "--human", "none", "--seed", "5", "--nodes", "50", "--json")
    assert json.loads(result.stdout)["players"] == ["mcts"] * 3


def test_a_search_that_does_not_fit_is_refused_when_asked_for(dice, refused):
    assert "alphabeta cannot search dice" in refused("play", dice, "--search", "alphabeta")


def test_a_move_is_asked_for_before_the_compiler_is_done(my_game, outply, monkeypatch):
    compiling, asked = threading.Event(), threading.Event()
    waited: list[bool] = []
    compile_kernel, ask = kernels.compile_kernel, Person._typed

    def slow(*given, **named):
        compiling.set()
        waited.append(asked.wait(30))
        return compile_kernel(*given, **named)

    def noted(person, session):
        compiling.wait(30)  # a quick answer would make the main thread compile
        asked.set()
        return ask(person, session)

    monkeypatch.setattr(kernels, "compile_kernel", slow)
    monkeypatch.setattr(Person, "_typed", noted)
    done = outply("play", my_game(), "--human", "1", "--depth", "3", stdin="1\n")
    assert done.exit_code == 0
    assert "Player 2 plays" in done.stdout
    assert "Compiling" not in done.stderr
    assert waited == [True]


def test_ctrl_c_at_the_prompt_leaves(started, terminal):
    process = started("play", "connect-four", stdin=terminal.theirs, stdout=terminal.theirs)
    terminal.hear("your move")
    for _ in range(6):  # Python does not notice a signal just before it starts to read a line
        process.send_signal(signal.SIGINT)
        if terminal.hears("The game was left.", seconds=10):
            break
    assert process.wait(timeout=600) == 0
    assert "Traceback" not in process.stderr.read()


def test_ctrl_c_while_the_engine_thinks_makes_it_play(started, terminal):
    ends = dict.fromkeys(("stdin", "stdout", "stderr"), terminal.theirs)
    process = started("play", "othello", "--seconds", "600", **ends)
    terminal.hear("your move")
    terminal.type("d3\n")
    terminal.hear(r"Player 2 is thinking… depth \d+")
    process.send_signal(signal.SIGINT)
    terminal.hear(r"Player 2 \(○\) plays c\d  \(value ", r"Player 1 \(●\), your move")
    terminal.type("quit\n")
    assert process.wait(timeout=600) == 0


def test_ctrl_c_leaves_a_game_between_engines(started, terminal):
    ask = ["play", "othello", "--human", "none", "--moves", "d3 c3", "--seconds", "600", "--json"]
    process = started(*ask, stderr=terminal.theirs)
    terminal.hear(r"Player 1 is thinking… depth \d+")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=600)
    terminal.hear("The game was left.", "Moves: d3 c3")
    assert process.returncode == 0
    document = json.loads(out)
    assert (document["moves"], document["over"]) == (["d3", "c3"], False)


def test_the_reason_for_the_search_is_shown_first(outply, answered):
    ask = ("play", "nim", "--set", "piles=1,1", "--human", "none", "--interpreted")
    reason = "the strongest search for two players without chance"
    assert outply(*ask).stdout.startswith(f"Search: engine: {reason}\n")
    assert answered(*ask)["search_reason"] == reason
    assert answered(*ask, "--search", "minimax")["search_reason"] is None


# -- repetition ------------------------------------------------------------------------

SHUFFLE = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1"


def test_a_third_occurrence_is_a_draw(outply):
    shown = outply("play", "chess", "--human", "both", "--moves", SHUFFLE, stdin="Ng8\n").stdout
    assert shown.endswith(f"The game is drawn by threefold repetition.\nMoves: {SHUFFLE} Ng8\n")


def test_a_draw_by_repetition_in_json(answered):
    document = answered("play", "chess", "--human", "both", "--moves", SHUFFLE, stdin="Ng8\n")
    assert (document["over"], document["reason"]) == (True, "threefold repetition")
    assert (document["utilities"], document["winner"]) == ([0.0, 0.0], None)


def test_each_side_of_the_engine_has_its_own_memory(outply, monkeypatch):
    from outply.search.random import Random

    seen = []

    def search(self, game, state, limit=None, *, history=(), memory=None, **others):
        seen.append((len(history), memory))
        return real(self, game, state, limit, history=history, memory=memory, **others)

    real = Random.search
    monkeypatch.setattr(Random, "search", search)
    monkeypatch.setattr(Random, "new_memory", lambda self: object())
    outply("play", "tic-tac-toe", "--search", "random", "--human", "none")
    assert [plies for plies, _ in seen] == list(range(len(seen)))
    memories = [memory for _, memory in seen]
    assert len(set(memories)) == 2
    assert set(memories[::2]) == {memories[0]}


# -- clocks ----------------------------------------------------------------------------


@pytest.fixture
def slow_person(monkeypatch):
    """A person who takes a minute for each line."""
    now = [0.0]
    monkeypatch.setattr(typed_moves, "perf_counter", lambda: now[0])
    typed = Person._typed

    def typing(self, session):
        now[0] += 60.0
        return typed(self, session)

    monkeypatch.setattr(Person, "_typed", typing)


def test_the_prompt_shows_the_clock(outply, slow_person):
    moves = "a1\nmoves\nb1\nquit\n"
    shown = outply("play", "tic-tac-toe", "--human", "both", "--clock", "5+3", stdin=moves).stdout
    prompts = re.findall(r"Player (.) \(.\), your move, (\S+) left \(", shown)
    assert prompts == [("1", "5:00"), ("2", "5:00"), ("2", "4:00"), ("1", "4:03")]


def test_running_out_of_time_loses(outply, slow_person):
    options = ("--human", "both", "--clock", "1:30+0")
    shown = outply("play", "tic-tac-toe", *options, stdin="a1\nb1\nc1\n").stdout
    assert shown.endswith("Player 2 won: Player 1 ran out of time.\nMoves: a1 b1\n")


def test_running_out_of_time_in_json(answered, slow_person):
    options = ("--human", "both", "--clock", "1:30")
    document = answered("play", "tic-tac-toe", *options, stdin="a1\nb1\nc1\n")
    assert document["over"]
    assert document["reason"] == "time"
    assert (document["winner"], document["loser"]) == (1, 0)
    assert document["utilities"] is None
    assert document["clocks"] == [0.0, 30.0]
    assert document["moves"] == ["a1", "b1"]


def test_the_engine_has_a_clock(answered):
    options = ("--human", "none", "--clock", "600+1", "--interpreted", "--search", "alphabeta")
    document = answered("play", "tic-tac-toe", *options, "--depth", "2")
    assert document["over"]
    assert all(30_000 < left < 36_005 for left in document["clocks"])


def test_a_clock_that_is_none_is_refused(refused):
    assert refused("play", "nim", "--human", "none", "--clock", "soon") == (
        "'soon' is not a clock; write minutes + seconds for each move, as in 5+3, 90s+1s or "
        "0:30+0.5."
    )


def test_the_end_of_a_game_of_chess_is_told_in_words(outply):
    mate = "f3 e5 g4"
    shown = outply("play", "chess", "--human", "both", "--moves", mate, stdin="Qh4\n").stdout
    assert shown.endswith("Black won by checkmate.\nMoves: f3 e5 g4 Qh4#\n")


def test_the_end_of_a_game_of_chess_in_json(answered):
    document = answered("play", "chess", "--human", "both", "--moves", "f3 e5 g4", stdin="Qh4\n")
    assert (document["reason"], document["winner"]) == ("checkmate", 1)


# -- pondering -------------------------------------------------------------------------


@pytest.fixture
def pondered(monkeypatch):
    """Each pondered search, which is ended before the person types."""
    found = []

    class Ended(seats.Pondering):
        def __init__(self, searcher, state):
            super().__init__(searcher, state)
            self._thread.wait()
            found.append((self, state))

    monkeypatch.setattr(seats, "Pondering", Ended)
    return found


PONDER = ("--human", "2", "--ponder", "--interpreted", "--search", "alphabeta", "--depth", "3")


def test_the_engine_searches_what_it_expects(answered, pondered, monkeypatch):
    searched = []
    search = seats.EngineSeat.search
    monkeypatch.setattr(
        seats.EngineSeat, "search", lambda *given: searched.append(given[1].state) or search(*given)
    )
    document = answered("play", "tic-tac-toe", *PONDER, stdin="a2\nquit\n")
    (first, expected), (_, _) = pondered
    played = library.load("tic-tac-toe")
    state = played.parse(document["start"])
    for text in document["moves"][:2]:
        state = played.result(state, played.parse_move(state, text))
    assert first.result_for(expected) is not None
    assert (state == expected) == (len(searched) == 1)


def test_without_the_option_nothing_is_searched_in_between(answered, pondered):
    options = [option for option in PONDER if option != "--ponder"]
    answered("play", "tic-tac-toe", *options, stdin="a2\nquit\n")
    assert pondered == []


WITHOUT_AN_END = ("state.left - move", "(state.left - move) % 3 + 2")


@slow
def test_a_game_without_an_end_is_stopped(my_game, outply, answered, monkeypatch):
    monkeypatch.setattr(game_length.GameLength.__init__, "__defaults__", (8,))
    endless = my_game(*WITHOUT_AN_END)
    done = outply("play", endless, *FAST, "--interpreted")
    assert done.exit_code == 1
    assert done.stderr.splitlines()[-1] == (
        f"The game was stopped after 8 plies, without an end; run `outply check {endless}` to see "
        "whether its rules come to an end."
    )
    found = answered("play", endless, *FAST, "--interpreted", code=1)
    assert (len(found["moves"]), found["over"]) == (8, False)


def test_a_person_may_play_as_long_as_they_like(my_game, outply, monkeypatch):
    monkeypatch.setattr(game_length.GameLength.__init__, "__defaults__", (2,))
    endless, stdin = my_game(*WITHOUT_AN_END), "1\n" * 5
    done = outply("play", endless, "--human", "1", *FAST, "--interpreted", stdin=stdin)
    assert done.exit_code == 0
    assert "Moves: 1 1 1 1 1 1 1 1 1 1" in done.stdout
