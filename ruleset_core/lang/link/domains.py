"""Linking: sets, resources, kinds of pieces with their cards, and the facts of all their members."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ruleset_core.lang.built_in import SETS
from ruleset_core.lang.link.facts import back_facts, fact_value, hint_facts, own_keys, unknown_fact
from ruleset_core.lang.link.grids import made_facts, made_members, own_facts
from ruleset_core.lang.link.products import Product, made_product, product_facts
from ruleset_core.lang.resolve.site import Reader, Site
from ruleset_core.lang.types import a
from ruleset_core.lang.vocabulary import MAX_VALUES, Domain, Fact, Resource, Vocabulary
from ruleset_core.model.diagnostic import Diagnostic, error
from ruleset_core.model.gather import Cards, Gathered, Part, Plan
from ruleset_core.model.shapes import documents as m
from ruleset_core.model.shapes.common import FactType
from ruleset_core.model.shapes.sections import Member
from ruleset_core.model.source import Document


def words(name: m.L10N | None, fallback: str) -> dict[str, str]:
    """A name in the languages spoken; the id with spaces where there is none."""
    plain = fallback.replace("_", " ")
    return {"en": name.en, "es": name.es} if name is not None else {"en": plain, "es": plain}


class DomainNames(Reader):
    """Families of names and their facts."""

    def __init__(self, gathered: Gathered, players: tuple[int, int]) -> None:
        super().__init__(Vocabulary(players))
        self.gathered = gathered
        self.cards: dict[str, tuple[Cards, str, m.Card]] = {}
        self.pieces_of: dict[str, list[str]] = {}
        self._places: dict[str, dict[str, list[int]]] = {}
        self.boards: list[tuple[str, m.Board, Site]] = []
        self.plan: Plan | None = None
        self.made: dict[str, frozenset[str]] = {}
        self.products: dict[Site, Product] = {}
        self._files: dict[str, str] = {}

    def entries(self, section: str) -> Iterator[tuple[str, Any, Site, Part]]:
        """All entries of a section over all parts; a name defined twice is reported."""
        for part in self.gathered.parts:
            for name, entry in getattr(part.sections, section).items():
                site = Site(part.document, (section, name))
                if self.claim(section, name, site) and not (section == "pieces" and name in SETS):
                    yield name, entry, site, part

    def claim(self, section: str, name: str, site: Site) -> bool:
        """Whether a name is new in its section."""
        first = self.homes.setdefault((section, name), site)
        if first is not site:
            self.twice("E407", f"`{name}` is defined twice in `{section}`", site, first)
            return False
        self.clash(section, name, site)
        return True

    def file(self, document: Document) -> str:
        """The name of a file within its game; before that of an expansion's file stands the name of the expansion."""
        if not self._files:
            roots = {Path(part.document.file).parent: part.origin for part in self.gathered.parts}  # beside the header
            for each in self.gathered.documents:
                path = Path(each.file)
                root = next(above for above in path.parents if above in roots)
                self._files[each.file] = Path(roots[root], path.relative_to(root)).as_posix()
        return self._files[document.file]

    def twice(self, code: str, message: str, site: Site, first: Site) -> None:
        """Something that is there already; both places are shown."""
        where, before = site.document.key_span(site.path), first.document.key_span(first.path)
        related = ((before, "first defined here"),)
        self.diagnostics.append(
            Diagnostic(code, "error", message, where, help="rename or remove one of them", related=related)
        )

    def add_domain(self, domain: Domain) -> None:
        """A family of names."""
        self.v.domains[domain.name] = domain

    def _sets(self) -> None:
        """Sets; an expansion may add members to a set of the game."""
        for part in self.gathered.parts:
            for name, entry in part.sections.sets.items():
                site = Site(part.document, ("sets", name))
                first = self.homes.setdefault(("sets", name), site)
                if first is not site and not part.origin:
                    self.twice("E407", f"`{name}` is defined twice in `sets`", site, first)
                    continue
                if first is site:
                    self.clash("sets", name, site)
                    if name in SETS:
                        continue
                    self._set(name, entry, site)
                for each, value in entry.members.items():
                    if name not in self.made:
                        self._member(
                            self.v.domains[name], each, words(value.name, each), site.at("members", each), value
                        )
                    elif each not in self.made[name]:
                        message = f"`{each}` is none of the members that are made"
                        self.report(
                            "E407", message, site.at("members", each), "they are those of the grid or product", key=True
                        )

    def _set(self, name: str, entry: m.SetDef, site: Site) -> None:
        """A new set; the seats are its first members if it says so."""
        seats = self.v.domains["seat"]
        if not entry.seats:
            made = made_members(self, name, entry, site)
            if entry.grid is not None or entry.product:
                self.made[name] = frozenset(made)
            self.add_domain(
                Domain(
                    name,
                    "set",
                    made,
                    self.products[site].names if entry.product else [words(None, each) for each in made],
                    words(entry.name, name),
                    adjectives=entry.adjectives,
                )
            )
            return
        if entry.facts:
            self.report("E107", "a set with seats has no facts: seats have none", site.at("facts"), key=True)
        self.add_domain(Domain(name, "set", [*seats.ids], [*seats.names], words(entry.name, name), seats=True))

    def _member(
        self, domain: Domain, name: str, title: dict[str, str], site: Site, entry: Member | m.Resource | None = None
    ) -> None:
        home = (f"member {domain.name}", name)
        if home in self.homes:
            self.twice("E407", f"`{name}` is in `{domain.name}` twice", site, self.homes[home])
            return
        if domain.seats and name in self.v.domains["seat"].ids:
            message = f"`{name}` is in `{domain.name}` twice: it is one of the seats"
            self.report("E407", message, site, "choose another name", key=True)
            return
        self.clash("members", name, site)
        self.homes[home] = site
        if entry is not None and entry.said is not None:
            domain.said[domain.size] = words(entry.said, name)
        if entry is not None and entry.plural is not None:
            domain.plural[domain.size] = words(entry.plural, name)
        domain.ids.append(name)
        domain.names.append(title)

    def _resources(self) -> None:
        domain = Domain("resource", "resource", [], [], {"en": "resource", "es": "recurso"})
        self.add_domain(domain)
        for part in self.gathered.parts:
            for name, entry in part.sections.resources.members.items():
                site = Site(part.document, ("resources", "members", name))
                before = domain.size
                self._member(domain, name, words(entry.name, name), site, entry)
                if (entry.spaces or 0) > MAX_VALUES:
                    message = f"a track can have {MAX_VALUES:,} spaces at most"
                    self.report("E314", message, site.at("spaces"), "where there is no bound, leave `spaces` out")
                if domain.size > before:
                    maximum, spaces = (-1 if bound is None else bound for bound in (entry.max, entry.spaces))
                    overflow = "" if entry.overflow in {None, "lost"} else f"overflow {name}"
                    self.v.resources.append(
                        Resource(
                            name, entry.start, maximum, spaces, overflow, entry.visible, self.origin(site), entry.note
                        )
                    )

    def _kinds(self) -> None:
        for name, entry, site, _part in self.entries("pieces"):
            if entry.product:
                made = made_product(self, name, entry, site)
                ids, names = [*made.ids], [*made.names]
            else:
                ids = [f"{name}_{number}" for number in range(1, (entry.count or 0) + 1)]
                names = [
                    {"en": f"{words(entry.name, name)['en']} {n}", "es": f"{words(entry.name, name)['es']} {n}"}
                    for n in range(1, len(ids) + 1)
                ]
            title, sides = words(entry.name, name), list(entry.sides)
            self.add_domain(Domain(name, "piece", ids, names, title, sides=sides, remembered=entry.remembered))
            if entry.sides:
                self.add_domain(
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
        for name, entry, site, part in self._kind_entries():
            self._count(name, entry, site, part.origin)

    def _kind_entries(self) -> Iterator[tuple[str, m.PieceKind, Site, Part]]:
        for part in self.gathered.parts:
            for name, entry in part.sections.pieces.items():
                if name not in SETS:
                    yield name, entry, Site(part.document, ("pieces", name)), part

    def _cards(self, cards: Cards) -> None:
        kind = cards.file.kind
        domain = self.v.domains.get(kind)
        if domain is None or domain.kind != "piece":
            kinds = [each.name for each in self.v.domains.values() if each.kind == "piece"]
            at = Site(cards.document, ("kind",))
            self.unknown("E408", f"unknown kind of piece `{kind}`", at, kind, kinds, "kinds")
            return
        if self._kind(kind).product:
            what = f"the pieces of kind `{kind}` are made by `product`, so it has no cards"
            self.report("E408", what, Site(cards.document, ("kind",)), "declare a kind of its own for these cards")
            return
        for name, card in cards.file.cards.items():
            site = Site(cards.document, ("cards", name))
            if name in self.cards:
                self.twice(
                    "E401", f"two cards are called `{name}`", site, Site(self.cards[name][0].document, ("cards", name))
                )
                continue
            self.clash("members", name, site)
            self.cards[name] = (cards, kind, card)
            if domain.size + card.copies > MAX_VALUES:
                self.report("E314", f"there can be {MAX_VALUES:,} pieces of a kind at most", site, key=True)
                return
            for copy in range(1, card.copies + 1):
                self._member(domain, name if copy == 1 else f"{name}#{copy}", words(card.name, name), site)
                self.pieces_of.setdefault(kind, []).append(name)
            if card.name is None and self._kind(kind).named:
                self.report(
                    "E102", "`name` is missing", site, "for example: `name: {en: Merchant, es: Mercader}`", key=True
                )

    def _kind(self, name: str) -> m.PieceKind:
        return next(entry for kind, entry, _, _ in self._kind_entries() if kind == name)

    def _count(self, name: str, entry: m.PieceKind, site: Site, origin: str) -> None:
        """The pieces there should be: those of the game or expansion that declares the kind. Others may add to them."""
        size = self.v.domains[name].size
        made = self.v.domains[name].size if entry.product else entry.count or 0
        own = made + sum(self.cards[card][0].origin == origin for card in self.pieces_of.get(name, ()))
        if entry.count is None and entry.total is None and not entry.product:
            self.report(
                "E102", "`total` is missing", site, "say how many cards of this kind there are: `total: 9`", key=True
            )
        if entry.total is not None and entry.total != own:
            self.report(
                "E402",
                f"`total` says {entry.total}, but there are {own}",
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

    def _facts(self) -> None:
        for part in self.gathered.parts:
            sections = part.sections
            for name, entry in sections.sets.items():
                if self.homes["sets", name].document is part.document:
                    made_facts(self, name, entry, Site(part.document, ("sets", name)))
                self.declare_facts(self.v.domains[name], entry.facts, Site(part.document, ("sets", name, "facts")))
                own_facts(self, name, entry, Site(part.document, ("sets", name)))
            self.declare_facts(
                self.v.domains["resource"], sections.resources.facts, Site(part.document, ("resources", "facts"))
            )
            for name, kind in sections.pieces.items():
                site = Site(part.document, ("pieces", name))
                if kind.product:
                    product_facts(self, self.v.domains[name], site)
                self.declare_facts(self.v.domains[name], kind.facts, site.at("facts"))
                self.declare_facts(self.v.domains[name], kind.side_facts, site.at("side_facts"), sides=len(kind.sides))
        for part in self.gathered.parts:
            sections = part.sections
            for name, entry in sections.sets.items():
                for each, value in entry.members.items():
                    self.give(
                        self.v.domains[name], each, value.facts, Site(part.document, ("sets", name, "members", each))
                    )
            for each, resource in sections.resources.members.items():
                self.give(
                    self.v.domains["resource"],
                    each,
                    resource.facts,
                    Site(part.document, ("resources", "members", each)),
                )
            for name, kind in sections.pieces.items():
                self._give_counted(self.v.domains[name], kind, Site(part.document, ("pieces", name)))
                back_facts(self, self.v.domains[name], kind, Site(part.document, ("pieces", name, "back")))
                hint_facts(self, self.v.domains[name], kind, Site(part.document, ("pieces", name, "hints")))
        for given, site in self._fact_entries():
            self._marked(given, site)
        for name, (cards, kind_name, card) in self.cards.items():
            self._give_card(self.v.domains[kind_name], name, card, Site(cards.document, ("cards", name)))
        for kind_name, kind, _, _ in self._kind_entries():
            if kind.product or kind_name in self.pieces_of:
                self._first_copies(self.v.domains[kind_name])

    def _first_copies(self, domain: Domain) -> None:
        """Which card a piece is: `x.card` is the same for all copies."""
        title = {"en": "card", "es": "carta"}
        domain.card = Fact("card", domain.name, domain.type, [0] * domain.size, title=title, used=True)
        for place, name in enumerate(domain.ids):
            domain.card.values[place] = self.copies(domain, name.partition("#")[0])[0]

    def _fact_entries(self) -> Iterator[tuple[m.FactEntry, Site]]:
        """Everything that has facts of its own: members of sets, resources, parts of the board, cards and their sides."""
        if self.plan is not None:
            file = self.plan.file
            for place in ("crossings", "lines", "spaces", "regions"):
                for each, value in getattr(file, place).items():
                    yield value, Site(self.plan.document, (place, each))
        for part in self.gathered.parts:
            for name, entry in part.sections.sets.items():
                for each, value in entry.members.items():
                    yield value, Site(part.document, ("sets", name, "members", each))
            for each, resource in part.sections.resources.members.items():
                yield resource, Site(part.document, ("resources", "members", each))
        for name, (cards, _, card) in self.cards.items():
            site = Site(cards.document, ("cards", name))
            yield card, site
            for side, face in card.sides.items():
                yield face, site.at("sides", side)

    def _marked(self, entry: m.FactEntry, site: Site) -> None:
        """What is called inferred or a house value is a fact or a key that is given here."""
        for mark, listed in (("house", entry.house), ("inferred", entry.inferred)):
            for place, name in enumerate(listed):
                if name not in entry.figures:
                    message = f"no fact or key `{name}` is given here"
                    self.unknown("E313", message, site.at(mark, place), name, list(entry.figures), "given here")

    def declare_facts(self, domain: Domain, facts: Mapping[str, FactType], site: Site, sides: int = 0) -> None:
        """Facts that the members of a family have; values are still missing."""
        for name, entry in facts.items():
            if name in own_keys(domain, counted=domain.kind == "piece" and self._kind(domain.name).count is not None):
                message = f"`{name}` is a key with a meaning of its own, and so no fact"
                self.report("E315", message, site.at(name), "choose another name", key=True, about=name)
                continue
            if name in domain.facts:
                self.report("E407", f"the fact `{name}` is declared twice", site.at(name), key=True)
                continue
            at = site.at(name, "is") if isinstance(site.document.value((*site.path, name)), dict) else site.at(name)
            kind = self.type(entry.is_, at, lists=True)
            values: list[int | tuple[int, ...]] = [-1] * (domain.size * max(1, sides))
            title = {} if entry.name is None else words(entry.name, name)
            none = {} if entry.none is None else words(entry.none, name)
            length = None if entry.length is None else (entry.length.low, entry.length.high)
            domain.facts[name] = Fact(name, domain.name, kind, values, sides, title, length=length, none=none)
            self.homes[f"fact {domain.name}", name] = site.at(name)

    def give(self, domain: Domain, name: str, given: Mapping[str, Any], site: Site) -> None:
        """The facts of a member, as written."""
        for place in self.copies(domain, name):
            self._give_one(domain, place, given, site, first=domain.ids[place] == name)

    def copies(self, domain: Domain, name: str) -> list[int]:
        """Places of a member, and of the copies of a card."""
        if domain.name not in self._places:
            places: dict[str, list[int]] = {}
            for place, each in enumerate(domain.ids):
                places.setdefault(each.partition("#")[0], []).append(place)
            self._places[domain.name] = places
        return self._places[domain.name].get(name, [])

    def _give_one(
        self, domain: Domain, place: int, given: Mapping[str, Any], site: Site, *, first: bool, side: int = -1
    ) -> None:
        facts = {name: fact for name, fact in domain.facts.items() if bool(fact.sides) == (side >= 0) and not fact.made}
        misspelt: set[str] = set()
        if first:
            for name in given:
                if name not in facts:
                    odd = unknown_fact(domain, facts, site.at(name))
                    if not any(each.code == odd.code and each.span == odd.span for each in self.diagnostics):
                        self.diagnostics.append(odd)  # the heading of a table is one for all rows
                    misspelt |= {odd.suggestion.replacement} if odd.suggestion is not None else set()
        for name, fact in facts.items():
            if name in given:
                index = place if side < 0 else place * fact.sides + side
                before = len(self.diagnostics)
                fact.values[index] = fact_value(self, given[name], fact, site.at(name))
                self.widen(before, f"fact {domain.name}", name)
                if not first:
                    del self.diagnostics[before:]
            elif first and not fact.type.optional and name not in misspelt:
                message, advice = f"the fact `{name}` is missing", f"it is {a(fact.type)}; or declare it `{fact.type}?`"
                span = site.document.lacking((*site.path, name))
                self.diagnostics.append(error("E403", message, span, help=advice, about=name))

    def _give_counted(self, domain: Domain, kind: m.PieceKind, site: Site) -> None:
        if kind.count is None:
            return
        for name in kind.values:
            if name not in domain.facts:
                at = site.at("values", name)
                self.unknown("E313", f"unknown fact `{name}`", at, name, list(domain.facts), "facts", key=True)
        for name, fact in domain.facts.items():
            if name not in kind.values:
                self.report(
                    "E403", f"the fact `{name}` has no values", site, f"add `{name}: [...]` under `values`", key=True
                )
                continue
            fact.values = [
                fact_value(self, each, fact, site.at("values", name, place))
                for place, each in enumerate(kind.values[name])
            ]

    def _give_card(self, domain: Domain, name: str, card: m.Card, site: Site) -> None:
        self.give(domain, name, card.facts, site)
        if card.sides and not domain.sides:
            advice = f"declare them: `sides: [{', '.join(card.sides)}]` of the kind `{domain.name}`; or take them out"
            self.report("E412", f"a `{domain.name}` has no sides", site.at("sides"), advice, key=True)
        for side_name in card.sides if domain.sides else ():
            if side_name not in domain.sides:
                at = site.at("sides", side_name)
                self.unknown("E301", f"unknown side `{side_name}`", at, side_name, domain.sides, "sides", key=True)
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
            at = site.at("sides", side_name)
            for place in self.copies(domain, name):
                first = domain.ids[place] == name
                self._give_one(domain, place, card.sides[side_name].facts, at, first=first, side=number)
