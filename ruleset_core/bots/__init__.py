"""Players that are programs. They use the public seam and nothing else.

A bot is deterministic: the same seed, seat and game give the same decisions in every process.
"""

from __future__ import annotations

from .base import Bot, Stream
from .greedy import GreedyBot
from .registry import UnknownBotError, bot_names, make_bot, register_bot
from .simple import FirstBot, RandomBot

__all__ = [
    "Bot",
    "FirstBot",
    "GreedyBot",
    "RandomBot",
    "Stream",
    "UnknownBotError",
    "bot_names",
    "make_bot",
    "register_bot",
]
