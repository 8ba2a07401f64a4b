"""What all commands share: help, refusals, notes."""

import json
import re
import subprocess
import sys

import pytest

from outply import __version__

COMMANDS = ["analyze", "arena", "cache", "check", "games", "play", "searches", "solve", "tree"]
GROUPS = ["arena run", "arena show", "arena export", "cache show", "cache clear"]


def test_help_lists_the_commands(outply):
    help_text = outply("--help").stdout
    assert all(f"\n  {name} " in help_text for name in COMMANDS)
    assert outply().stdout == help_text


@pytest.mark.parametrize(
    "command", [*(name for name in COMMANDS if name not in ("arena", "cache")), *GROUPS]
)
def test_every_command_has_help_and_json(command, outply):
    result = outply(*command.split(), "--help")
    assert result.exit_code == 0
    assert "--json" in result.stdout


def test_version(outply):
    assert outply("--version").stdout == f"outply {__version__}\n"


def test_help_needs_neither_rich_nor_llvmlite_nor_numpy():
    code = (
        "import sys\nfrom outply.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "print({'rich', 'llvmlite', 'numpy', 'msgspec'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr == "set()\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("nosuch", "No such command 'nosuch'; use analyze, "),
        ("analyze", "Missing argument 'GAME'."),
        ("analyze connect-four --depht 3", "No such option '--depht'; did you mean --depth?"),
        ("solve nim --depth 3", "No such option '--depth'; analyze, perft, play and tree have it."),
        ("games --xyz", "No such option '--xyz'."),
        ("analise", "No such command 'analise'; did you mean analyze?"),
        ("analyze connect-four --sconds 3", "No such option '--sconds'; did you mean --seconds?"),
        ("analyze nim --search engine:depht=3", "depth is an option of the command, --depth."),
        ("analyze nim --search engine:depth=3", "depth is an option of the command, --depth."),
        ("compile nim --search engine:second=3", "seconds is an option of the command"),
        ("analyze nim --search engine:thread=3", "did you mean threads? It takes megabytes"),
        ("cache", "Give a command: clear or show."),
        ("cache sho", "No such command 'sho'; did you mean show?"),
        ("analyze connect-four --depth x", "'x' is not a valid integer"),
        ("analyze connect-four --depth -1", "The limit of depth is -1"),
        ("analyze connect-four --nodes -1", "The limit of nodes is -1"),
        ("analyze connect-four --seconds nan", "The limit of seconds is nan"),
        ("analyze connect-four --threads 0", "--threads is 0; give 1 or more"),
        ("tree connect-four --threads -3", "--threads is -3; give 1 or more"),
        ("tree connect-four --threads 2", "alphabeta is single-threaded; use --threads 1, not 2."),
        (
            "analyze nim --threads 2 --search minimax",
            "minimax is single-threaded; use --threads 1, not 2.",
        ),
        (
            "analyze nim --threads 2 --interpreted",
            "Interpreted searches are single-threaded; use --threads 1",
        ),
        ("analyze nim --lines 2 --search minimax", "--lines is for the engine; minimax finds one"),
        ("analyze nim --lines 0", "--lines"),
        ("analyze connect-four --search alphabet", "did you mean alphabeta"),
        (
            "analyze connect-four --search random:sed=1",
            "random has no parameter 'sed'; did you mean seed?",
        ),
        (
            "analyze connect-four --set colums=3",
            "connect-four has no parameter 'colums'; did you mean columns?",
        ),
        ("analyze connect-four --set columns", "write --set name=value"),
        ("analyze connect-four --set columns=99", "does not fit"),
        ("analyze connect-four --position 49", "'9' is not a legal move"),
        ("analyze connect-four --moves 4,9", "'9' is not a legal move"),
        ("analyze connect-four --file nope.txt", "No such file"),
        ("analyze connect-four --file - --position 4", "not both"),
        ("analyze conect-four", "did you mean connect-four"),
        ("analyze nope.py", "There is no file nope.py."),
        ("check nope.py", "There is no file nope.py."),
        ("check connect-four --plays 0", "--plays"),
        ("check connect-four --seconds nan", "The limit of seconds is nan"),
        ("check connect-four --seconds -1", "The limit of seconds is -1"),
        ("play connect-four --human 3", "--human is '3'"),
        ("play connect-four --threads 0", "--threads is 0"),
        ("tree connect-four --search random", "random reports no tree"),
        ("tree connect-four --out tree.pdf", "end the name in .svg, .tex, .txt or .json"),
        ("tree connect-four --out /nowhere/tree.svg", "/nowhere/tree.svg: No such file"),
        ("games extra", "unexpected extra argument"),
        ("searches extra", "unexpected extra argument"),
        ("cache show extra", "unexpected extra argument"),
        ("solve nim --all --out /", "/ cannot be written: it is a folder; name a file."),
        ("solve nim --all --out /nowhere/x", "cannot be written: the folder does not exist."),
    ],
)
def test_bad_input_is_one_sentence_and_code_2(arguments, sentence, refused):
    assert sentence in refused(*arguments.split())


def test_settings_are_literals_or_text(answered, refused):
    assert len(answered("analyze", "nim", "--set", "piles=1,2")["moves"]) == 3
    assert (
        len(answered("analyze", "nim", "--set", "piles=[1]", "--set", "misere=True")["moves"]) == 1
    )
    for misere in ("misere=true", "misere=FALSE"):
        assert answered("analyze", "nim", "--set", "piles=[1]", "--set", misere)["moves"]
    assert "give True or False" in refused("analyze", "nim", "--set", "misere=maybe")


def test_a_game_that_cannot_be_compiled_gets_one_note(my_game, outply):
    result = outply("analyze", my_game("state.left == 0", "eval('state.left == 0')"), "--json")
    assert result.exit_code == 0
    assert not json.loads(result.stdout)["compiled"]
    assert re.fullmatch(r"note: take runs interpreted: my_game.py:\d+: .+\n", result.stderr)
