"""Expansions laid on a game: what they replace, take out and add is put into the data before anything is linked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from ruleset_core.model.composing.change import Change
from ruleset_core.model.composing.drafts import MISSING, Draft, Place
from ruleset_core.model.composing.replacing import Replacing
from ruleset_core.model.composing.stale import stale_texts
from ruleset_core.model.diagnostic import Diagnostic, error
from ruleset_core.model.gather import Cards, Gathered, Part, Plan
from ruleset_core.model.order import Order
from ruleset_core.model.salvage import salvage
from ruleset_core.model.shapes.boards import BoardFile
from ruleset_core.model.shapes.documents import CardsFile, ExpansionPart, GameFile, Sections, VariantFile
from ruleset_core.model.shapes.extend import PLACES
from ruleset_core.model.shapes.flow import MAX_PHASES
from ruleset_core.model.shapes.validate import validate
from ruleset_core.model.source import Document, Home, Path

__all__ = ["Composer", "compose"]


_OWN = ("game", "name", "about", "version", "authors", "players")
"""What a variant says of itself."""


class Composer(Replacing):
    """Lays one expansion after another on the files of a game."""

    def __init__(self, drafts: Sequence[Draft], order: Order) -> None:
        super().__init__(drafts, order)
        self._added: dict[tuple[str, str], set[str]] = {}

    def lay(
        self, expansion: str, provenance: str | None, own: Sequence[Draft], parts: Sequence[tuple[Draft, ExpansionPart]]
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
        for change, draft, path in list(stale_texts(self.drafts, self.moved, own, self.order.knows)):
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
            path: Path = ("pieces", kind, "total")
            for draft in self.drafts:
                total = draft.value(path)
                if draft.origin == origin and isinstance(total, int) and kind not in said:
                    draft.put(path, total + by, draft.home(path))

    def head(self, parts: Sequence[tuple[Draft, ExpansionPart]]) -> None:
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
        for place, name in enumerate(part.remove.cards):
            home = (document, ("remove", "cards", place))
            if (gone := self.gone.get(name)) is not None:
                if gone.expansion == self.expansion:
                    self.unknown(f"the card `{name}` is taken out twice", name, [], home)
                continue
            found = self.find("cards", name, home)
            if found is None:
                continue
            draft, path = found
            change = Change("card", name, (), draft.value(path), None, self.expansion, home)
            for rival in self.rivals("card", name, ()):
                self.conflict(rival, home, f"the card `{name}`")
            draft.delete(path)
            del self.entries("cards")[name]
            self.gone[name] = change
            self.note(change, draft, path)

    # -- extend -----------------------------------------------------------------------------------------------------

    def _sets(self, draft: Draft, part: ExpansionPart) -> None:
        """Further members stand in the expansion's own file, as if it had written them under `sets`."""
        for name, more in part.extend.sets.items():
            at: Path = ("extend", "sets", name)
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

    def _insert(self, place: Place, how: str, anchor: str, value: dict[str, Any], home: Home) -> None:
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
        self.added_phases[value["phase"]] = Change("phase", value["phase"], (), None, value, self.expansion, home)


def compose(found: Gathered) -> list[Diagnostic]:
    """Put into the files what expansions replace, take out and add."""
    files: list[Part | Cards | Plan] = [*found.parts, *found.cards, *found.plans]
    if any(not each.origin and each.document.file in found.unsound for each in files):
        return []  # what is to be changed is not known; those mistakes come first
    held = [each for origin in ("", *(name for name, _ in found.expansions)) for each in files if each.origin == origin]
    drafts = {id(each): Draft(each.document, each.origin) for each in held}
    composer = Composer(list(drafts.values()), found.order)
    for origin, header in found.expansions:
        own = [drafts[id(each)] for each in held if each.origin == origin]
        parts = [
            (drafts[id(each)], each.sections)
            for each in held
            if isinstance(each, Part) and each.origin == origin and isinstance(each.sections, ExpansionPart)
            if each.document.file not in found.unsound
        ]
        composer.lay(header.expansion, header.provenance, own, parts)
        composer.head(parts)
    composer.totals()
    composer.texts({origin: header.expansion for origin, header in found.expansions})
    found.changes = composer.changes
    problems = composer.diagnostics
    for each in held:
        draft = drafts[id(each)]
        if draft.changed:
            problems += _again(found, each, draft, composer)
    return problems


def _again(found: Gathered, each: Part | Cards | Plan, draft: Draft, composer: Composer) -> list[Diagnostic]:
    """A file that has become another one is read as what it was, with the limits that hold for it."""
    each.document = draft.document()
    model: type[BaseModel] = type(each.sections) if isinstance(each, Part) else type(each.file)
    value, wrong = validate(each.document, model)
    value = value if value is not None else salvage(each.document, model, found.damage)
    if (isinstance(each, Cards) and isinstance(value, CardsFile)) or (
        isinstance(each, Plan) and isinstance(value, BoardFile)
    ):
        each.file = value
    elif isinstance(each, Part) and isinstance(value, Sections):
        each.sections = value
        if isinstance(value, GameFile):
            found.header = value
    return [composer.at_change(item, draft) for item in wrong]


def _item(document: Document, number: int) -> dict[str, Any]:
    listed = document.data["extend"]["flow"]
    found: dict[str, Any] = listed[number] if isinstance(listed, list) else listed
    return found


def _behind(draft: Draft, path: Path, at: int, added: set[str]) -> int:
    """The place behind an item and what was added behind it before."""
    listed = draft.value(path)
    index = at + 1
    while index < len(listed) and isinstance(listed[index], dict) and listed[index].get("phase") in added:
        index += 1
    return index
