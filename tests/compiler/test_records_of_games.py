"""Records that a game holds, such as weights, are passed by address and not compiled in."""

from __future__ import annotations

import pytest

from outply.compiler import compile_function, kernel
from outply.compiler.object_types import RecordArray
from outply.compiler.records import Array, Atomic, Int16, Record
from outply.compiler.type_text import show
from outply.compiler.types import INT
from tests.compiler.weighted_game import (
    CountingGame,
    Evaluation,
    WeightedFields,
    WeightedGame,
    Weights,
    store_narrow,
    store_place,
    total_of,
    value_of,
)


def game_with(*numbers, scale=0.5):
    return WeightedGame(Evaluation(Weights(numbers, scale)))


def test_both_modes_read_the_same_weights():
    game = game_with(3, -5, 1000)
    for function in (value_of, total_of):
        compiled = kernel(function, game)
        for state in range(3):
            assert compiled(state) == function(game, state)


def test_a_changed_weight_is_seen_at_once():
    game = game_with(3, -5, 1000)
    compiled = kernel(value_of, game)
    before = compiled(1)
    game.evaluation.weights.words[1] = 40
    assert compiled(1) == value_of(game, 1) == before + 22.5


def test_a_property_that_reads_memory_is_no_constant(monkeypatch):
    game = WeightedFields(Evaluation(Weights((3, 4))))
    compiled = kernel(value_of, game)
    assert compiled(0) == value_of(game, 0) == 53.0
    game.evaluation.weights.words[0], game.evaluation.weights.scale = 7, 0.25
    assert compiled(0) == value_of(game, 0) == 32.0

    def refuse(*_):
        raise AssertionError("machine code was made again")

    monkeypatch.setattr("outply.compiler.kernels.machine_code", refuse)
    other = WeightedFields(Evaluation(Weights((9, 9), scale=1.0)))
    assert kernel(value_of, other)(0) == 109.0


def test_other_weights_of_another_length_need_no_compilation(monkeypatch):
    kernel(value_of, game_with(1, 2, 3))(0)

    def refuse(*_):
        raise AssertionError("machine code was made again")

    monkeypatch.setattr("outply.compiler.kernels.machine_code", refuse)
    monkeypatch.setattr("outply.compiler.program.compile_program", refuse)
    other = game_with(*range(9), scale=0.25)
    assert [kernel(value_of, other)(s) for s in range(9)] == [value_of(other, s) for s in range(9)]


def test_two_games_with_different_weights_do_not_mix():
    games = [game_with(number, number) for number in (1, 2)]
    kernels = [kernel(value_of, game) for game in games]
    expected = [value_of(game, 1) for game in games]
    assert [compiled(1) for compiled in kernels] == expected
    assert expected[0] != expected[1]


def test_a_kernel_keeps_its_weights_alive():
    compiled = kernel(value_of, game_with(7, 7))
    expected = value_of(game_with(7, 7), 0)
    for _ in range(50):
        Weights(tuple(range(200)))
    assert compiled(0) == expected


def test_an_index_out_of_range_raises_in_both_modes():
    game = game_with(1, 2)
    for run in (kernel(value_of, game), lambda state: value_of(game, state)):
        with pytest.raises(IndexError, match="array index out of range"):
            run(2)


def test_narrow_elements_hold_the_same_in_both_modes():
    interpreted, compiled = Weights((0,)), Weights((0,))
    native = compile_function(store_narrow, compiled, 1)
    for number in (0, 1, -1, 32767, -32768, 123):
        assert native(compiled, number) == store_narrow(interpreted, number)
        for name in ("shorts", "halves", "floats", "places"):
            one, other = getattr(compiled, name), getattr(interpreted, name)
            assert bytes(one.memory) == bytes(other.memory)
    for run in (store_narrow, native):
        for number in (32768, -32769):
            with pytest.raises(OverflowError, match="does not fit the elements of the array"):
                run(compiled, number)
    for run in (store_place, compile_function(store_place, compiled, 1)):
        for number in (65536, -1):
            with pytest.raises(OverflowError):
                run(compiled, number)


def test_narrow_elements_take_less_memory():
    weights = Weights(tuple(range(10)))
    sizes = [len(getattr(weights, name).memory) for name in ("words", "shorts", "halves", "floats")]
    assert sizes == [80, 20, 40, 40]
    assert show(RecordArray(INT, narrow="int16")) == "Array[int16]"


def test_a_record_per_call_is_copied_and_kept():
    game = CountingGame()
    compiled = kernel(value_of, game)
    assert [compiled(state) for state in (1, 2, 0)] == [1108.0, 1210.0, 1310.0]
    assert value_of(game, 5) == 1007.0  # interpreted code uses the game's own
    assert (game.counter.count, game.counter.is_copy) == (10, False)
    assert kernel(value_of, CountingGame())(1) == 1108.0


def test_a_record_per_call_must_be_able_to_tell():
    with pytest.raises(TypeError, match="Bad is used per call; declare is_copy: bool"):
        type(Record)("Bad", (Record,), {"__annotations__": {"count": int}}, per_call=True)


def test_only_plain_elements_are_narrow():
    with pytest.raises(TypeError, match="only elements of an array are narrow"):
        type("Bad", (Record,), {"__annotations__": {"number": Int16}})
    with pytest.raises(TypeError, match="narrow elements are not atomic"):
        type("Bad", (Record,), {"__annotations__": {"numbers": Array[Atomic[Int16]]}})
