"""What a new wall closes, as `areas.enclosed` says, for the core: see `native` for how this is written.

A search is a list of what was found, nearest first, of which the first ones have been looked around; what is found is marked.

This is not read from `areas`, as the rest of the runtime is read from what Python runs: sets and queues, with which Python takes
no longer than the area is large, are nothing that stretches of memory have, and clearing marks for a whole board would make
Python slow. A test holds the two together on random planar boards, area by area, in their order.
"""

from __future__ import annotations

from ruleset_core.lang.wasm.words import K, R, byte, copy, fill, set_byte, set_word, trap, word


def enclosed(s: int, field: int, line: int, found: int) -> int:
    """The spaces of the area that a line closes, nearest first, written to `found`; how many they are."""
    if line < 0 or line >= K.lines:
        trap()
    walls = s + 4 * field + R.values
    if not joined(walls, line):
        return 0
    fill(K.marks, 0, 2 * K.spaces)
    here = word(K.sides + 8 * line)
    there = word(K.sides + 8 * line + 4)
    looked_here = 0
    looked_there = 0
    count_here = 0
    count_there = 0
    if here >= 0:
        count_here = mark(K.here, K.marks, 0, here)
    if there >= 0:
        count_there = mark(K.there, K.marks + K.spaces, 0, there)
    while here >= 0 or there >= 0:
        if here >= 0:
            if looked_here == count_here:
                copy(found, K.here, 4 * count_here)
                return count_here
            count_here = look_around(walls, K.here, K.marks, looked_here, count_here)
            looked_here += 1
            if count_here < 0:
                here = -1
                continue
        if there >= 0:
            if looked_there == count_there:
                copy(found, K.there, 4 * count_there)
                return count_there
            count_there = look_around(walls, K.there, K.marks + K.spaces, looked_there, count_there)
            looked_there += 1
            if count_there < 0:
                there = -1
    return 0


def mark(found: int, marks: int, count: int, place: int) -> int:
    """Add something to what was found, unless it is; how many are found then."""
    if byte(marks + place):
        return count
    set_byte(marks + place, 1)
    set_word(found + 4 * count, place)
    return count + 1


def look_around(walls: int, found: int, marks: int, looked: int, count: int) -> int:
    """Go on from one space; how many are found then, or -1 where the area is open to the outside."""
    space = word(found + 4 * looked)
    for place in range(word(K.around_starts + 4 * space), word(K.around_starts + 4 * space + 4)):
        line = word(K.around + 4 * place)
        if not word(walls + 4 * line):
            beyond = word(K.sides + 8 * line)
            if beyond == space:
                beyond = word(K.sides + 8 * line + 4)
            if beyond < 0:
                return -1
            count = mark(found, marks, count, beyond)
    return count


def joined(walls: int, line: int) -> int:
    """Whether walls other than `line` join its ends; searched from both in turns. A mark says from where: 1 or 2."""
    fill(K.crossed, 0, K.crossings)
    near = K.near
    far = K.far
    one = word(K.ends + 8 * line)
    other = word(K.ends + 8 * line + 4)
    set_byte(K.crossed + one, 1)
    set_byte(K.crossed + other, 2)
    set_word(near, one)
    set_word(far, other)
    looked = 0
    count = 1
    looked_far = 0
    count_far = 1
    sign = 1
    while looked < count and looked_far < count_far:
        crossing = word(near + 4 * looked)
        looked += 1
        for place in range(word(K.meeting_starts + 4 * crossing), word(K.meeting_starts + 4 * crossing + 4)):
            each = word(K.meeting + 4 * place)
            if each != line and word(walls + 4 * each):
                beyond = word(K.ends + 8 * each)
                if beyond == crossing:
                    beyond = word(K.ends + 8 * each + 4)
                marked = byte(K.crossed + beyond)
                if marked == 3 - sign:
                    return 1
                if marked == 0:
                    set_byte(K.crossed + beyond, sign)
                    set_word(near + 4 * count, beyond)
                    count += 1
        near, far = far, near
        looked, looked_far = looked_far, looked
        count, count_far = count_far, count
        sign = 3 - sign
    return 0
