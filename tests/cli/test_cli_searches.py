"""`outply searches` and `outply cache`."""

import re
from pathlib import Path

from outply import search


def test_every_search_has_one_line(monkeypatch, outply):
    monkeypatch.delenv("COLUMNS", raising=False)
    header, *lines = outply("searches").stdout.splitlines()
    assert header.split() == ["Search", "Games", "Parameters"]
    assert [line.split()[0] for line in lines] == search.names()
    engine = next(line for line in lines if line.startswith("engine "))
    assert re.match(r"engine +2 players +megabytes: int = 64, threads: int = 1, ", engine)


def test_what_searches_take(answered):
    found = {entry["name"]: entry for entry in answered("searches")["searches"]}
    assert found["engine"]["two_players"]
    assert not found["engine"]["chance"]
    assert found["star2"]["chance"]
    assert found["maxn"]["more_players"]
    assert found["cfr"]["hidden"]
    assert found["mcts"]["general_sum"]
    seed = {"name": "seed", "type": "int", "default": 0}
    assert found["random"]["parameters"] == [seed]


def test_each_search_is_made_from_its_listed_parameters(answered):
    for entry in answered("searches")["searches"]:
        made = search.named(entry["name"])
        listed = {each["name"]: each["default"] for each in entry["parameters"]}
        assert listed == {name: getattr(made, name) for name in listed}


def test_the_cache_is_shown_and_cleared(tmp_path, monkeypatch, outply, answered):
    cache = tmp_path / "cache"
    monkeypatch.setenv("OUTPLY_CACHE", str(cache))
    assert outply("cache", "show").stdout == f"{cache}: 0 compiled kernels, 0 bytes\n"
    for name in ("outply_one", "outply_two"):
        (cache / name).mkdir(parents=True)
        (cache / name / "kernel.o").write_bytes(bytes(1000))
    (cache / "by_request").mkdir()
    (cache / "by_request" / "x.json").write_text("{}")
    (cache / "mine.txt").write_text("not a kernel")
    assert outply("cache", "show").stdout == f"{cache}: 2 compiled kernels, 2.0 KB\n"
    document = answered("cache", "show")
    assert (document["kernels"], document["bytes"]) == (2, 2002)
    cleared = outply("cache", "clear").stdout
    assert cleared == f"Removed 2 compiled kernels, 2.0 KB, from {cache}\n"
    assert [file.name for file in cache.iterdir()] == ["mine.txt"]
    document = answered("cache", "clear")
    assert (document["removed_kernels"], document["kernels"]) == (0, 0)


def test_a_game_is_compiled_again_after_the_cache_was_cleared(tmp_path, monkeypatch, outply):
    from outply import compiler

    monkeypatch.setenv("OUTPLY_CACHE", str(tmp_path))
    ask = ("analyze", "nim", "--set", "piles=1,2", "--search", "alphabeta", "--depth", "1")
    for _ in range(2):
        monkeypatch.setattr(compiler, "_kernels", {})
        assert "Compiling alphabeta" in outply(*ask).stderr
        assert "Removed 1 compiled kernel, " in outply("cache", "clear").stdout
        assert list(Path(tmp_path).iterdir()) == []


def test_the_list_of_searches_is_as_wide_as_asked_for(monkeypatch, outply):
    monkeypatch.setenv("COLUMNS", "60")
    lines = outply("searches").stdout.splitlines()
    assert max(map(len, lines)) <= 60
    assert "alphabeta-negamax" in {line.split(" ")[0] for line in lines}
