"""Type checker of choices: the syntax tree of a question in, one typed statement out, whatever the form it was written in.

    choose discard c in hand { ... }              Choose(discard, "c", Selection("zone", hand), ...)
    choose decide { roll { ... } | hold { ... } } Choose among the members, and an `if` for each
    choose swap a in hand then b in row { ... }   Choose among the numbers of pairs (`AnswerPart`)
    choose exactly 2 discard c in hand { ... }    ChooseSeveral; lowering makes pairs of it
    may double { pay 1 coin -> ... }              Choose between no and yes, yes only where it can be paid

What a body does is checked by `statement_checker`, whose class extends this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ruleset_core.analysis.advice import acting_advice
from ruleset_core.analysis.binder import PICKED, BindingScope
from ruleset_core.analysis.subsets import lift_selection
from ruleset_core.analysis.verb_checker import VerbChecker
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import AnswerPartType
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.traversal import at_most, constant, either, equal, negated, replaced, times, with_origin
from ruleset_core.lang.types import BAD, BOOL, INT, Type, fits, span, with_article
from ruleset_core.lang.vocabulary import DONE, DecisionDeclaration


class ChoiceChecker(VerbChecker):
    """Resolves questions."""

    def block(self, node: s.BlockSyntax | None, scope: BindingScope) -> t.Block:
        """Statements in order."""
        raise NotImplementedError

    def _decision(self, name: str, node: s.SyntaxNode, scope: BindingScope) -> DecisionDeclaration | None:
        if not scope.me:
            self.say("E307", "nobody can choose here: no seat is acting", node, acting_advice(scope.locals))
        decision = self.v.decisions.get(name)
        if decision is None:
            self.unknown("decision", name, node, self.v.decisions, "E316")
            return None
        self.use(decision)
        if decision.kind_of:
            owner = decision.kind_of[0]
            advice = f"ask it there: `choose {owner} {{ {decision.name} x {{ ... }} | ... }}`, or in a further question `of: [{decision.name}]`"
            self.say("E317", f"`{decision.name}` is a kind of answers of `{owner}`", node, advice)
        return decision

    def _choose(self, node: s.ChooseSyntax, scope: BindingScope) -> t.Statement:
        decision = self._decision(node.decision, node, scope)
        if decision is None:
            return t.Block(())
        if node.body is None:
            self.say("E202", "this `choose` governs nothing", node, "give it braces: `choose ... { ... }`")
        var, selection, where, inner = self._answer(node.parts, decision, scope)
        body = self.block(node.body, inner)
        if node.up_to is not None:
            self._stop(decision, DONE, node)
            times = self.expr(node.up_to, scope, INT)
            done = self.expr(node.done, scope, BOOL) if node.done else None
            return t.ChooseUpTo(decision, times, var, selection, where, body, done)
        otherwise = self.block(node.otherwise, scope) if node.otherwise else None
        if node.instead is None:
            return t.Choose(decision, var, selection, where, body, otherwise)
        offered = self._instead(node.instead, decision, scope)
        instead = self.block(node.instead.body, scope)
        return t.Choose(decision, var, selection, where, body, otherwise, instead, offered)

    def _choose_several(self, node: s.ChooseSeveralSyntax, scope: BindingScope) -> t.Statement:
        """One answer, a set of things: `var` is each of them in the condition and the body, `picked` those before it, or all."""
        decision = self._decision(node.decision, node, scope)
        if decision is None:
            return t.Block(())
        parts = self.v.parts(decision.type)
        if not self.v.is_set(decision.type) and decision.type.kind != "bad":
            advice = "say where it is declared how many can be picked: `{of: card, most: 3}`"
            self.say("E317", f"an answer of `{decision.name}` is one thing, not several", node.part, advice)
        kind = parts[0].type if parts else BAD
        least = self.expr(node.least, scope, INT)
        most = self.expr(node.most, scope, INT) if node.most else None
        for value, site in ((least, node.least), (most, node.most)):
            known = None if value is None else constant(value)
            if known is not None and site is not None and self.v.is_set(decision.type) and known > len(parts):
                advice = f"`{decision.name}` says `most: {len(parts)}`; raise it"
                self.say("E314", f"there are {known} things to pick, and an answer holds {len(parts)}", site, advice)
        whole = self.bind(PICKED, decision.type, scope, node)
        selection, inner, where = self._part(node.part, decision.name, kind, whole)
        enough = self.expr(node.enough, whole, BOOL) if node.enough else None
        body = self.block(node.body, inner)
        then = self.block(node.then, whole) if node.then else None
        otherwise = self.block(node.otherwise, scope) if node.otherwise else None
        instead, done = None, None
        if node.instead is not None:
            done = self._instead(node.instead, decision, scope)
            instead = self.block(node.instead.body, scope)
        elif most is not None and (constant(least) or 0) <= 0:  # picking nothing is an answer, too
            done = self._none_picked(least, decision, node)
        return t.ChooseSeveral(
            decision, least, most, node.part.var, PICKED, selection, where, enough, body, then, otherwise, instead, done
        )

    def _none_picked(self, least: t.Expr, decision: DecisionDeclaration, node: s.SyntaxNode) -> t.Expr:
        """When nothing need be picked."""
        self._stop(decision, DONE, node)
        return at_most(least, t.Const(INT, 0))

    def _stop(self, decision: DecisionDeclaration, out: str, node: s.SyntaxNode) -> None:
        """A question has a last option that picks no value, of this name; it has no other."""
        if decision.stops and decision.out != out:
            self.say("E317", f"`{decision.name}` has another way out already: `{decision.out}`", node)
        else:
            self.use(decision, "out", out)
        self.use(decision, "stops")

    def _instead(self, branch: s.BranchSyntax, decision: DecisionDeclaration, scope: BindingScope) -> t.Expr:
        """When the last option of a question is offered that picks no value; it is one of the decision, with one name."""
        name = s.NameSyntax(branch.start, branch.start + len(branch.member), branch.member)
        if decision.stops and decision.out != branch.member:
            self.say("E317", f"`{decision.name}` has another way out already: `{decision.out}`", name)
        if self._is_known(decision.type) and branch.member in self.v.formatted_values(decision.type):
            self.say("E317", f"`{branch.member}` is one of the values that `{decision.name}` asks for", name)
        self.use(decision, "stops")
        self.use(decision, "out", branch.member)
        return self.expr(branch.where, scope, BOOL) if branch.where else t.TRUE

    def _is_known(self, kind: Type) -> bool:
        """Whether the values of a type can be told one by one; a type with a mistake has none."""
        return kind.kind != "bad" and self.v.finite(kind)

    def _answer(
        self, parts: s.AnswerParts, decision: DecisionDeclaration, scope: BindingScope
    ) -> tuple[str, t.Selection, t.Expr | None, BindingScope]:
        """What the answer is called, what it is picked from, the condition, and the scope of what is done with it."""
        if decision.kinds:
            ways = " | ".join(f"{kind} x {{ ... }}" for kind in decision.kinds)
            advice = f"write `choose {decision.name} {{ {ways} }}`"
            self.say("E317", f"the answers of `{decision.name}` are of several kinds", parts[0], advice)
            return self._no_answer(parts, scope)
        asked = self.v.parts(decision.type)
        if self.v.is_set(decision.type):
            advice = f"say how many: `choose exactly 2 {decision.name} ...` or `choose from 1 to 3 {decision.name} ...`"
            self.say("E317", f"an answer of `{decision.name}` is a set of things", parts[0], advice)
            return self._no_answer(parts, scope)
        if not asked and len(parts) > 1 and decision.type.kind != "bad":
            advice = "say so where it is declared: `of: {man: cell, goal: cell}`"
            what = f"`{decision.name}` asks for {with_article(decision.type)}, not for several things"
            self.say("E317", what, parts[1], advice)
        if not asked:
            selection, scope, where = self._part(parts[0], decision.name, decision.type, scope)
            return parts[0].var, selection, where, scope
        if len(asked) != len(parts):
            listed = "{" + ", ".join(f"{part.name}: {part.type}" for part in asked) + "}"
            advice = f"write `choose {decision.name} {' ... then '.join(part.name for part in asked)} ...`"
            self.say("E317", f"`{decision.name}` asks for {len(asked)} things: {listed}", parts[0], advice)
            return self._no_answer(parts, scope)
        answer, scope = self._answer_parts(parts, decision, scope)
        return f"_{decision.name}", t.Selection(decision.type, "answers", answer=answer), None, scope

    def _no_answer(
        self, parts: s.AnswerParts, scope: BindingScope
    ) -> tuple[str, t.Selection, t.Expr | None, BindingScope]:
        """An answer with a mistake, whose names are known all the same."""
        for part in parts:
            scope = self.bind(part.var, BAD, scope, part)
        return parts[0].var, t.Selection(BAD, "values"), None, scope

    def _answer_parts(
        self, parts: s.AnswerParts, decision: DecisionDeclaration, scope: BindingScope
    ) -> tuple[t.AnswerPart, BindingScope]:
        """The parts of answers as one node, and the scope of what is done with them; there are as many as declared."""
        asked = self.v.parts(decision.type) or [AnswerPartType("", decision.type, decision.low, decision.size)]
        found: list[t.AnswerPart] = []
        for kind, part in zip(asked, parts, strict=True):
            selection, scope, where = self._part(part, decision.name, kind.type, scope)
            found.append(t.AnswerPart(part.var, selection, where, kind.low, kind.size))
        return reduce(lambda then, part: replaced(part, {"then": then}), reversed(found)), scope

    def _choose_kind(
        self, node: s.ChooseBranchSyntax, decision: DecisionDeclaration, scope: BindingScope
    ) -> t.Statement:
        """One question with answers of several kinds: those of all kinds are numbered one behind the other (`option_numbers`).

        `choose move { step c in cell { } | wall p in post { } }` on 64 cells and 49 posts has the answers 0 to 63 and 64 to 112. Where a
        kind is of a set, its members can have branches of their own: they become one, with an `if` for each.
        """
        ways: dict[str, tuple[t.AnswerPart, t.Block]] = {}
        single: dict[str, list[s.BranchSyntax]] = {}
        for branch in node.branches:
            name = s.NameSyntax(branch.start, branch.start + len(branch.member), branch.member)
            kind = self.v.decisions.get(branch.member)
            if branch.member not in decision.kinds or kind is None:
                homes = self._single_answers(decision).get(branch.member, [])
                if len(homes) == 1 and branch.parts:
                    advice = f"write `{branch.member} {{ ... }}`"
                    self.say("E317", f"`{branch.member}` is one answer, of which nothing is picked", name, advice)
                elif len(homes) == 1 and homes[0] in ways:
                    self.say("E317", f"`{branch.member}` is among the answers of `{homes[0]}`, given above", branch)
                elif len(homes) == 1:
                    single.setdefault(homes[0], []).append(branch)
                elif homes:
                    advice = f"write `{homes[0]} x in [{branch.member}] {{ ... }}`"
                    listed = " and ".join(f"`{each}`" for each in homes)
                    self.say("E317", f"`{branch.member}` is an answer of {listed}", name, advice)
                elif not decision.incomplete or kind is None:
                    known = [*decision.kinds, *self._single_answers(decision)]
                    advice = (
                        f"write `or {branch.member} {{ ... }}` behind the braces; several such answers are a set, listed as one more kind"
                        if not branch.parts
                        else f"list it where `{decision.name}` is declared: `of: [{', '.join((*decision.kinds, branch.member))}]`"
                    )
                    what = f"kind of answers of `{decision.name}`"
                    self.unknown(what, branch.member, name, known, "E317", otherwise=advice)
            elif branch.member in single:
                given = single[branch.member][0].member
                self.say("E317", f"`{given}` is among the answers of `{branch.member}`, given above", branch)
            elif branch.member in ways:
                self.say("E317", f"`{branch.member}` is given twice", branch)
            elif len(branch.parts) != max(1, len(self.v.parts(kind.type))):
                asked = " then ".join(part.name for part in self.v.parts(kind.type)) or "x"
                self.say("E317", f"say what is picked: `{branch.member} {asked}`", name)
            else:
                answer, inner = self._answer_parts(branch.parts, kind, scope)
                ways[branch.member] = answer, self.block(branch.body, inner)
        for home, branches in single.items():
            ways[home] = self._members_of_kind(self.v.decisions[home], branches, scope)
        for home, (answer, effect) in ways.items():
            ways[home] = replaced(answer, {"first": self.v.decisions[home].base - decision.base}), effect
        picked, other, body = t.Local(decision.type, f"_{decision.name}"), None, t.Block(())
        for place, (answer, effect) in enumerate(sorted(ways.values(), key=lambda way: -way[0].first)):
            last = t.Const(INT, answer.last)
            body = t.Block((t.If(at_most(picked, last), effect, body),)) if place else effect
            other = replaced(answer, {"other": other})
        if other is None:
            return t.Block(())
        selection = t.Selection(decision.type, "answers", answer=other)
        otherwise = None if node.otherwise is None else self.block(node.otherwise, scope)
        if node.instead is None:
            return t.Choose(decision, picked.name, selection, None, body, otherwise)
        offered = self._instead(node.instead, decision, scope)
        instead = self.block(node.instead.body, scope)
        return t.Choose(decision, picked.name, selection, None, body, otherwise, instead, offered)

    def _single_answers(self, decision: DecisionDeclaration) -> dict[str, list[str]]:
        """The members that can have branches of their own, each with the kinds of answers that are of a set with it."""
        found: dict[str, list[str]] = {}
        for kind in decision.kinds:
            domain = self.v.domains.get(self.v.decisions[kind].type.domain)
            for member in domain.ids if domain is not None and domain.kind == "set" else ():
                found.setdefault(member, []).append(kind)
        return found

    def _members_of_kind(
        self, kind: DecisionDeclaration, branches: Sequence[s.BranchSyntax], scope: BindingScope
    ) -> tuple[t.AnswerPart, t.Block]:
        """A kind of answers whose members have branches of their own."""
        var = f"_{kind.name}"
        values, where, body = self._ways_of_members(kind, branches, scope)
        selection = t.Selection(kind.type, "values", values)
        return t.AnswerPart(var, selection, where, kind.low, kind.size), body

    def _part(
        self, node: s.AnswerPartSyntax, name: str, kind: Type, scope: BindingScope
    ) -> tuple[t.Selection, BindingScope, t.Expr | None]:
        """What one thing is picked from, the scope in which it is picked, and the condition."""
        selection = self._choice_domain(node, name, kind, scope)
        inner = self.bind(node.var, kind, scope, node)
        return selection, inner, self.expr(node.where, inner, BOOL) if node.where else None

    def _choice_domain(self, node: s.AnswerPartSyntax, name: str, kind: Type, scope: BindingScope) -> t.Selection:
        values = tuple(self.v.members(kind)) if self._is_known(kind) else ()
        whole = t.Selection(kind, "values", values)
        if node.selection is None:
            if kind.seats or kind.domain == "seat":
                return self._named(s.NameSyntax(node.start, node.end, kind.domain), scope)
            return whole
        selection = lift_selection(self.v, self.selection(node.selection, scope, kind), kind)
        if not fits(selection.type, kind):
            self.say(
                "E317",
                f"`{name}` asks for {with_article(kind)}, not for {with_article(selection.type)}",
                node.selection,
            )
            return whole
        offered = frozenset(whole.values)
        beyond = [value for value in selection.values if value not in offered]
        if beyond and selection.type.kind == "int":
            self.say("E314", f"`{name}` asks for {kind}; {beyond[0]} is not among it", node.selection)
        return selection

    def _choose_branch(self, node: s.ChooseBranchSyntax, scope: BindingScope) -> t.Statement:
        """Branches become one choice among their members, then a way for each; those that expansions add come last."""
        decision = self._decision(node.decision, node, scope)
        if decision is None:
            return t.Block(())
        if decision.kinds:
            return self._choose_kind(node, decision, scope)
        wrong = next((branch for branch in node.branches if branch.parts), node.instead)
        if wrong is not None:
            advice = f"where `{decision.name}` is declared, `of: [step, wall]` lists decisions whose answers it takes"
            self.say("E317", f"the answers of `{decision.name}` are not of several kinds", wrong, advice)
            return t.Block(())
        values, where, body = self._ways_of_members(decision, node.branches, scope)
        selection = t.Selection(decision.type, "values", values)
        otherwise = None if node.otherwise is None else self.block(node.otherwise, scope)
        return t.Choose(decision, f"_{node.decision}", selection, where, body, otherwise)

    def _ways_of_members(
        self, decision: DecisionDeclaration, branches: Sequence[s.BranchSyntax], scope: BindingScope
    ) -> tuple[tuple[int, ...], t.Expr, t.Block]:
        """The members that branches stand for, when each is offered, and what is done then, as `if` for each of them."""
        self.use(decision, "branched")
        found: dict[int, tuple[t.Expr, t.Block]] = {}
        for branch in branches:
            value = self._branch_value(branch, decision)
            if value in found and value >= 0:
                self.say("E317", f"`{branch.member}` is given twice", branch)
            condition = self.expr(branch.where, scope, BOOL) if branch.where else t.TRUE
            found[value] = condition, self.block(branch.body, scope)
        self.use(decision, "own_branches", frozenset(found))
        for each in decision.branches:
            body = with_origin(t.Block((t.Do(each.procedure, ()),)), each.origin)
            found.setdefault(each.value, (each.where, body))
        chosen = t.Local(decision.type, f"_{decision.name}")
        where: t.Expr = t.FALSE
        ways: t.Block | None = None
        for value, (condition, body) in reversed(found.items()):
            is_it = equal(chosen, t.Const(decision.type, value))
            where = t.Op(BOOL, "if", (is_it, condition, where))
            ways = t.Block((t.If(is_it, body, ways),))
        return tuple(sorted(found)), where, ways or t.Block(())

    def _branch_value(self, branch: s.BranchSyntax, decision: DecisionDeclaration) -> int:
        name = s.NameSyntax(branch.start, branch.start + len(branch.member), branch.member)
        if decision.type.kind == "member":
            found = self.member(branch.member, decision.type)
            if found is not None:
                return found.value
            known = self.v.domains[decision.type.domain].ids
        else:
            known = ["true", "false"] if decision.type == BOOL else []
            if branch.member in known:
                return int(branch.member == "true")
        if decision.type.kind == "bad":
            return -1
        self.unknown(f"branch of `{decision.name}`", branch.member, name, known, "E317")
        return -1

    def _may(self, node: s.MaySyntax, scope: BindingScope) -> t.Statement:
        decision = self._decision(node.decision, node, scope)
        if decision is None:
            return t.Block(())
        if node.up_to is not None:
            return self._may_up_to(node, decision, node.up_to, scope)
        if decision.type.kind != "bool":
            self.say("E317", f"`may` needs a decision of bool; `{decision.name}` is of {decision.type}", node)
        body = self.block(node.body, scope)
        picked = f"_{node.decision}"
        where: t.Expr | None = None
        if len(body.items) == 1 and isinstance(body.items[0], t.Pay):  # never offer what cannot be paid
            no = negated(t.Local(BOOL, picked))
            where = either(no, t.CanPay(BOOL, body.items[0].costs))
        yes = t.If(t.Local(BOOL, picked), body, None)
        return t.Choose(decision, picked, t.Selection(BOOL, "values", (0, 1)), where, t.Block((yes,)), None)

    def _may_up_to(
        self, node: s.MaySyntax, decision: DecisionDeclaration, up_to: s.SyntaxNode, scope: BindingScope
    ) -> t.Statement:
        """One question, how often; then all of it is paid together, and what it brings happens as often."""
        if decision.type.kind != "int" or decision.low > 0:
            self.say(
                "E317", f"`may up to` needs a decision of numbers from 0; `{decision.name}` is of {decision.type}", node
            )
        most = self.expr(up_to, scope, INT)
        body = self.block(node.body, scope)
        if len(body.items) != 1 or not isinstance(body.items[0], t.Pay):
            self.say(
                "E317",
                "what may be done several times is a cost and what it brings",
                node.body,
                "write `pay ... -> ...` in the braces",
            )
            return t.Block(())
        once, picked = body.items[0], t.Local(INT, f"_{node.decision}")
        costs = tuple((times(picked, amount), resource) for amount, resource in once.costs)
        paid = t.Pay(costs, t.Block((t.Repeat(picked, once.body),)), None)
        selection = t.Selection(INT, "range", parts=(t.Const(span(0, 0), 0), most))
        return t.Choose(decision, picked.name, selection, t.CanPay(BOOL, costs), t.Block((paid,)), None)
