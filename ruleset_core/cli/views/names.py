"""Names, facts and shapes of what a game declares, in the viewer's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ruleset_core.cli.views.kit import EMPTY, UNKNOWN, Observation, Viewed, say, seat_name

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
        seen: an observation, which holds the figures that count now, for the seat that it was made for.

    """

    def __init__(
        self, game: Viewed, lang: str, players: Sequence[str] = (), seen: Observation = MappingProxyType({})
    ) -> None:
        self.game = game
        self.lang = lang
        self.players = players
        self._seen = seen
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
        """A fact of a member that counts: an id, a number, a truth value or a list of such; by side where it differs by side.

        None where there is none, and where something hidden decides it; `figure` tells these apart.
        """
        return self._glossary.figure(family, item, name, self._seen).value

    def figure(self, family: str, item: str, name: str) -> str:
        """A fact of a member that counts, in words; a question mark where something hidden decides it."""
        found = self._glossary.figure(family, item, name, self._seen)
        return UNKNOWN if found.unknown else str(self._glossary.fact_value(family, name, found.value, self.lang))

    def fact_titles(self, family: str) -> Mapping[str, str]:
        """The facts that members of a family have, with what players call them."""
        return {name: self._glossary.fact_title(family, name, self.lang) for name in self._glossary.fact_names(family)}

    def amount_of(self, define: str, *args: object) -> int | None:
        """An amount of the data that counts now, for what its parameters are; None where something hidden decides it.

        The data names it under `view: amounts:`.
        """
        found: Any = self._seen.get("amounts", {}).get(define)
        for each in args:
            found = None if found is None else found.get(str(each))
        return found if isinstance(found, int) else None

    def value_of(self, define: str, *args: object) -> str | None:
        """A value that counts now, for what its parameters are, as data writes it; None for none, and where something hidden decides it.

        A seat is its number. The data names it under `view: amounts:`.
        """
        found: Any = self._seen.get("amounts", {}).get(define)
        for each in args:
            found = None if found is None else found.get(str(each))
        return None if found is None else str(found)

    def last(self, field: str) -> int | None:
        """The number at which the phase ends that counts with a field; None if none does."""
        found: int | None = self._seen.get("last", {}).get(field)
        return found

    def hint(self, family: str, left: Mapping[str, Any]) -> str:
        """What is known of a piece without knowing it, in words."""
        return ", ".join(left) if self._glossary is None else str(self._glossary.hint(family, left, self.lang))

    def owner_knows(self, family: str, piece: str) -> str:
        """What the owner of a piece was told of it that all but the owner see; empty for nothing."""
        left = self._seen.get("hints", {}).get(family, {}).get(piece)
        return self.hint(family, left) if left else ""

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
