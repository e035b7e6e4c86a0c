"""Linking: what fields begin with where that is worked out when a game begins, before anything has happened."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.lang import tree as t
from ruleset_core.lang.program import Start
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.syntax.parse import parse
from ruleset_core.lang.tells import which
from ruleset_core.lang.walk import everything

if TYPE_CHECKING:
    from ruleset_core.lang.link.domains import DomainNames
    from ruleset_core.lang.link.linker import Linker
    from ruleset_core.lang.types import Type

_WORD: Final = re.compile(r"-?\w*")
NUMBERS: Final = ("held", "filled")
"""What seats have of resources: that is there before any field is."""


def is_worked_out(linker: DomainNames, given: object, kind: Type) -> bool:
    """Whether a first value is an amount to work out, not a value of the type: `2 * players`, or the name of something else."""
    if not isinstance(given, str) or kind.kind == "bad":
        return False
    if _WORD.fullmatch(given) is None:
        return kind.kind != "member" or parse(given, "expr")[0] is not None
    if kind.kind == "member" and given in linker.v.domains[kind.domain].ids:
        return False
    parts = [part.sections for part in linker.gathered.parts]
    return given in {"players", "me"} or any(given in part.state or given in part.define for part in parts)


def read_starts(linker: Linker) -> None:
    """Read all such values; each may look at what is known by then."""
    known = [*NUMBERS]
    for name, field in linker.v.fields.items():
        site = linker.homes.get(("state", name))
        entry = None if site is None else _entry(linker, name, site)
        if entry is not None and site is not None and is_worked_out(linker, entry.start, field.type):
            at = site.at("start")
            tree = linker.expr(entry.start, at, Scope(which(field), me=field.per_seat), field.type)
            for unknown in dict.fromkeys(_unknown(linker, tree, known, set())):
                advice = (
                    "it may look at fields declared before it, options, facts, `players` and what resources begin with"
                )
                linker.report("E429", f"{unknown} is not known when `{name}` begins", at, advice)
                break
            linker.program.starts.append(Start(field, tree, linker.origin(at, entry.start)))
        known.append(name)


def _entry(linker: Linker, name: str, site: Site) -> Any:
    return next(part.sections.state[name] for part in linker.gathered.parts if part.document is site.document)


def _unknown(linker: Linker, tree: Any, known: list[str], seen: set[str]) -> Iterator[str]:
    """What an amount looks at that is not known before a game begins, in words."""
    for node in everything(tree):
        match node:
            case t.Load() if node.field.name not in known:
                name = node.field.name
                yield f"`{name}`" if "." not in name else f"where a {name.partition('.')[0]} is"
            case t.ZoneRef():
                yield f"what lies in `{node.zone.name}`"
            case t.HookCall():
                yield f"what `{node.hook}` answers"
            case t.Apply() if node.define not in seen:
                seen.add(node.define)
                define = linker.v.defines[node.define]
                if define.value is not None:  # what is in play changes nothing yet
                    yield from _unknown(linker, define.value, known, seen)
            case _:
                pass
