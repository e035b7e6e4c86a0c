"""Random selections: what one goes through, from a name of a set to the longest way between what is found in one."""

from __future__ import annotations

MEMBERS = ("colour", "tile", "die", "seat", "resource", "owner")


class Selections:
    """Writes selections; the amounts, conditions and members in them are written by `Values`."""

    def selection(self, scope, depth):
        kind = self.one("int", *MEMBERS)
        return self.selection_of(scope, kind, depth), kind

    def selection_of(self, scope, kind, depth):
        sub = depth - 1
        if kind == "int":
            if scope.locals.get("picked") == "several int" and self.pick(2):
                return "picked"
            low, high = self.pick(3) - 1, self.pick(4)
            return self.one(
                f"{low} to {high}" if low >= 0 else f"-1 to {high}",
                "rung",
                f"{self.within(scope, -1, 2, sub)} to {self.within(scope, 0, 3, sub)}",
                f"[{', '.join(self.within(scope, -1, 3, sub) for _ in range(1 + self.pick(3)))}]",
            )
        ways = [lambda: kind] * 2
        if scope.locals.get("picked") == f"several {kind}":
            ways += [lambda: "picked"] * 4
        ways.append(
            lambda: f"[{', '.join(self.typed_first(scope, kind, sub, place) for place in range(1 + self.pick(3)))}]"
        )
        if kind == "colour":
            ways.append(lambda: f"{self.sure(scope, 'colour', sub)}.near")
            ways.append(lambda: "tone")
        if kind == "seat" and scope.me:
            ways.append(lambda: "others")
        if kind == "seat":
            ways.append(lambda: f"{self.one('after', 'before')}({self.maybe(scope, 'seat', sub)})")
        if kind == "tile":
            ways += [lambda: "deck", lambda: f"hand[{self.seat(scope, sub)}]"]
            ways += [lambda: f"row[{self.sure(scope, 'colour', sub)}]"]
            ways += [lambda: f"{self.seat(scope, sub)}.nook[{self.sure(scope, 'colour', sub)}]"]
            if scope.me:
                ways.append(lambda: "hand")
        if kind == "die":
            ways += [lambda: "bag", lambda: f"{self.seat(scope, sub)}.pool"]
        if depth > 0:
            ways.append(lambda: self.reached(scope, kind, sub))
        if depth > 0:
            ways.append(lambda: f"{self.part(scope, kind, sub)} + {self.part(scope, kind, sub)}")
        return self.one(*ways)()

    def part(self, scope, kind, depth):
        """What one goes through together with more of it."""
        return self.selection_of(scope, kind, depth)

    def reached(self, scope, kind, depth):
        """What one comes to step by step."""
        here = self.name(scope)
        inner = scope.having(**{here: kind}) if here else scope
        there = self.name(inner)
        if there is None:
            return kind
        beyond = inner.having(**{there: kind})
        start, step = self.selection_of(scope, kind, depth), self.selection_of(inner, kind, depth)
        first = f" where {self.condition(inner, depth)}" if self.pick(3) == 0 else ""
        limit = f" up to {self.within(scope, -1, 3, depth)}" if self.pick(3) == 0 else ""
        where = f" where {self.condition(beyond, depth)}" if self.pick(3) else ""
        longest = self.pick(3) == 0
        if self.pick(2):
            on = ""
        else:  # over things of a kind, between places of another
            start_of, kind = (self.one(*MEMBERS), kind) if longest else (kind, self.one(*MEMBERS))
            inner = scope.having(**{here: start_of})
            beyond = inner.having(**{there: kind})
            onward = self.name(beyond)
            if onward is None:
                return start_of
            start, step = self.selection_of(scope, start_of, depth), self.selection_of(inner, kind, depth)
            step = kind if step == "tone" else step  # what is come to is of the whole set
            first = f" where {self.condition(inner, depth)}" if self.pick(3) == 0 else ""
            where = f" where {self.condition(beyond, depth)}" if self.pick(3) == 0 else ""
            further = beyond.having(**{onward: start_of})
            asked = f" where {self.condition(further, depth)}" if self.pick(2) else ""
            on = f" then {onward} in {self.selection_of(beyond, start_of, depth)}{asked}"
        if not longest:
            search = f"from {here} in {start}{first}{limit} by {there} in {step}{where}{on}"
            place = onward if on else there
            goal = f" done where {self.condition(scope.having(**{place: start_of if on else kind}), depth)}"
            return f"(shortest {search}{goal})" if self.pick(3) == 0 else f"({search})"
        worth = f" of {self.number(beyond, depth)}" if self.pick(3) == 0 else ""
        return f"(longest from {here} in {start}{first}{limit} by {there} in {step}{where}{on}{worth})"
