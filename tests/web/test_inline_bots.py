"""Bots that share a process with pages, as in an exported file: what else is asked comes between two slices of their thoughts."""

from __future__ import annotations

import asyncio
from time import process_time

import pytest

from ruleset_core import core_of, load
from ruleset_core.play.bots import make_bot
from ruleset_core.play.match import BotTask
from ruleset_core.play.match.hints import HintTask
from ruleset_core.play.match.seating import GameSpec
from ruleset_core.web.background_work import InlineBots, hint_arguments, hint_in_words

LONGEST = 0.1
"""CPU seconds that others wait at most."""


async def watched(work: asyncio.Task[object]) -> tuple[int, float]:
    """How often something else came to its turn meanwhile, and the longest that took."""
    turns, longest = 0, 0.0
    while not work.done():
        before = process_time()
        await asyncio.sleep(0)
        turns, longest = turns + 1, max(longest, process_time() - before)
    return turns, longest


@pytest.mark.slow
def test_pages_are_answered_while_strong_thinks() -> None:
    game, rules = load("troyes"), GameSpec("troyes", (), (), in_order=False)
    if core_of(game).executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")
    state = game.new(2, 5)
    task = BotTask(state.seat, "strong", 5, 0, 0, state)
    hint = HintTask.from_state(state, "strong", 3, 0)

    async def thought() -> tuple[int, dict[str, object], list[tuple[int, float]]]:
        bots = InlineBots()
        first = await bots.choose(rules, task)  # the first one makes what is kept
        choosing = asyncio.ensure_future(bots.choose(rules, task))
        found = [await watched(choosing)]
        assert await choosing == first
        hinting = asyncio.ensure_future(bots.hint(rules, hint, "en", ("Ana", "Bo")))
        found.append(await watched(hinting))
        return first, await hinting, found

    option, told, turns = asyncio.run(thought())
    assert option == make_bot("strong", 5, state.seat, 0).choose(state), "as on the command line"
    assert told == hint_in_words(rules, state.to_json(), hint_arguments(hint), 1, "en", ("Ana", "Bo"))
    for often, longest in turns:
        assert often > 3
        assert longest < LONGEST
