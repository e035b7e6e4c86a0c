"""All slips of a data file that could change what it means: a figure, an operator, a condition, a name, a line left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import BaseModel

from ruleset_core.lang.file_formatter import language_at, model_of
from ruleset_core.model.schema.validation import model_at
from ruleset_core.model.sources import DataPath, Document, ValuePosition, scalar_offsets
from tests.check.mutate import TEXTS, WORD, Slip, document_of, read_by_players, replaced
from tests.mutation.edits import Edit, edits
from tests.mutation.kin import Kin

WORDS = TEXTS | {"name", "title", "label", "ask", "say", "said", "done", "about", "icon", "covers"}
"""Keys without which something merely has no words."""
UNPLAYED = {"provenance", "house", "inferred", "ruleset", "id", "game", "expansion", "of", "board", "license", "x", "y"}
"""Keys that no rule reads; where a crossing is drawn is none either."""


def slips_of(text: str, kin: Kin) -> list[Slip]:
    """Every slip, in order of lines, each text once."""
    document = document_of(text)
    found: dict[str, Slip] = {}
    for start, end, edit in sorted(_all(document, kin), key=lambda each: each[:2]):
        made = replaced(edit.kind, text, start, end, edit.new)
        if made.text != text:
            found.setdefault(made.text, made)
    return list(found.values())


def _all(document: Document, kin: Kin) -> Iterator[tuple[int, int, Edit]]:
    model = model_of(document.data)
    for path, place in document.places.items():
        if not path or read_by_players(path) or any(part in UNPLAYED for part in path):
            continue
        if _can_go(model, path):
            yield from _whole(document, path, place)
        if place.scalar is None or place.end <= place.start:
            continue
        start = language_at(model, path)
        value = document.value(path)
        if start is not None:
            found = edits(place.scalar, start, str(path[-1]), _params(document, path), kin)
            yield from _in_file(document, place, found)
        else:
            yield from ((place.start, place.end, each) for each in _value(value, kin))
            if isinstance(value, str) and "params" not in path:  # bounds of parameters are looked at by checks only
                yield from _in_file(document, place, _bounds(value))


def _in_file(document: Document, place: ValuePosition, found: Iterator[Edit]) -> Iterator[tuple[int, int, Edit]]:
    """Edits of a value as edits of the file."""
    assert place.scalar is not None
    where = scalar_offsets(document.source.text, place.start, place.end, place.style, place.scalar)
    if where is None:
        return
    for each in found:
        yield where[each.start][0], where[max(each.end - 1, each.start)][1], each


def _params(document: Document, path: DataPath) -> list[str]:
    """The parameters of the define an effect stands in."""
    around = document.value(path[:-1])
    params = around.get("params") if isinstance(around, dict) else None
    return list(params) if isinstance(params, dict) else []


def _value(value: object, kin: Kin) -> Iterator[Edit]:
    """Slips of a value that is not of the language: a figure, yes or no, a name."""
    if isinstance(value, bool):
        yield Edit("fact", 0, 0, str(not value).lower())
    elif isinstance(value, int):
        yield from (Edit("figure", 0, 0, str(other)) for other in (value + 1, value - 1))
    elif isinstance(value, str) and WORD.fullmatch(value):
        yield from (Edit("name", 0, 0, other) for other in kin.of(value))


def _bounds(value: str) -> Iterator[Edit]:
    """Bounds of types, `1..6`, narrower by one: where they are wider, nothing more happens."""
    for match in re.finditer(r"(?<=\.\.)\d+|\d+(?=\.\.)", value):
        narrower = -1 if value[match.start() - 1 : match.start()] == "." else 1
        yield Edit("figure", *match.span(), str(int(match.group()) + narrower))


def _can_go(model: type[BaseModel], path: DataPath) -> bool:
    """Whether something may be left out: an item, a card, a key that need not be there. Other entries are mentioned."""
    if isinstance(path[-1], int):
        return True
    keys = model_at(model, path[:-1])
    if keys is None:
        return path[0] == "cards" and len(path) == 2
    names = {info.alias or name: info for name, info in keys.model_fields.items()}
    return path[-1] in names and path[-1] not in WORDS and not names[path[-1]].is_required()


def _whole(document: Document, path: DataPath, place: ValuePosition) -> Iterator[tuple[int, int, Edit]]:
    """The item of a list, or the key with its value, left out; a key that is a number by one."""
    text, around, last = document.source.text, document.value(path[:-1]), path[-1]
    if len(around) < 2:
        return
    if isinstance(last, int) and place.key is not None:
        for other in (last + 1, last - 1):
            if other not in around:
                yield *place.key, Edit("figure", 0, 0, str(other))
    start = place.start if place.key is None else place.key[0]
    if document.style(path[:-1]) in {"[", "{"}:
        rest = re.compile(r"\s*,\s*").match(text, place.end)
        before = re.compile(r",\s*\Z").search(text, 0, start)
        if rest:
            yield start, rest.end(), Edit("line", 0, 0, "")
        elif before:
            yield before.start(), place.end, Edit("line", 0, 0, "")
    else:
        head = text.rfind("\n", 0, start) + 1
        tail = text.find("\n", max(place.end - 1, start)) + 1
        if not text[head:start].strip(" -") and "- " not in text[head:start] * (place.key is not None) and tail:
            yield head, tail, Edit("line", 0, 0, "")
