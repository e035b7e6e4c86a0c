"""From a document to a model of its kind: every mistake in its shape, in our words and at its exact place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from ruleset_core.model.common import PATTERNS, found
from ruleset_core.model.diagnostic import (
    MAX_FINDINGS,
    Diagnostic,
    Suggestion,
    at_most,
    did_you_mean,
    error,
    friendly_list,
    hint,
    shorten,
)
from ruleset_core.model.shape import example_of, keys_of, model_at
from ruleset_core.model.source import Document, Path

M = TypeVar("M", bound=BaseModel)
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
_BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "less_than_equal": ("at most", "le"),
}


def validate(document: Document, model: type[M]) -> tuple[M | None, list[Diagnostic]]:
    """Read a document as a model; None when its shape is wrong.

    Mistakes the document already knows of (`Document.faulty`) are not reported again: without a model, the list may be
    empty when reading the file gave diagnostics.
    """
    try:
        return model.model_validate(document.data), []
    except ValidationError as problem:
        reporter = _Reporter(document, model)
        return None, reporter.report(problem.errors(include_url=False))


def unknown_key(document: Document, path: Path, valid: list[str]) -> Diagnostic:
    """The diagnostic (E101) for a key that is not among the `valid` ones at its place.

    For later passes too: whether a key of a card is one of the facts of its kind is known only when files are linked.
    """
    key = str(path[-1])
    span = document.key_span(path)
    close = did_you_mean(key, valid)
    advice = hint(key, valid, "keys here")
    if not close and document.value(path) is None and document.style(path[:-1]) == "{":
        # {en: Roll, or hold} reads as two keys
        advice = "text that contains `,` or `:` must be in quotes"
    elif not close and not advice:
        advice = f"keys here: {', '.join(sorted(valid))}"
    suggestion = Suggestion(span, close[0]) if close else None
    return error("E101", f"unknown key `{shorten(key)}`", span, help=advice, suggestion=suggestion)


class _Reporter:
    """Turns the errors of one document into diagnostics."""

    def __init__(self, document: Document, model: type[BaseModel]) -> None:
        self.document = document
        self.model = model

    def report(self, errors: list[Any]) -> list[Diagnostic]:
        """Diagnostics for all errors that are not consequences of mistakes already reported."""
        misspelt = self._misspelt(errors[:_MOST])
        fresh = [
            item
            for item in errors[:_MOST]
            if not self._known(item["loc"]) and not (item["type"] == "missing" and item["loc"] in misspelt)
        ]
        return at_most(self._one(item) for item in fresh)

    def _known(self, loc: Path) -> bool:
        path = self.document.resolve(_path(loc))
        return any(path[:length] in self.document.faulty for length in range(len(path) + 1))

    def _misspelt(self, errors: list[Any]) -> set[Path]:
        """Places of missing keys that are there under a misspelt name: that is one mistake, not two."""
        missing = {item["loc"] for item in errors if item["type"] == "missing"}
        found_again = set()
        for item in errors:
            if item["type"] == "extra_forbidden":
                *parent, key = item["loc"]
                close = did_you_mean(str(key), keys_of(model_at(self.model, tuple(parent))))
                found_again |= {(*parent, close[0])} & missing if close else set()
        return found_again

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
        return self._type(item, path)

    def _own(self, item: _Error, path: Path) -> Diagnostic:
        context = item["ctx"]
        at = (*path, *context["at"])
        code, message, advice = item["type"], context["text"], context["help"]
        if code == "E102":
            return error(code, message, self.document.key_span(at), help=advice)
        return self._at_value(code, message, at, advice)

    def _missing(self, path: Path) -> Diagnostic:
        *parent, key = path
        owner = tuple(parent)
        advice = example_of(model_at(self.model, owner), str(key))
        message = f"missing key `{key}`" + (f" in `{owner[-1]}`" if owner and isinstance(owner[-1], str) else "")
        return error("E102", message, self.document.key_span(owner), help=advice)

    def _choice(self, item: _Error, path: Path) -> Diagnostic:
        allowed = re.findall(r"'([^']*)'", item["ctx"]["expected"])
        value = item["input"]
        named = shorten(value) if isinstance(value, str) else None
        message = f"expected {friendly_list(allowed)}, found {found(value) if named is None else f'`{named}`'}"
        close = did_you_mean(value, allowed) if isinstance(value, str) else []
        span = self.document.span(path)
        suggestion = Suggestion(span, close[0]) if close else None
        advice = f"did you mean {friendly_list(close)}?" if close else ""
        return error("E104", message, span, help=advice, suggestion=suggestion)

    def _pattern(self, item: _Error, path: Path) -> Diagnostic:
        wanted = PATTERNS.get(item["ctx"]["pattern"], "another form")
        message = f"`{shorten(item['input'])}` is not {wanted.split(':')[0]}"
        return self._at_key_or_value(item, "E105", message, path, f"write {wanted}")

    def _bound(self, item: _Error, path: Path, expectation: str) -> Diagnostic:
        return self._at_key_or_value(item, "E106", f"{expectation}, found {item['input']}", path, "")

    def _type(self, item: _Error, path: Path) -> Diagnostic:
        kind, value = item["type"], item["input"]
        expected = _EXPECTED.get(kind)
        if expected is None:
            return self._at_key_or_value(item, "E107", f"this is not allowed here ({item['msg']})", path, "")
        message = f"expected {expected}, found {found(value)}"
        return self._at_key_or_value(item, "E103", message, path, self._type_advice(kind, value, path))

    def _type_advice(self, kind: str, value: Any, path: Path) -> str:
        if kind == "string_type" and isinstance(value, (int, bool)):
            return f'put it into quotes: "{str(value).lower()}"'
        if kind == "bool_type" and isinstance(value, str) and value.lower() in ("yes", "on", "y", "true"):
            return "write `true`"
        if kind == "bool_type" and isinstance(value, str) and value.lower() in ("no", "off", "n", "false"):
            return "write `false`"
        if kind in ("tuple_type", "list_type"):
            return "write `[...]`, or one line beginning with `- ` for each item"
        model = model_at(self.model, path)
        if kind.startswith("model") and model is not None:
            return f"keys here: {', '.join(keys_of(model))}"
        return ""

    def _at_key_or_value(self, item: _Error, code: str, message: str, path: Path, advice: str) -> Diagnostic:
        if _is_key(item["loc"]):
            return error(code, message, self.document.key_span(path), help=advice)
        return self._at_value(code, message, path, advice)

    def _at_value(self, code: str, message: str, path: Path, advice: str) -> Diagnostic:
        return error(code, message, self.document.span(path), help=advice)


def _is_key(loc: Path) -> bool:
    """Whether an error is about a key of a mapping rather than its value."""
    return bool(loc) and loc[-1] == "[key]"


def _path(loc: Path) -> Path:
    return loc[:-1] if _is_key(loc) else loc


def _named(path: Path) -> str:
    return f"`{path[-1]}`" if path and isinstance(path[-1], str) else "this"
