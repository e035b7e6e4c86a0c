"""Type checker of verbs: a syntax node such as `gain 2 coin` in, a typed statement out.

A verb is a plain name for the parser. Its record in `lang.verbs` says which arguments it takes; this module compares:

    gain pot points         VerbSyntax("gain", ("pot", "points"))     Gain(Load(pot), Const(0))
    roll face               VerbSyntax("roll", ("face",))             Roll(Load(face))
    move pack[0] to hand    VerbSyntax("move", ("pack[0]", to="hand"))
                                            Move(ZoneAt(ZoneRef(pack), Const(0)), ZoneRef(hand, Local("me")))
    gain points 2           E303: the amount comes before the resource; write `gain 2 points`
    gian 2 points           E302: unknown verb `gian`; did you mean `gain`?
    flip pack[0]            E303: a card? has no sides; declare `sides:` for its kind

What has a mistake becomes an empty `Block`, so that the rest of the effect is still checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruleset_core.analysis.advice import OTHER_VERBS, own_example
from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.expression_checker import ExpressionChecker
from ruleset_core.cursor import current_offers
from ruleset_core.diagnostics import closest_candidates, is_typo
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.operations import OPERATIONS
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.traversal import plus, rebuilt, unequal
from ruleset_core.lang.types import INT, RESOURCE, SEAT, Type, member_type, span, with_article
from ruleset_core.lang.verbs import VERBS, VerbSpec
from ruleset_core.lang.visibility import hint_column
from ruleset_core.lang.vocabulary import Field, Vocabulary

_SMALL_WORDS = frozenset({"into", "onto", "in", "on", "for", "of", "upon", "towards", "after", "using", "via", "under"})
"""Small words that English has and the verbs have not."""


class VerbDiagnostics(ExpressionChecker):
    """Problems of statements with verbs."""

    def _no_verb(self, node: s.VerbSyntax, name: s.NameSyntax, scope: BindingScope) -> None:
        """A word that begins a statement and is no verb: maybe a procedure without its `do`."""
        define = self.v.defines.get(node.name)
        if define is not None and define.kind == "effect":
            self.use(define)
            meant = f"do {node.name}"
            args = [self.written(arg.value) for arg in node.args]
            if (
                len(args) == 1
                and not define.params
                and self.type_without_report(node.args[0].value, scope).kind == "int"
            ):
                meant = meant if args == ["1"] else f"repeat {args[0]} {{ {meant} }}"
            elif args and len(args) == len(define.params):
                meant += f"({', '.join(args)})"
            elif args:
                meant = ""
            advice = f"`{node.name}` is a procedure: write `{meant or f'do {node.name}(...)'}`"
            self.say("E302", f"unknown verb `{node.name}`", name, advice, meant or None, swap=(node.start, node.end))
            return
        if node.name in OTHER_VERBS:
            self.say("E302", f"unknown verb `{node.name}`", name, OTHER_VERBS[node.name], about=node.name)
            return
        procedures = [each.name for each in self.v.defines.values() if each.kind == "effect"]
        close = closest_candidates(node.name, procedures)
        if close and not closest_candidates(node.name, VERBS):
            advice = f"did you mean `do {close[0]}`?"
            meant = f"do {close[0]}"
            self.say(
                "E302",
                f"unknown verb `{node.name}`",
                name,
                advice,
                meant,
                about=node.name,
                rivals=tuple(close[1:]),
                sure=is_typo(node.name, close[0]),
            )
            return
        self.unknown("verb", node.name, name, VERBS, "E302")

    def _wrong_way_round(self, verb: str, amount: s.SyntaxNode, resource: s.SyntaxNode, scope: BindingScope) -> bool:
        """`gain point 2`: the resource stands before the amount."""
        if not isinstance(amount, s.NameSyntax) or amount.name not in self.v.domains["resource"].ids:
            return False
        if isinstance(resource, s.NameSyntax) and resource.name in self.v.domains["resource"].ids:
            return False
        if self.type_without_report(resource, scope).kind != "int":
            return False
        meant = f"{self.written(resource)} {amount.name}"
        advice = f"write `{verb} {meant}`"
        both = s.NameSyntax(amount.start, resource.end, amount.name)
        self.say("E303", "the amount comes before the resource", both, advice, meant)
        return True

    def _misused(self, node: s.VerbSyntax, spec: VerbSpec) -> None:
        """A verb with other arguments than it takes."""
        verbs = [arg.value for arg in node.args if isinstance(arg.value, s.NameSyntax) and arg.value.name in VERBS]
        advice = (
            f"a `;` may be missing before `{verbs[0].name}`"
            if verbs
            else f"for example `{own_example(self.v, spec.example)}`"
        )
        odd = [arg.value for arg in node.args if isinstance(arg.value, s.NameSyntax) and arg.value.name in _SMALL_WORDS]
        lacking = [
            param.word for param in spec.params if param.word and param.word not in tuple(arg.word for arg in node.args)
        ]
        message = f"`{node.name}` is written `{spec.signature}`"
        if len(odd) == len(lacking) == 1 and len(node.args) == len(spec.params) + 1 and lacking[0]:
            swap = (odd[0].start, odd[0].end)
            self.say("E304", message, node, f"write `{lacking[0]}`", lacking[0], swap=swap)
        else:
            self.say("E304", message, node, advice)


# -- showing what a piece is like --------------------------------------------------------------------------------------


def hinted_facts(v: Vocabulary, tree: t.Expr) -> list[t.FactOf]:
    """The facts of remembered pieces that something is said about: what stands on the left of comparisons."""
    match tree:
        case t.FactOf():
            remembered = v.domains[tree.fact.domain].remembered and tree.of.type.domain == tree.fact.domain
            return [tree] if remembered else hinted_facts(v, tree.of)
        case t.Op() if OPERATIONS[tree.name].settles is not None:
            return [fact for part in tree.args for fact in hinted_facts(v, part)]
        case t.Op() if tree.args:
            return hinted_facts(v, tree.args[0])
        case t.Contains():
            return hinted_facts(v, tree.of)
        case _:
            return []


def hint_loop(v: Vocabulary, said: t.Expr, fact: t.FactOf, to: t.Expr, kind: str, scope: BindingScope) -> t.For:
    """The loop that a hint comes to. `said`: the fact, or a condition over it.

    `show c.colour == red to p` comes to: for each colour of which the condition says something else than of the colour of the
    piece, the seat knows that the piece is not of it. So every executor, proof and bound of loops holds for hints as well.
    """
    name = "value"
    while name in scope.locals:
        name += "_"
    value = t.Local(fact.type, name)
    if said == fact:
        where: t.Expr = unequal(value, fact)
    else:
        where = unequal(_instead(said, fact, value), said)
    start = hint_column(v, kind, fact.fact.name)
    place = plus(value, start)
    show = t.Show(fact.of, to, kind, place)
    values = t.Selection(fact.type, "values", values=tuple(v.members(fact.type)))
    return t.For(name, values, where, t.Block((show,)))


AROUND_FIRST = {"left": "before", "right": "after"}
"""In which order the other seats hand on what goes to the left or right: each after the seat that it hands it to."""


def rotated(ref: t.ZoneRef, way: str) -> t.Block:
    """All lists of a zone on to the seats beside; `ref` is that of seat 0."""
    kind, first = member_type(ref.zone.kind), t.Const(SEAT, 0)
    giver, piece, count = t.Local(SEAT, "_giver"), t.Local(kind, "_handed"), t.Local(INT, "_handed_on")

    def beside(seat: t.Expr) -> t.ZoneRef:
        return of_seat(ref, t.Op(SEAT, way, (seat, t.Players())))

    theirs = t.Selection(kind, "zone", zone=of_seat(ref, giver))
    others = t.For(
        giver.name,
        t.Selection(SEAT, AROUND_FIRST[way], parts=(first,)),
        None,
        t.Block((t.For(piece.name, theirs, None, t.Block((t.Move(piece, beside(giver)),))),)),
    )
    own = t.Quantity(INT, "count", piece.name, t.Selection(kind, "zone", zone=ref), None, None, "")
    front = t.Move(t.ZoneAt(kind.maybe(), ref, t.Const(INT, 0)), beside(first))
    return t.Block((t.Let(count.name, own), others, t.Repeat(count, t.Block((front,)))))


def of_seat(ref: t.ZoneRef, seat: t.Expr) -> t.ZoneRef:
    """The same list of another seat."""
    return t.ZoneRef(ref.zone, seat, ref.index)


def _instead(tree: t.Expr, fact: t.FactOf, value: t.Local) -> Any:
    """The expression with a value in place of the fact."""

    def change(node: Any) -> Any:
        return value if isinstance(node, t.FactOf) and node == fact else rebuilt(node, change)

    return change(tree)


# -- verbs -------------------------------------------------------------------------------------------------------------


class VerbChecker(VerbDiagnostics):
    """Resolves verbs and what stands behind them."""

    def _verb(self, node: s.VerbSyntax, scope: BindingScope) -> t.Statement:
        name = s.NameSyntax(node.start, node.name_end, node.name)
        spec = VERBS.get(node.name)
        if spec is None:
            self._no_verb(node, name, scope)
            return t.Block(())
        if spec.cost:
            self.say(
                "E305",
                f"`{node.name}` is a cost: it goes left of `->`",
                node,
                "write `pay ... -> effect`; use `lose` for a loss",
            )
            return t.Block(())
        words = tuple(arg.word for arg in node.args)
        if words != tuple(param.word for param in spec.params):
            self._misused(node, spec)
            return t.Block(())
        if spec.needs_seat and not scope.me:
            self._no_seat(node, scope)
        build: Callable[..., t.Statement] = getattr(self, f"_{node.name}")
        return build(*(arg.value for arg in node.args), scope)

    def _gain(self, amount: s.SyntaxNode, resource: s.SyntaxNode, scope: BindingScope) -> t.Statement:
        if self._wrong_way_round("gain", amount, resource, scope):
            return t.Block(())
        return t.Gain(self.expr(amount, scope, INT), self.expr(resource, scope, RESOURCE))

    def _lose(self, amount: s.SyntaxNode, resource: s.SyntaxNode, scope: BindingScope) -> t.Statement:
        if self._wrong_way_round("lose", amount, resource, scope):
            return t.Block(())
        return t.Lose(self.expr(amount, scope, INT), self.expr(resource, scope, RESOURCE))

    def _roll(self, target: s.SyntaxNode, scope: BindingScope) -> t.Statement:
        load = self.expr(target, scope)
        if not isinstance(load, t.Load):
            if load.type.kind != "bad":
                self.say("E310", "only a field of the state can be rolled", target)
            return t.Block(())
        if not self.v.finite(load.type) or load.type.seats:
            self.say(
                "E303",
                f"{with_article(load.type)} has no fixed number of values to roll",
                target,
                "give the field a range, such as `is: 1..6`",
            )
            return t.Block(())
        if not self.v.members(load.type):
            self.say("E303", f"there is no {load.type} to roll", target, f"`{load.type.domain}` has no members yet")
            return t.Block(())
        self._counted(load.field, target)
        return t.Roll(load)

    def _zone(self, node: s.SyntaxNode, scope: BindingScope) -> t.ZoneRef | None:
        ref = self.zone_ref(node, scope)
        if ref is None:
            named = node.of if isinstance(node, s.IndexSyntax) else node
            if isinstance(named, s.NameSyntax) and (
                named is node or named.name not in {*scope.locals, *self.v.fields, *self.v.zones}
            ):
                self.unknown("zone", named.name, named, self.v.zones)
            elif (
                not isinstance(node, s.AttributeSyntax) or self.type_without_report(node.of, scope).kind != "bad"
            ):  # else it is told there
                self.say("E303", "a zone is needed here", node)
        return ref

    def _shuffle(self, zone: s.SyntaxNode, scope: BindingScope) -> t.Statement:
        ref = self._zone(zone, scope)
        return t.Shuffle(ref) if ref else t.Block(())

    def _sort(self, zone: s.SyntaxNode, key: s.SyntaxNode, scope: BindingScope) -> t.Statement:
        ref = self._zone(zone, scope)
        if ref is None:
            return t.Block(())
        return t.Sort(ref, self.expr(key, scope.inner(it=member_type(ref.zone.kind)), INT))

    def _move(self, piece: s.SyntaxNode, zone: s.SyntaxNode, scope: BindingScope) -> t.Statement:
        ref = self._zone(zone, scope)
        if ref is None:
            if current_offers() is not None:  # somebody writes it, and asks what could be moved
                self.expr(piece, scope)
            return t.Block(())
        return t.Move(self.expr(piece, scope, member_type(ref.zone.kind)), ref)

    def _rotate(self, zone: s.SyntaxNode, way: s.SyntaxNode, scope: BindingScope) -> t.Statement:
        """Written out, so that nothing of it is new: to the left the seats before seat 0 hand on first, from the last, then what it had itself.

        let n = count c in seat_0.hand; for each p in before(seat_0) { for each c in p.hand { move c to left(p).hand } };
        repeat n { move seat_0.hand[0] to left(seat_0).hand }
        """
        of, items = (zone.of, zone.items) if isinstance(zone, s.IndexSyntax) else (zone, ())
        declared = self.v.zones.get(of.name) if isinstance(of, s.NameSyntax) else None
        if declared is not None and not declared.per_seat:
            self.say("E303", f"there is one `{declared.name}` for all", zone, "a zone `by: [seat]` can go round")
            return t.Block(())
        if not isinstance(way, s.NameSyntax) or way.name not in AROUND_FIRST:
            self.say("E303", "zones go to the `left` or to the `right`", way, "write `to left` or `to right`")
            return t.Block(())
        if declared is not None:
            first = s.AttributeSyntax(zone.start, zone.end, s.NameSyntax(zone.start, zone.end, "seat_0"), declared.name)
            zone = s.IndexSyntax(zone.start, zone.end, first, items) if items else first
        ref = self._zone(zone, scope)
        if ref is None or ref.seat is None:
            return t.Block(())
        return t.Rotate(ref, way.name, rotated(ref, way.name))

    def _return(self, value: s.SyntaxNode, scope: BindingScope) -> t.Statement:
        if scope.result is None:
            advice = "only an effect of `define:` with `is: TYPE` returns something"
            self.say("E303", "nothing is returned here", value, advice)
            return t.Block(())
        return t.Return(self.expr(value, scope, scope.result))

    def _flip(self, piece: s.SyntaxNode, scope: BindingScope) -> t.Statement:
        of = self.expr(piece, scope)
        domain = self.v.domains.get(of.type.domain) if of.type.kind == "member" else None
        if domain is None or not domain.sides:
            if of.type.kind != "bad":
                self.say("E303", f"{with_article(of.type)} has no sides", piece, "declare `sides:` for its kind")
            return t.Block(())
        side = self.v.fields[f"{domain.name}.side"]
        kind: Type = span(0, len(domain.sides) - 1)
        return t.Flip(t.Load(kind, side, None, (of,)), len(domain.sides))

    def _show(self, piece: s.SyntaxNode, seat: s.SyntaxNode, scope: BindingScope) -> t.Statement:
        of, to = self.expr(piece, scope), self.expr(seat, scope, SEAT)
        domain = self.v.domains.get(of.type.domain) if of.type.kind == "member" else None
        if domain is not None and domain.remembered:
            return t.Show(of, to, domain.name)
        if domain is not None and domain.kind == "piece":
            message = f"nobody goes on knowing {with_article(of.type)} that was shown"
            self.say("E303", message, piece, f"say `remembered: true` of the kind `{domain.name}`")
        elif of.type.kind != "bad" and not (facts := hinted_facts(self.v, of)):
            self.say("E303", f"{with_article(of.type)} is neither a piece that could be shown nor a fact of one", piece)
        elif of.type.kind != "bad":
            return self._hint(of, facts, to, piece, scope)
        return t.Block(())

    def _hint(
        self, of: t.Expr, facts: list[t.FactOf], to: t.Expr, node: s.SyntaxNode, scope: BindingScope
    ) -> t.Statement:
        """What a fact of a piece is, or whether something holds of it: a seat knows it not to be of any other value."""
        fact = facts[0]
        domain = self.v.domains[fact.fact.domain]
        if any(each != fact for each in facts):
            self.say("E303", "this is about more than one fact", node, "show one fact of one piece at a time")
        elif fact.fact.name not in domain.hints:
            message = f"nobody goes on knowing `{fact.fact.name}` of {with_article(domain.name)} without the {domain.name} itself"
            self.say("E303", message, node, f"say `hints: [{fact.fact.name}]` of the kind `{domain.name}`")
        elif of != fact and of.type.kind != "bool":
            message = f"{with_article(of.type)} that is worked out cannot be shown"
            self.say("E303", message, node, "show the fact itself, or a condition over it")
        else:
            return hint_loop(self.v, of, fact, to, domain.name, scope)
        return t.Block(())

    def _remember(self, position: s.SyntaxNode, _scope: BindingScope) -> t.Statement:
        if not isinstance(position, s.NameSyntax) or position.name not in self.v.positions:
            self._no_position(position)
            return t.Block(())
        return t.Do(f"remember {position.name}", ())

    def _end_game(self, _scope: BindingScope) -> t.Statement:
        return t.EndGame()

    def _again(self, _scope: BindingScope) -> t.Statement:
        return t.Again()

    def _pass_turn(self, _scope: BindingScope) -> t.Statement:
        return t.PassTurn()

    def _counted(self, field: Field, node: s.SyntaxNode) -> None:
        """What a phase counts with is set by the phase, from values that are fixed when it begins."""
        if field.counted:
            self.say(
                "E310",
                f"the phase `{field.counted}` counts with `{field.name}`: set here, it would count on all the same",
                node,
                "let the phase count further (its `in:`), end it early with `end_game`, or keep a field of your own",
            )
