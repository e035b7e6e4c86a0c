/* The random streams of the core (PCG32), and where those of one of many games begin: `ruleset_core/lang/runtime.py` has the same. */
#include <stdint.h>

static uint32_t draw(uint64_t *stream, uint32_t size) {
    uint64_t old = *stream;
    *stream = old * 6364136223846793005u + 1442695040888963407u;
    uint32_t word = (uint32_t)(((old >> 18) ^ old) >> 27), turn = (uint32_t)(old >> 59);
    word = word >> turn | word << (-turn & 31);
    return (uint32_t)((uint64_t)word * size >> 32);
}

static uint64_t numbered(uint64_t word, uint64_t game) {
    uint64_t z = word + (game + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}
