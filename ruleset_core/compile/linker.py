"""The linker: the files of a game in, a lowered program and diagnostics out. Calls all analyses in their order.

All names must be declared before a text is read, and all texts must be read before a whole program can be checked. So the
order is fixed here. Of the `game.yaml` of Pig:

    1 declare    Domain course (roll, hold), resource points, fields face and pot, event bust, decision decide
    2 read       each text becomes a typed tree: `roll face` becomes Roll(Load(face))
    3 check      recursion, acting seats, simultaneous turns, unused names; range analysis, if somebody wants warnings
    4 lower      procedures `flow` and `phase play` become blocks 0 to 14

>>> from ruleset_core import load
>>> program = load("pig").program
>>> [*program.procedures], len(program.blocks), program.streams
(['phase play', 'flow'], 15, ['face'])

Mistakes are in `diagnostics`; with an error among them nothing is lowered. The program that comes out is what
`engine.linking` keeps, what the evaluator runs, and what IR generation reads.
"""

from __future__ import annotations

from functools import cached_property

from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.declaration_index import DeclarationIndex
from ruleset_core.analysis.declarations import Signatures, read_starts
from ruleset_core.analysis.game_flow import DecisionLinker, check_branches, declare_branches
from ruleset_core.analysis.generated_definitions import (
    card_value_bodies,
    check_card_values,
    declare_card_values,
    declare_positions,
    shown_amounts,
)
from ruleset_core.analysis.look_linker import LookLinker
from ruleset_core.analysis.option_numbers import number_options, reserve_ways_out
from ruleset_core.analysis.program_checks import (
    check_cost,
    check_recursion,
    check_seats,
    check_simultaneous,
    check_trials,
    conflicting_replacements,
    references_to_removed,
    report_unused,
)
from ruleset_core.analysis.resolution_cache import ResolutionCache
from ruleset_core.analysis.rulebook_linker import RulebookLinker
from ruleset_core.analysis.text_reader import SourceSite, TemplateReader, display_names
from ruleset_core.budgets import stage
from ruleset_core.compile.lowering.flow_lowering import lower_program
from ruleset_core.diagnostics import Diagnostic
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.program import AchievementRule, Program, ScoreCategory
from ruleset_core.lang.rulebook_nodes import RuleParagraph
from ruleset_core.lang.traversal import both, equal, statements
from ruleset_core.lang.types import BAD, BOOL, INT, RESOURCE
from ruleset_core.lang.vocabulary import Listener
from ruleset_core.model.game_files import GatheredFiles, GatheredPart, whole_game_span

STREAMED = frozenset({t.Roll, t.Shuffle, t.Move, t.Again, t.EndGame})
"""Statements that say which random streams there are, what stays where it is, and how a game goes on."""


class Linker(DecisionLinker):
    """Makes a program of the files of a game."""

    def __init__(self, gathered: GatheredFiles) -> None:
        header = gathered.header
        if header is None:
            raise ValueError("a game without a header cannot be linked")
        super().__init__(gathered, (header.players.low, header.players.high))
        self.header = header
        self.paragraphs: list[RuleParagraph] = []
        """Those of the rulebook, for who judges it."""

    def link(self, hooks: Signatures) -> Program:
        """Read everything, and make of it what runs. Problems are in `diagnostics`; the program can run only if there is no error."""
        self.read(hooks)
        self.finish()
        return self.program

    @stage("linking")
    def read(self, hooks: Signatures) -> None:
        """Read everything: all names, types and trees. What looks at those needs no more."""
        self.build(hooks)
        declare_positions(self)
        declare_card_values(self)
        self._phase_names()
        self._effects_of_kinds()
        declare_branches(self)
        self.kept = ResolutionCache(self.v, self.card_effects)
        self._card_procedures()
        self._define_bodies()
        self._resource_effects()
        self._behaviours()
        self._unread_params()
        card_value_bodies(self)
        self._flow()
        reserve_ways_out(self.v)  # by now it is known which questions are left with `done`
        self._decision_texts()
        self._end()
        if self.judges:
            self._looks()
        read_starts(self, self.program.starts)
        self.order = check_recursion(self)
        check_seats(self)
        check_simultaneous(self)
        check_card_values(self)
        check_branches(self)
        if self.gathered.order.layers:
            conflicting_replacements(self)
            references_to_removed(self)
        if self.judges:
            report_unused(self)
            self._rulebook()  # what stands in rules texts alone is not used
        if self.sound:
            number_options(self.v)
            self._streams()

    @cached_property
    def names(self) -> DeclarationIndex:
        """All entries of the game, by the names that texts call them."""
        return DeclarationIndex(self.gathered.documents)

    def finish(self) -> None:
        """Lower what was read, if it is sound; what is doubtful is a warning."""
        if self.judges:
            self.prove()
        self.lower()

    @stage("proving")
    def prove(self) -> None:
        """Warn of accesses that may fail, where what was read is sound. The program must not be lowered yet."""
        if self.sound:
            from ruleset_core.analysis.unproven_accesses import report_unproven_accesses

            report_unproven_accesses(self, self.order)

    @stage("lowering")
    def lower(self) -> None:
        """Make of what was read what runs, if it is sound; what can only be seen then is reported."""
        if not self.sound:
            return
        lower_program(self.program)
        check_trials(self)
        if self.sound:
            check_cost(self)

    def _looks(self) -> None:
        """How the game is shown: read again when somebody wants to see it, since most who load a game do not."""
        laid = [
            (part.document, part.sections.look) for part in self.gathered.parts if part.sections.look.model_fields_set
        ]
        reader = LookLinker(self.v, self.file)
        reader.judges = True
        reader.kept = self.kept
        reader.gone = frozenset(change.name for change in self.gathered.changes if change.removed)
        reader.link(laid)
        self.diagnostics += reader.diagnostics
        self.tried += reader.tried

    def _rulebook(self) -> None:
        """The rules in words: read again when somebody wants to read them."""
        laid = [(part.document, part.sections.rulebook) for part in self.gathered.parts if part.sections.rulebook]
        if laid:
            reader = RulebookLinker(self.program, self.names)
            self.paragraphs = reader.link(laid)
            sound = self.sound  # else a name may be missing because it is misspelt where it is declared, or an amount for a mistake in its text
            self.diagnostics += (each for each in reader.diagnostics if sound or each.code not in {"E301", "E436"})

    def _define_bodies(self) -> None:
        for part in self.gathered.parts:
            for name, entry in part.sections.define.items():
                define = self.v.defines[name]
                site = SourceSite(part.document, ("define", name))
                if self.homes["define", name].document is not part.document:
                    continue
                scope = BindingScope(dict(define.params))
                if entry.effect is not None:
                    scope.result = define.result
                    define.body = self.effect(entry.effect, site.at("effect"), scope)
                    define.origin = define.body.origin
                    kinds = tuple(define.params.values())
                    self.procedure(name, tuple(define.params), define.body, kinds, result=define.result)
                    if define.result is not None and not any(
                        isinstance(each, t.Return) for each in statements(define.body)
                    ):
                        advice = f"say what: `return EXPR`, or leave out `is: {define.result}`"
                        self.report("E303", f"`{name}` returns nothing", site.at("effect"), advice)
                elif entry.amount is not None:
                    define.value = self.expr(entry.amount, site.at("amount"), scope, INT)
                    define.origin = self.origin(site.at("amount"), entry.amount)
                elif entry.value is not None:
                    define.value = self.expr(entry.value, site.at("value"), scope, define.type)
                    define.origin = self.origin(site.at("value"), entry.value)
                elif entry.condition is not None:
                    define.value = self.expr(entry.condition, site.at("condition"), scope, BOOL)
                    define.origin = self.origin(site.at("condition"), entry.condition)
                define.unread -= scope.used

    def _unread_params(self) -> None:
        """Parameters that neither a definition nor what modifies it looks at."""
        for name, define in self.v.defines.items():
            entry = self.homes["define", name]
            keys = ("amount", "value", "condition", "effect")
            if any(entry.document.replaced((*entry.path, key)) for key in keys):
                continue  # an override cannot take a parameter out: `any_price: {amount: "0"}` looks at none
            site = entry.at("params")
            for param in [each for each in define.params if each in define.unread]:
                message = f"the parameter `{param}` is never used"
                self.report("W505", message, site.at(param), key=True, severity="warning")

    def _resource_effects(self) -> None:
        for part in self.gathered.parts:
            for name, entry in part.sections.resources.members.items():
                site = SourceSite(part.document, ("resources", "members", name))
                place = self.v.domains["resource"].ids.index(name)
                if self.v.resources[place].overflow and entry.overflow is not None:
                    body = self.effect(entry.overflow, site.at("overflow"), BindingScope())
                    self.procedure(f"overflow {name}", (), body)
                    self.homes["procedure", f"overflow {name}"] = site.at("overflow")
                for space, text in sorted(entry.rewards.items()):
                    self._reward(place, space, text, site.at("rewards", space), queued=entry.resolve == "queued")

    def _reward(self, place: int, space: int, text: str, site: SourceSite, *, queued: bool) -> None:
        bounds = self.v.resources[place]
        if bounds.spaces < 0:
            self.report("E409", "rewards need a track", site, "give the resource `spaces`", key=True)
        elif not bounds.start < space <= bounds.spaces:
            self.report(
                "E409",
                f"space {space} is never reached",
                site,
                f"the track goes from {bounds.start + 1} to {bounds.spaces}",
                key=True,
            )
        body = self.effect(text, site, BindingScope())
        procedure = f"reward {bounds.name} {space}"
        self.procedure(procedure, ("resource", "space"), body)
        self.homes["procedure", procedure] = site
        condition = both(equal(t.Local(RESOURCE, "resource"), t.Const(RESOURCE, place)), equal(t.Local(INT, "space"), space))  # fmt: skip
        self._register_listener(
            Listener("reach", condition, procedure, queued, instead=False, source=procedure, origin=body.origin)
        )

    def _end(self) -> None:
        for name, row, site, _part in self.entries("score"):
            scope = BindingScope()
            items: t.Selection | None = None
            where: t.Expr | None = None
            if row.where is not None and row.each is None:
                self.report(
                    "E412",
                    "nothing reads `where` without `each`",
                    site.at("where"),
                    "add `each:`, or put it into the amount",
                    key=True,
                )
            if row.each is not None:
                kind = self.type(row.each, site.at("each"))
                if kind.kind != "bad" and not self.v.finite(kind):
                    self.report("E303", f"one cannot go through {kind}", site.at("each"), "a set, a kind or a range")
                    kind = BAD
                items = t.Selection(kind, "values", tuple(self.v.members(kind)) if kind.kind != "bad" else ())
                scope = scope.inner(it=kind)
                where = None if row.where is None else self.condition(row.where, site.at("where"), scope)
            amount = self.expr(row.amount, site.at("amount"), scope, INT)
            origin = self.origin(site.at("amount"), row.amount)
            listed = None if row.where is None else self.origin(site.at("where"), row.where)
            said = {} if row.text is None else TemplateReader(self).in_languages(row.text, site.at("text"), scope)
            self.program.scores.append(
                ScoreCategory(name, display_names(row.name, name), items, amount, where, origin, listed, said)
            )
        for part in self.gathered.parts:
            for place, text in enumerate(part.sections.tie_breaks):
                site = SourceSite(part.document, ("tie_breaks", place))
                self.program.tie_breaks.append(self.expr(text, site, BindingScope(), INT))
                self.program.tie_break_origins.append(self.origin(site, text))
            self._outcome(part)
            for place, text in enumerate(part.sections.invariants):
                site = SourceSite(part.document, ("invariants", place))
                found = self.expr(text, site, BindingScope(), BOOL)
                self.program.invariants.append((found, self.origin(site, text)))
            self.program.columns += part.sections.view.columns
            self.program.told += part.sections.view.told
            self.program.ranks += [(rank.at, display_names(rank.name, "")) for rank in part.sections.ranks]
        self.program.amounts += shown_amounts(self.v, self.gathered.parts)
        for name, entry, site, _part in self.entries("achievements"):
            when = self.condition(entry.when, site.at("when"), BindingScope({"total": INT}))
            self.program.achievements.append(
                AchievementRule(
                    name,
                    display_names(entry.name, name),
                    when,
                    entry.players,
                    entry.boxes,
                    self.origin(site.at("when"), entry.when),
                )
            )
        if not self.program.scores and self.program.outcome.wins is None:
            self.diagnostics.append(
                Diagnostic(
                    "E405",
                    "error",
                    "the game has no `score`",
                    whole_game_span(self.gathered.directory),
                    help="add `score:` with at least one line, or `outcome:` with `wins:`",
                )
            )

    def _outcome(self, part: GatheredPart) -> None:
        """Who wins. Of each key there is one for the whole game."""
        entry, who = part.sections.outcome, self.program.outcome
        site = SourceSite(part.document, ("outcome",))
        for key in sorted(entry.model_fields_set):
            if ("outcome", key) in self.homes:
                self.report_duplicate(
                    "E407", f"`{key}` of the outcome stands in two files", site.at(key), self.homes["outcome", key]
                )
                return
            self.homes["outcome", key] = site.at(key)
        if entry.best == "lowest":
            who.lowest = True
        if entry.wins is not None:
            who.wins = self.expr(entry.wins, site.at("wins"), BindingScope(), BOOL)
            who.wins_origin = self.origin(site.at("wins"), entry.wins)
        if entry.team is not None:
            who.team = self.expr(entry.team, site.at("team"), BindingScope(), INT)
            who.team_origin = self.origin(site.at("team"), entry.team)

    def _streams(self) -> None:
        """One random stream for every field that is rolled and every zone that is shuffled, by name; what never moves."""
        found: set[str] = set()
        again = False
        moved = {each.zone.zone.kind for each, _ in self.tried if isinstance(each, t.Move)}
        for procedure in self.program.procedures.values():
            for node in statements(procedure.body):
                match node if type(node) in STREAMED else None:
                    case t.Roll():
                        found.add(node.target.field.name)
                    case t.Shuffle():
                        found.add(node.zone.zone.name)
                    case t.Move():
                        moved.add(node.zone.zone.kind)
                    case t.Again():
                        again = True
                    case t.EndGame():
                        self.v.ends = True
        for zone in self.v.zones.values():
            zone.fixed = zone.start == "all" and zone.kind not in moved and not zone.index
        if not again:
            del self.v.fields["turn.again"]
        self.program.streams = sorted(found)
