"""Runtime functions and limits that the evaluator and the core share: random draws, moves of pieces, longest paths, enclosed areas.

`draw`, `shuffle`, `move`, `numbered`, `lead`, `longest` and `way_back` are also compiled to WebAssembly from this source, so they keep to restricted Python.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol

from ruleset_core.errors import BrokenRuleError

if TYPE_CHECKING:
    from ruleset_core.lang.vocabulary import BoardShape


# What the evaluator needs at run time, which the core has too, and the limits of both: random draws and moves of
# pieces between zones.
#
# A state (see `ruleset_core.engine.state`) is handed in; only the attributes of `StateMemory` are used.

STEPS = 10_000_000
"""Most steps that one decision, one row of the score or one query may take, counted as `analysis.step_costs` says."""
BRIEF_STEPS = 1_000_000
"""Most steps of what is only looked at: an expression of a look, foresight of an option, the profile of a decision that takes too many."""
DECISIONS = 50_000
"""Most decisions of a game that is played from beginning to end without a person; beyond it the game is taken for one that never ends."""
OFFERED = 100_000
"""Most options of a question at once."""
QUEUE = 1_000
"""Most procedures that may wait in the queue at once."""
FRAMES = 256
"""Most frames there may be when a procedure is called that may lead back to itself; of others it is known how many there are."""
DEEP = 50
"""How deep procedures that never ask may stand in each other if they lead back to themselves."""
EVERY = 32
"""Decisions after which a state that is played keeps a copy of itself: to tell what broke a rule, no more are played again (`engine.history`)."""
LEAST, GREATEST = -(1 << 31), (1 << 31) - 1
"""What is kept (in a field, an amount of a resource, a local) lies between these."""
LOW, HIGH = -(1 << 63), (1 << 63) - 1
"""What is worked out on the way lies between these."""


MASK = (1 << 64) - 1
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
TWICE = (1 << 32) + 1
"""Times a word of 32 bits, it stands twice in a row, and a shift to the right turns it."""


class StateMemory(Protocol):
    """What an executor needs of a state."""

    v: list[int]
    z: list[list[int]]
    stack: list[tuple[int, ...]]
    queue: list[tuple[int, ...]]
    streams: list[int]
    draws: list[int]
    forced: list[int]
    script: dict[int, list[int]] | None
    options: list[int]
    seat: int
    point: int
    a: int
    n: int
    stage: int
    ended: int
    steps: int
    sim: tuple[list[int], list[list[int]]] | None
    settings: tuple[int, ...]


def draw(s: StateMemory, stream: int, size: int) -> int:
    """A random number from 0 to `size` - 1 out of a named stream, noted in `draws` as (stream, size, outcome).

    PCG32 (XSH-RR output on a 64-bit LCG), one state word per stream. The multiply-shift reduction favours a value by at
    most `size` in 2**32.
    """
    streams = s.streams
    old = streams[stream]
    streams[stream] = (old * MULTIPLIER + INCREMENT) & MASK
    word = ((old >> 18) ^ old) >> 27 & 0xFFFFFFFF
    outcome = (word * TWICE >> (old >> 59) & 0xFFFFFFFF) * size >> 32
    if s.script is not None:
        outcome = scripted(s, stream, size, outcome)
    s.draws.extend((stream, size, outcome))
    return outcome


def scripted(s: StateMemory, stream: int, size: int, outcome: int) -> int:
    """The outcome that is given for this draw, or else the one that was drawn. The core has its own (`compile.wasm.core_game`)."""
    given = s.script.get(stream) if s.script is not None else None
    if not given:
        return outcome
    outcome = given.pop(0)
    if not 0 <= outcome < size:
        raise BrokenRuleError(f"the outcome {outcome} is given for a draw out of {size}")
    return outcome


def shuffle(s: StateMemory, stream: int, pieces: list[int]) -> None:
    """Put a list in random order, in place."""
    for place in range(len(pieces) - 1, 0, -1):
        other = draw(s, stream, place + 1)
        pieces[place], pieces[other] = pieces[other], pieces[place]


def move(s: StateMemory, at: int, piece: int, zone: int) -> None:
    """Take a piece out of where it lies (`at`: index of its location in `v`) and put it at the end of a zone."""
    old = s.v[at]
    if old >= 0:
        s.z[old].remove(piece)
    s.z[zone].append(piece)
    s.v[at] = zone


# Where random streams begin: a word of 64 bits out of a seed, the name of the stream, and the number of a game.
#
# A game of its own begins each stream with `first(seed, name)`. Of many games played with one seed, game `i` begins
# it with `numbered(first(seed, name), i)`; that is arithmetic alone, so that the core can begin a million games by
# itself and Python any one of them.

GOLDEN = 0x9E3779B97F4A7C15
"""What lies between the games of a seed: 2**64 by the golden ratio, made odd."""
ASIDE = ":aside"
"""The stream of those who choose and of what is imagined; no stream of a game can have this name."""


def stream_start(seed: int, name: str) -> int:
    """Where a stream begins in the one game of a seed."""
    return int.from_bytes(blake2b(f"{seed}:{name}".encode(), digest_size=8).digest(), "big")


def stream_starts(seed: int, names: Iterable[str], redrawn: Mapping[str, int] | None = None) -> list[int]:
    """Where streams begin; of a stream that is `redrawn`, its draw of that number, which is another one for each number above 0."""
    again = redrawn or {}
    return [stream_start(seed, f"{name}:{again[name]}" if again.get(name) else name) for name in names]


def numbered(word: int, game: int) -> int:
    """Where a stream begins in one of many games (0 and above) of a seed, `word` being `first` (the finish of splitmix64)."""
    z = (word + (game + 1) * GOLDEN) & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def mixed(word: int, number: int) -> int:
    """A word of 64 bits that also depends on a number of 32: for telling long rows of numbers apart."""
    z = (word ^ number & 0xFFFFFFFF) * 0xBF58476D1CE4E5B9 & MASK
    return z ^ z >> 29


class SideStream:
    """Random numbers beside a game: PCG32, as the streams of states are (see `runtime.draw`)."""

    __slots__ = ("word",)

    def __init__(self, word: int) -> None:
        self.word = word

    def pick(self, size: int) -> int:
        """A number from 0 to `size` - 1."""
        old = self.word
        self.word = (old * MULTIPLIER + INCREMENT) & MASK
        word = ((old >> 18) ^ old) >> 27 & 0xFFFFFFFF
        turn = old >> 59
        return ((word >> turn | word << (-turn & 31)) & 0xFFFFFFFF) * size >> 32


# The longest way over a small graph: which things one uses, none of them twice, so that they come to the most.
#
# A graph is one list of numbers (`graph`), filled by `lead` and asked by `longest`. All executors use these two
# functions: plain enough for the core, which has them as instructions.
#
#     how many leads, looks taken, places, things, room for leads
#     for the start, for each place, and for the end of a way: its first lead, and the one behind its last
#     for each lead: the thing that is used (-1: none), where it leads to, what it comes to
#     for each thing: whether the way uses it, the most it may come to
#     the way: for each step the next lead to be looked at; the best way: its things
#
# Where a lead stands, and leads to, is a number: 0 the start, 1 more than that of a place, and behind all places the
# end.

EDGES = 2_000
"""Most leads of a graph."""
HEAVIEST = 1_000_000
"""What a thing comes to lies between this and what is as far below zero: all together stay within 32 bits."""
GRAPH_HEAD = 5
LOOKS = 1_000_000
"""Most looks of one search."""
FULL = STEPS + 1
"""More looks than any decision may take: there was no room for a lead, or the search would take more than `LOOKS`."""


def graph_size(places: int, things: int, leads: int) -> int:
    """How many numbers a graph has."""
    return GRAPH_HEAD + 2 * (places + 2) + 3 * leads + 2 * things + (things + 3) + things


def best_path_offset(places: int, things: int, leads: int) -> int:
    """Where the best way lies."""
    return graph_size(places, things, leads) - things


def new_graph(places: int, things: int, leads: int) -> list[int]:
    """One without any lead."""
    return [0, 0, places, things, leads, *[0] * (graph_size(places, things, leads) - GRAPH_HEAD)]


def longest_path(w: list[int], limit: int, spend: Callable[[int], None]) -> list[int]:
    """The things of the longest way, from its start; every look costs a step."""
    count = longest(w, limit)
    spend(w[1])
    at = best_path_offset(w[2], w[3], w[4])
    return w[at : at + count]


def lead(w: list[int], place: int, thing: int, to: int, worth: int) -> None:
    """From a place one may use a thing and come to another place. All leads of one place are told in a row."""
    number = w[0]
    if number == w[4]:
        w[1] = FULL
        return
    first = GRAPH_HEAD
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
    first = GRAPH_HEAD
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


def way_back(w: list[int], place: int) -> int:
    """Go back from a place to the start by the first lead of each; the best way is now what these use, from the start on; how much that is."""
    first = GRAPH_HEAD
    over = first + 2 * (w[2] + 2)
    leads_to = over + w[4]
    best = leads_to + 2 * w[4] + 3 * w[3] + 3
    count = 0
    at = place
    while at > 0:
        count += 1
        at = w[leads_to + w[first + at]]
    left = count
    at = place
    while at > 0:
        left -= 1
        w[best + left] = w[over + w[first + at]]
        at = w[leads_to + w[first + at]]
    return count


# Areas of planar boards: what a new wall closes. Both executors use this.


def enclosed(shape: BoardShape, v: list[int], at: int, line: int) -> tuple[int, ...]:
    """The spaces of the area that a line closes, nearest first; none if it closes nothing.

    `v[at + n]` says whether line `n` is walled; `line` itself is. The time grows with the area, or with the walls that
    hang on the line, not with the board: first it is asked whether the ends were joined by walls before, then both sides
    are searched in turns, and the first that comes to an end is the area.
    """
    one, other = shape.ends[line]
    if not _joined(shape, v, at, line, one, other):
        return ()
    searches = [deque([side]) for side in shape.sides[line] if side >= 0]
    seen = [{each[0]: None} for each in searches]
    while searches:
        for place, queue in enumerate(searches):
            if not queue:
                return tuple(seen[place])
            if not _step(shape, v, at, queue, seen[place]):
                del searches[place], seen[place]
                break
    return ()


def _step(shape: BoardShape, v: list[int], at: int, queue: deque[int], seen: dict[int, None]) -> bool:
    """Go on from one space; false when the area is open to the outside."""
    space = queue.popleft()
    for line in shape.around[space]:
        if not v[at + line]:
            first, second = shape.sides[line]
            beyond = second if first == space else first
            if beyond < 0:
                return False
            if beyond not in seen:
                seen[beyond] = None
                queue.append(beyond)
    return True


def _joined(shape: BoardShape, v: list[int], at: int, line: int, one: int, other: int) -> bool:
    """Whether walls other than `line` lead from one crossing to another; searched from both ends in turns."""
    near, far = {one}, {other}
    here, there = deque([one]), deque([other])
    while here and there:
        crossing = here.popleft()
        for each in shape.meeting[crossing]:
            if each != line and v[at + each]:
                ends = shape.ends[each]
                beyond = ends[1] if ends[0] == crossing else ends[0]
                if beyond in far:
                    return True
                if beyond not in near:
                    near.add(beyond)
                    here.append(beyond)
        near, far, here, there = far, near, there, here
    return False
