"""`outply tree` with every search: a drawing, or one sentence that says why there is none."""

import pytest

from outply import load, named
from outply.search import names

WITHOUT_TREE = {"cfr", "mccfr", "pimc", "random"}
GAMES = ("textbook-tree", "connect-four", "connect-three-players", "dice-tree", "kuhn-poker")


def has_drawing(search, game):
    """A search of a game with hidden information looks at many states at once."""
    takes = named(search).refusal(load(game).traits) is None
    return takes and search not in WITHOUT_TREE and game != "kuhn-poker"


@pytest.mark.parametrize("search", names())
@pytest.mark.parametrize("game", GAMES)
def test_every_search_draws_a_tree_or_says_why_not(search, game, outply):
    limit = () if game == "textbook-tree" else ("--depth", "2", "--nodes", "60")
    result = outply("tree", game, "--search", search, *limit)
    if has_drawing(search, game):
        assert (result.exit_code, result.stderr) == (0, "")
        assert " cut\n" in result.stdout
    else:
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.count("\n") == 1
        assert result.stderr.endswith(".\n")
