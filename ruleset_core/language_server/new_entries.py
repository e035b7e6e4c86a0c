"""New entries to fill in: a card with all facts that its kind must have, a field with its type.

Of the kind `charm`, in a file whose texts are in English and Spanish (`${2:...}` is a place that an editor goes to):

    ${1:name}:
      name: {en: ${2:Name}, es: ${3:Name}}
      provenance: ${4|published,inferred,house|}
      strength: ${5:1}
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final, Literal, NamedTuple, Protocol, get_args, get_origin

from pydantic import BaseModel

from ruleset_core.compile.linker import Linker
from ruleset_core.lang.domains import Fact
from ruleset_core.lang.file_formatter import flat_annotations
from ruleset_core.lang.types import Type
from ruleset_core.messages import LANGUAGES
from ruleset_core.model.schema.base import LocalizedText
from ruleset_core.model.sources import KIND_OF

_USUAL: Final[Mapping[str, Sequence[str]]] = {
    "define": ("name", "amount"), "pieces": ("name", "facts"), "score": ("name", "amount"), "events": ("name",), "sets": ("members",),
    "members": ("name",),
}  # fmt: skip
"""By sections whose entries need no key: those that most have."""
_FEW: Final = 12
"""Of so many values one is chosen."""


class Slot(Protocol):
    """Makes a place to fill in, of what stands there first and of the values among which one is chosen."""

    def __call__(self, first: str, values: Sequence[str] = ()) -> str:
        """Its text."""


class NewEntry(NamedTuple):
    """An entry to fill in: what it is, which keys it has, and its text with places."""

    what: str
    keys: tuple[str, ...]
    snippet: str


def plain_text(snippet: str) -> str:
    """The text of a snippet for an editor that knows no places to fill in.

    >>> plain_text("${1:name}: ${2|red,blue|} $3")
    'name: red '
    """
    chosen = re.sub(r"\$\{\d+\|([^,|]*)[^|]*\|\}", r"\1", snippet)
    return re.sub(r"\$\{\d+:?([^}]*)\}|\$\d", r"\1", chosen).replace("\\}", "}")


def new_entry(
    section: str, model: type[BaseModel], kind: str, linker: Linker | None, text: str, further: int
) -> NewEntry:
    """An entry of a section, or a card of a `kind`, in a file with this text.

    Its lines are indented as editors add them: from the beginning of the line of its key, which stands `further` on in it.
    """
    numbers = count(2)

    def slot(first: str, values: Sequence[str] = ()) -> str:
        if 1 < len(values) <= _FEW:
            return f"${{{next(numbers)}|{','.join(values)}|}}"
        return f"${{{next(numbers)}:{(values or [first])[0]}}}"

    lines = [("name", _name(text, slot))] if kind else []
    lines += [(key, value) for key, value in _keys(section, model, text, slot) if not kind or key != "name"]
    if kind and linker is not None:
        known = {key for key, _ in lines}
        domain = linker.v.domains.get(kind)
        facts = domain.facts.values() if domain is not None else ()
        needed = (each for each in facts if not each.made and not each.type.optional and each.by is None)
        lines += [(fact.name, _value(fact, linker, slot)) for fact in needed if fact.name not in known]
    indent = "\n" + " " * (further + 2)
    body = "".join(f"{indent}{key}: {value}" for key, value in lines) or f"{indent}$2"
    return NewEntry(
        kind or KIND_OF.get(section, section.removesuffix("s") or "entry"),
        tuple(key for key, _ in lines),
        f"${{1:name}}:{body}",
    )


def _keys(section: str, model: type[BaseModel], text: str, slot: Slot) -> Iterator[tuple[str, str]]:
    """The keys that an entry must have, or most have, with what they take."""
    fields = {info.alias or name: info for name, info in model.model_fields.items()}
    keys = [key for key, info in fields.items() if info.is_required()] or [
        key for key in _USUAL.get(section, ()) if key in fields
    ]
    for key in keys:
        kinds = [*flat_annotations(fields[key].annotation)]
        choices = [str(value) for each in kinds if get_origin(each) is Literal for value in get_args(each)]
        if any(_is_text(each) for each in kinds):
            yield key, _name(text, slot)
        else:
            examples = fields[key].examples or ["value"]
            yield key, slot(str(examples[0]).replace("}", "\\}").replace("$", "\\$"), choices)


def _is_text(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, LocalizedText)


def _name(text: str, slot: Slot) -> str:
    """A text in the languages in which a file has texts."""
    written = [lang for lang in LANGUAGES if lang == "en" or re.search(rf"\b{lang}: ", text)]
    return "{" + ", ".join(f"{lang}: {slot('Name')}" for lang in written) + "}"


def _value(fact: Fact, linker: Linker, slot: Slot) -> str:
    if fact.length is not None:
        least = str(fact.type).removeprefix("list of ").partition("..")[0]
        return "[" + ", ".join(slot(least) for _ in range(max(1, fact.length[0]))) + "]"
    values = type_values(fact.type, linker)
    return slot(str(fact.type), values)


def type_values(kind: Type, linker: Linker) -> list[str]:
    """The first values of a type; of numbers the least one."""
    if kind.kind == "bool":
        return ["true", "false"]
    if kind.kind == "member" and kind.domain in linker.v.domains:
        return [*linker.v.domains[kind.domain].ids[: _FEW + 1]]
    return [str(kind.low)] if kind.kind == "int" and kind.low is not None else ["0"] if kind.kind == "int" else []
