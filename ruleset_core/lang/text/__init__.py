"""Effects, amounts and conditions in words, in English and Spanish: what a card says is what it does."""

from ruleset_core.lang.text.card import card_text, reward_text
from ruleset_core.lang.text.effects import effect_text, expr_text

__all__ = ["card_text", "effect_text", "expr_text", "reward_text"]
