"""The town that all share: the nine decks, the criers, the citizens on the board, and the queue of events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.text import Text

from games.tournay.view_cells import row, wrapped
from games.tournay.view_model import CARD, EVENT, Table, Town, shown
from games.tournay.view_words import word
from ruleset_core.cli.view_columns import columns, explained, heads
from ruleset_core.cli.view_kit import UNKNOWN, count, labelled, number, packed

_LEVELS: Final = (1, 2, 3)
_BESIDE: Final = 32
_GAP: Final = 2
_WIDEST: Final = 36


def deck_lines(table: Table, town: Town, width: int) -> list[Text]:
    """A line for each colour, a column for each level: how many cards and the one that lies face up; then the rest."""
    names = [f"{each.letter} {each.name}" for each in town.colours.values()]
    first = max(len(word("decks", town.lang)), *map(len, names))
    size = min((width - first - len(_LEVELS) * _GAP) // len(_LEVELS), _WIDEST)
    widths = [first, *[size] * len(_LEVELS)]
    lines = row([[Text(word("decks", town.lang), "bold")], *([Text("I" * at, "dim")] for at in _LEVELS)], widths, _GAP)
    for each, name in zip(town.colours.values(), names, strict=True):
        cells = [_deck(table, each.id, level, town, size) for level in _LEVELS]
        lines += row([[Text(name, each.style)], *cells], widths, _GAP)
    return lines + _around(table, town, width)


def _deck(table: Table, colour: str, level: int, town: Town, width: int) -> list[Text]:
    """`8 Market`: the cards of a deck, the one that lies face up among them, and its name."""
    hidden, open_ = (zone.get(colour, {}).get(str(level), {}) for zone in (table.deck, table.top))
    numbers = [None if each is None else count(each) for each in (hidden, open_)]
    many = number(None if None in numbers else sum(each or 0 for each in numbers))
    named = ", ".join(town.called(CARD, card) for card in shown(open_ or ()))
    lines = wrapped(named, width - 3, town.colours[colour].style) or [Text()]
    return [Text.assemble(many.rjust(2) + " " if at == 0 else "   ", line) for at, line in enumerate(lines)]


def _around(table: Table, town: Town, width: int) -> list[Text]:
    parts = [_criers(table, town), labelled(word("board", town.lang), town.letters(table.supply))]
    parts.append(labelled(word("events_left", town.lang), number(count(table.event_deck))))
    lines = list(packed(parts, width).split())
    known = [Text(said, "dim") for said in _known(table, town)]
    if known:
        known[0] = labelled(word("known", town.lang), known[0])
    return lines + (list(packed(known, width, " · ").split()) if known else [])


def _criers(table: Table, town: Town) -> Text:
    """How many have come and how many it takes, and from which decks they came."""
    come = [town.level(card) for card in shown(table.criers)]
    said = word("to_end", town.lang).format(number(count(table.criers)), number(town.names.amount_of("criers_to_end")))
    return labelled(word("criers", town.lang), ", ".join([said, *come]))


def _known(table: Table, town: Town) -> Iterator[str]:
    """`Y I 7 Farm, 8 Market`: the seventh and the eighth of the cards that lie face down are known."""
    piles = [
        (town.deck(colour, int(level)), CARD, zone) for colour, of in table.deck.items() for level, zone in of.items()
    ]
    for pile, kind, zone in [*piles, (word("events", town.lang), EVENT, table.event_deck)]:
        seen: Sequence[str | None] = (zone.get("seen") or ()) if isinstance(zone, Mapping) else zone or ()
        found = [f"{place} {town.called(kind, card)}" for place, card in enumerate(seen, start=1) if card]
        if found:
            yield f"{pile} {', '.join(found)}"


def event_lines(table: Table, town: Town, width: int) -> list[Text]:
    """The queue from its first slot to its last: coins on their circles, what a combat takes, what a coin does."""
    rows = [
        [Text(town.names.title("zones", "queue"), "bold"), *heads(word("coins", town.lang), word("combat", town.lang))]
    ]
    rows += [_event(place, card, table, town) for place, card in enumerate(table.queue, start=1)]
    texts = [_effect(card, town) for card in table.queue]
    return explained(columns(rows), ["", *texts], width, _BESIDE)


def _effect(card: str, town: Town) -> str:
    kind = town.names.of("event_kind", town.names.fact(EVENT, card, "kind"))
    return f"{kind[0].upper()}{kind[1:]}: {town.names.card_text(card)}"


def _event(place: int, card: str, table: Table, town: Town) -> list[Text]:
    colour, names = town.colour(EVENT, card), town.names
    coins, circles = table.coins.get(card), names.fact(EVENT, card, "circles")
    marks = UNKNOWN * (circles or 1) if coins is None or circles is None else "●" * coins + "○" * (circles - coins)
    fighters, fee = (names.amount_of(amount, card) for amount in ("fighters", "fee"))
    combat = f"{number(fighters)} {colour.letter}"
    if fee != 0:
        combat = word("fee", town.lang).format(combat, number(fee))
    name = Text.assemble((f"{place} ", "dim"), (f"{colour.letter} {town.called(EVENT, card)}", colour.style))
    return [name, Text(marks), Text(combat, "" if coins else "dim")]
