"""Linking: branches that an expansion adds to the choices of a decision (`extend: choices:`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import BOOL
from ruleset_core.lang.vocabulary import Branch, Decision
from ruleset_core.model.diagnostic import nearest
from ruleset_core.model.shapes.documents import ExpansionPart
from ruleset_core.model.shapes.extend import FurtherBranch

if TYPE_CHECKING:
    from ruleset_core.lang.link.behaviour import BehaviourLinker
    from ruleset_core.lang.link.linker import Linker


def declare_branches(linker: BehaviourLinker) -> None:
    """Each becomes a procedure, before any effect is read: wherever the decision is chosen by branches, it is one more."""
    for name, member, branch, site in _entries(linker):
        decision = linker.v.decisions.get(name)
        if decision is None:
            at = Site(site.document, site.path[:-1])
            linker.unknown(
                "E316", f"unknown decision `{name}`", at, name, list(linker.v.decisions), "decisions", key=True
            )
            continue
        value = _value(linker, decision, member, site)
        if value is None:
            continue
        if any(each.value == value for each in decision.branches):
            linker.report(
                "E317", f"another expansion adds the branch `{member}` too", site, "choose another member", key=True
            )
            continue
        where = linker.condition(branch.where, site.at("where"), Scope())
        body = linker.effect(branch.do, site.at("do"), Scope())
        procedure = f"branch {name} {member}"
        linker.procedure(procedure, (), body)
        linker.homes["procedure", procedure] = site.at("do")
        linker.homes["branch", procedure] = site
        decision.branches.append(Branch(value, where, procedure, member, linker.origin(site)))


def check_branches(linker: Linker) -> None:
    """A branch of what is nowhere chosen by branches would never be offered; one that is there already has its own way."""
    for decision in linker.v.decisions.values():
        for each in decision.branches:
            site = linker.homes["branch", each.procedure]
            if not decision.branched and linker.sound:  # what could not be read may have had branches
                message = f"`{decision.name}` is nowhere chosen by branches"
                linker.report(
                    "E317", message, site, f"only `choose {decision.name} {{ ... | ... }}` has branches", key=True
                )
            if each.value in decision.own_branches:
                message = f"`{decision.name}` has a branch `{each.member}` already"
                advice = "to change what it does, modify an effect that it uses"
                linker.report("E317", message, site, advice, key=True)


def _entries(linker: BehaviourLinker) -> Iterator[tuple[str, str, FurtherBranch, Site]]:
    for part in linker.gathered.parts:
        if not isinstance(part.sections, ExpansionPart):
            continue
        for name, branches in part.sections.extend.choices.items():
            for member, branch in branches.items():
                yield name, member, branch, Site(part.document, ("extend", "choices", name, member))


def _value(linker: BehaviourLinker, decision: Decision, member: str, site: Site) -> int | None:
    """The number of a member; reported if there is none of that name."""
    kind = decision.type
    known = linker.v.domains[kind.domain].ids if kind.kind == "member" else ["false", "true"] if kind == BOOL else []
    if member in known:
        return known.index(member)
    if kind.kind != "bad":
        message = f"`{decision.name}` is of {kind}, which has no `{member}`"
        swap = nearest(member, known, site.document.key_span(site.path))
        advice = f"add it to `{kind.domain}` under `extend: sets:`" if kind.kind == "member" else ""
        advice = f"did you mean `{swap.replacement}`?" if swap else advice
        linker.report("E317", message, site, advice, key=True, about=member)
    return None
