"""Players that are programs. They use the public seam and nothing else.

A bot is deterministic: the same seed, seat and game give the same decisions in every process.
"""

from __future__ import annotations

from .base import Bot, Stream
from .budgets import budget_of, repeatable, without_budget
from .greedy import GreedyBot
from .greedy1 import Greedy1Bot
from .own import admit, admitted, installed, watch
from .problems import BotError, how_ended
from .registry import UnknownBotError, bot_names, is_own, knows, make_bot, register_bot
from .simple import FirstBot, RandomBot
from .thinking import LEVELS, LevelBot, check_thinking, figures_of, plays_as, rules_of, stand_ins

__all__ = [
    "LEVELS",
    "Bot",
    "BotError",
    "FirstBot",
    "Greedy1Bot",
    "GreedyBot",
    "LevelBot",
    "RandomBot",
    "Stream",
    "UnknownBotError",
    "admit",
    "admitted",
    "bot_names",
    "budget_of",
    "check_thinking",
    "figures_of",
    "how_ended",
    "installed",
    "is_own",
    "knows",
    "make_bot",
    "plays_as",
    "register_bot",
    "repeatable",
    "rules_of",
    "stand_ins",
    "watch",
    "without_budget",
]
