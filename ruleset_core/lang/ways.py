"""The longest way over a small graph: which things one uses, none of them twice, so that they come to the most.

A graph is one list of numbers (`graph`), filled by `lead` and asked by `longest`. All executors use these two functions:
plain enough for the core, which has them as instructions.

    how many leads, looks taken, places, things, room for leads
    for the start, for each place, and for the end of a way: its first lead, and the one behind its last
    for each lead: the thing that is used (-1: none), where it leads to, what it comes to
    for each thing: whether the way uses it, the most it may come to
    the way: for each step the next lead to be looked at; the best way: its things

Where a lead stands, and leads to, is a number: 0 the start, 1 more than that of a place, and behind all places the end.
"""

from __future__ import annotations

from collections.abc import Callable

from ruleset_core.lang.runtime import STEPS

EDGES = 2_000
"""Most leads of a graph."""
HEAVIEST = 1_000_000
"""What a thing comes to lies between this and what is as far below zero: all together stay within 32 bits."""
HEAD = 5
LOOKS = 1_000_000
"""Most looks of one search."""
FULL = STEPS + 1
"""More looks than any decision may take: there was no room for a lead, or the search would take more than `LOOKS`."""


def size_of(places: int, things: int, leads: int) -> int:
    """How many numbers a graph has."""
    return HEAD + 2 * (places + 2) + 3 * leads + 2 * things + (things + 3) + things


def best_of(places: int, things: int, leads: int) -> int:
    """Where the best way lies."""
    return size_of(places, things, leads) - things


def graph(places: int, things: int, leads: int) -> list[int]:
    """One without any lead."""
    return [0, 0, places, things, leads, *[0] * (size_of(places, things, leads) - HEAD)]


def found(w: list[int], limit: int, spend: Callable[[int], None]) -> list[int]:
    """The things of the longest way, from its start; every look costs a step."""
    count = longest(w, limit)
    spend(w[1])
    at = best_of(w[2], w[3], w[4])
    return w[at : at + count]


def lead(w: list[int], place: int, thing: int, to: int, worth: int) -> None:
    """From a place one may use a thing and come to another place. All leads of one place are told in a row."""
    number = w[0]
    if number == w[4]:
        w[1] = FULL
        return
    first = HEAD
    last = first + w[2] + 2
    over = last + w[2] + 2
    if w[last + place] == 0:
        w[first + place] = number
    w[last + place] = number + 1
    w[over + number] = thing
    w[over + w[4] + number] = to
    w[over + 2 * w[4] + number] = worth
    most = over + 3 * w[4] + w[3]
    if thing >= 0 and worth > w[most + thing]:
        w[most + thing] = worth
    w[0] = number + 1


def longest(w: list[int], limit: int) -> int:
    """Find the way of at most `limit` things that comes to the most, the first of several; how many things it has.

    None are found where none come to more than 0. Every way is tried as long as what is left may make it better.
    """
    if w[1] == FULL:
        return 0
    things = w[3]
    first = HEAD
    last = first + w[2] + 2
    over = last + w[2] + 2
    leads_to = over + w[4]
    comes_to = leads_to + w[4]
    used = comes_to + w[4]
    most = used + things
    way = most + things
    best = way + things + 3
    left = 0
    for thing in range(things):
        left += w[most + thing]
    looks = 0
    count = 0
    depth = 0
    taken = 0
    total = 0
    greatest = 0
    w[way] = w[first]
    while depth >= 0 and looks <= LOOKS:
        place = 0
        if depth > 0:
            place = w[leads_to + w[way + depth - 1] - 1]
        at = w[way + depth]
        if at >= w[last + place] or total + left <= greatest or taken >= limit:
            depth -= 1
            if depth >= 0:
                back = w[way + depth] - 1
                total -= w[comes_to + back]
                if w[over + back] >= 0:
                    w[used + w[over + back]] = 0
                    left += w[most + w[over + back]]
                    taken -= 1
            continue
        w[way + depth] = at + 1
        looks += 1
        thing = w[over + at]
        if thing >= 0:
            if w[used + thing]:
                continue
            w[used + thing] = 1
            left -= w[most + thing]
            taken += 1
        total += w[comes_to + at]
        depth += 1
        w[way + depth] = w[first + w[leads_to + at]]
        if total > greatest:
            greatest = total
            looks += taken
            count = 0
            for step in range(depth):
                thing = w[over + w[way + step] - 1]
                if thing >= 0:
                    w[best + count] = thing
                    count += 1
    if looks > LOOKS:
        looks = FULL
    w[1] = looks
    return count
