"""Links `look:` of a game: models in, a tree of `look_nodes`, pictures and diagnostics out.

A look is data of its own: a game may be played without it, so it is linked when the first scene is made. Its texts are
parsed and typed as the rules are; the panel below shows one line:

    panels:
      table: {show: [{text: {en: "pot {pot}", es: "bote {pot}"}}]}

    LinkedLook(panels={"table": LinkedPanel(show=(LinkedElement(what={"en": ["pot ", Load(pot), ""], ...}),))})

`view.look.look_evaluator` evaluates `Load(pot)` on a masked state. What names no field, set or resource is a diagnostic
here, as are pictures that no file holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import get_args

from ruleset_core.analysis import look_elements
from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.look_pictures import files_below, files_named_by
from ruleset_core.analysis.look_prints import LookPrintReader
from ruleset_core.analysis.text_reader import SourceSite
from ruleset_core.diagnostics import unknown_name_help
from ruleset_core.lang import look_nodes
from ruleset_core.lang.types import INT, SEAT, member_type
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.model.schema import look_section as m
from ruleset_core.model.sources import Document

# -- looks -------------------------------------------------------------------------------------------------------------


Laid = Iterable[tuple["Document", m.LookModel]]
"""Looks with the documents they stand in: of the game, then of its expansions."""


def kept_panels(looks: Iterable[m.LookModel]) -> set[str]:
    """The panels of the default look that stay: all, unless a look names them."""
    said = [look.keep for look in looks if look.keep is not None]
    return {name for keep in said for name in keep} if said else {*get_args(m.DefaultPanel)}


class LookLinker(LookPrintReader):
    """Reads looks. What is wrong is in `diagnostics`."""

    def __init__(self, vocabulary: Vocabulary, file_of: Callable[[Document], str] | None = None) -> None:
        super().__init__(vocabulary)
        self._file_of = file_of or super().file
        self.judges = False
        self.gone: frozenset[str] = frozenset()
        """Cards that are taken out."""

    def file(self, document: Document) -> str:
        """The name of a file within its game."""
        return self._file_of(document)

    def link(self, laid: Laid) -> look_nodes.LinkedLook:
        """One look of several, the later ones laid on the earlier ones: they add, and what has the same name takes its place."""
        laid, look, panels = [*laid], look_nodes.LinkedLook({}, {}, {}, {}), {}
        kept = kept_panels(given for _, given in laid)
        named: dict[str, dict[str, tuple[str, SourceSite]]] = {}
        credits_given: list[tuple[m.LookCredit, SourceSite]] = []
        for document, given in laid:
            site = SourceSite(document, ("look",))
            credits_given += [(each, site.at("credits", place)) for place, each in enumerate(given.credits)]
            for family, colours in given.colours.items():
                look.colours.setdefault(family, {}).update(self._colours(family, colours, site.at("colours", family)))
            for name in given.signs:
                self._known_sign(name, site.at("signs", name))
            look.signs.update(given.signs)
            for kind, face in given.faces.items():
                if self._is_kind(kind, site.at("faces", kind)):
                    look.faces[kind] = self._face(kind, face, site.at("faces", kind))
            for kind, files in given.art.items():
                if self._is_kind(kind, site.at("art", kind)):
                    named.setdefault(kind, {}).update(self._named(kind, files, site.at("art", kind)))
            look.fonts.update(
                {name: self._font(name, font, site.at("fonts", name)) for name, font in given.fonts.items()}
            )
            for kind, printed in given.print.items():
                if self._is_kind(kind, site.at("print", kind)):
                    look.print[kind] = self._print(kind, printed, site.at("print", kind))
            for name, panel in given.panels.items():
                look.panels[name] = self._panel(name, panel, site.at("panels", name))
                panels[name] = panel, site.at("panels", name)
            look = self._laid_out(look, given, site, kept)
        for kind, pieces in named.items():
            look.faces[kind] = self._pictured(kind, look.faces.get(kind), pieces)
        look_elements.check_panels(self, panels.values())
        self.art.unused()
        return replace(look, credits=self._credits(look, credits_given))

    def _laid_out(
        self, look: look_nodes.LinkedLook, given: m.LookModel, site: SourceSite, kept: Iterable[str]
    ) -> look_nodes.LinkedLook:
        """The look with the layout and the strip of a file, where it has them. `kept`: panels of the default look."""
        if given.strip:
            look = replace(look, strip=self._parts(given.strip, site.at("strip"), BindingScope({"seat": SEAT})))
        if given.layout is None:
            return look
        areas = {"wide": given.layout.wide, "narrow": given.layout.narrow}
        known = [*dict.fromkeys((*look.panels, *sorted(kept)))]
        for screen, rows in areas.items():
            for place, row in enumerate(rows):
                for name in dict.fromkeys(row.split()):
                    if name not in known:
                        at = site.at("layout", screen, place)
                        self.unknown("E301", f"there is no panel `{name}`", at, name, known, "panels")
        return replace(look, layout=areas)

    def _credits(
        self, look: look_nodes.LinkedLook, given: Iterable[tuple[m.LookCredit, SourceSite]]
    ) -> tuple[look_nodes.LinkedCredit, ...]:
        """Who made the pictures that the look shows. W543 where some are credited, and one is not."""
        named = (name for ident, art in look.pictures() for name in art.named(ident))
        shown = {name: self.art.made[name] for name in named if name in self.art.made}
        made, files = [], self.art.files
        for credit, site in given:
            titles: dict[str, str] = {}
            there = files_below(files, self.art.home(site))
            for place, pattern in enumerate(credit.of):
                named_by = {*files_named_by(pattern, there)}
                if not named_by:
                    advice = "name files as `art` does"
                    look_elements.warn_no_effect(
                        self, f"`{pattern}` is not a picture of this look", site.at("of", place), advice
                    )
                titles |= {name: file.stem for name, (file, _) in shown.items() if file in named_by}
            made.append(look_nodes.LinkedCredit(credit.by, credit.licence, credit.source, titles))
        credited = {name for credit in made for name in credit.titles}
        for name, (file, site) in shown.items() if made else ():
            if name not in credited:
                advice = "name it in `of` of one of the `credits`"
                self.report("W543", f"no credit says who made `{file.name}`", site, advice, severity="warning")
        return tuple(made)

    # -- names --------------------------------------------------------------------------------------------------

    def _colours(self, family: str, colours: Mapping[str, str], site: SourceSite) -> dict[str, str]:
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

    def _named(self, kind: str, files: Mapping[str, str], site: SourceSite) -> dict[str, tuple[str, SourceSite]]:
        """The pictures of single pieces, and where they are named. An expansion may have taken a card out: that is no mistake."""
        ids = dict.fromkeys(each.partition("#")[0] for each in self.v.domains[kind].ids)
        for name, file in files.items():
            if name in ids:
                continue
            self.art.keep(file, site.at(name))
            if name not in self.gone:
                message = f"`{name}` is none of `{kind}`, so its picture is never shown"
                look_elements.warn_no_effect(self, message, site.at(name), unknown_name_help(name, [*ids], "pieces"))
        return {name: (file, site.at(name)) for name, file in files.items() if name in ids}

    def _pictured(
        self, kind: str, face: look_nodes.LinkedFace | None, pieces: Mapping[str, tuple[str, SourceSite]]
    ) -> look_nodes.LinkedFace:
        """A face with pictures of single pieces."""
        if face is None:
            face = look_nodes.LinkedFace({}, "", None, None, (), True)
        if face.art is not None and face.art.chosen is not None:
            _, site = next(iter(pieces.values()))
            advice = "leave one of them out"
            self.report("E107", f"the face of `{kind}` names a picture for each piece already", site, advice)
            return face
        return replace(face, art=self.art.read_named(kind, pieces, face.art))

    def _known_sign(self, name: str, site: SourceSite) -> None:
        sets = (each for each in self.v.domains.values() if each.kind == "set")
        known = [*self.v.domains, *self.v.domains["resource"].ids, *(name for each in sets for name in each.ids)]
        if name not in known:
            self.unknown(
                "E301", f"`{name}` is neither a family nor a member of one", site, name, known, "names", key=True
            )

    def _is_kind(self, name: str, site: SourceSite) -> bool:
        kinds = [each.name for each in self.v.domains.values() if each.kind == "piece"]
        if name not in kinds:
            self.unknown("E408", f"unknown kind of piece `{name}`", site, name, kinds, "kinds", key=True)
        return name in kinds

    def _face(self, kind: str, given: m.LookFace, site: SourceSite) -> look_nodes.LinkedFace:
        scope = BindingScope({"this": member_type(kind)})
        return look_nodes.LinkedFace(
            self._texts(given.name, site.at("name"), scope),
            given.sign or "",
            self._colour(given.colour, site.at("colour"), scope),
            self._maybe(given.pips, site.at("pips"), scope, INT),
            self._parts(given.facts, site.at("facts"), scope),
            given.text,
            None if given.art is None else self.art.read(kind, given.art, site.at("art")),
            given.provenance,
            self._parts(given.cost, site.at("cost"), scope),
            self._parts(given.worth, site.at("worth"), scope),
            self._parts(given.corner, site.at("corner"), scope),
            tuple(self.expr(each, site.at("halves", at), scope, INT) for at, each in enumerate(given.halves or ())),
        )
