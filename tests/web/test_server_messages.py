"""Every request, and every refusal of one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import outply
from outply import games, search
from outply.play import replay
from outply.web.messages import SearchRequest, decode_request
from outply.web.task_timeouts import Timeouts
from outply.web.time_limits import search_seconds
from tests.tiers import only_full, sampled, slow
from tests.web.running_server import GAMES, RunningServer, at, running_server

pytestmark = slow


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running_server(GAMES / "race.py") as running:
        yield running


# -- hello, info -----------------------------------------------------------------------


def test_hello_lists_games_and_searches(server: RunningServer) -> None:
    with server.page() as page:
        welcome = page.answer("hello")
    assert welcome["type"] == "welcome" and welcome["version"] == outply.__version__
    by_name = {game["name"]: game for game in welcome["games"]}
    assert sorted(by_name) == sorted([*games.names(), "race.py"])
    assert [each["name"] for each in welcome["searches"]] == search.names()
    assert by_name["othello"]["default_search"] == "engine"
    assert by_name["backgammon"]["chance"] and by_name["kuhn-poker"]["hidden"]
    assert "cannot handle chance" in by_name["backgammon"]["refused"]["engine"]
    assert by_name["connect-four"]["parameters"][0] == {
        "name": "columns",
        "kind": "int",
        "default": 7,
        "choices": [],
    }
    assert not any(each["choices"] for each in by_name["chess"]["parameters"])
    assert not by_name["race.py"]["has_board"] and by_name["othello"]["has_board"]


def test_parameters_that_may_name_files_are_not_listed(server: RunningServer) -> None:
    with server.page() as page:
        welcome = page.answer("hello")
    owners = [*welcome["games"], *welcome["searches"]]
    listed = {each["name"] for owner in owners for each in owner["parameters"]}
    assert not listed & {"file", "endings"}


def test_two_evaluations_of_one_engine(server: RunningServer) -> None:
    with server.page() as page:
        engine = next(each for each in page.answer("hello")["searches"] if each["name"] == "engine")
        listed = next(each for each in engine["parameters"] if each["name"] == "evaluation")
        assert listed["default"] == "" and listed["choices"] == ["none", "trained"]
        found = {
            given: page.answer(
                "analyze",
                at=at("othello", "d3 c5"),
                search=f"engine:evaluation={given}" if given else "engine",
                limits={"depth": 3},
            )
            for given in ("", *listed["choices"])
        }
        refused = page.answer("choose", at=at("chess"), search="engine:evaluation=trained")
    assert all(each["type"] == "analysis" and each["moves"] for each in found.values())
    assert found["trained"]["value"] != found["none"]["value"]
    assert refused["type"] == "error" and "No trained evaluation of chess" in refused["message"]


def test_info_describes_one_game(server: RunningServer) -> None:
    with server.page() as page:
        info = page.answer("info", game="race.py")
    assert info["game"]["summary"].startswith("Add 1, 2 or 3")


# -- position, roll --------------------------------------------------------------------


@pytest.mark.parametrize("name", games.names())
def test_a_position_of_every_game_is_what_the_rules_say(server: RunningServer, name: str) -> None:
    game = outply.load(name)
    state = game.initial()
    with server.page() as page:
        position = page.answer("position", at=at(name))
    assert position["type"] == "position", position
    assert position["text"] == game.format(state)
    assert position["mover"] == game.to_move(state)
    chance = game.to_move(state) == outply.CHANCE
    moves = [] if chance else [game.format_move(state, move) for move in game.moves(state)]
    assert [each["move"] for each in position["legal"]] == moves
    outcomes = {each["move"]: each["probability"] for each in position["outcomes"]}
    assert sum(outcomes.values()) == pytest.approx(1.0 if chance else 0.0)
    view = game.board(state)
    assert (position["board"] is None) == (view is None)
    if view is not None:
        assert position["board"]["rows"] == [list(row) for row in view.rows]


def test_a_game_to_its_end(server: RunningServer) -> None:
    with server.page() as page:
        position = page.answer("position", at=at("tic-tac-toe", "a1 a2 b1 b2 c1"))
    assert position["over"] and position["winner"] == 0 and position["utilities"] == [1.0, -1.0]
    assert position["legal"] == []
    assert position["history"][1] == {"move": "a2", "mover": 1, "hidden": False}
    assert len(position["last_cells"]) == 1


def test_moves_come_back_as_the_game_writes_them(server: RunningServer) -> None:
    with server.page() as page:
        position = page.answer("position", at=at("chess", "e2e4 E5 Nf3"))
    game = outply.load("chess")
    assert position["at"]["moves"] == ["e4", "e5", "Nf3"]
    assert position["text"] == game.format(replay(game, "e4 e5 Nf3")[0])
    assert position["board"]["kind"] == "chess"


def test_threefold_repetition_ends_a_game(server: RunningServer) -> None:
    with server.page() as page:
        position = page.answer("position", at=at("chess", "Nf3 Nf6 Ng1 Ng8 " * 2))
    assert position["over"] and position["reason"] == "threefold repetition"
    assert position["utilities"] == [0.0, 0.0]


def test_a_position_that_was_set_up(server: RunningServer) -> None:
    start = "7k/P7/8/8/8/8/8/K7 w - - 0 1"
    with server.page() as page:
        position = page.answer("position", at=at("chess", "a8=Q+", start=start))
    assert position["board"]["rows"][0][0] == "Q"


def test_settings_of_a_game(server: RunningServer) -> None:
    with server.page() as page:
        position = page.answer("position", at=at("connect-four", settings={"columns": 5}))
        piles = page.answer("position", at=at("nim", settings={"piles": [2, 2]}))
    assert len(position["legal"]) == 5
    nim = outply.load("nim", piles=(2, 2))
    assert piles["text"] == nim.format(nim.initial())


def test_moves_that_are_tuples(server: RunningServer) -> None:
    with server.page() as page:
        first = page.answer("position", at=at("race.py"))
        move = first["legal"][1]["move"]
        second = page.answer("position", at={"game": "race.py", "moves": [move]})
    assert move == "(2, 2)" and second["mover"] == 1
    board = second["board"]
    assert (board["kind"], board["rows"]) == ("table", [["2"], ["1"]]), "the fields of the state"


def test_roll_is_one_of_the_outcomes(server: RunningServer) -> None:
    with server.page() as page:
        outcomes = {
            each["move"] for each in page.answer("position", at=at("backgammon"))["outcomes"]
        }
        rolls = [page.answer("roll", at=at("backgammon"), seed=seed)["move"] for seed in range(8)]
        again = [page.answer("roll", at=at("backgammon"), seed=seed)["move"] for seed in range(8)]
        unseeded = page.answer("roll", at=at("backgammon"))["move"]
    assert rolls == again and len(set(rolls)) > 1
    assert {*rolls, unseeded} <= outcomes


# -- choose, analyze, review, stop -----------------------------------------------------


@sampled(3)
@pytest.mark.parametrize("name", search.names())
def test_every_search_chooses_a_legal_move_or_refuses(server: RunningServer, name: str) -> None:
    for game in ("tic-tac-toe", "pig", "kuhn-poker"):
        place = {
            "pig": at("pig", settings={"target": 4}),
            "kuhn-poker": at("kuhn-poker", "J Q"),
        }.get(game, at(game))
        reason = search.named(name).refusal(outply.load(game).traits)
        with server.page() as page:
            legal = [each["move"] for each in page.answer("position", at=place)["legal"]]
            chosen = page.answer(
                "choose", at=place, search=name, limits={"nodes": 500, "seconds": 1.0}
            )
        if reason:
            assert chosen["code"] == "refused" and reason in chosen["message"]
        else:
            assert chosen["type"] == "chosen", chosen
            assert chosen["move"] in legal


def test_choose_tells_what_was_found(server: RunningServer) -> None:
    with server.page() as page:
        answers = page.answers(
            "choose", at=at("connect-four", "4 4 4 4"), search="engine", limits={"depth": 8}
        )
    result = answers[-1]["result"]
    assert result["depth"] == 8 and result["move"] == answers[-1]["move"] == result["line"][0]
    assert 0.0 <= result["chance"] <= 1.0 and result["compiled"]


def test_a_clock_is_a_limit(server: RunningServer) -> None:
    with server.page() as page:
        chosen = page.answer("choose", at=at("tic-tac-toe"), clock={"remaining": 1.0})
    assert chosen["type"] == "chosen"


@only_full
def test_a_search_with_a_long_clock_is_given_the_time_that_it_takes() -> None:
    """It may search for seconds, which are no sign of rules that hang."""
    short = Timeouts(preparing=600.0, overtime=2.0)
    with running_server(search_timeouts=short) as running, running.page() as page:
        clock = {"remaining": 100.0}  # 4 seconds for a move
        chosen = page.answer("choose", at=at("othello"), search="mcts", clock=clock)
    assert chosen["type"] == "chosen", chosen
    assert chosen["seconds"] > 3.0  # more than without a clock, and the time for it to end


@pytest.mark.parametrize(
    ("fields", "seconds"),
    [
        ({}, 1.0),
        ({"limits": {"depth": 3}}, 60.0),
        ({"limits": {"seconds": 5}}, 5.0),
        ({"limits": {"seconds": 500}}, 60.0),
        ({"clock": {"remaining": 3600, "increment": 30}}, 60.0),
        ({"clock": {"remaining": 3600}, "limits": {"seconds": 2}}, 2.0),
    ],
)
def test_how_long_a_search_may_take(fields: dict[str, Any], seconds: float) -> None:
    text = json.dumps({"type": "choose", "id": 1, "at": at("othello"), **fields})
    request = decode_request(text)
    assert isinstance(request, SearchRequest) and search_seconds(request) == seconds


def test_analyze_ends_with_the_values_of_the_moves(server: RunningServer) -> None:
    with server.page() as page:
        last = page.answer("analyze", at=at("tic-tac-toe", "a1 b1"), limits={"depth": 9})
    assert last["done"] and last["enough"] and last["proved"]
    values = {each["move"]: each["value"] for each in last["moves"]}
    game = outply.load("tic-tac-toe")
    state, _ = replay(game, "a1 b1")
    expected = outply.Engine().search(game, state).value
    assert max(values.values()) == last["value"] == expected == 1.0
    assert last["chance"] == 1.0
    assert len(values) == 7


def test_values_are_for_the_mover_and_chances_for_player_0(server: RunningServer) -> None:
    with server.page() as page:
        last = page.answer("analyze", at=at("tic-tac-toe", "a1 b1 b2"), limits={"depth": 9})
    assert last["value"] == -1.0 and last["chance"] == 1.0


@pytest.mark.parametrize("name", ["alphabeta", "mcts", "expectiminimax"])
def test_other_searches_value_each_move(server: RunningServer, name: str) -> None:
    with server.page() as page:
        last = page.answer(
            "analyze", at=at("tic-tac-toe", "a1 b1"), search=name, limits={"nodes": 3000}
        )
    assert last["done"] and last["moves"]
    assert {each["move"] for each in last["moves"]} <= {"c1", "a2", "b2", "c2", "a3", "b3", "c3"}


def test_the_move_of_a_simulating_search_comes_first(server: RunningServer) -> None:
    """Here it is proved to win, after fewer visits than another one has."""
    place = at("nim", settings={"piles": [1, 3, 5], "misere": True})
    with server.page() as page:
        last = page.answer("analyze", at=place, search="mcts:seed=1", limits={"nodes": 100_000})
    assert last["proved"] and last["value"] == 1.0
    assert last["moves"][0]["value"] == 1.0
    others = [each["visits"] for each in last["moves"][1:]]
    assert others == sorted(others, reverse=True)


def test_a_shallow_search_is_not_enough(server: RunningServer) -> None:
    with server.page() as page:
        hasty = page.answer("analyze", at=at("chess"), limits={"nodes": 1})
        wanted = page.answer("analyze", at=at("chess"), limits={"depth": 1})
    assert not hasty["enough"]
    assert wanted["enough"]


def test_analyze_searches_the_only_move(server: RunningServer) -> None:
    with server.page() as page:
        place = at("othello", "e6 f6 c4 e7 f7 c3 e8 f8 g5 e3 g6 c5 g8")
        last = page.answer("analyze", at=place, search="engine", limits={"seconds": 60, "depth": 4})
    assert [each["move"] for each in last["moves"]] == ["g7"] and last["depth"] == 4


def test_analyze_where_chance_is_to_move(server: RunningServer) -> None:
    with server.page() as page:
        last = page.answer("analyze", at=at("pig", "roll"), limits={"depth": 1})
    assert last["done"] and sum(each["probability"] for each in last["moves"]) == pytest.approx(1.0)


def test_analyze_of_a_finished_game(server: RunningServer) -> None:
    with server.page() as page:
        last = page.answer("analyze", at=at("tic-tac-toe", "a1 a2 b1 b2 c1"))
    assert last["done"] and last["moves"] == [] and last["chance"] == 1.0


def test_review_finds_the_mistake(server: RunningServer) -> None:
    with server.page() as page:
        answers = page.answers("review", at=at("tic-tac-toe", "a1 b1 b2 c3"), limits={"depth": 9})
    reviewed = [each for each in answers if each["type"] == "reviewed"]
    assert [each["ply"] for each in reviewed] == [0, 1, 2, 3, 4]
    assert [each["mover"] for each in reviewed] == [0, 1, 0, 1, 0]
    assert reviewed[1]["verdict"] == "blunder" and reviewed[1]["cost"] == pytest.approx(0.5)
    assert [each["verdict"] for each in reviewed if each["ply"] != 1] == [""] * 4
    assert answers[-1]["type"] == "review_done"


def test_stop_answers_with_the_best_so_far(server: RunningServer) -> None:
    with server.page() as page:
        number = page.send("choose", at=at("connect-four"), search="engine", limits={"seconds": 60})
        page.until("progress")
        stopping = page.send("stop", of=number)
        chosen = page.until("chosen")
        stopped = page.until("stopped")
    assert chosen["id"] == number and chosen["result"]["depth"] > 0
    assert (stopped["id"], stopped["of"]) == (stopping, number)


def test_stop_of_nothing_is_answered(server: RunningServer) -> None:
    with server.page() as page:
        assert page.answer("stop", of=77) == {"type": "stopped", "id": 1, "of": 77}


def test_a_newer_request_of_the_channel_stops_the_older(server: RunningServer) -> None:
    with server.page() as page:
        older = page.send(
            "analyze", at=at("connect-four"), search="engine", limits={"seconds": 60}, channel="a"
        )
        page.until("analysis")
        newer = page.send("analyze", at=at("tic-tac-toe"), limits={"depth": 9}, channel="a")
        assert page.until("stopped")["of"] == older
        while (message := page.receive())["id"] != newer or not message.get("done"):
            assert message["id"] == newer
    assert server.call(lambda: server.server.pools.searches.waiting) == 0


# -- refusals --------------------------------------------------------------------------

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("position", {"at": at("no-such-game")}, "There is no game 'no-such-game'"),
    ("position", {"at": at("../../etc/passwd")}, "There is no game"),
    ("position", {"at": at("tests/web/games/raises.py")}, "There is no game"),
    ("position", {"at": at("openspiel:hex")}, "There is no game"),
    ("position", {"at": at("connect-four", "9")}, "Move 1: '9' is not a legal move"),
    ("position", {"at": at("tic-tac-toe", "a1 a2 b1 b2 c1 c2")}, "after the game was over"),
    ("position", {"at": at("chess", start="nonsense")}, "A FEN has"),
    ("position", {"at": at("race.py", start="nonsense")}, "is not a position"),
    ("position", {"at": at("connect-four", settings={"x": 1})}, "has no parameter 'x'"),
    ("position", {"at": at("connect-four", settings={"rows": "a"})}, "cannot set rows"),
    ("position", {"at": at("connect-four", settings={"rows": 1.5})}, "whole number"),
    ("position", {"at": at("tree", settings={"file": "pyproject.toml"})}, "may name a file"),
    ("position", {"at": at("tree", settings={"leaves": "[1, 2]"})}, "may name a file"),
    ("position", {"at": at("chess", settings={"evaluation": "../x"})}, "may name a file"),
    ("position", {"at": at("tic-tac-toe", " ".join(["a1"] * 2001))}, "at most 2,000"),
    ("position", {"at": at("tic-tac-toe"), "viewers": [7]}, "has the players"),
    ("roll", {"at": at("tic-tac-toe")}, "Chance is not to move"),
    ("choose", {"at": at("backgammon")}, "Chance is to move"),
    ("choose", {"at": at("tic-tac-toe", "a1 a2 b1 b2 c1")}, "is over"),
    ("choose", {"at": at("backgammon", "31"), "search": "engine"}, "cannot handle chance"),
    ("choose", {"at": at("chess"), "search": "nothing"}, "cannot use the search 'nothing'"),
    ("choose", {"at": at("chess"), "search": "uci:/bin/sh"}, "cannot use the search 'uci'"),
    ("choose", {"at": at("chess"), "search": "ugi:sh"}, "cannot use the search 'ugi'"),
    ("choose", {"at": at("chess"), "search": "engine:endings=/etc"}, "may name a file"),
    ("choose", {"at": at("chess"), "search": "engine:evaluation=a.py:f"}, "may name a file"),
    ("choose", {"at": at("chess"), "search": "engine:megabytes=10000"}, "at most 512"),
    ("choose", {"at": at("chess"), "search": "engine:threads=1000"}, "at most"),
    ("choose", {"at": at("chess"), "search": "engine:x=1"}, "has no parameter 'x'"),
    ("choose", {"at": at("chess"), "limits": {"seconds": -1}}, "give 0 to 60"),
    ("choose", {"at": at("chess"), "limits": {"depth": -1}}, "give a whole number"),
    ("choose", {"at": at("chess"), "clock": {"remaining": -1}}, "0 or more"),
]


@pytest.mark.parametrize(("kind", "fields", "reason"), REFUSED)
def test_what_is_refused_is_refused_in_a_sentence(
    server: RunningServer, kind: str, fields: dict[str, Any], reason: str
) -> None:
    with server.page() as page:
        error = page.answer(kind, **fields)
    assert error["type"] == "error" and error["code"] == "refused", error
    assert reason in error["message"]
    assert error["message"].endswith(".") and "\n" not in error["message"]


BAD = [
    "",
    "{",
    "null",
    "[]",
    '{"id": 3}',
    '{"type": "position", "id": 3}',
    '{"type": "position", "id": "x", "at": {"game": "chess"}}',
    '{"type": "position", "id": 3, "at": {"game": "chess", "code": "print()"}}',
    '{"type": "no", "id": 3}',
    '{"type": "choose", "id": 3, "at": {"game": "chess"}, "limits": {"seconds": "1"}}',
    "[" * 100_000,
]


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_what_is_no_request_is_refused(server: RunningServer, text: str) -> None:
    with server.page() as page:
        page.socket.send(text)
        error = page.receive()
        assert error["type"] == "error" and error["code"] == "bad_request"
        assert error["id"] == (3 if '"id": 3' in text else None)
        page.socket.send(b"\xff\xfe")
        assert page.receive()["code"] == "bad_request"
        assert page.answer("stop", of=1)["type"] == "stopped"


def test_a_number_that_is_in_use_is_refused(server: RunningServer) -> None:
    with server.page() as page:
        number = page.send("choose", at=at("connect-four"), search="engine", limits={"seconds": 60})
        page.until("progress")
        page.socket.send(json.dumps({"type": "position", "id": number, "at": at("chess")}))
        assert "still running" in page.until("error")["message"]


@only_full
def test_one_page_cannot_ask_for_everything_at_once(server: RunningServer) -> None:
    with server.page() as page:
        for _ in range(17):
            page.send("choose", at=at("connect-four"), search="engine", limits={"seconds": 60})
        assert page.until("error")["code"] == "busy"
