"""Linked games that are read from bytes, without a parser or models; `engine.linking` writes them.

A process that finds a game in the cache plays it without importing pydantic, PyYAML, Lark or the linker. Stored in seven
sections: the program with what the headers say, the look, the lines that origins refer to, hashes of entries for records, names
for look-up, the rulebook in words, texts of lessons where somebody asked for them. The first is read at once, the others when somebody asks. Hooks are stored by name and signature and found again in
the plugin. The files themselves are not stored: they are read and parsed again when somebody asks for a number or a look of a
single name.

Every object refers to earlier ones only (`lang.serialization`), and a file can name no class outside a fixed table: nothing
is pickled. What is damaged, foreign or of another version is linked again without a word. The key covers the bytes of all
files and the sources of this package (`engine.loader`). A game with mistakes is never stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, overload

from ruleset_core.files import read_regular_file
from ruleset_core.lang.origins import StoredLocation, StoredLocations
from ruleset_core.lang.serialization import DamagedError, read_section

if TYPE_CHECKING:
    from ruleset_core.engine.hooks import HookFunction
    from ruleset_core.lang.look_nodes import LinkedLook
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.rulebook_nodes import Rulebook
    from ruleset_core.lang.vocabulary import Template
    from ruleset_core.model.game_files import GatheredFiles
    from ruleset_core.model.sources import Document, Entries

MAGIC: Final = b"ruleset linked game 3\n"
"""What such bytes begin with; the number is that of the format."""
_CHECKSUM: Final = 16
_SECTIONS: Final = 7
_PICTURE: Final = 1 << 20
"""Most bytes of a picture; a longer one keeps a game from loading."""

Signatures = tuple[tuple[str, tuple[str, ...], str | None], ...]
ReadTexts = Mapping[str, Mapping[str, "Template"]]
"""Texts whose places are read, by language."""
T = TypeVar("T")


class StoredFacts(NamedTuple):
    """What is stored of a game besides its look: see `GameSource`. `pictures` are files that the look shows, each with a hash of its bytes."""

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


def hook_signatures(hooks: Mapping[str, HookFunction]) -> Signatures:
    """What data may call, without what it does."""
    return tuple((name, hook.params, hook.result) for name, hook in sorted(hooks.items()))


def checksum(content: bytes) -> bytes:
    """The checksum of all sections."""
    return blake2b(content, digest_size=_CHECKSUM).digest()


def _parted(raw: bytes) -> list[bytes]:
    """The sections. Raises DamagedError."""
    start = len(MAGIC) + _CHECKSUM
    content = raw[start:]
    if raw[:start] != MAGIC + checksum(content):
        raise DamagedError("this is no linked game, or it is damaged")
    found, at = [], 8 * _SECTIONS
    for number in range(_SECTIONS):
        length = int.from_bytes(content[8 * number : 8 * number + 8], "little")
        found.append(content[at : at + length])
        at += length
    if at != len(content):
        raise DamagedError("its sections are longer or shorter than it says")
    return found


class LazySequence(Sequence[T]):
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
        raw: what `game_to_bytes` gave.
        again: reads the files of the game again, for what is not stored.
    """

    def __init__(self, raw: bytes, again: Callable[[], GatheredFiles]) -> None:
        first, self._look, said, self._entries, self._names, self._rulebook, self._texts = _parted(raw)
        self._again = again
        self._places = places = StoredLocations(
            lambda: [StoredLocation(*each) for each in read_section(said).root], lambda: self._gathered.documents
        )
        self._first = read_section(first, (places,))
        try:
            self.facts = StoredFacts(*self._first.root)
        except TypeError as problem:
            raise DamagedError(str(problem)) from problem
        self.facts.program.changes = LazySequence(self.facts.changes, lambda: self._gathered.changes)

    @cached_property
    def _gathered(self) -> GatheredFiles:
        return self._again()

    @property
    def documents(self) -> Sequence[Document]:
        """The files of the game, which are read again when somebody asks."""
        return LazySequence(self.facts.documents, lambda: self._gathered.documents)

    @property
    def base(self) -> tuple[str, Path]:
        """See `GameSource.base`."""
        name, directory = self.facts.base
        return name, Path(directory)

    @property
    def look(self) -> LinkedLook | None:
        """The look; None where a picture that it shows is another one now."""
        if any(picture_hash(Path(name)) != digest for name, digest in self.facts.pictures):
            return None
        found: LinkedLook = read_section(self._look, base=self._first).root
        return found

    @property
    def rulebook(self) -> Rulebook:
        """The rules as players read them."""
        found: Rulebook = read_section(self._rulebook).root
        return found

    @cached_property
    def texts(self) -> ReadTexts:
        """Texts of lessons by language: see `loader.store_texts`."""
        found: ReadTexts = read_section(self._texts, base=self._first).root
        return found

    @property
    def handles(self) -> list[tuple[Any, ...]]:
        """The fields of each handle; see `Glossary.handles`."""
        return self._rows[0]

    @property
    def changed(self) -> list[tuple[Any, ...]]:
        """The fields of each change; see `Glossary.changed`."""
        return self._rows[1]

    @cached_property
    def _rows(self) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
        handles, changed = read_section(self._names, (self._places,)).root
        return handles, changed

    @property
    def entries(self) -> Entries:
        """See `GameSource.entries`."""
        found: Entries = read_section(self._entries).root
        return found


def picture_hash(file: Path) -> str:
    """A hash of a picture; of one that cannot be read it is empty."""
    try:
        return blake2b(read_regular_file(file, _PICTURE + 1), digest_size=16).hexdigest()
    except OSError:
        return ""
