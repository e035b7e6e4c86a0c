"""Random games over the declarations of a `board_world.World`: grids and plans of 3x3 to 12x12, with whatever they are made of.

They are what the small vocabulary of `random_game` is not: large. What the deciding step does with a question depends on how much there
is to go through, so that the same text is written out value by value for a small board, and becomes a loop for a large one.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from ruleset_core import Game, load
from tests.lang.board_text import NAMES, Expressions, Scope
from tests.lang.board_world import ASK, NAME, Pick, World

HEADER: dict[str, Any] = {"game": "board", "name": NAME, "version": "1.0", "players": "2..3", "provenance": "house"}


class Effects(Expressions):
    """Writes effects."""

    def block(self, scope: Scope, depth: int, most: int = 3) -> str:
        """Statements in braces."""
        return "{ " + self.effect(scope, depth, most) + " }"

    def effect(self, scope: Scope, depth: int, most: int = 3) -> str:
        """Statements."""
        items: list[str] = []
        for _ in range(1 + self.pick(most)):
            if self.pick(5) == 0:
                name, kind = self.name(scope), self.one("int", "bool", *self.w.kinds)
                value = self.number(scope, depth) if kind == "int" else self.member(scope, kind, depth)
                items.append(f"let {name} = {value}")
                scope = scope.having(name, kind)
                continue
            items.append(self.statement(scope, depth))
        return "; ".join(items)

    def statement(self, scope: Scope, depth: int) -> str:
        """One statement."""
        ways = [self.put, self.put, self.move]
        if depth > 0:
            ways += [self.when, self.for_each, self.for_each]
            if scope.me and scope.choices:
                ways += [self.choose, self.choose, self.choose_pair, self.choose_up_to, self.step]
        if scope.effects and scope.me:
            ways.append(self.do)
        if not scope.me:
            ways.append(self.as_seat)
        return str(self.one(*ways)(scope, depth - 1))

    def put(self, scope: Scope, depth: int) -> str:
        """A value into a field."""
        names = [name for name, each in self.w.fields.items() if self._open(each.by, scope) and name != "clock"]
        name = self.one(*names)
        each = self.w.fields[name]
        value = self.member(scope, each.type, depth)
        if each.type == "int":
            value = self.within(scope, each.low, each.high, depth)
        elif each.optional and self.pick(4) == 0:
            value = "none"
        return f"set {self.indexed(scope, name, each.by, depth - 1)} = {value}"

    def move(self, scope: Scope, depth: int) -> str:
        """A piece to a zone, or a zone into another order."""
        names = [name for name, (_, by) in self.w.zones.items() if self._open(by, scope)]
        name = self.one(*names)
        kind, by = self.w.zones[name]
        zone = self.indexed(scope, name, by, depth - 1)
        way = self.pick(6)
        if way == 0:
            return f"shuffle {zone}"
        if way == 1:
            return f"sort {zone} by {self.number(replace(scope, locals={**scope.locals, 'it': kind}, whole=0), depth)}"
        piece = self.maybe(scope, kind, depth) if self.pick(2) else self.member(scope, kind, depth)
        return f"move {piece} to {zone}"

    def when(self, scope: Scope, depth: int) -> str:
        """One of two ways."""
        otherwise = f" else {self.block(scope, depth)}" if self.pick(2) else ""
        return f"if {self.condition(scope, depth + 1)} {self.block(scope, depth)}{otherwise}"

    def for_each(self, scope: Scope, depth: int) -> str:
        """A loop."""
        name, kind = self.name(scope), self.kind_near(scope)
        text, whole = self.selection(scope, kind, depth)
        inner = replace(scope.having(name, kind, whole), choices=scope.choices and self.pick(3) == 0)
        where = f" where {self.condition(inner, depth)}" if self.pick(3) else ""
        return f"for each {name} in {text}{where} {self.block(inner, depth, 2)}"

    def as_seat(self, scope: Scope, depth: int) -> str:
        """What a seat does where nobody acts."""
        return f"as {self.member(scope, 'seat', 0)} {self.block(replace(scope, me=True), depth)}"

    def do(self, scope: Scope, depth: int) -> str:
        """An effect that is defined."""
        name, params = self.one(*scope.effects)
        return f"do {name}({', '.join(self.member(scope, kind, depth) for kind in params)})"

    # -- decisions ----------------------------------------------------------------------------------------------

    def choose(self, scope: Scope, depth: int) -> str:
        """A decision of one thing."""
        said, inner = self._one_of(scope, depth)
        otherwise = f" else {self.block(scope, depth)}" if self.pick(3) == 0 else ""
        return f"choose {said} {self.block(inner, depth)}{otherwise}"

    def choose_up_to(self, scope: Scope, depth: int) -> str:
        """A decision that is asked again."""
        said, inner = self._one_of(scope, depth)
        done = f" done where {self.condition(scope, depth)}" if self.pick(3) == 0 else ""
        return f"choose up to {1 + self.pick(3)} {said}{done} {self.block(inner, depth)}"

    def _one_of(self, scope: Scope, depth: int) -> tuple[str, Scope]:
        decision, (kind,) = self.one(*[each for each in self.w.decisions.items() if len(each[1]) == 1])
        name = self.name(scope)
        text, whole = self.selection(scope, kind, depth) if self.pick(2) else (kind, 1)
        if kind == "int":
            text, whole = self.within(scope, 0, 3, depth) + " to 6", scope.whole
        inner = scope.having(name, kind, whole)
        asked = self.about(inner, kind) if self.pick(3) == 0 else ""
        where = f" where {asked or self.condition(inner, depth + 2)}" if self.pick(6) else ""
        return f"{decision} {name} in {text}{where}", replace(inner, whole=scope.whole)

    def about(self, scope: Scope, kind: str) -> str:
        """A condition that is defined, and takes one of a kind; or nothing."""
        fitting = [each for each in scope.defines if each[1] == "bool" and kind in each[2]]
        return self.applied(replace(scope, defines=(self.one(*fitting),)), "bool", 2) if fitting else ""

    def step(self, scope: Scope, depth: int) -> str:
        """From where one is to what is near, or none of it."""
        name, place = self.name(scope), self.w.ground[0]
        fact = "next" if place == "space" else "near"
        inner = scope.having(name, place, 1)
        asked = inner.having("spot", place)
        where = self.about(asked, place) if self.pick(3) == 0 else ""
        if "side" in self.w.kinds and self.pick(2):
            where = f"passage(spot, {name})"
        where = where or self.condition(asked, 3)
        instead = ""
        if self.pick(2):
            self.w.sections["decisions"]["step"] = {"of": place, "ask": ASK, "done": NAME, "word": "step"}
            instead = f"or away where {self.condition(scope, depth)} {self.block(scope, depth)}"
        return f"choose {'step' if instead else f'pick_{place}'} {name} in spot.{fact} where {where} {{ set spot = {name}; {self.effect(inner, depth, 1)} }} {instead}"

    def lay(self, scope: Scope, depth: int) -> str:
        """A shape that fits somewhere."""
        name = self.name(scope)
        inner = scope.having(name, "shape")
        return (
            f"choose pick_shape {name} in shape where not used[me, {name}] and fits({name}) {self.block(inner, depth)}"
        )

    def choose_pair(self, scope: Scope, depth: int) -> str:
        """A decision of two things."""
        pairs = [each for each in self.w.decisions.items() if len(each[1]) == 2]
        if not pairs:
            return self.choose(scope, depth)
        decision, kinds = self.one(*pairs)
        inner, sought = scope, []
        for place, kind in enumerate(kinds):
            name = self.name(inner)
            text, _ = self.selection(inner, kind, depth) if place else (kind, 0)
            inner = inner.having(name, kind, 0)
            within = f" in {text}" if place == 0 or self.pick(3) else ""
            where = f" where {self.condition(inner, depth + 1 if within else 1)}" if self.pick(5) or not within else ""
            sought.append(f"{name}{within}{where}")
        otherwise = f" else {self.block(scope, depth)}" if self.pick(3) == 0 else ""
        return f"choose {decision} {' then '.join(sought)} {self.block(replace(inner, whole=scope.whole), depth)}{otherwise}"


def parts(pick: Pick) -> tuple[World, dict[str, Any]]:
    """What is declared, and the whole of `game.yaml`."""
    world = World(pick)
    w = Effects(pick, world)
    define: dict[str, Any] = {}
    scope = Scope()
    kinds = list(world.kinds)
    place = world.ground[0]

    def params(*first: str) -> dict[str, str]:
        more = [world.one("int", *world.ground, *kinds) for _ in range(pick(3))]
        return {NAMES[-1 - number]: kind for number, kind in enumerate([*first, *more][:3])}

    if "side" in world.kinds:
        between = "no s in one.sides where at_side[s] and (two in s.cells)"
        define["passage"] = {"params": {"one": "cell", "two": "cell"}, "condition": between}
        scope = replace(scope, defines=(("passage", "bool", ("cell", "cell")),))
    about = Scope({"one": "shape", "two": place, "three": "turn"}, whole=0)
    fits = f"any two in {place} where at_{place}[two] and (any three in one.turns where {w.condition(about, 2)})"
    define["fits"] = {"params": {"one": "shape"}, "condition": fits}
    scope = replace(scope, defines=(*scope.defines, ("fits", "bool", ("shape",))))
    for number in range(3 + pick(4)):
        result = world.one("bool", "bool", "int", place, world.one(*kinds))
        first = [place] if pick(2) else ["shape"] if pick(2) else []
        given = params(*first)
        inner = replace(scope, locals=dict(given), whole=pick(3) and 1)
        name = f"rule_{number}"
        entry: dict[str, Any] = {"params": given} if given else {}
        if result == "bool":
            entry["condition"] = w.condition(inner, 3)
        elif result == "int":
            entry["amount"] = w.number(inner, 3)
        else:
            entry |= {"is": f"{result}?", "value": w.maybe(inner, result, 2)}
        define[name] = entry
        scope = replace(scope, defines=(*scope.defines, (name, result, tuple(given.values()))))
    for number in range(pick(3)):
        given = params()
        inner = replace(scope, locals=dict(given), choices=bool(pick(2)))
        define[f"act_{number}"] = {"params": given, "effect": w.effect(inner, 2)}
        scope = replace(scope, effects=(*scope.effects, (f"act_{number}", tuple(given.values()))))
    deal = "for each x in seat { move bag[0] to x.hand; move camp[0] to x.home; move bag[0] to x.hand }"
    chance = "; ".join(
        f"for each x in {kind} where number(x) mod {2 + pick(4)} == {pick(2)} {{ set at_{kind}[x] = true }}"
        for kind in world.ground
    )
    setup = "; ".join(
        [
            *(["shuffle bag", deal] if pick(3) else []),
            chance,
            *([w.effect(replace(scope, me=False), 2)] if pick(2) else []),
        ]
    )
    first = world.one(w.choose, w.step, w.step, w.choose_pair, w.lay)
    turn = f"set clock = clock + 1; if clock > 40 {{ end_game }}; {first(scope, 2)}; {w.effect(scope, 3, 3)}"
    data = {
        **HEADER,
        **world.sections,
        "define": define,
        "flow": [
            {"phase": "setup", "do": setup},
            {"phase": "play", "turns": world.one("forever", "forever", "once"), "do": turn},
        ],
        "score": {"points": {"name": NAME, "amount": w.number(scope, 2)}},
        "outcome": {"wins": w.condition(scope, 2)},
    }
    return world, data


def write(directory: Path, world: World, data: dict[str, Any]) -> Path:
    """The files of a game in a directory; JSON is YAML."""
    directory.mkdir(parents=True, exist_ok=True)
    for path, content in {"game.yaml": data, **world.files}.items():
        (directory / path).parent.mkdir(exist_ok=True)
        lines = ",\n".join(
            f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in content.items()
        )
        (directory / path).write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    return directory


def build(directory: Path, pick: Pick) -> Game:
    """A random game, written into a directory and loaded. Raises `LoadError` where its texts have mistakes."""
    return load(write(directory, *parts(pick)))
