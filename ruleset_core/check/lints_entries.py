"""Lints over entries as written: the one entry without what all its like have, a header that says too little."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ruleset_core.check.lints_cards import as_made
from ruleset_core.lang.link.linker import Linker
from ruleset_core.model.diagnostic import Diagnostic, Span
from ruleset_core.model.gather import Gathered
from ruleset_core.model.shapes.documents import ExpansionFile, GameFile, VariantFile
from ruleset_core.model.source import Document, Path

_NAMED = ("options", "sets", "state", "zones", "positions", "events", "decisions", "pieces", "score", "achievements")
_LISTED = ("rules", "ranks")
_COMMON = ("name", "provenance")
_AMOUNTS = ("start", "max", "spaces", "overflow")
"""What alike resources have in common only if they have the same."""
_DOES = ("effect", "when", "instead", "while_in_play", "score", "sides")


@dataclass(frozen=True, slots=True)
class EntryAt:
    """An entry, its id, where it stands, and the group of entries it is like."""

    id: Any
    value: Any
    document: Document
    path: Path
    group: tuple[Any, ...]

    def id_span(self) -> Span:
        """Where its id stands."""
        inner = {"rules": "id", "flow": "phase"}.get(str(self.path[0]))
        return self.document.span((*self.path, inner)) if inner else self.document.key_span(self.path)

    def is_overridden(self) -> bool:
        """Whether an expansion replaces an amount of a resource, which then is meant to differ from those of others."""
        if self.group[0] != "resource" or not isinstance(self.value, dict):
            return False
        own = self.document.read
        return any(self.document.home((*self.path, key))[0] is not own for key in _AMOUNTS if key in self.value)

    def has(self) -> frozenset[str]:
        """What the entry says, as far as all entries of its group may be expected to say it."""
        if not isinstance(self.value, dict):
            return frozenset()
        if self.group[0] == "resource":
            rewards = self.value.get("rewards")
            steps = {f"rewards: {{{space}: ...}}" for space in rewards} if isinstance(rewards, dict) else set()
            amounts = {f"{key}: {self.value[key]}" for key in _AMOUNTS if key in self.value}
            return frozenset(steps | amounts | {key for key in _COMMON if key in self.value})
        found = {key for key in _COMMON if key in self.value}
        if self.group[0] == "card" and any(key in self.value for key in _DOES):
            found.add("effect")
        return frozenset(found)


def entries_of(gathered: Gathered) -> Iterator[EntryAt]:
    """All entries of all files, as written."""
    facts = tuple(fact for part in gathered.parts for fact in part.sections.resources.facts)
    for part in gathered.parts:
        document, data = part.document, part.document.data
        for section in _NAMED:
            for name, value in _items(data, section):
                yield EntryAt(name, value, document, (section, name), (section, part.origin))
        for name, value in _items(data, "sets"):
            for each, member in _items(value, "members"):
                yield EntryAt(each, member, document, ("sets", name, "members", each), ("member", name))
        yield from _resources(document, part.origin, facts)
        for section in _LISTED:
            for place, value in enumerate(data.get(section, ())):
                name = value.get("id") if isinstance(value, dict) else None
                yield EntryAt(name, value, document, (section, place), (section, part.origin))
        yield from _phases(document, ("flow",), data.get("flow"))
    for cards in gathered.cards:
        for name, value in _items(cards.document.data, "cards"):
            yield EntryAt(name, value, cards.document, ("cards", name), ("card", cards.file.kind, cards.origin))


def _items(data: Any, key: str) -> Iterable[tuple[Any, Any]]:
    value = data.get(key) if isinstance(data, dict) else None
    return value.items() if isinstance(value, dict) else ()


def _resources(document: Document, origin: str, facts: Iterable[str]) -> Iterator[EntryAt]:
    """Resources are alike when they have the same facts."""
    for name, value in _items(document.data.get("resources"), "members"):
        if not isinstance(value, dict):
            continue
        same = tuple(str(value.get(fact)) for fact in facts)
        yield EntryAt(name, value, document, ("resources", "members", name), ("resource", origin, *same))


def _phases(document: Document, path: Path, data: Any) -> Iterator[EntryAt]:
    phases = (
        (place, each) for place, each in enumerate(data if isinstance(data, list) else ()) if isinstance(each, dict)
    )
    for place, value in phases:
        yield EntryAt(value.get("phase"), value, document, (*path, place), ("flow",))
        yield from _phases(document, (*path, place, "steps"), value.get("steps"))


def odd_one_out(linker: Linker) -> Iterator[Diagnostic]:
    """W511: the only one of at least three entries of a kind that does not say something."""
    groups: dict[tuple[Any, ...], list[EntryAt]] = {}
    made = as_made(linker)
    for entry in entries_of(linker.gathered):
        as_it_was_made = entry.group[0] == "card" and entry.id in made  # W540 tells of those
        if not as_it_was_made and not entry.is_overridden():
            groups.setdefault(entry.group, []).append(entry)
    for entries in groups.values():
        if len(entries) < 3:
            continue
        said = [entry.has() for entry in entries]
        for key in sorted(frozenset[str]().union(*said)):
            without = [entry for entry, keys in zip(entries, said, strict=True) if key not in keys]
            if len(without) == 1:
                yield _odd(without[0], key, len(entries))


def _odd(entry: EntryAt, key: str, count: int) -> Diagnostic:
    message = f"the only one of {count} like it without `{key}`"
    return Diagnostic(
        "W511",
        "warning",
        message,
        entry.id_span(),
        help=f"add `{key}`, or say why there is none: `# ruleset: ignore[W511] the reason`",
    )


def missing_header(linker: Linker) -> Iterator[Diagnostic]:
    """W512: a header that does not say what players and other designers want to know."""
    for part in linker.gathered.parts:
        wanted: tuple[str, ...] = ()
        if isinstance(part.sections, VariantFile):
            wanted = ("about", "version")
        elif isinstance(part.sections, GameFile) and not linker.gathered.lineage.is_variant:
            wanted = ("about", "version", "provenance")
        elif isinstance(part.sections, ExpansionFile):
            wanted = ("version",)
        for key in wanted:
            if getattr(part.sections, key) is None:
                first = "expansion" if isinstance(part.sections, ExpansionFile) else "game"
                yield Diagnostic(
                    "W512",
                    "warning",
                    f"the header does not say `{key}`",
                    part.document.key_span((first,)),
                    help=_EXAMPLES[key],
                )


_EXAMPLES = {
    "about": "for example: `about: {en: Dice in a town., es: Dados en una villa.}`",
    "version": 'for example: `version: "1.0"`',
    "provenance": "where its figures come from: `published`, `inferred` or `house`",
}
