"""The picture of how a game went, in the page for players: made by `python -m tests.docs`, which takes half a minute for it."""

from __future__ import annotations

from typing import Final

from ruleset_core import core_of, load
from ruleset_core.play.match.game_analysis import AnalysisRun
from ruleset_core.play.records import Seat, Session
from ruleset_core.play.wording.analysis_messages import analysis_text, course_chart
from ruleset_core.view.svg.course import draw_course
from tests.docs.pages import DOCS

PICTURE: Final = DOCS / "course.svg"
GAME: Final = "troyes_dice"
PLAYERS: Final = ("Ana", "Bo")
SEED: Final = 5


def drawn() -> str:
    """A game of two bots, gone through."""
    game = load(GAME)
    session = Session.start(game, [Seat(name, "easy") for name in PLAYERS], SEED, number=1)
    for move in core_of(game).moves(1, len(PLAYERS), SEED, policies=["easy"] * len(PLAYERS)):
        session.apply(move)
    found = AnalysisRun(session, range(len(PLAYERS))).run()
    text = analysis_text(session, found, "en", None)
    below = [f"{each.number}  {each.where}: {each.said}" for each in text.turnings]
    return draw_course(course_chart(session, found, "en"), text.title, below)
