"""Pictures of a game's own beside its look: one for all pieces of a kind, or one for each, as the name of the file says."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ruleset_core.files import is_file, leads_out, names_in, read_ordinary, reason
from ruleset_core.lang import tree as t
from ruleset_core.lang.look.nodes import Art
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.templates import TemplateReader
from ruleset_core.lang.templates import Cases
from ruleset_core.lang.types import member
from ruleset_core.model.diagnostic import did_you_mean
from ruleset_core.model.reading.art import MAX_BYTES, ArtError, read_art

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET

    from ruleset_core.lang.resolve.site import Reader, Site

MAX_PICTURES: Final = 500
"""So many pictures a game may have."""
MAX_TOTAL: Final = 8 * 1024 * 1024
"""So many bytes they may have together."""
TOLD: Final = 3
"""So many files are named in one message."""
_CODE: Final = "E019"


@dataclass(slots=True)
class ArtReader:
    """Reads the pictures that faces name, all of a game together within bounds."""

    reader: Reader
    count: int = 0
    size: int = 0
    named: dict[Path, tuple[Site, set[str]]] = field(default_factory=dict)
    """The files that are named in a directory, and where it is named first."""

    @property
    def files(self) -> list[Path]:
        """The files that faces name."""
        return [directory / name for directory, (_, names) in self.named.items() for name in sorted(names)]

    def read(self, kind: str, name: str, site: Site) -> Art | None:
        """The pictures of a kind of pieces; what is wrong is reported."""
        home = Path(site.document.home(site.path)[0].file).parent
        if "{" not in name:
            picture = self._picture(home, name, kind, site)
            return None if picture is None else Art({"": picture})
        (chosen,) = TemplateReader(self.reader).read(name, site, Scope({"this": member(kind)}))[1:-1] or [""]
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
        return Art(pictures, chosen)

    def unused(self) -> None:
        """W526: files in the directories of pictures that no face names."""
        for directory, (site, names) in self.named.items():
            left = [each for each in _svg_in(directory) if each not in names]
            if left:
                message = (
                    f"{_listed(left)} in `{directory.name}` {'is' if len(left) == 1 else 'are'} the picture of nothing"
                )
                self.reader.report("W526", message, site, "take it away, or call it as `art` says", severity="warning")

    def _values(self, kind: str, chosen: t.Expr, site: Site) -> list[str]:
        """What the name of a file may have in its place, as data writes it."""
        v = self.reader.v
        if isinstance(chosen, t.Local):
            return [*dict.fromkeys(each.partition("#")[0] for each in v.domains[kind].ids)]
        if isinstance(chosen, t.FactOf) and isinstance(chosen.of, t.Local) and chosen.type.kind != "list":
            found = [each for value in chosen.fact.values for each in (value if isinstance(value, tuple) else (value,))]
            spelled = dict.fromkeys(v.spell(chosen.type, each) for each in sorted(found))
        elif chosen.type.kind == "bad":
            return []
        elif v.finite(chosen.type):
            spelled = dict.fromkeys(v.spellings(chosen.type))
        else:
            advice = "the piece `{this}`, a fact of it or a member, so that it is known which files there must be"
            self.reader.report("E303", "this may be too many things to be part of the name of a file", site, advice)
            return []
        return [each for each in spelled if each != "none"]

    def _missing(self, home: Path, missing: list[str], site: Site) -> None:
        file = home / missing[0]
        near = did_you_mean(file.name, _svg_in(file.parent))
        advice = f"; is `{near[0]}` the first?" if near else ""
        self.reader.report(_CODE, f"there is no {_listed(missing)}", site, f"each needs an SVG file{advice}")

    def _picture(self, home: Path, name: str, ident: str, site: Site) -> ET.Element | None:
        """One picture, read from beside the look."""
        file = home / name
        self.named.setdefault(file.parent, (site, set()))[1].add(file.name)
        try:
            if leads_out(file):
                raise ArtError("it leads out of the directory of the look", "put the file itself there")  # noqa: TRY301
            raw = read_ordinary(file, MAX_BYTES + 1)
            self.count += 1
            self.size += len(raw)
            if self.count > MAX_PICTURES or self.size > MAX_TOTAL:
                most = f"{MAX_PICTURES} pictures or {MAX_TOTAL // 1024} kB"
                if self.count - 1 <= MAX_PICTURES and self.size - len(raw) <= MAX_TOTAL:
                    self.reader.report(_CODE, f"the pictures of a game are more than {most}", site, "use fewer")
                return None
            return read_art(raw, ident)
        except OSError as problem:
            advice = "put the SVG file beside the look"
            self.reader.report(_CODE, f"`{name}` cannot be read: {reason(problem)}", site, advice)
        except ArtError as problem:
            line = f", line {problem.line}" if problem.line else ""
            self.reader.report(_CODE, f"`{name}`{line}: {problem}", site, problem.advice)
        return None


def _svg_in(directory: Path) -> list[str]:
    """The pictures in a directory; none where it cannot be listed, which is told of the files that are wanted."""
    try:
        return names_in(directory, ".svg")
    except OSError:
        return []


def _listed(names: list[str]) -> str:
    """Some names, and how many more."""
    more = f" and {len(names) - TOLD} more" if len(names) > TOLD else ""
    return ", ".join(f"`{each}`" for each in names[:TOLD]) + more
