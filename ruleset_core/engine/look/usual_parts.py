"""What all parts of the usual look are made with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Field, Vocabulary

Made = dict[str, Any]
"""A part of a look as data writes it."""
FEW: Final = 8
"""Most members of which all have a row; of more those of which there is nothing to say have none."""
PLAN: Final = {"space": "place", "line": "line", "crossing": "crossing"}
"""The families of a planar board, and where what is of them is drawn."""
SIGN: Final = {
    "die": "die",
    "dice": "die",
    "cube": "cube",
    "coin": "coin",
    "token": "dot",
    "stone": "stone",
    "card": "card",
}
"""Signs of kinds whose ids say what they are."""


def texts(title: dict[str, str]) -> dict[str, str]:
    """A title in both languages."""
    return {lang: title.get(lang) or title.get("en", "") for lang in ("en", "es")}


def both(en: str, es: str) -> dict[str, str]:
    """A text in both languages."""
    return {"en": en, "es": es}


def values(kind: Type) -> str:
    """What an index goes through, as an expression."""
    if kind.kind == "int":
        return f"{kind.low} to {kind.high}"
    return "[false, true]" if kind.kind == "bool" else kind.domain


def is_place(v: Vocabulary, kind: Type) -> bool:
    """Whether an index is a place of something that is drawn."""
    return is_board(v, kind) or is_plan(v, kind)


def is_plan(v: Vocabulary, kind: Type) -> bool:
    """Whether an index is a part of the planar board."""
    return v.board is not None and kind.domain in PLAN


def is_board(v: Vocabulary, kind: Type) -> bool:
    """Whether an index is a place of a grid."""
    domain = v.domains.get(kind.domain)
    if domain is None or domain.kind != "set" or is_plan(v, kind):
        return False
    return {"x", "y"} <= domain.facts.keys() or (
        domain.size > 3 and all(len(each) == 2 and each[1].isdigit() for each in domain.ids)
    )


def something(field: Field, text: str) -> str:
    """A condition: something stands there."""
    if field.type.kind == "bool":
        return text
    return f"{text} != none" if field.type.optional else f"{text} != 0" if field.type.kind == "int" else "true"
