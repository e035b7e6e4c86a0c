"""How much a scene has to hold for an element of a look at least, whatever the position: what is too much is warned of.

    line: {show: [...], each: r in track where r.lane == it}       on each of 78 lines 100 tracks are passed over:
                                                                   78 * (2 + 100 * 4 // 50) = 780 of 8,000 things

What depends on a position (`when`, pieces that lie somewhere) is taken for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import look_nodes
from ruleset_core.lang import typed_tree as t

if TYPE_CHECKING:
    from ruleset_core.analysis.text_reader import SourceSite, TextReader
    from ruleset_core.lang.vocabulary import Vocabulary


def check_size(reader: TextReader, what: Any, site: SourceSite) -> None:
    """W549: an element that is cut in every position."""
    least = least_things(reader.v, what)
    if least > look_nodes.THINGS:
        message = f"this is too much to show: a scene has room for {look_nodes.THINGS:,} things, and this takes {least:,} or more"
        advice = "go through less: a list that is a fact (`each: r in it.roads`) in place of a whole set with `where`"
        reader.report("W549", message, site, advice, severity="warning")


def board_families(v: Vocabulary, name: str) -> tuple[str, str, str] | None:
    """The families of the places, lines and crossings of a board, empty for those it has not; None if there is no such board."""
    if v.board is not None and name == "space":
        return "space", "line", "crossing"
    domain = v.domains.get(name)
    if domain is None or domain.kind != "set":
        return None
    facts = (domain.facts.get(part) for part in ("sides", "corners"))
    line, crossing = (
        "" if fact is None or not fact.made or fact.type.element is None else fact.type.element.domain for fact in facts
    )
    return name, line, crossing


def least_things(v: Vocabulary, what: Any) -> int:
    """So many things an element takes at least."""
    if isinstance(what, look_nodes.LinkedGroup):
        return _of_loop(what.each, sum(_of_element(v, each) for each in what.elements))
    if isinstance(what, look_nodes.LinkedTable):
        return _of_loop(what.each, sum(_of_parts(each.cell) for each in what.columns if each.when is None))
    if isinstance(what, look_nodes.LinkedBoard):
        if what.each is not None:
            return _of_loop(what.each, _of_parts(what.place))
        families = board_families(v, what.of) or ("", "", "")
        shown = zip(families, (what.place, what.line, what.crossing), strict=True)
        return sum(v.domains[name].size * (1 + _of_parts(parts)) for name, parts in shown if name)
    return _of_parts(what) if isinstance(what, tuple) else 1


def _of_element(v: Vocabulary, element: look_nodes.LinkedElement) -> int:
    return 1 if element.when is not None else 1 + least_things(v, element.what)


def _of_parts(parts: Iterable[look_nodes.LinkedPart]) -> int:
    return sum(
        1 if each.when is not None or not each.show else 1 + _of_loop(each.each, _of_parts(each.show)) for each in parts
    )


def _of_loop(each: look_nodes.LinkedLoop | None, inner: int) -> int:
    """For each of a loop; where a condition leaves some out, it is not known how many."""
    if each is None:
        return inner
    size = _size(each.selection)
    return size * (1 + inner) if each.where is None else size * each.passing_steps() // look_nodes.STEPS


def _size(selection: t.Selection) -> int:
    if selection.kind == "values":
        return len(selection.values)
    if selection.kind == "range":
        ends = [each.value for each in selection.parts if isinstance(each, t.Const)]
        return max(0, ends[1] - ends[0] + 1) if len(ends) == 2 else 0
    return 0
