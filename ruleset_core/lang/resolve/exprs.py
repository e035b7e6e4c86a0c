"""Types of expressions: syntax trees to typed trees."""

from __future__ import annotations

from math import inf

from ruleset_core.lang import tree as t
from ruleset_core.lang.resolve.findings import BAD_VALUE, Scope
from ruleset_core.lang.resolve.names import NameResolver
from ruleset_core.lang.resolve.truth import Truth, verdict
from ruleset_core.lang.syntax import nodes as s
from ruleset_core.lang.types import BAD, BOOL, INT, RESOURCE, SEAT, Type, a, fits, member, span
from ruleset_core.lang.walk import constant, everything

ENCLOSED = "enclosed"
"""The selection of the spaces that a line closes in."""
FUNCTIONS = {"min": 2, "max": 2, "abs": 1}
SEATED = ("left", "right", "number")
"""Functions of a seat (`number` of any member); what data call so comes first."""
AROUND = ("after", "before")
"""Selections of the other seats, seen from one."""


class ExprResolver(NameResolver):
    """Resolves expressions of one text."""

    def _expr(self, node: s.Node, scope: Scope, want: Type | None) -> t.Expr:
        match node:
            case s.Number():
                return t.Const(span(node.value, node.value), node.value)
            case s.Name():
                return self._name(node, scope, want)
            case s.Attribute():
                return self._attribute(node, scope, ())
            case s.Index():
                return self._index(node, scope)
            case s.Invoke():
                return self._invoke(node, scope)
            case s.Minus():
                return self._minus(node, scope)
            case s.Negate():
                return self._judged(t.Op(BOOL, "not", (self.expr(node.of, scope, BOOL),)), node)
            case s.Binary():
                return self._binary(node, scope)
            case s.Member():
                return self._contains(node, scope)
            case s.Conditional():
                return self._conditional(node, scope, want)
            case s.Quantity():
                return self._quantity(node, scope)
            case s.Can():
                return t.CanPay(BOOL, self.costs(node.costs, scope))
            case s.Listing():
                return self.say("E303", "a list may stand only after `in`", node)
            case s.Reach():
                return self.say(
                    "E303", "`from ... by ...` may stand only after `in`", node, "for example: `any x in (from ...)`"
                )
            case _:
                return self.say("E201", "this is not an expression", node)

    def _invoke(self, node: s.Invoke, scope: Scope) -> t.Expr:
        if node.name in FUNCTIONS:
            if len(node.args) != FUNCTIONS[node.name]:
                return self.say(
                    "E304", f"`{node.name}` takes {FUNCTIONS[node.name]} value(s), not {len(node.args)}", node
                )
            return t.Op(INT, node.name, tuple(self.expr(arg, scope, INT) for arg in node.args))
        if node.name in self.v.hooks and self.v.hooks[node.name].result is not None:
            return self._hook(node, scope)
        where = self.v.fields.get(node.name) or self.v.zones.get(node.name)
        if node.name not in self.v.defines and where is not None and node.args:
            inside = ", ".join(self.written(arg) for arg in node.args)
            what = "field" if node.name in self.v.fields else "zone"
            meant = f"{node.name}[{inside}]"
            return self.say(
                "E301", f"`{node.name}` is a {what}: its index stands in `[...]`", node, f"write `{meant}`", meant
            )
        if node.name in SEATED and node.name not in self.v.defines:
            return self._seated(node, scope)
        if node.name not in self.v.defines:
            return self.unknown("function", node.name, node, [*FUNCTIONS, *SEATED, *self.v.defines, *self.v.hooks])
        return self._apply(node.name, node.args, node, scope)

    def _seated(self, node: s.Invoke, scope: Scope) -> t.Expr:
        """`left(p)`, `right(p)`: the seat beside one; `number(p)`: which seat or member it is, counted from 0."""
        if len(node.args) != 1:
            return self.say("E304", f"`{node.name}` takes 1 value, not {len(node.args)}", node)
        if node.name != "number":
            seat = self.expr(node.args[0], scope, SEAT.maybe())
            return t.Op(seat.type, node.name, (seat, t.Players())) if seat.type.kind == "member" else BAD_VALUE
        of = self._expr(node.args[0], scope, None)
        domain = self.v.domains.get(of.type.domain) if of.type.kind == "member" else None
        if domain is None or domain.kind == "piece" or domain.seats:
            return self.say(
                "E303", f"{a(of.type)} has no number", node.args[0], "a seat has one, and a member of a set"
            )
        most = (self.v.players[1] if of.type.sure() == SEAT else domain.size) - 1
        return t.Op(span(-1 if of.type.optional else 0, max(0, most)), "number", (of,))

    def _hook(self, node: s.Invoke, scope: Scope) -> t.Expr:
        hook = self.v.hooks[node.name]
        hook.used = True
        args = self.arguments(node.name, node.args, hook.params, node, scope)
        return BAD_VALUE if args is None or hook.result is None else t.HookCall(hook.result, node.name, args)

    def _apply(self, name: str, args: tuple[s.Node, ...], node: s.Node, scope: Scope) -> t.Expr:
        define = self.v.defines[name]
        define.used = True
        if define.kind == "effect":
            return self.say(
                "E303", f"`{name}` is an effect, not a value", node, f"write `do {name}(...)` as a statement"
            )
        self.calls(f"value {name}", node, scope)
        found = self.arguments(name, args, tuple(define.params.values()), node, scope)
        return BAD_VALUE if found is None else t.Apply(define.type, name, found)

    def arguments(
        self, name: str, args: tuple[s.Node, ...], params: tuple[Type, ...], node: s.Node, scope: Scope
    ) -> tuple[t.Expr, ...] | None:
        """Arguments of a define, an event or a hook, checked against its parameters."""
        if len(args) != len(params):
            kinds = ", ".join(str(kind) for kind in params) or "nothing"
            message = f"`{name}` takes {len(params)} value(s) ({kinds}), not {len(args)}"
            meant = self._completed(name, args, params, scope)
            self.say("E304", message, node, f"write `{meant}`" if meant else "", meant or None, about=name)
            return None
        if len(args) == 2 and args[0] != args[1] and self._turned(args, params, scope):
            meant = f"{name}({self.written(args[1])}, {self.written(args[0])})"
            self.say("E303", f"the values of `{name}` stand in the wrong order", node, f"write `{meant}`", meant)
            return None
        return tuple(self.expr(arg, scope, kind) for arg, kind in zip(args, params, strict=True))

    def _turned(self, args: tuple[s.Node, ...], params: tuple[Type, ...], scope: Scope) -> bool:
        """Whether two arguments fit only in the other order."""
        if params[0].kind == params[1].kind and params[0].domain == params[1].domain:
            return False
        if all(_fitting(self.quietly(arg, scope, kind), kind) for arg, kind in zip(args, params, strict=True)):
            return False
        return all(
            _fitting(self.quietly(arg, scope, kind), kind) for arg, kind in zip(args, reversed(params), strict=True)
        )

    def _completed(self, name: str, args: tuple[s.Node, ...], params: tuple[Type, ...], scope: Scope) -> str:
        """A call with the one argument that is missing, if a single local name fits; or without the one too many."""
        if len(args) == len(params) + 1 and not params:
            return name
        if len(args) + 1 != len(params):
            return ""
        ways: list[str] = []
        for place, kind in enumerate(params):
            rest = (*params[:place], *params[place + 1 :])
            if all(_fitting(self.quietly(arg, scope, want), want) for arg, want in zip(args, rest, strict=True)):
                texts = [self.written(arg) for arg in args]
                locals_ = [each for each, has in scope.locals.items() if fits(has, kind) and each not in texts]
                ways += [f"{name}({', '.join((*texts[:place], each, *texts[place:]))})" for each in locals_]
        return ways[0] if len(ways) == 1 else ""

    def _minus(self, node: s.Minus, scope: Scope) -> t.Expr:
        of = self.expr(node.of, scope, INT)
        if isinstance(of, t.Const) and of.type.kind == "int":
            return t.Const(span(-of.value, -of.value), -of.value)
        return t.Op(INT, "neg", (of,))

    def _binary(self, node: s.Binary, scope: Scope) -> t.Expr:
        if node.operator in {"and", "or"}:
            sides = (node.left, node.right)
            self._links |= {id(each) for each in sides if isinstance(each, s.Binary) and each.operator == node.operator}
            left = self.expr(node.left, scope, BOOL)
            if self._half(node, scope):
                return BAD_VALUE
            parts = (left, self.expr(node.right, scope, BOOL))
            return self._judged(t.Op(BOOL, node.operator, parts), node)
        if node.operator in {"==", "!="}:
            return self._equal(node, scope)
        pair = (self.expr(node.left, scope, INT), self.expr(node.right, scope, INT))
        if (
            node.operator in {"per", "mod"}
            and isinstance(pair[1], t.Const)
            and pair[1].value <= 0
            and pair[1].type.kind == "int"
        ):
            return self.say("E314", f"`{node.operator}` needs a number above 0", node.right)
        if node.operator in {"<", "<=", ">", ">="}:
            return self._judged(t.Op(BOOL, node.operator, pair), node)
        return t.Op(INT, node.operator, pair)

    def _judged(self, condition: t.Op, node: s.Node) -> t.Op:
        """A condition; told if it can never hold, or never fail, and no part of it has been told already."""
        if not self.judges or id(node) in self._links:
            return condition  # the whole chain of `and` or `or` is looked at once
        if any(id(part) in self._settled for part in condition.args):
            self._settled[id(condition)] = condition
            return condition
        if any(each.type.kind == "bad" for each in everything(condition) if hasattr(each, "type")):
            return condition
        found = verdict(self.v, condition)
        if found is not None:
            self._settled[id(condition)] = condition
            what = "this always holds" if found else "this can never hold"
            self.say("W502", what, node, self._because(condition))
        return condition

    def _because(self, condition: t.Op) -> str:
        """What is known of the two sides of a comparison; else that parts go against each other."""
        if condition.name in {"and", "or", "not"}:
            return "look at its parts together: what they compare has one value at a time"
        truth = Truth(self.v)
        for part in condition.args:
            if not isinstance(part, t.Const) and part.type.kind == "int":
                values = truth.values(part, {})
                low, high = (str(int(each)) if abs(each) != inf else "" for each in (values.low, values.high))
                if low or high:
                    bounds = f"from {low} to {high}" if low and high else f"{low} or more" if low else f"at most {high}"
                    return f"what is compared here is {bounds}"
        return "the two sides are never different" if condition.name in {"==", "!=", "<", ">", "<=", ">="} else ""

    def _half(self, node: s.Binary, scope: Scope) -> bool:
        """`c == red or yellow`: only one side of the second comparison is written."""
        first = node.left
        while isinstance(first, s.Binary) and first.operator in {"and", "or"}:
            first = first.right
        if not isinstance(first, s.Binary) or first.operator not in {"==", "!="} or not isinstance(node.right, s.Name):
            return False
        subject = self.quietly(first.left, scope)
        value = self.quietly(node.right, scope, subject.maybe()) if subject.kind == "member" else BAD
        if value.kind != "member" or value.domain != subject.domain:
            return False
        meant = f"{self.written(first.left)} {first.operator} {self.written(node.right)}"
        message = f"`{node.right.name}` is {a(value)}, not a condition"
        self.say("E303", message, node.right, f"write the whole comparison: `{meant}`", meant)
        return True

    def _equal(self, node: s.Binary, scope: Scope) -> t.Expr:
        bare = isinstance(node.left, s.Name) and node.left.name not in scope.locals
        first, second = (node.right, node.left) if bare else (node.left, node.right)
        one = self._expr(first, scope, None)
        two = self._expr(second, scope, one.type.maybe() if one.type.kind in {"member", "bad"} else None)
        if "bad" in {one.type.kind, two.type.kind}:
            return BAD_VALUE
        if not fits(two.type, one.type.maybe()) and not fits(one.type, two.type.maybe()):
            return self._never_equal(node, (one, first), (two, second))
        return self._judged(t.Op(BOOL, node.operator, (two, one) if bare else (one, two)), node)

    def _never_equal(self, node: s.Node, one: tuple[t.Expr, s.Node], two: tuple[t.Expr, s.Node]) -> t.Expr:
        """Two values that cannot be equal; a number beside a seat is probably the number of a seat."""
        message = f"{a(one[0].type)} and {a(two[0].type)} are never equal"
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

    def _conditional(self, node: s.Conditional, scope: Scope, want: Type | None) -> t.Expr:
        condition = self.expr(node.condition, scope, BOOL)
        then = self._expr(node.then, scope, want)
        hint = then.type.maybe() if then.type.kind == "member" else want
        otherwise = self._expr(node.otherwise, scope, hint)
        if not fits(otherwise.type, then.type.maybe()) and not fits(then.type, otherwise.type.maybe()):
            return self.say("E303", f"one way gives {a(then.type)}, the other {a(otherwise.type)}", node)
        kind = otherwise.type if then.type.kind == "none" else then.type
        if "none" in {then.type.kind, otherwise.type.kind} or then.type.optional or otherwise.type.optional:
            kind = kind.maybe()
        return t.Op(INT if kind.kind == "int" else kind, "if", (condition, then, otherwise))

    def _contains(self, node: s.Member, scope: Scope) -> t.Expr:
        of = self._expr(node.of, scope, None)
        want: Type | None = INT if isinstance(of, t.Const) and of.type.kind == "int" else of.type
        if of.type.sure() == SEAT:
            want = None  # a seat may be among the members of a set with seats
        selection = self.selection(node.selection, scope, want)
        if not fits(of.type.sure(), selection.type.sure()):
            return self.say("E303", f"{a(of.type)} is never among {selection.type} values", node)
        return t.Contains(BOOL, of, selection)

    def selection(self, node: s.Selection, scope: Scope, want: Type | None = None) -> t.Selection:
        """What is gone through after `in`."""
        if node.to is not None:
            return self._range(node, scope)
        of = node.of
        if isinstance(of, s.Listing):
            return self._items(of, scope, want)
        if isinstance(of, s.Reach):
            return self._reached(of, scope, want)
        zone = self.zone_ref(of, scope)
        if zone is not None:
            return t.Selection(member(zone.zone.kind), "zone", zone=zone)
        if isinstance(of, s.Name):
            return self._named(of, scope)
        if isinstance(of, s.Invoke) and of.name == ENCLOSED and self.v.board is not None:
            return self._enclosed(of, scope)
        if isinstance(of, s.Invoke) and of.name in AROUND and of.name not in self.v.defines:
            return self._around(of, scope)
        if isinstance(of, s.Attribute):
            value = self._attribute(of, scope, ())
            if value.type.kind == "list" and value.type.element:
                return t.Selection(value.type.element, "fact", parts=(value,))
            if value.type.kind != "bad":
                self.say("E303", f"one cannot go through {a(value.type)}", of)
            return t.Selection(BAD, "values")
        self.say("E303", "after `in` stands a type, a zone, a list, or `low to high`", of)
        return t.Selection(BAD, "values")

    def _enclosed(self, node: s.Invoke, scope: Scope) -> t.Selection:
        """`enclosed(walled, e)`: the spaces of the area that a line closes."""
        bad = t.Selection(BAD, "values")
        if len(node.args) != 2 or not isinstance(node.args[0], s.Name):
            self.say("E304", f"`{ENCLOSED}` takes a field by line and a line", node, f"write `{ENCLOSED}(walled, e)`")
            return bad
        line = self.v.domains["line"].type
        field = self.v.fields.get(node.args[0].name)
        if field is None or field.per_seat or field.index != (line,) or field.type != BOOL:
            walls = [each.name for each in self.v.fields.values() if each.index == (line,) and each.type == BOOL]
            self.unknown("field of lines", node.args[0].name, node.args[0], walls)
            return bad
        field.used = True
        return t.Selection(
            self.v.domains["space"].type, ENCLOSED, parts=(self.expr(node.args[1], scope, line),), field=field
        )

    def _around(self, node: s.Invoke, scope: Scope) -> t.Selection:
        """`after(p)`, `before(p)`: the other seats, beginning with the one to the left, or right, of a seat."""
        if len(node.args) != 1:
            self.say("E304", f"`{node.name}` takes 1 value, not {len(node.args)}", node)
            return t.Selection(BAD, "values")
        return t.Selection(SEAT, node.name, parts=(self.expr(node.args[0], scope, SEAT.maybe()),))

    def _reached(self, node: s.Reach, scope: Scope, want: Type | None) -> t.Selection:
        """`(from a in start by b in step where c)`: what one comes to step by step."""
        start = self.selection(node.among, scope, want)
        kind = start.type.sure()
        if kind.kind != "bad" and (kind.kind != "member" or kind.seats):
            self.say(
                "E303",
                f"one cannot go from {a(kind)} to another",
                node.among,
                "start from members of a set, pieces or seats",
            )
            return t.Selection(BAD, "values")
        inner = self.bind(node.var, kind, scope, node)
        first = None if node.first is None else self.expr(node.first, inner, BOOL)
        limit = None if node.limit is None else self.expr(node.limit, scope, INT)
        step = self.selection(node.step, inner, kind)
        if not fits(step.type.sure(), kind):
            self.say("E303", f"one goes from {a(kind)} to {a(step.type.sure())}", node.step, "both are of one set")
            return t.Selection(BAD, "values")
        beyond = self.bind(node.to, kind, inner, node)
        where = None if node.where is None else self.expr(node.where, beyond, BOOL)
        return t.Selection(kind, "reached", search=t.Search(node.var, start, first, limit, node.to, step, where))

    def _range(self, node: s.Selection, scope: Scope) -> t.Selection:
        low = self.expr(node.of, scope, INT)
        high = self.expr(node.to or node.of, scope, INT)
        start, end = constant(low), constant(high)
        if start is not None and end is not None:
            if end - start > 10_000:
                self.say("E314", "more than 10,000 values", node)
                return t.Selection(BAD, "values")
            return t.Selection(span(start, max(start, end)), "values", tuple(range(start, end + 1)))
        return t.Selection(INT, "range", parts=(low, high))

    def _items(self, node: s.Listing, scope: Scope, want: Type | None) -> t.Selection:
        parts: list[t.Expr] = []
        kind = want.sure() if want is not None else None
        for item in node.items:
            value = self._prefer_member(item, scope) if kind is None else self.expr(item, scope, kind.maybe())
            kind = kind or (INT if value.type.kind == "int" else value.type.sure())
            parts.append(self.want(value, kind.maybe(), item))
        kind = INT if kind is not None and kind.kind == "int" else kind
        return t.Selection(kind or BAD, "items", parts=tuple(parts))

    def _prefer_member(self, node: s.Node, scope: Scope) -> t.Expr:
        if isinstance(node, s.Name) and node.name in self.v.domains["resource"].ids and node.name not in scope.locals:
            return t.Const(RESOURCE, self.v.domains["resource"].ids.index(node.name))
        return self._expr(node, scope, None)

    def _named(self, node: s.Name, scope: Scope) -> t.Selection:
        if node.name == "others":
            self._me(node, scope)
            return t.Selection(SEAT, "others")
        domain = self.v.domains.get(node.name)
        if domain is None:
            self.unknown("selection", node.name, node, [*self.v.domains, *self.v.zones, "others"])
            return t.Selection(BAD, "values")
        domain.used = True
        if node.name == "seat":
            return t.Selection(SEAT, "range", parts=(t.Const(INT, 0), t.Op(INT, "-", (t.Players(), t.Const(INT, 1)))))
        if domain.seats:
            return t.Selection(domain.type, "seats", tuple(range(self.v.players[1], domain.size)))
        return t.Selection(domain.type, "values", tuple(range(domain.size)))

    def bind(self, name: str, kind: Type, scope: Scope, node: s.Node, *, runs: bool = False) -> Scope:
        """A scope with one more local, refused where the name is already taken."""
        taken = name in scope.locals or name in self.v.fields or name in self.v.defines or name in self.v.zones
        reserved = {"me", "players", "option", "others", "true", "false", "none", "game"}
        if name.startswith("_") or "__" in name:
            self.say(
                "E315",
                f"the name `{name}` is already taken",
                node,
                "names like `_n` and `a__b` are kept for the game itself",
            )
        elif taken or name in reserved or name in self.v.domains["resource"].ids:
            self.say("E315", f"the name `{name}` is already taken", node, "choose another name for it")
        inner = scope.inner(**{name: kind})
        inner.runs = scope.runs | {name} if runs else scope.runs - {name}
        return inner

    def _quantity(self, node: s.Quantity, scope: Scope) -> t.Expr:
        selection = self.selection(node.selection, scope)
        inner = self.bind(node.var, selection.type, scope, node, runs=node.where is None)
        where = self.expr(node.where, inner, BOOL) if node.where is not None else None
        body: t.Expr | None = None
        if node.body is not None:
            body = self.expr(node.body, inner, BOOL if node.kind == "every" else INT)
        if node.kind in {"most", "least"} and node.ties is None:
            self.say(
                "E306", f"`{node.kind}` does not say what happens in a tie", node, "add `ties first` or `ties last`"
            )
        if node.ties not in {None, "first", "last"}:
            self.say("E306", f"unknown tie rule `{node.ties}`", node, "`ties first` or `ties last`")
        kind = INT
        if node.kind in {"any", "no", "every"}:
            kind = BOOL
        elif node.kind in {"first", "most", "least"}:
            kind = selection.type.maybe()
        return t.Quantity(kind, node.kind, node.var, selection, where, body, node.ties or "first")

    def costs(self, verbs: tuple[s.Verb, ...], scope: Scope) -> tuple[tuple[t.Expr, t.Expr], ...]:
        """The cost verbs left of `->` or inside `can { }`: (amount, resource) pairs."""
        found: list[tuple[t.Expr, t.Expr]] = []
        for verb in verbs:
            if verb.name != "pay":
                name = s.Name(verb.start, verb.name_end, verb.name)
                self.say("E305", f"`{verb.name}` is not a cost", name, "costs are written `pay 2 fortune`")
            elif len(verb.args) != 2 or any(arg.word for arg in verb.args):
                self.say("E304", "a cost is written `pay AMOUNT RESOURCE`", verb)
            else:
                self._me(verb, scope)
                amount, resource = (arg.value for arg in verb.args)
                found.append((self.expr(amount, scope, INT), self.expr(resource, scope, RESOURCE)))
        return tuple(found)


def _fitting(given: Type, wanted: Type) -> bool:
    return given.kind != "bad" and fits(given, wanted)


__all__ = ["ExprResolver", "Scope"]
