"""The selective search: what it leaves out, what it must not miss, and what it remembers."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

import outply
from outply import Engine, Limit
from outply.game import lost_in, won_in
from outply.search.base import Clock, Request
from outply.search.engine.killers_and_history import MOST_SCORE, QuietHistory, bonus_of
from outply.search.engine.path import RootPath
from outply.search.transposition_table import EXACT, Entry, Table
from tests.tiers import only_full, sampled, tiered

GAME = outply.load("chess")
TECHNIQUES = (
    *("quiescence", "extensions", "reductions", "null_move", "reverse_futility", "futility"),
    *("late_move_pruning", "exchange_pruning", "internal_reduction", "singular", "probcut"),
    "cut_reduction",
)
MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
TACTICS = "r2q1rk1/pp1bbppp/2n1pn2/8/2BP4/P1N2N2/1P3PPP/R1BQR1K1 b - - 0 11"


def played(game: Any, plies: int, seed: int) -> Any:
    rng, state = random.Random(seed), game.initial()
    for _ in range(plies):
        if game.is_terminal(state):
            break
        state = game.result(state, rng.choice(list(game.moves(state))))
    return state


def text(state: Any, move: int) -> str:
    return GAME.format_uci(state, move)


# -- one source, two modes --------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_interpreted_and_compiled_visit_the_same_nodes(seed: int) -> None:
    state = played(GAME, 6 * seed, seed)
    one, other = (
        Engine(megabytes=1).search(GAME, state, Limit(depth=3), compiled=compiled)
        for compiled in (True, False)
    )
    assert (one.move, one.value, one.line, one.nodes) == (
        *(other.move, other.value, other.line, other.nodes),
    )


@only_full
@sampled(4)
@pytest.mark.parametrize("technique", TECHNIQUES)
def test_each_technique_can_be_switched_off(technique: str) -> None:
    searched = {
        value: sum(
            Engine(**{technique: value}).search(GAME, GAME.parse(fen), Limit(depth=depth)).nodes
            for fen, depth in ((MIDDLEGAME, 9), (TACTICS, 9))
        )
        for value in (True, False)
    }
    assert searched[True] != searched[False]


def test_the_exact_search_is_minimax() -> None:
    for seed in range(6):
        state = played(GAME, 10 * seed, seed)
        if GAME.is_terminal(state):
            continue
        exact = Engine(exact=True).search(GAME, state, Limit(depth=3))
        plain = outply.AlphaBeta().search(GAME, state, Limit(depth=3))
        assert exact.value == plain.value or exact.distance is not None


# -- wins and losses ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "plies"),
    [
        ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", 1),
        ("3rrk2/2p2pR1/p4n2/1p1PpP2/2p2q1P/3P1BQ1/PPP5/6RK w - - 1 1", 3),
        ("8/8/8/8/8/6P1/6k1/4KR1R w K - 0 1", 5),
        ("k7/8/1K6/8/8/8/8/7R b - - 0 1", 2),
    ],
)
def test_mates_have_their_distance(fen: str, plies: int) -> None:
    result = Engine().search(GAME, GAME.parse(fen), Limit(depth=14))
    assert (result.distance, result.proved) == (plies, True)
    assert len(result.line) >= 1


@only_full
def test_a_win_that_is_reported_is_one() -> None:
    """Each loss and win on the way is one for the exact search, too."""
    rng, found = random.Random(5), 0
    for seed in range(tiered(60, full=300)):
        state = played(GAME, rng.randrange(20, 160), seed)
        if GAME.is_terminal(state):
            continue
        result = Engine(megabytes=1).search(GAME, state, Limit(nodes=3000))
        if result.distance is None or result.distance > 5:
            continue
        found += 1
        exact = Engine(exact=True).search(GAME, state, Limit(depth=result.distance))
        assert exact.value == result.value
        assert exact.distance is not None
        assert exact.distance <= result.distance
    assert found >= tiered(1, full=3)


# -- repetition ---------------------------------------------------------------------------


def after(state: Any, moves: str) -> list[Any]:
    """All states of a play, the last one last."""
    states = [state]
    for move in moves.split():
        states.append(GAME.result(states[-1], GAME.parse_move(states[-1], move)))
    return states


def test_a_position_that_comes_back_is_a_draw() -> None:
    """White is a rook down and has a perpetual check."""
    state = GAME.parse("6k1/6p1/8/8/8/1q6/r5PP/4Q2K w - - 0 1")
    result = Engine().search(GAME, state, Limit(depth=12))
    assert result.value == 0.0
    assert not result.proved
    assert result.distance is None


def test_the_game_before_counts() -> None:
    """A move that brings a position about for the third time draws."""
    start = GAME.parse("7k/8/8/8/8/8/r5PP/R6K w - - 10 40")
    *history, state = after(start, "Rb1 Rc2 Ra1 Ra2 Rb1 Rc2 Ra1")
    again = [GAME.parse_move(state, "Ra2")]
    limit = Limit(depth=3)
    with_history = Engine().search(GAME, state, limit, history=history, root_moves=again)
    assert with_history.value == 0.0
    assert Engine().search(GAME, state, limit, root_moves=again).value != 0.0


def test_repetitions_in_the_path_and_in_the_game() -> None:
    path = RootPath()
    path.reset(0.0, 10, [7, 8, 7, 9])  # from the beginning of the game on
    for remaining, key in ((10, 1), (9, 2), (8, 3), (7, 2)):
        path.enter(remaining, key)
    assert path.is_repetition(7, 100)
    assert not path.is_repetition(7, 1)  # not so far back
    path.enter(6, 7)
    assert path.is_repetition(6, 100)  # twice in the game
    path.enter(6, 8)
    assert not path.is_repetition(6, 100)  # once in the game


# -- memory and clock -----------------------------------------------------------------------


def test_a_kept_memory_saves_nodes() -> None:
    state = GAME.parse(MIDDLEGAME)
    engine = Engine(megabytes=4)
    memory = engine.new_memory()
    first = engine.search(GAME, state, Limit(depth=9), memory=memory)
    again = engine.search(GAME, state, Limit(depth=9), memory=memory)
    assert again.nodes < first.nodes
    assert engine.search(GAME, state, Limit(depth=9)).nodes == first.nodes


def test_old_entries_give_way() -> None:
    table = Table(0.001)
    table.clear()
    table.store(5, Entry(EXACT, 1.0, 3, 2, False), 1000)
    table.age_by_one()
    assert table.find(5).move == 3
    assert table.worth(table.slots[table.bucket(5)].facts) < (1000).bit_length()


def test_history_moves_towards_its_limit() -> None:
    history, path = QuietHistory(), RootPath()
    path.reset(0.0, 8)
    path.leave_all()
    for _ in range(1000):
        history.credit(77, 0, 5, bonus_of(9), path)
    assert MOST_SCORE * 0.9 < history.score(77, 0, 5, path) <= MOST_SCORE
    history.credit(77, 0, 5, -bonus_of(9), path)
    assert history.score(77, 0, 5, path) < MOST_SCORE


def test_a_clock_gives_a_share_of_its_time() -> None:
    for clock in (Clock(60), Clock(1, 0.1), Clock(10, 0, 1), Clock(0.05), Clock(0)):
        assert 0 < clock.soft <= clock.hard
        assert clock.hard <= max(clock.remaining, 0.001) + clock.increment
    assert Clock(60).soft < 4 < Clock(60, 0, 2).soft


@pytest.mark.parametrize("bad", [{"remaining": -1}, {"remaining": 1, "increment": float("nan")}])
def test_a_clock_refuses_nonsense(bad: dict[str, float]) -> None:
    with pytest.raises(outply.OutplyError, match="give seconds, 0 or more"):
        Clock(**bad)


def test_a_clock_needs_a_move_to_go() -> None:
    with pytest.raises(outply.OutplyError, match="moves_to_go is 0; give a whole number"):
        Clock(1, 0, 0)


def test_every_search_takes_a_clock() -> None:
    game = outply.load("tic-tac-toe")
    for search in ("engine", "alphabeta", "mcts", "random"):
        result = outply.named(search).search(game, game.initial(), Limit(clock=Clock(1, 0.1)))
        assert result.move in list(game.moves(game.initial()))


# -- one engine, several kinds of questions ---------------------------------------------------


def test_the_limit_chooses_the_search_each_time() -> None:
    state = GAME.parse(MIDDLEGAME)
    engine = Engine(megabytes=2)
    selective = engine.search(GAME, state, Limit(depth=4)).nodes
    assert engine.solve(GAME, state, Limit(nodes=1000)).nodes <= 1000  # with the exact search
    assert engine.search(GAME, state, Limit(depth=4)).nodes == selective
    assert Engine(megabytes=2, exact=True).search(GAME, state, Limit(depth=4)).nodes != selective


def test_a_draw_by_the_clock_is_no_truth_about_other_clocks() -> None:
    state = GAME.parse("8/8/8/K7/8/6Q1/8/1k6 w - - 93 80")
    result = Engine(exact=True).search(GAME, state, Limit(depth=9))
    assert not (result.proved and result.value == 0.0)


def test_an_interrupted_helper_forgets_what_it_left_out() -> None:
    path = RootPath()
    path.reset(0.0, 8)
    path.verifying, path.nodes[3].excluded = 1, 77
    path.leave_all()
    assert path.verifying == 0
    assert path.nodes[3].excluded == path.nodes[5].excluded


def test_several_lines_are_sorted() -> None:
    for depth in range(2, 8):
        result = Engine(lines=5).search(GAME, GAME.parse(MIDDLEGAME), Limit(depth=depth))
        values = [line.value for line in result.lines]
        assert values == sorted(values, reverse=True)
        assert result.move == result.lines[0].move


def test_contempt_is_not_kept_for_the_other_player() -> None:
    state = GAME.parse("8/8/4k3/8/2p5/8/1P1K4/8 w - - 0 1")
    engine = Engine(megabytes=2, contempt=0.05)
    memory = engine.new_memory()
    first = engine.search(GAME, state, Limit(depth=8), memory=memory)
    after_it = GAME.result(state, first.move)
    kept = engine.search(GAME, after_it, Limit(depth=8), memory=memory)
    assert kept.value == engine.search(GAME, after_it, Limit(depth=8)).value


def test_a_forced_move_is_searched_on_if_time_is_endless() -> None:
    state = GAME.parse("7k/8/8/8/8/8/5r2/7K w - - 0 1")
    moves = list(GAME.moves(state))[:1]
    limit = Limit(seconds=float("inf"), depth=4)
    assert Engine().search(GAME, state, limit, root_moves=moves).depth == 4


@pytest.mark.parametrize("moves", ["3", 1.5, 0])
def test_moves_to_go_is_a_whole_number(moves: Any) -> None:
    with pytest.raises(outply.OutplyError, match="give a whole number, 1 or more"):
        Clock(5, 0, moves)


def test_the_clock_of_a_limit_is_a_clock() -> None:
    with pytest.raises(outply.OutplyError, match=r"The limit's clock is 5; give Clock\(seconds\)"):
        Limit(clock=5)  # type: ignore[arg-type]


# -- searches that are stopped in the middle of an iteration -----------------------------------

QUEEN_MATES = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


def test_a_first_iteration_that_is_stopped_gives_its_best_move_so_far() -> None:
    state = GAME.parse(QUEEN_MATES)
    found = [
        Engine(megabytes=1).search(GAME, state, Limit(nodes=nodes), compiled=False)
        for nodes in range(0, 40, 5)
    ]
    assert {result.depth for result in found} == {0}
    moves = [GAME.format_move(state, result.move) for result in found]
    assert "Qxf7#" in moves
    assert set(moves[moves.index("Qxf7#") :]) == {"Qxf7#"}
    for result, move in zip(found, moves, strict=True):
        is_mate = move == "Qxf7#"
        assert (result.proved, result.distance) == ((True, 1) if is_mate else (False, None))


def test_without_time_a_move_that_loses_a_piece_is_not_played() -> None:
    """The queen can take a pawn that is protected; taking the knight is listed later."""
    state = GAME.parse("6k1/5pp1/4p3/n2p4/3Q4/8/1P6/6K1 w - - 0 1")
    result = Engine(megabytes=1).search(GAME, state, Limit(nodes=0), compiled=False)
    assert GAME.exchange(state, GAME.parse_move(state, "Qxd5")) < 0
    assert GAME.exchange(state, result.move) >= 0


def test_a_memory_of_before_has_no_move_for_a_search_without_time() -> None:
    engine, states = Engine(megabytes=1), after(GAME.initial(), "e4")
    memory = engine.new_memory()
    engine.search(GAME, states[0], Limit(nodes=300), compiled=False, memory=memory)
    result = engine.search(GAME, states[1], Limit(nodes=0), compiled=False, memory=memory)
    assert result.move in list(GAME.moves(states[1]))


@pytest.mark.parametrize(
    ("value", "distance"), [(won_in(3), 3), (lost_in(4), None), (0.25, None), (-0.25, None)]
)
def test_an_unfinished_iteration_proves_wins_only(value: float, distance: int | None) -> None:
    """Of a loss, the moves that it did not come to may be better."""
    state = GAME.initial()
    request = Request(Limit(depth=2), compiled=False)
    run = Engine(megabytes=1).run(GAME, state, request)
    best = run.result()
    other = next(move for move in GAME.moves(state) if move != best.move)
    run.runner.memory.moves.put(0, other)
    run.runner.memory.root.note_best(value)
    run.runner.watch = SimpleNamespace(line=lambda remaining: (other,))
    found = run.as_of_now(best)
    assert (found.move, found.depth) == (other, best.depth)
    assert (found.proved, found.distance) == (distance is not None, distance)
    assert found.lines[0].distance == distance


@pytest.mark.parametrize("depth", [1, 4])
def test_a_run_tells_how_deep_it_looked(depth: int) -> None:
    runs: list[Any] = []
    state = GAME.parse(TACTICS)
    limit = Limit(depth=depth)
    Engine(megabytes=1).search(GAME, state, limit, compiled=False, started=runs.append)
    assert depth <= runs[0].deepest_ply <= depth + 32
