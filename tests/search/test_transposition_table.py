"""The transposition table: what is stored is found, also when it grows."""

from __future__ import annotations

import random

from outply.search.transposition_table import ABSENT, EXACT, Entry, Table


def test_a_table_that_grows_keeps_what_it_has():
    table = Table(megabytes=8)
    table.clear()
    assert table.shift > table.final_shift
    rng = random.Random(1)
    keys = [rng.getrandbits(64) for _ in range(20_000)]
    for index, key in enumerate(keys):
        table.store(key, Entry(EXACT, float(index), index, 5, False), 1)
    assert table.shift == table.final_shift, "it has grown"
    found = [table.find(key) for key in keys]
    lost = sum(entry.bound == ABSENT for entry in found)
    assert lost < len(keys) / 10
    for index, entry in enumerate(found):
        if entry.bound != ABSENT:
            assert (entry.bound, entry.value, entry.move, entry.depth) == (EXACT, index, index, 5)
    assert sum(table.find(rng.getrandbits(64)).bound != ABSENT for _ in range(5000)) == 0


def test_a_cleared_table_has_nothing():
    table = Table(megabytes=1)
    for threads in (1, 2, 1):
        table.store(7, Entry(EXACT, 1.0, 3, 5, False), 1)
        assert table.find(7).bound == EXACT
        table.clear(threads)
        assert table.find(7).bound == ABSENT


def test_more_work_stays_and_the_latest_is_there():
    table = Table(megabytes=0.0001)  # two buckets
    keys = range(1, 40)
    table.store(99, Entry(EXACT, 9.0, 9, 9, False), 1000)
    for key in keys:
        table.store(key, Entry(EXACT, float(key), key, 1, False), 1)
        assert table.find(key).value == key
    assert table.find(99).value == 9.0


def test_the_use_of_a_table_is_that_of_the_last_search():
    rng, table = random.Random(3), Table(0.25)
    assert table.use == 0.0
    for _ in range(2 * len(table.slots)):
        table.store(rng.getrandbits(64), Entry(EXACT, 0.5, 3, 2, False), 1)
    assert 0.5 < table.use <= 1.0
    table.age_by_one()
    assert table.use == 0.0
    table.clear()
    assert table.use == 0.0
