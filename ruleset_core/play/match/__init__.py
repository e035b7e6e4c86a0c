"""A match: who sits where, who is asked, what is answered, and what each reader has still to be told."""

from __future__ import annotations

from ruleset_core.play.match.controller import Match, MatchPlayers, SavingMonitor, SavingNews, SavingNewsKey, play_match
from ruleset_core.play.match.hints import (
    Hint,
    HintTask,
    HintUnavailable,
    HintUnavailableReason,
    Outlook,
    Progress,
    RatedOption,
)
from ruleset_core.play.match.seat_views import BEGINNING, ForcedTurns, PendingStory, StoryMark, forced_turns
from ruleset_core.play.match.seating import (
    HUMAN,
    SUCCESSOR,
    AcceptedAnswer,
    BotRuleError,
    BotTask,
    EarlyAnswers,
    Question,
    RefusalKind,
    RefusedAnswer,
    Seating,
    UndoneAnswer,
)

__all__ = [
    "BEGINNING",
    "HUMAN",
    "SUCCESSOR",
    "AcceptedAnswer",
    "BotRuleError",
    "BotTask",
    "EarlyAnswers",
    "ForcedTurns",
    "Hint",
    "HintTask",
    "HintUnavailable",
    "HintUnavailableReason",
    "Match",
    "MatchPlayers",
    "Outlook",
    "PendingStory",
    "Progress",
    "Question",
    "RatedOption",
    "RefusalKind",
    "RefusedAnswer",
    "SavingMonitor",
    "SavingNews",
    "SavingNewsKey",
    "Seating",
    "StoryMark",
    "UndoneAnswer",
    "forced_turns",
    "play_match",
]
