"""Linking, first half: everything a game declares gets its place in the vocabulary. No effect is read yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ruleset_core.lang.site import Reader, Site
from ruleset_core.lang.types import BAD, BOOL, INT, RESOURCE, SEAT, Type, member
from ruleset_core.lang.vocabulary import (
    Decision,
    Define,
    Domain,
    Event,
    Fact,
    Field,
    GameOption,
    Hook,
    Resource,
    Vocabulary,
    Zone,
)  # fmt: skip
from ruleset_core.model import documents as m
from ruleset_core.model.common import FactType
from ruleset_core.model.diagnostic import Diagnostic, hint
from ruleset_core.model.gather import Cards, Gathered, Part
from ruleset_core.model.validate import unknown_key

Signatures = Mapping[str, tuple[tuple[str, ...], str | None]]
"""Hooks by name: parameter types and result type as data writes them."""

KEYWORDS = frozenset(
    [
        "let",
        "set",
        "if",
        "else",
        "for",
        "each",
        "in",
        "where",
        "repeat",
        "choose",
        "up",
        "to",
        "may",
        "as",
        "do",
        "emit",
        "call",
        "and",
        "or",
        "not",
        "then",
        "can",
        "any",
        "no",
        "every",
        "has",
        "count",
        "sum",
        "highest",
        "lowest",
        "of",
        "first",
        "most",
        "least",
        "by",
        "ties",
        "from",
        "with",
        "at",
        "per",
        "mod",
        "true",
        "false",
        "none",
        "me",
        "players",
        "option",
        "others",
    ]
)


def words(name: m.L10N | None, fallback: str) -> dict[str, str]:
    """A name in the languages spoken; the id with spaces where there is none."""
    plain = fallback.replace("_", " ")
    return {"en": name.en, "es": name.es} if name is not None else {"en": plain, "es": plain}


class Names(Reader):
    """Builds the vocabulary of a game out of its parts."""

    def __init__(self, gathered: Gathered, players: tuple[int, int]) -> None:
        super().__init__(Vocabulary(players))
        self.gathered = gathered
        self.homes: dict[tuple[str, str], Site] = {}
        self.cards: dict[str, tuple[Cards, str, m.Card]] = {}
        self.pieces_of: dict[str, list[str]] = {}

    def build(self, hooks: Signatures) -> None:
        """All declarations, in an order in which each can refer to those before it."""
        seats = [f"seat_{place}" for place in range(self.v.players[1])]
        self._domain(
            Domain(
                "seat",
                "seat",
                seats,
                [{"en": f"seat {n}", "es": f"jugador {n}"} for n in range(len(seats))],
                {"en": "seat", "es": "jugador"},
            )
        )
        self._sets()
        self._resources()
        self._kinds()
        self._facts()
        self._hooks(hooks)
        self._options()
        self._fields()
        self._zones()
        self._events()
        self._decisions()
        self._defines()
        self._layout()

    # -- merging parts ------------------------------------------------------------------------------------------

    def entries(self, section: str) -> Iterator[tuple[str, Any, Site, Part]]:
        """All entries of a section over all parts; a name defined twice is reported."""
        for part in self.gathered.parts:
            for name, entry in getattr(part.sections, section).items():
                site = Site(part.document, (section, name))
                if self.claim(section, name, site):
                    yield name, entry, site, part

    def claim(self, section: str, name: str, site: Site) -> bool:
        """Whether a name is new in its section."""
        first = self.homes.setdefault((section, name), site)
        if first is not site:
            self._twice("E407", f"`{name}` is defined twice in `{section}`", site, first)
            return False
        if name in KEYWORDS and section not in {"score", "achievements", "options"}:
            self.report("E315", f"`{name}` is a word of the language", site, "choose another name", key=True)
        return True

    def _twice(self, code: str, message: str, site: Site, first: Site) -> None:
        where, before = site.document.key_span(site.path), first.document.key_span(first.path)
        related = ((before, "first defined here"),)
        self.diagnostics.append(
            Diagnostic(code, "error", message, where, help="rename or remove one of them", related=related)
        )

    # -- domains ------------------------------------------------------------------------------------------------

    def _domain(self, domain: Domain) -> None:
        self.v.domains[domain.name] = domain

    def _sets(self) -> None:
        """Sets; an expansion may add members to a set of the game."""
        for part in self.gathered.parts:
            for name, entry in part.sections.sets.items():
                site = Site(part.document, ("sets", name))
                first = self.homes.setdefault(("sets", name), site)
                if first is not site and not part.origin:
                    self._twice("E407", f"`{name}` is defined twice in `sets`", site, first)
                    continue
                if first is site:
                    self._domain(Domain(name, "set", [], [], words(entry.name, name)))
                for each, value in entry.members.items():
                    self._member(self.v.domains[name], each, words(value.name, each), site.at("members", each))

    def _member(self, domain: Domain, name: str, title: dict[str, str], site: Site) -> None:
        if name in domain.ids:
            self._twice("E407", f"`{name}` is in `{domain.name}` twice", site, self.homes[domain.name, name])
            return
        if name in KEYWORDS:
            self.report("E315", f"`{name}` is a word of the language", site, "choose another name", key=True)
        self.homes[domain.name, name] = site
        domain.ids.append(name)
        domain.names.append(title)

    def _resources(self) -> None:
        domain = Domain("resource", "resource", [], [], {"en": "resource", "es": "recurso"}, used=True)
        self._domain(domain)
        for part in self.gathered.parts:
            for name, entry in part.sections.resources.members.items():
                site = Site(part.document, ("resources", "members", name))
                before = domain.size
                self._member(domain, name, words(entry.name, name), site)
                if domain.size > before:
                    maximum, spaces = (-1 if bound is None else bound for bound in (entry.max, entry.spaces))
                    overflow = "" if entry.overflow in {None, "lost"} else f"overflow {name}"
                    self.v.resources.append(Resource(name, entry.start, maximum, spaces, overflow))

    def _kinds(self) -> None:
        for name, entry, _site, _part in self.entries("pieces"):
            ids = [f"{name}_{number}" for number in range(1, (entry.count or 0) + 1)]
            names = [
                {"en": f"{words(entry.name, name)['en']} {n}", "es": f"{words(entry.name, name)['es']} {n}"}
                for n in range(1, len(ids) + 1)
            ]
            self._domain(Domain(name, "piece", ids, names, words(entry.name, name), sides=list(entry.sides)))
            if entry.sides:
                self._domain(
                    Domain(
                        f"{name}.side",
                        "side",
                        list(entry.sides),
                        [words(side.name, name) for name, side in entry.sides.items()],
                        {"en": "side", "es": "cara"},
                    )
                )
        for cards in self.gathered.cards:
            self._cards(cards)
        for name, entry, site, _part in self._kind_entries():
            self._count(name, entry, site)

    def _kind_entries(self) -> Iterator[tuple[str, m.PieceKind, Site, Part]]:
        for part in self.gathered.parts:
            for name, entry in part.sections.pieces.items():
                yield name, entry, Site(part.document, ("pieces", name)), part

    def _cards(self, cards: Cards) -> None:
        kind = cards.file.kind
        domain = self.v.domains.get(kind)
        if domain is None or domain.kind != "piece":
            kinds = [each.name for each in self.v.domains.values() if each.kind == "piece"]
            self.report(
                "E408", f"unknown kind of piece `{kind}`", Site(cards.document, ("kind",)), hint(kind, kinds, "kinds")
            )
            return
        for name, card in cards.file.cards.items():
            site = Site(cards.document, ("cards", name))
            if name in self.cards:
                self._twice(
                    "E401", f"two cards are called `{name}`", site, Site(self.cards[name][0].document, ("cards", name))
                )
                continue
            self.cards[name] = (cards, kind, card)
            for copy in range(1, card.copies + 1):
                self._member(domain, name if copy == 1 else f"{name}#{copy}", words(card.name, name), site)
                self.pieces_of.setdefault(kind, []).append(name)
            if card.name is None and self._kind(kind).named:
                self.report(
                    "E102", "`name` is missing", site, "for example: `name: {en: Merchant, es: Mercader}`", key=True
                )

    def _kind(self, name: str) -> m.PieceKind:
        return next(entry for kind, entry, _, _ in self._kind_entries() if kind == name)

    def _count(self, name: str, entry: m.PieceKind, site: Site) -> None:
        size = self.v.domains[name].size
        if entry.count is None and entry.total is None:
            self.report(
                "E102", "`total` is missing", site, "say how many cards of this kind there are: `total: 9`", key=True
            )
        if entry.total is not None and entry.total != size:
            self.report(
                "E402",
                f"`total` says {entry.total}, but there are {size}",
                site.at("total"),
                "count the cards, and their copies",
            )
        if size == 0 and entry.total != 0:
            self.report(
                "E402",
                f"there is no piece of kind `{name}`",
                site,
                "give a `count`, or add a file under cards/",
                key=True,
            )

    # -- facts --------------------------------------------------------------------------------------------------

    def _facts(self) -> None:
        for part in self.gathered.parts:
            sections = part.sections
            for name, entry in sections.sets.items():
                self._declare_facts(self.v.domains[name], entry.facts, Site(part.document, ("sets", name, "facts")))
            self._declare_facts(
                self.v.domains["resource"], sections.resources.facts, Site(part.document, ("resources", "facts"))
            )
            for name, kind in sections.pieces.items():
                site = Site(part.document, ("pieces", name))
                self._declare_facts(self.v.domains[name], kind.facts, site.at("facts"))
                self._declare_facts(self.v.domains[name], kind.side_facts, site.at("side_facts"), sides=len(kind.sides))
        for part in self.gathered.parts:
            sections = part.sections
            for name, entry in sections.sets.items():
                for each, value in entry.members.items():
                    self._give(
                        self.v.domains[name], each, value.facts, Site(part.document, ("sets", name, "members", each))
                    )
            for each, resource in sections.resources.members.items():
                self._give(
                    self.v.domains["resource"],
                    each,
                    resource.facts,
                    Site(part.document, ("resources", "members", each)),
                )
            for name, kind in sections.pieces.items():
                self._give_counted(self.v.domains[name], kind, Site(part.document, ("pieces", name)))
        for name, (cards, kind_name, card) in self.cards.items():
            self._give_card(self.v.domains[kind_name], name, card, Site(cards.document, ("cards", name)))

    def _declare_facts(self, domain: Domain, facts: Mapping[str, FactType], site: Site, sides: int = 0) -> None:
        for name, entry in facts.items():
            if name in domain.facts:
                self.report("E407", f"the fact `{name}` is declared twice", site.at(name), key=True)
                continue
            at = site.at(name, "is") if isinstance(site.document.value((*site.path, name)), dict) else site.at(name)
            kind = self.type(entry.is_, at, lists=True)
            values: list[int | tuple[int, ...]] = [-1] * (domain.size * max(1, sides))
            title = {} if entry.name is None else words(entry.name, name)
            domain.facts[name] = Fact(name, domain.name, kind, values, sides, title)
            self.homes[f"fact {domain.name}", name] = site.at(name)

    def _give(self, domain: Domain, name: str, given: Mapping[str, Any], site: Site) -> None:
        for place, each in enumerate(domain.ids):
            if each == name or each.startswith(f"{name}#"):
                self._give_one(domain, place, given, site, first=each == name)

    def _give_one(
        self, domain: Domain, place: int, given: Mapping[str, Any], site: Site, *, first: bool, side: int = -1
    ) -> None:
        facts = {name: fact for name, fact in domain.facts.items() if bool(fact.sides) == (side >= 0)}
        if first:
            for name in given:
                if name not in facts:
                    self.diagnostics.append(unknown_key(site.document, (*site.path, name), [*facts]))
        for name, fact in facts.items():
            if name in given:
                index = place if side < 0 else place * fact.sides + side
                before = len(self.diagnostics)
                fact.values[index] = self.value(given[name], fact.type, site.at(name))
                if not first:
                    del self.diagnostics[before:]
            elif first and not fact.type.optional:
                self.report(
                    "E403",
                    f"the fact `{name}` is missing",
                    site,
                    f"it is a {fact.type}; or declare it `{fact.type}?`",
                    key=True,
                )

    def _give_counted(self, domain: Domain, kind: m.PieceKind, site: Site) -> None:
        if kind.count is None:
            return
        for name in kind.values:
            if name not in domain.facts:
                self.report(
                    "E313",
                    f"unknown fact `{name}`",
                    site.at("values", name),
                    hint(name, list(domain.facts), "facts"),
                    key=True,
                )
        for name, fact in domain.facts.items():
            if name not in kind.values:
                self.report(
                    "E403", f"the fact `{name}` has no values", site, f"add `{name}: [...]` under `values`", key=True
                )
                continue
            fact.values = [
                self.value(each, fact.type, site.at("values", name, place))
                for place, each in enumerate(kind.values[name])
            ]

    def _give_card(self, domain: Domain, name: str, card: m.Card, site: Site) -> None:
        self._give(domain, name, card.facts, site)
        for side_name in card.sides:
            if side_name not in domain.sides:
                self.report(
                    "E301",
                    f"unknown side `{side_name}`",
                    site.at("sides", side_name),
                    hint(side_name, domain.sides, "sides"),
                    key=True,
                )
        for number, side_name in enumerate(domain.sides):
            if side_name not in card.sides:
                if card.sides or any(fact.sides for fact in domain.facts.values()):
                    self.report(
                        "E403",
                        f"the side `{side_name}` is missing",
                        site,
                        "every side of the kind is written",
                        key=True,
                    )
                continue
            for place, each in enumerate(domain.ids):
                if each == name or each.startswith(f"{name}#"):
                    at = site.at("sides", side_name)
                    self._give_one(domain, place, card.sides[side_name].facts, at, first=each == name, side=number)

    def _hooks(self, hooks: Signatures) -> None:
        """Hooks of the plugin, their types read against the vocabulary."""
        if not hooks:
            return
        site = Site(self.gathered.parts[0].document, ())
        for name, (params, result) in hooks.items():
            kinds = tuple(self.type(text, site) for text in params)
            self.v.hooks[name] = Hook(name, kinds, None if result is None else self.type(result, site))

    # -- state --------------------------------------------------------------------------------------------------

    def _options(self) -> None:
        for name, entry, site, _part in self.entries("options"):
            kind = self.type(entry.of, site.at("of"))
            if kind.kind == "int" and kind.low is None:
                self.report("E303", "an option needs a finite type", site.at("of"), "a set, `bool`, or a range")
            default = self._scalar(entry.default, kind, site.at("default"))
            self.v.options[name] = GameOption(name, kind, default, words(entry.name, name), len(self.v.options))

    def _start(self, given: str | None, kind: Type, site: Site) -> int:
        """The first value of a field."""
        if given is None:
            if kind.optional:
                return -1
            return kind.low or 0 if kind.kind == "int" else 0
        text: object = given
        if kind.kind == "int" and given.strip().removeprefix("-").isdigit():
            text = int(given)
        elif kind.kind == "bool" and given in {"true", "false"}:
            text = given == "true"
        return self._scalar(text, kind, site)

    def _fields(self) -> None:
        amounts = (RESOURCE,)
        starts = tuple(resource.start for resource in self.v.resources)
        tracked = any(resource.spaces >= 0 for resource in self.v.resources)
        self.v.fields["held"] = Field("held", amounts, True, INT, starts, used=True)
        self.v.fields["filled"] = Field("filled", amounts, True, INT, starts, used=tracked, hidden=not tracked)
        for domain in [each for each in self.v.domains.values() if each.sides and each.kind == "piece"]:
            name = f"{domain.name}.side"
            self.v.fields[name] = Field(
                name, (member(domain.name),), False, member(name), (0,) * domain.size, used=True
            )
        for name, entry, site, _part in self.entries("state"):
            kinds = [self.type(text, site.at("by", place)) for place, text in enumerate(entry.by)]
            per_seat = bool(kinds) and kinds[0] == SEAT
            kind = self.type(entry.is_, site.at("is"))
            index = tuple(kinds[1:] if per_seat else kinds)
            for place, each in enumerate(kinds):
                if each.kind != "bad" and (not self.v.finite(each) or each.optional):
                    self.report(
                        "E303", f"one cannot index by {each}", site.at("by", place), "a set, a kind, `seat` or a range"
                    )
            start = self._start(entry.start, kind, site.at("start"))
            if entry.visible == "owner" and not per_seat:
                self.report("E303", "`visible: owner` needs a field by seat", site.at("visible"))
            self.v.fields[name] = Field(name, index, per_seat, kind, (start,), entry.visible, words(entry.name, name))

    def _zones(self) -> None:
        for name, entry, site, _part in self.entries("zones"):
            domain = self.v.domains.get(entry.of)
            if domain is None or domain.kind != "piece":
                kinds = [each.name for each in self.v.domains.values() if each.kind == "piece"]
                self.report(
                    "E408", f"unknown kind of piece `{entry.of}`", site.at("of"), hint(entry.of, kinds, "kinds")
                )
                continue
            kinds_ = [self.type(text, site.at("by", place)) for place, text in enumerate(entry.by)]
            per_seat = bool(kinds_) and kinds_[0] == SEAT
            if per_seat and entry.start == "all":
                self.report(
                    "E303", "a zone by seat cannot begin with all pieces", site.at("start"), "let a phase deal them"
                )
            index = tuple(kinds_[1:] if per_seat else kinds_)
            self.v.zones[name] = Zone(
                name, entry.of, index, per_seat, entry.start, entry.visible, words(entry.name, name)
            )
            at = f"{entry.of}.at"
            if at not in self.v.fields:
                size = domain.size
                self.v.fields[at] = Field(at, (member(entry.of),), False, INT, (-1,) * size, hidden=True, used=True)

    def _events(self) -> None:
        tells = {"resource": RESOURCE}
        self.v.events["gain"] = Event("gain", tells | {"amount": INT})
        self.v.events["lose"] = Event("lose", tells | {"amount": INT})
        self.v.events["reach"] = Event("reach", tells | {"space": INT}, queued=True)
        for name, entry, site, _part in self.entries("events"):
            if name in {"gain", "lose", "reach"}:
                self.report("E315", f"`{name}` is an event of every game", site, "choose another name", key=True)
                continue
            fields = {each: self.type(text, site.at("fields", each)) for each, text in entry.fields.items()}
            self.v.events[name] = Event(name, fields, entry.resolve == "queued", words(entry.name, name))

    def _decisions(self) -> None:
        for name, entry, site, _part in self.entries("decisions"):
            kind = self.type(entry.of, site.at("of"))
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
            asked = {"en": entry.ask.en, "es": entry.ask.es}
            self.v.decisions[name] = Decision(name, kind, word, asked, low, size, secret=entry.secret)

    def _defines(self) -> None:
        for name, entry, site, _part in self.entries("define"):
            kinds = {"amount": entry.amount, "condition": entry.condition, "effect": entry.effect}
            given = [kind for kind, text in kinds.items() if text is not None]
            if len(given) != 1:
                self.report(
                    "E102" if not given else "E107",
                    "a define has exactly one of `amount`, `condition`, `effect`",
                    site,
                    key=True,
                )
            params = {each: self.type(text, site.at("params", each)) for each, text in entry.params.items()}
            kind = given[0] if given else "amount"
            result = {"amount": INT, "condition": BOOL}.get(kind, BAD)
            self.v.defines[name] = Define(name, kind, params, result, words(entry.name, name))
            for each in params:
                if each in self.v.fields or each in KEYWORDS:
                    self.report(
                        "E315",
                        f"the name `{each}` is already taken",
                        site.at("params", each),
                        "choose another name",
                        key=True,
                    )

    # -- places in memory ---------------------------------------------------------------------------------------

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
