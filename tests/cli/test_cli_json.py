"""Every JSON document follows its schema, and docs/json.md lists the schema."""

import json
from pathlib import Path

import json_page
import msgspec
import pytest
from kinds import SECRET, THREE

from outply.cli import main, schemas
from outply.cli.commands import __path__ as command_folder

PAGE = Path(__file__).parents[2] / "docs" / "json.md"
STEPS = "--search lasvegas:depth=2 --steps --nodes 2 --json"

RUNS = {
    "analyze": ["analyze nim --depth 2 --interpreted --json"],
    "arena run": ["arena run nim random random --games 2 --jobs 0 --interpreted --json"],
    "arena show": ["arena show MATCH --json", "arena show MATCH --sprt elo0=0,elo1=5 --json"],
    "arena export": ["arena export MATCH --json"],
    "bench": ["bench nim --nodes 50 --interpreted --json"],
    "perft": ["perft nim --depth 2 --divide --interpreted --json"],
    "cache show": ["cache show --json"],
    "cache clear": ["cache clear --json"],
    "check": ["check nim --plays 2 --interpreted --json", "check UNSOUND --plays 2 --json"],
    "compile": [
        "compile nim --json",
        "compile nim --show is_terminal --json",
        "compile EVAL --json",
    ],
    "games": ["games --json"],
    "learn": ["learn tic-tac-toe --games 5 --match 2 --jobs 0 --interpreted --json"],
    "paper": [],  # in test_paper_command.py
    "play": [
        "play nim --human none --depth 2 --interpreted --json",
        "play nim --human 1 --json --interpreted",
    ],
    "searches": ["searches --json"],
    "solve": ["solve nim --interpreted --json", "solve nim --nodes 1 --interpreted --json"],
    "solve --all": ["solve MINE --all --interpreted --json"],
    "tree": ["tree textbook-tree --json", "tree THREE --json"],
    "tree --steps": [f"tree random-tree {STEPS}"],
}

EACH = [(command, run) for command, runs in RUNS.items() for run in runs]

OTHER_POSITIONS = [
    "analyze SECRET --search random --moves 2 --json",
    "analyze SECRET --search random --json",
    "analyze nim --search mcts:simulations=20 --interpreted --json",
    "analyze kuhn-poker --position J_Q_|_bet --search cfr --nodes 1000 --interpreted --json",
]


@pytest.fixture(autouse=True)
def isolated(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OUTPLY_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def printed(outply, my_game, tmp_path):
    """The output of a command line with placeholders."""

    def run(line: str, stdin: str = "") -> str:
        if "MATCH" in line:
            ask = ["arena", "run", "nim", "random", "random", "--games", "2", "--jobs", "0"]
            outply(*ask, "--interpreted", "--store", "m.sqlite")
        files = {"SECRET": SECRET, "THREE": THREE, "MATCH": "m.sqlite", "MINE": my_game()}
        if "UNSOUND" in line:
            files["UNSOUND"] = my_game("1 - state.player", "state.player + 5")
        if "EVAL" in line:
            files["EVAL"] = my_game("state.left == 0", "eval('state.left == 0')")
        words = [files.get(word, word).replace("J_Q_|_bet", "J Q | bet") for word in line.split()]
        return outply(*words, stdin=stdin).stdout

    return run


def follows(text: str, document: type[schemas.Document]) -> dict:
    """The document, which has all keys of the schema, no others, and the right types."""
    found = json.loads(text)
    read = msgspec.json.decode(text, type=document)
    assert json.loads(schemas.encode(read)) == found
    assert list(found) == list(document.__struct_fields__)
    assert found["schema"] == schemas.SCHEMA
    return found


@pytest.mark.parametrize(("command", "run"), EACH)
def test_each_document_follows_its_schema(command, run, printed):
    follows(printed(run), schemas.DOCUMENTS[command])


@pytest.mark.parametrize("run", OTHER_POSITIONS)
def test_positions_of_all_kinds_have_the_same_keys(run, printed):
    follows(printed(run), schemas.AnalyzeDocument)


@pytest.mark.parametrize(
    ("command", "document"),
    [("analyze", schemas.AnalyzeDocument), ("solve", schemas.SolveDocument)],
)
def test_each_line_of_a_batch_has_the_same_keys(command, document, printed):
    text = printed(f"{command} nim --file - --interpreted", stdin="1 2 0 X\nnonsense\n0 0 0 X\n")
    found = [follows(line, document) for line in text.splitlines()]
    assert [bool(each["error"]) for each in found] == [False, True, False]
    refused = {key for key, value in found[1].items() if value is not None}
    assert refused == {"schema", "game", "position", "error"}


def test_infinity_has_one_spelling():
    estimate = schemas.Estimate(value=float("inf"), low=float("-inf"), high=None)
    assert json.loads(schemas.encode(estimate)) == {"value": "inf", "low": "-inf", "high": None}
    assert float("inf") == float(json.loads('"inf"'))


def test_players_are_numbered_from_zero(printed):
    found = json.loads(printed("play nim --set piles=1, --human none --interpreted --json"))
    assert found["winner"] == 0
    assert found["utilities"][found["winner"]] == 1.0


def test_every_command_has_a_document():
    import pkgutil

    modules = {module.name for module in pkgutil.iter_modules(list(command_folder))}
    servers = {"serve", "uci", "ugi"}  # they talk to other programs by a protocol
    assert {name.split()[0] for name in schemas.DOCUMENTS} == modules - servers
    groups = {"arena", "cache"}
    listed = {name for name in schemas.DOCUMENTS if name.split()[0] in groups}
    for group in groups:
        command = main.get_command(None, group)
        assert {f"{group} {name}" for name in command.commands} <= listed
    assert set(RUNS) == set(schemas.DOCUMENTS)


def _structs(struct: type) -> set[type]:
    fields = msgspec.inspect.type_info(struct).fields
    inner = {each for field in fields for each in json_page.structs_in(field.type)}
    return {struct}.union(*map(_structs, inner))


@pytest.mark.parametrize("document", sorted(set(schemas.DOCUMENTS.values()), key=repr))
def test_every_key_is_described(document):
    for struct in _structs(document):
        assert set(json_page.descriptions(struct)) == set(struct.__struct_fields__)


def test_the_page_is_made_from_the_schema():
    assert PAGE.read_text(encoding="utf-8") == json_page.page()
