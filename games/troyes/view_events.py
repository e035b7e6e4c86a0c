"""The row of events, from left to right a line each: what they send, what fights them, and whose cubes lie on them."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from games.troyes.view_model import City, Table
from games.troyes.view_words import word
from ruleset_core.cli.view_columns import columns, explained, heads, joined
from ruleset_core.cli.view_kit import UNKNOWN, count, number, signs

_BESIDE: Final = 32
_CARD: Final = "event"


def event_lines(table: Table, city: City, width: int) -> list[Text]:
    """A heading, then the events in their order, each with its text."""
    rows = [[Text(), *heads(*(word(key, city.lang) for key in ("threat", "per", "banners", "rewards")))]]
    rows += [_event(place, card, table, city) for place, card in enumerate(table.row, start=1)]
    texts = [city.names.card_text(card) for card in table.row]
    return explained(columns(rows, width=width), ["", *texts], width, _BESIDE)


def _event(place: int, card: str, table: Table, city: City) -> list[Text]:
    colour = city.colours.get(city.fact(_CARD, card, "colour") or "")
    letter = Text(colour.letter if colour else " ", colour.style if colour else "")
    name = Text(city.names.of(_CARD, card), colour.style if colour else "bold")
    marks = table.banner.get(card) or {}
    banners: int | None = city.fact(_CARD, card, "banners")
    free = [Text(UNKNOWN)] if banners is None else [city.mark(marks.get(str(at))) for at in range(1, banners + 1)]
    rewards = "/".join(city.names.figure(_CARD, card, fact) for fact in ("reward", "second_reward"))
    return [
        Text.assemble((f"{place} ", "dim"), letter, " ", name),
        Text(signs("■", city.fact(_CARD, card, "black")), "bold"),
        city.needed(_CARD, card),
        joined(free, " "),
        Text(rewards),
    ]


def decks(table: Table, city: City) -> str:
    """How many events of each colour are still to come."""
    left = [f"{each.letter} {number(count(table.event_deck.get(each.id) or {}))}" for each in city.colours.values()]
    return word("to_come", city.lang).format("  ".join(left))
