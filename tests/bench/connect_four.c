/* Random games of Connect Four in plain C: what `python -m tests.bench.beside_c` measures the core against.
 *
 *     cc -O2 connect_four.c -o connect_four && ./connect_four GAMES CHOICES
 *
 * The same algorithm as the game's data: a disc falls into a column that is not full, and the discs beside it are counted in each direction.
 * CHOICES is the word with which the random stream of the seed begins, so that these are the very games that the core plays. Prints decisions
 * and scores of both seats, added up over all games.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "streams.h"

enum { WIDE = 7, HIGH = 6, EMPTY = 0 };

typedef struct {
    int8_t disc[WIDE][HIGH]; /* 0, or the seat that has it and 1 */
    int8_t height[WIDE];
    uint64_t choices;
} Game;

static int beside(const Game *game, int x, int y, int dx, int dy, int8_t own) {
    int count = 0;
    for (x += dx, y += dy; x >= 0 && x < WIDE && y >= 0 && y < HIGH && game->disc[x][y] == own; x += dx, y += dy) count++;
    return count;
}

static int four(const Game *game, int x, int y, int8_t own) {
    return beside(game, x, y, 0, -1, own) >= 3 ||
           beside(game, x, y, 1, 0, own) + beside(game, x, y, -1, 0, own) >= 3 ||
           beside(game, x, y, 1, 1, own) + beside(game, x, y, -1, -1, own) >= 3 ||
           beside(game, x, y, -1, 1, own) + beside(game, x, y, 1, -1, own) >= 3;
}

static void play(Game *game, long *decisions, long *scores) {
    memset(game->disc, EMPTY, sizeof game->disc);
    memset(game->height, 0, sizeof game->height);
    for (int seat = 0;; seat = 1 - seat) {
        int options[WIDE], count = 0, taken = 0;
        for (int x = 0; x < WIDE; x++)
            if (game->height[x] < HIGH) options[count++] = x;
        if (count == 0) return;
        if (count > 1) taken = (int)draw(&game->choices, (uint32_t)count), ++*decisions;
        int x = options[taken], y = game->height[x]++;
        game->disc[x][y] = (int8_t)(seat + 1);
        if (four(game, x, y, (int8_t)(seat + 1))) {
            scores[seat]++;
            return;
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    long games = atol(argv[1]), decisions = 0, scores[2] = {0, 0};
    uint64_t choices = strtoull(argv[2], NULL, 10);
    Game game;
    for (long n = 0; n < games; n++) {
        game.choices = numbered(choices, (uint64_t)n);
        play(&game, &decisions, scores);
    }
    printf("%ld %ld %ld\n", decisions, scores[0], scores[1]);
    return 0;
}
