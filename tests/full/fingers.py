"""Somebody who plays `ruleset play --full` with keys and clicks, and without a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from unittest.mock import patch

from textual.pilot import Pilot

from ruleset_core.cli import fullscreen as full_run
from ruleset_core.cli import main
from ruleset_core.cli.fullscreen.panes import ScenePane
from ruleset_core.cli.fullscreen.textual_app import FullApp

PATIENCE = 30.0
"""Seconds until a question must have come."""


class Fingers:
    """Somebody who sits before the panes."""

    def __init__(self, app: FullApp, pilot: Pilot[Any]) -> None:
        self.app, self.pilot = app, pilot

    async def asked(self) -> bool:
        """Wait for a question; whether there is one, or else the panes are gone."""
        for _ in range(round(PATIENCE / 0.01)):
            await self.pilot.pause(0)
            over = self.app.thread.ident is not None and not self.app.thread.is_alive()
            if over or self.app.asks:
                await self.pilot.pause(0)
                return not over
            await asyncio.sleep(0.01)
        raise AssertionError("no question came")

    async def press(self, *keys: str) -> bool:
        """Press keys, and wait for the next question."""
        await self.pilot.press(*keys)
        return await self.asked()

    async def type(self, text: str) -> bool:
        """Type a line."""
        self.app.typed.value = text
        return await self.press("enter")

    async def choose(self, number: int) -> bool:
        """Go down to a line of the menu, from 0, and take it."""
        return await self.press(*["down"] * (number + 1), "enter")

    async def click(self, pane: str, x: int, y: int) -> bool:
        """Click on a place of a pane."""
        await self.pilot.click(f"#{pane}", offset=(x, y))
        return await self.asked()

    @property
    def labels(self) -> list[str]:
        """What the menu says."""
        return [choice.label or choice.notation for choice in self.app.menu.choices]

    def seen(self, pane: str) -> str:
        """All that a pane shows, also what one has to scroll to."""
        strips = self.app.query_one(f"#{pane}")._strips
        return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips)

    def said(self, pane: str) -> str:
        """The same in one line, as if there were no end to it."""
        return " ".join(self.seen(pane).split())

    def where(self, name: str) -> tuple[int, int]:
        """The place on the table of a thing with a name."""
        board = self.app.board
        for row, strip in enumerate(board._strips):
            column = 0
            for part in strip:
                stand = board._stands.get(part.style.meta.get("thing", "") if part.style else "")
                if stand is not None and stand.name == name:
                    return column, row
                column += part.cell_length
        raise AssertionError(f"there is no {name}")

    def glowing(self) -> list[tuple[int, int, tuple[int, ...]]]:
        """Where something glows on the table now, and the options it stands for."""
        return list(lit(self.app.board))


def lit(board: ScenePane) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """The places of the table at which a click is an answer, one for each stretch, with the options offered there."""
    top, high = board.scroll_offset.y, board.room.height
    for row, strip in enumerate(board._strips[top : top + high]):
        column = 0
        for part in strip:
            meta = part.style.meta if part.style else {}
            options = (*meta.get("options", ()), *meta.get("goals", ()))
            offered = tuple(option for option in options if option in board._keys.options)
            says = len(board._keys.options) == 1 or {*offered} < {*board._keys.options}
            if offered and says and column < board.room.width:
                yield column, row, offered
            column += part.cell_length


Hands = Callable[[Fingers], Awaitable[None]]


def played(*args: str, by: Hands, size: tuple[int, int] = (100, 40), asked: bool = True, command: str = "play") -> int:
    """Run `ruleset play --full`, or another command, with these arguments; its exit code.

    `by` is who sits there, `size` that of the terminal; `asked`: after the first question.
    """
    found: list[BaseException] = []

    async def sit(app: FullApp) -> None:
        async with app.run_test(size=size) as pilot:
            fingers = Fingers(app, pilot)
            try:
                if asked:
                    await fingers.asked()
                await by(fingers)
            except BaseException as problem:  # noqa: BLE001 - the command would take it for a fault of its own
                found.append(problem)
            finally:
                if app.thread.is_alive():
                    await pilot.press("ctrl+c")
                    app.thread.join(PATIENCE)

    with (
        patch.object(full_run, "_terminal", lambda: True),
        patch.object(FullApp, "run", lambda app: asyncio.run(sit(app))),
    ):
        code = main([command, "--full", *args])
    if found:
        raise found[0]
    return code
