"""`override:`: each new value is put where the old one stands, if there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleset_core.model.composing.change import Change
from ruleset_core.model.composing.drafts import MISSING, Draft, Place
from ruleset_core.model.composing.laying import KINDS, Laying
from ruleset_core.model.composing.marks import mark
from ruleset_core.model.diagnostic import MAX_FINDINGS, Diagnostic, error
from ruleset_core.model.shapes.definitions import BODIES
from ruleset_core.model.shapes.overriding import at_key, is_fact, is_several, overriding
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
        if kind == "phase" and key == ("steps",):
            self._steps(draft, path, value, home, name)
            return
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

    def _steps(self, draft: Draft, path: Path, value: Any, home: Home, name: str) -> None:
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
                wrong = f"`{each}` stands here twice" if each in there else f"there is no `{each}` within `{name}`"
                if each in self.dropped:
                    wrong = f"the phase `{each}` is taken out by `{self.dropped[each].expansion}`"
                self.unknown(wrong, each, [one for one in there if one != each], where)
        now = [there[each] if isinstance(each, int) else str(each[0].get("phase")) for each in items]
        change = Change("phase", name, ("steps",), there, now, self.expansion, home)
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
            self.dropped[name] = Change("phase", name, (), phase, None, self.expansion, home)
            within = phase.get("steps")
            self._drop(within if isinstance(within, list) else [], home)

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
