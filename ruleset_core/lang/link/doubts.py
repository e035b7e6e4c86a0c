"""What cannot be shown to be safe, told once for each declaration, with the way to guard it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.lang import tree as t
from ruleset_core.lang.definitions import Define
from ruleset_core.lang.prove.marks import Doubt
from ruleset_core.lang.prove.said import written
from ruleset_core.lang.resolve.site import widened
from ruleset_core.lang.types import SEAT, a
from ruleset_core.model.diagnostic import Diagnostic, Span

if TYPE_CHECKING:
    from ruleset_core.lang.link.linker import Linker
    from ruleset_core.lang.prove.game import Proof


def report_doubts(linker: Linker, proof: Proof) -> None:
    """One warning for each declaration, at its first doubtful access."""
    found: dict[tuple[str, ...], list[Doubt]] = {}
    for each in proof.marks.doubts.values():
        if each.origin is not None and _worth_telling(each):
            owner = (*each.origin.owner, each.origin.file)
            found.setdefault(owner, []).append(each)
    for doubts in found.values():
        linker.diagnostics.append(_told(linker, doubts[0], len(doubts) - 1))


def _worth_telling(doubt: Doubt) -> bool:
    """A number that may leave the range of its field, or of its definition, is refused then, and mostly the rules keep it within."""
    kind = doubt.wanted
    counts = isinstance(doubt.node, t.Put | t.ForField | Define) and kind is not None and kind.kind == "int"
    return not counts or (doubt.none and doubt.of.type.optional)


def _told(linker: Linker, doubt: Doubt, more: int) -> Diagnostic:
    text = written(linker.v, doubt.of)
    what = f"`{text}`" if text else "this value"
    wrong, guard = _wrong(doubt, text)
    notes = (f"{more} more like it in the same declaration",) if more else ()
    message = f"{what} {wrong}, and {_used(doubt)}"
    span, advice = _span(linker, doubt, text), _help(doubt, text, guard)
    where = _declared(linker, doubt) if wrong.startswith("may lie outside") else None
    if where is None:
        return Diagnostic("W522", "warning", message, span, notes=notes, help=advice)
    name, declared = where
    advice, related = f"{advice}; or {widened(name, declared)}", ((declared, "declared here"),)
    return Diagnostic("W522", "warning", message, span, notes=notes, help=advice, related=related)


def _declared(linker: Linker, doubt: Doubt) -> tuple[str, Span] | None:
    """What has the range that a value may leave, and where it is declared."""
    below: tuple[str, ...] = ()
    match doubt.node:
        case t.Do() | t.Apply():
            name = doubt.node.procedure if isinstance(doubt.node, t.Do) else doubt.node.define
            site, below = linker.homes.get(("define", name)), ("params",)
        case t.Put():
            name = doubt.node.target.field.name
            site = linker.homes.get(("state", name))
        case _:
            return None
    return None if site is None else (name, site.document.key_span(site.at(*below).path))


def _span(linker: Linker, doubt: Doubt, text: str) -> Span:
    """The access itself where it can be found in the text; else the statement."""
    origin = doubt.origin
    assert origin is not None
    passage = origin.passage
    whole = passage.document.value(passage.path) if origin.start >= 0 else None
    if isinstance(whole, str):
        stands = whole[origin.start : origin.end]
        for part in (written(linker.v, doubt.node), text):
            at = stands.find(part) if part else -1
            if at >= 0:
                return passage.span(origin.start + at, origin.start + at + len(part))
    return origin.span


def _wrong(doubt: Doubt, text: str) -> tuple[str, str]:
    """What is wrong with a value, and the condition under which it is not."""
    kind = doubt.wanted
    if doubt.none and (doubt.of.type.kind == "member" or doubt.of.type.optional):
        return "may be none", f"{text} != none"
    if kind is not None and kind.domain == SEAT.domain:
        number = doubt.of.value if isinstance(doubt.of, t.Const) else 1
        return "is not in every game", f"players > {number}"
    if kind is None or kind.low is None:
        return "may be something else", f"{text} != none"
    return f"may lie outside {kind}", f"{text} in {kind.low} to {kind.high}"


def _used(doubt: Doubt) -> str:
    """What needs it."""
    match doubt.node:
        case t.As() | t.Turns():
            return "somebody must act here"
        case t.FactOf():
            return f"its `{doubt.node.fact.name}` is looked at"
        case t.Load():
            return f"it is a place of `{doubt.node.field.name.rpartition('.')[2]}`"
        case t.ZoneRef():
            return f"it is a place of `{doubt.node.zone.name}`"
        case t.Put():
            return f"`{doubt.node.target.field.name}` is set to it"
        case Define():
            return f"`{doubt.node.name}` gives {_type(doubt)}"
        case t.Do():
            return f"`{doubt.node.procedure}` asks for {_type(doubt)}"
        case t.Apply():
            return f"`{doubt.node.define}` asks for {_type(doubt)}"
        case t.Emit():
            return f"`{doubt.node.event.name}` asks for {_type(doubt)}"
        case t.Selection():
            return "it is gone through"
        case _:
            return "a resource is needed here"


def _type(doubt: Doubt) -> str:
    return "something else" if doubt.wanted is None else a(doubt.wanted)


_CONDITIONS = frozenset({"where", "when", "unless", "condition", "wins", "requires", "in_play", "default", "done"})
_STATEMENTS = frozenset({"do", "effect", "overflow", "rewards", "instead", "run"})


def _help(doubt: Doubt, text: str, guard: str) -> str:
    """The way to guard it, as it can be written where it stands: `first:` of a phase holds neither statements nor a condition."""
    key = (
        next((step for step in reversed(doubt.origin.passage.path) if isinstance(step, str)), "")
        if doubt.origin
        else ""
    )
    path = doubt.origin.passage.path if doubt.origin else ()
    statements = bool(_STATEMENTS & set(path)) and key not in _CONDITIONS
    if not text:
        if statements:
            return "keep it with `let x = ...;`, and look at it first: `if x != none { ... }`"
        return "give it a name in `define:`, and say what counts else: `if x != none then x else ...`"
    if statements:
        return f"look at it first: `if {guard} {{ ... }}`, or within a condition `{guard} and ...`"
    if key in _CONDITIONS:
        return f"look at it first: `{guard} and ...`"
    return f"say what counts else: `if {guard} then {text} else ...`"
