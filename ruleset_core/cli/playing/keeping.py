"""What is said about the file a game is kept in."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from ruleset_core.cli.common import typed
from ruleset_core.cli.said.messages import say
from ruleset_core.texts.news import news_text

if TYPE_CHECKING:
    from ruleset_core.cli.playing.place import Place
    from ruleset_core.table import News

__all__ = ["farewell", "report"]


def report(place: Place) -> None:
    """Say what has changed about saving."""
    for news in place.table.keeping.news(place.session):
        _tell(place, news)


def farewell(place: Place, *, over: bool = False) -> None:
    """Say where the game is and how to go on with it, or, if it is `over`, where it can be looked at."""
    if over and place.session.journal is None:
        return
    key, command = ("look", typed("replay")) if over else ("go_on", typed("play --resume"))
    for news in place.table.keeping.at_last(place.session):
        _tell(place, news)
        if news.key == "kept":
            place.screen.note(say(key, place.lang, command=f"{command} {shlex.quote(str(news.file))}"))


def _tell(place: Place, news: News) -> None:
    (place.screen.error if news.is_bad else place.screen.note)(news_text(news, place.lang))
