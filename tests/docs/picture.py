"""The pictures of games in the README and in their pages: drawn, not typed."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

from ruleset_core import State, load
from ruleset_core.bots import make_bot
from ruleset_core.cli.playing.draw import Room, draw_state
from ruleset_core.cli.printed.plain import to_plain
from tests.docs.pages import DOCS, ROOT

MARK: Final = re.compile(r"(<!-- picture: begin -->\n).*?(<!-- picture: end -->)", re.DOTALL)
WIDTH: Final = 100

DICE_SEED: Final = 48
DAY: Final = 6

TROYES_SEED: Final = 3
MASONS_SEED: Final = 6
WALLS: Final = 18
TOURNAY_SEED: Final = 1
CARDS: Final = 8
WAYS: Final = 2
"""How many kinds of things stand on the buildings in the picture."""
ROUND: Final = 2
"""The picture is taken when the first player is asked what to do in this round."""


@cache
def troyes_dice() -> str:
    """A position of a solo game of the bot `greedy`, as the terminal shows it."""
    drawn = _drawn("troyes_dice", 1, DICE_SEED, lambda state: state.observe(0)["fields"]["day"] == DAY)
    return "\n".join(drawn)


@cache
def troyes() -> str:
    """A position of a game of three such bots, as the first player sees it."""

    def reached(state: State) -> bool:
        decision = state.decision
        asked = state.seat == 0 and decision is not None and decision.name == "action"
        return asked and state.observe(0)["fields"]["round"] == ROUND

    return "\n".join(_drawn("troyes", 3, TROYES_SEED, reached))


@cache
def masons() -> str:
    """The board of a game of two such bots when many walls stand; what is shown below it is left out."""

    def reached(state: State) -> bool:
        decision = state.decision
        asked = state.seat == 0 and decision is not None and decision.name == "wall"
        return asked and state.observe(0)["fields"]["walls_left"] <= WALLS

    drawn = _drawn("carcassonne_masons", 2, MASONS_SEED, reached)
    return "\n".join([*drawn[: next(number for number, line in enumerate(drawn) if line.startswith("├"))], drawn[-1]])


@cache
def tournay() -> str:
    """A position of a game of two such bots when many cards lie in the district of the first, some of them in use."""

    def reached(state: State) -> bool:
        decision, seen = state.decision, state.observe(0)
        asked = state.seat == 0 and decision is not None and decision.name == "play"
        district, tokens = seen["seats"][0]["district"], seen["fields"]["token"]
        return asked and len(district) >= CARDS and len({tokens[card] for card in district} - {None}) >= WAYS

    return "\n".join(_drawn("tournay", 2, TOURNAY_SEED, reached))


PICTURES: Final[dict[Path, Callable[[], str]]] = {
    ROOT / "README.md": troyes_dice,
    DOCS / "games" / "troyes_dice.md": troyes_dice,
    DOCS / "games" / "troyes.md": troyes,
    DOCS / "games" / "carcassonne_masons.md": masons,
    DOCS / "games" / "tournay.md": tournay,
}
PAGES: Final = tuple(PICTURES)


def _drawn(game: str, players: int, seed: int, reached: Callable[[State], bool]) -> list[str]:
    """The lines of the terminal in the first position that is looked for, with the bot `greedy` on every seat.

    A game that comes to none is followed by that of the next seed.
    """
    loaded = load(game)
    for number in count(seed):
        state = loaded.new(players=players, seed=number)
        bots = [make_bot("greedy", number, seat) for seat in range(players)]
        while not state.over and not reached(state):
            state.apply(bots[state.seat].choose(state.clone()))
        if not state.over:
            break
    return to_plain(draw_state(state.game, state.observe(0), "en", Room(WIDTH)), WIDTH).splitlines()


def filled(page: Path, text: str) -> str:
    """A page with its picture drawn anew."""
    return MARK.sub(lambda match: f"{match[1]}```text\n{PICTURES[page]()}\n```\n{match[2]}", text)
