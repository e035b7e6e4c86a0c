"""Linking of the parts of looks: values, texts, signs, and what is gone through."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, get_args

from ruleset_core.lang import tree as t
from ruleset_core.lang.look import nodes as n
from ruleset_core.lang.look import slips
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.site import Reader, Site
from ruleset_core.lang.resolve.templates import LANGUAGES, TemplateReader
from ruleset_core.lang.types import BAD, INT, SEAT, Type
from ruleset_core.model.shapes import look as m

if TYPE_CHECKING:
    from ruleset_core.lang.templates import Template
    from ruleset_core.model.shapes.common import L10N

PALETTE: Final = frozenset(get_args(m.Colour))
"""The colours by name."""


class PartReader(Reader):
    """Reads parts against the vocabulary, within a scope of local names."""

    def _texts(self, given: L10N | None, site: Site, scope: Scope) -> dict[str, Template]:
        if given is None:
            return {}
        if isinstance(_written(site), str):
            return dict.fromkeys(LANGUAGES, TemplateReader(self).read(given.en, site, scope))
        return TemplateReader(self).both(given, site, scope)

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
        if selection.zone is not None or selection.type.kind == "bad":
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


def _written(site: Site) -> Any:
    """What stands at a place of a file; nothing where the place is not in it."""
    found: Any = site.document.data
    for key in site.path:
        try:
            found = found[key]
        except (KeyError, IndexError, TypeError):
            return None
    return found
