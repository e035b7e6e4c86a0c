"""Type checker of selections, which stand behind `in`: `hand`, `hand + discard`, `1 to 6`, `reach`. A typed `Selection` comes out.

A loop, a quantity and a choice all go through values. Their executors need to know what kind of thing these are:

    for each x in ...    becomes
    1 to 6               Selection("values", (1, 2, 3, 4, 5, 6))      known when the game is linked
    suit                 Selection("values", (0, 1, 2, 3))            the members of a set, by number
    seat                 Selection("range", Const(0), players - 1)    known when a game begins
    [1, face, 3]         Selection("items", Const(1), Load(face), Const(3))
    p.hand               Selection("zone", ZoneRef(hand, Local("p")))
    hand + pack          Selection("union", Selection("zone", ...), Selection("zone", ...))
    face                 E303: one cannot go through a number 1..6; `1 to face` are the numbers up to it
    fcae                 E301: unknown selection `fcae`; what fits here: `course`, `others`, `resource` or `seat`

IR generation can write a loop over `values` out, or make a table of what depends on them; a `zone` needs a loop in play.
"""

from __future__ import annotations

from ruleset_core.analysis.binder import BindingScope, NameBinder
from ruleset_core.analysis.subsets import lift_both, lift_selection, whole_of
from ruleset_core.diagnostics import closest_candidates
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.traversal import constant, minus, replaced
from ruleset_core.lang.types import BAD, BOOL, INT, RESOURCE, SEAT, Type, fits, member_type, span, with_article

# What is gone through, behind `in`: types, zones, lists, numbers, what one comes to, and several of these together.

ENCLOSED = "enclosed"
"""The selection of the spaces that a line closes in."""
LONGEST, SHORTEST = "longest", "shortest"
"""The words before `from` where a way is looked for, rather than all one comes to."""
AROUND = ("after", "before")
"""Selections of the other seats, seen from one."""


class SelectionChecker(NameBinder):
    """Resolves selections of one text."""

    def selection(self, node: s.SelectionSyntax, scope: BindingScope, want: Type | None = None) -> t.Selection:
        """What is gone through after `in`."""
        if node.to is not None:
            return self._range(node, scope)
        of = node.of
        if isinstance(of, s.ListingSyntax):
            return self._items(of, scope, want)
        if isinstance(of, s.ReachSyntax):
            return self._reached(of, scope, want)
        if isinstance(of, s.BinarySyntax) and of.operator == "+":
            return self._union(of, scope, want)
        zone = self.zone_ref(of, scope)
        if zone is not None:
            return t.Selection(member_type(zone.zone.kind), "zone", zone=zone)
        if isinstance(of, s.NameSyntax) and self.v.is_set(scope.locals.get(of.name, BAD)):
            scope.used.add(of.name)
            kind = scope.locals[of.name]
            return t.Selection(self.v.parts(kind)[0].type, "things", parts=(t.Local(kind, of.name),))
        if isinstance(of, s.NameSyntax):
            return self._named(of, scope)
        if isinstance(of, s.InvokeSyntax) and of.name == ENCLOSED and self.v.board is not None:
            return self._enclosed(of, scope)
        if isinstance(of, s.InvokeSyntax) and of.name in AROUND and of.name not in self.v.defines:
            return self._around(of, scope)
        if isinstance(of, s.AttributeSyntax) or (
            isinstance(of, s.IndexSyntax) and isinstance(of.of, s.AttributeSyntax)
        ):
            value = self._attribute(of, scope, ()) if isinstance(of, s.AttributeSyntax) else self._index(of, scope)
            if value.type.kind == "list" and value.type.element:
                return t.Selection(value.type.element, "fact", parts=(value,))
            return t.Selection(BAD, "values") if value.type.kind == "bad" else self._one_value(value.type, of)
        if isinstance(of, s.InvokeSyntax) and of.name in self.v.defines:
            return self._one_value(self.v.defines[of.name].type, of, effect=self.v.defines[of.name].kind == "effect")
        self.say("E303", "`in` needs a type, a zone, a list, or `low to high`", of)
        return t.Selection(BAD, "values")

    def _one_value(self, kind: Type, node: s.SyntaxNode, *, effect: bool = False) -> t.Selection:
        """A value or an effect stands where a selection is needed: a definition, a field, a local."""
        text = self.written(node)
        ways = {
            "bool": f"a condition stands behind `where`: `x in TYPE where {text}`",
            "int": f"`1 to {text}` are the numbers up to it",
            "member": f"`[{text}]` is that one alone",
        }
        if effect or kind.kind != "bad":
            what = "an effect" if effect else with_article(kind)
            self.say("E303", f"one cannot go through {what}", node, "" if effect else ways.get(kind.kind, ""))
        return t.Selection(BAD, "values")

    def _enclosed(self, node: s.InvokeSyntax, scope: BindingScope) -> t.Selection:
        """`enclosed(walled, e)`: the spaces of the area that a line closes."""
        bad = t.Selection(BAD, "values")
        if len(node.args) != 2 or not isinstance(node.args[0], s.NameSyntax):
            self.say("E304", f"`{ENCLOSED}` takes a field by line and a line", node, f"write `{ENCLOSED}(walled, e)`")
            return bad
        line = self.v.domains["line"].type
        field = self.v.fields.get(node.args[0].name)
        if field is None or field.per_seat or field.index != (line,) or field.type != BOOL:
            walls = [each.name for each in self.v.fields.values() if each.index == (line,) and each.type == BOOL]
            self.unknown("field of lines", node.args[0].name, node.args[0], walls)
            return bad
        if self.v.domains["line"].size and not self.v.domains["space"].size:
            return self._of_roads(bad, node)
        self.use(field)
        return t.Selection(
            self.v.domains["space"].type, ENCLOSED, parts=(self.expr(node.args[1], scope, line),), field=field
        )

    def _of_roads(self, bad: t.Selection, node: s.InvokeSyntax) -> t.Selection:
        """Nothing is enclosed on a map of roads alone."""
        self.say("E303", "this board has no spaces, so a line encloses nothing", node, "add `spaces` to its plan")
        return bad

    def _around(self, node: s.InvokeSyntax, scope: BindingScope) -> t.Selection:
        """`after(p)`, `before(p)`: the other seats, beginning with the one to the left, or right, of a seat."""
        if len(node.args) != 1:
            self.say("E304", f"`{node.name}` takes 1 value, not {len(node.args)}", node)
            return t.Selection(BAD, "values")
        return t.Selection(SEAT, node.name, parts=(self.expr(node.args[0], scope, SEAT.maybe()),))

    def _reached(self, node: s.ReachSyntax, scope: BindingScope, want: Type | None) -> t.Selection:
        """`(from a in start by b in step where c)`: what one comes to step by step, at once or over what lies between."""
        over = node.head == LONGEST and node.then is not None
        start = self.selection(node.among, scope, None if over else want)
        start = lift_selection(self.v, start, whole_of(self.v, start.type))  # one goes on to any of the whole set
        kind = start.type.sure()
        if kind.kind not in {"bad", "member"}:
            self.say(
                "E303",
                f"one cannot go from {with_article(kind)} to another",
                node.among,
                "start from members of a set, pieces or seats",
            )
            return t.Selection(BAD, "values")
        if not self._headed(node):
            return t.Selection(BAD, "values")
        inner = self.bind(node.var, kind, scope, node)
        first = None if node.first is None else self.expr(node.first, inner, BOOL)
        limit = None if node.limit is None else self.expr(node.limit, scope, INT)
        if node.then is not None:
            search = t.Search(node.var, start, first, limit, node.to, start, None, longest=over)
            return self._over(node, search, scope, inner, want if over else None)
        step = lift_selection(self.v, self.selection(node.step, inner, kind), kind)
        if not fits(step.type.sure(), kind):
            self.say(
                "E303",
                f"one goes from {with_article(kind)} to {with_article(step.type.sure())}",
                node.step,
                "both are of one set; to go over things between places, say where each leads: `by r in ... then b in ...`",
            )
            return t.Selection(BAD, "values")
        beyond = self.bind(node.to, kind, inner, node)
        where = None if node.where is None else self.expr(node.where, beyond, BOOL)
        worth = None if node.worth is None else self.expr(node.worth, beyond, INT)
        goal = self._goal(node.goal, node.to, kind, scope)
        search = t.Search(
            node.var, start, first, limit, node.to, step, where, longest=node.head == LONGEST, worth=worth, goal=goal
        )
        return t.Selection(kind, "reached", search=search)

    def _headed(self, node: s.ReachSyntax) -> bool:
        """Whether what stands in a search belongs to the word before its `from`."""
        if node.head not in {"", LONGEST, SHORTEST}:
            name = s.NameSyntax(node.start, node.end, node.head)
            help_text = f"write `({LONGEST} from ...)` or `({SHORTEST} from ...)`"
            self.say("E303", f"`{node.head}` is not a way to go on from something", name, help_text)
        elif node.head == SHORTEST and node.goal is None:
            self.say("E303", "nothing says where the shortest way ends", node, "end it with `done where ...`")
        elif node.head == SHORTEST and node.worth is not None:
            self.say("E303", "the shortest way counts places, no amount", node.worth, "leave out `of ...`")
        elif node.head == LONGEST and node.goal is not None:
            self.say(
                "E303", "the longest way has no goal", node.goal, f"leave out `done where ...`, or write `{SHORTEST}`"
            )
        else:
            return True
        return False

    def _goal(self, node: s.SyntaxNode | None, place: str, kind: Type, scope: BindingScope) -> t.Expr | None:
        """Where the shortest way ends: a condition over the place alone, as the first one has none before it."""
        return None if node is None else self.expr(node, scope.inner(**{place: kind}), BOOL)

    def _over(
        self, node: s.ReachSyntax, search: t.Search, scope: BindingScope, inner: BindingScope, want: Type | None
    ) -> t.Selection:
        """`(from a in start by r in step then b in more)`: over what lies between, which is what `longest` finds."""
        kind = search.start.type.sure()
        step = self.selection(node.step, inner, want)
        if step.type.kind not in {"bad", "member"}:
            self.say(
                "E303", f"one cannot go over {with_article(step.type)}", node.step, "go over members of a set or pieces"
            )
            return t.Selection(BAD, "values")
        over = self.bind(node.to, step.type.sure(), inner, node)
        where = None if node.where is None else self.expr(node.where, over, BOOL)
        then = lift_selection(self.v, self.selection(node.then or node.step, over, kind), kind)
        if not fits(then.type.sure(), kind):
            self.say(
                "E303",
                f"one goes from {with_article(kind)} to {with_article(then.type.sure())}",
                node.then or node,
                "both are of one set",
            )
            return t.Selection(BAD, "values")
        beyond = self.bind(node.onward, kind, over, node)
        further = None if node.further is None else self.expr(node.further, beyond, BOOL)
        worth = None if node.worth is None else self.expr(node.worth, over, INT)
        goal = self._goal(node.goal, node.onward, kind, scope)
        parts = {"step": step, "where": where, "then": then, "further": further, "goal": goal, "worth": worth}
        found = replaced(search, {"onward": node.onward, **parts})
        return t.Selection(step.type.sure() if search.longest else kind, "reached", search=found)

    def _union(self, node: s.BinarySyntax, scope: BindingScope, want: Type | None) -> t.Selection:
        """`hand + discard`: all of the one and of the other, each once."""
        parts: list[s.SyntaxNode] = [node.right]
        left = node.left
        while isinstance(left, s.BinarySyntax) and left.operator == "+":
            parts.append(left.right)
            left = left.left
        found: list[t.Selection] = []
        kind: Type | None = None
        for part in (left, *reversed(parts)):
            wanted = want or (None if kind is None else whole_of(self.v, kind))
            one = self.selection(s.SelectionSyntax(part.start, part.end, part, None), scope, wanted)
            one = one if want is None else lift_selection(self.v, one, want)
            if kind is not None and one.type.sure() != kind:
                one, found = self._of_one_set(one, found)
                kind = found[-1].type.sure()
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
                    f"what is gone through is {with_article(kind)} here and {with_article(known)} there",
                    part,
                    "join what is of one kind",
                )
                return t.Selection(BAD, "values")
            kind = known if kind is None or (fits(kind, known) and known.kind != "bad") else kind
            found.append(one)
        return t.Selection(kind or BAD, "union", among=tuple(found))

    def _of_one_set(self, one: t.Selection, found: list[t.Selection]) -> tuple[t.Selection, list[t.Selection]]:
        """A selection and those before it as ones of the same set, where they are of parts of it."""
        first = t.Const(found[-1].type, 0)
        wanted = lift_both(self.v, t.Const(one.type, 0), first)[0].type
        return lift_selection(self.v, one, wanted), [lift_selection(self.v, each, wanted) for each in found]

    def _range(self, node: s.SelectionSyntax, scope: BindingScope) -> t.Selection:
        low = self.expr(node.of, scope, INT)
        high = self.expr(node.to or node.of, scope, INT)
        start, end = constant(low), constant(high)
        if start is not None and end is not None:
            if end - start > 10_000:
                self.say("E314", "more than 10,000 values", node)
                return t.Selection(BAD, "values")
            return t.Selection(span(start, max(start, end)), "values", tuple(range(start, end + 1)))
        return t.Selection(INT, "range", parts=(low, high))

    def _items(self, node: s.ListingSyntax, scope: BindingScope, want: Type | None) -> t.Selection:
        parts: list[t.Expr] = []
        kind = want.sure() if want is not None else None
        for item in node.items:
            value = self._prefer_member(item, scope) if kind is None else self.expr(item, scope, kind.maybe())
            kind = kind or (INT if value.type.kind == "int" else value.type.sure())
            parts.append(self.want(value, kind.maybe(), item))
        kind = INT if kind is not None and kind.kind == "int" else kind
        return t.Selection(kind or BAD, "items", parts=tuple(parts))

    def _prefer_member(self, node: s.SyntaxNode, scope: BindingScope) -> t.Expr:
        if (
            isinstance(node, s.NameSyntax)
            and node.name in self.v.domains["resource"].ids
            and node.name not in scope.locals
        ):
            return t.Const(RESOURCE, self.v.domains["resource"].ids.index(node.name))
        return self._expr(node, scope, None)

    def _named(self, node: s.NameSyntax, scope: BindingScope) -> t.Selection:
        if node.name == "others":
            self._me(node, scope)
            return t.Selection(SEAT, "others")
        if node.name in self.v.ranges:
            kind = self.v.ranges[node.name].type
            self.use(self.v.ranges[node.name])
            return t.Selection(kind, "values", tuple(self.v.members(kind)))
        domain = self.v.domains.get(node.name)
        if domain is None:
            known = [*self.v.ranges, *self.v.domains, *self.v.zones, "others"]
            define = self.v.defines.get(node.name)
            if not closest_candidates(node.name, known):
                kind = self.type_without_report(node, scope) if define is None else define.type
                if define is not None or kind.kind != "bad":
                    return self._one_value(kind, node, effect=define is not None and define.kind == "effect")
            self.unknown("selection", node.name, node, known)
            return t.Selection(BAD, "values")
        self.use(domain)
        if node.name == "seat":
            return t.Selection(SEAT, "range", parts=(t.Const(INT, 0), minus(t.Players(), 1)))
        if domain.seats:
            return t.Selection(domain.type, "seats", tuple(range(self.v.players[1], domain.size)))
        return t.Selection(domain.type, "values", tuple(range(domain.size)))

    def bind(
        self, name: str, kind: Type, scope: BindingScope, node: s.SyntaxNode, *, runs: bool = False
    ) -> BindingScope:
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
