"""What the engine does beyond a search to a depth."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import outply
from outply import Engine, Limit, Minimax, OutplyError
from outply.compiler.errors import FasterCodeReady
from outply.search import Result
from outply.search.base import Request
from outply.search.engine import runner as engine_runner
from outply.search.engine.move_stack import MOST_MOVES
from outply.search.engine.runner import EngineRunner
from outply.search.runner import run_kernel
from outply.solve import save, tabulate
from tests.clock import computing_at_most, with_enough_seconds
from tests.search.little_games import (
    DRAW,
    PLAY_ON,
    DrawOrPlayOn,
    Hands,
    LargeUtilities,
    ManyMoves,
    Walkers,
)
from tests.tiers import only_full, sampled, slow

SPEEDS = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])
PONS = Path(__file__).parents[1] / "data" / "connect_four"


def connect_four(columns_played: str) -> tuple[Any, Any]:
    game = outply.load("connect-four")
    return game, game.parse(columns_played)


# -- proofs ---------------------------------------------------------------------------


def test_a_proof_has_value_distance_and_a_line_to_the_end() -> None:
    game, state = connect_four("44445332256")
    result = Engine().search(game, state)
    assert (result.value, result.proved, result.distance) == (-1.0, True, 30)
    assert len(result.line) == 30
    for move in result.line:
        assert move in list(game.moves(state))
        state = game.result(state, move)
    assert game.is_terminal(state)


@SPEEDS
def test_the_quicker_win_and_the_slower_loss(compiled: bool) -> None:
    game, state = connect_four("4455")  # 3 and 6 both make an open three
    win = Engine().search(game, state, compiled=compiled)
    assert (win.value, win.distance) == (1.0, 3)
    lost = game.result(state, win.move)
    loss = Engine().search(game, lost, compiled=compiled)
    assert (loss.value, loss.distance) == (-1.0, 2)


@only_full
def test_distances_are_those_of_every_state_tabulated() -> None:
    game = outply.load("connect-four", columns=4, rows=4)
    table = tabulate(game)
    rng = random.Random(7)
    for _ in range(300):
        state = game.initial()
        for _ in range(rng.randrange(12)):
            after = game.result(state, rng.choice(list(game.moves(state))))
            if game.is_terminal(after):
                break
            state = after
        solution = Engine().solve(game, state)
        known = table.of(state)
        assert known is not None
        assert (solution.result.value, solution.result.distance) == (known.value, known.distance)
        assert solution.best_moves == best_by_table(game, table, state)


def best_by_table(game: Any, table: Any, state: Any) -> tuple[int, ...]:
    """The moves after which the other side has the worst that the table knows."""
    worth = {}
    for move in game.moves(state):
        value, distance = table.of(game.result(state, move))
        worth[move] = (-value, distance if value > 0 else -(distance or 0) if value < 0 else 0)
    return tuple(sorted(m for m, w in worth.items() if w == max(worth.values())))


@SPEEDS
def test_solving_tells_all_best_moves(compiled: bool) -> None:
    game = outply.load("tic-tac-toe")
    solution = Engine().solve(game, game.parse("X../.../... O"), compiled=compiled)
    assert solution.result.value == 0.0
    assert solution.result.proved
    assert solution.best_moves == (4,)


def test_a_limit_too_small_for_a_proof_gives_an_answer_that_is_none() -> None:
    game, state = connect_four("")
    solution = Engine().solve(game, state, Limit(nodes=2000))
    assert not solution.result.proved
    assert solution.result.move in list(game.moves(state))


def test_a_game_that_is_over_needs_no_solving() -> None:
    game, state = connect_four("1212121")
    solution = Engine().solve(game, state)
    assert solution.best_moves == ()
    assert (solution.result.value, solution.result.distance) == (-1.0, 0)


# -- limits ---------------------------------------------------------------------------


def test_one_thread_always_answers_the_same() -> None:
    game, state = connect_four("4432")
    one, other = (Engine().search(game, state, Limit(nodes=200_000)) for _ in range(2))
    assert (one.move, one.value, one.line, one.nodes) == (
        other.move,
        other.value,
        other.line,
        other.nodes,
    )


def test_nodes_are_a_limit() -> None:
    game, state = connect_four("44")
    result = Engine().search(game, state, Limit(nodes=10_000))
    assert 0 < result.nodes <= 10_000
    assert result.depth > 5


@SPEEDS
def test_no_budget_at_all_still_gives_a_legal_move(compiled: bool) -> None:
    game, state = connect_four("44")
    for limit in (Limit(nodes=0), Limit(depth=0), Limit(seconds=0)):
        result = Engine().search(game, state, limit, compiled=compiled)
        assert (result.depth, result.proved) == (0, False)
        assert result.move in list(game.moves(state))


def test_the_only_move_is_made_at_once() -> None:
    game = outply.load("connect-four", columns=1, rows=8)
    Engine().search(game, game.initial(), Limit(depth=1))  # and compiled
    with computing_at_most(10):
        result = Engine().search(game, game.parse("11"), Limit(seconds=30))
    assert result.move == 0


def test_progress_is_told_after_each_depth() -> None:
    game, state = connect_four("44")
    told: list[Result] = []
    last = Engine().search(game, state, Limit(depth=6), progress=told.append)
    assert [result.depth for result in told] == [1, 2, 3, 4, 5, 6]
    assert told[-1] == last


def test_stopped_by_the_clock_it_has_its_last_finished_answer() -> None:
    game, state = connect_four("44")
    told: list[Result] = []

    def search_for(seconds: float) -> Result:
        with computing_at_most(10 * seconds):
            return Engine().search(game, state, Limit(seconds=seconds), progress=told.append)

    last = with_enough_seconds(search_for, lambda _: bool(told), 0.3)
    assert (last.move, last.depth) == (told[-1].move, told[-1].depth)
    assert last.nodes >= told[-1].nodes


def test_searches_in_several_threads_do_not_disturb_each_other() -> None:
    game, state = connect_four("4432")
    alone = Engine().search(game, state, Limit(depth=12))
    found: list[Result] = []

    def think() -> None:
        found.append(Engine().search(game, state, Limit(depth=12)))

    threads = [threading.Thread(target=think) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {(r.move, r.value, r.nodes) for r in found} == {(alone.move, alone.value, alone.nodes)}


# -- several lines, several threads ---------------------------------------------------


@SPEEDS
def test_several_lines_are_each_move_s_own_value(compiled: bool) -> None:
    game, state = connect_four("443526")
    result = Engine(lines=7).search(game, state, Limit(depth=5), compiled=compiled)
    assert result.lines[0].move == result.move
    assert [line.value for line in result.lines] == sorted(
        (line.value for line in result.lines), reverse=True
    )
    for line in result.lines:
        assert line.line[0] == line.move
        after = game.result(state, line.move)
        truth = Minimax().search(game, after, Limit(depth=4))
        assert line.value == -truth.value + 0.0


def test_more_lines_than_moves() -> None:
    game = outply.load("tic-tac-toe")
    state = game.parse("XOX/OXO/... X")
    result = Engine(lines=9).search(game, state, Limit(depth=3))
    assert sorted(line.move for line in result.lines) == [6, 7, 8]


@pytest.mark.parametrize("name", ["connect-four", "othello", "tic-tac-toe"])
def test_several_threads_find_the_same_value(name: str) -> None:
    game = outply.load(name)
    state = game.initial()
    one = Engine().search(game, state, Limit(depth=11))
    two = Engine(threads=3).search(game, state, Limit(depth=11))
    assert two.value == one.value


def test_several_threads_prove_the_same() -> None:
    game, state = connect_four("44445332256")
    result = Engine(threads=2).search(game, state)
    assert (result.value, result.distance) == (-1.0, 30)


# -- wishes ---------------------------------------------------------------------------


@SPEEDS
def test_contempt_plays_on_rather_than_draw(compiled: bool) -> None:
    game = DrawOrPlayOn()
    for contempt, move in ((0.0, DRAW), (0.25, PLAY_ON), (-0.25, DRAW)):
        engine = Engine(contempt=contempt)
        assert engine.search(game, game.initial(), Limit(depth=1), compiled=compiled).move == move


def test_a_proved_draw_is_worth_0_with_contempt_too() -> None:
    game = outply.load("tic-tac-toe")
    result = Engine(contempt=0.25).search(game, game.initial(), Limit(depth=9))
    assert (result.value, result.proved) == (0.0, True)


@only_full
@sampled(3)
@slow
@SPEEDS
@pytest.mark.parametrize("wish", ["quiescence", "extensions", "reductions", "null_move"])
def test_each_wish_changes_the_search_and_not_the_truth(wish: str, compiled: bool) -> None:
    game = Walkers()
    off = {"quiescence": False, "extensions": False, "reductions": False, "null_move": False}
    without = Engine(**off).search(game, game.initial(), Limit(depth=7), compiled=compiled)
    with_it = Engine(**{**off, wish: True}).search(
        game, game.initial(), Limit(depth=7), compiled=compiled
    )
    assert with_it.nodes != without.nodes
    small = Walkers(length=5)
    truth = Minimax().search(small, small.initial(), compiled=compiled)
    proof = Engine(**{**off, wish: True}).search(small, small.initial(), compiled=compiled)
    assert proof.value == truth.value


@only_full
@slow
@SPEEDS
def test_all_wishes_together_agree_at_both_speeds(compiled: bool) -> None:
    game = Walkers()
    result = Engine().search(game, game.initial(), Limit(depth=9), compiled=compiled)
    other = Engine().search(game, game.initial(), Limit(depth=9), compiled=not compiled)
    assert (result.nodes, result.value, result.line) == (other.nodes, other.value, other.line)


def test_the_file_of_a_solved_game_answers_without_searching(tmp_path: Path) -> None:
    game = outply.load("tic-tac-toe")
    save(tabulate(game), tmp_path / "ttt.table")
    engine = Engine(endings=str(tmp_path / "ttt.table"), lines=9)
    for text in (".../.../... X", "XX./OO./... X", "XX./O../... O"):
        state = game.parse(text)
        found, truth = engine.search(game, state), Engine().search(game, state)
        assert found.nodes == 0
        assert (found.value, found.distance) == (truth.value, truth.distance)
        assert found.proved
        assert len(found.lines) == len(list(game.moves(state)))


def test_the_file_of_another_game_is_refused(tmp_path: Path) -> None:
    game = outply.load("tic-tac-toe")
    save(tabulate(game), tmp_path / "ttt.table")
    with pytest.raises(OutplyError, match="is a table of tic-tac-toe, not of connect-four"):
        Engine(endings=str(tmp_path / "ttt.table")).search(*connect_four("4"))


@pytest.mark.parametrize("name", ["megabytes", "threads", "lines"])
def test_nothing_less_than_one(name: str) -> None:
    for given in (0, 1.5, True):
        with pytest.raises(
            OutplyError, match=f"The engine's {name} is {given}; give a whole number"
        ):
            Engine(**{name: given})


def test_contempt_is_less_than_a_win() -> None:
    game = outply.load("tic-tac-toe")
    with pytest.raises(OutplyError, match="contempt is 2; in tic-tac-toe give a number between"):
        Engine(contempt=2).search(game, game.initial(), Limit(depth=1))


def test_a_table_larger_than_the_machine() -> None:
    game = outply.load("tic-tac-toe")
    full = mock.patch("outply.search.engine.memory.Table", side_effect=MemoryError)
    with full, pytest.raises(OutplyError, match="no 60,000 megabytes for the engine's table"):
        Engine(megabytes=60_000).search(game, game.initial(), Limit(depth=1))


def test_a_forced_move_is_solved_to_the_end() -> None:
    game = outply.load("othello")
    squares = "XXXOOOOOXXXOOXX-XXXOX-XXXOOOXXX-XOXOXX--XOXXXXX-XOXX---X-OO-X---"
    state = game.parse(f"{squares} X")
    assert len(list(game.moves(state))) == 1
    solution = Engine().solve(game, state, Limit(seconds=60))
    assert solution.result.proved
    assert solution.result.value == -14


def test_contempt_is_finite() -> None:
    with pytest.raises(OutplyError, match="contempt is nan; give a finite number"):
        Engine(contempt=float("nan"))


def test_moves_may_be_words() -> None:
    class Words(DrawOrPlayOn):
        def moves(self, state: Any) -> Any:
            yield "draw"

    found = Engine().search(Words(), Words().initial(), compiled=False)
    assert found.line == ("draw",) * 4


def test_whole_numbers_have_61_bits() -> None:
    class Wide(DrawOrPlayOn):
        def moves(self, state: Any) -> Any:
            yield 1 << 61

    with pytest.raises(OutplyError, match="a move is to be a whole number of 61 bits, and 23058"):
        Engine().search(Wide(), Wide().initial(), compiled=False)


# -- what is easily taken for something else ------------------------------------------


@SPEEDS
def test_large_utilities_are_no_wins(compiled: bool) -> None:
    game = LargeUtilities()
    for depth in (1, 2, 3, 4):
        found = Engine().search(game, game.initial(), Limit(depth=depth), compiled=compiled)
        truth = Minimax().search(game, game.initial(), Limit(depth=depth), compiled=compiled)
        assert (found.value, found.proved) == (truth.value, truth.proved)
        assert found.distance is None


def test_states_whose_numbers_read_alike_are_not_the_same() -> None:
    game = Hands()
    state = game.initial()
    truth = Minimax().search(game, state, compiled=False)
    assert Engine().search(game, state, compiled=False).value == truth.value
    keys = {game.key(((1, 2), (3,), 0)), game.key(((1,), (2, 3), 0)), game.key(((), (1, 2, 3), 0))}
    assert len(keys) == 3
    assert game.key(-1) != game.key(-2)  # Python's hash is the same
    assert game.key(0) != game.key(2**61 - 1)


def test_forked_processes_do_not_share_a_table() -> None:
    game, state = connect_four("4432")
    alone = Engine().search(game, state, Limit(depth=10))
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
        others = [pool.submit(nodes_of, position) for position in ("4432", "4433") * 10]
        counts = [other.result(timeout=600) for other in others]
    assert set(counts[::2]) == {alone.nodes}


def nodes_of(columns_played: str) -> int:
    game, state = connect_four(columns_played)
    return Engine().search(game, state, Limit(depth=10)).nodes


def test_another_thread_can_stop_it() -> None:
    game, state = connect_four("")
    stopping: list[threading.Thread] = []

    def stop(found: Result) -> None:
        if not stopping:
            stopping.append(threading.Thread(target=thinking.stop))
            stopping[0].start()

    thinking = Engine(threads=2).run(game, state, Request(Limit(seconds=600), progress=stop))
    with computing_at_most(30):
        result = thinking.result()
    assert result.depth > 0


def test_a_limit_of_nodes_holds_for_all_threads_together() -> None:
    game, state = connect_four("44")
    result = Engine(threads=2).search(game, state, Limit(nodes=300_000))
    assert result.nodes <= 300_000


def test_a_very_long_limit_is_a_limit_too() -> None:
    game, state = connect_four("44")
    assert Engine().search(game, state, Limit(seconds=1e12, depth=4)).depth == 4
    with computing_at_most(20):
        Engine().search(game, state, Limit(seconds=0.05))


def test_the_file_of_a_solved_game_solves(tmp_path: Path) -> None:
    game = outply.load("tic-tac-toe")
    save(tabulate(game), tmp_path / "ttt.table")
    engine = Engine(endings=str(tmp_path / "ttt.table"))
    for text in (".../.../... X", "X../.../... O", "XX./O../... O"):
        state = game.parse(text)
        found, truth = engine.solve(game, state), Engine().solve(game, state)
        assert (found.best_moves, found.complete) == (truth.best_moves, True)
        assert found.nodes == 0


@slow
@SPEEDS
def test_more_moves_than_there_is_room_for(compiled: bool) -> None:
    game = ManyMoves(width=MOST_MOVES + 1)
    with pytest.raises(OutplyError, match="more than 262,144 moves in all; use another search"):
        Engine().search(game, game.initial(), Limit(depth=1), compiled=compiled)


@slow
def test_ten_thousand_moves_are_searched() -> None:
    game = ManyMoves(width=10_000)
    result = Engine().search(game, game.initial(), Limit(nodes=30_000), compiled=False)
    assert result.move == 0


@SPEEDS
@pytest.mark.parametrize(
    "limit", [Limit(seconds=0), Limit(nodes=0), Limit(depth=0), Limit(nodes=5), Limit()], ids=repr
)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_game_that_is_over_has_its_utility_whatever_the_limit(limit, threads, compiled):
    game = outply.load("connect-four")
    state = game.parse("1212121")
    engine = Engine(threads=threads if compiled else 1)
    for found in (
        engine.search(game, state, limit, compiled=compiled),
        engine.solve(game, state, limit, compiled=compiled).result,
    ):
        assert (found.move, found.value, found.line) == (None, -1, ())
        assert (found.proved, found.distance, found.depth) == (True, 0, 0)


def test_threads_that_were_stopped_leave_no_marks_for_the_next_iteration(monkeypatch) -> None:
    game, state = connect_four("44")
    marked: list[bool] = []
    searched, start = EngineRunner.search, EngineRunner._start

    def searched_after_a_stop(self: EngineRunner, *given: Any) -> float:
        self.memory.table.busy[0] = 1
        return searched(self, *given)

    def noting_start(self: EngineRunner, *given: Any) -> None:
        marked.append(any(self.memory.table.busy))
        start(self, *given)

    monkeypatch.setattr(EngineRunner, "search", searched_after_a_stop)
    monkeypatch.setattr(EngineRunner, "_start", noting_start)
    Engine(threads=2).search(game, state, Limit(nodes=200_000))
    assert marked and not any(marked)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_proof_counts_the_nodes_of_all_threads(threads):
    game, state = connect_four("4445533226")
    alone = Engine().search(game, state)
    together = Engine(threads=threads).search(game, state)
    assert together.proved and together.nodes >= alone.nodes // 2  # helpers find some for it


def test_the_nodes_before_faster_code_was_ready_count(monkeypatch):
    game, state = connect_four("4445533226")
    alone = Engine().search(game, state)
    calls: list[int] = []

    def interrupted_once(*given: Any) -> float:
        found = run_kernel(*given)
        calls.append(1)
        if len(calls) == 1:
            raise FasterCodeReady
        return found

    monkeypatch.setattr(engine_runner, "run_kernel", interrupted_once)
    assert Engine().search(game, state).nodes > alone.nodes
    assert len(calls) == 2


def test_attempts_at_a_proof_get_a_sixteenth_of_the_nodes_while_none_is_near() -> None:
    game, state = connect_four("")
    thinking = Engine().run(game, state, Request(Limit(nodes=300_000)))
    result = thinking.result()
    assert not result.proved
    assert 0 < thinking._proof_nodes <= result.nodes / 12


def test_a_search_does_not_depend_on_the_one_before_it() -> None:
    """How near the last attempt came to a proof decides how many nodes the next one gets."""
    game, opening = connect_four("")

    def nodes_by_depth() -> list[tuple[int, int]]:
        found: list[Result] = []
        Engine().search(game, opening, Limit(nodes=60_000), progress=found.append)
        return [(result.depth, result.nodes) for result in found]

    alone = nodes_by_depth()
    Engine().search(game, game.parse("3433616743"))  # which leaves a proof behind
    assert nodes_by_depth() == alone
