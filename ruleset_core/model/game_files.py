"""Collects and validates all files of a game and its expansions. In: directories. Out: `GatheredFiles` with validated documents, a hash and diagnostics."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterable, Iterator, KeysView, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pydantic import BaseModel

from ruleset_core.budgets import BoundedCache, stage
from ruleset_core.diagnostics import Diagnostic, Span, error, nearest_repair
from ruleset_core.files import LESSONS
from ruleset_core.headers import EXPANSION_FILE, GAME_FILE, Lineage, LineageProblem, is_older
from ruleset_core.model.csv_cards import load_csv
from ruleset_core.model.drafts import OverlayChange, OverlayHeader, OverlayOrder, overlay_sequence
from ruleset_core.model.schema.documents import (
    BoardFile,
    CardsFile,
    ExpansionFile,
    ExpansionPart,
    GameFile,
    HeaderModel,
    OverlayFile,
    PartFile,
    SectionsModel,
    VariantFile,
    with_override_model,
)
from ruleset_core.model.schema.validation import LostDeclarations, recover_document, validate, words_in, words_in_text
from ruleset_core.model.sources import TABLE, Document, SourceFiles
from ruleset_core.model.translations import Translation, in_languages, read_translation
from ruleset_core.model.yaml_documents import load_document
from ruleset_core.values import FORMAT

if TYPE_CHECKING:
    from hashlib import _Hash


# What the cards of a game say, however they are written: in YAML or a table, in one file or several.
#
# The hash of a game is made of it. Comments, blanks around texts, the order of keys and keys that say what would hold
# anyway do not count.


def card_lines(files: Iterable[GatheredCards]) -> Iterator[str]:
    """A line for each card, in order."""
    for each in files:
        for name, card in each.file.cards.items():
            said = _plain(card.model_dump(exclude_defaults=True))
            yield json.dumps([each.origin, each.file.kind, name, said], sort_keys=True, separators=(",", ":")) + "\n"


def _plain(value: Any) -> Any:
    """A value without blanks around texts, and without mappings that say nothing."""
    if isinstance(value, Mapping):
        kept = {key: _plain(each) for key, each in value.items()}
        return {key: each for key, each in kept.items() if each != {}}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value.strip() if isinstance(value, str) else value


# Whether files belong together: expansions of the game and with what they require, variants with the game they are
# like.


def broken_variant(lineage: Lineage, layers: Iterable[OverlayHeader]) -> Iterator[Diagnostic]:
    """A variant that cannot be put together."""
    for layer in layers:
        if isinstance(layer.file, VariantFile):
            missing = LineageProblem(
                ("like",), "this is not read as a variant", "write `like:` at the beginning of a line, as `game:` is"
            )
            mishap = lineage.mishap or missing
            yield error(mishap.code, mishap.message, layer.document.span(mishap.key), help=mishap.advice)


def base_game_error(variant: GatheredFiles, wrong: Sequence[Diagnostic]) -> list[Diagnostic]:
    """That the game which a variant is like has mistakes of its own, once, at the line that names it.

    Nothing where the header of the variant cannot be used: that is told, and comes first.
    """
    errors = [each for each in wrong if each.severity == "error"]
    file = next((part for part in reversed(variant.parts) if isinstance(part.sections, VariantFile)), None)
    below = variant.lineage.below
    if file is None or below is None or not errors:
        return []
    first = errors[0]
    count = "a mistake" if len(errors) == 1 else f"{len(errors)} mistakes"
    message, advice = (
        f"the game it is like has {count} of its own",
        f"`ruleset check {below.directory}` tells all of it",
    )
    related = ((first.span, f"{first.code} {first.message}"),)
    return [error("E428", message, file.document.span(("like",)), help=advice, related=related)]


def misplaced_expansions(found: GatheredFiles) -> list[Diagnostic]:
    """Expansions of another game, or without what they require."""
    problems: list[Diagnostic] = []
    fitting = found.lineage.ids or (found.header.game if found.header else "",)
    present = {file.expansion for _, file in found.expansions}
    for part in found.parts:
        file = part.sections
        if not isinstance(file, ExpansionFile) or found.header is None:
            continue
        if file.of not in fitting:
            span = part.document.span(("of",))
            message = f"this expansion belongs to `{file.of}`, not to `{fitting[0]}`"
            problems.append(error("E410", message, span, suggestion=nearest_repair(file.of, fitting, span)))
        problems.extend(
            _needs(need, present - {file.expansion}, part.document.span(("requires", place)))
            for place, need in enumerate(file.requires)
            if need not in present
        )
    return [*problems, *outdated_versions(found)]


def outdated_versions(found: GatheredFiles) -> Iterator[Diagnostic]:
    """Games and expansions that are older than what is laid on them says it needs (`at_least`)."""
    if found.header is None:
        return
    versions = {
        found.header.game: found.header.version,
        **{file.expansion: file.version for _, file in found.expansions},
    }
    for part in found.parts:
        if not isinstance(part.sections, ExpansionFile | VariantFile):
            continue
        for name, least in part.sections.at_least.items():
            version = versions.get(name) or ""
            if name in versions and is_older(version, least):
                there = f"version {version}" if version else "one without a version"
                message = f"this needs version {least} of `{name}`, and {there} is here"
                advice = f"`ruleset update {name}` looks for a newer one; `at_least` says which one is enough"
                yield error("E438", message, part.document.span(("at_least", name)), help=advice)


def _needs(need: str, present: set[str], span: Span) -> Diagnostic:
    near = nearest_repair(need, present, span)
    advice = f"did you mean `{near.replacement}`?" if near else f"add it: --expansion {need}"
    return error("E404", f"this expansion needs `{need}` besides", span, help=advice, suggestion=near, about=need)


# The files of a game and its expansions, read and checked for shape: what linking begins with.

FOLDERS: Mapping[str, type[BaseModel]] = {"boards": BoardFile, "cards": CardsFile}
"""What stands in the folders of a game or expansion (`model.sources.FOLDERS` has how their files end)."""
ON_TOP = "(on top)"
"""Whose files those are that stand in no directory: what somebody tries out, laid on all that is there. No directory of data is called so."""
CHANGING = ("override", "remove", "extend")
"""The sections of an expansion that change what is there."""


@dataclass(slots=True)
class GatheredPart:
    """A file with sections, and which expansion it comes from ("" for the game itself)."""

    document: Document
    sections: SectionsModel
    origin: str


@dataclass(slots=True)
class GatheredCards:
    """A file of cards, and which expansion it comes from."""

    document: Document
    file: CardsFile
    origin: str


@dataclass(slots=True)
class GatheredBoard:
    """A file of a board, and which expansion it comes from."""

    document: Document
    file: BoardFile
    origin: str


@dataclass(slots=True)
class GatheredFiles:
    """All files of a game. `header` is None when game.yaml cannot be used."""

    directory: Path
    header: GameFile | None = None
    parts: list[GatheredPart] = field(default_factory=list)
    cards: list[GatheredCards] = field(default_factory=list)
    plans: list[GatheredBoard] = field(default_factory=list)
    lineage: Lineage = field(default_factory=lambda: Lineage(Path(), Path()))
    expansions: list[tuple[str, OverlayFile]] = field(default_factory=list)
    """The headers of all that is laid on the files of a game, variants among them, with the names of their directories."""
    order: OverlayOrder = field(default_factory=lambda: OverlayOrder(()))
    changes: list[OverlayChange] = field(default_factory=list)
    rewritten: list[OverlayChange] = field(default_factory=list)
    """What expansions replace in the rulebook, and take out of it: no rule of play."""
    unsound: set[str] = field(default_factory=set)
    """Files with mistakes in their shape: what they change of others is left undone."""
    digest: str = ""
    damage: LostDeclarations = field(default_factory=LostDeclarations)

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
        found: list[GatheredPart | GatheredBoard | GatheredCards] = [*self.parts, *self.plans, *self.cards]
        return [each.document for each in found]


Shelf: TypeAlias = dict[tuple[Path, type[BaseModel]], tuple[Document, BaseModel]]
"""Files without mistakes as they were read before, by their paths and by what they should hold."""
_READ: Final[BoundedCache[Hashable, tuple[bytes, Document, BaseModel]]] = BoundedCache(8 * 1024 * 1024)
"""The same for the whole process, by the languages and translations of their texts, too, with the bytes of each: a file that still has them is neither parsed nor validated again."""


@stage("reading")
def gather(
    game: Path | Lineage,
    expansions: Iterable[Path] = (),
    shelf: Shelf | None = None,
    *,
    in_order: bool = False,
    on_top: Document | None = None,
    files: SourceFiles | None = None,
) -> tuple[GatheredFiles, list[Diagnostic]]:
    """Read a game and some of its expansions, and lay these on it. Bad files are reported and left out.

    Args:
        game: the directory of the game; for one that may be a variant, its lineage (see `discovery.lineage_of`).
        expansions: directories of expansions, in the order in which they are named.
        shelf: who reads a game several times, with other expansions each time, gives the same one: a file is then read once.
        in_order: of what two of them change, the later one has the last word; otherwise only where one of them says so.
        on_top: the header of an expansion that stands in no directory, which is laid on all of them.
        files: where bytes of files come from; who read them before gives the same ones.
    """
    lineage = game if isinstance(game, Lineage) else Lineage(game, game)
    found = GatheredFiles(lineage.directory, lineage=lineage)
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
    diagnostics.extend(broken_variant(lineage, read[0].layers))
    laid = [*lineage.layers, *((path, EXPANSION_FILE) for path in expansions)]
    origins = _origins([path for path, _ in laid])
    read += [
        _read(found, path, header, origin, diagnostics, shelf, files)
        for (path, header), origin in zip(laid, origins, strict=True)
    ]
    later = [each for each in diagnostics if each.code == LATER_FORMAT]
    if later:  # what else seems to be wrong in it is not
        return found, later
    if on_top is not None:
        value = _shaped(on_top, ExpansionFile, found, diagnostics)
        read.append(_Files(ON_TOP, [(EXPANSION_FILE, on_top, value)]))
    inner = [layer.file.expansion for each in read[1 : len(lineage.layers) + 1] for layer in each.layers]
    found.order = OverlayOrder([layer for each in read[1:] for layer in each.layers], in_order=in_order, inner=inner)
    digest = sha256()
    for each in _in_turn(read, found.order):
        _take(found, each, digest)
    found.cards = _by_kind(found)
    for line in card_lines(found.cards):
        digest.update(line.encode())
    found.digest = digest.hexdigest()
    if files.languages or any(each.translated for each in read):  # a translation makes no other game
        plain, _ = gather(lineage, expansions, in_order=in_order, on_top=on_top, files=files.untranslated)
        found.digest = plain.digest
    if found.header is not None:
        diagnostics.extend(misplaced_expansions(found))
        diagnostics.extend(found.order.circles())
        if any(_changes_anything(part.sections) for part in found.parts):
            from ruleset_core.model.composer import apply_overlays  # most games are played without

            diagnostics.extend(apply_overlays(found))
    if found.damage.files:
        found.damage.words |= _perhaps_changed(found)
    return found, diagnostics


def _perhaps_changed(found: GatheredFiles) -> set[str]:
    """What expansions may change or add where a file is broken: that is not laid on, or on something that is not all there.

    Of one whose header cannot be read nothing is laid on.
    """
    headers = {origin for origin, _ in found.expansions}
    words: set[str] = set()
    files: list[GatheredPart | GatheredCards | GatheredBoard] = [*found.parts, *found.cards, *found.plans]
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


def _changes_anything(sections: SectionsModel) -> bool:
    """Whether a file changes what others say; a variant has another name at least."""
    return isinstance(sections, VariantFile) or (isinstance(sections, ExpansionPart) and sections.changes_anything)


def _by_kind(found: GatheredFiles) -> list[GatheredCards]:
    """Cards of the game before those of its expansions, within these by the order of kinds, then by that of files.

    So it does not matter into how many files cards are put, nor how these are called beside those of other kinds.
    """
    kinds = [kind for part in found.parts for kind in part.sections.pieces]
    places = {kind: place for place, kind in reversed(list(enumerate(kinds)))}
    origins = list(dict.fromkeys(each.origin for each in found.cards))
    return sorted(found.cards, key=lambda each: (origins.index(each.origin), places.get(each.file.kind, len(kinds))))


@dataclass(slots=True)
class _Files:
    """The files of a game or of an expansion as they were read, and what they hold; `translated`: with texts from files of translations."""

    origin: str
    read: list[tuple[str, Document, BaseModel | None]] = field(default_factory=list)
    translated: bool = False

    @property
    def layers(self) -> list[OverlayHeader]:
        """The header of an expansion or a variant, if it can be used."""
        return [
            OverlayHeader(document, value)
            for _, document, value in self.read
            if isinstance(value, (ExpansionFile, VariantFile))
        ]


def _read(
    found: GatheredFiles, directory: Path, header: str, origin: str, diagnostics: list[Diagnostic], shelf: Shelf, files: SourceFiles
) -> _Files:  # fmt: skip
    paths, problems = files.files_of(directory, header)
    diagnostics.extend(problems)
    read = _Files(origin)
    read_in = ((lang, read_translation(files, directory, lang)) for lang in files.translations(directory))
    translations = {lang: translation for lang, translation in read_in if translation is not None}
    read.translated = bool(translations)
    for path in paths:
        below = FOLDERS.get(path.parent.name) if path.parent.parent == directory else None
        wanted = below or (
            _HEADERS[header, bool(origin)] if path.name == header else ExpansionPart if origin else PartFile
        )
        document, value = shelf.get((path, wanted)) or _file(
            path, directory, wanted, translations, found, diagnostics, shelf, files
        )
        if document is not None:
            read.read.append((path.name, document, value))
    return read


_HEADERS: Mapping[tuple[str, bool], type[BaseModel]] = {
    (GAME_FILE, False): GameFile, (GAME_FILE, True): VariantFile, (EXPANSION_FILE, True): ExpansionFile,
}  # fmt: skip
"""The model of a header, and whether it is laid on something."""


def _in_turn(read: list[_Files], order: OverlayOrder) -> list[_Files]:
    """The game, then its expansions as they are laid on; those without a header behind the others."""
    game, *expansions = read
    named: dict[str, list[_Files]] = {}
    for each in expansions:
        name = each.layers[0].file.expansion if each.layers else ""
        named.setdefault(name, []).append(each)
    names = overlay_sequence([name for name in named if name], order)
    return [game, *(each for name in [*names, ""] for each in named.get(name, ()))]


_FORMAT_LINE = re.compile(r"^format:[^\n]*\n", re.MULTILINE)
"""What says how a file is written, and nothing of the game: saved games and records stay those of the same data."""


def _says_no_rule(document: Document) -> bool:
    """Whether a file only says how the game looks, or what its rules are in words."""
    return isinstance(document.data, dict) and bool(document.data) and document.data.keys() <= {"look", "rulebook"}


def _take(found: GatheredFiles, files: _Files, digest: _Hash) -> None:
    for name, document, value in files.read:
        if isinstance(value, CardsFile):
            found.cards.append(GatheredCards(document, value, files.origin))
            continue
        if not _says_no_rule(document):  # what changes no rule makes no other game
            digest.update(f"{files.origin}/{name}\0{_FORMAT_LINE.sub('', document.source.text, count=1)}\0".encode())
        if isinstance(value, BoardFile):
            found.plans.append(GatheredBoard(document, value, files.origin))
        elif isinstance(value, SectionsModel):
            found.parts.append(GatheredPart(document, value, files.origin))
            if isinstance(value, GameFile):
                found.header = value
            if isinstance(value, (ExpansionFile, VariantFile)):
                found.expansions.append((files.origin, value))


def _file(
    path: Path, directory: Path, wanted: type[BaseModel], translations: Mapping[str, Translation],
    found: GatheredFiles, diagnostics: list[Diagnostic], shelf: Shelf, files: SourceFiles,
) -> tuple[Document | None, BaseModel | None]:  # fmt: skip
    """A file and what it holds, as far as it can be used."""
    raw, key = files.raw(path), (path, wanted)
    translated = tuple((lang, files.raw(files.translation(directory, lang))) for lang in translations)
    before = _READ.get((key, files.languages, translated))
    if before is not None and before[0] == raw:
        shelf[key] = before[1:]
        return before[1:]
    document, problems = load_csv(path, raw) if path.suffix == TABLE else load_document(path, raw)
    diagnostics.extend(problems)
    if document is None:
        found.damage.files.add(str(path))
        found.damage.words |= words_in_text("" if isinstance(raw, Diagnostic) else raw.decode("utf-8", "replace"))
        return None, None
    name = path.relative_to(directory).as_posix()
    data = in_languages(document.data, name, files.languages, translations)
    document = replace(document, data=data, written=document.data)
    if document.faulty:
        found.damage.files.add(document.file)
        for each in document.faulty:
            found.damage.words |= {*words_in_text(str(each[-1]) if each else ""), *words_in(document.value(each))}
    if issubclass(wanted, HeaderModel) and (unknown := later_format(document)) is not None:
        diagnostics.append(unknown)
        return document, None
    misplaced = wrong_folder(document, wanted)
    if misplaced is not None:
        diagnostics.append(misplaced)
        found.damage.files.add(document.file)
        found.damage.words |= words_in_text(document.source.text)
        return document, None
    if document.keys_apart:  # what is found in a row that is wrong as a whole follows from that
        found.damage.around += [document.whole(each) for each in sorted(document.faulty) if each in document.places]
    keys = _keys(document)
    if wanted is GameFile and "like" in keys:
        wanted = VariantFile
    value = _shaped(document, wanted, found, diagnostics)
    if value is not None and not problems and document.file not in found.unsound:
        shelf[key] = document, value
        if isinstance(raw, bytes):
            _READ.put((key, files.languages, translated), (raw, document, value), len(raw))
    return document, value


def _shaped(
    document: Document, wanted: type[BaseModel], found: GatheredFiles, diagnostics: list[Diagnostic]
) -> BaseModel | None:
    """What a file holds, as far as it can be used."""
    if issubclass(wanted, ExpansionPart) and "override" in _keys(document):
        wanted = with_override_model(wanted)
    value, wrong = validate(document, wanted)
    diagnostics.extend(wrong)
    if value is None:
        found.unsound.add(document.file)
        if issubclass(wanted, BoardFile):  # what its places make together is not known without all of them
            found.damage.words |= words_in_text(document.source.text)
        return recover_document(document, wanted, found.damage)
    return value


_MARKS: Mapping[str, str] = {"scenarios": "scenarios", LESSONS: LESSONS, "kind": "cards", "board": "boards"}
"""The key by which a file is known that belongs into a folder."""


def _keys(document: Document) -> KeysView[Any]:
    """The keys of a file; none where it is no mapping."""
    data = document.data
    return data.keys() if isinstance(data, dict) else {}.keys()


def wrong_folder(document: Document, wanted: type[BaseModel]) -> Diagnostic | None:
    """A file of cards, of a board, of scenarios or of lessons beside its folder, or a file of sections in a folder."""
    keys = _keys(document)
    if issubclass(wanted, HeaderModel):
        return None
    if issubclass(wanted, SectionsModel) or not keys & wanted.model_fields.keys():
        for key, folder in _MARKS.items():
            if key in keys:
                name = Path(document.file).name
                message = f"a file with `{key}` belongs into `{folder}/`"
                return error("E422", message, document.key_span((key,)), help=f"move it to `{folder}/{name}`")
    if issubclass(wanted, SectionsModel):
        return None
    if not keys & wanted.model_fields.keys() and (sections := keys & SectionsModel.model_fields.keys()):
        key = next(each for each in keys if each in sections)
        message = f"`{key}` does not stand in this folder"
        return error("E422", message, document.key_span((key,)), help="move the file up, beside the header")
    return None


LATER_FORMAT: Final = "E431"


def later_format(document: Document) -> Diagnostic | None:
    """The one finding in a header of a format that this version does not know."""
    data = document.data
    given = data.get("format") if isinstance(data, dict) else None
    if not isinstance(given, int) or given <= FORMAT:
        return None
    message = f"this is format {given} and this version of ruleset reads up to {FORMAT}: update ruleset"
    return error(LATER_FORMAT, message, document.span(("format",)))


def whole_game_span(directory: Path) -> Span:
    """The place of a remark about a game as a whole."""
    return Span.whole(str(directory / "game.yaml"))
