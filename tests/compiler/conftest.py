"""Tests of the compiler are about the code that users run."""

import pytest


@pytest.fixture(autouse=True)
def fully_optimised(monkeypatch):
    monkeypatch.setenv("OUTPLY_OPTIMIZE", "full")
