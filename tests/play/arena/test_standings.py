"""The standings of a match, and the ranking of its players."""

from __future__ import annotations

import random

import pytest

from outply.play.arena import Ending, GameRecord, Standings, ranking
from outply.play.arena.elo import elo
from tests.play.arena.matches import a_game, setup
from tests.tiers import only_full, sampled, slow


def pair(number: int, first: float, second: float) -> list[GameRecord]:
    """Return two games of players 0 and 1, with these utilities of player 0."""
    return [
        a_game(2 * number, (0, 1), first, -first),
        a_game(2 * number + 1, (1, 0), -second, second),
    ]


def test_a_pair_counts_when_both_games_are_finished():
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


def test_the_second_game_completes_a_pair():
    standings = Standings(setup("a", "b"))
    second, first = pair(0, 1, 1)
    standings.add(first)
    assert not standings.completes_pair(first)
    standings.add(second)
    assert standings.completes_pair(second)


def test_a_void_game_does_not_count():
    standings = Standings(setup("a", "b"), [a_game(0, (0, 1), ending=Ending.VOID)])
    assert standings.between(0, 1).games == 0
    assert standings.endings == {Ending.VOID: 1}
    assert not standings.completes_pair(standings.games[0])


def test_standings_of_three_players_compare_all_of_them():
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


def test_games_count_once_and_void_games_do_not_count():
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
def test_the_number_of_scheduled_games(names, seats, gauntlet, games):
    assert Standings(setup(*names, seats=seats, gauntlet=gauntlet), (), 3).scheduled == games


def test_forfeits_times_and_utilities():
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


def test_standings_without_games():
    standings = Standings(setup("a", "b", "c"))
    assert standings.mean_utility(0) is None
    assert standings.seconds_per_turn(0) is None
    assert not standings.has_scores
    assert [row.name for row in ranking(standings)] == ["a", "b", "c"]
    assert [row.superior for row in ranking(standings)] == [None] * 3


def test_the_elo_of_two_players_is_their_difference():
    standings = Standings(setup("a", "b"), [*pair(0, -1, 0), *pair(1, 1, -1)])
    first, second = ranking(standings)
    assert (first.name, second.name) == ("b", "a")
    assert first.elo == elo(standings.between(1, 0))
    assert first.elo.value == -second.elo.value
    assert first.superior is not None and first.superior > 0.5
    assert second.superior is None


def test_the_mean_elo_of_many_players_is_zero():
    games = [
        *(a_game(2 * n, (0, 1), *((1, -1) if n % 3 else (-1, 1))) for n in range(9)),
        *(a_game(20 + 2 * n, (1, 2), *((1, -1) if n % 3 else (-1, 1))) for n in range(9)),
    ]
    rows = ranking(Standings(setup("a", "b", "c"), games))
    assert [row.name for row in rows] == ["a", "b", "c"]
    assert sum(row.elo.value for row in rows) == pytest.approx(0, abs=1e-6)
    assert rows[0].elo.value == pytest.approx(120.4, abs=0.5)  # 2:1 is 400 log10 2
    assert not any(row.at_least for row in rows)


def test_the_elo_of_a_player_who_lost_everything_is_a_bound():
    games = [*pair(0, 1, 1), a_game(2, (0, 2), 1, -1), a_game(3, (2, 0), 1, -1)]
    rows = {row.name: row for row in ranking(Standings(setup("a", "b", "c"), games))}
    assert rows["b"].at_least
    assert not rows["c"].at_least


def match_for_three(dice: random.Random, weights: list[int], rounds: int) -> Standings:
    """Simulate a match in which one of three players wins with its weight and the others lose."""
    games = []
    for number in range(3 * rounds):
        seats = tuple((number + seat) % 3 for seat in range(3))
        winner = dice.choices(range(3), [weights[player] for player in seats])[0]
        games.append(a_game(number, seats, *(2 if seat == winner else -1 for seat in range(3))))
    return Standings(setup(*"abc", seats=3), games)


@only_full
@sampled(2)
@slow
@pytest.mark.parametrize("weights", [[1, 1, 1], [1, 2, 4]])
def test_intervals_cover_the_truth_in_games_for_three(weights):
    """The winner is ahead of both others at once, which is one result and not two."""
    dice = random.Random(3)
    truth = {row.player: row.elo.value for row in ranking(match_for_three(dice, weights, 20_000))}
    covered: dict[int, list[bool]] = {player: [] for player in truth}
    for _ in range(300):
        for row in ranking(match_for_three(dice, weights, 15)):
            covered[row.player].append(row.elo.low <= truth[row.player] <= row.elo.high)
    assert all(0.91 < sum(hits) / len(hits) < 0.99 for hits in covered.values())


def test_one_round_leaves_a_large_error():
    """The variance between rounds is unknown, but that of independent results remains."""
    rows = ranking(match_for_three(random.Random(0), [1, 1, 1], 1))
    assert all(row.elo.error > 100 for row in rows)
