"""Random expressions that read well-typed: text of the effect language over the vocabulary of `tiny/game.yaml`.

Everything is written from single picks of a number (`pick(n)`: one of 0 to n - 1), so that the same writer serves a
test that shrinks what fails and a long hunt that only wants many.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ruleset_core.lang.operations import FUNCTIONS, INFIX, OPERATIONS, OPPOSITE, PRODUCT, SUM
from ruleset_core.lang.quantities import QUANTITIES
from tests.lang.selections import MEMBERS, Selections

COLOURS = ("red", "green", "blue")
TILES = ("oak", "oak#2", "elm", "ash", "fir", "yew")
DICE = ("die_1", "die_2", "die_3")
RESOURCES = ("coin", "apple", "gem", "fame", "wood", "salt")
OWNERS = ("ghost", "town")
NAMES = ("a", "b", "k", "q", "v", "s", "me_1", "x", "z", "f")
WORDS = {
    "colour": COLOURS,
    "tile": ("oak", "elm", "ash", "fir", "yew"),
    "die": DICE,
    "resource": RESOURCES,
    "owner": OWNERS,
}
DECISIONS = {
    "colour": "pick_colour", "tile": "pick_tile", "die": "pick_die", "seat": "pick_seat", "resource": "pick_good",
    "owner": "pick_owner", "int": "how_many", "bool": "sure",
}  # fmt: skip


SUMS = [name for name, each in INFIX.items() if each.level == SUM]
PRODUCTS = [name for name, each in INFIX.items() if each.level == PRODUCT]
DIVISIONS = [name for name, each in INFIX.items() if "above 0" in each.takes]
OF_NUMBERS = [each for each in FUNCTIONS.values() if {*each.takes} == {"number"}]
OF_SEATS = [name for name, each in FUNCTIONS.items() if "seat" in each.takes]
COMPARISONS = [*OPPOSITE]
JUNCTIONS = [name for name, each in INFIX.items() if "condition" in each.takes]
MEASURES = [name for name, each in QUANTITIES.items() if each.gives in {"number", "amount"}]
TESTS = [name for name, each in QUANTITIES.items() if each.gives == "condition"]
BEST = [name for name, each in QUANTITIES.items() if each.ties]
SIGNS = {
    kind: [each.sign or name for name, each in OPERATIONS.items() if each.form == "prefix" and each.takes == (kind,)]
    for kind in ("number", "condition")
}
"""Operations before their argument, by what that is."""
SEATLESS = ("distance", "lucky")
"""Functions that need no acting seat."""


@dataclass(frozen=True)
class Context:
    """What may stand in a text: its locals, whether a seat acts, and what it may do."""

    locals: dict[str, str] = field(default_factory=dict)
    me: bool = True
    choices: bool = True
    gains: tuple[str, ...] = RESOURCES
    losses: bool = True
    emits: tuple[str, ...] = ()
    procedures: tuple[tuple[str, tuple[str, ...]], ...] = ()
    defines: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    cards: bool = False
    turns: bool = False
    own: bool = False
    trial: bool = False
    returns: str = ""
    results: tuple[tuple[str, str, tuple[str, ...]], ...] = ()

    def having(self, **more: str) -> Context:
        return replace(self, locals=self.locals | more)


class Values(Selections):
    """Writes amounts, conditions, members and selections. `wild`: one in so many places where `none` may do harm it is let in."""

    def __init__(self, pick: Callable[[int], int], wild: int = 25) -> None:
        self.pick = pick
        self.wild = wild

    def one(self, *ways):
        return ways[self.pick(len(ways))]

    def name(self, scope):
        free = [name for name in NAMES if name not in scope.locals]
        return free[self.pick(len(free))] if free else None

    def locals_of(self, scope, kind):
        return [name for name, each in scope.locals.items() if each == kind]

    # -- amounts ------------------------------------------------------------------------------------------------

    def number(self, scope, depth):
        """An amount."""
        if depth <= 0 or self.pick(4) == 0:
            return self.number_leaf(scope)
        way = self.pick(12)

        def first():
            return self.number(scope, depth - 1)

        if way <= 1:
            return f"({first()} {self.one(*SUMS)} {first()})"
        if way == 2:
            return f"({first()} {self.one(*PRODUCTS)} {self.one('2', '3', 'players')})"
        if way == 3:
            if self.pick(2):
                return f"({first()} {self.one(*DIVISIONS)} ({first()} + 0))"
            return f"({self.one(*SIGNS['number'])} {first()})"
        if way == 4:
            function = self.one(*OF_NUMBERS)
            return f"{function.name}({', '.join(first() for _ in function.takes)})"
        if way == 5:
            return f"(if {self.condition(scope, depth - 1)} then {first()} else {first()})"
        if way == 6 and scope.defines and self.pick(3):
            return self.applied(scope, "int", depth) or self.number_leaf(scope)
        if way == 6:
            of = self.one("seat", "colour")
            return f"number({self.found(scope, of, depth - 1)})"
        if way == 7:
            return self.fact(scope, "int", depth)
        if way == 8:
            return self.loaded(scope, "int", depth)
        if way == 9:
            return self.tried(scope, "int", depth)
        return self.measured(scope, depth)

    def tried(self, scope, kind, depth):
        """What would be behind an effect, where effects are written."""
        return self.measured(scope, depth) if kind == "int" else self.tested(scope, depth)

    def number_leaf(self, scope):
        mine = self.locals_of(scope, "int")
        if mine and self.pick(2):
            return self.one(*mine)
        fields = ["luck", "total", "clock", "round", "players", "option.size"]
        if scope.me:
            fields += [*RESOURCES, "level"]
        if not scope.own:
            fields += ["repeats(stand)"]
        return self.one(str(self.pick(7)), "-1", self.one(*fields), self.loaded(scope, "int", 0))

    def within(self, scope, low, high, depth):
        """An amount from `low` to `high`."""
        if self.pick(3) == 0:
            return str(low + self.pick(high - low + 1))
        return f"({self.number(scope, depth)} mod {high - low + 1} + {low})"

    def loaded(self, scope, kind, depth):
        """A value of the state behind an index."""
        sub = max(0, depth - 1)
        if kind == "int":
            return self.one(
                lambda: f"mood[{self.sure(scope, 'colour', sub)}]",
                lambda: (
                    f"{self.sure(scope, 'colour', sub)}.mood"
                    if self.pick(2)
                    else f"pips[{self.sure(scope, 'die', sub)}]"
                ),
                lambda: f"grid[{self.sure(scope, 'colour', sub)}, {self.sure(scope, 'die', sub)}]",
                lambda: f"shelf[{self.within(scope, -1, 2, sub)}]",
                lambda: f"{self.seat(scope, sub)}.{self.one('level', *RESOURCES)}",
                lambda: f"crowd[{self.sure(scope, 'owner', sub)}]",
                lambda: f"heat[{self.one('red', 'blue', 'glow')}]",
            )()
        if kind == "bool":
            return self.one(
                lambda: f"{self.seat(scope, sub)}.flag",
                lambda: f"tower[{self.seat(scope, sub)}, {self.sure(scope, 'colour', sub)}]",
                lambda: f"{self.seat(scope, sub)}.tower[{self.sure(scope, 'colour', sub)}]",
                lambda: f"{self.seat(scope, sub)}.ward[{self.sure(scope, 'owner', sub)}]",
            )()
        raise AssertionError(kind)

    def fact(self, scope, kind, depth):
        """A fact of something."""
        sub = depth - 1
        ways = {
            "int": (("colour", "rank"), ("tile", "price"), ("tile", "power")),
            "bool": (("colour", "warm"),),
            "colour": (("tile", "hue"), ("die", "tint")),
            "resource": (("colour", "likes"), ("tile", "wants")),
        }[kind]
        if kind == "int" and self.pick(5) == 0:
            return f"{self.sure(scope, 'colour', sub)}.marks[{self.within(scope, -1, 3, sub)}]"
        domain, name = self.one(*ways)
        return f"{self.sure(scope, domain, sub)}.{name}"

    def asked_of(self, scope, inner, name, kind, depth):
        """A condition of a local that is gone through: often facts it must have, which may be looked up in a table."""
        ways = {
            "colour": [("rank", "int"), ("warm", "bool"), ("likes", "resource"), ("next", "colour")],
            "tile": [("price", "int"), ("hue", "colour"), ("twin", "tile")],
            "die": [("tint", "colour")],
        }.get(kind)
        if ways is None or self.pick(3) == 0:
            return self.condition(inner, depth)
        parts, outside = [], scope.having(**{name: "taken"})
        for _ in range(1 + self.pick(3)):
            fact, wanted = self.one(*ways)
            value = self.value(self.one(outside, outside, inner), wanted, depth)
            sides = (f"{name}.{fact}", f"({value})")  # a bare resource is an amount where none is asked for
            parts.append(" == ".join(sides if self.pick(3) or wanted == "resource" else reversed(sides)))
            if self.pick(3) == 0:
                parts.append(self.condition(inner, depth))
        return "(" + " and ".join(parts) + ")"

    def measured(self, scope, depth):
        """A question that gives an amount."""
        name = self.name(scope)
        if name is None:
            return "2"
        selection, kind = self.selection(scope, depth - 1)
        inner = scope.having(**{name: kind})
        where = f" where {self.asked_of(scope, inner, name, kind, depth - 1)}" if self.pick(2) else ""
        word = self.one(*MEASURES)
        of = "" if not QUANTITIES[word].body else f" of {self.number(inner, depth - 1)}"
        return f"({word} {name} in {selection}{where}{of})"

    def applied(self, scope, result, depth):
        """A use of a define."""
        fitting = [each for each in scope.defines if each[1] == result and (scope.me or each[0] in SEATLESS)]
        if not fitting:
            return None
        name, _, params = self.one(*fitting)
        args = ", ".join(self.value(scope, kind, depth - 1) for kind in params)
        return f"{name}({args})" if args else name

    # -- conditions ---------------------------------------------------------------------------------------------

    def condition(self, scope, depth):
        """A condition."""
        if depth <= 0 or self.pick(5) == 0:
            return self.condition_leaf(scope)
        way = self.pick(12)
        sub = depth - 1
        if way <= 1:
            sign = self.one(*COMPARISONS)
            return f"({self.number(scope, sub)} {sign} {self.number(scope, sub)})"
        if way == 2:
            return f"({self.condition(scope, sub)} {self.one(*JUNCTIONS)} {self.condition(scope, sub)})"
        if way == 3:
            return f"({self.one(*SIGNS['condition'])} {self.condition(scope, sub)})"
        if way == 4:
            kind = self.one(*MEMBERS)
            if kind == "owner" and self.pick(2):
                return f"({self.seat(scope, sub)} {self.one('==', '!=')} {self.typed(scope, 'owner', sub)})"
            other = "none" if self.pick(3) == 0 else self.maybe(scope, kind, sub)
            return f"({self.typed(scope, kind, sub)} {self.one('==', '!=')} {other})"
        if way == 5:
            return f"({self.condition(scope, sub)} {self.one('==', '!=')} {self.condition(scope, sub)})"
        if way == 6:
            kind = self.one("int", *MEMBERS)
            text = self.number(scope, sub) if kind == "int" else self.typed(scope, kind, sub)
            return f"({text} in {self.selection_of(scope, kind, sub)})"
        if way == 7 and scope.me:
            return f"can {{ {self.costs(scope, sub)} }}"
        if way == 8:
            found = self.applied(scope, "bool", depth)
            return found or self.condition_leaf(scope)
        if way == 9:
            return self.one(lambda: self.fact(scope, "bool", depth), lambda: self.loaded(scope, "bool", depth))()
        if way == 10:
            return self.tried(scope, "bool", depth)
        return self.tested(scope, depth)

    def condition_leaf(self, scope):
        mine = self.locals_of(scope, "bool")
        if mine and self.pick(2):
            return self.one(*mine)
        words = ["true", "false", "open", "option.wild"]
        if scope.me:
            words.append("flag")
        test = f"({self.number_leaf(scope)} {self.one('<', '>=', '==')} {self.number_leaf(scope)})"
        return self.one(test, self.one(*words))

    def tested(self, scope, depth):
        """A question that gives a condition."""
        name = self.name(scope)
        if name is None:
            return "open"
        selection, kind = self.selection(scope, depth - 1)
        inner = scope.having(**{name: kind})
        word = self.one(*TESTS)
        if QUANTITIES[word].body:
            where = f" where {self.asked_of(scope, inner, name, kind, depth - 1)}" if self.pick(2) else ""
            return f"({word} {name} in {selection}{where} has {self.condition(inner, depth - 1)})"
        return f"({word} {name} in {selection} where {self.asked_of(scope, inner, name, kind, depth - 1)})"

    # -- members, seats, pieces ---------------------------------------------------------------------------------

    def seat(self, scope, depth):
        return self.sure(scope, "seat", depth)

    def sure(self, scope, kind, depth):
        """A member that is there (but for a wild case)."""
        mine = self.locals_of(scope, kind)
        if mine and self.pick(3):
            return self.one(*mine)
        if kind == "seat":
            known = ["starter"] + (["me"] * 2 if scope.me else [])
            found = self.applied(scope, kind, depth) if depth > 0 and self.pick(3) == 0 else None
            if found is not None:
                return found
            if depth <= 0 or self.pick(2):
                return self.one(*known)
            maybe = self.maybe(scope, kind, depth - 1)
            return f"(if {maybe} == none then {self.one(*known)} else {maybe})"
        words = self.words(kind)
        if depth > 0 and kind != "tile" and self.pick(4) == 0:
            found = self.applied(scope, kind, depth)
            if found is not None:
                return found
        if kind == "owner" and self.pick(2):
            return self.seat(scope, depth - 1)
        if depth <= 0 or self.pick(2):
            return self.one(*words)
        way = self.pick(4)
        if way == 0 and kind in {"colour", "resource"}:
            return self.fact(scope, kind, depth)
        if way == 1:
            return f"(if {self.condition(scope, depth - 1)} then {self.typed(scope, kind, 0)} else {self.one(*words)})"
        maybe = self.maybe(scope, kind, depth - 1)
        if self.pick(self.wild) == 0:
            return maybe
        return f"(if {maybe} == none then {self.one(*words)} else {maybe})"

    def words(self, kind):
        """What means a member wherever one is asked for (a bare resource is an amount where none is)."""
        if kind == "colour":
            return (*COLOURS, "favourite", "option.mode", "glow")
        if kind == "owner":
            return (*OWNERS, "lord")
        return (*WORDS[kind],)

    def typed(self, scope, kind, depth):
        """A member that tells its type by itself."""
        mine = self.locals_of(scope, kind)
        if mine and self.pick(2):
            return self.one(*mine)
        if kind == "resource":
            return self.fact(scope, kind, max(1, depth))
        if kind == "seat":
            return self.seat(scope, 0)
        if self.pick(2) and depth > 0:
            return self.maybe(scope, kind, depth)
        return self.one(*self.words(kind))

    def maybe(self, scope, kind, depth):
        """A member, or none."""
        ways = [lambda: self.found(scope, kind, depth)]
        if kind == "colour":
            ways += [lambda: "chosen", lambda: f"{self.sure(scope, 'colour', depth - 1)}.next"]
            ways += [lambda: f"{self.seat(scope, depth - 1)}.mine"]
            ways += [lambda: f"{self.sure(scope, 'colour', depth - 1)}.tone"]
            ways += [lambda: f"{self.sure(scope, 'colour', depth - 1)}.near[{self.within(scope, -1, 3, depth - 1)}]"]
        if kind == "seat":
            ways += [lambda: f"{self.seat(scope, depth - 1)}.partner"]
            ways += [lambda: f"{self.one(*OF_SEATS)}({self.found(scope, kind, depth - 1)})"]
        if kind == "owner":
            ways += [lambda: f"keeper[{self.sure(scope, 'tile', depth - 1)}]"]
            ways += [lambda: f"kept[{self.sure(scope, 'die', depth - 1)}]"]
        if kind == "tile":
            ways += [lambda: self.applied(scope, kind, depth) or "guard"]
            ways += [
                lambda: "guard",
                lambda: f"deck[{self.number(scope, depth - 1)}]",
                lambda: f"deck[-{1 + self.pick(3)}]",
            ]
            ways += [lambda: f"row[{self.sure(scope, 'colour', depth - 1)}][{self.pick(2)}]"]
            ways += [lambda: f"hand[{self.seat(scope, depth - 1)}, {self.pick(5) - 2}]"]
            ways += [lambda: f"{self.sure(scope, 'tile', depth - 1)}.twin"]
        if kind == "die":
            ways += [
                lambda: f"bag[{self.number(scope, depth - 1)}]",
                lambda: f"{self.seat(scope, depth - 1)}.pool[{self.pick(2) - 1}]",
            ]
        return self.one(*ways)()

    def found(self, scope, kind, depth):
        """The first or best of a selection."""
        name = self.name(scope)
        if name is None:
            return self.sure(scope, kind, 0)
        selection = self.selection_of(scope, kind, depth - 1)
        inner = scope.having(**{name: kind})
        where = f" where {self.asked_of(scope, inner, name, kind, depth - 1)}" if self.pick(2) else ""
        if self.pick(2):
            return f"(first {name} in {selection}{where})"
        key = self.number(inner, depth - 1)
        return f"({self.one(*BEST)} {name} in {selection}{where} by {key} ties {self.one('first', 'last')})"

    def of_type(self, scope, kind):
        """What a definition of a type comes to; now and then none, or a number beyond its range, where that is refused."""
        if kind == "bool":
            return self.condition(scope, 2)
        if kind == "int":
            return self.number(scope, 2) if self.pick(self.wild) == 0 else self.within(scope, -1, 3, 2)
        return self.maybe(scope, "tile", 2) if kind == "tile?" else self.sure(scope, kind, 2)

    def value(self, scope, kind, depth):
        if kind == "int":
            return self.number(scope, depth)
        if kind == "bool":
            return self.condition(scope, depth)
        return self.sure(scope, kind, depth)

    def typed_first(self, scope, kind, depth, place):
        return self.typed_sure(scope, kind, depth) if place == 0 else self.sure(scope, kind, depth)

    def typed_sure(self, scope, kind, depth):
        if kind == "resource":
            return self.one(*RESOURCES)
        if kind == "owner":  # a seat would begin a list of seats
            return self.one(*self.words(kind))
        found = self.sure(scope, kind, depth)
        return "red" if found == "glow" else found  # a tone would begin a list of tones

    def costs(self, scope, depth):
        return ", ".join(
            f"pay ({self.number(scope, depth)}) {self.sure(scope, 'resource', depth)}" for _ in range(1 + self.pick(3))
        )
