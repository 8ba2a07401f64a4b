"""How a match stands, and its games as records."""

from __future__ import annotations

import random

import pytest

from outply.play.arena import Ending, GameRecord, Standings, ranking
from outply.play.arena.game_record import as_pgn, as_text
from outply.play.arena.statistics import elo


def setup(*names: str, seats: int = 2, gauntlet: bool = False) -> dict:
    players = [{"name": name} for name in names]
    return {"game": "nim", "players": players, "seats": seats, "gauntlet": gauntlet}


def a_game(number: int, seats: tuple[int, ...], *utilities: float, **said) -> GameRecord:
    given = {"ending": Ending.FINISHED, "utilities": utilities or None} | said
    turns = {"seconds": (0.5,) * len(seats), "turns": (2,) * len(seats)}
    return GameRecord(number, seats, None, ("a1",), ("b1", "c1"), **turns, **given)


def pair(number: int, first: float, second: float) -> list[GameRecord]:
    """Two games of players 0 and 1; what player 0 got in each."""
    return [
        a_game(2 * number, (0, 1), first, -first),
        a_game(2 * number + 1, (1, 0), -second, second),
    ]


# -- tallies ---------------------------------------------------------------------------


def test_pairs_are_counted_when_both_games_are_there():
    games = [
        *pair(0, 1, 1),
        *pair(1, 1, -1),
        *pair(2, 0, -1),
        *pair(3, 0, 0),
        a_game(8, (0, 1), 1, -1),
    ]
    random.Random(1).shuffle(games)
    standings = Standings(setup("a", "b"), games)
    tally = standings.between(0, 1)
    assert (tally.wins, tally.draws, tally.losses) == (4, 3, 2)
    assert tally.pentanomial == (0, 1, 2, 0, 1)
    assert standings.between(1, 0).pentanomial == (1, 0, 2, 1, 0)
    assert standings.against_all(1) == standings.between(1, 0)


def test_a_game_ends_its_pair_when_the_other_was_there():
    standings = Standings(setup("a", "b"))
    second, first = pair(0, 1, 1)
    standings.add(first)
    assert not standings.completes_pair(first)
    standings.add(second)
    assert standings.completes_pair(second)


def test_what_is_void_is_not_counted():
    standings = Standings(setup("a", "b"), [a_game(0, (0, 1), ending=Ending.VOID)])
    assert standings.between(0, 1).games == 0
    assert standings.endings == {Ending.VOID: 1}
    assert not standings.completes_pair(standings.games[0])


def test_among_three_all_are_compared():
    games = [a_game(0, (0, 1, 2), 2, -1, -1), a_game(1, (1, 2, 0), 0, 1, -1)]
    standings = Standings(setup("a", "b", "c", seats=3), games)
    got = {both: standings.between(*both) for both in standings.meetings}
    assert {both: (t.wins, t.draws, t.losses) for both, t in got.items()} == {
        (0, 1): (1, 0, 1),
        (0, 2): (1, 0, 1),
        (1, 2): (0, 1, 1),
    }
    assert all(tally.pairs == 0 for tally in got.values())
    assert [standings.games_of(player) for player in range(3)] == [2, 2, 2]
    assert [row.games for row in ranking(standings)] == [2, 2, 2]


def test_games_are_counted_once_and_void_ones_never():
    games = [*pair(0, 1, 1), a_game(2, (0, 2), ending=Ending.VOID), a_game(4, (1, 2), 0, 0)]
    standings = Standings(setup("a", "b", "c"), games)
    assert [standings.games_of(player) for player in range(3)] == [2, 3, 1]
    assert standings.rounds == []  # pairs are for two


def test_a_round_is_one_opening_in_all_rotations_of_a_group():
    games = [
        a_game(0, (0, 1, 2), 2, -1, -1),
        a_game(1, (1, 2, 0), ending=Ending.VOID),
        a_game(2, (2, 0, 1), 1, -1, 0),
        a_game(3, (0, 1, 3), -1, 2, -1),
    ]
    first, second = Standings(setup(*"abcd", seats=3), games).rounds
    assert first == {(0, 1): (1.0, 2), (0, 2): (1.0, 2), (1, 2): (0.5, 2)}
    assert second == {(0, 1): (0.0, 1), (0, 3): (0.5, 1), (1, 3): (1.0, 1)}


@pytest.mark.parametrize(
    ("names", "seats", "gauntlet", "games"),
    [("ab", 2, False, 4), ("abc", 2, False, 12), ("abc", 2, True, 8), ("abcd", 3, False, 12)],
)
def test_how_many_games_there_are(names, seats, gauntlet, games):
    assert Standings(setup(*names, seats=seats, gauntlet=gauntlet), (), 3).scheduled == games


def test_faults_time_and_utilities():
    games = [
        a_game(0, (0, 1), 3, -3),
        a_game(1, (1, 0), ending=Ending.CRASH, loser=0, reason="died"),
        a_game(2, (0, 1), ending=Ending.TIME, loser=1, reason="late"),
    ]
    standings = Standings(setup("a", "b"), games)
    assert standings.forfeits(1) == {Ending.CRASH: 1, Ending.TIME: 1}
    assert standings.forfeits(0) == {}
    assert (standings.mean_utility(0), standings.mean_utility(1)) == (3, -3)
    assert standings.seconds_per_turn(0) == 0.25
    assert standings.has_scores
    assert standings.between(0, 1).wins == 3


def test_before_any_game():
    standings = Standings(setup("a", "b", "c"))
    assert standings.mean_utility(0) is None
    assert standings.seconds_per_turn(0) is None
    assert not standings.has_scores
    assert [row.name for row in ranking(standings)] == ["a", "b", "c"]
    assert [row.superior for row in ranking(standings)] == [None] * 3


# -- ranking ---------------------------------------------------------------------------


def test_between_two_the_elo_is_the_difference():
    standings = Standings(setup("a", "b"), [*pair(0, -1, 0), *pair(1, 1, -1)])
    first, second = ranking(standings)
    assert (first.name, second.name) == ("b", "a")
    assert first.elo == elo(standings.between(1, 0))
    assert first.elo.value == -second.elo.value
    assert first.superior is not None and first.superior > 0.5
    assert second.superior is None


def test_among_more_the_mean_is_zero():
    games = [
        *(a_game(2 * n, (0, 1), *((1, -1) if n % 3 else (-1, 1))) for n in range(9)),
        *(a_game(20 + 2 * n, (1, 2), *((1, -1) if n % 3 else (-1, 1))) for n in range(9)),
    ]
    rows = ranking(Standings(setup("a", "b", "c"), games))
    assert [row.name for row in rows] == ["a", "b", "c"]
    assert sum(row.elo.value for row in rows) == pytest.approx(0, abs=1e-6)
    assert rows[0].elo.value == pytest.approx(120.4, abs=0.5)  # 2:1 is 400 log10 2
    assert not any(row.at_least for row in rows)


def test_who_lost_every_game_may_be_farther_away():
    games = [*pair(0, 1, 1), a_game(2, (0, 2), 1, -1), a_game(3, (2, 0), 1, -1)]
    rows = {row.name: row for row in ranking(Standings(setup("a", "b", "c"), games))}
    assert rows["b"].at_least
    assert not rows["c"].at_least


def match_for_three(dice: random.Random, weights: list[int], rounds: int) -> Standings:
    """One of three wins, as likely as its weight says; the two others get the same."""
    games = []
    for number in range(3 * rounds):
        seats = tuple((number + seat) % 3 for seat in range(3))
        winner = dice.choices(range(3), [weights[player] for player in seats])[0]
        games.append(a_game(number, seats, *(2 if seat == winner else -1 for seat in range(3))))
    return Standings(setup(*"abc", seats=3), games)


@pytest.mark.parametrize("weights", [[1, 1, 1], [1, 2, 4]])
def test_intervals_cover_the_truth_where_three_play(weights):
    """Who wins is ahead of both others at once, which is one result and not two."""
    dice = random.Random(3)
    truth = {row.player: row.elo.value for row in ranking(match_for_three(dice, weights, 20_000))}
    covered: dict[int, list[bool]] = {player: [] for player in truth}
    for _ in range(300):
        for row in ranking(match_for_three(dice, weights, 15)):
            covered[row.player].append(row.elo.low <= truth[row.player] <= row.elo.high)
    assert all(0.91 < sum(hits) / len(hits) < 0.99 for hits in covered.values())


def test_one_round_is_no_certainty():
    """It cannot differ from others, but its results still count for what they are."""
    rows = ranking(match_for_three(random.Random(0), [1, 1, 1], 1))
    assert all(row.elo.error > 100 for row in rows)


# -- records ---------------------------------------------------------------------------

LOST = a_game(4, (1, 0), ending=Ending.ILLEGAL, loser=1, reason="chose 9")


def test_a_game_as_text():
    assert as_text(setup("a", "b"), LOST) == (
        "Game 5: b v a  1-0  (illegal, a chose 9)\n  Opening: a1\n  Moves: b1 c1\n"
    )
    placed = GameRecord(0, (0, 1), "(3, 4)", (), (), Ending.VOID, reason="its process died")
    assert as_text(setup("a", "b"), placed) == (
        "Game 1: a v b  *  (void, its process died)\n  Position: (3, 4)\n  Moves: none\n"
    )


def test_a_game_as_pgn():
    placed = GameRecord(
        number=0,
        seats=(0, 1),
        position='say "x" \\',
        opening=(),
        moves=("e4",) * 40,
        ending=Ending.FINISHED,
        utilities=(0.0, 0.0),
        ended_at="2020-01-02T03:04:05.006+00:00",
    )
    text = as_pgn(setup("a", "b"), placed)
    tags, moves = text.split("\n\n")
    assert tags.splitlines() == [
        '[Event "outply arena nim"]',
        '[Site "?"]',
        '[Date "2020.01.02"]',
        '[Round "1"]',
        '[White "a"]',
        '[Black "b"]',
        '[Result "1/2-1/2"]',
        '[Variant "nim"]',
        '[SetUp "1"]',
        '[FEN "say \\"x\\" \\\\"]',
        '[PlyCount "40"]',
        '[Termination "normal"]',
    ]
    assert moves.startswith("1. e4 e4 2. e4 e4 ")
    assert moves.endswith("20. e4 e4 1/2-1/2\n")
    assert max(map(len, moves.splitlines())) <= 80


def test_a_fault_as_pgn():
    text = as_pgn(setup("a", "b"), LOST)
    assert '[Termination "rules infraction"]\n[Reason "a chose 9"]\n' in text
    assert text.endswith("1. a1 b1 2. c1 1-0\n")


def test_three_players_as_pgn():
    game = a_game(0, (2, 0, 1), 2, -1, -1)
    text = as_pgn(setup("a", "b", "c", seats=3), game)
    assert '[Player1 "c"]\n[Player2 "a"]\n[Player3 "b"]\n[Result "2 -1 -1"]' in text
