"""All names that a game declares: what each is, where it stands, and whether it is open for expansions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ruleset_core.engine.game_source import GameSource
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.choice_forms import answer_forms
from ruleset_core.lang.origins import Passage
from ruleset_core.lang.program import Program
from ruleset_core.lang.traversal import all_nodes
from ruleset_core.lang.types import Type
from ruleset_core.messages import in_all_languages
from ruleset_core.model.sources import DataPath as Place
from ruleset_core.model.sources import Document

PARTS: Final = (
    "fields", "resources", "sets", "kinds", "facts", "zones", "amounts", "conditions", "values", "effects", "events", "phases", "decisions",
    "choices", "rules", "score", "options",
)  # fmt: skip
"""What names can be, in the order in which they are listed."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name that an expansion can use.

    Attributes:
        part: what it is; see `PARTS`.
        name: as data writes it; of a fact with the family before it, `card.price`.
        form: how it is written where it is used, with its parameters or indices: `price(s: 0..3, r: resource)`.
        type: what it is made of, as data writes types; of a choice its branches.
        means: what players read of it, by language; empty where it has no name.
        written: the beginning of what it is: the amount of a definition, what a phase does.
        expansion: the id of the expansion that declares it; empty for the game itself.
        file: the file within the game or the expansion; `path` the same file as it was found, `line` in it, from 1.
        open: what it was opened for, by language, if the data says so.
        log: whether the log tells of it: `told`, or not: by its data (`note`) or by default (`usual`); empty for names that no log tells of.
        tell: what the log says of it, by language, if the data says so.
        changed_by: who changes a definition while in play: cards and `rule NAME`s.

    Example:
        >>> from ruleset_core import load
        >>> symbol = load("pig").glossary.handles[0]
        >>> symbol.part, symbol.name
        ('fields', 'face')
    """

    part: str
    name: str
    form: str
    type: str
    means: Mapping[str, str]
    written: str
    expansion: str
    file: str
    path: str
    open: Mapping[str, str]
    changed_by: tuple[str, ...]
    log: str
    tell: Mapping[str, str]
    passage: Passage = field(repr=False, compare=False)

    @property
    def line(self) -> int:
        """The line of the file that declares it. The first of a file takes milliseconds."""
        return self.passage.span(-1, -1).line


def symbols_of(program: Program, source: GameSource) -> list[Symbol]:
    """All names of a game, those that it has opened first, then by what they are."""
    listed = list(_SymbolReader(program, source).all())
    return sorted(listed, key=lambda each: (not each.open, PARTS.index(each.part)))


class _SymbolReader:
    """Goes through the files; what is not in the vocabulary, since something is wrong with it, is left out."""

    def __init__(self, program: Program, source: GameSource) -> None:
        self.program = program
        self.v = program.vocabulary
        self.source = source
        self._seen: set[tuple[str, str]] = set()
        self._files: dict[str, tuple[str, str]] = {}

    def all(self) -> Iterator[Symbol]:
        """Every name, in the order of the files."""
        for document in self.source.documents:
            data = document.data if isinstance(document.data, dict) else {}
            if "cards" in data or "board" in data:
                continue
            for section, read in self._sections.items():
                entries = data.get(section)
                if isinstance(entries, dict):
                    for name, entry in entries.items():
                        yield from read(self, document, (section, name), entry)
            resources = data.get("resources")
            for name, entry in (resources.get("members") or {}).items() if isinstance(resources, dict) else ():
                yield from self._resource(document, ("resources", "members", name), entry)
            for place, rule in enumerate(data.get("rules") or ()):
                yield from self._rule(document, ("rules", place), rule)
            yield from self._phases(document, ("flow",), data.get("flow"))

    def _made(
        self, part: str, name: str, document: Document, place: Place, entry: Any, *,
        form: str = "", type_: str = "", means: Mapping[str, str] | None = None, written: str = "",
        changed_by: tuple[str, ...] = (), log: str = "",
    ) -> Iterator[Symbol]:  # fmt: skip
        if (part, name) in self._seen:
            return
        self._seen.add((part, name))
        told = entry if isinstance(entry, dict) else {}
        home = document.home(place)
        layer, inside = self._within(home[0].file)
        means = in_all_languages(told.get("name") if means is None else means)
        yield Symbol(
            part, name, form or name, type_, means, " ".join(str(written).split()), layer, inside, home[0].file,
            in_all_languages(told.get("open")), changed_by, log, in_all_languages(told.get("tell")) if log else {}, Passage(*home, inside),
        )  # fmt: skip

    def _within(self, name: str) -> tuple[str, str]:
        """The id of the game or expansion that a file belongs to, and the file within it."""
        if name not in self._files:
            layer, file = self.source.layer(name), Path(name)
            inside = file.relative_to(layer.directory).as_posix() if layer.directory in file.parents else file.name
            self._files[name] = layer.id, inside
        return self._files[name]

    def _indexed(self, name: str, index: tuple[Type, ...]) -> str:
        return f"{name}[{', '.join(map(_type_text, index))}]" if index else name

    def _field(self, document: Document, place: Place, entry: Any) -> Iterator[Symbol]:
        field = self.v.fields.get(str(place[-1]))
        if field is not None:
            form = self._indexed(field.name, field.index)
            form = f"SEAT.{form}" if field.per_seat else form
            log = "told" if self.program.reports(field) else "usual" if field.note is None else "note"
            yield from self._made(
                "fields", field.name, document, place, entry, form=form, type_=_type_text(field.type), log=log
            )

    def _zone(self, document: Document, place: Place, entry: Any) -> Iterator[Symbol]:
        zone = self.v.zones.get(str(place[-1]))
        if zone is not None:
            form = self._indexed(zone.name, zone.index)
            form = f"SEAT.{form}" if zone.per_seat else form
            log = "told" if zone.note or zone.tell else "note"
            yield from self._made("zones", zone.name, document, place, entry, form=form, type_=zone.kind, log=log)

    def _resource(self, document: Document, place: Place, entry: Any) -> Iterator[Symbol]:
        found = {each.name: each for each in self.v.resources}.get(str(place[-1]))
        if found is not None:
            bounds = {"start": found.start, "max": found.maximum, "spaces": found.spaces}
            written = ", ".join(f"{key} {value}" for key, value in bounds.items() if value > 0)
            yield from self._made(
                "resources", found.name, document, place, entry, form=f"SEAT.{found.name}", written=written,
                log="told" if found.note else "note",
            )  # fmt: skip

    def _family(self, document: Document, place: Place, entry: Any) -> Iterator[Symbol]:
        domain = self.v.domains.get(str(place[-1]))
        if domain is None:
            return
        is_set = domain.kind == "set"
        written = ", ".join(dict.fromkeys(each.partition("#")[0] for each in domain.ids))
        yield from self._made("sets" if is_set else "kinds", domain.name, document, place, entry, written=written)
        for fact in domain.facts.values():
            key = next((key for key in ("facts", "side_facts") if fact.name in ((entry or {}).get(key) or {})), None)
            if key is not None:
                form = f"{domain.name}.{fact.name}"
                where = (*place, key, fact.name)
                yield from self._made(
                    "facts", form, document, where, entry[key][fact.name], type_=_type_text(fact.type)
                )

    def _range(self, document: Document, place: Place, entry: Any) -> Iterator[Symbol]:
        found = self.v.ranges.get(str(place[-1]))
        if found is not None:
            yield from self._made("sets", found.name, document, place, entry, written=str(found.type))

    def _define(self, document: Document, place: Place, entry: Any) -> Iterator[Symbol]:
        define = self.v.defines.get(str(place[-1]))
        if define is not None and isinstance(entry, dict):
            params = ", ".join(f"{name}: {_type_text(kind)}" for name, kind in define.params.items())
            form = f"{define.name}({params})" if params else define.name
            yield from self._made(
                f"{define.kind}s", define.name, document, place, entry, form=form, written=entry.get(define.kind, ""),
                type_=_type_text(define.type) if define.kind == "value" else "",
                changed_by=tuple(dict.fromkeys(each.source for each in define.modifiers)),
            )  # fmt: skip

    def _event(self, document: Document, place: Place, entry: Any) -> Iterator[Symbol]:
        event = self.v.events.get(str(place[-1]))
        if event is not None:
            fields = ", ".join(f"{name}: {_type_text(kind)}" for name, kind in event.fields.items())
            form = f"{event.name}({fields})" if fields else event.name
            yield from self._made(
                "events", event.name, document, place, entry, form=form, type_="queued" * event.queued,
                log="told" if event.tell else "usual",
            )  # fmt: skip

    def _decision(self, document: Document, place: Place, entry: Any) -> Iterator[Symbol]:
        decision = self.v.decisions.get(str(place[-1]))
        if decision is None or not isinstance(entry, dict):
            return
        parts = [_type_text(part.type) for part in self.v.parts(decision.type)]
        keys = str(entry.get("notation") or " ".join(parts) or _type_text(decision.type))
        form = f"{decision.word} {keys if '{' in keys else keys.upper()}"
        asked = entry.get("ask") or {}
        yield from self._made(
            "decisions", decision.name, document, place, entry, form=form, type_=" × ".join(parts) or _type_text(decision.type), means=asked,
            log="told" if decision.note else "note",
        )  # fmt: skip
        branches = self._branches.get(decision.name)
        if branches:
            written = " | ".join(branches)
            yield from self._made("choices", decision.name, document, place, entry, written=written, means=asked)

    @property
    def _branches(self) -> Mapping[str, list[str]]:
        """By decision the branches of the choices that put it, in the order in which they are written."""
        if not hasattr(self, "_found"):
            self._found: dict[str, list[str]] = {}
            for procedure in self.program.procedures.values():
                for node in all_nodes(procedure.body):
                    for form in answer_forms(node) if isinstance(node, t.Choose) else ():
                        spelled = [self.v.format_value(form.type, value) for value, *_ in form.branches]
                        if spelled:
                            listed = self._found.setdefault(form.decision, [])
                            listed += [each for each in spelled if each not in listed]
        return self._found

    def _rule(self, document: Document, place: Place, entry: Any) -> Iterator[Symbol]:
        if isinstance(entry, dict) and isinstance(entry.get("id"), str):
            keys = [key for key in ("when", "instead", "while_in_play") if key in entry]
            events = (each.get("event") or each.get("modify") for key in keys for each in _listed(entry[key]))
            written = ", ".join(str(each) for each in events)
            yield from self._made(
                "rules", entry["id"], document, (*place, "id"), entry, type_=", ".join(keys), written=written
            )

    def _phases(self, document: Document, above: Place, steps: Any) -> Iterator[Symbol]:
        for place, phase in enumerate(steps if isinstance(steps, list) else ()):
            if isinstance(phase, dict) and phase.get("phase") in self.v.phases:
                counts = f"for {phase['for']} in {phase['in']}" if "for" in phase and "in" in phase else ""
                turns = f"turns {phase['turns']}" if "turns" in phase else ""
                inner = [each.get("phase") for each in _listed(phase.get("steps")) if isinstance(each, dict)]
                written = ", ".join(map(str, inner)) or phase.get("do", "")
                yield from self._made(
                    "phases", phase["phase"], document, (*above, place, "phase"), phase,
                    type_=", ".join(filter(None, (counts, turns))), written=written,
                )  # fmt: skip
                yield from self._phases(document, (*above, place, "steps"), phase.get("steps"))

    def _score(self, document: Document, place: Place, entry: Any) -> Iterator[Symbol]:
        if isinstance(entry, dict):
            each = f"each {entry['each']}" if "each" in entry else ""
            yield from self._made(
                "score", str(place[-1]), document, place, entry, type_=each, written=entry.get("amount", "")
            )

    def _option(self, document: Document, place: Place, entry: Any) -> Iterator[Symbol]:
        option = self.v.options.get(str(place[-1]))
        if option is not None:
            written = f"default {self.v.format_value(option.type, option.default)}"
            yield from self._made(
                "options",
                option.name,
                document,
                place,
                entry,
                form=f"option.{option.name}",
                type_=_type_text(option.type),
                written=written,
            )

    _sections: Final = {
        "state": _field, "ranges": _range, "sets": _family, "pieces": _family, "zones": _zone, "define": _define, "events": _event,
        "decisions": _decision, "score": _score, "options": _option,
    }  # fmt: skip


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _type_text(kind: Type) -> str:
    """A type as data writes it."""
    words = {"bool": "bool", "int": "int"}
    if kind.kind in words and kind.low is None:
        return words[kind.kind] + "?" * kind.optional
    return str(kind)
