"""Names, facts and shapes of what a game declares, in the viewer's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ruleset_core.cli.view_kit import EMPTY, UNKNOWN, Viewed, say, seat_name

BUILT_IN = frozenset({"filled"})
"""Fields that the engine keeps for every game, named here because no game's data does."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The families a field is made of: sets, kinds, `seat`... or an empty word for numbers and truth values."""

    indices: tuple[str, ...] = ()
    value: str = ""

    def index(self, place: int) -> str:
        """The family of an index, the seat not counted."""
        return self.indices[place] if place < len(self.indices) else ""

    def inner(self) -> Shape:
        """The shape below the first index."""
        return Shape(self.indices[1:], self.value)


class Names:
    """Looks up what a game declares; what it does not name is shown by its id.

    Args:
        game: gives the names.
        lang: `en` or `es`.
        players: names of the players by seat; without them they are numbered.
        figures: those of an observation, which count in the place of what is printed.

    """

    def __init__(
        self, game: Viewed, lang: str, players: Sequence[str] = (), figures: Mapping[str, Any] = MappingProxyType({})
    ) -> None:
        self.game = game
        self.lang = lang
        self.players = players
        self._figures = figures
        self._glossary: Any = getattr(game, "glossary", None)

    def tracks(self) -> Sequence[str] | None:
        """The resources that are tracks; None where nothing is known of them."""
        return None if self._glossary is None else list(self._glossary.tracks())

    def described(self, noun: str, adjective: str) -> str:
        """A noun with what describes it: `black tower`, `torre negra`."""
        return f"{adjective} {noun}" if self._glossary is None else self._glossary.described(noun, adjective, self.lang)

    def of(self, family: str, item: str) -> str:
        """The name of a member of a set or of a piece; copies of a card carry the card's name."""
        if self._glossary is None:
            return item.partition("#")[0].replace("_", " ")
        seat = self.seat(family, item)
        if seat is not None:
            return self.player(seat)
        return str(self._glossary.name(family, item, self.lang))

    def player(self, seat: int) -> str:
        """What the player on a seat is called."""
        return self.players[seat] if seat < len(self.players) else seat_name(seat, self.lang)

    def seat(self, family: str, item: str) -> int | None:
        """The seat that a member of a set is, where the set includes the seats; None for its other members."""
        found: int | None = self._glossary.seat(family, item) if self._glossary is not None else None
        return found

    def title(self, part: str, item: str) -> str:
        """The name of a field, zone, family or phase (`part`: `fields`, `zones`, `families`, `phases`)."""
        if item in BUILT_IN:
            return say(item, self.lang)
        if self._glossary is None:
            return item.replace("_", " ")
        return str(self._glossary.title(part, item, self.lang))

    def track(self, item: str) -> str:
        """The name of what a seat has a number of: a resource or a field."""
        known = self._glossary is not None and self._glossary.is_field(item)
        return self.title("fields", item) if known else self.of("resource", item)

    def achievement(self, item: str) -> str:
        """The name of an achievement."""
        return self.title("achievements", item)

    def card_text(self, card: str, side: str | None = None) -> str:
        """What a card does, as written from its effect; of a card with sides, what one side does."""
        game: Any = self.game
        lines = game.card(card.partition("#")[0]).text(self.lang).splitlines()
        if side:
            head = f"{self.of(f'{game.card(card).kind}.side', side)}: ".casefold()
            lines = [line[len(head) :] for line in lines if line.casefold().startswith(head)] or lines
        return " ".join(lines)

    def value(self, family: str, value: Any) -> str:
        """A scalar as text; None (nothing, or nothing that may be seen) is a dot."""
        if value is None:
            return EMPTY
        if isinstance(value, bool):
            return say("yes" if value else "no", self.lang)
        if family == "seat" and isinstance(value, int):
            return self.player(value)
        return self.of(family, value) if isinstance(value, str) else str(value)

    def amount(self, item: str, value: Any) -> str:
        """What a seat has of something; an amount that may not be seen is a question mark."""
        hidden = value is None and item in self.members("resource")
        return UNKNOWN if hidden else self.value(self.shape(item).value, value)

    def provenance(self, card: str) -> str:
        """Where the figures of a card come from: `published`, `inferred` or `house`."""
        return str(self._glossary.provenance(card)) if self._glossary is not None else ""

    def house_facts(self, card: str) -> Sequence[str]:
        """The facts and keys of a card that are our own choice although the card is not."""
        return tuple(self._glossary.house_facts(card)) if self._glossary is not None else ()

    def inferred_facts(self, card: str) -> Sequence[str]:
        """The facts and keys of a card that are inferred although the card is not."""
        return tuple(self._glossary.inferred_facts(card)) if self._glossary is not None else ()

    def shape(self, field: str) -> Shape:
        """What a field is made of."""
        return Shape(*self._glossary.shape(field)) if self._glossary is not None else Shape()

    def columns(self) -> Sequence[str]:
        """What the data wants shown of every seat; empty if it does not say."""
        return list(self._glossary.columns()) if self._glossary is not None else []

    def told(self) -> Sequence[str]:
        """The fields whose changes the data wants told; empty if it does not say."""
        return list(self._glossary.told()) if self._glossary is not None else []

    def is_zone(self, name: str) -> bool:
        """True when a name among the fields of a seat is a zone."""
        return self._glossary is not None and bool(self._glossary.is_zone(name))

    def kind(self, zone: str) -> str:
        """The kind of the pieces in a zone."""
        return str(self._glossary.kind(zone)) if self._glossary is not None else ""

    def zone_indices(self, zone: str) -> Sequence[str]:
        """The families that the lists of a zone are told apart by, the seat not counted."""
        return self._glossary.zone_indices(zone) if self._glossary is not None else ()

    def members(self, family: str) -> Sequence[str]:
        """The ids of a set or of the pieces of a kind, in the order declared; none when there is no such family."""
        return list(self._glossary.members(family)) if self._glossary is not None else []

    def fact(self, family: str, item: str, name: str) -> Any:
        """A fact of a member: an id, a number, a truth value or a list of such; by side where it differs by side.

        A figure that something in play changes is the one that counts now for the seat that is shown the game.
        """
        now = self._figures.get(family, {}).get(item, {})
        return now[name] if name in now else self._glossary.fact(family, item, name)

    def back(self, family: str, facts: Mapping[str, Any]) -> str:
        """What shows of a piece that lies face down, in words: values, and what is true of it."""
        game = self._glossary
        if game is None:
            return " ".join(map(str, facts.values()))
        said = [
            fact_title if value is True else game.fact_value(family, fact, value, self.lang)
            for fact, value in facts.items()
            if value is not False and (fact_title := game.fact_title(family, fact, self.lang))
        ]
        return " ".join(said)

    def highest(self, field: str) -> int:
        """The greatest value of a field that holds numbers of a range."""
        return int(self._glossary.highest(field))
