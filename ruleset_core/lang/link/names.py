"""Linking, first half: everything a game declares gets its place in the vocabulary. No effect is read yet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ruleset_core.lang import tree as t
from ruleset_core.lang.built_in import EVENTS, FIELDS, clash
from ruleset_core.lang.definitions import Define
from ruleset_core.lang.knowledge import width
from ruleset_core.lang.link.boards import declare_board, give_facts
from ruleset_core.lang.link.domains import DomainNames, words
from ruleset_core.lang.link.pairs import pair
from ruleset_core.lang.link.starts import is_worked_out
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import BAD, BOOL, INT, RESOURCE, SEAT, Type, member, span
from ruleset_core.lang.vocabulary import (
    MAX_PLACES,
    MAX_VALUES,
    Decision,
    Domain,
    Event,
    Field,
    GameOption,
    Hook,
    Order,
    Zone,
)
from ruleset_core.model.shapes.common import L10N
from ruleset_core.model.shapes.definitions import BODIES, Changes
from ruleset_core.model.shapes.definitions import Define as DefineEntry

_PLACE: Final = re.compile(r"\{(\w+)\}")
Signatures = Mapping[str, tuple[tuple[str, ...], str | None]]
"""Hooks by name: parameter types and result type as data writes them."""


class Names(DomainNames):
    """Builds the vocabulary of a game out of its parts."""

    def build(self, hooks: Signatures) -> None:
        """All declarations, in an order in which each can refer to those before it."""
        seats = [f"seat_{place}" for place in range(self.v.players[1])]
        self.add_domain(
            Domain(
                "seat",
                "seat",
                seats,
                [{"en": f"Player {n + 1}", "es": f"Jugador {n + 1}"} for n in range(len(seats))],
                {"en": "seat", "es": "jugador"},
            )
        )
        declare_board(self)
        self._sets()
        self._resources()
        self._kinds()
        self._facts()
        give_facts(self)
        self._hooks(hooks)
        self._options()
        self._fields()
        self._zones()
        self._decisions()
        self._events()
        self._defines()
        self._layout()

    def _hooks(self, hooks: Signatures) -> None:
        """Hooks of the plugin, their types read against the vocabulary."""
        if not hooks:
            return
        site = Site(self.gathered.parts[0].document, ())
        for name, (params, result) in hooks.items():
            self.clash("hooks", name, site)
            kinds = tuple(self.type(text, site) for text in params)
            self.v.hooks[name] = Hook(name, kinds, None if result is None else self.type(result, site))

    def _options(self) -> None:
        for name, entry, site, _part in self.entries("options"):
            kind = self.type(entry.of, site.at("of"))
            if kind.kind != "bad" and not self.v.finite(kind):
                self.report("E303", "an option needs a finite type", site.at("of"), "a set, `bool`, or a range")
            default = self._scalar(entry.default, kind, site.at("default"))
            self.v.options[name] = GameOption(name, kind, default, words(entry.name, name), len(self.v.options))

    def _start(self, given: str | int | bool | None, kind: Type, site: Site) -> int:
        """The first value of a field."""
        if given is None:
            if kind.optional:
                return -1
            return kind.low or 0 if kind.kind == "int" else 0
        return (
            (kind.low or 0 if kind.kind == "int" else 0)
            if is_worked_out(self, given, kind)
            else self._scalar(given, kind, site)
        )

    def _fields(self) -> None:
        amounts = (RESOURCE,)
        starts = tuple(resource.start for resource in self.v.resources)
        tracked = any(resource.spaces >= 0 for resource in self.v.resources)
        counted = tracked or any(resource.overflow for resource in self.v.resources)
        self.v.fields["held"] = Field("held", amounts, True, INT, starts, used=True)
        self.v.fields["filled"] = Field("filled", amounts, True, INT, starts, used=counted, hidden=not tracked)
        for domain in [each for each in self.v.domains.values() if each.sides and each.kind == "piece"]:
            name = f"{domain.name}.side"
            self.v.fields[name] = Field(
                name, (member(domain.name),), False, member(name), (0,) * domain.size, used=True
            )
        for name, entry, site, _part in self.entries("state"):
            if name in FIELDS:
                continue
            kinds = [self.type(text, site.at("by", place)) for place, text in enumerate(entry.by)]
            per_seat = bool(kinds) and kinds[0] == SEAT
            kind = self.type(entry.is_, site.at("is"))
            for place, each in enumerate(kinds):
                if each.kind != "bad" and (not self.v.finite(each) or each.optional):
                    self.report(
                        "E303", f"one cannot index by {each}", site.at("by", place), "a set, a kind, `seat` or a range"
                    )
                    kinds[place] = BAD
            index = self._bounded(tuple(kinds[1:] if per_seat else kinds), MAX_PLACES, site.at("by"))
            start = self._start(entry.start, kind, site.at("start"))
            if entry.visible == "owner" and not per_seat:
                self.report("E303", "`visible: owner` needs a field by seat", site.at("visible"))
            self.v.fields[name] = Field(
                name, index, per_seat, kind, (start,), entry.visible, words(entry.name, name), note=entry.note
            )
            if entry.out:
                self._out(self.v.fields[name], site)

    def _out(self, field: Field, site: Site) -> None:
        """A field says which seats are out of the game."""
        if not field.per_seat or field.index or field.type != BOOL or field.visible != "all":
            advice = "`by: [seat]`, `is: bool`, and visible to all"
            self.report("E303", f"`{field.name}` cannot say who is out", site.at("out"), advice)
        elif self.v.out is not None:
            self.twice("E407", "two fields say who is out", site.at("out"), self.homes["state", self.v.out.name])
        else:
            field.used = True
            self.v.out = field

    def _bounded(self, index: tuple[Type, ...], most: int, site: Site) -> tuple[Type, ...]:
        """The indices of a field or zone; refused when together they are too many, or cannot be counted."""
        total = 1
        for kind in index:
            if kind.kind != "bad" and not self.v.finite(kind):
                self.report("E303", f"one cannot index by {kind}", site, "a set, a kind, `seat` or a range")
                return (BAD,) * len(index)
            total *= len(self.v.members(kind)) if kind.kind != "bad" else 1
        if total > most:
            self.report("E314", f"these are {total:,} places; there can be {most:,}", site)
            return (BAD,) * len(index)
        return index

    def _zones(self) -> None:
        for name, entry, site, _part in self.entries("zones"):
            domain = self.v.domains.get(entry.of)
            if domain is None or domain.kind != "piece":
                kinds = [each.name for each in self.v.domains.values() if each.kind == "piece"]
                self.unknown("E408", f"unknown kind of piece `{entry.of}`", site.at("of"), entry.of, kinds, "kinds")
                continue
            kinds_ = [self.type(text, site.at("by", place)) for place, text in enumerate(entry.by)]
            per_seat = bool(kinds_) and kinds_[0] == SEAT
            if per_seat and entry.start == "all":
                self.report(
                    "E303", "a zone by seat cannot begin with all pieces", site.at("start"), "let a phase deal them"
                )
            index = self._bounded(tuple(kinds_[1:] if per_seat else kinds_), MAX_VALUES, site.at("by"))
            self.v.zones[name] = Zone(
                name, entry.of, index, per_seat, entry.start, entry.visible, words(entry.name, name), note=entry.note
            )
            at = f"{entry.of}.at"
            if at not in self.v.fields:
                size = domain.size
                self.v.fields[at] = Field(at, (member(entry.of),), False, INT, (-1,) * size, hidden=True, used=True)
            if entry.visible == "others" and not per_seat:
                self.report("E303", "`visible: others` needs a zone by seat", site.at("visible"))
            seen = f"{entry.of}.seen"
            if (entry.visible == "seen" or domain.remembered) and seen not in self.v.fields:
                self.v.fields[seen] = self._seen(seen, domain)

    def _seen(self, name: str, domain: Domain) -> Field:
        """Who knows which pieces of a kind, and what of them."""
        words = width(self.v, domain.name)
        index = (member(domain.name), *((span(0, words - 1),) if words > 1 else ()))
        return Field(name, index, False, INT, (0,) * (domain.size * words), hidden=True, used=True)

    def _events(self) -> None:
        tells = {"resource": RESOURCE}
        self.v.events["gain"] = Event("gain", tells | {"amount": INT})
        self.v.events["lose"] = Event("lose", tells | {"amount": INT})
        self.v.events["reach"] = Event("reach", tells | {"space": INT}, queued=True)
        for name, entry, site, _part in self.entries("events"):
            if name in EVENTS:
                continue
            fields = {each: self.type(text, site.at("fields", each)) for each, text in entry.fields.items()}
            event = Event(name, fields, entry.resolve == "queued", words(entry.name, name))
            event.origin = self.origin(site)
            event.order = None if entry.order is None else self._order(event, entry.order, site.at("order"))
            self.v.events[name] = event

    def _order(self, event: Event, name: str, site: Site) -> Order | None:
        """Who reacts next to an event is asked as a question about pieces."""
        decision = self.v.decisions.get(name)
        if decision is None:
            self.unknown("E316", f"unknown decision `{name}`", site, name, list(self.v.decisions), "decisions")
            return None
        decision.used = True
        if event.queued:
            self.report("E320", "what follows a queued event has its order already", site, "take out `resolve: queued`")
        domain = self.v.domains.get(decision.type.domain)
        if domain is None or domain.kind != "piece":
            if decision.type.kind != "bad":
                advice = "it must be about the pieces that react"
                self.report("E320", f"`{name}` is of {decision.type}, not of a kind of pieces", site, advice)
            return None
        return Order(decision, domain.name, t.FALSE)

    def _decisions(self) -> None:
        for name, entry, site, _part in self.entries("decisions"):
            kind = self.type(entry.of, site.at("of")) if isinstance(entry.of, str) else pair(self, name, entry.of, site)
            size, low = 0, 0
            if kind.kind != "bad" and not self.v.finite(kind):
                self.report(
                    "E303",
                    "a decision needs a finite type",
                    site.at("of"),
                    "a set, a kind, `seat`, `bool`, or a range such as `0..5`",
                )
            elif kind.kind != "bad":
                values = self.v.members(kind)
                size, low = len(values), values[0] if values else 0
            word = entry.word or name.replace("_", " ")
            self.v.decisions[name] = Decision(name, kind, word, low, size, secret=entry.secret, note=entry.note)

    def _changes(self, define: Define, changed: Changes, site: Site) -> None:
        """What is said of changes: of conditions that they do not hold, of amounts how much they are."""
        for key in ("set", "add", "less", "times", "no"):
            told: L10N | None = getattr(changed, key)
            if told is not None and self._said_of(define, told, key, site.at(key), value=key != "no"):
                define.changed[key] = words(told, "")

    def _said_of(self, define: Define, told: L10N, key: str, site: Site, *, value: bool) -> bool:
        """Whether a text about a definition is read, and names nothing in braces but parameters (and a `value`)."""
        fits = {"no": define.type == BOOL, "set": define.kind in {"amount", "value"} and define.type != BOOL}
        if not fits.get(key, define.type.kind == "int"):
            what = f"is: {define.type}" if define.kind == "value" else define.kind
            self.report("E412", f"nothing reads `{key}` of a definition by `{what}`", site, key=True)
            return False
        known = [*define.params, *(("value",) if value else ())]
        for name in dict.fromkeys(each for text in (told.en, told.es) for each in _PLACE.findall(text)):
            if name not in known:
                self.unknown("E301", f"nothing called `{name}` can be put in here", site, name, known, key=True)
        return True

    def _because(self, name: str, kind: str, entry: DefineEntry, site: Site) -> None:
        """What accounts call what an effect does; an amount or condition does nothing."""
        if entry.because is None:
            return
        if kind != "effect":
            self.report("E412", f"nothing reads `because` of a definition by `{kind}`", site.at("because"), key=True)
        self.v.because["define", name] = words(entry.because, "")

    def _defines(self) -> None:
        for name, entry, site, _part in self.entries("define"):
            given = [kind for kind in BODIES if getattr(entry, kind) is not None]
            if len(given) != 1:
                self.report(
                    "E102" if not given else "E107",
                    "a define has exactly one of `amount`, `condition`, `value`, `effect`",
                    site,
                    key=True,
                )
            params = {each: self.type(text, site.at("params", each)) for each, text in entry.params.items()}
            kind = given[0] if given else "amount"
            result = {"amount": INT, "condition": BOOL}.get(kind, BAD)
            if kind == "value" and entry.is_ is not None:
                result = self.type(entry.is_, site.at("is"))
            self.v.defines[name] = Define(name, kind, params, result, words(entry.name, name), unread=set(params))
            self._because(name, kind, entry, site)
            if entry.one is not None and self._said_of(
                self.v.defines[name], entry.one, "one", site.at("one"), value=False
            ):
                self.v.defines[name].one = words(entry.one, "")
            if entry.changed is not None:
                self._changes(self.v.defines[name], entry.changed, site.at("changed"))
            for each in params:
                if each in self.v.fields or clash("params", each):
                    self.report(
                        "E315",
                        f"the name `{each}` is already taken",
                        site.at("params", each),
                        "choose another name",
                        key=True,
                    )

    def _layout(self) -> None:
        for field in self.v.fields.values():
            sizes = [len(self.v.members(kind)) if kind.kind != "bad" else 1 for kind in field.index]
            field.strides, field.size = _strides(sizes)
            if len(field.start) != field.size:
                field.start = (field.start[0] if field.start else 0,) * field.size
            if field.per_seat:
                field.offset, self.v.seat_size = self.v.seat_size, self.v.seat_size + field.size
            else:
                field.offset, self.v.shared_size = self.v.shared_size, self.v.shared_size + field.size
        for zone in self.v.zones.values():
            sizes = [len(self.v.members(kind)) if kind.kind != "bad" else 1 for kind in zone.index]
            zone.strides, zone.size = _strides(sizes)
            if zone.per_seat:
                zone.slot, self.v.seat_zones = self.v.seat_zones, self.v.seat_zones + zone.size
            else:
                zone.slot, self.v.shared_zones = self.v.shared_zones, self.v.shared_zones + zone.size


def _strides(sizes: list[int]) -> tuple[tuple[int, ...], int]:
    strides: list[int] = []
    total = 1
    for size in reversed(sizes):
        strides.insert(0, total)
        total *= size
    return tuple(strides), total
