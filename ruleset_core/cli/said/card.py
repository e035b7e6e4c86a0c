"""A card as players read it: its facts, those that count, and what it does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ruleset_core.cli.said.changes import change_record, changes_said
from ruleset_core.cli.said.messages import say

if TYPE_CHECKING:
    from ruleset_core import CardInfo, Figure, Game

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


def card_lines(game: Game, card: CardInfo, lang: str, seen: Mapping[str, Any] = MappingProxyType({})) -> Iterable[str]:
    """A card with its facts and its text; with an observation the facts that count there, for the seat that it was made for."""
    yield f"{card.name(lang)} ({card.id})"
    copies = f", {say('copies', lang, count=card.copies)}{_mark(card, 'copies', lang)}" if card.copies > 1 else ""
    lines = {
        say("kind", lang): game.glossary.title("families", card.kind, lang) + copies,
        say("expansion", lang): card.expansion,
        say("provenance", lang): _provenance(game, card, lang),
    }
    figures = game.glossary.figures_of(card.id, seen)
    told = {figure.replaced.key for figure in figures.values() if figure.replaced is not None}
    others = [
        each for each in game.glossary.changed if (each.kind, each.name) == ("card", card.id) and each.key not in told
    ]
    lines[say("changed", lang)] = changes_said(others, lang)
    for name, figure in figures.items():
        title = game.glossary.fact_title(card.kind, name, lang)
        if isinstance(figure.value, Mapping):
            title = game.glossary.name(f"{card.kind}.side", name, lang)
        lines[title] = _fact(game, card, name, figure, lang)
    for name, none in game.glossary.untold(card.kind, lang).items():
        if name not in figures:
            lines[game.glossary.fact_title(card.kind, name, lang)] = none
    width = max(map(len, lines))
    yield from (f"  {title:<{width}}  {value}" for title, value in lines.items() if value)
    text = card.text(lang)
    if text:
        yield ""
        yield from (f"  {line}" for line in text.splitlines())


def _counting(game: Game, figure: Figure, told: str, printed: str, lang: str) -> str:
    """A figure with a remark: what is printed, where that does not count now, and by what it may be changed."""
    named = ", ".join(game.glossary.source_name(source, lang) for source in figure.changed_by)
    if figure.replaced is not None:
        told += f" ({figure.replaced.by[lang]})"
        told = f"{figure.replaced.was[lang]} → {told}" if figure.replaced.was[lang] else told
    if figure.unknown:
        return f"? ({say('figure_unknown', lang, printed=printed, what=named)})"
    if figure.value != figure.printed:
        return f"{told} ({say('figure_now', lang, printed=printed, what=named)})"
    return f"{told} ({say('changed_by', lang, what=named)})" if named else told


def _provenance(game: Game, card: CardInfo, lang: str) -> str:
    """Where the figures come from, and what of the card's words comes from elsewhere."""
    words = {
        "published": say("published", lang),
        "inferred": say("inferred", lang),
        "house": say("house_value", lang),
    }
    told = {
        *game.glossary.figures_of(card.id),
        *(name for name in (*card.house, *card.inferred) if "." in name),
        "copies",
    }
    rest = [f"`{name}`{_mark(card, name, lang)}" for name in (*card.house, *card.inferred) if name not in told]
    return ", ".join((words[card.provenance], *rest))


def _mark(card: CardInfo, name: str, lang: str) -> str:
    """A remark behind a figure that does not come from where the card does."""
    key = "house_value" if name in card.house else "inferred" if name in card.inferred else ""
    return f" ({say(key, lang)})" if key else ""


def _fact(game: Game, card: CardInfo, name: str, figure: Figure, lang: str) -> str:
    """A fact, or the facts of a side, with a remark behind what comes from elsewhere than the card or may change."""
    words, title = game.glossary.fact_value, game.glossary.fact_title
    if not isinstance(figure.value, Mapping):
        told, printed = (words(card.kind, name, value, lang) for value in (figure.value, figure.printed))
        return _counting(game, figure, told, printed, lang) + _mark(card, name, lang)
    return ", ".join(
        f"{title(card.kind, key, lang)} {words(card.kind, key, one, lang)}" + _mark(card, f"{name}.{key}", lang)
        for key, one in figure.value.items()
    )
