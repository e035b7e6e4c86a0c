"""From the files of a game to a `Game`: reads, links and lowers, and writes the linked game as bytes. Imports everything that reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ruleset_core import discovery
from ruleset_core.budgets import limited_suggestions, without_garbage_collection
from ruleset_core.compile.linker import Linker
from ruleset_core.diagnostics import Diagnostic
from ruleset_core.engine.core.factory import game_of
from ruleset_core.engine.game import Game
from ruleset_core.engine.game_source import GameLayer, GameSource
from ruleset_core.engine.glossary import Glossary
from ruleset_core.engine.hooks import hooks_of
from ruleset_core.engine.stored_game import MAGIC, ReadTexts, StoredFacts, checksum, hook_signatures, picture_hash
from ruleset_core.errors import LoadError, NumberError
from ruleset_core.headers import Lineage
from ruleset_core.lang.origins import Origin, Passage, StoredLocation, StoredLocations, StoredPassage
from ruleset_core.lang.serialization import Convert, EncodedSection, write_section
from ruleset_core.lang.traversal import deep
from ruleset_core.model.game_files import ON_TOP, GatheredFiles, Shelf, base_game_error, gather
from ruleset_core.model.schema.documents import ExpansionFile, GameFile, VariantFile
from ruleset_core.model.sources import Document, SourceFiles
from ruleset_core.model.yaml_documents import load_text


def link_game(
    lineage: Lineage, expansions: Sequence[Path], files: SourceFiles, *,
    in_order: bool = False, numbers: Mapping[str, int] = MappingProxyType({}),
) -> Game:  # fmt: skip
    """Read a game and what is laid on it, and link it; the arguments are those of `load`, found. Raises LoadError and NumberError."""
    with limited_suggestions(), deep(), without_garbage_collection():
        shelf: Shelf = {}
        gathered, diagnostics = gather(lineage, expansions, shelf, in_order=in_order, files=files)
        if numbers and gathered.header is not None and not _errors(diagnostics):
            return _with_numbers(
                gathered,
                numbers,
                lambda top: gather(lineage, expansions, shelf, in_order=in_order, on_top=top, files=files),
            )
        try:
            return build_game(gathered, diagnostics)
        except LoadError:
            if lineage.below is not None:
                _sound(gathered, lineage.below)
            raise


def _with_numbers(
    gathered: GatheredFiles,
    numbers: Mapping[str, int],
    again: Callable[[Document], tuple[GatheredFiles, list[Diagnostic]]],
) -> Game:
    """A game in which some numbers are others. Raises NumberError, or LoadError where it has mistakes without them."""
    from ruleset_core.engine.tunables import tunables_overlay  # most games are played as they are

    assert gathered.header is not None  # as the caller has seen
    ids = [file.expansion for _, file in gathered.expansions]
    own = next(name for name in ("tried_out" + "_" * count for count in range(len(ids) + 1)) if name not in ids)
    said = ", ".join(f"{name}={value}" for name, value in numbers.items())
    header = {
        "expansion": own,
        "of": gathered.header.game,
        "name": {"en": said, "es": said},
        "version": "1.0",
        "after": [each for each in ids if each not in gathered.order.inner],
    }
    document, _ = load_text(tunables_overlay(gathered.documents, numbers, header), f"{ON_TOP}/expansion.yaml")
    assert document is not None  # JSON is YAML
    try:
        return build_game(*again(document))
    except LoadError as problem:
        build_game(gathered, [])  # raises what is wrong without them
        first = problem.diagnostics[0]
        help_ = f"; {first.help}" if first.help else ""
        raise NumberError(f"{said}: {first.message}{help_}") from None


def _sound(variant: GatheredFiles, below: Lineage) -> None:
    """Raise a `LoadError` at the line of a variant if the game that it is like has mistakes of its own."""
    try:
        build_game(*gather(below))
    except LoadError as problem:
        told = base_game_error(variant, problem.diagnostics)
        if told:
            raise LoadError(told) from None


def _errors(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What keeps a game from loading; warnings, which `ruleset check` tells, would only stand in the way."""
    return sorted(each for each in found if each.severity == "error")


def _layers(gathered: GatheredFiles) -> list[GameLayer]:
    """The game and its expansions, in the order in which they are laid on."""
    return [
        GameLayer(
            "" if isinstance(file, GameFile) else file.expansion,
            file.name.texts,
            Path(part.document.file).parent,
            part.origin,
        )
        for part in gathered.parts
        if isinstance(file := part.sections, (GameFile, ExpansionFile, VariantFile))
    ]


def build_game(gathered: GatheredFiles, diagnostics: list[Diagnostic]) -> Game:
    """A game out of files that were read."""
    header = gathered.header
    if header is None or any(each.severity == "error" for each in diagnostics):
        raise LoadError(_errors(diagnostics))
    base = (gathered.lineage.ids or (header.game,))[-1], gathered.lineage.game
    hooks = hooks_of(discovery.plugin_at(*base))
    linker = Linker(gathered)
    linker.judges = False
    program = linker.link({name: (hook.params, hook.result) for name, hook in hooks.items()})
    errors = _errors([*diagnostics, *linker.diagnostics])
    if errors:
        raise LoadError(errors)
    about = {} if header.about is None else header.about.texts
    return game_of(
        GameSource(
            program,
            gathered.digest,
            header.game,
            header.name.texts,
            about,
            gathered.chosen,
            hooks,
            gathered.documents,
            gathered.directory,
            gathered.order.in_order,
            _layers(gathered),
            gathered.always,
            base,
        )
    )


# Linked games written as bytes: what `load` makes of files, for `engine.stored_game` to read.
#
#     game_to_bytes(load("pig").source)      13 KB: b"ruleset linked game 3\n", a checksum, then seven sections
#
# A linked game is a graph of dataclasses: blocks, typed trees, a vocabulary. Each object is written once, after those that it
# refers to:
#
#     Type(int)                      object 1
#     Field("pot", type=1, ...)      object 2
#     Load(field=2)                  object 3
#     Op("+", args=(3, 5))           object 6


def game_to_bytes(source: GameSource, texts: ReadTexts = MappingProxyType({})) -> bytes:
    """A linked game as bytes, with texts of lessons.

    Raises:
        LoadError: its look or its rulebook has mistakes.
        UnknownClassError: it holds something that cannot be written.
        CircleError: a part of it is part of itself.
    """
    passages = _Passages(source)
    places = StoredLocations(list, list)
    facts = StoredFacts(
        source.program, source.digest, source.name, dict(source.titles), dict(source.about), source.expansions, source.in_order,
        tuple((each.id, dict(each.titles), str(each.directory), each.origin) for each in source.layers), source.always,
        str(source.directory), (source.base[0], str(source.base[1])), hook_signatures(source.hooks), dict(source.rule_files),
        len(source.documents), len(source.program.changes),
        _pictures(source.pictures),
    )  # fmt: skip

    def stored(passage: Passage) -> StoredPassage:
        return passages.stored(passage, places)

    convert: Convert = {Passage: stored, StoredPassage: stored, Origin: passages.noted}
    first = write_section(tuple(facts), (places,), convert=convert)
    look = write_section(source.look, base=first, convert=convert)
    glossary = Glossary(source.program, source)
    rows = [[_row(each) for each in named] for named in (glossary.handles, glossary.changed)]
    names = write_section(rows, (places,), convert=convert)
    read = write_section({lang: dict(found) for lang, found in texts.items()}, base=first, convert=convert)
    entries = write_section({kind: dict(named) for kind, named in source.entries.items()})
    said = write_section([tuple(each) for each in passages.locations()])
    return _joined([first, look, said, entries, names, write_section(source.rulebook), read])


def _row(value: Any) -> tuple[Any, ...]:
    """The fields of a dataclass of plain data and passages."""
    found = (getattr(value, each.name) for each in fields(value))
    return tuple(dict(each) if isinstance(each, Mapping) else each for each in found)


def _joined(sections: Sequence[EncodedSection]) -> bytes:
    lengths = b"".join(len(each.content).to_bytes(8, "little") for each in sections)
    content = lengths + b"".join(each.content for each in sections)
    return MAGIC + checksum(content) + content


class _Passages:
    """The passages of a game, numbered as they are written, with the stretches of each that something refers to."""

    def __init__(self, source: GameSource) -> None:
        self._documents = {id(each): number for number, each in enumerate(source.documents)}
        self._stored: dict[int, StoredPassage] = {}
        self._passages: list[Passage] = []
        self._stretches: dict[int, dict[tuple[int, int], None]] = {}

    def stored(self, passage: Passage, places: StoredLocations) -> StoredPassage:
        """What is written in the place of a passage."""
        if id(passage) not in self._stored:
            self._stored[id(passage)] = StoredPassage(places, len(self._passages))
            self._passages.append(passage)
        return self._stored[id(passage)]

    def noted(self, origin: Origin) -> Origin:
        """The same origin; its stretch is noted."""
        self._stretches.setdefault(id(origin.passage), {})[origin.start, origin.end] = None
        return origin

    def locations(self) -> Iterator[StoredLocation]:
        """What is said of each."""
        for each in self._passages:
            spans = {}
            for stretch in ((-1, -1), *self._stretches.get(id(each), ())):
                span = each.span(*stretch)
                spans[stretch] = span.line, span.column, span.end_line, span.end_column
            number = self._documents.get(id(each.document), -1)
            yield StoredLocation(
                number, each.path, each.file, each.home, (each.owner.section, each.owner.name), each.key, spans
            )


def _pictures(files: Sequence[Path]) -> tuple[tuple[str, str], ...]:
    return tuple((str(each), picture_hash(each)) for each in files)
