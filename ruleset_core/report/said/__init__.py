"""What a report says, in English and Spanish: what was found, what plots show, what words mean."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both, Texts

from .cards import CARDS
from .compared import COMPARED
from .found import FOUND
from .page import PAGE
from .plots import PLOTS
from .words import WORDS

__all__ = ["ONE", "TEXTS", "say"]

TEXTS: Final[Both] = {**PAGE, **FOUND, **PLOTS, **CARDS, **COMPARED, **WORDS}
ONE: Final[Both] = {
    "f_nobody": ("1 game is won by nobody.", "1 partida no la gana nadie."),
}
"""What is said instead where the `count` is 1."""

say: Final = Texts(TEXTS, ONE).say
