r"""Files as they are written: the document of a text, what stands at a place of it, and the word there.

>>> document = read_document(Path("game.yaml"), "define:\n  price: {amount: coin + 4}\n")
>>> place = place_at(document, 27)
>>> place.path, place.is_key, word_at(document.source.text, 27)
(('define', 'price', 'amount'), False, Word(start=26, end=30, text='coin'))
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import BaseModel

from ruleset_core.lang.file_formatter import model_of
from ruleset_core.model.csv_cards import load_csv
from ruleset_core.model.schema.documents import CardsFile
from ruleset_core.model.sources import TABLE, DataPath, Document
from ruleset_core.model.yaml_documents import load_text

_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class DocumentPlace(NamedTuple):
    """What stands at a place: the path of the innermost value around it, and whether its key is there."""

    path: DataPath
    is_key: bool


class Word(NamedTuple):
    """A word with its offsets."""

    start: int
    end: int
    text: str


@lru_cache(maxsize=32)
def read_document(file: Path, text: str) -> Document | None:
    """The document of a text, as far as it can be read; None where it cannot, or is no data file."""
    if file.suffix == TABLE:
        return load_csv(file, text.encode("utf-8", "replace"))[0]
    return load_text(text, str(file))[0] if file.suffix == ".yaml" else None


def file_model(document: Document) -> type[BaseModel]:
    """The model of a file."""
    return CardsFile if document.file.endswith(TABLE) else model_of(document.data)


def place_at(document: Document, offset: int) -> DocumentPlace | None:
    """The innermost value around a character; None outside of all."""
    best: tuple[int, int] | None = None
    found: DocumentPlace | None = None
    for path, place in document.places.items():
        if place.key is not None and place.key[0] <= offset <= place.key[1]:
            return DocumentPlace(path, is_key=True)
        if place.start <= offset <= place.end:
            size = (-len(path), place.end - place.start)
            if best is None or size < best:
                best, found = size, DocumentPlace(path, is_key=False)
    return found


def word_at(text: str, offset: int) -> Word | None:
    """The word around or before a character."""
    start, end = offset, offset
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return Word(start, end, text[start:end]) if _WORD.fullmatch(text, start, end) else None
