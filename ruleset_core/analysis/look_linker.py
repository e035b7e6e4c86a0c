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
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, get_args
from xml.etree import ElementTree as ET

from ruleset_core.analysis import look_elements
from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.look_elements import LookElementReader
from ruleset_core.analysis.text_reader import SourceSite, TemplateReader, TextReader
from ruleset_core.diagnostics import did_you_mean, unknown_name_help
from ruleset_core.files import escapes_directory, is_file, names_in, os_error_reason, read_regular_file
from ruleset_core.lang import look_nodes
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.look_nodes import LinkedArt
from ruleset_core.lang.types import INT, SEAT, member_type
from ruleset_core.lang.vocabulary import Cases, Vocabulary
from ruleset_core.model.artwork import MAX_BYTES, ArtworkError, read_artwork
from ruleset_core.model.schema import look_section as m
from ruleset_core.model.sources import Document

MAX_PICTURES: Final = 500
"""So many pictures a game may have."""
MAX_TOTAL: Final = 8 * 1024 * 1024
"""So many bytes they may have together."""
TOLD: Final = 3
"""So many files are named in one message."""
_CODE: Final = "E019"


@dataclass(slots=True)
class PictureReader:
    """Reads the pictures that faces name, all of a game together within bounds."""

    reader: TextReader
    count: int = 0
    size: int = 0
    named: dict[Path, tuple[SourceSite, set[str]]] = field(default_factory=dict)
    """The files that are named in a directory, and where it is named first."""
    made: dict[str, tuple[Path, SourceSite]] = field(default_factory=dict)
    """The file of each picture by its name, and where it is named."""

    @property
    def files(self) -> list[Path]:
        """The files that faces name."""
        return [directory / name for directory, (_, names) in self.named.items() for name in sorted(names)]

    def read(self, kind: str, name: str, site: SourceSite) -> LinkedArt | None:
        """The pictures of a kind of pieces; what is wrong is reported."""
        home = self.home(site)
        if "{" not in name:
            picture = self._picture(home, name, kind, site)
            return None if picture is None else LinkedArt({"": picture})
        (chosen,) = TemplateReader(self.reader).read(name, site, BindingScope({"this": member_type(kind)}))[1:-1] or [
            ""
        ]
        if isinstance(chosen, str | Cases):
            return None  # told where it was read
        before, after = name[: name.index("{")], name[name.index("}") + 1 :]
        files = {value: f"{before}{value}{after}" for value in self._values(kind, chosen, site)}
        missing = [each for each in files.values() if not is_file(home / each)]
        if missing:
            self._missing(home, missing, site)
        pictures = {
            value: picture
            for value, file in files.items()
            if file not in missing and (picture := self._picture(home, file, f"{kind}-{value}", site)) is not None
        }
        return LinkedArt(pictures, chosen)

    def read_named(self, kind: str, named: Mapping[str, tuple[str, SourceSite]], others: LinkedArt | None) -> LinkedArt:
        """The pictures of single pieces of a kind: each file once. `others`: the picture of those that are not named."""
        pictures = {} if others is None else dict(others.pictures)
        names: dict[Path, str] = {}
        for file, site in named.values():
            path = self.home(site) / file
            if path not in names:
                alike = sum(each.stem == path.stem for each in names)
                names[path] = f"{path.stem}-{alike + 1}" if alike else path.stem
                picture = self._picture(path.parent, path.name, f"{kind}-{names[path]}", site)
                if picture is not None:
                    pictures[names[path]] = picture
        of = {piece: names[self.home(site) / file] for piece, (file, site) in named.items()}
        return LinkedArt(pictures, t.Local(member_type(kind), "this"), of)

    def keep(self, file: str, site: SourceSite) -> None:
        """A file that is a picture, though it is not shown now."""
        path = self.home(site) / file
        self.named.setdefault(path.parent, (site, set()))[1].add(path.name)

    def unused(self) -> None:
        """W526: files in the directories of pictures that no face names."""
        for directory, (site, names) in self.named.items():
            left = [each for each in _svg_in(directory) if each not in names]
            if left:
                message = (
                    f"{_listed(left)} in `{directory.name}` {'is' if len(left) == 1 else 'are'} the picture of nothing"
                )
                self.reader.report("W526", message, site, "take it away, or call it as `art` says", severity="warning")

    @staticmethod
    def home(site: SourceSite) -> Path:
        """The directory of the file in which something stands."""
        return Path(site.document.home(site.path)[0].file).parent

    def _values(self, kind: str, chosen: t.Expr, site: SourceSite) -> list[str]:
        """What the name of a file may have in its place, as data writes it."""
        v = self.reader.v
        if isinstance(chosen, t.Local):
            return [*dict.fromkeys(each.partition("#")[0] for each in v.domains[kind].ids)]
        if isinstance(chosen, t.FactOf) and isinstance(chosen.of, t.Local) and chosen.type.kind != "list":
            found = [each for value in chosen.fact.values for each in (value if isinstance(value, tuple) else (value,))]
            spelled = dict.fromkeys(v.format_value(chosen.type, each) for each in sorted(found))
        elif chosen.type.kind == "bad":
            return []
        elif v.finite(chosen.type):
            spelled = dict.fromkeys(v.formatted_values(chosen.type))
        else:
            advice = "the piece `{this}`, a fact of it or a member, so that it is known which files there must be"
            self.reader.report("E303", "this may be too many things to be part of the name of a file", site, advice)
            return []
        return [each for each in spelled if each != "none"]

    def _missing(self, home: Path, missing: list[str], site: SourceSite) -> None:
        file = home / missing[0]
        near = did_you_mean(file.name, _svg_in(file.parent))
        advice = f"; is `{near[0]}` the first?" if near else ""
        self.reader.report(_CODE, f"there is no {_listed(missing)}", site, f"each needs an SVG file{advice}")

    def _picture(self, home: Path, name: str, ident: str, site: SourceSite) -> ET.Element | None:
        """One picture, read from beside the look."""
        file = home / name
        self.named.setdefault(file.parent, (site, set()))[1].add(file.name)
        try:
            if escapes_directory(file):
                raise ArtworkError("it leads out of the directory of the look", "put the file itself there")  # noqa: TRY301
            raw = read_regular_file(file, MAX_BYTES + 1)
            self.count += 1
            self.size += len(raw)
            if self.count > MAX_PICTURES or self.size > MAX_TOTAL:
                most = f"{MAX_PICTURES} pictures or {MAX_TOTAL // 1024} kB"
                if self.count - 1 <= MAX_PICTURES and self.size - len(raw) <= MAX_TOTAL:
                    self.reader.report(_CODE, f"the pictures of a game are more than {most}", site, "use fewer")
                return None
            symbol = read_artwork(raw, ident)
            self.made[ident] = file, site
            return symbol
        except OSError as problem:
            advice = "put the SVG file beside the look"
            self.reader.report(_CODE, f"`{name}` cannot be read: {os_error_reason(problem)}", site, advice)
        except ArtworkError as problem:
            line = f", line {problem.line}" if problem.line else ""
            self.reader.report(_CODE, f"`{name}`{line}: {problem}", site, problem.advice)
        return None


def _svg_in(directory: Path) -> list[str]:
    """The pictures in a directory; none where it cannot be listed, which is told of the files that are wanted."""
    try:
        return names_in(directory, ".svg")
    except OSError:
        return []


def _is_named(file: Path, home: Path, pattern: str) -> bool:
    """Whether a pattern names a file in a directory or below it: by its last parts."""
    return file.is_relative_to(home) and file.relative_to(home).match(pattern)


def _listed(names: list[str]) -> str:
    """Some names, and how many more."""
    more = f" and {len(names) - TOLD} more" if len(names) > TOLD else ""
    return ", ".join(f"`{each}`" for each in names[:TOLD]) + more


# -- looks -------------------------------------------------------------------------------------------------------------


Laid = Iterable[tuple["Document", m.LookModel]]
"""Looks with the documents they stand in: of the game, then of its expansions."""


def kept_panels(looks: Iterable[m.LookModel]) -> set[str]:
    """The panels of the default look that stay: all, unless a look names them."""
    said = [look.keep for look in looks if look.keep is not None]
    return {name for keep in said for name in keep} if said else {*get_args(m.DefaultPanel)}


class LookLinker(LookElementReader):
    """Reads looks. What is wrong is in `diagnostics`."""

    def __init__(self, vocabulary: Vocabulary, file_of: Callable[[Document], str] | None = None) -> None:
        super().__init__(vocabulary)
        self._file_of = file_of or super().file
        self.judges = False
        self.gone: frozenset[str] = frozenset()
        """Cards that are taken out."""
        self.art = PictureReader(self)

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
        named = (
            f"{kind}-{value}" if value else kind
            for kind, face in look.faces.items()
            if face.art is not None
            for value in face.art.pictures
        )
        shown = {name: self.art.made[name] for name in named if name in self.art.made}
        made = []
        for credit, site in given:
            titles: dict[str, str] = {}
            for place, pattern in enumerate(credit.of):
                home = self.art.home(site)
                if not any(_is_named(file, home, pattern) for file in self.art.files):
                    advice = "name files as `art` does"
                    look_elements.warn_no_effect(
                        self, f"`{pattern}` is not a picture of this look", site.at("of", place), advice
                    )
                titles |= {name: file.stem for name, (file, _) in shown.items() if _is_named(file, home, pattern)}
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
