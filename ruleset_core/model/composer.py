"""Applies expansions to the files of a game: `override`, `remove` and `extend` become changed documents and a list of `OverlayChange`.

An expansion may change any value of a game, and no later step should know. So its changes are made in the documents:

    tiny/game.yaml               define: {price: {amount: "4"}}
    rich/expansion.yaml          override: {define: {price: {amount: "2"}}}

    the document of the game     define: {price: {amount: "2", provenance: house}}
    its place                    rich/expansion.yaml, line 7, column 28: a mistake in the new value is reported there
    OverlayChange                kind="definition", name="price", path=("amount",), old="4", new="2", expansion="rich"

`engine.expansion_changes` puts these into words. Two expansions that change the same value conflict, unless one says that it
comes after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pydantic import BaseModel

from ruleset_core.diagnostics import MAX_FINDINGS, Diagnostic, error
from ruleset_core.messages import LANGUAGES
from ruleset_core.model.drafts import (
    KINDS,
    MISSING,
    DraftFile,
    DraftPlace,
    OverlayChange,
    OverlayOrder,
    OverlayState,
    named_entries,
)
from ruleset_core.model.game_files import GatheredBoard, GatheredCards, GatheredFiles, GatheredPart
from ruleset_core.model.schema.documents import (
    PLACES,
    CardsFile,
    ExpansionPart,
    GameFile,
    SectionsModel,
    VariantFile,
    annotation_at,
    collection_kind,
    is_typed_fact,
    override_model,
)
from ruleset_core.model.schema.layouts import BoardFile
from ruleset_core.model.schema.rules import BODIES, MAX_PHASES
from ruleset_core.model.schema.validation import recover_document, validate, words_in_text
from ruleset_core.model.sources import DataPath, Document, Home

# `override:`: each new value is put where the old one stands, if there is one.

_WORDS = frozenset({
    "name", "said", "plural", "label", "ask", "told", "tell", "done", "say", "why", "note", "word", "notation",
    "provenance", "house", "inferred", "changed",
})  # fmt: skip
"""Keys of an entry that say nothing about figures."""


def mark_provenance(
    changes: Sequence[tuple[OverlayChange, DataPath]], draft: DraftFile, entry: DataPath, given: Any, provenance: str
) -> None:
    """Say of the figures that were replaced in an entry where they come from: as the expansion says, else a house value.

    Args:
        changes: what was replaced, and where it stands.
        draft: the file of the entry.
        entry: the path of the entry.
        given: what the expansion says of the entry.
        provenance: what holds for the figures of the expansion.
    """
    for change, path in changes:
        owner, figure, said = _owner(path, entry, given)
        usual = change.kind == "decision" and figure == "default"  # which answer Enter takes
        if usual or change.kind == "paragraph" or not figure or any(part in _WORDS for part in path[len(entry) :]):
            continue
        came = next((key for key in ("house", "inferred") if figure in said.get(key, ())), "")
        came = came or str(said.get("provenance", provenance))
        if change.kind in ("card", "resource") or owner != entry:
            _list(draft, owner, figure, came, change)
        elif draft.value((*owner, "provenance")) not in {came, MISSING if came == "published" else came}:
            draft.put((*owner, "provenance"), came, change.home)


def _owner(path: DataPath, entry: DataPath, given: Any) -> tuple[DataPath, str, Any]:
    """The entry that says where a figure comes from, the figure ("" for none), and what the expansion says of that entry."""
    below = path[len(entry) :]
    if below[:1] in (("sides",), ("members",)):
        said = given.get(below[0], {}).get(below[1], {}) if len(below) > 1 else {}
        return (*entry, *below[:2]), str(below[2]) if len(below) > 2 else "", said
    return entry, str(below[0]) if below else "", given


def _list(draft: DraftFile, owner: DataPath, figure: str, came: str, change: OverlayChange) -> None:
    """Put a figure into the list of those that are a house value or inferred, and out of the other one."""
    whole = draft.value((*owner, "provenance"))
    for key in ("house", "inferred"):
        listed = draft.value((*owner, key))
        names = list(listed) if isinstance(listed, list) else []
        if figure in names and key != came:
            kept = [each for each in names if each != figure]
            draft.put((*owner, key), kept, draft.home((*owner, key)))
        elif key == came and figure not in names and whole != came:
            if listed is MISSING:
                draft.put((*owner, key), [], change.home)
            draft.insert((*owner, key), len(names), figure, change.home)


# -- `override:` -------------------------------------------------------------------------------------------------------


class OverlayReplacer(OverlayState):
    """Puts new values into the files of a game."""

    def _override(self, document: Document) -> None:
        given = document.data.get("override", {})
        for section, value in given.items():
            annotation = annotation_at(override_model(), section)
            home = ("override", section)
            if section == "resources":
                self._resources(document, value, home)
            elif collection_kind(annotation) == "names":
                for name, entry in value.items():
                    self._entry(document, section, name, entry, (*home, name), annotation_at(annotation, name))
            else:
                for draft in self._holding((section,)) or self._first():
                    self._put(draft, (section,), value, (document, home), annotation, (section, "", ()))
                    break

    def _resources(self, document: Document, value: Any, home: DataPath) -> None:
        annotation = annotation_at(override_model(), "resources")
        for key, inner in value.items():
            if key == "members":
                members = annotation_at(annotation, key)
                for name, entry in inner.items():
                    place = self.find("resources", name, (document, (*home, key, name)))
                    if place is not None:
                        at = (document, (*home, key, name))
                        self._replace(place, entry, at, annotation_at(members, name), ("resource", name, ()))
                continue
            for draft in self._holding(("resources", key)) or self._first():
                at = (document, (*home, key))
                self._put(
                    draft, ("resources", key), inner, at, annotation_at(annotation, key), ("resource", "", (key,))
                )
                break

    def _entry(self, document: Document, section: str, name: str, value: Any, home: DataPath, annotation: Any) -> None:
        place = self.find(section, name, (document, home))
        if place is None:
            return
        if section == "define" and self._other_kind(place, name, value, (document, home)):
            return
        self._replace(place, value, (document, home), annotation, (KINDS[section], name, ()))

    def _replace(
        self, place: DraftPlace, value: dict[str, Any], home: Home, annotation: Any, owner: tuple[str, str, DataPath]
    ) -> None:  # fmt: skip
        """New values for an entry, and where these come from."""
        draft, path = place
        before = len(self.moved)
        self._put(draft, path, value, home, annotation, owner)
        mine = [(change, at) for change, other, at in self.moved[before:] if other is draft]
        mark_provenance(mine, draft, path, value, self.provenance)

    def _other_kind(self, place: DraftPlace, name: str, value: Any, home: Home) -> bool:
        """An amount where the game has a condition, or the like."""
        draft, path = place
        there = next((key for key in BODIES if draft.value((*path, key)) is not MISSING), "")
        wrong = next((key for key in BODIES if key in value and key != there), "")
        if not wrong or not there:
            return False
        document, at = home
        article = "an" if there[0] in "aeiou" else "a"
        message = f"`{name}` is {article} {there}, and no {wrong} takes its place"
        span = document.key_span((*at, wrong))
        self.diagnostics.append(error("E107", message, span, help=f"write `{there}:`"))
        return True

    def _put(
        self, draft: DraftFile, path: DataPath, value: Any, home: Home, annotation: Any, owner: tuple[str, str, DataPath]
    ) -> None:  # fmt: skip
        """A new value, or several of them, each where it belongs."""
        how = collection_kind(annotation)
        kind, name, key = owner
        old = draft.value(path)
        if is_typed_fact(annotation):
            if isinstance(value, str):
                value = {"is": value}
                for each in value:
                    self._leaf(draft, (*path, each), value[each], home, (kind, name, (*key, each)))
                return
            old = {"is": old} if isinstance(old, str) else old
        if not how or not isinstance(value, dict):
            self._leaf(draft, path, value, home, owner)
            return
        document, at = home
        for each, inner in value.items():
            if not key and each in ("provenance", "house", "inferred"):
                continue  # where the new values come from
            target, there = draft, (*path, each)
            if how == "names" and draft.value(there) is MISSING:
                other = next((one for one in self.below if one.value(there) is not MISSING), None)
                if other is None:
                    known = list(old) if isinstance(old, (dict, list)) else []
                    self.unknown(
                        f"there is no `{each}` here",
                        str(each),
                        [str(one) for one in known],
                        (document, (*at, each)),
                    )
                    continue
                target = other
            more = (kind, name, (*key, each))
            self._put(target, there, inner, (document, (*at, each)), annotation_at(annotation, each), more)

    def _leaf(self, draft: DraftFile, path: DataPath, value: Any, home: Home, owner: tuple[str, str, DataPath]) -> None:
        kind, name, key = owner
        if kind == "phase" and key == ("steps",):
            self._steps(draft, path, value, home, name)
            return
        old = draft.value(path)
        change = OverlayChange(kind, name, key, None if old is MISSING else old, value, self.expansion, home)
        rivals = self.rivals(*owner)
        for rival in rivals:
            if rival.path != change.path or rival.new != value:
                self.conflict(rival, home, _change_text(change), key)
        if old == value and type(old) is type(value) and not rivals:
            self._idle(change)
        draft.put(path, value, home)
        self.note(change, draft, path)

    def _steps(self, draft: DraftFile, path: DataPath, value: Any, home: Home, name: str) -> None:
        """The phases within a phase: those that stay keep what other expansions have made of them."""
        document, at = home
        rivals = self.rivals("phase", name, ("steps",))
        for rival in rivals:
            self.conflict(rival, home, f"the steps of the phase `{name}`", ("steps",))
        if any(not self.order.settled(rival.expansion, self.expansion) for rival in rivals):
            return
        listed = draft.value(path)
        there = [str(each.get("phase")) for each in listed] if isinstance(listed, list) else []
        items: list[int | tuple[Any, Home]] = []
        for number, each in enumerate(value if isinstance(value, list) else [value]):
            where = (document, (*at, number) if isinstance(value, list) else at)
            if not isinstance(each, str):
                items.append((each, where))
            elif each in there and there.index(each) not in items:
                items.append(there.index(each))
            else:
                wrong = f"`{each}` is here twice" if each in there else f"there is no `{each}` within `{name}`"
                if each in self.dropped:
                    wrong = f"the phase `{each}` is taken out by `{self.dropped[each].expansion}`"
                self.unknown(wrong, each, [one for one in there if one != each], where)
        now = [there[each] if isinstance(each, int) else str(each[0].get("phase")) for each in items]
        change = OverlayChange("phase", name, ("steps",), there, now, self.expansion, home)
        out = {each for number, each in enumerate(there) if number not in items}
        self._drop([listed[there.index(each)] for each in there if each in out], home)
        if now == there and all(isinstance(each, int) for each in items):
            self._idle(change)
        draft.arrange(path, items)
        self.phases += sum(not isinstance(each, int) for each in items)
        self.forget("flow")
        self.note(change, draft, path)

    def _drop(self, phases: Sequence[Any], home: Home) -> None:
        """Phases that are left out, and those within them: nobody may have changed or added them."""
        for phase in phases:
            name = str(phase.get("phase"))
            added = [self.added_phases[name]] if name in self.added_phases else []
            for rival in [*self.rivals("phase", name, ()), *added]:
                if rival.expansion != self.expansion:
                    self.conflict(rival, home, f"the phase `{name}`")
            self.dropped[name] = OverlayChange("phase", name, (), phase, None, self.expansion, home)
            within = phase.get("steps")
            self._drop(within if isinstance(within, list) else [], home)

    def _idle(self, change: OverlayChange) -> None:
        if len(self.diagnostics) >= MAX_FINDINGS:
            return
        document, path = change.home
        message = f"this changes nothing: {_change_text(change)} is that already"
        self.diagnostics.append(
            Diagnostic("W523", "warning", message, document.span(path), help="take it out, or write another value")
        )

    def _first(self) -> list[DraftFile]:
        return list(self.below[:1])

    def _holding(self, path: DataPath) -> list[DraftFile]:
        return [draft for draft in self.below if draft.value(path) is not MISSING]


def _change_text(change: OverlayChange) -> str:
    key = ".".join(str(each) for each in change.path if each not in LANGUAGES)
    of = f"{change.kind} `{change.name}`" if change.name else f"`{change.kind}`"
    return f"`{key}` of the {of}" if key and change.name else f"the {of}" if change.name else of


# Expansions laid on a game: what they replace, take out and add is put into the data before anything is linked.

_BODIES = ("amount", "condition", "effect")
_DOES = ("effect", "requires", "score", "when", "instead", "while_in_play")
"""Keys of a card or rule that its text tells of."""
_SECTIONS = {"cards": "card", "rules": "rule"}

Moved = Sequence[tuple[OverlayChange, DraftFile, DataPath]]
Knows = Callable[[str, str], bool]
"""Whether what one expansion writes is written with what another one changes in mind."""


def outdated_texts(
    drafts: Sequence[DraftFile], moved: Moved, own: dict[str, str], knows: Knows
) -> Iterator[tuple[OverlayChange, DraftFile, DataPath]]:  # fmt: skip
    """Each text by hand that has to go: as a change of the expansion that made it wrong, with the file and the path of the text.

    A text stays where whoever wrote it knew of the change: it is given with it, or by what comes after it.

    Args:
        drafts: the files with all that was changed.
        moved: what was changed, and where it stands.
        own: the ids of expansions by the origin of their files.
        knows: see there.
    """
    defines = _changed_defines(drafts, moved)
    for draft in drafts:
        mine = [(change, path) for change, other, path in moved if other is draft]
        for section, kind in _SECTIONS.items():
            if not mine and not defines:
                continue
            for name, entry in named_entries(draft, section).items():
                for face in (entry, *_sides(draft, entry)):
                    text = draft.value((*face, "text"))
                    if text is MISSING:
                        continue
                    writer = next(
                        (each.expansion for each, path in reversed(mine) if path[: len(face) + 1] == (*face, "text")),
                        own.get(draft.origin, ""),
                    )
                    causes = [
                        each
                        for each, path in mine
                        if path[: len(face)] == face and path[len(face) : len(face) + 1] in _KEYS
                    ]
                    causes += [
                        each
                        for word in sorted(_referenced_names(draft, face) & defines.keys())
                        for each in defines[word]
                    ]
                    wrong = next((each for each in causes if not knows(writer, each.expansion)), None)
                    if wrong is not None:
                        path = (*face, "text")
                        yield (
                            OverlayChange(kind, name, path[len(entry) :], text, None, wrong.expansion, wrong.home),
                            draft,
                            path,
                        )


_KEYS = {(each,) for each in _DOES}


def _sides(draft: DraftFile, entry: DataPath) -> list[DataPath]:
    sides = draft.value((*entry, "sides"))
    return [(*entry, "sides", each) for each in sides] if isinstance(sides, dict) else []


def _referenced_names(draft: DraftFile, face: DataPath) -> set[str]:
    """All names in what a card or rule does, but that of a definition which it changes: what it makes of that it says itself."""
    return {word for key in _DOES for word in _words(draft.value((*face, key)))}


def _words(value: Any) -> set[str]:
    if isinstance(value, str):
        return words_in_text(value)
    if isinstance(value, dict):
        return {word for key, each in value.items() if key != "modify" for word in _words(each)}
    return {word for each in value for word in _words(each)} if isinstance(value, list) else set()


def _changed_defines(drafts: Sequence[DraftFile], moved: Moved) -> dict[str, list[OverlayChange]]:
    """Definitions that say something else now, because they were replaced, or one of those that they name."""
    found: dict[str, list[OverlayChange]] = {}
    for change, _, _ in moved:
        if change.kind == "definition" and change.path[:1] in {(each,) for each in _BODIES}:
            found.setdefault(change.name, []).append(change)
    if not found:
        return {}
    names = {
        name: {word for key in _BODIES for word in _words(draft.value((*path, key)))}
        for draft in drafts
        for name, path in named_entries(draft, "define").items()
    }
    naming: dict[str, list[str]] = {}
    for name, words in names.items():
        for word in words & names.keys():
            naming.setdefault(word, []).append(name)
    waiting = [(name, change) for name, changes in found.items() for change in changes]
    while waiting:
        name, change = waiting.pop()
        for other in naming.get(name, ()):
            if change not in found.setdefault(other, []):
                found[other].append(change)
                waiting.append((other, change))
    return found


# -- Expansions laid on a game -----------------------------------------------------------------------------------------


_OWN = ("game", "name", "about", "version", "authors", "players")
"""What a variant says of itself."""


class OverlayComposer(OverlayReplacer):
    """Lays one expansion after another on the files of a game."""

    def __init__(self, drafts: Sequence[DraftFile], order: OverlayOrder) -> None:
        super().__init__(drafts, order)
        self._added: dict[tuple[str, str], set[str]] = {}

    def lay(
        self, expansion: str, provenance: str | None, own: Sequence[DraftFile], parts: Sequence[tuple[DraftFile, ExpansionPart]]
    ) -> None:  # fmt: skip
        """Lay an expansion on what is there.

        Args:
            expansion: its id.
            provenance: where its figures come from, if its header says so.
            own: its files.
            parts: those of them that may change something.
        """
        self.begin(expansion, provenance, own)
        for draft, part in parts:
            if part.override:
                self._override(draft.base)
            self._remove(draft.base, part)
            self._sets(draft, part)
            self._flow(draft.base, part)

    def texts(self, own: dict[str, str]) -> None:
        """Take out texts by hand that tell what was so before. `own`: ids of expansions by the origin of their files."""
        for change, draft, path in list(outdated_texts(self.drafts, self.moved, own, self.order.comes_after)):
            draft.delete(path)
            self.note(change, draft, path)

    def totals(self) -> None:
        """A kind expects as many cards fewer as were taken out; what was said of its number was said of the game alone."""
        fewer: dict[tuple[str, str], int] = {}
        for change, draft, _ in self.moved:
            if change.kind == "card" and (change.removed or change.path == ("copies",)):
                copies = change.old.get("copies", 1) if change.removed else change.old or 1
                by = -copies if change.removed else change.new - copies
                key = draft.origin, str(draft.data["kind"])
                fewer[key] = fewer.get(key, 0) + by
        said = {change.name for change in self.changes if (change.kind, change.path) == ("piece", ("total",))}
        for (origin, kind), by in fewer.items():
            path: DataPath = ("pieces", kind, "total")
            for draft in self.drafts:
                total = draft.value(path)
                if draft.origin == origin and isinstance(total, int) and kind not in said:
                    draft.put(path, total + by, draft.home(path))

    def head(self, parts: Sequence[tuple[DraftFile, ExpansionPart]]) -> None:
        """A variant says itself what it is called; of the rest of its header it has what it says, or what the other game says."""
        for draft, part in parts:
            if not isinstance(part, VariantFile):
                continue
            target = next(each for each in self.drafts if not each.origin and "game" in each.data)
            for key in _OWN:
                value = draft.base.data.get(key, MISSING)
                if value is not MISSING:
                    target.put((key,), value, (draft.base, (key,)))
                elif key == "version" and target.value((key,)) is not MISSING:
                    target.delete((key,))

    # -- remove -----------------------------------------------------------------------------------------------------

    def _remove(self, document: Document, part: ExpansionPart) -> None:
        for section in ("cards", "rulebook"):
            for place, name in enumerate(getattr(part.remove, section)):
                self._remove_one(section, name, (document, ("remove", section, place)))

    def _remove_one(self, section: str, name: str, home: Home) -> None:
        kind = KINDS[section]
        if (gone := self.gone.get((section, name))) is not None:
            if gone.expansion == self.expansion:
                self.unknown(f"the {kind} `{name}` is taken out twice", name, [], home)
            return
        found = self.find(section, name, home)
        if found is None:
            return
        draft, path = found
        change = OverlayChange(kind, name, (), draft.value(path), None, self.expansion, home)
        for rival in self.rivals(kind, name, ()):
            self.conflict(rival, home, f"the {kind} `{name}`")
        draft.delete(path)
        if isinstance(path[-1], int):
            self.forget(section)  # those behind it have moved
        else:
            del self.entries(section)[name]
        self.gone[section, name] = change
        self.note(change, draft, path)

    # -- extend -----------------------------------------------------------------------------------------------------

    def _sets(self, draft: DraftFile, part: ExpansionPart) -> None:
        """Further members stand in the expansion's own file, as if it had written them under `sets`."""
        for name, more in part.extend.sets.items():
            at: DataPath = ("extend", "sets", name)
            if self.find("sets", name, (draft.base, at)) is None:
                continue
            listed = draft.base.data["extend"]["sets"][name]["members"]
            own = draft.value(("sets", name))
            for each in more.members:
                value = listed[each] if isinstance(listed, dict) else {}
                if own is not MISSING and draft.value(("sets", name, "members", each)) is not MISSING:
                    self.unknown(f"`{each}` stands in this file twice", each, [], (draft.base, (*at, "members", each)))
                    continue
                draft.put(("sets", name, "members", each), value, (draft.base, (*at, "members", each)))

    def _flow(self, document: Document, part: ExpansionPart) -> None:
        for number, phase in enumerate(part.extend.flow):
            home = ("extend", "flow", number)
            how = next(key for key in PLACES if getattr(phase, key) is not None)
            anchor = getattr(phase, how)
            found = self.find("flow", anchor, (document, (*home, how)))
            if found is None or self.phases > MAX_PHASES:
                continue
            value = {key: each for key, each in _item(document, number).items() if key not in PLACES}
            self._insert(found, how, anchor, value, (document, home))

    def _insert(self, place: DraftPlace, how: str, anchor: str, value: dict[str, Any], home: Home) -> None:
        draft, path = place
        added = self._added.setdefault((how, anchor), set())
        if how.endswith("_in"):
            path = (*path, "steps")
            if draft.value(path) is MISSING:
                span = home[0].span((*home[1], how))
                message = f"the phase `{anchor}` has no steps"
                self.diagnostics.append(error("E423", message, span, help="add it `before:` or `after:` that phase"))
                return
            index = len(draft.value(path)) if how == "last_in" else _behind(draft, path, -1, added)
        else:
            path, at = path[:-1], path[-1]
            index = int(at) if how == "before" else _behind(draft, path, int(at), added)
        draft.insert(path, index, value, home)
        self.forget("flow")
        self.phases += 1
        added.add(value["phase"])
        self.dropped.pop(value["phase"], None)
        self.added_phases[value["phase"]] = OverlayChange(
            "phase", value["phase"], (), None, value, self.expansion, home
        )


def apply_overlays(found: GatheredFiles) -> list[Diagnostic]:
    """Put into the files what expansions replace, take out and add."""
    files: list[GatheredPart | GatheredCards | GatheredBoard] = [*found.parts, *found.cards, *found.plans]
    if any(not each.origin and each.document.file in found.unsound for each in files):
        return []  # what is to be changed is not known; those mistakes come first
    held = [each for origin in ("", *(name for name, _ in found.expansions)) for each in files if each.origin == origin]
    drafts = {id(each): DraftFile(each.document, each.origin) for each in held}
    composer = OverlayComposer(list(drafts.values()), found.order)
    for origin, header in found.expansions:
        own = [drafts[id(each)] for each in held if each.origin == origin]
        parts = [
            (drafts[id(each)], each.sections)
            for each in held
            if isinstance(each, GatheredPart) and each.origin == origin and isinstance(each.sections, ExpansionPart)
            if each.document.file not in found.unsound
        ]
        composer.lay(header.expansion, header.provenance, own, parts)
        composer.head(parts)
    composer.totals()
    composer.texts({origin: header.expansion for origin, header in found.expansions})
    found.changes = [each for each in composer.changes if each.kind != "paragraph"]
    found.rewritten = [each for each in composer.changes if each.kind == "paragraph"]
    problems = composer.diagnostics
    for each in held:
        draft = drafts[id(each)]
        if draft.changed:
            problems += _again(found, each, draft, composer)
    return problems


def _again(
    found: GatheredFiles,
    each: GatheredPart | GatheredCards | GatheredBoard,
    draft: DraftFile,
    composer: OverlayComposer,
) -> list[Diagnostic]:
    """A file that has become another one is read as what it was, with the limits that hold for it."""
    each.document = draft.document()
    model: type[BaseModel] = type(each.sections) if isinstance(each, GatheredPart) else type(each.file)
    value, wrong = validate(each.document, model)
    value = value if value is not None else recover_document(each.document, model, found.damage)
    if (isinstance(each, GatheredCards) and isinstance(value, CardsFile)) or (
        isinstance(each, GatheredBoard) and isinstance(value, BoardFile)
    ):
        each.file = value
    elif isinstance(each, GatheredPart) and isinstance(value, SectionsModel):
        each.sections = value
        if isinstance(value, GameFile):
            found.header = value
    return [composer.at_change(item, draft) for item in wrong]


def _item(document: Document, number: int) -> dict[str, Any]:
    listed = document.data["extend"]["flow"]
    found: dict[str, Any] = listed[number] if isinstance(listed, list) else listed
    return found


def _behind(draft: DraftFile, path: DataPath, at: int, added: set[str]) -> int:
    """The place behind an item and what was added behind it before."""
    listed = draft.value(path)
    index = at + 1
    while index < len(listed) and isinstance(listed[index], dict) and listed[index].get("phase") in added:
        index += 1
    return index
