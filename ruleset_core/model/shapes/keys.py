"""Every key that a file may have, in words: what the tables of the documents and `ruleset explain` say of it.

All of it comes from the models that load the files, so it cannot say anything else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from ruleset_core.model.shapes import (
    behaviour,
    boards,
    cards,
    common,
    definitions,
    documents,
    extend,
    flow,
    grids,
    look,
    scenarios,
    sections,
)

__all__ = ["MODELS", "Key", "keys", "keys_named", "spaced"]

MODELS: Final[Mapping[str, type[BaseModel]]] = {
    name: model
    for module in (
        common,
        documents,
        extend,
        sections,
        definitions,
        behaviour,
        cards,
        flow,
        boards,
        grids,
        look,
        scenarios,
    )
    for name, model in vars(module).items()
    if isinstance(model, type) and issubclass(model, common.Model)
}
"""The models of all files and their parts, by name."""

_WORDS: Final = {
    "str": "text", "int": "number", "bool": "`true` or `false`", "Text": "text", "Words": "words", "Name": "name",
    "TypeText": "type", "Expr": "expression", "Cond": "condition", "Effect": "effect", "Scalar": "value", "ValueOrExpr": "value or expression",
    "Fact": "value or list of values", "Players": "number or range", "Place": "name or path", "Length": "number or range", "L10N": "text in `en` and `es`", "Said": "text in `en` and `es`, or one without words",
    "_Extent": "two numbers", "GridShape": "[grid](#grid)", "PartsOf": "name, or [parts](#parts)", "Axes": "names with their types", "Copies": "number, or lists of numbers by part",
    "FactTypes": "facts with their types", "PartFacts": "[facts](#part-fact) with their types", "Moment": "event",
    "Texts": "text or list of texts", "Reasons": "options, or options with reasons", "Any": "anything", "PartList": "[part](#part), or list of them", "Each": "`x in SELECTION`", "Answers": "values, by question",
}  # fmt: skip
_CHOICES: Final = {
    "Provenance": common.Provenance, "Turns": flow.Turns, "Combinations": grids.Combinations, "Colour": look.Colour, "Sign": look.Sign, "Lies": look.Lies,
}  # fmt: skip
_CALLED: Final = {"SetDef": "set", "PieceKind": "piece kind", "StateField": "field", "ScoreRow": "score row"}


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a model.

    Attributes:
        model: the name of the model it belongs to.
        name: as it is written in a file.
        type: what it takes, in Markdown.
        default: its value when it is left out, in Markdown; empty for "nothing".
        required: whether it must be there.
        says: its meaning.
        example: a value, as it is written; empty if there is none.
    """

    model: str
    name: str
    type: str
    default: str
    required: bool
    says: str
    example: str


def keys(model: str) -> list[Key]:
    """The keys that are a model's own, in order; those of its bases belong to them."""
    found = MODELS[model]
    own = [(field, info) for field, info in found.model_fields.items() if field in found.__annotations__]
    return [_key(model, found, field, info) for field, info in own]


def keys_named(name: str) -> list[Key]:
    """All keys of that name, over all models."""
    return [key for model in MODELS for key in keys(model) if key.name == name]


def spaced(model: str) -> str:
    """What a model is called in words."""
    return _CALLED.get(model, re.sub(r"(?<=[a-z])(?=[A-Z])", " ", model).lower())


def _key(model: str, found: type[BaseModel], field: str, info: FieldInfo) -> Key:
    return Key(
        model=model,
        name=info.alias or field,
        type=_words(" ".join(str(found.__annotations__[field]).split())),
        default=_default(info),
        required=info.is_required(),
        says=info.description or "",
        example=str(info.examples[0]) if info.examples else "",
    )


def _default(info: FieldInfo) -> str:
    if info.is_required():
        return ""
    value = info.get_default(call_default_factory=True)
    if value in (None, (), "") or value == {} or isinstance(value, BaseModel):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _words(text: str) -> str:
    """An annotation in words."""
    if " | " in text:
        return ", or ".join(map(_words, text.split(" | ")))
    head, _, inner = text.partition("[")
    parts = _split(inner.removesuffix("]")) if inner else []
    if head in {"Opt", "Annotated"}:
        return _words(parts[0])
    if head == "Many":
        return f"list of {_plural(_words(parts[0]))}"
    if head == "OneOrMany":
        return f"{_words(parts[0])}, or list of them"
    if head == "dict":
        return f"{_words(parts[1])}, by {_words(parts[0])}" if parts[1] != "Any" else "mapping"
    if head == "Literal":
        return ", ".join(f"`{part.strip(chr(34) + chr(39))}`" for part in parts)
    if text in _CHOICES:
        return ", ".join(f"`{value}`" for value in get_args(_CHOICES[text]))
    if text in MODELS and text not in _WORDS:
        return f"[{spaced(text)}](#{spaced(text).replace(' ', '-')})"
    return _WORDS[text]


def _plural(words: str) -> str:
    return words + "s" if words.isalpha() and words != "anything" else words


def _split(text: str) -> list[str]:
    """The parts of an annotation between commas, brackets whole."""
    parts, depth, start = [], 0, 0
    for place, char in enumerate(text):
        depth += (char in "[(") - (char in "])")
        if char == "," and not depth:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()]
