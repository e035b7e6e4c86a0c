"""Type checker of statements and decisions: syntax trees of effects in, typed statements out.

What the language writes in a short way becomes the few statements that lowering and both executors know. `Put` sets a
field; a choice with branches becomes one choice among members, followed by a condition for each branch:

    set pot = pot + face      Put(Load(pot), Op("+", Load(pot), Load(face)))
    choose decide {           Choose(decide, "_decide", Selection("values", (0, 1)),
      roll { roll face } |           Block(If(Op("==", Local("_decide"), Const(0)), Block(Roll(Load(face))),
      hold { end_game }              Block(If(Op("==", Local("_decide"), Const(1)), Block(EndGame()))))))
    }
    let x = 3; set pot = 1    W504: `x` is never used; remove the `let`, or use it
    pot = 1                   E201, by the parser: `=` is not expected here; add `set`

Each statement keeps its place in the file (`Statement.origin`): messages of broken rules and stories need it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from itertools import accumulate
from typing import Final, NamedTuple

from ruleset_core.analysis.binder import BAD_VALUE, PICKED, BindingScope
from ruleset_core.analysis.known_ranges import NOTHING_KNOWN
from ruleset_core.analysis.range_analysis import ConditionTruth
from ruleset_core.analysis.subsets import lift_selection
from ruleset_core.analysis.verb_checker import VerbChecker
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import AnswerPartType
from ruleset_core.lang.origins import Origin, Passage
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.traversal import (
    all_nodes,
    at_most,
    constant,
    either,
    equal,
    negated,
    replaced,
    times,
    with_origin,
)
from ruleset_core.lang.typed_statements import StatementNode
from ruleset_core.lang.types import BAD, BOOL, INT, SEAT, Type, fits, span, with_article
from ruleset_core.lang.vocabulary import DONE, DecisionDeclaration, Vocabulary


class RefusedInTrial(NamedTuple):
    """What a trial may not do, and what to do instead."""

    what: str
    advice: str


_ASKS = RefusedInTrial(
    "ask a player", "choose first, and try what was chosen: `choose ... x where would { ... } then ...`"
)
_DRAWS = RefusedInTrial("draw at random", "nobody knows what would be drawn: try what is certain")
_TURNS = RefusedInTrial("say whose turn follows", "all is taken back, and so would this be")
_REFUSED: Final[Mapping[type, RefusedInTrial]] = {
    t.Choose: _ASKS, t.ChooseUpTo: _ASKS, t.ChooseSeveral: _ASKS, t.Roll: _DRAWS, t.Shuffle: _DRAWS, t.Again: _TURNS, t.PassTurn: _TURNS,
    t.Show: RefusedInTrial("show a piece", "what a seat has seen cannot be taken back"),
    t.EndGame: RefusedInTrial("end the game", "ask behind `then` for what would end it"),
    t.Enqueue: RefusedInTrial("let something wait", "what waits runs when the effect is over, and a trial is over before"),
    t.Hooked: RefusedInTrial("call the game's Python", "a hook that gives a value may be asked behind `then`"),
}  # fmt: skip
"""What a trial may not do, by class."""
_REMEMBERS = RefusedInTrial(
    "remember a position", "`repeats` tells whether the position that is tried was there before"
)
NOTED = (t.Do, t.DoCard, t.Emit, t.Gain, t.Lose, t.Move)
"""Statements of trials that are looked at once more: what they lead to, and what is moved."""


def refused_in_trial(node: StatementNode) -> RefusedInTrial | None:
    """What is wrong with a statement in a trial, if anything is; what it holds or leads to aside. A hint shows piece by piece."""
    if isinstance(node, t.Do) and node.procedure.startswith("remember "):
        return _REMEMBERS
    if isinstance(node, t.For) and node.body.items and isinstance(node.body.items[0], t.Show):
        node = node.body.items[0]
    return _REFUSED.get(type(node))


def no_effect_reason(truth: ConditionTruth, statement: t.Statement) -> str:
    """Why a statement does nothing; empty if it may do something."""
    match statement:
        case t.Gain(amount=amount) | t.Lose(amount=amount) if _never_positive(truth, amount):
            verb = "gained" if isinstance(statement, t.Gain) else "lost"
            return f"what is {verb} here is never more than 0"
        case t.Repeat(times=times) | t.ChooseUpTo(times=times) if _never_positive(truth, times):
            return "this is done 0 times"
        case t.ChooseSeveral() if _never_positive(truth, statement.most or statement.least):
            return "nothing is picked here"
        case t.For(selection=t.Selection(kind="values", values=())) if statement.selection.type.kind == "int":
            return "this goes through no number: the first is above the last"
        case t.Put() if truth.same(statement.target, statement.value):
            return "this sets a field to the value that it has"
        case _:
            return ""


def _never_positive(truth: ConditionTruth, amount: t.Expr) -> bool:
    if amount.type.kind != "int" or truth.values(amount, NOTHING_KNOWN).high > 0:
        return False
    return all(each.type.kind != "bad" for each in all_nodes(amount) if hasattr(each, "type"))


class StatementChecker(VerbChecker):
    """Resolves effects; `phase_turns` tells which verbs of turn taking make sense (checked by the linker)."""

    def __init__(self, vocabulary: Vocabulary, card_effects: dict[str, tuple[str, ...]] | None = None) -> None:
        """`card_effects`: procedures of the `effect:` of every piece, by kind."""
        super().__init__(vocabulary)
        self.card_effects = card_effects or {}
        self.passage: Passage | None = None
        self._lets: list[tuple[str, BindingScope, s.SyntaxNode]] = []
        self._trials = 0

    def block(self, node: s.BlockSyntax | None, scope: BindingScope) -> t.Block:
        """Statements in order; a `let` is seen by those after it."""
        items, _ = self._in_order(node, scope)
        return t.Block(tuple(items), origin=None if node is None else self.origin(node))

    def _in_order(self, node: s.BlockSyntax | None, scope: BindingScope) -> tuple[list[t.Statement], BindingScope]:
        """The statements of a block, and the scope behind them."""
        items: list[t.Statement] = []
        for statement in node.statements if node is not None else ():
            if isinstance(statement, s.LetSyntax):
                value = self.expr(statement.value, scope)
                kind = INT if value.type.kind == "int" else value.type
                scope = self.bind(statement.var, kind, scope, statement)
                items.append(with_origin(t.Let(statement.var, value), self.origin(statement)))
                self._lets.append((statement.var, scope, statement))
            else:
                items.append(self.statement(statement, scope))
                if self.judges and (nothing := no_effect_reason(self.truth, items[-1])):
                    self.say("W521", nothing, statement, "take it out, or turn it round")
        return items, scope

    def origin(self, node: s.SyntaxNode) -> Origin | None:
        """Where something stands; None for a text that is in no file of data."""
        return None if self.passage is None else Origin(self.passage, node.start, node.end)

    def effect(self, node: s.BlockSyntax, scope: BindingScope) -> t.Block:
        """A whole effect; also notes every `let` that nothing reads."""
        self._lets = []
        block = self.block(node, scope)
        for name, inner, where in {id(where): (name, inner, where) for name, inner, where in self._lets}.values():
            if name not in inner.used:
                self.say("W504", f"`{name}` is never used", where, "remove the `let`, or use it")
        return block

    def statement(self, node: s.SyntaxNode, scope: BindingScope) -> t.Statement:
        """One statement, and where it comes from."""
        made = self._statement(node, scope)
        if self._trials and (refused := refused_in_trial(made)):
            self.say("E321", f"a trial may not {refused.what}", node, refused.advice)
            made = t.Block(())
        elif self._trials and isinstance(made, NOTED):
            self.tried.append((made, node))
        return with_origin(made, self.origin(node))

    def _would(self, node: s.WouldSyntax, scope: BindingScope, want: Type | None) -> t.Expr:
        """`would { EFFECT } then VALUE`: what the effect may not do is refused here, or by `program_checks.check_trials` where it only leads to that."""
        self._trials += 1
        items, inner = self._in_order(node.effect, scope)
        self._trials -= 1
        if not items:
            return self.say("E321", "nothing is tried here", node.effect, "write in the braces what would be done")
        value = self._expr(node.value, inner, want)
        give = t.Give(value, origin=self.origin(node.value))
        kind = INT if value.type.kind == "int" else value.type
        return (
            BAD_VALUE if kind.kind == "bad" else t.Would(kind, t.Block((*items, give), origin=self.origin(node.effect)))
        )

    def _statement(self, node: s.SyntaxNode, scope: BindingScope) -> t.Statement:
        match node:
            case s.VerbSyntax():
                return self._verb(node, scope)
            case s.AssignSyntax():
                return self._assign(node, scope)
            case s.WhenSyntax():
                otherwise = self.block(node.otherwise, scope) if node.otherwise else None
                return t.If(self.expr(node.condition, scope, BOOL), self.block(node.then, scope), otherwise)
            case s.ForEachSyntax():
                return self._for_each(node, scope)
            case s.RepeatSyntax():
                return t.Repeat(self.expr(node.times, scope, INT), self.block(node.body, scope))
            case s.ChooseSyntax():
                return self._choose(node, scope)
            case s.ChooseSeveralSyntax():
                return self._choose_several(node, scope)
            case s.ChooseBranchSyntax():
                return self._choose_branch(node, scope)
            case s.MaySyntax():
                return self._may(node, scope)
            case s.AsSeatSyntax():
                seat = self.expr(node.seat, scope, SEAT)
                return t.As(seat, self.block(node.body, BindingScope(scope.locals, me=True, used=scope.used)))
            case s.PaySyntax():
                otherwise = self.block(node.otherwise, scope) if node.otherwise else None
                return t.Pay(self.costs(node.costs, scope), self.block(node.body, scope), otherwise)
            case s.DoSyntax():
                return self._do(node, scope)
            case s.EmitSyntax():
                return self._emit(node, scope)
            case s.CallHookSyntax():
                return self._hooked(node, scope)
            case _:
                self.say("E201", "this is not a statement", node)
                return t.Block(())

    # -- statements ---------------------------------------------------------------------------------------------

    def _assign(self, node: s.AssignSyntax, scope: BindingScope) -> t.Statement:
        if isinstance(node.target, s.NameSyntax) and node.target.name in scope.locals:
            self.say(
                "E310",
                f"`{node.target.name}` is a local name and keeps its value",
                node.target,
                "only fields of the state can be set",
            )
            return t.Block(())
        target = self.expr(node.target, scope)
        if not isinstance(target, t.Load):
            if target.type.kind != "bad":
                self.say("E310", "only fields of the state can be set", node.target)
            return t.Block(())
        if target.field.name in {"held", "filled"} or target.field.name.endswith(".at"):
            meant = self._verb_of(node) if target.field.name == "held" else ""
            self.say(
                "E310",
                f"`{_written(node.target)}` changes only through verbs",
                node.target,
                f"write `{meant}`" if meant else "use `gain`, `lose` or a cost",
                meant or None,
                swap=(node.start, node.end) if meant else None,
            )
        self._counted(target.field, node.target)
        before = len(self.problems)
        value = self.expr(node.value, scope, target.type)
        self.declared_by(before, "state", target.field.name)
        return t.Put(target, value)

    def _verb_of(self, node: s.AssignSyntax) -> str:
        """`coin = coin + 2` with the verb that does it; nothing for anything else."""
        name, value = node.target, node.value
        if (
            not isinstance(name, s.NameSyntax)
            or not isinstance(value, s.BinarySyntax)
            or value.operator not in {"+", "-"}
        ):
            return ""
        if not isinstance(value.left, s.NameSyntax) or value.left.name != name.name:
            return ""
        return f"{'gain' if value.operator == '+' else 'lose'} {self.written(value.right)} {name.name}"

    def _for_each(self, node: s.ForEachSyntax, scope: BindingScope) -> t.Statement:
        selection = self.selection(node.selection, scope)
        inner = self.bind(node.var, selection.type, scope, node, runs=node.where is None)
        where = self.expr(node.where, inner, BOOL) if node.where else None
        return t.For(node.var, selection, where, self.block(node.body, inner))

    def _decision(self, name: str, node: s.SyntaxNode, scope: BindingScope) -> DecisionDeclaration | None:
        if not scope.me:
            self.say("E307", "nobody can choose here: no seat is acting", node, "name the seat: `as SEAT { ... }`")
        decision = self.v.decisions.get(name)
        if decision is None:
            self.unknown("decision", name, node, self.v.decisions, "E316")
            return None
        self.use(decision)
        if decision.kind_of:
            advice = f"ask it there: `choose {decision.kind_of} {{ {decision.name} x {{ ... }} | ... }}`"
            self.say("E317", f"`{decision.name}` is a kind of answers of `{decision.kind_of}`", node, advice)
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
            if decision.stops and decision.out != DONE:
                self.say("E317", f"`{decision.name}` has another way out already: `{decision.out}`", node)
            else:
                self.use(decision, "out", DONE)
            self.use(decision, "stops")
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
        if decision.stops and decision.out != DONE:
            self.say("E317", f"`{decision.name}` has another way out already: `{decision.out}`", node)
        else:
            self.use(decision, "out", DONE)
        self.use(decision, "stops")
        return at_most(least, t.Const(INT, 0))

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
        """One question with answers of several kinds: those of all kinds are numbered one behind the other.

        `choose move { step c in cell { } | wall p in post { } }` on 64 cells and 49 posts has the answers 0 to 63 and 64 to 112.
        """
        ways: dict[str, tuple[t.AnswerPart, t.Block]] = {}
        firsts = dict(
            zip(
                decision.kinds,
                accumulate((self.v.decisions[kind].size for kind in decision.kinds), initial=0),
                strict=False,
            )
        )
        for branch in node.branches:
            name = s.NameSyntax(branch.start, branch.start + len(branch.member), branch.member)
            kind = self.v.decisions.get(branch.member)
            if branch.member not in decision.kinds or kind is None:
                self.unknown(f"kind of answers of `{decision.name}`", branch.member, name, decision.kinds, "E317")
            elif branch.member in ways:
                self.say("E317", f"`{branch.member}` is given twice", branch)
            elif len(branch.parts) != max(1, len(self.v.parts(kind.type))):
                asked = " then ".join(part.name for part in self.v.parts(kind.type)) or "x"
                self.say("E317", f"say what is picked: `{branch.member} {asked}`", name)
            else:
                answer, inner = self._answer_parts(branch.parts, kind, scope)
                ways[branch.member] = replaced(answer, {"first": firsts[branch.member]}), self.block(branch.body, inner)
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
        self.use(decision, "branched")
        found: dict[int, tuple[t.Expr, t.Block]] = {}
        for branch in node.branches:
            value = self._branch_value(branch, decision)
            if value in found and value >= 0:
                self.say("E317", f"`{branch.member}` is given twice", branch)
            condition = self.expr(branch.where, scope, BOOL) if branch.where else t.TRUE
            found[value] = condition, self.block(branch.body, scope)
        self.use(decision, "own_branches", frozenset(found))
        for each in decision.branches:
            body = with_origin(t.Block((t.Do(each.procedure, ()),)), each.origin)
            found.setdefault(each.value, (each.where, body))
        picked = f"_{node.decision}"
        chosen = t.Local(decision.type, picked)
        where: t.Expr = t.FALSE
        ways: t.Block | None = None
        for value, (condition, body) in reversed(found.items()):
            is_it = equal(chosen, t.Const(decision.type, value))
            where = t.Op(BOOL, "if", (is_it, condition, where))
            ways = t.Block((t.If(is_it, body, ways),))
        selection = t.Selection(decision.type, "values", tuple(sorted(found)))
        otherwise = None if node.otherwise is None else self.block(node.otherwise, scope)
        return t.Choose(decision, picked, selection, where, ways or t.Block(()), otherwise)

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

    def _do(self, node: s.DoSyntax, scope: BindingScope) -> t.Statement:
        target = node.target
        if isinstance(target, s.AttributeSyntax) and target.name == "effect":
            return self._do_card(target, scope)
        if isinstance(target, s.AttributeSyntax):
            self.unknown("behaviour of a card", target.name, target, ["effect"], "E313")
            return t.Block(())
        name, args = self._called(target)
        define = self.v.defines.get(name)
        if define is not None and define.kind != "effect":
            self.say(
                "E303",
                f"`{name}` is a value, not a procedure",
                target,
                "use it in an expression, or give it an `effect`",
            )
            return t.Block(())
        if define is None:
            known = [each.name for each in self.v.defines.values() if each.kind == "effect"]
            self.unknown("procedure", name, target, known)
            return t.Block(())
        self.use(define)
        found = self.arguments(name, args, tuple(define.params.values()), target, scope)
        self.calls(name, target, scope)
        return t.Block(()) if found is None else t.Do(name, found)

    def _do_card(self, target: s.AttributeSyntax, scope: BindingScope) -> t.Statement:
        of = self.expr(target.of, scope)
        if of.type.kind == "bad":
            return t.Block(())
        effects = self.card_effects.get(of.type.domain if of.type.kind == "member" else "")
        if effects is None:
            advice = "only pieces whose cards have an `effect:` do"
            self.say("E313", f"{with_article(of.type)} has no `effect`", target, advice, about=of.type.domain)
            return t.Block(())
        for name in dict.fromkeys(effects):
            self.calls(name, target, scope)
        return t.DoCard(
            of, (*effects,)
        )  # a tuple of its own, so that what one text comes to shares nothing with others

    @staticmethod
    def _called(node: s.SyntaxNode) -> tuple[str, tuple[s.SyntaxNode, ...]]:
        if isinstance(node, s.InvokeSyntax):
            return node.name, node.args
        return (node.name, ()) if isinstance(node, s.NameSyntax) else ("", ())

    def _emit(self, node: s.EmitSyntax, scope: BindingScope) -> t.Statement:
        name, args = self._called(node.target)
        event = self.v.events.get(name)
        if event is None or name in {"gain", "lose", "reach"}:
            own = [each for each in self.v.events if " " not in each and each not in {"gain", "lose", "reach"}]
            self.unknown("event", name, node.target, own, "E312")
            return t.Block(())
        self.use(event, "emitted")
        found = self.arguments(name, args, tuple(event.fields.values()), node.target, scope)
        self.calls(f"event {name}", node.target, scope)
        return t.Block(()) if found is None else t.Emit(event, found)

    def _hooked(self, node: s.CallHookSyntax, scope: BindingScope) -> t.Statement:
        name, args = self._called(node.target)
        hook = self.v.hooks.get(name)
        if hook is None:
            self.unknown("hook", name, node.target, self.v.hooks)
            return t.Block(())
        self.use(hook)
        found = self.arguments(name, args, hook.params, node.target, scope)
        return t.Block(()) if found is None else t.Hooked(name, found)


def _written(target: s.SyntaxNode) -> str:
    """What a field is called where it is set."""
    return target.name if isinstance(target, (s.NameSyntax, s.AttributeSyntax)) else "this"
