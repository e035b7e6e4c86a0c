"""The pages of the words of the effect language, made from the entries of its reference and from its verbs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import fill

from ruleset_core.lang.operations import Entry
from ruleset_core.lang.reference_entries import (
    EVENTS,
    EXPRESSIONS,
    NAMES,
    SELECTIONS,
    STATEMENTS,
    TYPES,
    reserved_words,
)
from ruleset_core.lang.verbs import VERBS, VerbSpec

RESERVED = "reserved"
"""The page that lists the words which cannot be names."""

_WORD = re.compile(r"[a-z_]+|[-+*=!<>]+")
_ENTRIES = (*STATEMENTS, *EXPRESSIONS, *SELECTIONS)


def topics() -> dict[str, list[str]]:
    """The words that have a page, by what they are."""
    words = {word for entry in _ENTRIES for word in _words(entry.form)}
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


def parts(topic: str) -> Iterator[str]:
    """What the language knows of a word: a part of a page for each of its meanings."""
    if topic in VERBS:
        yield _verb(VERBS[topic])
    words = topic.split()
    used = [
        entry
        for entry in _ENTRIES
        if topic in _words(entry.form) or (words and words == _words(entry.form)[: len(words)])
    ]
    heads = [entry for entry in used if _head(topic, entry)]
    yield from map(_entry, heads)
    others = [entry.form for entry in used if entry not in heads]
    others += [verb.signature for verb in VERBS.values() if topic in {param.word for param in verb.params}]
    if others:
        title = "## Where else it stands" if heads else f"# {topic}\n\nA word inside these:"
        yield f"{title}\n\n" + "\n".join(f"    {form}" for form in others)
    yield from (_said(name, says) for name, says in NAMES if topic in _names(name))
    yield from (_said(f"{written}, a type", says) for written, says in TYPES if topic == written)
    for name, fields, says in EVENTS:
        if topic in {name, name.partition(" ")[0]} - {"begin PHASE", "end PHASE"} or topic == name:
            told = f" Its fields: {fields}." if fields else ""
            yield _said(f"{name}, an event", f"Happens when {says}.{told}")
    if topic in reserved_words() and not used and not others and topic not in topics()["Names"]:
        yield _said(
            topic, "A word that may stand before an argument of a verb. No verb has it so far, and no name may be it"
        )
    if topic == RESERVED:
        yield _said("Words that cannot be names", ", ".join(f"`{word}`" for word in reserved_words()))


def _words(form: str) -> list[str]:
    """The words of a form that stand for themselves; what stands for something else is in capitals."""
    return _WORD.findall(re.sub(r"\b[A-Z][A-Z0-9]*\b|\.\.\.", " ", form))


def _head(topic: str, entry: Entry) -> bool:
    """Whether a form is told under this word: its first one, the first behind a comma, or a sign."""
    words = topic.split()
    if not topic[:1].isalpha():
        return topic in _words(entry.form)
    return any(_words(part)[: len(words)] == words for part in entry.form.split(", "))


def _names(row: str) -> list[str]:
    """The names of a row such as `seat, resource, others` or `held[R]`."""
    return re.findall(r"[a-z_]+", row)


def _verb(verb: VerbSpec) -> str:
    return _said(verb.signature, verb.doc) + _example(verb.example)


def _entry(entry: Entry) -> str:
    return _said(entry.form, entry.says) + _example(entry.example)


def _example(text: str) -> str:
    return f"\n\n## Example\n\n    {text}"


def _said(title: str, text: str) -> str:
    """A part of a page: a title and a text, with lines as long as a terminal is wide."""
    text = text[:1].upper() + text[1:] + ("" if text.endswith((".", "`")) else ".")
    return f"# {title}\n\n{fill(text, 100)}"
