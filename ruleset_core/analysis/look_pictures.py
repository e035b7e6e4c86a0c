"""Reads the pictures that a look names: SVG files beside it, each once, all of a game within bounds.

    art: wares/{this}.svg        of the pieces `lamp` and `rug`: LinkedArt({"lamp": <symbol>, "rug": <symbol>}, chosen=Local("this"))

What cannot be used is E019; what nothing names is W526.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path, PurePath
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.text_reader import SourceSite, TemplateReader, TextReader
from ruleset_core.diagnostics import did_you_mean
from ruleset_core.files import escapes_directory, is_file, names_in, os_error_reason, read_regular_file
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.look_nodes import LinkedArt
from ruleset_core.lang.types import member_type
from ruleset_core.lang.vocabulary import Cases
from ruleset_core.model.artwork import MAX_BYTES, ArtworkError, read_artwork

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
    _elsewhere: dict[Path, bool] = field(default_factory=dict)

    @property
    def files(self) -> list[Path]:
        """The files that faces name."""
        return [directory / name for directory, (_, names) in self.named.items() for name in sorted(names)]

    def read(self, kind: str, name: str, site: SourceSite, ident: str = "") -> LinkedArt | None:
        """The pictures of a kind of pieces; what is wrong is reported. `ident`: what they are called, if not as the kind."""
        home, ident = self.home(site), ident or kind
        if "{" not in name:
            picture = self._picture(home, name, ident, site)
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
            if file not in missing and (picture := self._picture(home, file, f"{ident}-{value}", site)) is not None
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

    def _is_elsewhere(self, file: Path) -> bool:
        """Whether a link leads to it; of files that are none each directory is looked at once."""
        if file.is_symlink():
            return escapes_directory(file)
        if file.parent not in self._elsewhere:
            self._elsewhere[file.parent] = escapes_directory(file)
        return self._elsewhere[file.parent]

    def _picture(self, home: Path, name: str, ident: str, site: SourceSite) -> ET.Element | None:
        """One picture, read from beside the look."""
        file = home / name
        self.named.setdefault(file.parent, (site, set()))[1].add(file.name)
        try:
            if self._is_elsewhere(file):
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


def files_named_by(pattern: str, files: Iterable[tuple[Path, tuple[str, ...]]]) -> Iterator[Path]:
    """The files that a pattern names by their last parts; each comes with its parts below a directory.

    >>> [str(each) for each in files_named_by("c*.svg", [(Path("art/cart.svg"), ("art", "cart.svg"))])]
    ['art/cart.svg']
    """
    wanted = PurePath(pattern)
    for file, parts in files if not wanted.is_absolute() else ():
        last = parts[-len(wanted.parts) :]
        if len(last) == len(wanted.parts) and all(map(fnmatchcase, last, wanted.parts)):
            yield file


def files_below(files: Iterable[Path], home: Path) -> list[tuple[Path, tuple[str, ...]]]:
    """Those of some files that lie in a directory or below it, with their parts below it."""
    return [(file, file.parts[len(home.parts) :]) for file in files if file.parts[: len(home.parts)] == home.parts]


def _listed(names: list[str]) -> str:
    """Some names, and how many more."""
    more = f" and {len(names) - TOLD} more" if len(names) > TOLD else ""
    return ", ".join(f"`{each}`" for each in names[:TOLD]) + more
