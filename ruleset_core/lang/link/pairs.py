"""Questions whose options are pairs: their answers are members of a family of their own, which no data names."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from ruleset_core.lang.types import BAD, Type
from ruleset_core.lang.vocabulary import MAX_VALUES, Domain, Fact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruleset_core.lang.link.domains import DomainNames
    from ruleset_core.lang.resolve.site import Site


def pair(linker: DomainNames, decision: str, written: Mapping[str, str], site: Site) -> Type:
    """The type of a decision whose options are pairs. Its members are all of them, numbered by the first, then the second."""
    if len(written) != 2:
        what = "an answer is one thing, or a pair of things"
        linker.report("E107", what, site.at("of"), "name two: `{man: cell, goal: cell}`", key=True)
        return BAD
    kinds = {name: linker.type(text, site.at("of", name)) for name, text in written.items()}
    if any(kind.kind == "bad" for kind in kinds.values()):
        return BAD
    count = 1
    for name, kind in kinds.items():
        if kind.optional or not linker.v.finite(kind):
            advice = "a set, a kind, `seat`, `resource`, `bool`, or a range such as `0..5`"
            linker.report("E303", f"`{kind}` has no fixed values to pick from", site.at("of", name), advice)
            return BAD
        count *= len(linker.v.members(kind))
    if count > MAX_VALUES:
        advice = "ask for one, then for the other"
        linker.report("E314", f"these are {count:,} pairs; there can be {MAX_VALUES:,} at most", site.at("of"), advice)
        return BAD
    domain = _made(linker, decision, kinds)
    linker.add_domain(domain)
    return domain.type


def _made(linker: DomainNames, decision: str, kinds: Mapping[str, Type]) -> Domain:
    one, two = kinds.values()
    ids = [f"{a} {b}" for a in linker.v.spellings(one) for b in linker.v.spellings(two)]
    names = [{"en": each, "es": each} for each in ids]
    title = {"en": "pair", "es": "par"}
    domain = Domain(f"pair of {decision}", "pair", ids, names, title, used=True, pair=(one, two))
    combined = [*product(linker.v.members(one), linker.v.members(two))]
    for place, (name, kind) in enumerate(kinds.items()):
        said = name.replace("_", " ")
        domain.facts[name] = Fact(
            name,
            domain.name,
            kind,
            [each[place] for each in combined],
            title={"en": said, "es": said},
            used=True,
            made=True,
        )
    return domain
