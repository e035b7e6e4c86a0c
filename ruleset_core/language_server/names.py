"""What names and words mean, in a line and in a page: shown beside what is completed, and when the pointer rests on a name.

points      a resource: from 0
pot         a field: number, begins with 0
gain        `gain AMOUNT RESOURCE`, a verb, with what it does and an example
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from ruleset_core.check.help_pages.reference_pages import MODELS, file_keys, language_page
from ruleset_core.compile.linker import Linker
from ruleset_core.lang.domains import Domain
from ruleset_core.lang.operations import OPERATIONS
from ruleset_core.lang.program import Definition
from ruleset_core.lang.types import Type
from ruleset_core.lang.verbs import VERBS
from ruleset_core.lang.vocabulary import Field, Resource, Vocabulary, Zone


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name is.

    Attributes:
        section: where it is declared; `word` for words of the language.
        line: its kind and type in a line.
        title: what players call it.
        more: what else is known of it, in Markdown.
    """

    section: str
    line: str
    title: str = ""
    more: str = ""


def meanings(name: str, linker: Linker) -> Iterator[Meaning]:
    """All that a name of a game means."""
    v = linker.v
    if name in v.fields:
        yield Meaning("state", field_line(v.fields[name]), _english(v.fields[name].title), _starts(v.fields[name], v))
    if name in v.zones:
        yield Meaning("zones", _zone_line(v.zones[name]), _english(v.zones[name].title))
    if name in v.defines and " " not in name:
        yield Meaning("define", definition_line(v.defines[name]), _english(v.defines[name].title))
    for resource in v.resources:
        if resource.name == name:
            yield Meaning("resources", _resource_line(resource), _member_title(v.domains["resource"], name))
    if name in v.domains and not v.domains[name].parts:
        yield _domain(v.domains[name])
    yield from (
        _member(each, name, v)
        for each in v.domains.values()
        if not each.parts and each.kind != "resource" and name in each.ids
    )
    if name in v.decisions:
        decision = v.decisions[name]
        yield Meaning("decisions", f"question, answered with {decision.type}", _english(decision.title))
    if name in v.events:
        fields = ", ".join(f"{each} ({kind})" for each, kind in v.events[name].fields.items())
        yield Meaning("events", f"event{f' with {fields}' if fields else ''}", _english(v.events[name].title))
    if name in v.phases:
        yield Meaning("flow", "phase", _english(v.phases[name]))
    if name in v.options:
        yield Meaning("options", f"option of the game: {v.options[name].type}", _english(v.options[name].title))
    if name in v.ranges:
        yield Meaning("ranges", f"range: {v.ranges[name].type}")
    if name in v.positions:
        yield Meaning("positions", f"position, the last {v.positions[name]}")
    if name in v.hooks:
        hook = v.hooks[name]
        yield Meaning(
            "hooks", f"hook({', '.join(map(str, hook.params))})" + (f" → {hook.result}" if hook.result else "")
        )
    for domain in v.domains.values():
        if name in domain.facts:
            fact = domain.facts[name]
            listed = f"list of {fact.type}" if fact.length is not None else str(fact.type)
            yield Meaning("facts", f"fact of {domain.name}: {listed}", _english(fact.title))


def _member(domain: Domain, name: str, v: Vocabulary) -> Meaning:
    place = domain.ids.index(name)
    facts = [
        f"{fact.name}: {v.format_value(fact.type, value)}"
        for fact in domain.facts.values()
        if place < len(fact.values) and isinstance(value := fact.values[place], int)
    ]
    is_card = domain.kind == "piece"
    line = f"{'piece' if is_card else 'member'} of {domain.name}"
    return Meaning("cards" if is_card else "sets", line, _member_title(domain, name), ", ".join(facts[:12]))


def _member_title(domain: Domain, name: str) -> str:
    return _english(domain.names[domain.ids.index(name)]) if name in domain.ids else ""


def _english(text: Mapping[str, Any]) -> str:
    found = text.get("en", "")
    return found if isinstance(found, str) else ""


def _indexed(index: tuple[Type, ...], *, per_seat: bool) -> str:
    by = [*(["seat"] if per_seat else []), *map(str, index)]
    return f", by {' and '.join(by)}" if by else ""


def field_line(field: Field) -> str:
    """The type of a field, and what it is indexed by."""
    return f"field: {field.type}{_indexed(field.index, per_seat=field.per_seat)}"


def _starts(field: Field, v: Vocabulary) -> str:
    """What a field begins with, where that is the same everywhere."""
    starts = {*field.start}
    return f"Begins with {v.format_value(field.type, starts.pop())}." if len(starts) == 1 else ""


def _zone_line(zone: Zone) -> str:
    return f"zone of {zone.kind}{_indexed(zone.index, per_seat=zone.per_seat)}"


def _resource_line(resource: Resource) -> str:
    bounds = f", at most {resource.maximum}" if resource.maximum >= 0 else ""
    return f"resource: begins with {resource.start}{bounds}"


def definition_line(found: Definition) -> str:
    """A definition as it is used: `price(c: card) → number`."""
    params = f"({', '.join(f'{name}: {kind}' for name, kind in found.params.items())})" if found.params else ""
    result = "effect" if found.kind == "effect" else str(found.type)
    return f"{found.name}{params} → {result}"


def _domain(domain: Domain) -> Meaning:
    ids = [*domain.ids[:12], *(["…"] if len(domain.ids) > 12 else [])]
    facts = ", ".join(f"{each.name}: {each.type}" for each in domain.facts.values())
    what = "kind of piece" if domain.kind == "piece" else "set"
    more = ", ".join(ids) + (f"\n\nFacts: {facts}" if facts else "")
    return Meaning("pieces" if what != "set" else "sets", f"{what} of {len(domain.ids)}", _english(domain.title), more)


@cache
def word_page(word: str) -> str:
    """What the language has of a word, in Markdown; empty where it knows none."""
    return "\n\n".join(_as_markdown(part) for part in language_page(word)) if word.isascii() else ""


_MOST: Final = 14
"""Most lines of a part of a page: words such as `where` stand in many forms."""


def _as_markdown(page: str) -> str:
    """A page of `ruleset explain` with small headings."""
    lines = page.replace("\n\n## Example\n", "").splitlines()
    shown = [*lines[:_MOST], *(["    …"] if len(lines) > _MOST else [])]
    return "\n".join(
        f"**{line.lstrip('# ')}**" if line.startswith("#") else line for line in shown
    )  # fmt: skip


def word_line(word: str) -> str:
    """A word of the language in a line: the signature of a verb, the words of an operation."""
    if word in VERBS:
        return VERBS[word].signature
    found = OPERATIONS.get(word)
    return found.entry.form if found is not None and found.entry is not None else ""


@cache
def key_pages(model: str) -> Mapping[str, tuple[str, str]]:
    """By the keys of a model, also those of its bases: a line, and what it means in Markdown."""
    found: dict[str, tuple[str, str]] = {}
    for base in reversed(MODELS[model].__mro__ if model in MODELS else ()):
        for key in file_keys(base.__name__) if base.__name__ in MODELS else ():
            kind = key.type.replace("](#", "](").partition("](")[0].replace("[", "")
            example = f"\n\n```yaml\n{key.name}: {key.example}\n```" if key.example else ""
            needed = "required" if key.required else f"default {key.default}" if key.default else "may be left out"
            found[key.name] = kind, f"{key.says}\n\n*{kind}; {needed}*{example}"
    return found
