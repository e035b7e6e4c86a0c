"""`override:`: each new value is put where the old one stands, if there is one."""

from __future__ import annotations

from typing import Any

from ruleset_core.model.composing.change import Change
from ruleset_core.model.composing.drafts import MISSING, Draft, Place
from ruleset_core.model.composing.laying import KINDS, Laying
from ruleset_core.model.composing.marks import mark
from ruleset_core.model.definitions import BODIES
from ruleset_core.model.diagnostic import MAX_FINDINGS, Diagnostic, error
from ruleset_core.model.overriding import at_key, is_fact, is_several, overriding
from ruleset_core.model.source import Document, Home, Path

__all__ = ["Replacing"]


class Replacing(Laying):
    """Puts new values into the files of a game."""

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
                    place = self.find("resources", name, (document, (*home, key, name)))
                    if place is not None:
                        at = (document, (*home, key, name))
                        self._replace(place, entry, at, at_key(members, name), ("resource", name, ()))
                continue
            for draft in self._holding(("resources", key)) or self._first():
                at = (document, (*home, key))
                self._put(draft, ("resources", key), inner, at, at_key(annotation, key), ("resource", "", (key,)))
                break

    def _entry(self, document: Document, section: str, name: str, value: Any, home: Path, annotation: Any) -> None:
        place = self.find(section, name, (document, home))
        if place is None:
            return
        if section == "define" and self._other_kind(place, name, value, (document, home)):
            return
        self._replace(place, value, (document, home), annotation, (KINDS[section], name, ()))

    def _replace(
        self, place: Place, value: dict[str, Any], home: Home, annotation: Any, owner: tuple[str, str, Path]
    ) -> None:  # fmt: skip
        """New values for an entry, and where these come from."""
        draft, path = place
        before = len(self.moved)
        self._put(draft, path, value, home, annotation, owner)
        mine = [(change, at) for change, other, at in self.moved[before:] if other is draft]
        mark(mine, draft, path, value, self.provenance)

    def _other_kind(self, place: Place, name: str, value: Any, home: Home) -> bool:
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
        self, draft: Draft, path: Path, value: Any, home: Home, annotation: Any, owner: tuple[str, str, Path]
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
            self._put(target, there, inner, (document, (*at, each)), at_key(annotation, each), more)

    def _leaf(self, draft: Draft, path: Path, value: Any, home: Home, owner: tuple[str, str, Path]) -> None:
        kind, name, key = owner
        old = draft.value(path)
        change = Change(kind, name, key, None if old is MISSING else old, value, self.expansion, home)
        rivals = self.rivals(*owner)
        for rival in rivals:
            if rival.path != change.path or rival.new != value:
                self.conflict(rival, home, _said(change), key)
        if old == value and type(old) is type(value) and not rivals:
            self._idle(change)
        draft.put(path, value, home)
        self.note(change, draft, path)

    def _idle(self, change: Change) -> None:
        if len(self.diagnostics) >= MAX_FINDINGS:
            return
        document, path = change.home
        message = f"this changes nothing: {_said(change)} is that already"
        self.diagnostics.append(
            Diagnostic("W523", "warning", message, document.span(path), help="take it out, or write another value")
        )

    def _first(self) -> list[Draft]:
        return list(self.below[:1])

    def _holding(self, path: Path) -> list[Draft]:
        return [draft for draft in self.below if draft.value(path) is not MISSING]


def _said(change: Change) -> str:
    key = ".".join(str(each) for each in change.path if each not in ("en", "es"))
    of = f"{change.kind} `{change.name}`" if change.name else f"`{change.kind}`"
    return f"`{key}` of the {of}" if key and change.name else f"the {of}" if change.name else of
