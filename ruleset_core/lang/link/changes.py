"""Linking: changes of definitions by cards and rules: of amounts and conditions, and of effects that have a name.

What is put before, after or in the place of an effect becomes part of its procedure, so what runs it knows nothing of it. What
takes its place may still `do` it: then it means the effect as it was without this change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ruleset_core.lang import tree as t
from ruleset_core.lang.definitions import Define, Modifier, Step
from ruleset_core.lang.origin import Origin
from ruleset_core.lang.rebuild import calling, substitute
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import BOOL, INT, a, member
from ruleset_core.lang.walk import placed
from ruleset_core.model.shapes import documents as m
from ruleset_core.model.shapes.behaviour import CHANGES

if TYPE_CHECKING:
    from ruleset_core.lang.link.behaviour import BehaviourLinker, Owner

STEPS: Final = frozenset({"before", "after", "instead"})
"""The changes of effects."""
AS_WAS: Final = "given"
"""The first word of the name of an effect without what takes its place."""
_HOW: Final[Mapping[str, tuple[str, str]]] = {
    "amount": ("an amount", "it is changed by `set:` or `add:`"),
    "condition": ("a condition", "it is changed by `set:`"),
    "value": ("a value", "it is changed by `set:`"),
    "effect": ("an effect", "it is changed by `before:`, `after:` or `instead:`"),
}


def modify(linker: BehaviourLinker, change: m.Modifier, site: Site, owner: Owner) -> None:
    """A change of a definition while its owner is in play; of what kind must fit the definition."""
    define = linker.v.defines.get(change.modify)
    if define is None or " " in define.name:
        known = [each.name for each in linker.v.defines.values() if " " not in each.name]
        message = f"unknown amount, condition, value or effect `{change.modify}`"
        linker.unknown("E301", message, site.at("modify"), change.modify, known, "one can modify")
        return
    how = next(key for key in CHANGES if getattr(change, key) is not None)
    if (define.kind == "effect") != (how in STEPS):
        what, advice = _HOW[define.kind]
        linker.report("E303", f"`{define.name}` is {what}, and `{how}` is for none", site.at(how), advice, key=True)
    elif how in STEPS:
        _step(_Change.read(linker, change, how, define, site, owner))
    else:
        _value(_Change.read(linker, change, how, define, site, owner))


def _this(owner: Owner, piece: int) -> dict[str, t.Expr]:
    return {} if piece < 0 else {"this": t.Const(member(owner.kind), piece)}


@dataclass(frozen=True, slots=True)
class _Change:
    """A change that is read: the names it may use, when it holds and where that is written."""

    linker: BehaviourLinker
    how: str
    given: m.Modifier
    define: Define
    site: Site
    owner: Owner
    scope: Scope
    where: t.Expr
    when: Origin

    @classmethod
    def read(
        cls, linker: BehaviourLinker, given: m.Modifier, how: str, define: Define, site: Site, owner: Owner
    ) -> _Change:  # fmt: skip
        scope = Scope(define.params | ({"this": member(owner.kind)} if owner.kind else {}))
        where = linker.condition(given.where, site.at("where"), scope)
        when = linker.origin(site) if given.where is None else linker.origin(site.at("where"), given.where)
        return cls(linker, how, given, define, site, owner, scope, where, when)

    def tell(self, what: str, value: t.Expr | None = None, body: t.Block | None = None) -> None:
        """What the owner says in its text; the parameters that are used are read."""
        linker, name = self.linker, self.define.name
        side = linker.side_name(self.owner)
        linker.clause(self.owner.name, side, what, name, self.where, value=value, body=body, how=self.how)
        self.define.unread -= self.scope.used

    def pieces(self) -> Iterator[tuple[int, t.Expr]]:
        """Each piece that changes it, -1 for a rule, and when that one does."""
        for piece in self.owner.pieces or (-1,):
            yield piece, self.linker.in_play(self.owner, piece, self.where)


def _value(change: _Change) -> None:
    linker, define, how, site = change.linker, change.define, change.how, change.site
    if how == "add" and define.type.kind not in {"int", "bad"}:
        what = "a condition" if define.type == BOOL else a(define.type)
        linker.report("E303", f"{what} can be `set`, not added to", site.at("add"))
    wanted = INT if how == "add" and define.type.kind == "int" else define.type
    written = change.given.set or change.given.add or "0"
    value = linker.expr(written, site.at(how), change.scope, wanted)
    if how == "add" and value.type.kind == "int" and value == t.Const(value.type, 0):
        linker.report("W521", "adding 0 changes nothing", site.at("add"), "take it out", severity="warning")
    change.tell("modify", value=value)
    origin = linker.origin(site.at(how), written)
    for piece, condition in change.pieces():
        linker.homes[f"modifier {define.name}", str(len(define.modifiers))] = site
        changed = substitute(value, _this(change.owner, piece))
        define.modifiers.append(Modifier(how, condition, changed, change.owner.name, origin, change.when))


def _step(change: _Change) -> None:
    """A procedure for each piece, put in its place by `lay_steps`."""
    linker, define, how, site = change.linker, change.define, change.how, change.site
    body = linker.effect(getattr(change.given, how), site.at(how), change.scope)
    change.tell("step", body=body)
    kinds = tuple(define.params.values())
    for piece, condition in change.pieces():
        name = f"{how} {define.name} {len(define.steps)}"
        linker.procedure(name, tuple(define.params), substitute(body, _this(change.owner, piece)), kinds)
        linker.homes["procedure", name] = site.at(how)
        define.steps.append(Step(how, condition, name, change.owner.name, change.when))


def lay_steps(linker: BehaviourLinker) -> None:
    """Put all steps into the effects they belong to."""
    for define in linker.v.defines.values():
        if define.steps:
            _lay(linker, define)


def _lay(linker: BehaviourLinker, define: Define) -> None:
    procedure = linker.program.procedures[define.name]
    args = tuple(t.Local(kind, name) for name, kind in define.params.items())
    body = procedure.body
    for number, step in enumerate(each for each in define.steps if each.how == "instead"):
        inner = f"{AS_WAS} {define.name} {number}"
        linker.procedure(inner, procedure.params, body, procedure.kinds)
        linker.homes["procedure", inner] = linker.homes["define", define.name].at("effect")
        own = linker.program.procedures[step.procedure]
        own.body = calling(own.body, define.name, inner)
        body = t.Block((_taken(step, args, _done(inner, args, define.origin)),), origin=define.origin)
    before = _those(define.steps, "before", args)
    after = _those(define.steps, "after", args)
    procedure.body = t.Block((*before, *body.items, *after), origin=define.origin)


def _those(steps: Iterable[Step], how: str, args: tuple[t.Expr, ...]) -> list[t.Statement]:
    return [_taken(each, args, None) for each in steps if each.how == how]


def _taken(step: Step, args: tuple[t.Expr, ...], otherwise: t.Block | None) -> t.Statement:
    run = _done(step.procedure, args, step.origin)
    return placed(t.If(step.condition, run, otherwise), step.origin)


def _done(procedure: str, args: tuple[t.Expr, ...], origin: Origin | None) -> t.Block:
    return placed(t.Block((t.Do(procedure, args, sure=True),)), origin)
