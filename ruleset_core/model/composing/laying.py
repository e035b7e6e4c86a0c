"""What it takes to lay an expansion on a game: where entries stand, what is told of those that do not, and what contradicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ruleset_core.model.composing.change import Change
from ruleset_core.model.composing.drafts import Draft, Place, named
from ruleset_core.model.diagnostic import MAX_FINDINGS, Diagnostic, Span, error, friendly_list, hint, inside, nearest
from ruleset_core.model.order import Order
from ruleset_core.model.source import Home, Path

__all__ = ["KINDS", "Laying", "contradiction"]

KINDS = {
    "options": "option", "sets": "set", "pieces": "piece", "boards": "board", "state": "field", "zones": "zone", "positions": "position", "events": "event",
    "decisions": "decision", "define": "definition", "score": "score", "achievements": "achievement", "cards": "card",
    "flow": "phase", "rules": "rule", "resources": "resource", "plans": "plan",
}  # fmt: skip
"""What an entry of a section is called."""


class Laying:
    """The files of a game while expansions are laid on them, one after another. Problems are in `diagnostics`."""

    def __init__(self, drafts: Sequence[Draft], order: Order) -> None:
        self.drafts = drafts
        self.order = order
        self.changes: list[Change] = []
        self.diagnostics: list[Diagnostic] = []
        self.moved: list[tuple[Change, Draft, Path]] = []
        """What was changed, and where it stands now."""
        self.expansion = ""
        self.provenance = ""
        self.below: Sequence[Draft] = ()
        """The files that are there before the expansion that is laid on now."""
        self.own: Sequence[Draft] = ()
        """The files of that expansion."""
        self.gone: dict[str, Change] = {}
        """Cards that were taken out."""
        self.dropped: dict[str, Change] = {}
        """Phases that are no longer among the steps of theirs."""
        self.added_phases: dict[str, Change] = {}
        """Phases that expansions have added, by name."""
        self.phases = 0
        """How many those are, and the new ones among the steps of others."""
        self._told: set[tuple[object, ...]] = set()
        self._under: dict[tuple[str, str, Path], list[Change]] = {}
        """Changes by entry and by each beginning of their path."""
        self._index: dict[str, dict[str, Place]] = {}
        """Entries by section and name, of those files that are there before; what moves is looked for again."""

    def begin(self, expansion: str, provenance: str | None, own: Sequence[Draft]) -> None:
        """Go on with an expansion: what was there before, and what is its own."""
        place = self.drafts.index(own[0])
        self.below, self.own = self.drafts[:place], own
        self.expansion, self.provenance = expansion, provenance or "house"
        self._index.clear()

    def entries(self, section: str) -> dict[str, Place]:
        """The entries of a section by name, each in the first file that has it."""
        if section not in self._index:
            found: dict[str, Place] = {}
            for draft in self.below:
                for name, path in entries_of(draft, section).items():
                    if section == "plans":  # that of an expansion takes the place of the game's
                        found[name] = (draft, path)
                    found.setdefault(name, (draft, path))
            self._index[section] = found
        return self._index[section]

    def forget(self, section: str) -> None:
        """Entries of a section stand elsewhere now, or some are no more."""
        self._index.pop(section, None)

    def find(self, section: str, name: str, home: Home) -> Place | None:
        """Where an entry stands, in the first file that has it; it is told if none has."""
        known = self.entries(section)
        if name in known:
            return known[name]
        gone = {"cards": self.gone, "flow": self.dropped}.get(section, {}).get(name)
        if gone is not None and not self.order.settled(gone.expansion, self.expansion):
            self.conflict(gone, home, f"the {KINDS[section]} `{name}`")
        elif gone is not None:
            self.unknown(f"the {KINDS[section]} `{name}` is taken out by `{gone.expansion}`", name, [], home)
        else:
            own = any(name in entries_of(draft, section) for draft in self.own)
            self.unknown(f"there is no {KINDS.get(section, section)} `{name}`", name, list(known), home, own=own)
        return None

    def unknown(self, message: str, name: str, known: list[str], home: Home, *, own: bool = False) -> None:
        """A name that is not there to be changed, with the one that was probably meant."""
        if len(self.diagnostics) >= MAX_FINDINGS:
            return  # nobody reads them, and files may be hostile
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

    def note(self, change: Change, draft: Draft, path: Path) -> None:
        """Something was changed; it stands at this place now."""
        self.changes.append(change)
        self.moved.append((change, draft, path))
        for length in range(len(change.path) + 1):
            self._under.setdefault((change.kind, change.name, change.path[:length]), []).append(change)

    def rivals(self, kind: str, name: str, path: Path) -> list[Change]:
        """What other expansions have put there, around it or into it, one of each."""
        inside_it = self._under.get((kind, name, path), ())
        around = [
            each
            for length in range(len(path))
            for each in self._under.get((kind, name, path[:length]), ())
            if len(each.path) == length
        ]
        return list(
            {each.expansion: each for each in (*around, *inside_it) if each.expansion != self.expansion}.values()
        )

    def conflict(self, first: Change, home: Home, what: str, key: Path = ()) -> None:
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

    def at_change(self, item: Diagnostic, draft: Draft) -> Diagnostic:
        """What is found wrong in a changed file, at the line that made it so: a value of the file itself was right before."""
        if item.span.file != draft.base.file:
            return item
        moved = [each for each in self.moved if each[1] is draft and not each[0].removed]
        moved.sort(key=lambda each: not each[0].is_text)  # texts come first, so that of an entry something else is kept
        mine = {path[:2]: change for change, _, path in moved}
        near = [change for path, change in mine.items() if inside(item.span, draft.base.span(path))]
        cause = next(reversed(near or list(mine.values())), None)  # the last one is in force
        if cause is None:
            return item
        seen = (item.span, "this is where it shows")
        return replace(item, span=cause.span, suggestion=None, related=(seen, *item.related))


def contradiction(one: str, other: str, what: str, span: Span, first: Span) -> Diagnostic:
    """Two expansions that change the same, and nothing says whose word counts."""
    message = f"`{one}` and `{other}` both change {what}"
    advice = f"write `after: [{one}]` into the header of `{other}`, or the other way round, or name them in order with `--in-order`"
    related = ((first, f"`{one}` changes it here"),)
    return error("E424", message, span, help=advice, related=related)


def entries_of(draft: Draft, section: str) -> dict[str, Path]:
    """The entries of a section of a file by name; of `resources` those under `members`."""
    if section != "resources":
        return named(draft, section)
    found = draft.value(("resources", "members"))
    return {str(name): ("resources", "members", name) for name in found} if isinstance(found, dict) else {}
