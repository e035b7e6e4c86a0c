"""Lists of pieces as they are usually shown: on display, as piles, on a board, as so many signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ruleset_core.engine.look.usual_parts import SIGN, Made, both, is_board, is_plan, texts, values

if TYPE_CHECKING:
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.vocabulary import Domain, Vocabulary, Zone


def lists_shown(program: Program, zones: Sequence[Zone], of: str) -> Iterator[Made]:
    """Lists of pieces: on display, as piles, on a board, or as so many signs where they are all alike."""
    v = program.vocabulary
    for zone in zones:
        domain = v.domains[zone.kind]
        title = texts(zone.title)
        if not zone.index and is_alike(v, domain):
            sign = {"sign": SIGN.get(domain.name, "box"), "times": f"count c in {of}{zone.name}", "label": title}
            yield {"line": sign}
        elif not zone.index:
            yield {"title": title, "pieces": f"c in {of}{zone.name}", "lies": _lies(program, zone, of)}
        elif len(zone.index) == 1 and (is_board(v, zone.index[0]) or is_plan(v, zone.index[0])):
            family = zone.index[0].domain
            if family in {"line", "crossing"}:
                continue
            yield {"title": title, "board": {"of": family, "place": [{"pieces": f"c in {of}{zone.name}[it]"}]}}
        elif len(zone.index) == 1:
            inside = {
                "title": both(f"{title['en']} {{i}}", f"{title['es']} {{i}}"),
                "pieces": f"c in {of}{zone.name}[i]",
                "lies": _lies(program, zone, of),
            }
            yield {"each": f"i in {values(zone.index[0])}", "show": [inside]}


def _lies(program: Program, zone: Zone, of: str) -> str:
    lies = how_it_lies(zone)
    return "list" if lies == "row" and not of and not is_told_by_name(program, zone) else lies


def how_it_lies(zone: Zone) -> str:
    """In a row what somebody sees, in a pile what nobody does."""
    return "row" if zone.visible in {"all", "owner", "others", "seen"} else "pile"


def is_told_by_name(program: Program, zone: Zone) -> bool:
    """Whether the names of what lies in a list say all there is to say of it."""
    domain = program.vocabulary.domains[zone.kind]
    ids = {*domain.ids}
    return (
        not any(each.owner in ids for each in program.clauses)
        and not any(card in ids for card, _ in program.given)
        and all(fact.made or fact is domain.card for fact in domain.facts.values())
    )


def is_alike(v: Vocabulary, domain: Domain) -> bool:
    """Whether nobody asks which piece of a kind it is: counted ones of which nothing is told."""
    asked = any(each.type.domain == domain.name for each in v.decisions.values())
    kept = any(domain.name in {i.domain for i in each.index} for each in v.fields.values() if "." not in each.name)
    return domain.card is None and not (asked or kept or domain.facts or domain.sides)
