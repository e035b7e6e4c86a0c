"""Declarations of sets, resources, kinds of pieces and cards, with the facts of their members.

Values are whole numbers for both executors. This is where names get theirs, in the order in which the data lists them:

    sets: {act: {facts: {price: 0..4}, members: {rest: {price: 0}, fight: {price: 2}}}}

    Domain("act", ids=["rest", "fight"])     rest is 0, fight is 1; none is -1
    Fact("price", type 0..4, values=[0, 2])  `a.price` reads this list at place `a`

Seats, resources and cards are such domains, too: a deck of two knights and a jester is a domain of three members. The binder
looks up names here; range analysis reads from `values` that a price is 0 or 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from ruleset_core.analysis.generated_sets import declared_facts_of_generated, generated_facts, generated_members
from ruleset_core.analysis.grids import Combinations, combination_facts, make_combinations
from ruleset_core.analysis.text_reader import SourceSite, TextReader, display_names
from ruleset_core.diagnostics import Diagnostic, error
from ruleset_core.lang.domains import MAX_VALUES, Domain, Fact
from ruleset_core.lang.grid_shapes import Form
from ruleset_core.lang.syntax.parser import SETS
from ruleset_core.lang.types import with_article
from ruleset_core.lang.vocabulary import Resource, Vocabulary
from ruleset_core.messages import FILE_LANGUAGES, translations
from ruleset_core.model.game_files import GatheredBoard, GatheredCards, GatheredFiles, GatheredPart
from ruleset_core.model.schema import documents as m
from ruleset_core.model.schema.base import FactType
from ruleset_core.model.schema.section_models import MemberModel, ResourceModel
from ruleset_core.model.schema.validation import keys_of, unknown_key
from ruleset_core.model.sources import Document

# Facts as they are written: their names, the values of lists, those that show on the back.

_ENTRIES: dict[str, type[BaseModel]] = {"piece": m.CardModel, "resource": ResourceModel, "set": MemberModel}


def own_keys(domain: Domain, *, counted: bool) -> frozenset[str]:
    """The keys that mean something where the facts of a family are given; counted pieces give theirs in `values`."""
    model = None if counted else _ENTRIES.get(domain.kind)
    return frozenset(keys_of(model))


def unknown_fact(domain: Domain, facts: Mapping[str, Fact], site: SourceSite) -> Diagnostic:
    """A key that is no fact of what it is given for; where an expansion replaces facts, those that can be replaced."""
    document, path = site.document.home(site.path)
    if document is site.document.read:
        owner = SourceSite(site.document, site.path[:-1])
        return unknown_key(site.document, site.path, _keys_of(domain, facts, owner))
    found = unknown_key(document, path, [*facts, *_keys_of(domain, {}, SourceSite(document, path[:-1]))])
    listed = ", ".join(f"`{name}`" for name in facts)
    return found if found.suggestion is not None or not facts else replace(found, help=f"facts here: {listed}")


def _keys_of(domain: Domain, facts: Mapping[str, Fact], site: SourceSite) -> list[str]:
    """The keys that something with these facts may have, as far as they are not there."""
    models = {"piece": m.CardFaceModel if "sides" in site.path else m.CardModel, "resource": m.ResourceModel}
    own = keys_of(models.get(domain.kind, m.MemberModel))
    given = site.document.value(site.path)
    return [key for key in (*facts, *own) if not isinstance(given, Mapping) or key not in given]


def fact_value(reader: TextReader, given: Any, fact: Fact, site: SourceSite) -> int | tuple[int, ...]:
    """The value of a fact as written; a list is a list, and as long as it is declared."""
    if fact.type.kind == "list" and given is not None and not isinstance(given, tuple | list):
        reader.report("E303", f"`{fact.name}` is {with_article(fact.type)}", site, f"write it as a list: `[{given}]`")
        return ()
    value = reader.value(given, fact.type, site)
    if isinstance(value, tuple):
        low, high = fact.length or (0, MAX_VALUES)
        if not low <= len(value) <= high:
            meant = str(low) if low == high else f"{low} to {high}"
            message = f"`{fact.name}` has {meant} value{'s' * (meant != '1')}, and these are {len(value)}"
            reader.report("E314", message, site, "`length:` of the fact says how many")
    return value


def back_facts(reader: TextReader, domain: Domain, kind: m.PieceKindModel, site: SourceSite) -> None:
    """The facts that show on the back: of the piece as a whole, since sides lie up in turn."""
    facts = [name for name, fact in domain.facts.items() if not fact.sides]
    for place, name in enumerate(kind.back):
        if name not in facts:
            reader.unknown("E313", f"unknown fact `{name}`", site.at(place), name, facts, "facts")
        elif name in domain.back:
            reader.report("E107", f"`{name}` is in this list twice", site.at(place), "delete one of the two")
        else:
            domain.back.append(name)
            domain.facts[name].used = True


MOST_HINTS = 64
"""The most values that the hints of a kind may have together: each is a number a piece in every state."""


def hint_facts(reader: TextReader, domain: Domain, kind: m.PieceKindModel, site: SourceSite) -> None:
    """The facts that may become known without the piece: each of few values, and of the piece as a whole."""
    facts = [name for name, fact in domain.facts.items() if not fact.sides]
    values = 0
    for place, name in enumerate(kind.hints):
        if name not in facts:
            reader.unknown("E313", f"unknown fact `{name}`", site.at(place), name, facts, "facts")
            continue
        fact = domain.facts[name]
        if fact.type.kind == "bad":
            continue
        if name in domain.hints:
            reader.report("E107", f"`{name}` is in this list twice", site.at(place), "delete one of the two")
        elif not reader.v.finite(fact.type) or fact.type.optional or fact.type.domain in {"seat", domain.name}:
            message = f"`{name}` is {with_article(fact.type)}, of which no hint can be kept"
            reader.report("E303", message, site.at(place), "hints are about a set, `bool` or numbers such as `1..5`")
        else:
            domain.hints.append(name)
            fact.used = True
            values += len(reader.v.members(fact.type))
    if values > MOST_HINTS:
        message = f"these facts have {values} values together; there can be {MOST_HINTS}"
        reader.report("E314", message, site, "leave out a fact, or make its type smaller")
    if domain.hints and kind.back:
        message = "hints are about pieces that look alike face down"
        reader.report("E107", message, site, "take out `hints` or `back`", key=True)
    if domain.hints and not kind.remembered:
        message = "hints are kept of pieces that are remembered"
        reader.report("E107", message, site, "say `remembered: true` as well", key=True)


# Linking: sets, resources, kinds of pieces with their cards, and the facts of all their members.


class DomainDeclarations(TextReader):
    """Families of names and their facts."""

    def __init__(self, gathered: GatheredFiles, players: tuple[int, int]) -> None:
        super().__init__(Vocabulary(players))
        self.gathered = gathered
        self.cards: dict[str, tuple[GatheredCards, str, m.CardModel]] = {}
        self.pieces_of: dict[str, list[str]] = {}
        self._places: dict[str, dict[str, list[int]]] = {}
        self.boards: list[tuple[str, m.BoardModel, SourceSite]] = []
        self.plan: GatheredBoard | None = None
        self.made: dict[str, frozenset[str]] = {}
        self.excepting: dict[str, tuple[str, ...]] = {}
        self.products: dict[SourceSite, Combinations] = {}
        self.forms: dict[SourceSite, dict[str, list[Form]]] = {}
        self._files: dict[str, str] = {}

    def entries(self, section: str) -> Iterator[tuple[str, Any, SourceSite, GatheredPart]]:
        """All entries of a section over all parts; a name defined twice is reported."""
        for part in self.gathered.parts:
            for name, entry in getattr(part.sections, section).items():
                site = SourceSite(part.document, (section, name))
                if self.claim(section, name, site) and not (section == "pieces" and name in SETS):
                    yield name, entry, site, part

    def claim(self, section: str, name: str, site: SourceSite) -> bool:
        """Whether a name is new in its section."""
        first = self.homes.setdefault((section, name), site)
        if first is not site:
            self.report_duplicate("E407", f"`{name}` is defined twice in `{section}`", site, first)
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

    def report_duplicate(self, code: str, message: str, site: SourceSite, first: SourceSite) -> None:
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
                site = SourceSite(part.document, ("sets", name))
                first = self.homes.setdefault(("sets", name), site)
                if first is not site and not part.origin:
                    self.report_duplicate("E407", f"`{name}` is defined twice in `sets`", site, first)
                    continue
                if first is site:
                    self.clash("sets", name, site)
                    if name in SETS:
                        continue
                    self._set(name, entry, site)
                for each, value in entry.members.items():
                    if name in self.excepting:
                        message = (
                            f"`{name}` has all members of `{self.v.domains[name].part_of}` but those under `except`"
                        )
                        self.report("E407", message, site.at("members", each), "name it there instead", key=True)
                    elif name not in self.made:
                        self._member(self.v.domains[name], each, value.name, site.at("members", each), value)
                    elif each not in self.made[name]:
                        message = f"`{each}` is none of the members that are made"
                        self.report(
                            "E407",
                            message,
                            site.at("members", each),
                            "they are those of the grid, product or shapes",
                            key=True,
                        )

    def _set(self, name: str, entry: m.SetModel, site: SourceSite) -> None:
        """A new set; the seats are its first members if it says so."""
        seats = self.v.domains["seat"]
        if not entry.seats:
            made = generated_members(self, name, entry, site)
            if entry.of is not None and entry.except_:
                self.excepting[name] = entry.except_
            if entry.grid is not None or entry.product or entry.shapes is not None:
                self.made[name] = frozenset(made)
            called = {each: member.name for each, member in entry.members.items()} if entry.shapes is not None else {}
            self.add_domain(
                Domain(
                    name,
                    "set",
                    made,
                    self.products[site].names
                    if entry.product
                    else [display_names(called.get(each), each) for each in made],
                    display_names(entry.name, name),
                    adjectives=entry.adjectives,
                    part_of=entry.of or "",
                )
            )
            return
        if entry.facts:
            self.report("E107", "a set with seats has no facts: seats have none", site.at("facts"), key=True)
        self.add_domain(Domain(name, "set", [*seats.ids], [*seats.names], display_names(entry.name, name), seats=True))

    def _member(
        self,
        domain: Domain,
        name: str,
        called: m.LocalizedText | None,
        site: SourceSite,
        entry: MemberModel | m.ResourceModel | None = None,
        words: str = "",
    ) -> None:
        """A new member. `words`: what it is called where it has no name, if not its own."""
        home = (f"member {domain.name}", name)
        if home in self.homes:
            self.report_duplicate("E407", f"`{name}` is in `{domain.name}` twice", site, self.homes[home])
            return
        if domain.seats and name in self.v.domains["seat"].ids:
            message = f"`{name}` is in `{domain.name}` twice: it is one of the seats"
            self.report("E407", message, site, "choose another name", key=True)
            return
        self.clash("members", name, site)
        self.homes[home] = site
        if entry is not None and entry.said is not None:
            domain.said[domain.size] = display_names(entry.said, name)
        if entry is not None and entry.plural is not None:
            domain.plural[domain.size] = display_names(entry.plural, name)
        given = [] if called is None else [lang for lang in called.given if lang in FILE_LANGUAGES]
        if len(given) == 1:
            domain.only_in[domain.size] = given[0]
        domain.ids.append(name)
        domain.names.append(display_names(called, words or name))
        for each, left_out in self.excepting.items():
            part = self.v.domains[each]
            if part.part_of == domain.name and name not in {*left_out, *part.ids}:
                self._member(part, name, called, site)

    def _resources(self) -> None:
        domain = Domain("resource", "resource", [], [], translations("set.resource"))
        self.add_domain(domain)
        for part in self.gathered.parts:
            for name, entry in part.sections.resources.members.items():
                site = SourceSite(part.document, ("resources", "members", name))
                before = domain.size
                self._member(domain, name, entry.name, site, entry)
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
                made = make_combinations(self, name, entry, site)
                ids, names = [*made.ids], [*made.names]
            else:
                ids = [f"{name}_{number}" for number in range(1, (entry.count or 0) + 1)]
                called = display_names(entry.name, name).items()
                names = [{lang: f"{said} {n}" for lang, said in called} for n in range(1, len(ids) + 1)]
            title, sides = display_names(entry.name, name), list(entry.sides)
            self.add_domain(Domain(name, "piece", ids, names, title, sides=sides, remembered=entry.remembered))
            if entry.sides:
                self.add_domain(
                    Domain(
                        f"{name}.side",
                        "side",
                        list(entry.sides),
                        [display_names(side.name, name) for name, side in entry.sides.items()],
                        translations("set.piece_side"),
                    )
                )
        for cards in self.gathered.cards:
            self._cards(cards)
        for name, entry, site, part in self._kind_entries():
            self._count(name, entry, site, part.origin)

    def _kind_entries(self) -> Iterator[tuple[str, m.PieceKindModel, SourceSite, GatheredPart]]:
        for part in self.gathered.parts:
            for name, entry in part.sections.pieces.items():
                if name not in SETS:
                    yield name, entry, SourceSite(part.document, ("pieces", name)), part

    def _cards(self, cards: GatheredCards) -> None:
        kind = cards.file.kind
        domain = self.v.domains.get(kind)
        if domain is None or domain.kind != "piece":
            kinds = [each.name for each in self.v.domains.values() if each.kind == "piece"]
            at = SourceSite(cards.document, ("kind",))
            self.unknown("E408", f"unknown kind of piece `{kind}`", at, kind, kinds, "kinds")
            return
        if self._kind(kind).product:
            what = f"the pieces of kind `{kind}` are made by `product`, so it has no cards"
            self.report(
                "E408", what, SourceSite(cards.document, ("kind",)), "declare a kind of its own for these cards"
            )
            return
        for name, card in cards.file.cards.items():
            site = SourceSite(cards.document, ("cards", name))
            if name in self.cards:
                self.report_duplicate(
                    "E401",
                    f"two cards are called `{name}`",
                    site,
                    SourceSite(self.cards[name][0].document, ("cards", name)),
                )
                continue
            self.clash("members", name, site)
            self.cards[name] = (cards, kind, card)
            if domain.size + card.copies > MAX_VALUES:
                self.report("E314", f"there can be {MAX_VALUES:,} pieces of a kind at most", site, key=True)
                return
            for copy in range(1, card.copies + 1):
                self._member(domain, name if copy == 1 else f"{name}#{copy}", card.name, site, words=name)
                self.pieces_of.setdefault(kind, []).append(name)
            if card.name is None and self._kind(kind).named:
                self.report(
                    "E102", "`name` is missing", site, "for example: `name: {en: Merchant, es: Mercader}`", key=True
                )

    def _kind(self, name: str) -> m.PieceKindModel:
        return next(entry for kind, entry, _, _ in self._kind_entries() if kind == name)

    def _count(self, name: str, entry: m.PieceKindModel, site: SourceSite, origin: str) -> None:
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
                    generated_facts(self, name, entry, SourceSite(part.document, ("sets", name)))
                self.declare_facts(
                    self.v.domains[name], entry.facts, SourceSite(part.document, ("sets", name, "facts"))
                )
                declared_facts_of_generated(self, name, entry, SourceSite(part.document, ("sets", name)))
            self.declare_facts(
                self.v.domains["resource"], sections.resources.facts, SourceSite(part.document, ("resources", "facts"))
            )
            for name, kind in sections.pieces.items():
                site = SourceSite(part.document, ("pieces", name))
                if kind.product:
                    combination_facts(self, self.v.domains[name], site)
                self.declare_facts(self.v.domains[name], kind.facts, site.at("facts"))
                self.declare_facts(self.v.domains[name], kind.side_facts, site.at("side_facts"), sides=len(kind.sides))
        for part in self.gathered.parts:
            sections = part.sections
            for name, entry in sections.sets.items():
                for each, value in entry.members.items():
                    self.give(
                        self.v.domains[name],
                        each,
                        value.facts,
                        SourceSite(part.document, ("sets", name, "members", each)),
                    )
            for each, resource in sections.resources.members.items():
                self.give(
                    self.v.domains["resource"],
                    each,
                    resource.facts,
                    SourceSite(part.document, ("resources", "members", each)),
                )
            for name, kind in sections.pieces.items():
                self._give_counted(self.v.domains[name], kind, SourceSite(part.document, ("pieces", name)))
                back_facts(self, self.v.domains[name], kind, SourceSite(part.document, ("pieces", name, "back")))
                hint_facts(self, self.v.domains[name], kind, SourceSite(part.document, ("pieces", name, "hints")))
        for given, site in self._fact_entries():
            self._marked(given, site)
        for name, (cards, kind_name, card) in self.cards.items():
            self._give_card(self.v.domains[kind_name], name, card, SourceSite(cards.document, ("cards", name)))
        for kind_name, kind, _, _ in self._kind_entries():
            if kind.product or kind_name in self.pieces_of:
                self._first_copies(self.v.domains[kind_name])

    def _first_copies(self, domain: Domain) -> None:
        """Which card a piece is: `x.card` is the same for all copies."""
        title = translations("set.card")
        domain.card = Fact("card", domain.name, domain.type, [0] * domain.size, title=title, used=True)
        for place, name in enumerate(domain.ids):
            domain.card.values[place] = self.copies(domain, name.partition("#")[0])[0]

    def _fact_entries(self) -> Iterator[tuple[m.FactEntry, SourceSite]]:
        """Everything that has facts of its own: members of sets, resources, parts of the board, cards and their sides."""
        if self.plan is not None:
            file = self.plan.file
            for place in ("crossings", "lines", "spaces", "regions"):
                for each, value in getattr(file, place).items():
                    yield value, SourceSite(self.plan.document, (place, each))
        for part in self.gathered.parts:
            for name, entry in part.sections.sets.items():
                for each, value in entry.members.items():
                    yield value, SourceSite(part.document, ("sets", name, "members", each))
            for each, resource in part.sections.resources.members.items():
                yield resource, SourceSite(part.document, ("resources", "members", each))
        for name, (cards, _, card) in self.cards.items():
            site = SourceSite(cards.document, ("cards", name))
            yield card, site
            for side, face in card.sides.items():
                yield face, site.at("sides", side)

    def _marked(self, entry: m.FactEntry, site: SourceSite) -> None:
        """What is called inferred or a house value is a fact or a key that is given here."""
        for mark, listed in (("house", entry.house), ("inferred", entry.inferred)):
            for place, name in enumerate(listed):
                if name not in entry.figures:
                    message = f"no fact or key `{name}` is given here"
                    self.unknown("E313", message, site.at(mark, place), name, list(entry.figures), "given here")

    def declare_facts(self, domain: Domain, facts: Mapping[str, FactType], site: SourceSite, sides: int = 0) -> None:
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
            title = {} if entry.name is None else display_names(entry.name, name)
            none = {} if entry.none is None else display_names(entry.none, name)
            length = None if entry.length is None else (entry.length.low, entry.length.high)
            domain.facts[name] = Fact(name, domain.name, kind, values, sides, title, length=length, none=none)
            self.homes[f"fact {domain.name}", name] = site.at(name)

    def give(self, domain: Domain, name: str, given: Mapping[str, Any], site: SourceSite) -> None:
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
        self, domain: Domain, place: int, given: Mapping[str, Any], site: SourceSite, *, first: bool, side: int = -1
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
                message, advice = (
                    f"the fact `{name}` is missing",
                    f"give {with_article(fact.type)}, or declare it `{fact.type}?`",
                )
                span = site.document.missing_value_span((*site.path, name))
                self.diagnostics.append(error("E403", message, span, help=advice, about=name))

    def _give_counted(self, domain: Domain, kind: m.PieceKindModel, site: SourceSite) -> None:
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

    def _give_card(self, domain: Domain, name: str, card: m.CardModel, site: SourceSite) -> None:
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
