"""The record of a game: points, journal and export."""

from __future__ import annotations

import io
import time

import pytest

from outply import Clock, Limit, load
from outply.play.arena import Ending, GameRecord
from outply.play.arena.export import as_pgn, as_text
from outply.play.arena.game_record import Journal, LastEntry, read_journal
from tests.play.arena.matches import a_game, arena, setup


def an_ended_game(**changes) -> GameRecord:
    defaults = {"ending": Ending.FINISHED, "seats": (0, 1)} | changes
    return GameRecord(number=0, position=None, opening=(), moves=(), **defaults)


@pytest.mark.parametrize(
    ("game", "points", "result"),
    [
        (an_ended_game(utilities=(1.0, -1.0)), 1.0, "1-0"),
        (an_ended_game(utilities=(-3.0, 3.0)), 0.0, "0-1"),
        (an_ended_game(utilities=(0.0, 0.0)), 0.5, "1/2-1/2"),
        (an_ended_game(ending=Ending.LENGTH), 0.5, "1/2-1/2"),
        (an_ended_game(ending=Ending.TIME, loser=0), 0.0, "0-1"),
        (an_ended_game(ending=Ending.CRASH, loser=1), 1.0, "1-0"),
        (an_ended_game(ending=Ending.VOID), None, "*"),
    ],
)
def test_points_and_result_of_an_ended_game(game, points, result):
    assert game.points(0, 1) == points
    assert game.points(1, 0) == (None if points is None else 1 - points)
    assert game.result == result


def test_three_players_are_compared_in_pairs():
    game = an_ended_game(seats=(0, 1, 2), utilities=(2.0, -1.0, -1.0))
    assert [game.points(*seats) for seats in ((0, 1), (1, 2), (2, 0))] == [1.0, 0.5, 0.0]
    lost = an_ended_game(seats=(0, 1, 2), ending=Ending.ILLEGAL, loser=1)
    assert [lost.points(*seats) for seats in ((0, 1), (1, 2), (2, 0))] == [1.0, 0.0, 0.5]
    assert (game.result, lost.result) == ("2 -1 -1", "2 lost")


def test_a_journal_may_have_an_incomplete_line(tmp_path):
    file = tmp_path / "journal"
    assert read_journal(str(file)) == read_journal(None) == LastEntry()
    journal = Journal(str(file))
    assert read_journal(str(file)) == LastEntry()
    journal.write_turn(1)
    journal.write_move("e 4")
    assert read_journal(str(file)) == LastEntry(("e 4",))
    journal.write_turn(0)
    journal.close()
    last = read_journal(str(file))
    assert (last.moves, last.seat) == (("e 4",), 0)
    assert 0 <= time.time() - last.since < 60
    file.write_bytes(file.read_bytes()[:-3])
    assert read_journal(str(file)) == LastEntry(("e 4",))


LOST = a_game(4, (1, 0), ending=Ending.ILLEGAL, loser=1, reason="returned an illegal move: 9")


def test_a_game_as_text():
    assert as_text(setup("a", "b"), LOST) == (
        "Game 5: b v a  1-0  (illegal, a returned an illegal move: 9)\n"
        "  Opening: a1\n  Moves: b1 c1\n"
    )
    placed = GameRecord(0, (0, 1), "(3, 4)", (), (), Ending.VOID, reason="its process died")
    assert as_text(setup("a", "b"), placed) == (
        "Game 1: a v b  *  (void, its process died)\n  Position: (3, 4)\n  Moves: none\n"
    )


def test_a_game_as_pgn():
    placed = GameRecord(
        number=0,
        seats=(0, 1),
        position='say "x" \\',
        opening=(),
        moves=("e4",) * 40,
        ending=Ending.FINISHED,
        utilities=(0.0, 0.0),
        ended_at="2020-01-02T03:04:05.006+00:00",
    )
    text = as_pgn(setup("a", "b"), placed)
    tags, moves = text.split("\n\n")
    assert tags.splitlines() == [
        '[Event "outply arena nim"]',
        '[Site "?"]',
        '[Date "2020.01.02"]',
        '[Round "1"]',
        '[White "a"]',
        '[Black "b"]',
        '[Result "1/2-1/2"]',
        '[Variant "nim"]',
        '[SetUp "1"]',
        '[FEN "say \\"x\\" \\\\"]',
        '[PlyCount "40"]',
        '[Termination "normal"]',
    ]
    assert moves.startswith("1. e4 e4 2. e4 e4 ")
    assert moves.endswith("20. e4 e4 1/2-1/2\n")
    assert max(map(len, moves.splitlines())) <= 80


def test_a_forfeit_as_pgn():
    text = as_pgn(setup("a", "b"), LOST)
    assert '[Termination "rules infraction"]\n[Reason "a returned an illegal move: 9"]\n' in text
    assert text.endswith("1. a1 b1 2. c1 1-0\n")


def test_three_players_as_pgn():
    game = a_game(0, (2, 0, 1), 2, -1, -1)
    text = as_pgn(setup("a", "b", "c", seats=3), game)
    assert '[Player1 "c"]\n[Player2 "a"]\n[Player3 "b"]\n[Result "2 -1 -1"]' in text


def test_clocks_as_pgn():
    game = a_game(0, (0, 1), 1, -1, clocks=(61.25, 3599.99))
    match = setup("a", "b")
    for player, clock in zip(match["players"], (60, 90), strict=True):
        player["limit"] = {"clock": {"remaining": clock, "increment": 0.5, "moves_to_go": None}}
    text = as_pgn(match, game)
    assert '[WhiteTimeControl "60+0.5"]\n[BlackTimeControl "90+0.5"]\n' in text
    assert text.endswith("1. a1 b1 {[%clk 0:01:01.2]} 2. c1 {[%clk 0:59:59.9]} 1-0\n")
    match["players"][1]["limit"] = match["players"][0]["limit"]
    assert '[TimeControl "60+0.5"]\n' in as_pgn(match, game)


@pytest.mark.parametrize(
    ("parameters", "positions"),
    [
        ({}, ""),
        ({}, "8/8/8/8/8/5k2/5p2/5K2 b - - 12 40\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 7\n"),
        ({"chess960": True, "start": 7}, ""),
    ],
)
def test_python_chess_reads_games_of_chess(tmp_path, parameters, positions):
    """Players, result, ending, position, moves and clocks."""
    pytest.importorskip("chess")
    import chess.pgn

    rules = load("chess", **parameters)
    book = tmp_path / "positions.txt"
    book.write_text(positions)
    limit = Limit(clock=Clock(600, 0.5))
    names, openings = ("random:seed=3", "random:seed=4"), str(book) if positions else None
    options = {"limit": limit, "openings": openings, "most_plies": 30}
    standings = arena(tmp_path, *names, game=rules, games=4, **options).run()
    texts = io.StringIO("\n".join(as_pgn(standings.setup, game) for game in standings.games))
    for record in standings.games:
        game = chess.pgn.read_game(texts)
        assert not game.errors
        players = [game.headers["White"], game.headers["Black"]]
        assert players == [names[player] for player in record.seats]
        assert game.headers["Result"] == record.result
        assert game.headers["Termination"] in ("normal", "adjudication")
        assert game.headers["TimeControl"] == "600+0.5"
        board = game.board()
        assert board.chess960 == bool(parameters)
        assert board.fen() == (record.position or rules.format(rules.initial()))
        nodes = list(game.mainline())
        assert len(nodes) == len(record.opening) + len(record.moves) > 0
        clocks = [node.clock() for node in nodes[len(record.opening) :]]
        assert clocks == pytest.approx(record.clocks, abs=0.11)
        assert repetition_ended(nodes[-1].board()) == (record.ending is Ending.REPETITION)
    assert chess.pgn.read_game(texts) is None


def repetition_ended(board) -> bool:
    return not board.is_game_over() and board.is_repetition(3)
