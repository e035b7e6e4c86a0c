"""The tables of `docs/designers/files.md`, made from the models, so that the page cannot say anything else.

`python -m tests.docs` writes them again.
"""

from __future__ import annotations

import re
from typing import Final, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from ruleset_core.model import boards, common, documents, flow, scenarios, sections
from tests.docs.pages import DOCS

FILES: Final = DOCS / "designers" / "files.md"
MARK: Final = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

MODELS: Final[dict[str, type[BaseModel]]] = {
    name: model
    for module in (common, documents, sections, boards, scenarios)
    for name, model in vars(module).items()
    if isinstance(model, type) and issubclass(model, common.Model)
}
WORDS: Final = {
    "str": "text", "int": "number", "bool": "`true` or `false`", "Text": "text", "Words": "words", "Name": "name",
    "TypeText": "type", "Expr": "expression", "Cond": "condition", "Effect": "effect", "Scalar": "value",
    "Fact": "value or list of values", "Players": "number or range", "L10N": "text in `en` and `es`",
    "FactTypes": "facts with their types", "PartFacts": "[facts](#part-fact) with their types", "Moment": "event", "Texts": "text or list of texts",
    "Reasons": "options, or options with reasons", "Any": "anything",
}  # fmt: skip


def table(name: str) -> str:
    """The keys of a model that are its own: key, type, default, meaning."""
    model = MODELS[name]
    lines = ["| key | type | default | meaning |", "| --- | --- | --- | --- |"]
    for field, info in model.model_fields.items():
        if field in model.__annotations__:
            lines.append(f"| `{info.alias or field}` | {_type(model, field)} | {_default(info)} | {_meaning(info)} |")
    return "\n".join(lines) + "\n"


def _meaning(info: FieldInfo) -> str:
    example = f" For example `{info.examples[0]}`." if info.examples else ""
    return (info.description or "").replace("|", "\\|") + example.replace("|", "\\|")


def _default(info: FieldInfo) -> str:
    if info.is_required():
        return "required"
    value = info.get_default(call_default_factory=True)
    if value in (None, (), "") or value == {} or isinstance(value, BaseModel):
        return "-"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _type(model: type[BaseModel], field: str) -> str:
    return _words(" ".join(str(model.__annotations__[field]).split()))


def _words(text: str) -> str:
    """An annotation in words."""
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
    for literal in (common.Provenance, flow.Turns):
        if text == {common.Provenance: "Provenance", flow.Turns: "Turns"}[literal]:
            return ", ".join(f"`{value}`" for value in get_args(literal))
    if text in MODELS and text not in WORDS:
        return f"[{_spaced(text)}](#{_spaced(text).replace(' ', '-')})"
    return WORDS[text]


def _plural(words: str) -> str:
    return words + "s" if words.isalpha() and words != "anything" else words


def _spaced(name: str) -> str:
    return {"SetDef": "set", "PieceKind": "piece kind", "StateField": "field", "ScoreRow": "score row"}.get(
        name, re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
    )


def _split(text: str) -> list[str]:
    """The parts of an annotation between commas, brackets whole."""
    parts, depth, start = [], 0, 0
    for place, char in enumerate(text):
        depth += (char in "[(") - (char in "])")
        if char == "," and not depth:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()]


def filled(text: str) -> str:
    """The page with its tables made anew."""
    return MARK.sub(lambda match: f"{match[1]}{table(match[2])}{match[3]}", text)
