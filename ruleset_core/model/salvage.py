"""What can still be used of a document with mistakes in its shape, and which names are lost with the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from ruleset_core.model.diagnostic import Span
from ruleset_core.model.source import Document, Path

M = TypeVar("M", bound=BaseModel)

_ROUNDS = 8
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(slots=True)
class Damage:
    """What is unknown of a game because the shape of a file is broken: it may be there all the same.

    Attributes:
        words: words that may be names declared there, or changed from there.
        around: the entries that lost something.
        files: the files that could not be read, or not as a whole.
    """

    words: set[str] = field(default_factory=set)
    around: list[Span] = field(default_factory=list)
    files: set[str] = field(default_factory=set)


def salvage(document: Document, model: type[M], damage: Damage) -> M | None:
    """A document of which validation failed, without what is wrong in it; that is noted in `damage`.

    Entries of mappings are left out one by one; of a list all items, so that those behind keep their places.
    """
    data = deepcopy(document.data)
    damage.files.add(document.file)
    for _ in range(_ROUNDS):
        try:
            return model.model_validate(data)
        except ValidationError as problem:
            for item in problem.errors(include_url=False):
                path = _wrong(document, item)
                damage.words |= {word for step in path[1:] for word in words_of(str(step))}
                if not _cut(data, path, damage):
                    damage.words |= words_of(document.source.text)
                    return None
                if len(path) > 1:
                    below = len(path) > 2 or document.torn(path)
                    damage.around.append(document.whole(path[:-1] if below else path))
    damage.words |= words_of(document.source.text)
    return None


def words_of(text: str) -> set[str]:
    """All words of a text: the names it may declare."""
    return set(_WORD.findall(text))


def _wrong(document: Document, item: Any) -> Path:
    """The place of what has to go because of an error."""
    path = tuple(item["loc"])
    if item["type"] == "missing" or path[-1:] == ("[key]",):
        path = path[:-1]
    path += tuple(item.get("ctx", {}).get("at", ()))
    return document.resolve(path)


def _cut(data: Any, path: Path, damage: Damage) -> bool:
    """Take out what stands at a path; False when nothing would be left."""
    owners = [data]
    for step in path[:-1]:
        inner = owners[-1]
        if not (step in inner if isinstance(inner, dict) else isinstance(inner, list)):
            return True  # gone with something around it
        owners.append(inner[step])
    while path and not isinstance(owners[-1], dict):
        path, owners = path[:-1], owners[:-1]
    if not path:
        return False
    damage.words |= {*words_of(str(path[-1])), *words_in(owners[-1].pop(path[-1], None))}
    return True


def words_in(value: Any) -> Iterator[str]:
    """The keys and words of data: the names that it may declare or change."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from words_of(str(key))
            yield from words_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words_in(inner)
    elif isinstance(value, str) and _WORD.fullmatch(value):
        yield value


def texts_in(value: Any) -> Iterator[str]:
    """All texts of data, without its keys."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts_in(inner)
    elif isinstance(value, str):
        yield value
