"""Links panels of a look with their elements and parts, within a scope of local names; warns of what has no effect or stands twice.

An element of a look is linked within a scope: what it goes through becomes a local that its parts may name.

    {table: {each: p in seat, columns: [{title: ..., cell: [{value: p.points}]}]}}
        LinkedLoop("p", Selection("range", 0 to players - 1)), a column with LinkedPart(value=Load(held, seat=Local("p"), ...))
    {line: [{value: round, mark: true}]}
        W527: a number has no name, so `mark` does nothing; leave it out
    {text: {en: "a {round}", es: "b"}}
        W528: `es` does not tell `{round}`, which `en` does

How much a scene has to hold for an element of a look at least, whatever the position: what is too much is warned of.

    line: {show: [...], each: r in track where r.lane == it}       on each of 78 lines 100 tracks are passed over:
                                                                   78 * (2 + 100 * 4 // 50) = 780 of 8,000 things

What depends on a position (`when`, pieces that lie somewhere) is taken for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any, Final, TypeVar, get_args

from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.known_ranges import NOTHING_KNOWN
from ruleset_core.analysis.range_analysis import ConditionTruth
from ruleset_core.analysis.text_reader import LANGUAGES, SourceSite, TemplateReader, TextReader
from ruleset_core.lang import look_nodes
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.look_nodes import is_amount
from ruleset_core.lang.types import BAD, BOOL, INT, SEAT, Type, member_type
from ruleset_core.lang.vocabulary import Template, Vocabulary
from ruleset_core.model.schema import look_section as m
from ruleset_core.model.schema.base import LocalizedText


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


# What is sound in a look and yet does nothing, or says the same again: told as warnings where it stands.

T = TypeVar("T")
NOTHING: Final = "W527"


def warn_no_effect(reader: TextReader, message: str, site: SourceSite, advice: str) -> None:
    """A part of a look that does nothing."""
    reader.report(NOTHING, message, site, advice, severity="warning")


def check_part(
    reader: TextReader,
    given: m.LookPart,
    value: t.Expr | None,
    times: t.Expr | None,
    of: t.Expr | None,
    site: SourceSite,
) -> None:
    """Keys of a part that do nothing to what it shows."""
    kind = None if value is None else value.type
    if given.mark and kind is not None and kind.kind in {"int", "bool"} and not is_amount(value):
        advice = "leave it out; it is for members, and for amounts of resources that have a sign"
        warn_no_effect(reader, f"{_a(kind)} has no name, so `mark` does nothing", site.at("mark"), advice)
    if not given.zero and kind is not None and kind.kind not in {"int", "bad"}:
        warn_no_effect(reader, f"{_a(kind)} is never 0, so `zero` does nothing", site.at("zero"), "leave it out")
    if isinstance(of, t.Const) and times is not None and of.type.kind == "int":
        high = ConditionTruth(reader.v).values(times, NOTHING_KNOWN).high
        if of.value < 1:
            warn_no_effect(
                reader, f"of {of.value} nothing is shown as empty", site.at("of"), "how many there could be: 1 or more"
            )
        elif high not in {inf, of.value} and of.value < high:
            warn_no_effect(
                reader, f"there may be {high:.0f}, and `of` says {of.value}", site.at("of"), f"write `{high:.0f}`"
            )


def check_order(reader: TextReader, order: t.Expr | None, site: SourceSite) -> None:
    """An order in which all are equal."""
    if isinstance(order, t.Const) and order.type.kind != "bad":
        warn_no_effect(
            reader, "all are equal in this order", site, "a number or a member that differs, or leave it out"
        )


def check_empty_room(reader: TextReader, room: t.Expr | None, site: SourceSite) -> None:
    """No place at all."""
    if isinstance(room, t.Const) and room.type.kind == "int" and room.value < 1:
        warn_no_effect(reader, f"{room.value} places are none", site, "how many places there are, or leave it out")


def check_track(reader: TextReader, given: m.LookTrack, to: t.Expr | None, site: SourceSite) -> None:
    """Groups of spaces that are more or less than the spaces."""
    if given.groups and isinstance(to, t.Const) and sum(given.groups) != to.value:
        message = f"these groups are {sum(given.groups)} spaces, and the track has {to.value}"
        warn_no_effect(reader, message, site.at("groups"), "let them add up to `to`")


def check_duplicates(reader: TextReader, given: Sequence[Any], site: Callable[[int], SourceSite], what: str) -> None:
    """The same thing twice. It is looked for only where somebody judges: what shows a whole element takes longer than to read it."""
    seen: dict[str, int] = {}
    for place, each in enumerate(given if reader.judges else ()):
        if seen.setdefault(repr(each), place) != place:
            warn_no_effect(reader, f"the same {what} is here already", site(place), "leave one out, or let them differ")


def check_panels(reader: TextReader, panels: Iterable[tuple[m.LookPanel, SourceSite]]) -> None:
    """Panels that show the same, or are called the same for the same seats, wherever they stand."""
    seen: dict[Hashable, str] = {}
    for panel, site in panels if reader.judges else ():
        called = None if panel.title is None or panel.when is not None else ("called", repr(panel.title), panel.of)
        for key, what, at in (
            (("shown", repr(panel.show), panel.of, panel.when), "shows the same as", site),
            (called, "is called the same as", site.at("title")),
        ):
            other = None if key is None else seen.setdefault(key, str(site.path[-1]))
            if other is not None and other != site.path[-1]:
                warn_no_effect(reader, f"this panel {what} `{other}`", at, "leave one out, or let them differ")
                break


def _a(kind: Type) -> str:
    return {"int": "a number", "bool": "a condition"}.get(kind.kind, str(kind))


# Linking of panels of looks and of what stands on them: tables, pieces, tracks, boards, with their values, texts and
# signs.

PALETTE: Final = frozenset(get_args(m.Colour))
"""The colours by name."""


class LookPartReader(TextReader):
    """Reads parts against the vocabulary, within a scope of local names."""

    def _texts(self, given: LocalizedText | None, site: SourceSite, scope: BindingScope) -> dict[str, Template]:
        if given is None:
            return {}
        if isinstance(_written(site), str):
            return dict.fromkeys(LANGUAGES, TemplateReader(self).read(given.en, site, scope))
        return TemplateReader(self).in_languages(given, site, scope)

    def _maybe(self, text: str | None, site: SourceSite, scope: BindingScope, want: Type) -> t.Expr | None:
        return None if text is None else self.expr(text, site, scope, want)

    def _when(self, text: str | None, site: SourceSite, scope: BindingScope) -> t.Expr | None:
        """A condition, if there is one; what always holds says nothing."""
        return None if text is None else self.condition(text, site.at("when"), scope)

    def _any(self, text: str, site: SourceSite, scope: BindingScope) -> t.Expr:
        """An expression of any type."""
        return self.expr(text, site, scope, None)

    def _colour(self, text: str | None, site: SourceSite, scope: BindingScope) -> look_nodes.Hue:
        if text is None or text in PALETTE:
            return text
        value = self._any(text, site, scope)
        if value.type.kind not in {"member", "bad"}:
            advice = f"a colour by name, such as `red`, or a member that has one; not {value.type}"
            self.report("E303", f"`{text}` has no colour", site, advice)
        return value

    def _each(
        self, text: str | None, site: SourceSite, scope: BindingScope, by: str | None = None, key: str = "each"
    ) -> tuple[look_nodes.LinkedLoop | None, BindingScope]:
        return (None, scope) if text is None else self._gone_through(text, site, scope, by, key)

    def _gone_through(
        self, text: str, site: SourceSite, scope: BindingScope, by: str | None = None, key: str = "each"
    ) -> tuple[look_nodes.LinkedLoop, BindingScope]:
        """What is gone through, as a key says it, and in which order, as `by` beside it says."""
        var, selection, where, inner = self.through(text, site.at(key), scope)
        order = None if by is None else self._any(by, site.at("by"), inner)
        if order is not None and order.type.kind not in {"int", "bool", "member", "bad"}:
            self.report("E303", f"nothing is in the order of {order.type}", site.at("by"), "a number or a member")
        check_order(self, order, site.at("by"))
        if selection.zone is not None or selection.type.kind == "bad":
            inner = inner.inner(at=INT)
        return look_nodes.LinkedLoop(var, selection, where, order), inner

    def _parts(self, given: Iterable[m.LookPart], site: SourceSite, scope: BindingScope) -> look_nodes.Parts:
        return tuple(self._part(each, self._place(site, place), scope) for place, each in enumerate(given))

    @staticmethod
    def _place(site: SourceSite, place: int) -> SourceSite:
        """Where a part of a list stands; alone it may stand without one."""
        return site.at(place) if isinstance(_written(site), list) else site

    def _displayed_value(self, text: str, site: SourceSite, scope: BindingScope) -> t.Expr:
        """What is shown of something: of what is always so nothing is told."""
        value = self._any(text, site, scope)
        if isinstance(value, t.Const) and value.type.kind in {"bool", "int"}:
            advice = "a value that may change, or a `text`"
            self.report("E303", f"`{text}` is always the same, so that nothing is told by it", site, advice)
        return value

    def _part(self, given: m.LookPart, site: SourceSite, scope: BindingScope) -> look_nodes.LinkedPart:
        short = not isinstance(_written(site), Mapping)
        pieces, _ = self._each(given.pieces, site, scope, given.by, "pieces")
        each, inner = self._each(given.each, site, scope, given.by if pieces is None else None)
        value = (
            None
            if given.value is None
            else self._displayed_value(given.value, site if short else site.at("value"), scope)
        )
        times = self._maybe(given.times, site.at("times"), scope, INT)
        of = self._maybe(given.of, site.at("of"), scope, INT)
        check_part(self, given, value, times, of, site)
        return look_nodes.LinkedPart(
            value=value,
            text=self._texts(given.text, site.at("text"), scope),
            sign=given.sign or "",
            pieces=pieces,
            says=None if given.says is None else self._card(given.says, site.at("says"), scope),
            score=self._maybe(given.score, site.at("score"), scope, SEAT),
            team=self._maybe(given.team, site.at("team"), scope, SEAT),
            show=self._parts(given.show or (), site.at("show"), inner),
            each=each,
            between=given.between or "",
            label=self._texts(given.label, site.at("label"), scope),
            colour=self._colour(given.colour, site.at("colour"), scope),
            when=self._when(given.when, site, scope),
            times=times,
            of=of,
            style=given.style or "",
            zero=given.zero,
            mark=given.mark,
            stands=None if given.stands is None else self._any(given.stands, site.at("stands"), scope),
            answers=self._answers(given.answers, site.at("answers"), scope),
            turned=None if given.turned is None else self._turned(given.turned, site.at("turned"), scope),
            said=self._texts(given.said, site.at("said"), scope),
            below=given.below,
            form=given.form or "",
        )

    def _card(self, text: str, site: SourceSite, scope: BindingScope) -> t.Expr:
        """A piece of a kind that has cards."""
        value = self._any(text, site, scope)
        domain = self.v.domains.get(value.type.domain)
        if value.type.kind != "bad" and (domain is None or domain.kind != "piece"):
            self.report("E303", f"`{text}` is {value.type}, which has no text", site, "a card")
        return value

    def _answers(self, given: Mapping[str, str], site: SourceSite, scope: BindingScope) -> look_nodes.Answers:
        """Values that answer questions, each of the type of its question."""
        return {
            name: self.expr(text, site.at(name), scope, self.v.decisions[name].type)
            for name, text in given.items()
            if self._is_question(name, site.at(name), key=True)
        }

    def _is_question(self, name: str, site: SourceSite, *, key: bool = False) -> bool:
        known = [*self.v.decisions]
        if name not in known:
            self.unknown("E316", f"unknown decision `{name}`", site, name, known, "decisions", key=key)
        return name in known

    def _turned(self, text: str, site: SourceSite, scope: BindingScope) -> t.Expr:
        """A piece of a kind that has sides."""
        value = self._any(text, site, scope)
        domain = self.v.domains.get(value.type.domain)
        if value.type.kind != "bad" and (domain is None or not domain.sides):
            self.report("E303", f"`{text}` is {value.type}, which has no sides", site, "a piece of a kind with `sides`")
        return value


def _written(site: SourceSite) -> Any:
    """What stands at a place of a file; nothing where the place is not in it."""
    found: Any = site.document.data
    for key in site.path:
        try:
            found = found[key]
        except (KeyError, IndexError, TypeError):
            return None
    return found


# -- panels ------------------------------------------------------------------------------------------------------------


class LookElementReader(LookPartReader):
    """Reads panels with their elements."""

    def _panel(self, name: str, given: m.LookPanel, site: SourceSite) -> look_nodes.LinkedPanel:
        scope = BindingScope() if given.of == "table" else BindingScope({"seat": SEAT})
        for place, about in enumerate(given.about):
            self._is_question(about, site.at("about", place))
        check_duplicates(self, given.about, lambda place: site.at("about", place), "question")
        return look_nodes.LinkedPanel(
            name,
            self._texts(given.title, site.at("title"), scope),
            given.of,
            given.rank,
            self._when(given.when, site, scope),
            given.about,
            self._sized(given.show, site.at("show"), scope),
            None if given.short is None else self._sized(given.short, site.at("short"), scope),
            self._texts(given.note, site.at("note"), scope),
            given.area or ("tray" if given.of == "own" else "table"),
            None if given.terminal is None else self._sized(given.terminal, site.at("terminal"), scope),
            given.backs,
        )

    def _sized(
        self, given: Sequence[m.LookElement], site: SourceSite, scope: BindingScope
    ) -> tuple[look_nodes.LinkedElement, ...]:
        """The elements of a panel; of one that is always cut that is told."""
        linked = tuple(self._elements(given, site, scope))
        for place, each in enumerate(linked):
            if each.when is None:
                check_size(self, each.what, site.at(place))
        return linked

    def _elements(
        self, given: Sequence[m.LookElement], site: SourceSite, scope: BindingScope
    ) -> Iterator[look_nodes.LinkedElement]:
        check_duplicates(self, given, site.at, "element")
        for place, each in enumerate(given):
            yield self._element(each, site.at(place), scope)

    def _element(self, given: m.LookElement, site: SourceSite, scope: BindingScope) -> look_nodes.LinkedElement:
        return look_nodes.LinkedElement(
            self._what(given, site, scope),
            self._texts(given.title, site.at("title"), scope),
            self._when(given.when, site, scope),
            given.rank,
        )

    def _what(self, given: m.LookElement, site: SourceSite, scope: BindingScope) -> Any:
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
        return look_nodes.LinkedGroup(
            tuple(self._elements(getattr(given, key), site.at(key), inner)),
            key == "beside",
            each,
            self._colour(given.colour, site.at("colour"), inner),
        )

    def _table(self, given: m.LookTable, site: SourceSite, scope: BindingScope) -> look_nodes.LinkedTable:
        each, inner = self._gone_through(given.each, site, scope, given.by)
        check_duplicates(self, given.columns, lambda place: site.at("columns", place), "column")
        columns = tuple(
            self._column(one, site.at("columns", place), scope, inner) for place, one in enumerate(given.columns)
        )
        return look_nodes.LinkedTable(
            each,
            self._parts(given.name, site.at("name"), inner),
            self._colour(given.colour, site.at("colour"), inner),
            columns,
            self._answers(given.answers, site.at("answers"), inner),
        )

    def _column(
        self, given: m.LookColumn, site: SourceSite, outer: BindingScope, row: BindingScope
    ) -> look_nodes.LinkedColumn:
        each, head = self._each(given.each, site, outer)
        cell = row if each is None else row.inner(**{each.var: head.locals[each.var]})
        return look_nodes.LinkedColumn(
            self._texts(given.title, site.at("title"), head),
            self._parts(given.cell, site.at("cell"), cell),
            each,
            self._colour(given.colour, site.at("colour"), head),
            given.wide,
            given.rank,
            self._when(given.when, site, outer),
        )

    def _pieces(self, given: m.LookElement, site: SourceSite, scope: BindingScope) -> look_nodes.LinkedPieces:
        each, inner = self._pieces_through(given.pieces or "", site, scope, given.by)
        lying = inner.inner(at=INT)
        under = self._parts(given.under, site.at("under"), lying)
        answers = self._answers(given.answers, site.at("answers"), lying)
        room = self._maybe(given.room, site.at("room"), scope, INT)
        check_empty_room(self, room, site.at("room"))
        stands = None if given.stands is None else self._any(given.stands, site.at("stands"), scope)
        return look_nodes.LinkedPieces(each, given.lies, under, room, answers, stands, given.small)

    def _pieces_through(
        self, text: str, site: SourceSite, scope: BindingScope, by: str | None
    ) -> tuple[look_nodes.LinkedLoop, BindingScope]:
        """Pieces that are gone through: what is no piece has no face."""
        each, inner = self._gone_through(text, site, scope, by, "pieces")
        domain = self.v.domains.get(each.selection.type.domain)
        if each.selection.type.kind != "bad" and (domain is None or domain.kind != "piece"):
            message = f"these are of {each.selection.type}, not of a kind of pieces"
            self.report("E303", message, site.at("pieces"), "what has no pieces can be a `table`")
        return each, inner

    def _pieces_on_places(
        self, given: m.LookBoard, site: SourceSite, scope: BindingScope
    ) -> look_nodes.LinkedPieces | None:
        """Pieces with their faces on the places of a board."""
        if given.pieces is None:
            return None
        each, inner = self._pieces_through(given.pieces, site, scope, None)
        return look_nodes.LinkedPieces(
            each, "row", self._parts(given.under, site.at("under"), inner), small=given.small
        )

    def _track(self, given: m.LookTrack, site: SourceSite, scope: BindingScope) -> look_nodes.LinkedTrack:
        to = self._maybe(given.to, site.at("to"), scope, INT)
        check_track(self, given, to, site)
        return look_nodes.LinkedTrack(
            self.expr(given.value, site.at("value"), scope, INT),
            to,
            self._maybe(given.held, site.at("held"), scope, INT),
            given.groups,
            self._texts(given.name, site.at("name"), scope),
            self._colour(given.colour, site.at("colour"), scope),
            self._parts(given.after, site.at("after"), scope),
        )

    def _board(self, given: m.LookBoard, site: SourceSite, scope: BindingScope) -> look_nodes.LinkedBoard:
        """Places of a family, or spaces that are no set of their own: those that `each` goes through."""
        each = None
        if given.of is None:
            each, inner = self._gone_through(given.each or "", site, scope, given.by)
            places = lines = crossings = inner.inner(at=INT)
        else:
            families = self._families(given.of, site.at("of"))
            for key, part, family in (("line", "sides", families[1]), ("crossing", "corners", families[2])):
                if getattr(given, key) and families[0] and not family:
                    advice = f"only a planar board, and a grid with `{part}: NAME`, has such; leave it out"
                    message = f"nothing reads `{key}`: `{given.of}` has no `{part}`"
                    self.report("E107", message, site.at(key), advice, key=True)
            if given.points and families[0] and "around" not in self.v.domains[families[0]].facts:
                message = f"nothing reads `points`: `{given.of}` is no grid of squares"
                self.report("E107", message, site.at("points"), "leave it out", key=True)
            places, lines, crossings = (scope.inner(it=member_type(each) if each else BAD) for each in families)
        return look_nodes.LinkedBoard(
            given.of or "",
            self._parts(given.place, site.at("place"), places),
            self._colour(given.colour, site.at("colour"), places),
            self._parts(given.line, site.at("line"), lines),
            self._parts(given.crossing, site.at("crossing"), crossings),
            self._parts(given.legend, site.at("legend"), scope),
            given.crop,
            self._maybe(given.shaded, site.at("shaded"), places, BOOL),
            each=each,
            columns=self._maybe(given.columns, site.at("columns"), scope, INT),
            ring=given.ring,
            stacked=given.stacked,
            pegs=given.pegs,
            stands=None if given.stands is None else self._any(given.stands, site.at("stands"), places),
            answers=self._answers(given.answers, site.at("answers"), places),
            label=None if given.label is None else self._texts(given.label, site.at("label"), places),
            pieces=self._pieces_on_places(given, site, places),
            rim={side: self._colour(text, site.at("rim", side), scope) for side, text in given.rim.items()},
            points=given.points,
        )

    def _families(self, name: str, site: SourceSite) -> tuple[str, str, str]:
        """The families of the places, lines and crossings of a board."""
        found = board_families(self.v, name)
        if found is not None:
            return found
        sets = [each.name for each in self.v.domains.values() if each.kind == "set"]
        known = [*sets, "space"] if self.v.board is not None else sets
        self.unknown("E308", f"there is no set of places `{name}`", site, name, known, "sets")
        return "", "", ""
