"""Names in texts of the effect language with what they mean: recorded while the checker resolves them, for whoever asks where a name is used.

The compiler needs to know what a name means and not where it stood. So nobody notes that while games are linked; within
`recording(...)` every text is resolved by `RecordingChecker`, which notes the place of each name beside what it came to:

    set pot = pot + face       state.pot at 4 to 7 and 10 to 13, state.face at 16 to 20
    for each p in seat { … }   a local `p`, declared at 9; `p.hand` within the braces is zones.hand, and `p` the local from 9
    c.colour == red            `fact card`.colour and `member colour`.red: the type of one side says which `red` is meant

A symbol is called as `TextReader.homes` calls what is declared, by section and name; a local by the place that declares it.
Names in a game's Python (`hooks.py`) are not among them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from ruleset_core.analysis.statement_checker import StatementChecker
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import DecisionDeclaration, Field, Vocabulary, Zone
from ruleset_core.values import set_within

if TYPE_CHECKING:
    from ruleset_core.analysis.binder import BindingScope
    from ruleset_core.analysis.declaration_index import DeclaredEntry
    from ruleset_core.analysis.text_reader import SourceSite
    from ruleset_core.lang.domains import Domain

SECTION_OF_KIND: Final = {"set": "sets", "piece": "pieces"}
"""The sections of families of names; the others are the language's own."""
LOCAL: Final = "local"
ANYWHERE: Final = -1
KEY: Final = -2


class GameSymbol(NamedTuple):
    """Something with a name: `state.pot`, `member colour.red`. `declared` tells locals apart: where one is declared in its text."""

    section: str
    name: str
    declared: int = -1

    @property
    def full(self) -> str:
        """Its name behind its section, as commands take it: `state.pot`, `member.colour.red`."""
        return f"{self.section.replace(' ', '.')}.{self.name}"


class RecordedName(NamedTuple):
    """A name of a file: what it means, and where in the value it begins; `ANYWHERE` for the first time, `KEY` where it is the key."""

    site: SourceSite
    symbol: GameSymbol
    start: int = ANYWHERE


@dataclass(slots=True)
class ReferenceRecorder:
    """The names of all that is resolved while it records."""

    found: list[RecordedName] = field(default_factory=list)

    def note(self, site: SourceSite, symbol: GameSymbol) -> None:
        """Note a name that a value is, or has in it once."""
        self.found.append(RecordedName(site, symbol))

    def family(self, v: Vocabulary, name: str, site: SourceSite) -> None:
        """Note the name of a type."""
        section = section_of_family(v, name)
        if section:
            self.note(site, GameSymbol(section, name))

    def text(self, site: SourceSite, shift: int, names: Mapping[tuple[int, int], GameSymbol]) -> None:
        """Note the names of a text, `shift` characters of which are not in the file."""
        for (start, _), symbol in names.items():
            if start < shift:
                continue
            if symbol.section == LOCAL and symbol.declared >= 0:
                symbol = symbol._replace(declared=symbol.declared - shift)  # noqa: PLW2901 - the same, counted in the value
            self.found.append(RecordedName(site, symbol, start - shift))

    def entries(self, v: Vocabulary, entries: Iterable[DeclaredEntry], name: RecordedName) -> None:
        """Note a name of a rules text, such as `points`, `score.points` or `course.roll`; one that means several entries belongs to none."""
        written, found = name.symbol.name, [*entries]
        for entry in found if len(found) == 1 else ():
            symbol = symbol_of_entry(v, entry)
            last = name.start + len(written) - len(symbol.name)
            if written.endswith(symbol.name):
                self.found.append(RecordedName(name.site, symbol, last))
            owner, _, inner = entry.name.rpartition(".")
            if owner and written.endswith(f"{owner}.{inner}"):
                self.found.append(RecordedName(name.site, GameSymbol(entry.section, owner), last - len(owner) - 1))


RECORDER: Final[ContextVar[ReferenceRecorder | None]] = ContextVar("RECORDER", default=None)
"""What notes names, while somebody asks where they are used."""


def recording() -> AbstractContextManager[ReferenceRecorder]:
    """Within, what is linked and checked notes its names."""
    return set_within(RECORDER, ReferenceRecorder())


def section_of_family(v: Vocabulary, name: str) -> str:
    """The section that declares a type; empty for one of the language's own."""
    domain = v.domains.get(name)
    return "ranges" if name in v.ranges else SECTION_OF_KIND.get(domain.kind if domain else "", "")


def symbol_of_member(v: Vocabulary, domain: Domain, name: str) -> GameSymbol:
    """A member, as one of the set that declares it: `except` leaves some of another set out."""
    whole = v.domains.get(domain.part_of)
    if whole is not None and name in whole.ids:
        return symbol_of_member(v, whole, name)
    return GameSymbol(
        f"side {domain.name.removesuffix('.side')}" if domain.kind == "side" else f"member {domain.name}", name
    )


_OF_ENTRY: Final = {"members": "member", "sides": "side"}
"""What parts of an entry are, by the key they stand under; others are facts."""


def symbol_of_entry(v: Vocabulary, entry: DeclaredEntry) -> GameSymbol:
    """An entry of a section as a symbol: members, cards and facts belong to what they are of."""
    owner, _, name = entry.name.rpartition(".")
    if owner:
        return GameSymbol(f"{_OF_ENTRY.get(str(entry.path[2]), 'fact')} {owner}", name)
    if entry.section == "cards":
        kind = next((each.name for each in v.domains.values() if each.kind == "piece" and name in each.ids), "")
        return GameSymbol(f"member {kind}", name)
    return GameSymbol("member resource" if entry.section == "resources" else entry.section, name)


class RecordingChecker(StatementChecker):
    """Resolves a text as `StatementChecker` does, and notes in `names` what each name came to."""

    def __init__(self, vocabulary: Vocabulary, card_effects: dict[str, tuple[str, ...]] | None = None) -> None:
        super().__init__(vocabulary, card_effects)
        self.names: dict[tuple[int, int], GameSymbol] = {}
        """By the characters of the text; what is found last counts: a text is tried in several ways."""

    # -- where a name stands ------------------------------------------------------------------------------------

    def _mark(self, node: s.SyntaxNode, name: str, section: str, declared: int = -1, called: str = "") -> None:
        """Note a name that a node ends or begins with; what is made by the checker itself stands nowhere."""
        while isinstance(node, s.IndexSyntax):
            node = node.of
        places = (node.end - len(name), node.start) if isinstance(node, s.AttributeSyntax) else (node.start,)
        for start in places:
            if self.text[start : start + len(name)] == name:
                self.names[start, start + len(name)] = GameSymbol(section, called or name, declared)
                return

    def _mark_member(self, node: s.SyntaxNode, domain: Domain, name: str) -> None:
        symbol = symbol_of_member(self.v, domain, name)
        self._mark(node, name, symbol.section)

    def _mark_family(self, node: s.SyntaxNode, name: str) -> None:
        section = section_of_family(self.v, name)
        if section:
            self._mark(node, name, section)

    def type_without_report(self, node: s.SyntaxNode, scope: BindingScope, want: Type | None = None) -> Type:
        """As it is, and what is only tried is not noted."""
        kept = dict(self.names)
        try:
            return super().type_without_report(node, scope, want)
        finally:
            self.names = kept

    # -- locals -------------------------------------------------------------------------------------------------

    def bind(
        self, name: str, kind: Type, scope: BindingScope, node: s.SyntaxNode, *, runs: bool = False
    ) -> BindingScope:
        """A scope with one more local, whose name knows where it is declared."""
        place = self._declared(name, node)
        if place >= 0:
            self.names[place, place + len(name)] = GameSymbol(LOCAL, name, place)
            name = s.NameToken(name, place)
        return super().bind(name, kind, scope, node, runs=runs)

    def _declared(self, name: str, node: s.SyntaxNode) -> int:
        """Where a node declares a local; -1 for one that is not written, such as `picked`."""
        match node:
            case s.AnswerPartSyntax():
                end = node.start + len(name)
            case s.LetSyntax():
                end = node.value.start
            case s.DoSyntax():
                end = node.target.start
            case s.ForEachSyntax() | s.QuantitySyntax():
                end = node.selection.start
            case s.ReachSyntax() if name == node.var:
                end = node.among.start
            case s.ReachSyntax() if name == node.to:
                end = node.step.start
            case s.ReachSyntax() if node.then is not None:
                end = node.then.start
            case _:
                return -1
        found = [each.start() for each in re.finditer(rf"\b{re.escape(name)}\b", self.text[:end])]
        return found[-1] if found and found[-1] >= node.start else -1

    # -- names in expressions -----------------------------------------------------------------------------------

    def _name(self, node: s.NameSyntax, scope: BindingScope, want: Type | None) -> t.Expr:
        value = super()._name(node, scope, want)
        if node.name in scope.locals:
            key = next(each for each in scope.locals if each == node.name)
            self._mark(node, node.name, LOCAL, key.start if isinstance(key, s.NameToken) else -1)
        elif isinstance(value, t.Const) and value.type.kind == "member":
            self._mark_member(node, self.v.domains[value.type.domain], node.name)
        return value

    def _load(
        self, where: Field, seat: t.Expr | None, items: tuple[s.SyntaxNode, ...], node: s.SyntaxNode, scope: BindingScope
    ) -> t.Expr:  # fmt: skip
        if "." not in where.name and " " not in where.name:
            self._mark(node, where.name, "state")
        return super()._load(where, seat, items, node, scope)

    def _held(self, resource: t.Const, seat: t.Expr | None, node: s.SyntaxNode, scope: BindingScope) -> t.Expr:
        self._mark(node, self.v.resources[resource.value].name, "member resource")
        return super()._held(resource, seat, node, scope)

    def _ref(
        self, zone: Zone, seat: t.Expr | None, items: tuple[s.SyntaxNode, ...], node: s.SyntaxNode, scope: BindingScope
    ) -> t.ZoneRef:  # fmt: skip
        self._mark(node, zone.name, "zones")
        return super()._ref(zone, seat, items, node, scope)

    def _zone_at(
        self, zone: Zone, seat: t.Expr | None, items: tuple[s.SyntaxNode, ...], node: s.IndexSyntax, scope: BindingScope
    ) -> t.Expr:  # fmt: skip
        self._mark(node, zone.name, "zones")
        return super()._zone_at(zone, seat, items, node, scope)

    def _apply(self, name: str, args: tuple[s.SyntaxNode, ...], node: s.SyntaxNode, scope: BindingScope) -> t.Expr:
        self._mark(node, name, "define")
        return super()._apply(name, args, node, scope)

    def _option(self, node: s.AttributeSyntax) -> t.Expr:
        if node.name in self.v.options:
            self._mark(node, node.name, "options")
        return super()._option(node)

    def _member_of_set(self, node: s.AttributeSyntax, scope: BindingScope) -> t.Expr | None:
        found = super()._member_of_set(node, scope)
        if isinstance(found, t.Const) and found.type.kind == "member" and isinstance(node.of, s.NameSyntax):
            self._mark_family(node.of, node.of.name)
            self._mark_member(node, self.v.domains[node.of.name], node.name)
        return found

    def _of_member(
        self, node: s.AttributeSyntax, of: t.Expr, items: tuple[s.SyntaxNode, ...], scope: BindingScope
    ) -> t.Expr:
        value = super()._of_member(node, of, items, scope)
        match value:
            case t.FactOf(fact=fact) | t.Nth(of=t.FactOf(fact=fact)) if fact.name == node.name:
                self._mark(node, node.name, f"fact {fact.domain}")
            case t.Load(field=field) if field.name == node.name:
                self._mark(node, node.name, "state")
            case _:
                pass
        return value

    def _of_answer(
        self, node: s.AttributeSyntax, of: t.Expr, items: tuple[s.SyntaxNode, ...], domain: Domain
    ) -> t.Expr:
        self._mark(node, node.name, f"part {domain.name.removeprefix('answer to ')}")
        return super()._of_answer(node, of, items, domain)

    def _prefer_member(self, node: s.SyntaxNode, scope: BindingScope) -> t.Expr:
        value = super()._prefer_member(node, scope)
        if isinstance(node, s.NameSyntax) and isinstance(value, t.Const) and value.type.kind == "member":
            self._mark_member(node, self.v.domains[value.type.domain], node.name)
        return value

    def _named(self, node: s.NameSyntax, scope: BindingScope) -> t.Selection:
        self._mark_family(node, node.name)
        return super()._named(node, scope)

    def _type_named(self, node: s.SyntaxNode) -> Type | None:
        found = super()._type_named(node)
        if found is not None and isinstance(node, s.NameSyntax):
            section = next((each for each, table in self._bounded() if node.name in table), "")
            self._mark(node, node.name, section)
        elif found is not None and isinstance(node, s.AttributeSyntax) and isinstance(node.of, s.NameSyntax):
            self._mark_family(node.of, node.of.name)
            self._mark(node, node.name, f"fact {node.of.name}")
        return found

    def _bounded(self) -> tuple[tuple[str, Collection[str]], ...]:
        return (
            ("state", self.v.fields),
            ("define", self.v.defines),
            ("ranges", self.v.ranges),
        )  # in the order of `_type_named`

    def _bound(self, node: s.InvokeSyntax, scope: BindingScope) -> t.Expr:
        value = super()._bound(node, scope)
        of = node.args[0]
        if isinstance(of, s.NameSyntax) and (of.start, of.end) not in self.names:
            if of.name in self.v.fields:
                self._mark(of, of.name, "state")
            elif of.name in self.v.domains["resource"].ids:
                self._mark(of, of.name, "member resource")
        return value

    def _enclosed(self, node: s.InvokeSyntax, scope: BindingScope) -> t.Selection:
        if node.args and isinstance(node.args[0], s.NameSyntax) and node.args[0].name in self.v.fields:
            self._mark(node.args[0], node.args[0].name, "state")
        return super()._enclosed(node, scope)

    def _repeats(self, position: s.SyntaxNode) -> t.Expr:
        self._mark_position(position)
        return super()._repeats(position)

    def _remember(self, position: s.SyntaxNode, _scope: BindingScope) -> t.Statement:
        self._mark_position(position)
        return super()._remember(position, _scope)

    def _mark_position(self, position: s.SyntaxNode) -> None:
        if isinstance(position, s.NameSyntax) and position.name in self.v.positions:
            self._mark(position, position.name, "positions")

    # -- names in statements ------------------------------------------------------------------------------------

    def _do(self, node: s.DoSyntax, scope: BindingScope) -> t.Statement:
        name, _ = self._called(node.target)
        if name in self.v.defines:
            self._mark(node.target, name, "define")
        return super()._do(node, scope)

    def _emit(self, node: s.EmitSyntax, scope: BindingScope) -> t.Statement:
        name, _ = self._called(node.target)
        if name in self.v.events:
            self._mark(node.target, name, "events")
        return super()._emit(node, scope)

    def _decision(self, name: str, node: s.SyntaxNode, scope: BindingScope) -> DecisionDeclaration | None:
        token = getattr(node, "decision", None)
        if name in self.v.decisions and isinstance(token, s.NameToken):
            self.names[token.start, token.start + len(name)] = GameSymbol("decisions", name)
        return super()._decision(name, node, scope)

    def _choose_kind(
        self, node: s.ChooseBranchSyntax, decision: DecisionDeclaration, scope: BindingScope
    ) -> t.Statement:
        for branch in node.branches:
            homes = self._single_answers(decision).get(branch.member, [])
            if branch.member in decision.kinds:
                self._mark(branch, branch.member, "decisions")
            elif len(homes) == 1:
                self._mark_member(branch, self.v.domains[self.v.decisions[homes[0]].type.domain], branch.member)
        return super()._choose_kind(node, decision, scope)

    def _branch_value(self, branch: s.BranchSyntax, decision: DecisionDeclaration) -> int:
        value = super()._branch_value(branch, decision)
        if decision.type.kind == "member" and value >= 0:
            self._mark_member(branch, self.v.domains[decision.type.domain], branch.member)
        return value
