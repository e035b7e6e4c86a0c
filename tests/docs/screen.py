"""The picture of the whole screen in the page for players: played, not drawn by hand."""

from __future__ import annotations

import contextlib
import io
import re
from functools import cache
from typing import Final

from tests.docs.pages import DOCS
from tests.full.fingers import Fingers, played

PICTURE: Final = DOCS / "full.svg"
SIZE: Final = (110, 38)
ASKED: Final = "Which of your dice"
_FONTS: Final = re.compile(r"\s*@font-face \{.*?\}|<!--.*?-->\s*", re.DOTALL)
_TEXT: Final = re.compile(r"<text [^>]*>(.*?)</text>")
MOST: Final = 60


@cache
def drawn() -> str:
    """A game of Troyes against two bots when dice are to be chosen, as SVG that fetches nothing."""
    found: list[str] = []

    async def by(fingers: Fingers) -> None:
        for _ in range(MOST):
            if ASKED in fingers.seen("menu"):
                break
            await fingers.choose(0)
        await fingers.pilot.press("down", "down")
        await fingers.pilot.pause(0.5)
        found.append(fingers.app.export_screenshot(title="ruleset play troyes --full"))

    args = ("troyes", "--seats", "Ana=human,Bo=greedy,Cy=greedy", "--seed", "3", "--no-save", "--no-wait")
    with contextlib.redirect_stdout(io.StringIO()):
        played(*args, by=by, size=SIZE)
    return _FONTS.sub("", found[0])


def words(svg: str) -> list[str]:
    """What is written on a picture, whatever drew it."""
    return _TEXT.findall(svg)
