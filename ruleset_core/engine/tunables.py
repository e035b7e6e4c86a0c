"""Tunables: numbers in the files of a game, each with a name, and the text of an expansion that sets some of them to other values."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pydantic import BaseModel

from ruleset_core.diagnostics import closest_candidates, friendly_list, shorten
from ruleset_core.errors import NumberError
from ruleset_core.lang.file_formatter import language_at, model_of
from ruleset_core.model.drafts import KINDS, DraftFile, section_entries
from ruleset_core.model.schema.documents import annotation_at, collection_kind, override_model
from ruleset_core.model.sources import DataPath as Place
from ruleset_core.model.sources import Document

_DIGITS: Final = re.compile(r"#[^\n]*|(?<!\w)([0-9]+)(?!\w)")
"""A number in a text of the language; remarks are passed over."""
_RANGE: Final = re.compile(r"-?[0-9]+ *(\.\.|to) *-?[0-9]+\??")
"""Numbers from one to another, as types and phases have them."""
_MOST: Final = 5
"""Names that are told where several may be meant."""
_SECTIONS: Final = [section for section in KINDS if section not in {"achievements", "rulebook"}]  # no rule of play
MEMBERS: Final = "members"


@dataclass(frozen=True, slots=True)
class Tunable:
    """A number in the data.

    Attributes:
        name: what it is called: as short as is clear.
        parts: its full name.
        value: the number; None where an amount is worked out, which a number may take the place of.
        text: the text of the language that it stands in; empty for what is a number alone.

    Example:
        >>> from ruleset_core import load
        >>> number = load("troyes").glossary.numbers[0]
        >>> number.home[1] > 0
        True
    """

    name: str
    parts: tuple[str, ...]
    value: int | None
    text: str
    _leaf: Place = field(repr=False, compare=False)
    """What is replaced as a whole, as under `override:`."""
    _there: tuple[Document, Place] = field(repr=False, compare=False)
    """Where that stands now."""
    _inner: Place = field(repr=False, compare=False, default=())
    """Where in it the number, or its text, stands."""
    _at: int | None = field(repr=False, compare=False, default=None)
    """Which number of its text it is, from 0."""

    @property
    def home(self) -> tuple[str, int]:
        """The file it was written in, and the line, from 1. The first of a file takes milliseconds."""
        document, place = self._there
        document, place = document.home((*place, *self._inner))
        return document.file, document.key_span(place).line

    def put(self, leaves: dict[Place, Any], value: int) -> None:
        """Internal: Replace it among what is replaced. Raises NumberError."""
        document, place = self._there
        if not self._inner and self._at is None:
            leaves[self._leaf] = value
            return
        leaves.setdefault(self._leaf, deepcopy(_at(document.data, place)))
        around: Any = leaves
        step: Any = self._leaf
        for each in self._inner:
            around, step = around[step], each
        around[step] = value if self._at is None else _put_in(around[step], self._at, value, self.name)


def tunables_of(documents: Sequence[Document]) -> list[Tunable]:
    """All numbers of a game in the order of its files, what expansions replace laid on."""
    found = [each for document in documents for each in _numbers(document)]
    short = [".".join(each.parts[2 if each.parts[0] == "resources" else 1 :]) for each in found]
    count = Counter(short)
    return [
        replace(each, name=name if count[name] == 1 else ".".join(each.parts))
        for each, name in zip(found, short, strict=True)
    ]


def tunables_overlay(documents: Sequence[Document], wanted: Mapping[str, object], header: Mapping[str, Any]) -> str:
    """The text of an expansion in which numbers take the place of others.

    Args:
        documents: the files of the game.
        wanted: numbers by their names.
        header: what the expansion says of itself.

    Raises:
        NumberError: there is no such number, or several may be meant.
    """
    numbers, leaves = tunables_of(documents), dict[Any, Any]()
    for name, value in wanted.items():
        if not isinstance(value, int) or isinstance(value, bool):
            raise NumberError(f"{shorten(name)}: {shorten(repr(value))} is not a whole number")
        tunable_named(numbers, documents, name).put(leaves, value)
    override: dict[str, Any] = {}
    for path, leaf in leaves.items():
        inner = override
        for step in path[:-1]:
            inner = inner.setdefault(step, {})
        inner[path[-1]] = leaf
    return json.dumps({**header, "override": override}, ensure_ascii=False)  # which is YAML


def _numbers(document: Document) -> Iterator[Tunable]:
    if isinstance(document.data, dict):
        walk = _TunableWalk(document, model_of(document.data))
        for head, place in _entries(document):
            yield from walk.below(head, head, place)


def _entries(document: Document) -> Iterator[tuple[tuple[str, ...], Place]]:
    """Whatever has a name in a file: the way to it under `override:`, and in the file."""
    draft = DraftFile(document, "")
    for section in _SECTIONS:
        for name, place in section_entries(draft, section).items():
            yield (section, MEMBERS, name) if section == "resources" else (section, name), place


@dataclass(frozen=True, slots=True)
class _TunableWalk:
    """Goes through a file."""

    document: Document
    model: type[BaseModel]

    def below(
        self, parts: tuple[str, ...], leaf: Place, place: Place, inner: Place = (), *, listed: bool = False
    ) -> Iterator[Tunable]:
        """The numbers in a value; in a list, `leaf` and `place` stay at the list, which is replaced as a whole."""
        whole = (*place, *inner)
        value = _at(self.document.data, whole)
        if isinstance(value, dict):
            listed = listed or _is_whole(leaf)
            for key in value:
                if (parts[0], key) == ("flow", "steps"):  # phases have names of their own
                    continue
                further = (*parts, str(key))
                if listed:
                    yield from self.below(further, leaf, place, (*inner, key), listed=True)
                else:
                    yield from self.below(further, (*leaf, key), (*place, key))
        elif isinstance(value, list):
            for index in range(len(value)):
                yield from self.below((*parts, str(index + 1)), leaf, place, (*inner, index), listed=True)
        elif isinstance(value, str):
            language = language_at(self.model, whole)
            goes = parts[0] == "flow" and parts[-1] == "in"  # what a phase goes through
            if language is None and (goes or _RANGE.fullmatch(value)):
                language = "range"
            if language is not None:
                yield from self._within(Tunable("", parts, None, value, leaf, (self.document, place), inner), language)
        elif isinstance(value, int) and not isinstance(value, bool):
            yield Tunable("", parts, value, "", leaf, (self.document, place), inner)

    def _within(self, whole: Tunable, language: str) -> Iterator[Tunable]:
        """The numbers in a text; and of an expression the text itself, which a number may take the place of."""
        found = [match[1] for match in _DIGITS.finditer(whole.text) if match[1]]
        if language == "expr":
            alone = [whole.text.strip()] == found
            yield replace(whole, value=int(found[0]), text="") if alone else whole
            found = [] if alone else found
        for at, digits in enumerate(found):
            yield replace(whole, parts=(*whole.parts, str(at + 1)), value=int(digits), _at=at)


def _is_whole(leaf: Place) -> bool:
    """Whether what stands there is replaced as a whole, though it has keys: the only behaviour of a card, written without a list."""
    annotation: Any = override_model()
    for step in leaf:
        annotation = annotation_at(annotation, step)
        if annotation is None:
            return False
    return not collection_kind(annotation)


def _at(data: Any, place: Place) -> Any:
    for step in place:
        data = data[step]
    return data


def _put_in(text: str, at: int, value: int, name: str) -> str:
    """A text with another number in the place of one."""
    if value < 0:
        raise NumberError(f"`{name}` stands within a text, where no number is below 0: {shorten(text, 60)}")
    match = [each for each in _DIGITS.finditer(text) if each[1]][at]
    return f"{text[: match.start()]}{value}{text[match.end() :]}"


def tunable_named(numbers: Sequence[Tunable], documents: Sequence[Document], name: str) -> Tunable:
    """The number of a name. Raises NumberError."""
    wanted = tuple(name.split("."))
    fitting = [each for each in numbers if _fits(wanted, each)]
    exact = [each for each in fitting if name in {each.name, ".".join(each.parts)}]
    found = exact or fitting
    if len(found) == 1:
        return found[0]
    if found:
        names = [each.name for each in found]
        more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
        raise NumberError(f"`{name}` may be {friendly_list(names[:_MOST])}{more}; say which", names)
    unwritten = _unwritten(numbers, documents, wanted)
    if unwritten is not None:
        return unwritten
    close = closest_candidates(name, [each.name for each in numbers])
    near = close or [each.name for each in numbers if wanted[0] in each.parts][:_MOST]
    hint = f"; did you mean {friendly_list(near)}?" if near else "; `ruleset show GAME --numbers` lists all"
    raise NumberError(f"there is no number `{shorten(name)}` in this game{hint}", near)


def _fits(wanted: Sequence[str], number: Tunable) -> bool:
    """Whether parts of a name come in this order in the full name, the last one at its end; an amount may be called as what it is of."""
    left, last = iter(number.parts), number.parts[-1]
    of_amount = last == "amount" and wanted[-1] == number.parts[-2]
    return all(part in left for part in wanted) and (last == wanted[-1] or of_amount)


def _unwritten(numbers: Sequence[Tunable], documents: Sequence[Document], wanted: tuple[str, ...]) -> Tunable | None:
    """A number that an entry may have and does not say: the copies of a card, say, or a fact that others have."""
    if len(wanted) < 2:
        return None
    found = []
    for document in documents:
        for head, place in _entries(document) if isinstance(document.data, dict) else ():
            if head[-1] != wanted[-2] or not set(wanted[:-2]) <= set(head) or not place:
                continue
            entry = _at(document.data, place)
            if isinstance(entry, dict) and wanted[-1] in entry:
                continue  # it says something else there
            annotation: Any = override_model()
            for step in (*head, wanted[-1]):
                annotation = annotation_at(annotation, step)
            others = any((each.parts[0], each.parts[-1]) == (head[0], wanted[-1]) for each in numbers)
            if annotation is not None or others:
                leaf = (*head, wanted[-1])
                found.append(Tunable(".".join(wanted), leaf, None, "", leaf, (document, (*place, wanted[-1]))))
    return found[0] if len(found) == 1 else None
