"""How long an answer keeps the server busy: `python -m tests.bench.answers [GAME...]`.

CPU milliseconds of `MatchRoom.answer`, in this process, over a whole random game with a page at every seat: the answer, what is written,
and the news of all pages. Wanted are a median of at most 25 and a 95th percentile of at most 50.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
from time import process_time
from typing import Any

from ruleset_core import load
from ruleset_core.play.records import Seat, Session
from ruleset_core.web.persistence import KeptMatch, KeptSeat
from ruleset_core.web.rooms import MatchRoom

GAMES = ("troyes", "tournay", "troyes_dice", "carcassonne_masons")
SEATS, SEEDS = 4, (5, 6)


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


def answers(room: MatchRoom, seed: int) -> list[float]:
    """Seconds of each answer of a random game."""
    chance, found = random.Random(seed), []
    while not room.match.over:
        question = chance.choice(room.match.questions)
        option = chance.choice(question.state.options)
        began = process_time()
        assert room.answer(question.seat, option, question.number, "en") == ""
        found.append(process_time() - began)
        for page in room._pages:
            while not page.news.empty():
                page.news.get_nowait()
    return found


async def measure(game: str) -> tuple[int, float, float, float]:
    """How many answers, and the milliseconds of the median, the 95th percentile and the slowest."""
    found = sorted(each for seed in SEEDS for each in answers(table(game, seed), seed))
    median, high, most = (1000 * found[int(share * (len(found) - 1))] for share in (0.5, 0.95, 1))
    return len(found), median, high, most


def main(words: list[str]) -> int:
    """Measure all games, or some."""
    with tempfile.TemporaryDirectory() as state:
        os.environ["RULESET_STATE"] = state
        for game in words or GAMES:
            count, median, high, most = asyncio.run(measure(game))
            sys.stdout.write(
                f"{game}: {count} answers, median {median:.1f} ms, 95th percentile {high:.1f} ms, most {most:.1f} ms\n"
            )
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
