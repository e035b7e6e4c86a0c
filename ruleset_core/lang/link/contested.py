"""Linking: what two expansions both want, and what still names a card that one of them takes out."""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING, NamedTuple

from ruleset_core.lang import tree as t
from ruleset_core.lang.resolve.truth import verdict
from ruleset_core.lang.types import BOOL
from ruleset_core.model.composing.change import Change
from ruleset_core.model.composing.laying import contradiction
from ruleset_core.model.diagnostic import Diagnostic, error

if TYPE_CHECKING:
    from ruleset_core.lang.definitions import Define
    from ruleset_core.lang.link.linker import Linker
    from ruleset_core.lang.origin import Origin

MOST = 5000
"""Pairs that are looked at for one definition; nobody writes so many, and files may be hostile."""
SHOWN = 5
"""Most places that are named."""


def removed_and_named(linker: Linker) -> None:
    """What names a card that is taken out is told where it is taken out: the lines that name it were right before."""
    gone = {change.name: change for change in linker.gathered.changes if change.removed}
    if not gone:
        return
    kept: list[Diagnostic] = []
    named: dict[str, list[Diagnostic]] = {}
    for item in linker.diagnostics:
        if item.severity == "error" and item.about in gone:
            named.setdefault(item.about, []).append(item)
        else:
            kept.append(item)
    linker.diagnostics = [*kept, *(_named(gone[name], items) for name, items in named.items())]


def _named(change: Change, items: list[Diagnostic]) -> Diagnostic:
    document, path = change.home
    places = sorted({item.span for item in items})
    message = (
        f"the card `{change.name}` is taken out, but {len(places)} place{'s' if len(places) > 1 else ''} still name it"
    )
    message = message if len(places) > 1 else message.replace("name it", "names it")
    related = tuple((span, "named here") for span in places[:SHOWN])
    advice = "replace what names it too (`override:`), or leave the card in the game"
    return error("E426", message, document.span(path), help=advice, related=related)


class Wish(NamedTuple):
    """What takes the place of a definition, when, and where that is written."""

    condition: t.Expr
    what: object
    origin: Origin


def wanted_by_two(linker: Linker) -> None:
    """Two expansions that put something in the place of one definition where both may hold: one must come after the other."""
    gathered = linker.gathered
    ids = {origin: file.expansion for origin, file in gathered.expansions}
    if len(ids) < 2:
        return
    files = {each.document.file: ids.get(each.origin, "") for each in gathered.parts}
    files |= {each.document.file: ids.get(each.origin, "") for each in gathered.cards}
    for define in linker.v.defines.values():
        wishes = [(name, each) for each in _wishes(define) if (name := files[_file(each.origin)])]
        told: set[tuple[str, str]] = set()
        for (one, first), (two, second) in islice(combinations(wishes, 2), MOST):
            open_ = one != two and (one, two) not in told and not gathered.order.settled(one, two)
            if open_ and first.what != second.what and _may_meet(linker, first, second):
                told.add((one, two))
                what = f"the definition `{define.name}`"
                found = contradiction(one, two, what, second.origin.span, first.origin.span)
                linker.diagnostics.append(found)


def _wishes(define: Define) -> list[Wish]:
    """What is `set`, or done `instead`; what is added, or done before and after, bears others of its sort."""
    values = [
        Wish(each.where, each.value, each.origin) for each in define.modifiers if each.how == "set" and each.origin
    ]
    done = [
        Wish(each.condition, each.procedure, each.origin)
        for each in define.steps
        if each.how == "instead" and each.origin
    ]
    return values + done


def _file(origin: Origin) -> str:
    """The file that it was written in."""
    return origin.passage.home


def _may_meet(linker: Linker, one: Wish, other: Wish) -> bool:
    """Whether both may hold at once, as far as can be seen."""
    return verdict(linker.v, t.Op(BOOL, "and", (one.condition, other.condition))) is not False
