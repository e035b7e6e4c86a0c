"""Linking: from the files of a game to a program, every effect, amount and condition read against the vocabulary."""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.link.branches import check_branches, declare_branches
from ruleset_core.lang.link.checks import check_recursion, check_simultaneous, report_unused
from ruleset_core.lang.link.cost import check_cost
from ruleset_core.lang.link.decisions import DecisionLinker
from ruleset_core.lang.link.domains import words
from ruleset_core.lang.link.doubts import report_doubts
from ruleset_core.lang.link.names import Signatures
from ruleset_core.lang.link.positions import declare_positions
from ruleset_core.lang.link.said import check_said, declare_said, said_bodies
from ruleset_core.lang.link.seats import check_seats
from ruleset_core.lang.link.starts import read_starts
from ruleset_core.lang.link.views import amounts_shown
from ruleset_core.lang.look.link import LookLinker
from ruleset_core.lang.lower.flow import lower
from ruleset_core.lang.program import Achievement, Program, Score
from ruleset_core.lang.prove.game import Proof
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import BAD, BOOL, INT, RESOURCE
from ruleset_core.lang.vocabulary import Listener
from ruleset_core.lang.walk import statements
from ruleset_core.model.diagnostic import Diagnostic
from ruleset_core.model.gather import Gathered, Part, nowhere
from ruleset_core.model.stages import stage

STREAMED = frozenset({t.Roll, t.Shuffle, t.Move, t.Again, t.EndGame})
"""Statements that say which random streams there are, what stays where it is, and how a game goes on."""


class Linker(DecisionLinker):
    """Makes a program of the files of a game."""

    def __init__(self, gathered: Gathered) -> None:
        header = gathered.header
        if header is None:
            raise ValueError("a game without a header cannot be linked")
        super().__init__(gathered, (header.players.low, header.players.high))
        self.header = header

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
        declare_said(self)
        self._phase_names()
        self._effects_of_kinds()
        declare_branches(self)
        self._card_procedures()
        self._define_bodies()
        self._resource_effects()
        self._behaviours()
        self._unread_params()
        said_bodies(self)
        self._flow()
        self._decision_texts()  # by now it is known which questions are left with `done`
        self._end()
        if self.judges:
            self._looks()
        read_starts(self)
        self.order = check_recursion(self)
        check_seats(self)
        check_simultaneous(self)
        check_said(self)
        check_branches(self)
        if self.gathered.order.layers:
            from ruleset_core.lang.link.contested import removed_and_named, wanted_by_two

            wanted_by_two(self)
            removed_and_named(self)
        if self.judges:
            report_unused(self)
        if self.sound:
            self._number_decisions()
            self._streams()

    @property
    def sound(self) -> bool:
        """Whether no error was found."""
        return not any(each.severity == "error" for each in self.diagnostics)

    def finish(self) -> None:
        """Prove what was read and lower it, if it is sound; what is doubtful is a warning."""
        if not self.sound:
            return
        proof = Proof(self.program, self.order)
        with stage("proving"):
            proof.run()
            if self.judges:
                report_doubts(self, proof)
        with stage("lowering"):
            lower(self.program)
            check_cost(self)

    def _looks(self) -> None:
        """How the game is shown: read again when somebody wants to see it, since most who load a game do not."""
        laid = [
            (part.document, part.sections.look) for part in self.gathered.parts if part.sections.look.model_fields_set
        ]
        reader = LookLinker(self.v, self.file)
        reader.judges = True
        reader.link(laid)
        self.diagnostics += reader.diagnostics

    def _define_bodies(self) -> None:
        for part in self.gathered.parts:
            for name, entry in part.sections.define.items():
                define = self.v.defines[name]
                site = Site(part.document, ("define", name))
                if self.homes["define", name].document is not part.document:
                    continue
                scope = Scope(dict(define.params))
                if entry.effect is not None:
                    define.body = self.effect(entry.effect, site.at("effect"), scope)
                    define.origin = define.body.origin
                    self.procedure(name, tuple(define.params), define.body, tuple(define.params.values()))
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
                site = Site(part.document, ("resources", "members", name))
                place = self.v.domains["resource"].ids.index(name)
                if self.v.resources[place].overflow and entry.overflow is not None:
                    body = self.effect(entry.overflow, site.at("overflow"), Scope())
                    self.procedure(f"overflow {name}", (), body)
                    self.homes["procedure", f"overflow {name}"] = site.at("overflow")
                for space, text in sorted(entry.rewards.items()):
                    self._reward(place, space, text, site.at("rewards", space), queued=entry.resolve == "queued")

    def _reward(self, place: int, space: int, text: str, site: Site, *, queued: bool) -> None:
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
        body = self.effect(text, site, Scope())
        procedure = f"reward {bounds.name} {space}"
        self.procedure(procedure, ("resource", "space"), body)
        self.homes["procedure", procedure] = site
        condition = t.Op(BOOL, "and", (
            t.Op(BOOL, "==", (t.Local(RESOURCE, "resource"), t.Const(RESOURCE, place))),
            t.Op(BOOL, "==", (t.Local(INT, "space"), t.Const(INT, space))),
        ))  # fmt: skip
        self._listen(
            Listener("reach", condition, procedure, queued, instead=False, source=procedure, origin=body.origin)
        )

    def _end(self) -> None:
        for name, row, site, _part in self.entries("score"):
            scope = Scope()
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
            self.program.scores.append(Score(name, words(row.name, name), items, amount, where, origin, listed))
        for part in self.gathered.parts:
            for place, text in enumerate(part.sections.tie_breaks):
                site = Site(part.document, ("tie_breaks", place))
                self.program.tie_breaks.append(self.expr(text, site, Scope(), INT))
                self.program.tie_break_origins.append(self.origin(site, text))
            self._outcome(part)
            self.program.columns += part.sections.view.columns
            self.program.told += part.sections.view.told
            self.program.ranks += [(rank.at, words(rank.name, "")) for rank in part.sections.ranks]
        self.program.amounts += amounts_shown(self.v, self.gathered.parts)
        for name, entry, site, _part in self.entries("achievements"):
            when = self.condition(entry.when, site.at("when"), Scope({"total": INT}))
            self.program.achievements.append(
                Achievement(
                    name,
                    words(entry.name, name),
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
                    nowhere(self.gathered.directory),
                    help="add `score:` with at least one line, or `outcome:` with `wins:`",
                )
            )

    def _outcome(self, part: Part) -> None:
        """Who wins. Of each key there is one for the whole game."""
        entry, who = part.sections.outcome, self.program.outcome
        site = Site(part.document, ("outcome",))
        for key in sorted(entry.model_fields_set):
            if ("outcome", key) in self.homes:
                self.twice(
                    "E407", f"`{key}` of the outcome stands in two files", site.at(key), self.homes["outcome", key]
                )
                return
            self.homes["outcome", key] = site.at(key)
        if entry.best == "lowest":
            who.lowest = True
        if entry.wins is not None:
            who.wins = self.expr(entry.wins, site.at("wins"), Scope(), BOOL)
            who.wins_origin = self.origin(site.at("wins"), entry.wins)
        if entry.team is not None:
            who.team = self.expr(entry.team, site.at("team"), Scope(), INT)
            who.team_origin = self.origin(site.at("team"), entry.team)

    def _number_decisions(self) -> None:
        base = 0
        for decision in self.v.decisions.values():
            decision.base = base
            base += decision.size + int(decision.stops)

    def _streams(self) -> None:
        """One random stream for every field that is rolled and every zone that is shuffled, by name; what never moves."""
        found: set[str] = set()
        again = False
        moved: set[str] = set()
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
