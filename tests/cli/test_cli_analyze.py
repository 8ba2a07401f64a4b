"""`outply analyze`."""

import json
import re
import signal
from dataclasses import replace
from pathlib import Path

import pytest

import outply as library
from tests.tiers import slow

FIELDS = [
    *("schema", "game", "position", "error", "move", "value", "line", "depth", "nodes", "seconds"),
    *("proved", "distance", "compiled", "moves", "information_of", "lines", "outcomes"),
    *("strategy", "exploitability", "interrupted", "search", "search_reason"),
]


def test_answers_with_every_field(answered):
    document = answered("analyze", "connect-four", "--moves", "44", "--depth", "4")
    assert list(document) == FIELDS
    assert document["game"] == "connect-four"
    assert document["position"] == "44"
    assert document["line"][0] == document["move"]
    assert document["depth"] == 4
    assert document["distance"] is None
    assert document["compiled"]
    best = document["lines"][0]
    assert (best["move"], best["line"]) == (document["move"], document["line"])
    assert {each["move"] for each in document["lines"]} == set(document["moves"])


def test_says_what_the_search_says(answered):
    game = library.load("othello")
    state = game.parse("-" * 27 + "OX------XO" + "-" * 27 + " X")
    result = library.Engine(lines=4).search(game, state, library.Limit(depth=4))
    document = answered("analyze", "othello", "--position", game.format(state), "--depth", "4")
    assert document["value"] == result.value
    assert document["nodes"] == result.nodes
    assert document["move"] == game.format_move(state, result.move)


@pytest.mark.parametrize(
    "search", ["engine", "minimax", "negamax", "alphabeta", "alphabeta-negamax"]
)
@pytest.mark.parametrize("game", ["inc-square", "othello"])
def test_each_move_is_worth_what_minimax_says(game, search, answered):
    document = answered("analyze", game, "--search", search, "--depth", "4")
    assert document["value"] == max(document["moves"].values())
    below = {}
    for move in document["moves"]:
        ask = ["analyze", game, "--moves", move, "--depth", "3", "--search", "minimax"]
        below[move] = -answered(*ask)["value"]
    assert document["moves"] == below


def test_a_repeated_turn_is_not_negated(answered, my_game):
    same_player_always = my_game("1 - state.player)", "state.player)")
    assert answered("analyze", same_player_always)["moves"] == {"1": -1.0, "2": -1.0}


def test_seconds_prove_a_small_game_and_value_every_move(answered):
    document = answered("analyze", "tic-tac-toe", "--seconds", "600")
    assert document["proved"]
    assert document["seconds"] < 600
    assert set(document["moves"].values()) == {0.0}


@pytest.mark.parametrize("search", ["alphabeta", "engine:lines=4"])
def test_a_limit_of_nodes_is_the_searchs_own(search, answered):
    game = library.load("othello")
    found = library.named(search).search(game, game.initial(), library.Limit(nodes=3000))
    document = answered("analyze", "othello", "--nodes", "3000", "--search", search)
    assert document["nodes"] == found.nodes
    assert document["depth"] == found.depth
    assert document["moves"][document["move"]] == document["value"]


def test_a_proof_in_vain_counts(answered):
    document = answered("analyze", "connect-four", "--nodes", "10000")
    assert 5000 < document["nodes"] <= 10000
    assert document["depth"] >= 1
    assert None not in document["moves"].values()


def test_no_budget_is_still_a_legal_move(answered):
    document = answered("analyze", "connect-four", "--depth", "0")
    assert document["move"] in document["moves"]
    assert set(document["moves"].values()) == {None}


NOTHING_SEARCHED = [
    ["connect-four", "--depth", "0"],
    ["nim", "--seconds", "0", "--search", "alphabeta", "--interpreted"],
    ["tic-tac-toe", "--nodes", "1", "--search", "minimax", "--interpreted"],
    ["kuhn-poker", "--nodes", "1", "--moves", "J Q", "--search", "cfr"],
]


@pytest.mark.parametrize("arguments", NOTHING_SEARCHED)
def test_no_budget_is_no_best_move_for_people(arguments, outply):
    shown = outply("analyze", *arguments).stdout
    assert "\nBest move  none yet, no search was finished within the limit\n" in shown
    assert "\nLine       none yet\n" in shown


def test_ctrl_c_before_anything_is_no_best_move(outply, monkeypatch):
    search = library.AlphaBeta.search

    def stopped(self, game, state, limit, **how):
        return replace(search(self, game, state, library.Limit(depth=0)), interrupted=True)

    monkeypatch.setattr(library.AlphaBeta, "search", stopped)
    shown = outply("analyze", "nim", "--search", "alphabeta").stdout
    assert "\nBest move  none yet, no search was finished before Ctrl-C\n" in shown


def test_a_move_at_random_is_not_called_the_best(outply):
    shown = outply("analyze", "nim", "--search", "random").stdout
    assert re.search(r"\nPlays      [abc]\d, without looking ahead\n", shown)
    assert "Best move" not in shown


def test_the_end_of_a_game(answered, outply):
    document = answered("analyze", "connect-four", "--position", "4142434")
    assert (document["move"], document["value"], document["distance"]) == (None, -1.0, 0)
    assert (document["line"], document["moves"], document["proved"]) == ([], {}, True)
    assert (
        "The game is over. Player 1 won."
        in outply("analyze", "connect-four", "--position", "4142434").stdout
    )


def test_moves_are_played_from_the_position(answered):
    document = answered("analyze", "nim", "--position", "3 3 3 O", "--moves", "a1 b2")
    assert document["position"] == "2 1 3 O"


def test_interpreted_answers_the_same(answered):
    compiled, interpreted = (
        answered("analyze", "nim", "--depth", "4", *extra) for extra in ([], ["--interpreted"])
    )
    assert (compiled["compiled"], interpreted["compiled"]) == (True, False)
    for field in ("move", "value", "line", "nodes", "moves"):
        assert compiled[field] == interpreted[field]


def test_the_seed_is_the_searchs(answered):
    moves = {
        answered("analyze", "othello", "--search", "random", "--seed", str(seed))["move"]
        for seed in range(20)
    }
    assert len(moves) > 1
    assert (
        answered("analyze", "othello", "--search", "random", "--seed", "3")["move"]
        == answered("analyze", "othello", "--search", "random:seed=3", "--seed", "4")["move"]
    )


def test_infinity_is_a_text(answered, my_game):
    file = my_game("return -1.0 if", "return -float('inf') if")
    assert answered("analyze", file, "--position", "(0, 0)", "--interpreted")["value"] == "-inf"


def test_for_people(outply):
    shown = outply("analyze", "connect-four", "--moves", "4", "--depth", "5").stdout
    assert "  . . . X . . ." in shown
    assert "To move    Player 2 (O)\n" in shown
    assert "for Player 2, not proved" in shown
    assert "depth 5, " in shown
    assert "compiled" in shown
    assert shown.count("█") > 7


WON_IN_5 = "76775533434432242211121"


def test_a_proof_says_how_far_the_end_is(answered, outply):
    ask = ["analyze", "connect-four", "--position", WON_IN_5, "--nodes", "300000"]
    document = answered(*ask)
    assert (document["move"], document["value"], document["distance"]) == ("5", 1.0, 5)
    assert document["proved"]
    assert document["line"] == list("55342")
    assert None not in document["moves"].values()
    shown = outply(*ask).stdout
    assert "Value      +1 for Player 2, win in 5 plies, proved\n" in shown
    assert re.search(r"\n5 +\+1  win in 5 +5 5 3 4 2\n", shown)
    assert re.search(r"\n1 +\+1  win in 17 +1 3 ", shown)


def test_a_loss_is_delayed(outply):
    position = "7767577667556433322422232111"
    shown = outply("analyze", "connect-four", "--position", position, "--nodes", "300000").stdout
    assert re.findall(r"−1  loss in (\d+)", shown) == ["12", "12", "4", "4", "4"]


def test_a_win_in_one_ply(outply):
    shown = outply("analyze", "tic-tac-toe", "--position", "XX./OO./... X").stdout
    assert "Best move  c1\nValue      +1 for Player 1, win in 1 ply, proved\n" in shown


def test_each_move_has_its_line(outply):
    shown = outply("analyze", "othello", "--depth", "4").stdout
    for move in ("d3", "c4", "f5", "e6"):
        assert re.search(rf"\n{move} +\S+ +█+ +{move}( [a-h]\d){{3}}\n", shown)


@pytest.mark.parametrize("options", [["--lines", "2"], ["--search", "engine:lines=2"]])
def test_as_many_lines_as_are_asked_for(options, answered, outply):
    ask = ["analyze", "othello", "--depth", "3", *options]
    assert list(answered(*ask)["moves"].values()).count(None) == 2
    assert outply(*ask).stdout.endswith("and 2 other moves\n")


@pytest.mark.parametrize("options", [["--threads", "2"], ["--search", "engine:threads=2"]])
def test_threads_prove_the_same(options, answered):
    document = answered("analyze", "connect-four", "--position", WON_IN_5, *options)
    assert (document["value"], document["distance"], document["proved"]) == (1.0, 5, True)


def test_threads_do_no_harm_where_rules_cannot_be_compiled(my_game, outply):
    file = my_game("1 - state.player)", "eval('1 - state.player'))")
    result = outply("analyze", file, "--threads", "2", "--json")
    document = json.loads(result.stdout)
    assert (document["value"], document["compiled"]) == (1.0, False)
    assert result.stderr.startswith("note: take runs interpreted: ")


def test_a_long_list_of_moves_is_cut(outply):
    assert "other moves\n" in outply("analyze", "gomoku", "--moves", "h8", "--depth", "1").stdout


# -- many positions -------------------------------------------------------------------


def test_many_positions(outply):
    result = outply(
        "analyze", "connect-four", "--depth", "3", "--file", "-", stdin="4\n\n# no\n44\n"
    )
    documents = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert [document["position"] for document in documents] == ["4", "44"]


def test_a_bad_line_is_answered_and_the_rest_go_on(outply, tmp_path):
    file = tmp_path / "positions.txt"
    file.write_bytes(b"4\n49\n\xff\n45\n")
    result = outply("analyze", "connect-four", "--depth", "2", "--file", str(file))
    good, bad, unreadable, last = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert (good["position"], last["position"]) == ("4", "45")
    assert (bad["position"], bad["move"], bad["value"]) == ("49", None, None)
    assert list(bad) == list(good) == FIELDS
    assert "'9' is not a legal move" in bad["error"]
    assert "not a legal move" in unreadable["error"]


def test_moves_are_played_from_every_line(outply):
    result = outply("analyze", "connect-four", "--depth=1", "--file=-", "--moves=7", stdin="4\n5\n")
    assert [json.loads(line)["position"] for line in result.stdout.splitlines()] == ["47", "57"]


# -- an author's exceptions -----------------------------------------------------------


def test_an_exception_out_of_the_rules_names_the_line(my_game, refused):
    file = my_game("state.left - move", "state.left - move + 0 // (state.left - 3)")
    sentence = refused("analyze", file, "--interpreted")
    assert sentence.startswith("my_game.py:30: ZeroDivisionError: ")
    assert sentence.endswith(f"; run `outply check {file}`.")
    assert "my_game.py:30: ZeroDivisionError" in refused("tree", file)


def test_an_exception_out_of_compiled_rules_names_the_line(my_game, refused):
    file = my_game("state.left - move", "state.left - move + 0 // (state.left - 3)")
    lines = Path(file).read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "0 // (state.left" in text)
    assert refused("analyze", file).startswith(f"my_game.py:{line}: ZeroDivisionError: ")


def test_a_missing_method_is_named(my_game, refused):
    file = my_game("def utility", "def usefulness")
    assert "does not define `utility`; run `outply check" in refused(
        "analyze", file, "--interpreted"
    )


def test_an_exception_at_one_line_does_not_stop_the_others(my_game, outply):
    file = my_game("state.left - move", "state.left - move + 0 // (state.left - 3)")
    lines = "(3, 0)\n(1, 0)\n"
    result = outply("analyze", file, "--interpreted", "--file", "-", stdin=lines)
    bad, good = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert "ZeroDivisionError" in bad["error"]
    assert good["value"] == 1.0


def test_a_bug_of_ours_is_not_told_as_a_refusal(outply, monkeypatch):
    def broken(*given, **more):
        raise RuntimeError("ours")

    monkeypatch.setattr(library.Engine, "search", broken)
    with pytest.raises(RuntimeError, match="ours"):
        outply("analyze", "nim")


# -- Ctrl-C ---------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [[], ["--interpreted"]])
@pytest.mark.parametrize(
    ("game", "heard"), [("othello", r"depth \d+"), ("connect-four", r"Proving… [1-9]")]
)
def test_ctrl_c_answers_with_the_best_so_far(game, heard, speed, started, terminal):
    ask = ["analyze", game, "--seconds", "600", "--json", *speed]
    process = started(*ask, stderr=terminal.theirs)
    terminal.hear(heard)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=600)
    terminal.hear("stopped by Ctrl-C")
    document = json.loads(out)
    assert document["depth"] >= 1
    assert document["moves"][document["move"]] == document["value"]
    assert process.returncode == 0


def test_ctrl_c_among_many_positions_leaves_the_rest(started, terminal):
    ask = ["analyze", "connect-four", "--seconds", "600", "--file", "-"]
    process = started(*ask, stderr=terminal.theirs)
    process.stdin.write("4\n44\n")
    process.stdin.flush()
    terminal.hear(r"Proving… [1-9]")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=600)
    assert [json.loads(line)["position"] for line in out.splitlines()] == ["4"]
    assert process.returncode == 130


def test_lines_are_answered_as_they_come(started):
    process = started("analyze", "nim", "--depth", "2", "--file", "-")
    for position in ("3 4 5 X", "1 1 1 O"):
        process.stdin.write(position + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["position"] == position


def test_a_long_line_leaves_room_for_moves_and_values(outply):
    game = str(Path(__file__).parents[1] / "strangers" / "draughts_text.py")
    shown = outply("analyze", game, "--depth", "6").stdout
    assert re.search(r"^Move +Value +Line$", shown, re.MULTILINE)
    assert re.search(r"^\(17, 24\) +[−\d.]+ ", shown, re.MULTILINE)


def test_an_error_in_parse_is_about_the_text(my_game, refused):
    parse = "    def parse(self, text):\n        return Pile(int(text), 0)\n\n    def initial"
    game = my_game("    def initial", parse)
    sentence = refused("analyze", game, "--position", "abc")
    assert sentence.startswith("'abc' is not a position of take: `parse` raises ValueError: ")
    assert "outply check" not in sentence


def test_the_reason_for_the_search_is_shown(outply, answered):
    reason = "the strongest search for two players without chance"
    assert f"Search     engine: {reason}\n" in outply("analyze", "nim", "--depth", "2").stdout
    document = answered("analyze", "nim", "--depth", "2")
    assert (document["search"], document["search_reason"]) == ("engine", reason)
    named = answered("analyze", "nim", "--depth", "2", "--search", "minimax")
    assert (named["search"], named["search_reason"]) == ("minimax", None)
    assert "Search  " not in outply("analyze", "nim", "--depth", "2", "--search", "minimax").stdout


def test_the_moves_before_a_position_are_its_history(outply, monkeypatch):
    histories = []

    def search(self, game, state, limit=None, *, history=(), **others):
        histories.append(len(history))
        return real(self, game, state, limit, history=history, **others)

    real = library.AlphaBeta.search
    monkeypatch.setattr(library.AlphaBeta, "search", search)
    options = ("--search", "alphabeta", "--depth", "2", "--interpreted")
    outply("analyze", "tic-tac-toe", "--moves", "a1 b2 c3", *options)
    assert histories == [3] + [4] * 5  # then the states after the other moves


BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
MATED_IN_1 = "k7/8/1K6/8/8/8/8/6R1 b - - 0 1"


@slow
def test_chess_names_its_players_and_its_wins(outply):
    ask = "analyze", "chess", "--depth", "3", "--lines", "2", "--interpreted", "--position"
    shown = outply(*ask, BACK_RANK).stdout
    assert "To move    White\n" in shown
    assert "Value      +1 for White, mate in 1, proved\n" in shown
    assert re.search(r"\nRd8# +\+1  mate in 1 +Rd8#\n", shown)
    assert "Value      −1 for Black, mated in 1, proved\n" in outply(*ask, MATED_IN_1).stdout


@slow
def test_json_has_the_distance_in_plies(outply):
    ask = "analyze", "chess", "--depth", "3", "--interpreted", "--json", "--position"
    for position, value, distance in ((BACK_RANK, 1.0, 1), (MATED_IN_1, -1.0, 2)):
        document = json.loads(outply(*ask, position).stdout)
        assert (document["value"], document["distance"]) == (value, distance)


@pytest.mark.parametrize(
    ("search", "limit", "is_noted"),
    [
        ("mcts", (), True),
        ("mcts", ("--nodes", "20"), False),
        ("mcts:simulations=20", (), False),
        ("alphabeta", (), False),
    ],
)
def test_what_a_depth_means_to_simulations_is_noted(search, limit, is_noted, outply):
    ask = ("analyze", "tic-tac-toe", "--interpreted", "--moves", "a1 a2 b1 b2 c2 c1")
    result = outply(*ask, "--depth", "2", "--search", search, *limit)
    note = "note: a depth limits the tree of mcts, not its 10,000 simulations; "
    assert result.stderr.startswith(note) == is_noted
