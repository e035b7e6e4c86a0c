"""The picture of how a game went, in the page for players: made by `python -m tests.docs`, which takes half a minute for it."""

from __future__ import annotations

from typing import Final

from ruleset_core import load
from ruleset_core.drawing.course import draw_course
from ruleset_core.record import Seat, Session
from ruleset_core.table.analysis import Analysing
from ruleset_core.texts.analysis import analysis_text
from ruleset_core.texts.course import course_of
from tests.docs.pages import DOCS

PICTURE: Final = DOCS / "course.svg"
GAME: Final = "troyes_dice"
PLAYERS: Final = ("Ana", "Bo")
SEED: Final = 5


def drawn() -> str:
    """A game of two bots, gone through."""
    game = load(GAME)
    session = Session.start(game, [Seat(name, "easy") for name in PLAYERS], SEED, number=1)
    for move in game.core().moves(1, len(PLAYERS), SEED, policies=["easy"] * len(PLAYERS)):
        session.apply(move)
    found = Analysing(session, range(len(PLAYERS))).run()
    text = analysis_text(session, found, "en", None)
    below = [f"{each.number}  {each.where}: {each.said}" for each in text.turnings]
    return draw_course(course_of(session, found, "en"), text.title, below)
