/* Alpha-beta on Connect Four, 7 columns by 6 rows, as outply/search/alphabeta.py and
   outply/games/connect_four.py have it: the same rules, windows and nodes, a constant evaluation,
   and no bookkeeping but a count of nodes.

   Build: gcc -O3 -march=native alphabeta.c -o alphabeta
   Run:   ./alphabeta DEPTH RUNS    prints nodes, value and the median of the seconds. */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COLUMNS = 7, ROWS = 6, HEIGHT = ROWS + 1 };

#define BOTTOM 0x40810204081ULL
#define FULL (BOTTOM * ((1ULL << ROWS) - 1))

typedef struct {
    uint64_t mine; /* stones of the player to move */
    uint64_t both; /* all stones */
} Board;

static uint64_t nodes;

static bool four(uint64_t stones, int step) {
    uint64_t pairs = stones & stones >> step;
    return pairs & pairs >> 2 * step;
}

static bool has_four(uint64_t stones) {
    return four(stones, 1) || four(stones, HEIGHT) || four(stones, HEIGHT - 1) ||
           four(stones, HEIGHT + 1);
}

static int to_move(Board board) { return __builtin_popcountll(board.both) & 1; }

static bool is_terminal(Board board) {
    return has_four(board.both ^ board.mine) || board.both == FULL;
}

static double utility(Board board, int player) {
    if (!has_four(board.both ^ board.mine)) return 0.0;
    return player == to_move(board) ? -1.0 : 1.0;
}

static Board result(Board board, int column) {
    Board after = {board.both ^ board.mine, board.both | (board.both + (1ULL << column * HEIGHT))};
    return after;
}

static double alphabeta(Board board, int depth, int player, double alpha, double beta) {
    nodes++;
    if (is_terminal(board)) return utility(board, player);
    if (depth == 0) return 0.0;
    bool my_turn = to_move(board) == player;
    double value = my_turn ? -INFINITY : INFINITY;
    for (int column = 0; column < COLUMNS; column++) {
        if (board.both & 1ULL << (column * HEIGHT + ROWS - 1)) continue;
        double child = alphabeta(result(board, column), depth - 1, player, alpha, beta);
        if (my_turn ? child > value : child < value) value = child;
        if (my_turn)
            alpha = value > alpha ? value : alpha;
        else
            beta = value < beta ? value : beta;
        if (alpha >= beta) break;
    }
    return value;
}

static int by_size(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

int main(int count, char **given) {
    int depth = count > 1 ? atoi(given[1]) : 10, runs = count > 2 ? atoi(given[2]) : 5;
    if (runs < 1 || runs > 100) return 2;
    double seconds[100], value = 0.0;
    for (int run = 0; run < runs; run++) {
        struct timespec began, ended;
        Board start = {0, 0};
        nodes = 0;
        clock_gettime(CLOCK_MONOTONIC, &began);
        value = alphabeta(start, depth, 0, -INFINITY, INFINITY);
        clock_gettime(CLOCK_MONOTONIC, &ended);
        seconds[run] = (double)(ended.tv_sec - began.tv_sec) + (ended.tv_nsec - began.tv_nsec) / 1e9;
    }
    qsort(seconds, runs, sizeof *seconds, by_size);
    printf("{\"nodes\": %llu, \"value\": %g, \"seconds\": %.9f}\n", (unsigned long long)nodes, value,
           seconds[runs / 2]);
    return 0;
}
