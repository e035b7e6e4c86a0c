"""Masons in a terminal: the country with its walls, cities and supplies, and nearest to the question the own hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size
from rich.console import Group, RenderableType
from rich.text import Text

from games.carcassonne_masons.view_marks import marks_of, shore_of, size_of
from games.carcassonne_masons.view_model import Palette, Player, read_players, read_table
from games.carcassonne_masons.view_words import word
from ruleset_core.cli.plan_marks import BoardMarks
from ruleset_core.cli.plan_text import BORDER, FREE, plan_lines, region_legend
from ruleset_core.cli.view_board import beside
from ruleset_core.cli.view_columns import columns, explained, heads, joined
from ruleset_core.cli.view_frame import framed, seat_style, stacked
from ruleset_core.cli.view_kit import Observation, Viewed, count, labelled, linear, number, packed, player_name
from ruleset_core.cli.view_names import Names

if TYPE_CHECKING:
    from ruleset_core import PlanarBoard

_FRAME: Final = 4
_NAME: Final = 20
_BESIDE: Final = 32


def render(game: Viewed, observation: Observation, lang: str, width: int) -> RenderableType:
    """Draw what a seat sees.

    Args:
        game: gives names, facts and the plan of the board.
        observation: what `State.observe` gave to the seat, with the `names` of the players if they have any.
        lang: `en` or `es`.
        width: columns of the terminal, 80 or more to be drawn without wrapping.

    """
    view = _View(Names(game, lang, observation.get("names") or (), observation), observation, width)
    return Group(view.board_panel(), view.table_panel())


def board_marks(game: Viewed, observation: Observation, lang: str) -> BoardMarks:
    """What stands on the board, as data for any drawing; the same that the terminal shows."""
    return marks_of(read_table(observation), Palette(Names(game, lang)))


class _View:
    """Everything on the table, as panels of one width."""

    def __init__(self, names: Names, observation: Observation, width: int) -> None:
        self.names, self.seen, self.width, self.lang = names, observation, width, names.lang
        self.table = read_table(observation)
        self.players = read_players(observation)
        self.palette = Palette(names)

    def board_panel(self) -> RenderableType:
        """The country and how it is read."""
        board: PlanarBoard | None = self.names.game.glossary.board()  # type: ignore[attr-defined]
        assert board is not None
        drawn = plan_lines(self.names, board, marks_of(self.table, self.palette), self.width - _FRAME)
        return framed(stacked([drawn, self._legend(board)]), " · ".join(self._title()), self.width)

    def table_panel(self) -> RenderableType:
        """Cities, supplies, dice, players and the own hand."""
        inner = self.width - _FRAME
        blocks = [
            beside([self._supplies(), self._cities()], inner),
            beside([self._players(), self._around()], inner),
            self._hand(inner),
        ]
        title = self.names.title("phases", self.seen["phase"]) if self.seen.get("phase") else ""
        return framed(stacked(blocks), title, self.width)

    def _title(self) -> list[str]:
        parts = [self.names.game.title(self.lang)]
        if self.seen.get("over"):
            return [*parts, word("over", self.lang)]
        if self.table.starter is not None and self.table.begun:
            parts.append(word("begins", self.lang).format(player_name(self.seen, self.table.starter, self.lang)))
        return parts

    def _legend(self, board: PlanarBoard) -> list[Text]:
        letter = next(iter(self.palette.towers.values())).letter
        shore = next(iter(shore_of(self.names).values()), None)
        parts = (
            []
            if linear()
            else [
                labelled(word("wall", self.lang), Text("═ / \\", "bold")),
                labelled(word("free", self.lang), " ".join(FREE)),
                labelled(word("border", self.lang), " ".join(BORDER)),
                labelled(word("with_tower", self.lang), Text.assemble((":", "dim"), (letter, "bold reverse"))),
            ]
        )
        parts += [labelled(shore.title, Text(shore.text, "cyan"))] if shore and not linear() else []
        parts += [labelled(word("region", self.lang), joined(region_legend(self.names, board), " · "))]
        return list(packed(parts, self.width - _FRAME).split())

    # -- the table -----------------------------------------------------------------------------------------------

    def _supplies(self) -> list[Text]:
        """What is left of everything; also the legend of the letters."""
        table, lang = self.table, self.lang
        rows = [[Text(word("left", lang), "bold"), *heads(word("homes", lang), word("palaces", lang))]]
        for colour in self.palette.houses:
            name = Text.assemble((f"{colour.letter} ", f"bold {colour.rgb}"), (colour.name, colour.rgb))
            many = [number(each.get(colour.id)) for each in (table.houses_left, table.palaces_left)]
            rows.append([name, *map(Text, many)])
        left = columns(rows, right=(1, 2))
        other: list[list[Text]] = [[Text(), Text(word("towers", lang), "dim")]]
        for tower in self.palette.towers.values():
            name = Text.assemble((tower.letter, "bold reverse"), f" {tower.name}")
            other.append([name, Text(number(table.towers_left.get(tower.id)))])
        other.append([Text(""), Text("")])
        other.append([Text(word("walls", lang), "dim"), Text(number(table.walls_left))])
        return beside([left, columns(other, right=(1,))], self.width)

    def _cities(self) -> list[Text]:
        """Number, size, houses and palaces of every city."""
        table, lang = self.table, self.lang
        standing = [city for city, there in table.stands.items() if there]
        if not standing:
            return [Text(word("no_cities", lang), "dim")]
        rows = [
            [
                Text(word("city", lang), "bold"),
                *heads(word("size", lang), word("homes", lang), word("palaces", lang)),
            ]
        ]
        for city in standing:
            counted = [self.palette.counted(each.get(city)) for each in (table.city_houses, table.city_palaces)]
            rows.append([Text(f"#{city}", "bold"), Text(str(size_of(city, table))), *counted])
        return columns(rows, right=(1,))

    def _around(self) -> list[Text]:
        """Deck, discards and the dice."""
        table, names = self.table, self.names
        lines = [
            labelled(names.title("zones", zone), number(count(cards)))
            for zone, cards in (("deck", table.deck), ("discard", table.discard))
        ]
        if table.begun:
            dice = [names.of("face", die) for die in (table.first_die, table.second_die) if die]
            dice += [names.of("tower_colour", table.tower_die)] if table.tower_die else []
            lines.append(labelled(word("dice", self.lang), ", ".join(dice)))
        return lines

    def _players(self) -> list[Text]:
        rows = [[Text(), *heads(word("points", self.lang), word("cards", self.lang))]]
        for seat, player in enumerate(self.players):
            rows.append([self._name(seat), Text(number(player.point)), Text(number(count(player.hand)))])
        return columns(rows, right=(1, 2))

    def _name(self, seat: int) -> Text:
        """Number and name; an arrow before who decides."""
        name = player_name(self.seen, seat, self.lang)
        own = seat == self.seen.get("seat")
        you = f" ({word('you', self.lang)})" if own else ""
        room = _NAME - len(you)
        short = name if cell_len(name) <= room else set_cell_size(name, room - 1).rstrip() + "…"
        arrow = "▸" if seat == self.seen.get("to_act") else " "
        return Text.assemble(
            (arrow, "bold"), (str(seat + 1), seat_style(seat)), " ", (short + you, "bold" if own else "")
        )

    def _hand(self, width: int) -> list[Text]:
        """The own cards with what they do."""
        own = self.seen.get("seat")
        cards = _cards(self.players[own]) if own is not None else ()
        rows = [[Text(self.names.of("guild", card), "bold")] for card in cards]
        texts = [self.names.card_text(card) for card in cards]
        return explained(columns(rows) if rows else [], texts, width, _BESIDE)


def _cards(player: Player) -> Sequence[str]:
    return () if isinstance(player.hand, Mapping) else player.hand
