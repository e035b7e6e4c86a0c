/* Random games of Patios for two in plain C: what `python -m tests.bench.beside_c` measures the core against.
 *
 *     cc -O2 patios.c -o patios && ./patios GAMES QUARRY CHOICES
 *
 * The same algorithm as the game's data: at each turn all slabs of the cart, their forms and their places are gone through, each place is
 * looked at square by square, and one option is taken at random. QUARRY and CHOICES are the words with which the random streams of the
 * seed begin, so that these are the very games that the core plays. Prints decisions and scores of both seats, added up over all games.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "streams.h"

enum { WIDE = 6, CELLS = WIDE * WIDE, SLABS = 10, COPIES = 3, STONES = SLABS * COPIES, FORMS = 8, SQUARES = 5, SIDES = 12, CART = 4, MOST = 4096 };

static const char *const pictures[SLABS][3] = {
    {"##"}, {"###"}, {"##", "#."}, {"##", "##"}, {"###", "#.."}, {"###", ".#."}, {"##.", ".##"}, {"##", "##", "#."}, {".#.", "###", ".#."}, {"#..", "##.", ".##"},
};
static const int8_t hues[SLABS] = {1, 2, 3, 1, 2, 3, 1, 2, 3, 1};

typedef struct {
    int count;
    int8_t place[CELLS];             /* where its first square may lie */
    int size, near_size[CELLS];
    int8_t cells[CELLS][SQUARES];    /* by place: what it covers, and what shares a side with it */
    int8_t near[CELLS][SIDES];
} Form;

static Form forms[SLABS][FORMS];
static int form_count[SLABS];
static int8_t beside[CELLS][4];
static int beside_count[CELLS];

typedef struct {
    int8_t ground[2][CELLS];
    int8_t quarry[STONES], cart[CART + 1];
    int top, in_cart;
    uint64_t quarry_stream, choices;
} Game;

static int cell_at(int x, int y) { return x < 0 || y < 0 || x >= WIDE || y >= WIDE ? -1 : y * WIDE + x; }

static void add_form(int slab, int size, const int *dx, const int *dy) {
    Form made = {.size = size};
    for (int c = 0; c < CELLS; c++) {
        int fits = 1, count = 0, covered[CELLS] = {0};
        for (int n = 0; n < size; n++) {
            int there = cell_at(c % WIDE + dx[n], c / WIDE - dy[n]);
            fits &= there >= 0;
            if (there >= 0) covered[there] = 1;
            made.cells[c][n] = (int8_t)there;
        }
        if (!fits) continue;
        made.place[made.count++] = (int8_t)c;
        for (int x = 0; x < CELLS; x++) {
            int touches = 0;
            for (int n = 0; n < beside_count[x]; n++) touches |= covered[beside[x][n]];
            if (touches && !covered[x]) made.near[c][count++] = (int8_t)x;
        }
        made.near_size[c] = count;
    }
    forms[slab][form_count[slab]++] = made;
}

static int same_squares(int size, const int *dx, const int *dy, int low_x, int low_y, const char *seen) {
    for (int n = 0; n < size; n++)
        if (!seen[(dy[n] - low_y) * 16 + dx[n] - low_x]) return 0;
    return 1;
}

static void make_forms(void) {
    for (int c = 0; c < CELLS; c++) {
        int around[4] = {cell_at(c % WIDE, c / WIDE - 1), cell_at(c % WIDE - 1, c / WIDE), cell_at(c % WIDE + 1, c / WIDE), cell_at(c % WIDE, c / WIDE + 1)};
        for (int n = 0; n < 4; n++)
            if (around[n] >= 0) beside[c][beside_count[c]++] = (int8_t)around[n];
    }
    for (int slab = 0; slab < SLABS; slab++) {
        char kept[FORMS][256];
        int x[SQUARES], y[SQUARES], size = 0, known = 0;
        for (int row = 0; row < 3 && pictures[slab][row]; row++)
            for (int column = 0; pictures[slab][row][column]; column++)
                if (pictures[slab][row][column] == '#') x[size] = column, y[size++] = row;
        for (int n = size - 1; n >= 0; n--) x[n] -= x[0], y[n] -= y[0];
        for (int turn = 0; turn < 8; turn++) {
            int dx[SQUARES], dy[SQUARES], low_x = 9, low_y = 9, old = 0;
            for (int n = 0; n < size; n++) {
                dx[n] = turn < 4 ? x[n] : -x[n], dy[n] = y[n];
                for (int again = turn % 4; again; again--) {
                    int before = dx[n];
                    dx[n] = -dy[n], dy[n] = before;
                }
                low_x = dx[n] < low_x ? dx[n] : low_x, low_y = dy[n] < low_y ? dy[n] : low_y;
            }
            for (int n = 0; n < known; n++) old |= same_squares(size, dx, dy, low_x, low_y, kept[n]);
            if (old) continue;
            memset(kept[known], 0, sizeof kept[known]);
            for (int n = 0; n < size; n++) kept[known][(dy[n] - low_y) * 16 + dx[n] - low_x] = 1;
            known++;
            add_form(slab, size, dx, dy);
        }
    }
}

static int options_of(const Game *game, const int8_t *ground, int16_t *options) {
    int count = 0, empty = 1;
    for (int c = 0; c < CELLS; c++) empty &= !ground[c];
    for (int slab = 0; slab < SLABS; slab++) {
        int there = 0;
        for (int n = 0; n < game->in_cart; n++) there |= game->cart[n] == slab;
        if (!there) continue;
        for (int f = 0; f < form_count[slab]; f++) {
            const Form *form = &forms[slab][f];
            for (int n = 0; n < form->count; n++) {
                int c = form->place[n], fits = 1, joins = empty;
                for (int k = 0; k < form->size && fits; k++) fits = !ground[form->cells[c][k]];
                if (!fits) continue;
                for (int k = 0; k < form->near_size[c] && !joins; k++) joins = ground[form->near[c][k]];
                if (joins) options[count++] = (int16_t)((slab * FORMS + f) * CELLS + c);
            }
        }
    }
    return count;
}

static void lay(Game *game, int8_t *ground, int option) {
    int c = option % CELLS, slab = option / CELLS / FORMS, at = 0;
    const Form *form = &forms[slab][option / CELLS % FORMS];
    for (int k = 0; k < form->size; k++) ground[form->cells[c][k]] = hues[slab];
    while (game->cart[at] != slab) at++;
    memmove(game->cart + at, game->cart + at + 1, (size_t)(game->in_cart - at - 1));
    game->in_cart--;
    if (game->top < STONES) game->cart[game->in_cart++] = game->quarry[game->top++];
}

static int part(const int8_t *ground, int start) {
    int8_t found[CELLS], reached[CELLS] = {0};
    int count = 0;
    if (!ground[start]) return 0;
    found[count++] = (int8_t)start, reached[start] = 1;
    for (int n = 0; n < count; n++)
        for (int k = 0; k < beside_count[found[n]]; k++) {
            int next = beside[found[n]][k];
            if (!reached[next] && ground[next] == ground[start]) reached[next] = 1, found[count++] = (int8_t)next;
        }
    return count;
}

static int score(const int8_t *ground) {
    int paved = 0, lines = 0, largest = 0;
    for (int c = 0; c < CELLS; c++) {
        int size = part(ground, c);
        paved += ground[c] != 0;
        largest = size > largest ? size : largest;
    }
    for (int n = 0; n < WIDE; n++) {
        int rank = 1, file = 1;
        for (int k = 0; k < WIDE; k++) rank &= ground[n * WIDE + k] != 0, file &= ground[k * WIDE + n] != 0;
        lines += rank + file;
    }
    return paved + 3 * lines + largest;
}

static int play(Game *game) {
    int16_t options[MOST];
    int decisions = 0, passed[2] = {0, 0}, seat = 0;
    memset(game->ground, 0, sizeof game->ground);
    for (int n = 0; n < STONES; n++) game->quarry[n] = (int8_t)(n / COPIES);
    for (int n = STONES - 1; n > 0; n--) {
        uint32_t other = draw(&game->quarry_stream, (uint32_t)n + 1);
        int8_t kept = game->quarry[n];
        game->quarry[n] = game->quarry[other], game->quarry[other] = kept;
    }
    memcpy(game->cart, game->quarry, CART);
    game->top = game->in_cart = CART;
    for (; !passed[0] || !passed[1]; seat = 1 - seat) {
        if (passed[seat]) continue;
        int count = options_of(game, game->ground[seat], options);
        if (count == 0) {
            passed[seat] = 1;
            continue;
        }
        int taken = (int)draw(&game->choices, (uint32_t)count + 1); /* the last option is to stop */
        decisions++;
        if (taken < count) lay(game, game->ground[seat], options[taken]);
        else passed[seat] = 1;
    }
    return decisions;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    long games = atol(argv[1]);
    uint64_t quarry = strtoull(argv[2], NULL, 10), choices = strtoull(argv[3], NULL, 10);
    long decisions = 0, scores[2] = {0, 0};
    Game game;
    make_forms();
    for (long n = 0; n < games; n++) {
        game.quarry_stream = numbered(quarry, (uint64_t)n), game.choices = numbered(choices, (uint64_t)n);
        decisions += play(&game);
        scores[0] += score(game.ground[0]), scores[1] += score(game.ground[1]);
    }
    printf("%ld %ld %ld\n", decisions, scores[0], scores[1]);
    return 0;
}
