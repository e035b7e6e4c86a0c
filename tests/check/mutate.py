"""Slips: one small random change of a data file, of the kind people make."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from ruleset_core.model.sources import DataPath, Document, ValuePosition
from ruleset_core.model.yaml_documents import load_text

LETTERS = "abcdefghijklmnopqrstuvwxyz"
TEXTS = {"en", "es", "version", "authors"}
"""Keys whose values players read: no slip in them can be told from intention."""
UNPLAYED = {"scenarios", "lessons"}
"""Folders of files with which nothing is played; nor is anything with `rulebook.yaml`."""
WORD = re.compile(r"[a-z][a-z0-9_]*")


def played_files(game: Path) -> list[Path]:
    """The files of a game in which a slip changes what is played."""
    return sorted(
        path for path in game.rglob("*.yaml") if not UNPLAYED & {*path.parts} and path.name != "rulebook.yaml"
    )


@dataclass(frozen=True)
class Slip:
    """A changed file: the kind of slip, what was done, and the new text."""

    kind: str
    what: str
    line: int
    text: str


def document_of(text: str) -> Document:
    """A sound file, with the place of everything in it."""
    document, found = load_text(text, "f.yaml")
    assert document is not None
    assert not found
    return document


def replaced(kind: str, text: str, start: int, end: int, new: str) -> Slip:
    """The slip that writes `new` from `start` to `end` (exclusive)."""
    old = text[start:end]
    what = f"{old.strip()!r:.60} -> {new.strip()!r:.40}" if new.strip() else f"{old.strip()!r:.80} deleted"
    return Slip(kind, what, text.count("\n", 0, start) + 1, text[:start] + new + text[end:])


def _misspelt(word: str, random: Random) -> str:
    """A letter left out, doubled, wrong, or two swapped; never the word itself."""
    while True:
        at = random.randrange(len(word))
        wrong = random.choice(
            [
                word[:at] + word[at + 1 :],
                word[:at] + word[at] + word[at:],
                word[:at] + random.choice(LETTERS) + word[at + 1 :],
                word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
            ]
        )
        if wrong not in {word, ""}:
            return wrong


def read_by_players(path: DataPath) -> bool:
    """Whether a value is words that players read."""
    return any(part in TEXTS for part in path)


def scalars(document: Document) -> Iterator[tuple[DataPath, ValuePosition]]:
    """Every written value that is neither a list nor a mapping."""
    for path, place in document.places.items():
        if place.scalar is not None and place.end > place.start:
            yield path, place


def misspell_key(text: str, random: Random) -> Slip | None:
    """A key, an id among them."""
    keys = [place.key for path, place in document_of(text).places.items() if place.key and isinstance(path[-1], str)]
    start, end = random.choice(keys)
    return replaced("misspell a key", text, start, end, _misspelt(text[start:end], random))


def misspell_name(text: str, random: Random) -> Slip | None:
    """A word in a value: a reference, a type, a verb or a name in an effect."""
    words = []
    for path, place in scalars(document_of(text)):
        if not read_by_players(path):
            body = re.sub(r"#[^\n]*", lambda match: " " * len(match.group()), text[place.start : place.end])
            words += [
                (place.start + m.start(), place.start + m.end()) for m in WORD.finditer(body) if len(m.group()) > 1
            ]
    start, end = random.choice(words)
    return replaced("misspell a name", text, start, end, _misspelt(text[start:end], random))


def delete_line(text: str, random: Random) -> Slip | None:
    """A line that says something."""
    spans = [
        m.span() for m in re.finditer(r"[^\n]*\n", text) if m.group().strip() and not m.group().lstrip().startswith("#")
    ]
    start, end = random.choice(spans)
    return replaced("delete a line", text, start, end, "")


def change_type(text: str, random: Random) -> Slip | None:
    """A value of another kind: text for a number, a number for text, a list or nothing for either."""
    places = [(path, place) for path, place in scalars(document_of(text)) if path]
    path, place = random.choice(places)
    value = document_of(text).value(path)
    new: list[str] = {
        bool: ["7", "maybe", "[true]"],
        int: ["many", "[1, 2]", "true", "{a: 1}"],
        str: ["7", "[a, b]", "{a: b}", "true", ""],
    }.get(type(value), ["7"])
    return replaced("change a type", text, place.start, place.end, random.choice(new))


def drop_brace(text: str, random: Random) -> Slip | None:
    """A bracket that opens or closes, in YAML or in an effect."""
    document = document_of(text)
    hidden = [(place.start, place.end) for path, place in scalars(document) if read_by_players(path)]
    hidden += [m.span() for m in re.finditer(r"(?:^|\s)#[^\n]*", text)]
    marks = [m.start() for m in re.finditer(r"[{}()\[\]]", text)]
    marks = [at for at in marks if not any(start <= at < end for start, end in hidden)]
    if not marks:
        return None
    at = random.choice(marks)
    return replaced("drop a brace", text, at, at + 1, "")


KINDS: tuple[Callable[[str, Random], Slip | None], ...] = (
    misspell_key, misspell_name, delete_line, change_type, drop_brace,
)  # fmt: skip


def slip(text: str, random: Random) -> Slip:
    """One slip of a random kind."""
    while True:
        made = random.choice(KINDS)(text, random)
        if made is not None and made.text != text:
            return made


def meaning(text: str) -> Any:
    """What a file says, or None when it cannot be read."""
    document, found = load_text(text, "f.yaml")
    return None if document is None or found else document.data
