"""Declarations of fields, zones, events and decisions: the models of the files in, the vocabulary out.

A state is one list of numbers. This pass gives each field its type and its place in that list: first what belongs to
nobody, then a block for each seat. In a game with two resources, `coin` and `fame`:

    state:                                   offset  size
      round: {is: 0..3}                      0       1      shared
      best: {is: "act?"}                     1       1      shared; begins with -1, none
      strength: {by: [seat], is: 0..9}       4       1      in the block of each seat, behind held (0, 1) and filled (2, 3)

`held` and `filled` are fields of every game: how much a seat has of each resource, and how far its track is filled. The
binder makes `Load(strength, seat=me)` of a name; both executors add up where that lies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.board_plans import declare_board, declare_board_facts
from ruleset_core.analysis.domain_declarations import DomainDeclarations
from ruleset_core.analysis.option_numbers import place_kinds
from ruleset_core.analysis.secrecy import which_of_several
from ruleset_core.analysis.text_reader import SourceSite, display_names
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import MAX_ANSWERS, MAX_PLACES, MAX_VALUES, AnswerPartType, Domain, count_sets
from ruleset_core.lang.program import Definition, InitialValue
from ruleset_core.lang.syntax.parser import EVENTS, parse, reserved_by_language
from ruleset_core.lang.traversal import all_nodes
from ruleset_core.lang.types import BAD, BOOL, FIELDS, INT, RESOURCE, SEAT, Type, member_type, span
from ruleset_core.lang.visibility import knowledge_width
from ruleset_core.lang.vocabulary import (
    DecisionDeclaration,
    Event,
    Field,
    GameOption,
    Hook,
    NamedRange,
    ReactionOrder,
    Zone,
)
from ruleset_core.messages import translations
from ruleset_core.model.schema.base import LocalizedText
from ruleset_core.model.schema.rules import BODIES, ModifierTexts
from ruleset_core.model.schema.rules import DefinitionModel as DefineEntry

# Questions whose answers have several parts: these are members of a domain of their own, which no data names.


def answer_type(linker: DomainDeclarations, decision: str, written: Mapping[str, str], site: SourceSite) -> Type:
    """The type of a decision whose answers have several parts. Its members are all combinations, numbered by the first part, then the next."""
    if len(written) < 2:
        what = "an answer is one thing, or has several parts with names"
        linker.report("E107", what, site.at("of"), "name two or more: `{man: cell, goal: cell}`", key=True)
        return BAD
    kinds = {name: linker.type(text, site.at("of", name)) for name, text in written.items()}
    if any(kind.kind == "bad" for kind in kinds.values()):
        return BAD
    count = 1
    for name, kind in kinds.items():
        if kind.optional or not linker.v.finite(kind):
            advice = "a set, a kind, `seat`, `resource`, `bool`, or a range such as `0..5`"
            linker.report("E303", f"`{kind}` has no fixed values to pick from", site.at("of", name), advice)
            return BAD
        count *= len(linker.v.members(kind))
    if not _in_bounds(linker, count, "ask for some of the parts in a further question", site.at("of")):
        return BAD
    members = {name: linker.v.members(kind) for name, kind in kinds.items()}
    parts = tuple(
        AnswerPartType(name, kind, members[name][0] if members[name] else 0, len(members[name]))
        for name, kind in kinds.items()
    )
    return _answers(linker, decision, parts, count)


def set_type(linker: DomainDeclarations, decision: str, kind: Type, most: int, site: SourceSite) -> Type:
    """The type of a decision whose answers are sets of up to `most` things of a type."""
    if kind.kind == "bad":
        return BAD
    negative = kind.kind == "int" and kind.low is not None and kind.low < 0
    if kind.optional or not linker.v.finite(kind) or negative:
        advice = "a set, a kind, `seat`, `resource`, or a range from 0 such as `0..5`"
        linker.report("E303", f"one cannot pick several of `{kind}`", site.at("of"), advice)
        return BAD
    members = linker.v.members(kind)
    count = count_sets(len(members), most)
    if not _in_bounds(linker, count, "let fewer be picked at once", site.at("most")):
        return BAD
    part = AnswerPartType("", kind, members[0] if members else 0, len(members))
    return _answers(linker, decision, (part,) * min(most, max(1, len(members))), count, sets=True)


def _in_bounds(linker: DomainDeclarations, count: int, advice: str, site: SourceSite) -> bool:
    """Whether there are no more answers than there can be."""
    if count <= MAX_ANSWERS:
        return True
    linker.report("E314", f"these are {count:,} answers; there can be {MAX_ANSWERS:,} at most", site, advice)
    return False


def _answers(
    linker: DomainDeclarations,
    decision: str,
    parts: tuple[AnswerPartType, ...] = (),
    count: int = 0,
    *,
    sets: bool = False,
) -> Type:
    """The type of the answers to a decision, whose members have no ids; of several kinds of answers they are counted later."""
    title = translations("set.answer")
    domain = Domain(f"answer to {decision}", "answer", [], [], title, used=True, parts=parts, count=count, sets=sets)
    linker.add_domain(domain)
    return domain.type


# Linking: what fields begin with where that is worked out when a game begins, before anything has happened.

_WORD: Final = re.compile(r"-?\w*")
NUMBERS: Final = ("held", "filled")
"""What seats have of resources: that is there before any field is."""


def is_computed_start(linker: DomainDeclarations, given: object, kind: Type) -> bool:
    """Whether a first value is an amount to work out, not a value of the type: `2 * players`, or the name of something else."""
    if not isinstance(given, str) or kind.kind == "bad":
        return False
    if _WORD.fullmatch(given) is None:
        return kind.kind != "member" or parse(given, "expr")[0] is not None
    if kind.kind == "member" and given in linker.v.domains[kind.domain].ids:
        return False
    parts = [part.sections for part in linker.gathered.parts]
    return given in {"players", "me"} or any(given in part.state or given in part.define for part in parts)


def read_starts(linker: Declarations, starts: list[InitialValue]) -> None:
    """Read all such values into `starts`; each may look at what is known by then."""
    known = [*NUMBERS]
    for name, field in linker.v.fields.items():
        site = linker.homes.get(("state", name))
        entry = None if site is None else _entry(linker, name, site)
        if entry is not None and site is not None and is_computed_start(linker, entry.start, field.type):
            at = site.at("start")
            tree = linker.expr(entry.start, at, BindingScope(which_of_several(field), me=field.per_seat), field.type)
            unknown = next(_unknown(linker, tree, known, set()), None)
            if unknown is not None:
                advice = (
                    "it may look at fields declared before it, options, facts, `players` and what resources begin with"
                )
                linker.report("E429", f"{unknown} is not known when `{name}` begins", at, advice)
            starts.append(InitialValue(field, tree, linker.origin(at, entry.start)))
        known.append(name)


def _entry(linker: Declarations, name: str, site: SourceSite) -> Any:
    return next(part.sections.state[name] for part in linker.gathered.parts if part.document is site.document)


def _unknown(linker: Declarations, tree: Any, known: list[str], seen: set[str]) -> Iterator[str]:
    """What an amount looks at that is not known before a game begins, in words."""
    for node in all_nodes(tree):
        match node:
            case t.Load() if node.field.name not in known:
                name = node.field.name
                yield f"`{name}`" if "." not in name else f"where a {name.partition('.')[0]} is"
            case t.ZoneRef():
                yield f"what lies in `{node.zone.name}`"
            case t.HookCall():
                yield f"what `{node.hook}` answers"
            case t.Would():
                yield "what would be after an effect"
            case t.Apply() if node.define not in seen:
                seen.add(node.define)
                define = linker.v.defines[node.define]
                if define.value is not None:  # what is in play changes nothing yet
                    yield from _unknown(linker, define.value, known, seen)
            case _:
                pass


# Linking, first half: everything a game declares gets its place in the vocabulary. No effect is read yet.

_PLACE: Final = re.compile(r"\{(\w+)\}")
Signatures = Mapping[str, tuple[tuple[str, ...], str | None]]
"""Hooks by name: parameter types and result type as data writes them."""


class Declarations(DomainDeclarations):
    """Builds the vocabulary of a game out of its parts."""

    def build(self, hooks: Signatures) -> None:
        """All declarations, in an order in which each can refer to those before it."""
        seats = [f"seat_{place}" for place in range(self.v.players[1])]
        self.add_domain(
            Domain(
                "seat",
                "seat",
                seats,
                [translations("scene.player", number=n + 1) for n in range(len(seats))],
                translations("set.seat"),
            )
        )
        declare_board(self)
        self._ranges()
        self._sets()
        self._resources()
        self._kinds()
        self._facts()
        declare_board_facts(self)
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
        site = SourceSite(self.gathered.parts[0].document, ())
        for name, (params, result) in hooks.items():
            self.clash("hooks", name, site)
            kinds = tuple(self.type(text, site) for text in params)
            self.v.hooks[name] = Hook(name, kinds, None if result is None else self.type(result, site))

    def _ranges(self) -> None:
        """Ranges with names, which no set or kind of pieces has."""
        taken = {name for part in self.gathered.parts for name in (*part.sections.sets, *part.sections.pieces)}
        for name, entry, site, _part in self.entries("ranges"):
            whole = site.document.value(site.path)
            at = site.at("is") if isinstance(whole, dict) else site
            kind = self.type(entry.is_, at)
            if kind.kind != "bad" and (kind.kind != "int" or not self.v.finite(kind) or kind.optional):
                message = f"a range goes from one number to another, and `{entry.is_}` does not"
                self.report("E303", message, at, "for example: `1..4`")
            elif name in taken:
                self.report(
                    "E315", f"`{name}` is a set or a kind of pieces already", site, "choose another name", key=True
                )
            elif kind.kind != "bad":
                self.v.ranges[name] = NamedRange(name, kind)

    def _options(self) -> None:
        for name, entry, site, _part in self.entries("options"):
            kind = self.type(entry.of, site.at("of"))
            if kind.kind != "bad" and not self.v.finite(kind):
                self.report("E303", "an option needs a finite type", site.at("of"), "a set, `bool`, or a range")
            default = self._scalar(entry.default, kind, site.at("default"))
            self.v.options[name] = GameOption(name, kind, default, display_names(entry.name, name), len(self.v.options))

    def _start(self, given: str | int | bool | None, kind: Type, site: SourceSite) -> int:
        """The first value of a field."""
        if given is None:
            if kind.optional:
                return -1
            return kind.low or 0 if kind.kind == "int" else 0
        return (
            (kind.low or 0 if kind.kind == "int" else 0)
            if is_computed_start(self, given, kind)
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
                name, (member_type(domain.name),), False, member_type(name), (0,) * domain.size, used=True
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
            if entry.visible == "piece":
                self._check_shown_with_piece(kinds, kind, site)
            self.v.fields[name] = Field(
                name, index, per_seat, kind, (start,), entry.visible, display_names(entry.name, name), entry.name is not None,
                note=entry.note if entry.shown else False, shown=entry.shown,
            )  # fmt: skip
            if entry.out:
                self._out(self.v.fields[name], site)

    def _check_shown_with_piece(self, index: Sequence[Type], kind: Type, site: SourceSite) -> None:
        """A value that is seen with a piece is one of each piece of a kind, and of few values."""
        domain = self.v.domains.get(index[0].domain) if len(index) == 1 else None
        if BAD in index or kind == BAD:
            return
        if domain is None or domain.kind != "piece":
            pieces = [name for name, each in self.v.domains.items() if each.kind == "piece"]
            advice = f"`by: [{pieces[0]}]`" if len(pieces) == 1 else "`by: [KIND]`, a kind of pieces"
            self.report("E303", "`visible: piece` needs one value for each piece", site.at("visible"), advice)
        elif not self.v.finite(kind):
            self.report(
                "E303", f"`visible: piece` needs a finite type, not {kind}", site.at("is"), "a set, `bool`, or a range"
            )

    def _out(self, field: Field, site: SourceSite) -> None:
        """A field says which seats are out of the game."""
        if not field.per_seat or field.index or field.type != BOOL or field.visible != "all":
            advice = "`by: [seat]`, `is: bool`, and visible to all"
            self.report("E303", f"`{field.name}` cannot say who is out", site.at("out"), advice)
        elif self.v.out is not None:
            self.report_duplicate(
                "E407", "two fields say who is out", site.at("out"), self.homes["state", self.v.out.name]
            )
        else:
            field.used = True
            self.v.out = field

    def _bounded(self, index: tuple[Type, ...], most: int, site: SourceSite) -> tuple[Type, ...]:
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
                name,
                entry.of,
                index,
                per_seat,
                entry.start,
                entry.visible,
                display_names(entry.name, name),
                note=entry.note,
            )
            at = f"{entry.of}.at"
            if at not in self.v.fields:
                size = domain.size
                self.v.fields[at] = Field(
                    at, (member_type(entry.of),), False, INT, (-1,) * size, hidden=True, used=True
                )
            if entry.visible == "others" and not per_seat:
                self.report("E303", "`visible: others` needs a zone by seat", site.at("visible"))
            seen = f"{entry.of}.seen"
            if (entry.visible == "seen" or domain.remembered) and seen not in self.v.fields:
                self.v.fields[seen] = self._knowledge_field(seen, domain)

    def _knowledge_field(self, name: str, domain: Domain) -> Field:
        """Who knows which pieces of a kind, and what of them."""
        words = knowledge_width(self.v, domain.name)
        index = (member_type(domain.name), *((span(0, words - 1),) if words > 1 else ()))
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
            event = Event(name, fields, entry.resolve == "queued", display_names(entry.name, name))
            event.origin = self.origin(site)
            event.order = None if entry.order is None else self._order(event, entry.order, site.at("order"))
            self.v.events[name] = event

    def _order(self, event: Event, name: str, site: SourceSite) -> ReactionOrder | None:
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
        return ReactionOrder(decision, domain.name, t.FALSE)

    def _decisions(self) -> None:
        listed: list[tuple[str, Sequence[str], SourceSite]] = []
        titled: list[tuple[str, SourceSite]] = []
        for name, entry, site, _part in self.entries("decisions"):
            titled += [] if entry.name is None else [(name, site)]
            match entry.of:
                case str():
                    kind = self.type(entry.of, site.at("of"))
                    if entry.most is not None:
                        kind = set_type(self, name, kind, entry.most, site)
                case _ if entry.most is not None:
                    kind = BAD
                    what = "several things are picked only of one type"
                    self.report("E107", what, site.at("most"), "write `of: card`, or leave out `most`", key=True)
                case Mapping():
                    kind = answer_type(self, name, entry.of, site)
                case _:
                    kind = _answers(self, name)
                    listed.append((name, entry.of, site.at("of")))
            size, low = 0, 0
            if kind.kind != "bad" and not self.v.finite(kind):
                self._endless(kind, site.at("of"))
            elif kind.kind != "bad":
                values = self.v.members(kind)
                size, low = len(values), values[0] if values else 0
            word = entry.word or name.replace("_", " ")
            self.v.decisions[name] = DecisionDeclaration(
                name, kind, word, low, size, secret=entry.secret, note=entry.note,
                title={} if entry.name is None else display_names(entry.name, name),
            )  # fmt: skip
        for name, kinds, site in listed:
            self._answer_kinds(self.v.decisions[name], kinds, site)
        place_kinds(self.v)
        for name, site in titled:
            decision = self.v.decisions[name]
            flawed = decision.type.kind == "bad" or any(each.incomplete for each in self.v.decisions.values())
            if not decision.kind_of and not flawed:
                message = f"nothing reads `name`: no decision lists `{name}` as a kind of its answers"
                self.report("E412", message, site.at("name"), "leave it out", key=True)

    def _endless(self, kind: Type, site: SourceSite) -> None:
        """A decision whose answers cannot be counted, or are too many."""
        if kind.low is None or kind.high is None:
            advice = "a set, a kind, `seat`, `bool`, or a range such as `0..5`"
            self.report("E303", "a decision needs a finite type", site, advice)
            return
        message = (
            f"a decision has at most {MAX_VALUES:,} answers of one part, and these are {kind.high - kind.low + 1:,}"
        )
        advice = "ask in steps, such as `0..100` hundreds and then units, or count in larger units"
        self.report("E303", message, site, advice)

    def _answer_kinds(self, decision: DecisionDeclaration, names: Sequence[str], site: SourceSite) -> None:
        """The decisions that are kinds of answers of another. They are asked there, or as kinds of further questions."""
        found: list[str] = []
        for place, name in enumerate(names):
            kind, where = self.v.decisions.get(name), site.at(place)
            if kind is None:
                self.unknown("E316", f"unknown decision `{name}`", where, name, list(self.v.decisions), "decisions")
            elif kind is decision or kind.kinds or not kind.size:
                if kind.type.kind != "bad":
                    self.report("E317", f"`{name}` has no answers of its own", where)
            elif self.v.is_set(kind.type):
                advice = f"ask `{name}` by itself, in the branch of another kind"
                self.report("E317", f"the answers of `{name}` are sets, and no kind of answers", where, advice)
            elif name in found:
                self.report("E317", f"`{name}` is listed twice", where, "leave it out")
            elif kind.kind_of and kind.secret != decision.secret:
                advice = f"declare another decision of the same type, such as `{name}_too`"
                what = f"`{name}` cannot be answered openly in one question and secretly in another"
                self.report("E317", f"{what}: it is a kind of answers of `{kind.kind_of[0]}`, too", where, advice)
            else:
                kind.kind_of, kind.secret, kind.used = (*kind.kind_of, decision.name), decision.secret, True
                found.append(name)
        decision.kinds, decision.incomplete = tuple(found), len(found) < len(names)

    def _changes(self, define: Definition, changed: ModifierTexts, site: SourceSite) -> None:
        """What is said of changes: of conditions that they do not hold, of amounts how much they are."""
        for key in ("set", "add", "less", "times", "no"):
            told: LocalizedText | None = getattr(changed, key)
            if told is not None and self._check_define_text(define, told, key, site.at(key), value=key != "no"):
                define.changed[key] = display_names(told, "")

    def _check_define_text(
        self, define: Definition, told: LocalizedText, key: str, site: SourceSite, *, value: bool
    ) -> bool:
        """Whether a text about a definition is read, and names nothing in braces but parameters (and a `value`)."""
        fits = {"no": define.type == BOOL, "set": define.kind in {"amount", "value"} and define.type != BOOL}
        if not fits.get(key, define.type.kind == "int"):
            what = f"is: {define.type}" if define.kind == "value" else define.kind
            self.report("E412", f"nothing reads `{key}` of a definition by `{what}`", site, key=True)
            return False
        known = [*define.params, *(("value",) if value else ())]
        for name in dict.fromkeys(each for text in told.texts.values() for each in _PLACE.findall(text)):
            if name not in known:
                self.unknown("E301", f"nothing called `{name}` can be put in here", site, name, known, key=True)
        return True

    def _because(self, name: str, kind: str, entry: DefineEntry, site: SourceSite) -> None:
        """What accounts call what an effect does; an amount or condition does nothing."""
        if entry.because is None:
            return
        if kind != "effect":
            self.report("E412", f"nothing reads `because` of a definition by `{kind}`", site.at("because"), key=True)
        self.v.because["define", name] = display_names(entry.because, "")

    def _defines(self) -> None:
        for name, entry, site, _part in self.entries("define"):
            given = [kind for kind in BODIES if getattr(entry, kind) is not None]
            if len(given) != 1:
                self.report(
                    "E102" if not given else "E107",
                    "a definition has exactly one of `amount`, `condition`, `value`, `effect`",
                    site,
                    key=True,
                )
            params = {each: self.type(text, site.at("params", each)) for each, text in entry.params.items()}
            kind = given[0] if given else "amount"
            result = {"amount": INT, "condition": BOOL}.get(kind, BAD)  # BAD of an effect: it returns nothing
            if kind in {"value", "effect"} and entry.is_ is not None:
                result = self.type(entry.is_, site.at("is"))
            self.v.defines[name] = Definition(
                name, kind, params, result, display_names(entry.name, name), unread=set(params)
            )
            self._because(name, kind, entry, site)
            if entry.one is not None and self._check_define_text(
                self.v.defines[name], entry.one, "one", site.at("one"), value=False
            ):
                self.v.defines[name].one = display_names(entry.one, "")
            if entry.changed is not None:
                self._changes(self.v.defines[name], entry.changed, site.at("changed"))
            for each in params:
                if each in self.v.fields or reserved_by_language("params", each):
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
