/* Random games of Hurdles in plain C: what `python -m tests.bench.beside_c` measures the core against.
 *
 *     cc -O2 hurdles.c -o hurdles && ./hurdles GAMES CHOICES
 *
 * The same algorithm as the game's data: at each turn every free place of a hurdle is tried, and both dogs look for a way across, cell by
 * cell; one option is taken at random. CHOICES is the word with which the random stream of the seed begins, so that these are the very games
 * that the core plays. Prints decisions and scores of both seats, added up over all games.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "streams.h"

enum { WIDE = 7, CELLS = WIDE * WIDE, POSTS = (WIDE + 1) * (WIDE + 1), HURDLES = 6, MOST = 4 + 2 * POSTS };
enum { ACROSS, ALONG };

typedef struct {
    int8_t shut[2][POSTS]; /* sides that begin at a post and lie across (to its right), or along (above it) */
    int8_t used[POSTS];
    int dog[2], left[2];
    uint64_t choices;
} Game;

static int goal(int seat) { return seat == 0 ? WIDE - 1 : 0; }

/* The cells beside one that nothing separates from it, in the order of their numbers; how many. */
static int open_cells(const Game *game, int cell, int8_t *found) {
    int x = cell % WIDE, y = cell / WIDE, post = y * (WIDE + 1) + x, count = 0;
    if (y > 0 && !game->shut[ACROSS][post]) found[count++] = (int8_t)(cell - WIDE);
    if (x > 0 && !game->shut[ALONG][post]) found[count++] = (int8_t)(cell - 1);
    if (x < WIDE - 1 && !game->shut[ALONG][post + 1]) found[count++] = (int8_t)(cell + 1);
    if (y < WIDE - 1 && !game->shut[ACROSS][post + WIDE + 1]) found[count++] = (int8_t)(cell + WIDE);
    return count;
}

static int arrives(const Game *game, int seat) {
    int8_t found[CELLS], reached[CELLS] = {0}, beside[4];
    int count = 0;
    found[count++] = (int8_t)game->dog[seat], reached[game->dog[seat]] = 1;
    for (int n = 0; n < count; n++) {
        if (found[n] / WIDE == goal(seat)) return 1;
        int near = open_cells(game, found[n], beside);
        for (int k = 0; k < near; k++)
            if (!reached[beside[k]]) reached[beside[k]] = 1, found[count++] = beside[k];
    }
    return 0;
}

/* The side that meets a post before it in a direction; the other one begins at the post. */
static int before(int post, int line) { return line == ACROSS ? post - 1 : post - WIDE - 1; }

static void put(Game *game, int post, int line, int there) {
    game->used[post] = (int8_t)there;
    game->shut[line][post] = game->shut[line][before(post, line)] = (int8_t)there;
}

static int options_of(Game *game, int seat, int16_t *options) {
    int8_t beside[4];
    int count = open_cells(game, game->dog[seat], beside);
    for (int n = 0; n < count; n++) options[n] = beside[n];
    if (!game->left[seat]) return count;
    for (int y = 1; y < WIDE; y++)
        for (int x = 1; x < WIDE; x++)
            for (int line = ACROSS; line <= ALONG; line++) {
                int post = y * (WIDE + 1) + x;
                if (game->used[post] || game->shut[line][post] || game->shut[line][before(post, line)]) continue;
                put(game, post, line, 1);
                if (arrives(game, 0) && arrives(game, 1)) options[count++] = (int16_t)(CELLS + 2 * post + line);
                put(game, post, line, 0);
            }
    return count;
}

/* Play a game; who wins it. */
static int play(Game *game, long *decisions) {
    int16_t options[MOST];
    memset(game->shut, 0, sizeof game->shut);
    memset(game->used, 0, sizeof game->used);
    game->dog[0] = WIDE / 2, game->dog[1] = CELLS - 1 - WIDE / 2;
    game->left[0] = game->left[1] = HURDLES;
    for (int seat = 0;; seat = 1 - seat) {
        int count = options_of(game, seat, options), taken = 0;
        if (count > 1) taken = (int)draw(&game->choices, (uint32_t)count), ++*decisions;
        if (options[taken] >= CELLS) {
            put(game, (options[taken] - CELLS) / 2, options[taken] % 2 == CELLS % 2 ? ACROSS : ALONG, 1);
            game->left[seat]--;
            continue;
        }
        game->dog[seat] = options[taken];
        if (game->dog[seat] / WIDE == goal(seat)) return seat;
    }
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    long games = atol(argv[1]), decisions = 0, scores[2] = {0, 0};
    uint64_t choices = strtoull(argv[2], NULL, 10);
    Game game;
    for (long n = 0; n < games; n++) {
        game.choices = numbered(choices, (uint64_t)n);
        scores[play(&game, &decisions)]++;
    }
    printf("%ld %ld %ld\n", decisions, scores[0], scores[1]);
    return 0;
}
