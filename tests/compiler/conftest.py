"""Tests of the compiler are about the code that users run."""

from pathlib import Path

import pytest

from tests.tiers import FULL

SAMPLE = 4  # one of so many constructs is fully optimised in `make test`


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for number, item in enumerate(items):
        is_left_out = item.path.name == "test_constructs.py" and number % SAMPLE
        if Path(__file__).parent in item.path.parents and (FULL or not is_left_out):
            item.add_marker("fully_optimised")
