"""A game at a table: who sits where, who is asked, what is answered and what each reader has not been told yet.

It says nothing in words and draws nothing: whoever brings a table to people, a terminal or a server, does that. It is
driven by events (`Table.answer`, `Table.decide_bot`) or by the loop `play`.
"""

from __future__ import annotations

from .ahead import Ahead
from .hint import Choice, Hint, HintTask, NoHint, WhyNoHint
from .keeping import Keeping, News, NewsKey
from .loop import Players, play
from .outlook import Outlook, Progress
from .questions import Answered, Question, Refused, Why
from .seating import HUMAN, BotBroke, Seating, Task
from .table import Table
from .taking_back import TakenBack
from .telling import BEGINNING, Mark, Telling, Unanswered, unanswered

__all__ = [
    "BEGINNING",
    "HUMAN",
    "Ahead",
    "Answered",
    "BotBroke",
    "Choice",
    "Hint",
    "HintTask",
    "Keeping",
    "Mark",
    "News",
    "NewsKey",
    "NoHint",
    "Outlook",
    "Players",
    "Progress",
    "Question",
    "Refused",
    "Seating",
    "Table",
    "TakenBack",
    "Task",
    "Telling",
    "Unanswered",
    "Why",
    "WhyNoHint",
    "play",
    "unanswered",
]
