"""`outply perft`."""

import json

import pytest

from tests.cli.conftest import run


def test_the_count_is_the_standard_one():
    done = run("perft", "chess", "--depth", "3")
    assert "depth 3: 8,902 leaves" in done.stdout


def test_a_draw_by_rule_does_not_end_a_line():
    """Bare kings are a dead position, and programs count on."""
    done = run(
        "perft", "chess", "--depth", "2", "--position", "8/8/8/8/8/8/8/K6k w - - 0 1", "--json"
    )
    assert json.loads(done.stdout)["leaves"] == 9


@pytest.mark.parametrize("more", [(), ("--interpreted",)])
def test_divide_counts_below_each_move(more):
    done = run("perft", "connect-four", "--depth", "3", "--divide", "--json", *more)
    found = json.loads(done.stdout)
    assert found["moves"] == dict.fromkeys("1234567", 49)
    assert found["leaves"] == 343


def test_a_finished_game_has_no_leaves():
    done = run("perft", "connect-four", "--depth", "2", "--position", "1212121")
    assert "depth 2: 0 leaves" in done.stdout


def test_depth_zero_is_the_position_itself():
    assert "depth 0: 1 leaves" in run("perft", "nim", "--depth", "0").stdout


def test_a_depth_is_needed():
    done = run("perft", "nim")
    assert done.exit_code == 2
    assert "--depth" in done.stderr
