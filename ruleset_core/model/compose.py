"""Expansions laid on a game: what they replace, take out and add is put into the data before anything is linked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ruleset_core.model.change import Change
from ruleset_core.model.diagnostic import Diagnostic, Span, error, friendly_list, hint, inside, nearest
from ruleset_core.model.documents import ExpansionPart
from ruleset_core.model.drafts import MISSING, Draft, Place, named
from ruleset_core.model.extend import PLACES
from ruleset_core.model.marks import mark
from ruleset_core.model.order import Order
from ruleset_core.model.overriding import at_key, is_fact, is_several, overriding
from ruleset_core.model.source import Document, Path

__all__ = ["Composer", "contradiction"]

KINDS = {
    "options": "option", "sets": "set", "pieces": "piece", "boards": "board", "state": "field", "zones": "zone", "events": "event",
    "decisions": "decision", "define": "definition", "score": "score", "achievements": "achievement", "cards": "card",
    "flow": "phase", "rules": "rule", "resources": "resource",
}  # fmt: skip
"""What an entry of a section is called."""
_BODIES = ("amount", "condition", "effect")


class Composer:
    """Lays one expansion after another on the files of a game. Problems are in `diagnostics`."""

    def __init__(self, drafts: Sequence[Draft], order: Order) -> None:
        self.drafts = drafts
        self.order = order
        self.changes: list[Change] = []
        self.diagnostics: list[Diagnostic] = []
        self.moved: list[tuple[Change, Draft, Path]] = []
        """What was changed, and where it stands now."""
        self._below: list[Draft] = []
        self._own: list[Draft] = []
        self._added: dict[tuple[str, str], list[str]] = {}
        self._gone: dict[str, Change] = {}
        self._told: set[tuple[object, ...]] = set()

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
        place = self.drafts.index(own[0])
        self._below, self._own = list(self.drafts[:place]), list(own)
        self.expansion, self.provenance = expansion, provenance or "house"
        for draft, part in parts:
            if part.override:
                self._override(draft.base)
            self._remove(draft.base, part)
            self._sets(draft, part)
            self._flow(draft.base, part)

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

    def at_change(self, item: Diagnostic, draft: Draft) -> Diagnostic:
        """What is found wrong in a changed file, at the line that made it so: a value of the file itself was right before."""
        if item.span.file != draft.base.file or draft.base.file in {
            each.base.file for each in self.drafts if each.origin
        }:
            return item
        mine = [(change, path) for change, other, path in self.moved if other is draft and not change.removed]
        near = [change for change, path in mine if inside(item.span, draft.base.span(path[:2]))]
        cause = next(reversed(near or [change for change, _ in mine]), None)  # the last one is in force
        if cause is None:
            return item
        seen = (item.span, "this is where it shows")
        return replace(item, span=cause.span, suggestion=None, related=(seen, *item.related))

    # -- override ---------------------------------------------------------------------------------------------------

    def _override(self, document: Document) -> None:
        given = document.data.get("override", {})
        for section, value in given.items():
            annotation = at_key(overriding(), section)
            home = ("override", section)
            if section == "resources":
                self._resources(document, value, home)
            elif is_several(annotation) == "names":
                for name, entry in value.items():
                    self._entry(document, section, name, entry, (*home, name), at_key(annotation, name))
            else:
                for draft in self._holding((section,)) or self._first():
                    self._put(draft, (section,), value, (document, home), annotation, (section, "", ()))
                    break

    def _resources(self, document: Document, value: Any, home: Path) -> None:
        annotation = at_key(overriding(), "resources")
        for key, inner in value.items():
            if key == "members":
                members = at_key(annotation, key)
                for name, entry in inner.items():
                    place = self._find("resources", name, (document, (*home, key, name)))
                    if place is not None:
                        at = (document, (*home, key, name))
                        self._replace(place, entry, at, at_key(members, name), ("resource", name, ()))
                continue
            for draft in self._holding(("resources", key)) or self._first():
                at = (document, (*home, key))
                self._put(draft, ("resources", key), inner, at, at_key(annotation, key), ("resource", "", (key,)))
                break

    def _first(self) -> list[Draft]:
        return self._below[:1]

    def _holding(self, path: Path) -> list[Draft]:
        return [draft for draft in self._below if draft.value(path) is not MISSING]

    def _entry(self, document: Document, section: str, name: str, value: Any, home: Path, annotation: Any) -> None:
        place = self._find(section, name, (document, home))
        if place is None:
            return
        if section == "define" and self._other_kind(place, name, value, (document, home)):
            return
        self._replace(place, value, (document, home), annotation, (KINDS[section], name, ()))

    def _replace(
        self, place: Place, value: dict[str, Any], home: tuple[Document, Path], annotation: Any, owner: tuple[str, str, Path]
    ) -> None:  # fmt: skip
        """New values for an entry, and where these come from."""
        draft, path = place
        before = len(self.moved)
        self._put(draft, path, value, home, annotation, owner)
        mine = [(change, at) for change, other, at in self.moved[before:] if other is draft]
        mark(mine, draft, path, value, self.provenance)

    def _find(self, section: str, name: str, home: tuple[Document, Path]) -> Place | None:
        """Where an entry stands, in the first file that has it; it is told if none has."""
        known: dict[str, Place] = {}
        for draft in self._below:
            for each, path in _entries(draft, section).items():
                known.setdefault(each, (draft, path))
        if name in known:
            return known[name]
        gone = self._gone.get(name) if section == "cards" else None
        if gone is not None and not self.order.settled(gone.expansion, self.expansion):
            self._conflict(gone, home, f"the card `{name}`")
        elif gone is not None:
            self._unknown(f"the card `{name}` is taken out by `{gone.expansion}`", name, [], home)
        else:
            own = any(name in _entries(draft, section) for draft in self._own)
            what = KINDS.get(section, section)
            self._unknown(f"there is no {what} `{name}` to change", name, list(known), home, own=own)
        return None

    def _unknown(
        self, message: str, name: str, known: list[str], home: tuple[Document, Path], *, own: bool = False
    ) -> None:
        document, path = home
        span = (
            document.span(path)
            if isinstance(path[-1], int) or document.value(path) == name
            else document.key_span(path)
        )
        swap = nearest(name, known, span)
        if own:
            advice = "it is this expansion's own: write it there as it should be"
        elif swap is not None:
            advice = f"did you mean {friendly_list((swap.replacement, *swap.rivals))}?"
        else:
            advice = hint(name, known, "there are") if known else ""
        self.diagnostics.append(error("E423", message, span, help=advice, suggestion=swap, about=name))

    def _other_kind(self, place: Place, name: str, value: Any, home: tuple[Document, Path]) -> bool:
        """An amount where the game has a condition, or the like."""
        draft, path = place
        there = next((key for key in _BODIES if draft.value((*path, key)) is not MISSING), "")
        wrong = next((key for key in _BODIES if key in value and key != there), "")
        if not wrong or not there:
            return False
        document, at = home
        message = f"`{name}` is an {there}, and no {wrong} takes its place"
        if there == "condition":
            message = f"`{name}` is a condition, and no {wrong} takes its place"
        span = document.key_span((*at, wrong))
        self.diagnostics.append(error("E107", message, span, help=f"write `{there}:`"))
        return True

    def _put(
        self, draft: Draft, path: Path, value: Any, home: tuple[Document, Path], annotation: Any, owner: tuple[str, str, Path]
    ) -> None:  # fmt: skip
        """A new value, or several of them, each where it belongs."""
        how = is_several(annotation)
        kind, name, key = owner
        old = draft.value(path)
        if is_fact(annotation):
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
                other = next((one for one in self._below if one.value(there) is not MISSING), None)
                if other is None:
                    known = list(old) if isinstance(old, (dict, list)) else []
                    self._unknown(
                        f"there is no `{each}` here to change",
                        str(each),
                        [str(one) for one in known],
                        (document, (*at, each)),
                    )
                    continue
                target = other
            more = (kind, name, (*key, each))
            self._put(target, there, inner, (document, (*at, each)), at_key(annotation, each), more)

    def _leaf(
        self, draft: Draft, path: Path, value: Any, home: tuple[Document, Path], owner: tuple[str, str, Path]
    ) -> None:
        kind, name, key = owner
        old = draft.value(path)
        change = Change(kind, name, key, None if old is MISSING else old, value, self.expansion, home)
        rivals = self._rivals(change)
        for rival in rivals:
            if rival.path != change.path or rival.new != value:
                self._conflict(rival, home, _said(change), key)
        if old == value and type(old) is type(value) and not rivals:
            self._idle(change)
        draft.put(path, value, home)
        self.changes.append(change)
        self.moved.append((change, draft, path))

    def _rivals(self, change: Change) -> list[Change]:
        """What other expansions have put there, around it or into it."""
        found: dict[str, Change] = {}
        for each in self.changes:
            if (each.kind, each.name) == (change.kind, change.name) and each.expansion != change.expansion:
                size = min(len(each.path), len(change.path))
                if each.path[:size] == change.path[:size]:
                    found[each.expansion] = each
        return list(found.values())

    def _conflict(self, first: Change, home: tuple[Document, Path], what: str, key: Path = ()) -> None:
        """Tell of two that change the same, each pair once for a value (`key`) or for an entry as a whole."""
        if self.order.settled(first.expansion, self.expansion):
            return
        plain = first.path[:-1] if first.path[-1:] in (("en",), ("es",)) else first.path
        plain = plain if key else ()
        told = (first.kind, first.name, plain, first.expansion, self.expansion)
        if told in self._told:
            return
        self._told.add(told)
        document, path = home
        span = document.span(path) if isinstance(path[-1], int) else document.key_span(path)
        self.diagnostics.append(contradiction(first.expansion, self.expansion, what, span, first.span))

    def _idle(self, change: Change) -> None:
        document, path = change.home
        message = f"this changes nothing: {_said(change)} is that already"
        self.diagnostics.append(
            Diagnostic("W523", "warning", message, document.span(path), help="take it out, or write another value")
        )

    # -- remove -----------------------------------------------------------------------------------------------------

    def _remove(self, document: Document, part: ExpansionPart) -> None:
        for place, name in enumerate(part.remove.cards):
            home = (document, ("remove", "cards", place))
            if (gone := self._gone.get(name)) is not None:
                if gone.expansion == self.expansion:
                    self._unknown(f"the card `{name}` is taken out twice", name, [], home)
                continue
            found = self._find("cards", name, home)
            if found is None:
                continue
            draft, path = found
            change = Change("card", name, (), draft.value(path), None, self.expansion, home)
            for rival in [each for each in self.changes if (each.kind, each.name) == ("card", name)]:
                if rival.expansion != self.expansion:
                    self._conflict(rival, home, f"the card `{name}`")
            draft.delete(path)
            self._gone[name] = change
            self.changes.append(change)
            self.moved.append((change, draft, path))

    # -- extend -----------------------------------------------------------------------------------------------------

    def _sets(self, draft: Draft, part: ExpansionPart) -> None:
        """Further members stand in the expansion's own file, as if it had written them under `sets`."""
        for name, more in part.extend.sets.items():
            at: Path = ("extend", "sets", name)
            if self._find("sets", name, (draft.base, at)) is None:
                continue
            listed = draft.base.data["extend"]["sets"][name]["members"]
            own = draft.value(("sets", name))
            for each in more.members:
                value = listed[each] if isinstance(listed, dict) else {}
                if own is not MISSING and draft.value(("sets", name, "members", each)) is not MISSING:
                    self._unknown(f"`{each}` stands in this file twice", each, [], (draft.base, (*at, "members", each)))
                    continue
                draft.put(("sets", name, "members", each), value, (draft.base, (*at, "members", each)))

    def _flow(self, document: Document, part: ExpansionPart) -> None:
        for number, phase in enumerate(part.extend.flow):
            home = ("extend", "flow", number)
            how = next(key for key in PLACES if getattr(phase, key) is not None)
            anchor = getattr(phase, how)
            found = self._find("flow", anchor, (document, (*home, how)))
            if found is None:
                continue
            value = {key: each for key, each in _item(document, number).items() if key not in PLACES}
            self._insert(found, how, anchor, value, (document, home))

    def _insert(self, place: Place, how: str, anchor: str, value: dict[str, Any], home: tuple[Document, Path]) -> None:
        draft, path = place
        added = self._added.setdefault((how, anchor), [])
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
        added.append(value["phase"])


def contradiction(one: str, other: str, what: str, span: Span, first: Span) -> Diagnostic:
    """Two expansions that change the same, and nothing says whose word counts."""
    message = f"`{one}` and `{other}` both change {what}"
    advice = f"write `after: [{one}]` into the header of `{other}`, or the other way round, or name them in order with `--in-order`"
    related = ((first, f"`{one}` changes it here"),)
    return error("E424", message, span, help=advice, related=related)


def _entries(draft: Draft, section: str) -> dict[str, Path]:
    if section != "resources":
        return named(draft, section)
    found = draft.value(("resources", "members"))
    return {str(name): ("resources", "members", name) for name in found} if isinstance(found, dict) else {}


def _said(change: Change) -> str:
    key = ".".join(str(each) for each in change.path if each not in ("en", "es"))
    of = f"{change.kind} `{change.name}`" if change.name else f"`{change.kind}`"
    return f"`{key}` of the {of}" if key and change.name else f"the {of}" if change.name else of


def _item(document: Document, number: int) -> dict[str, Any]:
    listed = document.data["extend"]["flow"]
    found: dict[str, Any] = listed[number] if isinstance(listed, list) else listed
    return found


def _behind(draft: Draft, path: Path, at: int, added: list[str]) -> int:
    """The place behind an item and what was added behind it before."""
    listed = draft.value(path)
    index = at + 1
    while index < len(listed) and isinstance(listed[index], dict) and listed[index].get("phase") in added:
        index += 1
    return index
