"""Tournay in a terminal: the town with decks and events, the players, and nearest to the question the own district and hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from games.tournay.view_district import district_lines, short_lines
from games.tournay.view_model import Town, read_players, read_table, stacks
from games.tournay.view_players import back_lines, filled_of, hand_lines, name_of, player_lines
from games.tournay.view_town import deck_lines, event_lines
from games.tournay.view_words import word
from ruleset_core.cli.view_frame import framed, stacked
from ruleset_core.cli.view_kit import Observation, Viewed, linear, number, packed, player_name
from ruleset_core.cli.view_names import Names

_FRAME: Final = 4
_LEAST: Final = 60
_TOWN: Final = "town"
"""The phase of turns, which the last turns belong to."""


def render(game: Viewed, observation: Observation, lang: str, width: int) -> RenderableType:
    """Draw what a seat sees.

    Args:
        game: gives names and facts.
        observation: what `State.observe` gave to the seat, with the `names` of the players if they have any.
        lang: `en` or `es`.
        width: columns of the terminal, 60 or more to be drawn without wrapping.

    """
    view = _View(Names(game, lang, observation.get("names") or (), observation), observation, width)
    return Group(view.town_panel(), view.player_panel(), *view.own_panel())


class _View:
    """Everything on the table, as panels of one width."""

    def __init__(self, names: Names, observation: Observation, width: int) -> None:
        self.seen, self.width, self.lang = observation, width, names.lang
        self.inner = max(width, _LEAST) - _FRAME
        self.town = Town(names)
        self.table = read_table(observation)
        self.players = read_players(observation)

    def town_panel(self) -> RenderableType:
        """What belongs to nobody, and how marks are read."""
        blocks = [
            deck_lines(self.table, self.town, self.inner),
            event_lines(self.table, self.town, self.inner),
            self._notes("house", "figures"),
        ]
        return framed(stacked(blocks), " · ".join(self._title()), self.width)

    def player_panel(self) -> RenderableType:
        """What every player has; the districts of the others."""
        blocks = [player_lines(self.table, self.players, self.seen, self.town, self.inner)]
        blocks[0] += back_lines(self.players, self.seen, self.town)
        for seat, player in enumerate(self.players):
            if seat != self.seen.get("seat"):
                district = short_lines(stacks(self.table, player), self.table, self.town, self.inner)
                blocks += [[name_of(seat, self.seen, self.lang), *district]] if district else []
        blocks.append(self._notes("decides", "citizens", "hands"))
        return framed(stacked(blocks), word("players", self.lang), self.width)

    def own_panel(self) -> Sequence[RenderableType]:
        """The own district and hand; nothing for who only watches."""
        own = self.seen.get("seat")
        if own is None:
            return ()
        player = self.players[own]
        spaces, prestige = filled_of(self.table, player, self.town)
        blocks = [
            (short_lines if linear() else district_lines)(
                stacks(self.table, player), self.table, self.town, self.inner
            ),
            hand_lines(player, self.town, self.inner),
            self._notes("prestige_points"),
        ]
        needed = (number(self.town.names.amount_of(each)) for each in ("spaces_to_end", "prestige_to_end"))
        progress = word("filled", self.lang).format(spaces, next(needed), prestige, next(needed))
        return (framed(stacked(blocks), f"{word('district', self.lang)} · {progress}", self.width),)

    def _title(self) -> list[str]:
        names, seen = self.town.names, self.seen
        parts = [names.game.title(self.lang)]
        if seen.get("over"):
            return [*parts, word("over", self.lang)]
        if self.table.ending and seen.get("phase") == _TOWN:
            parts.append(names.title("fields", "ending"))
        elif seen.get("phase"):
            parts.append(names.title("phases", seen["phase"]))
        if self.table.starter is not None:
            parts.append(word("begins", self.lang).format(player_name(seen, self.table.starter, self.lang)))
        return parts

    def _notes(self, *keys: str) -> list[Text]:
        """A line that says how marks are read."""
        return list(packed([Text(word(key, self.lang), "dim") for key in keys], self.inner).split())
