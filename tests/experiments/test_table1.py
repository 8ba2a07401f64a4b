"""Table 1, as it is in the paper."""

from outply.experiments.genetic_minimax_paper import TINY, table1


def test_the_papers_figures():
    rows = list(table1.rows(TINY, 0))
    leaves = {"111": 11, "221": 23, "312": 14, "121": 8, "211": 6, "212": 2, "321": 15, "113": 3}
    assert {row.chromosome: row.leaf for row in rows} == leaves
    assert [row.fitness for row in rows] == [2, 2, 4, 3, 3, 1, 2, 1]
    document = table1.document(rows, TINY)
    assert document["best"] == ["312", "121", "211"]
    assert document["move"] == 3
    assert document["agrees"]
