"""What things of a game are called and how much counts now, in the asker's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from .said import say

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["Names", "Shape"]

BUILT_IN: Final = frozenset({"filled"})
"""Fields that the engine keeps for every game, named here because no game's data does."""
UNKNOWN: Final = "?"
EMPTY: Final = "·"


@dataclass(frozen=True, slots=True)
class Shape:
    """The families a field is made of: sets, kinds, `seat`... or an empty word for numbers and truth values."""

    indices: tuple[str, ...] = ()
    value: str = ""


class Names:
    """Looks up what a game declares; what it does not name is called by its id.

    Args:
        game: gives the names.
        lang: `en` or `es`.
        players: names of the players by seat; without them they are numbered.
        seen: an observation, which holds the figures that count now, for the seat that it was made for.

    """

    def __init__(
        self, game: Game, lang: str, players: Sequence[str] = (), seen: Mapping[str, Any] = MappingProxyType({})
    ) -> None:
        self.lang = lang
        self.players = players
        self._seen = seen
        self._glossary = game.glossary

    def of(self, family: str, item: str) -> str:
        """The name of a member of a set or of a piece; copies of a card carry the card's name."""
        seat = self._glossary.seat(family, item)
        return self._glossary.name(family, item, self.lang) if seat is None else self.player(seat)

    def player(self, seat: int) -> str:
        """What the player on a seat is called."""
        return self.players[seat] if seat < len(self.players) else say("seat", self.lang, number=seat + 1)

    def title(self, part: str, item: str) -> str:
        """The name of a field, zone, family or phase (`part`: `fields`, `zones`, `families`, `phases`)."""
        return say(item, self.lang) if item in BUILT_IN else self._glossary.title(part, item, self.lang)

    def value(self, family: str, value: Any) -> str:
        """A scalar as text; None (nothing, or nothing that may be seen) is a dot."""
        if value is None:
            return EMPTY
        if isinstance(value, bool):
            return say("yes" if value else "no", self.lang)
        if family == "seat" and isinstance(value, int):
            return self.player(value)
        return self.of(family, value) if isinstance(value, str) else str(value)

    def shape(self, field: str) -> Shape:
        """What a field is made of."""
        return Shape(*self._glossary.shape(field))

    def is_zone(self, name: str) -> bool:
        """True when a name among the fields of a seat is a zone."""
        return self._glossary.is_zone(name)

    def kind(self, zone: str) -> str:
        """The kind of the pieces in a zone."""
        return self._glossary.kind(zone)

    def zone_indices(self, zone: str) -> Sequence[str]:
        """The families that the lists of a zone are told apart by, the seat not counted."""
        return self._glossary.zone_indices(zone)

    def figure(self, family: str, item: str, name: str) -> str:
        """A fact of a member that counts, in words; a question mark where something hidden decides it."""
        found = self._glossary.figure(family, item, name, self._seen)
        return UNKNOWN if found.unknown else self._glossary.fact_value(family, name, found.value, self.lang)

    def fact_titles(self, family: str) -> Mapping[str, str]:
        """The facts that members of a family have, with what players call them."""
        return {name: self._glossary.fact_title(family, name, self.lang) for name in self._glossary.fact_names(family)}

    def amount_of(self, define: str) -> int | None:
        """An amount without parameters that counts now; None where something hidden decides it.

        The data names it under `view: amounts:`.
        """
        found = self._seen.get("amounts", {}).get(define)
        return found if isinstance(found, int) else None
