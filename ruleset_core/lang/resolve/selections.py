"""What is gone through, behind `in`: types, zones, lists, numbers, what one comes to, and several of these together."""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.rebuild import altered
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.names import NameResolver
from ruleset_core.lang.syntax import nodes as s
from ruleset_core.lang.types import BAD, BOOL, INT, RESOURCE, SEAT, Type, a, fits, member, span
from ruleset_core.lang.walk import constant

ENCLOSED = "enclosed"
"""The selection of the spaces that a line closes in."""
LONGEST = "longest"
"""The word before `from` where a way is looked for, rather than all one comes to."""
AROUND = ("after", "before")
"""Selections of the other seats, seen from one."""


class SelectionResolver(NameResolver):
    """Resolves selections of one text."""

    def selection(self, node: s.Selection, scope: Scope, want: Type | None = None) -> t.Selection:
        """What is gone through after `in`."""
        if node.to is not None:
            return self._range(node, scope)
        of = node.of
        if isinstance(of, s.Listing):
            return self._items(of, scope, want)
        if isinstance(of, s.Reach):
            return self._reached(of, scope, want)
        if isinstance(of, s.Binary) and of.operator == "+":
            return self._union(of, scope, want)
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
        start = self.selection(node.among, scope, want if node.then is None else None)
        kind = start.type.sure()
        if kind.kind not in {"bad", "member"}:
            self.say(
                "E303",
                f"one cannot go from {a(kind)} to another",
                node.among,
                "start from members of a set, pieces or seats",
            )
            return t.Selection(BAD, "values")
        if node.head not in {"", LONGEST}:
            name = s.Name(node.start, node.end, node.head)
            self.say("E303", f"`{node.head}` is no way to go on from something", name, f"write `({LONGEST} from ...)`")
        inner = self.bind(node.var, kind, scope, node)
        first = None if node.first is None else self.expr(node.first, inner, BOOL)
        limit = None if node.limit is None else self.expr(node.limit, scope, INT)
        if node.then is not None:
            return self._over(
                node, t.Search(node.var, start, first, limit, node.to, start, None, longest=True), inner, want
            )
        step = self.selection(node.step, inner, kind)
        if not fits(step.type.sure(), kind):
            self.say("E303", f"one goes from {a(kind)} to {a(step.type.sure())}", node.step, "both are of one set")
            return t.Selection(BAD, "values")
        beyond = self.bind(node.to, kind, inner, node)
        where = None if node.where is None else self.expr(node.where, beyond, BOOL)
        worth = None if node.worth is None else self.expr(node.worth, beyond, INT)
        search = t.Search(node.var, start, first, limit, node.to, step, where, longest=bool(node.head), worth=worth)
        return t.Selection(kind, "reached", search=search)

    def _over(self, node: s.Reach, search: t.Search, inner: Scope, want: Type | None) -> t.Selection:
        """`(longest from a in start by r in step then b in more)`: over what lies between, of which nothing is used twice."""
        kind = search.start.type.sure()
        step = self.selection(node.step, inner, want)
        if step.type.kind not in {"bad", "member"}:
            self.say("E303", f"one cannot go over {a(step.type)}", node.step, "go over members of a set or pieces")
            return t.Selection(BAD, "values")
        over = self.bind(node.to, step.type.sure(), inner, node)
        where = None if node.where is None else self.expr(node.where, over, BOOL)
        then = self.selection(node.then or node.step, over, kind)
        if not fits(then.type.sure(), kind):
            self.say(
                "E303", f"one goes from {a(kind)} to {a(then.type.sure())}", node.then or node, "both are of one set"
            )
            return t.Selection(BAD, "values")
        beyond = self.bind(node.onward, kind, over, node)
        further = None if node.further is None else self.expr(node.further, beyond, BOOL)
        worth = None if node.worth is None else self.expr(node.worth, over, INT)
        found = altered(
            search,
            {"step": step, "where": where, "onward": node.onward, "then": then, "further": further, "worth": worth},
        )
        return t.Selection(step.type.sure(), "reached", search=found)

    def _union(self, node: s.Binary, scope: Scope, want: Type | None) -> t.Selection:
        """`hand + discard`: all of the one and of the other, each once."""
        parts: list[s.Node] = [node.right]
        left = node.left
        while isinstance(left, s.Binary) and left.operator == "+":
            parts.append(left.right)
            left = left.left
        found: list[t.Selection] = []
        kind: Type | None = None
        for part in (left, *reversed(parts)):
            one = self.selection(s.Selection(part.start, part.end, part, None), scope, want or kind)
            known = one.type.sure()
            if known.kind not in {"member", "bad"}:
                self.say(
                    "E303",
                    f"`+` joins zones and sets, not {known}s",
                    part,
                    "numbers are listed, `[1, 3, 5]`, or counted through, `1 to 5`",
                )
                return t.Selection(BAD, "values")
            if kind is not None and not fits(known, kind) and not fits(kind, known):
                self.say(
                    "E303",
                    f"what is gone through is {a(kind)} here and {a(known)} there",
                    part,
                    "join what is of one kind",
                )
                return t.Selection(BAD, "values")
            kind = known if kind is None or (fits(kind, known) and known.kind != "bad") else kind
            found.append(one)
        return t.Selection(kind or BAD, "union", among=tuple(found))

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
