"""Fills a look with patterns in it: `for` finds declarations, `use` a shape, `if` what fits, `<name>` a text of a declaration.

`default_look.yaml` says what each key means. Here `hands` finds one declaration, called `hand`, which is `closed`:

>>> class Found:
...     def find(self, pattern):
...         return [Declared({"closed"}, {"name": "hand", "title": {"en": "hand", "es": "mano"}})]
>>> shapes = {"list": [{"if": "open", "line": "<name>"}, {"pieces": "c in <name>"}]}
>>> PatternReader(Found(), shapes).filled([{"for": "hands", "title": "{i} <title>", "use": "list"}, {"line": ["day"]}])
[{'title': {'en': '{i} hand', 'es': '{i} mano'}, 'pieces': 'c in hand'}, {'line': ['day']}]
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, Protocol

from ruleset_core.messages import translations

_NAMED: Final = re.compile(r"<([a-z]+)>")
_PATTERN_KEYS: Final = frozenset({"for", "if", "use", "as", "also", "is"})

Text = str | dict[str, str]


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration of a game as patterns see it, or several that are shown together.

    Attributes:
        adjectives: those that hold for it.
        texts: what `<name>` stands for.
        parts: by noun what it is made of, which patterns below it find first.
    """

    adjectives: Collection[str]
    texts: Mapping[str, Text]
    parts: Mapping[str, Sequence[Declared]] = field(default_factory=dict)


class Pattern(NamedTuple):
    """`closed not told lists of seat`: adjectives, noun, and what stands behind `of`: a seat, or for groups a pattern."""

    adjectives: str
    noun: str
    of: str

    @classmethod
    def read(cls, text: str) -> Pattern:
        """The parts of a pattern."""
        first, _, of = text.partition(" of ")
        adjectives, _, noun = first.rpartition(" ")
        return cls(adjectives, noun, of)


class DeclarationFinder(Protocol):
    """Finds the declarations of a game."""

    def find(self, pattern: Pattern) -> Sequence[Declared]:
        """All declarations that a noun means, whatever adjectives stand before it."""


def holds(condition: str, adjectives: Collection[str]) -> bool:
    """Whether all adjectives of a condition hold: `open not told`."""
    wanted = True
    for word in condition.split():
        if word == "not":
            wanted = False
        elif (word in adjectives) != wanted:
            return False
        else:
            wanted = True
    return True


@dataclass(frozen=True, slots=True)
class _Scope:
    """What patterns stand for: the declaration, if some `for` found it, and adjectives that `as` adds."""

    at: Declared | None = None
    added: frozenset[str] = frozenset()

    @property
    def texts(self) -> Mapping[str, Text]:
        return {} if self.at is None else self.at.texts

    def lacks(self, found: bool | None) -> bool:
        """Whether something is left out since its patterns found nothing: not if it stands for a declaration itself."""
        return self.at is None and found is False

    def holds(self, condition: str) -> bool:
        return holds(condition, self.added if self.at is None else {*self.at.adjectives, *self.added})


class _Filled(NamedTuple):
    """What was filled: None if it is left out. `found`: whether patterns in it found something; None if there are none."""

    value: Any
    found: bool | None = None


_LEFT_OUT: Final = _Filled(None)


class PatternReader:
    """Fills looks. `shapes`: by name, entries of which the first that fits is used."""

    def __init__(self, finder: DeclarationFinder, shapes: Mapping[str, Sequence[Any]]) -> None:
        self._finder = finder
        self._shapes = shapes

    def filled(self, template: Any) -> Any:
        """A look, or a part of one, without patterns; None if nothing of it is left."""
        return self._fill(template, _Scope()).value

    def _fill(self, template: Any, scope: _Scope) -> _Filled:
        if isinstance(template, str):
            return _Filled(_with_texts(template, scope.texts))
        if isinstance(template, list):
            return self._list(template, scope)
        if isinstance(template, dict) and "message" in template:
            return _Filled(translations(template["message"]))
        if isinstance(template, dict):
            return self._mapping(template, scope)
        return _Filled(template)

    def _list(self, template: list[Any], scope: _Scope) -> _Filled:
        made, found = [], None
        for each in template:
            for filled in self._repeated(each, scope):
                found = _either(found, filled.found)
                if filled.value is not None:
                    made.append(filled.value)
        return _Filled(made if made and not scope.lacks(found) else None, found)

    def _repeated(self, template: Any, scope: _Scope) -> Iterator[_Filled]:
        """What stands in a list or mapping once, or once for each declaration that its `for` finds."""
        if not (isinstance(template, dict) and "for" in template):
            yield self._fill(template, scope)
            return
        yield _Filled(None, found=False)
        for one in self._matching(template["for"], scope):
            yield self._of_one(template, one, scope)

    def _matching(self, text: str, scope: _Scope) -> Iterator[Declared]:
        pattern = Pattern.read(text)
        inside = None if scope.at is None or pattern.of else scope.at.parts.get(pattern.noun)
        found = self._finder.find(pattern) if inside is None else inside
        return (each for each in found if holds(pattern.adjectives, each.adjectives))

    def _of_one(self, template: dict[str, Any], one: Declared, scope: _Scope) -> _Filled:
        filled = self._mapping(template, replace(scope, at=one))
        return filled if filled.value is None else filled._replace(found=True)

    def _mapping(self, template: dict[str, Any], scope: _Scope) -> _Filled:
        if not scope.holds(template.get("if", "")):
            return _LEFT_OUT
        if "as" in template:
            scope = replace(scope, added=scope.added | {*template["as"].split()})
        if "is" in template:
            return self._fill(template["is"], scope)
        used = self._shape(template["use"], scope) if "use" in template else _Filled({})
        if used.value is None or not isinstance(used.value, dict):
            return used
        made, found = dict[str, Any](), used.found
        for part in (template, *(each for each in template.get("also", ()) if scope.holds(each["if"]))):
            for key, value in part.items():
                if key in _PATTERN_KEYS:
                    continue
                for filled, name in self._named(key, value, scope):
                    found = _either(found, filled.found)
                    if filled.value is not None:
                        made[name] = filled.value
        made |= {key: each for key, each in used.value.items() if key not in made}
        return _Filled(None if scope.lacks(found) else made, found)

    def _named(self, key: str, value: Any, scope: _Scope) -> Iterator[tuple[_Filled, str]]:
        """A key with its value; `<kind>: {for: kinds}` stands once for each that is found."""
        if not (isinstance(value, dict) and "for" in value):
            yield self._fill(value, scope), key
            return
        for one in self._matching(value["for"], scope):
            yield self._of_one(value, one, scope), str(_with_texts(key, one.texts))

    def _shape(self, name: str, scope: _Scope) -> _Filled:
        """The first entry of a shape that fits."""
        fits = (each for each in self._shapes[name] if scope.holds(each.get("if", "")))
        return self._fill(next(fits, None), scope)


def _either(one: bool | None, other: bool | None) -> bool | None:
    found = {one, other} - {None}
    return any(found) if found else None


def _with_texts(text: str, texts: Mapping[str, Text]) -> Text:
    """A text with those of a declaration in it; in each language if one of these is."""
    if text.startswith("<") and text[1:-1] in texts and text.endswith(">"):
        return texts[text[1:-1]]
    languages = next((each for name in _NAMED.findall(text) if isinstance(each := texts[name], dict)), None)
    if languages is None:
        return _NAMED.sub(lambda match: str(texts[match[1]]), text)
    said = {
        lang: {name: each if isinstance(each, str) else each[lang] for name, each in texts.items()}
        for lang in languages
    }
    return {lang: str(_with_texts(text, each)) for lang, each in said.items()}
