"""What is sound in a look and yet does nothing, or says the same again: told as warnings where it stands."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ruleset_core.lang import tree as t
from ruleset_core.lang.look.nodes import is_amount
from ruleset_core.lang.resolve.truth import Truth

if TYPE_CHECKING:
    from ruleset_core.lang.resolve.site import Reader, Site
    from ruleset_core.lang.types import Type
    from ruleset_core.model.shapes import look as m

T = TypeVar("T")
NOTHING: Final = "W527"


def tell(reader: Reader, message: str, site: Site, advice: str) -> None:
    """A part of a look that does nothing."""
    reader.report(NOTHING, message, site, advice, severity="warning")


def look_at_part(
    reader: Reader, given: m.Part, value: t.Expr | None, times: t.Expr | None, of: t.Expr | None, site: Site
) -> None:
    """Keys of a part that do nothing to what it shows."""
    kind = None if value is None else value.type
    if given.mark and kind is not None and kind.kind in {"int", "bool"} and not is_amount(value):
        advice = "leave it out; it is for members, and for amounts of resources that have a sign"
        tell(reader, f"{_a(kind)} has no name, so `mark` does nothing", site.at("mark"), advice)
    if not given.zero and kind is not None and kind.kind not in {"int", "bad"}:
        tell(reader, f"{_a(kind)} is never 0, so `zero` does nothing", site.at("zero"), "leave it out")
    if isinstance(of, t.Const) and times is not None and of.type.kind == "int":
        high = Truth(reader.v).values(times, {}).high
        if of.value < 1:
            tell(
                reader, f"of {of.value} nothing is shown as empty", site.at("of"), "how many there could be: 1 or more"
            )
        elif high not in {inf, of.value} and of.value < high:
            tell(reader, f"there may be {high:.0f}, and `of` says {of.value}", site.at("of"), f"write `{high:.0f}`")


def look_at_order(reader: Reader, order: t.Expr | None, site: Site) -> None:
    """An order in which all are equal."""
    if isinstance(order, t.Const) and order.type.kind != "bad":
        tell(reader, "all are equal in this order", site, "a number or a member that differs, or leave it out")


def look_at_room(reader: Reader, room: t.Expr | None, site: Site) -> None:
    """No place at all."""
    if isinstance(room, t.Const) and room.type.kind == "int" and room.value < 1:
        tell(reader, f"{room.value} places are none", site, "how many places there are, or leave it out")


def look_at_track(reader: Reader, given: m.LookTrack, to: t.Expr | None, site: Site) -> None:
    """Groups of spaces that are more or less than the spaces."""
    if given.groups and isinstance(to, t.Const) and sum(given.groups) != to.value:
        message = f"these groups are {sum(given.groups)} spaces, and the track has {to.value}"
        tell(reader, message, site.at("groups"), "let them add up to `to`")


def look_for_twins(
    reader: Reader, given: Sequence[T], site: Callable[[int], Site], what: str, key: Callable[[T], Any] = repr
) -> None:
    """The same thing twice."""
    seen: dict[Hashable, int] = {}
    for place, each in enumerate(given):
        if key(each) in seen:
            tell(reader, f"the same {what} stands here already", site(place), "leave one out, or let them differ")
        seen.setdefault(key(each), place)


def look_at_panels(reader: Reader, panels: Iterable[tuple[m.Panel, Site]]) -> None:
    """Panels that show the same, or are called the same for the same seats, wherever they stand."""
    seen: dict[Hashable, str] = {}
    for panel, site in panels:
        called = None if panel.title is None or panel.when is not None else ("called", repr(panel.title), panel.of)
        for key, what, at in (
            (("shown", repr(panel.show), panel.of, panel.when), "shows the same as", site),
            (called, "is called the same as", site.at("title")),
        ):
            other = None if key is None else seen.setdefault(key, str(site.path[-1]))
            if other is not None and other != site.path[-1]:
                tell(reader, f"this panel {what} `{other}`", at, "leave one out, or let them differ")
                break


def _a(kind: Type) -> str:
    return {"int": "a number", "bool": "a condition"}.get(kind.kind, str(kind))
