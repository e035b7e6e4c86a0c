"""Names and types of effects: statements and decisions."""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.origin import Origin, Passage
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.idle import idle
from ruleset_core.lang.resolve.verbs import VerbResolver
from ruleset_core.lang.syntax import nodes as s
from ruleset_core.lang.types import BAD, BOOL, INT, SEAT, Type, a, fits, span
from ruleset_core.lang.vocabulary import DONE, Decision, Domain, Vocabulary
from ruleset_core.lang.walk import placed


class EffectResolver(VerbResolver):
    """Resolves effects; `phase_turns` tells which verbs of turn taking make sense (checked by the linker)."""

    def __init__(self, vocabulary: Vocabulary, card_effects: dict[str, tuple[str, ...]] | None = None) -> None:
        """`card_effects`: procedures of the `effect:` of every piece, by kind."""
        super().__init__(vocabulary)
        self.card_effects = card_effects or {}
        self.passage: Passage | None = None
        self._lets: list[tuple[str, Scope, s.Node]] = []

    def block(self, node: s.Block | None, scope: Scope) -> t.Block:
        """Statements in order; a `let` is seen by those after it."""
        items: list[t.Statement] = []
        for statement in node.statements if node is not None else ():
            if isinstance(statement, s.Let):
                value = self.expr(statement.value, scope)
                kind = INT if value.type.kind == "int" else value.type
                scope = self.bind(statement.var, kind, scope, statement)
                items.append(placed(t.Let(statement.var, value), self.origin(statement)))
                self._lets.append((statement.var, scope, statement))
            else:
                items.append(self.statement(statement, scope))
                if self.judges and (nothing := idle(self.v, items[-1])):
                    self.say("W521", nothing, statement, "take it out, or turn it round")
        return t.Block(tuple(items), origin=None if node is None else self.origin(node))

    def origin(self, node: s.Node) -> Origin | None:
        """Where something stands; None for a text that is in no file of data."""
        return None if self.passage is None else Origin(self.passage, node.start, node.end)

    def effect(self, node: s.Block, scope: Scope) -> t.Block:
        """A whole effect; also notes every `let` that nothing reads."""
        self._lets = []
        block = self.block(node, scope)
        for name, inner, where in self._lets:
            if name not in inner.used:
                self.say("W504", f"`{name}` is never used", where, "remove the `let`, or use it")
        return block

    def statement(self, node: s.Node, scope: Scope) -> t.Statement:
        """One statement, and where it comes from."""
        return placed(self._statement(node, scope), self.origin(node))

    def _statement(self, node: s.Node, scope: Scope) -> t.Statement:
        match node:
            case s.Verb():
                return self._verb(node, scope)
            case s.Assign():
                return self._assign(node, scope)
            case s.When():
                otherwise = self.block(node.otherwise, scope) if node.otherwise else None
                return t.If(self.expr(node.condition, scope, BOOL), self.block(node.then, scope), otherwise)
            case s.ForEach():
                return self._for_each(node, scope)
            case s.Repeat():
                return t.Repeat(self.expr(node.times, scope, INT), self.block(node.body, scope))
            case s.Choose():
                return self._choose(node, scope)
            case s.ChooseBranch():
                return self._choose_branch(node, scope)
            case s.May():
                return self._may(node, scope)
            case s.AsSeat():
                seat = self.expr(node.seat, scope, SEAT)
                return t.As(seat, self.block(node.body, Scope(scope.locals, me=True, used=scope.used)))
            case s.Pay():
                otherwise = self.block(node.otherwise, scope) if node.otherwise else None
                return t.Pay(self.costs(node.costs, scope), self.block(node.body, scope), otherwise)
            case s.Do():
                return self._do(node, scope)
            case s.Emit():
                return self._emit(node, scope)
            case s.CallHook():
                return self._hooked(node, scope)
            case _:
                self.say("E201", "this is not a statement", node)
                return t.Block(())

    # -- statements ---------------------------------------------------------------------------------------------

    def _assign(self, node: s.Assign, scope: Scope) -> t.Statement:
        if isinstance(node.target, s.Name) and node.target.name in scope.locals:
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

    def _verb_of(self, node: s.Assign) -> str:
        """`coin = coin + 2` with the verb that does it; nothing for anything else."""
        name, value = node.target, node.value
        if not isinstance(name, s.Name) or not isinstance(value, s.Binary) or value.operator not in {"+", "-"}:
            return ""
        if not isinstance(value.left, s.Name) or value.left.name != name.name:
            return ""
        return f"{'gain' if value.operator == '+' else 'lose'} {self.written(value.right)} {name.name}"

    def _for_each(self, node: s.ForEach, scope: Scope) -> t.Statement:
        selection = self.selection(node.selection, scope)
        inner = self.bind(node.var, selection.type, scope, node, runs=node.where is None)
        where = self.expr(node.where, inner, BOOL) if node.where else None
        return t.For(node.var, selection, where, self.block(node.body, inner))

    def _decision(self, name: str, node: s.Node, scope: Scope) -> Decision | None:
        if not scope.me:
            self.say("E307", "nobody can choose here: no seat is acting", node, "name the seat: `as SEAT { ... }`")
        decision = self.v.decisions.get(name)
        if decision is None:
            self.unknown("decision", name, node, self.v.decisions, "E316")
            return None
        decision.used = True
        return decision

    def _choose(self, node: s.Choose, scope: Scope) -> t.Statement:
        decision = self._decision(node.decision, node, scope)
        if decision is None:
            return t.Block(())
        if node.body is None:
            self.say("E202", "this `choose` governs nothing", node, "give it braces: `choose ... { ... }`")
        domain = self.v.domains.get(decision.type.domain)
        var, where = node.var, None
        if domain is not None and domain.pair:
            selection, inner = self._pairs(node, decision, domain, scope)
            var = f"_{decision.name}"
        else:
            selection, inner, where = self._sought(node, decision.name, decision.type, scope)
            if node.second is not None and decision.type.kind != "bad":
                advice = "say so where it is declared: `of: {man: cell, goal: cell}`"
                self.say("E317", f"`{decision.name}` asks for {a(decision.type)}, not for a pair", node.second, advice)
        body = self.block(node.body, inner)
        if node.up_to is not None:
            if decision.stops and decision.out != DONE:
                self.say("E317", f"`{decision.name}` has another way out already: `{decision.out}`", node)
            decision.stops = True
            times = self.expr(node.up_to, scope, INT)
            done = self.expr(node.done, scope, BOOL) if node.done else None
            return t.ChooseUpTo(decision, times, var, selection, where, body, done)
        otherwise = self.block(node.otherwise, scope) if node.otherwise else None
        if node.instead is None:
            return t.Choose(decision, var, selection, where, body, otherwise)
        offered = self._instead(node.instead, decision, scope)
        instead = self.block(node.instead.body, scope)
        return t.Choose(decision, var, selection, where, body, otherwise, instead, offered)

    def _instead(self, branch: s.Branch, decision: Decision, scope: Scope) -> t.Expr:
        """When the last option of a question is offered that picks no value; it is one of the decision, with one name."""
        name = s.Name(branch.start, branch.start + len(branch.member), branch.member)
        if decision.stops and decision.out != branch.member:
            self.say("E317", f"`{decision.name}` has another way out already: `{decision.out}`", name)
        if self._is_known(decision.type) and branch.member in self.v.spellings(decision.type):
            self.say("E317", f"`{branch.member}` is one of the values that `{decision.name}` asks for", name)
        decision.stops, decision.out = True, branch.member
        return self.expr(branch.where, scope, BOOL) if branch.where else t.TRUE

    def _is_known(self, kind: Type) -> bool:
        """Whether the values of a type can be told one by one; a type with a mistake has none."""
        return kind.kind != "bad" and self.v.finite(kind)

    def _pairs(self, node: s.Choose, decision: Decision, domain: Domain, scope: Scope) -> tuple[t.Selection, Scope]:
        """The pairs that are offered, and the scope of what is done with one."""
        if node.second is None:
            advice = f"write `choose {decision.name} {node.var} ... then y ...`"
            self.say("E317", f"`{decision.name}` asks for a pair: {_listed(domain)}", node, advice)
            return t.Selection(BAD, "values"), self.bind(node.var, BAD, scope, node)
        one, two = domain.pair
        first, inner, where = self._sought(node, decision.name, one, scope)
        second, both, also = self._sought(node.second, decision.name, two, inner)
        low, high = ((values[0] if values else 0, len(values)) for values in map(self.v.members, domain.pair))
        pairs = t.Pairs(node.var, first, where, node.second.var, second, also, (low, high))
        return t.Selection(decision.type, "paired", pairs=pairs), both

    def _sought(
        self, node: s.Choose | s.Second, name: str, kind: Type, scope: Scope
    ) -> tuple[t.Selection, Scope, t.Expr | None]:
        """What is picked from, the scope in which it is picked, and the condition."""
        selection = self._choice_domain(node, name, kind, scope)
        inner = self.bind(node.var, kind, scope, node)
        return selection, inner, self.expr(node.where, inner, BOOL) if node.where else None

    def _choice_domain(self, node: s.Choose | s.Second, name: str, kind: Type, scope: Scope) -> t.Selection:
        values = tuple(self.v.members(kind)) if self._is_known(kind) else ()
        whole = t.Selection(kind, "values", values)
        if node.selection is None:
            if kind.seats or kind.domain == "seat":
                return self._named(s.Name(node.start, node.end, kind.domain), scope)
            return whole
        selection = self.selection(node.selection, scope, kind)
        if not fits(selection.type, kind):
            self.say("E317", f"`{name}` asks for {a(kind)}, not for {a(selection.type)}", node.selection)
            return whole
        offered = frozenset(whole.values)
        beyond = [value for value in selection.values if value not in offered]
        if beyond and selection.type.kind == "int":
            self.say("E314", f"`{name}` asks for {kind}; {beyond[0]} is not among it", node.selection)
        return selection

    def _choose_branch(self, node: s.ChooseBranch, scope: Scope) -> t.Statement:
        """Branches become one choice among their members, then a way for each; those that expansions add come last."""
        decision = self._decision(node.decision, node, scope)
        if decision is None:
            return t.Block(())
        decision.branched = True
        found: dict[int, tuple[t.Expr, t.Block]] = {}
        for branch in node.branches:
            value = self._branch_value(branch, decision)
            if value in found and value >= 0:
                self.say("E317", f"`{branch.member}` stands twice", branch)
            condition = self.expr(branch.where, scope, BOOL) if branch.where else t.TRUE
            found[value] = condition, self.block(branch.body, scope)
        decision.own_branches |= found.keys()
        for each in decision.branches:
            body = placed(t.Block((t.Do(each.procedure, (), sure=True),)), each.origin)
            found.setdefault(each.value, (each.where, body))
        picked = f"_{node.decision}"
        chosen = t.Local(decision.type, picked)
        where: t.Expr = t.FALSE
        ways: t.Block | None = None
        for value, (condition, body) in reversed(found.items()):
            is_it = t.Op(BOOL, "==", (chosen, t.Const(decision.type, value)))
            where = t.Op(BOOL, "if", (is_it, condition, where))
            ways = t.Block((t.If(is_it, body, ways),))
        selection = t.Selection(decision.type, "values", tuple(sorted(found)))
        return t.Choose(decision, picked, selection, where, ways or t.Block(()), None)

    def _branch_value(self, branch: s.Branch, decision: Decision) -> int:
        name = s.Name(branch.start, branch.start + len(branch.member), branch.member)
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

    def _may(self, node: s.May, scope: Scope) -> t.Statement:
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
            no = t.Op(BOOL, "not", (t.Local(BOOL, picked),))
            where = t.Op(BOOL, "or", (no, t.CanPay(BOOL, body.items[0].costs)))
        yes = t.If(t.Local(BOOL, picked), body, None)
        return t.Choose(decision, picked, t.Selection(BOOL, "values", (0, 1)), where, t.Block((yes,)), None)

    def _may_up_to(self, node: s.May, decision: Decision, up_to: s.Node, scope: Scope) -> t.Statement:
        """One question, how often; then all of it is paid together, and what it brings happens as often."""
        if decision.type.kind != "int" or decision.low > 0:
            self.say(
                "E317", f"`may up to` needs a decision of numbers from 0; `{decision.name}` is of {decision.type}", node
            )
        times = self.expr(up_to, scope, INT)
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
        costs = tuple((t.Op(INT, "*", (picked, amount)), resource) for amount, resource in once.costs)
        paid = t.Pay(costs, t.Block((t.Repeat(picked, once.body),)), None)
        selection = t.Selection(INT, "range", parts=(t.Const(span(0, 0), 0), times))
        return t.Choose(decision, picked.name, selection, t.CanPay(BOOL, costs), t.Block((paid,)), None)

    def _do(self, node: s.Do, scope: Scope) -> t.Statement:
        target = node.target
        if isinstance(target, s.Attribute) and target.name == "effect":
            return self._do_card(target, scope)
        if isinstance(target, s.Attribute):
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
        define.used = True
        found = self.arguments(name, args, tuple(define.params.values()), target, scope)
        self.calls(name, target, scope)
        return t.Block(()) if found is None else t.Do(name, found)

    def _do_card(self, target: s.Attribute, scope: Scope) -> t.Statement:
        of = self.expr(target.of, scope)
        if of.type.kind == "bad":
            return t.Block(())
        effects = self.card_effects.get(of.type.domain if of.type.kind == "member" else "")
        if effects is None:
            advice = "only pieces whose cards have an `effect:` do"
            self.say("E313", f"{a(of.type)} has no `effect`", target, advice, about=of.type.domain)
            return t.Block(())
        for name in dict.fromkeys(effects):
            self.calls(name, target, scope)
        return t.DoCard(of, effects)

    @staticmethod
    def _called(node: s.Node) -> tuple[str, tuple[s.Node, ...]]:
        if isinstance(node, s.Invoke):
            return node.name, node.args
        return (node.name, ()) if isinstance(node, s.Name) else ("", ())

    def _emit(self, node: s.Emit, scope: Scope) -> t.Statement:
        name, args = self._called(node.target)
        event = self.v.events.get(name)
        if event is None or name in {"gain", "lose", "reach"}:
            own = [each for each in self.v.events if " " not in each and each not in {"gain", "lose", "reach"}]
            self.unknown("event", name, node.target, own, "E312")
            return t.Block(())
        event.emitted = True
        found = self.arguments(name, args, tuple(event.fields.values()), node.target, scope)
        self.calls(f"event {name}", node.target, scope)
        return t.Block(()) if found is None else t.Emit(event, found)

    def _hooked(self, node: s.CallHook, scope: Scope) -> t.Statement:
        name, args = self._called(node.target)
        hook = self.v.hooks.get(name)
        if hook is None:
            self.unknown("hook", name, node.target, self.v.hooks)
            return t.Block(())
        hook.used = True
        found = self.arguments(name, args, hook.params, node.target, scope)
        return t.Block(()) if found is None else t.Hooked(name, found)


def _listed(domain: Domain) -> str:
    """The two things of a pair, as they are declared."""
    return "{" + ", ".join(f"{name}: {fact.type}" for name, fact in domain.facts.items()) + "}"


def _written(target: s.Node) -> str:
    """What a field is called where it is set."""
    return target.name if isinstance(target, (s.Name, s.Attribute)) else "this"
