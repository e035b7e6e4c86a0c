r"""Reads the `.po` files of the catalogues and compiles them to `.mo` files.

    msgid "play.lost"
    msgid_plural "play.lost"
    msgstr[0] "The last move could not be saved."
    msgstr[1] "The last {count} moves could not be saved."

becomes the entry `("play.lost", ("The last move …", "The last {count} moves …"))`, and in the `.mo` file the pair
`play.lost\0play.lost` and `The last move …\0The last {count} moves …`. A catalogue has no
contexts, and no key twice.

Reads the entries of gettext's `.po` files: the catalogues of the program, and the translations of a game.

    # of the translator
    #, fuzzy
    msgctxt "cards/wares.yaml cards.lamp.name"
    msgid "Lamp"
    msgstr "Lampe"

is one entry with a context, a key, a text and a note; plural forms are several texts. What is no such line is kept as wrong, and reading
goes on. `po_files` and `model.translations` say what a catalogue, and a translation, may hold.

>>> read_entries('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "one"\nmsgstr[1] "two\\n"\n"three"\n').entries
(PoEntry(line=1, context=None, key='a', plural='b', texts=('one', 'two\nthree'), fuzzy=False, notes=()),)
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ruleset_core.messages import CATALOGUES, LANGUAGES

_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"\s*')
_FIELD = re.compile(r"(msgctxt|msgid|msgstr)\s+")
_FIELD_WITH_PLURALS = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s+")
_ESCAPES: Final = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


@dataclass(frozen=True, slots=True)
class PoEntry:
    """An entry: the line in which it begins, what it says, and the lines of comments that a translator wrote. `fuzzy`: to be looked at again.

    A context or a key that is not there is None. `texts`: one, or one for each plural form, by number.
    """

    line: int
    context: str | None
    key: str | None
    plural: str | None
    texts: tuple[str, ...]
    fuzzy: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PoFile:
    """The entries of a file, the places of lines that are none (beginning and end), and the lines of entries that were put aside."""

    entries: tuple[PoEntry, ...]
    wrong: tuple[tuple[int, int], ...] = ()
    aside: tuple[str, ...] = ()


@dataclass(slots=True)
class _EntryLines:
    """The lines of an entry as far as they are read; `open`: the field that the next string belongs to."""

    line: int = 0
    fields: dict[str, str] = field(default_factory=dict)
    open: str = ""
    fuzzy: bool = False
    notes: list[str] = field(default_factory=list)

    @property
    def has_text(self) -> bool:
        return any(name.startswith("msgstr") for name in self.fields)

    def entry(self) -> PoEntry:
        forms = sorted((name for name in self.fields if name.startswith("msgstr")), key=lambda name: (len(name), name))
        key, context, plural = (self.fields.get(name) for name in ("msgid", "msgctxt", "msgid_plural"))
        texts = tuple(self.fields[name] for name in forms)
        return PoEntry(self.line, context, key, plural, texts, self.fuzzy, tuple(self.notes))


def read_entries(text: str, *, plurals: bool = True) -> PoFile:
    """The entries of a `.po` file, as they stand there. Without `plurals` lines of plural forms are wrong."""
    fields = _FIELD_WITH_PLURALS if plurals else _FIELD
    entries: list[PoEntry] = []
    wrong: list[tuple[int, int]] = []
    aside: list[str] = []
    now, end = _EntryLines(), 0
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        start, end = end, end + len(line)
        said = line.strip()
        field_name = fields.match(said)
        begins = not said or said.startswith("#") or (field_name is not None and field_name[1] in {"msgctxt", "msgid"})
        if begins and now.has_text:
            entries.append(now.entry())
            now = _EntryLines()
        if said.startswith("#"):
            now.fuzzy = now.fuzzy or (said.startswith("#,") and "fuzzy" in said)
            now.notes += [said] if said == "#" or said.startswith("# ") else []
            aside += [said] if said.startswith("#~") else []
            continue
        if field_name is not None:
            now.line = now.line or number
            now.open, said = field_name[1], said[field_name.end() :]
            now.fields[now.open] = ""
        string = _STRING.fullmatch(said)
        if string is not None and now.open:
            now.fields[now.open] += re.sub(r"\\(.)", lambda each: _ESCAPES.get(each[1], each[1]), string[1])
        elif said:
            wrong.append((start, start + len(line.rstrip())))
    if now.fields:
        entries.append(now.entry())
    return PoFile(tuple(entries), tuple(wrong), tuple(aside))


def quoted_text(text: str) -> str:
    r"""A text as a `.po` file writes it.

    >>> quoted_text('a "lamp"\n')
    '"a \\"lamp\\"\\n"'
    """
    for letter, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(letter, escaped)
    return f'"{text}"'


def read_catalogue(file: Path) -> dict[str, tuple[str, ...]]:
    """The texts of each key of a `.po` file: one, or one for each plural form. The key `""` holds the header."""
    text = file.read_text(encoding="utf-8")
    read = read_entries(text)
    if read.wrong:
        start, end = read.wrong[0]
        raise ValueError(f"{file}: `{text[start:end]}` is no line of a catalogue")
    entries: dict[str, tuple[str, ...]] = {}
    for number, entry in enumerate(read.entries, start=1):
        if entry.key is None or entry.key in entries or entry.context is not None or not entry.texts:
            raise ValueError(
                f"{file}: entry {number} (`{entry.key}`) has no msgid, no msgstr, a msgctxt, or is there twice"
            )
        entries[entry.key] = entry.texts
    return entries


def compile_catalogue(entries: Mapping[str, tuple[str, ...]]) -> bytes:
    """The `.mo` file of a catalogue: sorted keys, where each key and each text lies, and then these, each ended by a zero."""
    pairs = sorted(
        ((key if len(texts) == 1 else f"{key}\0{key}").encode(), "\0".join(texts).encode())
        for key, texts in entries.items()
    )
    start = 28 + 16 * len(pairs)
    tables, strings = b"", b""
    for column in zip(*pairs, strict=True):
        for each in column:
            tables += struct.pack("<II", len(each), start + len(strings))
            strings += each + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, start)
    return head + tables + strings


def write_catalogues() -> list[Path]:
    """Compile the catalogue of every language; the files that were written."""
    written = [CATALOGUES / f"{lang}.mo" for lang in LANGUAGES]
    for file in written:
        file.write_bytes(compile_catalogue(read_catalogue(file.with_suffix(".po"))))
    return written
