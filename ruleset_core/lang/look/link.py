"""Linking of looks: every expression of `look:` is read against the vocabulary; problems are told as everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from ruleset_core.lang.look import nodes as n
from ruleset_core.lang.look import slips
from ruleset_core.lang.look.art import ArtReader
from ruleset_core.lang.look.elements import ElementReader
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import INT, member
from ruleset_core.model.shapes import look as m

if TYPE_CHECKING:
    from ruleset_core.lang.vocabulary import Vocabulary
    from ruleset_core.model.source import Document

Laid = Iterable[tuple["Document", m.Look]]
"""Looks with the documents they stand in: of the game, then of its expansions."""


class LookLinker(ElementReader):
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
