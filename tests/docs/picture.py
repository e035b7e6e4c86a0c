"""The pictures of games: as SVG in the README, as the terminal has them in their pages. Drawn, not typed."""

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
from ruleset_core.drawing.draw import draw
from ruleset_core.looks import pictures
from ruleset_core.scenes.build import scene
from ruleset_core.sheets.as_svg import svg
from ruleset_core.sheets.pages import SIZE, grid, sheets
from ruleset_core.sheets.pieces import pieces
from ruleset_core.terminal.draw import draw as tell
from tests.docs.pages import DOCS

MARK: Final = re.compile(r"(<!-- picture: begin -->\n).*?(<!-- picture: end -->)", re.DOTALL)
WIDTH: Final = 100
WIDE: Final = 960
"""Columns of a terminal, and units of a picture."""
FILES: Final = DOCS / "pictures"
TOLD: Final = 10_000

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
def troyes_dice() -> State:
    """A position of a solo game of the bot `greedy`."""
    return _position("troyes_dice", 1, DICE_SEED, lambda state: state.observe(0)["fields"]["day"] == DAY)


@cache
def troyes() -> State:
    """A position of a game of three such bots, the first player to act."""

    def reached(state: State) -> bool:
        decision = state.decision
        asked = state.seat == 0 and decision is not None and decision.name == "action"
        return asked and state.observe(0)["fields"]["round"] == ROUND

    return _position("troyes", 3, TROYES_SEED, reached)


@cache
def masons() -> State:
    """A position of a game of two such bots when many walls stand."""

    def reached(state: State) -> bool:
        decision = state.decision
        asked = state.seat == 0 and decision is not None and decision.name == "wall"
        return asked and state.observe(0)["fields"]["walls_left"] <= WALLS

    return _position("carcassonne_masons", 2, MASONS_SEED, reached)


@cache
def tournay() -> State:
    """A position of a game of two such bots when many cards lie in the district of the first, some of them in use."""

    def reached(state: State) -> bool:
        decision, seen = state.decision, state.observe(0)
        asked = state.seat == 0 and decision is not None and decision.name == "play"
        district, tokens = seen["seats"][0]["district"], seen["fields"]["token"]
        return asked and len(district) >= CARDS and len({tokens[card] for card in district} - {None}) >= WAYS

    return _position("tournay", 2, TOURNAY_SEED, reached)


POSITIONS: Final[dict[str, Callable[[], State]]] = {
    "troyes_dice": troyes_dice,
    "troyes": troyes,
    "carcassonne_masons": masons,
    "tournay": tournay,
}
SHEET: Final = FILES / "sheet.svg"
PICTURES: Final = (*(FILES / f"{name}.svg" for name in POSITIONS), SHEET)
PAGES: Final = tuple(DOCS / "games" / f"{name}.md" for name in POSITIONS)


def _position(game: str, players: int, seed: int, reached: Callable[[State], bool]) -> State:
    """The first position that is looked for, with the bot `greedy` on every seat.

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
    return state


def _lines(name: str) -> list[str]:
    """The lines of the terminal; of the country of Masons nothing that stands below it."""
    state = POSITIONS[name]()
    drawn = to_plain(draw_state(state.game, state.observe(0), "en", Room(WIDTH)), WIDTH).splitlines()
    if name != "carcassonne_masons":
        return drawn
    return [*drawn[: next(number for number, line in enumerate(drawn) if line.startswith("├"))], drawn[-1]]


PRINTED: Final = (
    "artisan", "merchant", "miller", "tithe", "monk", "priest", "archer", "chivalry", "diplomat",
)  # fmt: skip


def sheet() -> str:
    """What `ruleset print` makes of nine cards of Troyes."""
    game = load("troyes")
    found = [piece for piece in pieces(game, "en", ["activity"]) if piece.id in PRINTED]
    (page,) = sheets(found, grid("a4", *SIZE), "en", game.title()).sheets
    return svg(page, "en")


def filled(page: Path, text: str) -> str:
    """The page of a game with what its terminal shows."""
    drawn = "\n".join(_lines(page.stem))
    return MARK.sub(lambda match: f"{match[1]}```text\n{drawn}\n```\n{match[2]}", text)


def picture(file: Path) -> str:
    """What a file of a picture holds: what the first player sees, in shapes and in words; or cards on a sheet."""
    if file == SHEET:
        return sheet()
    state = POSITIONS[file.stem]()
    shown = scene(state.game, state.observe(0), "en", options=state.options, scores=state.told_scores(0))
    told = tell(shown, TOLD, plain=True).plain
    return draw(shown, WIDE, art=pictures(state.game), told=told)
