"""`check` compiles the search that fits a game, and tells why it cannot."""

from __future__ import annotations

from collections import Counter

from outply.check import check
from outply.games.nim import Nim


class HashedKey(Nim):
    """Its rules compile, but not the key, which the engine needs."""

    def key(self, state):
        return hash(tuple(sorted(Counter(state.piles).items()))) & (2**64 - 1)


def test_a_search_that_cannot_be_compiled():
    report = check(HashedKey(), plays=20)
    assert report.ok
    assert not report.compiled
    assert report.interpreted_search == "engine"
    [refusal] = report.refusals
    assert "hash() of" in refusal.reason
    assert refusal.file == __file__
    assert report.not_compiled == str(refusal)
    assert not any("is not compiled" in note for note in report.notes)
    assert any("compiled and interpreted rules agree" in words for words in report.passed)


class SetOfFeatures(Nim):
    """No search calls `features`."""

    def features(self, state):
        return tuple(float(pile) for pile in {*state.piles})


def test_a_method_that_the_search_does_not_call():
    report = check(SetOfFeatures(), plays=20)
    assert report.compiled
    assert report.not_compiled is None
    assert report.interpreted_search == ""
    assert any(note.startswith("`features` is not compiled: ") for note in report.notes)
