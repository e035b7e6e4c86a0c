"""What stands on a card: its facts, those that count, and where they come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .changes import changes_said
from .said import say

if TYPE_CHECKING:
    from ruleset_core import CardInfo, Figure, Game

__all__ = ["Row", "card_rows", "copies", "marks_explained", "origin"]


@dataclass(frozen=True, slots=True)
class Row:
    """A fact of something: what it is called and its value.

    `mark`: where the value comes from, in a word, if that is not where the card does. `aside`: nobody needs it who plays, or it
    has no name that players read.
    """

    title: str
    value: str
    mark: str = ""
    aside: bool = False


def card_rows(game: Game, card: CardInfo, lang: str, seen: Mapping[str, Any] = MappingProxyType({})) -> Iterator[Row]:
    """The facts of a card; with an observation those that count there, for the seat that it was made for."""
    yield Row(say("kind", lang), game.glossary.title("families", card.kind, lang) + copies(card, lang), aside=True)
    if card.expansion:
        yield Row(say("expansion", lang), card.expansion)
    yield Row(say("provenance", lang), _provenance(game, card, lang), aside=True)
    figures = game.glossary.figures_of(card.id, seen)
    told = {figure.replaced.key for figure in figures.values() if figure.replaced is not None}
    changed = [
        each for each in game.glossary.changed if (each.kind, each.name) == ("card", card.id) and each.key not in told
    ]
    if said := changes_said(changed, lang):
        yield Row(say("changed", lang), said)
    for name, figure in figures.items():
        sided = isinstance(figure.value, Mapping)
        title = game.glossary.fact_title(card.kind, name, lang)
        title = game.glossary.name(f"{card.kind}.side", name, lang) if sided else title
        aside = not sided and not game.glossary.is_for_players(card.kind, name, lang)
        yield Row(title, _fact(game, card, name, figure, lang), "" if sided else _mark(card, name, lang), aside)
    for name, none in game.glossary.untold(card.kind, lang).items():
        if name not in figures and none:
            yield Row(game.glossary.fact_title(card.kind, name, lang), none)


def copies(card: CardInfo, lang: str) -> str:
    """How many there are of a card, if there are several."""
    return f", {say('copies', lang, count=card.copies)}{_marked(card, 'copies', lang)}" if card.copies > 1 else ""


def marks_explained(card: CardInfo, lang: str) -> str:
    """What the marks behind the figures of a card mean, if it has any."""
    marked = card.house or card.inferred or card.provenance != "published"
    return say("house_means", lang) if marked else ""


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


def origin(card: CardInfo, lang: str) -> str:
    """Where all of a card comes from, in a word, if that is not the published game."""
    key = {"inferred": "inferred", "house": "house_value"}.get(card.provenance, "")
    return say(key, lang) if key else ""


def _provenance(game: Game, card: CardInfo, lang: str) -> str:
    """Where the figures come from, and what of the card's words comes from elsewhere."""
    told = {
        *game.glossary.figures_of(card.id),
        *(name for name in (*card.house, *card.inferred) if "." in name),
        "copies",
    }
    rest = [f"`{name}`{_marked(card, name, lang)}" for name in (*card.house, *card.inferred) if name not in told]
    return ", ".join((origin(card, lang) or say("published", lang), *rest))


def _mark(card: CardInfo, name: str, lang: str) -> str:
    """What stands beside a figure that does not come from where the card does."""
    key = "house_value" if name in card.house else "inferred" if name in card.inferred else ""
    return say(key, lang) if key else ""


def _marked(card: CardInfo, name: str, lang: str) -> str:
    """The same behind the figure."""
    mark = _mark(card, name, lang)
    return f" ({mark})" if mark else ""


def _fact(game: Game, card: CardInfo, name: str, figure: Figure, lang: str) -> str:
    """A fact, or the facts of a side, with a remark behind what comes from elsewhere than the card or may change."""
    words, title = game.glossary.fact_value, game.glossary.fact_title
    if not isinstance(figure.value, Mapping):
        told, printed = (words(card.kind, name, value, lang) for value in (figure.value, figure.printed))
        return _counting(game, figure, told, printed, lang)
    return ", ".join(
        f"{title(card.kind, key, lang)} {words(card.kind, key, one, lang)}" + _marked(card, f"{name}.{key}", lang)
        for key, one in figure.value.items()
    )
