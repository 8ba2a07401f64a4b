"""The report, and the ways to ask for one."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

import outply
from outply.check import Unsound, assert_sound, check, check_path, checker
from outply.check.compiled_comparison import CompiledComparison
from outply.check.contract import misspelt_methods
from outply.game import Game
from outply.games.connect_four import ConnectFour
from outply.games.nim import Nim
from tests.tiers import slow

BROKEN = Path(__file__).parent / "broken"
GAME = str(BROKEN / "not_zero_sum.py")


def quick(game, **effort):
    return check(game, **{"plays": 10, "compiled": False, **effort})


def test_assert_sound_lists_the_findings():
    with pytest.raises(Unsound, match=r"not_zero_sum\.py:\d+: `utility` gives") as raised:
        assert_sound(outply.load(GAME), plays=10, compiled=False)
    assert isinstance(raised.value, AssertionError)
    assert isinstance(raised.value, outply.OutplyError)


def test_assert_sound_gives_the_report():
    assert assert_sound(outply.load("nim"), plays=10, compiled=False).ok


def test_a_report_is_ready_for_json():
    document = json.loads(json.dumps(quick(outply.load(GAME)).to_dict()))
    assert document["ok"] is False
    assert document["game"] == "broken"
    assert document["plays"] == 10
    assert document["findings"][0]["rule"] == "zero-sum"
    assert Path(document["findings"][0]["file"]) == Path(GAME)
    assert document["compiled_speed"] is None


def results_asked_for(seed):
    asked = []

    class Watched(ConnectFour):
        def result(self, state, move):
            asked.append((state, move))
            return super().result(state, move)

    quick(Watched(), plays=2, seed=seed, seconds=600)  # however busy the machine is
    return asked


@slow
def test_the_same_seed_looks_at_the_same(monkeypatch):
    monkeypatch.setattr(checker, "interpreted_speed", lambda game: None)  # asks as time allows
    assert results_asked_for(seed=3) == results_asked_for(seed=3)
    assert results_asked_for(seed=3) != results_asked_for(seed=4)


def test_progress_counts_the_plays():
    heard = []
    quick(outply.load("nim"), plays=3, progress=lambda done, total: heard.append((done, total)))
    assert heard == [(1, 3), (2, 3), (3, 3)]


@slow
def test_progress_moves_on_while_compiled_rules_are_compared(monkeypatch):
    heard = []
    compared_at = []
    compare = CompiledComparison.first_difference

    def first_difference(self, states, deadline):
        compared_at.append(len(heard))
        return compare(self, states, deadline)

    monkeypatch.setattr(CompiledComparison, "first_difference", first_difference)
    report = check(
        outply.load("nim"),
        plays=40,
        seconds=600,
        progress=lambda done, total: heard.append((done, total)),
    )
    assert report.compiled
    assert heard == [(done, 40) for done in range(1, 41)]
    assert compared_at == [20]


def test_seconds_cap_the_plays():
    report = quick(outply.load("connect-four"), plays=1_000_000, seconds=0.2)
    assert 0 < report.plays < 1_000_000
    assert f"There was time for {report.plays:,} plays of 1,000,000." in report.notes


def test_no_time_at_all_still_looks_at_the_start():
    report = quick(outply.load("connect-four"), seconds=0.0)
    assert report.states == 1


def test_a_file_that_cannot_be_read_as_python(tmp_path):
    file = tmp_path / "half_written.py"
    file.write_text("from outply import Game\n\nx = (\n")
    [finding] = check_path(str(file)).findings
    assert str(finding).startswith("half_written.py:3: cannot be imported: SyntaxError:")


def test_parameters_are_passed_on():
    small = check_path("nim", {"piles": (1, 1)}, plays=10, compiled=False)
    assert small.states == 4


def test_one_class_of_a_file():
    report = check_path(f"{GAME}:Broken", plays=10, compiled=False)
    assert [finding.rule for finding in report.findings] == ["zero-sum"]


@pytest.mark.parametrize("name", ["no-such-game", "no_such_file.py"])
def test_a_name_for_nothing_is_refused(name):
    with pytest.raises(outply.OutplyError, match="There is no"):
        check_path(name)


def test_wrong_parameters_are_refused():
    with pytest.raises(outply.OutplyError, match="has no parameter"):
        check_path("nim", {"heaps": 3})


def test_several_findings_of_one_game(tmp_path):
    file = tmp_path / "twice_broken.py"
    file.write_text(
        Path(GAME).read_text() + "\n    def board(self, state):\n        return 1 / 0\n"
    )
    for base in ("_countdown.py", "_take.py"):
        (tmp_path / base).write_text((BROKEN / base).read_text())
    rules = {finding.rule for finding in check_path(str(file), plays=10, compiled=False).findings}
    assert rules == {"zero-sum", "raises"}


def test_what_could_not_be_looked_at_has_not_passed():
    report = check_path(str(BROKEN / "observation_raises.py"), plays=10, compiled=False)
    assert "observations can be made" not in report.passed
    assert "states are hashable" in report.passed


def test_what_was_never_looked_at_has_not_passed():
    """No play comes to an end."""
    passed = check_path(str(BROKEN / "result_mutates.py"), plays=10, compiled=False).passed
    assert "there are moves until the game is over, each once" in passed
    assert "utilities are finite and within utility_range" not in passed
    assert "what one player gains the others lose" not in passed
    assert "plays end" not in passed


def test_methods_that_were_never_called_have_not_passed():
    report = check_path(str(BROKEN / "missing_utility.py"), plays=10, compiled=False)
    assert "no method raises" not in report.passed
    assert "there are players" in report.passed


def test_a_file_that_does_not_import_whatever_its_parameters():
    [finding] = check_path(str(BROKEN / "does_not_import.py"), {"size": 3}).findings
    assert finding.rule == "load"


def test_a_file_that_exits(tmp_path):
    file = tmp_path / "exits.py"
    file.write_text("import sys\n\nsys.exit(3)\n")
    [finding] = check_path(str(file)).findings
    assert str(finding) == "exits.py:3: cannot be imported: SystemExit: 3."


def test_somebody_who_wants_to_stop_can():
    class Interrupted(Nim):
        def moves(self, state):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        quick(Interrupted())


class Misspelt(Nim):
    def evaluation(self, state, player):
        return 0.5

    def outcome(self, state):
        return []

    def format_endings(self, state):
        return "x"

    def cell(self, row, column):
        return row + column

    def format_piece(self, state, move):
        return "x"


def test_misspelt_methods_are_pointed_out():
    report = quick(Misspelt())
    assert report.ok
    assert report.remarks == (
        "`evaluation` is not a method of the contract; did you mean `evaluate`?",
        "`outcome` is not a method of the contract; did you mean `outcomes`?",
        "`format_endings` is not a method of the contract; did you mean `format_ending`?",
    )


def strangers():
    folder = Path(__file__).parents[1] / "strangers"
    files = [*folder.glob("*.py"), *folder.glob("shapes/*.py"), *BROKEN.parent.glob("sound/*.py")]
    return [str(file) for file in files if not file.stem.startswith(("test_", "__"))]


@pytest.mark.parametrize("name", [*outply.games.names(), *strangers()], ids=lambda n: Path(n).stem)
def test_helpers_of_ordinary_games_are_not_taken_for_misspelt_methods(name):
    assert list(misspelt_methods(outply.load(name))) == []


def test_every_method_with_wrong_parameters_is_found(tmp_path):
    file = tmp_path / "without_self.py"
    text = (BROKEN / "_take.py").read_text()
    file.write_text(
        text.replace("is_terminal(self, ", "is_terminal(").replace("result(self, ", "result(")
    )
    found = [finding.message for finding in check_path(str(file), compiled=False).findings]
    assert found == [
        "`result(state, move)` has the wrong parameters; write `result(self, state, move)`.",
        "`is_terminal(state)` has the wrong parameters; write `is_terminal(self, state)`.",
    ]


def test_a_name_that_is_a_method_is_not_the_name_in_the_report():
    report = check_path(str(BROKEN / "name_is_a_method.py"), plays=2, compiled=False)
    assert report.game == "Broken"


class Take(NamedTuple):
    pile: int
    amount: int


class Taken(NamedTuple):
    left: int
    turn: int
    last: Take | None = None


class NotRead(Game[Taken]):
    """Only the initial position can be read back: it has no class of the author's in it."""

    def initial(self):
        return Taken(3, 0)

    def to_move(self, state):
        return state.turn

    def moves(self, state):
        return [Take(0, amount) for amount in range(1, state.left + 1)]

    def result(self, state, move):
        return Taken(state.left - move.amount, 1 - state.turn, move)

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state, player):
        return -1.0 if player == state.turn else 1.0

    def format_move(self, state, move):
        return f"take {move.amount}"


def test_what_holds_for_some_positions_only_has_not_passed():
    report = quick(NotRead())
    assert "Positions cannot be read back; define `parse` for that." in report.notes
    assert "positions can be written and read back" not in report.passed
    assert "moves can be written and read back" in report.passed


class FewCandidates(NotRead):
    def candidates(self, state):
        return [Take(0, 1)]


class NotFinite(NotRead):
    def evaluate(self, state, player):
        return float("inf") if player == 1 else 0.0


def test_findings_write_moves_and_players_as_other_texts_do():
    [finding] = quick(FewCandidates()).findings
    assert finding.message.startswith("`candidates` leaves out take 3, which")
    [finding] = quick(NotFinite()).findings
    assert finding.message.startswith("`evaluate` gives inf for Player 2, ")
