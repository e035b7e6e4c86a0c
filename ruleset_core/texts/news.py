"""What became of the file a game is kept in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .records import explain
from .shared import say

if TYPE_CHECKING:
    from ruleset_core.table import News

__all__ = ["news_text"]


def news_text(news: News, lang: str) -> str:
    """What happened to it, in a sentence."""
    problem = "" if news.problem is None else explain(news.problem, lang)
    return say(news.key, lang, file=news.file, count=news.count, problem=problem)
