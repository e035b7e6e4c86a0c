"""Who made the pictures that a drawing shows, as sentences.

credits: [{by: Ada, licence: CC BY 3.0, source: "https://example.org", of: [lamp.svg]}]

credits_in_use(credits, {"ware-lamp"})    those of the pictures that are drawn
credit_line(..., "en")                    Pictures: Ada (CC BY 3.0, https://example.org)
credit_texts(..., "en")                   ["lamp: Ada (CC BY 3.0, https://example.org)"]
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from ruleset_core.lang.look_nodes import LinkedCredit
from ruleset_core.messages import labelled, message, set_apart

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game

__all__ = ["Credits", "LinkedCredit", "credit_line", "credit_texts", "credits_in_use", "picture_credits"]

Credits: TypeAlias = Sequence[LinkedCredit]


def picture_credits(game: Game) -> Credits:
    """Who made the pictures that a game brings."""
    found: Credits = game.source.look.credits
    return [each for each in found if each.titles]


def credits_in_use(made_by: Credits, names: Container[str]) -> Credits:
    """Who made some of the pictures."""
    shown = (
        replace(each, titles={name: title for name, title in each.titles.items() if name in names}) for each in made_by
    )
    return [each for each in shown if each.titles]


def credit_line(made_by: Credits, lang: str) -> str:
    """All of them in a line, without what they made; empty where there are none."""
    makers: dict[tuple[str, str], list[str]] = {}
    for each in made_by:
        makers.setdefault((each.licence, each.source), []).append(each.by)
    said = set_apart(
        (
            message("credits.makers", lang, names=", ".join(dict.fromkeys(names)), licence=licence, source=source)
            for (licence, source), names in makers.items()
        ),
        lang,
    )
    return message("credits.line", lang, credits=said) if said else ""


def credit_texts(made_by: Credits, lang: str) -> list[str]:
    """What each of them made."""
    return [
        labelled(
            ", ".join(dict.fromkeys(each.titles.values())),
            message("credits.makers", lang, names=each.by, licence=each.licence, source=each.source),
            lang,
        )
        for each in made_by
    ]
