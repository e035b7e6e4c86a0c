"""IR of statements that never ask, and of the options of questions.

Places of values and zones become numbers, checks are written where a range may be left, and a roll names its stream. In Sheaves:

    set bid = bid + 1           IrSetValue(_b + 2, IrRangeCheck(IrAdd(IrStateValue(_b + 2), 1)))
    shuffle pack                IrShuffle(stream 1, zone 0)
    roll trump                  IrSetValue(2, IrRandom(stream 2, 4 sides))
    move pack[0] to hand        IrSetLocal(_p1_, zone 0 is empty ? -1 : its piece 0)
                                IrIf(_p1_ >= 0, [IrMovePiece(_p1_, to zone 2 * me + 1)])
    if bid > 3 { set bid = 0 }  IrIf(IrCompare(">", IrStateValue(_b + 2), 3), [IrSetValue(_b + 2, 0)], [])

`OptionGenerator` writes the options of a question: one test for each of a few candidates, a loop over many. Options are numbers:
`play c` is c + 9, behind the nine numbers of `bid`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import prod
from typing import Any

from ruleset_core.analysis.dependencies import trial_changes
from ruleset_core.analysis.desugaring import GAIN, desugared
from ruleset_core.compile import ir
from ruleset_core.compile.ir import IrExpr
from ruleset_core.compile.ir.ir_builder import high, low, size
from ruleset_core.compile.irgen.context import BASES, Env
from ruleset_core.compile.irgen.expression_generation import ExpressionContext
from ruleset_core.compile.irgen.gain_generation import GainGenerator
from ruleset_core.lang import program as p
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.runtime import OFFERED, QUEUE
from ruleset_core.lang.traversal import all_nodes, locals_of
from ruleset_core.lang.types import RESOURCE, SEAT, Type
from ruleset_core.lang.visibility import forgets, keeps, knowledge_field
from ruleset_core.lang.vocabulary import Vocabulary

# The options of a question, offered in ascending order, each once.

Out = list[Any]
Candidates = tuple[ir.IrSource, tuple[int, int]]
"""What is gone through for options, and the least and the greatest of it. A search says itself what each value costs that it finds."""
UNROLL = 12
"""Questions with at most this many candidates test each on its own."""
LONG = 600
"""Most nodes of all these tests."""


class OptionGenerator:
    """What offers the options of questions."""

    def __init__(self, build: StatementContext) -> None:
        self.b = build
        self.most = self.most_of(build.v)

    @staticmethod
    def most_of(v: Vocabulary) -> int:
        """The most options that a question can have at once."""
        decisions = v.decisions.values()
        return max((min(each.size, OFFERED) + int(each.stops) for each in decisions), default=1)

    def offer(self, end: p.Ask, out: Out, env: Env) -> IrExpr:
        """Offer all that are possible; how many there are."""
        decision, selection = end.decision, end.selection
        shift = decision.base - decision.low
        charged: Candidates | None = None
        if self.b.steps.each(end):
            charged = self.b.selections.source(selection, env, copied=False)[:2]
            out += self.b.selections.spent(charged[0], end)
        out.append(ir.IrBeginOptions())
        if decision.keys:
            self._options_by_appearance(end, charged, out, env)
            return self.b.make.offered_count(self.most)
        if selection.answer is not None:
            for kind in selection.answer.kinds:
                self._answers(kind, end.decision.base + kind.first, out, env, charged=self.b.steps.by_part(end))
            if not all(self._ascends(part.selection) for part in selection.answer_parts):
                out.append(ir.IrSortOptions())
            return self.b.make.offered_count(self.most)
        values = self.b.selections.known_values(selection, env)
        if values is None or len(set(values)) < len(values):
            self._open(end, charged, shift, out, env)
            return self.b.make.offered_count(self.most)
        candidates = self._possible(end, sorted(values), env)
        if all(isinstance(code, int) for _, code in candidates):
            out += [ir.IrOfferOption(value + shift) for value, _ in candidates]
            return len(candidates)
        tests = [(value, code) for value, code in candidates if code is not None]
        if len(tests) == len(candidates) and sum(size(code) for _, code in tests) < LONG:
            for value, code in tests:
                self.b.effects.fork(code, [ir.IrOfferOption(value + shift)], [], out)
        else:
            known = tuple(value for value, _ in candidates)
            local = self.b.functions.variable((known[0], known[-1]), env)[0]
            self._each(end, local, self._listed(known), self.b.make.add(local, shift), 1, out, env)
        return self.b.make.offered_count(self.most)

    def _possible(self, end: p.Ask, values: list[int], env: Env) -> list[tuple[int, IrExpr | None]]:
        """The candidates that may be options, each with its test. Of many no test is made, which nobody would write out: None."""
        decision = end.decision
        there = [value for value in values if decision.low <= value < decision.low + decision.size]
        settled = [(value, self.b.tables.settled(end.where, {**env, end.item: value})) for value in there]
        left = [(value, holds) for value, holds in settled if holds != 0]
        if len(left) > UNROLL:
            return left  # type: ignore[return-value]
        tests = [(value, self.b.exprs.condition(end.where, {**env, end.item: value})) for value, _ in left]
        return [(value, code) for value, code in tests if code != 0]

    def _listed(self, known: tuple[int, ...]) -> ir.IrSource:
        if known == tuple(range(known[0], known[-1] + 1)):
            return ir.IrRangeSource(known[0], known[-1] + 1)
        return ir.IrRowSource(self.b.make.table(known))

    def _each(
        self,
        end: p.Ask,
        local: ir.IrLocal,
        source: ir.IrSource,
        option: IrExpr,
        within: IrExpr,
        out: Out,
        env: Env,
    ) -> None:
        inner = {**env, end.item: local}
        where = self.b.make.all_of((within, self.b.exprs.condition(end.where, inner)))
        inside: Out = []
        self.b.effects.fork(where, [ir.IrOfferOption(option)], [], inside)
        out.append(ir.IrLoop(local, source, inside))

    def _open(self, end: p.Ask, charged: Candidates | None, shift: int, out: Out, env: Env) -> None:
        make, decision = self.b.make, end.decision
        first, last = decision.low, decision.low + decision.size - 1
        source, span = charged or self._candidates(end.selection, first, last, env)
        local = self.b.functions.variable(span, env)[0]
        within = make.all_of((make.compare(">=", local, first), make.compare("<=", local, last)))
        option = make.add(self.b.narrow(local, first, last), shift)
        self._each(end, local, source, option, within, out, env)
        if not isinstance(source, ir.IrRangeSource):
            out.append(ir.IrSortOptions())

    def _candidates(self, selection: t.Selection, first: int, last: int, env: Env) -> Candidates:
        """What may be among the options from `first` to `last`; what cannot be is left out, however much of it there is."""
        make = self.b.make
        if selection.kind == "range" and selection.type != SEAT:
            begin, stop = (self.b.exprs.value(part, env) for part in selection.parts)
            begin, stop = self._clamped(begin, first, last + 1), self._clamped(stop, first - 1, last)
            return ir.IrRangeSource(begin, make.add(stop, 1)), (low(begin), max(low(begin), high(stop)))
        if selection.kind == "items":
            parts = tuple(self._clamped(self.b.exprs.value(part, env), first - 1, last + 1) for part in selection.parts)
            return ir.IrItemsSource(parts), (min(map(low, parts), default=0), max(map(high, parts), default=0))
        return self.b.selections.source(selection, env, copied=False)[:2]

    def _clamped(self, code: IrExpr, least: int, most: int) -> IrExpr:
        """The number between two others that is nearest to another."""
        if isinstance(code, int):
            return min(max(code, least), most)
        code = code if low(code) >= least else self.b.make.maximum(code, least)
        return code if high(code) <= most else self.b.make.minimum(code, most)

    def _answers(self, part: t.AnswerPart, before: IrExpr, out: Out, env: Env, *, charged: bool) -> None:
        """Answers of several parts: a loop for each part within that before it. They come in order if what is gone through does.

        `before`: the number made of the digits before this one, with the number of the first option.
        """
        make, first, last = self.b.make, part.low, part.low + part.size - 1
        source, bounds = self._candidates(part.selection, first, last, env)
        if charged:
            out += self.b.selections.charged(source, *self.b.steps.part(part))
        local, inner, head = self.b.questions.variable(part.var, part.selection, bounds, env)
        there = make.all_of((make.compare(">=", local, first), make.compare("<=", local, last)))
        inner[part.var] = value = self.b.narrow(local, first, last)
        holds = make.all_of((there, self.b.exprs.condition(part.where, inner)))
        if part.terms:
            digits: IrExpr = make.table_entry(make.table(part.terms), make.add(value, -first))
        else:
            digits = make.multiply(make.add(value, -first), prod(each.size for each in part.chain[1:]))
        number, body = make.add(before, digits), []
        if part.then is None:
            body.append(ir.IrOfferOption(number))
        else:
            self._answers(part.then, number, body, inner, charged=charged)
        found: Out = []
        self.b.effects.fork(holds, body, [], found)
        out.append(ir.IrLoop(local, source, [*head, *found]))

    @staticmethod
    def _ascends(selection: t.Selection) -> bool:
        """Whether values certainly come in ascending order, each once."""
        values = selection.values
        return selection.kind == "range" or (selection.kind == "values" and all(a < b for a, b in pairwise(values)))

    def _options_by_appearance(self, end: p.Ask, charged: Candidates | None, out: Out, env: Env) -> None:
        """Options told apart by what pieces show: pieces that show the same are one."""
        source, span = charged or self.b.selections.source(end.selection, env, copied=False)[:2]
        local = self.b.functions.variable(span, env)[0]
        key = self.b.exprs.value(end.key, {**env, end.item: local})
        self._each(end, local, source, self.b.make.add(key, end.decision.base), 1, out, env)
        out.append(ir.IrSortOptions())


# Statements that never suspend.

FEW_TO_WRITE_OUT = 6
"""Loops over at most this many known values, with at most this many statements, are written out."""
NEAR = 16
"""What a trial changes is put aside in one piece if no more values lie between."""
PASSED_ON = {"_amount", "_resource"}
"""Locals made by lowering that are set once for what follows, as those of the data are."""


class StatementGenerator:
    """Turns statements of trees into those of the intermediate program, at the end of a list."""

    def __init__(self, build: StatementContext) -> None:
        self.b = build
        self._functions: dict[str, str] = {}
        self._trials: dict[Any, tuple[t.Would, str]] = {}
        self._free_of: dict[int, tuple[t.Would, dict[str, Type]]] = {}
        self.ways: dict[Any, Callable[[Any, Out, Env], None]] = {
            t.Block: self._block,
            t.Let: self._let,
            t.Put: self._put,
            t.If: self._if,
            t.For: self._for,
            t.Repeat: self._repeat,
            t.As: self._as,
            t.Pay: self._pay,
            t.Take: lambda node, out, env: build.gains.take(node.costs, out, env),
            t.Do: self._do,
            t.DoCard: self._do_card,
            t.Gain: build.gains.gain,
            t.Lose: build.gains.lose,
            t.Roll: self._roll,
            t.Shuffle: self._shuffle,
            t.Sort: self._sort,
            t.Move: self._move,
            t.Flip: self._flip,
            t.Show: self._show,
            t.EndGame: lambda _node, out, _env: out.append(ir.IrSetEnded()),
            t.Again: lambda _node, out, _env: out.append(ir.IrSetValue(build.v.fields["turn.again"].offset, 1)),
            t.PassTurn: lambda _node, out, env: out.append(ir.IrSetValue(build.places.own("turn.passed", env), 1)),
            t.Refuse: lambda _node, out, _env: out.append(ir.IrRequire(0)),
            t.EnterPhase: lambda node, out, _env: out.append(ir.IrSetStage(node.number)),
            t.Simultaneous: lambda node, out, _env: out.append(ir.IrSetSimultaneous(node.on)),
            t.Enqueue: self._enqueue,
            t.Hooked: self._hook,
        }

    def statement(self, node: t.Statement, out: Out, env: Env) -> None:
        """Write one statement. `env` is changed by what it binds."""
        node = desugared(node, self.b.v)
        self.ways[type(node)](node, out, env)

    def body(self, node: t.Statement, env: Env) -> Out:
        """A statement in a list of its own."""
        out: Out = []
        self.statement(node, out, dict(env))
        return out

    # -- structure ----------------------------------------------------------------------------------------------

    def _block(self, node: t.Block, out: Out, env: Env) -> None:
        inner = dict(env)
        for item in node.items:
            self.statement(item, out, inner)

    def _let(self, node: t.Let, out: Out, env: Env) -> None:
        make = self.b.make
        if isinstance(node.value, t.Gather):
            source, _, most = self.b.selections.source(node.value.selection, env, copied=False)
            self.b.functions.longest[node.var] = max(most, self.b.functions.longest.get(node.var, 0))
            out.append(ir.IrCollectList(node.var, source, most))
            return
        value = make.word_checked(self.b.exprs.value(node.value, env))
        env.pop(node.var, None)
        if node.var == "me":
            env.update(self.b.acting())
            out += [
                ir.IrSetLocal(env["me"], value),
                ir.IrSetLocal(env[BASES][env["me"]], self.b.base_of(env["me"])),
            ]
            return
        if node.var.startswith("_") and node.var not in PASSED_ON:
            out.append(ir.IrSetLocal(self.b.local(node.var, node.value.type), value))
            return
        local = make.local(node.var, low(value), high(value))
        env[node.var] = local  # it is set here alone, so its range is that of its value
        out.append(ir.IrSetLocal(local, value))

    def trial(self, node: t.Would, env: Env) -> IrExpr:
        """A trial, as a function that puts aside what it changes, and gives what it comes to.

        What locals stand for may read the state, so it is worked out before and handed on: of `fits(coin)`, where
        `fits(n)` is `would { gain 2 coin } then coin > n`, the coins are those from before the trial.
        """
        inner, args = self._handed_on(node, env)
        key = (id(node), *(each for name, each in inner.items() if name is not BASES), *inner[BASES].values())
        made = self._trials.get(key)
        if made is None:
            made = self._trials[key] = node, self._tried(node, inner)
        return self.b.functions.call(made[1], args)

    def _handed_on(self, node: t.Would, env: Env) -> tuple[Env, dict[str, IrExpr]]:
        """What locals stand for within a trial: parameters of its function; and what these are given."""
        make, me = self.b.make, env.get("me")
        inner: Env = {BASES: {}}
        args: dict[str, IrExpr] = {}
        if isinstance(me, int | ir.IrLocal):
            inner |= {"me": me, BASES: {each: base for each, base in (env.get(BASES) or {}).items() if each is me}}
        elif me is not None:
            inner["me"] = make.local("_g_", 0, self.b.v.players[1] - 1)
            args["_g_"] = me
        for place, (name, kind) in enumerate(sorted(self._free(node).items())):
            code = env.get(name)
            code = self.b.local(name, kind) if code is None else code
            least, most = self.b.span(kind) if isinstance(code, int) else (low(code), high(code))
            inner[name] = make.local(f"_g{place}_", min(least, low(code)), max(most, high(code)))
            args[inner[name].name] = code
        return inner, args

    def _free(self, node: t.Would) -> dict[str, Type]:
        """The locals that a trial reads; lists lie in a place of their own."""
        found = self._free_of.get(id(node))
        if found is None:  # the node is kept with what is known of it, so that its id is not given to another
            names = {
                name: kind
                for name, kind in locals_of(node).items()
                if name != "me" and name not in self.b.functions.longest
            }
            found = self._free_of[id(node)] = node, names
        return found[1]

    def _tried(self, node: t.Would, env: Env) -> str:
        """The name of the function of a trial."""
        make, functions, kept = self.b.make, self.b.functions, self._put_aside(node)
        *done, give = node.effect.items
        body: Out = [ir.IrKeepState(*each) for each in kept]
        for each in done:
            self.statement(each, body, env)
        value = self.b.exprs.value(give.value, env)  # type: ignore[union-attr]
        result = make.local("_t", low(value), high(value))
        body.append(ir.IrSetLocal(result, value))
        body += [ir.IrPutBackState(*each) for each in reversed(kept)]
        body.append(ir.IrReturn(result))
        name = f"w{len(functions.made)}"
        params = tuple(local for _, local in sorted(functions.free_in(body).items()))
        functions.add(name, params, body, (low(value), high(value)), "would")
        return name

    def _put_aside(self, node: t.Would) -> list[tuple[int, int, bool]]:
        """What a trial changes: of each stretch of values the first, the one behind the last, and whether it moves pieces as well."""
        v, changed = self.b.v, trial_changes(self.b.program, node)
        begins = [
            (each.offset + (v.shared_size + seat * v.seat_size if each.per_seat else 0), each.size)
            for each in changed.fields
            for seat in range(v.players[1] if each.per_seat else 1)
        ]
        if changed.moves:
            return [
                (
                    min((begin for begin, _ in begins), default=v.fields_of(v.players[1])),
                    v.fields_of(v.players[1]),
                    True,
                )
            ]
        found: list[tuple[int, int, bool]] = []
        for begin, count in sorted(begins):
            if found and begin - found[-1][1] <= NEAR:
                first, stop, _ = found.pop()
                found.append((first, max(stop, begin + count), False))
            else:
                found.append((begin, begin + count, False))
        return found

    def _put(self, node: t.Put, out: Out, env: Env) -> None:
        value = self.b.fitting(self.b.exprs.value(node.value, env), node.target.type)
        if node.target.field.name in {"held", "filled"}:
            value = self.b.make.range_checked(value, 0, self.b.places.most[node.target.field.name])
        out.append(ir.IrSetValue(self.b.places.address(node.target, env), value))

    def _if(self, node: t.If, out: Out, env: Env) -> None:
        condition = self.b.exprs.condition(node.condition, env)
        if isinstance(condition, int):
            way = node.then if condition else node.otherwise
            if way is not None:
                self.statement(way, out, dict(env))
            return
        then = self.body(node.then, env)
        otherwise = [] if node.otherwise is None else self.body(node.otherwise, env)
        self.fork(condition, then, otherwise, out)

    def fork(self, condition: IrExpr, then: Out, otherwise: Out, out: Out) -> None:
        """One of two ways; no way at all needs no condition, unless looking at it may break a rule."""
        if isinstance(condition, int):
            out += then if condition else otherwise
        elif then or otherwise or not self.b.make.is_discardable(condition):
            out.append(ir.IrIf(condition, then, otherwise))

    def _for(self, node: t.For, out: Out, env: Env) -> None:
        values = self.b.selections.known_values(node.selection, env)
        if (
            values is not None
            and len(values) <= FEW_TO_WRITE_OUT
            and len(node.body.items) <= FEW_TO_WRITE_OUT
            and not _loops(node.body)
        ):
            out += self.b.selections.spent(ir.IrRangeSource(0, len(values)), node)
            for value in values:
                inner = {**env, node.var: value}
                where = self.b.exprs.condition(node.where, inner)
                if where != 0:
                    self.fork(where, self.body(node.body, inner), [], out)
            return
        source, span, most = self.b.selections.source(node.selection, env, copied=node.selection.kind == "zone")
        out += self.b.selections.spent(source, node)
        if most == 0 and self.b.selections.harmless(source):
            return
        local = self.b.make.local(node.var, *span)
        inner = {**env, node.var: local}
        head: Out = []
        if node.selection.type.domain == "seat":
            base = self.b.base_local(self.b.fresh("s"))
            inner[BASES] = {**(env.get(BASES) or {}), local: base}
            head = [ir.IrSetLocal(base, self.b.base_of(local))]
        inside: Out = []
        where = self.b.exprs.condition(node.where, inner)
        self.fork(where, self.body(node.body, inner), [], inside)
        if head and head[0].local.name in self.b.functions.free_in(inside):
            inside[:0] = head
        out.append(ir.IrLoop(local, source, inside))

    def _repeat(self, node: t.Repeat, out: Out, env: Env) -> None:
        times = self.b.held(self.b.make.word_checked(self.b.exprs.value(node.times, env)), out)
        begun, each = self.b.steps.begun(node), self.b.steps.each(node)
        if begun or (each and times != 0):
            out.append(ir.IrChargeSteps(begun or self.b.make.multiply(self.b.make.maximum(times, 0), each)))
        body = self.body(node.body, env)
        if high(times) <= 0 and self.b.make.is_discardable(times):
            return
        turn = self.b.make.local(self.b.fresh("r"), 0, max(0, high(times) - 1))
        out.append(ir.IrLoop(turn, ir.IrRangeSource(0, times), body))

    def _as(self, node: t.As, out: Out, env: Env) -> None:
        seat = self.b.places.seat(node.seat, env)
        if isinstance(seat, int):
            self.statement(node.body, out, {**env, "me": seat})
            return
        me = self.b.make.local(self.b.fresh("me"), low(seat), high(seat))
        base = self.b.base_local(self.b.fresh("b"))
        inner = {**env, "me": me, BASES: {**(env.get(BASES) or {}), me: base}}
        inside = self.body(node.body, inner)
        out.append(ir.IrSetLocal(me, seat))
        if base.name in self.b.functions.free_in(inside):
            out.append(ir.IrSetLocal(base, self.b.base_of(me)))
        out += inside

    def _pay(self, node: t.Pay, out: Out, env: Env) -> None:
        can = self.b.operations.can_pay(node.costs, env)
        if isinstance(can, int) and not can:
            if node.otherwise is not None:
                self.statement(node.otherwise, out, dict(env))
            return
        then: Out = []
        self.b.gains.take(node.costs, then, env)
        self.statement(node.body, then, dict(env))
        self.fork(can, then, [] if node.otherwise is None else self.body(node.otherwise, env), out)

    # -- calls --------------------------------------------------------------------------------------------------

    def arguments(self, name: str, args: tuple[t.Expr, ...], env: Env) -> tuple[IrExpr, ...]:
        """What is handed on to a procedure."""
        kinds = self.b.program.procedures[name].kinds
        codes = [self.b.exprs.value(arg, env) for arg in args]
        if not kinds:
            return tuple(map(self.b.make.word_checked, codes))
        return tuple(self.b.fitting(code, kind) for code, kind in zip(codes, kinds, strict=True))

    def call(self, name: str, args: tuple[IrExpr, ...], out: Out, env: Env) -> None:
        """Run a procedure that never suspends."""
        out.append(ir.IrCallProcedure(self._function(name), (self.b.me(env), *args)))

    def _function(self, name: str) -> str:
        """The function of a procedure that never suspends."""
        if name not in self._functions:
            procedure = self.b.program.procedures[name]
            title = self._functions[name] = f"p{list(self.b.program.procedures).index(name)}"
            env = self.b.acting()
            me, base = env["me"], self.b.mine(env)
            params = tuple(self._param(procedure, place) for place in range(len(procedure.params)))
            env.update({each.name: each for each in params})
            body = self.body(procedure.body, env)
            if isinstance(base, ir.IrLocal) and base.name in self.b.functions.free_in(body):
                body.insert(0, ir.IrSetLocal(base, self.b.base_of(me)))
            steps = self.b.steps.entered(name)
            if steps:
                body.insert(0, ir.IrChargeSteps(steps))
            self.b.functions.add(title, (me, *params), body, None, name)
        return self._functions[name]

    def _param(self, procedure: p.Procedure, place: int) -> ir.IrLocal:
        name = procedure.params[place]
        if place < len(procedure.kinds):
            return self.b.local(name, procedure.kinds[place])
        if procedure.name == GAIN and name == "resource":
            return self.b.local(name, RESOURCE)
        return self.b.make.local(name)

    def _do(self, node: t.Do, out: Out, env: Env) -> None:
        self.call(node.procedure, self.arguments(node.procedure, node.args, env), out, env)

    def _do_card(self, node: t.DoCard, out: Out, env: Env) -> None:
        piece = self.b.exprs.value(node.of, env)
        if not isinstance(piece, (int, ir.IrLocal)):
            held = self.b.make.local(self.b.fresh("p"), low(piece), high(piece))
            out.append(ir.IrSetLocal(held, piece))
            piece = held
        self.plain_cards(node.procedures, piece, out, env)

    def plain_cards(self, procedures: tuple[str, ...], piece: IrExpr, out: Out, env: Env) -> None:
        """What a piece does, where that never suspends; found by halving, one after the other would take long."""
        found: dict[str, list[int]] = {}
        for place, name in enumerate(procedures):
            if name and self.b.program.procedures[name].entry < 0:
                found.setdefault(name, []).append(place)
        for name, pieces in found.items():
            run: Out = []
            self.call(name, (self.b.narrow(piece, 0, len(procedures) - 1),), run, env)
            self.fork(self.b.make.is_one_of(piece, pieces), run, [], out)

    def _enqueue(self, node: t.Enqueue, out: Out, env: Env) -> None:
        entry = self.b.program.procedures[node.procedure].entry
        args = self.arguments(node.procedure, node.args, env)
        out.append(ir.IrRequire(self.b.make.compare("<", self.b.make.queue_length(QUEUE), QUEUE)))
        out.append(ir.IrEnqueue(entry, (self.b.me(env), *args)))

    def _hook(self, node: t.Hooked, out: Out, env: Env) -> None:
        self.b.functions.hooks.add(node.hook)
        out.append(ir.IrCallHook(node.hook, self.b.exprs.arguments(node.args, env)))

    # -- pieces and chance --------------------------------------------------------------------------------------

    def _roll(self, node: t.Roll, out: Out, env: Env) -> None:
        make, kind = self.b.make, node.target.type
        values = self.b.v.members(kind)
        stream = self.b.program.streams.index(node.target.field.name)
        sides = self.b.players if kind.domain == SEAT.domain else len(values)
        place = self.b.places.address(node.target, env)
        out.append(ir.IrSetValue(place, make.add(make.random(stream, sides), values[0])))

    def _shuffle(self, node: t.Shuffle, out: Out, env: Env) -> None:
        zone = self._forget(node.zone, out, env)
        stream = self.b.program.streams.index(node.zone.zone.name)
        out.append(ir.IrShuffle(stream, zone))

    def _sort(self, node: t.Sort, out: Out, env: Env) -> None:
        zone = self._forget(node.zone, out, env)
        pieces = self.b.v.domains[node.zone.zone.kind].size
        local, _ = self.b.functions.variable((0, pieces - 1), env)
        key = self.b.exprs.value(node.key, {**env, "it": local})
        out.append(ir.IrSort(zone, local, key))

    def _knowledge_offset(self, kind: str) -> int:
        """Where the bits of those who know the pieces of a kind begin; -1 if it needs none."""
        field = knowledge_field(self.b.v, kind)
        return -1 if field is None else field.offset

    def _width(self, kind: str) -> int:
        field = knowledge_field(self.b.v, kind)
        return 1 if field is None else field.strides[0]

    def _move(self, node: t.Move, out: Out, env: Env) -> None:
        make, kind = self.b.make, node.zone.zone.kind
        at = self.b.v.fields[f"{kind}.at"].offset
        piece = self.b.exprs.value(node.piece, env)
        if isinstance(piece, int) and piece < 0:
            return
        piece, there = self._piece(kind, piece, out)
        remembered = self.b.v.domains[kind].remembered
        seen = self._knowledge_offset(kind) if remembered or keeps(self.b.v, node.zone.zone) else -1
        move = ir.IrMovePiece(there, at, self.b.places.zone(node.zone, env), seen, remembered, self._width(kind))
        self.fork(make.compare(">=", piece, 0), [move], [], out)

    def _piece(self, kind: str, piece: IrExpr, out: Out) -> tuple[IrExpr, IrExpr]:
        """A piece that is looked at more than once: as it may be none, and as it is none no more."""
        piece = self.b.held(piece, out)
        if low(piece) < 0 and not isinstance(piece, (int, ir.IrLocal)):
            held = self.b.make.local(self.b.fresh("p"), low(piece), high(piece))
            out.append(ir.IrSetLocal(held, piece))
            piece = held
        return piece, self.b.narrow(piece, 0, self.b.v.domains[kind].size - 1)

    def _show(self, node: t.Show, out: Out, env: Env) -> None:
        make = self.b.make
        piece = self.b.exprs.value(node.piece, env)
        if isinstance(piece, int) and piece < 0:
            return
        piece, there = self._piece(node.kind, piece, out)
        bits = make.add(self._knowledge_offset(node.kind), make.multiply(there, self._width(node.kind)))
        if node.column is not None:
            bits = make.add(bits, self.b.exprs.value(node.column, env))
        show = ir.IrShowPiece(bits, self.b.exprs.value(node.seat, env))
        self.fork(make.compare(">=", piece, 0), [show], [], out)

    def _flip(self, node: t.Flip, out: Out, env: Env) -> None:
        make = self.b.make
        place = self.b.held(self.b.places.address(node.side, env), out)
        out.append(
            ir.IrSetValue(place, make.modulo(make.add(make.state_value(place, 0, node.sides - 1), 1), node.sides))
        )

    def _forget(self, ref: t.ZoneRef, out: Out, env: Env) -> IrExpr:
        """A zone, before its pieces are put into another order: afterwards its index might be another."""
        zone = self.b.held(self.b.places.zone(ref, env), out)
        if forgets(self.b.v, ref.zone):
            out.append(ir.IrForgetPieces(zone, self._knowledge_offset(ref.zone.kind), self._width(ref.zone.kind)))
        return zone


def _loops(block: t.Block) -> bool:
    return any(isinstance(node, (t.For, t.Repeat)) for node in all_nodes(block))


# -- the layer of statements -------------------------------------------------------------------------------------------


class StatementContext(ExpressionContext):
    """Also has the parts that make statements."""

    def __init__(self, program: p.Program) -> None:
        super().__init__(program)
        self.gains = GainGenerator(self)
        self.effects = StatementGenerator(self)
        self.exprs.ways[t.Would] = self.effects.trial
