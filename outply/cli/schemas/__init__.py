"""The JSON documents of the commands. These classes are the schema; docs/json.md lists them.

Each docstring has an entry `key: description` for every key that the class adds.
"""

from __future__ import annotations

from outply.cli.schemas.arena import (
    ArenaDocument,
    ArenaGame,
    ArenaGamesDocument,
    ArenaMeeting,
    ArenaPlayer,
    ArenaTest,
    Estimate,
)
from outply.cli.schemas.base import SCHEMA, Document, Number, encode
from outply.cli.schemas.learn import LearnDocument, LearnedParameters, LearnedStrength
from outply.cli.schemas.lists import (
    CacheDocument,
    GameEntry,
    GamesDocument,
    ParameterEntry,
    SearchEntry,
    SearchesDocument,
)
from outply.cli.schemas.played_games import (
    PlayDocument,
    TreeCounts,
    TreeDocument,
    TreeNode,
    TreeResult,
    TreeStepsDocument,
)
from outply.cli.schemas.positions import (
    AnalyzedMove,
    AnalyzeDocument,
    AnalyzedOutcome,
    PositionDocument,
    SolveAllDocument,
    SolveDocument,
)
from outply.cli.schemas.tools import (
    BenchCount,
    BenchDocument,
    CheckDocument,
    CompiledFunction,
    CompileDocument,
    CompileRefusal,
    Finding,
    PaperDocument,
    PerftDocument,
    PlayStatistics,
    Spread,
)

__all__ = [
    "DOCUMENTS",
    "SCHEMA",
    "AnalyzeDocument",
    "AnalyzedMove",
    "AnalyzedOutcome",
    "ArenaDocument",
    "ArenaGame",
    "ArenaGamesDocument",
    "ArenaMeeting",
    "ArenaPlayer",
    "ArenaTest",
    "BenchCount",
    "BenchDocument",
    "CacheDocument",
    "CheckDocument",
    "CompileDocument",
    "CompileRefusal",
    "CompiledFunction",
    "Document",
    "Estimate",
    "Finding",
    "GameEntry",
    "GamesDocument",
    "LearnDocument",
    "LearnedParameters",
    "LearnedStrength",
    "Number",
    "PaperDocument",
    "ParameterEntry",
    "PerftDocument",
    "PlayDocument",
    "PlayStatistics",
    "PositionDocument",
    "SearchEntry",
    "SearchesDocument",
    "SolveAllDocument",
    "SolveDocument",
    "Spread",
    "TreeCounts",
    "TreeDocument",
    "TreeNode",
    "TreeResult",
    "TreeStepsDocument",
    "encode",
]

DOCUMENTS: dict[str, type[Document]] = {
    "analyze": AnalyzeDocument,
    "arena run": ArenaDocument,
    "arena show": ArenaDocument,
    "arena export": ArenaGamesDocument,
    "bench": BenchDocument,
    "perft": PerftDocument,
    "cache show": CacheDocument,
    "cache clear": CacheDocument,
    "check": CheckDocument,
    "compile": CompileDocument,
    "games": GamesDocument,
    "learn": LearnDocument,
    "paper": PaperDocument,
    "play": PlayDocument,
    "searches": SearchesDocument,
    "solve": SolveDocument,
    "solve --all": SolveAllDocument,
    "tree": TreeDocument,
    "tree --steps": TreeStepsDocument,
}
"""The document of each command."""
