"""Names and types of statements with verbs: a method for each verb, behind an underscore."""

from __future__ import annotations

from collections.abc import Callable

from ruleset_core.lang import tree as t
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.hints import facts_told, hint_loop
from ruleset_core.lang.resolve.verb_help import VerbHelp
from ruleset_core.lang.syntax import nodes as s
from ruleset_core.lang.types import INT, RESOURCE, SEAT, Type, a, member, span
from ruleset_core.lang.verbs import VERBS
from ruleset_core.lang.vocabulary import Field


class VerbResolver(VerbHelp):
    """Resolves verbs and what stands behind them."""

    def _verb(self, node: s.Verb, scope: Scope) -> t.Statement:
        name = s.Name(node.start, node.name_end, node.name)
        spec = VERBS.get(node.name)
        if spec is None:
            self._no_verb(node, name, scope)
            return t.Block(())
        if spec.cost:
            self.say(
                "E305",
                f"`{node.name}` is a cost: it stands left of `->`",
                node,
                "write `pay ... -> effect`; use `lose` for a loss",
            )
            return t.Block(())
        words = tuple(arg.word for arg in node.args)
        if words != tuple(param.word for param in spec.params):
            self._misused(node, spec)
            return t.Block(())
        if spec.needs_seat and not scope.me:
            self._no_seat(node)
        build: Callable[..., t.Statement] = getattr(self, f"_{node.name}")
        return build(*(arg.value for arg in node.args), scope)

    def _gain(self, amount: s.Node, resource: s.Node, scope: Scope) -> t.Statement:
        if self._wrong_way_round("gain", amount, resource, scope):
            return t.Block(())
        return t.Gain(self.expr(amount, scope, INT), self.expr(resource, scope, RESOURCE))

    def _lose(self, amount: s.Node, resource: s.Node, scope: Scope) -> t.Statement:
        if self._wrong_way_round("lose", amount, resource, scope):
            return t.Block(())
        return t.Lose(self.expr(amount, scope, INT), self.expr(resource, scope, RESOURCE))

    def _roll(self, target: s.Node, scope: Scope) -> t.Statement:
        load = self.expr(target, scope)
        if not isinstance(load, t.Load):
            if load.type.kind != "bad":
                self.say("E310", "only a field of the state can be rolled", target)
            return t.Block(())
        if not self.v.finite(load.type) or load.type.seats:
            self.say(
                "E303",
                f"{a(load.type)} has no fixed number of values to roll",
                target,
                "give the field a range, such as `is: 1..6`",
            )
            return t.Block(())
        if not self.v.members(load.type):
            self.say("E303", f"there is no {load.type} to roll", target, f"`{load.type.domain}` has no members yet")
            return t.Block(())
        self._counted(load.field, target)
        return t.Roll(load)

    def _zone(self, node: s.Node, scope: Scope) -> t.ZoneRef | None:
        ref = self.zone_ref(node, scope)
        if ref is None:
            if isinstance(node, s.Name):
                self.unknown("zone", node.name, node, self.v.zones)
            elif (
                not isinstance(node, s.Attribute) or self.quietly(node.of, scope).kind != "bad"
            ):  # else it is told there
                self.say("E303", "a zone is needed here", node)
        return ref

    def _shuffle(self, zone: s.Node, scope: Scope) -> t.Statement:
        ref = self._zone(zone, scope)
        return t.Shuffle(ref) if ref else t.Block(())

    def _sort(self, zone: s.Node, key: s.Node, scope: Scope) -> t.Statement:
        ref = self._zone(zone, scope)
        if ref is None:
            return t.Block(())
        return t.Sort(ref, self.expr(key, scope.inner(it=member(ref.zone.kind)), INT))

    def _move(self, piece: s.Node, zone: s.Node, scope: Scope) -> t.Statement:
        ref = self._zone(zone, scope)
        if ref is None:
            return t.Block(())
        return t.Move(self.expr(piece, scope, member(ref.zone.kind)), ref)

    def _flip(self, piece: s.Node, scope: Scope) -> t.Statement:
        of = self.expr(piece, scope)
        domain = self.v.domains.get(of.type.domain) if of.type.kind == "member" else None
        if domain is None or not domain.sides:
            if of.type.kind != "bad":
                self.say("E303", f"{a(of.type)} has no sides", piece, "declare `sides:` for its kind")
            return t.Block(())
        side = self.v.fields[f"{domain.name}.side"]
        kind: Type = span(0, len(domain.sides) - 1)
        return t.Flip(t.Load(kind, side, None, (of,)), len(domain.sides))

    def _show(self, piece: s.Node, seat: s.Node, scope: Scope) -> t.Statement:
        of, to = self.expr(piece, scope), self.expr(seat, scope, SEAT)
        domain = self.v.domains.get(of.type.domain) if of.type.kind == "member" else None
        if domain is not None and domain.remembered:
            return t.Show(of, to, domain.name)
        if domain is not None and domain.kind == "piece":
            message = f"nobody goes on knowing {a(of.type)} that was shown"
            self.say("E303", message, piece, f"say `remembered: true` of the kind `{domain.name}`")
        elif of.type.kind != "bad" and not (facts := facts_told(self.v, of)):
            self.say("E303", f"{a(of.type)} is no piece that could be shown, and no fact of one", piece)
        elif of.type.kind != "bad":
            return self._hint(of, facts, to, piece, scope)
        return t.Block(())

    def _hint(self, of: t.Expr, facts: list[t.FactOf], to: t.Expr, node: s.Node, scope: Scope) -> t.Statement:
        """What a fact of a piece is, or whether something holds of it: a seat knows it not to be of any other value."""
        fact = facts[0]
        domain = self.v.domains[fact.fact.domain]
        if any(each != fact for each in facts):
            self.say("E303", "this is about more than one fact", node, "show one fact of one piece at a time")
        elif fact.fact.name not in domain.hints:
            message = f"nobody goes on knowing `{fact.fact.name}` of {a(domain.name)} without the {domain.name} itself"
            self.say("E303", message, node, f"say `hints: [{fact.fact.name}]` of the kind `{domain.name}`")
        elif of != fact and of.type.kind != "bool":
            message = f"{a(of.type)} that is worked out cannot be shown"
            self.say("E303", message, node, "show the fact itself, or a condition over it")
        else:
            return hint_loop(self.v, of, fact, to, domain.name, scope)
        return t.Block(())

    def _remember(self, position: s.Node, _scope: Scope) -> t.Statement:
        if not isinstance(position, s.Name) or position.name not in self.v.positions:
            self._no_position(position)
            return t.Block(())
        return t.Do(f"remember {position.name}", ())

    def _end_game(self, _scope: Scope) -> t.Statement:
        return t.EndGame()

    def _again(self, _scope: Scope) -> t.Statement:
        return t.Again()

    def _pass_turn(self, _scope: Scope) -> t.Statement:
        return t.PassTurn()

    def _counted(self, field: Field, node: s.Node) -> None:
        """What a phase counts with is set by the phase, from values that are fixed when it begins."""
        if field.counted:
            self.say(
                "E310",
                f"the phase `{field.counted}` counts with `{field.name}`: set here, it would count on all the same",
                node,
                "let the phase count further (its `in:`), end it early with `end_game`, or keep a field of your own",
            )
