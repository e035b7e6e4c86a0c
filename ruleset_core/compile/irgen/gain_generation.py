"""IR of resources gained, lost and paid; unit by unit only where something can react.

Most gains are one addition. Where a track has rewards, every space that is reached may cause something, so units are counted one
by one; that is slow, so it is done only from where somebody may react. `fame` has a reward on space 2, `coin` a maximum of 9:

    gain 2 thorns       IrAddValue(_b, 2, checked)                       nothing limits it: only 32 bits may be too few
    gain 3 coin         _g = min(3, 9 - coin); IrAddValue(_b, _g)        what is too much is lost
    gain 3 fame         IrIf(filled <= 1, ...                            all three fit on the track of four spaces
                          [charge steps, call gain_track]                space by space, as far as somebody may react
                          [call `gain resource`])                        unit by unit, as the interpreter does
    lose price coin     IrAddValue(_b, 0 - min(coin, price))             not below 0
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ruleset_core.analysis.control_flow import possible_resources
from ruleset_core.analysis.desugaring import GAIN, tracked_resources
from ruleset_core.compile import ir
from ruleset_core.compile.ir import WORD, IrExpr
from ruleset_core.compile.ir.ir_builder import high, low
from ruleset_core.compile.irgen.context import BASE, Env
from ruleset_core.compile.irgen.operation_generation import FAR, REACH
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.vocabulary import Resource

if TYPE_CHECKING:
    from ruleset_core.compile.irgen.statement_generation import StatementContext


# -- gains -------------------------------------------------------------------------------------------------------------


Out = list[Any]
LARGEST_AMOUNT = WORD[1]
"""The most that can be held of anything."""
QUICK = "gain_track"
"""The function that gains on a track where all fits."""


class GainGenerator:
    """Statements about amounts of resources."""

    def __init__(self, build: StatementContext) -> None:
        self.b = build
        self.tracks = tracked_resources(build.v)

    def _held(self, code: IrExpr, stem: str, out: Out) -> IrExpr:
        """A value that is needed several times, in a local."""
        if isinstance(code, (int, ir.IrLocal)):
            return code
        local = self.b.make.local(self.b.fresh(stem), low(code), high(code))
        out.append(ir.IrSetLocal(local, code))
        return local

    def _resource(self, node: t.Expr, out: Out, env: Env) -> IrExpr:
        """The resource; where it may be none that is looked at before anything else."""
        code = self.b.operations.resource(self.b.exprs.value(node, env))
        if isinstance(code, int) or self.b.make.is_discardable(code):
            return code
        return self._held(code, "r", out)

    def take(self, costs: tuple[tuple[t.Expr, t.Expr], ...], out: Out, env: Env) -> None:
        """Costs that are known to be payable are paid. All amounts are worked out before anything is taken."""
        make, places = self.b.make, self.b.places
        pairs: list[tuple[IrExpr, IrExpr]] = []
        for amount, each in costs:
            code = self.b.exprs.value(amount, env)
            if len(costs) > 1 or not make.is_discardable(code):
                code = self._held(code, "c", out)
            pairs.append((code, self._resource(each, out, env)))
        for whole, resource in pairs:
            if high(whole) <= 0:
                continue
            code = self._held(whole, "c", out) if low(whole) < 0 else whole
            less = ir.IrAddValue(places.own("held", env, resource), make.subtract(0, code), 0, LARGEST_AMOUNT, False)
            self.b.effects.fork(make.compare(">", code, 0) if low(code) < 0 else 1, [less], [], out)

    def lose(self, node: t.Lose, out: Out, env: Env) -> None:
        """As much as there is."""
        make, places = self.b.make, self.b.places
        amount = self.b.exprs.value(node.amount, env)
        resource = self._resource(node.resource, out, env)
        amount = amount if low(amount) >= 0 and make.is_discardable(amount) else self._held(amount, "n", out)
        if high(amount) <= 0:
            return
        place = places.own("held", env, resource)
        there = make.state_value(place, 0, LARGEST_AMOUNT)
        step = ir.IrAddValue(
            place,
            make.subtract(0, make.minimum(there, self.b.narrow(amount, 0, high(amount)))),
            0,
            LARGEST_AMOUNT,
            False,
        )
        self.b.effects.fork(make.compare(">", amount, 0) if low(amount) < 0 else 1, [step], [], out)

    def gain(self, node: t.Gain, out: Out, env: Env) -> None:
        """As much as there is room for."""
        make = self.b.make
        amount = self.b.exprs.value(node.amount, env)
        if not isinstance(amount, (int, ir.IrLocal)):
            amount = self._held(amount, "n", out)
        resource = self._resource(node.resource, out, env)
        places = (
            possible_resources(node.resource, len(self.b.v.resources)) if not isinstance(resource, int) else {resource}
        )
        on_tracks = places if self.b.reach.suspends and places & self.tracks else places & self.tracks
        tracked: Out = []
        plain: Out = []
        if on_tracks:
            nothing: Out = [ir.IrChargeSteps(self._units(0, resource))]
            self._above(
                amount, lambda more, out: self._on_tracks(make.word_checked(more), resource, out, env), nothing, tracked
            )
        if rest := sorted(places - on_tracks):
            self._above(amount, lambda more, out: self._plain(more, resource, rest, out, env), [], plain)
        self.b.effects.fork(
            (make.is_one_of(resource, on_tracks) if rest else 1) if on_tracks else 0, tracked, plain, out
        )

    def _above(self, amount: IrExpr, gain: Callable[[IrExpr, Out], None], nothing: Out, out: Out) -> None:
        """What is done with an amount above 0, and with one that is not."""
        if high(amount) <= 0:
            out += nothing
            return
        inside: Out = []
        gain(self.b.narrow(amount, 0, high(amount)) if low(amount) < 0 else amount, inside)
        self.b.effects.fork(self.b.make.compare(">", amount, 0) if low(amount) < 0 else 1, inside, nothing, out)

    def _plain(self, amount: IrExpr, resource: IrExpr, resources: list[int], out: Out, env: Env) -> None:
        make, places = self.b.make, self.b.places
        bounds = [self.b.v.resources[each].maximum for each in resources]
        place = places.own("held", env, resource)
        held = make.state_value(place, 0, LARGEST_AMOUNT)
        bounded = any(bound >= 0 for bound in bounds)
        if bounded:
            tops = [each.maximum if each.maximum >= 0 else LARGEST_AMOUNT for each in self.b.v.resources]
            top = tops[resource] if isinstance(resource, int) else make.table_entry(make.table(tops), resource)
            room = self.b.narrow(make.subtract(top, held), 0, LARGEST_AMOUNT)
            amount = self._held(make.minimum(amount, room), "g", out)
        checked = not bounded or any(bound < 0 for bound in bounds)
        out.append(ir.IrAddValue(place, amount, 0, LARGEST_AMOUNT, checked))
        if self.b.v.fields["filled"].used:
            out.append(ir.IrAddValue(places.own("filled", env, resource), amount, 0, LARGEST_AMOUNT, True))

    def _on_tracks(self, amount: IrExpr, resource: IrExpr, out: Out, env: Env) -> None:
        """Where nothing suspends the whole gain is done here; where something might, the block has seen that all fits."""
        quick: Out = []
        self._quick(amount, resource, quick, env)
        if self.b.program.procedures[GAIN].suspends:
            out += quick
            return
        slow: Out = []
        self.b.effects.call(GAIN, (resource, amount), slow, env)
        self.b.effects.fork(self.b.operations.fits(amount, resource, env), quick, slow, out)

    # -- the quick gain -----------------------------------------------------------------------------------------

    def _quick(self, amount: IrExpr, resource: IrExpr, out: Out, env: Env) -> None:
        """All units fit and nothing on the way asks. Looks unit by unit only where a listener may answer."""
        places, v = self.b.places, self.b.v
        reach = self.b.reach  # where it may ask it has been seen that nobody answers on the way
        out.append(ir.IrChargeSteps(self._units(amount, resource)))
        if reach.suspends or (isinstance(resource, int) and all(each == FAR for each in reach.interest(resource))):
            resources = [v.resources[resource]] if isinstance(resource, int) else v.resources
            held, filled = (any(most(each) for each in resources) for most in (_unbounded, _endless))
            out += self._unreported_cost(amount, resource)
            out.append(ir.IrAddValue(places.own("held", env, resource), amount, 0, LARGEST_AMOUNT, held))
            out.append(ir.IrAddValue(places.own("filled", env, resource), amount, 0, LARGEST_AMOUNT, filled))
            return
        self._make_quick()
        args = {"resource": resource, "amount": amount, "me": self.b.me(env), BASE: self.b.mine(env)}
        params = self.b.functions.made[QUICK].params
        out.append(ir.IrCallProcedure(QUICK, tuple(args[each.name] for each in params)))

    def _units(self, amount: IrExpr, resource: IrExpr) -> IrExpr:
        """What a gain costs of which each unit would be looked at, where all of them fit."""
        steps, reach = self.b.steps, self.b.reach
        if reach.suspends:
            (unit, told), none = reach.unit, reach.empty_gain_cost
        else:
            (repeat,) = self.b.program.procedures[GAIN].body.items
            unit, told, none = steps.each(repeat), 0, steps.entered(GAIN)  # type: ignore[arg-type]
        return self.b.make.add(self._times(amount, resource, unit, told), none)

    def _times(self, amount: IrExpr, resource: IrExpr, unit: int, told: int) -> IrExpr:
        """So many units, each of which costs more on a track."""
        make = self.b.make
        units = make.table([unit + told * (each.spaces >= 0) for each in self.b.v.resources])
        return make.multiply(amount, make.table_entry(units, resource))

    def _unreported_cost(self, amount: IrExpr, resource: IrExpr) -> Out:
        """What it costs to tell of spaces, where nobody is told because nobody answers."""
        steps, reach = self.b.steps, self.b.reach
        told = 0 if reach.suspends or REACH not in self.b.program.procedures else steps.entered(REACH)
        return [ir.IrChargeSteps(self._times(amount, resource, 0, told))] if told else []

    def _make_quick(self) -> None:
        if QUICK in self.b.functions.made:
            return
        make, places, v = self.b.make, self.b.places, self.b.v
        env = self.b.acting()
        count = len(v.resources)
        resource, amount = make.local("resource", 0, count - 1), make.local("amount", 0, LARGEST_AMOUNT)
        filled = make.local("_o", 0, LARGEST_AMOUNT)
        held_at, filled_at = places.own("held", env, resource), places.own("filled", env, resource)
        add: Out = [
            *self._unreported_cost(amount, resource),
            ir.IrAddValue(held_at, amount, 0, LARGEST_AMOUNT, True),
            ir.IrSetValue(filled_at, make.range_checked(make.add(filled, amount), 0, LARGEST_AMOUNT)),
        ]
        rows = [self.b.reach.interest(each) for each in range(count)]
        interesting = tuple(each for each, row in enumerate(rows) if any(space != FAR for space in row))
        width = max((len(rows[each]) for each in interesting), default=1)
        flat = [far for row in rows for far in (*row, *[FAR] * width)[:width]]
        body: Out = [ir.IrSetLocal(filled, make.state_value(filled_at, 0, LARGEST_AMOUNT))]
        where = make.add(make.multiply(resource, width), self.b.narrow(filled, 0, width - 1))
        calm = make.compare(">", make.table_entry(make.table(flat), where), make.add(filled, amount))
        uninterested = make.logical_not(make.is_one_of(resource, interesting))
        slow: Out = []
        if REACH in self.b.program.procedures:
            space = make.local("_s", 0, LARGEST_AMOUNT)
            slow = [ir.IrLoop(space, ir.IrRangeSource(make.add(filled, 1), make.add(make.add(filled, amount), 1)), [
                ir.IrAddValue(held_at, 1, 0, LARGEST_AMOUNT, True),
                ir.IrSetValue(filled_at, space),
            ])]  # fmt: skip
            self.b.effects.call(REACH, (resource, space), slow[0].body, env)
        self.b.effects.fork(make.any_of((uninterested, calm)), add, slow, body)
        params = tuple(local for _, local in sorted(self.b.functions.free_in(body).items()))
        self.b.functions.add(QUICK, params, body, None, "gains on a track where all fits")


def _endless(resource: Resource) -> bool:
    """Whether there is no end to how many may be gained."""
    return resource.spaces < 0


def _unbounded(resource: Resource) -> bool:
    """Whether there is no end to how many may be held."""
    return resource.spaces < 0 and resource.maximum < 0
