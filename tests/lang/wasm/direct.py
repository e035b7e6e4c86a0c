"""The intermediate program, carried out node by node: what every printer of it must agree with."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from ruleset_core.compile import ir
from ruleset_core.lang import runtime
from ruleset_core.lang.runtime import draw, enclosed, move, shuffle
from ruleset_core.lang.visibility import follow, forget, record_sight, show

OPERATIONS = {
    ir.IrAdd: lambda a, b: a + b, ir.IrSubtract: lambda a, b: a - b, ir.IrMultiply: lambda a, b: a * b, ir.IrDivide: lambda a, b: a // b,
    ir.IrModulo: lambda a, b: a % b, ir.IrMin: min, ir.IrMax: max,
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


class Returned(Exception):
    """A function is over."""


class Left(Exception):
    """A block is over: what comes next."""

    def __init__(self, how: str, frame: tuple[Any, ...] = ()) -> None:
        self.how, self.frame = how, frame


class Direct:
    """Plays a program on a state: anything with the attributes of `runtime.Memory`."""

    def __init__(self, code: ir.IrProgram) -> None:
        self.code = code
        self.left = runtime.STEPS
        self.options: list[int] = []
        self.kept: list[tuple[list[int], list[list[int]]]] = []

    # -- expressions --------------------------------------------------------------------------------------------

    def value(self, code: ir.IrExpr, s: Any, env: dict[str, Any]) -> int:
        """An expression; its value must lie in the range it says it has."""
        if isinstance(code, int):
            return code
        found = int(self._value(code, s, env))
        if not isinstance(code, ir.IrRangeCheck) and not ir.LONG[0] <= found <= ir.LONG[1]:
            return found
        assert code.low <= found <= code.high, (code, found)
        return found

    def _value(self, code: ir.IrNode, s: Any, env: dict[str, Any]) -> int:
        def of(part: ir.IrExpr) -> int:
            return self.value(part, s, env)

        match code:
            case ir.IrLocal():
                return env[code.name]
            case ir.IrStateValue():
                return s.v[self.inside(of(code.place), len(s.v))]
            case ir.IrTableEntry():
                return code.table.rows[self.inside(of(code.place), len(code.table.rows))]
            case ir.IrRowLength():
                return len(code.table.rows[self.inside(of(code.row), len(code.table.rows))])
            case ir.IrRowEntry():
                row = code.table.rows[self.inside(of(code.row), len(code.table.rows))]
                return row[self.inside(of(code.place), len(row))]
            case ir.IrPlayerCount():
                return s.n
            case ir.IrSetting():
                return s.settings[code.place]
            case ir.IrAnswer():
                return s.a
            case ir.IrZoneLength():
                return len(s.z[self.inside(of(code.zone), len(s.z))])
            case ir.IrZoneEntry():
                zone = s.z[self.inside(of(code.zone), len(s.z))]
                return zone[self.inside(of(code.place), len(zone))]
            case ir.IrListLength():
                return len(env[code.held])
            case ir.IrListEntry():
                return env[code.held][self.inside(of(code.place), len(env[code.held]))]
            case ir.IrCompare():
                return COMPARISONS[code.sign](of(code.left), of(code.right))
            case ir.IrIsOneOf():
                return of(code.of) in code.values
            case ir.IrNot():
                return not of(code.part)
            case ir.IrAnd():
                return all(of(part) for part in code.parts)
            case ir.IrOr():
                return any(of(part) for part in code.parts)
            case ir.IrConditional():
                return of(code.then if of(code.condition) else code.otherwise)
            case ir.IrRangeCheck():
                found = of(code.part)
                if not code.low <= found <= code.high:
                    raise Broken
                return found
            case ir.IrCall():
                return self.call(code.function, [of(arg) for arg in code.args], s)
            case ir.IrRandom():
                return draw(s, code.stream, of(code.sides))
            case ir.IrQueueLength():
                return len(s.queue)
            case ir.IrGameEnded():
                return s.ended
            case ir.IrOfferedCount():
                return len(self.options)
            case ir.IrStackDepth():
                return len(s.stack)
            case ir.IrFoundCount():
                return len(env[FOUND])
            case ir.IrIsFound():
                return of(code.of) in env[FOUND]
        return OPERATIONS[type(code)](of(code.left), of(code.right))

    @staticmethod
    def inside(place: int, count: int) -> int:
        """A place, which must lie inside."""
        if not 0 <= place < count:
            raise Broken
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

    def body(self, statements: list[ir.IrStatement], s: Any, env: dict[str, Any]) -> None:
        """Statements one after the other."""
        for each in statements:
            self.statement(each, s, env)

    def source(self, source: ir.IrSource, s: Any, env: dict[str, Any]) -> list[int] | Iterator[int]:
        """What a loop goes through."""
        match source:
            case ir.IrRangeSource():
                return list(range(self.value(source.low, s, env), self.value(source.stop, s, env)))
            case ir.IrRowSource():
                rows: Any = source.table.rows
                return list(
                    rows if source.row is None else rows[self.inside(self.value(source.row, s, env), len(rows))]
                )
            case ir.IrPiecesSource():
                return list(s.z[self.inside(self.value(source.zone, s, env), len(s.z))])
            case ir.IrListSource():
                return list(env[source.held])
            case ir.IrItemsSource():
                found = [self.value(each, s, env) for each in source.items]
                return [each for each in found if each >= 0 or not source.members]
            case ir.IrFoundSource():
                return self.found(source.function, [self.value(each, s, env) for each in source.args], s)
            case ir.IrFrontierSource():
                return iter(env[FOUND])
            case ir.IrAreaSource():
                return list(enclosed(self.code.board, s.v, source.field, self.value(source.line, s, env)))

    def statement(self, node: ir.IrStatement, s: Any, env: dict[str, Any]) -> None:
        """One statement."""

        def of(part: ir.IrExpr) -> int:
            return self.value(part, s, env)

        def frame(block: int, values: Any) -> tuple[Any, ...]:
            return (block, *(env[each] if isinstance(each, str) else of(each) for each in values))

        match node:
            case ir.IrSetLocal():
                env[node.local.name] = of(node.value)
            case ir.IrCollectList():
                found = tuple(self.source(node.source, s, env))
                if len(found) > self.code.layout.lists[node.held]:
                    raise Broken
                env[node.held] = found
            case ir.IrBeginSearch():
                env[FOUND] = []
            case ir.IrMarkFound():
                assert of(node.value) not in env[FOUND]
                env[FOUND].append(of(node.value))
            case ir.IrBeginGraph():
                env[WAYS] = runtime.new_graph(node.places, node.things, node.leads)
            case ir.IrAddEdge():
                runtime.lead(env[WAYS], of(node.place), of(node.thing), of(node.to), of(node.worth))
            case ir.IrFindLongestPath():
                env[FOUND] = runtime.longest_path(env[WAYS], of(node.limit), self.spend)
            case ir.IrFindWayBack():
                count, graph = runtime.way_back(env[WAYS], of(node.place)), env[WAYS]
                at = runtime.best_path_offset(*graph[2:5])
                env[FOUND] = graph[at : at + count]
            case ir.IrReturnFound():
                raise Returned(env[FOUND])
            case ir.IrSetValue():
                place = self.inside(of(node.place), len(s.v))
                s.v[place] = of(node.value)
            case ir.IrAddValue():
                place = self.inside(of(node.place), len(s.v))
                total = s.v[place] + of(node.value)
                if node.checked and not node.low <= total <= node.high:
                    raise Broken
                s.v[place] = total
            case ir.IrIf():
                self.body(node.then if of(node.condition) else node.otherwise, s, env)
            case ir.IrLoop():
                for each in self.source(node.source, s, env):
                    env[node.local.name] = each
                    self.body(node.body, s, env)
            case ir.IrReturn():
                raise Returned(of(node.value))
            case ir.IrCallProcedure():
                self.call(node.function, [of(arg) for arg in node.args], s)
            case ir.IrRequire():
                if not of(node.condition):
                    raise Broken
            case ir.IrChargeSteps():
                self.spend(of(node.steps))
            case ir.IrShuffle():
                shuffle(s, node.stream, s.z[self.inside(of(node.zone), len(s.z))])
            case ir.IrSort():
                zone = self.inside(of(node.zone), len(s.z))
                s.z[zone] = sorted(
                    s.z[zone], key=lambda piece: self.value(node.key, s, {**env, node.local.name: piece})
                )
            case ir.IrMovePiece():
                piece, zone = of(node.piece), self.inside(of(node.zone), len(s.z))
                if node.remembered:
                    follow(s, node.at + piece, piece, zone, node.seen, node.width, self.code.sights)
                elif node.seen >= 0:
                    record_sight(s, node.at + piece, piece, zone, node.seen + piece, self.code.sights)
                else:
                    move(s, node.at + piece, piece, zone)
            case ir.IrShowPiece():
                show(s, self.inside(of(node.bits), len(s.v)), of(node.seat))
            case ir.IrForgetPieces():
                forget(s, node.seen, node.width, s.z[self.inside(of(node.zone), len(s.z))])
            case ir.IrKeepState():
                self.kept.append(([*s.v], [[*each] for each in s.z]))
            case ir.IrPutBackState():
                values, zones = self.kept.pop()
                s.v[node.first : node.stop] = values[node.first : node.stop]
                s.z = zones if node.zones else s.z
            case ir.IrSetEnded():
                s.ended = 1
            case ir.IrSetStage():
                s.stage = node.stage
            case ir.IrSetSimultaneous():
                s.sim = ([*s.v], [[*each] for each in s.z]) if node.on else None
            case ir.IrEnqueue():
                if len(s.queue) >= self.code.layout.queue_entries:
                    raise Broken
                s.queue.append(frame(node.block, node.values))
            case ir.IrBeginOptions():
                self.options = []
            case ir.IrOfferOption():
                self.options.append(of(node.option))
                if len(self.options) > self.code.layout.most_options:
                    raise Broken
            case ir.IrSortOptions():
                self.options = sorted(set(self.options))
            case ir.IrPushFrame():
                s.stack.append(frame(node.block, node.values))
            case ir.IrPushQueued():
                s.stack.append(s.queue.pop(0))
            case ir.IrClearFrames():
                s.stack, s.queue = [], []
            case ir.IrTakeOnlyOption():
                s.a = self.options[0]
                s.forced += (of(node.seat), s.a)
            case ir.IrAsk():
                s.seat, s.point, s.options = of(node.seat), node.point, self.options
                raise Left("ask")
            case ir.IrNextFrame():
                raise Left("go on")
            case ir.IrRestartLoop():
                raise Left("again")
            case ir.IrContinue():
                raise Left("continue", frame(node.block, node.values))
            case ir.IrContinueAt():
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
        self.left = runtime.STEPS
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


def blank(layout: ir.IrStateSizes, seats: int) -> Any:
    """A state of zeros."""
    return SimpleNamespace(
        v=[0] * (layout.shared + seats * layout.seat),
        z=[[] for _ in range(layout.shared_zones + seats * layout.seat_zones)],
        stack=[], queue=[], streams=[each + 1 for each in range(layout.streams)], draws=[], forced=[], script=None,
        options=[], seat=-1, point=0, a=-1, n=seats, stage=0, ended=0, sim=None, settings=(0,) * layout.settings,
    )  # fmt: skip
