"""Resources that are gained, lost and paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import WORD, Expr
from ruleset_core.lang.code.size import high, low
from ruleset_core.lang.decide.places import BASE
from ruleset_core.lang.decide.reach import FAR, REACH
from ruleset_core.lang.lower.expand import GAIN, tracked
from ruleset_core.lang.lower.suspends import possible
from ruleset_core.lang.vocabulary import Resource

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

Env = dict[Any, Any]
Out = list[Any]
MOST = WORD[1]
"""The most that can be held of anything."""
QUICK = "gain_track"
"""The function that gains on a track where all fits."""


class Gains:
    """Statements about amounts of resources."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self.tracks = tracked(build.v)

    def _held(self, code: Expr, stem: str, out: Out) -> Expr:
        """A value that is needed several times, in a local."""
        if isinstance(code, (int, n.Local)):
            return code
        local = self.b.make.local(self.b.fresh(stem), low(code), high(code))
        out.append(n.SetLocal(local, code))
        return local

    def _resource(self, node: t.Expr, out: Out, env: Env, *, sure: bool) -> Expr:
        """The resource; where it may be none that is looked at before anything else."""
        code = self.b.operations.resource(self.b.exprs.value(node, env), sure=sure)
        if isinstance(code, int) or self.b.make.harmless(code):
            return code
        return self._held(code, "r", out)

    def take(self, costs: tuple[tuple[t.Expr, t.Expr], ...], out: Out, env: Env, *, sure: bool) -> None:
        """Costs that are known to be payable are paid. All amounts are worked out before anything is taken."""
        make, places = self.b.make, self.b.places
        pairs: list[tuple[Expr, Expr]] = []
        for amount, each in costs:
            code = self.b.exprs.value(amount, env)
            if len(costs) > 1 or not make.harmless(code):
                code = self._held(code, "c", out)
            pairs.append((code, self.b.operations.resource(self.b.exprs.value(each, env), sure=sure)))
        for whole, resource in pairs:
            if high(whole) <= 0:
                continue
            code = self._held(whole, "c", out) if low(whole) < 0 else whole
            less = n.AddValue(places.own("held", env, resource), make.minus(0, code), 0, MOST, False)
            self.b.effects.fork(make.compare(">", code, 0) if low(code) < 0 else 1, [less], [], out)

    def lose(self, node: t.Lose, out: Out, env: Env) -> None:
        """As much as there is."""
        make, places = self.b.make, self.b.places
        amount = self.b.exprs.value(node.amount, env)
        resource = self._resource(node.resource, out, env, sure=node.sure)
        amount = amount if low(amount) >= 0 and make.harmless(amount) else self._held(amount, "n", out)
        if high(amount) <= 0:
            return
        place = places.own("held", env, resource)
        there = make.value(place, 0, MOST)
        step = n.AddValue(
            place, make.minus(0, make.least(there, self.b.narrow(amount, 0, high(amount)))), 0, MOST, False
        )
        self.b.effects.fork(make.compare(">", amount, 0) if low(amount) < 0 else 1, [step], [], out)

    def gain(self, node: t.Gain, out: Out, env: Env) -> None:
        """As much as there is room for."""
        make = self.b.make
        amount = self.b.exprs.value(node.amount, env)
        if not isinstance(amount, (int, n.Local)):
            amount = self._held(amount, "n", out)
        resource = self._resource(node.resource, out, env, sure=node.sure)
        places = possible(node.resource, len(self.b.v.resources)) if not isinstance(resource, int) else {resource}
        nothing: Out = [n.Spend(self._units(0))] if places & self.tracks else []
        if high(amount) <= 0:
            out += nothing
            return
        inside: Out = []
        above = self.b.narrow(amount, 0, high(amount)) if low(amount) < 0 else amount
        if places & self.tracks:
            self._on_tracks(make.kept(above), resource, inside, env)
        else:
            self._plain(above, resource, sorted(places), inside, env)
        self.b.effects.fork(make.compare(">", amount, 0) if low(amount) < 0 else 1, inside, nothing, out)

    def _plain(self, amount: Expr, resource: Expr, resources: list[int], out: Out, env: Env) -> None:
        make, places = self.b.make, self.b.places
        bounds = [self.b.v.resources[each].maximum for each in resources]
        place = places.own("held", env, resource)
        held = make.value(place, 0, MOST)
        bounded = any(bound >= 0 for bound in bounds)
        if bounded:
            tops = [each.maximum if each.maximum >= 0 else MOST for each in self.b.v.resources]
            top = tops[resource] if isinstance(resource, int) else make.entry(make.table(tops), resource)
            room = self.b.narrow(make.minus(top, held), 0, MOST)
            amount = self._held(make.least(amount, room), "g", out)
        checked = not bounded or any(bound < 0 for bound in bounds)
        out.append(n.AddValue(place, amount, 0, MOST, checked))
        if self.b.v.fields["filled"].used:
            out.append(n.AddValue(places.own("filled", env, resource), amount, 0, MOST, True))

    def _on_tracks(self, amount: Expr, resource: Expr, out: Out, env: Env) -> None:
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

    def _quick(self, amount: Expr, resource: Expr, out: Out, env: Env) -> None:
        """All units fit and nothing on the way asks. Looks unit by unit only where a listener may answer."""
        places, v = self.b.places, self.b.v
        reach = self.b.reach  # where it may ask it has been seen that nobody answers on the way
        out.append(n.Spend(self._units(amount)))
        if reach.suspends or (isinstance(resource, int) and all(each == FAR for each in reach.interest(resource))):
            resources = [v.resources[resource]] if isinstance(resource, int) else v.resources
            held, filled = (any(most(each) for each in resources) for most in (_unbounded, _endless))
            out.append(n.AddValue(places.own("held", env, resource), amount, 0, MOST, held))
            out.append(n.AddValue(places.own("filled", env, resource), amount, 0, MOST, filled))
            return
        self._make_quick()
        args = {"resource": resource, "amount": amount, "me": places.me(env), BASE: places.mine(env)}
        params = self.b.functions.made[QUICK].params
        out.append(n.Do(QUICK, tuple(args[each.name] for each in params)))

    def _units(self, amount: Expr) -> Expr:
        """What a gain costs of which each unit would be looked at, where all of them fit."""
        make, steps, reach = self.b.make, self.b.steps, self.b.reach
        if reach.suspends:
            return make.plus(make.times(amount, reach.unit), reach.none)
        (repeat,) = self.b.program.procedures[GAIN].body.items
        unit = steps.each(repeat)  # type: ignore[arg-type]
        told = steps.entered(REACH) if REACH in self.b.program.procedures else 0
        return make.plus(make.times(amount, unit + told), steps.entered(GAIN))

    def _make_quick(self) -> None:
        if QUICK in self.b.functions.made:
            return
        make, places, v = self.b.make, self.b.places, self.b.v
        env = places.acting()
        count = len(v.resources)
        resource, amount = make.local("resource", 0, count - 1), make.local("amount", 0, MOST)
        filled = make.local("_o", 0, MOST)
        held_at, filled_at = places.own("held", env, resource), places.own("filled", env, resource)
        add = [
            n.AddValue(held_at, amount, 0, MOST, True),
            n.SetValue(filled_at, make.checked(make.plus(filled, amount), 0, MOST)),
        ]
        rows = [self.b.reach.interest(each) for each in range(count)]
        interesting = tuple(each for each, row in enumerate(rows) if any(space != FAR for space in row))
        width = max((len(rows[each]) for each in interesting), default=1)
        flat = [far for row in rows for far in (*row, *[FAR] * width)[:width]]
        body: Out = [n.SetLocal(filled, make.value(filled_at, 0, MOST))]
        where = make.plus(make.times(resource, width), self.b.narrow(filled, 0, width - 1))
        calm = make.compare(">", make.entry(make.table(flat), where), make.plus(filled, amount))
        uninterested = make.no(make.among(resource, interesting))
        slow: Out = []
        if REACH in self.b.program.procedures:
            space = make.local("_s", 0, MOST)
            slow = [n.Loop(space, n.Numbers(make.plus(filled, 1), make.plus(make.plus(filled, amount), 1)), [
                n.AddValue(held_at, 1, 0, MOST, True),
                n.SetValue(filled_at, space),
            ])]  # fmt: skip
            self.b.effects.call(REACH, (resource, space), slow[0].body, env)
        self.b.effects.fork(make.some((uninterested, calm)), add, slow, body)
        params = tuple(local for _, local in sorted(self.b.functions.free_in(body).items()))
        self.b.functions.add(QUICK, params, body, None, "gains on a track where all fits")


def _endless(resource: Resource) -> bool:
    """Whether there is no end to how many may be gained."""
    return resource.spaces < 0


def _unbounded(resource: Resource) -> bool:
    """Whether there is no end to how many may be held."""
    return resource.spaces < 0 and resource.maximum < 0
