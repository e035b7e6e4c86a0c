"""How long an answer keeps the server busy: `python -m tests.bench.answers [--calls] [GAME...]`.

CPU milliseconds of `MatchRoom.answer`, in this process, over a whole random game with a page at every seat: the answer, what is written,
and the news of all pages. Wanted are a median of at most 25 and a 95th percentile of at most 50, and of undo and of a page that is opened
anew twice that median.

`--calls` counts function calls in thousands instead, of answers alone. They are the same on a busy machine: about four are a millisecond.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from cProfile import Profile
from itertools import islice
from time import process_time
from typing import Any

from ruleset_core import load
from ruleset_core.play.records import Seat, Session
from ruleset_core.web.persistence import KeptMatch, KeptSeat
from ruleset_core.web.rooms import MatchRoom

GAMES = ("troyes", "tournay", "troyes_dice", "carcassonne_masons")
SEATS, SEEDS = 4, (5, 6)
EVERY = 5
"""After so many answers one is taken back and given again, and a page is opened anew."""

Meter = Callable[[Callable[[], object]], float]
"""Does something, and says what that took."""


def table(game: str, seed: int) -> MatchRoom:
    """A table of people, with a page at every seat."""
    loaded = load(game)
    count = min(SEATS, loaded.players[1])
    session = Session.start(loaded, [Seat(f"P{seat}", "human") for seat in range(count)], seed)
    kept = KeptMatch(f"table{seed}", "", {}, [KeptSeat(f"P{seat}", "human") for seat in range(count)])
    unused: Any = None  # nobody asks for bots and hints
    room = MatchRoom(kept, session, unused, unused)
    for seat in range(count):
        room.enter(str(seat), "en")
    return room


def milliseconds(do: Callable[[], object]) -> float:
    """How long the processor is busy with it."""
    began = process_time()
    do()
    return 1000 * (process_time() - began)


def thousand_calls(do: Callable[[], object]) -> float:
    """How many functions are called for it, in thousands."""
    profile = Profile()
    profile.runcall(do)
    return sum(each.callcount for each in profile.getstats()) / 1000


def answers(room: MatchRoom, seed: int, meter: Meter = milliseconds) -> Iterator[float]:
    """What each answer of a random game takes."""
    chance = random.Random(seed)
    while not room.match.over:
        question = chance.choice(room.match.questions)
        option = chance.choice(question.state.options)
        yield meter(lambda: _answer(room, question.seat, option, question.number))  # noqa: B023 - it is done at once
        _read(room)


def _answer(room: MatchRoom, seat: int, option: int, number: int) -> None:
    assert room.answer(seat, option, number, "en") == ""


def _read(room: MatchRoom) -> None:
    """All pages read what is new."""
    for page in room._pages:
        while not page.news.empty():
            page.news.get_nowait()


def others(room: MatchRoom, seed: int) -> Iterator[tuple[float, float]]:
    """Milliseconds of each undo, and of each page that is opened anew, every few answers of a random game."""
    for count, _ in enumerate(answers(room, seed), 1):
        _read(room)
        seat = room.match.live.seat
        if count % EVERY or room.match.over or room.match.undo_problem(seat) is not None:
            continue
        undone = milliseconds(lambda: room.undo(seat))  # noqa: B023 - it is done at once
        _read(room)
        room.close(room._pages[0])
        _read(room)
        opened = milliseconds(lambda: room.enter("0", "en"))
        _read(room)
        yield undone, opened


def figures(found: list[float]) -> str:
    """The median, the 95th percentile and the most."""
    ordered = sorted(found)
    median, high, most = (ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.95, 1))
    return f"median {median:.1f}, 95th percentile {high:.1f}, most {most:.1f}"


async def measure(game: str, meter: Meter) -> list[str]:
    """Lines about answers, and where time is measured about undo and pages that are opened anew."""
    found = [each for seed in SEEDS for each in answers(table(game, seed), seed, meter)]
    lines = [f"{game}: {len(found)} answers, {figures(found)}"]
    pairs = [] if meter is thousand_calls else [*others(table(game, SEEDS[0]), SEEDS[0])]
    for what, taken in zip(("undo", "opened anew"), zip(*pairs, strict=True), strict=False):
        lines.append(f"    {what}: {len(taken)} times, {figures([*taken])}")
    return lines


async def first_calls(game: str, count: int) -> list[float]:
    """Thousands of calls of so many first answers, in order of size; what is made once is there from another table."""
    [*islice(answers(table(game, SEEDS[0]), SEEDS[0]), count)]
    return sorted(islice(answers(table(game, SEEDS[1]), SEEDS[1], thousand_calls), count))


def main(words: list[str]) -> int:
    """Measure all games, or some."""
    meter = thousand_calls if "--calls" in words else milliseconds
    with tempfile.TemporaryDirectory() as state:
        os.environ["RULESET_STATE"] = state
        for game in [word for word in words if word != "--calls"] or GAMES:
            for line in asyncio.run(measure(game, meter)):
                sys.stdout.write(line + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
