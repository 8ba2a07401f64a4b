"""Machine code for processors that are not this one."""

from __future__ import annotations

import pytest

from outply import load
from outply.compiler.llvm import machine_code
from outply.compiler.program import compile_program
from outply.compiler.source import class_hints
from outply.compiler.type_inference import type_of
from outply.compiler.types import INT
from outply.search.perft import count_leaves
from tests.tiers import slow

TARGETS = {
    "aarch64-unknown-linux-gnu": b"\x7fELF",
    "arm64-apple-darwin": b"\xcf\xfa\xed\xfe",
    "x86_64-pc-windows-msvc": b"\x64\x86",
}


@slow
@pytest.mark.parametrize("triple", TARGETS)
@pytest.mark.parametrize("name", ["connect-four", "gomoku"])
def test_object_code_is_emitted(name, triple):
    game = load(name)
    kinds = {"state": type_of(game.initial(), None, class_hints), "depth": INT}
    program = compile_program(count_leaves, {"game": game}, kinds)
    code, needs = machine_code(program.text, "full", triple)
    assert code.startswith(TARGETS[triple])
    assert b"kernel" in code
    assert all(isinstance(symbol, str) for symbol in needs)
