"""Where the value of an expression lies, and what a condition says of it when it holds."""

from __future__ import annotations

from math import inf

from ruleset_core.lang import tree as t
from ruleset_core.lang.prove.changes import Changes
from ruleset_core.lang.prove.declared import Declared
from ruleset_core.lang.prove.keys import EVERYTHING
from ruleset_core.lang.prove.known import Known
from ruleset_core.lang.prove.results import Results
from ruleset_core.lang.ranges import ANY, NOTHING, TRUTHS, Values, exactly, gap, worked_out
from ruleset_core.lang.walk import substitute

NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
SWAPPED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
ASKED = ("any", "no", "first")
"""Questions whose answers tell whether there is anything."""
HELD = Values(0)
NAUGHT = Values(0, 0)


class Facts:
    """Works out values of a game, and what follows from conditions."""

    def __init__(self, changes: Changes) -> None:
        self.v = changes.v
        self.changes = changes
        self.keys = changes.keys
        self.declared = Declared(changes.v)
        self.results = Results(self)
        self._whole: dict[int, t.Selection] = {}
        self._of_found: dict[int, t.Expr] = {}

    def without(self, known: Known, changed: int) -> Known:
        """What is left when something may have changed."""
        if not changed:
            return known
        reads = self.keys.reads
        values = {number: each for number, each in known.values.items() if not reads[number] & changed}
        lets = {
            number: value
            for number, value in known.lets.items()
            if not (reads[number] | reads[self.keys.of(value)]) & changed
        }
        offered = tuple(each for each in known.offered if not reads[self.keys.of(each)] & changed)
        return Known(values, lets, offered)

    def lasting(self, known: Known) -> Known:
        """What is left when anything may have happened: what was learnt of locals and fixed facts."""
        return self.without(known, EVERYTHING & ~self.keys.locals)

    # -- values -------------------------------------------------------------------------------------------------

    def values(self, node: t.Expr, known: Known) -> Values:
        """Where the value of an expression certainly lies."""
        kind = type(node)
        if kind is t.Const:
            return Values(node.value, node.value)  # type: ignore[union-attr]
        worked = self._worked_out(node, known)
        learnt = known.values.get(self.keys.of(node))
        if learnt is None:
            return worked
        return worked.within(learnt.low, learnt.high, learnt.gaps) or worked

    def _worked_out(self, node: t.Expr, known: Known) -> Values:
        match node:
            case t.Local():
                return self.declared.of(node.type)
            case t.Load():
                return self._field(node)
            case t.FactOf():
                return self.declared.fact(node.fact, self.values(node.of, known), sided=node.side is not None)
            case t.Op():
                return self._operation(node, known)
            case t.Quantity():
                return self._question(node, known)
            case t.ZoneAt():
                return self._piece(node, known)
            case t.Nth():
                return self._nth(node, known)
            case t.Apply():
                return TRUTHS if node.type.kind == "bool" else self.results.of(node, known)
            case t.Players():
                return Values(*self.v.players)
            case t.OptionValue():
                return self.declared.of(node.type)
            case t.Contains() | t.CanPay():
                return TRUTHS
            case _:
                return ANY

    def _field(self, node: t.Load) -> Values:
        if node.field.name != "held":
            return self.declared.of(node.field.type)
        resource = node.index[0]
        if not isinstance(resource, t.Const) or resource.value < 0:
            return HELD
        bounds = self.v.resources[resource.value]
        return Values(0, min((each for each in (bounds.maximum, bounds.spaces) if each >= 0), default=inf))

    def _operation(self, node: t.Op, known: Known) -> Values:
        if node.name == "if":
            found: Values | None = None
            for holds, way in ((True, node.args[1]), (False, node.args[2])):
                then = self.assume(node.args[0], holds, known)
                if then is not None:
                    one = self.values(way, then)
                    found = one if found is None else found.joined(one)
            return found or ANY
        if node.type.kind == "bool":
            return TRUTHS
        return worked_out(node.name, [self.values(part, known) for part in node.args])

    def _piece(self, node: t.ZoneAt, known: Known) -> Values:
        found = self.declared.of(node.type)
        place = self.values(node.place, known)
        if place.low < 0 or place.high == inf:
            return found
        selection = self._whole.get(id(node))
        if selection is None:
            selection = self._whole[id(node)] = t.Selection(node.type.sure(), "zone", zone=node.zone)
        return Values(0, found.high) if self.size(selection, known).low > place.high else found

    def _nth(self, node: t.Nth, known: Known) -> Values:
        if isinstance(node.of, t.FactOf):
            of, place = self.values(node.of.of, known), self.values(node.place, known)
            return self.declared.element(node.of.fact, of, place, optional=node.type.optional)
        return self.declared.of(node.type)

    def _question(self, node: t.Quantity, known: Known) -> Values:
        if node.kind in {"any", "no", "every"}:
            return TRUTHS
        size = self.size(node.selection, known)
        if node.kind == "count":
            return Values(0 if node.where is not None else size.low, size.high)
        item = self.members(node.selection, known)
        if node.kind in {"first", "most", "least"}:
            found = self.filtered(node, item, known)
            return found if self.some(node, known) else found.joined(NOTHING)
        inside = self.inside(node, known)
        body = ANY if node.body is None or inside is None else self.values(node.body, inside)
        if node.kind in {"highest", "lowest"}:
            return body if self.some(node, known) else body.joined(NAUGHT)
        if size.high == inf:
            return Values(0 if body.low >= 0 else -inf, 0 if body.high <= 0 else inf)
        return Values(
            min(0, body.low * size.high) if body.low else 0, max(0, body.high * size.high) if body.high else 0
        )

    def filtered(self, node: t.Quantity, item: Values, known: Known) -> Values:
        """What a question may find: items for which its condition holds."""
        if node.where is None:
            return item
        inside = self.inside(node, known)
        if inside is None:
            return item
        return inside.values.get(self.keys.local(node.var), item)

    def inside(self, node: t.Quantity, known: Known) -> Known | None:
        """What is known within a question about one of its items; None if there is none."""
        bound = self.through(node.selection, node.var, known)
        return bound if node.where is None else self.assume(node.where, True, bound)

    def bound(self, name: str, values: Values, known: Known) -> Known:
        """With a new local."""
        return self.without(known, self.keys.bit("local", name)).learnt(self.keys.local(name), values)

    def through(self, selection: t.Selection, name: str, known: Known) -> Known:
        """With a local that goes through something."""
        bound = self.bound(name, self.members(selection, known), known)
        if (
            selection.kind == "range"
        ):  # not above its end; of a difference, what is left is no less than what is taken away
            end = selection.parts[1]
            bound = self._left(self.keys.of(end), self.keys.local(name), 0, bound)
            if isinstance(end, t.Op) and end.name == "-":
                least = self.values(end.args[1], known).low
                bound = self._left(self.keys.of(end.args[0]), self.keys.local(name), least, bound)
        return bound

    def _left(self, whole: int, part: int, least: float, known: Known) -> Known:
        """A difference is no less than this."""
        if least == -inf:
            return known
        number = self.keys.number(("op", "-"), (whole, part))
        learnt = known.values.get(number, ANY)
        return known.learnt(number, learnt.within(least, inf) or learnt)

    # -- selections ---------------------------------------------------------------------------------------------

    def members(self, selection: t.Selection, known: Known) -> Values:
        """Where the values lie that are gone through."""
        whole = self.declared.of(selection.type)
        match selection.kind:
            case "values":
                return exactly(selection.values) or whole
            case "range":
                low, high = (self.values(part, known) for part in selection.parts)
                return Values(low.low, max(low.low, high.high)) if selection.type.kind == "int" else whole
            case "items":
                found: Values | None = None
                for part in selection.parts:
                    one = self.values(part, known)
                    found = one if found is None else found.joined(one)
                return found or whole
            case "fact":
                part = selection.parts[0]
                if isinstance(part, t.FactOf):
                    return self.declared.listed(part.fact, self.values(part.of, known)) or whole
                return whole
            case _:
                return whole

    def size(self, selection: t.Selection, known: Known) -> Values:
        """How many values are gone through."""
        match selection.kind:
            case "values" | "items":
                number = len(selection.values) or len(selection.parts)
                found = Values(number, number)
            case "range":
                low, high = (self.values(part, known) for part in selection.parts)
                found = Values(max(0, high.low - low.high + 1), max(0, high.high - low.low + 1))
            case "seats":
                fewest, most = (each + len(selection.values) for each in self.v.players)
                found = Values(fewest, most)
            case "others":
                found = Values(self.v.players[0] - 1, self.v.players[1] - 1)
            case "fact" if isinstance(selection.parts[0], t.FactOf):
                found = self.declared.lengths(selection.parts[0].fact, self.values(selection.parts[0].of, known))
            case "zone" if selection.zone is not None:
                whole = self.v.domains[selection.zone.zone.kind].size
                found = Values(whole if selection.zone.zone.fixed else 0, whole)
            case _:
                found = Values(0)
        return self._counted(selection, found, known)

    def _counted(self, selection: t.Selection, found: Values, known: Known) -> Values:
        """What was asked of it before: how many there are, whether there is any."""
        low, high = found.low, found.high
        learnt = known.values.get(self.keys.through("count", selection))
        if learnt is not None:
            low, high = max(low, learnt.low), min(high, learnt.high)
        if low == 0 and self._told(*(self.keys.through(kind, selection) for kind in ASKED), known=known):
            low = 1
        return Values(low, high)

    def some(self, node: t.Quantity, known: Known) -> bool:
        """Whether a question certainly finds something."""
        if node.where is None:
            return self.size(node.selection, known).low >= 1
        count = known.values.get(self.keys.question("count", node))
        asked = (self.keys.question(kind, node) for kind in ASKED)
        return (count is not None and count.low >= 1) or self._told(*asked, known=known)

    @staticmethod
    def _told(any_: int, none: int, first: int, *, known: Known) -> bool:
        found = known.values.get(any_), known.values.get(none), known.values.get(first)
        if found[0] is not None and found[0].low >= 1:
            return True
        return (found[1] is not None and found[1].high <= 0) or (found[2] is not None and found[2].low >= 0)

    # -- conditions ---------------------------------------------------------------------------------------------

    def assume(self, node: t.Expr, holds: bool, known: Known) -> Known | None:
        """What is known besides if a condition holds (or fails); None if it cannot."""
        match node:
            case t.Const():
                return known if bool(node.value) == holds else None
            case t.Op(name="not"):
                return self.assume(node.args[0], not holds, known)
            case t.Op(name="and" | "or"):
                return (
                    self._both(node, holds, known)
                    if (node.name == "and") == holds
                    else self._either(node, holds, known)
                )
            case t.Op(name="if"):
                return self._ways(
                    [(node.args[0], True, node.args[1]), (node.args[0], False, node.args[2])], holds, known
                )
            case t.Op() if node.name in NEGATED:
                left, right = node.args
                return self._compared(node.name if holds else NEGATED[node.name], left, right, known)
            case _:
                narrowed = self._narrow(node, "==", Values(holds, holds), known)
                return None if narrowed is None else self._implied(node, holds, narrowed)

    def _both(self, node: t.Op, holds: bool, known: Known) -> Known | None:
        first = self.assume(node.args[0], holds, known)
        return None if first is None else self.assume(node.args[1], holds, first)

    def _either(self, node: t.Op, holds: bool, known: Known) -> Known | None:
        """One of two; the second is looked at only where the first is not so."""
        one = self.assume(node.args[0], holds, known)
        rest = self.assume(node.args[0], not holds, known)
        two = None if rest is None else self.assume(node.args[1], holds, rest)
        return two if one is None else one if two is None else one.joined(two)

    def _ways(self, ways: list[tuple[t.Expr, bool, t.Expr]], holds: bool, known: Known) -> Known | None:
        """One of several ways, each under a condition of its own."""
        found: Known | None = None
        for condition, is_so, value in ways:
            then = self.assume(condition, is_so, known)
            after = None if then is None else self.assume(value, holds, then)
            if after is not None:
                found = after if found is None else found.joined(after)
        return found

    def _compared(self, operator: str, left: t.Expr, right: t.Expr, known: Known) -> Known | None:
        if self.keys.of(left) == self.keys.of(right):
            return known if operator in {"==", "<=", ">="} else None
        if left.type.kind == "bool" and isinstance(right, t.Const) and operator in {"==", "!="}:
            return self.assume(left, bool(right.value) == (operator == "=="), known)
        narrowed = self._narrow(left, operator, self.values(right, known), known)
        if narrowed is not None:
            narrowed = self._narrow(right, SWAPPED[operator], self.values(left, narrowed), narrowed)
        if narrowed is None or operator in {"==", "!="} or isinstance(left, t.Const) or isinstance(right, t.Const):
            return narrowed
        more, less = (self.keys.of(part) for part in ((left, right) if operator[0] == ">" else (right, left)))
        return self._left(more, less, len(operator) % 2, narrowed)  # `<` and `>`: by one at least

    def _narrow(self, node: t.Expr, operator: str, other: Values, known: Known) -> Known | None:
        """What is known if an expression compares like this with some of other values."""
        low, high, gaps = -inf, inf, 0
        if operator == "==":
            low, high, gaps = other
        elif operator == "!=" and other.low == other.high:
            gaps = gap(other.low)
        elif operator in {"<", "<="}:
            high = other.high - (operator == "<")
        elif operator in {">", ">="}:
            low = other.low + (operator == ">")
        return self._within(node, Values(low, high, gaps), known)

    def _within(self, node: t.Expr, bounds: Values, known: Known) -> Known | None:
        """What is known if the value of an expression lies within bounds; None if it cannot."""
        mine = self.values(node, known)
        left = mine.within(bounds.low, bounds.high, bounds.gaps)
        if left is None:
            return None
        if left == mine:
            return known
        known = known.learnt(self.keys.of(node), left)
        if isinstance(node, t.Local):
            stands_for = known.lets.get(self.keys.of(node))
            return known if stands_for is None else self.stood_for(node, stands_for, left, known)
        if isinstance(node, t.FactOf) and node.side is None:
            members = self.declared.having(node.fact, left, self.values(node.of, known))
            return None if members is None else self._within(node.of, members, known)
        if isinstance(node, t.Op) and node.name in {"+", "-"}:
            return self._solved(node, left, known)
        return known

    def narrowed(self, node: t.Expr, bounds: Values, known: Known) -> Known:
        """What is known where a value certainly lies within bounds."""
        return self._within(node, bounds, known) or known

    def stood_for(self, local: t.Local, value: t.Expr, values: Values, known: Known) -> Known | None:
        """What is known of a `let` is known of what it stands for; what was looked for holds of what was found."""
        within = self._within(value, values, known)
        if within is None or not isinstance(value, t.Quantity) or value.where is None:
            return within
        highest = value.kind in {"highest", "lowest"} and value.body is not None
        found = value.kind in {"first", "most", "least"} and values.low >= 0
        if highest and isinstance(value.body, t.Local) and value.body.name == value.var:
            found = 0 not in values
        if not found:
            return within
        where = self._of_found.get(id(value))
        if where is None:
            where = self._of_found[id(value)] = substitute(value.where, {value.var: local})
        return self.assume(where, True, within)

    def _solved(self, node: t.Op, result: Values, known: Known) -> Known | None:
        """What a known sum or difference says of its parts."""
        first, second = node.args
        one, two = self.values(first, known), self.values(second, known)
        if node.name == "+":
            ends = (
                Values(result.low - two.high, result.high - two.low),
                Values(result.low - one.high, result.high - one.low),
            )
        else:
            ends = (
                Values(result.low + two.low, result.high + two.high),
                Values(one.low - result.high, one.high - result.low),
            )
        then = self._within(first, ends[0], known)
        return None if then is None else self._within(second, ends[1], then)

    def _implied(self, node: t.Expr, holds: bool, known: Known) -> Known | None:
        """What a condition says beyond its own value."""
        match node:
            case t.Local():
                stands_for = known.lets.get(self.keys.of(node))
                return known if stands_for is None else self.assume(stands_for, holds, known)
            case t.Contains():
                return self._among(node, holds, known)
            case t.Quantity(kind="any" | "no") if (node.kind == "any") == holds:
                return self._found(node, known)
            case t.Apply():
                return self._defined(node, holds, known)
            case _:
                return known

    def _among(self, node: t.Contains, holds: bool, known: Known) -> Known | None:
        if holds:
            return self._within(node.of, self.members(node.selection, known), known)
        if node.selection.kind == "values":
            return self._within(node.of, Values(gaps=sum(map(gap, set(node.selection.values)))), known)
        return known

    def _found(self, node: t.Quantity, known: Known) -> Known | None:
        """There is an item for which the condition holds: what it says of anything else holds."""
        inside = self.inside(node, known)
        return None if inside is None else self.without(inside, self.keys.bit("local", node.var))

    def _defined(self, node: t.Apply, holds: bool, known: Known) -> Known | None:
        """A condition defined in data holds, or fails: what follows for what it is given."""
        follows = self.results.follows(node.define, holds)
        if follows is None:
            return None
        names = {
            self.keys.local(param): self.keys.of(arg)
            for param, arg in zip(self.v.defines[node.define].params, node.args, strict=True)
        }
        for number, values in follows.values.items():
            renamed = self.keys.renamed(number, names)
            if renamed is None:
                continue
            learnt = known.values.get(renamed)
            left = values if learnt is None else learnt.within(*values)
            if left is None:
                return None
            if left != learnt:
                known = known.learnt(renamed, left)
        return known
