"""Troyes in a terminal: the events, the Activity cards, and nearest to the question the city with its families."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from games.troyes.view_cards import card_lines
from games.troyes.view_city import city_lines
from games.troyes.view_events import decks, event_lines
from games.troyes.view_families import dice_lines, family_lines
from games.troyes.view_model import City, read_players, read_table
from games.troyes.view_words import word
from ruleset_core.cli.view_columns import columns, explained
from ruleset_core.cli.view_frame import framed, stacked
from ruleset_core.cli.view_kit import Observation, Viewed, number, player_name
from ruleset_core.cli.view_names import Names

_FRAME: Final = 4
_TWO: Final = 2
_STEPS: Final = 3


def render(game: Viewed, observation: Observation, lang: str, width: int) -> RenderableType:
    """Draw what a seat sees.

    Args:
        game: gives names and facts.
        observation: what `State.observe` gave to the seat, with the `names` of the players if they have any.
        lang: `en` or `es`.
        width: columns of the terminal, 80 or more to be drawn without wrapping.

    """
    board = _Board(Names(game, lang, observation.get("names") or (), observation), observation, width)
    return Group(board.event_panel(), board.card_panel(), board.city_panel())


class _Board:
    """Everything on the table, as panels of one width."""

    def __init__(self, names: Names, observation: Observation, width: int) -> None:
        self.seen = observation
        self.players = read_players(observation)
        self.table = read_table(observation)
        self.city = City(names, len(self.players))
        self.lang = names.lang
        self.width = width

    def city_panel(self) -> RenderableType:
        """Districts, goods, buildings and cathedral; the own characters, which nobody else sees."""
        seen, inner = self.seen, self.width - _FRAME
        families = family_lines(self.table, self.players, self.city, inner, seen.get("seat"), seen.get("to_act"))
        blocks = [families, dice_lines(self.table, self.city), city_lines(self.table, self.city, inner)]
        blocks.append(self._characters(inner))
        return framed(stacked(blocks), " · ".join(self._title()), self.width, word("city_legend", self.lang))

    def card_panel(self) -> RenderableType:
        """The Activity cards in play."""
        lines = card_lines(self.table, self.players, self.city, self.width - _FRAME)
        note = word("card_legend", self.lang) if self.table.market else None
        return framed(stacked([lines]), self.city.names.title("zones", "market"), self.width, note)

    def event_panel(self) -> RenderableType:
        """The events in their row."""
        lines = event_lines(self.table, self.city, self.width - _FRAME)
        return framed(stacked([lines]), self.city.names.title("zones", "row"), self.width, decks(self.table, self.city))

    def _title(self) -> list[str]:
        names, seen = self.city.names, self.seen
        parts = [names.game.title(self.lang)]
        if seen.get("over"):
            return [*parts, word("over", self.lang)]
        if self.table.market:
            parts.append(f"{names.title('fields', 'round')} {self._round()}")
        if seen.get("phase"):
            parts.append(names.title("phases", seen["phase"]))
        if self.table.starter is not None:
            parts.append(word("begins", self.lang).format(player_name(seen, self.table.starter, self.lang)))
        return parts

    def _round(self) -> str:
        """The number of the round, and of the last one."""
        now, last = self.table.round, self.city.names.last("round")
        return "?" if now is None or last is None else f"{now} {word('of', self.lang)} {last}"

    def _characters(self, width: int) -> list[Text]:
        own = self.seen.get("seat")
        cards = self.players[own].secret if own is not None else ()
        if isinstance(cards, Mapping):
            return []
        names = [[Text(self.city.names.of("character", card), "bold")] for card in cards]
        return explained(
            columns(names) if names else [], [self._character(card) for card in cards], width, width // _TWO
        )

    def _character(self, card: str) -> str:
        steps = (number(self.city.names.amount_of("step", card, place)) for place in range(_STEPS))
        needed = word("steps", self.lang).format(*steps)
        return f"{needed}. {self.city.names.card_text(card)}"
