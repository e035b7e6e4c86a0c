"""The pictures of games as SVG: scenes in the README, what a terminal shows in their pages. Drawn, not typed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from ruleset_core import State, load, visible_scores
from ruleset_core.cli.console.game_view import ScreenSpace, draw_state
from ruleset_core.cli.console.screen import to_plain
from ruleset_core.play.bots import make_bot
from ruleset_core.print.card_layout import printed_pieces
from ruleset_core.print.page_files import page_as_svg
from ruleset_core.print.pages import SIZE, lay_pages, page_grid
from ruleset_core.view.look.game_looks import picture_credits, pictures
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.svg.drawing import draw
from ruleset_core.view.terminal.drawing import draw as tell
from tests.docs.pages import DOCS

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
SCREENS: Final = tuple(DOCS / "games" / f"{name}.svg" for name in POSITIONS)
LINE: Final = 17
COLUMN: Final = 8.4
MARGIN: Final = 10
FIXED: Final = "\N{NO-BREAK SPACE}"
"""Units of a line, a column and the edge of a screen; browsers keep such spaces."""


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
    drawn = to_plain(draw_state(state.game, state.masked(0), "en", ScreenSpace(WIDTH)), WIDTH).splitlines()
    if name != "carcassonne_masons":
        return drawn
    return [*drawn[: next(number for number, line in enumerate(drawn) if line.startswith("├"))], drawn[-1]]


PRINTED: Final = (
    "artisan", "merchant", "miller", "tithe", "monk", "priest", "archer", "chivalry", "diplomat",
)  # fmt: skip


def sheet() -> str:
    """What `ruleset print` makes of nine cards of Troyes."""
    game = load("troyes")
    found = [piece for piece in printed_pieces(game, "en", ["activity"]) if piece.id in PRINTED]
    grid, made_by = page_grid("a4", *SIZE), picture_credits(game)
    (page,) = lay_pages(found, grid, "en", game.title(), made_by=made_by).sheets
    return page_as_svg(page, "en", pictures(game))


def screen(file: Path) -> str:
    """What the terminal shows of a game, every line as wide as its columns."""
    lines = [line.replace(" ", FIXED) for line in _lines(file.stem)]
    wide, high = round(WIDTH * COLUMN) + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    texts = "".join(
        f'<text x="{MARGIN}" y="{(number + 1) * LINE + 4}" textLength="{len(line) * COLUMN:.1f}">{escape(line)}</text>\n'
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="monospace" font-size="14" '
        f'fill="#ddd">\n<rect width="{wide}" height="{high}" fill="#222"/>\n{texts}</svg>\n'
    )


def picture(file: Path) -> str:
    """What a file of a picture holds: what the first player sees, in shapes and in words; or cards on a sheet."""
    if file == SHEET:
        return sheet()
    state = POSITIONS[file.stem]()
    shown = scene(state.game, state.masked(0), "en", options=state.options, scores=visible_scores(state, 0))
    told = tell(shown, TOLD, plain=True).plain
    return draw(shown, WIDE, art=pictures(state.game), made_by=picture_credits(state.game), told=told)
