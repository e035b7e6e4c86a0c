"""What is said of cards: how often they are met, and what taking one goes with."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

CARDS: Final[Both] = {}
