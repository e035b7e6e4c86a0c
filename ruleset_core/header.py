"""The header of a `game.yaml` or `expansion.yaml`, read by light means.

Listing games must be quick and must survive broken files, so only the head of the file is parsed, by the reader that
the loader uses, with its limits. The loader reads the same keys again, and checks them.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from ruleset_core.files import read_ordinary
from ruleset_core.model.words import as_range, fit_for_players, is_name, is_place

_HEADER_KEYS = frozenset({"expansion", "game", "like", "name", "of", "players", "requires", "with"})
_CHANGES = frozenset({"override", "remove", "extend", "board"})
_TOP_LEVEL_KEY = re.compile(r"""^(["']?)([A-Za-z_]\w*)\1[ \t]*:""", re.MULTILINE | re.ASCII)
_COMMENT = re.compile(r"^#[^\n]*\n?", re.MULTILINE)
_LIMIT = 200_000
"""Bytes read at most; a header is far shorter."""
_LONGEST = 2000
"""Characters of a key with its value; what is longer is not read."""


@dataclass(frozen=True, slots=True)
class Header:
    """What the head of a file says. `id` is empty when the head cannot be read."""

    id: str = ""
    of: str = ""
    name: Mapping[str, str] = field(default_factory=dict)
    players: tuple[int, int] | None = None
    requires: tuple[str, ...] = ()
    like: str = ""
    with_: tuple[str, ...] = ()

    def title(self, lang: str) -> str:
        """The name in `lang`, else in English, else the id."""
        return self.name.get(lang) or self.name.get("en") or self.id


def read_header(file: Path) -> Header:
    """The header in `file`; an empty one when it cannot be read (the check says why, a list must go on)."""
    try:
        raw = read_ordinary(file, _LIMIT)
        text = getincrementaldecoder("utf-8-sig")().decode(raw)  # the limit may cut a character
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    except (OSError, UnicodeDecodeError):
        return Header()
    if len(raw) == _LIMIT:
        text = text[: text.rfind("\n") + 1]
    head = "".join(_head(text))
    memory = _MEMORY.get()
    known = None if memory is None else memory.get(head)
    if known is not None:
        return known
    from ruleset_core.model.reading.yamlpos import load_text

    document, _ = load_text(head, str(file))
    found = _header(document.data) if document is not None and isinstance(document.data, dict) else Header()
    if memory is not None:
        memory.note(head, found)
    return found


class Memory(Protocol):
    """Knows headers that were read before by the text of the head, so that no parser is needed for them."""

    def get(self, head: str) -> Header | None:
        """The header that this text says, if it is known."""

    def note(self, head: str, header: Header) -> None:
        """Remember what a text says."""


_MEMORY: ContextVar[Memory | None] = ContextVar("_MEMORY", default=None)


@contextmanager
def remembering(memory: Memory) -> Iterator[None]:
    """Look up headers in a memory for a while, in this thread."""
    token = _MEMORY.set(memory)
    try:
        yield
    finally:
        _MEMORY.reset(token)


def has_id(file: Path, name: str) -> bool:
    """Whether the header in `file` has this id. A file in which the name does not stand is not read any further."""
    try:
        raw = read_ordinary(file, _LIMIT)
    except OSError:
        return False
    stands = name.encode("utf-8", "surrogatepass") in raw or b"\\" in raw  # an escape may stand for any character
    return stands and read_header(file).id == name


def changes(directory: Path) -> tuple[str, ...]:
    """What an expansion says it changes of the game it is for, by its keys: `override`, `remove`, `extend`, and `board` for the plan of one.

    Only the beginnings of lines are looked at, as a header is: whether it is right is for the check to say.
    """
    found: dict[str, None] = {}
    for folder in (directory, directory / "boards"):
        for file in sorted(folder.glob("*.yaml")):
            try:
                text = read_ordinary(file, _LIMIT).decode("utf-8", "replace")
            except OSError:
                continue
            found |= dict.fromkeys(match[2] for match in _TOP_LEVEL_KEY.finditer(text) if match[2] in _CHANGES)
    return tuple(found)


def _head(text: str) -> Iterator[str]:
    """The top-level blocks of `text` that belong to the header; the others may be long and need not be parsed."""
    starts = list(_TOP_LEVEL_KEY.finditer(text))
    ends = [match.start() for match in starts[1:]] + [len(text)]
    wanted = set(_HEADER_KEYS)
    for match, end in zip(starts, ends, strict=False):
        if match[2] in wanted:
            wanted.remove(match[2])
            block = _COMMENT.sub("", text[match.start() : end])
            yield block if len(block) <= _LONGEST else ""


def _header(data: Mapping[object, object]) -> Header:
    """What is as it should be; the rest is left out."""
    own, of, name = data.get("game") or data.get("expansion"), data.get("of"), data.get("name")
    ends, needs, like, always = as_range(data.get("players")), data.get("requires"), data.get("like"), data.get("with")
    return Header(
        id=own if isinstance(own, str) and is_name(own) else "",
        of=of if isinstance(of, str) and is_name(of) else "",
        name={lang: text for lang, text in name.items() if _is_text(lang, text)} if isinstance(name, dict) else {},
        players=ends if ends is not None and fit_for_players(*ends) else None,
        requires=tuple(each for each in needs if isinstance(each, str) and is_name(each))
        if isinstance(needs, list)
        else (),
        like=like if isinstance(like, str) and is_place(like) else "",
        with_=tuple(each for each in always if isinstance(each, str) and is_place(each))
        if isinstance(always, list)
        else (),
    )


def _is_text(lang: object, text: object) -> bool:
    return isinstance(lang, str) and isinstance(text, str)
