"""The picture of Troyes Dice in the README and in its page: drawn, not typed."""

from __future__ import annotations

import re
from typing import Final

from ruleset_core import State, load
from ruleset_core.bots import make_bot
from ruleset_core.cli.play_draw import draw_state
from ruleset_core.cli.view_kit import to_plain
from tests.docs.pages import DOCS, ROOT

PAGES: Final = (ROOT / "README.md", DOCS / "games" / "troyes_dice.md")
MARK: Final = re.compile(r"(<!-- picture: begin -->\n).*?(<!-- picture: end -->)", re.DOTALL)
WIDTH: Final = 100
SEED: Final = 48
DAY: Final = 6
LAST: Final = "■ done"
"""The line of the sheet after which the picture ends: what the dice build would make it too long."""


def picture() -> str:
    """A position of a solo game of the bot `greedy`, as the terminal shows it."""
    drawn = to_plain(draw_state((state := _position()).game, state.observe(0), "en", WIDTH), WIDTH).splitlines()
    end = next(number for number, line in enumerate(drawn) if LAST in line)
    return "\n".join([*drawn[: end + 1], drawn[-1]])


def _position() -> State:
    state, bot = load("troyes_dice").new(players=1, seed=SEED), make_bot("greedy", SEED, 0)
    while state.observe(0)["fields"]["day"] < DAY:
        state.apply(bot.choose(state.clone()))
    return state


def filled(text: str) -> str:
    """A page with its picture drawn anew."""
    return MARK.sub(lambda match: f"{match[1]}```text\n{picture()}\n```\n{match[2]}", text)
