"""Parts of a story, from numbers to the words of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ruleset_core.engine.observe import plain
from ruleset_core.engine.story.seen import HIDDEN
from ruleset_core.lang.interpret import parts as heard
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone
from ruleset_core.model import story as told

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.lang.interpret.parts import AnyPart
    from ruleset_core.lang.origin import Origin

__all__ = ["Naming", "because"]


class Naming:
    """Knows what the numbers of a game stand for."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.v: Vocabulary = game.program.vocabulary
        self.eyes = game.narration.listening.eyes
        self.zones = _zones(self.v)

    def part(self, part: AnyPart, step: int) -> told.StoryPart:
        """A part in words."""
        base: dict[str, Any] = {
            "step": step,
            "seat": part.me if part.me >= 0 else None,
            "because": tuple(because(cause.origin) for cause in part.because),
        }
        match part:
            case heard.Changed():
                return self._changed(part, base)
            case heard.Moved():
                ids = self.v.domains[part.kind].ids
                known = part.piece != HIDDEN
                return told.Move(
                    **base, family=part.kind, piece=ids[part.piece] if known else None,
                    source=self.place(part.source) if part.source >= 0 else None, place=part.place if part.place >= 0 else None,
                    target=self.place(part.target),
                )  # fmt: skip
            case heard.Ordered():
                zone, _, _ = self.zones[part.zone]
                ids, known = self.v.domains[zone.kind].ids, bool(part.before or part.after)
                before, after = (
                    tuple(ids[each] for each in order) if known else None for order in (part.before, part.after)
                )
                return told.Order(**base, how=part.how, place=self.place(part.zone), before=before, after=after)
            case heard.Chosen():
                option = None if part.option == HIDDEN else self.game.notation(part.option)
                return told.Choice(**base, decision=part.decision, option=option, forced=part.forced)
            case heard.Happened():
                fields = self.v.events[part.event].fields
                args = {
                    name: self.value(kind, value)
                    for (name, kind), value in zip(fields.items(), part.args, strict=False)
                }
                return told.Event(**base, event=part.event, args=args if len(args) == len(fields) else None)
            case heard.Entered():
                return told.Phase(**base, phase=self.game.phase_names[part.number])
            case heard.Turned():
                return told.Turn(**base)
            case heard.Together():
                return told.AtOnce(**base, on=part.on)
            case heard.Ended():
                return told.End(**base)

    def _changed(self, part: heard.Changed, base: dict[str, Any]) -> told.StoryPart:
        field, seat, place = self.eyes.place(part.address)
        if field.name == "held":
            resource = self.v.resources[place].name
            return told.Amount(**base, how=part.how, of=seat, resource=resource, before=part.before, after=part.after)
        found: dict[str, Any] = {
            **base,
            "name": field.name,
            "of": seat if seat >= 0 else None,
            "at": self.indices(field, place),
            "before": self.value(field.type, part.before),
            "after": self.value(field.type, part.after),
        }
        return told.Count(**found) if part.beside else told.Value(how=part.how, **found)

    def numbers(self, thing: Field | Zone, place: int) -> Iterator[tuple[Type, int]]:
        """Which of several values or lists of pieces lies at a place of its field or zone: the types and the values."""
        for kind, stride in zip(thing.index, thing.strides, strict=True):
            number, place = divmod(place, stride)
            yield kind, number + ((kind.low or 0) if kind.kind == "int" else 0)

    def indices(self, thing: Field | Zone, place: int) -> tuple[told.Plain, ...]:
        """The same as data writes it."""
        return tuple(self.value(kind, number) for kind, number in self.numbers(thing, place))

    def place(self, slot: int) -> told.Place:
        """A list of pieces."""
        zone, seat, place = self.zones[slot]
        return told.Place(zone=zone.name, of=seat if seat >= 0 else None, at=self.indices(zone, place))

    def value(self, kind: Type, value: int) -> told.Plain:
        """A value; what is no value of the type (nothing has been put there yet) is none."""
        if value == -1 and kind.kind == "member":
            return None
        return plain(self.v, kind, value)


def because(origin: Origin) -> told.Because:
    """A line of the data."""
    owner, span = origin.owner, origin.span
    return told.Because(
        section=owner.section, name=owner.name, key=origin.key, file=origin.file, line=span.line, column=span.column
    )


def _zones(v: Vocabulary) -> list[tuple[Zone, int, int]]:
    """The zone of every list of pieces, its seat (-1: shared), and how far from the beginning of the zone it lies."""
    found: dict[int, tuple[Zone, int, int]] = {}
    for zone in v.zones.values():
        for seat in range(v.players[1]) if zone.per_seat else (-1,):
            start = zone.slot + (v.zones_of(seat) if zone.per_seat else 0)
            for place in range(zone.size):
                found[start + place] = (zone, seat, place)
    return [found[slot] for slot in sorted(found)]
