"""A card as lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ruleset_core.lookup.changes import change_record

if TYPE_CHECKING:
    from ruleset_core import CardInfo, Game
    from ruleset_core.lookup.cards import Row

__all__ = ["card_lines", "card_record"]


def card_record(game: Game, card: CardInfo, lang: str) -> dict[str, Any]:
    """A card as JSON."""
    figures = game.glossary.figures_of(card.id)
    return {
        "card": card.id,
        "kind": card.kind,
        "name": card.name(lang),
        "copies": card.copies,
        "expansion": card.expansion or None,
        "provenance": card.provenance,
        "facts": {name: figure.value for name, figure in figures.items()},
        "changed_by": {name: list(figure.changed_by) for name, figure in figures.items() if figure.changed_by},
        "changes": [
            change_record(each) for each in game.glossary.changed if (each.kind, each.name) == ("card", card.id)
        ],
        "house": list(card.house),
        "inferred": list(card.inferred),
        "text": card.text(lang),
    }


def card_lines(card: CardInfo, rows: Sequence[Row], lang: str) -> Iterator[str]:
    """A card with its facts, each in a line, and its text."""
    yield f"{card.name(lang)} ({card.id})"
    width = max(len(row.title) for row in rows)
    yield from (f"  {row.title:<{width}}  {row.value}{f' ({row.mark})' if row.mark else ''}" for row in rows)
    text = card.text(lang)
    if text:
        yield ""
        yield from (f"  {line}" for line in text.splitlines())
