"""Linking of looks: every expression of `look:` is read against the vocabulary; problems are told as everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, get_args

from ruleset_core.lang import tree as t
from ruleset_core.lang.look import nodes as n
from ruleset_core.lang.look import slips
from ruleset_core.lang.look.art import ArtReader
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.site import Reader, Site
from ruleset_core.lang.resolve.templates import TemplateReader
from ruleset_core.lang.types import BAD, BOOL, INT, SEAT, Type, member
from ruleset_core.model.shapes import look as m

if TYPE_CHECKING:
    from ruleset_core.lang.templates import Template
    from ruleset_core.lang.vocabulary import Vocabulary
    from ruleset_core.model.shapes.common import L10N
    from ruleset_core.model.source import Document

PALETTE: Final = frozenset(get_args(m.Colour))
"""The colours by name."""
SIGNS: Final = frozenset(get_args(m.Sign))
LANGUAGES: Final = ("en", "es")
Laid = Iterable[tuple["Document", m.Look]]
"""Looks with the documents they stand in: of the game, then of its expansions."""


class LookLinker(Reader):
    """Reads looks. What is wrong is in `diagnostics`."""

    def __init__(self, vocabulary: Vocabulary, file_of: Callable[[Document], str] | None = None) -> None:
        super().__init__(vocabulary)
        self._file_of = file_of or super().file
        self.judges = False
        self.art = ArtReader(self)

    def file(self, document: Document) -> str:
        """The name of a file within its game."""
        return self._file_of(document)

    def link(self, laid: Laid) -> n.Look:
        """One look of several, the later ones laid on the earlier ones: they add, and what has the same name takes its place."""
        look, panels = n.Look({}, {}, {}, {}), {}
        for document, given in laid:
            site = Site(document, ("look",))
            for family, colours in given.colours.items():
                look.colours.setdefault(family, {}).update(self._colours(family, colours, site.at("colours", family)))
            for name in given.signs:
                self._known_sign(name, site.at("signs", name))
            look.signs.update(given.signs)
            for kind, face in given.faces.items():
                if self._is_kind(kind, site.at("faces", kind)):
                    look.faces[kind] = self._face(kind, face, site.at("faces", kind))
            for name, panel in given.panels.items():
                look.panels[name] = self._panel(name, panel, site.at("panels", name))
                panels[name] = panel, site.at("panels", name)
        slips.look_at_panels(self, panels.values())
        self.art.unused()
        return look

    # -- names --------------------------------------------------------------------------------------------------

    def _colours(self, family: str, colours: Mapping[str, str], site: Site) -> dict[str, str]:
        domain = self.v.domains.get(family)
        if domain is None:
            self.unknown(
                "E308", f"there is no family `{family}`", site, family, [*self.v.domains], "families", key=True
            )
            return {}
        for name in colours:
            if name not in domain.ids:
                message = f"`{name}` is none of `{family}`"
                self.unknown("E301", message, site.at(name), name, domain.ids, "members", key=True)
        return dict(colours)

    def _known_sign(self, name: str, site: Site) -> None:
        known = [*self.v.domains, *self.v.domains["resource"].ids]
        if name not in known:
            self.unknown("E301", f"`{name}` is neither a family nor a resource", site, name, known, "names", key=True)

    def _is_kind(self, name: str, site: Site) -> bool:
        kinds = [each.name for each in self.v.domains.values() if each.kind == "piece"]
        if name not in kinds:
            self.unknown("E408", f"unknown kind of piece `{name}`", site, name, kinds, "kinds", key=True)
        return name in kinds

    # -- parts --------------------------------------------------------------------------------------------------

    def _texts(self, given: L10N | None, site: Site, scope: Scope) -> dict[str, Template]:
        if given is None:
            return {}
        slips.look_at_texts(self, given, site)
        return {lang: TemplateReader(self).read(given.get(lang), site.at(lang), scope) for lang in LANGUAGES}

    def _maybe(self, text: str | None, site: Site, scope: Scope, want: Type) -> t.Expr | None:
        return None if text is None else self.expr(text, site, scope, want)

    def _when(self, text: str | None, site: Site, scope: Scope) -> t.Expr | None:
        """A condition, if there is one; what always holds says nothing."""
        return None if text is None else self.condition(text, site.at("when"), scope)

    def _any(self, text: str, site: Site, scope: Scope) -> t.Expr:
        """An expression of any type."""
        tree = self._tree(text, site, "expr")
        if tree is None:
            return t.Const(BAD, 0)
        resolver = self.resolver(text)
        value = resolver.expr(tree, scope)
        self._done(resolver, site)
        return value

    def _colour(self, text: str | None, site: Site, scope: Scope) -> n.Hue:
        if text is None or text in PALETTE:
            return text
        value = self._any(text, site, scope)
        if value.type.kind not in {"member", "bad"}:
            advice = f"a colour by name, such as `red`, or a member that has one; not {value.type}"
            self.report("E303", f"`{text}` has no colour", site, advice)
        return value

    def _each(
        self, text: str | None, site: Site, scope: Scope, by: str | None = None, key: str = "each"
    ) -> tuple[n.Through | None, Scope]:
        return (None, scope) if text is None else self._gone_through(text, site, scope, by, key)

    def _gone_through(
        self, text: str, site: Site, scope: Scope, by: str | None = None, key: str = "each"
    ) -> tuple[n.Through, Scope]:
        """What is gone through, as a key says it, and in which order, as `by` beside it says."""
        var, selection, where, inner = self.through(text, site.at(key), scope)
        order = None if by is None else self._any(by, site.at("by"), inner)
        if order is not None and order.type.kind not in {"int", "bool", "member", "bad"}:
            self.report("E303", f"nothing is in the order of {order.type}", site.at("by"), "a number or a member")
        slips.look_at_order(self, order, site.at("by"))
        if selection.zone is not None:
            inner = inner.inner(at=INT)
        return n.Through(var, selection, where, order), inner

    def _parts(self, given: Iterable[m.Part], site: Site, scope: Scope) -> n.Parts:
        return tuple(self._part(each, self._place(site, place), scope) for place, each in enumerate(given))

    @staticmethod
    def _place(site: Site, place: int) -> Site:
        """Where a part of a list stands; alone it may stand without one."""
        return site.at(place) if isinstance(_written(site), list) else site

    def _shown(self, text: str, site: Site, scope: Scope) -> t.Expr:
        """What is shown of something: of what is always so nothing is told."""
        value = self._any(text, site, scope)
        if isinstance(value, t.Const) and value.type.kind in {"bool", "int"}:
            advice = "a value that may change, or a `text`"
            self.report("E303", f"`{text}` is always the same, so that nothing is told by it", site, advice)
        return value

    def _part(self, given: m.Part, site: Site, scope: Scope) -> n.Part:
        short = not isinstance(_written(site), Mapping)
        pieces, _ = self._each(given.pieces, site, scope, given.by, "pieces")
        each, inner = self._each(given.each, site, scope, given.by if pieces is None else None)
        value = None if given.value is None else self._shown(given.value, site if short else site.at("value"), scope)
        times = self._maybe(given.times, site.at("times"), scope, INT)
        of = self._maybe(given.of, site.at("of"), scope, INT)
        slips.look_at_part(self, given, value, times, of, site)
        return n.Part(
            value=value,
            text=self._texts(given.text, site.at("text"), scope),
            sign=given.sign or "",
            pieces=pieces,
            says=None if given.says is None else self._card(given.says, site.at("says"), scope),
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
        )

    def _card(self, text: str, site: Site, scope: Scope) -> t.Expr:
        """A piece of a kind that has cards."""
        value = self._any(text, site, scope)
        domain = self.v.domains.get(value.type.domain)
        if value.type.kind != "bad" and (domain is None or domain.kind != "piece"):
            self.report("E303", f"`{text}` is {value.type}, which has no text", site, "a card")
        return value

    def _answers(self, given: Mapping[str, str], site: Site, scope: Scope) -> n.Answers:
        """Values that answer questions, each of the type of its question."""
        return {
            name: self.expr(text, site.at(name), scope, self.v.decisions[name].type)
            for name, text in given.items()
            if self._is_question(name, site.at(name), key=True)
        }

    def _is_question(self, name: str, site: Site, *, key: bool = False) -> bool:
        known = [*self.v.decisions]
        if name not in known:
            self.unknown("E316", f"unknown decision `{name}`", site, name, known, "decisions", key=key)
        return name in known

    def _turned(self, text: str, site: Site, scope: Scope) -> t.Expr:
        """A piece of a kind that has sides."""
        value = self._any(text, site, scope)
        domain = self.v.domains.get(value.type.domain)
        if value.type.kind != "bad" and (domain is None or not domain.sides):
            self.report("E303", f"`{text}` is {value.type}, which has no sides", site, "a piece of a kind with `sides`")
        return value

    def _face(self, kind: str, given: m.LookFace, site: Site) -> n.Face:
        scope = Scope({"this": member(kind)})
        return n.Face(
            self._texts(given.name, site.at("name"), scope),
            given.sign or "",
            self._colour(given.colour, site.at("colour"), scope),
            self._maybe(given.pips, site.at("pips"), scope, INT),
            self._parts(given.facts, site.at("facts"), scope),
            given.text,
            None if given.art is None else self.art.read(kind, given.art, site.at("art")),
            given.provenance,
        )

    # -- elements -----------------------------------------------------------------------------------------------

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
            return name, "", ""
        known = [*sets, "space"] if self.v.board is not None else sets
        self.unknown("E308", f"there is no set of places `{name}`", site, name, known, "sets")
        return "", "", ""


def _written(site: Site) -> Any:
    """What stands at a place of a file; nothing where the place is not in it."""
    found: Any = site.document.data
    for key in site.path:
        try:
            found = found[key]
        except (KeyError, IndexError, TypeError):
            return None
    return found
