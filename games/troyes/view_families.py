"""The families of Troyes: the dice in their districts, and what each has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from games.troyes.view_model import City, Player, Table
from games.troyes.view_words import word
from ruleset_core.cli.view_board import beside
from ruleset_core.cli.view_columns import columns, heads, joined
from ruleset_core.cli.view_frame import Colour
from ruleset_core.cli.view_kit import EMPTY, UNKNOWN, count, labelled, linear, number

_NAME: Final = 16
_GAP: Final = 3


def family_lines(
    table: Table, players: Sequence[Player], city: City, width: int, own: int | None, acting: int | None
) -> list[Text]:
    """A line for each family: its dice by colour and its goods; the goods in lines of their own where there is no room."""
    names = [Text(), *(_name(city, family, own, acting) for family in city.families)]
    dice = _dice(table, city)
    goods = _goods(table, players, city)
    left = columns([[name, *row] for name, row in zip(names, dice, strict=True)])
    right = columns(goods, right=range(len(goods[0])))
    if not linear() and left[0].cell_len + _GAP + right[0].cell_len <= width:
        return beside([left, right], width, _GAP)
    alone = columns(
        [[name, *row] for name, row in zip(names, goods, strict=True)], right=range(1, len(goods[0]) + 1), width=width
    )
    return [*left[1:], Text(), *alone]


def _name(city: City, family: str, own: int | None, acting: int | None) -> Text:
    """The mark of a family and its name; an arrow before who decides."""
    seat = city.names.seat("family", family)
    name = city.names.of("family", family)
    you = f" ({word('you', city.lang)})" if seat is not None and seat == own else ""
    short = name if cell_len(name) + len(you) <= _NAME else set_cell_size(name, _NAME - len(you) - 1).rstrip() + "…"
    arrow = "▸" if seat is not None and seat == acting else " "
    return Text.assemble((arrow, "bold"), city.mark(family), " ", (short + you, "bold" if seat == own else ""))


def _dice(table: Table, city: City) -> list[list[Text]]:
    """An empty heading, then for each family its dice still in the square, a column for each colour."""
    rows = [[Text() for _ in city.colours]]
    rows += [[_values(table, city, family, each) for each in city.colours.values()] for family in city.families]
    return rows


def _values(table: Table, city: City, family: str, colour: Colour) -> Text:
    """`R 6 4`: the letter of the colour before the values, so that a line can be read alone."""
    mine = [die for die in table.square if table.home.get(die) == family and _colour(city, die) == colour.id]
    values = sorted((table.pips.get(die) or 0 for die in mine), reverse=True)
    if not values:
        return Text(EMPTY, "dim")
    return Text(" ".join([colour.letter, *(str(value) if value else UNKNOWN for value in values)]), colour.style)


def _colour(city: City, die: str) -> str:
    return str(city.fact("die", die, "colour"))


def _goods(table: Table, players: Sequence[Player], city: City) -> list[list[Text]]:
    """The heading, then what each family has; nobody's family has citizens only."""
    keys = ("deniers", "influence", "citizens", "passed", "characters", "won", "points")
    rows = [heads(*(word(key, city.lang) for key in keys))]
    for family in city.families:
        seat = city.names.seat("family", family)
        if seat is None or seat >= len(players):
            rows.append([Text() for _ in keys])
            rows[-1][2] = Text(number(table.grey_supply))
        else:
            rows.append(_player(players[seat]))
    return rows


def _player(player: Player) -> list[Text]:
    waiting = f"+{number(player.purse)}" if player.passed else UNKNOWN if player.passed is None else EMPTY
    return [
        Text(number(player.denier), "bold"),
        Text(number(player.influence), "bold"),
        Text(f"{number(player.citizen)}+{number(player.reserve)}"),
        Text(waiting, "" if player.passed else "dim"),
        Text(number(count(player.secret))),
        Text(number(count(player.won))),
        Text(number(player.point), "bold"),
    ]


def dice_lines(table: Table, city: City) -> list[Text]:
    """The black dice to be faced and the dice chosen so far, where there are any."""
    lines = []
    black = [value for value, how_many in table.black.items() for _ in range(how_many or 0)]
    if black:
        lines.append(labelled(word("black", city.lang), Text(" ".join(sorted(black, reverse=True)), "bold reverse")))
    if table.group:
        lines.append(
            labelled(word("group", city.lang), joined([_chosen(table, city, die) for die in table.group], "   "))
        )
    return lines


def _chosen(table: Table, city: City, die: str) -> Text:
    """A die of the group with the family whose it is."""
    colour = city.colours[_colour(city, die)]
    home = table.home.get(die)
    whose = f" ({city.names.of('family', home)})" if home else ""
    return Text.assemble((f"{colour.letter} {number(table.pips.get(die))}", colour.style), (whose, "dim"))
