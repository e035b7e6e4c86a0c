"""Random amounts, conditions and selections over the declarations of a `board_world.World` that read well-typed.

What is gone through is mostly near what one has: the sides of a cell, the cells of a side, what a search finds from there. A whole
set is gone through by few questions that stand within each other, so that large boards take no more than some thousand steps.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ruleset_core.lang.quantities import QUANTITIES
from tests.lang.board_world import Pick, World
from tests.lang.values import BEST, COMPARISONS, MEASURES, OF_NUMBERS, TESTS

NAMES = ("a", "b", "c", "d", "f", "g", "h", "k", "m", "p", "q", "r", "u", "z")


@dataclass(frozen=True)
class Scope:
    """What may stand in a text: its locals with their kinds, whether a seat acts, how many whole sets may be gone through, what is defined."""

    locals: dict[str, str] = field(default_factory=dict)
    me: bool = True
    whole: int = 1
    choices: bool = True
    defines: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    effects: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def having(self, name: str, kind: str, whole: int | None = None) -> Scope:
        """The same with one local more."""
        return replace(self, locals={**self.locals, name: kind}, whole=self.whole if whole is None else whole)


class Expressions:
    """Writes amounts, conditions, members and selections."""

    def __init__(self, pick: Pick, world: World) -> None:
        self.pick, self.w = pick, world
        self.one = world.one

    def name(self, scope: Scope) -> str:
        """A name that is free."""
        free = [name for name in NAMES if name not in scope.locals]
        return free[self.pick(len(free))] if free else "zz"

    # -- members ------------------------------------------------------------------------------------------------

    def member(self, scope: Scope, kind: str, depth: int) -> str:
        """A member of a kind that is there."""
        if kind == "int":
            return self.within(scope, 0, 6, depth)
        if kind == "bool":
            return self.condition(scope, depth)
        mine = [name for name, each in scope.locals.items() if each == kind]
        if mine and self.pick(4):
            return self.one(*mine)
        known = list(self.w.kinds[kind].some) if kind != "seat" else []
        if kind == "seat" and scope.me:
            known.append("me")
        elif kind == "seat":
            known.append("seat_0")
        simple = self.one(*known) if known else f"(first {self.name(scope)} in {kind})"
        if depth <= 0 or self.pick(3) == 0:
            return simple
        maybe = self.maybe(scope, kind, depth - 1)
        return maybe if self.pick(30) == 0 else f"(if {maybe} == none then {simple} else {maybe})"

    def maybe(self, scope: Scope, kind: str, depth: int) -> str:
        """A member of a kind, or none."""
        ways: list[str] = []
        for name, each in scope.locals.items():
            if each in self.w.kinds:
                facts = {**self.w.kinds[each].maybe, **self.w.kinds[each].own}
                ways += [f"{name}.{fact}" for fact, of in facts.items() if of == kind]
                ways += [
                    f"{name}.{fact}[{self.within(scope, -1, 4, 0)}]"
                    for fact, of in self.w.kinds[each].lists.items()
                    if of == kind
                ]
                if each == kind == "cell" and "way" in self.w.kinds:
                    ways.append(f"{name}.next[{self.member(scope, 'way', 0)}]")
                if each == kind == "cell":
                    ways.append(f"{name}.at[{self.off(scope, depth)}, {self.off(scope, depth)}]")
        for name, each in self.w.fields.items():
            if each.type == kind and self._open(each.by, scope):
                ways.append(self.indexed(scope, name, each.by, depth - 1))
        for name, (piece, by) in self.w.zones.items():
            if piece == kind and self._open(by, scope):
                ways.append(f"{self.indexed(scope, name, by, depth - 1)}[{self.pick(3)}]" if not by else "")
        ways = [way for way in ways if way]
        if ways and self.pick(3):
            return self.one(*ways)
        found = self.applied(scope, kind, depth) if self.pick(2) else ""
        return found or self.found(scope, kind, depth)

    def off(self, scope: Scope, depth: int) -> str:
        """How far off a cell lies along files or ranks."""
        return self.number(scope, depth - 1) if self.pick(3) == 0 else str(self.pick(7) - 3)

    def found(self, scope: Scope, kind: str, depth: int) -> str:
        """The first or best of a selection."""
        name = self.name(scope)
        text, whole = self.selection(scope, kind, depth)
        inner = scope.having(name, kind, whole)
        where = f" where {self.condition(inner, depth - 1)}" if self.pick(3) else ""
        if self.pick(3):
            return f"(first {name} in {text}{where})"
        key = self.number(inner, depth - 1)
        return f"({self.one(*BEST)} {name} in {text}{where} by {key} ties {self.one('first', 'last')})"

    def _open(self, by: tuple[str, ...], scope: Scope) -> bool:
        return scope.me or "seat" not in by

    def indexed(self, scope: Scope, name: str, by: tuple[str, ...], depth: int) -> str:
        """A field or a zone with what it is indexed by."""
        if not by:
            return name
        if by == ("seat",) and scope.me and self.pick(2):
            return name
        if by[0] == "seat" and len(by) > 1 and self.pick(2):
            rest = ", ".join(self.member(scope, kind, depth) for kind in by[1:])
            return f"{self.member(scope, 'seat', depth)}.{name}[{rest}]"
        if by == ("seat",):
            return f"{self.member(scope, 'seat', depth)}.{name}"
        return f"{name}[{', '.join(self.member(scope, kind, depth) for kind in by)}]"

    def applied(self, scope: Scope, result: str, depth: int) -> str:
        """A use of a definition, or nothing."""
        fitting = [each for each in scope.defines if each[1] == result]
        if not fitting or not scope.me:
            return ""
        name, _, params = self.one(*fitting)
        args = ", ".join(self.member(scope, kind, depth - 1) for kind in params)
        return f"{name}({args})" if args else str(name)

    # -- amounts ------------------------------------------------------------------------------------------------

    def within(self, scope: Scope, low: int, high: int, depth: int) -> str:
        """An amount from `low` to `high`."""
        if depth <= 0 or self.pick(3) == 0:
            return str(low + self.pick(high - low + 1))
        return f"({self.number(scope, depth - 1)} mod {high - low + 1} + {low})"

    def number(self, scope: Scope, depth: int) -> str:
        """An amount."""
        way = self.pick(10)
        if depth <= 0 or way == 0:
            return self._plain_number(scope)
        sub = depth - 1
        if way <= 2:
            sign = self.one("+", "-", "*", "per 3 +", "mod 4 -")
            return f"({self.number(scope, sub)} {sign} {self.number(scope, sub)})"
        if way == 3:
            function = self.one(*OF_NUMBERS)
            return f"{function.name}({', '.join(self.number(scope, sub) for _ in function.takes)})"
        if way == 4:
            return f"(if {self.condition(scope, sub)} then {self.number(scope, sub)} else {self.number(scope, sub)})"
        if way == 5:
            kind = self.one(*[kind for kind, each in self.w.kinds.items() if not each.piece])
            return f"number({self.maybe(scope, kind, sub) if self.pick(2) else self.member(scope, kind, sub)})"
        if way == 6:
            return self.applied(scope, "int", depth) or self._plain_number(scope)
        if way == 7:
            names = [name for name, each in self.w.fields.items() if each.type == "int" and self._open(each.by, scope)]
            name = self.one(*names)
            return self.indexed(scope, name, self.w.fields[name].by, sub)
        return self.measured(scope, depth)

    def _plain_number(self, scope: Scope) -> str:
        ways = [str(self.pick(7)), "clock", "total", "players"]
        ways += [name for name, kind in scope.locals.items() if kind == "int"] * 3
        for name, kind in scope.locals.items():
            if kind in self.w.kinds:
                ways += [f"{name}.{fact}" for fact in self.w.kinds[kind].numbers] * 2
                ways += [
                    f"{name}.{fact}[{self.pick(6)}]" for fact, of in self.w.kinds[kind].lists.items() if of == "int"
                ]
                ways += [f"number({name})"] * (not self.w.kinds[kind].piece)
        return str(self.one(*ways))

    def measured(self, scope: Scope, depth: int) -> str:
        """A question that gives an amount."""
        name, kind = self.name(scope), self.kind_near(scope)
        text, whole = self.selection(scope, kind, depth - 1)
        inner = scope.having(name, kind, whole)
        where = f" where {self.condition(inner, depth - 1)}" if self.pick(3) else ""
        word = self.one(*MEASURES)
        of = "" if not QUANTITIES[word].body else f" of {self.number(inner, depth - 1)}"
        return f"({word} {name} in {text}{where}{of})"

    # -- conditions ---------------------------------------------------------------------------------------------

    def condition(self, scope: Scope, depth: int) -> str:
        """A condition."""
        way = self.pick(12)
        if depth <= 0 or way == 0:
            return self._plain_condition(scope)
        sub = depth - 1
        if way == 1:
            sign = self.one(*COMPARISONS)
            return f"({self.number(scope, sub)} {sign} {self.number(scope, sub)})"
        if way <= 3:
            return f"({self.condition(scope, sub)} {self.one('and', 'and', 'or')} {self.condition(scope, sub)})"
        if way == 4:
            return f"(not {self.condition(scope, sub)})"
        if way == 5:
            kind = self.kind_of_some(scope)
            other = "none" if self.pick(4) == 0 else self.maybe(scope, kind, sub)
            return f"({self.maybe(scope, kind, sub)} {self.one('==', '!=')} {other})"
        if way <= 7:
            kind = self.kind_near(scope)
            return f"({self.member(scope, kind, sub)} in {self.selection(scope, kind, sub)[0]})"
        if way == 8:
            return self.applied(scope, "bool", depth) or self._plain_condition(scope)
        return self.tested(scope, depth)

    def _plain_condition(self, scope: Scope) -> str:
        ways = [name for name, kind in scope.locals.items() if kind == "bool"] * 2
        for name, kind in scope.locals.items():
            if kind not in self.w.kinds:
                continue
            ways += [f"{name}.{fact}" for fact in self.w.kinds[kind].truths]
            for title, each in self.w.fields.items():
                if each.by == (kind,) and each.type == "bool":
                    ways += [f"{title}[{name}]"] * 3 if kind != "seat" else [f"{name}.{title}"]
                if each.by == ("seat", kind) and each.type == "bool" and scope.me:
                    ways += [f"{title}[me, {name}]"] * 2
                if each.by == (kind,) and each.optional:
                    ways.append(
                        f"({title}[{name}] {self.one('==', '!=')} none)" if kind != "seat" else "ready" * scope.me
                    )
        ways = [way for way in ways if way]
        if ways and self.pick(4):
            return str(self.one(*ways))
        return f"({self._plain_number(scope)} {self.one('<', '>=', '==', '!=')} {self._plain_number(scope)})"

    def tested(self, scope: Scope, depth: int) -> str:
        """A question that gives a condition."""
        name, kind = self.name(scope), self.kind_near(scope)
        text, whole = self.selection(scope, kind, depth - 1)
        inner = scope.having(name, kind, whole)
        word = self.one(*TESTS)
        if QUANTITIES[word].body:
            where = f" where {self.condition(inner, depth - 2)}" if self.pick(2) else ""
            return f"({word} {name} in {text}{where} has {self.condition(inner, depth - 1)})"
        return f"({word} {name} in {text} where {self.condition(inner, depth - 1)})"

    # -- selections ---------------------------------------------------------------------------------------------

    def kind_of_some(self, scope: Scope) -> str:
        """A kind, most often of something there is."""
        there = [kind for kind in scope.locals.values() if kind in self.w.kinds]
        return str(self.one(*there)) if there and self.pick(3) else str(self.one(*self.w.kinds))

    def kind_near(self, scope: Scope) -> str:
        """A kind, most often one that lists of what there is are of."""
        near = [
            of for kind in scope.locals.values() if kind in self.w.kinds for of in self.w.kinds[kind].lists.values()
        ]
        return str(self.one(*near)) if near and self.pick(4) else str(self.one("int", *self.w.ground, *self.w.kinds))

    def selection(self, scope: Scope, kind: str, depth: int) -> tuple[str, int]:
        """What is gone through, and how many whole sets may be gone through for each of it."""
        less = max(0, scope.whole - 1)
        near = [
            f"{name}.{fact}"
            for name, each in scope.locals.items()
            if each in self.w.kinds
            for fact, of in self.w.kinds[each].lists.items()
            if of == kind
        ]
        if kind == "cell" and depth > 0:
            near += [
                f"{name}.{fact}[{self.member(scope, 'cell', 0)}]"
                for name, each in scope.locals.items()
                if each in self.w.kinds
                for fact in self.w.kinds[each].by_cell
            ]
        if near and self.pick(4):
            return str(self.one(*near)), scope.whole
        if kind == "int":
            low = self.pick(3)
            longest = f"{self.one('-1', str(low))} to {self.within(scope, 0, 5, depth - 1)}"
            return self.one(longest, f"0 to {self.pick(5)}", f"[{self.number(scope, 0)}, {self.pick(5)}]"), scope.whole
        few = self.w.kinds[kind].size <= 8
        ways = [1, 2, 3, 4, 4] + ([0] * 4 if scope.whole or few else [])
        way = self.one(*ways)
        if way == 0:
            return kind, scope.whole if few else less
        if way == 1 and depth > 0:
            return f"{self.selection(scope, kind, 0)[0]} + {self.selection(scope, kind, 0)[0]}", less
        if way == 2 and depth > 0 and kind != "seat":
            return self.reached(scope, kind, depth - 1), 0
        if way == 3 and kind == "space":
            return f"enclosed({self.w.walls}, {self.member(scope, 'line', depth - 1)})", less
        if kind == "seat":
            return self.one(
                "seat", "others" if scope.me else "seat", f"after({self.member(scope, 'seat', 0)})"
            ), scope.whole
        if self.w.kinds[kind].piece:
            zones = [name for name, (piece, by) in self.w.zones.items() if piece == kind and self._open(by, scope)]
            name = self.one(*zones)
            return self.indexed(scope, name, self.w.zones[name][1], depth - 1), scope.whole
        write = self.one(self.member, self.maybe) if depth > 1 else self.member
        some = ", ".join(write(scope, kind, depth - 1) for _ in range(1 + self.pick(4)))
        return f"[{some}]", scope.whole

    def over_lines(self, scope: Scope, here: str, kind: str, depth: int) -> list[tuple[str, str, str]]:
        """How a search goes on over what lies between two places, such as the sides of cells."""
        kinds, ways = self.w.kinds, []
        between = [
            (fact, of, back) for fact, of in kinds[kind].lists.items() if of in kinds for back in kinds[of].lists
        ]
        for fact, of, back in between:
            if kinds[of].lists[back] == kind:
                over = scope.having(line := self.name(scope), of, 0)
                beyond = over.having(there := self.name(over), kind, 0)
                where = f" where {self.condition(over, depth - 1)}" if self.pick(2) else ""
                further = f" where {self.condition(beyond, depth - 1)}" if self.pick(2) else ""
                ways.append((f"{here}.{fact}{where}", f" then {there} in {line}.{back}{further}", there))
        return ways

    def reached(self, scope: Scope, kind: str, depth: int) -> str:
        """What one comes to step by step; ways that are long in few steps only."""
        here = self.name(scope)
        inner = scope.having(here, kind, 0)
        there = self.name(inner)
        beyond = inner.having(there, kind, 0)
        start = self.selection(replace(scope, whole=self.pick(2)), kind, 0)[0]
        lists = [fact for fact, of in self.w.kinds[kind].lists.items() if of == kind]
        step = f"{here}.{self.one(*lists)}" if lists else f"[{self.maybe(inner, kind, 0)}]"
        if kind == "cell" and "way" in self.w.kinds and self.pick(3) == 0:
            step = f"[{here}.next[{self.member(inner, 'way', 0)}]]"
        first = f" where {self.condition(inner, depth - 1)}" if self.pick(3) == 0 else ""
        where = f" where {self.condition(beyond, depth - 1)}" if self.pick(4) else ""
        if self.pick(5):
            limit = f" up to {self.within(scope, 0, 4, 0)}" if self.pick(2) else ""
            ways = [(step, where, there)] * 2 + self.over_lines(inner, here, kind, depth)
            last, on, place = self.one(*ways)
            search = f"from {here} in {start}{first}{limit} by {there} in {last}{on}"
            goal = f" done where {self.condition(scope.having(place, kind, 0), depth - 1)}"
            return f"(shortest {search}{goal})" if self.pick(3) == 0 else f"({search})"
        worth = f" of {self.number(beyond, 0)}" if self.pick(3) == 0 else ""
        return f"(longest from {here} in [{self.member(scope, kind, 0)}]{first} up to 2 by {there} in {step}{where}{worth})"
