"""Linking of panels of looks and of what stands on them: tables, pieces, tracks, boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ruleset_core.lang.look import nodes as n
from ruleset_core.lang.look import slips
from ruleset_core.lang.look.parts import PartReader
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import BAD, BOOL, INT, SEAT, member
from ruleset_core.model.shapes import look as m


class ElementReader(PartReader):
    """Reads panels with their elements."""

    def _panel(self, name: str, given: m.Panel, site: Site) -> n.Panel:
        scope = Scope() if given.of == "table" else Scope({"seat": SEAT})
        for place, about in enumerate(given.about):
            self._is_question(about, site.at("about", place))
        slips.look_for_twins(self, given.about, lambda place: site.at("about", place), "question")
        return n.Panel(
            name,
            self._texts(given.title, site.at("title"), scope),
            given.of,
            given.rank,
            self._when(given.when, site, scope),
            given.about,
            tuple(self._elements(given.show, site.at("show"), scope)),
            None if given.short is None else tuple(self._elements(given.short, site.at("short"), scope)),
            self._texts(given.note, site.at("note"), scope),
        )

    def _elements(self, given: Sequence[m.Element], site: Site, scope: Scope) -> Iterator[n.Element]:
        slips.look_for_twins(self, given, site.at, "element")
        for place, each in enumerate(given):
            yield self._element(each, site.at(place), scope)

    def _element(self, given: m.Element, site: Site, scope: Scope) -> n.Element:
        return n.Element(
            self._what(given, site, scope),
            self._texts(given.title, site.at("title"), scope),
            self._when(given.when, site, scope),
            given.rank,
        )

    def _what(self, given: m.Element, site: Site, scope: Scope) -> Any:
        if given.line is not None:
            return self._parts(given.line, site.at("line"), scope)
        if given.text is not None:
            return self._texts(given.text, site.at("text"), scope)
        if given.table is not None:
            return self._table(given.table, site.at("table"), scope)
        if given.pieces is not None:
            return self._pieces(given, site, scope)
        if given.track is not None:
            return self._track(given.track, site.at("track"), scope)
        if given.board is not None:
            return self._board(given.board, site.at("board"), scope)
        key = "beside" if given.beside is not None else "show"
        each, inner = self._each(given.each, site, scope, given.by)
        return n.Several(tuple(self._elements(getattr(given, key), site.at(key), inner)), key == "beside", each)

    def _table(self, given: m.LookTable, site: Site, scope: Scope) -> n.Table:
        each, inner = self._gone_through(given.each, site, scope, given.by)
        slips.look_for_twins(self, given.columns, lambda place: site.at("columns", place), "column")
        columns = tuple(
            self._column(one, site.at("columns", place), scope, inner) for place, one in enumerate(given.columns)
        )
        return n.Table(
            each,
            self._parts(given.name, site.at("name"), inner),
            self._colour(given.colour, site.at("colour"), inner),
            columns,
            self._answers(given.answers, site.at("answers"), inner),
        )

    def _column(self, given: m.LookColumn, site: Site, outer: Scope, row: Scope) -> n.Column:
        each, head = self._each(given.each, site, outer)
        cell = row if each is None else row.inner(**{each.var: head.locals[each.var]})
        return n.Column(
            self._texts(given.title, site.at("title"), head),
            self._parts(given.cell, site.at("cell"), cell),
            each,
            self._colour(given.colour, site.at("colour"), head),
            given.wide,
            given.rank,
            self._when(given.when, site, outer),
        )

    def _pieces(self, given: m.Element, site: Site, scope: Scope) -> n.Pieces:
        each, inner = self._gone_through(given.pieces or "", site, scope, given.by, "pieces")
        domain = self.v.domains.get(each.selection.type.domain)
        if each.selection.type.kind != "bad" and (domain is None or domain.kind != "piece"):
            message = f"these are of {each.selection.type}, not of a kind of pieces"
            self.report("E303", message, site.at("pieces"), "what has no pieces can be a `table`")
        lying = inner.inner(at=INT)
        under = self._parts(given.under, site.at("under"), lying)
        answers = self._answers(given.answers, site.at("answers"), lying)
        room = self._maybe(given.room, site.at("room"), scope, INT)
        slips.look_at_room(self, room, site.at("room"))
        return n.Pieces(each, given.lies, under, room, answers)

    def _track(self, given: m.LookTrack, site: Site, scope: Scope) -> n.Track:
        to = self._maybe(given.to, site.at("to"), scope, INT)
        slips.look_at_track(self, given, to, site)
        return n.Track(
            self.expr(given.value, site.at("value"), scope, INT),
            to,
            self._maybe(given.held, site.at("held"), scope, INT),
            given.groups,
            self._texts(given.name, site.at("name"), scope),
            self._colour(given.colour, site.at("colour"), scope),
            self._parts(given.after, site.at("after"), scope),
        )

    def _board(self, given: m.LookBoard, site: Site, scope: Scope) -> n.Board:
        families = self._families(given.of, site.at("of"))
        for key, part, family in (("line", "sides", families[1]), ("crossing", "corners", families[2])):
            if getattr(given, key) and families[0] and not family:
                advice = f"only a planar board, and a grid with `{part}: NAME`, has such; leave it out"
                message = f"nothing reads `{key}`: `{given.of}` has no `{part}`"
                self.report("E107", message, site.at(key), advice, key=True)
        scopes = [scope.inner(it=member(each) if each else BAD) for each in families]
        return n.Board(
            given.of,
            self._parts(given.place, site.at("place"), scopes[0]),
            self._colour(given.colour, site.at("colour"), scopes[0]),
            self._parts(given.line, site.at("line"), scopes[1]),
            self._parts(given.crossing, site.at("crossing"), scopes[2]),
            self._parts(given.legend, site.at("legend"), scope),
            given.crop,
            self._maybe(given.shaded, site.at("shaded"), scopes[0], BOOL),
        )

    def _families(self, name: str, site: Site) -> tuple[str, str, str]:
        """The families of the places, lines and crossings of a board."""
        if self.v.board is not None and name == "space":
            return "space", "line", "crossing"
        sets = [each.name for each in self.v.domains.values() if each.kind == "set"]
        if name in sets:
            facts = (self.v.domains[name].facts.get(part) for part in ("sides", "corners"))
            made = (None if fact is None or not fact.made else fact.type.element for fact in facts)
            line, crossing = ("" if each is None else each.domain for each in made)
            return name, line, crossing
        known = [*sets, "space"] if self.v.board is not None else sets
        self.unknown("E308", f"there is no set of places `{name}`", site, name, known, "sets")
        return "", "", ""
