"""Validates a document. In: a document and a model class. Out: the model or diagnostics; a document with errors can be recovered without the wrong parts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError

from ruleset_core.diagnostics import (
    MAX_FINDINGS,
    Diagnostic,
    Span,
    Suggestion,
    closest_candidates,
    error,
    first_diagnostics,
    friendly_list,
    nearest_repair,
    shorten,
)
from ruleset_core.model.schema.base import (
    LINE_PATTERN,
    MOMENT_PATTERN,
    PATTERNS,
    LocalizedText,
    describe_value,
    number_as_name,
)
from ruleset_core.model.sources import DataPath, Document
from ruleset_core.values import NAME_PATTERN, YAML_TRUTHS

# Questions about the file models themselves: which model is at a place, its keys, an example of a key.


def model_at(model: type[BaseModel] | None, path: DataPath) -> type[BaseModel] | None:
    """The model that describes the mapping at `path` of a file, or None when no model does."""
    current: Any = model
    for part in path:
        current = _inside(current, part)
        if current is None:
            return None
    return _model(current)


def keys_of(model: type[BaseModel] | None) -> list[str]:
    """The keys a mapping may have, as written in files, in the order of the model."""
    if model is None:
        return []
    return [info.alias or name for name, info in model.model_fields.items() if not info.exclude]


def example_of(model: type[BaseModel] | None, key: str) -> str:
    """A help line with an example of a key; empty when the model has none."""
    for name, info in model.model_fields.items() if model else ():
        if key == (info.alias or name) and info.examples:
            return f"for example: `{key}: {info.examples[0]}`"
    return ""


def _inside(annotation: Any, part: str | int) -> Any:
    """The annotation of what stands under a key or index of a value with this annotation."""
    model = _model(annotation)
    if model is not None:
        for name, info in model.model_fields.items():
            if part == (info.alias or name):
                return info.annotation
        return None
    for inner in _alternatives(annotation):
        if get_origin(inner) in (dict, tuple, list):
            # dict[key, value], tuple[item, ...], list[item]
            arguments = get_args(inner)
            return arguments[1] if get_origin(inner) is dict else arguments[0]
    return None


def _model(annotation: Any) -> type[BaseModel] | None:
    for inner in _alternatives(annotation):
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            return inner
    return None


def _alternatives(annotation: Any) -> Iterator[Any]:
    """An annotation without `Annotated`, and the members of a union one by one."""
    if hasattr(annotation, "__metadata__"):
        yield from _alternatives(annotation.__origin__)
    elif get_origin(annotation) in (dict, tuple, list) or isinstance(annotation, type):
        yield annotation
    else:
        for inner in get_args(annotation):
            yield from _alternatives(inner)


# From a document to a model of its kind: every mistake in its shape, in our words and at its exact place.

ModelT = TypeVar("ModelT", bound=BaseModel)
_Error = Mapping[str, Any]
_MOST = 2 * MAX_FINDINGS

_EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "bool_type": "`true` or `false`",
    "dict_type": "a mapping of keys to values",
    "model_type": "a mapping of keys to values",
    "model_attributes_type": "a mapping of keys to values",
    "tuple_type": "a list",
    "list_type": "a list",
}
_PLAIN = re.compile(r"[^\W\d](?:[\w' -]*\w)?")
"""Texts that need no quotes in YAML wherever they stand, but for `_NO_TEXT`."""
_NO_TEXT = frozenset({"null", "true", "false"})
"""Words that YAML reads as no text."""
_BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "less_than_equal": ("at most", "le"),
}


def validate(document: Document, model: type[ModelT]) -> tuple[ModelT | None, list[Diagnostic]]:
    """Read a document as a model; None when its shape is wrong.

    Mistakes the document already knows of (`Document.faulty`) are not reported again: without a model, the list may be
    empty when reading the file gave diagnostics.
    """
    try:
        return model.model_validate(document.data), []
    except ValidationError as problem:
        reporter = _Reporter(document, model)
        return None, reporter.report(problem.errors(include_url=False))


def unknown_key(document: Document, path: DataPath, valid: list[str]) -> Diagnostic:
    """The diagnostic (E101) for a key that is not among the `valid` ones at its place.

    For later passes too: whether a key of a card is one of the facts of its kind is known only when files are linked.
    """
    key = str(path[-1])
    span = document.key_span(path)
    given = document.value(path[:-1])
    free = [each for each in valid if not isinstance(given, Mapping) or each not in given]
    swap = _other_word(key, free, span) or (None if key in PLACES else nearest_repair(key, free, span))
    advice = f"did you mean {friendly_list((swap.replacement, *swap.rivals))}?" if swap else ""
    head, colon, rest = key.partition(":")
    if colon and head in free and rest and document.value(path) is None:
        # {en:Pepper}: without a blank behind the colon it is one word
        swap, advice = Suggestion(span, f"{head}: {rest}"), f"a blank is missing behind the colon: `{head}: {rest}`"
    elif swap is None and document.torn(path):
        swap, advice = _in_quotes(document, path), "text that contains `,` or `:` must be in quotes"
    elif swap is None:
        advice = PLACES.get(key, "") or f"keys here: {', '.join(sorted(valid))}"
    return error("E101", f"unknown key `{shorten(key)}`", span, help=advice, suggestion=swap, about=key)


def _in_quotes(document: Document, path: DataPath) -> Suggestion | None:
    """Quotes around a text that was torn by its commas: from the value before the key to the last key that is a part of it."""
    owner, keys = path[:-1], list(document.value(path[:-1]))
    place = keys.index(path[-1])
    parts = [(*owner, key) for key in keys]
    if place == 0 or not isinstance(document.value(parts[place - 1]), str) or document.style(parts[place - 1]):
        return None
    last = next((n for n in range(place, len(keys) - 1) if not document.torn(parts[n + 1])), len(keys) - 1)
    begin, end = document.span(parts[place - 1]), document.key_span(parts[last])
    text = document.source.text[
        document.source.offset(begin.line, begin.column) : document.source.offset(end.end_line, end.end_column)
    ]
    quoted = "'" + text.replace("'", "''") + "'" if '"' in text or "\\" in text else f'"{text}"'
    span = replace(begin, end_line=end.end_line, end_column=end.end_column)
    return Suggestion(span, quoted) if "\n" not in text else None


def _other_word(key: str, valid: Sequence[str], span: Span) -> Suggestion | None:
    """The key that is meant by a word that other languages and programs have for it."""
    meant = [each for each in OTHER_WORDS.get(key.lower(), ()) if each in valid]
    return Suggestion(span, meant[0]) if meant else None


OTHER_WORDS: Mapping[str, tuple[str, ...]] = {
    "if": ("where", "when"), "only_if": ("when", "where"), "condition": ("where", "when"), "to": ("set",), "becomes": ("set",), "plus": ("add",), "increase": ("add",),
    "value": ("amount", "is"), "formula": ("amount",), "result": ("amount",), "parameters": ("params",), "arguments": ("params",),
    "args": ("params",), "for_each": ("each",), "type": ("is", "kind"), "index": ("by",), "indexed": ("by",), "initial": ("start",),
    "default": ("start",), "steps": ("do",), "actions": ("do",), "action": ("do",), "then": ("do",), "message": ("say",), "text": ("say",),
    "question": ("ask",), "prompt": ("ask",), "title": ("name",), "game": ("of",), "on": ("event",), "trigger": ("event", "when"),
    "code": ("effect",), "script": ("effect",), "effects": ("effect",), "items": ("members",), "values": ("members",),
    "depends": ("requires",), "needs": ("requires",), "number": ("count",), "amount": ("count", "copies"), "given_that": ("given",),
    "nombre": ("name",), "efecto": ("effect",), "always": ("forever",), "hidden": ("nobody",), "secret": ("owner", "nobody"),
    "private": ("owner",), "public": ("all",), "everybody": ("all",), "everyone": ("all",), "none": ("nobody",), "nadie": ("nobody",),
}  # fmt: skip
"""Keys and choices by other words for them; the first one that is allowed in its place is meant."""
PLACES: Mapping[str, str] = {
    "flow": "phases are the game's: an expansion adds to them with `extend: {flow: [...]}`",
    "kind": "a file of cards lies in the folder `cards/`",
    "cards": "cards lie in files of their own, in the folder `cards/`",
    "scenarios": "scenarios lie in files of their own, in the folder `scenarios/`",
    "except": "a set without some of its members is a set with a name: `sets: {warm: {of: colour, except: [blue]}}`",
    "hidden": "`visible:` says who sees it; `shown: false` keeps a field out of logs and screens",
    "repeat": "a phase with `steps:` is repeated by `for:` and `in: 1 to 5`, or by `while:`",
}
"""Where keys belong that stand in the wrong file or at the wrong entry, or what is written instead of them."""


class _Reporter:
    """Turns the errors of one document into diagnostics."""

    def __init__(self, document: Document, model: type[BaseModel]) -> None:
        self.document = document
        self.model = model

    def report(self, errors: list[Any]) -> list[Diagnostic]:
        """Diagnostics for all errors that are not consequences of mistakes already reported."""
        fresh = [item for item in errors[:_MOST] if not self._known(item["loc"]) and not self._further_part(item)]
        renamed = self._misspelt(fresh)
        again = {loc for meant in renamed.values() for loc in (meant[0],)}
        made: list[Diagnostic] = []
        for item in fresh:
            if item["loc"] in renamed:
                made.append(self._renamed(item["loc"], *renamed[item["loc"]]))
            elif item["type"] != "missing" or item["loc"] not in again:
                made.append(self._one(item))
        made += [
            self._renamed(loc, *meant) for loc, meant in renamed.items() if not any(loc == i["loc"] for i in fresh)
        ]
        return first_diagnostics(made)

    def _renamed(self, loc: DataPath, missing: DataPath, sure: bool) -> Diagnostic:
        """A key that is there under another name."""
        path, key = _path(loc), str(missing[-1])
        found = unknown_key(self.document, path, [key])
        if path[-1] in _UNLIKE.get(key, ()):
            advice = f"`{key}` says what must hold: turn the condition round"
            value = self.document.value(path)
            whole = self.document.whole(path)
            plain = isinstance(value, str) and not self.document.style(path) and not self.document.keys_apart
            return replace(found, help=advice, suggestion=Suggestion(whole, f"{key}: not ({value})") if plain else None)
        if found.suggestion is None and sure:
            swap, advice = Suggestion(found.span, key), f"`{key}` is missing here: is it meant?"
            return replace(found, suggestion=swap, help=advice)
        return found

    def _known(self, loc: DataPath) -> bool:
        if _path(loc) in self.document.faulty:
            return True
        path = self.document.resolve(_path(loc))
        return any(path[:length] in self.document.faulty for length in range(len(path) + 1))

    def _further_part(self, item: _Error) -> bool:
        """Whether a key is the third or a later part of a text that was torn: `{amount: max(1, 2, 3)}` is one slip."""
        path = _path(item["loc"])
        if item["type"] not in ("extra_forbidden", "invalid_key") or not self.document.torn(path):
            return False
        keys = list(self.document.value(path[:-1]))
        place = keys.index(path[-1])
        return place > 0 and self.document.torn((*path[:-1], keys[place - 1]))

    def _misspelt(self, errors: list[Any]) -> dict[DataPath, tuple[DataPath, bool]]:
        """Keys that are wrong, and the missing ones they are meant for: that is one mistake, not two.

        A single key too many beside a single one that is missing is it (and `sure`), whatever it is called.
        """
        found: dict[DataPath, tuple[DataPath, bool]] = {}
        for missing in [item["loc"] for item in errors if item["type"] == "missing"]:
            owner, key = missing[:-1], str(missing[-1])
            lacking = [item for item in errors if item["type"] == "missing" and item["loc"][:-1] == owner]
            odd = [item["loc"] for item in errors if item["type"] == "extra_forbidden" and item["loc"][:-1] == owner]
            given = self.document.value(_path(owner))
            valid = keys_of(model_at(self.model, owner))
            free = [(*owner, each) for each in given if each not in valid] if isinstance(given, Mapping) else []
            close = [loc for loc in dict.fromkeys((*odd, *free)) if closest_candidates(str(loc[-1]), [key])]
            other = [loc for loc in odd if key in OTHER_WORDS.get(str(loc[-1]), ())]
            if close or other:
                found[(close or other)[0]] = missing, True
            elif len(lacking) == len(odd) == 1:
                found[odd[0]] = missing, True
        return found

    def _one(self, item: _Error) -> Diagnostic:
        kind, path = item["type"], _path(item["loc"])
        if kind in ("extra_forbidden", "invalid_key"):
            return unknown_key(self.document, path, keys_of(model_at(self.model, path[:-1])))
        if kind == "missing":
            return self._missing(path)
        if re.fullmatch("E1[0-9][0-9]", kind):
            return self._own(item, path)
        if item["input"] is None and not _is_key(item["loc"]):
            return self._at_value("E103", f"{_named(path)} has no value", path, "give it a value, or delete the key")
        if kind == "literal_error":
            return self._choice(item, path)
        if kind == "string_pattern_mismatch":
            return self._pattern(item, path)
        if kind in _BOUNDS:
            words, key = _BOUNDS[kind]
            return self._bound(item, path, f"expected {words} {item['ctx'][key]}")
        if kind == "string_too_short":
            return self._at_value("E103", f"{_named(path)} is empty", path, "give it a text, or delete the key")
        if kind in ("too_short", "too_long"):
            words, bound = ("at least", "min_length") if kind == "too_short" else ("at most", "max_length")
            message = (
                f"{_named(path)} needs {words} {item['ctx'][bound]} of its values, not {item['ctx']['actual_length']}"
            )
            return self._at_key_or_value(item, "E103", message, path, "")
        return self._type(item, path)

    def _own(self, item: _Error, path: DataPath) -> Diagnostic:
        context = item["ctx"]
        at = (*path, *context["at"])
        if item["type"] == "E103" and path and isinstance(path[-1], str):
            # a key of a card that is not known may be a fact; one that holds more than facts do is misspelt
            valid = keys_of(model_at(self.model, path[:-1]))
            if path[-1] not in valid and closest_candidates(path[-1], valid):
                return unknown_key(self.document, path, valid)
        code, message, advice = item["type"], context["text"], context["help"]
        if code == "E102":
            return error(code, message, self.document.key_span(at), help=advice)
        swap = Suggestion(self.document.span(at), context["swap"]) if context.get("swap") else None
        return error(code, message, self.document.span(at), help=advice, suggestion=swap)

    def _missing(self, path: DataPath) -> Diagnostic:
        *parent, key = path
        owner = tuple(parent)
        advice = example_of(model_at(self.model, owner), str(key))
        message = f"missing key `{key}`" + (f" in `{owner[-1]}`" if owner and isinstance(owner[-1], str) else "")
        return error("E102", message, self.document.missing_value_span(path), help=advice)

    def _choice(self, item: _Error, path: DataPath) -> Diagnostic:
        allowed = re.findall(r"'([^']*)'", item["ctx"]["expected"])
        value = item["input"]
        named = shorten(value) if isinstance(value, str) else None
        message = f"expected {friendly_list(allowed)}, found {describe_value(value) if named is None else f'`{named}`'}"
        span = self.document.span(path)
        swap = None
        if isinstance(value, str):
            swap = nearest_repair(value, allowed, span) or _other_word(value, allowed, span)
        advice = f"did you mean {friendly_list((swap.replacement, *swap.rivals))}?" if swap else ""
        return error("E104", message, span, help=advice, suggestion=swap)

    def _pattern(self, item: _Error, path: DataPath) -> Diagnostic:
        wanted = PATTERNS.get(item["ctx"]["pattern"], "another form")
        message = f"`{shorten(item['input'])}` is not {wanted.split(':')[0]}"
        given, pattern = item["input"], item["ctx"]["pattern"]
        digits = number_as_name(given) if pattern == NAME_PATTERN else ""
        made = self._at_key_or_value(item, "E105", message, path, digits or f"write {wanted}")
        meant = self._written(given if pattern == LINE_PATTERN else _as_name(given, pattern))
        return replace(made, suggestion=Suggestion(made.span, meant)) if meant else made

    def _written(self, text: str) -> str:
        """A text as one line of the file: in quotes where YAML needs them; nothing where it cannot be written so."""
        line = " ".join(text.split())
        if not line or not line.isprintable():
            return ""
        if self.document.keys_apart:  # a cell of a table, whose quotes stay
            return line if '"' not in line else ""
        return line if _PLAIN.fullmatch(line) and line not in _NO_TEXT else json.dumps(line, ensure_ascii=False)

    def _bound(self, item: _Error, path: DataPath, expectation: str) -> Diagnostic:
        return self._at_key_or_value(item, "E106", f"{expectation}, found {item['input']}", path, "")

    def _type(self, item: _Error, path: DataPath) -> Diagnostic:
        kind, value = item["type"], item["input"]
        expected = _EXPECTED.get(kind)
        if expected is None:
            return self._at_key_or_value(item, "E107", f"this is not allowed here ({item['msg']})", path, "")
        if _is_key(item["loc"]) and type(value) is int and value >= 0:
            return self._at_key_or_value(item, "E105", f"`{value}` is not a name", path, number_as_name(str(value)))
        message = f"expected {expected}, found {describe_value(value)}"
        made = self._at_key_or_value(item, "E103", message, path, self._type_advice(kind, value, path))
        meant = self._written(value[0]) if _is_one_text(kind, value) else _other_kind(kind, value)
        return replace(made, suggestion=Suggestion(made.span, meant)) if meant and not _is_key(item["loc"]) else made

    def _type_advice(self, kind: str, value: Any, path: DataPath) -> str:
        if kind == "string_type" and isinstance(value, (int, bool)):
            return f'put it into quotes: "{str(value).lower()}"'
        if kind == "bool_type" and isinstance(value, str) and value.lower() in ("yes", "on", "y", "true"):
            return "write `true`"
        if kind == "bool_type" and isinstance(value, str) and value.lower() in ("no", "off", "n", "false"):
            return "write `false`"
        if kind in ("tuple_type", "list_type"):
            return "write `[...]`, or one line beginning with `- ` for each item"
        model = model_at(self.model, path)
        if model is LocalizedText and isinstance(value, str):
            return f"name its language: `{{en: {value}}}`"
        if kind.startswith("model") and model is not None:
            names = keys_of(model)
            meant = f"for example `{{amount: {value}}}`; " if isinstance(value, int) and "amount" in names else ""
            return f"{meant}keys here: {', '.join(names)}"
        return ""

    def _at_key_or_value(self, item: _Error, code: str, message: str, path: DataPath, advice: str) -> Diagnostic:
        if _is_key(item["loc"]):
            return error(code, message, self.document.key_span(path), help=advice)
        return self._at_value(code, message, path, advice)

    def _at_value(self, code: str, message: str, path: DataPath, advice: str) -> Diagnostic:
        return error(code, message, self.document.span(path), help=advice)


def _is_one_text(kind: str, value: Any) -> bool:
    """Whether a text is asked for, and a list of just one is given."""
    return kind == "string_type" and isinstance(value, list) and len(value) == 1 and isinstance(value[0], str)


def _other_kind(kind: str, value: Any) -> str:
    """A value written as the kind that is asked for; nothing when it cannot be told."""
    if kind == "string_type" and isinstance(value, (int, bool)):
        return f'"{str(value).lower()}"'
    if kind in ("tuple_type", "list_type") and isinstance(value, str) and re.fullmatch(r"[a-z0-9_]+", value):
        return f"[{value}]"
    if kind == "bool_type" and isinstance(value, str):
        return YAML_TRUTHS.get(value.lower(), "")
    if kind == "int_type" and isinstance(value, str) and re.fullmatch(r"[0-9]+", value):
        return value
    return ""


_MOMENTS = {"after": "end", "before": "begin", "start": "begin", "at": "begin", "when": "begin"}
_UNLIKE = {"unless": ("if", "when", "where")}
"""Keys that mean the opposite of the missing one."""


def _as_name(text: str, pattern: str) -> str:
    """What is written, in the form that is asked for; nothing when it cannot be told."""
    words = text.lower().replace("-", " ").split()
    if pattern == MOMENT_PATTERN and len(words) == 2:
        words = [_MOMENTS.get(words[0], words[0]), words[1]]
    made = ("_" if pattern == NAME_PATTERN else " ").join(words)
    return made if re.fullmatch(pattern.strip("^$"), made) else ""


def _is_key(loc: DataPath) -> bool:
    """Whether an error is about a key of a mapping rather than its value."""
    return bool(loc) and loc[-1] == "[key]"


def _path(loc: DataPath) -> DataPath:
    return loc[:-1] if _is_key(loc) else loc


def _named(path: DataPath) -> str:
    return f"`{path[-1]}`" if path and isinstance(path[-1], str) else "this"


# What can still be used of a document with mistakes in its shape, and which names are lost with the rest.

SalvagedT = TypeVar("SalvagedT", bound=BaseModel)

_ROUNDS = 8
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(slots=True)
class LostDeclarations:
    """What is unknown of a game because the shape of a file is broken: it may be there all the same.

    Attributes:
        words: words that may be names declared there, or changed from there.
        around: the entries that lost something.
        files: the files that could not be read, or not as a whole.
    """

    words: set[str] = field(default_factory=set)
    around: list[Span] = field(default_factory=list)
    files: set[str] = field(default_factory=set)


def recover_document(document: Document, model: type[SalvagedT], damage: LostDeclarations) -> SalvagedT | None:
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
                damage.words |= {word for step in path[1:] for word in words_in_text(str(step))}
                if not _cut(data, path, damage):
                    damage.words |= words_in_text(document.source.text)
                    return None
                if len(path) > 1:
                    below = len(path) > 2 or document.torn(path)
                    damage.around.append(document.whole(path[:-1] if below else path))
    damage.words |= words_in_text(document.source.text)
    return None


def words_in_text(text: str) -> set[str]:
    """All words of a text: the names it may declare."""
    return set(_WORD.findall(text))


def _wrong(document: Document, item: Any) -> DataPath:
    """The place of what has to go because of an error."""
    path = tuple(item["loc"])
    if item["type"] == "missing" or path[-1:] == ("[key]",):
        path = path[:-1]
    path += tuple(item.get("ctx", {}).get("at", ()))
    return document.resolve(path)


def _cut(data: Any, path: DataPath, damage: LostDeclarations) -> bool:
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
    damage.words |= {*words_in_text(str(path[-1])), *words_in(owners[-1].pop(path[-1], None))}
    return True


def words_in(value: Any) -> Iterator[str]:
    """The keys and words of data: the names that it may declare or change."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from words_in_text(str(key))
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
