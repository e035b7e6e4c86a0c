"""The cards of a game as tables to read: one for each kind, with what is printed on each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from ruleset_core.cli.common import table
from ruleset_core.model.diagnostic import hint

if TYPE_CHECKING:
    from ruleset_core import CardInfo, Figure, Game

__all__ = ["card_tables", "known_kind"]


def card_tables(game: Game, kind: str | None, lang: str) -> Iterator[str]:
    """A table for each kind of cards, or the one that is wanted. Raises `click.ClickException` where there is none."""
    cards: dict[str, list[CardInfo]] = {}
    for one in map(game.card, game.card_ids()):
        cards.setdefault(one.kind, []).append(one)
    kinds = [*cards, *game.glossary.packs()]
    for each in [known_kind(kind, kinds, game.title(lang))] if kind is not None else kinds:
        yield table(list(_rows(game, each, cards[each], lang) if each in cards else _pack(game, each, lang)))
    if not kinds:
        raise click.ClickException(f"{game.title(lang)} has no cards")


def _pack(game: Game, kind: str, lang: str) -> Iterator[tuple[str, ...]]:
    """The pieces of a kind that are combinations of values: they stand in no file."""
    words = game.glossary
    facts, members = words.fact_names(kind), Counter(each.partition("#")[0] for each in words.members(kind))
    titles = (words.fact_title(kind, fact, lang) for fact in facts)
    yield (kind.upper(), words.title("families", kind, lang).upper(), "x", *titles)
    for member, copies in members.items():
        said = (words.fact_value(kind, fact, words.figure(kind, member, fact).value, lang) for fact in facts)
        yield (member, words.name(kind, member, lang), str(copies) if copies > 1 else "", *said)


def _rows(game: Game, kind: str, cards: Sequence[CardInfo], lang: str) -> Iterator[tuple[str, ...]]:
    words, shape = game.glossary, game.kinds[kind]
    facts: list[tuple[tuple[str, ...], str]] = [((), fact.name) for fact in shape.facts]
    facts += [((side,), fact.name) for side in shape.sides for fact in shape.side_facts]
    titles = (" ".join((*side, words.fact_title(kind, name, lang))) for side, name in facts)
    yield (kind.upper(), words.title("families", kind, lang).upper(), "x", *titles)
    for card in cards:
        figures = words.figures_of(card.id)
        given = (_given(figures, side, name) for side, name in facts)
        said = (
            "" if value is None else words.fact_value(kind, name, value, lang)
            for value, (_, name) in zip(given, facts, strict=True)
        )
        yield (card.id, card.name(lang), str(card.copies) if card.copies > 1 else "", *said)


def _given(figures: Mapping[str, Figure], side: tuple[str, ...], name: str) -> object:
    """A fact of a card that counts, or of a side of it; None where none is given."""
    whole = figures.get(side[0] if side else name)
    if whole is None:
        return None
    return whole.value.get(name) if side else whole.value


def known_kind(kind: str, kinds: Sequence[str], title: str) -> str:
    """The kind, if it is one of these. Raises `click.ClickException` with what may have been meant."""
    if kind in kinds:
        return kind
    if not kinds:
        raise click.ClickException(f"{title} has no cards")
    raise click.ClickException(f"{title} has no cards of the kind `{kind}`; {hint(kind, kinds, 'it has')}")
