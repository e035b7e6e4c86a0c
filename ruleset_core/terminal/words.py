"""The few words that drawings have of their own."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "more": ("more: {}", "más: {}"),
    "empty_rows": ("and {} with nothing", "y {} sin nada"),
    "rows_more": ("and {} more", "y {} más"),
    "left": ("{} left", "quedan {}"),
    "of": ("{} of {}", "{} de {}"),
    "on_top": ("on top: {}", "encima: {}"),
    "from_top": ("from the top: {}", "desde arriba: {}"),
    "none": ("none", "nada"),
    "hidden": ("{} hidden", "{} sin ver"),
    "you": ("you", "tú"),
    "over": ("game over", "fin de la partida"),
    "decides": ("to decide", "decide"),
    "text": ("text", "texto"),
    "number": ("no. {}", "n.º {}"),
}


def say(key: str, lang: str, *values: object) -> str:
    """A word or a phrase in the viewer's language."""
    return WORDS[key][lang == "es"].format(*values)
