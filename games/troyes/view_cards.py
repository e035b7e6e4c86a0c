"""The Activity cards in play: what a tradesman and an activation take, who is there, and what the card does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from games.troyes.view_model import City, Player, Table
from games.troyes.view_words import word
from ruleset_core.cli.view_columns import columns, explained, heads, joined
from ruleset_core.cli.view_frame import seat_style
from ruleset_core.cli.view_kit import EMPTY

_BESIDE: Final = 32
_CARD: Final = "activity"


def card_lines(table: Table, players: Sequence[Player], city: City, width: int) -> list[Text]:
    """A heading, then the cards by colour, each with its text."""
    colours = list(city.colours)
    cards = sorted(table.market, key=lambda card: colours.index(city.fact(_CARD, card, "colour")))
    if not cards:
        return [Text(word("no_cards", city.lang), "dim")]
    rows = [[Text(), *heads(*(word(key, city.lang) for key in ("hire", "per", "spaces", "cubes")))]]
    rows += [_card(card, players, city) for card in cards]
    return explained(columns(rows, right=(1,)), ["", *(_text(card, city) for card in cards)], width, _BESIDE)


def _card(card: str, players: Sequence[Player], city: City) -> list[Text]:
    colour = city.colours[city.fact(_CARD, card, "colour")]
    return [
        Text(f"{colour.letter} {city.names.of(_CARD, card)}", colour.style),
        Text(city.names.figure(_CARD, card, "hire")),
        city.needed(_CARD, card),
        _stalls(card, players, city),
        _cubes(card, players, city),
    ]


def _stalls(card: str, players: Sequence[Player], city: City) -> Text:
    """`2:1 1:·`: the points of every space and whose tradesman stands there; `0:3` is one on the illustration."""
    spaces: Sequence[int] = city.fact(_CARD, card, "slots")
    places = {seat: place for seat, player in enumerate(players) if (place := player.stall.get(card))}
    parts = []
    for space, points in enumerate(spaces, start=1):
        there = [_seat(seat) for seat, place in places.items() if place == space] or [Text(EMPTY, "dim")]
        parts.append(Text.assemble((f"{points}:", "dim"), *there))
    beyond = [_seat(seat) for seat, place in places.items() if place > len(spaces)]
    parts += [Text.assemble(("0:", "dim"), mark) for mark in beyond]
    return joined(parts, " ")


def _seat(seat: int) -> Text:
    return Text(str(seat + 1), seat_style(seat))


def _cubes(card: str, players: Sequence[Player], city: City) -> Text:
    """`1×3 2×1`: how many cubes each player has on a card; nothing for a card that acts at once."""
    lying = [(seat, many) for seat, player in enumerate(players) if (many := player.cubes.get(card))]
    if lying:
        return joined([Text.assemble(_seat(seat), f"×{many}") for seat, many in lying], " ")
    return Text() if city.fact(_CARD, card, "cube") is None else Text(EMPTY, "dim")


def _text(card: str, city: City) -> str:
    """What the card does, and for cubes which actions and which dice they change."""
    text = city.names.card_text(card)
    use, dice = city.fact(_CARD, card, "cube"), city.fact(_CARD, card, "aids")
    if use is None:
        return text
    actions = city.names.of("help", use)
    if dice is None:
        return word("cube_of", city.lang).format(actions) + text
    coloured = city.names.described(word("dice", city.lang), city.names.of("colour", dice))
    return word("cube_dice", city.lang).format(actions, coloured) + text
