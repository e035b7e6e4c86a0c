"""The files of a game and its expansions, read and checked for shape: what linking begins with."""

from __future__ import annotations

from collections.abc import Iterable, KeysView, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from pydantic import BaseModel

from ruleset_core.lineage import EXPANSION_FILE, GAME_FILE, Lineage
from ruleset_core.model.belonging import belongs, homeless
from ruleset_core.model.composing.change import Change
from ruleset_core.model.diagnostic import Diagnostic, Span, error
from ruleset_core.model.order import Layer, Order, ordered
from ruleset_core.model.reading.yamlpos import load_document
from ruleset_core.model.salvage import Damage, salvage, words_in, words_of
from ruleset_core.model.shapes.documents import (
    BoardFile,
    CardsFile,
    ExpansionFile,
    ExpansionPart,
    GameFile,
    Header,
    Laid,
    PartFile,
    Sections,
    VariantFile,
)
from ruleset_core.model.shapes.validate import validate
from ruleset_core.model.source import Document
from ruleset_core.model.source_files import TABLE, SourceFiles
from ruleset_core.model.spoken import spoken
from ruleset_core.model.stages import stage
from ruleset_core.model.tables.table import load_table

if TYPE_CHECKING:
    from hashlib import _Hash

FOLDERS: Mapping[str, type[BaseModel]] = {"boards": BoardFile, "cards": CardsFile}
"""What stands in the folders of a game or expansion (`source_files.FOLDERS` has how their files end)."""
ON_TOP = "(on top)"
"""Whose files those are that stand in no directory: what somebody tries out, laid on all that is there. No directory of data is called so."""
CHANGING = ("override", "remove", "extend")
"""The sections of an expansion that change what is there."""


@dataclass(slots=True)
class Part:
    """A file with sections, and which expansion it comes from ("" for the game itself)."""

    document: Document
    sections: Sections
    origin: str


@dataclass(slots=True)
class Cards:
    """A file of cards, and which expansion it comes from."""

    document: Document
    file: CardsFile
    origin: str


@dataclass(slots=True)
class Plan:
    """A file of a board, and which expansion it comes from."""

    document: Document
    file: BoardFile
    origin: str


@dataclass(slots=True)
class Gathered:
    """All files of a game. `header` is None when game.yaml cannot be used."""

    directory: Path
    header: GameFile | None = None
    parts: list[Part] = field(default_factory=list)
    cards: list[Cards] = field(default_factory=list)
    plans: list[Plan] = field(default_factory=list)
    lineage: Lineage = field(default_factory=lambda: Lineage(Path(), Path()))
    expansions: list[tuple[str, Laid]] = field(default_factory=list)
    """The headers of all that is laid on the files of a game, variants among them, with the names of their directories."""
    order: Order = field(default_factory=lambda: Order(()))
    changes: list[Change] = field(default_factory=list)
    unsound: set[str] = field(default_factory=set)
    """Files with mistakes in their shape: what they change of others is left undone."""
    digest: str = ""
    damage: Damage = field(default_factory=Damage)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The ids of the expansions that were asked for: without variants, what these always have, and what is tried out."""
        return tuple(
            file.expansion
            for origin, file in self.expansions
            if file.expansion not in self.order.inner and origin != ON_TOP
        )

    @property
    def always(self) -> tuple[str, ...]:
        """The ids of the expansions that a variant always has."""
        inner = [file for _, file in self.expansions if file.expansion in self.order.inner]
        return tuple(file.expansion for file in inner if isinstance(file, ExpansionFile))

    @property
    def documents(self) -> list[Document]:
        """All files that could be read, with what expansions put into them."""
        found: list[Part | Plan | Cards] = [*self.parts, *self.plans, *self.cards]
        return [each.document for each in found]


Shelf: TypeAlias = dict[tuple[Path, type[BaseModel]], tuple[Document, BaseModel]]
"""Files without mistakes as they were read before, by their paths and by what they should hold."""


@stage("reading")
def gather(
    game: Path | Lineage,
    expansions: Iterable[Path] = (),
    shelf: Shelf | None = None,
    *,
    in_order: bool = False,
    on_top: Document | None = None,
    files: SourceFiles | None = None,
) -> tuple[Gathered, list[Diagnostic]]:
    """Read a game and some of its expansions, and lay these on it. Bad files are reported and left out.

    Args:
        game: the directory of the game; for one that may be a variant, its lineage (see `paths.lineage_of`).
        expansions: directories of expansions, in the order in which they are named.
        shelf: who reads a game several times, with other expansions each time, gives the same one: a file is then read once.
        in_order: of what two of them change, the later one has the last word; otherwise only where one of them says so.
        on_top: the header of an expansion that stands in no directory, which is laid on all of them.
        files: where bytes of files come from; who read them before gives the same ones.
    """
    lineage = game if isinstance(game, Lineage) else Lineage(game, game)
    found = Gathered(lineage.directory, lineage=lineage)
    files = files or SourceFiles()
    shelf = {} if shelf is None else shelf
    diagnostics: list[Diagnostic] = []
    read = [
        _read(
            found,
            lineage.game,
            GAME_FILE,
            lineage.directory.resolve().name if lineage.mishap else "",
            diagnostics,
            shelf,
            files,
        )
    ]
    diagnostics.extend(homeless(lineage, read[0].layers))
    laid = [*lineage.layers, *((path, EXPANSION_FILE) for path in expansions)]
    origins = _origins([path for path, _ in laid])
    read += [
        _read(found, path, header, origin, diagnostics, shelf, files)
        for (path, header), origin in zip(laid, origins, strict=True)
    ]
    if on_top is not None:
        value = _shaped(on_top, ExpansionFile, found, diagnostics)
        read.append(_Files(ON_TOP, [(EXPANSION_FILE, on_top, value)]))
    inner = [layer.file.expansion for each in read[1 : len(lineage.layers) + 1] for layer in each.layers]
    found.order = Order([layer for each in read[1:] for layer in each.layers], in_order=in_order, inner=inner)
    digest = sha256()
    for each in _in_turn(read, found.order):
        _take(found, each, digest)
    found.cards = _by_kind(found)
    for line in spoken(found.cards):
        digest.update(line.encode())
    found.digest = digest.hexdigest()
    if found.header is not None:
        diagnostics.extend(belongs(found))
        diagnostics.extend(found.order.circles())
        if any(_changes_anything(part.sections) for part in found.parts):
            from ruleset_core.model.composing.compose import compose  # most games are played without

            diagnostics.extend(compose(found))
    if found.damage.files:
        found.damage.words |= _perhaps_changed(found)
    return found, diagnostics


def _perhaps_changed(found: Gathered) -> set[str]:
    """What expansions may change or add where a file is broken: that is not laid on, or on something that is not all there.

    Of one whose header cannot be read nothing is laid on.
    """
    headers = {origin for origin, _ in found.expansions}
    words: set[str] = set()
    files: list[Part | Cards | Plan] = [*found.parts, *found.cards, *found.plans]
    for each in files:
        data = each.document.read.data
        if each.origin and each.origin not in headers:
            words.update(words_in(data))
        elif each.origin and isinstance(data, dict):
            words.update(word for key in CHANGING for word in words_in(data.get(key)))
    return words


def _origins(directories: Iterable[Path]) -> list[str]:
    """A name for each directory, its own unless another one is called so.

    `.` has no name of its own, and an origin without a name would be the game.
    """
    found: list[str] = []
    for path in directories:
        name = path.resolve().name
        found.append(name if name not in found else f"{name} {len(found) + 1}")
    return found


def _changes_anything(sections: Sections) -> bool:
    """Whether a file changes what others say; a variant has another name at least."""
    return isinstance(sections, VariantFile) or (isinstance(sections, ExpansionPart) and sections.changes_anything)


def _by_kind(found: Gathered) -> list[Cards]:
    """Cards of the game before those of its expansions, within these by the order of kinds, then by that of files.

    So it does not matter into how many files cards are put, nor how these are called beside those of other kinds.
    """
    kinds = [kind for part in found.parts for kind in part.sections.pieces]
    places = {kind: place for place, kind in reversed(list(enumerate(kinds)))}
    origins = list(dict.fromkeys(each.origin for each in found.cards))
    return sorted(found.cards, key=lambda each: (origins.index(each.origin), places.get(each.file.kind, len(kinds))))


@dataclass(slots=True)
class _Files:
    """The files of a game or of an expansion as they were read, and what they hold."""

    origin: str
    read: list[tuple[str, Document, BaseModel | None]] = field(default_factory=list)

    @property
    def layers(self) -> list[Layer]:
        """The header of an expansion or a variant, if it can be used."""
        return [
            Layer(document, value)
            for _, document, value in self.read
            if isinstance(value, (ExpansionFile, VariantFile))
        ]


def _read(
    found: Gathered, directory: Path, header: str, origin: str, diagnostics: list[Diagnostic], shelf: Shelf, files: SourceFiles
) -> _Files:  # fmt: skip
    paths, problems = files.of(directory, header)
    diagnostics.extend(problems)
    read = _Files(origin)
    for path in paths:
        below = FOLDERS.get(path.parent.name) if path.parent.parent == directory else None
        wanted = below or (
            _HEADERS[header, bool(origin)] if path.name == header else ExpansionPart if origin else PartFile
        )
        document, value = shelf.get((path, wanted)) or _file(path, wanted, found, diagnostics, shelf, files)
        if document is not None:
            read.read.append((path.name, document, value))
    return read


_HEADERS: Mapping[tuple[str, bool], type[BaseModel]] = {
    (GAME_FILE, False): GameFile, (GAME_FILE, True): VariantFile, (EXPANSION_FILE, True): ExpansionFile,
}  # fmt: skip
"""The model of a header, and whether it is laid on something."""


def _in_turn(read: list[_Files], order: Order) -> list[_Files]:
    """The game, then its expansions as they are laid on; those without a header behind the others."""
    game, *expansions = read
    named: dict[str, list[_Files]] = {}
    for each in expansions:
        name = each.layers[0].file.expansion if each.layers else ""
        named.setdefault(name, []).append(each)
    names = ordered([name for name in named if name], order)
    return [game, *(each for name in [*names, ""] for each in named.get(name, ()))]


def _says_only_how_it_looks(document: Document) -> bool:
    return isinstance(document.data, dict) and document.data.keys() == {"look"}


def _take(found: Gathered, files: _Files, digest: _Hash) -> None:
    for name, document, value in files.read:
        if isinstance(value, CardsFile):
            found.cards.append(Cards(document, value, files.origin))
            continue
        if not _says_only_how_it_looks(document):  # what changes no rule makes no other game
            digest.update(f"{files.origin}/{name}\0{document.source.text}\0".encode())
        if isinstance(value, BoardFile):
            found.plans.append(Plan(document, value, files.origin))
        elif isinstance(value, Sections):
            found.parts.append(Part(document, value, files.origin))
            if isinstance(value, GameFile):
                found.header = value
            if isinstance(value, (ExpansionFile, VariantFile)):
                found.expansions.append((files.origin, value))


def _file(
    path: Path, wanted: type[BaseModel], found: Gathered, diagnostics: list[Diagnostic], shelf: Shelf, files: SourceFiles
) -> tuple[Document | None, BaseModel | None]:  # fmt: skip
    """A file and what it holds, as far as it can be used."""
    raw = files.raw(path)
    document, problems = load_table(path, raw) if path.suffix == TABLE else load_document(path, raw)
    diagnostics.extend(problems)
    if document is None:
        found.damage.files.add(str(path))
        found.damage.words |= words_of("" if isinstance(raw, Diagnostic) else raw.decode("utf-8", "replace"))
        return None, None
    if document.faulty:
        found.damage.files.add(document.file)
        for each in document.faulty:
            found.damage.words |= {*words_of(str(each[-1]) if each else ""), *words_in(document.value(each))}
    misplaced = wrong_folder(document, wanted)
    if misplaced is not None:
        diagnostics.append(misplaced)
        found.damage.files.add(document.file)
        found.damage.words |= words_of(document.source.text)
        return document, None
    if document.keys_apart:  # what is found in a row that is wrong as a whole follows from that
        found.damage.around += [document.whole(each) for each in sorted(document.faulty) if each in document.places]
    keys = _keys(document)
    if wanted is GameFile and "like" in keys:
        wanted = VariantFile
    value = _shaped(document, wanted, found, diagnostics)
    if value is not None and not problems and document.file not in found.unsound:
        shelf[path, wanted] = document, value
    return document, value


def _shaped(
    document: Document, wanted: type[BaseModel], found: Gathered, diagnostics: list[Diagnostic]
) -> BaseModel | None:
    """What a file holds, as far as it can be used."""
    if issubclass(wanted, ExpansionPart) and "override" in _keys(document):
        from ruleset_core.model.shapes.overriding import typed

        wanted = typed(wanted)
    value, wrong = validate(document, wanted)
    diagnostics.extend(wrong)
    if value is None:
        found.unsound.add(document.file)
        if issubclass(wanted, BoardFile):  # what its places make together is not known without all of them
            found.damage.words |= words_of(document.source.text)
        return salvage(document, wanted, found.damage)
    return value


_MARKS: Mapping[str, str] = {"scenarios": "scenarios", "kind": "cards", "board": "boards"}
"""The key by which a file is known that belongs into a folder."""


def _keys(document: Document) -> KeysView[Any]:
    """The keys of a file; none where it is no mapping."""
    data = document.data
    return data.keys() if isinstance(data, dict) else {}.keys()


def wrong_folder(document: Document, wanted: type[BaseModel]) -> Diagnostic | None:
    """A file of cards, of a board or of scenarios beside its folder, or a file of sections in a folder."""
    keys = _keys(document)
    if issubclass(wanted, Header):
        return None
    if issubclass(wanted, Sections) or not keys & wanted.model_fields.keys():
        for key, folder in _MARKS.items():
            if key in keys:
                name = Path(document.file).name
                message = f"a file with `{key}` belongs into `{folder}/`"
                return error("E422", message, document.key_span((key,)), help=f"move it to `{folder}/{name}`")
    if issubclass(wanted, Sections):
        return None
    if not keys & wanted.model_fields.keys() and (sections := keys & Sections.model_fields.keys()):
        key = next(each for each in keys if each in sections)
        message = f"`{key}` does not stand in this folder"
        return error("E422", message, document.key_span((key,)), help="move the file up, beside the header")
    return None


def nowhere(directory: Path) -> Span:
    """The place of a remark about a game as a whole."""
    return Span.whole(str(directory / "game.yaml"))
