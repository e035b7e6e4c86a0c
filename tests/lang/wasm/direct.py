"""The intermediate program, carried out node by node: what every printer of it must agree with."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from ruleset_core.lang import ways
from ruleset_core.lang.areas import enclosed
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.knowledge import follow, forget, put_seen, show
from ruleset_core.lang.runtime import STEPS, draw, move, shuffle

OPERATIONS = {
    n.Plus: lambda a, b: a + b, n.Minus: lambda a, b: a - b, n.Times: lambda a, b: a * b, n.Per: lambda a, b: a // b,
    n.Mod: lambda a, b: a % b, n.Least: min, n.Most: max,
}  # fmt: skip
COMPARISONS = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


FOUND = "what was found"
WAYS = "the ways to go on"
"""In the locals of a function that searches."""


class Broken(Exception):
    """The rule is broken."""


class Outside(Broken):
    """A place outside of what there is, or more than there is room for: generated Python is never asked for it."""


class Returned(Exception):
    """A function is over."""


class Left(Exception):
    """A block is over: what comes next."""

    def __init__(self, how: str, frame: tuple[Any, ...] = ()) -> None:
        self.how, self.frame = how, frame


class Direct:
    """Plays a program on a state: anything with the attributes of `runtime.Memory`."""

    def __init__(self, code: n.Code) -> None:
        self.code = code
        self.left = STEPS
        self.options: list[int] = []

    # -- expressions --------------------------------------------------------------------------------------------

    def value(self, code: n.Expr, s: Any, env: dict[str, Any]) -> int:
        """An expression; its value must lie in the range it says it has."""
        if isinstance(code, int):
            return code
        found = int(self._value(code, s, env))
        if not isinstance(code, n.Checked) and not n.LONG[0] <= found <= n.LONG[1]:
            return found
        assert code.low <= found <= code.high, (code, found)
        return found

    def _value(self, code: n.Node, s: Any, env: dict[str, Any]) -> int:
        def of(part: n.Expr) -> int:
            return self.value(part, s, env)

        match code:
            case n.Local():
                return env[code.name]
            case n.Value():
                return s.v[self.inside(of(code.place), len(s.v))]
            case n.Entry():
                return code.table.rows[self.inside(of(code.place), len(code.table.rows))]
            case n.RowLength():
                return len(code.table.rows[self.inside(of(code.row), len(code.table.rows))])
            case n.RowAt():
                row = code.table.rows[self.inside(of(code.row), len(code.table.rows))]
                return row[self.inside(of(code.place), len(row))]
            case n.Players():
                return s.n
            case n.Setting():
                return s.settings[code.place]
            case n.Answer():
                return s.a
            case n.ZoneLength():
                return len(s.z[self.inside(of(code.zone), len(s.z))])
            case n.ZoneAt():
                zone = s.z[self.inside(of(code.zone), len(s.z))]
                return zone[self.inside(of(code.place), len(zone))]
            case n.ListLength():
                return len(env[code.held])
            case n.ListAt():
                return env[code.held][self.inside(of(code.place), len(env[code.held]))]
            case n.Compare():
                return COMPARISONS[code.sign](of(code.left), of(code.right))
            case n.Among():
                return of(code.of) in code.values
            case n.Not():
                return not of(code.part)
            case n.All():
                return all(of(part) for part in code.parts)
            case n.Any():
                return any(of(part) for part in code.parts)
            case n.Choice():
                return of(code.then if of(code.condition) else code.otherwise)
            case n.Checked():
                found = of(code.part)
                if not code.low <= found <= code.high:
                    raise Broken
                return found
            case n.Called():
                return self.call(code.function, [of(arg) for arg in code.args], s)
            case n.Drawn():
                return draw(s, code.stream, of(code.sides))
            case n.Queued():
                return len(s.queue)
            case n.Ended():
                return s.ended
            case n.Offered():
                return len(self.options)
            case n.Frames():
                return len(s.stack)
            case n.FoundSoFar():
                return len(env[FOUND])
            case n.IsFound():
                return of(code.of) in env[FOUND]
        return OPERATIONS[type(code)](of(code.left), of(code.right))

    @staticmethod
    def inside(place: int, count: int) -> int:
        """A place, which must lie inside."""
        if not 0 <= place < count:
            raise Outside
        return place

    def found(self, title: str, args: list[int], s: Any) -> list[int]:
        """What a function that searches has found."""
        env = {param.name: arg for param, arg in zip(self.code.functions[title].params, args, strict=True)}
        try:
            self.body(self.code.functions[title].body, s, env)
        except Returned as found:
            return list(found.args[0])
        raise AssertionError(title)

    def call(self, title: str, args: list[int], s: Any) -> int:
        """A function."""
        function = self.code.functions[title]
        env = {param.name: arg for param, arg in zip(function.params, args, strict=True)}
        try:
            self.body(function.body, s, env)
        except Returned as found:
            return found.args[0]
        return 0

    # -- statements ---------------------------------------------------------------------------------------------

    def body(self, statements: list[n.Statement], s: Any, env: dict[str, Any]) -> None:
        """Statements one after the other."""
        for each in statements:
            self.statement(each, s, env)

    def source(self, source: n.Source, s: Any, env: dict[str, Any]) -> list[int] | Iterator[int]:
        """What a loop goes through."""
        match source:
            case n.Numbers():
                return list(range(self.value(source.low, s, env), self.value(source.stop, s, env)))
            case n.Row():
                rows: Any = source.table.rows
                return list(
                    rows if source.row is None else rows[self.inside(self.value(source.row, s, env), len(rows))]
                )
            case n.Pieces():
                return list(s.z[self.inside(self.value(source.zone, s, env), len(s.z))])
            case n.Held():
                return list(env[source.held])
            case n.Items():
                return [self.value(each, s, env) for each in source.items]
            case n.Found():
                return self.found(source.function, [self.value(each, s, env) for each in source.args], s)
            case n.Growing():
                return iter(env[FOUND])
            case n.Enclosed():
                return list(enclosed(self.code.board, s.v, source.field, self.value(source.line, s, env)))

    def statement(self, node: n.Statement, s: Any, env: dict[str, Any]) -> None:
        """One statement."""

        def of(part: n.Expr) -> int:
            return self.value(part, s, env)

        def frame(block: int, values: Any) -> tuple[Any, ...]:
            return (block, *(env[each] if isinstance(each, str) else of(each) for each in values))

        match node:
            case n.SetLocal():
                env[node.local.name] = of(node.value)
            case n.Gather():
                found = tuple(self.source(node.source, s, env))
                if len(found) > self.code.layout.lists[node.held]:
                    raise Outside
                env[node.held] = found
            case n.BeginSearch():
                env[FOUND] = []
            case n.Find():
                assert of(node.value) not in env[FOUND]
                env[FOUND].append(of(node.value))
            case n.BeginWays():
                env[WAYS] = ways.graph(node.places, node.things, node.leads)
            case n.Lead():
                ways.lead(env[WAYS], of(node.place), of(node.thing), of(node.to), of(node.worth))
            case n.FindLongest():
                env[FOUND] = ways.found(env[WAYS], of(node.limit), self.spend)
            case n.ReturnFound():
                raise Returned(env[FOUND])
            case n.SetValue():
                place = self.inside(of(node.place), len(s.v))
                s.v[place] = of(node.value)
            case n.AddValue():
                place = self.inside(of(node.place), len(s.v))
                total = s.v[place] + of(node.value)
                if node.checked and not node.low <= total <= node.high:
                    raise Broken
                s.v[place] = total
            case n.If():
                self.body(node.then if of(node.condition) else node.otherwise, s, env)
            case n.Loop():
                for each in self.source(node.source, s, env):
                    env[node.local.name] = each
                    self.body(node.body, s, env)
            case n.Return():
                raise Returned(of(node.value))
            case n.Do():
                self.call(node.function, [of(arg) for arg in node.args], s)
            case n.Require():
                if not of(node.condition):
                    raise Broken
            case n.Spend():
                self.spend(of(node.steps))
            case n.Shuffle():
                shuffle(s, node.stream, s.z[self.inside(of(node.zone), len(s.z))])
            case n.Sort():
                zone = self.inside(of(node.zone), len(s.z))
                s.z[zone] = sorted(
                    s.z[zone], key=lambda piece: self.value(node.key, s, {**env, node.local.name: piece})
                )
            case n.Move():
                piece, zone = of(node.piece), self.inside(of(node.zone), len(s.z))
                if node.remembered:
                    follow(s, node.at + piece, piece, zone, node.seen, node.width, self.code.sights)
                elif node.seen >= 0:
                    put_seen(s, node.at + piece, piece, zone, node.seen + piece, self.code.sights)
                else:
                    move(s, node.at + piece, piece, zone)
            case n.Show():
                show(s, self.inside(of(node.bits), len(s.v)), of(node.seat))
            case n.Forget():
                forget(s, node.seen, node.width, s.z[self.inside(of(node.zone), len(s.z))])
            case n.SetEnded():
                s.ended = 1
            case n.SetStage():
                s.stage = node.stage
            case n.SetTogether():
                s.sim = ([*s.v], [[*each] for each in s.z]) if node.on else None
            case n.Enqueue():
                if len(s.queue) >= self.code.layout.queue_entries:
                    raise Outside
                s.queue.append(frame(node.block, node.values))
            case n.BeginOffer():
                self.options = []
            case n.Offer():
                self.options.append(of(node.option))
                if len(self.options) > self.code.layout.most_options:
                    raise Outside
            case n.SortOffered():
                self.options = sorted(set(self.options))
            case n.Push():
                s.stack.append(frame(node.block, node.values))
            case n.PushQueued():
                s.stack.append(s.queue.pop(0))
            case n.ClearAll():
                s.stack, s.queue = [], []
            case n.TakeOnly():
                s.a = self.options[0]
                s.forced += (of(node.seat), s.a)
            case n.Ask():
                s.seat, s.point, s.options = of(node.seat), node.point, self.options
                raise Left("ask")
            case n.GoOn():
                raise Left("go on")
            case n.Again():
                raise Left("again")
            case n.Continue():
                raise Left("continue", frame(node.block, node.values))
            case n.ContinueAt():
                raise Left("continue", frame(of(node.block), node.values))
            case _:
                raise AssertionError(node)

    def spend(self, steps: int) -> None:
        """So many steps."""
        self.left -= steps
        if self.left < 0:
            raise Broken

    # -- playing ------------------------------------------------------------------------------------------------

    def run(self, s: Any) -> None:
        """Until a seat must decide, or nothing is left to do."""
        self.left = STEPS
        while s.stack:
            frame = s.stack.pop()
            while frame:
                block = self.code.blocks[frame[0]]
                names = [each if isinstance(each, str) else each.name for each in block.params]
                env = dict(zip(names, frame[1:], strict=True))
                frame = ()
                while True:
                    try:
                        self.body(block.body, s, env)
                        raise AssertionError(f"block {block.number} does not end")
                    except Left as left:
                        if left.how == "ask":
                            return
                        frame = left.frame
                        if left.how != "again":
                            break
        s.seat, s.options, s.sim = -1, [], None

    def apply(self, s: Any, option: int) -> None:
        """Take an option."""
        s.a, s.draws, s.forced = option, [], []
        self.run(s)

    def scores(self, s: Any) -> list[int]:
        """The score of every seat."""
        totals = []
        for seat in range(s.n):
            total = 0
            for function, source, listed in self.code.scores:
                for item in [None] if source is None else self.source(source, s, {"me": seat}):
                    args = [seat] if item is None else [seat, item]
                    if not listed or self.call(listed, args, s):
                        total += self.call(function, args, s)
            totals.append(total)
        return totals

    def standing(self, s: Any, seat: int) -> tuple[int, ...]:
        """What decides who has won: score, then tie-breaks."""
        return (
            self.scores(s)[seat],
            *(self.call(each, [seat], s) for each in self.code.ties[: self.code.outcome.ties]),
        )

    def winners(self, s: Any) -> list[int]:
        """The seats with the best standing."""
        keys = [self.standing(s, seat) for seat in range(s.n)]
        return [seat for seat, key in enumerate(keys) if key == max(keys)]


def blank(layout: n.Layout, seats: int) -> Any:
    """A state of zeros."""
    return SimpleNamespace(
        v=[0] * (layout.shared + seats * layout.seat),
        z=[[] for _ in range(layout.shared_zones + seats * layout.seat_zones)],
        stack=[], queue=[], streams=[each + 1 for each in range(layout.streams)], draws=[], forced=[], script=None,
        options=[], seat=-1, point=0, a=-1, n=seats, stage=0, ended=0, sim=None, settings=(0,) * layout.settings,
    )  # fmt: skip
