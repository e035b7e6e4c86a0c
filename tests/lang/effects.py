"""Random effects that read well-typed: statements around the expressions of `values`."""

from __future__ import annotations

from dataclasses import replace

from tests.lang.values import DECISIONS, MEMBERS, NAMES, RESOURCES, WORDS, Values

OTHERWISE = {"colour": "colour_or", "die": "die_or"}
"""Decisions that something else may be done in place of."""
PAIRS = {
    "tile_to_seat": ("tile", "seat"), "colour_many": ("colour", "int"), "good_for_good": ("resource", "resource"),
    "owner_die": ("owner", "die"),
}  # fmt: skip
"""Decisions whose answers have two parts."""
SEVERAL = {"colour": "some_colours", "tile": "some_tiles", "seat": "some_seats", "int": "some_numbers"}
"""Decisions whose answers are sets of up to three things."""
KINDS = {
    "do_something": {"paint": ("colour", "seat", "int"), "hand_over": ("tile",)},
    "do_other": {"hand_over": ("tile",), "shade": ("colour",)},
}
"""Questions with answers of several kinds, of which they share one."""


class Writer(Values):
    """Writes effects. `plugin`: whether functions of a plugin are called; `remembered`: whether tiles are."""

    plugin = True
    remembered = False
    hands = False
    """Whether pieces leave hands more often than others move."""

    # -- statements ---------------------------------------------------------------------------------------------

    def block(self, scope, depth, most=3):
        """Statements in braces."""
        return "{ " + self.effect(scope, depth, most) + " }"

    def effect(self, scope, depth, most=4):
        """Statements."""
        items, _ = self.statements(scope, depth, most)
        return "; ".join(items)

    def tried(self, scope, kind, depth):
        """A trial: an effect without choices and chance, and what is asked behind it, which may look at what it binds."""
        led = self.pick(4 * self.wild) == 0  # what it leads to may well do what a trial may not
        inner = replace(
            scope, choices=False, turns=False, trial=True, gains=("coin",) if self.pick(6) == 0 else (), losses=self.pick(9) == 0,
            returns="", results=(), procedures=scope.procedures if led else (), emits=scope.emits if led else (), cards=scope.cards and led,
        )  # fmt: skip
        items, behind = self.statements(inner, min(1, depth - 1), 3)
        behind = replace(scope, locals=behind.locals)
        value = self.number(behind, depth - 1) if kind == "int" else self.condition(behind, depth - 1)
        return f"(would {{ {'; '.join(items)} }} then {value})"

    def statements(self, scope, depth, most):
        """Statements one by one, and what may be read behind them."""
        items = []
        for _ in range(1 + self.pick(most)):
            if scope.choices and scope.me and "rest" not in scope.locals and self.pick(20) == 0:
                kind = self.one(*DECISIONS)  # the rest of the block is its body
                items.append(f"choose {self.decision(kind)} rest")
                scope = scope.having(rest=kind)
            if scope.results and scope.me and self.pick(4) == 0:
                name = self.name(scope)
                done, kind, kinds = self.one(*scope.results)
                if name is not None:
                    args = ", ".join(self.value(scope, each, depth) for each in kinds)
                    items.append(f"let {name} = do {done}({args})")
                    scope = scope.having(**{name: kind})
                    continue
            if self.pick(5) == 0:
                name = self.name(scope)
                kind = self.one("int", "int", "bool", *MEMBERS)
                if name is not None:
                    value = self.typed(scope, kind, depth) if kind in MEMBERS else self.value(scope, kind, depth)
                    items.append(f"let {name} = {value}")
                    scope = scope.having(**{name: kind})
                    continue
            items.append(self.statement(scope, depth))
        return items, scope

    def statement(self, scope, depth):
        ways = [self.assign, self.assign, self.verb, self.verb, self.gain, self.gain]
        if depth > 0:
            ways += [self.when, self.for_each, self.repeat, self.pay]
            if scope.choices:
                ways += [
                    self.choose,
                    self.choose,
                    self.choose_up_to,
                    self.branches,
                    self.may,
                    self.choose_pair,
                    self.choose_kind,
                    self.choose_several,
                ]
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
                lambda: f"glow = {self.one('red', 'blue', '(if favourite.tone == none then red else favourite.tone)')}",
                lambda: f"heat[{self.one('red', 'blue', 'glow')}] = {self.within(scope, 0, 9, sub)}",
                lambda: f"chosen = {self.one('none', self.sure(scope, 'colour', sub))}",
                lambda: f"guard = {self.one('none', self.sure(scope, 'tile', sub))}",
                lambda: f"open = {self.condition(scope, sub)}",
                lambda: f"mood[{self.sure(scope, 'colour', sub)}] = {self.within(scope, -2, 9, sub)}",
                lambda: f"{self.sure(scope, 'die', sub)}.pips = {self.within(scope, 1, 6, sub)}",
                lambda: f"grid[{self.sure(scope, 'colour', sub)}, {self.sure(scope, 'die', sub)}] = {self.within(scope, 0, 3, sub)}",
                lambda: f"shelf[{self.within(scope, -1, 2, sub)}] = {self.within(scope, 0, 9, sub)}",
                lambda: f"keeper[{self.sure(scope, 'tile', sub)}] = {self.one('none', self.sure(scope, 'owner', sub))}",
                lambda: f"kept[{self.sure(scope, 'die', sub)}] = {self.one('none', self.sure(scope, 'owner', sub))}",
                lambda: f"lord = {self.sure(scope, 'owner', sub)}",
                lambda: f"crowd[{self.sure(scope, 'owner', sub)}] = {self.within(scope, 0, 9, sub)}",
                lambda: f"{self.seat(scope, sub)}.ward[{self.sure(scope, 'owner', sub)}] = {self.condition(scope, sub)}",
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
        ways = [
            self.roll,
            self.shuffle,
            self.sort,
            self.move,
            self.flip,
            self.rotate,
            self.show,
            self.end,
            self.hook,
            self.remember,
        ]
        if scope.returns:
            ways += [self.give] * 3
        if scope.trial:
            ways = [self.sort, self.move, self.move, self.flip, self.rotate]
        if self.hands:  # who knows what changes with moves out of hands above all
            ways += [self.out_of_hand]
        return self.one(*ways)(scope, depth)

    def give(self, scope, _depth):
        return f"return {self.of_type(scope, scope.returns)}"

    def out_of_hand(self, scope, depth):
        return f"move {self.seat(scope, depth)}.hand[{self.pick(2) - 1}] to {self.tiles(scope, depth)}"

    def roll(self, scope, depth):
        places = ["starter", "luck", "favourite", "chosen", "open", f"pips[{self.sure(scope, 'die', depth)}]"]
        places += [
            f"mood[{self.sure(scope, 'colour', depth)}]",
            f"{self.seat(scope, depth)}.{self.one('flag', 'mine', 'partner')}",
        ]
        return f"roll {self.one(*places)}"

    def shuffle(self, scope, depth):
        dice = self.one("bag", f"{self.seat(scope, depth)}.pool")
        return f"shuffle {self.tiles(scope, depth) if self.pick(3) else dice}"

    def sort(self, scope, depth):
        return f"sort {self.tiles(scope, depth)} by {self.number(scope.having(it='tile'), depth)}"

    def move(self, scope, depth):
        if self.pick(3) == 0:
            dice = self.one("bag", f"{self.seat(scope, depth)}.pool")
            return f"move {self.one(self.sure(scope, 'die', depth), 'bag[0]')} to {dice}"
        way = self.one(self.sure, self.maybe)
        return f"move {way(scope, 'tile', depth)} to {self.tiles(scope, depth)}"

    def rotate(self, scope, depth):
        zone = self.one("hand", "pool", f"nook[{self.sure(scope, 'colour', depth)}]")
        return f"rotate {zone} to {self.one('left', 'right')}"

    def flip(self, scope, depth):
        return f"flip {self.sure(scope, 'tile', depth)}"

    def show(self, scope, depth):
        if not self.remembered:
            return self.flip(scope, depth)
        tile = self.one(self.sure, self.maybe)(scope, "tile", depth)
        whom = self.one(self.seat, self.perhaps)(scope, depth)
        return f"show {self.hint(tile, scope, depth) if self.pick(2) else tile} to {whom}"

    def hint(self, tile, scope, depth):
        """What is told of a tile without showing it: its colour, or whether something holds of that."""
        colour = self.one(self.sure, self.maybe)(scope, "colour", depth)
        ways = [
            "{}",
            "{} == " + colour,
            "{} != " + colour,
            "({} in " + colour + ".near)" if self.pick(2) else "({} in [red, green])",
        ]
        return self.one(*ways).format(f"{tile}.hue")

    def remember(self, _scope, _depth):
        return "remember stand"

    def perhaps(self, scope, depth):
        """A seat, or none."""
        return self.maybe(scope, "seat", depth)

    def end(self, scope, depth):
        return f"if {self.condition(scope, depth)} {{ end_game }}" if self.pick(4) == 0 else "shuffle deck"

    def hook(self, scope, depth):
        number, condition = self.number(scope, depth), self.condition(scope, depth)
        if self.plugin:
            return f"call nudge({number}, {condition})"
        field, most = ("level", 100) if scope.own else ("clock", 50)
        return f"if {condition} {{ set {field} = ({field} + {number}) mod {most} }}"

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
        if kind in OTHERWISE and self.pick(2):
            there = f" where {self.condition(scope, depth)}" if self.pick(2) else ""
            instead = f" or leave{there} {self.block(scope, depth)}"
            return f"choose {OTHERWISE[kind]} {name}{among}{where} {self.block(inner, depth)}{instead}{otherwise}"
        return f"choose {self.decision(kind)} {name}{among}{where} {self.block(inner, depth)}{otherwise}"

    def choose_up_to(self, scope, depth):
        name = self.name(scope)
        if not scope.me or name is None:
            return self.as_seat(scope, depth)
        kind = self.one(*DECISIONS)
        inner = scope.having(**{name: kind})
        among = f" in {self.selection_of(scope, kind, depth)}" if kind != "bool" and self.pick(3) else ""
        where = f" where {self.condition(inner, depth)}" if self.pick(2) else ""
        done = f" done where {self.condition(scope, depth)}" if self.pick(2) else ""
        times = self.within(scope, 0, 3, depth)
        return f"choose up to {times} {self.decision(kind)} {name}{among}{where}{done} {self.block(inner, depth)}"

    def choose_pair(self, scope, depth):
        if not scope.me or len(scope.locals) > len(NAMES) - 2:
            return self.as_seat(scope, depth)
        decision = self.one(*PAIRS)
        inner, said = self.answer(scope, decision, PAIRS[decision], depth)
        body = self.block(inner, depth)
        if self.pick(4) == 0:
            done = f" done where {self.condition(scope, depth)}" if self.pick(2) else ""
            return f"choose up to {self.within(scope, 0, 3, depth)} {said}{done} {body}"
        otherwise = f" else {self.block(scope, depth)}" if self.pick(2) else ""
        return f"choose {said} {body}{otherwise}"

    def answer(self, scope, decision, kinds, depth):
        """The parts of an answer, and the scope of what is done with it."""
        sought = []
        for kind in kinds:
            name = self.name(scope)
            among = f" in {self.selection_of(scope, kind, depth)}" if self.pick(2) else ""
            scope = scope.having(**{name: kind})
            sought.append(f"{name}{among}" + (f" where {self.condition(scope, depth)}" if self.pick(2) else ""))
        return scope, f"{decision} {' then '.join(sought)}"

    def choose_kind(self, scope, depth):
        """A question with answers of several kinds."""
        if not scope.me or len(scope.locals) > len(NAMES) - 3:
            return self.as_seat(scope, depth)
        asked, ways = self.one(*KINDS), []
        kinds = KINDS[asked]
        for kind in kinds if self.pick(3) else [self.one(*kinds)]:
            if kind == "shade" and self.pick(3):
                ways += self.ways_of(["red", "green", "blue"], scope, depth)
                continue
            inner, said = self.answer(scope, kind, kinds[kind], depth)
            ways.append(f"{said} {self.block(inner, depth)}")
        there = f" where {self.condition(scope, depth)}" if self.pick(2) else ""
        instead = f" or leave{there} {self.block(scope, depth)}" if self.pick(2) else ""
        otherwise = f" else {self.block(scope, depth)}" if self.pick(2) else ""
        return f"choose {asked} {{ {' | '.join(ways)} }}{instead}{otherwise}"

    def choose_several(self, scope, depth):
        """A question whose answer is a set of things."""
        name = self.name(scope)
        if not scope.me or name is None or "picked" in scope.locals:
            return self.as_seat(scope, depth)
        kind = self.one(*SEVERAL)
        whole = scope.having(picked=f"several {kind}")
        inner = whole.having(**{name: kind})
        among = f" in {self.selection_of(scope, kind, depth)}" if self.pick(3) else ""
        if among and kind == "int":  # sets hold no numbers below 0
            among = f" in {self.within(scope, 0, 2, depth)} to {self.within(scope, 1, 9, depth)}"
        where = f" where {self.condition(inner, depth)}" if self.pick(2) else ""
        done = f" done where {self.condition(whole, depth)}" if self.pick(3) == 0 else ""
        then = f" then {self.block(whole, depth)}" if self.pick(2) else ""
        otherwise = f" else {self.block(scope, depth)}" if self.pick(3) == 0 else ""
        instead = ""
        if kind == "colour" and self.pick(2):
            there = f" where {self.condition(scope, depth)}" if self.pick(2) else ""
            instead, decision = f" or leave{there} {self.block(scope, depth)}", "some_or"
        else:
            decision = SEVERAL[kind]
        times = f"exactly {self.within(scope, 0, 3, depth)}"
        if self.pick(2):
            times = f"from {self.within(scope, 0, 2, depth)} to {self.within(scope, 1, 3, depth)}"
        return (
            f"choose {times} {decision} {name}{among}{where}{done} {self.block(inner, depth)}{then}{instead}{otherwise}"
        )

    def decision(self, kind):
        """A decision of a type; dice may be told apart by what they show."""
        return self.one("pick_die", "pick_shown") if kind == "die" else DECISIONS[kind]

    def branches(self, scope, depth):
        if not scope.me:
            return self.as_seat(scope, depth)
        kind = self.one("colour", "tile", "die", "resource", "bool")
        ways = self.ways_of(list(("true", "false") if kind == "bool" else WORDS[kind]), scope, depth)
        return f"choose {self.decision(kind)} {{ {' | '.join(ways)} }}"

    def ways_of(self, words, scope, depth):
        """Branches of some of these answers."""
        picked = [words.pop(self.pick(len(words))) for _ in range(1 + self.pick(2 if len(words) > 2 else 1))]
        ways = []
        for word in picked:
            where = f" where {self.condition(scope, depth)}" if self.pick(2) else ""
            ways.append(f"{word}{where} {self.block(scope, depth)}")
        return ways

    def may(self, scope, depth):
        if not scope.me:
            return self.as_seat(scope, depth)
        if not self.pick(3):
            return f"may up to {self.within(scope, 0, 4, depth)} how_many {{ {self.pay(scope, depth)} }}"
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


class DataWriter(Writer):
    """Writes effects that call no function of a plugin."""

    plugin = False
