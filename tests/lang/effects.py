"""Random effects that read well-typed: text of the effect language over the vocabulary of `tiny/game.yaml`.

Everything is written from single picks of a number (`pick(n)`: one of 0 to n - 1), so that the same writer serves a
test that shrinks what fails and a long hunt that only wants many.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

COLOURS = ("red", "green", "blue")
TILES = ("oak", "oak#2", "elm", "ash", "fir", "yew")
DICE = ("die_1", "die_2", "die_3")
RESOURCES = ("coin", "apple", "gem", "fame", "wood", "salt")
NAMES = ("a", "b", "k", "q", "v", "s", "me_1", "x", "z", "f")
WORDS = {"colour": COLOURS, "tile": ("oak", "elm", "ash", "fir", "yew"), "die": DICE, "resource": RESOURCES}
MEMBERS = ("colour", "tile", "die", "seat", "resource")
DECISIONS = {
    "colour": "pick_colour", "tile": "pick_tile", "die": "pick_die", "seat": "pick_seat", "resource": "pick_good",
    "int": "how_many", "bool": "sure",
}  # fmt: skip


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

    def having(self, **more: str) -> Context:
        return replace(self, locals=self.locals | more)


class Writer:
    """Writes texts. `wild`: one in so many places where `none` may do harm it is let in."""

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
        first = lambda: self.number(scope, depth - 1)
        if way <= 1:
            return f"({first()} {self.one('+', '-')} {first()})"
        if way == 2:
            return f"({first()} {self.one('*', 'per', 'mod')} {self.one('2', '3', 'players')})"
        if way == 3:
            return f"({first()} {self.one('per', 'mod')} ({first()} + 0))" if self.pick(2) else f"(-{first()})"
        if way == 4:
            return f"{self.one('min', 'max')}({first()}, {first()})" if self.pick(3) else f"abs({first()})"
        if way == 5:
            return f"(if {self.condition(scope, depth - 1)} then {first()} else {first()})"
        if way == 6 and scope.defines:
            return self.applied(scope, "int", depth) or self.number_leaf(scope)
        if way == 7:
            return self.fact(scope, "int", depth)
        if way == 8:
            return self.loaded(scope, "int", depth)
        return self.measured(scope, depth)

    def number_leaf(self, scope):
        mine = self.locals_of(scope, "int")
        if mine and self.pick(2):
            return self.one(*mine)
        fields = ["luck", "total", "clock", "round", "players", "option.size"]
        if scope.me:
            fields += [*RESOURCES, "level"]
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
            )()
        if kind == "bool":
            return self.one(
                lambda: f"{self.seat(scope, sub)}.flag",
                lambda: f"tower[{self.seat(scope, sub)}, {self.sure(scope, 'colour', sub)}]",
                lambda: f"{self.seat(scope, sub)}.tower[{self.sure(scope, 'colour', sub)}]",
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
        domain, name = self.one(*ways)
        return f"{self.sure(scope, domain, sub)}.{name}"

    def measured(self, scope, depth):
        """A question that gives an amount."""
        name = self.name(scope)
        if name is None:
            return "2"
        selection, kind = self.selection(scope, depth - 1)
        inner = scope.having(**{name: kind})
        where = f" where {self.condition(inner, depth - 1)}" if self.pick(2) else ""
        word = self.one("count", "sum", "highest", "lowest")
        of = "" if word == "count" else f" of {self.number(inner, depth - 1)}"
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
            sign = self.one("==", "!=", "<", "<=", ">", ">=")
            return f"({self.number(scope, sub)} {sign} {self.number(scope, sub)})"
        if way == 2:
            return f"({self.condition(scope, sub)} {self.one('and', 'or')} {self.condition(scope, sub)})"
        if way == 3:
            return f"(not {self.condition(scope, sub)})"
        if way == 4:
            kind = self.one(*MEMBERS)
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
        word = self.one("any", "no", "every")
        if word == "every":
            where = f" where {self.condition(inner, depth - 1)}" if self.pick(2) else ""
            return f"(every {name} in {selection}{where} has {self.condition(inner, depth - 1)})"
        return f"({word} {name} in {selection} where {self.condition(inner, depth - 1)})"

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
            if depth <= 0 or self.pick(2):
                return self.one(*known)
            maybe = self.maybe(scope, kind, depth - 1)
            return f"(if {maybe} == none then {self.one(*known)} else {maybe})"
        words = self.words(kind)
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
            return (*COLOURS, "favourite", "option.mode")
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
        if kind == "seat":
            ways += [lambda: f"{self.seat(scope, depth - 1)}.partner"]
        if kind == "tile":
            ways += [lambda: "guard", lambda: f"deck[{self.number(scope, depth - 1)}]"]
            ways += [lambda: f"row[{self.sure(scope, 'colour', depth - 1)}][{self.pick(2)}]"]
            ways += [lambda: f"{self.seat(scope, depth - 1)}.hand[{self.pick(3)}]"]
            ways += [lambda: f"{self.sure(scope, 'tile', depth - 1)}.twin"]
        if kind == "die":
            ways += [lambda: f"bag[{self.number(scope, depth - 1)}]", lambda: f"{self.seat(scope, depth - 1)}.pool[0]"]
        return self.one(*ways)()

    def found(self, scope, kind, depth):
        """The first or best of a selection."""
        name = self.name(scope)
        if name is None:
            return self.sure(scope, kind, 0)
        selection = self.selection_of(scope, kind, depth - 1)
        inner = scope.having(**{name: kind})
        where = f" where {self.condition(inner, depth - 1)}" if self.pick(2) else ""
        if self.pick(2):
            return f"(first {name} in {selection}{where})"
        key = self.number(inner, depth - 1)
        return f"({self.one('most', 'least')} {name} in {selection}{where} by {key} ties {self.one('first', 'last')})"

    def value(self, scope, kind, depth):
        if kind == "int":
            return self.number(scope, depth)
        if kind == "bool":
            return self.condition(scope, depth)
        return self.sure(scope, kind, depth)

    # -- selections ---------------------------------------------------------------------------------------------

    def selection(self, scope, depth):
        kind = self.one("int", *MEMBERS)
        return self.selection_of(scope, kind, depth), kind

    def selection_of(self, scope, kind, depth):
        sub = depth - 1
        if kind == "int":
            low, high = self.pick(3) - 1, self.pick(4)
            return self.one(
                f"{low} to {high}" if low >= 0 else f"-1 to {high}",
                f"{self.within(scope, -1, 2, sub)} to {self.within(scope, 0, 4, sub)}",
                f"[{', '.join(self.within(scope, -1, 3, sub) for _ in range(1 + self.pick(3)))}]",
            )
        ways = [lambda: kind] * 2
        ways.append(
            lambda: f"[{', '.join(self.typed_first(scope, kind, sub, place) for place in range(1 + self.pick(3)))}]"
        )
        if kind == "colour":
            ways.append(lambda: f"{self.sure(scope, 'colour', sub)}.near")
        if kind == "seat" and scope.me:
            ways.append(lambda: "others")
        if kind == "tile":
            ways += [lambda: "deck", lambda: f"{self.seat(scope, sub)}.hand"]
            ways += [lambda: f"row[{self.sure(scope, 'colour', sub)}]"]
            ways += [lambda: f"{self.seat(scope, sub)}.nook[{self.sure(scope, 'colour', sub)}]"]
            if scope.me:
                ways.append(lambda: "hand")
        if kind == "die":
            ways += [lambda: "bag", lambda: f"{self.seat(scope, sub)}.pool"]
        return self.one(*ways)()

    def typed_first(self, scope, kind, depth, place):
        return self.typed_sure(scope, kind, depth) if place == 0 else self.sure(scope, kind, depth)

    def typed_sure(self, scope, kind, depth):
        if kind == "resource":
            return self.one(*RESOURCES)
        return self.sure(scope, kind, depth)

    def costs(self, scope, depth):
        return ", ".join(
            f"pay ({self.number(scope, depth)}) {self.sure(scope, 'resource', depth)}" for _ in range(1 + self.pick(3))
        )

    # -- statements ---------------------------------------------------------------------------------------------

    def block(self, scope, depth, most=3):
        """Statements in braces."""
        return "{ " + self.effect(scope, depth, most) + " }"

    def effect(self, scope, depth, most=4):
        """Statements."""
        items = []
        for _ in range(1 + self.pick(most)):
            if scope.choices and scope.me and "rest" not in scope.locals and self.pick(20) == 0:
                kind = self.one(*DECISIONS)  # the rest of the block is its body
                items.append(f"choose {DECISIONS[kind]} rest")
                scope = scope.having(rest=kind)
            if self.pick(5) == 0:
                name = self.name(scope)
                kind = self.one("int", "int", "bool", *MEMBERS)
                if name is not None:
                    value = self.typed(scope, kind, depth) if kind in MEMBERS else self.value(scope, kind, depth)
                    items.append(f"let {name} = {value}")
                    scope = scope.having(**{name: kind})
                    continue
            items.append(self.statement(scope, depth))
        return "; ".join(items)

    def statement(self, scope, depth):
        ways = [self.assign, self.assign, self.verb, self.verb, self.gain, self.gain]
        if depth > 0:
            ways += [self.when, self.for_each, self.repeat, self.pay]
            if scope.choices:
                ways += [self.choose, self.choose, self.choose_up_to, self.branches, self.may]
            if not scope.own:
                ways.append(self.as_seat)
        if scope.emits:
            ways.append(self.emit)
        if scope.procedures:
            ways += [self.do, self.do]
        if scope.cards:
            ways.append(self.do_card)
        if scope.turns:
            ways.append(self.turn)
        return self.one(*ways)(scope, depth - 1)

    def assign(self, scope, depth):
        sub = max(0, depth)
        ways = (
            [
                lambda: f"level = ({self.number(scope, sub)}) mod 100",
                lambda: f"flag = {self.condition(scope, sub)}",
                lambda: f"tower[{self.sure(scope, 'colour', sub)}] = {self.condition(scope, sub)}",
                lambda: f"mine = {self.one('none', self.sure(scope, 'colour', sub))}",
                lambda: f"partner = {self.one('none', self.sure(scope, 'seat', sub))}",
            ]
            if scope.me
            else []
        )
        if not scope.own:
            ways += [
                lambda: f"total = ({self.number(scope, sub)}) mod 1000",
                lambda: f"luck = {self.within(scope, 1, 6, sub)}",
                lambda: f"favourite = {self.sure(scope, 'colour', sub)}",
                lambda: f"chosen = {self.one('none', self.sure(scope, 'colour', sub))}",
                lambda: f"guard = {self.one('none', self.sure(scope, 'tile', sub))}",
                lambda: f"open = {self.condition(scope, sub)}",
                lambda: f"mood[{self.sure(scope, 'colour', sub)}] = {self.within(scope, -2, 9, sub)}",
                lambda: f"{self.sure(scope, 'die', sub)}.pips = {self.within(scope, 1, 6, sub)}",
                lambda: f"grid[{self.sure(scope, 'colour', sub)}, {self.sure(scope, 'die', sub)}] = {self.within(scope, 0, 3, sub)}",
                lambda: f"shelf[{self.within(scope, -1, 2, sub)}] = {self.within(scope, 0, 9, sub)}",
                lambda: f"{self.seat(scope, sub)}.flag = {self.condition(scope, sub)}",
                lambda: f"{self.seat(scope, sub)}.level = ({self.number(scope, sub)}) mod 100",
            ]  # fmt: skip
        return "set " + self.one(*ways)()

    def gain(self, scope, depth):
        if not scope.me or not (scope.gains or scope.losses):
            return self.assign(scope, depth)
        if scope.losses and (not scope.gains or self.pick(4) == 0):
            return f"lose ({self.number(scope, depth)}) {self.sure(scope, 'resource', depth)}"
        amount = self.within(scope, -1, 6, depth)
        if len(scope.gains) < len(RESOURCES) or self.pick(2):
            return f"gain {amount} {self.one(*scope.gains)}"
        return f"gain {amount} {self.sure(scope, 'resource', depth)}"

    def verb(self, scope, depth):
        if scope.own:
            return self.gain(scope, depth)
        colour = lambda: self.sure(scope, "colour", depth)
        seat = lambda: self.seat(scope, depth)
        return self.one(
            lambda: (
                f"roll {self.one('luck', 'favourite', 'chosen', 'open', f'pips[{self.sure(scope, chr(100) + chr(105) + chr(101), depth)}]', f'mood[{colour()}]', f'{seat()}.flag', f'{seat()}.mine')}"
            ),
            lambda: f"shuffle {self.tiles(scope, depth)}",
            lambda: f"sort {self.tiles(scope, depth)} by {self.number(scope.having(it='tile'), depth)}",
            lambda: (
                f"move {self.one(self.sure(scope, 'tile', depth), self.maybe(scope, 'tile', depth))} to {self.tiles(scope, depth)}"
            ),
            lambda: f"move {self.one(self.sure(scope, 'die', depth), 'bag[0]')} to {self.one('bag', f'{seat()}.pool')}",
            lambda: f"flip {self.sure(scope, 'tile', depth)}",
            lambda: f"shuffle {self.one('bag', f'{seat()}.pool')}",
            lambda: f"if {self.condition(scope, depth)} {{ end_game }}" if self.pick(4) == 0 else "shuffle deck",
            lambda: f"call nudge({self.number(scope, depth)}, {self.condition(scope, depth)})",
        )()

    def tiles(self, scope, depth):
        """A zone of tiles."""
        return self.one(
            lambda: "deck", lambda: f"{self.seat(scope, depth)}.hand", lambda: f"row[{self.sure(scope, 'colour', depth)}]",
            lambda: f"{self.seat(scope, depth)}.nook[{self.sure(scope, 'colour', depth)}]",
        )()  # fmt: skip

    def when(self, scope, depth):
        text = f"if {self.condition(scope, depth)} {self.block(scope, depth)}"
        if self.pick(3) == 0:
            text += f" else if {self.condition(scope, depth)} {self.block(scope, depth)}"
        return text + (f" else {self.block(scope, depth)}" if self.pick(2) else "")

    def for_each(self, scope, depth):
        name = self.name(scope)
        if name is None:
            return self.assign(scope, depth)
        selection, kind = self.selection(scope, depth)
        inner = scope.having(**{name: kind})
        where = f" where {self.condition(inner, depth)}" if self.pick(2) else ""
        return f"for each {name} in {selection}{where} {self.block(inner, depth)}"

    def repeat(self, scope, depth):
        return f"repeat {self.within(scope, -1, 3, depth)} {self.block(scope, depth)}"

    def pay(self, scope, depth):
        if not scope.me:
            return self.when(scope, depth)
        body = self.block(scope, depth) if self.pick(3) else self.gain(scope, depth)
        otherwise = f" else {self.block(scope, depth)}" if self.pick(2) else ""
        return f"{self.costs(scope, depth)} -> {body}{otherwise}"

    def choose(self, scope, depth):
        name = self.name(scope)
        if not scope.me or name is None:
            return self.as_seat(scope, depth)
        kind = self.one(*DECISIONS)
        inner = scope.having(**{name: kind})
        among = f" in {self.selection_of(scope, kind, depth)}" if kind != "bool" and self.pick(3) else ""
        where = f" where {self.condition(inner, depth)}" if self.pick(2) else ""
        otherwise = f" else {self.block(scope, depth)}" if self.pick(2) else ""
        return f"choose {DECISIONS[kind]} {name}{among}{where} {self.block(inner, depth)}{otherwise}"

    def choose_up_to(self, scope, depth):
        name = self.name(scope)
        if not scope.me or name is None:
            return self.as_seat(scope, depth)
        kind = self.one(*DECISIONS)
        inner = scope.having(**{name: kind})
        among = f" in {self.selection_of(scope, kind, depth)}" if kind != "bool" and self.pick(3) else ""
        where = f" where {self.condition(inner, depth)}" if self.pick(2) else ""
        return f"choose up to {self.within(scope, 0, 3, depth)} {DECISIONS[kind]} {name}{among}{where} {self.block(inner, depth)}"

    def branches(self, scope, depth):
        if not scope.me:
            return self.as_seat(scope, depth)
        kind = self.one("colour", "tile", "die", "resource", "bool")
        words = list(("true", "false") if kind == "bool" else WORDS[kind])
        picked = [words.pop(self.pick(len(words))) for _ in range(1 + self.pick(2 if len(words) > 2 else 1))]
        ways = []
        for word in picked:
            where = f" where {self.condition(scope, depth)}" if self.pick(2) else ""
            ways.append(f"{word}{where} {self.block(scope, depth)}")
        return f"choose {DECISIONS[kind]} {{ {' | '.join(ways)} }}"

    def may(self, scope, depth):
        if not scope.me:
            return self.as_seat(scope, depth)
        body = f"{{ {self.pay(scope, depth)} }}" if self.pick(2) else self.block(scope, depth)
        return f"may sure {body}"

    def as_seat(self, scope, depth):
        if scope.own:
            return self.gain(scope, depth)
        return f"as {self.seat(scope, depth)} {self.block(replace(scope, me=True), depth)}"

    def emit(self, scope, depth):
        event = self.one(*scope.emits)
        kinds = {"painted": ("colour", "int"), "called": ("int", "seat"), "traded": ("resource", "tile")}[event]
        text = f"emit {event}({', '.join(self.value(scope, kind, depth) for kind in kinds)})"
        return text if scope.me else f"as starter {{ {text} }}"

    def do(self, scope, depth):
        name, kinds = self.one(*scope.procedures)
        if not scope.me:
            return f"as starter {{ do {name}({', '.join(self.value(scope, kind, depth) for kind in kinds)}) }}"
        return f"do {name}({', '.join(self.value(scope, kind, depth) for kind in kinds)})"

    def do_card(self, scope, depth):
        piece = self.maybe(scope, "tile", depth) if self.pick(2) else self.sure(scope, "tile", depth)
        text = f"do {piece}.effect"
        return text if scope.me else f"as starter {{ {text} }}"

    def turn(self, scope, depth):
        if not scope.me:
            return self.assign(scope, depth)
        return self.one(
            "if level < 3 { set level = level + 1; again }",
            "pass_turn",
            "again; set level = 0" if self.pick(9) == 0 else "pass_turn",
        )
