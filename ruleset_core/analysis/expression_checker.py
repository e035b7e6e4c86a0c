"""Type checker of expressions: a syntax tree in, a typed tree or a diagnostic out.

It gives each expression a type, so that both executors can leave types out: all values are whole numbers for them.

>>> from ruleset_core import load
>>> from ruleset_core.analysis.statement_checker import StatementChecker
>>> from ruleset_core.lang.syntax.parser import parse
>>> def check(text):
...     checker = StatementChecker(load("pig").program.vocabulary)
...     return checker.expr(parse(text, "expr")[0], BindingScope()), checker.problems
>>> [str(check(text)[0].type) for text in ("face + 1", "points >= 100", "me")]
['number', 'condition', 'seat']
>>> [(problem.code, problem.message) for problem in check("max(face, true)")[1]]
[('E303', 'this is a condition, but a number is needed here')]
>>> [(problem.code, problem.help) for problem in check("face > 6")[1]]
[('W502', 'what is compared here is from 1 to 6')]
"""

from __future__ import annotations

import re
from math import inf

from ruleset_core.analysis.advice import OTHER_FUNCTIONS, name_in, own_example
from ruleset_core.analysis.binder import BAD_VALUE, BindingScope
from ruleset_core.analysis.known_ranges import NOTHING_KNOWN
from ruleset_core.analysis.selection_checker import SelectionChecker
from ruleset_core.analysis.subsets import lift, lift_both, lift_selection, whole_of
from ruleset_core.diagnostics import counted
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.operations import FUNCTIONS, OPERATIONS, OPPOSITE, OperationSpec, Takes
from ruleset_core.lang.quantities import QUANTITIES
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.traversal import all_nodes, equal
from ruleset_core.lang.types import BAD, BOOL, INT, RESOURCE, SEAT, Type, fits, span, with_article
from ruleset_core.lang.vocabulary import Field

__all__ = ["ExpressionChecker"]


class ExpressionChecker(SelectionChecker):
    """Resolves expressions of one text."""

    def _expr(self, node: s.SyntaxNode, scope: BindingScope, want: Type | None) -> t.Expr:
        match node:
            case s.NumberSyntax():
                return t.Const(span(node.value, node.value), node.value)
            case s.NameSyntax():
                return self._name(node, scope, want)
            case s.AttributeSyntax():
                return self._attribute(node, scope, ())
            case s.IndexSyntax():
                return self._index(node, scope)
            case s.InvokeSyntax():
                return self._invoke(node, scope)
            case s.MinusSyntax():
                return self._minus(node, scope)
            case s.NegateSyntax():
                return self._operation(OPERATIONS["not"], (node.of,), node, scope)
            case s.BinarySyntax():
                return self._binary(node, scope)
            case s.MemberSyntax():
                return self._contains(node, scope)
            case s.ConditionalSyntax():
                return self._conditional(node, scope, want)
            case s.QuantitySyntax():
                return self._quantity(node, scope)
            case s.CanSyntax():
                return t.CanPay(BOOL, self.costs(node.costs, scope))
            case s.WouldSyntax():
                return self._would(node, scope, want)
            case s.ListingSyntax():
                return self.say("E303", "a list may stand only after `in`", node)
            case s.ReachSyntax():
                return self.say(
                    "E303", "`from ... by ...` may stand only after `in`", node, "for example: `any x in (from ...)`"
                )
            case _:
                return self.say("E201", "this is not an expression", node)

    def _invoke(self, node: s.InvokeSyntax, scope: BindingScope) -> t.Expr:
        if node.name in FUNCTIONS and node.name not in self.v.defines:  # a definition of that name is refused itself
            return self._function(FUNCTIONS[node.name], node, scope)
        if node.name in self.v.hooks and self.v.hooks[node.name].result is not None:
            return self._hook(node, scope)
        where = self.v.fields.get(node.name) or self.v.zones.get(node.name)
        if node.name not in self.v.defines and where is not None and node.args:
            inside = ", ".join(self.written(arg) for arg in node.args)
            what = "field" if node.name in self.v.fields else "zone"
            meant = f"{node.name}[{inside}]"
            return self.say(
                "E301", f"`{node.name}` is a {what}: its index goes into `[...]`", node, f"write `{meant}`", meant
            )
        if node.name not in self.v.defines and node.name in OTHER_FUNCTIONS:
            advice = OTHER_FUNCTIONS[node.name]
            return self.say(
                "E301", f"unknown function `{node.name}`", name_in(node, node.name), advice, about=node.name
            )
        if node.name not in self.v.defines:
            return self.unknown("function", node.name, node, [*FUNCTIONS, *self.v.defines, *self.v.hooks])
        return self._apply(node.name, node.args, node, scope)

    def _function(self, operation: OperationSpec, node: s.InvokeSyntax, scope: BindingScope) -> t.Expr:
        """An operation that is written as a function."""
        if len(node.args) != operation.written:
            values = counted(operation.written, "value")
            return self.say("E304", f"`{node.name}` takes {values}, not {len(node.args)}", node)
        if operation.takes == ("position",):
            return self._repeats(node.args[0])
        if operation.takes == ("bounded",):
            return self._bound(node, scope)
        return self._operation(operation, node.args, node, scope)

    def _operation(
        self, operation: OperationSpec, args: tuple[s.SyntaxNode, ...], node: s.SyntaxNode, scope: BindingScope
    ) -> t.Expr:
        """An operation whose arguments are of types that it names itself."""
        values: list[t.Expr] = []
        for arg, takes in zip(args, operation.takes, strict=False):
            value = self._argument(takes, arg, scope)
            if value.type.kind == "bad" and takes in {"seat", "member"}:
                return BAD_VALUE
            if takes == "above 0" and isinstance(value, t.Const) and value.value <= 0 and value.type.kind == "int":
                return self.say("E314", f"`{operation.name}` needs a number above 0", arg)
            values.append(value)
        if "players" in operation.takes:
            values.append(t.Players())
        made = t.Op(self._given_by(operation, values[0]), operation.name, tuple(values))
        return self._judged(made, node) if operation.gives == "condition" else made

    def _argument(self, takes: Takes, node: s.SyntaxNode, scope: BindingScope) -> t.Expr:
        match takes:
            case "condition":
                return self.expr(node, scope, BOOL)
            case "seat":
                return self.expr(node, scope, SEAT.maybe())
            case "member":
                return self._numbered(node, scope)
            case _:
                return self.expr(node, scope, INT)

    def _given_by(self, operation: OperationSpec, first: t.Expr) -> Type:
        """The type of the result of an operation; of a member's number it is as wide as the member's set."""
        if operation.gives == "condition":
            return BOOL
        if operation.gives == "seat":
            return SEAT.maybe() if first.type.kind == "none" else first.type
        if operation.takes != ("member",):
            return INT
        most = (self.v.players[1] if first.type.sure() == SEAT else self.v.domains[first.type.domain].size) - 1
        return span(-1 if first.type.optional else 0, max(0, most))

    def _numbered(self, node: s.SyntaxNode, scope: BindingScope) -> t.Expr:
        """A seat or a member, which have numbers; pieces have none."""
        of = self._expr(node, scope, None)
        domain = self.v.domains.get(of.type.domain) if of.type.kind == "member" else None
        if domain is None or domain.kind == "piece" or domain.seats:
            return self.say(
                "E303", f"{with_article(of.type)} has no number", node, "a seat has one, and a member of a set"
            )
        return of

    def _repeats(self, position: s.SyntaxNode) -> t.Expr:
        """`repeats(stand)`: how many of the remembered positions are like the one there is."""
        if not isinstance(position, s.NameSyntax) or position.name not in self.v.positions:
            return self._no_position(position)
        return t.Apply(INT, f"repeats {position.name}", ())

    def _no_position(self, node: s.SyntaxNode) -> t.Expr:
        if isinstance(node, s.NameSyntax):
            return self.unknown("position", node.name, node, self.v.positions)
        return self.say("E303", "the name of a position is needed here", node)

    def _bound(self, node: s.InvokeSyntax, scope: BindingScope) -> t.Expr:
        """`upper_bound(day)`: 8 where a phase counts from 1 to 8, else of `day: {is: 1..8}`; also of a fact, or a resource."""
        of, lowest = node.args[0], node.name == "lower_bound"
        field = self.v.fields.get(of.name) if isinstance(of, s.NameSyntax) else None
        if field is not None and field.counted_to is not None and not lowest:
            return self._counted_to(field, field.counted_to)
        kind = self._type_named(of)
        if kind is None:
            return self._bound_of_resource(of, scope, lowest=lowest)
        value = kind.low if lowest else kind.high
        if kind.kind != "int" or value is None:
            written = self.written(of)
            return self.say(
                "E303", f"`{written}` is {with_article(kind)} and has no bound", of, "a range such as `1..8` has one"
            )
        return t.Const(span(value, value), value)

    def _counted_to(self, field: Field, end: s.SyntaxNode) -> t.Expr:
        """The last value that a phase gives a field; within what says so itself that of its type."""
        field.counted_to = None
        try:
            wrong = (
                self.type_without_report(end, BindingScope(me=False), INT).kind == "bad"
            )  # which is told where it stands
            return BAD_VALUE if wrong else self.expr(end, BindingScope(me=False), INT)
        finally:
            field.counted_to = end

    def _bound_of_resource(self, of: s.SyntaxNode, scope: BindingScope, *, lowest: bool) -> t.Expr:
        """The spaces of a track, else how much of a resource may be held; of one that is known only when it happens as well."""
        known = self.v.resources
        places = [place for place, each in enumerate(known) if isinstance(of, s.NameSyntax) and each.name == of.name]
        if places:
            resource: t.Expr = t.Const(RESOURCE, places[0])
        else:
            resource = self._expr(of, scope, None)
        if resource.type.kind == "bad":
            return BAD_VALUE
        if resource.type.sure() != RESOURCE:
            help_ = "for example: `day`, `card.level`"
            return self.say("E303", "the name of a field, a fact or a resource is needed here", of, help_)
        meant = [known[resource.value]] if isinstance(resource, t.Const) else known
        bounds = [each.spaces if each.spaces >= 0 else each.maximum for each in meant]
        if lowest:
            return t.Const(span(0, 0), 0)
        if -1 in bounds:
            unbounded = meant[bounds.index(-1)].name
            return self.say("E303", f"`{unbounded}` has no bound", of, "a resource with `max:` or `spaces:` has one")
        found: t.Expr = t.Const(span(bounds[-1], bounds[-1]), bounds[-1])
        for place, bound in reversed([*enumerate(bounds)][:-1]):
            if bound != bounds[-1] or found.type.low != found.type.high:
                test = equal(resource, t.Const(RESOURCE, place))
                found = t.Op(span(min(bounds), max(bounds)), "if", (test, t.Const(span(bound, bound), bound), found))
        return found

    def _type_named(self, node: s.SyntaxNode) -> Type | None:
        """The declared type of a field, of a definition with `is:`, or, written `FAMILY.FACT`, of a fact."""
        match node:
            case s.NameSyntax() if node.name in self.v.fields:
                return self.v.fields[node.name].type
            case s.NameSyntax() if node.name in self.v.defines:
                return self.v.defines[node.name].type
            case s.NameSyntax() if node.name in self.v.ranges:
                self.use(self.v.ranges[node.name])
                return self.v.ranges[node.name].type
            case s.AttributeSyntax(of=s.NameSyntax() as family) if family.name in self.v.domains:
                fact = self.v.domains[family.name].facts.get(node.name)
                return None if fact is None else fact.type
            case _:
                return None

    def _hook(self, node: s.InvokeSyntax, scope: BindingScope) -> t.Expr:
        hook = self.v.hooks[node.name]
        self.use(hook)
        args = self.arguments(node.name, node.args, hook.params, node, scope)
        return BAD_VALUE if args is None or hook.result is None else t.HookCall(hook.result, node.name, args)

    def _apply(self, name: str, args: tuple[s.SyntaxNode, ...], node: s.SyntaxNode, scope: BindingScope) -> t.Expr:
        define = self.v.defines[name]
        self.use(define)
        if define.kind == "effect":
            advice = f"write `do {name}(...)` as a statement"
            if define.result is not None:
                advice = f"name what it returns in a statement before: `let x = do {name}(...)`"
            return self.say("E303", f"`{name}` is an effect, not a value", node, advice)
        self.calls(f"value {name}", node, scope)
        found = self.arguments(name, args, tuple(define.params.values()), node, scope)
        return BAD_VALUE if found is None else t.Apply(define.type, name, found)

    def arguments(
        self,
        name: str,
        args: tuple[s.SyntaxNode, ...],
        params: tuple[Type, ...],
        node: s.SyntaxNode,
        scope: BindingScope,
    ) -> tuple[t.Expr, ...] | None:
        """Arguments of a define, an event or a hook, checked against its parameters."""
        if len(args) != len(params):
            kinds = ", ".join(str(kind) for kind in params) or "nothing"
            message = f"`{name}` takes {counted(len(params), 'value')} ({kinds}), not {len(args)}"
            meant = self._completed(name, args, params, scope)
            self.say("E304", message, node, f"write `{meant}`" if meant else "", meant or None, about=name)
            return None
        if len(args) == 2 and args[0] != args[1] and self._turned(args, params, scope):
            meant = f"{name}({self.written(args[1])}, {self.written(args[0])})"
            self.say("E303", f"the values of `{name}` stand in the wrong order", node, f"write `{meant}`", meant)
            return None
        before = len(self.problems)
        values = tuple(self.expr(arg, scope, kind) for arg, kind in zip(args, params, strict=True))
        self.declared_by(before, "define", name)
        return values

    def _turned(self, args: tuple[s.SyntaxNode, ...], params: tuple[Type, ...], scope: BindingScope) -> bool:
        """Whether two arguments fit only in the other order."""
        if params[0].kind == params[1].kind and params[0].domain == params[1].domain:
            return False
        if all(
            _fitting(self.type_without_report(arg, scope, kind), kind) for arg, kind in zip(args, params, strict=True)
        ):
            return False
        return all(
            _fitting(self.type_without_report(arg, scope, kind), kind)
            for arg, kind in zip(args, reversed(params), strict=True)
        )

    def _completed(
        self, name: str, args: tuple[s.SyntaxNode, ...], params: tuple[Type, ...], scope: BindingScope
    ) -> str:
        """A call with the one argument that is missing, if a single local name fits; or without the one too many."""
        if len(args) == len(params) + 1 and not params:
            return name
        if len(args) + 1 != len(params):
            return ""
        ways: list[str] = []
        for place, kind in enumerate(params):
            rest = (*params[:place], *params[place + 1 :])
            if all(
                _fitting(self.type_without_report(arg, scope, want), want) for arg, want in zip(args, rest, strict=True)
            ):
                texts = [self.written(arg) for arg in args]
                locals_ = [each for each, has in scope.locals.items() if fits(has, kind) and each not in texts]
                ways += [f"{name}({', '.join((*texts[:place], each, *texts[place:]))})" for each in locals_]
        return ways[0] if len(ways) == 1 else ""

    def _minus(self, node: s.MinusSyntax, scope: BindingScope) -> t.Expr:
        of = self.expr(node.of, scope, INT)
        if isinstance(of, t.Const) and of.type.kind == "int":
            return t.Const(span(-of.value, -of.value), -of.value)
        return t.Op(INT, "neg", (of,))

    def _binary(self, node: s.BinarySyntax, scope: BindingScope) -> t.Expr:
        operation = OPERATIONS[node.operator]
        if operation.takes[0] == "condition":
            sides = (node.left, node.right)
            self._links |= {
                id(each) for each in sides if isinstance(each, s.BinarySyntax) and each.operator == node.operator
            }
            left = self.expr(node.left, scope, BOOL)
            if self._half(node, scope):
                return BAD_VALUE
            parts = (left, self.expr(node.right, scope, BOOL))
            return self._judged(t.Op(BOOL, node.operator, parts), node)
        if operation.takes[0] == "value":
            return self._equal(node, scope)
        return self._operation(operation, (node.left, node.right), node, scope)

    def _judged(self, condition: t.Op, node: s.SyntaxNode) -> t.Op:
        """A condition; told if it can never hold, or never fail, and no part of it has been told already."""
        if not self.judges or id(node) in self._links:
            return condition  # the whole chain of `and` or `or` is looked at once
        if any(id(part) in self._settled for part in condition.args):
            self._settled[id(condition)] = condition
            return condition
        found = self.truth.verdict(condition)
        if found is not None and not any(getattr(each, "type", BOOL).kind == "bad" for each in all_nodes(condition)):
            self._settled[id(condition)] = condition
            what = "this always holds" if found else "this can never hold"
            self.say("W502", what, node, self._because(condition))
        return condition

    def _because(self, condition: t.Op) -> str:
        """What is known of the two sides of a comparison; else that parts go against each other."""
        if OPERATIONS[condition.name].takes[0] == "condition":
            return "look at its parts together: what they compare has one value at a time"
        for part in condition.args:
            if not isinstance(part, t.Const) and part.type.kind == "int":
                values = self.truth.values(part, NOTHING_KNOWN)
                low, high = (str(int(each)) if abs(each) != inf else "" for each in (values.low, values.high))
                if low or high:
                    bounds = f"from {low} to {high}" if low and high else f"{low} or more" if low else f"at most {high}"
                    return f"what is compared here is {bounds}"
        return "the two sides are never different" if condition.name in OPPOSITE else ""

    def _half(self, node: s.BinarySyntax, scope: BindingScope) -> bool:
        """`c == red or yellow`: only one side of the second comparison is written."""
        first = node.left
        while isinstance(first, s.BinarySyntax) and OPERATIONS[first.operator].takes[0] == "condition":
            first = first.right
        if not isinstance(first, s.BinarySyntax) or not isinstance(node.right, s.NameSyntax):
            return False
        if OPERATIONS[first.operator].takes[0] != "value":
            return False
        subject = self.type_without_report(first.left, scope)
        value = self.type_without_report(node.right, scope, subject.maybe()) if subject.kind == "member" else BAD
        if value.kind != "member" or value.domain != subject.domain:
            return False
        meant = f"{self.written(first.left)} {first.operator} {self.written(node.right)}"
        message = f"`{node.right.name}` is {with_article(value)}, not a condition"
        self.say("E303", message, node.right, f"write the whole comparison: `{meant}`", meant)
        return True

    def _equal(self, node: s.BinarySyntax, scope: BindingScope) -> t.Expr:
        bare = (
            isinstance(node.left, s.NameSyntax)
            and node.left.name not in scope.locals
            and (
                not isinstance(node.right, s.NameSyntax)
                or any(node.left.name in each.ids for each in self.v.domains.values())
            )
        )  # perhaps a member, which the other side says the set of
        first, second = (node.right, node.left) if bare else (node.left, node.right)
        one = self._expr(first, scope, None)
        two = self._expr(second, scope, one.type.maybe() if one.type.kind in {"member", "bad"} else None)
        one, two = lift_both(self.v, one, two)
        if "bad" in {one.type.kind, two.type.kind}:
            return BAD_VALUE
        if not fits(two.type, one.type.maybe()) and not fits(one.type, two.type.maybe()):
            return self._never_equal(node, (one, first), (two, second))
        return self._judged(t.Op(BOOL, node.operator, (two, one) if bare else (one, two)), node)

    def _never_equal(
        self, node: s.SyntaxNode, one: tuple[t.Expr, s.SyntaxNode], two: tuple[t.Expr, s.SyntaxNode]
    ) -> t.Expr:
        """Two values that cannot be equal; a number beside a seat is probably the number of a seat."""
        message = f"{with_article(one[0].type)} and {with_article(two[0].type)} are never equal"
        for (value, at), (other, _) in ((one, two), (two, one)):
            seat = other.type.domain == "seat" or other.type.seats
            if (
                seat
                and isinstance(value, t.Const)
                and value.type.kind == "int"
                and 0 <= value.value < self.v.players[1]
            ):
                meant = f"seat_{value.value}"
                return self.say("E303", message, at, f"write `{meant}`", meant)
        return self.say("E303", message, node)

    def _conditional(self, node: s.ConditionalSyntax, scope: BindingScope, want: Type | None) -> t.Expr:
        condition = self.expr(node.condition, scope, BOOL)
        then = self._expr(node.then, scope, want)
        hint = then.type.maybe() if then.type.kind == "member" else want
        otherwise = self._expr(node.otherwise, scope, hint)
        then, otherwise = lift_both(self.v, then, otherwise)
        if not fits(otherwise.type, then.type.maybe()) and not fits(then.type, otherwise.type.maybe()):
            return self.say(
                "E303", f"one way gives {with_article(then.type)}, the other {with_article(otherwise.type)}", node
            )
        kind = otherwise.type if then.type.kind == "none" else then.type
        if "none" in {then.type.kind, otherwise.type.kind} or then.type.optional or otherwise.type.optional:
            kind = kind.maybe()
        return t.Op(INT if kind.kind == "int" else kind, "if", (condition, then, otherwise))

    def _would(self, node: s.WouldSyntax, scope: BindingScope, want: Type | None) -> t.Expr:
        """A trial (see `StatementChecker`)."""
        raise NotImplementedError

    def _contains(self, node: s.MemberSyntax, scope: BindingScope) -> t.Expr:
        of = self._expr(node.of, scope, None)
        want: Type | None = INT if isinstance(of, t.Const) and of.type.kind == "int" else whole_of(self.v, of.type)
        if of.type.sure() == SEAT:
            want = None  # a seat may be among the members of a set with seats
        selection = self.selection(node.selection, scope, want)
        selection = lift_selection(self.v, selection, of.type)
        of = lift(self.v, of, selection.type)
        if not fits(of.type.sure(), selection.type.sure()):
            return self.say("E303", f"{with_article(of.type)} is never among {selection.type} values", node)
        return t.Contains(BOOL, of, selection)

    def _quantity(self, node: s.QuantitySyntax, scope: BindingScope) -> t.Expr:
        selection = self.selection(node.selection, scope)
        inner = self.bind(node.var, selection.type, scope, node, runs=node.where is None)
        where = self.expr(node.where, inner, BOOL) if node.where is not None else None
        body: t.Expr | None = None
        quantity = QUANTITIES[node.kind]
        if node.body is not None:
            wanted = BOOL if quantity.body == "has" else INT
            if wanted is INT and quantity.gives != "member" and (meant := self._compared_outside(node, inner)):
                return self.say(
                    "E303", "this is a condition, but a number is needed here", node.body, f"write `{meant}`", meant,
                    swap=(node.start, node.end),
                )  # fmt: skip
            body = self.expr(node.body, inner, wanted)
        if quantity.ties and node.ties is None:
            self.say(
                "E306", f"`{node.kind}` does not say what happens in a tie", node, "add `ties first` or `ties last`"
            )
        if node.ties not in {None, "first", "last"}:
            self.say("E306", f"unknown tie rule `{node.ties}`", node, "`ties first` or `ties last`")
        kind = BOOL if quantity.gives == "condition" else INT
        if quantity.gives == "member":
            kind = selection.type.maybe()
        return t.Quantity(kind, node.kind, node.var, selection, where, body, node.ties or "first")

    def _compared_outside(self, node: s.QuantitySyntax, scope: BindingScope) -> str:
        """`(sum p in seat of p.coin) > 1`, where what is summed is `p.coin > 1`; nothing where that is no comparison with an amount."""
        compared = node.body
        while isinstance(compared, s.BinarySyntax) and compared.operator in {"and", "or"}:
            compared = compared.left
        if not isinstance(compared, s.BinarySyntax) or compared.operator not in OPPOSITE:
            return ""
        if self.type_without_report(compared.left, scope).kind != "int":
            return ""
        inside, outside = self.text[node.start : compared.left.end], self.text[compared.left.end : node.end]
        alone = node.var not in re.findall(r"\w+", outside)
        return f"({inside}){outside}" if alone and inside.count("(") == inside.count(")") else ""

    def costs(self, verbs: tuple[s.VerbSyntax, ...], scope: BindingScope) -> tuple[tuple[t.Expr, t.Expr], ...]:
        """The cost verbs left of `->` or inside `can { }`: (amount, resource) pairs."""
        found: list[tuple[t.Expr, t.Expr]] = []
        for verb in verbs:
            if verb.name != "pay":
                name = s.NameSyntax(verb.start, verb.name_end, verb.name)
                self.say(
                    "E305",
                    f"`{verb.name}` is not a cost",
                    name,
                    f"costs are written `{own_example(self.v, 'pay 2 fortune')}`",
                )
            elif len(verb.args) != 2 or any(arg.word for arg in verb.args):
                self.say("E304", "a cost is written `pay AMOUNT RESOURCE`", verb)
            else:
                self._me(verb, scope)
                amount, resource = (arg.value for arg in verb.args)
                found.append((self.expr(amount, scope, INT), self.expr(resource, scope, RESOURCE)))
        return tuple(found)


def _fitting(given: Type, wanted: Type) -> bool:
    return given.kind != "bad" and fits(given, wanted)
