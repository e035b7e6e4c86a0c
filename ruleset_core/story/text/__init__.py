"""Effects, amounts and conditions as text, in English and Spanish: a card says what it does."""

from ruleset_core.story.text.card_text import card_text, reward_text
from ruleset_core.story.text.effect_text import effect_text, expr_text

__all__ = ["card_text", "effect_text", "expr_text", "reward_text"]
