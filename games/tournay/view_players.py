"""The players: what each has, the cards of the own hand, and the backs of the others'."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from games.tournay.view_district import worth
from games.tournay.view_model import (
    CARD,
    EVENT,
    Player,
    Table,
    Town,
    on_buildings,
    shown,
    stacks,
)
from games.tournay.view_words import word
from ruleset_core.cli.view_board import beside
from ruleset_core.cli.view_columns import columns, explained, heads
from ruleset_core.cli.view_frame import seat_style
from ruleset_core.cli.view_kit import Observation, count, labelled, linear, number, player_name

_NAME: Final = 16
_GAP: Final = 3
_BESIDE: Final = 32


def name_of(seat: int, seen: Observation, lang: str) -> Text:
    """Number and name; an arrow before who decides."""
    name = player_name(seen, seat, lang)
    own = seat == seen.get("seat")
    you = f" ({word('you', lang)})" if own else ""
    room = _NAME - len(you)
    short = name if cell_len(name) <= room else set_cell_size(name, room - 1).rstrip() + "…"
    arrow = "▸" if seat == seen.get("to_act") else " "
    return Text.assemble((arrow, "bold"), (str(seat + 1), seat_style(seat)), " ", (short + you, "bold" if own else ""))


def player_lines(table: Table, players: Sequence[Player], seen: Observation, town: Town, width: int) -> list[Text]:
    """A line for each player, in two tables where one would be too wide."""
    keys = ("deniers", "hand", "walls", "spaces", "prestige")
    names = [Text(), *(name_of(seat, seen, town.lang) for seat in range(len(players)))]
    goods = [heads(*(word(key, town.lang) for key in keys)), *(_goods(table, each, town) for each in players)]
    citizens = [[Text(f"{each.letter} {each.name}", each.style) for each in town.colours.values()]]
    citizens += [_citizens(table, each, town) for each in players]
    left = columns([[name, *line] for name, line in zip(names, goods, strict=True)], right=range(1, len(keys) + 1))
    right = columns(citizens)
    if not linear() and left[0].cell_len + _GAP + right[0].cell_len <= width:
        return beside([left, right], width, _GAP)
    return [*left, Text(), *columns([[name, *line] for name, line in zip(names, citizens, strict=True)])]


def filled_of(table: Table, player: Player, town: Town) -> tuple[int, int]:
    """The spaces a player has filled, and the prestige buildings that are visible there."""
    tops = [stack.top for stack in stacks(table, player).values()]
    return len(tops), sum(card is not None and town.fact(card, "type") == "prestige" for card in tops)


def _goods(table: Table, player: Player, town: Town) -> list[Text]:
    spaces, prestige = filled_of(table, player, town)
    return [
        Text(number(player.denier), "bold"),
        Text(f"{number(count(player.hand))}+{number(count(player.ramparts))}"),
        Text(number(count(player.wall))),
        Text(f"{spaces}/{number(town.names.amount_of('spaces_to_end'))}"),
        Text(f"{prestige}/{number(town.names.amount_of('prestige_to_end'))}"),
    ]


def _citizens(table: Table, player: Player, town: Town) -> list[Text]:
    """`2+1+0` for each colour: standing on the Plaza, lying beside it, on buildings."""
    working = on_buildings(table, player, town)
    return [
        Text("+".join(number(each.get(colour.id)) for each in (player.standing, player.lying, working)))
        for colour in town.colours.values()
    ]


def back_lines(players: Sequence[Player], seen: Observation, town: Town) -> list[Text]:
    """The decks from which the cards in the others' hands are, where that can be told."""
    lines = []
    for seat, player in enumerate(players):
        backs = player.hand.get("backs") if isinstance(player.hand, Mapping) else None
        if backs:
            counted = Counter(town.deck(back["colour"], back["level"]) for back in backs)
            said = ", ".join(f"{many} × {deck}" if many > 1 else deck for deck, many in counted.items())
            lines.append(labelled(word("backs", town.lang).format(player_name(seen, seat, town.lang)), said))
    return lines


def hand_lines(player: Player, town: Town, width: int) -> list[Text]:
    """The own cards: where they come from, what they cost, are and do; those being drawn or put back; ramparts."""
    groups = {zone: shown(getattr(player, zone)) for zone in ("hand", "looked", "chosen", "returned")}
    cards = [card for group in groups.values() for card in group]
    lines = []
    if cards:
        drawn = iter(columns([_card(card, town) for card in cards]))
        for zone, group in groups.items():
            if group:
                lines.append(_title(zone, player, town))
                texts = [town.names.card_text(card) for card in group]
                lines += explained([next(drawn) for _ in group], texts, width, _BESIDE)
    else:
        lines.append(Text(word("no_hand", town.lang), "dim"))
    ramparts = [f"{town.colour(EVENT, card).letter} {town.called(EVENT, card)}" for card in shown(player.ramparts)]
    return lines + ([labelled(town.names.title("zones", "ramparts"), ", ".join(ramparts))] if ramparts else [])


def _title(zone: str, player: Player, town: Town) -> Text:
    title = town.names.title("zones", zone)
    if zone == "chosen" and player.chosen_space:
        title = word("at", town.lang).format(title, player.chosen_space)
    return Text(title, "bold")


def _card(card: str, town: Town) -> list[Text]:
    colour = town.colour(CARD, card)
    return [
        Text(f"{town.level(card):<5} {town.called(CARD, card)}", colour.style),
        Text(town.names.of("card_type", town.fact(card, "type"))),
        Text(f"{word('price', town.lang)} {_price(card, town)}"),
        Text(worth(card, town), "dim"),
    ]


def _price(card: str, town: Town) -> str:
    """Deniers, and what else a card takes."""
    price, extra = town.names.figure(CARD, card, "price"), town.fact(card, "extra")
    said: dict[str | None, Callable[[], str]] = {
        "another_card": lambda: word("another_card", town.lang).format(price),
        "own_citizen": lambda: word("own_citizen", town.lang).format(town.colour(CARD, card).letter),
    }
    return said.get(extra, lambda: price)()
