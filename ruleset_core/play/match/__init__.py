"""A match: who sits where, who is asked, what is answered, and what each reader has still to be told."""

from __future__ import annotations

from ruleset_core.play.match.controller import Match, SavingNews, SavingNewsKey, play_match
from ruleset_core.play.match.hints import Hint, HintTask, HintUnavailable, HintUnavailableReason, Outlook, RatedOption
from ruleset_core.play.match.seat_views import BEGINNING, PendingStory, forced_turns
from ruleset_core.play.match.seating import (
    HUMAN,
    SUCCESSOR,
    AcceptedAnswer,
    BotRuleError,
    BotTask,
    Question,
    RefusalKind,
    RefusedAnswer,
    UndoneAnswer,
)

__all__ = [
    "BEGINNING", "HUMAN", "SUCCESSOR", "AcceptedAnswer", "BotRuleError", "BotTask", "Hint", "HintTask",
    "HintUnavailable", "HintUnavailableReason", "Match", "Outlook", "PendingStory", "Question", "RatedOption",
    "RefusalKind", "RefusedAnswer", "SavingNews", "SavingNewsKey", "UndoneAnswer", "forced_turns", "play_match",
]  # fmt: skip
