"""Linked games as bytes: what `load` makes of files, written so that a game is made of it again without a parser and without models.

A stored game has five sections (see `lang/serialize`): the linked program with what the headers say; its look; where everything stands in
the files, for stories and for broken rules; hashes of all entries, for records; its names and what expansions replaced, for those who look
things up. The first is read at once, the others when somebody asks. Hooks are stored by name and signature. The files themselves are not
stored: numbers that may be tried out and looks of single names need them, and they are read and parsed when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, overload

from ruleset_core.engine.source import Layer, Source
from ruleset_core.files import read_ordinary
from ruleset_core.lang.origin import Origin, Passage, Places, Said, StoredPassage
from ruleset_core.lang.serialize.reader import DamagedError, read
from ruleset_core.lang.serialize.writer import Convert, Section, write

if TYPE_CHECKING:
    from ruleset_core.engine.changes import Changed
    from ruleset_core.engine.handles import Handle
    from ruleset_core.engine.hooks import HookFunction
    from ruleset_core.lang.look.nodes import Look
    from ruleset_core.lang.program import Program
    from ruleset_core.model.entries import Entries
    from ruleset_core.model.gather import Gathered

__all__ = ["StoredGame", "signatures", "to_bytes"]

MAGIC: Final = b"ruleset linked game 1\n"
"""What such bytes begin with; the number is that of the format."""
_CHECKSUM: Final = 16
_SECTIONS: Final = 5
_PICTURE: Final = 1 << 20
"""Most bytes of a picture; a longer one keeps a game from loading."""

Signatures = tuple[tuple[str, tuple[str, ...], str | None], ...]
T = TypeVar("T")


class Facts(NamedTuple):
    """What is stored of a game besides its look: see `Source`. `pictures` are files that the look shows, each with a hash of its bytes."""

    program: Program
    digest: str
    name: str
    titles: dict[str, str]
    about: dict[str, str]
    expansions: tuple[str, ...]
    in_order: bool
    layers: tuple[tuple[str, dict[str, str], str, str], ...]
    always: tuple[str, ...]
    directory: str
    base: tuple[str, str]
    hooks: Signatures
    rule_files: dict[str, str]
    documents: int
    changes: int
    pictures: tuple[tuple[str, str], ...]


def signatures(hooks: Mapping[str, HookFunction]) -> Signatures:
    """What data may call, without what it does."""
    return tuple((name, hook.params, hook.result) for name, hook in sorted(hooks.items()))


def to_bytes(source: Source) -> bytes:
    """A linked game as bytes.

    Raises:
        LoadError: its look has mistakes.
        UnknownClassError: it holds something that cannot be written.
        CircleError: a part of it is part of itself.
    """
    from ruleset_core.engine.glossary import Glossary

    passages = _Passages(source)
    places = Places(list, list)
    facts = Facts(
        source.program, source.digest, source.name, dict(source.titles), dict(source.about), source.expansions, source.in_order,
        tuple((each.id, dict(each.titles), str(each.directory), each.origin) for each in source.layers), source.always,
        str(source.directory), (source.base[0], str(source.base[1])), signatures(source.hooks), dict(source.rule_files),
        len(source.documents), len(source.program.changes),
        _pictures(source.pictures),
    )  # fmt: skip

    def stored(passage: Passage) -> StoredPassage:
        return passages.stored(passage, places)

    convert: Convert = {Passage: stored, StoredPassage: stored, Origin: passages.noted}
    first = write(tuple(facts), (places,), convert=convert)
    look = write(source.look, base=first, convert=convert)
    glossary = Glossary(source.program, source)
    rows = [[_row(each) for each in named] for named in (glossary.handles, glossary.changed)]
    names = write(rows, (places,), convert=convert)
    entries = write({kind: dict(named) for kind, named in source.entries.items()})
    said = write([tuple(each) for each in passages.said()])
    return _joined([first, look, said, entries, names])


def _row(value: Any) -> tuple[Any, ...]:
    """The fields of a dataclass of plain data and passages."""
    found = (getattr(value, each.name) for each in fields(value))
    return tuple(dict(each) if isinstance(each, Mapping) else each for each in found)


def _joined(sections: Sequence[Section]) -> bytes:
    lengths = b"".join(len(each.content).to_bytes(8, "little") for each in sections)
    content = lengths + b"".join(each.content for each in sections)
    return MAGIC + blake2b(content, digest_size=_CHECKSUM).digest() + content


def _parted(raw: bytes) -> list[bytes]:
    """The sections. Raises DamagedError."""
    start = len(MAGIC) + _CHECKSUM
    content = raw[start:]
    if raw[:start] != MAGIC + blake2b(content, digest_size=_CHECKSUM).digest():
        raise DamagedError("this is no linked game, or it is damaged")
    found, at = [], 8 * _SECTIONS
    for number in range(_SECTIONS):
        length = int.from_bytes(content[8 * number : 8 * number + 8], "little")
        found.append(content[at : at + length])
        at += length
    if at != len(content):
        raise DamagedError("its sections are longer or shorter than it says")
    return found


class _Passages:
    """The passages of a game, numbered as they are written, with the stretches of each that something refers to."""

    def __init__(self, source: Source) -> None:
        self._documents = {id(each): number for number, each in enumerate(source.documents)}
        self._stored: dict[int, StoredPassage] = {}
        self._passages: list[Passage] = []
        self._stretches: dict[int, dict[tuple[int, int], None]] = {}

    def stored(self, passage: Passage, places: Places) -> StoredPassage:
        """What is written in the place of a passage."""
        if id(passage) not in self._stored:
            self._stored[id(passage)] = StoredPassage(places, len(self._passages))
            self._passages.append(passage)
        return self._stored[id(passage)]

    def noted(self, origin: Origin) -> Origin:
        """The same origin; its stretch is noted."""
        self._stretches.setdefault(id(origin.passage), {})[origin.start, origin.end] = None
        return origin

    def said(self) -> Iterator[Said]:
        """What is said of each."""
        for each in self._passages:
            spans = {}
            for stretch in ((-1, -1), *self._stretches.get(id(each), ())):
                span = each.span(*stretch)
                spans[stretch] = span.line, span.column, span.end_line, span.end_column
            number = self._documents.get(id(each.document), -1)
            yield Said(number, each.path, each.file, each.home, (each.owner.section, each.owner.name), each.key, spans)


class Later(Sequence[T]):
    """A list of known length that is made when one of it is asked for."""

    def __init__(self, length: int, make: Callable[[], Sequence[T]]) -> None:
        self._length, self._make = length, make

    @cached_property
    def _made(self) -> Sequence[T]:
        return self._make()

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[T]: ...
    def __getitem__(self, place: int | slice) -> T | Sequence[T]:
        return self._made[place]


class StoredGame:
    """A linked game that was read from bytes. Raises DamagedError for other bytes.

    Args:
        raw: what `to_bytes` gave.
        again: reads the files of the game again, for what is not stored.
    """

    def __init__(self, raw: bytes, again: Callable[[], Gathered]) -> None:
        first, self._look, said, self._entries, self._names = _parted(raw)
        self._again = again
        self._places = places = Places(
            lambda: [Said(*each) for each in read(said).root], lambda: self._gathered.documents
        )
        self._first = read(first, (places,))
        try:
            self.facts = Facts(*self._first.root)
        except TypeError as problem:
            raise DamagedError(str(problem)) from problem

    @cached_property
    def _gathered(self) -> Gathered:
        return self._again()

    @property
    def base(self) -> tuple[str, Path]:
        """See `Source.base`."""
        name, directory = self.facts.base
        return name, Path(directory)

    def source(self, hooks: Mapping[str, HookFunction]) -> Source:
        """What a game is made of."""
        facts = self.facts
        facts.program.changes = Later(facts.changes, lambda: self._gathered.changes)
        return Source(
            facts.program, facts.digest, facts.name, facts.titles, facts.about, facts.expansions, hooks,
            Later(facts.documents, lambda: self._gathered.documents), Path(facts.directory), facts.in_order,
            [Layer(name, titles, Path(directory), origin) for name, titles, directory, origin in facts.layers],
            facts.always, self.base, self,
        )  # fmt: skip

    @property
    def look(self) -> Look | None:
        """The look; None where a picture that it shows is another one now."""
        if any(_hash(Path(name)) != digest for name, digest in self.facts.pictures):
            return None
        found: Look = read(self._look, base=self._first).root
        return found

    @property
    def handles(self) -> list[Handle]:
        """See `Glossary.handles`."""
        from ruleset_core.engine.handles import Handle

        return [Handle(*each) for each in self._rows[0]]

    @property
    def changed(self) -> list[Changed]:
        """See `Glossary.changed`."""
        from ruleset_core.engine.changes import Changed

        return [Changed(*each) for each in self._rows[1]]

    @cached_property
    def _rows(self) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
        handles, changed = read(self._names, (self._places,)).root
        return handles, changed

    @property
    def entries(self) -> Entries:
        """See `Source.entries`."""
        found: Entries = read(self._entries).root
        return found


def _pictures(files: Sequence[Path]) -> tuple[tuple[str, str], ...]:
    return tuple((str(each), _hash(each)) for each in files)


def _hash(file: Path) -> str:
    """A hash of a picture; of one that cannot be read it is empty."""
    try:
        return blake2b(read_ordinary(file, _PICTURE + 1), digest_size=16).hexdigest()
    except OSError:
        return ""
