"""Linking: from the files of a game to a program, every effect, amount and condition read against the vocabulary."""

from __future__ import annotations

import re

from ruleset_core.lang import tree as t
from ruleset_core.lang.link_checks import check_recursion, check_simultaneous, report_unused
from ruleset_core.lang.link_cost import check_cost
from ruleset_core.lang.link_domains import words
from ruleset_core.lang.link_flow import FlowLinker
from ruleset_core.lang.link_names import Signatures
from ruleset_core.lang.link_scores import check_scores, declare_scores, score_bodies
from ruleset_core.lang.link_seats import check_seats
from ruleset_core.lang.lower import lower
from ruleset_core.lang.program import Achievement, Program, Score
from ruleset_core.lang.resolve import Scope
from ruleset_core.lang.site import Site
from ruleset_core.lang.types import BAD, BOOL, INT, RESOURCE
from ruleset_core.lang.vocabulary import MAX_VALUES, Decision, Listener, Reason
from ruleset_core.lang.walk import everything
from ruleset_core.model.diagnostic import Diagnostic
from ruleset_core.model.gather import Gathered, nowhere


class Linker(FlowLinker):
    """Makes a program of the files of a game."""

    def __init__(self, gathered: Gathered) -> None:
        header = gathered.header
        if header is None:
            raise ValueError("a game without a header cannot be linked")
        super().__init__(gathered, (header.players.low, header.players.high))
        self.header = header

    def link(self, hooks: Signatures) -> Program:
        """Read everything. Problems are in `diagnostics`; the program can run only if there is no error."""
        self.build(hooks)
        declare_scores(self)
        self._phase_names()
        self._card_procedures()
        self._define_bodies()
        self._resource_effects()
        self._behaviours()
        self._unread_params()
        score_bodies(self)
        self._decision_texts()
        self._flow()
        self._end()
        check_recursion(self)
        if not any(each.code == "E311" for each in self.diagnostics):
            check_cost(self)
        check_seats(self)
        check_simultaneous(self)
        check_scores(self)
        report_unused(self)
        if not any(each.severity == "error" for each in self.diagnostics):
            self._number_decisions()
            self._streams()
            lower(self.program)
        return self.program

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
                    self.procedure(name, tuple(define.params), define.body, tuple(define.params.values()))
                elif entry.amount is not None:
                    define.value = self.expr(entry.amount, site.at("amount"), scope, INT)
                elif entry.condition is not None:
                    define.value = self.expr(entry.condition, site.at("condition"), scope, BOOL)
                define.unread -= scope.used

    def _unread_params(self) -> None:
        """Parameters that neither a definition nor what modifies it looks at."""
        for name, define in self.v.defines.items():
            site = self.homes["define", name].at("params")
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
                for space, text in sorted(entry.rewards.items()):
                    self._reward(name, place, space, text, site.at("rewards", space))

    def _reward(self, name: str, place: int, space: int, text: str, site: Site) -> None:
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
        procedure = f"reward {name} {space}"
        self.procedure(procedure, ("resource", "space"), body)
        condition = t.Op(BOOL, "and", (
            t.Op(BOOL, "==", (t.Local(RESOURCE, "resource"), t.Const(RESOURCE, place))),
            t.Op(BOOL, "==", (t.Local(INT, "space"), t.Const(INT, space))),
        ))  # fmt: skip
        self._listen(Listener("reach", condition, procedure, queued=True, instead=False, source=procedure))

    def _decision_texts(self) -> None:
        for part in self.gathered.parts:
            for name, entry in part.sections.decisions.items():
                decision = self.v.decisions[name]
                site = Site(part.document, ("decisions", name))
                scope = Scope({"it": decision.type})
                if entry.notation is not None:
                    self._notation(decision, entry.notation, site.at("notation"), scope)
                for place, why in enumerate(entry.why):
                    unless = self.condition(why.unless, site.at("why", place, "unless"), scope)
                    decision.why.append(Reason(unless, {"en": why.say.en, "es": why.say.es}))
                for key, given, inner in (("ask", entry.ask, Scope()), ("label", entry.label, scope), ("done", entry.done, Scope())):
                    for lang in ("en", "es") if given is not None else ():
                        getattr(decision, key)[lang] = self.template(given.get(lang), site.at(key, lang), inner)
                if entry.done is not None and not decision.stops:
                    self.report("E412", "nothing reads `done`: this question is never left with `done`", site.at("done"), "it is for `choose up to`", key=True)

    def _notation(self, decision: Decision, text: str, site: Site, scope: Scope) -> None:
        """Options told apart by what pieces show, not by which piece it is."""
        if decision.type.kind != "member" or self.v.domains[decision.type.domain].kind != "piece":
            self.report("E303", "only a decision about pieces has a `notation` of its own", site, key=True)
            return
        parts = self.template(text, site, scope)
        keys = [part for part in parts if not isinstance(part, str)]
        size = 1
        for key in keys:
            if key.type.kind == "bad" or not self.v.finite(key.type):
                if key.type.kind != "bad":
                    self.report("E303", f"a {key.type} has no fixed number of values to tell options apart", site)
                return
            size *= len(self.v.members(key.type))
        if size > MAX_VALUES or not keys:
            self.report("E314", f"these are {size:,} options; there can be 1 to {MAX_VALUES:,}", site)
            return
        decision.keys, decision.low, decision.size = tuple(keys), 0, size
        decision.pattern = tuple(part if isinstance(part, str) else keys.index(part) for part in parts)
        notations = self.v.notations(decision)
        if len(set(notations)) < size:
            self.report("E303", "two options would have the same notation", site, "put a word or a space between the values")

    def template(self, text: str, site: Site, scope: Scope) -> list[str | t.Expr]:
        """A text with `{EXPR}` placeholders."""
        pieces: list[str | t.Expr] = []
        for place, piece in enumerate(re.split(r"\{([^{}]*)\}", text)):
            if place % 2 == 0:
                pieces.append(piece)
            else:
                before = len(self.diagnostics)
                tree = self._tree(piece, site, "expr")
                resolver = self._resolver()
                if tree is not None:
                    pieces.append(resolver.expr(tree, scope))
                    self.problems(resolver.problems, site)
                for number in range(before, len(self.diagnostics)):  # the place is the whole text
                    old = self.diagnostics[number]
                    self.diagnostics[number] = Diagnostic(
                        old.code, old.severity, old.message, site.document.span(site.path), help=old.help
                    )
        return pieces

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
            self.program.scores.append(Score(name, words(row.name, name), items, amount, where))
        for part in self.gathered.parts:
            for place, text in enumerate(part.sections.tie_breaks):
                self.program.tie_breaks.append(
                    self.expr(text, Site(part.document, ("tie_breaks", place)), Scope(), INT)
                )
            self.program.columns += part.sections.view.columns
            self.program.ranks += [(rank.at, words(rank.name, "")) for rank in part.sections.ranks]
        for name, entry, site, _part in self.entries("achievements"):
            when = self.condition(entry.when, site.at("when"), Scope({"total": INT}))
            self.program.achievements.append(
                Achievement(name, words(entry.name, name), when, entry.players, entry.boxes)
            )
        if not self.program.scores:
            self.diagnostics.append(
                Diagnostic(
                    "E405",
                    "error",
                    "the game has no `score`",
                    nowhere(self.gathered.directory),
                    help="add `score:` with at least one line",
                )
            )

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
            for node in everything(procedure.body):
                if isinstance(node, t.Roll):
                    found.add(node.target.field.name)
                elif isinstance(node, t.Shuffle):
                    found.add(node.zone.zone.name)
                elif isinstance(node, t.Move):
                    moved.add(node.zone.zone.kind)
                again |= isinstance(node, t.Again)
                self.v.ends |= isinstance(node, t.EndGame)
        for zone in self.v.zones.values():
            zone.fixed = zone.start == "all" and zone.kind not in moved and not zone.index
        if not again:
            del self.v.fields["turn.again"]
        self.program.streams = sorted(found)
