"""Figures of a position, as a seat may be told them: what observations have under `figures`, `amounts` and `last`.

Each is worked out for the seat that looks; for somebody beside the table for the seat that decides. What something hidden
decides is None, which is known from the rules and not from the position: whether it is told gives nothing away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ruleset_core.engine.plain import plain
from ruleset_core.lang import tree as t
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.types import INT, Type
from ruleset_core.lang.words import there

if TYPE_CHECKING:
    from ruleset_core.engine.state import State

Sight = Mapping[str, list[str]]
"""By kind, the pieces that a seat sees."""


def amounts_now(state: State, seat: int, sight: Sight) -> dict[str, Any]:
    """What an observation holds of figures: `figures`, `amounts` and `last`, each only where there is something to tell."""
    found = {"figures": _figures(state, seat, sight), "amounts": _amounts(state, seat, sight), "last": _lasts(state)}
    return {key: value for key, value in found.items() if value}


def _asked(state: State, seat: int) -> int:
    """The seat that figures are worked out for: for somebody beside the table the one that decides, in the end the first."""
    return seat if seat >= 0 else max(state.seat, 0)


def _figures(state: State, seat: int, sight: Sight) -> dict[str, dict[str, dict[str, int | None]]]:
    """By family, member and fact the figures that count now, where they are not what is printed."""
    found: dict[str, dict[str, dict[str, int | None]]] = {}
    glossary, domains = state.game.glossary, state.game.program.vocabulary.domains
    who = _asked(state, seat)
    if not glossary.behind:
        return found
    hidden = glossary.hidden_figures(own=seat >= 0, apart=state.sim is not None)
    for each in glossary.behind:
        domain = domains[each.family]
        for item in sight.get(each.family, ()) if domain.kind == "piece" else domain.ids:
            place = domain.ids.index(item)
            printed = domain.facts[each.fact].values[place]
            value: int | None = None
            if each not in hidden:
                value = _worked_out(state, t.Apply(INT, each.define, (t.Const(domain.type, place),)), who)
                value = printed if value is None else value  # type: ignore[assignment]  # a fact that is a number
            elif each.fact not in glossary.changes_of(each.family, item):
                continue
            if value != printed:
                found.setdefault(each.family, {}).setdefault(item, {})[each.fact] = value
    return found


def _amounts(state: State, seat: int, sight: Sight) -> dict[str, Any]:
    """The amounts and values that the data gives to views, by name and by what their parameters may be."""
    names = state.game.program.amounts
    who = _asked(state, seat)
    if not names:
        return {}
    glossary = state.game.glossary
    hidden = glossary.hidden_amounts(own=seat >= 0, apart=state.sim is not None)
    found: dict[str, Any] = {}
    for name in names:
        if name in hidden:
            found[name] = None
        elif name in glossary.fixed_amounts:
            kept = glossary.fixed_amounts[name]
            if who not in kept:
                kept[who] = _amount(state, name, who, sight)
            found[name] = _copied(kept[who])
        else:
            found[name] = _amount(state, name, who, sight)
    return found


def _copied(value: Any) -> Any:
    """What is kept, for somebody who may change it."""
    return {key: _copied(each) for key, each in value.items()} if isinstance(value, dict) else value


def _amount(state: State, name: str, who: int, sight: Sight) -> Any:
    """An amount, by each of its parameters in turn: pieces that are seen, and all values of other types."""
    v = state.game.program.vocabulary
    define = v.defines[name]
    kinds = list(define.params.values())

    def values(kind: Type) -> list[tuple[int, str]]:
        domain = v.domains.get(kind.domain)
        if domain is not None and domain.kind == "piece":
            return [(domain.ids.index(each), each) for each in sight.get(kind.domain, ())]
        members = v.members(kind)
        return [(members[place], told) for place, told in there(v, kind, state.n)]

    def below(args: tuple[t.Expr, ...]) -> Any:
        if len(args) == len(kinds):
            found = _worked_out(state, t.Apply(define.type, name, args), who)
            return found if found is None or define.type == INT else plain(v, define.type, found)
        kind = kinds[len(args)]
        return {told: below((*args, t.Const(kind, value))) for value, told in values(kind)}

    return below(())


def _lasts(state: State) -> dict[str, int]:
    """By field that a phase counts with, the number at which it ends."""
    found = {name: _worked_out(state, each, -1) for name, each in state.game.program.lasts.items()}
    return {name: last for name, last in found.items() if last is not None}


def _worked_out(state: State, amount: t.Expr, who: int) -> int | None:
    """An amount in a position; None where it has no meaning there."""
    try:
        value: int = state.game.interpreter.amount(amount, state, {"me": who})
    except BrokenRule:
        return None
    return value
