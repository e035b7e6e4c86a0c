"""Pages made from the models and the language reference: keys of files and words of the effect language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from textwrap import fill
from typing import Final, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from ruleset_core.lang.operations import ReferenceEntry
from ruleset_core.lang.reference import (
    EVENTS,
    EXPRESSIONS,
    NAMES,
    SELECTIONS,
    STATEMENTS,
    TYPES,
    reserved_words,
    taken_words,
)
from ruleset_core.lang.verbs import VERBS, VerbSpec
from ruleset_core.model.schema import (
    base,
    documents,
    layouts,
    look_section,
    rules,
    scenario_files,
    section_models,
)

# The pages of the words of the effect language, made from the entries of its reference and from its verbs.

RESERVED = "reserved"
"""The page that lists the words which cannot be names."""

_WORD = re.compile(r"[a-z_]+|[-+*=!<>]+")
_ENTRIES = (*STATEMENTS, *EXPRESSIONS, *SELECTIONS)


def language_topics() -> dict[str, list[str]]:
    """The words that have a page, by what they are."""
    words = {word for entry in _ENTRIES for word in _literal_words(entry.form)}
    small = {param.word for verb in VERBS.values() for param in verb.params if param.word}
    names = {name for row in NAMES for name in _names(row[0])}
    return {
        "Verbs": sorted(VERBS),
        "Words": sorted((words | small) - set(VERBS) - names),
        "Names": sorted(names),
        "Types": [written for written, _ in TYPES],
        "Events": [name for name, *_ in EVENTS],
        "Lists": [RESERVED],
    }


def language_page(topic: str) -> Iterator[str]:
    """What the language knows of a word: a part of a page for each of its meanings."""
    if topic in VERBS:
        yield _verb(VERBS[topic])
    words = topic.split()
    used = [
        entry
        for entry in _ENTRIES
        if topic in _literal_words(entry.form) or (words and words == _literal_words(entry.form)[: len(words)])
    ]
    heads = [entry for entry in used if _head(topic, entry)]
    yield from map(_entry, heads)
    others = [entry.form for entry in used if entry not in heads]
    others += [verb.signature for verb in VERBS.values() if topic in {param.word for param in verb.params}]
    if others:
        title = "## Where else it stands" if heads else f"# {topic}\n\nA word inside these:"
        yield f"{title}\n\n" + "\n".join(f"    {form}" for form in others)
    yield from (_section(name, says) for name, says in NAMES if topic in _names(name))
    yield from (_section(f"{written}, a type", says) for written, says in TYPES if topic == written)
    for name, fields, says in EVENTS:
        if topic in {name, name.partition(" ")[0]} - {"begin PHASE", "end PHASE"} or topic == name:
            told = f" Its fields: {fields}." if fields else ""
            yield _section(f"{name}, an event", f"Happens when {says}.{told}")
    if topic in reserved_words() and not used and not others and topic not in language_topics()["Names"]:
        yield _section(
            topic, "A word that may stand before an argument of a verb. No verb has it so far, and no name may be it"
        )
    if topic == RESERVED:
        yield _section("Words that cannot be names", ", ".join(f"`{word}`" for word in reserved_words()))
        for taken, what, kinds in taken_words():
            yield _section(f"Words that cannot be names of {kinds}", f"{taken} ({what})")


def _literal_words(form: str) -> list[str]:
    """The words of a form that stand for themselves; what stands for something else is in capitals."""
    return _WORD.findall(re.sub(r"\b[A-Z][A-Z0-9]*\b|\.\.\.", " ", form))


def _head(topic: str, entry: ReferenceEntry) -> bool:
    """Whether a form is told under this word: its first one, the first behind a comma, or a sign."""
    words = topic.split()
    if not topic[:1].isalpha():
        return topic in _literal_words(entry.form)
    return any(_literal_words(part)[: len(words)] == words for part in entry.form.split(", "))


def _names(row: str) -> list[str]:
    """The names of a row such as `seat, resource, others` or `held[R]`."""
    return re.findall(r"[a-z_]+", row)


def _verb(verb: VerbSpec) -> str:
    return _section(verb.signature, verb.doc) + _example(verb.example)


def _entry(entry: ReferenceEntry) -> str:
    return _section(entry.form, entry.says) + _example(entry.example)


def _example(text: str) -> str:
    return f"\n\n## Example\n\n    {text}"


def _section(title: str, text: str) -> str:
    """A part of a page: a title and a text, with lines as long as a terminal is wide."""
    text = text[:1].upper() + text[1:] + ("" if text.endswith((".", "`")) else ".")
    return f"# {title}\n\n{fill(text, 100)}"


# Every key that a file may have, in words: what the tables of the documents and `ruleset explain` say of it.
#
# All of it comes from the models that load the files, so it cannot say anything else.

MODELS: Final[Mapping[str, type[BaseModel]]] = {
    name: model
    for module in (
        base,
        documents,
        section_models,
        rules,
        layouts,
        look_section,
        scenario_files,
    )
    for name, model in vars(module).items()
    if isinstance(model, type) and issubclass(model, base.FileModel)
}
"""The models of all files and their parts, by name."""

_WORDS: Final = {
    "str": "string", "int": "number", "bool": "`true` or `false`", "Text": "string", "Line": "string", "Words": "words", "Name": "name",
    "TypeText": "type", "Expr": "expression", "Cond": "condition", "Effect": "effect", "Scalar": "value", "ValueOrExpr": "value or expression",
    "Fact": "value or list of values", "Players": "number or range", "Place": "name or path", "Length": "number or range", "LocalizedText": "text in `en` and `es`", "LongText": "text of several lines in `en` and `es`", "DeclaredName": "name", "Review": "eight letters", "Version": "version", "LookText": "text in `en` and `es`, or one without words",
    "_Extent": "two numbers", "GridShape": "[grid](#grid)", "PartsOf": "name, or [parts](#grid-parts)", "Axes": "types, by name", "Copies": "number, or lists of numbers by part",
    "FactTypes": "types, by name", "PartFacts": "[types](#part-fact), by name", "Moment": "event",
    "Texts": "string or list of strings", "Reasons": "options, or options with reasons", "Any": "anything", "PartList": "[parts](#look-part)", "Areas": "names of panels", "Each": "`x in SELECTION`", "Answers": "values, by question", "Millimetres": "millimetres", "Points": "number",
}  # fmt: skip
_CHOICES: Final = {
    "Provenance": base.Provenance, "Turns": rules.Turns, "Combinations": layouts.Combinations, "Colour": look_section.Colour, "Sign": look_section.Sign, "Lies": look_section.Lies,
    "RulebookPart": section_models.RulebookPart, "Side": look_section.Side, "DefaultPanel": look_section.DefaultPanel,
}  # fmt: skip
_CALLED: Final = {
    "SetModel": "set",
    "PieceKindModel": "piece kind",
    "StateFieldModel": "field",
    "ScoreRowModel": "score row",
}


@dataclass(frozen=True, slots=True)
class FileKey:
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


def file_keys(model: str) -> list[FileKey]:
    """The keys that are a model's own, in order; those of its bases belong to them."""
    found = MODELS[model]
    own = [
        (field, info)
        for field, info in found.model_fields.items()
        if field in found.__annotations__ and not info.exclude
    ]
    return [_file_key(model, found, field, info) for field, info in own]


def file_keys_named(name: str) -> list[FileKey]:
    """All keys of that name, over all models."""
    return [key for model in MODELS for key in file_keys(model) if key.name == name]


def spaced(model: str) -> str:
    """What a model is called in words."""
    return _CALLED.get(model, re.sub(r"(?<=[a-z])(?=[A-Z])", " ", model.removesuffix("Model")).lower())


def _file_key(model: str, found: type[BaseModel], field: str, info: FieldInfo) -> FileKey:
    return FileKey(
        model=model,
        name=info.alias or field,
        type=_annotation_words(" ".join(str(found.__annotations__[field]).split())),
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


def _annotation_words(text: str) -> str:
    """An annotation in words."""
    if " | " in text:
        return ", or ".join(map(_annotation_words, text.split(" | ")))
    head, _, inner = text.partition("[")
    parts = _split(inner.removesuffix("]")) if inner else []
    if head in {"Opt", "Annotated"}:
        return _annotation_words(parts[0])
    if head == "Many":
        return f"list of {_plural(_annotation_words(parts[0]))}"
    if head == "OneOrMany":
        return f"{_annotation_words(parts[0])}, or list of them"
    if head == "dict":
        return f"{_annotation_words(parts[1])}, by {_annotation_words(parts[0])}" if parts[1] != "Any" else "mapping"
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


# The pages of the keys of files, made from the models that load them.

_HOLDERS = {
    "BehaviourSections": "cards, sides and rules",
    "BoardFile": "files in `boards/`",
    "CardsFile": "files in `cards/`",
    "SectionEntry": "everything that is defined",
    "ExpansionFile": "`expansion.yaml`",
    "CardFaceModel": "cards and their sides",
    "FactEntry": "everything that has facts",
    "GameFile": "`game.yaml`",
    "HeaderModel": "`game.yaml` and `expansion.yaml`",
    "ExtensibleEntry": "events, decisions, definitions and phases",
    "PartFile": "the files of a game",
    "VariantFile": "`game.yaml` of a variant",
    "ScenarioFile": "files in `scenarios/`",
    "LessonFile": "files in `lessons/`",
    "SectionsModel": "the files of a game or an expansion",
}
"""What has the keys of a model, where its name would not say it."""

_LINK = re.compile(r"\[([^\]]+)\]\(#[^)]+\)")


def file_key_names() -> list[str]:
    """All keys there are."""
    return sorted({key.name for model in MODELS for key in file_keys(model)})


def file_key_page(topic: str) -> Iterator[str]:
    """What a key means: a part for each meaning, with everything that has the key in this meaning."""

    def meaning(key: FileKey) -> tuple[str, str, bool, str]:
        return key.says, key.type, key.required, key.default

    for _, alike in groupby(sorted(file_keys_named(topic), key=meaning), meaning):
        yield _key_page(list(alike))


def _key_page(alike: list[FileKey]) -> str:
    key = alike[0]
    told = [f"# `{key.name}`, a key of {_listed(_holder(each.model) for each in alike)}"]
    told.append(fill(key.says, 100))
    takes = _LINK.sub(r"\1", key.type)
    left_out = "It must be there." if key.required else f"Left out, it is {key.default or 'nothing'}."
    told.append(f"It takes: {takes}. {left_out}")
    told += [_inside(model) for model in MODELS if f"](#{spaced(model).replace(' ', '-')})" in key.type]
    if key.example:
        told.append(f"## Example\n\n    {key.name}: {key.example}")
    return "\n\n".join(told)


def _inside(model: str) -> str:
    """The keys of what a key holds, each with its meaning."""
    inside = {
        key.name: key.says
        for base in reversed(MODELS[model].__mro__)
        if base.__name__ in MODELS
        for key in file_keys(base.__name__)
    }
    lines = [
        fill(f"{name}: {says}", 100, initial_indent="    ", subsequent_indent="      ") for name, says in inside.items()
    ]
    return "\n".join([f"Keys of a {spaced(model)}:\n", *lines])


def _holder(model: str) -> str:
    words = spaced(model)
    return _HOLDERS.get(model, f"an {words}" if words[0] in "aeio" else f"a {words}")


def _listed(words: Iterator[str]) -> str:
    found = sorted(dict.fromkeys(words))
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"
