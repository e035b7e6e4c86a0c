"""What stands on pages beside the cards, in English and Spanish."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both, Texts

TEXTS: Final[Both] = {
    "page": ("page {page} of {pages} · {title}", "página {page} de {pages} · {title}"),
    "page_backs": ("backs of page {page} of {pages} · {title}", "reversos de la página {page} de {pages} · {title}"),
    "scale": ("print at 100 %; the line is 50 mm long", "imprime al 100 %; la línea mide 50 mm"),
    "of_many": ("{number} of {count}", "{number} de {count}"),
}

say: Final = Texts(TEXTS, {}).say
